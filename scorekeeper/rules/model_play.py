"""The referee's rules: dealing, exchange, play, melds, heaps, card places. Recording a deal needs
none of them: who does reads them from the ruleset (`referee_rules` in `read_play.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorekeeper.rules.format import SEATS, SOURCE, Word, declared, ruleset_table, said_seat, word
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model_entered import LAW_WORDS
from scorekeeper.rules.toml_table import TomlTable, laws_in, read_table
from scorekeeper.text.message import say
from scorekeeper.text.translation import Phrase

# --- Melds ---------------------------------------------------------------------------------------

OF_SUIT = {"any": "each suit in turn", "trumps": "trumps alone"}


def _run(table: TomlTable) -> tuple[tuple[int, int], ...]:
    steps = table.numbers("run")
    run = [(int(length), points) for length, points in steps.items() if length.isdecimal()]
    if len(run) != len(steps) or any(length < 2 for length, _ in run):
        message = say("`run` must be a table of lengths and points, `{ 3 = 20, 4 = 50 }`")
        table.fault("run", message)
    return tuple(sorted(run))


@ruleset_table
class MeldKind:
    """A kind of meld: certain ranks of one suit (`trumps` only, or any); or a run, with the points
    of the longest step that it reaches; or all cards of a rank (`four`). `say` is the word that
    must be said, if any, when a card of it is played before melds are shown. If it adds to a meld
    of the kind `adds_to` that contains its cards, it does not count as another use of them, when
    `adds_when` is true (None: always)."""

    id: str
    name: Phrase = word("phrase", "what it is called", saying="name", named="in English")
    cards: tuple[str, ...] = word("ranks", "certain ranks of one suit")
    trumps: bool = word("either", "the suit that these are of", name="suit", choices=OF_SUIT)
    points: int = word("whole", "what those cards are worth", default=0)
    run: tuple[tuple[int, int], ...] = word("numbers", "points of a run, by its length", read=_run)
    four: Mapping[str, int] = word("numbers", "points of all the cards of a rank")
    say: Phrase = word("phrase", "the word that must be said with it", saying="word")
    adds_to: str = word(
        "text", "the kind of meld beside which it counts without using its cards again"
    )
    adds_when: Formula | None = word("condition", "under which options it does so")
    source: Phrase = declared(SOURCE)

    @classmethod
    def read_from(cls, table: TomlTable) -> MeldKind:
        """Read a kind of meld, which is of cards, a run or all of a rank."""
        kind = read_table(table, cls)
        if sum(map(bool, (kind.cards, kind.run, kind.four))) != 1:
            message = say("`{meld}` must have one of `cards`, `run` and `four`", meld=kind.id)
            table.fault("", message)
        if kind.adds_when and not kind.adds_to:
            table.missing("adds_to")
        return kind


@ruleset_table
class Melds:
    """The melds of a game: in how many of them a card counts (a trump, by its rank, maybe in more);
    whose melds count, and when, in words; the fact of a deal with the melds, and the seat whose
    side melded them, empty if not stated."""

    uses: int = word("whole", "in how many melds a card counts", default=1, least=1)
    trump_uses: Mapping[str, int] = word(
        "numbers", "the same of trumps by rank, where it is another"
    )
    whose: Phrase = word("phrase", "whose melds count")
    when: Phrase = word("phrase", "when they count")
    reading: Phrase = word(
        "phrase", "which reading of the source this is; it may name an option, `{bonus}`"
    )
    fact: str = word("text", "the fact of a deal that holds what was melded")
    seat: str = word(
        "seat",
        "whose side melded that: a recorded deal in which more was melded than the hands of "
        "that side held is refused",
        default="",
        choices=SEATS,
    )
    source: Phrase = declared(SOURCE)
    kinds: tuple[MeldKind, ...] = declared()


def _melds(top: TomlTable) -> Melds | None:
    """Read `[melds]`, the rules for all melds, and a `[meld.NAME]` for each kind; None without
    either."""
    if not top.has("meld") and not top.has("melds"):
        return None
    kinds = tuple(MeldKind.read_from(table) for table in top.tables("meld").values())
    return read_table(top.table("melds"), Melds, kinds=kinds)


# --- Exchange before play ------------------------------------------------------------------------

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


@ruleset_table
class Exchange:
    """A step of the exchange before play. A player `takes` cards of the talon and `gives` cards of
    the hand: `discard`s them, or gives them to the `left`, to the `right`, `across`, or so many to
    `each other` player. `gives_first` means that cards are given before those of the talon are
    taken; `optional` that both may be left out. `may_not_give` has ranks, cards or `trumps`. `when`
    selects the deals with this step (None: all)."""

    who: str = word("seat", "who takes and gives", default="", required=True, choices=WHO)
    takes: int = word(
        "whole",
        "how many cards of the talon, which are those that nobody was dealt",
        default=0,
        least=0,
    )
    gives: int = word("whole", "how many cards of the hand", default=0, least=0)
    to: str = word("choice", "what becomes of these", choices=TO)
    gives_first: bool = word(
        "either",
        "what comes first",
        name="first",
        choices={
            "take": "what was in the talon can be given",
            "give": "what was in the talon cannot be given",
        },
    )
    optional: bool = word("flag", "both may be left out")
    may_not_give: tuple[str, ...] = word("ranks", 'ranks, cards or `trumps`, as `"trumps K 9S"`')
    when: Formula | None = word(
        "formula",
        "in which deals there is such a step, like that of a step of dealing; a name that the "
        "game has not is refused",
    )
    source: Phrase = declared(SOURCE)

    @classmethod
    def read_from(cls, table: TomlTable) -> Exchange:
        """Read a step of the exchange, in which cards are taken or given."""
        step = read_table(table, cls)
        if not step.takes and not step.gives:
            table.fault("", say("a step of the exchange must say what it `takes` or `gives`"))
        return replace(step, to=said_seat(step.to, table.page.to_the_right) or "")


# --- Dealing and play ----------------------------------------------------------------------------


@ruleset_table
class DealingStep:
    """A step of dealing in words. `when` selects the deals with this step, None for all; a name
    that the game lacks counts as absent. The referee finds it by its `topics`, like rulings."""

    text: Phrase = word("phrase", "the step", required=True, saying="step")
    brief: Phrase = word(
        "phrase",
        "the step in the line of all of it, where `[dealing]` has no `brief`; a step without one "
        "is left out of that line",
        saying="step",
    )
    when: Formula | None = word("condition", "in which deals there is such a step")
    topics: tuple[str, ...] = word(
        "strings",
        "on which topics, those of [rulings](rulesets-words.md#ruling), "
        "`scorekeeper referee ruling` tells the step",
        name="topic",
    )


@ruleset_table
class DealingRules:
    """The rules of dealing, as steps and as one line."""

    steps: tuple[DealingStep, ...] = word(
        "steps",
        "the steps in order; by language equally many, or a row for each",
        of=DealingStep,
        saying="step",
    )
    brief: Phrase = word(
        "phrase", "all of it in a line, for those who know the game", saying="step"
    )
    source: Phrase = declared(SOURCE)


@ruleset_table
class PlayRules:
    """The rules of playing tricks: `laws` that differ from the usual; the rank orders from high to
    low (empty: the pack's order); the number of tricks in a deal (None: one a card; 0: cards are
    not played in tricks)."""

    laws: Mapping[str, str] = declared(*LAW_WORDS, read=lambda table: laws_in(table, LAW_WORDS))
    ranks: tuple[str, ...] = word(
        "ranks", "the order of rank, high to low, where it is not the pack's"
    )
    trump_ranks: tuple[str, ...] = word("ranks", "that of trumps, where it is not the pack's")
    tricks: int | None = word(
        "whole",
        "how many tricks a deal has, where it is not one a card; 0 where cards are not played in "
        "tricks: the referee then has nothing to judge",
        least=0,
    )
    source: Phrase = declared(SOURCE)


@ruleset_table
class Pile:
    """The valuation of a heap of cards suit by suit. `suits` is the table of the ranks' values.
    `fact` and `goals` are the deal's facts with the heap and with the cards whose suits count;
    empty if there are none."""

    suits: str = word("text", "the ladder that cards are worth by", required=True)
    fact: str = word("text", "the fact of a deal that holds the heap")
    goals: str = word("text", "the fact that holds the cards whose suits matter")
    source: Phrase = declared(SOURCE)


# Where the cards of a deal may be said to lie.
IN_HAND, IN_TRICKS, SET_ASIDE = "in hand", "in tricks", "set aside"
PLACES = {
    IN_HAND: "held when play begins",
    IN_TRICKS: "won in tricks",
    SET_ASIDE: "laid away before play, and never played",
}


@ruleset_table
class CardPlace:
    """A rule about where cards of a deal must be. `which` is a card, `trumps` (all of them) or
    `fact NAME`. `lies` is one of PLACES. `whose` is a seat as in the schedule; empty if the fact
    has one card a side, each with its own side. `when` selects the deals; `because` is the reason,
    in words."""

    which: str = word(
        "text",
        'a card, `"trumps"` for all of them, or `"fact NAME"` for those of a fact',
        required=True,
    )
    lies: str = word("choice", "where they must be", choices=PLACES)
    whose: str = word(
        "seat",
        "whose hand or tricks these are; left out where each side has its own card of the fact",
        default="",
        choices=SEATS,
    )
    when: Formula | None = word("formula", "in which deals, as far as that is entered")
    because: Phrase = word("phrase", "why, in words")
    source: Phrase = declared(SOURCE)


@ruleset_table
class RefereeRules:
    """The parts of a ruleset that the referee uses: dealing and exchanging cards, playing tricks,
    melds, the value of a heap suit by suit, the required locations of cards."""

    play: PlayRules = word(
        "table", "[the laws of play](rulesets-play.md#play)", default={}, of=PlayRules
    )
    melds: Melds | None = declared(
        Word("table", "what holds for all melds", name="melds", of=Melds),
        Word(
            "tables",
            "[the kinds of meld](rulesets-play.md#melds-and-meldname)",
            name="meld",
            of=MeldKind,
        ),
        read=_melds,
    )
    pile: Pile | None = word("table", "what a heap of cards is worth", of=Pile)
    card_places: tuple[CardPlace, ...] = word(
        "rows", "where cards must lie", name="card", of=CardPlace
    )
    dealing: DealingRules = word(
        "table", "[how the cards are dealt](rulesets-play.md#dealing)", default={}, of=DealingRules
    )
    exchange: tuple[Exchange, ...] = word(
        "rows", "how cards are exchanged before play", of=Exchange
    )
