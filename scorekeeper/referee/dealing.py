"""How the cards are dealt, in words, from the rules: with the players' names where they are
known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.formula import Formula, FormulaError, value_of
from scorekeeper.language import Phrase, marked
from scorekeeper.message import (
    Capitalised,
    Joined,
    RulesSentence,
    Words,
    in_turn,
    listing,
    say,
    titled,
)
from scorekeeper.problems import refuse
from scorekeeper.referee.case import Answer, Case, cited, source_line
from scorekeeper.referee.hand import hand_sizes
from scorekeeper.ruleset.model import Contract, Option, Step
from scorekeeper.session import Agreed

MOST_LISTED = 3  # sizes of a hand; of more the least and the most are said
SEATS = {
    "dealer": marked("the dealer"),
    "left": marked("the player at the dealer's left"),
    "right": marked("the player at the dealer's right"),
    "across": marked("the dealer's partner"),
}


class Dealt(NamedTuple):
    """A step of dealing as it stands in the rules with where it is written, and as it is said; the
    contracts, or the rounds, that alone have it (none: every deal that may be meant)."""

    text: Phrase
    source: Words | None
    said: Words
    contracts: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()


class Chance(NamedTuple):
    """What a deal that may be meant is: its place in the order, the contracts open to it, the
    one played."""

    turn: int
    opened: tuple[str, ...]
    contract: str | None


def dealing_answer(case: Case) -> Answer:
    """Every step of the deal in its order, those of a contract behind its name where it is not
    known."""
    found, source = steps_dealt(case), _source(case)
    named = {
        name: [step.said for step in found if name in step.contracts]
        for name in case.rules.contracts
    }
    value = {
        "steps": [step.said for step in found if not step.contracts],
        "contracts": {name: said for name, said in named.items() if said},
        "source": cited(case.rules, source),
    }
    lines = [
        Joined((f"{number}. ", step_words(case, step), *_elsewhere(step, source)))
        for number, step in enumerate(found, 1)
    ]
    return Answer(value, (*lines, source_line(case.rules, source)))


def _elsewhere(step: Dealt, source: Words | None) -> tuple[Words, ...]:
    """Where a step is written, if that is not where the others are."""
    return (" [", step.source, "]") if step.source and step.source != source else ()


def step_words(case: Case, step: Dealt) -> Words:
    """A step, behind the contracts or the rounds that alone have it, where it is not known which
    is meant."""
    if step.rounds:
        numbers = listing(map(str, step.rounds), "and")
        return titled(say("round {number}", number=numbers), step.said)
    names = [case.rules.contracts[name].name for name in step.contracts if name != case.contract]
    return titled(listing(names, "and"), step.said) if names else step.said


def steps_dealt(case: Case, seats: Mapping[str, str] | None = None) -> list[Dealt]:
    """Every step of the deal in its order, last those that contracts have of their own. Of a
    deal that is not known every step that it may have. `seats` are the seats as they are said,
    else by their place."""
    said = seats or _seats(case)
    chances = _chances(case)
    found = [_dealt(case, step, chances, said) for step in case.rules.dealing]
    usual = [*filter(None, found)] if case.rules.dealing else [_by_hand(case, said)]
    return [*usual, *_of_contracts(case, said)]


def in_short(case: Case, seats: Mapping[str, str]) -> list[Words]:
    """The dealing in a line, at its place among the steps that the contract has of its own where
    it is known. Rules without such a line have the first of the other steps."""
    steps = steps_dealt(case, seats)
    first = next((step for step in steps if case.contract not in step.contracts), None)
    own = [step for step in steps if case.contract in step.contracts or step is first]
    brief = case.rules.brief
    if not brief.by_language:
        return [step.said for step in own]
    line = _in_words(case, brief, seats)
    return [line if step is first else step.said for step in own]


def _by_hand(case: Case, seats: Mapping[str, Words]) -> Dealt:
    """The one step that follows from the size of a hand, where the rules give none."""
    if case.rules.hand is None:
        message = say("the rules of {game} say nothing of how to deal", game=case.rules.name)
        raise refuse("dealing-none", message, None, say("add `[dealing]` to them"))
    said = say(
        "{dealer} deals {hand} cards to every player.", dealer=seats["dealer"], hand=_hand(case)
    )
    return Dealt(Phrase({}), _source(case), Capitalised(said))


def _of_contracts(case: Case, seats: Mapping[str, Words]) -> list[Dealt]:
    """The steps that contracts have of their own, each once with all of its contracts."""
    by_text: dict[Phrase, list[Contract]] = {}
    for contract in _contracts(case):
        for text in contract.dealing:
            by_text.setdefault(text, []).append(contract)
    return [
        Dealt(
            text=text,
            source=found[0].source.if_any(),
            said=_in_words(case, text, seats),
            contracts=tuple(contract.id for contract in found),
        )
        for text, found in by_text.items()
    ]


def _chances(case: Case) -> list[Chance]:
    """The deals that may be meant, as far as that makes a difference to their steps."""
    if case.contract is not None:
        return [Chance(0, case.opened, case.contract)]
    if case.opened:
        return [Chance(0, case.opened, name) for name in case.opened]
    deals, contracts = case.rules.deals, tuple(case.rules.contracts)
    turns = [contracts] if deals.picked else deals.order
    every = [Chance(number, turn, name) for number, turn in enumerate(turns, 1) for name in turn]
    return every or [Chance(0, (), None)]


def _dealt(
    case: Case, step: Step, chances: Sequence[Chance], seats: Mapping[str, Words]
) -> Dealt | None:
    """A step with the contracts or the rounds that alone have it; None where no deal has it that
    may be meant."""
    held = [
        chance
        for chance in chances
        if step.when is None or holds_for(step.when, _known(case, chance))
    ]
    contracts = tuple(dict.fromkeys(chance.contract for chance in held if chance.contract))
    dealt = Dealt(step.text, _source(case), _in_words(case, step.text, seats, contracts))
    asks = step.when is not None and not step.when.names.isdisjoint(("contract", "group"))
    if len(held) == len(chances) and not (asks and case.contract is not None):
        return dealt
    if not contracts:
        return None
    if all(chance in held for chance in chances if chance.contract in contracts):
        return dealt._replace(contracts=contracts)
    return dealt._replace(rounds=tuple(dict.fromkeys(chance.turn for chance in held)))


def _known(case: Case, chance: Chance) -> dict[str, Any]:
    """What is known when such a deal is dealt."""
    contract = case.rules.contracts.get(chance.contract or "")
    group = contract.group if contract else None
    return {**case.agreed.known, "contract": chance.contract, "group": group, "open": chance.opened}


def _source(case: Case) -> Words | None:
    """Where the steps are written; what the table chose to do otherwise is written where its
    option is."""
    rules = case.rules
    template = "".join(step.text.in_english() for step in rules.dealing)
    asked = {name for step in rules.dealing if step.when for name in step.when.names}
    chosen = [
        option.source
        for name, option in rules.options.items()
        if (f"{{{name}}}" in template or name in asked)
        and case.agreed.options.get(name, option.default) != option.default
    ]
    places = [place for place in (rules.dealing_source, *chosen) if place.by_language]
    return in_turn(*dict.fromkeys(places)) if places else None


def holds_for(when: Formula, known: Mapping[str, Any]) -> bool:
    """Whether a condition holds by what is known; what it names and nobody knows is none."""
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


def _in_words(
    case: Case, step: Phrase, seats: Mapping[str, Words], contracts: Iterable[str] = ()
) -> Words:
    """A step with its seats, its options, the size of a hand and the contracts left put in."""
    names = [
        case.rules.contracts[name].name for name in contracts or case.opened or case.rules.contracts
    ]
    said = with_choices(case.agreed, step)
    places = {**seats, "hand": _hand(case), "contracts": in_turn(*names) if names else ""}
    return Capitalised(said._replace(values=(*said.values, *places.items())))


def with_choices(agreed: Agreed, words: Phrase) -> RulesSentence:
    """Words with what the table chose put in for the name of each option, `{option}`."""
    chosen = {
        name: _choice(option, agreed.options.get(name, option.default))
        for name, option in agreed.rules.options.items()
    }
    return RulesSentence(words, tuple(chosen.items()))


def _choice(option: Option, value: Any) -> Words:
    """What was chosen, in the rules' own words for it where they have any."""
    key = ("yes" if value else "no") if isinstance(value, bool) else str(value)
    if key in option.says:
        return option.says[key]
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return key


def _seats(case: Case) -> dict[str, Words]:
    """The seats that a step may name, as they are said."""
    named = players_by_seat(case) if case.named else {}
    return {
        name: Joined((say(words), f" ({named[name]})")) if named else say(words)
        for name, words in SEATS.items()
    }


def players_by_seat(case: Case) -> dict[str, str]:
    """The seats that a step may name, each with its player."""
    players = case.agreed.players
    away = {"dealer": 0, "left": 1, "right": -1, "across": len(players) // 2}
    return {name: players[(case.dealer + steps) % len(players)] for name, steps in away.items()}


def _hand(case: Case) -> Words:
    """How many cards a hand has, or what that follows from where it cannot be worked out."""
    sizes, hand = hand_sizes(case), case.rules.hand
    if len(sizes) > MOST_LISTED:
        return say("{least} to {most}", least=min(sizes), most=max(sizes))
    if sizes:
        return listing(map(str, sizes))
    return f"({hand.text})" if hand else say("the same number of")
