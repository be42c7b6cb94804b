"""A checked formula told in words, from its syntax tree.

Arithmetic stays arithmetic, `quota − tricks`; what only a program would write (a function, a
comparison, a choice, a table looked up in) becomes words. With the facts of a deal the same parts
are said with their numbers, `6 − 9`, and of a choice the branch that holds.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.base.exact import number_word
from scorekeeper.rules.conditions import clause
from scorekeeper.rules.formula import Formula, FormulaError, Names, NoAnswer
from scorekeeper.rules.formula_names import MINUS, subject, term, value_word
from scorekeeper.rules.functions import called
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.telling import (
    CONSTANTS,
    LOOSE,
    PRODUCT,
    SIGN,
    SUM,
    Teller,
    behind_sign,
    bracketed,
    first_sign,
    is_name,
    part_value,
    tree_of,
)
from scorekeeper.text.message import Elided, Joined, Words, in_turn, listing, say

SUMS: Mapping[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", SUM),
    ast.Sub: (MINUS, SUM),
    ast.Mult: ("×", PRODUCT),
}


def amount(rules: Ruleset, formula: Formula) -> Words:
    """A formula as it is read aloud; of a choice all its branches, the last behind "otherwise"."""
    teller = Teller(rules, formula, None, _told)
    return Elided(_choice(teller, tree_of(formula), teller.said))


def phrase(rules: Ruleset, formula: Formula) -> Words:
    """Return a formula as a part of a sentence: a choice is `22 if …, otherwise 24`."""
    return Elided(Teller(rules, formula, None, _told).said(tree_of(formula)))


def definition(rules: Ruleset, formula: Formula) -> Words:
    """Return a formula as it stands behind a label: a choice between two as a part of a sentence, a
    longer one branch by branch."""
    node = tree_of(formula)
    choices = sum(isinstance(part, ast.IfExp) for part in ast.walk(node))
    return (phrase if choices == 1 else amount)(rules, formula)


def score(rules: Ruleset, formula: Formula) -> Words:
    """The same of points: numbers with their sign, a count by itself as one for each that there
    is."""
    teller = Teller(rules, formula, None, _told)
    return Elided(_choice(teller, tree_of(formula), partial(_points, teller)))


def condition(rules: Ruleset, formula: Formula) -> Words:
    """A formula as the clause that stands after "if"."""
    return Elided(clause(Teller(rules, formula, None, _told), tree_of(formula)))


def no_answer(rules: Ruleset, error: FormulaError) -> Words:
    """Why a formula has no answer, the formula told in words."""
    if not isinstance(error, NoAnswer):
        return error.why
    return error.saying(say("“{name}”", name=amount(rules, error.formula)))


class Worked(NamedTuple):
    """A formula on the facts of a deal: in words, with the numbers put in, what it comes to."""

    words: Words
    numbers: Words
    value: int


def worked(rules: Ruleset, formula: Formula, facts: Names) -> Worked:
    """How a formula comes to its number: of a choice only the branch that holds."""
    node = _Chosen(rules, formula, facts).visit(tree_of(formula))
    words = _points(Teller(rules, formula, None, _told), node)
    numbers = Teller(rules, formula, facts, _told).said(node)
    return Worked(Elided(words), Elided(numbers), +part_value(rules, formula, node, facts))


def used(rules: Ruleset, formula: Formula, facts: Names) -> list[str]:
    """The names that a formula is worked out from: of a choice those of the branch that holds."""
    node = _Chosen(rules, formula, facts).visit(tree_of(formula))
    return [ast.unparse(part) for part in ast.walk(node) if is_name(part)]


def because(rules: Ruleset, formula: Formula, facts: Names) -> Words:
    """What decides whether a condition holds on these facts, each part said as it is; of a choice
    the branch that holds."""
    teller = Teller(rules, formula, facts, _told)
    parts = [
        clause(teller, part, bool(teller.value(part)))
        for part in _decisive(teller, _Chosen(rules, formula, facts).visit(tree_of(formula)))
    ]
    return Elided(listing(parts, "and"))


def _decisive(teller: Teller, node: ast.expr) -> list[ast.expr]:
    """The parts that decide: of several that must all hold the first that does not, of several of
    which one is enough the first that holds, else all of them."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _decisive(teller, node.operand)
    if not isinstance(node, ast.BoolOp):
        return [node]
    needs_all = isinstance(node.op, ast.And)
    deciding = [part for part in node.values if bool(teller.value(part)) is not needs_all][:1]
    return [one for part in deciding or node.values for one in _decisive(teller, part)]


class _Chosen(ast.NodeTransformer):
    """Leaves of every choice the branch that holds."""

    def __init__(self, rules: Ruleset, formula: Formula, facts: Names) -> None:
        self.rules, self.formula, self.facts = rules, formula, facts

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        holds = part_value(self.rules, self.formula, node.test, self.facts)
        chosen: ast.AST = self.visit(node.body if holds else node.orelse)
        return chosen


