"""What a check says of other sessions of the home than those that it is of: copies of these, and
deals that were moved to them and still stand where they came from."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress

from scorekeeper import store
from scorekeeper.cli.opened_session import of_session
from scorekeeper.cli.session_copies import tell_copies
from scorekeeper.league.copies import Trace, name_before_conflict, near
from scorekeeper.record import book
from scorekeeper.record.book import Book
from scorekeeper.record.journal import Journal, Seen, first_lines, identity, read_journal
from scorekeeper.record.moving import Arrived, arrived, half_moved
from scorekeeper.text.problems import MachineFailure, Problem, Refused

# So many sessions may be checked, and so many others looked at, where not all of the home are. To
# look at one takes a thousandth of a check.
FEW, MOST = 10, 100


class Checked:
    """Sessions that were opened to be checked, as far as others have to do with them: what tells
    each from others, as they are listed in the home, and the deals that were moved to them. `same`
    is what they have in common, which is read once; `among_all` says that every other session of
    the home is looked at."""

    def __init__(self, among_all: bool) -> None:
        self.among_all = among_all
        self.same = Seen()
        self.names: set[str] = set()
        self.traces: dict[str, Trace] = {}
        self.arrived: dict[str, Arrived] = {}

    def add(self, path: str, opened: Book) -> None:
        self.names.add(opened.name)
        self.arrived |= arrived(opened)
        if listed := store.listed_as(path):
            self.traces[listed] = _trace_of(opened.journal)


def _trace_of(journal: Journal) -> Trace:
    entries = journal.entries
    last = max((entry.at for entry in entries), default="")
    return Trace(identity(journal.head), len(entries), last)


# --- copies --------------------------------------------------------------------------------------


def tell_copies_of(checked: Checked) -> None:
    """A word about each copy of a session that was checked, and about what has the name of one."""
    listed = store.every_session() if checked.among_all else _nearest(checked.names)
    if len(listed) > 1:
        ids = {trace.id for trace in checked.traces.values()}
        tell = _teller(ids, checked.same)
        told = ((one, checked.traces.get(one) or tell(one)) for one in listed)
        tell_copies([(store.bare_name(one), trace) for one, trace in told if trace], checked.names)


def _nearest(names: Collection[str]) -> list[str]:
    """The `MOST` sessions that are most likely copies of some: these themselves, what is named by
    a synchroniser, then those of the shortest names. Where there are more than so many they are
    only those of near names."""
    listed = store.every_session(near(names) if store.are_more_than(MOST) else None)

    def distance(one: str) -> tuple[bool, bool, int, str]:
        name = store.bare_name(one)
        return name not in names, name_before_conflict(name) is None, len(name), name

    return sorted(listed, key=distance)[:MOST]


def _teller(ids: Collection[str], same: Seen) -> Callable[[str], Trace | None]:
    """What tells a session that is listed from others, None where it cannot be read; of one that is
    none of these `ids` only the first lines are read."""
    bytes_of = store.listed_sessions()

    def told(listed: str) -> Trace | None:
        with suppress(Refused, MachineFailure, ValueError, RecursionError):
            data = bytes_of(listed)
            own = identity(first_lines(data, same))
            return _trace_of(read_journal(data, same)) if own in ids else Trace(own, 0, "")
        return None

    return told


# --- moved by half -------------------------------------------------------------------------------


def moved_by_half(checked: Checked) -> list[Problem]:
    """The deals of these sessions that came from another one, and still stand there: in the one
    that the log names, or in whichever of the home."""
    here, found = checked.arrived, list[tuple[Arrived, Problem]]()
    if not here:
        return []
    sources = sorted({deal.source for deal in here.values()})
    for name in store.session_names() if checked.among_all else sources:
        if store.session_name_fault(name) is None:
            with suppress(Refused, MachineFailure):
                found += half_moved(here, _opened(name, checked.same))
    in_order = sorted(found, key=lambda one: one[0])
    return [of_session(problem, deal.session) for deal, problem in in_order]


def _opened(name: str, same: Seen) -> Book:
    """A session as it stands, without a word about a half-written entry at its end."""
    path = store.session_path(name)
    return book.opened(store.session_bytes(path), name, same)
