"""The rounds of an event: `event next round missing finish seat swap`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

import click

from scorekeeper.cli.click_parts import (
    WHOLE_NUMBER,
    CliCommand,
    WholeNumberWithin,
    by_option,
    clock,
    format_option,
    new_id,
    note,
    offered,
    show,
    show_json,
    talk,
    terminal_width,
    why_option,
    yes_option,
)
from scorekeeper.cli.event_tables import (
    SESSION_ID,
    begin_missing,
    free_names,
    likely_offers,
    meanwhile,
    note_slips,
    offered_session,
    refuse_undone,
    told_tables,
)
from scorekeeper.cli.main import naming
from scorekeeper.cli.open_event import (
    change_event,
    event_option,
    round_option,
    show_done,
    whole_event,
)
from scorekeeper.cli.open_log import ask
from scorekeeper.cli.refusal import fitted
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import (
    Done,
    beginning,
    finishing,
    later_round,
    refuse_over,
    seating,
    seating_by_hand,
    swapping,
)
from scorekeeper.event.event_settings import EVEN, SEATINGS, STANDING
from scorekeeper.event.event_standings import event_standings
from scorekeeper.event.event_state import Event, missing_draws, no_such_round
from scorekeeper.event.round_draws import Find, Seats, meetings_said, swap_notes
from scorekeeper.event.round_tables import Draw, Round, Sizes
from scorekeeper.event.seating_by_solver import solved
from scorekeeper.event.session_assignment import TableSession, likely_sessions, played_of, using
from scorekeeper.record.changes_between_deals import kept_why
from scorekeeper.render.event_text import missing_lines, round_text
from scorekeeper.report.event.event_values import MissingRow, missing_rows, round_page
from scorekeeper.store.optional_extras import without_extra
from scorekeeper.store.shipped_files import drawn_with_designs
from scorekeeper.text.message import CommandLine, listing, say, say_n
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem, Refused, refuse, see
from scorekeeper.text.translation import tr, trn

# --- Rounds of an event, shown -----------------------------------------------------------------


def show_rounds(
    event: Event, numbers: Iterable[int], form: str, told: Mapping[str, TableSession] | None = None
) -> None:
    """Print the seating of these rounds. `told` are the sessions of their tables, for the
    results."""
    pages = [round_page(event, number, told) for number in numbers]
    if form == "json":
        show_json({"event": event.terms.name, "rounds": pages})
        return
    ink = ink_of_page()
    show_page("\n\n".join(round_text(page, terminal_width(), ink) for page in pages), ink)


# --- The standings before a round that is drawn by them ----------------------------------------


def standing_of(event: Event) -> Sequence[Sequence[str]]:
    """Return the players of the next round in the order of the standings: a group for each place,
    the best first. Raises Refused if a result is missing."""
    played = played_of(event, told_tables(event))
    if played.missing:
        message = say(
            "round {number} is drawn by the standings, and results are missing", number=event.coming
        )
        raise refuse("event-missing", message, None, see(CommandLine("event missing")))
    here = {*event.playing(event.coming)}
    rows = [row for row in event_standings(event.terms.plan, played).rows if row.name in here]
    return [[row.name for row in level] for _, level in groupby(rows, lambda row: row.place)]


# --- The rounds of an event: `event next round missing finish` ---------------------------------


MISSING = CommandLine("event missing")


@click.command("next", cls=CliCommand)
@event_option
@by_option
@yes_option
@format_option()
def next_(event: str | None, yes: bool, form: str) -> None:
    """Begins the next round: a session for each table.

    It is drawn first where it is not yet. Where this was cut off in the middle, the same again
    does the rest.
    """
    opened = whole_event(event)
    completed = begin_missing(opened.event)
    if completed:
        refuse_undone(event, opened.event)
        _tell_completed(opened.event, len(completed))
        show_rounds(opened.event, [opened.event.begun], form)
        return

    if not yes:
        _ask_if_empty(opened.event)

    def act(now: OpenEvent) -> Done:
        before, begun = opened.event.begun, now.event.begun
        if begun > before:
            raise meanwhile(say("round {number} was begun meanwhile", number=begun))
        if begun < before:
            raise meanwhile(say("round {number} was taken back meanwhile", number=before))
        terms = now.terms
        names = free_names(now.event)
        seats = Seats(terms.seating, terms.seed, drawn_with_designs, standing_of)
        return beginning(now, names, lambda: new_id(SESSION_ID), seats, clock())

    _, done = change_event(event, act)
    begin_missing(done.event)
    refuse_undone(event, done.event)
    show_rounds(done.event, [done.event.begun], form)
    _note_missing(done.event, event)


def _ask_if_empty(event: Event) -> None:
    """Ask before the next round begins if a table of the present round has no deal: the command
    may be a mistake. Do not ask if the next round cannot begin anyway."""
    waits = event.terms.seating == STANDING and event.coming not in event.drawn
    if not event.begun or event.finished or event.is_played_out or waits:
        return
    tables, told = event.drawn[event.begun].tables, told_tables(event)
    on_paper = [one for one in tables if not one.slip]
    empty = [
        one.session for one in on_paper if one.id not in told or not told[one.id].evening.deals
    ]
    if empty:
        message = say(
            "no deal of round {number} is recorded in {sessions}. Does round {next} begin?",
            number=event.begun, sessions=listing(empty, "and"), next=event.coming,
        )  # fmt: skip
        ask([Problem("event-empty", message)])


def _tell_completed(event: Event, number: int) -> None:
    note(
        trn(
            number,
            "round {number} had begun, and {n} session of it was not there: it is now",
            "round {number} had begun, and {n} sessions of it were not there: they are now",
            number=event.begun,
        )
    )


def _of_event(command: CommandLine, chosen: str | None) -> CommandLine:
    """Return the command with the event's name, if the user chose one."""
    named = naming(None, chosen)
    return named(command) if named else command


