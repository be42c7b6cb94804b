"""Where a name stands in a list in which people look themselves up."""

from __future__ import annotations

import unicodedata

from scorekeeper.text.language import locale

# Letters that are not one of the alphabet with a mark upon it, and as what people look them up.
STANDS_AS = {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"}


def alphabet_key(name: str) -> list[tuple[str, int]]:
    """What names are sorted by so that each stands where the language spoken has it: at its letters
    without their marks, some of which it has after z; upper and lower case alike, other signs by
    their number. Two names may have the same."""
    return [part for letter in unicodedata.normalize("NFC", name.casefold())
            for part in _parts(letter)]  # fmt: skip


def _parts(letter: str) -> list[tuple[str, int]]:
    """The letters at which a letter stands, each with its place among those that follow there."""
    for place, alike in enumerate(locale().after_z, 1):
        if letter in alike:
            return [("z", place)]
    plain = unicodedata.normalize("NFKD", STANDS_AS.get(letter, letter))
    return [(one, 0) for one in plain if not unicodedata.combining(one)]
