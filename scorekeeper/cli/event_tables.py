"""The sessions of an event's tables: found by their id, begun where they are not there, and taken
away as long as they are empty."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, takewhile

from scorekeeper import store
from scorekeeper.cli.click_parts import note
from scorekeeper.cli.open_event import open_event
from scorekeeper.cli.session_list import told_quietly
from scorekeeper.event.event_state import Event, EventTable
from scorekeeper.event.result_slips import slips_beside_deals
from scorekeeper.event.session_assignment import Offered, TableSession, rules_of, session_head
from scorekeeper.league.copy_detection import copies_of
from scorekeeper.record.book import opened as opened_session
from scorekeeper.record.journal import ParseCache, event_table, first_lines, identity, names_seated
from scorekeeper.store import session_changes as shelves
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import MachineFailure, Refused, refuse, see
from scorekeeper.text.translation import tr

SESSION_ID = 16  # bytes of chance, as every session has
UNREADABLE = (Refused, MachineFailure, ValueError, RecursionError)


def note_slips(event: Event, told: Mapping[str, TableSession]) -> None:
    """Note the tables that have both a slip and recorded deals of other points."""
    for one in slips_beside_deals(event, told):
        note(text_of(one))


def told_tables(event: Event) -> dict[str, TableSession]:
    """The sessions of the event's tables by id, wherever in the home they are and whatever they are
    called; of copies of one the one that counts."""
    wanted = {table.id for table in event.tables}
    if not wanted:
        return {}
    found = [(name, evening) for name, evening in told_quietly() if evening.id in wanted]
    found.sort(key=lambda one: one[1].entries)  # of two of one name the longer stays
    copies = copies_of(found)
    counted = {copies.get(name, name) for name, _ in found}
    return {evening.id: TableSession(name, evening) for name, evening in found if name in counted}


def offered_session(session: str) -> Offered:
    """A session of the home by its name or path, as one that may be a table's; raises Refused where
    it lies elsewhere or cannot be read."""
    path = store.session_path(session)
    name, own = store.stem(path), _ids([path])
    evening = next(
        (evening for other, evening in told_quietly() if other == name and evening.id in own), None
    )
    if evening is None or store.listed_as(path) is None:
        message = say("`{session}` is not in the home, or cannot be read", session=name)
        see_check = say("see `{command}`", command=CommandLine("check", (session,)))
        raise refuse("event-use", message, "session", see_check)
    offered = _offered(path, TableSession(name, evening))
    return offered._replace(options=opened_session(store.session_bytes(path), name).agreed.options)


def likely_offers(event: Event) -> list[Offered]:
    """The sessions that are no table's, with deals of the event's game, that were recorded since
    the event began, the latest last."""
    taken = {table.id for table in event.tables}
    found = [
        TableSession(name, evening)
        for name, evening in told_quietly()
        if evening.id not in taken
        and evening.deals
        and evening.game == event.terms.game
        and evening.last >= event.terms.created
    ]
    found.sort(key=lambda one: one.evening.last)
    offers = []
    for one in found:
        with suppress(*UNREADABLE):
            offers.append(_offered(store.session_path(one.name), one))
    return offers


def _offered(path: str, told: TableSession) -> Offered:
    """A session with what its head says of who sat down in it, and of its event."""
    head = first_lines(store.session_bytes(path), ParseCache())
    of = event_table(head)
    claim = (of.get("id"), of.get("round"), of.get("table"))
    return Offered(told, names_seated(head), claim if of else None)


def recorded_sessions(tables: Sequence[EventTable]) -> list[str]:
    """The names of the sessions of these tables in which something is recorded."""
    wanted = {table.id for table in tables}
    return [n for n, evening in told_quietly() if evening.id in wanted and evening.entries]


def begin_missing(event: Event) -> tuple[EventTable, ...]:
    """Begins the sessions of the latest round that are nowhere in the home, the archive or the
    trash; gives their tables. Where somebody was killed in the middle of it, the same again does
    the rest. What cannot be read under a table's name may be its session, and is left alone."""
    tables = event.drawn[event.begun].tables if event.begun else ()
    _refuse_odd_names(table.session for table in tables if not table.is_other)
    there = _ids_there(table.session for table in tables)
    missing = [table for table in tables if table.id not in there and not table.is_other]
    if not missing:
        return ()
    there |= {evening.id for _, evening in told_quietly()}
    there |= _ids(map(shelves.thrown_path, shelves.thrown_names()))
    missing = [t for t in missing if t.id not in there and not _is_unread(t.session)]
    rules = rules_of(event.terms)
    for table in missing:
        _create(table, session_head(event, rules, table))
    return tuple(missing)


