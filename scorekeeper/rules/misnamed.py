"""Names of the game's own that formulas use: each is one that a formula can be written with."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from keyword import iskeyword

from scorekeeper.rules.table_values import Values
from scorekeeper.text.message import Words, listing, say

# The tables whose names formulas use.
NAMED = ("roles", "option", "fact", "count", "let", "each", "side", "carry", "ladder")

# What no fact or count may be called, but a fact of this kind.
TAKEN: Sequence[tuple[str, str, str | None]] = (
    ("fact", "contract", None),
    ("fact", "trump", "suit"),
    ("count", "contract", None),
    ("count", "trump", None),
)
CONSTANTS = ("true", "false", "none")
# A word by itself, after the sign of a comparison or as the whole of a formula.
UNQUOTED = re.compile(r"(^|[=!]=)\s*([^\W\d]\w*)\s*(?=$|\)|and\b|or\b|else\b)")


def note_misnamed(top: Values) -> None:
    """A formula reads `my-tricks` as `my` less `tricks`: no name that it may use is written so."""
    for key in NAMED:
        table = top.raw.get(key)
        for name in table if isinstance(table, dict) else ():
            if not is_name(name):
                message = say("`{name}` cannot be a name in formulas", name=name)
                top.fault(f"{key}.{name}", message, mend_of(name))


def note_taken(top: Values) -> None:
    """What a deal has of its own is no fact or count besides: its contract, and its trump suit,
    which a fact of that name may say."""
    for key, word, kind in TAKEN:
        table = top.raw.get(key)
        said = table.get(word) if isinstance(table, dict) else None
        if isinstance(said, dict) and (kind is None or said.get("kind") != kind):
            message = say("`{name}` is what every deal has of its own", name=word)
            mend = say("call it something else")
            if kind is not None:
                mend = say('call it something else, or say `kind = "{kind}"`', kind=kind)
            top.fault(f"{key}.{word}", message, mend)


def names_apart(formula: str, names: Iterable[str]) -> Iterator[Words]:
    """What to do about the names that this formula takes apart."""
    yield from (mend_of(name) for name in sorted(names) if "-" in name and name in formula)


def words_unquoted(formula: str, names: Collection[str]) -> Iterator[Words]:
    """What to do about words without quotes, which are read as names: one that is all of the
    formula, or that something is compared with."""
    quoted = [
        f'"{word}"' if before else f"'\"{word}\"'"
        for before, word in UNQUOTED.findall(formula)
        if word not in names and word not in CONSTANTS
    ]
    if quoted:
        words = listing(quoted, "and")
        yield say("words stand in quotes: {words}", words=words)


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
    if iskeyword(name):
        return say(
            "formulas read `{name}` as a word of their own: call it `{other}`, and show it by "
            '`name = "{name}"`',
            name=name, other=f"{name}_",
        )  # fmt: skip
    return say("say a name of letters, digits and `_` that begins with a letter")
