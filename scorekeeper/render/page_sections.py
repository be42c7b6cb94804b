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
    """A table under a section: its heads, its rows, the first column of which names the row;
    `giving` are the places of the columns that a narrow screen goes without, in that order."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    giving: Sequence[int] = ()

    @property
    def align(self) -> list[str]:
        """Names at the left, numbers at the right."""
        return ["left", *["right"] * (len(self.heads) - 1)]


class PageSection(NamedTuple):
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


def as_text(
    sections: Sequence[PageSection], width: int, ink: Ink = NO_INK, plain: bool = False
) -> str:
    """The page for a terminal of so many columns. A table too wide for it goes without the columns
    that may give way, or is told row by row; a `plain` page has every table so."""
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
    """The table without those columns for which there is no room; None where it is too wide even
    so."""
    gap = CLOSE if chart.giving else GAP
    return next((one for one in _ever_narrower(chart, width) if _fits(one, width, gap)), None)


def _ever_narrower(chart: Chart, width: int) -> Iterator[Chart]:
    """The table, without the first column that gives way, and so on; at last with the names of its
    rows cut."""
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
    """The table with the names of its rows cut, no two alike, to what the other columns leave."""
    others = zip(chart.heads[1:], *(row[1:] for row in chart.rows), strict=True)
    taken = sum(CLOSE + max(map(width_of, column)) for column in others)
    short = cut_apart((row[0] for row in chart.rows), max(width - taken, LEAST_NAME))
    return chart._replace(rows=tuple((short[row[0]], *row[1:]) for row in chart.rows))


def _table(chart: Chart, width: int, ink: Ink) -> str:
    gap = GAP if _fits(chart, width, GAP) else CLOSE
    return text_table(chart.heads, chart.rows, chart.align, gap, ink)


def _left_out(chart: Chart, narrowed: Chart, width: int) -> str:
    """For which columns of a table there is no room; empty where there is room for all."""
    line = no_room_line(head for head in chart.heads if head not in narrowed.heads)
    return "\n".join(all_wrapped([line], width)) if line else ""


def _rows_in_lines(charts: Sequence[Chart], width: int) -> list[str]:
    """The rows of these tables, a line each."""
    rows = [(chart, row) for chart in charts for row in chart.rows]
    return all_wrapped((f"- {_row_in_a_line(chart, row)}" for chart, row in rows), width)


def _row_in_a_line(chart: Chart, row: Sequence[str]) -> str:
    cells = zip(chart.heads[1:], row[1:], strict=True)
    return labelled(row[0], ", ".join(" ".join(filter(None, cell)) for cell in cells if cell[1]))


def as_markdown(sections: Sequence[PageSection]) -> str:
    """The page as Markdown."""
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
