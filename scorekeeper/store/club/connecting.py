"""A connection to a club's server, and what its errors are in words."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import psycopg
from psycopg import errors

from scorekeeper.language import marked
from scorekeeper.message import CommandLine, Words, listing, say
from scorekeeper.problems import MachineFailure, Problem, Refused, refuse
from scorekeeper.records import Record
from scorekeeper.store.club.address import Address

LATEST = 2  # the version of the schema that this program knows
# What is acknowledged is on the server's disk, and on that of a standby that it waits for; no word
# of a statement is looked for in a schema of somebody's.
OPTIONS = "-c synchronous_commit=on -c search_path=pg_catalog"
LOGIN = marked("keep its password in ~/.pgpass, or name a service (PGSERVICE); see docs/club.md")
PUSH_LATER = say(
    "record into a folder meanwhile, and bring it to the club later: {command}",
    command=CommandLine("club push"),
)

BEFORE = ("connection failed: ", "connection is bad: ")  # what psycopg says before libpq's words

Connection: TypeAlias = psycopg.Connection[Any]


class Club(Record):
    """A club of a database: its number, its name, the channel that wakes its boards, and whether
    this login may record in it."""

    id: int
    name: str
    channel: str
    may_record: bool


@contextmanager
def connected(address: Address) -> Iterator[Connection]:
    """A connection in which each statement stands by itself, unless it is in a `transaction`."""
    with server_failing(address), _opened(address) as connection:
        yield connection


def _opened(address: Address) -> Connection:
    params: dict[str, Any] = {"application_name": "scorekeeper", **address.params}
    params["options"] = f"{OPTIONS} {params.get('options', '')}".strip()
    return psycopg.connect(autocommit=True, **params)


@contextmanager
def server_failing(address: Address) -> Iterator[None]:
    """Turns an error of the server, or of the way to it, into one that says what to do."""
    try:
        yield
    except psycopg.Error as error:
        raise _failure(address, error) from error


def _failure(address: Address, error: psycopg.Error) -> Exception:
    why = first_line(error)
    if isinstance(error, errors.InsufficientPrivilege):
        message = say("{club} does not let this login do that: {why}", club=address.bare, why=why)
        return refuse("club-permission", message, None, _ask_owner())
    if isinstance(error, (errors.UndefinedTable, errors.InvalidSchemaName)):
        return no_schema(address)
    if error.pgconn is not None and (error.pgconn.needs_password or error.pgconn.used_password):
        message = say("{club} does not let you in: {why}", club=address.bare, why=why)
        return MachineFailure(Problem("club-login", message, None, (say(LOGIN),)))
    message = say("{club} cannot be reached, or failed: {why}", club=address.bare, why=why)
    return MachineFailure(Problem("club-away", message, None, (PUSH_LATER,)))


def first_line(error: psycopg.Error) -> str:
    """What the server, or libpq, says of an error."""
    said = error.diag.message_primary or str(error)
    for before in BEFORE:
        said = said.removeprefix(before)
    return said.strip().partition("\n")[0]


def _ask_owner() -> Words:
    return say(
        "ask who owns the club's database: {command} lets a login in",
        command=CommandLine("club init", ("--recorder",), (say("LOGIN"),)),
    )


def no_schema(address: Address) -> Refused:
    """The refusal of a database in which no club is."""
    message = say("there is no club in {club}", club=address.bare)
    return refuse("club-schema", message, None, _set_up())


def _set_up() -> Words:
    return say(
        "whoever owns the database sets it up: {command}",
        command=CommandLine("club init", ("--club",), (say("NAME"),)),
    )


# --- which club ----------------------------------------------------------------------------------


def club_of(connection: Connection, address: Address) -> Club:
    """The club that the address means; raises Refused where it names none of those that this login
    may see, or names none where there are several, or where the schema is of another version."""
    rows = connection.execute(
        "SELECT (SELECT max(number) FROM scorekeeper.version), c.id, c.name, c.channel, EXISTS"
        " (SELECT FROM scorekeeper.members m WHERE m.club = c.id AND m.may_record)"
        " FROM (VALUES (true)) one LEFT JOIN scorekeeper.clubs c ON true ORDER BY c.name"
    ).fetchall()
    refuse_version(address, rows[0][0])
    clubs = [Club(*row[1:]) for row in rows if row[1]]
    if not address.club and len(clubs) == 1:
        return clubs[0]
    found = next((club for club in clubs if club.name == address.club), None)
    if found is None:
        raise _which(address, [club.name for club in clubs])
    return found


def refuse_version(address: Address, found: int) -> None:
    """Raises Refused for a schema of another version than this program's."""
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
