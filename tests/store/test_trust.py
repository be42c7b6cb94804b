"""What others may have left in a home: nothing of it changes a score, and nothing is written
where it leads."""

from __future__ import annotations

import marshal
import os
import shutil
import sys
import tomllib
from binascii import crc32
from collections.abc import Iterator
from pathlib import Path

import pytest
from machine import Machine, Trouble
from terminal import Person, environment
from test_faults import COMMANDS, Table
from test_layers import imported, modules, the_program

from scorekeeper.store.small_home_files import add_to_history, typed_history

DEALS = ("sang 6 6", "pass 4 6", "spader 9 3")


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with an evening of three deals."""
    person = Person(tmp_path / "home")
    person.does("new bismarck-swedish Anna Björn Cleo --name eve")
    for deal in DEALS:
        person.types("deal", *deal.split())
    return person


# --- what is derived -----------------------------------------------------------------------------------


def test_nothing_is_unmarshalled_or_unpickled() -> None:
    """No module of the program knows how: whoever could write such a file could have it say
    anything."""
    program = modules(the_program())
    unsafe = {"marshal", "pickle", "shelve", "dbm", "copyreg"}
    found = [
        name
        for name, module in program.items()
        for told in imported(module, program)
        if told in unsafe
    ]
    assert found == []


def test_a_planted_table_of_rules_changes_no_score(person: Person) -> None:
    """A file in `cache/`, where an earlier version kept the rules that it had read, is neither
    believed nor touched."""
    before = person.reads("sheet")
    text = person.file("eve").decode()
    rules = text[text.index("\n[rules]\n") + 1 : text.index("\n[[entry]]")].rstrip("\n")
    assert '"tricks - quota"' in rules
    table = tomllib.loads(rules.replace('"tricks - quota"', '"tricks + quota"'))
    planted = (
        person.home
        / "cache"
        / f"{crc32(rules.encode()):08x}.{sys.implementation.cache_tag}-{marshal.version}"
    )
    planted.parent.mkdir(exist_ok=True)
    data = marshal.dumps((rules, table))
    planted.write_bytes(crc32(data).to_bytes(4, "big") + data)
    assert person.reads("sheet") == before
    assert person.types("check").code == 0
    assert planted.read_bytes()[4:] == data


# --- links -------------------------------------------------------------------------------------------------

# Before these calls of the machine another hand may be faster.
LOOKS = ("open", "stat", "fstat", "flock", "link", "replace", "unlink", "mkdir", "scandir")
FILES = ("sessions/Evé.toml", "sessions/it.toml", "current", "rulesets/mine.toml")
FOLDERS = ("sessions", "rulesets")
WRITING = (
    "new",
    "deal",
    "deal after a cut",
    "amend",
    "import",
    "play",
    "check --repair",
    "rules new",
)


def elsewhere(folder: Path, table: Table) -> Path:
    """A folder outside the home in which everything stands that a link might be about."""
    away = folder / "away"
    (away / "sessions").mkdir(parents=True)
    (away / "rulesets").mkdir()
    for name in ("Evé", "it"):
        (away / "sessions" / f"{name}.toml").write_bytes(
            table.file.read_bytes() if table.file.exists() else b""
        )
    (away / "current").write_text("older\n")
    (away / "rulesets" / "mine.toml").write_text("")
    return away


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def swapped(table: Table, place: str, away: Path) -> Trouble:
    """Somebody puts a link in the place of a file or folder, just before a call is answered."""

    def trouble(name: str, args: tuple[object, ...]) -> None:
        path = table.home / place
        if path.exists() and not path.is_symlink():
            path.rename(table.folder / "moved")
        if path.parent.is_dir() and not path.is_symlink():
            path.symlink_to(away / place)

    return trouble


def moments(table: Table) -> Iterator[tuple[str, int]]:
    """What may become a link, and before which call. A folder that is a link from the beginning
    is where somebody keeps what is in it, so that is one only from when it is opened."""
    machine = Machine()
    table.put_back()
    table.run(machine)
    looks = [
        (number, name, path)
        for number, (name, path) in enumerate(machine.calls, 1)
        if name in LOOKS
    ]
    for place in FILES:
        yield from ((place, number) for number, *_ in looks)
    for place in FOLDERS:
        folder = str(table.home / place)
        opened = next(
            (number for number, name, path in looks if name == "open" and path.startswith(folder)),
            len(looks),
        )
        yield from ((place, number) for number, *_ in looks if number >= opened)


@pytest.mark.parametrize("command", WRITING)
def test_a_link_that_comes_at_any_moment_is_not_followed(tmp_path: Path, command: str) -> None:
    """Whenever, between one call of the machine and the next, a file, a folder or the place of
    one that is to be made becomes a link to another: where that leads nothing is written, and
    nobody meets a fault of the program."""
    table, tried = Table(COMMANDS[command], tmp_path), 0
    away = elsewhere(tmp_path, table)
    before = contents(away)
    for place, at in moments(table):
        table.put_back()
        shutil.rmtree(tmp_path / "moved", ignore_errors=True)
        (tmp_path / "moved").unlink(missing_ok=True)
        machine = Machine(swapped(table, place, away), at)
        said = table.run(machine)
        assert contents(away) == before, (place, machine.calls[at - 1 :])
        assert "Traceback" not in said.err, (place, at, said)
        assert "made a mistake" not in said.err, (place, at, said)
        tried += 1
    assert tried >= 30


@pytest.mark.parametrize("kind", ["a link", "another name"])
def test_the_history_is_not_written_elsewhere(person: Person, tmp_path: Path, kind: str) -> None:
    """Lines typed at the live table do not go where a link leads, nor into a file that has
    another name too."""
    away = tmp_path / "away"
    away.write_text("somebody's\n")
    history = person.home / "history"
    if kind == "a link":
        history.symlink_to(away)
    else:
        os.link(away, history)
    with environment(person.settings):
        add_to_history("sang 6 6")
    assert away.read_text() == "somebody's\n"


def test_a_long_history_behind_a_link_is_cut_in_its_own_place(
    person: Person, tmp_path: Path
) -> None:
    """Cutting a history that has grown long puts a file in the link's place and leaves the other
    alone."""
    away = tmp_path / "away"
    away.write_text("line\n" * 2_000)
    (person.home / "history").symlink_to(away)
    with environment(person.settings):
        assert len(typed_history()) == 500
    assert away.read_text() == "line\n" * 2_000
    assert not (person.home / "history").is_symlink()


def test_a_session_that_is_a_link_by_its_path_is_refused(person: Person, tmp_path: Path) -> None:
    """A path is followed for reading; to record, the file itself is to be named, and the refusal
    says which that is."""
    file, link = person.path("eve"), tmp_path / "link.toml"
    link.symlink_to(file)
    before = person.file("eve")
    assert person.types("sheet", "-s", str(link)).code == 0
    for line in ("deal trumf 9 4", "undo", "amend 1 sang 7 5", "check --repair"):
        said = person.types(*line.split(), "-s", str(link), "--format", "json")
        assert (said.code, said.codes) == (1, ["session-link"]), line
        assert str(file) in said.problems[0]["hint"]
    assert person.file("eve") == before
    assert person.types("deal", "trumf", "9", "4", "-s", str(file)).code == 0


def test_a_link_within_the_home_is_another_name(person: Person) -> None:
    """A link that stays among the sessions leads to that session, also to record in it."""
    person.path("friday").symlink_to("eve.toml")
    person.does("deal trumf 9 4 -s friday")
    assert len(person.reads("sheet -s eve")["deals"]) == 4
    assert person.path("friday").is_symlink()


def test_a_home_named_with_a_slash_is_the_same_home(person: Person, tmp_path: Path) -> None:
    """A separator at the end of $SCOREKEEPER_HOME changes nothing: the folder in it is held to
    be no link there too."""
    (person.home / "sessions").rename(tmp_path / "moved")
    (tmp_path / "moved").rename(person.home / "sessions")
    said = person.types("deal", "trumf", "9", "4", SCOREKEEPER_HOME=f"{person.home}/")
    assert said.code == 0
    assert (person.home / "current").read_text() == "eve\n"


# --- whose it is ---------------------------------------------------------------------------------------

NOBODY = 65534
needs_root = pytest.mark.skipif(
    os.geteuid() != 0, reason="only the superuser gives a file to somebody else"
)


def mode(path: Path) -> int:
    """Who may do what with a file."""
    return path.stat().st_mode & 0o777


@needs_root
@pytest.mark.parametrize("line", ["sheet", "deal sang 6 6", "undo", "check", "sheet -s eve"])
def test_a_session_of_somebody_else_is_refused(person: Person, line: str) -> None:
    """A file in the home that another user could change at any time is neither shown nor
    recorded in."""
    file = person.path("eve")
    os.chown(file, NOBODY, NOBODY)
    before = file.read_bytes()
    said = person.types(*line.split())
    assert (said.code, said.out) == (3, "")
    assert "eve.toml failed: it belongs to another user" in said.err
    assert file.read_bytes() == before


@needs_root
def test_the_league_leaves_out_what_is_somebody_elses(person: Person) -> None:
    """An evening of another user's is not counted, with a word."""
    person.does("new bismarck-swedish Anna Björn Cleo --name other")
    person.does("deal sang 6 6")
    os.chown(person.path("other"), NOBODY, NOBODY)
    said = person.types("league", "--format", "json")
    assert said.json["evenings"] == 1
    assert "other cannot be read" in said.err
    assert "belongs to another user" in said.err


