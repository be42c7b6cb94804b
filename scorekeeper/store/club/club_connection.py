"""Connections to a club's server, and server errors as refusals and failures."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Any, NamedTuple

from scorekeeper.store.club.address import Address, bare_address
from scorekeeper.store.club.libpq import Connection, Row, ServerError, Value
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.problems import MachineFailure, MayStand, Problem, Refused, refuse
from scorekeeper.text.translation import marked

# --- club failures -----------------------------------------------------------------------------
# A club's errors as messages, the choice of a club by its address, and the settings of every
# connection. Nothing here talks to a server.


LATEST = 3  # the version of the schema that this program knows
# What is acknowledged is on the server's disk, and on that of a standby that it waits for; no word
# of a statement is looked for in a schema of somebody's; nobody waits long for another's entry, nor
# for a machine that is gone or a program that stands still.
OPTIONS = (
    "-c synchronous_commit=on -c search_path=pg_catalog -c lock_timeout=10s"
    " -c idle_in_transaction_session_timeout=60s -c tcp_user_timeout=20s"
    " -c tcp_keepalives_idle=20 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)
LOGIN = marked("keep its password in ~/.pgpass, or name a service (PGSERVICE); see docs/club.md")
PUSH_LATER = say(
    "record into a folder meanwhile, and bring it to the club later: {command}",
    command=CommandLine("club push"),
)
_AGAIN = say("try again")
# libpq's words where a server ends before it has said whether a password is the right one.
WENT_AWAY = "server closed the connection"
# SQLSTATEs: PostgreSQL's, and those that the schema raises.
NO_SCHEMA = ("42P01", "3F000")
NOT_ALLOWED, HELD, TWICE = "42501", "55P03", "23505"
POSITION, CHAIN, ONLY_APPENDED, NAME, FULL = "SK001", "SK002", "SK003", "SK004", "SK005"
NOT_TAKEN = (FULL, "23514")  # what is too large, or no name
# What is asked to know which club is meant: a row for each that this login may see, or a bare one.
CLUBS = (
    "SELECT (SELECT max(number) FROM scorekeeper.version), c.id, c.name, c.channel, EXISTS"
    " (SELECT FROM scorekeeper.members m WHERE m.club = c.id AND m.may_record), session_user"
    " FROM (VALUES (true)) one LEFT JOIN scorekeeper.clubs c ON true ORDER BY c.name"
)


class Club(NamedTuple):
    """A club in a database: its id and name, the channel of its notifications, whether this login
    may record in it, and the login's name on the server."""

    id: int
    name: str
    channel: str
    may_record: bool
    login: str


# --- failures ------------------------------------------------------------------------------------


def failure_of(bare: str, state: str, why: str, is_login: bool) -> Refused | MachineFailure:
    """Return the refusal or failure for a server error. `bare` is the club's address, `state` the
    SQLSTATE, `why` the error's text. `is_login` is True if the login was refused."""
    if state == NOT_ALLOWED:
        message = say("{club} does not let this login do that: {why}", club=bare, why=why)
        return refuse("club-permission", message, None, _ask_owner())
    if state in NO_SCHEMA:
        return _no_schema(bare)
    if state in (CHAIN, ONLY_APPENDED):
        message = say("{club} does not take that: {why}", club=bare, why=why)
        hint = say("`{command}` says whether what stands is whole", command=CommandLine("check"))
        return refuse("club-chain", message, None, hint)
    if state in NOT_TAKEN:
        message = say(
            "{club} takes nothing that is so large, or called so: {why}", club=bare, why=why
        )
        hint = say("docs/club.md says how much there may be of what")
        return refuse("club-large", message, None, hint)
    return MachineFailure(_machine_problem(bare, state, why, is_login))


def _machine_problem(bare: str, state: str, why: str, is_login: bool) -> Problem:
    if state == HELD:
        message = say("another program holds {path}", path=bare)
        return Problem("locked", message, None, (say("close it, then try again"),))
    if state in (POSITION, TWICE):
        message = say("somebody else recorded at the same moment, and nothing was recorded here")
        return Problem("club-meanwhile", message, None, (_AGAIN,))
    if is_login and WENT_AWAY not in why:
        message = say("{club} does not let you in: {why}", club=bare, why=why)
        return Problem("club-login", message, None, (say(LOGIN),))
    message = say("{club} cannot be reached, or failed: {why}", club=bare, why=why)
    return Problem("club-away", message, None, (PUSH_LATER,))


