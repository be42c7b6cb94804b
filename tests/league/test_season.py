"""What the evenings of a league show in their order: form, runs, records, what everybody declared,
the calendar; worked out once more from all evenings at hand, as somebody with paper would."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.league.player_form import Mark
from scorekeeper.league.session_record import DepartedPlayer, Evening
from scorekeeper.league.standings import EveningFilter, league
from scorekeeper.report.league.league_value import LeagueStandings, league_standings

NAMES = ("Anna", "Björn", "Cleo", "Disa", "Einar", "Flora")
CONTRACTS = ("sang", "trumf")


def evening_of(chance: Random) -> Evening:
    """An evening by chance: of one of two games, in one of which the least is best; of single
    players or two sides; finished, broken off or not at its end; perhaps with somebody who left."""
    players = chance.sample(NAMES, 4)
    sides = [(0, 2), (1, 3)] if chance.random() < 0.3 else [(0,), (1,), (2,), (3,)]
    game = chance.choice("gh")
    lowest, early = game == "h", chance.random() < 0.2
    results = [chance.randint(-4, 4) for _ in sides]
    best = min(results) if lowest else max(results)
    day = f"2026-{chance.randint(1, 2):02}-{chance.randint(1, 9):02}"
    away = [name for name in NAMES if name not in players]
    left = [DepartedPlayer(chance.choice(away), 0, 1, 2)] if chance.random() < 0.3 else []
    names = [*players, *(one.name for one in left)]
    return Evening(
        game, day, players, sides, [n for n, one in enumerate(results) if one == best], lowest,
        chance.random() < 0.8 or early, chance.randint(1, 5), results, results, {}, early=early,
        left=left, begun=f"{day}T{chance.randint(0, 23):02}:{chance.randint(0, 59):02}:00Z",
        high_low=[_high_low(chance, lowest) for _ in names],
        declared={
            contract: [n for who in range(len(names)) for n in (who, 2, chance.randint(-3, 3))]
            for contract in chance.sample(CONTRACTS, 1)
        },
    )  # fmt: skip


def _high_low(chance: Random, lowest: bool) -> list[int]:
    """A best and a worst deal, or none of somebody who rested in all."""
    one, other = sorted((chance.randint(-9, 9), chance.randint(-9, 9)), reverse=not lowest)
    return [] if chance.random() < 0.1 else [one, chance.randint(1, 3), other, chance.randint(4, 5)]


Named = tuple[str, Evening]
EVENINGS = st.builds(
    lambda chance, number: [(f"s{n:02}", evening_of(chance)) for n in range(number)],
    st.randoms(use_true_random=False),
    st.integers(1, 25),
)


def in_order(told: Iterable[Named]) -> list[Named]:
    return sorted(told, key=lambda one: (one[1].day, one[1].begun))


def place(evening: Evening, name: str) -> tuple[int, bool] | None:
    """Somebody's place of a finished evening and whether others share it, counted on fingers."""
    if name not in evening.players or not evening.over or evening.early:
        return None
    of_side = dict(enumerate(evening.results))
    (side,) = (n for n, seats in enumerate(evening.sides) if evening.players.index(name) in seats)
    ladder = sorted({*of_side.values()}, reverse=not evening.lowest)
    before = [
        result for result in of_side.values() if ladder.index(result) < ladder.index(of_side[side])
    ]
    return len(before) + 1, [*of_side.values()].count(of_side[side]) > 1


def longest(steps: Sequence[tuple[str, bool]]) -> tuple[int, int, str | None, str | None]:
    """The run at the end, the longest, and its days."""
    runs = [[*run] for is_in, run in groupby(steps, key=lambda step: step[1]) if is_in]
    now = len(runs[-1]) if steps and steps[-1][1] else 0
    if not runs:
        return 0, 0, None, None
    most = max(runs, key=len)
    return now, len(most), most[0][0], most[-1][0]


@given(EVENINGS)
def test_form_and_runs_are_those_of_the_days(told: list[Named]) -> None:
    """In whatever order the evenings come; sessions are taken in the order of their names, and of
    a day in that of their first deals."""
    found = league_standings(league(told, EveningFilter()))
    ordered = in_order(told)
    days = sorted({evening.day for _, evening in told})
    for row in found.streaks:
        mine = [(e, p) for _, e in ordered if (p := place(e, row.player))]
        form = [Mark(e.day, e.game, *p) for e, p in mine][-10:]
        if len({(e.day, e.begun) for e, _ in mine}) == len(mine):  # else either may be the later
            assert next(
                (tuple(one.evenings) for one in found.form if one.player == row.player), ()
            ) == tuple(form)
            assert tuple(row.wins) == longest([(e.day, p == (1, False)) for e, p in mine])
        came = {e.day for _, e in told if row.player in e.names}
        assert tuple(row.days) == longest([(day, day in came) for day in days])


