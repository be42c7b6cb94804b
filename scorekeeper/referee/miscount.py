"""A count that is wrong: how many cards each pile must hold, and which one slip explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.game.counts import completed, counted, total_of
from scorekeeper.game.facts import DealFacts
from scorekeeper.game.pile_problems import pile_problems
from scorekeeper.game.piles import card_values
from scorekeeper.game.schedule import State, first_state, turn
from scorekeeper.game.slips import Slip, pile_sizes, slips, swaps
from scorekeeper.record.words import read_words
from scorekeeper.referee.case import Answer, Case, cited, source_line
from scorekeeper.referee.in_a_row import shown_pairs
from scorekeeper.rules.model import Count
from scorekeeper.text.message import Joined, Words, listing, say, titled
from scorekeeper.text.problems import Refused, refuse


def miscount_answer(case: Case, state: State, facts: Mapping[str, Any]) -> Answer:
    """Each count that was given: its sum, what it must be, the cards of each pile, the slips."""
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
    value = {"counts": rows, "swaps": swapped, "source": cited(case.rules, source)}
    return Answer(value, (*lines, source_line(case.rules, source)))


def _without_numbers(case: Case) -> Refused:
    """The refusal of a question without a number, or in a game that counts nothing."""
    if not case.rules.counts:
        message = say("nothing is counted in {game}", game=case.rules.name)
        return refuse("count-none", message)
    counts = listing(case.rules.counts)
    message = say("no numbers to check: give {counts}, one a side", counts=counts)
    hint = say("for example {words}", words="tricks=8,5,4")
    return refuse("count-missing", message, None, hint)


def typed_answer(case: Case, words: Sequence[str], state: State | None = None) -> Answer:
    """`miscount_answer` about the counts that a person typed; `state` is that before the deal, None
    where it is not known which deal is meant. Raises Refused where the words cannot be read."""
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
    """The numbers of a count, one that was left out worked out; refused where they are not one
    each."""
    names = counted(count, case.agreed)
    whole = completed(count, column, total)
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
    """A count for a program: the numbers, their sum, what it must be, the cards of each pile, the
    slips."""
    names, seats = counted(count, case.agreed), len(case.agreed.players)
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


def _slip(names: Sequence[str], slip: Slip) -> dict[str, Any]:
    """A slip for a program, with the right numbers by name where they follow."""
    return {
        "what": slip.said,
        "right": dict(zip(names, slip.column, strict=True)) if slip.column else None,
    }


def _lines(case: Case, count: Count, row: Mapping[str, Any]) -> Iterable[Words]:
    """A count in lines: the sum, the piles, the slips that explain it."""
    plus = " + ".join(str(number) for number in row["given"].values())
    sum_said = titled(count.name, f"{plus} = {row['sum']}")
    yield _sum_line(sum_said, row["sum"], row["total"])
    if "cards" in row:
        yield Joined(("  ", _piles_line(row["cards"], row["pack"])))
    for slip in row["slips"]:
        yield Joined(("  ", _slip_line(case, count, slip)))


def _sum_line(said: Words, found: int, total: int | None) -> Words:
    """The sum beside what it must be."""
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
    """How many cards each pile must hold, and all together where that is known."""
    piles = shown_pairs(cards.items())
    if not pack:
        return say("cards in the piles: {piles}", piles=piles)
    return say("cards in the piles: {piles}; {total} in all", piles=piles, total=pack)


def _slip_line(case: Case, count: Count, slip: Mapping[str, Any]) -> Words:
    """A slip, and what the numbers are without it."""
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


def _swapped(case: Case, view: DealFacts, facts: Mapping[str, Any]) -> Iterable[Slip]:
    """Points that the piles of these tricks cannot hold, but could if two sides' tricks changed
    places."""
    if not [*pile_problems(view, facts)]:
        return
    for count in case.rules.counts.values():
        if count.values and count.piles and count.piles in facts and count.id in facts:
            values = card_values(case.rules, count)
            tricks, points = facts[count.piles], facts[count.id]
            yield from swaps(
                values, tricks, points, case.agreed.side_names, len(case.agreed.players)
            )
