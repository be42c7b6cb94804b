"""The sessions of an evening as one HTML page."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.render.html.element import Html, element, page
from scorekeeper.render.html.page import sheet_parts, summary_parts
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.html.writer import parts_of
from scorekeeper.render.writers import Look
from scorekeeper.report.document import Document
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.summary import Summary
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import text_of


def evening_page(top: Document, sessions: Sequence[tuple[Sheet | Summary, Ruleset, Look]]) -> str:
    """Return the HTML page: the first part `top`, and an article for each session."""
    each = [element("article", *_parts(*one), class_="session") for one in sessions]
    parts = [Html(str(part)) for part in parts_of(top)]
    return page(text_of(top.title), STYLE, *parts, *each)


def _parts(shown: Sheet | Summary, rules: Ruleset, look: Look) -> list[Html]:
    if isinstance(shown, Summary):
        return summary_parts(
            shown, rules, look.corrections, look.fingerprint, look.stake, look.currency,
            look.said, look.held,
        )  # fmt: skip
    return sheet_parts(shown, rules, look.corrections, look.fingerprint, look.said, look.held)
