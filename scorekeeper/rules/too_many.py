"""Whether a file of rules says more of one kind than any game has: each thing is looked at
beside every other."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.base.limits import KIND
from scorekeeper.text.message import Thousands, say
from scorekeeper.text.problems import Problem


def too_many(raw: Mapping[str, Any]) -> Iterator[Problem]:
    """A problem for each table or list that has more in it than is read."""
    waiting: list[tuple[str, Any]] = [("", raw)]
    while waiting:
        path, value = waiting.pop()
        if len(value) > KIND:
            message = say(
                "{name} has {number} entries; {most} are the most that are read",
                name=f"`{path}`" if path else say("the file"),
                number=Thousands(len(value)),
                most=KIND,
            )
            yield Problem("ruleset-large", message, path or None)
        else:
            waiting += _within(path, value)


def _within(path: str, value: Any) -> list[tuple[str, Any]]:
    """The tables and lists in a table or a list, each with its path."""
    if isinstance(value, list):
        inners = enumerate(value)
        return [(f"{path}[{at}]", inner) for at, inner in inners if isinstance(inner, dict | list)]
    start = f"{path}." if path else ""
    return [
        (f"{start}{key}", inner) for key, inner in value.items() if isinstance(inner, dict | list)
    ]
