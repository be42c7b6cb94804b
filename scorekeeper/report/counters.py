"""The counters that a game shows: what they are called, and where they stand."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.base.exact import number_word
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.report.phrases import range_word
from scorekeeper.rules.formula_names import term
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.speech import labelled, text_of

TABLE = "table"  # the key of the number of a counter of which the whole table has one
Carried = Mapping[str, Mapping[str, int]]  # the number of each side, by counter
CarriedNow = Mapping[str, Mapping[str, int | tuple[int, int]]]  # … or the least and the most


def counters_shown(rules: Ruleset) -> dict[str, int]:
    """The counters that are shown, each with its place among all."""
    return {
        name: place
        for place, (name, counter) in enumerate(rules.scoring.carry.items())
        if counter.show
    }


def counter_word(rules: Ruleset, name: str) -> str:
    """What a counter is called."""
    return text_of(term(rules, name))


def carried_of(agreed: Agreed, carry: tuple[tuple[int, ...], ...]) -> Carried:
    """What each side, or the table, has of the counters that are shown."""
    of_table = agreed.rules.tables_counters
    return {
        name: {TABLE: carry[place][0]}
        if name in of_table
        else dict(zip(agreed.side_names, carry[place], strict=True))
        for name, place in counters_shown(agreed.rules).items()
    }


def carried_now(now: Standing) -> CarriedNow:
    """What each side has of these as a session stands: a range where that is open."""
    ways = [carried_of(now.agreed, way.state.carry) for way in now.ways or (now,)]
    return {
        name: {side: _span([way[name][side] for way in ways]) for side in by_side}
        for name, by_side in ways[0].items()
    }


def _span(numbers: list[int]) -> int | tuple[int, int]:
    least, most = min(numbers), max(numbers)
    return least if least == most else (least, most)


def carried_ranges(carried: CarriedNow) -> dict[str, object]:
    """The ranges for programs, by counter and side; no key where nothing is open."""
    found = {
        name: {side: list(one) for side, one in by_side.items() if isinstance(one, tuple)}
        for name, by_side in carried.items()
    }
    ranges = {name: by_side for name, by_side in found.items() if by_side}
    return {"carried_range": ranges} if ranges else {}


def counter_said(number: int | tuple[int, int]) -> str:
    """A number of a counter, or its range: `0…1`."""
    if isinstance(number, tuple):
        return range_word(*map(number_word, number))
    return number_word(number)


def carried_lines(rules: Ruleset, carried: CarriedNow) -> list[str]:
    """`bags: Anna 3, Björn 0`, a counter a line."""
    return [labelled(counter_word(rules, name), line) for name, line in carried_words(carried)]


def carried_words(carried: CarriedNow) -> list[tuple[str, str]]:
    """Each counter with what the sides have of it: `Anna 3, Björn 0`; of one of the table `3`."""
    return [(name, _said(by_side)) for name, by_side in carried.items()]


def _said(by_side: Mapping[str, int | tuple[int, int]]) -> str:
    if [*by_side] == [TABLE]:
        return counter_said(by_side[TABLE])
    return ", ".join(f"{side} {counter_said(number)}" for side, number in by_side.items())


def counter_lines(now: Standing) -> list[str]:
    """The same of a session as it stands."""
    return carried_lines(now.agreed.rules, carried_now(now))
