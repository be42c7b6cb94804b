"""What follows from a deal for the next: who deals, declares and leads, what is said of whom."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from conftest import GAMES, allowed, deals, ruleset
from evening import Evening
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pages import FOUR, faults_of, read
from shown import rules_text
from terminal import Person

from scorekeeper.game.entry_kinds import AMEND, DEAL, INSERT, PLACES, STRIKE, TURN, folded_entries
from scorekeeper.game.irregular_events import first_spent
from scorekeeper.game.log import UNDO, Entry
from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.game.standing import Standing, standing
from scorekeeper.proof.coming_deals import reason_unknown
from scorekeeper.proof.dependencies import dependencies_of
from scorekeeper.proof.outlook import ends_by_score
from scorekeeper.proof.possible_results import Possible
from scorekeeper.proof.ruleset_checks import deals_shared
from scorekeeper.proof.situations import situations
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.blank import blank_of
from scorekeeper.report.next_deal_summary import card_of, card_value
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

PAGE = """
name = "Crosses"
source = "made up"
players = 4
pack = "french-24"
hand = 6
count.tricks = { total = "hand" }
outcome = [{ points = { boss = "2 * tricks", others = "tricks" } }]
deals = { number = 9, declarer = "dealer's left", leader = "declarer" }
roles = { boss = "declarer", others = "others" }

[carry.out]
next = "out + (1 if tricks == 0 else 0)"

[next]
stays = "max(all.tricks) == min(all.tricks) + 1"
dealer = "out < 2"
declarer = "tricks == max(all.tricks)"
leader = "tricks == 5"
source = "page 13"

