"""Dealing as text, step by step, with the table's seats, options and sizes of hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.schedule import turn
from scorekeeper.game.session_settings import Agreed, seated
from scorekeeper.proof.situations import cards_each
from scorekeeper.referee.question_context import Case, RefereeAnswer, cited_source, source_line
from scorekeeper.rules.cards import Card
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.ruleset import Contract, TableOption
from scorekeeper.rules.ruleset_play import DealingStep
from scorekeeper.rules.word_declarations import said_seat
from scorekeeper.text.message import (
    Capitalised,
    JoinedWords,
    Listing,
    RulesSentence,
    Words,
    in_turn,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import Problem, refuse
from scorekeeper.text.translation import Phrase, marked

# --- size of a hand ----------------------------------------------------------------------------
# The number of cards in a hand, in the deal that the question is about or in any possible deal.


def hand_sizes(case: Case) -> tuple[int, ...]:
    """Return each possible number of cards in a dealt hand.

    There is one number if the deal is known or all deals are equal, and none if the rules state
    no size or it cannot be computed."""
    hand, state = case.rules.hand, case.state
    if hand is None:
        return ()
    if hand.constant is not None:
        return (hand.constant,)
    try:
        if state is not None:
            return (
                DealFacts(case.agreed, state, turn(case.agreed, state, case.facts), case.facts)[
                    "hand"
                ],
            )

        return tuple(dict.fromkeys(size for agreed in _tables(case) for size in cards_each(agreed)))
    except FormulaError:
        return ()


def kept_sizes(case: Case) -> tuple[int, ...]:
    """Return each possible number of cards in a hand when play begins: the number of tricks if the
    rules state it, else `hand_sizes`."""
    tricks = case.referee.play.tricks
    return (tricks,) if tricks else hand_sizes(case)


def long_hand(case: Case, hand: Sequence[Card], what: str, more: int = 0) -> Iterator[Problem]:
    """Yield a problem, with the ruling on it, if a hand has too many cards.

    A hand has at most the cards that are played, and `more` that are given away first."""
    most = max(kept_sizes(case), default=None)
    if most is None or len(hand) <= most + more:
        return
    message = say_n(
        most + more,
        "a hand has {n} card at most, not {number}",
        "a hand has {n} cards at most, not {number}",
        number=len(hand),
    )
    hint = say("count again: name only the cards that are in the hand")
    yield Problem("hand-cards", message, what, (hint,), rule=_too_many(case))


def _too_many(case: Case) -> Words | None:
    """Return the ruling on a hand with too many cards, with its source, or None."""
    for ruling in casebook(case.rules).topics.get("too-many-cards", ()):
        return JoinedWords(
            (ruling.text, " (", cited_source(case.rules, ruling.source.if_any()), ")")
        )
    return None


def _tables(case: Case) -> list[Agreed]:
    """Return the table's settings; for an unknown table, the settings for every number of
    players."""
    if case.named or "players" in case.facts:
        return [case.agreed]
    seats = [tuple(f"{seat}" for seat in range(number)) for number in case.rules.players]
    return [seated(case.rules, names, 0, case.agreed.options) for names in seats]


# --- options -----------------------------------------------------------------------------------
# Conditions on the table's options, and texts that name options.


def holds_for(when: Formula, known: Mapping[str, Any]) -> bool:
    """Return True if a condition is true when unknown names are None; False if it cannot be
    computed."""
    try:
        return bool(value_of(when, {**dict.fromkeys(when.names), **known}))
    except FormulaError:
        return False


def with_choices(agreed: Agreed, words: Phrase) -> RulesSentence:
    """Return a text in which the table's value replaces each `{option}`."""
    chosen = {
        name: _choice(option, agreed.options.get(name, option.default))
        for name, option in agreed.rules.options.items()
    }
    return RulesSentence(words, tuple(chosen.items()))


def _choice(option: TableOption, value: Any) -> Words:
    """Return the text of an option's value: the ruleset's own if it has one, else yes, no or the
    key."""
    key = option.key_of(value)
    if key in option.says:
        return option.says[key]
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return key


# --- text of a step ----------------------------------------------------------------------------
# A step of dealing with the table's values filled in: the seats, the options, the size of a hand,
# the available contracts.


MOST_LISTED = 3  # sizes of a hand; of more, only the minimum and maximum are shown


SEATS = {
    "dealer": marked("the dealer"),
    "left": marked("the player at the dealer's left"),
    "right": marked("the player at the dealer's right"),
    "across": marked("the dealer's partner"),
}