@needs_root
def test_rules_of_somebody_else_are_refused(person: Person) -> None:
    """So are rules that lie in the home, and a folder of it is not written in."""
    person.does("rules new mine")
    os.chown(person.home / "rulesets" / "mine.toml", NOBODY, NOBODY)
    said = person.types("new", "mine", "Anna", "Björn", "Cleo")
    assert said.code == 3
    assert "mine.toml failed: it belongs to another user" in said.err
    os.chown(person.home / "rulesets", NOBODY, NOBODY)
    said = person.types("rules", "new", "other")
    assert said.code == 3
    assert "belongs to another user" in said.err
    assert not (person.home / "rulesets" / "other.toml").exists()


@needs_root
def test_what_is_named_by_its_path_may_be_anybodys(person: Person, tmp_path: Path) -> None:
    """A file outside the home is read whoever it belongs to: somebody asked for that very file."""
    file = tmp_path / "theirs.toml"
    file.write_bytes(person.file("eve"))
    file.chmod(0o666)
    os.chown(file, NOBODY, NOBODY)
    assert person.does(f"sheet -s {file}").err == ""
    assert mode(file) == 0o666


@pytest.mark.parametrize("line", ["sheet -s eve", "amend 1 sang 5 6", "sessions"])
def test_what_others_could_write_in_is_the_users_alone_from_then_on(
    person: Person, line: str
) -> None:
    """A session that others could write in is made the user's own, with a word, once; who could
    read it still can."""
    file = person.path("eve")
    file.chmod(0o666)
    said = person.does(line)
    assert (
        said.err.count(f"note: others could write in {file} until now; from now on only you can\n")
        == 1
    )
    assert mode(file) == 0o644
    assert "others could" not in person.types(*line.split()).err


