"""Recording and correcting: what an act changes, what it leaves alone, and what it refuses."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import ruleset
from evening import AT, Evening
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.game.log import Entry
from scorekeeper.game.standing import match_totals
from scorekeeper.record.entry_text import entry_words
from scorekeeper.record.irregular_changes import turning
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import opened
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Problem, Refused


def refusal(act: Callable[..., Any], *words: Any) -> tuple[Problem, ...]:
    with pytest.raises(Refused) as refused:
        act(*words)
    return refused.value.problems


def code(act: Callable[..., Any], *words: Any) -> str:
    (problem,) = refusal(act, *words)
    return problem.code


@pytest.fixture
def swedish() -> Evening:
    """The source's two deals, with its running totals."""
    evening = Evening("bismarck-swedish", "A", "B", "C", dealer="C")
    evening.deal("sang 6 6")
    evening.deal("pass 9 2")
    assert evening.totals == [(-2, 2, 0), (-5, 4, 1)]
    return evening


# --- recording -------------------------------------------------------------------------------------


def test_what_is_recorded_is_written_in_full(swedish: Evening) -> None:
    """The count that was worked out, and the contract that was fixed, stand in the file."""
    assert swedish.facts(1) == {"contract": "sang", "tricks": [6, 6, 4]}
    british = Evening("bismarck-british")
    british.deal("9 4")
    assert british.facts(1) == {"contract": "no-trumps", "tricks": [9, 4, 3]}


def test_an_act_tells_what_it_came_to(swedish: Evening) -> None:
    """The act has the deal, the session after it, and no later deal that moved."""
    act = swedish.deal("spader 8 4")
    assert (act.recorded, act.changed, act.questions) == (3, (), ())
    assert act.standing.deals == swedish.book.standing.deals
    assert act.standing.state == swedish.book.standing.state


def test_a_refused_deal_leaves_the_file(swedish: Evening) -> None:
    """All problems at once, and not a byte is appended."""
    before = swedish.data
    codes = {problem.code for problem in refusal(swedish.deal, "zang 9 9 trump=x")}
    assert codes == {"word-unknown", "suit-unknown", "tricks-total"}
    assert swedish.data == before


def test_the_session_carries_its_own_rules(swedish: Evening) -> None:
    """An old evening is scored by the rules as they stood, without any ruleset of today."""
    book = swedish.book
    rules = {
        key: value for key, value in ruleset("bismarck-swedish").raw.items() if key != "example"
    }
    assert book.log.head["rules"] == rules
    changed = opened(
        swedish.data.replace(b'points = "quota - tricks"', b'points = "2 * (quota - tricks)"'),
        "eve",
    )
    assert [deal.points for deal in changed.standing.deals] == [(-2, 2, 0), (-6, 4, 2)]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'dealer = "C"', b'dealer = "Z"', "`Z` does not play here"),
        (b'dealer = "C"', b"dealer = 3", "must say"),
        (b'order = ["A", "B"', b'order = ["A"', "2 were named"),
        (b'order = ["A", "B"', b'order = ["A", 7', "lists of names"),
        (b'order = ["A", "B"', b'order = ["A", "Z"', "who of them sits where"),
        (b'order = ["A", "B"', b'order = ["A", "A"', "two players are named `A`"),
        (b"seats.dealer", b"seats.deeler", "`seats.deeler`"),
        (b"must_trump = false", b"must_trumps = false", "not an option"),
        (b'points = "quota - tricks"', b'points = "quota - trick"', "`trick` is not a fact"),
        (b"\n[rules]\nformat = 1", b"\n[rules]\nformat = 2", "format 2"),
    ],
)
def test_a_head_that_was_spoilt_is_refused(
    swedish: Evening, old: bytes, new: bytes, why: str
) -> None:
    """What a hand broke in the head is named; nothing is scored by half a rule."""
    assert swedish.data.count(old) == 1
    problems = refusal(opened, swedish.data.replace(old, new), "eve")
    assert any(why in text_of(problem.message) for problem in problems)


# --- a deal that a hand spoilt -----------------------------------------------------------------------


