"""How commands and options are typed at this table, where the program's name is not."""

from collections.abc import Sequence

from scorekeeper.language import Translator
from scorekeeper.message import CommandLine, Option, Words
from scorekeeper.referee.case import MARK
from scorekeeper.speech import text_of


def typed_here(typed: CommandLine | Option, to: Translator) -> str:
    """A command as this table takes it, an option of the command line as a fact. The game is the
    one that is played."""
    if isinstance(typed, Option):
        return f"{typed.name}={text_of(typed.value, to=to)}"
    if typed.name == "rules show":
        return "rules"
    name = MARK if typed.name == "referee" else typed.name
    words = (*_without_game(typed.words), *typed.rest)
    return " ".join([name, *(text_of(word, to=to) for word in words)])


def _without_game(words: Sequence[Words]) -> Sequence[Words]:
    return words[: words.index("--rules")] if "--rules" in words else words
