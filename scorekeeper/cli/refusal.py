"""How a refusal and a failure of the machine look, on screen and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.colour import dim, is_coloured, red
from scorekeeper.cli.common import is_terminal, terminal_width
from scorekeeper.cli.fault_lines import (
    FAILED,
    REFUSED,
    RULE,
    FaultLine,
    broken_to,
    failure_lines,
    refusal_lines,
)
from scorekeeper.rules.formula import FormulaError
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say, with_commands
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse, see
from scorekeeper.text.speech import problem_row

if TYPE_CHECKING:
    from scorekeeper.cli.common import Recorded


Naming = Callable[[CommandLine], CommandLine]


def show_refusal(refusal: Refused, form: str | None, naming: Naming | None = None) -> None:
    """Every problem at once, on stderr: what, what was given, how to mend it, by which rule.
    Where a session was named, `naming` names it in the commands to type too."""
    problems = [_named(problem, naming) for problem in refusal.problems]
    if form == "json":
        _show_json(problems)
    else:
        heading = refusal.heading
        if heading and naming:
            heading = with_commands(heading, naming)
        _show_lines(refusal_lines(problems, heading, refusal.context))


def show_failure(failure: MachineFailure, form: str | None, naming: Naming | None = None) -> None:
    """A failure of the machine: what was attempted, why not, what to do."""
    failure = MachineFailure(_named(failure.problem, naming))
    if form == "json":
        _show_json([failure.problem])
    else:
        _show_lines(failure_lines(failure))


def _named(problem: Problem, naming: Naming | None) -> Problem:
    return problem.with_commands(naming) if naming else problem


def unworkable(error: Exception) -> Refused | None:
    """The refusal of rules with a formula that has no answer, wherever that came to light."""
    return no_answer(error) if isinstance(error, FormulaError) else None


def no_answer(error: FormulaError) -> Refused:
    """The refusal of rules with this formula that has no answer."""
    message = say("the rules cannot score this: {problem}", problem=error.why)
    return refuse("formula", message, None, see(CommandLine("rules check")))


def mistake(error: Exception) -> MachineFailure:
    """What to say when the program itself is wrong; nothing is half-written then either."""
    message = say(
        "scorekeeper itself made a mistake ({error}); `{command}` shows what stands",
        error=type(error).__name__,
        command=CommandLine("log"),
    )
    hint = tr("set SCOREKEEPER_DEBUG=1 and run it again to see where")
    return MachineFailure(Problem("mistake", message, None, (hint,)))


def unheard(error: OSError, recorded: Recorded | None = None) -> MachineFailure:
    """What to say when the answer cannot be written; `recorded` is what was recorded all the
    same."""
    why = error.strerror or error
    if recorded and recorded.stands:
        message = tr("it is recorded, but the answer could not be written: {why}", why=why)
        hint = say(
            "do not type it again: `{command}` shows that it stands", command=recorded.command
        )
    elif recorded:
        message = tr("it is done, but the answer could not be written: {why}", why=why)
        hint = say(
            "do not type it again: `{command}` shows what came of it", command=recorded.command
        )
    else:
        message = tr("the answer could not be written: {why}", why=why)
        hint = say("say it again where there is room for the answer")
    return MachineFailure(Problem("output", message, None, (hint,)))


def _show_lines(lines: Iterable[FaultLine]) -> None:
    if is_terminal(sys.stderr):
        lines = [part for line in lines for part in broken_to(terminal_width(), line)]
    show_faults(lines)


def show_faults(lines: Iterable[FaultLine]) -> None:
    """The lines of a refusal on stderr; on a terminal its first word is red, and the rule at its
    end dim."""
    if is_coloured(sys.stderr):
        click.echo("\n".join(map(_coloured, lines)), err=True, color=True)
    else:
        click.echo("\n".join(map(str, lines)), err=True)


def _coloured(line: FaultLine) -> str:
    if line.part == RULE:
        return dim(str(line))
    is_title = line.part in (REFUSED, FAILED) and line.is_titled
    return red(line.before) + line.text if is_title else str(line)


def _show_json(problems: Iterable[Problem]) -> None:
    from scorekeeper.render.json_text import json_text  # noqa: PLC0415 - 1.5 ms, only for JSON

    click.echo(json_text({"problems": [*map(problem_row, problems)]}), err=True)