def _create(table: EventTable, head: str) -> None:
    """Makes the session of a table, unless somebody else has made it this moment; under another
    name where another session has taken its own since."""
    for name in _names(table.session):
        try:
            store.create_session(name, head)
        except Refused:
            taken = _ids_there([name])
            if not taken:  # nobody knows what has the name
                raise
            if table.id not in taken:
                continue
        return


def _is_unread(name: str) -> bool:
    """Whether something has a name of which nobody can tell which session it is."""
    return name in store.session_names(by_change=False) and not _ids_there([name])


def _refuse_odd_names(names: Iterable[str]) -> None:
    """Raises Refused for what no session can be named: an event's file may be somebody else's, and
    would have it made outside the home."""
    for name in names:
        if (fault := store.session_name_fault(name)) is not None:
            message = say(
                "`{session}` cannot be a session's name: {fault}", session=name, fault=fault
            )
            raise refuse("session-name", message, "name")


def _ids_there(names: Iterable[str]) -> set[str]:
    """The ids of the sessions of these names, as far as there are any."""
    return _ids(shelves.standing_path(name) for name in names)


def _ids(paths: Iterable[str]) -> set[str]:
    seen, found = ParseCache(), set[str]()
    for path in paths:
        with suppress(*UNREADABLE):
            found.add(identity(first_lines(store.session_bytes(path), seen)))
    return found


def take_back(event: Event) -> None:
    """Takes the sessions of the latest round away, which are empty. Raises Refused where something
    is recorded in one by now; what was taken away is made again then."""
    tables = event.drawn[event.begun].tables
    if names := recorded_sessions(tables) or remove_empty(tables):
        begin_missing(event)
        raise _recorded(event.begun, names)


def _recorded(number: int, names: Sequence[str]) -> Refused:
    message = say(
        "round {number} has begun, and something is recorded in {sessions}",
        number=number, sessions=listing([f"`{name}`" for name in names], "and"),
    )  # fmt: skip
    command = CommandLine("log", ("--session", names[0]))
    hint = say("see `{command}`; what was played stays", command=command)
    return refuse("event-recorded", message, None, hint)


def remove_empty(tables: Sequence[EventTable]) -> list[str]:
    """Removes the sessions of these tables, while nobody records in them; gives the names of those
    in which something is recorded, and which stay."""
    there, stay = set(store.session_names(by_change=False)), list[str]()
    for table in tables:
        names = takewhile(there.__contains__, _names(table.session))
        for name in (name for name in names if table.id in _ids_there([name])):
            try:
                store.remove_session(shelves.standing_path(name), _refuse_entries)
            except Refused:
                stay.append(name)
    return stay


def remove_late(tables: Sequence[EventTable]) -> None:
    """Removes the sessions that were made while their round was taken back; of one in which
    something is recorded by now a word is said."""
    for name in remove_empty(tables):
        note(tr("{session} stays: something is recorded in it", session=name))


def refuse_undone(chosen: str | None, event: Event) -> None:
    """Raises Refused where somebody took the latest round back while its sessions were made: those
    that were made after that are taken away too."""
    now, number = open_event(chosen).event, event.begun
    tables = event.drawn[number].tables
    begun = {table.id for table in now.drawn[number].tables} if number in now.drawn else set[str]()
    if begun.isdisjoint(table.id for table in tables):
        remove_late(tables)
        raise meanwhile(say("round {number} was taken back meanwhile", number=number))


def meanwhile(message: Words) -> Refused:
    """The refusal of what somebody else has made impossible at the same moment."""
    return refuse("event-meanwhile", message, None, see(CommandLine("event round")))


def _refuse_entries(data: bytes) -> None:
    if opened_session(data, "").journal.entries:
        raise refuse("session-begun", tr("something is recorded in it"))


def free_names(event: Event) -> Callable[[int], str]:
    """What names the session of each table of the coming round: as no session is named."""
    _refuse_odd_names([event.terms.name])
    taken = {*store.session_names(by_change=False), *store.archived_names()}

    def free_name(table: int) -> str:
        names = _names(f"{event.terms.name}-r{event.coming}-t{table}")
        return next(name for name in names if name not in taken)

    return free_name


def _names(name: str) -> Iterator[str]:
    """A name, then those that may stand for it: `cup-r1-t1-2`, …."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))
