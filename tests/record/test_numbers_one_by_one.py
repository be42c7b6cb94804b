"""A count typed number by number at the live table."""

from __future__ import annotations

from pathlib import Path

import pytest
from live import Evening, codes
from terminal import Person, Typed

from scorekeeper.board.phone_entry import heard
from scorekeeper.table.state import TOP
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
        heard(Evening(*BRITISH).book(), "9", "Anna")
    person = Person(tmp_path).after("new bismarck-british Anna Björn Cleo")
    said = person.types("play", stdin=Typed("9\n", is_terminal=True))
    assert "nothing half-entered was kept" in said.out
