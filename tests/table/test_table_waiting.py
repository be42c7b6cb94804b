"""What waits for a yes at the live table: no deal is dropped, and none is counted that was being
replaced."""

from __future__ import annotations

import pytest
from live import Evening, codes, swedish

from scorekeeper.table.conversation import interrupted, reopened
from scorekeeper.table.table_state import Prompt
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused

FIRST = "deal 1 · spader · trump spades · Anna 4−4=0, Björn 5−8=−3, Cleo 7−4=+3 · Σ 0"
ASKED = "`{line}` is a deal of its own. y: deal 1 counts, and this is the next; n: this is deal 1 instead; Enter: neither"


# --- another deal while one waits ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["sang 4 8", "deal sang 4 8", "spader 4 5", "scorekeeper deal pass 6 6"]
)
def test_another_deal_while_one_waits_is_asked_about(line: str) -> None:
    """A whole deal typed where the yes is awaited takes no deal's place without a word, not even
    the same once more."""
    table = swedish(width=130)
    table.say("spader 4 5", line)
    typed = line.removeprefix("scorekeeper ").removeprefix("deal ")
    assert table.asked == Prompt((FIRST, ASKED.format(line=typed)), "Count it first? [y/n]> ")
    assert table.deals == []


@pytest.mark.parametrize("yes", ["y", "Yes", "oui", "j"])
def test_yes_counts_the_deal_that_waited_and_goes_on_with_the_other(yes: str) -> None:
    """One forgotten Enter costs nothing: the first is recorded, and the second is told and
    waits."""
    table = swedish()
    table.say("spader 4 5", "sang 4 8", yes)
    assert table.deals == [{"contract": "spader", "tricks": [4, 5, 7]}]
    assert table.asked.lines[0].startswith("deal 2 · sang")
    table.say("")
    assert [deal["contract"] for deal in table.deals] == ["spader", "sang"]


def test_the_other_deal_is_read_as_the_next_one() -> None:
    """What the next deal does not allow is refused for it, and the deal that waited has counted."""
    table = Evening("bismarck-estonian", "Anna", "Björn", "Cleo")
    table.say("Anna 6 3 3", "3 6 3")
    assert table.asked.short == "Count it first? [y/n]> "
    table.say("y", "")
    assert table.deals == [
        {"contract": "no-trumps", "starter": "Anna", "tricks": [6, 3, 3]},
        {"contract": "no-trumps", "tricks": [3, 6, 3]},
    ]
    table.say("3 3 6", "Björn 3 3 6")
    assert not table.say("cancel").problems


@pytest.mark.parametrize("no", ["n", "nej", "non"])
def test_no_puts_the_other_deal_in_its_place_with_a_word(no: str) -> None:
    """It is said which deal was not counted."""
    table = swedish(width=130)
    table.say("trumf hearts 4 5", "sang 4 8")
    assert table.say(no).lines[0].startswith("not counted: deal 1 · trumf · trump hearts")
    table.say("")
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


def test_numbers_that_are_a_deal_of_the_next_are_a_change_after_a_no() -> None:
    """Where the line alone is no whole deal now, it changes the one that waits."""
    table = Evening("bismarck-estonian", "Anna", "Björn", "Cleo")
    table.say("Anna 6 3 3", "3 6 3", "n", "")
    assert table.deals == [{"contract": "no-trumps", "starter": "Anna", "tricks": [3, 6, 3]}]


def test_enter_leaves_the_other_deal_out_with_a_word() -> None:
    """The deal that waited is asked about again."""
    table = swedish()
    table.say("spader 4 5", "sang 4 8")
    before = table.table
    assert table.say("perhaps").lines and table.table == before
    assert table.say("sheet").lines and table.table == before
    assert table.say("").lines == ("left out: sang 4 8",)
    assert table.asked == Prompt((FIRST,), "Count it? [Y/n]> ")


def test_ctrl_c_and_undo_drop_both() -> None:
    """Neither is kept, and it is said."""
    for line in ("undo", "cancel", None):
        table = swedish()
        table.say("spader 4 5", "sang 4 8")
        if line is None:
            table.table, reply = interrupted(table.table)
        else:
            reply = table.say(line)
        assert reply.lines[0] == "dropped; nothing of it was kept"
        assert table.asked.short == "deal 1> "


