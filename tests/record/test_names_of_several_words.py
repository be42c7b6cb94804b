"""Players whose names have a space, typed without quotes."""

from __future__ import annotations

import pytest
from evening import Evening
from live import Evening as Live

from scorekeeper.game.session_settings import Facts
from scorekeeper.game.standing import Standing
from scorekeeper.record.entered_words import read_words, split_line

STOPS = ("bizon", "Anna B", "Björn", "Cleo")


def read(line: str, *game: str) -> Facts:
    """Return the facts of a line for the first deal; it must be read without a problem."""
    standing: Standing = Evening(*game).book.standing
    typed = read_words(standing.agreed, standing.state, split_line(line))
    assert typed.problems == ()
    return typed.facts


@pytest.mark.parametrize(
    "line",
    [
        "Anna B 20 15", "anna b 20 15", "20 15 Anna B", "bizon=Anna B 20 15",
        "Anna B Anna B:20 Björn:15", "Anna B Anna B=20 Björn=15", "Anna B: 20 15",
        "Anna B Björn:15,Anna B:20",
    ],
)  # fmt: skip
def test_a_name_with_a_space_needs_no_quotes(line: str) -> None:
    """Whole, in either case, before or behind the numbers, with its key and with its number."""
    assert read(line, *STOPS) == {"bizon": "Anna B", "gp": [20, 15, None]}


def test_a_beginning_of_only_one_name_will_do() -> None:
    """`Anna Be` begins one of two Annas; `Anna B` begins both, and is refused."""
    game = ("bizon", "Anna Berg", "Anna Bok", "Cleo")
    assert read("Anna Be 20 15", *game)["bizon"] == "Anna Berg"
    assert read("Anna Bo 20 15", *game)["bizon"] == "Anna Bok"
    with pytest.raises(AssertionError):
        read("Anna B 20 15", *game)


def test_a_suit_behind_a_beginning_of_a_name_stays_a_suit() -> None:
    """`s` is spades, though Anna Svensson's second name begins with it; `Anna S` is a player where
    it is spelt like the name."""
    game = ("bien", "Anna Svensson", "Bo", "Cal", "Dee")
    assert read("Anna s 100 90 72", *game)["trump"] == "spades"
    short = ("bien", "Anna S", "Bo", "Cal", "Dee")
    assert read("Anna s 100 90 72", *short)["trump"] == "spades"
    assert "trump" not in read("Anna S 100 90 72", *short)


def test_the_live_table_reads_the_same() -> None:
    """At the prompt, and at the question for the count."""
    table = Live(*STOPS)
    table.say("Anna B 20 15", "y")
    table.say("", "Anna B")
    table.say("Anna B:20 Björn:15", "y")
    assert [deal["bizon"] for deal in table.deals] == ["Anna B", "Anna B"]
