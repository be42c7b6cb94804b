"""The reader of the scoring rules: from a merged TOML table to a frozen Ruleset, or to all problems
at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from scorekeeper.base.toml_reader import inner_table
from scorekeeper.rules.contradictions import note_contradictions
from scorekeeper.rules.ruleset import READ_BY_OTHERS, Contract, OutcomeRow, Ruleset
from scorekeeper.rules.toml_table import PageContext, TomlTable, read_words
from scorekeeper.rules.word_declarations import LEFT, ME
from scorekeeper.text.message import say_n
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import Phrase

Part = TypeVar("Part")
# The names that every formula may use in addition to the game's own, and those that only a formula
# of a side may use.
COMMON_NAMES = (
    "players",
    "people",
    "sides",
    "deal",
    "round",
    "game",
    "hand",
    "contract",
    "group",
    "trump",
    "open",
    "dealer",
    "all.total",
)
SIDE_NAMES = ("quota", "total", "role", "won", ME)


def read_kept_ruleset(raw: Mapping[str, Any], ruleset_id: str) -> Ruleset:
    """Read the scoring rules in the ruleset saved with a session. The rest was checked when the
    session began. Raises Refused with every problem and its path."""
    top = page_table(raw, ruleset_id)
    ruleset = read_scoring(top)
    for word in READ_BY_OTHERS:
        top.take(word)
    top.done()
    note_contradictions(top, ruleset)
    return without_faults(ruleset, top.page.faults, ruleset_id)


def page_table(raw: Mapping[str, Any], ruleset_id: str = "") -> TomlTable:
    """Return a ruleset as a table to read, with the names that formulas may use."""
    context = PageContext(
        *_known_names(raw),
        roles=_keys(raw, "roles"),
        contracts=_keys(raw, "contract"),
        to_the_right=inner_table(raw, "deals").get("direction") == "right",
    )
    return TomlTable(raw, "", context, ruleset_id)


def without_faults(part: Part, faults: Sequence[Problem], ruleset_id: str) -> Part:
    """Return `part`. Raises Refused if there are problems."""
    if faults:
        heading = say_n(
            len(faults),
            "the ruleset `{ruleset}` has {n} fault",
            "the ruleset `{ruleset}` has {n} faults",
            ruleset=ruleset_id,
        )
        raise Refused(faults, heading)
    return part


def _keys(raw: Mapping[str, Any], key: str) -> list[str]:
    value = raw.get(key)
    return [str(name) for name in value] if isinstance(value, dict) else []


def _of_table(raw: Mapping[str, Any]) -> list[str]:
    """Return the names of the counters that all sides share."""
    carried = inner_table(raw, "carry")
    return [name for name in carried if inner_table(carried, name).get("of") == "table"]


def _known_names(raw: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the names for all formulas, the extra names for formulas of a side, and the lookup
    tables."""
    roles, counts, of_table = _keys(raw, "roles"), _keys(raw, "count"), _of_table(raw)
    carried = [name for name in _keys(raw, "carry") if name not in of_table]
    columns = [*counts, *carried, *_keys(raw, "each"), *_keys(raw, "side")]
    of_others = [*columns, "total", "quota"]
    dotted = [f"{who}.{column}" for who in [*roles, "all"] for column in of_others]
    own = [*_keys(raw, "fact"), *_keys(raw, "let"), *_keys(raw, "option"), *of_table]
    deal = frozenset([*COMMON_NAMES, *dotted, *own])
    of_side = [
        *SIDE_NAMES,
        *columns,
        *_keys(raw, "pair"),
        *(f"{LEFT}.{column}" for column in of_others),
    ]
    return deal, frozenset(of_side), frozenset(_keys(raw, "ladder"))


def read_scoring(top: TomlTable) -> Ruleset:
    """Read the scoring rules of a ruleset, and note their problems."""
    rules = read_words(top, Ruleset)
    scoring = replace(rules.scoring, outcomes=_outcomes(rules))
    return replace(rules, contracts=_contracts(rules), scoring=scoring, every_number=rules.players)


def _contracts(rules: Ruleset) -> dict[str, Contract]:
    """Return the contracts in playing order, as on the sheet. A contract without points gets the
    common points."""
    in_order = [name for turn in rules.deals.order for name in turn if name in rules.contracts]
    every = {name: rules.contracts[name] for name in (*in_order, *rules.contracts)}
    return {
        name: one if one.points else replace(one, points=rules.points, scoring=rules.points_text)
        for name, one in every.items()
    }


def _outcomes(rules: Ruleset) -> tuple[OutcomeRow, ...]:
    """Return the rows of the settlement table. Without contracts and rows, the common points are
    the only row."""
    rows, nothing = rules.scoring.outcomes, Phrase({})
    if rows or rules.contracts or not rules.points:
        return rows
    only = OutcomeRow(
        name=nothing, when=None, test=nothing, points=rules.points, scoring=rules.points_text,
        source=nothing,
    )  # fmt: skip
    return (only,)
