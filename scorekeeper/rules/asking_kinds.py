"""What going through a formula asks for each of its parts."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Protocol

from scorekeeper.rules.comparing import Part
from scorekeeper.rules.kind import Kind
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.problems import Problem


class Asked(Protocol):
    """Who finds the kinds of the parts of a formula, and notes what is wrong with them."""

    @property
    def rules(self) -> Ruleset:
        """The game."""

    def kind(self, node: ast.expr) -> Kind:
        """The kind of a part."""

    def number(self, node: ast.expr) -> Kind:
        """The kind of a part that must be a number."""

    def numbers(self, node: ast.expr) -> Kind:
        """The kind of the numbers of a part, which may be one or a list of them."""

    def wanted(self, node: ast.expr, *sorts: str) -> Kind:
        """The kind of a part that must be of one of these sorts."""

    def test(self, node: ast.expr) -> Kind:
        """The kind of a part that must be a test."""

    def named(self, name: str) -> Kind:
        """The kind of a name."""

    def part(self, node: ast.expr) -> Part:
        """A part with its text and its kind."""

    def cut(self, node: ast.AST) -> str:
        """The text of a part."""

    def note(self, fault: Problem | None) -> None:
        """Notes a fault, where there is one."""

    def tried(self, node: ast.expr) -> None:
        """Notes a test that is always true or never, whatever its names are."""

    def fixed(self, node: ast.expr, parts: Iterable[ast.expr], gives: Kind) -> None:
        """Notes a part that is the same number whatever its own parts are."""

    def sought(self, many: ast.expr, one: ast.expr) -> None:
        """Notes a value that can never be one of a list."""
