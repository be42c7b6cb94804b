"""Where people rest, recorded deals are struck, inserted, swapped or given another dealer: the others
stay those of the people who dealt and played them."""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from conftest import raw_ruleset, split
from evening import AT, Evening
from hypothesis import given
from hypothesis import strategies as st
from terminal import ENDLESS, Typed
from test_merge import Kept, made_one
from test_resting import FOUR, SWEDISH, evening, of_file

from scorekeeper.board.phone_entry import parsed_line
from scorekeeper.game.entry_kinds import places_of
from scorekeeper.game.session_settings import SitOutPlan
from scorekeeper.record.changes_between_deals import MOVED
from scorekeeper.record.corrections import amendment, inserting
from scorekeeper.record.irregular_changes import penalising, turning
from scorekeeper.record.open_session import opened
from scorekeeper.record.seat_changes import seating
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import RESTERS
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused

PAGE = whole_ruleset(
    tomllib.loads(ENDLESS.read_text("utf-8")),
    raw_ruleset,
    lambda pack: raw_ruleset(f"packs/{pack}"),
)
FREE = read_ruleset(PAGE, "endless")


class Played(NamedTuple):
    """A deal as it was played: who dealt, the contract, and the tricks of each who played."""

    dealer: str
    contract: str
    tricks: dict[str, int]


def played(evening: Evening) -> list[Played]:
    """The deals that stand, by names."""
    now = evening.book.standing
    assert now.problems == ()
    return [
        Played(
            now.table_of(number).players[deal.turn.dealer],
            deal.contract or "",
            dict(zip(deal.agreed.players, deal.facts["tricks"], strict=True)),
        )
        for number, deal in enumerate(now.deals, 1)
    ]


def next_dealer(evening: Evening) -> str:
    coming = evening.book.standing.next_turn
    assert coming is not None
    return evening.book.agreed.players[coming.dealer]


def by_name(tricks: dict[str, int]) -> str:
    return "tricks=" + ",".join(f"{name}:{number}" for name, number in tricks.items())


def freshly(deals: Sequence[Played], people: Sequence[str], rest: str) -> list[tuple[int, ...]]:
    """The points of the same deals recorded one after another in another evening."""
    fresh = Evening(FREE, *people, turns=SitOutPlan(rest))
    for deal in deals:
        if next_dealer(fresh) != deal.dealer:
            fresh.did(turning(fresh.book, [deal.dealer], AT))
        fresh.deal(f"{deal.contract} {by_name(deal.tricks)}")
    return fresh.totals


def in_place_of(deal: Played, dealer: str, now: Sequence[str]) -> Played:
    """The deal with another dealer: who came has what who left had."""
    came = iter([name for name in now if name not in deal.tricks])
    tricks = {name if name in now else next(came): n for name, n in deal.tricks.items()}
    return Played(dealer, deal.contract, {name: tricks[name] for name in now})


CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["strike", "insert", "swap", "counts", "dealer", "returns"]),
        st.integers(0, 9), st.integers(0, 9), split(16, 3),
    ),
    min_size=1, max_size=4,
)  # fmt: skip


@given(
    rest=st.sampled_from(RESTERS),
    columns=st.lists(split(16, 3), min_size=2, max_size=8),
    people=st.sampled_from([FOUR, (*FOUR, "Einar")]),
    turned=st.sets(st.integers(1, 9), max_size=2),
    changes=CHANGES,
)
def test_every_count_stays_with_the_person_it_was_typed_for(
    rest: str, columns: list[list[int]], people: tuple[str, ...], turned: set[int], changes: Any
) -> None:
    """Whatever is struck, inserted, swapped or corrected, also after somebody dealt out of turn: the
    other deals keep who dealt and played them, all totals are those of a fresh recording of the same
    deals, the next dealer is whom the table was told, and one undo takes all of it back."""
    evening = Evening(FREE, *people, turns=SitOutPlan(rest))
    for number, tricks in enumerate(columns, 1):
        if number in turned:
            later = people[(people.index(next_dealer(evening)) + 2) % len(people)]
            then = ["--then", "returns"] if number % 2 else []
            evening.did(turning(evening.book, [later, *then], AT))
        evening.deal(f"{('plus', 'minus')[number % 2]} tricks={','.join(map(str, tricks))}")
    deals = played(evening)
    for what, one, two, tricks in changes:
        before, dealer = evening.data, next_dealer(evening)
        after, keeps_next = changed(evening, deals, what, one, two, tricks)
        if after is None:
            continue
        assert played(evening) == after
        assert evening.totals == freshly(after, people, rest)
        assert not keeps_next or next_dealer(evening) == dealer
        done = evening.totals
        evening.undo()
        assert played(evening) == deals
        assert evening.totals == [s.totals for s in opened(before, "eve").standing.deals]
        evening.redo()
        assert evening.totals == done
        deals = after


