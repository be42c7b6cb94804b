"""The standings over many evenings: `league`."""

from __future__ import annotations

import datetime
import json
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from sys import intern
from typing import Any, NamedTuple

import click

from scorekeeper import store
from scorekeeper.base.exact_numbers import of_decimal
from scorekeeper.cli.begin import DAY
from scorekeeper.cli.click_parts import (
    FORMATS,
    CliCommand,
    format_option,
    note,
    offered,
    plain_option,
    show,
    show_json,
    terminal_width,
)
from scorekeeper.cli.home_sessions import known_people, tell_copies
from scorekeeper.cli.output_formats import show_document
from scorekeeper.cli.session_list import evenings, told_quietly
from scorekeeper.cli.terminal import ink_of_page, show_page
from scorekeeper.league.copy_detection import Trace, copies_of, name_before_conflict
from scorekeeper.league.league_rows import LeagueRows, rows_of, together
from scorekeeper.league.people import counted, joined_person, one_at_table, one_name
from scorekeeper.league.ratings import Rate, Rating, ratings
from scorekeeper.league.session_record import (
    KIND,
    Evening,
    GameWords,
    Ids,
    words_as_table,
    words_of_game,
    words_of_table,
)
from scorekeeper.league.standings import APART, EARLY, EveningFilter, is_of_league
from scorekeeper.league.standings import league as standings
from scorekeeper.record.fact_values import seats_named
from scorekeeper.render.csv_tables import csv_text, players_csv
from scorekeeper.render.report_formats import LEAGUES, json_text
from scorekeeper.render.writers import Look
from scorekeeper.report.league.league_value import (
    LeagueStandings,
    RatingModel,
    RatingsValue,
    league_of_table,
    league_standings,
    ratings_value,
)
from scorekeeper.report.league.ratings_document import ratings_document, ratings_rows
from scorekeeper.store.league_files import parquet_bytes, sqlite_bytes, write_export
from scorekeeper.store.optional_extras import without_extra
from scorekeeper.store.ruleset_library import digest_of_rulesets, load_ruleset, ruleset_files
from scorekeeper.store.session_records import (
    DigestOfAll,
    cache_total_row,
    cached_total_row,
    digest_of_all,
)
from scorekeeper.store.session_row_cache import digest_of
from scorekeeper.store.small_home_files import people_bytes
from scorekeeper.text.message import CommandLine, JoinedWords, say
from scorekeeper.text.message_text import listed, text_of
from scorekeeper.text.problems import MachineFailure, Refused, as_typed, did_you_mean, refuse
from scorekeeper.text.translation import tr, trn

# --- filters of the league ---------------------------------------------------------------------
# Which evenings a league is asked for: the game and the players that are meant, of those that the
# evenings have.


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
    """Return the game and the players that the user means, and the evenings with one name for each
    person."""
    met = {name for _, evening in told for name in evening.names}
    names = one_name(_pair(word, met, counts_as) for word in same)
    told = [(session, joined_person(session, evening, names)) for session, evening in told]
    meant = (_player(word, met, counts_as) for word in players)
    chosen = tuple(names.get(name, name) for name in meant)
    games = {evening.game for _, evening in told}
    return None if game is None else _game(game, games), chosen, told


def _pair(word: str, met: Collection[str], counts_as: Mapping[str, str]) -> tuple[str, str]:
    """Return the two names in `NAME=OTHER`. Either name may contain `=` itself."""
    parts = [(word[:at], word[at + 1 :]) for at, sign in enumerate(word) if sign == "="]
    if not parts:
        raise click.UsageError(tr("--same says two names of one player: --same NAME=OTHER"))
    there = {*met, *counts_as}
    name, other = next((pair for pair in parts if all(who in there for who in pair)), parts[0])
    return _player(name, met, counts_as), _player(other, met, counts_as)


def _player(word: str, met: Collection[str], counts_as: Mapping[str, str]) -> str:
    """Return the player whom a word names, by any alias or beginning. Raises Refused if there is
    not exactly one."""
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
    """Return the game among those played whose id is or begins with the word. Raises Refused if
    there is not exactly one."""
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
    """Return the known names that equal the word or begin with it."""
    names = sorted(known)
    return [names[place] for place in seats_named(names, word)]


# --- A league made of the sessions of the home -------------------------------------------------


