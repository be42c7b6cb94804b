"""The melds of a ruleset as frozen values, and the words of the format that say their fields
(`format.py`)."""

from collections.abc import Mapping

from scorekeeper.base.records import Record
from scorekeeper.rules.format import SEATS, SOURCE, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.text.language import Phrase

OF_SUIT = {"any": "each suit in turn", "trumps": "trumps alone"}


class MeldKind(Record):
    """One kind of meld: certain ranks of one suit (`trumps` only or any), or a run, worth the
    points of the longest step it reaches, or all the cards of a rank. `say` is the word that
    must be said, if any, when a card of it is played before melds are shown. Beside a meld of the
    kind `adds_to` that holds its cards it counts without being one more use of them, where
    `adds_when` holds (None: always)."""

    id: str
    name: Phrase
    cards: tuple[str, ...]
    trumps: bool
    points: int
    run: tuple[tuple[int, int], ...]
    four: Mapping[str, int]
    say: Phrase
    adds_to: str
    adds_when: Formula | None
    source: Phrase


MELD = declare(
    MeldKind,
    name=Word("phrase", "what it is called", saying="name", named="in English"),
    cards=Word("ranks", "certain ranks of one suit"),
    trumps=Word("either", "the suit that these are of", name="suit", choices=OF_SUIT),
    points=Word("whole", "what those cards are worth", default=0),
    run=Word("numbers", "points of a run, by its length"),
    four=Word("numbers", "points of all the cards of a rank"),
    say=Word("phrase", "the word that must be said with it", saying="word"),
    adds_to=Word("text", "the kind of meld beside which it counts without using its cards again"),
    adds_when=Word("condition", "under which options it does so"),
    source=SOURCE,
)


class Melds(Record):
    """The melds of a game: in how many of them a card counts, a trump by its rank perhaps in
    more; whose melds count, and when, in words; the fact of a deal that holds what was melded,
    and the seat whose side melded that, empty where nothing is said of it."""

    kinds: tuple[MeldKind, ...]
    uses: int
    trump_uses: Mapping[str, int]
    whose: Phrase
    when: Phrase
    reading: Phrase
    fact: str
    seat: str
    source: Phrase


MELDS = declare(
    Melds,
    uses=Word("whole", "in how many melds a card counts", default=1, least=1),
    trump_uses=Word("numbers", "the same of trumps by rank, where it is another"),
    whose=Word("phrase", "whose melds count"),
    when=Word("phrase", "when they count"),
    reading=Word("phrase", "which reading of the source this is; it may name an option, `{bonus}`"),
    fact=Word("text", "the fact of a deal that holds what was melded"),
    seat=Word(
        "seat",
        "whose side melded that: a recorded deal in which more was melded than the hands of "
        "that side held is refused",
        default="",
        choices=SEATS,
    ),
    source=SOURCE,
)
