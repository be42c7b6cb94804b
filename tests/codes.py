"""Every code that the program can say when it refuses or fails, read from its own source.

A code is the first thing that a problem is made of. Where it is put together from the name of a
count or a fact that name is `NAME`: `f"{count.id}-total"` is `NAME-total`. Where a function
passes a code on, the calls of that function are read; where a code was worked out before, what
it was worked out from. In the same way `messages` reads the messages that a code comes with.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "scorekeeper"
MAKERS = ("Problem", "refuse")
NAME = "NAME"
# The functions that take a message, and where it stands; of two, many and one.
SPEAKERS = {"say": (0,), "tr": (0,), "marked": (0,), "trc": (1,), "say_n": (2, 1), "trn": (2, 1)}


@cache
def codes() -> dict[str, set[str]]:
    """The codes with the files, below the package, that say them."""
    found: dict[str, set[str]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        for code in codes_in(path.read_text(encoding="utf-8")):
            found.setdefault(code, set()).add(str(path.relative_to(ROOT)))
    return found


@cache
def messages() -> dict[str, set[tuple[str, ...]]]:
    """The messages of each code as they are written in the source, those of a number as many and one.

    Messages that are put together elsewhere are left out."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for path in sorted(ROOT.rglob("*.py")):
        for code, message in messages_in(path.read_text(encoding="utf-8")):
            found.setdefault(code, set()).add(message)
    return found


def messages_in(text: str) -> set[tuple[str, tuple[str, ...]]]:
    """The codes that a module says, each with its messages."""
    has_codes = any(maker in text for maker in MAKERS)
    return set(Module(ast.parse(text)).messages()) if has_codes else set()


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

    def messages(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The code of every problem that is made here, with each message that it may have."""
        for call in self._calls(MAKERS):
            if len(call.args) > 1:
                yield from self._pairs(call.args[0], call.args[1], call)

    def _pairs(
        self, code: ast.expr, message: ast.expr, near: ast.AST
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Pair a code with its messages; of a function that passes both on, call by call."""
        function = self.inside.get(near)
        place = _place(message, function)
        if function is None or place is None:
            for words in self._messages(message, near):
                yield from ((meant, words) for meant in self._meant(code, near))
            return
        code_place = _place(code, function)
        for call in self._calls((function.name,)):
            if len(call.args) > max(place, code_place or 0):
                passed = code if code_place is None else call.args[code_place]
                where = near if code_place is None else call
                for words in self._messages(call.args[place], call):
                    yield from ((meant, words) for meant in self._meant(passed, where))

    def _messages(self, value: ast.expr, near: ast.AST) -> Iterator[tuple[str, ...]]:
        """The messages that an expression may come to."""
        if isinstance(value, ast.Call):
            yield from self._called_for(value, near)
        elif isinstance(value, ast.IfExp):
            yield from self._messages(value.body, near)
            yield from self._messages(value.orelse, near)
        elif isinstance(value, ast.Subscript):
            yield from self._messages(value.value, near)
        elif isinstance(value, (ast.Dict, ast.Tuple)):
            for one in value.values if isinstance(value, ast.Dict) else value.elts:
                yield from self._messages(one, near)
        elif isinstance(value, ast.Name):
            for one in self._last_assigned(value.id, near):
                yield from self._messages(one, near)
            if value.id in self.constants:
                yield from self._messages(self.constants[value.id], near)

    def _called_for(self, call: ast.Call, near: ast.AST) -> Iterator[tuple[str, ...]]:
        """The messages of a call: its own, those of a function here, or those that it is given."""
        name = _called(call)
        if name in SPEAKERS:
            given = [call.args[place] for place in SPEAKERS[name] if place < len(call.args)]
            words = [one.value for one in given if isinstance(one, ast.Constant)]
            if words:
                yield tuple(map(str, words))
            else:
                for one in given:
                    yield from self._messages(one, near)
            return
        functions = [
            node
            for node in self.inside
            if isinstance(node, ast.FunctionDef)
            and node.name == name
            and node is not self.inside.get(near)
        ]
        for function in functions:
            for node in ast.walk(function):
                if isinstance(node, (ast.Return, ast.Yield)) and node.value:
                    yield from self._messages(node.value, node)
        if name == "titled" and len(call.args) > 1:
            yield from self._titled(call.args[0], call.args[1], near)
        elif not functions:
            for argument in call.args:
                yield from self._messages(argument, near)

    def _titled(self, label: ast.expr, text: ast.expr, near: ast.AST) -> Iterator[tuple[str, ...]]:
        """The messages with a label before a colon; of two messages both."""
        labels, texts = [*self._messages(label, near)], [*self._messages(text, near)]
        if labels and texts:
            yield from ((f"{one[0]}: {other[0]}",) for one in labels for other in texts)
        else:
            yield from labels or texts

    def _last_assigned(self, name: str, near: ast.AST) -> Iterator[ast.expr]:
        """What a name of the function was set to last, in each branch; but not what a problem above
        used."""
        function = self.inside.get(near)
        line = getattr(near, "lineno", 0)
        nodes = (
            [node for node in ast.walk(function) if getattr(node, "lineno", line) < line]
            if function
            else []
        )
        used = [
            node.lineno
            for node in nodes
            if isinstance(node, ast.Call)
            and _called(node) in MAKERS
            and any(isinstance(one, ast.Name) and one.id == name for one in node.args)
        ]
        made = [
            (node.lineno, value)
            for node in nodes
            if isinstance(node, ast.Assign)
            for value in _assigned(node, name)
        ]
        fresh = [value for number, value in made if number > max(used, default=0)]
        yield from fresh or [value for _, value in made[-1:]]

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


def _place(value: ast.expr, function: ast.FunctionDef | None) -> int | None:
    """Where a function takes the value that it passes on; None if it does not."""
    if function is None or not isinstance(value, ast.Name):
        return None
    parameters = [argument.arg for argument in function.args.args]
    if value.id not in parameters:
        return None
    return parameters.index(value.id) - (parameters[0] == "self")


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
