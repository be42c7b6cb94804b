"""The session file as text: a head that was agreed once, then one block an entry.

It is TOML. An entry's lines stand each by themselves, and the last line of the head and of every
entry is a mark that only a whole one has: so a file cut off by a power cut keeps every entry before
the cut, and the cut is seen even where it would still parse.
"""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from scorekeeper.problems import Problem, Refused, refuse
from scorekeeper.session import AMEND, DEAL, REDO, UNDO, Entry

FORMAT = 1
START = "[[entry]]"
MARK = "whole = true"
TITLE = """\
# A scorekeeper session: what was agreed, the rules as they stood that evening, and then one
# [[entry]] a deal, correction or undo, in the order they were made. Comments are kept. An entry
# may be mended by hand; `scorekeeper check` then says whether everything still holds.
"""
HEAD_KEYS = frozenset(("format", "name", "game", "players", "dealer", "created", "options", "rules"))
PLAIN = frozenset((int, str, bool))
ENTRY_KEYS = frozenset(("what", "number", "at", "why", "more", "facts", "whole"))


class Journal(NamedTuple):
    """A session file read: its head, its entries, how many bytes of it are whole, and the text
    after those that a power cut left half-written."""

    head: Mapping[str, Any]
    entries: tuple[Entry, ...]
    whole: int
    cut: str


class Section(NamedTuple):
    """The head or an entry as text: where it starts, its line there, what of it is whole (with
    the comments under it), and what else stands before the next one."""

    start: int
    line: int
    body: str
    rest: str


# --- writing ---------------------------------------------------------------------------------------


def head_text(head: Mapping[str, Any]) -> str:
    """The head of a new session file."""
    import tomli_w

    return f"{TITLE}{tomli_w.dumps(dict(head))}\n[head]\n{MARK}\n"


def entry_text(entry: Entry) -> str:
    """One entry as it is appended: a blank line, the header, a line a fact, the mark."""
    lines = ["", START, f"what = {_written(entry.what)}", f"number = {entry.number}", f"at = {_written(entry.at)}"]
    lines += [f"facts.{name} = {_written(value)}" for name, value in entry.facts.items()]
    if entry.why:
        lines.append(f"why = {_written(entry.why)}")
    if entry.more:
        lines.append("more = true")
    return "\n".join([*lines, MARK, ""])


def _written(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_written, value))}]"
    if not isinstance(value, str):
        return str(value).lower()
    if _is_plain(value):
        return f'"{value}"'
    import tomli_w

    return tomli_w.dumps({"v": value})[4:-1]


def _is_plain(text: str) -> bool:
    """Whether the text stands for itself between quotes."""
    return text.isprintable() and '"' not in text and "\\" not in text


# --- reading ---------------------------------------------------------------------------------------


def read_journal(data: bytes) -> Journal:
    """Reads a session file; raises Refused with line and reason where it is broken, other than
    by a cut at its end."""
    text, is_cut = _decoded(data)
    if not text.strip("\0 \t\r\n"):
        raise refuse("session-broken", "the session file is empty", hint="put a copy back in its place, or delete it")
    top, *sections = _sections(text)
    head = _head(top)
    whole = _whole(text, [top, *sections])
    if sections and not sections[-1].body:
        sections.pop()
    known: dict[str, dict[str, Any] | None] = {}
    entries = [_entry(section, known) for section in sections]
    while entries and entries[-1].more:  # the rest of what was entered with it never arrived
        entries.pop()
        whole = sections[len(entries)].start
    if whole == len(text) and not is_cut:
        return Journal(head, tuple(entries), len(data), "")
    kept = len(text[:whole].encode())
    return Journal(head, tuple(entries), kept, data[kept:].decode(errors="replace"))


def _decoded(data: bytes) -> tuple[str, bool]:
    """The text, and whether it ends before a line whose last character was cut in two."""
    try:
        return data.decode(), False
    except UnicodeDecodeError as error:
        mark = MARK.encode()
        if mark in data[error.start :] or mark not in data[: error.start]:
            line = data.count(b"\n", 0, error.start) + 1
            why = "it is not UTF-8 text; was it saved in another encoding, or cut off in its head?"
            raise _broken(line, why) from None
        return data[: data.rfind(b"\n", 0, error.start) + 1].decode(), True


def _sections(text: str) -> Iterator[Section]:
    """The head, then every entry."""
    start, line = 0, 1
    while True:
        after = text.find(f"\n{START}", start) + 1
        block = text[start : after or None]
        body = _whole_part(block)
        yield Section(start, line, body, block[len(body) :])
        if not after:
            return
        start, line = after, line + block.count("\n")


def _whole_part(block: str) -> str:
    """The block up to its last mark, with the comments under that; nothing where it has none."""
    if block.rstrip("\n").endswith(f"\n{MARK}"):
        return block
    lines = block.split("\n")
    marks = [number for number, line in enumerate(lines) if _is_mark(line)]
    if not marks:
        return ""
    end = marks[-1] + 1
    while end < len(lines) and _is_comment(lines[end]):
        end += 1
    return "\n".join(lines[:end]) + ("\n" if end < len(lines) else "")


def _is_mark(line: str) -> bool:
    return "".join(line.partition("#")[0].split()) == "whole=true"


def _is_comment(line: str) -> bool:
    return not line.strip() or (line.lstrip()[0] == "#" and "\0" not in line)


def _whole(text: str, sections: list[Section]) -> int:
    """Where the last whole section ends; only what follows that may be incomplete."""
    for section in sections[:-1]:
        if not section.body:
            raise _broken(section.line, f"it has no last line `{MARK}`; if it is complete, add it")
        if section.rest:
            raise _broken(*_stray(section))
    last = sections[-1]
    if last.body and last.rest and "\0" not in last.rest and not START.startswith(last.rest.strip()):
        raise _broken(*_stray(last))
    return last.start + len(last.body) if last.rest else len(text)


