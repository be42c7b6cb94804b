"""The contracts of a game as the rule sheet tells them: what each asks, and how suits are laid
out."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.referee.layout import BOTH, DOWN, UP, layout_of
from scorekeeper.report.game.worth import with_source
from scorekeeper.rules.cards import rank_shown
from scorekeeper.rules.model import Contract, Ruleset
from scorekeeper.rules.model_laws import Stops
from scorekeeper.text.language import tr
from scorekeeper.text.speech import labelled, parted

# In an example of what the deal decides, the third lowest rank begins: what lies round the corner
# shows.
EXAMPLE = -3


def contract_lines(rules: Ruleset) -> list[str]:
    """A line a contract, what is to be done in it; and of a layout the order in which it grows."""
    return [
        with_source(_line(rules, contract), contract.source)
        for contract in rules.contracts.values()
    ]


def _line(rules: Ruleset, contract: Contract) -> str:
    """What is to be done in a contract, under its name; that alone where nothing is said of it."""
    said = parted(_parts(rules, contract))
    return labelled(contract.name.shown(), said) if said else contract.name.shown()


def _parts(rules: Ruleset, contract: Contract) -> Iterator[str]:
    if contract.text.by_language:
        yield contract.text.shown()
    elif contract.stops is None and rules.has_cards:
        yield _trumps(rules, contract)
    if contract.stops is not None:
        yield from _layout(rules, contract.stops)


def _trumps(rules: Ruleset, contract: Contract) -> str:
    if contract.trump == "none":
        return tr("no trumps")
    if contract.trump == "open":
        return tr("with trumps")
    return tr("trumps are {suit}", suit=rules.pack.suits[contract.trump].words.shown())


def _layout(rules: Ruleset, stops: Stops) -> Iterator[str]:
    """The order of each pile; where the deal decides it, how it is for one choice in each
    direction."""
    decided = not (stops.start.startswith("fact ") or stops.direction.startswith("fact "))
    start = rules.pack.ranks[EXAMPLE:][0] if stops.start.startswith("fact ") else stops.start
    ways = (DOWN, UP) if stops.direction.startswith("fact ") else (stops.direction,)
    said = [_one_way(rules, stops, start, way) for way in ways]
    yield (
        tr("each suit grows {orders}", orders=said[0])
        if decided
        else tr("for example {orders}", orders=parted(said))
    )


def _one_way(rules: Ruleset, stops: Stops, start: str, way: str) -> str:
    pack = rules.pack
    orders = [
        "-".join(rank_shown(pack, rank) for rank in o)
        for o in layout_of(pack, start, way, stops.ring).orders
    ]
    start = rank_shown(pack, start)
    if way == BOTH:
        return tr(
            "from {rank} both ways, {up} and {down}", rank=start, up=orders[0], down=orders[1]
        )
    if way == UP:
        return tr("from {rank} upwards, {order}", rank=start, order=orders[0])
    return tr("from {rank} downwards, {order}", rank=start, order=orders[0])
