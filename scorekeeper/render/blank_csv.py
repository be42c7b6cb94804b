"""The empty sheet for a spreadsheet."""

from __future__ import annotations

from scorekeeper.render.csv_tables import csv_heads, csv_text
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.blank import BlankSheet, chosen_words, own_facts, scheduled
from scorekeeper.words.phrases import SUM


def blank_csv(blank: BlankSheet, rules: Ruleset) -> str:
    """What it is of, a header, a row a deal with what is known of it. Filled in, `import` and
    `audit` read it."""
    chosen = chosen_words(rules)
    counts = {name: count.of for name, count in blank.counts.items()}
    heads = ["deal", "dealer", *chosen, *own_facts(blank, rules), *csv_heads(counts, blank.sides)]
    heads += [*([SUM] if blank.sums else []), "notes"]
    above = [["game:", blank.game], ["players:", *blank.players]]
    rows = [[row.deal, *scheduled(row, chosen)] for row in blank.rows]
    return csv_text([*above, heads, *([*row, *[""] * (len(heads) - len(row))] for row in rows)])