@pytest.mark.parametrize("line", ["tricks=5,8,3", "5 8 3", "pass", "trump=-"])
def test_a_part_of_a_deal_still_changes_the_one_that_waits(line: str) -> None:
    """What is no deal by itself is a correction, as before."""
    table = swedish()
    table.say("sang 4 8", line)
    assert table.asked.short.startswith("Count it?")
    assert table.table.draft.facts["contract"] == ("pass" if line == "pass" else "sang")


def test_where_nobody_is_there_another_deal_is_refused() -> None:
    """Lines from a file: what is odd waits for a yes, and every deal before that is refused with
    a word."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee", asks=False)
    table.say("Ann bid=200 meld=410 points=70")
    for _ in range(2):
        (problem,) = table.say("Bob 250 100 70").problems
        assert problem.code == "deal-waiting" and "deal 1 still waits" in text_of(problem.message)
    table.say("y", "Bob 250 100 70")
    assert [deal["bidder"] for deal in table.deals] == ["Ann", "Bob"]


# --- corrections -----------------------------------------------------------------------------------------


def corrected() -> Evening:
    table = swedish(width=130)
    table.say("sang 4 8", "", "pass 6 4", "", "amend 1 tricks=5,8,3 --why a pile")
    return table


def test_a_correction_is_confirmed_as_a_deal_is() -> None:
    """The deal is told as it would be, with what is different, and the same keys count it."""
    table = corrected()
    truth = "deal 1 · sang · Anna 5−4=+1, Björn 8−8=0, Cleo 3−4=−1 · Σ 0"
    assert table.asked == Prompt(
        (truth, "to be corrected: tricks 4,8,4 → 5,8,3"), "Count it? [Y/n]> "
    )
    assert table.deals[0]["tricks"] == [4, 8, 4]
    table.say("")
    assert table.deals[0]["tricks"] == [5, 8, 3]
    assert table.book().log.entries[-1].why == "a pile"
    assert table.asked.short == "deal 3> "


@pytest.mark.parametrize("yes", ["y", "j", "oui"])
def test_a_yes_counts_a_correction(yes: str) -> None:
    """In whatever language."""
    table = corrected()
    table.say(yes)
    assert table.deals[0]["tricks"] == [5, 8, 3]


def test_no_asks_what_should_be_different_in_the_deal() -> None:
    """As for a deal; Enter then leaves it as it is recorded."""
    table = corrected()
    table.say("n")
    assert table.asked.short == "amend 1> "
    assert table.say("").lines == ("nothing was changed",)
    assert (table.asked.short, table.deals[0]["tricks"]) == ("deal 3> ", [4, 8, 4])


def test_words_change_the_correction_that_waits() -> None:
    """What was said before stays, and the reason too."""
    table = corrected()
    table.say("pass")
    assert table.asked.lines[1] == "to be corrected: contract sang → pass, tricks 4,8,4 → 5,8,3"
    table.say("tricks=6,7,3", "")
    assert table.deals[0] == {"contract": "pass", "tricks": [6, 7, 3]}
    assert table.book().log.entries[-1].why == "a pile"


def test_a_refused_change_of_a_correction_counts_with_no_yes() -> None:
    """It is asked anew what should be different in the deal, and a yes is no answer to that."""
    table = corrected()
    assert codes(table.say("tricks=9,9,9")) == ["tricks-total"]
    table.say("y")
    assert (table.asked.short, table.deals[0]["tricks"]) == ("amend 1> ", [4, 8, 4])


def test_a_deal_typed_while_a_correction_waits_is_refused() -> None:
    """It is neither swallowed nor read as part of the correction."""
    table = corrected()
    before = table.table
    for line in ("spader 4 5", "deal spader 4 5"):
        (problem,) = table.say(line).problems
        assert problem.code == "deal-waiting" and text_of(problem.message).startswith(
            "the correction of deal 1 still waits"
        )
        assert table.table == before


def test_an_entry_goes_on_after_a_correction() -> None:
    """Where it was, with its question; one of which a part was refused still needs a spoken yes."""
    table = swedish()
    table.say("sang 4 8", "", "pass", "amend 1 5 8 3", "n", "")
    assert table.asked.short == "tricks> "
    table.say("6 6 trump=hearts", "amend 1 5 8 3", "")
    assert table.asked.short == "Count it? [y/N]> "


def test_a_correction_from_a_file_counts_at_once() -> None:
    """Where nobody is there to be asked; a yes that follows all the same is let pass."""
    table = swedish(asks=False)
    table.say("sang 4 8", "amend 1 tricks=5,8,3", "y")
    assert table.deals[0]["tricks"] == [5, 8, 3]
    assert table.asked.short == "deal 2> "


def test_a_deal_that_was_outrun_is_dropped_with_the_other() -> None:
    """Another terminal was faster: nothing is recorded in the wrong place."""
    table = swedish()
    table.say("spader 4 5", "sang 4 8")
    table.elsewhere("sang", "5", "8")
    with pytest.raises(Refused):
        table.say("y")
    assert len(table.deals) == 1


def other_contract() -> Evening:
    """A correction of deal 1 waits: it was hearts."""
    table = swedish(width=200)
    table.say("spader 4 5", "", "sang 4 8", "", "amend 1 trumf hearts")
    return table


def test_a_refused_addition_keeps_what_was_said_of_the_correction() -> None:
    """What is asked then shows it, and the numbers that are right go beside it."""
    table = other_contract()
    assert codes(table.say("5 8 4")) == ["tricks-total"]
    still, asked = table.asked.lines
    assert still.startswith("still as it was, and not counted: deal 1 · trumf · trump hearts")
    assert "(now contract=trumf, trump=hearts, tricks=4,5,7;" in asked
    assert codes(table.say("6 8 3")) == ["tricks-total"]
    table.say("5 8 3", "y")
    assert table.deals[0] == {"contract": "trumf", "trump": "hearts", "tricks": [5, 8, 3]}


def test_enter_after_a_refused_addition_goes_back_to_the_correction() -> None:
    """Which then counts with a spoken yes alone; `cancel` drops it."""
    table = other_contract()
    table.say("5 8 4", "")
    assert table.asked.short == "Count it? [y/N]> "
    table.say("y")
    assert table.deals[0] == {"contract": "trumf", "trump": "hearts", "tricks": [4, 5, 7]}
    table = other_contract()
    assert table.say("5 8 4", "cancel").lines == ("nothing was changed",)
    assert table.deals[0]["contract"] == "spader"
    assert table.table.is_idle


@pytest.mark.parametrize("refused", [(), ("5 8 4",)])
def test_the_correction_of_another_deal_drops_none_that_waits(refused: tuple[str, ...]) -> None:
    """It is refused as another deal is."""
    table = other_contract()
    table.say(*refused)
    before = table.table
    for line in ("amend 2 5 8", "amend last 5 8", "amend 2"):
        (problem,) = table.say(line).problems
        assert problem.code == "deal-waiting" and text_of(problem.message).startswith(
            "the correction of deal 1 still waits for a yes or a no: deal 1 · trumf"
        )
        assert hint_of(problem) == "say y or n to that, then type the correction again"
        assert table.table == before


def test_the_same_correction_typed_again_goes_on_with_it() -> None:
    """Also with a reason; with nothing after its number it asks what should be different."""
    table = other_contract()
    table.say("amend 1 5 8 3 --why a pile", "y")
    assert table.deals[0] == {"contract": "trumf", "trump": "hearts", "tricks": [5, 8, 3]}
    assert table.book().log.entries[-1].why == "a pile"
    table = other_contract()
    table.say("amend 1")
    assert (table.asked.short, "trump=hearts" in table.asked.lines[1]) == ("amend 1> ", True)


def test_a_new_deal_where_a_deal_is_to_be_corrected_is_refused() -> None:
    """It is said that a correction waits, not that another command was meant."""
    table = swedish()
    table.say("spader 4 5", "", "amend 1")
    before = table.table
    (problem,) = table.say("deal spader 3 5 8").problems
    assert (text_of(problem.message), hint_of(problem)) == (
        "the correction of deal 1 still waits",
        "press Enter to leave that deal as it is, then type the new one again",
    )
    assert table.table == before
    table = other_contract()
    (problem,) = table.say("5 8 4", "deal spader 3 5 8").problems
    assert text_of(problem.message).startswith("the correction of deal 1 still waits for a yes")


def test_a_number_after_an_equals_sign_is_read_in_a_correction() -> None:
    """`anna=8` is Anna's number: what is refused is the sum."""
    table = swedish()
    table.say("spader 4 5", "", "sang 4 8", "")
    assert (
        codes(table.say("amend 2 anna=8")) == codes(table.say("amend 2 anna:8")) == ["tricks-total"]
    )


