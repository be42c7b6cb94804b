"""The schema of a club, tried: what its roles may do, what nobody may, and that the chain holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import product
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
import servers
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from terminal import Person, Said

servers.refuse_without_server()

import psycopg
from psycopg import errors

from scorekeeper.record.chain import breaks_of, digest_of
from scorekeeper.record.log_text import parts_of
from scorekeeper.record.session_head import read_session_log
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_connection import LATEST
from scorekeeper.store.club.club_setup import set_up
from scorekeeper.store.sessions import session_name_fault

pytestmark = pytest.mark.server

FRIDAY = (
    "new bizon Ann Bo Cleo --name friday", "deal passed", "note one", "deal bizon=Ann gp=20,10",
)  # fmt: skip
TABLES = ("logs", "entries", "joints", "names", "files", "aside", "version")
# What the schema raises: a position, a chain, a change of what stands, a name.
POSITION, CHAIN, CHANGE, NAME = "SK001", "SK002", "SK003", "SK004"


@pytest.fixture(scope="module")
def friday(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A session in pieces: its head and its entries."""
    home = tmp_path_factory.mktemp("folder")
    Person(home).after(*FRIDAY)
    return parts_of((home / "sessions" / "friday.toml").read_text("utf-8"))


class Clubs:
    """Two clubs in a database: Anna records in one, Rita only looks at it, Otto is of the other."""

    def __init__(self, database: servers.Database) -> None:
        self.database = database
        for login in ("anna", "rita", "otto"):
            database.login(login)
        at = address_of(database.url())
        set_up(at, "bridge", [("anna", "recorder"), ("rita", "reader")])
        set_up(at, "whist", [("otto", "recorder")])

    def id_of(self, club: str) -> int:
        """The number of a club."""
        [(found,)] = self.ask(
            servers.OWNER, f"SELECT id FROM scorekeeper.clubs WHERE name = '{club}'"
        )
        return int(found)

    def ask(self, login: str, sql: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        """What somebody is answered."""
        with self.database.connect(login) as connection:
            cursor = connection.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def begin(
        self, parts: list[str], log: str = "f1", login: str = "anna", club: str = "bridge"
    ) -> None:
        """Has a session stand in a club, as far as these parts."""
        self.ask(
            login, "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (%s, %s, 'session', %s)",
            (self.id_of(club), log, parts[0]),
        )  # fmt: skip
        for position, block in enumerate(parts[1:], 1):
            self.append(position, block, log, login, club)

    def append(
        self, position: int, block: str, log: str = "f1", login: str = "anna", club: str = "bridge"
    ) -> None:
        """Appends an entry."""
        self.ask(
            login, "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES (%s, %s, %s, %s)",
            (self.id_of(club), log, position, block),
        )  # fmt: skip

    def call(
        self, name: str, log: str = "f1", shelf: str = "standing", login: str = "anna"
    ) -> None:
        """Gives a session a name on a shelf."""
        self.ask(
            login,
            "INSERT INTO scorekeeper.names (club, kind, name, log, shelf) VALUES (%s, 'session', %s, %s, %s)",
            (self.id_of("bridge"), name, log, shelf),
        )


@pytest.fixture
def clubs(database: servers.Database) -> Clubs:
    """Two clubs, in which nothing was recorded yet."""
    return Clubs(database)


@contextmanager
def refused(state: str) -> Iterator[None]:
    """The server refuses, for this reason."""
    with pytest.raises(psycopg.Error) as caught:
        yield
    assert caught.value.sqlstate == state, caught.value


# --- what stands stays ---------------------------------------------------------------------------


def test_a_session_is_the_bytes_that_were_put_in(clubs: Clubs, friday: list[str]) -> None:
    """The parts, joined in their order, are the file."""
    clubs.begin(friday)
    [(head,)] = clubs.ask("rita", "SELECT head FROM scorekeeper.logs")
    blocks = clubs.ask("rita", "SELECT block FROM scorekeeper.entries ORDER BY position")
    text = head + "".join(block for (block,) in blocks)
    assert text == "".join(friday)
    assert len(read_session_log(text.encode()).entries) == len(friday) - 1


CHANGES = (
    "UPDATE scorekeeper.{} SET by = by", "DELETE FROM scorekeeper.{}", "TRUNCATE scorekeeper.{} CASCADE",
)  # fmt: skip


@pytest.mark.parametrize("login", ["anna", "rita", servers.OWNER])
def test_nothing_is_changed_or_taken_away(clubs: Clubs, friday: list[str], login: str) -> None:
    """By no role of a club, and by no ordinary statement of the owner either."""
    clubs.begin(friday)
    clubs.call("friday")
    wanted = CHANGE if login == servers.OWNER else "42501"
    with clubs.database.connect(login) as connection:
        for table, statement in product(TABLES, CHANGES):
            with refused(wanted):
                connection.execute(statement.format(table))


def test_a_replica_changes_nothing_either(clubs: Clubs, friday: list[str]) -> None:
    """A session that calls itself a replica runs no ordinary trigger."""
    clubs.begin(friday)
    with clubs.database.connect() as connection:
        connection.execute("SET session_replication_role = replica")
        with refused(CHANGE):
            connection.execute("DELETE FROM scorekeeper.entries")
        with refused(POSITION):
            connection.execute(
                "INSERT INTO scorekeeper.entries (club, log, position, block) SELECT club, log, 9, block"
                " FROM scorekeeper.entries WHERE position = 1"
            )


# --- the chain -----------------------------------------------------------------------------------


def test_the_digests_are_those_of_the_journal(clubs: Clubs, friday: list[str]) -> None:
    """What the server works out of a text is what a session file holds."""
    clubs.begin(friday)
    rows = clubs.ask("rita", "SELECT before, digest FROM scorekeeper.entries ORDER BY position")
    entries = read_session_log("".join(friday).encode()).entries
    assert [before for before, _ in rows] == [entry.before for entry in entries]
    assert [digest for _, digest in rows][:-1] == [entry.before for entry in entries[1:]]


@pytest.mark.parametrize("position", [0, 1, 3, -1, 2**31 - 1])
def test_a_wrong_position_is_refused(clubs: Clubs, friday: list[str], position: int) -> None:
    """Only the next one is taken."""
    clubs.begin(friday[:2])
    with refused(POSITION):
        clubs.append(position, friday[2])


def test_what_does_not_follow_is_refused(clubs: Clubs, friday: list[str]) -> None:
    """An entry left out, changed above, without a digest, or without its mark."""
    clubs.begin(friday[:2])
    for block in (
        friday[3],
        friday[2].replace('before = "', 'before = "0'),
        "\n".join(line for line in friday[2].split("\n") if not line.startswith("before")),
        friday[2].replace("whole = true", ""),
    ):
        with refused(CHAIN):
            clubs.append(2, block)
    clubs.append(2, friday[2])


def test_what_is_no_entry_is_refused(clubs: Clubs, friday: list[str]) -> None:
    """It would not be read as one."""
    clubs.begin(friday[:1])
    for block in (
        "[[entry]]\nwhole = true\n",
        "\n\n[[entry]]\nwhole = true\n",
        "\n[[entry\nwhole = true\n",
    ):
        with refused("23514"):
            clubs.append(1, block)
    with refused(CHAIN):
        clubs.append(1, "")


def test_two_entries_are_not_one(clubs: Clubs, friday: list[str]) -> None:
    """They would be read as two, and the positions after them be wrong."""
    clubs.begin(friday[:2])
    with refused("23514"):
        clubs.append(2, friday[2] + friday[3])


def test_comments_and_other_ends_of_lines_are_read_as_the_journal_does(
    clubs: Clubs, friday: list[str]
) -> None:
    """Comments under a mark are no part of a chain; a mark may have one beside it."""
    below = [friday[0], f"{friday[1]}# a word\n", *friday[2:]]
    clubs.begin(below, log="below")
    marks = [part.replace("whole = true", "whole  = true  # all of it") for part in friday[:2]]
    journal = read_session_log("".join(marks).encode())
    clubs.begin(marks[:1], log="marks")
    with refused(CHAIN):
        clubs.append(1, marks[1], log="marks")
    [(digest,)] = clubs.ask("rita", "SELECT scorekeeper.digest(scorekeeper.body(%s))", (marks[0],))
    assert journal.blocks[0].rstrip("\n").endswith("# all of it")
    assert digest == digest_of(journal.blocks[0])


def test_an_entry_without_a_digest_may_stand_before_the_first_that_has_one(
    clubs: Clubs, friday: list[str]
) -> None:
    """Sessions of old hold none; the first that has one follows from all above it."""
    old = "\n".join(line for line in friday[1].split("\n") if not line.startswith("before"))
    blocks = read_session_log((friday[0] + old).encode()).blocks
    wanted = digest_of("\n".join(block.removesuffix("\n") for block in blocks))
    first = read_session_log("".join(friday).encode()).entries[1].before
    clubs.begin([friday[0], old])
    clubs.append(2, friday[2].replace(first, wanted))


def test_a_break_that_was_taken_in_elsewhere_is_let_pass(clubs: Clubs, friday: list[str]) -> None:
    """A session that was mended by hand, and taken in, can be brought to a club with its joints."""
    changed = [friday[0], friday[1], friday[2].replace("one", "two"), friday[3]]
    [found] = breaks_of(read_session_log("".join(changed).encode()))
    clubs.begin(changed[:3])
    with refused(CHAIN):
        clubs.append(3, changed[3])
    clubs.ask(
        "anna", "INSERT INTO scorekeeper.joints (club, log, joint) VALUES (%s, 'f1', %s)",
        (clubs.id_of("bridge"), found.joint),
    )  # fmt: skip
    clubs.append(3, changed[3])


def test_a_position_is_one_recorders(clubs: Clubs, friday: list[str]) -> None:
    """Of two who append at once one is told, and nothing of theirs stands."""
    clubs.begin(friday[:2])
    told = list[str | None]()

    def second() -> None:
        try:
            clubs.append(2, friday[2])
        except psycopg.Error as error:
            told.append(error.sqlstate)

    with psycopg.connect(clubs.database.url("anna")) as first:
        first.execute(
            "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES (%s, 'f1', 2, %s)",
            (clubs.id_of("bridge"), friday[2]),
        )
        other = Thread(target=second)
        other.start()
        other.join(0.2)
        assert told == []
        first.commit()
        other.join()
    assert told in ([POSITION], ["23505"])
    assert clubs.ask("anna", "SELECT count(*) FROM scorekeeper.entries") == [(2,)]


# --- who did it ----------------------------------------------------------------------------------


def test_who_and_when_are_the_servers(clubs: Clubs, friday: list[str]) -> None:
    """Nobody records in another one's name, or at another time."""
    clubs.begin(friday)
    assert clubs.ask("rita", "SELECT DISTINCT by FROM scorekeeper.entries") == [("anna",)]
    for column in ("by", "at", "digest", "before"):
        with refused("42501"):
            clubs.ask(
                "anna",
                f"INSERT INTO scorekeeper.entries (club, log, position, block, {column}) VALUES (1, 'f1', 5, '', NULL)",
            )


# --- each club for itself ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table", ["clubs", "members", "logs", "entries", "joints", "names", "files"]
)
def test_a_club_sees_only_its_own(clubs: Clubs, friday: list[str], table: str) -> None:
    """Nothing of another one's, not even that it is there."""
    clubs.begin(friday)
    clubs.call("friday")
    bridge = clubs.id_of("bridge")
    clubs.ask(
        "anna",
        "INSERT INTO scorekeeper.files (club, kind, name, text) VALUES (%s, 'ruleset', 'x', '')",
        (bridge,),
    )
    clubs.ask(
        "anna",
        "INSERT INTO scorekeeper.joints (club, log, joint) VALUES (%s, 'f1', repeat('0', 64))",
        (bridge,),
    )
    column = "id" if table == "clubs" else "club"
    query = f"SELECT DISTINCT {column} FROM scorekeeper.{table}"
    assert clubs.ask("anna", query) == clubs.ask("rita", query) == [(bridge,)]
    assert (bridge,) not in clubs.ask("otto", query)