# --- amounts -------------------------------------------------------------------------------------


def _choice(teller: Teller, node: ast.expr, said: Callable[[ast.expr], Words]) -> Words:
    """A choice, its branches one after another; anything else as it is said by itself."""
    parts = list[Words]()
    while isinstance(node, ast.IfExp):
        parts.append(
            say("if {test}: {points}", test=clause(teller, node.test), points=said(node.body))
        )
        node = node.orelse
    last = said(node)
    return in_turn(*parts, say("otherwise: {points}", points=last)) if parts else last


def _points(teller: Teller, node: ast.expr) -> Words:
    """Points that are no part of a sum."""
    is_below = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    what = node.operand if isinstance(node, ast.UnaryOp) and is_below else node
    if isinstance(what, ast.Constant) and isinstance(what.value, int):
        return number_word(-what.value) if is_below or not what.value else f"+{what.value}"
    count = teller.rules.counts.get(ast.unparse(what))
    if count is None or not count.one.by_language:
        return teller.said(node)
    if is_below:
        return say("−1 for each {thing}", thing=count.one)
    return say("+1 for each {thing}", thing=count.one)


def _told(teller: Teller, node: ast.expr, inside: int) -> Words:
    """Any part of a formula, as part of what binds so closely."""
    if isinstance(node, ast.Constant):
        return value_word(teller.rules, node.value)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _name(teller, node, inside)
    way = next((way for kind, way in _WAYS if isinstance(node, kind)), None)
    if way is None or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return bracketed(clause(teller, node), LOOSE, inside)
    return way(teller, node, inside)


def _name(teller: Teller, node: ast.expr, inside: int) -> Words:
    name = ast.unparse(node)
    if not is_name(node):
        return value_word(teller.rules, CONSTANTS[name])
    return (
        term(teller.rules, name)
        if teller.facts is None
        else teller.put_in(teller.value(node), inside, name)
    )


def _signed(teller: Teller, node: ast.UnaryOp, inside: int) -> Words:
    if not isinstance(node.op, ast.USub):
        return teller.said(node.operand, inside)
    what = teller.said(node.operand, SIGN)
    first = first_sign(what)
    is_number = first.isdecimal() or first == "("
    signed = Joined((MINUS, what)) if is_number else say("minus {number}", number=what)
    return bracketed(signed, SUM, inside)


def _sum(teller: Teller, node: ast.BinOp, inside: int) -> Words:
    if type(node.op) not in SUMS:
        return _divided(teller, node, inside)
    sign, binds = SUMS[type(node.op)]
    left, right = teller.said(node.left, binds), teller.said(node.right, binds + (sign == MINUS))
    return bracketed(Joined((left, sign, behind_sign(right)), " "), binds, inside)


def _divided(teller: Teller, node: ast.BinOp, inside: int) -> Words:
    is_part = isinstance(node.op, ast.Div) and isinstance(node.left, ast.Constant)
    if teller.facts is not None or (is_part and isinstance(node.right, ast.Constant)):
        return teller.put_in(teller.value(node), inside)
    parts = {"number": teller.said(node.left, PRODUCT), "divisor": teller.said(node.right, PRODUCT)}
    if isinstance(node.op, ast.Div):
        return bracketed(say("{number} divided by {divisor}", **parts), LOOSE, inside)
    if isinstance(node.op, ast.Mod):
        return bracketed(
            say("what is left of {number} divided by {divisor}", **parts), LOOSE, inside
        )
    return bracketed(say("{number} divided by {divisor}, rounded down", **parts), LOOSE, inside)


def _either(teller: Teller, node: ast.IfExp, inside: int) -> Words:
    one, other = teller.said(node.body, SUM), teller.said(node.orelse, SUM)
    words = say(
        "{one} if {test}, otherwise {other}", one=one, test=clause(teller, node.test), other=other
    )
    return bracketed(words, LOOSE, inside)


def _looked_up(teller: Teller, node: ast.Subscript, inside: int) -> Words:
    if teller.facts is not None:
        return teller.put_in(teller.value(node), inside)
    key = node.slice
    about = subject(teller.rules, ast.unparse(key)) if is_name(key) else teller.said(key)
    # Translators: what a table of the rules gives for a key, as in "the table's value of the bid"
    return say(
        "the table's {table} of {key}", table=term(teller.rules, ast.unparse(node.value)), key=about
    )


def _row(teller: Teller, node: ast.Tuple, inside: int) -> Words:
    return listing([teller.said(one, inside) for one in node.elts], "and")


_WAYS: tuple[tuple[type[ast.expr], Callable[[Teller, Any, int], Words]], ...] = (
    (ast.UnaryOp, _signed),
    (ast.BinOp, _sum),
    (ast.IfExp, _either),
    (ast.Subscript, _looked_up),
    (ast.Tuple, _row),
    (ast.Call, called),
)
