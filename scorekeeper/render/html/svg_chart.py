"""The chart of running totals as SVG: lines that dashes, marks and a label at the end tell apart.

On a page it is drawn twice, as wide as paper and for a narrow screen, which has the names below it;
the style of the page shows one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.render.html.element import NOTHING, Html, element, joined, lines_list, name, text
from scorekeeper.render.html.svg_lines import (
    DASHES,
    INK,
    Frame,
    Point,
    coordinate,
    games,
    label,
    labels_below,
    levels,
    line,
    mark,
    points_of_sides,
    spread,
    straight,
)
from scorekeeper.render.text_chart import ended, penalty_note
from scorekeeper.report.phrases import score
from scorekeeper.report.sheet import Sheet
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import tr
from scorekeeper.text.width import cut, width_of

LETTER, LONGEST, APART = 0.58, 20, 13.5
LETTERS = "currentColor"  # an ink: that of the words around it, whether the page is light or dark
FAINT, LED = "0.3", "0.5"  # the opacity of lines that are no side's
SAMPLE, SAMPLE_HIGH = 44, 16  # of a line, beside the name that it is of


class Size(NamedTuple):
    """How large a chart is drawn: its sides and its letters, and how many lines across, numbers of
    deals, marks and points of a line have room; whether labels stand at its lines' ends."""

    look: str
    wide: int
    high: int
    letter: int
    levels: int
    numbers: int
    marks: int
    points: int
    labels: bool

    def room(self, words: Iterable[str]) -> float:
        """How wide the longest of these is."""
        return LETTER * self.letter * max(map(width_of, words), default=0)


BROAD = Size("broad", 700, 250, 11, 8, 25, 40, 10**9, labels=True)
SLIM = Size("slim", 272, 260, 16, 6, 6, 14, 300, labels=False)


class Label(NamedTuple):
    """What stands at the end of a line: whose it is, and where it ended."""

    who: str
    total: str


def chart(sheet: Sheet, rules: Ruleset, ink: str = INK) -> Html:
    """The running totals of every side, deal by deal; nothing before the second change of them."""
    return _figure(sheet, rules, ink, [BROAD])


def charts(sheet: Sheet, rules: Ruleset) -> Html:
    """The same for wide and for narrow screens, in the ink of the page."""
    return _figure(sheet, rules, LETTERS, [BROAD, SLIM])


def _figure(sheet: Sheet, rules: Ruleset, ink: str, sizes: Sequence[Size]) -> Html:
    if len(sheet.curve) < 2:
        return NOTHING
    sides = points_of_sides(sheet.curve, sheet.sides, rules.game.start)
    labels = {
        side: Label(sheet.called(side), ended(sheet, rules, side, score(points[-1].total, rules)))
        for side, points in sides.items()
    }
    drawn = [_drawing(size, sheet, rules, sides, labels, ink) for size in sizes]
    said = [*([tr("lower is better")] if rules.game.lowest_wins else []), *penalty_note(sheet)]
    judged = element("figcaption", text(" · ".join(said))) if said else NOTHING
    legend = NOTHING if all(size.labels for size in sizes) else _legend(labels, ink)
    return element("figure", judged, *drawn, legend)


def _drawing(
    size: Size,
    sheet: Sheet,
    rules: Ruleset,
    sides: Mapping[str, Sequence[Point]],
    labels: Mapping[str, Label],
    ink: str,
) -> Html:
    """The chart in one of its sizes."""
    short = {side: said._replace(who=cut(said.who, LONGEST)) for side, said in labels.items()}
    frame = _frame(size, len(sheet.curve), sides, short, rules)
    lines = (
        line(frame, number, _thinned(points, frame.points, size.points), ink, size.marks)
        for number, points in enumerate(sides.values())
    )
    ends = [(short[side], points[-1]) for side, points in sides.items()]
    inner = [
        element("title", text(_title(sheet, short))),
        *_grid(frame, sheet, rules, size, ink),
        *games(frame, sheet.curve, ink),
        *lines,
        *(_ends(frame, ends, ink) if size.labels else ()),
    ]
    box = {"viewBox": f"0 0 {size.wide} {size.high}", "role": "img", "font_size": str(size.letter)}
    return element("svg", *inner, class_=size.look, fill=ink, **box)


