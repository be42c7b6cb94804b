"""Shell completion: its scripts, and the words it asks for."""

from __future__ import annotations

import os
from contextlib import suppress

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    shell_complete,
    split_arg_string,
)

from scorekeeper import store
from scorekeeper.cli.click_parts import CliCommand, show
from scorekeeper.cli.main import commands
from scorekeeper.cli.terminal import spoken_in
from scorekeeper.text.translation import speak

# --- shellwords --------------------------------------------------------------------------------
# A command line as a shell reads it, up to the cursor: words apart, quotes taken off and put on.


SPECIAL = " \t\\'\"`$&|;<>()*?[]{}~#!^"


def bash_words(line: str) -> list[str]:
    """The words as they were typed; the last is the one that the cursor is in, which may be
    empty."""
    words, word, quote, is_escaped = list[str](), "", "", False
    for character in line:
        if character in " \t\n" and not quote and not is_escaped:
            words += [word] if word or not words else []
            word = ""
            continue
        word += character
        quote, is_escaped = _after(character, quote, is_escaped)
    return [*words, word]


def _after(character: str, quote: str, is_escaped: bool) -> tuple[str, bool]:
    """Which quote is open after a character, and whether the next one is escaped."""
    if is_escaped:
        return quote, False
    if character == "\\" and quote != "'":
        return quote, True
    if quote:
        return ("" if character == quote else quote), False
    return (character if character in "'\"" else ""), False


def dequoted(word: str) -> str:
    """The word that is meant by one with quotes and backslashes, of which the last may be open."""
    return "".join(split_arg_string(word))


def as_bash(found: str, typed: str, breaks: str) -> str:
    """A completion as bash is to put it in place of what follows the last break in the word
    typed, with the quotes that are open there."""
    start, quote, is_escaped = 0, "", False
    for place, character in enumerate(typed):
        is_break = character in breaks and character not in "'\"" and not quote and not is_escaped
        start = place + 1 if is_break else start
        quote, is_escaped = _after(character, quote, is_escaped)
    return quoted(found[len(dequoted(typed[:start])) :], quote)


def quoted(text: str, quote: str) -> str:
    """The text as it stands between these quotes, or without any."""
    if quote == "'":
        return text.replace("'", "'\\''")
    special = '"\\$`' if quote else SPECIAL
    return "".join(f"\\{character}" if character in special else character for character in text)


# --- completing --------------------------------------------------------------------------------
# What the Tab key asks: click finds the completions, as `_SCOREKEEPER_COMPLETE=bash_complete` and
# the like ask for them, and each shell has a script of ours.
#
# click's own scripts put a word into the line as it is: bash makes two words of `friday night`
# and loses `contract=` before the word, zsh sets a space after `tricks=`, fish cuts `Ann:6,Bo:`
# at the comma.


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


# --- The scripts that teach a shell to complete: `completion` ----------------------------------


@click.command("completion", cls=CliCommand)
@click.argument("shell", type=click.Choice(("bash", "zsh", "fish")))
def completion(shell: str) -> None:
    """Lets the Tab key complete in your shell.

    Commands, options, games, sessions, players, and what the coming deal still
    needs. It prints a script; add the line of your shell to its file:

    \b
    ~/.bashrc                     eval "$(scorekeeper completion bash)"
    ~/.zshrc                      eval "$(scorekeeper completion zsh)"
    ~/.config/fish/config.fish    scorekeeper completion fish | source
    """
    show(script(shell).rstrip("\n"))


COMMANDS = {"completion": completion}
