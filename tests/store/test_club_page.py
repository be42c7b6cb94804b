"""What docs/club.md and benchmarks/partitions.md tell an administrator to do, done: the parts, the dump, the roles of
pg_hba.conf."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pages
import pytest
import servers
from terminal import Person

servers.refuse_without_server()

import psycopg
from clubs import forget

pytestmark = pytest.mark.server

PAGE = "\n".join(
    (pages.ROOT / page).read_text(encoding="utf-8")
    for page in ("docs/club.md", "benchmarks/partitions.md")
)


def of_page(beginning: str) -> str:
    """Return the block of SQL on the pages that begins so."""
    blocks = ["\n".join(block.lines) for block in pages.blocks(PAGE) if block.kind == "sql"]
    [found] = [block for block in blocks if block.startswith(beginning)]
    return found


def club(database: servers.Database, home: Path) -> Person:
    """Two clubs, in the first of which a session was recorded; who recorded it."""
    for login in ("anna", "otto"):
        database.login(login)
    keeper = Person(home / "keeper")
    keeper.does(f"club init {database.url()} --club bridge --recorder anna")
    keeper.does(f"club init {database.url()} --club whist --recorder otto")
    person = Person(
        home / "anna",
        SCOREKEEPER_HOME=database.url("anna"),
        HOME=str(home),
        XDG_CONFIG_HOME=str(home),
        XDG_DATA_HOME=str(home),
    )
    return person.after("new bizon Ann Bo Cleo --name friday", "deal passed", "note one")


# What holds a table: its triggers and whether they are always on, its policies, whom it refers to.
HOLDS = """
SELECT pg_get_triggerdef(oid), tgenabled::text FROM pg_trigger WHERE tgrelid = '{0}'::regclass AND NOT tgisinternal
UNION SELECT policyname || cmd || coalesce(qual, '') || coalesce(with_check, ''), '' FROM pg_policies
    WHERE schemaname || '.' || tablename = '{0}'
