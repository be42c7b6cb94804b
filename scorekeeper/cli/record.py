"""Recording and correcting: `deal undo redo amend import`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from scorekeeper import store
from scorekeeper.book import Act, Book
from scorekeeper.book.recording import new_deal
from scorekeeper.cli.common import (
    SAY_YES,
    Command,
    change,
    clock,
    format_option,
    no_such_option,
    note,
    open_book,
    session_option,
    show,
    show_json,
    yes_option,
)
from scorekeeper.cli.fitted_lines import fitted
from scorekeeper.language import tr, trn
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import Refused, refuse
from scorekeeper.speech import placed_text, text_of
from scorekeeper.words.act_lines import act_lines, flags_of

if TYPE_CHECKING:
    from scorekeeper.entry.paper_csv import Paper

PROGRAM = "scorekeeper"
WORDS = {"ignore_unknown_options": True}
LONGEST_ID = 100  # letters


def _checked_id(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """The id of an entry; wrong usage where it is empty, long or cannot be seen."""
    if value is not None and not (
        value.strip() and value.isprintable() and len(value) <= LONGEST_ID
    ):
        raise click.BadParameter(tr("say 1 to {most} letters that can be seen", most=LONGEST_ID))
    return value


@click.command("deal", cls=Command, context_settings=WORDS)
@click.argument("facts", nargs=-1, metavar="FACT…")
@session_option
@format_option()
@yes_option
@click.option(
    "--once", metavar="ID", callback=_checked_id, help="Record nothing if ID was recorded before."
)
@click.pass_context
def deal(
    ctx: click.Context,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    once: str | None,
) -> None:
    """Records one deal.

    Facts are key=value words, or bare words wherever one reading is possible. Counts go in the
    players' order (in team games the sides'); one left out, or -, is worked out where the rules
    fix the total. `scorekeeper next` says what the coming deal needs.
    """
    no_such_option(ctx, facts)
    _refuse_a_command(" ".join(facts))
    _act(session, form, yes, lambda opened: new_deal(opened, facts, clock(), once or ""))


def _refuse_a_command(line: str) -> None:
    """Raises Refused where a whole command was put in the place of a deal."""
    first, name, *words = [*line.split(), "", ""]
    if first == PROGRAM:
        message = tr("`{line}` is a command of its own, not a deal", line=line)
        command = CommandLine(name, tuple(filter(None, words)))
        raise refuse("command-form", message, None, say("type: {words}", words=command))


@click.command("amend", cls=Command, context_settings=WORDS)
@click.argument("number", type=int)
@click.argument("facts", nargs=-1, metavar="FACT…")
@session_option
@format_option()
@yes_option
@click.option("--why", default="", metavar="TEXT", help="A word for the log.")
@click.pass_context
def amend(
    ctx: click.Context,
    number: int,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    why: str,
) -> None:
    """Corrects deal NUMBER; only the facts given change.

    At any time, also after the end; trump=- takes a fact out. Shows every later total that moves;
    refused, with the reasons, if a later deal would become impossible.
    """
    no_such_option(ctx, facts)
    from scorekeeper.book.amending import amendment

    _act(session, form, yes, lambda opened: amendment(opened, number, facts, clock(), why))


@click.command("undo", cls=Command)
@session_option
@format_option()
def undo(session: str | None, form: str) -> None:
    """Takes back the last entry, deal or correction."""
    from scorekeeper.book.amending import undoing

    _act(session, form, True, lambda opened: undoing(opened, clock()))


@click.command("redo", cls=Command)
@session_option
@format_option()
def redo(session: str | None, form: str) -> None:
    """Restores what undo took back."""
    from scorekeeper.book.amending import redoing

    _act(session, form, True, lambda opened: redoing(opened, clock()))


@click.command("import", cls=Command)
@click.argument("file")
@session_option
@format_option()
@yes_option
@click.option("--dry-run", is_flag=True, help="Check every row, record nothing.")
def import_(file: str, session: str | None, form: str, yes: bool, dry_run: bool) -> None:
    """Records many deals from a CSV file, all or none.

    The first line names the facts, each line below it is a deal; every row that cannot be is
    named, and once all can be, the first number on the sheet that is not that of the rules. Reads
    what `sheet --format csv` prints, and the empty sheet of `sheet --blank GAME --format csv`.
    """
    from scorekeeper.entry.paper_csv import paper_of

    paper = paper_of(store.read_path(file))
    if dry_run:
        opened = open_book(session)
        done = _imported(opened, paper)
        if done.questions and not yes:
            questions = [question._replace(mends=(tr(SAY_YES),)) for question in done.questions]
            raise Refused(questions, tr("this is odd, so it is asked about first"))
        said = trn(
            len(done.entries), "would have recorded {n} deal", "would have recorded {n} deals"
        )
        _show_act(opened, done, form, session, said)
        for question in done.questions:
            note(placed_text(question))
        return
    _act(session, form, yes, lambda opened: _imported(opened, paper))


def _imported(opened: Book, paper: Paper) -> Act:
    from scorekeeper.audit.importing import imported
    from scorekeeper.cli.progress import late_bar

    with late_bar(len(paper.rows), tr("reading deals")) as tick:
        return imported(opened, paper, clock(), tick)


def _act(session: str | None, form: str, yes: bool, act: Callable[[Book], Act]) -> None:
    opened, done = change(session, act, yes)
    _show_act(opened, done, form, session)


def _show_act(
    opened: Book, done: Act, form: str, session: str | None, said: str | None = None
) -> None:
    """What was recorded, the later totals that moved, the table as it stands and in which
    session where nobody said it, what comes next; and on stderr, whatever the format, what was
    odd."""
    if form == "json":
        from scorekeeper.sheet.act import act_of

        show_json({**act_of(done), "session": opened.name})
    else:
        first, *rest = act_lines(opened, done, names_session=not session)
        show("\n".join(fitted([said or first, *rest], sys.stdout)))
    for flag in flags_of(done):
        note(flag)
    if done.standing.problems:
        place = done.standing.problems[0].place
        note(
            tr(
                "{place} does not hold under the rules: these totals, and what comes next, are "
                "from before it",
                place=text_of(place or ""),
            )
        )


COMMANDS = {"deal": deal, "amend": amend, "undo": undo, "redo": redo, "import": import_}
