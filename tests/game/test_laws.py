"""Laws: what holds for every session that can be played, and for everything that can be entered."""

from __future__ import annotations

from typing import Any

import hand
import pytest
from conftest import FOUR, allowed, deals, ruleset, split
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.entry_kinds import folded_entries
from scorekeeper.game.log import Entry
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import (
    Standing,
    after,
    match_totals,
    ranking,
    standing,
    states_before,
    winners,
)
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem

THREE = ("Anna", "Björn", "Cleo")
PARTNERS = ("Ann", "Bob", "Cal", "Dee")
CONTRACTS = ("spader", "trumf", "sang", "pass")
SUITS = ("clubs", "diamonds", "hearts", "spades")
SEATS = st.integers(0, 2)


def at_table(game: str, dealer: int = 0, **options: Any) -> Agreed:
    names = PARTNERS if game == "bien" else THREE
    return agree(ruleset(game), names, names[dealer], options)


def rows(result: Standing) -> list[hand.Row]:
    """The sheet as the hand calculation keeps it."""
    return [
        hand.Row(
            deal.turn.dealer,
            deal.turn.declarer,
            deal.turn.leader,
            list(deal.points),
            list(deal.totals),
        )
        for deal in result.deals
    ]


# --- sessions -------------------------------------------------------------------------------


