"""Documents as HTML pages: one file each, without script and without network. Text becomes markup
in one function, `html_of`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby, takewhile

import htpy as h
from markupsafe import Markup

from scorekeeper.render.fit import parts_within, text_cells
from scorekeeper.render.html.style import STYLE
from scorekeeper.render.text_chart import CHART_WIDTH, chart_lines
from scorekeeper.report.document import (
    Block,
    Bullets,
    Cell,
    Column,
    Document,
    Items,
    Kind,
    LineChart,
    Output,
    Pairs,
    Paragraph,
    Raw,
    Row,
    RowKind,
    Section,
    Table,
    shown_blocks,
)
from scorekeeper.text.message import Name, Styled, Value, with_parts
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import safe, width_of
from scorekeeper.text.translation import language

# A page forbids everything that it does not need: scripts, pictures, the network.
FORBIDDEN = "default-src 'none'; style-src 'unsafe-inline'"
LONGEST_WORD = 13  # letters of a name's word that is never broken
WIDEST = 107  # characters of a table that has room on paper in letters of 8 points
_MARK, _BREAK = re.compile("\ue000([0-9]+)\ue001"), re.compile(r"(?<=[ \-–\u05be\u2e80-\uffef])")
_ROWS = {RowKind.SUM: "sum", RowKind.START: "sum start"}


def page_of(document: Document, style: str = STYLE) -> str:
    """Return the whole file of a document."""
    title = text_of(document.page_title or document.title)
    return file_of(safe(title), style, *parts_of(document))


def file_of(title: str, style: str, *parts: h.Node) -> str:
    """Return the HTML file with these parts."""
    head = h.head[
        h.meta(charset="utf-8"),
        h.meta(http_equiv="Content-Security-Policy", content=FORBIDDEN),
        h.meta(name="viewport", content="width=device-width, initial-scale=1"),
        h.title[title],
        h.style[Markup(style)],
    ]
    body = h.body[h.main[(("\n", part) for part in parts), "\n"]]
    return f"{h.html(lang=language())[head, body]}\n".replace("<!doctype", "<!DOCTYPE", 1)


def parts_of(document: Document) -> list[h.Node]:
    """Return the parts of a document: a header with the blocks before the first table, chart or
    section, the other blocks, and the foot."""
    writer = _Writer(document.names)
    blocks = [*shown_blocks(document.blocks, Output.HTML)]
    top = [*takewhile(lambda block: not isinstance(block, (Section, Table, LineChart)), blocks)]
    loose = [*takewhile(lambda block: not isinstance(block, Section), blocks[len(top) :])]
    subtitle = h.p[writer.text(document.subtitle)] if document.subtitle else None
    title = h.h1[writer.text(document.page_title or document.title)]
    tables = [writer.block(block, document.title) for block in loose]
    foot = [writer.block(block) for block in shown_blocks(document.foot, Output.HTML)]
    return [
        h.header[title, subtitle, map(writer.block, top)],
        *([h.section(".deals")[tables]] if loose else []),
        *map(writer.block, blocks[len(top) + len(loose) :]),
        *([h.footer[foot]] if foot else []),
    ]


class _Writer:
    """A writer of blocks as HTML elements. It isolates the given names in sentences."""

    def __init__(self, names: Collection[str] = ()) -> None:
        self.names = frozenset(names)
        self.text = cache(lambda words: html_of(words, self.names))
        # Most cells of a long table repeat, and htpy is slow.
        self.cell = cache(self._cell)

    def block(self, block: Block, title: Value = "") -> h.Node:
        """Return a block as elements. `title` names a table that has no caption."""
        match block:
            case Section():
                return self.section(block)
            case Paragraph():
                look = block.emphasis.value or None
                return h.p(class_=look)[self.text(block.text)]
            case Items():
                listed = h.ol if block.bullets is Bullets.STEPS else h.ul
                return listed[(h.li[self.text(item)] for item in block.items)]
            case Pairs():
                return h.dl[(self.pair(pair.label, pair.lead, pair.text) for pair in block.pairs)]
            case Table():
                return [self.table(part, title) for part in parts_within(block, WIDEST)]
            case LineChart():
                return h.pre["\n".join(chart_lines(block, CHART_WIDTH))]
            case Raw():
                return h.p[h.code[self.text(block.text)]]
            case Document():
                return h.article(".session")[parts_of(block)]

    def pair(self, label: Value, lead: Value, text: Value | Table) -> h.Node:
        """Return a label and its text, after the lead if any."""
        said = self.block(text) if isinstance(text, Table) else self.text(text)
        return [h.dt[self.text(label)], h.dd[self.text(lead), " " if lead else None, said]]

    def section(self, section: Section) -> h.Node:
        """Return a page section under its heading."""
        title = section.title
        blocks = [self.block(block, title) for block in shown_blocks(section.blocks, Output.HTML)]
        heading = h.h2[self.text(section.title)] if section.title else None
        return h.section(".deals", id=section.anchor or None)[heading, blocks]

    def table(self, table: Table, title: Value = "") -> h.Node:
        """Return a table in a frame that scrolls on a narrow screen."""
        columns, heads = table.columns, self.heads(table.columns)
        body = h.table[
            self.caption(table.caption, title),
            h.thead[heads],
            h.tbody[(self.row(columns, row) for row in table.rows if row.cells)],
        ]
        return h.div(
            ".frame",
            role="group",
            tabindex=0,
            aria_label=safe(text_of(table.caption or title)) or None,
            style=f"--chars:{chars_of(table)}",
        )[body]

    def caption(self, caption: Value, title: Value) -> h.Node:
        """Return the caption of a table, or for a screen reader the title if there is no
        caption."""
        if caption:
            return h.caption[self.text(caption)]
        return h.caption(".aloud")[self.text(title)] if title else None

    def heads(self, columns: Sequence[Column]) -> Iterator[h.Node]:
        """Yield the header rows: column groups if any, then columns."""
        if any(column.group for column in columns):
            groups = [(group, len([*some])) for group, some in groupby(columns, _group)]
            yield h.tr[
                (self.head(group, "c first" if group else "", span) for group, span in groups)
            ]
        yield h.tr[(self.head(one.head, _look(one.kind)) for one in columns)]

    def head(self, words: Value, look: str, span: int = 1) -> h.Node:
        """Return a header cell, or a usual cell without text."""
        colspan = span if span > 1 else None
        if not words:
            return h.td(colspan=colspan)
        scope = "colgroup" if span > 1 else "col"
        return h.th(class_=look or None, scope=scope, colspan=colspan)[self.text(words)]

    def row(self, columns: Sequence[Column], row: Row) -> h.Node:
        """Return a row. In an unusual row, a group's only number spans all columns of the group."""
        cells = [*zip(columns, row.cells, strict=True)]
        if row.kind is RowKind.ROW:
            return h.tr[(self.cell(one.kind, cell, not at) for at, (one, cell) in enumerate(cells))]
        shown = list[h.Node]()
        for group, some in groupby(cells, lambda one: _group(one[0])):
            of_group = [*some]
            told = [(column, cell) for column, cell in of_group if cell.text]
            if group and len(told) <= 1:
                column, cell = told[0] if told else of_group[0]
                shown.append(self.cell(column.kind, cell, False, len(of_group)))
            else:
                shown += [
                    self.cell(one.kind, cell, not at + len(shown))
                    for at, (one, cell) in enumerate(of_group)
                ]
        return h.tr(class_=_ROWS.get(row.kind))[shown]

    def _cell(self, kind: Kind, cell: Cell, is_first: bool, span: int = 1) -> Markup:
        """Return a cell; the first cell of a row is the row's header."""
        look = " ".join(filter(None, [_look(kind), f"heat{cell.shade}" if cell.shade else ""]))
        is_name = kind is Kind.NAME and isinstance(cell.text, str) and cell.text
        inner: h.Node = self.text(Name(str(cell.text)) if is_name else cell.text)
        inner = h.a(href=f"#{cell.link}")[inner] if cell.link else inner
        small = h.small[self.text(cell.small)] if cell.small else None
        is_head = is_first and kind in (Kind.NAME, Kind.TEXT) and cell.text
        shown, scope = (h.th, "row") if is_head else (h.td, None)
        colspan = span if span > 1 else None
        return Markup(shown(class_=look or None, scope=scope, colspan=colspan)[inner, small])


