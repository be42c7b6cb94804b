"""Where the live table's lines come from: a person at a terminal, or a pipe."""

from __future__ import annotations

import sys
from types import ModuleType

import click

from scorekeeper.cli.common import is_terminal, show
from scorekeeper.store.history import remember_line, remembered_lines
from scorekeeper.table import TOP, Prompt, Table, completions


class Lines:
    """Lines from a pipe or a file; the prompts go to stderr."""

    def read(self, table: Table, asked: Prompt) -> str:
        """The next line; EOFError where there is none."""
        is_heard = sys.stderr is not None
        click.echo("\n".join([*asked.lines, asked.short]), err=is_heard, nl=False)
        line = sys.stdin.readline() if sys.stdin else ""
        if not line:
            raise EOFError
        click.echo("", err=is_heard)
        return line

    def typed(self) -> str:
        """What was typed when Ctrl-C came."""
        return ""


class EditedLines(Lines):
    """Lines from a person at a terminal, with editing, history and completion."""

    def __init__(self, readline: ModuleType) -> None:
        self.readline = readline
        self.table: Table | None = None
        self.found: list[str] = []
        readline.set_auto_history(False)
        readline.set_completer(self.completion)
        readline.parse_and_bind(
            "bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete"
        )
        for line in remembered_lines():
            readline.add_history(line)

    def read(self, table: Table, asked: Prompt) -> str:
        """The next line; what is typed before an entry is kept in the history."""
        self.table = table
        self.readline.set_completer_delims(" " if table.at == TOP else "")
        if asked.lines:
            show("\n".join(asked.lines))
        line = input(asked.short)
        # what one person counted is not brought back for the other by the arrow keys
        if line.strip() and table.at == TOP and not table.book.counts_twice:
            self.readline.add_history(line)
            remember_line(line)
        return line

    def typed(self) -> str:
        """What stood in the line when Ctrl-C came."""
        return str(self.readline.get_line_buffer())

    def completion(self, word: str, number: int) -> str | None:
        """The completions of a word one by one, as readline asks for them."""
        if number == 0 and self.table is not None:
            before = self.readline.get_line_buffer()[: self.readline.get_begidx()]
            found = completions(self.table, before, word)
            is_whole = len(found) == 1 and not found[0].endswith("=")
            self.found = [f"{found[0]} "] if is_whole else found
        return self.found[number] if number < len(self.found) else None


def lines_typed(is_live: bool) -> Lines:
    """The lines of whoever is there: a person who edits them, or a pipe."""
    # `input` asks for all three
    if not (is_live and is_terminal(sys.stdout) and sys.stderr is not None):
        return Lines()
    try:
        import readline  # noqa: PLC0415 - Windows has none
    except ImportError:
        return Lines()
    return EditedLines(readline)
