"""The league in a club's engine: PostgreSQL gives the numbers that Python adds up, of each club its
own, and nobody but a recorder keeps rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from random import Random
from typing import Any

import pytest
import servers
from asked_leagues import added_up, asked, asking_postgresql, together_of
from hypothesis import given
from hypothesis import strategies as st
from made_evenings import made_choice, made_evening, made_league, made_same

servers.refuse_without_server()

import psycopg
from psycopg import errors

from scorekeeper.league import league_rows as queries
from scorekeeper.league.league_rows import TABLES, LeagueRows, columns_of, in_json, rows_of
from scorekeeper.league.session_record import Evening
from scorekeeper.league.standings import EveningFilter, PlayerStanding, league
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_setup import set_up

pytestmark = pytest.mark.server

CLUB, OTHER = 1, 2  # by number
CHANCES = st.integers(0, 2**32).map(Random)
HEAD, ENTRY = "id = 1\nwhole = true\n", "\n[[entry]]\nkind = 1\nwhole = true\n"


@pytest.fixture(scope="module")
def clubs(server: servers.Server) -> Iterator[servers.Database]:
    """Two clubs in a database: Anna records in one, Rita only looks at it, Otto is of the other."""
    with servers.database_of(server) as database:
        for login in ("anna", "rita", "otto"):
            database.login(login)
        at = address_of(database.url())
        set_up(at, "bridge", [("anna", "recorder"), ("rita", "reader")])
        set_up(at, "whist", [("otto", "recorder")])
        yield database


def put_in(connection: psycopg.Connection[Any], rows: LeagueRows, club: int = CLUB) -> None:
    """Has rows stand in a club, as whoever owns the tables."""
    for row in rows.evenings:
        connection.execute(
            "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (%s, %s, 'session', %s)",
            (club, row.session, HEAD),
        )
    for table, found in rows._asdict().items():
        told = (
            {"told": 0, "kind": "", "line": "", "digest": "", "at": "now", "by": ""}
            if table == "evenings"
            else {}
        )
        columns = [*columns_of(table), *told]
        marks = ", ".join(["%s"] * len(columns))
        with connection.cursor() as cursor:
            cursor.executemany(
                f"INSERT INTO scorekeeper.{table} ({', '.join(columns)}) VALUES ({marks})",
                [[club, *row[1:], *told.values()] for row in found],
            )


@given(CHANCES)
def test_postgresql_gives_the_league_that_python_adds_up(
    clubs: servers.Database, chance: Random
) -> None:
    """Standings, pairs, crosstable, contracts, totals and days are those of the Python league, and
    those of another club are not in them."""
    told, others = made_league(chance), made_league(chance)
    choice, same = made_choice(chance), made_same(chance)
    with clubs.connect() as connection, connection.transaction(force_rollback=True):
        put_in(connection, together_of(told))
        put_in(connection, together_of(others), OTHER)
        assert asked(asking_postgresql(connection, CLUB), choice, same) == added_up(
            told, choice, same
        )


@pytest.mark.parametrize("table", TABLES)
def test_the_tables_of_a_club_are_those_of_the_rows(clubs: servers.Database, table: str) -> None:
    """Every column is there under its name, holds what it should, and may be empty where it may;
    the club is a number there."""
    with clubs.connect() as connection:
        found = connection.execute(
            "SELECT column_name, data_type, is_nullable = 'YES' FROM information_schema.columns"
            " WHERE table_schema = 'scorekeeper' AND table_name = %s ORDER BY ordinal_position",
            (table,),
        ).fetchall()
    types = {kind: name.partition(" COLLATE")[0] for kind, name in queries.POSTGRESQL_TYPES.items()}
    wanted = [(name, types[kind.name], kind.may_lack) for name, kind in columns_of(table).items()]
    assert found[: len(wanted)] == [("club", "bigint", False), *wanted[1:]]


# --- who keeps rows, and when --------------------------------------------------------------------


def kept(
    connection: psycopg.Connection[Any], rows: LeagueRows, told: int = 0, club: int = CLUB
) -> bool:
    """Whether the rows of a session were kept, as told of so many of its entries."""
    one = {"kind": "test", "line": "{}"}
    text = json.loads(in_json(rows))
    (session,) = {row.session for row in rows.evenings}
    text["evenings"][0] |= {**one, "id": session}
    found = connection.execute(
        "SELECT scorekeeper.keep_league(%s, %s, %s, %s)", (club, session, told, json.dumps(text))
    ).fetchone()
    return bool(found and found[0])


def begun(connection: psycopg.Connection[Any], session: str = "eve") -> None:
    """Has a session stand in the club, without an entry yet."""
    connection.execute(
        "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (%s, %s, 'session', %s)",
        (CLUB, session, HEAD),
    )
    called(connection, session, "standing")


def called(connection: psycopg.Connection[Any], session: str, shelf: str) -> None:
    """Has a session lie on a shelf."""
    connection.execute(
        "INSERT INTO scorekeeper.names (club, kind, name, log, shelf)"
        " VALUES (%s, 'session', %s, %s, %s)",
        (CLUB, session, session, shelf),
    )


def numbers_of_rows(connection: psycopg.Connection[Any]) -> list[int]:
    """How many rows there are in each table, as far as this login sees them."""
    return [
        connection.execute(f"SELECT count(*) FROM scorekeeper.{table}").fetchone()[0]  # type: ignore[index]
        for table in TABLES
    ]


@contextmanager
def as_login(clubs: servers.Database, login: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection of somebody's, of which nothing stays."""
    with clubs.connect(login) as connection, connection.transaction(force_rollback=True):
        yield connection


