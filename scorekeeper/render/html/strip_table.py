"""The row of points as a table of a page: a row a side, a column a deal."""

from __future__ import annotations

from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    cell,
    head,
    name,
    row,
    section,
    table,
    text,
)
from scorekeeper.report.phrases import who_word
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.strip import strip_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr


def strip_section(sheet: Sheet, rules: Ruleset) -> Html:
    """The row of points under its heading; nothing for a game whose paper has none."""
    strip = strip_of(sheet, rules)
    if strip is None:
        return NOTHING
    heads = [
        head(text(who_word(rules))),
        *(head(text(number), "n") for number in strip.numbers),
        head(text(tr("total")), "n"),
    ]
    rows = [
        row(
            head(name(sheet.called(side)), scope="row"),
            *(cell(text(p), "n") for p in points),
            cell(text(strip.totals[side]), "n total"),
        )
        for side, points in strip.points.items()
    ]
    caption = tr("a row for each who scores, a column for each deal")
    return section(tr("Points of each deal"), table(caption, [row(*heads)], rows))
