"""The casebook of a ruleset, rulings by topic and worked examples: its classes and its reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from scorekeeper.base.exact_numbers import is_number
from scorekeeper.base.toml_reader import toml_value
from scorekeeper.rules.cards import folded
from scorekeeper.rules.fact_names import hyphened
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_reader import page_table, without_faults
from scorekeeper.rules.toml_table import TomlTable, read_table, read_word, read_words
from scorekeeper.rules.word_declarations import (
    SOURCE,
    Reading,
    Word,
    declared,
    ruleset_table,
    word,
    words_of,
)
from scorekeeper.text.message import say
from scorekeeper.text.problems import did_you_mean
from scorekeeper.text.translation import ENGLISH, LANGUAGES, Phrase, language, marked

# --- Classes of the casebook -------------------------------------------------------------------
# The rulings and worked examples as frozen values, whose fields declare the words of the format
# (`word_declarations.py`).


# The parts of the rule sheet that may list a ruling, and their subjects.
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


@ruleset_table
class Ruling:
    """A decision where the source of the rules is silent or contradicts itself. `outcomes` and
    `contracts` limit the ruling, if any. `under` is the part of the rule sheet that lists it;
    hints are not binding. The referee searches by `topics`."""

    text: Phrase = word("phrase", "what is decided", required=True, saying="ruling")
    source: Phrase = declared(SOURCE)
    outcomes: tuple[str, ...] = word(
        "strings", "the rows of the settlement that it is about, by name", name="outcome"
    )
    contracts: tuple[str, ...] = word("strings", "the contracts that it is about", name="contract")
    under: str = word(
        "choice", "the part of the rule sheet that it stands in", default=RULINGS, choices=UNDER
    )
    topics: tuple[str, ...] = word(
        "strings", "under which `scorekeeper referee ruling` finds it", name="topic"
    )


# Worked examples are not converted: their problems are reported when they are run.
def _as_is(key: str) -> Reading:
    """Return a reader of a raw value of any type, which `note_examples` checks."""
    return lambda table: table.take(key)


@ruleset_table
class ExampleDeal:
    """A deal of a worked example, and its expected results."""

    enter: str = word("text", "the deal as it is typed", required=True)
    points: object = word("results", "what each side has for it")
    totals: object = word("results", "what each side has in all after it")
    quotas: object = word("results", "each side's quota")
    outcome: object = word("text", "the row of the settlement, by name", read=_as_is("outcome"))
    counters: object = word(
        "names",
        "what each side has on its counters after it, by name; of one of the table a list of one",
        of=Word("results"),
    )


@ruleset_table
class Example:
    """A worked example: deals with expected results."""

    source: Phrase = declared(SOURCE)
    computed: object = word(
        "flag", "worked out by hand rather than printed by the source", read=_as_is("computed")
    )
    players: tuple[str, ...] = word("texts", "who plays")
    dealer: str = word("text", "who deals first, where it matters")
    options: object = word("names", "what was agreed, where it matters", of=Word("value"))
    says: object = word("text", "a word about it", read=_as_is("says"))
    match: object = word("results", "what the games stand at after the last")
    settled: object = word(
        "results", "what each side has in the end, all settled and with the bonus of the game"
    )
    deal: tuple[ExampleDeal, ...] = word(
        "rows", "the deals in order, and what must come of each", of=ExampleDeal
    )


def _examples(top: TomlTable) -> tuple[Mapping[str, Any], ...]:
    """Return the raw worked examples. Their deals are typed lines, parsed when an example
    is run."""
    rows = top.rows("example")
    for row in rows:
        read_table(row, Example)
    return tuple(row.raw for row in rows)


def _topic_words(top: TomlTable) -> dict[str, Phrase]:
    """Read `[topic]`: the words, by language, of the game's own topics."""
    table = top.table("topic")
    return {name: table.phrase(name).or_else(name.replace("-", " ")) for name in table.raw}


@ruleset_table
class Casebook:
    """The rulings in file order, the names of the game's own topics, and the worked
    examples as in the file."""

    rulings: tuple[Ruling, ...] = word(
        "rows", "what is decided where the source is silent", name="ruling", of=Ruling
    )
    topic_words: Mapping[str, Phrase] = word(
        "names",
        "what topics of rulings are called",
        name="topic",
        of=Word("phrase", saying=None),
        read=_topic_words,
    )
    examples: tuple[Mapping[str, Any], ...] = word(
        "rows", "worked examples", name="example", of=Example, read=_examples
    )

    @property
    def topics(self) -> Mapping[str, tuple[Ruling, ...]]:
        """Return the rulings by topic, in file order. A ruling may have several topics or none."""
        topics: dict[str, tuple[Ruling, ...]] = {}
        for ruling in self.rulings:
            for name in ruling.topics:
                topics[name] = (*topics.get(name, ()), ruling)
        return topics


