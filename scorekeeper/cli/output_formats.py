"""Reports as text or JSON, and documents in every format."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.cli.click_parts import show, show_json, terminal_width
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.render.writers import Look, written
from scorekeeper.report.document import Document
from scorekeeper.text.terminal_text import Ink

# --- A report that is text or JSON -------------------------------------------------------------


WIDEST = 100  # columns; longer lines are hard to read


def show_report(value: object, text: Callable[[int, Ink], str], is_json: bool, plain: bool) -> None:
    """Print a value as JSON, or with `text`, a function of the terminal's width and style."""
    if is_json:
        show_json(value)
        return
    ink = ink_of_page(plain)
    show_page(text(min(terminal_width(), WIDEST), ink), ink)


# --- A document, in any format -----------------------------------------------------------------


def show_document(document: Document, form: str, plain: bool = False) -> None:
    """Print a document as text, Markdown or HTML."""
    ink = ink_of_page(plain or form != "text")
    look = Look(min(terminal_width(), WIDEST), plain, ink=ink)
    text = written(document, form, look).rstrip("\n")
    if form == "text":
        show_page(text, ink)
    else:
        show(text)
