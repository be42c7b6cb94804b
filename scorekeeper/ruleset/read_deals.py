"""Reads the schedule of a ruleset: who deals, declares and leads, how contracts come up."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scorekeeper.language import tr
from scorekeeper.problems import did_you_mean, listed
from scorekeeper.ruleset.model import Contract, Deals
from scorekeeper.ruleset.table import Table

SEATS = ("dealer", "dealer's left", "dealer's right", "declarer")
UNSAID = ("ask", "flag")
PICKING = {
    "declarer picks, each once": (True, True, False),
    "declarer picks": (True, False, False),
    "in order, one a deal": (False, False, False),
    "in order, one a round": (False, False, True),
}

BEFORE, AFTER = "before the deal", "after the deal"
CHOSEN = (BEFORE, AFTER)


def read_deals(table: Table, contracts: Mapping[str, Contract]) -> Deals:
    dealer = table.text("dealer", "passes left")
    stint = 1
    if dealer == "passes left":
        pass
    elif re.fullmatch("stints of [1-9][0-9]{0,3}", dealer):
        stint = int(dealer[10:])
    else:
        hint = tr("say {words}", words=listed(['"passes left"', '"stints of 4"']))
        table.fault("dealer", tr("`{key}` cannot be `{value}`", key="dealer", value=dealer), hint)
    picking = (
        table.choice("contract", PICKING, "in order, one a deal")
        if contracts or table.has("contract")
        else "declarer picks"
    )
    picked, once, by_round = PICKING[picking]
    deals = Deals(
        number=table.formula("number"),
        stint=stint,
        declarer=_seat(table, "declarer"),
        leader=_seat(table, "leader"),
        first=_seat(table, "first"),
        picked=picked and bool(contracts),
        once=once,
        by_round=by_round,
        order=_order(table, contracts),
        before=table.choice("chosen", CHOSEN, AFTER) == BEFORE,
        source=table.source(),
        trump_unsaid=table.choice("trump_unsaid", ("", *UNSAID), ""),
    )
    table.done()
    return deals


def _seat(table: Table, key: str) -> str | None:
    who = table.text(key) or None
    if who is not None and who not in SEATS and not who.startswith("fact "):
        hint = tr('say {words} or "fact NAME"', words=listed(SEATS))
        table.fault(key, tr("`{word}` is not somebody", word=who), hint)
    return who


def _order(table: Table, contracts: Mapping[str, Contract]) -> tuple[tuple[str, ...], ...]:
    rows = table.take("order")
    if rows is not None and not isinstance(rows, list):
        example = tr('for example `order = ["first", "second"]`')
        table.fault("order", tr("`order` must be a list of contracts"), example)
        rows = None
    turns = (
        [(name,) for name in contracts]
        if rows is None
        else [tuple(map(str, turn)) if isinstance(turn, list) else (str(turn),) for turn in rows]
    )
    for turn in turns:
        for name in turn:
            if name not in contracts:
                message = tr("`{name}` is not a contract of this game", name=name)
                table.fault("order", message, did_you_mean(name, contracts))
    if contracts and not (turns and all(turns)):
        table.fault("order", tr("every place in `order` must name a contract"))
        return tuple((name,) for name in contracts)
    return tuple(turns)


def in_order(contracts: Mapping[str, Contract], deals: Deals) -> dict[str, Contract]:
    """The contracts as they come up, which is their order on the sheet."""
    names = [name for turn in deals.order for name in turn if name in contracts]
    return {name: contracts[name] for name in dict.fromkeys([*names, *contracts])}
