"""A table of an event that played on paper: the result slip that is typed in instead of its deals."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from terminal import Person, Said, Typed

PEOPLE = "Ann,Bob,Cal,Dee,Eve,Fay"


EVENT = "night"


def event_file(person: Person) -> bytes:
    """The bytes of the event."""
    return (person.home / "events" / f"{EVENT}.toml").read_bytes()


def event_of(tmp_path: Path, options: str = "", game: str = "bizon") -> Person:
    """Somebody at an event of six people whose first round has begun."""
    new = f"event new {EVENT} --game {game} --rounds 2 --seed 1 --people {PEOPLE} {options}"
    return Person(tmp_path / "home").after(new, "event next")


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return event_of(tmp_path)


def tables_of(person: Person) -> list[dict[str, Any]]:
    """The tables of the first round, as a program reads them."""
    rows: list[dict[str, Any]] = person.does("event round 1 --format json").json["rounds"][0][
        "tables"
    ]
    return rows


def refused(person: Person, line: str) -> Said:
    """What is answered to a line that is refused; nothing is recorded."""
    before = event_file(person)
    said = person.types(*line.split())
    assert (said.code, event_file(person)) == (1, before), said.out
    return said


def test_a_slip_is_the_result_of_its_table(person: Person) -> None:
    """The points stand from top to bottom, as on the slip; an undo takes them back."""
    names = tables_of(person)[0]["people"]
    said = person.does("event slip 1 3 −1 -2 0")
    assert (
        said.out
        == f"round 1, table 1, by its slip: {names[0]} +3, {names[1]} −1 and {names[2]} −2\n"
    )
    assert [(row["points"], row["missing"]) for row in tables_of(person)] == [
        ([3, -1, -2], None), (None, "no deal is recorded"),
    ]  # fmt: skip
    rows = {row["name"]: row for row in person.reads("event standings")["rows"]}
    assert [(rows[name]["place"], rows[name]["total"]) for name in names] == [
        (1, 3),
        (5, -1),
        (6, -2),
    ]
    person.does("event undo")
    assert tables_of(person)[0]["points"] is None
    person.does("event redo")
    assert tables_of(person)[0]["points"] == [3, -1, -2]
    person.does("event check")


def test_slips_are_asked_for_in_the_order_in_which_they_are_printed(person: Person) -> None:
    """Alone the command asks for every slip that is missing, asks again where one was refused, and
    records each at once; an empty line leaves one out."""
    stdin = Typed("3 -1 -2 5\n3 -1 -2\n\n", is_terminal=True)
    said = person.types("event", "slip", stdin=stdin, at_screen=True)
    assert said.code == 0
    one, two = (", ".join(row["people"][:2]) for row in tables_of(person))
    prompts = re.findall(r"table \d, points of (.*?) and", said.err)
    assert prompts == [one, one, two]
    assert "the sum on the slip is 5, and the points add up to 0" in said.err
    assert [row["points"] for row in tables_of(person)] == [[3, -1, -2], None]
    piped = person.types("event", "slip", stdin=Typed("1 1 1\n"))
    assert (piped.code, tables_of(person)[1]["points"]) == (0, [1, 1, 1])
    assert "no slip is missing" in person.does("event slip").err


def test_what_cannot_be_on_a_slip_is_refused_whole(person: Person) -> None:
    """Every problem is named with its numbers, and nothing is recorded."""
    said = refused(person, "event slip 1 3 x")
    assert "`x` is not a whole number of points" in said.err
    assert "2 numbers for 3 players" in said.err
    assert "4" in refused(person, "event slip 1 1 1 1 4").err
    assert "round 1 has no table 3" in refused(person, "event slip 3 1 1 1").err
    assert "round 2 has not begun" in refused(person, "event slip 1 1 1 1 --round 2").err
    assert "½" in refused(person, "event slip 1 1½ 1 1").err


def test_deals_that_are_recorded_count_and_the_slip_is_compared(person: Person) -> None:
    """A slip is not recorded beside deals; those replace it once their game is over."""
    person.after("event slip 1 3 -1 -2", "deal -s night-r1-t1 passed")
    assert tables_of(person)[0]["points"] == [3, -1, -2]
    assert "the game is not over" in refused(person, "event slip 1 0 0 0").err
    person.does("finish -s night-r1-t1")
    assert tables_of(person)[0]["points"] == [0, 0, 0]
    before = event_file(person)
    said = person.does("event slip 1 0 0 0")
    assert said.out == "the slip of table 1 agrees with its deals\n"
    assert event_file(person) == before
    assert "+1" in refused(person, "event slip 1 1 0 0").err


def test_a_second_slip_corrects_the_first(person: Person) -> None:
    """What it was before is told."""
    person.does("event slip 1 3 -1 -2")
    assert "was " in person.does("event slip 1 3 -2 -1").err
    assert tables_of(person)[0]["points"] == [3, -2, -1]


def test_partners_have_the_same_points(tmp_path: Path) -> None:
    """Each partner has a line on the slip; both hold the points of their side."""
    people = "Ann,Bob,Cal,Dee"
    person = Person(tmp_path / "home").after(
        f"event new {EVENT} --game bien --rounds 1 --people {people}", "event next"
    )
    assert "are partners and have the same points" in refused(person, "event slip 1 12 4 11 4").err
    person.does("event slip 1 12 4 12 4")
    rows = person.reads("event standings")["rows"]
    assert sorted((row["place"], row["total"]) for row in rows) == [
        (1, 12),
        (1, 12),
        (3, 4),
        (3, 4),
    ]


def test_a_slip_cannot_tell_the_mean_a_deal(tmp_path: Path) -> None:
    """It does not say how many deals were played."""
    person = event_of(tmp_path, "--count mean")
    assert "does not say how many deals" in refused(person, "event slip 1 3 -1 -2").err


def test_fewer_points_are_better_where_the_game_has_it_so(tmp_path: Path) -> None:
    """The least total of a slip is the first place, as that of the deals is."""
    people = "Ann,Bob,Cal,Dee"
    person = Person(tmp_path / "home").after(
        f"event new {EVENT} --game hearts --rounds 1 --people {people}",
        "event next",
        "event slip 1 60 20 104 76 260",
    )
    names = tables_of(person)[0]["people"]
    first, *_, last = person.reads("event standings")["rows"]
    assert [(first["name"], first["total"]), (last["name"], last["total"])] == [
        (names[1], 20), (names[2], 104),
    ]  # fmt: skip


def test_an_empty_table_does_not_turn_the_standings_of_a_match_round(tmp_path: Path) -> None:
    """In a deal fewer points are better, in the match more: whoever won a match is first, whether
    or not another table has begun."""
    people = f"{PEOPLE},Gil,Hal"
    person = Person(tmp_path / "home").after(
        f"event new {EVENT} --game bien --rounds 1 --people {people}", "event next"
    )
    names = tables_of(person)[0]["people"]
    for _ in range(4):
        person.does(f"deal -s {EVENT}-r1-t1 {names[1]} 150 0 70 --yes")
    rows = {row["name"]: row for row in person.reads("event standings")["rows"]}
    assert rows[names[0]]["place"] < rows[names[1]]["place"]
    assert (rows[names[0]]["total"], rows[names[1]]["total"]) == (12, -12)


@pytest.mark.parametrize("page", ["standings", "missing", "check"])
def test_a_table_with_a_slip_and_deals_is_named_with_both_points(person: Person, page: str) -> None:
    """First the slip counts, then the deals; a slip that says the same is not named."""
    one, two, three = tables_of(person)[0]["people"]
    slip, deals = f"{one} +3, {two} −1, {three} −2", f"{one} 0, {two} 0, {three} 0"
    person.does("event slip 1 3 -1 -2")
    assert "its slip" not in person.does(f"event {page}").err
    person.does("deal -s night-r1-t1 passed")
    assert person.does(f"event {page}").err == (
        f"note: round 1, table 1: its slip counts, {slip}; "
        f"its deals in `night-r1-t1` come to {deals} so far\n"
    )
    person.does("finish -s night-r1-t1")
    assert person.does(f"event {page}").err == (
        f"note: round 1, table 1: its deals in `night-r1-t1` count, {deals}; its slip says {slip}\n"
    )


def test_deals_that_have_begun_leave_a_match_as_its_slip_has_it(tmp_path: Path) -> None:
    """In a deal fewer points are better, in the match more: the slip decides until it is over."""
    people = "Ann,Bob,Cal,Dee"
    person = Person(tmp_path / "home").after(
        f"event new {EVENT} --game bien --rounds 1 --people {people}",
        "event next", "event slip 1 12 4 12 4", f"deal -s {EVENT}-r1-t1 passed",
    )  # fmt: skip
    names = tables_of(person)[0]["people"]
    rows = {row["name"]: row for row in person.reads("event standings")["rows"]}
    assert [rows[name]["place"] for name in names] == [1, 3, 1, 3]


def test_a_slip_that_is_there_already_is_not_recorded_again(person: Person) -> None:
    """Somebody typed it before; that is told."""
    person.does("event slip 1 3 -1 -2")
    before = event_file(person)
    said = person.does("event slip 1 3 -1 -2")
    assert said.out == "the slip of table 1 is recorded already\n"
    assert event_file(person) == before
    assert person.does("event slip 1 3 -1 -2 --format json").json["done"]
    assert event_file(person) == before


def test_the_points_of_a_slip_keep_the_sum_that_the_rules_promise(tmp_path: Path) -> None:
    """All have zero together, however many deals were played; a penalty stands by itself."""
    person = event_of(tmp_path, game="bismarck-swedish")
    said = refused(person, "event slip 2 1 1 1")
    assert "the points add up to +3, and the rules promise 0" in said.err
    assert "`scorekeeper event penalty NAME POINTS WHY`" in said.err
    assert "−10" in refused(person, "event slip 2 4 -4 -10 -10").err
    name = tables_of(person)[1]["people"][2]
    person.after("event slip 2 4 -4 0 0", f"event penalty {name} -10 slow")
