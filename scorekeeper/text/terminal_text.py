"""Text for a terminal: widths, cutting and wrapping, styles, replacements for characters that a
screen lacks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from scorekeeper.base.exact_numbers import SIGNS
from scorekeeper.text.translation import on_screen

# --- width -------------------------------------------------------------------------------------
# The width of a text in the columns of a terminal, and text made safe for one.
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
# Characters of one column that never join the character before: Latin letters, the signs of the
# program's own sentences and tables, suits. Text with only these is measured without wcwidth.
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
    """Return the text with control and direction characters made visible, in characters that the
    screen has."""
    return on_screen(_harmless(text))


def echoed(text: str) -> str:
    """Return a text made safe that repeats what was typed. A word longer than any name or path is
    shortened to its beginning."""
    return safe(_ENDLESS.sub(lambda word: f"{word[0][:BEGINNING]}…", text))


def _harmless(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(REPLACEMENT if is_control(character) else character for character in text)


def is_control(character: str) -> bool:
    """Return True for control characters and those that change the direction of writing.

    Joiners in emoji and in scripts belong to letters and are allowed."""
    if character.isascii():
        return not character.isprintable()
    return unicodedata.category(character) in ("Cc", "Cs", "Co", "Zl", "Zp") or character in _UNSEEN


def clusters(text: str) -> list[str]:
    """Return the text split into the characters that a reader sees."""
    if text.isascii() or ALONE.issuperset(text):
        return list(text)
    from wcwidth import iter_graphemes  # noqa: PLC0415 - 19 ms, only for other scripts

    return list(iter_graphemes(text))


@lru_cache(maxsize=4096)
def cluster_width(cluster: str) -> int:
    """Return the width of one cluster in columns: 0, 1 or 2. A control character, for which
    wcwidth gives -1, has the width of its replacement. A vowel sign at the beginning of a name
    has the width that it adds to a space."""
    if cluster in ALONE:
        return 1
    from wcwidth import wcswidth  # noqa: PLC0415 - 19 ms, only for other scripts

    if unicodedata.category(cluster[0]) == "Mc":
        return wcswidth(f" {cluster}") - 1
    return abs(wcswidth(cluster))


def width_of(text: str) -> int:
    """Return the width of the text in columns of a terminal, after replacements for the screen."""
    if text.isascii():
        return len(text)
    shown = on_screen(text)
    if ALONE.issuperset(shown):
        return len(shown)
    return sum(map(cluster_width, clusters(shown)))


def cut(text: str, width: int) -> str:
    """Return the text made safe and at most `width` columns wide. A shortened text ends with an
    ellipsis, or with a single full stop where three would leave too little."""
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
    """Return the text made safe, cut or filled up to exactly `width` columns."""
    text = cut(text, width)
    space = " " * (width - width_of(text))
    return space + text if right else text + space


def wrapped(text: str, width: int, indent: str = "") -> list[str]:
    """Return the text made safe and wrapped between words to lines of at most `width` columns.
    Lines after the first begin with `indent`, or with the text's own indentation if longer. A
    name, its number and the resulting points are not separated: `Bob 14 → −5`."""
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
    """Return the indentation for the continuation of a wrapped line: two spaces more than
    its own."""
    return " " * (len(line) - len(line.lstrip(" ")) + 2)


def all_wrapped(texts: Iterable[str], width: int) -> list[str]:
    """Return the lines of all texts, wrapped, with continuation lines indented."""
    return [line for text in texts for line in wrapped(text, width, "  ")]


def bulleted(texts: Iterable[str], width: int) -> list[str]:
    """Return the wrapped lines of a list, with a dash before each text."""
    return all_wrapped((f"- {text}" for text in texts), width)


# --- replacements for characters -----------------------------------------------------------------
# A text in the encoding of a screen: characters that it lacks are replaced by others.
#
# The program's own signs (a minus, an arrow, the lines of a table) have ASCII replacements. A
# letter of a name has none and becomes a `?`.


UNKNOWN = "?"
# Spaces at which no line is broken. They stay unchanged, because the layout needs them.
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
    """Return a function that converts a text to the characters of an encoding, except non-breaking
    spaces."""

    @lru_cache(maxsize=4096)
    def shown(cluster: str) -> str:
        return (
            cluster
            if cluster in SPACES or _has(encoding, cluster)
            else _stand_in(encoding, cluster)
        )

    return lambda text: text if text.isascii() else "".join(map(shown, clusters(text)))


def encodable(encoding: str, text: str) -> str:
    """Return the text with only characters of the encoding."""
    return "".join(
        one if _has(encoding, one) else SPACES.get(one) or _stand_in(encoding, one)
        for one in clusters(text)
    )


def _stand_in(encoding: str, cluster: str) -> str:
    """Return a replacement for a cluster that the encoding lacks. Marks on a letter are dropped
    first."""
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


# --- styles of text on a screen ----------------------------------------------------------------


def plainly(text: str) -> str:
    """Return the text unchanged."""
    return text


class Ink(NamedTuple):
    """Functions that make a text bold or dim on a screen, without the spaces around it. They are
    applied after measuring and padding. Style alone never carries information."""

    bold: Callable[[str], str] = plainly
    dim: Callable[[str], str] = plainly


NO_INK = Ink()  # for pipes, files, screen readers, and whoever wants no colour
