"""Merging copies of a session: `merge`."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Mapping
from functools import partial
from typing import NamedTuple

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    CliCommand,
    by_option,
    clock,
    format_option,
    is_confirmed,
    is_terminal,
    new_id,
    note,
    note_recorded,
    offered,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.open_log import note_cut, recorder_in
from scorekeeper.cli.refusal import fitted
from scorekeeper.game.log import UNDO, Entry
from scorekeeper.game.open_deals import AND
from scorekeeper.league.copy_detection import name_before_conflict
from scorekeeper.record.disputed_counts import alike_words
from scorekeeper.record.diverged_copies import (
    BEHIND,
    NOTHING,
    Copies,
    Copy,
    common_of,
    compared,
    continued,
    copies,
    copies_problems,
    has_all_of,
    header_notes,
    is_alike,
    named_steps,
    nothing_more,
    step_pairs,
    steps_taken,
    text_beyond,
)
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.merge import is_in, merged
from scorekeeper.record.open_session import Act, Book, appended, opened
from scorekeeper.render.session_lists import tails_lines
from scorekeeper.report.change_text import act_lines
from scorekeeper.report.change_value import act_of
from scorekeeper.store.disk import is_club
from scorekeeper.store.session_changes import TwoSessions, home_path, is_same_session, two_sessions
from scorekeeper.store.sessions import is_archived
from scorekeeper.text.message import CommandLine, Words, listing, say
from scorekeeper.text.message_text import heading, listed, parted, text_of
from scorekeeper.text.problems import MachineFailure, Refused, refuse
from scorekeeper.text.terminal_text import wrapped
from scorekeeper.text.translation import tr

# --- Asking at a terminal which entries of two copies to take ----------------------------------


ALL = ("a", "b", "")
OF_TWO = ("a", "b", "ab", "ba", NOTHING)


def asked_steps(one: Copy, other: Copy) -> str:
    """Ask which steps to take, all of one copy or one by one. Return the answer in the form of
    `--take`. Steps equal in both copies need no question."""
    whole = _answered(tr("all of a, all of b, or one after another? [a/b/Enter]"), ALL)
    return whole or ",".join(_row_by_row(one, other)) or NOTHING


def _row_by_row(one: Copy, other: Copy) -> list[str]:
    taken = []
    for number, (left, right) in enumerate(step_pairs(one, other), 1):
        names = {"a": f"a{number}", "b": f"b{number}"}
        if left and right:
            letters = "a" if is_alike(left, right) else _which(names)
            taken += [names[letter] for letter in letters if letter in names]
        else:
            name, step = (names["a"], left) if left else (names["b"], right)
            # what only one of them has was played: Enter keeps it
            keeps = step is not None and step.entry.what != UNDO
            taken += [name] if is_confirmed(tr("take {name}?", name=name), keeps) else []
    return taken


def _which(names: dict[str, str]) -> str:
    question = tr(
        "{one}, {other}, both in one order or the other, or neither? [a/b/ab/ba/-]",
        one=names["a"],
        other=names["b"],
    )
    return _answered(question, OF_TWO)


def _answered(question: str, answers: Collection[str]) -> str:
    """Ask a question until the answer is valid, and return it."""
    colon = f"{heading('')} "
    lines = wrapped(question, max(terminal_width() - len(colon), 1), "  ")
    read = partial(_read, answers=answers)
    return str(
        click.prompt(
            "\n".join(lines), default="", prompt_suffix=colon, show_default=False,
            value_proc=read, err=True,
        )
    )  # fmt: skip


def _read(said: str, answers: Collection[str]) -> str:
    word = said.strip().casefold()
    if word not in answers:
        raise click.UsageError(tr("say {words}", words=listed([*filter(None, answers)], "or")))
    return word


# --- A copy of a session to merge --------------------------------------------------------------


class CopyFile(NamedTuple):
    """A copy of a session that the user named: its letter (a or b), path, whether it is in the
    home, and bytes."""

    letter: str
    path: str
    is_of_home: bool
    data: bytes

    @property
    def name(self) -> str:
        return store.name_of_file(self.path).encode(errors="replace").decode()

    @property
    def book(self) -> Book:
        return opened(self.data, self.name)


def copy_file(letter: str, chosen: str) -> CopyFile:
    """Read the copy with this name or path. `letter` identifies it in questions."""
    path = store.session_path(chosen)
    at_home = home_path(path)
    path = at_home or path
    return CopyFile(letter, path, at_home is not None, store.session_bytes(path))


def labels_of(one: CopyFile, other: CopyFile) -> dict[str, str]:
    """Return a label for each copy, by letter: its name or, if both have the same name, its path
    and last change."""
    files = one, other
    is_named_apart = one.name != other.name
    return {file.letter: file.name if is_named_apart else _apart(file) for file in files}


def _apart(file: CopyFile) -> str:
    if is_club(file.path):
        place = tr("of the club")
    elif file.is_of_home and not is_archived(file.path):
        place = tr("of this computer")
    else:
        place = tr("in {folder}", folder=os.path.dirname(file.path))
    last = next(reversed(file.book.log.entries), None)
    when = tr("last entry {when}", when=last.at[:16].replace("T", " ")) if last else ""
    return parted(filter(None, [f"{file.name} {place}", when]))


def rank_of(file: CopyFile) -> tuple[bool, bool, bool]:
    """Return the sort key that decides which copy is kept, the smaller one. A copy in the home
    precedes others, an active copy an archived one, and any name one given by a synchroniser."""
    return (
        not file.is_of_home,
        file.is_of_home and is_archived(file.path),
        name_before_conflict(file.name) is not None,
    )


# --- Merging two copies of a session: `merge` --------------------------------------------------


class MergePlan(NamedTuple):
    """A planned merge: the text to append to the kept copy, the change, the number of common
    entries, and the names of the steps taken and left out (`aside`)."""

    text: str
    act: Act
    common: int
    taken: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


class MergedCopies(NamedTuple):
    """Two merged copies: the kept one, with its `book` before the merge; the other (`thrown`); the
    merge; and the other's name in the trash, None if it is not there."""

    kept: CopyFile
    thrown: CopyFile
    book: Book
    outcome: MergePlan
    trashed: str | None


