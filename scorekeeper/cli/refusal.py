"""Refusals and machine failures, as text and as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO

import click

from scorekeeper.cli.click_parts import is_terminal, terminal_width
from scorekeeper.cli.terminal import dim, is_coloured, red
from scorekeeper.rules.formula import FormulaError
from scorekeeper.text.message import CommandLine, Message, Words, say, with_commands
from scorekeeper.text.message_text import Typed, in_shell, listed, placed_text, problem_row, text_of
from scorekeeper.text.problems import ADD, NEEDED, MachineFailure, Problem, Refused, refuse, see
from scorekeeper.text.terminal_text import echoed, indent_below, safe, wrapped
from scorekeeper.text.translation import marked, tr

if TYPE_CHECKING:
    from scorekeeper.cli.click_parts import Recorded


# --- lines of a refusal ------------------------------------------------------------------------
# The lines of a refusal and of a failure of the machine: what is wrong, what may help, by which
# rule.


REFUSED, FAILED = marked("refused: "), marked("failed: ")
TRY, RULE = marked("try: "), marked("rule: ")


class FaultLine(NamedTuple):
    """A line of a refusal: its section (`part`: REFUSED, FAILED, TRY or RULE), the section's title
    or as many spaces (`before`), and the text."""

    part: str
    before: str
    text: str

    @property
    def is_titled(self) -> bool:
        """Return True if this is the first line of its section."""
        return bool(self.before.strip())

    def __str__(self) -> str:
        return f"{self.before}{self.text}"


def refusal_lines(
    problems: Sequence[Problem],
    heading: Words | None = None,
    context: Words | None = None,
    typed: Typed = in_shell,
) -> list[FaultLine]:
    """Return the lines of a refusal. Text that several problems share appears once. `typed`
    formats the suggested commands."""
    faults = _in_one([problem.placed for problem in problems], NEEDED, _listed, typed)
    lines = [echoed(line) for fault in faults for line in fault.split("\n")]
    return [
        *(_headed(text_of(heading), lines) if heading else _part(REFUSED, lines)),
        *([FaultLine(part=REFUSED, before="  ", text=echoed(text_of(context)))] if context else []),
        *_more_lines(problems, typed),
    ]


def failure_lines(failure: MachineFailure) -> list[FaultLine]:
    """Return the lines of a machine failure."""
    lines = [echoed(line) for line in placed_text(failure.problem).split("\n")]
    return [*_part(FAILED, lines), *_more_lines([failure.problem], in_shell)]


def _headed(heading: str, lines: Iterable[str]) -> list[FaultLine]:
    """Return a heading, and the lines of the problems below it."""
    below = (FaultLine(part=REFUSED, before="  ", text=line) for line in lines)
    return [FaultLine(part=REFUSED, before=tr(REFUSED), text=safe(heading)), *below]


def _more_lines(problems: Iterable[Problem], typed: Typed) -> Iterator[FaultLine]:
    """Yield the lines of the problems' fixes, then of the rules that they cite."""
    mends = _in_one([p.mend for p in problems if p.mends], ADD, " ".join, typed)
    rules = dict.fromkeys(text_of(p.rule) for p in problems if p.rule)
    yield from _part(TRY, map(safe, mends))
    yield from _part(RULE, map(safe, rules))


def _in_one(
    sentences: Iterable[Words], template: str, joined: Callable[[list[str]], str], typed: Typed
) -> list[str]:
    """Return the texts of sentences without repetition. Sentences made from `template` are joined
    into one with all their facts."""
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


def _part(part: str, lines: Iterable[str]) -> Iterator[FaultLine]:
    """Yield the lines of a section, the first one with the title."""
    title = tr(part)
    for number, line in enumerate(lines):
        yield FaultLine(part=part, before=" " * len(title) if number else title, text=line)


def broken_to(width: int, line: FaultLine, indent: str | None = None) -> list[FaultLine]:
    """Wrap a line. Continuation lines are aligned with its text, or begin with `indent`."""
    whole, own = str(line), len(line.before)
    if indent is None:
        indent = " " * own if line.is_titled else indent_below(whole)
    first, *rest = wrapped(whole, width, indent)
    below = (FaultLine(part=line.part, before="", text=text) for text in rest)
    return [FaultLine(part=line.part, before=first[:own], text=first[own:]), *below]


# --- Refusals and machine failures, on screen and as JSON --------------------------------------


Naming = Callable[[CommandLine], CommandLine]


def show_refusal(refusal: Refused, form: str | None, naming: Naming | None = None) -> None:
    """Print every problem on stderr: message, input, fixes and rule. `naming` adds the session's
    name to suggested commands."""
    problems = [_named(problem, naming) for problem in refusal.problems]
    if form == "json":
        _show_json(problems)
    else:
        heading = refusal.heading
        if heading and naming:
            heading = with_commands(heading, naming)
        _show_lines(refusal_lines(problems, heading, refusal.context))


def show_failure(failure: MachineFailure, form: str | None, naming: Naming | None = None) -> None:
    """Print a machine failure on stderr: what was attempted, the reason and the fix."""
    failure = MachineFailure(_named(failure.problem, naming))
    if form == "json":
        _show_json([failure.problem])
    else:
        _show_lines(failure_lines(failure))


def _named(problem: Problem, naming: Naming | None) -> Problem:
    return problem.with_commands(naming) if naming else problem


def unworkable(error: Exception) -> Refused | None:
    """Return the refusal for a FormulaError, or None for any other error."""
    return no_answer(error) if isinstance(error, FormulaError) else None


def no_answer(error: FormulaError) -> Refused:
    """Return the refusal of rules with a formula that cannot be evaluated."""
    message = say("the rules cannot score this: {problem}", problem=error.why)
    return refuse("formula", message, None, see(CommandLine("rules check")))


def mistake(error: Exception) -> MachineFailure:
    """Return the failure for a bug in the program. Even then no entry is half-written."""
    message = say(
        "scorekeeper itself made a mistake ({error}); `{command}` shows what stands",
        error=type(error).__name__,
        command=CommandLine("log"),
    )
    hint = tr("set SCOREKEEPER_DEBUG=1 and run it again to see where")
    return MachineFailure(Problem("mistake", message, None, (hint,)))


def unheard(error: OSError, recorded: Recorded | None = None) -> MachineFailure:
    """Return the failure for output that cannot be written. `recorded` is the command's effect on
    disk, if any."""
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
    """Print the lines of a refusal on stderr. With colours the first word is red, the rule dim."""
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
    from scorekeeper.render.report_formats import json_text  # noqa: PLC0415 - 1.5 ms, only for JSON

    click.echo(json_text({"problems": [*map(problem_row, problems)]}), err=True)


# --- Wrapping lines to the width of a terminal -------------------------------------------------


def fitted(lines: Iterable[str], stream: TextIO | None) -> list[str]:
    """Return the lines, wrapped if the stream is a terminal. Continuation lines are aligned with
    the text of their line."""
    if not is_terminal(stream):
        return list(lines)
    width = terminal_width()
    return [part for line in lines for part in wrapped(line, width, indent_below(line))]
