"""The faults of all formulas of a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scorekeeper.base.toml import toml_value
from scorekeeper.rules.checking import default_faults, faults_of, kinds_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.name_kinds import Kinds
from scorekeeper.rules.page_formulas import Placed, formulas_of
from scorekeeper.text.message import say, titled
from scorekeeper.text.problems import Problem

NOT_TRIED: Final = "not-tried"  # the code of the note that a page is too large for all to be tried
DECIDED: Final = "formula-decided"  # the code of a test that is always true or never
OF_CONTRACTS: Final = ("contract", "group", "open")  # the names whose values are contracts


def formula_faults(rules: Ruleset) -> Iterator[Problem]:
    """What the formulas of a page say that can never be, each with its place. One that may name
    what the game has not may also ask for a contract that another game of its kind has."""
    kinds = kinds_of(rules)
    for placed in formulas_of(rules):
        key = placed.path.rpartition(".")[2]
        label = f"`{key} = {toml_value(placed.formula.text)}`"
        for fault in faults_at(kinds, placed):
            if fault.code != DECIDED or not _may_be_of_another(placed):
                yield fault._replace(message=titled(label, fault.message), fact=placed.path)
    if kinds.steps.is_short:
        message = say("the page is large: not every test was tried with all values of its names")
        yield Problem(NOT_TRIED, message)


def _may_be_of_another(placed: Placed) -> bool:
    """Whether a formula asks for contracts, and may name those of another game."""
    return placed.view.is_open and not placed.formula.names.isdisjoint(OF_CONTRACTS)


def faults_at(kinds: Kinds, placed: Placed) -> list[Problem]:
    """The faults of one formula; of one that says what a fact is also that it can never be so."""
    found = faults_of(kinds, placed.formula, placed.view, placed.wanted)
    fact = kinds.rules.facts.get(_fact_said(placed.path))
    return found or ([] if fact is None else default_faults(kinds, placed.formula, fact))


def _fact_said(path: str) -> str:
    """The fact of which the formula at a path says what it is; empty where it says nothing of
    one."""
    if path == "next.trump":
        return "trump"
    key, _, rest = path.partition(".")
    return rest.removesuffix(".default") if key == "fact" and rest.endswith(".default") else ""
