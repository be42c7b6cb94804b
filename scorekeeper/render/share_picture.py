"""The share card: a session as one SVG picture for sharing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.render.font_metrics import (
    FONTS,
    LIGHT,
    WrappedLabel,
    drawable,
    fitted,
    letters_of,
    shortened,
)
from scorekeeper.render.html.element import NOTHING, Html, element, joined, text
from scorekeeper.render.svg_chart import (
    ChartPoint,
    Frame,
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
from scorekeeper.report.shared_labels import a_deal_words, few_are_good, score, total_and_average
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_text import heading, title_words, winners_line
from scorekeeper.report.summary import RankingPlace, Summary
from scorekeeper.report.summary_document import kept_together, penalty_note, recap_lines
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace
from scorekeeper.text.message_text import listed
from scorekeeper.text.translation import language, tr, trc, trn

# --- share words -------------------------------------------------------------------------------
# The text of a share card: the winners or leaders in a few large words, the places, and open
# results.


MOST_ROWS = 6  # of the places; where there are more sides the last row counts those left out


class Headline(NamedTuple):
    """The headline of a share card: a label, the players or sides, and their total."""

    said: str
    who: str
    total: str = ""


class SharePlace(NamedTuple):
    """A side in the places of a share card: place, name, label and total."""

    place: str
    side: str
    total: str
    called: str


def headline(sheet: Sheet, rules: Ruleset) -> Headline:
    """Return the winners or, before the end, the leaders."""
    if not sheet.deals:
        return Headline("", tr("No deals yet"))
    if not sheet.finished:
        return _so_far(sheet, rules)
    if sheet.disputed and sheet.disputed.may_win != sheet.winners:
        # Translators: above the names of those who may be the winners
        return Headline(tr("Who may have won"), listed(sheet.disputed.may_win, "or"))
    won = sheet.winners
    total = _total_of(sheet, rules, won)
    if len(won) > 1:
        # Translators: above the names of those who won together
        return Headline(tr("Shared win"), listed(won, "and"), total)
    # Translators: above the name of who won, or of partners who did
    return Headline(tr("Winners") if rules.teams else tr("Winner"), won[0], total)


def _so_far(sheet: Sheet, rules: Ruleset) -> Headline:
    """Return the leaders, or that all are tied. In a game for one player, return that player
    without a label."""
    if len(sheet.sides) == 1:
        return Headline("", sheet.sides[0], _total_of(sheet, rules, sheet.sides))
    leaders = sheet.leaders
    if leaders:
        # Translators: above the name of who leads
        return Headline(tr("In the lead"), listed(leaders, "and"), _total_of(sheet, rules, leaders))
    # Translators: in the place of who leads
    return Headline("", tr("Still open") if sheet.disputed else tr("All level"))


def _total_of(sheet: Sheet, rules: Ruleset, sides: Sequence[str]) -> str:
    """Return the common total of these sides, with the average a deal after a player left; "" if
    totals differ, only the average for sides tied by average."""
    said = {_total_said(sheet, rules, side) for side in sides}
    if len(said) > 1 and sheet.ranks_by_deals:
        said = {a_deal_words(sheet.average(s), rules, sheet.average_range(s)) for s in sides}
    return said.pop() if len(said) == 1 else ""


def _total_said(sheet: Sheet, rules: Ruleset, side: str) -> str:
    total = sheet.final_total(side)
    if not sheet.left:
        return score(total, rules)
    return total_and_average(total, sheet.average(side), rules, sheet.average_range(side))


def remarks(sheet: Sheet) -> list[str]:
    """Return notes if the session is not over, ended early, is disputed or has incomplete deals."""
    return [*_end_remarks(sheet), *_open_remarks(sheet)]


def _end_remarks(sheet: Sheet) -> Iterable[str]:
    if sheet.deals and not sheet.finished:
        yield tr("not over")
    if sheet.early:
        # Translators: said of an evening that the players ended before its last deal
        yield tr("ended early")


def _open_remarks(sheet: Sheet) -> Iterable[str]:
    if sheet.disputed and sheet.disputed.deals:
        yield trc("said of an evening", "disputed")
    if sheet.disputed and sheet.disputed.waits:
        # Translators: said of an evening with a deal of which something is said later
        yield tr("a deal waits")


def notes(sheet: Sheet, rules: Ruleset) -> Iterable[str]:
    """Yield notes on the curve: which points are better, the penalty sign, whether other numbers
    rank the sides, and whether the curve shows one version of several."""
    if few := few_are_good(rules):
        yield few
    yield from penalty_note(sheet)
    if sheet.ranks_by_deals:
        yield tr("the places go by points per deal, the curve by totals")
    if sheet.is_match_ranked:
        yield tr("the places go by the match, the curve by each game")
    if sheet.disputed and sheet.disputed.waits:
        yield tr("the curve shows one way the deal that waits may come out")
    elif sheet.disputed:
        yield tr("the curve shows the first reading of what is disputed")


def rows_of(summary: Summary, rules: Ruleset) -> tuple[list[SharePlace], str]:
    """Return as many sides as there is room for, in ranking order, and a note on the number
    omitted or ""."""
    rows = [
        SharePlace(
            f"{row.shown}{'=' if row.is_shared else ''}",
            side,
            _total_words(row, rules),
            summary.sheet.called(side),
        )
        for row in summary.ranking
        for side in row.sides
    ]
    if len(rows) <= MOST_ROWS:
        return rows, ""
    left = len(rows) - MOST_ROWS + 1
    return rows[: MOST_ROWS - 1], trn(left, "and {n} more", "and {n} more")


def _total_words(row: RankingPlace, rules: Ruleset) -> str:
    if row.deals is None:
        return score(row.shown_total, rules)
    return total_and_average(row.shown_total, row.average, rules, row.average_range)


# --- share chart -------------------------------------------------------------------------------
# The running totals on a share card: the listed sides with their dashes, marks and names, the
# others as thin lines behind them.


SCALE = 2.0  # it is drawn as on paper, and twice as large
LETTERS, LONGEST, APART = 13, 8.0, 15
MOST_LEVELS, MOST_NUMBERS = 4, 12
GROUND, INK, GRID, OTHERS = "#fbf9f4", "#1d1d1f", "#d9d3c5", "#b5ae9f"
# Colours of the lines, each dark enough on the background to be visible without colour vision.
INKS = ("#0b5394", "#a63c06", "#1b6e3c", "#7d2e87", INK, "#7a5b00")


class Area(NamedTuple):
    """A rectangle on the share card: its upper left corner and size."""

    x: float
    y: float
    wide: float
    high: float


def share_chart(sheet: Sheet, rules: Ruleset, listed: Sequence[str], area: Area) -> Html:
    """Return the chart, with a marked line for each `listed` side and thin lines for the others."""
    curve, start = sheet.curve, rules.game.start
    others = [side for side in sheet.sides if side not in listed]
    # Only the listed sides' lines are offset where sides are tied.
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
    """Return the mark of a listed side, as large as a letter."""
    return mark(number, x, y, 10, INKS[number])


def _frame(
    sheet: Sheet,
    rules: Ruleset,
    lines: Sequence[Sequence[ChartPoint]],
    listed: Sequence[str],
    area: Area,
) -> Frame:
    """Return the frame of the curve between the numbers at its left and the names at its right."""
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
    """Yield a thin line at every round total, a stronger one at the start, and deal numbers
    below."""
    start = rules.game.start
    for level in levels(frame.low, frame.high, start, MOST_LEVELS):
        y = frame.y(level)
        yield straight(frame.left, y, frame.right, y, INK if level == start else GRID)
        yield label(frame.left - 10, y + 4.5, score(level, rules), "end")
    for place, words in labels_below(sheet.curve, MOST_NUMBERS):
        yield label(frame.x(place), frame.bottom + 18, words, "middle")


def _ends(frame: Frame, sheet: Sheet, drawn: Mapping[str, Sequence[ChartPoint]]) -> Iterable[Html]:
    """Yield each name next to the end of its line. Names that would overlap are moved apart."""
    wanted = [frame.y(points[-1].total) for points in drawn.values()]
    apart = spread(wanted, APART, frame.bottom)
    for number, ((side, points), y) in enumerate(zip(drawn.items(), apart, strict=True)):
        x, ink = frame.right, INKS[number]
        if abs(y - wanted[number]) > 1:
            yield straight(frame.x(points[-1].place) + 4, wanted[number], x + 8, y, OTHERS)
        yield mark(number, x + 11, y, 3.4, ink)
        place = {"x": coordinate(x + 19), "y": coordinate(y + 4.5)}
        yield element("text", text(_name(sheet, side)), **place, fill=ink)


# --- share card --------------------------------------------------------------------------------
# The share card: a session as one picture for the group's chat. The SVG loads no other file; the
# headline is legible in a thumbnail.


WIDE, HIGH, MARGIN = 1080, 1350, 72
ROOM = WIDE - 2 * MARGIN
FAINT, ACCENT = "#5c574d", "#8a1c1c"
LEADING = 1.16  # from one line to the next, in parts of the letters' size
BASE = 0.8  # from the top of a line to the foot of its letters

# The letter sizes. Texts that may shrink have pairs of a size and its maximum number of lines.
TOP, SAID, SMALL, FOOT = 56, 46, 26, 26
REMARKS = (32, 28, 24)
GAMES = ((40, 1), (36, 1), (32, 2), (28, 2))
WHO = (
    *((size, 1) for size in (168, 152, 136, 120, 104)),
    *((size, 2) for size in (96, 88, 80, 72, 64, 56)),
)
TOTALS = tuple((size, 1) for size in (104, 92, 80, 68))
TOLD = (30, 28, 26, 24)  # of the recap
MOST_TOLD, MOST_LINES, TOLD_HIGH = 3, 2, 160
ROW_LETTERS, ROW_LEAST, ROW_MOST, CURVE = 34, 44, 76, 270
END = HIGH - 46


def share_card(summary: Summary, rules: Ruleset, held: DateAndPlace = NOT_KNOWN) -> str:
    """Return the share card as SVG; `held` has the date and the place."""
    sheet = summary.sheet
    top, y = _head(sheet, rules)
    foot, bottom = _foot(summary, rules, held)
    told, bottom = _told(summary, bottom - 14)
    parts = [top, _middle(summary, rules, y, bottom), told, foot]
    ground = element("rect", width=WIDE, height=HIGH, fill=GROUND)
    title = element("title", text(drawable(title_words(sheet, rules, held.when))))
    said = winners_line(sheet, rules) or ", ".join(heading(sheet, rules))
    desc = element("desc", text(drawable(said)))
    look = {"width": WIDE, "height": HIGH, "viewBox": f"0 0 {WIDE} {HIGH}", "role": "img"}
    fonts = {"font_family": FONTS, "fill": INK, "lang": language()}
    card = element(
        "svg", title, desc, ground, *parts, xmlns="http://www.w3.org/2000/svg", **look, **fonts
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{card}\n'


class _Look(NamedTuple):
    """The style of a text on the share card: role, size, fill, weight and anchor."""

    role: str
    size: int
    fill: str | None = None
    is_bold: bool = False
    anchor: str | None = None


def _written(words: str, x: float, top: float, look: _Look) -> Html:
    """Return text anchored at x, below the height `top`. Each text is a separate element, so that
    its writing direction does not affect others."""
    return element(
        "text", text(words), class_=look.role, x=round(x), y=round(top + BASE * look.size),
        font_size=look.size, font_weight="bold" if look.is_bold else None, fill=look.fill,
        text_anchor=look.anchor,
    )  # fmt: skip


def _lines(found: WrappedLabel, x: float, top: float, look: _Look) -> Html:
    look = look._replace(size=found.size)
    return joined(
        _written(line, x, top + number * LEADING * found.size, look)
        for number, line in enumerate(found.lines)
    )


# --- the top: game and winners -------------------------------------------------------------------


def _head(sheet: Sheet, rules: Ruleset) -> tuple[Html, float]:
    """Return the game, remarks and, in very large letters, the winners; and the height of their
    lower edge."""
    first, y = headline(sheet, rules), TOP + 76.0
    parts = [_game(sheet, rules)]
    if first.said:
        parts.append(_written(first.said, MARGIN, y, _Look("said", SAID, ACCENT, True)))
        y += SAID * 1.25
    who = fitted(drawable(first.who).replace(" & ", " &\u00a0"), ROOM, WHO)
    parts.append(_lines(who, MARGIN, y, _Look("who", who.size, None, True)))
    y += len(who.lines) * LEADING * who.size
    if first.total:
        total = fitted(first.total, ROOM, TOTALS)
        parts.append(_lines(total, MARGIN, y, _Look("total", total.size, ACCENT, True)))
        y += LEADING * total.size
    return joined(parts), y + 10


def _game(sheet: Sheet, rules: Ruleset) -> Html:
    """Return the game at the left, and remarks at the right, white on a dark band. The remarks
    shrink to avoid cutting the game's name."""
    said, game = " · ".join(remarks(sheet)), drawable(rules.name.shown())
    for size in REMARKS:
        wide = letters_of(said) * size + 36 if said else 0
        name = fitted(game, ROOM - wide - 24, GAMES)
        if name.is_whole:
            break
    written = _lines(name, MARGIN, TOP, _Look("game", name.size, FAINT, True))
    if not said:
        return written
    x, y = WIDE - MARGIN - wide, TOP - 10
    band = element("rect", x=round(x), y=y, width=round(wide), height=56, rx=28, fill=INK)
    look = _Look("remark", size, "#fff", True, "middle")
    return joined([written, band, _written(said, x + wide / 2, y + 28 - size / 2, look)])


