"""Score sheets as HTML tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    HtmlCell,
    HtmlRow,
    cell,
    element,
    head,
    joined,
    name,
    row,
    section,
    table,
    text,
)
from scorekeeper.report.columns import HTML, POINTS, SETTLED, TOTAL, SheetColumn
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.shared_labels import contract_word, either_word, score, who_word
from scorekeeper.report.sheet import Sheet
from scorekeeper.report.sheet_layouts import SheetLine, grid_rows, lines_of, strip_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import listed
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import tr

# --- the sheet as tables: the grid of contracts and the deals ----------------------------------


LONGEST_WORD = 18  # letters that are kept in one line


class ColumnGroups(NamedTuple):
    """The columns of the deals table in groups: before the sides, of each side, and after the
    sides; the last group has values in rows of totals."""

    before: list[SheetColumn]
    of_sides: list[SheetColumn]
    after: list[SheetColumn]


def sheet_section(sheet: Sheet, rules: Ruleset, *below: Html) -> Html:
    """Return the score sheet under its heading, with `below` after it."""
    tables = (_grid(sheet, rules), deals_table(sheet, rules))
    return section(tr("Sheet"), *tables, *below, class_="deals")


def _grid(sheet: Sheet, rules: Ruleset) -> Html:
    """Return the grid: players as rows, contracts as columns, an X for each contract played, and
    points."""
    rows = [
        row(
            head(name(sheet.called(player)), scope="row"),
            *(cell(text(mark), "c") for mark in marks),
            cell(text(total), "n total"),
        )
        for player, marks, total in grid_rows(sheet, rules)
    ]
    if not rows:
        return NOTHING
    contracts = [head(text(contract_word(rules, contract)), "c") for contract in rules.contracts]
    heads = row(head(text(tr("player"))), *contracts, head(text(tr("total")), "n"))
    return table(tr("X: a contract that has been played"), [heads], rows, class_="narrow")


def deals_table(sheet: Sheet, rules: Ruleset) -> Html:
    """Return the table of deals, a row each: players, facts, and each side's counts, points and
    total."""
    if not sheet.rows:
        return element("p", text(tr("no deal has been played yet")))
    layout = _layout(sheet)
    rows = [_line_row(line, sheet, rules, layout) for line in lines_of(sheet) if line is not None]
    caption = tr("points of a deal (±), and the running total")
    return table(caption, _heads(sheet, layout), rows)


def _layout(sheet: Sheet) -> ColumnGroups:
    """Return the shown columns in groups. Columns without a header are hidden, as are optional
    columns without a value in any deal."""
    shown = [
        column
        for column in sheet.columns
        if HTML not in column.left_out
        and column.head
        and (column.rank <= SETTLED or column.person or _is_of_every_page(column, sheet))
    ]
    return ColumnGroups(
        [column for column in shown if column.names != sheet.sides and not column.below],
        _in_one([column for column in shown if column.names == sheet.sides], sheet.rows),
        [column for column in shown if column.below],
    )


def _is_of_every_page(column: SheetColumn, sheet: Sheet) -> bool:
    return column.key in (POINTS, TOTAL) or column.is_used(sheet.rows)


def _in_one(columns: Sequence[SheetColumn], deals: Sequence[DealRow]) -> list[SheetColumn]:
    """Return the columns of a side, with its first two counts in one column if no deal has both."""
    one, two, *others = columns
    if POINTS in (one.key, two.key) or any(one.is_used([d]) and two.is_used([d]) for d in deals):
        return [*columns]
    both = one._replace(
        head=listed([two.head, one.head], "or"),
        value=lambda deal, side: _either(one.value(deal, side), two.value(deal, side)),
    )
    return [both, *others]


def _either(one: object, other: object) -> object:
    return other if one is None else one


def _heads(sheet: Sheet, layout: ColumnGroups) -> list[HtmlRow]:
    """Return two header rows: the sides, and the columns of each."""
    span = len(layout.of_sides)
    above = [
        *apart(cell(NOTHING), len(layout.before)),
        *(head(name(sheet.called(side)), "first c", span) for side in sheet.sides),
        *(head(NOTHING) for _ in layout.after),
    ]
    below = [
        head(text(column.head), "n small" if column.key == "number" else None)
        for column in layout.before
    ]
    below += side_heads(_side_words(sheet, layout)) * len(sheet.sides)
    below += [head(text(column.head), "first n") for column in layout.after]
    return [row(*above), row(*below)]


def _side_words(sheet: Sheet, layout: ColumnGroups) -> Iterable[str]:
    """Yield the headers of a side's columns. The first count has the quota in the same column."""
    has_quotas = any(deal.quotas for deal in sheet.deals)
    for place, column in enumerate(layout.of_sides):
        is_count = not place and column.key != POINTS
        yield tr("{count} / quota", count=column.head) if is_count and has_quotas else column.head


