"""The page of an evening: `summary`."""

from __future__ import annotations

import click

from scorekeeper.cli.colour import show_page
from scorekeeper.cli.common import (
    FORMATS,
    Command,
    evening_option,
    format_option,
    plain_option,
    session_option,
)
from scorekeeper.cli.encoding import write_files
from scorekeeper.cli.looks import dated, look_of, show_agreed
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.cli.printing import print_page
from scorekeeper.cli.share_picture import CARDS, check_card, show_png
from scorekeeper.record.book import Book
from scorekeeper.record.fingerprint import fingerprint
from scorekeeper.record.occasion import occasion_of
from scorekeeper.render.renderings import SUMMARIES, Look
from scorekeeper.report.summary import Summary, summary_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.money import currency_of


@click.command("summary", cls=Command)
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
        from scorekeeper.cli.whole_evening import show_evening  # noqa: PLC0415

        form = "html" if print_ else form
        show_evening(
            session, form, plain, lambda book: _page(book, plain, form, stake, money), print_
        )
        return
    opened = whole_book(session)
    if print_:
        write_files()  # paper has every sign, whatever the terminal has
        print_page(opened.name, SUMMARIES["html"](*_page(opened, plain, "html", stake, money)))
        return
    value, rules, look = _page(opened, plain, form, stake, money)
    if form == "png":
        show_png(SUMMARIES["svg"](value, rules, look))
        return
    show_page(SUMMARIES[form](value, rules, look).rstrip("\n"), look.ink)
    show_agreed(opened, form)


def _page(
    opened: Book, plain: bool, form: str, stake: str | None, money: str
) -> tuple[Summary, Ruleset, Look]:
    """What is shown of a session, and how it looks."""
    value = summary_of(opened.standing, opened.name, occasion_of(opened), fingerprint(opened))
    return value, opened.agreed.rules, dated(opened, look_of(opened, plain, form, stake, money))


COMMANDS = {"summary": summary}
