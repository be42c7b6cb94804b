"""An event: its log, who plays when, its rounds and its tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Person

PEOPLE = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"]
NEW = "event new cup --game bizon --rounds 4 --seed 1 --people " + ",".join(PEOPLE)


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody who has begun an event of nine people in four rounds."""
    somebody = Person(tmp_path)
    somebody.does(NEW)
    return somebody


def test_nine_people_meet_everybody_once_in_four_rounds(person: Person) -> None:
    """All rounds of an even event are drawn together."""
    rounds = person.does("event seat --format json").json["rounds"]
    pairs = {
        frozenset((one, other))
        for page in rounds
        for table in page["tables"]
        for one in table["people"]
        for other in table["people"]
        if one != other
    }
    assert (len(rounds), len(pairs)) == (4, 36)


def test_the_next_round_begins_a_session_for_each_table(person: Person) -> None:
    """A table's session is one like any other, and says whose table it is."""
    page = person.does("event next --format json").json["rounds"][0]
    names = [table["session"] for table in page["tables"]]
    assert names == ["cup-r1-t1", "cup-r1-t2", "cup-r1-t3"]
    assert {row["name"] for row in person.does("sessions --format json").json} == {*names}
    assert "event.table = 2\n" in person.file("cup-r1-t2").decode()


def test_what_is_missing_is_named(person: Person) -> None:
    """A table has a result once its session is over."""
    person.does("event next")
    person.after("deal -s cup-r1-t1 passed", "finish -s cup-r1-t1", "deal -s cup-r1-t2 passed")
    found = person.does("event missing --format json").json["missing"]
    assert [(row["table"], row["why"]) for row in found] == [
        (2, "the game is not over"),
        (3, "no deal is recorded"),
    ]
