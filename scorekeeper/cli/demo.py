"""`demo`: the worked examples of the sources, played through the real program."""

from __future__ import annotations

import os
import tempfile

import click

from scorekeeper import book, store
from scorekeeper.cli.begin import begin
from scorekeeper.cli.common import change, clock, show, terminal_width
from scorekeeper.entry import split_line


@click.command("demo")
@click.argument("games", nargs=-1, metavar="[GAME…]")
def demo(games: tuple[str, ...]) -> None:
    """Plays the worked examples of the sources in a throw-away home and prints the sheets.

    \b
    Example: scorekeeper demo
    """
    before = os.environ.get("SCOREKEEPER_HOME")
    names = [store.ruleset_path(game).stem for game in games] or sorted(store.ruleset_files())
    with tempfile.TemporaryDirectory(prefix="scorekeeper-demo-") as folder:
        os.environ["SCOREKEEPER_HOME"] = folder
        for game in names:
            _play_examples(game)
        if before is None:
            del os.environ["SCOREKEEPER_HOME"]
        else:
            os.environ["SCOREKEEPER_HOME"] = before


def _play_examples(game: str) -> None:
    from scorekeeper.report.sheet import sheet_of
    from scorekeeper.report.text import sheet_text

    for number, example in enumerate(store.load_ruleset(game).examples, 1):
        options = [f"{key}={value}" for key, value in example.get("options", {}).items()]
        name = f"{game}-{number}"
        begin(game, example["players"], example.get("dealer"), name, options)
        show(f"$ scorekeeper new {game} {' '.join(example['players'])}" + (f" --dealer {example['dealer']}" if "dealer" in example else ""))
        for deal in example["deal"]:
            words = split_line(deal["enter"])
            change(name, lambda opened, words=words: book.new_deal(opened, words, clock()))  # type: ignore[misc]
            show(f"$ scorekeeper deal {deal['enter']}")
        opened = book.opened(store.read_bytes(store.session_path(name)), name)
        show(f"  {example.get('source', '')}\n")
        show(sheet_text(sheet_of(opened.standing, name), opened.agreed.rules, terminal_width()))
        show("")


COMMANDS = {"demo": demo}
