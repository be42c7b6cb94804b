"""The deals of a session under other rules: `rescore`."""

from __future__ import annotations

import click

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    FORMATS,
    Command,
    choices_option,
    format_option,
    note,
    offered,
    plain_option,
    session_option,
    terminal_width,
)
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.game.session import option_words
from scorekeeper.record.book import Book
from scorekeeper.record.rescoring import agreed_under, rescoring
from scorekeeper.render.renderings import Look
from scorekeeper.render.rescore_page import RESCORES
from scorekeeper.report.rescore_value import rescore_sheet
from scorekeeper.rules.model import Ruleset
from scorekeeper.store import library
from scorekeeper.text.language import tr


@click.command("rescore", cls=Command)
@click.argument("name", required=False, metavar="[SESSION]", shell_complete=offered("sessions"))
@session_option
@click.option(
    "--as",
    "game",
    metavar="GAME",
    shell_complete=offered("games and files"),
    help="The other rules: a game or a file (default: the session's own, with other choices).",
)
@choices_option("A choice of the table under the other rules; repeatable.")
@format_option(*FORMATS)
@plain_option
def rescore(
    name: str | None,
    session: str | None,
    game: str | None,
    options: tuple[str, ...],
    form: str,
    plain: bool,
) -> None:
    """What the same deals would have given under other rules.

    Side by side: each deal, totals and places, and where the ranking turns. Nothing is
    recorded. A deal that the other rules cannot score counts on neither side, and what they
    would need to know of it is named.
    """
    if name is not None and session is not None:
        raise click.UsageError(tr("name the session once"))
    if game is None and not options:
        raise click.UsageError(
            tr("say under which rules: rescore --as GAME, or --option KEY=VALUE")
        )
    opened = whole_book(name if session is None else session)
    rules = _other_rules(opened, game)
    found = rescoring(opened.standing, agreed_under(opened.agreed, rules, option_words(options)))
    if opened.standing.waits:
        note(tr("a deal still waits: one way it may come out is rescored"))
    elif opened.standing.ways:
        note(tr("a count is disputed: its first reading is rescored"))
    look = Look(terminal_width(), plain, ink=ink_of_page(plain or form != "text"))
    value = rescore_sheet(found, opened.name)
    show_page(RESCORES[form](value, (opened.agreed.rules, rules), look).rstrip("\n"), look.ink)


def _other_rules(opened: Book, game: str | None) -> Ruleset:
    """The rules that are meant; without a name those that the session keeps."""
    return opened.agreed.rules if game is None else library.load_ruleset(game)


COMMANDS = {"rescore": rescore}
