"""Estimated widths of text in unknown fonts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.text.terminal_text import ELLIPSIS, REPLACEMENT, clusters, safe

# Every system has one of these fonts; fonts with equal widths come first.
FONTS = "Helvetica, Arial, Liberation Sans, Arimo, Roboto, Noto Sans, DejaVu Sans, sans-serif"
# Letter widths in em, no less than in the widest usual font, DejaVu Sans Bold; Arial, Helvetica
# and Liberation Sans are narrower by a tenth or more.
THIN, NARROW, SMALL, LARGE, WIDE = 0.4, 0.5, 0.72, 0.85, 1.1
OTHER, IDEOGRAPH, PICTURE = 1.0, 1.05, 1.35
LIGHT = 0.92  # the width of regular letters relative to bold
_THIN = frozenset(" \u00a0',.:;Iijl·’‘")
_NARROW = frozenset("!()-/[\\]`frt")
_WIDE = frozenset("MW%@mw&—…½¼¾→ÆæŒœ")
_LARGE = frozenset("+−<=>^~#–“”„±×")


_NOT_IN_XML = dict.fromkeys((0xFFFE, 0xFFFF), REPLACEMENT)


class WrappedLabel(NamedTuple):
    """A text in lines, the letter size at which they fit, and whether the text is complete
    (`is_whole`)."""

    lines: Sequence[str]
    size: int
    is_whole: bool = True


def drawable(text: str) -> str:
    """Return the text without characters not allowed in a drawing."""
    return safe(text.translate(_NOT_IN_XML))


def letters_of(text: str) -> float:
    """Return the maximum width of a text, in units of its letter size."""
    return sum(map(_advance, text))


def _advance(letter: str) -> float:
    """Return the width of a letter. A combining or joining character has no width."""
    if letter in _THIN:
        return THIN
    if letter in _NARROW:
        return NARROW
    if letter in _WIDE:
        return WIDE
    if letter in _LARGE:
        return LARGE
    if not letter.isascii():
        return _advance_elsewhere(letter)
    return LARGE if letter.isupper() else SMALL


def _advance_elsewhere(letter: str) -> float:
    """Return the width of a letter outside ASCII. An accented letter is as wide as its base."""
    kind = unicodedata.category(letter)
    base = unicodedata.normalize("NFD", letter)[0]
    if kind in ("Mn", "Me", "Cf"):
        return 0
    if kind in ("So", "Sk"):
        return PICTURE
    if base.isascii():
        return _advance(base)
    return IDEOGRAPH if unicodedata.east_asian_width(letter) in "WF" else OTHER


def fitted(text: str, room: float, sizes: Iterable[tuple[int, int]]) -> WrappedLabel:
    """Return the text in lines at the first letter size that fits in the room. `sizes` has pairs
    of a size and its maximum number of lines. At the last size, the text is cut if necessary."""
    for size, most in sizes:
        lines = broken(text, room / size)
        if len(lines) <= most and all(letters_of(line) <= room / size for line in lines):
            return WrappedLabel(lines, size)
    lines = [shortened(line, room / size) for line in _at_most(lines, most)]
    return WrappedLabel(lines, size, False)


def _at_most(lines: Sequence[str], most: int) -> list[str]:
    """Return at most `most` lines; the last has all remaining text."""
    return [*lines[: most - 1], " ".join(lines[most - 1 :])] if len(lines) > most else [*lines]


def broken(text: str, room: float) -> list[str]:
    """Return the text in lines broken between words. An overlong word is a line alone."""
    lines = [""]
    for word in text.split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1] else word
        if letters_of(joined) <= room or not lines[-1]:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def shortened(text: str, room: float) -> str:
    """Return the text cut to the room between visible letters, with an ellipsis at the cut."""
    if letters_of(text) <= room:
        return text
    kept, left = "", room - letters_of(ELLIPSIS)
    for cluster in clusters(text):
        left -= letters_of(cluster)
        if left < 0:
            break
        kept += cluster
    return kept.rstrip() + ELLIPSIS
