"""The scoring of a deal, a game and a match as frozen values, with the words of the format."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.rules.format import SOURCE, FormatTable, Word, declare
from scorekeeper.rules.formula import Formula
from scorekeeper.text.translation import Phrase

EVERY_SIDE = "*"
# What formulas of a side call the side itself, and, before a dot, the side on its left; and, in
# formulas of two sides, the other of them.
ME, LEFT, OTHER = "me", "left", "other"
TIERS = {
    "refuse": "it cannot be, and is not recorded",
    "ask": "it is odd, and asked about first",
    "flag": "it is recorded all the same, with a word",
}


class StepTable(FrozenRecord):
    """A lookup table. It gives the row of the greatest step that is not above the key; for a word
    the row of that word."""

    id: str
    steps: tuple[tuple[int, int], ...]
    words: Mapping[str, int]

    def at(self, key: Any) -> int:
        """Return the value for a key. Raises LookupError below the first step or for an unknown
        word."""
        if isinstance(key, str) and not key.isdecimal():
            return self.words[key]
        at = int(key) if isinstance(key, str) else key
        found = [value for step, value in self.steps if step <= at]
        if not found:
            raise KeyError(key)
        return found[-1]


class OutcomeRow(FrozenRecord):
    """A row of the settlement table. The first row whose test is true gives the points; `test` and
    `scoring` describe both in the rules' own words."""

    name: Phrase
    when: Formula | None
    test: Phrase
    points: Mapping[str, Formula]
    scoring: Phrase
    source: Phrase


OUTCOME = declare(
    OutcomeRow,
    name=Word("phrase", "what it is called", saying="name"),
    when=Word("formula", "the test that must hold; left out, it always does"),
    test=Word("phrase", "the test [in words](#words-formulas-in-words)"),
    points=Word("by role", "a side's points", required=True),
    scoring=Word("phrase", "the points [in words](#words-formulas-in-words)"),
    source=SOURCE,
)


# Whose a check is: of the deal as a whole, or worked out for each of these.
CHECKED = {
    "deal": "once of the deal",
    "side": "of each side, with all that a formula for each knows",
    "player": "of each player where partners play",
    "pair": "of each side with each other, `me` and `other`",
}


class CheckRule(FrozenRecord):
    """A check of entries that a house adds. `tier` is one of TIERS; `of`, one of CHECKED, is what
    `when` is evaluated for; `when` is true if there is a problem."""

    tier: str
    of: str
    when: Formula
    fact: str | None
    code: str
    message: Phrase
    hint: Phrase
    source: Phrase


CHECK = declare(
    CheckRule,
    tier=Word("choice", "what is done about it", choices=TIERS),
    of=Word(
        "choice",
        "for whom the trouble is asked: but for the deal, what is said begins with whom it is "
        "about, where no `{me}` says it",
        default="deal",
        choices=CHECKED,
    ),
    when=Word("formula", "the trouble", required=True),
    fact=Word("name", "the fact or count that it is about"),
    code=Word("text", "its short name for programs", default="check"),
    message=Word(
        "phrase",
        "what is said, with facts put in, `{bid}`, and what is worked out, `{gain}` or "
        "`{bidder.gain}`; of a side its own, and who it is, `{me}`",
        required=True,
        saying="message",
    ),
    hint=Word("phrase", "how to mend it", saying="hint"),
    source=SOURCE,
)


PROMISE: FormatTable[dict[str, Any]] = declare(
    dict, sum=Word("formula", "what the points of every deal add up to")
)


class Bonus(FrozenRecord):
    """Points that each side gets when a game is over, in addition to those of its deals. `name` is
    the label of the row; `scoring` describes the points in the rules' own words."""

    name: Phrase
    points: Formula
    scoring: Phrase
    source: Phrase


BONUS = declare(
    Bonus,
    name=Word("phrase", "what it is called; left out, bonus", saying="name"),
    points=Word(
        "side formula",
        "what a side gets, where `won` says whether it won and `total` is its score until then",
        required=True,
    ),
    scoring=Word("phrase", "those points [in words](rulesets-words.md#words-formulas-in-words)"),
    source=SOURCE,
)


class Game(FrozenRecord):
    """The rules of one game: the starting score and the step of scores; the test that ends it early
    and the test of who wins it then, both also in the rules' own words; the counts that are
    compared in turn (`counting`); which score wins without these; the bonus at the end; and the
    text about the last player. `chosen` are the formulas of `start` and `best` if they depend on
    options; `start` and `lowest_wins` are then the values for the table's options
    (`rules_by_option.py`)."""

    start: int
    step: int
    over: Formula | None
    end: Phrase
    winner: Formula | None
    winning: Phrase
    counting: tuple[str, ...]
    lowest_wins: bool
    bonus: Bonus | None
    last: Phrase
    source: Phrase
    chosen: Mapping[str, Formula]

    @property
    def has_ending(self) -> bool:
        """Return True if the game's end decides more than the totals show: a winner or a bonus."""
        return self.names_winner or self.bonus is not None

    @property
    def names_winner(self) -> bool:
        """Return True if the winner may be another side than the one with the best total."""
        return self.winner is not None or bool(self.counting)