def spoilt(evening: Evening, old: str, new: str) -> Evening:
    assert evening.data.count(old.encode()) == 1
    evening.data = evening.data.replace(old.encode(), new.encode())
    return evening


def test_a_deal_that_a_hand_spoilt_is_named_and_can_be_corrected(swedish: Evening) -> None:
    """The file opens, the deal is named with its line, nothing is added to it, and `amend` mends
    it."""
    swedish.deal("spader 8 4")
    spoilt(swedish, "[9, 2, 5]", "[9, 2, 6]")
    book = swedish.book
    (problem,) = book.standing.problems
    line = swedish.data[: swedish.data.index(b"[9, 2, 6]")].count(b"\n") - 4
    assert (problem.code, text_of(problem.place)) == ("tricks-total", f"deal 2, line {line}")
    assert len(book.standing.deals) == 1
    assert code(swedish.deal, "trumf hearts 8 4") == "tricks-total"
    assert code(swedish.amend, 3, "8 5") == "tricks-total"  # the second comes first
    swedish.amend(2, "9 2")
    assert (swedish.book.standing.problems, swedish.totals[1]) == ((), (-5, 4, 1))


def test_a_deal_that_does_not_hold_is_told_whatever_is_done(tmp_path: Path) -> None:
    """After an undo in a session whose second deal a hand spoilt, the totals are said to be from
    before that."""
    somebody = Person(tmp_path).after(
        "new bismarck-swedish A B C --name it", "deal sang 6 6", "deal pass 9 2", "deal spader 3 5"
    )
    (file,) = tmp_path.rglob("it.toml")
    file.write_text(file.read_text("utf-8").replace("[9, 2, 5]", "[9, 2, 6]"), "utf-8")
    said = somebody.types("undo")
    assert said.code == 0
    assert re.search(
        r"note: deal 2, line \d+ does not hold under the rules: these totals", said.err
    )


def test_a_correction_takes_a_fact_out(swedish: Evening) -> None:
    """A fact that may be left out goes with a dash; where it is not there, nothing is different."""
    swedish.deal("trumf hearts 8 4")
    swedish.amend(3, "trump=-")
    assert swedish.facts(3) == {"contract": "trumf", "tricks": [8, 4, 4]}
    assert code(swedish.amend, 3, "trump=-") == "amend-same"


def test_two_deals_that_were_spoilt_are_corrected_one_after_another(swedish: Evening) -> None:
    """A correction that helps is taken, though another deal is still wrong."""
    swedish.deal("spader 8 4")
    spoilt(spoilt(swedish, "[6, 6, 4]", "[6, 6, 5]"), "[8, 4, 4]", "[8, 4, 5]")
    act = swedish.amend(1, "6 6 4")
    assert (act.recorded, len(act.standing.deals)) == (1, 2)
    assert [text_of(problem.place or "").split(",")[0] for problem in act.standing.problems] == [
        "deal 3"
    ]
    swedish.amend(3, "8 4 4")
    assert swedish.book.standing.problems == ()


def test_an_undo_may_be_the_mend(swedish: Evening) -> None:
    """A spoilt deal can be taken back instead."""
    spoilt(swedish, "[9, 2, 5]", "[9, 2, 6]").undo()
    assert (swedish.book.standing.problems, swedish.totals) == ((), [(-2, 2, 0)])


@given(
    st.dictionaries(
        st.sampled_from(["contract", "tricks", "trump", "gp", "bizon", "x", "passed", "grass", "round"]),
        st.one_of(
            st.integers(-3, 99), st.booleans(), st.sampled_from(["sang", "A", "spades", "KH", ""]),
            st.lists(st.one_of(st.integers(-3, 99), st.just("A")), max_size=4),
        ),
        max_size=5,
    ),
    st.sampled_from(["bismarck-swedish", "bizon"]),
)  # fmt: skip
def test_whatever_a_hand_writes_in_an_entry_is_named(facts: dict[str, Any], game: str) -> None:
    """Facts of the wrong kind, too many or too few are problems of the deal: the file opens, and
    a correction and an undo are answered."""
    evening = Evening(game, "A", "B", "C")
    evening.data += entry_text(Entry("deal", 1, "", facts)).encode()
    book = evening.book
    assert len(book.standing.deals) + bool(book.standing.problems) == 1
    for line in ("sang 6 6", "A 20 0", "contract=sang tricks=A:6,B:6", "tricks=A:3", "x=1"):
        try:
            evening.amend(1, line)
        except Refused as refused:
            assert refused.problems
    evening.undo()


