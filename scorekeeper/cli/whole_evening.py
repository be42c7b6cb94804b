"""The sessions of one evening together: `summary --evening`, `sheet --evening`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from scorekeeper import store
from scorekeeper.base.toml import toml_table
from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import note, terminal_width
from scorekeeper.cli.encoding import write_files
from scorekeeper.cli.home_people import known_people
from scorekeeper.cli.home_sessions import told_quietly
from scorekeeper.cli.local_day import held_words
from scorekeeper.cli.opened_session import open_book, whole_book
from scorekeeper.cli.printing import print_page
from scorekeeper.cli.session_copies import tell_copies, without_copies
from scorekeeper.league.same_person import counted
from scorekeeper.league.session_row import evening_of
from scorekeeper.record.book import Book
from scorekeeper.record.journal import evening_named, identity
from scorekeeper.record.occasion import Occasion, occasion_of
from scorekeeper.render.evening_sections import EVENINGS, Page
from scorekeeper.render.renderings import Look
from scorekeeper.report.evening_sheet import EveningSheet, evening_sheet
from scorekeeper.report.phrases import agreed_words
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.summary import Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.store import shelves
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine
from scorekeeper.text.problems import MachineFailure, Refused
from scorekeeper.text.speech import text_of


def show_evening(
    session: str | None,
    form: str,
    plain: bool,
    page_of: Callable[[Book], tuple[Sheet | Summary, Ruleset, Look]],
    prints: bool = False,
) -> None:
    """Shows all sessions of the evening of the one meant, with their ranking; `page_of` makes the
    page of one."""
    found, books = _evening(whole_book(session))
    pages = [_page(book, form, *page_of(book)) for book in books]
    look = Look(
        terminal_width(), plain, held=held_words(_occasion(books)),
        ink=ink_of_page(plain or form != "text"),
    )  # fmt: skip
    if prints:
        write_files()  # paper has every sign, whatever the terminal has
        print_page(f"{books[0].name}-evening", EVENINGS["html"](found, pages, look))
        return
    show_page(EVENINGS[form](found, pages, look).rstrip("\n"), look.ink)


def _page(book: Book, form: str, shown: Sheet | Summary, rules: Ruleset, look: Look) -> Page:
    """The page of a session; a text says under it what was agreed."""
    said = agreed_words(book.agreed) if form == "text" else look.said
    return Page(shown, rules, look._replace(said=said))


def _evening(asked: Book) -> tuple[EveningSheet, Sequence[Book]]:
    """The evening of a session and the sessions that it is made of, a word about each that is not
    among them."""
    first = evening_named(asked.journal.head) or identity(asked.journal.head)
    books = sorted(_books(asked, first), key=lambda book: _order(book, first))
    ids = {identity(book.journal.head) for book in books}
    deleted = [name for name, own in _in_the_trash(first) if own not in ids]
    for name in deleted:
        _note_deleted(name)
    if first not in ids and not deleted:
        note(tr("the session with which the evening began is not here"))
    counts_as = known_people().counts_as
    told = [(book, counted(evening_of(book), counts_as)) for book in books]
    archived = {*store.archived_names()}.difference(store.session_names())
    return evening_sheet(told, [*archived], deleted), books


def _order(book: Book, first: str) -> tuple[bool, str, str]:
    """The session with which the evening began, then the others as they were begun."""
    head = book.journal.head
    return identity(head) != first, str(head.get("created", "")), book.name


def _books(asked: Book, first: str) -> Iterator[Book]:
    """The sessions of the home that belong to an evening, of copies the one that counts; and the
    one that was asked for, wherever it lies."""
    told = [*told_quietly()]
    own = [(name, row) for name, row in told if first in (row.id, row.evening)]
    tell_copies(told, [name for name, _ in own])
    if identity(asked.journal.head) not in [row.id for _, row in own]:
        yield asked
    for name, _ in without_copies(own):
        book = open_book(name)
        if book.standing.problems:
            _note_broken(name)
        else:
            yield book


def _in_the_trash(first: str) -> Iterator[tuple[str, str]]:
    """The sessions of an evening that were deleted, by name and identity."""
    for name in shelves.thrown_names():
        with suppress(Refused, MachineFailure, ValueError, RecursionError):
            head = _head(store.session_bytes(shelves.thrown_path(name)))
            if first in (identity(head), evening_named(head)):
                yield name, identity(head)


def _head(data: bytes) -> dict[str, Any]:
    """What the first lines of a session say; its rules and deals are not read."""
    return toml_table(data.decode().partition("\n[")[0])


def _note_deleted(name: str) -> None:
    command = text_of(CommandLine("sessions restore", (name,)))
    note(
        tr(
            "{session} belongs to this evening, was deleted and is left out; `{command}` brings it "
            "back",
            session=name,
            command=command,
        )
    )


def _note_broken(name: str) -> None:
    command = text_of(CommandLine("check", (name,)))
    note(
        tr(
            "{session} is left out: a deal of it does not hold under its rules; see `{command}`",
            session=name,
            command=command,
        )
    )


def _occasion(books: Sequence[Book]) -> Occasion:
    """When the evening was, from its first deal to its last, and where."""
    each = [occasion_of(book) for book in books]
    places = dict.fromkeys(one.place for one in each if one.place)
    firsts = [one.first for one in each if one.first]
    lasts = [one.last for one in each if one.last]
    return Occasion(min(firsts, default=""), max(lasts, default=""), ", ".join(places))
