"""The writers of documents by the name of their format."""

from __future__ import annotations

from scorekeeper.render.renderings import Look
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.document import Document


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
