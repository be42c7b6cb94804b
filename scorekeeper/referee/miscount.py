"""A count that is wrong: how many cards each pile must hold, and which one slip explains it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.problems import Problem, Refused, listed
from scorekeeper.referee.case import Answer, Case, cited
from scorekeeper.ruleset.model import Count
from scorekeeper.schedule import State, turn
from scorekeeper.scoring.counts import completed, counted, pile_problems, total_of
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.scoring.piles import card_values
from scorekeeper.scoring.slips import TRICKS, Slip, slips, swaps


def miscount_answer(case: Case, state: State, facts: Mapping[str, Any]) -> Answer:
    """Each count that was given: its sum, what it must be, the cards of each pile, the slips."""
    view = DealFacts(case.agreed, state, turn(case.agreed, state, facts), facts)
    counts = [count for count in case.rules.counts.values() if count.id in facts]
    if not counts:
        known = listed(case.rules.counts)
        raise Refused(
            [
                Problem(
                    "count-missing", f"no numbers to check: give {known}, one a side", None, "for example tricks=8,5,4"
                )
            ]
        )
    rows: dict[str, Any] = {}
    lines: list[str] = []
    for count in counts:
        total = total_of(count, view)
        column = completed(count, facts[count.id], total)
        names = counted(count, case.agreed)
        if len(column) != len(names) or None in column:
            who = ", ".join(names)
            raise Refused(
                [
                    Problem(
                        f"{count.id}-number", f"{count.name.shown()}: one number is needed for each of {who}", count.id
                    )
                ]
            )
        numbers = [int(number or 0) for number in column]
        row = _row(case, count, numbers, total)
        rows[count.id] = row
        lines += _lines(case, count, row)
    swapped = [*_swapped(case, view, facts)]
    lines += [f"the piles cannot hold these points; perhaps {slip.said}" for slip in swapped]
    sources = listed(dict.fromkeys(count.source for count in counts if count.source), "and")
    value = {"counts": rows, "swaps": [slip.said for slip in swapped], "source": cited(case.rules, sources)}
    return Answer(value, (*lines, f"source: {cited(case.rules, sources)}"))


def _row(case: Case, count: Count, column: Sequence[int], total: int | None) -> dict[str, Any]:
    names, seats = counted(count, case.agreed), len(case.agreed.players)
    found = [] if total is None else slips(count, column, total, names, seats, len(case.pack.suits))
    row: dict[str, Any] = {"given": dict(zip(names, column, strict=True)), "sum": sum(column), "total": total}
    if count.id == TRICKS:
        row["cards"] = {name: number * seats for name, number in zip(names, column, strict=True)}
        row["pack"] = None if total is None else total * seats
    row["slips"] = [_slip(names, slip) for slip in found]
    return row


def _slip(names: Sequence[str], slip: Slip) -> dict[str, Any]:
    return {"what": slip.said, "right": dict(zip(names, slip.column, strict=True)) if slip.column else None}


def _lines(case: Case, count: Count, row: Mapping[str, Any]) -> Iterable[str]:
    name, found, total = count.name.shown(), row["sum"], row["total"]
    plus = " + ".join(str(number) for number in row["given"].values())
    if total is None:
        yield f"{name}: {plus} = {found}; the rules fix no total"
    elif found == total:
        yield f"{name}: {plus} = {found}, as it must be"
    else:
        way = "fewer" if found > total else "more"
        yield f"{name}: {plus} = {found}; it must be {total}, {abs(found - total)} {way}"
    if "cards" in row:
        piles = ", ".join(f"{who} {cards}" for who, cards in row["cards"].items())
        yield f"  cards in the piles: {piles}" + (f"; {row['pack']} in all" if row["pack"] else "")
    for slip in row["slips"]:
        yield f"  perhaps {slip['what']}" + (f": then {_right(case, count, slip['right'])}" if slip["right"] else "")


def _right(case: Case, count: Count, column: Mapping[str, int]) -> str:
    numbers = ", ".join(f"{who} {number}" for who, number in column.items())
    seats = len(case.agreed.players)
    cards = (
        f", piles of {listed((str(number * seats) for number in column.values()), 'and')} cards"
        if count.id == TRICKS
        else ""
    )
    return numbers + cards


def _swapped(case: Case, view: DealFacts, facts: Mapping[str, Any]) -> Iterable[Slip]:
    """Points that the piles of these tricks cannot hold, but could if two sides' tricks changed
    places."""
    if not [*pile_problems(view, facts)]:
        return
    for count in case.rules.counts.values():
        if count.values and count.piles and count.piles in facts and count.id in facts:
            values = card_values(case.rules, count)
            tricks, points = facts[count.piles], facts[count.id]
            yield from swaps(values, tricks, points, case.agreed.side_names, len(case.agreed.players))
