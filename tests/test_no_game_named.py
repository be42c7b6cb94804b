"""No game is named in code: a game is data, and the program knows none of them.

The names are not listed here. They are taken from the rulesets there are, so a new ruleset is
guarded from the day it is added.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

# Words that a ruleset uses as a name and that every card table uses anyway. Each with its reason;
# one that no ruleset uses any more has to go (a test below says so).
GENERAL = {
    "all pass": "what any table does when nobody bids",
    "alla passar": "the same in Swedish",
    "all passed": "what any table says of a deal in which nobody bid",
    "atout": "a suit above the others, in French",
    "bidder": "who bids, in any game that has an auction",
    "caller": "whoever calls a function",
    "chance": "by which deals are drawn",
    "choice": "what is left to somebody",
    "dealer": "who deals, in any game",
    "clubs": "several of them: people who share a home; and a suit, in any game",
    "declarer": "who chose the contract, in any game that has contracts",
    "extra": "more than the usual",
    "fours": "four cards of a rank together, in any game",
    "game": "what any session plays",
    "games": "several of them",
    "hands": "what the players hold, in any game",
    "left": "next clockwise, at any table; not yet used",
    "must trump": "what a rule of play may ask of who cannot follow, in any trick game",
    "no tricks": "what anybody may have taken",
    "no trump": "how any game says that no suit is above the others",
    "no trumps": "how any game says that no suit is above the others",
    "null": "what SQL calls a cell that is empty",
    "ones": "some of several things",
    "others": "everybody who is not the one named",
    "partner": "who plays with somebody, in any game",
    "pass": "to let a call go by; and Python's word for doing nothing",
    "played": "what happens to every card",
    "rest": "what is left of anything",
    "right": "the other neighbour; the second side of a sum",
    "set": "Python's word for a collection",
    "spel": "game, in Swedish",
    "table cards": "cards that lie open on the table",
    "target": "what is aimed at",
    "tous passent": "what any table does when nobody bids, in French",
    "trump": "a suit above the others",
    "trumf": "a suit above the others, in Swedish",
    "trumps": "the cards of that suit",
}


def plain(text: str) -> str:
    """Text as it is compared: no case, no accents; dashes and underscores are spaces between
    words."""
    bare = "".join(
        c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c)
    )
    return " ".join(re.findall(r"[^\W_]+", bare))


def words_of(value: Any) -> Iterator[str]:
    """The words in a name: one, a list, or a table of either by language."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (word for inner in value.values() for word in words_of(inner))
    elif isinstance(value, list):
        yield from (word for inner in value for word in words_of(inner))


def names_in(ruleset_id: str, raw: Mapping[str, Any]) -> Iterator[str]:
    """Every name that this ruleset gives to something of its own."""
    yield ruleset_id
    yield from (part for part in ruleset_id.split("-") if part.isalpha())
    yield from words_of(raw.get("family", ""))
    yield from words_of(raw.get("name", ""))
    for kind in ("contract", "roles", "option"):
        table = raw.get(kind, {})
        yield from table
        if kind == "contract":
            for contract in table.values():
                yield from words_of(contract.get("name", []))
                yield from words_of(contract.get("aliases", []))
    for outcome in raw.get("outcome", []):
        yield from words_of(outcome.get("name", []))


def names_of_the_rulesets() -> dict[str, str]:
    """Every name in the rulesets, as it is compared -> the ruleset that has it first."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "rulesets").rglob("*.toml")):
        if path.parent.name == "packs":
            found.setdefault(plain(path.stem), path.stem)
            continue
        for name in names_in(path.stem, tomllib.loads(path.read_text(encoding="utf-8"))):
            if plain(name):
                found.setdefault(plain(name), path.stem)
    return found


def named(text: str, names: Iterable[str]) -> list[tuple[int, str]]:
    """The names that a text holds as words, in code, text or comment, with the line of each."""
    wanted = re.compile(
        rf"(?<!\S)(?:{'|'.join(map(re.escape, sorted(names, key=len, reverse=True)))})(?!\S)"
    )
    lines = enumerate(text.splitlines(), 1)
    return [(number, match[0]) for number, line in lines for match in wanted.finditer(plain(line))]


def guarded() -> dict[str, str]:
    """The names that code may not hold."""
    general = {plain(word) for word in GENERAL}
    return {
        name: ruleset for name, ruleset in names_of_the_rulesets().items() if name not in general
    }


def test_no_file_of_the_program_names_a_game() -> None:
    """No Python file of the program holds the name of a game, contract, role, outcome or option."""
    names = guarded()
    found = [
        f"{path.relative_to(ROOT)}:{line} names `{name}` of {names[name]}"
        for path in sorted((ROOT / "scorekeeper").rglob("*.py"))
        for line, name in named(path.read_text(encoding="utf-8"), names)
    ]
    assert not found, "\n".join(["the program names a game:", *found])


def test_the_names_come_from_the_rulesets() -> None:
    """Every ruleset's id and family are guarded whatever they are, and its contracts but for the
    general words."""
    names = names_of_the_rulesets()
    for path in (ROOT / "rulesets").rglob("*.toml"):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        assert plain(path.stem) in guarded()
        assert plain(raw.get("family", path.stem)) in guarded()
        assert {plain(contract) for contract in raw.get("contract", {})} <= names.keys()


def test_every_general_word_is_needed() -> None:
    """A word is called general only while some ruleset uses it as a name."""
    assert sorted(word for word in GENERAL if plain(word) not in names_of_the_rulesets()) == []


RULESET = {
    "name": {"en": "Grand Whist", "sv": "Storvist"},
    "family": "Whist",
    "roles": {"widow": "declarer"},
    "contract": {
        "nullo": {"name": {"en": ["Nullo", "misère ouverte"]}, "aliases": ["nix"]},
        "trump": {},
    },
    "option": {"must_head": {}},
    "outcome": [{"name": "The widow won"}, {"name": {"fr": "Capot"}}],
}


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("if rules.id == 'grand-whist': return 3", "grand whist"),
        ("# as in Whist", "whist"),
        ("def grand_bonus(): ...", "grand"),
        ("'''Storvist is played so.'''", "storvist"),
        ("widow_points = 3", "widow"),
        ("contract == 'NULLO'", "nullo"),
        ("print('Misere Ouverte')", "misere ouverte"),
        ("word in ('nix', 'no')", "nix"),
        ("options['must_head']", "must head"),
        ("outcome.name == 'The widow won'", "the widow won"),
        ("'capot'", "capot"),
    ],
)
def test_a_name_is_found_however_it_is_written(line: str, name: str) -> None:
    """A name is found in code, in quotes, in comments, in other cases, without accents, with any
    dash."""
    names = {plain(word) for word in names_in("grand-whist", RULESET)}
    assert named(f"x = 1\n{line}", names) == [(2, name)]


@pytest.mark.parametrize(
    "line", ["granddaughter = 1", "# whistle, nixon", "nullor = 'widowed'", "must = head"]
)
def test_a_part_of_a_word_is_not_a_name(line: str) -> None:
    """A name inside a longer word, or with other signs between its parts, is something else."""
    names = {plain(word) for word in names_in("grand-whist", RULESET)}
    assert [name for _, name in named(line, names) if name != "must head"] == []
