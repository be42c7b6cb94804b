"""A page in sections: headings, lines and tables, as text and as Markdown."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from scorekeeper.render.markdown import escaped, markdown_table
from scorekeeper.render.terminal_tables import cut_apart, is_within, text_table
from scorekeeper.report.shared_labels import no_room_line
from scorekeeper.text.message_text import labelled
from scorekeeper.text.terminal_text import NO_INK, Ink, all_wrapped, safe, width_of

GAP, CLOSE = 2, 1  # columns between those of a table, and between those of one that gives way
LEAST_NAME = 8  # columns that are left of the name of a row


class Chart(NamedTuple):
    """A table in a section: its headers and its rows, whose first column names the row. `giving`
    has the indexes of the columns that a narrow screen drops, in that order."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    giving: Sequence[int] = ()

    @property
    def align(self) -> list[str]:
        """Return the alignment of each column: names left, numbers right."""
        return ["left", *["right"] * (len(self.heads) - 1)]


class PageSection(NamedTuple):
    """A part of a page: its lines, which are numbered steps if `in_order`, its tables and its
    notes."""

    title: str
    lines: Sequence[str]
    charts: Sequence[Chart] = ()
    in_order: bool = False
    notes: Sequence[str] = ()

    @property
    def is_empty(self) -> bool:
        """Return True if the section has no content under its title."""
        return not (self.lines or self.charts or self.notes)


def as_text(
    sections: Sequence[PageSection], width: int, ink: Ink = NO_INK, plain: bool = False
) -> str:
    """Return the page for a terminal of so many columns. A table that is too wide drops the columns
    that may be dropped, or is written row by row. A `plain` page has every table row by row."""
    table_width = 0 if plain else width
    return "\n\n".join(
        _text(section, width, table_width, ink) for section in sections if not section.is_empty
    )


def _text(section: PageSection, width: int, table_width: int, ink: Ink) -> str:
    lines = all_wrapped((f"{mark} {line}" for mark, line in _marked(section)), width)
    within = [(chart, _narrowed(chart, table_width)) for chart in section.charts]
    wide = [chart for chart, narrowed in within if narrowed is None]
    blocks = ["\n".join([ink.bold(safe(section.title)), *lines, *_rows_in_lines(wide, width)])]
    for chart, narrowed in within:
        if narrowed is not None:
            blocks.append(_table(narrowed, table_width, ink))
            blocks.append(_left_out(chart, narrowed, width))
    return "\n\n".join(filter(None, blocks))


def _marked(section: PageSection) -> list[tuple[str, str]]:
    marks = [
        f"{number}." if section.in_order else "-" for number in range(1, len(section.lines) + 1)
    ]
    return [*zip(marks, section.lines, strict=True), *(("-", note) for note in section.notes)]


def _fits(chart: Chart, width: int, gap: int) -> bool:
    return is_within(chart.heads, chart.rows, width, gap)


def _narrowed(chart: Chart, width: int) -> Chart | None:
    """Return the table without the columns that have no room; None if it is still too wide."""
    gap = CLOSE if chart.giving else GAP
    return next((one for one in _ever_narrower(chart, width) if _fits(one, width, gap)), None)


def _ever_narrower(chart: Chart, width: int) -> Iterator[Chart]:
    """Yield the table, then with ever more columns dropped, and last with the names of its rows
    cut."""
    yield chart
    for number in range(1, len(chart.giving) + 1):
        yield _without(chart, chart.giving[:number])
    if chart.giving:
        yield _with_names_cut(_without(chart, chart.giving), width)


def _without(chart: Chart, gone: Collection[int]) -> Chart:
    kept = [place for place in range(len(chart.heads)) if place not in gone]
    heads, *rows = [tuple(row[place] for place in kept) for row in (chart.heads, *chart.rows)]
    return Chart(heads, tuple(rows))


def _with_names_cut(chart: Chart, width: int) -> Chart:
    """Return the table with the names of its rows cut to the remaining width, each still
    different."""
    others = zip(chart.heads[1:], *(row[1:] for row in chart.rows), strict=True)
    taken = sum(CLOSE + max(map(width_of, column)) for column in others)
    short = cut_apart((row[0] for row in chart.rows), max(width - taken, LEAST_NAME))
    return chart._replace(rows=tuple((short[row[0]], *row[1:]) for row in chart.rows))


def _table(chart: Chart, width: int, ink: Ink) -> str:
    gap = GAP if _fits(chart, width, GAP) else CLOSE
    return text_table(chart.heads, chart.rows, chart.align, gap, ink)


def _left_out(chart: Chart, narrowed: Chart, width: int) -> str:
    """Return the line on the columns that were dropped, or "" if there are none."""
    line = no_room_line(head for head in chart.heads if head not in narrowed.heads)
    return "\n".join(all_wrapped([line], width)) if line else ""


def _rows_in_lines(charts: Sequence[Chart], width: int) -> list[str]:
    """Return the rows of these tables, a line each."""
    rows = [(chart, row) for chart in charts for row in chart.rows]
    return all_wrapped((f"- {_row_in_a_line(chart, row)}" for chart, row in rows), width)


def _row_in_a_line(chart: Chart, row: Sequence[str]) -> str:
    cells = zip(chart.heads[1:], row[1:], strict=True)
    return labelled(row[0], ", ".join(" ".join(filter(None, cell)) for cell in cells if cell[1]))


def as_markdown(sections: Sequence[PageSection]) -> str:
    """Return the page as Markdown."""
    return "\n\n".join(
        block
        for number, section in enumerate(sections)
        for block in _markdown(section, "##" if number else "#")
    )


def _markdown(section: PageSection, level: str) -> list[str]:
    if section.is_empty:
        return []
    lines = "\n".join(f"{mark} {escaped(line)}" for mark, line in _marked(section))
    charts = [markdown_table(chart.heads, chart.rows, chart.align) for chart in section.charts]
    return [f"{level} {escaped(section.title)}", *filter(None, [lines]), *charts]


def as_data(sections: Sequence[PageSection]) -> list[dict[str, object]]:
    """Return the page as plain data for JSON."""
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
