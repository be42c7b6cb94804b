"""The ranking of an evening: points where all sessions are of one game under the same rules, games
won and places where they are not; whoever came or left in mid-evening has what they played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from evening import Evening as Played
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.league.evening_ranking import (
    AVERAGE,
    PLACES,
    POINTS,
    Ranking,
    SideResult,
    first_session_of_evening,
    ranked_evening,
)
from scorekeeper.league.session_record import DepartedPlayer, Evening, evening_of
from scorekeeper.record.seat_changes import seating


def session(results: Sequence[int], *names: str, **more: Any) -> Evening:
    """A finished session of twelve deals with these results, of Anna, Björn and Cleo."""
    players = names or ("Anna", "Björn", "Cleo")
    lowest = more.get("lowest", False)
    best = min(results) if lowest else max(results)
    told: dict[str, Any] = {
        "game": "game", "day": "2026-11-22", "players": players,
        "sides": [(seat,) for seat in range(len(players))],
        "leaders": [side for side, result in enumerate(results) if result == best],
        "lowest": lowest, "over": True, "deals": 12, "results": results, "points": results,
        "contracts": {}, **more,
    }  # fmt: skip
    return Evening(**told)


def places(ranking: Ranking) -> list[tuple[int, str]]:
    return [(row.place, row.side) for row in ranking.rows]


def test_points_are_added_where_it_is_one_game() -> None:
    """Anna +4 −1, Björn 0 +3, Cleo −4 −2: Anna and Björn are level, and share the first place."""
    found = ranked_evening([session([4, 0, -4]), session([-1, 3, -2])], is_one_game=True)
    assert found.by == POINTS
    assert places(found) == [(1, "Anna"), (1, "Björn"), (3, "Cleo")]
    assert [row.points for row in found.rows] == [3, 3, -6]
    assert found.rows[0].made == (SideResult(1, 4, 12), SideResult(2, -1, 12))


def test_games_won_rank_where_the_games_differ() -> None:
    """Björn won two of three, Anna one with many points: points of different games are not
    added."""
    games = [session([90, 10, 0]), session([0, 2, 1]), session([0, 5, 3])]
    found = ranked_evening(games, is_one_game=False)
    assert found.by == PLACES
    assert places(found) == [(1, "Björn"), (2, "Anna"), (3, "Cleo")]
    assert [row.points for row in found.rows] == [None] * 3
    assert [(row.won, row.shared) for row in found.rows] == [(2, 0), (1, 0), (0, 0)]


@pytest.mark.parametrize("lowest", [False, True])
def test_a_session_is_won_by_the_places_that_it_has_itself(lowest: bool) -> None:
    """Where somebody left whose score nobody went on with, places go by the points of a deal
    played: Cleo, who came late, has the best of these and not of the totals."""
    left = session([6, -13, 2], played=[7, 5, 2], places=[1, 2, 0], lowest=lowest)
    found = ranked_evening([left, session([1, 1, 1], lowest=lowest)], is_one_game=False)
    assert places(found) == [(1, "Cleo"), (2, "Anna"), (3, "Björn")]
    assert [row.made[0].place for row in found.rows if row.made[0]] == [1, 2, 3]


def test_where_a_session_goes_by_the_points_of_a_deal_the_evening_does_too() -> None:
    """Cleo has 3 points of one deal and left, Anna 5 of three: 3 a deal are more than 5/3, and
    whoever has won the only session has won the evening."""
    evening = Played("bismarck-swedish", "Anna", "Björn", "Cleo")
    evening.deal("sang 5 4 7")
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--own-score"], "2026-11-22"))
    evening.deal("spader 7 5")
    evening.deal("spader 8 4")
    row = evening_of(evening.book)
    assert [row.players[side] for side in row.leaders] == ["Cleo"]
    found = ranked_evening([row], is_one_game=True)
    assert found.by == AVERAGE
    assert places(found)[0] == (1, "Cleo")


def test_second_places_decide_among_those_who_won_as_often() -> None:
    """Anna and Björn won one each; Anna was second besides, Björn third."""
    found = ranked_evening([session([9, 0, 5]), session([5, 9, 0])], is_one_game=False)
    assert places(found) == [(1, "Anna"), (2, "Björn"), (3, "Cleo")]


def test_a_shared_place_is_that_place_for_both() -> None:
    """Two who share the first place are both first, and the next is third."""
    found = ranked_evening([session([5, 5, 0])], is_one_game=False)
    assert [row.made for row in found.rows] == [
        (SideResult(1, 5, 12),),
        (SideResult(1, 5, 12),),
        (SideResult(3, 0, 12),),
    ]
    assert [(row.won, row.shared) for row in found.rows] == [(0, 1), (0, 1), (0, 0)]


def test_the_fewest_points_rank_first_where_the_game_says_so() -> None:
    """In a game of few points the least is best, in the evening too."""
    found = ranked_evening([session([9, 3, 5], lowest=True)] * 2, is_one_game=True)
    assert found.lowest
    assert places(found) == [(1, "Björn"), (2, "Cleo"), (3, "Anna")]


def test_matches_are_added_by_their_results() -> None:
    """Of a match of which no game is finished nobody has anything, whatever the score is."""
    finished = session([3, 1, 0], match=True, lowest=True, leaders=[0])
    begun = session([40, 2, 30], over=False, lowest=True)
    found = ranked_evening([finished, begun], is_one_game=True)
    assert not found.lowest
    assert [(row.side, row.points) for row in found.rows] == [
        ("Anna", 3),
        ("Björn", 1),
        ("Cleo", 0),
    ]


def test_the_result_of_a_match_goes_to_who_sits_there_at_its_end() -> None:
    """Dora took Björn's seat after 5 of 12 deals, in which he had made 40 points: the match brought
    her the 1 game that it brought that seat, and him none, in 7 and in 5 deals."""
    match = session(
        [3, 1, 0],
        "Anna",
        "Dora",
        "Cleo",
        match=True,
        leaders=[0],
        left=[DepartedPlayer("Björn", 1, 5, 40)],
    )
    made = {row.side: row.made[0] for row in ranked_evening([match], is_one_game=True).rows}
    assert (made["Dora"], made["Björn"]) == (SideResult(2, 1, 7), SideResult(None, 0, 5))


def test_partners_are_ranked_together_where_they_stayed_so() -> None:
    """Two sides all evening are two sides of its ranking, whichever of them is named first."""
    names = ("Ann", "Bob", "Cal", "Dee")
    one = session([7, 3], *names, sides=[(0, 2), (1, 3)])
    other = session([2, 5], "Cal", "Dee", "Ann", "Bob", sides=[(0, 2), (1, 3)])
    found = ranked_evening([one, other], is_one_game=True)
    assert [(row.side, row.people, row.points) for row in found.rows] == [
        ("Ann & Cal", ("Ann", "Cal"), 9),
        ("Bob & Dee", ("Bob", "Dee"), 8),
    ]


def test_other_partners_make_a_ranking_of_persons() -> None:
    """Each person has what their side had."""
    names = ("Ann", "Bob", "Cal", "Dee")
    one = session([7, 3], *names, sides=[(0, 2), (1, 3)])
    other = session([2, 5], "Ann", "Cal", "Bob", "Dee", sides=[(0, 2), (1, 3)])
    found = ranked_evening([one, other], is_one_game=True)
    assert {row.side: row.points for row in found.rows} == {"Ann": 9, "Bob": 5, "Cal": 12, "Dee": 8}


def test_points_a_deal_count_where_not_everybody_was_there() -> None:
    """Dora came for the second session: +6 in twelve deals is more than Anna's +8 in 24."""
    one, other = session([4, 0, -4]), session([4, -6, -4, 6], "Anna", "Björn", "Cleo", "Dora")
    found = ranked_evening([one, other], is_one_game=True)
    assert found.by == AVERAGE
    assert places(found) == [(1, "Dora"), (2, "Anna"), (3, "Björn"), (4, "Cleo")]
    dora = found.rows[0]
    assert (dora.points, dora.deals, dora.made) == (6, 12, (None, SideResult(1, 6, 12)))


