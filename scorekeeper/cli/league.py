"""The standings over many evenings: `league`."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

from scorekeeper import store
from scorekeeper.base.exact import of_decimal
from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    FORMATS,
    Command,
    format_option,
    note,
    offered,
    plain_option,
    terminal_width,
)
from scorekeeper.cli.day_option import DAY
from scorekeeper.league.evening import KIND
from scorekeeper.league.game_words import GameWords, words_as_table, words_of_table
from scorekeeper.league.standings import APART, EARLY
from scorekeeper.render.json_text import json_text
from scorekeeper.render.renderings import LEAGUES, Look
from scorekeeper.report.league.league_json import league_of_table
from scorekeeper.report.league.league_value import LeagueStandings
from scorekeeper.store.evenings import digest_of_all, keep_together, kept_together
from scorekeeper.store.people_kept import people_bytes
from scorekeeper.store.rows import digest_of
from scorekeeper.store.rules_files import digest_of_rulesets
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine
from scorekeeper.text.problems import as_typed
from scorekeeper.text.speech import listed, text_of


@click.command("league", cls=Command)
@click.option(
    "--game", metavar="GAME", shell_complete=offered("games"), help="Only evenings of this game."
)
@click.option("--since", type=DAY, metavar="YYYY-MM-DD", help="Only evenings from this day on.")
@click.option("--until", type=DAY, metavar="YYYY-MM-DD", help="Only evenings up to this day.")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="PLAYER",
    shell_complete=offered("friends"),
    help="Only evenings in which this player played; repeatable.",
)
@click.option(
    "--same",
    "same",
    multiple=True,
    metavar="NAME=OTHER",
    help="OTHER is another name of the player NAME; repeatable.",
)
@click.option(
    "--early",
    type=click.Choice(EARLY),
    metavar="HOW",
    default=APART,
    help="Ended early: apart, no win (default); won; or not.",
)
@click.option("--ratings", is_flag=True, help="Ratings instead: how strong everybody seems.")
@click.option(
    "--export",
    metavar="FILE",
    shell_complete=offered("files"),
    help="Rows into a new file: .sqlite, .parquet or .csv.",
)
@click.option(
    "--anew", is_flag=True, help="Read every session again, whatever rows were kept of it."
)
@click.option("--full", is_flag=True, help="Also runs, records, contracts by player, calendar.")
@format_option(*FORMATS)
@plain_option
def league(
    game: str | None, since: datetime.datetime | None, until: datetime.datetime | None,
    players: tuple[str, ...], same: tuple[str, ...], early: str, ratings: bool,
    export: str | None, anew: bool, full: bool, form: str, plain: bool,
) -> None:  # fmt: skip
    """The standings over all evenings.

    Wins, averages, form, who is above whom, what declarers take.
    """
    if anew:
        # 20 ms, only where all is read again
        from scorekeeper.cli.home_sessions import build_anew  # noqa: PLC0415

        build_anew(store.every_session())
    if export is not None:
        if ratings or full or form != "text":
            raise click.UsageError(
                tr("--export writes rows, no page: leave out --ratings, --full and --format")
            )
        # 20 ms, only for a file
        from scorekeeper.cli.league_export import export_league  # noqa: PLC0415
        from scorekeeper.cli.league_made import Asked  # noqa: PLC0415

        asked = Asked(game, players, same, since, until, early)
        export_league(store.every_session(), asked, export)
        return
    if ratings:
        if full:
            raise click.UsageError(tr("--ratings is a page of its own: leave out --full"))
        # 20 ms, only for ratings
        from scorekeeper.cli.league_made import Asked  # noqa: PLC0415
        from scorekeeper.cli.league_ratings import show_league_ratings  # noqa: PLC0415

        asked = Asked(game, players, same, since, until, early)
        show_league_ratings(store.every_session(), asked, form, plain)
        return
    ink = ink_of_page(plain or form != "text")
    look = Look(terminal_width(), plain, ink=ink, full=full)
    is_of_all = not (game or since or until or players or same or early != APART)
    names = store.every_session()
    kind = _kind(people_bytes()) if is_of_all else ""  # only what is of all is kept
    answer = _as_before(kind, names, form, look) if is_of_all and not anew else None
    if answer is None:
        # 20 ms, only where anything is told anew
        from scorekeeper.cli.league_made import Asked, made_league  # noqa: PLC0415

        asked = Asked(game, players, same, since, until, early)
        made = made_league(names, asked, is_of_all, has_words=is_of_all or form != "json")
        if is_of_all and not made.is_odd:  # what is odd is told every time
            keep_together(kind, made.digest, _kept_row(made.value, made.words))
        answer = _answer(made.value, made.words, form, look)
    for alike in answer.alike:
        _propose(alike)
    show_page(answer.page, look.ink)


# What a row may do to who lays it out, where somebody put another one there.
BROKEN = (ValueError, LookupError, TypeError, AttributeError, RecursionError, ArithmeticError)


class Answer(NamedTuple):
    """What is shown, and the names in it that may be one person's."""

    page: str
    alike: Sequence[Sequence[str]]


