"""The sessions of an evening one after another, after their common ranking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from scorekeeper.league.evening_ranking import EveningPlace
from scorekeeper.render.csv_tables import csv_text, sheet_rows
from scorekeeper.render.report_formats import json_text
from scorekeeper.render.writers import Look, written
from scorekeeper.report.document import Block, Document, Emphasis, Items, Paragraph
from scorekeeper.report.evening import EveningSheet, evening_document, evening_value
from scorekeeper.report.sheet import Sheet, sheet_value
from scorekeeper.report.sheet_document import sheet_document
from scorekeeper.report.summary import Summary, summary_value
from scorekeeper.report.summary_document import summary_document
from scorekeeper.rules.ruleset import Ruleset


class SessionPage(NamedTuple):
    """One session of the evening: its value, its rules and its output settings."""

    shown: Sheet | Summary
    rules: Ruleset
    look: Look

    @property
    def sheet(self) -> Sheet:
        return self.shown.sheet if isinstance(self.shown, Summary) else self.shown


EveningRendering = Callable[[EveningSheet, Sequence[SessionPage], Look], str]


# --- the renderings ------------------------------------------------------------------------------


def _text(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    each = (_numbered(number, page) for number, page in enumerate(pages, 1))
    top = evening_document(found, look.held, look.plain)
    return written(replace(top, blocks=(*top.blocks, *chain(*each))), "text", look)


def _numbered(number: int, page: SessionPage) -> tuple[Block, ...]:
    """Return a title with a session's number and name, and the session's document with the
    settings at its end."""
    title = Paragraph(f"{number}. {page.sheet.session}", Emphasis.TITLE)
    return title, replace(_of_session(page), foot=(Items(tuple(page.look.said)),))


def _markdown(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    top = evening_document(found, look.held)
    return written(replace(top, blocks=(*top.blocks, *map(_of_session, pages))), "markdown", look)


def _of_session(page: SessionPage) -> Document:
    """Return the document of a single session."""
    look = page.look
    if isinstance(page.shown, Summary):
        return summary_document(
            page.shown, page.rules, look.stake, look.currency, look.said, look.held
        )
    return sheet_document(page.shown, page.rules, look.said, look.held)


def _html(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    from scorekeeper.render.html.evening_page import evening_page

    shown = [(page.shown, page.rules, page.look) for page in pages]
    return evening_page(evening_document(found, look.held), shown)


def _json(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    shown = [page.shown for page in pages]
    values = {
        "summaries": [summary_value(one) for one in shown if isinstance(one, Summary)],
        "sheets": [sheet_value(one) for one in shown if isinstance(one, Sheet)],
    }
    return json_text(
        {**evening_value(found), **{key: told for key, told in values.items() if told}}
    )


def _csv(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    """Return the evening as CSV: of summaries a row for each side in the ranking, of sheets a row
    for each deal with its session."""
    if isinstance(pages[0].shown, Summary):
        return csv_text(_ranking_rows(found))
    return csv_text(_deal_rows([(page.sheet.session, sheet_rows(page.sheet)) for page in pages]))


def _ranking_rows(found: EveningSheet) -> list[list[object]]:
    names = [one.sheet.session for one in found.counted]
    kinds = ("place", "points", "deals")
    each = [f"{kind} {name}" for name in names for kind in kinds]
    heads = ["place", "side", "points", "won", "shared", "deals", *each]
    return [list(heads), *(_ranking_row(row, len(kinds)) for row in found.ranking.rows)]


def _ranking_row(row: EveningPlace, cells: int) -> list[object]:
    each = [number for made in row.made for number in made or (None,) * cells]
    return [row.place, row.side, row.points, row.won, row.shared, row.deals, *each]


def _deal_rows(sheets: Sequence[tuple[str, Sequence[Sequence[object]]]]) -> list[list[object]]:
    """Return the rows of the sheets under the headers of all of them."""
    heads = dict.fromkeys(str(head) for _, rows in sheets for head in rows[0])
    found: list[list[object]] = [["session", *heads]]
    for session, (own, *rows) in sheets:
        for row in rows:
            cells = dict(zip(map(str, own), row, strict=True))
            found.append([session, *(cells.get(head) for head in heads)])
    return found


EVENINGS: dict[str, EveningRendering] = {
    "text": _text,
    "json": _json,
    "csv": _csv,
    "markdown": _markdown,
    "html": _html,
}
