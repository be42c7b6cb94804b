"""The laws of play, which the game has and a contract or an option may change, and suits that are
laid out. Beside them stand the words of the format that say them (`format.py`)."""

from collections.abc import Mapping

from scorekeeper.base.records import Record
from scorekeeper.rules.format import Word, declare

CLOSED, THROW = "closed", "throw"  # laws that name suits and cards
# The laws of play; the first word that each may be is what holds where a ruleset is silent; one
# that names suits or cards then names none.
LAW_WORDS = (
    Word(
        "choice",
        "whether the suit led must be followed",
        name="follow",
        choices={
            "must": "who has a card of it plays one",
            "trumps only": "only when a trump is led",
            "free": "any card may be played",
        },
    ),
    Word(
        "choice",
        "what may be played without it",
        name="void",
        choices={"free": "any card", "must trump": "a trump, by whoever has one"},
    ),
    Word(
        "choice",
        "whether a card must beat those before it if it can",
        name="head",
        choices={
            "never": "it need not",
            "suit led": "where the suit led is followed",
            "trumps led": "where trumps were led",
            "always": "whatever may be played, what would win the trick must be",
        },
    ),
    Word(
        "choice",
        "whether a lower trump may be played on a trump",
        name="undertrump",
        choices={"free": "it may", "partner's only": "only where the partner's wins so far"},
    ),
    Word(
        "choice",
        "which card wins a trick",
        name="wins",
        choices={
            "suit led": "the highest trump, else the highest card of the suit led",
            "any suit": "the highest card of all",
        },
    ),
    Word(
        "choice",
        "which of two cards alike wins",
        name="ties",
        choices={"first played": "the earlier of them", "last played": "the later of them"},
    ),
    Word(
        "choice",
        "how trumps are made",
        name="trump",
        choices={
            "named": "they are known before play",
            "first card led": "they are the suit of the first card",
        },
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
LAWS: Mapping[str, tuple[str, ...]] = {law.name: tuple(law.choices) or ("",) for law in LAW_WORDS}


DIRECTIONS = {
    "up": "from the start to the highest",
    "down": "from the start to the lowest",
    "both": "either way, by whoever has the next card",
}


class Stops(Record):
    """A layout: each suit begins with `start` and grows `direction` (up, down or both), round
    the corner where `ring` holds. `fact NAME` stands for what the deal decides. `count` is the
    count of the cards that each player has left."""

    start: str
    direction: str
    ring: bool
    count: str


STOPS = declare(
    Stops,
    start=Word("text", "the rank that each suit begins with, or `fact NAME`", required=True),
    direction=Word("seat", "how it grows", default="up", choices=DIRECTIONS),
    ring=Word("flag", "whether the ranks go on round the corner"),
    count=Word("text", "the count of the cards left in each hand, which a recorded deal gives"),
)
