"""Sentences, commands and options as values: the rooms that speak make text of them (`speech.py`).

A sentence keeps its English template, which is its key in the catalogues, and what stands in it.
So its language, the way a command is typed and the session it names are chosen where it is shown.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias


class CommandLine(NamedTuple):
    """A command of the program: its name, as `rules check`, and the words typed after it; `rest`
    names what is left to be typed, as `FACT…`."""

    name: str
    words: tuple[str, ...] = ()
    rest: tuple["Words", ...] = ()


class Option(NamedTuple):
    """An option of the command line, `--trump=…`; at the live table a fact, `trump=…`."""

    name: str
    value: str = ""


class Message(NamedTuple):
    """A sentence: its English template and what stands for each `{name}` of it."""

    template: str
    values: tuple[tuple[str, "Value"], ...] = ()

    def value(self, name: str) -> "Value":
        """What stands for `{name}`; raises KeyError where nothing does."""
        return dict(self.values)[name]


class Joined(NamedTuple):
    """Words one after another, with `between` between them."""

    parts: tuple["Words", ...]
    between: str = ""


# A text that is said already, or sentences that are still to be said.
Words: TypeAlias = str | Message | Joined
# What may stand in a sentence; a text is shown as it is.
Value: TypeAlias = Words | int | CommandLine | Option


def say(template: str, /, **values: Value) -> Message:
    """The sentence of a template that the catalogues translate, with its values."""
    return Message(template, tuple(values.items()))


def titled(label: Words, text: Words) -> Message:
    """`label: text`, with the space before the colon that the language spoken may want."""
    return say("{label}: {text}", label=label, text=text)


def in_turn(first: Words, *others: Words) -> Words:
    """`a; b; c`: parts that may hold commas of their own."""
    for other in others:
        first = say("{one}; {other}", one=first, other=other)
    return first


def with_commands(words: Words, change: Callable[[CommandLine], CommandLine]) -> Words:
    """The words with every command in them changed."""
    if isinstance(words, Message):
        values = tuple((name, _changed(value, change)) for name, value in words.values)
        return words._replace(values=values)
    if isinstance(words, Joined):
        return words._replace(parts=tuple(with_commands(part, change) for part in words.parts))
    return words


def _changed(value: Value, change: Callable[[CommandLine], CommandLine]) -> Value:
    if isinstance(value, CommandLine):
        return change(value)
    return value if isinstance(value, (int, Option)) else with_commands(value, change)


def template_of(words: Words) -> str:
    """The words as a programmer sees them in a traceback: English, with nothing filled in."""
    if isinstance(words, Message):
        return words.template
    return words if isinstance(words, str) else words.between.join(map(template_of, words.parts))
