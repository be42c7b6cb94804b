"""The casebook of a ruleset, its rulings and worked examples, as frozen values; and the words of
the format that say their fields (`format.py`)."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.base.records import Record
from scorekeeper.rules.format import SOURCE, Declared, Word, declare
from scorekeeper.text.language import Phrase

# The parts of the rule sheet that a ruling may stand under, and what they are about.
HINTS, RULINGS = "hints", "rulings"
UNDER = {
    "cards": "the pack and how cards rank",
    "roles": "who is who",
    "deals": "who deals, declares and leads, and how often",
    "dealing": "how the cards are dealt",
    "calling": "how one bids",
    "contracts": "what may be played",
    "play": "which card may be played, and which wins",
    "melds": "what counts before play",
    "scoring": "what a deal scores",
    "end": "when it is over, and who wins",
    HINTS: "what is wise; it binds nobody",
    RULINGS: "all else that is decided",
}


class Ruling(Record):
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
        "the part of the [rule sheet](#what-rules-show-says) that it stands in",
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
    counters=Word(
        "names",
        "what each side has on its counters after it, by name; of one of the table a list of one",
        of=Word("results"),
    ),
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
    settled=Word(
        "results", "what each side has in the end, all settled and with the bonus of the game"
    ),
    deal=Word("rows", "the deals in order, and what must come of each", of=EXAMPLE_DEAL),
)


class Casebook(Record):
    """Rulings in file order and by topic, what topics of the game's own are called, and worked
    examples as they stand in the file."""

    rulings: tuple[Ruling, ...]
    topics: Mapping[str, tuple[Ruling, ...]]
    topic_words: Mapping[str, Phrase]
    examples: tuple[Mapping[str, Any], ...]


CASEBOOK = declare(
    Casebook,
    rulings=Word("rows", "what is decided where the source is silent", name="ruling", of=RULING),
    topic_words=Word(
        "names", "what topics of rulings are called", name="topic", of=Word("phrase", saying=None)
    ),
    examples=Word("rows", "worked examples", name="example", of=EXAMPLE),
)
