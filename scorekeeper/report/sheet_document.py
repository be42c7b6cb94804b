"""The score sheet as a document: the grid of contracts or the points row, the table of deals, and
the notes below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.base.exact_numbers import signed
from scorekeeper.report.columns import (
    MAIN_COUNT,
    POINTS,
    SETTLED,
    TEXT,
    TOTAL,
    SheetColumn,
    count_key,
    counter_key,
    points_word,
)
from scorekeeper.report.document import (
    PAGES,
    Block,
    Cell,
    Column,
    Document,
    Items,
    Joined,
    Kind,
    Output,
    Pairs,
    Row,
    RowKind,
    Section,
    Table,
    bullets,
)
from scorekeeper.report.shared_labels import (
    carried_lines,
    contract_word,
    counters_shown,
    either_word,
    score,
    short_outcomes,
)
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_layouts import SheetLine, grid_rows, lines_of, strip_of
from scorekeeper.report.sheet_pairs import sheet_pairs
from scorekeeper.report.sheet_text import heading, notes, title_words
from scorekeeper.rules.fact_names import TRUMP
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.local_formats import NOT_KNOWN, DateAndPlace
from scorekeeper.text.message import Name
from scorekeeper.text.translation import tr

LEAST_WORD, LEAST_NAME = 13, 3  # columns to which a contract, a name may be cut
NOBODY = "-"


def sheet_document(
    sheet: Sheet, rules: Ruleset, said: Iterable[str] = (), held: DateAndPlace = NOT_KNOWN
) -> Document:
    """Return the sheet of a session. `said` are lines on the players' settings for pages; `held`
    has the date and the place."""
    name, _, deals = heading(sheet, rules)
    first = tuple(sheet_pairs(sheet, rules))
    return Document(
        " · ".join(filter(None, heading(sheet, rules))),
        (*sheet_blocks(sheet, rules, said),),
        page_title=title_words(sheet, rules, held.when),
        subtitle=" · ".join(filter(None, [held.place, deals, name])),
        first=first,
    )


def sheet_blocks(sheet: Sheet, rules: Ruleset, said: Iterable[str] = ()) -> Iterator[Block]:
    """Yield the tables of the sheet and the notes, for all outputs but plain text. `said` are
    lines on the players' settings for pages."""
    tables = [*filter(None, [grid_table(sheet, rules) or strip_table(sheet, rules)])]
    tables += [deals_table(sheet, rules)] if sheet.rows else []
    noted = notes(sheet, rules)
    yield Section("", (*tables, Items(tuple(noted))), frozenset((Output.TEXT,)))
    yield Section("", (*tables, bullets(noted, said)), PAGES)


def read_sheet(sheet: Sheet, rules: Ruleset, hidden: int = 0) -> Document:
    """Return the sheet for a screen reader only. Its first `hidden` deals are omitted, but totals
    include them."""
    return Document("", (Pairs(tuple(sheet_pairs(sheet, rules, hidden))),))


# --- grid and points row -------------------------------------------------------------------------


def grid_table(sheet: Sheet, rules: Ruleset) -> Table | None:
    """Return the grid of contracts: an X for each played, and the score; None for rules without a
    grid. Leaders are strong."""
    grid = grid_rows(sheet, rules)
    if not grid:
        return None
    columns = [Column("player", "", Kind.NAME)]
    for contract in rules.contracts:
        columns.append(Column(contract, contract_word(rules, contract), Kind.MARK, is_part=True))
    columns.append(Column(TOTAL, tr("total"), Kind.NUMBER, is_last=True))
    rows = [
        Row(_of_leader(row.player in sheet.leaders, row.player, row.marks, row.total))
        for row in grid
    ]
    return Table(tuple(columns), tuple(rows), caption="")


def strip_table(sheet: Sheet, rules: Ruleset) -> Table | None:
    """Return the points row of each side; None for a game without a points row. Leaders are
    strong."""
    strip = strip_of(sheet, rules)
    if strip is None:
        return None
    columns = [Column("side", "", Kind.NAME)]
    for at, number in enumerate(strip.numbers):
        columns.append(Column(f"deal {at}", number, Kind.NUMBER, is_part=True))
    # the space separates the total from the points, which are close together
    columns.append(Column(TOTAL, f" {tr('total')}", Kind.NUMBER, is_last=True))
    rows = [
        Row(_of_leader(side in sheet.leaders, side, points, f" {strip.totals[side]}"))
        for side, points in strip.points.items()
    ]
    return Table(tuple(columns), tuple(rows), gap=1)


def _of_leader(is_ahead: bool, name: str, marks: Sequence[str], total: str) -> tuple[Cell, ...]:
    """Return a row's cells: name, marks and total, the name and total strong if `is_ahead`."""
    first, last = Cell(name, is_strong=is_ahead), Cell(total, is_strong=is_ahead)
    return first, *map(Cell, marks), last


# --- the table of deals --------------------------------------------------------------------------


def deals_table(sheet: Sheet, rules: Ruleset) -> Table:
    """Return the table of deals: number, players, contract or outcome, facts, and each side's
    points and running total; with rows for results and totals."""
    lines = [*lines_of(sheet)]
    found = [*_before(sheet, rules), *_of_sides(sheet), *_after(sheet)]
    blank = " " if any(deal.mark for deal in sheet.rows) else ""
    of = _Cells(sheet, rules, short_outcomes(rules), blank)
    columns = tuple(column for column, _ in found)
    rows = [
        Row(kind=RowKind.ACROSS)
        if line is None
        else Row(
            tuple(of.cell(line, *shown, of_side=bool(column.group)) for column, shown in found),
            _kind(line),
            label=line.label,
        )
        for line in lines
    ]
    return Table(columns, tuple(rows))