def test_whoever_took_a_seat_has_what_was_played_there_since() -> None:
    """Cleo left after one deal with +4, Dora lost 2 in the other: each has the deals they played,
    and a place only who sat there at the end."""
    played = Played("bismarck-swedish")
    played.deal("sang 6 2 8")
    played.did(seating(played.book, ["Dora", "for", "Cleo"], "2026-11-22T20:00:00Z"))
    played.deal("spader 8 6 2")
    row = evening_of(played.book)._replace(over=True)
    found = ranked_evening([row], is_one_game=True)
    made = {one.side: one.made[0] for one in found.rows}
    (left,) = row.left
    assert made["Cleo"] == SideResult(None, left.points, 1)
    assert made["Dora"] is not None and made["Dora"].deals == 1
    assert made["Dora"].points + left.points == row.results[2]
    assert found.by == AVERAGE


def test_an_unfinished_session_has_points_and_no_places() -> None:
    """It counts as it stands among points; among places it does not count yet."""
    going_on = session([3, 1, 0], over=False)
    assert [row.points for row in ranked_evening([going_on], is_one_game=True).rows] == [3, 1, 0]
    found = ranked_evening([going_on], is_one_game=False)
    assert places(found) == [(1, "Anna"), (1, "Björn"), (1, "Cleo")]
    assert [row.won for row in found.rows] == [0, 0, 0]


