"""The chart of running totals as SVG: lines that dashes, marks and a label at the end tell
apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.language import tr
from scorekeeper.render.html.element import NOTHING, Html, element, text
from scorekeeper.render.text_chart import ended
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.deal_row import DealRow
from scorekeeper.sheet.sheet import Sheet
from scorekeeper.words.phrases import score
from scorekeeper.words.width import cut, width_of

WIDE, HIGH, TOP, BOTTOM, LEFT = 700, 250, 12, 32, 34
LETTER, LONGEST, APART, BESIDE = 6.4, 20, 13.5, 2.6
DASHES = (None, "7 3", "2 3", "11 3 2 3", "5 2 1 2 1 2", "1 5", "14 4", "9 2 3 2")
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)
MOST_LINES, MOST_MARKS = 8, 40


class Frame(NamedTuple):
    """The drawing area: turns the number of a deal and a total into coordinates of the drawing."""

    deals: int
    low: int
    high: int
    right: float

    def x(self, deal: int) -> float:
        return LEFT + (self.right - LEFT) * deal / max(1, self.deals)

    def y(self, total: float) -> float:
        return TOP + (HIGH - TOP - BOTTOM) * (self.high - total) / max(1, self.high - self.low)


class Point(NamedTuple):
    """A total after a deal; `begins` a new line, for a game starts afresh. Sides that are level are
    drawn `beside` each other, so that no line hides another."""

    deal: int
    total: int
    begins: bool
    beside: float = 0


class Label(NamedTuple):
    """What stands at the end of a line: whose it is, and where it ended."""

    who: str
    total: str


def chart(sheet: Sheet, rules: Ruleset) -> Html:
    """The running totals of every side, deal by deal; nothing before the second deal."""
    deals = sheet.deals
    if len(deals) < 2:
        return NOTHING
    sides = _parted({side: list(_points_of(deals, side, rules.game.start)) for side in sheet.sides})
    labels = {
        side: Label(cut(side, LONGEST), ended(sheet, rules, side, score(points[-1].total, rules)))
        for side, points in sides.items()
    }
    frame = _frame(sides, labels, len(deals))
    inner = [
        element("title", text(_title(sheet, labels))),
        *_grid(frame, rules),
        *_games(frame, deals),
        *(_line(frame, number, points) for number, points in enumerate(sides.values())),
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
    return Frame(deals, min(totals), max(totals), WIDE - room)


def _in_words(label: Label) -> str:
    return f"{label.who} {label.total}"


def _title(sheet: Sheet, labels: Mapping[str, Label]) -> str:
    ranked = [_in_words(labels[side]) for place in sheet.ranking for side in place]
    deals, totals = len(sheet.deals), ", ".join(ranked)
    return tr(
        "Running totals after each of {deals} deals; at the end {totals}",
        deals=deals,
        totals=totals,
    )


def _points_of(deals: Sequence[DealRow], side: str, start: int) -> Iterable[Point]:
    """Before each game its start, then the total after each deal."""
    game = None
    for number, deal in enumerate(deals, 1):
        if deal.game != game:
            game = deal.game
            yield Point(number - 1, start, True)
        yield Point(number, deal.totals[side], False)


def _parted(sides: Mapping[str, Sequence[Point]]) -> dict[str, list[Point]]:
    """Each side's points, those of sides that are level a little apart."""
    parted: dict[str, list[Point]] = {side: [] for side in sides}
    for points in zip(*sides.values(), strict=True):
        for place, (side, point) in enumerate(zip(sides, points, strict=True)):
            level = [other for other, own in enumerate(points) if own.total == point.total]
            parted[side].append(
                point._replace(beside=BESIDE * (level.index(place) - (len(level) - 1) / 2))
            )
    return parted


# --- the ground ----------------------------------------------------------------------------------


def _grid(frame: Frame, rules: Ruleset) -> Iterable[Html]:
    """A thin line at every round total, a stronger one at the start; deal numbers below."""
    start = rules.game.start
    for level in _levels(frame.low, frame.high, start):
        y = frame.y(level)
        yield _straight(frame.x(0), y, frame.right, y, "#000" if level == start else "#bbb")
        yield _label(LEFT - 9, y + 4, score(level, rules), "end")
    every = next(step for step in (*STEPS, 10**9) if frame.deals / step <= 25)
    for deal in range(every, frame.deals + 1, every):
        yield _label(frame.x(deal), HIGH - 8, str(deal), "middle")