# --- Reading the casebook: rulings by topic, and worked examples -------------------------------


SIMPLE = marked("`{key}` must be true, false, a whole number or words in quotes, not {value}")
NUMBERS = marked("`{key}` must be a list of numbers, not {value}")


def casebook(rules: Ruleset) -> Casebook:
    """Return the casebook of a ruleset. Raises Refused with every problem and its path."""
    top = page_table(rules.raw)
    found = read_words(top, Casebook)
    note_casebook_contradictions(top, rules, found)
    return without_faults(found, top.page.faults, rules.id)


def note_examples(top: TomlTable) -> None:
    """Note each value of an example with a wrong type. The ruleset saved in a session is not
    checked."""
    for row in _rows_of(top, "example"):
        _note_kinds(row, Example, ("computed", "says", "match", "settled"))
        if isinstance(row.raw.get("players"), str):  # one name is no list; all else was told of
            row.fault("players", say("`{key}` must be a list of words in quotes", key="players"))
        options = row.raw.get("options")
        for name, value in options.items() if isinstance(options, dict) else ():
            if not isinstance(value, (bool, int, str)):
                row.fault(f"options.{name}", say(SIMPLE, key=name, value=toml_value(value)))
        for deal in _rows_of(row, "deal"):
            _note_kinds(deal, ExampleDeal, ("points", "totals", "quotas", "outcome"))
            counters = deal.table("counters")
            for name in counters.raw:
                _note_kind(counters, Word("results", name=name))


def _rows_of(table: TomlTable, key: str) -> Iterator[TomlTable]:
    """Yield the rows that are tables; other rows are reported when they are read."""
    rows = table.raw.get(key)
    for place, row in enumerate(rows if isinstance(rows, list) else ()):
        if isinstance(row, dict):
            yield TomlTable(row, f"{table.at(key)}[{place}]", table.page)


def _note_kinds(row: TomlTable, table: type, names: Collection[str]) -> None:
    for one in words_of(table):
        if one.name in names and row.has(one.name):
            _note_kind(row, one)


def _note_kind(row: TomlTable, word: Word) -> None:
    if word.kind != "results":
        read_word(row, word)
        return
    numbers = row.take(word.name)
    if not isinstance(numbers, list) or not all(map(_is_number, numbers)):
        row.not_so(word.name, NUMBERS, numbers)


def _is_number(value: object) -> bool:
    return is_number(value) and not isinstance(value, bool)


def note_casebook_contradictions(top: TomlTable, rules: Ruleset, found: Casebook) -> None:
    """Note a problem for each outcome or contract of a ruling that the game does not have."""
    names = {name for outcome in rules.scoring.outcomes for name in outcome.name.spellings()}
    for place, ruling in enumerate(found.rulings):
        for name in (outcome for outcome in ruling.outcomes if outcome not in names):
            message = say("`{name}` is not a row of the settlement of this game", name=name)
            top.fault(f"ruling[{place}].outcome", message, did_you_mean(name, names))
        for name in (contract for contract in ruling.contracts if contract not in rules.contracts):
            message = say("`{name}` is not a contract of this game", name=name)
            top.fault(f"ruling[{place}].contract", message, did_you_mean(name, rules.contracts))


# --- Topics ------------------------------------------------------------------------------------
# The topics of rulings and of steps of dealing, with their words in every language. A ruleset may
# add its own topics: `[topic]`.


Words = tuple[str, ...]


def _topic(*words: Words) -> Phrase:
    """Return a topic's words, given in the order of the languages. The first word of each is the
    one shown."""
    return Phrase(dict(zip(LANGUAGES, words, strict=False)))


