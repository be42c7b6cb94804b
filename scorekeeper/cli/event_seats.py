"""Who sits where at an event: `event seat swap`."""

from __future__ import annotations

from collections.abc import Sequence

import click

from scorekeeper.cli.common import (
    WHOLE_NUMBER,
    Command,
    WholeNumberWithin,
    by_option,
    clock,
    format_option,
    note,
    offered,
    why_option,
)
from scorekeeper.cli.event_shown import show_rounds
from scorekeeper.cli.event_standing import standing_of
from scorekeeper.cli.opened_event import change_event, event_option, round_option
from scorekeeper.event import OpenEvent
from scorekeeper.event.drawing import Find, Seats
from scorekeeper.event.evenness import Draw
from scorekeeper.event.event_acts import (
    Done,
    later_round,
    refuse_over,
    seating,
    seating_by_hand,
    swapping,
)
from scorekeeper.event.event_state import Event, missing_draws
from scorekeeper.event.meetings_said import meetings_said, swap_notes
from scorekeeper.event.seated import Round, Sizes
from scorekeeper.event.solver import solved
from scorekeeper.event.terms import EVEN, SEATINGS
from scorekeeper.record.events import kept_why
from scorekeeper.store.design_files import drawn_with_designs
from scorekeeper.store.extras import without_extra
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.speech import text_of


@click.command("seat", cls=Command)
@round_option
@click.option("--all", "is_all", is_flag=True, help="Every round that has not begun.")
@click.option("--hand", metavar="TEXT", help="Who sits where: 'Ann, Bob, Cal / Dee, Eve, Fay'.")
@click.option(
    "--out", multiple=True, metavar="NAME", shell_complete=offered("event people"),
    help="With --hand: who sits out; repeatable.",
)  # fmt: skip
@click.option(
    "--seating", "how", type=click.Choice(SEATINGS[:3]), metavar="HOW",
    help="As --seating of `event new`, for these rounds.",
)  # fmt: skip
@click.option("--seed", type=WHOLE_NUMBER, metavar="NUMBER", help="Another draw.")
@click.option(
    "--solver", "seconds", type=WholeNumberWithin(1), metavar="SECONDS",
    help="Have a solver look so long for a better draw.",
)  # fmt: skip
@why_option
@event_option
@by_option
@format_option()
def seat(
    number: int | None, is_all: bool, hand: str | None, out: tuple[str, ...], how: str | None,
    seed: int | None, seconds: int | None, why: str, event: str | None, form: str,
) -> None:  # fmt: skip
    """Draws the rounds that are not drawn yet, or one or all anew.

    What has begun stays as it is.
    """
    if sum((number is not None, is_all)) > 1:
        raise click.UsageError(tr("say --round or --all, not both"))
    if out and hand is None:
        raise click.UsageError(tr("--out goes with --hand"))
    if hand is not None and (how is not None or seed is not None or is_all):
        raise click.UsageError(tr("--hand says who sits where: no --all, --seating or --seed"))
    if seconds is not None and (hand is not None or how not in (None, EVEN)):
        raise click.UsageError(tr("--solver goes with --seating even"))
    least = list[int]()

    def act(opened: OpenEvent) -> Done:
        if hand is not None:
            return seating_by_hand(opened, hand, out, number, clock(), kept_why(why))
        terms = opened.terms
        kind = how or terms.seating
        numbers = _numbers(opened, number, is_all, kind)
        drawn_by = terms.seed if seed is None else seed
        if seconds is not None and kind != EVEN:
            raise click.UsageError(tr("--solver goes with --seating even"))
        find = drawn_with_designs if seconds is None else _by_solver(seconds, least)
        seats = Seats(kind, drawn_by, find, standing_of)
        return seating(opened, numbers, seats, clock(), kept_why(why))

    _, after = change_event(event, act)
    numbers = [entry.number for entry in after.entries]
    show_rounds(after.event, numbers, form)
    for source in dict.fromkeys(entry.facts.get("source") for entry in after.entries):
        if source:
            note(tr("drawn by a known design: {source}", source=source))
    if said := meetings_said(after.event, _proved(least, after.event, numbers)):
        note(text_of(said))


def _proved(least: Sequence[int], event: Event, numbers: Sequence[int]) -> int:
    """What a solver proved of all rounds that have not begun: it looked at them together."""
    later = [number for number in event.later if number in event.drawn]
    return least[0] if len(least) == 1 and later == [*numbers] else 0


def _without_solver() -> Refused:
    """Return the refusal where the solver is not installed."""
    return without_extra(
        "seating-solver",
        say("the solver clingo is not installed"),
        "seating",
        say("or draw without it, which is as even for most clubs"),
    )


def _by_solver(seconds: int, least: list[int]) -> Find:
    """The draw at which a solver has looked for so long; what it proved goes into the list."""

    def find(
        people: Sequence[str], before: Sequence[Round], rounds: int, wanted: Sizes, seed: int
    ) -> Draw:
        draw = drawn_with_designs(people, before, rounds, wanted, seed)
        try:
            found = solved(draw, people, before, seed, seconds)
        except ImportError:
            raise _without_solver() from None
        least.append(found.evenness.least_repeats)
        return found

    return find


def _numbers(opened: OpenEvent, number: int | None, is_all: bool, how: str) -> list[int]:
    """Which rounds are to be drawn: the one that is named, all that have not begun, or those that
    are not drawn; of these only the coming one where a later one cannot be drawn yet."""
    event = opened.event
    refuse_over(event)
    coming = later_round(event, number)
    if number is not None:
        return [coming]
    if is_all:
        return [*event.later]
    numbers = [*missing_draws(event)]
    if not numbers:
        message = say("every round is drawn")
        hint = say(
            "see `{round}`, or draw anew: {command}",
            round=CommandLine("event round", (str(coming),)),
            command=CommandLine("event seat", ("--all", "--seed"), (say("NUMBER"),)),
        )
        raise refuse("event-drawn", message, None, hint)
    return numbers if how == EVEN else numbers[:1]


@click.command("swap", cls=Command)
@click.argument("one", metavar="NAME", shell_complete=offered("event people"))
@click.argument("other", metavar="OTHER", shell_complete=offered("event people"))
@round_option
@why_option
@event_option
@by_option
@format_option()
def swap(one: str, other: str, number: int | None, why: str, event: str | None, form: str) -> None:
    """Has two people change places in a round that has not begun.

    Also with somebody who sits out. Who meets again by it is said.
    """
    before, after = change_event(
        event, lambda opened: swapping(opened, one, other, number, clock(), kept_why(why))
    )
    which = after.entries[0].number
    show_rounds(after.event, [which], form)
    for words in swap_notes(before.event, after.event, which):
        note(text_of(words))


COMMANDS = {"seat": seat, "swap": swap}
