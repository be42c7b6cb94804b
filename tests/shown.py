"""Reports as text, for tests that read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.render.markdown_writer import document_markdown
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.document import Block, Document
from scorekeeper.report.explain import Explained
from scorekeeper.report.explain_document import explained_document
from scorekeeper.report.game.rule_sheet import rules_document
from scorekeeper.report.outlook_document import outlook_document
from scorekeeper.report.outlook_sheet import OutlookSheet
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_document import sheet_document
from scorekeeper.report.summary import Summary
from scorekeeper.report.summary_document import ranking_table, summary_document
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace
from scorekeeper.text.terminal_text import NO_INK, Ink


def explain_text(found: Explained, rules: Ruleset, width: int, plain: bool = False) -> str:
    """Return the explanation of a deal."""
    return readings_text([found], [""], rules, width, plain)


def readings_text(
    found: Sequence[Explained],
    heads: Sequence[str],
    rules: Ruleset,
    width: int,
    plain: bool = False,
) -> str:
    """Return the explanation of every version of a deal."""
    return document_text(explained_document(found, heads, rules), width, plain)


def rules_text(
    rules: Ruleset, width: int = 80, ink: Ink = NO_INK, choices: Mapping[str, Any] = {}
) -> str:
    """Return the rule sheet of a game."""
    return document_text(rules_document(rules, choices), width, ink=ink)


def sheet_text(
    sheet: Sheet, rules: Ruleset, width: int = 80, plain: bool = False, ink: Ink = NO_INK
) -> str:
    """Return the score sheet."""
    return document_text(sheet_document(sheet, rules), width, plain, ink)


def plain_sheet(sheet: Sheet, rules: Ruleset) -> str:
    """Return the score sheet for a screen reader."""
    return sheet_text(sheet, rules, plain=True)


def sheet_markdown(
    sheet: Sheet, rules: Ruleset, said: Sequence[str] = (), held: DateAndPlace = NOT_KNOWN
) -> str:
    """Return the score sheet as Markdown."""
    return document_markdown(sheet_document(sheet, rules, said, held))


def outlook_text(found: OutlookSheet, rules: Ruleset, width: int, plain: bool = False) -> str:
    """Return who can still win, and how."""
    return document_text(outlook_document(found, rules), width, plain)


def summary_text(
    summary: Summary, rules: Ruleset, width: int = 80, plain: bool = False, stake: str | None = None
) -> str:
    """Return the summary as text."""
    return document_text(summary_document(summary, rules, stake), width, plain)


def summary_markdown(summary: Summary, rules: Ruleset, stake: str | None = None) -> str:
    """Return the summary as Markdown."""
    return document_markdown(summary_document(summary, rules, stake))


def ranking_text(summary: Summary, rules: Ruleset) -> str:
    """Return the places of the summary as text."""
    return block_text(ranking_table(summary, rules), 200)


def block_text(block: Block, width: int) -> str:
    """Return a block of a document as text."""
    return document_text(Document("", (block,)), width)
