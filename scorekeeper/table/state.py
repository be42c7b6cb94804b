"""The live table as values: where the conversation stands, what is answered, what is to be done."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.book import Book
from scorekeeper.named import NamedTuple
from scorekeeper.problems import Problem
from scorekeeper.report.width import safe, width_of, wrapped
from scorekeeper.session import Facts

# Where the conversation stands: before an entry, at one fact of it, before it counts, and where
# a person says what should be different, in the entry or in a deal that is recorded.
TOP, FIELD, CONFIRM, CHANGE, CORRECT = "top", "field", "confirm", "change", "correct"


class Do(NamedTuple):
    """An act to be put on disk by the caller: deal, amend, undo or redo. `seen` is the number of
    entries that the person knew of; an act on a session that has changed since is refused."""

    what: str
    seen: int
    number: int = 0
    words: tuple[str, ...] = ()
    why: str = ""


class Draft(NamedTuple):
    """The entry being made: the facts so far, the one asked for, those that were wrong and are
    asked for again, and those that a person left open."""

    facts: Facts
    field: str | None = None
    again: tuple[str, ...] = ()
    skipped: frozenset[str] = frozenset()


class Pending(NamedTuple):
    """What counts after a yes: the act, the line of the whole truth, what else there is to say of
    it. What is odd counts only after a spoken yes."""

    do: Do
    truth: str
    words: tuple[str, ...]
    odd: bool


class Table(NamedTuple):
    """The table: the session, how wide the terminal is, where the conversation stands.

    `asks` is False where nobody is there to be asked before a plain entry counts; `counted`
    says that the last line made one count so. `corrected` is the deal whose correction was begun.
    `gone` is the end of the conversation.
    """

    book: Book
    width: int = 80
    plain: bool = False
    asks: bool = True
    at: str = TOP
    draft: Draft = Draft({})
    pending: Pending | None = None
    counted: bool = False
    corrected: int = 0
    gone: bool = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing has been half-entered."""
        return self.draft == Draft({}) and self.pending is None and self.at != CORRECT

    @property
    def seen(self) -> int:
        """How many entries the person at the table knows of."""
        return len(self.book.journal.entries)


class Reply(NamedTuple):
    """What the table answers: lines to show, problems to refuse with, an act to be done."""

    lines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    heading: str | None = None
    do: Do | None = None


class Prompt(NamedTuple):
    """What is asked next: lines that ask, and the few letters before the cursor."""

    lines: tuple[str, ...]
    short: str


Turned = tuple[Table, Reply]


def fitted(table: Table, lines: Iterable[str]) -> tuple[str, ...]:
    """Lines made safe and broken to the width of the table."""
    return tuple(part for line in lines for part in wrapped(line, max(table.width, 20), "  "))


def told(table: Table, line: str) -> tuple[str, ...]:
    """The line of a deal, broken only between its parts: nobody's numbers leave their name."""
    lines = [""]
    for part in re.split(r"(?<=,) | (?=· )", safe(line)):
        joined = f"{lines[-1]} {part}" if lines[-1] else part
        if not lines[-1] or width_of(joined) <= table.width:
            lines[-1] = joined
        else:
            lines.append(f"  {part}")
    return fitted(table, lines)


def idle(table: Table) -> Table:
    """The table with nothing half-entered."""
    return table._replace(at=TOP, draft=Draft({}), pending=None)


def words_of(facts: Facts) -> tuple[str, ...]:
    """The facts as words that read back as the same facts."""
    return tuple(f"{name}={written(value)}" for name, value in facts.items())


def written(value: Any) -> str:
    """A fact's value as it is typed."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ",".join("-" if item is None else str(item) for item in value)
    return "yes" if value is True else str(value)


def quoted(word: str) -> str:
    """A word as it is typed in a line: in quotes where it holds a space."""
    name, equals, value = word.rpartition("=")
    return f'{name}{equals}"{value}"' if " " in value else word
