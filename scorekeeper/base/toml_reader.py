"""TOML: the standard reader with limits, a fast reader of what this program wrote, and values as
text."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.base.exact_numbers import decimal, is_number, of_decimal

# --- plain toml --------------------------------------------------------------------------------
# TOML as this program writes it: a header or `key = value` on each line, and each item of a list on
# a line.
#
# A page of rules is read so in a sixth of the time that the standard reader takes. Whatever is
# not as plain as that, or says anything twice, is refused here with ValueError and left to the
# standard reader: what is read here is what that one reads.


CONTROLS = frozenset(map(chr, (*range(32), 127)))
FLAGS = {"true": True, "false": False}
MOST_FIGURES = 18


def plain_table(text: str) -> dict[str, Any]:
    """Return the table of a text, read line by line.

    Raises ValueError if it is not in the plain form, RecursionError if lists are nested too
    deeply."""
    whole: dict[str, Any] = {}
    table = whole
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith("["):
            table = _begun(whole, line)
        elif line:
            key, _, value = line.partition(" = ")
            if not is_plain_key(key) or key in table:
                raise ValueError(line)
            table[key] = _items(lines) if value == "[" else plain_value(value)
    return whole


def is_plain_key(key: str) -> bool:
    """Return True if a key needs no quotes and has no dots."""
    return key.isascii() and key.replace("_", "x").replace("-", "x").isalnum()


def plain_value(text: str) -> object:
    """Return a text, a whole number, a bool, or a list of these in one line. Raises ValueError for
    anything else."""
    if text.startswith('"'):
        return _words(text)
    if text.startswith("["):
        return _listed(text)
    return FLAGS[text] if text in FLAGS else _number(text)


def _words(text: str) -> str:
    """Return the text between two quotes, in which only a quote may be escaped. Raises ValueError
    for anything else."""
    words = text[1:-1]
    bare = words.replace('\\"', "")
    if len(text) < 2 or text[-1] != '"' or '"' in bare or "\\" in bare:
        raise ValueError(text)
    if not (words.isprintable() or CONTROLS.isdisjoint(words)):
        raise ValueError(text)
    return words.replace('\\"', '"')


def _listed(text: str) -> list[object]:
    inner = text[1:-1]
    if text != f"[{inner}]":
        raise ValueError(text)
    return [plain_value(part) for part in inner.split(", ")] if inner else []


def _number(text: str) -> int:
    figures = text.removeprefix("-")
    is_whole = figures.isascii() and figures.isdecimal() and len(figures) <= MOST_FIGURES
    if not is_whole or (figures[0] == "0" and figures != "0"):
        raise ValueError(text)
    return int(text)


def _items(lines: Iterator[str], end: str = "]") -> list[object]:
    """Return the items of a list with one line each, up to the line `end`."""
    items: list[object] = []
    for line in lines:
        item = line.strip(" ")
        if item == end:
            return items
        if item != "[" and not item.endswith(","):
            raise ValueError(line)
        items.append(_items(lines, "],") if item == "[" else plain_value(item[:-1]))
    raise ValueError(end)


def _begun(whole: dict[str, Any], header: str) -> dict[str, Any]:
    """Add the new table of a header, `[a.b]` or `[[a.b]]`, and return it. Raises ValueError for
    another line."""
    is_row = header.startswith("[[")
    name = header[2:-2] if is_row else header[1:-1]
    *outer, last = name.split(".")
    if header != (f"[[{name}]]" if is_row else f"[{name}]") or not is_plain_key(last):
        raise ValueError(header)
    table = _within(whole, outer)
    new: dict[str, Any] = {}
    if last not in table:
        table[last] = [new] if is_row else new
    elif is_row and _has_rows(table[last]):
        table[last].append(new)
    else:
        raise ValueError(header)
    return new


def _within(whole: dict[str, Any], outer: list[str]) -> dict[str, Any]:
    """Return the table for a header's last name; for rows, the last row."""
    table: Any = whole
    for part in outer:
        inner = table.setdefault(part, {})
        table = inner[-1] if _has_rows(inner) else inner
        if not isinstance(table, dict) or not is_plain_key(part):
            raise ValueError(part)
    return table  # type: ignore[no-any-return]


def _has_rows(value: object) -> bool:
    """Return True if a value is a list of tables. In plain lines only `[[rows]]` makes such a
    list."""
    return isinstance(value, list) and bool(value) and isinstance(value[-1], dict)


# --- toml --------------------------------------------------------------------------------------
# TOML from a stranger: read by the standard reader, except what would exhaust the machine.


