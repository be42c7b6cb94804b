"""What the Tab key asks: click finds the completions, as `_SCOREKEEPER_COMPLETE=bash_complete` and
the like ask for them, and each shell has a script of ours.

click's own scripts put a word into the line as it is: bash makes two words of `friday night` and
loses `contract=` before the word, zsh sets a space after `tricks=`, fish cuts `Ann:6,Bo:` at the
comma.
"""

from __future__ import annotations

import os
from contextlib import suppress

from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    shell_complete,
)

from scorekeeper import store
from scorekeeper.cli.main import commands
from scorekeeper.cli.shellwords import as_bash, bash_words, dequoted
from scorekeeper.cli.speaking import spoken_in
from scorekeeper.text.language import speak

ASKED_BY = "_SCOREKEEPER_COMPLETE"


class Completing(ShellComplete):
    """click's completion, in the language of the line, with a script of ours."""

    def source(self) -> str:
        """The script that teaches the shell."""
        return script(self.name)

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """click leaves the option out of `--format=json`, which the shells replace as a whole."""
        speak(spoken_in(args, os.environ))  # words of the games: no catalogue is asked
        option, equals, _ = incomplete.partition("=")
        before = f"{option}=" if equals and option.startswith("-") and "--" not in args else ""
        found = super().get_completions(args, incomplete)
        return [CompletionItem(before + item.value, type=item.type) for item in found]

    def format_completion(self, item: CompletionItem) -> str:
        """`plain,WORD`, or `file,` where the shell is to complete files."""
        return f"{item.type},{item.value}"


class Bash(Completing, BashComplete):
    """bash parts words at `=` and `:` too, and puts in what it is given: quotes are our business.
    It gives the line up to the cursor, and the characters at which it parts words."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words between the program's name and the cursor, and the one before the cursor."""
        _, *before, last = map(dequoted, bash_words(os.environ["COMP_LINE"]))
        return before, last

    def format_completion(self, item: CompletionItem) -> str:
        """The completion of the word from its last break on, quoted as the word was begun."""
        typed = bash_words(os.environ["COMP_LINE"])[-1]
        put = as_bash(item.value, typed, os.environ["COMP_WORDBREAKS"])
        return f"{item.type},{put if item.type == 'plain' else ''}"


class Zsh(Completing, ZshComplete):
    """zsh quotes what it puts in."""


class Fish(Completing, FishComplete):
    """fish does too."""


SHELLS = {"bash": Bash, "zsh": Zsh, "fish": Fish}
for shell in SHELLS.values():
    add_completion_class(shell)


def script(shell: str) -> str:
    """A shell's script; it is a file beside this one."""
    return store.read_path(os.path.join(os.path.dirname(__file__), f"completion.{shell}"))


def answer(instruction: str) -> None:
    """Prints what a shell asks for: `bash_complete`, or `bash_source` for its script. It never
    fails: where something is amiss there is nothing to complete."""
    with suppress(Exception):
        shell_complete(commands, {}, "scorekeeper", ASKED_BY, instruction)
