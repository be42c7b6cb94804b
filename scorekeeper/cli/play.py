"""The live table: `play`."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from types import ModuleType

import click

from scorekeeper import store
from scorekeeper.cli.begin import (
    begin,
    begun_again,
    date_option,
    day_typed,
    dealer_option,
    name_option,
    place_option,
    table_choice_option,
    turns_options,
    two_counts_option,
    wish_typed,
)
from scorekeeper.cli.click_parts import (
    CliCommand,
    by_option,
    clock,
    dealing_option,
    is_confirmed,
    is_terminal,
    note,
    offered,
    plain_option,
    recorded,
    recorder,
    session_option,
    show,
    talk,
    terminal_width,
)
from scorekeeper.cli.home_sessions import latest_heads
from scorekeeper.cli.main import tell_league
from scorekeeper.cli.move_deal import moved, moved_words
from scorekeeper.cli.open_log import change, whole_book
from scorekeeper.cli.refusal import broken_to, refusal_lines, show_failure, show_faults, unheard
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.game.session_settings import SitOutPlan, option_words
from scorekeeper.record.open_session import Act, Book, opened, recorder_kept
from scorekeeper.referee.question_context import case_of_next_deal
from scorekeeper.store.ruleset_library import playable
from scorekeeper.store.small_home_files import add_to_history, typed_history
from scorekeeper.table.commands import MOVE, farewell, only_looks, record_asked
from scorekeeper.table.conversation import (
    act_of,
    begun,
    caught_up,
    done,
    gone_on_with,
    interrupted,
    outrun,
    prompt,
    refuse_another,
    reopened,
    step,
)
from scorekeeper.table.live_table_text import recorded_words
from scorekeeper.table.table_state import TOP, Conversation, Do, Prompt, Reply, fitted, typed_here
from scorekeeper.table.word_completion import completions
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import MachineFailure, Problem, Refused, lists_them, refuse
from scorekeeper.text.terminal_text import Ink
from scorekeeper.text.translation import tr

# --- choosing the session ----------------------------------------------------------------------
# Which session `play` is about: one that it begins, or one that it goes on with.


def begun_session(
    game: str, players: tuple[str, ...], dealer: str | None, name: str | None,
    options: tuple[str, ...], place: str | None, turns: SitOutPlan, date: str = "",
    two_counts: bool = False,
) -> str:  # fmt: skip
    """Begin a session and return its path. If the same players have an unfinished session of the
    game, and the user wants to continue it, return its path instead."""
    if not players and game in store.session_names():
        hint = say("go on with it: {command}", command=CommandLine("play", ("--session", game)))
        raise refuse(
            "game-session", tr("`{name}` is a session, not a game", name=game), "game", hint
        )
    rules = playable(game)
    known = _going_on(rules.id, players) if name is None else None
    if known is not None and _goes_on(known):
        return store.session_path(known.name)
    choices = option_words(options)
    begun = begin(rules, players, dealer, name, choices, place, turns, date, two_counts)
    return store.session_path(begun.name)


def _going_on(game: str, players: Sequence[str]) -> Book | None:
    """Return the latest unfinished session of this game with these players in the same seats, or
    None."""
    for head in latest_heads():
        if (head.game, head.players) == (game, tuple(players)):
            with suppress(Refused, MachineFailure):
                path = store.session_path(head.name)
                book = opened(store.session_bytes(path), head.name)
                if not book.standing.state.over:
                    return book
    return None


def _goes_on(known: Book) -> bool:
    """Ask if the unfinished session `known` should be continued. Without a terminal, print a note
    and return False."""
    stands = tr(
        "{session} has these players and is not over: {deals}",
        session=known.name,
        deals=text_of(recorded_words(known)),
    )
    if is_terminal(sys.stdin):
        return is_confirmed(f"{stands}. {tr('Go on with it?')}", or_enter=True)
    note(stands)
    return False


def known_session(session: str | None) -> str:
    """Return the path of the chosen session. The live table keeps this path, even if another
    terminal begins a new session. Raises Refused if there is none."""
    if not (session or os.environ.get("SCOREKEEPER_SESSION") or store.current_session()):
        hint = say(
            "begin one: {play}  (`{list}` names the games)",
            play=CommandLine("play", rest=(say("GAME"), say("PLAYER…"))),
            list=CommandLine("rules list"),
        )
        raise refuse("session-none", tr("there is no session to go on with"), None, hint)
    return store.session_path(session)


# --- The source of the live table's lines: a terminal or a pipe --------------------------------


class PipedLines:
    """The source of lines from a pipe or file. Prompts go to stderr."""

    def read(self, table: Conversation, asked: Prompt) -> str:
        """Return the next line. Raises EOFError at the end."""
        is_heard = sys.stderr is not None
        click.echo("\n".join([*asked.lines, asked.short]), err=is_heard, nl=False)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EOFError
        click.echo("", err=is_heard)
        return line

    def typed(self) -> str:
        """Return "": a pipe has no text typed before Ctrl-C."""
        return ""


class EditedLines(PipedLines):
    """The source of lines from a terminal, with editing, history and completion."""

    def __init__(self, readline: ModuleType) -> None:
        self.readline = readline
        self.table: Conversation | None = None
        self.found: list[str] = []
        readline.set_auto_history(False)
        readline.set_completer(self.completion)
        readline.parse_and_bind(
            "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        )
        for line in typed_history():
            readline.add_history(line)

    def read(self, table: Conversation, asked: Prompt) -> str:
        """Return the next line. At the main prompt it is added to the history, unless two people
        count: neither may see the other's count."""
        self.table = table
        self.readline.set_completer_delims(" " if table.at == TOP else "")
        if asked.lines:
            show("\n".join(asked.lines))
        line = input(asked.short)
        # the arrow keys must not show one person's count to the other
        if line.strip() and table.at == TOP and not table.book.counts_twice:
            self.readline.add_history(line)
            add_to_history(line)
        return line

    def typed(self) -> str:
        """Return the text in the input line at the time of Ctrl-C."""
        return str(self.readline.get_line_buffer())

    def completion(self, word: str, number: int) -> str | None:
        """Return the completion of this number, from 0, or None after the last, as readline
        requires."""
        if number == 0 and self.table is not None:
            before = self.readline.get_line_buffer()[: self.readline.get_begidx()]
            found = completions(self.table, before, word)
            is_whole = len(found) == 1 and not found[0].endswith("=")
            self.found = [f"{found[0]} "] if is_whole else found
        return self.found[number] if number < len(self.found) else None