class LeagueFilter(NamedTuple):
    """The user's choice of sessions for a league: game, players, names of one person (`same`),
    days. `early` is the treatment of games that ended early."""

    game: str | None
    players: tuple[str, ...]
    same: tuple[str, ...]
    since: datetime.datetime | None
    until: datetime.datetime | None
    early: str


class BuiltLeague(NamedTuple):
    """A league built from sessions, with their common digest and the labels of its games whose
    rules still exist. `is_odd` is True if a note about the sessions was printed."""

    value: LeagueStandings
    digest: str
    is_odd: bool
    words: Mapping[str, GameWords]


def made_league(
    names: Sequence[str], asked: LeagueFilter, is_of_all: bool, has_words: bool
) -> BuiltLeague:
    """Return the league of the sessions that pass the filter.

    Evenings are added up as they are read, so that only one at a time is in memory. If some
    sessions are copies, the others are added up again. If the filter has names, all evenings
    are read into memory first, to resolve the names. If `is_of_all`, the labels of the games
    are read while other processes read the sessions."""
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
    choice = EveningFilter(game, day_said(asked.since), day_said(asked.until), players, asked.early)
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
    return BuiltLeague(value, digest.of_all(), is_odd, words.of(value.games) if has_words else {})


def evenings_asked_for(names: Sequence[str], asked: LeagueFilter) -> list[tuple[str, Evening]]:
    """Return the sessions that pass the filter, without copies, with each player's main name.
    Print a note for each session that does not count."""
    people, ids = known_people(), Ids()
    together: dict[str, Sequence[str]] = {}
    disputed: dict[str, Evening] = {}
    every = _met(evenings(names, whole=True), DigestOfAll(), ids)
    counted = list(_counted(every, people.counts_as, together, disputed))
    game, players, told = meant_by(asked.game, asked.players, asked.same, counted, people.counts_as)
    _note_all(together, disputed)
    copies = _copies(names, ids)[0]
    choice = EveningFilter(game, day_said(asked.since), day_said(asked.until), players, asked.early)
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
    """A cache of the labels of games, each read when first needed."""

    def __init__(self) -> None:
        self._there = ruleset_files()
        self._known: dict[str, GameWords | None] = {}

    def learned(self, told: Iterable[tuple[str, Evening]]) -> Iterator[tuple[str, Evening]]:
        """Yield the evenings unchanged, and read the labels of their games."""
        for name, evening in told:
            self._read(evening.game)
            yield name, evening

    def of(self, games: Iterable[str]) -> Mapping[str, GameWords]:
        """Return the labels of these games, without games whose rules are missing or unreadable."""
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
    """Yield these evenings a second time, with each player's main name and without notes."""
    return _counted(_whole(names), counts_as, {}, {})


def _whole(names: Sequence[str]) -> Iterator[tuple[str, Evening]]:
    """Yield these evenings without those that cannot be counted, and without notes."""
    return ((name, evening) for name, evening in told_quietly(names) if not evening.fails)


def _empty() -> Refused:
    return refuse("league-empty", tr("there is no evening to take together"), None, LISTS)


def _copies(names: Sequence[str], ids: Ids) -> tuple[Collection[str], bool]:
    """Print notes about copies among these sessions. Return the names of the copies, and True if
    there was a note."""
    traces = _traces(names) if ids.are_alike or any(map(name_before_conflict, names)) else []
    is_said = tell_copies(traces)
    return copies_of(traces), is_said


def _note_all(together: Mapping[str, Sequence[str]], disputed: Mapping[str, Evening]) -> None:
    """Print a note about each evening that is irregular or does not count yet."""
    for session, alike in together.items():
        _note_together(session, alike)
    for session, evening in disputed.items():
        _note_open(session, evening)


def _traces(names: Sequence[str]) -> list[tuple[str, Trace]]:
    """Return the trace of each session, by which copies are recognised."""
    return [
        (name, Trace(evening.id, evening.entries, evening.last)) for name, evening in _whole(names)
    ]


def _counted(
    told: Iterable[tuple[str, Evening]],
    counts_as: Mapping[str, str],
    together: dict[str, Sequence[str]],
    disputed: dict[str, Evening],
) -> Iterator[tuple[str, Evening]]:
    """Yield the evenings with each player's main name. Add sessions in which one person sits under
    two names to `together`, and sessions with a disputed or incomplete deal to `disputed`."""
    for session, evening in told:
        if counts_as and (names := one_at_table(evening.players, counts_as)):
            together[session] = names
        if evening.disputed:
            disputed[session] = evening
        yield session, counted(evening, counts_as)


