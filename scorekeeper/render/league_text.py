"""The league as text, on a screen or for a screen reader."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.language import trn
from scorekeeper.render.fitting import is_within
from scorekeeper.render.league_tables import (
    Games,
    Names,
    Table,
    aligned,
    league_notes,
    league_tables,
    league_title,
)
from scorekeeper.render.text import text_table
from scorekeeper.sheet.league_value import LeagueStandings
from scorekeeper.speech import heading, labelled, parted
from scorekeeper.words.ink import NO_INK, Ink
from scorekeeper.words.width import all_wrapped, safe, wrapped

MOST_PAIRS = 12
GAPS = (2, 1)


def league_text(
    league: LeagueStandings, known: Games, width: int, plain: bool, ink: Ink = NO_INK
) -> str:
    """The league on a screen no wider than `width`, or as lines for a screen reader."""
    left = len(league.pairs) - MOST_PAIRS
    shown = league._replace(pairs=league.pairs[:MOST_PAIRS])
    parts = ["\n".join(map(ink.bold, wrapped(league_title(league), width, "  ")))]
    parts += ["\n".join(notes)] if (notes := all_wrapped(league_notes(league), width)) else []
    parts += [
        _laid_out(table, width, plain, ink) for table in league_tables(shown, known, Names(width))
    ]
    if left > 0:
        more = trn(
            left,
            "{n} more pair; `--player NAME` shows one player's",
            "{n} more pairs; `--player NAME` shows one player's",
        )
        parts.append("\n".join(wrapped(more, width, "  ")))
    return "\n\n".join(parts)


def _laid_out(table: Table, width: int, plain: bool, ink: Ink) -> str:
    """A table under its title; where even a tight one does not fit, a line a row, broken between
    words."""
    heads, rows = table.heads, [[safe(cell) for cell in row] for row in table.rows]
    title = f"{table.title} ({table.note})" if table.note else table.title
    gap = next((gap for gap in GAPS if is_within(heads, rows, width, gap)), None)
    if gap and not plain:
        shown = text_table(heads, rows, aligned(heads), gap, ink)
        return "\n".join([*wrapped(title, width, "  "), shown])
    body = [_in_a_line(heads, row) for row in rows]
    lines = [heading(safe(title)), *body]
    return "\n".join(lines if plain else all_wrapped(lines, width))


def _in_a_line(heads: Sequence[str], row: Sequence[str]) -> str:
    return parted(labelled(head, cell) for head, cell in zip(heads, row, strict=True))
