"""The games there are: `rules list show`."""

from __future__ import annotations

import click

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    format_option,
    note,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.language import tr
from scorekeeper.problems import MachineFailure, Refused, as_typed
from scorekeeper.render.games import deals_said, ruleset_row, rulesets_text
from scorekeeper.render.rule_sheet import rules_data, rules_markdown, rules_text
from scorekeeper.speech import in_a_line
from scorekeeper.store import library
from scorekeeper.store.rules_files import ruleset_files


@click.command("list", cls=Command)
@format_option()
@plain_option
def list_(form: str, plain: bool) -> None:
    """Every game: id, name, players, deals, languages."""
    rows = []
    for name in sorted(ruleset_files()):
        try:
            ruleset = library.load_ruleset(name)
            row = ruleset_row(ruleset)
            rows.append(row if form == "json" else row._replace(deals=deals_said(ruleset)))
        except (MachineFailure, Refused) as refusal:
            word, why = as_typed(name), in_a_line(refusal.messages)
            note(
                tr(
                    "{game} cannot be read: {why}; see `scorekeeper rules check {game}`",
                    game=word,
                    why=why,
                )
            )
    if form == "json":
        show_json(rows)
    else:
        ink = ink_of_page(plain)
        show_page(rulesets_text(rows, terminal_width(), plain, ink), ink)


@click.command("show", cls=Command)
@click.argument("game", shell_complete=offered("games"))
@format_option("text", "json", "markdown")
def show_(game: str, form: str) -> None:
    """The rules of GAME in words, with their source: all that one needs to play it."""
    ruleset = library.load_ruleset(game)
    if form == "json":
        raw = {key: value for key, value in ruleset.raw.items() if key != "example"}
        show_json({**ruleset_row(ruleset)._asdict(), "rules": raw, "page": rules_data(ruleset)})
    elif form == "markdown":
        show(rules_markdown(ruleset).rstrip("\n"))
    else:
        ink = ink_of_page()
        show_page(rules_text(ruleset, min(terminal_width(), 100), ink), ink)


COMMANDS = {"list": list_, "show": show_}
