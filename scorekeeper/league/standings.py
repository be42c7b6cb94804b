"""Standings over many evenings: wins, head-to-head results, declarers, records."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.league.player_form import (
    Month,
    PlayerForm,
    PlayerForms,
    Runs,
    day_of_moment,
    entry_moment,
)
from scorekeeper.league.session_record import DepartedPlayer, Evening, Taken, merits
from scorekeeper.rules.cards import folded

# --- Head-to-head results ----------------------------------------------------------------------


class HeadToHead(NamedTuple):
    """The results of two players on different sides: their number of common finished evenings, and
    how often each finished above the other."""

    evenings: int = 0
    first: int = 0
    second: int = 0


NEVER = HeadToHead()


def add_pairs(pairs: dict[tuple[str, str], HeadToHead], evening: Evening) -> None:
    """Add an evening's results to each pair of players on different sides."""
    ranked = merits(evening)
    seated = sorted(
        (folded(evening.players[seat]), evening.players[seat], ranked[side], side)
        for side, seats in enumerate(evening.sides)
        for seat in seats
    )
    for (_, first, mine, side), (_, second, other, across) in combinations(seated, 2):
        if side != across:
            met, above, below = pairs.get((first, second), NEVER)
            pairs[first, second] = HeadToHead(
                met + 1, above + (mine > other), below + (other > mine)
            )


# --- peaks -------------------------------------------------------------------------------------
# The best and worst results of each player in a game, and over all players (the records).
#
# Results of finished evenings beat those of unfinished ones, and match results beat scores,
# whatever the numbers, because they cannot be compared. Of equal results the first counts.


BEST, WORST, BEST_DEAL, WORST_DEAL = "best_evening", "worst_evening", "best_deal", "worst_deal"
MARGIN, LONGEST, WINS, DAYS = "margin", "longest_evening", "wins_in_a_row", "days_in_a_row"
OF_PEOPLE = (BEST, WORST, BEST_DEAL, WORST_DEAL)
FINISHED, MATCH = 1, 2  # the bits of a result's kind


class Peak(NamedTuple):
    """A best or worst result; the greater of two peaks is the record.

    Peaks compare by kind, then `good`, then `early`, which is greater for earlier evenings.
    `value` is the number to show; `deal` is 0 for an evening's result. `players` are those of
    an evening's record."""

    kind: int
    good: int
    early: int
    value: int
    session: str
    deal: int = 0
    players: tuple[str, ...] = ()

    @property
    def day(self) -> str:
        return day_of_moment(-self.early)


class BestResult(NamedTuple):
    """A record of one game, or of all games if `game` is None: its players, the number, its first
    and last day, and the session and the deal, if it belongs to one."""

    record: str
    game: str | None
    players: tuple[str, ...]
    value: int
    first: str
    last: str
    session: str | None = None
    deal: int | None = None


Tops = list[tuple[object, ...]]  # the peak of each record; () if there is none yet
OF_EVENINGS = (MARGIN, LONGEST)