def _stray(section: Section) -> tuple[int, str]:
    line = section.line + section.body.count("\n")
    return line, f"`{section.rest.strip().splitlines()[0]}` stands after the last line of an entry, `{MARK}`"


# --- the head --------------------------------------------------------------------------------------


def _head(top: Section) -> Mapping[str, Any]:
    text = (top.body or top.rest).removeprefix("\ufeff")
    try:
        head = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _broken_head(f"cannot be read: {error}" if top.body else f"is not whole, {_CUT}: {error}") from None
    found = head.get("format")
    if found.__class__ is int and found > FORMAT:
        message = f"the session file is of format {found}; this scorekeeper reads format {FORMAT}"
        raise refuse("session-newer", message, hint="install a newer scorekeeper; nothing was changed")
    if found != FORMAT or found.__class__ is not int:
        message = f"this is not a scorekeeper session file: it does not say `format = {FORMAT}`"
        raise refuse("session-broken", message, hint="name another file, or begin a session: scorekeeper new")
    if not top.body or head.pop("head", None) != {"whole": True}:
        raise _broken_head(f"is not whole, {_CUT}")
    unknown = head.keys() - HEAD_KEYS
    if unknown:
        raise _broken_head(f"holds `{min(unknown)}`, which does not belong there; an entry begins with `{START}`")
    return head


_CUT = f"it does not end with `[head]` and `{MARK}`"


def _broken_head(why: str) -> Refused:
    hint = "mend it in an editor, or put a copy back in its place; nothing was changed"
    return refuse("session-broken", f"the head of the session file {why}", hint=hint)


# --- one entry -------------------------------------------------------------------------------------


def _entry(section: Section, known: dict[str, dict[str, Any] | None]) -> Entry:
    table = _by_lines(section.body, known) or _by_parser(section)
    return _checked(table, section.line)


def _by_lines(body: str, known: dict[str, dict[str, Any] | None]) -> dict[str, Any] | None:
    """An entry read in pieces, what it is, its number, its time and the rest: an evening repeats
    itself, and what is the same is read once. None where the lines hang together."""
    header, *pieces = body.split("\n", 4)
    if header.rstrip() != START:
        return None
    table: dict[str, Any] = {}
    keys = 0
    for piece in pieces:
        found = known[piece] if piece in known else _plain_line(piece)
        if found is None:
            found = known[piece] = _each_line(piece)
        if found is None:
            return None
        table |= found
        keys += len(found)
    return table if keys == len(table) else None  # a key that is there twice is the parser's to name


def _each_line(piece: str) -> dict[str, Any] | None:
    """Lines that are TOML each by itself; None where they are not."""
    table: dict[str, Any] = {}
    for line in piece.split("\n"):
        try:
            read = tomllib.loads(line.rstrip("\r"))
        except (ValueError, RecursionError):
            return None
        for key, value in read.items():
            if key == "facts" and value.__class__ is dict and len(value) == 1 and key in table:
                if not table[key].keys().isdisjoint(value):
                    return None
                table[key] |= value
            elif key in table or line.lstrip()[:1] == "[":
                return None
            else:
                table[key] = value
    return table


def _plain_line(line: str) -> dict[str, Any] | None:
    """The lines that no other entry repeats, a number or the time, read without a parser."""
    key, _, text = line.partition(" = ")
    if not key.isidentifier():
        return None
    if text.isdecimal() and text.isascii() and len(text) < 10 and (text[0] != "0" or text == "0"):
        return {key: int(text)}
    if text[:1] == '"' == text[-1:] and len(text) > 1 and _is_plain(text[1:-1]):
        return {key: text[1:-1]}
    return None


def _by_parser(section: Section) -> dict[str, Any]:
    """An entry read as TOML; the blank lines before it make its line numbers those of the file."""
    try:
        parsed = tomllib.loads("\n" * (section.line - 1) + section.body)
    except (ValueError, RecursionError) as error:
        raise _broken(section.line, str(error)) from None
    if list(parsed) != ["entry"] or len(parsed["entry"]) != 1 or not isinstance(parsed["entry"], list):
        raise _broken(section.line, f"an entry is one table; each begins with `{START}`, written just so")
    return dict(parsed["entry"][0])


def _checked(table: dict[str, Any], line: int) -> Entry:
    what, number, facts, why = table.get("what"), table.get("number"), table.get("facts", {}), table.get("why", "")
    unknown = table.keys() - ENTRY_KEYS
    if unknown:
        raise _broken(line, f"an entry has no `{min(unknown)}`")
    if what not in (DEAL, AMEND, UNDO, REDO):
        raise _broken(line, f"`what` must be {DEAL}, {AMEND}, {UNDO} or {REDO}, not `{what}`")
    if number.__class__ is not int or not isinstance(facts, dict) or not isinstance(why, str):
        raise _broken(line, "`number` must be a whole number, `facts` a table and `why` words")
    for name, value in facts.items():
        if value.__class__ not in PLAIN and not (value.__class__ is list and PLAIN.issuperset(map(type, value))):
            raise _broken(line, f"`facts.{name}` must be words, a whole number, true, or a list of them")
    if table.get("whole") is not True:
        raise _broken(line, f"it has no last line `{MARK}`")
    return Entry(what, number, str(table.get("at", "")), facts, why, line, table.get("more") is True)


def _broken(line: int, why: str) -> Refused:
    message = f"the session file is broken at line {line}: {why}"
    hint = "mend it there in an editor; nothing was changed"
    return Refused([Problem("session-broken", message, place=f"line {line}", hint=hint)])
