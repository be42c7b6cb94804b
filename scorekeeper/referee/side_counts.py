"""What each side won in a recorded deal: tricks and card points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.game.session import Agreed
from scorekeeper.referee.deal_record import Record
from scorekeeper.referee.recorded_deal import Refereed
from scorekeeper.rules.cards import Card, worth
from scorekeeper.rules.model import Count


def counts_of(
    record: Record, done: Refereed, trick_counts: Iterable[str] = ()
) -> dict[str, dict[str, int]]:
    """The tricks of each side and, for every count that cards have points in, those points; by
    player in counts for which partners are counted apart. `trick_counts` are counts of the tricks
    beside the first."""
    agreed = record.case.agreed
    piles: list[list[Card]] = [[] for _ in agreed.players]
    tricks = [0] * len(agreed.players)
    for trick, won in zip(record.tricks, done.winners, strict=True):
        if won is not None:
            tricks[won] += 1
            piles[won] += trick
    columns = {agreed.rules.trick_count or "tricks": tricks}
    columns |= dict.fromkeys(trick_counts, tricks)
    for count in agreed.rules.counts.values():
        if count.values:
            columns[count.id] = [
                worth(pile, count.values, done.trick_rules.trump, count.trump_values)
                for pile in piles
            ]
    return {
        name: _by_name(agreed, agreed.rules.counts.get(name), column)
        for name, column in columns.items()
    }


def _by_name(agreed: Agreed, count: Count | None, column: Sequence[int]) -> dict[str, int]:
    """A number of each seat as one of each side, or of each player where partners are counted
    apart."""
    if count is not None and count.by_player:
        return dict(zip(agreed.players, column, strict=True))
    return {
        name: sum(column[seat] for seat in side)
        for name, side in zip(agreed.side_names, agreed.sides, strict=True)
    }
