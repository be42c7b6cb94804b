"""The answer about cards that are given away before play: may they be, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from scorekeeper.referee.case import (
    Answer,
    Case,
    asked_with,
    cited,
    problem_lines,
    problem_rows,
    ruled,
)
from scorekeeper.referee.exchange import (
    Step,
    barred_said,
    cards_held,
    cards_of_hand,
    is_barred,
    step_said,
    steps_of,
    trump_of,
)
from scorekeeper.referee.exchange_record import step_place
from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.referee.read_cards import read_heap
from scorekeeper.rules.cards import Card, Pack, words_of_card
from scorekeeper.rules.model_exchange import TRUMPS
from scorekeeper.text.message import Joined, Option, Words, say, say_n, titled
from scorekeeper.text.problems import Problem, gathered, refuse

Numbered = tuple[int, Step]  # the steps in which something is given, from 1


def discard_answer(
    case: Case,
    words: Sequence[str],
    hand: Sequence[str] = (),
    talon: Sequence[str] = (),
    number: str | None = None,
) -> Answer:
    """Whether these cards may be given away from this hand, to which the cards of the talon come
    where they are taken first; or, without cards, which of the hand may be. `number` is the
    step, from 1."""
    cards, held, beside = gathered(
        lambda: read_heap(case, words),
        lambda: read_heap(case, hand, "hand"),
        lambda: read_heap(case, talon, "talon"),
    )
    if not cards and not held:
        message = say("no cards: name those that are given away, or the hand")
        raise refuse("cards-missing", message, "cards")
    at, step = _step(case, cards, held, beside, number)
    problems, trump = [*_problems(case, step, cards, held, beside)], trump_of(case)
    free = [card for card in _there(step, held, beside) if not is_barred(step.rule, card, trump)]
    return _answer(case, (at, step), cards, held, free, problems)


def _step(
    case: Case,
    cards: Sequence[Card],
    hand: Sequence[Card],
    talon: Sequence[Card],
    number: str | None,
) -> Numbered:
    """The step that is meant: the one that was said, else the first that fits the numbers of
    cards."""
    steps = steps_of(case, case.dealer, case.facts)
    giving = [*enumerate((step for step in steps if step.rule.gives), 1)]
    if not giving:
        message = say("in {game} no cards are given away before play", game=case.rules.name)
        hint = say("`{command}` says how the cards are dealt", command=asked_with("dealing"))
        raise refuse("exchange-none", message, "cards", hint)
    _check_trump(case, giving)
    if number is not None:
        return _numbered(case, giving, number)
    seats = len(case.agreed.players)
    fitting = [one for one in giving if len(cards) in (0, cards_of_hand(one[1].rule, seats))]
    sizes = {at: cards_held(case, steps, step) for at, step in fitting}
    exact = [one for one in fitting if sizes[one[0]] == len(_there(one[1], hand, talon))]
    return (exact or fitting or giving)[0]


def _numbered(case: Case, giving: Sequence[Numbered], number: str) -> Numbered:
    """The step of this number; refused where there is none."""
    found = [one for one in giving if str(one[0]) == number.strip()]
    if found:
        return found[0]
    heading = say("`{word}` is no step in which cards are given away; there are", word=number)
    steps = [Joined((f"\n  {at}. ", step_said(case, step))) for at, step in giving]
    raise refuse("exchange-steps", Joined((heading, *steps)), "step")


def _check_trump(case: Case, giving: Sequence[Numbered]) -> None:
    """Trumps that may not be given must be known."""
    contract = case.chosen
    open_still = case.trump is None and (contract is None or contract.trump == "open")
    if open_still and any(TRUMPS in step.rule.may_not_give for _, step in giving):
        message = say("trumps may not be given away: which suit is trumps?")
        raise refuse("depends", message, "trump", say("say {option}", option=Option("trump")))


def _there(step: Step, hand: Sequence[Card], talon: Sequence[Card]) -> list[Card]:
    """The cards that can be given: with those of the talon, or without them where they come
    later."""
    if step.rule.gives_first:
        return [card for card in hand if card not in talon]
    return [*dict.fromkeys((*hand, *talon))]


def _problems(
    case: Case, step: Step, cards: Sequence[Card], hand: Sequence[Card], talon: Sequence[Card]
) -> Iterator[Problem]:
    """Everything that is wrong with giving these cards away."""
    wanted = cards_of_hand(step.rule, len(case.agreed.players))
    if cards and len(cards) != wanted:
        message = say_n(
            wanted,
            "{n} card is given away, not {number}",
            "{n} cards are given away, not {number}",
            number=len(cards),
        )
        yield Problem("exchange-number", message, "cards")
    for card in cards:
        yield from _card_problems(case, step, card, hand, talon)
    yield from _wrong_size(case, step, _there(step, hand, talon) if hand else ())


def _card_problems(
    case: Case, step: Step, card: Card, hand: Sequence[Card], talon: Sequence[Card]
) -> Iterator[Problem]:
    """Why one card may not be given away."""
    rule, shown = step.rule, words_of_card(case.pack, card)
    if is_barred(rule, card, trump_of(case)):
        barred = barred_said(case, rule)
        message = say("{card} may not be given away; {rule}", card=shown, rule=barred)
        yield Problem("exchange-barred", message, "cards")
    if rule.gives_first and card in talon:
        message = say("{card} may not be given away: the talon is taken up afterwards", card=shown)
        yield Problem("exchange-held", message, "cards")
    elif hand and card not in _there(step, hand, talon):
        yield Problem("exchange-held", say("{card} is not in the hand", card=shown), "cards")


def _wrong_size(case: Case, step: Step, there: Sequence[Card]) -> Iterator[Problem]:
    """A hand of a number of cards that nobody holds in this step."""
    size = cards_held(case, steps_of(case, case.dealer, case.facts), step)
    if there and size is not None and len(there) != size:
        message = say_n(
            size,
            "{n} card is held then, not {number}",
            "{n} cards are held then, not {number}",
            number=len(there),
        )
        yield Problem("hand-cards", message, "hand")


def _answer(
    case: Case,
    at: Numbered,
    cards: Sequence[Card],
    hand: Sequence[Card],
    free: Sequence[Card],
    problems: Sequence[Problem],
) -> Answer:
    """The answer for a program, and in lines; `free` are the cards that may be given."""
    number, step = at
    kept = [card for card in free if card not in cards] if hand and cards and not problems else []
    value: dict[str, Any] = {
        "ok": not problems,
        "step": number,
        "may": [card.code for card in free],
        "kept": [card.code for card in kept],
        "problems": problem_rows(problems),
        "rule": step_said(case, step),
        "source": cited(case.rules, step.rule.source.if_any()),
    }
    rule = titled(step_place(number), value["rule"])
    lines = [
        *problem_lines(problems),
        *_card_lines(case.pack, cards, [card for card in hand if card not in free], free, problems),
        *([say("kept: {cards}", cards=shown_cards(case.pack, kept))] if kept else ()),
    ]
    return Answer(value, (*lines, ruled(case, rule, step.rule.source.if_any())))


def _card_lines(
    pack: Pack,
    cards: Sequence[Card],
    barred: Sequence[Card],
    free: Sequence[Card],
    problems: Sequence[Problem],
) -> Iterator[Words]:
    """That these cards may be given away; or, where none were named, which may be."""
    if cards and not problems:
        yield say("in order: {cards} may be given away", cards=shown_cards(pack, cards))
    if not cards:
        yield say("may be given away: {cards}", cards=shown_cards(pack, free))
        if barred:
            yield say("may not: {cards}", cards=shown_cards(pack, barred))
