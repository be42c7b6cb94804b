"""Which of the ways to read bare words is meant: the one that, with the numbers, makes most of
the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.game.facts import holds
from scorekeeper.record.bare import Way, meant, readings
from scorekeeper.record.known import Known, heaviest
from scorekeeper.record.order import given_out
from scorekeeper.record.unread import several, too_many
from scorekeeper.rules.said import key_typed, value_typed
from scorekeeper.text.message import Joined, OneWord
from scorekeeper.text.problems import Problem, Refused


def way_meant(
    known: Known, words: Sequence[str], spelt: Sequence[Sequence[str]], numbers: Sequence[str]
) -> Way:
    """The only way there is to read words, each a fact of its own, that may be spelt in two ways;
    raises Refused where there is none, or more than one that may be meant."""
    different = _different(known, [way for some in spelt for way in meant(known.said, some)])
    found = _likelier(known, different, numbers) if len(different) > 1 else different
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        ways = [*found.values()]
        raise Refused([*_unclear(known, ways)] or [_one_or_two(known, words, ways)])
    facts = dict.fromkeys(name for word in spelt[-1] for name in _all_readings(known, word))
    raise Refused([too_many(known.agreed.rules, spelt[-1], list(facts))])


def _different(known: Known, ways: Iterable[Way]) -> dict[str, Way]:
    """The ways, those that say the same but once."""
    different: dict[str, Way] = {}
    for way in ways:
        different.setdefault(
            repr([(name, known.value(name, way[name])) for name in sorted(way)]), way
        )
    return different


def _likelier(known: Known, ways: Mapping[str, Way], numbers: Sequence[str]) -> Mapping[str, Way]:
    """Those that make most of the deal; where none makes anything of it, those of use in it."""
    tried = {key: with_numbers(known.having(way), numbers) for key, way in ways.items()}
    best = heaviest(tried) or [key for key, way in ways.items() if _is_of_use(known, way)]
    return {key: ways[key] for key in best} or ways


def with_numbers(known: Known | None, numbers: Sequence[str]) -> Known | None:
    """The entry with its bare numbers; None where they cannot be read."""
    if known is None or not numbers:
        return known
    try:
        return known.having(given_out(known, numbers))
    except Refused:
        return None


def _is_of_use(known: Known, way: Way) -> bool:
    """Whether everything that a way says can be read, and is of use in the deal that it makes."""
    after = known.having(way)
    if after is None:
        return False
    facts, view = known.agreed.rules.facts, after.view()
    return all(holds(facts[name].when, view) for name in way if name in facts)


# --- what is said where it is not certain --------------------------------------------------------


def _unclear(known: Known, ways: Sequence[Way]) -> Iterable[Problem]:
    """The words that are not about the same fact in every way that may be meant."""
    for word in dict.fromkeys(text for way in ways for text in way.values()):
        facts = dict.fromkeys(name for way in ways for name, text in way.items() if text == word)
        if len(facts) > 1:
            yield several(word, [spelt_out(known, name, word) for name in facts])


def spelt_out(known: Known, name: str, text: str) -> OneWord:
    """A fact as it is typed beyond doubt, by its name and in full."""
    value, _ = known.value(name, text)
    rules = known.agreed.rules
    said = value_typed(rules, name, value) if isinstance(value, str) else text
    return OneWord(Joined((key_typed(rules, name), "=", said)))


def _one_or_two(known: Known, words: Sequence[str], ways: Sequence[Way]) -> Problem:
    """Words that are one name together, and something else each by itself."""
    alike = {name for name in ways[0] if all(way.get(name) == ways[0][name] for way in ways)}
    said = {text for way in ways for name, text in way.items() if name in alike}
    choices = [
        Joined(tuple(spelt_out(known, name, way[name]) for name in way if name not in alike), " ")
        for way in ways
    ]
    return several(" ".join(word for word in words if word not in said), reversed(choices))


def _all_readings(known: Known, word: str) -> list[str]:
    return readings(known.said, word, known.agreed.rules.contracts)
