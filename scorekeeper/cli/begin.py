"""Beginning a session: `new`."""

from __future__ import annotations

import datetime
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from scorekeeper import store
from scorekeeper.cli.beginning import Prepared, begin
from scorekeeper.cli.common import (
    Command,
    Recorded,
    choices_option,
    format_option,
    note,
    note_recorded,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.day_option import DAY
from scorekeeper.cli.fitted_lines import fitted
from scorekeeper.cli.local_day import TODAY
from scorekeeper.cli.opened_session import path_and_name
from scorekeeper.cli.playable import playable
from scorekeeper.cli.turns import turns_options
from scorekeeper.game.seats import Turns
from scorekeeper.game.session import Agreed, option_words
from scorekeeper.record import book
from scorekeeper.record.counting import TWO_COUNT
from scorekeeper.render.dealer_card import next_text
from scorekeeper.report.coming_card import card_value
from scorekeeper.report.phrases import agreed_words
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.speech import text_of
from scorekeeper.text.width import safe

dealer_option = click.option(
    "--dealer",
    metavar="PLAYER",
    shell_complete=offered("players"),
    help="Who deals first (default: the first player).",
)
name_option = click.option(
    "--name", metavar="NAME", help="The session's name (default: the game and the date)."
)
place_option = click.option(
    "--place", metavar="TEXT", help="Where you play; it stands on the evening's pages."
)
date_option = click.option(
    "--date", type=DAY, metavar="YYYY-MM-DD", help="The day of an evening that is entered later."
)
two_counts_option = click.option(
    "--two-counts", is_flag=True, help="Two people count each deal by themselves."
)
table_choice_option = choices_option("A choice the game leaves to the table; repeatable.")


class Beginning(Command):
    """A command that begins a session. Where it is refused, which session the next command means
    is in doubt."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _noting_refusal():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        with _noting_refusal():
            return super().invoke(ctx)


@contextmanager
def _noting_refusal() -> Iterator[None]:
    try:
        yield
    except (Refused, click.UsageError):
        store.note_refused_new()
        raise


@click.command("new", cls=Beginning)
@click.argument("game", shell_complete=offered("games"))
@click.argument("players", nargs=-1, metavar="PLAYER…", shell_complete=offered("friends"))
@dealer_option
@name_option
@place_option
@date_option
@turns_options
@two_counts_option
@table_choice_option
@format_option()
@plain_option
def new(
    game: str, players: tuple[str, ...], dealer: str | None, name: str | None, place: str | None,
    date: datetime.datetime | None, turns: Turns, two_counts: bool, options: tuple[str, ...],
    form: str, plain: bool,
) -> None:  # fmt: skip
    """Begins a session; players are named clockwise.

    Up to three more than there are hands take turns to rest. The new session is the
    current one. `scorekeeper rules list` names the games.
    """
    rules, day = playable(game), day_typed(date)
    choices = option_words(options)
    begun = begin(rules, players, dealer, name, choices, place, turns, day, two_counts)
    show_begun(begun, form, plain, two_counts)


def show_begun(begun: Prepared, form: str, plain: bool, two_counts: bool, **more: str) -> None:
    """Tells of a session that was begun, and shows the card of its first deal; `more` is what a
    program is told besides."""
    agreed = begun.agreed
    if form == "json":
        show_json(
            {
                "session": begun.name,
                "game": agreed.rules.id,
                "players": list(agreed.players),
                **({"two_counts": True} if two_counts else {}),
                "next": card_value(begun.card),
                **more,
            }
        )
        return
    show("\n".join(fitted([began_line(begun.name, agreed)], sys.stdout)))
    show(next_text(begun.card, agreed.rules, min(terminal_width(), 80), plain))
    counts = [text_of(TWO_COUNT)] if two_counts else []
    for line in fitted([*agreed_words(agreed), *counts], sys.stdout):
        show(line)


def began_line(name: str, agreed: Agreed) -> str:
    """`began friday: GAME, Ann, Bob, Cal, Dee`."""
    game, who = agreed.rules.name.shown(), ", ".join(agreed.players)
    return safe(tr("began {session}: {game}, {players}", session=name, game=game, players=who))


def day_typed(date: datetime.datetime | None) -> str:
    """The day that was typed as a session keeps it, empty where none was; a word where it is still
    to come."""
    day = date.date().isoformat() if date else ""
    if day > time.strftime(TODAY):
        note(tr("{day} is still to come", day=day))
    return day


@click.command("drop", cls=Command)
@click.argument("name", metavar="SESSION", shell_complete=offered("sessions"))
@format_option()
def drop(name: str, form: str) -> None:
    """Takes away a session in which nothing was recorded.

    It was begun by mistake. A session that holds an entry stays, even where that was taken back.
    """
    path, name = path_and_name(name)
    store.remove_session(path, lambda data: _refuse_entries(book.opened(data, name)))
    note_recorded(Recorded(CommandLine("sessions"), stands=False))
    if form == "json":
        show_json({"dropped": name})
    else:
        show(tr("took {session} away: nothing was recorded in it", session=name))


def _refuse_entries(opened: book.Book) -> None:
    """Raises Refused where a session is not as it was begun."""
    if opened.journal.entries:
        message = tr(
            "{session} is not empty: only a session in which nothing was recorded is taken away",
            session=opened.name,
        )
        command = CommandLine("log", ("--session", opened.name))
        hint = say("see what it holds: {command}", command=command)
    elif opened.journal.cut:
        message = tr(
            "{session} holds a half-written entry, as a power cut leaves it: it is not taken away "
            "with that",
            session=opened.name,
        )
        command = CommandLine("check", ("--repair", "--session", opened.name))
        hint = say("set that aside first: {command}", command=command)
    else:
        return
    raise refuse("session-begun", message, "session", hint)


COMMANDS = {"new": new, "drop": drop}