EVE = rows_of("eve", made_evening(Random(2)))


def test_who_records_keeps_the_rows_and_keeps_them_anew(clubs: servers.Database) -> None:
    """Later rows take the place of those before, and the engine answers with them."""
    with as_login(clubs, "anna") as anna:
        begun(anna)
        assert kept(anna, rows_of("eve", made_evening(Random(3))))
        assert kept(anna, EVE)
        assert numbers_of_rows(anna) == list(map(len, EVE))
        told = [("eve", made_evening(Random(2)))]
        assert asked(asking_postgresql(anna, CLUB), EveningFilter(), {}) == added_up(
            told, EveningFilter(), {}
        )


@given(CHANCES)
def test_the_standings_of_all_clubs_are_those_of_the_rows(
    clubs: servers.Database, chance: Random
) -> None:
    """Whatever sessions are kept, kept anew and thrown away, one after another, the standings are
    those of the evenings that are left."""
    there: dict[str, Evening] = {}
    with as_login(clubs, "anna") as anna:
        for session in ("one", "two"):
            begun(anna, session)
        for _ in range(chance.randint(1, 5)):
            session, evening = chance.choice(("one", "two")), made_evening(chance)
            if chance.random() < 0.3:
                called(anna, session, "trash")
                there.pop(session, None)
            else:
                called(anna, session, "standing")
                assert kept(anna, rows_of(session, evening))
                there[session] = evening
        found = dict[str, dict[str, PlayerStanding]]()
        for _, game, player, *numbers in anna.execute(queries.STANDINGS_OF_ALL).fetchall():
            found.setdefault(game, {})[player] = PlayerStanding(*map(queries.exact_number, numbers))
    whole = [(name, one) for name, one in there.items() if not one.fails]
    assert found == league(whole, EveningFilter()).games


def test_whoever_keeps_the_same_people_at_once_waits_and_never_each_for_each(
    clubs: servers.Database,
) -> None:
    """Sessions of the same people in other seats, kept over and over by many at once."""
    names = [f"at-once-{number}" for number in range(4)]
    people = made_evening(Random(2))._replace(
        players=("Abe", "Bea", "Cid"), sides=((0,), (1,), (2,)), left=(), declared={}, contracts={},
        high_low=(), places=(), results=(3, 2, 1), points=(3, 2, 1), played=(), leaders=(0,),
    )  # fmt: skip
    with clubs.connect("anna") as anna:
        for name in names:
            begun(anna, name)

    def keep(number: int) -> list[bool]:
        turned = people.players[number % 3 :] + people.players[: number % 3]
        with clubs.connect("anna") as anna:
            return [
                kept(anna, rows_of(names[number], people._replace(players=turned, deals=1 + deal)))
                for deal in range(40)
            ]

    with ThreadPoolExecutor(len(names)) as many:
        assert all(chain.from_iterable(many.map(keep, range(len(names)))))
    with clubs.connect("anna") as anna:
        sums = [
            (player, evenings, deals)
            for _, game, player, evenings, _, _, deals, *_ in anna.execute(queries.STANDINGS_OF_ALL)
            if game == people.game and player in people.players
        ]
        for name in names:
            called(anna, name, "trash")
    assert sorted(sums) == [(player, 4, 160) for player in people.players]


def test_rows_that_know_too_little_are_not_kept(clubs: servers.Database) -> None:
    """Where an entry was appended since they were told, the rows before stand."""
    with as_login(clubs, "anna") as anna:
        begun(anna)
        anna.execute(
            "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES (%s, 'eve', 1, %s)",
            (CLUB, ENTRY),
        )
        assert not kept(anna, EVE)
        assert kept(anna, EVE, told=1)


def test_a_session_in_the_trash_is_of_no_league(clubs: servers.Database) -> None:
    """Its rows go with it, and are not kept there; brought back, or archived, it has rows again."""
    with as_login(clubs, "anna") as anna:
        begun(anna)
        kept(anna, EVE)
        called(anna, "eve", "trash")
        assert numbers_of_rows(anna) == [0, 0, 0, 0]
        assert not kept(anna, EVE)
        called(anna, "eve", "archive")
        assert kept(anna, EVE)


def test_a_club_sees_only_its_own_rows(clubs: servers.Database) -> None:
    """Who is of another club sees none, and a reader of the club sees all."""
    with clubs.connect("anna") as anna:
        begun(anna, "seen")
        kept(anna, rows_of("seen", made_evening(Random(2))))
    for login, numbers in (("rita", list(map(len, EVE))), ("otto", [0, 0, 0, 0])):
        with as_login(clubs, login) as connection:
            assert numbers_of_rows(connection) == numbers
            assert bool(connection.execute(queries.STANDINGS_OF_ALL).fetchall()) is any(numbers)


@pytest.mark.parametrize("login", ["rita", "otto"])
def test_nobody_else_keeps_rows(clubs: servers.Database, login: str) -> None:
    """Neither a reader nor who records in another club."""
    with as_login(clubs, login) as connection, pytest.raises(errors.InsufficientPrivilege):
        kept(connection, EVE)


@pytest.mark.parametrize("table", [*TABLES, "called"])
@pytest.mark.parametrize(
    "how", ["INSERT INTO {} DEFAULT VALUES", "DELETE FROM {}", "UPDATE {} SET club = 2"]
)
def test_nobody_changes_a_row_beside_that(clubs: servers.Database, table: str, how: str) -> None:
    """Not even who records may write into the tables."""
    with as_login(clubs, "anna") as anna, pytest.raises(errors.InsufficientPrivilege):
        anna.execute(how.format(f"scorekeeper.{table}"))
