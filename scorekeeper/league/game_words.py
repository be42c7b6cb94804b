"""The words of a game, as far as a league says them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.text.language import Phrase

if TYPE_CHECKING:
    from scorekeeper.rules.model import Ruleset


class GameWords(NamedTuple):
    """What a game is called, and each of its contracts by id."""

    name: Phrase
    contracts: Mapping[str, Phrase]


def words_of_game(rules: Ruleset) -> GameWords:
    """The words of a game, as its rules have them."""
    contracts = {name: contract.name for name, contract in rules.contracts.items()}
    return GameWords(rules.name, contracts)


def words_as_table(words: GameWords) -> dict[str, Any]:
    """The words as JSON has them: of each phrase its spellings by language."""
    contracts = {name: phrase.by_language for name, phrase in words.contracts.items()}
    return {"name": words.name.by_language, "contracts": contracts}


def words_of_table(table: Mapping[str, Any]) -> GameWords:
    """The words that `words_as_table` gave. Raises LookupError, TypeError or AttributeError for
    any other table."""
    contracts = {name: _phrase(spellings) for name, spellings in table["contracts"].items()}
    return GameWords(_phrase(table["name"]), contracts)


def _phrase(by_language: Mapping[str, Any]) -> Phrase:
    return Phrase({code: tuple(spellings) for code, spellings in by_language.items()})
