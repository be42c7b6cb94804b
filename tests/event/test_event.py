"""An event at the command line: its log, who plays when, its rounds and its tables."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from terminal import Person, Typed

from scorekeeper.cli import event_tables
from scorekeeper.event import OpenEvent, opened
from scorekeeper.event.event_state import EventTable
from scorekeeper.event.round_tables import meetings, repeats
from scorekeeper.record.session_head import read_session_log

PEOPLE = ["Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida"]
NEW = "event new cup --game bizon --rounds 4 --seed 1 --people " + ",".join(PEOPLE)


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody who has begun an event of nine people in four rounds."""
    return Person(tmp_path / "home").after(NEW)


def file_of(person: Person, name: str = "cup") -> Path:
    """The file of an event."""
    return person.home / "events" / f"{name}.toml"


def event_of(person: Person) -> OpenEvent:
    """The event as it stands."""
    return opened(file_of(person).read_bytes(), "cup")


def asked(person: Person, line: str) -> Any:
    """What a line of plain words says to a program."""
    return person.does(f"{line} --format json").json


def codes(person: Person, *words: str) -> list[str]:
    """The codes with which a line is refused."""
    said = person.types(*words, "--format", "json")
    assert said.code == 1
    return said.codes


def rounds_of(event: OpenEvent) -> dict[int, Any]:
    return {number: drawn.seating for number, drawn in event.event.drawn.items()}


# --- drawing -------------------------------------------------------------------------------------


def test_rounds_of_the_same_people_are_drawn_together(person: Person) -> None:
    """Who is away in the second round leaves the design to the three others, in which nobody meets
    twice."""
    person.does("event absent Ann --round 2")
    person.does("event seat")
    drawn = rounds_of(event_of(person))
    assert sorted(drawn) == [1, 2, 3, 4]
    assert max(meetings([drawn[number] for number in (1, 3, 4)]).values()) == 1


def test_who_comes_late_makes_nobody_meet_again(tmp_path: Path) -> None:
    """27 people at eight tables in five rounds, of whom two come after the first."""
    people = [f"P{number:02}" for number in range(1, 28)]
    line = f"event new night --game bismarck-swedish --people {','.join(people)} --rounds 5"
    for seed in (2, 3):
        begun = f"{line} --tables 8x3-4 --deals 12 --seed {seed}"
        person = Person(tmp_path / str(seed)).after(begun, "event late P03 P09", "event seat")
        drawn = opened(file_of(person, "night").read_bytes(), "night").event.drawn
        assert len(drawn[1].seating.people) == 25
        assert repeats(meetings(one.seating for one in drawn.values())) == 0


def test_nine_people_meet_everybody_once_in_four_rounds(person: Person) -> None:
    """All rounds of an even event are drawn together, and it is said how often people meet."""
    said = person.does("event seat")
    tables = [table for one in rounds_of(event_of(person)).values() for table in one.tables]
    pairs = {frozenset((a, b)) for table in tables for a in table for b in table if a != b}
    assert len(pairs) == 36
    assert said.err.endswith("note: in these 4 rounds nobody meets anybody twice\n")


def test_larger_tables_come_first(tmp_path: Path) -> None:
    """So that who prints the pages of the tables knows which have four columns."""
    line = NEW.replace("bizon", "bismarck-swedish").replace("--rounds", "--tables 3-4 --rounds")
    person = Person(tmp_path).after(f"{line},Jon,Kit", "event seat --seating random")
    assert [len(table) for table in rounds_of(event_of(person))[1].tables] == [4, 4, 3]


def test_the_seed_says_the_draw(tmp_path: Path) -> None:
    """Two events with the same seed are drawn alike; another seed draws otherwise."""
    found = []
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        line = NEW.replace("--seed 1", f"--seed {seed} --seating random")
        somebody = Person(tmp_path / name).after(line, "event seat --all")
        found.append(rounds_of(event_of(somebody)))
    assert found[0] == found[1] != found[2]


def test_seats_by_hand_are_checked_and_every_fault_is_named(person: Person) -> None:
    """A name that is nobody's, one that is there twice, one that is missing, tables too large or
    too small, all at once."""
    hand = "Ann, Bob, Cal, Dee / Eve, Ann"
    assert codes(person, "event", "seat", "--hand", hand) == [
        "seating-twice", "seating-left", "seating-size", "seating-size",
    ]  # fmt: skip
    assert codes(person, "event", "seat", "--hand", "Zoe, Bob, Cal") == ["event-person"]
    hand = "ida,hal,gus; fay,eve,dee; cal,bob,ann"
    said = person.types("event", "seat", "--hand", hand, "--why", "as last year")
    assert said.code == 0, said.err
    assert event_of(person).event.drawn[1].seating.tables[0] == ("Ida", "Hal", "Gus")
    assert asked(person, "event log")[-1]["why"] == "as last year"


