"""The house in numbers: how large the program is, and what in it makes a reader stop.

    python benchmarks/house.py [FOLDER]

Reads the Python files of the program (or of another folder) and counts; nothing is run. A
duplicate is a function of more than three lines whose body stands, word for word, in another
function too.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from statistics import median

PROGRAM = Path(__file__).parent.parent / "scorekeeper"
LONG, LINES = 15, 100
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.Module) -> Iterator[Function]:
    """Every function and method of a module."""
    return (node for node in ast.walk(tree) if isinstance(node, FUNCTIONS))


def length(function: Function) -> int:
    """Lines from `def` to its end."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def inner_imports(tree: ast.Module) -> int:
    """Import statements inside functions."""
    inside = {
        id(node)
        for function in functions(tree)
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    return len(inside)


def names(tree: ast.Module, name: str) -> int:
    """How often a name is used."""
    return sum(isinstance(node, ast.Name) and node.id == name for node in ast.walk(tree))


def of_anything(tree: ast.Module) -> int:
    """How often a mapping is typed only by its keys: `dict[str, Any]`, `Mapping[str, Any]`."""
    slices = (node.slice for node in ast.walk(tree) if isinstance(node, ast.Subscript))
    return sum(ast.unparse(inner) == "(str, Any)" for inner in slices)


def body(function: Function) -> str:
    """What a function does, without its name and its docstring; nothing where that is short."""
    said = function.body[1:] if ast.get_docstring(function) else function.body
    return (
        ast.dump(ast.Module(said, []))
        if said and length(function) > 3 + bool(said is not function.body)
        else ""
    )


def house(files: Iterable[Path]) -> dict[str, str]:
    """Every number by what it counts."""
    paths = sorted(files)
    texts = [path.read_text(encoding="utf-8") for path in paths]
    trees = [ast.parse(text) for text in texts]
    lines = [line for text in texts for line in text.splitlines()]
    every = [function for tree in trees for function in functions(tree)]
    lengths = sorted(map(length, every)) or [0]
    bodies = Counter(found for function in every if (found := body(function)))
    stems = Counter(path.stem for path in paths if path.stem != "__init__")
    return {
        "modules": f"{len(paths):,}",
        "lines": f"{len(lines):,}",
        "functions": f"{len(every):,}",
        "their lines: median, nine in ten, longest": f"{median(lengths):.0f}, {lengths[len(lengths) * 9 // 10]}, {lengths[-1]}",
        f"functions over {LONG} lines": f"{sum(one > LONG for one in lengths):,}",
        "imports inside functions": f"{sum(map(inner_imports, trees)):,}",
        "`Any`": f"{sum(names(tree, 'Any') for tree in trees):,}",
        "mappings of anything, `[str, Any]`": f"{sum(map(of_anything, trees)):,}",
        f"lines over {LINES} columns": f"{sum(len(line) > LINES for line in lines):,}",
        "bodies that stand twice": f"{sum(number - 1 for number in bodies.values()):,}",
        "file names that stand twice": f"{sum(number > 1 for number in stems.values()):,}",
    }


def main(words: list[str]) -> int:
    """Prints the table."""
    folder = Path(words[0]) if words else PROGRAM
    found = house(folder.rglob("*.py"))
    width = max(map(len, found))
    for what, number in found.items():
        print(f"{what:{width}}  {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
