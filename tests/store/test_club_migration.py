"""A club of schema 2, as a dump of it is kept in `tests/old`, carried on to the schema of today.

In it Anna and Bo recorded `friday`, of which Bo kept rows in the league that are forged, one of them
NaN; an entry of `spoilt` is no TOML; `odd` has a name that no file may have.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import servers
from terminal import Person

servers.refuse_without_server()

from clubs import Member, forget

from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_connection import LATEST
from scorekeeper.store.club.club_setup import role_of, set_up

pytestmark = pytest.mark.server

DUMP = Path(__file__).parent.parent / "old" / "club-2.sql"
LOGINS = ("anna", "bo", "rita")
TEXTS = """
SELECT n.name, l.head || string_agg(e.block, '' ORDER BY e.position)
FROM scorekeeper.logs l JOIN scorekeeper.entries e ON e.log = l.id
JOIN scorekeeper.names n ON n.log = l.id AND n.shelf IN ('standing', 'archive')
WHERE strpos(e.block, '@@') = 0 GROUP BY n.name, l.head
"""


@pytest.fixture
def old(database: servers.Database) -> Iterator[servers.Database]:
    """A club of schema 2."""
    roles = [role_of(club, role) for club in ("bridge", "whist") for role in ("reader", "recorder")]
    for role in (*LOGINS, *roles):
        database.login(role)
    for login in LOGINS:
        own = role_of("bridge", "reader" if login == "rita" else "recorder")
        database.server.answers(f"GRANT {own} TO {login}")
    with database.connect() as owner:
        owner.execute(DUMP.read_text("utf-8"))
    try:
        yield database
    finally:
        forget()


@pytest.fixture
def carried_on(old: servers.Database) -> servers.Database:
    """The same in the schema of today."""
    said = Person(Path("/nowhere")).types("club", "init", old.url(), "--club", "bridge")
    place = address_of(old.url()).bare
    assert said.out == f"carried the schema in {place} on from version 2 to {LATEST}\n", said.err
    return old


def test_a_club_of_schema_2_is_as_it_was(old: servers.Database, tmp_path: Path) -> None:
    """Every session has its bytes, under its name, but for an entry that cannot be read."""
    with old.connect() as owner:
        texts = dict(owner.execute(TEXTS).fetchall())
    set_up(address_of(old.url()), "bridge", [])
    anna = Member(tmp_path / "anna", old.url("anna"))
    assert {"friday", "spoilt"} < texts.keys()
    for name in ("friday", "spoilt"):
        assert anna.file(name).decode() == texts[name]
    assert {row["name"] for row in anna.reads("sessions --all")} == {"friday", "herd", "spoilt"}
    anna.after("check friday herd", "deal plus 8 4 4 -s friday", "deal plus 8 4 4 -s spoilt")


def test_a_schema_that_was_carried_on_is_a_new_one(
    carried_on: servers.Database, server: servers.Server
) -> None:
    """Statement for statement."""
    with servers.database_of(server) as fresh:
        server.answers("DROP OWNED BY sk_bridge_reader, sk_bridge_recorder", fresh.name)
        set_up(address_of(fresh.url()), "another", [])
        assert schema_of(fresh) == schema_of(carried_on)


def schema_of(database: servers.Database) -> list[str]:
    """The lines that make the schema of a database, in any order."""
    done = subprocess.run(
        [servers.programs() / "pg_dump", "--schema-only", "--no-owner", "--no-privileges", database.url()],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return sorted(line for line in done.stdout.splitlines() if "restrict" not in line)


def test_forged_rows_of_the_league_are_gone(carried_on: servers.Database, tmp_path: Path) -> None:
    """It is made of the sessions, as in a folder to which they were pulled; the one whose name no
    file may have is told, and by what it gets another one."""
    anna = Member(tmp_path / "anna", carried_on.url("anna"))
    folder = Person(tmp_path / "folder", SCOREKEEPER_CLUB=carried_on.url("anna"))
    plain = folder.types("club", "pull", "--all")
    assert "friday: brought from the club" in plain.out and "\x1b" not in plain.err
    said = folder.types("club", "pull", "--all", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-name"])
    with carried_on.connect("anna") as connection:
        connection.execute(plain.err.partition("who records there: ")[2])
    folder.after("club pull --all", "people alias Cleo Klio")
    assert {row["name"] for row in folder.reads("sessions")} == {"friday", "spoilt", "misnamed"}
    assert anna.does("league").out == folder.does("league").out
    assert anna.types("check", "--all", "--format", "json").codes == ["club-unread"]
    owner = Member(tmp_path / "owner", carried_on.url(club="bridge"))
    owner.does("check spoilt --repair")
    anna.after("check --all")


def test_what_was_there_already_is_no_way_in(carried_on: servers.Database) -> None:
    """What is limited now is limited from now on, also in what stood before."""
    with carried_on.connect("bo") as bo, pytest.raises(Exception, match="plain_name"):
        bo.execute(
            "INSERT INTO scorekeeper.names (club, kind, name, log, shelf)"
            " SELECT club, kind, name, log, 'archive' FROM scorekeeper.called WHERE name LIKE '../%'"
        )
