"""A ruleset as a frozen value: its parts, and the words of the format for them. `format.py`
explains how they are declared."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from scorekeeper.base.exact_numbers import is_whole
from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.rules.cards import Pack
from scorekeeper.rules.format import SEATS, SOURCE, FormatTable, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model_course import (
    BUDGET,
    DEALS,
    FOLLOWING,
    PICKING,
    Budget,
    Deals,
    Following,
)
from scorekeeper.rules.model_entered import (
    AUCTION,
    CARDS,
    CONTRACT,
    COUNT,
    FACT,
    LISTS,
    OF_PLAYERS,
    OPTION,
    PAIRS,
    PLAYERS,
    WORDS,
    Auction,
    Contract,
    Count,
    Fact,
    TableOption,
)
from scorekeeper.rules.model_points import (
    CARRY,
    CHECK,
    EVERY_SIDE,
    GAME,
    LEFT,
    MATCH,
    ME,
    OTHER,
    OUTCOME,
    PROMISE,
    SETTLEMENT,
    TIERS,
    CheckRule,
    Game,
    MatchRules,
    OutcomeRow,
    Scoring,
    Settlement,
    StepTable,
)
from scorekeeper.text.translation import Phrase

# --- model about -------------------------------------------------------------------------------
# What a game says of itself and of its roles in words, as frozen values; and the words of the
# format that say their fields (`format.py`).


class Role(FrozenRecord):
    """A role: its shown name (None: its name in formulas), its aim, and the roles that take
    precedence over it for the same player."""

    name: Phrase | None
    aim: Phrase
    yields: tuple[str, ...]


ROLE = declare(
    Role,
    name=Word(
        "phrase",
        "what a role of the game's own is called where it is shown; without an English word it "
        "is called there what `[roles]` calls it, and so it is in formulas",
        saying=None,
    ),
    aim=Word("phrase", "what it tries to do"),
    yields=Word(
        "strings",
        "the roles that a player has rather than this one, where both would be theirs; where the "
        "page does not say so, a player who may have two is a fault of it",
    ),
)


class About(FrozenRecord):
    """A game's description of itself: its family, the languages that it has words in, its sources,
    a warning about the whole; for new players its object, its length and the aim of each role.
    `role_words` and `words` are the game's own labels for roles and for other names in formulas."""

    family: str
    languages: tuple[str, ...]
    sources: tuple[str, ...]
    caution: Phrase
    object: Phrase
    length: Phrase
    aims: Mapping[str, Phrase]
    role_words: Mapping[str, Phrase]
    words: Mapping[str, Phrase]


# --- model events ------------------------------------------------------------------------------
# What the rules say of what goes wrong at the table, misdeals, penalties and disputed counts; and
# the words of the format that say their fields (`format.py`).


class Misdeal(FrozenRecord):
    """The consequence of a misdeal. `passes` is True if the deal passes on; otherwise the same
    dealer deals again. `holds` is True if a contract named before it stays for the deal after
    it."""

    passes: bool
    holds: bool
    source: Phrase


MISDEAL = declare(
    Misdeal,
    passes=Word(
        "either",
        "who deals after a misdeal",
        name="then",
        choices={"again": "the same dealer", "passes": "the player at the left"},
    ),
    holds=Word(
        "either",
        "what becomes of a contract that was named before the misdeal",
        name="contract",
        choices={
            "free": "another may be played in the deal after it",
            "held": "no other may be played in the deal after it",
        },
    ),
    source=SOURCE,
)


class PenaltyRule(FrozenRecord):
    """A penalty in points: `costs` for the side that made the mistake, `gives` to each other
    side."""

    costs: int
    gives: int
    source: Phrase


PENALTY = declare(
    PenaltyRule,
    costs=Word("whole", "what it costs the side that made the fault", default=0, least=0),
    gives=Word("whole", "what it gives to each of the other sides", default=0, least=0),
    source=SOURCE,
)


# How the mean of a disputed deal's points becomes a whole number.
WHOLE, DOWN, UP = "whole", "down", "up"
DISPUTE: FormatTable[dict[str, Any]] = declare(
    dict,
    split=Word(
        "choice",
        "a disputed count may be split: each side scores the mean of what the readings give it",
        choices={
            WHOLE: "it must be a whole number",
            DOWN: "it is rounded down",
            UP: "it is rounded up",
        },
    ),
    source=SOURCE,
)


# --- model resting -----------------------------------------------------------------------------
# What a ruleset says of people who rest, where more sit at the table than there are hands.


DEALER = "dealer"
RESTERS = (DEALER, "dealer's left", "dealer's right")


class Resting(FrozenRecord):
    """The rules of sitting out: `who`, one of RESTERS; the score of a player who sits out, None for
    nothing; the number of deals of a game then, None if it follows from the schedule."""

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


