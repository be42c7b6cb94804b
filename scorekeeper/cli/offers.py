"""The games, sessions, players, contracts and facts that a shell may complete a word to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress

from scorekeeper import store
from scorekeeper.book import Book, opened
from scorekeeper.cards import folded, rank_shown
from scorekeeper.cli.latest import latest_heads
from scorekeeper.cli.shellwords import FILES, Line
from scorekeeper.entry.bare import CONTRACT, TRUMP
from scorekeeper.entry.names import contracts_named, facts_named
from scorekeeper.language import Phrase
from scorekeeper.problems import MachineFailure, Refused
from scorekeeper.ruleset import Ruleset
from scorekeeper.ruleset.model import Fact, Option
from scorekeeper.ruleset.said import choices_typed, option_typed, options_named
from scorekeeper.ruleset.topics import TOPICS, known_topics, topic_shown
from scorekeeper.schedule import turn
from scorekeeper.session import Agreed

BEGINS = ("new", "play")  # what has the game as its first word, and the players after it


def offers(takes: str, line: Line, word: str) -> Iterable[str]:
    """What may stand where this is wanted; nothing for what cannot be known."""
    return OFFERS[takes](line, word) if takes in OFFERS else ()


def in_words(said: Mapping[str, str], word: str) -> list[str]:
    """What things are called in the language spoken, or by their ids where only one of those
    begins so."""
    begins = folded(word)
    return [
        *(said.values() if any(folded(one).startswith(begins) for one in said.values()) else said)
    ]


# --- what there is -------------------------------------------------------------------------------


def _games(line: Line, word: str) -> Iterable[str]:
    return sorted(set(store.ruleset_files()) - set(line.words))


def _sessions(line: Line, word: str) -> Iterable[str]:
    """The one used last comes first; a path is a file's."""
    names = [name for name in reversed(store.session_names()) if name not in line.words]
    return [*names, FILES] if "/" in word else names


def _files(line: Line, word: str) -> Iterable[str]:
    return (FILES,)


def _games_and_files(line: Line, word: str) -> Iterable[str]:
    return [*_games(line, word), FILES]


def _friends(line: Line, word: str) -> Iterable[str]:
    """Everybody who plays in one of the latest sessions and was not named yet."""
    # its players are those of the session
    if line.command == "sheet" and "--blank" not in line.options:
        return ()
    named = {*line.words, *line.options.get("--player", ())}
    found = (name for head in latest_heads() for name in head.players if name not in named)
    return dict.fromkeys(found)


# --- the game or the session meant ---------------------------------------------------------------


def _book(line: Line) -> Book:
    path = store.session_path(line.said("--session", "-s"))
    return opened(store.session_bytes(path), store.stem(path))


def _rules(line: Line) -> Ruleset:
    """The game named on the line, else that of the session."""
    game = line.said("--rules", "--game") or (
        line.words[0] if line.command in BEGINS and line.words else None
    )
    return store.load_ruleset(game) if game else _book(line).agreed.rules


def _players(line: Line, word: str) -> Iterable[str]:
    """Those named on the line, else those of the session."""
    if line.command in BEGINS or line.command == "audit":
        return line.words[1:] or _book(line).agreed.players
    if said := line.said("--players"):
        return [name.strip() for name in said.split(",")]
    return _book(line).agreed.players


def _contracts(line: Line, word: str) -> Iterable[str]:
    return _rules(line).contracts


def _trumps(line: Line, word: str) -> Iterable[str]:
    return [*_rules(line).pack.suits, "none"]


def _topics(line: Line, word: str) -> Iterable[str]:
    if line.words:
        return ()
    topics: Mapping[str, Phrase] = TOPICS
    with suppress(Refused, MachineFailure):  # without a session tables still ask
        topics = known_topics(_rules(line))
    return in_words({name: topic_shown(name, words) for name, words in topics.items()}, word)


def _options(line: Line, word: str) -> Iterable[str]:
    """The choices that the game leaves to the table, and once one is named, what it may be."""
    key, equals, _ = word.partition("=")
    rules = _rules(line)
    if not equals:
        return in_words(
            {f"{name}=": f"{option_typed(rules, name)}=" for name in rules.options}, word
        )
    named = options_named(rules, key)
    return (
        [f"{key}={value}" for value in _choices(rules.options[named[0]])] if len(named) == 1 else ()
    )


def _choices(option: Option) -> Iterable[str]:
    if option.kind == "number":
        least, most = option.least or 0, option.most
        return map(str, range(least, most + 1)) if most is not None and most - least < 20 else ()
    return choices_typed(option)


# --- a deal --------------------------------------------------------------------------------------


def _deals(line: Line, word: str) -> Iterable[str]:
    return [str(scored.turn.number) for scored in _book(line).standing.deals]


def _facts(line: Line, word: str) -> Iterable[str]:
    """The words of an entry: of the coming deal, or of one that is corrected."""
    book = _book(line)
    agreed, coming = book.agreed, book.standing.state
    if line.command == "amend":
        contracts, said = tuple(agreed.rules.contracts), line.words[1:]
    elif coming.over:
        return ()
    else:
        contracts, said = turn(agreed, coming).contracts, line.words
    key, equals, value = word.partition("=")
    if equals:
        return [f"{key}={found}" for found in _fact_values(agreed, key, value, contracts)]
    return _entry_words(agreed, contracts, said)


def _entry_words(
    agreed: Agreed, contracts: tuple[str, ...], said: tuple[str, ...]
) -> Iterator[str]:
    """Contracts, players and flags by themselves, and the name of everything else; what was said
    is left out."""
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
    """The facts that were given by name."""
    keys = (word.partition("=")[0] for word in said if "=" in word)
    return {name for key in keys for name in facts_named(rules, key)}


def _is_open(rules: Ruleset, fact: Fact, chosen: list[str]) -> bool:
    """Whether the deal still decides a fact: the trump suit only where the contract leaves it
    open."""
    return fact.id != TRUMP or not chosen or rules.contracts[chosen[0]].trump == "open"


def _fact_values(agreed: Agreed, key: str, value: str, contracts: tuple[str, ...]) -> Iterable[str]:
    named = facts_named(agreed.rules, key)
    name = named[0] if len(named) == 1 else ""
    if name == CONTRACT:
        return contracts
    if name in agreed.rules.counts:
        return _columns(agreed, value)
    return _fact_choices(agreed, agreed.rules.facts[name]) if name in agreed.rules.facts else ()


def _columns(agreed: Agreed, value: str) -> Iterable[str]:
    """`Anna:6,Cleo:` by name: whoever has no number yet."""
    before, comma, _ = value.rpartition(",")
    named = [folded(part.partition(":")[0]) for part in before.split(",")]
    return [f"{before}{comma}{side}:" for side in agreed.side_names if folded(side) not in named]


def _fact_choices(agreed: Agreed, fact: Fact) -> Iterable[str]:
    if fact.kind == "player":
        return agreed.players
    if fact.kind == "rank":
        return [rank_shown(agreed.rules.pack, rank) for rank in agreed.rules.pack.ranks]
    return agreed.rules.pack.suits if fact.kind == "suit" else fact.values


OFFERS: dict[str, Callable[[Line, str], Iterable[str]]] = {
    "GAME": _games, "SESSION": _sessions, "FILE": _files, "GAME-OR-FILE": _games_and_files,
    "FRIEND": _friends,
    "PLAYER": _players, "CONTRACT": _contracts, "SUIT": _trumps, "TOPIC": _topics,
    "OPTION": _options,
    "DEAL": _deals, "FACT": _facts,
}  # fmt: skip
