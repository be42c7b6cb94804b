"""The signs of a text in the encoding of a screen: what that cannot show is written in signs that
it can.

Signs of our own (a minus, an arrow, the lines of a table) have ASCII to stand for them. A letter of
somebody's name has not: it becomes a `?`.
"""

from collections.abc import Callable
from functools import lru_cache

from scorekeeper.text.width import HELD, cluster_width, clusters

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
