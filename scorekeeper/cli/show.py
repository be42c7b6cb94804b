"""Reading a session: `next sheet explain summary log`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from scorekeeper.book import Book
from scorekeeper.book.occasion import occasion_of
from scorekeeper.cli.colour import ink_of_page
from scorekeeper.cli.common import (
    FORMATS,
    Command,
    dealing_option,
    format_option,
    is_terminal,
    open_book,
    plain_option,
    session_option,
    show,
    show_json,
    show_page,
    talk,
    terminal_width,
    whole_book,
)
from scorekeeper.language import tr

if TYPE_CHECKING:
    from scorekeeper.render.renderings import Look


@click.command("next", cls=Command)
@session_option
@format_option()
@plain_option
@dealing_option
def next_(session: str | None, form: str, plain: bool, brief: bool) -> None:
    """The dealer's card: who deals next and how, what is left, the quotas.

    Also who speaks first, declares and leads, and what the entry needs.
    """
    from scorekeeper.sheet.coming import card_of

    opened = whole_book(session)
    coming = card_of(opened.standing)
    if form == "json":
        show_json(coming)
        return
    from scorekeeper.render.dealer_card import next_text
    from scorekeeper.words.act_lines import over_line
    from scorekeeper.words.phrases import agreed_words

    if coming is None:
        show(over_line(opened.standing))
        return
    rules, ink = opened.agreed.rules, ink_of_page(plain)
    card = next_text(coming, rules, min(terminal_width(), 80), plain, not brief, ink)
    show_page("\n".join([card, *agreed_words(opened.agreed)]), ink)


@click.command("sheet", cls=Command)
@click.argument("players", nargs=-1, metavar="[PLAYER…]")
@session_option
@format_option(*FORMATS)
@plain_option
@click.option("--blank", metavar="GAME", help="An empty sheet for pen and paper.")
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="With --blank: a choice of the table; repeatable.",
)
def sheet(
    players: tuple[str, ...],
    session: str | None,
    form: str,
    plain: bool,
    blank: str | None,
    options: tuple[str, ...],
) -> None:
    """The score sheet as on paper.

    Each deal's points and running totals, and a Σ column where the rules promise a sum.
    """
    if blank is not None:
        from scorekeeper.cli.printing import show_blank

        show_blank(blank, players, form, options)
        return
    if options:
        raise click.UsageError(
            tr("options are chosen for an empty sheet only: sheet --blank GAME --option KEY=VALUE")
        )
    if players:
        raise click.UsageError(
            tr("players are named for an empty sheet only: sheet --blank GAME PLAYER…")
        )
    from scorekeeper.render.renderings import SHEETS
    from scorekeeper.sheet.sheet import sheet_of

    opened = whole_book(session)
    value = sheet_of(opened.standing, opened.name)
    look = _look(opened, plain, form)
    show_page(SHEETS[form](value, opened.agreed.rules, look).rstrip("\n"), look.ink)
    _show_agreed(opened, form)


def _show_agreed(opened: Book, form: str) -> None:
    """Caution and unusual options under a text that people read."""
    from scorekeeper.words.phrases import agreed_words

    for line in agreed_words(opened.agreed) if form == "text" else ():
        show(line)


def _dated(opened: Book, look: Look) -> Look:
    """The look of a page that is kept, which says when and where it was."""
    from scorekeeper.cli.local_day import held_words

    return look._replace(held=held_words(occasion_of(opened)))


def _look(
    opened: Book, plain: bool, form: str, stake: str | None = None, currency: str = ""
) -> Look:
    from scorekeeper.render.renderings import Look
    from scorekeeper.words.phrases import agreed_words, chosen_options

    ink = ink_of_page(plain or form != "text")
    look = Look(terminal_width(), plain, stake, currency=currency, ink=ink)
    if form == "markdown":
        return _dated(opened, look)._replace(said=agreed_words(opened.agreed))
    if form != "html":
        return look
    from scorekeeper.fingerprint import fingerprint
    from scorekeeper.render.log import corrections_of

    return _dated(opened, look)._replace(
        corrections=corrections_of(opened),
        fingerprint=fingerprint(opened),
        said=chosen_options(opened.agreed),
    )


@click.command("explain", cls=Command)
@click.argument("number", type=int)
@session_option
@format_option()
@plain_option
def explain(number: int, session: str | None, form: str, plain: bool) -> None:
    """How deal NUMBER came to its points, step by step.

    Facts, quotas, formulas with the numbers put in, outcome, and the rule's source.
    """
    from scorekeeper.render.steps import explain_text
    from scorekeeper.sheet.explain import explain_of
    from scorekeeper.standing import state_before

    opened = whole_book(session)
    if not 1 <= number <= len(opened.standing.deals):
        from scorekeeper.book.amending import no_such_deal

        raise no_such_deal(opened, number)
    value = explain_of(
        opened.agreed, state_before(opened.standing, number), opened.standing.deals[number - 1]
    )
    if form == "json":
        show_json(value)
    else:
        ink, width = ink_of_page(plain), min(terminal_width(), 100)
        show_page(explain_text(value, opened.agreed.rules, width, plain, ink), ink)


@click.command("summary", cls=Command)
@session_option
@format_option(*FORMATS)
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
def summary(
    session: str | None,
    form: str,
    plain: bool,
    stake: str | None,
    currency: str | None,
    print_: bool,
) -> None:
    """The evening's page: ranking, sheet, best and worst, chart.

    Also how each side did by contract or role, and how often the lead changed.
    """
    from scorekeeper.fingerprint import fingerprint
    from scorekeeper.render.renderings import SUMMARIES
    from scorekeeper.sheet.summary import summary_of
    from scorekeeper.words.money import currency_of

    if currency is not None and stake is None:
        raise click.UsageError(tr("a currency goes with a stake: --stake AMOUNT --currency X"))
    money = "" if currency is None else currency_of(currency)
    opened = whole_book(session)
    rules = opened.agreed.rules
    value = summary_of(opened.standing, opened.name, occasion_of(opened), fingerprint(opened))
    if print_:
        from scorekeeper.cli.encoding import write_files
        from scorekeeper.cli.printing import print_page

        write_files()  # paper has every sign, whatever the terminal has
        print_page(
            opened.name, SUMMARIES["html"](value, rules, _look(opened, plain, "html", stake, money))
        )
        return
    look = _dated(opened, _look(opened, plain, form, stake, money))
    show_page(SUMMARIES[form](value, rules, look).rstrip("\n"), look.ink)
    _show_agreed(opened, form)


@click.command("log", cls=Command)
@session_option
@format_option()
def log(session: str | None, form: str) -> None:
    """Every entry in the order it was made: when, what, why.

    Corrections and undos are entries too; nothing is ever overwritten.
    """
    from scorekeeper.render.log import log_lines, log_of
    from scorekeeper.words.width import all_wrapped

    opened = open_book(session)
    if form == "json":
        show_json(log_of(opened))
        return
    if opened.journal.entries:
        lines = log_lines(opened)
        show("\n".join(all_wrapped(lines, terminal_width()) if is_terminal(sys.stdout) else lines))
    else:
        talk(tr("nothing has been recorded yet"))


COMMANDS = {"next": next_, "sheet": sheet, "explain": explain, "summary": summary, "log": log}