# So many dots in a line cost nothing; of lines with more the squares may come to so much.
FEW, MOST = 20, 1_000_000
# Signs that stand for something between double quotes.
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
# Figures to a base of two, eight or sixteen are read whatever their number, and could then not be
# printed.
_ENDLESS = r"0[xob][0-9A-Fa-f_]{100}"


def toml_table(text: str) -> dict[str, Any]:
    """Return the table of a text. Raises ValueError or RecursionError if it is not TOML.

    The standard reader stores every prefix of a dotted key, so its memory grows with the square of
    the parts: a key of ten thousand took 400 MiB. Such a text is refused."""
    if text.count(".") ** 2 > MOST and _squares(text) > MOST:
        raise ValueError("a key has too many parts")
    if any(base in text for base in ("0x", "0o", "0b")) and re.search(_ENDLESS, text):
        raise ValueError("a number has too many figures")
    import tomllib  # noqa: PLC0415 - 1 ms, not for what the program itself wrote

    return tomllib.loads(text, parse_float=of_decimal)


def inner_table(table: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """Return the table under a name; an empty one if there is none, or another value."""
    inner = table.get(name)
    return inner if isinstance(inner, Mapping) else {}


def written_table(text: str) -> dict[str, Any]:
    """Return the table of a text that the program wrote and that may have been edited manually.

    It is read line by line if it is in the plain form, else by `toml_table`."""
    try:
        return plain_table(text)
    except ValueError:
        return toml_table(text)


class TomlLine:
    """A parsed line: the parts of its key, and its value. A comment has no key."""

    def __init__(self, key: tuple[str, ...], value: object) -> None:
        self.key, self.value = key, value


def table_of_lines(text: str, known: dict[str, TomlLine | None]) -> dict[str, Any] | None:
    """Return the table of a text with one statement a line, `key = value` or `table.key = value`.

    None if a line is anything else, or two lines set the same key; then `toml_table` reads the text
    or reports the problem. `known` has the lines read before, None for one that is no statement,
    and is added to. Session files repeat their lines, and a known line takes a hundredth of the
    time."""
    table: dict[str, object] = {}
    for text_of_line in text.split("\n"):
        if text_of_line not in known:
            known[text_of_line] = _line(text_of_line)
        line = known[text_of_line]
        if line is None or (line.key and not _put(table, line)):
            return None
    return table


def _line(text: str) -> TomlLine | None:
    """Return a parsed line; None if it is not a complete statement or is not a plain one."""
    if plain := _plain(text):
        return plain
    if "{" in text or text.lstrip().startswith("["):
        return None
    try:
        value: object = toml_table(text)
    except (ValueError, RecursionError):
        return None
    key: tuple[str, ...] = ()
    while isinstance(value, dict) and value:
        [(part, value)] = value.items()
        key = (*key, part)
    return TomlLine(key, value) if len(key) <= 2 else None


def _plain(text: str) -> TomlLine | None:
    """Return a parsed line in the form that the program writes; None for any other.

    The TOML reader takes thirty times as long for such a line."""
    if text == "" or (text[0] == "#" and text.isprintable()):
        return TomlLine((), {})
    key, _, value = text.partition(" = ")
    parts = tuple(key.split("."))
    if len(parts) > 2 or not all(map(is_plain_key, parts)):
        return None
    try:
        return TomlLine(parts, plain_value(value))
    except (ValueError, RecursionError):
        return None


def _put(table: dict[str, object], line: TomlLine) -> bool:
    """Add a parsed line to a table. Returns False if the table has a value there already."""
    *outer, name = line.key
    inner: Any = table
    for part in outer:
        inner = inner.setdefault(part, {})
        if not isinstance(inner, dict):
            return False
    if name in inner:
        return False
    inner[name] = line.value
    return True


def toml_value(value: object) -> str:
    """Return a value as TOML, in one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{_toml_key(key)} = {toml_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, str):
        plain = value.isprintable() and "'" not in value
        return f"'{value}'" if plain else f'"{"".join(map(_sign, value))}"'
    if is_number(value) and not isinstance(value, bool):
        return decimal(value)
    return str(value).lower()


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[\w-]+", key, re.ASCII) else toml_value(key)


def _sign(sign: str) -> str:
    """Return a character as it is written between double quotes."""
    known = _ESCAPED.get(sign, sign)
    return known if known.isprintable() else f"\\U{ord(sign):08X}"


def _squares(text: str) -> int:
    """Return the sum of the squares of each line's number of dots; lines with few dots count as
    0."""
    return sum(dots * dots for dots in (line.count(".") for line in text.split("\n")) if dots > FEW)
