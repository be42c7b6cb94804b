"""Which evenings a league is asked for: the game and the players that are meant, of those that the
evenings have."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence

import click

from scorekeeper.league.evening import Evening
from scorekeeper.league.same_person import joined, one_name
from scorekeeper.record.names import seats_named
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import did_you_mean, refuse
from scorekeeper.text.speech import listed

LISTS = say("`{command}` lists what there is", command=CommandLine("sessions"))


def day_said(at: datetime.datetime | None) -> str | None:
    return None if at is None else at.date().isoformat()


def meant_by(
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
