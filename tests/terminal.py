"""A person at a terminal, for tests: types commands into the real program in a home of their
own, and keeps apart what came on standard output and on standard error."""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from scorekeeper.cli.main import main

UNSET = (
    "SCOREKEEPER_SESSION",
    "SCOREKEEPER_DEBUG",
    "NO_COLOR",
    "FORCE_COLOR",
    "CLICOLOR_FORCE",
    "LANGUAGE",
    "LC_ALL",
    "LC_MESSAGES",
    "LANG",
)


class Said(NamedTuple):
    """What a command came to: its exit code and what it wrote where."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What a program reads from standard output."""
        return json.loads(self.out)

    @property
    def problems(self) -> list[dict[str, Any]]:
        """What a program reads of a refusal, from the one line of standard error."""
        assert self.err.count("\n") == 1, self.err
        refusal = json.loads(self.err)
        assert list(refusal) == ["problems"]
        problems: list[dict[str, Any]] = refusal["problems"]
        return problems

    @property
    def codes(self) -> list[str]:
        """The codes of a refusal."""
        return [problem["code"] for problem in self.problems]


class Screen(io.TextIOWrapper):
    """A stream that keeps what is written, and may say that it is a terminal."""

    def __init__(self, encoding: str = "utf-8", is_terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True, newline="")
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal

    def text(self) -> str:
        """What was written so far."""
        return self.buffer.getvalue().decode(self.encoding)  # type: ignore[attr-defined,no-any-return]


class Typed(io.StringIO):
    """What is typed on standard input, by somebody at a terminal or by a pipe."""

    def __init__(self, text: str = "", is_terminal: bool = False) -> None:
        super().__init__(text)
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal


# A game without an end, for sessions of any length.
ENDLESS = Path(__file__).parent.parent / "benchmarks" / "endless.toml"
# The same with a choice that is left to the table, as text.
WITH_CHOICE = ENDLESS.read_text("utf-8") + (
    '\n[option.late]\ndefault = false\ntext = "late deals are short"\n'
)


class Person:
    """Somebody with a home for the program."""

    def __init__(self, home: Path, **settings: str) -> None:
        self.home = home
        self.cache = home.with_name(f"cache of {home.name}")
        self.settings = {
            "SCOREKEEPER_HOME": str(home), "XDG_CACHE_HOME": str(self.cache), "COLUMNS": "80", "LINES": "24",
            "TERM": "dumb", **settings,
        }  # fmt: skip

    def types(
        self,
        *words: str,
        stdin: Typed | None = None,
        encoding: str = "utf-8",
        at_screen: bool = False,
        **settings: str,
    ) -> Said:
        """Runs one command of the program; what it writes goes to a pipe, or to a screen."""
        out, err = Screen(encoding, at_screen), Screen(encoding, at_screen)
        before = sys.stdin, sys.stdout, sys.stderr
        with environment({**self.settings, **settings}):
            sys.stdin, sys.stdout, sys.stderr = stdin or Typed(), out, err
            code: Any = 0
            try:
                main(list(words))
            except SystemExit as end:
                code = end.code
            finally:
                sys.stdin, sys.stdout, sys.stderr = before
        return Said(code or 0, out.text(), err.text())

    def does(self, line: str, **settings: str) -> Said:
        """Runs a line of plain words that has to succeed."""
        said = self.types(*line.split(), stdin=None, encoding="utf-8", at_screen=False, **settings)
        assert said.code == 0, f"{line}: {said.err}"
        return said

    def after(self, *lines: str) -> Person:
        """The same person, having typed these lines, each of which has to succeed."""
        for line in lines:
            self.does(line)
        return self

    def with_rules(self, *files: Path) -> Person:
        """The same person, with these rules beside those of the program."""
        (self.home / "rulesets").mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, self.home / "rulesets")
        return self

    def settled(self, home: Path) -> Person:
        """Somebody with a home like this one, as it stands now."""
        other = Person(home)
        for folder, its_like in ((self.home, home), (self.cache, other.cache)):
            if folder.exists():
                shutil.copytree(folder, its_like, symlinks=True)
        return other

    def reads(self, line: str) -> Any:
        """The JSON that a line of plain words prints."""
        return self.does(f"{line} --format json").json

    def path(self, session: str) -> Path:
        """A session's file."""
        return self.home / "sessions" / f"{session}.toml"

    def file(self, session: str) -> bytes:
        """The bytes of a session's file."""
        return self.path(session).read_bytes()


@contextmanager
def environment(settings: Mapping[str, str]) -> Iterator[None]:
    """These settings for as long as it lasts, and none that could get in the way."""
    before = {name: os.environ.get(name) for name in (*settings, *UNSET)}
    for name in UNSET:
        os.environ.pop(name, None)
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
