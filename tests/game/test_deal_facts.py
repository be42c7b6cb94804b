"""The facts of a deal as formulas ask them: one value for each name, whoever asked before."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from conftest import ruleset

from scorekeeper.game.deal_facts import DealFacts, columns_of, outcome_of, per_side, quotas
from scorekeeper.game.schedule import first_state, turn
from scorekeeper.game.session_settings import agree
from scorekeeper.rules.cards import find_card

GOALS = ["2MK", "2SY", "2WL"]
POT = ["3MW", "4MS", "5ML", "6MW", "7ML", "3SK", "4YK", "5YK", "6SY", "AW", "3LY"]


def facts_of(game: str, players: str, **entered: Any) -> DealFacts:
    """The facts of a game's first deal."""
    agreed = agree(ruleset(game), list(players))
    state = first_state(agreed)
    return DealFacts(agreed, state, turn(agreed, state, entered), entered)


def test_what_one_side_has_is_not_left_for_the_next() -> None:
    """A side's own tricks and quota are seen by its own formulas, in whatever order the sides are
    asked, and the deal as a whole has no such name."""
    facts = facts_of("bismarck-swedish", "ABC", contract="sang", tricks=[5, 8, 3])
    columns = columns_of(facts, quotas(facts))
    assert quotas(facts) == (4, 8, 4)
    for order in permutations(range(3)):
        own = {side: facts.of_side(columns, side) for side in order}
        assert {side: (own[side]["tricks"], own[side]["quota"]) for side in order} == {
            0: (5, 4),
            1: (8, 8),
            2: (3, 4),
        }
    contract = facts.agreed.rules.contracts["sang"]
    assert per_side(contract.points, facts, columns) == (1, 0, -1)
    for name in ("tricks", "quota", "role", "total"):
        with pytest.raises(KeyError):
            facts[name]
    assert facts["all.tricks"] == (5, 8, 3)


def test_a_card_of_each_side_is_that_sides_alone() -> None:
    """Every side has a goal card: the deal as a whole has them all, also after it was scored."""
    facts = facts_of("bisque", "ABC", goals=GOALS, pot=POT)
    cards = tuple(find_card(facts.agreed.rules.pack, code) for code in GOALS)
    columns = columns_of(facts, quotas(facts))
    outcome = outcome_of(facts)
    assert outcome is not None
    assert per_side(outcome.points, facts, columns) == (12, 13, 14)
    assert [facts.of_side(columns, side)["goals"] for side in range(3)] == [*cards]
    assert facts["goals"] == cards


def test_other_counts_are_other_facts() -> None:
    """The same deal with other tricks is asked beside the first; neither changes the other."""
    facts = facts_of("bismarck-swedish", "ABC", contract="sang", tricks=[5, 8, 3])
    assert facts["all.tricks"] == (5, 8, 3)
    other = facts.with_entered({**facts.entered, "tricks": [4, 6, 6]}, facts.steady())
    assert (other["all.tricks"], other["contract"]) == ((4, 6, 6), "sang")
    assert other.roles == facts.roles
    assert facts["all.tricks"] == (5, 8, 3)


def test_facts_cannot_be_changed() -> None:
    """No value can be put in, taken out or replaced once the facts are made."""
    facts: Any = facts_of("bismarck-swedish", "ABC", contract="sang", tricks=[5, 8, 3])
    with pytest.raises(TypeError):
        facts["tricks"] = 8
    with pytest.raises(TypeError):
        del facts["contract"]
    for name in ("entered", "roles", "state", "turn", "agreed"):
        with pytest.raises(AttributeError):
            setattr(facts, name, None)
    own = facts.of_side({"tricks": (5, 8, 3)}, 0)
    with pytest.raises(TypeError):
        own["tricks"] = 9
