"""Running a change of a session and showing its result."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from scorekeeper import store
from scorekeeper.cli.click_parts import is_terminal, note, show, show_json
from scorekeeper.cli.main import naming
from scorekeeper.cli.open_log import change
from scorekeeper.cli.refusal import fitted
from scorekeeper.game.irregular_events import SPENT
from scorekeeper.record.book import Act, Book
from scorekeeper.report.change_text import act_lines, flags_of
from scorekeeper.text.message import CommandLine, CommandOption, say, with_commands
from scorekeeper.text.message_text import Typed, in_shell, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import Translator, tr


def asked_if_there(act: Act, code: str = SPENT, is_flagged: bool = False) -> Act:
    """Return the change with questions of this code, such as a turn that leaves somebody without a
    contract, only on a terminal. Elsewhere they are removed, and added as warnings if `is_flagged`;
    otherwise the change notes them itself."""
    if is_terminal(sys.stdin):
        return act
    dropped = [one for one in act.questions if one.code == code]
    questions = tuple(one for one in act.questions if one not in dropped)
    flags = [one.message for one in dropped] if is_flagged else []
    return act._replace(questions=questions, flags=(*act.flags, *flags))


def record_act(
    session: str | None, form: str, yes: bool, act: Callable[[Book], Act], is_used: bool = True
) -> None:
    """Make a change in the session meant and print it. The session becomes the one used last if
    `is_used`."""
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
    """Return True if a command without a session's name follows a `new` that was refused."""
    is_named = session is not None or os.environ.get("SCOREKEEPER_SESSION")
    return not is_named and store.is_new_refused()


def _in_doubt(act: Callable[[Book], Act]) -> Callable[[Book], Act]:
    """Return the change with a first question: is it meant for the session used before?"""

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
    """Print a recorded change: later totals that moved, the standing, the session if it was not
    named, and the next deal. Irregularities go to stderr in any format. Commands to type name the
    session if the given command did."""
    # Somebody else may make another session the one used last before a hint is followed.
    named = naming(session or os.environ.get("SCOREKEEPER_SESSION"))
    if form == "json":
        from scorekeeper.report.change_value import act_of  # noqa: PLC0415 - 2 ms, only for JSON

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
    """Return a function that writes a command with its session named."""

    def typed(one: CommandLine | CommandOption, to: Translator) -> str:
        return in_shell(named(one) if isinstance(one, CommandLine) else one, to)

    return typed
