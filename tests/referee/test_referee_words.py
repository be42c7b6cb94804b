"""What the referee says, to the word: every question and its whole answer are in
`referee-says.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest
from felt import case

from scorekeeper.game.schedule import first_state
from scorekeeper.referee.question_context import RefereeAnswer, case_of_next_deal
from scorekeeper.referee.question_parser import ANSWERS, answer, read_question
from scorekeeper.text.message_text import hint_of, spoken, text_of
from scorekeeper.text.problems import Problem, Refused

BLOCKS = [
    block.splitlines()
    for block in Path(__file__).with_name("referee-says.txt").read_text("utf-8").split("\n\n")
]


def said(question: str) -> RefereeAnswer:
    """The answer to `GAME FACT=… $ WORDS`: the game, what is known of the deal, and what is
    asked."""
    known, _, words = question.partition(" $ ")
    game, *pairs = known.split()
    facts = dict(pair.split("=") for pair in pairs)
    options = {name: True for name, value in facts.items() if value == "yes"}
    where = case(game, **options)
    state = first_state(where.agreed)._replace(dealer=where.dealer)
    known_facts = {name: value for name, value in facts.items() if name not in options}
    return answer(
        case_of_next_deal(where.agreed, state, known_facts), read_question(words.split()), state
    )


def lines_of(question: str) -> list[str]:
    """The lines of an answer, or of the refusal to give one."""
    try:
        return [text_of(line) for line in said(question).lines]
    except Refused as refused:
        return [line for problem in refused.problems for line in _refusal(problem)]


def _refusal(problem: Problem) -> list[str]:
    lines = (
        f"refused {problem.code}, {problem.fact or 'nothing'}: {text_of(problem.message)}".split(
            "\n"
        )
    )
    lines += [f"try: {hint_of(problem)}"] if hint_of(problem) else []
    return lines + ([f"rule: {text_of(problem.rule)}"] if problem.rule else [])


@pytest.mark.parametrize(
    ("question", "lines"),
    [(block[0], block[1:]) for block in BLOCKS],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_what_the_referee_says(question: str, lines: list[str]) -> None:
    """The verdict, the law and its place; or why there is none, what it is about, and what to
    say instead."""
    assert lines_of(question) == lines


def test_every_kind_of_question_is_there() -> None:
    """No kind of question is left out of the page."""
    asked = {
        block[0].partition(" $ ")[2].split()[0] for block in BLOCKS if block[0].partition(" $ ")[2]
    }
    assert asked >= set(ANSWERS)


# What a program reads of each kind of answer, in this order.
VALUES = {
    "trick": ("winner", "index", "card", "because", "source"),
    "legal": ("legal", "because", "source"),
    "melds": ("total", "melds", "trump", "reading", "source"),
    "points": ("total", "source"),
    "auction": ("ok", "holder", "bid", "turn", "problems", "source"),
    "stops": ("playable", "must_play", "start", "direction", "source"),
    "dealing": ("steps", "contracts", "source"),
    "discard": ("ok", "step", "may", "kept", "problems", "rule", "source"),
    "miscount": ("counts", "swaps", "source"),
}


@pytest.mark.parametrize(
    ("question", "lines"),
    [
        (b[0], b[1:])
        for b in BLOCKS
        if b[1:] and not b[1].startswith("refused") and " ruling" not in b[0]
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_a_program_reads_the_same_source(question: str, lines: list[str]) -> None:
    """The value of an answer has its keys in their order, and the source that ends the last
    line."""
    value = spoken(said(question).value)
    keys = VALUES[read_question(question.partition(" $ ")[2].split()).what]
    assert [key for key in value if key in keys] == list(keys)
    assert lines[-1].endswith(f"source: {value['source']}")


def test_values_that_a_program_reads() -> None:
    """A layout with its start and direction, an auction with its problems, the rows of a count
    and its slips."""
    stops = said(
        "bismarck-estonian contract=stops-chosen $ stops 7S 9S / 8S start=8 direction=down"
    ).value
    assert (stops["playable"], stops["must_play"], stops["start"], stops["direction"]) == (
        ["7S"],
        True,
        "8",
        "down",
    )
    auction = said("bien $ auction 100 90 pass").value
    assert (auction["ok"], auction["holder"], auction["bid"], auction["turn"]) == (
        False,
        "Ann",
        100,
        "Cal",
    )
    (problem,) = auction["problems"]
    assert (problem["code"], problem["fact"]) == ("auction-call", "auction")
    taken = said("bizon $ auction pass eat turned=10C").value
    assert (taken["ok"], taken["holder"], taken["bid"]) == (True, "Bob", None)
    assert (taken["trump"], taken["round"], taken["turn"]) == ("clubs", 1, None)
    tricks = said("bismarck-swedish contract=sang $ miscount 24 15 9").value["counts"]["tricks"]
    assert (tricks["given"], tricks["sum"], tricks["total"]) == (
        {"Ann": 24, "Bob": 15, "Cal": 9},
        48,
        16,
    )
    assert (tricks["cards"], tricks["pack"]) == ({"Ann": 72, "Bob": 45, "Cal": 27}, 48)
    assert spoken(tricks["slips"]) == [
        {"what": "these are cards: a trick has 3", "right": {"Ann": 8, "Bob": 5, "Cal": 3}}
    ]
    points = said("bien $ miscount points=50,81").value["counts"]["points"]
    assert spoken(points["slips"]) == [
        {"what": "one 10 was left out (10), perhaps that of trumps", "right": None}
    ]
    ruling = said("bizon $ ruling auction").value
    assert (ruling["topic"], ruling["silent"], ruling["duties"], len(ruling["rulings"])) == (
        "auction",
        False,
        [],
        3,
    )
    assert said("bien $ ruling revoke").value["silent"] is True
