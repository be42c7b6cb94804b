"""Documents: a report as blocks, which the writers of the room `render` turn into text, Markdown
and HTML. A text in a block may still be a message; a writer chooses its language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from scorekeeper.text.message import Value


class Output(Enum):
    """A kind of output that shows a section: text for a screen, lines for a screen reader,
    Markdown, or a page of HTML."""

    TEXT = "text"
    PLAIN = "plain"
    MARKDOWN = "markdown"
    HTML = "html"


EVERY_OUTPUT = frozenset(Output)
PAGES = frozenset((Output.MARKDOWN, Output.HTML))
SCREENS = frozenset((Output.TEXT, Output.PLAIN))
SEEN = PAGES | {Output.TEXT}


# --- tables --------------------------------------------------------------------------------------


class Kind(Enum):
    """The content of a column: text; names of people, which may be cut; numbers; or marks, under
    heads that may be cut."""

    TEXT = "left"
    NAME = "name"
    NUMBER = "right"
    MARK = "center"

    @property
    def align(self) -> str:
        """Return the alignment of the column: left, right or center."""
        return "left" if self is Kind.NAME else self.value


@dataclass(frozen=True, slots=True)
class Joined:
    """The single column that several make in text and in Markdown: its head, and the joint between
    their cells, with the one for a narrow screen. Figures stand under figures."""

    head: Value
    joint: str = " "
    tight: str = " "
    has_name: bool = False  # the head is the name of a side


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. On a narrow screen a column of rank 1 gives way before the table is
    divided; one of a higher rank is shown only if there is room, the lowest first. Columns with
    `is_part` continue in a table below, those with `is_last` stand only in the last of these.
    `group` is the common head of neighbouring columns on pages, `merged` joins columns in text."""

    key: str
    head: Value = ""
    kind: Kind = Kind.TEXT
    rank: int = 0
    least: int = 0  # the least width to which a text is cut; 0: never
    is_part: bool = False
    is_last: bool = False
    is_aside: bool = False  # not named where it is hidden
    is_label: bool = False  # has the labels of rows in text
    instead: Value = ""  # the line that is written below a table that has no room for it
    group: Value = ""
    merged: Joined | None = None
    aloud: Value = ""  # the head that is read aloud, if it is another one
    outputs: frozenset[Output] = EVERY_OUTPUT


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, a shorter text for a narrow screen, the words in its place where a table
    is read aloud ("": it is left out), small text after it on pages, and a shade from 1 to 5 (0:
    none)."""

    text: Value = ""
    short: Value | None = None
    aloud: Value | None = None
    small: Value = ""
    is_strong: bool = False
    shade: int = 0
    link: str = ""


class RowKind(Enum):
    """The kind of a row: a usual one; that of a start; that of a sum; one with a remark between the
    others, such as a penalty; and a line across a text."""

    ROW = "row"
    START = "start"
    SUM = "sum"
    NOTE = "note"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row, one for each column, its label if it is no usual row, and its words where
    the table is written in lines."""

    cells: tuple[Cell, ...] = ()
    kind: RowKind = RowKind.ROW
    said: Value = ""
    label: Value = ""


class Wide(Enum):
    """The form of a table that is too wide: several tables below each other, or a line for each
    row."""

    PARTS = "parts"
    LINES = "lines"


class Lines(Enum):
    """The form of a row as a line: `Anna: tricks 6, points +2`, or `player: Anna; tricks: 6`."""

    NAMED = "named"
    LABELLED = "labelled"


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first column names the rows. `note` is said after its title on a screen,
    `caption` above it on pages. In a section the blocks `instead` take its place on a screen that
    has no room for it in one piece, and where it would be read aloud."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: Value = ""
    note: Value = ""
    wide: Wide = Wide.PARTS
    lines: Lines = Lines.NAMED
    gap: int = 2  # the most columns of a screen between two of the table
    is_dense: bool = False  # its columns stand close before one has no room
    is_short_last: bool = False  # heads are cut before cells have their short texts
    headed: frozenset[Output] = EVERY_OUTPUT  # the outputs that show the heads
    instead: tuple[Block, ...] = ()


# --- blocks --------------------------------------------------------------------------------------


class Emphasis(Enum):
    """The importance of a paragraph; a title is that of the blocks below it."""

    USUAL = ""
    TITLE = "title"
    RESULT = "won"
    CAUTION = "caution"


class Bullets(Enum):
    """The form of a list: lines, lines with a dash, or numbered steps."""

    NONE = ""
    DASH = "-"
    STEPS = "1."


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: Value
    emphasis: Emphasis = Emphasis.USUAL


@dataclass(frozen=True, slots=True)
class Items:
    """A list."""

    items: tuple[Value, ...]
    bullets: Bullets = Bullets.NONE