@pytest.mark.parametrize("line", ["no wait", "No, wait", "nej 5 8 3", "no hearts"])
def test_a_line_that_begins_as_a_no_is_asked_about(line: str) -> None:
    """It is the name of no contract that begins with that word, and nothing is changed."""
    table = swedish()
    table.say("spader 4 5")
    before = table.table
    (problem,) = table.say(line).problems
    assert (problem.code, hint_of(problem)) == ("answer-unknown", "say y or n")
    assert table.table == before


def test_a_contract_that_begins_with_no_is_a_change() -> None:
    """`no trumps` is its name."""
    table = swedish()
    table.say("spader 4 5", "no trumps", "")
    assert table.deals == [{"contract": "sang", "tricks": [4, 5, 7]}]


# --- a correction waits, and something else happens -----------------------------------------------


@pytest.mark.parametrize(
    "line",
    ["turn Anna", "penalty Anna 2", "strike 1", "swap 1 2", "insert 1 pass 6 6", "note late",
     "misdeal", "finish", "deal --alone why sang 6 6", "count --by Anna sang 6 6", "seat Dora for Cleo", "agree must_trump=yes"],
)  # fmt: skip
@pytest.mark.parametrize("begun", ["amend 1 tricks=5,6,5", "amend 1"])
def test_a_correction_that_waits_is_not_dropped_by_what_happens(begun: str, line: str) -> None:
    """It is refused until the correction has its yes or no, and nothing is lost."""
    table = swedish()
    table.say("sang 6 6", "y", "pass 5 6", "y", begun)
    asked = table.asked
    reply = table.say(line)
    assert codes(reply) == ["deal-waiting"]
    assert (table.asked, len(table.book().log.entries)) == (asked, 2)
    table.say(*(["y"] if "tricks" in begun else [""]), line)
    kinds = [entry.what for entry in table.book().log.entries]
    assert ("amend" in kinds) == ("tricks" in begun)


