"""`demo`: the worked examples of the sources, played through the real program."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import click

from scorekeeper import book, store
from scorekeeper.cli.begin import begin
from scorekeeper.cli.common import Command, change, clock, open_book, show, terminal_width
from scorekeeper.entry import split_line
from scorekeeper.ruleset import Ruleset


@click.command("demo", cls=Command)
@click.argument("games", nargs=-1, metavar="[GAME…]")
def demo(games: tuple[str, ...]) -> None:
    """Plays the worked examples of the sources.

    Through the real program, in a throw-away home; prints the sheets. Without GAME it plays those
    of every game that is shipped.
    """
    named = [store.load_ruleset(game) for game in games]
    with _throw_away_home():
        for rules in named or map(store.load_ruleset, sorted(store.ruleset_files())):
            for number, example in enumerate(rules.examples, 1):
                _play(rules, example, f"{rules.id}-{number}")


@contextmanager
def _throw_away_home() -> Iterator[None]:
    before = os.environ.get("SCOREKEEPER_HOME")
    with tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        os.environ["SCOREKEEPER_HOME"] = folder
        try:
            yield
        finally:
            os.environ.pop("SCOREKEEPER_HOME")
            if before is not None:
                os.environ["SCOREKEEPER_HOME"] = before


def _play(rules: Ruleset, example: Mapping[str, Any], name: str) -> None:
    """One example as it would be typed, and its sheet."""
    from scorekeeper.report.sheet import sheet_of
    from scorekeeper.report.text import sheet_text

    options = [f"{key}={value}" for key, value in example.get("options", {}).items()]
    begin(rules, example["players"], example.get("dealer"), name, options)
    dealer = ["--dealer", example["dealer"]] if "dealer" in example else []
    taken = [word for option in options for word in ("--option", option)]
    show(f"$ scorekeeper new {shlex.join([rules.id, *example['players'], *dealer, *taken])}")
    for deal in example["deal"]:
        words = split_line(deal["enter"])
        change(name, lambda opened, words=words: book.new_deal(opened, words, clock()))  # type: ignore[misc]
        show(f"$ scorekeeper deal {deal['enter']}")
    opened = open_book(name)
    show(f"  {example.get('source', '')}\n")
    show(sheet_text(sheet_of(opened.standing, name), opened.agreed.rules, terminal_width()) + "\n")


COMMANDS = {"demo": demo}
