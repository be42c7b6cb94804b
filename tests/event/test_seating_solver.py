"""The solver that looks for a more even draw, an extra: it never makes one worse, finds some that
the search does not, and proves what nothing can be below."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from terminal import Person

from scorekeeper.event.round_draws import drawn, round_problems
from scorekeeper.event.round_tables import Round, Sizes, spread
from scorekeeper.event.seating_by_local_search import by_chance
from scorekeeper.event.seating_by_solver import solved

THREES, THREE_OR_FOUR = Sizes(3, 3, 3), Sizes(3, 4, 3)
is_installed = pytest.mark.skipif(
    find_spec("clingo") is None, reason="the extra `seating` is not installed"
)


def names(number: int) -> list[str]:
    """So many people."""
    return [f"p{place:03}" for place in range(number)]


@is_installed
@pytest.mark.parametrize(
    ("people", "wanted", "rounds"), [(15, THREES, 7), (22, THREE_OR_FOUR, 8), (26, THREES, 6)]
)
def test_a_draw_without_rematches_is_found(people: int, wanted: Sizes, rounds: int) -> None:
    """From a draw of which the search was cut short; turns are as even as in that."""
    who = names(people)
    begun = drawn(who, [], rounds, wanted, seed=1, steps=1)
    draw = solved(begun, who, [], seed=1, seconds=60)
    assert begun.evenness.repeats > draw.evenness.repeats == 0
    assert draw.how == "solver"
    for one in draw.rounds:
        assert round_problems(one, who, wanted) == []
    for counted in (draw.evenness.byes, draw.evenness.larger, draw.evenness.first_deals):
        assert spread(counted, who) <= 1


@is_installed
def test_what_nothing_can_be_below_is_proved() -> None:
    """Ten people in three rounds meet eight times again, where counting allows three."""
    draw = drawn(names(10), [], 3, THREE_OR_FOUR, seed=1, steps=2000)
    assert (draw.evenness.repeats, draw.evenness.least_repeats) == (8, 3)
    even = solved(draw, names(10), [], seed=1, seconds=60).evenness
    assert (even.repeats, even.least_repeats, even.is_best) == (8, 8, True)


@is_installed
def test_rounds_that_were_played_are_kept() -> None:
    """Somebody came late: turns are as even as in the draw that is given, and the meetings of the
    rounds before count."""
    people, before = names(9), list[Round]()
    for seed in range(2):
        before += by_chance(people, before, THREE_OR_FOUR, seed).rounds
    later = [*people, "late"]
    begun = drawn(later, before, 2, THREE_OR_FOUR, seed=1, steps=1)
    draw = solved(begun, later, before, seed=1, seconds=60)
    assert draw.evenness.repeats <= begun.evenness.repeats
    assert spread(draw.evenness.larger, later) <= spread(begun.evenness.larger, later)
    assert draw.evenness.least_repeats <= draw.evenness.repeats


@is_installed
def test_a_draw_that_is_best_is_left_as_it_is() -> None:
    """And so is one of so many people that the solver could not hold them."""
    draw = drawn(names(9), [], 4, THREES, seed=1)
    assert solved(draw, names(9), [], seed=1, seconds=60) is draw
    many = drawn(names(100), [], 12, THREE_OR_FOUR, seed=1, steps=1)
    assert solved(many, names(100), [], seed=1, seconds=60) is many


@is_installed
def test_the_command_says_what_is_proved(tmp_path: Path) -> None:
    """Of ten people in three rounds eight meet again, and no draw has fewer."""
    person = Person(tmp_path).after(
        f"event new cup --game oh-hell --people {','.join(names(10))} --rounds 3 --tables 3-4"
    )
    said = person.does("event seat --solver 60")
    assert said.err.endswith("; no draw has fewer\n")


@is_installed
def test_of_one_round_alone_nothing_is_proved_of_all(tmp_path: Path) -> None:
    """That no third round is better says nothing of draws in which the first two are others."""
    person = Person(tmp_path).after(
        f"event new cup --game oh-hell --people {','.join(names(10))} --rounds 3 --tables 3-4",
        "event seat",
    )
    said = person.does("event seat --round 3 --solver 60")
    assert "is not excluded" in said.err
    assert "no draw has fewer" not in said.err


def test_the_solver_is_for_even_draws(tmp_path: Path) -> None:
    """A draw by lot has nothing to be made better."""
    person = Person(tmp_path).after(
        f"event new cup --game oh-hell --people {','.join(names(9))} --rounds 3"
    )
    for words in ("--seating random", "--hand x"):
        said = person.types("event", "seat", "--solver", "5", *words.split())
        assert said.code == 2
        assert "--solver goes with --seating even" in said.err


def test_without_the_extra_the_install_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is drawn, and the refusal names the command."""
    person = Person(tmp_path).after(
        "event new cup --game bizon --rounds 3 --people Ann,Bob,Cal,Dee,Eve,Fay"
    )
    monkeypatch.setitem(sys.modules, "clingo", None)
    said = person.types("event", "seat", "--solver", "5")
    assert said.code == 1
    assert "the solver clingo is not installed" in said.err
    assert "install 'tablescore[seating]'" in said.err
