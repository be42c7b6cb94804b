"""The commands generated from the table of acts: each changes a session and prints the change."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import click

from scorekeeper import store
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
    note,
    offered,
    recorder,
    session_option,
    show,
    show_json,
    why_option,
    yes_option,
)
from scorekeeper.cli.main import naming
from scorekeeper.cli.open_log import change
from scorekeeper.cli.refusal import fitted
from scorekeeper.game.entry_kinds import AMEND, DEAL
from scorekeeper.game.irregular_events import SPENT
from scorekeeper.game.log import UNDO
from scorekeeper.game.standing import is_same_deal
from scorekeeper.record.acts import ACTS, ActRow, Arg, Opt
from scorekeeper.record.number_order import NUMBER_ORDER
from scorekeeper.record.open_session import Act, Book
from scorekeeper.report.change_text import act_lines, flags_of
from scorekeeper.table.act_words import change_made
from scorekeeper.text.message import CommandLine, CommandOption, say, with_commands
from scorekeeper.text.message_text import Typed, in_shell, text_of
from scorekeeper.text.problems import Problem, refuse
from scorekeeper.text.translation import Translator, tr

PROGRAM = "scorekeeper"
LONGEST_ID = 100  # letters
MOMENT = 120  # seconds

# --- a click command of a row --------------------------------------------------------------------


class ActCommand(CliCommand):
    """The command of an act, with the act's own arguments and options and those common to all
    acts."""

    def __init__(self, row: ActRow) -> None:
        self.row = row
        self.has_facts = any("facts" in arg.kind for arg in row.args)
        super().__init__(
            row.name,
            params=[*map(_argument, row.args), *map(_option, row.options)],
            callback=self.record,
            help=row.help,
            context_settings=FACTS if self.has_facts else None,
        )
        for option in (session_option, by_option, format_option()):
            option(self)
        for option, is_taken in ((yes_option, row.asks), (why_option, row.gives_reason)):
            if is_taken:
                option(self)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse as click does. The usage error for `undo` with a number suggests `strike` or
        `amend`."""
        numbers = [word for word in args if word.isdecimal()]
        try:
            return super().parse_args(ctx, args)
        except click.UsageError:
            if self.row.name != UNDO or not numbers:
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

    def record(self, session: str | None, form: str, yes: bool = False, **entered: object) -> None:
        """Make the change of this act and record it. `entered` are the act's arguments and
        options."""
        facts = entered.get("facts")
        if self.has_facts and isinstance(facts, tuple):
            no_such_option(click.get_current_context(), facts)
            _refuse_a_command(" ".join(facts))

        def act(opened: Book) -> Act:
            done = _asked_if_odd(change_made(self.row, opened, entered, clock(), recorder()))
            is_once = bool(entered.get("once"))
            return done if is_once else _asked_if_twice(opened, done)

        record_act(session, form, yes or not self.row.asks, act)


def _argument(arg: Arg) -> click.Argument:
    types = {"deals": DEAL_NUMBER, "number": WHOLE_NUMBER}
    return click.Argument(
        [arg.name],
        nargs=-1 if arg.many else 1,
        required=arg.needed,
        type=types.get(arg.kind),
        metavar=arg.shown or None,
        shell_complete=offered(arg.kind),
    )


def _option(opt: Opt) -> click.Option:
    return click.Option(
        [opt.flag, opt.name],
        is_flag=not opt.shown,
        metavar=opt.shown or None,
        callback=_checked_id if opt.kind == "id" else None,
        shell_complete=offered(opt.kind),
        help=opt.help,
    )


def _checked_id(ctx: click.Context, _: click.Parameter, value: str | None) -> str | None:
    """Return the id of an entry. Raises a usage error if it is empty, too long or not printable."""
    if value is not None and not (
        value.strip() and value.isprintable() and len(value) <= LONGEST_ID
    ):
        raise click.BadParameter(tr("say 1 to {most} letters that can be seen", most=LONGEST_ID))
    return value


def _refuse_a_command(line: str) -> None:
    """Raise Refused if a whole command, `scorekeeper …`, was typed in place of a deal."""
    first, name, *words = [*line.split(), "", ""]
    if first == PROGRAM:
        message = tr("`{line}` is a command of its own, not a deal", line=line)
        command = CommandLine(name, tuple(filter(None, words)))
        raise refuse("command-form", message, None, say("type {words}", words=command))


# --- questions that only a terminal is asked -----------------------------------------------------


def _asked_if_odd(done: Act) -> Act:
    """Return the change. Without a terminal, leave out the questions about a player left without a
    contract and about the order of numbers."""
    done = asked_if_there(done)
    is_of_deal = bool(done.entries) and done.entries[0].what in (DEAL, AMEND)
    return asked_if_there(done, NUMBER_ORDER, is_flagged=True) if is_of_deal else done


