"""The live table: `play`."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from datetime import datetime

import click

from scorekeeper import store
from scorekeeper.cli.again import begun_again, wish_typed
from scorekeeper.cli.begin import (
    date_option,
    day_typed,
    dealer_option,
    name_option,
    place_option,
    table_choice_option,
    two_counts_option,
)
from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    by_option,
    clock,
    dealing_option,
    is_terminal,
    note,
    offered,
    plain_option,
    recorded,
    recorder,
    session_option,
    talk,
    terminal_width,
)
from scorekeeper.cli.fault_lines import broken_to, refusal_lines
from scorekeeper.cli.live_session import begun_session, known_session
from scorekeeper.cli.opened_session import change, whole_book
from scorekeeper.cli.refusal import show_failure, show_faults, unheard
from scorekeeper.cli.told_league import tell_league
from scorekeeper.cli.turns import turns_options
from scorekeeper.cli.typed_lines import Lines, lines_typed
from scorekeeper.game.seats import Turns
from scorekeeper.record.book import Act, Book
from scorekeeper.record.recorder import recorder_kept
from scorekeeper.referee.case import case_at
from scorekeeper.table import (
    Do,
    Reply,
    Table,
    act_of,
    begun,
    caught_up,
    done,
    farewell,
    gone_on_with,
    interrupted,
    only_looks,
    outrun,
    prompt,
    refuse_another,
    reopened,
    step,
)
from scorekeeper.table.commands import record_asked
from scorekeeper.table.rearranging import MOVE
from scorekeeper.table.state import fitted
from scorekeeper.table.typed import typed_here
from scorekeeper.text.ink import Ink
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.problems import MachineFailure, Problem, Refused, lists_them, refuse
from scorekeeper.text.speech import text_of


@click.command("play", cls=Command)
@click.argument("game", required=False, shell_complete=offered("games"))
@click.argument("players", nargs=-1, metavar="[PLAYER…]", shell_complete=offered("friends"))
@session_option
@by_option
@dealer_option
@name_option
@place_option
@date_option
@turns_options
@two_counts_option
@table_choice_option
@plain_option
@dealing_option
@click.pass_context
def play(
    ctx: click.Context, game: str | None, players: tuple[str, ...], session: str | None,
    dealer: str | None, name: str | None, place: str | None, date: datetime | None, turns: Turns,
    two_counts: bool, options: tuple[str, ...], plain: bool, brief: bool,
) -> None:  # fmt: skip
    """The live table: asks for each deal, shows the sheet after it, and takes commands at any prompt.

    Without GAME it goes on with a session: that of --session, else the one used last. Everything
    acknowledged is on disk, so Ctrl-C, Ctrl-D or a closed terminal loses nothing; `help` at any
    prompt says what can be typed.

    Without a terminal the lines of standard input are read as if they were typed, with the prompts
    on stderr; a plain entry counts as soon as it is whole, without the `Count it?`. Exit code 1
    says that a line was refused or an entry left unfinished.
    """
    begins = (players, dealer, name, place, date, options, turns != Turns(), two_counts)
    if game is None and any(begins):
        message = tr(
            "--dealer, --name, --place, --date, --rest, --deals, --two-counts and --option begin a "
            "session: name the GAME and the PLAYERs"
        )
        raise click.UsageError(message)
    if game is not None and session is not None:
        raise click.UsageError(
            tr("--session goes on with a session; to begin one called so, say --name")
        )
    is_live = is_terminal(sys.stdin)
    path = (
        begun_session(
            game, players, dealer, name, options, place, turns, day_typed(date), two_counts
        )
        if game
        else known_session(session)
    )
    table = Table(
        book=whole_book(path),
        width=terminal_width(),
        plain=plain,
        asks=is_live,
        full=not brief,
        ink=ink_of_page(plain),
    )
    if table.book.counts_twice:
        table = _of_somebody(table)
    store.make_current(store.session_path(path))
    if not _sit(table, path, lines_typed(is_live)) and not is_live:
        ctx.exit(1)


# --- the conversation ----------------------------------------------------------------------------


def _sit(table: Table, place: str, lines: Lines) -> bool:
    """Reads, answers and records until somebody leaves; says whether all went well."""
    is_well = True
    table, reply = begun(table)
    reply = reply._replace(lines=(*reply.lines, *_board_offered(table)))
    while True:
        try:
            _show(reply, table.ink)
            tell_league()
            is_well = is_well and not reply.problems
            if table.gone:
                return is_well
            if reply.do:
                table, reply = _recorded(table, place, reply.do)
            elif reply.again is not None:
                table, reply, place = _begun_again(table, place, reply.again)
            else:
                table, reply = _answered(table, place, lines.read(table, prompt(table)))
        except KeyboardInterrupt:
            talk("")
            table, reply = (
                reopened(table, _still(table, place))
                if reply.do
                else interrupted(table, lines.typed())
            )
        except BrokenPipeError as error:
            # nobody reads on, and lines may be left that were not read
            raise unheard(error, recorded()) from error
        except EOFError:
            talk("")
            is_well = is_well and not (table.draft.facts or table.draft.partial)
            table, reply = farewell(table)
        except Refused as refusal:
            is_well, book = False, _still(table, place)
            _show_problems(refusal.problems, refusal.heading)
            table, reply = reopened(table, book)
        except MachineFailure as failure:
            if not table.asks or isinstance(failure, store.MayStand):
                raise
            show_failure(failure, None)
            reply = Reply((tr("nothing was recorded; say it again to try again"),))


def _board_offered(table: Table) -> Sequence[str]:
    """How to have the session on phones; nothing where it is over, nobody reads it on a terminal,
    or what the board needs is not installed, of which one package tells."""
    is_read = table.asks and is_terminal(sys.stdout) and not table.state.over
    if not is_read or importlib.util.find_spec("segno") is None:
        return ()
    line = say("on every phone: {command}, in another terminal", command=CommandLine("board"))
    return [table.ink.dim(part) for part in fitted(table, [text_of(line)])]


def _answered(table: Table, place: str, line: str) -> tuple[Table, Reply]:
    """What a line comes to; a file that it asks about is read here, for the table opens none."""
    file = record_asked(line)
    if file:
        return table, Reply(fitted(table, _refereed(table, file)))
    table = table._replace(width=terminal_width())
    if only_looks(table, line):
        return _shown(table, place, line)
    after, reply = step(table, line)
    is_begun = table.is_idle and not after.is_idle
    if reply.problems or (is_begun and table.asks and not table.book.counts_twice):
        book = _still(table, place)
        if book.journal.entries != table.book.journal.entries:
            raise outrun(book, table.seen)
    return after, reply


def _shown(table: Table, place: str, line: str) -> tuple[Table, Reply]:
    """What stands, others' entries included; of those a word is said first."""
    table, news = caught_up(table, _still(table, place))
    table, reply = step(table, line)
    return table, reply._replace(lines=(*news.lines, *reply.lines))