# --- model -------------------------------------------------------------------------------------
# A ruleset as a frozen value: its parts, and the words of the format that say them.
#
# `format.py` tells how.


# What other rooms know of a ruleset.
__all__ = [
    "CARDS",
    "EVERY_SIDE",
    "FEWEST",
    "LEFT",
    "LISTS",
    "ME",
    "MOST",
    "OF_PLAYERS",
    "OTHER",
    "PAIRS",
    "PICKING",
    "PLAYERS",
    "READ_BY_OTHERS",
    "RULESET",
    "TIERS",
    "WORDS",
    "About",
    "Auction",
    "CheckRule",
    "Contract",
    "Count",
    "Deals",
    "Fact",
    "Following",
    "StepTable",
    "MatchRules",
    "Misdeal",
    "TableOption",
    "OutcomeRow",
    "PenaltyRule",
    "Resting",
    "Ruleset",
    "Scoring",
    "Settlement",
]


FEWEST, MOST = 1, 16  # how many may play


class Ruleset(FrozenRecord):
    """A game's rules for scoring its deals. `raw` is the merged TOML that it was read from: a
    session saves it, and the referee's rules (`read_play.py`) and the casebook of rulings and
    examples (`casebook.py`) are read from it. `players` are the allowed numbers of players with the
    chosen options, `every_number` those with any options."""

    id: str
    name: Phrase
    about: About
    players: tuple[int, ...]
    every_number: tuple[int, ...]
    teams: bool
    options: Mapping[str, TableOption]
    pack: Pack
    hand: Formula | None
    talon: Formula | None
    deals: Deals
    following: Following | None
    roles: Mapping[str, str]
    contracts: Mapping[str, Contract]
    budgets: Mapping[str, Budget]
    facts: Mapping[str, Fact]
    counts: Mapping[str, Count]
    auction: Auction | None
    scoring: Scoring
    game: Game
    match: MatchRules | None
    settlement: Settlement | None
    misdeal: Misdeal | None
    penalties: Mapping[str, PenaltyRule]
    dispute: Mapping[str, Any] | None
    resting: Resting | None
    raw: Mapping[str, Any]

    @property
    def has_cards(self) -> bool:
        """Return True if the game is played with cards. Without a pack it uses dice, tiles or a
        board."""
        return bool(self.pack.ranks)

    @property
    def hangs_on_options(self) -> bool:
        """Return True if settings that are fixed before the first deal depend on the options."""
        return bool(self.game.chosen) or any(option.players for option in self.options.values())

    @property
    def goes_by_parts(self) -> bool:
        """Return True if entered numbers or scores need not be whole."""
        return self.is_entered_in_parts or not is_whole(self.game.step)

    @property
    def is_entered_in_parts(self) -> bool:
        """Return True if an entered number need not be whole."""
        counts = [count.step for count in self.counts.values()]
        facts = [fact.step for fact in self.facts.values()]
        return not all(map(is_whole, (*counts, *facts)))

    @property
    def main_count(self) -> str | None:
        """Return the count that bare numbers belong to: the first that is not optional."""
        return next(
            (c.id for c in self.counts.values() if not c.optional), next(iter(self.counts), None)
        )

    @property
    def pair_names(self) -> list[str]:
        """Return the names of values between two sides: the entered ones, then the computed
        ones."""
        said = [name for name, fact in self.facts.items() if fact.kind == PAIRS]
        return [*said, *self.scoring.pair]

    @cached_property
    def alone(self) -> tuple[str, ...]:
        """Return the facts that alone are a whole deal."""
        return tuple(name for name, fact in self.facts.items() if fact.alone)

    @cached_property
    def tables_counters(self) -> Mapping[str, int]:
        """Return the counters of the whole table, each with its index among all counters."""
        carried = enumerate(self.scoring.carry.items())
        return {name: place for place, (name, counter) in carried if counter.is_of_table}

    @property
    def trick_count(self) -> str | None:
        """Return the count of tricks, or None."""
        return next((count.id for count in self.counts.values() if count.counts_tricks), None)


