"""The small changes that make a mutant of a module: every place in its tree, and what may stand
there instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple

# What is said to people is not what is counted; nor are types, and the names that an import brings.
SAID = {"tr", "trn", "trc", "marked"}
NOT_CODE = {"annotation", "returns", "decorator_list", "bases", "format_spec"}
COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
REMOVED = (ast.Assign, ast.AugAssign, ast.Expr, ast.Raise, ast.Break, ast.Continue)
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
OTHER_NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Change(NamedTuple):
    """A place in a tree, what stands there, and what may stand there instead."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    instead: list[ast.AST]

    @property
    def line(self) -> int:
        """The line where the place begins."""
        return int(getattr(self.node, "lineno", getattr(self.parent, "lineno", 0)))

    @property
    def said(self) -> str:
        """What stands there, as code."""
        return ast.unparse(self.node)


def changes(tree: ast.AST) -> Iterator[Change]:
    """Every place of a tree where something else may stand."""
    for parent, field, index, node in _places(tree):
        instead = list(_instead(parent, field, index, node))
        if instead:
            yield Change(parent, field, index, node, instead)


def put_in_place(change: Change, number: int) -> None:
    """Changes the tree that the change was found in."""
    new = ast.copy_location(change.instead[number], change.node)
    if change.index is None:
        setattr(change.parent, change.field, new)
    else:
        getattr(change.parent, change.field)[change.index] = new


def _places(parent: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    for field, value in ast.iter_fields(parent):
        if field in NOT_CODE or (isinstance(parent, ast.JoinedStr) and field != "values"):
            continue
        nodes = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for index, node in nodes:
            if isinstance(node, ast.AST) and not _is_said(parent, node):
                yield parent, field, index, node
                yield from _places(node)


def _is_said(parent: ast.AST, node: ast.AST) -> bool:
    """Whether this is a text for people, an import, or the loading and storing of names."""
    match node:
        case (
            ast.Expr(value=ast.Constant(value=str()))
            | ast.Import()
            | ast.ImportFrom()
            | ast.expr_context()
        ):
            return True
        case ast.Call(func=ast.Name(id=name)) if name in SAID:
            return True
        case ast.Assign(value=ast.Subscript(value=ast.Name(id="tuple" | "Sequence"))):
            return True
        case ast.Constant(value=str()):
            return isinstance(parent, ast.JoinedStr)
    return False


def _instead(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in a place."""
    match node:
        case ast.Constant():
            yield from _constants(parent, node)
        case ast.Compare():
            yield from _comparisons(node)
        case ast.BoolOp():
            yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield deepcopy(node.operand)
        case ast.BinOp() if type(node.op) in RECKONED:
            yield _with(node, op=RECKONED[type(node.op)]())
        case ast.IfExp():
            yield from (deepcopy(node.body), deepcopy(node.orelse))
        case ast.If():
            yield from (_with(node, test=ast.Constant(value)) for value in (True, False))
        case ast.Slice():
            yield from (
                _with(node, **{end: None}) for end in ("lower", "upper") if getattr(node, end)
            )
        case ast.comprehension(ifs=[_, *_]):
            yield _with(node, ifs=[])
        case ast.Call(func=ast.Name(id=name)) if name in OTHER_NAMES:
            yield _with(node, func=ast.Name(OTHER_NAMES[name], ast.Load()))
    if isinstance(node, REMOVED) or (isinstance(node, ast.Return) and isinstance(parent, ast.If)):
        yield ast.Pass()


def _with(node: ast.AST, **fields: Any) -> ast.AST:
    new = deepcopy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def _constants(parent: ast.AST, node: ast.Constant) -> Iterator[ast.AST]:
    match node.value:
        case bool():
            yield ast.Constant(not node.value)
        case int():
            yield from (ast.Constant(node.value + 1), ast.Constant(node.value - 1))
        case str() if node.value:
            yield ast.Constant("")
        case None if not isinstance(parent, ast.Compare):
            yield ast.Constant(0)


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for place, compared in enumerate(node.ops):
        for other in COMPARED[type(compared)]:
            yield _with(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])
