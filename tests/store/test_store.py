"""Where things lie: which session is meant, names that cannot be, who may read, the note of the
last one."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import RULESETS
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person, environment

from scorekeeper import store
from scorekeeper.base import input_limits as limits
from scorekeeper.store import session_name_fault
from scorekeeper.store.small_home_files import add_to_history, typed_history
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import MachineFailure, Refused

pytestmark = pytest.mark.surroundings

NOBODY = 65534
NEW = "new bismarck-swedish Anna Bo Cleo --name"


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path / "home")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def plain_user() -> Iterator[Path]:
    """A folder of somebody whom permissions bind, which they do not the superuser."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        folder = Path(name)
        if os.geteuid() != 0:
            yield folder
            return
        warmed_up()  # the superuser's own Python may lie where nobody else can read
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
        try:
            if not os.access(RULESETS, os.R_OK, effective_ids=True):
                pytest.skip("the superuser runs the tests in a folder that nobody else may read")
            yield folder
        finally:
            os.seteuid(0)


def warmed_up() -> None:
    """Has every command that a plain user will type once, so that its modules are loaded."""
    with tempfile.TemporaryDirectory() as name:
        person = Person(Path(name) / "home")
        person.does(f"{NEW} eve")
        for line in (
            "deal sang 6 6",
            "sheet",
            "log",
            "sessions",
            "deal zang",
            "sheet -s nobody",
            "sheet -s /",
        ):
            person.types(*line.split())


# --- the home ----------------------------------------------------------------------------------------


def test_only_the_owner_reads_the_home(tmp_path: Path) -> None:
    """Folders are made 0700 with all that is above them, files 0600, whatever the umask lets
    through."""
    before = os.umask(0)
    try:
        person = Person(tmp_path / "deep" / "home")
        person.does(f"{NEW} eve")
        person.does("deal sang 6 6")
    finally:
        os.umask(before)
    folders = [person.home.parent, person.home, person.home / "sessions"]
    assert [mode(folder) for folder in folders] == [0o700] * 3
    assert mode(person.path("eve")) == 0o600
    assert mode(person.home / "current") == 0o600
    assert sorted(path.name for path in person.home.iterdir()) == ["current", "sessions"]


def test_whatever_is_kept_is_its_owners_alone(person: Person) -> None:
    """Rules of one's own, what was set aside, the history, the note: none can be read by others,
    whatever the umask."""
    before = os.umask(0)
    try:
        person.does(f"{NEW} eve")
        person.does("rules new mine")
        person.path("eve").write_bytes(person.file("eve") + b"\n[[entry]]\nwhat")
        person.does("check --repair")
        with environment(person.settings):
            add_to_history("sang 6 6")
        person.does("deal sang 6 6")
        person.does("sessions")
    finally:
        os.umask(before)
    kept = {str(path.relative_to(person.home)): path for path in person.home.rglob("*")}
    assert {
        "rulesets/mine.toml",
        "sessions/eve.toml",
        "sessions/eve.cut-1",
        "history",
        "current",
    } <= kept.keys()
    open_to_others = [
        name for name, path in kept.items() if mode(path) != (0o700 if path.is_dir() else 0o600)
    ]
    assert open_to_others == []


def test_reading_writes_nothing(person: Person) -> None:
    """A command that only shows something leaves every file as it was, and the home unmade."""
    assert person.types("sessions").code == 0
    assert person.types("sheet").code == 1
    assert not person.home.exists()
    person.does(f"{NEW} eve")
    (person.home / "current").unlink()
    person.does("sheet")
    assert not (person.home / "current").exists()


def test_a_home_that_is_a_file_is_the_machines_failure(tmp_path: Path) -> None:
    """Where the home cannot be a folder, it is said, and no command shows a traceback."""
    (tmp_path / "home").write_text("not a folder")
    said = Person(tmp_path / "home").types(*NEW.split(), "eve")
    assert said.code == 3
    assert "SCOREKEEPER_HOME" in said.err


