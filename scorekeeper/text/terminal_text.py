"""Text for a terminal: widths, cutting and wrapping, styles, signs for a screen that lacks
some.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.base.exact_numbers import SIGNS
from scorekeeper.text.translation import on_screen

# --- width -------------------------------------------------------------------------------------
# How wide a text is in the columns of a terminal, and text made harmless for one.
#
# A reader's character is often several of Unicode's: a letter with its accents, a family of
# emoji, a flag. Such a cluster is never cut in two, and is one or two columns wide.


REPLACEMENT = "\ufffd"
ELLIPSIS = "…"
LEAST_PARTS = 4  # an ellipsis takes no more than a quarter of what is left of a text
BEGINNING = 80  # letters of a word without end that are repeated
_ENDLESS = re.compile(r"[^\s`]{1001,}")  # longer than any name, and nearly any path
HELD = "\u2007"  # a space that no line is broken at
FIGURE = f"[0-9{''.join(SIGNS.values())}]"  # of a number, also the sign of its half or quarter
# The spaces in `Bob 14 → −5` or `Ann & Cal 4+3/5+2 → +70`: before the numbers, and on both sides of
# the arrow; and in `Σ 0`.
_JOINT = (
    rf" (?=(?:{FIGURE}|[/+])+ → (?:[+−]|0\b))"
    rf"|(?<={FIGURE}) (?=→ (?:[+−]{FIGURE}|0\b))"
    rf"|(?<={FIGURE} →) (?=[+−]{FIGURE}|0\b)"
    rf"|(?<=Σ) (?=[+−]?{FIGURE})"
)
# What takes one column and never joins what stands before it: Latin letters, the signs of the
# program's own sentences and tables, suits. A text of these is measured without wcwidth.
LATIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0xAD), *range(0xAE, 0x250))))
ALONE = LATIN | frozenset("−–—‐‑‒“”„‘’‚…·→×±Σ≈€─┤└♣♦♥♠⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞\u202f" + HELD)
_UNSEEN_RANGES = (
    (0x2061, 0x2064), (0x206A, 0x206F), (0xFFF9, 0xFFFB), (0x1D173, 0x1D17A), (0xE0001, 0xE0001),
)  # fmt: skip
_UNSEEN = (
    "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e"
    "\u2066\u2067\u2068\u2069\u200b\u2060\u00ad\ufeff"
) + "".join(chr(code) for first, last in _UNSEEN_RANGES for code in range(first, last + 1))


def safe(text: str) -> str:
    """The text with everything that steers a terminal or turns its writing made visible, in signs
    that the screen has."""
    return on_screen(_harmless(text))


def echoed(text: str) -> str:
    """Return the same of what repeats words that somebody typed: of one that is longer than any
    name or path the beginning."""
    return safe(_ENDLESS.sub(lambda word: f"{word[0][:BEGINNING]}…", text))


def _harmless(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(REPLACEMENT if is_control(character) else character for character in text)


def is_control(character: str) -> bool:
    """Control characters and the ones that turn the direction of writing; joiners of emoji
    and of scripts are letters' business and stay."""
    if character.isascii():
        return not character.isprintable()
    return unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp") or character in _UNSEEN


def clusters(text: str) -> list[str]:
    """The text cut into what a reader sees as single characters."""
    if text.isascii() or ALONE.issuperset(text):
        return list(text)
    from wcwidth import iter_graphemes  # noqa: PLC0415 - 19 ms, only for other scripts

    return list(iter_graphemes(text))


@lru_cache(maxsize=4096)
def cluster_width(cluster: str) -> int:
    """The columns of one cluster: 0, 1 or 2; a control character, which wcwidth gives as -1, takes
    the one of the sign that stands in its place. A vowel sign that stands on no letter, at the
    beginning of a name, takes what it adds to the space before it on a sheet."""
    if cluster in ALONE:
        return 1
    from wcwidth import wcswidth  # noqa: PLC0415 - 19 ms, only for other scripts

    if unicodedata.category(cluster[0]) == "Mc":
        return wcswidth(f" {cluster}") - 1
    return abs(wcswidth(cluster))


def width_of(text: str) -> int:
    """The columns that the text takes in a terminal, in signs that this has."""
    if text.isascii():
        return len(text)
    shown = on_screen(text)
    if ALONE.issuperset(shown):
        return len(shown)
    return sum(map(cluster_width, clusters(shown)))