# --- the middle: places and curve ----------------------------------------------------------------


def _middle(summary: Summary, rules: Ruleset, top: float, bottom: float) -> Html:
    """Return the rows of places, with the curve in the room below."""
    has_curve = len(summary.sheet.curve) > 1
    rows, more = rows_of(summary, rules)
    number = len(rows) + bool(more)
    room = (bottom - top - (CURVE if has_curve else 0)) / number
    high = max(ROW_LEAST, min(ROW_MOST, room))
    places = _places(rows, more, top, high, has_curve)
    if not has_curve:
        return places
    listed, y = [row.side for row in rows], top + number * high
    return joined([places, _curve(summary.sheet, rules, listed, y, bottom)])


def _curve(sheet: Sheet, rules: Ruleset, listed: Sequence[str], top: float, bottom: float) -> Html:
    """Return the curve between two heights, below its notes."""
    room = ROOM / LIGHT / SMALL
    said = WrappedLabel([shortened(note, room) for note in notes(sheet, rules)], SMALL)
    known = _lines(said, MARGIN, top, _Look("note", SMALL, FAINT))
    y = top + len(said.lines) * SMALL * LEADING + 6
    return joined([known, share_chart(sheet, rules, listed, Area(MARGIN, y, ROOM, bottom - y))])


