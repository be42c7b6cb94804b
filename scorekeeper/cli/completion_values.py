"""Completions of games, sessions, players, contracts and facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple, get_args

import click
from click.shell_completion import CompletionItem

from scorekeeper import store
from scorekeeper.game.agreement import as_seen
from scorekeeper.league.people import People, people_of
from scorekeeper.record.book import Book, opened
from scorekeeper.record.journal import ParseCache, first_lines, names_seated
from scorekeeper.rules.cards import folded
from scorekeeper.rules.casebook import TOPICS, casebook, known_topics
from scorekeeper.rules.model import Ruleset
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.home_files import people_bytes, people_path
from scorekeeper.store.ruleset_library import ruleset_files
from scorekeeper.table.acts import Kind
from scorekeeper.table.offers import OFFERS as OF_SESSION
from scorekeeper.table.offers import offers, options_offered, topics_offered
from scorekeeper.text.problems import MachineFailure, Refused
from scorekeeper.text.translation import Phrase

# --- latest ------------------------------------------------------------------------------------
# The latest sessions of the home: who plays in them, and in which of them a game goes on.


EVENINGS = 100  # so many of the latest are looked at


class Head(NamedTuple):
    """The first lines of a session, without its rules and deals."""

    name: str
    game: str
    players: tuple[str, ...]


def latest_heads() -> Iterator[Head]:
    """Yield the first lines of the latest sessions, last changed first. Unreadable ones are
    skipped."""
    seen = ParseCache()
    for name in store.session_names()[: -EVENINGS - 1 : -1]:
        with suppress(Refused, MachineFailure, ValueError, RecursionError):
            head = first_lines(store.session_bytes(store.session_path(name)), seen)
            yield Head(name, str(head.get("game", "")), names_seated(head))


def going_on(game: str, players: Sequence[str]) -> Book | None:
    """Return the latest unfinished session of these players in this game with the same seats, or
    None."""
    for head in latest_heads():
        if (head.game, head.players) == (game, tuple(players)):
            with suppress(Refused, MachineFailure):
                path = store.session_path(head.name)
                book = opened(store.session_bytes(path), head.name)
                if not book.standing.state.over:
                    return book
    return None


def spelt_before(players: Iterable[str]) -> dict[str, str]:
    """Return the spelling in earlier sessions by name, for each name that was never spelt as here:
    `Ann` for `ann`."""
    known = list(dict.fromkeys(name for head in latest_heads() for name in head.players))
    alike = {as_seen(name): name for name in reversed(known)}
    return {
        name: alike[as_seen(name)]
        for name in players
        if name not in known and as_seen(name) in alike
    }


# --- The people of this home -------------------------------------------------------------------


def known_people() -> People:
    """Return the people in the people file. Raises Refused if it is unreadable."""
    return people_of(people_bytes(), people_path())


# --- kinds of completions ----------------------------------------------------------------------
# The games, sessions, players, contracts and facts that a shell may complete a word to.


Offer = Callable[[click.Context, str], Iterable[str]]


def items(kind: str, ctx: click.Context, word: str) -> list[CompletionItem]:
    """Return click's completions of a word: those that begin as typed, else those that do so with
    case and accents ignored; and files, if a file may be named."""
    found = OFFERS[kind](ctx, word) if kind in OFFERS else ()
    # a file may be called anything
    choices = [choice for choice in dict.fromkeys(found) if choice.isprintable()]
    fitting = [choice for choice in choices if choice.startswith(word)] or [
        choice for choice in choices if folded(choice).startswith(folded(word))
    ]
    is_path = kind == "sessions" and "/" in word
    files = [CompletionItem(word, type="file")] if kind in WITH_FILES or is_path else []
    return [*map(CompletionItem, fitting), *files]


# --- existing names ------------------------------------------------------------------------------


def _games(ctx: click.Context, word: str) -> Iterable[str]:
    return sorted(set(ruleset_files()) - set(_words(ctx)))


def _words(ctx: click.Context) -> Iterator[str]:
    """Yield the arguments given so far."""
    for param in ctx.command.params:
        if isinstance(param, click.Argument):
            given = ctx.params.get(str(param.name))
            yield from given if isinstance(given, tuple) else map(str, filter(None, [given]))


def _sessions(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the sessions' names, last used first."""
    named = {*_words(ctx)}
    if ctx.command.name == "restore":
        # 1 ms, only for this one
        from scorekeeper.store.session_changes import thrown_names  # noqa: PLC0415

        kept = dict.fromkeys((*store.archived_names(), *thrown_names()))
        return [name for name in kept if name not in named]
    return [name for name in reversed(store.session_names()) if name not in named]