def no_answer_problem(bare: str, why: str) -> Problem:
    """Return the problem that the server did not confirm an entry, which may be recorded or not."""
    message = say("{club} did not answer whether it was recorded: {why}", club=bare, why=why)
    hint = say(
        "see with `{command}` whether it was recorded, before you try again",
        command=CommandLine("log"),
    )
    return Problem("club-answer", message, None, (hint,))


def held_problem(name: str, login: str, program: str) -> Problem:
    """Return the problem that another login has locked a session, ruleset or people file for too
    long."""
    message = say(
        "{login} holds `{name}` just now ({program}); nothing was recorded",
        login=login, name=name, program=program,
    )  # fmt: skip
    hint = say("try again; a program that stands still is put out within a minute")
    return Problem("locked", message, None, (hint,))


def refuse_unreadable(name: str, positions: Sequence[int]) -> Refused:
    """Return the refusal for a login that may not exclude unreadable entries for everybody: only
    the owner of the database may."""
    message = say(
        "only who owns the club's database leaves entry {numbers} of `{name}` out for everybody",
        numbers=listing([str(one) for one in positions], "and"), name=name,
    )  # fmt: skip
    hint = say("you can record all the same; what cannot be read is passed over")
    return refuse("club-owner", message, "session", hint)


def refuse_known(path: str, lies: str) -> Refused:
    """Return the refusal to create `path`: its log is already in the club at `lies`."""
    message = say("{path} is in the club already: {lies}", path=path, lies=lies)
    hint = say("see how they stand: {command}", command=CommandLine("club status"))
    return refuse("club-known", message, "session", hint)


def refuse_gone(path: str) -> Refused:
    """Return the refusal to create `path`: its log was removed in the club and began
    differently."""
    message = say(
        "{path} was taken away in the club, which keeps it as it was; this one begins otherwise",
        path=path,
    )
    hint = say(
        "begin another one; a round of an event: {undo}, then {next}",
        undo=CommandLine("event undo"), next=CommandLine("event next"),
    )  # fmt: skip
    return refuse("club-gone", message, "session", hint)


def _no_schema(bare: str) -> Refused:
    message = say("there is no club in {club}", club=bare)
    return refuse("club-schema", message, None, _set_up())


def _ask_owner() -> Words:
    return say(
        "ask who owns the club's database: {command} lets a login in",
        command=CommandLine("club init", ("--recorder",), (say("LOGIN"),)),
    )


def _set_up() -> Words:
    return say(
        "whoever owns the database sets it up: {command}",
        command=CommandLine("club init", ("--club",), (say("NAME"),)),
    )


# --- choosing a club -----------------------------------------------------------------------------


def chosen_club(address: Address, rows: Sequence[Sequence[Any]]) -> Club:
    """Return the club that the address names, or the only one. `rows` are the clubs that this
    login may see. Raises Refused if there is no such club, if several are possible, or if the
    schema has another version."""
    refuse_version(address, int(rows[0][0] or 0))
    clubs = [
        Club(int(id_), name, channel, may_record in (True, "t"), login)
        for _, id_, name, channel, may_record, login in rows
        if id_
    ]
    if not address.club and len(clubs) == 1:
        return clubs[0]
    found = next((club for club in clubs if club.name == address.club), None)
    if found is None:
        raise _which(address, [club.name for club in clubs])
    return found


def refuse_version(address: Address, found: int) -> None:
    """Raise Refused if the schema's version, `found`, is not this program's."""
    if found > LATEST:
        message = say(
            "{club} is of version {found}; this scorekeeper knows version {own}",
            club=address.bare, found=found, own=LATEST,
        )  # fmt: skip
        hint = say("install a newer scorekeeper; nothing was changed")
        raise refuse("club-newer", message, None, hint)
    if found < LATEST:
        message = say(
            "{club} is of version {found}; this scorekeeper needs version {own}",
            club=address.bare, found=found, own=LATEST,
        )  # fmt: skip
        raise refuse("club-older", message, None, _set_up())


def _which(address: Address, names: list[str]) -> Refused:
    there = listing([f"`{name}`" for name in names], "and")
    if not names:
        message = say("this login is in no club of {club}", club=address.bare)
        return refuse("club-unknown", message, None, _ask_owner())
    if not address.club:
        message = say(
            "this login is in several clubs of {club}: {clubs}", club=address.bare, clubs=there
        )
        return refuse("club-which", message, None, say("say which: ?club=NAME behind the address"))
    message = say(
        "this login is in no club `{name}` of {club}", name=address.club, club=address.bare
    )
    return refuse("club-unknown", message, None, say("it is in {clubs}", clubs=there))


