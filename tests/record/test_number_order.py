"""Numbers behind a player's name: in seat order, or beginning with that player."""

from __future__ import annotations

from pathlib import Path

import pytest
from evening import AT, Evening
from terminal import Person, Typed

from scorekeeper.record.disputed_counts import coming_deal
from scorekeeper.record.entered_words import split_line

BIZON = "new bizon Anna Björn Cleo --name herd"


def asked(line: str, game: str = "bizon", *players: str) -> list[str | None]:
    """Return which facts the coming deal is asked about, where their numbers may go otherwise."""
    done = coming_deal(Evening(game, *players).book, split_line(line), AT)
    return [one.fact for one in done.questions if one.code == "number-order"]


@pytest.mark.parametrize(
    "line", ["Björn 20 14", "Björn 20 14 6", "Björn 20,14,6", "Cleo 20 12", "bj 20 14"]
)
def test_numbers_right_behind_a_name_are_asked_about(line: str) -> None:
    """Björn may have had the 20: the order decides who gets which points."""
    assert asked(line) == ["gp"]


@pytest.mark.parametrize(
    "line",
    [
        "Anna 20 14", "20 14 Björn", "Björn gp=20,14", "Björn Anna:20 Björn:14 Cleo:6",
        "bizon=Björn 20 14", "Cleo 12 20",
    ],
)  # fmt: skip
def test_what_has_one_reading_is_not_asked_about(line: str) -> None:
    """The first seat, numbers before the name, facts and numbers that are named; and orders that
    come to the same points: Cleo has lost with 8 and with 12."""
    assert asked(line) == []


@pytest.mark.parametrize(
    ("line", "players"),
    [
        ("Cleo Cleo 20 Björn 10", ("Anna", "Björn", "Cleo")),
        ("Cleo Mae Cleo Mae 20 Björn 10", ("Anna", "Björn", "Cleo Mae")),
        ("Björn Björn 20 Cleo 14 Anna 6", ("Anna", "Björn", "Cleo")),
    ],
)
def test_numbers_with_a_name_each_are_not_asked_about(line: str, players: tuple[str, ...]) -> None:
    """All have their own name, or all but the last, which follows."""
    assert asked(line, "bizon", *players) == []


def test_a_contract_before_names_with_their_numbers_leaves_no_doubt() -> None:
    """The names are nothing but those of the numbers."""
    done = coming_deal(Evening("bismarck-swedish").book, split_line("pass Cleo 4 Anna 5"), AT)
    assert done.questions == ()


def test_a_bid_between_name_and_counts_leaves_no_doubt() -> None:
    """In Bien the first number behind the name is the bid."""
    assert asked("Bob 100 0 90", "bien", "Ann", "Bob", "Cal", "Dee") == []


def test_nobody_there_gets_a_note_and_the_deal_is_recorded(tmp_path: Path) -> None:
    """A script goes on as before; the note gives both orders."""
    said = Person(tmp_path).after(BIZON).does("deal Björn 20 14")
    assert "seat order: Anna 20, Björn 14, Cleo 6" in said.err
    assert "Beginning with Björn they would be Anna 6, Björn 20, Cleo 14" in said.err
    assert "numbers go in seat order" in Person(tmp_path).does("amend 1 Cleo 20 12").err


def test_at_the_table_the_question_waits_for_a_spoken_yes(tmp_path: Path) -> None:
    """Enter alone records nothing; y does."""
    person = Person(tmp_path).after(BIZON)
    person.types("play", stdin=Typed("Björn 20 14\n\ncancel\n", is_terminal=True))
    assert person.reads("sheet")["deals"] == []
    person.types("play", stdin=Typed("Björn 20 14\ny\n", is_terminal=True))
    assert person.reads("sheet")["deals"][0]["counts"]["gp"] == {"Anna": 20, "Björn": 14, "Cleo": 6}


def test_the_example_shows_seat_order(tmp_path: Path) -> None:
    """The example of the coming deal is one that no question follows, and its player is not the
    first."""
    person = Person(tmp_path).after(BIZON)
    example = person.reads("next")["example"]
    assert example == "13 14 Björn"
    assert "seat order" not in person.does(f"deal {example}").err
