"""The exchange of cards before play as a frozen value, and the words of the format that say its
fields (`format.py`)."""

from scorekeeper.base.records import Record
from scorekeeper.rules.format import SEATS, SOURCE, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.text.language import Phrase

TRUMPS = "trumps"  # all of them, where cards are named
PARTNER, EVERYBODY = "dealer's partner", "everybody"
WHO = {**SEATS, PARTNER: "the dealer's partner", EVERYBODY: "every player"}
DISCARD, EACH_OTHER, ACROSS = "discard", "each other", "across"
TO = {
    DISCARD: "they are thrown away",
    "left": "they go to the player at the giver's left",
    "right": "they go to the player at the giver's right",
    ACROSS: "they go to the player who sits across",
    EACH_OTHER: "so many go to each other player",
}


class Exchange(Record):
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
    to=Word("choice", "what becomes of these", choices=TO),
    gives_first=Word(
        "either",
        "what comes first",
        name="first",
        choices={
            "take": "what was in the talon can be given",
            "give": "what was in the talon cannot be given",
        },
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
