"""Reading a whole entry: `key=value` words, and bare words wherever one reading is possible."""

from collections.abc import Sequence
from typing import Any, Self

from scorekeeper.entry.bare import CONTRACT, Said, Way, joined, meant, readings
from scorekeeper.entry.names import facts_named, players_named, sides_named
from scorekeeper.entry.numbers import apart, in_pairs, is_numbers, main_count, numbers_needed, shared_out
from scorekeeper.entry.unread import (
    ambiguous,
    not_shared_out,
    several,
    too_many,
    twice,
    twice_as,
    unclear,
    unknown_key,
    unknown_word,
)
from scorekeeper.entry.values import DASHES, NOTHING, read_column, read_contract, read_value
from scorekeeper.language import tr
from scorekeeper.named import NamedTuple
from scorekeeper.problems import Problem
from scorekeeper.ruleset.model import Count
from scorekeeper.schedule import State, turn
from scorekeeper.scoring.counts import counted
from scorekeeper.scoring.facts import DealFacts, holds
from scorekeeper.session import Agreed, Facts

MOST_WORDS = 500


class Typed(NamedTuple):
    """What the words say: facts by name as they are stored, in the order of the rules however
    they were typed, what could not be read, and the facts that are not to be there, `trump=-`."""

    facts: dict[str, Any]
    problems: tuple[Problem, ...]
    without: frozenset[str] = frozenset()


def split_line(line: str) -> list[str]:
    """The words of a line; quotes keep words together, and a stray quote is just a letter."""
    import shlex

    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def read_words(agreed: Agreed, state: State, words: Sequence[str], before: Facts | None = None) -> Typed:
    """Reads the words of an entry for the coming deal, or of a correction of the deal whose
    facts were `before`. Everything that cannot be read is a problem; nothing is guessed."""
    if len(words) > MOST_WORDS:
        message = tr("{number} words are more than a deal has", number=len(words))
        return Typed({}, (Problem("word-unknown", message, None, tr("at most {number} are read", number=MOST_WORDS)),))
    entry = _Entry(agreed, state, before or {}).read(words)
    pairs = in_pairs(words, entry.is_only_a_name) if entry.problems else None
    if pairs is not None:
        in_turn = _Entry(agreed, state, before or {}).read(pairs)
        entry = min(in_turn, entry, key=lambda one: len(one.problems))
    in_order = [name for name in (CONTRACT, *agreed.rules.facts, *agreed.rules.counts) if name in entry.facts]
    return Typed({name: entry.facts[name] for name in in_order}, tuple(entry.problems), frozenset(entry.without))


