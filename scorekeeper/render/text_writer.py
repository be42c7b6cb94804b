"""Documents as text for a terminal, and as lines for a screen reader."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from scorekeeper.render.fit import Grid, grids, hidden_columns
from scorekeeper.render.text_chart import chart_lines
from scorekeeper.report.document import (
    Block,
    Bullets,
    Cell,
    Document,
    Emphasis,
    Items,
    LineChart,
    Lines,
    Output,
    Pair,
    Pairs,
    Paragraph,
    Raw,
    Row,
    RowKind,
    Section,
    Table,
    shown_blocks,
    without_hidden,
)
from scorekeeper.report.shared_labels import no_room_line
from scorekeeper.text.message import Value
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.terminal_text import (
    NO_INK,
    Ink,
    all_wrapped,
    indent_below,
    padded,
    safe,
    width_of,
    wrapped,
)

LABEL = 10  # the least columns of a label before its text
WIDEST = 10_000  # columns of a line that is never broken


def document_text(document: Document, width: int, plain: bool = False, ink: Ink = NO_INK) -> str:
    """Return a document as text of at most `width` columns; if `plain`, for a screen reader, with
    tables as lines."""
    writer = _Plain(width) if plain else _Text(width, ink)
    return writer.document(document)


class _Written(NamedTuple):
    """A block as text. A list directly follows another list, without an empty line."""

    text: str
    is_list: bool = False
    ends_in_list: bool = False


def _list(lines: Iterable[str]) -> _Written:
    return _Written("\n".join(lines), is_list=True, ends_in_list=True)


class _Text:
    """A writer of blocks as text for a screen."""

    output = Output.TEXT

    def __init__(self, width: int, ink: Ink = NO_INK) -> None:
        self.width, self.ink = width, ink

    def titles(self, document: Document) -> Iterable[str]:
        """Return the lines of the title."""
        return self.title(document.title)

    def title(self, title: Value) -> Iterable[str]:
        """Return the lines of a title, in bold."""
        return map(self.ink.bold, wrapped(text_of(title), self.width, "  "))

    def below(self, title: Sequence[str], blocks: Iterable[Block], is_close: bool = False) -> str:
        """Return the blocks below their title. Lists directly follow the title and other lists;
        `is_close` lets any first block follow directly. Other blocks follow an empty line."""
        found, after_list = "\n".join(title), bool(title)
        for block in shown_blocks(blocks, self.output):
            written = self.block(block)
            is_near = is_close or (written.is_list and after_list)
            found += (("\n" if is_near else "\n\n") if found else "") + written.text
            after_list, is_close = written.ends_in_list, False
        return found

    def block(self, block: Block) -> _Written:
        """Return a block as text."""
        match block:
            case Paragraph():
                if block.emphasis is Emphasis.TITLE:
                    return _Written("\n".join(self.title(block.text)))
                return _Written("\n".join(wrapped(text_of(block.text), self.width, "  ")))
            case Items():
                return _list(self.items(block))
            case Pairs():
                return _list(self.pairs(block))
            case Table():
                return self.table(block)
            case LineChart():
                return _Written("\n".join(chart_lines(block, self.width)))
            case Raw():
                return _Written(safe(text_of(block.text)))
            case Section():
                return _Written(self.section(block))
            case Document():
                return _Written(self.document(block))

    def document(self, document: Document) -> str:
        """Return a document below its title."""
        return self.below([*self.titles(document)], (*document.blocks, *document.foot))

    def section(self, section: Section) -> str:
        """Return a section. If its only block is a table, the title includes the table's note."""
        title, blocks = section.title, [*chain.from_iterable(map(self.fitting, section.blocks))]
        only = blocks[0] if len(blocks) == 1 else None
        if isinstance(only, Table) and only.note:
            title = f"{text_of(title)} ({text_of(only.note)})"
        is_titled = bool(title) and self.output in section.titled
        lines = [*self.title(title)] if is_titled else []
        return self.below(lines, blocks, is_close=is_titled)

    def fitting(self, block: Block) -> Sequence[Block]:
        """Return the block, or the replacements of a table that does not fit."""
        if isinstance(block, Table) and block.instead and not self.has_room(block):
            return block.instead
        return (block,)

    def has_room(self, table: Table) -> bool:
        """Return True if the table fits in one piece."""
        return len(grids(table, self.width)) == 1

    def items(self, items: Items) -> Iterator[str]:
        """Yield the lines of a list."""
        for number, item in enumerate(items.items, 1):
            mark = {Bullets.NONE: "", Bullets.DASH: "- ", Bullets.STEPS: f"{number}. "}[
                items.bullets
            ]
            yield from wrapped(mark + text_of(item), self.width, "  ")

    def pairs(self, pairs: Pairs) -> Iterator[str]:
        """Yield the texts after their labels, padded to equal width."""
        labels = [text_of(pair.label) for pair in pairs.pairs]
        room = max(LABEL, *(width_of(safe(label)) + 1 for label in labels))
        for label, some in groupby(pairs.pairs, key=lambda pair: text_of(pair.label)):
            head = padded(label, room)
            for text in _with_leads([*some]):
                yield from wrapped(f"  {head}{text}", self.width, " " * (room + 4))
                head = " " * room

    def table(self, table: Table) -> _Written:
        """Return a table, or its parts, with lines on hidden columns; a line for each row if it
        does not fit."""
        found = grids(table, self.width)
        if not found:
            return _list(_in_lines(table, self.output, self.width))
        parts = [
            text_table(one.heads, one.rows, one.align, one.gap, self.ink, one.strong)
            for one in found
        ]
        gone = all_wrapped(_hidden_lines(table, found), self.width)
        text = "\n\n".join([*parts, *(["\n".join(gone)] if gone else [])])
        return _Written(text, ends_in_list=bool(gone))


