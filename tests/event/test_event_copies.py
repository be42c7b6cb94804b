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


def joined(person: Person, code: int = 0) -> dict[str, object]:
    """What joining them says to a program; the event holds then, and the copy is none any more.
    The code is 1 where something that only the copy has was not taken."""
    said = person.types("event", "merge", COPY, "--format", "json")
    assert said.code == code, said.err
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
    found = joined(person, 1)
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


def test_a_round_that_began_in_the_copy_keeps_its_seats(person: Person) -> None:
    """Two changed places here in the round that began there: who sat down there has the points."""
    person.does("event swap Ann Bob --round 2 --event cup")
    at_copy(person, "next --yes")
    drawn = opened(file(person, COPY).read_bytes(), COPY).event.drawn[2].tables
    person.after("deal passed -s cup-r2-t1", "deal passed -s cup-r2-t2")
    found = joined(person)
    assert len(found["taken"]) == 1 and found["left"] == []  # type: ignore[arg-type]
    assert opened(file(person).read_bytes(), "cup").event.drawn[2].tables == drawn
    people = [[row["people"], row.get("instead", {})] for row in tables(person, 2)]
    assert people == [[[*one.people], {}] for one in drawn]


def tables(person: Person, number: int) -> list[dict[str, object]]:
    """The tables of a round."""
    (found,) = person.reads(f"event round {number} --event cup")["rounds"]
    rows: list[dict[str, object]] = found["tables"]
    return rows


def test_a_round_is_not_begun_for_other_people(person: Person) -> None:
    """Somebody is away here who sat down there: the round is named, drawn there at once or before."""
    person.does("event absent Ann --round 2 --event cup")
    before = file(person).read_bytes()
    at_copy(person, "next --yes")
    found = joined(person, 1)
    assert found["taken"] == [] and "round 2 begins" in str(found["left"])
    assert file(person).read_bytes() == before
    assert opened(before, "cup").event.begun == 1


def test_what_was_done_in_both_is_done_once(person: Person) -> None:
    """Two who change places in both would sit as before, and a penalty count twice."""
    for name in ("cup", COPY):
        person.types("event", "swap", "Ann", "Bob", "--round", "2", "--event", name)
        person.types("event", "penalty", "Cal", "-3", "floor", "--event", name)
    at_copy(person, "penalty Cal -3 floor")
    seats = tables(person, 2)
    found = joined(person)
    assert len(found["taken"]) == 1  # type: ignore[arg-type]
    assert [one["why"] for one in found["left"]] == ["the same was done here"] * 2  # type: ignore[attr-defined]
    assert tables(person, 2) == seats
    assert [one.points for one in opened(file(person).read_bytes(), "cup").event.penalties] == [
        -3,
        -3,
    ]


def test_what_was_taken_back_here_is_named(person: Person) -> None:
    """The same copy again after the merge was taken back."""
    at_copy(person, "penalty Cal -3 floor")
    copy = file(person, COPY).read_bytes()
    joined(person)
    person.does("event undo --event cup")
    file(person, COPY).write_bytes(copy)
    found = joined(person)
    assert found["taken"] == []
    assert [one["why"] for one in found["left"]] == ["it was taken back here"]  # type: ignore[attr-defined]


def test_what_a_hand_changed_is_asked_for_first(person: Person) -> None:
    """And is named once it was taken in: the copy says otherwise what stands here."""
    person.after("event penalty Cal -3 floor --event cup", "event note last --event cup")
    text = file(person).read_text("utf-8")
    file(person, COPY).write_text(text.replace("facts.points = -3", "facts.points = -9"), "utf-8")
    before = file(person).read_bytes()
    said = person.types("event", "merge", COPY, "--event", "cup")
    assert (said.code, file(person).read_bytes()) == (1, before)
    assert f"{COPY} was changed by hand: `scorekeeper event check --event '{COPY}'`" in said.err
    at_copy(person, "check --accept")
    (left,) = joined(person, 1)["left"]  # type: ignore[misc]
    assert "−9" in left["act"]
    assert left["why"] == "it stands here otherwise; a hand changed it in one of them"


def test_a_half_written_end_of_a_copy_is_told(person: Person) -> None:
    """As it is when a synchroniser or a power cut has cut it off."""
    at_copy(person, "note one")
    at_copy(person, "note two")
    file(person, COPY).write_bytes(file(person, COPY).read_bytes()[:-90])
    said = person.types("event", "merge", COPY, "--event", "cup")
    assert f"{COPY}: the file ends in a half-written entry (6 lines)" in said.err


def test_names_that_look_the_same_are_not_joined(person: Person) -> None:
    """Zoe of the copy may be zoe of here, or not: nobody guesses."""
    person.does("event join zoe --round 3 --event cup")
    at_copy(person, "join Zoe --round 3")
    (left,) = joined(person, 1)["left"]  # type: ignore[misc]
    assert left["why"] == "`Zoe` and `zoe` look the same"
    assert len(opened(file(person).read_bytes(), "cup").event.people) == 7


def test_a_table_with_deals_keeps_its_session(person: Person) -> None:
    """The copy took another session for it, while deals were recorded in its own."""
    (one, _) = opened(file(person).read_bytes(), "cup").event.tables
    person.does(f"new bizon {' '.join(one.people)} --name laptop")
    person.does("deal passed -s laptop")
    at_copy(person, "use laptop")
    person.does(f"deal passed -s {one.session}")
    (left,) = joined(person, 1)["left"]  # type: ignore[misc]
    assert left["why"] == f"round 1, table 1 has 1 deal of its own, in `{one.session}`"
    assert opened(file(person).read_bytes(), "cup").event.tables[0].id == one.id


def test_an_event_keeps_its_own_name(person: Person) -> None:
    """Also where the copy has more: nobody is told to join the event with what a synchroniser
    named."""
    at_copy(person, "note more")
    assert {row["name"]: row["copy_of"] for row in person.reads("event list")} == {
        COPY: "cup",
        "cup": None,
    }
    said = person.types("event", "merge", "cup")
    assert (said.code, file(person).exists()) == (1, True)
    assert f"scorekeeper event merge '{COPY}' --event cup" in said.err


def test_a_copy_that_is_a_link_stays(person: Person, tmp_path: Path) -> None:
    """What was joined is not refused afterwards; whoever records in a link is told of its file."""
    at_copy(person, "note there")
    other = tmp_path / "elsewhere.toml"
    file(person, COPY).rename(other)
    file(person, "link").symlink_to(other)
    said = person.types("event", "merge", "link", "--event", "cup")
    assert (said.code, said.out) == (0, "cup has 1 more act, of link\n  note: there\n")
    assert said.err.startswith("note: the copy stays where it is: ")
    assert file(person, "link").is_symlink()
    said = person.types("event", "note", "x", "--event", "link")
    assert f"name the file itself: --event {other}" in said.err


def test_the_name_of_a_copy_steers_no_terminal(person: Person, tmp_path: Path) -> None:
    """A file that lies elsewhere may be called anything."""
    mailed = tmp_path / "x\u202ey.toml"
    file(person, COPY).rename(mailed)
    said = person.types("event", "merge", str(mailed), "--event", "cup")
    assert (said.code, "\u202e" in said.out + said.err) == (0, False)
