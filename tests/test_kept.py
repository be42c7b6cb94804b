"""The rules that are kept beside the sessions, so that they are parsed but once."""

from __future__ import annotations

import marshal
from binascii import crc32
from pathlib import Path

import pytest
from evening import Evening
from terminal import Person

from scorekeeper.journal import Seen, read_journal
from scorekeeper.store.kept import KIND, MOST, KeptRules

DATA = Evening("bizon").data


def files(home: Path) -> list[Path]:
    """What is kept."""
    return sorted((home / "cache").glob("*")) if (home / "cache").exists() else []


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(tmp_path))
    return tmp_path


def test_kept_rules_are_those_of_the_file(home: Path) -> None:
    """What is read with kept rules is what is read without, the first time and every other."""
    plain = read_journal(DATA)
    assert [read_journal(DATA, Seen(KeptRules())) for _ in range(3)] == [plain] * 3
    assert len(files(home)) == 1
    assert files(home)[0].stat().st_mode & 0o777 == 0o600
    assert (home / "cache").stat().st_mode & 0o777 == 0o700


def test_kept_rules_are_not_parsed_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second reading parses nothing at all."""
    read_journal(DATA, Seen(KeptRules()))
    monkeypatch.setattr("tomllib.loads", None)
    assert read_journal(DATA, Seen(KeptRules())).head["game"] == "bizon"


def test_rules_mended_by_hand_are_read_anew(home: Path) -> None:
    """Rules that differ in one letter are other rules."""
    read_journal(DATA, Seen(KeptRules()))
    mended = DATA.replace(b"hand = 8", b"hand = 7")
    assert mended != DATA
    assert read_journal(mended, Seen(KeptRules())).head["rules"]["hand"] == 7
    assert read_journal(DATA, Seen(KeptRules())).head["rules"]["hand"] == 8


@pytest.mark.parametrize("place", [0, 3, 4, 5, 200, -1])
def test_kept_rules_that_were_spoilt_are_not_believed(home: Path, place: int) -> None:
    """A file with one byte wrong, or cut off there, is as good as none."""
    read_journal(DATA, Seen(KeptRules()))
    whole = files(home)[0].read_bytes()
    place %= len(whole)
    for spoilt in (whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :], whole[:place]):
        files(home)[0].write_bytes(spoilt)
        assert read_journal(DATA, Seen(KeptRules())) == read_journal(DATA)
        assert files(home)[0].read_bytes() == whole


def test_where_nothing_can_be_kept_all_is_well(home: Path) -> None:
    """A file where the folder should be, or no home at all, changes nothing."""
    (home / "cache").write_text("in the way")
    assert read_journal(DATA, Seen(KeptRules())) == read_journal(DATA)
    assert (home / "cache").read_text() == "in the way"


def test_what_cannot_be_kept_leaves_nothing_behind(home: Path) -> None:
    """Where what was written cannot be put in its place, it goes again."""
    read_journal(DATA, Seen(KeptRules()))
    (file,) = files(home)
    file.unlink()
    file.mkdir()
    assert read_journal(DATA, Seen(KeptRules())) == read_journal(DATA)
    assert files(home) == [file]


def test_a_home_is_not_made_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a session that lies elsewhere leaves no home behind."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(tmp_path / "none"))
    read_journal(DATA, Seen(KeptRules()))
    assert not (tmp_path / "none").exists()


def test_what_is_kept_does_not_grow_for_ever(home: Path) -> None:
    """A folder that has grown full is begun anew."""
    (home / "cache").mkdir()
    for number in range(MOST):
        (home / "cache" / f"{number:08x}.{KIND}").write_text("old")
    (home / "cache" / "photo.jpg").write_text("somebody's")
    read_journal(DATA, Seen(KeptRules()))
    assert len(files(home)) == 2
    assert (home / "cache" / "photo.jpg").exists()


def test_a_folder_that_the_cache_is_a_link_to_is_somebodys(
    home: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Where `cache` is a link nothing is written or deleted behind it, whatever the files there are called."""
    away = tmp_path_factory.mktemp("away")
    for number in range(MOST + 1):
        (away / f"{number:08x}.{KIND}").write_text("somebody's")
    (home / "cache").symlink_to(away)
    assert read_journal(DATA, Seen(KeptRules())) == read_journal(DATA)
    assert len(list(away.iterdir())) == MOST + 1


@pytest.mark.parametrize("table", [5, None, {}, {"rules": 5}, [1]])
def test_kept_rules_that_are_no_rules_are_not_believed(home: Path, table: object) -> None:
    """A file that was made with care but holds no rules is as good as none."""
    read_journal(DATA, Seen(KeptRules()))
    (file,) = files(home)
    text, _ = marshal.loads(file.read_bytes()[4:])
    data = marshal.dumps((text, table))
    file.write_bytes(crc32(data).to_bytes(4) + data)
    assert read_journal(DATA, Seen(KeptRules())) == read_journal(DATA)


def test_a_table_notices_nothing(tmp_path: Path) -> None:
    """Deleting what is kept between two commands changes no answer."""
    somebody = Person(tmp_path)
    somebody.does("new bizon Anna Bo Cleo")
    somebody.does("deal bizon=Anna gp=20,10,10")
    before = somebody.reads("sheet")
    for file in files(tmp_path):
        file.unlink()
    assert somebody.reads("sheet") == before
