"""Running a proof: what is tried one by one, what by chance, and what beside one result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from scorekeeper.possibilities.chance import Chance, below
from scorekeeper.possibilities.domains import is_open_ended
from scorekeeper.possibilities.reach import Reach
from scorekeeper.possibilities.situations import Situation
from scorekeeper.possibilities.trying import (
    Beside,
    Tally,
    alone,
    size,
    tried_all,
    tried_beside,
    tried_some,
)
from scorekeeper.possibilities.ways import Order, first_result, order_of
from scorekeeper.ruleset.model import Fact, Ruleset

FEWEST_DRAWS, MOST_BESIDE = 100, 20_000
LOOKED_AT = 1000  # what may be looked at to find one result
MOST_DRAWS = 100_000  # of situations that each get the fewest
Tick = Callable[[int], None]


class Tried(NamedTuple):
    """A situation and its tally; whether its results were drawn by chance."""

    situation: Situation
    tally: Tally
    drawn: bool


def planned(
    found: list[Situation], order: Order, most: int
) -> tuple[list[tuple[Situation, int]], list[Situation]]:
    """What to try whole, the smallest first while all of it stays within `most`, and what to
    try by chance: the rest, and whatever has facts that cannot be counted out."""
    sizes = sorted(_sizes(found, order, most))
    every: list[tuple[Situation, int]] = []
    chance: list[Situation] = []
    for number, place in sizes:
        if sum(size for _, size in every) + number <= most:
            every.append((found[place], number))
        else:
            chance.append(found[place])
    return every, chance if all(map(_is_countable, order.facts)) else found


def _sizes(found: list[Situation], order: Order, most: int) -> Iterator[tuple[int, int]]:
    """The size of each situation with its place; once enough has been counted, the rest are too
    big."""
    left = 2 * most
    for place, situation in enumerate(found):
        number, looked = size(situation, order, most, left)
        left = max(0, left - looked)
        yield number, place


def _is_countable(fact: Fact) -> bool:
    return fact.kind != "cards" and not is_open_ended(fact)


def all_tried(
    found: list[Situation], order: Order, seed: int, most: int, draws: int, tick: Tick
) -> Iterator[Tried]:
    """Every situation with its tally: first those tried whole, then those of which some results
    are drawn."""
    every, chance = planned(found, order, most)
    whole = {id(situation) for situation, _ in every}
    for situation in found:
        if id(situation) in whole:
            tally = Tally()
            yield Tried(
                situation, _run(situation, tried_all(situation, order, tally), tally, tick), False
            )
    few = min(FEWEST_DRAWS, 1 + MOST_DRAWS // max(1, len(chance)))
    luck, each = Chance(seed), max(few, draws // max(1, len(chance)))
    for situation in chance:
        own, luck = below(luck, 1 << 63)
        tally = Tally()
        drawn = tried_some(situation, order, each, Chance(own), tally)
        yield Tried(situation, _run(situation, drawn, tally, tick), True)


def _run(situation: Situation, steps: Iterable[None], tally: Tally, tick: Tick) -> Tally:
    told = 0
    for _ in steps:
        tick(tally.tried - told)
        told = tally.tried
    tick(tally.tried - told)
    for fact in situation.agreed.rules.facts.values():
        if fact.alone:
            alone(situation, fact.id, tally)
    return tally


# --- beside --------------------------------------------------------------------------------------


def beside_of(
    rules: Ruleset, reach: Reach, order: Order, found: list[Situation]
) -> Iterator[Beside]:
    """The facts that change no points, tried beside the first result that there is,
    `MOST_BESIDE` ways at most."""
    for names in reach.beside:
        own, together, left = order_of(rules, names), [], MOST_BESIDE
        for situation in found:
            result = first_result(situation, order, LOOKED_AT)
            beside = (
                tried_beside(situation, own, result, MOST_BESIDE) if result is not None else None
            )
            together += [beside] if beside else []
            left -= LOOKED_AT if result is None else beside.tried if beside else 1
            if left <= 0:
                break
        if together:
            yield Beside(names, sum(b.tried for b in together), sum(b.possible for b in together))
