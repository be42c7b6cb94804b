"""Beginning a session beside others: the same people again, one person under two spellings, a
session begun by mistake."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from terminal import Person, Typed

from scorekeeper.store import remove_session
from scorekeeper.text.problems import Refused

PLAY = "play bismarck-swedish Anna Björn Cleo"


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    person = Person(tmp_path / "home")
    person.does("new bismarck-swedish Anna Björn Cleo --name friday")
    return person


def at_terminal(somebody: Person, line: str, *typed: str) -> str:
    """What is said to somebody at a terminal who types these lines."""
    said = somebody.types(
        *line.split(), stdin=Typed("".join(f"{one}\n" for one in typed), is_terminal=True)
    )
    return said.out + said.err


def names(somebody: Person) -> list[str]:
    return [row["name"] for row in somebody.reads("sessions")]


# --- the same people again ---------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", ["", "y", "j"])
def test_play_again_goes_on_with_what_is_not_over(somebody: Person, answer: str) -> None:
    """Arrow up and Enter: it is asked, and Enter goes on with the session that these players
    have."""
    somebody.does("deal sang 6 6")
    shown = at_terminal(somebody, PLAY, answer, "quit")
    assert "friday has these players and is not over: 1 deal is recorded. Go on with it?" in shown
    assert names(somebody) == ["friday"]


def test_play_again_begins_another_where_that_is_meant(somebody: Person) -> None:
    """An n begins a session of its own, which is the current one then."""
    at_terminal(somebody, PLAY, "n", "quit")
    assert len(names(somebody)) == 2


@pytest.mark.parametrize(
    "line",
    [
        f"{PLAY} --name monday",
        "play bismarck-swedish Anna Cleo Björn",
        "play bismarck-british Anna Björn Cleo",
    ],
    ids=["name", "seats", "game"],
)
def test_nothing_is_asked_where_another_is_meant(somebody: Person, line: str) -> None:
    """A name of its own, other seats, another game."""
    assert "Go on with it?" not in at_terminal(somebody, line, "quit")
    assert len(names(somebody)) == 2


def test_nothing_is_asked_where_all_is_over(somebody: Person) -> None:
    """A finished session is not gone on with."""
    somebody.does("new bien Ann Bob Cal Dee --name bien")
    somebody.after("deal Bob bid=350 meld=300 60", "deal Dee bid=250 meld=200 60")
    assert "Go on with it?" not in at_terminal(somebody, "play bien Ann Bob Cal Dee", "quit")


def test_where_nobody_is_there_to_be_asked_another_is_begun_with_a_word(somebody: Person) -> None:
    """Lines from a file begin a session as they always did."""
    said = somebody.types(*PLAY.split(), stdin=Typed("sang 6 6\n"))
    assert said.code == 0
    assert said.err.startswith(
        "note: friday has these players and is not over: no deal is recorded yet\n"
    )
    assert len(names(somebody)) == 2


# --- one person, two spellings -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "players"), [("", ["Anna", "Bo", "Cleo"]), ("n", ["anna", "Bo", "Cleo"])]
)
def test_a_name_in_other_letters_is_asked_about(
    somebody: Person, answer: str, players: list[str]
) -> None:
    """`anna` is taken for Anna if somebody says so, and dealt for under that name."""
    said = at_terminal(
        somebody, "new bismarck-swedish anna Bo Cleo --name next --dealer anna", answer
    )
    assert "`anna` is `Anna` in earlier sessions. Is that the same person? [Y/n]" in said
    assert somebody.reads("sheet")["players"] == players
    assert somebody.reads("next")["dealer"] == players[0]


def test_a_name_in_other_letters_gets_a_word_where_nobody_is_asked(somebody: Person) -> None:
    """Two people of a file stay two, with a note."""
    said = somebody.does("new bismarck-swedish anna Bo Cleo --name next")
    assert said.err == "note: `anna` is `Anna` in earlier sessions: these are two players\n"
    assert somebody.reads("sheet")["players"][0] == "anna"
    # now both are known
    assert somebody.does("new bismarck-swedish anna Bo Cleo --name third").err == ""


# --- a session begun by mistake ---------------------------------------------------------------------------


def test_a_session_in_which_nothing_was_recorded_is_taken_away(somebody: Person) -> None:
    """The one used before is the current one again; the name is free."""
    somebody.does("new bizon Ann Bo Cal --name slip")
    assert "scorekeeper drop slip" in at_terminal(somebody, "play", "quit")
    assert somebody.does("drop slip").out == "took slip away: nothing was recorded in it\n"
    assert names(somebody) == ["friday"]
    assert somebody.reads("sheet")["session"] == "friday"
    somebody.does("new bizon Ann Bo Cal --name slip")
    assert somebody.reads("drop slip") == {"dropped": "slip"}


def test_a_session_that_holds_an_entry_stays(somebody: Person) -> None:
    """Even where it was taken back; and what cannot be read is not removed either."""
    somebody.after("deal sang 6 6", "undo")
    before = somebody.file("friday")
    assert somebody.types("drop", "friday").code == 1
    assert somebody.types("drop", "nobody").code == 1
    assert somebody.file("friday") == before
    somebody.path("odd").write_text("no session")
    assert somebody.types("drop", "odd").code == 1
    assert somebody.file("odd") == b"no session"


def test_a_session_that_holds_half_an_entry_says_the_way_out(somebody: Person) -> None:
    """What a power cut left is set aside first; then nothing is recorded in it."""
    file = somebody.path("friday")
    file.write_bytes(somebody.file("friday") + b"\n[[entry]]\nwhat")
    refused = somebody.types("drop", "friday")
    assert refused.code == 1
    assert "friday holds a half-written entry" in refused.err
    assert "scorekeeper check --repair --session friday" in refused.err
    somebody.does("check --repair --session friday")
    assert somebody.does("drop friday").out == "took friday away: nothing was recorded in it\n"


def test_a_link_in_the_place_of_a_session_is_not_followed(somebody: Person, tmp_path: Path) -> None:
    """What it leads to stays, and so does the link."""
    empty = tmp_path / "elsewhere.toml"
    empty.write_bytes(somebody.file("friday"))
    link = somebody.path("linked")
    os.symlink(empty, link)
    with pytest.raises(Refused):
        remove_session(str(link), lambda data: None)
    assert empty.exists() and link.is_symlink()


# --- what is said of a deal -------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["deal sang 6 6", "amend 1 tricks=5,7,4", "undo", "redo"])
def test_what_records_says_where(somebody: Person, line: str) -> None:
    """The session is named, whether somebody named it or not."""
    somebody.after("deal pass 6 6", *(["undo"] if line == "redo" else []))
    assert "\ntotals in friday: " in somebody.does(line).out
    somebody.does("deal spader 8 4")
    assert somebody.reads("undo")["session"] == "friday"
    assert "\ntotals in friday: " in somebody.does("redo --session friday").out


def test_the_same_deal_twice_in_a_row_gets_a_word(somebody: Person) -> None:
    """It is recorded all the same: it can be so."""
    somebody.does("new bizon Ann Bo Cal --name b")
    assert somebody.does("deal Ann 20 10").err == ""
    said = somebody.types("deal", "Ann", "20", "10", "10")
    note = "deal 1 was just the same; if this one was typed twice, `scorekeeper undo` takes it back"
    assert (said.code, said.err) == (0, f"note: {note}\n")
    assert somebody.reads("deal Ann 20 10")["flags"] == [note.replace("1", "2")]
    assert somebody.does("deal 20 10 Bo").err == ""
    again = somebody.types("deal", "-s", "b", "20", "10", "Bo")
    assert "`scorekeeper undo -s b` takes it back" in again.err


def test_a_hint_is_for_the_session_that_was_named(somebody: Person) -> None:
    """Whichever was used last, and by whom: otherwise it takes back what another table entered."""
    somebody.after("new bizon Ann Bo Cal --name b", "deal Ann 20 10", "deal -s friday pass 6 6")
    again = somebody.types("deal", "-s", "b", "Ann", "20", "10")
    assert "`scorekeeper undo -s b` takes it back" in again.err
    somebody.does("deal -s friday sang 6 6")
    by_name = somebody.types("deal", "Ann", "20", "10", SCOREKEEPER_SESSION="b")
    assert "`scorekeeper undo -s b` takes it back" in by_name.err
    disputed = somebody.does("deal -s b Ann 20 10 --or Ann 19 10")
    assert "scorekeeper settle -s b 4" in disputed.out


def test_the_same_deal_within_a_moment_is_asked_about(somebody: Person) -> None:
    """At a terminal, within two minutes, unless `--yes` or `--once` says that it is meant; Enter
    alone says no. After a correction, or two minutes later, it is not."""
    somebody.does("new bizon Ann Bo Cal --name b")
    deal = ("deal", "Ann", "20", "10", "10")

    def deals_after(typed: str, *more: str) -> int:
        said = somebody.types(*deal, *more, stdin=Typed(typed, is_terminal=True))
        assert ("is just the same. Was it dealt again?" in said.err) == bool(typed)
        return len(somebody.reads("sheet")["deals"])

    assert deals_after("") == 1
    assert deals_after("\n") == 1
    assert deals_after("y\n") == 2
    assert deals_after("", "--yes") == 3
    assert deals_after("", "--once", "x") == 4
    somebody.does("amend 4 Bo")
    assert deals_after("") == 5
    old = somebody.file("b").replace(b'at = "20', b'at = "19')
    somebody.path("b").write_bytes(old)
    assert deals_after("") == 6


def test_an_old_evening_has_its_own_day(somebody: Person) -> None:
    """`--date` is the day that its name, the list, the summary and the league have, whenever its
    deals are entered."""
    begun = somebody.reads("new bizon Ann Bo Cal --date 2025-12-24")
    assert begun["session"] == "bizon-2025-12-24"
    somebody.does("deal passed")
    rows = {row["name"]: row["day"] for row in somebody.reads("sessions")}
    assert rows["bizon-2025-12-24"] == "2025-12-24"
    assert "24 December 2025" in somebody.does("summary").out
    assert somebody.reads("league --until 2025-12-31")["evenings"] == 1
    lines = Typed("passed\nquit\n")
    words = ("play", "bizon", "Ann", "Bo", "Dan", "--date", "2025-12-24")
    assert somebody.types(*words, stdin=lines).code == 0
    assert somebody.reads("league --until 2025-12-31")["evenings"] == 2


def test_a_day_that_is_none(somebody: Person) -> None:
    """What is no day is wrong usage; one that is still to come gets a word."""
    for day in ("24.12.2025", "2025-02-30", ""):
        assert somebody.types("new", "bizon", "Ann", "Bo", "Cal", "--date", day).code == 2
    said = somebody.types("new", "bizon", "Ann", "Bo", "Cal", "--date", "2999-01-01")
    assert (said.code, said.err) == (0, "note: 2999-01-01 is still to come\n")


def test_another_session_than_the_one_used_last_is_named(somebody: Person) -> None:
    """A word says which one is used from now on; the answer names it ever after."""
    somebody.does("new bizon Ann Bo Cal --name b")
    said = somebody.does("deal sang 6 6 -s friday")
    assert "totals in friday: " in said.out
    assert "friday" in said.err
    said = somebody.does("deal pass 6 6 -s friday")
    assert "totals in friday: " in said.out
    assert said.err == ""


def test_the_live_table_says_that_a_deal_is_the_one_before(somebody: Person) -> None:
    """Before it counts."""
    somebody.does("new bizon Ann Bo Cal --name b")
    shown = at_terminal(somebody, "play", "Ann 20 10", "", "Ann 20 10", "n", "cancel", "quit")
    assert shown.count("note: deal 1 was just the same") == 1


@pytest.mark.parametrize("command", ["new", "play"])
def test_an_empty_name_is_none(somebody: Person, command: str) -> None:
    """`--name ""` is refused, and begins nothing."""
    said = somebody.types(command, "bizon", "Ann", "Bo", "Cal", "--name", "")
    assert (said.code, names(somebody)) == (1, ["friday"])
    assert "cannot be a session's name: it must have 1 to 100 letters" in said.err


def test_a_command_in_the_place_of_a_deal_is_named(somebody: Person) -> None:
    """`deal "scorekeeper log"` says what to type, and not that it is no word."""
    (problem,) = somebody.types("deal", "scorekeeper log", "--format", "json").problems
    assert (problem["code"], problem["message"]) == (
        "command-form",
        "`scorekeeper log` is a command of its own, not a deal",
    )
    assert problem["hint"] == "type scorekeeper log"