def test_two_change_places_and_who_meets_again_is_said(person: Person) -> None:
    """The round is another one, and the first round, where they met, is named."""
    person.does("event seat")
    first, second = (rounds_of(event_of(person))[n].tables for n in (1, 2))
    mates = first[0]
    one = next(table for table in second if mates[0] in table)
    other = next(table for table in second if mates[1] in table)
    goes = next(name for name in other if name not in mates)
    stays = mates[1]
    said = person.does(f"event swap {mates[0]} {goes} --round 2")
    pair = " and ".join(sorted((mates[0], stays)))
    assert f"note: {pair} meet here again: they meet in 1 other round" in said.err
    after = rounds_of(event_of(person))[2].tables
    assert {*map(frozenset, after)} != {*map(frozenset, second)}
    assert goes in after[second.index(one)]
    assert codes(person, "event", "swap", "Ann", "ann") == ["event-person"]


def test_a_known_design_says_its_source(tmp_path: Path) -> None:
    """In the log of the event, and to who drew."""
    person = Person(tmp_path).after(NEW + ",Jon,Kit,Lea,Max,Nan,Oli".replace(" ", ""))
    said = person.does("event seat")
    drawn = [entry.facts for entry in event_of(person).log.entries]
    assert {facts["found"] for facts in drawn} == {"design"}
    assert f"note: drawn by a known design: {drawn[0]['source']}\n" in said.err


# --- rounds --------------------------------------------------------------------------------------


def test_the_next_round_begins_a_session_for_each_table(person: Person) -> None:
    """A table's session is one like any other, and says whose table it is."""
    page = asked(person, "event next")["rounds"][0]
    names = [table["session"] for table in page["tables"]]
    assert names == ["cup-r1-t1", "cup-r1-t2", "cup-r1-t3"]
    assert {row["name"] for row in asked(person, "sessions")} == {*names}
    head = read_session_log(person.file("cup-r1-t2")).head
    own = event_of(person).terms.id
    assert head["event"] == {"id": own, "name": "cup", "round": 1, "table": 2}
    assert head["seats"]["order"] == page["tables"][1]["people"]
    assert head["seats"]["dealer"] == page["tables"][1]["people"][0]


def test_what_is_missing_is_named(person: Person) -> None:
    """A table has a result once its session is over."""
    person.does("event next")
    person.after("deal -s cup-r1-t1 passed", "finish -s cup-r1-t1", "deal -s cup-r1-t2 passed")
    found = asked(person, "event missing")["missing"]
    assert [(row["table"], row["why"]) for row in found] == [
        (2, "the game is not over"),
        (3, "no deal is recorded"),
    ]
    row = asked(person, "event round")["rounds"][0]["tables"][0]
    assert (row["points"], row["missing"]) == ([0, 0, 0], None)


@pytest.mark.parametrize("there", range(3))
def test_a_round_that_was_cut_off_is_completed(person: Person, there: int) -> None:
    """Killed after some of its sessions, the same again makes the others just as they would have
    been, and begins no other round."""
    person.does("event next")
    names = [f"cup-r1-t{n}" for n in range(1, 4)]
    files = [person.file(name) for name in names]
    for name in names[there:]:
        person.path(name).unlink()
    person.does("event next")
    assert [person.file(name) for name in names] == files
    assert event_of(person).event.begun == 1


