"""What is left of a formula once some of its numbers are known: a value where nothing is open, else
an expression in those that are."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, Protocol

from scorekeeper.base.exact_numbers import is_number
from scorekeeper.proof.open_numbers import (
    FAILED,
    CannotBeLeft,
    Failed,
    Left,
    Open,
    divided,
    ends,
    greatest_of,
    in_one_list,
    in_table,
    least_of,
    magnitude,
    minus,
    plus,
    remainder,
    sum_of,
    times,
    total,
)
from scorekeeper.proof.open_tests import (
    all_of,
    any_of,
    any_open,
    below,
    choice,
    is_among,
    negated,
    same,
    truth,
    worked_out,
)
from scorekeeper.rules.formula import FUNCTIONS, GREATEST, OF_SEATS, SEATS, Formula

MOST_CHOSEN = 300  # ways to choose so many of a list that are compared
MOST_LOOKED_UP = 1000  # keys of a table that are looked up to know what it can say


class PartialScope(Protocol):
    """What a formula is worked out on: a value, or what is left of one, for each name."""

    def __getitem__(self, name: str, /) -> Left: ...


def left_of(formula: Formula, names: PartialScope) -> Left:
    """What is left of a formula on what is known. Raises CannotBeLeft where that cannot be said."""
    return _left(_tree(formula.text), names)


def number_left_of(formula: Formula, names: PartialScope) -> Left:
    """The same of a formula that must be a number: anything else has no answer."""
    found = left_of(formula, names)
    if isinstance(found, Open):
        if not found.is_number:
            raise CannotBeLeft
        return found
    if not is_number(found):
        return FAILED
    return +found if abs(found) <= GREATEST else FAILED


@lru_cache(1024)
def _tree(text: str) -> ast.expr:
    return ast.parse(text.strip(), mode="eval").body


def _parted(left: Left, right: Left) -> Left:
    """What is left is of whole numbers only."""
    raise CannotBeLeft


_WORDS = {"true": True, "false": False, "none": None}
_ARITHMETIC: Mapping[type[ast.operator], Callable[[Left, Left], Left]] = {
    ast.Add: plus,
    ast.Sub: minus,
    ast.Mult: times,
    ast.Div: _parted,
    ast.FloorDiv: divided,
    ast.Mod: remainder,
}


def _left(node: ast.expr, names: PartialScope) -> Left:
    """What is left of a part of a formula, by its place in the syntax tree."""
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return _WORDS[node.id] if node.id in _WORDS else _named(node.id, names)
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return _named(f"{node.value.id}.{node.attr}", names)
    if isinstance(node, ast.BinOp):
        return _reckoned(node, names)
    if isinstance(node, ast.UnaryOp):
        return _signed(node, names)
    if isinstance(node, ast.BoolOp):
        return _in_turn(node, names)
    if isinstance(node, ast.Compare):
        return _compared(node, names)
    if isinstance(node, ast.IfExp):
        return _chosen(node, names)
    if isinstance(node, ast.Tuple):
        return tuple(_left(part, names) for part in node.elts)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        seats = [names[SEATS]] if node.func.id in OF_SEATS else []
        return _called(node.func.id, [*seats, *(_left(part, names) for part in node.args)])
    if isinstance(node, ast.Subscript):
        table, key = _left(node.value, names), _left(node.slice, names)
        is_failed = isinstance(table, Failed) or isinstance(key, Failed)
        return FAILED if is_failed else _looked_up(table, key)
    raise CannotBeLeft


def _named(name: str, names: PartialScope) -> Left:
    return worked_out(names.__getitem__, name)


def _reckoned(node: ast.BinOp, names: PartialScope) -> Left:
    left, right = _left(node.left, names), _left(node.right, names)
    if isinstance(left, Failed) or isinstance(right, Failed):
        return FAILED
    return _ARITHMETIC[type(node.op)](left, right)


def _signed(node: ast.UnaryOp, names: PartialScope) -> Left:
    value = _left(node.operand, names)
    if isinstance(node.op, ast.Not):
        return negated(value)
    return total([(value, -1 if isinstance(node.op, ast.USub) else 1)])


def _in_turn(node: ast.BoolOp, names: PartialScope) -> Left:
    """`and` and `or`: what stands behind a part that settles it is not looked at."""
    going_on = isinstance(node.op, ast.And)
    parts: list[Left] = []
    for part in node.values:
        value = _left(part, names)
        if isinstance(value, (list, tuple)):
            raise CannotBeLeft
        parts.append(value)
        if isinstance(value, Failed) or (not isinstance(value, Open) and bool(value) != going_on):
            break
    return all_of(parts) if going_on else any_of(parts)


def _chosen(node: ast.IfExp, names: PartialScope) -> Left:
    test = truth(_left(node.test, names))
    if isinstance(test, Failed):
        return FAILED
    if not isinstance(test, Open):
        return _left(node.body if test else node.orelse, names)
    return choice(test, _left(node.body, names), _left(node.orelse, names))


def _compared(node: ast.Compare, names: PartialScope) -> Left:
    """`a < b <= c` is `a < b and b <= c`."""
    left, tests = _left(node.left, names), list[Left]()
    for sign, part in zip(node.ops, node.comparators, strict=True):
        right = _left(part, names)
        tests.append(_test(sign, left, right))
        if tests[-1] is False or isinstance(tests[-1], Failed):
            break
        left = right
    return all_of(tests)


def _test(sign: ast.cmpop, left: Left, right: Left) -> Left:
    if isinstance(sign, ast.In):
        return is_among(left, right)
    if isinstance(sign, ast.NotIn):
        return negated(is_among(left, right))
    if isinstance(sign, ast.Eq):
        return same(left, right)
    if isinstance(sign, ast.NotEq):
        return negated(same(left, right))
    if isinstance(sign, ast.Lt):
        return below(left, right)
    if isinstance(sign, ast.Gt):
        return below(right, left)
    return negated(below(right, left) if isinstance(sign, ast.LtE) else below(left, right))


# --- functions and tables -------------------------------------------------------------------------


def _count(values: Left, wanted: Left) -> Left:
    if not isinstance(values, (list, tuple)):
        if isinstance(values, Open):
            raise CannotBeLeft
        return FAILED
    return total((same(value, wanted), 1) for value in values)


def _given(*values: Left) -> Left:
    if any(isinstance(value, Open) and not value.is_number for value in values):
        raise CannotBeLeft
    return all(value is not None for value in values)


def _length(values: Left) -> Left:
    if isinstance(values, Open):
        raise CannotBeLeft
    return len(values)


def _highest(values: Left, most: Left = None) -> Left:
    """The highest of a list: of every so many of them the lowest, and of these the highest."""
    if not isinstance(values, (list, tuple)) or isinstance(most, Open):
        raise CannotBeLeft
    number = len(values) if most is None else min(most, len(values))
    if sum(comb(len(values), place) for place in range(1, number + 1)) > MOST_CHOSEN:
        raise CannotBeLeft
    return tuple(_at_place(values, place) for place in range(1, number + 1))


def _at_place(values: Sequence[Left], place: int) -> Left:
    """The number at a place from the highest down."""
    return greatest_of(*(least_of(*some) for some in combinations(values, place)))


def _lowest(values: Left, most: Left = None) -> Left:
    """The lowest of a list: the highest of it with the sign turned."""
    if not isinstance(values, (list, tuple)):
        raise CannotBeLeft
    found = _highest(tuple(total([(value, -1)]) for value in values), most)
    return tuple(total([(value, -1)]) for value in found)


def _nth(values: Left, number: Left) -> Left:
    """The value at a place of a list that is known."""
    if not isinstance(values, (list, tuple)) or isinstance(number, Open):
        raise CannotBeLeft
    return worked_out(FUNCTIONS["nth"], values, number)


def _up(number: Left, by: Left) -> Left:
    """Divided and rounded up."""
    return total([(divided(total([(number, -1)]), by), -1)])


def _looked_up(table: Any, key: Left) -> Left:
    if isinstance(key, tuple):
        found = tuple(_looked_up(table, one) for one in key)
        return FAILED if FAILED in found else found
    if not isinstance(key, Open):
        return worked_out(table.at, key)
    least, most = ends(key)
    if not key.is_number or most - least > MOST_LOOKED_UP:
        raise CannotBeLeft
    return in_table(key, least, tuple(worked_out(table.at, n) for n in range(least, most + 1)))


_OPEN_FUNCTIONS: Mapping[str, Callable[..., Left]] = {
    "min": least_of,
    "max": greatest_of,
    "sum": sum_of,
    "abs": magnitude,
    "count": _count,
    "len": _length,
    "given": _given,
    "highest": _highest,
    "lowest": _lowest,
    "nth": _nth,
    "round_down": divided,
    "round_up": _up,
}


def _called(name: str, values: Sequence[Left]) -> Left:
    if any(isinstance(value, Failed) for value in values):
        return FAILED
    if not any(map(any_open, values)):
        return worked_out(FUNCTIONS[name], *values)
    if name not in _OPEN_FUNCTIONS:
        raise CannotBeLeft
    if any(isinstance(one, Failed) for value in values for one in in_one_list([value])):
        return FAILED
    return worked_out(_OPEN_FUNCTIONS[name], *values)
