"""How a refusal and a failure of the machine look, on screen and as JSON."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.fitted_lines import FAILED, REFUSED, RULE, TRY, fitted
from scorekeeper.language import tr
from scorekeeper.problems import (
    MachineFailure,
    Problem,
    Refused,
    as_typed,
    labelled,
    listed,
    refuse,
)
from scorekeeper.words.width import safe

if TYPE_CHECKING:
    from scorekeeper.cli.common import Recorded


def show_refusal(refusal: Refused, form: str | None, session: str | None = None) -> None:
    """Every problem at once, on stderr: what, what was given, how to mend it, by which rule.
    Where a session was named, the commands to type name it too."""
    problems = [_in_session(problem, session) for problem in refusal.problems]
    if form == "json":
        _show_json(problems)
    else:
        heading = refusal.heading and _naming(refusal.heading, session)
        _show_lines(refusal_lines(problems, heading, refusal.context))


def show_failure(failure: MachineFailure, form: str | None, session: str | None = None) -> None:
    """A failure of the machine: what was attempted, why not, what to do."""
    failure = MachineFailure(_in_session(failure.problem, session))
    if form == "json":
        _show_json([failure.problem])
    else:
        _show_lines(failure_lines(failure))


def _in_session(problem: Problem, session: str | None) -> Problem:
    return problem._replace(
        message=_naming(problem.message, session),
        hint=problem.hint and _naming(problem.hint, session),
    )


def _naming(words: str, session: str | None) -> str:
    """The words, in which every command for a session names this one."""
    if not session:
        return words
    command = rf"\bscorekeeper (?:{'|'.join(of_session())})\b(?! (?:-s|--session) )"
    return re.sub(command, lambda found: f"{found[0]} -s {as_typed(session)}", words)


def of_session() -> list[str]:
    """The commands that take `--session`."""
    from scorekeeper.cli.grammar import (
        USAGE,
    )  # read only where a session was named, and something is wrong

    return [name for name, usage in USAGE.items() if "--session=" in usage and " " not in name]


def unworkable(error: Exception) -> Refused | None:
    """The refusal of rules with a formula that has no answer, wherever that came to light."""
    from scorekeeper.formula import FormulaError

    if not isinstance(error, FormulaError):
        return None
    message = tr("the rules cannot score this: {problem}", problem=error)
    return refuse("formula", message, None, tr("see `scorekeeper rules check`"))


def mistake(error: Exception) -> MachineFailure:
    """What to say when the program itself is wrong; nothing is half-written then either."""
    message = tr(
        "scorekeeper itself made a mistake ({error}); `scorekeeper log` shows what stands",
        error=type(error).__name__,
    )
    hint = tr("set SCOREKEEPER_DEBUG=1 and run it again to see where")
    return MachineFailure(Problem("mistake", message, None, hint))


def unheard(error: OSError, recorded: Recorded | None = None) -> MachineFailure:
    """What to say when the answer cannot be written; `recorded` is what was recorded all the
    same."""
    why = error.strerror or error
    if recorded and recorded.stands:
        message = tr("it is recorded, but the answer could not be written: {why}", why=why)
        hint = tr(
            "do not type it again: `{command}` shows that it stands", command=recorded.command
        )
    elif recorded:
        message = tr("it is done, but the answer could not be written: {why}", why=why)
        hint = tr(
            "do not type it again: `{command}` shows what came of it", command=recorded.command
        )
    else:
        message = tr("the answer could not be written: {why}", why=why)
        hint = tr("say it again where there is room for the answer")
    return MachineFailure(Problem("output", message, None, hint))


def refusal_lines(
    problems: Iterable[Problem], heading: str | None = None, context: str | None = None
) -> list[str]:
    """The lines of a refusal; what is the same for several problems is said once."""
    return [*_lines(REFUSED, list(problems), heading, context)]


def failure_lines(failure: MachineFailure) -> list[str]:
    """The lines of a failure."""
    return [*_lines(FAILED, [failure.problem])]


def _lines(
    title: str, problems: list[Problem], heading: str | None = None, context: str | None = None
) -> Iterator[str]:
    said = _in_one(
        list(dict.fromkeys(map(_placed, problems))), tr("this deal needs {facts}"), _listed
    )
    if heading:
        yield f"{tr(title)}{safe(heading)}"
        yield from (f"  {line}" for message in said for line in message.split("\n"))
    else:
        yield from _under(tr(title), [line for message in said for line in message.split("\n")])
    if context:
        yield f"  {safe(context)}"
    for more, words in ((TRY, [p.hint for p in problems]), (RULE, [p.rule for p in problems])):
        lines = [safe(line) for line in dict.fromkeys(filter(None, words))]
        yield from _under(
            tr(more), _in_one(lines, tr("add {facts}", facts="{facts}=…"), "=… ".join)
        )


def _in_one(lines: Sequence[str], whole: str, joined: Callable[[list[str]], str]) -> list[str]:
    """The lines, those that say the message `whole`, each of other facts, said in one."""
    start, _, end = whole.partition("{facts}")
    alike = [line for line in lines if line.startswith(start) and line.endswith(end)]
    in_one = start + joined([line.removeprefix(start).removesuffix(end) for line in alike]) + end
    return [*dict.fromkeys(in_one if line in alike else line for line in lines)]


def _listed(words: list[str]) -> str:
    return listed(words, "and")


def _placed(problem: Problem) -> str:
    """The message after its place; a file's own line may follow on a line of its own."""
    words = labelled(problem.place, problem.message) if problem.place else problem.message
    return "\n".join(map(safe, words.split("\n")))


def _under(title: str, lines: list[str]) -> Iterator[str]:
    """The lines one below the other, the first behind the title."""
    for number, line in enumerate(lines):
        yield (" " * len(title) if number else title) + line


def _show_lines(lines: Iterable[str]) -> None:
    show_faults(fitted(lines, sys.stderr))


def show_faults(lines: Sequence[str]) -> None:
    """The lines of a refusal on stderr; on a terminal its first word is red, and the rule at its
    end dim."""
    from scorekeeper.cli.colour import DIM, RED, is_coloured, painted

    if not is_coloured(sys.stderr):
        click.echo("\n".join(lines), err=True)
        return
    rule = next(
        (number for number, line in enumerate(lines) if line.startswith(tr(RULE))), len(lines)
    )
    shown = [painted(line, DIM) if number >= rule else line for number, line in enumerate(lines)]
    for title in map(tr, (REFUSED, FAILED)):
        if lines and lines[0].startswith(title):
            shown[0] = painted(title, RED) + lines[0].removeprefix(title)
    click.echo("\n".join(shown), err=True, color=True)


def _show_json(problems: Iterable[Problem]) -> None:
    """One object; its keys are fixed, so the place stands in the message."""
    from scorekeeper.render.json_text import json_text

    rows = [
        {
            "code": problem.code,
            "fact": problem.fact,
            "message": labelled(problem.place, problem.message)
            if problem.place
            else problem.message,
            "hint": problem.hint,
        }
        for problem in problems
    ]
    click.echo(json_text({"problems": rows}), err=True)
