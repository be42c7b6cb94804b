"""A starting file for somebody's own rules: whole, so that it can be checked at once, and with a
word on every line that will want changing."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping

import tomli_w

from scorekeeper.rules.model import Ruleset
from scorekeeper.text.language import marked, tr
from scorekeeper.text.problems import as_typed
from scorekeeper.text.width import safe

VARIANT = """\
{what}
#   scorekeeper rules check {word}
#   scorekeeper rules prove {word}
#   scorekeeper rules diff {parent} {word}

format = 1
extends = "{parent}"
name = {title}
source = ["house rules"]
# without = ["contract.NAME"]           {without}

{below}
"""
# Translators: comments in a file; below the first stand commands to type.
WHAT = marked("{name}: as {parent} ({parent_name}), but for what stands here. Then:")
WITHOUT = marked("what {parent} has and this game has not")
BELOW = marked(
    "What {parent} says. Take the # away from a line and its [heading] to change it; what stays\n"
    "commented stays as it is there."
)


PLACE, TITLE, TYPED = "my-game", '"My game"', "#   scorekeeper "


# A line of the example: what stays, a command in a comment included, and what is said of it.
LINE = re.compile(r"(#   scorekeeper .*?  +|[^#]*# )(.*)")


def explained(line: str) -> tuple[str, str]:
    """A line of the example, and apart from it what it says to people: "" where it says nothing."""
    found = LINE.fullmatch(line)
    return (found[1], found[2]) if found else (line, "")


# What a line of the example calls something, and where it has that from.
NAMING = re.compile(r"(?:name|source) = ([^#]*[^# ])( *)")
TEXT = re.compile(r'"([^"]*)"')


def naming(line: str) -> list[str]:
    """The texts by which a line of the example names something, but for the game's own name."""
    found = NAMING.match(line)
    return [] if found is None or found[1] == TITLE else TEXT.findall(found[1])


def pack_of(example: str) -> str:
    """The pack that the example is played with."""
    return str(tomllib.loads(example)["pack"])


def fresh_text(name: str, example: str) -> str:
    """A starting file that needs nothing else: the example under a name of its own, named and
    explained in the language spoken; the words of the format are the same in every language."""
    lines = (_fresh_line(name, line) for line in example.split("\n"))
    return "\n".join(lines).replace(TITLE, quoted(titled_name(name)))


def _fresh_line(name: str, line: str) -> str:
    before, words = explained(line)
    if naming(line):
        before = NAMING.sub(_named, before)
    line = before + (words and tr(words))
    return line.replace(PLACE, as_typed(name) if TYPED in before else name)


def _named(found: re.Match[str]) -> str:
    """The texts in the language spoken; what stands behind them stays where it was, if it can."""
    told = TEXT.sub(lambda text: quoted(tr(text[1])), found[1])
    code = found[0].removesuffix(found[1] + found[2]) + told
    return f"{code}  ".ljust(len(found[0])) if found[2] else code


def variant_text(name: str, parent: Ruleset) -> str:
    """A starting file that extends another game, with what that says as comments."""
    head = VARIANT.format(
        what=_comment(tr(WHAT, name=name, parent=parent.id, parent_name=parent.name.shown())),
        without=_comment(tr(WITHOUT, parent=parent.id)),
        below=_comment(tr(BELOW, parent=parent.id)),
        word=as_typed(name),
        parent=parent.id,
        title=quoted(titled_name(name)),
    )
    return head + "".join(f"{_comment(line)}\n" for line in _file_lines(parent.raw))


def _comment(text: str) -> str:
    """The lines of a text, each behind its mark."""
    return "\n".join(f"# {safe(line)}" if line else "#" for line in text.split("\n"))


LEFT_OUT = ("format", "extends", "name", "source", "example", "pack", "ruling", "without")


def _file_lines(raw: Mapping[str, object]) -> Iterator[str]:
    """What a game says, as the lines of a file."""
    table = {key: value for key, value in raw.items() if key not in LEFT_OUT}
    yield ""
    yield from tomli_w.dumps(table, multiline_strings=False).rstrip("\n").split("\n")


def titled_name(name: str) -> str:
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def quoted(text: str) -> str:
    return tomli_w.dumps({"x": text}).partition("= ")[2].strip()
