"""What was read in session files before, by its text."""

from typing import Any

from scorekeeper.base.records import Record
from scorekeeper.base.toml import Line
from scorekeeper.game.log import Entry

RULES = "[rules]"  # the heading of the rules, which stand at the end of a head


class Rules(Record):
    """The rules of a head: their text, from the line break above their heading to the end of the
    head, how many lines that has, and the table in it."""

    text: str
    lines: int
    table: dict[str, Any]


class Seen:
    """What was read in other session files, which is read but once: evenings repeat themselves,
    and all of a game hold the same rules. `lines` are single lines, `ends` what follows the
    beginning of an entry of a kind, `rules` the rules as text, `rulesets` the rules read."""

    MOST_LINES, MOST_ENDS = 1_500, 4_000  # that are kept; then the keeping begins anew
    MOST_RULES = 100

    def __init__(self) -> None:
        self.lines: dict[str, Line | None] = {}
        self.ends: dict[tuple[str, str], Entry] = {}
        self.rules: list[Rules] = []
        self.rulesets: dict[tuple[int, str], Any] = {}

    def rules_in(self, text: str) -> tuple[int, Rules | None]:
        """Where the rules begin in a file, or its head, -1 where it has none; and those that were
        read before and stand there, whatever follows them. They are most of a file, and to compare
        them takes a tenth of the time that it takes to look through them."""
        start = text.find(f"\n{RULES}\n")
        known = (rules for rules in self.rules if start >= 0 and text.startswith(rules.text, start))
        return start, next(known, None)

    def make_room(self) -> None:
        """Forgets what has become too much."""
        if len(self.lines) > self.MOST_LINES:
            self.lines.clear()
        if len(self.ends) > self.MOST_ENDS:
            self.ends.clear()
        if len(self.rules) > self.MOST_RULES:
            self.rules.clear()
            self.rulesets.clear()