def _places(
    rows: Sequence[SharePlace], more: str, top: float, high: float, is_marked: bool
) -> Html:
    """Return the rows of places, each `high`, and the note `more`. With `is_marked`, each name
    follows its line's mark."""
    size = _row_size(rows, high)
    left = _side_left(rows, size)
    parts = [_row(row, left, top + order * high, size) for order, row in enumerate(rows)]
    if more:
        parts.append(_written(more, left, top + len(rows) * high, _Look("more", size)))
    for order in range(len(rows) if is_marked else 0):
        parts.append(share_mark(order, left - 26, top + order * high + size * 0.45))
    return joined(parts)


def _row_size(rows: Sequence[SharePlace], high: float) -> int:
    """Return the letter size for rows `high`, small enough to show names and totals uncut if
    possible."""
    for size in range(int(high * 0.76), ROW_LETTERS, -2):
        left = _side_left(rows, size)
        if all(
            letters_of(row.called) <= _side_letters(row, left, size)
            and _total(row, size) == row.total
            for row in rows
        ):
            return size
    return ROW_LETTERS


def _side_left(rows: Sequence[SharePlace], size: int) -> float:
    """Return the x position of the names, right of the places and the marks."""
    places = max(letters_of(row.place) for row in rows)
    return MARGIN + max(size * (places + 0.3), 56) + 40


