"""Putting a ruleset together: what it extends, and the pack it is played with.

Tables merge key by key. Words by language are said anew as a whole, lest the parent's words stay
in a language that the child does not speak; words that tell a formula are gone where the child
says another formula. A row of an array with the same code or name (in
whatever languages) replaces its parent's; a new row goes before them; anything else replaces.
`without` takes things away again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.base.toml import toml_value
from scorekeeper.text.language import ENGLISH, LANGUAGES
from scorekeeper.text.message import say, titled
from scorekeeper.text.problems import refuse

DEEPEST = 8
NOT_INHERITED = ("example", "without", "extends")
# The words that tell a formula go with it: who says the formula anew has not said them.
TOLD = {"points": "scoring", "result": "scoring", "when": "test", "over": "end"}

Find = Callable[[str], Mapping[str, Any]]
Follows = Callable[[Mapping[str, Any], Mapping[str, Any]], dict[str, Any]]


def whole_ruleset(raw: Mapping[str, Any], find_ruleset: Find, find_pack: Find) -> dict[str, Any]:
    """The ruleset with all that it extends merged in and its pack's own table in place."""
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
    """The table with what it extends merged in; `more` is what follows from it and its parent
    where it says nothing."""
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
    """The languages of a page that does not say them: those in which all of its own words are
    written, as far as what it extends has them too."""
    if "languages" in raw:
        return {}
    from scorekeeper.rules.wordings import written_in  # noqa: PLC0415 - 1 ms, only for silent pages

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
    """The table of a pack that says what differs from that of the page which is extended; one that
    says its ranks is a pack of its own."""
    return own if "ranks" in own else {"extends": before, **own}


def _are_words(table: Mapping[str, Any]) -> bool:
    """Whether this is one thing said in several languages."""
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
    """What a row is known by: its code, else the word that its name is shown as in English."""
    name = row.get("name")
    if isinstance(name, Mapping) and name:
        name = name.get(ENGLISH) or next(iter(name.values()))
    if isinstance(name, list) and name:
        name = name[0]
    return repr(row.get("code") or name or row)