def _refereed(table: Table, file: str) -> Sequence[Words]:
    """What the referee says of a deal that was written down, as the coming deal of this table."""
    state = table.state
    case = case_at(table.agreed, state, table.draft.facts)
    # 5 ms together, only for a record
    from scorekeeper.referee.deal_record import parsed  # noqa: PLC0415
    from scorekeeper.referee.verdict import session_verdict  # noqa: PLC0415

    found = session_verdict(case, parsed(store.read_path(file), file), (), state).answer
    return found.lines


def _recorded(table: Table, place: str, do: Do) -> tuple[Table, Reply]:
    """Puts an act on disk, then tells the table."""

    def act_here(opened: Book) -> Act:
        refuse_another(table, opened)
        return act_of(do, opened, clock())

    if do.what == MOVE:
        return _moved(table, place, do)
    before, act = change(place, act_here, by=table.by)
    return done(table, do, before, act, _read_again(place))


def _begun_again(table: Table, place: str, words: Sequence[str]) -> tuple[Table, Reply, str]:
    """The table at the next session of the evening, and the path of that."""
    _, begun = begun_again(place, wish_typed(words), by=table.by, is_at_table=True)
    path = store.session_path(begun.name)
    return *gone_on_with(table, whole_book(path)), path


def _moved(table: Table, place: str, do: Do) -> tuple[Table, Reply]:
    """Moves a deal to another session, then tells the table."""

    def look(opened: Book) -> None:
        refuse_another(table, opened)
        if len(opened.journal.entries) != do.seen:
            raise outrun(opened, do.seen)

    from scorekeeper.cli.moving_deals import moved, moved_words  # noqa: PLC0415 - 2 ms, seldom

    before, act, there, arrived = moved(place, do.number, do.words[0], None, do.why, table.by, look)
    act = act._replace(notes=(*act.notes, moved_words(there, arrived)))
    return done(table, do, before, act, _read_again(place))


def _still(table: Table, place: str) -> Book:
    """The session of this table as it is now; raises Refused where it was taken away, or is
    another one by now."""
    try:
        book = whole_book(place)
    except Refused as refusal:
        if refusal.problems[0].code != "file-missing":
            raise
        name = table.book.name
        message = tr(
            "{session} was taken away at another terminal; nothing more can be recorded in it",
            session=name,
        )
        raise refuse("session-gone", message, None, lists_them(CommandLine("sessions"))) from None
    refuse_another(table, book)
    return book


def _read_again(place: str) -> Book:
    """The session after an act: a machine that cannot read it has recorded all the same."""
    try:
        return whole_book(place)
    except MachineFailure as failure:
        hint = say("what was recorded stands: see `{command}`", command=CommandLine("log"))
        raise store.MayStand(failure.problem._replace(mends=(hint,))) from failure


def _of_somebody(table: Table) -> Table:
    """The table where two people count each deal; where it is the terminal of one of them, theirs.
    A word where what the first counted cannot be cleared away."""
    if not _can_clear():
        note(
            tr(
                "what is shown here cannot be cleared away: who counts second sees what was "
                "counted first"
            )
        )
    own = recorder_kept(recorder())
    return table._replace(by=own, own=own)


def _can_clear() -> bool:
    """Whether this is a terminal on which what stands can be cleared away."""
    is_dumb = os.environ.get("TERM", "dumb") == "dumb" and sys.platform != "win32"
    return is_terminal(sys.stdin) and is_terminal(sys.stdout) and not is_dumb


LINES_BEFORE = "\x1b[3J"  # what has left the screen above, where a terminal keeps it


def _clear() -> None:
    if _can_clear():
        click.clear()
        click.echo(LINES_BEFORE, nl=False)


def _show(reply: Reply, ink: Ink) -> None:
    if reply.clears:
        _clear()
    if reply.lines:
        show_page("\n".join(reply.lines), ink)
    if reply.problems:
        _show_problems(reply.problems, reply.heading)


def _show_problems(problems: Sequence[Problem], heading: Words | None) -> None:
    lines = refusal_lines(problems, heading, typed=typed_here)
    show_faults([part for line in lines for part in broken_to(terminal_width(), line, indent="  ")])


COMMANDS = {"play": play}
