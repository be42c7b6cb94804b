"""The values that may be entered for a fact or a count: all of them, or random ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import Any, NamedTuple

from scorekeeper.base.exact_numbers import steps
from scorekeeper.base.random_draws import RandomSource, below, one_of, some_of, split_of
from scorekeeper.game.count_checks import counted_names, total_of
from scorekeeper.game.deal_facts import DealFacts, PairCount
from scorekeeper.game.entry_checks import codes_in
from scorekeeper.game.session_settings import Agreed
from scorekeeper.rules.cards import cards_left
from scorekeeper.rules.formula import number_of
from scorekeeper.rules.ruleset import PAIRS, PLAYERS, WORDS, Count, Fact

LEFT_OUT = None
UNBOUNDED = 100
MOST_WAYS = 10**9  # to enter pairs
MOST_KEPT = 20_000  # columns in a list; they are needed repeatedly
Column = tuple[int, ...]


class ValueRange(Sequence[object]):
    """A sequence of numbers, followed by words; the numbers are not stored."""

    def __init__(self, numbers: Sequence[int], words: tuple[object, ...]) -> None:
        self.numbers, self.words = numbers, words

    def __len__(self) -> int:
        return len(self.numbers) + len(self.words)

    def __getitem__(self, place: Any) -> Any:
        after = place - len(self.numbers)
        return self.numbers[place] if after < 0 else self.words[after]


class EveryPair(Sequence[object]):
    """Every way to enter pairs, and never none, each with a number up to `most`. Of too many ways,
    an evenly spread part."""

    def __init__(self, agreed: Agreed, most: int) -> None:
        sides = range(len(agreed.sides))
        self.agreed, self.base = agreed, most + 1
        self.pairs = [(me, other) for me in sides for other in sides if me != other]
        self.ways = int(self.base ** len(self.pairs)) - 1
        self.apart = -(-self.ways // MOST_WAYS)

    def __len__(self) -> int:
        return self.ways // self.apart

    def __getitem__(self, place: Any) -> Any:
        if not 0 <= place < len(self):
            raise IndexError(place)
        number, said = place * self.apart + 1, list[str]()
        for me, other in self.pairs:
            number, times = divmod(number, self.base)
            said += [PairCount(me, other, times).word(self.agreed)] if times else []
        return said


def fact_values(fact: Fact, facts: DealFacts) -> Sequence[Any]:
    """Return every value of a fact in this deal; empty for lists of cards, which are too many."""
    agreed = facts.agreed
    if fact.kind == "player":
        return list(agreed.players)
    if fact.kind == "number":
        least, most = bounds_of(fact)
        return ValueRange(steps(least, most, fact.step), tuple(fact.values))
    if fact.kind == "word":
        return list(fact.values)
    if fact.kind == "suit":
        return _suits(fact, facts)
    if fact.kind == "rank":
        return agreed.rules.pack.ranks
    if fact.kind == "card":
        return [
            code
            for code, card in agreed.rules.pack.cards.items()
            if fact.suits in (None, len(card.suits))
        ]
    if fact.kind == WORDS:
        return _every_choice(fact, tuple(fact.values))
    if fact.kind == PLAYERS:
        return _every_choice(fact, agreed.players)
    if fact.kind == PAIRS:
        return EveryPair(agreed, fact.most or 1)
    return [True] if fact.kind == "flag" else []


def _every_choice(fact: Fact, of: Sequence[str]) -> list[list[str]]:
    """Return every non-empty choice of words or players of an allowed size, the smallest first."""
    most = len(of) if fact.most is None else min(fact.most, len(of))
    sizes = range(max(1, fact.least or 0), most + 1)
    return [[*some] for size in sizes for some in combinations(of, size)]


def _suits(fact: Fact, facts: DealFacts) -> list[str]:
    """Return every suit; for the trump suit, only those that the contract and the previous deal
    allow."""
    if fact.id == "trump" and facts.contract is not None and facts.contract.trump != "open":
        return []
    if fact.id == "trump" and facts.settled_trump:
        return [facts.settled_trump]
    return list(facts.agreed.rules.pack.suits)


def bounds_of(fact: Fact) -> tuple[int, int]:
    """Return the minimum and maximum number to try."""
    least = fact.least if fact.least is not None else 0
    return least, fact.most if fact.most is not None else least + UNBOUNDED


def is_open_ended(fact: Fact) -> bool:
    """Return True if the rules give a number no minimum or no maximum."""
    return fact.kind == "number" and (fact.least is None or fact.most is None)


class CountDomain(NamedTuple):
    """The possible columns of a count in one deal: the number of values in a column, their bounds
    and step, and their total if fixed."""

    parts: int
    least: int
    most: int
    step: int
    total: int | None

    @property
    def numbers(self) -> Sequence[int]:
        """Return the possible values of one number in a column."""
        return steps(self.least + -self.least % self.step, self.most, self.step)

    @property
    def size(self) -> int:
        """Return the number of different columns. With a total, inclusion and exclusion removes
        columns with too large numbers."""
        each = len(self.numbers)
        if self.total is None or not each:
            return int(each**self.parts)
        rest, odd = divmod(self.total - self.parts * self.numbers[0], self.step)
        return 0 if odd else _number_of_splits(rest, self.parts, each)


def _number_of_splits(rest: int, parts: int, each: int) -> int:
    """Return the number of ways to split `rest` into `parts` numbers from 0, each less than
    `each`."""
    overs = range(min(parts, rest // each) + 1 if rest >= 0 else 0)
    return sum(
        (-1) ** o * comb(parts, o) * comb(rest - o * each + parts - 1, parts - 1) for o in overs
    )


def columns_of_count(count: Count, facts: DealFacts) -> CountDomain:
    """Return the possible columns of a count in this deal."""
    total = total_of(count, facts)
    least = number_of(count.least, facts) if count.least else 0
    most = (
        number_of(count.most, facts)
        if count.most
        else total
        if total is not None
        else least + UNBOUNDED
    )
    return CountDomain(
        parts=len(counted_names(count, facts.agreed)),
        least=least,
        most=most,
        step=count.step,
        total=total,
    )


class EveryColumn:
    """The values in `more`, then all columns of a count in order. A few columns are stored as a
    list."""

    def __init__(
        self, columns: CountDomain, more: Sequence[object] = (), are_kept: bool = True
    ) -> None:
        self.columns, self.more, self.are_kept = columns, more, are_kept

    def __iter__(self) -> Iterator[object]:
        few = self.are_kept and self.columns.size <= MOST_KEPT
        return chain(self.more, all_columns(self.columns) if few else each_column(self.columns))


@lru_cache(maxsize=16)
def all_columns(columns: CountDomain) -> Sequence[Column]:
    """Return every column in a list."""
    return list(each_column(columns))


def each_column(columns: CountDomain) -> Iterator[Column]:
    """Yield every column."""
    if columns.size > 0:
        yield from _splits(columns, columns.parts, columns.total)


def _splits(columns: CountDomain, parts: int, rest: int | None) -> Iterator[Column]:
    room = columns.numbers if rest is None else values_left(columns, rest, parts - 1)
    if parts == 1:
        yield from ((number,) for number in room)
        return
    for number in room:
        for others in _splits(columns, parts - 1, None if rest is None else rest - number):
            yield number, *others


def values_left(columns: CountDomain, rest: int, left: int) -> Sequence[int]:
    """Return the values of one number that let `left` further numbers add up to the rest."""
    least = max(columns.least, rest - left * columns.most)
    most = min(columns.most, rest - left * columns.least)
    return steps(least + -least % columns.step, most, columns.step)


# --- random values -------------------------------------------------------------------------------


def random_column(columns: CountDomain, chance: RandomSource) -> tuple[list[int], RandomSource]:
    """Return a random column and the next random state. If no column is legal, the result is
    illegal."""
    if columns.size < 1:
        return [columns.least] * columns.parts, chance
    if columns.total is None:
        return _random_numbers(columns, chance)
    if columns.least == 0 and columns.most >= columns.total and columns.step == 1:
        return split_of(chance, columns.total, columns.parts)
    if columns.size <= MOST_KEPT:
        column, chance = one_of(chance, all_columns(columns))
        return list(column), chance
    return _random_split(columns, chance)


def _random_numbers(columns: CountDomain, chance: RandomSource) -> tuple[list[int], RandomSource]:
    numbers = []
    for _ in range(columns.parts):
        number, chance = one_of(chance, columns.numbers)
        numbers.append(number)
    return numbers, chance


def _random_split(columns: CountDomain, chance: RandomSource) -> tuple[list[int], RandomSource]:
    """Return a random split of the total, repeated until no number is too large, and the next
    random state. If most splits would fail, each number's distance from the maximum is drawn."""
    first, each = columns.numbers[0], len(columns.numbers) - 1
    rest = ((columns.total or 0) - columns.parts * first) // columns.step
    turned = rest > columns.parts * each // 2
    while True:
        shares, chance = split_of(
            chance, columns.parts * each - rest if turned else rest, columns.parts
        )
        if max(shares) <= each:
            return [
                first + columns.step * (each - share if turned else share) for share in shares
            ], chance


