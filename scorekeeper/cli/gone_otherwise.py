"""What goes otherwise at the table: `misdeal`, `turn`, `penalty`, `finish`, `agree`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from scorekeeper.cli.acting import asked_if_there, record_act
from scorekeeper.cli.common import (
    Command,
    by_option,
    clock,
    format_option,
    offered,
    session_option,
    yes_option,
)
from scorekeeper.record.at_the_table import (
    FROM,
    THEN,
    TO,
    agreeing,
    finishing,
    misdealing,
    penalising,
    turning,
)
from scorekeeper.record.book import Act, Book


def _record(
    session: str | None,
    form: str,
    act: Callable[[Book, Sequence[str], str], Act],
    words: Sequence[str],
) -> None:
    record_act(session, form, True, lambda opened: act(opened, words, clock()))


@click.command("misdeal", cls=Command)
@click.argument("why", nargs=-1, metavar="[CONTRACT] [WHY]", shell_complete=offered("contracts"))
@session_option
@by_option
@format_option()
def misdeal(why: tuple[str, ...], session: str | None, form: str) -> None:
    """Records a misdeal: it is counted and never scored.

    What follows is what the rules say: the same dealer deals again, or the deal passes. Where
    they hold a contract that was named already, name it first.
    """
    _record(session, form, misdealing, why)


@click.command("turn", cls=Command)
@click.argument("player", shell_complete=offered("players"))
@click.argument("why", nargs=-1, metavar="[WHY]")
@click.option(
    THEN,
    "then",
    metavar="stays|returns",
    help="Whether the turn goes on from there (default), or goes back to where it was.",
)
@session_option
@by_option
@format_option()
@yes_option
def turn(
    player: str, why: tuple[str, ...], then: str | None, session: str | None, form: str, yes: bool
) -> None:
    """Says that PLAYER deals the coming deal, out of turn.

    Roles and quotas follow. Who dealt an earlier deal is corrected by `amend`.
    """
    words = [player, *why, *_said(THEN, then)]
    record_act(session, form, yes, lambda opened: asked_if_there(turning(opened, words, clock())))


@click.command("penalty", cls=Command)
@click.argument("player", shell_complete=offered("players"))
@click.argument("amount", metavar="AMOUNT|TOPIC", shell_complete=offered("topics"))
@click.argument("why", nargs=-1, metavar="[WHY]")
@click.option(
    TO,
    "to",
    metavar="others|nobody|PLAYER",
    shell_complete=offered("players"),
    help="Who has the points (default: the others where the rules promise a sum, else nobody).",
)
@session_option
@by_option
@format_option()
def penalty(
    player: str, amount: str, why: tuple[str, ...], to: str | None, session: str | None, form: str
) -> None:
    """Counts AMOUNT points against PLAYER, or what the rules fix for TOPIC.

    It is no deal: it moves the totals, and stands under the sheet.
    """
    _record(session, form, penalising, [player, amount, *why, *_said(TO, to)])


@click.command("finish", cls=Command)
@click.argument("why", nargs=-1, metavar="[WHY]")
@session_option
@by_option
@format_option()
def finish(why: tuple[str, ...], session: str | None, form: str) -> None:
    """Ends the session before its end.

    The places are as they stand, and every page says after how many deals. Undo takes it back.
    """
    _record(session, form, finishing, why)


@click.command("agree", cls=Command)
@click.argument("choice", metavar="KEY=VALUE", required=False, shell_complete=offered("options"))
@click.argument("why", nargs=-1, metavar="[WHY]")
@click.option(FROM, "start", metavar="N", help="From deal N on (default: from the coming deal on).")
@session_option
@by_option
@format_option()
def agree(
    choice: str | None, why: tuple[str, ...], start: str | None, session: str | None, form: str
) -> None:
    """Changes a choice of the table in mid-evening.

    Earlier deals keep theirs. Where somebody has a score of their own, what
    ranks is a choice too: ranking=totals, or ranking=average, points per deal.
    """
    _record(session, form, agreeing, [*filter(None, [choice]), *why, *_said(FROM, start)])


def _said(option: str, value: str | None) -> list[str]:
    """An option as its act reads it."""
    return [] if value is None else [option, value]


COMMANDS = {"misdeal": misdeal, "turn": turn, "penalty": penalty, "finish": finish, "agree": agree}
