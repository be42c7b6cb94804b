"""Answers about piles of won cards: their value, missing cards, the likely mistake in a count."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from scorekeeper.game.count_checks import completed_column, counted_names, pile_problems, total_of
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.entry_checks import fact_card_problems
from scorekeeper.game.schedule import State, first_state, turn
from scorekeeper.game.slip_hints import TotalSlip, card_values, pile_sizes, slips, swaps
from scorekeeper.record.entered_words import read_words
from scorekeeper.referee.question_context import (
    Case,
    RefereeAnswer,
    cited_source,
    read_heap,
    rule_line,
    shown_cards,
    shown_pairs,
    shown_suits,
    shown_values,
    source_line,
    twice_problems,
)
from scorekeeper.referee.trick_rules import trump_suit
from scorekeeper.rules.cards import (
    Card,
    cards_left,
    words_of_card,
    words_of_rank,
    words_of_suit,
    worth,
)
from scorekeeper.rules.ruleset import Count
from scorekeeper.rules.ruleset_play import Pile
from scorekeeper.text.message import CommandLine, JoinedWords, Words, listing, say, say_n, titled
from scorekeeper.text.problems import Problem, Refused, gathered, refuse, see

# --- the value of piles, and whether they make up the pack -------------------------------------


def pile_answer(
    case: Case, piles: Sequence[Sequence[str]], goal: Sequence[str] = ()
) -> RefereeAnswer:
    """Return the answer with the value of the first pile, and of all piles together.

    `goal` is the goal card, in games where a pile has a value per suit."""
    heaps = gathered(*(partial(read_heap, case, words) for words in piles))
    if not heaps or not heaps[0]:
        raise refuse("cards-missing", say("no cards: name those of the pile"), "cards")
    together = [card for heap in heaps for card in heap]
    twice = twice_problems(case.pack, together, "cards")
    if twice:
        raise Refused(twice)
    if case.referee.pile is not None:
        return _by_suit(case, case.referee.pile, together, goal)
    return _by_card(case, heaps, _count(case))


def _count(case: Case) -> Count:
    """Return the game's count of card points. Raises Refused if there is none."""
    for count in case.rules.counts.values():
        if count.values:
            return count
    names = [count.name for count in case.rules.counts.values()]
    message = say(
        "the rules of {game} give cards no worth (what is counted: {counts})",
        game=case.rules.name,
        counts=JoinedWords(tuple(names), ", ") if names else say("nothing"),
    )
    hint = say(
        "`{command}` says how a deal is scored", command=CommandLine("rules show", (case.rules.id,))
    )
    raise refuse("points-none", message, None, hint)


# --- value by card -------------------------------------------------------------------------------


def _by_card(case: Case, heaps: Sequence[Sequence[Card]], count: Count) -> RefereeAnswer:
    """Return the answer where each card has points, whatever its suit."""
    trump = _trump(case, heaps, count)
    values = [worth(heap, count.values, trump, count.trump_values) for heap in heaps]
    whole = worth(case.pack.every_card, count.values, trump, count.trump_values)
    missing = cards_left(case.pack.every_card, [card for heap in heaps for card in heap])
    value: dict[str, Any] = {"total": values[0], "count": count.id, "of": whole}
    if len(heaps) > 1:
        value |= {"piles": values, "together": sum(values)}
    value |= {"missing": [card.code for card in missing], "missing_points": whole - sum(values)}
    value["source"] = cited_source(case.rules, count.source.if_any())
    lines = [
        *_pile_lines(case, heaps, values, count, trump),
        _whole_line(case, len(heaps), sum(values), whole, missing, count),
    ]
    return RefereeAnswer(
        value, (*lines, rule_line(case, _values_said(case, count, trump), count.source.if_any()))
    )


def _trump(case: Case, heaps: Sequence[Sequence[Card]], count: Count) -> str | None:
    """Return the trump suit if the value of these cards depends on it, else None."""
    if count.values == count.trump_values:
        return None

    def worths(suit: str) -> list[int]:
        return [worth(heap, count.values, suit, count.trump_values) for heap in heaps]

    return trump_suit(case, worths, say("it depends on the trump suit"))


