"""What telling a formula needs: the rules with their words, the facts whose numbers are put in."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from scorekeeper.base.exact import is_number
from scorekeeper.rules.formula import Formula, FormulaError, Names, part_of, value_of
from scorekeeper.rules.formula_names import MINUS, value_word
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import Joined, Value, Words

# What binds how closely, as in any sum: what is looser stands in brackets inside what is closer.
LOOSE, SUM, PRODUCT, SIGN = range(4)
CONSTANTS: Mapping[str, bool | None] = {"true": True, "false": False, "none": None}


class Teller(NamedTuple):
    """Who tells a formula. `facts` are None where its names are said and not their numbers;
    `told` says any part of it, as a part of what binds so closely."""

    rules: Ruleset
    formula: Formula
    facts: Names | None
    told: Callable[[Teller, ast.expr, int], Words]

    def said(self, node: ast.expr, inside: int = LOOSE) -> Words:
        """A part of the formula, in words."""
        return self.told(self, node, inside)

    def value(self, node: ast.expr) -> object:
        """What a part comes to on the facts; None where it has no answer."""
        try:
            return part_value(self.rules, self.formula, node, self.facts or {})
        except FormulaError:
            return None

    def put_in(self, value: object, inside: int, about: str = "") -> Words:
        """A value that was put in; a number below nothing stands in brackets behind a sign."""
        is_below = is_number(value) and value < 0
        return bracketed(value_word(self.rules, value, about), SUM if is_below else SIGN, inside)


def tree_of(formula: Formula) -> ast.expr:
    """The syntax tree of a formula that was read before."""
    return ast.parse(formula.text.strip(), mode="eval").body


def part_value(rules: Ruleset, formula: Formula, node: ast.expr, facts: Names) -> Any:
    """What a part of a formula comes to on the facts; raises FormulaError where it has no
    answer."""
    return value_of(part_of(formula, node, frozenset(rules.scoring.ladders)), facts)


def is_name(node: ast.AST) -> bool:
    """Whether a part names a fact, as `tricks` and `all.tricks` do."""
    return isinstance(node, (ast.Name, ast.Attribute)) and ast.unparse(node) not in CONSTANTS


def bracketed(words: Words, binds: int, inside: int) -> Words:
    """The words, in brackets where they are looser than what they stand in."""
    return Joined(("(", words, ")")) if binds < inside else words


def behind_sign(words: Words) -> Words:
    """The words as they stand behind a sign: what has a minus sign itself stands in brackets."""
    return Joined(("(", words, ")")) if first_sign(words) == MINUS else words


def first_sign(words: Value) -> str:
    """The digit, bracket or minus sign with which words of a formula begin; empty where a word of
    a language stands first."""
    if isinstance(words, Joined):
        return first_sign(words.parts[0])
    return words[:1] if isinstance(words, str) else ""
