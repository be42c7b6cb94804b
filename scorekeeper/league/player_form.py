"""Form, runs and attendance: a league's evenings in order of day."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from scorekeeper.league.session_record import Evening, places_of

LAST = 10  # the number of evenings in a player's form
# A packed number has 63 bits: the day, the minute counted from the midnight before that day, the
# place, a bit for a shared place, and the index of a player in a game.
_MINUTES, _PLACES, _PEOPLE = 13, 5, 22
_OF_DAY = 24 * 60
_LATEST, _LOWEST, _MOST = 2**_MINUTES - 1, 2**_PLACES - 1, 2**_PEOPLE - 1


class Mark(NamedTuple):
    """A player's place in a finished evening of a game, `shared` if others have the same place."""

    day: str
    game: str
    place: int
    shared: bool


class Runs(NamedTuple):
    """The length of the current run of evenings (`now`) and of the longest (`most`), with the
    first and last day of the first longest run, None if there is none."""

    now: int = 0
    most: int = 0
    first: str | None = None
    last: str | None = None


class PlayerForm(NamedTuple):
    """A player's last places, the latest last; the runs of evenings won alone, over all games and
    in each; and the runs of the league's days on which the player took part."""

    form: tuple[Mark, ...]
    wins: Runs
    wins_in: Mapping[str, Runs]
    days: Runs


class Month(NamedTuple):
    """A month, `2026-11`: its number of evenings, and the numbers by day, from the first to the
    last day with an evening."""

    month: str
    evenings: int
    days: tuple[int, ...]


class PlayerForms:
    """The forms of all players. Evenings can be added in any order.

    They are stored in one array, because many growing arrays would take twice the memory."""

    def __init__(self) -> None:
        self._of: dict[tuple[str, str], int] = {}
        self._evenings = array("q")
        self._days = array("i")
        self._chosen = array("i")

    def meet(self, at: int, is_chosen: bool) -> None:
        """Add the day of a league's evening, whoever played. `at` is its `entry_moment`.

        `is_chosen` is True if the calendar counts it too."""
        day = at >> _MINUTES
        self._days.append(day)
        if is_chosen:
            self._chosen.append(day)

    def add(self, evening: Evening, at: int) -> None:
        """Add an evening to the form of all its players. `at` is its `entry_moment`."""
        game, places = evening.game, places_of(evening)
        for seats, place in zip(evening.sides, places, strict=True):
            packed = (at << _PLACES | min(place, _LOWEST)) << 1 | (places.count(place) > 1)
            for seat in seats:
                self._append(evening.players[seat], game, packed)
        if evening.left:
            for name in {one.name for one in evening.left}.difference(evening.players):
                self._append(name, game, at << _PLACES + 1)

    def _append(self, name: str, game: str, packed: int) -> None:
        who = self._of.setdefault((name, game), len(self._of))
        self._evenings.append(packed << _PEOPLE | who)

    def of_all(self) -> dict[str, PlayerForm]:
        """Return the form of every player."""
        days = array("i", (day for day, _ in groupby(sorted(self._days)) if day))
        found = [array("q") for _ in self._of]
        for evening in self._evenings:
            found[evening & _MOST].append(evening >> _PEOPLE)
        people: dict[str, dict[str, array[int]]] = {}
        for (name, game), who in self._of.items():
            people.setdefault(name, {})[game] = found[who]
        return {name: _course(games, days) for name, games in people.items()}

    def calendar(self) -> Iterator[Month]:
        """Yield the months with chosen evenings, in order."""
        days = groupby(sorted(day for day in self._chosen if day))
        counted = ((_day(day), len([*alike])) for day, alike in days)
        for month, found in groupby(counted, key=lambda one: one[0][:7]):
            numbers = {int(day[8:]): number for day, number in found}
            every = tuple(numbers.get(day, 0) for day in range(1, max(numbers) + 1))
            yield Month(month, sum(every), every)


def entry_moment(evening: Evening) -> int:
    """Return a number that orders evenings by day, then by the time of the first deal."""
    day, begun = _number(evening.day), evening.begun
    other = _number(begun[:10])
    midnights = (other > day) - (other < day) + 1  # the UTC day may be the day before or after
    try:
        minute = int(begun[11:13]) * 60 + int(begun[14:16])
    except ValueError:
        minute = 0
    later: int = max(0, min(midnights * _OF_DAY + minute, _LATEST))
    return day << _MINUTES | later


def day_of_moment(at: int) -> str:
    """Return the day of an `entry_moment`, or an empty text if it has none."""
    return _day(at >> _MINUTES)


def _number(day: str) -> int:
    """Return a number that orders days; 0 for an invalid day, as after a manual edit."""
    try:
        year, month, last = int(day[:4]), int(day[5:7]), int(day[8:])
    except ValueError:
        return 0
    is_one = year > 0 and 1 <= month <= 12 and 1 <= last <= 31
    return (year * 12 + month - 1) * 31 + last - 1 if is_one else 0


def _day(number: int) -> str:
    """Return the day of a `_number`; empty for 0."""
    if not number:
        return ""
    months, day = divmod(number, 31)
    year, month = divmod(months, 12)
    return f"{year:04}-{month + 1:02}-{day + 1:02}"


def _course(games: Mapping[str, array[int]], days: array[int]) -> PlayerForm:
    """Return a player's form, from the packed evenings by game and the days of the league."""
    last = [
        (packed, game) for game, found in games.items() for packed in _with_place(found)[-LAST:]
    ]
    every = sorted(packed for found in games.values() for packed in found)
    mine = {packed >> _PLACES + 1 + _MINUTES for packed in every}
    return PlayerForm(
        form=tuple(_mark(packed, game) for packed, game in sorted(last)[-LAST:]),
        wins=_wins(every),
        wins_in={game: _wins(sorted(found)) for game, found in games.items()},
        days=_runs(days, lambda day: day, lambda day: day in mine),
    )


def _with_place(found: Iterable[int]) -> list[int]:
    return sorted(packed for packed in found if packed >> 1 & _LOWEST)


def _mark(packed: int, game: str) -> Mark:
    day, place = packed >> _PLACES + 1 + _MINUTES, packed >> 1 & _LOWEST
    return Mark(_day(day), game, place, bool(packed & 1))


def _wins(evenings: Iterable[int]) -> Runs:
    """Return the runs of evenings won alone, from packed evenings in order."""
    alone = 1 << 1
    return _runs(
        (packed for packed in evenings if packed >> 1 & _LOWEST),
        lambda packed: packed >> _PLACES + 1 + _MINUTES,
        lambda packed: packed & (_LOWEST << 1 | 1) == alone,
    )


def _runs(steps: Iterable[int], day_of: Callable[[int], int], is_in: Callable[[int], bool]) -> Runs:
    """Return the current and the longest run of steps for which `is_in` is True."""
    now = most = begun = first = last = 0
    for step in steps:
        if not is_in(step):
            now = 0
            continue
        now += 1
        if now == 1:
            begun = step
        if now > most:
            most, first, last = now, begun, step
    return Runs(now, most, _day(day_of(first)), _day(day_of(last))) if most else Runs()
