"""The running totals on a share card: the sides of its list with their dashes, marks and names, the
others as thin lines behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.render.html.element import Html, element, text
from scorekeeper.render.html.svg_lines import (
    Frame,
    Point,
    coordinate,
    games,
    label,
    labels_below,
    levels,
    line,
    mark,
    path,
    points_of_sides,
    spread,
    straight,
)
from scorekeeper.render.letter_widths import LIGHT, drawable, letters_of, shortened
from scorekeeper.report.phrases import score
from scorekeeper.report.sheet import Sheet
from scorekeeper.rules.model import Ruleset

SCALE = 2.0  # it is drawn as on paper, and twice as large
LETTERS, LONGEST, APART = 13, 8.0, 15
MOST_LEVELS, MOST_NUMBERS = 4, 12
GROUND, INK, GRID, OTHERS = "#fbf9f4", "#1d1d1f", "#d9d3c5", "#b5ae9f"
# Inks for those who see colours, each dark enough upon the ground to be told from it by anybody.
INKS = ("#0b5394", "#a63c06", "#1b6e3c", "#7d2e87", INK, "#7a5b00")


class Area(NamedTuple):
    """Where on the card something is drawn: its upper left corner, and how large it is."""

    x: float
    y: float
    wide: float
    high: float


def share_chart(sheet: Sheet, rules: Ruleset, listed: Sequence[str], area: Area) -> Html:
    """The curve, with a line for each side of the list."""
    curve, start = sheet.curve, rules.game.start
    others = [side for side in sheet.sides if side not in listed]
    # Only those that are read are drawn beside each other where they are level.
    behind = [points_of_sides(curve, [side], start)[side] for side in others]
    drawn = points_of_sides(curve, listed, start)
    frame = _frame(sheet, rules, [*drawn.values(), *behind], listed, area)
    inner = [
        *_grid(frame, sheet, rules),
        *games(frame, curve),
        *(path(frame, points, stroke=OTHERS, stroke_width="0.8") for points in behind),
        *(line(frame, number, one, INKS[number]) for number, one in enumerate(drawn.values())),
        *_ends(frame, sheet, drawn),
    ]
    place = f"translate({coordinate(area.x)} {coordinate(area.y)}) scale({coordinate(SCALE)})"
    return element("g", *inner, transform=place, font_size=LETTERS)


def share_mark(number: int, x: float, y: float) -> Html:
    """The mark of a side of the list, as large as the letters beside it."""
    return mark(number, x, y, 10, INKS[number])


def _frame(
    sheet: Sheet,
    rules: Ruleset,
    lines: Sequence[Sequence[Point]],
    listed: Sequence[str],
    area: Area,
) -> Frame:
    """As wide as there is room between the numbers on its left and the names on its right."""
    totals = [point.total for points in lines for point in points]
    low, top = min(totals), max(totals)
    numbers = [score(level, rules) for level in levels(low, top, rules.game.start, MOST_LEVELS)]
    left = 10 + LETTERS * LIGHT * max(map(letters_of, numbers))
    right = 22 + LETTERS * LIGHT * max(letters_of(_name(sheet, side)) for side in listed)
    end, foot = area.wide / SCALE - right, area.high / SCALE - 20
    return Frame(len(sheet.curve), low, top, left, end, 8, foot)


def _name(sheet: Sheet, side: str) -> str:
    return shortened(drawable(sheet.called(side)), LONGEST)


def _grid(frame: Frame, sheet: Sheet, rules: Ruleset) -> Iterable[Html]:
    """A thin line at every round total, a stronger one at the start; deal numbers below."""
    start = rules.game.start
    for level in levels(frame.low, frame.high, start, MOST_LEVELS):
        y = frame.y(level)
        yield straight(frame.left, y, frame.right, y, INK if level == start else GRID)
        yield label(frame.left - 10, y + 4.5, score(level, rules), "end")
    for place, words in labels_below(sheet.curve, MOST_NUMBERS):
        yield label(frame.x(place), frame.bottom + 18, words, "middle")


def _ends(frame: Frame, sheet: Sheet, drawn: Mapping[str, Sequence[Point]]) -> Iterable[Html]:
    """Each name beside the end of its line; those that would lie upon each other stand apart."""
    wanted = [frame.y(points[-1].total) for points in drawn.values()]
    apart = spread(wanted, APART, frame.bottom)
    for number, ((side, points), y) in enumerate(zip(drawn.items(), apart, strict=True)):
        x, ink = frame.right, INKS[number]
        if abs(y - wanted[number]) > 1:
            yield straight(frame.x(points[-1].place) + 4, wanted[number], x + 8, y, OTHERS)
        yield mark(number, x + 11, y, 3.4, ink)
        place = {"x": coordinate(x + 19), "y": coordinate(y + 4.5)}
        yield element("text", text(_name(sheet, side)), **place, fill=ink)
