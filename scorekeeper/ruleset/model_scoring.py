"""How a deal, a game and a match are settled, as frozen values. Beside them stand the words of
the format that say their fields (`format.py`)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase
from scorekeeper.ruleset.format import SOURCE, Declared, Word, declare

EVERY_SIDE = "*"
# What formulas of a side call the side itself, and, before a dot, the side on its left; and, in
# formulas of two sides, the other of them.
ME, LEFT, OTHER = "me", "left", "other"
TIERS = ("refuse", "ask", "flag")


class Ladder(NamedTuple):
    """A table to look up in: the row of the greatest step that is not above the key, or of
    the key itself where it is a word."""

    id: str
    steps: tuple[tuple[int, int], ...]
    words: Mapping[str, int]

    def at(self, key: Any) -> int:
        """The value for a key; LookupError below the first step or for a word that it lacks."""
        if isinstance(key, str) and not key.isdecimal():
            return self.words[key]
        found = [value for step, value in self.steps if step <= int(key)]
        if not found:
            raise KeyError(key)
        return found[-1]


class Outcome(NamedTuple):
    """A row of the settlement table: the first whose test holds gives the points; `test` and
    `scoring` say both in the rules' own words."""

    name: Phrase
    when: Formula | None
    test: Phrase
    points: Mapping[str, Formula]
    scoring: Phrase
    source: Phrase


OUTCOME = declare(
    Outcome,
    name=Word("phrase", "what it is called", saying="name"),
    when=Word("formula", "the test that must hold; left out, it always does"),
    test=Word("phrase", "the test [in words](#words-formulas-in-words)"),
    points=Word("by role", "a side's points", required=True),
    scoring=Word("phrase", "the points [in words](#words-formulas-in-words)"),
    source=SOURCE,
)


class Check(NamedTuple):
    """A house's own check on an entry: `tier` is one of TIERS; `when` is the trouble."""

    tier: str
    when: Formula
    fact: str | None
    code: str
    message: Phrase
    hint: Phrase
    source: Phrase


CHECK = declare(
    Check,
    tier=Word(
        "choice",
        "`refuse` what cannot be, `ask` first about what is odd, `flag` with a word what is "
        "recorded all the same",
        choices=TIERS,
    ),
    when=Word("formula", "the trouble", required=True),
    fact=Word("name", "the fact or count that it is about"),
    code=Word("text", "its short name for programs", default="check"),
    message=Word(
        "phrase",
        "what is said, with facts put in, `{bid}`, and what is worked out, `{gain}` or "
        "`{bidder.gain}`",
        required=True,
        saying="message",
    ),
    hint=Word("phrase", "how to mend it", saying="hint"),
    source=SOURCE,
)


PROMISE: Declared[dict[str, Any]] = declare(
    dict, sum=Word("formula", "what the points of every deal add up to")
)


class Game(NamedTuple):
    """One game: the score it starts from, the test that ends it early, also in the rules' own
    words, which score wins, and what is said of whoever is last."""

    start: int
    over: Formula | None
    end: Phrase
    lowest_wins: bool
    last: Phrase
    source: Phrase


GAME = declare(
    Game,
    start=Word("whole", "the score that everybody begins with", default=0),
    over=Word("formula", "the test that ends it; left out, it ends when the deals are played"),
    end=Word("phrase", "when it is over, [in words](#words-formulas-in-words)"),
    lowest_wins=Word("either", "which score wins", name="best", choices=("highest", "lowest")),
    last=Word(
        "phrase",
        "what is said of whoever is last, `{players}` put in: the sheet and the summary of "
        "what is finished end with it",
    ),
    source=SOURCE,
)


class Carry(NamedTuple):
    """A counter that each side carries from deal to deal within a game; `name` is what it is called
    where that is said, `show` that it stands on the sheet."""

    name: Phrase
    show: bool
    start: int
    next: Formula
    source: Phrase


CARRY = declare(
    Carry,
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


class Match(NamedTuple):
    """Games played to an end and then again: how many, and what each is worth to a side, also in
    the rules' own words."""

    games: Formula
    result: Formula
    scoring: Phrase
    source: Phrase


MATCH = declare(
    Match,
    games=Word("formula", "how many games", required=True),
    result=Word(
        "side formula",
        "what a game is worth to a side, where `won` says whether it won and `total` its score",
        required=True,
    ),
    scoring=Word("phrase", "what a game is worth, [in words](#words-formulas-in-words)"),
    source=SOURCE,
)


class Settlement(NamedTuple):
    """How the ledgers of a game are settled once it is over: what a side has in the end, what `me`
    then gets from each `other`, or both; the numbers of the formulas are divided by `per`, and
    rounded as `rounding` says."""

    points: Formula | None
    pair: Formula | None
    per: int
    rounding: str
    scoring: Phrase
    source: Phrase


ROUNDINGS = ("down", "up", "nearest")
SETTLEMENT = declare(
    Settlement,
    points=Word("side formula", "what a side has in the end, of its `total` and its counters"),
    pair=Word(
        "pair formula",
        "what `me` gets besides from each `other`, who pays it; `other.total` and `other.NAME` are "
        "what the other has",
    ),
    per=Word("whole", "what each of these numbers is divided by in the end", default=1, least=1),
    rounding=Word(
        "choice",
        "how what is left over then is rounded: `down` and `up` also below nothing; `nearest`, and "
        "a half away from nothing",
        name="round",
        default="nearest",
        choices=ROUNDINGS,
    ),
    scoring=Word("phrase", "all of it [in words](rulesets-words.md#words-formulas-in-words)"),
    source=SOURCE,
)


class Scoring(NamedTuple):
    """How a deal is settled: what is worked out of the whole deal, of every player, of every side
    and of every two, what is carried to the next deal, the tables to look up in, the rows of the
    settlement, the checks of a table, and what the points of every deal add up to."""

    lets: Mapping[str, Formula]
    each: Mapping[str, Formula]
    side: Mapping[str, Formula]
    pair: Mapping[str, Formula]
    carry: Mapping[str, Carry]
    ladders: Mapping[str, Ladder]
    outcomes: tuple[Outcome, ...]
    checks: tuple[Check, ...]
    promise: Formula | None
