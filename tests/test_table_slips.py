"""Slips at the live table: a refused line takes nothing of what stands, and no deal is mixed
with another."""

from __future__ import annotations

import pytest
from live import Evening, codes
from test_table_asked import estonian

from scorekeeper.speech import hint_of, text_of

THREE, FOUR = ("Å.", "Cal", "Dora"), ("Å.", "Cal", "Dora", "Eve")
BIZON, BIEN = ("bizon", THREE, "Cal 20 12 8"), ("bien", FOUR, "Cal 110 40 90")


@pytest.mark.parametrize("answer", [(), ("n",)])
@pytest.mark.parametrize(
    ("begun", "line"),
    [(BIZON, "passed Dora"), (BIEN, "passed Cal"), (BIZON, "tricks 1 1"), (BIZON, "Dora 20 12 9")],
)
def test_a_refused_change_leaves_the_whole_deal(
    begun: tuple[str, tuple[str, ...], str], line: str, answer: tuple[str, ...]
) -> None:
    """At the yes or no and at the change prompt alike: nothing of the line is taken, and no yes
    counts it."""
    game, players, deal = begun
    table = Evening(game, *players)
    table.say(deal, *answer)
    before = table.table.draft.facts
    assert table.say(line).problems
    assert table.asked.short == "change> "
    assert table.asked.lines[0].startswith("still as it was, and not counted: deal 1")
    assert table.table.draft.facts == before
    table.say("y")
    assert table.deals == []


@pytest.mark.parametrize(("game", "players"), [("bizon", THREE), ("bien", FOUR)])
def test_passed_beside_a_player_is_no_deal(game: str, players: tuple[str, ...]) -> None:
    """At an empty prompt it is refused as a whole, and a yes records nothing."""
    table = Evening(game, *players)
    assert codes(table.say("dora passed")) == ["fact-unused"]
    assert table.table.is_idle
    table.say("y")
    assert table.deals == []


def test_a_number_that_is_no_player_leaves_the_count_that_was_given() -> None:
    """`8` where a player is asked for replaces no numbers."""
    table = Evening("bizon", *THREE)
    assert codes(table.say("3 5", "8")) == ["player-unknown"]
    assert table.asked.lines[0] == "kept: gp 3,5,-"
    table.say("Cal", "")
    assert table.deals == [{"bizon": "Cal", "gp": [3, 5, 32]}]


def test_a_whole_line_at_a_question_is_a_deal_of_its_own() -> None:
    """The bidder, the meld and the points are all of the new line."""
    table = Evening("bien", *FOUR)
    assert codes(table.say("Å. 500 0 10")) == ["bid-range"]
    assert table.say("Dora 110 40 90").problems == ()
    table.say("")
    assert table.deals == [{"bidder": "Dora", "bid": 110, "meld": 40, "points": [90, 51]}]


def test_numbers_after_a_refused_contract_say_whose_they_are() -> None:
    """Estonian, free choice: neither contract is guessed, and Enter keeps the deal as it was."""
    table = estonian(("Ann", "Bob", "Cal", "Dee"), 29)
    table.say("stops-up 0 1 2 3", "n")
    assert table.say("stops-down 0 4 4 x").problems
    (problem,) = table.say("0 4 4 4").problems
    assert (problem.code, problem.fact) == ("change-unclear", None)
    assert text_of(problem.message) == (
        "`contract=stops-down` was refused with its line; is `0 4 4 4` of that, or of `contract=stops-up`?"
    )
    assert hint_of(problem) == "say `contract=stops-down 0 4 4 4` or `contract=stops-up 0 4 4 4`"
    assert table.asked.lines[0].startswith("still as it was, and not counted: deal 29 · stops up")
    table.say("contract=stops-down 0 4 4 4", "")
    assert table.deals[-1]["contract"] == "stops-down"


def test_enter_after_a_refused_change_forgets_what_it_named() -> None:
    """Numbers after that are of the deal that stands."""
    table = Evening("bizon", *THREE)
    table.say("Cal 20 12 8", "Dora 20 12 9", "", "20 13 7", "")
    assert table.deals == [{"bizon": "Cal", "gp": [20, 13, 7]}]


def test_what_answers_another_question_is_told() -> None:
    """A stray letter that is a suit is taken as one, and said to be."""
    table = Evening("bizon", *THREE)
    assert table.say("Cal", "h").lines == ("kept: trump hearts",)
    assert table.asked.short == "gp> "


@pytest.mark.parametrize("word", ["yep", "ouais", "nope", "Jawohl"])
def test_a_word_like_a_yes_is_asked_about_again(word: str) -> None:
    """Neither a yes nor a no: the same question with the same default."""
    table = Evening("bizon", *THREE)
    table.say("Cal 20 12 8")
    before = table.table
    (problem,) = table.say(word).problems
    assert (text_of(problem.message), hint_of(problem)) == (
        f"`{word}` is neither a yes nor a no",
        "say y or n",
    )
    assert table.table == before