def test_nobody_records_in_another_club(clubs: Clubs, friday: list[str]) -> None:
    """Not a session, not in one, not a name, not rules."""
    clubs.begin(friday[:2])
    bridge = clubs.id_of("bridge")
    for sql in (
        "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (%s, 'o', 'session', E'x\\nwhole = true\\n')",
        "INSERT INTO scorekeeper.names (club, kind, name, log, shelf) VALUES (%s, 'session', 'o', 'f1', 'standing')",
        "INSERT INTO scorekeeper.joints (club, log, joint) VALUES (%s, 'f1', repeat('0', 64))",
        "INSERT INTO scorekeeper.files (club, kind, name, text) VALUES (%s, 'ruleset', 'o', '')",
    ):
        with refused("42501"):
            clubs.ask("otto", sql, (bridge,))
        with refused("42501"):
            clubs.ask("rita", sql, (bridge,))
    for login in ("otto", "rita"):
        with pytest.raises(psycopg.Error):
            clubs.append(2, friday[2], login=login)
    assert clubs.ask("anna", "SELECT count(*) FROM scorekeeper.entries") == [(1,)]


def test_whatever_a_role_may_read_is_kept_apart(clubs: Clubs) -> None:
    """Each table that is opened to a club has policies, but for the one that says the version."""
    readable = clubs.ask(
        servers.OWNER,
        "SELECT c.relname FROM pg_class c WHERE c.relnamespace = 'scorekeeper'::regnamespace"
        " AND c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relrowsecurity"
        " AND has_any_column_privilege('sk_bridge_recorder', c.oid, 'SELECT')",
    )
    assert readable == [("version",)]


