"""Dealing in words, step by step, with seats, options and sizes of hands filled in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from scorekeeper.game.agreement import Agreed, seated
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.schedule import turn
from scorekeeper.referee.question_context import Case, RefereeAnswer, cited, source_line
from scorekeeper.rules.cards import Card
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.model import Contract, TableOption
from scorekeeper.rules.model_course import said_seat
from scorekeeper.rules.model_play import DealingStep
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

# --- hand --------------------------------------------------------------------------------------
# How many cards a hand has: in the deal that is asked about, or in any deal there may be.


def hand_sizes(case: Case) -> tuple[int, ...]:
    """Each number of cards that a hand may have: one where the deal is known or all deals are
    alike, none where the rules do not say it or it cannot be worked out."""
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

        # 5 ms, only where no deal is known
        from scorekeeper.proof.situations import cards_each  # noqa: PLC0415

        return tuple(dict.fromkeys(size for agreed in _tables(case) for size in cards_each(agreed)))
    except FormulaError:
        return ()


def kept_sizes(case: Case) -> tuple[int, ...]:
    """Return each number of cards with which a hand may begin to play: one for every trick where
    the rules say how many tricks there are."""
    tricks = case.referee.play.tricks
    return (tricks,) if tricks else hand_sizes(case)


def long_hand(case: Case, hand: Sequence[Card], what: str, more: int = 0) -> Iterator[Problem]:
    """Return the problem of a hand that has more cards than anybody holds: those of play, and
    `more` where some are given away afterwards. The rules on too many cards come with it."""
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
    """Return the ruling on a hand with too many cards, with its source; None where there is
    none."""
    # 2 ms, only for a refusal
    from scorekeeper.rules.casebook import casebook  # noqa: PLC0415

    for ruling in casebook(case.rules).topics.get("too-many-cards", ()):
        return JoinedWords((ruling.text, " (", cited(case.rules, ruling.source.if_any()), ")"))
    return None


def _tables(case: Case) -> list[Agreed]:
    """The table that is known, or one for every number of players."""
    if case.named or "players" in case.facts:
        return [case.agreed]
    seats = [tuple(f"{seat}" for seat in range(number)) for number in case.rules.players]
    return [seated(case.rules, names, 0, case.agreed.options) for names in seats]


# --- table choices -----------------------------------------------------------------------------
# What the options that a table chose say in the rules: whether a condition on them holds, and the
# words for them.


def holds_for(when: Formula, known: Mapping[str, Any]) -> bool:
    """Whether a condition holds by what is known; what it names and nobody knows is none."""
    try:
        return bool(value_of(when, {**dict.fromkeys(when.names), **known}))
    except FormulaError:
        return False


def with_choices(agreed: Agreed, words: Phrase) -> RulesSentence:
    """Words with what the table chose put in for the name of each option, `{option}`."""
    chosen = {
        name: _choice(option, agreed.options.get(name, option.default))
        for name, option in agreed.rules.options.items()
    }
    return RulesSentence(words, tuple(chosen.items()))


def _choice(option: TableOption, value: Any) -> Words:
    """What was chosen, in the rules' own words for it where they have any."""
    key = option.key_of(value)
    if key in option.says:
        return option.says[key]
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return key


# --- dealing words -----------------------------------------------------------------------------
# A step of dealing with what this table has filled in: the seats, the options, the size of a
# hand, the contracts left.


MOST_LISTED = 3  # sizes of a hand; of more the least and the most are said


SEATS = {
    "dealer": marked("the dealer"),
    "left": marked("the player at the dealer's left"),
    "right": marked("the player at the dealer's right"),
    "across": marked("the dealer's partner"),
}


def in_words(
    case: Case, step: Phrase, seats: Mapping[str, Words], contracts: Iterable[str] = ()
) -> RulesSentence:
    """Return a sentence of a step with its seats, its options, the size of a hand and the
    contracts left put in."""
    names = [
        case.rules.contracts[name].name for name in contracts or case.opened or case.rules.contracts
    ]
    said = with_choices(case.agreed, step)
    places = {**seats, "hand": hand_words(case), "contracts": in_turn(*names) if names else ""}
    return said._replace(values=(*said.values, *places.items()))