def _note_open(session: str, evening: Evening) -> None:
    """Print a note why a session does not count yet, with the command to type."""
    deal = evening.disputed
    if evening.waits:
        facts = JoinedWords((say("FACT"), "…"))
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
    """Yield the evenings by bare name. Add their listed names and text digests to `digest`, and
    their ids to `ids`."""
    for listed_name, of_text, evening in told:
        digest.add(listed_name, of_text)
        ids.add(evening.id)
        yield store.bare_name(listed_name), evening


def _noting(
    told: Iterable[tuple[str, Evening]], tables: dict[tuple[str, ...], int]
) -> Iterator[tuple[str, Evening]]:
    """Yield the evenings, and count in `tables` how often the same group of people played."""
    for name, evening in told:
        # each name is stored once, and each group once in any order
        people = tuple(sorted(map(intern, evening.players)))
        tables[people] = tables.get(people, 0) + 1
        yield name, evening


# --- The rows of the league written into a file: `league --export` -----------------------------


# The function that makes the file, by the ending of its name.
KINDS: Mapping[str, Callable[[LeagueRows], bytes]] = {
    ".parquet": parquet_bytes,
    ".sqlite": sqlite_bytes,
    ".csv": lambda rows: f"{players_csv(rows.players)}\n".encode(),
}


def export_league(names: Sequence[str], asked: LeagueFilter, path: str) -> None:
    """Write the league rows of the sessions that pass the filter to a new file. Raises a usage
    error if the ending of its name is unknown."""
    kind = os.path.splitext(path)[1].lower()
    if kind not in KINDS:
        raise click.UsageError(
            tr("the file of --export ends in {endings}: that says its kind", endings=listed(KINDS))
        )
    rows = together(rows_of(name, evening) for name, evening in evenings_asked_for(names, asked))
    write_export(path, KINDS[kind](rows))
    said = trn(
        len(rows.evenings),
        "{n} evening written into {path}",
        "{n} evenings written into {path}",
        path=path,
    )
    show(said)


# --- rating model ------------------------------------------------------------------------------
# The model of the ratings: Plackett-Luce as openskill has it, an extra, with its constants.


# As the library has them when nobody says otherwise; said here, so that another version of it
# changes no rating.
MODEL = RatingModel(
    name="Plackett-Luce", library="openskill", mu=25.0, sigma=25 / 3, beta=25 / 6, kappa=0.0001,
    tau=25 / 300,
)  # fmt: skip
START = Rating(MODEL.mu, MODEL.sigma)


