"""Whether a game scores each side by its own counts alone, as `independent.py` needs it."""

from __future__ import annotations

import ast

from scorekeeper.proof.reach import base_names, entry_formulas, scoring_formulas
from scorekeeper.proof.ways import Order
from scorekeeper.rules.formula import Formula
from scorekeeper.rules.model import Ruleset


def scores_independently(rules: Ruleset, order: Order) -> bool:
    """Whether each side's points depend on its own counts alone, and nothing else but a check looks
    at any count."""
    if (
        not order.counts
        or any(c.by_player for c in order.counts)
        or rules.scoring.each
        or rules.scoring.side
        or rules.scoring.pair
    ):
        return False
    if any(fact.alone for fact in rules.facts.values()):
        return False
    counts = {count.id for count in order.counts}
    tables = (
        *(o.points for o in rules.scoring.outcomes),
        *(c.points for c in rules.contracts.values()),
    )
    points = [formula for table in tables for formula in table.values()]
    aside = {formula.text for formula in points} | {
        check.when.text for check in rules.scoring.checks
    }
    rest = [f for f in (*scoring_formulas(rules), *entry_formulas(rules)) if f.text not in aside]
    return not any(_looks_at(rules, f, counts) for f in rest) and all(
        _is_own(rules, f, counts) for f in points
    )


def _is_own(rules: Ruleset, formula: Formula, counts: set[str]) -> bool:
    """Whether of each count a formula looks at the side's own number only."""
    return not any(
        base_names(rules, [name]) & counts for name in formula.names if name not in counts
    )


def _looks_at(rules: Ruleset, formula: Formula, counts: set[str]) -> bool:
    """Whether a formula looks at the numbers of a count, not only at whether they were given."""
    if not base_names(rules, formula.names) & counts:
        return False
    if any(
        name in rules.scoring.lets and base_names(rules, [name]) & counts for name in formula.names
    ):
        return True
    tree = ast.parse(formula.text.strip(), mode="eval")
    given = {id(part) for call in ast.walk(tree) if _asks_given(call) for part in ast.walk(call)}
    return any(_name(node) in counts and id(node) not in given for node in ast.walk(tree))


def _asks_given(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "given"
    )


def _name(node: ast.AST) -> object:
    return (
        node.attr
        if isinstance(node, ast.Attribute)
        else node.id
        if isinstance(node, ast.Name)
        else None
    )
