"""The scoring of a deal, a game and a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.formula import GREATEST, Formula, FormulaError, number_of, read_formula
from scorekeeper.rules.toml_table import NOTHING, TomlTable, Whose, read_table, read_word
from scorekeeper.rules.word_declarations import (
    SOURCE,
    Word,
    declared,
    ruleset_table,
    word,
    words_of,
)
from scorekeeper.text.message import say
from scorekeeper.text.translation import Phrase

# --- The scoring of a deal ---------------------------------------------------------------------

TIERS = {
    "refuse": "it cannot be, and is not recorded",
    "ask": "it is odd, and asked about first",
    "flag": "it is recorded all the same, with a word",
}


@dataclass(frozen=True, slots=True)
class StepTable:
    """A lookup table. A number gets the value of the greatest step that is not above it; a word
    gets its own value."""

    id: str
    steps: tuple[tuple[int, int], ...]
    words: Mapping[str, int]

    def at(self, key: Any) -> int:
        """Return the value for a key. Raises KeyError below the first step or for an
        unknown word."""
        if isinstance(key, str) and not key.isdecimal():
            return self.words[key]
        at = int(key) if isinstance(key, str) else key
        found = [value for step, value in self.steps if step <= at]
        if not found:
            raise KeyError(key)
        return found[-1]

    @classmethod
    def read_from(cls, table: TomlTable) -> StepTable:
        """Read a lookup table."""
        steps, words = {}, {}
        for key in table.raw:
            value = table.whole(key, 0)
            number = key.removeprefix("-")
            if number.isdecimal() and len(number) <= len(str(GREATEST)):
                steps[int(key)] = value
            else:
                words[key] = value
        return cls(id=table.name, steps=tuple(sorted(steps.items())), words=words)


@ruleset_table
class OutcomeRow:
    """A row of the settlement table. The first row whose test is true gives the points. `test` and
    `scoring` are the rules' own texts for the test and the points."""

    name: Phrase = word("phrase", "what it is called", saying="name")
    when: Formula | None = word("formula", "the test that must hold; left out, it always does")
    test: Phrase = word("phrase", "the test in words")
    points: Mapping[str, Formula] = word("by role", "a side's points", required=True)
    scoring: Phrase = word("phrase", "the points in words")
    source: Phrase = declared(SOURCE)


# A check is evaluated once for the deal, or for each of these.
CHECKED = {
    "deal": "once of the deal",
    "side": "of each side, with all that a formula for each knows",
    "player": "of each player where partners play",
    "pair": "of each side with each other, `me` and `other`",
}


# The names that the formula of a check may use.
OF_WHOM: Mapping[str, Whose] = {"deal": "deal", "side": "side", "player": "side", "pair": "pair"}


def _trouble(table: TomlTable) -> Formula:
    """Read the test of a check. If it is invalid for the deal but valid for a side, the problem
    suggests `of`."""
    of, faults = table.raw.get("of", "deal"), table.page.faults
    whose = OF_WHOM.get(of, "deal") if isinstance(of, str) else "deal"
    before = len(faults)
    trouble = table.formula("when", whose, required=True) or NOTHING
    if whose == "deal" and len(faults) > before and _is_of_side(table):
        mend = say('say `of = "side"`: the test is then asked of each side, by its own numbers')
        faults[-1] = faults[-1]._replace(mends=(mend, *faults[-1].mends))
    return trouble


def _is_of_side(table: TomlTable) -> bool:
    """Return True if the test of a check is a valid formula of a side."""
    try:
        read_formula(str(table.raw.get("when")), table.page.names("side"), table.page.tables)
    except FormulaError:
        return False
    return True


@ruleset_table
class CheckRule:
    """A house's own check of entries. `when` is true if there is a problem, in the deal or for
    each `of` (CHECKED). `tier`, one of TIERS, is the reaction."""

    tier: str = word("choice", "what is done about it", choices=TIERS)
    of: str = word(
        "choice",
        "for whom the trouble is asked: but for the deal, what is said begins with whom it is "
        "about, where no `{me}` says it",
        default="deal",
        choices=CHECKED,
    )
    when: Formula = word("formula", "the trouble", required=True, read=_trouble)
    fact: str | None = word("name", "the fact or count that it is about")
    code: str = word("text", "its short name for programs", default="check")
    message: Phrase = word(
        "phrase",
        "what is said, with facts put in, `{bid}`, and what is worked out, `{gain}` or "
        "`{bidder.gain}`; of a side its own, and who it is, `{me}`",
        required=True,
        saying="message",
    )
    hint: Phrase = word("phrase", "how to mend it", saying="hint")
    source: Phrase = declared(SOURCE)


