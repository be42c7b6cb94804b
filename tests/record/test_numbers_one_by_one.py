"""A count typed number by number at the live table."""

from __future__ import annotations

from pathlib import Path

import pytest
from live import Evening, codes
from terminal import Person, Typed

from scorekeeper.board.phone_entry import parsed_line
from scorekeeper.table.table_state import TOP
from scorekeeper.text.problems import Refused

BRITISH = ("bismarck-british", "Anna", "Björn", "Cleo")


@pytest.mark.parametrize("first", [["9"], ["", "9"], ["Anna 9"], ["", "Anna:9"], ["tricks=9"]])
def test_a_number_is_kept_and_the_missing_are_asked_for(first: list[str]) -> None:
    """At the top and at the question, with a name or without; the last is worked out."""
    table = Evening(*BRITISH)
    assert table.say(*first).problems == ()
    assert table.asked.lines == (
        "kept: Anna 9",
        "How many tricks: Björn, Cleo? (16 in all; one may be left out)",
    )
    table.say("4", "y")
    assert table.deals[-1]["tricks"] == [9, 4, 3]


@pytest.mark.parametrize("first", ["4", "Ann 4", "tricks=4"])
def test_numbers_are_kept_where_another_count_is_recorded(first: str) -> None:
    """The bids are known of the deal; the tricks are typed at the top."""
    table = Evening("oh-hell", "Ann", "Bob", "Cal", "Dee")
    table.say("bids 0 1 2 3", "cancel")
    assert table.table.at == TOP and table.table.known == {"bid": [0, 1, 2, 3]}
    assert table.say(first).problems == ()
    assert table.asked.lines[0] == "kept: Ann 4"
    table.say("3", "1", "y")
    assert table.deals[-1] == {"bid": [0, 1, 2, 3], "tricks": [4, 3, 1, 2]}


def test_numbers_of_a_second_count_are_missing_and_the_first_is_not_there_twice() -> None:
    """Somebody who is not asked types too few behind the named bids, recorded or not."""
    table = Evening("oh-hell", "Ann", "Bob", "Cal", "Dee", asks=False)
    assert codes(table.say("bids=0,1,2,3 4")) == ["tricks-missing"]


def test_a_name_says_whose_the_next_number_is() -> None:
    """Cleo before Björn; and a number that was kept is typed again."""
    table = Evening(*BRITISH)
    table.say("Anna 9", "Cleo 3", "y")
    assert table.deals[-1]["tricks"] == [9, 4, 3]
    table = Evening(*BRITISH)
    table.say("Anna 9", "Anna 8", "4", "y")
    assert table.deals[-1]["tricks"] == [8, 4, 4]


def test_a_whole_line_takes_the_place_of_what_is_kept() -> None:
    """Three numbers are more than the two that are missing."""
    table = Evening(*BRITISH)
    table.say("9", "8 4 4", "y")
    assert table.deals[-1]["tricks"] == [8, 4, 4]


def test_the_contract_is_asked_for_between() -> None:
    """Where it is not known, the number waits for it."""
    table = Evening("bismarck-swedish", "Anna", "Björn", "Cleo")
    table.say("9")
    assert table.asked.short == "contract> " and table.asked.lines[0] == "kept: Anna 9"
    table.say("sang")
    assert table.asked.short == "tricks> "
    table.say("4", "y")
    assert table.deals[-1] == {"contract": "sang", "tricks": [9, 4, 3]}


@pytest.mark.parametrize(
    ("wrong", "code"), [("99", "tricks-range"), ("8", "tricks-total"), ("-1", "tricks-range")]
)
def test_a_wrong_number_leaves_what_is_kept(wrong: str, code: str) -> None:
    """It is refused, and the next is asked for beside the first."""
    table = Evening(*BRITISH)
    table.say("9")
    assert code in codes(table.say(wrong))
    assert table.asked.lines[0] == "kept: Anna 9"
    table.say("4", "y")
    assert table.deals[-1]["tricks"] == [9, 4, 3]


def test_too_many_are_refused_before_the_last_but_one() -> None:
    """Of four players two are missing; 9 and 8 are more tricks than there are."""
    table = Evening("bismarck-estonian", "Anna", "Björn", "Cleo", "Dora")
    table.say("Anna 5")
    assert codes(table.say("7")) == ["tricks-total"]
    assert "kept: Anna 5" in table.asked.lines


def test_cancel_and_undo_drop_what_is_kept() -> None:
    """Neither takes back a deal that is recorded."""
    for word in ("cancel", "undo"):
        table = Evening(*BRITISH)
        table.say("8 4", "y", "9", word)
        assert (table.table.at, table.table.draft.partial, len(table.deals)) == (TOP, None, 1)


def test_a_script_and_a_phone_are_refused(tmp_path: Path) -> None:
    """A line of theirs is a whole entry: nobody is there to go on with it."""
    table = Evening(*BRITISH, asks=False)
    assert codes(table.say("9")) == ["tricks-missing"]
    with pytest.raises(Refused):
        parsed_line(Evening(*BRITISH).book(), "9", "Anna")
    person = Person(tmp_path).after("new bismarck-british Anna Björn Cleo")
    said = person.types("play", stdin=Typed("9\n", is_terminal=True))
    assert "nothing half-entered was kept" in said.out


SWEDISH = "new bismarck-swedish Anna Björn Cleo"


@pytest.mark.parametrize(
    ("line", "message", "command"),
    [
        ("sang Cleo 4 5", "the name for the number 5 is missing", "sang Cleo:4 Anna:5"),
        ("sang Cleo 4,5", "the name for the number 5 is missing", "sang Cleo:4 Anna:5"),
        ("sang Anna Cleo 5 6", "the number of Anna is missing", "sang Anna:5 Cleo:6"),
        ("sang Anna 6 Cleo 4 6", "the name for the number 6 is missing", ""),
        ("sang Cleo Björn 5", "the number of Cleo is missing", ""),
        ("sang Björn Cleo", "the numbers of Björn and Cleo are missing", ""),
        ("sang 4 Björn", "the number of Björn is missing", ""),
    ],
)
def test_a_name_or_number_alone_is_refused_once_with_a_command_that_works(
    tmp_path: Path, line: str, message: str, command: str
) -> None:
    """Each number goes to the name that waits for it, or to the next player clockwise; there is no
    command where that is no deal."""
    person = Person(tmp_path).after(SWEDISH)
    said = person.types("deal", *line.split())
    refusal, *_ = said.err.splitlines()
    assert (said.code, refusal) == (1, f"refused: {message}")
    assert ("scorekeeper deal" in said.err) == bool(command)
    if command:
        assert f"try: scorekeeper deal {command};" in said.err
        person.does(f"deal {command}")


def test_the_command_quotes_a_name_of_several_words(tmp_path: Path) -> None:
    """It is pasted as it stands."""
    person = Person(tmp_path)
    person.types("new", "bismarck-swedish", "Anna", "Björn", "Cleo Mae")
    said = person.types("deal", "sang", "Cleo", "Mae", "4", "5")
    assert "try: scorekeeper deal sang 'Cleo Mae:4' Anna:5;" in said.err
    assert person.types("deal", "sang", "Cleo Mae:4", "Anna:5").code == 0


@pytest.mark.parametrize("name", ["Björn", "Bj"])
def test_numbers_in_pairs_are_refused_for_what_is_wrong_with_them(name: str) -> None:
    """A number past every limit, twice behind one name: no name is missing."""
    table = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", asks=False)
    reply = table.say(f"sang {name} 99999999999 {name} 99999999999")
    assert reply.problems and "missing" not in str(reply.problems[0].message)
