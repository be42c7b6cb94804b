"""The standings over many evenings: `league`."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import Any

import click

from scorekeeper import store
from scorekeeper.cli.common import (
    Command,
    format_option,
    plain_option,
    show_json,
    show_page,
    terminal_width,
)
from scorekeeper.cli.evenings import evenings
from scorekeeper.language import marked, tr
from scorekeeper.league.evening import Evening
from scorekeeper.league.standings import Choice
from scorekeeper.problems import MachineFailure, Refused, did_you_mean, listed, refuse
from scorekeeper.ruleset.model import Ruleset


class Day(click.DateTime):
    """A day, asked for again in the words of the help where it is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The day as a time."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            message = tr("`{word}` is not a day as YYYY-MM-DD, like 2026-01-31", word=value)
            raise click.BadParameter(message, ctx, param) from None


DAY = Day(["%Y-%m-%d"])
LISTS = marked("`scorekeeper sessions` lists what there is")


@click.command("league", cls=Command)
@click.option("--game", metavar="GAME", help="Only evenings of this game.")
@click.option("--since", type=DAY, metavar="YYYY-MM-DD", help="Only evenings from this day on.")
@click.option("--until", type=DAY, metavar="YYYY-MM-DD", help="Only evenings up to this day.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="PLAYER",
    help="Only evenings in which this player played; repeatable.",
)
@format_option()
@plain_option
def league(
    game: str | None, since: datetime.datetime | None, until: datetime.datetime | None, players: tuple[str, ...],
    form: str, plain: bool,
) -> None:  # fmt: skip
    """The standings over all evenings.

    Who won how often, points and averages of each game, the best evening, who
    finished above whom, and what declarers take of each contract against its
    quota, so that a group sees which quota fits it.
    """
    from scorekeeper.league.standings import league as standings
    from scorekeeper.report.league import league_text, league_value

    told: Iterable[tuple[str, Evening]] = evenings(whole=True)
    if game is not None or players:  # who and what is meant is known once all have been met
        told = list(told)
        game, players = _meant_by(game, players, [evening for _, evening in told])
    found = standings(told, Choice(game, _day(since), _day(until), players))
    if not found.evenings:
        raise refuse("league-empty", tr("there is no evening to take together"), None, tr(LISTS))
    value = league_value(found)
    if form == "json":
        show_json(value)
    else:
        show_page(league_text(value, terminal_width(), plain, _known(value["games"])), plain)


def _known(games: Iterable[str]) -> dict[str, Ruleset]:
    """The rules of the games that are still there, for their words."""
    there = store.ruleset_files()
    found: dict[str, Ruleset] = {}
    for game in games:
        # Somebody's own file may be broken by now: the league has numbers without it.
        with suppress(MachineFailure, Refused):
            if game in there:
                found[game] = store.load_ruleset(game)
    return found


def _day(at: datetime.datetime | None) -> str | None:
    return None if at is None else at.date().isoformat()


def _meant_by(game: str | None, players: Iterable[str], found: Sequence[Evening]) -> tuple[str | None, tuple[str, ...]]:
    """The game and the players that are meant, of those that the evenings have."""
    met = {name for evening in found for name in evening.players}
    chosen = tuple(_player(name, met) for name in players)
    return None if game is None else _game(game, {evening.game for evening in found}), chosen


def _player(word: str, met: Collection[str]) -> str:
    """The one who is meant, of everybody who played."""
    found = _meant(word, met)
    if len(found) == 1:
        return found[0]
    if found:
        raise refuse("player-ambiguous", tr("`{word}` could be {choices}", word=word, choices=listed(found)), "player")
    hint = did_you_mean(word, met) or tr("`scorekeeper sessions` lists who played")
    raise refuse("player-unknown", tr("`{name}` plays in no session", name=word), "player", hint)


def _game(word: str, played: Collection[str]) -> str:
    """The game that is meant, of those that were played."""
    found = _meant(word, played)
    if len(found) == 1:
        return found[0]
    there = tr("there are evenings of {games}", games=listed(sorted(played), "and")) if played else tr(LISTS)
    hint = did_you_mean(word, found or played) or there
    raise refuse("league-empty", tr("there is no evening of `{game}`", game=word), "game", hint)


def _meant(word: str, known: Collection[str]) -> list[str]:
    """Those that a word names, whole or by their beginning."""
    from scorekeeper.entry.names import seats_named

    names = sorted(known)
    return [names[place] for place in seats_named(names, word)]


COMMANDS = {"league": league}
