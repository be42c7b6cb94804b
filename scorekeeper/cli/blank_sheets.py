"""An empty sheet for pen and paper: `sheet --blank`."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cli.common import show, show_json, terminal_width
from scorekeeper.game.seats import Turns
from scorekeeper.game.session import agree, option_words, settled_options
from scorekeeper.render.blank_csv import blank_csv
from scorekeeper.render.blank_text import blank_text
from scorekeeper.render.html.blank_page import blank_page
from scorekeeper.report.blank import blank_of
from scorekeeper.rules.chosen_rules import players_allowed
from scorekeeper.store import library
from scorekeeper.text.language import tr
from scorekeeper.text.problems import refuse


def show_blank(
    game: str, names: Sequence[str], form: str, options: Sequence[str], turns: Turns
) -> None:
    """An empty sheet of a game with these options, for these players or with room for their
    names."""
    rules = library.load_ruleset(game)
    settled, _ = settled_options(rules, option_words(options))
    number = next(iter(players_allowed(rules, settled) or rules.players))
    players = names or [chr(ord("A") + seat) for seat in range(number)]
    blank = blank_of(agree(rules, players, None, option_words(options), turns), bool(names))
    if form == "json":
        show_json(blank)
    elif form == "html":
        show(blank_page(blank, rules).rstrip("\n"))
    elif form == "csv":
        show(blank_csv(blank, rules))
    elif form == "text":
        show(blank_text(blank, rules, terminal_width()))
    else:
        hint = tr("leave out --format, or say --format html")
        raise refuse(
            "blank-format", tr("an empty sheet comes as text, html, csv or json"), "format", hint
        )
