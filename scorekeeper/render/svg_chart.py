"""Charts of running totals as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from scorekeeper.render.html.element import NOTHING, Html, element, joined, lines_list, name, text
from scorekeeper.report.shared_labels import score
from scorekeeper.report.sheet import CurvePoint, Sheet
from scorekeeper.report.summary_document import ended, penalty_note, point_label
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.terminal_text import cut, width_of
from scorekeeper.text.translation import tr

# --- svg lines ---------------------------------------------------------------------------------
# Parts shared by the drawings of running totals: the position of a total, the lines of the sides
# with their dashes and marks, the grid behind them.


BESIDE = 2.6
DASHES = (None, "7 3", "2 3", "11 3 2 3", "5 2 1 2 1 2", "1 5", "14 4", "9 2 3 2")
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000)
MOST_LINES, MOST_MARKS = 8, 40
INK = "#000"


class Frame(NamedTuple):
    """The drawing area of a chart. It converts a point's index and a total to x and y."""

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


class ChartPoint(NamedTuple):
    """A point of a curve: the total at index `place`, after a deal or a penalty. `begins` is True
    at the start of a game's line. `beside` is an offset that keeps tied sides' lines visible."""

    place: int
    total: int
    begins: bool
    beside: float = 0


def points_of_sides(
    curve: Sequence[CurvePoint], sides: Iterable[str], start: int
) -> Mapping[str, Sequence[ChartPoint]]:
    """Return each side's points, with those of tied sides slightly offset."""
    return _parted({side: list(_points_of(curve, side, start)) for side in sides})


def _points_of(curve: Sequence[CurvePoint], side: str, start: int) -> Iterable[ChartPoint]:
    """Yield the start of each game, then the total after each deal and each penalty."""
    game = None
    for place, one in enumerate(curve, 1):
        if one.game != game:
            game = one.game
            yield ChartPoint(place - 1, start, True)
        yield ChartPoint(place, one.totals[side], False)


def _parted(sides: Mapping[str, Sequence[ChartPoint]]) -> dict[str, list[ChartPoint]]:
    parted: dict[str, list[ChartPoint]] = {side: [] for side in sides}
    for points in zip(*sides.values(), strict=True):
        for place, (side, point) in enumerate(zip(sides, points, strict=True)):
            level = [other for other, own in enumerate(points) if own.total == point.total]
            parted[side].append(
                point._replace(beside=BESIDE * (level.index(place) - (len(level) - 1) / 2))
            )
    return parted


# --- the grid ------------------------------------------------------------------------------------


def levels(low: int, high: int, start: int, most: int = MOST_LINES) -> list[int]:
    """Return round totals in order, with the start score instead of any close to it."""
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
    """Yield indexes and labels below the drawing: as many deal numbers as fit, and penalty signs
    between them."""
    every = next(step for step in (*STEPS, 10**9) if len(curve) / step <= most)
    places = [
        place for place, one in enumerate(curve, 1) if not one.is_penalty and one.deal % every == 0
    ]
    for place, one in enumerate(curve, 1):
        apart = min((abs(place - other) for other in places), default=every)
        if place in places or (one.is_penalty and 2 * apart >= every):
            yield place, point_label(one)


def games(frame: Frame, curve: Sequence[CurvePoint], ink: str = INK) -> Iterable[Html]:
    """Yield a vertical line between one game of a match and the next."""
    for place, (one, following) in enumerate(pairwise(curve), 1):
        if one.game != following.game:
            x = frame.x(place)
            yield straight(x, frame.top, x, frame.bottom, ink, "1 2")


# --- the lines -----------------------------------------------------------------------------------


