"""Names of the game's own that formulas use: each is one that a formula can be written with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from keyword import iskeyword

from scorekeeper.message import Words, say
from scorekeeper.ruleset.table_values import Values

# The tables whose names formulas use.
NAMED = ("roles", "option", "fact", "count", "let", "each", "side", "carry", "ladder")


def note_misnamed(top: Values) -> None:
    """A formula reads `my-tricks` as `my` less `tricks`: no name that it may use is written so."""
    for key in NAMED:
        table = top.raw.get(key)
        for name in table if isinstance(table, dict) else ():
            if not is_name(name):
                message = say("`{name}` cannot be a name in formulas", name=name)
                top.fault(f"{key}.{name}", message, mend_of(name))


def names_apart(formula: str, names: Iterable[str]) -> Iterator[Words]:
    """What to do about the names that this formula takes apart."""
    yield from (mend_of(name) for name in sorted(names) if "-" in name and name in formula)


def is_name(name: str) -> bool:
    """Whether a formula can have this name."""
    return name.isidentifier() and not iskeyword(name)


def mend_of(name: str) -> Words:
    """What to do about a name that no formula can be written with."""
    letters = re.sub(r"\W+", "_", name).strip("_")
    if "-" in name and is_name(letters):
        return say("`-` takes away there: call it `{name}`", name=letters)
    if is_name(letters):
        return say("call it `{name}`", name=letters)
    return say("say a name of letters, digits and `_` that begins with a letter")