def step_sentence(
    case: Case, step: Phrase, seats: Mapping[str, Words], contracts: Iterable[str] = ()
) -> RulesSentence:
    """Return a sentence of a step with its seats, options, the size of a hand and the contracts
    left filled in."""
    names = [
        case.rules.contracts[name].name for name in contracts or case.opened or case.rules.contracts
    ]
    said = with_choices(case.agreed, step)
    places = {**seats, "hand": hand_words(case), "contracts": in_turn(*names) if names else ""}
    return said._replace(values=(*said.values, *places.items()))


def seat_words(case: Case) -> dict[str, Words]:
    """Return the text for each seat that a step may name: the player's name if known."""
    named = players_by_seat(case) if case.named else {}
    return {
        name: JoinedWords((say(words), f" ({named[name]})")) if named else say(words)
        for name, words in SEATS.items()
    }


def players_by_seat(case: Case) -> dict[str, str]:
    """Return the player at each seat that a step may name."""
    players, agreed = case.agreed.players, case.agreed
    away = {"dealer": 0, "left": 1, "right": -1, "across": len(players) // 2}
    named = {name: players[(case.dealer + steps) % len(players)] for name, steps in away.items()}
    if agreed.rota is not None and agreed.dealer_rests:
        named = {**named, "right": named["dealer"], "dealer": agreed.rota.dealer}
    right = agreed.rules.deals.to_the_right
    return {said_seat(name, right) or name: player for name, player in named.items()}


def hand_words(case: Case) -> Words:
    """Return the number of cards in a hand as text, or its formula where that has no result yet."""
    sizes, hand = hand_sizes(case), case.rules.hand
    if len(sizes) > MOST_LISTED:
        return say("{least} to {most}", least=min(sizes), most=max(sizes))
    if sizes:
        return listing(map(str, sizes))
    return f"({hand.text})" if hand else say("the same number of")


# --- all steps ---------------------------------------------------------------------------------
# The dealing as text, from the rules, with the players' names where they are known.


class DealtStep(NamedTuple):
    """A step of dealing: its text in the rules, its source, and the text to show.

    If only some deals have the step, `contracts` or `rounds` list them. `topics` are the ruling
    topics that show the step. `brief` is its text in the one-line summary."""

    text: Phrase
    source: Words | None
    said: Words
    contracts: tuple[str, ...] = ()
    rounds: tuple[int, ...] = ()
    topics: tuple[str, ...] = ()
    brief: Words | None = None


class PossibleDeal(NamedTuple):
    """A deal that a question may be about: its number in the schedule, the available contracts,
    and the contract played."""

    turn: int
    opened: tuple[str, ...]
    contract: str | None


def dealing_answer(case: Case) -> RefereeAnswer:
    """Return the answer with every dealing step in order. If the contract is unknown, steps that
    only some contracts have begin with their names."""
    found, source = each_dealing_step(case), _source(case)
    named = {
        name: [step.said for step in found if name in step.contracts]
        for name in case.rules.contracts
    }
    value = {
        "steps": [step.said for step in found if not step.contracts],
        "contracts": {name: said for name, said in named.items() if said},
        "source": cited_source(case.rules, source),
    }
    lines = [
        JoinedWords((f"{number}. ", step_words(case, step), *_elsewhere(step, source)))
        for number, step in enumerate(found, 1)
    ]
    return RefereeAnswer(value, (*lines, source_line(case.rules, source)))


def _elsewhere(step: DealtStep, source: Words | None) -> tuple[Words, ...]:
    """Return a step's source as text in brackets if it differs from `source`; else nothing."""
    return (" [", step.source, "]") if step.source and step.source != source else ()


def step_words(case: Case, step: DealtStep) -> Words:
    """Return a step as text. If only some contracts or rounds have the step, their names come
    first."""
    return _behind(_whose(case, step), step.said)


def _whose(case: Case, step: DealtStep) -> Words:
    """Return the names of the contracts or rounds that have a step; empty if every possible deal
    has it."""
    if step.rounds:
        return say("round {number}", number=listing(map(str, step.rounds), "and"))
    names = [case.rules.contracts[name].name for name in step.contracts if name != case.contract]
    return Listing(tuple(names), "and", are_names=True) if names else ""


def _behind(whose: Words, said: Words) -> Words:
    return titled(whose, said) if whose else said


def each_dealing_step(case: Case, seats: Mapping[str, str] | None = None) -> list[DealtStep]:
    """Return every dealing step in order, with the steps of single contracts last.

    For an unknown deal, every step that some deal has is included. `seats` are the texts for
    seats, by default `seat_words`."""
    said = seats or seat_words(case)
    chances = _chances(case)
    found = [_dealt(case, step, chances, said) for step in case.referee.dealing.steps]
    usual = [*filter(None, found)] if case.referee.dealing.steps else [_by_hand(case, said)]
    return [*usual, *_of_contracts(case, said)]


def dealing_summary(case: Case, seats: Mapping[str, str]) -> list[Words]:
    """Return a summary of the dealing, in lines.

    The first choice is the ruleset's own summary line, the second the steps' short texts,
    joined in one line for steps of the same deals, the third the first step. If the contract is
    known, its additional steps are included."""
    steps, brief = each_dealing_step(case, seats), case.referee.dealing.brief
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
    line = Capitalised(step_sentence(case, brief, seats))
    return [line if step is first else step.said for step in own]


def _by_hand(case: Case, seats: Mapping[str, Words]) -> DealtStep:
    """Return the one dealing step that a hand's size implies, for rules without steps. Raises
    Refused if they give no size either."""
    if case.rules.hand is None:
        message = say("the rules of {game} say nothing of how to deal", game=case.rules.name)
        raise refuse("dealing-none", message, None, say("add `[dealing]` to them"))
    said = say(
        "{dealer} deals {hand} cards to every player.",
        dealer=seats["dealer"],
        hand=hand_words(case),
    )
    return DealtStep(text=Phrase({}), source=_source(case), said=Capitalised(said))


def _of_contracts(case: Case, seats: Mapping[str, Words]) -> list[DealtStep]:
    """Return the additional steps of contracts, each step once with all its contracts."""
    by_text: dict[Phrase, list[Contract]] = {}
    for contract in _contracts(case):
        for text in contract.dealing:
            by_text.setdefault(text, []).append(contract)
    return [
        DealtStep(
            text=text,
            source=found[0].source.if_any(),
            said=Capitalised(step_sentence(case, text, seats)),
            contracts=tuple(contract.id for contract in found),
            brief=step_sentence(case, text, seats),
        )
        for text, found in by_text.items()
    ]


def _chances(case: Case) -> list[PossibleDeal]:
    """Return the deals that the question may be about."""
    if case.contract is not None:
        return [PossibleDeal(0, case.opened, case.contract)]
    if case.opened:
        return [PossibleDeal(0, case.opened, name) for name in case.opened]
    deals, contracts = case.rules.deals, tuple(case.rules.contracts)
    turns = [contracts] if deals.picked else deals.order
    every = [
        PossibleDeal(number, turn, name) for number, turn in enumerate(turns, 1) for name in turn
    ]
    return every or [PossibleDeal(0, (), None)]


def _dealt(
    case: Case, step: DealingStep, chances: Sequence[PossibleDeal], seats: Mapping[str, Words]
) -> DealtStep | None:
    """Return a step and the contracts or rounds that have it, if not all; None if none has it."""
    held = [
        chance
        for chance in chances
        if step.when is None or holds_for(step.when, _known(case, chance))
    ]
    contracts = tuple(dict.fromkeys(chance.contract for chance in held if chance.contract))
    dealt = DealtStep(
        text=step.text,
        source=_source(case),
        said=Capitalised(step_sentence(case, step.text, seats, contracts)),
        topics=step.topics,
        brief=step_sentence(case, step.brief, seats) if step.brief.by_language else None,
    )
    asks = step.when is not None and not step.when.names.isdisjoint(("contract", "group"))
    if len(held) == len(chances) and not (asks and case.contract is not None):
        return dealt
    if not contracts:
        return None
    if all(chance in held for chance in chances if chance.contract in contracts):
        return dealt._replace(contracts=contracts)
    return dealt._replace(rounds=tuple(dict.fromkeys(chance.turn for chance in held)))


def _known(case: Case, chance: PossibleDeal) -> dict[str, Any]:
    """Return the names, with their values, that a step's condition can use in this deal."""
    contract = case.rules.contracts.get(chance.contract or "")
    group = contract.group if contract else None
    return {**case.agreed.known, "contract": chance.contract, "group": group, "open": chance.opened}


def _source(case: Case) -> Words | None:
    """Return the source of the dealing steps and of the changed options that affect them; None if
    there is no source."""
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
    """Return the contract of the next deal, or every contract that it may have."""
    if case.chosen is not None:
        return [case.chosen]
    contracts = case.rules.contracts
    return [contracts[name] for name in case.opened or contracts]