def rate_of(model: RatingModel = MODEL) -> Rate:
    """Return a function that computes new ratings from earlier ratings and the places of a
    session. Raises Refused if the extra is not installed."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - an extra, which need not be there
    except ImportError:
        raise without_library() from None
    found = PlackettLuce(
        mu=model.mu, sigma=model.sigma, beta=model.beta, kappa=model.kappa, tau=model.tau
    )

    def rate(sides: Sequence[Sequence[Rating]], places: Sequence[int]) -> list[list[Rating]]:
        teams = [[found.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
        after = found.rate(teams, ranks=[float(place) for place in places])
        return [[Rating(one.mu, one.sigma) for one in side] for side in after]

    return rate


def without_library() -> Refused:
    """Return the refusal for a missing extra."""
    return without_extra(
        "ratings-library",
        say("ratings are worked out by the library openskill, which is not installed"),
        "ratings",
    )


# --- Ratings over many evenings: `league --ratings` --------------------------------------------


def show_league_ratings(names: Sequence[str], asked: LeagueFilter, form: str, plain: bool) -> None:
    """Print the ratings computed from the sessions that pass the filter."""
    rate_of()  # refuse before anything is read
    show_ratings(rated_value(evenings_asked_for(names, asked)), form, plain)


def rated_value(told: Sequence[tuple[str, Evening]]) -> RatingsValue:
    """Return the ratings computed from the finished, undisputed evenings among these."""
    whole = [one for one in told if one[1].over and not one[1].disputed]
    return ratings_value(ratings(whole, rate_of(), START), MODEL, len(whole))


def show_ratings(value: RatingsValue, form: str, plain: bool) -> None:
    """Print ratings in any format."""
    if form == "json":
        show_json(value)
        return
    if form == "csv":
        show(csv_text(ratings_rows(value)))
        return
    show_document(ratings_document(value, Words().of(value.games)), form, plain)


# --- The standings over many evenings: `league` ------------------------------------------------


@click.command("league", cls=CliCommand)
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
        from scorekeeper.cli.session_list import build_anew  # noqa: PLC0415

        build_anew(store.every_session())
    if export is not None:
        if ratings or full or form != "text":
            raise click.UsageError(
                tr("--export writes rows, no page: leave out --ratings, --full and --format")
            )
        # 20 ms, only for a file

        asked = LeagueFilter(game, players, same, since, until, early)
        export_league(store.every_session(), asked, export)
        return
    if ratings:
        if full:
            raise click.UsageError(tr("--ratings is a page of its own: leave out --full"))
        # 20 ms, only for ratings

        asked = LeagueFilter(game, players, same, since, until, early)
        show_league_ratings(store.every_session(), asked, form, plain)
        return
    ink = ink_of_page(plain or form != "text")
    look = Look(terminal_width(), plain, ink=ink, full=full)
    is_of_all = not (game or since or until or players or same or early != APART)
    names = store.every_session()
    kind = _kind(people_bytes()) if is_of_all else ""  # only the league of all sessions is cached
    answer = _as_before(kind, names, form, look) if is_of_all and not anew else None
    if answer is None:
        # 20 ms, only where anything is told anew

        asked = LeagueFilter(game, players, same, since, until, early)
        made = made_league(names, asked, is_of_all, has_words=is_of_all or form != "json")
        if is_of_all and not made.is_odd:  # notes must be printed every time
            cache_total_row(kind, made.digest, _kept_row(made.value, made.words))
        answer = _answer(made.value, made.words, form, look)
    for alike in answer.alike:
        _propose(alike)
    show_page(answer.page, look.ink)


# Errors from a damaged cached row.
BROKEN = (ValueError, LookupError, TypeError, AttributeError, RecursionError, ArithmeticError)


class LeagueReport(NamedTuple):
    """A league as text, and groups of names that may belong to one person."""

    page: str
    alike: Sequence[Sequence[str]]


def _as_before(kind: str, names: Sequence[str], form: str, look: Look) -> LeagueReport | None:
    """Return the report from the cached league of all sessions, or None if a session has changed
    since. The text is made while other processes read the sessions."""
    kept = cached_total_row(kind)
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
    """Return the league and the labels of its games as one line of JSON for the cache. It is built
    part by part, to save a megabyte of memory."""
    parts = {name: [json_text(part)] for name, part in value._asdict().items() if name != "games"}
    parts["games"] = _object({game: [json_text(found)] for game, found in value.games.items()})
    of_games = {game: words_as_table(found) for game, found in words.items()}
    return "".join(["[", *_object(parts), ", ", json.dumps(of_games, ensure_ascii=False), "]"])


def _object(parts: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the JSON of an object as a list of pieces. `parts` are the pieces of each value."""
    pieces = [
        piece for name, part in parts.items() for piece in (", ", json_text(name), ": ", *part)
    ]
    return ["{", *pieces[1:], "}"]


def _words_of_row(words: Mapping[str, Any]) -> dict[str, GameWords]:
    return {game: words_of_table(found) for game, found in words.items()}


def _kind(people: bytes) -> str:
    """Return the cache key of league rows, which depends on the version of the rows, the time
    zone, the people file, and the rulesets. `people` are the bytes of the people file."""
    clock = f"{'/'.join(time.tzname)}/{time.timezone}/{time.altzone}"
    return f"{KIND}/{clock}/{digest_of(people)}/{digest_of_rulesets()}"


def _answer(
    value: LeagueStandings, words: Mapping[str, GameWords], form: str, look: Look
) -> LeagueReport:
    if form == "json":
        return LeagueReport(json_text(value), value.alike)
    page = LEAGUES[form](value, words, look)
    return LeagueReport(page.rstrip("\n"), value.alike)


def _propose(names: Sequence[str]) -> None:
    """Print a note about names that may belong to one person, with the commands that join them,
    once or permanently."""
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
