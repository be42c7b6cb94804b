"""Rounds of an event: the sizes of tables, who meets whom, what a search reaches and what nothing
can be better than."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.event.round_draws import drawn, round_problems
from scorekeeper.event.round_tables import (
    Round,
    Shape,
    Sizes,
    least_meetings,
    least_repeats,
    meetings,
    repeats,
    shape_of,
    sizes_of,
    spread,
    swapped,
)
from scorekeeper.event.seating_by_local_search import by_chance
from scorekeeper.text.problems import Refused

THREES, FOURS = Sizes(3, 3, 3), Sizes(4, 4, 4)
THREE_OR_FOUR, RESTING, FOUR_OR_FIVE = Sizes(3, 4, 3), Sizes(3, 5, 3), Sizes(4, 5, 4)
ALL = [THREES, FOURS, THREE_OR_FOUR, Sizes(3, 4, 4), RESTING, FOUR_OR_FIVE]


def names(number: int) -> list[str]:
    """So many people."""
    return [f"p{place:03}" for place in range(number)]


# --- sizes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("people", "wanted", "sizes"),
    [
        (27, THREES, (3,) * 9), (26, THREES, (3,) * 8), (25, THREE_OR_FOUR, (4,) + (3,) * 7),
        (27, Sizes(3, 4, 3, 8), (4, 4, 4, 3, 3, 3, 3, 3)), (6, FOUR_OR_FIVE, (5,)),
        (7, Sizes(3, 4, 4), (4, 3)), (5, THREE_OR_FOUR, (4,)), (5, RESTING, (5,)),
        (40, Sizes(3, 4, 3, 8), (4,) * 8), (2, THREES, ()),
    ],
)  # fmt: skip
def test_how_many_tables_of_which_size(people: int, wanted: Sizes, sizes: tuple[int, ...]) -> None:
    """As few people out as can be, then as near the best size as can be."""
    assert sizes_of(people, wanted) == sizes


@pytest.mark.parametrize("wanted", ALL)
def test_no_other_tables_leave_fewer_out_or_are_nearer_the_best_size(wanted: Sizes) -> None:
    """Held against every way to make tables, for up to 30 people."""
    ways = {number: [()] if not number else [] for number in range(31)}
    for number, last in product(range(31), range(wanted.least, wanted.most + 1)):
        ways[number] += [
            (*way, last) for way in ways.get(number - last, ()) if not way or way[-1] <= last
        ]
    for people in range(31):
        sizes = sizes_of(people, wanted)
        best = min(
            (people - sum(way), sum(abs(size - wanted.best) for size in way))
            for number in range(people + 1)
            for way in ways[number]
        )
        assert (people - sum(sizes), sum(abs(size - wanted.best) for size in sizes)) == best
        assert not sizes or max(sizes) - min(sizes) <= 1


# --- what a draw promises -------------------------------------------------------------------------


@st.composite
def events(draw: st.DrawFn) -> tuple[list[str], Sizes, int]:
    """People, sizes and a seed."""
    return names(draw(st.integers(6, 40))), draw(st.sampled_from(ALL)), draw(st.integers(0, 2**64))


@settings(max_examples=60)
@given(events(), st.integers(1, 8))
def test_byes_and_larger_tables_go_round(event: tuple[list[str], Sizes, int], rounds: int) -> None:
    """After every round nobody has sat out, or sat at a larger table, two times more than another;
    everybody has one place in every round; and the tables have the sizes that were asked for."""
    people, wanted, seed = event
    done = list[Round]()
    for number in range(rounds):
        draw = by_chance(people, done, wanted, seed + number)
        done += draw.rounds
        assert round_problems(done[-1], people, wanted) == []
        assert [*map(len, done[-1].tables)] == [*sizes_of(len(people), wanted)]
        assert spread(draw.evenness.byes, people) <= 1
        assert spread(draw.evenness.larger, people) <= 1


@settings(max_examples=30)
@given(events(), st.integers(1, 5), st.lists(st.sets(st.integers(0, 5), max_size=2), max_size=2))
def test_turns_are_even_at_the_end_of_a_draw(
    event: tuple[list[str], Sizes, int], rounds: int, away: list[set[int]]
) -> None:
    """Whoever missed earlier rounds: among those who did not, nobody has sat out, or sat at a
    larger table, two times more than another."""
    people, wanted, seed = event
    done = list[Round]()
    for gone in away:
        here = [person for place, person in enumerate(people) if place not in gone]
        done += by_chance(here, done, wanted, seed).rounds if sizes_of(len(here), wanted) else ()
    draw = drawn(people, done, rounds, wanted, seed, steps=300)
    always = [person for person in people if all(person in one.people for one in done)]
    assert spread(draw.evenness.byes, always) <= 1
    assert spread(draw.evenness.larger, always) <= 1
    for one in draw.rounds:
        assert round_problems(one, people, wanted) == []
        assert [*map(len, one.tables)] == [*sizes_of(len(people), wanted)]


@pytest.mark.parametrize(
    ("people", "wanted", "rounds"),
    [
        (9, THREES, 4), (16, FOURS, 5), (27, THREE_OR_FOUR, 5), (27, Sizes(3, 4, 3, 8), 5), (26, THREES, 5),
        (25, FOURS, 4), (200, FOURS, 10), (200, THREE_OR_FOUR, 10),
    ],
)  # fmt: skip
def test_nobody_meets_twice_where_that_can_be(people: int, wanted: Sizes, rounds: int) -> None:
    """Clubs of every size, whose byes, larger tables and first deals are even."""
    who = names(people)
    draw = drawn(who, [], rounds, wanted, seed=1)
    assert max(meetings(draw.rounds).values()) == draw.evenness.most == 1
    assert draw.evenness.is_best
    for counted in (draw.evenness.byes, draw.evenness.larger, draw.evenness.first_deals):
        assert spread(counted, who) <= 1


@pytest.mark.parametrize("people", [6, 47, 200])
@pytest.mark.parametrize("wanted", ALL)
def test_a_club_of_any_size_is_seated(people: int, wanted: Sizes) -> None:
    """Turns and first deals are even at once, however short the search."""
    who = names(people)
    draw = drawn(who, [], 3, wanted, seed=1, steps=100)
    for counted in (draw.evenness.byes, draw.evenness.larger, draw.evenness.first_deals):
        assert spread(counted, who) <= 1
    for one in draw.rounds:
        assert round_problems(one, who, wanted) == []


@pytest.mark.parametrize(
    ("people", "wanted", "rounds"),
    [(6, THREES, 5), (12, FOURS, 5), (13, THREE_OR_FOUR, 8), (11, THREES, 9), (20, FOURS, 10)],
)
def test_otherwise_people_meet_as_evenly_as_can_be(people: int, wanted: Sizes, rounds: int) -> None:
    """Where some must meet again, the search finds what the bound says is the least."""
    draw = drawn(names(people), [], rounds, wanted, seed=1)
    assert draw.evenness.repeats == draw.evenness.least_repeats > 0
    assert draw.evenness.again


def test_the_same_seed_draws_the_same() -> None:
    """Whoever joined first, and however often it is asked."""
    people = names(25)
    first = drawn(people, [], 3, THREE_OR_FOUR, seed=7)
    assert drawn(people[::-1], [], 3, THREE_OR_FOUR, seed=7) == first
    assert drawn(people, [], 3, THREE_OR_FOUR, seed=8).rounds != first.rounds


def test_earlier_rounds_are_kept_when_somebody_leaves_or_comes() -> None:
    """The rounds that are left are drawn anew around those that were played: nobody of 26
    meets twice, though one left and two came."""
    people = names(25)
    before = drawn(people, [], 2, THREE_OR_FOUR, seed=3).rounds
    later = [*people[1:], "late", "later"]
    draw = drawn(later, before, 3, THREE_OR_FOUR, seed=4)
    assert draw.evenness.most == 1
    assert all(people[0] not in one.people for one in draw.rounds)
    assert meetings([*before, *draw.rounds]) == meetings(before) + meetings(draw.rounds)
    assert spread(draw.evenness.larger, people[1:]) <= 1


def test_too_few_for_a_table_are_refused() -> None:
    """Two people at tables of three."""
    with pytest.raises(Refused, match="a table takes at least 3 people, and there are 2"):
        drawn(["Ann", "Bob"], [], 1, THREES, seed=1)


# --- bounds ---------------------------------------------------------------------------------------


def all_rounds(people: list[str], sizes: list[int]) -> list[tuple[tuple[str, ...], ...]]:
    """Every way to seat people at tables of these sizes, each once; nobody is out."""
    if not sizes:
        return [()]
    first, *rest = people
    found = []
    for size in {*sizes}:
        left = sizes.copy()
        left.remove(size)
        for mates in combinations(rest, size - 1):
            others = [person for person in rest if person not in mates]
            found += [((first, *mates), *more) for more in all_rounds(others, left)]
    return found


@pytest.mark.parametrize(
    ("sizes", "rounds"), [([3, 3], 1), ([3, 3], 2), ([3, 3], 3), ([4, 3], 2), ([4, 3], 3), ([2, 2, 2], 3), ([5, 3], 2)]
)  # fmt: skip
def test_no_seating_is_below_the_bound(sizes: list[int], rounds: int) -> None:
    """Held against every way to seat so few people; a first round is as good as any other."""
    people = names(sum(sizes))
    first, *_ = ways = all_rounds(people, sizes)
    best = min(
        repeats(meetings([Round(first), *map(Round, more)]))
        for more in product(ways, repeat=rounds - 1)
    )
    for before in range(rounds):
        done = [Round(first)] * min(before, 1)
        assert (
            least_repeats(done, [Shape(frozenset(people), tuple(sizes))] * (rounds - len(done)))
            <= best
        )
    if sizes == [3, 3] or rounds <= 2:
        assert least_repeats([], [Shape(frozenset(people), tuple(sizes))] * rounds) == best


@pytest.mark.parametrize(
    ("people", "size", "rounds"), [(9, 3, 4), (15, 3, 7), (16, 4, 5), (12, 4, 1), (6, 3, 1), (200, 4, 66)]
)  # fmt: skip
def test_after_how_many_rounds_somebody_must_meet_again(
    people: int, size: int, rounds: int
) -> None:
    """Of n people at tables of k, (n - 1) / (k - 1) rounds at most; one where tables are few."""
    shape = Shape(frozenset(names(people)), (size,) * (people // size))
    assert least_repeats([], [shape] * rounds) == 0
    assert least_repeats([], [shape] * (rounds + 1)) > 0


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.sets(st.integers(0, 8), min_size=3), st.integers(0, 99)),
        min_size=1,
        max_size=4,
    ),
    st.integers(0, 3),
)
def test_whatever_was_drawn_is_not_below_the_bound(
    rounds: list[tuple[set[int], int]], played: int
) -> None:
    """Of few people who come and go: rounds by lot, of which some count as played."""
    done = list[Round]()
    for here, seed in rounds:
        done += by_chance([*map(str, here)], done, RESTING, seed).rounds
    shapes = [*map(shape_of, done[played:])]
    met = meetings(done)
    assert least_repeats(done[:played], shapes) <= repeats(met)
    assert least_meetings(done[:played], shapes) <= max(met.values())


# --- swapping -------------------------------------------------------------------------------------


def test_two_people_change_places_also_with_one_who_sits_out() -> None:
    """Each has the other's place."""
    one = Round((("Ann", "Bob", "Cal"), ("Dee", "Eva", "Fay")), ("Gus",))
    assert swapped(one, "Bob", "Fay") == Round(
        (("Ann", "Fay", "Cal"), ("Dee", "Eva", "Bob")), ("Gus",)
    )
    assert swapped(one, "Gus", "Ann").out == ("Ann",)