def _levels(low: int, high: int, start: int) -> list[int]:
    """Round totals, and the start itself, which stands in for those too near to it."""
    step = next(
        (step for step in STEPS if (high - low) / step <= MOST_LINES),
        max(1, (high - low) // MOST_LINES),
    )
    even = [
        level
        for level in range(-(-low // step) * step, high // 1 + 1, step)
        if 2 * abs(level - start) >= step
    ]
    return sorted([*even, start])


def _games(frame: Frame, deals: Sequence[DealRow]) -> Iterable[Html]:
    """A line down where one game of a match ends and the next begins."""
    for number, (deal, following) in enumerate(pairwise(deals), 1):
        if deal.game != following.game:
            x = frame.x(number)
            yield _straight(x, TOP, x, HIGH - BOTTOM, "#000", "1 2")


# --- the lines -----------------------------------------------------------------------------------


def _line(frame: Frame, side: int, points: Sequence[Point]) -> Html:
    """One side's totals: a line a game, and a mark at every deal that has room for one."""
    every = -(-frame.deals // MOST_MARKS)
    marked = [point for point in points if not point.deal % every or point is points[-1]]
    path = " ".join(
        f"{'M' if p.begins else 'L'}{_place(frame.x(p.deal))} {_place(_y(frame, p))}"
        for p in points
    )
    style = {
        "fill": "none",
        "stroke": "#000",
        "stroke_width": "1.4",
        "stroke_dasharray": DASHES[side % len(DASHES)],
    }
    return element(
        "g",
        element("path", d=path, **style),
        *(_mark(side, frame.x(p.deal), _y(frame, p)) for p in marked),
    )


def _y(frame: Frame, point: Point) -> float:
    return frame.y(point.total) + point.beside


def _mark(side: int, x: float, y: float, size: float = 3.6) -> Html:
    """The side's mark: disc, square, triangle, diamond, and so on; each second is hollow."""
    corners = SHAPES[side % len(SHAPES)]
    look = {"fill": "#fff" if side % 2 else "#000", "stroke": "#000", "stroke_width": "1.2"}
    if corners is None:
        return element("circle", cx=_place(x), cy=_place(y), r=_place(size * 0.9), **look)
    places = " ".join(
        f"{_place(x + size * across)},{_place(y + size * down)}" for across, down in corners
    )
    return element("polygon", points=places, **look)


SQUARE = ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
TRIANGLE = ((0, -1.15), (1.05, 0.8), (-1.05, 0.8))
DIAMOND = ((0, -1.25), (1.0, 0), (0, 1.25), (-1.0, 0))
POINTING_DOWN = ((0, 1.15), (1.05, -0.8), (-1.05, -0.8))
HOURGLASS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
BOW = ((-1, -1), (-1, 1), (1, -1), (1, 1))
SHAPES = (None, SQUARE, TRIANGLE, DIAMOND, POINTING_DOWN, HOURGLASS, BOW, None)


def _ends(frame: Frame, sides: Sequence[tuple[Label, Point]]) -> Iterable[Html]:
    """Each side's name and total beside the end of its line; those that would lie upon each
    other stand apart, led to by a thin line."""
    wanted = [frame.y(point.total) for _, point in sides]
    for number, ((label, point), y) in enumerate(zip(sides, _spread(wanted), strict=True)):
        if abs(y - wanted[number]) > 1:
            yield _straight(frame.x(point.deal) + 5, wanted[number], frame.right + 11, y, "#888")
        yield _mark(number, frame.right + 13, y, 3)
        place = {"x": _place(frame.right + 19), "y": _place(y + 4)}
        # Kept apart whichever way the name is written.
        yield element("text", element("tspan", text(label.who)), text(f" {label.total}"), **place)


def _spread(places: Sequence[float]) -> list[float]:
    """The y coordinates, moved as little as keeps the labels apart and inside the drawing."""
    order = sorted(range(len(places)), key=lambda side: places[side])
    spread = list(places)
    for above, below in pairwise(order):
        spread[below] = max(spread[below], spread[above] + APART)
    limit: float = HIGH - BOTTOM
    for side in reversed(order):
        spread[side] = min(spread[side], limit)
        limit = spread[side] - APART
    return spread


def _straight(
    x1: float, y1: float, x2: float, y2: float, stroke: str, dashes: str | None = None
) -> Html:
    places = {"x1": _place(x1), "y1": _place(y1), "x2": _place(x2), "y2": _place(y2)}
    return element("line", **places, stroke=stroke, stroke_width="0.7", stroke_dasharray=dashes)


def _label(x: float, y: float, words: str, anchor: str | None = None) -> Html:
    return element("text", text(words), x=_place(x), y=_place(y), text_anchor=anchor)


def _place(number: float) -> str:
    """A coordinate with at most one decimal, so that the file is the same on every machine."""
    return f"{number:.1f}".removesuffix(".0")
