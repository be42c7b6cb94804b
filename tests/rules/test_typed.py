"""What is typed is said in the language spoken, and read back as it was meant, whatever is
spoken."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import GAMES, ruleset
from terminal import Person

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.record.fact_values import contracts_said_whole, facts_named, read_value
from scorekeeper.rules.fact_names import (
    choice_typed,
    contract_typed,
    key_said,
    key_typed,
    keys,
    option_typed,
    value_said,
    value_typed,
)
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused, as_typed
from scorekeeper.text.translation import ENGLISH, LANGUAGES, speak

NAMES = ("Anna", "Björn", "Cleo", "Dee", "Eva", "Finn", "Göran")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_key_and_contract_is_read_back(game: str, code: str) -> None:
    """A fact, a count and a contract are typed by one plain word, which is nothing else in any
    language; in English by their ids."""
    rules = ruleset(game)
    for name in keys(rules):
        speak(code)
        key = text_of(key_typed(rules, name))
        assert as_typed(key) == key
        assert key == name or code != ENGLISH
        for spoken in LANGUAGES:
            speak(spoken)
            assert facts_named(rules, key) == [name]
    for name in rules.contracts:
        speak(code)
        word = text_of(contract_typed(rules, name))
        assert as_typed(word) == word
        assert word == name or code != ENGLISH
        speak(ENGLISH)
        assert contracts_said_whole(rules, word) == [name]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_value_is_read_back(game: str, code: str) -> None:
    """A suit, a rank, a card and a word that the rules have are typed in the language and read
    as the value that is stored; what is shown of it too. Letters are those of the language."""
    rules = ruleset(game)
    agreed = agree(rules, NAMES[: rules.players[0]])
    values = {"suit": rules.pack.suits, "rank": rules.pack.ranks, "card": rules.pack.cards}
    for fact in rules.facts.values():
        for value in values.get(fact.kind, fact.values):
            speak(code)
            said = {
                text_of(value_typed(rules, fact.id, value)),
                text_of(value_said(rules, fact.id, value)),
            }
            assert all(read_value(agreed, fact, word) == (value, []) for word in said)


def test_what_they_are() -> None:
    """French and Swedish tables type their own words; a word of several letters goes before one
    that wants quotes."""
    rules = ruleset("bizon")
    speak("fr")
    typed = [
        text_of(key_typed(rules, name))
        for name in ("bizon", "round", "grass", "trump", "gp", "tricks", "passed")
    ]
    assert typed == ["bison", "tour", "herbe", "atout", "gp", "plis", "passé"]
    assert text_of(key_said(rules, "grass")) == "Brin d'Herbe"
    assert text_of(contract_typed(ruleset("bismarck-swedish"), "sang")) == "sans-atout"
    assert text_of(value_typed(ruleset("bien"), "bid", "laydown")) == "laydown"
    assert text_of(value_typed(rules, "grass", "KH")) == "Rcœur"
    assert text_of(value_typed(rules, "gp", [20, None, 20])) == "20,-,20"
    speak("sv")
    assert [text_of(key_typed(rules, name)) for name in ("round", "trump", "tricks")] == [
        "runda",
        "trumf",
        "stick",
    ]
    assert text_of(key_typed(ruleset("bismarck-swedish"), "contract")) == "spel"
    assert text_of(value_typed(rules, "trump", "hearts")) == "hjärter"


def test_a_wrong_total_names_the_ranks_in_the_letters_of_the_language() -> None:
    """The slip that explains it, and the worth of the cards to be counted again."""
    agreed = agree(ruleset("bizon"), NAMES[:3])
    speak("fr")
    (problem,) = judged(agreed, first_state(agreed), {"bizon": "Anna", "gp": [20, 10, 9]}).problems
    assert "one V was left out (1)" in (hint_of(problem) or "")
    assert "A 4, R 3, D 2, V 1" in (hint_of(problem) or "")


@pytest.mark.parametrize(
    ("code", "command"),
    [("en", "deal sang 8 5 3"), ("fr", "deal sans-atout 8 5 3"), ("sv", "deal sang 8 5 3")],
)
def test_the_deal_to_type_again_is_in_the_games_words(code: str, command: str) -> None:
    """A hint says the deal with the words of the language spoken, which are read as it is."""
    agreed = agree(ruleset("bismarck-swedish"), NAMES[:3])
    speak(code)
    (problem,) = judged(
        agreed, first_state(agreed), {"contract": "sang", "tricks": [8, 5, 4]}
    ).problems
    assert (hint_of(problem) or "").endswith(f"scorekeeper {command}")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_option_and_its_choices_are_read_back(game: str, code: str) -> None:
    """An option is typed by its name in any language, a yes in any language, a word by what it
    is called."""
    rules = ruleset(game)
    for option in rules.options.values():
        values = {"flag": (True, False), "number": (option.least or 1,), "word": option.values}[
            option.kind
        ]
        for value in values:
            speak(code)
            key, word = (
                text_of(option_typed(rules, option.id)),
                text_of(choice_typed(option, value)),
            )
            assert as_typed(f"{key}-{word}") == f"{key}-{word}"
            speak(ENGLISH)
            assert (
                agree(rules, NAMES[: rules.players[0]], None, {key: word}).options[option.id]
                == value
            )


def test_a_wrong_option_is_refused_in_the_games_words() -> None:
    """The options there are, and what each may be, as they are typed in the language spoken;
    English keeps the ids."""
    rules, said = ruleset("bismarck-swedish"), {}
    for code in LANGUAGES:
        speak(code)
        with pytest.raises(Refused) as refused:
            agree(rules, NAMES[:3], None, {"zzz": "1", "table_cards": "zzz"})
        said[code] = [text_of(problem.message) for problem in refused.value.problems]
    assert "there are: must_trump, see_hand_first, table_cards" in said["en"][0]
    assert "there are: coupe-obligatoire, voir-sa-main, cartes-de-table" in said["fr"][0]
    assert "say fyra-första or fyra-sista or fyra-valfria" in said["sv"][1]


def test_the_options_of_a_table_are_shown_as_they_are_typed(tmp_path: Path) -> None:
    """On the sheet and on the rule sheet; the session file keeps the ids."""
    person = Person(tmp_path, LANG="fr_FR.UTF-8", COLUMNS="200")
    person.does(
        "new bismarck-swedish Anna Björn Cleo --name eve --option coupe-obligatoire=oui --option bordskort=fyra-sista"
    )
    assert (
        "options\u00a0: coupe-obligatoire, cartes-de-table=quatre-dernières"
        in person.does("sheet").out
    )
    assert "must_trump = true" in person.file("eve").decode()
    assert 'table_cards = "last-four"' in person.file("eve").decode()
    assert "voir-sa-main (oui | non" in person.does("rules show bismarck-swedish").out


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "en",
            (
                "`passed` stands alone",
                "leave `bizon` or `passed` out",
                "`round` must be",
                "add gp=…",
            ),
        ),
        ("fr", ("`passé`", "`bison`", "`tour`", "gp=…")),
        ("sv", ("`passat`", "`bison`", "`runda`", "gp=…")),
    ],
)
def test_a_refusal_names_facts_as_they_are_typed(
    tmp_path: Path, code: str, words: tuple[str, ...]
) -> None:
    """What stands alone, what has another shape, what is missing; the code that a program reads
    is the same."""
    agreed = agree(ruleset("bizon"), NAMES[:3])
    speak(code)
    entries = ({"passed": True, "bizon": "Anna"}, {"bizon": "Anna", "round": ["x"]})
    problems = [
        problem
        for facts in entries
        for problem in judged(agreed, first_state(agreed), facts).problems
    ]
    said = "\n".join(f"{text_of(problem.message)} {hint_of(problem)}" for problem in problems)
    assert all(word in said for word in words)
    assert [problem.code for problem in problems] == ["fact-unused", "round-value", "gp-missing"]
