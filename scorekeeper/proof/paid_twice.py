"""A settlement that counts what passes between two sides twice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorekeeper.base.chance import Chance, below
from scorekeeper.game.game_end import at_the_end
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.session import Agreed
from scorekeeper.proof.situations import tables
from scorekeeper.rules.formula import Formula, FormulaError, number_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem

DRAWS: Final = 20
MOST: Final = 100  # that a total or a counter is drawn up to


def paid_twice(rules: Ruleset) -> Iterator[Problem]:
    """What a side gets from another is asked of both of them: a formula that is already the
    difference of what they have counts it twice."""
    pair = rules.settlement.pair if rules.settlement else None
    if pair is None or not any(name.startswith("other.") for name in pair.names):
        return
    agreed = next(tables(rules))
    sums = [both for draw in range(DRAWS) for both in _both_ways(agreed, pair, Chance(draw))]
    if any(one for one, _ in sums) and not any(one + other for one, other in sums):
        message = say("`{formula}` is asked of both sides, and settles it twice", formula=pair.text)
        hint = say("say only what `me` has: the other has the same asked, and pays the difference")
        yield Problem("paid-twice", message, "settlement.pair", (hint,))


def _both_ways(agreed: Agreed, pair: Formula, chance: Chance) -> Iterator[tuple[int, int]]:
    """What each two sides get of each other, where they have totals and counters by chance; nothing
    where the formula has no answer."""
    facts, columns = at_the_end(agreed, _drawn(agreed, chance), ())
    every = facts.of_pairs(columns)
    try:
        gets = {sides: number_of(pair, seen) for sides, seen in every.items()}
    except FormulaError:
        return
    yield from ((gets[me, other], gets[other, me]) for me, other in gets if me < other)


def _drawn(agreed: Agreed, chance: Chance) -> State:
    """The end of a game in which each side has some total and some of each counter."""
    state, columns = first_state(agreed), list[tuple[int, ...]]()
    for _ in range(1 + len(state.carry)):
        column = list[int]()
        for _ in agreed.sides:
            number, chance = below(chance, MOST)
            column.append(number)
        columns.append(tuple(column))
    return state._replace(totals=columns[0], carry=tuple(columns[1:]))
