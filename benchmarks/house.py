"""The house in numbers: how large the program is, and what in it makes a reader stop.

    python benchmarks/house.py            print every number, with its ceiling
    python benchmarks/house.py --check    the same; exit code 1 where a number is above its ceiling

Ceilings stand in `[tool.house]` of `pyproject.toml`. Nothing is run: the files are read and counted.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "scorekeeper"
DECISIONS = ROOT / "docs" / "decisions"
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef
# Words that a docstring does not begin with: it says what is returned, read, checked or raised.
RIDDLES = {"what", "whether", "how", "who", "which", "why", "where", "that", "those"}
NO_CODE = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENCODING,
    tokenize.ENDMARKER,
}  # fmt: skip
GENERATED = {"errors.md", "reference.md", "ruleset-words.md"}


class Module(NamedTuple):
    """A module of the program: its dotted name, its text, its tree, its docstrings."""

    name: str
    text: str
    tree: ast.Module

    @property
    def functions(self) -> list[Function]:
        """Every function and method."""
        return [node for node in ast.walk(self.tree) if isinstance(node, FUNCTIONS)]


def modules(folder: Path = PROGRAM) -> list[Module]:
    """Return the modules below a folder, in the order of their names."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
        found.append(Module(name.removesuffix(".__init__"), text, ast.parse(text)))
    return found


def docstrings(tree: ast.AST) -> Iterator[ast.Expr]:
    """Yield the statements that are docstrings."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, *FUNCTIONS)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                yield first


def code_lines(module: Module) -> int:
    """Return the number of lines that hold code: no blanks, comments or docstrings."""
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(module.text).readline)
        if token.type not in NO_CODE
        for line in range(token.start[0], token.end[0] + 1)
    }
    for text in docstrings(module.tree):
        lines -= set(range(text.lineno, (text.end_lineno or text.lineno) + 1))
    return len(lines)


def import_lines(module: Module) -> int:
    """Return the number of lines of import statements."""
    return sum(
        (node.end_lineno or node.lineno) - node.lineno + 1
        for node in ast.walk(module.tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    )


def inner_imports(module: Module) -> int:
    """Return the number of import statements inside functions."""
    inside = {
        (node.lineno, node.col_offset)
        for function in module.functions
        for node in ast.walk(function)
        if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    return len(inside)


def used_by_one(every: Iterable[Module]) -> tuple[int, int]:
    """Return how many public names exactly one other module imports, of how many."""
    public = {
        (module.name, node.name)
        for module in every
        for node in module.tree.body
        if isinstance(node, (ast.ClassDef, *FUNCTIONS)) and not node.name.startswith("_")
    }
    users: dict[tuple[str, str], set[str]] = defaultdict(set)
    for module in every:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    users[node.module, alias.name].add(module.name)
    return sum(len(users[name]) == 1 for name in public), len(public)


def shared_classes(every: Iterable[Module]) -> int:
    """Return the number of class names that several modules define."""
    names = Counter(
        node.name
        for module in every
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    )
    return sum(number > 1 for number in names.values())


def riddles(every: Iterable[Module]) -> tuple[int, int]:
    """Return how many docstrings begin with a word that a docstring does not begin with, of how
    many."""
    firsts = [
        str(text.value.value).split(maxsplit=1)[0].strip("`*.,:;").casefold()
        for module in every
        for text in docstrings(module.tree)
        if isinstance(text.value, ast.Constant) and str(text.value.value).strip()
    ]
    return sum(first in RIDDLES for first in firsts), len(firsts)


def words_in_docs() -> int:
    """Return the number of words in `docs/`, without generated pages and decisions."""
    pages = (ROOT / "docs").rglob("*.md")
    return _words(p for p in pages if p.name not in GENERATED and p.parent != DECISIONS)


def words_in_decisions() -> int:
    """Return the number of words in the decisions and their index."""
    return _words(DECISIONS.glob("*.md"))


def _words(pages: Iterable[Path]) -> int:
    return sum(len(page.read_text(encoding="utf-8").split()) for page in pages)


def house(every: list[Module]) -> dict[str, float]:
    """Return every number by its key in `[tool.house]`."""
    code = sum(map(code_lines, every))
    one, public = used_by_one(every)
    begun, texts = riddles(every)
    return {
        "modules": len(every),
        "code-lines": code,
        "import-share": round(100 * sum(map(import_lines, every)) / code, 1),
        "loose-modules": sum(module.name.count(".") == 1 for module in every if _is_file(module)),
        "inner-imports": sum(map(inner_imports, every)),
        "noqa": sum(module.text.count("noqa") for module in every),
        "any": sum(
            isinstance(node, ast.Name) and node.id == "Any"
            for module in every
            for node in ast.walk(module.tree)
        ),
        "used-by-one-share": round(100 * one / public, 1),
        "shared-class-names": shared_classes(every),
        "riddle-share": round(100 * begun / texts, 1),
        "docs-words": words_in_docs(),
        "decisions-words": words_in_decisions(),
    }


def _is_file(module: Module) -> bool:
    """Return True if a module is a file beside the rooms, but for the one that runs the program."""
    return (PROGRAM / f"{module.name.split('.')[-1]}.py").exists() and not module.name.endswith(
        "__main__"
    )


def lengths(every: Iterable[Module]) -> str:
    """Return the lines of functions: the median, that of nine in ten, the greatest."""
    lines = sorted(
        (one.end_lineno or one.lineno) - one.lineno + 1
        for module in every
        for one in module.functions
    )
    return f"{median(lines):.0f}, {lines[len(lines) * 9 // 10]}, {lines[-1]}"


def ceilings() -> Mapping[str, float]:
    """Return the ceilings that `pyproject.toml` sets."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found: Mapping[str, float] = table["tool"]["house"]
    return found


def main(words: list[str]) -> int:
    """Print the table; return 1 where a number is checked and above its ceiling."""
    every, most = modules(), ceilings()
    numbers = house(every)
    width = max(map(len, numbers))
    for key, number in numbers.items():
        over = "  ABOVE" if number > most[key] else ""
        print(f"{key:{width}}  {number:>10,}  ceiling {most[key]:>10,}{over}")
    print(f"{'lines of functions: median, nine in ten, longest':{width}}  {lengths(every)}")
    return int("--check" in words and any(numbers[key] > most[key] for key in numbers))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
