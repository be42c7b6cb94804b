"""Exact numbers that need not be whole, such as half a point. A float would drift."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from math import gcd
from typing import Any, Final, TypeGuard

SIGNS: Final = {(1, 2): "½", (1, 4): "¼", (3, 4): "¾"}
STEPS: Final = ("1/2", "1/4")  # the steps that a page may say: those that every sheet can write
_ENDS: Final = {sign: f"{part[0]}/{part[1]}" for part, sign in SIGNS.items()}
_DECIMAL = r"([0-9]{0,12})[.,]([0-9]{1,6})"
_BROKEN = r"(?:([0-9]{1,12}) )?([0-9]{1,12})/([0-9]{1,6})"
_WITH_SIGN = rf"([0-9]{{0,12}}) ?([{''.join(_ENDS)}])"


def exact(above: int, below: int) -> int:
    """Return the quotient of two whole numbers: an int if it is whole, else a `Part`."""
    common = gcd(above, below) * (-1 if below < 0 else 1)
    if below == common:
        return above // common
    return Part(above // common, below // common)  # type: ignore[return-value]


def ratio(one: int, other: int) -> int:
    """Return the exact quotient of two numbers. Raises ZeroDivisionError for division by zero."""
    if other == 0:
        raise ZeroDivisionError
    return exact(one.numerator * other.denominator, one.denominator * other.numerator)


def is_number(value: object) -> TypeGuard[int]:
    """Return True if a value is an exact number, whole or not."""
    return isinstance(value, (int, Part))


def is_whole(number: int) -> bool:
    """Return True if an exact number is whole."""
    return number.denominator == 1


def is_written(number: int) -> bool:
    """Return True if an exact number can be shown exactly: a whole number, halves or quarters."""
    return number.denominator in (1, 2, 4)


def number_word(number: int) -> str:
    """Return an exact number as text, with a typographic minus sign: `3`, `−3`, `−½`."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """Return points with their sign, readable across a table: `+3`, `−3`, `0`."""
    return f"+{number}" if number > 0 else number_word(number)


def steps(least: int, most: int, step: int) -> Sequence[int]:
    """Return every number from minimum to maximum, in steps."""
    if is_whole(least) and is_whole(step):
        return range(least, most // 1 + 1, step)
    return [least + step * place for place in range(max(0, (most - least) // step + 1))]


Reckoned = Callable[[Any, Any], Any]


class Part:
    """An exact fraction that is not whole, in lowest terms; immutable."""

    __slots__ = ("denominator", "numerator")

    def __init__(self, numerator: int, denominator: int) -> None:
        self.numerator, self.denominator = numerator, denominator

    def __str__(self) -> str:
        """Return the text `6½` or `-½`, or `5/3` if the fraction has no sign."""
        whole, above = divmod(abs(self.numerator), self.denominator)
        minus, sign = "-" if self.numerator < 0 else "", SIGNS.get((above, self.denominator))
        if sign is None:
            return f"{self.numerator}/{self.denominator}"
        return f"{minus}{whole or ''}{sign}"

    __repr__ = __str__

    def __format__(self, how: str) -> str:
        if how not in ("", "+", "+d"):
            return format(float(self), how)
        return f"+{self}" if how and self.numerator > 0 else str(self)

    def __round__(self, places: int = 0) -> float:
        return round(float(self), places)

    def __hash__(self) -> int:
        return hash((self.numerator, self.denominator))

    def __float__(self) -> float:
        return self.numerator / self.denominator

    def __pos__(self) -> Part:
        return self

    def __neg__(self) -> int:
        return exact(-self.numerator, self.denominator)

    def __abs__(self) -> int:
        return exact(abs(self.numerator), self.denominator)

    def __pow__(self, times: int) -> int:
        return exact(self.numerator**times, self.denominator**times)

    def __eq__(self, other: object) -> bool:
        is_so: bool = _compared(operator.eq, self, other)
        return is_so

    def __lt__(self, other: object) -> bool:
        is_so: bool = _compared(operator.lt, self, other)
        return is_so

    def __le__(self, other: object) -> bool:
        is_so: bool = _compared(operator.le, self, other)
        return is_so

    def __gt__(self, other: object) -> bool:
        is_so: bool = _compared(operator.gt, self, other)
        return is_so

    def __ge__(self, other: object) -> bool:
        is_so: bool = _compared(operator.ge, self, other)
        return is_so

    def __add__(self, other: Any) -> Any:
        return _worked(_plus, operator.add, self, other)

    def __radd__(self, other: Any) -> Any:
        return _worked(_plus, operator.add, other, self)

    def __sub__(self, other: Any) -> Any:
        return _worked(_minus, operator.sub, self, other)

    def __rsub__(self, other: Any) -> Any:
        return _worked(_minus, operator.sub, other, self)

    def __mul__(self, other: Any) -> Any:
        return _worked(_times, operator.mul, self, other)

    def __rmul__(self, other: Any) -> Any:
        return _worked(_times, operator.mul, other, self)

    def __truediv__(self, other: Any) -> Any:
        return _worked(_over, operator.truediv, self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _worked(_over, operator.truediv, other, self)

    def __floordiv__(self, other: Any) -> Any:
        return _worked(_floor, operator.floordiv, self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return _worked(_floor, operator.floordiv, other, self)

    def __mod__(self, other: Any) -> Any:
        return _worked(_rest, operator.mod, self, other)

    def __rmod__(self, other: Any) -> Any:
        return _worked(_rest, operator.mod, other, self)

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self


def _worked(how: Reckoned, of_floats: Reckoned, one: Any, other: Any) -> Any:
    """Return the exact result of an operation on two numbers, a float if one of them is a float,
    or NotImplemented if one is not a number."""
    if isinstance(one, float) or isinstance(other, float):
        return of_floats(float(one), float(other))
    return how(one, other) if is_number(one) and is_number(other) else NotImplemented


def _compared(how: Reckoned, one: Part, other: object) -> Any:
    if isinstance(other, float):
        return how(float(one), other)
    if not is_number(other):
        return NotImplemented
    return how(one.numerator * other.denominator, other.numerator * one.denominator)


def _plus(one: int, other: int) -> int:
    above = one.numerator * other.denominator + other.numerator * one.denominator
    return exact(above, one.denominator * other.denominator)


def _minus(one: int, other: int) -> int:
    above = one.numerator * other.denominator - other.numerator * one.denominator
    return exact(above, one.denominator * other.denominator)


def _times(one: int, other: int) -> int:
    return exact(one.numerator * other.numerator, one.denominator * other.denominator)


def _over(one: int, other: int) -> float:
    return float(one) / float(other)


def _floor(one: int, other: int) -> int:
    return (one.numerator * other.denominator) // (one.denominator * other.numerator)


def _rest(one: int, other: int) -> int:
    return _minus(one, _times(other, _floor(one, other)))


# --- numbers as text -----------------------------------------------------------------------------


def number_written(text: str) -> int | None:
    """Return the fraction for a text such as `6½`, `0.5`, `6,5` or `1/2`, without a sign before
    it; None for any other text, such as a whole number."""
    if found := re.fullmatch(_WITH_SIGN, text):
        above, below = map(int, _ENDS[found[2]].split("/"))
        return int(found[1] or 0) + exact(above, below)
    if found := re.fullmatch(_DECIMAL, text):
        return int(found[1] or 0) + exact(int(found[2]), 10 ** len(found[2]))
    if (found := re.fullmatch(_BROKEN, text)) and int(found[3]):
        return int(found[1] or 0) + exact(int(found[2]), int(found[3]))
    return None


def decimal(number: int | Part) -> str:
    """Return a number as a decimal for programs, `6.5`; `5/3` where no decimal is exact."""
    if number.denominator == 1:
        return str(number)
    if 10**6 % number.denominator:
        return f"{number.numerator}/{number.denominator}"
    figures = f"{abs(number.numerator) * 10**6 // number.denominator:07d}"
    minus = "-" if number.numerator < 0 else ""
    return f"{minus}{figures[:-6]}.{figures[-6:]}".rstrip("0")


def of_decimal(text: str) -> int | float:
    """Return the exact number of a decimal in a file; a float if it is whole or has another form,
    such as an exponent."""
    found = number_written(text.lstrip("+-"))
    if found is None or is_whole(found):
        return float(text)
    return -found if text.startswith("-") else found


def in_json(value: object) -> float:
    """Return the JSON form of a fraction: a decimal, exact for halves and quarters.

    Raises TypeError for any other value, which is a mistake in the program."""
    if isinstance(value, Part):
        return float(value)
    raise TypeError(value)
