"""The exchange of cards before play as a frozen value, and the words of the format that say its
fields (`format.py`)."""

from typing import NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase
from scorekeeper.ruleset.format import SOURCE, Word, declare

TRUMPS = "trumps"  # all of them, where cards are named
PARTNER, EVERYBODY = "dealer's partner", "everybody"
WHO = ("dealer", "dealer's left", "dealer's right", PARTNER, "declarer", EVERYBODY)
DISCARD, EACH_OTHER, ACROSS = "discard", "each other", "across"
TO = (DISCARD, "left", "right", ACROSS, EACH_OTHER)


class Exchange(NamedTuple):
    """A step of the exchange before play: somebody `takes` cards of the talon and `gives` cards of
    the hand: `discard`s them, or gives them to the `left`, to the `right`, `across`, or so many to
    `each other` player. `gives_first` says that the cards are given before those of the talon are
    taken up, `optional` that both may be left out; `may_not_give` are ranks, cards or `trumps`;
    `when` says in which deals there is such a step (None: in all)."""

    who: str
    takes: int
    gives: int
    to: str
    gives_first: bool
    optional: bool
    may_not_give: tuple[str, ...]
    when: Formula | None
    source: Phrase


EXCHANGE = declare(
    Exchange,
    who=Word("seat", "who takes and gives", default="", required=True, choices=WHO),
    takes=Word(
        "whole",
        "how many cards of the talon, which are those that nobody was dealt",
        default=0,
        least=0,
    ),
    gives=Word("whole", "how many cards of the hand", default=0, least=0),
    to=Word(
        "choice",
        "what becomes of these: thrown away, or to whom they go, seen from the giver; "
        "to `each other` player so many each",
        choices=TO,
    ),
    gives_first=Word(
        "either",
        "what comes first; with `give` what was in the talon cannot be given",
        name="first",
        choices=("take", "give"),
    ),
    optional=Word("flag", "both may be left out"),
    may_not_give=Word("ranks", 'ranks, cards or `trumps`, as `"trumps K 9S"`'),
    when=Word(
        "formula",
        "in which deals there is such a step, like that of a step of dealing; a name that the "
        "game has not is refused",
    ),
    source=SOURCE,
)
