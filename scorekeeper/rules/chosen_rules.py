"""What of a game hangs on the choices of a table and is fixed before its first deal: how many may
play, what a game starts from, which score wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorekeeper.rules.formula import number_of, value_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_scoring import LOWEST
from scorekeeper.rules.said import option_chosen
from scorekeeper.text.message import Words, listing

CHOSEN = "chosen"  # the kind of an option of which one value is left


def as_chosen(rules: Ruleset, players: int, options: Mapping[str, object]) -> Ruleset:
    """The rules as they are for so many players with these choices, also where they are those of
    other choices. Raises FormulaError where a formula has no answer for them."""
    known, game = {"players": players, **options}, rules.game
    if "start" in game.chosen:
        game = game._replace(start=number_of(game.chosen["start"], known))
    if "best" in game.chosen:
        game = game._replace(lowest_wins=value_of(game.chosen["best"], known) == LOWEST)
    return rules._replace(game=game, players=players_allowed(rules, options))


def usual_as_chosen(rules: Ruleset, options: Mapping[str, Any]) -> Ruleset:
    """Return the rules with these choices as their usual and only ones, played by as many as they
    allow."""
    allowed = players_allowed(rules, options)
    only = {
        name: option._replace(default=options[name], kind=CHOSEN, values=())
        for name, option in rules.options.items()
    }
    return rules._replace(options=only, players=allowed, every_number=allowed)


def players_allowed(rules: Ruleset, options: Mapping[str, object]) -> tuple[int, ...]:
    """How many may play with these choices."""
    allowed = rules.every_number
    for option in rules.options.values():
        only = option.players.get(option.key_of(options[option.id]))
        allowed = tuple(n for n in allowed if only is None or n in only)
    return allowed


def what_decides(rules: Ruleset, options: Mapping[str, Any]) -> Words:
    """The choices that decide how many may play, as they are typed."""
    chosen = [
        option_chosen(rules, name, options[name])
        for name, option in rules.options.items()
        if option.key_of(options[name]) in option.players
    ]
    return listing(chosen, "and")
