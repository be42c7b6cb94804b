"""A paper sheet as CSV: the header names the facts, a row is a deal."""

from __future__ import annotations

import csv

from scorekeeper.problems import Problem, Refused

Row = tuple[str, list[str]]
IGNORED = ("", "deal", "number", "#")


def rows_of(text: str) -> list[Row]:
    """The rows of a CSV text, each with its place and its words, `key=value`.

    A column without a name holds bare words; an empty cell says nothing.
    """
    try:
        lines = [(number, row) for number, row in _numbered(text) if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise Refused([Problem("import-csv", f"the file cannot be read as CSV: {error}")]) from None
    if len(lines) < 2:
        raise Refused([Problem("import-empty", "there is nothing to import: a header of fact names and a row a deal are needed", hint='for example: contract,tricks  then  sang,"6,6,4"')])
    (_, header), *rows = lines
    long = [Problem("import-columns", f"the row has {len(row)} cells, the header {len(header)}", place=f"row {number}") for number, row in rows if len(row) > len(header)]
    if long:
        raise Refused(long)
    return [(f"row {number}", _words(header, row)) for number, row in rows]


def _numbered(text: str) -> list[tuple[int, list[str]]]:
    text = text.removeprefix("\ufeff")
    first = text.partition("\n")[0]
    delimiter = max(";\t,", key=first.count)
    reader = csv.reader(text.splitlines(keepends=True), delimiter=delimiter, skipinitialspace=True)
    return [(reader.line_num, row) for row in reader]


def _words(header: list[str], row: list[str]) -> list[str]:
    words = []
    for name, cell in zip(header, row, strict=False):
        key, text = name.strip(), cell.strip()
        if text and key.casefold() not in IGNORED:
            words.append(f"{key}={text}")
        elif text and not key:
            words += text.split()
    return words
