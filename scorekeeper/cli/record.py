"""Recording: `deal`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from scorekeeper.cli.acting import asked_if_there, record_act
from scorekeeper.cli.common import (
    FACTS,
    Command,
    by_option,
    clock,
    format_option,
    is_terminal,
    no_such_option,
    offered,
    session_option,
    why_option,
    yes_option,
)
from scorekeeper.game.log import DEAL
from scorekeeper.game.standing import is_same_deal
from scorekeeper.record.book import Act, Book
from scorekeeper.record.events import OR
from scorekeeper.record.number_order import NUMBER_ORDER
from scorekeeper.record.recording import new_deal
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem, refuse

PROGRAM = "scorekeeper"
LONGEST_ID = 100  # letters
MOMENT = 120  # seconds


def _checked_id(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """The id of an entry; wrong usage where it is empty, long or cannot be seen."""
    if value is not None and not (
        value.strip() and value.isprintable() and len(value) <= LONGEST_ID
    ):
        raise click.BadParameter(tr("say 1 to {most} letters that can be seen", most=LONGEST_ID))
    return value


@click.command("deal", cls=Command, context_settings=FACTS)
@click.argument("facts", nargs=-1, metavar="FACT… [--or FACT…]", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@yes_option
@click.option(
    "--once", metavar="ID", callback=_checked_id, help="Record nothing if ID was recorded before."
)
@why_option
@click.option("--alone", metavar="WHY", help="Record what two should have counted, and why.")
@click.pass_context
def deal(
    ctx: click.Context,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    once: str | None,
    why: str,
    alone: str | None,
) -> None:
    """Records one deal.

    Facts are key=value words, or bare words where one reading is possible; `scorekeeper next`
    says which. Counts go in the players' order (in teams the sides'), one left out or - where
    the rules fix the total; --or keeps two.
    """
    no_such_option(ctx, facts)
    _refuse_a_command(" ".join(facts))
    asks = is_terminal(sys.stdin) and not (yes or once)

    def act(opened: Book) -> Act:
        reason, words = (why, facts) if alone is None else _decided(opened, alone, facts)
        record = _in_dispute() if OR in facts else new_deal
        done = record(opened, words, clock(), once or "", reason, alone is not None)
        done = asked_if_there(done, NUMBER_ORDER, is_flagged=True)
        return _asked_if_twice(opened, done) if asks else done

    record_act(session, form, yes, act)


def _decided(opened: Book, why: str, facts: Sequence[str]) -> tuple[str, Sequence[str]]:
    # 2 ms, only for what one of two people decides
    from scorekeeper.record.counting import decided_words  # noqa: PLC0415

    return decided_words(opened, why, facts)


def _in_dispute() -> Callable[..., Act]:
    # 2 ms, only for a disputed count
    from scorekeeper.record.disputing import deal_in_dispute  # noqa: PLC0415

    return deal_in_dispute


def _asked_if_twice(opened: Book, done: Act) -> Act:
    """The act with a question where the entry before it is the same deal, made a moment ago: it was
    probably typed twice."""
    deals, last = done.standing.deals[-2:], next(reversed(opened.journal.entries), None)
    if not done.entries or last is None or last.what != DEAL or not is_same_deal(*deals):
        return done
    if not _is_a_moment(last.at, done.entries[0].at):
        return done
    message = say(
        "deal {number}, recorded a moment ago, is just the same. Was it dealt again?",
        number=last.number,
    )
    return done._replace(questions=(*done.questions, Problem("deal-twice", message)))


def _is_a_moment(first: str, last: str) -> bool:
    """Whether two times, as entries carry them, are near enough for a line typed twice."""
    from datetime import datetime, timedelta  # noqa: PLC0415 - 1 ms, only for the same deal again

    try:
        passed = datetime.fromisoformat(last) - datetime.fromisoformat(first)
    except (ValueError, TypeError):  # mended by hand into no time, or one without its zone
        return False
    return timedelta(0) <= passed <= timedelta(seconds=MOMENT)


def _refuse_a_command(line: str) -> None:
    """Raises Refused where a whole command was put in the place of a deal."""
    first, name, *words = [*line.split(), "", ""]
    if first == PROGRAM:
        message = tr("`{line}` is a command of its own, not a deal", line=line)
        command = CommandLine(name, tuple(filter(None, words)))
        raise refuse("command-form", message, None, say("type {words}", words=command))


COMMANDS = {"deal": deal}
