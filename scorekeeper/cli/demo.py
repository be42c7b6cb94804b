"""`demo`: the worked examples of the sources, played through the real program."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import click

from scorekeeper.cli.begin import begin
from scorekeeper.cli.click_parts import (
    CliCommand,
    clock,
    format_option,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.open_log import change, open_book
from scorekeeper.game.session_settings import option_words
from scorekeeper.proof.examples import source_of
from scorekeeper.record.deal_changes import new_deal
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.open_session import Book
from scorekeeper.render.text_writer import document_text
from scorekeeper.report.sheet import Sheet, sheet_of, sheet_value
from scorekeeper.report.sheet_document import sheet_document
from scorekeeper.rules.casebook import casebook
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.ruleset_library import ruleset_files


@click.command("demo", cls=CliCommand)
@click.argument("games", nargs=-1, metavar="[GAME…]", shell_complete=offered("games"))
@format_option()
@plain_option
def demo(games: tuple[str, ...], form: str, plain: bool) -> None:
    """Plays the worked examples of the sources.

    Through the real program, in a throw-away home; prints the sheets. Without GAME it plays those
    of every game that is shipped.
    """
    named = [library.load_ruleset(game) for game in games]
    told = []
    with _throw_away_home():
        for rules in named or map(library.load_ruleset, sorted(ruleset_files())):
            for number, example in enumerate(casebook(rules).examples, 1):
                played = _played(rules, example, f"{rules.id}-{number}")
                if form == "json":
                    told.append(played.value())
                else:
                    show(_text(played, plain))
    if form == "json":
        show_json(told)


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


class DemoRun(NamedTuple):
    """A played example: the typed lines, the source of the example, and the session."""

    typed: tuple[str, ...]
    source: str
    opened: Book

    def value(self) -> dict[str, object]:
        """Return the example as values for JSON."""
        return {
            "typed": list(self.typed),
            "source": self.source,
            "sheet": sheet_value(self.sheet()),
        }

    def sheet(self) -> Sheet:
        """Return the score sheet of the session."""
        return sheet_of(self.opened.standing, self.opened.name)


def _played(rules: Ruleset, example: Mapping[str, Any], name: str) -> DemoRun:
    """Play one example of a ruleset in a new session `name`, as if typed."""
    options = [f"{key}={value}" for key, value in example.get("options", {}).items()]
    begin(rules, example["players"], example.get("dealer"), name, option_words(options))
    dealer = ["--dealer", example["dealer"]] if "dealer" in example else []
    taken = [word for option in options for word in ("--option", option)]
    for deal in example["deal"]:
        words = split_line(deal["enter"])
        change(name, partial(new_deal, words=words, at=clock()))
    first = f"scorekeeper new {shlex.join([rules.id, *example['players'], *dealer, *taken])}"
    typed = (first, *(f"scorekeeper deal {deal['enter']}" for deal in example["deal"]))
    return DemoRun(typed, source_of(example).shown(), open_book(name))


def _text(played: DemoRun, plain: bool) -> str:
    """Return the typed lines of an example, its source, and its score sheet."""
    rules = played.opened.agreed.rules
    sheet = document_text(sheet_document(played.sheet(), rules), terminal_width(), plain)
    return "\n".join(
        [*(f"$ {line}" for line in played.typed), f"  {played.source}\n", f"{sheet}\n"]
    )


COMMANDS = {"demo": demo}
