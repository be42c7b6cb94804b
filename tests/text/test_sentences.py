"""Plain sentences at the live table: a look is shown, an act is asked about first, several readings
are told; a name stays a name."""

from __future__ import annotations

import pytest
from live import Evening, swedish

from scorekeeper.store.shipped_files import catalogue
from scorekeeper.table.conversation import interrupted
from scorekeeper.table.table_state import typed_here
from scorekeeper.text.message_text import hint_of
from scorekeeper.text.translation import speak

TURN = ("turn", "Björn")


def meant(table: Evening, line: str) -> tuple[str, ...]:
    """The command that is asked about after a line, which has recorded nothing."""
    before = table.text
    reply = table.say(line)
    assert (reply.do, reply.problems, table.text) == (None, (), before), line
    return table.table.meant


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("björn deals", TURN),
        ("Bjorn is dealing.", TURN),
        ("BJÖRN has dealt", TURN),
        ("undo that", ("undo",)),
        ("scratch that", ("undo",)),
        ("Take it back!", ("undo",)),
        ("misdeal, cards face up", ("misdeal", "cards", "face", "up")),
        ("it’s a misdeal: three cards at once", ("misdeal", "three", "cards", "at", "once")),
        ("Anna and Cleo change places", ("seat", "swap", "Anna", "Cleo")),
        ("Cleo swaps with Björn", ("seat", "swap", "Cleo", "Björn")),
        ("we go home", ("finish",)),
        ("another game?", ("again",)),
    ],
)
def test_what_would_change_something_is_asked_about(line: str, words: tuple[str, ...]) -> None:
    """One reading is left: it is asked, and nothing is done before the yes."""
    table = swedish()
    table.say("pass 6 6", "")
    assert meant(table, line) == words
    assert table.asked.lines == (f"this could be meant: `{' '.join(words)}`",)
    assert table.asked.short == "Do it? [Y/n]> "


@pytest.mark.parametrize("yes", ["", "y", "oui", "ja"])
def test_a_yes_does_it(yes: str) -> None:
    """Enter or a yes in any language; then the dealer is another one."""
    table = swedish()
    table.say("björn deals", yes)
    assert table.book().standing.state.dealer == 1
    assert table.table.meant == ()


def test_a_no_leaves_it() -> None:
    """Nothing was done, and the next line is of the deal."""
    table = swedish()
    table.say("björn deals")
    assert table.say("n").lines == ("nothing was done",)
    table.say("sang 4 8", "")
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


def test_another_line_takes_its_place() -> None:
    """What is typed instead of an answer is what counts."""
    table = swedish()
    table.say("björn deals", "sang 4 8", "")
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]
    assert table.book().standing.state.dealer == 1  # whose turn it is after Anna's deal


def test_ctrl_c_leaves_it_and_not_the_table() -> None:
    """The question is half a thing that was said."""
    table = swedish()
    table.say("björn deals")
    after, _ = interrupted(table.table)
    assert (after.meant, after.gone) == ((), False)


def test_the_deal_that_waits_is_dropped_by_undo_and_stays_after_a_no() -> None:
    """As by the command itself."""
    table = swedish()
    table.say("sang 4 8", "undo that", "n")
    assert table.asked.short == "Count it? [Y/n]> "
    table.say("undo that", "")
    assert (table.deals, table.asked.short) == ([], "deal 1> ")


@pytest.mark.parametrize(
    ("line", "shown", "taken"),
    [
        ("who deals", "deals     Anna", "taken as `next`"),
        ("Who deals now?", "deals     Anna", "taken as `next`"),
        ("what’s the score", "Bismarck", "taken as `sheet`"),
        ("what do I need", "Anna", "taken as `outlook`"),
        ("what are the rules", "Bismarck", "taken as `rules`"),
    ],
)
def test_what_only_shows_is_shown(line: str, shown: str, taken: str) -> None:
    """Without a question, with the command that it was."""
    table = swedish()
    reply = table.say(line)
    assert reply.lines[0] == taken
    assert shown in "\n".join(reply.lines)
    assert table.table.meant == ()


def test_what_i_need_is_what_the_recorder_needs() -> None:
    """Who records is known where it was said."""
    table = swedish()
    table.say("by Cleo")
    assert table.say("what do I need?").lines[0] == "taken as `outlook for Cleo`"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("Anna goes home", "did you mean `seat NEW for Anna` or `finish`?"),
        ("who leads", "did you mean `next` or `sheet`?"),
        ("Björn revoked", "did you mean `penalty Björn AMOUNT`?"),
    ],
)
def test_several_readings_are_told(line: str, hint: str) -> None:
    """Nothing is taken where more than one command is near, or something is still to be said."""
    table = swedish()
    before = table.table
    (problem,) = table.say(line).problems
    assert hint_of(problem, typed_here) == hint
    assert table.table == before


def test_where_nobody_is_there_to_be_asked_it_is_told() -> None:
    """A line of a file changes nothing that it does not name."""
    table = swedish(asks=False)
    (problem,) = table.say("björn deals").problems
    assert hint_of(problem, typed_here) == "did you mean `turn Björn`?"
    assert table.say("who deals").lines[0] == "taken as `next`"


def test_a_player_who_is_called_so_stays_the_player() -> None:
    """Somebody called Who, and somebody called Undo: a line that begins with a name is about
    them."""
    table = Evening("bismarck-swedish", "Who", "Undo", "Cleo Ann")
    assert meant(table, "who deals") == ("turn", "Who")
    table.say("n")
    assert meant(table, "undo deals") == ("turn", "Undo")
    table.say("n")
    assert meant(table, "cleo ann deals") == ("turn", "Cleo Ann")
    assert table.asked.lines == ('this could be meant: `turn "Cleo Ann"`',)
    assert table.say("n", "undo that").problems


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("fr", "Björn donne", TURN),
        ("fr", "annule ça", ("undo",)),
        ("fr", "maldonne, cartes retournées", ("misdeal", "cartes", "retournées")),
        ("fr", "on rentre", ("finish",)),
        ("sv", "björn ger", TURN),
        ("sv", "ångra det", ("undo",)),
        ("sv", "felgiv, kort med framsidan upp", ("misdeal", "kort", "med", "framsidan", "upp")),
        ("sv", "en omgång till", ("again",)),
        ("sv", "björn deals", TURN),
    ],
)
def test_in_french_and_swedish(code: str, line: str, words: tuple[str, ...]) -> None:
    """Each language has sentences of its own beside the English ones."""
    speak(code, catalogue(code))
    table = swedish()
    assert meant(table, line) == words


@pytest.mark.parametrize(
    ("code", "line", "command"),
    [
        ("fr", "qui donne ?", "next"),
        ("fr", "de quoi ai-je besoin", "outlook"),
        ("sv", "vem ger?", "next"),
        ("sv", "vad behöver jag", "outlook"),
    ],
)
def test_looks_in_french_and_swedish(code: str, line: str, command: str) -> None:
    """What only shows is shown in any of them."""
    speak(code, catalogue(code))
    assert f"`{command}`" in swedish().say(line).lines[0]


@pytest.mark.parametrize(
    "line", ["spader 4 8", "sang", "amend 1", "sheet", "anna", "pass 6 6 4", ""]
)
def test_an_entry_and_a_command_are_what_they_were(line: str) -> None:
    """A sentence is looked for only where nothing else was understood."""
    table = swedish()
    table.say("pass 6 6", "", line)
    assert table.table.meant == ()
