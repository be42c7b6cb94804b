"""The bounds of what is worked out of numbers with bounds."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.base.exact import is_number, ratio
from scorekeeper.rules.formula import GREATEST
from scorekeeper.rules.kind import A_NUMBER, ANYTHING, ENDLESS, Kind, number, stepped


def added(one: Kind, other: Kind) -> Kind:
    """`one + other`."""
    ends = one.least + other.least, one.most + other.most
    return stepped(*ends, (one, _from(other, one.least)))


def _from(one: Kind, least: float) -> Kind:
    """The same numbers, moved so that this is the least of them."""
    return one._replace(least=least, most=one.most - one.least + least)


def turned(one: Kind) -> Kind:
    """`-one`."""
    return stepped(-one.most, -one.least, (one._replace(least=-one.most, most=-one.least),))


def multiplied(one: Kind, other: Kind) -> Kind:
    """`one * other`."""
    corners = [_times(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    ends = min(corners), max(corners)
    by, many = (one, other) if one.is_single else (other, one)
    if not by.is_single or not by.is_of_wholes or many.step == 0:
        return number(*ends, one, other)
    return stepped(*ends, (Kind(many.sort, *ends, (int(abs(by.least)) * many.step) or 1),))


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
    if 0 <= one.least <= one.most < other.least:
        return one
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
    return stepped(min(kind.least for kind in found), min(kind.most for kind in found), found)


def greatest_of(kinds: Iterable[Kind]) -> Kind:
    """`max` of them."""
    found = [*kinds] or [A_NUMBER]
    return stepped(max(kind.least for kind in found), max(kind.most for kind in found), found)


def hull(kinds: Iterable[Kind]) -> Kind:
    """From the least to the most of them all."""
    found = [*kinds] or [A_NUMBER]
    return stepped(min(kind.least for kind in found), max(kind.most for kind in found), found)


# --- of lists ------------------------------------------------------------------------------------


def summed(many: Kind) -> Kind:
    """`sum` of a list."""
    if many.sum is not None:
        return many.sum
    of = many.of or ANYTHING
    least = min(_times(of.least, number) for number in (many.least, many.most))
    return number(least, max(_times(of.most, number) for number in (many.least, many.most)), of)


def greatest_in(many: Kind) -> Kind:
    """`max` of a list: no less than the mean, and no more than the others leave."""
    of, total, ends = many.of or ANYTHING, summed(many), _lengths(many)
    least = min(_mean(total.least, number, up=of.is_of_wholes) for number in ends)
    most = max(total.most - _times(of.least, number - 1) for number in ends)
    least = max(of.least, least)
    return stepped(least, min(of.most, most), (of, of._replace(least=least)))


def least_in(many: Kind) -> Kind:
    """`min` of a list."""
    of, total = many.of or ANYTHING, many.sum and turned(many.sum)
    return turned(greatest_in(many._replace(of=turned(of), sum=total)))


def _lengths(many: Kind) -> tuple[float, float]:
    """The fewest and the most values of a list of which something is asked that has one at
    least."""
    return max(1, many.least), max(1, many.most)


def _mean(total: float, number: float, up: bool) -> float:
    if abs(total) == ENDLESS:
        return total
    if number == ENDLESS:
        return min(0, total)
    return -(-total // number) if up else _part(total, number)


def most_of(many: Kind, value: float) -> float:
    """How often a list may hold a number at the most, so that the others still make its sum."""
    of, total, longest = many.of or ANYTHING, summed(many), many.most
    if ENDLESS in (longest, abs(of.least), abs(of.most)):
        return longest
    ways = (
        number_of
        for length in range(int(many.least), int(longest) + 1)
        for number_of in range(length + 1)
        if number_of * value + (length - number_of) * of.least <= total.most
        and number_of * value + (length - number_of) * of.most >= total.least
    )
    return max(ways, default=0) or longest
