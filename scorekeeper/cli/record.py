"""Recording and correcting: `deal undo redo amend import`."""

from __future__ import annotations

from collections.abc import Callable

import click

from scorekeeper import book
from scorekeeper.book import Act, Book
from scorekeeper.cli.common import (
    change,
    clock,
    format_option,
    no_such_option,
    session_option,
    show,
    show_json,
    talk,
    yes_option,
)

WORDS = {"ignore_unknown_options": True}


@click.command("deal", context_settings=WORDS)
@click.argument("facts", nargs=-1, metavar="FACT…")
@session_option
@format_option()
@yes_option
def deal(facts: tuple[str, ...], session: str | None, form: str, yes: bool) -> None:
    """Records one deal.

    Facts are key=value words, or bare words wherever one reading is possible. Counts go in the
    players' order; the last is worked out.

    \b
    Example: scorekeeper deal sang 6 6
             scorekeeper deal contract=pass tricks=Ann:9,Bo:2
    """
    no_such_option(facts)
    _act(session, form, yes, lambda opened: book.new_deal(opened, facts, clock()))


@click.command("amend", context_settings=WORDS)
@click.argument("number", type=int)
@click.argument("facts", nargs=-1, metavar="FACT…")
@session_option
@format_option()
@yes_option
@click.option("--why", default="", metavar="TEXT", help="A word for the log.")
def amend(number: int, facts: tuple[str, ...], session: str | None, form: str, yes: bool, why: str) -> None:
    """Corrects deal NUMBER at any time; only the facts given change.

    \b
    Example: scorekeeper amend 3 tricks=6,5,5 --why "miscounted Bo's pile"
    """
    no_such_option(facts)
    _act(session, form, yes, lambda opened: book.amendment(opened, number, facts, clock(), why))


@click.command("undo")
@session_option
@format_option()
def undo(session: str | None, form: str) -> None:
    """Takes back the last entry, deal or correction.

    \b
    Example: scorekeeper undo
    """
    _act(session, form, True, lambda opened: book.undoing(opened, clock()))


@click.command("redo")
@session_option
@format_option()
def redo(session: str | None, form: str) -> None:
    """Restores what undo took back.

    \b
    Example: scorekeeper redo
    """
    _act(session, form, True, lambda opened: book.redoing(opened, clock()))


@click.command("import")
@click.argument("file", type=click.Path())
@session_option
@format_option()
@yes_option
@click.option("--dry-run", is_flag=True, help="Check every row, record nothing.")
def import_(file: str, session: str | None, form: str, yes: bool, dry_run: bool) -> None:
    """Records many deals from a CSV file: a header of fact names, a row a deal; all or nothing.

    \b
    Example: scorekeeper import evening.csv --dry-run
             (header: contract,tricks   row: sang,"6,6,4")
    """
    from scorekeeper.cli.common import open_book
    from scorekeeper.entry.rows import rows_of
    from scorekeeper.store import read_path

    rows = rows_of(read_path(file))
    if dry_run:
        opened = open_book(session)
        _show_act(opened, book.many_deals(opened, rows, clock()), form, "would have ")
        return
    _act(session, form, yes, lambda opened: book.many_deals(opened, rows, clock()))


def _act(session: str | None, form: str, yes: bool, act: Callable[[Book], Act]) -> None:
    opened, done = change(session, act, yes)
    _show_act(opened, done, form)


def _show_act(opened: Book, done: Act, form: str, before: str = "") -> None:
    """What was recorded, the later totals that moved, the table as it stands, what comes next."""
    if form == "json":
        from scorekeeper.report.act import act_of

        show_json(act_of(done))
        return
    from scorekeeper.report.act import act_lines

    for line in act_lines(opened, done):
        show(before + line if before else line)
        before = ""
    recorded = done.standing.deals[done.recorded - 1] if done.recorded else None
    for flag in recorded.flags if recorded else ():
        talk(f"note: {flag}")


COMMANDS = {"deal": deal, "amend": amend, "undo": undo, "redo": redo, "import": import_}