def test_somebody_of_no_club_is_let_in_nowhere(clubs: Clubs) -> None:
    """A login alone opens nothing, and makes nothing."""
    clubs.database.login("nobody else")
    for sql in (
        "SELECT * FROM scorekeeper.clubs",
        "SELECT scorekeeper.digest('')",
        "CREATE SCHEMA mine",
    ):
        with refused("42501"):
            clubs.ask("nobody else", sql)


def test_a_role_that_is_gone_disturbs_nobody(clubs: Clubs) -> None:
    """The roles of the other club were dropped by hand."""
    for role in ("sk_whist_reader", "sk_whist_recorder"):
        clubs.ask(servers.OWNER, f"DROP OWNED BY {role}")
        clubs.ask(servers.OWNER, f"DROP ROLE {role}")
    assert clubs.ask("anna", "SELECT name FROM scorekeeper.clubs") == [("bridge",)]


def test_a_recorder_makes_nothing_of_their_own_there(clubs: Clubs) -> None:
    """No table, function or trigger beside those of the schema."""
    for sql in (
        "CREATE TABLE scorekeeper.mine (x int)",
        "CREATE FUNCTION scorekeeper.mine() RETURNS int LANGUAGE sql RETURN 1",
        "ALTER TABLE scorekeeper.entries DISABLE TRIGGER ALL",
        "ALTER TABLE scorekeeper.entries DISABLE ROW LEVEL SECURITY",
        "SET session_replication_role = replica",
        "SET row_security = off; SELECT * FROM scorekeeper.entries",
        "SET ROLE sk_whist_recorder",
        "GRANT sk_whist_recorder TO anna",
        "CREATE POLICY mine ON scorekeeper.entries USING (true)",
    ):
        with refused("42501"):
            clubs.ask("anna", sql)


