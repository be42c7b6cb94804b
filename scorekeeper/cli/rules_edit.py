"""Writing rules: `rules new schema put page`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from scorekeeper import store
from scorekeeper.cli.click_parts import (
    CliCommand,
    Recorded,
    WholeNumberWithin,
    format_option,
    is_terminal,
    note,
    note_recorded,
    offered,
    show,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.terminal import write_files
from scorekeeper.render.ruleset_builder import (
    CARDS,
    WAYS,
    Answers,
    composed_text,
    fresh_text,
    pack_of,
    variant_text,
)
from scorekeeper.rules.ruleset import FEWEST, MOST
from scorekeeper.rules.ruleset_reader import without_faults
from scorekeeper.rules.schema import pack_schema, ruleset_schema
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.ruleset_library import own_faults, pack_files, ruleset_files
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.message_text import heading
from scorekeeper.text.problems import MachineFailure, Refused, as_typed, refuse
from scorekeeper.text.terminal_text import wrapped
from scorekeeper.text.translation import tr

# --- rules put ---------------------------------------------------------------------------------
# Rules of one's own that come from a file, and go to one: `rules put`, `rules page`.


@click.command("put", cls=CliCommand)
@click.argument("file", metavar="FILE", shell_complete=offered("files"))
@click.option("--replace", is_flag=True, help="In the place of the rules that have its name.")
@click.option("--pack", is_flag=True, help="A pack of cards instead.")
@format_option()
def put(file: str, replace: bool, pack: bool, form: str) -> None:
    """Puts a page of rules into the home, where everybody who has it can play by them.

    They have the name of the file. Refused where `rules check` finds a fault. What was played by
    them before keeps the rules that it was played by.
    """
    name, before = store.name_of_file(file), _with_faults() if replace else set[str]()
    path = _put_pack(name, file, replace) if pack else _put_rules(name, file, replace)
    note_recorded(Recorded(CommandLine("rules list")))
    if form == "json":
        show_json({"pack" if pack else "game": name, "path": path, "replaced": replace})
    else:
        show(tr("wrote {file}", file=path))
    if replace:
        _note_games(sorted(_with_faults() - before))


def _with_faults() -> set[str]:
    """Return the ids of the games that cannot be played, because their rules are unreadable or
    invalid."""
    return {name for name in ruleset_files() if not _is_sound(name)}


def _is_sound(name: str) -> bool:
    try:
        return not own_faults(library.ruleset_path(name), library.load_ruleset(name))
    except (MachineFailure, Refused):
        return False


def _note_games(names: Sequence[str]) -> None:
    """Print a note about each game that can no longer be played with the ruleset just replaced."""
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


@click.command("page", cls=CliCommand)
@click.argument("game", metavar="GAME", shell_complete=offered("games and files"))
@click.option("--pack", is_flag=True, help="The page of a pack of cards instead.")
def page(game: str, pack: bool) -> None:
    """Prints the page of GAME as it stands, to be put into a file and edited."""
    write_files(sys.stdout)
    path = library.pack_path(game) if pack else library.path_of(game)
    show(library.page_of(path).removesuffix("\n"))


def editing_lines(name: str, path: str) -> list[str]:
    """Return the line that tells how to edit a ruleset in a club, or [] if the ruleset is
    a file."""
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


# --- asking rules ------------------------------------------------------------------------------
# What `rules new` asks at a terminal: how many play, what is counted, how it is scored.


T = TypeVar("T")
GREATEST = 1000
LONGEST = 40


def asked_rules(
    players: int | None, counted: str | None, total: int | None, scoring: str | None,
    has_cards: bool,
) -> Answers:  # fmt: skip
    """Ask at the terminal for the basic rules of a new game. Values that are not None are not
    asked for."""
    usual = Answers()
    if players is None:
        players = _asked(tr("How many play?"), str(usual.players), _players)
    if counted is None:
        what = tr("What is counted after each deal? (tricks, points, cards left …)")
        counted = _asked(what, tr("tricks") if has_cards else tr("points"), _word)
    if total is None:
        how_many = tr("How many of these are there in all? (0: not always as many)")
        total = _asked(how_many, str(CARDS // players if has_cards else 0), _total)
    if scoring is None:
        for number, way in enumerate(WAYS.values(), 1):
            talk(f"  {number}  {tr(way.says)}")
        scoring = _asked(tr("How is it scored?"), "1", _way)
    return Answers(players, counted, total or None, scoring, has_cards)


def answered_rules(
    players: int | None, counted: str | None, total: int | None, scoring: str | None,
    has_cards: bool,
) -> Answers:  # fmt: skip
    """Return the basic rules of a new game without asking. Missing values get their defaults."""
    usual = Answers()
    return Answers(
        players or usual.players,
        counted or (tr("tricks") if has_cards else tr("points")),
        total or None,
        scoring or usual.scoring,
        has_cards,
    )


def _asked(question: str, usual: str, read: Callable[[str], T]) -> T:
    """Ask a question until the answer is valid, and return it. Enter means the default, `usual`."""
    colon = f"{heading('')} "
    lines = wrapped(f"{question} [{usual}]", max(terminal_width() - len(colon), 1), "  ")
    answer: T = click.prompt(
        "\n".join(lines), default=usual, prompt_suffix=colon, show_default=False,
        value_proc=read, err=True,
    )  # fmt: skip
    return answer


def _players(said: str) -> int:
    return _number(said, FEWEST, MOST)


def _total(said: str) -> int:
    return _number(said, 0, GREATEST)


def _number(said: str, least: int, most: int) -> int:
    """Parse a whole number between two bounds. Raises a usage error if it is invalid."""
    word = said.strip()
    if word.isdecimal() and len(word) <= len(str(GREATEST)) and least <= int(word) <= most:
        return int(word)
    message = tr("say a whole number from {least} to {most}", least=least, most=most)
    raise click.UsageError(message)


def _word(said: str) -> str:
    if not said.strip() or not said.strip().isprintable() or len(said) > LONGEST:
        raise click.UsageError(tr("say what it is called, in a word or two"))
    return said.strip()


def _way(said: str) -> str:
    """Return the name of a scoring method, given its number or name."""
    word, names = said.strip().casefold(), list(WAYS)
    if word in names:
        return word
    return names[_number(word, 1, len(names)) - 1]


# --- Writing your own rules: `rules new`, `rules schema` ---------------------------------------


# How many play, what is counted, how many of these there are, how it is scored, whether with cards.
Said = tuple[int | None, str | None, int | None, str | None, bool]
NOTHING_SAID: Said = (None, None, None, None, True)
EXAMPLE = os.path.join(os.path.dirname(__file__), "my-game.toml")


@click.command("new", cls=CliCommand)
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
    """Return the text of a new ruleset file: a variant of `parent`, or one built from answers, or
    a full example."""
    if parent:
        return variant_text(name, library.load_ruleset(parent))
    example = store.read_path(EXAMPLE)
    if is_terminal(sys.stdin):
        return composed_text(name, asked_rules(*said), pack_of(example))
    if said != NOTHING_SAID:
        return composed_text(name, answered_rules(*said), pack_of(example))
    return fresh_text(name, example)


@click.command("schema", cls=CliCommand)
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


COMMANDS = {"new": new, "schema": schema, "put": put, "page": page}
