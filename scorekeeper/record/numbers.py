"""Bare numbers: how they are kept apart, whose each of them is, and which facts need one of
them."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import permutations

from scorekeeper.game.counts import counted
from scorekeeper.game.facts import DealFacts, holds
from scorekeeper.game.session import Agreed
from scorekeeper.game.single_facts import fact_problems
from scorekeeper.record.names import players_named
from scorekeeper.record.values import DASHES, typed_number
from scorekeeper.rules.model import Count, Fact, Ruleset

SIGNS = "-−–/:"
MOST_FACTS = 5  # whose numbers are tried in every order


def is_numbers(word: str) -> bool:
    """Whether a bare word is a number, several, or a dash for the one to be worked out; each may
    have a name before it."""
    items = word.split(",")
    return bool(word.strip(",")) and all(
        item in DASHES or typed_number(item.rpartition(":")[2]) is not None for item in items
    )


def apart(agreed: Agreed, word: str) -> str:
    """`6-6-4` as `6,6,4`: one sign between plain numbers, no more of them than a column has; any
    other word, and a number after a player's name, as it stands."""
    most = max((len(counted(count, agreed)) for count in agreed.rules.counts.values()), default=0)
    for sign in SIGNS:
        parts = word.split(sign)
        if 1 < len(parts) <= most and all(
            part[:1].isnumeric() and typed_number(part) is not None for part in parts
        ):
            return (
                word
                if sign == ":" and players_named(agreed, word.rpartition(":")[0])
                else ",".join(parts)
            )
    return word


def main_count(rules: Ruleset, facts: DealFacts) -> Count | None:
    """The count that bare numbers are: the first that this deal asks for, or may have where it
    asks for none."""
    every = [*rules.counts.values()]
    counts = [count for count in every if not count.optional] or every
    return next(
        (count for count in counts if holds(count.when, facts)), counts[0] if counts else None
    )


def numbers_needed(rules: Ruleset, said: Collection[str], facts: DealFacts) -> list[Fact]:
    """The facts that this deal asks a number for, and that nobody said."""
    needed = [fact for fact in rules.facts.values() if fact.kind == "number" and not fact.optional]
    return [fact for fact in needed if fact.id not in said and holds(fact.when, facts)]


def in_pairs(words: Sequence[str], is_name: Callable[[str], bool]) -> list[str] | None:
    """`ann 6, bo 4` as `ann:6 bo:4`; None where no name, or not every number, has its other
    half."""
    found, rest, pairs = list[str](), [word.rstrip(",") or word for word in words], 0
    while rest:
        word = rest.pop(0)
        if (
            rest
            and typed_number(rest[0]) is not None
            and "," not in word
            and not is_numbers(word)
            and is_name(word)
        ):
            found.append(f"{word}:{rest.pop(0)}")
            pairs += 1
        elif is_numbers(word):
            return None
        else:
            found.append(word)
    return found if pairs else None


def shared_out(
    agreed: Agreed, facts: Sequence[Fact], items: Sequence[str]
) -> Mapping[str, str] | None:
    """The number of each fact, where the rules allow one way only to give them out."""
    ways = [*_ways(agreed, facts, items)] if len(facts) <= MOST_FACTS else []
    return ways[0] if ways and all(way == ways[0] for way in ways) else None


def _ways(agreed: Agreed, facts: Sequence[Fact], items: Sequence[str]) -> Iterator[dict[str, str]]:
    for order in permutations(items):
        way = [*zip(facts, order, strict=True)]
        if all(_may_be(agreed, fact, text) for fact, text in way):
            yield {fact.id: text for fact, text in way}


def _may_be(agreed: Agreed, fact: Fact, text: str) -> bool:
    number = typed_number(text)
    return number is not None and not [*fact_problems(agreed, fact, number, {})]
