"""The types of values in formulas, and the bounds of results computed from bounded numbers."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from typing import Final, NamedTuple

from scorekeeper.base.exact_numbers import is_number, is_whole, ratio
from scorekeeper.rules.formula import GREATEST
from scorekeeper.text.message import Words, listing, say

# --- Types -------------------------------------------------------------------------------------
# The type of a value in a formula: a number with its bounds, a word of some list, a card, a flag,
# or a list of values of one type.


# All sorts of values. Words have different sorts for contracts, suits, roles, …
NUMBER: Final = "number"
FLAG: Final = "flag"  # true or false
WORD: Final = "word"
CONTRACT: Final = "contract"
GROUP: Final = "group"
SUIT: Final = "suit"
RANK: Final = "rank"
ROLE: Final = "role"
PLAYER: Final = "player"
CARD: Final = "card"
LIST: Final = "list"
TABLE: Final = "table"  # a ladder, to look up in
NOTHING: Final = "none"
ANY: Final = "any"  # unknown: two branches of two sorts, one number or several
OF_WORDS = (WORD, CONTRACT, GROUP, SUIT, RANK, ROLE, PLAYER)
ENDLESS = float("inf")
MOST_TOLD = 14  # words of a type that are shown


class ValueType(NamedTuple):
    """The type of a value. Numbers and flags are from `least` to `most`, in steps of `step` from
    the least, or any number between them if `step` is 0. `words` are the possible words, None for
    any; a number's are possible in addition to its numbers. A list has from `least` to `most`
    values of type `of`; `sum` is the type of its sum, if known. `is_absent` is True if the value
    may be missing because nobody entered it."""

    sort: str
    least: float = -ENDLESS
    most: float = ENDLESS
    step: int = 1
    words: tuple[str, ...] | None = ()
    of: ValueType | None = None
    is_absent: bool = False
    sum: ValueType | None = None

    @property
    def is_number(self) -> bool:
        """Return True if the value may be a number."""
        return self.sort in (NUMBER, FLAG)

    @property
    def is_of_wholes(self) -> bool:
        """Return True if the value can only be a whole number."""
        return self.step != 0 and is_whole(self.step)

    @property
    def counts_a_test(self) -> bool:
        """Return True if the value is 1 if something is true and else 0."""
        return self.is_number and not self.words and self.least >= 0 and self.most <= 1

    @property
    def is_single(self) -> bool:
        """Return True if the value is always the same number."""
        return self.is_number and self.least == self.most and not self.words


ANYTHING = ValueType(ANY, words=None, is_absent=True)
NONE = ValueType(NOTHING, is_absent=True)
TEST = ValueType(FLAG, 0, 1)
SAID = ValueType(FLAG, 1, 1, is_absent=True)  # a flag that is entered is true, or none
A_NUMBER = ValueType(NUMBER)
A_CARD = ValueType(CARD)
A_PLAYER = ValueType(PLAYER, words=None)


def number(least: float = -ENDLESS, most: float = ENDLESS, *of: ValueType) -> ValueType:
    """Return the type of a number from `least` to `most`. It is whole if all types in `of`, from
    which it is computed, are whole."""
    return ValueType(NUMBER, least, most, 1 if all(one.is_of_wholes for one in of) else 0)


def stepped(least: float, most: float, of: Iterable[ValueType]) -> ValueType:
    """Return the type of numbers from `least` to `most`, with the greatest step common to the
    types in `of`."""
    step = _shared_step([*of])
    if step > 1 and least > -ENDLESS and most < ENDLESS:
        most -= (most - least) % step
    return ValueType(NUMBER, least, most, step if step < 1 or least > -ENDLESS else 1)


def _shared_step(kinds: list[ValueType]) -> int:
    """Return the greatest step common to all numbers of these types; 1 if unknown, 0 if some need
    not be whole."""
    if not all(kind.is_of_wholes for kind in kinds):
        return 0
    if any(abs(kind.least) == ENDLESS for kind in kinds):
        return 1
    steps = [kind.step for kind in kinds if not kind.is_single]
    return gcd(*steps, *(int(kind.least - kinds[0].least) for kind in kinds)) or 1


def word_of(sort: str, words: tuple[str, ...] | None) -> ValueType:
    """Return the type of one of these words of a sort; None is any word."""
    return ValueType(sort, words=words)


def list_of(
    kind: ValueType, least: int = 0, most: float = ENDLESS, total: ValueType | None = None
) -> ValueType:
    """Return the type of a list of `least` to `most` values, with a sum of type `total`."""
    return ValueType(LIST, least, most, of=kind, sum=total)


def absent(kind: ValueType) -> ValueType:
    """Return the same type for a value that may be missing."""
    return kind._replace(is_absent=True)


def either(one: ValueType, other: ValueType) -> ValueType:
    """Return the type that covers all values of two types."""
    if NOTHING in (one.sort, other.sort):
        return absent(other if one.sort == NOTHING else one)
    is_absent = one.is_absent or other.is_absent
    if one.is_number and other.is_number:
        sort = NUMBER if NUMBER in (one.sort, other.sort) else FLAG
        found = stepped(min(one.least, other.least), max(one.most, other.most), (one, other))
        return found._replace(sort=sort, words=_together(one, other), is_absent=is_absent)
    if one.sort == other.sort == LIST:
        of = either(one.of or ANYTHING, other.of or ANYTHING)
        least, most = min(one.least, other.least), max(one.most, other.most)
        return ValueType(LIST, least, most, of=of, is_absent=is_absent)
    if one.sort == other.sort or {one.sort, other.sort} <= {WORD, one.sort}:
        sort = one.sort if other.sort == WORD else other.sort
        return ValueType(sort, words=_together(one, other), is_absent=is_absent)
    return ANYTHING


def _together(one: ValueType, other: ValueType) -> tuple[str, ...] | None:
    """Return the words of both types; None for any."""
    if one.words is None or other.words is None:
        return None
    return tuple(dict.fromkeys([*one.words, *other.words]))


# --- Values that may be equal --------------------------------------------------------------------


def may_equal(one: ValueType, other: ValueType) -> bool:
    """Return True if two values of these types may be equal."""
    if ANY in (one.sort, other.sort) or NOTHING in (one.sort, other.sort):
        return True
    if one.sort == other.sort == LIST:
        return may_equal(one.of or ANYTHING, other.of or ANYTHING)
    if one.sort == other.sort and one.sort in (CARD, TABLE):
        return True
    return _share_a_number(one, other) or _share_a_word(one, other)


def _share_a_number(one: ValueType, other: ValueType) -> bool:
    if not (one.is_number and other.is_number):
        return False
    least, most = max(one.least, other.least), min(one.most, other.most)
    return least <= most and _is_on_steps(one, other) and _is_on_steps(other, one)


def _is_on_steps(one: ValueType, other: ValueType) -> bool:
    """Return True unless `one` is a single number that is not on the steps of `other`."""
    if not one.is_single or not other.step or other.is_single or other.least == -ENDLESS:
        return True
    return (one.least - other.least) % other.step == 0


def _share_a_word(one: ValueType, other: ValueType) -> bool:
    """Return True if the types have a word in common. A type that allows any word shares words
    with its own sort and with WORD only; players only with players."""
    words = [kind for kind in (one, other) if kind.sort in OF_WORDS or kind.words]
    if len(words) < 2:
        return False
    if PLAYER in (one.sort, other.sort):
        return one.sort == other.sort  # no page knows the names of those who play
    if one.words is None or other.words is None:
        return one.sort == other.sort or WORD in (one.sort, other.sort)
    return not set(one.words).isdisjoint(other.words)


# --- Types in words ------------------------------------------------------------------------------


def told(kind: ValueType) -> Words:
    """Return a type in words, as in "is a number from 1 to 7"."""
    if kind.sort == NUMBER:
        return _number_told(kind)
    if kind.sort == FLAG:
        return say("said or not") if kind.is_absent else say("true or false")
    if kind.sort == LIST:
        return _list_told(kind.of or ANYTHING)
    if kind.sort in OF_WORDS:
        return _word_told(kind)
    plain = {CARD: say("a card"), TABLE: say("a table"), NOTHING: say("nothing")}
    return plain.get(kind.sort, say("something"))


def _number_told(kind: ValueType) -> Words:
    bounds = {"least": _bound(kind.least), "most": _bound(kind.most)}
    if kind.is_single:
        return say("the number {least}", **bounds)
    if ENDLESS not in (-kind.least, kind.most):
        numbers = say("a number from {least} to {most}", **bounds)
    elif kind.least != -ENDLESS:
        numbers = say("a number from {least} on", **bounds)
    elif kind.most != ENDLESS:
        numbers = say("a number up to {most}", **bounds)
    else:
        numbers = say("a number")
    return listing((numbers, *_quoted(kind.words))) if kind.words else numbers


def _bound(number: float) -> int:
    return (number if is_number(number) else int(number)) if abs(number) != ENDLESS else 0


def _word_told(kind: ValueType) -> Words:
    titles = {
        CONTRACT: say("a contract"),
        GROUP: say("a kind of contract"),
        SUIT: say("a suit"),
        RANK: say("a rank"),
        ROLE: say("a role"),
        PLAYER: say("a player"),
        WORD: say("a word"),
    }
    if not kind.words:
        return titles[kind.sort] if kind.words is None else say("nothing")
    words = _quoted(kind.words)
    shown = [*words[:MOST_TOLD], "…"] if len(words) > MOST_TOLD else words
    if len(words) == 1 and kind.sort == WORD:
        return say("the word {word}", word=words[0])
    # Translators: what a name of a formula may be, as in "a word (good or bad)"
    return say("{thing} ({words})", thing=titles[kind.sort], words=listing(shown))


def _quoted(words: tuple[str, ...]) -> list[str]:
    return [f'"{word}"' for word in words]


def _list_told(of: ValueType) -> Words:
    lists = {
        NUMBER: say("a list of numbers"),
        CARD: say("a list of cards"),
        CONTRACT: say("a list of contracts"),
        SUIT: say("a list of suits"),
        ROLE: say("a list of roles"),
    }
    return lists.get(of.sort, say("a list"))


# --- The types of the results of arithmetic ----------------------------------------------------


def added(one: ValueType, other: ValueType) -> ValueType:
    """Return the type of `one + other`."""
    ends = one.least + other.least, one.most + other.most
    return stepped(*ends, (one, _from(other, one.least)))


def _from(one: ValueType, least: float) -> ValueType:
    """Return the type shifted so that `least` is its minimum."""
    return one._replace(least=least, most=one.most - one.least + least)


def turned(one: ValueType) -> ValueType:
    """Return the type of `-one`."""
    return stepped(-one.most, -one.least, (one._replace(least=-one.most, most=-one.least),))


def multiplied(one: ValueType, other: ValueType) -> ValueType:
    """Return the type of `one * other`."""
    corners = [_times(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    ends = min(corners), max(corners)
    by, many = (one, other) if one.is_single else (other, one)
    if not by.is_single or not by.is_of_wholes or many.step == 0:
        return number(*ends, one, other)
    return stepped(*ends, (ValueType(many.sort, *ends, (int(abs(by.least)) * many.step) or 1),))


def _times(one: float, other: float) -> float:
    return 0 if not (one and other) else one * other


def parted(one: ValueType, other: ValueType) -> ValueType:
    """Return the type of `one / other`, which is exact and may not be whole."""
    if not 0 < other.least <= other.most < ENDLESS:
        return A_NUMBER._replace(step=0)
    corners = [_part(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    return number(min(corners), max(corners))._replace(step=0)


def _part(one: float, other: float) -> float:
    """Return the quotient, exact unless one of the numbers is infinite."""
    return ratio(one, other) if is_number(one) and is_number(other) else one / other


def divided(one: ValueType, other: ValueType) -> ValueType:
    """Return the type of `one // other`, rounded down."""
    if not 0 < other.least <= other.most < ENDLESS:
        return A_NUMBER
    corners = [_over(a, b) for a in (one.least, one.most) for b in (other.least, other.most)]
    return number(min(corners), max(corners))


def _over(one: float, other: float) -> float:
    return one if abs(one) == ENDLESS else one // other


def left_over(one: ValueType, other: ValueType) -> ValueType:
    """Return the type of `one % other`."""
    if 0 <= one.least <= one.most < other.least:
        return one
    if one.is_of_wholes and other.is_of_wholes:
        return number(0, other.most - 1) if other.least > 0 else A_NUMBER
    least, most = (0, other.most) if other.least > 0 else (-ENDLESS, ENDLESS)
    return number(least, most, one, other)


def to_the_power(one: ValueType, other: ValueType) -> ValueType:
    """Return the type of `power(one, other)` for powers from 0."""
    least, most = max(other.least, 0), max(other.most, 0)
    if ENDLESS in (abs(one.least), abs(one.most), most):
        return A_NUMBER if one.least < 0 else number(0 if one.least < 1 else 1, ENDLESS, one)
    ends = {least, most, min(most, least + 1), max(least, most - 1)}
    corners = [_power(base, power) for base in (one.least, one.most) for power in ends]
    corners += [_power(0, power) for power in ends] if one.least <= 0 <= one.most else []
    return number(min(corners), max(corners), one)


def _power(base: float, power: float) -> float:
    """Return the power; infinite beyond the bounds."""
    if abs(base) > GREATEST or (abs(base) > 1 and power > GREATEST.bit_length()):
        return -ENDLESS if base < 0 and power % 2 else ENDLESS
    return float(base) ** int(power)


def without_sign(one: ValueType) -> ValueType:
    """Return the type of `abs(one)`."""
    least = 0 if one.least <= 0 <= one.most else min(abs(one.least), abs(one.most))
    return number(least, max(abs(one.least), abs(one.most)), one)


def least_of(kinds: Iterable[ValueType]) -> ValueType:
    """Return the type of `min` of values of these types."""
    found = [*kinds] or [A_NUMBER]
    return stepped(min(kind.least for kind in found), min(kind.most for kind in found), found)


def greatest_of(kinds: Iterable[ValueType]) -> ValueType:
    """Return the type of `max` of values of these types."""
    found = [*kinds] or [A_NUMBER]
    return stepped(max(kind.least for kind in found), max(kind.most for kind in found), found)


def hull(kinds: Iterable[ValueType]) -> ValueType:
    """Return the type of numbers from the lowest minimum to the highest maximum."""
    found = [*kinds] or [A_NUMBER]
    return stepped(min(kind.least for kind in found), max(kind.most for kind in found), found)


# --- The types of functions of lists -------------------------------------------------------------


def summed(many: ValueType) -> ValueType:
    """Return the type of a list's `sum`."""
    if many.sum is not None:
        return many.sum
    of = many.of or ANYTHING
    least = min(_times(of.least, number) for number in (many.least, many.most))
    return number(least, max(_times(of.most, number) for number in (many.least, many.most)), of)


def greatest_in(many: ValueType) -> ValueType:
    """Return the type of a list's `max`: at least the mean, and at most the sum less the minimum of
    the others."""
    of, total, ends = many.of or ANYTHING, summed(many), _lengths(many)
    least = min(_mean(total.least, number, up=of.is_of_wholes) for number in ends)
    most = max(total.most - _times(of.least, number - 1) for number in ends)
    least = max(of.least, least)
    return stepped(least, min(of.most, most), (of, of._replace(least=least)))


def least_in(many: ValueType) -> ValueType:
    """Return the type of a list's `min`."""
    of, total = many.of or ANYTHING, many.sum and turned(many.sum)
    return turned(greatest_in(many._replace(of=turned(of), sum=total)))


def _lengths(many: ValueType) -> tuple[float, float]:
    """Return the minimum and maximum length of a list, at least 1 each."""
    return max(1, many.least), max(1, many.most)


def _mean(total: float, number: float, up: bool) -> float:
    if abs(total) == ENDLESS:
        return total
    if number == ENDLESS:
        return min(0, total)
    return -(-total // number) if up else _part(total, number)


def most_of(many: ValueType, value: float) -> float:
    """Return the maximum number of times that `value` can be in a list with this sum."""
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
