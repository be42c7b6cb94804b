"""What the word before the cursor may become, for the shell's Tab key.

A person waits for this, so it is answered before the program proper is loaded: what may be typed
where is in `grammar.py`, which is written from the commands themselves, and click is not imported.
It never fails: where something is amiss there is nothing to complete.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from scorekeeper.cards import folded
from scorekeeper.cli.grammar import USAGE
from scorekeeper.cli.offers import offers
from scorekeeper.cli.shellwords import FILES, Line, as_bash, bash_words, dequoted
from scorekeeper.cli.speaking import spoken_in
from scorekeeper.language import speak


def answer(shell: str, args: Sequence[str]) -> None:
    """Prints the completions a line each, as the shell's script wants them: for bash `args` is
    the line up to the cursor and the characters that part words, for the others every word up to
    the cursor."""
    with suppress(Exception):
        lines = _bash_lines(*args) if shell == "bash" else _lines(args)
        sys.stdout.buffer.write("".join(f"{line}\n" for line in lines).encode())
        sys.stdout.buffer.flush()


def _lines(args: Sequence[str]) -> list[str]:
    *before, last = args
    return completions(before, dequoted(last))


def _bash_lines(typed: str, breaks: str) -> list[str]:
    """bash replaces only what follows the last character that parts words; quotes are this
    side's business."""
    *before, last = bash_words(typed)
    found = completions([dequoted(word) for word in before[1:]], dequoted(last))
    return [choice and as_bash(choice, last, breaks) for choice in found]


def completions(before: Sequence[str], word: str) -> list[str]:
    """Everything that `word` may become, where `before` stands between it and the program's
    name."""
    speak(spoken_in(before, os.environ))
    line, takes = _read(before)
    option, equals, value = word.partition("=")
    if not takes and equals and (takes := _options(line.command).get(option, "")):
        return [
            found and f"{option}={found}"
            for found in _beginning(value, _values(takes, line, value))
        ]
    return _beginning(word, _values(takes, line, word) if takes else _next_words(line, word))


def _beginning(word: str, found: Iterable[str]) -> list[str]:
    """Those that begin with the word as it is typed; failing that, whatever case and accents it
    is typed with."""
    # a file may be called anything
    choices = [choice for choice in dict.fromkeys(found) if choice.isprintable()]
    exact = [choice for choice in choices if choice.startswith(word) or choice == FILES]
    if not word or any(exact):
        return exact

    return [
        choice for choice in choices if choice == FILES or folded(choice).startswith(folded(word))
    ]


def _read(before: Sequence[str]) -> tuple[Line, str]:
    """What was said so far, and what the option takes that the last word of it was, if it was
    one."""
    command, options, words, takes, option, all_words = (
        "",
        dict[str, list[str]](),
        list[str](),
        "",
        "",
        False,
    )
    for word in before:
        name, equals, value = word.partition("=")
        if takes:
            options.setdefault(option, []).append(word)
            takes = ""
        elif word == "--" or all_words:
            words += [word] if all_words else []
            all_words = True
        elif name in (known := _options(command)):
            option, takes = name, "" if equals else known[name]
            options.setdefault(name, []).extend([value] if equals else [])
        elif f"{command} {word}".strip() in USAGE:
            command = f"{command} {word}".strip()
        elif not word.startswith("--"):
            words.append(word)
    return Line(command, options, tuple(words), all_words), takes


def _options(command: str) -> dict[str, str]:
    """The options of a command, each with what it takes."""
    named = (word.partition("=") for word in USAGE[command].split() if word.startswith("-"))
    return {name: takes for name, _, takes in named}


def _next_words(line: Line, word: str) -> Iterator[str]:
    """What may stand here, where it is not the value of an option."""
    if word.startswith("-") and not line.no_options:
        yield from _options(line.command)
        return
    if inner := _inner_commands(line.command):
        yield from inner if not line.words else ()
        return
    places = [place for place in USAGE[line.command].split() if not place.startswith("-")]
    if len(line.words) < len(places) or (places and places[-1].endswith("…")):
        yield from _values(places[min(len(line.words), len(places) - 1)].rstrip("…"), line, word)
    elif not line.no_options:
        yield from (name for name in _options(line.command) if name.startswith("--"))


def _inner_commands(command: str) -> list[str]:
    """The commands of the program or of a group; none where it is no group."""
    start = f"{command} ".lstrip()
    names = (
        name.removeprefix(start) for name in USAGE if name != command and name.startswith(start)
    )
    return [name for name in names if " " not in name]


def _values(takes: str, line: Line, word: str) -> Iterable[str]:
    if "|" in takes:
        return takes.split("|")

    return offers(takes, line, word)
