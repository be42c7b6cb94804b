"""No English on French and Swedish pages: what every command says of every shipped game is
looked through for the words that the program and its games have in English and not in the
language spoken."""

from __future__ import annotations

import html
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import catalogue
import click
import pytest
from conftest import GAMES, RULESETS, ruleset
from terminal import Person, Typed

from scorekeeper.cli.main import commands
from scorekeeper.record.chain import LETTERS
from scorekeeper.record.entered_words import split_line
from scorekeeper.rules.casebook import TOPICS, casebook
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.translation import ENGLISH, LANGUAGES


def command_lines(command: click.Command, *before: str) -> Iterator[tuple[str, ...]]:
    """Every command there is, by the words that call it; those in a group after the group."""
    ctx = click.Context(command)
    for name in command.list_commands(ctx) if isinstance(command, click.Group) else ():
        inner = command.get_command(ctx, name)
        assert inner is not None
        yield (*before, name)
        yield from command_lines(inner, *before, name)


OTHERS = [code for code in LANGUAGES if code != ENGLISH]
WORD = re.compile(r"[^\W\d_]{2,}")
# What is typed stays what it is: commands, options, files, addresses, fingerprints, ids of games
# and sessions, a word of which the end is cut off.
COMMANDS = sorted({line[-1] for line in command_lines(commands)} | {"cancel", "help", "quit"})
TYPED = re.compile(
    rf"`(?:{'|'.join(COMMANDS)}|none|split)\b[^`]*`|"
    r"\bscorekeeper(?: [a-z][a-z-]*){0,2}|--[a-z-]+|https?://\S+|\S+\.(?:toml|csv|md|html)\b|[0-9a-f]{4}(?:-[0-9a-f]{4})+"
    r"|\b(?:[a-z]+|\d+)-[a-z]+-?[a-z]*(?:-\d+)?\b|\w+…|\[(?:text|en)\|[^\]]*\]|\b[a-z]+\|[a-z]+\b|\? \w+|\bdealer=\w+"
)
# Another's word, a path, and the keys of a file.
QUOTED = re.compile(r"«[^»]*»|”[^”]*”|(?<![\w<:/])/(?!/)\S+|TOML\s?: [^.]*\.")
SEAL = re.compile(rf"\b[{LETTERS}]{{4}}-[{LETTERS}]{{4}}\b")
LISTED = re.compile(
    rf"^ *(?:\(Enter\)|\? QUESTION|(?:{'|'.join(COMMANDS)})(?: \[for \w+\])?)(?= |$)", re.MULTILINE
)
EXAMPLES = re.compile(r"^ +(?:Exempel|Exemple\u00a0): .*\n(?: {5,}.*\n)*", re.MULTILINE)
# Words of the catalogues that are typed, or a name, in the sentences that hold them: they are in
# both languages there, and English all the same where a page says them by themselves.
STILL_ENGLISH = {
    "fr": "across amend bid box card check contract contracts deal dealer exposed hand hands held help key left "
    "legal meld misdeal none others pass player players round rules rulings sheet trick tricks trump value which you",
    "sv": "amend bid box card contract contracts deal dealer exposed face help key legal misdeal others players "
    "round rules rulings sheet summary trick tricks trump value which you",
}  # fmt: skip
# Words of a language that are also English ones, and stand in no sentence of its catalogue by
# themselves.
OWN = {"fr": {"for", "id", "leader", "undo"}, "sv": {"be", "for", "given", "id", "undo"}}


# --- words of the languages -----------------------------------------------------------------------


@cache
def english_words(language: str) -> frozenset[str]:
    """The words that the program and its games say in English and not in this language."""
    still = set(STILL_ENGLISH[language].split())
    return frozenset((_words(ENGLISH) - _words(language) - OWN[language]) | still)


@cache
def _words(language: str) -> frozenset[str]:
    """The words of the messages in a language, and of what the shipped games say in it."""
    said = [form for message in catalogue.catalogue(language if language != ENGLISH else "fr") if message.id
            for form in catalogue._forms(message.id if language == ENGLISH else message.string)]  # fmt: skip
    for path in RULESETS.rglob("*.toml"):
        said += _of_rules(tomllib.loads(path.read_text(encoding="utf-8")), language, "")
    typed = re.compile(r"`[^`]*`|\{[^{}]*\}|--[\w-]+|\b[A-Z]{2,}\b")
    return frozenset(
        word.casefold() for text in said for word in WORD.findall(typed.sub(" ", text))
    )