@given(EVENINGS)
def test_the_calendar_counts_every_evening_on_its_day(told: list[Named]) -> None:
    """Each month to the last day that had one, and none that had none."""
    found = league_standings(league(told, EveningFilter()))
    numbers = Counter(evening.day for _, evening in told)
    assert {
        f"{month.month}-{day:02}": number
        for month in found.calendar
        for day, number in enumerate(month.days, 1)
        if number
    } == numbers
    assert all(month.days[-1] and sum(month.days) == month.evenings for month in found.calendar)


@given(EVENINGS)
def test_what_everybody_declared_adds_up(told: list[Named]) -> None:
    """Deals and points of each contract by player, and their average."""
    sums: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0])
    for _, evening in told:
        for contract, flat in evening.declared.items():
            for who, deals, points in zip(flat[::3], flat[1::3], flat[2::3], strict=True):
                made = sums[evening.game, contract, evening.names[who]]
                made[0] += deals
                made[1] += points
    found = league_standings(league(told, EveningFilter()))
    rows = {
        (game, row.contract, row.player): (row.deals, row.points, row.average)
        for game, of_game in found.games.items()
        for row in of_game.declared
    }
    assert rows == {key: (n, points, points / n) for key, (n, points) in sums.items()}


@given(EVENINGS)
def test_records_are_those_of_all_evenings(told: list[Named]) -> None:
    """Of the best and the worst evening, of deals, margins and lengths the first by its time; an
    evening that ended early, or is not finished, has no result, but has deals."""
    found = league_standings(league(told, EveningFilter()))
    for game in found.games:
        mine = [(name, e) for name, e in in_order(told) if e.game == game]
        if len({(e.day, e.begun) for _, e in mine}) < len(mine):
            return
        lowest = game == "h"
        finished = [(name, e) for name, e in mine if e.over and not e.early]
        sides = [(r, name, e, side) for name, e in finished for side, r in enumerate(e.results)]
        deals = [
            (flat[at], name, flat[at + 1], at) for name, e in mine for flat in e.high_low if flat for at in (0, 2)
        ]  # fmt: skip
        top = max if not lowest else min
        low = min if not lowest else max
        wanted = {"longest_evening": max(e.deals for _, e in mine)}
        if sides:
            wanted["best_evening"] = top(result for result, *_ in sides)
            wanted["worst_evening"] = low(result for result, *_ in sides)
        if deals:
            wanted["best_deal"] = top(points for points, _, _, at in deals if at == 0)
            wanted["worst_deal"] = low(points for points, _, _, at in deals if at == 2)
        margins = [
            abs(sorted(e.results, reverse=not lowest)[0] - sorted(e.results, reverse=not lowest)[1])
            for _, e in finished if len(e.leaders) == 1
        ]  # fmt: skip
        if margins:
            wanted["margin"] = max(margins)
        rows = {row.record: row for row in found.records if row.game == game}
        rows.pop("wins_in_a_row", None)
        assert {record: row.value for record, row in rows.items()} == wanted
        if sides:
            first = next((n, e) for r, n, e, _ in sides if r == wanted["best_evening"])
            best = rows["best_evening"]
            assert (best.session, best.first) == (first[0], first[1].day)
            winners = [s for r, n, e, s in sides if n == first[0] and r == best.value]
            seats = [seat for side in winners for seat in first[1].sides[side]]
            assert best.players == tuple(sorted(first[1].players[seat] for seat in seats))


# --- by hand --------------------------------------------------------------------------------------


def evening(day: str, *results: int, players: Sequence[str] = NAMES[:3], **more: object) -> Evening:
    """A finished evening of one deal with these results."""
    leaders = [side for side, result in enumerate(results) if result == max(results)]
    seats = [(seat,) for seat in range(len(players))]
    made = Evening("g", day, players, seats, leaders, False, True, 1, results, results, {})
    return made._replace(**more)  # type: ignore[arg-type]


def shown(*evenings: Evening, **choice: object) -> LeagueStandings:
    told = [(f"e{number}", one) for number, one in enumerate(evenings)]
    return league_standings(league(told, EveningFilter(**choice)))  # type: ignore[arg-type]


def form_of(found: LeagueStandings, name: str) -> list[int]:
    return [mark.place for row in found.form if row.player == name for mark in row.evenings]


def test_the_form_is_of_the_last_ten_days() -> None:
    """Twelve evenings that come in the wrong order: the first two days are no form any more."""
    days = [evening(f"2026-01-{day:02}", day % 2, 1 - day % 2, -3) for day in range(12, 0, -1)]
    found = shown(*days)
    assert form_of(found, "Anna") == [1, 2] * 5
    assert found.form[0].evenings[0].day == "2026-01-03"


