"""Numbers as people write them on paper, beyond what is typed: long minuses, pluses, decimals."""

import re

from scorekeeper.base.exact import is_written, number_written
from scorekeeper.record.values import DASHES, typed_number
from scorekeeper.rules.formula import GREATEST

_SIGNS = str.maketrans(
    dict.fromkeys("−–—‐‑‒﹣－", "-")
    | dict.fromkeys("＋﹢", "+")
    | dict.fromkeys("\u00a0\u202f\u2009 ", None)
)


def number_in(text: str) -> int | None:
    """A number however it is written: with a long minus, a plus, a decimal part of zeros, a half as
    `0.5` or `1/2`."""
    text = text.translate(_SIGNS).strip()
    for point in ".,":
        whole, found, part = text.partition(point)
        if found and whole and len(part) <= 2 and not part.strip("0"):
            text = whole
    number = typed_number(with_signs(text))
    return None if number is None or abs(number) > GREATEST else number


# What stands for halves and quarters, in numbers that stand by themselves or part of a list.
_HALVES = re.compile(r"(?<![\d/.])(\d*)(?:\.(\d{1,2})|/([24]))(?![\d/.])")
_WITH_COMMA = re.compile(r"(.*[:=])?([-−+]?\d*),(5|25|75)")


def with_signs(text: str, *, is_list: bool = False) -> str:
    """The text with each half and quarter by its sign, `6½`, whether `6.5` or `13/2` was written;
    also `6,5`, where that is all there is, or all behind a colon, and no list of numbers."""
    if not is_list and (found := _WITH_COMMA.fullmatch(text)):
        text = f"{found[1] or ''}{found[2]}.{found[3]}"
    return _HALVES.sub(_by_its_sign, text)


def _by_its_sign(found: re.Match[str]) -> str:
    number = number_written(found[0]) if found[2] or found[1] else None
    return found[0] if number is None or not is_written(number) else str(number)


def is_dash(text: str) -> bool:
    """Whether nothing is written, or a dash for it, however long."""
    return text.translate(_SIGNS) in DASHES


def plain_number(text: str) -> str:
    """The number in plain figures, or the text as it stands where it is none."""
    number = number_in(text)
    if number is not None:
        return str(number)
    return text.translate(_SIGNS) if is_dash(text) else text
