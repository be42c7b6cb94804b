"""Which card of a trick goes to a heap that takes one of those that lost: the choices of its
winner."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.referee.case import Case
from scorekeeper.referee.in_a_row import shown_suits
from scorekeeper.referee.pile import goal_problems, worth_by_suit
from scorekeeper.rules.cards import Card, cards_over, words_of_card
from scorekeeper.rules.model import Fact, Ruleset
from scorekeeper.text.language import marked
from scorekeeper.text.message import Words, listing, say, titled
from scorekeeper.text.problems import Problem, Refused


class Choice(NamedTuple):
    """A card that may go to the heap: what it brings, and what the heap is worth with it, by suit;
    both empty in a game whose heap is worth nothing suit by suit."""

    card: Card
    brings: Mapping[str, int]
    then: Mapping[str, int]


def heap_of(rules: Ruleset) -> Fact | None:
    """The heap that takes one beaten card of every trick, in a game that has one."""
    return next((fact for fact in rules.facts.values() if fact.beaten), None)


def choices(case: Case, trick: Sequence[Card], won: int, heap: Sequence[Card] = ()) -> list[Choice]:
    """The cards of a trick that may go to the heap, all but the one that won; `heap` is what
    lies there."""
    beaten = [card for place, card in enumerate(trick) if place != won]
    return [
        Choice(card, worth_by_suit(case, [card]), worth_by_suit(case, [*heap, card]))
        for card in beaten
    ]


def open_trick(
    tricks: Sequence[Sequence[Card]], winners: Sequence[int | None], codes: Iterable[str]
) -> int | None:
    """The place of the last trick that was won, where its winner is still to choose: no card of
    it is among those of the heap."""
    last = max((place for place, won in enumerate(winners) if won is not None), default=None)
    return None if last is None or {card.code for card in tricks[last]} & {*codes} else last


def heap_problems(
    case: Case, trick: Sequence[Card], heap: Sequence[Card], goal: Sequence[Card]
) -> Iterator[Problem]:
    """What cannot lie in the heap when the winner of a trick chooses, or be the card whose suits
    matter."""
    fact = heap_of(case.rules)
    if fact is None and (heap or goal):
        message = say("in {game} no card of a trick goes to a heap", game=case.rules.name)
        yield Problem("heap-none", message, "heap")
        return
    over = cards_over(case.pack, (*trick, *heap, *goal))
    away = [words_of_card(case.pack, card) for card in (*heap, *goal) if card in {*trick} & {*over}]
    if away:
        cards = listing(away, "and")
        message = say("{cards} cannot be in the trick and elsewhere", cards=cards)
        yield Problem("card-twice", message, "heap")
    yield from goal_problems(case, heap, goal)


def choice_value(chosen: Iterable[Choice], goal: Sequence[Card]) -> list[dict[str, Any]]:
    """The choices for a program: each card, the heap suit by suit with it, and what the goal
    then scores."""
    return [
        {
            "card": one.card.code,
            "suits": dict(one.then),
            "score": _score(one, goal[0]) if goal else None,
        }
        for one in chosen
    ]


def choice_lines(
    case: Case, chosen: Sequence[Choice], who: Words, known: bool, goal: Sequence[Card] = ()
) -> list[Words]:
    """The choices in lines: who chooses, and for each card what it brings, or what the heap then
    comes to where it is `known` what lies there."""
    fact = heap_of(case.rules)
    name = fact.name if fact else ""
    cards = listing(words_of_card(case.pack, one.card) for one in chosen)
    lines: list[Words] = [
        say("{player} chooses: {cards} goes to the {heap}", player=who, cards=cards, heap=name)
    ]
    for one in chosen:
        suits = one.then if known else one.brings
        if any(suits.values()):
            said, card = shown_suits(case.pack, suits), words_of_card(case.pack, one.card)
            line = say(WITH_HEAP[known], card=card, heap=name, suits=said)
            lines.append(titled(line, _scores(case, one, goal[0])) if goal else line)
    return lines


def _scores(case: Case, chosen: Choice, goal: Card) -> Words:
    """What a goal card scores once the choice is made."""
    card = words_of_card(case.pack, goal)
    return say("{card} scores {value}", card=card, value=_score(chosen, goal))


# Whether it is known what lies in the heap.
WITH_HEAP = {
    True: marked("with {card} the {heap} has {suits}"),
    False: marked("{card} brings {suits}"),
}


def _score(one: Choice, goal: Card) -> int:
    """What the heap is worth to a goal card: the lower of its suits."""
    return min(one.then[suit] for suit in goal.suits)


def check_heap(
    case: Case, trick: Sequence[Card], heap: Sequence[Card], goal: Sequence[Card]
) -> None:
    """Refuses a heap or a goal card that cannot be."""
    problems = [*heap_problems(case, trick, heap, goal)]
    if problems:
        raise Refused(problems)
