"""Sentences as values: the command, the language and the session are chosen where they are shown."""

from __future__ import annotations

import shlex

import pytest
from conftest import ruleset
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.rules.cards import typed_card, words_of_card, words_of_code, words_of_suit
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.table.table_state import typed_here
from scorekeeper.text.message import (
    Capitalised,
    CommandLine,
    CommandOption,
    JoinedWords,
    RulesSentence,
    in_english,
    in_turn,
    listing,
    say,
    titled,
)
from scorekeeper.text.message_text import hint_of, problem_row, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import Phrase, speak, write_for_screen

DEAL = CommandLine("deal", ("sang", "8", "5", "3"))


def test_a_command_after_words_is_to_be_typed_then() -> None:
    """The words come first; a command alone is the mend itself."""
    both = Problem("tricks-total", "…", "tricks", ("count the cards", DEAL))
    assert hint_of(both) == "count the cards; then scorekeeper deal sang 8 5 3"
    assert hint_of(both, typed_here) == "count the cards; then deal sang 8 5 3"
    alone = Problem("amend-nothing", "…", None, (CommandLine("amend", ("3",), ("FACT…",)),))
    assert hint_of(alone) == "scorekeeper amend 3 FACT…"
    assert hint_of(Problem("why-text", "…")) is None


def test_a_mend_without_its_command_keeps_its_words() -> None:
    """Where a command would be refused too, what to look for is still said."""
    both = Problem("tricks-total", "…", "tricks", ("count the cards", DEAL))
    assert (both.command, both.without_command().command) == (DEAL, None)
    assert hint_of(both.without_command()) == "count the cards"


def test_a_command_is_changed_wherever_it_stands() -> None:
    """In the message, in a mend, and deep in a sentence of sentences; what was typed is not."""
    message = titled("row 2", in_turn("`scorekeeper deal` is a word", say("see {it}", it=DEAL)))
    problem = Problem("x", JoinedWords((message, "!")), None, (say("type {it}", it=DEAL), DEAL))
    changed = problem.with_commands(lambda command: command._replace(name="amend"))
    assert text_of(changed.message) == (
        "row 2: `scorekeeper deal` is a word; see scorekeeper amend sang 8 5 3!"
    )
    assert hint_of(changed) == (
        "type scorekeeper amend sang 8 5 3; then scorekeeper amend sang 8 5 3"
    )


@pytest.mark.parametrize(
    ("typed", "in_a_shell", "at_the_table"),
    [
        (CommandLine("log"), "scorekeeper log", "log"),
        (CommandLine("rules show", ("bien",)), "scorekeeper rules show bien", "rules"),
        (CommandLine("rules check"), "scorekeeper rules check", "scorekeeper rules check"),
        (
            CommandLine("referee", ("legal", "7C", "/", "9C", "--rules", "bien")),
            "scorekeeper referee legal 7C / 9C --rules bien",
            "? legal 7C / 9C",
        ),
        (
            CommandOption("trump", "clubs or spades"),
            "--trump=clubs or spades",
            "trump=clubs or spades",
        ),
        (CommandOption("trump"), "--trump", "trump="),
    ],
)
def test_a_command_is_typed_otherwise_at_the_table(
    typed: CommandLine | CommandOption, in_a_shell: str, at_the_table: str
) -> None:
    """The program's name and two dashes belong to a shell, and the table knows its game."""
    assert (text_of(typed), text_of(typed, typed_here)) == (in_a_shell, at_the_table)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs", "Cc"])), max_size=4))
@example(["-:"])
def test_a_command_is_read_back_by_a_shell_word_for_word(words: list[str]) -> None:
    """Whatever stands in a command, a shell takes it apart into the same words, with `--` before one
    that would be read as an option."""
    read = shlex.split(text_of(CommandLine("deal", tuple(words))))
    like_options = (place for place, word in enumerate(words) if word.startswith("-"))
    parted = [[*words[:place], "--", *words[place:]] for place in like_options]
    assert read[:2] == ["scorekeeper", "deal"] and read[2:] in [words, *parted]


def test_a_sentence_is_said_in_the_language_of_who_reads_it() -> None:
    """The same value is said in one language and then in another."""
    problem = Problem("x", "…", None, (say("see `{command}`", command=CommandLine("log")), DEAL))
    speak("sv", catalogue("sv"))
    try:
        assert hint_of(problem) == "se `scorekeeper log`; sedan scorekeeper deal sang 8 5 3"
    finally:
        speak()
    assert hint_of(problem) == "see `scorekeeper log`; then scorekeeper deal sang 8 5 3"


