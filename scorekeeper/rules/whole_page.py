"""A complete ruleset file: scoring rules, casebook, referee's rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.base.toml_reader import inner_table
from scorekeeper.rules.casebook import (
    CASEBOOK,
    Casebook,
    note_casebook_contradictions,
    note_examples,
    read_casebook,
)
from scorekeeper.rules.contradictions import note_contradictions
from scorekeeper.rules.format import FormatTable
from scorekeeper.rules.model import RULESET, Ruleset
from scorekeeper.rules.model_entered import LISTS
from scorekeeper.rules.model_play import REFEREE, RefereeRules
from scorekeeper.rules.pack_reader import pack_faults
from scorekeeper.rules.play_contradictions import note_play_contradictions
from scorekeeper.rules.read import page_table, read_scoring, without_faults
from scorekeeper.rules.read_play import read_referee_rules
from scorekeeper.rules.toml_table import TomlTable, note_misnamed, note_taken
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import Problem

# --- without cards -----------------------------------------------------------------------------
# What a page says of cards, where it names no pack: a game without cards has no use for it.


# The words of a page, of its schedule, of a contract, of an option and of an auction that are about
# cards, and the kinds of facts that are.
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
    """Note one problem, which lists every word about cards, if the ruleset has no pack."""
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
    """Yield the paths of these words that a table has; a contract may state that it has no
    trumps."""
    for word in words:
        if table.has(word) and table.raw[word] != "none":
            yield table.at(word)


# --- whole page --------------------------------------------------------------------------------
# A whole page of rules, as its file has it: what scores, the casebook, the referee's rules.


class RulesetPage(NamedTuple):
    """A complete ruleset: scoring rules, casebook and referee's rules."""

    rules: Ruleset
    casebook: Casebook
    referee: RefereeRules


# Every word of a page.
PAGE: FormatTable[dict[str, Any]] = FormatTable(
    dict, {**RULESET.fields, **CASEBOOK.fields, **REFEREE.fields}
)


def read_ruleset(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
    """Return the ruleset in a merged TOML table, with the whole file checked. Raises Refused with
    every problem and its path."""
    page, faults = read_page(raw, ruleset_id)
    return without_faults(page.rules, faults, ruleset_id)


def page_of(rules: Ruleset) -> RulesetPage:
    """Return the whole page of a ruleset, as far as it is readable; unreadable parts are
    harmless."""
    top = page_table(rules.raw)
    return RulesetPage(rules, read_casebook(top), read_referee_rules(top))


def read_page(raw: Mapping[str, Any], ruleset_id: str) -> tuple[RulesetPage, list[Problem]]:
    """Return the page as far as it is readable, with harmless values elsewhere, and every
    problem."""
    top = page_table(raw)
    rules, casebook = read_scoring(top, ruleset_id), read_casebook(top)
    referee = read_referee_rules(top)
    top.words = PAGE.names
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
    return RulesetPage(rules, casebook, referee), top.faults.found


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
