"""The live table as a pure step: every line here goes in as a value and the answer is a value."""

from __future__ import annotations

import pytest
from conftest import GAMES, ruleset
from live import Evening, codes, swedish

from scorekeeper.table.conversation import begun, interrupted, reopened
from scorekeeper.table.table_state import Prompt, typed_here
from scorekeeper.table.word_completion import completions
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import speak

# --- entering ------------------------------------------------------------------------------------------


def test_a_whole_entry_is_told_in_full_before_it_counts() -> None:
    """One line makes the entry; the line of the whole truth is shown, and nothing is recorded
    yet."""
    table = swedish()
    table.say("sang 4 8")
    assert table.asked == Prompt(
        ("deal 1 · sang · Anna 4−4=0, Björn 8−8=0, Cleo 4−4=0 · Σ 0",), "Count it? [Y/n]> "
    )
    assert table.deals == []


@pytest.mark.parametrize("yes", ["", "y", "Yes", "o", "OUI", "j", "ja"])
def test_it_counts_after_enter_or_yes(yes: str) -> None:
    """Enter or a yes records the entry, and the next deal is asked for."""
    table = swedish()
    table.say("sang 4 8", yes)
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]
    assert table.asked.short == "deal 2> "


def test_after_a_deal_come_the_sheet_and_the_next_dealers_card() -> None:
    """What was recorded is said, the sheet has the deal, and the card names the next dealer."""
    table = swedish()
    table.say("sang 4 8", "")
    text = "\n".join(table.shown)
    assert "recorded deal 1" in text
    assert (
        text.index("recorded deal 1")
        < text.index("Sang")
        < text.index("Deal 2 of 12")
        < text.index("deals     Björn")
    )


def test_only_what_is_missing_is_asked_for() -> None:
    """A line with some of the facts leads to a question for the others alone."""
    table = swedish()
    table.say("sang")
    assert table.asked.short == "tricks> "
    assert table.asked.lines == (
        "How many tricks: Anna, Björn, Cleo? (16 in all; one may be left out)",
    )
    table.say("4 8", "")
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


def test_an_empty_line_asks_for_everything_in_order() -> None:
    """Prompt by prompt: the contract among those left, the suit that it leaves open, the tricks."""
    table = swedish()
    table.say("")
    assert table.asked.lines == ("Which contract (spader, trumf, sang, pass)?",)
    table.say("valfri")
    assert table.asked.short == "trump> "
    table.say("h")
    assert table.asked.short == "tricks> "
    table.say("5, 8", "")
    assert table.deals == [{"contract": "trumf", "trump": "hearts", "tricks": [5, 8, 3]}]


def test_enter_leaves_open_what_may_be_left_open() -> None:
    """The trump suit may be skipped and is not asked for again; the tricks may not."""
    table = swedish()
    table.say("trumf", "")
    assert table.asked.short == "tricks> "
    assert "needed" in table.say("").lines[0]
    table.say("4 8", "")
    assert table.deals == [{"contract": "trumf", "tricks": [4, 8, 4]}]


def test_a_dash_is_nothing_and_takes_out_what_was_said() -> None:
    """At the question of what may be left open, and later, a dash leaves it out; what is needed
    is asked for still."""
    table = swedish()
    table.say("trumf", "-")
    assert table.asked.short == "tricks> "
    assert "needed" in table.say("-").lines[0]
    table.say("4 8")
    assert table.asked.short.startswith("Count it?")
    table.say("trump=hearts", "trump=-", "")
    assert table.deals == [{"contract": "trumf", "tricks": [4, 8, 4]}]
    table.say("amend 1 trump=hearts", "", "amend 1 trump=-", "")
    assert table.deals == [{"contract": "trumf", "tricks": [4, 8, 4]}]


def test_cards_may_be_answered_by_their_own_names() -> None:
    """Between commas the names of cards have spaces in them."""
    table = Evening("bisque", "Ann", "Bob", "Cal")
    table.say("", "Chance Meeting, 4MS, 9LK", "AW CY CK 2SY 2WL 3MW 3SK 3LY 4WL 4YK 5ML", "")
    assert [deal["goals"] for deal in table.deals] == [["7ML", "4MS", "9LK"]]


def test_optional_facts_are_not_asked_for() -> None:
    """A game that has round, card, trump and tricks to note asks for player and points alone."""
    table = Evening("bizon", "You", "Goat", "Sheep")
    table.say("")
    assert table.asked.lines == ("Who is the Bizon? (You, Goat, Sheep; or: passed)",)
    table.say("G", "20 0")
    assert table.asked.short.startswith("Count it?")


def test_a_word_that_is_a_whole_deal_is_taken_at_the_first_question() -> None:
    """`passed` answers the question that mentions it."""
    table = Evening("bizon", "You", "Goat", "Sheep")
    table.say("", "passed", "")
    assert table.deals == [{"passed": True}]


