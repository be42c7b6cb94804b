"""The bounds of what is worked out of numbers with bounds."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.exact import is_number, ratio
from scorekeeper.formula import GREATEST
from scorekeeper.kinds.kind import A_NUMBER, ENDLESS, Kind, number


def added(one: Kind, other: Kind) -> Kind:
    """`one + other`."""
    return number(one.least + other.least, one.most + other.most, one, other)


def turned(one: Kind) -> Kind:
    """`-one`."""
    return number(-one.most, -one.least, one)


def multiplied(one: Kind, other: Kind) -> Kind:
    """`one * other`."""
    corners = [_times(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    return number(min(corners), max(corners), one, other)


def _times(one: float, other: float) -> float:
    return 0 if not (one and other) else one * other


def parted(one: Kind, other: Kind) -> Kind:
    """`one / other`, exactly: no whole number, as far as is known."""
    if not 0 < other.least <= other.most < ENDLESS:
        return A_NUMBER._replace(step=0)
    corners = [_part(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    return number(min(corners), max(corners))._replace(step=0)


def _part(one: float, other: float) -> float:
    """The one divided by the other: exactly, unless one of them is without an end."""
    return ratio(one, other) if is_number(one) and is_number(other) else one / other


def divided(one: Kind, other: Kind) -> Kind:
    """`one // other`, rounded down."""
    if not 0 < other.least <= other.most < ENDLESS:
        return A_NUMBER
    corners = [_over(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    return number(min(corners), max(corners))


def _over(one: float, other: float) -> float:
    return one if abs(one) == ENDLESS else one // other


def left_over(one: Kind, other: Kind) -> Kind:
    """`one % other`."""
    if one.is_of_wholes and other.is_of_wholes:
        return number(0, other.most - 1) if other.least > 0 else A_NUMBER
    least, most = (0, other.most) if other.least > 0 else (-ENDLESS, ENDLESS)
    return number(least, most, one, other)


def to_the_power(one: Kind, other: Kind) -> Kind:
    """`power(one, other)`, where the power is not below 0."""
    least, most = max(other.least, 0), max(other.most, 0)
    if ENDLESS in (abs(one.least), abs(one.most), most):
        return A_NUMBER if one.least < 0 else number(0 if one.least < 1 else 1, ENDLESS, one)
    ends = {least, most, min(most, least + 1), max(least, most - 1)}
    corners = [_power(base, power) for base in (one.least, one.most) for power in ends]
    corners += [_power(0, power) for power in ends] if one.least <= 0 <= one.most else []
    return number(min(corners), max(corners), one)


def _power(base: float, power: float) -> float:
    """Past all bounds without an end."""
    if abs(base) > GREATEST or (abs(base) > 1 and power > GREATEST.bit_length()):
        return -ENDLESS if base < 0 and power % 2 else ENDLESS
    return float(base) ** int(power)


def without_sign(one: Kind) -> Kind:
    """`abs(one)`."""
    least = 0 if one.least <= 0 <= one.most else min(abs(one.least), abs(one.most))
    return number(least, max(abs(one.least), abs(one.most)), one)


def least_of(kinds: Iterable[Kind]) -> Kind:
    """`min` of them."""
    found = [*kinds] or [A_NUMBER]
    return number(min(kind.least for kind in found), min(kind.most for kind in found), *found)


def greatest_of(kinds: Iterable[Kind]) -> Kind:
    """`max` of them."""
    found = [*kinds] or [A_NUMBER]
    return number(max(kind.least for kind in found), max(kind.most for kind in found), *found)


def summed(one: Kind) -> Kind:
    """The sum of a list of such numbers, however many these are."""
    return number(0 if one.least >= 0 else -ENDLESS, 0 if one.most <= 0 else ENDLESS, one)


def hull(kinds: Iterable[Kind]) -> Kind:
    """From the least to the most of them all."""
    found = [*kinds] or [A_NUMBER]
    return number(min(kind.least for kind in found), max(kind.most for kind in found))
