"""Sessions under other names and in other places: `sessions rename archive delete restore`."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Container
from pathlib import Path

import pytest
from machine import CALLS, Killed, Machine, Trouble, error, failing, half_written, killed, signalled
from terminal import Person, Typed


def somebody(home: Path) -> Person:
    """Somebody with two sessions of a deal each, `sunday` used last."""
    return Person(home).after(
        "new bizon Ann Bo Cleo --name friday", "deal passed",
        "new bismarck-swedish Ann Bo Dan --name sunday", "deal sang 6 6",
    )  # fmt: skip


def listed(person: Person, *options: str) -> dict[str, str]:
    """The sessions that are listed, with their states; archived ones in brackets."""
    rows = person.types("sessions", *options, "--format", "json").json
    return {f"({row['name']})" if row["archived"] else row["name"]: row["state"] for row in rows}


def test_the_list_says_how_far_each_is(tmp_path: Path) -> None:
    """Each session has its day, game, people, and state: begun, going on after N of M, finished."""
    person = somebody(tmp_path)
    person.does("new bizon Ann Bo Cleo --name new")
    assert listed(person) == {"friday": "going on", "sunday": "going on", "new": "begun"}
    lines = person.does("sessions").out.splitlines()
    assert "1/15" in next(line for line in lines if " friday " in line)
    assert "1/12" in next(line for line in lines if " sunday " in line)
    assert "deals in all: 12\nstate: going on" in person.does("sessions --plain").out
    assert "state" not in lines[0]


def test_a_session_gets_another_name(tmp_path: Path) -> None:
    """The file is the same under the new name, the note of the session used last goes with it, and
    nothing has the old one."""
    person = somebody(tmp_path)
    before = person.file("sunday")
    assert person.does("sessions rename sunday fest").out == "sunday is called fest now\n"
    assert person.file("fest") == before
    assert list(listed(person)) == ["friday", "fest"]
    person.does("deal pass 6 6")
    assert person.reads("next")["deal"] == 3
    assert person.types("sheet", "-s", "sunday").code == 1


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (("rename", "sunda", "../x"), ["session-unknown", "session-name"]),
        (("rename", "sunday", "friday"), ["session-exists"]),
        (("rename", "sunday", "sunday"), ["session-exists"]),
        (("rename", "../sessions/sunday", "x"), ["session-unknown"]),
        (("archive", "friday", "x", "y"), ["session-unknown", "session-unknown"]),
        (("delete", "x", "friday"), ["session-unknown"]),
        (("delete", "../current"), ["session-unknown"]),
        (("restore", "x"), ["session-unknown"]),
        (("restore", "friday"), ["session-exists"]),
    ],
)
def test_everything_that_is_wrong_is_named(
    tmp_path: Path, words: tuple[str, ...], codes: list[str]
) -> None:
    """Refused with every reason at once, and every file stays where it is."""
    person = somebody(tmp_path)
    before = sorted(tmp_path.rglob("*.toml"))
    assert person.types("sessions", *words, "--format", "json").codes == codes
    assert sorted(tmp_path.rglob("*.toml")) == before


def test_archived_sessions_count_and_are_read(tmp_path: Path) -> None:
    """`league` and `people` know them, `--all` lists them, they are shown by name; nothing is
    recorded in them, none is begun under their name."""
    person = somebody(tmp_path)
    league = person.does("league --format json").out
    person.does("sessions archive friday sunday")
    assert listed(person) == {}
    assert listed(person, "--all") == {"(friday)": "going on", "(sunday)": "going on"}
    for _ in range(2):
        assert person.does("league --format json").out == league
    assert {row["name"] for row in person.reads("people")["people"]} == {"Ann", "Bo", "Cleo", "Dan"}
    assert person.reads("sheet -s friday")["session"] == "friday"
    assert person.types("deal", "passed", "-s", "friday", "--format", "json").codes == [
        "session-archived"
    ]
    begun = ("new", "bizon", "Ann", "Bo", "Cleo", "--name", "friday", "--format", "json")
    assert person.types(*begun).codes == ["session-exists"]
    person.does("sessions restore friday")
    person.does("deal passed -s friday")
    assert person.reads("league")["deals"] == 3


def test_a_deleted_session_comes_back(tmp_path: Path) -> None:
    """It lies in the trash under its name, or one with a number, and counts no more; `restore`
    brings back the very file, never over one that stands."""
    person = somebody(tmp_path)
    before = person.file("friday")
    person.does("sessions delete friday")
    assert person.reads("league")["evenings"] == 1
    person.does("new bizon Ann Bo Cleo --name friday")
    assert person.types("sessions", "restore", "friday").code == 1
    assert person.reads("sessions delete friday") == {"deleted": ["friday"], "trash": ["friday-2"]}
    assert sorted(os.listdir(tmp_path / "trash")) == ["friday-2.toml", "friday.toml"]
    person.does("sessions restore friday")
    assert person.file("friday") == before
    person.does("sessions archive friday")
    person.does("sessions delete friday")
    person.does("sessions restore friday friday-2")
    assert person.file("friday") == before


def test_the_session_used_last_is_never_one_that_is_gone(tmp_path: Path) -> None:
    """Where it is archived or deleted, the one that changed last is used last."""
    for what in ("archive", "delete"):
        person = somebody(tmp_path / what)
        person.does(f"sessions {what} sunday")
        assert person.reads("sheet")["session"] == "friday"
        person.does("sessions restore sunday")
        assert person.reads("sheet -s sunday")["session"] == "sunday"


def test_a_long_name_has_room_for_its_number(tmp_path: Path) -> None:
    """A name of as many letters as there may be is thrown away twice, and brought back."""
    person, name = somebody(tmp_path), "é" * 50
    for _ in range(2):
        person.does(f"new bizon Ann Bo Cleo --name {name}")
        trashed = person.reads(f"sessions delete {name}")["trash"][0]
    person.does(f"sessions restore {trashed}")
    assert trashed == f"{'é' * 49}-2"


def test_no_link_is_moved(tmp_path: Path) -> None:
    """A link among the sessions, or in the place of the folders of the home, is left where it is,
    and nothing comes to lie where it leads."""
    person = somebody(tmp_path / "home")
    person.path("linked").symlink_to(person.path("friday"))
    assert person.types("sessions", "rename", "linked", "x", "--format", "json").codes == [
        "session-link"
    ]
    (tmp_path / "elsewhere").mkdir()
    for folder in ("trash", "sessions/archive"):
        (person.home / folder).symlink_to(tmp_path / "elsewhere")
    for what in ("archive", "delete"):
        assert person.types("sessions", what, "friday").code == 3
    assert os.listdir(tmp_path / "elsewhere") == []
    assert person.path("friday").is_file()


def test_a_folder_of_sessions_on_another_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the trash lies on another disk the file is copied there whole before it is gone
    here."""
    person = somebody(tmp_path)
    before, real = person.file("friday"), os.link

    def link(name: str, other: str, **more: object) -> None:
        if name.endswith(".toml"):
            raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
        real(name, other, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "link", link)
    person.does("sessions delete friday")
    assert os.listdir(tmp_path / "trash") == ["friday.toml"]
    assert (tmp_path / "trash" / "friday.toml").read_bytes() == before
    assert not person.path("friday").exists()


