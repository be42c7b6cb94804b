"""A home that is a club in PostgreSQL: a session is a row for its head and one for each entry,
appended only, and what it is called and where it lies is the latest row of its names.

Who records holds the session by an advisory lock, for recorders may change no row; and the position
of an entry is a key, so that of two who held nothing one is told. A path is the address of the
club, then as in a folder: `postgresql://HOST/DATABASE/CLUB/sessions/friday.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.journal import Seen, entry_of_block, first_lines, identity
from scorekeeper.journal.parts import parts_of
from scorekeeper.log import ACCEPT
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import MachineFailure, Refused, refuse
from scorekeeper.records import Record
from scorekeeper.store.club.address import quoted
from scorekeeper.store.club.club_failures import NAME, refuse_gone, refuse_known
from scorekeeper.store.club.club_files import ClubFiles, let_go
from scorekeeper.store.club.club_queries import (
    APPEND,
    APPEND_AND_KEEP,
    BEGIN_LOG,
    CALL,
    EVENT,
    GONE,
    KEEP_TOLD,
    LIES,
    LOCK,
    LOCK_TO_END,
    LOG,
    NAMES,
    NAMES_BY_CHANGE,
    NUMBER,
    SESSION,
    STANDING,
    TAKE_IN,
    TEXT,
    TEXTS,
    TOLD,
    TOLD_NAMED,
)
from scorekeeper.store.club.libpq import Connection, ServerError, Value
from scorekeeper.store.club.reaching import Opening, Reached
from scorekeeper.store.disk import SUFFIX, missing
from scorekeeper.store.home import (
    ARCHIVE,
    EVENTS,
    RULESETS,
    SESSIONS,
    TRASH,
    Held,
    Tell,
    Telling,
    Told,
)
from scorekeeper.store.size import session_within

if TYPE_CHECKING:
    from scorekeeper.store.club.listening import Listening

FOLDERS = {ARCHIVE: f"{SESSIONS}/{ARCHIVE}"}  # where that is not the word itself
MOST_READ = 64  # sessions that are read at a time
FEW = 8  # sessions that are asked for one by one sooner than all together
TAKES_IN = f'\nwhat = "{ACCEPT}"\n'


class Spot(NamedTuple):
    """Where a log lies and what it is called."""

    kind: str
    shelf: str
    name: str


class Found(Record):
    """A log as it stands: its id, its text, the position of its last entry."""

    log: str
    text: str
    last: int


class HeldLog(Held):
    """A log that nobody else changes meanwhile, and the connection that holds it."""

    def __init__(self, home: ClubHome, connection: Connection, path: str, found: Found) -> None:
        self._home, self._connection, self._path = home, connection, path
        self._found: Found | None = found
        self._log = found.log

    def data(self) -> bytes:
        return session_within(self._path, self._now().text.encode())

    def _now(self) -> Found:
        """What stands; it is asked for again once something was appended."""
        if self._found is None:
            self._found = self._home.found(self._connection, self._path)
        if self._found is None:
            raise self._home.unknown(self._path)
        return self._found

    def append(self, data: bytes, whole: int, text: str, tell: Tell | None = None) -> None:
        self.set_aside(data, whole)
        last = self._now().last
        above, *entries = parts_of(text)
        entries[0] = above + entries[0]
        takes_in = bool(_taken_in(entries))
        tables = _tables(tell) if tell and not takes_in else ""
        with self._home.reached.failing(writes=True), _together(self._connection, takes_in):
            is_told = self._home.insert(self._connection, self._log, last, entries, tables)
        self._found = None
        if not is_told:
            self._home.recorded_in(self._path)

    def set_aside(self, data: bytes, whole: int) -> str | None:
        """Nothing is half-written in a club; what came from a file so is not changed there."""
        if whole != len(data):
            message = say(
                "{path} does not end with a whole entry, and nothing is cut off in a club",
                path=self._path,
            )
            anew = CommandLine("new", rest=(say("GAME"), say("PLAYER…")))
            hint = say("begin another session: {command}", command=anew)
            raise refuse("club-cut", message, "session", hint)
        return None

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
        """Gives the log a name on a shelf; False where another one has that."""
        try:
            with self._home.reached.failing(writes=True, own=(NAME,)):
                self._connection.ask(CALL, self._home.number, kind, name, self._log, shelf)
        except ServerError:
            return False
        return True


class ClubHome(ClubFiles):
    """The club that a connection is opened to, as the login of its address may see it."""

    def __init__(self, opening: Opening) -> None:
        self.reached = Reached(opening)
        self.number = self.reached.club.id
        self.prefix = f"{self.reached.bare}/{quoted(self.reached.club.name)}"
        self._listening: Listening | None = None
        self._seen: dict[str, str | None] = {}  # which log had a path when it was looked for last
        self._logs: dict[str, tuple[str, int]] = {}  # log and number of entries by listed name
        self._recorded: dict[str, None] = {}  # the paths in which something was recorded

    # --- where -----------------------------------------------------------------------------------

    def folder(self, what: str) -> str:
        return f"{self.prefix}/{FOLDERS.get(what, what)}"

    def path(self, what: str, name: str) -> str:
        return f"{self.folder(what)}/{name}{SUFFIX}"

    def spot(self, path: str) -> Spot:
        """Where the log of a path lies; refused where there is no such place."""
        found = self._spot(path)
        if found is None:
            raise missing(path, "session file")
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
        """The id of the log that has a path."""
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
            raise missing(path, "session file")
        return session_within(path, found.text.encode())

    def reader(self, folder: str) -> Callable[[str], bytes | None]:
        """Those that come after one in their order are read with it, ever more of them as long as
        they are asked for."""
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
        """The bytes of so many sessions by their names, from the one of this path onward."""
        spot, above = self.spot(path), path.rpartition("/")[0]
        listed = f"{ARCHIVE}/" if above == self.folder(ARCHIVE) else ""
        rows = self.reached.ask(TEXTS, self.number, *spot, most)
        return {
            f"{listed}{name}": session_within(f"{above}/{name}{SUFFIX}", (text or "").encode())
            for name, text in rows
        }

    def create(self, path: str, text: str, failed: str) -> None:
        if path.startswith(f"{self.folder(RULESETS)}/"):
            return self._create_rules(path, text)
        kind, shelf, name = self.spot(path)
        head, *entries = parts_of(text)
        log = identity(first_lines(text.encode(), Seen()))
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
        self.recorded_in(path)

    def _refuse_known(self, connection: Connection, log: str, path: str, head: str) -> None:
        """Raises FileExistsError where a log that there is has this path, and Refused where it lies
        elsewhere, or was taken away as another one than would stand there now. Nobody else changes
        that until what the connection began ends."""
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
    def held(self, path: str) -> Iterator[Held]:
        with self.reached.lent() as connection:
            found = self._held(connection, path)
            yield HeldLog(self, connection, path, found)
            let_go(connection, self._key(found.log))

    def _held(self, connection: Connection, path: str) -> Found:
        """The log of a path, which this connection holds now. Which that is is seen once it is
        held: another one may have come to have the path meanwhile."""
        log = self._seen.get(path) or self.log_of(path)
        while log is not None:
            connection.ask(LOCK, self._key(log))
            found = self.found(connection, path)
            if found is not None and found.log == log:
                return found
            let_go(connection, self._key(log))
            log = None if found is None else found.log
        raise self.unknown(path)

    def found(self, connection: Connection, path: str) -> Found | None:
        """The log of a path as it stands."""
        rows = connection.ask(TEXT, self.number, *self.spot(path))
        return Found(rows[0][0] or "", rows[0][1] or "", int(rows[0][2] or 0)) if rows else None

    def unknown(self, path: str) -> Refused:
        """The refusal of a path that no log has."""
        message = say("there is no session file {path}", path=path)
        return refuse("session-unknown", message, "session")

    def _key(self, log: str) -> str:
        return f"scorekeeper/{self.number}/log/{log}"

    def insert(
        self, connection: Connection, log: str, last: int, entries: list[str], tables: str = ""
    ) -> bool:
        """Appends entries below the last one, all or none, and in the same commit keeps the rows of
        the league; gives whether these were kept. Where they cannot be, the entries stand."""
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

    # --- the league ------------------------------------------------------------------------------

    def told(self, kind: str, names: Sequence[str]) -> dict[str, Told]:
        if len(names) > FEW:
            rows = self.reached.ask(TOLD, self.number, kind)
        else:
            bare = {name.removeprefix(f"{ARCHIVE}/") for name in names}
            asked = (self.reached.ask(TOLD_NAMED, self.number, kind, name) for name in bare)
            rows = [*chain.from_iterable(asked)]
        self._logs = {name or "": (log or "", int(last or 0)) for name, log, last, _ in rows}
        return {name or "": Told(f"{log} {last}", line or "") for name, log, last, line in rows}

    def untold(self) -> list[str]:
        recorded, self._recorded = self._recorded, {}
        listed = {STANDING: "", ARCHIVE: f"{ARCHIVE}/"}
        return [
            f"{listed[spot.shelf]}{spot.name}"
            for spot in map(self.spot, recorded)
            if spot.kind == SESSION and spot.shelf in listed
        ]

    def recorded_in(self, path: str) -> None:
        """Notes that the league has not been told yet of what stands in a log."""
        self._recorded[path] = None

    def keep_told(self, found: Iterable[Telling]) -> None:
        if not self.reached.club.may_record:
            return
        with suppress(Refused, MachineFailure), self.reached.lent() as connection:
            for one in found:
                if at := self._logs.get(one.name):
                    connection.ask(KEEP_TOLD, self.number, *at, one.tables)

    # --- what others write -----------------------------------------------------------------------

    def stamp(self, path: str) -> object:
        return self._heard().stamp(path)

    def look(self, path: str, most: int) -> tuple[int, bytes] | None:
        """Of rules nobody is notified: they are read each time."""
        if path.startswith(f"{self.folder(RULESETS)}/"):
            data = self._file("ruleset", self._rule(path))
            return None if data is None else (0, data[:most])
        return self._heard().look(path, most)

    def _heard(self) -> Listening:
        # only for who looks on
        from scorekeeper.store.club.listening import Listening  # noqa: PLC0415

        if self._listening is None:
            self._listening = Listening(self.reached, self.log_of, self._data_of)
        return self._listening

    def _data_of(self, path: str) -> bytes:
        return self.session_bytes(path)


@contextmanager
def _together(connection: Connection, takes_in: bool) -> Iterator[None]:
    """Has what is appended and the breaks that it takes in stand all or not at all; where it takes
    in none it is one statement, and no more is said to the server."""
    if not takes_in:
        yield
        return
    connection.ask("BEGIN")
    yield
    connection.ask("COMMIT")


def _tables(tell: Tell) -> str:
    """The rows of a session as an act leaves it; none where they cannot be told, which is said to
    whoever asks for the league."""
    with suppress(Exception):
        return tell().tables
    return ""


def _taken_in(entries: Iterable[str]) -> list[str]:
    """The breaks of a chain that these entries take in."""
    return [
        joint
        for block in entries
        if TAKES_IN in block
        for joint in entry_of_block(block.lstrip("\n"), 0).facts["joints"]
    ]