def test_more_may_be_said_than_was_asked() -> None:
    """At a question for one fact, words of others are taken as well."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    table.say("", "Cal ponder")
    assert table.asked.short == "tricks> "
    table.say("0,8", "")
    assert table.deals == [{"bidder": "Cal", "bid": "ponder", "tricks": [0, 8]}]


def test_a_number_out_of_range_is_never_taken_for_another_fact() -> None:
    """A bid of 95 is refused as a bid; it does not become card points."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    assert codes(table.say("Ann", "95")) == ["bid-range"]
    assert table.asked.short == "bid> "
    assert "points" not in table.table.draft.facts


# --- mistakes ------------------------------------------------------------------------------------------


def test_only_the_wrong_field_is_asked_for_again() -> None:
    """Tricks that do not add up are refused; the contract is kept and said to be."""
    table = swedish()
    assert codes(table.say("pass 9 2 9")) == ["tricks-total"]
    assert table.asked.lines[0] == "kept: contract pass"
    assert table.asked.short == "tricks> "
    table.say("9 2 5", "")
    assert table.deals == [{"contract": "pass", "tricks": [9, 2, 5]}]


def test_a_contract_that_was_used_is_asked_for_again() -> None:
    """The tricks stay while the declarer is asked for a contract that is left."""
    table = swedish()
    for _ in range(3):
        table.say("sang 4 8 4" if not table.deals else "sang 8 4 4", "")
    assert codes(table.say("sang 4 8 4")) == ["contract-used"]
    assert table.asked.lines == ("kept: tricks 4,8,4", "Which contract (spader, trumf, pass)?")


def test_every_wrong_field_is_asked_for_in_turn() -> None:
    """Two wrong facts are both refused at once and then asked for one after the other."""
    table = Evening("bizon", "You", "Goat", "Sheep")
    reply = table.say("bizon=Cow gp=50,0,0")
    assert codes(reply) == ["player-unknown", "gp-range", "gp-total"]
    assert table.asked.short == "bizon> "
    table.say("Goat")
    assert table.asked.short == "gp> "
    table.say("40 0", "")
    assert table.deals == [{"bizon": "Goat", "gp": [40, 0, 0]}]


def test_a_line_of_which_nothing_can_be_read_begins_no_entry() -> None:
    """A slip at the top is refused and the top prompt comes again, with the command that was
    meant."""
    table = swedish()
    reply = table.say("sheeet")
    assert codes(reply) == ["word-unknown"]
    assert hint_of(reply.problems[0], typed_here) == "did you mean `sheet`?"
    assert table.asked.short == "deal 1> "


def test_a_pointless_fact_is_left_out_and_not_asked_for() -> None:
    """A suit for a contract without trumps is refused; the rest waits for a yes."""
    table = swedish()
    assert codes(table.say("sang 4 8 trump=hearts")) == ["trump-contract"]
    assert table.asked.short == "Count it? [y/N]> "
    table.say("y")
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


def test_no_leads_to_what_should_be_different() -> None:
    """After a no, words change the entry and the name of a fact asks for it again."""
    table = swedish()
    table.say("sang 4 8", "n", "pass")
    assert table.asked.lines == ("deal 1 · pass · Anna 6−4=+2, Björn 4−8=−4, Cleo 6−4=+2 · Σ 0",)
    table.say("n", "tricks")
    assert table.asked.short == "tricks> "
    table.say("6 4", "y")
    assert table.deals == [{"contract": "pass", "tricks": [6, 4, 6]}]


def test_words_at_the_yes_or_no_change_the_entry() -> None:
    """A correction may be typed where the yes is awaited."""
    table = swedish()
    table.say("sang 4 8", "tricks=5,8,3", "")
    assert table.deals == [{"contract": "sang", "tricks": [5, 8, 3]}]


@pytest.mark.parametrize(
    "line",
    ["foo 1", "tricks=9,9", "hearts", "deal foo 1", "deal sang 9 9", "deal pass 6", "sang 4 x"],
)
def test_a_line_refused_at_the_yes_or_no_leaves_the_deal_waiting(line: str) -> None:
    """It is said what is wrong and which deal still waits, and asked what should be different:
    no yes that was meant for other numbers counts it. After Enter the same deal is asked about
    anew, and counts after a spoken yes."""
    table = swedish()
    table.say("spader 4 5")
    before = table.table
    assert before.pending is not None
    assert table.say(line).problems
    assert table.asked.short == "change> "
    truth = "deal 1 · spader · trump spades · Anna 4−4=0, Björn 5−8=−3, Cleo 7−4=+3 · Σ 0"
    assert (
        " ".join(table.asked.lines)
        .replace("   ", " ")
        .startswith(f"still as it was, and not counted: {truth}")
    )
    assert table.table.draft.facts == before.draft.facts
    for answer in ("y", "j"):
        table.say(answer)
        assert table.asked.short == "change> "
    table.say("")
    assert table.asked == Prompt((truth,), "Count it? [y/N]> ")
    assert table.table.draft.facts == before.draft.facts
    table.say("")
    assert table.deals == []
    table.say("tricks=4,5", "y")
    assert table.deals == [{"contract": "spader", "tricks": [4, 5, 7]}]