HIGHEST, LOWEST = "highest", "lowest"
BEST = {HIGHEST: "most points win", LOWEST: "fewest points win"}
GAME = declare(
    Game,
    start=Word(
        "settled",
        "the score that everybody begins with; a formula may name `players` and options",
        default=0,
    ),
    step=Word(
        "step",
        "by what [the points go](rulesets-sides.md#halves): every score is a multiple of it",
        default=1,
    ),
    over=Word("formula", "the test that ends it; left out, it ends when the deals are played"),
    end=Word("phrase", "when it is over, [in words](#words-formulas-in-words)"),
    winner=Word(
        "side formula",
        "the test of [who has won](rulesets-course.md#who-wins-and-what-that-brings) once it is "
        "over, asked of each side after the last deal; where it holds for nobody, the best score "
        "wins",
    ),
    winning=Word("phrase", "who wins so, [in words](#words-formulas-in-words)"),
    counting=Word(
        "strings",
        "the counts, or names of `[each]` and `[side]`, in the order in which the points of a deal "
        "[are counted](rulesets-course.md#who-is-first-within-a-deal), each from the dealer's left "
        "on: the first for whom `over` holds has won",
    ),
    lowest_wins=Word(
        "settled choice",
        "which score wins; a formula may name `players` and options, as "
        "`\"'lowest' if misery else 'highest'\"`",
        name="best",
        choices=BEST,
    ),
    bonus=Word(
        "table",
        "[what each side gets](rulesets-course.md#gamebonus) once it is over, in a row of its own",
        of=BONUS,
    ),
    last=Word(
        "phrase",
        "what is said of whoever is last, `{players}` put in: the sheet and the summary of "
        "what is finished end with it",
    ),
    source=SOURCE,
)


CARRIED = {
    "side": "each side has its own",
    "table": "all have one together, a pot: every formula of a deal may name it, and `next` is a "
    "formula of the whole deal",
}


class Carry(FrozenRecord):
    """A counter that is carried from deal to deal within a game. Each side has its own, or the
    whole table has one, `of`, which then counts for every side. `name` is its label, if it has one;
    `show` is True if it is on the sheet."""

    of: str
    name: Phrase
    show: bool
    start: int
    next: Formula
    source: Phrase

    @property
    def is_of_table(self) -> bool:
        """Return True if there is one value for the whole table."""
        return self.of == "table"


CARRY = declare(
    Carry,
    of=Word("choice", "whose it is", default="side", choices=CARRIED),
    name=Word("phrase", "what it is called; left out, the NAME itself", saying="name"),
    show=Word(
        "flag",
        "`true` where it stands on the sheet in a column of its own, in `next`, `explain` and the "
        "summary",
    ),
    start=Word("whole", "what it begins at", default=0),
    next=Word("side formula", "what it is after a deal", required=True),
    source=SOURCE,
)


class MatchRules(FrozenRecord):
    """A match of several games: how many, and what each gives a side, also in the rules' own
    words."""

    games: Formula
    result: Formula
    scoring: Phrase
    source: Phrase


MATCH = declare(
    MatchRules,
    games=Word(
        "formula", "how many games; a formula may name `players` and options", required=True
    ),
    result=Word(
        "side formula",
        "what a game is worth to a side, where `won` says whether it won and `total` its score",
        required=True,
    ),
    scoring=Word("phrase", "what a game is worth, [in words](#words-formulas-in-words)"),
    source=SOURCE,
)


class Settlement(FrozenRecord):
    """The settlement of a game's ledgers when it is over: `points` is a side's final amount, `pair`
    is what `me` gets from each `other`; a game has one or both. The results of the formulas are
    divided by `per` and rounded by `rounding`."""

    points: Formula | None
    pair: Formula | None
    per: int
    rounding: str
    scoring: Phrase
    source: Phrase

    @property
    def is_of_pairs(self) -> bool:
        """Return True if only pairs settle: there is no `points`, or it is always 0."""
        return self.pair is not None and (self.points is None or self.points.constant == 0)


ROUNDINGS = {
    "down": "also below nothing",
    "up": "also below nothing",
    "nearest": "and a half away from nothing",
}
SETTLEMENT = declare(
    Settlement,
    points=Word("side formula", "what a side has in the end, of its `total` and its counters"),
    pair=Word(
        "pair formula",
        "what `me` gets besides from each `other`, who pays it, asked both ways; `other.total` and "
        "`other.NAME` are what the other has",
    ),
    per=Word("whole", "what each of these numbers is divided by in the end", default=1, least=1),
    rounding=Word(
        "choice",
        "how what is left over then is rounded",
        name="round",
        default="nearest",
        choices=ROUNDINGS,
    ),
    scoring=Word("phrase", "all of it [in words](rulesets-words.md#words-formulas-in-words)"),
    source=SOURCE,
)


class Scoring(FrozenRecord):
    """The scoring rules of a deal: the formulas for the whole deal, for each player, each side and
    each pair; the values carried to the next deal; the lookup tables; the outcome rows; a table's
    checks; and the promised sum of each deal's points."""

    lets: Mapping[str, Formula]
    each: Mapping[str, Formula]
    side: Mapping[str, Formula]
    pair: Mapping[str, Formula]
    carry: Mapping[str, Carry]
    ladders: Mapping[str, StepTable]
    outcomes: tuple[OutcomeRow, ...]
    checks: tuple[CheckRule, ...]
    promise: Formula | None
