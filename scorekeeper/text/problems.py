"""Problems with what a person gave, as values that are collected to the end; and those of TOML."""

import re
from collections.abc import Callable, Iterable
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
# What is wrong with something a person gave, as values that are collected to the end.


# Said of several facts at once where several problems say it.
NEEDED, ADD = marked("this deal needs {facts}"), marked("add {facts}")

# What may help: words, or a command to type, which stands after the words that come before it.
Mend: TypeAlias = Words | CommandLine


class Problem(NamedTuple):
    """One reason to refuse: `code` is kebab-case and stable, `fact` names what it is about.

    `mends` are what to do about it, in that order. `is_missing` says that the fact was only not
    said; `meant` is the fact that a misspelt name was probably meant to be.
    """

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
        """What is wrong, after its place."""
        return titled(self.place, self.message) if self.place else self.message

    @property
    def mend(self) -> Words:
        """What to do about it, in one sentence: a command after other words is to be typed then.
        Empty where nothing is known to help."""
        first, *rest = self.mends or ("",)
        begun = Message("{mend}", (("mend", first),)) if isinstance(first, CommandLine) else first
        return in_turn(begun, *map(_then, rest))

    @property
    def command(self) -> CommandLine | None:
        """The command to type once the rest of the mend is done."""
        return next((mend for mend in self.mends if isinstance(mend, CommandLine)), None)

    def without_command(self) -> "Problem":
        """The problem with the words of its mend alone."""
        words = tuple(mend for mend in self.mends if not isinstance(mend, CommandLine))
        return self._replace(mends=words)

    def with_commands(self, change: Callable[[CommandLine], CommandLine]) -> "Problem":
        """The problem with every command that it names changed."""
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
    """The rules or the data say no; carries every problem found, never only the first."""

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
        """What is wrong, one after another."""
        return in_turn(*(problem.message for problem in self.problems))

    def __str__(self) -> str:
        """The problems as a programmer reads them in a traceback."""
        return in_english(self.messages)


class MachineFailure(Exception):
    """The disk, a permission or a lock stood in the way; nothing was half-written."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__()

    @property
    def messages(self) -> Words:
        """What is wrong."""
        return self.problem.message

    def __str__(self) -> str:
        """The problem as a programmer reads it in a traceback."""
        return in_english(self.messages)


class MayStand(MachineFailure):
    """The machine failed, and what was to be recorded may stand all the same: nobody may be told
    that it does not, and trying again could record it twice."""


def refuse(code: str, message: Words, fact: str | None = None, *mends: Mend | None) -> Refused:
    """A refusal for a single problem; a mend that is None is none."""
    return Refused([Problem(code, message, fact, known_mends(*mends))])


def known_mends(*mends: Mend | None) -> tuple[Mend, ...]:
    """The mends that there are."""
    return tuple(mend for mend in mends if mend is not None)


def gathered(*reads: Callable[[], object]) -> list[Any]:
    """What each reading gives; raises Refused with the problems of all that are refused."""
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
    """The known word that `word` was probably meant to be, or None."""
    from difflib import get_close_matches  # noqa: PLC0415 - 1 ms, only for what is refused

    by_folded = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), list(by_folded), n=1, cutoff=0.6)
    return by_folded[found[0]] if found else None


def see(command: CommandLine) -> Words:
    """The mend that a command shows more."""
    return say("see `{command}`", command=command)


def lists_them(command: CommandLine) -> Words:
    """The mend that a command lists what there is."""
    return say("`{command}` lists them", command=command)


def did_you_mean(word: str, known: Iterable[str]) -> Words | None:
    """The hint that names the nearest known word, or None where there is none near."""
    meant = nearest(word, known)
    return say("did you mean `{meant}`?", meant=meant) if meant else None


def as_typed(word: str) -> str:
    """A word as it is typed into a shell: in quotes where that would take it apart."""
    is_plain = all(letter.isalnum() or letter in "-_./=," for letter in word)
    if is_plain and word[:1] not in ("", "="):
        return word
    from shlex import quote  # noqa: PLC0415 - 0.3 ms, only for words with spaces or signs

    return quote(word)


# --- Sentences about a text that is no TOML: the place, the line there, and why ----------------


LONGEST_SHOWN = 100  # letters of a line
# The beginnings of what the standard reader says, and what it means.
_TWICE = ("Cannot declare", "Cannot overwrite", "Duplicate inline table key")
_WHOLE = ("Cannot mutate immutable", "Cannot redefine namespace", "Inline table cannot be mutated")
_CURLY = frozenset("“”„‘’‚«»")


def toml_fault(error: Exception, text: str = "") -> Words:
    """What `toml_table` could not read, with its place and the line of the text there. The reader
    says in English what it looked for; only the place at the end of that is used."""
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
    """What `toml_table` could not read in a line that stands by itself, with the line."""
    place = re.search(r"column (\d+)\)$", str(error))
    if place is None:
        return toml_fault(error)
    return _with_line(say("not TOML at column {column}", column=place[1]), line, 1, str(error))


def _with_line(message: Message, text: str, number: int, error: str) -> Words:
    """Return the fault with the line of the text that it is in, and why it is one where that can be
    told."""
    line = "".join(text.split("\n")[number - 1 : number]).strip()
    if not line:
        return message
    shown = line if len(line) <= LONGEST_SHOWN else f"{line[:LONGEST_SHOWN]}…"
    why = _why(error, line)
    return titled(in_turn(message, why) if why else message, shown)


def _why(error: str, line: str) -> Words | None:
    """Return why a line is no TOML; None where that cannot be told."""
    if error.startswith(_TWICE):
        return say("the same stands there before, perhaps in braces `{ … }`")
    if error.startswith(_WHOLE):
        return say("a table in braces, `{ … }`, is whole where it ends, and takes no more")
    if not _CURLY.isdisjoint(re.sub(r"\"[^\"]*\"|'[^']*'", "", line)):
        return say('quotes are straight, `"…"`')
    return say("a quote is left open") if _has_open_quote(line) else None


def _has_open_quote(line: str) -> bool:
    """Whether a line has an odd number of one of the two quotes, of those that stand for nothing
    else."""
    plain = re.sub(r"\\.", "", line)
    between = re.sub(r'"[^"]*"', "", plain)
    return between.count('"') % 2 == 1 or ('"' not in plain and plain.count("'") % 2 == 1)