def _side_letters(row: SharePlace, left: float, size: int) -> float:
    """Return the room for a name before the total, in units of the letter size."""
    return ((WIDE - MARGIN - left) / size - letters_of(_total(row, size)) - 0.5) / LIGHT


def _total(row: SharePlace, size: int) -> str:
    return shortened(row.total, ROOM / 2 / size)


def _row(row: SharePlace, left: float, top: float, size: int) -> Html:
    """Return the row of a place: its number, the side, and the total."""
    side = shortened(drawable(row.called), _side_letters(row, left, size))
    return joined(
        [
            _written(row.place, MARGIN, top, _Look("place", size, FAINT)),
            _written(side, left, top, _Look("side", size)),
            _written(
                _total(row, size), WIDE - MARGIN, top, _Look("points", size, None, True, "end")
            ),
        ]
    )


# --- the bottom: recap, date and place -----------------------------------------------------------


def _told(summary: Summary, bottom: float) -> tuple[Html, float]:
    """Return the first recap sentences, placed above the height `bottom`, and the height of their
    upper edge."""
    said = [drawable(kept_together(line)) for line in recap_lines(summary)[:MOST_TOLD]]
    if not said:
        return NOTHING, bottom
    sentences = _sentences(said)
    size = sentences[0].size
    top = bottom - sum(len(sentence.lines) for sentence in sentences) * size * LEADING
    look, parts, y = _Look("told", size), list[Html](), top
    for sentence in sentences:
        parts.append(element("circle", cx=MARGIN + 5, cy=round(y + size * 0.5), r=5, fill=ACCENT))
        parts.append(_lines(sentence, MARGIN + 28, y, look))
        y += len(sentence.lines) * size * LEADING
    return joined(parts), top - 16


