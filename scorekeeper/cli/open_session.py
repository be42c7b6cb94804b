"""The session of a command: opened for reading, or changed on disk."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    is_confirmed,
    is_terminal,
    new_id,
    note,
    note_recorded,
    recorder_said,
)
from scorekeeper.record import book
from scorekeeper.record.book import Act, Book, recorder_kept
from scorekeeper.record.happening_acts import MOVED
from scorekeeper.record.journal import ParseCache, entry_text
from scorekeeper.store.home import LockedSession, Telling
from scorekeeper.store.homes import home_of
from scorekeeper.text.message import CommandLine, JoinedWords, say
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import marked, tr, trn

LACKS_REST = marked(
    "its deals are whole, but were entered together with others that are missing: to keep them, "
    "take the last"
    " `more = true` out of the file"
)
SAY_YES = marked("say --yes if it is so")


def path_and_name(session: str | None) -> tuple[str, str]:
    """Return the file of the session meant, and its name."""
    path = store.session_path(session)
    return path, store.stem(path)


def open_book(session: str | None) -> Book:
    """Open the session meant for reading, with a note about a half-written entry."""
    return open_book_at(*path_and_name(session))


def open_book_at(
    path: str, name: str, same: ParseCache | None = None, is_named: bool = False
) -> Book:
    """Open a session by its path and name, with a note about a half-written entry. `same` caches
    what was read in other sessions of the same run; with `is_named` the note names the session."""
    opened = book.opened(store.session_bytes(path), name, same)
    if opened.journal.cut:
        said = cut_words(opened)
        note(labelled(name, said) if is_named else said)
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


def cut_words(opened: Book) -> str:
    """Return the message about a half-written entry, and about complete entries that lack the rest
    of their change."""
    said = trn(
        opened.journal.cut_lines,
        "the session file ends in a half-written entry ({n} line), as a power cut leaves it;"
        " every entry before it stands",
        "the session file ends in a half-written entry ({n} lines), as a power cut leaves it;"
        " every entry before it stands",
    )
    return parted((said, tr(LACKS_REST))) if opened.journal.lacks_rest else said


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
    sessions passes the file locked, as `held`. Unless `yes`, questions of a change are asked on a
    terminal and refused elsewhere. The file is not locked while asking, so the change is then made
    again on its present content."""
    path, name = path_and_name(session)
    by = by or recorder_in(path)
    answered: list[Problem] = []

    def is_answered(done: Act) -> bool:
        return all(question in answered for question in done.questions)

    def decide(data: bytes) -> tuple[str, int, tuple[Book, Act]]:
        opened = book.opened(data, name)
        done = book.appended(opened, act(opened), by, new_id)
        is_meant = yes or is_answered(done)
        return (
            "".join(map(entry_text, done.entries)) if is_meant else "",
            opened.journal.whole,
            (opened, done),
        )

    opened, done = store.change_session(path, decide, held, _told_after, note_recorded)
    while not yes and not is_answered(done):
        ask([question for question in done.questions if question not in answered])
        answered.extend(done.questions)
        opened, done = store.change_session(path, decide, None, _told_after, note_recorded)
    if opened.journal.cut:
        note(parted((cut_words(opened), tr("it was set aside beside the file"))))
    if is_used:
        store.make_current(path)
    return opened, done


def _told_after(changed: tuple[Book, Act]) -> Telling:
    """Return the rows of a session after a change."""
    # 4 ms, only in a club
    from scorekeeper.store.session_records import told_after  # noqa: PLC0415

    return told_after(changed)


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
