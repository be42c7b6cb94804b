"""Shell completion: its scripts, its answers to a shell, and the possible values of a word."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import suppress
from typing import get_args

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

from scorekeeper import event, store
from scorekeeper.cli.click_parts import CliCommand, show
from scorekeeper.cli.home_sessions import known_people, latest_heads
from scorekeeper.cli.main import commands
from scorekeeper.cli.terminal import spoken_in
from scorekeeper.record.acts import Kind
from scorekeeper.record.open_session import Book, opened
from scorekeeper.rules.cards import folded
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.event_files import event_bytes, event_names, event_path
from scorekeeper.store.ruleset_library import ruleset_files
from scorekeeper.store.session_changes import trash_names
from scorekeeper.table.completion_offers import OFFERS as OF_SESSION
from scorekeeper.table.completion_offers import offers, offers_of_rules
from scorekeeper.text.problems import MachineFailure, Refused
from scorekeeper.text.translation import speak

# --- words of a shell --------------------------------------------------------------------------
# A command line as a shell reads it, up to the cursor: words apart, quotes taken off and put on.


SPECIAL = " \t\\'\"`$&|;<>()*?[]{}~#!^"


def bash_words(line: str) -> list[str]:
    """Return the words of a line up to the cursor, with their quotes. The last word is at the
    cursor, and may be empty."""
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
    """Return the quote character that is open after this character ("" if none), and True if the
    next character is escaped."""
    if is_escaped:
        return quote, False
    if character == "\\" and quote != "'":
        return quote, True
    if quote:
        return ("" if character == quote else quote), False
    return (character if character in "'\"" else ""), False


def dequoted(word: str) -> str:
    """Return a word without its quotes and backslashes. Its last quote may be unclosed."""
    return "".join(split_arg_string(word))


def as_bash(found: str, typed: str, breaks: str) -> str:
    """Return a completion as bash inserts it. bash replaces only the part of the typed word after
    its last break character (one of `breaks`); an open quote is continued."""
    start, quote, is_escaped = 0, "", False
    for place, character in enumerate(typed):
        is_break = character in breaks and character not in "'\"" and not quote and not is_escaped
        start = place + 1 if is_break else start
        quote, is_escaped = _after(character, quote, is_escaped)
    return quoted(found[len(dequoted(typed[:start])) :], quote)


def quoted(text: str, quote: str) -> str:
    """Return the text escaped for use inside these quotes, or outside quotes if ""."""
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
    """The base class of completion for a shell, with our own scripts and in the language of the
    command line."""

    def __init__(
        self,
        cli: click.Command,
        ctx_args: MutableMapping[str, object],
        prog_name: str,
        complete_var: str,
    ) -> None:
        super().__init__(cli, {**ctx_args, "obj": {"items": items}}, prog_name, complete_var)

    def source(self) -> str:
        """Return the script that installs completion in the shell."""
        return script(self.name)

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return click's completions. After `--format=` each begins with `--format=` again, since
        shells replace the whole word."""
        speak(spoken_in(args, os.environ))  # words of the games: no catalogue is asked
        option, equals, _ = incomplete.partition("=")
        before = f"{option}=" if equals and option.startswith("-") and "--" not in args else ""
        found = super().get_completions(args, incomplete)
        return [CompletionItem(before + item.value, type=item.type) for item in found]

    def format_completion(self, item: CompletionItem) -> str:
        """Return `plain,WORD`, or `file,` if the shell must complete file names."""
        return f"{item.type},{item.value}"


class Bash(Completing, BashComplete):
    """Completion for bash, which also splits words at `=` and `:` and inserts text unquoted, so
    that words are split and quoted here. bash provides the line up to the cursor and its break
    characters."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words after the program's name, and separately the word at the cursor."""
        _, *before, last = map(dequoted, bash_words(os.environ["COMP_LINE"]))
        return before, last

    def format_completion(self, item: CompletionItem) -> str:
        """Return the completion from the last break of the typed word on, with the quotes with
        which the word begins."""
        typed = bash_words(os.environ["COMP_LINE"])[-1]
        put = as_bash(item.value, typed, os.environ["COMP_WORDBREAKS"])
        return f"{item.type},{put if item.type == 'plain' else ''}"


class Zsh(Completing, ZshComplete):
    """Completion for zsh, which quotes inserted text itself."""


class Fish(Completing, FishComplete):
    """Completion for fish, which quotes inserted text itself."""


SHELLS = {"bash": Bash, "zsh": Zsh, "fish": Fish}
for shell in SHELLS.values():
    add_completion_class(shell)


def script(shell: str) -> str:
    """Return the text of a shell's completion script, a file of this folder."""
    return store.read_path(os.path.join(os.path.dirname(__file__), f"completion.{shell}"))


def answer(instruction: str) -> None:
    """Print the answer to a shell: completions (`bash_complete`) or the script (`bash_source`).
    Errors are ignored, and give no completions."""
    with suppress(Exception):
        shell_complete(commands, {}, "scorekeeper", ASKED_BY, instruction)