# --- A pool of connections ---------------------------------------------------------------------


QUIET = "-c client_min_messages=error"  # libpq writes what it is told on standard error
# What a holder of a lock is known by: the program and its machine.
PROGRAM = f"scorekeeper on {os.uname().nodename if hasattr(os, 'uname') else 'Windows'}"[:63]
IDLE = 1.0  # seconds after which a connection is asked whether it is still one


class ClubConnection:
    """A pool of this process's connections to a club. Only one thread at a time uses a
    connection."""

    def __init__(self, opening: Opening) -> None:
        """Use `opening` as the first connection."""
        address = self.address = opening.address
        self._opening: Opening | None = opening
        self._free: list[tuple[float, Connection]] = []
        self._process = os.getpid()
        self.bare = address.bare
        with self.lent() as connection:
            self.bare = bare_address(*connection.place)
            self.club = chosen_club(address, connection.ask(CLUBS))

    @contextmanager
    def lent(self) -> Iterator[Connection]:
        """Yield a connection of the pool; it is returned to the pool unless it was lost. Errors
        are converted as by `failing`."""
        with self.failing():
            connection = self._taken()
            try:
                yield connection
            except BaseException:
                connection.close()
                raise
            if connection.is_open:
                self._free.append((time.monotonic(), connection))

    def _taken(self) -> Connection:
        if self._process != os.getpid():  # those are of the process that this was forked from
            self._free, self._process = [], os.getpid()
        while self._free:
            since, connection = self._free.pop()
            connection.settle()
            is_fresh = time.monotonic() - since < IDLE
            if connection.is_open and (is_fresh or _answers(connection)):
                return connection
        return self.opened()

    def opened(self) -> Connection:
        """Return a new connection. Raises ServerError if connecting fails."""
        opening, self._opening = self._opening, None
        connection = opening.done() if opening else _connected(self.address)
        if not connection.is_open:
            raise _NotIn(connection) if connection.needs_password else ServerError(connection.why)
        return connection

    def ask(self, statement: str, *values: Value) -> list[Row]:
        """Return the rows of a query."""
        with self.lent() as connection:
            return connection.ask(statement, *values)

    @contextmanager
    def failing(self, writes: bool = False, own: Sequence[str] = ()) -> Iterator[None]:
        """Convert errors of the server or connection in the block to refusals or failures. If the
        block `writes`, an error says that the entry may be recorded. Errors with a SQLSTATE in
        `own` are not converted."""
        try:
            yield
        except ServerError as error:
            if error.state in own and error.state:
                raise
            raise self._failure(error, writes) from None
        except (Refused, MachineFailure):
            raise
        except BaseException as error:
            if writes:  # nobody knows how far the server came
                why = "Ctrl-C" if isinstance(error, KeyboardInterrupt) else type(error).__name__
                raise MayStand(no_answer_problem(self.bare, why)) from error
            raise

    def _failure(self, error: ServerError, writes: bool) -> Refused | MachineFailure:
        if writes and error.may_stand:
            return MayStand(no_answer_problem(self.bare, error.why))
        return failure_of(self.bare, error.state, error.why, isinstance(error, _NotIn))


class Opening:
    """A connection to a club that is being opened in the background."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._opened: list[Connection] = []
        self._thread = Thread(target=self._open, daemon=True)
        self._thread.start()

    def _open(self) -> None:
        self._opened.append(_connected(self.address))

    def done(self) -> Connection:
        """Wait until the server has accepted or refused the connection, and return it."""
        self._thread.join()
        return self._opened[0]


def _connected(address: Address) -> Connection:
    """Connect to a club. The returned connection is not open if the server could not be reached."""
    params = {**address.params}
    options = f"{OPTIONS} {QUIET} {params.pop('options', '')}".strip()
    return Connection({"application_name": PROGRAM, **params, "options": options})


class _NotIn(ServerError):
    """An error for a login refused without a password, or with the given one."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection.why)


def _answers(connection: Connection) -> bool:
    try:
        connection.ask("SELECT true")
    except ServerError:
        connection.close()
    return connection.is_open
