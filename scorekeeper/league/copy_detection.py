"""Copies of one session, and the one that counts."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from scorekeeper.game.log import Entry

# What synchronisers put behind the name of a file that two machines changed: Dropbox, Nextcloud
# and ownCloud, Syncthing.
CONFLICT = re.compile(
    r"""(?P<name>.+?)(?:
      [ ]\((?:[^()]*['’]s[ ])?conflicted[ ]copy(?:[ ][0-9-]+(?:[ ][0-9]+)?)?(?:[ ]\([0-9]+\))?\)
    | \.sync-conflict-[0-9]{8}-[0-9]{6}(?:-[A-Z0-9]{7})?
    )""",
    re.VERBOSE,
)


class Identified(Protocol):
    """A session's identity, with the facts that decide which of two copies is longer."""

    @property
    def id(self) -> str: ...

    @property
    def entries(self) -> int: ...

    @property
    def last(self) -> str: ...


class Trace(NamedTuple):
    """The identity of an evening without its row. It takes a tenth of the memory, which matters for
    ten thousand evenings."""

    id: str
    entries: int
    last: str


def trace_of(log_id: str, entries: Sequence[Entry]) -> Trace:
    """Return the trace of a session or an event with this identity and these entries."""
    return Trace(log_id, len(entries), max((entry.at for entry in entries), default=""))


def name_before_conflict(name: str) -> str | None:
    """Return the name that a file had before a synchroniser renamed it as a conflict, or None for
    any other name."""
    found = CONFLICT.fullmatch(name)
    return found["name"] if found else None


def similar_names(names: Collection[str]) -> Callable[[str], bool]:
    """Return a function that returns True if a name may belong to a copy of a file with one of
    these names, or to the original of which one of them is a copy. One name must contain the other
    as separate words: `friday` in `friday (copy)` and `friday_2`, but not in `fridays`."""
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
    """Return, for each session that is a copy, the session that counts in its place. Of the
    sessions with one identity, the one with the most entries counts, because it was continued. Ties
    are broken by the latest last entry, then by a name that no synchroniser gave, then by name."""
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
