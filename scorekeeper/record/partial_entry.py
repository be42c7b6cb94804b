"""An entry during typing: its facts so far, its bare numbers, and corrections of facts."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import NamedTuple

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.game.deal_scoring import Judged, judged
from scorekeeper.game.derived_facts import default_value
from scorekeeper.game.entry_checks import fact_problems
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.fact_values import (
    DASHES,
    Read,
    players_named,
    read_column,
    read_contract,
    read_value,
    typed_number,
)
from scorekeeper.record.word_assignment import CONTRACT, ReadingContext, fits
from scorekeeper.rules.formula import Formula, FormulaError, value_of
from scorekeeper.rules.ruleset import Count, Fact, Ruleset
from scorekeeper.text.problems import Problem

# --- corrections ---------------------------------------------------------------------------------
# Only the given facts change. Facts that become useless are removed, with a message.


def amended(
    agreed: Agreed, state: State, before: Facts, typed: Facts, without: Collection[str] = ()
) -> dict[str, object]:
    """Return the facts of a deal after a correction: the facts `before`, those `typed`, less those
    to be removed (`without`). A former fact that was not typed again is dropped if it has no
    use now: its `when` is no longer true, it must be alone, it followed from others, or an
    auction gave it."""
    rules = agreed.rules
    before = {name: value for name, value in before.items() if name not in without}
    for fact in rules.facts.values():
        if fact.alone and fact.id in typed:
            return {
                **{name: value for name, value in before.items() if name in fact.beside},
                **typed,
            }
    facts = {
        name: value for name, value in before.items() if not _is_replaced(rules, name, typed)
    } | dict(typed)
    facts |= _worked_out_anew(agreed, state, before, facts, typed)
    view = _with_only_contract(DealFacts(agreed, state, turn(agreed, state, facts), facts))
    return {name: value for name, value in facts.items() if name in typed or _has_use(view, name)}


def _with_only_contract(view: DealFacts) -> DealFacts:
    """Return the facts, with the contract of the deal if only one is possible, which
    nobody types."""
    contracts = view.turn.contracts
    if len(contracts) != 1 or CONTRACT in view.entered:
        return view
    return view.with_entered({**view.entered, CONTRACT: contracts[0]})


def _is_replaced(rules: Ruleset, name: str, typed: Facts) -> bool:
    """Return True if the typed facts replace this fact: it must be alone and another was typed, it
    is an auction that gives a typed fact, or a typed auction gives it."""
    fact = rules.facts.get(name)
    if fact is None:
        return False
    if fact.alone:
        return any(other not in fact.beside for other in typed)
    if fact.kind == "auction":
        return any(given in typed for given in fact.gives)
    return any(
        name in other.gives
        for other in rules.facts.values()
        if other.kind == "auction" and other.id in typed
    )


def _worked_out_anew(
    agreed: Agreed, state: State, before: Facts, now: Facts, typed: Facts
) -> dict[str, object]:
    """Return the facts that followed from others, recomputed from the corrected ones. Two facts
    that follow from each other are left out, because either may be right."""
    untyped = [
        fact for fact in agreed.rules.facts.values() if fact.id in now and fact.id not in typed
    ]
    defaults = {
        fact.id: fact.default
        for fact in untyped
        if fact.default is not None
        and _default_of(agreed, state, fact.id, fact.default, before) == before[fact.id]
    }
    alone = {
        name: default
        for name, default in defaults.items()
        if defaults.keys().isdisjoint(default.names - {name})
    }
    values = {
        name: _default_of(agreed, state, name, default, now) for name, default in alone.items()
    }
    return {name: value for name, value in values.items() if value is not None}


def _default_of(agreed: Agreed, state: State, name: str, default: Formula, facts: Facts) -> object:
    rest = {other: value for other, value in facts.items() if other != name}
    return default_value(default, DealFacts(agreed, state, turn(agreed, state, rest), rest))


def _has_use(view: DealFacts, name: str) -> bool:
    rules = view.agreed.rules
    if name == "trump" and view.entered.get(CONTRACT) in rules.contracts:
        return rules.contracts[view.entered[CONTRACT]].trump == "open"
    thing = rules.facts.get(name) or rules.counts.get(name)
    try:
        return thing is None or thing.when is None or bool(value_of(thing.when, view))
    except FormulaError:
        return True


# --- numbers -----------------------------------------------------------------------------------
# Bare numbers: how they are separated, to which player each belongs, and which facts require one.


SIGNS = "-−–/:"
MOST_FACTS = 5  # whose numbers are tried in every order


def is_numbers(word: str) -> bool:
    """Return True if a bare word is a number, several numbers, or a dash for a number to compute.
    Each number may have a name before it."""
    items = word.split(",")
    return bool(word.strip(",")) and all(
        item in DASHES or typed_number(item.rpartition(":")[2]) is not None for item in items
    )


def apart(agreed: Agreed, word: str) -> str:
    """Return `6-6-4` as `6,6,4`: plain numbers with one sign between them, not more than a column
    has. Any other word, and a number after a player's name, is unchanged."""
    most = max(
        (len(counted_names(count, agreed)) for count in agreed.rules.counts.values()), default=0
    )
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
    """Return the count to which bare numbers belong: the first required count of this deal. If the
    game requires none, optional counts are used. Return None for a game without counts."""
    every = [*rules.counts.values()]
    counts = [count for count in every if not count.optional] or every
    return next(
        (count for count in counts if holds(count.when, facts)), counts[0] if counts else None
    )


