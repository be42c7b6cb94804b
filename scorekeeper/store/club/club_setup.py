"""Setting up a club: its schema, roles and members."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, LiteralString, NamedTuple, TypeAlias

import psycopg
from psycopg.sql import SQL, Composed, Identifier

from scorekeeper.store.club.address import Address
from scorekeeper.store.club.club_connection import (
    CLUBS,
    LATEST,
    OPTIONS,
    Club,
    chosen_club,
    failure_of,
    refuse_version,
)
from scorekeeper.store.sessions import session_name_fault
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse

# --- A connection by psycopg, for setting up ---------------------------------------------------


BEFORE = ("connection failed: ", "connection is bad: ")  # what psycopg says before libpq's words

Connection: TypeAlias = psycopg.Connection[Any]


@contextmanager
def connected(address: Address) -> Iterator[Connection]:
    """Yield a connection that commits each statement at once, except in a `transaction`."""
    with server_failing(address), _opened(address) as connection:
        yield connection


def _opened(address: Address) -> Connection:
    params: dict[str, Any] = {"application_name": "scorekeeper", **address.params}
    params["options"] = f"{OPTIONS} {params.get('options', '')}".strip()
    return psycopg.connect(autocommit=True, **params)


@contextmanager
def server_failing(address: Address) -> Iterator[None]:
    """Convert errors of the server or connection in the block to failures with a fix."""
    try:
        yield
    except psycopg.Error as error:
        raise _failure(address, error) from error


def _failure(address: Address, error: psycopg.Error) -> Exception:
    conn = error.pgconn
    is_login = conn is not None and bool(conn.needs_password or conn.used_password)
    return failure_of(address.bare, error.sqlstate or "", first_line(error), is_login)


def first_line(error: psycopg.Error) -> str:
    """Return the first line of an error message from the server or libpq."""
    said = error.diag.message_primary or str(error)
    for before in BEFORE:
        said = said.removeprefix(before)
    return said.strip().partition("\n")[0]


def club_of(connection: Connection, address: Address) -> Club:
    """Return the club that the address names."""
    return chosen_club(address, connection.execute(CLUBS).fetchall())


# --- setting up --------------------------------------------------------------------------------
# Setting up a club: its schema, which later versions of the program migrate, its roles, and their
# members. Repeating it changes nothing.


OLDEST = 14  # the first PostgreSQL that has all that the schema uses
ROLES = ("reader", "recorder")
MOST_BYTES = 63 - len("sk__recorder")  # PostgreSQL cuts longer names of roles off
# Only one process at a time sets up.
_ONE_AFTER_ANOTHER = "SELECT pg_advisory_xact_lock(hashtextextended('scorekeeper/init', 0))"


class SetUp(NamedTuple):
    """The result of setting up a club: the former version of the schema (0 if none), whether the
    club is new, the roles created, and the logins that got a role (`let_in`)."""

    version: int
    is_new: bool
    roles: tuple[str, ...]
    let_in: tuple[str, ...]


def role_of(club: str, role: str) -> str:
    """Return the database role of a club's readers or recorders."""
    return f"sk_{club}_{role}"


def set_up(address: Address, name: str, let_in: Sequence[tuple[str, str]]) -> SetUp:
    """Create or update a club of this name in the database, with the present schema. Give each
    login in `let_in` its role, `reader` or `recorder`. If anything is refused, nothing is
    changed."""
    _refuse_name(name)
    with connected(address) as connection, connection.transaction():
        _refuse_server(address, connection)
        connection.execute(_ONE_AFTER_ANOTHER)
        version = _migrated(address, connection)
        is_new = _made_club(connection, name)
        roles = _made_roles(connection, name, is_new)
        for club in _clubs(connection) if version < LATEST else (name,):
            connection.execute(_grants(connection, club))
        return SetUp(version, is_new, roles, _let_in(connection, name, let_in))


def _refuse_name(name: str) -> None:
    fault: Words | None = session_name_fault(name)
    if len(name.encode("utf-8", "replace")) > MOST_BYTES:
        fault = say("it must have 1 to {most} letters", most=MOST_BYTES)
    if fault is not None:
        message = say("`{name}` cannot be a club's name: {fault}", name=name, fault=fault)
        raise refuse("club-name", message, "club")


def _refuse_server(address: Address, connection: Connection) -> None:
    version = connection.info.server_version // 10000
    encoding = connection.info.parameter_status("server_encoding") or ""
    if version < OLDEST:
        message = say(
            "{club} is PostgreSQL {version}; a club needs {oldest} or later",
            club=address.bare, version=version, oldest=OLDEST,
        )  # fmt: skip
        raise refuse("club-server", message)
    if encoding != "UTF8":
        message = say(
            "the database {club} holds text as {encoding}; a club needs UTF8",
            club=address.bare, encoding=encoding,
        )  # fmt: skip
        hint = say("make another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0")
        raise refuse("club-server", message, None, hint)