def changed(
    evening: Evening, deals: list[Played], what: str, one: int, two: int, tricks: list[int]
) -> tuple[list[Played] | None, bool]:
    """The deals as they are to be after a change that was made, None where there is none to make,
    and whether the next dealer stays."""
    number, last = one % len(deals) + 1, len(deals)
    old, people = deals[number - 1], evening.book.agreed.players
    if what == "strike":
        if last < 2:
            return None, True
        evening.strike(number)
        return [*deals[: number - 1], *deals[number:]], number < last
    if what == "insert":
        place, line = one % (last + 1) + 1, f"plus tricks={','.join(map(str, tricks))}"
        said = f"dealer={people[two % len(people)]} " if two % 2 else ""
        evening.insert(place, said + line)
        new = played(evening)[place - 1]
        assert list(new.tricks.values()) == tricks
        assert not said or new.dealer == people[two % len(people)]
        return [*deals[: place - 1], new, *deals[place - 1 :]], place <= last
    if what == "swap":
        other = two % last + 1
        if other == number:
            return None, True
        evening.swap(number, other)
        after = list(deals)
        after[number - 1], after[other - 1] = deals[other - 1], old
        return after, True
    if what == "counts":
        now = dict(zip(old.tricks, tricks, strict=True))
        if now == old.tricks:
            return None, True
        evening.amend(number, by_name(now))
        return [*deals[: number - 1], old._replace(tricks=now), *deals[number:]], True
    dealer = people[two % len(people)]
    if dealer == old.dealer:
        return None, True
    evening.amend(number, f"dealer={dealer}{' --then returns' if what == 'returns' else ''}")
    seats = evening.book.standing.deals[number - 1].agreed.players
    after = [*deals[: number - 1], in_place_of(old, dealer, seats), *deals[number:]]
    return after, number < last


# --- single cases ---------------------------------------------------------------------------------


@pytest.fixture
def three() -> Evening:
    """Three deals of four people, the dealer of each rests, and a penalty before the third."""
    evening = Evening(SWEDISH, *FOUR, turns=SitOutPlan())
    evening.deal("spader 8 4")
    evening.deal("sang 5 7")
    evening.did(penalising(evening.book, ["Anna", "3"], AT))
    evening.deal("pass 6 7")
    return evening


def test_a_struck_deal_leaves_the_others_to_their_people(three: Evening) -> None:
    """What each becomes is asked about: the number, who dealt and sat out, the numbers of each, the
    totals before and after. A penalty between them stays."""
    before = played(three)
    act = three.strike(2)
    (question,) = act.questions
    assert question.code == MOVED
    assert text_of(question.message) == (
        "deal 3 becomes deal 2 · pass · Anna 6, Björn 7, Dora 3 · Cleo dealt and sat out · "
        "totals Anna −2 → −3, Cleo 0 → +1"
    )
    assert played(three) == [before[0], before[2]]
    assert [event.what for event in three.book.standing.events] == ["penalty", "turn"]


def test_one_entry_holds_all_of_it(three: Evening) -> None:
    """The entry names the dealers; what the file says is read back, and is one act."""
    three.swap(1, 3)
    assert 'turns = [{number = 1, dealer = "Cleo", then = "returns"}' in three.data.decode()
    assert len(three.book.folded.done) == 5
    assert [place.deal is not None for place in places_of(three.book.folded.done)][:3] == [True] * 3


def test_merged_copies_name_the_dealers_of_the_same_deals() -> None:
    """A strike of one copy after an insertion of the other: its dealers are those of the deals, whose
    numbers are others here."""
    one = Kept(FREE, *FOUR, turns=SitOutPlan())
    for tricks in ("6,6,4", "5,5,6", "8,4,4"):
        one.deal(f"plus tricks={tricks}")
    other, first, third = one.copy(), played(one)[0], played(one)[2]
    one.insert(1, "minus 1 2")
    new = played(one)[0]
    other.strike(2)
    book, _ = made_one(one, other, "a1,b1")
    assert book.standing.problems == ()
    merged = Evening(FREE, *FOUR, turns=SitOutPlan())
    merged.read = (merged.data, book)
    assert played(merged) == [new, first, third]


