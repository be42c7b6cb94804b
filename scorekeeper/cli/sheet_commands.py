"""Score sheets and summaries of a session or an evening: `sheet`, `summary`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import click

from scorekeeper import store
from scorekeeper.base.toml_reader import toml_table
from scorekeeper.cli.begin import held_words, turns_options
from scorekeeper.cli.click_parts import (
    FORMATS,
    CliCommand,
    choices_option,
    evening_option,
    format_option,
    is_terminal,
    note,
    offered,
    plain_option,
    session_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.home_sessions import known_people, tell_copies, without_copies
from scorekeeper.cli.open_log import open_book, whole_book
from scorekeeper.cli.session_list import told_quietly
from scorekeeper.cli.terminal import ink_of_page, show_page, write_files
from scorekeeper.game.session_settings import SitOutPlan, agree, complete_options, option_words
from scorekeeper.league.people import counted
from scorekeeper.league.session_record import evening_of
from scorekeeper.record.open_session import Book, Occasion, occasion_of
from scorekeeper.record.session_fingerprint import fingerprint
from scorekeeper.record.session_head import evening_named, identity
from scorekeeper.render.blank_text import blank_text
from scorekeeper.render.csv_tables import blank_csv
from scorekeeper.render.evening_pages import EVENINGS, SessionPage
from scorekeeper.render.html.blank_page import blank_page
from scorekeeper.render.report_formats import SHEETS, SUMMARIES
from scorekeeper.render.writers import Look
from scorekeeper.report.blank import blank_of
from scorekeeper.report.evening import EveningSheet, evening_sheet
from scorekeeper.report.log_report import corrections_of
from scorekeeper.report.shared_labels import agreed_words, chosen_options
from scorekeeper.report.sheet import Sheet, sheet_of
from scorekeeper.report.summary import Summary, summary_of
from scorekeeper.rules.rules_by_option import players_allowed
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import printer
from scorekeeper.store import ruleset_library as library
from scorekeeper.store import session_changes as shelves
from scorekeeper.store.printer import png_of
from scorekeeper.text.local_formats import currency_of
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import MachineFailure, Refused, refuse
from scorekeeper.text.translation import tr

# --- A page on paper ---------------------------------------------------------------------------


def print_page(name: str, page: str) -> None:
    """Print an HTML page on the printer. Without a printer, write the page to a file and print the
    path."""
    sent, why = printer.print_page(page)
    if sent:
        answer = say("sent to the printer: {answer}", answer=why)
        show(text_of(answer) if why else tr("sent to the printer"))
        return
    path = printer.write_beside(f"{name}.html", page)
    show(text_of(say("{why}; the page is here: {file}", why=why, file=path)))


# --- The sessions of one evening together: `summary --evening`, `sheet --evening` --------------


def show_evening(
    session: str | None,
    form: str,
    plain: bool,
    page_of: Callable[[Book], tuple[Sheet | Summary, Ruleset, Look]],
    prints: bool = False,
) -> None:
    """Show all sessions of an evening, with their ranking, or print them on paper if `prints`.
    `page_of` returns the sheet or summary of one session."""
    found, books = _evening(whole_book(session))
    pages = [_evening_page(book, form, *page_of(book)) for book in books]
    look = Look(
        terminal_width(), plain, held=held_words(_occasion(books)),
        ink=ink_of_page(plain or form != "text"),
    )  # fmt: skip
    if prints:
        write_files()  # paper has every sign, whatever the terminal has
        print_page(f"{books[0].name}-evening", EVENINGS["html"](found, pages, look))
        return
    show_page(EVENINGS[form](found, pages, look).rstrip("\n"), look.ink)


def _evening_page(
    book: Book, form: str, shown: Sheet | Summary, rules: Ruleset, look: Look
) -> SessionPage:
    """Return the page of a session. In text it ends with the settings."""
    said = agreed_words(book.agreed) if form == "text" else look.said
    return SessionPage(shown, rules, look._replace(said=said))


def _evening(asked: Book) -> tuple[EveningSheet, Sequence[Book]]:
    """Return the evening to which a session belongs, and its sessions. Print a note about each
    session that is left out."""
    first = evening_named(asked.log.head) or identity(asked.log.head)
    books = sorted(_books(asked, first), key=lambda book: _order(book, first))
    ids = {identity(book.log.head) for book in books}
    deleted = [name for name, own in _in_the_trash(first) if own not in ids]
    for name in deleted:
        _note_deleted(name)
    if first not in ids and not deleted:
        note(tr("the session with which the evening began is not here"))
    counts_as = known_people().counts_as
    told = [(book, counted(evening_of(book), counts_as)) for book in books]
    archived = {*store.archived_names()}.difference(store.session_names())
    return evening_sheet(told, [*archived], deleted), books


def _order(book: Book, first: str) -> tuple[bool, str, str]:
    """Return the sort key of a session in its evening: the first one, of id `first`, then by
    creation."""
    head = book.log.head
    return identity(head) != first, str(head.get("created", "")), book.name


def _books(asked: Book, first: str) -> Iterator[Book]:
    """Yield the sessions of an evening, without copies, and the given session even if it is
    outside the home. `first` is the id of the evening's first session."""
    told = [*told_quietly()]
    own = [(name, row) for name, row in told if first in (row.id, row.evening)]
    tell_copies(told, [name for name, _ in own])
    if identity(asked.log.head) not in [row.id for _, row in own]:
        yield asked
    for name, _ in without_copies(own):
        book = open_book(name)
        if book.standing.problems:
            _note_broken(name)
        else:
            yield book


