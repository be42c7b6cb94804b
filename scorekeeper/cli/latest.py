"""The latest sessions of the home: who plays in them, and in which of them a game goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from scorekeeper import store
from scorekeeper.game.session import as_seen
from scorekeeper.record.book import Book, opened
from scorekeeper.record.journal import Seen, first_lines, names_seated
from scorekeeper.text.problems import MachineFailure, Refused

EVENINGS = 100  # so many of the latest are looked at


class Head(NamedTuple):
    """What the first lines of a session say; its rules and deals are not read."""

    name: str
    game: str
    players: tuple[str, ...]


def latest_heads() -> Iterator[Head]:
    """Those of the latest sessions that can be read, the one that changed last first."""
    seen = Seen()
    for name in store.session_names()[: -EVENINGS - 1 : -1]:
        with suppress(Refused, MachineFailure, ValueError, RecursionError):
            head = first_lines(store.session_bytes(store.session_path(name)), seen)
            yield Head(name, str(head.get("game", "")), names_seated(head))


def going_on(game: str, players: Sequence[str]) -> Book | None:
    """The latest session in which these play this game, from the same seats, and that is not
    over."""
    for head in latest_heads():
        if (head.game, head.players) == (game, tuple(players)):
            with suppress(Refused, MachineFailure):
                path = store.session_path(head.name)
                book = opened(store.session_bytes(path), head.name)
                if not book.standing.state.over:
                    return book
    return None


def spelt_before(players: Iterable[str]) -> dict[str, str]:
    """How earlier sessions spell these names where they never do so as here, `Ann` of `ann`."""
    known = list(dict.fromkeys(name for head in latest_heads() for name in head.players))
    alike = {as_seen(name): name for name in reversed(known)}
    return {
        name: alike[as_seen(name)]
        for name in players
        if name not in known and as_seen(name) in alike
    }
