"""The SQL queries of a club's server, rulesets and people in a club, and unreadable entries."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeVar, cast

from scorekeeper.event import opened
from scorekeeper.event.event_state import EVENT_LOG
from scorekeeper.game.entry_kinds import SESSION_LOG, folded_entries
from scorekeeper.game.log import Entry, LogForm
from scorekeeper.record.chain import digest_of
from scorekeeper.record.log_text import ParseCache, entry_of_part
from scorekeeper.store.club.club_connection import HELD, ClubConnection, held_problem
from scorekeeper.store.club.libpq import Connection, ServerError
from scorekeeper.store.disk import SUFFIX, no_such_path
from scorekeeper.store.home_interface import ARCHIVE, PACKS, RULESETS, Home
from scorekeeper.store.size_limits import most_bytes, too_large
from scorekeeper.text.message import Message, Words, say
from scorekeeper.text.problems import MachineFailure, Refused

# --- SQL statements ----------------------------------------------------------------------------


SESSION, EVENT = "session", "event"
STANDING, GONE = "standing", "gone"

# The largest entry that is read, as the schema takes it.
MOST_BYTES = 1 << 20
_NAMED = "FROM scorekeeper.called n WHERE n.club = $1::bigint AND n.kind = $2 AND n.shelf = $3"
NAMES = f"SELECT n.name {_NAMED}"
NAMES_BY_CHANGE = f"""
SELECT n.name {_NAMED} ORDER BY coalesce(
    (SELECT e.at FROM scorekeeper.entries e WHERE e.club = n.club AND e.log = n.log
        ORDER BY e.position DESC LIMIT 1),
    (SELECT l.at FROM scorekeeper.logs l WHERE l.club = n.club AND l.id = n.log)), n.name
"""
NUMBER = f"SELECT count(*) FROM (SELECT {_NAMED} LIMIT $4::bigint) AS found"
LOG = f"SELECT n.log {_NAMED} AND n.name = $4"
TIP = f"""
SELECT n.log, (SELECT e.position FROM scorekeeper.entries e WHERE e.club = n.club AND e.log = n.log
    ORDER BY e.position DESC LIMIT 1) {_NAMED} AND n.name = $4
"""
# True if the owner left an entry out.
IS_OUT = """
EXISTS (SELECT FROM scorekeeper.aside a WHERE a.club = e.club AND a.log = e.log
    AND a.position = e.position AND a.is_owners)
"""
# The text of a log, without what was left out or is too large to be read; the position of its last
# entry, and how many are in the text.
_TEXT = f"""
l.id, l.head || coalesce(below.blocks, ''), coalesce(below.last, 0), coalesce(below.number, 0)
FROM scorekeeper.logs l CROSS JOIN LATERAL (
    SELECT string_agg(e.block, '' ORDER BY e.position) FILTER (WHERE e.is_in) AS blocks,
        max(e.position) AS last, count(*) FILTER (WHERE e.is_in) AS number
    FROM (SELECT e.position, e.block,
            octet_length(e.block) <= {MOST_BYTES} AND NOT {IS_OUT} AS is_in
        FROM scorekeeper.entries e WHERE e.club = l.club AND e.log = l.id) AS e) AS below
"""
TEXT = f"SELECT {_TEXT} WHERE l.club = $1::bigint AND l.id = ({LOG})"
HEAD = f"""
SELECT l.id, l.head FROM scorekeeper.logs l WHERE l.club = $1::bigint AND l.id = ({LOG})
"""
TEXTS = f"""
SELECT found.name, text.* FROM (SELECT n.name, n.club, n.log {_NAMED}
    AND n.name >= $4 ORDER BY n.name LIMIT $5::int) AS found
CROSS JOIN LATERAL (SELECT {_TEXT} WHERE l.club = found.club AND l.id = found.log) AS text
ORDER BY found.name
"""
# Each entry of a log that the owner did not leave out: its position, the block where it is not too
# large, and who recorded it when, by the server.
ENTRIES = f"""
SELECT e.position, CASE WHEN octet_length(e.block) <= {MOST_BYTES} THEN e.block END, e.by,
    to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM scorekeeper.entries e WHERE e.club = $1::bigint AND e.log = $2 AND NOT {IS_OUT}