def _pile_lines(
    case: Case,
    heaps: Sequence[Sequence[Card]],
    values: Sequence[int],
    count: Count,
    trump: str | None,
) -> Iterable[Words]:
    """Yield a line for each pile: its value and the cards that count."""
    for number, (heap, value) in enumerate(zip(heaps, values, strict=True), 1):
        parts = [(card, worth([card], count.values, trump, count.trump_values)) for card in heap]
        counted = [(words_of_card(case.pack, card), points) for card, points in parts if points]
        # Translators: {count} is the rules' word for these points.
        worth_said = say_n(
            len(heap), "{n} card worth {value} {count}", "{n} cards worth {value} {count}",
            value=value, count=count.name,
        )  # fmt: skip
        said = titled(worth_said, shown_pairs(counted)) if counted else worth_said
        yield titled(say("pile {number}", number=number), said) if len(heaps) > 1 else said


def _whole_line(
    case: Case, piles: int, found: int, whole: int, missing: Sequence[Card], count: Count
) -> Words:
    """Return the line that the piles (worth `found`) make up the pack (worth `whole`), or of what
    is missing."""
    name, rest = count.name, whole - found
    if not missing:
        return say(
            "all {number} cards are there: {value} {count}, the whole pack",
            number=len(case.pack.every_card), value=found, count=name,
        )  # fmt: skip
    if piles == 1:
        return say_n(
            len(missing), "the pack has {whole}: {value} {count} are in the other card",
            "the pack has {whole}: {value} {count} are in the other {n} cards",
            whole=whole, value=rest, count=name,
        )  # fmt: skip
    return say(
        "together {value} of the {whole} {count} in the pack; missing: {cards}, worth {rest}",
        value=found, whole=whole, count=name, cards=shown_cards(case.pack, missing), rest=rest,
    )  # fmt: skip


def _values_said(case: Case, count: Count, trump: str | None) -> Words:
    """Return the value of each rank as text, among trumps and in other suits."""
    plain = shown_values(case.pack, count.values)
    if trump is None:
        return say("{values}, every other card 0", values=plain)
    # Translators: {trumps} and {values} are such as "A 11, 10 10, K 4".
    return say(
        "{suit} as trumps {trumps}; other suits {values}; every other card 0",
        suit=words_of_suit(case.pack, trump), trumps=shown_values(case.pack, count.trump_values),
        values=plain,
    )  # fmt: skip


# --- value by suit -------------------------------------------------------------------------------


def _by_suit(
    case: Case, pile: Pile, cards: Sequence[Card], goal_words: Sequence[str]
) -> RefereeAnswer:
    """Return the answer for a heap with a value per suit. With a goal card, the total is its lower
    suit."""
    pips, suits = _rows(case, pile.suits), worth_by_suit(case, cards)
    goal = read_heap(case, goal_words, "goal")
    problems = [*goal_problems(case, cards, goal)]
    if problems:
        raise Refused(problems)
    value: dict[str, Any] = {"total": sum(pips[card.rank] for card in cards), "suits": suits}
    by_suit = shown_suits(case.pack, suits)
    lines: list[Words] = [
        say_n(len(cards), "{n} card: {suits}", "{n} cards: {suits}", suits=by_suit)
    ]
    if goal:
        value |= {"total": min(suits[suit] for suit in goal[0].suits), "goal": goal[0].code}
        lines.append(_goal_line(case, goal[0], suits))
    source = pile.source.if_any()
    value["source"] = cited_source(case.rules, source)
    rule = say("{values}, in each suit that the card shows", values=shown_values(case.pack, pips))
    return RefereeAnswer(value, (*lines, rule_line(case, rule, source)))


def worth_by_suit(case: Case, cards: Sequence[Card]) -> dict[str, int]:
    """Return the value of cards in each suit; empty in a game without values per suit."""
    if case.referee.pile is None:
        return {}
    pips = _rows(case, case.referee.pile.suits)
    return {
        suit: sum(pips[card.rank] for card in cards if suit in card.suits)
        for suit in case.pack.suits
    }


