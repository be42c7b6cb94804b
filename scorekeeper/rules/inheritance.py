"""Rulesets that extend others: merging tables, inherited values, and the lines of keys in TOML
text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.base.input_limits import KIND
from scorekeeper.base.toml_reader import toml_value
from scorekeeper.rules.shown_words import written_in
from scorekeeper.text.message import Thousands, say, titled
from scorekeeper.text.problems import Problem, refuse
from scorekeeper.text.translation import ENGLISH, LANGUAGES

# --- Composing a ruleset from the ones that it extends and its pack ----------------------------
# Tables merge key by key. A text by language replaces the parent's in all languages, because the
# child may lack one of them. The text that describes a formula is removed if the child has another
# formula. A row with the same code or name (in any language) replaces the parent's row; a new row
# goes before the parent's rows. Any other value replaces the parent's. `without` removes values.


DEEPEST = 8
NOT_INHERITED = ("example", "without", "extends")
# The key of each formula's text, which is removed together with the parent's formula.
TOLD = {"points": "scoring", "result": "scoring", "when": "test", "over": "end"}

Find = Callable[[str], Mapping[str, Any]]
Follows = Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]


def whole_ruleset(raw: Mapping[str, Any], find_ruleset: Find, find_pack: Find) -> dict[str, Any]:
    """Return a ruleset with all that it extends merged in, and with the table of its pack."""
    merged = _extended(raw, find_ruleset, (), _languages)
    pack = merged.get("pack")
    if isinstance(pack, str):
        merged["pack"] = _extended(find_pack(pack), find_pack, ())
    elif isinstance(pack, Mapping):
        merged["pack"] = _extended(pack, find_pack, ())
    merged.pop("without", None)
    return merged


def _nothing(raw: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    return {}


def _extended(
    raw: Mapping[str, Any], find: Find, seen: tuple[str, ...], more: Follows = _nothing
) -> dict[str, Any]:
    """Return a table with all that it extends merged in. `find` returns a table by id; `seen` are
    the ids so far. `more` computes missing values."""
    parent = raw.get("extends")
    if parent is None:
        return {**more(raw, {}), **raw}
    if not isinstance(parent, str):
        message = say(
            "`extends` must be the id of a ruleset, not {value}", value=toml_value(parent)
        )
        raise refuse("ruleset", message, "extends")
    if parent in seen or len(seen) >= DEEPEST:
        message = say("`{formula}` goes round in a circle", formula="extends")
        raise refuse("ruleset", titled(message, " → ".join([*seen, parent])), "extends")
    base = _extended(find(parent), find, (*seen, parent), more)
    without = raw.get("without", [])
    if not isinstance(without, (str, list)):
        message = say(
            "`without` must be words in quotes, or a list of them, not {value}",
            value=toml_value(without),
        )
        raise refuse("ruleset", message, "without")
    for path in [without] if isinstance(without, str) else without:
        _take_away(base, str(path))
    for key in NOT_INHERITED:
        base.pop(key, None)
    own = {key: value for key, value in raw.items() if key != "extends"}
    return _merged(base, {**more(raw, base), **own})


def _languages(raw: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return `languages` for a ruleset that does not list them: those of all its own texts that
    its parent has too. Empty if nothing is to be added."""
    if "languages" in raw:
        return {}
    said = base.get("languages")
    inherited = [said] if isinstance(said, str) else said if isinstance(said, list) else [ENGLISH]
    written = written_in(raw, inherited)
    spoken = [language for language in written if language in inherited] if base else written
    return {} if spoken == inherited else {"languages": spoken or written or [ENGLISH]}


def _take_away(table: dict[str, Any], path: str) -> None:
    *inner, last = path.split(".")
    here: Any = table
    for key in inner:
        inside = here.get(key)
        here[key] = here = dict(inside) if isinstance(inside, dict) else {}
    if last not in here:
        message = say("`without`: there is no `{path}` to leave out", path=path)
        raise refuse("ruleset", message, "without")
    del here[last]


