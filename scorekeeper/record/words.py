"""Reading a whole entry: `key=value` words, and bare words wherever one reading is possible."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Self

from scorekeeper.base.records import Record
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session import Agreed, Facts
from scorekeeper.record.bare import CONTRACT, Said, joined, joined_words, readings
from scorekeeper.record.either import numbers_meant
from scorekeeper.record.keyed import keyed
from scorekeeper.record.known import Known
from scorekeeper.record.meaning import way_meant
from scorekeeper.record.names import (
    contracts_said_whole,
    facts_named,
    joined_names,
    players_named,
    sides_named,
)
from scorekeeper.record.numbers import apart, in_pairs, is_numbers
from scorekeeper.record.order import Way
from scorekeeper.record.plain_words import plain, plainer
from scorekeeper.record.unread import AMBIGUOUS, twice, twice_as, unknown_key, unknown_word
from scorekeeper.record.values import NOTHING, resting_problem
from scorekeeper.rules.cards import folded
from scorekeeper.rules.model import LISTS, PAIRS, PLAYERS
from scorekeeper.text.language import ENGLISH, NO, speaking
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem, Refused

MOST_WORDS = 500
OF_A_NAME = ("player", PLAYERS, "suit")  # what the beginning of a player's name may be too


class Typed(Record):
    """What the words say: facts by name as they are stored, in the order of the rules however
    they were typed, what could not be read, the facts that are not to be there, `trump=-`, and the
    words themselves."""

    facts: dict[str, Any]
    problems: tuple[Problem, ...]
    without: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


def split_line(line: str) -> list[str]:
    """The words of a line; quotes keep words together, and a stray quote is just a letter."""
    import shlex  # noqa: PLC0415 - 0.3 ms, a shell has taken the words of `deal` apart already

    try:
        return shlex.split(line)
    except ValueError:
        return line.split()


def read_words(
    agreed: Agreed,
    state: State,
    words: Sequence[str],
    before: Facts | None = None,
    asked: str | None = None,
) -> Typed:
    """Reads the words of an entry for the coming deal, or of a correction of the deal whose
    facts were `before`; the bare numbers begin with what was `asked` for, if something was.
    Everything that cannot be read is a problem; nothing is guessed."""
    if len(words) > MOST_WORDS:
        message = say("{number} words are more than a deal has", number=len(words))
        hint = say("at most {number} are read", number=MOST_WORDS)
        return Typed({}, (Problem("word-unknown", message, None, (hint,)),))
    words = [plain(agreed, word) for word in in_signs(agreed, _with_names(agreed, words))]
    entry, unread = _read(agreed, state, words, before or {}, asked)
    spelt = plainer(agreed, words, unread)
    if spelt and spelt != words:
        other, _ = _read(agreed, state, spelt, before or {}, asked)
        entry = min(other, entry, key=_number_of_problems)
    if entry.unread and (happened := _happened(agreed, words, entry.unread)):
        return Typed({}, (happened,))
    in_order = [
        name
        for name in (CONTRACT, *agreed.rules.facts, *agreed.rules.counts)
        if name in entry.facts
    ]
    return Typed(
        {name: entry.facts[name] for name in in_order},
        tuple(entry.problems),
        frozenset(entry.without),
        tuple(words),
    )


def in_signs(agreed: Agreed, words: Sequence[str]) -> Sequence[str]:
    """The words of a game in which numbers need not be whole, each half by its sign; in a list of a
    count's numbers a comma parts them."""
    if not agreed.rules.goes_by_parts:
        return words
    # 0.5 ms, few games
    from scorekeeper.record.figures import with_signs  # noqa: PLC0415

    return [with_signs(word, is_list=_is_list(agreed, word)) for word in words]


def read_codes(
    agreed: Agreed, state: State, words: Sequence[str], before: Facts | None = None
) -> Typed:
    """Read words of a page, a file or the program itself: letters of cards are those of codes,
    whatever is spoken."""
    with speaking(ENGLISH):
        return read_words(agreed, state, words, before)


def _is_list(agreed: Agreed, word: str) -> bool:
    """Whether a comma in a word parts the numbers of a count: behind its name, and everywhere else
    but behind a name where nothing that is entered goes by parts."""
    key, equals, _ = word.partition("=")
    if equals:
        return not agreed.rules.counts.keys().isdisjoint(facts_named(agreed.rules, key))
    return ":" not in word and not agreed.rules.is_entered_in_parts


def _with_names(agreed: Agreed, words: Sequence[str]) -> Sequence[str]:
    """Return the words, those of a player's name made one."""
    names = (*agreed.players, *agreed.resting)
    if len(words) < 2 or not any(" " in name for name in names):
        return words
    said = Said(agreed, tuple(agreed.rules.contracts), None, ())
    return joined_names(
        names, words, lambda word: not {*readings(said, word)} <= _of_players(agreed)
    )


