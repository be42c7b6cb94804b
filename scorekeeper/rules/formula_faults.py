"""The formulas of a ruleset, their paths, and their problems."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from scorekeeper.base.toml_reader import toml_value
from scorekeeper.rules.formula import Formula, FormulaError, read_formula
from scorekeeper.rules.formula_types import A_COUNT, A_TEST, A_VALUE, AN_AMOUNT, faults_of, kinds_of
from scorekeeper.rules.name_types import DEAL, PAIR, PLAYER, RESULT, SIDE, Kinds, View
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import RulesetPage
from scorekeeper.rules.ruleset_reader import page_table
from scorekeeper.rules.ruleset_scoring import OF_WHOM as CHECK_OF
from scorekeeper.rules.toml_table import Whose
from scorekeeper.rules.word_declarations import Kind as FormatKind
from scorekeeper.rules.word_declarations import Word, words_of
from scorekeeper.text.message import say, titled
from scorekeeper.text.problems import Problem

# --- The formulas of a ruleset -----------------------------------------------------------------
# The path of each formula, the names that it may use, and the type that its value must have.


OF_WHOM: Mapping[FormatKind, Whose] = {
    "formula": "deal", "condition": "deal", "side formula": "side", "by role": "side",
    "pair formula": "pair", "settled": "deal", "settled choice": "deal",
}  # fmt: skip
# The required type of a word's formula, by the name of the word; else an amount.
WANTED: Mapping[str, str] = {
    "when": A_TEST, "over": A_TEST, "winner": A_TEST, "stays": A_TEST,
    "dealer": A_TEST, "declarer": A_TEST, "leader": A_TEST, "adds_when": A_TEST, "default": A_VALUE,
    "best": A_VALUE, "trump": A_VALUE,
}  # fmt: skip
# The same for tables whose keys are the game's own names.
NAMED: Mapping[str, str] = {
    "let": A_VALUE, "each": A_COUNT, "side": A_COUNT, "pair": A_VALUE,
}  # fmt: skip
A_FACT = 10  # steps, beside the one of a part of a formula
# The paths of formulas that are evaluated when a game is over, without the names of a deal.
AT_THE_END = ("match.result", "settlement.", "game.bonus.")


class Placed(NamedTuple):
    """A formula of a ruleset, its path, the names that it may use (`view`), and the type that it
    must have."""

    formula: Formula
    path: str
    view: View
    wanted: str


def formulas_of(rules: Ruleset) -> Iterator[Placed]:
    """Yield every readable formula of a ruleset, in the order of declaration."""
    page = page_table(rules.raw).page
    for word in words_of(RulesetPage):
        for path, said, text in _said(word, rules.raw.get(word.name), word.name):
            of = _asked_of(rules, path)
            whose = CHECK_OF[of] if of else OF_WHOM[said.kind]
            if path in (f"carry.{name}.next" for name in rules.tables_counters):
                whose = "deal"
            known = None if said.kind == "condition" else page.names(whose)
            try:
                formula = read_formula(str(text), known, page.tables)
            except FormulaError:
                continue  # told when it was read
            view = PLAYER if of == "player" else _view(path, whose)
            view = view._replace(is_open=known is None)
            yield Placed(formula, path, view, _wanted(path, said.name))


def _asked_of(rules: Ruleset, path: str) -> str:
    """Return the scope (`of`) of a check whose test is at a path; empty for any other path."""
    number = path.removeprefix("check[").removesuffix("].when")
    return rules.scoring.checks[int(number)].of if number.isdecimal() else ""


def _said(word: Word, value: Any, path: str) -> Iterator[tuple[str, Word, object]]:
    """Yield the formulas in a word's value and in its inner tables, as (path, word, text)."""
    if value is None:
        return
    if word.kind in OF_WHOM:
        by_role = value if isinstance(value, Mapping) else {"": value}
        for role, text in by_role.items():
            yield f"{path}.{role}".rstrip("."), word, text
    elif word.kind == "table" and isinstance(value, Mapping):
        yield from _within(word, value, path)
    elif word.kind == "tables" and isinstance(value, Mapping):
        for name, table in value.items():
            yield from _within(word, table, f"{path}.{name}")
    elif word.kind in ("rows", "steps") and isinstance(value, list):
        for number, row in enumerate(value):
            yield from _within(word, row, f"{path}[{number}]")
    elif word.kind == "names" and isinstance(value, Mapping):
        for name, one in value.items():
            yield from _said(word.of.called(name), one, f"{path}.{name}")


def _within(word: Word, table: Any, path: str) -> Iterator[tuple[str, Word, object]]:
    for inner in words_of(word.of) if isinstance(table, Mapping) else ():
        yield from _said(inner, table.get(inner.name), f"{path}.{inner.name}")


def _wanted(path: str, word: str) -> str:
    outer = path.partition(".")[0]
    return NAMED[outer] if outer in NAMED else WANTED.get(word, AN_AMOUNT)


def _view(path: str, whose: Whose) -> View:
    """Return the view of the formula at a path: which names it may use."""
    if path.startswith("each.") or (path.startswith("next.") and whose == "side"):
        return PLAYER
    if path.startswith(AT_THE_END):
        return RESULT._replace(is_of_pair=whose == "pair")
    if whose == "pair":
        return PAIR
    table, _, contract = path.partition(".")
    if table == "contract":
        return SIDE._replace(contract=contract.partition(".")[0])
    return SIDE if whose == "side" else DEAL


def deal_steps(rules: Ruleset) -> int:
    """Return the approximate steps to score a deal: one for each part of a formula each time it is
    evaluated, and A_FACT for each fact and each player's count, again for each fact with a
    default."""
    players = max(rules.every_number)
    asked = {PLAYER: players, SIDE: players, PAIR: players * players}
    parts = (
        asked.get(placed.view, 1) * sum(1 for _ in ast.walk(placed.formula.tree))
        for placed in formulas_of(rules)
    )
    defaults = sum(fact.default is not None for fact in rules.facts.values())
    return sum(parts) + A_FACT * (1 + defaults) * (len(rules.facts) + players * len(rules.counts))


# --- The problems of all formulas of a ruleset -------------------------------------------------


NOT_TRIED: Final = "not-tried"  # the code of the note that a page is too large for all to be tried
DECIDED: Final = "formula-decided"  # the code of a test that is always true or never
OF_CONTRACTS: Final = ("contract", "group", "open")  # the names whose values are contracts


def formula_faults(rules: Ruleset) -> Iterator[Problem]:
    """Yield the problems of a ruleset's formulas, each with its path. A test that is always true
    or never true is allowed in a formula that may name contracts of another game."""
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
    """Return True if a formula uses contracts and may name those of another game."""
    return placed.view.is_open and not placed.formula.names.isdisjoint(OF_CONTRACTS)


def faults_at(kinds: Kinds, placed: Placed) -> list[Problem]:
    """Return the problems of one formula."""
    fact = kinds.rules.facts.get(_fact_said(placed.path))
    return faults_of(kinds, placed.formula, placed.view, placed.wanted, fact)


def _fact_said(path: str) -> str:
    """Return the fact that the formula at a path sets, or an empty string."""
    if path == "next.trump":
        return "trump"
    key, _, rest = path.partition(".")
    return rest.removesuffix(".default") if key == "fact" and rest.endswith(".default") else ""