def test_a_folder_that_cannot_be_written_is_the_machines_failure() -> None:
    """In a read-only home, and on a read-only file, nothing is recorded and reading still works."""
    with plain_user() as folder:
        person = Person(folder / "home")
        person.does(f"{NEW} eve")
        person.does("deal sang 6 6")
        before = person.file("eve")
        sessions, file = person.home / "sessions", person.path("eve")
        sessions.chmod(0o500)
        person.home.chmod(0o500)
        assert person.types(*NEW.split(), "other").code == 3
        assert person.does("sheet").out
        file.chmod(0o400)
        said = person.types("deal", "pass", "6", "6")
        assert (said.code, person.file("eve")) == (3, before)
        assert "allow it there, or set SCOREKEEPER_HOME" in said.err
        assert person.does("log").out
        file.chmod(0o000)
        assert person.types("sheet").code == 3
        sessions.chmod(0o000)
        assert person.types("sheet", "-s", "eve").code == 3
        assert person.types("sessions").code == 3
        for path, bits in ((sessions, 0o700), (file, 0o600), (person.home, 0o700)):
            path.chmod(bits)


def test_a_home_in_a_folder_that_is_closed_is_the_machines_failure() -> None:
    """A home that may not be made is said with the folder that stands in the way."""
    with plain_user() as folder:
        folder.chmod(0o500)
        said = Person(folder / "home").types(*NEW.split(), "eve")
        assert (
            said.code,
            f"making the folder {folder}/home failed: Permission denied" in said.err,
        ) == (3, True)
        folder.chmod(0o700)


# --- names -------------------------------------------------------------------------------------------

