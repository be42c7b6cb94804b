"""The rows of the league that are kept in the cache folder: they save time, and are believed
only where they are ours."""

from __future__ import annotations

import os
import re
import shutil
import stat
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from terminal import Person

from scorekeeper.league.session_record import evening_of_row, row_of_evening
from scorekeeper.store.session_records import DigestOfAll
from scorekeeper.store.session_row_cache import PIECE, SESSIONS, TOGETHER, PendingRows, digest_of

DIGEST = 64


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with two evenings, one deal each."""
    person = Person(tmp_path_factory.mktemp("host") / "home")
    for name in ("one", "two"):
        person.does(f"new bismarck-swedish Anna Björn Cleo --name {name}")
        person.does("deal sang 6 6")
    return person


@pytest.fixture
def person(host: Person, tmp_path: Path) -> Person:
    """Somebody with the same evenings, whose rows nobody has kept yet."""
    return host.settled(tmp_path / "home")


def kept(person: Person, ending: str = SESSIONS) -> Path:
    """A file of rows of somebody's home: those of single sessions, or that of all together."""
    (file,) = (person.cache / "scorekeeper").glob(f"*{ending}")
    return file


def rows(person: Person) -> list[str]:
    """The lines of that file, after its title."""
    return kept(person).read_text(encoding="utf-8").splitlines()[1:]


def changed(line: str, old: str, new: str) -> str:
    """A row as somebody would forge it who knows how they are made."""
    digest, row = line[:DIGEST], line[2 * DIGEST :].replace(old, new)
    return digest + digest_of(f"{digest}{row}".encode()) + row


def plant(person: Person, forge: Callable[[str], str], ending: str = SESSIONS) -> None:
    """Puts other rows into a file; into that of single sessions where it is asked at all."""
    file = kept(person, ending)
    if ending == SESSIONS:
        kept(person, TOGETHER).unlink(missing_ok=True)
    title, *lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([title, *map(forge, lines), ""]), encoding="utf-8")


def hanna(line: str) -> str:
    """The row with somebody in it who never played."""
    return changed(line, "Anna", "Hanna")


def test_rows_follow_the_sessions(person: Person) -> None:
    """A session that grew, went or came is told anew."""
    assert person.reads("league")["deals"] == 2
    person.does("deal -s one pass 4 6")
    assert person.reads("league")["deals"] == 3
    person.path("two").unlink()
    assert person.reads("league")["deals"] == 2
    assert len(rows(person)) == 1


@pytest.mark.parametrize("ending", [SESSIONS, TOGETHER])
def test_a_row_that_is_kept_is_not_told_again(person: Person, ending: str) -> None:
    """What is kept of this very text is believed, as the page of promises says: nothing but the
    user's own folder stands between a forged row and the league."""
    before = person.reads("sheet")
    person.does("league")
    plant(person, hanna, ending)
    assert "Hanna" in person.does("league").out
    assert person.reads("sheet") == before
    assert person.does("check --all").out == ""


def test_a_session_changed_behind_the_clocks_back_is_told_anew(person: Person) -> None:
    """A row belongs to a text, not to a time: the same size, time and place with one figure
    changed is another."""
    person.does("league")
    file = person.path("one")
    was = file.stat()
    file.write_bytes(file.read_bytes().replace(b"[6, 6, 4]", b"[7, 5, 4]"))
    os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert file.stat().st_size == was.st_size
    players = person.reads("league")["games"]["bismarck-swedish"]["players"]
    assert {row["player"]: row["points"] for row in players} == {"Anna": 5, "Björn": -5, "Cleo": 0}


def test_it_lies_outside_the_home_and_is_private(person: Person) -> None:
    """A home that is sent or synced carries none of it, and nobody but its owner reads it."""
    before = sorted(person.home.rglob("*"))
    was = os.umask(0)
    try:
        person.does("league")
    finally:
        os.umask(was)
    assert sorted(person.home.rglob("*")) == before
    assert stat.S_IMODE(kept(person).stat().st_mode) == 0o600
    assert stat.S_IMODE(kept(person).parent.stat().st_mode) == 0o700


def test_the_caches_folder_is_made_private(person: Person) -> None:
    """Where there is none yet, all that is made above the rows is the user's alone, whatever the
    umask."""
    before = os.umask(0)
    try:
        person.does("league")
    finally:
        os.umask(before)
    made = [person.cache, person.cache / "scorekeeper"]
    assert [stat.S_IMODE(folder.stat().st_mode) for folder in made] == [0o700, 0o700]


