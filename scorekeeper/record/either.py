"""Numbers of which one may be something else as well: a player called 7, the rank of a card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.game.counts import counted
from scorekeeper.game.facts import DealFacts, holds
from scorekeeper.record.bare import readings
from scorekeeper.record.known import WHOLE, Known, heaviest
from scorekeeper.record.meaning import spelt_out
from scorekeeper.record.numbers import main_count
from scorekeeper.record.order import Way, given_out
from scorekeeper.record.unread import several
from scorekeeper.record.values import DASHES
from scorekeeper.text.problems import Refused


def numbers_meant(known: Known, words: Sequence[str], asked: str | None) -> Way:
    """Which fact each number is about; raises Refused where that is not certain."""
    items = sum(word.count(",") + 1 for word in words)
    others = {word: found for word in words if (found := _other_readings(known, word, items))}
    if not others:
        return given_out(known, words, asked)
    ways = {repr(way): way for way in _ways(known, others, words)}
    best = heaviest({key: known.having(way) for key, way in ways.items()}, WHOLE)
    if len(best) == 1:
        return ways[best[0]]
    main = main_count(known.agreed.rules, known.view())
    mains = [main.id] if main else []
    choices = {
        word: [spelt_out(known, name, word) for name in (*found, *mains)]
        for word, found in others.items()
    }
    raise Refused([several(word, said) for word, said in choices.items()])


def _ways(known: Known, others: Mapping[str, Sequence[str]], words: Sequence[str]) -> Iterator[Way]:
    """All as numbers, and each that may be something else as that."""
    tries: list[tuple[dict[str, str], Sequence[str]]] = [({}, words)]
    for word, found in others.items():
        place = words.index(word)
        tries += [({name: word}, [*words[:place], *words[place + 1 :]]) for name in found]
    for own, rest in tries:
        after = known.having(own)
        try:
            if after is not None:
                yield {**own, **(given_out(after, rest) if rest else {})}
        except Refused:
            continue


def _other_readings(known: Known, word: str, numbers: int) -> list[str]:
    """What a number may be about, of what this deal has a use for, instead of the main count;
    where the column is whole, not what the deal can do without."""
    found = [] if word in DASHES else readings(known.said, word)
    if not found:
        return []
    facts = known.view()
    count = main_count(known.agreed.rules, facts)
    is_whole = count is not None and numbers == len(counted(count, known.agreed))
    return [name for name in found if _may_be_meant(name, is_whole, facts)]


def _may_be_meant(name: str, is_whole: bool, facts: DealFacts) -> bool:
    rules = facts.agreed.rules
    thing = rules.facts.get(name) or rules.counts.get(name)
    return thing is None or (holds(thing.when, facts) and not (is_whole and thing.optional))