ORDER BY e.position
"""
# Leaves an entry out: for everybody where the owner says so, else the next one passes it over.
LEAVE_OUT = """
INSERT INTO scorekeeper.aside (club, log, position) VALUES ($1::bigint, $2, $3::int)
ON CONFLICT DO NOTHING
"""
IS_OWNER = """
SELECT pg_has_role(n.nspowner, 'USAGE') FROM pg_namespace n WHERE n.nspname = 'scorekeeper'
"""
# Every session of the league by the name that it is listed under, its log, how many entries there
# are, and the row of it that knows of all of them.
TOLD = f"""
SELECT CASE n.shelf WHEN '{ARCHIVE}' THEN '{ARCHIVE}/' || n.name ELSE n.name END, n.log,
    coalesce(last.position, 0), e.line
FROM scorekeeper.called n
LEFT JOIN LATERAL (SELECT position, digest FROM scorekeeper.entries
    WHERE club = n.club AND log = n.log ORDER BY position DESC LIMIT 1) AS last ON true
LEFT JOIN scorekeeper.evenings e ON e.club = n.club AND e.session = n.log AND e.kind = $2
    AND e.told = coalesce(last.position, 0) AND e.digest = coalesce(last.digest, e.digest)
WHERE n.club = $1::bigint AND n.kind = '{SESSION}' AND n.shelf IN ('{STANDING}', '{ARCHIVE}')
"""
# The same of those of one name, whichever shelf they lie on.
TOLD_NAMED = f"{TOLD} AND n.name = $3"
# The rows of a session that know of all its entries, who kept them, and when.
KEPT_ROWS = f"""
SELECT jsonb_build_object('evenings', jsonb_build_array(to_jsonb(e)), 'players', (
        SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.number), '[]') FROM scorekeeper.players p
        WHERE p.club = e.club AND p.session = e.session), 'contracts', (
        SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.contract), '[]')
        FROM scorekeeper.contracts c WHERE c.club = e.club AND c.session = e.session), 'declared', (
        SELECT coalesce(jsonb_agg(to_jsonb(d) ORDER BY d.contract, d.number), '[]')
        FROM scorekeeper.declared d WHERE d.club = e.club AND d.session = e.session)),
    e.by, to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
FROM scorekeeper.evenings e
WHERE e.club = $1::bigint AND e.session = ({LOG}) AND e.told = coalesce(
    (SELECT max(position) FROM scorekeeper.entries WHERE club = e.club AND log = e.session), 0)
"""
# The logins with access to a club.
LOGINS = """
SELECT r.rolname FROM pg_roles r WHERE r.rolcanlogin AND NOT r.rolsuper AND EXISTS (
    SELECT FROM scorekeeper.members m WHERE m.club = $1::bigint
    AND pg_has_role(r.oid, to_regrole(quote_ident(m.role))::oid, 'USAGE'))
"""
# Rows that are told once more wait for no disk, and for nobody else's lock long. They are kept one
# session at a time, so that nobody waits for all of them.
KEEP_TOLD = """
SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '1s', true),
    scorekeeper.keep_league($1::bigint, $2, $3::int, $4::jsonb)
"""
APPEND = "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES "
# The rows are kept once what they are told of stands, and both in one commit.
APPEND_AND_KEEP = """
WITH appended AS ({append} RETURNING position)
SELECT scorekeeper.keep_league($1::bigint, $2, max(position), ${tables}::jsonb) FROM appended
"""
# Who holds a lock and is not heard of for a minute is put out by the server, which frees the lock.
LOCK = """
SELECT set_config('idle_session_timeout', '60s', false), pg_advisory_lock(hashtextextended($1, 0))
"""
UNLOCK = """
SELECT pg_advisory_unlock(hashtextextended($1, 0)), set_config('idle_session_timeout', '0', false)
"""
# Who holds a lock: the login, and what its program calls itself.
HOLDER = """
SELECT a.usename, a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid,
    (SELECT hashtextextended($1, 0) AS key) AS wanted
WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND l.classid::bigint = (key >> 32) & 4294967295 AND l.objid::bigint = key & 4294967295
LIMIT 1
"""
# Wakes whoever looks on. It takes a lock of the whole server until the end of its transaction,
# which must be one that waits for no disk and no standby.
NOTIFY = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)"
UNLOCK_AND_NOTIFY = (
    f"{NOTIFY.replace('$2', '$3').replace('$1', '$2')},{UNLOCK.partition('SELECT')[2]}"
)
LOCK_TO_END = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))"
# No row where there is one of that id.
BEGIN_LOG = """
INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES ($1::bigint, $2, $3, $4)
ON CONFLICT DO NOTHING RETURNING id
"""
# Where a log lies, its head, and how many entries it has.
LIES = """
SELECT n.kind, n.shelf, n.name, l.head, (SELECT count(*) FROM scorekeeper.entries e
    WHERE e.club = l.club AND e.log = l.id)
