"""The dealer's card: `next`."""

from __future__ import annotations

import click

from scorekeeper.cli.colour import ink_of_page
from scorekeeper.cli.common import (
    Command,
    dealing_option,
    format_option,
    plain_option,
    session_option,
    show,
    show_json,
    show_page,
    terminal_width,
)
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.render.dealer_card import next_text
from scorekeeper.sheet.coming_card import card_of
from scorekeeper.words.act_lines import over_line
from scorekeeper.words.phrases import agreed_words


@click.command("next", cls=Command)
@session_option
@format_option()
@plain_option
@dealing_option
def next_(session: str | None, form: str, plain: bool, brief: bool) -> None:
    """The dealer's card: who deals next and how, what is left, the quotas.

    Also who speaks first, declares and leads, and what the entry needs.
    """
    opened = whole_book(session)
    coming = card_of(opened.standing)
    if form == "json":
        show_json(coming)
        return
    if coming is None:
        show(over_line(opened.standing))
        return
    rules, ink = opened.agreed.rules, ink_of_page(plain)
    card = next_text(coming, rules, min(terminal_width(), 80), plain, not brief, ink)
    show_page("\n".join([card, *agreed_words(opened.agreed)]), ink)


COMMANDS = {"next": next_}
