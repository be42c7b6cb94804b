"""The draw by lot."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.base.chance import Chance, some_of
from scorekeeper.event.evenness import Draw, evenness
from scorekeeper.event.fair_turns import turns_of
from scorekeeper.event.seated import Round, Sizes, filled_sizes
from scorekeeper.event.table_places import in_their_places


def by_chance(people: Sequence[str], before: Sequence[Round], wanted: Sizes, seed: int) -> Draw:
    """One round more by lot, whoever has met whom; raises Refused where the people do not fill a
    table."""
    people = sorted(people)
    one, _ = by_lot(people, before, filled_sizes(people, wanted), Chance(seed))
    placed = in_their_places(before, [one])
    return Draw(placed, "random", evenness(people, before, placed))


def by_lot(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], chance: Chance
) -> tuple[Round, Chance]:
    """A round by lot, but that byes and larger tables go round; and the chance after it."""
    order, chance = some_of(chance, people, len(people))
    turns = turns_of(order, before, sizes)
    line = iter([*turns.larger, *turns.others])
    tables = tuple(tuple(next(line) for _ in range(size)) for size in sizes)
    return Round(tables, tuple(sorted(turns.out))), chance
