"""A home that is a club on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.game.entry_kinds import SESSION_LOG
from scorekeeper.game.log import ACCEPT
from scorekeeper.record.chain import digest_of
from scorekeeper.record.log_text import Log, ParseCache, entry_of_block, parts_of
from scorekeeper.record.session_head import first_lines, identity
from scorekeeper.store.club.address import quoted
from scorekeeper.store.club.club_connection import (
    NAME,
    ClubConnection,
    Opening,
    refuse_gone,
    refuse_known,
    refuse_unreadable,
)
from scorekeeper.store.club.club_queries import (
    APPEND,
    APPEND_AND_KEEP,
    BEGIN_LOG,
    CALL,
    ENTRIES,
    EVENT,
    GONE,
    HEAD,
    IS_OUT,
    IS_OWNER,
    KEEP_TOLD,
    KEPT_ROWS,
    LEAVE_OUT,
    LIES,
    LOCK_TO_END,
    LOG,
    LOGINS,
    NAMES,
    NAMES_BY_CHANGE,
    NUMBER,
    SESSION,
    STANDING,
    TAKE_IN,
    TEXT,
    TEXTS,
    TIP,
    TOLD,
    TOLD_NAMED,
    ClubFiles,
    entry_faults,
    lock,
    notify_viewers,
    release_lock,
)
from scorekeeper.store.club.libpq import Connection, ServerError, Value
from scorekeeper.store.disk import SUFFIX, no_such_path
from scorekeeper.store.home_interface import (
    ARCHIVE,
    EVENTS,
    RULESETS,
    SESSIONS,
    TRASH,
    LockedSession,
    SessionRows,
    StoredDigest,
    StoredRows,
    Tell,
    WrittenEntry,
)
from scorekeeper.store.size_limits import session_within
from scorekeeper.text.message import say
from scorekeeper.text.problems import MachineFailure, Refused, refuse

if TYPE_CHECKING:
    from scorekeeper.store.club.listening import Listening


# --- club home ---------------------------------------------------------------------------------
# A home that is a club in PostgreSQL. A session is a row for its header and one for each entry,
# only ever appended to; its name and shelf are the latest row of its names.
#
# A recorder locks the session by an advisory lock, because recorders may change no row. The
# position of an entry is a key, so of two recorders without a lock one gets an error. A path is the
# address of the club, then as in a folder: `postgresql://HOST/DATABASE/CLUB/sessions/friday.toml`.


FOLDERS = {ARCHIVE: f"{SESSIONS}/{ARCHIVE}"}  # folders with another name
MOST_READ = 64  # sessions that are read at a time
FEW = 8  # sessions that are asked for one by one sooner than all together
TAKES_IN = f'\nwhat = "{ACCEPT}"\n'


class Spot(NamedTuple):
    """The place of a log in a club: its kind, its shelf and its name."""

    kind: str
    shelf: str
    name: str


class ClubLog(NamedTuple):
    """A log as read from a club: its id, its text, the position of its last entry, and the
    positions of unreadable entries, which are not in the text. `passed` are the unreadable ones
    after the end of the text."""

    log: str
    text: str
    last: int
    unread: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()


class HeldLog(LockedSession):
    """A locked log, and the connection that locked it."""

    def __init__(self, home: ClubHome, connection: Connection, path: str, found: ClubLog) -> None:
        self._home, self._connection, self._path = home, connection, path
        self._found: ClubLog | None = found
        self._log = found.log
        self.has_changed = False

    def data(self) -> bytes:
        return session_within(self._path, self._now().text.encode())

    def _now(self) -> ClubLog:
        """Return the log in its present state. It is read again after an append."""
        if self._found is None:
            self._found = self._home.found(self._connection, self._path)
        if self._found is None:
            raise self._home.unknown(self._path)
        return self._found

    def append(self, data: bytes, whole: int, text: str, tell: Tell | None = None) -> None:
        found = self._now()
        above, *entries = parts_of(text)
        entries[0] = above + entries[0]
        takes_in = bool(_taken_in(entries))
        tables = _tables(tell) if tell and not takes_in else ""
        is_one = not (takes_in or found.passed)
        with self._home.reached.failing(writes=True), _together(self._connection, is_one):
            self._leave_out(found.passed)
            is_told = self._home.insert(self._connection, self._log, found.last, entries, tables)
        self._found, self.has_changed = None, True
        if not is_told:
            self._home.recorded_in(self._path)

    def set_aside(self, data: bytes, whole: int) -> str | None:
        """Exclude unreadable entries for everybody. Raises Refused unless the login owns the
        database. Return the log's path, or None if there was no unreadable entry."""
        unread = self._now().unread
        if not unread:
            return None
        if self._connection.ask(IS_OWNER) != [("t",)]:
            raise refuse_unreadable(self._home.spot(self._path).name, unread)
        with self._home.reached.failing(writes=True), _together(self._connection, is_one=False):
            self._leave_out(unread)
        self._found, self.has_changed = None, True
        return self._path

    def _leave_out(self, positions: Iterable[int]) -> None:
        for position in positions:
            self._connection.ask(LEAVE_OUT, self._home.number, self._log, position)

    def move_to(self, path: str) -> bool:
        kind, shelf, name = self._home.spot(path)
        is_called = self._called(kind, name, shelf)
        if is_called:
            self._home.recorded_in(path)
        return is_called

    def remove(self) -> None:
        kind, _, name = self._home.spot(self._path)
        self._called(kind, name, GONE)

    def _called(self, kind: str, name: str, shelf: str) -> bool:
        """Give the log a name on a shelf. Return False if another log has that name."""
        try:
            with self._home.reached.failing(writes=True, own=(NAME,)):
                self._connection.ask(CALL, self._home.number, kind, name, self._log, shelf)
        except ServerError:
            return False
        self.has_changed = True
        return True


