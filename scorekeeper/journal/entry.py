"""One entry of a session file: a block that begins with `[[entry]]`, a line a fact, and ends with a
mark that only a whole one has."""

from functools import lru_cache
from typing import Any

from scorekeeper.language import tr
from scorekeeper.problems import Problem, Refused, listed
from scorekeeper.session import AMEND, DEAL, REDO, UNDO, Entry
from scorekeeper.toml import toml_table

START = "[[entry]]"
MARK = "whole = true"
PLAIN = frozenset((int, str, bool))
KINDS = (DEAL, AMEND, UNDO, REDO)
REST_KEYS = frozenset(("why", "more", "id", "facts", "whole"))
ENTRY_KEYS = REST_KEYS | {"what", "number", "at"}
LETTERS = "abcdefghijklmnopqrstuvwxyz_"
LONGEST_NUMBER = 9

Known = dict[str, tuple[Any, ...]]  # ends of entries, and what was read of them


def entry_text(entry: Entry) -> str:
    """One entry as it is appended: a blank line, the header, a line a fact, the mark."""
    lines = [
        "",
        START,
        f"what = {written(entry.what)}",
        f"number = {entry.number}",
        f"at = {written(entry.at)}",
    ]
    lines += [f"facts.{name} = {written(value)}" for name, value in entry.facts.items()]
    if entry.why:
        lines.append(f"why = {written(entry.why)}")
    if entry.more:
        lines.append("more = true")
    if entry.id:
        lines.append(f"id = {written(entry.id)}")
    return "\n".join([*lines, MARK, ""])


