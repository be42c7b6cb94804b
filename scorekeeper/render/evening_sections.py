"""The sessions of an evening one after another, after their common ranking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.league.evening_ranking import AVERAGE, PLACES, EveningPlace, SideResult
from scorekeeper.render.csv_tables import csv_text, sheet_rows
from scorekeeper.render.html.element import Html, element
from scorekeeper.render.html.element import page as html_page
from scorekeeper.render.html.page import sheet_parts, summary_parts
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.html.writer import parts_of
from scorekeeper.render.markdown_writer import document_markdown
from scorekeeper.render.renderings import SHEETS, SUMMARIES, Look, json_text
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.document import Bullets, Document, Items, Table, listed_section, table_of
from scorekeeper.report.evening_sheet import (
    BEGUN,
    GOING_ON,
    EveningSession,
    EveningSheet,
    evening_value,
)
from scorekeeper.report.shared_labels import as_judged, score
from scorekeeper.report.sheet import Sheet, sheet_value
from scorekeeper.report.sheet_text import heading, winners_line
from scorekeeper.report.summary import Summary, summary_value
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.local_formats import DateAndPlace, signed_decimal
from scorekeeper.text.message_text import listed, text_of
from scorekeeper.text.terminal_text import safe
from scorekeeper.text.translation import tr, trn

NOTHING = "–"
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


def evening_document(found: EveningSheet, held: DateAndPlace, plain: bool = False) -> Document:
    """Return the part before the sessions: the list of sessions and the ranking."""
    title = " · ".join(filter(None, [tr("The evening"), held.when, held.place]))
    sessions = Items(tuple(map(_session_line, found.sessions)), Bullets.STEPS)
    ranking = listed_section(
        tr("Ranking of the evening"), _notes(found), [_ranking_table(found, plain)]
    )
    return Document(title, (sessions, ranking))


def _session_line(one: EveningSession) -> str:
    """Return the line of a session: `friday · GAME · 2 deals, finished · Ann & Cal won with +3`."""
    name, game, deals = heading(one.sheet, one.rules)
    won = winners_line(one.sheet, one.rules)
    said = (
        [name, game, won] if won and one.sheet.early else [name, game, deals, *filter(None, [won])]
    )
    if one.state in (BEGUN, GOING_ON):
        said.append(tr("not over"))
    if one.archived:
        said.append(tr("archived"))
    return " · ".join(said)


def _notes(found: EveningSheet) -> Iterator[str]:
    """Yield notes on what ranks the evening, and on what does not count."""
    by = found.ranking.by
    if by == PLACES:
        yield tr(
            "these were different games, so their points are not added: more games won, then more "
            "second places, and so on"
        )
    elif found.ranking.lowest:
        yield tr("fewer points are better")
    if by == AVERAGE:
        yield tr("not everybody was there for every deal: points a deal count")
    if len(found.counted) < len(found.sessions):
        yield tr("a session without a deal does not count")
    still = [one.sheet for one in found.counted if one.sheet.disputed]
    waiting = [sheet.session for sheet in still if sheet.disputed and sheet.disputed.waits]
    if waiting:
        yield tr(
            "a deal still waits in {sessions}, which counts by one way it may come out",
            sessions=listed(waiting, "and"),
        )
    disputed = [sheet.session for sheet in still if sheet.session not in waiting]
    if disputed:
        yield tr(
            "a count is disputed in {sessions}, which counts by its first reading",
            sessions=listed(disputed, "and"),
        )
    unfinished = [one.sheet.session for one in found.counted if one.state == GOING_ON]
    if unfinished and by == PLACES:
        yield trn(
            len(unfinished),
            "{sessions} is not over and does not count yet",
            "{sessions} are not over and do not count yet",
            sessions=listed(unfinished, "and"),
        )
    elif unfinished:
        yield trn(
            len(unfinished),
            "{sessions} is not over and counts as it stands",
            "{sessions} are not over and count as they stand",
            sessions=listed(unfinished, "and"),
        )
    if found.deleted:
        yield trn(
            len(found.deleted),
            "{sessions} was deleted and is left out",
            "{sessions} were deleted and are left out",
            sessions=listed(found.deleted, "and"),
        )


# --- the ranking ---------------------------------------------------------------------------------


def _ranking_table(found: EveningSheet, plain: bool) -> Table:
    """Return the ranking table: a row for each side with its place, points or games won, and its
    result in each session."""
    rows = found.ranking.rows
    level = [row.place for row in rows]
    heads = [_who(found), tr("place"), *_heads(found), tr("deals"), *_sessions(found, plain)]
    return table_of(
        heads,
        (
            (
                row.side,
                f"{row.place}{'=' * (level.count(row.place) > 1)}",
                *_cells(found, row),
                str(row.deals),
                *_each(found, row),
            )
            for row in rows
        ),
    )


def _who(found: EveningSheet) -> str:
    return tr("side") if any(row.people[1:] for row in found.ranking.rows) else tr("player")


def _sessions(found: EveningSheet, plain: bool) -> list[str]:
    """Return the headers of the counted sessions: their numbers in the list above, for a screen
    reader their names. Empty if there is only one."""
    heads = [
        one.sheet.session if plain else tr("session {number}", number=number)
        for number, one in enumerate(found.sessions, 1)
        if one in found.counted
    ]
    return heads if heads[1:] else []


def _heads(found: EveningSheet) -> list[str]:
    won = [tr("won"), tr("shared")]
    if found.ranking.by == PLACES:
        return won
    return [tr("points"), *([tr("a deal")] if found.ranking.by == AVERAGE else []), *won]


def _cells(found: EveningSheet, row: EveningPlace) -> list[str]:
    won = [str(row.won), str(row.shared)]
    if row.points is None:
        return won
    average = signed_decimal(row.points / row.deals, 2) if row.deals else NOTHING
    mean = [as_judged(average, found.ranking.lowest)] if found.ranking.by == AVERAGE else []
    return [score(row.points, found.counted[0].rules), *mean, *won]


def _each(found: EveningSheet, row: EveningPlace) -> list[str]:
    """Return a side's result in each counted session; empty if there is only one session."""
    made = [_made(found, place, one) for place, one in enumerate(row.made)]
    return made if made[1:] else []


