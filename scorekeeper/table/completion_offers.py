"""Completions of a word by the kind of argument, for the shell and the live table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.irregular_events import OWN_SCORE
from scorekeeper.game.log import SWAP
from scorekeeper.game.schedule import turn
from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.acts import Kind
from scorekeeper.record.fact_values import contracts_named, facts_named, pair_words
from scorekeeper.record.irregular_changes import FROM, NOBODY, OTHERS
from scorekeeper.record.open_session import Book
from scorekeeper.record.required_facts import choices_of
from scorekeeper.record.word_assignment import CONTRACT, TRUMP
from scorekeeper.rules.cards import folded
from scorekeeper.rules.casebook import TOPICS, casebook, known_topics, topic_shown
from scorekeeper.rules.fact_names import choices_typed, option_typed, options_named
from scorekeeper.rules.ruleset import LISTS, OF_PLAYERS, PAIRS, PLAYERS, Fact, Ruleset, TableOption
from scorekeeper.text.message_text import text_of
from scorekeeper.text.translation import Phrase


def offers(kind: Kind, book: Book, before: Sequence[str], word: str) -> Iterable[str]:
    """Return the values of this kind to which `word` may be completed. `before` are the command's
    earlier words."""
    return OFFERS[kind](book, before, word) if kind in OFFERS else ()


def _players(book: Book, before: Sequence[str], _: str) -> Iterable[str]:
    return book.agreed.players


def _receivers(book: Book, before: Sequence[str], _: str) -> Iterable[str]:
    return [OTHERS, NOBODY, *book.agreed.players]


def _penalties(book: Book, before: Sequence[str], _: str) -> Iterable[str]:
    return book.agreed.rules.penalties


def _contracts_kept(book: Book, before: Sequence[str], _: str) -> Iterable[str]:
    """Return the next deal's contracts, if the rules keep a named contract after a misdeal, else
    ()."""
    misdeal, now = book.agreed.rules.misdeal, book.standing
    is_named = not before and misdeal is not None and misdeal.holds and not now.state.over
    return turn(now.seating.agreed, now.seating.state).contracts if is_named else ()


def _seats(book: Book, before: Sequence[str], _: str) -> Iterable[str]:
    """Return the possible next words of a change of seats. `swap` is followed by two players; a
    new player's name is followed by `for`, the player who leaves, and options."""
    is_swap = before[:1] == [SWAP]
    if not before:
        return [SWAP]
    if (is_swap and len(before) < 3) or before[-1] == "for":
        return [name for name in book.agreed.at_table if name not in before]
    return () if is_swap else ["for"] if len(before) == 1 else [OWN_SCORE, FROM]


def _deals(book: Book, before: Sequence[str], _: str) -> Iterable[str]:
    return [str(scored.turn.number) for scored in book.standing.deals]


def _facts(book: Book, before: Sequence[str], word: str) -> Iterable[str]:
    """Return the words of an entry for the next deal."""
    agreed, state = book.standing.seating.agreed, book.standing.seating.state
    return () if state.over else _facts_offered(agreed, turn(agreed, state).contracts, before, word)


def _deal_facts(book: Book, before: Sequence[str], word: str) -> Iterable[str]:
    """Return the words for a correction of a recorded deal."""
    agreed = book.standing.seating.agreed
    return _facts_offered(agreed, tuple(agreed.rules.contracts), before[1:], word)


def _missing_facts(book: Book, before: Sequence[str], word: str) -> Iterable[str]:
    """Return the names of an incomplete deal's missing facts, or after `NAME=` that fact's
    values."""
    now, (key, equals, value) = book.standing, word.partition("=")
    number = int(before[0]) if before and before[0].isdecimal() else len(now.deals)
    waits = now.deals[number - 1].waits if number in now.waits else ()
    if equals and key in waits:
        return [f"{key}={one}" for one in _values(now.agreed, key, value, ())]
    return [f"{name}=" for name in waits]


# By the kind of an argument or option of the table of acts.
OFFERS: Mapping[str, Callable[[Book, Sequence[str], str], Iterable[str]]] = {
    "players": _players, "receivers": _receivers, "penalties": _penalties,
    "held contracts": _contracts_kept, "seats": _seats,
    "topics": lambda book, _, word: offers_of_rules("topics", book.agreed.rules, word),
    "options": lambda book, _, word: offers_of_rules("options", book.agreed.rules, word),
    "number": _deals, "deals": _deals, "facts": _facts, "deal facts": _deal_facts,
    "missing facts": _missing_facts,
}  # fmt: skip


# --- values that depend on the rules alone -------------------------------------------------------


