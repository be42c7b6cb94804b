"""How commands and options are typed at this table, where the program's name is not."""

from collections.abc import Sequence

from scorekeeper.message import CommandLine, Option
from scorekeeper.referee.case import MARK
from scorekeeper.speech import text_of


def typed_here(typed: CommandLine | Option) -> str:
    """A command as this table takes it, an option of the command line as a fact. The game is the
    one that is played."""
    if isinstance(typed, Option):
        return f"{typed.name}={typed.value}"
    if typed.name == "rules show":
        return "rules"
    name = MARK if typed.name == "referee" else typed.name
    return " ".join([name, *_without_game(typed.words), *map(text_of, typed.rest)])


def _without_game(words: Sequence[str]) -> Sequence[str]:
    return words[: words.index("--rules")] if "--rules" in words else words