def _as_before(kind: str, names: Sequence[str], form: str, look: Look) -> Answer | None:
    """The answer for these, which are all evenings, as it was worked out before, where each is,
    byte for byte, what it was then. It is laid out while other processes read the sessions."""
    kept = kept_together(kind)
    if kept is None:
        return None
    digest, row = kept
    now = digest_of_all(names)
    try:
        league, words = json.loads(row, parse_float=of_decimal)
        answer = _answer(league_of_table(league), _words_of_row(words), form, look)
    except BROKEN:
        return None
    return answer if now() == digest else None


def _kept_row(value: LeagueStandings, words: Mapping[str, GameWords]) -> str:
    """The league and the words of its games, as one line of JSON, made part by part: all at once
    would be a megabyte more of memory."""
    parts = {name: [json_text(part)] for name, part in value._asdict().items() if name != "games"}
    parts["games"] = _object({game: [json_text(found)] for game, found in value.games.items()})
    of_games = {game: words_as_table(found) for game, found in words.items()}
    return "".join(["[", *_object(parts), ", ", json.dumps(of_games, ensure_ascii=False), "]"])


def _object(parts: Mapping[str, Sequence[str]]) -> list[str]:
    """The JSON of an object in pieces, from those of its parts."""
    pieces = [
        piece for name, part in parts.items() for piece in (", ", json_text(name), ": ", *part)
    ]
    return ["{", *pieces[1:], "}"]


def _words_of_row(words: Mapping[str, Any]) -> dict[str, GameWords]:
    return {game: words_of_table(found) for game, found in words.items()}


def _kind(people: bytes) -> str:
    """What such a row means: by this version, with days by the clock of whoever reads, for people
    as the file of them says, and in the words of the rulesets as they are."""
    clock = f"{'/'.join(time.tzname)}/{time.timezone}/{time.altzone}"
    return f"{KIND}/{clock}/{digest_of(people)}/{digest_of_rulesets()}"


def _answer(
    value: LeagueStandings, words: Mapping[str, GameWords], form: str, look: Look
) -> Answer:
    if form == "json":
        return Answer(json_text(value), value.alike)
    page = LEAGUES[form](value, words, look)
    return Answer(page.rstrip("\n"), value.alike)


def _propose(names: Sequence[str]) -> None:
    """A word about names that may be one person's, and what says so: here, or once for all."""
    first, *others = names
    option = " ".join(f"--same {as_typed(first)}={as_typed(other)}" for other in others)
    who = listed([f"`{name}`" for name in names], "and")
    note(
        tr(
            "{names} count as different people; if they are one, add `{option}`, or say so once: "
            "`{command}`",
            names=who,
            option=option,
            command=text_of(CommandLine("people merge", tuple(names))),
        )
    )


COMMANDS = {"league": league}
