"""Checking and proving a page is held to a number of steps, and what was not tried is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Person
from test_kinds import faults, read

from scorekeeper.base.input_limits import Steps
from scorekeeper.proof.proof_run import DRAWN, DRAWN_STEPS, EACH, LIMITS, Limits, trial_of
from scorekeeper.proof.ruleset_checks import MOST_STEPS, NOT_TRIED, faults_and_untried
from scorekeeper.rules.formula_faults import deal_steps

HEAD = """
name = "Large"
source = "made up"
players = 3
deals = { number = 6 }
count = { pegs = { max = 9 } }
"""
DEFAULTS = HEAD + 'points = "pegs"\n' + "\n".join(
    f"[fact.f{number}]\nmax = 9\nmin = 0\noptional = true\ndefault = '1'" for number in range(60)
)  # fmt: skip
SUM = " + ".join(f"f{number}" for number in range(40))
NUMBERS = HEAD + f'points = "pegs + {SUM}"\n' + "\n".join(
    f"[fact.f{number}]\nmin = 0\nmax = 999999" for number in range(40)
)  # fmt: skip


def test_steps_are_taken_up_to_the_most() -> None:
    """What is more than is left is not done, and nothing after it."""
    steps = Steps(10, each=3)
    assert [steps.take(), steps.take(2), steps.take(), steps.take()] == [True, True, False, False]
    assert (steps.done, steps.left, steps.is_short) == (3, 1, True)


def test_a_large_page_is_checked_within_its_steps_and_says_so(tmp_path: Path) -> None:
    """Each of its deals asks for 60 defaults: a few deals are tried, and their number is told."""
    rules = read(DEFAULTS)
    found, untried = faults_and_untried(rules)
    assert found == [] and [note.code for note in untried] == [NOT_TRIED]
    (tmp_path / "large.toml").write_text(DEFAULTS, encoding="utf-8")
    said = Person(tmp_path).types("rules", "check", str(tmp_path / "large.toml"))
    most = MOST_STEPS // deal_steps(rules)
    assert said.code == 0
    assert f"note: the page is large: only {most} deals were tried" in said.err


def test_a_large_page_is_proved_within_its_steps() -> None:
    """Fewer results are tried and drawn where each is more work."""
    rules, small = read(NUMBERS), read(HEAD + 'points = "pegs"')
    (task,) = trial_of(rules).tasks
    assert task.ways == (DRAWN,) and task.draws * deal_steps(rules) <= DRAWN_STEPS
    few = Limits(steps=999 * deal_steps(small))
    assert [trial_of(small, one).tasks[0].ways for one in (few, LIMITS)] == [(EACH, DRAWN), (EACH,)]


@pytest.mark.parametrize("depth", [2, 30])
def test_a_test_within_tests_is_gone_through_once(depth: int) -> None:
    """Not once more for everything that it is compared with, at every depth."""
    test = "tricks"
    for _ in range(depth):
        test = f"({test} in (1, 2))"
    assert len(faults(test)) == depth - 1  # `2` is never found in what is true or false
