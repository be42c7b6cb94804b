"""How the cards are dealt, in words, from the rules: with the players' names where they are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.formula import Formula, FormulaError, value_of
from scorekeeper.language import marked, tr
from scorekeeper.problems import labelled, listed, parted, refuse
from scorekeeper.referee.case import Answer, Case, cited, source_line
from scorekeeper.referee.hand import hand_sizes
from scorekeeper.ruleset.model import Contract, Option, Step

MOST_LISTED = 3  # sizes of a hand; of more the least and the most are said
SEATS = {
    "dealer": (marked("the dealer"), 0),
    "left": (marked("the player at the dealer's left"), 1),
    "right": (marked("the player at the dealer's right"), -1),
}


def dealing_answer(case: Case) -> Answer:
    """Every step of the deal in its order, those of the contract where it is known."""
    steps = [said for step in _steps(case) if (said := in_words(case, step))]
    contracts = [
        (contract, [in_words(case, step.shown()) for step in contract.dealing]) for contract in _contracts(case)
    ]
    source = _source(case)
    value = {
        "steps": steps,
        "contracts": {contract.id: said for contract, said in contracts if said},
        "source": cited(case.rules, source),
    }
    lines = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    lines += [labelled(contract.name.shown(), f"{' '.join(said)} [{contract.source.shown()}]") for contract, said in contracts if said]
    return Answer(value, (*lines, source_line(case.rules, source)))


def _source(case: Case) -> str:
    """Where the steps are written; what the table chose to do otherwise is written where its option is."""
    said = "".join(_steps(case))
    asked = {name for step in steps_of(case) if step.when for name in step.when.names}
    chosen = [
        option.source.shown()
        for name, option in case.rules.options.items()
        if (f"{{{name}}}" in said or name in asked)
        and case.agreed.options.get(name, option.default) != option.default
    ]
    return parted(dict.fromkeys(filter(None, [case.rules.dealing_source.shown(), *chosen])))


def _steps(case: Case) -> Sequence[str]:
    """The steps that the rules give, or failing those the size of a hand."""
    if case.rules.dealing:
        return [step.text.shown() for step in steps_of(case)]
    if case.rules.hand is None:
        message = tr("the rules of {game} say nothing of how to deal", game=case.rules.name.shown())
        raise refuse("dealing-none", message, None, tr("add `[dealing]` to them"))
    return [tr("{dealer} deals {hand} cards to every player.")]


def steps_of(case: Case) -> list[Step]:
    """The steps that there are in this deal, as far as it is known."""
    contract = case.rules.contracts.get(case.contract or "")
    known = {
        **case.agreed.known, "contract": case.contract, "group": contract.group if contract else None,
        "open": case.opened,
    }  # fmt: skip
    return [step for step in case.rules.dealing if step.when is None or _holds(step.when, known)]


def _holds(when: Formula, known: Mapping[str, Any]) -> bool:
    try:
        return bool(value_of(when, {**dict.fromkeys(when.names), **known}))
    except FormulaError:
        return False


def _contracts(case: Case) -> Iterable[Contract]:
    """The contract of the coming deal, or all that it may be."""
    contracts = case.rules.contracts
    if case.contract is not None and case.contract in contracts:
        return [contracts[case.contract]]
    return [contracts[name] for name in case.opened or contracts]


def in_words(case: Case, step: str) -> str:
    """A step with its seats, its options and the size of a hand put in."""
    for name, option in case.rules.options.items():
        if f"{{{name}}}" in step:
            step = step.replace(f"{{{name}}}", _choice(option, case.agreed.options.get(name, option.default)))
    for name, said in _seats(case).items():
        step = step.replace(f"{{{name}}}", said)
    step = step.replace("{hand}", _hand(case))
    step = step.replace("{contracts}", parted(contract.name.shown() for contract in _contracts(case)))
    return step[:1].upper() + step[1:]


def _choice(option: Option, value: Any) -> str:
    """What was chosen, in the rules' own words for it where they have any."""
    if isinstance(value, bool):
        key, said = ("yes", tr("yes")) if value else ("no", tr("no"))
    else:
        key = said = str(value)
    return option.says[key].shown() if key in option.says else said


def _seats(case: Case) -> dict[str, str]:
    """The seats that a step may name, as they are said."""
    players = case.agreed.players
    places = {name: (tr(words), away) for name, (words, away) in SEATS.items()}
    places["across"] = (tr("the dealer's partner"), len(players) // 2)
    named = {}
    for name, (words, away) in places.items():
        who = players[(case.dealer + away) % len(players)]
        named[name] = f"{words} ({who})" if case.named else words
    return named


def _hand(case: Case) -> str:
    """How many cards a hand has, or what that follows from where it cannot be worked out."""
    sizes = hand_sizes(case)
    if len(sizes) > MOST_LISTED:
        return tr("{least} to {most}", least=min(sizes), most=max(sizes))
    hand = case.rules.hand
    return listed(map(str, sizes)) or (f"({hand.text})" if hand else tr("the same number of"))
