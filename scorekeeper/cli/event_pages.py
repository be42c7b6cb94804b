"""Printed pages and result slips of an event: `event standings explain ratings seating slips
slip`."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import click

from scorekeeper.cli.click_parts import (
    FORMATS,
    WHOLE_NUMBER,
    CliCommand,
    by_option,
    clock,
    format_option,
    is_terminal,
    offered,
    plain_option,
    show,
    show_json,
    talk,
    terminal_width,
    why_option,
)
from scorekeeper.cli.event_tables import note_slips, told_tables
from scorekeeper.cli.open_event import change_event, event_option, show_done, whole_event
from scorekeeper.cli.output_formats import show_document
from scorekeeper.cli.refusal import show_refusal
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import Done, person_named
from scorekeeper.event.event_standings import EventStandings, event_standings
from scorekeeper.event.event_state import Event, EventTable, no_such_round
from scorekeeper.event.result_slips import open_slips, recording_slip, table_named
from scorekeeper.event.session_assignment import TableSession, played_of, stand_ins
from scorekeeper.record.changes_between_deals import kept_why
from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.event_text import (
    BY_NAME,
    BY_TABLE,
    WAYS,
    seating_csv,
    seating_document,
    slips_text,
)
from scorekeeper.report.event.event_values import RoundPage, round_page
from scorekeeper.report.event.standings_document import (
    person_document,
    standings_document,
    standings_rows,
)
from scorekeeper.report.event.standings_page import person_page, plan_lines, standings_page
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.message_text import names_listed
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr

# --- Standings of an event: `event standings`, `event explain`, `event ratings` ----------------


@click.command("standings", cls=CliCommand)
@event_option
@format_option(*FORMATS)
@plain_option
def standings(event: str | None, form: str, plain: bool) -> None:
    """How everybody stands.

    Each round, what of it counts, and why each is ahead of the next.
    """
    opened = whole_event(event)
    told = told_tables(opened.event)
    terms, found = opened.terms, _standings(opened, told)
    note_slips(opened.event, told)
    page = standings_page(found, terms.name, terms.rounds, opened.event.finished)
    if form == "json":
        show_json(page)
    elif form == "csv":
        show(csv_text(standings_rows(page)))
    else:
        show_document(standings_document(page), form, plain)


@click.command("explain", cls=CliCommand)
@click.argument("name", metavar="NAME", shell_complete=offered("event people"))
@event_option
@format_option(*(form for form in FORMATS if form != "csv"))
@plain_option
def explain(name: str, event: str | None, form: str, plain: bool) -> None:
    """How somebody came to their place, round by round.

    Tables, points, places, what counts and what is struck, fixed scores, penalties, and each
    tie-break with its numbers.
    """
    opened = whole_event(event)
    told = told_tables(opened.event)
    who, found = person_named(opened.event, name), _standings(opened, told)
    lines = [*plan_lines(found.plan, found.fewer)]
    instead = {
        table.round: stand_in
        for table in opened.event.tables
        if (stand_in := stand_ins(table, told).get(who))
    }
    page = person_page(found, opened.terms.name, who, lines, instead)
    if form == "json":
        show_json(page)
    else:
        show_document(person_document(page), form, plain)


@click.command("ratings", cls=CliCommand)
@event_option
@format_option(*FORMATS)
@plain_option
def ratings(event: str | None, form: str, plain: bool) -> None:
    """How strong everybody seems after the tables of the event.

    As `league --ratings` has it of all evenings.
    """
    # 20 ms, only for ratings
    from scorekeeper.cli.league import rated_value, show_ratings  # noqa: PLC0415

    told = told_tables(whole_event(event).event).values()
    whole = [(one.name, one.evening) for one in told if not one.evening.fails]
    show_ratings(rated_value(whole), form, plain)


def _standings(opened: OpenEvent, told: Mapping[str, TableSession]) -> EventStandings:
    """Return the standings of an event. `told` are the sessions of its tables."""
    return event_standings(opened.terms.plan, played_of(opened.event, told))


# --- printed seating and slips -----------------------------------------------------------------
# What is printed for an event: `event seating` for the wall, `event slips` for the tables.


round_option = click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="Which round (default: the one that goes on).",
)  # fmt: skip


@click.command("seating", cls=CliCommand)
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
        from scorekeeper.render.html.section_page import (  # noqa: PLC0415 - 9 ms, only for HTML
            seating_page,
        )

        show(seating_page(page, ways).rstrip("\n"))
    else:
        show_document(seating_document(page, ways), form, plain)


@click.command("slips", cls=CliCommand)
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
        from scorekeeper.render.html.section_page import (  # noqa: PLC0415 - 9 ms, only for HTML
            slips_page,
        )

        show(slips_page(page).rstrip("\n"))
    else:
        show(slips_text(page, terminal_width()))


def _page(chosen: str | None, number: int | None) -> RoundPage:
    """Return the seating of a round, by default the present one. Raises Refused if the round has
    no seating yet."""
    event = whole_event(chosen).event
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


# --- Typing in the result slips of an event: `event slip` --------------------------------------


@click.command("slip", cls=CliCommand, context_settings={"ignore_unknown_options": True})
@click.argument("table", metavar="[NUMBER]", required=False)
@click.argument("points", metavar="[POINTS]…", nargs=-1)
@click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="Which round (default: the latest that has begun).",
)  # fmt: skip
@why_option
@event_option
@by_option
@format_option()
def slip(
    table: str | None, points: tuple[str, ...], number: int | None, why: str, event: str | None,
    form: str,
) -> None:  # fmt: skip
    """Records the result of a table from its slip, where its deals are on paper.

    The number of the table, the points from top to bottom, and their sum, which may be left out.
    Without them it asks for each slip of the round that is missing; each is recorded at once.
    Where the deals are recorded, the slip is compared with them.
    """
    if table is None:
        _ask_for_slips(number, why, event, form)
    else:
        _record(table, points, number, why, event, form)


def _record(
    table: str, points: tuple[str, ...], number: int | None, why: str, event: str | None, form: str
) -> None:
    def act(now: OpenEvent) -> Done:
        found = table_named(now.event, table, number)
        return recording_slip(now, found, points, told_tables(now.event), clock(), kept_why(why))

    before, done = change_event(event, act)
    show_done(before.name, done, form)


def _ask_for_slips(number: int | None, why: str, event: str | None, form: str) -> None:
    """Ask for the points of each table that has no result. An empty line skips a table."""
    opened = whole_event(event)
    tables = open_slips(opened.event, told_tables(opened.event), number)
    if not tables:
        talk(tr("no slip is missing"))
    for table in tables:
        while line := _line(table):
            try:
                _record(str(table.number), tuple(line.split()), table.round, why, event, form)
            except Refused as refusal:
                show_refusal(refusal, form)
                if not is_terminal(sys.stdin):
                    raise SystemExit(1) from None
            else:
                break


def _line(table: EventTable) -> str:
    """Ask for the points on a table's slip. Return the typed line, "" at the end of input."""
    names = safe(names_listed(table.people))
    asked = tr("table {number}, points of {names}", number=table.number, names=names)
    click.echo(f"{asked}> ", nl=False, err=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not is_terminal(sys.stdin):
        click.echo("", err=True)
    return line.strip()


COMMANDS = {
    "standings": standings,
    "explain": explain,
    "ratings": ratings,
    "seating": seating,
    "slips": slips,
    "slip": slip,
}
