"""How a deal came to its points: `explain`."""

from __future__ import annotations

import click

from scorekeeper.book.amending import no_such_deal
from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    format_option,
    plain_option,
    session_option,
    show_json,
    terminal_width,
)
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.render.steps import explain_text
from scorekeeper.sheet.explain import explain_of
from scorekeeper.standing import state_before


@click.command("explain", cls=Command)
@click.argument("number", type=int)
@session_option
@format_option()
@plain_option
def explain(number: int, session: str | None, form: str, plain: bool) -> None:
    """How deal NUMBER came to its points, step by step.

    Facts, quotas, formulas with the numbers put in, outcome, and the rule's source.
    """
    opened = whole_book(session)
    if not 1 <= number <= len(opened.standing.deals):
        raise no_such_deal(opened, number)
    value = explain_of(
        opened.agreed, state_before(opened.standing, number), opened.standing.deals[number - 1]
    )
    if form == "json":
        show_json(value)
    else:
        ink, width = ink_of_page(plain), min(terminal_width(), 100)
        show_page(explain_text(value, opened.agreed.rules, width, plain, ink), ink)


COMMANDS = {"explain": explain}
