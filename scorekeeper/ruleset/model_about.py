"""What a game says of itself and of its roles in words, as frozen values; and the words of the
format that say their fields (`format.py`)."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.language import Phrase
from scorekeeper.ruleset.format import Word, declare


class Role(NamedTuple):
    """What a role is called where that is said (None: by its name in formulas), and what it aims
    at."""

    name: Phrase | None
    aim: Phrase


ROLE = declare(
    Role,
    name=Word(
        "phrase",
        "what a role of the game's own is called where it is shown; without an English word it "
        "is called there what `[roles]` calls it, and so it is in formulas",
        saying=None,
    ),
    aim=Word("phrase", "what it tries to do"),
)


class Told(NamedTuple):
    """What a game says of itself to those who have never played it: its object, how long it
    takes, and what each role aims at."""

    object: Phrase
    length: Phrase
    aims: Mapping[str, Phrase]
