"""Conditions on numbers that are not known yet: what holds whatever they are, what never does, and
what is left of the others."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence

from scorekeeper.proof.open_numbers import (
    FAILED,
    CannotBeLeft,
    Failed,
    Left,
    Open,
    are_numbers,
    ends,
    expression,
    may_fail,
    minus,
    place_of,
    total,
)
from scorekeeper.rules.formula import FormulaError

_NO_ANSWER = (FormulaError, LookupError, TypeError, ValueError, AttributeError, ArithmeticError)


def truth(value: Left) -> Left:
    """Whether it holds: True, False, FAILED, or a condition."""
    if isinstance(value, Failed):
        return FAILED
    if not isinstance(value, Open):
        return bool(value)
    if value.kind in ("at least 0", "is 0", "not"):
        return value
    if value.kind in ("and", "or"):
        return (all_of if value.kind == "and" else any_of)(
            [truth(part) for part in value.parts], True
        )
    if value.kind == "if":
        test, then, other = value.parts
        return _which(test, truth(then), truth(other))
    if not value.is_number:
        raise CannotBeLeft
    return negated(is_zero(value))


def _which(test: Left, then: Left, other: Left) -> Left:
    """A condition that is one where a third holds, and the other where it does not."""
    if then is True and other is False:
        return test
    return negated(test) if then is False and other is True else choice(test, then, other)


def negated(value: Left) -> Left:
    value = truth(value)
    if isinstance(value, Failed):
        return FAILED
    if not isinstance(value, Open):
        return not value
    if value.kind == "not":
        return value.parts[0]
    return expression("not", (value,), 0, 1)


def is_zero(value: Left) -> Left:
    if isinstance(value, Failed):
        return FAILED
    least, most = ends(value)
    if least > 0 or most < 0:
        return False
    if least == most:
        return True
    turned = total([(value, -1)])
    value = min(value, turned, key=place_of)  # x = 0 and -x = 0 are one condition
    return expression("is 0", (value,), 0, 1)


def is_at_least_zero(value: Left) -> Left:
    if isinstance(value, Failed):
        return FAILED
    least, most = ends(value)
    if least >= 0 or most < 0:
        return least >= 0
    return expression("at least 0", (value,), 0, 1)


def same(left: Left, right: Left) -> Left:
    """Whether two values are equal."""
    if isinstance(left, Failed) or isinstance(right, Failed):
        return FAILED
    if not any_open(left) and not any_open(right):
        return left == right
    numbers = [isinstance(v, (Open, int)) for v in (left, right)]
    if all(numbers):
        are_numbers(left, right)
        return is_zero(minus(left, right))
    if any(isinstance(v, (list, tuple)) for v in (left, right)):
        raise CannotBeLeft
    are_numbers(*(v for v in (left, right) if isinstance(v, Open)))
    return False  # a number and a word


def below(left: Left, right: Left) -> Left:
    """Whether one number is less than another."""
    if isinstance(left, Failed) or isinstance(right, Failed):
        return FAILED
    if not any_open(left) and not any_open(right):
        return worked_out(operator.lt, left, right)
    if not are_numbers(left, right):
        return FAILED
    return is_at_least_zero(total(((right, 1), (left, -1)), -1))


def any_open(value: Left) -> bool:
    if isinstance(value, (tuple, list)):
        return any(any_open(one) for one in value)
    return isinstance(value, Open)


def all_of(parts: Sequence[Left], is_test: bool = False) -> Left:
    """`and`: the first that does not hold, else the last."""
    return _joined("and", parts, is_test)


def any_of(parts: Sequence[Left], is_test: bool = False) -> Left:
    """`or`: the first that holds, else the last."""
    return _joined("or", parts, is_test)


def _joined(kind: str, parts: Sequence[Left], is_test: bool) -> Left:
    going_on = kind == "and"  # what a part must be for the next to count
    kept: list[Left] = []
    for place, part in enumerate(parts):
        if not isinstance(part, Open):
            is_last = place == len(parts) - 1
            if not isinstance(part, Failed) and bool(part) == going_on and not is_last:
                continue
            if not isinstance(part, Failed) and bool(part) == going_on and is_test and kept:
                continue  # only whether it holds is asked
            kept.append(part)
            break
        if part not in kept or not is_test:
            kept.append(part)
    if len(kept) == 1:
        return kept[0]
    if is_test and isinstance(kept[-1], bool) and not any(map(may_fail, kept)):
        return kept[-1]  # `x and false`
    return expression(kind, tuple(kept), *_ends_of(kept), _all_numbers(kept))


def _ends_of(values: Iterable[Left]) -> tuple[int, int]:
    """The least and the most that one of several can be, where that is a number."""
    found = [ends(value) for value in values if isinstance(value, (Open, int))]
    return min((low for low, _ in found), default=0), max((high for _, high in found), default=0)


def _all_numbers(values: Iterable[Left]) -> bool:
    """Whether each is a number, or has no answer."""
    return all(
        value.is_number if isinstance(value, Open) else isinstance(value, (int, Failed))
        for value in values
    )


def choice(test: Left, then: Left, other: Left) -> Left:
    """One value where a condition holds, the other where it does not."""
    if isinstance(test, Failed):
        return FAILED
    if not isinstance(test, Open):
        return then if test else other
    if _is_the_same(then, other) and not test.may_fail:
        return then
    if test.kind == "not":
        return choice(test.parts[0], other, then)
    branches = (then, other)
    if any(isinstance(one, (list, tuple)) for one in branches):
        raise CannotBeLeft
    return expression("if", (test, then, other), *_ends_of(branches), _all_numbers(branches))


def _is_the_same(one: Left, other: Left) -> bool:
    return type(one) is type(other) and bool(one == other)


def worked_out(function: Callable[..., Left], *values: Left) -> Left:
    try:
        return function(*values)
    except _NO_ANSWER:
        return FAILED


def is_among(value: Left, values: Left) -> Left:
    if isinstance(value, Failed) or isinstance(values, Failed):
        return FAILED
    if not any_open(value) and not any_open(values):
        return worked_out(lambda: value in values)
    if isinstance(values, (list, tuple)):
        tests = [same(value, one) for one in values]
        return FAILED if FAILED in tests else truth(any_of(tests, True)) if tests else False
    raise CannotBeLeft
