"""Writing rules of one's own: `rules new`, `rules schema`."""

from __future__ import annotations

import json
import os
import sys

import click

from scorekeeper import store
from scorekeeper.cli.asking_rules import GREATEST, answered_rules, asked_rules
from scorekeeper.cli.common import (
    Command,
    Recorded,
    WholeNumberWithin,
    format_option,
    is_terminal,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.encoding import write_files
from scorekeeper.cli.rules_put import editing_lines
from scorekeeper.render.composed_rules import WAYS, composed_text
from scorekeeper.render.starting_rules import fresh_text, pack_of, variant_text
from scorekeeper.rules.model import FEWEST, MOST
from scorekeeper.rules.schema import pack_schema, ruleset_schema
from scorekeeper.store import library
from scorekeeper.store.rules_files import ruleset_files
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import as_typed, refuse

# How many play, what is counted, how many of these there are, how it is scored, whether with cards.
Said = tuple[int | None, str | None, int | None, str | None, bool]
NOTHING_SAID: Said = (None, None, None, None, True)
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
@click.option(
    "--players", metavar="NUMBER", type=WholeNumberWithin(FEWEST, MOST), help="How many play."
)
@click.option("--count", "counted", metavar="WORD", help="What is counted after each deal.")
@click.option(
    "--total",
    metavar="NUMBER",
    type=WholeNumberWithin(0, GREATEST),
    help="How many of these there are in all; 0 where that differs.",
)
@click.option("--scoring", type=click.Choice([*WAYS]), help="How it is scored.")
@click.option("--without-cards", is_flag=True, help="Dice, tiles or a board.")
@format_option()
def new(
    name: str, parent: str | None, players: int | None, counted: str | None, total: int | None,
    scoring: str | None, without_cards: bool, form: str,
) -> None:  # fmt: skip
    """Writes a starting file for rules of your own.

    At a terminal it asks how many play, what is counted and how it is scored, as far as the options
    do not say it, and writes a page that proves itself.
    """
    said = (players, counted, total, scoring, not without_cards)
    if parent and said != NOTHING_SAID:
        message = tr("--from begins with a whole game: leave --players, --count, … out")
        raise click.UsageError(message)
    fault = store.new_name_fault(name)
    if fault:
        raise refuse(
            "game-name",
            say("`{game}` cannot be a game's name: {fault}", game=name, fault=fault),
            "game",
        )
    if name in ruleset_files():
        message = tr("there is already a game `{game}`", game=name)
        raise refuse("game-exists", message, "game", tr("choose another name"))
    path = store.create_ruleset(name, _text(name, parent, said))
    note_recorded(Recorded(CommandLine("rules list")))
    if form == "json":
        show_json({"game": name, "path": path, "extends": parent})
        return
    show(tr("wrote {file}", file=path))
    for line in editing_lines(name, path):
        show(line)
    if parent:
        show(tr("edit it: take the # away from what is different"))
    else:
        show(tr("edit it: every line says what it is for"))
    then, word = tr("then: "), as_typed(name)
    show(f"{then}scorekeeper rules check {word}\n{' ' * len(then)}scorekeeper rules prove {word}")


def _text(name: str, parent: str | None, said: Said) -> str:
    """The starting file: as another game, by what is answered or said, or a whole example."""
    if parent:
        return variant_text(name, library.load_ruleset(parent))
    example = store.read_path(EXAMPLE)
    if is_terminal(sys.stdin):
        return composed_text(name, asked_rules(*said), pack_of(example))
    if said != NOTHING_SAID:
        return composed_text(name, answered_rules(*said), pack_of(example))
    return fresh_text(name, example)


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
