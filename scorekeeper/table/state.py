"""The live table's state as values, and how commands are typed there."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.game.agreement import Agreed, Facts
from scorekeeper.game.schedule import State
from scorekeeper.record.book import Book
from scorekeeper.record.entered_words import Typed
from scorekeeper.referee.question_context import MARK
from scorekeeper.text.message import CommandLine, CommandOption, Words
from scorekeeper.text.message_text import in_shell, text_of
from scorekeeper.text.problems import Problem, as_typed
from scorekeeper.text.terminal_text import FIGURE, NO_INK, Ink, safe, width_of, wrapped
from scorekeeper.text.translation import Translator

# --- typed -------------------------------------------------------------------------------------
# How commands and options are typed at this table, where the program's name is not.


SESSION = "--session"

# The commands of the program that are none of the live table.
OUTSIDE = (
    "new", "play", "drop", "import", "audit", "rescore", "check", "sessions", "merge", "people",
    "league", "event", "club", "board", "demo", "completion",
)  # fmt: skip


def typed_here(typed: CommandLine | CommandOption, to: Translator) -> str:
    """A command as this table takes it, an option of the command line as a fact; what is done
    elsewhere, or in another session, as it is typed in the shell. The game is the one that is
    played."""
    if isinstance(typed, CommandOption):
        return f"{typed.name}={text_of(typed.value, to=to)}"
    if typed.name == "rules show":
        return "rules"
    if _is_elsewhere(typed):
        return in_shell(typed, to)
    name = MARK if typed.name == "referee" else typed.name
    words = [text_of(word, to=to) for word in _without_game(typed.words)]
    in_quotes = [as_typed(word) if " " in word else word for word in words]
    return " ".join([name, *in_quotes, *(text_of(word, to=to) for word in typed.rest)])


def _is_elsewhere(typed: CommandLine) -> bool:
    """Whether a command is none of this table, or names another session than the one played."""
    first, *more = typed.name.split()
    return bool(more) or first in OUTSIDE or SESSION in typed.words


def _without_game(words: Sequence[Words]) -> Sequence[Words]:
    return words[: words.index("--rules")] if "--rules" in words else words


# --- state -------------------------------------------------------------------------------------
# The live table as values: where the conversation stands, what is answered, what is to be done.


# Where the conversation stands: before an entry, at one fact of it, before it counts, where another
# deal was typed while one waits, and where a person says what should be different, in the entry or
# in a deal that is recorded.
TOP, FIELD, CONFIRM, ANOTHER, CHANGE, CORRECT = (
    "top",
    "field",
    "confirm",
    "another",
    "change",
    "correct",
)


class Do(NamedTuple):
    """An act to be put on disk by the caller, by the kind of its entry. `seen` is the number of
    entries that the person knew of; an act on a session that has changed since is refused. `by` is
    who counted a deal that two people count."""

    what: str
    seen: int
    number: int = 0
    words: tuple[str, ...] = ()
    why: str = ""
    by: str = ""


class Draft(NamedTuple):
    """The entry being made: the facts so far, the one asked for, the one that a person wanted to be
    asked for, those left open, whether a part of what was typed last was refused, and whom or which
    contract a refused change named in the place of what stands; the line that gave a count its
    numbers, as it was read; the numbers of a count that were typed one by one, until all are
    there."""

    facts: Facts
    field: str | None = None
    wanted: str | None = None
    skipped: frozenset[str] = frozenset()
    refused: bool = False
    named: Facts | None = None
    typed: Typed | None = None
    partial: Facts | None = None


class Pending(NamedTuple):
    """What counts after a yes: the act, the line of the whole truth, what else there is to say of
    it. What is odd counts only after a spoken yes."""

    do: Do
    truth: str
    words: tuple[Words, ...]
    odd: bool


class Conversation(NamedTuple):
    """The table: the session, how wide the terminal is, where the conversation stands.

    `full` says that the dealer's card has every step of dealing. `asks` is False where nobody is
    there to be asked before a plain entry counts; `counted` says that the last line made one
    count so. `corrected` is the deal whose correction was begun; it is `pending` where something
    was said of it before what was refused. `another` is the line of a deal that was typed while one
    waits. `meant` is the command that a plain sentence was taken for, and waits for a yes. `by` is
    who records, `own` whose terminal this is, where that was said. `gone` is the end of the
    conversation, `ink` sets headings and tables off on the screen.
    """

    book: Book
    width: int = 80
    plain: bool = False
    asks: bool = True
    full: bool = False
    at: str = TOP
    draft: Draft = Draft({})
    pending: Pending | None = None
    counted: bool = False
    corrected: int = 0
    another: str = ""
    meant: tuple[str, ...] = ()
    by: str = ""
    own: str = ""
    gone: bool = False
    ink: Ink = NO_INK

    @property
    def agreed(self) -> Agreed:
        """What was agreed for the coming deal, of those who play it."""
        return self.book.standing.seating.agreed

    @property
    def state(self) -> State:
        """The state before the coming deal, as those see it who play it."""
        return self.book.standing.seating.state

    @property
    def known(self) -> Facts:
        """Return the facts of the coming deal that were recorded before its result."""
        return self.book.standing.known

    @property
    def begun(self) -> Draft:
        """Return the entry being made, or a new one, which begins with what is known of the
        deal."""
        return Draft(self.known) if self.draft == Draft({}) else self.draft

    @property
    def unsaved(self) -> Facts:
        """Return the facts of the entry being made that are not on disk."""
        known = self.known
        return {n: value for n, value in self.draft.facts.items() if known.get(n) != value}

    @property
    def is_idle(self) -> bool:
        """Whether nothing has been half-entered."""
        is_between = self.draft == Draft({}) and self.pending is None and self.at != CORRECT
        return is_between and not self.meant

    @property
    def lacks_counter(self) -> bool:
        """Whether two people are to count the coming deal, and nobody has said who does so here."""
        is_coming = self.at == TOP and not self.book.standing.state.over
        return is_coming and self.book.counts_twice and not self.by

    @property
    def seen(self) -> int:
        """How many entries the person at the table knows of."""
        return len(self.book.journal.entries)


class Reply(NamedTuple):
    """What the table answers: lines to show, problems to refuse with, an act to be done; `clears`
    says that what stands on the screen is not for the next who comes to it; `again` is what was
    typed after the word that begins the next session."""

    lines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    heading: Words | None = None
    do: Do | None = None
    clears: bool = False
    again: tuple[str, ...] | None = None


class Prompt(NamedTuple):
    """What is asked next: lines that ask, and the few letters before the cursor."""

    lines: tuple[str, ...]
    short: str


Turned = tuple[Conversation, Reply]


def fitted(table: Conversation, lines: Iterable[Words]) -> tuple[str, ...]:
    """Lines as text, made safe and broken to the width of the table."""
    width = max(table.width, 20)
    return tuple(part for line in lines for part in wrapped(text_of(line, typed_here), width, "  "))


def told(table: Conversation, line: Words) -> tuple[str, ...]:
    """The line of a deal, broken so that nobody's numbers leave their name; what has no number is
    filled as other text is."""
    text = safe(text_of(line))
    start = " " * (len(text) - len(text.lstrip(" ")))
    lines = [start]
    for part in _kept_together(text.lstrip(" ")):
        joined = f"{lines[-1]} {part}" if lines[-1].strip() else lines[-1] + part
        if not lines[-1].strip() or width_of(joined) <= table.width:
            lines[-1] = joined
        else:
            lines.append((start or "  ") + part)
    return fitted(table, lines)


# What a side has, before the comma after it; a bracket or a stop is of a sentence.
OF_A_SIDE = rf"^[^.;\[(]*{FIGURE},?$"


def _kept_together(text: str) -> Iterator[str]:
    """The parts of a line between commas and dots that end with a number, or follow a dot; and the
    words of others."""
    for part in re.split(r"(?<=,) | (?=· )", text):
        if part.startswith("·") or re.search(OF_A_SIDE, part):
            yield part
        else:
            yield from part.split(" ")


def on(table: Conversation, book: Book) -> Conversation:
    """Return the table on the session as it is now; the entry being made has what is known of the
    deal now, and what was said of it here."""
    if table.draft == Draft({}):
        return table._replace(book=book)
    facts = {**book.standing.known, **table.unsaved}
    return table._replace(book=book, draft=table.draft._replace(facts=facts))


def idle(table: Conversation) -> Conversation:
    """The table with nothing half-entered."""
    return table._replace(at=TOP, draft=Draft({}), pending=None, another="", meant=())
