"""How commands and options are typed at this table, where the program's name is not."""

from collections.abc import Sequence

from scorekeeper.message import CommandLine, Option, Words
from scorekeeper.referee.case import MARK
from scorekeeper.speech import text_of


def typed_here(typed: CommandLine | Option) -> str:
    """A command as this table takes it, an option of the command line as a fact. The game is the
    one that is played."""
    if isinstance(typed, Option):
        return f"{typed.name}={text_of(typed.value)}"
    if typed.name == "rules show":
        return "rules"
    name = MARK if typed.name == "referee" else typed.name
    return " ".join([name, *map(text_of, (*_without_game(typed.words), *typed.rest))])


def _without_game(words: Sequence[Words]) -> Sequence[Words]:
    return words[: words.index("--rules")] if "--rules" in words else words
