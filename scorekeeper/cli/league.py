"""The standings over many evenings: `league`."""

from __future__ import annotations

import datetime
import json
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import click

from scorekeeper import store
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
from scorekeeper.cli.home_sessions import KIND, evenings
from scorekeeper.entry.names import seats_named
from scorekeeper.language import tr
from scorekeeper.league.evening import Evening
from scorekeeper.league.game_words import GameWords, words_as_table, words_of_game, words_of_table
from scorekeeper.league.same_person import counted, joined, one_at_table, one_name
from scorekeeper.league.standings import APART, EARLY, Choice
from scorekeeper.league.standings import league as standings
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import MachineFailure, Refused, as_typed, did_you_mean, refuse
from scorekeeper.render.json_text import json_text
from scorekeeper.render.renderings import LEAGUES, Look
from scorekeeper.sheet.league_json import league_of_table
from scorekeeper.sheet.league_value import LeagueStandings, league_standings
from scorekeeper.speech import listed, text_of
from scorekeeper.store.evenings import digest_of_all, keep_together, kept_together
from scorekeeper.store.people_on_disk import people_bytes
from scorekeeper.store.rows import digest_of
from scorekeeper.store.rules_files import digest_of_rulesets, ruleset_files

LISTS = say("`{command}` lists what there is", command=CommandLine("sessions"))


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
    help="Evenings that ended early: apart, without a winner (default); won, as any other; not.",
)
@format_option(*FORMATS)
@plain_option
def league(
    game: str | None, since: datetime.datetime | None, until: datetime.datetime | None,
    players: tuple[str, ...], same: tuple[str, ...], early: str, form: str, plain: bool,
) -> None:  # fmt: skip
    """The standings over all evenings.

    Who won how often, points and averages of each game, the best evening, who
    finished above whom, and what declarers take of each contract against its
    quota, so that a group sees which quota fits it.
    """
    look = Look(terminal_width(), plain, ink=ink_of_page(plain or form != "text"))
    is_of_all = not (game or since or until or players or same or early != APART)
    names = store.every_session()
    kind = _kind(people_bytes()) if is_of_all else ""  # only what is of all is kept
    answer = _as_before(kind, names, form, look) if is_of_all else None
    if answer is None:
        met: list[tuple[str, str]] = []
        odd: list[str] = []
        # 4 ms, only where anything is told anew
        from scorekeeper.cli.home_people import known_people  # noqa: PLC0415
        from scorekeeper.cli.session_copies import tell_copies, without_copies  # noqa: PLC0415

        people = known_people()
        each = [*_met(evenings(names, whole=True), met)]
        once = without_copies(each)
        if tell_copies(each):
            odd.append("copies")
        told: Iterable[tuple[str, Evening]] = _counted(once, people.counts_as, odd)
        if game is not None or players or same:  # who is meant is known once all have been met
            told = list(told)
            game, players, told = _meant_by(game, players, same, told, people.counts_as)
        choice = Choice(game, _day(since), _day(until), players, early)
        value = _value(told, choice, people.declared)
        words = _words_of(value.games) if is_of_all or form != "json" else {}
        if is_of_all and not odd:  # what is odd is told every time
            keep_together(kind, met, _kept_row(value, words))
        answer = _answer(value, words, form, look)
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
        league, words = json.loads(row)
        answer = _answer(league_of_table(league), _words_of_row(words), form, look)
    except BROKEN:
        return None
    return answer if now() == digest else None


def _kept_row(value: LeagueStandings, words: Mapping[str, GameWords]) -> str:
    """The league and the words of its games, as one line of JSON."""
    of_games = {game: words_as_table(found) for game, found in words.items()}
    return f"[{json_text(value)}, {json.dumps(of_games, ensure_ascii=False)}]"


def _words_of_row(words: Mapping[str, Any]) -> dict[str, GameWords]:
    return {game: words_of_table(found) for game, found in words.items()}


def _kind(people: bytes) -> str:
    """What such a row means: by this version, with days by the clock of whoever reads, for people
    as the file of them says, and in the words of the rulesets as they are."""
    clock = f"{'/'.join(time.tzname)}/{time.timezone}/{time.altzone}"
    return f"{KIND}/{clock}/{digest_of(people)}/{digest_of_rulesets()}"


def _counted(
    told: Iterable[tuple[str, Evening]], counts_as: Mapping[str, str], odd: list[str]
) -> Iterator[tuple[str, Evening]]:
    """The evenings with everybody under the name that they count as, and a word where two names
    of one person sat at one table; those are `odd`."""
    for session, evening in told:
        if counts_as and (names := one_at_table(evening.players, counts_as)):
            odd.append(session)
            _note_together(session, names)
        yield session, counted(evening, counts_as)