# --- amend -------------------------------------------------------------------------------------------


def test_only_what_was_typed_changes(swedish: Evening) -> None:
    """A new count leaves the contract, a new contract the count; later totals that move are
    listed."""
    act = swedish.amend(1, "tricks=8,5,3")
    assert swedish.facts(1) == {"contract": "sang", "tricks": [8, 5, 3]}
    assert (act.recorded, act.changed, swedish.totals) == (1, (2,), [(0, 1, -1), (-3, 3, 0)])
    act = swedish.amend(2, "spader")
    assert swedish.facts(2) == {"contract": "spader", "tricks": [9, 2, 5]}
    assert act.changed == ()


def test_a_correction_that_moves_no_total_lists_none(swedish: Evening) -> None:
    """Another suit, or another contract of the same quotas, changes the deal and no later one."""
    assert swedish.amend(1, "trumf hearts").changed == ()


def test_by_name_one_number_is_enough(swedish: Evening) -> None:
    """`A:7 B:5` leaves the third to be worked out; one name alone keeps the other two."""
    swedish.amend(1, "A:7 B:5")
    assert swedish.facts(1)["tricks"] == [7, 5, 4]
    (problem,) = refusal(swedish.amend, 1, "A:8")
    assert problem.code == "tricks-total"
    bien = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    bien.deal("bidder=Ann bid=100 meld=0 points=60,81")
    bien.amend(1, "points=Bob:90")
    assert bien.facts(1)["points"] == [51, 90]


def test_what_becomes_pointless_goes(swedish: Evening) -> None:
    """A suit goes with the contract that had it; a suit that is typed with it stays."""
    swedish.amend(1, "trumf hearts")
    assert swedish.facts(1)["trump"] == "hearts"
    swedish.amend(1, "sang")
    assert swedish.facts(1) == {"contract": "sang", "tricks": [6, 6, 4]}


def test_a_deal_that_was_passed_is_played_after_all() -> None:
    """`passed` goes when something was played, and all that was played goes when all passed."""
    evening = Evening("bizon", "Ann", "Bo", "Cleo")
    evening.deal("passed")
    evening.amend(1, "Bo gp=8,0")
    assert evening.facts(1) == {"bizon": "Bo", "gp": [8, 0, 32]}
    evening.amend(1, "passed")
    assert evening.facts(1) == {"passed": True}
    assert evening.totals == [(0, 0, 0)]


def test_what_was_worked_out_is_worked_out_again() -> None:
    """A round that followed from the Grass and the trump follows the new ones."""
    evening = Evening("bizon", "Ann", "Bo", "Cleo")
    evening.deal("Ann grass=KH trump=hearts gp=20,0")
    assert evening.facts(1)["round"] == 1
    evening.amend(1, "trump=spades")
    assert evening.facts(1)["round"] == 2
    evening.amend(1, "gp=30,0")
    assert (evening.facts(1)["trump"], evening.facts(1)["round"]) == ("spades", 2)
    evening.amend(1, "grass=9S")
    assert (evening.facts(1)["trump"], evening.facts(1)["round"]) == ("spades", 1)


