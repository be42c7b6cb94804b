"""How an event stands: `event standings`, `event explain`, `event ratings`."""

from __future__ import annotations

from collections.abc import Mapping

import click

from scorekeeper.cli.common import (
    FORMATS,
    Command,
    format_option,
    offered,
    plain_option,
    show,
    show_json,
)
from scorekeeper.cli.event_tables import told_tables
from scorekeeper.cli.opened_event import event_option, open_event
from scorekeeper.cli.shown_sections import show_sections
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import person_named
from scorekeeper.event.event_standings import EventStandings, event_standings
from scorekeeper.event.table_sessions import Told, played_of, stand_ins
from scorekeeper.render.person_sections import person_sections
from scorekeeper.render.standings_sections import standings_csv, standings_sections
from scorekeeper.report.event.event_person import person_page
from scorekeeper.report.event.event_words import plan_lines
from scorekeeper.report.event.standings_page import standings_page


@click.command("standings", cls=Command)
@event_option
@format_option(*FORMATS)
@plain_option
def standings(event: str | None, form: str, plain: bool) -> None:
    """How everybody stands.

    Each round, what of it counts, and why each is ahead of the next.
    """
    opened = open_event(event)
    terms, found = opened.terms, _standings(opened, told_tables(opened.event))
    page = standings_page(found, terms.name, terms.rounds, opened.event.finished)
    if form == "json":
        show_json(page)
    elif form == "csv":
        show(standings_csv(page))
    else:
        show_sections(standings_sections(page), form, plain)


@click.command("explain", cls=Command)
@click.argument("name", metavar="NAME", shell_complete=offered("event people"))
@event_option
@format_option(*(form for form in FORMATS if form != "csv"))
@plain_option
def explain(name: str, event: str | None, form: str, plain: bool) -> None:
    """How somebody came to their place, round by round.

    Tables, points, places, what counts and what is struck, fixed scores, penalties, and each
    tie-break with its numbers.
    """
    opened = open_event(event)
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
        show_sections(person_sections(page), form, plain)


@click.command("ratings", cls=Command)
@event_option
@format_option(*FORMATS)
@plain_option
def ratings(event: str | None, form: str, plain: bool) -> None:
    """How strong everybody seems after the tables of the event.

    As `league --ratings` has it of all evenings.
    """
    # 20 ms, only for ratings
    from scorekeeper.cli.league_ratings import rated_value, show_ratings  # noqa: PLC0415

    told = told_tables(open_event(event).event).values()
    whole = [(one.name, one.evening) for one in told if not one.evening.fails]
    show_ratings(rated_value(whole), form, plain)


def _standings(opened: OpenEvent, told: Mapping[str, Told]) -> EventStandings:
    """The standings of an event by the sessions of its tables."""
    return event_standings(opened.terms.plan, played_of(opened.event, told))


COMMANDS = {"standings": standings, "explain": explain, "ratings": ratings}
