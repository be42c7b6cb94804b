"""Evenings that nobody played, by chance: of partners, of seats that were left, disputed ones,
matches, of points that are no whole numbers; and who is one person under several names."""

from __future__ import annotations

from random import Random

from scorekeeper.base.exact_numbers import exact
from scorekeeper.league.people import one_name
from scorekeeper.league.session_record import DepartedPlayer, Evening, Taken
from scorekeeper.league.standings import EARLY, EveningFilter

NAMES = ("Anna", "anna", "Björn", "Cleo", "=Disa", "O'Hara")
GAMES = ("bien", "bizon")
CONTRACTS = ("sang", "spader", "trumf")
DAYS = ("2025-12-31", "2026-01-01", "2026-02-28", "2026-03-01")


def made_league(chance: Random) -> list[tuple[str, Evening]]:
    """Some evenings, each with its session's name."""
    return [(f"e{number}", made_evening(chance)) for number in range(chance.randint(1, 12))]


def made_same(chance: Random) -> dict[str, str]:
    """By other names of some the names under which they count."""
    return one_name(
        (chance.choice(NAMES), chance.choice(NAMES)) for _ in range(chance.randint(0, 2))
    )


def made_choice(chance: Random) -> EveningFilter:
    """Which evenings are asked for, mostly all."""
    return EveningFilter(
        game=chance.choice((None, None, *GAMES)),
        since=chance.choice((None, None, "2026-01-01")),
        until=chance.choice((None, None, "2026-02-28")),
        players=tuple(chance.sample(NAMES, chance.choice((0, 0, 1, 2)))),
        early=chance.choice(EARLY),
    )


def made_evening(chance: Random) -> Evening:
    """One evening."""
    players = chance.sample(NAMES, chance.randint(2, 4))
    sides = [[0, 2], [1, 3]] if len(players) == 4 else [[seat] for seat in range(len(players))]
    left = _left(chance, len(players)) if chance.random() < 0.3 else []
    names, over, day = (
        [*players, *(one.name for one in left)],
        chance.random() < 0.8,
        chance.choice(DAYS),
    )
    return Evening(
        game=chance.choice(GAMES),
        day=day,
        players=players,
        sides=sides,
        leaders=sorted(chance.sample(range(len(sides)), chance.choice((1, 1, 2)))),
        lowest=chance.random() < 0.3,
        over=over,
        deals=chance.choice((0, *[3] * 9)),
        results=[chance.choice((-1, 0, 2)) for _ in sides],
        points=[_points(chance) for _ in sides],
        contracts={name: _taken(chance) for name in chance.sample(CONTRACTS, 2)},
        fails=chance.choice((2, *[0] * 9)),
        match=chance.random() < 0.3,
        played=[chance.randint(0, 3) for _ in sides] if chance.random() < 0.3 else (),
        early=over and chance.random() < 0.3,
        left=left,
        evening=chance.choice(("", "", "first")),
        disputed=chance.choice((1, *[0] * 9)),
        places=chance.sample(range(len(sides)), len(sides)) if chance.random() < 0.3 else (),
        declared={name: _declared(chance, len(names)) for name in chance.sample(CONTRACTS, 2)},
        begun=f"{day}T19:{chance.randint(10, 59)}:00Z",
        high_low=[chance.choice(([], [9, 1, exact(-3, 2), 2])) for _ in names],
    )  # fmt: skip


def _points(chance: Random) -> int:
    return exact(chance.randint(-99, 99), chance.choice((1, 1, 2, 4)))


def _taken(chance: Random) -> Taken:
    sums = [chance.randint(0, 99) for _ in range(4)]
    return Taken(chance.randint(1, 9), sums[0], sums[1], sums[2], sums[3], _points(chance))


def _left(chance: Random, players: int) -> list[DepartedPlayer]:
    """Who left a seat, one or two, perhaps of one name, or of one who sits elsewhere now."""
    seats = chance.sample(range(players), chance.randint(1, 2))
    return [
        DepartedPlayer(chance.choice(NAMES), seat, chance.randint(0, 2), _points(chance))
        for seat in seats
    ]


def _declared(chance: Random, names: int) -> list[int]:
    """Some of the people, each with deals and points, one after another."""
    people = chance.sample(range(names), chance.randint(1, names))
    return [number for who in people for number in (who, chance.randint(1, 5), _points(chance))]
