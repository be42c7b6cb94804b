"""Tables fitted to a terminal's width: words are cut but stay distinct, columns continue in a
table below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.render.fit import both_ends
from scorekeeper.render.text_writer import text_table
from scorekeeper.text.terminal_text import cut, safe, width_of

KEYS = 2  # the columns that begin every part of a table


def cut_apart(words: Iterable[str], room: int) -> dict[str, str]:
    """Return each word cut to the room, by word. Words equal after the cut keep their ends too, or
    stay uncut if they are still equal."""
    told = {word: cut(word, room) for word in words}
    for shorter in (lambda word: both_ends(word, room), safe):
        told = {
            word: shorter(word) if _is_shared(told, word) else said for word, said in told.items()
        }
    return told


def _is_shared(told: dict[str, str], word: str) -> bool:
    return any(said == told[word] for other, said in told.items() if other != word)


def is_within(
    heads: Sequence[str], rows: Sequence[Sequence[str]], width: int, gap: int = 1
) -> bool:
    """Return True if a table of these columns fits in the width."""
    widths = [max(map(width_of, column)) for column in zip(heads, *rows, strict=True)]
    return sum(widths) + gap * (len(widths) - 1) <= width


def tables_within(
    heads: Sequence[str], rows: Sequence[Sequence[str]], parts: Iterable[Sequence[int]], width: int
) -> str:
    """Return the table, or if it is too wide its parts, each with the first columns repeated."""
    if is_within(heads, rows, width):
        return _table(heads, rows, width)
    tables = []
    for columns in _broken(heads, rows, parts, width):
        shown = (*range(KEYS), *columns)
        tables.append(_table(_of(heads, shown), [_of(row, shown) for row in rows], width))
    return "\n\n".join(tables)


def _broken(
    heads: Sequence[str], rows: Sequence[Sequence[str]], parts: Iterable[Sequence[int]], width: int
) -> Iterable[list[int]]:
    """Yield the column indexes of each table: a part, or as many of its columns as fit, then its
    rest."""
    columns: list[int] = []
    for part in parts:
        is_broken = False
        for column in part:
            shown = (*range(KEYS), *columns, column)
            if columns and not is_within(
                _of(heads, shown), [_of(row, shown) for row in rows], width
            ):
                yield columns
                columns, is_broken = [], True
            columns.append(column)
        if columns and not is_broken:
            yield columns
            columns = []
    if columns:
        yield columns


def _of(row: Sequence[str], places: Iterable[int]) -> list[str]:
    return [row[place] for place in places]


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    align = ["right", *["left"] * (len(heads) - 1)]
    return text_table(heads, rows, align, 2 if is_within(heads, rows, width, 2) else 1)