def _sentences(said: Sequence[str]) -> Sequence[WrappedLabel]:
    """Return the sentences in lines, at the first size that fits all."""
    room = (ROOM - 28) / LIGHT
    for size in TOLD:
        found = [fitted(sentence, room, [(size, MOST_LINES)]) for sentence in said]
        high = sum(len(sentence.lines) for sentence in found) * size * LEADING
        if high <= TOLD_HIGH and all(sentence.is_whole for sentence in found):
            break
    return found


def _foot(summary: Summary, rules: Ruleset, held: DateAndPlace) -> tuple[Html, float]:
    """Return the footer with date, place, number of deals and fingerprint, and the height of its
    upper edge."""
    deals = heading(summary.sheet, rules)[-1]
    said = [" · ".join(filter(None, [held.when, deals, held.place])), _known_by(summary)]
    room, sizes = ROOM / LIGHT, ((FOOT, MOST_LINES),)
    lines = [part for line in said if line for part in fitted(drawable(line), room, sizes).lines]
    top = END - len(lines) * FOOT * LEADING
    return _lines(WrappedLabel(lines, FOOT), MARGIN, top, _Look("foot", FOOT, FAINT)), top


def _known_by(summary: Summary) -> str:
    if not summary.fingerprint:
        return ""
    return tr("fingerprint {code}", code=summary.fingerprint)