@st.composite
def swedish_evenings(
    draw: st.DrawFn, whole: bool = False
) -> tuple[int, list[tuple[str, list[int]]]]:
    """A first dealer and deals of modern Swedish Bismarck: each seat plays the contracts in an
    order of its own."""
    orders = [draw(st.permutations(CONTRACTS)) for _ in range(3)]
    number = 12 if whole else draw(st.integers(0, 12))
    return draw(SEATS), [
        (orders[deal % 3][deal // 3], draw(split(16, 3))) for deal in range(number)
    ]


def swedish_facts(played: list[tuple[str, list[int]]]) -> list[dict[str, Any]]:
    return [{"contract": contract, "tricks": tricks} for contract, tricks in played]


@given(swedish_evenings())
def test_swedish_evenings_score_as_by_hand(
    evening: tuple[int, list[tuple[str, list[int]]]],
) -> None:
    """Any modern Swedish session scores exactly as an independent hand calculation does, and
    ends after 12 deals."""
    dealer, played = evening
    result = allowed(at_table("bismarck-swedish", dealer), *swedish_facts(played))
    assert rows(result) == hand.swedish(dealer, played)
    assert result.state.over == (len(played) == 12)


@given(SEATS, st.lists(split(16, 3), max_size=12))
def test_british_evenings_score_as_by_hand(dealer: int, played: list[list[int]]) -> None:
    """Any British session scores exactly as an independent hand calculation does, and ends after
    12 deals."""
    result = allowed(
        at_table("bismarck-british", dealer), *[{"tricks": tricks} for tricks in played]
    )
    assert rows(result) == hand.british(dealer, played)
    assert result.state.over == (len(played) == 12)


@given(SEATS, st.lists(st.tuples(st.none() | SEATS, split(40, 3)), max_size=15))
def test_bizon_sets_score_as_by_hand(
    dealer: int, played: list[tuple[int | None, list[int]]]
) -> None:
    """Any set of Bizon scores exactly as an independent hand calculation does, and ends after 15
    deals."""
    facts = [
        {"passed": True} if who is None else {"bizon": THREE[who], "gp": gp} for who, gp in played
    ]
    result = allowed(at_table("bizon", dealer), *facts)
    assert rows(result) == hand.bizon(dealer, played)
    assert result.state.over == (len(played) == 15)


def bien_deals() -> st.SearchStrategy[hand.BienDeal]:
    number = st.integers(10, 66).map(lambda tens: tens * 10)
    possible = [tens * 10 for tens in range(53) if tens not in (1, 3)]
    bidder, meld = st.integers(0, 3), st.sampled_from(possible)
    return st.one_of(
        st.just(hand.BienDeal(None)),
        st.builds(hand.BienDeal, bidder, st.just("laydown")),
        st.builds(hand.BienDeal, bidder, st.just("ponder"), tricks=split(8, 2).map(tuple)),
        st.builds(hand.BienDeal, bidder, number, meld, split(141, 2).map(tuple)),
        st.builds(hand.BienDeal, bidder, number, st.just(300), split(141, 2).map(tuple)),
    )


def bien_facts(deal: hand.BienDeal) -> dict[str, Any]:
    if deal.bidder is None:
        return {"passed": True}
    facts: dict[str, Any] = {"bidder": PARTNERS[deal.bidder], "bid": deal.bid}
    if deal.bid == "laydown":
        return facts
    if deal.bid == "ponder":
        return facts | {"tricks": deal.tricks}
    return facts | {"meld": deal.meld, "points": deal.points}


@given(st.integers(0, 3), st.integers(1, 4), st.lists(bien_deals(), max_size=40))
def test_bien_matches_score_as_by_hand(
    dealer: int, games: int, played: list[hand.BienDeal]
) -> None:
    """Any match of Bien scores exactly as an independent hand calculation does, game after game."""
    match = hand.bien(dealer, games, played)
    result = allowed(
        at_table("bien", dealer, games=games),
        *[bien_facts(deal) for deal in played[: len(match.rows)]],
    )
    assert rows(result) == match.rows
    assert [list(points) for _, _, points in result.state.results] == match.results
    assert result.state.over == match.over
    assert match_totals(result) == tuple(
        sum(column) for column in zip([0, 0], *match.results, strict=True)
    )


# --- laws of the games ----------------------------------------------------------------------


@given(swedish_evenings(), st.lists(split(16, 3), max_size=12))
def test_the_points_of_bismarck_add_up_to_zero(
    evening: tuple[int, list[tuple[str, list[int]]]], tricks: list[list[int]]
) -> None:
    """The scores of the three players always add up to zero (Scoring): in every deal and in
    every total."""
    swedish = allowed(at_table("bismarck-swedish", evening[0]), *swedish_facts(evening[1]))
    british = allowed(at_table("bismarck-british"), *[{"tricks": column} for column in tricks])
    for deal in (*swedish.deals, *british.deals):
        assert sum(deal.points) == sum(deal.totals) == 0
        assert deal.quotas is not None and sum(deal.quotas) == 16


@given(swedish_evenings(whole=True))
def test_quotas_do_not_matter_in_the_end(evening: tuple[int, list[tuple[str, list[int]]]]) -> None:
    """Twelve deals at a point a trick, less 32 each, give the same totals (note on quotas;
    rulings 2, ruling 2)."""
    dealer, played = evening
    by_quota = allowed(at_table("bismarck-swedish", dealer), *swedish_facts(played)).state.totals
    assert list(by_quota) == hand.tricks_alone(
        [tricks for _, tricks in played], [name == "pass" for name, _ in played]
    )


@given(
    SEATS,
    st.integers(1, 2),
    st.lists(st.tuples(st.none() | SEATS, split(40, 3)), min_size=1, max_size=15),
)
def test_rotating_the_seats_rotates_the_points(
    dealer: int, by: int, played: list[tuple[int | None, list[int]]]
) -> None:
    """Players who all move a seat on take their points with them: no seat is better than
    another."""

    def moved(column: list[int]) -> list[int]:
        return [column[(seat - by) % 3] for seat in range(3)]

    def evening(turned: bool) -> list[dict[str, Any]]:
        seats = [who if who is None or not turned else (who + by) % 3 for who, _ in played]
        columns = [moved(gp) if turned else gp for _, gp in played]
        return [
            {"passed": True} if who is None else {"bizon": THREE[who], "gp": gp}
            for who, gp in zip(seats, columns, strict=True)
        ]

    before = allowed(at_table("bizon", dealer), *evening(False)).state.totals
    turned = allowed(at_table("bizon", (dealer + by) % 3), *evening(True)).state.totals
    assert list(turned) == moved(list(before))


@given(swedish_evenings(), st.integers(1, 2))
def test_rotating_the_seats_of_bismarck_rotates_the_points(
    evening: tuple[int, list[tuple[str, list[int]]]], by: int
) -> None:
    """So it is in Bismarck: with the first dealer moved on as well, every deal's points move
    with the players."""
    dealer, played = evening
    turned = [
        (contract, [tricks[(seat - by) % 3] for seat in range(3)]) for contract, tricks in played
    ]
    before = allowed(at_table("bismarck-swedish", dealer), *swedish_facts(played))
    after_it = allowed(at_table("bismarck-swedish", (dealer + by) % 3), *swedish_facts(turned))
    for old, new in zip(before.deals, after_it.deals, strict=True):
        assert new.points == tuple(old.points[(seat - by) % 3] for seat in range(3))


@given(st.integers(0, 3), st.integers(1, 4), st.lists(bien_deals(), min_size=1, max_size=30))
def test_replaying_n_deals_is_replaying_all_but_one_and_then_one(
    dealer: int, games: int, played: list[hand.BienDeal]
) -> None:
    """A standing depends on nothing but what came before: n deals are n-1 deals and then one."""
    agreed = at_table("bien", dealer, games=games)
    facts = [bien_facts(deal) for deal in played[: len(hand.bien(dealer, games, played).rows)]]
    whole, all_but_one = allowed(agreed, *facts), allowed(agreed, *facts[:-1])
    last = judged(agreed, all_but_one.state, facts[-1]).scored
    assert last is not None
    assert (*all_but_one.deals, last) == whole.deals
    assert after(agreed, all_but_one.state, last) == whole.state
    assert states_before(whole)[-1] == all_but_one.state


@given(swedish_evenings(), st.data())
def test_a_count_worked_out_is_the_count_given(
    evening: tuple[int, list[tuple[str, list[int]]]], data: st.DataObject
) -> None:
    """Leaving out any one of the tricks changes nothing: the total gives it."""
    agreed, facts = at_table("bismarck-swedish", evening[0]), swedish_facts(evening[1])
    short = []
    for deal in facts:
        missing = data.draw(st.none() | SEATS)
        short.append(
            {
                **deal,
                "tricks": [None if seat == missing else n for seat, n in enumerate(deal["tricks"])],
            }
        )
    with_all, without = allowed(agreed, *facts), allowed(agreed, *short)
    assert [(deal.points, list(deal.facts["tricks"])) for deal in with_all.deals] == [
        (deal.points, list(deal.facts["tricks"])) for deal in without.deals
    ]


@given(swedish_evenings())
def test_facts_as_they_are_stored_score_the_same_again(
    evening: tuple[int, list[tuple[str, list[int]]]],
) -> None:
    """What a deal is stored as, with all that was worked out, gives the same deal when it is
    read again."""
    agreed = at_table("bismarck-swedish", evening[0])
    once = allowed(agreed, *swedish_facts(evening[1]))
    assert allowed(agreed, *[dict(deal.facts) for deal in once.deals]) == once


@given(st.integers(0, 3), st.integers(1, 3), st.lists(bien_deals(), max_size=25))
def test_the_ranking_names_every_side_once(
    dealer: int, games: int, played: list[hand.BienDeal]
) -> None:
    """Every side has one place; the winners are the first place, once the session is over and
    not before."""
    facts = [bien_facts(deal) for deal in played[: len(hand.bien(dealer, games, played).rows)]]
    result = allowed(at_table("bien", dealer, games=games), *facts)
    assert sorted(side for place in ranking(result) for side in place) == [0, 1]
    assert winners(result) == (ranking(result)[0] if result.state.over else ())


# --- corrections ------------------------------------------------------------------------------


ACTS = st.lists(st.sampled_from(["deal", "amend", "undo", "redo"]) | st.integers(1, 9), max_size=40)


@given(ACTS)
def test_folding_is_what_a_plain_list_would_do(acts: list[Any]) -> None:
    """Deals, corrections, undos and redos fold to what a list of lists with a place in it gives."""
    history: list[list[int]] = [[]]  # every state of the sheet; `place` is the one that stands
    place, entries = 0, []
    # the deals of the acts that stand, and of those taken back
    about, undone = (list[int](), list[int]())
    for stamp, act in enumerate(acts, 1):
        now = history[place]
        if act == "undo" and place > 0:
            place -= 1
            entries.append(Entry("undo", about.pop(), "", {}))
            undone.append(entries[-1].number)
        elif act == "redo" and place < len(history) - 1:
            place += 1
            entries.append(Entry("redo", undone.pop(), "", {}))
            about.append(entries[-1].number)
        elif act == "deal":
            history[place + 1 :] = [[*now, stamp]]
            place += 1
            entries.append(Entry("deal", len(now) + 1, "", {"stamp": stamp}))
            about.append(entries[-1].number)
        elif isinstance(act, int) and act <= len(now):
            history[place + 1 :] = [[*now[: act - 1], stamp, *now[act:]]]
            place += 1
            entries.append(Entry("amend", act, "", {"stamp": stamp}))
            about.append(act)
    folded = folded_entries(entries)
    assert [entry.facts["stamp"] for entry in folded.deals] == history[place]
    assert len(folded.undone) == len(history) - 1 - place


@given(ACTS.map(lambda acts: [act for act in acts if act == "deal"]), st.integers(1, 5))
def test_undo_and_then_redo_changes_nothing(acts: list[Any], times: int) -> None:
    """Taking back any number of deals and restoring as many leaves every deal as it was."""
    entries = [Entry("deal", number, "", {"stamp": number}) for number, _ in enumerate(acts, 1)]
    times = min(times, len(entries))
    last = [entry.number for entry in entries[len(entries) - times :]]
    again = [
        *entries,
        *[Entry("undo", n, "", {}) for n in reversed(last)],
        *[Entry("redo", n, "", {}) for n in last],
    ]
    assert folded_entries(again) == folded_entries(entries)


# --- everything that can be entered -------------------------------------------------------------


NAMES = [
    "contract", "tricks", "trump", "gp", "bizon", "round", "grass", "passed", "bidder", "bid", "meld", "points", "auction",
    "tricsk", "", "deal", "players", "quota", "must_trump", "games", "__class__", "bizon.gp",
]  # fmt: skip
WORDS = [
    *CONTRACTS,
    *SUITS,
    *THREE,
    *PARTNERS,
    "misere",
    "ponder",
    "laydown",
    "pass",
    "10C",
    "AC",
    "2C",
    "none",
    "open",
    "fact bizon",
    "others",
]
PLAIN = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(-20, 400), st.floats(), st.text(max_size=5), st.sampled_from(WORDS),
    st.just(10**40), st.just(-(10**400)), st.binary(max_size=3),
)  # fmt: skip
JUNK = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)
NEARLY = st.one_of(
    JUNK, st.lists(st.integers(-1, 41) | st.none(), max_size=4), st.lists(st.sampled_from(WORDS) | st.integers(90, 400).map(str), max_size=5),
    split(16, 3), split(40, 3), split(141, 2), split(8, 2), split(8, 3), st.just(True),
)  # fmt: skip