def test_a_contract_used_twice_is_refused_with_lines_that_work(three: Evening) -> None:
    """Cleo declares sang in the deal that was recorded, which stays: somebody else dealt the
    forgotten one, or the sheet says which deal is wrong."""
    with pytest.raises(Refused) as refusal:
        three.insert(2, "sang 5 5")
    first, second = refusal.value.problems
    assert text_of(first.placed).startswith("deal 2: Cleo has already played Sang")
    assert first.mends == ()
    assert hint_of(second) == "scorekeeper insert 2 dealer=Anna sang 5 5"
    assert inserting(three.book, 2, ["dealer=Anna", "sang", "5", "5"], AT).standing.problems == ()
    alone = Evening("bismarck-swedish", "Anna", "Björn", "Cleo")
    for line in ("pass 5 6", "sang 5 5", "pass 5 6", "sang 6 5"):
        alone.deal(line)
    with pytest.raises(Refused) as refusal:
        alone.insert(2, "sang 5 5")
    assert [hint_of(problem) for problem in refusal.value.problems] == ["see `scorekeeper sheet`"]


def test_who_comes_in_has_the_numbers_of_who_sat_out(three: Evening) -> None:
    """Cleo dealt the second deal, not Björn, so that he had what was written for her; the later deal
    keeps its people. With the numbers of all it is said in one line."""
    before = played(three)
    act = amendment(three.book, 2, ["dealer=Cleo"], AT)
    (question,) = act.questions
    assert "Cleo dealt and sat out · Björn in the place of Cleo" in text_of(question.message)
    three.did(act)
    assert played(three)[1] == Played("Cleo", "sang", {"Anna": 5, "Björn": 7, "Dora": 4})
    assert played(three)[2] == before[2]
    three.undo()
    three.amend(2, "dealer=Cleo tricks=Anna:5,Björn:5,Dora:6")
    assert played(three)[1] == Played("Cleo", "sang", {"Anna": 5, "Björn": 5, "Dora": 6})


def test_a_refused_correction_keeps_its_dealer(three: Evening) -> None:
    """The mend of a correction with another dealer names the dealer too."""
    with pytest.raises(Refused) as refusal:
        three.amend(2, "dealer=Cleo tricks=5,5,7")
    hints = [hint_of(problem) or "" for problem in refusal.value.problems]
    commands = [hint for hint in hints if "amend 2" in hint]
    assert all("amend 2 dealer=Cleo" in command for command in commands)


def test_a_named_player_who_sits_out_is_another() -> None:
    """A soloist who would rest is whoever came in."""
    list_ = Evening(of_file("list-of-four"), *FOUR, turns=SitOutPlan())
    list_.deal("soloist=Björn value=20")
    list_.amend(1, "dealer=Björn")
    assert list_.facts(1)["soloist"] == "Anna"


def test_a_deal_keeps_its_people_when_somebody_sits_down_later(three: Evening) -> None:
    """Emil takes Anna's seat for the third deal on; the struck second leaves him his own."""
    three.undo()
    three.did(seating(three.book, ["Emil", "for", "Anna", "--own-score"], AT))
    three.deal("pass 6 7")
    before = played(three)
    three.strike(2)
    assert played(three) == [before[0], before[2]]
    assert "Emil" in played(three)[1].tricks


def test_an_insert_behind_the_last_deal_corrects_nothing(three: Evening) -> None:
    """It is recorded like any other, and nothing of it is asked."""
    act = three.insert(4, "spader 5 5")
    assert (act.questions, three.book.standing.deals[3].amended) == ((), False)
    three.insert(2, "trumf hearts 5 5")
    assert three.book.standing.deals[1].amended


