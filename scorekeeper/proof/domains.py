"""What may be entered for one fact or count: every value, or a word on why not every one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, NamedTuple

from scorekeeper.formula import number_of
from scorekeeper.proof.chance import Chance, one_of, some_of, split_of
from scorekeeper.ruleset.model import Contract, Count, Fact
from scorekeeper.scoring.counts import counted
from scorekeeper.scoring.facts import DealFacts

LEFT_OUT = None
UNBOUNDED = 100
Column = tuple[int, ...]


def fact_values(fact: Fact, facts: DealFacts) -> list[Any]:
    """Every value of a fact in this deal; none for cards that are too many to try."""
    agreed = facts.agreed
    if fact.kind == "player":
        return list(agreed.players)
    if fact.kind == "number":
        least, most = bounds_of(fact)
        return [*range(least, most + 1, fact.step), *fact.values]
    if fact.kind == "word":
        return list(fact.values)
    if fact.kind == "suit":
        return _suits(fact, facts)
    if fact.kind == "card":
        return [code for code, card in agreed.rules.pack.cards.items() if fact.suits in (None, len(card.suits))]
    return [True] if fact.kind == "flag" else []


def _suits(fact: Fact, facts: DealFacts) -> list[str]:
    """Every suit; the trump suit only where the contract leaves it open."""
    contract: Contract | None = facts.agreed.rules.contracts.get(facts["contract"] or "")
    if fact.id == "trump" and contract is not None and contract.trump != "open":
        return []
    return list(facts.agreed.rules.pack.suits)


def bounds_of(fact: Fact) -> tuple[int, int]:
    """From where to where a number is tried."""
    least = fact.least if fact.least is not None else 0
    return least, fact.most if fact.most is not None else least + UNBOUNDED


def is_open_ended(fact: Fact) -> bool:
    """Whether a number has no end that the rules name."""
    return fact.kind == "number" and (fact.least is None or fact.most is None)


class Columns(NamedTuple):
    """What a count may say in one deal: how many numbers, from where to where, and their total
    where the rules fix one."""

    parts: int
    least: int
    most: int
    step: int
    total: int | None

    @property
    def numbers(self) -> range:
        """What one of them may be."""
        return range(self.least + -self.least % self.step, self.most + 1, self.step)

    @property
    def size(self) -> int:
        """How many different columns there are."""
        if self.total is None:
            return int(len(self.numbers) ** self.parts)
        if self.least == 0 and self.most >= self.total and self.step == 1:
            return comb(self.total + self.parts - 1, self.parts - 1) if self.total >= 0 else 0
        return len(splits(self))


def columns_of_count(count: Count, facts: DealFacts) -> Columns:
    """The columns that a count may have in this deal."""
    total = None if count.total is None else number_of(count.total, facts)
    least = number_of(count.least, facts) if count.least else 0
    most = number_of(count.most, facts) if count.most else total if total is not None else least + UNBOUNDED
    return Columns(len(counted(count, facts.agreed)), least, most, count.step, total)


@lru_cache(maxsize=64)
def splits(columns: Columns) -> Sequence[Column]:
    """Every column, from small first numbers to great ones."""
    if columns.total is None:
        return list(product(columns.numbers, repeat=columns.parts))
    rows: list[tuple[Column, int]] = [((), columns.total)]
    for left in range(columns.parts - 1, 0, -1):
        rows = [((*row, number), rest - number) for row, rest in rows for number in _room(columns, rest, left)]
    return [(*row, rest) for row, rest in rows if columns.least <= rest <= columns.most and rest % columns.step == 0]


def _room(columns: Columns, rest: int, left: int) -> range:
    """What one side may have while the rest can still be shared among those left."""
    least = max(columns.least, rest - left * columns.most)
    return range(least + -least % columns.step, min(columns.most, rest - left * columns.least) + 1, columns.step)


# --- drawn by chance ----------------------------------------------------------------------------


def drawn_column(columns: Columns, chance: Chance) -> tuple[list[int], Chance]:
    """A column by chance."""
    if columns.total is not None and columns.least == 0 and columns.most >= columns.total and columns.step == 1:
        return split_of(chance, columns.total, columns.parts)
    if columns.total is not None:
        column, chance = one_of(chance, splits(columns))
        return list(column), chance
    numbers = []
    for _ in range(columns.parts):
        number, chance = one_of(chance, columns.numbers)
        numbers.append(number)
    return numbers, chance


def drawn_cards(fact: Fact, facts: DealFacts, chance: Chance) -> tuple[list[str], Chance]:
    """Cards by chance: as many as belong there, with the suits that they must bear, and none
    that is elsewhere."""
    agreed = facts.agreed
    elsewhere = {code for name in fact.apart for code in facts.entered.get(name) or ()}
    cards = [c for c in agreed.rules.pack.cards.values() if fact.suits in (None, len(c.suits))]
    fitting = [card.code for card in cards if card.code not in elsewhere]
    return some_of(chance, fitting, len(agreed.sides) if fact.each else fact.size or 1)