def table_markup(table: Table) -> str:
    """Return a table as HTML for inclusion in a page."""
    return "".join(map(str, map(_Writer().table, parts_within(table, WIDEST))))


def _group(column: Column) -> Value:
    return column.group


def _look(kind: Kind) -> str:
    return {Kind.NUMBER: "n", Kind.MARK: "c"}.get(kind, "")


def chars_of(table: Table) -> int:
    """Return the width of a table in characters: each column's longest word, limited for names
    that break, and padding."""
    columns = zip(table.columns, *(row.cells for row in table.rows if row.cells), strict=True)
    return sum(_chars(column, cells) + 2 for column, *cells in columns)


def _chars(column: Column, cells: Iterable[Cell]) -> int:
    texts = {text_of(column.head), *text_cells(cells)}
    if column.kind is Kind.NUMBER:
        return max(map(width_of, texts), default=0)
    words = (word for text in texts for word in _BREAK.split(text))
    longest = max(map(width_of, words), default=0)
    return min(longest, LONGEST_WORD) if column.kind is Kind.NAME else longest


# --- text as markup ------------------------------------------------------------------------------


def html_of(words: Value, names: Collection[str] = ()) -> list[h.Node]:
    """Return a text as HTML nodes, without entered markup or control of the writing direction.
    Name values are isolated, and so are these `names` within plain text."""
    held = list[tuple[str, h.Node]]()

    def marked(part: Value) -> Value:
        match part:
            case Name():
                held.append((safe(part.text), name_of(part.text)))
            case Styled():
                inner = html_of(part.words, names)
                styled = h.Element(part.tag)(class_=part.look or None)[inner]
                held.append((safe(text_of(part.words)), styled))
            case str():
                return safe(part)
            case _:
                return part
        return f"{held[-1][0]}\ue000{len(held) - 1}\ue001"

    pieces = _MARK.split(text_of(with_parts(words, marked)))
    found = list[h.Node]()
    for text, number in zip(pieces[::2], (*pieces[1::2], None), strict=True):
        shown, node = held[int(number)] if number is not None else ("", None)
        found += _told(safe(text[: len(text) - len(shown)]), names)
        found += [node] if number is not None else []
    return found


def _told(words: str, names: Collection[str]) -> list[h.Node]:
    """Return a sentence with these names isolated."""
    known = {safe(person) for person in names if person}
    if not known:
        return [words] if words else []
    either = "|".join(re.escape(person) for person in sorted(known, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({either})(?!\w)", words)
    return [name_of(part) if part in known else part for part in parts if part]


def name_of(words: str) -> h.Node:
    """Return an entered name, isolated from the surrounding writing direction. It breaks between
    words; only a long word breaks inside."""
    is_long = max(map(width_of, _BREAK.split(words))) > LONGEST_WORD
    return h.bdi(class_="long" if is_long else None)[safe(words)]
