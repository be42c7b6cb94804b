"""The list of games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.render.terminal_tables import cut_apart
from scorekeeper.render.text_writer import linear, text_table
from scorekeeper.rules.formula import FormulaError, whole_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import labelled, listed
from scorekeeper.text.terminal_text import NO_INK, Ink, width_of, wrapped
from scorekeeper.text.translation import marked, tr, trc

LABELS = {
    "id": marked("id"), "name": marked("name"), "family": marked("family"),
    "players": marked("players"),
    "deals": marked("deals"), "languages": marked("languages"), "sources": marked("sources"),
    "caution": marked("caution"),
}  # fmt: skip


class GameRow(NamedTuple):
    """A game in the list of games; `deals` is None if a score ends it. The field names are the
    JSON keys of `rules list`."""

    id: str
    name: str
    family: str
    players: tuple[int, ...]
    deals: int | str | None
    languages: tuple[str, ...]
    sources: tuple[str, ...]
    caution: str | None


def ruleset_row(rules: Ruleset) -> GameRow:
    """Return a game's row in the list."""
    return GameRow(
        id=rules.id,
        name=rules.name.shown(),
        family=rules.about.family,
        players=tuple(rules.players),
        deals=deals_number(rules),
        languages=tuple(rules.about.languages),
        sources=tuple(rules.about.sources),
        caution=rules.about.caution.shown() or None,
    )


def deals_number(rules: Ruleset, players: int = 0) -> int | None:
    """Return a game's number of deals with these players, or with its first allowed number (0).
    None if the number is not fixed."""
    number = rules.deals.number
    defaults = {name: option.default for name, option in rules.options.items()}
    try:
        return (
            None
            if number is None
            else whole_of(number, {"players": players or rules.players[0], **defaults})
        )
    except FormulaError:
        return None


def deals_said(rules: Ruleset) -> str | None:
    """Return the number of deals as text, `24–32` if it varies by number of players; None if not
    fixed."""
    numbers = [
        number for players in rules.players if (number := deals_number(rules, players)) is not None
    ]
    if not numbers:
        return None
    return str(numbers[0]) if len(set(numbers)) == 1 else f"{min(numbers)}–{max(numbers)}"


def rulesets_text(rows: Sequence[GameRow], width: int, plain: bool, ink: Ink = NO_INK) -> str:
    """Return the list of games as a table, or as lines if `plain`. The rows' `deals` may
    be text."""
    if plain:
        return "\n\n".join(
            linear((tr(LABELS[key]), _value_words(value)) for key, value in row._asdict().items())
            for row in rows
        )
    table = _table(rows, width, ink)
    warned = [
        line
        for row in rows
        if row.caution
        for line in wrapped(labelled(f"{MARK} {row.id}", row.caution), width, "  ")
    ]
    return "\n".join([table, "", *warned] if warned else [table])


MARK = "!"


# The sets of columns to try, ever fewer, until the list fits.
NARROWER = ((0, 1, 2, 3, 4), (0, 1, 2, 3), (0, 1, 2), (0, 2, 3), (0, 2))
LEAST_NAME = 16


def _table(rows: Sequence[GameRow], width: int, ink: Ink) -> str:
    """Return the list as a table, with fewer columns if cut names do not suffice."""
    heads = [
        tr("game"),
        tr("name"),
        tr("players"),
        tr("deals"),
        trc("the languages that a game has words in", "words"),
    ]
    for kept in NARROWER:
        beside = [
            [cells[place] for place in kept if place != 1] for cells in [heads, *map(_cells, rows)]
        ]
        room = width - sum(max(map(width_of, column)) + 2 for column in zip(*beside, strict=True))
        if room >= (LEAST_NAME if 1 in kept else -2):  # two columns part a cell from the next
            break
    told = cut_apart(
        [row.name for row in rows], max(room, LEAST_NAME) - 2 * any(row.caution for row in rows)
    )
    body = [_cells(row._replace(name=told[row.name])) for row in rows]
    align = ["left", "left", "right", "right", "left"]
    shown = [[cells[place] for place in kept] for cells in [heads, align, *body]]
    return text_table(shown[0], shown[2:], shown[1], ink=ink)


def _cells(row: GameRow) -> list[str]:
    """Return a game's cells. The name has a mark if a caution follows the list."""
    name = f"{row.name} {MARK}" if row.caution else row.name
    return [row.id, name, _players(row.players), str(row.deals or "–"), " ".join(row.languages)]


def _players(numbers: Sequence[int]) -> str:
    """Return numbers of players as text: `3 or 4`, or `3–7` for three or more consecutive ones."""
    in_a_row = len(numbers) > 2 and list(numbers) == [*range(numbers[0], numbers[-1] + 1)]
    return f"{numbers[0]}–{numbers[-1]}" if in_a_row else listed(map(str, numbers))


def _value_words(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return tr("none") if value is None else str(value)
