"""A page in sections: headings, lines, tables, as text for a terminal, as Markdown, as data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.render.fitting import is_within
from scorekeeper.render.markdown import escaped, markdown_table
from scorekeeper.render.text import text_table
from scorekeeper.speech import labelled
from scorekeeper.words.ink import NO_INK, Ink
from scorekeeper.words.width import all_wrapped, safe


class Chart(NamedTuple):
    """A table under a section: its heads, its rows, the first column of which names the row."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def align(self) -> list[str]:
        """Names at the left, numbers at the right."""
        return ["left", *["right"] * (len(self.heads) - 1)]


class Section(NamedTuple):
    """A part of a page: its lines, which are steps one after another where they are `in_order`,
    and what is to be noted besides."""

    title: str
    lines: Sequence[str]
    charts: Sequence[Chart] = ()
    in_order: bool = False
    notes: Sequence[str] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be said under its title."""
        return not (self.lines or self.charts or self.notes)


def as_text(sections: Sequence[Section], width: int, ink: Ink = NO_INK, plain: bool = False) -> str:
    """The page for a terminal of so many columns; a table too wide for it is told row by row, and
    a `plain` page has every table so."""
    table_width = 0 if plain else width
    return "\n\n".join(
        _text(section, width, table_width, ink) for section in sections if not section.is_empty
    )


def _text(section: Section, width: int, table_width: int, ink: Ink) -> str:
    lines = all_wrapped((f"{mark} {line}" for mark, line in _marked(section)), width)
    wide = [chart for chart in section.charts if not _fits(chart, table_width)]
    blocks = ["\n".join([ink.bold(safe(section.title)), *lines, *_rows_in_lines(wide, width)])]
    blocks += [
        text_table(chart.heads, chart.rows, chart.align, ink=ink)
        for chart in section.charts
        if chart not in wide
    ]
    return "\n\n".join(blocks)


def _marked(section: Section) -> list[tuple[str, str]]:
    marks = [
        f"{number}." if section.in_order else "-" for number in range(1, len(section.lines) + 1)
    ]
    return [*zip(marks, section.lines, strict=True), *(("-", note) for note in section.notes)]


def _fits(chart: Chart, width: int) -> bool:
    return is_within(chart.heads, chart.rows, width, 2)


def _rows_in_lines(charts: Sequence[Chart], width: int) -> list[str]:
    """The rows of these tables, a line each."""
    rows = [(chart, row) for chart in charts for row in chart.rows]
    return all_wrapped((f"- {_row_in_a_line(chart, row)}" for chart, row in rows), width)


def _row_in_a_line(chart: Chart, row: Sequence[str]) -> str:
    cells = zip(chart.heads[1:], row[1:], strict=True)
    return labelled(row[0], ", ".join(" ".join(filter(None, cell)) for cell in cells if cell[1]))


def as_markdown(sections: Sequence[Section]) -> str:
    """The page as Markdown."""
    return "\n\n".join(
        block
        for number, section in enumerate(sections)
        for block in _markdown(section, "##" if number else "#")
    )


def _markdown(section: Section, level: str) -> list[str]:
    if section.is_empty:
        return []
    lines = "\n".join(f"{mark} {escaped(line)}" for mark, line in _marked(section))
    charts = [markdown_table(chart.heads, chart.rows, chart.align) for chart in section.charts]
    return [f"{level} {escaped(section.title)}", *filter(None, [lines]), *charts]


def as_data(sections: Sequence[Section]) -> list[dict[str, object]]:
    """The page as a program reads it."""
    return [
        {
            "title": section.title,
            "lines": [*section.lines, *section.notes],
            "tables": [
                {"heads": list(chart.heads), "rows": [list(row) for row in chart.rows]}
                for chart in section.charts
            ],
        }
        for section in sections
        if not section.is_empty
    ]
