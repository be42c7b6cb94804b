"""Pairs, of one side with another: what was said of them, `Anna×Björn`, and the facts of a deal as
formulas of two sides see them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, NamedTuple

from scorekeeper.game.session import Agreed
from scorekeeper.rules.formula import Names
from scorekeeper.rules.model import ME, OTHER, Fact, Ruleset
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem

CROSS = "×"
Crosstable = Mapping[str, Mapping[str, int]]  # by the one, then by the other


class Pair(NamedTuple):
    """What was said of one side with another, by their places: how often."""

    me: int
    other: int
    number: int

    def word(self, agreed: Agreed) -> str:
        """`Anna×Björn`, or `Anna×Björn:2`."""
        names = agreed.side_names
        said = f"{names[self.me]}{CROSS}{names[self.other]}"
        return said if self.number == 1 else f"{said}:{self.number}"


def pair_of(agreed: Agreed, word: str) -> Pair | None:
    """The pair of a word as it is stored, with whole names; None where it is none."""
    places = {name: place for place, name in enumerate(agreed.side_names)}
    said, colon, number = word.rpartition(":")
    if not (colon and number.isascii() and number.isdecimal() and len(number) < 10):
        said, number = word, "1"
    for at, letter in enumerate(said):
        one, other = said[:at], said[at + 1 :]
        if letter == CROSS and one in places and other in places:
            return Pair(places[one], places[other], int(number))
    return None


def rows_of(agreed: Agreed, words: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The number that each side has with each of the others, from its left on."""
    said = {(pair.me, pair.other): pair.number for pair in _known(agreed, words)}
    sides = len(agreed.sides)
    return tuple(
        tuple(said.get((me, (me + step) % sides), 0) for step in range(1, sides))
        for me in range(sides)
    )


def words_of(agreed: Agreed, rows: Sequence[Sequence[int]]) -> list[str]:
    """The words that say such rows; of whom there is nothing to say nothing is said."""
    sides = len(agreed.sides)
    pairs = [
        Pair(me, (me + step) % sides, number)
        for me, row in enumerate(rows)
        for step, number in enumerate(row, 1)
        if number
    ]
    return [pair.word(agreed) for pair in sorted(pairs)]


def _known(agreed: Agreed, words: Iterable[str]) -> Iterable[Pair]:
    return filter(None, (pair_of(agreed, word) for word in words))


def crosstable(agreed: Agreed, rows: Sequence[Sequence[int]]) -> Crosstable:
    """Such rows by the names of both."""
    names = agreed.side_names
    return {
        name: {
            names[(me + step) % len(names)]: number
            for step, number in sorted(
                enumerate(rows[me], 1), key=lambda one: (me + one[0]) % len(names)
            )
        }
        for me, name in enumerate(names)
    }


class PairFacts:
    """The facts of a deal with the own numbers of one side before them, and under `other` those of
    another; what a pair has is the number of the one with the other."""

    def __init__(self, paired: Container[str], own: Sequence[Names], me: int, other: int) -> None:
        self._own, self._others, self._paired = own[me], own[other], paired
        self._step, self._back = (other - me) % len(own) - 1, (me - other) % len(own) - 1

    def __getitem__(self, name: str) -> Any:
        whose, _, what = name.rpartition(".")
        if OTHER not in (name, whose):
            value: Any = self._own[name]
            return value[self._step] if name in self._paired else value
        value = self._others[what if whose else ME]
        return value[self._back] if what in self._paired else value


def of_pairs(rules: Ruleset, own: Sequence[Names]) -> dict[tuple[int, int], PairFacts]:
    """The facts of a deal as every two sides see them, by the places of the one and of the other,
    of what each sees by itself."""
    paired, sides = frozenset(rules.pair_names), range(len(own))
    return {pair: PairFacts(paired, own, *pair) for pair in permutations(sides, 2)}


# --- what is wrong with them ---------------------------------------------------------------------


def pair_problems(agreed: Agreed, fact: Fact, words: Sequence[str]) -> Iterable[Problem]:
    """What is wrong with the pairs of a fact."""
    seen: set[tuple[int, int]] = set()
    for word in words:
        pair, most = pair_of(agreed, word), fact.most or 1
        if pair is None:
            yield _problem(
                fact,
                "unknown",
                say("`{word}` is no pair of those who play", word=word),
                _say_one(agreed),
            )
        elif pair.me == pair.other:
            yield _problem(
                fact,
                "self",
                say("{word}: nobody is paired with themself", word=word),
                _say_one(agreed),
            )
        elif not 1 <= pair.number <= most:
            message = say("{word}: at most {most} of a pair", word=word, most=most)
            yield _problem(fact, "range", message, say("say 1 to {most}", most=most))
        elif pair[:2] in seen:
            message = say("{word} is said twice", word=word)
            yield _problem(fact, "twice", message, say("leave one of them out"))
        seen |= {pair[:2]} if pair else set()


def _problem(fact: Fact, what: str, message: Words, hint: Words) -> Problem:
    return Problem(f"{fact.id}-{what}", message, fact.id, (hint,))


def _say_one(agreed: Agreed) -> Words:
    one, other, *_ = agreed.side_names
    names = listing(agreed.side_names, "and")
    return say("write {pair}; there are {names}", pair=f"{one}{CROSS}{other}", names=names)
