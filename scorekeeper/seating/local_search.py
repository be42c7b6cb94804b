"""The search for rounds in which people meet as evenly as can be: two people of a round change
tables, and what that does to the meetings is told from those two tables alone.

A change that makes nothing worse is made, one that makes it worse by d only once in WORSE to the
d-th; people who meet somebody too often are moved four times as often as others. Whole numbers
alone decide, so a seed gives the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorekeeper.seating.numbered import Met, Tables, repeats_of

WORSE = 50
TRIES = 5
STEPS = 150_000  # of a try: some 0.15 s
STEPS_A_SEAT = 100


def steps_of(rounds: list[Tables]) -> int:
    """How many changes are tried before a search is begun anew."""
    return max(STEPS, STEPS_A_SEAT * sum(len(table) for tables in rounds for table in tables))


def improve(rounds: list[Tables], met: Met, goal: int, words: Iterator[int], steps: int) -> int:
    """Moves people between tables of the same size until the repeats are not above the goal, or
    steps run out; the rounds are then the best that were met. Gives their repeats."""
    cost = best = repeats_of(met)
    kept = _copied(rounds)
    enough, peers = _often_enough(rounds, met), [*map(_peers, rounds)]
    for _ in range(steps):
        if best <= goal:
            break
        word = next(words)
        at = (word & 0xFFFF) % len(rounds)
        number = (word >> 16 & 0xFFFF) % len(rounds[at])
        table, others = rounds[at][number], peers[at][number]
        place = (word >> 32 & 0xFF) % len(table)
        if not others or (
            word >> 40 & 3 and not _meets_too_often(met[table[place]], table, enough)
        ):
            continue
        to = others[(word >> 42 & 0x3FF) % len(others)]
        other_place = (word >> 52 & 0xFF) % len(to)
        worse = _worse(met, table, table[place], to, to[other_place])
        if worse <= 0 or not next(words) % WORSE**worse:
            _change(met, table, place, to, other_place)
            cost += worse
            if cost < best:
                best, kept = cost, _copied(rounds)
    rounds[:] = kept
    return best


def _copied(rounds: list[Tables]) -> list[Tables]:
    return [[[*table] for table in tables] for tables in rounds]


def _meets_too_often(of_one: Sequence[int], table: Sequence[int], enough: int) -> bool:
    for mate in table:  # noqa: SIM110 - a loop takes half as long as any(), a million times
        if of_one[mate] > enough:
            return True
    return False


def _worse(met: Met, table: Sequence[int], one: int, to: Sequence[int], other: int) -> int:
    """By how much the repeats grow where two people of two tables change: a meeting that was the
    m-th counts m - 1 of them."""
    of_one, of_other, worse = met[one], met[other], 0
    for mate in table:
        if mate != one:
            worse += of_other[mate] - of_one[mate] + 1
    for mate in to:
        if mate != other:
            worse += of_one[mate] - of_other[mate] + 1
    return worse


def _change(met: Met, table: list[int], place: int, to: list[int], other_place: int) -> None:
    """Two people of two tables change, and whom they meet is counted."""
    one, other = table[place], to[other_place]
    for mates, left, come in ((table, one, other), (to, other, one)):
        for mate in mates:
            if mate != left:
                met[left][mate] -= 1
                met[mate][left] -= 1
                met[come][mate] += 1
                met[mate][come] += 1
    table[place], to[other_place] = other, one


def _peers(tables: Tables) -> list[list[list[int]]]:
    """To each table the others of its size: only with these are people changed, so that whoever
    has a larger table keeps one."""
    return [[to for to in tables if to is not table and len(to) == len(table)] for table in tables]


def _often_enough(rounds: list[Tables], met: Met) -> int:
    """How often two people meet where all meetings are even."""
    here = sorted({one for tables in rounds for table in tables for one in table})
    pairs = len(here) * (len(here) - 1) // 2
    return -(-sum(met[one][other] for one, other in combinations(here, 2)) // max(pairs, 1))