class ClubHome(ClubFiles):
    """A club as a home, seen by the login in its address."""

    def __init__(self, opening: Opening) -> None:
        self.reached = ClubConnection(opening)
        self.number = self.reached.club.id
        self.prefix = f"{self.reached.bare}/{quoted(self.reached.club.name)}"
        self._listening: Listening | None = None
        self._seen: dict[str, str | None] = {}  # ids of logs by path, as last seen
        self._logs: dict[str, tuple[str, int]] = {}  # log and number of entries by listed name
        self._recorded: dict[str, None] = {}  # the paths in which something was recorded
        self._read = {kind: ParseCache() for kind in (SESSION, EVENT)}  # of entries

    # --- paths -----------------------------------------------------------------------------------

    def folder(self, what: str) -> str:
        return f"{self.prefix}/{FOLDERS.get(what, what)}"

    def path(self, what: str, name: str) -> str:
        return f"{self.folder(what)}/{name}{SUFFIX}"

    def spot(self, path: str) -> Spot:
        """Return the kind, shelf and name of a path. Raises Refused if it is not a log's path."""
        found = self._spot(path)
        if found is None:
            raise no_such_path(path, "session file")
        return found

    def _spot(self, path: str) -> Spot | None:
        folder, _, file = path.rpartition("/")
        name = file.removesuffix(SUFFIX)
        places = {
            self.folder(SESSIONS): Spot(SESSION, STANDING, name),
            self.folder(ARCHIVE): Spot(SESSION, ARCHIVE, name),
            self.folder(TRASH): Spot(SESSION, TRASH, name),
            self.folder(EVENTS): Spot(EVENT, STANDING, name),
        }
        return places.get(folder) if file != name else None

    def place(self, path: str) -> str:
        return path

    def target(self, path: str) -> str:
        return path

    def is_there(self, path: str) -> bool:
        return self.log_of(path) is not None

    def is_same(self, path: str, other: str) -> bool:
        return path == other

    def is_taken(self, path: str, to: str) -> bool:
        there = self.log_of(to)
        return there is not None and there != self.log_of(path)

    def note(self, what: str) -> str:
        return f"{what}-{sha256(self.prefix.encode()).hexdigest()[:16]}"

    def login(self) -> str:
        return self.reached.club.login

    def log_of(self, path: str) -> str | None:
        """Return the id of the log at a path, or None."""
        spot = self._spot(path)
        found = self.reached.ask(LOG, self.number, *spot) if spot else []
        log = found[0][0] if found else None
        self._seen[path] = log
        return log

    # --- sessions --------------------------------------------------------------------------------

    def names_in(self, folder: str, is_wanted: Callable[[str], bool], by_change: bool) -> list[str]:
        kind, shelf, _ = self.spot(f"{folder}/{SUFFIX}")
        rows = self.reached.ask(NAMES_BY_CHANGE if by_change else NAMES, self.number, kind, shelf)
        names = [name for (name,) in rows if name and is_wanted(name)]
        return names if by_change else sorted(names)

    def number_in(self, folder: str, most: int) -> int:
        kind, shelf, _ = self.spot(f"{folder}/{SUFFIX}")
        return int(self.reached.ask(NUMBER, self.number, kind, shelf, most + 1)[0][0] or 0)

    def session_bytes(self, path: str) -> bytes:
        with self.reached.lent() as connection:
            found = self.found(connection, path)
        if found is None:
            raise no_such_path(path, "session file")
        return session_within(path, found.text.encode())

    def reader(self, folder: str) -> Callable[[str], bytes | None]:
        """Return a function from a session's name to its bytes. Each query also reads the next
        sessions in order of their names; their number doubles as long as they are then
        requested."""
        ready: dict[str, bytes] = {}
        wanted = 1

        def read(name: str) -> bytes | None:
            nonlocal wanted
            if name not in ready:
                wanted = 1 if ready else min(2 * wanted, MOST_READ)
                ready.clear()
                ready.update(self._from(f"{folder}/{name}{SUFFIX}", wanted))
            return ready.pop(name, None)

        return read

    def _from(self, path: str, most: int) -> dict[str, bytes]:
        """Return the bytes of up to `most` sessions by name, beginning with the session at this
        path."""
        spot, above = self.spot(path), path.rpartition("/")[0]
        listed = f"{ARCHIVE}/" if above == self.folder(ARCHIVE) else ""
        with self.reached.lent() as connection:
            found = {
                name or "": self._sound(connection, spot.kind, row)
                for name, *row in connection.ask(TEXTS, self.number, *spot, most)
            }
        ready: dict[str, bytes] = {}
        for name, one in found.items():
            with suppress(Refused):  # another session's problem is reported when it is read
                path = f"{above}/{name}{SUFFIX}"
                ready[f"{listed}{name}"] = session_within(path, one.text.encode())
        return ready

    def create(self, path: str, text: str, failed: str) -> None:
        if path.startswith(f"{self.folder(RULESETS)}/"):
            return self._create_rules(path, text)
        kind, shelf, name = self.spot(path)
        head, *entries = parts_of(text)
        log = identity(first_lines(text.encode()))
        with self.reached.lent() as connection:
            try:
                with self.reached.failing(own=(NAME,)):
                    connection.ask("BEGIN")
                    if not connection.ask(BEGIN_LOG, self.number, log, kind, head):
                        self._refuse_known(connection, log, path, head)
                    connection.ask(CALL, self.number, kind, name, log, shelf)
                    self.insert(connection, log, 0, entries)
            except ServerError:
                connection.ask("ROLLBACK")
                raise FileExistsError from None
            with self.reached.failing(writes=True):
                connection.ask("COMMIT")
            notify_viewers(connection, self.reached.club.channel, log)
        self.recorded_in(path)

    def _refuse_known(self, connection: Connection, log: str, path: str, head: str) -> None:
        """Raise FileExistsError if the log exists at this path, and Refused if it exists at
        another path, or was removed and began differently. The log is locked until the
        transaction ends."""
        connection.ask(LOCK_TO_END, self._key(log))
        kind, shelf, name, began, entries = connection.ask(LIES, self.number, log)[0]
        spot = Spot(kind or "", shelf or "", name or "")
        if spot == self.spot(path):
            raise FileExistsError
        if spot.shelf != GONE:
            raise refuse_known(path, self._path_of(spot))
        if began != head or entries != "0":
            raise refuse_gone(path)

    def _path_of(self, spot: Spot) -> str:
        shelf = (
            {SESSION: SESSIONS, EVENT: EVENTS}[spot.kind] if spot.shelf == STANDING else spot.shelf
        )
        return self.path(shelf, spot.name)

    @contextmanager
    def held(self, path: str) -> Iterator[LockedSession]:
        with self.reached.lent() as connection:
            found = self._held(connection, path)
            held = HeldLog(self, connection, path, found)
            yield held
            wakes = (self.reached.club.channel, found.log) if held.has_changed else ()
            release_lock(connection, self._key(found.log), *wakes)

    def _held(self, connection: Connection, path: str) -> ClubLog:
        """Return the log at a path, locked by this connection. The path is checked again after
        locking, since another log may have got it meanwhile."""
        log = self._seen.get(path) or self.log_of(path)
        while log is not None:
            lock(connection, self._key(log), self.spot(path).name)
            found = self.found(connection, path)
            if found is not None and found.log == log:
                return found
            release_lock(connection, self._key(log))
            log = None if found is None else found.log
        raise self.unknown(path)

    def found(self, connection: Connection, path: str) -> ClubLog | None:
        """Return the log at a path, or None."""
        spot = self.spot(path)
        rows = connection.ask(TEXT, self.number, *spot)
        return self._sound(connection, spot.kind, rows[0]) if rows else None

    def _sound(self, connection: Connection, kind: str, row: Sequence[str | None]) -> ClubLog:
        """Return the log in a row of a query, without its unreadable entries."""
        log, text, last, number = (one or "" for one in row)
        head, *parts = parts_of(text)
        if number == last and not any(entry_faults(kind, head, parts, self._read[kind])):
            return ClubLog(log, text, int(last))
        entries = connection.ask(ENTRIES, self.number, log)
        faults = entry_faults(kind, head, [block for _, block, *_ in entries], self._read[kind])
        blocks, unread, passed = [head], list[int](), list[int]()
        for (position, block, *_), fault in zip(entries, faults, strict=True):
            if fault:
                unread.append(int(position or 0))
                passed.append(unread[-1])
            else:
                blocks.append(block or "")
                passed.clear()
        return ClubLog(log, "".join(blocks), int(last), tuple(unread), tuple(passed))

    def written(self, path: str) -> list[WrittenEntry]:
        return [one for one in self._written(path) if not one.why]

    def unread(self, path: str) -> list[WrittenEntry]:
        return [one for one in self._written(path) if one.why]

    def _written(self, path: str) -> list[WrittenEntry]:
        """Return the writer of each entry of a log, as the server knows it, with the reason for an
        unreadable entry."""
        kind = self.spot(path).kind
        rows = self.reached.ask(HEAD, self.number, *self.spot(path))
        if not rows:
            return []
        log, head = (one or "" for one in rows[0])
        entries = self.reached.ask(ENTRIES, self.number, log)
        faults = entry_faults(kind, head, [block for _, block, *_ in entries], self._read[kind])
        return [
            WrittenEntry(int(position or 0), login or "", at or "", fault)
            for (position, _, login, at), fault in zip(entries, faults, strict=True)
        ]

    def unknown(self, path: str) -> Refused:
        """Return the refusal of a path at which there is no log."""
        message = say("there is no session file {path}", path=path)
        return refuse("session-unknown", message, "session")

    def _key(self, log: str) -> str:
        return f"scorekeeper/{self.number}/log/{log}"

    def insert(
        self, connection: Connection, log: str, last: int, entries: list[str], tables: str = ""
    ) -> bool:
        """Append entries after position `last`, all or none, and save the league rows (`tables`)
        in the same commit. If the rows cannot be saved, the entries are recorded all the same.
        Return True if the rows were saved."""
        if not entries:
            return False
        for joint in _taken_in(entries):
            connection.ask(TAKE_IN, self.number, log, joint)
        rows = (f"($1::bigint, $2, $3::int + {n}, ${n + 3})" for n in range(1, len(entries) + 1))
        append = APPEND + ", ".join(rows)
        values: tuple[Value, ...] = (self.number, log, last, *entries)
        if tables:
            keep = APPEND_AND_KEEP.format(append=append, tables=len(entries) + 4)
            try:
                return connection.ask(keep, *values, tables) == [("t",)]
            except ServerError as error:
                if error.may_stand:
                    raise
        connection.ask(append, *values)
        return False

    def logins(self) -> list[str]:
        return [login or "" for (login,) in self.reached.ask(LOGINS, self.number)]

    # --- the league ------------------------------------------------------------------------------

    def told(self, kind: str, names: Sequence[str]) -> dict[str, StoredDigest]:
        if len(names) > FEW:
            rows = self.reached.ask(TOLD, self.number, kind)
        else:
            bare = {name.removeprefix(f"{ARCHIVE}/") for name in names}
            asked = (self.reached.ask(TOLD_NAMED, self.number, kind, name) for name in bare)
            rows = [*chain.from_iterable(asked)]
        self._logs = {name or "": (log or "", int(last or 0)) for name, log, last, _ in rows}
        return {
            name or "": StoredDigest(f"{log} {last}", line or "") for name, log, last, line in rows
        }

    def untold(self) -> list[str]:
        recorded, self._recorded = self._recorded, {}
        listed = {STANDING: "", ARCHIVE: f"{ARCHIVE}/"}
        return [
            f"{listed[spot.shelf]}{spot.name}"
            for spot in map(self.spot, recorded)
            if spot.kind == SESSION and spot.shelf in listed
        ]

    def recorded_in(self, path: str) -> None:
        """Note that the league rows of a log are out of date."""
        self._recorded[path] = None

    def keep_told(self, found: Iterable[SessionRows], is_asked: bool = False) -> None:
        if not (self.reached.club.may_record or is_asked):
            return
        passed = () if is_asked else (Refused, MachineFailure)
        with suppress(*passed), self.reached.lent() as connection:
            for one in found:
                if at := self._logs.get(one.name):
                    connection.ask(KEEP_TOLD, self.number, *at, one.tables)

    def kept_rows(self, path: str) -> StoredRows | None:
        rows = self.reached.ask(KEPT_ROWS, self.number, *self.spot(path))
        return StoredRows(*(one or "" for one in rows[0])) if rows else None

    # --- changes by others -----------------------------------------------------------------------

    def stamp(self, path: str) -> object:
        return self._heard().stamp(path)

    def look(self, path: str, most: int) -> tuple[int, bytes] | None:
        """Return a version number and the bytes of a log or ruleset. Rulesets always have version
        0 and are read each time, because the server sends no notifications of them."""
        if path.startswith(f"{self.folder(RULESETS)}/"):
            data = self._file("ruleset", self._rule(path))
            return None if data is None else (0, data[:most])
        return self._heard().look(path, most)

    def _heard(self) -> Listening:
        # only for viewers
        from scorekeeper.store.club.listening import Listening  # noqa: PLC0415

        if self._listening is None:
            self._listening = Listening(self.reached, self._tip_of, self._data_of)
        return self._listening

    def _tip_of(self, path: str) -> tuple[str, str]:
        """Return the id of the log at a path and the position of its last entry, both "" if there
        is none."""
        spot = self._spot(path)
        rows = self.reached.ask(TIP, self.number, *spot) if spot else []
        return (rows[0][0] or "", rows[0][1] or "") if rows else ("", "")

    def _data_of(self, path: str) -> bytes:
        return self.session_bytes(path)


