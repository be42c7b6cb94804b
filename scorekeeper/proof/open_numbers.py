"""Numbers that are not known yet, and what can be said of sums, products and the greatest of them:
an expression, simplified, with the least and the most that it can be.

Two results of a game that leave the same of every formula go on alike, and are worked out as one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Any

from scorekeeper.rules.formula import GREATEST


class CannotBeLeft(Exception):
    """A formula of which nothing can be said before all its numbers are known."""


class Failed:
    """What a formula is that has no answer; so is all that is worked out from it."""


FAILED = Failed()


class Open:
    """An expression in numbers that are not known: its kind and parts, the names in it, the least
    and the most that it can be, whether it is a number whatever they are, and whether it may have
    no answer. Two that were made alike are the same one, so that they are compared at once."""

    __slots__ = ("is_number", "kind", "least", "may_fail", "most", "names", "parts", "place")

    def __init__(
        self, kind: str, parts: tuple[Any, ...], least: int, most: int, is_number: bool, fails: bool
    ) -> None:
        inner = [*_inside(parts)]
        self.kind, self.parts, self.least, self.most = kind, parts, least, most
        self.is_number = is_number
        self.may_fail = fails or any(map(may_fail, inner))
        self.names: frozenset[str] = frozenset(parts[:1] if kind == "number" else ()).union(
            *(one.names for one in inner if isinstance(one, Open))
        )
        self.place = next(_PLACES)


_PLACES = count()


def _inside(parts: Iterable[Any]) -> Iterator[Any]:
    """The open expressions in some parts, and what has no answer."""
    for part in parts:
        if isinstance(part, (Open, Failed)):
            yield part
        elif isinstance(part, tuple):
            yield from _inside(part)


Left = Any  # an Open, FAILED, or the value that a formula has


def number_named(name: str, least: int, most: int) -> Left:
    """A number that is not known, between two others."""
    return least if least == most else expression("number", (name,), least, most)


def may_fail(value: Left) -> bool:
    """Whether a formula has no answer, or may have none."""
    return value.may_fail if isinstance(value, Open) else isinstance(value, Failed)


def ends(value: Left) -> tuple[int, int]:
    """The least and the most that a number can be."""
    return (value.least, value.most) if isinstance(value, Open) else (int(value), int(value))


@lru_cache(60_000)
def expression(
    kind: str,
    parts: tuple[Any, ...],
    least: int,
    most: int,
    is_number: bool = True,
    fails: bool = False,
) -> Open:
    if max(abs(least), abs(most)) > GREATEST:
        raise CannotBeLeft
    return Open(kind, parts, least, most, is_number, fails)


def place_of(value: Left) -> tuple[int, int]:
    """A place in an order of expressions, so that two sums of the same terms look the same."""
    return (1, value.place) if isinstance(value, Open) else (0, int(value))


def total(terms: Iterable[tuple[Left, int]], constant: int = 0) -> Left:
    """The sum of numbers, each so many times. Every sum is kept as a constant and its open terms,
    so that two that are the same look the same."""
    times: dict[Open, int] = {}
    for value, factor in terms:
        if isinstance(value, Failed):
            return FAILED
        if not isinstance(value, Open):
            if not isinstance(value, int):
                return FAILED
            constant += factor * int(value)
        elif not value.is_number:
            raise CannotBeLeft
        else:
            inner = value.parts[1] if value.kind == "sum" else ((value, 1),)
            constant += factor * value.parts[0] if value.kind == "sum" else 0
            for term, number in inner:
                times[term] = times.get(term, 0) + factor * number
    left = tuple(sorted(((t, n) for t, n in times.items() if n), key=lambda one: one[0].place))
    if abs(constant) > GREATEST:
        raise CannotBeLeft
    if not left:
        return constant
    if constant == 0 and len(left) == 1 and left[0][1] == 1:
        return left[0][0]
    least = constant + sum(n * (t.least if n > 0 else t.most) for t, n in left)
    most = constant + sum(n * (t.most if n > 0 else t.least) for t, n in left)
    return expression("sum", (constant, left), least, most)


def plus(left: Left, right: Left) -> Left:
    return total(((left, 1), (right, 1)))


def minus(left: Left, right: Left) -> Left:
    return total(((left, 1), (right, -1)))


def times(left: Left, right: Left) -> Left:
    if not are_numbers(left, right):
        return FAILED
    if not isinstance(left, Open):
        return total([(right, int(left))])
    if not isinstance(right, Open):
        return total([(left, int(right))])
    corners = [a * b for a in ends(left) for b in ends(right)]
    parts = tuple(sorted((left, right), key=place_of))
    return expression("product", parts, min(corners), max(corners))


def divided(left: Left, right: Left) -> Left:
    if not are_numbers(left, right) or right == 0:
        return FAILED
    if not isinstance(left, Open) and not isinstance(right, Open):
        return left // right
    if isinstance(right, Open) or right < 0:
        most = max(1, *map(abs, ends(left)))
        return expression("over", (left, right), -most, most, True, _may_be_zero(right))
    least, most = (end // right for end in ends(left))
    return least if least == most else expression("over", (left, right), least, most)


def remainder(left: Left, right: Left) -> Left:
    if not are_numbers(left, right) or right == 0:
        return FAILED
    if not isinstance(left, Open) and not isinstance(right, Open):
        return left % right
    if isinstance(right, Open) or right < 0:
        most = max(map(abs, ends(right)))
        return expression("rest", (left, right), -most, most, True, _may_be_zero(right))
    least, most = (end // right for end in ends(left))
    if least == most:
        return total([(left, 1)], -least * right)
    return expression("rest", (left, right), 0, right - 1)


def _may_be_zero(value: Left) -> bool:
    least, most = ends(value)
    return least <= 0 <= most


def are_numbers(*values: Left) -> bool:
    """Whether all are numbers; raises CannotBeLeft for what may be one or not."""
    if any(isinstance(value, Open) and not value.is_number for value in values):
        raise CannotBeLeft
    return all(isinstance(value, (Open, int)) for value in values)


def magnitude(value: Left) -> Left:
    if not are_numbers(value):
        return FAILED
    least, most = ends(value)
    if least >= 0:
        return value
    if most <= 0:
        return total([(value, -1)])
    return expression("abs", (value,), 0, max(-least, most))


def least_of(*values: Left) -> Left:
    found = greatest_of(*(total([(value, -1)]) for value in in_one_list(values)))
    return found if isinstance(found, Failed) else total([(found, -1)])


def greatest_of(*values: Left) -> Left:
    """The greatest of some numbers, without those that another is never below."""
    numbers = in_one_list(values)
    if not numbers or not are_numbers(*numbers):
        return FAILED
    floor = max(ends(number)[0] for number in numbers)
    kept = [n for n in dict.fromkeys(numbers) if ends(n)[1] > floor or n == floor]
    if len(kept) == 1:
        return total([(kept[0], 1)])
    parts = tuple(sorted(kept, key=place_of))
    return expression("greatest", parts, floor, max(ends(n)[1] for n in kept))


def in_one_list(values: Iterable[Left]) -> list[Left]:
    """The arguments, and what is in the lists among them."""
    found: list[Left] = []
    for value in values:
        found += value if isinstance(value, (list, tuple)) else [value]
    return found


def sum_of(*values: Left) -> Left:
    return total((value, 1) for value in in_one_list(values))


def in_table(key: Left, first: int, found: tuple[Left, ...]) -> Left:
    """The one of these values that belongs to a key, of which the first belongs to `first`."""
    least, most = ends(key)
    found = found[least - first : most - first + 1]
    numbers = [one for one in found if not isinstance(one, Failed)]
    if not numbers or not isinstance(key, Open):
        return found[0]
    if len({*found}) == 1 and not key.may_fail:
        return found[0]
    return expression("table", (key, least, found), min(numbers), max(numbers))