def test_a_change_drops_what_it_makes_pointless() -> None:
    """A bid that needs no meld and no points takes them out of the entry."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    table.say("Ann bid=200 meld=100 points=70", "n", "bid=laydown", "")
    assert table.deals == [{"bidder": "Ann", "bid": "laydown"}]


def test_what_is_odd_counts_only_after_a_spoken_yes() -> None:
    """Enter does not record what is possible but odd; a yes does."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    table.say("Ann bid=200 meld=410 points=70")
    assert table.asked.short == "Count it? [y/N]> "
    assert any(line.startswith("odd: a meld of 410") for line in table.asked.lines)
    table.say("")
    assert table.deals == []
    table.say("", "y")
    assert len(table.deals) == 1


# --- commands ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", [(), ("sang",), ("sang 4 8",), ("sang 4 8", "n")])
@pytest.mark.parametrize("command", ["sheet", "next", "log", "summary", "rules", "help", "?"])
def test_looking_leaves_the_entry_where_it_was(at: tuple[str, ...], command: str) -> None:
    """At every prompt the commands show something and the same thing is asked for after them."""
    table = swedish()
    table.say(*at)
    before = table.table
    reply = table.say(command)
    assert reply.lines and not reply.problems
    assert table.table == before


def test_undo_and_redo_say_what_they_did() -> None:
    """Undo takes the last entry back in words, redo restores it, and the sheet follows."""
    table = swedish()
    table.say("sang 4 8", "", "undo")
    assert "took back deal 1 (contract sang · tricks 4,8,4)" in table.shown
    assert table.deals == []
    table.say("redo")
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


def test_undo_while_entering_drops_the_entry_with_a_word() -> None:
    """Undo drops what was being typed and leaves what was recorded; once more takes that back."""
    table = swedish()
    table.say("sang 4 8", "", "pass", "undo")
    assert "dropped; nothing of it was kept" in table.shown
    assert table.asked.short == "deal 2> "
    table.say("undo")
    assert table.asked.short == "deal 1> "


def test_amend_while_entering_keeps_the_entry() -> None:
    """A correction of deal 1 shows what moved and goes back to the question for deal 2."""
    table = swedish()
    table.say("sang 4 8", "", "pass", "amend 1 tricks=5,8,3 --why miscounted a pile", "")
    assert table.deals == [{"contract": "sang", "tricks": [5, 8, 3]}]
    assert table.book().log.entries[-1].why == "miscounted a pile"
    assert table.asked.short == "tricks> "
    table.say("6 6", "")
    assert table.deals[1] == {"contract": "pass", "tricks": [6, 6, 4]}


def test_amend_with_a_number_alone_asks_what_to_change() -> None:
    """What stands in the deal is shown, the facts typed then change it, and the entry begun goes
    on after that."""
    table = swedish()
    table.say("sang 4 8", "", "pass", "amend 1")
    assert table.asked == Prompt(
        (
            "deal 1 · sang · Anna 4−4=0, Björn 8−8=0, Cleo 4−4=0 · Σ 0",
            "What should be different? (now contract=sang, tricks=4,8,4; Enter leaves it)",
        ),
        "amend 1> ",
    )
    assert codes(table.say("9 9 9")) == ["tricks-total"]
    table.say("sheet")
    assert table.asked.short == "amend 1> "
    table.say("5 8 --why miscounted a pile", "")
    assert table.deals == [{"contract": "sang", "tricks": [5, 8, 3]}]
    assert table.book().log.entries[-1].why == "miscounted a pile"
    assert table.asked.short == "tricks> "


def test_enter_or_cancel_leaves_the_deal_as_it_is() -> None:
    """A correction that was only begun is left without a change, and the entry begun before it
    stays."""
    for line in ("", "cancel", "undo", "no"):
        table = swedish()
        table.say("sang 4 8", "", "pass", "amend 1")
        assert table.say(line).lines == ("nothing was changed",)
        assert table.asked.short == "tricks> "
        assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


def test_ctrl_c_leaves_a_correction_that_was_only_begun() -> None:
    """Nothing is kept, and the table stays."""
    table = swedish()
    table.say("sang 4 8", "", "amend 1")
    table.table, reply = interrupted(table.table)
    assert "dropped" in reply.lines[0] and not table.table.gone
    assert table.asked.short == "deal 2> "


