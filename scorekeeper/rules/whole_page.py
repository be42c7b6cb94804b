"""A whole page of rules, as its file has it: what scores, the casebook, the referee's rules."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from scorekeeper.base.toml import inner_table
from scorekeeper.rules.contradictions import note_contradictions
from scorekeeper.rules.contradictions_play import note_play_contradictions
from scorekeeper.rules.format import Declared
from scorekeeper.rules.misnamed import note_misnamed, note_taken
from scorekeeper.rules.model import RULESET, Ruleset
from scorekeeper.rules.model_casebook import CASEBOOK, Casebook
from scorekeeper.rules.model_entered import LISTS
from scorekeeper.rules.model_play import REFEREE, RefereeRules
from scorekeeper.rules.packs import pack_faults
from scorekeeper.rules.read import page_table, read_scoring, without_faults
from scorekeeper.rules.read_casebook import (
    note_casebook_contradictions,
    note_examples,
    read_casebook,
)
from scorekeeper.rules.read_play import read_referee_rules
from scorekeeper.rules.table import Table
from scorekeeper.rules.without_cards import note_said_of_cards
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem


class Page(NamedTuple):
    """A page of rules."""

    rules: Ruleset
    casebook: Casebook
    referee: RefereeRules


# Every word of a page.
PAGE: Declared[dict[str, Any]] = Declared(
    dict, {**RULESET.fields, **CASEBOOK.fields, **REFEREE.fields}
)


def read_ruleset(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
    """The ruleset in a merged TOML table, of which the whole page was checked; raises Refused with
    every fault and its path."""
    page, faults = read_page(raw, ruleset_id)
    return without_faults(page.rules, faults, ruleset_id)


def page_of(rules: Ruleset) -> Page:
    """The whole page that a ruleset is of, as far as it can be read, harmless where it cannot."""
    top = page_table(rules.raw)
    return Page(rules, read_casebook(top), read_referee_rules(top))


def read_page(raw: Mapping[str, Any], ruleset_id: str) -> tuple[Page, list[Problem]]:
    """The page as far as it can be read, harmless where it cannot, and every fault."""
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
    return Page(rules, casebook, referee), top.faults.found


def _note_bounds(top: Table) -> None:
    """Note what has a least number above its greatest: nothing could be entered for it."""
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