[[next.say]]
when = "tricks == 0"
text = "{me} owes a round, and has {out}"
"""
COLUMN = st.tuples(*[st.integers(0, 6)] * 3).map(sorted)


def seats(now: Standing) -> list[tuple[int, int | None, int | None]]:
    """Who deals, declares and leads each deal, and the coming one."""
    turns = [scored.turn for scored in now.deals]
    coming = [now.next_turn] if now.next_turn else []
    return [(one.dealer, one.declarer, one.leader) for one in (*turns, *coming)]


def by_hand(played: list[list[int]]) -> list[tuple[int, int, int]]:
    """The same from the words of the page: it stays where all have as good as alike; else whoever
    is next and has not two crosses deals. The first from the dealer's left with the most tricks
    declares, and leads, unless somebody has five."""
    crosses, found = [0] * 4, [(0, 1, 1)]
    for tricks in played:
        crosses = [have + (taken == 0) for have, taken in zip(crosses, tricks, strict=True)]
        dealer = found[-1][0]
        if max(tricks) != min(tricks) + 1:
            turns = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
            dealer = next((seat for seat in turns if crosses[seat] < 2), turns[0])
        after = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        declarer = next(seat for seat in after if tricks[seat] == max(tricks))
        leader = next((seat for seat in after if tricks[seat] == 5), declarer)
        found.append((dealer, declarer, leader))
    return found


@settings(max_examples=25)
@given(st.lists(COLUMN, max_size=8))
def test_every_seat_is_that_reckoned_by_hand(cuts: list[list[int]]) -> None:
    """Whatever is inserted, struck, amended or taken back on the way there."""
    played = [[a, b - a, c - b, 6 - c] for a, b, c in cuts]
    agreed = agree(read(PAGE), FOUR)
    now = allowed(agreed, *({"tricks": tricks} for tricks in played))
    assert seats(now) == by_hand(played)
    course = [Entry(DEAL, n, "", {"tricks": t}, line=n) for n, t in enumerate(played, 1)]
    extra = [Entry(INSERT, 1, "", {"tricks": [3, 1, 1, 1]}, line=20)]
    for back in (STRIKE, UNDO):
        again = folded_entries([*course, *extra, Entry(back, 1, "", {}, line=21)])
        assert standing(agreed, again.course).state == now.state
    if played:
        amended = [*course, Entry(AMEND, 1, "", {"tricks": [6, 0, 0, 0]}, line=22)]
        then = standing(agreed, folded_entries(amended).course)
        assert seats(then) == by_hand([[6, 0, 0, 0], *played[1:]])


def test_the_dealers_card_says_who_and_what_somebody_owes() -> None:
    """In text, for programs and in the sentence of the coming deal; nothing of it before."""
    now = allowed(agree(read(PAGE), FOUR), {"tricks": [5, 1, 0, 0]})
    card, rules = card_of(now), now.agreed.rules
    assert card is not None
    assert card.coming.says == ("Cleo owes a round, and has 1.", "Dora owes a round, and has 1.")
    value = card_value(card)
    assert value is not None
    assert (value["dealer"], value["declarer"], value["leader"]) == ("Björn", "Anna", "Anna")
    assert value["says"] == [*card.coming.says]
    assert "note      Cleo owes a round, and has 1.\n" in next_text(card, rules, 80)
    assert card.coming.say.endswith("Cleo owes a round, and has 1. Dora owes a round, and has 1.")
    assert "says" not in (card_value(card_of(allowed(now.agreed))) or {})
    total = read(
        PAGE.replace('when = "tricks == 0"', 'when = "total > 9"').replace("{out}", "{total}")
    )
    after = card_of(allowed(agree(total, FOUR), {"tricks": [1, 5, 0, 0]}))
    assert after is not None
    assert after.coming.says == ("Björn owes a round, and has 10.",)


def test_whoever_deals_out_of_turn_takes_part_in_what_follows() -> None:
    """Who deals next is asked from the player whose turn it then is."""
    agreed, deal = agree(read(PAGE), FOUR), {"tricks": [0, 3, 3, 0]}
    for then, dealer in (({}, 3), ({"then": "returns"}, 1)):
        course = [Entry(TURN, 1, "", {"dealer": "Cleo", **then}), *deals(deal)]
        assert standing(agreed, course).state.dealer == dealer
    crossed = deals(deal, deal, {"tricks": [1, 3, 1, 1]})
    assert [dealer for dealer, _, _ in seats(standing(agreed, crossed))] == [0, 1, 2, 1]


def test_who_changes_places_takes_what_follows_along() -> None:
    """The deal stays at its place, and so do the declaring and the lead."""
    course = [*deals({"tricks": [5, 1, 0, 0]})]
    agreed = agree(read(PAGE), FOUR)
    before = standing(agreed, course)
    assert seats(before)[-1] == (1, 0, 0)
    course.append(Entry(PLACES, 2, "", {"player": "Anna", "other": "Cleo"}))
    now = standing(agreed, course)
    assert now.problems == ()
    assert seats(now)[-1] == (1, 2, 2)


def test_nobody_can_rest_where_the_deal_goes_by_the_deal_before() -> None:
    """Who rests goes round with the deal."""
    with pytest.raises(Refused) as refused:
        agree(read(PAGE), (*FOUR, "Elin"), turns=SitOutPlan())
    assert "nobody can rest" in text_of(refused.value.problems[0].message)


def test_a_sheet_that_is_printed_beforehand_says_what_it_cannot_know() -> None:
    """The dealer and the declarer of every deal but the first."""
    agreed = agree(read(PAGE), FOUR)
    blank = blank_of(agreed)
    assert [(row.dealer, row.declarer) for row in blank.rows] == [("Anna", "Björn"), *[(None, None)] * 8]  # fmt: skip
    assert [*blank.said] == [
        "who deals next follows from each deal: write it in",
        "who declares next follows from each deal: write it in",
    ]
    led = (
        PAGE.replace("stays =", "# ")
        .replace('dealer = "out', '# "out')
        .replace('declarer = "tricks', '# "')
    )
    assert blank_of(agree(read(led), FOUR)).rows[3].declarer == "Anna"


def test_the_outlook_says_that_it_cannot_tell() -> None:
    """Neither least nor most, nor a way to win, nor a declarer without a contract."""
    page = PAGE.replace('[carry.out]\nnext = "out + (1 if tricks == 0 else 0)"\n', "")
    page = page.replace("out < 2", "tricks > 0").replace(", and has {out}", "")
    now = allowed(agree(read(page), FOUR), {"tricks": [5, 1, 0, 0]})
    possible = Possible(now.agreed.rules)
    why = reason_unknown(now, possible)
    assert why is not None
    assert "hangs on each deal" in text_of(why)
    assert not ends_by_score(now, possible)
    assert first_spent(now.agreed, now.state) is None


def test_the_proof_tries_everybody_as_declarer() -> None:
    """Anybody may declare, whoever deals: 16 ways, where the points go by who declares."""
    rules = read(PAGE)
    found = situations(rules, dependencies_of(rules))
    assert {(one.state.dealer, one.turn.declarer) for one in found} == {
        *product(range(4), range(4))
    }


def test_the_rules_say_it_in_words() -> None:
    """`rules show` has every test, and what is said."""
    said = " ".join(rules_text(read(PAGE)).split())
    assert "the same player deals again when the highest number of tricks is" in said
    assert "from whose turn it is to the left, for whom this holds: out is less than 2" in said
    assert "from the dealer's left on, for whom this holds: the number of tricks is 5" in said
    assert "PLAYER owes a round, and has (out) [page 13]" in said


BASE = 'name = "x"\nplayers = 4\npack = "french-24"\nhand = 6\ncount.tricks.total = "hand"\noutcome = [{ points = "tricks" }]\n'  # fmt: skip


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("next = {}", "nothing says what follows from a deal"),
        ('next.dealer = "trics == 6"', "`trics` is not a fact here"),
        ('next.declarer = "tricks == 6"', "nobody is said to do this in other deals"),
        (
            'deals.declarer = "fact who"\nfact.who.kind = "player"\nnext.declarer = "tricks == 6"',
            "the entry says who that is, by `declarer` of `[deals]`",
        ),
        (
            'next.stays = "max(all.tricks) == 6"\nmisdeal.then = "passes"',
            "where nobody knows whose turn it is",
        ),
        ('next.dealer = "tricks == 6"\nresting = {}', "nobody can rest where"),
        ('next.say = [{ text = "x" }]', "`when` is missing"),
    ],
)
def test_what_cannot_follow_is_a_fault(words: str, fault: str) -> None:
    """It is told when the page is read."""
    assert any(fault in told for told in faults_of(BASE + words))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('dealer = "tricks"', "a test is needed"),
        ('stays = "all.tricks == 3"', "`all.tricks == 3`"),
        ('dealer = "6 // tricks > 1"', "divides by zero"),
        ('say = [{ when = "6 // tricks > 1", text = "{me}" }]', "divides by zero"),
        ('say = [{ when = "tricks == 6", text = "{who} owes" }]', "nothing is put in for `{who}`"),
        ('dealer = "tricks > 9"', "never true"),
    ],
)
def test_nonsense_in_what_follows_is_a_fault_of_check(
    tmp_path: Path, words: str, fault: str
) -> None:
    """With its line, and once."""
    page = tmp_path / "odd.toml"
    page.write_text(f'{BASE}source = "x"\ndeals.number = 4\n[next]\n{words}\n')
    said = Person(tmp_path / "home").types("rules", "check", str(page))
    assert said.code == 1
    assert fault in said.err
    assert said.err.count("odd.toml:") == 1
    assert "odd.toml:10" in said.err


def test_deals_that_go_by_the_deal_before_are_not_shared_alike() -> None:
    """Nine deals of four are no fault where nobody knows who deals them."""
    assert [*deals_shared(read(PAGE))] == []
    assert [*deals_shared(read(PAGE[: PAGE.index("[next]")]))] != []


def test_a_session_is_opened_again_as_it_was() -> None:
    """Read from its file, the coming deal is the same."""
    evening = Evening(read(PAGE), *FOUR)
    for line in ("5 1 0 0", "0 5 1 0", "3 1 1 1"):
        evening.deal(line)
    assert seats(evening.book.standing) == by_hand([[5, 1, 0, 0], [0, 5, 1, 0], [3, 1, 1, 1]])


@pytest.mark.parametrize("game", GAMES)
def test_the_shortest_line_is_the_same_deal(game: str) -> None:
    """The dealer's card shows an example twice where fewer letters read as the same deal."""
    rules = ruleset(game)
    names = ("Anna", "Björn", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo")
    evening = Evening(rules, *names[: max(rules.every_number)])
    card = card_of(evening.book.standing)
    assert card is not None and card.asked.example is not None
    whole, short = card.asked.example, card.asked.shortest
    entered = evening.deal(whole).entries[0].facts
    if short is not None:
        evening.undo()
        assert len(short) < len(whole)
        assert evening.deal(short).entries[0].facts == entered


def test_next_shows_the_shortest_line_first(tmp_path: Path) -> None:
    """A contract that could be another by its first letter has one letter more."""
    person = Person(tmp_path / "home").after("new bismarck-swedish Anna Björn Cleo")
    assert "  type      sp 4 8 or spader 4 8\n" in person.does("next").out
    assert person.reads("next")["shortest"] == "sp 4 8"
    person.does("new bien Anna Björn Cleo Dora")
    assert "  type      B 100 0 70 or Björn 100 0 70\n" in person.does("next").out
