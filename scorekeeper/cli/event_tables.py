"""The sessions of an event's tables: found by id, created if missing, removed if empty."""

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
from scorekeeper.record.open_session import opened as opened_session
from scorekeeper.record.session_head import event_table, first_lines, identity, names_seated
from scorekeeper.store import session_changes as shelves
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import MachineFailure, Refused, refuse, see
from scorekeeper.text.translation import tr

SESSION_ID = 16  # bytes of chance, as every session has
UNREADABLE = (Refused, MachineFailure, ValueError, RecursionError)


def note_slips(event: Event, told: Mapping[str, TableSession]) -> None:
    """Print a note about each table whose result slip differs from its recorded deals."""
    for one in slips_beside_deals(event, told):
        note(text_of(one))


def told_tables(event: Event) -> dict[str, TableSession]:
    """Return the sessions of the event's tables by id, wherever they are in the home. Of several
    copies, return the one that counts."""
    wanted = {table.id for table in event.tables}
    if not wanted:
        return {}
    found = [(name, evening) for name, evening in told_quietly() if evening.id in wanted]
    found.sort(key=lambda one: one[1].entries)  # of two with one name, the longer is last and stays
    copies = copies_of(found)
    counted = {copies.get(name, name) for name, _ in found}
    return {evening.id: TableSession(name, evening) for name, evening in found if name in counted}


def offered_session(session: str) -> Offered:
    """Return a session, given by name or path, as a candidate for a table. Raises Refused if it is
    outside the home or unreadable."""
    path = store.session_path(session)
    name, own = store.name_of_file(path), _ids([path])
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
    """Return the candidates for tables: sessions with deals of the event's game, recorded since
    the event was created, that belong to no table. The latest is last."""
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
    """Return a session as a candidate, with the players and the event table named in its header."""
    head = first_lines(store.session_bytes(path))
    of = event_table(head)
    claim = (of.get("id"), of.get("round"), of.get("table"))
    return Offered(told, names_seated(head), claim if of else None)


def recorded_sessions(tables: Sequence[EventTable]) -> list[str]:
    """Return the names of these tables' sessions that have entries."""
    wanted = {table.id for table in tables}
    return [n for n, evening in told_quietly() if evening.id in wanted and evening.entries]


def begin_missing(event: Event) -> tuple[EventTable, ...]:
    """Create the missing sessions of the latest round, and return their tables. Sessions in the
    archive or trash are not missing, nor are unreadable files with a table's session name.
    After an interruption, a second call creates the rest."""
    tables = event.drawn[event.begun].tables if event.begun else ()
    _refuse_odd_names(table.session for table in tables if not table.is_other)
    there = _ids_there(table.session for table in tables)
    missing = [table for table in tables if table.id not in there and not table.is_other]
    if not missing:
        return ()
    there |= {evening.id for _, evening in told_quietly()}
    there |= _ids(map(shelves.trash_path, shelves.trash_names()))
    missing = [t for t in missing if t.id not in there and not _is_unread(t.session)]
    rules = rules_of(event.terms)
    for table in missing:
        _create(table, session_head(event, rules, table))
    return tuple(missing)


def _create(table: EventTable, head: str) -> None:
    """Create the session of a table. If another session has its name, add a number. Do nothing if
    another process has just created the session."""
    for name in _names(table.session):
        try:
            store.create_session(name, head)
        except Refused:
            taken = _ids_there([name])
            if not taken:  # an unreadable file has the name
                raise
            if table.id not in taken:
                continue
        return


def _is_unread(name: str) -> bool:
    """Return True if a session of this name exists and its id cannot be read."""
    return name in store.session_names(by_change=False) and not _ids_there([name])


def _refuse_odd_names(names: Iterable[str]) -> None:
    """Raise Refused for names invalid for a session: an event file from other people could
    otherwise create files outside the home."""
    for name in names:
        if (fault := store.session_name_fault(name)) is not None:
            message = say(
                "`{session}` cannot be a session's name: {fault}", session=name, fault=fault
            )
            raise refuse("session-name", message, "name")


def _ids_there(names: Iterable[str]) -> set[str]:
    """Return the ids of the existing sessions among these names."""
    return _ids(shelves.active_path(name) for name in names)


def _ids(paths: Iterable[str]) -> set[str]:
    found = set[str]()
    for path in paths:
        with suppress(*UNREADABLE):
            found.add(identity(first_lines(store.session_bytes(path))))
    return found


def take_back(event: Event) -> None:
    """Remove the sessions of the latest round. If any has entries, create the removed ones again
    and raise Refused."""
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
    """Remove the empty sessions of these tables, under a lock. Return the names of those with
    entries, which are not removed."""
    there, stay = set(store.session_names(by_change=False)), list[str]()
    for table in tables:
        names = takewhile(there.__contains__, _names(table.session))
        for name in (name for name in names if table.id in _ids_there([name])):
            try:
                store.remove_session(shelves.active_path(name), _refuse_entries)
            except Refused:
                stay.append(name)
    return stay


def remove_late(tables: Sequence[EventTable]) -> None:
    """Remove the sessions that were created while another process undid their round. Print a note
    about each that already has entries."""
    for name in remove_empty(tables):
        note(tr("{session} stays: something is recorded in it", session=name))


def refuse_undone(chosen: str | None, event: Event) -> None:
    """Raise Refused if another process undid the latest round while its sessions were created, and
    remove these sessions."""
    now, number = open_event(chosen).event, event.begun
    tables = event.drawn[number].tables
    begun = {table.id for table in now.drawn[number].tables} if number in now.drawn else set[str]()
    if begun.isdisjoint(table.id for table in tables):
        remove_late(tables)
        raise meanwhile(say("round {number} was taken back meanwhile", number=number))


def meanwhile(message: Words) -> Refused:
    """Return the refusal of a change that another process has just made impossible."""
    return refuse("event-meanwhile", message, None, see(CommandLine("event round")))


def _refuse_entries(data: bytes) -> None:
    if opened_session(data, "").log.entries:
        raise refuse("session-begun", tr("something is recorded in it"))


def free_names(event: Event) -> Callable[[int], str]:
    """Return a function from a table's number in the next round to an unused session name."""
    _refuse_odd_names([event.terms.name])
    taken = {*store.session_names(by_change=False), *store.archived_names()}

    def free_name(table: int) -> str:
        names = _names(f"{event.terms.name}-r{event.coming}-t{table}")
        return next(name for name in names if name not in taken)

    return free_name


def _names(name: str) -> Iterator[str]:
    """Yield a name, then the name with numbers: `cup-r1-t1-2`, …."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))
