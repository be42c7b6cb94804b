"""`tricks 9 4` as `tricks=9,4`: a fact by its whole name, and behind it what can be its value."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.counts import counted
from scorekeeper.record.bare import readings
from scorekeeper.record.known import Known
from scorekeeper.record.names import facts_named
from scorekeeper.record.numbers import apart, is_numbers


def keyed(known: Known, words: Sequence[str]) -> list[str]:
    """The words, those after the name of a fact joined to it; a word that may be anything else
    is no name of a fact."""
    found, rest = list[str](), list(words)
    while rest:
        word = rest.pop(0)
        size = _size(known, word, rest)
        values = [apart(known.agreed, value).strip(",") for value in rest[:size]]
        found.append(f"{word}={','.join(values)}" if size else word)
        del rest[:size]
    return found


def _size(known: Known, word: str, rest: Sequence[str]) -> int:
    """How many of the words that follow are the value of the fact that a word names."""
    rules = known.agreed.rules
    named = facts_named(rules, word) if rest else []
    if len(named) != 1 or readings(known.said, word, rules.contracts):
        return 0
    (name,) = named
    if name in rules.counts and is_numbers(rest[0]):
        return _run(known, rest, len(counted(rules.counts[name], known.agreed)))
    if name in rules.facts and rules.facts[name].kind == "number" and is_numbers(rest[0]):
        return 1
    return int(name in readings(known.said, rest[0], rules.contracts))


def _run(known: Known, rest: Sequence[str], most: int) -> int:
    """How many words in a row are numbers, up to as many numbers as a column has."""
    words = numbers = 0
    for word in (apart(known.agreed, word) for word in rest):
        numbers += len(word.strip(",").split(","))
        if not is_numbers(word) or numbers > most:
            break
        words += 1
    return words
