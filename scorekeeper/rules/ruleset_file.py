"""A complete ruleset file: scoring rules, casebook, referee's rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.base.toml_reader import inner_table
from scorekeeper.rules.cards import pack_faults
from scorekeeper.rules.casebook import Casebook, note_casebook_contradictions, note_examples
from scorekeeper.rules.contradictions import note_contradictions
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_entries import LISTS
from scorekeeper.rules.ruleset_play import RefereeRules, note_play_contradictions
from scorekeeper.rules.ruleset_reader import page_table, read_scoring, without_faults
from scorekeeper.rules.toml_table import TomlTable, is_name, mend_of, read_words
from scorekeeper.rules.word_declarations import part, ruleset_table, words_of
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem

# --- Words about cards in a game without cards -------------------------------------------------


# The words about cards in a file, its schedule, a contract, a count, an option and an auction, and
# the kinds of facts with cards.
OF_PAGE = (
    "hand", "talon", "dealing", "exchange", "play", "melds", "meld", "pile", "card", "misdeal",
)  # fmt: skip
OF_DEALS = ("leader", "trump_unsaid")
OF_NEXT = ("trump",)
OF_CONTRACT = ("trump", "ranks", "play", "stops", "dealing")
OF_COUNT = ("cards", "trump_cards", "piles")
OF_OPTION = ("play",)
OF_AUCTION = ("take", "turned")
KINDS = ("rank", "suit", "card", "cards")


def note_said_of_cards(top: TomlTable, rules: Ruleset) -> None:
    """Note one problem that lists all words about cards, if the ruleset has no pack."""
    said = [] if top.has("pack") else [*_said_of_cards(top, rules)]
    if said:
        words = listing((f"`{path}`" for path in said), "and")
        message = say("no `pack` says which cards are meant by {words}", words=words)
        hint = say('add `pack = "…"`, or leave them out: then it is played without cards')
        top.fault("pack", message, hint)


def _said_of_cards(top: TomlTable, rules: Ruleset) -> Iterator[str]:
    """Yield the paths of the ruleset's words about cards."""
    yield from (word for word in OF_PAGE if top.has(word))
    yield from _among(top.table("deals"), OF_DEALS)
    yield from _among(top.table("next"), OF_NEXT)
    yield from _among(top.table("auction"), OF_AUCTION)
    for key, words in (("contract", OF_CONTRACT), ("count", OF_COUNT), ("option", OF_OPTION)):
        for table in top.tables(key).values():
            yield from _among(table, words)
    for name, fact in rules.facts.items():
        if fact.kind in KINDS:
            yield f"fact.{name}"


def _among(table: TomlTable, words: tuple[str, ...]) -> Iterator[str]:
    """Yield the paths of those `words` that a table has, except those with the value `none`."""
    for word in words:
        if table.has(word) and table.raw[word] != "none":
            yield table.at(word)


# --- Names that formulas cannot use ------------------------------------------------------------

# The tables whose names formulas use.
NAMED = ("roles", "option", "fact", "count", "let", "each", "side", "carry", "ladder")

# Forbidden names of facts and counts, each with the kind of fact that may have it.
TAKEN: Sequence[tuple[str, str, str | None]] = (
    ("fact", "contract", None),
    ("fact", "trump", "suit"),
    ("count", "contract", None),
    ("count", "trump", None),
)


def note_misnamed(top: TomlTable) -> None:
    """Note a problem for each name that formulas cannot use, such as `my-tricks`, read as `my`
    minus `tricks`."""
    for key in NAMED:
        table = top.raw.get(key)
        for name in table if isinstance(table, dict) else ():
            if not is_name(name):
                message = say("`{name}` cannot be a name in formulas", name=name)
                top.fault(f"{key}.{name}", message, mend_of(name))


def note_taken(top: TomlTable) -> None:
    """Note a problem for each fact or count named `contract` or `trump`, which every deal has. A
    fact `trump` of kind `suit` is allowed."""
    for key, word, kind in TAKEN:
        table = top.raw.get(key)
        said = table.get(word) if isinstance(table, dict) else None
        if isinstance(said, dict) and (kind is None or said.get("kind") != kind):
            message = say("`{name}` is what every deal has of its own", name=word)
            mend = say("call it something else")
            if kind is not None:
                mend = say('call it something else, or say `kind = "{kind}"`', kind=kind)
            top.fault(f"{key}.{word}", message, mend)


# --- The complete file -------------------------------------------------------------------------


@ruleset_table
class RulesetPage:
    """A complete ruleset: scoring rules, casebook and referee's rules."""

    rules: Ruleset = part(Ruleset)
    casebook: Casebook = part(Casebook)
    referee: RefereeRules = part(RefereeRules)


def read_ruleset(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
    """Check a whole merged ruleset and return its scoring rules. Raises Refused with every problem
    and its path."""
    page, faults = read_page(raw, ruleset_id)
    return without_faults(page.rules, faults, ruleset_id)


def page_of(rules: Ruleset) -> RulesetPage:
    """Return the complete ruleset, with harmless values in place of unreadable parts."""
    top = page_table(rules.raw)
    return RulesetPage(
        rules=rules, casebook=read_words(top, Casebook), referee=read_words(top, RefereeRules)
    )


def read_page(raw: Mapping[str, Any], ruleset_id: str) -> tuple[RulesetPage, list[Problem]]:
    """Return the complete ruleset, with harmless values in place of unreadable parts, and every
    problem."""
    top = page_table(raw, ruleset_id)
    rules, casebook = read_scoring(top), read_words(top, Casebook)
    referee = read_words(top, RefereeRules)
    top.words = [word.name for word in words_of(RulesetPage)]
    top.done()
    for word, message in pack_faults(rules.pack):
        top.fault(f"pack.{word}", message)
    note_misnamed(top)
    note_taken(top)
    _note_bounds(top)
    note_contradictions(top, rules)
    note_examples(top)
    note_casebook_contradictions(top, rules, casebook)
    if rules.has_cards:
        note_play_contradictions(top, rules, referee)
    else:
        note_said_of_cards(top, rules)
    return RulesetPage(rules=rules, casebook=casebook, referee=referee), top.page.faults


def _note_bounds(top: TomlTable) -> None:
    """Note a problem if a minimum is above its maximum, so that nothing could be entered."""
    for key in ("fact", "count"):
        tables = inner_table(top.raw, key)
        for name in tables:
            said = inner_table(tables, name)
            least, most = (str(said.get(word)) for word in ("min", "max"))
            is_of_words = said.get("kind") in LISTS  # of which these are how many are said
            if (
                not is_of_words
                and _is_number(least)
                and _is_number(most)
                and int(least) > int(most)
            ):
                message = say(
                    "the least is {least} and the greatest {most}", least=int(least), most=int(most)
                )
                top.fault(f"{key}.{name}.min", message, say("change `min` or `max`"))


def _is_number(said: str) -> bool:
    return said.removeprefix("-").isdecimal()
