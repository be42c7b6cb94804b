"""The types of the functions of formulas, and their arguments."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol

from scorekeeper.rules import value_kinds as bounds
from scorekeeper.rules.comparison_kinds import FormulaPart
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.value_kinds import (
    A_NUMBER,
    A_PLAYER,
    ANY,
    ANYTHING,
    CARD,
    ENDLESS,
    FLAG,
    LIST,
    PLAYER,
    RANK,
    SUIT,
    TABLE,
    TEST,
    ValueType,
    absent,
    list_of,
    number,
    told,
    word_of,
)
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem

# --- The visitor of a formula's parts ----------------------------------------------------------


class TypeVisitor(Protocol):
    """A visitor that determines the types of a formula's parts and notes their problems."""

    @property
    def rules(self) -> Ruleset:
        """Return the game's rules."""

    def kind(self, node: ast.expr) -> ValueType:
        """Return the type of a part."""

    def number(self, node: ast.expr) -> ValueType:
        """Return the type of a part that must be a number."""

    def numbers(self, node: ast.expr) -> ValueType:
        """Return the type of the numbers in a part that is a number or a list of numbers."""

    def wanted(self, node: ast.expr, *sorts: str) -> ValueType:
        """Return the type of a part that must have one of these sorts."""

    def test(self, node: ast.expr) -> ValueType:
        """Return the type of a part that must be a test."""

    def named(self, name: str) -> ValueType:
        """Return the type of a name."""

    def part(self, node: ast.expr) -> FormulaPart:
        """Return a part with its text and its type."""

    def cut(self, node: ast.AST) -> str:
        """Return the text of a part."""

    def note(self, fault: Problem | None) -> None:
        """Note a problem, if it is one."""

    def tried(self, node: ast.expr) -> None:
        """Note a test with the same result for all values of its names."""

    def fixed(self, node: ast.expr, parts: Iterable[ast.expr], gives: ValueType) -> None:
        """Note a part that is the same number for all values of its own parts."""

    def sought(self, many: ast.expr, one: ast.expr) -> None:
        """Note a value that can never be in a list."""


# --- The types of functions' results and arguments ---------------------------------------------


Nodes = list[ast.expr]


class Function(NamedTuple):
    """A function's signature: the `fewest` and `most` values that it takes (None: no limit), and
    the type of its result."""

    fewest: int
    most: int | None
    gives: Callable[[TypeVisitor, Nodes], ValueType]


