"""Documents: reports as blocks, which the writers in `render` turn into text, Markdown and HTML. A
text in a block may be an untranslated message; the writer chooses the language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from scorekeeper.text.message import Value


class Output(Enum):
    """A kind of output: text for a screen, lines for a screen reader, Markdown, or an HTML page."""

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
    """The content of a column: text; names, which may be cut; numbers; or marks, whose head may be
    cut."""

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
    """The merger of several columns into one in text and Markdown: the common head, the separator
    between cells, and the separator on a narrow screen (`tight`). Digits are aligned."""

    head: Value
    joint: str = " "
    tight: str = " "
    has_name: bool = False  # the head is the name of a side


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. Columns of rank 0 are always shown. A narrow screen drops rank 1 before
    it divides the table; higher ranks are shown only if there is room, the lowest first. In a
    divided table, an `is_part` column appears in one part, an `is_last` column in the last
    part, other columns in each. `group` is the common head of neighbouring columns on pages;
    columns with equal `merged` become one in text."""

    key: str
    head: Value = ""
    kind: Kind = Kind.TEXT
    rank: int = 0
    least: int = 0  # the least width to which a text is cut; 0: never
    is_part: bool = False
    is_last: bool = False
    is_aside: bool = False  # not named in the list of hidden columns
    is_label: bool = False  # shows row labels in text
    instead: Value = ""  # the line below the table if the column is hidden
    group: Value = ""
    merged: Joined | None = None
    aloud: Value = ""  # the head when read aloud, if different
    outputs: frozenset[Output] = EVERY_OUTPUT


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: its text, a short text for narrow screens, the words read aloud ("" omits the cell),
    small text after it on pages, and a shade from 1 to 5 (0: none)."""

    text: Value = ""
    short: Value | None = None
    aloud: Value | None = None
    small: Value = ""
    is_strong: bool = False
    shade: int = 0
    link: str = ""


class RowKind(Enum):
    """The kind of a row: usual, start scores, sums, a note between rows such as a penalty, or a
    rule across the table in text."""

    ROW = "row"
    START = "start"
    SUM = "sum"
    NOTE = "note"
    ACROSS = "across"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: a cell for each column, the sentence that replaces the cells in output by
    lines (`said`), and the label of an unusual row."""

    cells: tuple[Cell, ...] = ()
    kind: RowKind = RowKind.ROW
    said: Value = ""
    label: Value = ""


class Wide(Enum):
    """The form of a table that is too wide: several tables below each other, or a line a row."""

    PARTS = "parts"
    LINES = "lines"


class Lines(Enum):
    """The form of a row as a line: `Anna: tricks 6, points +2`, or `player: Anna; tricks: 6`."""

    NAMED = "named"
    LABELLED = "labelled"


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first column names the rows. `note` follows the title on a screen, `caption`
    is above the table on pages. In a section, the blocks `instead` replace the table if it does
    not fit on a screen in one piece, or for a screen reader."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    caption: Value = ""
    note: Value = ""
    wide: Wide = Wide.PARTS
    lines: Lines = Lines.NAMED
    gap: int = 2  # the maximum spaces between two columns
    is_dense: bool = False  # narrows its gaps before it hides a column
    is_short_last: bool = False  # cuts heads before it uses cells' short texts
    headed: frozenset[Output] = EVERY_OUTPUT  # the outputs that show the heads
    instead: tuple[Block, ...] = ()


# --- blocks --------------------------------------------------------------------------------------


class Emphasis(Enum):
    """The importance of a paragraph. A paragraph with TITLE is the title of the blocks below it."""

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
    """A text, or a table, with a label. `lead` is a word before the text, such as a name. On a
    screen, the leads of neighbouring pairs with one label are equally wide."""

    label: Value
    text: Value | Table
    lead: Value = ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """Labelled texts, a line each. On a screen, equal labels in a row are shown once. A pair
    without a label is an empty line."""

    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A line of a chart: its name in the legend, and its total at each point."""

    name: Value
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineChart:
    """A chart of running totals, drawn in characters. `labels` are below the points; the first
    point is the start. A chart of fewer than three points is not shown. `step` is the smallest
    difference between totals; `legend` has the indexes of the lines in legend order; `notes`
    end the legend."""

    lines: tuple[ChartLine, ...]
    labels: tuple[str, ...]
    step: int
    legend: tuple[int, ...]
    is_lower_better: bool = False
    notes: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class Raw:
    """A line to type, never wrapped."""

    text: Value


@dataclass(frozen=True, slots=True)
class Section:
    """Blocks with an optional title, shown only by `outputs`. Plain text reads `label` before each
    line of a list; `anchor` is the id for links."""

    title: Value
    blocks: tuple[Block, ...]
    outputs: frozenset[Output] = EVERY_OUTPUT
    label: Value = ""
    anchor: str = ""
    titled: frozenset[Output] = EVERY_OUTPUT  # the outputs that show the title


Block: TypeAlias = "Paragraph | Items | Pairs | Table | LineChart | Raw | Section | Document"


@dataclass(frozen=True, slots=True)
class Document:
    """A report, or an article within a report. `page_title` replaces the title on pages, `first`
    replaces it in plain text. `foot` ends the document. `names` are the people whose names may
    occur in sentences."""

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
    """Return a table of texts: names (or `first`) in the first column, numbers in the others.
    `ranks` has the ranks other than 0, by column index."""
    ranks = ranks or {}
    columns = (
        Column(str(place), head, Kind.NUMBER if place else first, ranks.get(place, 0))
        for place, head in enumerate(heads)
    )
    cells = (Row(tuple(map(Cell, row))) for row in rows)
    return Table(tuple(columns), tuple(cells), wide=Wide.LINES, is_dense=bool(ranks))


def shown_blocks(blocks: Iterable[Block], output: Output) -> Iterator[Block]:
    """Yield the nonempty blocks that an output shows."""
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
    """Return the table without the columns and heads that an output hides."""
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
    """Return the section with lines added after its first block, a list. A dashed list is
    extended; a numbered list is followed by a new dashed list."""
    first, *others = section.blocks
    assert isinstance(first, Items)
    if first.bullets is Bullets.STEPS:
        return replace(section, blocks=(first, bullets(lines), *others))
    return replace(section, blocks=(bullets(first.items, lines), *others))


def document_of(sections: Iterable[Section]) -> Document:
    """Return a document with the title and blocks of the first section, followed by the other
    sections."""
    first, *others = sections
    return Document(first.title, (*first.blocks, *others))
