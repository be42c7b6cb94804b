"""The live table's state, and commands in the form in which they are typed there."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.entered_words import Typed
from scorekeeper.record.open_session import Book
from scorekeeper.referee.question_context import MARK
from scorekeeper.table.act_words import NOTHING_ENTERED, Entered
from scorekeeper.text.message import CommandLine, CommandOption, Words
from scorekeeper.text.message_text import in_shell, text_of
from scorekeeper.text.problems import Problem, as_typed
from scorekeeper.text.terminal_text import FIGURE, NO_INK, Ink, safe, width_of, wrapped
from scorekeeper.text.translation import Translator

# --- form of commands --------------------------------------------------------------------------
# How commands and options are typed at this table, without the program's name.


SESSION = "--session"

# The program's commands that the live table lacks.
OUTSIDE = (
    "new", "play", "drop", "import", "audit", "rescore", "check", "sessions", "merge", "people",
    "league", "event", "club", "board", "demo", "completion",
)  # fmt: skip


def typed_here(typed: CommandLine | CommandOption, to: Translator) -> str:
    """Return a command as it is typed at the live table, or an option as `NAME=VALUE`. A command
    that the table lacks, or one for another session, is returned as it is typed in the shell."""
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
    """Return True if the live table lacks a command, or if the command names a session."""
    first, *more = typed.name.split()
    return bool(more) or first in OUTSIDE or SESSION in typed.words


def _without_game(words: Sequence[Words]) -> Sequence[Words]:
    return words[: words.index("--rules")] if "--rules" in words else words


# --- state -------------------------------------------------------------------------------------
# The live table as values: the state of the conversation, the reply, the act to be recorded.


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
    """An act to be recorded by the caller: its name (`what`), and the values of its arguments and
    options.

    `seen` is the number of entries that the user has seen; the act is refused if the session
    has changed since. `by` is the person whose count it is, if two people count each deal."""

    what: str
    seen: int
    entered: Entered = NOTHING_ENTERED
    by: str = ""

    @property
    def number(self) -> int:
        """Return the number of the deal that the act concerns, or 0."""
        number = self.entered.get("number", 0)
        return number if isinstance(number, int) else 0

    @property
    def facts(self) -> tuple[str, ...]:
        """Return the typed facts."""
        facts = self.entered.get("facts", ())
        return facts if isinstance(facts, tuple) else ()

    @property
    def why(self) -> str:
        """Return the reason, or ""."""
        return str(self.entered.get("why", ""))


class Draft(NamedTuple):
    """A partial entry: its facts so far, the fact now asked for (`field`), the fact that the user
    wants to enter again (`wanted`), and the skipped facts.

    `refused` is True if a part of the last line was refused. `named` are the contract and
    players named by a refused change. `typed` is the parsed line with the numbers of a count.
    `partial` has the counts whose numbers are still incomplete."""

    facts: Facts
    field: str | None = None
    wanted: str | None = None
    skipped: frozenset[str] = frozenset()
    refused: bool = False
    named: Facts | None = None
    typed: Typed | None = None
    partial: Facts | None = None


class Pending(NamedTuple):
    """An act that is recorded after a yes: a line with the complete deal (`truth`) and further
    lines. If `odd`, an empty line does not count as a yes."""

    do: Do
    truth: str
    words: tuple[Words, ...]
    odd: bool


class Conversation(NamedTuple):
    """The state of the live table: the session, the width of the terminal, and the present prompt
    (`at`).

    `full` is True if every step of dealing is shown. `asks` is False if nobody can be asked
    before an entry is recorded; `counted` is then True after a recorded line. `corrected` is
    the number of the deal under correction. `pending` is the act that waits for a yes.
    `another` is a deal's line typed while another deal is pending. `meant` is a suggested
    command that waits for a yes. `by` is the recorder; `own` is the person whose terminal this
    is, if known. `gone` is True at the end. `ink` styles headings and tables."""

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
        """Return the settings of the next deal, with only the players who play it."""
        return self.book.standing.seating.agreed

    @property
    def state(self) -> State:
        """Return the state before the next deal, for the players who play it."""
        return self.book.standing.seating.state

    @property
    def known(self) -> Facts:
        """Return the facts of the next deal that were recorded before its result."""
        return self.book.standing.known

    @property
    def begun(self) -> Draft:
        """Return the partial entry, or a new one with the recorded facts of the next deal."""
        return Draft(self.known) if self.draft == Draft({}) else self.draft

    @property
    def unsaved(self) -> Facts:
        """Return the facts of the partial entry that are not recorded."""
        known = self.known
        return {n: value for n, value in self.draft.facts.items() if known.get(n) != value}

    @property
    def is_idle(self) -> bool:
        """Return True if there is no partial entry and no open question."""
        is_between = self.draft == Draft({}) and self.pending is None and self.at != CORRECT
        return is_between and not self.meant

    @property
    def lacks_counter(self) -> bool:
        """Return True if two people must count the next deal and the person here is not known."""
        is_coming = self.at == TOP and not self.book.standing.state.over
        return is_coming and self.book.counts_twice and not self.by

    @property
    def seen(self) -> int:
        """Return the number of entries that the user has seen."""
        return len(self.book.log.entries)


class Reply(NamedTuple):
    """A reply of the live table: lines to show, problems of a refusal, and an act to record
    (`do`). `clears` is True if the screen must be cleared for the next person. `again` has the
    words after `again`, which begins the next session, else None."""

    lines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    heading: Words | None = None
    do: Do | None = None
    clears: bool = False
    again: tuple[str, ...] | None = None


class Prompt(NamedTuple):
    """A prompt: the lines of the question, and the short text before the cursor."""

    lines: tuple[str, ...]
    short: str


Turned = tuple[Conversation, Reply]


def fitted(table: Conversation, lines: Iterable[Words]) -> tuple[str, ...]:
    """Return lines as safe text, wrapped to the width of the terminal."""
    width = max(table.width, 20)
    return tuple(part for line in lines for part in wrapped(text_of(line, typed_here), width, "  "))


def told(table: Conversation, line: Words) -> tuple[str, ...]:
    """Return a line about a deal, wrapped so that each number stays with its name."""
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


# A side with its number, before a comma; brackets and full stops belong to sentences.
OF_A_SIDE = rf"^[^.;\[(]*{FIGURE},?$"


def _kept_together(text: str) -> Iterator[str]:
    """Yield the parts of a line that must not be broken: parts between commas that end with a
    number, parts that begin with a dot, and single words of other parts."""
    for part in re.split(r"(?<=,) | (?=· )", text):
        if part.startswith("·") or re.search(OF_A_SIDE, part):
            yield part
        else:
            yield from part.split(" ")


def on(table: Conversation, book: Book) -> Conversation:
    """Return the table with the present session. A partial entry has the facts recorded now and
    those typed here."""
    if table.draft == Draft({}):
        return table._replace(book=book)
    facts = {**book.standing.known, **table.unsaved}
    return table._replace(book=book, draft=table.draft._replace(facts=facts))


def idle(table: Conversation) -> Conversation:
    """Return the table without a partial entry or an open question."""
    return table._replace(at=TOP, draft=Draft({}), pending=None, another="", meant=())
