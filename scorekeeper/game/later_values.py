"""The values of what may be said later."""

from collections.abc import Sequence

from scorekeeper.base.exact import steps
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.model import Fact


def values_of(fact: Fact, players: Sequence[object], pack: Pack) -> Sequence[object]:
    """Every value that a fact which may be said later can have where these play with that pack."""
    if fact.kind == "player":
        return players
    if fact.kind in ("rank", "suit"):
        return [*pack.ranks] if fact.kind == "rank" else [*pack.suits]
    numbers: Sequence[int] = ()
    if fact.least is not None and fact.most is not None:
        numbers = steps(fact.least, fact.most, fact.step)
    return [*numbers, *fact.values]