def test_a_home_has_its_own_rows_by_whatever_way_it_is_reached(
    person: Person, tmp_path: Path
) -> None:
    """A link to the home finds the same rows, a copy of the home has none of the original's."""
    person.does("league")
    (tmp_path / "way").symlink_to(person.home)
    person.types("league", SCOREKEEPER_HOME=str(tmp_path / "way"))
    assert len(list(kept(person).parent.iterdir())) == len([SESSIONS, TOGETHER])
    shutil.copytree(person.home, tmp_path / "copy")
    plant(person, hanna)
    assert "Hanna" not in person.types("league", SCOREKEEPER_HOME=str(tmp_path / "copy")).out


def foreign(path: Path) -> None:
    os.chown(path, 65534, 65534)


def behind_a_link(path: Path) -> None:
    path.rename(path.with_name("away"))
    path.symlink_to("away")


ODD: dict[str, Callable[[Path], object]] = {
    "a file that others may write": lambda file: file.chmod(0o620),
    "a file that others may read": lambda file: file.chmod(0o644),
    "a file with another name": lambda file: os.link(file, file.with_name("other")),
    "a file behind a link": behind_a_link,
    "a folder that others may write": lambda file: file.parent.chmod(0o777),
    "a folder that others may read": lambda file: file.parent.chmod(0o755),
    "a folder behind a link": lambda file: behind_a_link(file.parent),
    "somebody else's file": foreign,
    "somebody else's folder": lambda file: foreign(file.parent),
}


@pytest.mark.parametrize("ending", [SESSIONS, TOGETHER])
@pytest.mark.parametrize("odd", ODD)
def test_what_is_not_the_users_alone_is_not_believed(person: Person, odd: str, ending: str) -> None:
    """Rows that somebody else could have put there are no rows, however well they are made."""
    if "somebody" in odd and os.geteuid() != 0:
        pytest.skip("only the superuser gives files away")
    before = person.reads("league")
    plant(person, hanna, ending)
    ODD[odd](kept(person, ending))
    assert person.reads("league") == before


@pytest.mark.parametrize(
    "forge",
    [
        lambda line: line.replace("Anna", "Hanna"),
        lambda line: line[:-9],
        lambda line: line[1:],
        lambda line: digest_of(b"another text") + line[DIGEST:],
        lambda line: "",
        lambda line: "\0" * 500,
    ],
)
@pytest.mark.parametrize("ending", [SESSIONS, TOGETHER])
def test_a_spoilt_row_is_told_anew(
    person: Person, forge: Callable[[str], str], ending: str
) -> None:
    """A row that an accident changed, cut or mixed up is not believed, and the next file is
    whole again."""
    before, lines = person.reads("league"), rows(person)
    plant(person, forge, ending)
    assert person.reads("league") == before
    assert rows(person) == lines


@pytest.mark.parametrize("row", ["", "{", "[]", "5", "null", "[1,2]", '["g"]', "[" * 5000])
@pytest.mark.parametrize("ending", [SESSIONS, TOGETHER])
def test_a_row_that_is_no_evening_is_told_anew(person: Person, row: str, ending: str) -> None:
    """Whatever stands in a row that was made with care, nobody meets a fault of the program."""
    before = person.reads("league")
    plant(person, lambda line: changed(line, line[2 * DIGEST :], row), ending)
    assert person.reads("league") == before
    plant(person, lambda line: changed(line, line[2 * DIGEST :], row), ending)
    assert person.does("league").code == 0


@pytest.mark.parametrize(
    "odd",
    [
        {"match": "x"},
        {"over": []},
        {"lowest": 1},
        {"contracts": {"sang": [0, 0, 0, 0, 0, 0]}},
        {"points": [10**400, 0, 0]},
    ],
)
def test_a_row_with_an_odd_value_is_told_anew(person: Person, odd: dict[str, Any]) -> None:
    before, lines = person.reads("league"), rows(person)

    def forged(line: str) -> str:
        evening = evening_of_row(line[2 * DIGEST :])
        assert evening is not None
        return changed(line, line[2 * DIGEST :], row_of_evening(evening._replace(**odd)))

    plant(person, forged, SESSIONS)
    assert person.reads("league") == before
    assert rows(person) == lines


