"""Commands: words are typed to the real program, in a home that is put back as it was after
each."""

from __future__ import annotations

import atexit
import io
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zlib import crc32

import click
from hypothesis import strategies as st

from scorekeeper.cli.main import commands, main
from scorekeeper.store import ruleset_library as library

from .guard import Finding, guarded
from .harmless import csv_faults, html_faults, markdown_faults, terminal_faults
from .seeds import ROOT, blocks, command_lines, examples, games, rules, session_text
from .spoiling import WORDS, seldom, spoilt_bytes

CODES = (0, 1, 2, 3)
SETTINGS = {"COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
UNSET = ("SCOREKEEPER_SESSION", "LANGUAGE", "LC_MESSAGES", "LANG", "SCOREKEEPER_DEBUG")
SLOW = ("demo",)  # plays every evening there is, whatever is said to it: the ordinary tests run it
PLAYED = ("bismarck-swedish", "bien", "bizon", "bisque", "bismarck-estonian")
LANGUAGES = ("en", "sv", "fr")


@guarded
def one_input(data: bytes) -> None:
    """A word a line, after a line that says what is typed on standard input."""
    stdin, *words = data.decode(errors="surrogateescape").replace("\0", "").split("\n")
    words = [word.replace("\r", "") for word in words][:30]
    if not words or words[0] in SLOW:
        return
    with home() as folder:
        code, out, err = typed(
            words, stdin.replace("\\n", "\n"), LANGUAGES[crc32(data) % 9 % len(LANGUAGES)]
        )
        unlike(folder)
    if code not in CODES:
        raise Finding(f"the exit code is {code!r}")
    for fault in (*terminal_faults(err), *_form_faults(words, out)):
        raise Finding(fault)


def _form_faults(words: list[str], out: str) -> Iterator[str]:
    yield from terminal_faults(out)
    faults = {"csv": csv_faults, "html": html_faults, "markdown": markdown_faults}
    # the last one counts
    forms = [form for before, form in pairwise(words) if before == "--format"]
    if forms and forms[-1] in faults and out.strip() and not {"--help", "-h"} & {*words}:
        yield from faults[forms[-1]](out)


def typed(words: list[str], stdin: str, language: str) -> tuple[Any, str, str]:
    """One command of the program: its exit code, what it printed and what it said beside that.

    A mistake of the program's own is raised as it is, so that it is seen where it happened.
    """
    out, err = (
        io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True, newline="")
        for _ in range(2)
    )
    said = patch.dict(
        os.environ,
        {**SETTINGS, "SCOREKEEPER_HOME": ".", "SCOREKEEPER_DEBUG": "1", "LANGUAGE": language},
    )
    streams = patch.multiple(sys, stdin=io.StringIO(stdin), stdout=out, stderr=err)
    code: Any = 0
    with said, streams, patch.object(library, "load_ruleset", _load):
        try:
            main(words)
        except SystemExit as end:
            code = end.code or 0
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


_really_load = library.load_ruleset


def _load(wanted: str) -> Any:
    """A shipped game as it was read before; reading it is most of what a command costs."""
    return rules(wanted) if wanted in games() else _really_load(wanted)


# --- the home ----------------------------------------------------------------------------------------


@contextmanager
def home() -> Iterator[Path]:
    """The folder in which everything is typed, with sessions, a game of one's own, sheets and
    deals."""
    before = Path.cwd()
    os.chdir(_made())
    try:
        yield _made()
    finally:
        os.chdir(before)


@cache
def _made() -> Path:
    shm = Path("/dev/shm")  # nothing here has to outlive the machine
    folder = Path(tempfile.mkdtemp(prefix="fuzz-", dir=shm if shm.is_dir() else None))
    for name, data in _files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    (folder / "folder.toml").mkdir()
    os.mkfifo(folder / "pipe")
    atexit.register(shutil.rmtree, folder, True)
    return folder


@cache
def _files() -> dict[str, bytes]:
    played = {
        f"sessions/{game}.toml": session_text(game, examples(game)[0], True).encode()
        for game in PLAYED
    }
    swedish = played["sessions/bismarck-swedish.toml"]
    deals = [body for body in blocks("toml") if "\ntricks" in body and "[[" not in body]
    mine = (ROOT / "scorekeeper/cli/my-game.toml").read_bytes()
    return {
        **played,
        "sessions/empty.toml": session_text("bismarck-swedish", {"players": ["Anna", "Björn", "Cleo"]}).encode(),
        "sessions/hostile.toml": session_text("bizon", {"players": ["<b>Bo</b>", "=1+1", "أحمد"]}).encode(),
        "sessions/cut.toml": swedish[: swedish.rfind(b"whole")],
        "sessions/broken.toml": swedish.replace(b"6", b"7"),
        "sessions/noise.toml": b"\xff\x00\x1b[2J",
        "rulesets/my-game.toml": mine,
        "rulesets/circle.toml": b'extends = "circle"\n',
        "sheet.csv": b"tricks,contract,trump\n\"6,6,4\",sang,\n\"9,2,5\",spader,\n",
        "audit.csv": b"game:,bizon\nplayers:,Ann,Bo,Cy\nbizon,gp,total Ann,total Bo,total Cy\nAnn,\"20,0,20\",1,1,1\nBo,\"8,0,32\",4,-4,4\n",
        "noise.csv": b"\x1b[2J,=1+1\n\xff,1\n",
        **{f"deal{place}.toml": body.encode() for place, body in enumerate(deals)},
        "current": b"",
    }  # fmt: skip