def test_a_fact_named_alone_says_how_it_is_typed() -> None:
    """Where a correction names the fact without its value, the line to type is shown."""
    table = swedish()
    table.say("sang 4 8", "", "amend 1")
    assert table.say("tricks").lines == ("type: tricks=4,8,4, with what is right",)
    table.say("tricks=5,8,3", "y")
    assert table.asked.short == "deal 2> "


def test_lines_from_a_file_are_not_asked_what_to_change() -> None:
    """Where nobody is there to be asked, a correction of nothing is refused, and the next line
    is a deal."""
    table = swedish(asks=False)
    table.say("sang 4 8")
    assert codes(table.say("amend 1")) == ["amend-nothing"]
    table.say("pass 6 6")
    assert len(table.deals) == 2


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("delete 1", "did you mean `strike`, `undo` or `amend`?"),
        ("remove", "did you mean `strike`, `undo` or `amend`?"),
        ("correct 1 6 6 4", "did you mean `amend`?"),
        ("ammend 1 6 6 4", "did you mean `amend`?"),
        ("reddo", "did you mean `redo`?"),
        ("logg", "did you mean `log`?"),
        ("annuler", "did you mean `undo` or `cancel`?"),
        ("Ångra", "did you mean `undo`?"),
        ("angra", "did you mean `undo`?"),
        ("--help", "did you mean `help`?"),
        ("avbryt", "did you mean `cancel`?"),
    ],
)
@pytest.mark.parametrize("at", [(), ("sang",), ("sang 4 8",), ("sang 4 8", "n")])
def test_an_unknown_command_is_not_taken_for_a_deal(
    at: tuple[str, ...], line: str, hint: str
) -> None:
    """A first word that is near a command and is no word of the deal leaves everything as it
    was."""
    table = swedish()
    table.say("pass 6 6", "", *at)
    before = table.table
    (problem,) = table.say(line).problems
    assert (problem.code, hint_of(problem, typed_here)) == ("word-unknown", hint)
    assert table.table == before


@pytest.mark.parametrize("word", ["utsikt", "vidare", "hierarki", "lendemain"])
def test_a_word_that_is_only_somewhat_alike_is_not_guessed(word: str) -> None:
    """What is no command and near nothing is answered with what is known here, in any language."""
    for code in ("en", "sv", "fr"):
        speak(code)
        (problem,) = swedish().say(word).problems
        assert hint_of(problem, typed_here) and "?" not in hint_of(problem, typed_here)


def test_a_slip_in_a_word_of_the_deal_is_not_taken_for_a_command() -> None:
    """What is nearer to a contract than to a command is a contract, and the rest of the line is
    kept."""
    table = swedish()
    reply = table.say("spaderr 4 8")
    assert hint_of(reply.problems[0], typed_here) == "did you mean `Spader`?"
    assert table.asked.short == "contract> "


def test_a_question_about_a_trick_is_about_the_contracts_left() -> None:
    """Before the contract is said only those that the declarer may still choose can decide a
    trick."""
    table = swedish()
    assert "Spader" in text_of(table.say("? trick KH 2S 7H").problems[0].message)
    for contract in ("spader", "sang", "pass"):
        for line in ("6 6", "6 6", "6 6"):
            table.say(f"{contract} {line}", "")
    assert codes(table.say("? trick KH 2S 7H")) == ["depends"]
    message = text_of(table.say("? trick KH 2S 7H").problems[0].message)
    assert "Spader" not in message and "Sang" not in message and "Trumf" in message


def test_a_contract_in_a_question_is_asked_without_the_trumps_of_another() -> None:
    """Hearts were entered for the contract with trumps; a question about the one without is
    about that alone."""
    table = swedish()
    table.say("trumf hearts")
    assert table.say("? trick KC 2H AC").lines[0].startswith("card 2 wins: 2♥ is the only trump")
    assert (
        table.say("? trick KC 2H AC contract=trumf")
        .lines[0]
        .startswith("card 2 wins: 2♥ is the only trump")
    )
    for contract in ("sang", "spader"):
        assert (
            table.say(f"? trick KC 2H AC contract={contract}")
            .lines[0]
            .startswith("card 3 wins: A♣")
        )
    (problem,) = table.say("? trick KC 2H AC contract=sang trump=hearts").problems
    assert text_of(problem.message) == "Sang has no trumps, not hearts"
    assert table.table.draft.facts == {"contract": "trumf", "trump": "hearts"}


