"""CSV files: a user's score sheet, a list of people's names, and cells that are safe for
spreadsheets."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from scorekeeper.base.input_limits import ROWS
from scorekeeper.rules.cards import folded
from scorekeeper.text.message import JoinedWords, Words, say, say_n
from scorekeeper.text.problems import Problem, Refused, refuse

# --- cells that are safe for spreadsheets --------------------------------------------------------
# A cell that would be a formula gets an apostrophe before it, one more than its text has, so that a
# text which begins with one is restored unchanged: `=x` is `'=x`, and `'=x` is `''=x`.


_STARTS = "=+\\-@\t\r＝＋－＠"
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_FORMULA = re.compile(f"(?='*[{_STARTS}])")
# Many spreadsheets separate cells by semicolons, and would see a second cell within this one.
_WITHIN = re.compile(rf"""(;[\s"]*)(?='*[{_STARTS}])""")
_GUARDED = re.compile(f"'(?='*[{_STARTS}])")
_GUARDED_WITHIN = re.compile(rf"""(;[\s"]*)'(?='*[{_STARTS}])""")


def guarded(text: str) -> str:
    """Return a cell in a form that a spreadsheet does not take for a formula. Numbers are
    unchanged."""
    if _NUMBER.fullmatch(text):
        return text
    return _WITHIN.sub(r"\1'", f"'{text}" if _FORMULA.match(text) else text)


def plain(cell: str) -> str:
    """Return the text of a cell that `guarded` wrote."""
    text = _GUARDED_WITHIN.sub(r"\1", cell)
    return text[1:] if _GUARDED.match(text) else text


# --- paper csv ---------------------------------------------------------------------------------
# A paper sheet as CSV: lines about the game above its header, the header, and one row for each
# deal.


MOST_CELLS = 1_000
MOST_NAMED = 3  # rows that have a problem of their own; the numbers of the others are listed
_OUTSIDE = re.compile(r'"[^"]*"|([;\t,])')  # a cell in quotes, or what parts cells

Cells = tuple[str, ...]


class Paper(NamedTuple):
    """A parsed sheet: the lines above its header by key, the row number of the header, the header,
    and the rows below with their numbers."""

    said: Mapping[str, Cells]
    row: int
    header: Cells
    rows: tuple[tuple[int, Cells], ...]


def paper_of(text: str) -> Paper:
    """Return the sheet in a CSV text, with its cells stripped and without empty rows. Lines whose
    first cell ends in a colon (`game:`, `players:`) may precede the header."""
    rows = [
        (number, tuple([plain(cell.strip()) for cell in row]))
        for number, row in numbered_rows(text.removeprefix("\ufeff"))
    ]
    rows = [(number, row) for number, row in rows if any(row)]
    above = next(
        (place for place, (_, row) in enumerate(rows) if not row[0].endswith(":")), len(rows)
    )
    if len(rows) < above + 2:
        message = say(
            "there is nothing to import: a header of fact names and a row a deal are needed"
        )
        hint = say(
            "for example a line `{header}` and under it `{row}`", header="tricks", row='"6,6,4"'
        )
        raise refuse("import-empty", message, None, hint)
    said = {row[0].rstrip(":").casefold(): tuple(filter(None, row[1:])) for _, row in rows[:above]}
    (number, header), *deals = rows[above:]
    long = [(place, row) for place, row in deals if any(row[len(header) :])]
    if long:
        raise Refused(_too_long(header, long))
    return Paper(said, number, header, tuple(deals))


def row_words(number: int) -> Words:
    """Return the name of a row, `row 3`."""
    return say("row {number}", number=number)


def numbered_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield every row with the number of its first line. Raises Refused if it is unreadable or too
    large."""
    lines = _lines(text)
    before = [*_until_written(lines)]
    first = before[-1] if before else ""
    delimiter = _delimiter(first)
    reader = csv.reader(chain(before, lines), delimiter=delimiter, skipinitialspace=True)
    number = 1
    try:
        for row in islice(reader, ROWS + 1):
            if len(row) > MOST_CELLS:
                raise _unreadable(number, say("{most} cells are the most", most=MOST_CELLS))
            yield number, row
            number = reader.line_num + 1
    except csv.Error as error:
        raise _unreadable(number, str(error)) from None
    if number > ROWS:
        raise _unreadable(number, say("{most} rows are the most", most=ROWS))


def _delimiter(line: str) -> str:
    """Return the character that separates the cells of a first line: the first candidate outside
    quotes, as a name may contain the others."""
    return next((found[1] for found in _OUTSIDE.finditer(line) if found[1]), ",")


def _unreadable(number: int, why: Words) -> Refused:
    message = say("the file cannot be read as CSV at row {number}: {why}", number=number, why=why)
    return refuse("import-csv", message)


def _until_written(lines: Iterator[str]) -> Iterator[str]:
    """Yield the lines up to and including the first that is not blank."""
    for line in islice(lines, ROWS):
        yield line
        if line.strip():
            return


def _lines(text: str) -> Iterator[str]:
    """Yield the lines as an editor counts them, with any of the three line endings."""
    text, start = text.replace("\r\n", "\n").replace("\r", "\n"), 0
    while (end := text.find("\n", start)) >= 0:
        yield text[start : end + 1]
        start = end + 1
    yield f"{text[start:]}\n"


def _too_long(header: Sequence[str], rows: Sequence[tuple[int, Cells]]) -> Iterator[Problem]:
    """Yield a problem for each of the first rows with more cells than the header, and one for all
    others, because a file of another program has the problem in each row."""
    hint = say("put a list of numbers in quotes, or part the cells with semicolons")
    for number, row in rows[:MOST_NAMED]:
        message = say("it has {cells} cells, the header {heads}", cells=len(row), heads=len(header))
        yield Problem("import-columns", message, None, (hint,), row_words(number))
    if more := [str(number) for number, _ in rows[MOST_NAMED:]]:
        message = say_n(
            len(more),
            "row {rows} has more cells than the header too",
            "{n} more rows have more cells than the header too: {rows}",
            rows=JoinedWords(tuple(more), ", "),
        )
        yield Problem("import-columns", message, None, (hint,))


# --- names csv ---------------------------------------------------------------------------------
# Names of people in a file: one a line, or the column of a CSV with a heading for names.


# Headings of a column of names, in the program's languages.
HEADS = frozenset(
    ("name", "names", "player", "players", "person", "people", "nom", "noms", "joueur", "joueurs",
     "joueuse", "personne", "namn", "spelare", "person", "personer")
)  # fmt: skip


class NamedRow(NamedTuple):
    """A name, and the number of its row in the file."""

    name: str
    row: Words


def names_of(text: str) -> list[NamedRow]:
    """Return the names in a text: the column with a heading like `name`, else one name a line, or
    all names of a single line. Raises Refused if there are no names, or if no heading of
    several columns is like `name`."""
    rows = [
        (number, [plain(cell.strip()) for cell in row])
        for number, row in numbered_rows(text.removeprefix("\ufeff"))
    ]
    rows = [(number, row) for number, row in rows if any(row)]
    if not rows:
        hint = say("write a name a line, or a CSV with a column `{head}`", head="name")
        raise refuse("names-empty", say("there are no names in the file"), "from", hint)
    (_, head), *below = rows
    columns = [place for place, cell in enumerate(head) if folded(cell) in HEADS]
    if columns:
        return _column(below, columns[0])
    if len(rows) == 1:
        return [NamedRow(cell, row_words(number)) for number, row in rows for cell in row if cell]
    if any(sum(map(bool, row)) > 1 for _, row in rows):
        message = say("the file has several columns, and none is said to be that of the names")
        hint = say("write `{head}` above it", head="name")
        raise refuse("names-column", message, "from", hint)
    return [NamedRow(next(filter(None, row)), row_words(number)) for number, row in rows]


def _column(rows: Sequence[tuple[int, list[str]]], column: int) -> list[NamedRow]:
    return [
        NamedRow(row[column], row_words(number))
        for number, row in rows
        if len(row) > column and row[column]
    ]
