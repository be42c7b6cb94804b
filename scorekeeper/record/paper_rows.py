"""The rows of a paper sheet as they were meant: the words of each deal, and what was worked out
beside them."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.game.session import Agreed
from scorekeeper.record.figures import is_dash, number_in
from scorekeeper.record.headers import (
    BARE,
    BOTH,
    COUNT,
    DEALER,
    DECLARER,
    FACT,
    NUMBER,
    POINTS,
    SKIPPED,
    SPLIT,
    SUM,
    TOTAL,
    Column,
    columns_of,
    words_of,
)
from scorekeeper.record.paper_csv import Paper, row_words
from scorekeeper.record.written import decoded
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Problem, Refused, refuse

ARROWS = ("→", "->", "=>")
# In small letters: that of Σ is σ.
FEET = ("total", "totals", "sum", "σ", "start", "0", "bonus", "penalty")

Numbers = tuple[int | None, ...]


class Line(NamedTuple):
    """One deal of the paper: its row, its words as they would be typed, and what stands beside
    them; columns have a number a side, None where nothing is written. `others` are the words of
    each other reading, where the note on it says that the deal counts as the mean of several."""

    place: Words
    words: tuple[str, ...]
    number: int | None
    dealer: str
    declarer: str
    points: Numbers
    totals: Numbers
    sum: int | None
    others: tuple[tuple[str, ...], ...] = ()

    @property
    def is_reckoned(self) -> bool:
        """Whether points or totals stand on it."""
        return any(number is not None for number in (*self.points, *self.totals))


def lines_of(agreed: Agreed, paper: Paper) -> list[Line]:
    """The deals of the paper; raises Refused with everything that cannot be read. Rows at its foot
    on which nothing was played yet are left out."""
    columns, problems = columns_of(agreed, paper)
    lines = []
    for place, row in paper.rows:
        if not _is_foot(columns, row):
            line, faults = _line(agreed, columns, row_words(place), row)
            lines.append(line)
            problems += faults
    if problems:
        raise Refused(problems)
    while (
        lines
        and not lines[-1].is_reckoned
        and all(_is_ahead(agreed, word) for word in lines[-1].words)
    ):
        lines.pop()
    if not lines:
        raise refuse(
            "import-empty",
            say("no deal stands on this sheet yet"),
            None,
            say("fill in a row a deal"),
        )
    return lines


def _is_ahead(agreed: Agreed, word: str) -> bool:
    """Whether a word stands on the empty sheet already: the contract, where its order is fixed."""
    return not agreed.rules.deals.picked and word.startswith("contract=")


def _is_foot(columns: Sequence[Column], row: Sequence[str]) -> bool:
    """The line that a game starts from, the line that sums it up and that of a penalty have no
    deal's number."""
    return any(
        c.kind == NUMBER and text.casefold() in FEET for c, text in zip(columns, row, strict=False)
    )


def _line(
    agreed: Agreed, columns: Sequence[Column], place: Words, row: Sequence[str]
) -> tuple[Line, list[Problem]]:
    blank: Numbers = (None,) * len(agreed.sides)
    written: dict[str, list[int | None]] = {
        POINTS: [*blank],
        TOTAL: [*blank],
        NUMBER: [None],
        SUM: [None],
    }
    seats, problems = {DEALER: "", DECLARER: ""}, list[Problem]()
    for column, text in zip(columns, row, strict=False):
        if not text or column.kind in (BARE, FACT, COUNT):
            continue
        if column.kind in seats:
            seats[column.kind] = text
        elif column.kind in (*written, BOTH) and not _write(written, column, text):
            problems.append(_unreadable(agreed, column, text, place))
    words = tuple(words_of(agreed, columns, row))
    line = Line(
        place=place,
        words=words,
        number=written[NUMBER][0],
        dealer=seats[DEALER],
        declarer=seats[DECLARER],
        points=tuple(written[POINTS]),
        totals=tuple(written[TOTAL]),
        sum=written[SUM][0],
        others=_other_readings(agreed, columns, row),
    )
    return line, problems


def _other_readings(
    agreed: Agreed, columns: Sequence[Column], row: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """What the note on a row says of the other readings of a deal that was split: `split or
    tricks=7,5,4`."""
    notes = (text for c, text in zip(columns, row, strict=False) if c.kind == SKIPPED)
    parts = (note.split(" or ") for note in notes)
    return tuple(
        tuple(_decoded(agreed, word) for word in reading.split())
        for first, *said in parts
        if first == SPLIT
        for reading in said
    )


def _decoded(agreed: Agreed, word: str) -> str:
    name, equals, text = word.partition("=")
    return f"{name}{equals}{decoded(agreed.rules, name, text)}"


def _write(written: dict[str, list[int | None]], column: Column, text: str) -> bool:
    """Notes the numbers of a cell; False where they cannot be read."""
    if column.place is None and column.kind in (POINTS, TOTAL):
        return _write_list(written[column.kind], text)
    parts = (
        zip((POINTS, TOTAL), _two(text), strict=True)
        if column.kind == BOTH
        else [(column.kind, text)]
    )
    for kind, part in parts:
        number = number_in(part)
        if number is not None:
            written[kind][column.place or 0] = number
        elif not is_dash(part):
            return False
    return True


def _write_list(numbers: list[int | None], text: str) -> bool:
    """Notes a cell that holds the numbers of all sides."""
    found = [number_in(item) for item in text.split("," if "," in text else None)]
    if len(found) != len(numbers) or None in found:
        return False
    numbers[:] = found
    return True


def _two(text: str) -> list[str]:
    """`-2 → -5`: the points and the total after them; a number alone is the total."""
    for arrow in ARROWS:
        before, found, after = text.partition(arrow)
        if found:
            return [before, after]
    return ["", text]


def _unreadable(agreed: Agreed, column: Column, text: str, place: Words) -> Problem:
    side = agreed.side_names[column.place] if column.place is not None else ""
    what = " ".join(filter(None, (TOTAL if column.kind == BOTH else column.kind, side)))
    message = say(
        "`{text}` in the column `{column}` cannot be read as a number", text=text, column=what
    )
    return Problem("import-number", message, what, (), place)
