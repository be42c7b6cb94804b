"""The session scored so far: totals, the end, places and winners, and where it stops."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import allowed, deals, merged_ruleset, ruleset

from scorekeeper.game.log import Entry
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import (
    Standing,
    game_winners,
    match_totals,
    ranking,
    standing,
    winners,
)
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of

SWEDISH = agree(ruleset("bismarck-swedish"), "ABC", "C")
BIZON = agree(ruleset("bizon"), "ABC")
BIEN_NAMES = ["Ann", "Bob", "Cal", "Dee"]


def played(*facts: dict[str, Any]) -> Standing:
    return standing(SWEDISH, deals(*facts))


def sang(*tricks: int) -> dict[str, Any]:
    return {"contract": "sang", "tricks": tricks}


def test_before_the_first_deal() -> None:
    """Nobody has anything, everybody shares the first place, and nobody has won."""
    start = played()
    assert (start.deals, start.state.totals, start.problems) == ((), (0, 0, 0), ())
    assert (ranking(start), winners(start), match_totals(start)) == (((0, 1, 2),), (), None)


def test_a_deal_knows_what_was_agreed_for_it() -> None:
    """A deal that was scored can be explained by itself: it holds what it was judged under."""
    (deal,) = played(sang(6, 6, 4)).deals
    assert deal.agreed is SWEDISH


def test_totals_run() -> None:
    """Each deal's points are added to the totals before it."""
    result = played(sang(6, 6, 4), {"contract": "pass", "tricks": (9, 2, 5)})
    assert [deal.totals for deal in result.deals] == [(-2, 2, 0), (-5, 4, 1)]
    assert result.state.totals == (-5, 4, 1)


@pytest.mark.parametrize(
    ("tricks", "places"),
    [
        ((6, 6, 4), ((1,), (2,), (0,))),
        ((8, 4, 4), ((0, 1, 2),)),
        ((10, 3, 3), ((0,), (1, 2))),
        ((6, 5, 5), ((1, 2), (0,))),
    ],
)
def test_level_players_share_a_place(
    tricks: tuple[int, ...], places: tuple[tuple[int, ...], ...]
) -> None:
    """The highest total is first; players who are level share the place."""
    assert ranking(played(sang(*tricks))) == places


def test_nobody_has_won_before_the_end() -> None:
    """A leader is not a winner while deals are left."""
    assert winners(played(sang(16, 0, 0))) == ()


def test_a_session_stops_at_the_first_deal_that_the_rules_refuse() -> None:
    """What comes before stands; the refusal says which deal and which line of the file."""
    bad = Entry("deal", 2, "", sang(6, 6, 5), line=31)
    result = standing(
        SWEDISH, [*deals(sang(6, 6, 4)), bad, Entry("deal", 3, "", sang(6, 6, 4), line=40)]
    )
    assert (len(result.deals), result.state.deal, result.state.totals) == (1, 2, (-2, 2, 0))
    assert [(problem.code, text_of(problem.place)) for problem in result.problems] == [
        ("tricks-total", "deal 2, line 31")
    ]


def test_a_deal_too_many_is_refused_with_its_number() -> None:
    """The sixteenth deal of a set of Bizon does not stand; the fifteen before it do."""
    result = standing(BIZON, deals(*[{"passed": True}] * 16))
    assert (len(result.deals), result.state.over) == (15, True)
    assert [(problem.code, text_of(problem.place)) for problem in result.problems] == [
        ("session-over", "deal 16")
    ]


def bien(*facts: dict[str, Any], games: int = 2) -> Standing:
    return allowed(agree(ruleset("bien"), BIEN_NAMES, options={"games": games}), *facts)


BOB = {"bidder": "Bob", "bid": 350, "meld": 350, "points": (71, 70)}
ANN = {"bidder": "Ann", "bid": 250, "meld": 250, "points": (71, 70)}


def test_the_lowest_score_leads_a_game_of_bien_and_the_highest_result_the_match() -> None:
    """Within the first game the side nearest to 0 is first; once a game is finished, the results
    are what counts."""
    assert ranking(bien(BOB)) == ((1,), (0,))
    finished = bien(ANN, BOB, BOB)
    assert finished.state.results == ((1, 3, (5, 12)),)
    assert (
        finished.state.totals,
        finished.state.game,
        finished.state.game_start,
        finished.state.over,
    ) == ((12, 12), 2, 4, False)
    assert ranking(finished) == ((1,), (0,)) and match_totals(finished) == (5, 12)


