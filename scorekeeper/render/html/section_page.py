"""A page in sections as a file for a browser."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    cell,
    element,
    head,
    lines_list,
    name,
    page,
    row,
    section,
    table,
    text,
)
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.section import Chart, Section


def section_page(sections: Sequence[Section]) -> str:
    """The page: the first section is its title, the others stand each under its heading."""
    return page(sections[0].title, STYLE, *section_parts(sections))


def section_parts(sections: Sequence[Section]) -> list[Html]:
    """What stands on it."""
    first, *others = sections
    top = element("header", element("h1", text(first.title)), _lines(first))
    tables = [chart_table(first.title, chart) for chart in first.charts]
    told = [
        section(
            part.title,
            _lines(part),
            *(chart_table(part.title, chart) for chart in part.charts),
            class_="deals",
        )
        for part in others
        if not part.is_empty
    ]
    body = element("section", *tables, class_="deals") if tables else NOTHING
    return [top, body, *told]


def _lines(part: Section) -> Html:
    return lines_list(text(line) for line in (*part.lines, *part.notes))


def chart_table(caption: str, chart: Chart) -> Html:
    """A table whose first column names its rows."""
    one, *others = chart.heads
    heads = row(head(text(one)), *(head(name(word), "n") for word in others))
    rows = [
        row(head(name(first), scope="row"), *(cell(text(word), "n") for word in words))
        for first, *words in chart.rows
    ]
    return table(caption, [heads], rows)