def lines_typed(is_live: bool) -> PipedLines:
    """Return the source of lines: with editing if `is_live` on a terminal, else as from a pipe."""
    # `input` asks for all three
    if not (is_live and is_terminal(sys.stdout) and sys.stderr is not None):
        return PipedLines()
    try:
        import readline  # noqa: PLC0415 - Windows has none
    except ImportError:
        return PipedLines()
    return EditedLines(readline)


# --- The live table: `play` --------------------------------------------------------------------


@click.command("play", cls=CliCommand)
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
    dealer: str | None, name: str | None, place: str | None, date: datetime | None, turns: SitOutPlan,
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
    begins = (players, dealer, name, place, date, options, turns != SitOutPlan(), two_counts)
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
    table = Conversation(
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


def _sit(table: Conversation, place: str, lines: PipedLines) -> bool:
    """Run the conversation until the user leaves: read lines, answer, record. Return True if there
    was no problem."""
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
            # the input ends here, perhaps with unread lines
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


def _board_offered(table: Conversation) -> Sequence[str]:
    """Return the hint about the board on phones, or () if the session is over, if there is no
    terminal, or if the board's packages are not installed."""
    is_read = table.asks and is_terminal(sys.stdout) and not table.state.over
    if not is_read or importlib.util.find_spec("segno") is None:
        return ()
    line = say("on every phone: {command}, in another terminal", command=CommandLine("board"))
    return [table.ink.dim(part) for part in fitted(table, [text_of(line)])]


def _answered(table: Conversation, place: str, line: str) -> tuple[Conversation, Reply]:
    """Return the table and the reply after a line. A deal file that the line names is read here,
    because the table opens no files."""
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
        if book.log.entries != table.book.log.entries:
            raise outrun(book, table.seen)
    return after, reply


def _shown(table: Conversation, place: str, line: str) -> tuple[Conversation, Reply]:
    """Return the table and the reply after a line that records nothing. New entries of others are
    included, with a note before the reply."""
    table, news = caught_up(table, _still(table, place))
    table, reply = step(table, line)
    return table, reply._replace(lines=(*news.lines, *reply.lines))


def _refereed(table: Conversation, file: str) -> Sequence[Words]:
    """Return the referee's verdict on a deal in a file, judged as this table's next deal."""
    state = table.state
    case = case_of_next_deal(table.agreed, state, table.draft.facts)
    # 5 ms together, only for a record
    from scorekeeper.referee.deal_record import parsed  # noqa: PLC0415
    from scorekeeper.referee.verdict import session_verdict  # noqa: PLC0415

    found = session_verdict(case, parsed(store.read_path(file), file), (), state).answer
    return found.lines


def _recorded(table: Conversation, place: str, do: Do) -> tuple[Conversation, Reply]:
    """Carry out an act on disk, and return the table and the reply."""

    def act_here(opened: Book) -> Act:
        refuse_another(table, opened)
        return act_of(do, opened, clock())

    if do.what == MOVE:
        return _moved(table, place, do)
    before, act = change(place, act_here, by=table.by)
    return done(table, do, before, act, _read_again(place))


def _begun_again(
    table: Conversation, place: str, words: Sequence[str]
) -> tuple[Conversation, Reply, str]:
    """Begin the next session of the evening. Return the table with it, the reply, and its path."""
    _, begun = begun_again(place, wish_typed(words), by=table.by, is_at_table=True)
    path = store.session_path(begun.name)
    return *gone_on_with(table, whole_book(path)), path


def _moved(table: Conversation, place: str, do: Do) -> tuple[Conversation, Reply]:
    """Move a deal to another session, and return the table and the reply."""

    def look(opened: Book) -> None:
        refuse_another(table, opened)
        if len(opened.log.entries) != do.seen:
            raise outrun(opened, do.seen)

    before, act, there, arrived = moved(
        place, do.number, str(do.entered["to"]), None, do.why, table.by, look
    )
    act = act._replace(notes=(*act.notes, moved_words(there, arrived)))
    return done(table, do, before, act, _read_again(place))


def _still(table: Conversation, place: str) -> Book:
    """Return the table's session as it is now. Raises Refused if it was removed or replaced by
    another."""
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
    """Return the session after a change. Raises MayStand if it cannot be read: the change is
    recorded."""
    try:
        return whole_book(place)
    except MachineFailure as failure:
        hint = say("what was recorded stands: see `{command}`", command=CommandLine("log"))
        raise store.MayStand(failure.problem._replace(mends=(hint,))) from failure


def _of_somebody(table: Conversation) -> Conversation:
    """Return a table at which two people count, with the person given by `--by` as the owner of
    this terminal. Print a note if the screen, and so the first count, cannot be cleared."""
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
    """Return True if this is a terminal whose screen can be cleared."""
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
