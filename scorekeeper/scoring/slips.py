"""Which single slip at the table explains a total that is wrong.

A pile was counted one trick too high, cards were counted instead of tricks, two figures changed
places, a card was left out of the points. Nothing is corrected: a slip is only named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.problems import listed
from scorekeeper.ruleset.model import Count
from scorekeeper.scoring.piles import can_hold, can_split

TRICKS = "tricks"


class Slip(NamedTuple):
    """One mistake in words, and what the numbers are without it where that can be told."""

    said: str
    column: tuple[int, ...] | None = None


def slips(count: Count, column: Sequence[int], total: int, names: Sequence[str], seats: int, suits: int) -> list[Slip]:
    """The single mistakes that would make these numbers of the right ones, likeliest first.

    `seats` is how many cards make a trick, `suits` how many suits the pack has.
    """
    off = sum(column) - total
    if not off:
        return []
    if count.values:
        found = [*_card_slips(count, off, suits), *_figure_slips(column, off, names)]
        return found or _one_pile(count, column, off, names)
    if count.id != TRICKS:
        return [*_figure_slips(column, off, names)] or _one_pile(count, column, off, names)
    if abs(off) == 1:
        return _one_pile(count, column, off, names)
    found = [*_cards_for_tricks(column, total, names, seats), *_figure_slips(column, off, names)]
    return found or _one_pile(count, column, off, names)


def _one_pile(count: Count, column: Sequence[int], off: int, names: Sequence[str]) -> list[Slip]:
    """One side's number is wrong by the whole difference; the side named last comes first."""
    many = f"{'one' if abs(off) == 1 else abs(off)} too {'many' if off > 0 else 'few'}"
    places = [place for place, number in enumerate(column) if number >= off]
    return [
        Slip(f"{names[place]} was given {many}", _with(column, place, column[place] - off))
        for place in reversed(places)
    ]


def _with(column: Sequence[int], place: int, number: int) -> tuple[int, ...]:
    return (*column[:place], number, *column[place + 1 :])


def _cards_for_tricks(column: Sequence[int], total: int, names: Sequence[str], seats: int) -> Iterable[Slip]:
    if sum(column) == total * seats and not any(number % seats for number in column):
        yield Slip(f"these are cards: a trick has {seats}", tuple(number // seats for number in column))
    for place, number in enumerate(column):
        if number and number % seats == 0 and sum(column) - number + number // seats == total:
            yield Slip(
                f"{names[place]}'s {number} are cards: {number // seats} tricks", _with(column, place, number // seats)
            )


def _figure_slips(column: Sequence[int], off: int, names: Sequence[str]) -> Iterable[Slip]:
    """Two figures of one number changed places, as 61 for 16."""
    for place, number in enumerate(column):
        turned = int(str(number)[::-1]) if 10 <= number < 100 else number
        if number - turned == off and off:
            yield Slip(
                f"{names[place]}'s {number} is {turned} with its figures turned round", _with(column, place, turned)
            )


def _card_slips(count: Count, off: int, suits: int) -> Iterable[Slip]:
    """A card or all of a rank left out or counted twice, or a trump counted as a plain card."""
    done, amount = ("left out", -off) if off < 0 else ("counted twice", off)
    plain, trumps = count.values, count.trump_values
    differ = plain != trumps
    for rank in dict.fromkeys([*plain, *trumps]):
        low, high = plain.get(rank, 0), trumps.get(rank, 0)
        whole = low * (suits - 1) + high if differ else low * suits
        if differ and high == amount != low:
            yield Slip(f"the {rank} of trumps was {done} ({high})")
        if low == amount:
            also = ", perhaps that of trumps" if differ and high == low else ""
            yield Slip(f"one {rank} was {done} ({low}){also}")
        if whole == amount and suits > 1:
            yield Slip(f"every {rank} was {done} ({whole} in all)")
        if differ and abs(high - low) == amount and (high > low) == (off < 0):
            yield Slip(f"the {rank} of trumps was counted as a plain one ({low} for {high})")
        elif differ and abs(high - low) == amount:
            yield Slip(f"a plain {rank} was counted as one of trumps ({high} for {low})")


def pile_sizes(column: Sequence[int], seats: int) -> str:
    """How many cards the piles of these tricks hold, in words."""
    return listed((str(number * seats) for number in column), "and")


# --- numbers that add up, but cannot be ----------------------------------------------------------------


def swaps(
    values: tuple[int, ...], tricks: Sequence[int], points: Sequence[int], names: Sequence[str], seats: int
) -> list[Slip]:
    """Two sides whose tricks changed places, where with them put back every pile can hold its
    points; `column` is then that of the tricks."""
    found = []
    for one, other in combinations(range(len(tricks)), 2):
        turned = list(tricks)
        turned[one], turned[other] = tricks[other], tricks[one]
        piles = [(number * seats, worth) for number, worth in zip(turned, points, strict=True)]
        if turned != list(tricks) and all(can_hold(values, *pile) for pile in piles) and can_split(values, piles):
            found.append(Slip(f"the tricks of {names[one]} and {names[other]} changed places", tuple(turned)))
    return found
