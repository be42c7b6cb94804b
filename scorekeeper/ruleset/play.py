"""What the referee needs of a ruleset: laws of play, layouts, melds, as frozen values. Beside them
stand the words of the format that say their fields (`format.py`)."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase
from scorekeeper.ruleset.format import SEATS, SOURCE, Word, declare

# The laws of play; the first word that each may be is what holds where a ruleset is silent.
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
        "whether a card must beat those before it if it can",
        name="head",
        choices=("never", "suit led", "trumps led"),
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
)
LAWS: Mapping[str, tuple[str, ...]] = {law.name: law.choices for law in LAW_WORDS}


class Play(NamedTuple):
    """How tricks are played: the laws that differ from the usual, the orders of rank from high
    to low (none where it is the pack's), how many tricks a deal has (None: one a card)."""

    laws: Mapping[str, str] = {}
    ranks: tuple[str, ...] = ()
    trump_ranks: tuple[str, ...] = ()
    tricks: int | None = None
    source: Phrase = Phrase({})


PLAY = declare(
    Play,
    laws=LAW_WORDS,
    ranks=Word("ranks", "the order of rank, high to low, where it is not the pack's"),
    trump_ranks=Word("ranks", "that of trumps, where it is not the pack's"),
    tricks=Word("whole", "how many tricks a deal has, where it is not one a card", least=1),
    source=SOURCE,
)


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


class Pile(NamedTuple):
    """What a heap of cards is worth suit by suit: the ladder `suits` of its ranks; the facts of
    a deal that hold the heap itself and the cards whose suits matter, where there are such."""

    suits: str
    fact: str
    goals: str
    source: Phrase


PILE = declare(
    Pile,
    suits=Word("text", "the ladder that cards are worth by", required=True),
    fact=Word("text", "the fact of a deal that holds the heap"),
    goals=Word("text", "the fact that holds the cards whose suits matter"),
    source=SOURCE,
)


# Where the cards of a deal may be said to lie.
IN_HAND, IN_TRICKS, SET_ASIDE = PLACES = ("in hand", "in tricks", "set aside")
TRUMPS = "trumps"


class CardPlace(NamedTuple):
    """Where cards of a deal must lie: `which` is a card, `trumps` (all of them) or `fact NAME`,
    `lies` one of PLACES, `whose` a seat as in the schedule; empty where the cards of the fact
    are one a side, each its own. `when` says in which deals, `because` why, in words."""

    which: str
    lies: str
    whose: str
    when: Formula | None
    because: Phrase
    source: Phrase


CARD_PLACE = declare(
    CardPlace,
    which=Word(
        "text",
        'a card, `"trumps"` for all of them, or `"fact NAME"` for those of a fact',
        required=True,
    ),
    lies=Word(
        "choice",
        "`in hand` when play begins, won `in tricks`, or `set aside` before play, and never played",
        choices=PLACES,
    ),
    whose=Word(
        "seat",
        "whose hand or tricks these are; left out where each side has its own card of the fact",
        default="",
        choices=SEATS,
    ),
    when=Word("formula", "in which deals, as far as that is entered"),
    because=Word("phrase", "why, in words"),
    source=SOURCE,
)


class MeldKind(NamedTuple):
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
    trumps=Word("either", "the suit that these are of", name="suit", choices=("any", "trumps")),
    points=Word("whole", "what those cards are worth", default=0),
    run=Word("numbers", "points of a run, by its length"),
    four=Word("numbers", "points of all the cards of a rank"),
    say=Word("phrase", "the word that must be said with it", saying="word"),
    adds_to=Word("text", "the kind of meld beside which it counts without using its cards again"),
    adds_when=Word("condition", "under which options it does so"),
    source=SOURCE,
)


class Melds(NamedTuple):
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
