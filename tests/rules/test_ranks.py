"""The letters and words of ranks: read in every language, shown in the one spoken, and never two
cards."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from pathlib import Path

import pytest
from conftest import GAMES, RULESETS, raw_ruleset, ruleset
from hypothesis import given
from hypothesis import strategies as st
from live import Evening, codes
from terminal import Person

from scorekeeper.rules.cards import (
    NO_CARDS,
    Card,
    Pack,
    Rank,
    Suit,
    card_pieces,
    cards_typed,
    find_card,
    pack_faults,
    rank_named,
    suit_letter,
    typed_card,
    words_of_card,
    words_of_ranks,
)
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.translation import LANGUAGES, Phrase, speak

PACKS = {
    game: ruleset(game).pack
    for game in ("bismarck-swedish", "bismarck-estonian", "bien", "bizon", "bisque")
}
FRENCH = PACKS["bismarck-swedish"]
# How a card is called in each language, with the little words that may stand in its name.
CALLED = {
    "en": ("{rank} of {suit}", "the {rank} of {suit}", "{rank} {suit}"),
    "fr": (
        "{rank} de {suit}",
        "le {rank} de {suit}",
        "la {rank} de {suit}",
        "l'{rank} de {suit}",
        "{rank} {suit}",
    ),
    "sv": ("{suit} {rank}", "{suit}{rank}", "{rank} {suit}"),
}
RED, BLACK = (
    Suit(id="red", letter="R", symbol="♥", words=Phrase({"en": ("red", "br")}), letters=Phrase({})),
    Suit(id="black", letter="B", symbol="♠", words=Phrase({"en": ("black",)}), letters=Phrase({})),
)


def spellings(pack: Pack, card: Card, code: str) -> Iterator[str]:
    """Every way in which a table that speaks a language may write a card of one suit."""
    rank, suits = card.rank, [pack.suits[suit] for suit in card.suits]
    unnamed = Rank(letter=Phrase({}), words=Phrase({}))
    told = RANKS.get(rank, unnamed) if pack.letters else unnamed
    letters = [rank, *told.letter.by_language.get(code, ())]
    marks = ["".join(suit.letter for suit in suits), "".join(suit.symbol for suit in suits)]
    yield from (letter + mark for letter in letters for mark in marks)
    if len(suits) == 1:
        words = [*told.letter.by_language.get(code, ()), *told.words.by_language.get(code, ())]
        for called in CALLED[code]:
            for suit in suits[0].words.by_language[code]:
                yield from (called.format(rank=word, suit=suit) for word in words)


def ranks_of(pack: str) -> dict[str, Rank]:
    """The ranks of a shipped pack, from its file."""
    told = tomllib.loads((RULESETS / f"packs/{pack}.toml").read_text(encoding="utf-8"))["rank"]
    return {
        rank: Rank(letter=_phrase(row.get("letter", rank)), words=_phrase(row["words"]))
        for rank, row in told.items()
    }


def _phrase(said: str | dict[str, str | list[str]]) -> Phrase:
    by_language = {"en": said} if isinstance(said, str) else said
    return Phrase(
        {
            code: (words,) if isinstance(words, str) else tuple(words)
            for code, words in by_language.items()
        }
    )


RANKS = ranks_of("french-52")


@pytest.mark.parametrize("game", PACKS)
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_every_spelling_of_every_card_in_every_language_is_that_card(
    game: str, spoken: str
) -> None:
    """Whichever language is spoken, `KC`, `RC`, `K♣`, `le roi de trèfle` and `klöver kung` are
    one card each, and no spelling of one card is a spelling of another."""
    speak(spoken)
    pack, of = PACKS[game], dict[str, str]()
    for card in pack.cards.values():
        for spelling in chain.from_iterable(spellings(pack, card, code) for code in LANGUAGES):
            assert of.setdefault(spelling.casefold(), card.code) == card.code, spelling
            assert find_card(pack, spelling) == card, spelling
            assert find_card(pack, spelling.upper()) == card, spelling
    assert len(of) >= 10 * len(pack.cards) or not pack.letters


@pytest.mark.parametrize("game", PACKS)
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_what_is_shown_is_read_back(game: str, spoken: str) -> None:
    """A card as it is shown, and as it is shown where there are no symbols, is read as that
    card."""
    speak(spoken)
    pack = PACKS[game]
    assert all(
        cards_typed(pack, text_of(words(pack, card))) == [card]
        for card in pack.cards.values()
        for words in (words_of_card, typed_card)
    )


@pytest.mark.parametrize(
    ("spoken", "ranks"), [("en", "A K Q J 10 9"), ("fr", "A R D V 10 9"), ("sv", "E K D Kn 10 9")]
)
def test_ranks_are_shown_in_the_letters_of_the_language(spoken: str, ranks: str) -> None:
    """The French pack has as, roi, dame, valet and the Swedish one ess, kung, dam, knekt; ten is
    10 in all."""
    speak(spoken)
    assert text_of(words_of_ranks(PACKS["bizon"], PACKS["bizon"].ranks)) == ranks
    assert (
        text_of(words_of_card(FRENCH, FRENCH.cards["KC"]))
        == {"en": "K♣", "fr": "R♣", "sv": "K♣"}[spoken]
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("RC", "KC"), ("dc", "QC"), ("VC", "JC"), ("AC", "AC"), ("KnC", "JC"), ("EC", "AC"), ("DD", "QD"), ("KD", "KD"),
        ("R♣", "KC"), ("♥D", "QH"), ("l’as de pique", "AS"), ("as de cœur", "AH"), ("Dame de Coeur", "QH"),
        ("klöverknekt", "JC"), ("hjärter-dam", "QH"), ("the ten of spades", "10S"), ("10 trèfle", "10C"), ("as", "AS"),
        ("roi", None), ("trèfle", None), ("DK", None), ("C10", None), ("K S", None), ("roi de", None), ("de", None),
        ("roi trèfle cœur", None), ("roi dame", None), ("RRC", None), ("", None),
    ],
)  # fmt: skip
def test_a_card_by_letters_and_by_words(text: str, code: str | None) -> None:
    """The letter of a suit stands last and in the same word as the rank; a suit in words may
    stand on either side."""
    found = find_card(FRENCH, text)
    assert (found and found.code) == code


def test_several_cards_in_words_without_commas() -> None:
    """Words that together are one card are one piece, as many of them as can be; a code is one
    by itself."""
    assert card_pieces(FRENCH, "as de pique roi trèfle, hjärter dam KH AS S") == [
        "as de pique", "roi trèfle", "hjärter dam", "KH", "AS", "S",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("word", "rank"),
    [("roi", "K"), ("R", "K"), ("kn", "J"), ("knekt", "J"), ("ess", "A"), ("T", "10"), ("x", None)],
)
def test_a_rank_by_itself(word: str, rank: str | None) -> None:
    """A rank is known by its id, its letters, its words and its aliases."""
    assert rank_named(FRENCH, word) == rank


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_pack_without_letters_is_as_it_was(spoken: str) -> None:
    """The pack that a session of an earlier version holds has no letters: its cards are shown
    and read by their codes."""
    rules = whole_ruleset(
        raw_ruleset("bizon"), raw_ruleset, lambda pack: raw_ruleset(f"packs/{pack}")
    )
    pack = {key: value for key, value in rules["pack"].items() if key not in ("rank", "fillers")}
    old = read_ruleset({**rules, "pack": pack}, "bizon").pack
    speak(spoken)
    assert text_of(words_of_ranks(old, old.ranks)) == "A K Q J 10 9"
    assert (
        text_of(words_of_card(old, old.cards["KC"])),
        find_card(old, "RC"),
        find_card(old, "kc"),
    ) == ("K♣", None, old.cards["KC"])


def faults(pack: Pack) -> list[tuple[str, str]]:
    return [(word, text_of(message)) for word, message in pack_faults(pack)]


def test_a_letter_of_two_ranks_is_refused() -> None:
    """`D` cannot be both the queen and the knave."""
    told = {rank: Rank(letter=Phrase({"fr": ("D",)}), words=Phrase({})) for rank in "QJ"}
    pack = replace(NO_CARDS, ranks=("Q", "J"), suits={"red": RED}, told=told)
    assert faults(pack) == [("rank", "`d` cannot be both Q and J")]


def test_a_letter_of_two_suits_of_a_language_is_refused() -> None:
    """French players cannot write R for both."""
    letters = Phrase({"en": ("B",), "fr": ("R",)})
    pack = replace(
        NO_CARDS, ranks=("Q",), suits={"red": RED, "black": replace(BLACK, letters=letters)}
    )
    assert faults(pack) == [("suit", "`R` cannot be both red and black")]


def test_a_rank_that_runs_into_a_suit_is_refused() -> None:
    """Where a suit is called `br` and another rank is written Kb, `Kbr` would be two cards."""
    told = {"J": Rank(letter=Phrase({"sv": ("Kb",)}), words=Phrase({}))}
    pack = replace(NO_CARDS, ranks=("K", "J"), suits={"red": RED, "black": BLACK}, told=told)
    assert faults(pack) == [("rank", "`kbr` cannot be both K and J")]


@given(st.text(alphabet="AKQJDVREnas10C♣D♥ lede", max_size=12))
def test_reading_what_looks_like_a_card_never_fails(text: str) -> None:
    """Whatever is typed is one card of the pack, or none."""
    card = find_card(FRENCH, text)
    assert card is None or FRENCH.cards[card.code] == card


# --- at the table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("grass", ["RT", "R♣", "klöver kung", "le roi de trèfle"])
def test_a_card_is_kept_by_its_code(tmp_path: Path, code: str, grass: str) -> None:
    """The session file, CSV and JSON have the code of the card in every language; the sheet has
    the language's letter."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    person.does("new bizon Ann Bo Cleo --dealer Cleo --name eve")
    assert person.types("deal", "bizon=Ann", f"grass={grass}", "round=1", "gp=20,0,20").code == 0
    assert b'grass = "KC"' in person.file("eve")
    assert person.reads("sheet")["deals"][0]["facts"]["grass"] == "KC"
    assert "KC" in person.does("sheet --format csv").out
    shown = {"en": "K♣", "fr": "R♣", "sv": "K♣"}[code]
    assert all(
        shown in person.does(line, COLUMNS="120").out
        for line in ("sheet", "explain 1", "sheet --format html")
    )


