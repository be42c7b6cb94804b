"""The sheet as on paper, fitted to a width: which columns, and how wide each may be."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.report.width import cut, width_of
from scorekeeper.report.words import contract_word, count_word, fact_word, score, short_outcomes, signed, value_word
from scorekeeper.ruleset.model import Ruleset

Deal = Mapping[str, Any]
LEAST_NAME, LEAST_WORD, LEAST_AT_ALL = 5, 13, 3


class Line(NamedTuple):
    """A line of the sheet: a deal, or a label with one number a side."""

    deal: Deal | None
    label: str = ""
    numbers: Mapping[str, int] = {}


class Column(NamedTuple):
    """A column: its cells, a cell a line, and how narrow it may become."""

    head: str
    cells: Sequence[str]
    right: bool = False
    least: int = 99


class Style(NamedTuple):
    """How closely a sheet is written: the gap between columns, the arrow between points and
    total, whether outcomes lose the words they share."""

    gap: int
    arrow: str
    short: bool


STYLES = (Style(2, " → ", False), Style(2, " → ", True), Style(2, "→", True), Style(1, "→", True))


class Page(NamedTuple):
    """A sheet that fits: the gap, the heads, the rows (None is a line across), the alignments."""

    gap: int
    heads: list[str]
    rows: list[list[str] | None]
    align: list[str]


def pages(sheet: Mapping[str, Any], rules: Ruleset, width: int, amended: Collection[int] = ()) -> list[Page]:
    """The deals of the sheet in the roomiest style that fits; with what room is left, more of
    what was entered. Where all the sides do not fit beside each other, half of them follow below."""
    return _pages(sheet, rules, width, amended, sheet["sides"])


def _pages(
    sheet: Mapping[str, Any], rules: Ruleset, width: int, amended: Collection[int], sides: Sequence[str]
) -> list[Page]:
    lines = list(lines_of(sheet))
    told = [line for line in lines if line is not None]
    columns: list[Column] = []
    for squeeze in (_natural, _squeezed):
        for style in STYLES:
            columns = base_columns(sides, rules, told, style, amended)
            widths = squeeze(columns, width, style.gap)
            if _taken(widths, style.gap) <= width:
                more = [] if squeeze is _squeezed else list(extra_columns(sheet, rules, told))
                return [_cut_page(lines, *_with_more(columns, widths, more, width, style.gap), style.gap)]
    if len(sides) > 1:
        half = (len(sides) + 1) // 2
        return [page for part in (sides[:half], sides[half:]) for page in _pages(sheet, rules, width, amended, part)]
    columns = [column._replace(least=min(column.least, LEAST_AT_ALL)) for column in columns]
    return [_cut_page(lines, columns, _squeezed(columns, width, 1), 1)]


def lines_of(sheet: Mapping[str, Any]) -> Iterable[Line | None]:
    """Every deal; under a finished game its result, at the end the totals; None is a line across."""
    match = sheet["match"]
    results = {game["deals"][1]: game["result"] for game in match["games"]} if match else {}
    last = None
    for deal in sheet["deals"]:
        yield Line(deal)
        last = deal["number"]
        if last in results:
            yield None
            yield Line(None, f"game {deal['game']}", results[last])
            yield None
    if last not in results:
        yield None
        yield Line(
            None,
            f"game {sheet['deals'][-1]['game']} so far" if results and sheet["deals"] else "total",
            sheet["totals"],
        )
    if results:
        yield Line(None, "match", match["totals"])


# --- columns -----------------------------------------------------------------------------------------


def base_columns(
    sides: Iterable[str], rules: Ruleset, lines: Sequence[Line], style: Style, amended: Collection[int]
) -> list[Column]:
    """Number, dealer, declarer, contract or outcome, the sides, and the sum that is promised."""
    short = short_outcomes(rules) if style.short else {}
    blank = " " if amended else ""
    number = _column(f"#{blank}", lines, lambda deal: f"{deal['number']}{'*' if deal['number'] in amended else blank}")
    columns = [number._replace(right=True), _named("dealer", lines, LEAST_NAME)]
    if rules.deals.declarer is not None:
        columns.append(_named("declarer", lines, LEAST_NAME))
    if rules.contracts:
        columns.append(_column("contract", lines, lambda deal: contract_word(rules, deal["contract"]), LEAST_WORD))
    else:
        columns.append(
            _column("outcome", lines, lambda deal: short.get(deal["outcome"], deal["outcome"] or ""), LEAST_WORD)
        )
    labels = [line.label for line in lines]
    columns[-1] = columns[-1]._replace(
        cells=[label or cell for label, cell in zip(labels, columns[-1].cells, strict=True)]
    )
    columns += [_side(side, lines, rules, style.arrow) for side in sides]
    return columns + ([_sums(lines)] if rules.promise is not None else [])


def extra_columns(sheet: Mapping[str, Any], rules: Ruleset, lines: Sequence[Line]) -> Iterable[Column]:
    """What a wider sheet shows as well: trump, counts, leader, the other facts."""
    if any(deal["trump"] for deal in sheet["deals"]):
        yield _column("trump", lines, lambda deal: deal["trump"] or "")
    for count in rules.counts:
        if any(count in deal["counts"] for deal in sheet["deals"]):
            yield _counts(count, lines, rules)
    if rules.deals.leader not in (None, "declarer", rules.deals.declarer):
        yield _named("leader", lines, LEAST_NAME)
    apart = [fact.id for fact in rules.facts.values() if fact.alone or rules.deals.declarer == f"fact {fact.id}"]
    for fact in rules.facts:
        if fact not in apart and any(fact in deal["facts"] for deal in sheet["deals"]):
            yield _fact(fact, lines, rules)


def _column(head: str, lines: Sequence[Line], cell: Callable[[Deal], str], least: int = 99) -> Column:
    return Column(head, [cell(line.deal) if line.deal else "" for line in lines], least=least)


def _fact(fact: str, lines: Sequence[Line], rules: Ruleset) -> Column:
    return _column(fact_word(rules, fact), lines, lambda deal: value_word(deal["facts"].get(fact, "")))


def _named(head: str, lines: Sequence[Line], least: int) -> Column:
    return _column(head, lines, lambda deal: deal[head] or "-", least)


def _side(side: str, lines: Sequence[Line], rules: Ruleset, arrow: str) -> Column:
    """Points and running total, each figure under the other."""
    points = [signed(line.deal["points"][side]) if line.deal else "" for line in lines]
    totals = [score(line.deal["totals"][side] if line.deal else line.numbers[side], rules) for line in lines]
    wide, wider = max(map(len, points)), max(map(len, totals))
    cells = [f"{p:>{wide}}{arrow}{t:>{wider}}" if p else t for p, t in zip(points, totals, strict=True)]
    return Column(side, cells, right=True, least=max(map(len, cells)))


def _sums(lines: Sequence[Line]) -> Column:
    sums = [sum((line.deal["points"] if line.deal else line.numbers).values()) for line in lines]
    return Column("Σ", [signed(number) for number in sums], right=True)


def _counts(count: str, lines: Sequence[Line], rules: Ruleset) -> Column:
    columns = [line.deal["counts"].get(count, {}).values() if line.deal else () for line in lines]
    wide = max((len(str(number)) for numbers in columns for number in numbers), default=1)
    return Column(
        count_word(rules, count), [" ".join(f"{number:>{wide}}" for number in numbers) for numbers in columns]
    )


# --- fitting -----------------------------------------------------------------------------------------


def _width(column: Column) -> int:
    return max(map(width_of, [column.head, *column.cells]))


def _natural(columns: Sequence[Column], width: int, gap: int) -> list[int]:
    return [_width(column) for column in columns]


def _squeezed(columns: Sequence[Column], width: int, gap: int) -> list[int]:
    """The widest column that may still give gives, one by one, until the page fits."""
    widths = _natural(columns, width, gap)
    while _taken(widths, gap) > width:
        spare = [now - column.least for now, column in zip(widths, columns, strict=True)]
        if max(spare) <= 0:
            break
        widths[spare.index(max(spare))] -= 1
    return widths


def _taken(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1)


def _with_more(
    columns: list[Column], widths: list[int], more: Iterable[Column], width: int, gap: int
) -> tuple[list[Column], list[int]]:
    """More columns, before those of the sides, while they fit."""
    place = next(i for i, column in enumerate(columns) if column.right and i)
    for column in more:
        if _taken([*widths, _width(column)], gap) <= width:
            columns.insert(place, column)
            widths.insert(place, _width(column))
            place += 1
    return columns, widths


def _cut_page(lines: Iterable[Line | None], columns: Sequence[Column], widths: Sequence[int], gap: int) -> Page:
    rows = [
        [cut(cell, wide) for cell, wide in zip(row, widths, strict=True)]
        for row in zip(*(c.cells for c in columns), strict=True)
    ]
    told = iter(rows)
    heads = [cut(column.head, wide) for column, wide in zip(columns, widths, strict=True)]
    return Page(
        gap,
        heads,
        [None if line is None else next(told) for line in lines],
        ["right" if c.right else "left" for c in columns],
    )