# --- an entry was begun, and something happens -----------------------------------------------------


@pytest.mark.parametrize(
    "line", ["agree", "agree must_trump=no", "penalty", "seat Anna for Björn", "turn Nobody"]
)
@pytest.mark.parametrize("begun", ["sang", "sang 4 8"])
def test_an_entry_stays_where_what_happened_is_refused(begun: str, line: str) -> None:
    """What was said of the deal is not lost by a slip in another line: the same is asked."""
    table = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", must_trump="no")
    table.say(begun)
    asked = table.asked
    try:
        assert table.say(line).problems
    except Refused:
        table.table, _ = reopened(table.table, table.book())
    assert (table.asked, len(table.book().log.entries)) == (asked, 0)


@pytest.mark.parametrize("line", ["agree must_trump=yes", "penalty Anna 2", "penalty Björn 10"])
def test_an_entry_goes_on_after_what_leaves_the_deal_as_it_is(line: str) -> None:
    """A penalty and an agreement, as a note does; the deal that waits is judged anew."""
    table = swedish()
    table.say("sang 4 8", line)
    assert table.asked.short == "Count it? [Y/n]> "
    table.say("")
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


@pytest.mark.parametrize("line", ["misdeal", "seat Dora for Cleo", "turn Björn"])
def test_an_entry_is_dropped_with_a_word_by_what_makes_it_another_deal(line: str) -> None:
    """Dealt again, to others or by another, it is not the deal that was typed."""
    table = swedish()
    table.say("sang 4 8", line)
    assert "what was entered for deal 1 was dropped" in table.shown
    assert (table.asked.short, table.deals) == ("deal 1> ", [])


