"""The games there are: `rules list show`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    choices_option,
    format_option,
    note,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.playable import own_faults
from scorekeeper.cli.proving import path_of
from scorekeeper.game.session import option_words, settled_options
from scorekeeper.render.games import deals_said, ruleset_row, rulesets_text
from scorekeeper.render.rule_sheet import rules_data, rules_markdown, rules_text
from scorekeeper.rules.model import Ruleset
from scorekeeper.store import library
from scorekeeper.store.rules_files import ruleset_files
from scorekeeper.text.language import tr, trn
from scorekeeper.text.problems import MachineFailure, Refused, as_typed
from scorekeeper.text.speech import in_a_line


@click.command("list", cls=Command)
@format_option()
@plain_option
def list_(form: str, plain: bool) -> None:
    """Every game: id, name, players, deals, languages."""
    rows = []
    for name in sorted(ruleset_files()):
        try:
            ruleset = library.load_ruleset(name)
            _note_faults(name, ruleset)
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


def _note_faults(name: str, ruleset: Ruleset) -> None:
    """A word about a page of one's own that is listed and cannot be played."""
    number = len(own_faults(library.ruleset_path(name), ruleset))
    if number:
        note(
            trn(
                number,
                "{game} has {n} fault; see `scorekeeper rules check {game}`",
                "{game} has {n} faults; see `scorekeeper rules check {game}`",
                game=as_typed(name),
            )
        )


@click.command("show", cls=Command)
@click.argument("game", required=False, shell_complete=offered("games and files"))
@choices_option("A choice of the table; repeatable.")
@click.option(
    "-s",
    "--session",
    metavar="NAME",
    shell_complete=offered("sessions"),
    help="The session whose game and choices are shown.",
)
@format_option("text", "json", "markdown")
def show_(game: str | None, options: tuple[str, ...], session: str | None, form: str) -> None:
    """The rules of GAME in words, with their source: all that one needs to play it.

    GAME is a game's id or a file. With --option or --session they are shown as the table chose
    them.
    """
    ruleset, choices = _rules_chosen(game, options, session)
    if form == "json":
        raw = {key: value for key, value in ruleset.raw.items() if key != "example"}
        page = {"rules": raw, "page": rules_data(ruleset, choices)}
        show_json(
            {**ruleset_row(ruleset)._asdict(), **page, **({"options": choices} if choices else {})}
        )
    elif form == "markdown":
        show(rules_markdown(ruleset, choices).rstrip("\n"))
    else:
        ink = ink_of_page()
        show_page(rules_text(ruleset, min(terminal_width(), 100), ink, choices), ink)


def _rules_chosen(
    game: str | None, options: Sequence[str], session: str | None
) -> tuple[Ruleset, Mapping[str, Any]]:
    """Return the rules of a game or a session, and its options as chosen; none if nothing was.
    Raises Refused if both are given or neither, or if a choice cannot be."""
    if (game is None) == (session is None):
        raise click.UsageError(tr("name a game, or a session with --session"))
    chosen: Mapping[str, Any] = {}
    if game is not None:
        ruleset = library.load_ruleset_file(path_of(game))
    else:
        # 3 ms, only for a session
        from scorekeeper.cli.opened_session import open_book  # noqa: PLC0415

        agreed = open_book(session).agreed
        ruleset, chosen = agreed.rules, agreed.options
    settled, problems = settled_options(ruleset, {**chosen, **option_words(options)})
    if problems:
        raise Refused(problems)
    return ruleset, settled if options or session else {}


COMMANDS = {"list": list_, "show": show_}
