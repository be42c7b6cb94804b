"""Rules of one's own that come from a file, and go to one: `rules put`, `rules page`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    Recorded,
    format_option,
    note,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.encoding import write_files
from scorekeeper.cli.playable import own_faults
from scorekeeper.cli.proving import path_of
from scorekeeper.rules.read import without_faults
from scorekeeper.store import library
from scorekeeper.store.rules_files import pack_files, ruleset_files
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.problems import MachineFailure, Refused, as_typed, refuse


@click.command("put", cls=Command)
@click.argument("file", metavar="FILE", shell_complete=offered("files"))
@click.option("--replace", is_flag=True, help="In the place of the rules that have its name.")
@click.option("--pack", is_flag=True, help="A pack of cards instead.")
@format_option()
def put(file: str, replace: bool, pack: bool, form: str) -> None:
    """Puts a page of rules into the home, where everybody who has it can play by them.

    They have the name of the file. Refused where `rules check` finds a fault. What was played by
    them before keeps the rules that it was played by.
    """
    name, before = store.stem(file), _with_faults() if replace else set[str]()
    path = _put_pack(name, file, replace) if pack else _put_rules(name, file, replace)
    note_recorded(Recorded(CommandLine("rules list")))
    if form == "json":
        show_json({"pack" if pack else "game": name, "path": path, "replaced": replace})
    else:
        show(tr("wrote {file}", file=path))
    if replace:
        _note_games(sorted(_with_faults() - before))


def _with_faults() -> set[str]:
    """The games that cannot be played: their rules cannot be read, or have a fault."""
    return {name for name in ruleset_files() if not _is_sound(name)}


def _is_sound(name: str) -> bool:
    try:
        return not own_faults(library.ruleset_path(name), library.load_ruleset(name))
    except (MachineFailure, Refused):
        return False


def _note_games(names: Sequence[str]) -> None:
    """A word about each game that stands on what was replaced, and cannot be played any more."""
    for name in names:
        note(
            tr(
                "{game} cannot be played with it any more: see `scorekeeper rules check {game}`",
                game=as_typed(name),
            )
        )


def _put_rules(name: str, file: str, replaces: bool) -> str:
    if fault := store.new_name_fault(name):
        message = say("`{game}` cannot be a game's name: {fault}", game=name, fault=fault)
        raise refuse("game-name", message, "game")
    if not replaces and name in ruleset_files():
        command = CommandLine("rules put", (file, "--replace"))
        taken = say("there is already a game `{game}`", game=name)
        raise refuse("game-exists", taken, "game", _in_its_place(command))
    rules = library.load_ruleset_file(file, name)
    without_faults(rules, own_faults(file, rules), name)
    return store.put_ruleset(name, store.read_path(file), replaces)


def _put_pack(name: str, file: str, replaces: bool) -> str:
    if fault := store.new_name_fault(name):
        message = say("`{pack}` cannot be a pack's name: {fault}", pack=name, fault=fault)
        raise refuse("game-name", message, "pack")
    if not replaces and name in pack_files():
        command = CommandLine("rules put", ("--pack", file, "--replace"))
        taken = say("there is already a pack `{pack}`", pack=name)
        raise refuse("game-exists", taken, "pack", _in_its_place(command))
    library.load_pack_file(file)
    return store.put_pack(name, store.read_path(file), replaces)


def _in_its_place(command: CommandLine) -> Words:
    return say("put this one in its place: {command}", command=command)


@click.command("page", cls=Command)
@click.argument("game", metavar="GAME", shell_complete=offered("games and files"))
@click.option("--pack", is_flag=True, help="The page of a pack of cards instead.")
def page(game: str, pack: bool) -> None:
    """Prints the page of GAME as it stands, to be put into a file and edited."""
    write_files(sys.stdout)
    path = library.pack_path(game) if pack else path_of(game)
    show(library.page_of(path).removesuffix("\n"))


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
