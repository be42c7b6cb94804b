"""Reports of a session: `explain`, `outlook`, `next`, `rescore`, `log`."""

from __future__ import annotations

from collections.abc import Iterable

import click

from scorekeeper.cli.click_parts import (
    FORMATS,
    WHOLE_NUMBER,
    CliCommand,
    choices_option,
    dealing_option,
    format_option,
    note,
    offered,
    plain_option,
    session_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.open_log import open_book_at, path_and_name, show_entries, whole_book
from scorekeeper.cli.output_formats import show_document, show_report
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.game.session_settings import option_words
from scorekeeper.record.corrections import no_such_deal
from scorekeeper.record.disputed_counts import counting_words
from scorekeeper.record.open_session import Book
from scorekeeper.record.rescoring import agreed_under, rescoring
from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.render.session_lists import log_lines, log_lines_with_copies
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.change_text import AGAIN, over_line
from scorekeeper.report.deal_text import open_lines, reading_heads
from scorekeeper.report.explain import explained_readings, readings_value
from scorekeeper.report.explain_document import explained_document
from scorekeeper.report.log_report import log_of, log_with_copies
from scorekeeper.report.next_deal_summary import card_of, card_value
from scorekeeper.report.outlook_document import outlook_document
from scorekeeper.report.outlook_sheet import outlook_sheet, outlook_value, side_named
from scorekeeper.report.rescore import rescore_document, rescore_rows, rescore_sheet, rescore_value
from scorekeeper.report.shared_labels import agreed_words
from scorekeeper.report.sheet import counts_value
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.disk import is_club
from scorekeeper.store.home_choice import home_of
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import all_wrapped, safe
from scorekeeper.text.translation import tr

# --- The points of a deal explained: `explain` -------------------------------------------------


@click.command("explain", cls=CliCommand)
@click.argument("number", type=WHOLE_NUMBER, required=False, shell_complete=offered("deals"))
@session_option
@format_option()
@plain_option
def explain(number: int | None, session: str | None, form: str, plain: bool) -> None:
    """How deal NUMBER came to its points, step by step.

    Facts, quotas, formulas with the numbers put in, outcome, and the rule's source. Without a
    NUMBER it is the last deal.
    """
    opened = whole_book(session)
    number = len(opened.standing.deals) or 1 if number is None else number
    if not 1 <= number <= len(opened.standing.deals):
        raise no_such_deal(opened, number)
    found, rules = explained_readings(opened.standing, number), opened.agreed.rules
    heads = reading_heads(opened.standing, number)
    document = explained_document(found, heads, rules)
    show_report(
        readings_value(found),
        lambda width, ink: document_text(document, width, plain, ink),
        form == "json",
        plain,
    )


# --- Possible winners: `outlook` ---------------------------------------------------------------


@click.command("outlook", cls=CliCommand)
@click.option(
    "--for",
    "player",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="What this player's side needs of the coming deal.",
)
@session_option
@format_option()
@plain_option
def outlook(player: str | None, session: str | None, form: str, plain: bool) -> None:
    """Who can still win, and how.

    For each side the best and worst final total still possible, and a run of points that wins.
    """
    opened = whole_book(session)
    side = None if player is None else side_named(opened.agreed, player)
    found, rules = outlook_sheet(opened.standing, side), opened.agreed.rules
    show_report(
        outlook_value(found),
        lambda width, ink: document_text(outlook_document(found, rules), width, plain, ink),
        form == "json",
        plain,
    )


# --- The dealer's card: `next` -----------------------------------------------------------------


@click.command("next", cls=CliCommand)
@session_option
@format_option()
@plain_option
@dealing_option
def next_(session: str | None, form: str, plain: bool, brief: bool) -> None:
    """The dealer's card: who deals next and how, what is left, the quotas.

    Also who speaks first, declares and leads, and what the entry needs.
    """
    opened = whole_book(session)
    card = card_of(opened.standing)
    if form == "json":
        value = card_value(card)
        show_json(value and {**value, **counts_value(opened.standing)})
        return
    if card is None:
        show("\n".join([over_line(opened.standing), *open_lines(opened.standing)]))
        show(text_of(AGAIN))
        return
    rules, ink = opened.agreed.rules, ink_of_page(plain)
    width = min(terminal_width(), 80)
    text = next_text(card, rules, width, plain, not brief, ink)
    said = [*agreed_words(opened.agreed), *map(text_of, counting_words(opened))]
    named = tr("session: {session}", session=opened.name)
    lines = all_wrapped([*map(safe, (named, *said)), *open_lines(opened.standing)], width)
    show_page("\n".join([text, *lines]), ink)


# --- The deals of a session under other rules: `rescore` ---------------------------------------


@click.command("rescore", cls=CliCommand)
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
    value = rescore_sheet(found, opened.name)
    if form == "json":
        show_json(rescore_value(value))
    elif form == "csv":
        show(csv_text(rescore_rows(value)))
    else:
        show_document(rescore_document(value, (opened.agreed.rules, rules)), form, plain)


def _other_rules(opened: Book, game: str | None) -> Ruleset:
    """Return the rules of the given game, or those saved in the session if None."""
    return opened.agreed.rules if game is None else library.load_ruleset(game)


# --- Every entry of a session: `log` -----------------------------------------------------------


@click.command("log", cls=CliCommand)
@session_option
@click.option("--all", "is_all", is_flag=True, help="What was set aside in a merge too.")
@format_option()
def log(session: str | None, is_all: bool, form: str) -> None:
    """Every entry in the order it was made: when, what, why.

    Corrections and undos are entries too; nothing is ever overwritten.
    """
    path, name = path_and_name(session)
    opened = open_book_at(path, name)
    if form == "json":
        rows = _with_copies(opened) if is_all else [row._asdict() for row in log_of(opened)]
        show_json(_with_writers(path, rows))
        return
    show_entries([*(log_lines_with_copies(opened) if is_all else _lines(path, opened))])


def _with_copies(opened: Book) -> list[dict[str, object]]:
    """Return the rows of the log. An entry left out in a merge names its copy."""
    return [
        row._asdict() if copy is None else {**row._asdict(), "set_aside": copy}
        for row, copy in log_with_copies(opened)
    ]


def _with_writers(path: str, rows: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the rows of the log. In a club, add the login that wrote each entry and the server's
    time."""
    if not is_club(path):
        return rows
    written = iter(home_of(path).written(path))
    own = ((row, None if "set_aside" in row else next(written, None)) for row in rows)
    return [
        row if one is None else {**row, "login": one.login, "received": one.at} for row, one in own
    ]


def _lines(path: str, opened: Book) -> Iterable[str]:
    """Return the lines of the log. In a club, a line adds the login that wrote the entry if it is
    not the entry's recorder."""
    if not is_club(path):
        return log_lines(opened)
    # 4 ms, only in a club
    from scorekeeper.store.club_audit import written_otherwise  # noqa: PLC0415

    lines = list(log_lines(opened))
    for number, written in enumerate(written_otherwise(path, opened.log.entries)):
        if written is not None:
            said = tr("the login {login} wrote it, {at}", login=written.login, at=_day(written.at))
            lines[number] = f"{lines[number]}  [{said}]"
    return lines


def _day(at: str) -> str:
    return at.replace("T", " ")[:16]


COMMANDS = {"explain": explain, "outlook": outlook, "next": next_, "rescore": rescore, "log": log}
