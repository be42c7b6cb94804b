"""How a deal came to its points: `explain`."""

from __future__ import annotations

import click

from scorekeeper.cli.common import (
    WHOLE_NUMBER,
    Command,
    format_option,
    offered,
    plain_option,
    session_option,
)
from scorekeeper.cli.opened_session import whole_book
from scorekeeper.cli.showing import show_report
from scorekeeper.record.amending import no_such_deal
from scorekeeper.render.steps import readings_text
from scorekeeper.report.dispute_lines import reading_heads
from scorekeeper.report.explain import explained_readings, readings_value


@click.command("explain", cls=Command)
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
    show_report(
        readings_value(found),
        lambda width, ink: readings_text(found, heads, rules, width, plain, ink),
        form == "json",
        plain,
    )


COMMANDS = {"explain": explain}
