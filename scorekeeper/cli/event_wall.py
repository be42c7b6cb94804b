"""What is printed for an event: `event seating` for the wall, `event slips` for the tables."""

from __future__ import annotations

import click

from scorekeeper.cli.common import (
    FORMATS,
    WHOLE_NUMBER,
    Command,
    format_option,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.opened_event import event_option, open_event
from scorekeeper.cli.shown_sections import show_sections
from scorekeeper.event.event_state import Event, no_such_round
from scorekeeper.render.wall_sections import (
    BY_NAME,
    BY_TABLE,
    WAYS,
    seating_csv,
    seating_sections,
    slips_text,
)
from scorekeeper.report.event.event_round import RoundPage, round_page
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import refuse

round_option = click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="Which round (default: the one that goes on).",
)  # fmt: skip


@click.command("seating", cls=Command)
@round_option
@click.option("--by-name", "way", flag_value=BY_NAME, help="Only everybody with their table.")
@click.option("--by-table", "way", flag_value=BY_TABLE, help="Only each table with its people.")
@event_option
@format_option(*FORMATS)
@plain_option
def seating(
    number: int | None, way: str | None, event: str | None, form: str, plain: bool
) -> None:  # fmt: skip
    """Who sits where, for the wall: by table and by name.

    As HTML in large letters, to print.
    """
    page, ways = _page(event, number), WAYS if way is None else (way,)
    if form == "json":
        show_json(page)
    elif form == "csv":
        show(seating_csv(page))
    elif form == "html":
        from scorekeeper.render.html.wall_page import (  # noqa: PLC0415 - 9 ms, only for HTML
            seating_page,
        )

        show(seating_page(page, ways).rstrip("\n"))
    else:
        show_sections(seating_sections(page, ways), form, plain)


@click.command("slips", cls=Command)
@round_option
@event_option
@format_option("text", "json", "html")
def slips(number: int | None, event: str | None, form: str) -> None:
    """A slip for each table: room for points and signatures.

    As HTML four to a sheet of paper, to print and cut apart.
    """
    page = _page(event, number)
    if form == "json":
        show_json(page)
    elif form == "html":
        from scorekeeper.render.html.wall_page import (  # noqa: PLC0415 - 9 ms, only for HTML
            slips_page,
        )

        show(slips_page(page).rstrip("\n"))
    else:
        show(slips_text(page, terminal_width()))


def _page(chosen: str | None, number: int | None) -> RoundPage:
    """The page of a round that is drawn, the one that goes on unless one is named."""
    event = open_event(chosen).event
    which = max(event.begun, 1) if number is None else number
    if which not in event.drawn:
        raise _not_drawn(event, which)
    return round_page(event, which)


def _not_drawn(event: Event, number: int) -> Exception:
    if not 1 <= number <= event.terms.rounds:
        return refuse("event-round", no_such_round(event, number), "round")
    message = say("round {number} is not drawn yet", number=number)
    command = CommandLine("event seat", ("--round", str(number)))
    return refuse("event-not-drawn", message, "round", say("draw it: {command}", command=command))


COMMANDS = {"seating": seating, "slips": slips}
