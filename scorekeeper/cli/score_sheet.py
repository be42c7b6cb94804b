"""The score sheet: `sheet`."""

from __future__ import annotations

import click

from scorekeeper.cli.colour import show_page
from scorekeeper.cli.common import (
    FORMATS,
    Command,
    choices_option,
    evening_option,
    format_option,
    offered,
    plain_option,
    session_option,
)
from scorekeeper.cli.looks import look_of, show_agreed
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.cli.turns import turns_options
from scorekeeper.game.seats import Turns
from scorekeeper.record.book import Book
from scorekeeper.render.renderings import SHEETS, Look
from scorekeeper.report.sheet import Sheet, sheet_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr


@click.command("sheet", cls=Command)
@click.argument("players", nargs=-1, metavar="[PLAYER…]", shell_complete=offered("friends"))
@session_option
@format_option(*FORMATS)
@plain_option
@click.option(
    "--blank",
    metavar="GAME",
    shell_complete=offered("games"),
    help="An empty sheet for pen and paper.",
)
@evening_option
@turns_options
@choices_option("With --blank: a choice of the table; repeatable.")
def sheet(
    players: tuple[str, ...],
    session: str | None,
    form: str,
    plain: bool,
    blank: str | None,
    evening: bool,
    turns: Turns,
    options: tuple[str, ...],
) -> None:
    """The score sheet as on paper.

    Each deal's points and running totals, and a Σ column where the rules promise a sum.
    """
    if blank is not None and evening:
        raise click.UsageError(tr("an empty sheet is of no evening: leave out --evening"))
    if blank is not None:
        # 16 ms, only for an empty sheet
        from scorekeeper.cli.blank_sheets import show_blank  # noqa: PLC0415

        show_blank(blank, players, form, options, turns)
        return
    _refuse_choices(players, options, turns)
    if evening:
        # 30 ms, only for many sessions
        from scorekeeper.cli.whole_evening import show_evening  # noqa: PLC0415

        show_evening(session, form, plain, lambda book: _page(book, plain, form))
        return
    opened = whole_book(session)
    value, rules, look = _page(opened, plain, form)
    show_page(SHEETS[form](value, rules, look).rstrip("\n"), look.ink)
    show_agreed(opened, form)


def _page(opened: Book, plain: bool, form: str) -> tuple[Sheet, Ruleset, Look]:
    """What is shown of a session, and how it looks."""
    value = sheet_of(opened.standing, opened.name)
    return value, opened.agreed.rules, look_of(opened, plain, form)


def _refuse_choices(players: tuple[str, ...], options: tuple[str, ...], turns: Turns) -> None:
    """A session has its players and options: they are said of an empty sheet only."""
    if options:
        raise click.UsageError(
            tr("options are chosen for an empty sheet only: sheet --blank GAME --option KEY=VALUE")
        )
    if players or turns != Turns():
        raise click.UsageError(
            tr("players are named for an empty sheet only: sheet --blank GAME PLAYER…")
        )


COMMANDS = {"sheet": sheet}
