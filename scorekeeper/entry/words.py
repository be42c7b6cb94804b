"""Reading a whole entry: `key=value` words, and bare words wherever one reading is possible."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from scorekeeper.entry.bare import CONTRACT, Said, Way, joined, meant, readings
from scorekeeper.entry.names import facts_named, players_named
from scorekeeper.entry.values import DASHES, read_column, read_contract, read_value, whole_number
from scorekeeper.formula import FormulaError, value_of
from scorekeeper.problems import Problem, listed, nearest
from scorekeeper.ruleset.model import Count
from scorekeeper.schedule import State, turn
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.session import Agreed, Facts


class Typed(NamedTuple):
    """What the words say: facts by name as they are stored, in the order of the rules however
    they were typed, and what could not be read."""

    facts: dict[str, Any]
    problems: tuple[Problem, ...]


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
    entry = _Entry(agreed, state, before or {})
    bare = [word for word in words if not entry.read_named(word)]
    entry.read_bare(bare)
    in_order = [name for name in (CONTRACT, *agreed.rules.facts, *agreed.rules.counts) if name in entry.facts]
    return Typed({name: entry.facts[name] for name in in_order}, tuple(entry.problems))


class _Entry:
    """An entry being read."""

    def __init__(self, agreed: Agreed, state: State, before: Facts) -> None:
        self.agreed, self.rules, self.before = agreed, agreed.rules, before
        self.open = turn(agreed, state).contracts
        self.state = state
        self.facts: dict[str, Any] = {}
        self.problems: list[Problem] = []
        self.taken: set[str] = set()

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
            self.problems.append(_unknown_key(key, found, known))
        return True

    def take(self, name: str, text: str) -> None:
        """Reads the text of one fact and keeps its value."""
        if name in self.taken:
            self.problems.append(_twice(name))
            return
        self.taken.add(name)
        value, problems = self._value(name, text)
        self.problems += problems
        if not problems:
            self.facts[name] = value

    def _value(self, name: str, text: str) -> tuple[Any, list[Problem]]:
        if name == CONTRACT:
            return read_contract(self.agreed, self.open, text)
        if name in self.rules.counts:
            return self._column(self.rules.counts[name], text.split(","))
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
        counted = self.taken.intersection(self.rules.counts)
        numbers = [word for word in words if is_numbers(word) and not (counted and self._is_readable(word))]
        others = [word for word in words if word not in numbers]
        if others:
            self._read_words(others)
        unclear = {word: found for word in numbers if word not in DASHES and (found := readings(self._said(), word))}
        if unclear:
            self.problems += [_ambiguous(word, [*found, *self._main_ids()]) for word, found in unclear.items()]
        elif numbers:
            self._read_numbers([item for word in numbers for item in word.split(",")])

    def _said(self) -> Said:
        contract = self.facts.get(CONTRACT, self.before.get(CONTRACT))
        return Said(self.agreed, self.open, contract, self.taken)

    def _is_readable(self, word: str) -> bool:
        return bool(readings(self._said(), word, self.rules.contracts))

    def _read_words(self, words: Sequence[str]) -> None:
        """Reads words one by one or joined, `no` and `trumps`, whatever there is only one way for."""
        spelt = [words, joined(self.rules, words)]
        readable = [some for some in spelt if all(map(self._is_readable, some))]
        if not readable:
            unread = [word for word in dict.fromkeys(spelt[-1]) if not self._is_readable(word)]
            self.problems += map(self._unreadable, unread)
            readable = [[word for word in spelt[-1] if word not in unread]]
        different: dict[str, Way] = {}
        for way in (way for some in readable for way in meant(self._said(), some)):
            different.setdefault(repr([(name, self._value(name, way[name])) for name in sorted(way)]), way)
        if len(different) == 1:
            for name, text in next(iter(different.values())).items():
                self.take(name, text)
        elif different:
            self.problems += _unclear(different.values())
        else:
            self.problems.append(self._too_many(readable[-1]))

    def _too_many(self, words: Sequence[str]) -> Problem:
        facts = dict.fromkeys(name for word in words for name in readings(self._said(), word, self.rules.contracts))
        quoted = listed([f"`{word}`" for word in words], "and")
        message = f"{quoted} are too many words about {listed(facts, 'and')}"
        return Problem("fact-twice", message, next(iter(facts)), "leave one of them out")

    def _unreadable(self, word: str) -> Problem:
        again = readings(self._said()._replace(taken=()), word, self.rules.contracts)
        if again:
            return _twice(again[0], f": as {again[0]}=… and as {word}")
        known = [spelling for name in self.open for spelling in (name, *self.rules.contracts[name].name.spellings())]
        known += [*self.agreed.players, *self.rules.facts, *self.rules.counts]
        likely = nearest(word, known)
        here = listed([*self.open, *self.agreed.players], "and")
        hint = f"did you mean `{likely}`?" if likely else f"known here: {here}"
        return Problem("word-unknown", f"`{word}` is not a word of this deal", None, hint)

    # --- bare numbers ------------------------------------------------------------------------------

    def _read_numbers(self, items: Sequence[str]) -> None:
        count = self._main_count()
        if count is None:
            self.problems.append(Problem("word-unknown", f"this game has no use for the numbers {' '.join(items)}"))
        elif count.id in self.taken:
            self.problems.append(_twice(count.id, f": as {count.id}=… and as {' '.join(items)}"))
        else:
            self.take(count.id, ",".join(items))

    def _main_ids(self) -> list[str]:
        count = self._main_count()
        return [count.id] if count else []

    def _main_count(self) -> Count | None:
        """The first count that this deal asks for."""
        facts = DealFacts(self.agreed, self.state, turn(self.agreed, self.state), {**self.before, **self.facts})
        needed = [count for count in self.rules.counts.values() if not count.optional]
        return next((count for count in needed if _asked_for(count, facts)), needed[0] if needed else None)


def _asked_for(count: Count, facts: DealFacts) -> bool:
    try:
        return count.when is None or bool(value_of(count.when, facts))
    except FormulaError:
        return True


def is_numbers(word: str) -> bool:
    """Whether a bare word is a number, several, or a dash for the one to be worked out; each may
    have a name before it."""
    items = word.split(",")
    return bool(word.strip(",")) and all(
        item in DASHES or whole_number(item.rpartition(":")[2]) is not None for item in items
    )


def _unclear(different: Collection[Way]) -> Iterable[Problem]:
    """The words that are not about the same fact in every way that may be meant."""
    for word in dict.fromkeys(text for way in different for text in way.values()):
        facts = dict.fromkeys(name for way in different for name, text in way.items() if text == word)
        if len(facts) > 1:
            yield _ambiguous(word, facts)


def _ambiguous(word: str, facts: Iterable[str]) -> Problem:
    hint = f"say {listed(f'{name}={word}' for name in facts)}"
    return Problem("word-ambiguous", f"`{word}` can be read in more than one way", None, hint)


def _twice(name: str, how: str = "") -> Problem:
    return Problem("fact-twice", f"`{name}` is there twice{how}", name, "leave one of them out")


def _unknown_key(key: str, found: Sequence[str], known: Iterable[str]) -> Problem:
    if found:
        return Problem("fact-ambiguous", f"`{key}` could be {listed(found)}", key)
    likely = nearest(key, known)
    hint = f"did you mean `{likely}`?" if likely else f"it asks for {listed(known, 'and')}"
    return Problem("fact-unknown", f"this game has no use for `{key}`", key, hint)