def cut(text: str, width: int) -> str:
    """The text made safe and no wider than `width`; where something is left out stands an
    ellipsis, or a full stop where three of them would leave too little."""
    text = safe(text)
    if width_of(text) <= width:
        return text
    end = on_screen(ELLIPSIS)
    end = end if width >= LEAST_PARTS * len(end) else end[:1]
    kept, used = "", len(end)
    for cluster in clusters(text):
        used += cluster_width(cluster)
        if used > width:
            break
        kept += cluster
    return (kept.rstrip() + end) if width > 0 else ""


def padded(text: str, width: int, right: bool = False) -> str:
    """The text made safe and exactly `width` columns wide, cut where it is longer."""
    text = cut(text, width)
    space = " " * (width - width_of(text))
    return space + text if right else text + space


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """The text made safe and broken between words into lines of at most `width` columns; the
    lines after the first begin with `indent`, but never left of the text. A name, its number and
    the points that are made of it stay together: `Bob 14 → −5`."""
    start = " " * (len(text) - len(text.lstrip(" ")))
    lines, indent = [start], max(indent, start, key=len)
    for word in on_screen(re.sub(_JOINT, HELD, _harmless(text).lstrip(" "))).split(" "):
        joined = f"{lines[-1]} {word}" if lines[-1].strip() else lines[-1] + word
        if width_of(joined) <= width or not lines[-1].strip():
            lines[-1] = cut(joined, width)
        else:
            lines.append(cut(indent + word, width))
    return [line.replace(HELD, " ") for line in lines]


def indent_below(line: str) -> str:
    """What stands before the rest of a line that is broken: two spaces more than before its own
    words."""
    return " " * (len(line) - len(line.lstrip(" ")) + 2)


def all_wrapped(texts: Iterable[str], width: int) -> list[str]:
    """Each text broken into lines, those after its first a little in."""
    return [line for text in texts for line in wrapped(text, width, "  ")]


def bulleted(texts: Iterable[str], width: int) -> list[str]:
    """The texts as a list, each behind its dash."""
    return all_wrapped((f"- {text}" for text in texts), width)


# --- signs -------------------------------------------------------------------------------------
# The signs of a text in the encoding of a screen: what that cannot show is written in signs that
# it can.
#
# Signs of our own (a minus, an arrow, the lines of a table) have ASCII to stand for them. A
# letter of somebody's name has not: it becomes a `?`.


UNKNOWN = "?"
# Spaces that no line is broken at: who lays a text out still needs them as what they are.
SPACES = dict.fromkeys(("\u00a0", "\u202f", HELD), " ")
ASCII = {
    **dict.fromkeys("−–—‐‑‒", "-"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’‚", "'"),
    "…": "...", "·": ".", "→": "->", "×": "x", "±": "+/-", "Σ": "sum", "≈": "~", "€": "EUR",
    "½": ".5", "¼": ".25", "¾": ".75", "⅓": ".33", "⅔": ".67", "⅕": ".2", "⅖": ".4", "⅗": ".6",
    "⅘": ".8", "⅙": ".17", "⅚": ".83", "⅛": ".125", "⅜": ".375", "⅝": ".625", "⅞": ".875",
    "œ": "oe", "Œ": "OE", "æ": "ae", "Æ": "AE",
    "─": "-", "┤": "|", "└": "+", "♣": "C", "♦": "D", "♥": "H", "♠": "S",
}  # fmt: skip


def plainer(encoding: str) -> Callable[[str], str]:
    """Gives texts as a screen of this encoding shows them, but for the spaces that hold."""

    @lru_cache(maxsize=4096)
    def shown(cluster: str) -> str:
        return (
            cluster
            if cluster in SPACES or _has(encoding, cluster)
            else _stand_in(encoding, cluster)
        )

    return lambda text: text if text.isascii() else "".join(map(shown, clusters(text)))


def encodable(encoding: str, text: str) -> str:
    """The text in signs of the encoding alone."""
    return "".join(
        one if _has(encoding, one) else SPACES.get(one) or _stand_in(encoding, one)
        for one in clusters(text)
    )


def _stand_in(encoding: str, cluster: str) -> str:
    """What stands for a character that the encoding has not; what is put on a letter goes first."""
    first = cluster[0]
    if len(cluster) > 1 and _has(encoding, first):
        return first
    return ASCII.get(first, UNKNOWN) if cluster_width(cluster) else ""


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


# --- How words are set off on a screen that has colours ----------------------------------------


def plainly(text: str) -> str:
    """The text as it is."""
    return text


class Ink(NamedTuple):
    """What makes a text bold or dim for the screen it is shown on, spaces around it left out; it
    is applied to what has been measured and padded. Nothing is said by ink alone."""

    bold: Callable[[str], str] = plainly
    dim: Callable[[str], str] = plainly


NO_INK = Ink()  # for pipes, files, screen readers, and whoever wants no colour