def test_no_function_looks_for_words_in_a_schema_of_somebodys(
    clubs: Clubs, friday: list[str]
) -> None:
    """Each has its own search path, or was read when it was made; tables of one's own that are
    called as the schema's are not looked at."""
    found = clubs.ask(
        servers.OWNER,
        "SELECT p.proname, l.lanname, p.prosqlbody IS NOT NULL, p.proconfig FROM pg_proc p"
        " JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = 'scorekeeper'::regnamespace",
    )
    assert found
    for name, language, is_read, options in found:
        fixed = "search_path=pg_catalog, pg_temp" in (options or ())
        assert fixed or (language == "sql" and is_read), name
    with clubs.database.connect("anna") as connection:
        for table in ("entries", "logs", "clubs", "members"):
            connection.execute(
                f"CREATE TEMP TABLE {table} AS SELECT * FROM scorekeeper.{table} LIMIT 0"
            )
        connection.execute(
            "CREATE FUNCTION pg_temp.sha256(bytea) RETURNS bytea LANGUAGE sql RETURN ''::bytea"
        )
        connection.execute("SET search_path = pg_temp, pg_catalog, scorekeeper")
        connection.execute(
            "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (%s, 'f1', 'session', %s)",
            (clubs.id_of("bridge"), friday[0]),
        )
        with refused(CHAIN):
            connection.execute(
                "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES (%s, 'f1', 1, %s)",
                (clubs.id_of("bridge"), friday[2]),
            )


# --- names ---------------------------------------------------------------------------------------


