"""What a ruleset tells in words, as frozen values: roles, the steps of dealing, rulings, worked
examples; and the words of the format that say their fields (`format.py`)."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.formula import Formula
from scorekeeper.language import Phrase
from scorekeeper.ruleset.format import SOURCE, Declared, Word, declare

# The parts of the rule sheet that a ruling may stand under.
HINTS, RULINGS = "hints", "rulings"
UNDER = (
    "cards", "roles", "deals", "dealing", "calling", "contracts", "play", "melds", "scoring", "end",
    HINTS, RULINGS,
)  # fmt: skip


class Role(NamedTuple):
    """What a role is called where that is said (None: by its name in formulas), and what it aims
    at."""

    name: Phrase | None
    aim: Phrase


ROLE = declare(
    Role,
    name=Word(
        "phrase",
        "what a role of the game's own is called where it is shown; without an English word it "
        "is called there what `[roles]` calls it, and so it is in formulas",
        saying=None,
    ),
    aim=Word("phrase", "what it tries to do"),
)


class Told(NamedTuple):
    """What a game says of itself to those who have never played it: its object, how long it
    takes, and what each role aims at."""

    object: Phrase
    length: Phrase
    aims: Mapping[str, Phrase]


class Step(NamedTuple):
    """A step of dealing in words; `when` says in which deals there is such a step, None that there
    always is. What it names and the game has not is none."""

    text: Phrase
    when: Formula | None = None


STEP = declare(
    Step,
    text=Word("phrase", "the step", required=True, saying="step"),
    when=Word("condition", "in which deals there is such a step"),
)


class Dealing(NamedTuple):
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


class Ruling(NamedTuple):
    """What the rules decide where their source is silent or contradicts itself, and where that
    is written; `outcomes` and `contracts` are those that it is about, where it is about some
    alone. `under` is the part of the rule sheet that it stands in; hints bind nobody. It is found
    under its `topics`."""

    text: Phrase
    source: Phrase
    outcomes: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()
    under: str = RULINGS
    topics: tuple[str, ...] = ()


RULING = declare(
    Ruling,
    text=Word("phrase", "what is decided", required=True, saying="ruling"),
    source=SOURCE,
    outcomes=Word(
        "strings", "the rows of the settlement that it is about, by name", name="outcome"
    ),
    contracts=Word("strings", "the contracts that it is about", name="contract"),
    under=Word(
        "choice",
        "the part of the [rule sheet](#what-rules-show-says) that it stands in; hints bind nobody",
        default=RULINGS,
        choices=UNDER,
    ),
    topics=Word("strings", "under which `scorekeeper referee ruling` finds it", name="topic"),
)


# A worked example is kept as it stands in the file: running it tells what is wrong with it.
EXAMPLE_DEAL: Declared[dict[str, Any]] = declare(
    dict,
    enter=Word("text", "the deal as it is typed", required=True),
    points=Word("results", "what each side has for it"),
    totals=Word("results", "what each side has in all after it"),
    quotas=Word("results", "each side's quota"),
    outcome=Word("text", "the row of the settlement, by name"),
)
EXAMPLE: Declared[dict[str, Any]] = declare(
    dict,
    source=SOURCE,
    computed=Word("flag", "worked out by hand rather than printed by the source"),
    players=Word("texts", "who plays"),
    dealer=Word("text", "who deals first, where it matters"),
    options=Word("names", "what was agreed, where it matters", of=Word("value")),
    says=Word("text", "a word about it"),
    match=Word("results", "what the games stand at after the last"),
    deal=Word("rows", "the deals in order, and what must come of each", of=EXAMPLE_DEAL),
)
