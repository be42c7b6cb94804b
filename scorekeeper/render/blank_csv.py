"""The empty sheet for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.render.csv_tables import csv_heads, csv_text, distinct_heads
from scorekeeper.report.blank import BlankRow, BlankSheet, chosen_words, own_facts, scheduled
from scorekeeper.report.phrases import RESTS, SUM
from scorekeeper.rules.model import Ruleset


def blank_csv(blank: BlankSheet, rules: Ruleset) -> str:
    """What it is of, a header, a row a deal with what is known of it. Filled in, `import` and
    `audit` read it."""
    chosen = chosen_words(rules)
    counts = {name: count.of for name, count in blank.counts.items()}
    named = ["deal", "dealer", *chosen, *own_facts(blank, rules), *csv_heads(counts, blank.sides)]
    named += [f"{counter} {side}" for counter in blank.counters for side in blank.sides]
    heads = distinct_heads([*named, *([SUM] if blank.sums else []), "notes"])
    above = [["game:", blank.game], ["players:", *blank.players]]
    people: list[str | None] = [
        None,
        None,
        *([None] * len(chosen)),
        *([None] * len(own_facts(blank, rules))),
    ]
    people += [who for whose in counts.values() for who in whose]
    people += [*blank.sides, *blank.sides, *(list(blank.sides) * len(blank.counters))]
    return csv_text([*above, heads, *(_row(row, chosen, people, len(heads)) for row in blank.rows)])


def _row(
    row: BlankRow, chosen: Iterable[str], people: Sequence[str | None], cells: int
) -> list[object]:
    """What is known of a deal, then room to write in; under the names of `people` a dash where they
    rest."""
    known: list[object] = [row.deal, *scheduled(row, chosen)]
    rest = [RESTS if who in row.resting else "" for who in people[len(known) :]]
    return [*known, *rest, *[""] * (cells - len(known) - len(rest))]