@click.command("merge", cls=CliCommand)
@click.argument("one", metavar="A", shell_complete=offered("sessions"))
@click.argument("other", metavar="B", shell_complete=offered("sessions"))
@click.option(
    "--take", metavar="a1,b1…", help="What is taken: a, b, or entries in their order, a1,b1,a2."
)
@by_option
@format_option()
def merge(one: str, other: str, take: str | None, form: str) -> None:
    """Makes one session of two copies of it.

    Where one goes on from the other nothing is asked. Where both were gone on with, their
    entries are shown side by side, and the table chooses all of one, or entry by entry. What
    is not taken is set aside in the file. B then lies in the trash.
    """
    joined = joined_copies(one, other, take, form)
    show_joined(joined, _where(joined.thrown, joined.trashed), form)


def joined_copies(one: str, other: str, take: str | None, form: str) -> MergedCopies:
    """Merge two copies of a session, by name or path, on disk. `take` are the steps to take; if
    None, ask. Raises Refused if they are not copies of one session."""
    files = copy_file("a", one), copy_file("b", other)
    if is_same_session(*(file.path for file in files)):
        message = say("{one} and {other} are one file", one=one, other=other)
        raise refuse("merge-same", message, "session", say("name two copies of a session"))
    kept, thrown = sorted(files, key=rank_of)
    books = kept.book, thrown.book
    if problems := copies_problems(*books):
        raise Refused(problems)
    for word in header_notes(*books):
        note(text_of(word))
    for book in books:
        note_cut(book.log, book.name)
    outcome = _outcome(kept, thrown, books, take, form)
    trashed = _done(kept, thrown, books[0], outcome)
    return MergedCopies(kept, thrown, books[0], outcome, trashed)


# --- the result ----------------------------------------------------------------------------------


def _outcome(
    kept: CopyFile, thrown: CopyFile, books: tuple[Book, Book], take: str | None, form: str
) -> MergePlan:
    mine, others = (book.log for book in books)
    common = common_of(mine, others)
    if has_all_of(mine, others):
        return MergePlan("", nothing_more(books[0]), common)
    if compared(mine, others).state == BEHIND:
        return MergePlan(text_beyond(others, common), continued(*books), common)
    if has_all_of(others, mine):
        take = "b" if kept.letter == "a" else "a"
    return _chosen(kept, labels_of(kept, thrown), copies(*books), take, form)


