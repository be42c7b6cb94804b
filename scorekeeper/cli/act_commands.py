"""Commands that record: deal, known, count, settle, complete, amend, undo, insert, note, seat,
misdeal.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

import click

from scorekeeper.cli.click_parts import (
    DEAL_NUMBER,
    FACTS,
    WHOLE_NUMBER,
    CliCommand,
    by_option,
    clock,
    format_option,
    is_terminal,
    no_such_option,
    offered,
    record_options,
    recorder,
    session_option,
    why_option,
    yes_option,
)
from scorekeeper.cli.run_act import asked_if_there, record_act
from scorekeeper.game.entry_kinds import DEAL
from scorekeeper.game.irregular_events import OWN_SCORE
from scorekeeper.game.standing import is_same_deal
from scorekeeper.record.book import Act, Book
from scorekeeper.record.corrections import (
    amendment,
    completing,
    inserting,
    redoing,
    striking,
    swapping,
    undoing,
)
from scorekeeper.record.count_acts import counting, settling
from scorekeeper.record.deal_acts import knowing, new_deal
from scorekeeper.record.happening_acts import OR, noting
from scorekeeper.record.irregular_acts import (
    FROM,
    THEN,
    TO,
    agreeing,
    finishing,
    misdealing,
    penalising,
    turning,
)
from scorekeeper.record.number_order import NUMBER_ORDER
from scorekeeper.record.seat_acts import seating
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Problem, refuse
from scorekeeper.text.translation import tr

# --- Recording: `deal` -------------------------------------------------------------------------


PROGRAM = "scorekeeper"
LONGEST_ID = 100  # letters
MOMENT = 120  # seconds


def _checked_id(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Return the id of an entry. A usage error is raised if it is empty, too long or not
    printable."""
    if value is not None and not (
        value.strip() and value.isprintable() and len(value) <= LONGEST_ID
    ):
        raise click.BadParameter(tr("say 1 to {most} letters that can be seen", most=LONGEST_ID))
    return value


@click.command("deal", cls=CliCommand, context_settings=FACTS)
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
    from scorekeeper.record.count_acts import decided_words  # noqa: PLC0415

    return decided_words(opened, why, facts)


def _in_dispute() -> Callable[..., Act]:
    # 2 ms, only for a disputed count
    from scorekeeper.record.count_acts import deal_in_dispute  # noqa: PLC0415

    return deal_in_dispute


def _asked_if_twice(opened: Book, done: Act) -> Act:
    """Return the change with a question added if the entry before is the same deal, made a moment
    ago: it was probably typed twice."""
    deals, last = done.standing.deals[-2:], next(reversed(opened.log.entries), None)
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
    """Return True if two times of entries are so close that a line was probably typed twice."""
    from datetime import datetime, timedelta  # noqa: PLC0415 - 1 ms, only for the same deal again

    try:
        passed = datetime.fromisoformat(last) - datetime.fromisoformat(first)
    except (ValueError, TypeError):  # mended by hand into no time, or one without its zone
        return False
    return timedelta(0) <= passed <= timedelta(seconds=MOMENT)


def _refuse_a_command(line: str) -> None:
    """Raise Refused if a whole command was typed in place of a deal."""
    first, name, *words = [*line.split(), "", ""]
    if first == PROGRAM:
        message = tr("`{line}` is a command of its own, not a deal", line=line)
        command = CommandLine(name, tuple(filter(None, words)))
        raise refuse("command-form", message, None, say("type {words}", words=command))


# --- Facts of the next deal before its result: `known` -----------------------------------------


