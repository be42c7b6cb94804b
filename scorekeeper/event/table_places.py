"""The places at the tables: who deals first, second and so on, as evenly as can be.

Somebody's first deals are counted over all rounds. A table gives its first deal to another of its
people as long as a chain of such changes takes one from somebody who has two more than the last of
the chain; where no chain is left, no seating has the sum of squares lower (N. J. A. Harvey, R. E.
Ladner, L. Lovász and T. Tamir, "Semi-matchings for bipartite graphs and load balancing", 2003), so
nobody has two more than another wherever that can be.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.event.seated import Round


def in_their_places(before: Sequence[Round], rounds: Sequence[Round]) -> tuple[Round, ...]:
    """The rounds with the people of each table in the order of their places: first who deals
    first, then of the rest who sits second, and so on, each place as even over all rounds as it can
    be after those before it."""
    left = [[*table] for one in rounds for table in one.tables]
    ordered = [list[str]() for _ in left]
    for place in range(max(map(len, left), default=0)):
        had = Counter(table[place] for one in before for table in one.tables if place < len(table))
        for table, rest, chosen in zip(ordered, left, _chosen(left, had), strict=True):
            if chosen is not None:
                table.append(chosen)
                rest.remove(chosen)
    tables = iter(ordered)
    return tuple(Round(tuple(tuple(next(tables)) for _ in one.tables), one.out) for one in rounds)


def _chosen(tables: Sequence[Sequence[str]], had: Mapping[str, int]) -> list[str | None]:
    """One of each table, None where it is empty, so that all are chosen as evenly as can be beside
    what they had."""
    load = Counter(had)
    chosen = list[str | None]()
    for table in tables:
        one = min(table, key=lambda person: load[person], default=None)
        chosen.append(one)
        if one is not None:
            load[one] += 1
    at = _tables_of(tables)
    while any([_lightened(tables, at, chosen, load, person) for person in _heaviest(load, at)]):
        pass
    return chosen


def _tables_of(tables: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    at: dict[str, list[int]] = {}
    for number, table in enumerate(tables):
        for person in table:
            at.setdefault(person, []).append(number)
    return at


def _heaviest(load: Mapping[str, int], at: Iterable[str]) -> list[str]:
    return sorted(at, key=lambda person: -load[person])


def _lightened(
    tables: Sequence[Sequence[str]],
    at: Mapping[str, Sequence[int]],
    chosen: list[str | None],
    load: Counter[str],
    person: str,
) -> bool:
    """Whether one of a person's turns went, by a chain of tables, to somebody with two fewer."""
    via: dict[str, tuple[str, int]] = {}
    waiting = deque([person])
    while waiting:
        giver = waiting.popleft()
        if load[giver] <= load[person] - 2:
            load[person] -= 1
            load[giver] += 1
            while giver != person:
                taker, (giver, number) = giver, via[giver]
                chosen[number] = taker
            return True
        for number in at[giver]:
            if chosen[number] == giver:
                for taker in tables[number]:
                    if taker != person and taker not in via:
                        via[taker] = (giver, number)
                        waiting.append(taker)
    return False