# --- kinds of completions ----------------------------------------------------------------------
# The games, sessions, players, contracts and facts that a shell may complete a word to.


Offer = Callable[[click.Context, str], Iterable[str]]


def items(kind: str, ctx: click.Context, word: str) -> list[CompletionItem]:
    """Return click's completions of a word: values that begin with it, or if none do, values that
    begin with it apart from case and accents; and file names, if the argument may be a file."""
    found = OFFERS[kind](ctx, word) if kind in OFFERS else ()
    # file names may contain any character
    choices = [choice for choice in dict.fromkeys(found) if choice.isprintable()]
    fitting = [choice for choice in choices if choice.startswith(word)] or [
        choice for choice in choices if folded(choice).startswith(folded(word))
    ]
    is_path = kind == "sessions" and "/" in word
    files = [CompletionItem(word, type="file")] if kind in WITH_FILES or is_path else []
    return [*map(CompletionItem, fitting), *files]


# --- existing names ------------------------------------------------------------------------------


def _games(ctx: click.Context, word: str) -> Iterable[str]:
    return sorted(set(ruleset_files()) - set(_words(ctx)))


def _words(ctx: click.Context) -> Iterator[str]:
    """Yield the arguments typed so far."""
    for param in ctx.command.params:
        if isinstance(param, click.Argument):
            given = ctx.params.get(str(param.name))
            yield from given if isinstance(given, tuple) else map(str, filter(None, [given]))


def _sessions(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the names of sessions not yet typed, last changed first. For `restore` they are the
    archived and deleted ones."""
    named = {*_words(ctx)}
    if ctx.command.name == "restore":
        kept = dict.fromkeys((*store.archived_names(), *trash_names()))
        return [name for name in kept if name not in named]
    return [name for name in reversed(store.session_names()) if name not in named]


def _friends(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the players of the latest sessions who are not yet typed."""
    # the players are the session's
    if ctx.command.name == "sheet" and not ctx.params.get("blank"):
        return ()
    named = ctx.params.get("players") or ()
    played = {name: None for head in latest_heads() for name in head.players}
    return dict.fromkeys(name for name in _persons(played, word) if name not in named)


def _persons(played: Iterable[str], word: str) -> Iterable[str]:
    """Return the main names of the players. If none begins with the word, add the aliases of all
    persons."""
    counts_as: Mapping[str, str] = {}
    with suppress(Refused, MachineFailure):
        counts_as = known_people().counts_as
    persons = [counts_as.get(name, name) for name in played]
    begins = folded(word)
    is_known = any(folded(name).startswith(begins) for name in persons)
    return persons if is_known else [*persons, *counts_as]


def _events(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the names of the events, last changed first."""
    return reversed(event_names())


def _event_people(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the people of the event who are not yet typed."""
    path = event_path(ctx.params.get("event"))
    named = {*_words(ctx)}
    return [name for name in event.opened(event_bytes(path), "").event.names if name not in named]


# --- the game or the session of the line ---------------------------------------------------------


def _book(ctx: click.Context) -> Book:
    path = store.session_path(ctx.params.get("session"))
    return opened(store.session_bytes(path), store.name_of_file(path))


def _rules(ctx: click.Context) -> Ruleset:
    """Return the rules of the game typed in the command, else of the session."""
    named = (ctx.params.get(name) for name in ("rules", "game", "blank"))
    game = next((name for name in named if name), None)
    return library.load_ruleset(game) if game else _book(ctx).agreed.rules


def _players(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the players typed in the command, else those of the session."""
    named = ctx.params.get("players")
    if isinstance(named, str):
        return [name.strip() for name in named.split(",")]
    return named or _book(ctx).agreed.players


def _of_rules(kind: Kind) -> Offer:
    """Return the completion function for values that depend only on the rules."""
    return lambda ctx, word: offers_of_rules(kind, _rules(ctx), word)


def _topics(ctx: click.Context, word: str) -> Iterable[str]:
    if ctx.params.get("topic"):
        return ()
    rules = None
    with suppress(Refused, MachineFailure):  # without a session tables still ask
        rules = _rules(ctx)
    return offers_of_rules("topics", rules, word)


def _of_session(kind: Kind) -> Offer:
    """Return the completion function for values that depend on the session, as at the live
    table."""
    return lambda ctx, word: offers(kind, _book(ctx), [*_words(ctx)], word)


WITH_FILES = ("files", "games and files")
OFFERS: dict[str, Offer] = {
    **{kind: _of_session(kind) for kind in get_args(Kind) if kind in OF_SESSION},
    "games": _games, "games and files": _games, "sessions": _sessions, "friends": _friends,
    "players": _players, "contracts": _of_rules("contracts"), "suits": _of_rules("suits"),
    "topics": _topics,
    "options": _of_rules("options"), "events": _events,
    "event people": _event_people,
}  # fmt: skip


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
