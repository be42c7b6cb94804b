"""The draw of rounds in which people meet as evenly as can be, and the draw by lot."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.chance import Chance, below, some_of, words_of
from scorekeeper.seating.evenness import Draw, evenness
from scorekeeper.seating.fair_turns import turns_of
from scorekeeper.seating.local_search import TRIES, improve, steps_of
from scorekeeper.seating.meeting_bounds import least_repeats, repeats
from scorekeeper.seating.numbered import Tables, meet, met_of, named, numbered
from scorekeeper.seating.seated import Round, Sizes, filled_sizes, meetings
from scorekeeper.seating.table_places import in_their_places


def drawn(
    people: Sequence[str], before: Sequence[Round], rounds: int, wanted: Sizes, seed: int
) -> Draw:
    """So many rounds more, in which these people meet as evenly as can be; raises Refused where
    they do not fill a table."""
    people = sorted(people)
    sizes, chance = filled_sizes(people, wanted), Chance(seed)
    goal = least_repeats(people, before, sizes, rounds) - _elsewhere(people, before)
    found = list[tuple[int, list[Tables]]]()
    while len(found) < TRIES and (not found or min(found)[0] > goal):
        begun, chance = _begun(people, before, rounds, sizes, chance)
        met = met_of(people, before)
        for tables in begun:
            meet(met, tables)
        found.append((improve(begun, met, goal, words_of(chance), steps_of(begun)), begun))
        _, chance = below(chance, 1)
    found_rounds = [named(people, tables) for tables in min(found)[1]]
    placed = in_their_places(before, found_rounds)
    return Draw(placed, "search", evenness(people, before, placed))


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
) -> tuple[list[Tables], Chance]:
    """Rounds by lot to begin a search with."""
    whole, begun = [*before], list[Tables]()
    for _ in range(rounds):
        one, chance = _by_lot(people, whole, sizes, chance)
        whole.append(one)
        begun.append(numbered(people, one))
    return begun, chance


def by_chance(people: Sequence[str], before: Sequence[Round], wanted: Sizes, seed: int) -> Draw:
    """One round more by lot, whoever has met whom; raises Refused where the people do not fill a
    table."""
    people = sorted(people)
    one, _ = _by_lot(people, before, filled_sizes(people, wanted), Chance(seed))
    placed = in_their_places(before, [one])
    return Draw(placed, "random", evenness(people, before, placed))


def _by_lot(
    people: Sequence[str], before: Sequence[Round], sizes: Sequence[int], chance: Chance
) -> tuple[Round, Chance]:
    """A round by lot, but that byes and larger tables go round; and the chance after it."""
    order, chance = some_of(chance, people, len(people))
    turns = turns_of(order, before, sizes)
    line = iter([*turns.larger, *turns.others])
    tables = tuple(tuple(next(line) for _ in range(size)) for size in sizes)
    return Round(tables, tuple(sorted(turns.out))), chance
