"""HTML elements as values, and tables that fit paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape, unescape
from itertools import accumulate
from typing import NamedTuple, NewType

from scorekeeper.text.terminal_text import safe, width_of
from scorekeeper.text.translation import language

# --- paper table -------------------------------------------------------------------------------
# The cells of a table, the minimum widths of its columns on paper, and the split of a table that is
# wider than the paper.
#
# Widths assume letters of 8 points, the smallest on paper, in the widest of the usual fonts.


UPRIGHT, ACROSS = 712, 976  # pixels of A4 and of Letter between their margins
AROUND = 6.5  # what a cell has around its words
LETTER, THIN, THICK = 7.1, 4.6, 11.2  # a letter; one of these, which are thinner or wider
THINNER, WIDER = "fijlrtI.,:;'|()[]/ -·", "mwMW%@œæ+−±"
STEP = 30  # by which parts of a table are made narrower
LARGER, MORE = 1.25, 5.5  # letters of 10 points, and what a cell then has more around them
NAME, SHORT = 98, 77  # the most of a name that stays in one line, and of one that is cut off
BOX, ROOM = 31, 136  # what is left for pen and paper: for a number, for a name
TAG, BREAK = re.compile("<[^>]*>"), re.compile(r"(?<=[ \-–\u05be\u2e80-\uffef])")
ONE_LINE = frozenset(("n", "who"))  # the looks whose words stay in one line


class HtmlCell(NamedTuple):
    """A cell of an HTML table: content, CSS classes and number of columns spanned. `scope` is None
    except for header cells."""

    inner: str
    look: str | None = None
    span: int = 1
    scope: str | None = None


class HtmlRow(NamedTuple):
    """A row of an HTML table: its cells and CSS classes."""

    cells: tuple[HtmlCell, ...]
    look: str | None = None


class Laid(NamedTuple):
    """The rows of an HTML table: header rows, and groups of body rows."""

    heads: Sequence[HtmlRow]
    bodies: Sequence[Sequence[HtmlRow]]

    @property
    def rows(self) -> Iterator[HtmlRow]:
        """Yield all rows, the header rows first."""
        yield from self.heads
        for rows in self.bodies:
            yield from rows


# --- the width of a table ------------------------------------------------------------------------


def widths_of(table: Laid, is_blank: bool = False) -> list[float]:
    """Return the minimum width of each column. A column of an empty sheet has room for a pen."""
    least = BOX if is_blank else 0
    columns = max((sum(cell.span for cell in row.cells) for row in table.rows), default=0)
    # Measure each different cell once: most of ten thousand rows repeat cells.
    alone: list[set[HtmlCell]] = [set() for _ in range(columns)]
    spanned = dict[tuple[int, int], float]()
    for row in table.rows:
        at = 0
        for cell in row.cells:
            if cell.span == 1:
                alone[at].add(cell)
            else:
                place = (at, at + cell.span)
                spanned[place] = max(spanned.get(place, 0), _width_of(cell))
            at += cell.span
    widths = [max(map(_width_of, cells), default=0) for cells in alone]
    widths = [max(wide, least) for wide in widths]
    for (first, end), wide in spanned.items():
        widths[end - 1] += max(0.0, wide - sum(widths[first:end]))
    return widths


@lru_cache(5_000)
def _width_of(cell: HtmlCell) -> float:
    """Return the width of a cell: its longest word and the padding."""
    looks = frozenset((cell.look or "").split())
    if "label" in looks:
        return AROUND  # its words stand in the empty cell beside it too
    words = unescape(TAG.sub("", cell.inner))
    in_line = bool(looks & ONE_LINE) and cell.scope in (None, "row")
    longest = _letters(words) if in_line else max(map(_letters, BREAK.split(words)))
    if "<bdi" in cell.inner:
        longest = min(longest, SHORT if "who" in looks else NAME)
    return max(longest + AROUND, ROOM if "room" in looks else 0)


def _letters(words: str) -> float:
    """Return the width of a text."""
    thinner, wider = (sum(map(words.count, letters)) for letters in (THINNER, WIDER))
    return LETTER * width_of(words) - (LETTER - THIN) * thinner + (THICK - LETTER) * wider


def look_on_paper(widths: Sequence[float]) -> str | None:
    """Return the CSS class for smaller letters if larger letters do not fit on paper, else None."""
    return "many" if sum(widths) * LARGER + len(widths) * MORE > UPRIGHT else None


# --- the split of a table ------------------------------------------------------------------------


def parted(table: Laid, widths: Sequence[float]) -> Iterator[Laid]:
    """Yield the table whole if it fits on landscape paper. Else yield parts of about equal width
    for upright paper, each with the first column."""
    if sum(widths) <= ACROSS:
        yield table
        return
    for first, end in _evenly(widths, _cuts(table, len(widths))):
        yield Laid(
            [*_with_something(table.heads, first, end)],
            [[*_with_something(rows, first, end)] for rows in table.bodies],
        )


def _with_something(rows: Sequence[HtmlRow], first: int, end: int) -> Iterator[HtmlRow]:
    """Yield the rows limited to these columns, without header and total rows that become empty."""
    for row in rows:
        of_columns = _of_columns(row, first, end)
        beside = row.cells[1:]
        says = [any(cell.inner for cell in cells) for cells in (beside, of_columns.cells[1:])]
        is_told = any(cell.scope for cell in row.cells)
        if not is_told or says[0] == says[1]:
            yield of_columns


def _cuts(table: Laid, columns: int) -> list[int]:
    """Return the columns before which the table may be divided, so that columns under one header
    stay together."""
    if not table.heads:
        return [*range(1, columns)]
    ends = accumulate(cell.span for cell in table.heads[0].cells)
    told = [
        (end - cell.span, end, cell.inner)
        for end, cell in zip(ends, table.heads[0].cells, strict=True)
    ]
    return sorted(
        {at for first, end, inner in told for at in ([first] if inner else range(first, end))} - {0}
    )


def _evenly(widths: Sequence[float], cuts: Sequence[int]) -> list[tuple[int, int]]:
    """Return the column range of each part, end excluded, without the repeated first column: as
    few parts as possible, as narrow as possible."""
    fewest = [*_parts(widths, cuts, UPRIGHT)]
    narrower = ([*_parts(widths, cuts, room)] for room in range(STEP, UPRIGHT, STEP))
    return next((parts for parts in narrower if len(parts) == len(fewest)), fewest)


def _parts(widths: Sequence[float], cuts: Sequence[int], room: float) -> Iterator[tuple[int, int]]:
    """Yield the column range of each part, end excluded, each as wide as the room allows."""
    first = 1
    while first < len(widths):
        reached = [*accumulate(widths[first:], initial=widths[0])]
        end = first + max(1, sum(wide <= room for wide in reached) - 1)
        whole = [cut for cut in cuts if first < cut <= end]
        if end < len(widths) and whole:
            end = whole[-1]
        yield first, end
        first = end


def _of_columns(row: HtmlRow, first: int, end: int) -> HtmlRow:
    """Return a row's first cell and the cells of a column range."""
    cells, at = list[HtmlCell](), 0
    for cell in row.cells:
        after = at + cell.span
        kept = (at == 0) + max(0, min(after, end) - max(at, first))
        if kept:
            cells.append(cell._replace(span=kept))
        at = after
    return HtmlRow(tuple(cells), row.look)