@ruleset_table
class Promise:
    """The promised sum of all sides' points in a deal."""

    sum: Formula | None = word("formula", "what the points of every deal add up to")


# --- The scoring of a game ---------------------------------------------------------------------


@ruleset_table
class Bonus:
    """Points that each side gets when a game is over, in addition to those of its deals. `name` is
    the label of the row; `scoring` describes the points in the rules' own words."""

    name: Phrase = word("phrase", "what it is called; left out, bonus", saying="name")
    points: Formula = word(
        "side formula",
        "what a side gets, where `won` says whether it won and `total` is its score until then",
        required=True,
    )
    scoring: Phrase = word("phrase", "those points in words")
    source: Phrase = declared(SOURCE)


HIGHEST, LOWEST = "highest", "lowest"
BEST = {HIGHEST: "most points win", LOWEST: "fewest points win"}


@ruleset_table
class Game:
    """The rules of one game. `start` is the starting score, `step` the unit of scores. `over` is
    the test that ends the game early, `winner` the test of who then wins; `end` and `winning`
    are their texts. `counting` is the order in which counts are added until a side wins. `last`
    is the text about the last player. `chosen` has the formulas of `start` and `best` that
    depend on options; both are then computed for a session's options (`rules_by_option.py`)."""

    start: int = word(
        "settled",
        "the score that everybody begins with; a formula may name `players` and options",
        default=0,
    )
    step: int = word("step", "by what the points go: every score is a multiple of it", default=1)
    over: Formula | None = word(
        "formula", "the test that ends it; left out, it ends when the deals are played"
    )
    end: Phrase = word("phrase", "when it is over, in words")
    winner: Formula | None = word(
        "side formula",
        "the test of who has won once it is "
        "over, asked of each side after the last deal; where it holds for nobody, the best score "
        "wins",
    )
    winning: Phrase = word("phrase", "who wins so, in words")
    counting: tuple[str, ...] = word(
        "strings",
        "the counts, or names of `[each]` and `[side]`, in the order in which the points of a deal "
        "are counted, each from the dealer's left "
        "on: the first for whom `over` holds has won",
    )
    lowest_wins: bool = word(
        "settled choice",
        "which score wins; a formula may name `players` and options, as "
        "`\"'lowest' if misery else 'highest'\"`",
        name="best",
        choices=BEST,
    )
    bonus: Bonus | None = word(
        "table", "what each side gets once it is over, in a row of its own", of=Bonus
    )
    last: Phrase = word(
        "phrase",
        "what is said of whoever is last, `{players}` put in: the sheet and the summary of "
        "what is finished end with it",
    )
    source: Phrase = declared(SOURCE)
    chosen: Mapping[str, Formula] = declared()

    @property
    def has_ending(self) -> bool:
        """Return True if the game's end decides more than the totals show: a winner or a bonus."""
        return self.names_winner or self.bonus is not None

    @property
    def names_winner(self) -> bool:
        """Return True if a rule about the winner may override the best total."""
        return self.winner is not None or bool(self.counting)

    @classmethod
    def read_from(cls, table: TomlTable) -> Game:
        """Read the `[game]` table. If `start` or `best` depends on options, its formula is in
        `chosen`."""
        start, best = (read_word(table, one) for one in words_of(cls) if one.name in _CHOSEN)
        chosen = {"start": start} if start.names else {}
        if isinstance(best, Formula):
            chosen["best"] = best
        return read_table(
            table,
            cls,
            start=0 if start.names else _constant(table, "start", start),
            lowest_wins=best == LOWEST,
            chosen=chosen,
        )


_CHOSEN = ("start", "best")  # the words of a game that may depend on options


def _constant(table: TomlTable, key: str, formula: Formula) -> int:
    """Return the value of a formula without names. If there is none, note a problem and
    return 0."""
    try:
        return number_of(formula, {})
    except FormulaError as error:
        table.fault(key, error.why)
        return 0


CARRIED = {
    "side": "each side has its own",
    "table": "all have one together, a pot: every formula of a deal may name it, and `next` is a "
    "formula of the whole deal",
}


