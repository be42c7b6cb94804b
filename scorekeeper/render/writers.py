"""The document writers by format name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from scorekeeper.render.text_writer import document_text
from scorekeeper.report.document import Document
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace
from scorekeeper.text.terminal_text import NO_INK, Ink

if TYPE_CHECKING:
    from scorekeeper.report.log_report import LogRow


class Look(NamedTuple):
    """The output settings of a report. For text: terminal width, plain or not, and style (`ink`).
    For payments: the value of a point (`stake`) and the currency. For pages: corrections,
    fingerprint, lines on the players' settings (`said`), date and place (`held`). `full` adds
    all details."""

    width: int = 80
    plain: bool = False
    stake: str | None = None
    corrections: Sequence[LogRow] = ()
    fingerprint: str = ""
    currency: str = ""
    said: Sequence[str] = ()
    held: DateAndPlace = NOT_KNOWN
    ink: Ink = NO_INK
    full: bool = False


def written(document: Document, form: str, look: Look) -> str:
    """Return a document as text, Markdown or HTML."""
    match form:
        case "markdown":
            from scorekeeper.render.markdown_writer import document_markdown

            return document_markdown(document)
        case "html":
            from scorekeeper.render.html.writer import page_of

            return page_of(document)
        case _:
            return document_text(document, look.width, look.plain, look.ink)