def test_of_two_facts_that_follow_from_each_other_none_is_guessed() -> None:
    """Another Grass leaves open whether the trump or the round was wrong: it is refused with
    both mends."""
    evening = Evening("bizon", "Ann", "Bo", "Cleo")
    evening.deal("Ann grass=KH round=1 gp=20,0")
    assert evening.facts(1)["trump"] == "hearts"
    (problem,) = refusal(evening.amend, 1, "grass=10C")
    assert (problem.code, hint_of(problem)) == ("trump-grass", "say the Grass's suit, or round=2")
    evening.amend(1, "grass=10C trump=clubs")
    assert (evening.facts(1)["trump"], evening.facts(1)["round"]) == ("clubs", 1)
    (problem,) = refusal(evening.amend, 1, "round=2")
    assert (problem.code, hint_of(problem)) == ("trump-grass", "say another suit, or round=1")
    evening.amend(1, "grass=KH round=2")
    assert (evening.facts(1)["trump"], evening.facts(1)["round"]) == ("clubs", 2)


def test_what_may_stand_beside_a_word_for_the_whole_deal_stays_with_it() -> None:
    """A game becomes a passed one with the card that was turned, which may be said later too;
    what else is said ends that."""
    evening = Evening("bizon", "Ann", "Bob", "Cal")
    evening.deal("Ann grass=KH round=1 gp=20,0")
    evening.amend(1, "passed")
    assert evening.facts(1) == {"passed": True, "grass": "KH"}
    evening.amend(1, "grass=10C")
    assert evening.facts(1) == {"passed": True, "grass": "10C"}
    evening.amend(1, "Bob gp=0,40")
    assert {name: evening.facts(1).get(name) for name in ("passed", "bizon", "grass")} == {
        "passed": None, "bizon": "Bob", "grass": "10C",
    }  # fmt: skip


def test_an_auction_gives_way_to_what_is_said_instead() -> None:
    """Naming the bidder drops the calls that gave another, and new calls drop the bidder and the
    bid."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    evening.deal("auction=p,100,p,p meld=50 points=60,81")
    assert (evening.facts(1)["bidder"], evening.facts(1)["bid"]) == ("Cal", 100)
    evening.amend(1, "bidder=Ann")
    assert "auction" not in evening.facts(1)
    assert (evening.facts(1)["bidder"], evening.facts(1)["bid"]) == ("Ann", 100)
    evening.amend(1, "auction=100,110,p,p")
    assert (evening.facts(1)["bidder"], evening.facts(1)["bid"]) == ("Cal", 110)


def test_a_bid_of_another_kind_asks_for_its_own_count() -> None:
    """A bid that is a number is scored by card points and meld, a ponder by tricks: each drops
    the other's."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    evening.deal("bidder=Ann bid=100 meld=50 points=60,81")
    evening.amend(1, "ponder 8 0")
    assert evening.facts(1) == {"bidder": "Ann", "bid": "ponder", "tricks": [8, 0]}
    evening.amend(1, "bid=100 meld=50 points=60,81")
    assert evening.facts(1) == {"bidder": "Ann", "bid": 100, "meld": 50, "points": [60, 81]}


def test_nothing_different_is_refused(swedish: Evening) -> None:
    """A correction that changes nothing is a slip: it is said, and not logged."""
    before = swedish.data
    for line in ("sang", "sang 6 6 4", "tricks=6,6,-", "tricks=A:6,B:6"):
        assert code(swedish.amend, 1, line) == "amend-same"
    assert code(swedish.amend, 1, "") == "amend-nothing"
    assert swedish.data == before


@pytest.mark.parametrize("number", [0, -1, 3, 10**9])
def test_a_deal_that_there_is_not_is_refused(swedish: Evening, number: int) -> None:
    """Only deals that stand can be corrected."""
    assert code(swedish.amend, number, "8 4") == "deal-unknown"


def test_a_later_deal_that_becomes_impossible_is_named(swedish: Evening) -> None:
    """A contract that its declarer played later cannot be moved to an earlier deal."""
    swedish.deal("spader 8 4")
    swedish.deal("pass 4 6")
    before = swedish.data
    (problem,) = refusal(swedish.amend, 1, "pass")
    assert (problem.code, text_of(problem.place)) == ("contract-used", "deal 4")
    assert swedish.data == before


