"""What the referee needs of a ruleset beside what scores, as frozen values: dealing, exchange, laws
of play, melds, heaps. Beside them stand the words of the format that say their fields
(`format.py`).

Recording a deal asks for none of it: whoever does reads it from the ruleset (`read_play.py`).
"""

from collections.abc import Mapping

from scorekeeper.base.records import Record
from scorekeeper.rules.format import SEATS, SOURCE, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model_exchange import EXCHANGE, Exchange
from scorekeeper.rules.model_laws import LAW_WORDS
from scorekeeper.rules.model_melds import MELD, MELDS, Melds
from scorekeeper.text.language import Phrase


class Step(Record):
    """A step of dealing in words; `when` says in which deals there is such a step, None that there
    always is. What it names and the game has not is none. It is found under its `topics`, as
    rulings are."""

    text: Phrase
    brief: Phrase = Phrase({})
    when: Formula | None = None
    topics: tuple[str, ...] = ()


STEP = declare(
    Step,
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


class Dealing(Record):
    """How the cards are dealt, in steps and in a line."""

    steps: tuple[Step, ...] = ()
    brief: Phrase = Phrase({})
    source: Phrase = Phrase({})


DEALING = declare(
    Dealing,
    steps=Word(
        "steps",
        "the steps in order; by language equally many, or a row for each",
        of=STEP,
        saying="step",
    ),
    brief=Word("phrase", "all of it in a line, for those who know the game", saying="step"),
    source=SOURCE,
)


class Play(Record):
    """How tricks are played: the laws that differ from the usual, the orders of rank from high
    to low (none where it is the pack's), how many tricks a deal has (None: one a card; 0: cards
    are not played in tricks)."""

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
    tricks=Word(
        "whole",
        "how many tricks a deal has, where it is not one a card; 0 where cards are not played in "
        "tricks: the referee then has nothing to judge",
        least=0,
    ),
    source=SOURCE,
)


class Pile(Record):
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
IN_HAND, IN_TRICKS, SET_ASIDE = "in hand", "in tricks", "set aside"
PLACES = {
    IN_HAND: "held when play begins",
    IN_TRICKS: "won in tricks",
    SET_ASIDE: "laid away before play, and never played",
}


class CardPlace(Record):
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


class RefereeRules(Record):
    """What the referee needs of a ruleset: how the cards are dealt and exchanged, how tricks are
    played, the melds, what a heap is worth suit by suit, where cards must lie."""

    dealing: Dealing
    exchange: tuple[Exchange, ...]
    play: Play
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