def random_pairs(
    fact: Fact, agreed: Agreed, chance: RandomSource
) -> tuple[list[str], RandomSource]:
    """Return random pairs as typed, each with a number up to its maximum, and the next random
    state. Few pairs are more likely than many."""
    every = [
        (me, other)
        for me in range(len(agreed.sides))
        for other in range(len(agreed.sides))
        if me != other
    ]
    most, chance = below(chance, len(every) + 1)
    size, chance = below(chance, most + 1)
    chosen, chance = some_of(chance, every, size)
    said = list[str]()
    for me, other in sorted(chosen):
        more, chance = below(chance, fact.most or 1)
        said.append(PairCount(me, other, more + 1).word(agreed))
    return said, chance


def random_cards(
    fact: Fact, facts: DealFacts, chance: RandomSource
) -> tuple[list[str], RandomSource]:
    """Return as many random cards as the fact needs, each with the required number of suits, and
    the next random state. Cards of the facts in `apart` are excluded."""
    agreed = facts.agreed
    pack = agreed.rules.pack
    codes = [code for name in fact.apart for code in codes_in(facts.entered.get(name))]
    elsewhere = [pack.cards[code] for code in codes if code in pack.cards]
    left = cards_left(pack.every_card, elsewhere)
    fitting = [card.code for card in left if fact.suits in (None, len(card.suits))]
    return some_of(chance, fitting, len(agreed.sides) if fact.each else fact.size or 1)