def test_the_match_is_won_by_the_sum_of_its_games() -> None:
    """A side that lost a game narrowly and won one by far has won the match."""
    whole = bien(ANN, ANN, BOB, BOB, ANN, ANN, ANN)
    assert whole.state.results == ((1, 4, (10, 12)), (5, 7, (12, 0)))
    assert (match_totals(whole), winners(whole), whole.state.over) == ((22, 12), (0,), True)


def test_game_winners_are_the_sides_with_the_best_total() -> None:
    """The highest in Bismarck, the lowest in Bien; more than one where they are level."""
    assert game_winners(SWEDISH, (3, 3, -6)) == (0, 1)
    assert game_winners(agree(ruleset("bien"), BIEN_NAMES), (0, 4)) == (0,)
    assert game_winners(agree(ruleset("bien"), BIEN_NAMES), (3, 3)) == (0, 1)


def test_an_amended_deal_moves_the_totals_after_it() -> None:
    """Scoring anew with a corrected deal changes that deal and every total from there on, and
    nothing before."""
    first = [sang(6, 6, 4), sang(5, 5, 6), sang(4, 8, 4)]
    second = [first[0], sang(5, 6, 5), first[2]]
    old, new = played(*first), played(*second)
    assert old.deals[0] == new.deals[0]
    assert [deal.points for deal in (old.deals[1], new.deals[1])] == [(1, -3, 2), (1, -2, 1)]
    assert old.deals[2].points == new.deals[2].points and old.deals[2].totals != new.deals[2].totals


def test_a_game_without_an_end_goes_on() -> None:
    """A ruleset without a number of deals and without a score to reach is over only when the
    players say so."""
    raw = merged_ruleset("bizon")
    del raw["deals"]["number"]
    endless = standing(agree(read_ruleset(raw, "endless"), "ABC"), deals(*[{"passed": True}] * 200))
    assert len(endless.deals) == 200 and not endless.state.over and endless.next_turn is not None


def test_the_number_of_deals_may_follow_from_the_players() -> None:
    """`number = "players * 2"` is six deals for three players."""
    raw = merged_ruleset("bizon")
    raw["deals"]["number"] = "players * 2"
    result = standing(agree(read_ruleset(raw, "short"), "ABC"), deals(*[{"passed": True}] * 6))
    assert result.state.over and result.problems == ()


def test_a_score_to_reach_ends_a_game_after_its_deal() -> None:
    """`over` is looked at after each deal, with that deal's score counted."""
    raw = merged_ruleset("bizon")
    raw["game"] = {"over": "max(all.total) >= 6"}
    agreed = agree(read_ruleset(raw, "race"), "ABC")
    won = {"bizon": "B", "gp": (10, 20, 10)}
    assert not standing(agreed, deals(won)).state.over
    assert standing(agreed, deals(won, won)).state.over
    assert [problem.code for problem in standing(agreed, deals(won, won, won)).problems] == [
        "session-over"
    ]


def test_only_a_contract_that_was_picked_is_used_up() -> None:
    """Where there are no contracts, or their order is fixed, nothing is noted against the
    declarer."""
    won = {"bizon": "A", "gp": (20, 10, 10)}
    british = agree(ruleset("bismarck-british"), "ABC")
    assert standing(BIZON, deals(won)).state.used == (frozenset(),) * 3
    assert standing(british, deals({"tricks": (6, 6, 4)})).state.used == (frozenset(),) * 3
    assert played(sang(6, 6, 4)).state.used == ({"sang"}, frozenset(), frozenset())


def test_every_game_of_a_match_has_its_contracts_anew() -> None:
    """Where a contract is declared once a player in a game, it may be declared again in the next
    game of the match."""
    raw = merged_ruleset("bismarck-swedish")
    raw = {**raw, "deals": {**raw["deals"], "number": 3}, "match": {"games": 2, "result": "total"}}
    agreed = agree(read_ruleset(raw, "twice"), "ABC", "C")
    result = standing(agreed, deals(*[sang(6, 6, 4)] * 6))
    assert result.problems == ()
    assert (len(result.deals), result.state.over) == (6, True)