def _in_the_trash(first: str) -> Iterator[tuple[str, str]]:
    """Yield (name, id) of the deleted sessions of an evening."""
    for name in shelves.trash_names():
        with suppress(Refused, MachineFailure, ValueError, RecursionError):
            head = _head(store.session_bytes(shelves.trash_path(name)))
            if first in (identity(head), evening_named(head)):
                yield name, identity(head)


def _head(data: bytes) -> dict[str, Any]:
    """Parse the header of a session as a TOML table, without its rules and deals."""
    return toml_table(data.decode().partition("\n[")[0])


def _note_deleted(name: str) -> None:
    command = text_of(CommandLine("sessions restore", (name,)))
    note(
        tr(
            "{session} belongs to this evening, was deleted and is left out; `{command}` brings it "
            "back",
            session=name,
            command=command,
        )
    )


def _note_broken(name: str) -> None:
    command = text_of(CommandLine("check", (name,)))
    note(
        tr(
            "{session} is left out: a deal of it does not hold under its rules; see `{command}`",
            session=name,
            command=command,
        )
    )


def _occasion(books: Sequence[Book]) -> Occasion:
    """Return the first and last time and the places of an evening."""
    each = [occasion_of(book) for book in books]
    places = dict.fromkeys(one.place for one in each if one.place)
    firsts = [one.first for one in each if one.first]
    lasts = [one.last for one in each if one.last]
    return Occasion(min(firsts, default=""), max(lasts, default=""), ", ".join(places))


# --- An empty sheet for pen and paper: `sheet --blank` -----------------------------------------


def show_blank(
    game: str, names: Sequence[str], form: str, options: Sequence[str], turns: SitOutPlan
) -> None:
    """Print an empty score sheet for a game with these options, with the players' names or with
    space for names."""
    rules = library.load_ruleset(game)
    settled, _ = complete_options(rules, option_words(options))
    number = next(iter(players_allowed(rules, settled) or rules.players))
    players = names or [chr(ord("A") + seat) for seat in range(number)]
    blank = blank_of(agree(rules, players, None, option_words(options), turns), bool(names))
    if form == "json":
        show_json(blank)
    elif form == "html":
        show(blank_page(blank, rules).rstrip("\n"))
    elif form == "csv":
        show(blank_csv(blank, rules))
    elif form == "text":
        show(blank_text(blank, rules, terminal_width()))
    else:
        hint = tr("leave out --format, or say --format html")
        raise refuse(
            "blank-format", tr("an empty sheet comes as text, html, csv or json"), "format", hint
        )


# --- The look of a session's page, and the text below it ---------------------------------------


def show_agreed(opened: Book, form: str) -> None:
    """Print the rules' caution and the unusual options below a report in text format."""
    for line in agreed_words(opened.agreed) if form == "text" else ():
        show(line)


def dated(opened: Book, look: Look) -> Look:
    """Return the look with the session's date and place, for a page that is saved."""
    return look._replace(held=held_words(occasion_of(opened)))


def look_of(
    opened: Book, plain: bool, form: str, stake: str | None = None, currency: str = ""
) -> Look:
    """Return the look of a page. Markdown shows the settings; HTML shows the chosen options,
    corrections and the fingerprint."""
    ink = ink_of_page(plain or form != "text")
    look = Look(terminal_width(), plain, stake, currency=currency, ink=ink)
    if form == "markdown":
        return dated(opened, look)._replace(said=agreed_words(opened.agreed))
    if form != "html":
        return look
    return dated(opened, look)._replace(
        corrections=corrections_of(opened),
        fingerprint=fingerprint(opened),
        said=chosen_options(opened.agreed),
    )


# --- The score sheet: `sheet` ------------------------------------------------------------------


