"""How a refusal and a failure of the machine look, on screen and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from scorekeeper.cli.colour import dim, is_coloured, red
from scorekeeper.cli.fitted_lines import FAILED, REFUSED, RULE, TRY, fitted
from scorekeeper.cli.grammar import USAGE
from scorekeeper.formula import FormulaError
from scorekeeper.language import tr
from scorekeeper.message import CommandLine, Message, Words, say, with_commands
from scorekeeper.problems import ADD, NEEDED, MachineFailure, Problem, Refused, listed, refuse, see
from scorekeeper.speech import Typed, in_shell, placed_text, problem_row, text_of
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
        heading = refusal.heading
        if heading and session:
            heading = with_commands(heading, _naming(session))
        _show_lines(refusal_lines(problems, heading, refusal.context))


def show_failure(failure: MachineFailure, form: str | None, session: str | None = None) -> None:
    """A failure of the machine: what was attempted, why not, what to do."""
    failure = MachineFailure(_in_session(failure.problem, session))
    if form == "json":
        _show_json([failure.problem])
    else:
        _show_lines(failure_lines(failure))


def _in_session(problem: Problem, session: str | None) -> Problem:
    return problem.with_commands(_naming(session)) if session else problem


def _naming(session: str) -> Callable[[CommandLine], CommandLine]:
    """Names the session in a command that is for one and names none."""

    def named(command: CommandLine) -> CommandLine:
        if command.name not in of_session() or "--session" in command.words:
            return command
        return command._replace(words=("-s", session, *command.words))

    return named


def of_session() -> list[str]:
    """The commands that take `--session`."""
    return [name for name, usage in USAGE.items() if "--session=" in usage and " " not in name]


def unworkable(error: Exception) -> Refused | None:
    """The refusal of rules with a formula that has no answer, wherever that came to light."""
    if not isinstance(error, FormulaError):
        return None
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


def refusal_lines(
    problems: Sequence[Problem],
    heading: Words | None = None,
    context: Words | None = None,
    typed: Typed = in_shell,
) -> list[str]:
    """The lines of a refusal; what is the same for several problems is said once. `typed` is how
    a command is typed where this is read."""
    title = tr(REFUSED)
    faults = _in_one([problem.placed for problem in problems], NEEDED, _listed, typed)
    lines = [safe(line) for fault in faults for line in fault.split("\n")]
    return [
        *(_headed(title, text_of(heading), lines) if heading else _under(title, lines)),
        *([f"  {safe(text_of(context))}"] if context else []),
        *_more_lines(problems, typed),
    ]


def failure_lines(failure: MachineFailure) -> list[str]:
    """The lines of a failure of the machine."""
    lines = [safe(line) for line in placed_text(failure.problem).split("\n")]
    return [*_under(tr(FAILED), lines), *_more_lines([failure.problem], in_shell)]


def _headed(title: str, heading: str, lines: list[str]) -> list[str]:
    return [f"{title}{safe(heading)}", *(f"  {line}" for line in lines)]


def _more_lines(problems: Iterable[Problem], typed: Typed) -> Iterator[str]:
    """What to do about the problems, and by which rules they are."""
    mends = _in_one([p.mend for p in problems if p.mends], ADD, " ".join, typed)
    rules = dict.fromkeys(text_of(p.rule) for p in problems if p.rule)
    yield from _under(tr(TRY), [*map(safe, mends)])
    yield from _under(tr(RULE), [*map(safe, rules)])


def _in_one(
    sentences: Iterable[Words], template: str, joined: Callable[[list[str]], str], typed: Typed
) -> list[str]:
    """The text of each sentence, once; those of the template, each of other facts, in one."""
    said = {text_of(words, typed): words for words in sentences}
    alike = {
        text: text_of(words.value("facts"), typed)
        for text, words in said.items()
        if isinstance(words, Message) and words.template == template
    }
    in_one = tr(template, facts=joined([*alike.values()]))
    return [*dict.fromkeys(in_one if text in alike else text for text in said)]


def _listed(words: list[str]) -> str:
    return listed(words, "and")


def _under(title: str, lines: list[str]) -> Iterator[str]:
    """The lines one below the other, the first behind the title."""
    for number, line in enumerate(lines):
        yield (" " * len(title) if number else title) + line


def _show_lines(lines: Iterable[str]) -> None:
    show_faults(fitted(lines, sys.stderr))


def show_faults(lines: Sequence[str]) -> None:
    """The lines of a refusal on stderr; on a terminal its first word is red, and the rule at its
    end dim."""
    if not is_coloured(sys.stderr):
        click.echo("\n".join(lines), err=True)
        return
    rule = next(
        (number for number, line in enumerate(lines) if line.startswith(tr(RULE))), len(lines)
    )
    shown = [dim(line) if number >= rule else line for number, line in enumerate(lines)]
    for title in map(tr, (REFUSED, FAILED)):
        if lines and lines[0].startswith(title):
            shown[0] = red(title) + lines[0].removeprefix(title)
    click.echo("\n".join(shown), err=True, color=True)


def _show_json(problems: Iterable[Problem]) -> None:
    from scorekeeper.render.json_text import json_text  # noqa: PLC0415 - 1.5 ms, only for JSON

    click.echo(json_text({"problems": [*map(problem_row, problems)]}), err=True)