def seat_words(case: Case) -> dict[str, Words]:
    """The seats that a step may name, as they are said."""
    named = players_by_seat(case) if case.named else {}
    return {
        name: JoinedWords((say(words), f" ({named[name]})")) if named else say(words)
        for name, words in SEATS.items()
    }


def players_by_seat(case: Case) -> dict[str, str]:
    """The seats that a step may name, each with its player."""
    players, agreed = case.agreed.players, case.agreed
    away = {"dealer": 0, "left": 1, "right": -1, "across": len(players) // 2}
    named = {name: players[(case.dealer + steps) % len(players)] for name, steps in away.items()}
    if agreed.rota is not None and agreed.dealer_rests:
        named = {**named, "right": named["dealer"], "dealer": agreed.rota.dealer}
    right = agreed.rules.deals.to_the_right
    return {said_seat(name, right) or name: player for name, player in named.items()}


def hand_words(case: Case) -> Words:
    """How many cards a hand has, or what that follows from where it cannot be worked out."""
    sizes, hand = hand_sizes(case), case.rules.hand
    if len(sizes) > MOST_LISTED:
        return say("{least} to {most}", least=min(sizes), most=max(sizes))
    if sizes:
        return listing(map(str, sizes))
    return f"({hand.text})" if hand else say("the same number of")


# --- dealing -----------------------------------------------------------------------------------
# How the cards are dealt, in words, from the rules: with the players' names where they are known.


class DealtStep(NamedTuple):
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


class PossibleDeal(NamedTuple):
    """What a deal that may be meant is: its place in the order, the contracts open to it, the
    one played."""

    turn: int
    opened: tuple[str, ...]
    contract: str | None


def dealing_answer(case: Case) -> RefereeAnswer:
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
        JoinedWords((f"{number}. ", step_words(case, step), *_elsewhere(step, source)))
        for number, step in enumerate(found, 1)
    ]
    return RefereeAnswer(value, (*lines, source_line(case.rules, source)))


def _elsewhere(step: DealtStep, source: Words | None) -> tuple[Words, ...]:
    """Where a step is written, if that is not where the others are."""
    return (" [", step.source, "]") if step.source and step.source != source else ()


def step_words(case: Case, step: DealtStep) -> Words:
    """Return a step, behind the contracts or the rounds that alone have it, where it is not known
    which is meant."""
    return _behind(_whose(case, step), step.said)


def _whose(case: Case, step: DealtStep) -> Words:
    """Return the rounds, or the contracts, that alone have a step; "" where it is of any deal that
    is meant."""
    if step.rounds:
        return say("round {number}", number=listing(map(str, step.rounds), "and"))
    names = [case.rules.contracts[name].name for name in step.contracts if name != case.contract]
    return Listing(tuple(names), "and", are_names=True) if names else ""


def _behind(whose: Words, said: Words) -> Words:
    return titled(whose, said) if whose else said


def steps_dealt(case: Case, seats: Mapping[str, str] | None = None) -> list[DealtStep]:
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


def _by_hand(case: Case, seats: Mapping[str, Words]) -> DealtStep:
    """The one step that follows from the size of a hand, where the rules give none."""
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
    """The steps that contracts have of their own, each once with all of its contracts."""
    by_text: dict[Phrase, list[Contract]] = {}
    for contract in _contracts(case):
        for text in contract.dealing:
            by_text.setdefault(text, []).append(contract)
    return [
        DealtStep(
            text=text,
            source=found[0].source.if_any(),
            said=Capitalised(in_words(case, text, seats)),
            contracts=tuple(contract.id for contract in found),
            brief=in_words(case, text, seats),
        )
        for text, found in by_text.items()
    ]


def _chances(case: Case) -> list[PossibleDeal]:
    """The deals that may be meant, as far as that makes a difference to their steps."""
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
    """A step with the contracts or the rounds that alone have it; None where no deal has it that
    may be meant."""
    held = [
        chance
        for chance in chances
        if step.when is None or holds_for(step.when, _known(case, chance))
    ]
    contracts = tuple(dict.fromkeys(chance.contract for chance in held if chance.contract))
    dealt = DealtStep(
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


def _known(case: Case, chance: PossibleDeal) -> dict[str, Any]:
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