def _thinned(points: Sequence[Point], number: int, most: int) -> list[Point]:
    """So many of the points at most, evenly: those that begin a line, and the last, always."""
    every = -(-number // most)
    return [p for p in points if p.begins or not p.place % every or p is points[-1]]


def _frame(
    size: Size,
    number: int,
    sides: Mapping[str, Sequence[Point]],
    labels: Mapping[str, Label],
    rules: Ruleset,
) -> Frame:
    """As wide as the drawing without the totals on its left and the labels on its right, from the
    lowest total to the highest."""
    totals = [point.total for points in sides.values() for point in points]
    low, high = min(totals), max(totals)
    left = 12 + size.room(score(total, rules) for total in (low, high))
    right = 22 + size.room(map(_in_words, labels.values())) if size.labels else 8
    foot = size.high - 2.2 * size.letter - 8
    return Frame(number, low, high, left, size.wide - right, size.letter, foot)


def _legend(labels: Mapping[str, Label], ink: str) -> Html:
    """Whose each line is, and where it ended, under a chart that has no labels."""
    lines = (
        joined([_sample(number, ink), name(said.who), text(f" {said.total}")])
        for number, said in enumerate(labels.values())
    )
    return lines_list(lines, class_="legend")


def _sample(side: int, ink: str) -> Html:
    """A piece of a side's line."""
    middle = SAMPLE_HIGH / 2
    dashes = DASHES[side % len(DASHES)]
    piece = straight(0, middle, SAMPLE, middle, ink, dashes, stroke_width="1.4")
    box = {"viewBox": f"0 0 {SAMPLE} {SAMPLE_HIGH}", "fill": ink, "aria_hidden": "true"}
    return element("svg", piece, mark(side, SAMPLE / 2, middle, 5, ink), **box)


def _in_words(said: Label) -> str:
    return f"{said.who} {said.total}"


def _title(sheet: Sheet, labels: Mapping[str, Label]) -> str:
    ranked = [_in_words(labels[side]) for place in sheet.ranking for side in place]
    deals, totals = len(sheet.deals), ", ".join(ranked)
    return tr(
        "Running totals after each of {deals} deals; at the end {totals}",
        deals=deals,
        totals=totals,
    )


def _grid(frame: Frame, sheet: Sheet, rules: Ruleset, size: Size, ink: str) -> Iterable[Html]:
    """A thin line at every round total, a stronger one at the start; deal numbers below."""
    start = rules.game.start
    for level in levels(frame.low, frame.high, start, size.levels):
        y, faint = frame.y(level), None if level == start else FAINT
        yield straight(frame.left, y, frame.right, y, ink, stroke_opacity=faint)
        yield label(frame.left - 8, y + 0.36 * size.letter, score(level, rules), "end")
    for place, words in labels_below(sheet.curve, size.numbers):
        yield label(frame.x(place), size.high - 8, words, "middle")


def _ends(frame: Frame, sides: Sequence[tuple[Label, Point]], ink: str) -> Iterable[Html]:
    """Each side's name and total beside the end of its line; those that would lie upon each
    other stand apart, led to by a thin line."""
    wanted = [frame.y(point.total) for _, point in sides]
    apart = spread(wanted, APART, frame.bottom)
    for number, ((said, point), y) in enumerate(zip(sides, apart, strict=True)):
        if abs(y - wanted[number]) > 1:
            end = frame.x(point.place) + 5
            yield straight(end, wanted[number], frame.right + 11, y, ink, stroke_opacity=LED)
        yield mark(number, frame.right + 13, y, 3, ink)
        place = {"x": coordinate(frame.right + 19), "y": coordinate(y + 4)}
        # Kept apart whichever way the name is written.
        yield element("text", element("tspan", text(said.who)), text(f" {said.total}"), **place)
