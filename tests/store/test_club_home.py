"""A club in the place of a folder: every command does there what it does in a folder, what is
acknowledged is committed, and what fails is told."""

from __future__ import annotations

import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import servers
from terminal import Person, Typed, environment

servers.refuse_without_server()

import pages
from clubs import ENDS, Member, at_each_entry, club_in, forget
from test_completion import answered, found
from test_play import listening

from scorekeeper import store
from scorekeeper.store.club import club_queries as club_files
from scorekeeper.store.club import libpq
from scorekeeper.store.club import listening as listens
from scorekeeper.store.club.address import Address, address_of
from scorekeeper.store.club.club_setup import set_up
from scorekeeper.store.home_choice import home_of
from scorekeeper.store.session_records import FEW
from scorekeeper.store.small_home_files import file_stamp, saved_versions
from scorekeeper.text.problems import MachineFailure, Refused

pytestmark = pytest.mark.server

FRIDAY = ("new bismarck-swedish Anna Bo Cleo --name friday", "deal sang 6 6")
# What differs from run to run, or from home to home and is no home's business.
VARIES = re.compile(
    r"[A-Z2-7]{4}-[A-Z2-7]{4}|\b[0-9a-f]{16,64}\b|\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?([+-]\d\d:\d\d|Z)?"
)


@pytest.fixture
def club(database: servers.Database, tmp_path: Path) -> Iterator[Member]:
    """Somebody who records in a club of the test's own."""
    with club_in(database, tmp_path / "mine") as member:
        yield member


# --- no room above can tell ----------------------------------------------------------------------