def _hidden_lines(table: Table, shown: Sequence[Grid]) -> Iterator[str]:
    """Yield lines on hidden columns: their heads, and each column's replacement line."""
    gone = hidden_columns(table, shown)
    heads = [text_of(one.merged.head if one.merged else one.head) for one in gone]
    yield from filter(None, [no_room_line(heads)])
    yield from dict.fromkeys(text_of(one.instead) for one in gone if one.instead)


class _Plain(_Text):
    """A writer of blocks for a screen reader: a line for each value, without tables."""

    output = Output.PLAIN

    def titles(self, document: Document) -> Iterable[str]:
        """Return the document's first pairs, or else its title."""
        return self.pairs(Pairs(document.first)) if document.first else self.title(document.title)

    def has_room(self, table: Table) -> bool:
        """Return False, so that replacements of tables are always read."""
        return False

    def table(self, table: Table) -> _Written:
        """Return a line for each row of a table. Rows with labels are not wrapped."""
        is_whole = table.lines is Lines.LABELLED
        return _list(_in_lines(table, self.output, WIDEST if is_whole else self.width))

    def pairs(self, pairs: Pairs) -> Iterator[str]:
        """Yield `label: text` for each pair, however long; an empty line for one without a
        label."""
        for label, text in labelled_texts(pairs.pairs):
            yield safe(labelled(label, text)) if label else ""

    def block(self, block: Block) -> _Written:
        """Return a block. A section that shows no title follows other blocks without an empty
        line."""
        written = super().block(block)
        if not isinstance(block, Section):
            return written
        if block.label or not block.title or self.output not in block.titled:
            return written._replace(is_list=True, ends_in_list=True)
        return written

    def section(self, section: Section) -> str:
        """Return a section. With a label, its paragraphs and list items become labelled lines
        instead."""
        if not section.label:
            return super().section(section)
        return self.below([], (_labelled(section.label, block) for block in section.blocks))


def _labelled(label: Value, block: Block) -> Block:
    """Return a paragraph or list as pairs with this label, any other block unchanged."""
    match block:
        case Items():
            return Pairs(tuple(Pair(label, item) for item in block.items))
        case Paragraph():
            return Pairs((Pair(label, block.text),))
        case _:
            return block


