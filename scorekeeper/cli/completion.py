"""Shell completion: its scripts, and its answers to the shell."""

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
    """Return the words as typed; the last is the one at the cursor and may be empty."""
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
    """Return the quote that is open after a character, and True if the next character is
    escaped."""
    if is_escaped:
        return quote, False
    if character == "\\" and quote != "'":
        return quote, True
    if quote:
        return ("" if character == quote else quote), False
    return (character if character in "'\"" else ""), False


def dequoted(word: str) -> str:
    """Return a word without its quotes and backslashes; the last quote may be open."""
    return "".join(split_arg_string(word))


def as_bash(found: str, typed: str, breaks: str) -> str:
    """Return a completion in the form in which bash inserts it: it replaces the text after the last
    break in the typed word, and continues the quotes that are open there."""
    start, quote, is_escaped = 0, "", False
    for place, character in enumerate(typed):
        is_break = character in breaks and character not in "'\"" and not quote and not is_escaped
        start = place + 1 if is_break else start
        quote, is_escaped = _after(character, quote, is_escaped)
    return quoted(found[len(dequoted(typed[:start])) :], quote)


def quoted(text: str, quote: str) -> str:
    """Return the text escaped for these quotes, or for none."""
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
    """The base class of click's completion in the language of the line, with a script of our
    own."""

    def source(self) -> str:
        """Return the script that sets up completion in the shell."""
        return script(self.name)

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return click's completions, with the option itself in `--format=json`: click leaves it
        out, but shells replace the whole word."""
        speak(spoken_in(args, os.environ))  # words of the games: no catalogue is asked
        option, equals, _ = incomplete.partition("=")
        before = f"{option}=" if equals and option.startswith("-") and "--" not in args else ""
        found = super().get_completions(args, incomplete)
        return [CompletionItem(before + item.value, type=item.type) for item in found]

    def format_completion(self, item: CompletionItem) -> str:
        """Return `plain,WORD`, or `file,` if the shell should complete files."""
        return f"{item.type},{item.value}"


class Bash(Completing, BashComplete):
    """The completion for bash. bash also splits words at `=` and `:`, and inserts text unchanged,
    so quoting is done here. It provides the line up to the cursor, and the characters at which it
    splits words."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words between the program's name and the cursor, and the word at the
        cursor."""
        _, *before, last = map(dequoted, bash_words(os.environ["COMP_LINE"]))
        return before, last

    def format_completion(self, item: CompletionItem) -> str:
        """Return the completion from the word's last break on, quoted as the word was begun."""
        typed = bash_words(os.environ["COMP_LINE"])[-1]
        put = as_bash(item.value, typed, os.environ["COMP_WORDBREAKS"])
        return f"{item.type},{put if item.type == 'plain' else ''}"


class Zsh(Completing, ZshComplete):
    """The completion for zsh, which quotes inserted text itself."""


class Fish(Completing, FishComplete):
    """The completion for fish, which quotes inserted text itself."""


SHELLS = {"bash": Bash, "zsh": Zsh, "fish": Fish}
for shell in SHELLS.values():
    add_completion_class(shell)


def script(shell: str) -> str:
    """Return a shell's script from the file beside this module."""
    return store.read_path(os.path.join(os.path.dirname(__file__), f"completion.{shell}"))


def answer(instruction: str) -> None:
    """Print the answer to a shell: completions for `bash_complete`, the script for `bash_source`.
    It never fails; on any error there are no completions."""
    with suppress(Exception):
        shell_complete(commands, {}, "scorekeeper", ASKED_BY, instruction)


# --- The completion scripts of shells: `completion` --------------------------------------------


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