def goal_problems(case: Case, cards: Sequence[Card], goal: Sequence[Card]) -> Iterable[Problem]:
    """Yield a problem if the goal card may not be chosen, or is in the heap.

    The messages are the same as when a deal is entered."""
    facts, pile, goals = case.rules.facts, case.referee.pile, [card.code for card in goal]
    if goal and pile is not None and pile.goals:
        yield from fact_card_problems(case.agreed, facts[pile.goals], goals, {})
        heap = facts.get(pile.fact)
        if heap is not None:
            codes = [card.code for card in cards]
            yield from fact_card_problems(
                case.agreed, replace(heap, beaten=False), codes, {pile.goals: goals}
            )


def _goal_line(case: Case, goal: Card, suits: Mapping[str, int]) -> Words:
    """Return the line with a goal card's score and the values of its two suits."""
    pairs = [JoinedWords((words_of_suit(case.pack, suit), suits[suit]), " ") for suit in goal.suits]
    lower = min(suits[suit] for suit in goal.suits)
    return say(
        "{card} scores {value}, the lower of {suits}",
        card=words_of_card(case.pack, goal),
        value=lower,
        suits=listing(pairs, "and"),
    )


def _rows(case: Case, ladder: str) -> dict[str, int]:
    """Return the value of each rank by a lookup table. Raises Refused if a rank has no row."""
    rows = case.rules.scoring.ladders[ladder]
    found = {}
    for rank in reversed(case.pack.ranks):
        try:
            found[rank] = rows.at(rank)
        except LookupError:
            message = say(
                "`{formula}` finds nothing for {value}",
                formula=ladder,
                value=words_of_rank(case.pack, rank),
            )
            raise refuse("formula", message, None, see(CommandLine("rules check"))) from None
    return found


# --- wrong counts ------------------------------------------------------------------------------
# The cards that each pile must hold, and the single mistake that explains a wrong count.


def miscount_answer(case: Case, state: State, facts: Mapping[str, Any]) -> RefereeAnswer:
    """Return the answer about each entered count: its sum, the required total, the cards of each
    pile, and likely mistakes."""
    view = DealFacts(case.agreed, state, turn(case.agreed, state, facts), facts)
    counts = [count for count in case.rules.counts.values() if count.id in facts]
    if not counts:
        raise _without_numbers(case)
    totals = {count.id: total_of(count, view) for count in counts}
    numbers = {
        count.id: _numbers(case, count, facts[count.id], totals[count.id]) for count in counts
    }
    rows = {count.id: _row(case, count, numbers[count.id], totals[count.id]) for count in counts}
    swapped = [slip.said for slip in _swapped(case, view, numbers)]
    lines = [line for count in counts for line in _lines(case, count, rows[count.id])]
    lines += [
        say("the piles cannot hold these points; perhaps {slip}", slip=slip) for slip in swapped
    ]
    places = dict.fromkeys(count.source for count in counts if count.source.by_language)
    source = listing(places, "and") if places else None
    value = {"counts": rows, "swaps": swapped, "source": cited_source(case.rules, source)}
    return RefereeAnswer(value, (*lines, source_line(case.rules, source)))


def _without_numbers(case: Case) -> Refused:
    """Return the refusal of a question without numbers, or in a game without counts."""
    if not case.rules.counts:
        message = say("nothing is counted in {game}", game=case.rules.name)
        return refuse("count-none", message)
    counts = listing(case.rules.counts)
    message = say("no numbers to check: give {counts}, one a side", counts=counts)
    hint = say("for example {words}", words="tricks=8,5,4")
    return refuse("count-missing", message, None, hint)


def typed_answer(case: Case, words: Sequence[str], state: State | None = None) -> RefereeAnswer:
    """Return `miscount_answer` for typed counts. Raises Refused if a word is not understood.
    `state` is the state before the deal, None if the deal is unknown."""
    before = state or first_state(case.agreed)._replace(dealer=case.dealer)
    typed = read_words(case.agreed, before, words)
    if typed.problems:
        raise Refused(typed.problems)
    contract = {"contract": case.contract} if case.contract else {}
    trump = {"trump": case.trump} if case.trump in case.pack.suits else {}
    return miscount_answer(case, before, {**contract, **trump, **typed.facts})


