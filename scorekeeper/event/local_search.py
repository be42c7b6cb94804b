"""The search for rounds in which people meet as evenly as can be: two people of a round change
tables, and what that does to the meetings is told from those two tables alone.

A change that makes nothing worse is made; one that makes it worse by d is made only once in so many
to the d-th. People who meet somebody too often are moved four times as often as others. To sit out,
or at a larger table, is a turn: somebody takes one over from a person who has had more of them, or
gives another back in another round, so turns stay as even as they were. Whole numbers alone decide:
a seed gives the same everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.event.numbered import Met, Tables, repeats_of

WORSE = (50, 100, 25, 200, 50)  # of each try: which of them is best differs from case to case
STEPS = 100_000  # of a try: some 0.3 s; 200 people in ten rounds need a sixth of it
STEPS_A_SEAT = 2_000  # and no more where there are few people and rounds


class Drawing(NamedTuple):
    """A round that is being drawn. Who sits out is a table more, the last, at which nobody meets.

    `mates` are the people of each table as they meet, `is_turn` says at which a place is a turn,
    `at` at which table each person is, and `had` how many turns of this kind each person has in
    all rounds, the same list for all rounds of a kind; it is None where turns stay as they are.
    """

    tables: Tables
    mates: Tables
    is_turn: list[bool]
    at: list[int]
    had: list[int] | None

    @property
    def seated(self) -> Tables:
        """The tables at which people meet."""
        return [table for table, mates in zip(self.tables, self.mates, strict=True) if mates]


def drawing(tables: Tables, people: int, had: list[int] | None = None) -> Drawing:
    """A round of so many people that is to be searched, with its turns added to those had."""
    at = [len(tables)] * people
    for number, table in enumerate(tables):
        for person in table:
            at[person] = number
    out = [person for person in range(people) if at[person] == len(tables)]
    smallest = min(map(len, tables))
    is_turn = [*(len(table) > smallest for table in tables), *([True] if out else [])]
    if had is not None:
        for person in range(people):
            had[person] += is_turn[at[person]]
    return Drawing(
        [*tables, *([out] if out else [])], [*tables, *([[]] if out else [])], is_turn, at, had
    )


class Change(NamedTuple):
    """Two people of one round, to change tables."""

    round: Drawing
    one: int
    other: int


def improved(
    rounds: Sequence[Drawing], met: Met, goal: int, words: Iterator[int], odds: int, steps: int
) -> list[Tables]:
    """The tables of the rounds after people were moved until the repeats, of `met` in which these
    rounds are counted, are not above the goal, or steps run out: the best that were found."""
    cost = best = repeats_of(met)
    found, enough = _copied(rounds), _often_enough(met)
    for _ in range(steps):
        if best <= goal:
            break
        changes = _proposed(rounds, met, enough, next(words))
        if not changes:
            continue
        worse = _worse(met, changes[0])
        if len(changes) == 2:
            _make(met, changes[0])
            worse += _worse(met, changes[1])
        if worse > 0 and next(words) % odds**worse:
            if len(changes) == 2:
                _make(met, changes[0])  # back again
            continue
        _make(met, changes[-1])
        cost += worse
        if cost < best:
            best, found = cost, _copied(rounds)
    return found


def _copied(rounds: Sequence[Drawing]) -> list[Tables]:
    return [[[*table] for table in one.seated] for one in rounds]


def _often_enough(met: Met) -> int:
    """How often two people meet where all meetings are even."""
    return -(-sum(map(sum, met)) // max(len(met) * (len(met) - 1), 1))


def _proposed(rounds: Sequence[Drawing], met: Met, enough: int, word: int) -> tuple[Change, ...]:
    """Two people by chance who may change tables, in two rounds where turns ask for it; or none."""
    drawn = rounds[(word & 0xFFFF) % len(rounds)]
    one = (word >> 16 & 0xFFFF) % len(drawn.at)
    number = drawn.at[one]
    if word >> 32 & 3 and not _meets_too_often(met[one], drawn.mates[number], enough):
        return ()
    to = (number + 1 + (word >> 34 & 0x3FF) % max(len(drawn.tables) - 1, 1)) % len(drawn.tables)
    other = drawn.tables[to][(word >> 44 & 0xFF) % len(drawn.tables[to])]
    if drawn.is_turn[number] == drawn.is_turn[to]:
        return (Change(drawn, one, other),) if to != number else ()
    giver, taker = (one, other) if drawn.is_turn[number] else (other, one)
    if drawn.had is None:
        return ()
    if drawn.had[giver] > drawn.had[taker]:
        return (Change(drawn, one, other),)
    begin = (word >> 52) % len(rounds)
    for back in (*rounds[begin:], *rounds[:begin]):
        if back.had is drawn.had and back.is_turn[back.at[taker]] > back.is_turn[back.at[giver]]:
            return Change(drawn, one, other), Change(back, one, other)
    return ()


def _meets_too_often(of_one: Sequence[int], mates: Sequence[int], enough: int) -> bool:
    for mate in mates:  # noqa: SIM110 - a loop takes half as long as any(), a million times
        if of_one[mate] > enough:
            return True
    return False


def _worse(met: Met, change: Change) -> int:
    """By how much the repeats grow: a meeting that was the m-th counts m - 1 of them."""
    drawn, one, other = change
    of_one, of_other, worse = met[one], met[other], 0
    for mate in drawn.mates[drawn.at[one]]:
        if mate != one:
            worse += of_other[mate] - of_one[mate] + 1
    for mate in drawn.mates[drawn.at[other]]:
        if mate != other:
            worse += of_one[mate] - of_other[mate] + 1
    return worse


def _make(met: Met, change: Change) -> None:
    """The two change tables; whom they meet, and their turns, are counted."""
    drawn, one, other = change
    number, to = drawn.at[one], drawn.at[other]
    for left, come, at in ((one, other, number), (other, one, to)):
        for mate in drawn.mates[at]:
            if mate != left:
                met[left][mate] -= 1
                met[mate][left] -= 1
                met[come][mate] += 1
                met[mate][come] += 1
    table, other_table = drawn.tables[number], drawn.tables[to]
    table[table.index(one)], other_table[other_table.index(other)] = other, one
    drawn.at[one], drawn.at[other] = to, number
    if drawn.had is not None:
        turns = drawn.is_turn[to] - drawn.is_turn[number]
        drawn.had[one] += turns
        drawn.had[other] -= turns
