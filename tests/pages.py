"""Markdown pages that run: every command of a page is typed into the real program, and what stands
below it must be exactly what it prints.

In a ```console block a line that begins with `$ ` is a command, the lines below it are its output,
standard output and standard error in the order in which they came. A line `…` stands for any lines,
a `…` within a line for any text; an exit code other than 0 is a last line `[exit 1]`. The one other
command is `cp`, as a synchroniser copies a file. `COLUMNS=50` may stand before a command, and
`< FILE` after it: the lines of the file are then typed, each shown where it is read. A block after
a comment `<!-- file: rulesets/my-game.toml -->` is written into that file when the page comes to
it. A ```sqlite or ```duckdb block holds questions as those programs take them, each behind their
prompt and up to a `;`, with the answer below; without the library a ```duckdb block stands as it is.
Each page has a throw-away home of its own, which is also the folder it stands in.

    python -m tests.pages            names the pages that do not say what is printed
    python -m tests.pages --update   writes what is printed into them
"""

from __future__ import annotations

import importlib.util
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, closing, contextmanager
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from scorekeeper.cli.main import main as program

ROOT = Path(__file__).parent.parent
PROMPT, ANY = "$ ", "…"
# Pages that a command writes: they are as long as what they list.
WRITTEN = {ROOT / "docs" / name for name in ("reference.md", "ruleset-words.md", "errors.md")}
SETTING = re.compile(r"COLUMNS=[0-9]+")
FILE = re.compile(r"<!-- file: (\S+) -->")
# With SCOREKEEPER_DEBUG a mistake of the program's own stops the page: none may ever show one.
SETTINGS = {
    "SCOREKEEPER_HOME": ".",
    "COLUMNS": "80",
    "LINES": "24",
    "NO_COLOR": "1",
    "SCOREKEEPER_DEBUG": "1",
}


class Typing(io.StringIO):
    """Lines that are typed, each shown on the screen where it is read."""

    def __init__(self, text: str, screen: io.TextIOBase) -> None:
        super().__init__(text)
        self.screen = screen

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override]
        line = super().readline(size)
        self.screen.write(line.rstrip("\n"))
        return line


class Block(NamedTuple):
    """A fenced block: its kind, the file it is to be written to if any, its lines; or, with kind
    None, the prose between two blocks."""

    kind: str | None
    file: str | None
    lines: tuple[str, ...]


class Typed(NamedTuple):
    """A command of a console block and the output that the page shows below it."""

    command: str
    shown: tuple[str, ...]


def pages() -> list[Path]:
    """Return every page of the project that runs."""
    docs = (page for page in (ROOT / "docs").glob("*.md") if page not in WRITTEN)
    tests = ((ROOT / "tests" / folder).glob("*.md") for folder in ("errors", "galleries", "specs"))
    return [ROOT / "README.md", *sorted(docs), *(page for found in tests for page in sorted(found))]


def as_it_runs(text: str) -> str:
    """The page with the output of its commands as it is: the page itself where it tells the
    truth."""
    with throw_away_home():
        return "\n".join(line for block in blocks(text) for line in run(block))


def assert_true(page: Path, real: str) -> None:
    """Fails where a page shows something else than it is as it runs, with the difference."""
    text = page.read_text(encoding="utf-8")
    difference = unified_diff(
        text.split("\n"), real.split("\n"), "the page", "the program", lineterm=""
    )
    assert text == real, "\n".join(["`python -m tests.pages --update` rewrites it", *difference])


# --- reading a page --------------------------------------------------------------------------------


def blocks(text: str) -> list[Block]:
    """The page cut at its fences; the fences stay with the prose."""
    found: list[Block] = []
    lines: list[str] = []
    kind: str | None = None
    for line in text.split("\n"):
        if not line.startswith("```"):
            lines.append(line)
        elif kind is None:
            found.append(Block(None, None, (*lines, line)))
            kind, lines = line[3:].strip(), []
        else:
            found.append(Block(kind, _file_named(found), tuple(lines)))
            kind, lines = None, [line]
    return [*found, Block(kind, None, tuple(lines))]


def _file_named(before: Sequence[Block]) -> str | None:
    """The file that the last line of prose before a block's fence names."""
    words = [line for line in before[-1].lines[:-1] if line.strip()]
    named = FILE.fullmatch(words[-1].strip()) if words else None
    return named[1] if named else None


def typed(lines: Sequence[str]) -> list[Typed]:
    """The commands of a console block, each with the output that the page shows."""
    found: list[Typed] = []
    for line in lines:
        if line.startswith(PROMPT):
            found.append(Typed(line.removeprefix(PROMPT), ()))
        elif found:
            found[-1] = found[-1]._replace(shown=(*found[-1].shown, line))
        else:
            raise ValueError(f"a console block begins with a command, not with: {line}")
    return found


# --- running it ------------------------------------------------------------------------------------


