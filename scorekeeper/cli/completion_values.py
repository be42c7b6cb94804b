"""Completions of games, sessions, players, contracts and facts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

import click
from click.shell_completion import CompletionItem

from scorekeeper import store
from scorekeeper.game.agreement import Agreed, as_seen
from scorekeeper.game.schedule import turn
from scorekeeper.league.people import People, people_of
from scorekeeper.record.book import Book, opened
from scorekeeper.record.log_text import ParseCache
from scorekeeper.record.session_head import first_lines, names_seated
from scorekeeper.record.values import contracts_named, facts_named, pair_words
from scorekeeper.record.word_assignment import CONTRACT, TRUMP
from scorekeeper.rules.cards import folded, rank_shown
from scorekeeper.rules.casebook import TOPICS, casebook, known_topics, topic_shown
from scorekeeper.rules.entry_names import choices_typed, option_typed, options_named
from scorekeeper.rules.model import LISTS, PAIRS, PLAYERS, Fact, Ruleset, TableOption
from scorekeeper.store import ruleset_library as library
from scorekeeper.store.home_files import people_bytes, people_path
from scorekeeper.store.ruleset_library import ruleset_files
from scorekeeper.text.message_text import text_of
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


def in_words(said: Mapping[str, str], word: str) -> list[str]:
    """Return the labels in the current language, or the ids if no label begins with the word."""
    begins = folded(word)
    return [
        *(said.values() if any(folded(one).startswith(begins) for one in said.values()) else said)
    ]


# --- existing names ------------------------------------------------------------------------------


def _games(ctx: click.Context, word: str) -> Iterable[str]:
    return sorted(set(ruleset_files()) - set(_words(ctx)))


def _words(ctx: click.Context) -> Iterator[str]:
    """Yield the arguments given so far."""
    for param in ctx.command.params:
        if isinstance(param, click.Argument):
            given = ctx.params.get(str(param.name))
            yield from given if isinstance(given, tuple) else filter(None, [given])


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
    return in_words({name: topic_shown(name, words) for name, words in topics.items()}, word)


def _options(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the game's options, and after `NAME=` their values."""
    key, equals, _ = word.partition("=")
    rules = _rules(ctx)
    if not equals:
        return in_words(
            {f"{name}=": f"{option_typed(rules, name).shown()}=" for name in rules.options}, word
        )
    named = options_named(rules, key)
    return (
        [f"{key}={value}" for value in _choices(rules.options[named[0]])] if len(named) == 1 else ()
    )


def _choices(option: TableOption) -> Iterable[str]:
    if option.kind == "number":
        least, most = option.least or 0, option.most
        return map(str, range(least, most + 1)) if most is not None and most - least < 20 else ()
    return map(text_of, choices_typed(option))


# --- a deal --------------------------------------------------------------------------------------


def _deals(ctx: click.Context, word: str) -> Iterable[str]:
    return [str(scored.turn.number) for scored in _book(ctx).standing.deals]


def _facts(ctx: click.Context, word: str) -> Iterable[str]:
    """Return the words of an entry: of the next deal, or of a deal that is corrected."""
    book = _book(ctx)
    agreed, coming = book.standing.seating.agreed, book.standing.seating.state
    if ctx.command.name == "complete":
        return _waiting_words(book, ctx.params.get("number"), word)
    if ctx.command.name == "amend":
        contracts = tuple(agreed.rules.contracts)
    elif coming.over:
        return ()
    else:
        contracts = turn(agreed, coming).contracts
    said: tuple[str, ...] = ctx.params.get("facts") or ()
    key, equals, value = word.partition("=")
    if equals:
        return [f"{key}={found}" for found in _fact_values(agreed, key, value, contracts)]
    return _entry_words(agreed, contracts, said)


