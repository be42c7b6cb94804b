"""Reading a whole entry: `key=value` words, and bare words wherever one reading is possible."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from scorekeeper.cards import find_card, suits_named
from scorekeeper.entry.names import contracts_named, facts_named, phrases_named, players_named
from scorekeeper.entry.values import read_column, read_contract, read_value, whole_number
from scorekeeper.formula import FormulaError, value_of
from scorekeeper.problems import Problem, listed, nearest
from scorekeeper.ruleset.model import Count, Fact
from scorekeeper.schedule import State, turn
from scorekeeper.scoring.facts import DealFacts
from scorekeeper.session import Agreed, Facts

CONTRACT = "contract"


class Typed(NamedTuple):
    """What the words say: facts by name as they are stored, and what could not be read."""

    facts: dict[str, Any]
    problems: tuple[Problem, ...]


class Reading(NamedTuple):
    """One way to read a bare word: as a value of this fact."""

    fact: str
    text: str


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
    return Typed(entry.facts, tuple(entry.problems))


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
            self.problems.append(_unknown_key(key, found, [*self.rules.facts, *self.rules.counts]))
        return True

    def take(self, name: str, text: str) -> None:
        """Reads the text of one fact and keeps its value."""
        if name in self.taken:
            self.problems.append(Problem("fact-twice", f"`{name}` is there twice", name, "leave one of them out"))
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
        return read_value(self.agreed, self.rules.facts[name], text)

    def _column(self, count: Count, items: Sequence[str]) -> tuple[Any, list[Problem]]:
        before = self.before.get(count.id)
        return read_column(self.agreed, count, [item.strip() for item in items], before)

    # --- bare words ----------------------------------------------------------------------------

    def read_bare(self, words: Sequence[str]) -> None:
        """Numbers are the main count, in order; other words are given to the only fact that
        they can be about, one after another, because each settles what the next may mean."""
        numbers = [word for word in words if self._is_numbers(word)]
        pending = [word for word in words if word not in numbers]
        while pending:
            word, reading = self._settled(pending)
            pending.remove(word)
            if reading is None:
                self.problems.append(self._unreadable(word))
            else:
                self.take(reading.fact, reading.text)
        if numbers:
            self._read_numbers([item for word in numbers for item in word.split(",")])

    def _is_numbers(self, word: str) -> bool:
        return all(item in ("-", "−", "") or whole_number(item.rpartition(":")[2]) is not None for item in word.split(",")) and not players_named_exactly(self.agreed, word)

    def _settled(self, pending: Sequence[str]) -> tuple[str, Reading | None]:
        """The next word with one possible reading; a contract goes before a suit."""
        readings = {word: self._readings(word) for word in pending}
        for word, found in readings.items():
            if len(found) == 1:
                return word, found[0]
        for word, found in readings.items():
            if found and found[0].fact == CONTRACT and all(self._is_suit(r.fact) for r in found[1:]):
                return word, found[0]
        return pending[0], None

    def _is_suit(self, fact: str) -> bool:
        return fact in self.rules.facts and self.rules.facts[fact].kind == "suit"

    def _readings(self, word: str) -> list[Reading]:
        found = [Reading(name, "yes" if fact.kind == "flag" else word) for name, fact in self.rules.facts.items() if name not in self.taken and self._fits(fact, word)]
        if self.rules.contracts and CONTRACT not in self.taken:
            opened = contracts_named(self.rules, word, self.open)
            if (opened and (len(self.open) > 1 or not found)) or (not found and contracts_named(self.rules, word, self.rules.contracts)):
                found.insert(0, Reading(CONTRACT, word))
        return found

    def _fits(self, fact: Fact, word: str) -> bool:
        if fact.kind == "flag":
            return fact.id in facts_named(self.rules, word)
        if fact.kind == "player":
            return bool(players_named(self.agreed, word))
        if fact.kind == "suit":
            return self._contract_is_known() and bool(suits_named(self.rules.pack, word))
        if fact.kind == "card":
            return find_card(self.rules.pack, word) is not None
        return bool(fact.values) and bool(phrases_named(fact.values, word))

    def _contract_is_known(self) -> bool:
        return len(self.open) < 2 or CONTRACT in self.taken or CONTRACT in self.before

    def _unreadable(self, word: str) -> Problem:
        found = self._readings(word)
        if found:
            ways = listed(f"{reading.fact}={word}" for reading in found)
            return Problem("word-ambiguous", f"`{word}` can be read in more than one way", None, f"say {ways}")
        known = [spelling for name in self.open for spelling in (name, *self.rules.contracts[name].name.spellings())]
        known += [*self.agreed.players, *self.rules.facts, *self.rules.counts]
        meant = nearest(word, known)
        return Problem("word-unknown", f"`{word}` is not a word of this deal", None, f"did you mean `{meant}`?" if meant else f"known here: {listed([*self.open, *self.agreed.players], 'and')}")

    # --- bare numbers ------------------------------------------------------------------------------

    def _read_numbers(self, items: Sequence[str]) -> None:
        count = self._main_count()
        if count is None:
            self.problems.append(Problem("word-unknown", f"this game has no use for the numbers {' '.join(items)}"))
            return
        if count.id in self.taken:
            self.problems.append(Problem("fact-twice", f"`{count.id}` is there twice: as {count.id}=… and as {' '.join(items)}", count.id))
            return
        self.taken.add(count.id)
        column, problems = self._column(count, items)
        self.problems += problems
        if not problems:
            self.facts[count.id] = column

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


def players_named_exactly(agreed: Agreed, word: str) -> bool:
    """Whether a word is a player's very name, as for somebody called 007."""
    return word in agreed.seat_of and whole_number(word) is None


def _unknown_key(key: str, found: Sequence[str], known: Iterable[str]) -> Problem:
    if found:
        return Problem("fact-ambiguous", f"`{key}` could be {listed(found)}", key)
    meant = nearest(key, known)
    return Problem("fact-unknown", f"this game has no use for `{key}`", key, f"did you mean `{meant}`?" if meant else f"it asks for {listed(known, 'and')}")
