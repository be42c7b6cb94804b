"""Checks on single facts: contract and trump, players, numbers, cards, flags."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.cards import find_card, printed, suits_named
from scorekeeper.problems import Problem, listed, nearest
from scorekeeper.ruleset.model import Fact, Ruleset
from scorekeeper.schedule import Turn
from scorekeeper.scoring.heap import card_problems
from scorekeeper.session import Agreed, Facts


def contract_problems(agreed: Agreed, turn: Turn, entered: Facts) -> Iterable[Problem]:
    """The contract must be one that is open: not used up, not out of order, and of this game."""
    rules, name = agreed.rules, entered.get("contract")
    if not rules.contracts or name in turn.contracts:
        return
    source = rules.deals.source or None
    left = [rules.contracts[c].name.shown() for c in turn.contracts]
    if name is None:
        yield Problem(
            "contract-missing",
            f"the contract is missing; {_declarer(agreed, turn)} may choose {listed(left)}",
            "contract",
            f"begin with one of them: scorekeeper deal {turn.contracts[0]} …",
            rule=source,
        )
    elif name not in rules.contracts:
        meant = nearest(str(name), rules.contracts)
        yield Problem(
            "contract-unknown",
            f"`{name}` is not a contract of this game",
            "contract",
            f"did you mean `{meant}`?" if meant else f"there are {listed(left)}",
        )
    elif rules.deals.picked:
        yield Problem(
            "contract-used",
            f"{_declarer(agreed, turn)} has already played {rules.contracts[name].name.shown()}; left to choose: {listed(left)}",
            "contract",
            rule=source,
        )
    else:
        yield Problem(
            "contract-order",
            f"deal {turn.number} is {listed(left)}, not {rules.contracts[name].name.shown()}: the order is fixed",
            "contract",
            "leave the contract out",
            rule=source,
        )


def _declarer(agreed: Agreed, turn: Turn) -> str:
    return agreed.players[turn.declarer] if turn.declarer is not None else "the declarer"


def trump_problems(rules: Ruleset, entered: Facts) -> Iterable[Problem]:
    """A trump suit must be a suit, and the one that the contract has."""
    trump, contract = entered.get("trump"), rules.contracts.get(entered.get("contract", ""))
    if trump is None:
        return
    if trump not in rules.pack.suits:
        yield Problem("suit-unknown", f"`{trump}` is not a suit of this pack: {listed(rules.pack.suits)}", "trump")
    elif contract is not None and contract.trump == "none":
        yield Problem(
            "trump-contract",
            f"{contract.name.shown()} has no trumps, but {trump} were given",
            "trump",
            "leave the suit out",
            rule=contract.source or None,
        )
    elif contract is not None and contract.trump not in ("open", trump):
        yield Problem(
            "trump-contract",
            f"trumps in {contract.name.shown()} are {contract.trump}, not {trump}",
            "trump",
            "leave the suit out",
            rule=contract.source or None,
        )


def fact_problems(agreed: Agreed, fact: Fact, value: Any, entered: Facts) -> Iterable[Problem]:
    """What is wrong with one fact's value, by its kind."""
    found = [*_CHECKS[fact.kind](agreed, fact, value)]
    if fact.kind == "cards" and not found:
        found = [*card_problems(agreed, fact, value, entered)]
    for problem in found:
        yield problem._replace(fact=fact.id, rule=fact.source or None)


def _player(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    if value not in agreed.seat_of:
        yield Problem("player-unknown", f"`{value}` does not play here; {listed(agreed.players, 'and')} do")


def _number(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    if isinstance(value, str) and value in fact.values:
        return
    name = fact.name.shown()
    words = listed(fact.values)
    also = f", or {words}" if words else ""
    least, most = fact.least, fact.most
    allowed = (
        f"{least if least is not None else '…'} to {most if most is not None else '…'}"
        if (least, most) != (None, None)
        else "a whole number"
    ) + also
    if isinstance(value, bool) or not isinstance(value, int):
        yield Problem(f"{fact.id}-value", f"the {name} cannot be `{value}`: say {allowed}")
    elif (least is not None and value < least) or (most is not None and value > most):
        yield Problem(f"{fact.id}-range", f"the {name} cannot be {value}: say {allowed}")
    elif (value - (least or 0)) % fact.step:
        below = value - (value - (least or 0)) % fact.step
        yield Problem(
            f"{fact.id}-step",
            f"the {name} goes by steps of {fact.step}: {value} lies between {below} and {below + fact.step}",
        )


def _word(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    if value not in fact.values:
        yield Problem(f"{fact.id}-value", f"the {fact.name.shown()} cannot be `{value}`: say {listed(fact.values)}")


def _suit(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    if not isinstance(value, str) or suits_named(agreed.rules.pack, value) != [value]:
        yield Problem("suit-unknown", f"`{value}` is not a suit of this pack: {listed(agreed.rules.pack.suits)}")


def _card(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    pack = agreed.rules.pack
    if not isinstance(value, str) or find_card(pack, value) is None:
        shown = ", ".join(printed(pack, c) for c in list(pack.cards.values())[:2])
        yield Problem(
            "card-unknown",
            f"`{value}` is not a card of this pack: {pack.name}",
            hint=f"ranks {' '.join(pack.ranks)}; cards are written like {shown}",
        )


def _cards(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    codes = list(value) if isinstance(value, (list, tuple)) else [value]
    for code in codes:
        yield from _card(agreed, fact, code)
    twice = sorted({str(code) for code in codes if codes.count(code) > 1})
    if twice:
        yield Problem("card-twice", f"{listed(twice, 'and')} cannot be there twice")
    size = len(agreed.sides) if fact.each else fact.size
    if size is not None and len(codes) != size:
        yield Problem(f"{fact.id}-number", f"{fact.name.shown()}: {size} cards belong here, not {len(codes)}")


def _flag(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    if value is not True:
        yield Problem(f"{fact.id}-value", f"`{fact.id}` is a word by itself; leave it out when it is not so")


def _auction(agreed: Agreed, fact: Fact, value: Any) -> Iterable[Problem]:
    if not isinstance(value, (list, tuple)):
        yield Problem(f"{fact.id}-value", f"`{fact.id}` is a list of calls, from the dealer's left")


_CHECKS = {
    "player": _player, "number": _number, "word": _word, "suit": _suit, "card": _card,
    "cards": _cards, "flag": _flag, "auction": _auction,
}  # fmt: skip