def labelled_texts(pairs: Iterable[Pair]) -> Iterator[tuple[str, str]]:
    """Yield each label with its text as one line. A table has a line for each row."""
    for pair in pairs:
        if isinstance(pair.text, Table):
            rows = without_hidden(pair.text, Output.PLAIN).rows
            yield from ((text_of(pair.label), _row_in_a_line(pair.text, row)) for row in rows)
        else:
            yield text_of(pair.label), " ".join(_with_lead(pair, 0).split())


def linear(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the pairs as lines `label: value`, with an empty line for a pair without a label."""
    return "\n".join(safe(labelled(label, value)) if label else "" for label, value in pairs)


def _with_leads(pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield the texts of pairs under one label, after leads padded to equal width, and the lines
    of tables."""
    room = max(width_of(safe(text_of(pair.lead))) for pair in pairs)
    for pair in pairs:
        if isinstance(pair.text, Table):
            yield from _bare(pair.text)
        else:
            yield _with_lead(pair, room)


def _with_lead(pair: Pair, room: int) -> str:
    assert not isinstance(pair.text, Table)
    lead, text = text_of(pair.lead), text_of(pair.text)
    return f"{padded(lead, room or width_of(safe(lead)))}  {text}" if lead else text


def _bare(table: Table) -> Iterator[str]:
    """Yield the lines of a small table, without the rule under its heads."""
    for grid in grids(table, WIDEST):
        heads, _, *rows = text_table(grid.heads, grid.rows, grid.align).split("\n")
        yield from (heads, *rows)


def _in_lines(table: Table, output: Output, width: int) -> list[str]:
    """Return the rows of a table as sentences, wrapped to the width."""
    table = without_hidden(table, output)
    rows = [row for row in table.rows if row.kind is not RowKind.ACROSS]
    said = [text_of(row.said) or _row_in_a_line(table, row) for row in rows]
    dash = "- " if table.lines is Lines.NAMED else ""
    told = (dash + line for line in said)
    return [part for line in told for part in wrapped(line, width, indent_below(line))]


def _row_in_a_line(table: Table, row: Row) -> str:
    """Return a row as a line: `Anna: tricks 6, points +2`, or `player: Anna; tricks: 6`."""
    cells = [
        (text_of(column.aloud or column.head), _aloud(cell))
        for column, cell in zip(table.columns, row.cells, strict=True)
    ]
    if table.lines is Lines.LABELLED:
        return parted(labelled(head, cell) for head, cell in cells)
    (_, first), *others = cells
    return labelled(first, ", ".join(" ".join(filter(None, one)) for one in others if one[1]))


def _aloud(cell: Cell) -> str:
    return text_of(cell.text if cell.aloud is None else cell.aloud)


# --- tables --------------------------------------------------------------------------------------


def text_table(
    headers: Sequence[str],
    rows: Iterable[Sequence[str] | None],
    align: Sequence[str],
    gap: int = 2,
    ink: Ink = NO_INK,
    strong: Collection[tuple[int, int]] = (),
) -> str:
    """Return a table with a rule under its headers, or without both if all headers are empty.
    Columns are aligned `left`, `right` or `center`. A None row is a rule across. Headers and
    the `strong` cells, by row and column index, are bold; rules across are dim."""
    told = [None if row is None else [safe(cell) for cell in row] for row in (headers, None, *rows)]
    widths = [max(map(width_of, column)) for column in zip(*filter(None, told), strict=True)]
    across = ink.dim((" " * gap).join("─" * width for width in widths))
    lines = []
    for number, row in enumerate(told, -2):  # the headers and the line under them come first
        cells = [] if row is None else _placed(row, widths, align)
        cells = [ink.bold(c) if (number, n) in strong else c for n, c in enumerate(cells)]
        lines.append((" " * gap).join(cells).rstrip() if cells else across)
    return "\n".join([ink.bold(lines[0]), *lines[1:]] if any(headers) else lines[2:])


def _placed(cells: Sequence[str], widths: Sequence[int], align: Sequence[str]) -> list[str]:
    """Return the cells of a row padded to their columns, by display width."""
    placed = []
    for cell, width, side in zip(cells, widths, align, strict=True):
        room = width - width_of(cell)
        before = {"left": 0, "center": room // 2, "right": room}[side]
        placed.append(" " * before + cell + " " * (room - before))
    return placed