def _chosen(
    kept: CopyFile, labels: Mapping[str, str], two: Copies, take: str | None, form: str
) -> MergePlan:
    """Return the merge with the steps in `take`, or with those that the user chooses now if it is
    None."""
    first, second = (two.kept, two.other) if kept.letter == "a" else (two.other, two.kept)
    typed = take if take is not None else _asked(first, second, labels, two.common, form)
    names = named_steps(first, "a"), named_steps(second, "b")
    chosen = steps_taken(typed, *names)
    by = recorder_in(kept.path)
    done = merged(two, chosen, clock(), by)
    steps = {**names[0], **names[1]}
    aside = tuple(name for name, step in steps.items() if not is_in(step, chosen.values()))
    said: Words = say("merged {one} and {other}", one=two.kept.book.name, other=two.other.book.name)
    recorded = done.counted.number if done.counted else None
    act = Act(
        entries=done.entries,
        standing=done.standing,
        said=said,
        recorded=recorded,
        notes=_counted_words(done.counted),
    )
    act = appended(two.kept.book, act, "", new_id)
    return MergePlan("".join(map(entry_text, act.entries)), act, two.common, tuple(chosen), aside)


def _counted_words(deal: Entry | None) -> tuple[Words, ...]:
    """Return the messages about a deal completed by the merge: two people counted it equally, one
    in each copy. Return () if there is none."""
    if deal is None:
        return ()
    recorded = say("recorded deal {number}", number=deal.number)
    return recorded, alike_words(deal.by.split(AND))


def _asked(first: Copy, second: Copy, labels: Mapping[str, str], common: int, form: str) -> str:
    """Ask which steps of both copies to take. If all steps are equal, do not ask. Raises Refused
    if nobody can be asked."""
    if all(one and other and is_alike(one, other) for one, other in step_pairs(first, second)):
        return "a"
    lines = "\n".join(tails_lines(first, second, labels, common, terminal_width()))
    if is_terminal(sys.stdin):
        (talk if form == "json" else show)(lines)
        return asked_steps(first, second)
    if form != "json":
        show(lines)
    message = say(
        "{one} and {other} were both gone on with, and nobody says what is taken",
        one=first.book.name, other=second.book.name,
    )  # fmt: skip
    again = CommandLine("merge", (first.book.name, second.book.name, "--take"), ("a1,b1…",))
    raise refuse("merge-choose", message, "take", say("say so: {command}", command=again))


# --- writing it to disk --------------------------------------------------------------------------


def _done(kept: CopyFile, thrown: CopyFile, book: Book, outcome: MergePlan) -> str | None:
    """Write the merge to disk, then move the other copy to the trash. Return its name in the
    trash, None if it is outside the home. Raises Refused if a copy has changed meanwhile."""
    with two_sessions(kept.path, thrown.path) as two:
        if (two.data, two.others) != (kept.data, thrown.data):
            message = say("one of the copies was gone on with meanwhile; nothing was changed")
            raise refuse("merge-changed", message, "session", say("say it again"))
        if outcome.text:
            two.append(outcome.text, book.log.whole)
            note_recorded()
        trashed = _thrown_away(two, thrown)
    note_recorded()
    store.make_current(kept.path)
    return trashed


def _thrown_away(two: TwoSessions, thrown: CopyFile) -> str | None:
    """Move the other copy to the trash. Return its name there, or None if it is outside the home
    and stays."""
    if not thrown.is_of_home:
        return None
    try:
        return two.throw_other_away()
    except MachineFailure as failure:
        again = say(
            "what was taken is merged, as `{command}` shows; the same again moves the copy",
            command=CommandLine("log"),
        )
        raise MachineFailure(failure.problem._replace(mends=(again,))) from failure


def show_joined(joined: MergedCopies, where: str, form: str) -> None:
    """Print the result of a merge. `where` says where the other copy is now."""
    kept, thrown, book, outcome, trashed = joined
    if form == "json":
        value = {
            "session": kept.name, "merged": thrown.name, "common": outcome.common,
            "taken": outcome.taken, "aside": outcome.aside, "trash": trashed,
        }  # fmt: skip
        last = outcome.act._replace(entries=outcome.act.entries[-1:])
        show_json({**act_of(last), **value})
        return
    first, *rest = act_lines(book, outcome.act)
    show("\n".join(fitted([first, *_told(outcome), f"  {where}", *rest], sys.stdout)))


def _told(outcome: MergePlan) -> list[str]:
    if not outcome.aside:
        return []
    names = listing(outcome.aside, "and")
    command = CommandLine("log", ("--all",))
    said = say("not taken, but kept: {names} (see {command})", names=names, command=command)
    return [f"  {text_of(said)}"]


def _where(thrown: CopyFile, trashed: str | None) -> str:
    """Return the line that says where the other copy is now."""
    if trashed is None:
        return tr("{path} stays where it is", path=thrown.path)
    back = text_of(CommandLine("sessions restore", (trashed,)))
    return tr(
        "{session} lies in the trash; it comes back with: {command}",
        session=thrown.name,
        command=back,
    )


COMMANDS = {"merge": merge}
