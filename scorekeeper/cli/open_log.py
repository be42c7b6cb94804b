"""The log of a command: opened for reading, or changed on disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol, TypeVar

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    is_confirmed,
    is_terminal,
    new_id,
    note,
    note_recorded,
    recorder_said,
    show,
    talk,
    terminal_width,
)
from scorekeeper.game.log import Entry
from scorekeeper.record import open_session as book
from scorekeeper.record.changes_between_deals import MOVED
from scorekeeper.record.log_text import Log, ParseCache, entry_text
from scorekeeper.record.open_session import Act, Book, recorder_kept
from scorekeeper.store.home_choice import home_of
from scorekeeper.store.home_interface import LockedSession, SessionRows
from scorekeeper.text.message import CommandLine, JoinedWords, say
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.terminal_text import all_wrapped
from scorekeeper.text.translation import marked, tr, trn

LACKS_REST = marked(
    "its entries are whole, but were recorded together with others that are missing: to keep them, "
    "take the last `more = true` out of the file"
)
SAY_YES = marked("say --yes if it is so")


def path_and_name(session: str | None) -> tuple[str, str]:
    """Return the file of the session meant, and its name."""
    path = store.session_path(session)
    return path, store.name_of_file(path)


def open_book(session: str | None) -> Book:
    """Open the session meant for reading, with a note about a half-written entry."""
    return open_book_at(*path_and_name(session))


def open_book_at(
    path: str, name: str, same: ParseCache | None = None, is_named: bool = False
) -> Book:
    """Open a session by its path and name, with a note about a half-written entry. `same` caches
    what was read in other sessions of the same run; with `is_named` the note names the session."""
    opened = book.opened(store.session_bytes(path), name, same)
    note_cut(opened.log, name if is_named else None)
    return opened


def of_session(problem: Problem, name: str | None) -> Problem:
    """Return the problem with the session's name, if given, before its place."""
    places = [place for place in (name, problem.place) if place]
    return problem._replace(place=JoinedWords(tuple(places), " · ") if places else None)


def whole_book(session: str | None) -> Book:
    """Open the session meant. Raises Refused if a deal does not hold under its rules."""
    opened = open_book(session)
    if opened.standing.problems:
        heading = say(
            "the session holds a deal that its rules refuse; `{command}` corrects it",
            command=CommandLine("amend"),
        )
        raise Refused(opened.standing.problems, heading)
    return opened


def note_cut(log: Log, name: str | None = None, is_set_aside: bool = False) -> None:
    """Print a note about a half-written entry at the end of a log, with the log's name if given,
    and that it is in a file of its own now if it `is_set_aside`."""
    if log.cut:
        said = cut_words(log)
        said = labelled(name, said) if name else said
        note(parted((said, tr("it was set aside beside the file"))) if is_set_aside else said)


def cut_words(log: Log) -> str:
    """Return the message about a half-written entry, and about complete entries that lack the rest
    of their change."""
    said = trn(
        log.cut_lines,
        "the file ends in a half-written entry ({n} line), as a power cut leaves it; every entry"
        " before it stands",
        "the file ends in a half-written entry ({n} lines), as a power cut leaves it; every entry"
        " before it stands",
    )
    return parted((said, tr(LACKS_REST))) if log.lacks_rest else said


def show_entries(lines: Sequence[str]) -> None:
    """Print the lines of a log, wrapped on a terminal."""
    if lines:
        show("\n".join(all_wrapped(lines, terminal_width()) if is_terminal(sys.stdout) else lines))
    else:
        talk(tr("nothing has been recorded yet"))


def refuse_problems(problems: Sequence[Problem]) -> None:
    """Raise Refused with all problems of checked logs, if there are any."""
    if problems:
        number = len(problems)
        raise Refused(problems, trn(number, "{n} thing does not hold", "{n} things do not hold"))


class Repair(NamedTuple):
    """A repaired log: its name, the file that has its half-written entry now, if any, and the
    number of lines cut off. The names of the fields are keys of the JSON of `check --repair`."""

    session: str
    file: str | None
    lines: int


def repair_log(path: str, name: str, read: Callable[[bytes], Log]) -> Repair:
    """Move the half-written entry at the end of a log to a file of its own."""

    def decide(data: bytes) -> tuple[int, int]:
        log = read(data)
        return log.whole, log.cut_lines

    return Repair(name, *store.repair_session(path, decide))