# The words of a page that say what scores, of which the reader makes a ruleset and its parts.
RULESET: FormatTable[dict[str, Any]] = declare(
    dict,
    raw=(
        Word(
            "version",
            "which form of this page the file is written in; there is only 1",
            name="format",
        ),
        Word(
            "text",
            "another game, of which this says only what differs: see "
            "[Building on another page](rulesets.md#building-on-another-page)",
            name="extends",
        ),
        Word("strings", "what that has and this has not, as `contract.NAME`", name="without"),
    ),
    name=Word(
        "phrase",
        "what the game is called; in one language, or "
        "[by language](rulesets.md#words-in-several-languages)",
        saying=None,
    ),
    family=Word("text", "what it belongs to"),
    languages=Word(
        "strings",
        "what languages it has words in; where it does not say, those in which its own words are "
        "written",
        default=("en",),
    ),
    sources=Word("strings", "where it is from", name="source"),
    caution=Word("phrase", "a warning about the whole, such as that a source is incomplete"),
    object=Word(
        "phrase", "what one tries to do: the head of the [rule sheet](#what-rules-show-says)"
    ),
    length=Word("phrase", "how long it takes"),
    players=Word("wholes", "how many play, 1 to 16", least=FEWEST, most=MOST),
    teams=Word(
        "flag",
        "`true` where partners who sit across play together: they are one side; otherwise "
        "each player is a side",
    ),
    pack=Word(
        "pack",
        "the cards: see [Packs](rulesets.md#packs); left out, the game is "
        "[played without cards](rulesets-tables.md#without-cards)",
    ),
    hand=Word("formula", "how many cards each holds when play begins"),
    talon=Word("formula", "how many cards lie beside; left out, none", least=0),
    deals=Word("table", "[the schedule](#deals)", of=DEALS),
    following=Word(
        "table",
        "[what follows from a deal for the next](rulesets-course.md#next): who deals, declares and "
        "leads, which suit is trump, what is said to the dealer",
        name="next",
        of=FOLLOWING,
    ),
    misdeal=Word("table", "[what follows a misdeal](#misdeal-penaltytopic)", of=MISDEAL),
    penalties=Word(
        "tables",
        "[what a fault costs](#misdeal-penaltytopic), by the topic that it is ruled under",
        name="penalty",
        of=PENALTY,
    ),
    dispute=Word("table", "[how a disputed count is split](#dispute)", of=DISPUTE),
    roles=Word(
        "names",
        "[which seat has which quota](#roles)",
        of=Word("seat", choices={**SEATS, "others": "whoever has no other role"}),
    ),
    role_words=Word("tables", "what a role is called, and what it aims at", name="role", of=ROLE),
    contracts=(
        Word("tables", "[the contracts](#contractname)", name="contract", of=CONTRACT),
        Word(
            "by role",
            "a side's points in every contract that does not say its own; on a page without "
            "contracts and without `[[outcome]]` those of every deal",
            name="points",
        ),
        Word("phrase", "those points [in words](#words-formulas-in-words)", name="scoring"),
    ),
    budgets=Word(
        "tables",
        "[how often](rulesets-course.md#budgetname) contracts may be declared",
        name="budget",
        of=BUDGET,
    ),
    counts=Word(
        "tables",
        "[a number for each side](#countname-a-number-for-each-side)",
        name="count",
        of=COUNT,
    ),
    facts=Word(
        "tables",
        "[anything else that is entered](#factname-anything-else-that-is-entered)",
        name="fact",
        of=FACT,
    ),
    outcomes=Word("rows", "how a deal is settled", name="outcome", of=OUTCOME),
    ladders=Word("names", "tables to look up in", name="ladder", of=Word("numbers")),
    lets=Word(
        "names",
        "what is worked out of [a whole deal](rulesets-sides.md)",
        name="let",
        of=Word("formula", required=True),
    ),
    each=Word(
        "names", "what is worked out of every player", of=Word("side formula", required=True)
    ),
    side=Word("names", "what is worked out of every side", of=Word("side formula", required=True)),
    pair=Word(
        "names",
        "what is worked out of every [side with each other](rulesets-sides.md#pairs)",
        of=Word("pair formula", required=True),
    ),
    carry=Word("tables", "counters that live from deal to deal", of=CARRY),
    checks=Word("rows", "what a table does not let pass", name="check", of=CHECK),
    promise=Word("table", "what the points of every deal add up to", of=PROMISE),
    game=Word("table", "when a game is over, and who wins", of=GAME),
    match=Word("table", "games that are played again", of=MATCH),
    settlement=Word(
        "table",
        "[how ledgers are settled](rulesets-sides.md#settlement) when the game is over",
        of=SETTLEMENT,
    ),
    resting=Word(
        "table", "[more people than hands](#resting): who rests, and what that scores", of=RESTING
    ),
    words=Word(
        "names", "what names are called that only formulas use", of=Word("phrase", saying="name")
    ),
    options=Word("tables", "what a table settles before it starts", name="option", of=OPTION),
    auction=Word("table", "[how one bids](#auction)", of=AUCTION),
)

# The words of a page that `RULESET` leaves out: those of the casebook and the referee.
READ_BY_OTHERS = (
    "ruling", "topic", "example", "play", "melds", "meld", "pile", "card", "dealing", "exchange",
)  # fmt: skip