def _least(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    return bounds.least_of([*_each(asked, nodes, bounds.least_in)])


def _greatest(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    return bounds.greatest_of([*_each(asked, nodes, bounds.greatest_in)])


def _sum(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    found = number(0, 0)
    for kind in _each(asked, nodes, bounds.summed):
        found = bounds.added(found, kind)
    return found


def _each(
    asked: TypeVisitor, nodes: Nodes, of_list: Callable[[ValueType], ValueType]
) -> Iterator[ValueType]:
    """Yield the type of each number, and for each list the type that `of_list` gives."""
    for node in nodes:
        if isinstance(node, ast.Tuple):
            yield of_list(list_of(asked.numbers(node), len(node.elts), len(node.elts)))
            continue
        numbers, kind = asked.numbers(node), asked.kind(node)
        yield numbers if kind.sort != LIST else of_list(kind._replace(of=numbers))


def _abs(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    return bounds.without_sign(asked.number(nodes[0]))


def _count(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    many = asked.wanted(nodes[0], LIST)
    value = asked.kind(nodes[1])
    asked.sought(nodes[0], nodes[1])
    most = _lengths(many)[1]
    return number(0, bounds.most_of(many, value.least) if value.is_single and many.sum else most)


def _length(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    return number(*_lengths(asked.wanted(nodes[0], LIST)))


def _lengths(many: ValueType) -> tuple[float, float]:
    """Return the minimum and maximum length of a list."""
    return (many.least, many.most) if many.sort == LIST else (0, ENDLESS)


def _given(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    for node in nodes:
        part = asked.part(node)
        if part.literal is not None:
            why = say(
                "`{value}` is always given: name what may be left out, without quotes",
                value=part.text,
            )
            asked.note(Problem("formula-decided", why))
    return TEST


def _suit(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], CARD)
    kind = word_of(SUIT, tuple(asked.rules.pack.suits))
    return absent(kind) if asked.rules.pack.suitless else kind


def _suits(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], CARD)
    return list_of(word_of(SUIT, tuple(asked.rules.pack.suits)))


def _rank(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], CARD)
    return word_of(RANK, asked.rules.pack.ranks)


def _worth(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], LIST)
    suits = asked.wanted(nodes[1], SUIT, LIST)
    asked.wanted(nodes[2], TABLE)
    return list_of(A_NUMBER) if suits.sort == LIST else A_NUMBER


# --- functions of lists and seats -----------------------


def _ordered(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], LIST)
    if len(nodes) > 1:
        _place(asked, nodes[1], 0)
    return list_of(asked.numbers(nodes[0]))


def _nth(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    many = asked.wanted(nodes[0], LIST)
    _place(asked, nodes[1], 1)
    return many.of or ANYTHING


def _place(asked: TypeVisitor, node: ast.expr, least: int) -> ValueType:
    """Return the type of an argument that is a position in a list or a number of its values, from
    `least`."""
    kind = asked.number(node)
    if kind.most < least:
        why = say(
            "`{part}` never finds anything: it counts from {least}",
            part=asked.cut(node),
            least=least,
        )
        asked.note(Problem("formula-decided", why))
    return kind


def _where(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    many, tests = (asked.wanted(node, LIST) for node in nodes)
    of = tests.of or ANYTHING
    if tests.sort == LIST and of.sort not in (ANY, FLAG) and not of.counts_a_test:
        why = say(
            "`{part}` is {kind}, and a list of tests is needed: each 1 or 0",
            part=asked.cut(nodes[1]),
            kind=told(tests),
        )
        asked.note(Problem("formula-kind", why))
    return list_of(many.of or ANYTHING)


def _most_players(asked: TypeVisitor) -> int:
    return max(asked.rules.every_number)


def _seat(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], PLAYER)
    return number(1, _most_players(asked))


def _next(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    asked.wanted(nodes[0], PLAYER)
    for node in nodes[1:]:
        asked.number(node)
    return A_PLAYER


def _player(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    kind = _place(asked, nodes[0], 1)
    if kind.least > _most_players(asked):
        why = say(
            "`{part}` never finds anything: at most {most} play",
            part=asked.cut(nodes[0]),
            most=_most_players(asked),
        )
        asked.note(Problem("formula-decided", why))
    return A_PLAYER


# --- rounding and powers --------------------


def _rounded(up: bool, down: bool) -> Callable[[TypeVisitor, Nodes], ValueType]:
    """Return the type function of a rounded division: up, down, or either."""

    def gives(asked: TypeVisitor, nodes: Nodes) -> ValueType:
        one, other = (asked.number(node) for node in nodes)
        below = bounds.divided(one, other)
        above = bounds.turned(bounds.divided(bounds.turned(one), other))
        found = [*([below] if down else []), *([above] if up else [])]
        return bounds.hull(found)

    return gives


def _power(asked: TypeVisitor, nodes: Nodes) -> ValueType:
    one, other = (asked.number(node) for node in nodes)
    if other.most < 0:
        why = say("`{part}` is below 0: that is no whole number", part=asked.cut(nodes[1]))
        asked.note(Problem("formula-decided", why))
    return bounds.to_the_power(one, other)


FUNCTIONS: Mapping[str, Function] = {
    "min": Function(1, None, _least),
    "max": Function(1, None, _greatest),
    "sum": Function(1, None, _sum),
    "abs": Function(1, 1, _abs),
    "count": Function(2, 2, _count),
    "len": Function(1, 1, _length),
    "given": Function(1, None, _given),
    "suit": Function(1, 1, _suit),
    "suits": Function(1, 1, _suits),
    "rank": Function(1, 1, _rank),
    "worth": Function(3, 3, _worth),
    "highest": Function(1, 2, _ordered),
    "lowest": Function(1, 2, _ordered),
    "nth": Function(2, 2, _nth),
    "where": Function(2, 2, _where),
    "seat": Function(1, 1, _seat),
    "next": Function(1, 2, _next),
    "player": Function(1, 1, _player),
    "round_down": Function(2, 2, _rounded(up=False, down=True)),
    "round_up": Function(2, 2, _rounded(up=True, down=False)),
    "round_nearest": Function(2, 2, _rounded(up=True, down=True)),
    "round_to_zero": Function(2, 2, _rounded(up=True, down=True)),
    "power": Function(2, 2, _power),
}