@click.command("sheet", cls=CliCommand)
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
    turns: SitOutPlan,
    options: tuple[str, ...],
) -> None:
    """The score sheet as on paper.

    Each deal's points and running totals, and a Σ column where the rules promise a sum.
    """
    if blank is not None and evening:
        raise click.UsageError(tr("an empty sheet is of no evening: leave out --evening"))
    if blank is not None:
        # 16 ms, only for an empty sheet

        show_blank(blank, players, form, options, turns)
        return
    _refuse_choices(players, options, turns)
    if evening:
        # 30 ms, only for many sessions

        show_evening(session, form, plain, lambda book: _page(book, plain, form))
        return
    opened = whole_book(session)
    value, rules, look = _page(opened, plain, form)
    show_page(SHEETS[form](value, rules, look).rstrip("\n"), look.ink)
    show_agreed(opened, form)


def _page(opened: Book, plain: bool, form: str) -> tuple[Sheet, Ruleset, Look]:
    """Return a session's sheet, its rules and the look of the page."""
    value = sheet_of(opened.standing, opened.name)
    return value, opened.agreed.rules, look_of(opened, plain, form)


def _refuse_choices(players: tuple[str, ...], options: tuple[str, ...], turns: SitOutPlan) -> None:
    """Raise a usage error for players or options of a session's sheet: only an empty sheet takes
    them."""
    if options:
        raise click.UsageError(
            tr("options are chosen for an empty sheet only: sheet --blank GAME --option KEY=VALUE")
        )
    if players or turns != SitOutPlan():
        raise click.UsageError(
            tr("players are named for an empty sheet only: sheet --blank GAME PLAYER…")
        )


# --- The share card as a picture: bytes for a file ---------------------------------------------


CARDS = ("svg", "png")  # formats of the share card


def check_card(form: str, evening: bool) -> None:
    """Raise an error for an image card of a whole evening, or for a PNG picture on a terminal,
    before anything is read."""
    if evening and form in CARDS:
        raise click.UsageError(
            tr("a card shows one session: leave out --evening, or choose another format")
        )
    if form == "png" and is_terminal(sys.stdout):
        command = CommandLine("summary", ("--format", "png"))
        raise refuse(
            "picture-terminal",
            say("a terminal cannot show a PNG picture"),
            None,
            say("write it into a file: `{command} > card.png`", command=command),
        )


def show_png(svg: str) -> None:
    """Write an SVG drawing to stdout as a PNG picture."""
    click.echo(png_of(svg), nl=False)


# --- The page of an evening: `summary` ---------------------------------------------------------


@click.command("summary", cls=CliCommand)
@session_option
@format_option(*FORMATS, *CARDS)
@plain_option
@click.option(
    "--stake",
    metavar="AMOUNT",
    help="Adds who pays whom: every pair settles its difference, at so much a point.",
)
@click.option(
    "--currency", metavar="X", help="What stands after each amount of the stake: kr, €, SEK."
)
@click.option(
    "--print", "print_", is_flag=True, help="Print the page on paper, or write it into this folder."
)
@evening_option
def summary(
    session: str | None,
    form: str,
    plain: bool,
    stake: str | None,
    currency: str | None,
    print_: bool,
    evening: bool,
) -> None:
    """The evening's page: ranking, sheet, best and worst, chart.

    Also how each side did by contract or role, and how often the lead changed.
    """
    if currency is not None and stake is None:
        raise click.UsageError(tr("a currency goes with a stake: --stake AMOUNT --currency X"))
    money = "" if currency is None else currency_of(currency)
    if not print_:
        check_card(form, evening)
    if evening:
        # 30 ms, only for many sessions

        form = "html" if print_ else form
        show_evening(
            session,
            form,
            plain,
            lambda book: _summary_page(book, plain, form, stake, money),
            print_,
        )
        return
    opened = whole_book(session)
    if print_:
        write_files()  # paper has every sign, whatever the terminal has
        print_page(
            opened.name, SUMMARIES["html"](*_summary_page(opened, plain, "html", stake, money))
        )
        return
    value, rules, look = _summary_page(opened, plain, form, stake, money)
    if form == "png":
        show_png(SUMMARIES["svg"](value, rules, look))
        return
    show_page(SUMMARIES[form](value, rules, look).rstrip("\n"), look.ink)
    show_agreed(opened, form)


def _summary_page(
    opened: Book, plain: bool, form: str, stake: str | None, money: str
) -> tuple[Summary, Ruleset, Look]:
    """Return a session's summary, its rules and the look of the page."""
    value = summary_of(opened.standing, opened.name, occasion_of(opened), fingerprint(opened))
    return value, opened.agreed.rules, dated(opened, look_of(opened, plain, form, stake, money))


COMMANDS = {"sheet": sheet, "summary": summary}
