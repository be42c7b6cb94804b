"""The values of what may be said later."""

from collections.abc import Sequence

from scorekeeper.exact import steps
from scorekeeper.ruleset.model import Fact
from scorekeeper.session import Agreed


def values_of(fact: Fact, agreed: Agreed) -> Sequence[object]:
    """Every value that a fact which may be said later can have at this table."""
    if fact.kind == "player":
        return agreed.players
    if fact.kind in ("rank", "suit"):
        pack = agreed.rules.pack
        return [*pack.ranks] if fact.kind == "rank" else [*pack.suits]
    numbers: Sequence[int] = ()
    if fact.least is not None and fact.most is not None:
        numbers = steps(fact.least, fact.most, fact.step)
    return [*numbers, *fact.values]