def _note_together(session: str, names: Sequence[str]) -> None:
    note(
        tr(
            "{names} are one person in people.toml, but sat at one table in {session}: there they "
            "count as two",
            names=listed([f"`{name}`" for name in names], "and"),
            session=session,
        )
    )


def _value(
    told: Iterable[tuple[str, Evening]], choice: Choice, declared: Collection[str]
) -> LeagueStandings:
    """The league of the evenings that are chosen."""
    tables: dict[tuple[str, ...], int] = {}
    found = standings(_noting(told, tables), choice)
    if not found.evenings:
        raise refuse("league-empty", tr("there is no evening to take together"), None, LISTS)
    return league_standings(found, tables, declared)


def _answer(
    value: LeagueStandings, words: Mapping[str, GameWords], form: str, look: Look
) -> Answer:
    if form == "json":
        return Answer(json_text(value), value.alike)
    page = LEAGUES[form](value, words, look)
    return Answer(page.rstrip("\n"), value.alike)


def _met(
    told: Iterable[tuple[str, str, Evening]], met: list[tuple[str, str]]
) -> Iterator[tuple[str, Evening]]:
    """The evenings, of which the name and the digest of the text are noted."""
    for name, digest, evening in told:
        met.append((name, digest))
        yield store.bare_name(name), evening


def _noting(
    told: Iterable[tuple[str, Evening]], tables: dict[tuple[str, ...], int]
) -> Iterator[tuple[str, Evening]]:
    """The evenings, of which it is noted who sat together how often."""
    for name, evening in told:
        people = tuple(evening.players)
        tables[people] = tables.get(people, 0) + 1
        yield name, evening


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


def _words_of(games: Iterable[str]) -> dict[str, GameWords]:
    """The words of the games whose rules are still there."""
    # 20 ms, only where a league is made anew
    from scorekeeper.store.library import load_ruleset  # noqa: PLC0415

    there = ruleset_files()
    found: dict[str, GameWords] = {}
    for game in games:
        # Somebody's own file may be broken by now: the league has numbers without it.
        with suppress(MachineFailure, Refused):
            if game in there:
                found[game] = words_of_game(load_ruleset(game))
    return found


def _day(at: datetime.datetime | None) -> str | None:
    return None if at is None else at.date().isoformat()


def _meant_by(
    game: str | None,
    players: Iterable[str],
    same: Iterable[str],
    told: Sequence[tuple[str, Evening]],
    counts_as: Mapping[str, str],
) -> tuple[str | None, tuple[str, ...], Sequence[tuple[str, Evening]]]:
    """The game and the players that are meant, of those that the evenings have, and the evenings
    with everybody under one name."""
    met = {name for _, evening in told for name in evening.names}
    names = one_name(_pair(word, met, counts_as) for word in same)
    told = [(session, joined(session, evening, names)) for session, evening in told]
    meant = (_player(word, met, counts_as) for word in players)
    chosen = tuple(names.get(name, name) for name in meant)
    games = {evening.game for _, evening in told}
    return None if game is None else _game(game, games), chosen, told


def _pair(word: str, met: Collection[str], counts_as: Mapping[str, str]) -> tuple[str, str]:
    """The two names of `NAME=OTHER`; a name may hold that sign itself."""
    parts = [(word[:at], word[at + 1 :]) for at, sign in enumerate(word) if sign == "="]
    if not parts:
        raise click.UsageError(tr("--same says two names of one player: --same NAME=OTHER"))
    there = {*met, *counts_as}
    name, other = next((pair for pair in parts if all(who in there for who in pair)), parts[0])
    return _player(name, met, counts_as), _player(other, met, counts_as)


def _player(word: str, met: Collection[str], counts_as: Mapping[str, str]) -> str:
    """The one who is meant, of everybody who played; another name of theirs will do."""
    found = [word] if word in met else _meant(counts_as.get(word, word), met)
    if len(found) == 1:
        return found[0]
    if found:
        raise refuse(
            "player-ambiguous",
            tr("`{word}` could be {choices}", word=word, choices=listed(found)),
            "player",
        )
    hint = did_you_mean(word, met) or say(
        "`{command}` lists who played", command=CommandLine("sessions")
    )
    raise refuse("player-unknown", tr("`{name}` plays in no session", name=word), "player", hint)


def _game(word: str, played: Collection[str]) -> str:
    """The game that is meant, of those that were played."""
    found = _meant(word, played)
    if len(found) == 1:
        return found[0]
    there = (
        tr("there are evenings of {games}", games=listed(sorted(played), "and"))
        if played
        else LISTS
    )
    hint = did_you_mean(word, found or played) or there
    raise refuse("league-empty", tr("there is no evening of `{game}`", game=word), "game", hint)


def _meant(word: str, known: Collection[str]) -> list[str]:
    """Those that a word names, whole or by their beginning."""
    names = sorted(known)
    return [names[place] for place in seats_named(names, word)]


COMMANDS = {"league": league}
