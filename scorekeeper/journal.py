"""The session file as text: a head that was agreed once, then one block an entry.

It is TOML. An entry's lines stand each by themselves and its last line is a mark that only a
whole entry has, so that a file cut off by a power cut keeps every entry before the cut and the
cut is seen even where it would still parse.
"""

import tomllib
from collections.abc import Mapping
from typing import Any, NamedTuple

import tomli_w

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


class Journal(NamedTuple):
    """A session file read: its head, its entries, how many bytes of it are whole, and the text
    after those that a power cut left half-written."""

    head: Mapping[str, Any]
    entries: tuple[Entry, ...]
    whole: int
    cut: str


def head_text(head: Mapping[str, Any]) -> str:
    """The head of a new session file."""
    return TITLE + tomli_w.dumps(dict(head))


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
        return f"[{', '.join(_written(item) for item in value)}]"
    if isinstance(value, str):
        return tomli_w.dumps({"v": value})[4:-1]
    return str(value).lower()


def read_journal(data: bytes) -> Journal:
    """Reads a session file; raises Refused with line and reason where it is broken, other than
    by a cut at its end."""
    text, decoded = _decoded(data)
    first = _first_entry(text)
    head = _head(text[:first])
    blocks, whole = _blocks(text, first)
    entries = [_entry(body, line) for body, line in blocks]
    while entries and entries[-1].more:  # the rest of what was entered with it never arrived
        entries.pop()
        whole -= len(blocks.pop()[0])
    cut = text[whole:] if text[whole:].strip() or decoded < len(data) else ""
    return Journal(head, tuple(entries), len(text[:whole].encode()) if cut else len(data), cut)


def _decoded(data: bytes) -> tuple[str, int]:
    """The text up to the first byte that is not UTF-8, which only a cut may leave."""
    try:
        return data.decode("utf-8"), len(data)
    except UnicodeDecodeError as error:
        return data[: error.start].decode("utf-8"), error.start


def _first_entry(text: str) -> int:
    if text.startswith(START):
        return 0
    found = text.find(f"\n{START}")
    return len(text) if found < 0 else found + 1


def _head(text: str) -> Mapping[str, Any]:
    try:
        head = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise refuse("session-broken", f"the head of the session file cannot be read: {error}") from None
    if head.get("format") != FORMAT:
        raise _other_format(head.get("format"))
    return head


def _other_format(found: Any) -> Refused:
    if isinstance(found, int) and found > FORMAT:
        return refuse("session-newer", f"the session file is of format {found}; this scorekeeper reads format {FORMAT}", hint="install a newer scorekeeper; nothing was changed")
    return refuse("session-broken", "this is not a scorekeeper session file: its first lines do not say `format = 1`")


def _blocks(text: str, first: int) -> tuple[list[tuple[str, int]], int]:
    """The text and line of every whole entry, and where the last one ends.

    Only what follows the last mark may be incomplete; comments there are a person's own.
    """
    line = text.count("\n", 0, first) + 1
    blocks, end = [], first
    for block in _split(text[first:]):
        if not _is_marked(block) and end + len(block) >= len(text):
            break
        blocks.append((block, line))
        line += block.count("\n")
        end += len(block)
    if blocks and end == len(text):
        trailing = _after_mark(blocks[-1][0])
        if not _only_comments(trailing):
            blocks[-1] = (blocks[-1][0].removesuffix(trailing), blocks[-1][1])
            end -= len(trailing)
    elif not blocks and _only_comments(text[first:]):
        end = len(text)
    return blocks, end


def _split(text: str) -> list[str]:
    if not text:
        return []
    parts = text.split(f"\n{START}")
    return [(START if i else "") + part + ("\n" if i < len(parts) - 1 else "") for i, part in enumerate(parts)]


def _is_marked(block: str) -> bool:
    return f"\n{MARK}\n" in block or block.endswith(f"\n{MARK}") or f"\n{MARK}\r\n" in block


def _after_mark(block: str) -> str:
    return block[block.rfind(f"\n{MARK}") + len(MARK) + 1 :]


def _only_comments(text: str) -> bool:
    return all(not line.strip() or line.lstrip().startswith("#") for line in text.splitlines())


# --- one entry -------------------------------------------------------------------------------------

_lines_read: dict[str, dict[str, Any]] = {}


def _entry(block: str, line: int) -> Entry:
    table = _by_lines(block)
    if table is None:
        table = _by_parser(block, line)
    if table.get("whole") is not True:
        raise _broken(line, f"the entry has no last line `{MARK}`; if it is complete, add it")
    return _checked(table, line)


def _by_lines(block: str) -> dict[str, Any] | None:
    """An entry read line by line, each different line parsed once: an evening repeats itself, and
    a session of a thousand deals opens in a tenth of the time. None where lines hang together."""
    table: dict[str, Any] = {"facts": {}}
    for line in block.split("\n")[1:]:
        if not line or line[0] == "#":
            continue
        read = _lines_read.get(line)
        if read is None:
            try:
                read = _lines_read[line] = tomllib.loads(line)
            except tomllib.TOMLDecodeError:
                return None
        for key, value in read.items():
            if key == "facts" and value.__class__ is dict:
                if value.keys() & table["facts"].keys():
                    return None
                table["facts"].update(value)
            elif key in table:
                return None
            else:
                table[key] = value
    return table


def _by_parser(block: str, line: int) -> dict[str, Any]:
    try:
        parsed = tomllib.loads(block)["entry"]
        table = dict(parsed[0])
    except tomllib.TOMLDecodeError as error:
        raise _broken(line, f"{error} (counted from there)") from None
    except (KeyError, IndexError, TypeError):
        raise _broken(line, "this is not an entry") from None
    table.setdefault("facts", {})
    return table


_KEYS = frozenset(("what", "number", "at", "why", "more", "facts", "whole"))


def _checked(table: dict[str, Any], line: int) -> Entry:
    what, number, facts = table.get("what"), table.get("number"), table["facts"]
    at, why = table.get("at", ""), table.get("why", "")
    if what not in (DEAL, AMEND, UNDO, REDO):
        raise _broken(line, f"`what` must be deal, amend, undo or redo, not {what!r}")
    if number.__class__ is not int or not isinstance(facts, dict) or not isinstance(why, str):
        raise _broken(line, "`number` must be a whole number, `facts` a table and `why` words")
    unknown = table.keys() - _KEYS
    if unknown:
        raise _broken(line, f"an entry has no `{min(unknown)}`")
    return Entry(what, number, str(at), facts, why, line, table.get("more") is True)


def _broken(line: int, why: str) -> Refused:
    problem = Problem("session-broken", f"the entry at line {line} of the session file is broken: {why}", place=f"line {line}", hint="mend the line in an editor; nothing was changed")
    return Refused([problem])
