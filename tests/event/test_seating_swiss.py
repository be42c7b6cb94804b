"""The Swiss draw: its rules, each as a property of events in which people come late, miss rounds and
leave."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.event.round_draws import round_problems
from scorekeeper.event.round_tables import (
    Draw,
    Round,
    Sizes,
    byes,
    first_deals,
    larger_tables,
    meetings,
    sizes_of,
    spread,
    swapped,
)
from scorekeeper.event.seating_by_local_search import missed
from scorekeeper.event.swiss_seating import by_standing
from scorekeeper.text.problems import Refused

ALL = [
    Sizes(3, 3, 3),
    Sizes(4, 4, 4),
    Sizes(3, 4, 3),
    Sizes(3, 4, 4),
    Sizes(3, 5, 3),
    Sizes(4, 5, 4),
]


class Drawn:
    """A round of an event as it was drawn: the standing, the rounds before, and the draw."""

    def __init__(self, standing: list[list[str]], before: list[Round], draw: Draw) -> None:
        self.standing, self.before, self.draw = standing, before, draw
        (self.round,) = draw.rounds
        self.line = [person for shared in standing for person in shared]
        self.place = {
            person: sum(map(len, standing[:number]))
            for number, shared in enumerate(standing)
            for person in shared
        }

    def price(self, one: Round) -> tuple[int, int]:
        """The rematches of a round, and how far those stand apart who sit together."""
        met = meetings(self.before)
        pairs = [pair for table in one.tables for pair in combinations(sorted(table), 2)]
        apart = sum(abs(self.place[a] - self.place[b]) for a, b in pairs)
        return sum(met[pair] for pair in pairs), apart


Event: TypeAlias = tuple[list[Drawn], Sizes]


@st.composite
def events(draw: st.DrawFn, most: int = 20) -> Event:
    """The rounds of an event, of which everybody may miss some; the standings are by chance."""
    number, wanted = draw(st.integers(6, most)), draw(st.sampled_from(ALL))
    rounds, before = list[Drawn](), list[Round]()
    for _ in range(draw(st.integers(1, 5))):
        away = draw(st.sets(st.integers(0, number - 1), max_size=2))
        score = draw(st.lists(st.integers(0, 9), min_size=number, max_size=number))
        here = [place for place in range(number) if place not in away]
        standing = [
            [f"p{place:02}" for place in here if score[place] == points]
            for points in sorted({score[place] for place in here}, reverse=True)
        ]
        if not sizes_of(len(here), wanted):
            break
        rounds.append(
            Drawn(
                standing, [*before], by_standing(standing, before, wanted, draw(st.integers(0, 99)))
            )
        )
        before += rounds[-1].draw.rounds
    return rounds, wanted


def everybody_who_is_here_has_one_place(event: Event) -> None:
    """At tables of the sizes that were asked for, and as few are out as can be."""
    rounds, wanted = event
    for drawn in rounds:
        assert round_problems(drawn.round, drawn.line, wanted) == []
        assert sorted(map(len, drawn.round.tables)) == sorted(sizes_of(len(drawn.line), wanted))


def who_sits_out_has_missed_the_fewest_and_stands_last(event: Event) -> None:
    """Nobody who plays has missed fewer rounds, nor as few and stands behind."""
    for drawn in event[0]:
        had = missed(drawn.line, drawn.before)
        for out, plays in product(drawn.round.out, drawn.round.people):
            if plays not in drawn.round.out:
                assert (had[out], -drawn.place[out]) <= (had[plays], -drawn.place[plays])


def who_sits_at_a_larger_table_did_so_least_and_stands_last(event: Event) -> None:
    """Nobody at a smaller one has been at larger ones less, nor as little and stands behind."""
    for drawn in event[0]:
        had, larger = larger_tables(drawn.before), drawn.round.larger
        others = {person for table in drawn.round.tables for person in table}.difference(larger)
        for one, other in product(larger, others):
            assert (had[one], -drawn.place[one]) <= (had[other], -drawn.place[other])


def nobody_is_out_twice_before_all_were_once(event: Event) -> None:
    """Nor at a larger table: among those who were there in every round nobody has two more."""
    rounds, _ = event
    always = {*rounds[0].line}.intersection(*(drawn.line for drawn in rounds)) if rounds else ()
    for drawn in rounds:
        whole = [*drawn.before, drawn.round]
        assert spread(byes(whole), always) <= 1
        assert spread(larger_tables(whole), always) <= 1


def no_two_could_change_tables_and_leave_less_rematches_or_nearer_neighbours(event: Event) -> None:
    """Every change of two people at tables of one size is tried."""
    for drawn in event[0]:
        price = drawn.price(drawn.round)
        for table, other in combinations(drawn.round.tables, 2):
            for one, two in product(table, other) if len(table) == len(other) else ():
                assert drawn.price(swapped(drawn.round, one, two)) >= price


def the_first_deal_is_of_who_had_the_fewest(event: Event) -> None:
    """At every table."""
    for drawn in event[0]:
        had = first_deals(drawn.before)
        for table in drawn.round.tables:
            assert had[table[0]] == min(had[person] for person in table)


RULES = [
    everybody_who_is_here_has_one_place,
    who_sits_out_has_missed_the_fewest_and_stands_last,
    who_sits_at_a_larger_table_did_so_least_and_stands_last,
    nobody_is_out_twice_before_all_were_once,
    no_two_could_change_tables_and_leave_less_rematches_or_nearer_neighbours,
    the_first_deal_is_of_who_had_the_fewest,
]


@settings(max_examples=30)
@given(events())
def test_every_rule_holds_of_every_event(event: Event) -> None:
    """One event after another, in which people are away in some rounds, and all rules of each."""
    for rule in RULES:
        rule(event)


def seatings(people: tuple[str, ...], sizes: list[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to seat people at tables of these sizes."""
    if not sizes:
        yield ()
        return
    for size in {*sizes}:
        left = sizes.copy()
        left.remove(size)
        for mates in combinations(people[1:], size - 1):
            others = tuple(person for person in people[1:] if person not in mates)
            for more in seatings(others, left):
                yield ((people[0], *mates), *more)