def _made(found: EveningSheet, place: int, made: SideResult | None) -> str:
    """Return a side's result in a session as text: its points, or its place if points are not
    added."""
    if made is None:
        return NOTHING
    if found.ranking.by == PLACES:
        return NOTHING if made.place is None else str(made.place)
    return score(made.points, found.counted[place].rules)


# --- the renderings ------------------------------------------------------------------------------


def _of_session(page: SessionPage, form: str) -> str:
    """Return the page of a single session."""
    if isinstance(page.shown, Summary):
        return SUMMARIES[form](page.shown, page.rules, page.look).rstrip("\n")
    return SHEETS[form](page.shown, page.rules, page.look).rstrip("\n")


def _text(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    document = evening_document(found, look.held, look.plain)
    top = document_text(document, look.width, look.plain, look.ink)
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
    return "\n\n".join([document_markdown(evening_document(found, look.held)), *each])


def _html(found: EveningSheet, pages: Sequence[SessionPage], look: Look) -> str:
    top = evening_document(found, look.held)
    each = [element("article", *_parts(page), class_="session") for page in pages]
    parts = [Html(str(part)) for part in parts_of(top)]
    return html_page(text_of(top.title), STYLE, *parts, *each)


def _parts(page: SessionPage) -> list[Html]:
    look, shown = page.look, page.shown
    if isinstance(shown, Summary):
        return summary_parts(
            shown, page.rules, look.corrections, look.fingerprint, look.stake, look.currency,
            look.said, look.held,
        )  # fmt: skip
    return sheet_parts(shown, page.rules, look.corrections, look.fingerprint, look.said, look.held)


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