def apart(first: HtmlCell, columns: int) -> list[HtmlCell]:
    """Return two cells that fill the columns before the sides: `first`, which a narrow screen
    keeps in view, and an empty cell."""
    return [first, cell(NOTHING, span=columns - 1)]


def label_head(label: str) -> HtmlCell:
    """Return the header cell of a labelled row. On paper it extends over the empty cell next to
    it."""
    look = "label" if width_of(label) <= LONGEST_WORD else None
    return head(text(label), look, scope="row")


def side_heads(words: Iterable[str]) -> list[HtmlCell]:
    """Return the headers of one side's columns."""
    return [
        head(text(word), "n small" if place else "first n small")
        for place, word in enumerate(words)
    ]


def _line_row(line: SheetLine, sheet: Sheet, rules: Ruleset, layout: ColumnGroups) -> HtmlRow:
    if line.deal is None:
        return _label_row(line, sheet, rules, layout)
    deal = line.deal
    cells = [_before(column, deal) for column in layout.before]
    for side in sheet.sides:
        cells += _of_side(deal, side, layout.of_sides)
    return row(*cells, *(cell(text(column.word(deal)), "first n") for column in layout.after))


def _label_row(line: SheetLine, sheet: Sheet, rules: Ruleset, layout: ColumnGroups) -> HtmlRow:
    """Return the row of a result or of totals."""
    span = len(layout.of_sides)
    cells = apart(label_head(line.label), len(layout.before))
    if line.totals:
        each = (_moved(line, side, rules) for side in sheet.sides)
        return row(*cells, *(cell(text(words), "first n", span) for words in each))
    cells += [
        cell(text(score(line.span(side), rules)), "first n total", span) for side in sheet.sides
    ]
    cells += [
        cell(text(either_word(map(column.below, _values(line)))), "first n")
        for column in layout.after
        if column.below
    ]
    return row(*cells, class_=sum_class(line.begins))


def _moved(line: SheetLine, side: str, rules: Ruleset) -> str:
    """Return a side's points and its total with them: `−3 → 5`."""
    return f"{signed(line.numbers[side])} → {score(line.totals[side], rules)}"


def _values(line: SheetLine) -> Iterable[Iterable[int]]:
    return (numbers.values() for numbers in line.in_every_way)


def sum_class(begins: bool) -> str:
    """Return the CSS class of a labelled row; `start` keeps the row on a sheet of paper with the
    deals below."""
    return "sum start" if begins else "sum"


def _before(column: SheetColumn, deal: DealRow) -> HtmlCell:
    word = column.word(deal)
    if column.person:
        return cell(name(word or "–"), "who")
    if column.names:
        return cell(text(" ".join(column.words(deal))), "n")
    if column.key == "number":
        return cell(text(word + deal.mark), "n")
    return cell(text(word), word_class(word) if column.rank == SETTLED else None)


def word_class(word: str) -> str | None:
    """Return the CSS class that keeps a short word on one line; None for a long one."""
    return "who" if len(word) <= LONGEST_WORD else None


def _of_side(deal: DealRow, side: str, columns: Sequence[SheetColumn]) -> Iterable[HtmlCell]:
    """Yield a side's cells: its counts, the first with the quota, its points and its total."""
    for place, column in enumerate(columns):
        look = "n total" if column.key == TOTAL else "n"
        with_quota = not place and column.key != POINTS
        quota = deal.quotas.get(side) if with_quota else None
        inner = [text(column.word(deal, side))]
        inner += [] if quota is None else [element("small", text(f" / {quota}"))]
        yield cell(joined(inner), look if place else f"first {look}")


# --- the points row as a table: rows of sides, columns of deals --------------------------------


def strip_section(sheet: Sheet, rules: Ruleset) -> Html:
    """Return the points row under its heading; empty for a game that has none on paper."""
    strip = strip_of(sheet, rules)
    if strip is None:
        return NOTHING
    heads = [
        head(text(who_word(rules))),
        *(head(text(number), "n") for number in strip.numbers),
        head(text(tr("total")), "n"),
    ]
    rows = [
        row(
            head(name(sheet.called(side)), scope="row"),
            *(cell(text(p), "n") for p in points),
            cell(text(strip.totals[side]), "n total"),
        )
        for side, points in strip.points.items()
    ]
    caption = tr("a row for each who scores, a column for each deal")
    return section(tr("Points of each deal"), table(caption, [row(*heads)], rows))