def repair_words(repair: Repair) -> str:
    """Return the message about a repaired log."""
    session, file, lines = repair
    if file is not None and not lines:  # in a club nothing is cut off
        return tr("{session}: what nobody can read is left out for everybody", session=session)
    if file is None:
        return tr("{session}: every entry is whole; there is nothing to mend", session=session)
    return trn(
        lines,
        "{session}: a half-written entry ({n} line), as a power cut leaves it, was set aside in "
        "{file}",
        "{session}: a half-written entry ({n} lines), as a power cut leaves it, was set aside in "
        "{file}",
        session=session, file=file,
    )  # fmt: skip


# --- changing a log on disk ----------------------------------------------------------------------


class OpenLog(Protocol):
    """A session or an event that was opened."""

    @property
    def log(self) -> Log: ...


class LogChange(Protocol):
    """A change of a log: the entries to append, and the questions to answer first."""

    @property
    def entries(self) -> tuple[Entry, ...]: ...
    @property
    def questions(self) -> tuple[Problem, ...]: ...


Before = TypeVar("Before", bound=OpenLog)
Change = TypeVar("Change", bound=LogChange)


def change_log(
    path: str,
    opened: Callable[[bytes], Before],
    act: Callable[[Before], Change],
    yes: bool = True,
    held: LockedSession | None = None,
    tell: Callable[[tuple[Before, Change]], SessionRows] | None = None,
    noting: Callable[[], None] = note_recorded,
) -> tuple[Before, Change]:
    """Change a log and write it to disk. Return the log before, and the change. `opened` reads the
    log, `act` makes the change with its entries as they are appended.

    Unless `yes`, questions of a change are asked on a terminal and refused elsewhere. The file is
    not locked while asking, so the change is then made again on its present content. `held` is the
    file if it is locked already; for `tell` and `noting` see `store.change_session`."""
    answered: list[Problem] = []

    def unanswered(done: Change) -> list[Problem]:
        return [] if yes else [one for one in done.questions if one not in answered]

    def decide(data: bytes) -> tuple[str, int, tuple[Before, Change]]:
        before = opened(data)
        done = act(before)
        text = "" if unanswered(done) else "".join(map(entry_text, done.entries))
        return text, before.log.whole, (before, done)

    before, done = store.change_session(path, decide, held, tell, noting)
    while questions := unanswered(done):
        ask(questions)
        answered.extend(questions)
        before, done = store.change_session(path, decide, None, tell, noting)
    note_cut(before.log, is_set_aside=True)
    return before, done


def change(
    session: str | None,
    act: Callable[[Book], Act],
    yes: bool = True,
    by: str = "",
    is_used: bool = True,
    held: LockedSession | None = None,
) -> tuple[Book, Act]:
    """Change the session meant and write it to disk. `by` is the recorder, by default that of
    `recorder_in`. The session becomes the one used last if `is_used`. A caller that changes two
    sessions passes the file locked, as `held`. `yes` answers the questions of the change."""
    path, name = path_and_name(session)
    by = by or recorder_in(path)
    opened, done = change_log(
        path,
        lambda data: book.opened(data, name),
        lambda opened: book.appended(opened, act(opened), by, new_id),
        yes, held, _told_after,
    )  # fmt: skip
    if is_used:
        store.make_current(path)
    return opened, done


def _told_after(changed: tuple[Book, Act]) -> SessionRows:
    """Return the rows of a session after a change."""
    # 4 ms, only in a club
    from scorekeeper.store.session_records import rows_after  # noqa: PLC0415

    return rows_after(changed)


def recorder_in(path: str) -> str:
    """Return the recorder's name as saved in entries: the given one, even if empty; else, in a
    club, the login; else an empty string."""
    said = recorder_said()
    if said is not None:
        return recorder_kept(said)
    with suppress(Refused):  # a login that no page could show
        return recorder_kept(home_of(path).login())
    return ""


def _one_by_one(questions: Sequence[Problem]) -> list[Problem]:
    """Return the questions to answer. The effects on recorded deals are printed, and need one
    answer."""
    moved = [question for question in questions if question.code == MOVED]
    for question in moved:
        note(text_of(question.message))
    once = [moved[0]._replace(message=say("Change the recorded deals so?"))] if moved else []
    return [*once, *(question for question in questions if question.code != MOVED)]


def ask(questions: Sequence[Problem]) -> None:
    """Ask each question at a terminal. Raises Refused if the answer is no, or if there is no
    terminal."""
    if not is_terminal(sys.stdin):
        raise Refused(
            [q._replace(mends=(tr(SAY_YES),)) for q in questions],
            tr("this is odd, so it is asked about first"),
        )
    for question in _one_by_one(questions):
        place = labelled(text_of(question.place), "") if question.place else ""
        if not is_confirmed(f"{place}{text_of(question.message)}"):
            raise Refused([question._replace(mends=())], tr("nothing was recorded"))
