"""The slips that explain a deal on paper: each is tried, and stands only if it gives every
number that is written for that deal."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scorekeeper.record.audited_deal import Column, Kept, rescored
from scorekeeper.record.side_slips import NAMES, QUOTA, WAYS, Change, changes_together
from scorekeeper.rules.model import Count


class Slip(NamedTuple):
    """One explanation: the kind of slip, how it came about, the changes it made. `weight` is least
    where it is likeliest."""

    kind: str
    how: str
    weight: int
    changes: tuple[Change, ...]


def slips_of(kept: Kept, sides: Sequence[int]) -> tuple[list[Slip], bool]:
    """The single slips that explain what is written for these sides, likeliest first; where none
    explains all of them, and True, those that explain each by itself."""
    found = sorted([*_every_side(kept, sides), *_whole(kept)], key=lambda slip: slip.weight)
    if found or len(sides) < 2:
        return found, False
    alone = [
        min(_every_side(kept, [side]), key=lambda slip: slip.weight, default=None) for side in sides
    ]
    return (
        ([slip for slip in alone if slip is not None], True) if None not in alone else ([], False)
    )


def _every_side(kept: Kept, sides: Sequence[int]) -> Iterator[Slip]:
    for way in WAYS:
        changes = changes_together(kept, way, sides)
        if changes is not None:
            yield Slip(way.kind, way.how, way.weight + way.more * (len(sides) - 1), changes)


def _whole(kept: Kept) -> Iterator[Slip]:
    """The slips that move the numbers of several sides at once; each told once of its kind."""
    told = set[tuple[str, Column]]()
    for weight, kind, how, points, change in _other_points(kept):
        if points is not None and (kind, points) not in told and _explains(kept, points):
            told.add((kind, points))
            yield Slip(kind, how, weight, (change,))
    expected = [*map(kept.expected, range(len(kept.before)))]
    for one, other in combinations(range(len(expected)), 2):
        if _holds(kept, kept.scored.points, _swapped(expected, one, other)):
            yield Slip(NAMES, "totals-swapped", 3, (Change(one, other),))


def _explains(kept: Kept, points: Column) -> bool:
    """Whether wrong points give all that is written: noted and added, only added, or only noted."""
    right = kept.scored.points
    added = tuple(before + number for before, number in zip(kept.before, points, strict=True))
    expected = tuple(map(kept.expected, range(len(points))))
    ways = ((points, added), (right, added), (points, expected))
    return points != right and any(_holds(kept, *way) for way in ways)


def _holds(kept: Kept, points: Column, totals: Column) -> bool:
    return all(kept.holds(side, points[side], totals[side]) for side in range(len(points)))


def _swapped(column: Sequence[int], one: int, other: int) -> Column:
    turned = list(column)
    turned[one], turned[other] = column[other], column[one]
    return tuple(turned)


Other = tuple[int, str, str, Column | None, Change]


def _other_points(kept: Kept) -> Iterable[Other]:
    """The points as they would be with names, roles, the contract or the settlement mistaken."""
    yield from _names_mistaken(kept)
    yield from _declarers(kept)
    yield from _contracts(kept)
    yield from _outcomes(kept)


def _names_mistaken(kept: Kept) -> Iterator[Other]:
    points = kept.scored.points
    for one, other in combinations(range(len(points)), 2):
        yield 2, NAMES, "points-swapped", _swapped(points, one, other), Change(one, other)
    for name, count in kept.agreed.rules.counts.items():
        column = kept.scored.facts.get(name) or ()
        for one, other in combinations(range(len(column)), 2):
            swapped = rescored(kept, {**kept.scored.facts, name: _swapped(column, one, other)})
            sides = [_side(kept, count, place) for place in (one, other)]
            yield (3, NAMES, "counts-swapped", swapped, Change(sides[0], sides[1], word=count.name))
    if len(points) > 2:
        for step in (1, len(points) - 1):
            yield 6, NAMES, "column-off", points[step:] + points[:step], Change()


def _side(kept: Kept, count: Count, place: int) -> int:
    """Whose side a place in the column of a count is of."""
    side = kept.played.agreed.side_of[place] if count.by_player else place
    return kept.people[side]


def _declarers(kept: Kept) -> Iterator[Other]:
    """Somebody else taken for the one who declared, with all that follows from it."""
    turn, players = kept.played.turn, kept.played.agreed.players
    start, _, fact = (kept.agreed.rules.deals.declarer or "").partition(" ")
    if turn.declarer is None:
        return
    for step in range(1, len(players)):
        other = (turn.declarer + step) % len(players)
        word = players[other]
        moved = turn._replace(dealer=(turn.dealer + step) % len(players), declarer=other)
        named = {fact: word} if start == "fact" else {}
        points = rescored(kept, {**kept.scored.facts, **named}, moved)
        yield 3, NAMES, "declarer", points, Change(word=word)


def _contracts(kept: Kept) -> Iterator[Other]:
    for name, contract in kept.agreed.rules.contracts.items():
        if name != kept.scored.contract and kept.scored.outcome is None:
            points = rescored(kept, {**kept.scored.facts, "contract": name})
            yield 4, QUOTA, "contract", points, Change(word=contract.name)


def _outcomes(kept: Kept) -> Iterator[Other]:
    for outcome in kept.agreed.rules.scoring.outcomes:
        if kept.scored.outcome is not None and outcome != kept.scored.outcome:
            yield (4, QUOTA, "outcome", rescored(kept, outcome=outcome), Change(word=outcome.name))
