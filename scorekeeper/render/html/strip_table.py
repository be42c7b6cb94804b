"""The row of points as a table of a page: a row a side, a column a deal."""

from __future__ import annotations

from scorekeeper.language import tr
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
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.sheet import Sheet
from scorekeeper.sheet.strip import strip_of
from scorekeeper.words.phrases import who_word


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