@pytest.mark.parametrize("game", FOUR)
@given(st.dictionaries(st.sampled_from(NAMES) | st.text(max_size=4), NEARLY, max_size=6))
def test_whatever_is_entered_is_scored_or_refused(game: str, facts: dict[str, Any]) -> None:
    """Any facts at all give a scored deal or problems in words, never both and never a crash."""
    agreed = at_table(game)
    state = first_state(agreed)
    verdict = judged(agreed, state, facts)
    assert (verdict.scored is None) == bool(verdict.problems)
    for problem in verdict.problems:
        assert isinstance(problem, Problem) and text_of(problem.message) and problem.code
        assert len(text_of(problem.message)) < 1000
    if verdict.scored is not None:
        assert judged(agreed, state, verdict.scored.facts).scored == verdict.scored
        after(agreed, state, verdict.scored)


@pytest.mark.parametrize("game", FOUR)
@given(st.lists(st.dictionaries(st.sampled_from(NAMES), NEARLY, max_size=4), max_size=3))
def test_a_session_of_anything_stands_or_says_why_not(
    game: str, entered: list[dict[str, Any]]
) -> None:
    """A session file may hold anything: what stands is scored up to the first deal that the
    rules refuse, by number."""
    result = standing(at_table(game), deals(*entered))
    assert len(result.deals) == len(entered) or all(
        text_of(problem.place) == f"deal {len(result.deals) + 1}" for problem in result.problems
    )
    assert bool(result.problems) == (len(result.deals) < len(entered))