FROM scorekeeper.logs l JOIN scorekeeper.called n ON n.club = l.club AND n.log = l.id
WHERE l.club = $1::bigint AND l.id = $2
"""
CALL = (
    "INSERT INTO scorekeeper.names (club, kind, name, log, shelf)"
    " VALUES ($1::bigint, $2, $3, $4, $5)"
)
FILES = """
SELECT name FROM (SELECT DISTINCT ON (name) name, text IS NULL AS is_gone FROM scorekeeper.files
    WHERE club = $1::bigint AND kind = $2 ORDER BY name, seq DESC) AS latest WHERE NOT is_gone
"""
FILE = """
SELECT text FROM scorekeeper.files WHERE club = $1::bigint AND kind = $2 AND name = $3
    ORDER BY seq DESC LIMIT 1
"""
TAKE_IN = """
INSERT INTO scorekeeper.joints (club, log, joint) VALUES ($1::bigint, $2, $3) ON CONFLICT DO NOTHING
"""
KEEP_FILE = "INSERT INTO scorekeeper.files (club, kind, name, text) VALUES ($1::bigint, $2, $3, $4)"


# --- entry faults ------------------------------------------------------------------------------
# Unreadable entries of a log. Anybody who may record can write anything to a club, so whatever is
# not an entry, or cannot follow the entries above it, is left out when the log is read.


MOST_LOOKED_FOR = 100  # entries that cannot follow; beyond those the log is refused as a file is


def entry_faults(
    kind: str, head: str, blocks: Sequence[str | None], seen: ParseCache
) -> list[Words]:
    """Return for each block the reason why it is left out, or "". A block of None is too large for
    an entry. `seen` caches parsed entries of this kind of log."""
    seen.make_room()
    faults, entries = _parsed(kind, blocks, seen)
    holds = _event_holds(head, blocks) if kind == EVENT else _session_holds(entries)
    left = [place for place, fault in enumerate(faults) if not fault]
    if holds(left) is None or holds([]) is not None:  # the head itself, which is told as of a file
        return faults
    for _ in range(MOST_LOOKED_FOR):
        if holds(left) is None:
            break
        # the shortest beginning that does not hold ends with an entry that cannot follow
        number = 1 + bisect_left(
            range(1, len(left) + 1), True, key=lambda most: holds(left[:most]) is not None
        )
        fault = holds(left[:number])
        if number > len(left) or fault is None:
            break
        faults[left.pop(number - 1)] = fault
    return faults


def _parsed(
    kind: str, blocks: Sequence[str | None], seen: ParseCache
) -> tuple[list[Words], list[Entry | None]]:
    """Return for each block the reason why it is not an entry, or "", and the entry, or None. An
    entry is left out if others recorded together with it are missing."""
    form = _form(kind)
    faults, entries = list[Words](), list[Entry | None]()
    below: Entry | None = None
    for block in reversed(blocks):
        fault, entry = cast(Words, ""), cast(Entry | None, None)
        if block is None:
            fault = say("it is too large")
        else:
            try:
                entry, body = entry_of_part(block, seen, form)
            except Refused as refusal:
                message = cast(Message, refusal.problems[0].message)
                fault = cast(Words, message.value("why"))
            else:
                if entry.more and not _goes_on(body, below):
                    fault = say("what was recorded with it is missing")
                else:
                    below = entry
        faults.append(fault)
        entries.append(entry)
    return faults[::-1], entries[::-1]


def _form(kind: str) -> LogForm:
    """Return the log format of a session or an event."""
    if kind != EVENT:
        return SESSION_LOG
    return EVENT_LOG


def _goes_on(body: str, below: Entry | None) -> bool:
    """Return True if the entry `below` follows this block and was recorded together with it."""
    return below is not None and below.before in ("", digest_of(body))


Holds = Callable[[Sequence[int]], Words | None]  # why the entries at these places do not


def _session_holds(entries: Sequence[Entry | None]) -> Holds:
    def holds(places: Sequence[int]) -> Words | None:
        try:
            folded_entries(entry for place in places if (entry := entries[place]))
        except Refused as refusal:
            return refusal.problems[0].message
        return None

    return holds


def _event_holds(head: str, blocks: Sequence[str | None]) -> Holds:
    def holds(places: Sequence[int]) -> Words | None:
        try:
            event = opened((head + "".join(blocks[place] or "" for place in places)).encode(), "")
        except Refused as refusal:
            return refusal.problems[0].message
        return event.problems[0].message if event.problems else None

    return holds


# --- Rulesets and people: whole texts, of which the latest counts ------------------------------


T = TypeVar("T")
RULESET, PEOPLE = "ruleset", "people"
OF_PACKS = f"{PACKS}/"


def lock(connection: Connection, key: str, name: str) -> None:
    """Wait for a lock. If that takes too long, raise MachineFailure with the login that has the
    lock."""
    try:
        connection.ask(LOCK, key)
    except ServerError as error:
        holders = connection.ask(HOLDER, key) if error.state == HELD else []
        if not holders:
            raise
        login, program = holders[0]
        raise MachineFailure(held_problem(name, login or "", program or "")) from None


def release_lock(connection: Connection, key: str, *wakes: str) -> None:
    """Release a lock. If a channel and a log are given (`wakes`), also notify viewers. A lost
    connection is no error: the server releases its locks, and confirmed entries remain."""
    with suppress(ServerError):
        connection.tell(UNLOCK_AND_NOTIFY if wakes else UNLOCK, key, *wakes)


def notify_viewers(connection: Connection, channel: str, log: str) -> None:
    """Notify viewers after an entry was confirmed. If the notification is lost, they find the
    entry by polling (`listening.py`)."""
    with suppress(ServerError):
        connection.tell(NOTIFY, channel, log)


class ClubFiles(Home):
    """The part of a club's home that stores whole texts: rulesets and people. `ClubHome` adds the
    sessions."""

    reached: ClubConnection
    number: int
    prefix: str

    def own_rules(self) -> dict[str, str]:
        return {name: self.path(RULESETS, name) for name in self._rules() if OF_PACKS not in name}

    def own_packs(self) -> dict[str, str]:
        return {
            name.removeprefix(OF_PACKS): self.path(RULESETS, name)
            for name in self._rules()
            if name.startswith(OF_PACKS)
        }

    def _rules(self) -> list[str]:
        rows = self.reached.ask(FILES, self.number, RULESET)
        return sorted(name for (name,) in rows if name)

    def rules_bytes(self, path: str) -> bytes:
        data = self._file(RULESET, self._rule(path))
        if data is None:
            raise no_such_path(path, "ruleset")
        if len(data) > most_bytes("ruleset"):
            raise too_large(path, "ruleset")
        return data

    def replace_rules(self, path: str, text: str) -> None:
        self._change_file(RULESET, self._rule(path), lambda _: (text, None))

    def _rule(self, path: str) -> str:
        return path.removeprefix(f"{self.folder(RULESETS)}/").removesuffix(SUFFIX)

    def _file(self, kind: str, name: str) -> bytes | None:
        """Return the bytes of a ruleset or the people file, or None."""
        found = self.reached.ask(FILE, self.number, kind, name)
        return None if not found or found[0][0] is None else found[0][0].encode()

    def _create_rules(self, path: str, text: str) -> None:
        def decide(data: bytes | None) -> tuple[str, None]:
            if data is not None:
                raise FileExistsError
            return text, None

        self._change_file(RULESET, self._rule(path), decide)

    def people_path(self) -> str:
        return f"{self.prefix}/{PEOPLE}{SUFFIX}"

    def people_bytes(self) -> bytes:
        return self._people(self._file(PEOPLE, PEOPLE))

    def _people(self, data: bytes | None) -> bytes:
        if len(data or b"") > most_bytes("people file"):
            raise too_large(self.people_path(), "people file")
        return data or b""

    def change_people(self, decide: Callable[[bytes], tuple[str | None, T]]) -> T:
        def decided(data: bytes | None) -> tuple[str | None, T]:
            text, result = decide(self._people(data))
            return None if text is None else self._people(text.encode()).decode(), result

        return self._change_file(PEOPLE, PEOPLE, decided)

    def _change_file(
        self, kind: str, name: str, decide: Callable[[bytes | None], tuple[str | None, T]]
    ) -> T:
        """Save the text that `decide` returns for the present bytes, under a lock. Return the
        result of `decide`."""
        key = f"scorekeeper/{self.number}/{kind}/{name}"
        with self.reached.lent() as connection:
            lock(connection, key, name)
            found = connection.ask(FILE, self.number, kind, name)
            is_there = found and found[0][0] is not None
            text, result = decide((found[0][0] or "").encode() if is_there else None)
            if text is not None:
                with self.reached.failing(writes=True):
                    connection.ask(KEEP_FILE, self.number, kind, name, text)
            release_lock(connection, key)
            return result