def written(value: Any) -> str:
    """A value as TOML, on one line."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(written, value))}]"
    if not isinstance(value, str):
        return str(value).lower()
    if _is_plain(value):
        return f'"{value}"'
    import tomli_w

    return tomli_w.dumps({"v": value})[4:-1]


def _is_plain(text: str) -> bool:
    """Whether the text stands for itself between quotes."""
    return text.isprintable() and '"' not in text and "\\" not in text


def read_entry(body: str, line: int, known: Known) -> Entry:
    """The entry of a block that begins at a line of its file; raises Refused where it is none.

    An evening repeats itself, all but the numbers and the times: what stands after those is read
    once.
    """
    start = _plain_start(body)
    if start is None:
        return _checked(_by_parser(body, line), line)
    what, number, at, rest = start
    if rest not in known:
        table = _each_line(rest)
        if not table or not table.keys() <= REST_KEYS:
            return _checked(_by_parser(body, line), line)
        entry = _checked({**table, "what": what, "number": number, "at": at}, line)
        known[rest] = entry.facts, entry.why, entry.more, entry.id
    facts, why, more, own_id = known[rest]
    return Entry(what, number, at, facts, why, line, more, own_id)


def _plain_start(body: str) -> tuple[str, int, str, str] | None:
    """What an entry is, its number, its time, and what stands after those; None where they are
    not written as here."""
    header, *lines = body.split("\n", 4)
    if header != START or len(lines) < 4:
        return None
    what, number, at = (
        plain_line(lines[0]),
        plain_line(lines[1]),
        _quoted(lines[2].removeprefix("at = ")),
    )
    if what is None or number is None or at is None or not lines[2].startswith("at = "):
        return None
    if what[:2] != (False, "what") or what[2] not in KINDS or number[:2] != (False, "number"):
        return None
    return (what[2], number[2], at, lines[3]) if number[2].__class__ is int else None


def _each_line(piece: str) -> dict[str, Any] | None:
    """Lines that are TOML each by itself; None where they are not."""
    table: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    for line in piece.split("\n"):
        pair = plain_line(line)
        if pair is not None:
            is_fact, key, value = pair
            there = facts if is_fact else table
            if key in there:
                return None
            there[key] = value
        elif line and not _by_toml(line, table, facts):
            return None
    if facts and "facts" in table:
        return None
    return {**table, "facts": facts} if facts else table


def _by_toml(line: str, table: dict[str, Any], facts: dict[str, Any]) -> bool:
    """Takes in a line that is written otherwise; False where it is no line by itself or says a
    thing again."""
    try:
        read = toml_table(line.removesuffix("\r"))
    except (ValueError, RecursionError):
        return False
    found = read.pop("facts") if line.startswith("facts.") else {}
    if (
        line.lstrip()[:1] == "["
        or not table.keys().isdisjoint(read)
        or not facts.keys().isdisjoint(found)
    ):
        return False
    table |= read
    facts |= found
    return True


@lru_cache(maxsize=1024)
def plain_line(line: str) -> tuple[bool, str, Any] | None:
    """A line as it is written here, read without a parser: whether it is a fact, its key and
    value; None where it is not just so. The lines of an evening, and of all evenings, are often
    the same."""
    key, equals, text = line.partition(" = ")
    name = key.removeprefix("facts.")
    if not equals or not name or name.strip(LETTERS) or not line.isprintable():
        return None
    value = _plain_list(text[1:-1]) if text[:1] == "[" and text[-1:] == "]" else _plain_value(text)
    return None if value is None else (name != key, name, value)


def _plain_list(text: str) -> list[Any] | None:
    """The values of a list; None where one is not written as here, or holds a comma and so might
    be two."""
    values = [_plain_value(item) for item in text.split(", ")]
    return None if None in values else values


def _plain_value(text: str) -> Any:
    """A number, a truth or words; None where it is something else."""
    if text in ("true", "false"):
        return text == "true"
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()):
        return _quoted(text)
    is_plain = len(digits) <= LONGEST_NUMBER and (digits[0] != "0" or digits == "0")
    return int(text) if is_plain else None


def _quoted(text: str) -> str | None:
    """Words between quotes; None where they are not, or there are marks among them."""
    words = text[1:-1]
    return words if len(text) > 1 and text[0] == text[-1] == '"' and _is_plain(words) else None


def _by_parser(body: str, line: int) -> dict[str, Any]:
    """An entry read as TOML."""
    try:
        parsed = toml_table(body)
    except (ValueError, RecursionError):
        raise _unparsed(body, line) from None
    if list(parsed) != ["entry"] or len(parsed["entry"]) != 1:
        raise broken(
            line,
            tr("an entry is one table; each begins with `{start}`, written just so", start=START),
        )
    return dict(parsed["entry"][0])


def _unparsed(body: str, line: int) -> Refused:
    """Why an entry cannot be read; the blank lines before it make the line numbers those of the
    file."""
    try:
        toml_table("\n" * (line - 1) + body)
    except (ValueError, RecursionError) as error:
        return broken(line, str(error))
    return broken(line, "")


def _checked(table: dict[str, Any], line: int) -> Entry:
    what, number, facts, why = (
        table.get("what"),
        table.get("number"),
        table.get("facts", {}),
        table.get("why", ""),
    )
    unknown = table.keys() - ENTRY_KEYS
    if unknown:
        raise broken(line, tr("an entry has no `{key}`", key=min(unknown)))
    if what not in KINDS:
        raise broken(
            line, tr("`what` must be {kinds}, not `{kind}`", kinds=listed(KINDS), kind=what)
        )
    own_id = table.get("id", "")
    if number.__class__ is not int or not isinstance(facts, dict) or not isinstance(why, str):
        raise broken(line, tr("`number` must be a whole number, `facts` a table and `why` words"))
    if not isinstance(own_id, str):
        raise broken(line, tr("`id` must be words"))
    for name, value in facts.items():
        if value.__class__ not in PLAIN and not (
            value.__class__ is list and PLAIN.issuperset(map(type, value))
        ):
            raise broken(
                line,
                tr(
                    "`facts.{fact}` must be words, a whole number, true, or a list of them",
                    fact=name,
                ),
            )
    if table.get("whole") is not True:
        if facts.get("whole") is True:
            raise broken(
                line,
                tr(
                    "its facts stand each in a line, `{line}`, not in a table",
                    line="facts.tricks = […]",
                ),
            )
        raise broken(line, tr("it has no last line `{mark}`", mark=MARK))
    return Entry(
        what, number, str(table.get("at", "")), facts, why, line, table.get("more") is True, own_id
    )


def broken(line: int, why: str) -> Refused:
    """What to say of a file that is broken at a line."""
    message = tr("the session file is broken here: {why}", why=why)
    hint = tr("mend it there in an editor; nothing was changed")
    return Refused(
        [Problem("session-broken", message, place=tr("line {line}", line=line), hint=hint)]
    )