# --- HTML as a value ---------------------------------------------------------------------------
# Text becomes HTML in one function, `text`; elements take nothing else.


Html = NewType("Html", str)
VOID = ("meta", "link", "input")
LONGEST_WORD = 13  # letters of a name's word that is never broken
MARKUP = re.compile("[&<>\"']")
NOTHING = Html("")


def text(words: object) -> Html:
    """Return the text escaped, without markup or control of the writing direction."""
    said = safe(str(words))
    # Most words are numbers: to check them is five times as fast as to escape them.
    return Html(escape(said, quote=True) if MARKUP.search(said) else said)


def element(tag: str, *inner: Html, **attributes: object) -> Html:
    """Return an HTML element. Attributes that are None are omitted, `class_` becomes class, and
    `_` a hyphen."""
    said = "".join(
        f' {_named(name)}="{text(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Html(f"<{tag}{said}>") if tag in VOID else Html(f"<{tag}{said}>{''.join(inner)}</{tag}>")


def _named(attribute: str) -> str:
    return attribute.rstrip("_").replace("_", "-")


@lru_cache(1_000)
def name(words: str) -> Html:
    """Return an entered name as HTML, isolated from the surrounding writing direction. It breaks
    between words; only a long word breaks inside."""
    is_long = max(map(width_of, BREAK.split(words))) > LONGEST_WORD
    return element("bdi", text(words), class_="long" if is_long else None)


def told(words: str, names: Iterable[str]) -> Html:
    """Return a sentence as HTML, with each person's name isolated."""
    known = {safe(person) for person in names}
    found = "|".join(re.escape(person) for person in sorted(known, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({found})(?!\w)", safe(words)) if found else [words]
    return joined(name(part) if part in known else text(part) for part in parts)


def filled(sentence: str, **parts: Html) -> Html:
    """Return a sentence as HTML, with the parts in place of each `{name}`."""
    return Html(text(sentence).format_map(parts))


def joined(parts: Iterable[Html], between: str = "") -> Html:
    """Return the parts joined."""
    return Html(text(between).join(parts))


def lines_list(lines: Iterable[Html], **attributes: object) -> Html:
    """Return a list with an item for each line; empty if there are none."""
    items = [element("li", line) for line in lines]
    return element("ul", *items, **attributes) if items else NOTHING


def section(title: str, *inner: Html, class_: str | None = None) -> Html:
    """Return a page section under its heading; empty without content."""
    body = [part for part in inner if part]
    return element("section", element("h2", text(title)), *body, class_=class_) if body else NOTHING


def table(
    caption: str, heads: Iterable[HtmlRow], *bodies: Iterable[HtmlRow], class_: str | None = None
) -> Html:
    """Return a table with a caption and header rows, repeated on every printed page. Each body is
    a group of rows. On a narrow screen the table scrolls. A table wider than paper becomes
    several."""
    laid = Laid([*heads], [[*rows] for rows in bodies])
    widths = widths_of(laid, class_ == "blank")
    wide = sum(widths)
    look = " ".join(filter(None, [class_, look_on_paper(widths)])) or None
    frame = "frame across" if UPRIGHT < wide <= ACROSS else "frame"
    return joined(
        element(
            "div",
            _table(caption, part, look),
            class_=frame,
            role="group",
            tabindex=0,
            aria_label=caption,
        )
        for part in parted(laid, widths)
    )


def _table(caption: str, laid: Laid, look: str | None) -> Html:
    parts = [element("caption", text(caption)), element("thead", *map(_row, laid.heads))]
    bodies = (element("tbody", *map(_row, rows)) for rows in laid.bodies)
    return element("table", *parts, *bodies, class_=look)


def _row(row: HtmlRow) -> Html:
    return element("tr", *map(_cell, row.cells), class_=row.look)


@lru_cache(5_000)
def _cell(cell: HtmlCell) -> Html:
    span = cell.span if cell.span > 1 else None
    tag = "th" if cell.scope else "td"
    return element(tag, Html(cell.inner), class_=cell.look, colspan=span, scope=cell.scope)


def row(*cells: HtmlCell, class_: str | None = None) -> HtmlRow:
    """Return a row of cells."""
    return HtmlRow(cells, class_)


def cell(inner: Html, class_: str | None = None, span: int = 1) -> HtmlCell:
    """Return a cell that spans `span` columns."""
    return HtmlCell(inner, class_, span)


def head(inner: Html, class_: str | None = None, span: int = 1, scope: str = "col") -> HtmlCell:
    """Return a header cell of a row or columns; a plain cell without text."""
    if not inner:
        return cell(inner, class_, span)
    return HtmlCell(inner, class_, span, "colgroup" if span > 1 and scope == "col" else scope)


def page(title: str, style: str, *inner: Html) -> str:
    """Return the HTML file. It forbids scripts, pictures and network access."""
    forbidden = "default-src 'none'; style-src 'unsafe-inline'"
    heading = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=forbidden),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", text(title)),
        element("style", Html(style)),
    )
    body = element(
        "body", element("main", *(Html(f"\n{part}") for part in inner if part), Html("\n"))
    )
    return f"<!DOCTYPE html>\n{element('html', heading, body, lang=language())}\n"
