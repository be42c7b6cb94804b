"""The known designs that are shipped: every pair counted again, and held against the published
table of the social golfer problem."""

from __future__ import annotations

from itertools import combinations, count
from pathlib import Path

import pytest

from scorekeeper.event.round_draws import Design, drawn
from scorekeeper.event.round_tables import (
    Round,
    Shape,
    Sizes,
    evenness,
    least_repeats,
    meetings,
    sizes_of,
    spread,
)
from scorekeeper.event.seating_by_local_search import searched
from scorekeeper.store.shipped_files import FOLDER, design_in, designs_for, drawn_with_designs

DESIGNS = {path.stem: design_in(path.name) for path in sorted(Path(FOLDER).glob("*.toml"))}
THREES, FOURS, THREE_OR_FOUR = Sizes(3, 3, 3), Sizes(4, 4, 4), Sizes(3, 4, 4)
# How many rounds there are in which nobody meets twice, by groups and their size: OEIS A107431,
# from Warwick Harvey's results page for the social golfer problem (CSPLib, prob010).
MOST = {
    (3, 3): 4, (4, 3): 4, (5, 3): 7, (6, 3): 8, (7, 3): 10, (4, 4): 5, (5, 4): 5, (6, 4): 7, (7, 4): 9,
    (5, 5): 6, (6, 5): 6,
}  # fmt: skip


def names(number: int) -> list[str]:
    """So many people."""
    return [f"p{place:03}" for place in range(number)]


@pytest.mark.parametrize("name", DESIGNS)
def test_nobody_meets_twice_and_everybody_plays_every_round(name: str) -> None:
    """Every pair of every table is counted, and the file is named for what is in it."""
    design = DESIGNS[name]
    everybody = [*range(1, design.people + 1)]
    met = [
        pair
        for tables in design.rounds
        for table in tables
        for pair in combinations(sorted(table), 2)
    ]
    assert len(met) == len({*met})
    for tables in design.rounds:
        assert sorted(number for table in tables for number in table) == everybody
        assert {*map(len, tables)} == {design.size}
    assert name == f"{design.people}-{design.size}"
    assert design.source
    assert design.made


