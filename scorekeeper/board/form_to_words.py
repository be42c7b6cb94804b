"""The fields of a phone's form as a line for the live table's parser."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.game.log import OR
from scorekeeper.record.required_facts import quoted
from scorekeeper.table.table_state import typed_here
from scorekeeper.text.message import CommandLine, CommandOption
from scorekeeper.text.translation import Translator

CONTRACT, FACT, FLAG, COUNT, LINE = "contract", "fact.", "flag.", "count.", "line"
Fields = Mapping[str, Sequence[str]]


def line_of_fields(fields: Fields) -> str:
    """Return the line for these fields: `contract=NAME tricks=6,6,-`. A missing number of a count
    is a dash."""
    return " ".join(_words(fields))


def _words(fields: Fields) -> Iterator[str]:
    for name, values in fields.items():
        said = [value.strip() for value in values]
        kind, _, key = name.partition(".")
        if name == CONTRACT and any(said):
            yield quoted(f"{CONTRACT}={said[0]}")
        elif kind == "fact" and any(said):
            yield quoted(f"{key}={','.join(filter(None, said))}")
        elif kind == "flag" and any(said):
            yield key
        elif kind == "count" and any(said):
            yield f"{key}={','.join(value or '-' for value in said)}"
        elif name == LINE and any(said):
            yield said[0]


def typed_on_phone(typed: CommandLine | CommandOption, to: Translator) -> str:
    """Return a command as it is typed on a phone, in the language `to`. For `cancel` return the
    label of the button that drops the pending entry."""
    if isinstance(typed, CommandOption):
        return typed_here(typed, to)
    if typed.name == "cancel":
        return to.tr("No")
    plain = to.locale.words.get("or", ("or",))[0]
    words = tuple(plain if word == OR else word for word in typed.words)
    return typed_here(typed._replace(words=words), to)
