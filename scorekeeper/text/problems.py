"""Problems with input as values, collected and reported together; and messages about
invalid TOML."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from shlex import quote
from typing import Any, NamedTuple, TypeAlias

from scorekeeper.text.message import (
    CommandLine,
    Message,
    Words,
    in_english,
    in_turn,
    say,
    titled,
    with_commands,
)
from scorekeeper.text.translation import marked

# --- problems ----------------------------------------------------------------------------------
# Problems with input, as values that are collected to the end.


# Messages for which several problems are combined into one with all their facts.
NEEDED, ADD = marked("this deal needs {facts}"), marked("add {facts}")

# A fix: words, or a command to type after the fixes before it.
Mend: TypeAlias = Words | CommandLine


class Problem(NamedTuple):
    """One reason to refuse an entry. `code` is in kebab-case and stable; `fact` names the fact
    concerned. `mends` are the fixes, in order. `is_missing` is True if the fact was not
    entered. `meant` is the fact that a misspelt name probably means."""

    code: str
    message: Words
    fact: str | None = None
    mends: tuple[Mend, ...] = ()
    place: Words | None = None
    rule: Words | None = None
    is_missing: bool = False
    meant: str | None = None

    @property
    def placed(self) -> Words:
        """Return the message, after its place if it has one."""
        return titled(self.place, self.message) if self.place else self.message

    @property
    def mend(self) -> Words:
        """Return the fixes as one sentence, empty if there are none. A command after another fix
        is typed next."""
        first, *rest = self.mends or ("",)
        begun = Message("{mend}", (("mend", first),)) if isinstance(first, CommandLine) else first
        return in_turn(begun, *map(_then, rest))

    @property
    def command(self) -> CommandLine | None:
        """Return the first fix that is a command, or None."""
        return next((mend for mend in self.mends if isinstance(mend, CommandLine)), None)

    def without_command(self) -> "Problem":
        """Return the problem without the commands among its fixes."""
        words = tuple(mend for mend in self.mends if not isinstance(mend, CommandLine))
        return self._replace(mends=words)

    def with_commands(self, change: Callable[[CommandLine], CommandLine]) -> "Problem":
        """Return the problem with every command in it changed."""
        return self._replace(
            message=with_commands(self.message, change),
            mends=tuple(
                change(mend) if isinstance(mend, CommandLine) else with_commands(mend, change)
                for mend in self.mends
            ),
        )


def _then(mend: Mend) -> Words:
    # Translators: what to do first was said before this; the command stands last
    return say("then {command}", command=mend) if isinstance(mend, CommandLine) else mend


class Refused(Exception):
    """A refusal by the rules or the data, with every problem found."""

    def __init__(
        self,
        problems: Iterable[Problem],
        heading: Words | None = None,
        context: Words | None = None,
    ) -> None:
        self.problems = tuple(problems)
        self.heading = heading
        self.context = context  # what was given, in one line, where the problems are about that
        super().__init__()

    @property
    def messages(self) -> Words:
        """Return the messages of all problems, one after another."""
        return in_turn(*(problem.message for problem in self.problems))

    def __str__(self) -> str:
        """Return the problems in English, for a traceback."""
        return in_english(self.messages)


class MachineFailure(Exception):
    """A failure of the disk, a permission or a lock. Nothing was written in part."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__()

    @property
    def messages(self) -> Words:
        """Return the message of the problem."""
        return self.problem.message

    def __str__(self) -> str:
        """Return the problem in English, for a traceback."""
        return in_english(self.messages)


class MayStand(MachineFailure):
    """A failure after which the entry may nevertheless be recorded. Messages must not deny that,
    because a second attempt could record the entry twice."""


def refuse(code: str, message: Words, fact: str | None = None, *mends: Mend | None) -> Refused:
    """Return a refusal for a single problem. Fixes that are None are left out."""
    return Refused([Problem(code, message, fact, known_mends(*mends))])


def known_mends(*mends: Mend | None) -> tuple[Mend, ...]:
    """Return the fixes that are not None."""
    return tuple(mend for mend in mends if mend is not None)