def test_folders_that_others_could_write_in_are_the_users_alone_from_then_on(
    person: Person,
) -> None:
    """So are the home and its folders, once something is written there."""
    folders = [person.home, person.home / "sessions"]
    for folder in folders:
        folder.chmod(0o777)
    said = person.does("new bismarck-swedish Anna Björn Cleo --name other")
    assert [mode(folder) for folder in folders] == [0o755, 0o755]
    assert all(f"others could write in {folder} until now" in said.err for folder in folders)


@pytest.mark.parametrize("line", ["deal pass 9 2", "undo", "amend 1 sang 5 6"])
def test_the_home_is_closed_to_others_whenever_something_is_recorded(
    person: Person, line: str
) -> None:
    """Who could write in it could put another folder in the place of the sessions."""
    person.home.chmod(0o777)
    assert f"others could write in {person.home} until now" in person.does(line).err
    assert mode(person.home) == 0o755


def test_a_home_that_everybody_shares_is_left_open(person: Person) -> None:
    """A folder such as `/tmp`, in which nobody takes away what is another's, is not closed to
    all the machine."""
    person.home.chmod(0o1777)
    assert "others could write" not in person.does("deal pass 9 2").err
    assert mode(person.home) == 0o777


def test_the_folder_of_rules_is_closed_to_others_when_they_are_read(person: Person) -> None:
    """Who could write in it could put other rules in the place of one's own."""
    person.does("rules new mine")
    folder = person.home / "rulesets"
    folder.chmod(0o777)
    assert f"others could write in {folder} until now" in person.does("rules show mine").err
    assert mode(folder) == 0o755


def test_rules_that_others_could_write_in_are_the_users_alone_from_then_on(person: Person) -> None:
    """So are rules of one's own when they are read."""
    person.does("rules new mine")
    file = person.home / "rulesets" / "mine.toml"
    file.chmod(0o660)
    assert f"others could write in {file} until now" in person.does("rules show mine").err
    assert mode(file) == 0o640


def test_many_files_that_others_could_write_in_are_told_together(person: Person) -> None:
    """A home that was unpacked with every file open to all is told in one line."""
    for number in range(1, 6):
        copy = person.home / "sessions" / f"copy-{number}.toml"
        copy.write_bytes(person.file("eve"))
        copy.chmod(0o666)
    said = person.does("league")
    assert said.err.count("others could write in") == 1
    assert "in 5 files of the home until now" in said.err
    assert {mode(copy) for copy in (person.home / "sessions").glob("copy-*")} == {0o644}


def test_what_cannot_be_closed_to_others_is_refused(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where changing a mode changes nothing, as on a disk that has none, the file is not read."""
    person.path("eve").chmod(0o666)
    monkeypatch.setattr(os, "fchmod", lambda handle, mode: None)
    said = person.types("sheet", "-s", "eve")
    assert said.code == 3
    assert "others can write in it, and that cannot be changed" in said.err
