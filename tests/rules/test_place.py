"""Where a key stands: the line that a fault of a file is reported with."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from conftest import FOUR, RULESETS

from scorekeeper.rules.inheritance import line_of

TEXT = """\
format = 1                              # 1
name = { en = "Small", sv = "Liten" }   # 2

[deals]                                 # 4
number = 6
  declarer="dealer's left"              # 6

[roles]
"two words" = "others"                  # 9
'single' = "others"
dotted.inner = 3                        # 11
dotted . spaced = 4

[contract.up]                           # 14
quota = { declarer = 8, others = 4 }
points = "tricks - quota"

[contract.pass.quota]                   # 18
declarer = 4

[[outcome]]                             # 21
when = "deal == 1"
points = 3

[[outcome]]                             # 25
points = 0
[outcome.more]                          # 27
deep = 1

[[ example ]]   # a comment             # 30
players = [
  "A",                                  # 32
]
[[example.deal]]                        # 34
enter = "one"
[[example.deal]]
enter = "two"                           # 37

[[example]]
[[example.deal]]                        # 40
enter = "three"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("format", 1), ("name", 2), ("name.en", 2), ("deals", 4), ("deals.number", 5), ("deals.declarer", 6), ("roles.two words", 9),
        ("roles.single", 10), ("roles.dotted.inner", 11), ("roles.dotted.spaced", 12), ("contract", 14), ("outcome", 21), ("contract.up", 14), ("contract.up.quota", 15),
        ("contract.up.quota.declarer", 15), ("contract.up.points", 16), ("contract.pass.quota", 18), ("contract.pass.quota.declarer", 19),
        ("outcome[0]", 21), ("outcome[0].when", 22), ("outcome[1]", 25), ("outcome[1].points", 26), ("outcome[1].when", 25),
        ("outcome[1].more.deep", 28), ("example[0]", 30), ("example[0].players", 31), ("example[0].players[0]", 31), ("example[0].deal[0].enter", 35),
        ("example[0].deal[1]", 36), ("example[0].deal[1].enter", 37), ("example[1]", 39), ("example[1].deal[0]", 40), ("example[1].deal[0].enter", 41),
    ],
)  # fmt: skip
def test_the_line_of_a_path(path: str, line: int) -> None:
    """Tables, dotted and quoted keys, inline tables, rows and rows within rows: each key has its
    line."""
    assert line_of(TEXT, path) == line


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("deals.dealer", 4),
        ("contract.up.trump", 14),
        ("outcome[0].name", 21),
        ("outcome[9].when", 21),
        ("example[1].deal[0].points.x", 40),
    ],
)
def test_a_key_that_is_missing_has_the_line_of_its_table(path: str, line: int) -> None:
    """What is not there is looked for where it should have been."""
    assert line_of(TEXT, path) == line


@pytest.mark.parametrize(
    "path", ["", "nothing", "count.tricks", "[", "a..b", "...", "]]", "a[b", "a[0"]
)
def test_what_stands_nowhere_has_no_line(path: str) -> None:
    """A path that has no table of its own in the file has no line."""
    assert line_of(TEXT, path) is None


def paths(value: Any, here: str = "") -> list[str]:
    """Every path of a TOML value, as the reader of rulesets names them."""
    if isinstance(value, list):
        return [
            path
            for number, item in enumerate(value)
            if isinstance(item, dict)
            for path in paths(item, f"{here}[{number}]")
        ]
    found = [here] if here else []
    for key, inner in value.items() if isinstance(value, dict) else ():
        found += paths(inner, f"{here}.{key}" if here else key) or [
            f"{here}.{key}" if here else key
        ]
    return found


def at(value: Any, path: str) -> Any:
    """What stands at a path, or None."""
    for part in path.replace("[", ".[").split("."):
        try:
            value = value[int(part[1:-1]) if part.startswith("[") else part]
        except (LookupError, TypeError):
            return None
    return value


@pytest.mark.parametrize("name", FOUR)
def test_every_path_of_the_shipped_files_has_the_line_that_makes_it(name: str) -> None:
    """Taking out the line that is named for a path changes what stands there, or leaves no file
    that can be read."""
    text = (RULESETS / f"{name}.toml").read_text(encoding="utf-8")
    lines, whole = text.splitlines(), tomllib.loads(text)
    for path in paths(whole):
        line = line_of(text, path)
        assert line is not None, path
        try:
            without = tomllib.loads("\n".join(lines[: line - 1] + lines[line:]))
        except tomllib.TOMLDecodeError:
            continue
        assert at(without, path) != at(whole, path), (path, line)