def test_a_penalty_is_not_mended_by_one_of_nothing() -> None:
    """Where fewer points than others are to be shared there is no lower number to say."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "Cleo")
    with pytest.raises(Refused) as refusal:
        penalising(evening.book, ["Anna", "1"], AT)
    (problem,) = refusal.value.problems
    assert hint_of(problem) == "say 2, or to whom they go: --to PLAYER"
    with pytest.raises(Refused) as refusal:
        penalising(evening.book, ["Anna", "3"], AT)
    assert hint_of(refusal.value.problems[0]) == "say 2 or 4, or to whom they go: --to PLAYER"


# --- what people see ------------------------------------------------------------------------------

CHANGES_TYPED = (
    ("strike 2", "deal 3 becomes deal 2"),
    ("insert 2 spader 4 8", "deal 2 is new"),
    ("swap 1 3", "deal 3 becomes deal 1"),
    ("amend 2 dealer=Cleo", "Björn in the place of Cleo"),
)
LINES = ("deal sang 9 5", "deal pass 4 6", "deal trumf hearts 4 8")


@pytest.mark.parametrize(("command", "told"), CHANGES_TYPED)
def test_it_is_asked_first(tmp_path: Any, command: str, told: str) -> None:
    """Without a terminal nothing is recorded but with --yes; at one it is shown and asked once; the
    live table asks too, and takes a no."""
    somebody = evening(tmp_path, *LINES)
    before = somebody.does("sheet").out
    refused = somebody.types(*shlex.split(command))
    assert (refused.code, told in refused.err, "--yes" in refused.err) == (1, True, True)
    asked = somebody.types(*shlex.split(command), stdin=Typed("n\n", is_terminal=True))
    assert asked.code == 1 and told in " ".join(asked.err.split())
    assert asked.err.count("[y/N]") == 1
    live = somebody.types("play", stdin=Typed(f"{command}\nn\nquit\n", is_terminal=True))
    assert told in " ".join(live.err.split()) and somebody.does("sheet").out == before
    somebody.types("play", stdin=Typed(f"{command}\nquit\n"))
    assert somebody.does("sheet").out == before
    somebody.types("play", stdin=Typed(f"{command}\ny\nquit\n", is_terminal=True))
    live_sheet = somebody.does("sheet").out
    assert live_sheet != before
    somebody.does("undo")
    somebody.does(f"{command} --yes")
    assert somebody.does("sheet").out == live_sheet


def test_more_may_be_said_of_a_dealer_that_waits_for_a_yes(tmp_path: Any) -> None:
    """What is typed then corrects the numbers, and the dealer stays."""
    somebody = evening(tmp_path, *LINES)
    lines = "amend 2 dealer=Cleo\ntricks=Anna:5,Björn:5,Dora:6\ny\nquit\n"
    somebody.types("play", stdin=Typed(lines, is_terminal=True))
    deal = somebody.reads("sheet")["deals"][1]
    assert (deal["dealer"], deal["counts"]["tricks"]["Björn"]) == ("Cleo", 5)


def test_a_deal_moves_to_another_session(tmp_path: Any) -> None:
    """The session that it leaves keeps the people of its later deals; it is asked about first."""
    somebody = evening(tmp_path, *LINES)
    seats = somebody.reads("sheet")["deals"][2]["seats"]
    somebody.does("new bismarck-swedish Anna Björn Cleo Dora --dealer Björn --name there")
    refused = somebody.types("move", "2", "--to", "there", "-s", "it")
    assert refused.code == 1 and "deal 3 becomes deal 2" in refused.err
    assert somebody.reads("sheet -s there")["deals"] == []
    somebody.does("move 2 --to there -s it --yes")
    assert somebody.reads("sheet -s it")["deals"][1]["seats"] == seats
    assert len(somebody.reads("sheet -s there")["deals"]) == 1


def test_a_phone_has_another_person_say_yes(three: Evening) -> None:
    """What the deals become is told on the phones, and waits."""
    found = parsed_line(three.book, "strike 2", "Anna")
    assert found.waits and found.odd
    assert any("deal 3 becomes deal 2" in words for words in found.words)
    last = parsed_line(three.book, "strike 3", "Anna")
    assert last.waits and not last.odd  # a deal behind which none stands moves none


@pytest.mark.parametrize(
    "turns",
    ["[]", "[3]", '[{number = 99, dealer = "Cleo"}]', '[{dealer = "Cleo"}]', "[{number = 1}]"],
)
def test_dealers_that_a_hand_spoilt_are_told_with_the_line(three: Evening, turns: str) -> None:
    """A file whose `turns` name no deal of it is refused, and never a traceback."""
    three.strike(2)
    head, _, rest = three.data.decode().rpartition("turns = ")
    with pytest.raises(Refused) as refusal:
        opened(f"{head}turns = {turns}\n{rest.partition(chr(10))[2]}".encode(), "eve")
    assert refusal.value.problems[0].code in ("session-broken", "entry-order")