def _of_players(agreed: Agreed) -> set[str]:
    """Return the facts and counts whose value is a player's name."""
    facts, counts = agreed.rules.facts.values(), agreed.rules.counts.values()
    players = {fact.id for fact in facts if fact.kind == "player"}
    return players | {count.id for count in counts if count.of_one}


def _read(
    agreed: Agreed, state: State, words: Sequence[str], before: Facts, asked: str | None
) -> tuple["_Entry", Sequence[str]]:
    """The entry that the words are, or what is less wrong, the one that they are in pairs; and
    those that are about nothing as they stand."""
    entry = _Entry(agreed, state, before, asked).read(words)
    is_refused = any(problem.code != AMBIGUOUS for problem in entry.problems)
    pairs = in_pairs(words, entry.stands_for_a_name(words)) if is_refused else None
    if pairs is None:
        return entry, entry.unread
    in_turn = _Entry(agreed, state, before, asked).read(pairs)
    return min(in_turn, entry, key=_number_of_problems), entry.unread


def _number_of_problems(entry: "_Entry") -> int:
    return len(entry.problems)


def _happened(agreed: Agreed, words: Sequence[str], unread: Sequence[str]) -> Problem | None:
    # 1 ms, only for words that are about nothing in the deal
    from scorekeeper.record.happened import happened  # noqa: PLC0415

    return happened(agreed, words, unread)


