"""The minus sign of points: one sign wherever a person reads, the plain one where a machine does."""

from __future__ import annotations

import re

import pytest
from terminal import Person, Said, Typed

from scorekeeper.base.exact_numbers import exact, number_word, signed
from scorekeeper.text.message import say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.translation import tr, trn

READ = ["sheet", "summary", "explain 1", "explain 2", "explain 3", "outlook", "log", "next",
        "check", "sessions", "league", "league --player Anna", "people",
        "rescore --option see_hand_first=yes", "rules show bismarck-follett",
        "rules diff bizon barbu"]  # fmt: skip
TYPED_AT_THE_TABLE = "sheet\nspader -1 9 8\namend 1 4 6 6\ny\nexplain 1\nsummary\nundo\nquit\n"
# What is typed, or is no text: commands, and the tags of a page.
NOT_READ = re.compile(r"`[^`]*`|\bscorekeeper .*|<[^>]*>")
PLAIN_MINUS = re.compile(r"(?<![\w.\-])-[\d½¼¾]")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """An evening with points below nought, by deals, by a penalty and at the start."""
    person = Person(tmp_path_factory.mktemp("minus") / "home")
    return person.after(
        "new bismarck-follett Anna Björn Cleo --name f", "new bismarck-swedish Anna Björn Cleo",
        "deal sang 5 5", "deal pass 9 2", "penalty Anna 10 late", "deal spader 2 9",
    )  # fmt: skip


def plain_minuses(said: Said) -> list[str]:
    """The lines in which a person reads a plain minus before a number."""
    text = re.sub(r"<style>.*?</style>", "", said.out + said.err, flags=re.DOTALL)
    lines = (NOT_READ.sub("", line) for line in text.split("\n"))
    return [line for line in lines if PLAIN_MINUS.search(line)]


@pytest.mark.parametrize("language", ["en", "fr", "sv"])
def test_every_text_has_the_sign_of_a_minus(table: Person, language: str) -> None:
    """Sheets, sentences, pages, pictures and refusals write points below nought alike."""
    formats = ["", " --plain", " --format markdown", " --format html"]
    for line in READ:
        for how in formats:
            said = table.types(*f"{line}{how}".split(), "--lang", language)
            assert said.code == 0 or how, line
            assert plain_minuses(said) == [], line + how
    assert "−" in table.does("sheet").out
    assert plain_minuses(table.does("summary --format svg")) == []


def test_refusals_and_the_live_table_have_the_sign_of_a_minus(table: Person) -> None:
    """A refusal repeats the numbers that were typed as it writes its own."""
    refused = table.types("deal", "sang", "-1", "9", "8")
    assert refused.code == 1
    assert "Anna −1" in refused.err
    assert plain_minuses(refused) == []
    played = table.types("play", stdin=Typed(TYPED_AT_THE_TABLE, is_terminal=True), at_screen=True)
    assert "−" in played.out
    assert plain_minuses(played) == []


def test_machines_and_plain_screens_have_the_plain_sign(table: Person) -> None:
    """JSON and CSV hold numbers that programs read; a screen without the sign shows `-`."""
    assert min(table.reads("sheet")["totals"].values()) < 0
    csv = table.does("sheet --format csv").out
    assert "-10" in csv
    assert "−" not in csv
    ascii_sheet = table.types("sheet", encoding="ascii").out
    assert "−" not in ascii_sheet
    assert PLAIN_MINUS.search(ascii_sheet)


def test_a_number_below_nought_in_a_sentence_has_the_sign() -> None:
    """Numbers that are put into a message are written by the one function, halves as well."""
    half = exact(-1, 2)
    assert (number_word(-3), number_word(half), number_word(3)) == ("−3", "−½", "3")
    assert (signed(-3), signed(0), signed(3), signed(exact(-3, 2))) == ("−3", "0", "+3", "−1½")
    sentence = "{player} cannot have {number}"
    assert tr(sentence, player="Anna-1", number=-1) == "Anna-1 cannot have −1"
    assert text_of(say(sentence, player="Anna-1", number=half)) == "Anna-1 cannot have −½"
    assert trn(-2, "{n} point", "{n} points") == "−2 points"
