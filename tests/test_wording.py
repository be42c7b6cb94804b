"""The words of French and Swedish pages: one word for one thing, and the spaces that French has
before its signs."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import catalogue
import pytest
from conftest import RULESETS, ruleset
from terminal import Person, Typed

from scorekeeper.entry.names import contracts_said_whole
from scorekeeper.language import speak
from scorekeeper.render.rule_sheet import rules_text

NO_SPACE = re.compile(r"[^\s\u00a0\u202f`(:;?!\"'0-9]([:;!?])(?=\s|$)")


def french_of_the_program() -> Iterator[str]:
    """Everything that the program says in French, but what stands in `backticks`."""
    for message in catalogue.catalogue("fr"):
        if message.id:
            yield from (
                catalogue.TYPED.sub("``", form) for form in catalogue._forms(message.string)
            )


def french_of_the_rules() -> Iterator[str]:
    """Everything that the shipped games and packs say in French; a citation begins with a title,
    in its own language."""
    for path in sorted(RULESETS.rglob("*.toml")):
        yield from _french(tomllib.loads(path.read_text(encoding="utf-8")))


def _french(value: Any, is_french: bool = False, is_source: bool = False) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _french(inner, is_french or key == "fr", is_source or key == "source")
    elif isinstance(value, list):
        for inner in value:
            yield from _french(inner, is_french, is_source)
    elif isinstance(value, str) and is_french:
        yield re.sub(r"^pagat, [^,;]*", "", value) if is_source else value


@pytest.mark.parametrize("said", [french_of_the_program, french_of_the_rules])
def test_french_signs_stand_behind_a_space_that_does_not_break(said: Any) -> None:
    """A colon, a semicolon, a question mark and the quotation marks have a space before or after
    them, at which no line is broken."""
    texts = [*said()]
    assert len(texts) > 400
    assert [text for text in texts if catalogue.BREAKS.search(text) or NO_SPACE.search(text)] == []


@pytest.mark.parametrize(
    ("game", "word", "contract"),
    [
        ("bismarck-swedish", "Pique", "spader"), ("bismarck-swedish", "Jeu à pique", "spader"),
        ("bismarck-estonian", "Sang undvik stick", "no-trumps-lose"),
        ("bismarck-estonian", "Sang utan stick", "no-trumps-lose"),
        ("bismarck-estonian", "trumf utan stick", "trumps-lose"),
    ],
)  # fmt: skip
def test_a_contract_is_read_by_its_new_word_and_by_its_old_one(
    game: str, word: str, contract: str
) -> None:
    """A word that was changed is still read; the new one is shown."""
    assert contracts_said_whole(ruleset(game), word) == [contract]


def test_what_the_words_are() -> None:
    """The French name of the contract in spades, and the Swedish of those in which tricks are
    avoided: `utan stick` would be no trick at all."""
    estonian, swedish = (
        ruleset("bismarck-estonian").contracts,
        ruleset("bismarck-swedish").contracts,
    )
    speak("sv")
    assert estonian["no-trumps-lose"].name.shown() == "Sang undvik stick"
    assert estonian["trumps-lose"].name.shown() == "Trumf undvik stick"
    speak("fr")
    assert swedish["spader"].name.shown() == "Pique"


def test_one_word_for_the_bison() -> None:
    """In French the game is the Bizon and the player the Bison, on every page (guide FR 7:
    \"devient le Bison\")."""
    rules = ruleset("bizon")
    speak("fr")
    page = rules_text(rules, 1000)
    named = {rules.name.shown(), *rules.about.sources}
    lines = [
        line
        for line in page.splitlines()
        if "Bizon" in line and not any(name in line for name in named)
    ]
    assert lines == []
    assert [outcome.name.shown() for outcome in rules.scoring.outcomes[1:4]] == [
        "Le Bison a 40 GP", "Le Bison a gagné", "Le Bison gagne ex æquo",
    ]  # fmt: skip


def test_the_french_guides_own_words(tmp_path: Path) -> None:
    """Guide FR 7: the others must "servir", and who cannot is "à renon"; to play a trump then is
    "couper"."""
    person = Person(tmp_path, LANG="fr_FR.UTF-8", COLUMNS="1000")
    page = person.does("rules show bizon").out
    told = person.does("referee ruling renonce --rules bizon").out
    legal = person.does("referee legal KS QD --trick 9H --rules bizon --trump clubs").out
    assert all("servir" in words for words in (page, told))
    assert all("renonce" in words for words in (page, told, legal))
    assert not re.search(r"fournir|fournit", page + told + legal)


@pytest.mark.parametrize(
    ("code", "line", "words", "gone"),
    [
        ("fr", "league", ("victoires", "ex æquo", "meilleur"), ("1er", "mieux")),
        ("fr", "summary", ("aucun changement de leader",), ("changement en tête",)),
        ("fr", "--help", (), ()),
        ("sv", "next", ("spelförare",), ("bestämmer",)),
        ("sv", "sheet", ("färdigspelat",), ("avslutat",)),
        ("sv", "--help", ("Räknar poäng och dömer",), ("För protokoll",)),
    ],
)
def test_the_words_of_the_pages(
    tmp_path: Path, code: str, line: str, words: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    """What a page says in French or Swedish, and no longer says."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8", COLUMNS="120")
    person.does("new bismarck-swedish Anna Björn Cleo --dealer Cleo --name eve")
    for deal in (
        ("spader 8 4", "sang 8 4", "pass 4 6", "trumf hearts 8 4") if line != "next" else ()
    ):
        for _ in range(3):
            person.does(f"deal {deal}")
    said = person.does(line).out
    assert all(word in said for word in words)
    assert not any(word in said for word in gone)


@pytest.mark.parametrize("code", ["en", "fr", "sv"])
def test_the_dealers_card_lines_up(tmp_path: Path, code: str) -> None:
    """Who deals, declares and leads stands in one column, however long the words of the language
    are."""
    card = (
        Person(tmp_path, LANG=f"{code}_XX.UTF-8")
        .does("new bismarck-swedish Xa Xb Xc --dealer Xc")
        .out
    )
    assert len({line.index("X") for line in card.splitlines()[2:5]}) == 1
    assert "…" not in card


@pytest.mark.parametrize(
    ("code", "usage", "shown", "fault"),
    [
        ("fr", "scorekeeper new [OPTIONS] JEU JOUEUR…", ("--name NOM", "--option CLÉ=VALEUR", "Options\u00a0:\n"), "'JEU'"),
        ("sv", "scorekeeper new [TILLVAL] KORTSPEL SPELARE…", ("--name NAMN", "--option NYCKEL=VÄRDE"), "'KORTSPEL'"),
        ("en", "scorekeeper new [OPTIONS] GAME PLAYER…", ("--name NAME", "--option KEY=VALUE", "Options:\n"), "'GAME'"),
    ],
)  # fmt: skip
def test_what_stands_for_a_word_is_in_the_language_spoken(
    tmp_path: Path, code: str, usage: str, shown: tuple[str, ...], fault: str
) -> None:
    """In usage, in help, in a fault of usage; French has its space before the colon of a
    heading."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    page = person.does("new --help").out
    assert usage in page.splitlines()[0]
    assert all(words in page for words in shown)
    assert fault in person.types("new").err
    assert all(
        head.endswith("\u00a0:") == (code == "fr") for head in _heads(person.does("--help").out)
    )


def _heads(page: str) -> list[str]:
    """The headings of a page of help."""
    found = [line for line in page.splitlines() if line.endswith(":") and not line.startswith(" ")]
    assert len(found) == 6
    return found


@pytest.mark.parametrize(
    ("code", "checks", "entered"),
    [
        ("en", ["check zero-sum", "check tricks-total"], "- trump: trump"),
        ("fr", ["contrôle somme nulle", "contrôle plis en tout"], "- atout\u00a0: atout"),
        ("sv", ["kontroll nollsumma", "kontroll stick sammanlagt"], "- trumf: trumf"),
    ],
)
def test_checks_and_facts_are_called_by_their_words(
    tmp_path: Path, code: str, checks: list[str], entered: str
) -> None:
    """The checks of a sheet as it is read aloud; what is entered, on the rule sheet, as it is
    typed."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8")
    person.does("new bismarck-swedish Anna Björn Cleo")
    lines = person.does("sheet --plain").out.splitlines()
    told = [
        re.split("\u00a0?:", line)[0]
        for line in lines
        if line.startswith(("check", "contr", "kontr"))
    ]
    assert told == checks
    assert entered in person.does("rules show bismarck-swedish").out


@pytest.mark.parametrize(
    ("code", "asked", "hint"),
    [
        ("en", ["bidder> ", "bid> ", "meld> "], "it asks for passed, "),
        ("fr", ["preneur> ", "enchère> ", "combinaisons> "], "données demandées\u00a0: passé, "),
        ("sv", ["budgivare> ", "bud> ", "meld> "], "det här frågas det efter: passat, "),
    ],
)
def test_the_live_table_asks_in_the_words_that_are_typed(
    tmp_path: Path, code: str, asked: list[str], hint: str
) -> None:
    """A prompt names the fact, and a hint those that there are, as they are typed; an answer is
    read as before."""
    person = Person(tmp_path, LANG=f"{code}_XX.UTF-8", COLUMNS="200")
    person.does("new bien Ann Bob Cal Dee --dealer Dee")
    assert hint in person.types("deal", "zzz=1").err
    with_screen = Typed("\nBob\n200\n150\nquit\n", is_terminal=True)
    said = person.types("play", stdin=with_screen, at_screen=True)
    shown = said.out + said.err
    places = [shown.find(prompt) for prompt in asked]
    assert -1 not in places and places == sorted(places)
