"""The draw of rounds in which people meet as evenly as can be, and the draw by lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.chance import Chance, below, some_of, words_of
from scorekeeper.seating.evenness import Draw, evenness
from scorekeeper.seating.fair_turns import missed, turns_of
from scorekeeper.seating.local_search import STEPS, WORSE, drawing, improved
from scorekeeper.seating.meeting_bounds import least_repeats, repeats
from scorekeeper.seating.numbered import met_of, named, numbered, repeats_of
from scorekeeper.seating.seated import Round, Sizes, byes, filled_sizes, larger_tables, meetings
from scorekeeper.seating.table_places import in_their_places


def drawn(
    people: Sequence[str],
    before: Sequence[Round],
    rounds: int,
    wanted: Sizes,
    seed: int,
    steps: int = STEPS,
) -> Draw:
    """So many rounds more, in which these people meet as evenly as a search of so many steps a try
    finds; raises Refused where they do not fill a table."""
    people = sorted(people)
    sizes, chance = filled_sizes(people, wanted), Chance(seed)
    goal = least_repeats(people, before, sizes, rounds) - _elsewhere(people, before)
    tries = list[list[Round]]()
    for odds in WORSE:
        begun, chance = _begun(people, before, rounds, sizes, chance)
        tries.append(_searched(people, before, begun, goal, words_of(chance), odds, steps))
        if repeats_of(met_of(people, [*before, *tries[-1]])) <= goal:
            break
        _, chance = below(chance, 1)
    found = min(tries, key=lambda tried: repeats_of(met_of(people, [*before, *tried])))
    placed = in_their_places(before, _turns_apart(before, found))
    return Draw(placed, "search", evenness(people, before, placed))


def _searched(
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


def _turns_apart(before: Sequence[Round], rounds: Sequence[Round]) -> list[Round]:
    """The rounds in an order in which nobody has a second turn soon after the first: each time the
    round next in which those who sit out, or at larger tables, have done so the least."""
    left, done = [*rounds], [*before]
    while left:
        had = byes(done) + larger_tables(done)
        one = min(left, key=lambda one: sum(had[person] for person in (*one.out, *one.larger)))
        left.remove(one)
        done.append(one)
    return done[len(before) :]


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
        one, chance = _by_lot(people, whole, sizes, chance)
        whole.append(one)
    return whole[len(before) :], chance


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