def _note_missing(event: Event, chosen: str | None) -> None:
    """Print a note with the number of earlier tables without a result."""
    rows = [row for row in missing_rows(event, told_tables(event)) if row.round < event.begun]
    if rows:
        said = say_n(
            len(rows),
            "the result of {n} earlier table is missing: {command}",
            "the results of {n} earlier tables are missing: {command}",
            command=_of_event(MISSING, chosen),
        )
        note(text_of(said))


@click.command("round", cls=CliCommand)
@click.argument("number", type=WHOLE_NUMBER, metavar="[NUMBER]", required=False)
@event_option
@format_option()
def round_(number: int | None, event: str | None, form: str) -> None:
    """Who sits where in a round, and how far the tables are.

    The one that has begun last, unless one is named.
    """
    found = whole_event(event).event
    which = max(found.begun, 1) if number is None else number
    if not 1 <= which <= found.terms.rounds:
        raise refuse("event-round", no_such_round(found, which), "round")
    show_rounds(found, [which], form, told_tables(found))


@click.command("missing", cls=CliCommand)
@event_option
@format_option()
def missing(event: str | None, form: str) -> None:
    """Which tables have no result yet, and why."""
    found = whole_event(event)
    told = told_tables(found.event)
    note_slips(found.event, told)
    rows = missing_rows(found.event, told)
    likely = likely_sessions(found.event, told, likely_offers(found.event)) if rows else {}
    rows = [row._replace(perhaps=likely.get((row.round, row.table))) for row in rows]
    if form == "json":
        show_json({"event": found.name, "missing": rows})
    elif rows:
        show("\n".join(fitted(missing_lines(rows), sys.stdout)))
        _note_likely(rows, event)
    else:
        talk(tr("nothing is missing") if found.event.begun else tr("no round has begun yet"))


def _note_likely(rows: Sequence[MissingRow], event: str | None) -> None:
    """Print a note about each session that may belong to a table without a deal."""
    for row in rows:
        if row.perhaps:
            named = ("--round", str(row.round), "--table", str(row.table))
            command = CommandLine("event use", (row.perhaps, *named))
            said = say(
                "perhaps `{session}` is round {number}, table {table}: {command}",
                session=row.perhaps, number=row.round, table=row.table,
                command=_of_event(command, event),
            )  # fmt: skip
            note(text_of(said))


@click.command("use", cls=CliCommand)
@click.argument("session", metavar="SESSION", shell_complete=offered("sessions"))
@click.option("--round", "number", type=WHOLE_NUMBER, metavar="NUMBER", help="Of which round.")
@click.option("--table", "place", type=WHOLE_NUMBER, metavar="NUMBER", help="Of which table.")
@why_option
@event_option
@by_option
@format_option()
def use(
    session: str, number: int | None, place: int | None, why: str, event: str | None, form: str
) -> None:
    """Takes a session for that of a table.

    Where it was recorded in another one than the event began, as on a laptop without network. Found
    by its people unless the round and the table are named.
    """
    found = offered_session(session)

    def act(now: OpenEvent) -> Done:
        told = told_tables(now.event)
        return using(now, found, told, number, place, clock(), kept_why(why))

    before, done = change_event(event, act)
    show_done(before.name, done, form)


@click.command("finish", cls=CliCommand)
@why_option
@event_option
@by_option
@format_option()
def finish(why: str, event: str | None, form: str) -> None:
    """Ends the event: no round begins any more."""
    before, done = change_event(event, lambda now: finishing(now, clock(), kept_why(why)))
    show_done(before.name, done, form)
    if rows := missing_rows(done.event, told_tables(done.event)):
        said = say_n(
            len(rows),
            "the result of {n} table is missing: {command}",
            "the results of {n} tables are missing: {command}",
            command=_of_event(MISSING, event),
        )
        note(text_of(said))


# --- Seating at an event: `event seat swap` ----------------------------------------------------


@click.command("seat", cls=CliCommand)
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
    """Return the solver's proven minimum of repeated pairs, or 0 if it did not seat all remaining
    rounds at once."""
    later = [number for number in event.later if number in event.drawn]
    return least[0] if len(least) == 1 and later == [*numbers] else 0


def _without_solver() -> Refused:
    """Return the refusal for a missing solver."""
    return without_extra(
        "seating-solver",
        say("the solver clingo is not installed"),
        "seating",
        say("or draw without it, which is as even for most clubs"),
    )


def _by_solver(seconds: int, least: list[int]) -> Find:
    """Return a function that seats rounds with a solver, limited to `seconds`. The function
    appends each proven minimum to `least`."""

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
    """Return the numbers of the rounds to seat: `number`, or all rounds not begun if `is_all`, or
    all without seating. Of the latter, only the next round if later ones depend on results.
    Raises Refused if nothing is left to seat."""
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


@click.command("swap", cls=CliCommand)
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


COMMANDS = {
    "next": next_,
    "round": round_,
    "missing": missing,
    "use": use,
    "finish": finish,
    "seat": seat,
    "swap": swap,
}