TOPICS: Mapping[str, Phrase] = {
    "misdeal": _topic(
        ("misdeal", "wrong deal", "redeal"),
        ("maldonne", "fausse donne", "donne à refaire"),
        ("felgiv", "omgiv", "felaktig giv"),
    ),
    "too-many-cards": _topic(
        ("too many cards", "wrong number of cards", "too few cards", "missing card"),
        ("trop de cartes", "trop peu de cartes", "nombre de cartes", "carte manquante"),
        ("för många kort", "för få kort", "fel antal kort", "kort saknas"),
    ),
    "revoke": _topic(
        ("revoke", "renege", "not following", "renounce"),
        ("renonce", "fausse renonce", "renoncer", "ne pas fournir", "ne pas servir"),
        ("revok", "inte bekänna", "bekänna fel"),
    ),
    "exposed-card": _topic(
        ("exposed card", "showing cards", "card shown", "face up", "dropped card"),
        ("carte exposée", "carte montrée", "montrer ses cartes", "face visible", "carte tombée"),
        ("visat kort", "visa kort", "öppet kort", "tappat kort"),
    ),
    "wrong-lead": _topic(
        ("wrong lead", "lead out of turn", "wrong leader"),
        ("mauvaise entame", "entame hors tour", "mauvais entameur"),
        ("fel utspel", "utspel i otur", "fel spelare spelade ut"),
    ),
    "out-of-turn": _topic(
        ("out of turn", "playing out of turn"),
        ("hors tour", "jouer hors tour", "jouer avant son tour"),
        ("i otur", "spela i otur", "fel tur"),
    ),
    "lead": _topic(
        ("lead", "who leads"),
        ("entame", "entamer", "qui entame"),
        ("utspel", "spela ut", "vem spelar ut"),
    ),
    "last-trick": _topic(
        ("last trick", "looking at a trick", "latest trick", "previous trick"),
        ("dernier pli", "voir un pli", "pli précédent", "revoir le pli"),
        ("sista sticket", "senaste sticket", "förra sticket", "se på ett stick"),
    ),
    "table-talk": _topic(
        ("table talk", "talking", "hints", "conventions"),
        ("parler à table", "paroles", "indices", "conventions"),
        ("prat vid bordet", "prat", "antydningar", "konventioner"),
    ),
    "discard": _topic(
        ("discard", "talon", "forgotten discard"),
        ("écart", "défausse", "talon", "écart oublié"),
        ("saka", "sakade kort", "talong", "glömt saka"),
    ),
    "exchange": _topic(
        ("exchange", "passing cards"),
        ("échange", "échanger", "donner des cartes"),
        ("kortbyte", "byta kort", "skicka kort"),
    ),
    "auction": _topic(
        ("auction", "bidding", "bid out of turn"),
        ("enchères", "annonces", "enchère hors tour"),
        ("budgivning", "bjuda", "bud i otur"),
    ),
    "passed-out": _topic(
        ("passed out", "all pass", "nobody bids"),
        ("tous passent", "donne passée", "personne n'enchérit"),
        ("alla passar", "ingen bjuder", "rundpass"),
    ),
    "first-dealer": _topic(
        ("first dealer", "who deals first"),
        ("premier donneur", "qui donne d'abord"),
        ("första givaren", "vem ger först"),
    ),
    "next-dealer": _topic(
        ("next dealer", "who deals next", "rotation"),
        ("donneur suivant", "qui donne ensuite", "tour de donne"),
        ("nästa givare", "vem ger sedan", "given går vidare"),
    ),
    "tie": _topic(
        ("tie", "level", "equal scores"),
        ("égalité", "ex æquo", "scores égaux"),
        ("lika", "lika ställning", "delad seger", "oavgjort"),
    ),
    "claim": _topic(
        ("claim", "claiming tricks", "conceding"),
        ("revendication", "revendiquer des plis", "concéder"),
        ("anspråk", "begära stick", "ge bort stick"),
    ),
    "cut": _topic(
        ("cut", "cutting the cards"), ("coupe", "couper les cartes"), ("kupering", "kupera")
    ),
    "shuffle": _topic(
        ("shuffle", "shuffling"),
        ("mélange", "battre les cartes", "mélanger"),
        ("blandning", "blanda"),
    ),
}

# The topics about the normal course of a game; the others are about mistakes.
COURSE = frozenset(("lead", "passed-out", "first-dealer", "next-dealer", "tie", "cut", "shuffle"))


def known_topics(casebook: Casebook) -> dict[str, Phrase]:
    """Return the words of every topic, the game's topics first. The game's words replace the
    common words."""
    own = casebook.topic_words
    names = [*casebook.topics, *own, *TOPICS]
    named = {name: own.get(name) or TOPICS.get(name) for name in names}
    return {name: (words or Phrase({})).or_else(name) for name, words in named.items()}


def topic_shown(name: str, words: Phrase) -> str:
    """Return one word to type for a topic in the current language; in English its name."""
    return name if language() == ENGLISH else hyphened(words.shown())


def topics_named(topics: Mapping[str, Phrase], word: str) -> list[str]:
    """Return the topics that a word names in any language; else those that it begins in the
    current language or English, or else in any."""
    wanted = hyphened(folded(word))
    if wanted in topics:
        return [wanted]
    near = {name: [name, *_spelt(words, (language(), ENGLISH))] for name, words in topics.items()}
    every = {name: [name, *_spelt(words, words.by_language)] for name, words in topics.items()}
    whole = [name for name, spelt in every.items() if wanted in spelt]
    return whole or _begun(near, wanted) or _begun(every, wanted)


def _spelt(words: Phrase, languages: Iterable[str]) -> list[str]:
    return [
        hyphened(folded(word)) for code in languages for word in words.by_language.get(code, ())
    ]


def _begun(spelt: Mapping[str, list[str]], wanted: str) -> list[str]:
    return [name for name, words in spelt.items() if any(word.startswith(wanted) for word in words)]
