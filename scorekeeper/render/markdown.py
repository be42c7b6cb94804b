"""The summary as Markdown. Names are entered by people, so all markup in them is
escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.render.markdown_writer import escaped, markdown_blocks, markdown_table
from scorekeeper.render.summary_text import (
    extreme_lines,
    lead_lines,
    ranking_lines,
    recap_lines,
    result_cell,
    results_of,
    settled_parts,
)
from scorekeeper.render.text_chart import chart_lines
from scorekeeper.report.shared_labels import carried_lines, few_are_good
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_document import sheet_blocks
from scorekeeper.report.sheet_text import first_readings, heading, penalties_apart, title_words
from scorekeeper.report.summary import Results, Summary
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace
from scorekeeper.text.translation import tr

CHART_WIDTH = 80


def _top(sheet: Sheet, rules: Ruleset, held: DateAndPlace) -> list[str]:
    """Return the title of the page, and a line with the place, the progress and the session's
    name."""
    name, _, deals = heading(sheet, rules)
    below = " · ".join(filter(None, [held.place, deals, name]))
    return [f"# {escaped(title_words(sheet, rules, held.when))}", escaped(below)]


def summary_markdown(
    summary: Summary,
    rules: Ruleset,
    stake: str | None = None,
    currency: str = "",
    said: Iterable[str] = (),
    held: DateAndPlace = NOT_KNOWN,
) -> str:
    """Return the summary of a session as a Markdown page."""
    sheet = summary.sheet
    stand = [*ranking_lines(summary, rules), *carried_lines(rules, sheet.counters)]
    parts = [*_top(sheet, rules, held), _list(stand)]
    if summary.recap:
        parts += [f"## {tr('Recap')}", _list(recap_lines(summary))]
    parts += [f"## {tr('Sheet')}", *markdown_blocks(sheet_blocks(sheet, rules, said))]
    parts += _how_each_did(summary, rules)
    if chart := chart_lines(sheet, rules, CHART_WIDTH):
        parts += [f"## {tr('Running totals')}", _drawn(chart)]
    for title, lines in settled_parts(summary, rules, stake, currency):
        parts += [f"## {title}", _list(lines)]
    if summary.fingerprint:
        parts.append(tr("fingerprint {code}", code=summary.fingerprint))
    return "\n\n".join(parts)


def _how_each_did(summary: Summary, rules: Ruleset) -> Iterable[str]:
    """Yield a table for each kind of deal, then each side's best and worst deal and the changes of
    the lead."""
    judged = [escaped(words) for words in [few_are_good(rules)] if words]
    yield from map(escaped, first_readings(summary.sheet))
    yield from map(escaped, penalties_apart(summary.sheet))
    for title, found in results_of(summary, rules):
        if found:
            yield from (f"## {title.capitalize()}", *judged)
            yield _results(found, summary.names, rules)
    for title, lines in _turning_parts(summary, rules):
        if lines:
            yield from (f"## {title}", _list(lines))


def _results(found: Results, sides: Sequence[str], rules: Ruleset) -> str:
    rows = [
        [kind, *(result_cell(by_side.get(side), rules) for side in sides)]
        for kind, by_side in found.items()
    ]
    return markdown_table(["", *sides], rows, ["left", *["right"] * len(sides)])


def _turning_parts(summary: Summary, rules: Ruleset) -> Iterable[tuple[str, list[str]]]:
    yield tr("Best and worst deal"), extreme_lines(summary, rules)
    yield tr("Lead changes"), lead_lines(summary)


def _drawn(lines: Iterable[str]) -> str:
    """Return lines as a preformatted block. They are indented by four, so that no name in them can
    end the block."""
    return "\n".join(f"    {line}".rstrip() for line in lines)


def _list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {escaped(line)}" for line in lines)