@pytest.mark.parametrize(
    ("code", "grass", "cards", "spelt"),
    [
        ("fr", "DC", "D♣ ou D♥", {"Dtrèfle": "QC", "Dcœur": "QH"}),
        ("fr", "AC", "A♣ ou A♥", {"Atrèfle": "AC", "Acœur": "AH"}),
        ("fr", "KC", "R♣ ou R♥", {"Rtrèfle": "KC", "Rcœur": "KH"}),
        ("sv", "RC", "K♣ eller K♥", {"Kklöver": "KC", "Khjärter": "KH"}),
        ("en", "VC", "J♣ or J♥", {"Jclubs": "JC", "Jhearts": "JH"}),
        ("en", "10K", "10♣ or 10♦", {"10clubs": "10C", "10diamonds": "10D"}),
    ],
)  # fmt: skip
def test_a_card_of_two_suits_is_refused_with_both(
    tmp_path: Path, code: str, grass: str, cards: str, spelt: dict[str, str]
) -> None:
    """A letter that is one suit to the players and another in codes is not read: both cards are
    named, with a spelling of each that is taken."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    person.does("new bizon Ann Bo Cleo --dealer Cleo --name eve")
    deal, before = ("deal", "bizon=Ann", "round=1", "gp=20,0,20"), person.file("eve")
    said = person.types(*deal, f"grass={grass}")
    assert (said.code, person.file("eve")) == (1, before)
    assert f"`{grass}`" in said.err and cards in said.err
    for word, kept in spelt.items():
        assert word in said.err
        assert person.types(*deal, f"grass={word}").code == 0
        assert person.reads("sheet")["deals"][-1]["facts"]["grass"] == kept


def test_at_the_table_it_is_asked_which_card_was_meant() -> None:
    """The rest of the line stays, and the next question is that card. What waits for a yes is that
    card whatever is spoken."""
    speak("fr")
    table = Evening("bizon", "Ann", "Bo", "Cleo")
    assert codes(table.say("bison=Bo tour=2 14 13 13 herbe=DC")) == ["card-ambiguous"]
    assert (table.table.draft.field, table.table.draft.facts["round"]) == ("grass", 2)
    table.say("DT", "o")
    assert table.deals[0]["grass"] == "QC"
    assert codes(table.say("amend 1 herbe=DC")) == ["card-ambiguous"]
    table.say("amend 1 herbe=D♥", "tour=2", "o")
    assert table.deals[0]["grass"] == "QH"


def test_what_the_program_wrote_is_read_back_whatever_is_spoken(tmp_path: Path) -> None:
    """The sheet as CSV has codes under ids; a column in words of the language has letters of its
    players."""
    person = Person(tmp_path, LANG="fr_FR.UTF-8")
    person.does("new bizon Ann Bo Cleo --dealer Cleo --name eve")
    person.does("deal bison=Ann tour=2 gp=14,13,13 herbe=D♣")
    sheet = person.does("sheet --format csv").out
    assert ",QC," in sheet
    for name, text in (("twin", sheet), ("own", sheet.replace("grass", "herbe"))):
        person.does(f"new bizon Ann Bo Cleo --dealer Cleo --name {name}")
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    assert person.types("import", str(tmp_path / "twin.csv"), "--session", "twin").code == 0
    assert b'grass = "QC"' in person.file("twin")
    said = person.types("import", str(tmp_path / "own.csv"), "--session", "own")
    assert (said.code, "`QC` peut vouloir dire D♣ ou D♥" in said.err) == (1, True)


@pytest.mark.parametrize("code", LANGUAGES)
def test_an_evening_with_letters_alike_in_all_languages_is_read_as_it_was(
    tmp_path: Path, code: str
) -> None:
    """A session of an earlier version holds a pack with one letter a suit, which stays what is
    read there."""
    mine = tmp_path / "eve.toml"
    mine.write_bytes((Path(__file__).parent.parent / "old/2/bizon.toml").read_bytes())
    person = Person(tmp_path / "home", LANG=f"{code}_XX.UTF-8")
    session = ("--session", str(mine))
    before = person.types("sheet", "--format", "json", *session).json["deals"]
    assert person.types("amend", "1", "grass=QC", *session).code == 0
    assert person.types("undo", *session).code == 0
    assert person.types("sheet", "--format", "json", *session).json["deals"] == before
    assert "Q♣" in person.types("log", "--lang", "en", *session).out


@pytest.mark.parametrize(
    ("code", "shown"),
    [("en", "K♣ is the highest"), ("fr", "R♣ est la plus haute"), ("sv", "K♣ är det högsta")],
)
def test_the_referee_reads_and_shows_them(tmp_path: Path, code: str, shown: str) -> None:
    """`referee trick` takes the cards in any language's letters and answers in the one spoken;
    JSON has codes."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    line = "referee trick RT KnT 10T --rules bismarck-swedish --contract sang"
    assert shown in person.does(line).out
    assert person.reads(line)["card"] == "KC"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("code", "gone"), [("fr", "KQJ"), ("sv", "QJ")])
def test_no_page_of_rules_has_the_letters_of_another_language(
    tmp_path: Path, game: str, code: str, gone: str
) -> None:
    """`rules show` has the ranks of the pack in the letters of the language."""
    pack = ruleset(game).pack
    page = Person(tmp_path).does(f"rules show {game.rsplit('/', maxsplit=1)[-1]} --lang {code}").out
    letters = {word.strip(".,;:()") for word in page.split()} - {
        suit_letter(suit, code) for suit in pack.suits.values()
    }
    assert not (letters & set(gone) if pack.letters else set())
