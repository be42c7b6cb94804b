"""Copies of one session, as two laptops or a synchronised folder leave them: told, counted once."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from terminal import Person
from work import calls_of

from scorekeeper.cli.check import MOST
from scorekeeper.league.copy_detection import name_before_conflict, similar_names
from scorekeeper.league.session_record import Ids

DEALS = ("sang 6 6", "pass 6 6", "spader 8 4", "trumf 9 4", "sang 8 4", "pass 5 6")
CONFLICTS = (
    "friday (Anna's conflicted copy 2026-11-22)",
    "friday.sync-conflict-20261122-181500-ABCDEFG",
    "friday (conflicted copy 2026-11-22 181500)",
)


def somebody(home: Path, deals: int) -> Person:
    """Somebody who has kept an evening of so many deals."""
    person = Person(home).after("new bismarck-swedish Anna Björn Cleo --name friday")
    for line in DEALS[:deals]:
        person.does(f"deal {line}")
    return person


def copied(person: Person, name: str) -> None:
    """Puts a copy of the evening beside it, as a synchroniser does."""
    shutil.copy(person.path("friday"), person.path(name))


def counted(person: Person) -> tuple[int, int]:
    """How many evenings and deals the league counts."""
    league = person.reads("league")
    return league["evenings"], league["deals"]


@pytest.mark.parametrize("name", CONFLICTS)
def test_the_names_of_three_synchronisers(tmp_path: Path, name: str) -> None:
    """A file that one of them has made is known for a copy, and the evening counts once, whoever
    of the two went on."""
    assert name_before_conflict(name) == "friday"
    person = somebody(tmp_path, 2)
    copied(person, name)
    assert counted(person) == (1, 2)
    rows = {row["name"]: row["copy_of"] for row in person.reads("sessions")}
    assert rows == {"friday": None, name: "friday"}
    person.types("deal", "spader", "8", "4", "-s", name)
    assert counted(person) == (1, 3)
    rows = {row["name"]: row["copy_of"] for row in person.reads("sessions")}
    assert rows == {"friday": name, name: None}
    for line in ("league", "sessions", "people", "check friday", "check --all"):
        said = person.types(*line.split())
        assert said.code == 0
        assert f"friday is a copy of {name}, which has all of it" in said.err, line
    person.does("sessions delete friday")
    assert "copy" not in person.types("league").err


@pytest.mark.parametrize(
    "name", ["friday", "friday (copy)", "friday 2", "conflicted copy", "friday.sync-conflict"]
)
def test_other_names_are_no_conflicts(name: str) -> None:
    """Only what a synchroniser writes is its name."""
    assert name_before_conflict(name) is None


@pytest.mark.parametrize("common", range(5))
def test_two_copies_that_part_at_any_entry(tmp_path: Path, common: int) -> None:
    """Both were gone on with: it is said every time, and the one with more entries counts, alone."""
    person = somebody(tmp_path, common)
    copied(person, "other")
    for line in DEALS[common:5]:
        person.does(f"deal {line} -s friday")
    person.does("new bizon Anna Björn Cleo --name saturday")
    person.does(
        f"deal {DEALS[common].replace('6 6', '5 5').replace('8 4', '4 8').replace('9 4', '4 9')} -s other"
    )
    longer = "friday" if 5 - common > 1 else None
    for _ in range(2):
        said = person.types("league", "--format", "json")
        assert said.json["evenings"] == 1
        assert said.json["deals"] == (5 if longer else common + 1)
        assert "are copies of one session, and each was gone on with" in said.err
    rows = {row["name"]: row["copy_of"] for row in person.reads("sessions")}
    assert not longer or rows == {"friday": None, "other": "friday", "saturday": None}


def test_an_archived_copy_is_a_copy(tmp_path: Path) -> None:
    """Wherever in the home it lies."""
    person = somebody(tmp_path, 2)
    copied(person, "other")
    person.does("sessions archive other")
    assert counted(person) == (1, 2)
    assert "other is a copy of friday" in person.types("league").err


def test_another_session_with_the_name_of_a_copy(tmp_path: Path) -> None:
    """It counts, and a word says so: its head was changed, or somebody called it so."""
    person = somebody(tmp_path, 2)
    person.types("new", "bizon", "Anna", "Bo", "Cleo", "--name", CONFLICTS[2])
    person.types("deal", "passed", "-s", CONFLICTS[2])
    assert counted(person) == (2, 3)
    for _ in range(2):
        said = person.types("league").err
    assert f"{CONFLICTS[2]} has the name of a copy of friday, and is another session" in said


def test_evenings_begun_one_after_another_are_no_copies(tmp_path: Path) -> None:
    """Sessions of the same people and game, begun within one second, are as many evenings."""
    person = Person(tmp_path)
    for number in range(3):
        person.does(f"new bizon Anna Bo Cleo --name e{number}")
        person.does("deal passed")
    said = person.types("league", "--format", "json")
    assert (said.json["evenings"], said.err) == (3, "")


def test_what_copies_have_in_common_is_read_once(tmp_path: Path) -> None:
    """Each further copy costs the league less than a fifth of the first, which reads the rules that
    they hold."""
    person, works = somebody(tmp_path, 2), []
    for number in range(3):
        if number:
            copied(person, f"copy {number}")
        person.does("league")  # from here on the rows of the evenings are kept
        works.append(calls_of(lambda: person.does("league")))
    alone, one, two = works
    assert two - one < (one - alone) / 5


# --- what a check looks at ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", [*CONFLICTS, "friday (copy)", "friday_2", "Copy of friday", "friday", "old-friday.bak"]
)
def test_names_that_a_copy_may_have(name: str) -> None:
    """One is in the other as words of its own, whichever of them is asked of; two that
    synchronisers named after one file are near each other."""
    assert similar_names(["friday"])(name)
    assert similar_names([name])("friday")
    assert similar_names([CONFLICTS[0]])(name)


@pytest.mark.parametrize("name", ["fridays", "good-friday2", "fri", "saturday", "Friday"])
def test_names_that_a_copy_hardly_has(name: str) -> None:
    assert not similar_names(["friday"])(name)
    assert not similar_names([name])("friday")


def with_others(person: Person, first: int, last: int) -> None:
    """Puts sessions that were just begun into the home: `e0001` and on."""
    head = person.file("friday").decode().partition("\n[[entry]]")[0] + "\n"
    for number in range(first, last):
        other = re.sub("^id = .*$", f'id = "{number}"', head, flags=re.MULTILINE)
        person.path(f"e{number:04}").write_text(other, "utf-8")


def opened_by(person: Person, line: str) -> int:
    """How many files a command opens."""
    return calls_of(lambda: person.does(line), only="open")


def test_a_check_of_one_session_looks_at_few_others(tmp_path: Path) -> None:
    """In a home of very many it is those of near names, and no more where there are more: whatever
    copy has another name is told by a check of all, by `sessions` and by `league`."""
    person = somebody(tmp_path, 2)
    with_others(person, 0, MOST)
    copied(person, CONFLICTS[1])
    copied(person, "other")
    copied(person, "friday (copy)")
    person.types("sessions", "archive", "friday (copy)")
    files = opened_by(person, "check friday")
    with_others(person, MOST, 2 * MOST)
    assert opened_by(person, "check friday") == files
    said = person.types("check", "friday").err
    assert f"{CONFLICTS[1]} is a copy of friday" in said
    assert "friday (copy) is a copy of friday" in said
    assert "other" not in said
    for line in ("check --all", "sessions", "league"):
        assert "other is a copy of friday" in person.types(*line.split()).err


def test_a_check_of_one_session_in_a_small_home_looks_at_all(tmp_path: Path) -> None:
    """Of the hundred sessions of two years a copy is told whatever it is called, archived or not,
    and also where a session is checked with others."""
    person = somebody(tmp_path, 2)
    person.does("new bizon Anna Bo Cleo --name saturday")
    copied(person, "other")
    person.does("sessions archive other")
    for line in ("check friday", "check", "check saturday friday", "check other"):
        said = person.types(*line.split(), SCOREKEEPER_SESSION="friday").err
        assert said.count("other is a copy of friday") == 1, line
    assert person.types("check", "saturday").err == ""


def test_of_very_many_near_names_the_nearest_are_looked_at(tmp_path: Path) -> None:
    """What a synchroniser named comes first, then the shortest names."""
    person = somebody(tmp_path, 1)
    for number in range(MOST):
        person.path(f"friday {number:03}").write_bytes(b"")
    copied(person, "friday 1")
    copied(person, "friday and so on")
    copied(person, CONFLICTS[0])
    said = person.types("check", "friday").err
    assert f"{CONFLICTS[0]} is a copy" in said
    assert "friday 1 is a copy" in said
    assert "so on" not in said


def test_a_check_of_all_opens_each_file_once(tmp_path: Path) -> None:
    """Copies and deals that were moved are looked for among what was read already."""
    person = somebody(tmp_path, 2)
    with_others(person, 0, 5)
    few = opened_by(person, "check --all")
    with_others(person, 5, 15)
    assert opened_by(person, "check --all") == few + 10


@pytest.mark.parametrize(
    ("ids", "are_alike"),
    [([], False), (["a", "b", "c"], False), (["a", "b", "a"], True), (["", "", ""], False)],
)
def test_whether_some_sessions_may_be_copies(ids: list[str], are_alike: bool) -> None:
    """Two of one identity may be; what has none is no copy of anything."""
    found = Ids()
    for identity in ids:
        found.add(identity)
    assert found.are_alike is are_alike