@pytest.mark.parametrize("ending", [SESSIONS, TOGETHER])
@pytest.mark.parametrize("spoilt", [b"", b"\xff\xfe", b"scorekeeper rows 0\n{}\n", b"\0" * 4000])
def test_a_file_that_holds_no_rows_is_written_anew(
    person: Person, spoilt: bytes, ending: str
) -> None:
    """An empty file, one in another encoding, one of another version: as good as none."""
    before = person.reads("league")
    whole = kept(person, ending).read_bytes()
    kept(person, TOGETHER).unlink()
    kept(person, SESSIONS).parent.joinpath(kept(person).stem + ending).write_bytes(spoilt)
    os.chmod(kept(person).parent.joinpath(kept(person).stem + ending), 0o600)
    assert person.reads("league") == before
    assert kept(person, ending).read_bytes() == whole


def test_where_nothing_can_be_kept_the_league_is_shown(person: Person) -> None:
    """No cache folder, none that could be made: the league is read from the sessions."""
    person.cache.write_text("in the way")
    assert person.reads("league")["deals"] == 2
    assert person.types("league", HOME="/dev/null/none", XDG_CACHE_HOME="").code == 0


def test_an_old_index_is_neither_believed_nor_touched(person: Person) -> None:
    """What an earlier version kept in the home is nobody's business any more."""
    old = person.home / "index.sqlite"
    old.write_bytes(b"SQLite format 3\0" + b"\0" * 500)
    assert person.reads("league")["deals"] == 2
    assert old.read_bytes() == b"SQLite format 3\0" + b"\0" * 500


def test_what_was_not_whole_is_not_kept_together(person: Person) -> None:
    """Where a session is left out the word about it is said every time."""
    file = person.path("one")
    file.write_bytes(file.read_bytes().replace(b"[6, 6, 4]", b"[7, 6, 4]"))
    said = [person.does("league").err for _ in range(2)]
    assert "one is left out" in said[0]
    assert said[0] == said[1]


def test_a_choice_of_evenings_is_no_answer_for_all(person: Person) -> None:
    """What is kept of all sessions together is of all of them, whatever was asked before."""
    whole = person.reads("league")
    hers = person.reads("league --player Anna --game bismarck-swedish")
    assert (hers.pop("person"), whole.pop("person")) == ("Anna", None)
    assert hers == whole
    assert person.types("league", "--since", "2999-01-01").code == 1
    person.does("new bizon Dora Emil Fia --name three")
    person.does("deal bizon=Dora gp=20,12,8")
    assert person.reads("league --player Dora")["evenings"] == 1
    assert person.reads("league")["evenings"] == person.reads("league")["evenings"] == 3


def test_days_are_by_the_clock_of_whoever_reads(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was kept under another clock is worked out anew: its days are other days."""
    file = person.path("one")
    day = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    file.write_bytes(day.sub(b"2026-03-01T23:30:00Z", file.read_bytes()))
    days = []
    for zone in ("UTC", "Asia/Tokyo", "UTC"):
        with monkeypatch.context() as here:
            here.setenv("TZ", zone)
            time.tzset()
            days.append(person.reads("league")["first"])
    time.tzset()
    assert days == ["2026-03-01", "2026-03-02", "2026-03-01"]


@pytest.mark.parametrize("number", [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE + 3])
def test_rows_wait_in_their_order(number: int) -> None:
    """However many wait to be kept, each comes out as it went in, with the digest of its text."""
    rows = [(digest_of(str(at).encode()), f'["Åsa № {at}"]') for at in range(number)]
    waiting = PendingRows()
    for digest, row in rows:
        waiting.add(digest, row)
    assert [*waiting] == rows
    assert waiting.are_any == bool(rows)


def test_the_digest_of_all_is_of_names_and_texts_in_their_order() -> None:
    """Another text, another name, one more or another order is another home."""
    homes = [[], [("a", "1")], [("a", "2")], [("b", "1")], [("a", "1"), ("b", "2")],
             [("b", "2"), ("a", "1")], [("a", "2"), ("b", "1")]]  # fmt: skip
    found = set()
    for home in homes:
        digest = DigestOfAll()
        for name, text in home:
            digest.add(name, digest_of(text.encode()))
        found.add(digest.of_all())
    assert len(found) == len(homes)
