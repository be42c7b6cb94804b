"""Copies of a session, and the copy that counts."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from scorekeeper.game.log import Entry

# Suffixes that synchronisers (Dropbox, Nextcloud, ownCloud, Syncthing) add to the name of a file
# that two computers changed.
CONFLICT = re.compile(
    r"""(?P<name>.+?)(?:
      [ ]\((?:[^()]*['’]s[ ])?conflicted[ ]copy(?:[ ][0-9-]+(?:[ ][0-9]+)?)?(?:[ ]\([0-9]+\))?\)
    | \.sync-conflict-[0-9]{8}-[0-9]{6}(?:-[A-Z0-9]{7})?
    )""",
    re.VERBOSE,
)


class Identified(Protocol):
    """A session's identity, with the number of its entries and the time of its last one."""

    @property
    def id(self) -> str: ...

    @property
    def entries(self) -> int: ...

    @property
    def last(self) -> str: ...


class Trace(NamedTuple):
    """The identity of an evening without its row, in a tenth of the memory: for leagues of ten
    thousand evenings."""

    id: str
    entries: int
    last: str


def trace_of(log_id: str, entries: Sequence[Entry]) -> Trace:
    """Return the trace of a session or an event from its id and entries."""
    return Trace(log_id, len(entries), max((entry.at for entry in entries), default=""))


def name_before_conflict(name: str) -> str | None:
    """Return the name that a file had before a synchroniser renamed it as a conflict, or None for
    any other name."""
    found = CONFLICT.fullmatch(name)
    return found["name"] if found else None


def similar_names(names: Collection[str]) -> Callable[[str], bool]:
    """Return a function that returns True if a file's name may be that of a copy, or of the
    original, of one in `names`.

    One name must contain the other as whole words: `friday` is in `friday (copy)` and
    `friday_2`, not in `fridays`."""
    before = {name: name_before_conflict(name) or name for name in names}

    def is_near(other: str) -> bool:
        for name, own in before.items():
            if own in other and _are_words_of(own, other):
                return True
            if other in name and _are_words_of(other, name):
                return True
        return False

    return is_near


def _are_words_of(part: str, name: str) -> bool:
    return bool(re.search(rf"(?<![^\W_]){re.escape(part)}(?![^\W_])", name))


def copies_of(told: Iterable[tuple[str, Identified]]) -> Mapping[str, str]:
    """Return, for the name of each copy of a session, the name of the copy that counts in its
    place.

    Among copies, the one with the most entries counts. Ties are broken by the later last entry,
    then by a name that no synchroniser gave, then by name."""
    same: dict[str, list[tuple[str, Identified]]] = {}
    for name, evening in told:
        if evening.id:
            same.setdefault(evening.id, []).append((name, evening))
    counted: dict[str, str] = {}
    for group in same.values():
        if len(group) > 1:
            best, *others = sorted(group, key=_rank)
            counted |= {name: best[0] for name, _ in others}
    return counted


def _rank(told: tuple[str, Identified]) -> tuple[int, tuple[int, ...], bool, str]:
    name, evening = told
    latest = tuple(-ord(sign) for sign in evening.last)
    return -evening.entries, latest, name_before_conflict(name) is not None, name