def _friends(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the players of the latest sessions who are not named yet."""
    # its players are those of the session
    if ctx.command.name == "sheet" and not ctx.params.get("blank"):
        return ()
    named = ctx.params.get("players") or ()
    played = {name: None for head in latest_heads() for name in head.players}
    return dict.fromkeys(name for name in _persons(played, word) if name not in named)


def _persons(played: Iterable[str], word: str) -> Iterable[str]:
    """Return the main names of the players; if none of them begins with the word, also all other
    names of all persons."""
    counts_as: Mapping[str, str] = {}
    with suppress(Refused, MachineFailure):
        counts_as = known_people().counts_as
    persons = [counts_as.get(name, name) for name in played]
    begins = folded(word)
    is_known = any(folded(name).startswith(begins) for name in persons)
    return persons if is_known else [*persons, *counts_as]


def _events(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the events' names, last used first."""
    # 1 ms, only for events
    from scorekeeper.store.event_files import event_names  # noqa: PLC0415

    return reversed(event_names())


def _event_people(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the event's people who are not named yet."""
    from scorekeeper import event  # noqa: PLC0415 - 3 ms, only for events
    from scorekeeper.store.event_files import event_bytes, event_path  # noqa: PLC0415 - as above

    path = event_path(ctx.params.get("event"))
    named = {*_words(ctx)}
    return [name for name in event.opened(event_bytes(path), "").event.names if name not in named]


# --- the game or the session of the line ---------------------------------------------------------


def _book(ctx: click.Context) -> Book:
    path = store.session_path(ctx.params.get("session"))
    return opened(store.session_bytes(path), store.stem(path))


def _rules(ctx: click.Context) -> Ruleset:
    """Return the rules of the game named on the line, else of the session."""
    named = (ctx.params.get(name) for name in ("rules", "game", "blank"))
    game = next((name for name in named if name), None)
    return library.load_ruleset(game) if game else _book(ctx).agreed.rules


def _players(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the players named on the line, else those of the session."""
    named = ctx.params.get("players")
    if isinstance(named, str):
        return [name.strip() for name in named.split(",")]
    return named or _book(ctx).agreed.players


def _contracts(ctx: click.Context, word: str) -> Iterable[str]:
    return _rules(ctx).contracts


def _trumps(ctx: click.Context, word: str) -> Iterable[str]:
    return [*_rules(ctx).pack.suits, "none"]


def _topics(ctx: click.Context, word: str) -> Iterable[str]:
    if ctx.params.get("topic"):
        return ()
    topics: Mapping[str, Phrase] = TOPICS
    with suppress(Refused, MachineFailure):  # without a session tables still ask
        topics = known_topics(casebook(_rules(ctx)))
    return topics_offered(topics, word)


def _options(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the game's options, and after `NAME=` their values."""
    return options_offered(_rules(ctx), word)


def _of_session(kind: Kind) -> Offer:
    """Return the function that completes an argument by the session, as the live table does."""
    return lambda ctx, word: offers(kind, _book(ctx), [*_words(ctx)], word)


WITH_FILES = ("files", "games and files")
OFFERS: dict[str, Offer] = {
    **{kind: _of_session(kind) for kind in get_args(Kind) if kind in OF_SESSION},
    "games": _games, "games and files": _games, "sessions": _sessions, "friends": _friends,
    "players": _players, "contracts": _contracts, "suits": _trumps, "topics": _topics,
    "options": _options, "events": _events,
    "event people": _event_people,
}  # fmt: skip
