"""A table of an event that was recorded in another session than the event began."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from terminal import Person, Said

PEOPLE = "Ann,Bob,Cal,Dee,Eve,Fay"


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody at an event of two tables whose first round has begun, with a session of the people
    of table 2 that a laptop began by itself."""
    somebody = Person(tmp_path / "home").after(
        f"event new night --game bizon --rounds 2 --seed 1 --people {PEOPLE}",
        "event seat", "event next",
    )  # fmt: skip
    names = " ".join(reversed(tables_of(somebody)[1]["people"]))
    return somebody.after(f"new bizon {names} --name laptop", "deal -s laptop passed")


def tables_of(person: Person) -> list[dict[str, object]]:
    """The tables of the round that has begun last, as a program reads them."""
    rows = person.does("event round --format json").json["rounds"][0]["tables"]
    assert isinstance(rows, list)
    return rows


def refused(person: Person, line: str) -> Said:
    """What is said to a line that is refused; nothing is recorded."""
    before = person.does("event log --format json").json
    said = person.types(*line.split())
    assert said.code == 1, said.out
    assert person.does("event log --format json").json == before
    return said


def test_a_session_is_taken_for_the_table_of_its_people(person: Person) -> None:
    """It is an entry that says so, and can be taken back; what was played then counts."""
    said = person.does("event use laptop --why offline")
    assert said.out == "the session of round 1, table 2, is laptop\n"
    assert "`night-r1-t2`, in which nobody played, counts no more" in said.err
    person.does("finish -s laptop")
    assert [row["session"] for row in tables_of(person)] == ["night-r1-t1", "laptop"]
    assert tables_of(person)[1]["points"] == [0, 0, 0]
    assert person.does("event log --format json").json[-1]["what"] == "use"
    person.does("event undo")
    assert tables_of(person)[1]["session"] == "night-r1-t2"
    person.does("event redo")
    assert tables_of(person)[1]["session"] == "laptop"
    person.does("event check")


def test_what_is_missing_names_a_session_that_may_be_meant(person: Person) -> None:
    """With the line to type, which does what it says; and to a program by its name."""
    command = "event use laptop --round 1 --table 2"
    assert f"perhaps `laptop` is round 1, table 2: scorekeeper {command}" in (
        person.does("event missing").err
    )
    rows = person.does("event missing --format json").json["missing"]
    assert [row["perhaps"] for row in rows] == [None, "laptop"]
    person.after(command, "event missing")
    rows = person.does("event missing --format json").json["missing"]
    assert [row["perhaps"] for row in rows] == [None, None]


def test_a_round_that_a_laptop_began_by_itself(person: Person, tmp_path: Path) -> None:
    """Its session has the name of the table's and another id, and what its head says is enough to
    name it, though somebody took a seat since."""
    laptop = Person(tmp_path / "laptop")
    shutil.copytree(person.home, laptop.home)
    laptop.does("event next --yes")
    person.does("event next --yes")
    first = tables_of(laptop)[0]["people"]
    assert isinstance(first, list)
    laptop.after("deal -s night-r2-t1 passed", f"seat -s night-r2-t1 Zoe for {first[0]}")
    person.path("night-r2-t1-2").write_bytes(laptop.file("night-r2-t1"))
    rows = person.does("event missing --format json").json["missing"]
    found = {(row["round"], row["table"]): row["perhaps"] for row in rows}
    assert found[2, 1] == "night-r2-t1-2"
    person.does("event use night-r2-t1-2 --round 2")
    assert tables_of(person)[0]["stand_ins"] == {first[0]: "Zoe"}


def test_a_round_of_other_people_is_not_proposed(person: Person, tmp_path: Path) -> None:
    """Where the laptop drew it otherwise: the line to type would be refused."""
    laptop = Person(tmp_path / "laptop")
    shutil.copytree(person.home, laptop.home)
    laptop.does("event next --yes")
    first = tables_of(laptop)[0]["people"]
    assert isinstance(first, list)
    person.does(f"event absent {first[0]} --round 2")
    person.does("event next --yes")
    laptop.does("deal -s night-r2-t1 passed")
    person.path("night-r2-t1-2").write_bytes(laptop.file("night-r2-t1"))
    rows = person.does("event missing --format json").json["missing"]
    assert not any(row["perhaps"] == "night-r2-t1-2" for row in rows)