def test_every_problem_of_a_correction_comes_at_once(swedish: Evening) -> None:
    """Words that cannot be read and counts that cannot be are named together."""
    codes = {problem.code for problem in refusal(swedish.amend, 1, "zang 9 9 trump=x")}
    assert codes == {"word-unknown", "suit-unknown", "tricks-total"}


def whole_game() -> Evening:
    evening = Evening("bismarck-swedish")
    for contract in ("spader", "trumf hearts", "sang", "pass"):
        for _ in range(3):
            evening.deal(f"{contract} 6 6")
    assert evening.book.standing.state.over
    return evening


def test_a_deal_is_corrected_after_the_end() -> None:
    """The last deal played, a first one can still be corrected, and every total after it moves."""
    evening = whole_game()
    act = evening.amend(1, "8 4")
    assert act.changed == tuple(range(2, 13))
    assert evening.book.standing.state.over
    assert code(evening.deal, "sang 6 6") == "session-over"
    evening.undo()
    evening.undo()
    assert not evening.book.standing.state.over


def test_a_correction_may_end_a_game_earlier_only_if_no_deal_follows() -> None:
    """Where a corrected deal ends the match, a deal after it could not have been: it is named."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    evening.deal("bidder=Ann bid=350 meld=300 points=60,81")
    evening.deal("bidder=Ann bid=200 meld=150 points=60,81")
    evening.deal("passed")
    assert evening.totals == [(5, 12), (1, 12), (1, 12)]
    (problem,) = refusal(evening.amend, 2, "bid=250 meld=200")
    assert (problem.code, text_of(problem.place)) == ("session-over", "deal 3")
    evening.undo()
    act = evening.amend(2, "bid=250 meld=200")
    assert act.standing.state.over and evening.book.standing.state.over
    assert match_totals(evening.book.standing) == (12, 0)


def test_a_correction_moves_the_borders_of_the_games_after_it() -> None:
    """In a match a game that ends elsewhere moves the deals after it into another game, and
    their totals."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee", games=2)
    evening.deal("bidder=Ann bid=350 meld=300 points=60,81")
    evening.deal("bidder=Ann bid=250 meld=200 points=60,81")
    evening.deal("bidder=Bob bid=100 meld=50 points=60,81")
    assert [deal.turn.game for deal in evening.book.standing.deals] == [1, 1, 2]
    act = evening.amend(1, "bid=100 meld=50")
    assert [deal.turn.game for deal in evening.book.standing.deals] == [1, 1, 1]
    assert (act.changed, evening.totals[2]) == ((2, 3), (5, 10))


@pytest.mark.parametrize("why", ["a\x1b[2Jb", "\u202ex", "\udcff", "a\0"])
def test_a_reason_that_would_harm_a_terminal_is_refused(swedish: Evening, why: str) -> None:
    """What the log will show is words."""
    assert code(swedish.amend, 1, "8 4", why) == "why-text"


def test_a_reason_is_kept_in_one_line(swedish: Evening) -> None:
    """Quotes, other alphabets and a pasted end of line are kept as words."""
    swedish.amend(1, "8 4", 'Bo said "9",\n\tÅsa  \\ 八')
    assert swedish.book.log.entries[-1].why == 'Bo said "9", Åsa \\ 八'


# --- undo and redo -----------------------------------------------------------------------------------


def test_undo_takes_back_the_last_act_and_redo_restores_it(swedish: Evening) -> None:
    """A deal, and a correction of an earlier one, are taken back in the order they were made."""
    swedish.amend(1, "8 5")
    act = swedish.undo()
    assert (act.recorded, act.changed, swedish.totals) == (1, (2,), [(-2, 2, 0), (-5, 4, 1)])
    act = swedish.undo()
    assert (act.recorded, act.changed, swedish.totals) == (None, (), [(-2, 2, 0)])
    assert (swedish.redo().recorded, swedish.totals) == (2, [(-2, 2, 0), (-5, 4, 1)])
    swedish.redo()
    assert swedish.totals == [(0, 1, -1), (-3, 3, 0)]
    assert code(swedish.redo) == "redo-nothing"


