"""What was read in session files before, by its text."""

from typing import Any

from scorekeeper.log import Entry
from scorekeeper.toml import Line


class Seen:
    """What was read in other session files, which is read but once: evenings repeat themselves,
    and all of a game hold the same rules. `lines` are single lines, `ends` what follows the
    beginning of an entry of a kind, `rules` the rules as text, `rulesets` the rules read."""

    MOST = 4_000  # lines, or ends of entries, that are kept; then the keeping begins anew

    def __init__(self) -> None:
        self.lines: dict[str, Line | None] = {}
        self.ends: dict[tuple[str, str], Entry] = {}
        self.rules: dict[str, dict[str, Any]] = {}
        self.rulesets: dict[tuple[int, str], Any] = {}

    def make_room(self) -> None:
        """Forgets what has become too much."""
        for known in (self.lines, self.ends):
            if len(known) > self.MOST:
                known.clear()
