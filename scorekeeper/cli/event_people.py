"""The commands for the people of an event: `event join late absent drop penalty`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from scorekeeper.cli.click_parts import (
    WHOLE_NUMBER,
    CliCommand,
    by_option,
    clock,
    format_option,
    offered,
    why_option,
)
from scorekeeper.cli.open_event import change_event, event_option, round_option, show_done
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import Done, away, coming_late, joining, leaving, scoring
from scorekeeper.event.round_draws import Find
from scorekeeper.record.changes_between_deals import kept_text, kept_why
from scorekeeper.store.shipped_files import drawn_with_designs

Act = Callable[[OpenEvent, Sequence[str], int | None, str, str, Find], Done]
names_argument = click.argument(
    "names", metavar="NAME…", nargs=-1, required=True, shell_complete=offered("event people")
)
from_option = click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="From which round on (default: the coming one).",
)  # fmt: skip


@click.command("join", cls=CliCommand)
@names_argument
@from_option
@why_option
@event_option
@by_option
@format_option()
def join(
    names: tuple[str, ...], number: int | None, why: str, event: str | None, form: str
) -> None:
    """Has people play from a round on.

    New ones, or who was away and comes back. Rounds that are drawn and have not begun are drawn
    anew.
    """
    _change(joining, names, number, why, event, form)


@click.command("late", cls=CliCommand)
@names_argument
@click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="In which round they are there (default: the one after the coming).",
)  # fmt: skip
@why_option
@event_option
@by_option
@format_option()
def late(
    names: tuple[str, ...], number: int | None, why: str, event: str | None, form: str
) -> None:
    """Says that people come late: the coming round begins without them."""
    _change(coming_late, names, number, why, event, form)


@click.command("absent", cls=CliCommand)
@names_argument
@round_option
@why_option
@event_option
@by_option
@format_option()
def absent(
    names: tuple[str, ...], number: int | None, why: str, event: str | None, form: str
) -> None:
    """Says that people are away in one round."""
    _change(away, names, number, why, event, form)


@click.command("drop", cls=CliCommand)
@names_argument
@from_option
@why_option
@event_option
@by_option
@format_option()
def drop(
    names: tuple[str, ...], number: int | None, why: str, event: str | None, form: str
) -> None:
    """Has people leave; what they played stays."""
    _change(leaving, names, number, why, event, form)


def _change(
    act: Act, names: Sequence[str], number: int | None, why: str, event: str | None, form: str
) -> None:
    before, done = change_event(
        event, lambda opened: act(opened, names, number, clock(), kept_why(why), drawn_with_designs)
    )
    show_done(before.name, done, form)


@click.command("penalty", cls=CliCommand, context_settings={"ignore_unknown_options": True})
@click.argument("name", metavar="NAME", shell_complete=offered("event people"))
@click.argument("points", type=WHOLE_NUMBER, metavar="POINTS")
@click.argument("why", metavar="TEXT…", nargs=-1, required=True)
@click.option(
    "--round", "number", type=WHOLE_NUMBER, metavar="NUMBER",
    help="Which round (default: the latest that has begun).",
)  # fmt: skip
@event_option
@by_option
@format_option()
def penalty(
    name: str, points: int, why: tuple[str, ...], number: int | None, event: str | None, form: str
) -> None:
    """Gives or takes points by the referee's decision, with the reason."""
    words = kept_text(" ".join(why), "why")
    before, done = change_event(
        event, lambda opened: scoring(opened, name, points, number, clock(), words)
    )
    show_done(before.name, done, form)


COMMANDS = {"join": join, "late": late, "absent": absent, "drop": drop, "penalty": penalty}
