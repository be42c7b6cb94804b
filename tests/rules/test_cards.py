"""Cards and packs: reading them, printing them, what a pile of them is worth."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import ruleset
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.cards import (
    NO_CARDS,
    Suit,
    card_in_words,
    cards_typed,
    find_card,
    folded,
    pack_faults,
    suit_word,
    suits_named,
    typed_card,
    words_of_card,
    worth,
)  # fmt: skip
from scorekeeper.text.message_text import text_of
from scorekeeper.text.translation import Phrase, speak

FRENCH = ruleset("bismarck-swedish").pack
SHORT = ruleset("bizon").pack
MOONS, KNOTS = (
    Phrase({"en": ("moons", "moon"), "fr": ("lunes", "lune")}),
    Phrase({"en": ("knots",)}),
)
TWO_SUITED = replace(
    NO_CARDS, ranks=("C", "9", "2", "A"),
    suits={
        "moons": Suit(id="moons", letter="M", symbol="☽", words=MOONS, letters=Phrase({})),
        "knots": Suit(id="knots", letter="K", symbol="∞", words=KNOTS, letters=Phrase({})),
    },
    rows=(("AM", ""), ("2MK", "The Author"), ("CK", "The Windfall")),
)  # fmt: skip


@pytest.mark.parametrize(
    ("pack", "number"), [("french-52", 52), ("french-32", 32), ("french-24", 24)]
)
def test_the_packs_have_their_numbers_of_cards(pack: str, number: int) -> None:
    """Bismarck is played with 52 cards, Bien with 32, Bizon with 24: ace to nine."""
    games = {"french-52": "bismarck-swedish", "french-32": "bien", "french-24": "bizon"}
    assert len(ruleset(games[pack]).pack.cards) == number


@pytest.mark.parametrize("text", ["10C", "10c", "TC", "tc", "10♣", "T♣", " 10C ", "10♣\ufe0f"])
def test_a_card_is_read_however_it_is_written(text: str) -> None:
    """A card is rank then suit: letter or symbol, ten as 10 or T, in any case."""
    assert find_card(FRENCH, text) == FRENCH.cards["10C"]


def test_every_card_is_read_back_as_it_is_printed() -> None:
    """What the program prints for a card, it reads as that card; so it does the card's code."""
    for pack in (FRENCH, SHORT, TWO_SUITED):
        for card in pack.cards.values():
            assert find_card(pack, text_of(words_of_card(pack, card))) == card
            assert find_card(pack, card.code) == card


@pytest.mark.parametrize(
    "text", ["8C", "1", "C10", "10", "♣", "", "10CC", "10X", "10C 9C", "١٠C", "10С"]
)
def test_what_is_not_a_card_of_the_pack_is_none(text: str) -> None:
    """The 24 cards go from ace to nine, and a look-alike letter of another alphabet is no suit."""
    assert find_card(SHORT, text) is None


@pytest.mark.parametrize(
    ("text", "suits"),
    [
        ("S", ["spades"]), ("♠", ["spades"]), ("♠️", ["spades"]), ("spade", ["spades"]), ("SPADES", ["spades"]),
        ("ruter", ["diamonds"]), ("cœur", ["hearts"]), ("coeur", ["hearts"]), ("trefle", ["clubs"]),
        ("kl", ["clubs"]), ("x", []), ("", []),
    ],
)  # fmt: skip
def test_a_suit_is_known_by_letter_symbol_or_word(text: str, suits: list[str]) -> None:
    """A suit is its letter, symbol or word in any language, with or without accents, or a
    beginning of it."""
    assert suits_named(FRENCH, text) == suits


def test_a_beginning_of_two_suits_names_both() -> None:
    """`cl` begins clubs only; `h` is the letter of hearts, though hjärter begins with it as
    well."""
    assert suits_named(FRENCH, "cl") == ["clubs"]
    assert suits_named(FRENCH, "h") == ["hearts"]


@pytest.mark.parametrize("text", ["2MK", "2KM", "2mk", "the author", "Author", "2☽∞", "2∞☽"])
def test_a_card_of_two_suits_is_known_by_either_order_and_by_its_name(text: str) -> None:
    """A two-suited card is read with its suits in either order, and by its own name."""
    assert find_card(TWO_SUITED, text) == TWO_SUITED.cards["2MK"]


@pytest.mark.parametrize(
    ("language", "moons", "knots"), [("en", "moons", "knots"), ("fr", "lunes", "knots")]
)
def test_a_suit_is_said_in_the_language_spoken(language: str, moons: str, knots: str) -> None:
    """A suit is shown by its first word in the language spoken, else by its English one; either
    is read in all."""
    speak(language)
    assert (suit_word(TWO_SUITED, "moons"), suit_word(TWO_SUITED, "knots")) == (moons, knots)
    assert suits_named(TWO_SUITED, "lune") == suits_named(TWO_SUITED, "moon") == ["moons"]


