"""Bare words: every way to give each word to a fact of its own, and the ways that may be meant."""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice

from scorekeeper.game.session import Agreed
from scorekeeper.record.names import (
    contracts_named,
    contracts_said_whole,
    facts_named,
    phrases_named,
    players_named,
    sides_named,
)
from scorekeeper.rules.cards import is_card, rank_named, suits_named
from scorekeeper.rules.model import LISTS, PAIRS, PLAYERS, WORDS, Count, Fact, Ruleset
from scorekeeper.rules.said import loosely

CONTRACT, TRUMP = "contract", "trump"
MOST_WAYS = 1000
LEAST_OF_FLAG = 3  # letters by which a flag is begun
LEAST_OF_WORD = 2  # letters by which the last word of a name is begun
LENGTHS = (5, 4, 3, 2)  # of a name that is typed as several words

Way = dict[str, str]  # the word that each fact is read from


class Said:
    """What is known before the bare words are read: the contracts open, the contract that was
    said already or stands in the deal being corrected, and the facts said already."""

    def __init__(
        self, agreed: Agreed, opened: Collection[str], contract: str | None, taken: Collection[str]
    ) -> None:
        self.agreed, self.opened, self.contract, self.taken = agreed, opened, contract, taken

    def with_nothing_taken(self) -> "Said":
        """The same, as if no fact were said already."""
        return Said(self.agreed, self.opened, self.contract, ())


def readings(said: Said, word: str, opened: Collection[str] | None = None) -> list[str]:
    """The facts, of those not said yet, that a word can be about, and the counts that a name says;
    the contract first."""
    rules = said.agreed.rules
    found = [
        fact.id
        for fact in rules.facts.values()
        if fact.id not in said.taken and fits(said.agreed, fact, word)
    ]
    found += [
        count.id
        for count in rules.counts.values()
        if count.of_one and count.id not in said.taken and _is_one(said.agreed, count, word)
    ]
    if CONTRACT not in said.taken and contracts_named(
        rules, word, said.opened if opened is None else opened
    ):
        found.insert(0, CONTRACT)
    return found


def fits(agreed: Agreed, fact: Fact, word: str) -> bool:
    """Whether a bare word may be the value of a fact."""
    if fact.kind == "flag":
        return fact.id in facts_named(agreed.rules, word) or _begins_flag(agreed.rules, fact, word)
    if fact.kind == "player":
        return bool(players_named(agreed, word))
    if fact.kind == "suit":
        return bool(suits_named(agreed.rules.pack, word))
    if fact.kind == "rank":
        return rank_named(agreed.rules.pack, word) is not None
    if fact.kind == PAIRS:
        from scorekeeper.record.pair_words import is_pairs  # noqa: PLC0415 - 0.5 ms, few games

        return is_pairs(agreed, word)
    if fact.kind == "card":
        return is_card(agreed.rules.pack, word)
    if fact.kind == PLAYERS:
        return all(len(players_named(agreed, one)) == 1 for one in word.split(","))
    if fact.kind == WORDS:
        return all(phrases_named(fact.values, one) for one in word.split(","))
    return bool(fact.values) and bool(phrases_named(fact.values, word))


def joined_words(said: Said, words: Sequence[str]) -> list[str]:
    """The bare words with those made one, at the place of the first, that can only be words of one
    list."""
    found = list(words)
    for fact in said.agreed.rules.facts.values():
        own = [w for w in found if fact.kind in LISTS and readings(said, w) == [fact.id]]
        if len(own) > 1:
            first = found.index(own[0])
            found = [word for word in found if word not in own]
            found.insert(first, ",".join(own))
    return found


def _is_one(agreed: Agreed, count: Count, word: str) -> bool:
    """Whether a bare word says who has a count that one has."""
    return bool((players_named if count.by_player else sides_named)(agreed, word))