@settings(max_examples=40)
@given(events(most=9))
def test_people_meet_again_only_where_there_is_no_way_around(event: Event) -> None:
    """Of up to nine people, held against every way to seat those whose turn it is: no seating has
    fewer rematches."""
    for drawn in event[0]:
        larger, one = {*drawn.round.larger}, drawn.round
        here = tuple(person for table in one.tables for person in table)
        smallest = min(map(len, one.tables))
        ways = (
            way
            for way in seatings(here, [*map(len, one.tables)])
            if all((len(table) > smallest) is (p in larger) for table in way for p in table)
        )
        assert drawn.price(one)[0] == min(drawn.price(Round(way))[0] for way in ways)


def test_without_rematches_neighbours_sit_together() -> None:
    """The first three, the next three, the last three."""
    standing = [[f"p{place}"] for place in range(9)]
    (one,) = by_standing(standing, [], Sizes(3, 3, 3), seed=1).rounds
    assert [sorted(table) for table in one.tables] == [
        ["p0", "p1", "p2"], ["p3", "p4", "p5"], ["p6", "p7", "p8"],
    ]  # fmt: skip


def test_who_came_late_is_not_sent_away_again() -> None:
    """Of seven, the one who missed the first round plays, though last."""
    before = [Round((("Ann", "Bob", "Cal"), ("Dee", "Eva", "Fay")))]
    standing = [["Ann", "Bob", "Cal"], ["Dee", "Eva", "Fay"], ["Gus"]]
    (one,) = by_standing(standing, before, Sizes(3, 3, 3), seed=1).rounds
    assert one.out[0] in {"Dee", "Eva", "Fay"}


def test_two_hundred_people_do_not_meet_again() -> None:
    """The standing is the same all evening, so neighbours would meet in every round."""
    people, before = [f"p{place:03}" for place in range(200)], list[Round]()
    for number in range(3):
        before += by_standing([[one] for one in people], before, Sizes(4, 4, 4), number).rounds
    assert max(meetings(before).values()) == 1


def test_too_few_for_a_table_are_refused() -> None:
    """Two people at tables of three."""
    with pytest.raises(Refused, match="at least 3"):
        by_standing([["Ann", "Bob"]], [], Sizes(3, 3, 3), seed=1)
