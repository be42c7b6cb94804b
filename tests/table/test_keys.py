"""What a deal costs in keys: every line of the table is typed at the live table, and its keys
are counted."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest
from conftest import RULESETS
from live import Evening

from scorekeeper.report.next_deal_summary import example_lines
from scorekeeper.store.ruleset_library import load_ruleset

PAGE = Path(__file__).parent.parent.parent / "docs" / "entry-syntax.md"
NAMES = ("Ann", "Bo", "Cal", "Dee", "Eve")
ENTERS = 2  # that end the line and answer `Count it?`


class Row(NamedTuple):
    """A line of the table: the game, the number of the deal, what is typed, how many keys are
    said to be pressed."""

    game: str
    deal: int
    typed: str
    keys: int


def rows() -> list[Row]:
    cells = [
        line.split("|")
        for line in PAGE.read_text(encoding="utf-8").splitlines()
        if line.startswith("| `")
    ]
    return [
        Row(game.strip(" `"), int(deal), typed.strip(" `"), int(keys))
        for _, game, deal, typed, keys, *_ in cells
    ]


def at_deal(game: str, number: int) -> Evening:
    """The live table before a deal; those before it are the ones that `next` shows."""
    rules = load_ruleset(game)
    table = Evening(rules, *NAMES[: rules.players[0]])
    for _ in range(number - 1):
        table.say(example_lines(table.table.book.agreed, table.table.book.standing.state)[0], "")
    assert len(table.deals) == number - 1
    return table


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.game}-{row.typed}")
def test_a_line_of_the_table_is_a_whole_deal_in_so_many_keys(row: Row) -> None:
    """Nothing is asked but whether it counts, and Enter says yes."""
    table = at_deal(row.game, row.deal)
    assert table.say(row.typed).problems == ()
    assert table.asked.short == "Count it? [Y/n]> "
    table.say("")
    assert len(table.deals) == row.deal
    assert len(row.typed) + ENTERS == row.keys


def test_every_family_is_in_the_table() -> None:
    """No game that is shipped has keys that nobody counted."""
    shipped = {
        load_ruleset(path.stem).about.family
        for path in RULESETS.rglob("*.toml")
        if path.parent.name != "packs"
    }
    assert {load_ruleset(row.game).about.family for row in rows()} == shipped
