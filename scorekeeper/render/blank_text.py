"""The empty sheet in plain characters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.render.terminal_tables import KEYS, cut_apart, tables_within
from scorekeeper.render.text_writer import text_table
from scorekeeper.report.blank import (
    CHOSEN,
    BlankRow,
    BlankSheet,
    LabelRow,
    chosen_words,
    header_line,
    lines_of_blank,
    own_facts,
    scheduled,
)
from scorekeeper.report.shared_labels import RESTS, SUM, part_heads, score
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import labelled
from scorekeeper.text.terminal_text import all_wrapped, cut, safe, width_of, wrapped
from scorekeeper.text.translation import tr

NAME_ROOM = (24, 10)  # columns for a name, and where that makes the table too wide
ROOM, BOTH = "____", "___→____"
BOX = 5  # columns of a box for an X, with what parts it from the next


def blank_text(blank: BlankSheet, rules: Ruleset, width: int = 80) -> str:
    """Return the empty sheet as text: players, quotas, the grid, a row for each deal, and how to
    type it in."""
    date = tr("date {line}", line="_" * 12)
    top = [f"{blank.name} · {date} · {_names(blank)}", *blank.said]
    parts = ["\n".join(all_wrapped(top, width))]
    said = [labelled(word, quota) for word, quota in blank.quotas.items() if quota]
    parts.append("\n".join(all_wrapped(said, width)))
    parts += [
        _grid_text(blank, width),
        _deals_text(blank, rules, width),
        "\n".join(_as_typed(import_words(blank), width)),
    ]
    return "\n\n".join(part for part in parts if part)


def _grid_text(blank: BlankSheet, width: int) -> str:
    """Return the grid of contracts that players pick once: a row for each player, with a box for
    each contract and room for the score. Contracts that do not fit side by side are in further
    tables."""
    words = [*blank.grid]
    most = max(1, (width - BOX - len(BOTH) - 2) // BOX)
    tables = -(-len(words) // most)
    each = -(-len(words) // tables) if tables else 0
    parts = [words[first : first + each] for first in range(0, len(words), each or 1)]
    return "\n\n".join(
        _grid_table(blank, part, is_last=number == tables, width=width)
        for number, part in enumerate(parts, 1)
    )


def _grid_table(blank: BlankSheet, contracts: Sequence[str], is_last: bool, width: int) -> str:
    """Return the grid of some contracts. The last one has the room for the score."""
    columns, total = len(contracts), len(BOTH) + 2 if is_last else 0
    players = [
        cut(player, max(3, min(20, width - total - BOX * columns))) for player in blank.players
    ]
    names = max(map(width_of, players))
    words = [cut(word, max(3, (width - names - total) // columns - 2)) for word in contracts]
    used = names + sum(max(3, width_of(word)) + 2 for word in words) + 2
    score = ["_" * max(len(BOTH), min(width - used, 60))] if is_last else []
    rows = [[player, *["___"] * columns, *score] for player in players]
    heads = ["", *words, *([tr("total")] if is_last else [])]
    return text_table(heads, rows, ["left", *["center"] * columns, *["left"] * is_last])


def _names(blank: BlankSheet) -> str:
    if blank.named:
        return ", ".join(blank.players)
    return " ".join(f"{letter} ____________" for letter in blank.players)


def _deals_text(blank: BlankSheet, rules: Ruleset, width: int) -> str:
    """Return the table of deals to fill in, with the name width that needs the fewest lines."""
    heads, before = _heads(blank, rules)
    parts = [range(KEYS, before), range(before, len(heads))]
    tables = (
        tables_within(heads, _deal_rows(blank, rules, before, room), parts, width)
        for room in NAME_ROOM
    )
    return min(tables, key=lambda text: text.count("\n"))


def _heads(blank: BlankSheet, rules: Ruleset) -> tuple[list[str], int]:
    """Return the headers of all columns, and the number of columns before the sides."""
    facts = own_facts(blank, rules).values()
    counts = [cut(count.word, 12) for count in blank.counts.values()]
    counters = [cut(word, 12) for word in blank.counters.values()]
    before = ["#", part_heads(rules)[0], *chosen_words(rules).values(), *facts, *counts, *counters]
    sides = [cut(side, 12) for side in blank.sides]
    return [*before, *sides, *([SUM] if blank.sums else [])], len(before)


def _deal_rows(blank: BlankSheet, rules: Ruleset, before: int, room: int) -> list[list[str]]:
    """Return the rows of the deals, with names cut to the width `room`."""
    names = cut_apart(_names_in(blank), room)
    sums, sum_box = ([""], ["__"]) if blank.sums else ([], [])
    return [
        [*_labelled(line, before, blank, rules), *sums]
        if isinstance(line, LabelRow)
        else [*_known(line, rules, names), *_empty(line, blank, rules), *sum_box]
        for line in lines_of_blank(blank)
    ]


def _empty(row: BlankRow, blank: BlankSheet, rules: Ruleset) -> Iterable[str]:
    """Yield the empty cells of a deal, with a dash for players who sit out."""
    yield from (ROOM for _ in own_facts(blank, rules))
    for count in blank.counts.values():
        yield " ".join(RESTS if who in row.resting else "__" for who in count.of)
    for _ in blank.counters:
        yield " ".join(RESTS if side in row.resting else "__" for side in blank.sides)
    yield from (RESTS if side in row.resting else BOTH for side in blank.sides)


def _names_in(blank: BlankSheet) -> dict[str, None]:
    """Return every name of a player or a contract in a row."""
    names = (name for row in blank.rows for name in scheduled(row, CHOSEN) if name)
    return dict.fromkeys(names)


def _labelled(line: LabelRow, before: int, blank: BlankSheet, rules: Ruleset) -> list[str]:
    """Return a row without a deal: its label, and each side's start score or room for the
    result."""
    number = f"{'→':>4}{ROOM}" if line.start is None else f"{'→':>4} {score(line.start, rules)}"
    return ["", line.label, *[""] * (before - 2), *[number] * len(blank.sides)]


def _known(row: BlankRow, rules: Ruleset, names: Mapping[str, str]) -> list[str]:
    known = scheduled(row, chosen_words(rules))
    return [str(row.deal or ""), *(names.get(name, ROOM) for name in known)]


def import_words(blank: BlankSheet) -> str:
    """Return the text on how to type in the filled paper sheet."""
    typed = {"header": safe(header_line(blank)), "command": f"scorekeeper import {tr('FILE.csv')}"}
    if not blank.counts:
        return tr(
            "to type it in, write a file that begins with the line\n"
            "  {header}\n"
            "and has a line a deal; then\n"
            "  {command}",
            **typed,
        )
    return tr(
        "to type it in, write a file that begins with the line\n"
        "  {header}\n"
        'and has a line a deal, the {count} in quotes as in "6,6,4"; then\n'
        "  {command}",
        count=next(iter(blank.counts.values())).word,
        **typed,
    )


def _as_typed(words: str, width: int) -> Iterable[str]:
    """Yield the text wrapped to the width, except indented lines, which are to be typed."""
    for line in words.split("\n"):
        yield from [line] if line.startswith("  ") else wrapped(line, width)
