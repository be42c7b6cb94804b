"""A starting file for somebody's own rules: whole, so that it can be checked at once, and with a
word on every line that will want changing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.ruleset.model import Ruleset

VARIANT = """\
# {name}: as {parent} ({parent_name}), but for what stands here. Then:
#   scorekeeper rules check {name}
#   scorekeeper rules prove {name}
#   scorekeeper rules diff {parent} {name}

format = 1
extends = "{parent}"
name = {title}
source = ["house rules"]
# without = ["contract.NAME"]           # what {parent} has and this game has not

# What {parent} says. Take the # away from a line and its [heading] to change it; what stays
# commented stays as it is there.
"""


PLACE, TITLE = "my-game", '"My game"'


def fresh_text(name: str, example: str) -> str:
    """A starting file that needs nothing else: the example under a name of its own."""
    return example.replace(PLACE, name).replace(TITLE, _quoted(_title(name)))


def variant_text(name: str, parent: Ruleset) -> str:
    """A starting file that extends another game, with what that says as comments."""
    head = VARIANT.format(name=name, parent=parent.id, parent_name=parent.name.shown(), title=_quoted(_title(name)))
    return head + "".join(f"# {line}\n" if line else "#\n" for line in _lines(parent.raw))


LEFT_OUT = ("format", "extends", "name", "source", "example", "pack", "ruling", "without")


def _lines(raw: Mapping[str, Any]) -> Iterator[str]:
    """What a game says, as the lines of a file."""
    import tomli_w

    table = {key: value for key, value in raw.items() if key not in LEFT_OUT}
    yield ""
    yield from tomli_w.dumps(table, multiline_strings=False).rstrip("\n").split("\n")


def _title(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _quoted(text: str) -> str:
    import tomli_w

    return tomli_w.dumps({"x": text}).partition("= ")[2].strip()