@pytest.mark.parametrize("game", GAMES)
def test_the_question_of_a_hint_can_be_typed_as_it_stands(game: str) -> None:
    """`? legal` without a hand is refused with an example of cards of this very pack, which is
    answered or, where the trumps or the contract decide, asks for those alone."""
    rules = ruleset(game)
    table = Evening(rules, *["Ann", "Bob", "Cal", "Dee", "Eve"][: rules.players[0]])
    problems = table.say("? legal").problems
    if [problem.code for problem in problems] == ["hand-missing"]:
        _, _, typed = (hint_of(problems[0], typed_here) or "").partition("for example ")
        assert typed.startswith("? legal ")
        assert set(codes(table.say(typed))) <= {"depends"}


@pytest.mark.parametrize("suit", ["clubs", "spades"])
def test_the_trumps_of_a_hint_are_typed_as_it_has_them(suit: str) -> None:
    """`trump=clubs, …` without a space in between, which would make of it a suit without a name."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    (problem,) = table.say("? trick KH JH 9H").problems
    assert (
        hint_of(problem, typed_here)
        == "say trump=clubs, trump=diamonds, trump=hearts or trump=spades"
    )
    assert table.say(f"? trick KH JH 9H trump={suit}").lines[0].startswith("card 1 wins")


def test_the_end_of_a_game_says_what_it_is_worth() -> None:
    """Where games are played again and again, the deal that ends one is followed by the rule of
    its result."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee", width=120, games="2")
    said = "game 1 is worth 12 to the winners; to the others 12 less what they have left; it ended with Ann & Cal 12, Bob & Dee −2"
    for count in range(2):
        assert said not in table.shown
        table.say("Bob bid=350 meld=300 60 81", "")
        assert (said in table.shown) is bool(count)
    table.say("Bob bid=350 meld=300 60 81", "")
    assert table.shown.count(said) == 1