def _begins_flag(rules: Ruleset, fact: Fact, word: str) -> bool:
    """Whether a word is the beginning of a flag, `pass` of `passed`, and no contract or call of
    its own."""
    begins = loosely(word)
    has_calls = rules.auction is not None and any(
        other.kind == "auction" for other in rules.facts.values()
    )
    calls = rules.auction.passing.spellings() if rules.auction and has_calls else ()
    if (
        len(begins) < LEAST_OF_FLAG
        or begins in map(loosely, calls)
        or contracts_named(rules, word, rules.contracts)
    ):
        return False
    return any(
        loosely(spelling).startswith(begins) for spelling in (fact.id, *fact.name.spellings())
    )


def joined(rules: Ruleset, words: Sequence[str], begun: bool = False) -> list[str]:
    """The words with those next to each other made one that together are the name of something, or
    if `begun` the beginning of a name: `no trump` of `no trumps`."""
    if len(words) < 2:
        return [*words]
    names, found, rest = _names(rules), list[str](), list(words)
    if begun:
        names |= {(*name[:-1], name[-1][:size]) for name in names for size in _sizes(name)}
    while rest:
        sizes = (
            size for size in LENGTHS if all(rest[:size]) and _parted_words(rest[:size]) in names
        )
        size = next(sizes, 1)
        found.append(" ".join(rest[:size]))
        del rest[:size]
    return found


def _sizes(name: Sequence[str]) -> range:
    """How many letters of the last word of a name of several words begin it."""
    return range(LEAST_OF_WORD, len(name[-1])) if len(name) > 1 else range(0)


def _names(rules: Ruleset) -> set[tuple[str, ...]]:
    phrases = [contract.name for contract in rules.contracts.values()]
    for fact in rules.facts.values():
        phrases += [fact.name, *fact.values.values()]
    return {_parted_words([spelling]) for phrase in phrases for spelling in phrase.spellings()}


def _parted_words(words: Sequence[str]) -> tuple[str, ...]:
    """The parts of names as they are compared: `up p` is not the word `upp`."""
    parts = " ".join(words).replace("-", " ").replace("_", " ").split()
    return tuple(filter(None, map(loosely, parts)))


def meant(said: Said, words: Sequence[str]) -> list[Way]:
    """The ways that may be meant. Where the contract is picked and was not said, it is said here,
    and a whole name is that of a contract even if it cannot be played any more; where the order is
    fixed it need not be said. A suit is said where the contract leaves trumps open."""
    rules = said.agreed.rules
    found = _ways(said, words, said.opened)
    if rules.contracts and said.contract is None and CONTRACT not in said.taken:
        first = [way for way in found if CONTRACT in way]
        unsaid = [way for way in found if CONTRACT not in way]
        found = (
            (first or _not_open(said, words) or unsaid) if rules.deals.picked else (unsaid or first)
        )
    found = found or _ways(said, words, rules.contracts)
    return [way for way in found if TRUMP not in way or _leaves_trumps_open(said, way)] or found


def _not_open(said: Said, words: Sequence[str]) -> list[Way]:
    """The ways that name, in full, a contract that cannot be played any more."""
    rules = said.agreed.rules
    found = _ways(said, words, rules.contracts)
    return [way for way in found if CONTRACT in way and contracts_said_whole(rules, way[CONTRACT])]


def _ways(said: Said, words: Sequence[str], opened: Collection[str]) -> list[Way]:
    found = sorted(
        ((word, readings(said, word, opened)) for word in words), key=lambda pair: len(pair[1])
    )
    return list(islice(_shared_out(found, {}), MOST_WAYS))


def _shared_out(found: Sequence[tuple[str, list[str]]], way: Way) -> Iterator[Way]:
    if not found:
        yield way
        return
    word, facts = found[0]
    for fact in facts:
        if fact not in way:
            yield from _shared_out(found[1:], {**way, fact: word})


def _leaves_trumps_open(said: Said, way: Way) -> bool:
    rules, contract = said.agreed.rules, said.contract
    if CONTRACT in way:
        named = contracts_named(rules, way[CONTRACT], said.opened)
        contract = named[0] if len(named) == 1 else None
    elif contract is None and len(said.opened) == 1:
        contract = next(iter(said.opened))
    return (
        contract is None
        or contract not in rules.contracts
        or rules.contracts[contract].trump == "open"
    )
