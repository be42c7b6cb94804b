"""The home: what `$SCOREKEEPER_HOME` may name, the platform's folder, and the move of an old home."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from terminal import Person

NEW, OLD = Path(".local/share/scorekeeper"), Path(".config/scorekeeper")
ROOT = Path(__file__).parent.parent.parent
BEGIN = "new bismarck-swedish Anna Björn Cleo --name friday"


def user(folder: Path, **settings: str) -> Person:
    """Return somebody whose HOME is this folder, and who chose no home for the program."""
    free = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME", "SCOREKEEPER_HOME"), "")
    return Person(folder, HOME=str(folder), **{**free, **settings})


def with_old_home(folder: Path, home: Path = OLD) -> Person:
    """Return somebody with an evening in the home of an earlier version."""
    user(folder, SCOREKEEPER_HOME=str(folder / home)).after(BEGIN, "deal sang 6 6")
    return user(folder)


def test_a_home_lies_in_the_folder_for_data(tmp_path: Path) -> None:
    """Without a choice a session is a file in ~/.local/share/scorekeeper/sessions."""
    user(tmp_path).does(BEGIN)
    assert (tmp_path / NEW / "sessions" / "friday.toml").is_file()
    assert not (tmp_path / OLD).exists()


def test_the_folder_for_data_is_that_of_the_platform(tmp_path: Path) -> None:
    """$XDG_DATA_HOME names another folder for data."""
    user(tmp_path, XDG_DATA_HOME=str(tmp_path / "data")).does(BEGIN)
    assert (tmp_path / "data" / "scorekeeper" / "sessions" / "friday.toml").is_file()


def test_an_old_home_is_moved_once_with_a_word(tmp_path: Path) -> None:
    """The first command moves the whole home and says so; the next finds it and says nothing."""
    somebody = with_old_home(tmp_path)
    before = {path.name: path.read_bytes() for path in (tmp_path / OLD).rglob("*.toml")}
    first, again = (somebody.does("sheet") for _ in range(2))
    assert f"{tmp_path / OLD} are in {tmp_path / NEW} now" in first.err
    assert (first.out, again.err) == (again.out, "")
    assert not (tmp_path / OLD).exists()
    assert {path.name: path.read_bytes() for path in (tmp_path / NEW).rglob("*.toml")} == before


def test_where_both_hold_sessions_the_old_one_is_used_with_a_word(tmp_path: Path) -> None:
    """Nothing is mixed: the old home goes on, and the word names the other."""
    user(tmp_path).does(BEGIN.replace("friday", "saturday"))
    said = with_old_home(tmp_path).does("sessions")
    assert "friday" in said.out and "saturday" not in said.out
    assert f"SCOREKEEPER_HOME={tmp_path / NEW} uses the others" in said.err
    assert (tmp_path / OLD / "sessions" / "friday.toml").is_file()


def test_an_empty_old_home_hides_nothing(tmp_path: Path) -> None:
    """Empty folders in the old place, as another program may leave them, are no home."""
    user(tmp_path).does(BEGIN)
    (tmp_path / OLD / "sessions").mkdir(parents=True)
    said = user(tmp_path).does("sessions")
    assert "friday" in said.out and said.err == ""


def test_a_link_in_the_old_place_is_used_and_stays(tmp_path: Path) -> None:
    """A home that a link leads to is not moved: the link may be relative."""
    with_old_home(tmp_path, Path("cloud"))
    (tmp_path / OLD).parent.mkdir()
    (tmp_path / OLD).symlink_to("../cloud")
    assert "friday" in user(tmp_path).does("sessions").out
    assert (tmp_path / OLD).is_symlink() and not (tmp_path / NEW).exists()


def test_a_home_that_cannot_be_moved_is_used_where_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another disk the rename fails; the evening is found all the same."""
    somebody = with_old_home(tmp_path)

    def refused(*_: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr(os, "rename", refused)
    assert "friday" in somebody.does("sessions").out
    assert somebody.does("deal pass 9 2").code == 0
    monkeypatch.undo()
    assert "2 of 12 deals" in somebody.does("sheet").out
    assert (tmp_path / NEW / "sessions" / "friday.toml").read_text().count("\n[[entry]]") == 2


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_move_that_is_killed_leaves_the_whole_home(tmp_path: Path, moment: str) -> None:
    """The home is whole in one place or the other, and the next command finds it."""
    with_old_home(tmp_path)
    dies = "import os, signal\nreal = os.rename\ndef rename(*names):\n"
    kill = "    os.kill(os.getpid(), signal.SIGKILL)\n"
    body = {"before": kill, "after": f"    real(*names)\n{kill}"}[moment]
    run = "os.rename = rename\nfrom scorekeeper.cli.main import main\nmain(['sessions'])\n"
    env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", dies + body + run], env=env, check=False)
    assert done.returncode == -signal.SIGKILL
    assert (tmp_path / OLD).exists() != (tmp_path / NEW).exists()
    assert "friday" in user(tmp_path).does("sessions").out


def test_a_tilde_is_the_home_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`SCOREKEEPER_HOME='~/scores'` in quotes is a folder of the user's, not of this folder."""
    monkeypatch.chdir(tmp_path)
    user(tmp_path / "ann", SCOREKEEPER_HOME="~/scores").does(BEGIN)
    assert (tmp_path / "ann" / "scores" / "sessions" / "friday.toml").is_file()
    assert not (tmp_path / "~").exists()


@pytest.mark.parametrize(
    ("chosen", "why"),
    [
        ("https://ann:secret@example.org/x", "https: is neither a folder nor a club"),
        ("FILE:///tmp/x", "FILE: is neither a folder nor a club"),
        ("mysql://host/cards", "mysql: is neither a folder nor a club"),
        ("postgresql:host/cards", "postgresql: is neither a folder nor a club"),
        ("sqlite:x", "sqlite: is neither a folder nor a club"),
        (" ", "it is set to nothing but blanks"),
        ("~nobody-here/x", "there is no user ~nobody-here here"),
    ],
)
def test_a_home_that_is_neither_folder_nor_club_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str, why: str
) -> None:
    """Nothing is made in the current folder, and no password is shown."""
    monkeypatch.chdir(tmp_path)
    said = user(tmp_path, SCOREKEEPER_HOME=chosen).types(*BEGIN.split())
    assert (said.code, why in said.err, "secret" in said.err) == (1, True, False)
    assert [*tmp_path.iterdir()] == []


