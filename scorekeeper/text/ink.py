"""How words are set off on a screen that has colours."""

from collections.abc import Callable
from typing import NamedTuple


def plainly(text: str) -> str:
    """The text as it is."""
    return text


class Ink(NamedTuple):
    """What makes a text bold or dim for the screen it is shown on, spaces around it left out; it
    is applied to what has been measured and padded. Nothing is said by ink alone."""

    bold: Callable[[str], str] = plainly
    dim: Callable[[str], str] = plainly


NO_INK = Ink()  # for pipes, files, screen readers, and whoever wants no colour
