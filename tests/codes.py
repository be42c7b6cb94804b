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
    """Return the codes with the files, below the package, that use them."""
    found: dict[str, set[str]] = {}
    for name, module in package().items():
        for code in module.codes():
            found.setdefault(code, set()).add(name)
    return found


@cache
def messages() -> dict[str, set[tuple[str, ...]]]:
    """Return the messages of each code as the source has them; of a number the two for many and one.

    A message that is put together elsewhere is missing."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for module in package().values():
        for code, message in module.messages():
            found.setdefault(code, set()).add(message)
    return found


def unread() -> list[str]:
    """Return the calls that make a problem whose code cannot be read."""
    return [f"{name}: {call}" for name, module in package().items() for call in module.unread()]


@cache
def package() -> Mapping[str, Module]:
    """Return every module of the program by its file, below the package."""
    return {
        str(path.relative_to(ROOT)): Module(ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(ROOT.rglob("*.py"))
    }


def messages_in(text: str) -> set[tuple[str, tuple[str, ...]]]:
    """Return the codes of a module, each with a message."""
    return set(Module(ast.parse(text)).messages())


def codes_in(text: str) -> set[str]:
    """Return the codes of a module."""
    return set(Module(ast.parse(text)).codes())


class Module:
    """A module whose codes are read."""

    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.inside = dict(self._functions(tree, None))
        self.constants = dict(_constants(tree))
        # By the name that it has here, where a name comes from, and what it is called there.
        self.imported = {
            alias.asname or alias.name: (_file(node.module or ""), alias.name)
            for node in tree.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
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
        """Yield the code of every problem that is made here."""
        for call, code in self._made():
            yield from self._meant(code, call)

    def unread(self) -> Iterator[str]:
        """Yield the calls here whose code cannot be read, but for the code of another value, `found.code`."""
        for call, code in self._made():
            if not isinstance(code, ast.Attribute) and not [*self._meant(code, call)]:
                yield ast.unparse(call)

    def _made(self) -> Iterator[tuple[ast.Call, ast.expr]]:
        """Yield the calls that make a problem, or a value with a `code`, each with the code."""
        for call in self._calls(MAKERS):
            if call.args:
                yield call, call.args[0]
        for node in self.inside:
            if isinstance(node, ast.Call) and _called(node) not in (*SPEAKERS, "declare"):
                yield from ((node, given.value) for given in node.keywords if given.arg == "code")

    def messages(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the code of every problem that is made here with each message that it may have."""
        for call in self._calls(MAKERS):
            if len(call.args) > 1:
                yield from self._pairs(call.args[0], call.args[1], call)

    def _pairs(
        self, code: ast.expr, message: ast.expr, near: ast.AST
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield a code with its messages; of a function that passes both on, call by call."""
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
        """Yield the messages that an expression may become."""
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
            function = self.inside.get(near)
            for one, where in self._looped(value.id, function) if function else ():
                yield from self._messages(one, where)
            if value.id in self.constants:
                yield from self._messages(self.constants[value.id], near)

    def _called_for(self, call: ast.Call, near: ast.AST) -> Iterator[tuple[str, ...]]:
        """Yield the messages of a call: its own, those of a function here, or those of its arguments."""
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
            one for one in self._functions_called(name) if one is not self.inside.get(near)
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
        """Yield the messages with a label before a colon; of two messages both."""
        labels, texts = [*self._messages(label, near)], [*self._messages(text, near)]
        if labels and texts:
            yield from ((f"{one[0]}: {other[0]}",) for one in labels for other in texts)
        else:
            yield from labels or texts

    def _last_assigned(self, name: str, near: ast.AST) -> Iterator[ast.expr]:
        """Yield the last values of a name, one a branch, without those that a problem above used."""
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
        """Yield the codes that an expression may become."""
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value
        elif isinstance(value, ast.JoinedStr):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else self._part(part)
                for part in value.values
            )
        elif isinstance(value, ast.BinOp):  # `"check-" + name`
            yield from (f"{code}{NAME}" for code in self._meant(value.left, near))
        elif isinstance(value, ast.IfExp):
            yield from self._meant(value.body, near)
            yield from self._meant(value.orelse, near)
        elif isinstance(value, ast.Name):
            constant = self._constant(value.id)
            if constant is None:
                yield from self._named(value.id, self.inside[near])
            else:
                yield constant

    def _part(self, part: ast.expr) -> str:
        """Return the text of a part of a code: of a constant, or `NAME`."""
        named = part.value if isinstance(part, ast.FormattedValue) else part
        constant = self._constant(named.id) if isinstance(named, ast.Name) else None
        return NAME if constant is None else constant

    def _constant(self, name: str) -> str | None:
        """Return the text of a constant, also of an imported one; None if there is none."""
        value = self.constants.get(name)
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
        file, called = self.imported.get(name, ("", ""))
        there = package().get(file) if file else None
        return there._constant(called) if there else None

    def _named(self, name: str, function: ast.FunctionDef | None) -> Iterator[str]:
        if function is None:
            return
        parameters = [argument.arg for argument in function.args.args]
        if name in parameters:
            place = parameters.index(name) - (parameters[0] == "self")
            for module, call in self._callers(function):
                if len(call.args) > place:
                    yield from module._meant(call.args[place], call)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                for value in _assigned(node, name):
                    yield from self._meant(value, node)
                    yield from self._in_table(value)
        for value, node in self._looped(name, function):
            yield from self._meant(value, node)

    def _looped(self, name: str, function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.AST]]:
        """Yield the values of a name in a loop over the tuples of a function, each with its place."""
        loops = [node for node in ast.walk(function) if isinstance(node, ast.For)]
        for loop in loops:
            names = [one.id for one in ast.walk(loop.target) if isinstance(one, ast.Name)]
            if name in names and isinstance(loop.iter, ast.Call):
                for made in self._functions_called(_called(loop.iter)):
                    for node in ast.walk(made):
                        if isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
                            yield node.value.elts[names.index(name)], node

    def _functions_called(self, name: str) -> list[ast.FunctionDef]:
        """Return the functions of this module that have a name."""
        return [
            node for node in self.inside if isinstance(node, ast.FunctionDef) and node.name == name
        ]

    def _callers(self, function: ast.FunctionDef) -> Iterator[tuple[Module, ast.Call]]:
        """Yield the calls of a function, here and in the modules that import it."""
        yield from ((self, call) for call in self._calls((function.name,)))
        here = next((file for file, module in package().items() if module is self), None)
        for module in package().values() if here else ():
            names = {
                name for name, known in module.imported.items() if known == (here, function.name)
            }
            yield from ((module, call) for call in module._calls((*names,)))

    def _in_table(self, value: ast.expr) -> Iterator[str]:
        """Yield the codes of a table of the module: the first item of each row."""
        for used in ast.walk(value):
            if isinstance(used, ast.Name) and used.id in self.constants:
                for row in ast.walk(self.constants[used.id]):
                    if isinstance(row, ast.Tuple) and isinstance(row.elts[0], ast.Constant):
                        yield str(row.elts[0].value)


def _constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a module sets outside functions, each with its value."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and node.value and isinstance(node.target, ast.Name):
            yield node.target.id, node.value
        elif isinstance(node, ast.Assign):
            names = {
                one.id
                for target in node.targets
                for one in ast.walk(target)
                if isinstance(one, ast.Name)
            }
            yield from ((name, value) for name in names for value in _assigned(node, name))


def _place(value: ast.expr, function: ast.FunctionDef | None) -> int | None:
    """Return the index of the parameter that a value is; None if it is none."""
    if function is None or not isinstance(value, ast.Name):
        return None
    parameters = [argument.arg for argument in function.args.args]
    if value.id not in parameters:
        return None
    return parameters.index(value.id) - (parameters[0] == "self")


def _file(module: str) -> str:
    """Return the file of a module, below the package; empty for a module of another package."""
    first, _, rest = module.partition(".")
    return f"{rest.replace('.', '/')}.py" if first == ROOT.name and rest else ""


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
    """Print the codes and the files that use them."""
    for code, files in sorted(found.items()):
        print(f"{code:24} {', '.join(sorted(files))}")


if __name__ == "__main__":
    main(codes())