def test_an_early_end_counts_as_it_stands() -> None:
    """The places of a session that the players ended are those they left."""
    (first, *_) = ranked_evening([session([3, 1, 0], early=True)], is_one_game=False).rows
    assert (first.side, first.won) == ("Anna", 1)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=4))
def test_the_order_of_the_sessions_and_of_the_seats_does_not_matter(
    evening: list[list[int]],
) -> None:
    """The same results in another order, told from other seats, rank the same."""
    told = [session(results) for results in evening]
    turned = [session(results[::-1], "Cleo", "Björn", "Anna") for results in reversed(evening)]
    for is_one_game in (True, False):
        one, other = (
            {row.side: (row.place, row.points, row.won, row.shared) for row in found.rows}
            for found in (ranked_evening(told, is_one_game), ranked_evening(turned, is_one_game))
        )
        assert one == other
    if len(told) > 1:
        return
    assert sum(row.points or 0 for row in ranked_evening(told, True).rows) == sum(evening[0])


def test_sessions_of_one_evening_are_told_by_the_first() -> None:
    """By its id; a session alone, or with a copy of itself, is of no evening."""
    first, second = session([1, 0, 0], id="a"), session([1, 0, 0], id="b", evening="a")
    alone = session([1, 0, 0], id="c")
    told = [("fri", first), ("fri-2", second), ("sat", alone), ("sat copy", alone)]
    assert first_session_of_evening(told) == {"fri": "fri", "fri-2": "fri"}
    third = session([1, 0, 0], id="d", evening="a")
    assert first_session_of_evening([("fri-2", second), ("fri-3", third)]) == {
        "fri-2": "fri-2",
        "fri-3": "fri-2",
    }


@pytest.mark.parametrize("left", [[], [DepartedPlayer("Dora", 0, 4, -3)]])
def test_all_points_are_somebodys(left: list[DepartedPlayer]) -> None:
    """Whoever left took theirs along: the sum is that of the results."""
    found = ranked_evening([session([4, 0, -4], left=left)], is_one_game=True)
    assert sum(row.points or 0 for row in found.rows) == 0