def test_another_spelling_of_its_own_name_is_no_other(tmp_path: Path) -> None:
    """Where capitals say nothing a session is not taken away by a name that is its own; a second
    name of the file stands for that here."""
    person = somebody(tmp_path)
    os.link(person.path("friday"), person.path("FRIDAY"))
    assert person.types("sessions", "rename", "friday", "FRIDAY").code == 1
    assert person.path("friday").exists()


def machine_with(trouble: Trouble) -> Callable[[int], Machine]:
    """A machine whose call of a certain number meets this trouble."""
    return lambda at: Machine(trouble, at)


def broken_from(names: Container[str]) -> Callable[[int], Machine]:
    """A machine of which these calls fail from a certain number on."""

    def trouble(name: str, args: tuple[object, ...]) -> None:
        if name in names:
            error(errno.EIO)(name, args)

    return lambda at: Machine(trouble, at, lasting=True)


MACHINES: dict[str, Callable[[int], Machine]] = {
    "full": machine_with(half_written(errno.ENOSPC)),
    "fails": machine_with(error(errno.EIO)),
    "not permitted": machine_with(error(errno.EACCES)),
    "a signal": machine_with(signalled),
    "a kill": killed,
    "broken for good": broken_from(CALLS),
    "syncs no more": broken_from(("fsync",)),
}
MOVES = {
    "rename": ("sessions", "rename", "sunday", "fest"),
    "archive": ("sessions", "archive", "sunday"),
    "delete": ("sessions", "delete", "sunday"),
    "restore": ("sessions", "restore", "old"),
}
PLACES = {
    "rename": ("sessions/sunday", "sessions/fest"),
    "archive": ("sessions/sunday", "sessions/archive/sunday"),
    "delete": ("sessions/sunday", "trash/sunday"),
    "restore": ("sessions/archive/old", "sessions/old"),
}


@pytest.mark.surroundings
@pytest.mark.parametrize("trouble", MACHINES)
@pytest.mark.parametrize("move", MOVES)
def test_every_call_that_may_fail(tmp_path: Path, move: str, trouble: str) -> None:
    """Whichever call of the machine fails: the session is there, byte for byte, under its old name
    or its new one; 3 is said only where it is as it was, 0 only where it has moved; the same
    again goes on, also where a kill left both names."""
    person = somebody(tmp_path / "home")
    person.does("new bizon Ann Bo Cleo --name old")
    person.does("sessions archive old")
    person.does("deal pass 6 6 -s sunday")
    before, after = (person.home / f"{place}.toml" for place in PLACES[move])
    data = before.read_bytes()

    def put_back() -> None:
        after.unlink(missing_ok=True)
        before.write_bytes(data)
        (person.home / "current").write_text("sunday\n", encoding="utf-8")

    calm = Machine()
    with failing(calm):
        assert person.types(*MOVES[move]).code == 0
    numbers = [at for at, (name, _) in enumerate(calm.calls, 1) if name in CALLS]
    for at in numbers:
        put_back()
        machine, said = MACHINES[trouble](at), None
        try:
            with failing(machine):
                said = person.types(*MOVES[move], stdin=Typed())
        except Killed:
            machine.died()
        where = [path for path in (before, after) if path.exists()]
        assert where, (at, calm.calls[at - 1])
        assert all(path.read_bytes() == data for path in where)
        if said is not None:
            assert "Traceback" not in said.err
            assert said.code in (0, 1, 3, 4), (at, said)
            assert said.code != 0 or where == [after], (at, said)
            assert said.code not in (1, 3) or where == [before], (at, said, calm.calls[at - 1])
        if before.exists():
            assert person.types(*MOVES[move]).code == 0, (at, calm.calls[at - 1])
        assert after.read_bytes() == data
        assert not before.exists()
    assert len(numbers) > 8