def test_an_evening_without_a_winner_is_no_form_and_ends_no_run() -> None:
    """Unfinished, or ended early and apart: the run of wins goes on over it, and the day counts as
    one that Anna came. With `--early won` it is an evening as any other."""
    won = [evening(f"2026-01-0{day}", 3, 1, 2) for day in (1, 3)]
    early = evening("2026-01-02", 1, 3, 2, early=True)
    found = shown(*won, early, evening("2026-01-04", 1, 3, 2, over=False))
    (anna,) = (row for row in found.streaks if row.player == "Anna")
    assert (form_of(found, "Anna"), anna.wins.now, anna.days.now) == ([1, 1], 2, 4)
    counted = shown(*won, early, early="won")
    assert (form_of(counted, "Anna"), form_of(counted, "Björn")) == ([1, 3, 1], [3, 1, 3])
    left_out = shown(*won, early, early="not")
    assert sum(month.evenings for month in left_out.calendar) == 2


def test_a_shared_win_is_first_and_ends_a_run() -> None:
    """It is no evening won alone, as in the table."""
    found = shown(evening("2026-01-01", 3, 1, 2), evening("2026-01-02", 3, 3, 2))
    (anna,) = (row for row in found.streaks if row.player == "Anna")
    assert [tuple(mark)[2:] for mark in found.form[0].evenings] == [(1, False), (1, True)]
    assert tuple(anna.wins) == (0, 1, "2026-01-01", "2026-01-01")


def test_who_left_a_seat_came_and_has_no_place() -> None:
    """Disa, who left hers to Cleo, has the day and the deals, and no form."""
    left = [DepartedPlayer("Disa", 2, 1, 5)]
    high_low = [[1, 1, 1, 1], [0, 1, 0, 1], [], [5, 1, 5, 1]]
    found = shown(evening("2026-01-01", 3, 1, 2, left=left, high_low=high_low))
    assert form_of(found, "Disa") == []
    assert [row.days.most for row in found.streaks if row.player == "Disa"] == [1]
    assert [row.players for row in found.records if row.record == "best_deal"] == [("Disa",)]


def test_partners_hold_a_record_together() -> None:
    """What a side made is both partners', and each has its place."""
    pairs = evening("2026-01-01", 8, 3, players=NAMES[:4], sides=[(0, 2), (1, 3)])
    found = shown(pairs)
    rows = {row.record: (row.players, row.value) for row in found.records}
    assert rows["best_evening"] == (("Anna", "Cleo"), 8)
    assert rows["margin"] == (("Anna", "Cleo"), 5)
    assert [form_of(found, name) for name in NAMES[:4]] == [[1], [2], [1], [2]]


def test_the_result_of_a_match_stands_above_a_score() -> None:
    """The best evening of a game of matches is a match's, and the most is best there."""
    score = evening("2026-01-01", -30, 99, lowest=True, players=NAMES[:2], leaders=[0])
    match = evening("2026-01-02", 8, 12, lowest=True, match=True, players=NAMES[:2])
    rows = {row.record: (row.players, row.value) for row in shown(score, match).records}
    assert (rows["best_evening"], rows["worst_evening"]) == ((("Björn",), 12), (("Anna",), 8))
    assert rows["margin"] == (("Björn",), 4)


def test_days_in_a_row_are_those_of_the_league() -> None:
    """Björn was not there on the second day; two sessions of one day are a day; and somebody's own
    page counts the days of all."""
    others = evening("2026-01-02", 1, 2, 3, players=("Anna", "Cleo", "Disa"))
    found = [evening("2026-01-01", 1, 2, 3), others, others, evening("2026-01-05", 1, 2, 3)]
    for choice in ({}, {"players": ("Björn",)}):
        rows = {
            row.player: (row.days.now, row.days.most) for row in shown(*found, **choice).streaks
        }
        assert rows["Björn"] == (1, 1)
    assert {row.player: row.days.most for row in shown(*found).streaks}["Anna"] == 3


def test_an_evening_past_midnight_is_of_the_day_that_it_began() -> None:
    """Two sessions of one local day, the second of which began on the next day in UTC."""
    first = evening("2026-01-01", 1, 2, 3, begun="2026-01-01T23:30:00Z")
    second = evening("2026-01-01", 3, 2, 1, begun="2026-01-02T01:00:00Z")
    assert form_of(shown(second, first), "Anna") == [3, 1]


@pytest.mark.parametrize("day", ["", "2026-13-40", "soon", "2026-01-", "-999-01-01"])
def test_a_day_that_is_none_is_in_no_calendar(day: str) -> None:
    """Somebody may have mended a file: the evening counts, on no day."""
    found = shown(evening(day, 1, 2, 3), evening("2026-01-01", 1, 2, 3))
    assert [tuple(month) for month in found.calendar] == [("2026-01", 1, (1,))]
    assert (found.evenings, form_of(found, "Cleo")) == (2, [1, 1])


def test_a_disputed_evening_is_in_nothing() -> None:
    """Who won it is not known yet, and whether it has a record either."""
    assert not shown(evening("2026-01-01", 1, 2, 3, disputed=2)).calendar