def run(block: Block) -> Iterator[str]:
    """The lines of a block as they are once its commands have run, one after another."""
    if block.file:
        path = Path(block.file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join([*block.lines, ""]), encoding="utf-8")
    if block.kind in ENGINES:
        yield from asked(block.lines, *ENGINES[block.kind])
        return
    if block.kind != "console":
        yield from block.lines
        return
    for command, shown in typed(block.lines):
        yield PROMPT + command
        yield from told(shown, printed(command))


def printed(command: str) -> list[str]:
    """The lines that a command prints, through the program's own entrance and its way of
    failing."""
    from terminal import environment

    parts = shlex.split(command)
    settings = dict(word.split("=") for word in parts if SETTING.fullmatch(word))
    name, *words = (word for word in parts if not SETTING.fullmatch(word))
    if name == "cp":  # what a synchroniser does
        shutil.copy(*words)
        return []
    if name != "scorekeeper":
        raise ValueError(f"a page types scorekeeper commands only, not: {command}")
    screen = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    before = sys.stdin, sys.stdout, sys.stderr
    lines = ""
    if words[-2:-1] == ["<"]:
        lines, words = Path(words[-1]).read_text(encoding="utf-8"), words[:-2]
    sys.stdin, sys.stdout, sys.stderr = Typing(lines, screen), screen, screen
    code: object = 0
    try:
        with environment({**SETTINGS, **settings}):
            program(words)
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        # a command's language is its own, and a process one command
        os.environ.pop("LANGUAGE", None)
    shown = screen.buffer.getvalue().decode("utf-8").split("\n")
    return [*(shown[:-1] if shown[-1] == "" else shown), *([f"[exit {code}]"] if code else [])]


def asked(
    lines: Sequence[str], prompt: str, answered: Callable[[str], list[str] | None]
) -> Iterator[str]:
    """The lines of a block of questions, each with its answer as it is; with those that are shown
    where nobody is there to answer."""
    for question in re.split(f"\n(?={re.escape(prompt)})", "\n".join(lines)):
        words, end, shown = question.partition(";\n") if ";\n" in question else (question, "", "")
        yield from f"{words}{end}".rstrip("\n").split("\n")
        answer = answered(words.removeprefix(prompt))
        yield from (shown.split("\n") if shown else []) if answer is None else answer


def by_sqlite(question: str) -> list[str]:
    """What SQLite answers, as its own shell shows it; the file is the only one of the folder."""
    import sqlite3

    (file,) = Path().glob("*.sqlite")
    with closing(sqlite3.connect(file)) as engine:
        return ["|".join(map(str, row)) for row in engine.execute(question)]


def by_duckdb(question: str) -> list[str] | None:
    """What DuckDB answers, as its own shell shows it; None where it is not installed."""
    if not HAS_DUCKDB:
        return None
    import duckdb

    return str(duckdb.sql(question)).rstrip("\n").split("\n")


HAS_DUCKDB = all(importlib.util.find_spec(name) for name in ("duckdb", "pyarrow"))
# The prompt of each, and what answers a question.
ENGINES = {"sqlite": ("sqlite> ", by_sqlite), "duckdb": ("D ", by_duckdb)}


@contextmanager
def throw_away_home() -> Iterator[None]:
    """A throw-away home that is also the working folder, and the settings that pages rely on."""
    from terminal import environment

    with (
        tempfile.TemporaryDirectory(prefix="page-") as folder,
        chdir(folder),
        environment(SETTINGS),
    ):
        yield


# --- comparing -------------------------------------------------------------------------------------


def told(shown: Sequence[str], real: Sequence[str]) -> list[str]:
    """What the page should show: its own lines where they fit, else the real ones, in which its
    lines with a `…` stand again for the first real line that they fit."""
    if _fits(list(shown), list(real)):
        return list(shown)
    loose = [line for line in shown if ANY in line and line != ANY]
    return [next((line for line in loose if _fits_line(line, one)), one) for one in real]


def _fits(shown: list[str], real: list[str]) -> bool:
    if not shown:
        return not real
    if shown[0] == ANY:
        return any(_fits(shown[1:], real[skipped:]) for skipped in range(len(real) + 1))
    return bool(real) and _fits_line(shown[0], real[0]) and _fits(shown[1:], real[1:])


def _fits_line(shown: str, real: str) -> bool:
    if ANY not in shown or shown == real:
        return shown == real
    return re.fullmatch(".*".join(map(re.escape, shown.split(ANY))), real) is not None


def main(words: Sequence[str]) -> int:
    """Runs the pages named, or all; with `--update` rewrites those that do not hold."""
    chosen = [Path(word).resolve() for word in words if word != "--update"] or pages()
    wrong = 0
    for page in chosen:
        text = page.read_text(encoding="utf-8")
        real = as_it_runs(text)
        if real == text:
            continue
        wrong += 1
        if "--update" in words:
            page.write_text(real, encoding="utf-8")
        print(f"{'updated' if '--update' in words else 'does not hold'}: {page.relative_to(ROOT)}")
    return 0 if "--update" in words else int(bool(wrong))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main(sys.argv[1:]))
