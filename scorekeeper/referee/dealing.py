"""How the cards are dealt, in words, from the rules: with the players' names where they are
known."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.referee.case import Answer, Case, cited, source_line
from scorekeeper.referee.dealing_words import hand_words, in_words, seat_words
from scorekeeper.referee.table_choices import holds_for
from scorekeeper.rules.model import Contract
from scorekeeper.rules.model_play import Step
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import (
    Capitalised,
    Joined,
    Listing,
    Words,
    in_turn,
    listing,
    say,
    titled,
)
from scorekeeper.text.problems import refuse


class Dealt(NamedTuple):
    """A step of dealing as it stands in the rules with where it is written, and as it is said; the
    contracts, or the rounds, that alone have it (none: every deal that may be meant); the topics
    of rulings that it belongs to; its words in the line of all of it."""

    text: Phrase
    source: Words | None
    said: Words
    contracts: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    brief: Words | None = None


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
    """Return a step, behind the contracts or the rounds that alone have it, where it is not known
    which is meant."""
    return _behind(_whose(case, step), step.said)


def _whose(case: Case, step: Dealt) -> Words:
    """Return the rounds, or the contracts, that alone have a step; "" where it is of any deal that
    is meant."""
    if step.rounds:
        return say("round {number}", number=listing(map(str, step.rounds), "and"))
    names = [case.rules.contracts[name].name for name in step.contracts if name != case.contract]
    return Listing(tuple(names), "and", are_names=True) if names else ""


def _behind(whose: Words, said: Words) -> Words:
    return titled(whose, said) if whose else said


def steps_dealt(case: Case, seats: Mapping[str, str] | None = None) -> list[Dealt]:
    """Every step of the deal in its order, last those that contracts have of their own. Of a
    deal that is not known every step that it may have. `seats` are the seats as they are said,
    else by their place."""
    said = seats or seat_words(case)
    chances = _chances(case)
    found = [_dealt(case, step, chances, said) for step in case.referee.dealing.steps]
    usual = [*filter(None, found)] if case.referee.dealing.steps else [_by_hand(case, said)]
    return [*usual, *_of_contracts(case, said)]


def in_short(case: Case, seats: Mapping[str, str]) -> list[Words]:
    """Return the dealing in short: the line of the rules at its place among the steps that the
    contract has of its own, where it is known. Rules without such a line have the short words of
    the steps, a line for all that the same deals have; without those too, the first step."""
    steps, brief = steps_dealt(case, seats), case.referee.dealing.brief
    if not brief.by_language and any(step.brief.by_language for step in case.referee.dealing.steps):
        short = [step for step in steps if step.brief]
        rows = groupby(short, lambda step: _whose(case, step))
        return [
            _behind(whose, Capitalised(in_turn(*(step.brief or "" for step in row))))
            for whose, row in rows
        ]
    first = next((step for step in steps if case.contract not in step.contracts), None)
    own = [step for step in steps if case.contract in step.contracts or step is first]
    if not brief.by_language:
        return [step.said for step in own]
    line = Capitalised(in_words(case, brief, seats))
    return [line if step is first else step.said for step in own]


def _by_hand(case: Case, seats: Mapping[str, Words]) -> Dealt:
    """The one step that follows from the size of a hand, where the rules give none."""
    if case.rules.hand is None:
        message = say("the rules of {game} say nothing of how to deal", game=case.rules.name)
        raise refuse("dealing-none", message, None, say("add `[dealing]` to them"))
    said = say(
        "{dealer} deals {hand} cards to every player.",
        dealer=seats["dealer"],
        hand=hand_words(case),
    )
    return Dealt(text=Phrase({}), source=_source(case), said=Capitalised(said))


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
            said=Capitalised(in_words(case, text, seats)),
            contracts=tuple(contract.id for contract in found),
            brief=in_words(case, text, seats),
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
    dealt = Dealt(
        text=step.text,
        source=_source(case),
        said=Capitalised(in_words(case, step.text, seats, contracts)),
        topics=step.topics,
        brief=in_words(case, step.brief, seats) if step.brief.by_language else None,
    )
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
    rules, dealing = case.rules, case.referee.dealing
    template = "".join(step.text.in_english() for step in dealing.steps)
    asked = {name for step in dealing.steps if step.when for name in step.when.names}
    chosen = [
        option.source
        for name, option in rules.options.items()
        if (f"{{{name}}}" in template or name in asked)
        and case.agreed.options.get(name, option.default) != option.default
    ]
    places = [place for place in (dealing.source, *chosen) if place.by_language]
    return in_turn(*dict.fromkeys(places)) if places else None


def _contracts(case: Case) -> Iterable[Contract]:
    """The contract of the coming deal, or all that it may be."""
    if case.chosen is not None:
        return [case.chosen]
    contracts = case.rules.contracts
    return [contracts[name] for name in case.opened or contracts]