def _waiting_words(book: Book, number: int | None, word: str) -> Iterable[str]:
    """Return the completions of an incomplete deal: the names of its missing facts, and after
    `NAME=` the values of that fact."""
    now, (key, equals, value) = book.standing, word.partition("=")
    waits = now.deals[(number or 0) - 1].waits if number in now.waits else ()
    if equals and key in waits:
        return [f"{key}={one}" for one in _fact_values(now.agreed, key, value, ())]
    return [f"{name}=" for name in waits]


def _entry_words(
    agreed: Agreed, contracts: tuple[str, ...], said: tuple[str, ...]
) -> Iterator[str]:
    """Return contracts, players and flags, and the names of all other facts, without those already
    entered."""
    rules, named = agreed.rules, _named(agreed.rules, said)
    chosen = [
        name
        for word in said
        for name in contracts_named(rules, word.partition("=")[2] or word, contracts)
    ]
    facts = [
        fact
        for fact in rules.facts.values()
        if fact.id not in named and _is_open(rules, fact, chosen)
    ]
    if CONTRACT not in named and not chosen:
        yield from contracts
        yield from [f"{CONTRACT}="] if len(contracts) > 1 else ()
    if any(fact.kind == "player" for fact in facts):
        yield from (player for player in agreed.players if player not in said)
    yield from (fact.id for fact in facts if fact.kind == "flag" and fact.id not in said)
    yield from (f"{fact.id}=" for fact in facts if fact.kind != "flag")
    yield from (f"{name}=" for name in rules.counts if name not in named)


def _named(rules: Ruleset, said: tuple[str, ...]) -> set[str]:
    """Return the facts that were entered by name."""
    keys = (word.partition("=")[0] for word in said if "=" in word)
    return {name for key in keys for name in facts_named(rules, key)}


def _is_open(rules: Ruleset, fact: Fact, chosen: list[str]) -> bool:
    """Return True if the fact may still be chosen; the trump suit only if the contract leaves it
    open."""
    return fact.id != TRUMP or not chosen or rules.contracts[chosen[0]].trump == "open"


def _fact_values(agreed: Agreed, key: str, value: str, contracts: tuple[str, ...]) -> Iterable[str]:
    named = facts_named(agreed.rules, key)
    name = named[0] if len(named) == 1 else ""
    if name == CONTRACT:
        return contracts
    if name in agreed.rules.counts:
        names = agreed.side_names if agreed.rules.counts[name].of_one else ()
        return [*names, *_columns(agreed, value)]
    fact = agreed.rules.facts.get(name)
    if fact is not None and fact.kind in LISTS:
        before, comma, _ = value.rpartition(",")
        of = agreed.players if fact.kind == PLAYERS else fact.values
        return [f"{before}{comma}{word}" for word in of if word not in before.split(",")]
    return _fact_choices(agreed, fact) if fact is not None else ()


def _columns(agreed: Agreed, value: str) -> Iterable[str]:
    """Return the completions of a list of numbers by name, `Anna:6,Cleo:`, for sides without a
    number yet."""
    before, comma, _ = value.rpartition(",")
    named = [folded(part.partition(":")[0]) for part in before.split(",")]
    return [f"{before}{comma}{side}:" for side in agreed.side_names if folded(side) not in named]


def _fact_choices(agreed: Agreed, fact: Fact) -> Iterable[str]:
    if fact.kind == "player":
        return agreed.players
    if fact.kind == PAIRS:
        return pair_words(agreed)
    if fact.kind == "rank":
        return [rank_shown(agreed.rules.pack, rank) for rank in agreed.rules.pack.ranks]
    return agreed.rules.pack.suits if fact.kind == "suit" else fact.values


WITH_FILES = ("files", "games and files")
OFFERS: dict[str, Offer] = {
    "games": _games, "games and files": _games, "sessions": _sessions, "friends": _friends,
    "players": _players, "contracts": _contracts, "suits": _trumps, "topics": _topics,
    "options": _options, "deals": _deals, "facts": _facts, "events": _events,
    "event people": _event_people,
}  # fmt: skip
