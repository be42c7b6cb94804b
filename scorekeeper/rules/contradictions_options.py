"""Faults of what hangs on the choices of a table and is settled before the first deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from scorekeeper.base.toml import toml_value
from scorekeeper.rules.formula import Formula, FormulaError, number_of, value_of
from scorekeeper.rules.model_entered import Option
from scorekeeper.rules.model_scoring import BEST, Game
from scorekeeper.rules.table import Table
from scorekeeper.text.message import listing, say
from scorekeeper.text.problems import did_you_mean

MOST_CHOICES = 1000  # ways to choose the options that are looked at


def note_hanging(
    top: Table, game: Game, numbers: tuple[int, ...], options: dict[str, Option]
) -> None:
    """Notes what a game starts from, which score wins or how many may play, where that can have no
    answer for some choice of the table; `numbers` are how many may play in all."""
    for key, formula in game.chosen.items():
        unknown = sorted(formula.names - {"players", *options})
        if unknown:
            said = toml_value(formula.text)
            names = listing(unknown, "and")
            message = say(
                "`{key} = {formula}` cannot depend on {names}", key=key, formula=said, names=names
            )
            top.fault(f"game.{key}", message, say("it may name `players` and the options"))
        else:
            _note_answers(top, key, formula, numbers, options)
    for name, option in options.items():
        _note_numbers(top, f"option.{name}.players", option, numbers)


def _note_answers(
    top: Table, key: str, formula: Formula, numbers: tuple[int, ...], options: dict[str, Option]
) -> None:
    """Notes the first choice for which a formula has no answer, or another than it may be."""
    for known in _choices(formula, numbers, options):
        try:
            answer = value_of(formula, known) if key == "best" else number_of(formula, known)
        except FormulaError as error:
            top.fault(f"game.{key}", error.why)
            return
        if key == "best" and answer not in BEST:
            message = say("`{key}` cannot be `{value}`", key=key, value=str(answer))
            words = say("say {words}", words=listing([repr(one) for one in BEST]))
            top.fault(f"game.{key}", message, did_you_mean(str(answer), BEST), words)
            return


def _choices(
    formula: Formula, numbers: tuple[int, ...], options: dict[str, Option]
) -> Iterator[dict[str, object]]:
    """Every number of players with every choice of the options that a formula names."""
    known = {"players": numbers, **{name: option.each() for name, option in options.items()}}
    named = [name for name in known if name in formula.names]
    for choice in islice(product(*(known[name] for name in named)), MOST_CHOICES):
        yield dict(zip(named, choice, strict=True))


def _note_numbers(top: Table, path: str, option: Option, numbers: tuple[int, ...]) -> None:
    """Notes values that an option cannot have, and numbers of players that the page is not for."""
    known = [option.key_of(value) for value in option.each()]
    for key, players in option.players.items():
        if key not in known and option.kind != "number":
            message = say("`{word}` is no value of this option", word=key)
            hint = did_you_mean(key, known) or say("say {words}", words=listing(known))
            top.fault(f"{path}.{key}", message, hint)
        for number in players:
            if number not in numbers:
                message = say("the page is not for {number} players", number=number)
                hint = say("add {number} to `players` at the top, or leave it out", number=number)
                top.fault(f"{path}.{key}", message, hint)