OWN = pages.ROOT / "benchmarks" / "endless.toml"
# Each line is typed by somebody with a folder and by somebody with a club.
SCENARIOS = {
    "shelves": (
        *FRIDAY, "new bizon Ann Bo Cleo --name herd", "sessions", "sessions rename friday freitag", "sheet -s freitag",
        "sessions rename herd freitag", "sessions archive freitag", "sessions", "sessions --all", "sheet -s freitag",
        "deal pass 6 6 -s freitag", "new bizon Ann Bo Cleo --name freitag", "sessions delete herd", "sessions",
        "sessions restore freitag herd", "sessions --all", "sessions delete herd freitag nobody", "sessions delete herd",
        "new bizon Ann Bo Cleo --name herd", "sessions delete herd", "sessions restore herd-2", "sessions restore herd",
        "sessions archive a/b", "sheet -s a/b", "sheet -s fritag", "sheet",
    ),
    "entries": (
        *FRIDAY, "deal pass 6 6", "amend 1 tricks=5,7,4", "note hello", "undo", "redo", "undo 2", "log", "log --format json",
        "check", "check --all", "check --repair", "deal pass 99", "insert 1 pass 6 6", "sheet --format json", "next", "sheet --format csv",
        "new bismarck-swedish Anna Bo Cleo --name friday", "begin", "summary", "explain 1",
    ),
    "moves": (
        *FRIDAY, "new bismarck-swedish Anna Bo Cleo --name other", "deal pass 6 6 -s other", "move 1 --to other -s friday",
        "sheet -s friday", "sheet -s other", "move 1 --to nobody -s other", "move 1 --to other -s other", "check --all",
    ),
    "people": (
        *FRIDAY, "new bizon anna Bo Cleo --name herd", "people", "people merge Anna anna", "people", "people part anna",
        "people alias Bo Bosse", "people rename Bo Bosse", "people add Dan", "people merge Anna nobody", "people", "league",
        "league --format json", "people merge Bo Bosse",
    ),
    "rules": (
        f"rules put {OWN}", f"rules put {OWN}", f"rules put {OWN} --replace", "rules list", f"rules show {OWN.stem}", f"rules check {OWN.stem}",
        f"rules page {OWN.stem}", f"new {OWN.stem} Ann Bo Cleo --name own", "sheet", f"rules diff {OWN.stem} bizon", "rules new bizon",
        "rules put nowhere.toml", "rules page nothing",
    ),
    "events": (
        "event new cup --game bizon --people Ann,Bo,Cleo,Dan,Eve,Fay --rounds 2 --seating random --seed 3", "event", "event next",
        "event missing", "sessions", "deal passed -s cup-r1-t1", "event log", "event undo", "event check", "event new cup",
        "event drop Fay", "event list", "event note hello --event cop",
    ),
    "tables": (
        "new bizon Ann Bo Cleo --name one", "deal passed", "play --again", "again", "sessions", "summary --evening",
        "sheet --evening --format markdown", "delete", "sessions delete one-2",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_club_says_what_a_folder_says(club: Member, tmp_path: Path, name: str) -> None:
    """Word for word, exit code for exit code, but for where the home is."""
    person = Person(tmp_path / "folder")
    for line in SCENARIOS[name]:
        assert said_to(club, line) == said_to(person, line), line


def said_to(person: Person, line: str) -> tuple[int, str, str]:
    """What a line comes to, with the home's place and what varies from run to run left out."""
    said = person.types(*line.split())
    places = re.compile(rf"postgresql://[^/]*/\w+/bridge|{re.escape(str(person.home))}")
    own = re.compile(r', "login": "[^"]*", "received": "[^"]*"')  # a club knows who wrote an entry
    out, err = (
        VARIES.sub("…", places.sub("HOME", own.sub("", text))) for text in (said.out, said.err)
    )
    return said.code, out, err


def test_a_pack_is_put_into_a_club_and_played_with(club: Member, tmp_path: Path) -> None:
    """Whoever is in the club has it; what it prints of it is what was put in."""
    file, game = tmp_path / "knights.toml", tmp_path / "chivalry.toml"
    text = 'extends = "french-24"\nranks = "A 10 K Q J 9"\n'
    file.write_text(text, "utf-8")
    club.does(f"rules put --pack {file}")
    assert club.types("rules", "put", "--pack", str(file), "--format", "json").codes == [
        "game-exists"
    ]
    club.does(f"rules put --pack {file} --replace")
    assert club.does("rules page --pack knights").out == text
    game.write_text('extends = "bizon"\npack = "knights"\nname = "Chivalry"\n', "utf-8")
    club.after(f"rules put {game}", "new chivalry Ann Bo Cleo --name joust", "deal passed")
    assert club.reads("sheet -s joust")["game"] == "chivalry"


def test_rules_are_edited_though_they_lie_in_no_file(club: Member, tmp_path: Path) -> None:
    """The page is taken out, and put back; a session keeps the rules that it was begun with."""
    said = club.does("rules new mine --from bizon")
    assert "scorekeeper rules page mine > mine.toml" in said.out
    club.does("new mine Ann Bo Cleo --name friday")
    before, file = club.file("friday"), tmp_path / "mine.toml"
    page = club.does("rules page mine").out
    file.write_text(page.replace('name = "Mine"', 'name = "Ours"'))
    assert club.types("rules", "put", str(file), "--format", "json").codes == ["game-exists"]
    club.does(f"rules put {file} --replace")
    assert club.does("rules page mine").out == file.read_text()
    assert "Ours" in club.does("rules show mine").out
    assert club.file("friday") == before
    file.write_text("players = 0\n")
    assert club.types("rules", "put", str(file), "--replace").code == 1
    assert "Ours" in club.does("rules show mine").out


PAGES = (
    "tests/galleries/evening.md", "tests/galleries/league.md", "tests/errors/disputes.md", "tests/specs/whole-evening.md",
    "tests/specs/two-counts.md", "tests/specs/paper.md",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_is_printed_in_a_club(
    club: Member, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Each command of the page, typed by somebody whose home is a club."""
    monkeypatch.setattr(pages, "SETTINGS", {**pages.SETTINGS, **club.settings})
    path = pages.ROOT / page
    pages.assert_true(path, pages.as_it_runs(path.read_text(encoding="utf-8")))


def test_a_session_is_the_bytes_of_a_file(club: Member, tmp_path: Path) -> None:
    """What is read in a club can be put into a file, is the same session there, and goes on."""
    data = club.after(*FRIDAY, "deal pass 6 6", "undo").file("friday")
    (tmp_path / "copy.toml").write_bytes(data)
    for line in ("sheet", "log", "check"):
        there, here = (club.types(line, "-s", one) for one in ("friday", f"{tmp_path}/copy.toml"))
        assert there.out.replace("friday", "copy") == here.out
    club.does(f"deal pass 6 6 --session {tmp_path}/copy.toml")
    assert club.file("friday") == data


def test_copies_in_and_out_of_a_club_are_merged(club: Member, tmp_path: Path) -> None:
    """A copy in a folder that went on becomes one session with the one of the club."""
    copy = tmp_path / "copy.toml"
    copy.write_bytes(club.after(*FRIDAY).file("friday"))
    club.does(f"deal pass 6 6 --session {copy}")
    club.does(f"merge friday {copy}")
    assert len(club.reads("sheet -s friday")["deals"]) == 2


def test_recording_in_a_club_loads_no_driver(club: Member) -> None:
    """Neither psycopg, which takes longer to load than all that recording does, nor what only those
    need who look on or ask for a league."""
    club.after(*FRIDAY)
    script = (
        "import sys; from scorekeeper.cli.main import main\ntry: main(['deal', 'pass', '6', '6'])\n"
        "except SystemExit as end: assert not end.code\nprint(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment_of(club), check=True, capture_output=True, text=True
    )  # fmt: skip
    loaded = {*done.stdout.splitlines()[-1].split()}
    assert "scorekeeper.store.club.libpq" in loaded
    own = ("listening", "connecting", "setting_up", "tips")
    assert not loaded & {"psycopg", "asyncio", *(f"scorekeeper.store.club.{one}" for one in own)}


def test_which_session_was_used_last_is_this_machines(club: Member, tmp_path: Path) -> None:
    """Two people of a club have each their own."""
    club.after(*FRIDAY, "new bizon Ann Bo Cleo --name herd")
    other = Member(tmp_path / "other", club.settings["SCOREKEEPER_HOME"])
    other.does("sheet -s friday")
    other.does("note hello -s friday")
    assert (club.reads("sheet")["session"], other.reads("sheet")["session"]) == ("herd", "friday")


def test_a_sheet_of_paper_and_a_table_are_recorded_in_a_club(club: Member, tmp_path: Path) -> None:
    """`import`, `play` and what the Tab key offers, as in a folder."""
    (tmp_path / "sheet.csv").write_text('contract,tricks\nsang,"6,6"\npass,"6,6"\n')
    said = []
    for person in (Person(tmp_path / "folder"), club):
        person.does("new bismarck-swedish Anna Bo Cleo --name friday")
        imported = person.types("import", str(tmp_path / "sheet.csv"))
        played = person.types("play", stdin=Typed("spader 6 6\nundo\n"))
        assert (imported.code, played.code) == (0, 0), (imported, played)
        with environment(person.settings):
            offered = [found(line) for line in ("sheet -s ", "explain ", "new bizon A", "deal ")]
        assert offered[0] == ["friday"]
        told = [VARIES.sub("…", text) for one in (imported, played) for text in one[1:]]
        said.append((told, offered))
    assert said[0] == said[1]


@pytest.mark.parametrize("line", ["sheet -s ", "explain ", "new bizon A", "deal ", "new "])
def test_the_tab_key_says_nothing_of_a_server_that_is_away(line: str) -> None:
    """It offers what needs no server, and no error is written over what somebody types."""
    away = "postgresql://%2Fnowhere/cards"
    assert answered(away, f"scorekeeper {line}") == (0, "")  # type: ignore[arg-type]


def test_many_sessions_are_read_by_several_processes(
    club: Member, database: servers.Database, tmp_path: Path
) -> None:
    """Each with a connection of its own, and as many of them as in a folder."""
    folder = Person(tmp_path / "folder").after("new bizon Ann Bo Cleo --name s")
    head, path = folder.file("s").decode(), folder.path("s")
    one = re.search(r'^id = "(.*)"$', head, re.MULTILINE)
    assert one is not None
    with database.connect("anna") as member:
        for number in range(2 * FEW + 1):
            text = head.replace(one[1], f"{number:032x}")
            path.with_name(f"s{number}.toml").write_text(text)
            member.execute(
                "INSERT INTO scorekeeper.logs (club, id, kind, head) VALUES (1, %s, 'session', %s)",
                (f"{number:032x}", text),
            )
            member.execute(
                "INSERT INTO scorekeeper.names (club, kind, name, log, shelf) VALUES (1, 'session', %s, %s, 'standing')",
                (f"s{number}", f"{number:032x}"),
            )
    path.unlink()
    there, here = club.reads("sessions"), folder.reads("sessions")
    assert [one["name"] for one in there] == [one["name"] for one in here]
    assert len(there) == 2 * FEW + 1


CUP = (
    "event new cup --game bizon --people Ann,Bo,Cleo,Dan,Eve,Fay --rounds 2 --seating random --seed 3",
    "event next",
)


def test_a_session_that_was_taken_away_is_made_again(club: Member, tmp_path: Path) -> None:
    """As in a folder: an event's tables after an undo that is taken back, and after a drop; it is
    the same session, and what is recorded in it counts."""
    lines = (*CUP, "event undo", "event redo", "drop cup-r1-t2", "event next", "deal passed -s cup-r1-t2",
             "event undo", "event next", "event round", "sessions")  # fmt: skip
    person = Person(tmp_path / "folder")
    for line in lines:
        assert said_to(club, line) == said_to(person, line), line
    assert len(club.reads("log -s cup-r1-t2")) == 1


def test_a_session_that_was_taken_away_has_another_name_where_its_own_is_taken(
    club: Member,
) -> None:
    """That of somebody else's session stays theirs."""
    club.after(*CUP, "drop cup-r1-t2", "new bizon Ann Bo Cleo --name cup-r1-t2", "event next")
    assert {"cup-r1-t2", "cup-r1-t2-2"} <= {one["name"] for one in club.reads("sessions")}


def test_where_nobody_says_who_records_it_is_the_login(
    club: Member, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the server knows it: an address or a service that names none has one too. Who is said to
    record is named, be it nobody, and a file beside the club is a file."""
    address = club.settings["SCOREKEEPER_HOME"]
    club.settings.pop("SCOREKEEPER_BY")
    club.after(*FRIDAY, *CUP, "event note hello", "undo -s friday --by Bo")
    monkeypatch.setenv("PGUSER", "anna")
    nameless = Member(tmp_path / "nameless", address.replace("anna@", ""))
    nameless.settings.pop("SCOREKEEPER_BY")
    nameless.does("note hello -s friday")
    club.types("play", "-s", "friday", stdin=Typed("note there\n"))
    club.does("note nobody -s friday", SCOREKEEPER_BY="")
    assert [entry["by"] for entry in club.reads("log -s friday --all")] == [
        "anna", "Bo", "anna", "anna", None,
    ]  # fmt: skip
    assert {entry["by"] for entry in club.reads("event log")} == {"anna"}
    copy = tmp_path / "copy.toml"
    copy.write_bytes(club.file("friday"))
    club.does(f"note here -s {copy}")
    assert club.reads(f"log -s {copy}")[-1]["by"] is None


# --- two at once ---------------------------------------------------------------------------------


def test_of_two_who_record_at_once_each_sees_what_the_other_did(club: Member) -> None:
    """Eight processes and eight notes each: every one stands, in one chain."""
    club.after(*FRIDAY)
    script = (
        "import sys; from scorekeeper.cli.main import main\n"
        "for n in range(8):\n try: main(['note', f'{sys.argv[1]}-{n}', '-s', 'friday'])\n except SystemExit as end: assert not end.code"
    )

    def records(who: int) -> int:
        command = [sys.executable, "-c", script, str(who)]
        return subprocess.run(command, env=environment_of(club), check=False, stdout=-3).returncode

    with ThreadPoolExecutor(8) as pool:
        assert {*pool.map(records, range(8))} == {0}
    notes = re.findall(r'text = "(\d-\d)"', club.file("friday").decode())
    assert sorted(notes) == [f"{who}-{n}" for who in range(8) for n in range(8)]
    assert club.types("check", "friday").code == 0


def environment_of(person: Person) -> dict[str, str]:
    """What another process of somebody's is given."""
    return {**person.settings, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def test_somebody_who_records_holds_the_session(club: Member) -> None:
    """Another connection has to wait for it, for that long, and is told who holds which session."""
    club.after(*FRIDAY)
    with environment(club.settings):
        path = store.session_path("friday")
        with home_of(path).held(path) as session:
            forget()  # another process
            address = f"{club.settings['SCOREKEEPER_HOME']}?options=-c%20lock_timeout%3D50ms"
            said = club.types("note", "hello", "-s", "friday", SCOREKEEPER_HOME=address)
            assert session.data() == club.file("friday")
    assert said.code == 3
    machine = os.uname().nodename
    assert f"anna holds `friday` just now (scorekeeper on {machine})" in said.err


def test_a_program_that_stands_still_is_put_out(
    club: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds a session and is not heard of lets it go, and records nothing in it later."""
    club.after(*FRIDAY)
    monkeypatch.setattr(club_files, "LOCK", club_files.LOCK.replace("60s", "200ms"))
    with environment(club.settings):
        path = store.session_path("friday")
        with pytest.raises(MachineFailure) as failed, home_of(path).held(path) as session:
            data = session.data()
            time.sleep(0.5)  # as long as it stands still
            forget()
            club.does("note hello -s friday")
            session.append(data, len(data), "\n[[entry]]\nwhole = true\n")
        forget()
        assert failed.value.problem.code in ("club-away", "club-answer")
        assert [row["what"] for row in club.reads("log -s friday")] == ["deal", "note"]


def test_a_connection_that_is_silent_is_looked_after(club: Member) -> None:
    """By the server, which frees what a machine holds that is gone, and by this machine."""
    club.after(*FRIDAY)
    with environment(club.settings), home_of(store.session_path("friday")).reached.lent() as one:
        for name in (
            "tcp_keepalives_idle", "tcp_keepalives_interval", "tcp_user_timeout",
            "idle_in_transaction_session_timeout",
        ):  # fmt: skip
            [(source,)] = one.ask("SELECT source FROM pg_settings WHERE name = $1", name)
            assert source == "client", name


# --- looking on ----------------------------------------------------------------------------------


@pytest.mark.usefixtures("no_asking")
def test_who_looks_on_is_woken_by_what_is_recorded(club: Member) -> None:
    """A stamp is another one after an entry, a new name, a session in its place, and after nothing
    else; it is asked of the server only where that said something."""
    club.after(*FRIDAY, "new bizon Ann Bo Cleo --name herd")
    with environment(club.settings):
        friday, nobody = (
            store.session_path("friday").replace("friday", name) for name in ("friday", "nobody")
        )
        first = file_stamp(friday)
        assert file_stamp(friday) == first and file_stamp(nobody) is None
        club.does("note hello -s friday")
        second = other_stamp(friday, first)
        club.does("sessions rename friday nobody")
        assert other_stamp(friday, second) is None
        club.does("sessions rename nobody friday")
        third = other_stamp(friday, None)
        club.does("note hello -s herd")
        time.sleep(0.1)
        assert file_stamp(friday) == third
        assert None not in (first, second, third) and first != second != third


@pytest.fixture
def no_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who looks on asks by themselves in the time of a test."""
    monkeypatch.setattr(listens, "UNHEARD", 3600.0)


@pytest.mark.usefixtures("no_asking")
def test_whoever_recorded_wakes_the_club_and_no_other(
    club: Member, database: servers.Database
) -> None:
    """By a channel that only the club can know, once it is acknowledged."""
    club.after(*FRIDAY)
    set_up(address_of(database.url()), "whist", [(database.login("otto"), "reader")])
    with database.connect("anna") as anna, database.connect("otto") as otto:
        [(channel,)] = anna.execute("SELECT channel FROM scorekeeper.clubs").fetchall()
        [(others,)] = otto.execute("SELECT channel FROM scorekeeper.clubs").fetchall()
        anna.execute(f"LISTEN {channel}")
        otto.execute(f"LISTEN {others}")
        club.does("note hello")
        [(log,)] = anna.execute("SELECT log FROM scorekeeper.called").fetchall()
        found = [(one.channel, one.payload) for one in anna.notifies(timeout=5, stop_after=1)]
        assert found == [(channel, log)]
        assert [*otto.notifies(timeout=0.1)] == []


def test_what_nobody_notified_of_is_seen(
    club: Member, database: servers.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever recorded was killed before that, or is another program."""
    monkeypatch.setattr(listens, "UNHEARD", 0.05)
    club.after(*FRIDAY)
    with environment(club.settings):
        path = store.session_path("friday")
        before = file_stamp(path)
        with database.connect("anna") as anna:
            anna.execute(
                "INSERT INTO scorekeeper.entries (club, log, position, block)"
                " SELECT club, log, position + 1, %s || digest || %s FROM scorekeeper.entries",
                (
                    '\n[[entry]]\nwhat = "note"\nnumber = 1\nat = ""\nbefore = "',
                    '"\nwhole = true\n',
                ),
            )
        other_stamp(path, before)


def other_stamp(path: str, than: object) -> object:
    """The stamp of a path once it is another one; what is notified takes its moment."""
    until = time.monotonic() + 10
    while (stamp := file_stamp(path)) == than:
        assert time.monotonic() < until
        time.sleep(0.005)
    return stamp


def test_what_is_watched_is_looked_at(club: Member) -> None:
    """Its bytes, and that there is none."""
    club.after(*FRIDAY)
    with environment(club.settings):
        path = store.session_path("friday")
        look = saved_versions([path, path.replace("friday", "nobody")])
        assert [saved and saved[1] for saved in look.values()] == [club.file("friday"), None]
        before = file_stamp(path)
        club.does("note hello")
        other_stamp(path, before)
        assert saved_versions([path]) != {path: look[path]}


# --- what fails ----------------------------------------------------------------------------------


def test_an_answer_that_is_lost_is_told_as_such(club: Member, database: servers.Database) -> None:
    """The server went away after it was sent: nobody is told that it does not stand."""
    before = club.after(*FRIDAY).file("friday")
    with at_each_entry(database, ENDS):
        said = club.types("deal", "pass", "6", "6")
    assert (said.code, said.out) == (4, "")
    assert "did not answer whether it was recorded" in said.err and "scorekeeper log" in said.err
    forget()
    assert club.file("friday") == before


def test_what_was_acknowledged_is_told_though_the_server_went_away_then(
    club: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever fails after the commit takes nothing back, and is no failure of recording."""
    monkeypatch.setattr(
        "scorekeeper.store.club.club_queries.UNLOCK",
        "SELECT pg_terminate_backend(pg_backend_pid()), $1",
    )
    assert club.after(*FRIDAY).does("people add Dan").err == ""
    monkeypatch.undo()
    assert (len(club.reads("log")), len(club.reads("people")["people"])) == (1, 4)


def test_ctrl_c_while_the_server_thinks_is_heard(club: Member, database: servers.Database) -> None:
    """It is told as what may stand, at once."""
    club.after(*FRIDAY)
    with at_each_entry(database, "PERFORM pg_sleep(3)"):
        child = subprocess.Popen(
            [sys.executable, "-m", "scorekeeper", "note", "hello"],
            env=environment_of(club), stdout=-1, stderr=-1, text=True, preexec_fn=listening,  # noqa: PLW1509
        )  # fmt: skip
        waits = "SELECT count(*) > 0 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        database.server.wait_for(waits)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=10)
    assert (child.returncode, out) == (4, "")
    assert "did not answer whether it was recorded" in err


def test_ctrl_c_once_it_is_acknowledged_says_that_it_stands(
    club: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is told that it was aborted, and no more, of what stands."""

    def ctrl_c(*_: object) -> None:
        raise KeyboardInterrupt

    club.after(*FRIDAY)
    monkeypatch.setattr("scorekeeper.store.club.club_home.release_lock", ctrl_c)
    said = club.types("note", "hello")
    monkeypatch.undo()
    assert (said.code, len(club.reads("log"))) == (4, 2)
    assert "it is recorded, but the answer could not be written: Ctrl-C" in said.err


def test_a_server_that_is_away_is_told_with_what_to_do(club: Member) -> None:
    """Exit code 3, nothing recorded, and where to record meanwhile."""
    away = "postgresql://%2Fnowhere/cards"
    for line in (
        "deal pass 6 6",
        "sheet",
        "sessions",
        "new bizon Ann Bo Cleo",
        "rules list",
        "people",
        "league",
    ):
        said = club.types(*line.split(), SCOREKEEPER_HOME=away)
        assert (said.code, said.out) == (3, ""), line
        assert "cannot be reached" in said.err and "scorekeeper club push" in said.err


def test_a_server_that_goes_away_while_it_lets_somebody_in_is_away(
    club: Member, tmp_path: Path
) -> None:
    """It had asked for the password, but never said that it was wrong."""
    passwords = tmp_path / "pgpass"
    passwords.write_text("*:*:*:*:secret\n", "utf-8")
    passwords.chmod(0o600)
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        thread = threading.Thread(target=asks_and_leaves, args=(server,))
        thread.start()
        port = server.getsockname()[1]
        address = f"postgresql://anna@127.0.0.1:{port}/cards?sslmode=disable&gssencmode=disable"
        said = club.types("sessions", SCOREKEEPER_HOME=address, PGPASSFILE=str(passwords))
        thread.join()
    assert said.code == 3
    assert "cannot be reached, or failed" in said.err
    assert "password" not in said.err


def asks_and_leaves(server: socket.socket) -> None:
    """What a server does that ends when it has asked for a password and was told it."""
    line, _ = server.accept()
    with line:
        (length,) = struct.unpack("!i", line.recv(4))
        line.recv(length - 4)
        line.sendall(struct.pack("!cii", b"R", 8, 3))  # AuthenticationCleartextPassword
        line.recv(1000)


def test_a_connection_that_was_lost_meanwhile_is_made_anew(
    club: Member, database: servers.Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As of a table that waited while the server was started anew."""
    monkeypatch.setattr("scorekeeper.store.club.club_connection.IDLE", 0.0)
    club.after(*FRIDAY)
    with database.connect() as owner:
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'anna'"
        )
    club.does("deal pass 6 6")


def test_a_connection_that_is_ended_between_two_answers_says_nothing_by_itself(
    club: Member, database: servers.Database, capfd: pytest.CaptureFixture[str]
) -> None:
    """What the server says then is the failure of whatever is asked next."""
    connection = libpq.Connection(address_of(database.url("anna")).params)
    with database.connect() as owner:
        owner.execute(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = 'anna'"
        )
    assert connection.notified(5) is None
    assert capfd.readouterr().err == ""


def test_who_may_only_look_is_told_so(club: Member, database: servers.Database) -> None:
    """Reading goes, recording is refused, with whom to ask."""
    club.after(*FRIDAY)
    reader = Member(club.home, database.url(database.login("rita")))
    with database.connect() as owner:
        owner.execute("GRANT sk_bridge_reader TO rita")
    assert reader.does("sheet -s friday").out == club.does("sheet -s friday").out
    for line in (
        "note hello -s friday",
        "new bizon Ann Bo Cleo",
        "sessions archive friday",
        "people add Dan",
        "rules new mine",
    ):
        said = reader.types(*line.split())
        assert (said.code, said.out) == (1, ""), line
        assert "does not let this login do that" in said.err, line


def test_where_there_is_no_libpq_it_is_said_how_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither in psycopg's wheel nor on the machine."""
    monkeypatch.setattr(libpq, "_names", lambda: iter(["libnothing.so"]))
    libpq._lib.cache_clear()
    try:
        said = Member(tmp_path, "postgresql:///cards").types("sheet")
    finally:
        libpq._lib.cache_clear()
    assert (said.code, "pip install 'tablescore[club]'" in said.err) == (1, True)


# --- the address ---------------------------------------------------------------------------------

PASSWORD = "correct-horse"


def test_no_password_is_ever_shown(club: Member, database: servers.Database) -> None:
    """In an address it is refused; from ~/.pgpass it is used, right or wrong, and never repeated."""
    club.after(*FRIDAY)
    port = database.server.port_url(database.name, "anna")
    with database.connect() as owner:
        owner.execute(f"ALTER ROLE anna PASSWORD '{PASSWORD}'")
    passes = club.home / "pgpass"
    club.home.mkdir(exist_ok=True)
    told = []
    for secret, code in ((PASSWORD, 0), ("x" + PASSWORD, 3)):
        passes.write_text(f"*:*:*:*:{secret}\n")
        passes.chmod(0o600)
        forget()
        said = club.types(
            "sheet",
            "-s",
            "friday",
            SCOREKEEPER_HOME=port,
            PGPASSFILE=str(passes),
            SCOREKEEPER_DEBUG="1",
        )
        assert said.code == code, said.err
        told.append(said)
    for address in (port.replace("anna@", f"anna:{PASSWORD}@"), f"{port}?password={PASSWORD}"):
        for words in (("sheet",), ("sheet", "-s", f"{address}/sessions/friday.toml")):
            said = club.types(*words, SCOREKEEPER_HOME=address)
            assert said.code == 1 and "holds a password" in said.err
            told.append(said)
    assert not [said for said in told if PASSWORD in said.out + said.err]


def test_a_club_is_named_by_a_service(club: Member, database: servers.Database) -> None:
    """Host, login and password stand in libpq's own file."""
    club.after(*FRIDAY)
    with database.connect() as owner:
        owner.execute(f"ALTER ROLE anna PASSWORD '{PASSWORD}'")
    file = club.home / "services"
    club.home.mkdir(exist_ok=True)
    file.write_text(
        f"[bridge]\nhost=127.0.0.1\nport={database.server.port}\nuser=anna\npassword={PASSWORD}\ndbname={database.name}\n"
    )
    for address in (
        "postgresql://?service=bridge",
        f"postgresql:///{database.name}?service=bridge&club=bridge",
    ):
        said = club.types(
            "sheet", "-s", "friday", SCOREKEEPER_HOME=address, PGSERVICEFILE=str(file)
        )
        assert said == club.types("sheet", "-s", "friday")


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("postgresql:///cards", None),
        ("postgresql://localhost/cards", None),
        ("postgresql://127.0.0.1/cards", None),
        ("postgresql://[::1]/cards", None),
        ("postgresql://%2Frun%2Fpg/cards", None),
        ("postgresql://example.org/cards", "require"),
        ("postgresql://127.example.org/cards", "require"),
        ("postgresql://localhost,example.org/cards?sslmode=prefer", "require"),
        ("postgresql://example.org/cards?sslmode=verify-full", "verify-full"),
    ],
)
def test_off_this_machine_the_way_is_secure(text: str, mode: str | None) -> None:
    """TLS is asked for, and nothing less where an address says so."""
    assert address_of(text).params.get("sslmode") == mode


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://anna:{}@h/db", "postgresql://anna:a/{}@h/db", "postgresql://anna:{}/a@h/db",
        "postgresql:anna:{}@h/db", "postgresql:/anna:{}@h/db", "postgresql://h/db&password={}",
        "postgresql://h/db;password={}", "postgresql://h/db?PASSWORD={}", "host=h password = {} b",
    ],
)  # fmt: skip
def test_a_password_in_an_address_is_refused_however_it_is_written(text: str) -> None:
    """Also where libpq would take it for a port or the name of a database, and repeat it."""
    with pytest.raises(Refused) as refusal:
        address_of(text.format(PASSWORD))
    assert [one.code for one in refusal.value.problems] == ["club-password"]
    assert PASSWORD not in str(refusal.value.problems)


@pytest.mark.parametrize(
    "text",
    [
        "postgresql://h:5432/db?user=anna@corp",
        "postgresql://anna@[::1]:5432/db",
        "postgresql://h:1,i:2/db",
    ],
)
def test_an_address_without_a_password_is_none(text: str) -> None:
    """Ports, and signs in other words, are no password."""
    assert address_of(text).params["host"]


def test_an_address_says_which_club() -> None:
    """Beside libpq's own words, whose signs stand as they do in any address."""
    found = address_of("postgresql://b%C3%B6@/c%C3%A5rds?club=w%20h%C3%AFst&port=5433")
    assert found.club == "w hïst"
    assert {**found.params, "connect_timeout": ""} == {
        "user": "bö", "dbname": "cårds", "port": "5433", "connect_timeout": "",
    }  # fmt: skip
    assert found.bare == "postgresql://:5433/c%C3%A5rds"
    assert isinstance(found, Address)


def test_a_path_of_another_club_is_refused(club: Member) -> None:
    """It is not looked for in this one."""
    path = "postgresql://elsewhere/cards/whist/sessions/friday.toml"
    for home in ({}, {"SCOREKEEPER_HOME": str(club.home)}):
        said = club.types("sheet", "-s", path, "--format", "json", **home)
        assert said.codes == ["club-path"]