def most_rounds(design: Design) -> int:
    """After how many rounds somebody must meet somebody again, by the bounds."""
    shape = Shape(frozenset(names(design.people)), (design.size,) * (design.people // design.size))
    return next(rounds for rounds in count() if least_repeats([], [shape] * (rounds + 1)))


@pytest.mark.parametrize("name", DESIGNS)
def test_no_design_could_be_longer(name: str) -> None:
    """Each has as many rounds as the published table says, or as counting allows."""
    design = DESIGNS[name]
    bound = most_rounds(design)
    most = MOST.get((design.people // design.size, design.size), bound)
    assert len(design.rounds) == most <= bound


@pytest.mark.parametrize("name", DESIGNS)
def test_a_design_is_drawn_by_lot_and_places_are_even(name: str) -> None:
    """All its rounds, with first deals as even as can be; another seed seats others together."""
    design = DESIGNS[name]
    people, wanted = names(design.people), Sizes(design.size, design.size, design.size)
    draw = drawn_with_designs(people, [], len(design.rounds), wanted, seed=1)
    assert (draw.how, draw.source) == ("design", design.source)
    assert draw.evenness.most == 1
    assert draw.evenness.is_best
    assert spread(draw.evenness.first_deals, people) <= 1
    assert drawn_with_designs(people, [], 1, wanted, seed=2).rounds[0] not in draw.rounds


def test_a_design_goes_on_round_by_round() -> None:
    """Drawn one by one with the same seed, fifteen people meet nobody twice in seven rounds."""
    people, before = names(15), list[Round]()
    for _ in range(7):
        draw = drawn_with_designs(people, before, 1, THREES, seed=5)
        assert draw.how == "design"
        before += draw.rounds
    assert max(meetings(before).values()) == 1


@pytest.mark.parametrize(
    ("people", "wanted", "rounds", "of"),
    [(26, THREES, 13, 27), (27, THREE_OR_FOUR, 9, 28), (27, FOURS, 9, 28), (14, THREES, 7, 15), (23, THREE_OR_FOUR, 7, 24)],
)  # fmt: skip
def test_people_may_be_missing_from_a_design(
    people: int, wanted: Sizes, rounds: int, of: int
) -> None:
    """Nobody meets twice, where the search finds no way; byes and larger tables are even."""
    who = names(people)
    designs = designs_for(people, wanted)
    assert of in {design.people for design in designs}
    searched = drawn(who, [], rounds, wanted, seed=1, steps=3000)
    assert not searched.evenness.is_best
    draw = drawn(who, [], rounds, wanted, 1, designs, steps=3000)
    assert draw.how == "design"
    assert draw.evenness.most == 1
    assert spread(draw.evenness.byes, who) <= 1
    assert spread(draw.evenness.larger, who) <= 1


def test_a_design_whose_turns_are_not_even_is_not_taken() -> None:
    """Of sixteen in fours two leave, and two others would always sit at a larger table."""
    [design] = [design for design in designs_for(14, THREE_OR_FOUR) if design.people == 16]
    draw = drawn(names(14), [], 4, THREE_OR_FOUR, 1, [design], steps=3000)
    assert draw.how == "search"
    assert spread(draw.evenness.larger, names(14)) <= 1


def test_rounds_of_another_draw_are_not_taken_for_the_design() -> None:
    """Where the rounds before are not of the design, it is not gone on with: the rest is searched,
    and nobody meets twice all the same."""
    before = [Round((("p000", "p001", "p002"), ("p003", "p004", "p005"), ("p006", "p007", "p008")))]
    draw = drawn_with_designs(names(9), before, 3, THREES, seed=1)
    assert draw.how == "search"
    assert draw.evenness.most == 1


def test_only_designs_that_may_serve_are_read() -> None:
    """Of so many people, or few more, at tables of the size that is wanted."""
    assert [design.people for design in designs_for(26, THREES)] == [27, 30]
    assert [design.people for design in designs_for(21, THREE_OR_FOUR)] == [24]
    assert designs_for(9, FOURS) == []
    assert isinstance(designs_for(15, THREES)[0], Design)


@pytest.mark.parametrize("name", DESIGNS)
def test_one_round_more_is_no_less_even_than_the_design_and_a_round(name: str) -> None:
    """A draw of more rounds than a design has begins where that ends. It is held against the
    design with its first round once more, and against the design with a round that a search by
    another seed finds."""
    design = DESIGNS[name]
    people, wanted = names(design.people), Sizes(design.size, design.size, design.size)
    rounds, sizes = len(design.rounds), sizes_of(design.people, wanted)
    draw = drawn(people, [], rounds + 1, wanted, 1, [design], steps=10_000)
    known = drawn(people, [], rounds, wanted, 2, [design]).rounds
    for added in (known[:1], searched(people, known, 1, sizes, seed=3, steps=10_000)):
        assert draw.evenness.repeats <= evenness(people, known, added).repeats
    assert len(draw.rounds) == rounds + 1


@pytest.mark.parametrize(
    ("people", "wanted", "rounds", "of"),
    [(26, THREES, 13, 27), (27, THREE_OR_FOUR, 9, 28), (14, THREES, 7, 15), (23, THREE_OR_FOUR, 7, 24)],
)  # fmt: skip
def test_one_round_more_than_a_larger_design_is_as_even(
    people: int, wanted: Sizes, rounds: int, of: int
) -> None:
    """The same where people are missing from the design; byes and larger tables go round."""
    who = names(people)
    [design] = [one for one in designs_for(people, wanted) if one.people == of]
    known = drawn(who, [], rounds, wanted, 1, [design], steps=3000).rounds
    another = searched(who, known, 1, sizes_of(people, wanted), seed=3, steps=3000)
    draw = drawn(who, [], rounds + 1, wanted, 1, [design], steps=3000)
    assert draw.evenness.repeats <= evenness(who, known, another).repeats
    assert spread(draw.evenness.byes, who) <= 1
    assert spread(draw.evenness.larger, who) <= 1