class Peaks:
    """The best and worst results of evenings, which can be added in any order.

    They are stored by game and player; records of evenings as a whole have an empty player's
    name."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, Tops]] = {}

    def add(self, session: str, evening: Evening, at: int) -> None:
        """Add an evening. `at` is its `entry_moment`."""
        people = self._of.setdefault(evening.game, {})
        kind, sign = FINISHED * evening.over + MATCH * evening.match, 1
        if evening.least_is_best:
            sign = -1
        for side, seats in enumerate(evening.sides):
            value = evening.results[side]
            good = sign * value
            for seat in seats:
                tops = _tops(people, evening.players[seat])
                if (kind, good, -at) > tops[0]:
                    tops[0] = Peak(kind, good, -at, value, session)
                if (kind, -good, -at) > tops[1]:
                    tops[1] = Peak(kind, -good, -at, value, session)
        sign = -1 if evening.lowest else 1
        for name, deals in zip(evening.names, evening.high_low, strict=False):
            if deals:
                tops, (best, of_best, worst, of_worst) = _tops(people, name), deals
                if (0, sign * best, -at) > tops[2]:
                    tops[2] = Peak(0, sign * best, -at, best, session, of_best)
                if (0, -sign * worst, -at) > tops[3]:
                    tops[3] = Peak(0, -sign * worst, -at, worst, session, of_worst)
        _add_whole(_tops(people, ""), session, evening, kind, at)

    def of(self, record: str, game: str, name: str = "") -> Peak | None:
        """Return a record of a player, or of a game's evenings if `name` is empty; None if there
        is none."""
        tops = self._of.get(game, {}).get(name)
        found = tops[(OF_PEOPLE if name else OF_EVENINGS).index(record)] if tops else None
        return found if isinstance(found, Peak) else None


def _tops(people: dict[str, Tops], name: str) -> Tops:
    tops = people.get(name)
    if tops is None:
        tops = people[name] = [()] * 4
    return tops


def _add_whole(tops: Tops, session: str, evening: Evening, kind: int, at: int) -> None:
    """Add the records of an evening as a whole."""
    if (0, evening.deals, -at) > tops[1]:
        everybody = tuple(evening.players)
        tops[1] = Peak(0, evening.deals, -at, evening.deals, session, players=everybody)
    if (won := _margin(evening)) is not None:
        margin, side = won
        if (kind, margin, -at) > tops[0]:
            winners = tuple(evening.players[seat] for seat in evening.sides[side])
            tops[0] = Peak(kind, margin, -at, margin, session, players=winners)


def _margin(evening: Evening) -> tuple[int, int] | None:
    """Return the lead of a finished evening's only winner over the next side, and the winner.

    None if there is no only winner, or if `places` rank the sides."""
    if not evening.over or evening.places or len(evening.leaders) != 1 or len(evening.sides) < 2:
        return None
    (winner,) = evening.leaders
    others = [result for side, result in enumerate(evening.results) if side != winner]
    best = min(others) if evening.least_is_best else max(others)
    return abs(evening.results[winner] - best), winner


# --- the records ----------------------------------------------------------------------------------


def best_results(
    peaks: Peaks, games: Mapping[str, Collection[str]], courses: Mapping[str, PlayerForm]
) -> Iterator[BestResult]:
    """Yield the records of all games together (runs, the longest evening), then those of each
    game.

    `games` has the players by game, `courses` the players' forms."""
    yield from _of_runs(WINS, None, {name: one.wins for name, one in courses.items()})
    yield from _of_runs(DAYS, None, {name: one.days for name, one in courses.items()})
    longest = [peak for game in games if (peak := peaks.of(LONGEST, game))]
    if len(longest) > 1:
        top = max(longest, key=lambda peak: peak[:3])
        yield _record(LONGEST, None, top, top.players)
    for game, people in games.items():
        for record in OF_PEOPLE:
            yield from _of_people(record, game, peaks, people)
        for record in (MARGIN, LONGEST):
            if peak := peaks.of(record, game):
                yield _record(record, game, peak, peak.players)
        if len(games) > 1:
            wins = {name: courses[name].wins_in[game] for name in people}
            yield from _of_runs(WINS, game, wins)


def _of_people(
    record: str, game: str, peaks: Peaks, people: Collection[str]
) -> Iterator[BestResult]:
    """Yield a game's record with all players who share it, such as partners. Only finished
    evenings count for records of evenings."""
    found = {name: peak for name in people if (peak := peaks.of(record, game, name))}
    if record in (BEST, WORST):
        found = {name: peak for name, peak in found.items() if peak.kind & FINISHED}
    if not found:
        return
    top = max(found.values(), key=lambda peak: peak[:3])
    yield _record(record, game, top, sorted(name for name in found if found[name] == top))


def _of_runs(record: str, game: str | None, runs: Mapping[str, Runs]) -> Iterator[BestResult]:
    """Yield the longest run with all players who share it; of equally long runs, the one that
    ended first. One evening is no run."""
    most = max((run.most for run in runs.values()), default=0)
    if most < 2:
        return
    longest = {name: run for name, run in runs.items() if run.most == most}
    last, first = min((run.last or "", run.first or "") for run in longest.values())
    whose = sorted(name for name, run in longest.items() if (run.first, run.last) == (first, last))
    yield BestResult(record, game, tuple(whose), most, first, last)


def _record(record: str, game: str | None, peak: Peak, players: Collection[str]) -> BestResult:
    deal = peak.deal or None
    return BestResult(
        record, game, tuple(players), peak.value, peak.day, peak.day, peak.session, deal
    )


# --- standings ---------------------------------------------------------------------------------
# Wins, head-to-head results, declarers' takes and declared deals, forms and records.


class PlayerStanding(NamedTuple):
    """A player's standing: the evenings, those won alone and `shared`, the deals, the points
    including penalties, the evenings with a match result, and the sum of these results."""

    evenings: int = 0
    wins: int = 0
    shared: int = 0
    deals: int = 0
    points: int = 0
    matches: int = 0
    result: int = 0


NEW = PlayerStanding()


class League(NamedTuple):
    """The standings of a league.

    `games` is by game and player, `pairs` by pair of players, `contracts` by game and contract.
    `lowest` are the games in which fewer points are better. `early` is the number of evenings
    ended early, `apart` of those whose wins do not count, and `further` of sessions that
    continued another session's evening. `declared` has each player's number of declared deals
    and their points, by game, contract and player. `courses` are the players' forms, `calendar`
    the evenings by day, `peaks` the records."""

    evenings: int
    finished: int
    deals: int
    days: tuple[str, str] | None
    games: Mapping[str, Mapping[str, PlayerStanding]]
    pairs: Mapping[tuple[str, str], HeadToHead]
    contracts: Mapping[str, Mapping[str, Taken]]
    lowest: frozenset[str] = frozenset()
    early: int = 0
    apart: int = 0
    further: int = 0
    declared: Mapping[str, Mapping[str, Mapping[str, Sequence[int]]]] = {}
    courses: Mapping[str, PlayerForm] = {}
    calendar: tuple[Month, ...] = ()
    peaks: Peaks = Peaks()


