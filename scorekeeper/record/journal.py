"""The session file as text: a head that was agreed once, then one block an entry.

It is TOML. An entry's lines stand each by themselves, and the last line of the head and of every
entry is a mark that only a whole one has: so a file cut off by a power cut keeps every entry before
the cut, and the cut is seen even where it would still parse.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.base.records import Record
from scorekeeper.game.log import Entry
from scorekeeper.record.chain import chained, digest_of, seal_of, seal_of_entry
from scorekeeper.record.entry import (
    MARK,
    SESSION,
    START,
    Form,
    broken,
    entry_of_block,
    entry_text,
    read_entry,
)
from scorekeeper.record.head import (
    EVENT,
    FORMAT,
    TWO_COUNTS,
    evening_named,
    first_lines,
    head_text,
    identity,
    names_seated,
    read_head,
    times_entered,
)
from scorekeeper.record.seen import Seen
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import refuse

__all__ = [
    "EVENT", "FORMAT", "MARK", "START", "TWO_COUNTS", "Form", "Journal", "ReadHead", "Seen",
    "chained", "digest_of", "entry_of_block", "entry_of_part", "entry_text", "evening_named",
    "first_lines", "head_text", "identity", "names_seated", "read_journal", "seal_of",
    "seal_of_entry", "times_entered",
]  # fmt: skip


NOTHING = "\0 \t\r\n"  # what a file may hold that is empty


class Journal(Record):
    """A session file read: its head, its entries, how many bytes of it are whole, and the text
    after those that a power cut left half-written. `blocks` are the head and the entries as they
    stand in the file."""

    head: Mapping[str, Any]
    entries: tuple[Entry, ...]
    whole: int
    cut: str
    blocks: tuple[str, ...] = ()

    @property
    def cut_lines(self) -> int:
        """How many lines are half-written."""
        return len(self.cut.strip().splitlines())

    @property
    def lacks_rest(self) -> bool:
        """Whether what was cut off ends in a whole entry, which came together with others."""
        return self.cut.rstrip().endswith(f"\n{MARK}")


class Section(NamedTuple):
    """The head or an entry as text: where it starts, its line there, what of it is whole, the
    comments under that, and what else stands before the next one."""

    start: int
    line: int
    body: str
    comments: str
    rest: str


ReadHead = Callable[[str, bool, Seen], Mapping[str, Any]]


def read_journal(
    data: bytes, seen: Seen | None = None, form: Form = SESSION, read_top: ReadHead = read_head
) -> Journal:
    """Reads a file of entries, a session unless it is of another form, which has a head of its own;
    raises Refused with line and reason where it is broken, other than by a cut at its end."""
    seen = seen or Seen()
    text, is_cut = _decoded(data, form)
    if not text.strip(NOTHING):
        hint = say("put a copy back in its place, or delete it")
        raise refuse(form.code, say(form.empty), None, hint)
    top, *sections = _sections(text, seen)
    head = read_top(top.body or top.rest, bool(top.body), seen)
    whole = _whole(text, [top, *sections], form)
    if sections and not sections[-1].body:
        sections.pop()
    seen.make_room()
    entries = [read_entry(section.body, section.line, seen, form) for section in sections]
    while entries and entries[-1].more:  # the rest of what was entered with it never arrived
        entries.pop()
        whole = sections[len(entries)].start
    blocks = (top.body, *(section.body for section in sections[: len(entries)]))
    if whole == len(text) and not is_cut:
        return Journal(head=head, entries=tuple(entries), whole=len(data), cut="", blocks=blocks)
    kept = len(text[:whole].encode())
    cut = data[kept:].decode(errors="replace")
    return Journal(head=head, entries=tuple(entries), whole=kept, cut=cut, blocks=blocks)


def entry_of_part(part: str, seen: Seen, form: Form = SESSION) -> tuple[Entry, str]:
    """Read an entry that stands by itself, with the line break before it, and give its block too;
    raises Refused where a file could not have it between others."""
    section = Section(0, 1, *_parted(part.removeprefix("\n")))
    if not section.body:
        raise broken(1, say("it has no last line `{mark}`", mark=MARK), form)
    if section.rest:
        raise broken(*_stray(section), form)
    return read_entry(section.body, 1, seen, form), section.body


def _decoded(data: bytes, form: Form) -> tuple[str, bool]:
    """The text, and whether it ends before a line whose last character was cut in two."""
    try:
        return data.decode(), False
    except UnicodeDecodeError as error:
        mark = MARK.encode()
        if mark in data[error.start :] or mark not in data[: error.start]:
            line = data.count(b"\n", 0, error.start) + 1
            why = say(
                "it is not UTF-8 text; was it saved in another encoding, or cut off in its head?"
            )
            raise broken(line, why, form) from None
        return data[: data.rfind(b"\n", 0, error.start) + 1].decode(), True


def _sections(text: str, seen: Seen) -> Iterator[Section]:
    """The head, then every entry."""
    start, line = 0, 1
    place, lines = _passed(text, seen)
    while True:
        after = text.find(f"\n{START}", place) + 1
        yield Section(start, line, *_parted(text[start : after or None]))
        if not after:
            return
        line += lines + text.count("\n", place, after)
        start, place, lines = after, after, 0


def _passed(text: str, seen: Seen) -> tuple[int, int]:
    """How much of a file is known to have no entry, and how many lines that has: the head with
    rules that were read before."""
    at, known = seen.rules_in(text)
    if known is None:
        return 0, 0
    return at + len(known.text) - 1, text.count("\n", 0, at) + known.lines - 1


def _parted(block: str) -> tuple[str, str, str]:
    """The block up to its last mark, the comments under that, and what else there is; where it has
    no mark, all of it is the last."""
    if block.endswith(f"\n{MARK}\n"):
        return block, "", ""
    if block.endswith(f"\n{MARK}\n\n"):
        return block[:-1], "\n", ""
    end = _end_of_mark(block)
    after = _end_of_comments(block, end) if end else 0
    return block[:end], block[end:after], block[after:]


def _end_of_mark(block: str) -> int:
    """Where the line of the last mark ends; 0 where there is none. No line is looked at twice."""
    stop = len(block)
    while (place := block.rfind("whole", 0, stop)) >= 0:
        stop = block.rfind("\n", 0, place) + 1
        end = block.find("\n", place) + 1 or len(block)
        if _is_mark(block[stop:end]):
            return end
    return 0


def _end_of_comments(block: str, start: int) -> int:
    """Where the comments and blank lines end that stand from a place on."""
    if not block[start:].strip():
        return len(block)
    while start < len(block):
        end = block.find("\n", start) + 1 or len(block)
        if not _is_comment(block[start:end]):
            break
        start = end
    return start


def _is_mark(line: str) -> bool:
    return "".join(line.partition("#")[0].split()) == "whole=true"


def _is_comment(line: str) -> bool:
    return line.lstrip()[:1] in ("", "#") and "\0" not in line


def _whole(text: str, sections: list[Section], form: Form) -> int:
    """Where the last whole section ends; only what follows that may be incomplete."""
    for section in sections[:-1]:
        if not section.body:
            raise broken(
                section.line,
                say("it has no last line `{mark}`; if it is complete, add it", mark=MARK),
                form,
            )
        if section.rest:
            raise broken(*_stray(section), form)
    last = sections[-1]
    if (
        last.body
        and last.rest
        and "\0" not in last.rest
        and not START.startswith(last.rest.strip())
    ):
        raise broken(*_stray(last), form)
    return last.start + len(last.body) + len(last.comments) if last.rest else len(text)


def _stray(section: Section) -> tuple[int, Words]:
    line = section.line + section.body.count("\n") + section.comments.count("\n")
    stray = section.rest.strip().splitlines()[0]
    return line, say(
        "`{stray}` stands after the last line of an entry, `{mark}`", stray=stray, mark=MARK
    )
