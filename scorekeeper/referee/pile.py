"""What piles of cards are worth, and whether together they are the whole pack."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.cards import Card, printed, worth
from scorekeeper.problems import Problem, Refused, listed, refuse
from scorekeeper.referee.case import Answer, Case, cited, read_heap, shown_cards, twice_problems
from scorekeeper.ruleset.model import Count


def pile_answer(case: Case, piles: Sequence[Sequence[str]], goal: Sequence[str] = ()) -> Answer:
    """What the first pile is worth, and what it makes with the others; `goal` is the card whose
    suits matter, where a pile is worth something suit by suit."""
    heaps = [read_heap(case, words) for words in piles]
    if not heaps or not heaps[0]:
        raise Refused([Problem("cards-missing", "no cards: name those of the pile", "cards")])
    together = [card for heap in heaps for card in heap]
    twice = twice_problems(case.pack, together, "cards")
    if twice:
        raise Refused(twice)
    if case.rules.pile is not None:
        return _by_suit(case, together, goal)
    return _by_card(case, heaps, _count(case))


def _count(case: Case) -> Count:
    """The count of this game that cards have points in; refused where none has."""
    for count in case.rules.counts.values():
        if count.values:
            return count
    name = case.rules.name.shown()
    raise refuse("points-none", f"cards have no points in {name}: only tricks are counted", None, "count the tricks")


# --- points of a card --------------------------------------------------------------------------------


def _by_card(case: Case, heaps: Sequence[Sequence[Card]], count: Count) -> Answer:
    trump = _trump(case, heaps, count)
    values = [worth(heap, count.values, trump, count.trump_values) for heap in heaps]
    whole = worth(case.pack.cards.values(), count.values, trump, count.trump_values)
    missing = [card for card in case.pack.cards.values() if not any(card in heap for heap in heaps)]
    value: dict[str, Any] = {"total": values[0], "count": count.id, "of": whole}
    if len(heaps) > 1:
        value |= {"piles": values, "together": sum(values)}
    value |= {"missing": [card.code for card in missing], "missing_points": whole - sum(values)}
    value["source"] = cited(case.rules, count.source)
    lines = [
        *_pile_lines(case, heaps, values, count, trump),
        *_whole_lines(case, heaps, sum(values), whole, missing, count),
    ]
    return Answer(value, (*lines, f"rule: {_values_said(count, trump)}; source: {cited(case.rules, count.source)}"))


def _trump(case: Case, heaps: Sequence[Sequence[Card]], count: Count) -> str | None:
    """The trump suit, where the worth of these cards depends on it."""
    if count.values == count.trump_values:
        return None
    if case.trump is not None and case.trump in case.pack.suits:
        return case.trump
    by_suit = {
        suit: [worth(heap, count.values, suit, count.trump_values) for heap in heaps] for suit in case.pack.suits
    }
    first = next(iter(by_suit))
    if case.trump is None and all(values == by_suit[first] for values in by_suit.values()):
        return first
    lines = "".join(f"\n  {suit}: {', '.join(map(str, values))}" for suit, values in by_suit.items())
    raise refuse("depends", f"it depends on the trump suit{lines}", "trump", f"say --trump {listed(case.pack.suits)}")


def _pile_lines(
    case: Case, heaps: Sequence[Sequence[Card]], values: Sequence[int], count: Count, trump: str | None
) -> Iterable[str]:
    for number, (heap, value) in enumerate(zip(heaps, values, strict=True), 1):
        parts = [(card, worth([card], count.values, trump, count.trump_values)) for card in heap]
        counted = [f"{printed(case.pack, card)} {points}" for card, points in parts if points]
        which = f"pile {number}: " if len(heaps) > 1 else ""
        many = f"{len(heap)} card{'s' if len(heap) != 1 else ''}"
        yield f"{which}{many} worth {value} {count.name.shown()}" + (f": {', '.join(counted)}" if counted else "")


def _whole_lines(
    case: Case, heaps: Sequence[Sequence[Card]], found: int, whole: int, missing: Sequence[Card], count: Count
) -> Iterable[str]:
    """Whether the piles make the whole pack, and if not what is missing."""
    name = count.name.shown()
    if not missing:
        yield f"all {len(case.pack.cards)} cards are there: {found} {name}, the whole pack"
    elif len(heaps) == 1:
        yield f"the pack has {whole}: {whole - found} {name} are in the other {len(missing)} cards"
    else:
        away = shown_cards(case.pack, missing)
        yield f"together {found} of the {whole} {name} in the pack; missing: {away}, worth {whole - found}"


def _values_said(count: Count, trump: str | None) -> str:
    plain = ", ".join(f"{rank} {value}" for rank, value in count.values.items())
    if trump is None:
        return f"{plain}, every other card 0"
    trumps = ", ".join(f"{rank} {value}" for rank, value in count.trump_values.items())
    return f"{trump} as trumps {trumps}; other suits {plain}; every other card 0"


# --- points of a suit --------------------------------------------------------------------------------


def _by_suit(case: Case, cards: Sequence[Card], goal_words: Sequence[str]) -> Answer:
    """A heap suit by suit; for a goal card, the lower of its suits."""
    name, source = case.rules.pile or ("", "")
    pips = _rows(case, name)
    suits = {suit: sum(pips[card.rank] for card in cards if suit in card.suits) for suit in case.pack.suits}
    goal = read_heap(case, goal_words, "goal")
    value: dict[str, Any] = {"total": sum(pips[card.rank] for card in cards), "suits": suits}
    lines = [f"{len(cards)} cards: " + ", ".join(f"{suit} {points}" for suit, points in suits.items() if points)]
    if goal:
        value |= {"total": min(suits[suit] for suit in goal[0].suits), "goal": goal[0].code}
        lines.append(_goal_line(case, goal[0], suits))
    value["source"] = cited(case.rules, source)
    said = ", ".join(f"{rank} {points}" for rank, points in pips.items())
    return Answer(
        value, (*lines, f"rule: {said}, in each suit that the card shows; source: {cited(case.rules, source)}")
    )


def _goal_line(case: Case, goal: Card, suits: Mapping[str, int]) -> str:
    both = " and ".join(f"{suit} {suits[suit]}" for suit in goal.suits)
    return f"{printed(case.pack, goal)} scores {min(suits[suit] for suit in goal.suits)}, the lower of {both}"


def _rows(case: Case, ladder: str) -> dict[str, int]:
    rows = case.rules.ladders[ladder]
    return {rank: rows.at(rank) for rank in reversed(case.pack.ranks)}
