"""How a refusal and a failure of the machine look, on screen and as JSON."""

from __future__ import annotations

from collections.abc import Iterable

import click

from scorekeeper.problems import MachineFailure, Problem, Refused
from scorekeeper.report.width import safe


def show_refusal(refusal: Refused, form: str | None) -> None:
    """Every problem at once, on stderr: what, how to mend it, by which rule."""
    if form == "json":
        _show_json(refusal.problems)
        return
    click.echo("\n".join(refusal_lines(refusal.problems, refusal.heading)), err=True)


def refusal_lines(problems: Iterable[Problem], heading: str | None = None) -> list[str]:
    """The lines of a refusal; what is the same for several problems is said once."""
    problems = list(problems)
    lines = [f"refused: {safe(heading)}"] if heading else []
    for number, problem in enumerate(problems):
        first = "refused: " if number == 0 and not heading else "         " if not heading else "  "
        place = f"{safe(problem.place)}: " if problem.place else ""
        lines.append(f"{first}{place}{_several_lines(problem.message)}")
    for title, words in (("try", [p.hint for p in problems]), ("rule", [p.rule for p in problems])):
        lines += [f"{title}: {safe(word)}" for word in dict.fromkeys(filter(None, words))]
    return lines


def _several_lines(text: str) -> str:
    return "\n".join(safe(line) for line in text.split("\n"))


def show_failure(failure: MachineFailure, form: str | None) -> None:
    """A failure of the machine: what was attempted, why not, what to do."""
    if form == "json":
        _show_json([failure.problem])
        return
    click.echo(f"failed: {safe(failure.problem.message)}", err=True)
    if failure.problem.hint:
        click.echo(f"try: {safe(failure.problem.hint)}", err=True)


def _show_json(problems: Iterable[Problem]) -> None:
    from scorekeeper.report.jsontext import json_text

    rows = [{name: value for name, value in problem._asdict().items() if value is not None or name in ("fact", "hint")} for problem in problems]
    click.echo(json_text({"problems": rows}), err=True)