def _merged(base: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in over.items():
        before = merged.get(key)
        if isinstance(value, Mapping) and isinstance(before, Mapping) and not _are_words(value):
            merged[key] = _merged(before, value)
        elif key == "pack" and isinstance(value, Mapping) and isinstance(before, str):
            merged[key] = _of_pack(before, value)
        elif isinstance(before, list) and _is_rows(value) and _is_rows(before):
            merged[key] = _merged_rows(before, value)
        else:
            merged[key] = value
    for formula, words in TOLD.items():
        if formula in over and words not in over:
            merged.pop(words, None)
    return merged


def _of_pack(before: str, own: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the table of a pack that replaces the parent's pack `before`. Without its own ranks
    it extends that pack."""
    return own if "ranks" in own else {"extends": before, **own}


def _are_words(table: Mapping[str, Any]) -> bool:
    """Return True if a table is one text in several languages."""
    return (
        bool(table)
        and set(table) <= set(LANGUAGES)
        and not any(isinstance(said, Mapping) for said in table.values())
    )


def _is_rows(value: Any) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(isinstance(row, Mapping) for row in value)
    )


def _merged_rows(before: list[Any], over: list[Any]) -> list[Any]:
    new_by_name = {_row_name(row): row for row in over}
    kept = [new_by_name.pop(_row_name(row), row) for row in before]
    return [*new_by_name.values(), *kept]


def _row_name(row: Mapping[str, Any]) -> str:
    """Return the key to match equal rows: the code, else the name in English, else the
    whole row."""
    name = row.get("name")
    if isinstance(name, Mapping) and name:
        name = name.get(ENGLISH) or next(iter(name.values()))
    if isinstance(name, list) and name:
        name = name[0]
    return repr(row.get("code") or name or row)


# --- Own and inherited values of a ruleset -----------------------------------------------------


_STEP = re.compile(r"[^.\[\]]+")


def is_inherited(path: str, own: Mapping[str, Any], merged: Mapping[str, Any]) -> bool:
    """Return True if the value at a path of the merged ruleset, such as `outcome[2].when`, is
    missing from the ruleset's own table."""
    return "extends" in own and value_at(merged, path) not in [*_values(own)]


def value_at(table: Any, path: str) -> Any:
    """Return the value at a path, or None."""
    here = table
    for step in _STEP.findall(path):
        if isinstance(here, list):
            here = here[int(step)] if step.isdecimal() and int(step) < len(here) else None
        else:
            here = here.get(step) if isinstance(here, Mapping) else None
    return here


def _values(table: Any) -> Iterator[Any]:
    """Yield every value of a table and of the tables in it."""
    inner = table.values() if isinstance(table, Mapping) else table
    for value in inner if isinstance(table, (Mapping, list)) else ():
        yield value
        yield from _values(value)


# --- The line of a path ------------------------------------------------------------------------
# The standard TOML reader does not tell the lines of keys. They are only needed to report a
# problem, so that finding them may be slow, and may fail (None).


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(
    r"^\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*="
)


def line_of(text: str, path: str) -> int | None:
    """Return the line (from 1) of the key at `path`, as `contract.pass.quota` or `outcome[2].when`.
    If the key itself is not found, return the line of the nearest table around it."""
    lines, tables = _places(text)
    wanted = path
    while wanted:
        if wanted in lines:
            return lines[wanted]
        if wanted in tables:
            return tables[wanted]
        wanted = wanted[: max(wanted.rfind("."), wanted.rfind("["), 0)]
    return None


@lru_cache(8)  # a file with one fault has often many
def lines_of(text: str) -> list[str]:
    """Return the lines of a text."""
    return text.splitlines()


@lru_cache(8)
def _places(text: str) -> tuple[dict[str, int], dict[str, int]]:
    keys: dict[str, int] = {}
    tables: dict[str, int] = {}
    rows: dict[str, int] = {}
    here = ""
    for number, line in enumerate(lines_of(text), 1):
        header = _HEADER.match(line)
        if header:
            here = _name(header[2])
            parts = here.split(".")
            for depth in range(1, len(parts)):
                outer = ".".join(parts[:depth])
                tables.setdefault(outer, number)
                if outer in rows:
                    here = here.replace(outer, f"{outer}[{rows[outer]}]", 1)
            if header[1] == "[[":
                tables.setdefault(here, number)
                rows[here] = rows.get(here, -1) + 1
                here = f"{here}[{rows[here]}]"
            tables.setdefault(here, number)
            continue
        key = _KEY.match(line)
        if key:
            name = f"{here}.{_name(key[1])}" if here else _name(key[1])
            keys.setdefault(name, number)
            for depth in range(1, key[1].count(".") + 1):  # `text.en = …` makes the table `text`
                tables.setdefault(name.rsplit(".", depth)[0], number)
    return keys, tables


def _name(text: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in text.split("."))


# --- Too many items ----------------------------------------------------------------------------
# The number of items is limited, because each is compared with every other.


def too_many(raw: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield a problem for each table or list with more than KIND items."""
    waiting: list[tuple[str, Any]] = [("", raw)]
    while waiting:
        path, value = waiting.pop()
        if len(value) > KIND:
            message = say(
                "{name} has {number} entries; {most} are the most that are read",
                name=f"`{path}`" if path else say("the file"),
                number=Thousands(len(value)),
                most=KIND,
            )
            yield Problem("ruleset-large", message, path or None)
        else:
            waiting += _within(path, value)


def _within(path: str, value: Any) -> list[tuple[str, Any]]:
    """Return the inner tables and lists of a table or list, each with its path."""
    if isinstance(value, list):
        inners = enumerate(value)
        return [(f"{path}[{at}]", inner) for at, inner in inners if isinstance(inner, dict | list)]
    start = f"{path}." if path else ""
    return [
        (f"{start}{key}", inner) for key, inner in value.items() if isinstance(inner, dict | list)
    ]