def test_an_entry_goes_on_after_a_dealer_out_of_turn_who_was_not_meant() -> None:
    """Where somebody would be left without a contract it is asked about; a no takes nothing."""
    table = swedish()
    table.say("sang 4 8")
    asked = table.asked
    table.say("turn Björn --then returns")
    assert table.asked.short == "Count it? [y/N]> "
    table.say("n")
    assert table.asked == asked


# --- what is no answer and no number ---------------------------------------------------------------------


def test_a_choice_of_the_table_leaves_what_waits_with_its_default() -> None:
    """It is no part of a correction, nor of a deal: what waits is asked as before, and the line to
    type is told."""
    table = swedish()
    table.say("spader 4 8", "", "amend 1 tricks=9,4,3")
    asked = table.asked
    assert asked.short == "Count it? [Y/n]> "
    (problem,) = table.say("must_trump=yes").problems
    assert "say y or n to that, then type `scorekeeper agree must_trump=yes`" in hint_of(problem)
    assert table.asked == asked
    assert codes(table.say("agree must_trump=yes")) == ["deal-waiting"]
    assert table.asked == asked
    table.say("")
    assert table.deals == [{"contract": "spader", "tricks": [9, 4, 3]}]
    table.say("sang 6 6")
    asked = table.asked
    assert codes(table.say("must_trump=yes")) == ["deal-waiting"]
    assert table.asked == asked


def test_a_correction_is_not_dropped_without_a_word() -> None:
    """Where Enter says no after something was refused, and after a plain no."""
    table = swedish()
    table.say("spader 4 8", "", "amend 1 tricks=9,4,3", "tricks=99")
    assert table.asked.short == "amend 1> "
    (problem,) = table.say("agree must_trump=yes").problems
    assert hint_of(problem) == "press Enter, say y or n to that, then type it again"
    table.say("")
    assert table.asked.short == "Count it? [y/N]> "
    dropped = ("the correction was dropped; deal 1 is as it was",)
    assert table.say("").lines == dropped
    table.say("", "amend 1 tricks=9,4,3")
    assert table.say("n").lines == dropped


def test_a_choice_of_the_table_at_the_prompt_of_a_deal_is_told_as_one() -> None:
    """It is an option of this very game, and no misspelt fact."""
    (problem,) = swedish().say("must_trump=yes").problems
    assert (
        text_of(problem.message) == "`must_trump` is a choice of the table, and no fact of a deal"
    )
    assert "`scorekeeper agree must_trump=yes` changes it" in hint_of(problem)


# --- two counts of one deal ------------------------------------------------------------------------------


def test_a_disputed_deal_waits_for_a_yes() -> None:
    """Both counts are shown first; with a no nothing is recorded, and what was answered before
    stays."""
    table = swedish(width=130)
    table.say("sang 6 6 or 7 5")
    first, second, *_ = table.asked.lines
    assert "Anna 6−4=+2" in first and "Anna 7−4=+3" in second
    assert table.asked.short == "Count it? [Y/n]> "
    assert codes(table.say("7 5")) == ["answer-unknown"]
    table.say("n")
    assert table.deals == [] and table.table.is_idle
    table.say("sang", "6 6 or 7 5", "n")
    assert table.table.draft.facts["contract"] == "sang"
    table.say("6 6 or 7 5", "y")
    assert [deal["tricks"] for deal in table.deals] == [[6, 6, 4]]
    assert table.book().standing.readings == {1: 1}


def test_where_nobody_is_asked_a_disputed_deal_counts_at_once() -> None:
    """As any other deal does; and what is odd only with --yes."""
    table = swedish(asks=False)
    table.say("sang 6 6 or 7 5")
    assert len(table.deals) == 1
    assert codes(table.say("pass 16 0 or 15 1")) == ["tricks-whole"]
    table.say("pass 16 0 or 15 1 --yes")
    assert len(table.deals) == 2
