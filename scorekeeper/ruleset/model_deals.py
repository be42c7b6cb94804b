"""The schedule of a ruleset as a frozen value, and the words of the format that say its fields
(`format.py`)."""

from typing import NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase
from scorekeeper.ruleset.format import SEATS, SOURCE, Word, declare

# How contracts come up: whether the declarer picks, each once, and for a round.
PICKING = {
    "declarer picks, each once": (True, True, False),
    "declarer picks": (True, False, False),
    "in order, one a deal": (False, False, False),
    "in order, one a round": (False, False, True),
}
BEFORE, AFTER = "before the deal", "after the deal"


class Deals(NamedTuple):
    """The schedule: how many deals, who deals, declares and leads, how contracts come up.

    Seats are `dealer`, `dealer's left`, `dealer's right`, `declarer`, `fact NAME` (the player
    whom the entry names) or None. `picked` says that the declarer picks the contract, `once`
    that each may be picked once only, `by_round` that a contract lasts a round; `order` holds
    a tuple of open contracts for each turn of a fixed order; `before` says that where there is a
    choice it is made before the cards are dealt. Where `first` names somebody, that player declares
    and leads in the very first deal and deals the second. `trump_unsaid` is the tier of a contract
    with open trumps for which no suit is entered, empty where nothing is said of it.
    """

    number: Formula | None
    stint: int
    declarer: str | None
    leader: str | None
    first: str | None
    picked: bool
    once: bool
    by_round: bool
    order: tuple[tuple[str, ...], ...]
    before: bool
    trump_unsaid: str
    source: Phrase


DEALS = declare(
    Deals,
    number=Word(
        "formula",
        "how many deals a game has; a formula may name `players` and options. Left out: until "
        "[`game.over`](#promise-game-match)",
        least=1,
    ),
    stint=Word(
        "stint", "whether the deal passes each time, or each deals so often in a row", name="dealer"
    ),
    declarer=Word("seat", "who chooses the contract", choices=SEATS),
    leader=Word("seat", "who leads to the first trick", choices=SEATS),
    first=Word(
        "seat",
        "who declares and leads in the very first deal where that is another, and deals the second",
        choices=SEATS,
    ),
    picked=Word(
        "choice",
        "how the contracts come up; each once: once a player",
        name="contract",
        default="in order, one a deal",
        choices=tuple(PICKING),
    ),
    order=Word(
        "turns",
        "the contracts in order where that is not the order of the page; a list within the "
        "list leaves a choice",
    ),
    before=Word(
        "either",
        "when a contract that is left to choose is chosen",
        name="chosen",
        choices=(AFTER, BEFORE),
    ),
    trump_unsaid=Word(
        "choice",
        "where a contract leaves the trumps open and no suit is entered: `ask` about it first, "
        "or `flag` it with a word; left out, nothing is said",
        default="",
        choices=("ask", "flag"),
    ),
    source=SOURCE,
)
