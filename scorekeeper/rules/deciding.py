"""Whether a test is always true or never, found by trying it with every value that its names may
have; or, where these cannot be listed, every value of what it compares."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from itertools import product
from math import prod

from scorekeeper.base.exact import is_number, steps
from scorekeeper.base.limits import Steps
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.kind import ENDLESS, FLAG, NUMBER, OF_WORDS, PLAYER, Kind

MOST_TRIED = 3_000  # ways of giving the names values
WIDEST = 60  # numbers of one name that are tried one by one

Values = tuple[object, ...]


def by_trying(
    test: Formula, node: ast.expr, kinds: Mapping[str, Kind], steps: Steps
) -> bool | None:
    """What a test gives whatever its names are, as far as it has an answer; None where that depends
    on them, or too many ways would have to be tried. `node` is the test as it is written, `kinds`
    has the kind of each of its names; every part of every way is a step."""
    values = {name: _values(name, kind, node, len(kinds)) for name, kind in kinds.items()}
    known = {name: found for name, found in values.items() if found}
    if len(known) < len(values) or prod(len(found) for found in known.values()) > MOST_TRIED:
        return None
    parts = sum(1 for _ in ast.walk(node))
    given: set[bool] = set()
    for way in product(*known.values()):
        if not steps.take(parts):
            return None
        try:
            given.add(bool(value_of(test, dict(zip(known, way, strict=True)))))
        except FormulaError:
            continue  # as where a name is none that is compared with a number
        if len(given) == 2:
            return None
    return given.pop() if given else None


def _values(name: str, kind: Kind, node: ast.expr, names: int) -> Values:
    """Every value that a name may have, as far as the test can tell them apart; empty where they
    cannot be listed. Where the test asks whether it was given at all, it may be none."""
    found: Values = ()
    if kind.sort == FLAG:
        found = (True,) if kind.least else (True, False)
    elif kind.sort == NUMBER:
        numbers = _numbers(name, kind, node)
        found = (*numbers, *(kind.words or ())) if numbers else ()
    elif kind.sort == PLAYER:
        found = tuple(f"player {number}" for number in range(names + 1))  # may all be different
    elif kind.sort in OF_WORDS:
        found = tuple(kind.words or ())
    return (*found, None) if found and (kind.is_absent or _asks_for_none(node)) else found


def _asks_for_none(node: ast.expr) -> bool:
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return not names.isdisjoint({"none", "given"})


def _numbers(name: str, kind: Kind, node: ast.expr) -> tuple[int, ...]:
    """The numbers of a name: all of them, or where these are many and the name is only compared
    with plain numbers, those beside these and at the ends."""
    if not kind.step:
        return ()
    if kind.most - kind.least <= WIDEST * kind.step:
        return tuple(steps(_end(kind.least), _end(kind.most), kind.step))
    compared = _compared_with(name, node)
    if not compared:
        return ()
    ends = {_end(end) for end in (kind.least, kind.most) if abs(end) != ENDLESS}
    beside = {number + way for number in compared for way in (-kind.step, 0, kind.step)} | ends
    return tuple(sorted(number for number in beside if kind.least <= number <= kind.most))


def _end(end: float) -> int:
    """An end of what is bounded, as an exact number."""
    return end if is_number(end) else int(end)


def _compared_with(name: str, node: ast.expr) -> set[int]:
    """The plain numbers that a name is compared with; empty where it stands elsewhere too."""
    numbers: set[int] = set()
    places = 0
    for part in ast.walk(node):
        if isinstance(part, ast.Compare):
            sides = [part.left, *part.comparators]
            plain = [number for side in sides if (number := _plain_number(side)) is not None]
            named = sum(ast.unparse(side) == name for side in sides)
            if named and named + len(plain) == len(sides):
                places += named
                numbers.update(plain)
    is_elsewhere = places < sum(
        isinstance(part, (ast.Name, ast.Attribute)) and ast.unparse(part) == name
        for part in ast.walk(node)
    )
    return set() if is_elsewhere else numbers


def _plain_number(node: ast.expr) -> int | None:
    value = node.operand if isinstance(node, ast.UnaryOp) else node
    if not isinstance(value, ast.Constant) or not isinstance(value.value, int):
        return None
    return -value.value if isinstance(node, ast.UnaryOp) else value.value


# --- what is compared ----------------------------------------------------------------------------


class Compared(ast.NodeTransformer):
    """Puts a name of its own in the place of each thing that a test compares and that is more than
    a name or a number: `parts` has them by these names. What is alike has one name."""

    def __init__(self) -> None:
        self.parts: dict[str, ast.expr] = {}

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """A comparison, of names and plain values only."""
        if any(isinstance(how, (ast.In, ast.NotIn)) for how in node.ops):
            return node
        sides = [self._named(side) for side in (node.left, *node.comparators)]
        return ast.copy_location(ast.Compare(sides[0], node.ops, sides[1:]), node)

    def _named(self, side: ast.expr) -> ast.expr:
        plain = (ast.Name, ast.Attribute, ast.Constant)
        if isinstance(side, plain) or _plain_number(side) is not None:
            return side
        known = {ast.unparse(part): name for name, part in self.parts.items()}
        name = known.get(ast.unparse(side), f"compared_{len(self.parts)}")
        self.parts.setdefault(name, side)
        return ast.Name(name, ast.Load())
