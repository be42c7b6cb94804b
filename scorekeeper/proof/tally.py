"""What came of results: how many led to a row of the settlement, what the points of these add up
to, and from which least to which most each role scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

Reach = Mapping[str, tuple[int, int]]


class RowSeen(NamedTuple):
    """The results of one row: how many, every sum of their points, the least and the most by
    role."""

    number: int
    sums: frozenset[int]
    reach: Reach

    def with_more(self, other: RowSeen) -> RowSeen:
        """These and other results together."""
        sums = self.sums | other.sums
        return RowSeen(self.number + other.number, sums, joined(self.reach, other.reach))


NOTHING = RowSeen(0, frozenset(), {})


def joined(*reaches: Reach) -> Reach:
    """The least and the most by role in any of these."""
    if len(reaches) == 2 and reaches[0] == reaches[1]:
        return reaches[0]
    found: dict[str, tuple[int, int]] = {}
    for reach in reaches:
        for role, (least, most) in reach.items():
            low, high = found.get(role, (least, most))
            found[role] = (min(low, least), max(high, most))
    return found


def all_seen(rows: Iterable[RowSeen]) -> RowSeen:
    """The results of several rows together."""
    found = NOTHING
    for row in rows:
        found = found.with_more(row)
    return found
