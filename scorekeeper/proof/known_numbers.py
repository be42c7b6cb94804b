"""What becomes of an expression in numbers that are not known once one of them is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from scorekeeper.proof.open_numbers import (
    FAILED,
    Failed,
    Left,
    Open,
    divided,
    greatest_of,
    in_table,
    magnitude,
    remainder,
    times,
    total,
)
from scorekeeper.proof.open_tests import (
    all_of,
    any_of,
    choice,
    is_at_least_zero,
    is_zero,
    negated,
    truth,
)


def with_number(value: Left, name: str, number: Left) -> Left:
    """What is left once one more number is known, or known to be within narrower bounds."""
    if not isinstance(value, Open) or name not in value.names:
        return value
    return _rebuilt(value, name, number)


@lru_cache(60_000)
def _rebuilt(value: Open, name: str, number: Left) -> Left:
    return _REBUILT[value.kind](lambda part: with_number(part, name, number), number, *value.parts)


Known = Callable[[Left], Left]


def _known_sum(known: Known, _: Left, constant: int, terms: Sequence[tuple[Open, int]]) -> Left:
    return total([(known(term), factor) for term, factor in terms], constant)


def _known_parts(function: Callable[..., Left]) -> Callable[..., Left]:
    return lambda known, _, *parts: _strict(function, *map(known, parts))


def _strict(function: Callable[..., Left], *parts: Left) -> Left:
    return FAILED if any(isinstance(part, Failed) for part in parts) else function(*parts)


def _known_choice(known: Known, _: Left, test: Left, then: Left, other: Left) -> Left:
    test = truth(known(test))
    if isinstance(test, (Open, Failed)):
        return FAILED if isinstance(test, Failed) else choice(test, known(then), known(other))
    return known(then if test else other)


_REBUILT: Mapping[str, Callable[..., Left]] = {
    "number": lambda known, number, name: number,
    "sum": _known_sum,
    "product": _known_parts(times),
    "over": _known_parts(divided),
    "rest": _known_parts(remainder),
    "abs": _known_parts(magnitude),
    "greatest": _known_parts(greatest_of),
    "not": _known_parts(negated),
    "is 0": _known_parts(is_zero),
    "at least 0": _known_parts(is_at_least_zero),
    "and": lambda known, _, *parts: all_of([known(part) for part in parts]),
    "or": lambda known, _, *parts: any_of([known(part) for part in parts]),
    "if": _known_choice,
    "table": lambda known, _, key, least, found: _strict(in_table, known(key), least, found),
}