def unlike(folder: Path) -> None:
    """Puts the home back as it was."""
    files = _files()
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in files:
            path.unlink()
    for name, data in files.items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != data:
            path.write_bytes(data)


# --- where they come from ----------------------------------------------------------------------------


@cache
def seeds() -> tuple[bytes, ...]:
    """Every command that a page types, and every command there is with the sessions of the home."""
    made = [("", *words) for words in command_lines() if words]
    made += [
        ("", *words, "-s", game)
        for words in _every_command()
        for game in ("bismarck-swedish", "bien")
    ]
    made.append(("sang 6 6\\nsheet\\nquit\\n", "play", "-s", "empty"))
    return tuple("\n".join(words).encode() for words in made)


@cache
def _every_command() -> tuple[tuple[str, ...], ...]:
    found = list[tuple[str, ...]]()
    ctx = click.Context(commands)
    for name in commands.list_commands(ctx):
        command = commands.get_command(ctx, name)
        found += (
            [(name, inner) for inner in command.list_commands(ctx)]
            if isinstance(command, click.Group)
            else [(name,)]
        )
    return tuple(words for words in found if words[0] not in SLOW)


@cache
def _options(words: tuple[str, ...]) -> tuple[str, ...]:
    command: Any = commands
    ctx = click.Context(commands)
    for word in words:
        command = command.get_command(ctx, word)
    return tuple(name for option in command.params for name in option.opts if name.startswith("-"))


PLAUSIBLE = (
    "Anna", "Björn", "Cleo", "anna", "An", "Dee", "bismarck-swedish", "bizon", "bien", "bisque", "bis", "my-game", "circle",
    "bismarck-estonian", "bismarck-finnish", "oh-hell", "empty", "hostile", "cut", "broken", "noise", "sheet.csv",
    "audit.csv", "noise.csv", "deal0.toml", "deal1.toml", "deal2.toml", "pipe", "folder.toml", "/dev/null", "/dev/zero", "sessions",
    "./sessions/empty.toml", "rulesets/my-game.toml", "nowhere", "sang", "spader", "pass", "trumf", "spades", "S", "♠", "hearts",
    "passed", "6", "6,6,4", "6,6", "16,0,0", "-,-,4", "Anna:6", "tricks=6,6,4", "contract=sang", "trump=hearts", "Ann", "20",
    "KH", "9H", "10S", "2MK", "AW", "KH 9H 2C", "legal", "text", "json", "csv", "markdown", "html", "en", "sv", "fr", "xx",
    "1", "2", "12", "2026-11-21", "yes", "no", "0.5", "5 kr", "strict=yes", "misdeal", "revoke", "100", "120", "up", "down", "8",
)  # fmt: skip


FORMS = ("json", "csv", "html", "markdown", "text")


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Words made others; a command with some of its options; or the whole spoilt."""
    data = draw(st.sampled_from(seeds()))
    if seldom(draw, 10):
        return draw(spoilt_bytes(data, seeds()))
    stdin, *words = data.decode(errors="surrogateescape").split("\n")
    if draw(st.booleans()):
        words = draw(_made_up())
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(words)))
        words[place : place + draw(st.integers(0, 1))] = [draw(_words())]
    if "play" in words:
        stdin = "\\n".join(draw(st.lists(_words(), max_size=5)))
    if seldom(draw, 3):
        words += ["--format", draw(st.sampled_from(FORMS))]
    lines = [word.replace("\n", " ") for word in (stdin, *words)]
    return "\n".join(lines).encode(errors="surrogateescape")


def _words() -> st.SearchStrategy[str]:
    """A word that may be one, a hostile one, `KEY=VALUE`, or an option."""
    odd = st.sampled_from([word.encode(errors="replace").decode() for word in WORDS])
    known = st.sampled_from(PLAUSIBLE)
    return st.one_of(
        known, known, odd, st.builds("{}={}".format, known, known | odd),
        st.sampled_from(("--help", "--plain", "--yes", "--format", "json", "-s", "--", "--lang", "--option", "-")),
    )  # fmt: skip


@st.composite
def _made_up(draw: st.DrawFn) -> list[str]:
    """A command with some of its options, or words in their place."""
    command = draw(st.sampled_from(_every_command()))
    options, words = _options(command) or ("--help",), [*command]
    for _ in range(draw(st.integers(0, 3))):
        option = st.sampled_from(options)
        words += draw(st.tuples(option, _words()) | st.tuples(option) | st.tuples(_words()))
    return words