class _Entry:
    """An entry being read."""

    def __init__(self, agreed: Agreed, state: State, before: Facts) -> None:
        self.agreed, self.rules, self.before = agreed, agreed.rules, before
        self.open = turn(agreed, state).contracts
        self.state = state
        self.facts: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self.taken: set[str] = set()
        self.without: set[str] = set()

    def read(self, words: Sequence[str]) -> Self:
        """Reads every word."""
        self.read_bare([word for word in words if not self.read_named(word)])
        return self

    # --- key=value ---------------------------------------------------------------------------

    def read_named(self, word: str) -> bool:
        """Reads a `key=value` word; False if it is none."""
        key, equals, text = word.partition("=")
        if not equals or players_named(self.agreed, word):
            return False
        found = facts_named(self.rules, key)
        if len(found) == 1:
            self.take(found[0], text)
        else:
            known = [*([CONTRACT] if self.rules.contracts else []), *self.rules.facts, *self.rules.counts]
            self.problems.append(unknown_key(self.agreed, key, text, found, known))
        return True

    def take(self, name: str, text: str) -> None:
        """Reads the text of one fact and keeps its value."""
        if name in self.taken:
            self.problems.append(twice(name))
            return
        self.taken.add(name)
        if text in NOTHING and self._may_go(name):
            self.without.add(name)
            return
        value, problems = self._value(name, text)
        self.problems += problems
        if not problems:
            self.facts[name] = value

    def _may_go(self, name: str) -> bool:
        """Whether a dash takes the fact out; in a count that a deal needs it is the number to be worked out."""
        return name in self.rules.facts or (name in self.rules.counts and self.rules.counts[name].optional)

    def _value(self, name: str, text: str) -> tuple[Any, list[Problem]]:
        if name == CONTRACT:
            return read_contract(self.agreed, self.open, text)
        if name in self.rules.counts:
            return self._column(self.rules.counts[name], apart(self.agreed, text.strip()).split(","))
        fact = self.rules.facts[name]
        is_itself = fact.kind == "flag" and name in facts_named(self.rules, text)
        return read_value(self.agreed, fact, "yes" if is_itself else text)

    def _column(self, count: Count, items: Sequence[str]) -> tuple[Any, list[Problem]]:
        before = self.before.get(count.id)
        return read_column(self.agreed, count, [item.strip() for item in items], before)

    # --- bare words ----------------------------------------------------------------------------

    def read_bare(self, words: Sequence[str]) -> None:
        """Numbers are the main count, in order; other words are read where there is only one way
        to give each of them to a fact of its own."""
        has_column = bool(self.taken.intersection(self.rules.counts))
        words = [word if word.isalnum() or self._is_readable(word) else apart(self.agreed, word) for word in words]
        numbers = [word for word in words if is_numbers(word) and not (has_column and self._is_readable(word))]
        rest = [word for word in words if word not in numbers]
        if rest:
            self._read_words(rest)
        items = [item for word in numbers for item in word.split(",")]
        others = {word: found for word in numbers if (found := self._other_readings(word, len(items)))}
        if others:
            self.problems += [ambiguous(word, [*found, *self._main_ids()]) for word, found in others.items()]
        elif numbers:
            self._read_numbers(items)

    def _other_readings(self, word: str, numbers: int) -> list[str]:
        """What a number may be about, of what this deal has a use for, instead of the main count;
        where the column is whole, not what the deal can do without."""
        found = [] if word in DASHES else readings(self._said(), word)
        if not found:
            return []
        count, facts = self._main_count(), self._so_far()
        is_whole = count is not None and numbers == len(counted(count, self.agreed))
        return [name for name in found if self._may_be_meant(name, is_whole, facts)]

    def _may_be_meant(self, name: str, is_whole: bool, facts: DealFacts) -> bool:
        fact = self.rules.facts.get(name)
        return fact is None or (holds(fact.when, facts) and not (is_whole and fact.optional))

    def _said(self) -> Said:
        contract = self.facts.get(CONTRACT, self.before.get(CONTRACT))
        return Said(self.agreed, self.open, contract, self.taken)

    def is_only_a_name(self, word: str) -> bool:
        """Whether a word is somebody who plays, and can be nothing else."""
        facts = readings(self._said()._replace(taken=()), word, self.rules.contracts)
        is_known = len(sides_named(self.agreed, word)) == 1
        return is_known and all(name in self.rules.facts and self.rules.facts[name].kind == "player" for name in facts)

    def _is_readable(self, word: str) -> bool:
        return bool(readings(self._said(), word, self.rules.contracts))

    def _read_words(self, words: Sequence[str]) -> None:
        """Reads words one by one or joined, `no` and `trumps`, whatever there is only one way for."""
        together = joined(self.rules, words)
        spelt = [words] if together == words else [words, together]
        readable = [some for some in spelt if all(map(self._is_readable, some))]
        unread = [] if readable else [word for word in dict.fromkeys(spelt[-1]) if not self._is_readable(word)]
        place = len(self.problems)
        self._take_words(words, readable or [[word for word in spelt[-1] if word not in unread]])
        self.problems[place:place] = map(self._unreadable, unread)  # now that the rest is known

    def _take_words(self, words: Sequence[str], readable: Sequence[Sequence[str]]) -> None:
        """Takes the only way there is to read words, which may be spelt in two."""
        found = [way for some in readable for way in meant(self._said(), some)]
        different = self._different(found)
        if len(different) > 1:
            different = self._different([way for way in found if self._is_sound(way)]) or different
        if len(different) == 1:
            for name, text in next(iter(different.values())).items():
                self.take(name, text)
        elif different:
            self.problems += [*unclear(different.values())] or [self._one_or_two(words, [*different.values()])]
        else:
            self.problems.append(self._too_many(readable[-1]))

    def _different(self, ways: Sequence[Way]) -> dict[str, Way]:
        """The ways, those that say the same but once."""
        different: dict[str, Way] = {}
        for way in ways:
            different.setdefault(repr([(name, self._value(name, way[name])) for name in sorted(way)]), way)
        return different

    def _is_sound(self, way: Way) -> bool:
        """Whether everything that a way says can be read, and is of use in the deal that it makes."""
        values = {name: self._value(name, text) for name, text in way.items()}
        facts = self._so_far({name: value for name, (value, _) in values.items()})
        of_use = all(holds(self.rules.facts[name].when, facts) for name in way if name in self.rules.facts)
        return of_use and not any(problems for _, problems in values.values())

    def _one_or_two(self, words: Sequence[str], different: Sequence[Way]) -> Problem:
        """Words that are one name together, and something else each by itself."""
        alike = {name for name in different[0] if all(way.get(name) == different[0][name] for way in different)}
        said = {text for way in different for name, text in way.items() if name in alike}
        choices = [" ".join(self._as_typed(name, way[name]) for name in way if name not in alike) for way in different]
        return several(" ".join(word for word in words if word not in said), reversed(choices))

    def _as_typed(self, name: str, text: str) -> str:
        value, _ = self._value(name, text)
        return f"{name}={value if isinstance(value, str) else text}"

    def _too_many(self, words: Sequence[str]) -> Problem:
        facts = dict.fromkeys(name for word in words for name in readings(self._said(), word, self.rules.contracts))
        return too_many(words, list(facts))

    def _unreadable(self, word: str) -> Problem:
        again = readings(self._said()._replace(taken=()), word, self.rules.contracts)
        if again:
            return twice_as(again[0], word)
        return unknown_word(self._said(), word)

    # --- bare numbers ------------------------------------------------------------------------------

    def _read_numbers(self, items: Sequence[str]) -> None:
        count = self._main_count()
        if count is None:
            message = tr("this game has no use for the numbers {numbers}", numbers=" ".join(items))
            self.problems.append(Problem("word-unknown", message))
        elif count.id in self.taken:
            self.problems.append(twice_as(count.id, " ".join(items)))
        else:
            self._take_numbers(count, items)

    def _take_numbers(self, count: Count, items: Sequence[str]) -> None:
        """The column, and before it the numbers of the facts that need one, where there is only
        one way to give them out."""
        sides = len(counted(count, self.agreed))
        said = {*self.taken, *self.before}
        needed = numbers_needed(self.rules, said, self._so_far()) if len(items) > sides else []
        if not needed:
            self.take(count.id, ",".join(items))
            return
        first = len(needed)
        way = shared_out(self.agreed, needed, items[:first]) if len(items) == first + sides else None
        if way is None:
            self.problems.append(not_shared_out(count, needed, len(items), sides))
            return
        for name, text in (*way.items(), (count.id, ",".join(items[first:]))):
            self.take(name, text)

    def _main_ids(self) -> list[str]:
        count = self._main_count()
        return [count.id] if count else []

    def _main_count(self) -> Count | None:
        return main_count(self.rules, self._so_far())

    def _so_far(self, more: Facts | None = None) -> DealFacts:
        """What is known of the deal, and what more might be."""
        only = {CONTRACT: self.open[0]} if len(self.open) == 1 else {}
        known = {**only, **self.before, **self.facts, **(more or {})}
        return DealFacts(self.agreed, self.state, turn(self.agreed, self.state), known)