def test_every_suit_of_every_pack_is_called_by_its_id_in_english() -> None:
    """What stands in a session file and what is read aloud in English is one word."""
    packs = [ruleset(game).pack for game in ("bismarck-swedish", "bien", "bizon", "bisque")]
    assert all(suit_word(pack, suit) == suit for pack in packs for suit in pack.suits)


def test_a_pack_refuses_a_card_that_is_no_rank_and_suit() -> None:
    """Every card of a pack must be one of its ranks and one or more of its suits."""
    moons = {"m": Suit(id="m", letter="M", symbol="☽", words=MOONS, letters=Phrase({}))}
    pack = replace(NO_CARDS, ranks=("A",), suits=moons, rows=(("AM", ""), ("3M", "")))
    [(word, message)] = pack_faults(pack)
    assert word == "cards"
    assert text_of(message) == "`3M` is not a rank and suit letters of this pack"


def test_a_pile_is_worth_the_sum_of_its_cards() -> None:
    """In Bien the trump jack counts 20 and any other 1; the seven counts nothing."""
    count = ruleset("bien").counts["points"]
    pile = [ruleset("bien").pack.cards[code] for code in ("JS", "JH", "9S", "7S", "10S")]
    assert worth(pile, count.values, "spades", count.trump_values) == 20 + 1 + 14 + 0 + 10
    assert worth(pile, count.values, "hearts", count.trump_values) == 1 + 20 + 0 + 0 + 10
    assert worth(pile, count.values, None, count.trump_values) == 1 + 1 + 0 + 0 + 10


@given(st.text(max_size=12))
def test_folding_twice_is_folding_once(text: str) -> None:
    """Text as it is compared stays as it is when it is folded again."""
    assert folded(folded(text)) == folded(text)


@given(st.text(max_size=8))
def test_reading_a_card_never_fails(text: str) -> None:
    """Whatever is typed is a card of the pack or is none."""
    card = find_card(FRENCH, text)
    assert card is None or FRENCH.cards[card.code] == card


@pytest.mark.parametrize(
    ("spoken", "text", "codes"),
    [
        ("fr", "DC", ["QC", "QH"]), ("fr", "AT", ["AC"]), ("fr", "AP", ["AS"]),
        ("fr", "RK", ["KD"]), ("fr", "VC", ["JC", "JH"]), ("fr", "KC", ["KC", "KH"]),
        ("fr", "10P", ["10S"]), ("fr", "10C", ["10C", "10H"]), ("fr", "10♣", ["10C"]),
        ("fr", "Dcœur", ["QH"]), ("fr", "dame de trèfle", ["QC"]), ("fr", "QD", ["QD"]),
        ("sv", "EK", ["AC"]), ("sv", "KnR", ["JD"]), ("sv", "10K", ["10C"]), ("sv", "KH", ["KH"]),
        ("sv", "DK", ["QC"]), ("sv", "AK", ["AC"]),
        ("en", "10C", ["10C"]), ("en", "KH", ["KH"]), ("en", "AT", ["AC"]),
        ("en", "DC", ["QC", "QH"]), ("en", "10K", ["10C", "10D"]), ("en", "XC", []),
        ("en", "RC", ["KC", "KH"]), ("en", "RK", ["KD"]), ("en", "KnK", ["JC"]),
        ("fr", "KnK", ["JC", "JD"]), ("fr", "KK", ["KD"]), ("en", "KK", ["KC", "KD"]),
    ],
)  # fmt: skip
def test_letters_are_those_of_the_players_and_never_guessed(
    spoken: str, text: str, codes: list[str]
) -> None:
    """French players write P, C, K and T for pique, cœur, carreau and trèfle, Swedish ones K, R, H
    and S. A letter that is another suit in codes than in the language spoken is both."""
    speak(spoken)
    found = [card.code for card in cards_typed(FRENCH, text)]
    assert sorted(found) == sorted(codes)


@pytest.mark.parametrize("spoken", ["en", "fr", "sv"])
def test_a_card_is_read_back_as_it_is_typed_in_every_language(spoken: str) -> None:
    """What is printed to be typed is that card and no other: `10P`, but `10cœur`."""
    speak(spoken)
    for card in FRENCH.cards.values():
        for words in (typed_card(FRENCH, card), card_in_words(FRENCH, card)):
            assert cards_typed(FRENCH, text_of(words)) == [card]


def test_a_suit_letter_of_two_languages_is_both_suits() -> None:
    """French C is cœur, and clubs in codes; T is trèfle alone; in English C is clubs."""
    assert suits_named(FRENCH, "C") == ["clubs"]
    speak("fr")
    assert suits_named(FRENCH, "C") == ["clubs", "hearts"]
    assert (suits_named(FRENCH, "T"), suits_named(FRENCH, "K")) == (["clubs"], ["diamonds"])
