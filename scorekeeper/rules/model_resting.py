"""What a ruleset says of people who rest, where more sit at the table than there are hands."""

from scorekeeper.base.records import Record
from scorekeeper.rules.format import SEATS, SOURCE, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.text.language import Phrase

DEALER = "dealer"
RESTERS = (DEALER, "dealer's left", "dealer's right")


class Resting(Record):
    """Who rests, one of RESTERS; what a rester scores, None for nothing; how many deals a game then
    has, None where that follows from the schedule."""

    who: str
    score: Formula | None
    deals: Formula | None
    source: Phrase


RESTING = declare(
    Resting,
    who=Word("choice", "who rests in a deal", choices={seat: SEATS[seat] for seat in RESTERS}),
    score=Word(
        "formula",
        "what each who rests scores in the deal; a formula may name what was entered and `people`",
    ),
    deals=Word(
        "formula",
        "how many deals a game has with people who rest; it may name `people`, `players` and "
        "options. Left out: as is said below",
    ),
    source=SOURCE,
)
NOTHING_SAID = Resting(who=DEALER, score=None, deals=None, source=Phrase({}))