BAD_NAMES = [
    "", ".", "..", "../eve", "/etc/eve", "a/b", "a\\b", "a\0b", "a\nb", "a\x1b[2Jb", "\u202eeve", "\u2028",
    "con", "CON.x", "nul", "aux .y", "com1", "lpt9.z", ".hidden", "-s", " eve", "eve ", "eve.", "eve.toml",
    "a:b", "a*b", "-x ", "tab\there", "x" * 101, "é" * 51, "\udcff",
]  # fmt: skip


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_is_no_file_name_is_refused(person: Person, name: str) -> None:
    """No session gets a name that would leave the home or that some system could not keep."""
    assert session_name_fault(name) is not None
    said = person.types(*NEW.removesuffix(" --name").split(), f"--name={name}", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-name"])
    assert not [*person.home.parent.rglob("*.toml")]


@pytest.mark.parametrize(
    "name",
    ["eve", "Fredag kväll", "2026-11-21", "🂡", "x" * 100, "a.b", "console", "Å & Ö", "李", "007"],
)
def test_a_name_that_people_give_is_taken(person: Person, name: str) -> None:
    """Any name that is a file name everywhere is one, and leads to its file."""
    assert session_name_fault(name) is None
    assert person.types(*NEW.split(), name).code == 0
    assert person.types("deal", "sang", "6", "6", "-s", name).code == 0
    assert [path.name for path in (person.home / "sessions").iterdir()] == [f"{name}.toml"]


@given(st.text(max_size=120))
def test_a_good_name_stays_in_its_folder(name: str) -> None:
    """A name without a fault is one step below the folder of sessions, never elsewhere."""
    if session_name_fault(name) is None:
        assert os.path.basename(name) == name
        assert os.path.normpath(os.path.join("sessions", name)) == f"sessions/{name}"


# --- which session -----------------------------------------------------------------------------------


def test_a_session_is_named_by_path_too(person: Person, tmp_path: Path) -> None:
    """With a slash or `.toml` it is a path, anywhere; and then the one used last."""
    person.does(f"{NEW} eve")
    moved = tmp_path / "stick" / "Friday's evening.toml"
    moved.parent.mkdir()
    person.path("eve").rename(moved)
    assert person.types("deal", "sang", "6", "6", "--session", str(moved)).code == 0
    assert person.reads("sheet")["session"] == "Friday's evening"
    assert (person.home / "current").read_text() == f"{moved}\n"
    assert [path.name for path in moved.parent.iterdir()] == [moved.name]


@pytest.mark.parametrize(
    ("session", "code"),
    [
        ("", "session-name"), ("..", "session-name"), ("evee", "session-unknown"), ("../eve", "file-missing"),
        ("/nowhere/x", "file-missing"), ("./", "file-missing"), ("x.toml", "file-missing"), ("a\0b/", "file-name"),
    ],
)  # fmt: skip
def test_a_session_that_is_not_there_is_refused(person: Person, session: str, code: str) -> None:
    """Reading and recording both refuse a session that there is not, and make none."""
    person.does(f"{NEW} eve")
    read = person.types("sheet", f"--session={session}", "--format", "json")
    assert (read.code, read.codes) == (1, [code])
    recorded = person.types("deal", "sang", "6", "6", f"--session={session}", "--format", "json")
    assert recorded.code == 1
    assert len([*person.home.parent.rglob("*.toml")]) == 1


def test_a_misspelt_session_says_which_was_meant(person: Person) -> None:
    """The likely name is offered."""
    person.does(f"{NEW} friday")
    assert "did you mean `friday`?" in person.types("sheet", "-s", "fridya").err
    assert "did you mean `friday`?" in person.types("sheet", "-s", "f").err


def test_a_link_that_leads_out_of_the_home_is_refused(person: Person, tmp_path: Path) -> None:
    """A name never leads elsewhere, also by a link; the path itself may be named."""
    person.does(f"{NEW} eve")
    sessions = person.home / "sessions"
    outside = tmp_path / "outside.toml"
    (sessions / "eve.toml").rename(outside)
    (sessions / "out.toml").symlink_to(outside)
    said = person.types("deal", "sang", "6", "6", "-s", "out", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-elsewhere"])
    assert str(outside) in said.problems[0]["message"]
    assert person.types("deal", "sang", "6", "6", "-s", str(outside)).code == 0
    outside.rename(sessions / "eve.toml")
    (sessions / "in.toml").symlink_to("eve.toml")
    assert person.types("sheet", "-s", "in").code == 0


def test_the_folder_itself_may_be_a_link(person: Person, tmp_path: Path) -> None:
    """Whoever keeps the sessions in another place on purpose is let be."""
    (tmp_path / "elsewhere").mkdir()
    person.home.mkdir()
    (person.home / "sessions").symlink_to(tmp_path / "elsewhere")
    person.does(f"{NEW} eve")
    assert person.types("deal", "sang", "6", "6", "-s", "eve").code == 0


ALL = ("sheet", "log", "next", "check", "check --repair", "deal sang 6 6", "undo")


@pytest.mark.parametrize("line", ALL)
def test_a_link_that_leads_nowhere_is_no_session(person: Person, tmp_path: Path, line: str) -> None:
    """What hangs in the air is no session, and nothing is made where it points to: neither by
    name, nor by path, nor by a new session of that name."""
    person.does(f"{NEW} eve")
    target = tmp_path / "nowhere.toml"
    person.path("lost").symlink_to(target)
    said = person.types(*line.split(), "-s", "lost", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-unknown"])
    by_path = person.types(*line.split(), "-s", str(person.path("lost")))
    assert by_path.code == 1
    again = person.types(*NEW.split(), "lost", "--format", "json")
    assert (again.code, again.codes) == (1, ["session-exists"])
    assert [row["name"] for row in person.reads("sessions")] == ["eve"]
    assert not target.exists()


@pytest.mark.parametrize("line", ALL)
@pytest.mark.parametrize("kind", ["pipe", "link to a pipe", "folder"])
def test_what_is_no_ordinary_file_is_no_session(person: Person, line: str, kind: str) -> None:
    """Nobody waits for a pipe that nobody fills; it is refused at once, and so is a folder."""
    person.does(f"{NEW} eve")
    place = person.path("odd")
    if kind == "folder":
        place.mkdir()
    else:
        os.mkfifo(person.home / "sessions" / ("odd.toml" if kind == "pipe" else "pipe"))
    if kind == "link to a pipe":
        place.symlink_to("pipe")
    said = person.types(*line.split(), "-s", "odd")
    assert (said.code, "odd.toml is " in said.err) == (1, True)
    assert person.types(*NEW.split(), "odd").code == 1
    assert person.types("check", "--all").code == 0
    assert [row["name"] for row in person.reads("sessions")] == ["eve"]


def test_hidden_files_are_no_sessions(person: Person) -> None:
    """What a crash or an editor leaves beside the sessions is not listed among them."""
    person.does(f"{NEW} eve")
    for name in (".123.new", ".eve.toml", "eve.toml~", "eve.cut-1", "notes.txt"):
        (person.home / "sessions" / name).write_text("x")
    person.path("folder").mkdir()
    assert [row["name"] for row in person.reads("sessions")] == ["eve"]


# --- the one used last ---------------------------------------------------------------------------------


def test_a_lost_note_leads_to_the_session_that_changed_last(person: Person) -> None:
    """Without a note the session changed last was used last; a home of older making works as
    well."""
    for name, when in (("one", 300), ("two", 200)):
        person.does(f"{NEW} {name}")
        os.utime(person.home / "sessions" / f"{name}.toml", (when, when))
    for note in (None, "", "\n"):
        (person.home / "current").unlink(missing_ok=True)
        if note is not None:
            (person.home / "current").write_text(note)
        assert person.reads("sheet")["session"] == "one"


def test_a_deleted_session_is_said_and_nothing_guessed(person: Person) -> None:
    """Where the session used last is gone, no other takes its place, and both ways on are named."""
    for name in ("one", "two"):
        person.does(f"{NEW} {name}")
    person.path("two").unlink()
    said = person.types("deal", "sang", "6", "6", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-gone"])
    assert "`two`" in said.problems[0]["message"]
    assert said.problems[0]["hint"] == "say which with --session NAME: there are `one`"
    assert person.types("deal", "sang", "6", "6", "-s", "one").code == 0
    assert person.types("deal", "pass", "6", "6").code == 0


@pytest.mark.parametrize(
    "note", [b"\xff\xfe\0", b"a/../../b\n", b"x\x1by\n", b"../../etc/passwd\n"]
)
def test_a_spoilt_note_is_said_and_mended_by_naming_a_session(person: Person, note: bytes) -> None:
    """A note that cannot be one is not followed; naming a session writes it anew."""
    person.does(f"{NEW} eve")
    (person.home / "current").write_bytes(note)
    said = person.types("deal", "sang", "6", "6", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-note"])
    assert person.types("sessions").code == 0
    assert person.types("deal", "sang", "6", "6", "-s", "eve").code == 0
    assert (person.home / "current").read_text() == "eve\n"


def test_a_note_that_cannot_be_read_or_written_is_said(person: Person) -> None:
    """A folder in the note's place stops what needs it, and nothing else."""
    person.does(f"{NEW} eve")
    (person.home / "current").unlink()
    (person.home / "current").mkdir()
    said = person.types("sheet", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-note"])
    assert person.types("deal", "sang", "6", "6", "-s", "eve").code == 0


@pytest.mark.parametrize("kind", ["pipe", "folder", "link to nowhere", "link to a device"])
def test_a_note_that_is_no_file_is_said_and_never_waited_for(person: Person, kind: str) -> None:
    """Whatever stands in the note's place, nobody waits for it; what can be read without it is,
    and naming a session puts a note there where the place can be had."""
    person.does(f"{NEW} eve")
    note = person.home / "current"
    note.unlink()
    make = {
        "pipe": lambda: os.mkfifo(note),
        "folder": note.mkdir,
        "link to nowhere": lambda: note.symlink_to("nowhere"),
        "link to a device": lambda: note.symlink_to("/dev/zero"),
    }
    make[kind]()
    said = person.types("sheet", "--format", "json")
    assert (
        said.code == 0
        if kind == "link to nowhere"
        else (said.code, said.codes) == (1, ["session-note"])
    )
    assert person.types("sessions").code == 0
    assert person.types("deal", "sang", "6", "6", "-s", "eve").code == 0
    if kind != "folder":
        assert not note.is_symlink() and note.read_text() == "eve\n"
    assert not (person.home / "nowhere").exists()


def test_a_note_that_cannot_be_written_leads_nowhere_else(person: Person) -> None:
    """Where the note cannot be written anew the older one is taken away: it would lead the next
    deal into another session, and without one the session that changed last was used last."""
    for name in ("old", "new"):
        person.does(f"{NEW} {name}")
    person.does("sheet -s old")
    person.does("deal sang 6 6 -s old")
    assert (person.home / "current").read_text() == "old\n"
    (person.home / f"current.{os.getpid()}").mkdir()  # where the fresh note would be written
    person.does("deal sang 6 6 -s new")
    assert not (person.home / "current").exists()
    # a clock too coarse may call both as old
    os.utime(person.path("old"), (1, 1))
    person.does("deal pass 6 6")
    assert [len(person.reads(f"sheet -s {name}")["deals"]) for name in ("old", "new")] == [1, 2]


def test_what_a_killed_command_left_of_a_note_is_removed(person: Person) -> None:
    """Once it is so old that nobody is writing it any more; a younger one may be another command's,
    and what only has such a name stays."""
    person.does(f"{NEW} old")
    left, young, other = (person.home / f"current.{end}" for end in ("4999999", "4999998", "old"))
    for path in (left, young, other):
        path.write_text("ol", encoding="utf-8")
    for path in (left, other):
        os.utime(path, (1, 1))
    person.does(f"{NEW} new")
    assert (person.home / "current").read_text() == "new\n"
    assert [path.exists() for path in (left, young, other)] == [False, True, True]


# --- reading -------------------------------------------------------------------------------------------


def test_a_file_without_end_is_refused(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file larger than any evening is not read to its end, and a session is an ordinary file."""
    monkeypatch.setenv("SCOREKEEPER_LIMITS", "off")
    monkeypatch.setattr(limits, "EVER", 1 << 20)
    with pytest.raises(Refused) as refusal:
        store.read_path("/dev/zero")
    assert refusal.value.problems[0].code == "file-large"
    os.mkfifo(person.home.parent / "pipe")
    for path in ("/dev/zero", str(person.home.parent / "pipe")):
        assert person.types("sheet", "-s", path).code == 1
        assert person.types("deal", "sang", "6", "6", "-s", path).code == 1


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """A paper sheet in another encoding says so."""
    (tmp_path / "sheet.csv").write_bytes("tricks\nBjörn".encode("latin-1"))
    with pytest.raises(Refused) as refusal:
        store.read_path(str(tmp_path / "sheet.csv"))
    assert refusal.value.problems[0].code == "file-encoding"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    """Naming a folder is refused, not a failure."""
    with pytest.raises(Refused) as refusal:
        store.read_bytes(str(tmp_path), "session file")
    assert (
        text_of(refusal.value.problems[0].message) == f"{tmp_path} is a folder, not a session file"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="another system's errors")
def test_an_error_of_the_disk_is_the_machines_failure() -> None:
    """What the disk cannot give is no refusal."""
    with pytest.raises(MachineFailure):
        store.read_bytes("/proc/self/mem")


# --- what was typed ----------------------------------------------------------------------------------


def test_lines_typed_are_remembered_for_their_owner(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The history keeps the last lines, private, and is cut once it is twice too long."""
    person.does(f"{NEW} eve")
    monkeypatch.setenv("SCOREKEEPER_HOME", str(person.home))
    for number in range(1001):
        add_to_history(f"line {number}")
    assert typed_history() == [f"line {number}" for number in range(501, 1001)]
    assert (person.home / "history").read_text().count("\n") == 500
    assert mode(person.home / "history") == 0o600


def test_a_history_that_cannot_be_kept_is_let_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No home, and no history: nobody is told."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(tmp_path / "nowhere"))
    add_to_history("x")
    assert typed_history() == []


def test_a_history_that_is_a_pipe_is_let_pass(person: Person) -> None:
    """Nobody waits for it, neither to read nor to write."""
    person.does(f"{NEW} eve")
    os.mkfifo(person.home / "history")
    with environment(person.settings):
        add_to_history("x")
        assert typed_history() == []


# --- rulesets ----------------------------------------------------------------------------------------


def test_the_users_own_rules_stand_before_the_shipped(person: Person) -> None:
    """A ruleset in the home is found by its id, beside the shipped ones and before one of the
    same id."""
    rules = person.home / "rulesets"
    (rules / "house").mkdir(parents=True)
    (rules / "house" / "our-game.toml").write_text('extends = "bismarck-swedish"\nname = "Ours"\n')
    (rules / "bizon.toml").write_text('extends = "bien"\nname = "Not the shipped one"\n')
    names = {row["id"]: row["name"] for row in person.reads("rules list")}
    assert names["our-game"] == "Ours"
    assert names["bizon"] == "Not the shipped one"
    assert names["bien"] == "Bien"


def test_a_ruleset_is_named_by_its_beginning(person: Person) -> None:
    """A beginning that only one id has will do; one that several have is refused with them all."""
    person.does("new bismarck-sw Anna Bo Cleo")
    said = person.types("new", "bismarck-f", "Anna", "Bo", "Cleo")
    assert (
        said.code,
        "`bismarck-f` could be bismarck-finnish or bismarck-follett" in said.err,
    ) == (1, True)
    assert "did you mean `bizon`?" in person.types("new", "bizn", "Anna", "Bo", "Cleo").err


@pytest.mark.parametrize(
    "text",
    [b"\xff", b"x = [", b"x = " + b"[" * 9000, b"x = " + b"9" * 9000],
    ids=["bytes", "half", "deep", "long"],
)
def test_a_ruleset_that_is_no_toml_is_refused(person: Person, text: bytes) -> None:
    """A file of rules that cannot be read is named, whatever is wrong with it."""
    (person.home / "rulesets").mkdir(parents=True)
    (person.home / "rulesets" / "mine.toml").write_bytes(text)
    said = person.types("new", "mine", "A", "B", "C")
    assert said.code == 1
    assert f"{person.home}/rulesets/mine.toml" in said.err


@pytest.mark.parametrize("name", [*BAD_NAMES, "bizon"])
def test_a_game_gets_no_name_that_would_leave_the_home(person: Person, name: str) -> None:
    """What cannot be a session's name cannot be a game's, and no name that is taken is given
    twice."""
    said = person.types("rules", "new", "--", name)
    assert said.code == 1
    assert not [*person.home.parent.rglob("*.toml")]


@pytest.mark.parametrize("kind", ["pipe", "link to nowhere", "folder"])
def test_a_ruleset_that_is_no_file_is_refused(person: Person, tmp_path: Path, kind: str) -> None:
    """A pipe among one's rules is never waited for, and a link is not written through; other
    games are there."""
    rules = person.home / "rulesets"
    rules.mkdir(parents=True)
    place = rules / "mine.toml"
    make = {
        "pipe": lambda: os.mkfifo(place),
        "link to nowhere": lambda: place.symlink_to(tmp_path / "away.toml"),
        "folder": place.mkdir,
    }
    make[kind]()
    for line in ("new mine A B C", "rules show mine", "rules check mine", "rules new mine"):
        said = person.types(*line.split())
        assert (said.code, said.err.startswith("refused: ")) == (1, True), line
    assert person.does("rules list")
    person.does(f"{NEW} eve")
    assert not (tmp_path / "away.toml").exists()


def test_rules_that_cannot_be_listed_are_the_machines_failure() -> None:
    """Where one's own rules may not be looked at, no shipped game of the same name is taken
    instead."""
    with plain_user() as folder:
        person = Person(folder / "home")
        person.does("rules new mine")
        (person.home / "rulesets").chmod(0)
        said = person.types(*NEW.split(), "eve")
        assert (said.code, f"reading the folder {person.home}/rulesets failed" in said.err) == (
            3,
            True,
        )
        (person.home / "rulesets").chmod(0o700)
        person.does(f"{NEW} eve")


def test_a_link_that_leads_to_itself_keeps_nobody_from_the_sessions(tmp_path: Path) -> None:
    person = Person(tmp_path / "home")
    person.does("new bismarck-swedish Anna Björn Cleo --name eve")
    (person.home / "sessions" / "loop.toml").symlink_to("loop.toml")
    for line in ("sessions", "check --all", "new bismarck-swedish Anna Björn Cleo --name next"):
        assert "symbolic links" not in person.does(line).err
    assert "eve" in person.does("sessions").out


def test_where_no_session_can_be_read_none_is_denied(tmp_path: Path) -> None:
    person = Person(tmp_path / "home")
    person.does("new bismarck-swedish Anna Björn Cleo --name eve")
    (person.home / "sessions" / "eve.toml").write_text("format = 1\n", encoding="utf-8")
    said = person.does("sessions")
    assert "eve cannot be read" in said.err
    assert "there is no session yet" not in said.err + said.out