def test_killed_in_the_middle_of_beginning_a_round(person: Person) -> None:
    """The entry of the round is on disk before any of its sessions is."""
    code = (
        "import os, sys\n"
        "from scorekeeper import store\n"
        "made = store.create_session\n"
        "def kill(name, text):\n"
        "    made(name, text) if name.endswith('t1') else os.kill(os.getpid(), 9)\n"
        "store.create_session = kill\n"
        "from scorekeeper.cli.main import main\n"
        "main(['event', 'next'])\n"
    )
    env = {**os.environ, **person.settings, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    ended = subprocess.run([sys.executable, "-c", code], env=env, check=False, capture_output=True)
    assert ended.returncode == -9, ended.stderr
    assert sorted(path.stem for path in (person.home / "sessions").glob("*.toml")) == ["cup-r1-t1"]
    said = person.does("event next")
    assert "2 sessions of it were not there: they are now" in said.err
    assert len(asked(person, "sessions")) == 3


def test_a_session_is_found_whatever_it_is_called_and_wherever_it_lies(person: Person) -> None:
    """Renamed, archived, or thrown away and brought back: the table is the same one."""
    person.does("event next")
    person.after("deal -s cup-r1-t1 passed", "finish -s cup-r1-t1")
    person.after("sessions rename cup-r1-t1 kitchen", "sessions archive kitchen")
    person.does("sessions delete cup-r1-t3")
    tables = asked(person, "event round")["rounds"][0]["tables"]
    assert [row["session"] for row in tables] == ["kitchen", "cup-r1-t2", "cup-r1-t3"]
    assert tables[2]["missing"] == "its session is not here, or cannot be read"
    person.does("event next --yes")
    assert event_of(person).event.begun == 2  # what was thrown away is not begun anew
    assert not person.path("cup-r1-t3").exists()


def test_of_two_copies_the_one_that_was_gone_on_with_counts(person: Person) -> None:
    """As a laptop without a network leaves them."""
    person.does("event next --yes")
    (person.home / "sessions" / "laptop.toml").write_bytes(person.file("cup-r1-t1"))
    person.after("deal -s laptop passed", "finish -s laptop")
    row = asked(person, "event round")["rounds"][0]["tables"][0]
    assert (row["session"], row["points"]) == ("laptop", [0, 0, 0])
    person.does("merge cup-r1-t1 laptop")
    assert asked(person, "event round")["rounds"][0]["tables"][0]["session"] == "cup-r1-t1"


def test_who_takes_a_seat_plays_for_who_left_it(person: Person) -> None:
    """The result is of who was drawn, and the page says who played."""
    first = asked(person, "event next")["rounds"][0]["tables"][0]["people"][0]
    person.does("deal -s cup-r1-t1 passed")
    person.after(f"seat -s cup-r1-t1 Zoe for {first}", "finish -s cup-r1-t1")
    row = asked(person, "event round")["rounds"][0]["tables"][0]
    assert (row["stand_ins"], row["points"]) == ({first: "Zoe"}, [0, 0, 0])
    assert f"Zoe for {first}" in person.does("event round").out
    assert f"- round 1: Zoe played for {first}\n" in person.does(f"event explain {first}").out
    assert asked(person, f"event explain {first}")["rounds"][0]["stand_in"] == "Zoe"


def test_a_name_that_was_taken_meanwhile_is_left_alone(person: Person) -> None:
    """The table's session is begun under another; it is found by its id."""
    person.does("event next")
    head = person.file("cup-r1-t2")
    person.path("cup-r1-t2").unlink()
    person.does("new bizon Ann Bob Cal --name cup-r1-t2")
    person.does("event next")
    assert person.file("cup-r1-t2-2") == head
    tables = asked(person, "event round")["rounds"][0]["tables"]
    assert [row["session"] for row in tables] == ["cup-r1-t1", "cup-r1-t2-2", "cup-r1-t3"]


def test_a_session_that_a_hand_spoilt_is_not_begun_anew(person: Person) -> None:
    """Its table is told of, the file stays, and the next round is not held up by it."""
    person.does("event next")
    path = person.path("cup-r1-t1")
    path.write_text(path.read_text("utf-8").replace("[options]", "[options"), "utf-8")
    row = asked(person, "event missing")["missing"][0]
    assert row["why"] == "its session is not here, or cannot be read"
    path.write_text("nothing", "utf-8")
    assert asked(person, "event next --yes")["rounds"][0]["round"] == 2
    assert path.read_text("utf-8") == "nothing"


@pytest.mark.parametrize(
    ("was", "now"),
    [('name = "cup"', 'name = "../../evil"'), ('["cup-r1-t1"', '["../../evil"')],
    ids=["event", "session"],
)  # fmt: skip
def test_an_events_file_makes_nothing_outside_the_home(person: Person, was: str, now: str) -> None:
    """It may be somebody else's, and name what no session can be named."""
    person.does("event next")
    path = person.home / "events" / "cup.toml"
    path.write_text(path.read_text("utf-8").replace(was, now, 1), "utf-8")
    before = path.read_bytes()
    assert codes(person, "event", "next", "--yes") == ["session-name"]
    assert path.read_bytes() == before
    assert not [*person.home.parent.parent.glob("**/evil*")]


def test_a_session_of_fewer_people_is_no_result(person: Person) -> None:
    """As a hand may have left it."""
    line = NEW.replace("cup", "bowl").replace("bizon", "bismarck-swedish")
    person.after(line.replace("--rounds", "--tables 4-5 --rounds"), "event next")
    path = person.path("bowl-r1-t1")
    text = path.read_text("utf-8")
    people = asked(person, "event round")["rounds"][0]["tables"][0]["people"]
    path.write_text(text.replace(f', "{people[-1]}"', ""), "utf-8")
    found = asked(person, "event missing")["missing"][0]
    assert found["why"] == "fewer people play in its session than were drawn"


def test_of_two_copies_of_one_name_the_longer_counts(person: Person) -> None:
    """One of them in the archive, as a synchroniser may leave it."""
    person.does("event next")
    archive = person.home / "sessions" / "archive"
    archive.mkdir()
    (archive / "cup-r1-t1.toml").write_bytes(person.file("cup-r1-t1"))
    person.after("deal -s cup-r1-t1 passed", "finish -s cup-r1-t1")
    assert asked(person, "event round")["rounds"][0]["tables"][0]["points"] == [0, 0, 0]


def test_names_of_sessions_that_are_taken_are_passed_over(person: Person) -> None:
    """Nobody's session is touched."""
    person.does("new bizon Ann Bob Cal --name cup-r1-t2")
    tables = asked(person, "event next")["rounds"][0]["tables"]
    assert [row["session"] for row in tables] == ["cup-r1-t1", "cup-r1-t2-2", "cup-r1-t3"]


def test_by_the_standings_neighbours_sit_together(tmp_path: Path) -> None:
    """The first round is by chance; the next waits for all results, and then the best sit at one
    table."""
    line = NEW.replace("bizon", "bismarck-swedish").replace("--seed", "--seating standing --seed")
    person = Person(tmp_path).after(line, "event next")
    assert codes(person, "event", "next") == ["event-missing"]
    for number in (1, 2, 3):
        table = f"cup-r1-t{number}"
        person.after(f"deal -s {table} sang {4 * number} 4", f"finish -s {table}")
    points = [
        (score, name)
        for row in asked(person, "event round")["rounds"][0]["tables"]
        for name, score in zip(row["people"], row["points"], strict=True)
    ]
    best = {name for _, name in sorted(points, reverse=True)[:3]}
    tables = asked(person, "event next --yes")["rounds"][0]["tables"]
    assert {*tables[0]["people"]} == best


# --- who is there --------------------------------------------------------------------------------


def test_what_has_begun_is_not_changed_by_who_comes_and_goes(person: Person) -> None:
    """Rounds that are drawn and have not begun are drawn anew, and it is said."""
    person.after("event seat", "event next")
    first = event_of(person).event.drawn[1]
    said = person.does("event absent Ann --round 3")
    assert "Ann is away in round 3\nround 3 is drawn" in said.out
    person.does("event join Zoe --round 2")
    person.does("event drop Bob --round 4 --why train")
    event = event_of(person).event
    assert event.drawn[1] == first
    assert sorted(event.drawn) == [1, 2, 3, 4]
    assert event.playing(2) == (*PEOPLE, "Zoe")
    assert event.playing(3) == (*PEOPLE[1:], "Zoe")
    assert event.playing(4) == ("Ann", *PEOPLE[2:], "Zoe")
    assert codes(person, "event", "drop", "Ann", "--round", "1") == ["event-round"]


def test_who_is_away_may_leave_altogether(person: Person) -> None:
    """Though they are not there in the coming round; but nobody leaves twice."""
    person.after("event absent Ann", "event drop Ann")
    assert not any(event_of(person).event.people[0].plays)
    assert codes(person, "event", "drop", "Ann") == ["event-person"]
    assert codes(person, "event", "absent", "Ann") == ["event-person"]


def test_who_is_late_is_known_and_plays_from_then_on(person: Person) -> None:
    """The coming round is drawn without them; somebody new joins."""
    person.does("event late Ida")
    assert event_of(person).event.playing(1) == tuple(PEOPLE[:-1])
    assert event_of(person).event.playing(2) == tuple(PEOPLE)
    assert asked(person, "event round")["rounds"][0]["late"] == ["Ida"]
    said = person.types("event", "late", "Zoe")
    assert "somebody new joins: scorekeeper event join --round 2 Zoe" in said.err
    said = person.does("event join Anne")
    assert said.err == "note: Anne is new at the event; if Ann was meant: scorekeeper event undo\n"


def test_a_round_by_hand_is_to_be_seated_again(person: Person) -> None:
    """Nobody's choice is thrown over without a word."""
    hand = "Ann, Bob, Cal / Dee, Eve, Fay / Gus, Hal, Ida"
    assert person.types("event", "seat", "--hand", hand).code == 0
    said = person.does("event absent Ann")
    assert said.err == "note: round 1 is to be seated again: scorekeeper event seat\n"
    assert 1 not in event_of(person).event.drawn


@pytest.mark.parametrize("people", ["A,B,A,C", "a,a,b,c", "é,b,c,é"])
def test_two_of_one_letter_are_two_of_one_name(person: Person, people: str) -> None:
    """As of any other name."""
    line = f"event new c --game bizon --rounds 1 --people {people}"
    assert codes(person, *line.split()) == ["player-twice"]


def test_names_that_look_alike_are_one_name(person: Person) -> None:
    """However its letters are composed."""
    person.does("event join Zoë")
    assert codes(person, "event", "join", "Zoe\u0308") == ["event-person"]
    assert codes(person, "event", "join", "ANN\u200d") == ["player-twice"]
    assert codes(person, "event", "join", "a\x1b[2J") == ["player-name"]


# --- the log -------------------------------------------------------------------------------------


def test_undo_of_a_round_takes_its_empty_sessions_away(person: Person) -> None:
    """And a redo brings the very same ones back."""
    person.does("event next")
    before = person.file("cup-r1-t1")
    person.does("event undo")
    assert [*(person.home / "sessions").glob("*.toml")] == []
    assert event_of(person).event.begun == 0
    person.does("event redo")
    assert person.file("cup-r1-t1") == before


@pytest.mark.parametrize("line", ["event next", "event redo"])
@pytest.mark.parametrize("then", ["event note nothing", "event next --yes"])
def test_a_round_that_is_taken_back_while_it_begins_leaves_no_session(
    person: Person, monkeypatch: pytest.MonkeyPatch, then: str, line: str
) -> None:
    """Somebody else takes it back when the first of its sessions is made, and may begin another."""
    if line == "event redo":
        person.after("event next", "event undo")
    create = event_tables._create

    def slow(table: EventTable, head: str) -> None:
        create(table, head)
        if table.number == 1:
            monkeypatch.setattr(event_tables, "_create", create)
            person.after("event undo", then)

    monkeypatch.setattr(event_tables, "_create", slow)
    said = person.types(*line.split())
    assert said.code == 1
    assert "refused: round 1 was taken back meanwhile" in said.err
    event = event_of(person).event
    rounds = [event.drawn[number] for number in range(1, event.begun + 1)]
    begun = {table.session for one in rounds for table in one.tables}
    assert {one["name"] for one in person.reads("sessions")} == begun
    assert person.types("event", "check").code == 0


def test_of_an_undo_and_a_first_deal_at_once_one_is_refused(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deal that is recorded when the sessions are about to be taken away keeps the round, and each
    of them."""
    person.does("event next")
    before = file_of(person).read_bytes()
    remove = event_tables.remove_empty

    def slow(tables: Sequence[EventTable]) -> list[str]:
        person.does("deal -s cup-r1-t2 passed")
        return remove(tables)

    monkeypatch.setattr(event_tables, "remove_empty", slow)
    said = person.types("event", "undo")
    assert said.code == 1
    assert "something is recorded in `cup-r1-t2`" in said.err
    assert file_of(person).read_bytes() == before
    assert {one["name"] for one in person.reads("sessions")} == {
        "cup-r1-t1",
        "cup-r1-t2",
        "cup-r1-t3",
    }
    person.does("deal -s cup-r1-t1 passed")


def test_what_was_played_is_not_undone(person: Person) -> None:
    """The sessions in which something is recorded are named, and nothing is changed."""
    person.after("event next", "deal -s cup-r1-t1 passed", "note -s cup-r1-t3 cold")
    before = file_of(person).read_bytes()
    said = person.types("event", "undo")
    assert said.code == 1
    assert "something is recorded in `cup-r1-t1` and `cup-r1-t3`" in said.err
    assert file_of(person).read_bytes() == before


def test_who_did_it_stands_in_the_log(person: Person) -> None:
    """By `--by` or the environment."""
    person.does("event note --by Bob the hall closes at eleven")
    person.does("event absent Ann", SCOREKEEPER_BY="Cal")
    assert [row["by"] for row in asked(person, "event log")] == ["Bob", "Cal"]
    lines = person.does("event log").out.splitlines()
    assert lines[0].endswith("note: the hall closes at eleven (Bob)")


def test_what_a_hand_changed_is_seen_and_may_be_taken_in(person: Person) -> None:
    """The chain is that of sessions."""
    person.after("event absent Ann", "event note two")
    assert person.does("event check").out == ""
    path = file_of(person)
    path.write_text(path.read_text("utf-8").replace('player = "Ann"', 'player = "Bob"'), "utf-8")
    said = person.types("event", "check")
    assert said.code == 1
    assert '`facts.player = "Ann"` is `facts.player = "Bob"` now' in said.err
    assert "scorekeeper event check --accept" in said.err
    person.does("event check --accept")
    assert person.does("event check").out == ""


@pytest.mark.parametrize("command", ["event check", "check --all"])
def test_a_chain_of_an_event_that_was_taken_away_is_missed(person: Person, command: str) -> None:
    """As that of a session."""
    person.after("event absent Ann", "event note two")
    path = file_of(person)
    taken = re.sub("(?m)^before = .*\n", "", path.read_text("utf-8"))
    path.write_text(taken.replace('player = "Ann"', 'player = "Bob"'), "utf-8")
    said = person.types(*command.split())
    assert said.code == 1
    assert "have no line `before`: they were put in or changed by hand" in said.err
    person.after("event check --accept", command)


def test_a_seal_of_an_event_proves_all_above_it(person: Person) -> None:
    """It is in the log and in what a program reads of an act; a change above it and an end that
    was cut off are told."""
    absent = asked(person, "event absent Ann")["seal"]
    last = asked(person, "event note two")["seal"]
    number = len(asked(person, "event log"))
    assert [row["seal"] for row in asked(person, "event log")][-1] == last
    assert person.does(f"event check --seal {last}").out == (
        f"{last} is entry {number}, note: two; all up to it is as it was\n"
    )
    held = asked(person, f"event check --seal {absent}")
    assert (held["event"], held["seal"], held["round"]) == ("cup", absent, 1)
    path, whole = file_of(person), file_of(person).read_text("utf-8")
    path.write_text(whole.replace('player = "Ann"', 'player = "Bob"'), "utf-8")
    assert person.types("event", "check", "--seal", last).code == 1
    path.write_text(whole[: whole.rindex("\n[[entry]]")], "utf-8")
    person.does("event check")
    said = person.types("event", "check", "--seal", last)
    assert said.code == 1
    assert f"{last} is the seal of entry {number}, but the log has" in said.err
    assert person.types("event", "check", "--seal", last, "--accept").code == 2


def test_an_act_that_cannot_follow_is_a_problem_of_an_event_that_opens(person: Person) -> None:
    """What a hand made impossible is told with its line; the log is shown, nothing else is done,
    and once it is taken back the event goes on from before it."""
    person.does("event next")
    path = file_of(person)
    text = path.read_text("utf-8")
    head, begin = text[: text.rindex("\n[[entry]]")], text[text.rindex("\n[[entry]]") :]
    path.write_text(head + begin.replace("number = 1", "number = 2"), "utf-8")
    assert (event_of(person).event.begun, event_of(person).problems[0].code) == (0, "event-order")
    assert {"event-order", "chain"} >= {*codes(person, "event", "check")} >= {"event-order"}
    assert asked(person, "event log")[-1]["round"] == 2
    assert [row["begun"] for row in asked(person, "event list")] == [0]
    before = person.reads("sessions")
    for line in ("event note x", "event next", "event round", "event standings"):
        assert codes(person, *line.split()) == ["event-order"]
    person.does("event undo")
    assert person.reads("sessions") == before, "the tables of the round are not those of that entry"
    assert event_of(person).problems == ()
    person.does("event note x")


def test_what_a_power_cut_left_is_set_aside(person: Person) -> None:
    """The next entry, or `--repair`, keeps it in a file of its own."""
    for line in ("event note two", "event check --repair"):
        with file_of(person).open("a", encoding="utf-8") as file:
            file.write('\n[[entry]]\nwhat = "note"\n')
        said = person.types("event", "check")
        assert "end of file: the file ends in a half-written entry" in said.err
        person.does(line)
        assert person.does("event check").out == ""
    assert len([*(person.home / "events").glob("cup.cut-*")]) == 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('facts.tables = ["', 'facts.tables = [1, "'),
        ("facts.out = []", "facts.out = [true]"),
        ("facts.sessions = [", "facts.ids_ = ["),
        ('how = "even"', "how = 3"),
        ('how = "even"', 'how = "odd"'),
        ("number = 1\n", "number = 9\n"),
        ('people = ["Ann"', "people = [7"),
        ("rounds = 4", "rounds = 400"),
        ("tables.best = 3", "tables.best = 9"),
        ('seating = "even"', 'seating = "odd"'),
        ('count.by = "points"', "count.by = 3"),
        ("seed = 1", "sead = 1"),
        ("\n[[entry]]\n", "\n[entry]\n"),
    ],
)
def test_a_file_that_a_hand_spoilt_is_refused(person: Person, old: str, new: str) -> None:
    """With words, whatever was spoilt; never with a mistake of the program."""
    person.does("event next")
    path = file_of(person)
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    for words in (["event", "round"], ["event", "next"], ["event", "check"]):
        said = person.types(*words, SCOREKEEPER_DEBUG="1")
        assert (said.code, said.err[:8]) == (1, "refused:"), said.err


def test_a_session_is_no_event_and_an_event_no_session(person: Person) -> None:
    """Each is refused as the other."""
    person.does("event next")
    session, event = str(person.path("cup-r1-t1")), str(file_of(person))
    assert codes(person, "event", "round", "--event", session) == ["event-broken"]
    assert codes(person, "sheet", "--session", event) == ["session-broken"]


# --- which one -----------------------------------------------------------------------------------


def test_the_event_used_last_is_meant(person: Person) -> None:
    """Or the one that is named, in the environment too; and what helps names it."""
    person.does(NEW.replace("cup", "bowl"))
    assert [row["current"] for row in asked(person, "event list")] == [False, True]
    assert person.does("event round").out.startswith("bowl, ")
    assert person.does("event round -e cup").out.startswith("cup, ")
    assert person.does("event round", SCOREKEEPER_EVENT="cup").out.startswith("cup, ")
    said = person.types("event", "swap", "Ann", "Bob", "-e", "cup")
    assert "scorekeeper event seat --event cup --round 1" in said.err
    file_of(person, "bowl").unlink()
    assert person.does("event round").out.startswith("cup, ")


def test_an_event_is_never_written_over(person: Person) -> None:
    """Its name is taken."""
    before = file_of(person).read_bytes()
    assert codes(person, *NEW.split()) == ["event-exists"]
    assert file_of(person).read_bytes() == before


def test_every_fault_of_a_new_event_is_named_at_once(person: Person) -> None:
    """And nothing is begun."""
    words = "event new x/y --game bizon --rounds 0 --tables 3-8 --best 7 --ties woe --option z=1"
    found = codes(person, *words.split(), "--people", "Ann,ann")
    assert {"event-name", "event-rounds", "event-ties"} <= {*found}
    assert {"player-twice", "event-people", "option-unknown"} <= {*found}
    assert [path.stem for path in (person.home / "events").glob("*")] == ["cup"]


@pytest.mark.parametrize(
    "text",
    [
        "Ann\nBob\nCal\n",
        "\ufeffAnn\r\nBob\r\nCal",
        "Ann, Bob, Cal",
        "name;year\nAnn;1990\nBob;1991\nCal;\n",
        "no\tNamn\n1\tAnn\n2\tBob\n3\tCal\n",
        '"Ann"\n"Bob"\n\n"Cal"\n',
    ],
)
def test_people_are_read_from_a_file(tmp_path: Path, text: str) -> None:
    """A name a line, one line, or a column under its head, whatever parts the cells."""
    (tmp_path / "people.csv").write_text(text, encoding="utf-8", newline="")
    person, file = Person(tmp_path / "home"), str(tmp_path / "people.csv")
    said = person.types(
        "event", "new", "cup", "--game", "bizon", "--rounds", "1", "--from", file, "--format",
        "json",
    )  # fmt: skip
    assert said.json["people"] == ["Ann", "Bob", "Cal"]


def test_a_check_of_everything_looks_at_events_too(person: Person) -> None:
    """Each is named, with what to type about it."""
    assert asked(person, "check --all") == {
        "checked": 0, "events": 1, "problems": [], "fingerprints": {},
    }  # fmt: skip
    person.after("event note hello", "event note there", "event next", "event undo")
    file = file_of(person)
    file.write_text(file.read_text("utf-8").replace('"hello"', '"hallo"'), "utf-8")
    said = person.types("check", "--all")
    assert said.code == 1
    assert "cup · " in said.err
    assert "scorekeeper event check --event cup --accept" in said.err
    file.write_text("nothing", "utf-8")
    assert person.types("check", "--all").code == 1


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("--rounds 2 --out-score 1,2", ["event-points"]),
        ("--rounds 2 --out-score late=1,late=1", ["event-points"]),
        ("--rounds 2 --count rank=", ["event-points"]),
        ("--rounds 2 --count rank=1,2,3/4,2,1,0", ["event-points"]),
        ("--rounds 2 --ties ,", ["event-ties"]),
        ("--rounds 2 --count points=", ["event-count"]),
        ("--rounds 0 --best 1", ["event-rounds"]),
        ("--rounds 2 --best 3", ["event-best"]),
    ],
)
def test_what_says_nothing_or_the_same_twice_is_refused(
    person: Person, words: str, wanted: list[str]
) -> None:
    """Each once, and nothing that only follows from another of them."""
    line = f"event new c --game bizon --people Ann,Bob,Cal {words}"
    assert codes(person, *line.split()) == wanted


def test_all_of_it_can_be_read_by_a_program(person: Person) -> None:
    """Every command says JSON."""
    lines = (
        "event seat", "event swap Ann Bob", "event late Cal", "event join Cal", "event next",
        "event round", "event missing", "event penalty Ann -5 cards on the floor", "event note hm",
        "event undo", "event redo", "event drop Dee", "event absent Eve", "event log",
        "event check", "event list", "event finish",
    )  # fmt: skip
    for line in lines:
        said = person.does(f"{line} --format json")
        assert json.loads(said.out) is not None, line


def test_a_penalty_stands_with_its_reason(person: Person) -> None:
    """Points of the referee, for a round that has begun."""
    assert codes(person, "event", "penalty", "Ann", "-5", "late") == ["event-round"]
    assert codes(person, "event", "penalty", "Ann", "9" * 8, "late") == ["event-points"]
    person.does("event next")
    said = person.types("event", "penalty", "Ann", "-5", "late for the third time")
    assert said.out == "Ann −5 in round 1, by the referee\n"
    (penalty,) = event_of(person).event.penalties
    assert (penalty.person, penalty.points, penalty.reason) == (
        "Ann",
        -5,
        "late for the third time",
    )


def test_after_the_end_nothing_begins(person: Person) -> None:
    """But the end can be taken back."""
    person.after("event next", "event finish the hall closes".replace(" the hall closes", ""))
    for words in (["event", "next"], ["event", "seat"], ["event", "join", "Zoe"]):
        assert codes(person, *words) == ["event-over"]
    person.after("event undo", "event next --yes")


def test_an_event_elsewhere_is_meant_by_its_path(person: Person, tmp_path: Path) -> None:
    """As it lies on a stick."""
    elsewhere = tmp_path / "stick.toml"
    elsewhere.write_bytes(file_of(person).read_bytes())
    assert person.types("event", "note", "hm", "-e", str(elsewhere)).code == 0
    assert len(opened(elsewhere.read_bytes(), "").log.entries) == 1
    assert len(event_of(person).log.entries) == 0


def test_recording_a_deal_knows_nothing_of_events() -> None:
    """Nothing of them is loaded by what records."""
    code = (
        "import sys, scorekeeper.cli.act_commands\n"
        "print([m for m in sys.modules if re.search('scorekeeper.(event|seating|cli.event)', m)])"
    )
    found = subprocess.run(
        [sys.executable, "-c", f"import re\n{code}"], check=True, capture_output=True, text=True
    )
    assert re.fullmatch(r"\[\]\n", found.stdout)


def test_who_is_not_in_a_round_is_told_so(person: Person) -> None:
    """Not that nobody is called that."""
    person.after("event seat", "event absent Ann --round 2")
    said = person.types("event", "swap", "Ann", "Bob", "--round", "2")
    assert (said.code, said.err) == (
        1,
        "refused: Ann does not play in round 2\n"
        "try: `scorekeeper event join Ann --round 2` has them play in it\n",
    )
    assert "nobody is called `Zoe`" in person.types("event", "swap", "Zoe", "Bob").err


def test_who_left_by_a_slip_comes_back_without_a_draw(person: Person) -> None:
    """A word says how; and what it says holds."""
    person.does("event seat")
    drawn = rounds_of(event_of(person))
    person.does("event drop Ann --round 2")
    said = person.does("event join Ann --round 2")
    assert "Ann left just before; where that was a slip, `scorekeeper event undo` twice" in said.err
    person.after("event undo", "event undo")
    assert rounds_of(event_of(person)) == drawn
    assert "slip" not in person.types("event", "join", "Zoe").err


def test_the_same_penalty_twice_gets_a_word(person: Person) -> None:
    """The same points for the same reason; another reason is another penalty."""
    person.does("event next")
    assert person.does("event penalty Ann -5 cards shown").err == ""
    assert person.does("event penalty Ann -5 late").err == ""
    said = person.does("event penalty Ann -5 late")
    assert "the same penalty of Ann stands already" in said.err
    assert "`scorekeeper event undo` takes it back" in said.err


def test_a_round_without_a_deal_is_asked_about(person: Person) -> None:
    """The tables are named; `--yes`, or somebody at a terminal, says that the next one begins."""
    person.after("event next", "deal -s cup-r1-t2 passed")
    said = person.types("event", "next")
    assert said.code == 1
    assert "no deal of round 1 is recorded in cup-r1-t1 and cup-r1-t3. Does round 2 begin?" in (
        said.err
    )
    for typed, begun in (("n\n", 1), ("y\n", 2)):
        person.types("event", "next", stdin=Typed(typed, is_terminal=True))
        assert event_of(person).event.begun == begun
    person.does("event next --yes")
    assert event_of(person).event.begun == 3


def test_the_log_says_what_was_taken_back(person: Person) -> None:
    """And what was restored, after more was done in between."""
    person.after("event note one", "event late Ann", "event undo", "event redo", "event undo")
    person.does("event undo")
    assert [row["say"] for row in asked(person, "event log")][2:] == [
        "took back: Ann comes late, for round 2",
        "restored: Ann comes late, for round 2",
        "took back: Ann comes late, for round 2",
        "took back: note: one",
    ]
    person.after("event next", "event undo")
    assert asked(person, "event log")[-1]["say"].endswith("; 1 entry more")


def test_how_many_deals_each_table_plays_is_said(tmp_path: Path) -> None:
    """And a number for tables where people rest is refused where nobody does."""
    people = ",".join(f"P{number}" for number in range(27))
    line = f"event new cup --game bismarck-swedish --rounds 2 --people {people}"
    person = Person(tmp_path)
    said = person.types(*line.split(), "--tables", "9x3", "--deals", "4")
    assert said.code == 1
    assert "nobody rests here: tables of 3 play 12 deals" in said.err
    said = person.does(f"{line} --tables 8x3-4 --deals 4")
    assert said.err == (
        "note: tables of 4 play 4 deals; tables of 3 play 12 deals\n"
        "note: points are added up, though not everybody plays as many deals: 3 at tables of 4, "
        "12 at tables of 3; `--count mean` counts points a deal\n"
    )
    for way in ("--deals 16", "--deals 4 --count mean", "--deals 4 --count rank"):
        said = Person(tmp_path / way).does(f"{line} --tables 8x3-4 {way}")
        assert "points are added up" not in said.err


def test_deals_are_said_where_somebody_may_rest_later(tmp_path: Path) -> None:
    """27 people fill tables of three, at which nobody rests; one who comes makes a table of four."""
    people = ",".join(f"P{number:02}" for number in range(1, 28))
    line = f"event new night --game bizon --rounds 5 --tables 3-4 --people {people}"
    person = Person(tmp_path).after(f"{line} --deals 12")
    tables = asked(person.after("event seat"), "event round")["rounds"][0]["tables"]
    assert {len(table["people"]) for table in tables} == {3}
    assert person.types(*line.split()[:2], "other", *line.split()[3:]).code == 1


def test_a_number_of_tables_is_no_size(tmp_path: Path) -> None:
    """Eight of 27 people: it is said how that is typed."""
    people = ",".join(f"P{number}" for number in range(27))
    line = f"event new cup --game bismarck-swedish --rounds 2 --people {people} --tables"
    said = Person(tmp_path).types(*line.split(), "8")
    assert said.code == 1
    assert "try: if 8 tables were meant, say `--tables 8x3-4` or `--tables 9x3`\n" in said.err
    for tables in ("0", "0-3", "3-2", "99"):
        said = Person(tmp_path).types(*line.split(), tables, "--deals", "4")
        assert said.code == 1
        assert "if" not in said.err.partition("try: ")[2].split()
