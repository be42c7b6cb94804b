"""Standings of events that others held, worked out anew to the last tie-break."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from scorekeeper.base.exact_numbers import exact
from scorekeeper.event.event_settings import ABSENT, ALONE, MET, RANK, WINS, Plan
from scorekeeper.event.event_standings import Ahead, EventStandings, event_standings
from scorekeeper.event.round_score import EventResults, TableResult

# The 12 m2 Sharpie at the Olympic Games of 1956: thirteen boats, seven races, of which the best six
# count; points by place, none for who did not finish, did not start or was disqualified (-). The
# gold medal was decided by races won. From "Sailing at the 1956 Summer Olympics - 12m2 Sharpie",
# Wikipedia (CC BY-SA), as https://boysha.eth.limo/wiki/ has it, read in November 2026: it ends
# before the last boat's last race, which is taken as not started. Places in each race, points of
# all races, points of the best six.
SHARPIE = """\
Mander   2  1  5  4  1  1  2  6602 6086
Tasker   1  2  2  1  2  2  -  6086 6086
Blackall 3  7  3  2  5  3  1  5229 4859
Capio    4  4  4  3  3  4  5  4444 3928
Sully    8  3  -  -  4  5  3  2917 2917
Mulka    7  9  1  -  8  8  7  2840 2840
Iliine   5  10 9  -  6  6  4  2479 2479
Tiriau   6  8  6  -  9  11 6  2058 2058
Olsen    -  5  -  5  7  10 8  1929 1929
Bercht   -  11 7  -  11 7  9  1349 1349
Cameron  -  6  8  -  -  9  10 1225 1225
Bonas    9  12 10 -  10 12 11 1137 1137
Gyi      -  13 11 -  -  -  -  275  275
"""
SHARPIE_POINTS = (1215, 914, 738, 613, 516, 437, 370, 312, 261, 215, 174, 136, 101, 0)

# The Candidates Tournament of 2014, two games against everybody: a win is a point, a draw half of
# one; level players were parted by their games against each other, then by games won. From the
# table at https://www.chessgames.com/perl/chess.pl?tid=83141&crosstable=1, read in November 2026,
# which has the players in the order in which they finished (=: a draw).
CANDIDATES = """\
Anand      ** == == 1= == 1= == =1 8.5
Karjakin   == ** 01 == == 01 =1 == 7.5
Kramnik    == 10 ** 1= == == =0 01 7
Mamedyarov 0= == 0= ** 1= 01 1= == 7
Andreikin  == == == 0= ** =1 0= 1= 7
Aronian    0= 10 == 10 =0 ** 1= == 6.5
Svidler    == =0 =1 0= 1= 0= ** 10 6.5
Topalov    =0 == 10 == 0= == 01 ** 6
"""
POINTS_OF = {"1": 2, "=": 1, "0": 0}  # in halves


def sharpie() -> EventStandings:
    """The standings of the races, each of which is one table of those who finished."""
    rows = [line.split() for line in SHARPIE.splitlines()]
    names = tuple(row[0] for row in rows)
    results, away = [], {}
    for race in range(1, 8):
        placed = sorted((int(row[race]) - 1, row[0]) for row in rows if row[race] != "-")
        assert [place for place, _ in placed] == [*range(len(placed))]
        people, seats = tuple(name for _, name in placed), tuple(range(len(placed)))
        results.append(TableResult(race, 1, "", people, seats, (0,) * len(seats), seats))
        away |= {(race, row[0]): ABSENT for row in rows if row[race] == "-"}
    plan = Plan(RANK, best=6, rank_points=(SHARPIE_POINTS,), ties=(WINS,), absent=0)
    return event_standings(plan, EventResults(names, 7, tuple(results), away=away))


def candidates() -> EventStandings:
    """The standings of the games, each a table of two; the table tells no rounds, so each pair has
    one of its own, and one more."""
    rows = [line.split() for line in CANDIDATES.splitlines()]
    names = [row[0] for row in rows]
    results = []
    for one, other in combinations(range(8), 2):
        for mine, theirs in zip(rows[one][other + 1], rows[other][one + 1], strict=True):
            assert POINTS_OF[mine] + POINTS_OF[theirs] == 2
            places = (int(mine == "0"), int(theirs == "0"))
            people, points = (names[one], names[other]), (POINTS_OF[mine], POINTS_OF[theirs])
            results.append(TableResult(len(results) + 1, 1, "", people, (0, 1), points, places))
    plan = Plan(RANK, rank_points=((1, 0),), ties=(MET, ALONE))
    return event_standings(plan, EventResults(tuple(names), len(results), tuple(results)))


def places(found: EventStandings) -> Sequence[tuple[int, str, float]]:
    return [(row.place, row.name, float(row.total)) for row in found.rows]


def test_the_sharpie_races_of_1956_come_out_as_they_were_published() -> None:
    """Every boat has the published place and points; what is struck is what they struck."""
    rows = [line.split() for line in SHARPIE.splitlines()]
    found = sharpie()
    assert places(found) == [(at, row[0], float(row[9])) for at, row in enumerate(rows, 1)]
    every = {row.name: sum(one.score or 0 for one in row.rounds) for row in found.rows}
    assert every == {row[0]: int(row[8]) for row in rows}


def test_the_gold_medal_of_1956_goes_by_races_won() -> None:
    """Two boats had 6,086 points; one had won three races, the other two."""
    first, second, third = sharpie().rows[:3]
    assert first.ahead == Ahead(WINS, 3, 2)
    assert second.ahead == Ahead("total", 6086, 4859)
    assert not first.shared
    assert [one.round for one in first.rounds if not one.counts] == [3]
    assert [one.round for one in third.rounds if not one.counts] == [2]


def test_the_candidates_of_2014_come_out_as_they_were_published() -> None:
    """Everybody has the published place and points."""
    rows = [line.split() for line in CANDIDATES.splitlines()]
    found = candidates()
    assert places(found) == [(at, row[0], float(row[9])) for at, row in enumerate(rows, 1)]
    assert not any(row.shared for row in found.rows)


def test_three_level_players_of_2014_are_parted_by_their_games_together() -> None:
    """Three had seven points: of the four games against each other they had 2½, 2 and 1½."""
    ahead = {row.name: row.ahead for row in candidates().rows}
    half = exact(1, 2)
    assert ahead["Kramnik"] == Ahead(MET, 2 + half, 2)
    assert ahead["Mamedyarov"] == Ahead(MET, 2, 1 + half)
    assert ahead["Aronian"] == Ahead(MET, 1 + half, half)
    assert ahead["Svidler"] == Ahead("total", 6 + half, 6)