@dataclass(frozen=True, slots=True)
class Pair:
    """A text after its label. `lead` is a word before the text, such as a name; those of
    neighbouring pairs with the same label are equally wide on a screen. A table stands in the place
    of the text."""

    label: Value
    text: Value | Table
    lead: Value = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Texts after their labels, a line each. A label that repeats the one above it is shown only
    once on a screen. A pair without a label is an empty line."""

    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart: its name in the legend, and its total at each point."""

    name: Value
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart of running totals, drawn in characters for text and Markdown. `labels` stand below
    the points, of which the first is the start; a chart of less than three is not shown. `step` is
    the least difference of totals, `legend` has the lines by index in the order of the legend,
    which ends with the notes."""

    lines: tuple[ChartLine, ...]
    labels: tuple[str, ...]
    step: int
    legend: tuple[int, ...]
    is_lower_better: bool = False
    notes: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Raw:
    """A line as it is typed, which is never broken."""

    text: Value


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks under a title, or without one. Only the given outputs show them. `label` is read
    before each line of its lists in plain text, `anchor` is the target of links to it."""

    title: Value
    blocks: tuple[Block, ...]
    outputs: frozenset[Output] = EVERY_OUTPUT
    label: Value = ""
    anchor: str = ""
    titled: frozenset[Output] = EVERY_OUTPUT  # the outputs that show the title


Block: TypeAlias = "Paragraph | Items | Pairs | Table | LineChart | Raw | Section | Document"


@dataclass(frozen=True, slots=True)
class Document:
    """A report, or an article in one: its title, its blocks, and those at its foot. `page_title` is
    the title of a page if it is another one, `first` are pairs in the place of the title in plain
    text, `names` are the people whose names may be in its sentences."""

    title: Value
    blocks: tuple[Block, ...]
    page_title: Value = ""
    subtitle: Value = ""
    foot: tuple[Block, ...] = ()
    first: tuple[Pair, ...] = ()
    names: tuple[str, ...] = field(default=(), kw_only=True)


# --- making and reading blocks -------------------------------------------------------------------


def bullets(*lines: Iterable[Value]) -> Items:
    """Return the lines as one list with dashes."""
    return Items(tuple(line for some in lines for line in some), Bullets.DASH)


def table_of(
    heads: Sequence[Value],
    rows: Iterable[Sequence[Value]],
    ranks: Mapping[int, int] | None = None,
    first: Kind = Kind.NAME,
) -> Table:
    """Return a table by heads and rows of texts, whose first column has names, or another kind, and
    whose others have numbers. `ranks` has the rank of a column by its index, if it is not 0."""
    ranks = ranks or {}
    columns = (
        Column(str(place), head, Kind.NUMBER if place else first, ranks.get(place, 0))
        for place, head in enumerate(heads)
    )
    cells = (Row(tuple(map(Cell, row))) for row in rows)
    return Table(tuple(columns), tuple(cells), wide=Wide.LINES, is_dense=bool(ranks))


def shown_blocks(blocks: Iterable[Block], output: Output) -> Iterator[Block]:
    """Yield the blocks that an output shows and that have any content."""
    return (block for block in blocks if not _is_empty(block, output))


def _is_empty(block: Block, output: Output) -> bool:
    match block:
        case Section():
            return output not in block.outputs or all(
                _is_empty(one, output) for one in block.blocks
            )
        case Items():
            return not block.items
        case Pairs():
            return not block.pairs
        case Table():
            return not block.rows
        case LineChart():
            return len(block.labels) < 3
        case Paragraph() | Raw():
            return not block.text
        case Document():
            return False


def without_hidden(table: Table, output: Output) -> Table:
    """Return the table without the columns, or the heads, that an output does not show."""
    if output not in table.headed:
        bare = tuple(replace(column, head="") for column in table.columns)
        table = replace(table, columns=bare, headed=EVERY_OUTPUT)
    if all(output in column.outputs for column in table.columns):
        return table
    places = [place for place, column in enumerate(table.columns) if output in column.outputs]
    rows = (
        replace(row, cells=tuple(row.cells[at] for at in places if row.cells)) for row in table.rows
    )
    return replace(table, columns=tuple(table.columns[at] for at in places), rows=tuple(rows))


def listed_section(
    title: Value, lines: Iterable[Value], tables: Iterable[Table] = (), in_order: bool = False
) -> Section:
    """Return a section with a list, numbered if `in_order`, and tables below it."""
    items = Items(tuple(lines), Bullets.STEPS if in_order else Bullets.DASH)
    return Section(title, (items, *tables))


def with_lines(section: Section, lines: Iterable[Value]) -> Section:
    """Return a section with more lines at the end of the list that it begins with."""
    first, *others = section.blocks
    assert isinstance(first, Items)
    if first.bullets is Bullets.STEPS:
        return replace(section, blocks=(first, bullets(lines), *others))
    return replace(section, blocks=(bullets(first.items, lines), *others))


def document_of(sections: Iterable[Section]) -> Document:
    """Return a document that has the title of the first section, and its blocks before the
    others."""
    first, *others = sections
    return Document(first.title, (*first.blocks, *others))