# --- the schema ----------------------------------------------------------------------------------


def _migrated(address: Address, connection: Connection) -> int:
    """Apply all later versions of the schema. Return the former version."""
    found = _version(connection)
    if found > LATEST:
        refuse_version(address, found)
    for number in range(found + 1, LATEST + 1):
        connection.execute(_script(f"schema-{number}.sql").encode())
        connection.execute("INSERT INTO scorekeeper.version (number) VALUES (%s)", (number,))
    return found


def _version(connection: Connection) -> int:
    if _first(connection, "SELECT to_regclass('scorekeeper.version')") is None:
        return 0
    found: int = _first(connection, "SELECT max(number) FROM scorekeeper.version")
    return found


def _script(name: str) -> str:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, encoding="utf-8") as file:
        return file.read()


def _grants(connection: Connection, club: str) -> Composed:
    """Return the statements that grant the roles of a club their rights."""
    script = SQL(_script("roles.sql"))
    roles = {role: Identifier(role_of(club, role)) for role in ROLES}
    return script.format(database=Identifier(connection.info.dbname), **roles)


def _clubs(connection: Connection) -> list[str]:
    return [
        name for (name,) in connection.execute("SELECT name FROM scorekeeper.clubs ORDER BY id")
    ]


# --- the club ------------------------------------------------------------------------------------


def _made_club(connection: Connection, name: str) -> bool:
    """Create the club if it does not exist. Return True if it was created."""
    made = connection.execute(
        "INSERT INTO scorekeeper.clubs (name) VALUES (%s) ON CONFLICT (name) DO NOTHING", (name,)
    )
    return bool(made.rowcount)


def _made_roles(connection: Connection, name: str, is_new: bool) -> tuple[str, ...]:
    """Create the missing roles of a club and return their names. Raises Refused if a new club
    would share another club's roles, since roles belong to the whole server."""
    roles = {role_of(name, role): role == "recorder" for role in ROLES}
    there = _logins(connection, roles)
    if is_new and there:
        raise _others(name, there)
    for role in roles.keys() - there:
        connection.execute(SQL("CREATE ROLE {} NOLOGIN").format(Identifier(role)))
    for role, may_record in roles.items():
        connection.execute(
            "INSERT INTO scorekeeper.members (club, role, may_record)"
            " SELECT id, %s, %s FROM scorekeeper.clubs WHERE name = %s ON CONFLICT DO NOTHING",
            (role, may_record, name),
        )
    return tuple(sorted(roles.keys() - there))


def _others(name: str, there: set[str]) -> Refused:
    message = say(
        "another database of this server has, or had, a club `{name}`: there is {roles}",
        name=name, roles=listing(sorted(there), "and"),
    )  # fmt: skip
    hint = say(
        "choose another name; or where nobody uses these roles any more, drop them, then try again"
    )
    return refuse("club-taken", message, "club", hint)


def _let_in(
    connection: Connection, name: str, logins: Iterable[tuple[str, str]]
) -> tuple[str, ...]:
    """Give logins their roles in the club. Return the logins that did not have them before."""
    wanted = dict.fromkeys(logins)
    there = _logins(connection, [login for login, _ in wanted])
    missing = [login for login, _ in wanted if login not in there]
    if missing:
        raise Refused(map(_no_login, dict.fromkeys(missing)))
    let_in = []
    for login, role in wanted:
        own = role_of(name, role)
        if not _has_role(connection, login, own):
            connection.execute(SQL("GRANT {} TO {}").format(Identifier(own), Identifier(login)))
            let_in.append(login)
    return tuple(let_in)


def _has_role(connection: Connection, login: str, role: str) -> bool:
    found = connection.execute(
        "SELECT true FROM pg_auth_members m JOIN pg_roles login ON login.oid = m.member"
        " JOIN pg_roles own ON own.oid = m.roleid WHERE login.rolname = %s AND own.rolname = %s",
        (login, role),
    )
    return found.fetchone() is not None


def _no_login(login: str) -> Problem:
    message = say("the server knows no login `{login}`", login=login)
    statement = SQL("CREATE ROLE {} LOGIN").format(Identifier(login)).as_string()
    hint = say("make it, as the server's administrator: {statement}", statement=statement)
    return Problem("club-role", message, "login", (hint,))


def _logins(connection: Connection, names: Iterable[str]) -> set[str]:
    """Return those of the names that are roles of the server."""
    found = connection.execute("SELECT rolname FROM pg_roles WHERE rolname = ANY (%s)", ([*names],))
    return {name for (name,) in found}


def _first(connection: Connection, query: LiteralString) -> Any:
    row = connection.execute(query).fetchone()
    return row[0] if row else None
