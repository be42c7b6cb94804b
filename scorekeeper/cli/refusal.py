"""How a refusal and a failure of the machine look, on screen and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

import click

from scorekeeper.problems import MachineFailure, Problem, Refused, listed
from scorekeeper.report.width import safe, wrapped

REFUSED, FAILED = "refused", "failed"


def show_refusal(refusal: Refused, form: str | None) -> None:
    """Every problem at once, on stderr: what, what was given, how to mend it, by which rule."""
    if form == "json":
        _show_json(refusal.problems)
    else:
        _show_lines(refusal_lines(refusal.problems, refusal.heading, refusal.context))


def show_failure(failure: MachineFailure, form: str | None) -> None:
    """A failure of the machine: what was attempted, why not, what to do."""
    if form == "json":
        _show_json([failure.problem])
    else:
        _show_lines(failure_lines(failure))


def mistake(error: Exception) -> MachineFailure:
    """What to say when the program itself is wrong; nothing is half-written then either."""
    message = f"scorekeeper itself made a mistake ({type(error).__name__}); `scorekeeper log` shows what stands"
    return MachineFailure(Problem("mistake", message, None, "set SCOREKEEPER_DEBUG=1 and run it again to see where"))


def refusal_lines(problems: Iterable[Problem], heading: str | None = None, context: str | None = None) -> list[str]:
    """The lines of a refusal; what is the same for several problems is said once."""
    return [*_lines(REFUSED, list(problems), heading, context)]


def failure_lines(failure: MachineFailure) -> list[str]:
    """The lines of a failure."""
    return [*_lines(FAILED, [failure.problem])]


def _lines(word: str, problems: list[Problem], heading: str | None = None, context: str | None = None) -> Iterator[str]:
    said = _in_one(list(dict.fromkeys(map(_placed, problems))), "this deal needs ", _listed)
    if heading:
        yield f"{word}: {safe(heading)}"
        yield from (f"  {line}" for message in said for line in message.split("\n"))
    else:
        yield from _under(f"{word}: ", [line for message in said for line in message.split("\n")])
    if context:
        yield f"  {safe(context)}"
    for title, words in (("try: ", [p.hint for p in problems]), ("rule: ", [p.rule for p in problems])):
        lines = [safe(line) for line in dict.fromkeys(filter(None, words))]
        yield from _under(title, _in_one(lines, "add ", " ".join))


def _in_one(lines: Iterable[str], start: str, joined: Callable[[list[str]], str]) -> list[str]:
    """The lines, those that begin with `start` said in one."""
    alike = [line.removeprefix(start) for line in lines if line.startswith(start)]
    return [*dict.fromkeys(start + joined(alike) if line.startswith(start) else line for line in lines)]


def _listed(words: list[str]) -> str:
    return listed(words, "and")


def _placed(problem: Problem) -> str:
    """The message after its place; a file's own line may follow on a line of its own."""
    words = f"{problem.place}: {problem.message}" if problem.place else problem.message
    return "\n".join(map(safe, words.split("\n")))


def _under(title: str, lines: list[str]) -> Iterator[str]:
    """The lines one below the other, the first behind the title."""
    for number, line in enumerate(lines):
        yield (" " * len(title) if number else title) + line


def _show_lines(lines: Iterable[str]) -> None:
    click.echo("\n".join(fitted(lines, sys.stderr)), err=True)


def fitted(lines: Iterable[str], stream: TextIO | None) -> list[str]:
    """For a terminal, the lines broken between words; what goes on stands below a line's own words."""
    if stream is None or not stream.isatty():
        return list(lines)
    from scorekeeper.cli.common import terminal_width

    return [part for line in lines for part in wrapped(line, terminal_width(), " " * _indent(line))]


def _indent(line: str) -> int:
    title = next((t for t in ("refused: ", "failed: ", "try: ", "rule: ") if line.startswith(t)), "")
    return len(title) or len(line) - len(line.lstrip(" ")) + 2


def _show_json(problems: Iterable[Problem]) -> None:
    """One object; its keys are fixed, so the place stands in the message."""
    from scorekeeper.report.jsontext import json_text

    rows = [
        {
            "code": problem.code,
            "fact": problem.fact,
            "message": f"{problem.place}: {problem.message}" if problem.place else problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    click.echo(json_text({"problems": rows}), err=True)
