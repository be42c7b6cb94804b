"""Bringing deals in from a sheet of paper: `import`."""

from __future__ import annotations

import click

from scorekeeper import store
from scorekeeper.cli.acting import asked_if_there, record_act, show_act
from scorekeeper.cli.common import (
    Command,
    by_option,
    clock,
    format_option,
    note,
    offered,
    session_option,
    yes_option,
)
from scorekeeper.cli.opened_session import SAY_YES, open_book
from scorekeeper.cli.progress import late_bar
from scorekeeper.record.book import Act, Book
from scorekeeper.record.importing import TWICE, imported
from scorekeeper.record.paper_csv import Paper, paper_of
from scorekeeper.text.language import tr, trn
from scorekeeper.text.problems import Refused
from scorekeeper.text.speech import placed_text


@click.command("import", cls=Command)
@click.argument("file", shell_complete=offered("files"))
@session_option
@by_option
@format_option()
@yes_option
@click.option("--dry-run", is_flag=True, help="Check every row, record nothing.")
def import_(file: str, session: str | None, form: str, yes: bool, dry_run: bool) -> None:
    """Records many deals from a CSV file, all or none.

    The first line names the facts (`tricks`, or `tricks Anna` and so on), each line below it is a
    deal; every row that cannot be is named, and once all can be, the first number on the sheet
    that is not that of the rules. Reads what `sheet --format csv` prints, and the empty sheet of
    `sheet --blank GAME --format csv`.
    """
    paper = paper_of(store.read_path(file))
    if dry_run:
        opened = open_book(session)
        done = _imported(opened, paper)
        asked = asked_if_there(done, TWICE).questions
        if asked and not yes:
            questions = [question._replace(mends=(tr(SAY_YES),)) for question in asked]
            raise Refused(questions, tr("this is odd, so it is asked about first"))
        said = trn(
            len(done.entries), "would have recorded {n} deal", "would have recorded {n} deals"
        )
        show_act(opened, done._replace(flags=()), form, session, said)
        for question in done.questions:
            note(placed_text(question))
        return

    def act(opened: Book) -> Act:
        return asked_if_there(_imported(opened, paper), TWICE)

    # of a table whose sheet is typed once nothing else is asked
    record_act(session, form, yes, act, is_used=session is None)


def _imported(opened: Book, paper: Paper) -> Act:
    with late_bar(len(paper.rows), tr("reading deals")) as tick:
        return imported(opened, paper, clock(), tick)


COMMANDS = {"import": import_}