def test_a_name_is_one_sessions_on_a_shelf(clubs: Clubs, friday: list[str]) -> None:
    """Until that has another name, or lies elsewhere."""
    for log in ("f1", "f2"):
        clubs.begin(friday, log=log)
    clubs.call("friday", "f1")
    with refused(NAME):
        clubs.call("friday", "f2")
    clubs.call("friday", "f2", "archive")
    with refused(NAME):
        clubs.call("friday", "f1", "archive")
    clubs.call("saturday", "f1")
    clubs.call("friday", "f2")


def test_two_who_give_a_name_at_once_are_one_after_another(clubs: Clubs, friday: list[str]) -> None:
    """One has it, and the other is told."""
    for log in ("f1", "f2"):
        clubs.begin(friday[:1], log=log)
    told = list[str | None]()

    def second() -> None:
        try:
            clubs.call("friday", "f2")
        except psycopg.Error as error:
            told.append(error.sqlstate)

    with psycopg.connect(clubs.database.url("anna")) as first:
        first.execute(
            "INSERT INTO scorekeeper.names (club, kind, name, log, shelf) VALUES (%s, 'session', 'friday', 'f1', 'standing')",
            (clubs.id_of("bridge"),),
        )
        other = Thread(target=second)
        other.start()
        other.join(0.2)
        first.commit()
        other.join()
    assert told == [NAME]


BAD_NAMES = (
    "../x", "a/b", "a\\b", "x\x1b[2J", "x\ny", "x\ty", ".x", "-x", " x", "x ", "x.", "x" * 201, "a\u202eb", "a?b", "",
)  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_no_file_may_have_is_refused(
    clubs: Clubs, friday: list[str], name: str
) -> None:
    """Of a session, and of rules; no program has to be careful with it."""
    clubs.begin(friday)
    with refused("23514"):
        clubs.call(name)
    with refused("23514"):
        clubs.ask(
            "anna", "INSERT INTO scorekeeper.files (club, kind, name, text) VALUES (%s, 'ruleset', %s, '')",
            (clubs.id_of("bridge"), name.replace("a/b", "a//b")),
        )  # fmt: skip


@pytest.mark.parametrize("shelf", ["standing", "trash"])
@given(
    name=st.text(
        st.characters(exclude_categories=("C", "Z"), include_characters=" "),
        min_size=1,
        max_size=40,
    )
)
@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None
)
def test_a_name_that_a_file_may_have_is_taken(
    clubs: Clubs, friday: list[str], shelf: str, name: str
) -> None:
    """The database refuses none that the program would give."""
    assume(session_name_fault(name) is None)
    log = f"log-{sha256(name.encode()).hexdigest()}-{shelf}"
    if not clubs.ask("anna", "SELECT FROM scorekeeper.logs WHERE id = %s", (log,)):
        clubs.begin(friday[:1], log)
        clubs.call(name, log, shelf)


def test_a_name_is_of_the_kind_of_its_log(clubs: Clubs, friday: list[str]) -> None:
    """No session is hidden among the events."""
    clubs.begin(friday)
    with refused(CHAIN):
        clubs.ask(
            "anna",
            "INSERT INTO scorekeeper.names (club, kind, name, log, shelf) VALUES (%s, 'event', 'x', 'f1', 'standing')",
            (clubs.id_of("bridge"),),
        )


# --- setting up ----------------------------------------------------------------------------------


def sets_up(database: servers.Database, *words: str, login: str = servers.OWNER) -> Said:
    """What `club init` comes to."""
    return Person(Path("/nowhere")).types("club", "init", database.url(login), *words)


def test_setting_up_says_what_it_did_and_does_nothing_twice(database: servers.Database) -> None:
    """The schema, the club, its roles, who was let in."""
    database.login("anna")
    words = ("--club", "bridge", "--recorder", "anna")
    said = sets_up(database, *words)
    place = address_of(database.url()).bare
    assert said.out == (
        f"made the schema, version {LATEST}, in {place}\nmade the club bridge\n"
        "made the roles sk_bridge_reader and sk_bridge_recorder\nlet in anna\n"
    )
    again = sets_up(database, *words)
    assert again.out == "the club bridge is there; nothing had to be changed\n"
    assert (said.code, again.code) == (0, 0)