def test_an_odd_correction_is_asked_about() -> None:
    """A correction that is possible but odd counts after a yes only."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    table.say("Ann bid=200 meld=100 points=70", "", "amend 1 meld=410")
    assert table.asked.short == "Count it? [y/N]> "
    table.say("")
    assert table.deals[0]["meld"] == 100
    table.say("amend 1 meld=410", "y")
    assert table.deals[0]["meld"] == 410


def test_a_correction_that_cannot_be_is_refused() -> None:
    """The reasons are given and nothing changes."""
    table = swedish()
    table.say("sang 4 8", "")
    assert codes(table.say("amend 1 tricks=9,9,9")) == ["tricks-total"]
    assert codes(table.say("amend 7 tricks=9,9,9")) == ["deal-unknown"]
    assert table.deals == [{"contract": "sang", "tricks": [4, 8, 4]}]


@pytest.mark.parametrize(
    "line", ["amend", "amend x", "explain x", "explain 1 2", "undo 3", "sheet now"]
)
def test_a_command_typed_wrongly_says_how_it_is_typed(line: str) -> None:
    """A command with too much or too little after it is refused and nothing else happens."""
    table = swedish()
    reply = table.say(line)
    assert codes(reply) == ["command-form"]
    assert (hint_of(reply.problems[0], typed_here) or "").startswith(
        f"type {line.split(maxsplit=1)[0]}"
    )
    assert table.asked.short == "deal 1> "


def test_a_player_may_be_called_like_a_command() -> None:
    """With more words after it, or after `key=`, such a name begins an entry."""
    table = Evening("bizon", "log", "next", "Cleo")
    table.say("log 20 0", "", "bizon=next gp=20,0", "")
    assert [deal["bizon"] for deal in table.deals] == ["log", "next"]


def test_cancel_drops_the_entry_and_shows_the_card() -> None:
    """Nothing half-entered is kept, and the coming deal is shown again."""
    table = swedish()
    table.say("sang")
    reply = table.say("cancel")
    assert reply.lines[0] == "dropped; nothing of it was kept"
    assert any("Deal 1 of 12" in line for line in reply.lines)
    assert table.table.is_idle


def test_ctrl_c_drops_an_entry_first_and_leaves_second() -> None:
    """Half-entered, half-typed, and nothing at all: only the last leaves."""
    table = swedish()
    table.say("sang")
    table.table, reply = interrupted(table.table)
    assert not table.table.gone and reply.lines[0].startswith("dropped")
    table.table, _ = interrupted(table.table, "sang 4")
    assert not table.table.gone
    table.table, reply = interrupted(table.table)
    assert table.table.gone
    assert reply.lines == (
        "no deal is recorded yet; go on with: scorekeeper play; or take it away:",
        "  scorekeeper drop evening",
    )


def test_leaving_says_what_was_kept() -> None:
    """A half-typed entry is dropped with a word, and the way back is named."""
    table = swedish()
    table.say("sang 4 8", "", "pass")
    reply = table.say("quit")
    assert reply.lines == (
        "nothing half-entered was kept; 1 deal is recorded; go on with: scorekeeper play",
    )
    assert table.table.gone


@pytest.mark.parametrize(
    ("game", "players"),
    [("bismarck-swedish", "ABC"), ("bismarck-british", "ABC"), ("bizon", "ABC"), ("bien", "ABCD")],
)
def test_the_example_of_the_help_can_be_typed(game: str, players: str) -> None:
    """The first line of the help is an entry that this very deal accepts, and the second the
    same."""
    table = Evening(game, *players)
    lines = table.say("help").lines
    example = lines[0].partition("  ")[0]
    table.say(example)
    assert table.asked.short == "Count it? [Y/n]> "
    pending = table.table.pending
    table.say("cancel", lines[1].partition("  ")[0])
    assert table.table.pending is not None and pending is not None
    assert table.table.pending.truth == pending.truth


def test_the_help_names_every_command() -> None:
    """Whatever is understood at any prompt is in the help."""
    text = "\n".join(swedish().say("help").lines)
    for command in (
        "sheet",
        "next",
        "explain [N]",
        "log",
        "summary",
        "rules",
        "amend N",
        "undo",
        "redo",
        "cancel",
        "quit",
    ):
        assert f"\n{command}" in text


# --- two at a time, the end, width -----------------------------------------------------------------------


def test_an_entry_that_another_terminal_made_first_is_not_recorded_twice() -> None:
    """The act is refused on a session that has moved, and the entry for the old deal is dropped."""
    table = swedish()
    table.say("sang 4 8")
    table.elsewhere("sang", "5", "8")
    with pytest.raises(Refused) as refused:
        table.say("")
    assert [problem.code for problem in refused.value.problems] == ["session-moved"]
    assert "deal 1: contract sang" in text_of(refused.value.problems[0].message)
    table.table, reply = reopened(table.table, table.book())
    assert "what was entered for deal 1 was dropped" in reply.lines
    assert any("Deal 2 of 12" in line for line in reply.lines)
    assert len(table.deals) == 1


def test_an_entry_survives_a_correction_made_elsewhere() -> None:
    """The coming deal is the same one, so the entry is told anew and waits for its yes."""
    table = swedish()
    table.say("sang 4 8", "", "pass 6 6")
    table.elsewhere("tricks=5,8,3", amend=1)
    with pytest.raises(Refused):
        table.say("")
    table.table, _ = reopened(table.table, table.book())
    table.say("")
    assert len(table.deals) == 2


def test_an_undo_of_what_was_not_seen_is_refused() -> None:
    """Undo means the last entry that the person knew of."""
    table = swedish()
    table.say("sang 4 8", "")
    table.elsewhere("pass", "6", "6")
    with pytest.raises(Refused):
        table.say("undo")
    assert len(table.deals) == 2


def test_at_the_end_the_places_are_shown_and_corrections_still_taken() -> None:
    """After the last deal nothing more can be entered, but everything can be looked at and
    mended."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    table.say("Ann laydown", "", "Cal laydown", "")
    assert table.asked.short == "over> "
    assert any(line.startswith("the session is over") for line in table.shown)
    assert any(line.startswith("1") and "Ann & Cal" in line for line in table.shown)
    assert codes(table.say("Ann laydown")) == ["session-over"]
    assert table.say("explain 2").lines
    table.say("amend 2 bid=ponder tricks=8,0", "")
    assert table.deals[1]["bid"] == "ponder"
    table.say("undo", "undo")
    assert table.asked.short == "deal 2> "


def test_everything_fits_sixty_columns() -> None:
    """Whatever the table says, no line of it is wider than the terminal."""
    table = Evening("bismarck-swedish", "Annabella", "Björn-Olof", "Cleopatra", width=60)
    table.table, reply = begun(table.table)
    lines = [*reply.lines]
    for line in (
        "help",
        "trumf",
        "",
        "5 5",
        "n",
        "tricks=4,8,4",
        "",
        "sheet",
        "summary",
        "log",
        "explain 1",
        "undo",
        "redo",
    ):
        lines += table.asked.lines
        table.say(line)
    lines += table.shown
    assert [line for line in lines if width_of(line) > 60] == []


def test_a_line_of_the_truth_keeps_numbers_with_their_names() -> None:
    """Where the line is broken, it is broken between players."""
    table = Evening("bismarck-swedish", "Annabella", "Björn-Olof", "Cleopatra", width=60)
    table.say("trumf clubs 5 5")
    assert table.asked.lines == (
        "deal 1 · trumf · trump clubs · Annabella 5−4=+1,",
        "  Björn-Olof 5−8=−3, Cleopatra 6−4=+2 · Σ 0",
    )


def test_without_a_person_a_plain_entry_counts_at_once() -> None:
    """Nobody is there to say yes; a yes that follows all the same is let pass."""
    table = swedish(asks=False)
    table.say("sang 4 8", "", "pass", "6 6", "y")
    assert [deal["contract"] for deal in table.deals] == ["sang", "pass"]


