"""The kinds of the parts of a formula, each by what it is made of: a name, a sum, a comparison."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from scorekeeper.rules import bounds
from scorekeeper.rules.asking_kinds import Asked
from scorekeeper.rules.comparing import equality_fault, order_fault, unfound, word_for_a_player
from scorekeeper.rules.function_kinds import FUNCTIONS
from scorekeeper.rules.kind import (
    ANYTHING,
    ENDLESS,
    FLAG,
    LIST,
    NONE,
    TEST,
    WORD,
    Kind,
    either,
    list_of,
    number,
    word_of,
)
from scorekeeper.rules.looking_up import looked_up
from scorekeeper.rules.model import Ladder
from scorekeeper.text.message import say_n
from scorekeeper.text.problems import Problem

CONSTANTS: Mapping[str, Kind] = {"true": Kind(FLAG, 1, 1), "false": Kind(FLAG, 0, 0), "none": NONE}
SUMS: Mapping[type[ast.operator], Callable[[Kind, Kind], Kind]] = {
    ast.Add: bounds.added,
    ast.Sub: lambda one, other: bounds.added(one, bounds.turned(other)),
    ast.Mult: bounds.multiplied,
    ast.Div: bounds.parted,
    ast.FloorDiv: bounds.divided,
    ast.Mod: bounds.left_over,
}
# The functions of which a number that is always the same has no use.
FIXED = ("min", "max", "abs", "round_down", "round_up", "round_nearest", "round_to_zero", "power")
SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
    ast.In: "in", ast.NotIn: "not in",
}  # fmt: skip


def _constant(asked: Asked, node: ast.Constant) -> Kind:
    if isinstance(node.value, str):
        return word_of(WORD, (node.value,))
    return number(node.value, node.value) if isinstance(node.value, int) else ANYTHING


def _name(asked: Asked, node: ast.Name | ast.Attribute) -> Kind:
    return asked.named(ast.unparse(node))


def _signed(asked: Asked, node: ast.UnaryOp) -> Kind:
    if isinstance(node.op, ast.Not):
        asked.test(node.operand)
        return TEST
    kind = asked.number(node.operand)
    return bounds.turned(kind) if isinstance(node.op, ast.USub) else kind


def _worked_out(asked: Asked, node: ast.BinOp) -> Kind:
    one, other = asked.number(node.left), asked.number(node.right)
    found = SUMS[type(node.op)](one, other)
    asked.fixed(node, (node.left, node.right), found)
    return found


def _tests(asked: Asked, node: ast.BoolOp) -> Kind:
    for one in node.values:
        asked.test(one)
    asked.tried(node)
    return TEST


def _choice(asked: Asked, node: ast.IfExp) -> Kind:
    asked.test(node.test)
    found = either(asked.kind(node.body), asked.kind(node.orelse))
    asked.fixed(node, (node.test,), found)
    return found


def _row(asked: Asked, node: ast.Tuple) -> Kind:
    of: Kind | None = None
    for one in node.elts:
        of = asked.kind(one) if of is None else either(of, asked.kind(one))
    return list_of(of or ANYTHING)


def _compared(asked: Asked, node: ast.Compare) -> Kind:
    """`one == other`, `one < other < more`, `one in many`."""
    pairs = pairwise([node.left, *node.comparators])
    for operator, (one, other) in zip(node.ops, pairs, strict=True):
        whole = f"{asked.cut(one)} {SIGNS[type(operator)]} {asked.cut(other)}"
        if isinstance(operator, (ast.In, ast.NotIn)):
            _contained(asked, whole, one, other)
        elif isinstance(operator, (ast.Eq, ast.NotEq)):
            parts, is_equal = (asked.part(one), asked.part(other)), isinstance(operator, ast.Eq)
            fault = word_for_a_player(asked.rules, whole, *parts, is_equal)
            asked.note(fault or equality_fault(asked.rules.pack, whole, *parts, is_equal))
        else:
            asked.note(order_fault(whole, operator, asked.part(one), asked.part(other)))
    if len(node.ops) > 1 or isinstance(node.ops[0], (ast.In, ast.NotIn)):
        asked.tried(node)
    return TEST


def _contained(asked: Asked, whole: str, one: ast.expr, many: ast.expr) -> None:
    """`one in many`: a list, of which it may be one."""
    if isinstance(many, ast.Tuple):
        for each in many.elts:
            asked.note(unfound(asked.rules.pack, whole, asked.part(one), asked.part(each)))
    elif asked.wanted(many, LIST).sort == LIST:
        asked.sought(many, one)


def _called(asked: Asked, node: ast.Call) -> Kind:
    """What a function gives."""
    name, given = asked.cut(node.func), len(node.args)
    function = FUNCTIONS.get(name)
    if function is None:
        return ANYTHING
    if given < function.fewest or (function.most is not None and given > function.most):
        why = say_n(
            function.fewest,
            "`{function}` needs {n} value, and has {given}",
            "`{function}` needs {n} values, and has {given}",
            function=name,
            given=given,
        )
        asked.note(Problem("formula-kind", why))
        return ANYTHING
    found = function.gives(asked, node.args)
    if name in FIXED:
        asked.fixed(node, node.args, found)
    return found


def _looked_up(asked: Asked, node: ast.Subscript) -> Kind:
    ladder, key = asked.rules.scoring.ladders.get(asked.cut(node.value)), asked.part(node.slice)
    if ladder is None:
        return ANYTHING
    asked.note(looked_up(asked.cut(node), ladder, key))
    of_key = (key.kind.of or ANYTHING) if key.kind.sort == LIST else key.kind
    values = _values(ladder, of_key) or _values(ladder, ANYTHING)
    found = bounds.hull(number(value, value) for value in values)
    return list_of(found) if key.kind.sort == LIST else found


def _values(ladder: Ladder, key: Kind) -> list[int]:
    """The values of a table that may be found by a key of this kind."""
    is_any = not key.is_number or any(word.isdecimal() for word in key.words or ())
    ends = [step - 1 for step, _ in ladder.steps[1:]] + [ENDLESS]
    rows = zip(ladder.steps, ends, strict=True) if ladder.steps else ()
    found = [
        value for (step, value), end in rows if is_any or (step <= key.most and key.least <= end)
    ]
    return found + [
        value for word, value in ladder.words.items() if is_any or word in (key.words or ())
    ]


PARTS: Mapping[type[ast.expr], Callable[[Any, Any], Kind]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _name,
    ast.UnaryOp: _signed,
    ast.BinOp: _worked_out,
    ast.BoolOp: _tests,
    ast.Compare: _compared,
    ast.IfExp: _choice,
    ast.Tuple: _row,
    ast.Call: _called,
    ast.Subscript: _looked_up,
}