def offers_of_rules(kind: Kind, rules: Ruleset | None, word: str) -> Iterable[str]:
    """Return the values of this kind that depend on the rules alone: contracts, suits, options,
    topics of rulings. Without rules only topics are returned, those of all games."""
    if kind == "topics":
        return _topics_offered(known_topics(casebook(rules)) if rules else TOPICS, word)
    if rules is None:
        return ()
    if kind == "options":
        return _options_offered(rules, word)
    return rules.contracts if kind == "contracts" else [*rules.pack.suits, "none"]


def _in_words(labels: Mapping[str, str], word: str) -> list[str]:
    """Return the labels in the current language, or the ids if no label begins with the word."""
    begins = folded(word)
    is_begun = any(folded(one).startswith(begins) for one in labels.values())
    return [*(labels.values() if is_begun else labels)]


def _topics_offered(topics: Mapping[str, Phrase], word: str) -> Iterable[str]:
    return _in_words({name: topic_shown(name, words) for name, words in topics.items()}, word)


def _options_offered(rules: Ruleset, word: str) -> Iterable[str]:
    """Return the names of the rules' options, or after `NAME=` that option's values."""
    key, equals, _ = word.partition("=")
    if not equals:
        labels = {f"{name}=": f"{option_typed(rules, name).shown()}=" for name in rules.options}
        return _in_words(labels, word)
    named = options_named(rules, key)
    return [f"{key}={value}" for value in _choices(rules.options[named[0]])] if named[:1] else ()


def _choices(option: TableOption) -> Iterable[str]:
    if option.kind == "number":
        least, most = option.least or 0, option.most
        return map(str, range(least, most + 1)) if most is not None and most - least < 20 else ()
    return map(text_of, choices_typed(option))


# --- facts of a deal -----------------------------------------------------------------------------


def _facts_offered(
    agreed: Agreed, contracts: Sequence[str], before: Sequence[str], word: str
) -> Iterable[str]:
    """Return the possible next words of an entry, given the contracts that may be chosen and the
    words `before`; or after `NAME=` that fact's values."""
    key, equals, value = word.partition("=")
    if equals:
        return [f"{key}={one}" for one in _values(agreed, key, value, contracts)]
    return _entry_words(agreed, contracts, before)


def _entry_words(agreed: Agreed, contracts: Sequence[str], before: Sequence[str]) -> Iterator[str]:
    """Yield the possible next words of an entry: contracts, players, flags, and `NAME=` for other
    facts and counts, without those already entered."""
    rules, named = agreed.rules, _named(agreed.rules, before)
    chosen = [
        name
        for word in before
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
    if any(fact.kind in OF_PLAYERS for fact in facts) or any(
        c.of_one for c in rules.counts.values()
    ):
        yield from (player for player in agreed.players if player not in before)
    yield from (fact.id for fact in facts if fact.kind == "flag" and fact.id not in before)
    yield from (f"{fact.id}=" for fact in facts if fact.kind != "flag")
    yield from (f"{name}=" for name in rules.counts if name not in named)


def _named(rules: Ruleset, words: Sequence[str]) -> set[str]:
    """Return the ids of the facts that were entered as `NAME=…`."""
    keys = (word.partition("=")[0] for word in words if "=" in word)
    return {name for key in keys for name in facts_named(rules, key)}


def _is_open(rules: Ruleset, fact: Fact, chosen: list[str]) -> bool:
    """Return True if the fact may still be entered. The trump suit may be entered only if the
    contract leaves it open."""
    return fact.id != TRUMP or not chosen or rules.contracts[chosen[0]].trump == "open"


def _values(agreed: Agreed, key: str, value: str, contracts: Sequence[str]) -> Iterable[str]:
    """Return the completions of a value of a fact, count or option. In a list only the part after
    the last comma is completed."""
    rules, named = agreed.rules, facts_named(agreed.rules, key)
    name = named[0] if len(named) == 1 else ""
    if name == CONTRACT:
        return contracts
    if name in rules.counts:
        count = rules.counts[name]
        return counted_names(count, agreed) if count.of_one else _columns(agreed, value)
    fact = rules.facts.get(name)
    if fact is None:
        options = options_named(rules, key)
        return _choices(rules.options[options[0]]) if len(options) == 1 else ()
    if fact.kind in LISTS:
        before, comma, _ = value.rpartition(",")
        of = agreed.players if fact.kind == PLAYERS else fact.values
        return [f"{before}{comma}{word}" for word in of if word not in before.split(",")]
    return pair_words(agreed) if fact.kind == PAIRS else choices_of(agreed, fact)


def _columns(agreed: Agreed, value: str) -> Iterable[str]:
    """Return the completions of a list of numbers by name, `Anna:6,Cleo:`, with the sides that
    have no number yet."""
    before, comma, _ = value.rpartition(",")
    named = [folded(part.partition(":")[0]) for part in before.split(",")]
    return [f"{before}{comma}{side}:" for side in agreed.side_names if folded(side) not in named]
