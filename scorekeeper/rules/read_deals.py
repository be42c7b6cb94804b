"""Reads the schedule of a ruleset: who deals, declares and leads, how contracts come up."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.rules.model_deals import DEALS, PICKING, Deals, said_seat
from scorekeeper.rules.model_entered import Contract
from scorekeeper.rules.read_words import read_fields
from scorekeeper.rules.table import Table
from scorekeeper.text.message import say
from scorekeeper.text.problems import did_you_mean


def read_deals(table: Table, contracts: Mapping[str, Contract]) -> Deals:
    """`[deals]`: where there are no contracts, none is picked."""
    said = read_fields(table, DEALS, picked=False, once=False, by_round=False, order=())
    picked, once, by_round = PICKING[_picking(table, contracts)]
    order = _order(table, contracts)
    if said.to_the_right and table.raw.get("dealer") == "passes left":
        message = say("the deal cannot pass left where everything goes to the right")
        table.fault("dealer", message, say("leave it out"))
    table.done()
    declarer, leader, first = (
        said_seat(who, said.to_the_right) for who in (said.declarer, said.leader, said.first)
    )
    return said._replace(
        picked=picked and bool(contracts), once=once, by_round=by_round, order=order,
        declarer=declarer, leader=leader, first=first,
    )  # fmt: skip


def goes_right(top: Table) -> bool:
    """Whether a page says that everything goes round to the right."""
    deals = top.raw.get("deals")
    return isinstance(deals, dict) and deals.get("direction") == "right"


def _picking(table: Table, contracts: Mapping[str, Contract]) -> str:
    """How the contracts come up: one of the keys of PICKING."""
    if contracts or table.has("contract"):
        return table.choice("contract", PICKING, "in order, one a deal")
    return "declarer picks"


def _order(table: Table, contracts: Mapping[str, Contract]) -> tuple[tuple[str, ...], ...]:
    rows = table.take("order")
    if rows is not None and not isinstance(rows, list):
        example = say('for example `order = ["first", "second"]`')
        table.fault("order", say("`order` must be a list of contracts"), example)
        rows = None
    turns = (
        [(name,) for name in contracts]
        if rows is None
        else [tuple(map(str, turn)) if isinstance(turn, list) else (str(turn),) for turn in rows]
    )
    for turn in turns:
        for name in turn:
            if name not in contracts:
                message = say("`{name}` is not a contract of this game", name=name)
                table.fault("order", message, did_you_mean(name, contracts))
    if contracts and not (turns and all(turns)):
        table.fault("order", say("every place in `order` must name a contract"))
        return tuple((name,) for name in contracts)
    return tuple(turns)


def in_order(contracts: Mapping[str, Contract], deals: Deals) -> dict[str, Contract]:
    """The contracts as they come up, which is their order on the sheet."""
    names = [name for turn in deals.order for name in turn if name in contracts]
    return {name: contracts[name] for name in dict.fromkeys([*names, *contracts])}