_Shown = tuple[SheetColumn, str]  # a column of the sheet, and the name for which it is


def _before(sheet: Sheet, rules: Ruleset) -> Iterator[tuple[Column, _Shown]]:
    """Yield the columns before the sides, the most wanted first and the main count last."""
    entered = {TRUMP, *rules.facts, *map(count_key, rules.counts)}
    entered |= {counter_key(rules, name) for name in counters_shown(rules)}
    shown = (one for one in sheet.columns if TEXT not in one.left_out and not one.below)
    for one in sorted(shown, key=lambda one: (one.rank == MAIN_COUNT, one.rank)):
        if one.rank > SETTLED and not (one.person or one.is_used(sheet.rows)):
            continue
        is_aside = one.person or one.key not in entered
        rank = 0 if one.rank <= SETTLED else 1 if one.rank == MAIN_COUNT else one.rank
        merged = Joined(one.head) if one.names else None
        for name in one.names or ("",):
            yield (
                Column(
                    f"{one.key} {name}",
                    _number_head(sheet) if one.key == "number" else one.head,
                    _kind_of(one),
                    rank,
                    least=LEAST_WORD if one.rank == SETTLED else LEAST_NAME if one.person else 0,
                    merged=merged,
                    is_aside=is_aside,
                    is_label=one.rank == SETTLED,
                    instead=_carried(sheet, rules, one),
                ),
                (one, name),
            )


def _kind_of(column: SheetColumn) -> Kind:
    if column.key == "number":
        return Kind.NUMBER
    return Kind.NAME if column.person else Kind.TEXT


def _number_head(sheet: Sheet) -> str:
    """Return the head of the deals' numbers, with room for a mark if any deal has one."""
    return "# " if any(deal.mark for deal in sheet.rows) else "#"


def _carried(sheet: Sheet, rules: Ruleset, column: SheetColumn) -> str:
    """Return the line on a counter's current values, shown if its column is hidden; "" for other
    columns."""
    by_key = {counter_key(rules, name): name for name in sheet.counters}
    name = by_key.get(column.key)
    return "" if name is None else carried_lines(rules, {name: sheet.counters[name]})[0]


def _of_sides(sheet: Sheet) -> Iterator[tuple[Column, _Shown]]:
    """Yield the points and total columns of each side, joined in text: `+2 → +5`."""
    points, total = (next(c for c in sheet.columns if c.key == key) for key in (POINTS, TOTAL))
    for side in sheet.sides:
        name = Name(sheet.called(side)) if side in sheet.labels else Name(side)
        merged = Joined(Name(side), " → ", "→", has_name=True)
        for one in (points, total):
            column = Column(
                f"{one.key} {side}", one.head, Kind.NUMBER,
                group=name, merged=merged, is_part=True,
            )  # fmt: skip
            yield column, (one, side)


def _after(sheet: Sheet) -> Iterator[tuple[Column, _Shown]]:
    """Yield the columns right of the sides: the promised sum."""
    for one in sheet.columns:
        if one.below and TEXT not in one.left_out:
            yield Column(one.key, one.head, Kind.NUMBER), (one, "")


def _kind(line: SheetLine) -> RowKind:
    if line.deal:
        return RowKind.ROW
    return RowKind.START if line.begins else RowKind.NOTE if line.totals else RowKind.SUM


@dataclass(frozen=True, slots=True)
class _Cells:
    """A maker of the sheet's cells. `short` has the short outcomes, `blank` the space after a
    number without a mark."""

    sheet: Sheet
    rules: Ruleset
    short: Mapping[str, str]
    blank: str

    def cell(self, line: SheetLine, column: SheetColumn, name: str, of_side: bool) -> Cell:
        """Return the cell of a line in a column; `of_side` is True for a side's points and
        total."""
        if of_side:
            return self.of_side(line, column.key, name)
        if line.deal is None:
            below = column.below
            if below is None:
                return Cell()
            return Cell(either_word(below(numbers.values()) for numbers in line.in_every_way))
        if column.names and not column.is_used([line.deal]):
            return Cell()
        word = column.word(line.deal, name)
        if column.key == "number":
            return Cell(f"{word}{line.deal.mark or self.blank}")
        if column.person:
            return Cell(word or NOBODY)
        return Cell(word, self.short.get(word, word) if column.rank == SETTLED else None)

    def of_side(self, line: SheetLine, key: str, side: str) -> Cell:
        """Return the cell of a side's points or total in a line of a deal, result or penalty.
        Leaders' final totals are strong."""
        deal = line.deal
        if key == POINTS:
            if deal:
                return Cell(points_word(deal, side))
            return Cell(signed(line.numbers[side]) if line.totals else "")
        if deal:
            return Cell("" if deal.is_coming else score(deal.total(side), self.rules))
        total = line.totals[side] if line.totals else line.span(side)
        is_ahead = side in self.sheet.leaders and _kind(line) is RowKind.SUM
        return Cell(score(total, self.rules), is_strong=is_ahead)
