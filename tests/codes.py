"""Every code that the program can say when it refuses or fails, read from its own source.

A code is the first thing that a problem is made of. Where it is put together from the name of a
count or a fact that name is `NAME`: `f"{count.id}-total"` is `NAME-total`. Where a function
passes a code on, the calls of that function are read; where a code was worked out before, what
it was worked out from.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "scorekeeper"
MAKERS = ("Problem", "refuse")
NAME = "NAME"


@cache
def codes() -> dict[str, set[str]]:
    """The codes with the files, below the package, that say them."""
    found: dict[str, set[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        for code in codes_in(path.read_text(encoding="utf-8")):
            found.setdefault(code, set()).add(str(path.relative_to(ROOT)))
    return found


def codes_in(text: str) -> set[str]:
    """The codes that a module says."""
    return set(Module(ast.parse(text)).codes()) if any(maker in text for maker in MAKERS) else set()


class Module:
    """A module whose codes are read."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.inside = dict(self._functions(tree, None))
        self.constants = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }

    def _functions(
        self, node: ast.AST, function: ast.FunctionDef | None
    ) -> Iterator[tuple[ast.AST, ast.FunctionDef | None]]:
        for child in ast.iter_child_nodes(node):
            yield child, function
            yield from self._functions(
                child, child if isinstance(child, ast.FunctionDef) else function
            )

    def codes(self) -> Iterator[str]:
        """The code of every problem that is made here."""
        for call in self._calls(MAKERS):
            if call.args:
                yield from self._meant(call.args[0], call)

    def _calls(self, names: tuple[str, ...]) -> Iterator[ast.Call]:
        for node in self.inside:
            if isinstance(node, ast.Call) and _called(node) in names:
                yield node

    def _meant(self, value: ast.expr, near: ast.AST) -> Iterator[str]:
        """The codes that an expression may come to."""
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value
        elif isinstance(value, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else NAME for part in value.values
            )
        elif isinstance(value, ast.BinOp):  # `"check-" + name`
            yield from (f"{code}{NAME}" for code in self._meant(value.left, near))
        elif isinstance(value, ast.IfExp):
            yield from self._meant(value.body, near)
            yield from self._meant(value.orelse, near)
        elif isinstance(value, ast.Name):
            yield from self._named(value.id, self.inside[near])

    def _named(self, name: str, function: ast.FunctionDef | None) -> Iterator[str]:
        if function is None:
            return
        parameters = [argument.arg for argument in function.args.args]
        if name in parameters:
            place = parameters.index(name) - (parameters[0] == "self")
            for call in self._calls((function.name,)):
                if len(call.args) > place:
                    yield from self._meant(call.args[place], call)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                for value in _assigned(node, name):
                    yield from self._meant(value, node)
                    yield from self._in_table(value)

    def _in_table(self, value: ast.expr) -> Iterator[str]:
        """A code that comes out of a table of the module stands first in its row."""
        for used in ast.walk(value):
            if isinstance(used, ast.Name) and used.id in self.constants:
                for row in ast.walk(self.constants[used.id]):
                    if isinstance(row, ast.Tuple) and isinstance(row.elts[0], ast.Constant):
                        yield str(row.elts[0].value)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _assigned(node: ast.Assign, name: str) -> Iterator[ast.expr]:
    for target in node.targets:
        if isinstance(target, ast.Name) and target.id == name:
            yield node.value
        elif isinstance(target, ast.Tuple):
            for place, part in enumerate(target.elts):
                if isinstance(part, ast.Name) and part.id == name:
                    yield (
                        node.value.elts[place] if isinstance(node.value, ast.Tuple) else node.value
                    )


def main(found: Mapping[str, set[str]]) -> None:
    """Lists the codes and where they are said."""
    for code, files in sorted(found.items()):
        print(f"{code:24} {', '.join(sorted(files))}")


if __name__ == "__main__":
    main(codes())
