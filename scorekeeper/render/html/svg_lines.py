"""What the drawings of running totals share: where a total lies, the lines of the sides with their
dashes and marks, the ground below them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.render.html.element import Html, element, text
from scorekeeper.render.text_chart import point_label
from scorekeeper.report.sheet import CurvePoint

BESIDE = 2.6
DASHES = (None, "7 3", "2 3", "11 3 2 3", "5 2 1 2 1 2", "1 5", "14 4", "9 2 3 2")
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)
MOST_LINES, MOST_MARKS = 8, 40
INK = "#000"


class Frame(NamedTuple):
    """The drawing area between its four sides: turns the place of a point of the curve and a total
    into coordinates of the drawing."""

    points: int
    low: int
    high: int
    left: float
    right: float
    top: float
    bottom: float

    def x(self, place: int) -> float:
        return self.left + (self.right - self.left) * place / max(1, self.points)

    def y(self, total: float) -> float:
        return self.top + (self.bottom - self.top) * (self.high - total) / max(
            1, self.high - self.low
        )


class Point(NamedTuple):
    """A total at a place of the curve, after a deal or a penalty; `begins` a new line, for a game
    starts afresh. Sides that are level are drawn `beside` each other, so that no line hides
    another."""

    place: int
    total: int
    begins: bool
    beside: float = 0


def points_of_sides(
    curve: Sequence[CurvePoint], sides: Iterable[str], start: int
) -> Mapping[str, Sequence[Point]]:
    """Each side's points, those of sides that are level a little apart."""
    return _parted({side: list(_points_of(curve, side, start)) for side in sides})


def _points_of(curve: Sequence[CurvePoint], side: str, start: int) -> Iterable[Point]:
    """Before each game its start, then the total after each deal and each penalty."""
    game = None
    for place, one in enumerate(curve, 1):
        if one.game != game:
            game = one.game
            yield Point(place - 1, start, True)
        yield Point(place, one.totals[side], False)


def _parted(sides: Mapping[str, Sequence[Point]]) -> dict[str, list[Point]]:
    parted: dict[str, list[Point]] = {side: [] for side in sides}
    for points in zip(*sides.values(), strict=True):
        for place, (side, point) in enumerate(zip(sides, points, strict=True)):
            level = [other for other, own in enumerate(points) if own.total == point.total]
            parted[side].append(
                point._replace(beside=BESIDE * (level.index(place) - (len(level) - 1) / 2))
            )
    return parted


# --- the ground ----------------------------------------------------------------------------------


def levels(low: int, high: int, start: int, most: int = MOST_LINES) -> list[int]:
    """Round totals, and the start itself, which stands in for those too near to it."""
    step = next(
        (step for step in STEPS if (high - low) / step <= most), max(1, (high - low) // most)
    )
    even = [
        level
        for level in range(-(-low // step) * step, high // 1 + 1, step)
        if 2 * abs(level - start) >= step
    ]
    return sorted([*even, start])


def labels_below(curve: Sequence[CurvePoint], most: int = 25) -> Iterable[tuple[int, str]]:
    """The places and labels below the drawing: numbers of deals, as many as have room, and the
    sign of each penalty that has room between them."""
    every = next(step for step in (*STEPS, 10**9) if len(curve) / step <= most)
    places = [
        place for place, one in enumerate(curve, 1) if not one.is_penalty and one.deal % every == 0
    ]
    for place, one in enumerate(curve, 1):
        apart = min((abs(place - other) for other in places), default=every)
        if place in places or (one.is_penalty and 2 * apart >= every):
            yield place, point_label(one)


def games(frame: Frame, curve: Sequence[CurvePoint], ink: str = INK) -> Iterable[Html]:
    """A line down where one game of a match ends and the next begins."""
    for place, (one, following) in enumerate(pairwise(curve), 1):
        if one.game != following.game:
            x = frame.x(place)
            yield straight(x, frame.top, x, frame.bottom, ink, "1 2")


# --- the lines -----------------------------------------------------------------------------------


def line(
    frame: Frame, side: int, points: Sequence[Point], ink: str = INK, most: int = MOST_MARKS
) -> Html:
    """One side's totals: a line a game, and a mark at every point that has room for one."""
    every = -(-frame.points // most)
    marked = [point for point in points if not point.place % every or point is points[-1]]
    dashes = DASHES[side % len(DASHES)]
    return element(
        "g",
        path(frame, points, stroke=ink, stroke_width="1.4", stroke_dasharray=dashes),
        *(mark(side, frame.x(p.place), _y(frame, p), ink=ink) for p in marked),
    )


def path(frame: Frame, points: Sequence[Point], **look: object) -> Html:
    """A line through the totals, a new one for each game."""
    way = " ".join(
        f"{'M' if p.begins else 'L'}{coordinate(frame.x(p.place))} {coordinate(_y(frame, p))}"
        for p in points
    )
    return element("path", d=way, fill="none", **look)


def _y(frame: Frame, point: Point) -> float:
    return frame.y(point.total) + point.beside


def mark(side: int, x: float, y: float, size: float = 3.6, ink: str = INK) -> Html:
    """The side's mark: disc, square, triangle, diamond, and so on; each second is hollow."""
    corners = SHAPES[side % len(SHAPES)]
    look = {"fill": ink, "stroke": ink, "stroke_width": "1.2"}
    if side % 2:
        look |= {"fill": "#fff", "class_": "hollow"}
    if corners is None:
        return element(
            "circle", cx=coordinate(x), cy=coordinate(y), r=coordinate(size * 0.9), **look
        )
    places = " ".join(
        f"{coordinate(x + size * across)},{coordinate(y + size * down)}" for across, down in corners
    )
    return element("polygon", points=places, **look)


SQUARE = ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85))
TRIANGLE = ((0, -1.15), (1.05, 0.8), (-1.05, 0.8))
DIAMOND = ((0, -1.25), (1.0, 0), (0, 1.25), (-1.0, 0))
POINTING_DOWN = ((0, 1.15), (1.05, -0.8), (-1.05, -0.8))
HOURGLASS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
BOW = ((-1, -1), (-1, 1), (1, -1), (1, 1))
SHAPES = (None, SQUARE, TRIANGLE, DIAMOND, POINTING_DOWN, HOURGLASS, BOW, None)


def spread(places: Sequence[float], apart: float, limit: float) -> list[float]:
    """The y coordinates, moved as little as keeps labels so far apart and above the limit."""
    order = sorted(range(len(places)), key=lambda side: places[side])
    moved = list(places)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + apart)
    for side in reversed(order):
        moved[side] = min(moved[side], limit)
        limit = moved[side] - apart
    return moved


def straight(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    stroke: str,
    dashes: str | None = None,
    **look: str | None,
) -> Html:
    """A thin line."""
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    places = {name: coordinate(number) for name, number in ends.items()}
    looks = {"stroke": stroke, "stroke_width": "0.7", "stroke_dasharray": dashes, **look}
    return element("line", **places, **looks)


def label(x: float, y: float, words: str, anchor: str | None = None) -> Html:
    """Words that begin at a place, or end or have their middle there."""
    return element("text", text(words), x=coordinate(x), y=coordinate(y), text_anchor=anchor)


def coordinate(number: float) -> str:
    """A coordinate with at most one decimal, so that the file is the same on every machine."""
    return f"{number:.1f}".removesuffix(".0")
