"""The parts of formulas for which an operation has no answer at some numbers: what is divided by,
looked up, counted off or a power."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from scorekeeper.formula import FormulaError, read_formula
from scorekeeper.kinds.checking import Checker, kinds_of
from scorekeeper.kinds.name_kinds import Kinds
from scorekeeper.kinds.page_formulas import Placed, formulas_of
from scorekeeper.possibilities.reach import base_names
from scorekeeper.ruleset.model import Ruleset

DIVISIONS: Final = (ast.Div, ast.FloorDiv, ast.Mod)
DIVIDING: Final = ("round_down", "round_up", "round_nearest", "round_to_zero")
BOUNDED: Final = ("power", "nth", "player", "highest", "lowest")


class Risky(NamedTuple):
    """Where such a part stands, what is behind its names, and whether something is divided by
    it."""

    path: str
    names: frozenset[str]
    divides: bool


def risky_parts(rules: Ruleset) -> Iterator[Risky]:
    """The parts that hang on something, but for divisors that are never 0 by what their names can
    be."""
    kinds = kinds_of(rules)
    for placed in formulas_of(rules):
        for node in ast.walk(ast.parse(placed.formula.text.strip(), mode="eval")):
            divisor = _divisor(node)
            part = divisor or _bounded(node)
            names = _names(rules, part) if part is not None else frozenset()
            if names and (divisor is None or _may_be_zero(kinds, placed, divisor)):
                yield Risky(placed.path, names, divisor is not None)


def _divisor(node: ast.AST) -> ast.expr | None:
    """What is divided by."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, DIVISIONS):
        return node.right
    return _last_of(node, DIVIDING)


def _bounded(node: ast.AST) -> ast.expr | None:
    """What is looked up in a table, or is a power or a place."""
    return node.slice if isinstance(node, ast.Subscript) else _last_of(node, BOUNDED)


def _last_of(node: ast.AST, functions: Sequence[str]) -> ast.expr | None:
    """The last of what one of these functions is given."""
    if isinstance(node, ast.Call) and node.args and ast.unparse(node.func) in functions:
        return node.args[-1]
    return None


def _names(rules: Ruleset, part: ast.expr) -> frozenset[str]:
    """The names in a part of a formula, and those behind them."""
    try:
        formula = read_formula(ast.unparse(part), None, frozenset(rules.scoring.ladders))
    except FormulaError:
        return frozenset()  # longer than a formula may be, as it is spelled here
    return frozenset(base_names(rules, formula.names))


def _may_be_zero(kinds: Kinds, placed: Placed, divisor: ast.expr) -> bool:
    kind = Checker(kinds, placed.formula, placed.view).kind(divisor)
    return not kind.is_number or kind.least <= 0 <= kind.most