UNION SELECT pg_get_constraintdef(oid), '' FROM pg_constraint WHERE conrelid = '{0}'::regclass AND contype = 'f'
UNION SELECT 'rows are kept apart', relrowsecurity::text FROM pg_class WHERE oid = '{0}'::regclass
"""


def held(connection: psycopg.Connection[tuple[str, str]], table: str) -> set[tuple[str, str]]:
    """What holds a table of the schema."""
    return set(connection.execute(HOLDS.format(f"scorekeeper.{table}")).fetchall())


def test_a_table_in_parts_is_as_before(database: servers.Database, tmp_path: Path) -> None:
    """The club goes on, and what it has is held and kept apart as before; nobody but the owner can
    look into a part."""
    person = club(database, tmp_path)
    before = person.does("log").out
    with database.connect() as connection:
        for table in ("entries", "players"):
            holds = held(connection, table)
            connection.execute(of_page(f"BEGIN;\nALTER TABLE scorekeeper.{table} RENAME"))
            assert held(connection, table) == holds
    for name in ("bridge", "whist"):
        person.does(f"club init {database.url()} --club {name}")
    assert person.does("log").out == before
    person.after("deal passed", "check")
    for login, number in (("anna", 3), ("otto", 0)):
        with database.connect(login) as connection:
            assert connection.execute("SELECT count(*) FROM scorekeeper.entries").fetchone() == (
                number,
            )
            for part in ("entries_1", "entries_others", "players_1_2026", "players_others"):
                with pytest.raises(psycopg.errors.InsufficientPrivilege):
                    connection.execute(f"SELECT FROM scorekeeper.{part}")
    with database.connect() as connection:
        for statement in (
            "DELETE FROM scorekeeper.entries",
            "UPDATE scorekeeper.entries SET by = ''",
            "TRUNCATE scorekeeper.entries",
        ):
            with pytest.raises(psycopg.Error) as caught:
                connection.execute(statement)
            assert caught.value.sqlstate == "SK003"


def test_the_rows_of_a_session_are_found_by_its_name(
    database: servers.Database, tmp_path: Path
) -> None:
    """As it is called now, right after a deal was recorded."""
    person = club(database, tmp_path)
    person.after("sessions rename friday other", "new bizon Ann Bo Cleo --name friday")
    person.after("deal bizon=Bo gp=20,12,8 -s friday")
    points = person.reads("sheet -s friday")["totals"]
    with database.connect("anna") as connection:
        found = connection.execute(of_page("SELECT p.player")).fetchall()
    assert found == [(name, 1, float(points[name])) for name in ("Ann", "Bo", "Cleo")]


def test_a_dump_is_the_club(database: servers.Database, tmp_path: Path) -> None:
    """Let in elsewhere as the page says, it has all that was there, and holds and is kept apart as
    before."""
    dump, restore = (servers.programs() / name for name in ("pg_dump", "pg_restore"))
    person = club(database, tmp_path)
    file = tmp_path / "cards.dump"
    subprocess.run([dump, "--format=custom", f"--file={file}", database.url()], check=True)
    with servers.database_of(database.server) as other:
        subprocess.run([restore, "--no-privileges", f"--dbname={other.url()}", file], check=True)
        person.does(f"club init {other.url()} --club bridge --recorder anna")
        moved = {"SCOREKEEPER_HOME": other.url("anna")}
        assert person.does("log", **moved).out == person.does("log").out
        person.does("deal passed", **moved)
        person.does("check", **moved)
        with other.connect() as connection, pytest.raises(psycopg.Error):
            connection.execute("DELETE FROM scorekeeper.entries")
        with other.connect("anna") as connection:
            assert connection.execute("SELECT name FROM scorekeeper.clubs").fetchall() == [
                ("bridge",)
            ]


def test_a_service_with_a_certificate_and_a_password_file(tmp_path: Path) -> None:
    """As the page has them: the password stands in ~/.pgpass alone, the server is asked who it is,
    and one of another authority is not spoken to."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("certificates are made by openssl, which is not here")
    with servers.started() as server:
        server.answers("CREATE DATABASE cards TEMPLATE template0")
        server.answers("CREATE ROLE anna LOGIN PASSWORD 'her word'")
        Person(tmp_path / "keeper").does(
            f"club init {server.url('cards')} --club bridge --recorder anna"
        )
        for name in ("server", "other"):
            made = ["-keyout", f"{name}.key", "-out", f"{name}.pem", "-days", "2", "-nodes"]
            named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
            servers.run(
                [openssl, "req", "-x509", "-newkey", "rsa:2048", *made, *named], server.folder
            )
        for setting in (
            "ssl_cert_file = '{}/server.pem'",
            "ssl_key_file = '{}/server.key'",
            "ssl = on",
        ):
            server.answers(f"ALTER SYSTEM SET {setting.format(server.folder)}")
        server.answers("SELECT pg_reload_conf()")
        server.wait_for("SELECT current_setting('ssl')::boolean")
        passwords = tmp_path / "pgpass"
        passwords.write_text(f"localhost:{server.port}:cards:anna:her word\n")
        passwords.chmod(0o600)
        service = tmp_path / "services"
        member = Person(
            tmp_path / "anna", SCOREKEEPER_HOME="postgresql://?service=bridge", PGSERVICEFILE=str(service),
            PGPASSFILE=str(passwords), XDG_CONFIG_HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path),
        )  # fmt: skip
        for authority in ("server", "other"):
            service.write_text(
                f"[bridge]\nhost=localhost\nport={server.port}\ndbname=cards\nuser=anna\n"
                f"sslmode=verify-full\nsslrootcert={server.folder}/{authority}.pem\n"
            )
            forget()
            said = member.types("new", "bizon", "Ann", "Bo", "Cleo", "--name", authority)
            assert "her word" not in said.out + said.err
            assert (said.code, "certificate verify failed" in said.err) == (
                (0, False) if authority == "server" else (3, True)
            )