def line(
    frame: Frame, side: int, points: Sequence[ChartPoint], ink: str = INK, most: int = MOST_MARKS
) -> Html:
    """Return one side's totals: a line for each game, and marks at as many points as have room."""
    every = -(-frame.points // most)
    marked = [point for point in points if not point.place % every or point is points[-1]]
    dashes = DASHES[side % len(DASHES)]
    return element(
        "g",
        path(frame, points, stroke=ink, stroke_width="1.4", stroke_dasharray=dashes),
        *(mark(side, frame.x(p.place), _y(frame, p), ink=ink) for p in marked),
    )


def path(frame: Frame, points: Sequence[ChartPoint], **look: object) -> Html:
    """Return a line through the points, interrupted between games."""
    way = " ".join(
        f"{'M' if p.begins else 'L'}{coordinate(frame.x(p.place))} {coordinate(_y(frame, p))}"
        for p in points
    )
    return element("path", d=way, fill="none", **look)


def _y(frame: Frame, point: ChartPoint) -> float:
    return frame.y(point.total) + point.beside


def mark(side: int, x: float, y: float, size: float = 3.6, ink: str = INK) -> Html:
    """Return the side's mark: disc, square, triangle, diamond, and so on; every second one is
    hollow."""
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
    """Return the y coordinates, moved apart so that labels have the distance `apart` and none is
    below `limit`."""
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
    """Return a thin line."""
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    places = {name: coordinate(number) for name, number in ends.items()}
    looks = {"stroke": stroke, "stroke_width": "0.7", "stroke_dasharray": dashes, **look}
    return element("line", **places, **looks)


def label(x: float, y: float, words: str, anchor: str | None = None) -> Html:
    """Return text that begins, ends or is centred at x, by `anchor`."""
    return element("text", text(words), x=coordinate(x), y=coordinate(y), text_anchor=anchor)


def coordinate(number: float) -> str:
    """Return a coordinate with at most one decimal, so that the file is the same on every
    machine."""
    return f"{number:.1f}".removesuffix(".0")


# --- svg chart ---------------------------------------------------------------------------------
# The chart of running totals as SVG. Dashes, marks and end labels distinguish the lines.
#
# An HTML page has two charts: one as wide as paper, and one for a narrow screen, with the names
# below. The style sheet shows one of them.


LETTER, LONGEST, APART = 0.58, 20, 13.5
LETTERS = "currentColor"  # an ink: that of the words around it, whether the page is light or dark
FAINT, LED = "0.3", "0.5"  # the opacity of lines that are no side's
SAMPLE, SAMPLE_HIGH = 44, 16  # of a line, beside the name that it is of


class Size(NamedTuple):
    """The size of a chart: width, height and letter size; the maximum numbers of levels, deal
    numbers, marks and points in a line; and whether lines have end labels."""

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
        """Return the width of the longest of these texts."""
        return LETTER * self.letter * max(map(width_of, words), default=0)


BROAD = Size("broad", 700, 250, 11, 8, 25, 40, 10**9, labels=True)
SLIM = Size("slim", 272, 260, 16, 6, 6, 14, 300, labels=False)


class Label(NamedTuple):
    """The label at the end of a line: its side and the last total."""

    who: str
    total: str


def chart(sheet: Sheet, rules: Ruleset, ink: str = INK) -> Html:
    """Return the chart of every side's running totals; empty before the second change of the
    score."""
    return _figure(sheet, rules, ink, [BROAD])


def charts(sheet: Sheet, rules: Ruleset) -> Html:
    """Return the chart for wide and for narrow screens, in the text colour of the page."""
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
    sides: Mapping[str, Sequence[ChartPoint]],
    labels: Mapping[str, Label],
    ink: str,
) -> Html:
    """Return the chart in one of its sizes."""
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


def _thinned(points: Sequence[ChartPoint], number: int, most: int) -> list[ChartPoint]:
    """Return about `most` of the points, evenly spaced, with the first of each line and the very
    last."""
    every = -(-number // most)
    return [p for p in points if p.begins or not p.place % every or p is points[-1]]


def _frame(
    size: Size,
    number: int,
    sides: Mapping[str, Sequence[ChartPoint]],
    labels: Mapping[str, Label],
    rules: Ruleset,
) -> Frame:
    """Return the frame of the curve: the drawing less the totals at the left and the labels at the
    right."""
    totals = [point.total for points in sides.values() for point in points]
    low, high = min(totals), max(totals)
    left = 12 + size.room(score(total, rules) for total in (low, high))
    right = 22 + size.room(map(_in_words, labels.values())) if size.labels else 8
    foot = size.high - 2.2 * size.letter - 8
    return Frame(number, low, high, left, size.wide - right, size.letter, foot)


def _legend(labels: Mapping[str, Label], ink: str) -> Html:
    """Return the side and the last total of each line, below a chart without labels."""
    lines = (
        joined([_sample(number, ink), name(said.who), text(f" {said.total}")])
        for number, said in enumerate(labels.values())
    )
    return lines_list(lines, class_="legend")


def _sample(side: int, ink: str) -> Html:
    """Return a sample of a side's line."""
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
    """Yield a thin line at every round total, a stronger one at the start, and deal numbers
    below."""
    start = rules.game.start
    for level in levels(frame.low, frame.high, start, size.levels):
        y, faint = frame.y(level), None if level == start else FAINT
        yield straight(frame.left, y, frame.right, y, ink, stroke_opacity=faint)
        yield label(frame.left - 8, y + 0.36 * size.letter, score(level, rules), "end")
    for place, words in labels_below(sheet.curve, size.numbers):
        yield label(frame.x(place), size.high - 8, words, "middle")


def _ends(frame: Frame, sides: Sequence[tuple[Label, ChartPoint]], ink: str) -> Iterable[Html]:
    """Yield each side's name and total at the end of its line. Overlapping labels are moved apart
    and joined to the line by a thin line."""
    wanted = [frame.y(point.total) for _, point in sides]
    apart = spread(wanted, APART, frame.bottom)
    for number, ((said, point), y) in enumerate(zip(sides, apart, strict=True)):
        if abs(y - wanted[number]) > 1:
            end = frame.x(point.place) + 5
            yield straight(end, wanted[number], frame.right + 11, y, ink, stroke_opacity=LED)
        yield mark(number, frame.right + 13, y, 3, ink)
        place = {"x": coordinate(frame.right + 19), "y": coordinate(y + 4)}
        # The total stays separate from a name in either writing direction.
        yield element("text", element("tspan", text(said.who)), text(f" {said.total}"), **place)
