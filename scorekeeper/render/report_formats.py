"""The renderings by format name, and JSON that is safe to print on a terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.base.exact_numbers import in_json
from scorekeeper.league.session_record import GameWords
from scorekeeper.render.writers import Look, written
from scorekeeper.report.document import Output
from scorekeeper.report.sheet import Sheet, sheet_value
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import spoken
from scorekeeper.text.terminal_text import is_control

if TYPE_CHECKING:
    from scorekeeper.report.league.league_value import LeagueStandings
    from scorekeeper.report.summary import Summary


# --- JSON, exact for programs and safe on a terminal -------------------------------------------


def json_text(value: object) -> str:
    """Return the value as JSON. Letters of all scripts are kept and control characters escaped, so
    that programs read back the exact text."""
    text = json.dumps(spoken(value), ensure_ascii=False, default=in_json)
    if text.isprintable():
        return text
    return "".join(json.dumps(c)[1:-1] if is_control(c) else c for c in text)


# --- renderings --------------------------------------------------------------------------------
# The renderings by format name. A new rendering is a file, a function and an entry in a mapping.
# Each imports only what it needs.


Games = Mapping[str, GameWords]  # the words that are at hand, by game
SheetRendering = Callable[[Sheet, Ruleset, Look], str]
SummaryRendering = Callable[["Summary", Ruleset, Look], str]
LeagueRendering = Callable[["LeagueStandings", Games, Look], str]


def _sheet_csv(sheet: Sheet, rules: Ruleset, look: Look) -> str:
    from scorekeeper.render.csv_tables import sheet_csv

    return sheet_csv(sheet)


def _sheet(sheet: Sheet, rules: Ruleset, look: Look, form: str) -> str:
    from scorekeeper.report.sheet_document import sheet_document

    return written(sheet_document(sheet, rules, look.said, look.held), form, look)


def _summary_csv(summary: Summary, rules: Ruleset, look: Look) -> str:
    from scorekeeper.render.csv_tables import summary_csv

    return summary_csv(summary, rules)


def _summary(summary: Summary, rules: Ruleset, look: Look, form: str) -> str:
    from scorekeeper.report.summary_document import summary_document

    found = summary_document(summary, rules, look.stake, look.currency, look.said, look.held)
    return written(found, form, look)


def _sheet_html(sheet: Sheet, rules: Ruleset, look: Look) -> str:
    from scorekeeper.render.html.page import sheet_page

    return sheet_page(sheet, rules, look.corrections, look.fingerprint, look.said, look.held)


def _summary_html(summary: Summary, rules: Ruleset, look: Look) -> str:
    from scorekeeper.render.html.page import summary_page

    return summary_page(
        summary, rules, look.corrections, look.fingerprint, look.stake, look.currency,
        look.said, look.held,
    )  # fmt: skip


def _summary_svg(summary: Summary, rules: Ruleset, look: Look) -> str:
    from scorekeeper.render.share_picture import share_card

    return share_card(summary, rules, look.held)


def _league_text(league: LeagueStandings, known: Games, look: Look) -> str:
    return _league(league, known, Output.PLAIN if look.plain else Output.TEXT, look)


def _league_csv(league: LeagueStandings, known: Games, look: Look) -> str:
    from scorekeeper.render.csv_tables import league_csv

    return league_csv(league)


def _league_markdown(league: LeagueStandings, known: Games, look: Look) -> str:
    return _league(league, known, Output.MARKDOWN, look)


def _league_html(league: LeagueStandings, known: Games, look: Look) -> str:
    return _league(league, known, Output.HTML, look)


def _league(league: LeagueStandings, known: Games, output: Output, look: Look) -> str:
    from scorekeeper.report.league.league_document import league_document

    return written(league_document(league, known, output, look.full), output.value, look)


def _sheet_json(sheet: Sheet, rules: Ruleset, look: Look) -> str:

    return json_text(sheet_value(sheet))


def _summary_json(summary: Summary, rules: Ruleset, look: Look) -> str:
    from scorekeeper.report.summary import summary_value
    from scorekeeper.report.summary_document import settled_of

    paid = {} if look.stake is None else settled_of(summary, rules, look.stake, look.currency)
    return json_text({**summary_value(summary), **paid})


def _league_json(league: LeagueStandings, known: Games, look: Look) -> str:

    return json_text(league)


SHEETS: dict[str, SheetRendering] = {
    "text": partial(_sheet, form="text"),
    "json": _sheet_json,
    "csv": _sheet_csv,
    "markdown": partial(_sheet, form="markdown"),
    "html": _sheet_html,
}
SUMMARIES: dict[str, SummaryRendering] = {
    "text": partial(_summary, form="text"),
    "json": _summary_json,
    "csv": _summary_csv,
    "markdown": partial(_summary, form="markdown"),
    "html": _summary_html,
    "svg": _summary_svg,
}
LEAGUES: dict[str, LeagueRendering] = {
    "text": _league_text,
    "json": _league_json,
    "csv": _league_csv,
    "markdown": _league_markdown,
    "html": _league_html,
}