# The ways of counting evenings that the players ended early: apart, without wins; as any other; or
# not at all.
APART, WON, NOT = "apart", "won", "not"
EARLY = (APART, WON, NOT)


class EveningFilter(NamedTuple):
    """A filter of evenings: by game, first and last day, and players who must all have played.

    `early` is one of EARLY, for evenings that were ended early."""

    game: str | None = None
    since: str | None = None
    until: str | None = None
    players: tuple[str, ...] = ()
    early: str = APART


def is_of_league(evening: Evening, choice: EveningFilter) -> bool:
    """Return True if an evening passes the filter, whoever played, and has deals, none of them
    disputed or incomplete."""
    return (
        evening.deals > 0
        and not evening.disputed
        and choice.game in (None, evening.game)
        and (choice.since is None or evening.day >= choice.since)
        and (choice.until is None or evening.day <= choice.until)
        and not (evening.early and choice.early == NOT)
    )


def league(evenings: Iterable[tuple[str, Evening]], choice: EveningFilter) -> League:
    """Return the standings over the evenings that pass the filter, each given as (session name,
    evening)."""
    games: dict[str, dict[str, PlayerStanding]] = {}
    contracts: dict[str, dict[str, Taken]] = {}
    pairs: dict[tuple[str, str], HeadToHead] = {}
    number = finished = deals = early = apart = further = 0
    days: tuple[str, str] | None = None
    lowest: set[str] = set()
    declared: dict[str, dict[str, dict[str, list[int]]]] = {}
    courses, peaks, wanted = PlayerForms(), Peaks(), {*choice.players}
    for name, told in evenings:
        if not is_of_league(told, choice):
            continue
        at, is_chosen = entry_moment(told), wanted.issubset(told.names)
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
    """Return the first and the last day, extended by `day`."""
    first, last = days or (day, day)
    return min(first, day), max(last, day)


def _add_players(rows: dict[str, PlayerStanding], evening: Evening) -> None:
    """Add an evening to its players' rows. Each partner gets the side's result.

    A player who left a seat gets only the deals in that seat and their points."""
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


def _less(row: PlayerStanding, left: Sequence[DepartedPlayer]) -> PlayerStanding:
    """Return the row without deals and points of earlier players in the seat."""
    return row._replace(
        deals=row.deals - sum(one.deals for one in left),
        points=row.points - sum(one.points for one in left),
    )


def _more(row: PlayerStanding, left: DepartedPlayer, is_new: bool) -> PlayerStanding:
    """Return the row with deals and points in a seat that the player left.

    `is_new` is True if the evening is not yet counted for the player."""
    return row._replace(
        evenings=row.evenings + is_new,
        deals=row.deals + left.deals,
        points=row.points + left.points,
    )


def _after(row: PlayerStanding, side: int, evening: Evening) -> PlayerStanding:
    """Return a row with one more evening of a player of this side."""
    won, alone = evening.over and side in evening.leaders, len(evening.leaders) == 1
    return PlayerStanding(
        evenings=row.evenings + 1,
        wins=row.wins + (won and alone),
        shared=row.shared + (won and not alone),
        deals=row.deals + evening.deals_of(side),
        points=row.points + evening.points[side],
        matches=row.matches + evening.match,
        result=row.result + (evening.results[side] if evening.match else 0),
    )


def _add_contracts(sums: dict[str, Taken], evening: Evening) -> None:
    """Add the declarers' sums by contract."""
    for contract, taken in evening.contracts.items():
        sums[contract] = sums[contract].plus(taken) if contract in sums else Taken(*taken)


def _add_declared(sums: dict[str, dict[str, list[int]]], evening: Evening) -> None:
    """Add each player's declared deals by contract."""
    names = evening.names
    for contract, found in evening.declared.items():
        people = sums.setdefault(contract, {})
        for place, deals, points in zip(found[::3], found[1::3], found[2::3], strict=True):
            have = people.setdefault(names[place], [0, 0])
            have[0] += deals
            have[1] += points


def all_games(found: League) -> dict[str, PlayerStanding]:
    """Return each player's row over all games."""
    rows: dict[str, PlayerStanding] = {}
    for of_game in found.games.values():
        for player, row in of_game.items():
            have = rows.get(player, NEW)
            rows[player] = PlayerStanding(
                evenings=have.evenings + row.evenings,
                wins=have.wins + row.wins,
                shared=have.shared + row.shared,
                deals=have.deals + row.deals,
                points=have.points + row.points,
            )
    return rows
