"""The laws of play, which the game has and a contract or an option may change, and suits that are
laid out. Beside them stand the words of the format that say them (`format.py`)."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.ruleset.format import Word, declare

CLOSED, THROW = "closed", "throw"  # laws that name suits and cards
# The laws of play; the first word that each may be is what holds where a ruleset is silent; one
# that names suits or cards then names none.
LAW_WORDS = (
    Word(
        "choice",
        "whether the suit led must be followed; `trumps only`: only when a trump is led",
        name="follow",
        choices=("must", "trumps only", "free"),
    ),
    Word("choice", "what may be played without it", name="void", choices=("free", "must trump")),
    Word(
        "choice",
        "whether a card must beat those before it if it can; `always`: whatever may be played, "
        "what would win the trick must be",
        name="head",
        choices=("never", "suit led", "trumps led", "always"),
    ),
    Word(
        "choice",
        "whether a lower trump may be played on a trump; `partner's only`: on the partner's",
        name="undertrump",
        choices=("free", "partner's only"),
    ),
    Word(
        "choice",
        "`suit led`: the highest card of it wins, or the highest trump; `any suit`: the highest "
        "card of all",
        name="wins",
        choices=("suit led", "any suit"),
    ),
    Word(
        "choice",
        "which of two cards alike wins",
        name="ties",
        choices=("first played", "last played"),
    ),
    Word(
        "choice",
        "how trumps are made: named before play, or by the first card",
        name="trump",
        choices=("named", "first card led"),
    ),
    Word(
        "text",
        "the suits, with spaces, or `trumps`, that may not be led before a card of them was played "
        "to an earlier trick, unless the hand has nothing else",
        name=CLOSED,
    ),
    Word(
        "text",
        "the cards, ranks or suits, with spaces, or `trumps`, of which who cannot follow must "
        "throw one",
        name=THROW,
    ),
)
LAWS: Mapping[str, tuple[str, ...]] = {law.name: law.choices or ("",) for law in LAW_WORDS}


DIRECTIONS = ("up", "down", "both")


class Stops(NamedTuple):
    """A layout: each suit begins with `start` and grows `direction` (up, down or both), round
    the corner where `ring` holds. `fact NAME` stands for what the deal decides."""

    start: str
    direction: str
    ring: bool


STOPS = declare(
    Stops,
    start=Word("text", "the rank that each suit begins with, or `fact NAME`", required=True),
    direction=Word("seat", "how it grows", default="up", choices=DIRECTIONS),
    ring=Word("flag", "whether the ranks go on round the corner"),
)
