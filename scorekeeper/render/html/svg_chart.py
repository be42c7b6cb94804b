"""The chart of running totals as SVG: lines that dashes, marks and a label at the end tell
apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.language import tr
from scorekeeper.render.html.element import NOTHING, Html, element, text
from scorekeeper.render.html.svg_lines import (
    Frame,
    Point,
    coordinate,
    games,
    label,
    levels,
    line,
    mark,
    numbered_deals,
    points_of_sides,
    spread,
    straight,
)
from scorekeeper.render.text_chart import ended
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.sheet import Sheet
from scorekeeper.words.phrases import score
from scorekeeper.words.width import cut, width_of

WIDE, HIGH, TOP, BOTTOM, LEFT = 700, 250, 12, 32, 34
LETTER, LONGEST, APART = 6.4, 20, 13.5


class Label(NamedTuple):
    """What stands at the end of a line: whose it is, and where it ended."""

    who: str
    total: str


def chart(sheet: Sheet, rules: Ruleset) -> Html:
    """The running totals of every side, deal by deal; nothing before the second deal."""
    deals = sheet.deals
    if len(deals) < 2:
        return NOTHING
    sides = points_of_sides(deals, sheet.sides, rules.game.start)
    labels = {
        side: Label(cut(side, LONGEST), ended(sheet, rules, side, score(points[-1].total, rules)))
        for side, points in sides.items()
    }
    frame = _frame(sides, labels, len(deals))
    inner = [
        element("title", text(_title(sheet, labels))),
        *_grid(frame, rules),
        *games(frame, deals),
        *(line(frame, number, points) for number, points in enumerate(sides.values())),
        *_ends(frame, [(labels[side], points[-1]) for side, points in sides.items()]),
    ]
    size = {"viewBox": f"0 0 {WIDE} {HIGH}", "role": "img", "font_size": "11", "fill": "#000"}
    lowest = rules.game.lowest_wins
    judged = element("figcaption", text(tr("lower is better"))) if lowest else NOTHING
    return element("figure", judged, element("svg", *inner, **size))


def _frame(sides: Mapping[str, Sequence[Point]], labels: Mapping[str, Label], deals: int) -> Frame:
    """As wide as the paper without the labels, from the lowest total to the highest."""
    totals = [point.total for points in sides.values() for point in points]
    room = 22 + LETTER * max(map(width_of, map(_in_words, labels.values())))
    return Frame(deals, min(totals), max(totals), LEFT, WIDE - room, TOP, HIGH - BOTTOM)


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


def _grid(frame: Frame, rules: Ruleset) -> Iterable[Html]:
    """A thin line at every round total, a stronger one at the start; deal numbers below."""
    start = rules.game.start
    for level in levels(frame.low, frame.high, start):
        y = frame.y(level)
        yield straight(frame.left, y, frame.right, y, "#000" if level == start else "#bbb")
        yield label(LEFT - 9, y + 4, score(level, rules), "end")
    for deal in numbered_deals(frame):
        yield label(frame.x(deal), HIGH - 8, str(deal), "middle")


def _ends(frame: Frame, sides: Sequence[tuple[Label, Point]]) -> Iterable[Html]:
    """Each side's name and total beside the end of its line; those that would lie upon each
    other stand apart, led to by a thin line."""
    wanted = [frame.y(point.total) for _, point in sides]
    apart = spread(wanted, APART, frame.bottom)
    for number, ((said, point), y) in enumerate(zip(sides, apart, strict=True)):
        if abs(y - wanted[number]) > 1:
            yield straight(frame.x(point.deal) + 5, wanted[number], frame.right + 11, y, "#888")
        yield mark(number, frame.right + 13, y, 3)
        place = {"x": coordinate(frame.right + 19), "y": coordinate(y + 4)}
        # Kept apart whichever way the name is written.
        yield element("text", element("tspan", text(said.who)), text(f" {said.total}"), **place)
