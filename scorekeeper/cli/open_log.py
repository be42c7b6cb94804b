"""The log that a command concerns, of a session or an event: opening and changing it."""

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
    """Return the path and the name of the chosen session."""
    path = store.session_path(session)
    return path, store.name_of_file(path)


def open_book(session: str | None) -> Book:
    """Open the chosen session, and print a note if its last entry is incomplete."""
    return open_book_at(*path_and_name(session))


def open_book_at(
    path: str, name: str, same: ParseCache | None = None, is_named: bool = False
) -> Book:
    """Open a session by path and name, and print a note if its last entry is incomplete. `same`
    caches data parsed from other sessions. If `is_named`, the note contains the session's name."""
    opened = book.opened(store.session_bytes(path), name, same)
    note_cut(opened.log, name if is_named else None)
    return opened


def of_session(problem: Problem, name: str | None) -> Problem:
    """Return the problem with the session's name, if given, added before its place."""
    places = [place for place in (name, problem.place) if place]
    return problem._replace(place=JoinedWords(tuple(places), " · ") if places else None)


def whole_book(session: str | None) -> Book:
    """Open the chosen session. Raises Refused if a deal is invalid under its rules."""
    opened = open_book(session)
    if opened.standing.problems:
        heading = say(
            "the session holds a deal that its rules refuse; `{command}` corrects it",
            command=CommandLine("amend"),
        )
        raise Refused(opened.standing.problems, heading)
    return opened


def note_cut(log: Log, name: str | None = None, is_set_aside: bool = False) -> None:
    """Print a note if a log's last entry is incomplete, with the log's name if given. If
    `is_set_aside`, the note adds that the entry is in a separate file now."""
    if log.cut:
        said = cut_words(log)
        said = labelled(name, said) if name else said
        note(parted((said, tr("it was set aside beside the file"))) if is_set_aside else said)


def cut_words(log: Log) -> str:
    """Return the message about an incomplete last entry, and about a change that lacks some of its
    entries."""
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
    """Raise Refused with these problems, if there are any."""
    if problems:
        number = len(problems)
        raise Refused(problems, trn(number, "{n} thing does not hold", "{n} things do not hold"))


class Repair(NamedTuple):
    """A repaired log: its name, the separate file that has the incomplete entry (None if there was
    none), and the number of lines moved. The fields' names are keys of the JSON of `check
    --repair`."""

    session: str
    file: str | None
    lines: int


def repair_log(path: str, name: str, read: Callable[[bytes], Log]) -> Repair:
    """Move the incomplete last entry of a log to a separate file."""

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
    """An opened session or event."""

    @property
    def log(self) -> Log: ...


class LogChange(Protocol):
    """A change of a log: entries to append, and questions to ask first."""

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
    """Change a log on disk. Return the log before, and the change. `opened` parses the log; `act`
    makes the change.

    Unless `yes`, the change's questions are asked on a terminal, and refuse the change without
    one. The file is not locked while asking, so the change is then made again for its present
    content. `held` is the file if it is already locked. `tell` and `noting` are those of
    `store.change_session`."""
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
    """Change the chosen session on disk. Return the session before, and the change. `by` is the
    recorder, by default from `recorder_in`. `yes` answers all questions. If `is_used`, the
    session becomes the one used last. `held` is the file if it is already locked."""
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
    """Return the league rows of a session after a change."""
    # 4 ms, only in a club
    from scorekeeper.store.session_records import rows_after  # noqa: PLC0415

    return rows_after(changed)


def recorder_in(path: str) -> str:
    """Return the recorder to save in entries: the given name, even if empty; else the login in a
    club; else ""."""
    said = recorder_said()
    if said is not None:
        return recorder_kept(said)
    with suppress(Refused):  # a login that no page could show
        return recorder_kept(home_of(path).login())
    return ""


def _one_by_one(questions: Sequence[Problem]) -> list[Problem]:
    """Return the questions to ask. Effects on recorded deals are printed as notes, with one
    question for all."""
    moved = [question for question in questions if question.code == MOVED]
    for question in moved:
        note(text_of(question.message))
    once = [moved[0]._replace(message=say("Change the recorded deals so?"))] if moved else []
    return [*once, *(question for question in questions if question.code != MOVED)]


def ask(questions: Sequence[Problem]) -> None:
    """Ask each question on a terminal. Raises Refused if an answer is no, or if there is no
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
