"""The kinds of what functions give, and what each of them needs."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import NamedTuple

from scorekeeper.kinds import bounds
from scorekeeper.kinds.asking_kinds import Asked
from scorekeeper.kinds.kind import (
    A_NUMBER,
    CARD,
    ENDLESS,
    LIST,
    RANK,
    SUIT,
    TABLE,
    TEST,
    Kind,
    list_of,
    number,
    word_of,
)
from scorekeeper.message import say
from scorekeeper.problems import Problem

Nodes = list[ast.expr]


class Function(NamedTuple):
    """How many values a function is given, `most` of them or any number, and the kind that it
    gives."""

    fewest: int
    most: int | None
    gives: Callable[[Asked, Nodes], Kind]


def _least(asked: Asked, nodes: Nodes) -> Kind:
    return bounds.least_of([asked.numbers(node) for node in nodes])


def _greatest(asked: Asked, nodes: Nodes) -> Kind:
    return bounds.greatest_of([asked.numbers(node) for node in nodes])


def _sum(asked: Asked, nodes: Nodes) -> Kind:
    found = number(0, 0)
    for node in nodes:
        numbers = asked.numbers(node)
        is_one = not isinstance(node, ast.Tuple) and asked.kind(node).is_number
        found = bounds.added(found, numbers if is_one else bounds.summed(numbers))
    return found


def _abs(asked: Asked, nodes: Nodes) -> Kind:
    return bounds.without_sign(asked.number(nodes[0]))


def _count(asked: Asked, nodes: Nodes) -> Kind:
    asked.wanted(nodes[0], LIST)
    asked.kind(nodes[1])
    asked.sought(nodes[0], nodes[1])
    return number(0, ENDLESS)


def _length(asked: Asked, nodes: Nodes) -> Kind:
    asked.wanted(nodes[0], LIST)
    return number(0, ENDLESS)


def _given(asked: Asked, nodes: Nodes) -> Kind:
    for node in nodes:
        part = asked.part(node)
        if part.literal is not None:
            why = say(
                "`{value}` is always given: name what may be left out, without quotes",
                value=part.text,
            )
            asked.note(Problem("formula-decided", why))
    return TEST


def _suit(asked: Asked, nodes: Nodes) -> Kind:
    asked.wanted(nodes[0], CARD)
    return word_of(SUIT, tuple(asked.rules.pack.suits))


def _suits(asked: Asked, nodes: Nodes) -> Kind:
    return list_of(_suit(asked, nodes))


def _rank(asked: Asked, nodes: Nodes) -> Kind:
    asked.wanted(nodes[0], CARD)
    return word_of(RANK, asked.rules.pack.ranks)


def _worth(asked: Asked, nodes: Nodes) -> Kind:
    asked.wanted(nodes[0], LIST)
    suits = asked.wanted(nodes[1], SUIT, LIST)
    asked.wanted(nodes[2], TABLE)
    return list_of(A_NUMBER) if suits.sort == LIST else A_NUMBER


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
}