def test_two_who_set_up_at_once_make_one_club(database: servers.Database) -> None:
    """One waits for the other."""
    done = list[bool]()
    both = [
        Thread(target=lambda: done.append(set_up(address_of(database.url()), "bridge", []).is_new))
        for _ in range(2)
    ]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert sorted(done) == [False, True]


NAMES = (
    "o'hara's", 'the "Aces"', "x; DROP SCHEMA scorekeeper CASCADE; --", "Björn's kväll", "%s {0} {reader}",
    "UPPER", "select", "$$ end $$", "ж" * 25,
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_club_may_be_called_anything_that_a_file_may(
    database: servers.Database, friday: list[str], name: str
) -> None:
    """A name is never a statement."""
    login = database.login(name)
    said = sets_up(database, "--club", name.replace('"', "”"), "--recorder", login)
    assert said.code == 0, said.err
    with database.connect(login) as connection:
        club, name_there = connection.execute("SELECT id, name FROM scorekeeper.clubs").fetchone()
        connection.execute(
            "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (%s, %s, 'session', %s)",
            (club, name, friday[0]),
        )
    assert name_there == name.replace('"', "”")


@pytest.mark.parametrize("name", ["", "a/b", "x" * 52, "ж" * 26, "a\nb", ".x"])
def test_a_name_that_cannot_be_a_clubs_is_refused(database: servers.Database, name: str) -> None:
    """It would be cut off, or not be told from a path."""
    said = sets_up(database, "--club", name, "--format", "json")
    assert said.code == (2 if not name else 1)
    if name:
        assert said.codes == ["club-name"]


def test_a_newer_schema_is_left_alone(database: servers.Database) -> None:
    """By setting up, and by whoever would record."""
    sets_up(database, "--club", "bridge")
    database.server.answers("INSERT INTO scorekeeper.version VALUES (99)", database.name)
    said = sets_up(database, "--club", "whist", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-newer"])
    assert database.server.answers("SELECT count(*) FROM scorekeeper.clubs", database.name) == 1


def test_a_login_that_is_not_there_is_told_and_nothing_is_made(database: servers.Database) -> None:
    """Each of them."""
    said = sets_up(
        database, "--club", "bridge", "--recorder", "anna", "--reader", "bo", "--format", "json"
    )
    assert (said.code, said.codes) == (1, ["club-role", "club-role"])
    assert database.server.answers("SELECT to_regnamespace('scorekeeper')", database.name) is None


def test_a_club_of_another_database_is_not_joined(
    server: servers.Server, database: servers.Database
) -> None:
    """Roles are the whole server's: whoever is in the one club would be in the other."""
    sets_up(database, "--club", "bridge")
    with servers.database_of(server) as other:
        said = sets_up(other, "--club", "bridge", "--format", "json")
        assert (said.code, said.codes) == (1, ["club-taken"])
        sets_up(other, "--club", "whist")


def test_only_an_owner_sets_up(database: servers.Database) -> None:
    """Whoever may not make a schema, or roles, is told."""
    login = database.login("anna")
    said = sets_up(database, "--club", "bridge", "--format", "json", login=login)
    assert (said.code, said.codes) == (1, ["club-permission"])


def test_an_owner_need_not_be_the_servers_administrator(database: servers.Database) -> None:
    """Who owns the database and may make roles can set it up."""
    login = database.login("keeper")
    database.server.answers("ALTER ROLE keeper CREATEROLE")
    database.server.answers(f"ALTER DATABASE {database.name} OWNER TO keeper")
    database.login("anna")
    said = sets_up(database, "--club", "bridge", "--recorder", "anna", login=login)
    assert said.code == 0, said.err
    database.server.answers("DROP OWNED BY keeper CASCADE", database.name)


def test_a_database_of_another_encoding_is_refused(server: servers.Server) -> None:
    """It could not hold every name."""
    with servers.database_of(server, "ENCODING 'LATIN1' LOCALE 'C'") as latin:
        said = sets_up(latin, "--club", "bridge", "--format", "json")
        assert (said.code, said.codes) == (1, ["club-server"])


def test_the_errors_of_the_tests_are_those_of_postgres() -> None:
    """The numbers above are what they are taken for."""
    assert errors.lookup("42501") is errors.InsufficientPrivilege
    assert errors.lookup("23514") is errors.CheckViolation
    assert errors.lookup("23505") is errors.UniqueViolation