def test_a_drive_is_no_scheme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`C:` before a folder is Windows's way to name a disk."""
    monkeypatch.chdir(tmp_path)
    assert user(tmp_path, SCOREKEEPER_HOME="C:\\scores").types(*BEGIN.split()).code == 0


@pytest.mark.parametrize("line", ["sessions", BEGIN, "sheet"])
def test_a_file_is_no_home(tmp_path: Path, line: str) -> None:
    """No command says that there is only no session yet; a device is as little a folder."""
    file = tmp_path / "scores"
    file.write_text("mine")
    for chosen in (str(file), os.devnull):
        said = user(tmp_path, SCOREKEEPER_HOME=chosen).types(*line.split())
        assert (said.code, chosen in said.err) == (3, True)
        assert "try: set SCOREKEEPER_HOME to a folder" in said.err
    assert file.read_text() == "mine"


def test_the_scheme_of_a_club_is_read_in_any_case(tmp_path: Path) -> None:
    """`PostgreSQL://` is a club, which is asked for; it is no folder."""
    said = user(tmp_path, SCOREKEEPER_HOME="PostgreSQL:///x?host=/nowhere").types("sessions")
    assert said.code in (1, 3) and "neither" not in said.err
    assert [*tmp_path.iterdir()] == []


def test_a_refused_new_puts_the_session_in_doubt(tmp_path: Path) -> None:
    """After a `new` that was refused, a deal that names no session is asked about, also where the
    line could not be read; one that names it, or says yes, ends the doubt."""
    somebody = Person(tmp_path).after(BEGIN)
    for refused in (("new", "bismarck-swedish", "Anna", "Bo"), ("new", "--no-such")):
        assert somebody.types(*refused).code in (1, 2)
        said = somebody.types("deal", "sang", "6", "6")
        assert (said.code, "Record this in friday?" in said.err) == (1, True)
    somebody.does("deal sang 6 6 -s friday")
    somebody.does("deal pass 9 2")
    assert somebody.types("new", "bismarck-swedish", "Anna").code == 1
    assert "is recorded in friday" in somebody.does("undo").err
    assert somebody.does("redo").err == ""


def test_a_session_that_is_begun_after_all_ends_the_doubt(tmp_path: Path) -> None:
    """The next session that is begun is the one that a deal is for."""
    somebody = Person(tmp_path).after(BEGIN)
    assert somebody.types("new", "bismarck-swedish", "Anna").code == 1
    somebody.does(BEGIN.replace("friday", "saturday"))
    assert "totals in saturday" in somebody.does("deal sang 6 6").out