class _Entry:
    """An entry being read."""

    def __init__(self, agreed: Agreed, state: State, before: Facts, asked: str | None) -> None:
        self.agreed, self.rules, self.before, self.asked = agreed, agreed.rules, before, asked
        self.open = turn(agreed, state).contracts
        self.state = state
        self.facts: dict[str, object] = {}
        self.problems: list[Problem] = []
        self.taken: set[str] = set()
        self.without: set[str] = set()
        self.unread: list[str] = []

    @property
    def known(self) -> Known:
        """What was read so far."""
        taken = frozenset(self.taken)
        return Known(
            agreed=self.agreed,
            state=self.state,
            opened=self.open,
            before=self.before,
            facts=dict(self.facts),
            taken=taken,
        )

    def read(self, words: Sequence[str]) -> Self:
        """Reads every word."""
        bare = [word for word in keyed(self.known, words) if not self.read_named(word)]
        self.read_bare(self._with_lists(bare) if len(bare) > 1 else bare)
        return self

    def _with_lists(self, words: Sequence[str]) -> Sequence[str]:
        """The bare words, all that are pairs, or words of one list, in one."""
        kinds = {fact.kind for fact in self.rules.facts.values()}
        if not kinds.isdisjoint(LISTS):
            words = joined_words(self.known.said, words)
        if PAIRS not in kinds:
            return words
        from scorekeeper.record.pair_words import joined_pairs  # noqa: PLC0415 - 0.5 ms, few games

        return joined_pairs(self.agreed, words)

    # --- key=value ---------------------------------------------------------------------------

    def read_named(self, word: str) -> bool:
        """Reads a `key=value` word; False if it is none."""
        key, equals, text = word.partition("=")
        if not equals or players_named(self.agreed, word):
            return False
        found = facts_named(self.rules, key)
        if len(found) == 1:
            self.take(found[0], "-" if self._is_denied(found[0], text) else text)
        else:
            contract = [CONTRACT] if self.rules.contracts else []
            known = [*contract, *self.rules.facts, *self.rules.counts]
            self.problems.append(unknown_key(self.agreed, key, text, found, known))
            self.unread += [] if found else [key]
        return True

    def take(self, name: str, text: str) -> None:
        """Reads the text of one fact and keeps its value."""
        if name in self.taken:
            self.problems.append(twice(self.rules, name))
            return
        self.taken.add(name)
        if text in NOTHING and self._may_go(name):
            self.without.add(name)
            return
        value, problems = self.known.value(name, text)
        self.problems += problems
        if not problems:
            self.facts[name] = value

    def take_all(self, way: Way) -> None:
        """Reads the text of each fact of a way."""
        for name, text in way.items():
            self.take(name, text)

    def _is_denied(self, name: str, text: str) -> bool:
        """`passed=no`, which says what leaving it out says; a bare `no` may be what a
        flag is called."""
        fact = self.rules.facts.get(name)
        return fact is not None and fact.kind == "flag" and text.casefold() in NO

    def _may_go(self, name: str) -> bool:
        """Whether a dash takes the fact out; in a count that a deal needs it is the number to be
        worked out."""
        return name in self.rules.facts or (
            name in self.rules.counts and self.rules.counts[name].optional
        )

    # --- bare words ----------------------------------------------------------------------------

    def read_bare(self, words: Sequence[str]) -> None:
        """Numbers go to what the deal asks for, in its order; other words are read where there is
        only one way to give each of them to a fact of its own."""
        has_column = bool(self.taken.intersection(self.rules.counts))
        words = [
            word if word.isalnum() or self._is_readable(word) else apart(self.agreed, word)
            for word in words
        ]
        numbers = [
            word
            for word in words
            if is_numbers(word) and not (has_column and self._is_readable(word))
        ]
        rest = [word for word in words if word not in numbers]
        numbers = _without_ends(numbers)
        if rest:
            self._read_words(rest, numbers)
        if numbers and not any(map(self.is_a_person, self.unread)):
            self._read_numbers(numbers)  # beside a name that could not be read nobody knows whose

    def is_a_name(self, word: str) -> bool:
        """Whether a word is somebody who plays, if it is nothing else but perhaps a suit."""
        facts = readings(self.known.said.with_nothing_taken(), word, ())
        is_known = len(sides_named(self.agreed, word)) == 1
        kinds = {self.rules.facts[name].kind for name in facts if name in self.rules.facts}
        return is_known and kinds.issubset(OF_A_NAME) and not contracts_said_whole(self.rules, word)

    def is_a_person(self, word: str) -> bool:
        """Whether a word is somebody who plays, or who rests in this deal."""
        return self.is_a_name(word) or resting_problem(self.agreed, word, word) is not None

    def stands_for_a_name(self, words: Sequence[str]) -> Callable[[str], bool]:
        """Whether a word before a number is somebody's name; where one of the words is one, so is
        each that could not be read, be it of nobody here."""
        if not any(map(self.is_a_person, words)):
            return self.is_a_name
        return lambda word: self.is_a_name(word) or word in self.unread

    def _is_readable(self, word: str) -> bool:
        return bool(readings(self.known.said, word, self.rules.contracts))

    def _read_words(self, words: Sequence[str], numbers: Sequence[str]) -> None:
        """Reads words one by one or joined, `no` and `trumps`, whatever there is only one way
        for."""
        together = joined(self.rules, words)
        spelt = [words] if together == words else [words, together]
        readable = self._readable(spelt)
        unread = (
            []
            if readable
            else [word for word in dict.fromkeys(spelt[-1]) if not self._is_readable(word)]
        )
        self.unread += unread
        place = len(self.problems)
        readable = readable or [[word for word in spelt[-1] if word not in unread]]
        try:
            self.take_all(self._way_meant(words, readable, numbers))
        except Refused as refusal:
            self.problems += [*self._resting(words)] or refusal.problems
        self.problems[place:place] = map(self._unreadable, unread)  # now that the rest is known

    def _resting(self, words: Sequence[str]) -> Iterator[Problem]:
        """That somebody rests who is named in full."""
        names = {folded(name) for name in self.agreed.resting}
        found = (resting_problem(self.agreed, one, one) for one in words if folded(one) in names)
        return filter(None, found)

    def _way_meant(
        self, words: Sequence[str], spelt: Sequence[Sequence[str]], numbers: Sequence[str]
    ) -> Way:
        """The way that is meant; where there is none, with words joined that begin a name
        together, as `no trump` does."""
        try:
            return way_meant(self.known, words, spelt, numbers)
        except Refused:
            begun = joined(self.rules, words, begun=True)
            if len(begun) == len(words) or not self._readable([begun]):
                raise
            return way_meant(self.known, words, [begun], numbers)

    def _readable(self, spelt: Iterable[Sequence[str]]) -> list[Sequence[str]]:
        """Those of which every word can be about something."""
        return [some for some in spelt if all(map(self._is_readable, some))]

    def _unreadable(self, word: str) -> Problem:
        again = readings(self.known.said.with_nothing_taken(), word, self.rules.contracts)
        if again:
            return twice_as(self.known.agreed.rules, again[0], word)
        return resting_problem(self.agreed, word, word) or unknown_word(self.known.said, word)

    # --- bare numbers ----------------------------------------------------------------------------

    def _read_numbers(self, words: Sequence[str]) -> None:
        try:
            self.take_all(numbers_meant(self.known, words, self.asked))
        except Refused as refusal:
            self.problems += refusal.problems


def _without_ends(words: Sequence[str]) -> list[str]:
    """`6, 6, 4` without the commas that only part one word from the next."""
    return [*(word.rstrip(",") or word for word in words[:-1]), *words[-1:]]