def test_a_note_leaves_what_was_taken_back() -> None:
    """It changes no deal: a word about the undo costs no deal."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.deal("pass 8 3")
    stood = evening.totals
    evening.undo()
    evening.undo()
    evening.note("sang was right")
    evening.redo()
    evening.note("so was pass")
    evening.redo()
    assert evening.totals == stood
    assert code(evening.redo) == "redo-nothing"
    told = entry_words(evening.book)
    assert [text_of(said).split(":")[0] for said in told[-4:]] == ["note", "redo", "note", "redo"]
    for _ in range(4):
        evening.undo()
    assert evening.totals == []


def test_a_refused_redo_says_what_ended_it() -> None:
    """Nothing was taken back, all of it was restored, or what was recorded since."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    said = "there is nothing to restore: nothing was taken back"
    with pytest.raises(Refused, match=f"^{said}$"):
        evening.redo()
    evening.undo()
    evening.redo()
    with pytest.raises(Refused, match="all that was taken back stands again"):
        evening.redo()
    evening.undo()
    evening.did(turning(evening.book, ["Cleo"], AT))
    evening.note("at the door")
    with pytest.raises(Refused, match="since the undo this was recorded: Cleo deals deal 1"):
        evening.redo()


def test_a_new_deal_or_correction_leaves_nothing_to_redo(swedish: Evening) -> None:
    """What was taken back before something new was entered stays taken back."""
    swedish.undo()
    swedish.deal("sang 6 6")
    assert code(swedish.redo) == "redo-nothing"
    swedish.undo()
    swedish.amend(1, "8 5")
    assert code(swedish.redo) == "redo-nothing"


def test_there_is_an_end_to_undoing(swedish: Evening) -> None:
    """Before the first deal there is nothing to take back."""
    swedish.undo()
    swedish.undo()
    assert code(swedish.undo) == "undo-nothing"
    assert code(Evening("bizon").redo) == "redo-nothing"


def test_nothing_is_ever_overwritten(swedish: Evening) -> None:
    """Every act only adds to the file."""
    before = swedish.data
    for act in (
        lambda: swedish.amend(1, "8 5"),
        swedish.undo,
        swedish.redo,
        lambda: swedish.deal("spader 8 4"),
    ):
        act()
        assert swedish.data.startswith(before)
        before = swedish.data


def test_the_log_says_every_act_in_words(swedish: Evening) -> None:
    """A correction says what was and what is, an undo and a redo what they took back and
    restored."""
    swedish.amend(1, "trumf hearts 8 5")
    swedish.undo()
    swedish.redo()
    assert [*map(text_of, entry_words(swedish.book))] == [
        "deal 1: contract sang · tricks 6,6,4",
        "deal 2: contract pass · tricks 9,2,5",
        "amend deal 1: contract sang → trumf, trump (none) → hearts, tricks 6,6,4 → 8,5,3",
        "undo: the correction of deal 1 (contract trumf → sang, tricks 8,5,3 → 6,6,4, trump hearts → (none))",
        "redo: the correction of deal 1 (contract sang → trumf, trump (none) → hearts, tricks 6,6,4 → 8,5,3)",
    ]


def test_an_order_of_entries_that_cannot_be_is_refused_with_its_line(swedish: Evening) -> None:
    """A deal out of its place, an undo too many and a correction of no deal are named."""
    for old, new in (
        (b"number = 2", b"number = 3"),
        (b'what = "deal"\nnumber = 2', b'what = "redo"\nnumber = 2'),
    ):
        (problem,) = refusal(opened, swedish.data.replace(old, new), "eve")
        assert problem.code == "entry-order"
        assert text_of(problem.place) == f"line {swedish.book.folded.deals[1].line}"


def test_a_house_rule_goes_with_the_session() -> None:
    """A game of one's own is frozen in the file with all that it extends."""
    raw = {**ruleset("bismarck-swedish").raw, "name": "Ours"}
    evening = Evening(read_ruleset(raw, "ours"))
    evening.deal("sang 6 6")
    assert evening.book.agreed.rules.name.shown() == "Ours"
    assert evening.book.agreed.rules.id == "ours"
