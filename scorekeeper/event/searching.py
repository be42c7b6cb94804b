"""Rounds that are searched for, in as many tries as there are odds to be tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.base.chance import Chance, below, words_of
from scorekeeper.event.by_lot import by_lot
from scorekeeper.event.fair_turns import missed
from scorekeeper.event.local_search import STEPS, STEPS_A_SEAT, WORSE, drawing, improved
from scorekeeper.event.meeting_bounds import Shape, least_repeats, repeats
from scorekeeper.event.numbered import met_of, named, numbered, repeats_of
from scorekeeper.event.seated import Round, larger_tables, meetings


def searched(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    sizes: Sequence[int],
    seed: int,
    steps: int = STEPS,
) -> list[Round]:
    """So many rounds more at tables of these sizes, of which a search of so many steps a try finds
    none with fewer repeats."""
    chance, tries = Chance(seed), list[list[Round]]()
    shapes = [Shape(frozenset(people), tuple(sizes))] * rounds
    goal = least_repeats(before, shapes) - _elsewhere(people, before)
    most = min(steps, STEPS_A_SEAT * rounds * len(people))
    for odds in WORSE:
        begun, chance = _begun(people, before, rounds, sizes, chance)
        tries.append(_improved(people, before, begun, goal, words_of(chance), odds, most))
        if _repeats(people, before, tries[-1]) <= goal:
            break
        _, chance = below(chance, 1)
    return min(tries, key=lambda tried: _repeats(people, before, tried))


def _repeats(people: Sequence[str], before: Sequence[Round], rounds: Sequence[Round]) -> int:
    return repeats_of(met_of(people, [*before, *rounds]))


def _improved(
    people: Sequence[str],
    before: Sequence[Round],
    begun: Sequence[Round],
    goal: int,
    words: Iterator[int],
    odds: int,
    steps: int,
) -> list[Round]:
    """What a search makes of rounds."""
    absent, large = missed(people, before), larger_tables(before)
    had = [absent[person] for person in people], [large[person] for person in people]
    rounds = [
        drawing(numbered(people, one), len(people), had[0 if one.out else 1]) for one in begun
    ]
    met = met_of(people, [*before, *begun])
    found = improved(rounds, met, goal, words, odds, steps)
    return [named(people, tables) for tables in found]


def _elsewhere(people: Sequence[str], before: Sequence[Round]) -> int:
    """The repeats of those before who are not here any more."""
    here = {*people}
    return repeats({two: m for two, m in meetings(before).items() if not here.issuperset(two)})


def _begun(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    sizes: Sequence[int],
    chance: Chance,
) -> tuple[list[Round], Chance]:
    """Rounds by lot to begin a search with."""
    whole = [*before]
    for _ in range(rounds):
        one, chance = by_lot(people, whole, sizes, chance)
        whole.append(one)
    return whole[len(before) :], chance
