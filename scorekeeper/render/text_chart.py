"""Running totals drawn in plain characters: a mark for each side, a column for each deal, without
colour."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters

from scorekeeper.base.exact_numbers import signed
from scorekeeper.report.document import LineChart
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import HELD, safe, wrapped
from scorekeeper.text.translation import tr

MARKS = "ox+#*%@&"
EVERY_MARK = MARKS + "".join(letter for letter in ascii_letters if letter not in MARKS)
SEVERAL = "="
CHART_WIDTH = 80  # on a page
STEPS, WIDEST_STEP = 12, 4


def chart_lines(chart: LineChart, width: int) -> list[str]:
    """Return the chart with its legend. Tied lines have one mark."""
    columns = [*zip(*(line.totals for line in chart.lines), strict=True)]
    start = columns[0][0]
    levels = _levels(columns, start, chart.step)
    names = [signed(level).removeprefix("+") if start > 0 else signed(level) for level in levels]
    label = max(map(len, names))
    numbers = _kept(len(columns), width - label - 3)
    step = max(1, min(WIDEST_STEP, (width - label - 3) // len(numbers)))
    rows = _rows([columns[number] for number in numbers], levels, step, start)
    return [
        *wrapped(_title(levels, chart), width, "  "),
        *(f"{name:>{label}} ┤ {row}".rstrip() for name, row in zip(names, rows, strict=True)),
        " " * label + " └" + "─" * (1 + step * len(numbers)),
        _axis(label, [chart.labels[number] for number in numbers], step),
        *_legend(chart, label, width),
    ]


def _title(levels: Sequence[int], chart: LineChart) -> str:
    """Return the chart's title, with notes if totals are rounded to the nearest level or lower is
    better."""
    is_rounded = len(levels) > 1 and levels[0] - levels[1] > chart.step
    said = tr("running totals, each at the nearest line") if is_rounded else tr("running totals")
    return " · ".join([said, tr("lower is better")] if chart.is_lower_better else [said])


def _levels(columns: Sequence[Sequence[int]], start: int, least: int) -> list[int]:
    """Return the totals of the rows, highest first, evenly spaced and including the start. The
    step is a multiple of `least`."""
    low, high = min(map(min, columns)), max(map(max, columns))
    step = max(1, -(-(high - low) // (STEPS * least))) * least
    below, above = (
        -((step - 2 * (start - low)) // (2 * step)),
        (2 * (high - start) + step) // (2 * step),
    )
    return [start + step * number for number in range(above, -below - 1, -1)]


def _kept(number: int, room: int) -> list[int]:
    """Return the indexes of the drawn columns: all if they fit, else evenly spaced ones including
    the last."""
    every = -(-number // max(2, room))
    return sorted({*range(number - 1, -1, -every)})


def _nearest(levels: Sequence[int], total: int) -> int:
    return min(levels, key=lambda near: abs(near - total))


def _rows(
    columns: Sequence[Sequence[int]], levels: Sequence[int], step: int, start: int
) -> list[str]:
    """Return a row for each level, with the marks of the sides nearest to it. The start's row is
    dotted."""
    ground = _nearest(levels, start)
    blanks = ["·" if level == ground else " " for level in levels]
    return [
        (blank * (step - 1))
        .join(_mark(totals, level, levels) or blank for totals in columns)
        .rstrip()
        for level, blank in zip(levels, blanks, strict=True)
    ]


def _mark(totals: Sequence[int], level: int, levels: Sequence[int]) -> str:
    here = [side for side, total in enumerate(totals) if _nearest(levels, total) == level]
    if not here:
        return ""
    if len(here) > 1 or here[0] >= len(EVERY_MARK):  # those beyond share the mark of several
        return SEVERAL
    return EVERY_MARK[here[0]]


def _axis(label: int, words: Sequence[str], step: int) -> str:
    """Return the deal numbers under their columns, as many as do not touch."""
    line = ""
    for place, word in enumerate(words):
        if word and (not line or place * step > len(line)):
            line = line.ljust(place * step) + word
    return " " * (label + 3) + line


def _legend(chart: LineChart, label: int, width: int) -> list[str]:
    """Return the legend: each mark with its line's name."""
    marks = [
        f"{EVERY_MARK[at]}{HELD}{safe(text_of(chart.lines[at].name))}"
        for at in chart.legend
        if at < len(EVERY_MARK)
    ]
    indent = " " * (label + 3)
    # Translators: what the mark means of several who are level, in the legend of the chart
    several = tr("{mark} several", mark=SEVERAL)
    others = [note.replace(" ", HELD) for note in (several, *map(text_of, chart.notes))]
    return wrapped(indent + "   ".join([*marks, *others]), width, indent)
