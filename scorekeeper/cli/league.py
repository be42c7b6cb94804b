"""The standings over many evenings: `league`."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Iterable, Iterator
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
from scorekeeper.language import tr
from scorekeeper.league.evening import Evening
from scorekeeper.league.standings import Choice
from scorekeeper.problems import MachineFailure, Refused, nearest, refuse
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

    names = tuple(unicodedata.normalize("NFC", name.strip()) for name in players)
    choice = Choice(game, _day(since), _day(until), names)
    met: set[str] = set()
    found = standings(_heard(evenings(), met), choice)
    if not found.evenings:
        raise _nothing(choice, met)
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


def _heard(found: Iterator[tuple[str, Evening]], met: set[str]) -> Iterator[tuple[str, Evening]]:
    """The evenings as they come, with a note of everybody who was met."""
    for name, evening in found:
        met.update(evening.players)
        yield name, evening


def _nothing(choice: Choice, met: set[str]) -> Refused:
    """What to say where no evening is left."""
    for name in choice.players:
        if name not in met:
            meant = nearest(name, met)
            hint = tr("did you mean `{name}`?", name=meant) if meant else tr("`scorekeeper sessions` lists who played")
            return refuse("player-unknown", tr("`{name}` plays in no session", name=name), "player", hint)
    hint = tr("`scorekeeper sessions` lists what there is")
    return refuse("league-empty", tr("there is no evening to take together"), None, hint)


COMMANDS = {"league": league}
