"""A league made of the sessions of the home."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from sys import intern
from typing import NamedTuple

from scorekeeper import store
from scorekeeper.cli.common import note
from scorekeeper.cli.home_people import known_people
from scorekeeper.cli.home_sessions import evenings, told_quietly
from scorekeeper.cli.league_choice import LISTS, day_said, meant_by
from scorekeeper.cli.session_copies import tell_copies
from scorekeeper.league.copies import Trace, copies_of, name_before_conflict
from scorekeeper.league.evening import Evening
from scorekeeper.league.game_words import GameWords, words_of_game
from scorekeeper.league.identities import Ids
from scorekeeper.league.same_person import counted, one_at_table
from scorekeeper.league.standings import APART, Choice, is_of_league
from scorekeeper.league.standings import league as standings
from scorekeeper.report.league.league_value import LeagueStandings, league_standings
from scorekeeper.store.evenings import DigestOfAll
from scorekeeper.store.library import load_ruleset
from scorekeeper.store.rules_files import ruleset_files
from scorekeeper.text.language import tr
from scorekeeper.text.message import CommandLine, Joined, say
from scorekeeper.text.problems import MachineFailure, Refused, refuse
from scorekeeper.text.speech import listed, text_of


class Asked(NamedTuple):
    """Which evenings are asked for: of a game, of players, who may have other names, of days; and
    how those count that ended early."""

    game: str | None
    players: tuple[str, ...]
    same: tuple[str, ...]
    since: datetime.datetime | None
    until: datetime.datetime | None
    early: str


class Made(NamedTuple):
    """A league that was made of the sessions, and the digest of these together; whether anything
    is odd about them; and the words of its games whose rules are still there."""

    value: LeagueStandings
    digest: str
    is_odd: bool
    words: Mapping[str, GameWords]


def made_league(names: Sequence[str], asked: Asked, is_of_all: bool, has_words: bool) -> Made:
    """The league of those of these sessions that are asked for.

    Where all are asked for the words of its games are read while other processes read the sessions.
    The evenings are added up while they are read, and none is kept; where it turns out that some
    are copies of others, the others are added up once more. Who is meant by a name is known once
    all have been met, so then all are kept."""
    people, game, players = known_people(), asked.game, asked.players
    digest, ids = DigestOfAll(), Ids()
    together: dict[str, Sequence[str]] = {}
    disputed: dict[str, Evening] = {}
    words = Words()
    every = _met(evenings(names, whole=True), digest, ids)
    told: Iterable[tuple[str, Evening]] = _counted(
        words.learned(every) if is_of_all else every, people.counts_as, together, disputed
    )
    if game is not None or players or asked.same:
        told = list(told)
        game, players, told = meant_by(game, players, asked.same, told, people.counts_as)
    choice = Choice(game, day_said(asked.since), day_said(asked.until), players, asked.early)
    tables: dict[tuple[str, ...], int] = {}
    found = standings(_noting(told, tables), choice)
    _note_all(together, disputed)
    copies, has_copies = _copies(names, ids)
    if copies:
        again = told if isinstance(told, list) else _again(names, people.counts_as)
        once = ((name, evening) for name, evening in again if name not in copies)
        tables = {}
        found = standings(_noting(once, tables), choice)
    if not found.evenings:
        raise _empty()
    person = players[0] if len(players) == 1 else None
    value = league_standings(found, tables, people.declared, person)
    is_odd = bool(together or disputed) or has_copies
    return Made(value, digest.of_all(), is_odd, words.of(value.games) if has_words else {})


def evenings_asked_for(names: Sequence[str], asked: Asked) -> list[tuple[str, Evening]]:
    """Those of these sessions that are asked for, whoever of them is a copy of another once, with
    everybody under the name that they count as; what does not count is said."""
    people, ids = known_people(), Ids()
    together: dict[str, Sequence[str]] = {}
    disputed: dict[str, Evening] = {}
    every = _met(evenings(names, whole=True), DigestOfAll(), ids)
    counted = list(_counted(every, people.counts_as, together, disputed))
    game, players, told = meant_by(asked.game, asked.players, asked.same, counted, people.counts_as)
    _note_all(together, disputed)
    copies = _copies(names, ids)[0]
    choice = Choice(game, day_said(asked.since), day_said(asked.until), players, asked.early)
    chosen = [
        (name, evening._replace(over=False) if evening.early and asked.early == APART else evening)
        for name, evening in told
        if name not in copies
        and is_of_league(evening, choice)
        and {*players}.issubset(evening.names)
    ]
    if not chosen:
        raise _empty()
    return chosen


class Words:
    """The words of games, each of which is read when it is first met."""

    def __init__(self) -> None:
        self._there = ruleset_files()
        self._known: dict[str, GameWords | None] = {}

    def learned(self, told: Iterable[tuple[str, Evening]]) -> Iterator[tuple[str, Evening]]:
        """The evenings, of which the games are read."""
        for name, evening in told:
            self._read(evening.game)
            yield name, evening

    def of(self, games: Iterable[str]) -> Mapping[str, GameWords]:
        """The words of these games, as far as their rules are still there and can be read."""
        return {game: words for game in games if (words := self._read(game))}

    def _read(self, game: str) -> GameWords | None:
        if game not in self._known:
            self._known[game] = None
            # Somebody's own file may be broken by now: the league has numbers without it.
            with suppress(MachineFailure, Refused):
                if game in self._there:
                    self._known[game] = words_of_game(load_ruleset(game))
        return self._known[game]


def _again(names: Sequence[str], counts_as: Mapping[str, str]) -> Iterator[tuple[str, Evening]]:
    """The same evenings once more, under the names that everybody counts as."""
    return _counted(_whole(names), counts_as, {}, {})


def _whole(names: Sequence[str]) -> Iterator[tuple[str, Evening]]:
    """These evenings, without a word about those that cannot be counted."""
    return ((name, evening) for name, evening in told_quietly(names) if not evening.fails)


def _empty() -> Refused:
    return refuse("league-empty", tr("there is no evening to take together"), None, LISTS)


def _copies(names: Sequence[str], ids: Ids) -> tuple[Collection[str], bool]:
    """Which of these sessions are copies of others, and whether a word was said of copies."""
    traces = _traces(names) if ids.are_alike or any(map(name_before_conflict, names)) else []
    is_said = tell_copies(traces)
    return copies_of(traces), is_said


def _note_all(together: Mapping[str, Sequence[str]], disputed: Mapping[str, Evening]) -> None:
    """A word about each evening that counts otherwise, or not yet."""
    for session, alike in together.items():
        _note_together(session, alike)
    for session, evening in disputed.items():
        _note_open(session, evening)


def _traces(names: Sequence[str]) -> list[tuple[str, Trace]]:
    """What tells which of these sessions are copies of others."""
    return [
        (name, Trace(evening.id, evening.entries, evening.last)) for name, evening in _whole(names)
    ]


def _counted(
    told: Iterable[tuple[str, Evening]],
    counts_as: Mapping[str, str],
    together: dict[str, Sequence[str]],
    disputed: dict[str, Evening],
) -> Iterator[tuple[str, Evening]]:
    """The evenings with everybody under the name that they count as; noted are those where two
    names of one person sat at one table, and those of which a deal is disputed, or waits."""
    for session, evening in told:
        if counts_as and (names := one_at_table(evening.players, counts_as)):
            together[session] = names
        if evening.disputed:
            disputed[session] = evening
        yield session, counted(evening, counts_as)


def _note_open(session: str, evening: Evening) -> None:
    """Why a session does not count yet, and what closes it."""
    deal = evening.disputed
    if evening.waits:
        facts = Joined((say("FACT"), "…"))
        command = CommandLine("complete", ("-s", session, str(deal)), (facts,))
        words = tr(
            "{session} does not count yet: deal {number} still waits; `{command}` completes it",
            session=session,
            number=deal,
            command=text_of(command),
        )
        note(words)
        return
    command = CommandLine("settle", ("-s", session, str(deal), say("READING")))
    note(
        tr(
            "{session} does not count yet: deal {number} is disputed; `{command}` decides",
            session=session,
            number=deal,
            command=text_of(command),
        )
    )


def _note_together(session: str, names: Sequence[str]) -> None:
    note(
        tr(
            "{names} are one person in people.toml, but sat at one table in {session}: there they "
            "count as two",
            names=listed([f"`{name}`" for name in names], "and"),
            session=session,
        )
    )


def _met(
    told: Iterable[tuple[str, str, Evening]], digest: DigestOfAll, ids: Ids
) -> Iterator[tuple[str, Evening]]:
    """The evenings, of which the names and the digests of the texts are taken together, and it is
    noted whether some have one identity."""
    for listed_name, of_text, evening in told:
        digest.add(listed_name, of_text)
        ids.add(evening.id)
        yield store.bare_name(listed_name), evening


def _noting(
    told: Iterable[tuple[str, Evening]], tables: dict[tuple[str, ...], int]
) -> Iterator[tuple[str, Evening]]:
    """The evenings, of which it is noted who sat together how often."""
    for name, evening in told:
        # a name once, at however many tables, and a table once, whoever sat beside whom
        people = tuple(sorted(map(intern, evening.players)))
        tables[people] = tables.get(people, 0) + 1
        yield name, evening
