"""Slips at the live table: a refused line takes nothing of what stands, and no deal is mixed
with another."""

from __future__ import annotations

from pathlib import Path

import pytest
from live import Evening, codes, swedish
from terminal import Person
from test_again import at_terminal
from test_table_asked import estonian

from scorekeeper.cli.main import FAMILY_OF
from scorekeeper.table.commands import COMMANDS, only_looks
from scorekeeper.table.table_state import OUTSIDE
from scorekeeper.text.message_text import hint_of, text_of

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
    assert codes(table.say("Å. 800 0 10")) == ["bid-range"]
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


@pytest.mark.parametrize("line", ["no wait", "no way jose", "pass teh salt"])
def test_a_contract_beside_words_that_are_none_begins_no_entry(line: str) -> None:
    """Who knows whether it was one."""
    table = swedish()
    assert set(codes(table.say(line))) == {"word-unknown"}
    assert table.table.is_idle


def test_numbers_behind_a_word_that_is_none_are_not_kept() -> None:
    """Nobody knows what they count; behind a slip of a name that is near, they are the deal's."""
    table = swedish()
    assert codes(table.say("bids 8 4 4")) == ["word-unknown"]
    assert table.table.draft.facts == {}
    assert codes(table.say("spadr 8 4 4")) == ["word-unknown"]
    assert table.table.draft.facts == {"tricks": [8, 4, 4]}


def test_what_is_read_beside_a_word_that_is_none_is_kept_where_it_is_more_than_a_contract() -> None:
    """The numbers say that it is a deal."""
    table = swedish()
    assert codes(table.say("pass teh 6 6")) == ["word-unknown"]
    assert table.table.draft.facts["contract"] == "pass"


def test_what_cannot_be_read_is_offered_under_no_contract() -> None:
    """The slip is told alone; the numbers after it are still asked about."""
    table = swedish()
    table.say("spader 4 5")
    assert codes(table.say("trumf wait")) == ["word-unknown"]
    assert codes(table.say("sapder 3 5")) == ["word-unknown"]
    (problem,) = table.say("3 5").problems
    assert hint_of(problem) == "say `contract=trumf 3 5` or `contract=spader 3 5`"


def test_a_whole_line_at_a_question_begins_anew_though_it_is_wrong() -> None:
    """The meld of the new line is refused as it was typed; nothing of the line before stays."""
    table = Evening("bien", *FOUR)
    assert codes(table.say("Å. 155 20 100")) == ["bid-step"]
    assert codes(table.say("Å. 150 25 90")) == ["meld-step"]
    assert table.table.draft.facts == {"bidder": "Å.", "bid": 150, "points": [90, None]}
    table.say("40", "y")
    assert table.deals == [{"bidder": "Å.", "bid": 150, "meld": 40, "points": [90, 51]}]


# --- commands of the shell -------------------------------------------------------------------------------


def test_a_command_may_be_typed_with_the_program_before_it() -> None:
    """As hints have it."""
    table = swedish()
    table.say("spader 4 5", "", "scorekeeper penalty Anna 10", "scorekeeper undo")
    assert [entry.what for entry in table.book().log.entries] == ["deal", "penalty", "undo"]
    assert table.say("scorekeeper sheet").lines == table.say("sheet").lines
    assert only_looks(table.table, "scorekeeper sheet")


def test_somebody_may_be_called_as_the_program_is() -> None:
    """The name begins an entry."""
    table = Evening("bizon", "scorekeeper", "Cal", "Dora")
    table.say("scorekeeper 20 12 8", "")
    assert table.deals == [{"bizon": "scorekeeper", "gp": [20, 12, 8]}]


@pytest.mark.parametrize("begun", [(), ("",), ("spader 4 5",)])
@pytest.mark.parametrize("line", ["people", "sessions", "scorekeeper league table"])
def test_a_command_of_the_shell_is_told_as_such(line: str, begun: tuple[str, ...]) -> None:
    """At every prompt, and nothing of what was begun is changed by it."""
    table = swedish()
    table.say(*begun)
    before = table.table
    (problem,) = table.say(line).problems
    name = line.removeprefix("scorekeeper ").split()[0]
    assert text_of(problem.message) == (
        f"`{name}` is a command of the shell, and this is the live table"
    )
    assert hint_of(problem) == (
        f"type `scorekeeper {name}` outside it, after quit or in another terminal"
    )
    assert table.table == before


def test_every_command_of_the_program_is_known_at_the_table() -> None:
    """As one of its own, or as one of the shell."""
    assert set(FAMILY_OF) == {*OUTSIDE, *COMMANDS, "deal", "referee"} & set(FAMILY_OF)


def test_what_is_to_be_typed_at_the_table_has_no_program_before_it(tmp_path: Path) -> None:
    """Refusals of what was about to be recorded too; what is done in the shell keeps it."""
    person = Person(tmp_path).after("new bismarck-swedish Anna Björn Cleo --name eve")
    told = at_terminal(person, "play", "penalty Anna", "finish", "misdeal late", "quit")
    assert "try: penalty Anna 10" in told
    assert "try: scorekeeper drop eve" in told
    assert "take this back and say it: misdeal CONTRACT" in " ".join(told.split())


@pytest.mark.parametrize(
    ("line", "told"),
    [("stop", "did you mean `quit` or `finish`?"), ("pause", "did you mean `quit`?")],
)
def test_who_wants_to_leave_the_program_need_not_end_the_evening(line: str, told: str) -> None:
    """`stop` may be either; the end of the session is not all that is offered."""
    (problem,) = swedish().say(line).problems
    assert hint_of(problem) == told


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("seat", ["--own-score", "--from N"]), ("agree", ["--from N"]), ("penalty", ["--to others|nobody|PLAYER"]),
        ("turn", ["--then stays|returns"]), ("strike", ["--why TEXT"]), ("undo", []),
    ],
)  # fmt: skip
def test_the_help_of_one_command_says_what_its_options_do(name: str, options: list[str]) -> None:
    """Where there is one, and in the help of all commands none."""
    first, *lines = swedish().say(f"help {name}").lines
    assert first.startswith(name)
    told = [line.partition("  ")[0] for line in lines if line.startswith("--")]
    assert told == options
    assert not any(line.startswith("--") for line in swedish().say("help").lines)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("start", "`again`"), ("score", "`sheet`"), ("stats", "`summary`"), ("bye", "`quit`")],
)
def test_a_word_from_elsewhere_is_a_command_of_this_table(typed: str, meant: str) -> None:
    """Not the nearest by its letters, and none that only the shell has."""
    (problem,) = swedish().say(typed).problems
    assert hint_of(problem) == f"did you mean {meant}?"
