"""The parts of formulas for which an operation has no answer at some numbers: what is divided by,
looked up, counted off or a power."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from scorekeeper.proof.reach import base_names
from scorekeeper.proof.situations import values_within
from scorekeeper.rules.checking import Checker, kinds_of
from scorekeeper.rules.formula import Formula, FormulaError, read_formula, value_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.name_kinds import Kinds
from scorekeeper.rules.page_formulas import Placed, formulas_of

DIVISIONS: Final = (ast.Div, ast.FloorDiv, ast.Mod)
DIVIDING: Final = ("round_down", "round_up", "round_nearest", "round_to_zero")
BOUNDED: Final = ("power", "nth", "player", "highest", "lowest")


class Risky(NamedTuple):
    """Where such a part stands, what is behind its names, and whether something is divided by
    it; and the part itself."""

    path: str
    names: frozenset[str]
    divides: bool
    part: Formula


def risky_parts(rules: Ruleset) -> Iterator[Risky]:
    """The parts that hang on something, but for divisors that are never 0 by what their names can
    be."""
    kinds = kinds_of(rules)
    for placed in formulas_of(rules):
        for node in ast.walk(ast.parse(placed.formula.text.strip(), mode="eval")):
            divisor = _divisor(node)
            part = _formula(rules, divisor or _bounded(node))
            names = frozenset() if part is None else frozenset(base_names(rules, part.names))
            if part and names and (divisor is None or _may_be_zero(kinds, placed, divisor)):
                yield Risky(placed.path, names, divisor is not None, part)


def risky_choices(rules: Ruleset) -> Mapping[str, Sequence[int]]:
    """Return the numbers of options at which a divisor is 0 that hangs on nothing else but who
    plays."""
    found: dict[str, list[int]] = {}
    for part in risky_parts(rules) if rules.options else ():
        names = [name for name in rules.options if name in part.names]
        if part.divides and len(names) == 1 and rules.options[names[0]].kind == "number":
            zeros = (_zero_at(rules, part.part, names[0], players) for players in rules.players)
            found.setdefault(names[0], []).extend(dict.fromkeys(chain.from_iterable(zeros)))
    return found


def _zero_at(rules: Ruleset, part: Formula, name: str, players: int) -> Iterator[int]:
    """Yield the values of an option at which a divisor is 0, by the formulas that know no deal."""
    for value in values_within(rules.options[name]):
        try:
            if value_of(part, _Settled(rules, {"players": players, name: value})) == 0:
                yield int(value)
        except FormulaError:
            continue


class _Settled:
    """What formulas know before the first deal: the players, options, and what follows from
    these."""

    def __init__(self, rules: Ruleset, known: Mapping[str, object]) -> None:
        self._rules, self._known = rules, known

    def __getitem__(self, name: str) -> object:
        let = self._rules.scoring.lets.get(name)
        return self._known[name] if let is None else value_of(let, self)


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


def _formula(rules: Ruleset, part: ast.expr | None) -> Formula | None:
    """A part of a formula as one itself; None where it is none."""
    try:
        tables = frozenset(rules.scoring.ladders)
        return None if part is None else read_formula(ast.unparse(part), None, tables)
    except FormulaError:
        return None  # longer than a formula may be, as it is spelled here


def _may_be_zero(kinds: Kinds, placed: Placed, divisor: ast.expr) -> bool:
    kind = Checker(kinds, placed.formula, placed.view).kind(divisor)
    return not kind.is_number or kind.least <= 0 <= kind.most
