"""What a table does not let pass, as the rule sheet tells it."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.report.game.worth import with_source
from scorekeeper.rules.formulas import condition
from scorekeeper.rules.model import Check, Ruleset
from scorekeeper.text.language import marked, tr
from scorekeeper.text.speech import text_of

# What is done where the test of a check holds.
DONE: Mapping[str, str] = {
    "refuse": marked("not recorded if {test}"),
    "ask": marked("asked about first if {test}"),
    "flag": marked("recorded with a remark if {test}"),
}
# … of each of those whom it is asked of.
OF_EACH: Mapping[str, str] = {
    "side": marked("{said} (of each side)"),
    "player": marked("{said} (of each player)"),
    "pair": marked("{said} (of each with each other)"),
}


def check_lines(rules: Ruleset) -> list[str]:
    """Every check of the page's own: what is done, when, and of whom."""
    return [with_source(_line(rules, check), check.source) for check in rules.scoring.checks]


def _line(rules: Ruleset, check: Check) -> str:
    said = tr(DONE[check.tier], test=text_of(condition(rules, check.when)))
    return said if check.of == "deal" else tr(OF_EACH[check.of], said=said)
