"""The dealer's card: `next`."""

from __future__ import annotations

import click

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    dealing_option,
    format_option,
    plain_option,
    session_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.render.dealer_card import next_text
from scorekeeper.sheet.coming_card import card_of, card_value
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
    card = card_of(opened.standing)
    if form == "json":
        show_json(card_value(card))
        return
    if card is None:
        show(over_line(opened.standing))
        return
    rules, ink = opened.agreed.rules, ink_of_page(plain)
    text = next_text(card, rules, min(terminal_width(), 80), plain, not brief, ink)
    show_page("\n".join([text, *agreed_words(opened.agreed)]), ink)


COMMANDS = {"next": next_}
