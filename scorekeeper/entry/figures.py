"""Numbers as people write them on paper, beyond what is typed: long minuses, pluses, decimal
parts of zeros."""

from scorekeeper.entry.values import DASHES, whole_number
from scorekeeper.formula import GREATEST

_SIGNS = str.maketrans(
    dict.fromkeys("−–—‐‑‒﹣－", "-")
    | dict.fromkeys("＋﹢", "+")
    | dict.fromkeys("\u00a0\u202f\u2009 ", None)
)


def number_in(text: str) -> int | None:
    """A whole number however it is written: with a long minus, a plus, a decimal part of zeros."""
    text = text.translate(_SIGNS).strip()
    for point in ".,":
        whole, found, part = text.partition(point)
        if found and whole and len(part) <= 2 and not part.strip("0"):
            text = whole
    number = whole_number(text)
    return None if number is None or abs(number) > GREATEST else number


def is_dash(text: str) -> bool:
    """Whether nothing is written, or a dash for it, however long."""
    return text.translate(_SIGNS) in DASHES


def plain_number(text: str) -> str:
    """The number in plain figures, or the text as it stands where it is none."""
    number = number_in(text)
    if number is not None:
        return str(number)
    return text.translate(_SIGNS) if is_dash(text) else text
