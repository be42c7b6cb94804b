"""What the referee says, to the word: every question and its whole answer are in `referee-says.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest
from felt import case

from scorekeeper.problems import Problem, Refused
from scorekeeper.referee.ask import ANSWERS, answered
from scorekeeper.schedule import first_state

BLOCKS = [block.splitlines() for block in Path(__file__).with_name("referee-says.txt").read_text("utf-8").split("\n\n")]


def said(question: str) -> list[str]:
    """The answer to `GAME FACT=… $ WORDS`: the game, what is known of the deal, and what is asked."""
    known, _, words = question.partition(" $ ")
    game, *pairs = known.split()
    facts = dict(pair.split("=") for pair in pairs)
    options = {name: True for name, value in facts.items() if value == "yes"}
    where = case(game, **options)
    state = first_state(where.agreed)._replace(dealer=where.dealer)
    try:
        return answered(
            where.agreed, state, {name: facts[name] for name in facts if name not in options}, words.split()
        )
    except Refused as refused:
        return [line for problem in refused.problems for line in _refusal(problem)]


def _refusal(problem: Problem) -> list[str]:
    lines = f"refused {problem.code}, {problem.fact or 'nothing'}: {problem.message}".split("\n")
    lines += [f"try: {problem.hint}"] if problem.hint else []
    return lines + ([f"rule: {problem.rule}"] if problem.rule else [])


@pytest.mark.parametrize(
    ("question", "lines"), [(block[0], block[1:]) for block in BLOCKS], ids=lambda value: str(value)[:60]
)
def test_what_the_referee_says(question: str, lines: list[str]) -> None:
    """The verdict, the law and its place; or why there is none, what it is about, and what to say instead."""
    assert said(question) == lines


def test_every_kind_of_question_is_there() -> None:
    """No kind of question is left out of the page."""
    asked = {block[0].partition(" $ ")[2].split()[0] for block in BLOCKS if block[0].partition(" $ ")[2]}
    assert asked >= set(ANSWERS)
