"""The trick rules that a question may mean, and the verdict on which all of them agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from scorekeeper.referee.case import NO_TRUMPS, Case, asked_with, how_said
from scorekeeper.referee.in_a_row import all_suits
from scorekeeper.referee.trick_rules import TrickRules, as_words, trick_rules_of
from scorekeeper.rules.cards import words_of_suit
from scorekeeper.rules.model import Contract
from scorekeeper.text.message import Joined, Option, Words, listing, say, titled
from scorekeeper.text.problems import Problem, Refused, refuse

T = TypeVar("T")


def possible_rules(case: Case) -> tuple[TrickRules, ...]:
    """The trick rules that may be meant, one of those that play alike; one where contract and
    trumps are known."""
    return tuple(_different(_every_reading(case)))


def _every_reading(case: Case) -> list[TrickRules]:
    """The trick rules of each contract and trump suit that may be meant."""
    rules, found = case.rules, []
    among = [
        rules.contracts[name]
        for name in ([case.contract] if case.contract else case.opened or rules.contracts)
    ]
    contracts: Sequence[Contract | None] = (
        [one for one in among if one.stops is None] or among or (None,)
    )
    for contract in contracts:
        if contract is not None and contract.stops is not None:
            message = say("{contract} has no tricks: cards are laid out", contract=contract.name)
            raise refuse(
                "tricks-none",
                message,
                "contract",
                say("ask `{command}`", command=asked_with("stops")),
            )
        found += [
            trick_rules_of(case.agreed, case.referee.play, contract, trump)
            for trump in _trumps(case, contract)
        ]
    if not found:
        raise _contrary_trump(case)
    return found


def _trumps(case: Case, contract: Contract | None) -> Iterable[str | None]:
    """The trump suits that may be meant under a contract; None is no trumps."""
    kind = contract.trump if contract else "open" if "trump" in case.rules.facts else NO_TRUMPS
    said = case.trump
    if kind == NO_TRUMPS:
        return [None] if said in (None, NO_TRUMPS) else []
    if kind != "open":
        return [kind] if said in (None, kind) else []
    return case.pack.suits if said is None else [said] if said != NO_TRUMPS else []


def _contrary_trump(case: Case) -> Refused:
    """The refusal of trumps that the contract, or the game, does not have."""
    contract = case.rules.contracts.get(case.contract or "")
    message = _trumps_of_contract(case, contract) if contract else _trumps_of_game(case)
    return Refused(
        [
            Problem(
                "trump-contract",
                message,
                "trump",
                rule=(contract or case.referee.play).source.if_any(),
            )
        ]
    )


def _trumps_of_contract(case: Case, contract: Contract) -> Words:
    """What trumps a contract has instead of those that were said."""
    name, trump = contract.name, words_of_suit(case.pack, case.trump or "")
    if contract.trump == "open":
        return say("{name} has a trump suit, not {trump}", name=name, trump=trump)
    if contract.trump == NO_TRUMPS:
        return say("{name} has no trumps, not {trump}", name=name, trump=trump)
    return say("{name} has trumps of its own, not {trump}", name=name, trump=trump)


def _trumps_of_game(case: Case) -> Words:
    """What trumps a game has instead of those that were said."""
    name, trump = case.rules.name, words_of_suit(case.pack, case.trump or "")
    if case.rules.contracts:
        return say("{name} has other trumps, not {trump}", name=name, trump=trump)
    if "trump" in case.rules.facts:
        return say("{name} has a trump suit in every deal, not {trump}", name=name, trump=trump)
    return say("{name} has no trumps, not {trump}", name=name, trump=trump)


def _different(found: Iterable[TrickRules]) -> list[TrickRules]:
    """The trick rules without those that play like one before."""
    kept: list[TrickRules] = []
    for trick_rules in found:
        if not any(_play_alike(trick_rules, other) for other in kept):
            kept.append(trick_rules)
    return kept


def _play_alike(trick_rules: TrickRules, other: TrickRules) -> bool:
    """Whether tricks go the same way under both."""
    return trick_rules.laws == other.laws and trick_rules.height == other.height


def settled(
    case: Case, verdict: Callable[[TrickRules], T], said: Callable[[T], Words]
) -> tuple[TrickRules, T]:
    """The verdict on which all trick rules agree that may be meant, with the first of these. Raises
    Refused where they differ: the contract or the trumps must be known then."""
    possible = possible_rules(case)
    verdicts = [verdict(trick_rules) for trick_rules in possible]
    if all(one == verdicts[0] for one in verdicts):
        return possible[0], verdicts[0]
    raise Refused([_depends(case, possible, [said(one) for one in verdicts])])


def _depends(case: Case, possible: Sequence[TrickRules], said: Sequence[Words]) -> Problem:
    """The problem of a question whose answer is not the same under all trick rules that may be
    meant."""
    by_verdict: dict[Words, list[Words]] = {}
    for trick_rules in _every_reading(case):
        words = next(
            words
            for other, words in zip(possible, said, strict=True)
            if _play_alike(trick_rules, other)
        )
        by_verdict.setdefault(words, []).append(as_words(case.rules, trick_rules))
    lines = [(words, listing(dict.fromkeys(names))) for words, names in by_verdict.items()]
    if case.contract is None and case.rules.contracts:
        hint = say("say {one} or {other}", one=Option("contract"), other=Option("trump"))
        message = _under(say("it depends on the contract"), lines)
        return Problem("depends", message, "contract", (hint,))
    message = _under(say("it depends on the trumps"), lines)
    return Problem("depends", message, "trump", (_trump_hint(case),))


def _under(heading: Words, lines: Iterable[tuple[Words, Words]]) -> Words:
    """A heading, and under it a line for each label and what is said of it."""
    return Joined((heading, *(Joined(("\n  ", titled(*line))) for line in lines)))


def _trump_hint(case: Case) -> Words:
    """How the trump suit is said."""
    return how_said("trump", all_suits(case.pack))


def trump_suit(case: Case, worths: Callable[[str], Sequence[int]], depends: Words) -> str:
    """The trump suit; where it is not known, any will do if what is asked about is worth the
    same in all."""
    if case.trump is not None and case.trump in case.pack.suits:
        return case.trump
    by_suit = {suit: worths(suit) for suit in case.pack.suits}
    first = next(iter(by_suit))
    if case.trump is None and all(found == by_suit[first] for found in by_suit.values()):
        return first
    lines = [
        (words_of_suit(case.pack, suit), ", ".join(map(str, found)))
        for suit, found in by_suit.items()
    ]
    raise refuse("depends", _under(depends, lines), "trump", _trump_hint(case))
