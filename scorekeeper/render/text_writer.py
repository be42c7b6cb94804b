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
    """Return a document for a terminal of so many columns, or `plain` for a screen reader, with
    every table in lines."""
    writer = _Plain(width) if plain else _Text(width, ink)
    return writer.document(document)


class _Written(NamedTuple):
    """A block as text; a list stands right below another one."""

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
        """Return the blocks below their title. Lists stand right below it and below each other, and
        if `is_close` is True any first block does; else an empty line is before a block."""
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
        """Return a section: its title, with the note on a table alone below it."""
        title, blocks = section.title, [*chain.from_iterable(map(self.fitting, section.blocks))]
        only = blocks[0] if len(blocks) == 1 else None
        if isinstance(only, Table) and only.note:
            title = f"{text_of(title)} ({text_of(only.note)})"
        is_titled = bool(title) and self.output in section.titled
        lines = [*self.title(title)] if is_titled else []
        return self.below(lines, blocks, is_close=is_titled)

    def fitting(self, block: Block) -> Sequence[Block]:
        """Return the block, or those in the place of a table without room."""
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
        """Yield the lines of texts after their labels, which are equally wide."""
        labels = [text_of(pair.label) for pair in pairs.pairs]
        room = max(LABEL, *(width_of(safe(label)) + 1 for label in labels))
        for label, some in groupby(pairs.pairs, key=lambda pair: text_of(pair.label)):
            head = padded(label, room)
            for text in _with_leads([*some]):
                yield from wrapped(f"  {head}{text}", self.width, " " * (room + 4))
                head = " " * room

    def table(self, table: Table) -> _Written:
        """Return a table, its parts below each other, and the columns for which there is no room;
        if there is none for a table, a line for each row."""
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
    """Yield the lines on the columns for which there is no room: their heads, and the line that is
    written instead of one."""
    gone = hidden_columns(table, shown)
    heads = [text_of(one.merged.head if one.merged else one.head) for one in gone]
    yield from filter(None, [no_room_line(heads)])
    yield from dict.fromkeys(text_of(one.instead) for one in gone if one.instead)


class _Plain(_Text):
    """A writer of blocks for a screen reader: a line for each value, without tables."""

    output = Output.PLAIN

    def titles(self, document: Document) -> Iterable[str]:
        """Return the pairs in the place of the title, or the title."""
        return self.pairs(Pairs(document.first)) if document.first else self.title(document.title)

    def has_room(self, table: Table) -> bool:
        """Return False: no table is read aloud in the place of others."""
        return False

    def table(self, table: Table) -> _Written:
        """Return a line for each row of a table, however long if it has the labels."""
        is_whole = table.lines is Lines.LABELLED
        return _list(_in_lines(table, self.output, WIDEST if is_whole else self.width))

    def pairs(self, pairs: Pairs) -> Iterator[str]:
        """Yield `label: text` for each pair, however long; an empty line for one without a
        label."""
        for label, text in labelled_texts(pairs.pairs):
            yield safe(labelled(label, text)) if label else ""

    def block(self, block: Block) -> _Written:
        """Return a block; a section that shows no title is close to the blocks around it."""
        written = super().block(block)
        if not isinstance(block, Section):
            return written
        if block.label or not block.title or self.output not in block.titled:
            return written._replace(is_list=True, ends_in_list=True)
        return written

    def section(self, section: Section) -> str:
        """Return a section; if it has a label, its paragraphs and the items of its lists after this
        instead."""
        if not section.label:
            return super().section(section)
        return self.below([], (_labelled(section.label, block) for block in section.blocks))


def _labelled(label: Value, block: Block) -> Block:
    """Return a block with a label before each of its lines."""
    match block:
        case Items():
            return Pairs(tuple(Pair(label, item) for item in block.items))
        case Paragraph():
            return Pairs((Pair(label, block.text),))
        case _:
            return block


def labelled_texts(pairs: Iterable[Pair]) -> Iterator[tuple[str, str]]:
    """Yield each label with its text as one line; a table has a line for each row."""
    for pair in pairs:
        if isinstance(pair.text, Table):
            rows = without_hidden(pair.text, Output.PLAIN).rows
            yield from ((text_of(pair.label), _row_in_a_line(pair.text, row)) for row in rows)
        else:
            yield text_of(pair.label), " ".join(_with_lead(pair, 0).split())


def linear(pairs: Iterable[tuple[str, str]]) -> str:
    """Return the pairs as lines `label: value`. A pair without a label becomes an empty line."""
    return "\n".join(safe(labelled(label, value)) if label else "" for label, value in pairs)


def _with_leads(pairs: Sequence[Pair]) -> Iterator[str]:
    """Yield the texts of pairs under one label, after their leads, which are equally wide; for a
    table its lines."""
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
    """Yield the lines of a small table, without the rule under its headers."""
    for grid in grids(table, WIDEST):
        heads, _, *rows = text_table(grid.heads, grid.rows, grid.align).split("\n")
        yield from (heads, *rows)


def _in_lines(table: Table, output: Output, width: int) -> list[str]:
    """Return a line for each row of a table."""
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
    """Return a table with a line under its headers, or with neither if all are empty, and columns
    aligned `left`, `right` or `center`. A row that is None becomes a line across. The headers are
    bold, and so are the `strong` cells, given by row and column index; lines across are dim."""
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
