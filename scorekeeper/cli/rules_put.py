"""Rules of one's own that come from a file, and go to one: `rules put`, `rules page`."""

from __future__ import annotations

import sys

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    Recorded,
    format_option,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.encoding import write_files
from scorekeeper.cli.playable import own_faults
from scorekeeper.cli.proving import path_of
from scorekeeper.language import tr
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import as_typed, refuse
from scorekeeper.ruleset.read import without_faults
from scorekeeper.store import library
from scorekeeper.store.rules_files import ruleset_files


@click.command("put", cls=Command)
@click.argument("file", metavar="FILE", shell_complete=offered("files"))
@click.option("--replace", is_flag=True, help="In the place of the rules that have its name.")
@format_option()
def put(file: str, replace: bool, form: str) -> None:
    """Puts a page of rules into the home, where everybody who has it can play by them.

    They have the name of the file. Refused where `rules check` finds a fault. What was played by
    them before keeps the rules that it was played by.
    """
    name = store.stem(file)
    if fault := store.new_name_fault(name):
        message = say("`{game}` cannot be a game's name: {fault}", game=name, fault=fault)
        raise refuse("game-name", message, "game")
    if not replace and name in ruleset_files():
        command = CommandLine("rules put", (file, "--replace"))
        taken = tr("there is already a game `{game}`", game=name)
        hint = say("put this one in its place: {command}", command=command)
        raise refuse("game-exists", taken, "game", hint)
    rules = library.load_ruleset_file(file)
    without_faults(rules, own_faults(file, rules), name)
    path = store.put_ruleset(name, store.read_path(file), replace)
    note_recorded(Recorded(CommandLine("rules list")))
    if form == "json":
        show_json({"game": name, "path": path, "replaced": replace})
    else:
        show(tr("wrote {file}", file=path))


@click.command("page", cls=Command)
@click.argument("game", metavar="GAME", shell_complete=offered("games and files"))
def page(game: str) -> None:
    """Prints the page of GAME as it stands, to be put into a file and edited."""
    write_files(sys.stdout)
    show(library.page_of(path_of(game)).removesuffix("\n"))


def editing_lines(name: str, path: str) -> list[str]:
    """How a page is edited that no editor can open, for it lies in no file; nothing of others."""
    if store.is_file(path):
        return []
    file = as_typed(f"{name}.toml")
    return [
        tr(
            "to edit it: {out}, then {back}",
            out=f"scorekeeper rules page {as_typed(name)} > {file}",
            back=f"scorekeeper rules put {file} --replace",
        )
    ]


COMMANDS = {"put": put, "page": page}