def asked_if_there(act: Act, code: str = SPENT, is_flagged: bool = False) -> Act:
    """Return the change. Without a terminal, leave out the questions of this code (by default
    about a player left without a contract). If `is_flagged`, they become warnings; otherwise
    the change already notes them."""
    if is_terminal(sys.stdin):
        return act
    dropped = [one for one in act.questions if one.code == code]
    questions = tuple(one for one in act.questions if one not in dropped)
    flags = [one.message for one in dropped] if is_flagged else []
    return act._replace(questions=questions, flags=(*act.flags, *flags))


def _asked_if_twice(opened: Book, done: Act) -> Act:
    """Return the change. On a terminal, add a question if it repeats the deal recorded a moment
    ago: the line was probably typed twice."""
    deals, last = done.standing.deals[-2:], next(reversed(opened.log.entries), None)
    kinds = [entry.what for entry in (*done.entries[:1], *filter(None, [last]))]
    if not is_terminal(sys.stdin) or kinds != [DEAL, DEAL] or not is_same_deal(*deals):
        return done
    assert last is not None  # its kind was looked at
    if not _is_a_moment(last.at, done.entries[0].at):
        return done
    message = say(
        "deal {number}, recorded a moment ago, is just the same. Was it dealt again?",
        number=last.number,
    )
    return done._replace(questions=(*done.questions, Problem("deal-twice", message)))


def _is_a_moment(first: str, last: str) -> bool:
    """Return True if `last` is at most `MOMENT` seconds after `first`. Invalid times give False."""
    from datetime import datetime, timedelta  # noqa: PLC0415 - 1 ms, only for the same deal again

    try:
        passed = datetime.fromisoformat(last) - datetime.fromisoformat(first)
    except (ValueError, TypeError):  # edited manually to an invalid time, or one without a zone
        return False
    return timedelta(0) <= passed <= timedelta(seconds=MOMENT)


# --- a change and its result ---------------------------------------------------------------------


def record_act(
    session: str | None, form: str, yes: bool, act: Callable[[Book], Act], is_used: bool = True
) -> None:
    """Make a change in the chosen session and print it. If `is_used`, the session becomes the one
    used last. `yes` answers all questions."""
    is_last = session is None or store.is_current(store.session_path(session))
    is_doubtful = _is_doubtful(session)
    opened, done = change(session, _in_doubt(act) if is_doubtful else act, yes, is_used=is_used)
    show_act(opened, done, form, session)
    if yes and is_doubtful:
        note(
            tr(
                "the session you wanted to begin was refused; this is recorded in {session}",
                session=opened.name,
            )
        )
    if is_used and not is_last:
        note(
            tr(
                "{session} is the session used last now; what names none is for it",
                session=opened.name,
            )
        )


def _is_doubtful(session: str | None) -> bool:
    """Return True if a command names no session and a new session was refused before: the user may
    mean the refused one."""
    is_named = session is not None or os.environ.get("SCOREKEEPER_SESSION")
    return not is_named and store.is_new_refused()


def _in_doubt(act: Callable[[Book], Act]) -> Callable[[Book], Act]:
    """Return the act with a first question: record this in the session used last?"""

    def asked(opened: Book) -> Act:
        done = act(opened)
        message = say(
            "the session you wanted to begin was refused. Record this in {session}?",
            session=opened.name,
        )
        doubt = Problem("session-doubt", message, "session")
        return done._replace(questions=(doubt, *done.questions))

    return asked


def show_act(
    opened: Book, done: Act, form: str, session: str | None, said: str | None = None
) -> None:
    """Print a recorded change: changed later totals, the standing, the session if it was not
    named, and the next deal. Warnings go to stderr in any format. If the user named the
    session, the suggested commands name it too. `said` replaces the first line."""
    # Somebody else may make another session the one used last before a hint is followed.
    named = naming(session or os.environ.get("SCOREKEEPER_SESSION"))
    if form == "json":
        # 2 ms, only for JSON
        from scorekeeper.report.change_value import act_of  # noqa: PLC0415

        show_json({**act_of(done), "session": opened.name})
    else:
        typed = _typed_for(named) if named else in_shell
        first, *rest = act_lines(opened, done, names_session=True, typed=typed)
        show("\n".join(fitted([said or first, *rest], sys.stdout)))
    for flag in flags_of(done):
        note(text_of(with_commands(flag, named) if named else flag))
    if done.standing.problems:
        place = done.standing.problems[0].place
        note(
            tr(
                "{place} does not hold under the rules: these totals, and what comes next, are "
                "from before it",
                place=text_of(place or ""),
            )
        )


def _typed_for(named: Callable[[CommandLine], CommandLine]) -> Typed:
    """Return a function that formats a command with its session named."""

    def typed(one: CommandLine | CommandOption, to: Translator) -> str:
        return in_shell(named(one) if isinstance(one, CommandLine) else one, to)

    return typed


COMMANDS = {row.name: ActCommand(row) for row in ACTS}