def numbers_needed(rules: Ruleset, said: Collection[str], facts: DealFacts) -> list[Fact]:
    """Return the facts with a number that this deal requires and that were not entered."""
    needed = [fact for fact in rules.facts.values() if fact.kind == "number" and not fact.optional]
    return [fact for fact in needed if fact.id not in said and holds(fact.when, facts)]


def in_pairs(words: Sequence[str], is_name: Callable[[str], bool]) -> list[str] | None:
    """Return `ann 6, bo 4` as `ann:6 bo:4`, or None if there is no name or a number has none."""
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
    """Return the number of each fact if the rules allow only one assignment, else None."""
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


# --- partial entry -------------------------------------------------------------------------------
# The facts of an entry while it is read, and the effect of further words.


# The deal under an interpretation of a line: impossible, a valid part, complete but refused by the
# rules, complete and valid.
UNSOUND, PART, REFUSED, WHOLE = 0, 1, 2, 3


class Known(NamedTuple):
    """An entry during typing: the settings, the available contracts, the facts known `before` (of
    the deal under correction, or from earlier prompts), the facts read from this line, and the
    names already `taken`."""

    agreed: Agreed
    state: State
    opened: tuple[str, ...]
    before: Facts
    facts: Facts
    taken: frozenset[str]

    @property
    def said(self) -> ReadingContext:
        """Return the context in which bare words are read."""
        contract = self.facts.get(CONTRACT, self.before.get(CONTRACT))
        return ReadingContext(self.agreed, self.opened, contract, self.taken)

    def view(self, more: Facts | None = None) -> DealFacts:
        """Return the known facts, and `more` facts if given, in the form that formulas read."""
        only = {CONTRACT: self.opened[0]} if len(self.opened) == 1 else {}
        known = {**only, **self.before, **self.facts, **(more or {})}
        return DealFacts(self.agreed, self.state, turn(self.agreed, self.state), known)

    def value(self, name: str, text: str) -> Read:
        """Return the value of a fact, a count or the contract in a text."""
        rules = self.agreed.rules
        if name == CONTRACT:
            return read_contract(self.agreed, self.opened, text)
        if name in rules.counts:
            items = [item.strip() for item in apart(self.agreed, text.strip()).split(",")]
            return read_column(self.agreed, rules.counts[name], items, self.before.get(name))
        fact = rules.facts[name]
        is_itself = fact.kind == "flag" and fits(self.agreed, fact, text)
        return read_value(self.agreed, fact, "yes" if is_itself else text)

    def having(self, way: Mapping[str, str]) -> "Known | None":
        """Return the entry with more facts parsed from these texts, by name, or None if a text
        cannot be read."""
        read = {name: self.value(name, text) for name, text in way.items()}
        if any(problems for _, problems in read.values()):
            return None
        facts = {**self.facts, **{name: value for name, (value, _) in read.items()}}
        return self._replace(facts=facts, taken=self.taken.union(way))


def problems_of(known: Known) -> tuple[Problem, ...]:
    """Return the problems that the rules have with the deal as it is. Empty if it is complete and
    valid."""
    return _verdict(known).problems


def _verdict(known: Known) -> Judged:
    # 0.2 ms, only where numbers could be several things

    facts = amended(known.agreed, known.state, known.before, known.facts)
    return judged(known.agreed, known.state, facts)


def weight(known: Known | None) -> int:
    """Return how complete the deal is: WHOLE, REFUSED (complete, but refused by the rules), PART
    (valid except for missing facts) or UNSOUND (impossible)."""
    if known is None:
        return UNSOUND
    verdict = _verdict(known)
    if verdict.is_whole:
        return REFUSED if verdict.problems else WHOLE
    return PART if all(map(lacks, verdict.problems)) else UNSOUND


def lacks(problem: Problem) -> bool:
    """Return True if the problem is only that something is missing."""
    return problem.is_missing


def heaviest(readings: Mapping[str, Known | None], least: int = PART) -> list[str]:
    """Return the keys of the interpretations that complete most of the deal, if they weigh `least`
    or more."""
    weights = {key: weight(known) for key, known in readings.items()}
    most = max(weights.values(), default=UNSOUND)
    return [key for key, found in weights.items() if found == most] if most >= least else []
