"""A report that is text or JSON."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import show_json, terminal_width
from scorekeeper.text.ink import Ink

WIDEST = 100  # columns; longer lines are hard to read


def show_report(value: object, text: Callable[[int, Ink], str], is_json: bool, plain: bool) -> None:
    """The value as JSON, or the text of it for so many columns and with this ink."""
    if is_json:
        show_json(value)
        return
    ink = ink_of_page(plain)
    show_page(text(min(terminal_width(), WIDEST), ink), ink)
