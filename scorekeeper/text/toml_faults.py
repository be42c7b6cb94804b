"""Sentences about a text that is no TOML: the place, the line there, and why."""

import re

from scorekeeper.text.message import Message, Words, in_turn, say, titled

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