@click.command("known", cls=CliCommand, context_settings=FACTS)
@click.argument("facts", nargs=-1, metavar="FACT…", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@click.pass_context
def known(ctx: click.Context, facts: tuple[str, ...], session: str | None, form: str) -> None:
    """Records bids, an auction or a cut trump suit before the result.

    Facts are those of `scorekeeper deal`, which then needs only the others. A fact said again
    replaces what was recorded of it, FACT=- takes it out.
    """
    no_such_option(ctx, facts)
    record_act(session, form, True, lambda opened: knowing(opened, facts, clock()))


# --- One person's count, hidden from the other: `count` ----------------------------------------


@click.command("count", cls=CliCommand, context_settings=FACTS)
@click.argument("facts", nargs=-1, metavar="FACT…", shell_complete=offered("facts"))
@session_option
@by_option
@format_option()
@yes_option
@click.pass_context
def count(
    ctx: click.Context, facts: tuple[str, ...], session: str | None, form: str, yes: bool
) -> None:
    """Keeps what --by NAME counted of the coming deal, for another person's count.

    Facts are those of `scorekeeper deal`. No command shows the first count before the second is
    there. Two that are alike record the deal under both names; where they differ both are shown,
    with what to count again, and whoever counts anew replaces their own.
    """
    no_such_option(ctx, facts)
    record_act(session, form, yes, lambda opened: counting(opened, facts, recorder(), clock()))


# --- Settling a disputed count: `settle` -------------------------------------------------------


@click.command("settle", cls=CliCommand)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@click.argument("reading", metavar="READING")
@click.argument("why", nargs=-1, metavar="[WHY]")
@session_option
@by_option
@format_option()
def settle(number: int, reading: str, why: tuple[str, ...], session: str | None, form: str) -> None:
    """Decides which count of disputed deal NUMBER holds.

    READING is 1 for the count before the first --or, 2 for the one after it, and so on; or
    `split`, where the rules have a word for it. Shows every total that moves; `scorekeeper undo`
    opens the dispute again.
    """
    reason = " ".join(why)
    record_act(
        session, form, True, lambda opened: settling(opened, number, reading, clock(), reason)
    )


# --- Completing an incomplete deal: `complete` -------------------------------------------------


@click.command("complete", cls=CliCommand, context_settings=FACTS)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@click.argument("facts", nargs=-1, metavar="FACT…", shell_complete=offered("facts"))
@record_options
@click.pass_context
def complete(
    ctx: click.Context,
    number: int,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    why: str,
) -> None:
    """Says what deal NUMBER still waits for.

    For games in which a deal's points hang on what happens later. Until then they are open, and so
    is every total that hangs on them. Shows every later total that moves; `scorekeeper undo` lets
    the deal wait again.
    """
    no_such_option(ctx, facts)
    record_act(session, form, yes, lambda opened: completing(opened, number, facts, clock(), why))


# --- Correcting: `amend undo redo` -------------------------------------------------------------


@click.command("amend", cls=CliCommand, context_settings=FACTS)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@click.argument("facts", nargs=-1, metavar="FACT… [--or FACT…]", shell_complete=offered("facts"))
@record_options
@click.option(THEN, metavar="stays|returns", help="After dealer=PLAYER: where the turn goes then.")
@click.pass_context
def amend(
    ctx: click.Context,
    number: int,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    why: str,
    then: str | None,
) -> None:
    """Corrects deal NUMBER; only the facts given change.

    At any time, also after the end; trump=- takes a fact out. Shows every later total that moves;
    refused, with the reasons, if a later deal would become impossible. --or keeps another count
    beside the one that stands, until `scorekeeper settle` decides.
    """
    no_such_option(ctx, facts)
    words = [*facts, *([] if then is None else [THEN, then])]

    def act(opened: Book) -> Act:
        done = amendment(opened, number, words, clock(), why)
        return asked_if_there(asked_if_there(done), NUMBER_ORDER, is_flagged=True)

    record_act(session, form, yes, act)


class Undo(CliCommand):
    """The `undo` command; for a number it suggests the command that was probably meant."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        numbers = [word for word in args if word.isdecimal()]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            if not numbers:
                raise
        ctx.fail(
            tr(
                "undo takes back the last entry alone; of deal {number}: {strike} takes it out, "
                "{amend} corrects it",
                number=numbers[0],
                strike=f"`scorekeeper strike {numbers[0]}`",
                amend=f"`scorekeeper amend {numbers[0]} …`",
            )
        )


@click.command("undo", cls=Undo)
@session_option
@by_option
@format_option()
def undo(session: str | None, form: str) -> None:
    """Takes back the last entry, deal or correction."""
    record_act(session, form, True, lambda opened: undoing(opened, clock()))


@click.command("redo", cls=CliCommand)
@session_option
@by_option
@format_option()
def redo(session: str | None, form: str) -> None:
    """Restores what undo took back."""
    record_act(session, form, True, lambda opened: redoing(opened, clock()))


# --- Inserting, deleting and reordering deals: `insert strike swap` ----------------------------


@click.command("insert", cls=CliCommand, context_settings=FACTS)
@click.argument("number", type=WHOLE_NUMBER, shell_complete=offered("deals"))
@click.argument("facts", nargs=-1, metavar="FACT… [--or FACT…]", shell_complete=offered("facts"))
@record_options
@click.pass_context
def insert(
    ctx: click.Context,
    number: int,
    facts: tuple[str, ...],
    session: str | None,
    form: str,
    yes: bool,
    why: str,
) -> None:
    """Records a forgotten deal as deal NUMBER.

    Those from NUMBER on move up by one and are judged again. Shows every later total that moves;
    refused, with the reasons, if a later deal would become impossible. Where people rest each keeps
    those who dealt and played it, which is shown and asked about first; dealer=PLAYER says who
    dealt the forgotten one.
    """
    no_such_option(ctx, facts)
    record_act(session, form, yes, lambda opened: inserting(opened, number, facts, clock(), why))


@click.command("strike", cls=CliCommand)
@click.argument("number", type=DEAL_NUMBER, shell_complete=offered("deals"))
@record_options
def strike(number: int, session: str | None, form: str, yes: bool, why: str) -> None:
    """Takes deal NUMBER out, which never was.

    Those after it move down by one and are judged again; `scorekeeper undo` brings it back. Where
    people rest each keeps those who dealt and played it: it is shown and asked about first.
    """
    record_act(session, form, yes, lambda opened: striking(opened, number, clock(), why))


@click.command("swap", cls=CliCommand)
@click.argument("number", type=WHOLE_NUMBER, shell_complete=offered("deals"))
@click.argument("other", type=WHOLE_NUMBER, shell_complete=offered("deals"))
@record_options
def swap(number: int, other: int, session: str | None, form: str, yes: bool, why: str) -> None:
    """Two deals that were recorded in the wrong order change places.

    They and all after them are judged again. Where people rest each keeps those who dealt and
    played it: it is shown and asked about first.
    """
    record_act(session, form, yes, lambda opened: swapping(opened, number, other, clock(), why))


# --- Notes between deals, which change no score: `note` ----------------------------------------


@click.command("note", cls=CliCommand)
@click.argument("text", nargs=-1, required=True, metavar="TEXT")
@session_option
@by_option
@format_option()
def note(text: tuple[str, ...], session: str | None, form: str) -> None:
    """Notes something about the coming deal.

    It changes no score; `scorekeeper log` has it, and it stands under the sheet.
    """
    record_act(session, form, True, lambda opened: noting(opened, " ".join(text), clock()))


# --- Changing seats during an evening: `seat` --------------------------------------------------


@click.command("seat", cls=CliCommand)
@click.argument(
    "words",
    nargs=-1,
    required=True,
    metavar="NEW for PLAYER | swap PLAYER PLAYER",
    shell_complete=offered("players"),
)
@click.option(OWN_SCORE, "own", is_flag=True, help="With a score of NEW's own, which begins anew.")
@click.option(FROM, "start", metavar="N", help="From deal N on (default: from the coming deal on).")
@session_option
@by_option
@format_option()
def seat(
    words: tuple[str, ...], own: bool, start: str | None, session: str | None, form: str
) -> None:
    """Somebody takes a seat, or two change places.

    NEW goes on in the seat of PLAYER, with the score, from the coming deal on; past deals keep
    their people. With --own-score NEW begins a column, PLAYER's stays as it is, and places go
    by the points of a deal played. With swap two change places, and the deal stays at its place.
    A reason may follow.
    """
    said = [*words, *([OWN_SCORE] if own else []), *([] if start is None else [FROM, start])]
    record_act(session, form, True, lambda opened: seating(opened, said, clock()))


# --- irregular events --------------------------------------------------------------------------
# What goes otherwise at the table: `misdeal`, `turn`, `penalty`, `finish`, `agree`.


def _record(
    session: str | None,
    form: str,
    act: Callable[[Book, Sequence[str], str], Act],
    words: Sequence[str],
) -> None:
    record_act(session, form, True, lambda opened: act(opened, words, clock()))


@click.command("misdeal", cls=CliCommand)
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


@click.command("turn", cls=CliCommand)
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


@click.command("penalty", cls=CliCommand)
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


@click.command("finish", cls=CliCommand)
@click.argument("why", nargs=-1, metavar="[WHY]")
@session_option
@by_option
@format_option()
def finish(why: tuple[str, ...], session: str | None, form: str) -> None:
    """Ends the session before its end.

    The places are as they stand, and every page says after how many deals. Undo takes it back.
    """
    _record(session, form, finishing, why)


@click.command("agree", cls=CliCommand)
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
    """Return an option as its act reads it."""
    return [] if value is None else [option, value]


COMMANDS = {
    "deal": deal,
    "known": known,
    "count": count,
    "settle": settle,
    "complete": complete,
    "amend": amend,
    "undo": undo,
    "redo": redo,
    "insert": insert,
    "strike": strike,
    "swap": swap,
    "note": note,
    "seat": seat,
    "misdeal": misdeal,
    "turn": turn,
    "penalty": penalty,
    "finish": finish,
    "agree": agree,
}
