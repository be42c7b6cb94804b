"""The rules that the head of a session file keeps: what scores its deals is read at once, the rest
when somebody asks for it."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from scorekeeper.message import Message, say, titled
from scorekeeper.plain_toml import plain_table
from scorekeeper.problems import Refused, refuse
from scorekeeper.ruleset.model import READ_BY_OTHERS
from scorekeeper.toml import toml_table

OTHERS = tuple(
    f"{opening}rules.{word}{closing}"
    for word in READ_BY_OTHERS
    for opening in ("", "[")
    for closing in (".", "]")
)
TABLES = ("[rules]", "rules.", "[rules.", "head]")
SEVERAL_LINES = ('"""', "'''")


class KeptRules(Mapping[str, Any]):
    """The page of rules in a head, of which `scoring` is read already. What else it says is read
    when it is asked for: two fifths of the reader's time go to rulings, laws of play and steps of
    dealing that no deal needs. Raises Refused where that cannot be read."""

    def __init__(self, scoring: Mapping[str, Any], others: str, text: str) -> None:
        self.scoring = scoring
        self._others_text, self._text = others, text

    def __getitem__(self, key: str) -> Any:
        return (self._others if key in READ_BY_OTHERS else self.scoring)[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._in_order)

    def __len__(self) -> int:
        return len(self._in_order)

    @cached_property
    def _others(self) -> Mapping[str, Any]:
        try:
            others: Mapping[str, Any] = toml_table(self._others_text)["rules"]
            return others
        except (ValueError, RecursionError):
            return self._in_order

    @cached_property
    def _in_order(self) -> Mapping[str, Any]:
        """All of it as it stands in the file."""
        try:
            whole: Mapping[str, Any] = toml_table(self._text)["rules"]
            return whole
        except (ValueError, RecursionError) as error:
            unread = say("the head of the session file cannot be read")
            raise broken_head(titled(unread, str(error))) from None


def broken_head(message: Message) -> Refused:
    """What to say of a head that is broken."""
    hint = say("mend it in an editor, or put a copy back in its place; nothing was changed")
    return refuse("session-broken", message, None, hint)


def rules_kept(rules: str, head: str) -> dict[str, Any]:
    """The table of a text that begins with `[rules]`, the end of a head; ValueError or
    RecursionError where what scores deals cannot be read."""
    now, others = _parted(rules)
    table = _table(now)
    kept = table["rules"]
    if others and isinstance(kept, dict) and kept.keys().isdisjoint(READ_BY_OTHERS):
        return {**table, "rules": KeptRules(kept, others, head)}
    return toml_table(rules) if others else table


def _table(text: str) -> dict[str, Any]:
    """The table of a text, which is plain lines unless somebody has edited it."""
    try:
        return plain_table(text)
    except ValueError:
        return toml_table(text)


def _parted(rules: str) -> tuple[str, str]:
    """The tables that score deals, and the others; all are the first where it is not plain where
    every table begins."""
    tables = rules.split("\n[")
    are_plain = all(table.startswith(TABLES) for table in tables)
    if not are_plain or any(quotes in rules for quotes in SEVERAL_LINES):
        return rules, ""
    others = [table for table in tables if table.startswith(OTHERS)]
    scoring = [table for table in tables if not table.startswith(OTHERS)]
    return "\n[".join(scoring), "".join(f"[{table}\n" for table in others)
