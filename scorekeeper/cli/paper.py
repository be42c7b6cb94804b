"""Paper sheets: `import`, `audit`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from scorekeeper import store
from scorekeeper.cli.act_commands import asked_if_there, record_act, show_act
from scorekeeper.cli.click_parts import (
    CliCommand,
    by_option,
    choices_option,
    clock,
    format_option,
    late_bar,
    note,
    offered,
    plain_option,
    session_option,
    show,
    show_json,
    terminal_width,
    yes_option,
)
from scorekeeper.cli.open_log import SAY_YES, open_book
from scorekeeper.game.session_settings import Agreed, Facts, option_words
from scorekeeper.record.fact_values import players_named
from scorekeeper.record.importing import TWICE, imported
from scorekeeper.record.open_session import Act, Book
from scorekeeper.record.paper_audit import audited, untold_by_sheet
from scorekeeper.record.paper_csv import Paper, paper_of
from scorekeeper.record.paper_rows import (
    GAME,
    agreed_on,
    first_dealer,
    lines_of,
    other_problems,
    penalty_rows,
)
from scorekeeper.render.paper_audit_text import audit_of, audit_text
from scorekeeper.store import ruleset_library as library
from scorekeeper.text.message import CommandLine, listing, say
from scorekeeper.text.message_text import placed_text
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import tr, trn

# --- Importing deals from a paper sheet: `import` ----------------------------------------------


@click.command("import", cls=CliCommand)
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


# --- Auditing a paper sheet: `audit` -----------------------------------------------------------


WRONG = 1


@click.command("audit", cls=CliCommand)
@click.argument("file", type=click.Path(), shell_complete=offered("files"))
@click.argument("players", nargs=-1, metavar="[PLAYER…]", shell_complete=offered("friends"))
@session_option
@click.option(
    "--game",
    metavar="GAME",
    shell_complete=offered("games"),
    help="Which game, where the sheet does not say.",
)
@click.option(
    "--dealer",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who dealt first, where the sheet does not say.",
)
@choices_option("A choice that the table made; repeatable.")
@format_option()
@plain_option
@click.pass_context
def audit(
    ctx: click.Context,
    file: str,
    players: tuple[str, ...],
    session: str | None,
    game: str | None,
    dealer: str | None,
    options: tuple[str, ...],
    form: str,
    plain: bool,
) -> None:
    """Finds where a paper sheet went wrong, and why.

    FILE is the sheet as CSV: what was won in each deal, and the points or
    running totals that somebody wrote. The first deal where these part from
    the rules is named with the slip that explains it, and so is each later
    slip; the exit code is then 1. The game is that of --session or --game,
    else the one the sheet names, else that of the session used last.
    """  # fmt: skip

    paper = paper_of(store.read_path(file))
    agreed, known = _evening(paper, session, game, players, dealer, options)
    lines = lines_of(agreed, paper)
    if penalties := penalty_rows(agreed, paper, above_deals=True):
        rows = listing(penalties, "and")
        message = say("{rows}: a penalty is no deal, and cannot be audited", rows=rows)
        hint = say("take it out of the file, and out of the totals below it")
        raise refuse("audit-events", message, None, hint)
    with late_bar(len(lines), tr("auditing")) as tick:
        found = audited(agreed, lines, known, tick)
    if form == "json":
        show_json(audit_of(found))
    else:
        show(audit_text(found, min(terminal_width(), 100), plain))
    if not found.holds:
        ctx.exit(WRONG)


def _evening(
    paper: Paper, session: str | None, game: str | None, players: Sequence[str], dealer: str | None,
    options: Sequence[str],
) -> tuple[Agreed, Sequence[Facts]]:  # fmt: skip
    """Return the settings for reading a paper sheet, and the recorded deals of its session. If the
    sheet or the options name the game, there are no recorded deals."""
    if session is not None and (game is not None or players or dealer is not None or options):
        raise click.UsageError(
            tr("a session says itself what was agreed: leave out --session, or the rest")
        )
    said = game or next(iter(paper.said.get(GAME, ())), None)
    named = option_words(options)
    if session is None and said is not None:
        return agreed_on(library.load_ruleset(said), paper, players, dealer, named), ()
    if session is None and players:
        hint = tr("name it: --game GAME")
        raise refuse("audit-game", tr("the sheet does not say which game it is of"), GAME, hint)
    opened = open_book(session)
    if opened.agreed.gone:
        words = tr(
            "a sheet of an evening on which somebody came with a score apart cannot be audited"
        )
        mend = say("type it in: {command}", command=CommandLine("import", rest=(say("FILE.csv"),)))
        raise refuse("audit-seats", words, None, mend)
    if session is None and (dealer is not None or options or _is_of_another(opened, paper)):
        return agreed_on(opened.agreed.rules, paper, (), dealer, named), ()
    strange = [*other_problems(opened.agreed, paper)]
    if strange:
        raise Refused(strange)
    if untold := untold_by_sheet(opened):
        raise Refused(untold)
    if opened.standing.waits:
        note(tr("a deal still waits: the sheet is held against one way it may come out"))
    elif opened.standing.ways:
        note(tr("a count is disputed: the sheet is held against its first reading"))
    return opened.agreed, [entry.facts for entry in opened.folded.deals]


def _is_of_another(opened: Book, paper: Paper) -> bool:
    """Return True if the sheet's first dealer differs from the session's; then only the session's
    game applies to the sheet."""
    found = players_named(opened.agreed, first_dealer(paper) or "")
    return len(found) == 1 and opened.agreed.dealer not in found


COMMANDS = {"import": import_, "audit": audit}
