"""The refusals of a club, `tests/errors/club.md`: each case is made here, on a real server,
and what is printed compared with the page."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest
import servers
from terminal import Person, environment

servers.refuse_without_server()

from clubs import ENDS, at_each_entry, club_in
from test_errors import OF_A_CLUB, assert_described

from scorekeeper import store
from scorekeeper.cli.refusal import failure_lines, refusal_lines
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_setup import club_of, connected
from scorekeeper.text.problems import MachineFailure, Refused

pytestmark = pytest.mark.server


def init(database: servers.Database, *words: str, login: str = servers.OWNER) -> str:
    """What setting a club up says on standard error."""
    return Person(Path("/nowhere")).types("club", "init", database.url(login), *words).err


def looked(database: servers.Database, login: str = servers.OWNER, **more: str) -> str:
    """What somebody is told who looks for a club."""
    return at(database.url(login, **more))


def at(address: str) -> str:
    """The same at an address."""
    found = address_of(address)
    try:
        with connected(found) as connection:
            club_of(connection, found)
    except Refused as refusal:
        return "\n".join(map(str, refusal_lines(refusal.problems)))
    except MachineFailure as failure:
        return "\n".join(map(str, failure_lines(failure)))
    raise AssertionError


def extra(database: servers.Database) -> str:
    with pytest.MonkeyPatch.context() as patch:
        real = importlib.util.find_spec
        patch.setattr(
            importlib.util, "find_spec", lambda name: None if name == "psycopg" else real(name)
        )
        return init(database, "--club", "bridge")


def none(_: servers.Database) -> str:
    return Person(Path("/nowhere")).types("club", "init", "--club", "bridge").err


def address(_: servers.Database) -> str:
    return (
        Person(Path("/nowhere"))
        .types("club", "init", "postgresql://server/cards?clubs=bridge", "--club", "b")
        .err
    )


def password(_: servers.Database) -> str:
    said = (
        Person(Path("/nowhere")).types("club", "init", "postgresql://anna:secret@server/cards").err
    )
    assert "secret" not in said
    return said


def away(_: servers.Database) -> str:
    return (
        Person(Path("/nowhere"))
        .types("club", "init", "postgresql://%2Fnowhere/cards", "--club", "b")
        .err
    )


def login(database: servers.Database) -> str:
    return at(database.server.port_url(database.name))


def permission(database: servers.Database) -> str:
    return init(database, "--club", "bridge", login=database.login("anna"))


def server(database: servers.Database) -> str:
    with servers.database_of(database.server, "ENCODING 'LATIN1' LOCALE 'C'") as latin:
        return init(latin, "--club", "bridge")


def newer(database: servers.Database) -> str:
    init(database, "--club", "bridge")
    database.server.answers("INSERT INTO scorekeeper.version VALUES (99)", database.name)
    return looked(database)


def older(database: servers.Database) -> str:
    init(database, "--club", "bridge")
    with database.connect() as connection:
        connection.execute("ALTER TABLE scorekeeper.version DISABLE TRIGGER appended_only")
        connection.execute("DELETE FROM scorekeeper.version")
        connection.execute("INSERT INTO scorekeeper.version VALUES (0)")
    return looked(database)


def unknown(database: servers.Database) -> str:
    init(database, "--club", "bridge", "--recorder", database.login("anna"))
    init(database, "--club", "whist")
    return looked(database, "anna", club="whist")


def which(database: servers.Database) -> str:
    for club in ("bridge", "whist"):
        init(database, "--club", club)
    return looked(database)


def taken(database: servers.Database) -> str:
    init(database, "--club", "bridge")
    with servers.database_of(database.server) as other:
        return init(other, "--club", "bridge")


FRIDAY = ("new bizon Ann Bo Cleo --name friday", "deal passed")


def typed(database: servers.Database, line: str, does: str = "") -> str:
    """What somebody is told who records in a club, while the server does something to entries."""
    with club_in(database, database.server.folder / "mine") as member:
        member.after(*FRIDAY)
        with at_each_entry(database, does) if does else nullcontext():
            return member.types(*line.split()).err


def unread(database: servers.Database, line: str) -> str:
    """What is told of a session into which somebody wrote what is no entry."""
    with club_in(database, database.server.folder / "mine") as member:
        member.after(*FRIDAY)
        with database.connect("anna") as connection:
            connection.execute(
                "INSERT INTO scorekeeper.entries (club, log, position, block)"
                " SELECT club, log, 2, %s || digest || %s FROM scorekeeper.entries",
                ('\n[[entry]]\nwhat = @@\nbefore = "', '"\nwhole = true\n'),
            )
        return member.types(*line.split()).err


def league_rows(database: servers.Database) -> str:
    """What is told of rows that do not follow from the session."""
    with club_in(database, database.server.folder / "mine") as member:
        member.after(*FRIDAY)
        with database.connect() as connection:
            connection.execute("UPDATE scorekeeper.players SET points = 99 WHERE player = 'Ann'")
        return member.types("check", "friday").err


def pushed(database: servers.Database, line: str) -> str:
    """What is told of a session that went on in a folder after it was pushed, and of which this was
    typed at the club meanwhile."""
    with tempfile.TemporaryDirectory() as folder, club_in(database, Path(folder)) as member:
        person = Person(Path(folder) / "home", SCOREKEEPER_CLUB=database.url("anna"))
        person.after("new bizon Ann Bo Cleo --name friday", "note one", "club push", "note two")
        member.does(line)
        return person.types("club", "push").err


def made_again(database: servers.Database, line: str, began: str) -> str:
    """What is told of a session that lies elsewhere, or was taken away, since this was typed, and
    that would be made again with this beginning."""
    with club_in(database, database.server.folder / "mine") as member:
        head = member.after("new bizon Ann Bo Cleo --name friday").file("friday").decode()
        member.does(line)
        with environment(member.settings), pytest.raises(Refused) as refusal:
            store.create_session("friday", head.replace("Ann", began))
        return "\n".join(map(str, refusal_lines(refusal.value.problems)))


MADE: dict[str, Callable[[servers.Database], str]] = {
    "club-extra": extra,
    "club-none": none,
    "club-address": address,
    "club-password": password,
    "club-away": away,
    "club-login": login,
    "club-permission": permission,
    "club-server": server,
    "club-schema": looked,
    "club-newer": newer,
    "club-older": older,
    "club-unknown": unknown,
    "club-which": which,
    "club-name": lambda database: init(database, "--club", "a/b"),
    "club-taken": taken,
    "club-answer": lambda database: typed(database, "note hello", ENDS),
    "club-meanwhile": lambda database: typed(database, "note hello", "NEW.position := 1"),
    "club-path": lambda database: typed(
        database, "sheet -s postgresql://elsewhere/sessions/friday.toml"
    ),
    "club-chain": lambda database: typed(
        database, "note hello", "NEW.block := replace(NEW.block, 'before = \"', 'before = \"0')"
    ),
    "club-large": lambda database: typed(
        database, "note hello", "NEW.block := replace(NEW.block, 'hello', repeat('x', 1048576))"
    ),
    "club-unread": lambda database: unread(database, "check friday"),
    "club-owner": lambda database: unread(database, "check friday --repair"),
    "club-league": league_rows,
    "club-parted": lambda database: pushed(database, "note three -s friday"),
    "club-thrown": lambda database: pushed(database, "sessions delete friday"),
    "club-known": lambda database: made_again(database, "sessions rename friday saturday", "Ann"),
    "club-gone": lambda database: made_again(database, "drop friday", "Eve"),
    "club-role": lambda database: init(database, "--club", "bridge", "--reader", "anna"),
}


def test_each_of_them_is_made_here() -> None:
    """None of the page is left out."""
    assert set(MADE) == OF_A_CLUB


@pytest.mark.parametrize("code", sorted(MADE))
def test_what_is_described_is_what_is_said(database: servers.Database, code: str) -> None:
    """The text of a section is what is printed in the case that it describes."""
    assert_described(code, MADE[code](database))


def test_a_login_that_is_in_no_club_is_told_whom_to_ask(database: servers.Database) -> None:
    """It may connect, and sees nothing."""
    init(database, "--club", "bridge")
    assert "permission denied for schema scorekeeper" in looked(database, database.login("anna"))


def test_nothing_of_psycopg_is_loaded_for_a_folder(tmp_path: Path) -> None:
    """A folder's commands start as fast as ever."""
    person = Person(tmp_path).after("new bizon Ann Bo Cleo", "deal passed")
    script = "import sys; from scorekeeper.cli.main import main\ntry: main(['sheet'])\nexcept SystemExit: pass\nprint('psycopg' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**person.settings, "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "False"
