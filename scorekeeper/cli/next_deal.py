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
from scorekeeper.record.counting import counting_words
from scorekeeper.render.dealer_card import next_text
from scorekeeper.report.act_lines import AGAIN, over_line
from scorekeeper.report.coming_card import card_of, card_value
from scorekeeper.report.counted import counts_value
from scorekeeper.report.dispute_lines import open_lines
from scorekeeper.report.phrases import agreed_words
from scorekeeper.text.language import tr
from scorekeeper.text.speech import text_of
from scorekeeper.text.width import all_wrapped, safe


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


COMMANDS = {"next": next_}