def _numbers(
    case: Case, count: Count, column: Sequence[int | None], total: int | None
) -> list[int]:
    """Return the numbers of a count; a single missing number is computed. Raises Refused if any
    other is missing."""
    names = counted_names(count, case.agreed)
    whole = completed_column(count, column, total)
    numbers = [number for number in whole if number is not None]
    if not len(numbers) == len(whole) == len(names):
        message = say(
            "{count}: one number is needed for each of {players}",
            count=count.name,
            players=", ".join(names),
        )
        raise refuse(f"{count.id}-number", message, count.id)
    return numbers


def _row(case: Case, count: Count, column: Sequence[int], total: int | None) -> dict[str, Any]:
    """Return a count as values for JSON: the numbers, their sum, the required total, the cards of
    each pile, and likely mistakes."""
    names, seats = counted_names(count, case.agreed), len(case.agreed.players)
    found = [] if total is None else slips(count, column, total, names, seats, case.pack)
    row: dict[str, Any] = {
        "given": dict(zip(names, column, strict=True)),
        "sum": sum(column),
        "total": total,
    }
    if count.counts_tricks:
        row["cards"] = {name: number * seats for name, number in zip(names, column, strict=True)}
        row["pack"] = None if total is None else total * seats
    row["slips"] = [_slip(names, slip) for slip in found]
    return row


def _slip(names: Sequence[str], slip: TotalSlip) -> dict[str, Any]:
    """Return a mistake as values for JSON, with the right numbers by name where they follow."""
    return {
        "what": slip.said,
        "right": dict(zip(names, slip.column, strict=True)) if slip.column else None,
    }


def _lines(case: Case, count: Count, row: Mapping[str, Any]) -> Iterable[Words]:
    """Yield the lines of a count: the sum, the piles, and the mistakes that explain it."""
    plus = " + ".join(str(number) for number in row["given"].values())
    sum_said = titled(count.name, f"{plus} = {row['sum']}")
    yield _sum_line(sum_said, row["sum"], row["total"])
    if "cards" in row:
        yield JoinedWords(("  ", _piles_line(row["cards"], row["pack"])))
    for slip in row["slips"]:
        yield JoinedWords(("  ", _slip_line(case, count, slip)))


def _sum_line(said: Words, found: int, total: int | None) -> Words:
    """Return the line that compares the sum with the required total."""
    if total is None:
        # Translators: {sum} is such as "tricks: 8 + 5 + 4 = 17".
        return say("{sum}; the rules fix no total", sum=said)
    if found == total:
        return say("{sum}, as it must be", sum=said)
    if found > total:
        return say(
            "{sum}; it must be {total}, {difference} fewer",
            sum=said,
            total=total,
            difference=found - total,
        )
    return say(
        "{sum}; it must be {total}, {difference} more",
        sum=said,
        total=total,
        difference=total - found,
    )


def _piles_line(cards: Mapping[str, int], pack: int | None) -> Words:
    """Return the line with the number of cards in each pile, and their sum if known."""
    piles = shown_pairs(cards.items())
    if not pack:
        return say("cards in the piles: {piles}", piles=piles)
    return say("cards in the piles: {piles}; {total} in all", piles=piles, total=pack)


def _slip_line(case: Case, count: Count, slip: Mapping[str, Any]) -> Words:
    """Return the line of a likely mistake, with the corrected numbers if known."""
    column = slip["right"]
    if not column:
        return say("perhaps {slip}", slip=slip["what"])
    if not count.counts_tricks:
        return say(
            "perhaps {slip}: then {numbers}", slip=slip["what"], numbers=shown_pairs(column.items())
        )
    piles = pile_sizes([*column.values()], len(case.agreed.players))
    return say(
        "perhaps {slip}: then {numbers}, piles of {piles} cards",
        slip=slip["what"], numbers=shown_pairs(column.items()), piles=piles,
    )  # fmt: skip


def _swapped(case: Case, view: DealFacts, facts: Mapping[str, Any]) -> Iterable[TotalSlip]:
    """Yield the swaps of two sides' tricks that would make impossible points possible."""
    if not [*pile_problems(view, facts)]:
        return
    for count in case.rules.counts.values():
        if count.values and count.piles and count.piles in facts and count.id in facts:
            values = card_values(case.rules, count)
            tricks, points = facts[count.piles], facts[count.id]
            yield from swaps(
                values, tricks, points, case.agreed.side_names, len(case.agreed.players)
            )
