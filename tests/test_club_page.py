"""What docs/club.md tells an administrator to do, done: the parts, the dump, the roles of
pg_hba.conf."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pages
import pytest
import servers
from terminal import Person

servers.refuse_without_server()

import psycopg

pytestmark = pytest.mark.server

PAGE = (pages.ROOT / "docs" / "club.md").read_text(encoding="utf-8")


def of_page(beginning: str) -> str:
    """The block of SQL on the page that begins so."""
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
    )
    return person.after("new bizon Ann Bo Cleo --name friday", "deal passed", "note one")


def test_a_table_in_parts_is_as_before(database: servers.Database, tmp_path: Path) -> None:
    """The club goes on, and what it has is held and kept apart as before; nobody but the owner can
    look into a part."""
    person = club(database, tmp_path)
    before = person.does("log").out
    with database.connect() as connection:
        connection.execute(of_page("BEGIN;"))
    for name in ("bridge", "whist"):
        person.does(f"club init {database.url()} --club {name}")
    assert person.does("log").out == before
    person.after("deal passed", "check")
    for login, number in (("anna", 3), ("otto", 0)):
        with database.connect(login) as connection:
            assert connection.execute("SELECT count(*) FROM scorekeeper.entries").fetchone() == (
                number,
            )
            for part in ("entries_1", "entries_others"):
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
