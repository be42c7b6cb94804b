"""Writing rules of one's own: `rules new`, `rules schema`."""

from __future__ import annotations

import json
import os
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
from scorekeeper.language import tr
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import as_typed, refuse
from scorekeeper.render.starting_rules import fresh_text, variant_text
from scorekeeper.ruleset.schema import pack_schema, ruleset_schema
from scorekeeper.store import library
from scorekeeper.store.rules_files import ruleset_files

EXAMPLE = os.path.join(os.path.dirname(__file__), "my-game.toml")


@click.command("new", cls=Command)
@click.argument("name", metavar="MY-GAME")
@click.option(
    "--from",
    "parent",
    metavar="GAME",
    shell_complete=offered("games"),
    help="Begin with another game.",
)
@format_option()
def new(name: str, parent: str | None, form: str) -> None:
    """Writes a starting file for rules of your own."""
    fault = store.session_name_fault(name)
    if fault:
        raise refuse(
            "game-name",
            say("`{game}` cannot be a game's name: {fault}", game=name, fault=fault),
            "game",
        )
    if name in ruleset_files():
        message = tr("there is already a game `{game}`", game=name)
        raise refuse("game-exists", message, "game", tr("choose another name"))
    path = store.create_ruleset(name, _text(name, parent))
    note_recorded(Recorded(CommandLine("rules list")))
    if form == "json":
        show_json({"game": name, "path": path, "extends": parent})
        return
    show(tr("wrote {file}", file=path))
    if parent:
        show(tr("edit it: take the # away from what is different"))
    else:
        show(tr("edit it: every line says what it is for"))
    then, word = tr("then: "), as_typed(name)
    show(f"{then}scorekeeper rules check {word}\n{' ' * len(then)}scorekeeper rules prove {word}")


def _text(name: str, parent: str | None) -> str:
    """The starting file; the one that extends nothing is a game of its own beside this program."""
    if parent:
        return variant_text(name, library.load_ruleset(parent))
    return fresh_text(name, store.read_path(EXAMPLE))


@click.command("schema", cls=Command)
@click.option("--pack", is_flag=True, help="Of a pack of cards instead.")
@format_option()
def schema(pack: bool, form: str) -> None:
    """Prints a JSON Schema of ruleset files.

    For editors that check TOML: save it as ruleset.schema.json, and begin a
    ruleset with the line `#:schema ./ruleset.schema.json`.
    """
    value = pack_schema() if pack else ruleset_schema()
    if form == "json":
        show_json(value)
    else:
        write_files(sys.stdout)
        show(json.dumps(value, indent=2, ensure_ascii=False))


COMMANDS = {"new": new, "schema": schema}
