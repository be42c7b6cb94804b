"""Copies of an event: told wherever events are looked at, and joined."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Person

from scorekeeper.event import opened

PEOPLE = "Ann,Bob,Cal,Dee,Eve,Fay"
COPY = "cup (conflicted copy 2026-11-23)"


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with an event whose first round has begun, and a synchroniser's copy of it."""
    somebody = Person(tmp_path / "home").after(
        f"event new cup --game bizon --rounds 3 --seed 1 --people {PEOPLE}", "event seat", "event next",
    )  # fmt: skip
    file(somebody, COPY).write_bytes(file(somebody).read_bytes())
    return somebody


def file(person: Person, name: str = "cup") -> Path:
    """The file of an event."""
    return person.home / "events" / f"{name}.toml"


def at_copy(person: Person, line: str) -> None:
    """Does something at the copy."""
    said = person.types("event", *line.split(), "--event", COPY)
    assert said.code == 0, said.err


def joined(person: Person) -> dict[str, object]:
    """What joining them says to a program; the event holds then, and the copy is none any more."""
    said = person.types("event", "merge", COPY, "--format", "json")
    assert said.code == 0, said.err
    assert person.does("event check --event cup").err == ""
    assert [row["name"] for row in person.reads("event list")] == ["cup"]
    found = said.json
    assert isinstance(found, dict)
    return found


def test_a_copy_is_told_wherever_events_are_looked_at(person: Person) -> None:
    """With what joins them; a program reads of which it is one."""
    person.does("event note --event cup hello")
    told = f"{COPY} is a copy of the event cup; `scorekeeper event merge '{COPY}' --event cup`"
    for line in ("event list", "event check --event cup", "check --all"):
        assert told.replace("`", "") in person.types(*line.split()).err.replace("`", ""), line
    copies = {row["name"]: row["copy_of"] for row in person.reads("event list")}
    assert copies == {COPY: "cup", "cup": None}


def test_what_only_the_copy_has_is_done_after_what_is_here(person: Person) -> None:
    """Under the names and at the times at which it was recorded, once; the copy stays as it was
    under another name."""
    person.after("event absent Ann --round 2 --event cup", "event note --event cup here")
    at_copy(person, "absent Bob --round 3 --by Rita")
    at_copy(person, "note there")
    at_copy(person, "penalty Cal -3 cards on the floor")
    before = file(person, COPY).read_bytes()
    found = joined(person)
    assert (len(found["taken"]), found["left"]) == (3, [])  # type: ignore[arg-type]
    rows = person.reads("event log --event cup")
    acts = [row["what"] for row in rows if row["what"] != "draw"]
    assert acts[-5:] == ["absent", "note", "absent", "note", "score"]
    assert [row["by"] for row in rows if row["what"] == "absent"][-1] == "Rita"
    people = opened(file(person).read_bytes(), "cup").event.people
    away = [[one.name for one in people if not one.is_in(number)] for number in (2, 3)]
    assert away == [["Ann"], ["Bob"]]
    (aside,) = person.home.glob("events/*.merged-1")
    assert aside.read_bytes() == before
    file(person, COPY).write_bytes(before)
    again = joined(person)
    assert (again["taken"], again["left"]) == ([], [])
    assert len([*person.home.glob("events/*.merged-*")]) == 2


def test_who_is_away_in_both_is_away(person: Person) -> None:
    """What was drawn without knowing of the other is drawn anew."""
    person.does("event absent Ann --round 2 --event cup")
    at_copy(person, "absent Bob --round 2")
    assert joined(person)["left"] == []
    person.does("event seat --event cup")
    (drawn,) = person.reads("event round 2 --event cup")["rounds"]
    seated = [name for table in drawn["tables"] for name in table["people"]]
    assert sorted([*seated, *drawn["out"]]) == ["Cal", "Dee", "Eve", "Fay"]


def test_one_that_nobody_went_on_with_becomes_the_copy(person: Person) -> None:
    """To the letter, so that seals hold."""
    at_copy(person, "absent Ann --round 2")
    at_copy(person, "next --yes")
    wanted = file(person, COPY).read_bytes()
    joined(person)
    assert file(person).read_bytes() == wanted


def test_what_cannot_be_any_more_is_named(person: Person) -> None:
    """A round that both began is begun once; what was taken back there stays here."""
    person.after("event note --event cup first")
    file(person, COPY).write_bytes(file(person).read_bytes())
    at_copy(person, "undo")
    at_copy(person, "next --yes")
    person.does("event next --yes --event cup")
    found = joined(person)
    assert found["taken"] == []
    (begun, noted) = found["left"]  # type: ignore[misc]
    assert (
        "round 2" in str(begun["act"])
        and noted["why"] == "it was taken back there, and stands here"
    )
    said = person.reads("event round --event cup")["rounds"][0]
    assert said["round"] == 2


def test_another_event_is_not_joined(person: Person, tmp_path: Path) -> None:
    """Nor is the event itself; nothing is changed."""
    person.does(f"event new other --game bizon --rounds 3 --people {PEOPLE}")
    before = file(person).read_bytes()
    for words, why in (
        (("other", "--event", "cup"), "`other` is no copy of `cup`: they are two events"),
        (("cup", "--event", "cup"), "`cup` is the event itself"),
        (("other",), "there is no other event of which `other` is a copy"),
    ):
        said = person.types("event", "merge", *words)
        assert said.code == 1
        assert why in said.err
    changed = file(person, COPY).read_text("utf-8").replace("rounds = 3", "rounds = 4")
    file(person, COPY).write_text(changed, "utf-8")
    said = person.types("event", "merge", COPY, "--event", "cup")
    assert f"`{COPY}` and `cup` do not begin with the same" in said.err
    assert file(person).read_bytes() == before and file(person, COPY).exists()


def test_a_copy_that_lies_elsewhere_stays_there(person: Person, tmp_path: Path) -> None:
    """As one that came by mail."""
    at_copy(person, "note there")
    mailed = tmp_path / "cup.toml"
    file(person, COPY).rename(mailed)
    found = person.types("event", "merge", str(mailed), "--event", "cup", "--format", "json").json
    assert (found["taken"], found["aside"]) == (["note: there"], None)
    assert mailed.exists()