def _next_value(table: TomlTable) -> Formula:
    """Read a counter's next value: a formula of the deal if all sides share the counter, else of a
    side."""
    whose: Whose = "deal" if table.raw.get("of") == "table" else "side"
    return table.formula("next", whose, required=True) or NOTHING


@ruleset_table
class Carry:
    """A counter carried from deal to deal within a game. `of` is `side` if each side has one,
    `table` if all share one. `name` is its label, if any; `show` is True if the sheet shows it."""

    of: str = word("choice", "whose it is", default="side", choices=CARRIED)
    name: Phrase = word("phrase", "what it is called; left out, the NAME itself", saying="name")
    show: bool = word(
        "flag",
        "`true` where it stands on the sheet in a column of its own, in `next`, `explain` and the "
        "summary",
    )
    start: int = word("whole", "what it begins at", default=0)
    next: Formula = word("side formula", "what it is after a deal", required=True, read=_next_value)
    source: Phrase = declared(SOURCE)

    @property
    def is_of_table(self) -> bool:
        """Return True if all sides share the counter."""
        return self.of == "table"


@ruleset_table
class MatchRules:
    """A match of several games. `result` is the value of a game for a side, `scoring` its text."""

    games: Formula = word(
        "formula", "how many games; a formula may name `players` and options", required=True
    )
    result: Formula = word(
        "side formula",
        "what a game is worth to a side, where `won` says whether it won and `total` its score",
        required=True,
    )
    scoring: Phrase = word("phrase", "what a game is worth, in words")
    source: Phrase = declared(SOURCE)


ROUNDINGS = {
    "down": "also below nothing",
    "up": "also below nothing",
    "nearest": "and a half away from nothing",
}


@ruleset_table
class Settlement:
    """The settlement of a game that is over. `points` is a side's final amount, `pair` the amount
    that `me` gets from each `other`; a game has one or both. Both are divided by `per` and
    rounded by `rounding`."""

    points: Formula | None = word(
        "side formula", "what a side has in the end, of its `total` and its counters"
    )
    pair: Formula | None = word(
        "pair formula",
        "what `me` gets besides from each `other`, who pays it, asked both ways; `other.total` and "
        "`other.NAME` are what the other has",
    )
    per: int = word(
        "whole", "what each of these numbers is divided by in the end", default=1, least=1
    )
    rounding: str = word(
        "choice",
        "how what is left over then is rounded",
        name="round",
        default="nearest",
        choices=ROUNDINGS,
    )
    scoring: Phrase = word("phrase", "all of it in words")
    source: Phrase = declared(SOURCE)

    @property
    def is_of_pairs(self) -> bool:
        """Return True if amounts are settled only between pairs: `points` is absent or always 0."""
        return self.pair is not None and (self.points is None or self.points.constant == 0)


def _ladders(top: TomlTable) -> dict[str, StepTable]:
    return {name: StepTable.read_from(table) for name, table in top.tables("ladder").items()}


@ruleset_table
class Scoring:
    """The scoring rules of a deal: the formulas for the deal, each player, each side and each
    pair; counters; lookup tables; outcome rows; checks; and the promised sum of the points."""

    outcomes: tuple[OutcomeRow, ...] = word(
        "rows", "how a deal is settled", name="outcome", of=OutcomeRow
    )
    ladders: Mapping[str, StepTable] = word(
        "names", "tables to look up in", name="ladder", of=Word("numbers"), read=_ladders
    )
    lets: Mapping[str, Formula] = word(
        "names", "what is worked out of a whole deal", name="let", of=Word("formula", required=True)
    )
    each: Mapping[str, Formula] = word(
        "names", "what is worked out of every player", of=Word("side formula", required=True)
    )
    side: Mapping[str, Formula] = word(
        "names", "what is worked out of every side", of=Word("side formula", required=True)
    )
    pair: Mapping[str, Formula] = word(
        "names",
        "what is worked out of every side with each other",
        of=Word("pair formula", required=True),
    )
    carry: Mapping[str, Carry] = word("tables", "counters that live from deal to deal", of=Carry)
    checks: tuple[CheckRule, ...] = word(
        "rows", "what a table does not let pass", name="check", of=CheckRule
    )
    promised: Promise = word(
        "table", "what the points of every deal add up to", name="promise", default={}, of=Promise
    )

    @property
    def promise(self) -> Formula | None:
        """Return the promised sum of each deal's points, or None."""
        return self.promised.sum
