"""A connection to a club's server by psycopg, for what is asked of it seldom."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

import psycopg

from scorekeeper.store.club.address import Address
from scorekeeper.store.club.club_failures import CLUBS, OPTIONS, Club, chosen_club, failure_of

BEFORE = ("connection failed: ", "connection is bad: ")  # what psycopg says before libpq's words

Connection: TypeAlias = psycopg.Connection[Any]


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
    conn = error.pgconn
    is_login = conn is not None and bool(conn.needs_password or conn.used_password)
    return failure_of(address.bare, error.sqlstate or "", first_line(error), is_login)


def first_line(error: psycopg.Error) -> str:
    """What the server, or libpq, says of an error."""
    said = error.diag.message_primary or str(error)
    for before in BEFORE:
        said = said.removeprefix(before)
    return said.strip().partition("\n")[0]


def club_of(connection: Connection, address: Address) -> Club:
    """The club that the address means."""
    return chosen_club(address, connection.execute(CLUBS).fetchall())
