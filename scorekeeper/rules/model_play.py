"""The referee's rules as frozen values with their words: dealing, exchange, laws of play, melds."""

from collections.abc import Mapping

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.rules.format import SEATS, SOURCE, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.text.translation import Phrase

# --- model laws --------------------------------------------------------------------------------
# The laws of play, which the game has and a contract or an option may change, and suits that are
# laid out. Beside them stand the words of the format that say them (`format.py`).


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


class Stops(FrozenRecord):
    """A layout: each suit begins with `start` and grows in `direction` (up, down or both), round
    the corner if `ring` is true. `fact NAME` refers to a value of the deal. `count` is the count of
    the cards that each player has left."""

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


# --- model melds -------------------------------------------------------------------------------
# The melds of a ruleset as frozen values, and the words of the format that say their fields
# (`format.py`).


OF_SUIT = {"any": "each suit in turn", "trumps": "trumps alone"}


class MeldKind(FrozenRecord):
    """A kind of meld: certain ranks of one suit (`trumps` only, or any); or a run, with the points
    of the longest step that it reaches; or all cards of a rank (`four`). `say` is the word that
    must be said, if any, when a card of it is played before melds are shown. If it adds to a meld
    of the kind `adds_to` that contains its cards, it does not count as another use of them, when
    `adds_when` is true (None: always)."""

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


class Melds(FrozenRecord):
    """The melds of a game: in how many of them a card counts (a trump, by its rank, maybe in more);
    whose melds count, and when, in words; the fact of a deal with the melds, and the seat whose
    side melded them, empty if not stated."""

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


# --- model exchange ----------------------------------------------------------------------------
# The exchange of cards before play as a frozen value, and the words of the format that say its
# fields (`format.py`).


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


class Exchange(FrozenRecord):
    """A step of the exchange before play. A player `takes` cards of the talon and `gives` cards of
    the hand: `discard`s them, or gives them to the `left`, to the `right`, `across`, or so many to
    `each other` player. `gives_first` means that cards are given before those of the talon are
    taken; `optional` that both may be left out. `may_not_give` has ranks, cards or `trumps`. `when`
    selects the deals with this step (None: all)."""

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


# --- model play --------------------------------------------------------------------------------
# What the referee needs of a ruleset beside what scores, as frozen values: dealing, exchange,
# laws of play, melds, heaps. Beside them stand the words of the format that say their fields
# (`format.py`).
#
# Recording a deal asks for none of it: whoever does reads it from the ruleset (`read_play.py`).


class DealingStep(FrozenRecord):
    """A step of dealing in words. `when` selects the deals with this step, None for all; a name
    that the game lacks counts as absent. The referee finds it by its `topics`, like rulings."""

    text: Phrase
    brief: Phrase = Phrase({})
    when: Formula | None = None
    topics: tuple[str, ...] = ()


STEP = declare(
    DealingStep,
    text=Word("phrase", "the step", required=True, saying="step"),
    brief=Word(
        "phrase",
        "the step in the line of all of it, where `[dealing]` has no `brief`; a step without one "
        "is left out of that line",
        saying="step",
    ),
    when=Word("condition", "in which deals there is such a step"),
    topics=Word(
        "strings",
        "on which topics, those of [rulings](rulesets-words.md#ruling), "
        "`scorekeeper referee ruling` tells the step",
        name="topic",
    ),
)


class DealingRules(FrozenRecord):
    """The rules of dealing, as steps and as one line."""

    steps: tuple[DealingStep, ...] = ()
    brief: Phrase = Phrase({})
    source: Phrase = Phrase({})


DEALING = declare(
    DealingRules,
    steps=Word(
        "steps",
        "the steps in order; by language equally many, or a row for each",
        of=STEP,
        saying="step",
    ),
    brief=Word("phrase", "all of it in a line, for those who know the game", saying="step"),
    source=SOURCE,
)


class PlayRules(FrozenRecord):
    """The rules of playing tricks: `laws` that differ from the usual; the rank orders from high to
    low (empty: the pack's order); the number of tricks in a deal (None: one a card; 0: cards are
    not played in tricks)."""

    laws: Mapping[str, str] = {}
    ranks: tuple[str, ...] = ()
    trump_ranks: tuple[str, ...] = ()
    tricks: int | None = None
    source: Phrase = Phrase({})


PLAY = declare(
    PlayRules,
    laws=LAW_WORDS,
    ranks=Word("ranks", "the order of rank, high to low, where it is not the pack's"),
    trump_ranks=Word("ranks", "that of trumps, where it is not the pack's"),
    tricks=Word(
        "whole",
        "how many tricks a deal has, where it is not one a card; 0 where cards are not played in "
        "tricks: the referee then has nothing to judge",
        least=0,
    ),
    source=SOURCE,
)


class Pile(FrozenRecord):
    """The valuation of a heap of cards suit by suit. `suits` is the table of the ranks' values.
    `fact` and `goals` are the deal's facts with the heap and with the cards whose suits count;
    empty if there are none."""

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
IN_HAND, IN_TRICKS, SET_ASIDE = "in hand", "in tricks", "set aside"
PLACES = {
    IN_HAND: "held when play begins",
    IN_TRICKS: "won in tricks",
    SET_ASIDE: "laid away before play, and never played",
}


class CardPlace(FrozenRecord):
    """A rule about where cards of a deal must be. `which` is a card, `trumps` (all of them) or
    `fact NAME`. `lies` is one of PLACES. `whose` is a seat as in the schedule; empty if the fact
    has one card a side, each with its own side. `when` selects the deals; `because` is the reason,
    in words."""

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
    lies=Word("choice", "where they must be", choices=PLACES),
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


class RefereeRules(FrozenRecord):
    """The parts of a ruleset that the referee uses: dealing and exchanging cards, playing tricks,
    melds, the value of a heap suit by suit, the required locations of cards."""

    dealing: DealingRules
    exchange: tuple[Exchange, ...]
    play: PlayRules
    melds: Melds | None
    pile: Pile | None
    card_places: tuple[CardPlace, ...]


REFEREE = declare(
    RefereeRules,
    play=Word("table", "[the laws of play](rulesets-play.md#play)", of=PLAY),
    melds=(
        Word("table", "what holds for all melds", name="melds", of=MELDS),
        Word(
            "tables",
            "[the kinds of meld](rulesets-play.md#melds-and-meldname)",
            name="meld",
            of=MELD,
        ),
    ),
    pile=Word("table", "what a heap of cards is worth", of=PILE),
    card_places=Word("rows", "where cards must lie", name="card", of=CARD_PLACE),
    dealing=Word("table", "[how the cards are dealt](rulesets-play.md#dealing)", of=DEALING),
    exchange=Word("rows", "how cards are exchanged before play", of=EXCHANGE),
)