def _of_rules(value: Any, language: str, inside: str) -> Iterator[str]:
    """The words of a ruleset in a language; what it cites is no word of the game."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key != "source":
                yield from _of_rules(inner, language, key if key in LANGUAGES else inside)
    elif isinstance(value, list):
        for inner in value:
            yield from _of_rules(inner, language, inside)
    elif isinstance(value, str) and inside == language:
        yield value


@cache
def titles(game: str) -> tuple[str, ...]:
    """What a game cites, in its own language: sources and their sections; and the names of its
    cards; with one space wherever there is room."""
    rules = ruleset(game)
    found = {*rules.about.sources, *filter(None, (card.name for card in rules.pack.cards.values()))}
    found.update(part for text in _cited(rules.raw) for part in re.split(r"\u00a0?; ", text))
    own = {re.sub(r"\s+", " ", one) for one in found if not one.startswith("rulings")}
    return tuple(sorted(own, key=len, reverse=True))


def _cited(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        source = value.get("source", ())
        yield from (
            source.values()
            if isinstance(source, dict)
            else [source]
            if isinstance(source, str)
            else ()
        )
        for inner in value.values():
            yield from _cited(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _cited(inner)


# --- pages ----------------------------------------------------------------------------------------


def pages(rules: Ruleset, person: Person) -> Iterator[tuple[str, str]]:
    """Every command on an evening of the game's own example, right and wrong, and what it says."""
    game, example = (
        rules.id.rpartition("/")[2],
        max(casebook(rules).examples, key=lambda one: len(one.get("deal", ()))),
    )
    entries = [split_line(row["enter"]) for row in example.get("deal", ())]
    for words, typed in (
        *_evening(game, example, entries),
        *_of_the_game(rules, game, example["players"]),
    ):
        said = person.types(*words, stdin=Typed(typed))
        assert said.code in (0, 1), said.err
        yield " ".join(words), said.out + said.err


def _evening(
    game: str, example: dict[str, Any], entries: list[list[str]]
) -> Iterator[tuple[list[str], str]]:
    options = [f"{key}={str(value).lower()}" for key, value in example.get("options", {}).items()]
    dealer = ["--dealer", example["dealer"]] if "dealer" in example else []
    yield (
        [
            "new",
            game,
            *example["players"],
            "--name",
            "eve",
            *dealer,
            *(word for one in options for word in ("--option", one)),
        ],
        "",
    )
    yield from (
        (line.split(), "")
        for line in ("sheet", "summary", "deal", "deal zzz", "deal zzz=1", "deal 1 2 3 4 5")
    )
    yield ["play"], "help\n\n\n\nzzz\n?\ncancel\nquit\n"
    yield from ((["deal", *entry, "--yes"], "") for entry in entries)
    yield ["amend", "1", *entries[0], "--why", "-", "--yes"], ""
    yield from ((line.split(), "") for line in (
        "next", "outlook", "explain 1", "explain 99", "undo", "redo", "undo", "log", "check", "sheet", "sheet --plain",
        "sheet --format markdown", "sheet --format html", "summary", "summary --plain --stake 0.10",
        "summary --format markdown", "summary --format html", "sessions", "league", "league --format html",
        "league --format markdown", "league --plain",
    ))  # fmt: skip


def _of_the_game(rules: Ruleset, game: str, players: list[str]) -> Iterator[tuple[list[str], str]]:
    for form in ("text", "markdown", "html"):
        yield ["sheet", "--blank", game, *players, "--format", form], ""
    yield from (
        (f"{line} {game}".split(), "")
        for line in ("rules show", "rules check", "referee ruling --rules")
    )
    for topic in {**TOPICS, **casebook(rules).topics}:
        yield ["referee", "ruling", topic, "--rules", game], ""
    cards = list(rules.pack.cards)[:4] or ["KH", "QH", "9S", "AH"]
    for act in (
        ["trick", *cards[:3]],
        ["points", *cards],
        ["melds", *cards],
        ["legal", *cards[:3], "--trick", cards[3]],
    ):
        yield ["referee", *act, "--rules", game], ""


def english_of(game: str, language: str, page: str) -> list[tuple[str, str]]:
    """The English words of a page, each with what stands around it."""
    page = html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", page, flags=re.DOTALL))
    page = SEAL.sub(" ", page)
    page = re.sub(r"\s+", " ", LISTED.sub(" ", QUOTED.sub(" ", page)))
    for title in (*titles(game), game.rpartition("/")[2]) if game else ():
        page = page.replace(title, " ")
    page = TYPED.sub(" ", page)
    wrong = english_words(language)
    return [
        (found[0], page[max(0, found.start() - 40) : found.end() + 40])
        for found in WORD.finditer(page)
        if found[0].casefold() in wrong and found[0] not in NAMES
    ]


# Names of players in the examples.
NAMES = {"You", "Goat", "Sheep"}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_game_has_english_in_it(tmp_path: Path, game: str, language: str) -> None:
    """An evening from `new` to `league`, refused entries, the live table, the rules, the
    referee."""
    person = Person(tmp_path, LANG=f"{language}_XX.UTF-8", COLUMNS="1000")
    found = {line: english_of(game, language, page) for line, page in pages(ruleset(game), person)}
    assert {line: words for line, words in found.items() if words} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_help_has_english_in_it(tmp_path: Path, language: str) -> None:
    """The help of every command, but for its examples, which are typed."""
    person, found = Person(tmp_path, LANG=f"{language}_XX.UTF-8"), {}
    for words in ((), *command_lines(commands)):
        page = EXAMPLES.sub(" ", person.types(*words, "--help").out)
        found[words] = english_of("", language, page)
    assert {line: words for line, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("language", "page", "words"),
    [
        ("fr", "données demandées : passed et trump", ["passed", "trump"]),
        ("fr", "l'atout est pique ; voir <code>scorekeeper check --session eve</code>", []),
        ("sv", "kontroll tricks-total: sixteen tricks", ["tricks"]),
        ("sv", "the trumf är hjärter", ["the"]),
    ],
)
def test_what_is_english(language: str, page: str, words: list[str]) -> None:
    """A word of English is found where it stands; what is typed, and words of both languages,
    are none."""
    assert [word for word, _ in english_of("", language, page)] == words
