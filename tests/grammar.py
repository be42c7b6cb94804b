"""What may be typed where, `scorekeeper/cli/grammar.py`: every command's usage in one line, for the
shell's Tab key.

python -m tests.grammar            says whether the file is what the commands are
python -m tests.grammar --update   writes it anew
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from scorekeeper.cli.main import commands

FILE = Path(__file__).parent.parent / "scorekeeper" / "cli" / "grammar.py"
HEAD = '''\
"""What may be typed where: of every command its words, and its options with what they take.

Written by `python -m tests.grammar --update` from the commands themselves, so that completing a
word need not load them; a test fails when it is not what they are.
"""

# fmt: off
USAGE = {
'''
# What is meant where the help has a more general word, or none.
MEANT = {
    "session": "SESSION", "contract": "CONTRACT", "other": "GAME", "options": "OPTION", "number": "DEAL",
    "files": "GAME-OR-FILE", "version": "", "numbers": "", "answers": "", "name": "",
}  # fmt: skip
COMPLETED = {
    "GAME",
    "SESSION",
    "FILE",
    "FRIEND",
    "PLAYER",
    "SUIT",
    "TOPIC",
    "FACT",
    *MEANT.values(),
}


def grammar() -> str:
    """The whole file."""
    ctx = click.Context(commands, **commands.context_settings)
    rows = [f'    "{path}": "{usage}",\n' for path, usage in _usages(ctx, "")]
    return "".join([HEAD, *rows, "}\n"])


def _usages(ctx: click.Context, path: str) -> Iterator[tuple[str, str]]:
    """A command's line and those of all that are in it."""
    command = ctx.command
    yield path, " ".join(word for param in command.get_params(ctx) for word in _words(param))
    if not isinstance(command, click.Group):
        return
    for name in command.list_commands(ctx):
        inner = command.get_command(ctx, name)
        assert inner is not None
        yield from _usages(click.Context(inner, ctx), f"{path} {name}".strip())


def _words(param: click.Parameter) -> list[str]:
    takes = _taken(param)
    if isinstance(param, click.Argument):
        return [(takes or "ANY") + ("…" if param.nargs < 0 else "")]
    is_flag = isinstance(param, click.Option) and param.is_flag
    names = [name for name in (*param.opts, *param.secondary_opts) if name != "-h"]
    return [name if is_flag else f"{name}={takes or 'ANY'}" for name in names]


def _taken(param: click.Parameter) -> str:
    """What completes it: one of a few words, or a thing that the table of offers knows."""
    if isinstance(param.type, click.Choice):
        return "|".join(map(str, param.type.choices))
    metavar = (param.metavar or str(param.name).upper()).strip("[]…")
    if metavar == "PLAYER" and param.name == "players":
        return "FRIEND"
    word = MEANT.get(str(param.name), metavar)
    return word if word in COMPLETED or "|" in word else ""


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    from written import main

    main(FILE, grammar())