def test_other_people_are_refused_with_who_they_are(person: Person) -> None:
    """With the table's and the session's, and how one that is only written otherwise is mended."""
    people = tables_of(person)[0]["people"]
    assert isinstance(people, list)
    person.does(f"new bizon {people[0]} {people[1]} Anouk --name other")
    person.does("deal -s other passed")
    said = refused(person, "event use other")
    assert f"`other` is of 3, {people[0]}, {people[1]} and Anouk; at round 1, table 1 sit 3" in (
        said.err
    )
    mend = f"seat {people[2]} for Anouk -s other"
    assert f"if Anouk is {people[2]}: scorekeeper {mend}" in said.err
    person.after(mend, "event use other")
    assert tables_of(person)[0]["session"] == "other"


def test_a_table_with_deals_of_its_own_is_left_alone(person: Person) -> None:
    """They are named; once they are taken back the other session may be the table's."""
    person.does("deal -s night-r1-t2 passed")
    said = refused(person, "event use laptop")
    assert "round 1, table 2 has 1 deal of its own, in `night-r1-t2`" in said.err
    assert "scorekeeper undo -s night-r1-t2" in said.err
    person.after("undo -s night-r1-t2", "event use laptop")


def test_a_session_is_that_of_one_table(person: Person) -> None:
    """Neither the table's own, nor one that another table uses, nor one of another game."""
    said = refused(person, "event use night-r1-t1")
    assert "`night-r1-t1` is the session of round 1, table 1 already" in said.err
    person.does("event use laptop")
    assert "is the session of round 1, table 2 already" in refused(person, "event use laptop").err
    person.does("new bismarck-swedish Ann Bob Cal --name bismarck")
    said = refused(person, "event use bismarck")
    assert "is played by bismarck-swedish, the event by bizon" in said.err
    assert "no such table has begun" in refused(person, "event use laptop --table 7").err
    assert "there is no session `none`" in refused(person, "event use none").err


def test_of_two_tables_of_the_same_people_one_is_named(person: Person) -> None:
    """The lines to type are told."""
    people = [row["people"] for row in tables_of(person)]
    hand = " / ".join(", ".join(one) for one in people if isinstance(one, list))
    assert person.types("event", "seat", "--round", "2", "--hand", hand).code == 0
    person.does("event next --yes")
    said = refused(person, "event use laptop")
    assert "scorekeeper event use laptop --round 2 --table 2" in said.err
    person.does("event use laptop --round 1")
    assert person.does("event missing").out.startswith("round 1, table 1, night-r1-t1")


def test_a_session_that_is_used_is_never_begun_empty(person: Person) -> None:
    """Where it lies elsewhere, as on the laptop still, the next round does not make one of its
    id."""
    person.does("event use laptop")
    away = person.path("laptop").rename(person.home / "laptop.toml")
    person.does("event next --yes")
    assert not person.path("laptop").exists()
    away.rename(person.path("laptop"))
    assert person.does("event round 1 --format json").json["rounds"][0]["tables"][1]["session"] == (
        "laptop"
    )


def test_other_options_than_the_events_are_told(tmp_path: Path) -> None:
    """What was played counts; the difference is named as it is typed."""
    somebody = Person(tmp_path / "home").after(
        f"event new night --game bismarck-swedish --rounds 1 --seed 1 --people {PEOPLE}",
        "event seat", "event next",
    )  # fmt: skip
    for table, more in ((1, ""), (2, "--option must_trump=yes")):
        names = " ".join(tables_of(somebody)[table - 1]["people"])  # type: ignore[arg-type]
        somebody.does(f"new bismarck-swedish {names} --name other-{table} {more}")
        somebody.does(f"deal -s other-{table} pass 6 6")
    assert "was played with" not in somebody.does("event use other-1").err
    said = somebody.does("event use other-2").err
    assert "`other-2` was played with must_trump=yes, where the event has must_trump=no" in said


def test_where_several_tables_are_of_these_people_each_is_named(tmp_path: Path) -> None:
    """With what to type if it is that one; of what is missing the latest that had begun then."""
    person = Person(tmp_path / "home").after(
        "event new night --game bizon --rounds 3 --seating hand --people Ann,Bob,Cal",
        *(f"event seat --round {number} --hand Ann,Bob,Cal" for number in (1, 2, 3)),
        "event next", "event next --yes", "new bizon Ann Bob Cal --name laptop", "deal passed",
    )  # fmt: skip
    said = refused(person, "event use laptop")
    for number in (1, 2):
        command = f"scorekeeper event use laptop --round {number} --table 1"
        assert f"if it is round {number}, table 1: {command}" in said.err
    assert "then" not in said.err
    rows = person.does("event missing --format json").json["missing"]
    assert [row["perhaps"] for row in rows] == [None, "laptop"]