def test_without_a_person_what_was_refused_or_is_odd_waits_for_a_yes() -> None:
    """An entry of which something was left out does not count by itself."""
    table = swedish(asks=False)
    table.say("sang 4 8 trump=hearts")
    assert table.deals == []
    table.say("y", "pass 6 6 trump=hearts", "amend 1 tricks=5,8,3")
    assert len(table.deals) == 1
    table.say("y")
    assert len(table.deals) == 2


def test_a_long_evening_shows_its_last_deals() -> None:
    """After many deals the sheet that follows an entry has the last fifteen, and says where the
    rest is."""
    table = Evening("bismarck-coleman", "Ann", "Bob", "Cal")
    for number in range(18):
        table.say("8 4 4" if number % 3 == 0 else "4 8 4", "")
    assert "deals 1 to 3: type sheet" in table.shown
    assert "deals 1 to 4: type sheet" not in table.shown


def test_the_sheet_after_a_deal_has_the_penalties_since_as_rows() -> None:
    """Once, where its totals follow from them; those of deals that it does not show are in the
    totals that it begins with."""
    table = swedish()
    table.say("sang 6 6", "", "penalty Anna 2", "pass 6 6", "")
    last = table.shown[table.shown.index("recorded deal 2") :]
    assert [line.split()[:4] for line in last if "penalty" in line] == [["penalty", "−2", "→", "0"]]
    table = Evening("bismarck-coleman", "Ann", "Bob", "Cal")
    for number in range(17):
        table.say("8 4 4" if number % 3 == 0 else "4 8 4", "")
        table.say(*["penalty Ann 2"][number:])
    table.say("8 4 4", "")
    assert "deals 1 to 3: type sheet" in table.shown
    last = table.shown[table.shown.index("deals 1 to 3: type sheet") :]
    assert not any("penalty" in line for line in last)


@pytest.mark.parametrize(
    ("code", "word", "command"),
    [
        ("fr", "feuille", "`sheet`"), ("fr", "règles", "`rules`"), ("fr", "suivant", "`next`"),
        ("sv", "protokollet", "`sheet`"), ("sv", "regler", "`rules`"), ("sv", "nästa", "`next`"),
    ],
)  # fmt: skip
def test_a_command_in_ones_own_language_names_the_command(
    code: str, word: str, command: str
) -> None:
    """The commands are English; who types the word of French or Swedish is told."""
    speak(code)
    (problem,) = swedish().say(word).problems
    assert command in text_of(problem.mends[0])


def test_an_evening_that_was_ended_is_not_said_to_have_every_deal() -> None:
    """The last words after `finish`."""
    table = swedish()
    table.say("sang 6 6", "", "finish", "quit")
    assert "the session is finished; see it again with: scorekeeper summary" in table.shown
    assert "every deal is recorded" not in table.shown


# --- completion ------------------------------------------------------------------------------------------


def test_completion_knows_the_deal() -> None:
    """Contracts left, facts and commands at the top; nothing that begins otherwise."""
    table = swedish()
    assert completions(table.table, "", "s") == [
        "spader", "sang", "sheet", "summary", "seat", "settle", "strike", "swap",
    ]  # fmt: skip
    assert completions(table.table, "sang ", "tri") == ["tricks="]
    assert completions(table.table, "", "trump=h") == ["trump=hearts"]


def test_completion_knows_the_players() -> None:
    """A name with a space is put in quotes where words are separated by spaces."""
    table = Evening("bizon", "Ann B.", "Goat", "Sheep")
    assert completions(table.table, "", "bizon=a") == ['bizon="Ann B."']
    table.say("")
    assert completions(table.table, "", "ann") == ["Ann B."]
    assert completions(table.table, "", "pa") == ["passed"]


def test_completion_after_a_command() -> None:
    """The numbers of the deals there are, then the facts that may be corrected."""
    table = swedish()
    table.say("sang 4 8", "")
    assert completions(table.table, "amend ", "") == ["1"]
    assert "tricks=" in completions(table.table, "amend 1 ", "t")
    assert completions(table.table, "undo ", "") == []


def test_a_dispute_is_settled_in_the_middle_of_an_entry() -> None:
    """`? trick …` is answered under the contract being entered, and the entry goes on where it
    was."""
    evening = swedish()
    evening.say("sang", "? trick KH 2S AH")
    assert any("A♥" in line for line in evening.shown)
    evening.say("6 6", "")
    assert evening.book().standing.deals[0].points == (2, -2, 0)


def test_a_question_mark_alone_is_a_call_for_help() -> None:
    """`?` shows the help, and what the referee cannot answer is refused without harm."""
    evening = swedish()
    evening.say("?")
    assert any("amend" in line for line in evening.shown)
    assert evening.say("?trick").problems


