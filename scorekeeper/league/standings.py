"""The standings: who won how often, who finished above whom, what declarers took and who declared;
and what stands out of the evenings, in their order.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.league.course import Course, Courses, Month, moment
from scorekeeper.league.evening import Evening, Left, Taken
from scorekeeper.league.peaks import Peaks
from scorekeeper.league.rivals import Pair, add_pairs


class Row(NamedTuple):
    """A player's standing: evenings, those won alone and those shared, deals, the points of these
    and of penalties; evenings with the result of a match, and those results together."""

    evenings: int = 0
    wins: int = 0
    shared: int = 0
    deals: int = 0
    points: int = 0
    matches: int = 0
    result: int = 0


NEW = Row()


class League(NamedTuple):
    """The standings: by game and player, of two players by name, by game and contract; and the
    games in which fewer points of a deal are better; how many evenings the players ended before
    their end, and how many of these stand apart, their wins not counted; and how many sessions
    went on with an evening that another began. By game, contract and player the deals that they
    declared and the points of these;
    everybody's course; how many evenings were on each day of a month; and what stands out."""

    evenings: int
    finished: int
    deals: int
    days: tuple[str, str] | None
    games: Mapping[str, Mapping[str, Row]]
    pairs: Mapping[tuple[str, str], Pair]
    contracts: Mapping[str, Mapping[str, Taken]]
    lowest: frozenset[str] = frozenset()
    early: int = 0
    apart: int = 0
    further: int = 0
    declared: Mapping[str, Mapping[str, Mapping[str, Sequence[int]]]] = {}
    courses: Mapping[str, Course] = {}
    calendar: tuple[Month, ...] = ()
    peaks: Peaks = Peaks()


# How evenings count that the players ended before their end: apart, with no win counted; as any
# other; or not at all.
APART, WON, NOT = "apart", "won", "not"
EARLY = (APART, WON, NOT)


class Choice(NamedTuple):
    """Which evenings count: those of the game, from one day to another, in which all of these
    play; and how those count that ended `early`."""

    game: str | None = None
    since: str | None = None
    until: str | None = None
    players: tuple[str, ...] = ()
    early: str = APART


def is_of_league(evening: Evening, choice: Choice) -> bool:
    """Whether an evening counts, whoever played; none does in which a count is disputed."""
    return (
        evening.deals > 0
        and not evening.disputed
        and choice.game in (None, evening.game)
        and (choice.since is None or evening.day >= choice.since)
        and (choice.until is None or evening.day <= choice.until)
        and not (evening.early and choice.early == NOT)
    )


def league(evenings: Iterable[tuple[str, Evening]], choice: Choice) -> League:
    """The standings over the evenings that are chosen, each with its session's name."""
    games: dict[str, dict[str, Row]] = {}
    contracts: dict[str, dict[str, Taken]] = {}
    pairs: dict[tuple[str, str], Pair] = {}
    number = finished = deals = early = apart = further = 0
    days: tuple[str, str] | None = None
    lowest: set[str] = set()
    declared: dict[str, dict[str, dict[str, list[int]]]] = {}
    courses, peaks, wanted = Courses(), Peaks(), {*choice.players}
    for name, told in evenings:
        if not is_of_league(told, choice):
            continue
        at, is_chosen = moment(told), wanted.issubset(told.names)
        courses.meet(at, is_chosen)
        if not is_chosen:
            continue
        early += told.early
        is_apart = told.early and choice.early == APART
        apart, further = apart + is_apart, further + bool(told.evening)
        evening = told._replace(over=False) if is_apart else told
        number, finished, deals = number + 1, finished + evening.over, deals + evening.deals
        days = _with_day(days, evening.day)
        if evening.lowest:
            lowest.add(evening.game)
        courses.add(evening, at)
        peaks.add(name, evening, at)
        _add_players(games.setdefault(evening.game, {}), evening)
        if evening.over:
            add_pairs(pairs, evening)
        if evening.contracts:
            _add_contracts(contracts.setdefault(evening.game, {}), evening)
        if evening.declared:
            _add_declared(declared.setdefault(evening.game, {}), evening)
    return League(
        evenings=number,
        finished=finished,
        deals=deals,
        days=days,
        games=dict(sorted(games.items())),
        pairs=pairs,
        contracts=dict(sorted(contracts.items())),
        lowest=frozenset(lowest),
        early=early,
        apart=apart,
        further=further,
        declared=declared,
        courses=courses.of_all(),
        calendar=tuple(courses.calendar()),
        peaks=peaks,
    )


def _with_day(days: tuple[str, str] | None, day: str) -> tuple[str, str]:
    """The first and the last day, with one more evening."""
    first, last = days or (day, day)
    return min(first, day), max(last, day)


def _add_players(rows: dict[str, Row], evening: Evening) -> None:
    """Adds an evening to its players' rows; partners have what their side has. Who left a seat has
    the deals that were played there and their points, and no result."""
    for side, seats in enumerate(evening.sides):
        for seat in seats:
            name = evening.players[seat]
            row = _after(rows.get(name, NEW), side, evening)
            before = [one for one in evening.left if one.seat == seat]
            rows[name] = _less(row, before) if before else row
    met = {*evening.players}
    for one in evening.left:
        rows[one.name] = _more(rows.get(one.name, NEW), one, one.name not in met)
        met.add(one.name)


def _less(row: Row, left: Sequence[Left]) -> Row:
    """The row without what others did in the seat before."""
    return row._replace(
        deals=row.deals - sum(one.deals for one in left),
        points=row.points - sum(one.points for one in left),
    )


def _more(row: Row, left: Left, is_new: bool) -> Row:
    """The row with what was done in a seat that was left; `is_new` where that is all of the
    evening."""
    return row._replace(
        evenings=row.evenings + is_new,
        deals=row.deals + left.deals,
        points=row.points + left.points,
    )


def _after(row: Row, side: int, evening: Evening) -> Row:
    """The row of a player of this side after one more evening."""
    won, alone = evening.over and side in evening.leaders, len(evening.leaders) == 1
    return Row(
        evenings=row.evenings + 1,
        wins=row.wins + (won and alone),
        shared=row.shared + (won and not alone),
        deals=row.deals + evening.deals_of(side),
        points=row.points + evening.points[side],
        matches=row.matches + evening.match,
        result=row.result + (evening.results[side] if evening.match else 0),
    )


def _add_contracts(sums: dict[str, Taken], evening: Evening) -> None:
    """Adds what declarers took in each contract."""
    for contract, taken in evening.contracts.items():
        sums[contract] = sums[contract].plus(taken) if contract in sums else Taken(*taken)


def _add_declared(sums: dict[str, dict[str, list[int]]], evening: Evening) -> None:
    """Adds what everybody declared of each contract."""
    names = evening.names
    for contract, found in evening.declared.items():
        people = sums.setdefault(contract, {})
        for place, deals, points in zip(found[::3], found[1::3], found[2::3], strict=True):
            have = people.setdefault(names[place], [0, 0])
            have[0] += deals
            have[1] += points


def all_games(found: League) -> dict[str, Row]:
    """Each player's row over all games."""
    rows: dict[str, Row] = {}
    for of_game in found.games.values():
        for player, row in of_game.items():
            have = rows.get(player, NEW)
            rows[player] = Row(
                evenings=have.evenings + row.evenings,
                wins=have.wins + row.wins,
                shared=have.shared + row.shared,
                deals=have.deals + row.deals,
                points=have.points + row.points,
            )
    return rows
