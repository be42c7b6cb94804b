"""Choices of a table that leave no game: no deal, nobody who may play, no score to begin with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product

from scorekeeper.base.exact import is_number
from scorekeeper.proof.situations import values_tried, values_within
from scorekeeper.rules.chosen_rules import players_allowed, what_decides
from scorekeeper.rules.formula import Formula, FormulaError, number_of, value_of, whole_of
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.model_scoring import BEST
from scorekeeper.text.message import Value, Words, listing, say, titled
from scorekeeper.text.problems import Problem

GAMES = "match.games"
MOST_CHOICES = 2000  # ways to choose the options that are tried
# How a formula is worked out that stands at a place; elsewhere it must give a whole number.
ASKED = {"game.best": value_of, "game.start": number_of}
Choices = Mapping[str, object]


def choices_leave_a_game(rules: Ruleset) -> Iterator[Problem]:
    """Whatever is chosen there is a deal, what the game starts from and which score wins have an
    answer, and everybody whom the page is for may play."""
    formulas = {f"game.{key}": formula for key, formula in rules.game.chosen.items()}
    if rules.deals.number is not None:
        formulas["deals.number"] = rules.deals.number
    for place, formula in formulas.items():
        if rules.options.keys() & formula.names:
            yield from _without_answer(rules, place, formula)
    yield from _never_allowed(rules)
    yield from _none_as_usual(rules)


def games_are_settled(rules: Ruleset) -> Iterator[Problem]:
    """How many games a match has is settled before the first: it hangs on the players and the
    options alone, and there is one."""
    if rules.match is None:
        return
    games = rules.match.games
    unknown = sorted(games.names - {"players", *rules.options})
    if unknown:
        message = say(
            "`{key} = {formula!r}` cannot depend on {names}",
            key="games", formula=games.text, names=listing(unknown, "and"),
        )  # fmt: skip
        hint = say("it may name `players` and the options")
        yield Problem("ruleset", message, GAMES, (hint,))
    else:
        yield from _without_answer(rules, GAMES, games)


def _without_answer(rules: Ruleset, place: str, formula: Formula) -> Iterator[Problem]:
    """The first choice for which a formula has no answer, or none that can be."""
    named = [name for name in rules.options if name in formula.names]
    ends = [values_tried(rules.options[name]) for name in named]
    within = [values_within(rules.options[name]) for name in named]
    ways = chain(product(rules.every_number, *ends), product(rules.every_number, *within))
    for players, *chosen in islice(ways, MOST_CHOICES):
        choices = dict(zip(named, chosen, strict=True))
        if why := _trouble(place, formula, {"players": players, **choices}):
            said = titled(_said(rules, choices), why) if choices else why
            yield Problem("option-ends", said, place)
            return


def _trouble(place: str, formula: Formula, known: Choices) -> Words | None:
    """Why a formula cannot be used with these choices; None where it can."""
    try:
        answer = ASKED.get(place, whole_of)(formula, known)
    except FormulaError as error:
        return error.why
    if place == "game.best" and answer not in BEST:
        return say("`{key}` cannot be `{value}`", key="best", value=str(answer))
    if place not in ("deals.number", GAMES) or not is_number(answer) or answer > 0:
        return None
    numbers: dict[str, Value] = {"formula": formula.text, "players": int(str(known["players"]))}
    if place == GAMES:
        return say(
            "`games = {formula!r}` gives {games} games with {players} players; a match has at "
            "least one",
            games=answer, **numbers,
        )  # fmt: skip
    return say(
        "`number = {formula!r}` gives {deals} deals with {players} players; a game has at least "
        "one",
        deals=answer, **numbers,
    )  # fmt: skip


def _said(rules: Ruleset, choices: Choices) -> Words:
    """The choices as they are typed."""
    keys = {name: rules.options[name].key_of(value) for name, value in choices.items()}
    return listing([say("{one}={other}", one=name, other=key) for name, key in keys.items()], "and")


def _never_allowed(rules: Ruleset) -> Iterator[Problem]:
    """Numbers of players for which no value of an option is."""
    for name, option in rules.options.items():
        keys = {option.key_of(value) for value in option.each()}
        if option.kind == "number" or not keys <= option.players.keys():
            continue
        for number in rules.every_number:
            if not any(number in option.players[key] for key in keys):
                message = say(
                    "{number} can never play: no value of this option is for so many", number=number
                )
                hint = say("take {number} out of `players` at the top", number=number)
                yield Problem("option-players", message, f"option.{name}.players", (hint,))


def _none_as_usual(rules: Ruleset) -> Iterator[Problem]:
    """Options of which the usual choices leave nobody who may play."""
    usual = {name: option.default for name, option in rules.options.items()}
    if players_allowed(rules, usual):
        return
    name = next(one.id for one in rules.options.values() if one.players)
    message = say(
        "{choices} leave no number of players: each is for others",
        choices=what_decides(rules, usual),
    )
    hint = say("choose one of them otherwise")
    yield Problem("option-players", message, f"option.{name}.players", (hint,))