def gathered(*reads: Callable[[], object]) -> list[Any]:
    """Return the results of all calls. Raises Refused with the problems of all calls that raise
    it."""
    found, problems = list[object](), list[Problem]()
    for read in reads:
        try:
            found.append(read())
        except Refused as refusal:
            problems += refusal.problems
    if problems:
        raise Refused(problems)
    return found


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word that `word` probably means, or None."""
    by_folded = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), list(by_folded), n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def see(command: CommandLine) -> Words:
    """Return the fix that refers to a command, "see …"."""
    return say("see `{command}`", command=command)


def lists_them(command: CommandLine) -> Words:
    """Return the fix that names the command with the list of choices."""
    return say("`{command}` lists them", command=command)


def did_you_mean(word: str, known: Iterable[str]) -> Words | None:
    """Return the fix that suggests the nearest known word, or None if none is near."""
    meant = nearest(word, known)
    return say("did you mean `{meant}`?", meant=meant) if meant else None


def as_typed(word: str) -> str:
    """Return a word as typed into a shell: quoted if the shell would split or interpret it."""
    is_plain = all(letter.isalnum() or letter in "-_./=," for letter in word)
    if is_plain and word[:1] not in ("", "="):
        return word
    return quote(word)


# --- messages about invalid TOML: position, line, reason -----------------------------------------


LONGEST_SHOWN = 100  # letters of a line
# Beginnings of the standard parser's messages, by their meaning.
_TWICE = ("Cannot declare", "Cannot overwrite", "Duplicate inline table key")
_WHOLE = ("Cannot mutate immutable", "Cannot redefine namespace", "Inline table cannot be mutated")
_CURLY = frozenset("“”„‘’‚«»")


def toml_fault(error: Exception, text: str = "") -> Words:
    """Return the message about a text that `toml_table` could not read, with the position and the
    line. The parser's message is in English, so only the position at its end is used."""
    place = re.search(r"\(at line (\d+), column (\d+)\)$", str(error))
    if place:
        message = say("line {line}, column {column}: not TOML", line=place[1], column=place[2])
        return _with_line(message, text, int(place[1]), str(error))
    if str(error).startswith(_WHOLE):  # without a place in some versions of the reader
        return say("not TOML: {why}", why=_why(str(error), "") or "")
    if str(error).endswith("(at end of document)"):
        return say("not TOML: something is not closed where the text ends")
    return say("not TOML: {why}", why=str(error))


def toml_line_fault(error: Exception, line: str) -> Words:
    """Return the message about a single line that `toml_table` could not read, with the line."""
    place = re.search(r"column (\d+)\)$", str(error))
    if place is None:
        return toml_fault(error)
    return _with_line(say("not TOML at column {column}", column=place[1]), line, 1, str(error))


def _with_line(message: Message, text: str, number: int, error: str) -> Words:
    """Return the message with line `number` of the text quoted, and the reason if known."""
    line = "".join(text.split("\n")[number - 1 : number]).strip()
    if not line:
        return message
    shown = line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…"
    why = _why(error, line)
    return titled(in_turn(message, why) if why else message, shown)


def _why(error: str, line: str) -> Words | None:
    """Return the reason why a line is not TOML; None if it is unknown."""
    if error.startswith(_TWICE):
        return say("the same stands there before, perhaps in braces `{ … }`")
    if error.startswith(_WHOLE):
        return say("a table in braces, `{ … }`, is whole where it ends, and takes no more")
    if not _CURLY.isdisjoint(re.sub(r"\"[^\"]*\"|'[^']*'", "", line)):
        return say('quotes are straight, `"…"`')
    return say("a quote is left open") if _has_open_quote(line) else None


def _has_open_quote(line: str) -> bool:
    """Return True if a line has an unclosed quote of either kind. Escaped quotes are ignored."""
    plain = re.sub(r"\\.", "", line)
    between = re.sub(r'"[^"]*"', "", plain)
    return between.count('"') % 2 == 1 or ('"' not in plain and plain.count("'") % 2 == 1)
