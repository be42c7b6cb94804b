"""The sessions of an evening one after another, after their common ranking."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from scorekeeper.league.evening_ranking import EveningPlace
from scorekeeper.render.csv_tables import csv_text, sheet_rows
from scorekeeper.render.renderings import SHEETS, SUMMARIES, json_text
from scorekeeper.render.writers import Look, written
from scorekeeper.report.evening import EveningSheet, evening_document, evening_value
from scorekeeper.report.sheet import Sheet, sheet_value
from scorekeeper.report.summary import Summary, summary_value
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.terminal_text import safe

HEADING = re.compile("^#", re.MULTILINE)


class SessionPage(NamedTuple):
    """The page of one session of the evening: its value, its rules and its output settings."""

    shown: Sheet | Summary
    rules: Ruleset
    look: Look

    @property
    def sheet(self) -> Sheet:
        return self.shown.sheet if isinstance(self.shown, Summary) else self.shown


EveningRendering = Callable[[EveningSheet, Sequence[SessionPage], Look], str]


# --- the renderings ------------------------------------------------------------------------------


def _of_session(page: SessionPage, form: str) -> str:
    """Return the page of a single session."""
    if isinstance(page.shown, Summary):
        return SUMMARIES[form](page.shown, page.rules, page.look).rstrip("\n")
    return SHEETS[form](page.shown, page.rules, page.look).rstrip("\n")


def _text(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    top = written(evening_document(found, look.held, look.plain), "text", look)
    each = [
        part
        for number, page in enumerate(pages, 1)
        for part in (
            look.ink.bold(safe(f"{number}. {page.sheet.session}")),
            "\n".join([_of_session(page, "text"), *page.look.said]),
        )
    ]
    return "\n\n".join([top, *each])


def _markdown(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    """Return the evening as Markdown, with each session's headings one level below the
    evening's."""
    each = (HEADING.sub("##", _of_session(page, "markdown")) for page in pages)
    return "\n\n".join([written(evening_document(found, look.held), "markdown", look), *each])


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
    """Return the evening as CSV: for summaries a row for each side of the ranking, for sheets a row
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
