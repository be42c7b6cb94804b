"""What the rules say of what goes wrong at the table, misdeals, penalties and disputed counts; and
the words of the format that say their fields (`format.py`)."""

from typing import Any

from scorekeeper.base.records import Record
from scorekeeper.rules.format import SOURCE, Declared, Word, declare
from scorekeeper.text.language import Phrase


class Misdeal(Record):
    """What follows a misdeal: whether the deal passes left, where otherwise the same dealer deals
    again, and whether a contract that was named before it holds for the deal after it."""

    passes: bool
    holds: bool
    source: Phrase


MISDEAL = declare(
    Misdeal,
    passes=Word(
        "either",
        "who deals after a misdeal",
        name="then",
        choices={"again": "the same dealer", "passes": "the player at the left"},
    ),
    holds=Word(
        "either",
        "what becomes of a contract that was named before the misdeal",
        name="contract",
        choices={
            "free": "another may be played in the deal after it",
            "held": "no other may be played in the deal after it",
        },
    ),
    source=SOURCE,
)


class Penalty(Record):
    """What a fault costs the side that made it, and what it gives to each of the others, in
    points."""

    costs: int
    gives: int
    source: Phrase


PENALTY = declare(
    Penalty,
    costs=Word("whole", "what it costs the side that made the fault", default=0, least=0),
    gives=Word("whole", "what it gives to each of the other sides", default=0, least=0),
    source=SOURCE,
)


# How the mean of a disputed deal's points becomes a whole number.
WHOLE, DOWN, UP = "whole", "down", "up"
DISPUTE: Declared[dict[str, Any]] = declare(
    dict,
    split=Word(
        "choice",
        "a disputed count may be split: each side scores the mean of what the readings give it",
        choices={
            WHOLE: "it must be a whole number",
            DOWN: "it is rounded down",
            UP: "it is rounded up",
        },
    ),
    source=SOURCE,
)