def test_what_is_typed_is_said_in_the_language_of_who_reads_it() -> None:
    """The choices of an option, and the cards of a command: a Swedish king is K, a queen D."""
    pack = ruleset("bien").pack
    suits = CommandOption(
        "trump", listing(words_of_suit(pack, suit) for suit in ("clubs", "hearts"))
    )
    queen, king = (typed_card(pack, pack.cards[code]) for code in ("QH", "KH"))
    asked = CommandLine("referee", ("legal", queen, "/", king))
    assert text_of(suits) == "--trump=clubs or hearts"
    assert text_of(asked) == "scorekeeper referee legal QH / KH"
    speak("sv", catalogue("sv"))
    try:
        assert text_of(suits) == "--trump=klöver eller hjärter"
        assert text_of(asked) == "scorekeeper referee legal DH / KH"
        assert text_of(words_of_code(pack, "QH")) == "D♥"
    finally:
        speak()


def test_a_sentence_of_parts_begins_with_a_capital_letter() -> None:
    """A step of dealing may begin with the name of a seat, which is small inside a sentence."""
    cuts = Phrase({"en": ("{right} cuts.",), "sv": ("{right} kuperar.",)})
    right = Phrase({"en": ("the player on the right",), "sv": ("åt höger",)})
    step = Capitalised(RulesSentence(cuts, (("right", right),)))
    assert text_of(step) == "The player on the right cuts."
    speak("sv", catalogue("sv"))
    try:
        assert text_of(step) == "Åt höger kuperar."
    finally:
        speak()


def test_sentences_that_say_the_same_are_one_key() -> None:
    """Duties, places and sources are put together by their sentences, whichever order the
    languages of a word came in."""
    one = Phrase({"en": ("clubs",), "sv": ("klöver",)})
    other = Phrase({"sv": ("klöver",), "en": ("clubs",)})
    assert {say("{suit} were led", suit=one), say("{suit} were led", suit=other)} == {
        say("{suit} were led", suit=one)
    }
    assert len({one, Phrase({"en": ("clubs",)}), Phrase({"en": ("clubs",)}, ("club",))}) == 3


def test_a_rule_may_be_said_in_several_languages() -> None:
    """The rule by which something is refused is a text or words by language; none are None."""
    assert Phrase({}).if_any() is None
    rule = Phrase({"en": ("page 5",), "sv": ("sida 5",)}).if_any()
    problem = Problem("x", "…", rule=rule)
    assert problem.rule is not None and text_of(problem.rule) == "page 5"


def test_braces_that_somebody_typed_are_no_place_for_a_value() -> None:
    """What stands in a sentence is shown as it is."""
    assert text_of(say("`{word}` is not a word", word="{word}")) == "`{word}` is not a word"


def test_a_program_reads_the_place_in_the_message() -> None:
    """The keys of a problem are fixed."""
    assert problem_row(Problem("x", "one too many", "tricks", place="deal 3")) == {
        "code": "x", "fact": "tricks", "message": "deal 3: one too many", "hint": None,
    }  # fmt: skip


def test_braces_in_a_sentence_without_values_stand_as_they_are() -> None:
    """An example in TOML has braces of its own; in a traceback as on the screen they are kept."""
    sentence = say("write `{ 3 = 20 }`")
    assert in_english(sentence) == text_of(sentence) == "write `{ 3 = 20 }`"


def test_a_card_is_shown_in_the_signs_that_the_screen_has() -> None:
    """Each card is `10♣` where the screen has all of its symbols, else `10C`."""
    pack = ruleset("bien").pack
    card = words_of_card(pack, pack.cards["10C"])
    assert (text_of(card), in_english(card)) == ("10♣", "10♣")
    write_for_screen(lambda text: text.replace("♣", "?"))
    assert text_of(card) == "10C"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("swap", "-x", "Å."), "scorekeeper seat swap -- -x Å."),
        (("-s", "f", "-é b", "for", "Bo", "--own-score"), "-s f -- '-é b' for Bo --own-score"),
        (("--session", "f", "Bo", "for", "-2"), "scorekeeper seat --session f Bo for -2"),
    ],
)
def test_a_name_that_looks_like_an_option_is_told_apart(words: tuple[str, ...], shown: str) -> None:
    assert text_of(CommandLine("seat", words)).endswith(shown)
