"""How commands and options are typed at this table, where the program's name is not."""

from collections.abc import Sequence

from scorekeeper.referee.case import MARK
from scorekeeper.text.language import Translator
from scorekeeper.text.message import CommandLine, Option, Words
from scorekeeper.text.problems import as_typed
from scorekeeper.text.speech import in_shell, text_of

SESSION = "--session"

# The commands of the program that are none of the live table.
OUTSIDE = (
    "new", "play", "drop", "import", "audit", "rescore", "check", "sessions", "merge", "people",
    "league", "event", "club", "board", "demo", "completion",
)  # fmt: skip


def typed_here(typed: CommandLine | Option, to: Translator) -> str:
    """A command as this table takes it, an option of the command line as a fact; what is done
    elsewhere, or in another session, as it is typed in the shell. The game is the one that is
    played."""
    if isinstance(typed, Option):
        return f"{typed.name}={text_of(typed.value, to=to)}"
    if typed.name == "rules show":
        return "rules"
    if _is_elsewhere(typed):
        return in_shell(typed, to)
    name = MARK if typed.name == "referee" else typed.name
    words = [text_of(word, to=to) for word in _without_game(typed.words)]
    in_quotes = [as_typed(word) if " " in word else word for word in words]
    return " ".join([name, *in_quotes, *(text_of(word, to=to) for word in typed.rest)])


def _is_elsewhere(typed: CommandLine) -> bool:
    """Whether a command is none of this table, or names another session than the one played."""
    first, *more = typed.name.split()
    return bool(more) or first in OUTSIDE or SESSION in typed.words


def _without_game(words: Sequence[Words]) -> Sequence[Words]:
    return words[: words.index("--rules")] if "--rules" in words else words
