"""The home's latest sessions, its people, and notes about copies of sessions."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from scorekeeper import store
from scorekeeper.cli.click_parts import note
from scorekeeper.league.copy_detection import Identified, copies_of, name_before_conflict
from scorekeeper.league.people import People, people_of
from scorekeeper.league.session_record import Evening
from scorekeeper.record.diverged_copies import has_all_of
from scorekeeper.record.log_text import ParseCache
from scorekeeper.record.session_head import first_lines, names_seated, read_session_log
from scorekeeper.store.small_home_files import people_bytes, people_path
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import MachineFailure, Refused
from scorekeeper.text.translation import tr

# --- latest sessions ---------------------------------------------------------------------------
# The latest sessions of the home: who plays in them, and in which of them a game goes on.


EVENINGS = 100  # number of latest sessions read


class Head(NamedTuple):
    """The header of a session: its name, game and players."""

    name: str
    game: str
    players: tuple[str, ...]


def latest_heads() -> Iterator[Head]:
    """Yield the headers of the latest sessions, last changed first. Unreadable sessions are
    skipped."""
    for name in store.session_names()[: -EVENINGS - 1 : -1]:
        with suppress(Refused, MachineFailure, ValueError, RecursionError):
            head = first_lines(store.session_bytes(store.session_path(name)))
            yield Head(name, str(head.get("game", "")), names_seated(head))


# --- The people of this home -------------------------------------------------------------------


def known_people() -> People:
    """Return the people in the people file. Raises Refused if it is unreadable."""
    return people_of(people_bytes(), people_path())


# --- copies ------------------------------------------------------------------------------------


def without_copies(told: Sequence[tuple[str, Evening]]) -> list[tuple[str, Evening]]:
    """Return the (name, session) pairs without those that are copies of others."""
    copies = copies_of(told)
    return [(name, evening) for name, evening in told if name not in copies]


def tell_copies(
    told: Sequence[tuple[str, Identified]], about: Collection[str] | None = None
) -> bool:
    """Print a note about each copy of a session, and about each session that is no copy but has a
    name given by a synchroniser. If `about` is given, only notes about these sessions are
    printed. Return True if there was a note."""
    copies, there = copies_of(told), {name for name, _ in told}
    strange = {
        name: other
        for name in sorted(there - {*copies, *copies.values()})
        if (other := name_before_conflict(name)) in there and other is not None
    }
    pairs = [
        (name, other)
        for name, other in (*copies.items(), *strange.items())
        if about is None or not {name, other}.isdisjoint(about)
    ]
    if pairs:
        _tell(pairs, strange)
    return bool(pairs)


def _tell(pairs: Sequence[tuple[str, str]], strange: Collection[str]) -> None:
    """Print a note about each (name, other name) pair."""
    seen = ParseCache()
    for name, other in pairs:
        note(_another(name, other) if name in strange else _copy(name, other, seen))


def _another(name: str, other: str) -> str:
    return tr(
        "{name} has the name of a copy of {session}, and is another session: both count",
        name=name,
        session=other,
    )


def _copy(name: str, counted: str, seen: ParseCache) -> str:
    if not _goes_on(counted, name, seen):
        return tr(
            "{name} and {session} are copies of one session, and each was gone on with: {session}, "
            "which has more or the later entries, counts; {command} makes one of them",
            name=name,
            session=counted,
            command=_merging(name, counted),
        )
    return tr(
        "{name} is a copy of {session}, which has all of it, and does not count; {command} makes "
        "one of them",
        name=name,
        session=counted,
        command=_merging(name, counted),
    )


def _merging(name: str, counted: str) -> str:
    """Return the command that merges two copies. The name not given by a synchroniser is first; if
    that does not decide, the name that counts."""
    pair = sorted((counted, name), key=lambda one: name_before_conflict(one) is not None)
    return text_of(CommandLine("merge", tuple(pair)))


def _goes_on(longer: str, shorter: str, seen: ParseCache) -> bool:
    """Return True if one session has all entries of the other."""
    try:
        return has_all_of(
            read_session_log(_bytes(longer), seen), read_session_log(_bytes(shorter), seen)
        )
    except (Refused, MachineFailure):
        return False


def _bytes(name: str) -> bytes:
    return store.session_bytes(store.session_path(name))