def test_plain_lines_after_a_deal_count_every_deal() -> None:
    """Only the last deal is read aloud, and the heading counts those before it too."""
    table = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    table.table = table.table._replace(plain=True)
    table.say("Ann bid=100 meld=100 points=70", "y")
    table.shown = []
    table.say("Bob bid=100 meld=100 points=70", "y")
    assert "deals: 2" in table.shown
    assert [line for line in table.shown if line.startswith("deal:")] == ["deal: 2"]
    other = swedish()
    other.table = other.table._replace(plain=True)
    other.say("sang 4 8", "")
    assert "deals: 1 of 12" in other.shown


@pytest.mark.parametrize("letter", ["y", "o", "j", "N", "J"])
def test_a_yes_out_of_step_changes_no_contract(letter: str) -> None:
    """At a change prompt the letter of a yes or a no is the beginning of no contract, whatever
    language it is in."""
    table = swedish()
    table.say("sang 4 8", "n")
    assert table.asked.short == "change> "
    table.say(letter)
    assert (table.asked.short, table.table.draft.facts["contract"]) == ("change> ", "sang")
    table.say("pass", "")
    assert [deal["contract"] for deal in table.deals] == ["pass"]


def test_a_letter_at_a_yes_or_no_begins_no_contract_of_another_language() -> None:
    """`a` is the beginning of a French name, which in English one letter does not call."""
    table = swedish()
    table.say("sang 4 8", "a")
    assert table.table.draft.facts["contract"] == "sang"
    assert table.deals == []


def test_a_yes_is_no_correction() -> None:
    """Where it is asked what should be different in a recorded deal, a yes says nothing of it."""
    table = swedish()
    table.say("sang 4 8", "", "amend 1", "j")
    assert (table.asked.short, table.deals[0]["contract"]) == ("amend 1> ", "sang")


@pytest.mark.parametrize(
    ("code", "topic"), [("en", "last-trick"), ("fr", "dernier-pli"), ("sv", "sista-sticket")]
)
def test_the_tab_key_knows_what_the_referee_is_asked(code: str, topic: str) -> None:
    """After `?` comes what may be asked, after `? ruling` a topic in the language spoken."""
    speak(code)
    table = swedish().table
    assert completions(table, "? ", "ru") == ["ruling"]
    assert completions(table, "? ruling ", topic[:5]) == [topic]
    assert completions(table, "? ruling misdeal ", "") == []


def test_the_topics_are_asked_for_as_one_types_at_the_table() -> None:
    """`? ruling` says which line asks for one, in the words of the live table."""
    assert "ask: ? ruling TOPIC" in swedish().say("? ruling").lines


@pytest.mark.parametrize("before", [(), ("spader",), ("spader", "3 4 10")])
@pytest.mark.parametrize("word", ["deal", "scorekeeper deal", "Deal"])
def test_a_deal_may_be_typed_as_the_command_line_has_it(before: tuple[str, ...], word: str) -> None:
    """`deal spader 3 4 9`, as a hint says it, is a whole entry begun anew, at whatever prompt it
    is typed."""
    table = swedish()
    table.say(*before, f"{word} spader 3 4 9", "y")
    assert [(deal["contract"], list(deal["tricks"])) for deal in table.deals] == [
        ("spader", [3, 4, 9])
    ]


@pytest.mark.parametrize(
    ("before", "found"),
    [
        ("penalty ", ["Anna", "Björn", "Cleo"]), ("penalty Anna ", []), ("penalty Anna 10 ", ["--to"]),
        ("turn ", ["Anna", "Björn", "Cleo"]), ("seat ", ["swap"]), ("seat swap Anna ", ["Björn", "Cleo"]),
        ("seat Dora ", ["for"]), ("seat Dora for ", ["Anna", "Björn", "Cleo"]),
        ("agree ", ["must_trump=", "see_hand_first=", "table_cards="]),
        ("misdeal ", ["spader", "trumf", "sang", "pass"]), ("note ", []), ("explain ", ["1"]),
    ],
)  # fmt: skip
def test_tab_after_a_command_offers_what_it_takes(before: str, found: list[str]) -> None:
    """Names, options or contracts, and the numbers of deals only where one is meant."""
    table = swedish()
    table.say("sang 4 8", "")
    assert completions(table.table, before, "") == found


def test_tab_after_an_option_offers_its_values() -> None:
    """As they are typed."""
    table = swedish().table
    assert completions(table, "agree ", "must_trump=") == ["must_trump=yes", "must_trump=no"]


def test_explain_without_a_number_is_of_the_last_deal() -> None:
    """At the live table as with its number."""
    table = swedish()
    table.say("sang 4 8", "", "pass 4 8", "")
    assert table.say("explain").lines == table.say("explain 2").lines
