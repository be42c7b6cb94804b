"""The rulesets: `rules list`, `rules show`, `rules check`."""

from __future__ import annotations

from pathlib import Path

import click

from scorekeeper import store
from scorekeeper.cli.common import format_option, plain_option, show, show_json, talk, terminal_width
from scorekeeper.problems import Problem, Refused


@click.group("rules")
def rules() -> None:
    """The games there are, and their rules.

    \b
    Example: scorekeeper rules list
             scorekeeper rules show bizon
    """


@rules.command("list")
@format_option()
@plain_option
def list_(form: str, plain: bool) -> None:
    """Every game: id, name, players, deals, languages.

    \b
    Example: scorekeeper rules list
    """
    from scorekeeper.report.rules import ruleset_row, rulesets_text

    rows = []
    for name in sorted(store.ruleset_files()):
        try:
            rows.append(ruleset_row(store.load_ruleset(name)))
        except Refused as refusal:
            talk(f"note: {name} cannot be read: {refusal.problems[0].message}; see `scorekeeper rules check {name}`")
    if form == "json":
        show_json(rows)
    else:
        show(rulesets_text(rows, terminal_width(), plain))


@rules.command("show")
@click.argument("game")
@format_option()
def show_(game: str, form: str) -> None:
    """The rules of GAME in words, with their source.

    \b
    Example: scorekeeper rules show bismarck-swedish
    """
    from scorekeeper.report.rules import rules_text, ruleset_row

    ruleset = store.load_ruleset(game)
    if form == "json":
        show_json({**ruleset_row(ruleset), "rules": {k: v for k, v in ruleset.raw.items() if k != "example"}})
    else:
        show(rules_text(ruleset, min(terminal_width(), 100)))


@rules.command("check")
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@format_option()
def check(files: tuple[str, ...], form: str) -> None:
    """Reads rulesets (files or ids) and plays their worked examples; names every fault.

    \b
    Example: scorekeeper rules check my-game.toml
    """
    from scorekeeper.examples import example_problems

    problems: list[Problem] = []
    for name in files:
        path = Path(name) if name.endswith(".toml") or "/" in name else store.ruleset_path(name)
        try:
            ruleset = store.load_ruleset_file(path)
            found = [problem._replace(place=f"{path}: {problem.place}") for problem in example_problems(ruleset)]
            if not found and form == "text":
                show(f"{path}: {ruleset.name.shown()}: well; {len(ruleset.examples)} worked example(s) hold")
            problems += found
        except Refused as refusal:
            problems += refusal.problems
    if form == "json":
        show_json({"checked": len(files), "problems": [problem._asdict() for problem in problems]})
    if problems:
        raise Refused(problems, f"{len(problems)} fault(s)")


COMMANDS = {"rules": rules}
