"""A paper sheet as CSV: the header names the facts, a row is a deal."""

from collections.abc import Sequence

from scorekeeper.problems import Problem, Refused, refuse

Row = tuple[str, list[str]]
IGNORED = ("", "deal", "number", "#")
EXAMPLE = 'for example a line `tricks` and under it `"6,6,4"`'


def rows_of(text: str) -> list[Row]:
    """The rows of a CSV text, each with its place and its words, `key=value`.

    A column without a name holds bare words; an empty cell says nothing.
    """
    lines = [(number, row) for number, row in _numbered(text.removeprefix("\ufeff")) if any(map(str.strip, row))]
    if len(lines) < 2:
        message = "there is nothing to import: a header of fact names and a row a deal are needed"
        raise refuse("import-empty", message, None, EXAMPLE)
    (_, header), *rows = lines
    problems = [problem for number, row in rows for problem in _too_long(header, number, row)]
    if problems:
        raise Refused(problems)
    return [(f"row {number}", _words(header, row)) for number, row in rows]


def _numbered(text: str) -> list[tuple[int, list[str]]]:
    """Every row with the number of its first line, which is where a person looks for it."""
    import csv  # only ever needed here

    lines = _lines(text)
    first = next((line for line in lines if line.strip()), "")
    reader = csv.reader(lines, delimiter=max(";\t,", key=first.count), skipinitialspace=True)
    rows, number = [], 1
    try:
        for row in reader:
            rows.append((number, row))
            number = reader.line_num + 1
    except csv.Error as error:
        raise refuse("import-csv", f"the file cannot be read as CSV at row {number}: {error}") from None
    return rows


def _lines(text: str) -> list[str]:
    """The lines as an editor counts them, with any of the three ends that a line can have."""
    return [f"{line}\n" for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]


def _too_long(header: Sequence[str], number: int, row: Sequence[str]) -> list[Problem]:
    if not any(cell.strip() for cell in row[len(header) :]):
        return []
    message = f"it has {len(row)} cells, the header {len(header)}"
    hint = "put a list of numbers in quotes, or part the cells with semicolons"
    return [Problem("import-columns", message, None, hint, f"row {number}")]


def _words(header: Sequence[str], row: Sequence[str]) -> list[str]:
    words = []
    for name, cell in zip(header, row, strict=False):
        key, text = name.strip(), cell.strip()
        if not key:
            words += text.split()
        elif text and key.casefold() not in IGNORED:
            words.append(f"{key}={text}")
    return words