@contextmanager
def _together(connection: Connection, is_one: bool) -> Iterator[None]:
    """Commit the statements of the block all or not at all. A single statement (`is_one`) needs no
    transaction."""
    if is_one:
        yield
        return
    connection.ask("BEGIN")
    yield
    connection.ask("COMMIT")


def _tables(tell: Tell) -> str:
    """Return the league rows of a session after a change, or "" if they cannot be made; the league
    reports the reason later."""
    with suppress(Exception):
        return tell().tables
    return ""


def _taken_in(entries: Iterable[str]) -> list[str]:
    """Return the breaks of the hash chain that these entries accept as valid."""
    return [
        joint
        for block in entries
        if TAKES_IN in block
        for joint in entry_of_block(block.lstrip("\n"), 0, SESSION_LOG).facts["joints"]
    ]


# --- The state of each session, without reading its entries ------------------------------------


DROPPED = "gone"  # where a session lies that was dropped
SHELVES = {
    ("session", "standing"): SESSIONS, ("session", "archive"): ARCHIVE,
    ("session", "trash"): TRASH, ("event", "standing"): EVENTS,
}  # fmt: skip
TIPS = f"""
SELECT n.log, n.kind, n.shelf, n.name, (SELECT count(*) FROM scorekeeper.entries e
        WHERE e.club = n.club AND e.log = n.log AND NOT {IS_OUT}),
    coalesce(last.digest, scorekeeper.digest(scorekeeper.body(l.head))), coalesce(last.before, '')
FROM scorekeeper.called n
JOIN scorekeeper.logs l ON l.club = n.club AND l.id = n.log
LEFT JOIN LATERAL (SELECT e.position, e.digest, e.before FROM scorekeeper.entries e
    WHERE e.club = n.club AND e.log = n.log AND NOT {IS_OUT}
    ORDER BY e.position DESC LIMIT 1) AS last ON true
WHERE n.club = $1::bigint
"""


class Tip(NamedTuple):
    """The state of a session in a club: its shelf, name, number of entries, and the digest of its
    last entry. `is_chained` is True if that digest covers all earlier entries."""

    shelf: str
    name: str
    entries: int
    digest: str
    is_chained: bool

    def is_of(self, log: Log) -> bool:
        """Return True if the session certainly equals this log, without reading the session."""
        if self.entries != len(log.entries) or self.digest != digest_of(log.blocks[-1]):
            return False
        return self.is_chained or not self.entries


def tips_of(club: ClubHome) -> dict[str, Tip]:
    """Return the state of each session and event of a club, by id."""
    return {row[0] or "": _tip(*row[1:]) for row in club.reached.ask(TIPS, club.number)}


def _tip(kind: str | None, shelf: str | None, name: str | None, *more: str | None) -> Tip:
    entries, digest, before = more
    lies = SHELVES.get((kind or "", shelf or ""), DROPPED)
    return Tip(lies, name or "", int(entries or 0), digest or "", bool(before))
