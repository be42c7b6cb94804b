"""An entry of a phone as a value: what was said, after what; what of it waits for a yes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from contextvars import copy_context

from scorekeeper.base.records import Record
from scorekeeper.board.followed import mark_of
from scorekeeper.board.heard import Heard, heard
from scorekeeper.record.book import Book
from scorekeeper.store.catalogues import catalogue
from scorekeeper.table import Do, outrun
from scorekeeper.table.two_counts import is_beside
from scorekeeper.text.language import LANGUAGES, Phrase, language, speak
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Refused


class Said(Record):
    """What a phone says: a line under an id of its own, who says it, and the mark of what it knew
    of; `is_sure` of what is odd."""

    id: str
    line: str
    who: str
    follows: str
    is_sure: bool = False


class Waiting(Record):
    """An entry that waits for another person's yes, and what it came to, by language."""

    id: str
    do: Do
    by: str
    follows: str
    told: Mapping[str, Heard]

    @property
    def here(self) -> Heard:
        """What it came to, in the language of whoever reads it now."""
        return self.told[language()]

    @property
    def truth(self) -> Words:
        """The deal in a line, in whatever language."""
        return Phrase({code: (found.truth,) for code, found in self.told.items()})


def is_recorded(book: Book, id_: str) -> bool:
    """Whether an entry was recorded under an id."""
    return any(entry.id == id_ for entry in book.journal.entries)


def in_every_language(book: Book, line: str, by: str, found: Heard) -> Mapping[str, Heard]:
    """What a line came to that waits for a yes, by language: whoever reads it need not speak that
    in which it was entered and `found`. Where the line says nothing in a language, as it was
    found."""

    def told(code: str) -> Heard:
        speak(code, catalogue(code))
        with suppress(Refused):
            again = heard(book, line, by)
            if again.waits:
                return again
        return found

    here = language()
    return {code: found if code == here else copy_context().run(told, code) for code in LANGUAGES}


def still_follows(book: Book, follows: str, do: Do) -> bool:
    """Return True if an act is meant as it was said after this mark, whatever was added since."""
    if mark_of(book) == follows:
        return True
    return mark_of(book, do.seen) == follows and is_beside(do, book)


def refuse_moved(book: Book, follows: str, do: Do) -> None:
    """Raises Refused where others have added to what the phone knew of."""
    if not still_follows(book, follows, do):
        raise outrun_by(book, follows)


def outrun_by(book: Book, follows: str) -> Refused:
    """The refusal of what followed another session, with what others did since."""
    return outrun(book, seen_by(follows))


def seen_by(mark: str) -> int:
    """How many entries there were by a mark."""
    number = mark.partition(" ")[0]
    return int(number) if number.isdecimal() and len(number) < 10 else 0


def not_counted(waiting: Waiting) -> Words:
    """That an entry does not count."""
    return say("not counted: {deal}", deal=waiting.truth)
