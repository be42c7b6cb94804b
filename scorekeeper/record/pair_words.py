"""Reading pairs: one word each, `ann×bob`, also typed `ann*bob`, or `annxbob` where that can be
nothing else; behind a colon how often, `ann×bob:2`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.pairs import CROSS, Pair
from scorekeeper.game.session import Agreed
from scorekeeper.record.names import sides_named
from scorekeeper.rules.model import PAIRS, Fact, Ruleset
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem

SIGNS = (CROSS, "*", "x", "X")


def pair_facts(rules: Ruleset) -> list[Fact]:
    """The facts of a game that are entered as pairs."""
    return [fact for fact in rules.facts.values() if fact.kind == PAIRS]


def is_pairs(agreed: Agreed, text: str) -> bool:
    """Whether a bare word can only be pairs, one or several with commas between."""
    return all(pairs_named(agreed, word) for word in text.split(","))


def pairs_named(agreed: Agreed, word: str) -> list[Pair]:
    """The pairs that a word may be: of two sides, each by its name or a beginning of it."""
    said, number = _parted(word.strip())
    found = list[Pair]()
    for sign in SIGNS:
        for at, letter in enumerate(said):
            if letter == sign:
                ones, others = sides_named(agreed, said[:at]), sides_named(agreed, said[at + 1 :])
                found += [Pair(one, other, number) for one in ones for other in others]
        if found:
            break
    return list(dict.fromkeys(found))


def _parted(word: str) -> tuple[str, int]:
    """The pair, and how often: once where no number is said."""
    said, colon, number = word.rpartition(":")
    is_number = number.isascii() and number.isdecimal() and len(number) < 10
    return (said, int(number)) if colon and is_number else (word, 1)


def read_pairs(agreed: Agreed, fact: Fact, text: str) -> tuple[list[str], list[Problem]]:
    """The pairs of a text in the order of the seats, as they are stored; what names nobody stays as
    it is, and the rules' own checks say why."""
    pairs, words, problems = list[Pair](), list[str](), list[Problem]()
    for word in filter(None, (item.strip() for item in text.split(","))):
        found = pairs_named(agreed, word)
        if len(found) > 1:
            problems.append(_several(agreed, fact, word, found))
        elif found:
            pairs += found
        else:
            words.append(word)
    return [*(pair.word(agreed) for pair in sorted(pairs)), *words], problems


def _several(agreed: Agreed, fact: Fact, word: str, found: Iterable[Pair]) -> Problem:
    choices: list[Words] = [pair.word(agreed) for pair in found]
    message = say("`{word}` could be {choices}", word=word, choices=listing(choices))
    return Problem("pair-ambiguous", message, fact.id, (say("write one more letter"),))


def pair_words(agreed: Agreed) -> list[str]:
    """Every pair there is, as it is typed."""
    sides = range(len(agreed.sides))
    return [Pair(me, other, 1).word(agreed) for me in sides for other in sides if me != other]


def joined_pairs(agreed: Agreed, words: Sequence[str]) -> list[str]:
    """The bare words with all that are pairs made one, at the place of the first."""
    if not pair_facts(agreed.rules):
        return [*words]
    pairs = [word for word in words if is_pairs(agreed, word)]
    if len(pairs) < 2:
        return [*words]
    first, *others = pairs
    return [",".join(pairs) if word == first else word for word in words if word not in others]
