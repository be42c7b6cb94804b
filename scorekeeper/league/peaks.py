"""The best and the worst there was: of one person in a game, and of everybody, the records.

A result of a finished evening stands above one of an evening whose win is not counted, and that of
a match above a score, whatever the numbers: they are not of one kind. Of what is alike the first
counts.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from scorekeeper.league.course import Course, Runs, day_of_moment
from scorekeeper.league.evening import Evening

BEST, WORST, BEST_DEAL, WORST_DEAL = "best_evening", "worst_evening", "best_deal", "worst_deal"
MARGIN, LONGEST, WINS, DAYS = "margin", "longest_evening", "wins_in_a_row", "days_in_a_row"
OF_PEOPLE = (BEST, WORST, BEST_DEAL, WORST_DEAL)
FINISHED, MATCH = 1, 2  # what makes the kind of a result


class Peak(NamedTuple):
    """A number that stands out, above those that compare as less: its kind, how good it is, and how
    early it was; then the number, the session and the deal, and where it is nobody's own, whose it
    is."""

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


class Record(NamedTuple):
    """A record of a game, or of all where it is None: whose it is, the number, from which day to
    which, and the session and the deal, where it is of one."""

    record: str
    game: str | None
    players: tuple[str, ...]
    value: int
    first: str
    last: str
    session: str | None = None
    deal: int | None = None


Tops = list[tuple[object, ...]]  # what stands out, by record; () where nothing does yet
OF_EVENINGS = (MARGIN, LONGEST)


class Peaks:
    """What stands out of evenings that are added in whatever order: by game of everybody, and of
    nobody where it is of an evening."""

    def __init__(self) -> None:
        self._of: dict[str, dict[str, Tops]] = {}

    def add(self, session: str, evening: Evening, at: int) -> None:
        """Adds an evening, which began at this moment."""
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
        """What stands out of somebody's, or of the evenings of a game; None where nothing does."""
        tops = self._of.get(game, {}).get(name)
        found = tops[(OF_PEOPLE if name else OF_EVENINGS).index(record)] if tops else None
        return found if isinstance(found, Peak) else None


def _tops(people: dict[str, Tops], name: str) -> Tops:
    tops = people.get(name)
    if tops is None:
        tops = people[name] = [()] * 4
    return tops


def _add_whole(tops: Tops, session: str, evening: Evening, kind: int, at: int) -> None:
    """Adds what stands out of an evening as a whole."""
    if (0, evening.deals, -at) > tops[1]:
        everybody = tuple(evening.players)
        tops[1] = Peak(0, evening.deals, -at, evening.deals, session, players=everybody)
    if (won := _margin(evening)) is not None:
        margin, side = won
        if (kind, margin, -at) > tops[0]:
            winners = tuple(evening.players[seat] for seat in evening.sides[side])
            tops[0] = Peak(kind, margin, -at, margin, session, players=winners)


def _margin(evening: Evening) -> tuple[int, int] | None:
    """By how much the only winner of a finished evening is before the next, and which side that is;
    None where nobody is, or something else than results ranks."""
    if not evening.over or evening.places or len(evening.leaders) != 1 or len(evening.sides) < 2:
        return None
    (winner,) = evening.leaders
    others = [result for side, result in enumerate(evening.results) if side != winner]
    best = min(others) if evening.least_is_best else max(others)
    return abs(evening.results[winner] - best), winner


# --- the records ----------------------------------------------------------------------------------


def records(
    peaks: Peaks, games: Mapping[str, Collection[str]], courses: Mapping[str, Course]
) -> Iterator[Record]:
    """The records of all games together, which are runs and the longest evening, then of each;
    `games` says who played which."""
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


def _of_people(record: str, game: str, peaks: Peaks, people: Collection[str]) -> Iterator[Record]:
    """A record of the players of a game, with all whose it is, as partners; of evenings only those
    that were finished."""
    found = {name: peak for name in people if (peak := peaks.of(record, game, name))}
    if record in (BEST, WORST):
        found = {name: peak for name, peak in found.items() if peak.kind & FINISHED}
    if not found:
        return
    top = max(found.values(), key=lambda peak: peak[:3])
    yield _record(record, game, top, sorted(name for name in found if found[name] == top))


def _of_runs(record: str, game: str | None, runs: Mapping[str, Runs]) -> Iterator[Record]:
    """The longest run, the first of those that are as long; one evening is none."""
    most = max((run.most for run in runs.values()), default=0)
    if most < 2:
        return
    longest = {name: run for name, run in runs.items() if run.most == most}
    last, first = min((run.last or "", run.first or "") for run in longest.values())
    whose = sorted(name for name, run in longest.items() if (run.first, run.last) == (first, last))
    yield Record(record, game, tuple(whose), most, first, last)


def _record(record: str, game: str | None, peak: Peak, players: Collection[str]) -> Record:
    deal = peak.deal or None
    return Record(record, game, tuple(players), peak.value, peak.day, peak.day, peak.session, deal)
