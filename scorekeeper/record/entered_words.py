"""Words of an entry: `key=value`, bare words, and their most likely meaning."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Self

from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.deal_facts import DealFacts, holds
from scorekeeper.game.schedule import State, turn
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.record.command_hints import happened
from scorekeeper.record.fact_values import (
    DASHES,
    NOTHING,
    contracts_said_whole,
    facts_named,
    joined_names,
    joined_pairs,
    players_named,
    resting_problem,
    sides_named,
    typed_number,
    with_signs,
)
from scorekeeper.record.number_order import Way, given_out, unpaired_problem
from scorekeeper.record.partial_entry import (
    WHOLE,
    Known,
    apart,
    heaviest,
    in_pairs,
    is_numbers,
    main_count,
)
from scorekeeper.record.word_assignment import (
    AMBIGUOUS,
    CONTRACT,
    ReadingContext,
    WordWay,
    joined,
    joined_words,
    meant,
    names_option,
    near,
    readings,
    several,
    too_many,
    twice,
    twice_as,
    unknown_key,
    unknown_word,
    words_of_the_deal,
)
from scorekeeper.rules.cards import folded
from scorekeeper.rules.fact_names import key_typed, value_typed
from scorekeeper.rules.ruleset import LISTS, PAIRS, PLAYERS
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message import JoinedWords, OneWord, say
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import ENGLISH, NO, speaking

# --- names followed by values --------------------------------------------------------------------
# `tricks 9 4` as `tricks=9,4`: the full name of a fact, followed by its value.


def keyed(known: Known, words: Sequence[str]) -> list[str]:
    """Return the words, each fact's name joined with the values after it. A word that may be
    anything else is not taken for a name."""
    found, rest = list[str](), list(words)
    while rest:
        word = rest.pop(0)
        size = _size(known, word, rest)
        values = [apart(known.agreed, value).strip(",") for value in rest[:size]]
        found.append(f"{word}={','.join(values)}" if size else word)
        del rest[:size]
    return found


def _size(known: Known, word: str, rest: Sequence[str]) -> int:
    """Return the number of following words that are the value of the fact named by `word`; 0 if it
    names no fact."""
    rules = known.agreed.rules
    named = facts_named(rules, word) if rest else []
    if len(named) != 1 or readings(known.said, word, rules.contracts):
        return 0
    (name,) = named
    if name in rules.counts and is_numbers(rest[0]):
        return _run(known, rest, len(counted_names(rules.counts[name], known.agreed)))
    if name in rules.facts and rules.facts[name].kind == "number" and is_numbers(rest[0]):
        return 1
    return int(name in readings(known.said, rest[0], rules.contracts))


def _run(known: Known, rest: Sequence[str], most: int) -> int:
    """Return how many words at the start of `rest` are numbers, at most `most` in total."""
    words = numbers = 0
    for word in (apart(known.agreed, word) for word in rest):
        numbers += len(word.strip(",").split(","))
        if not is_numbers(word) or numbers > most:
            break
        words += 1
    return words


# --- plain words -------------------------------------------------------------------------------
# Words as people write them on paper, converted to the form that is parsed: `Anna: 6`, `Anna=6`,
# `A6 B6`, `Anna 6 and Björn 5`.


STOPS = ",:;"  # that only part one word from the next
DIGITS = "0123456789"


def plain(agreed: Agreed, word: str) -> str:
    """Return a word without punctuation: `Anna:` and `Anna,` as `Anna`, and `Anna=6` as `Anna:6`.
    Numbers keep their commas, since after a last comma a number may be omitted."""
    key, equals, text = word.partition("=")
    if equals:
        known = facts_named(agreed.rules, key) or names_option(agreed.rules, key)
        return word if known else _with_colon(agreed, key, text.rstrip(STOPS)) or word
    return word if is_numbers(word) else word.rstrip(STOPS) or word


def _with_colon(agreed: Agreed, key: str, text: str) -> str:
    """Return a player's number in the form `Anna:8`, or an empty string for anything else."""
    is_one = len(sides_named(agreed, key)) == 1
    is_number = agreed.rules.counts and typed_number(text) is not None
    return f"{key}:{text}" if is_one and is_number else ""


def plainer(agreed: Agreed, words: Sequence[str], unread: Collection[str]) -> list[str]:
    """Return the words with unreadable ones changed: `A6` becomes a name with its number, and an
    "and" is left out."""
    read = (_with_its_number(agreed, word) if word in unread else word for word in words)
    return [word for word in read if not (word in unread and _is_and(word))]


def _with_its_number(agreed: Agreed, word: str) -> str:
    """Return `A6` as `A:6`, even if several players match. Return any other word unchanged."""
    name = word.rstrip(DIGITS)
    is_one = name != word and sides_named(agreed, name)
    return f"{name}:{word[len(name) :]}" if is_one else word


def _is_and(word: str) -> bool:
    return any(word.casefold() in locale.words.get("and", ()) for locale in LOCALES.values())


# --- choice of an interpretation -----------------------------------------------------------------
# The choice between interpretations of bare words: the one that, with the numbers, completes most
# of the deal.


def way_meant(
    known: Known, words: Sequence[str], spelt: Sequence[Sequence[str]], numbers: Sequence[str]
) -> WordWay:
    """Return the only interpretation in which each word is a separate fact. `spelt` are the ways
    to divide the line. Raises Refused if there is none, or more than one."""
    different = _different(known, [way for some in spelt for way in meant(known.said, some)])
    found = _likelier(known, different, numbers) if len(different) > 1 else different
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        ways = [*found.values()]
        raise Refused([*_unclear(known, ways)] or [_one_or_two(known, words, ways)])
    facts = dict.fromkeys(name for word in spelt[-1] for name in _all_readings(known, word))
    raise Refused([too_many(known.agreed.rules, spelt[-1], list(facts))])


def _different(known: Known, ways: Iterable[WordWay]) -> dict[str, WordWay]:
    """Return the interpretations, only one of those that give the same facts."""
    different: dict[str, WordWay] = {}
    for way in ways:
        different.setdefault(
            repr([(name, known.value(name, way[name])) for name in sorted(way)]), way
        )
    return different


def _likelier(
    known: Known, ways: Mapping[str, WordWay], numbers: Sequence[str]
) -> Mapping[str, WordWay]:
    """Return the interpretations that complete most of the deal; if none does, those whose facts
    the deal can use; else all."""
    tried = {key: with_numbers(known.having(way), numbers) for key, way in ways.items()}
    best = heaviest(tried) or [key for key, way in ways.items() if _is_of_use(known, way)]
    return {key: ways[key] for key in best} or ways


def with_numbers(known: Known | None, numbers: Sequence[str]) -> Known | None:
    """Return the partial entry with its bare numbers, or None if they cannot be read."""
    if known is None or not numbers:
        return known
    try:
        return known.having(given_out(known, numbers))
    except Refused:
        return None


def _is_of_use(known: Known, way: WordWay) -> bool:
    """Return True if every fact of an interpretation can be read and the resulting deal has a use
    for it."""
    after = known.having(way)
    if after is None:
        return False
    facts, view = known.agreed.rules.facts, after.view()
    return all(holds(facts[name].when, view) for name in way if name in facts)


# --- problems of ambiguous words -----------------------------------------------------------------


def _unclear(known: Known, ways: Sequence[WordWay]) -> Iterable[Problem]:
    """Yield a problem for each word that belongs to different facts in the interpretations."""
    for word in dict.fromkeys(text for way in ways for text in way.values()):
        facts = dict.fromkeys(name for way in ways for name, text in way.items() if text == word)
        if len(facts) > 1:
            yield several(word, [spelt_out(known, name, word) for name in facts])


def spelt_out(known: Known, name: str, text: str) -> OneWord:
    """Return a fact as typed unambiguously: its name and its full value."""
    value, _ = known.value(name, text)
    rules = known.agreed.rules
    said = value_typed(rules, name, value) if isinstance(value, str) else text
    return OneWord(JoinedWords((key_typed(rules, name), "=", said)))


def _one_or_two(known: Known, words: Sequence[str], ways: Sequence[WordWay]) -> Problem:
    """Return the problem of words that are one name if joined, and something else if separate."""
    alike = {name for name in ways[0] if all(way.get(name) == ways[0][name] for way in ways)}
    said = {text for way in ways for name, text in way.items() if name in alike}
    choices = [
        JoinedWords(
            tuple(spelt_out(known, name, way[name]) for name in way if name not in alike), " "
        )
        for way in ways
    ]
    return several(" ".join(word for word in words if word not in said), reversed(choices))


def _all_readings(known: Known, word: str) -> list[str]:
    return readings(known.said, word, known.agreed.rules.contracts)


# --- ambiguous numbers ---------------------------------------------------------------------------
# A number that may also be another fact: a player called 7, the rank of a card.


def numbers_meant(known: Known, words: Sequence[str], asked: str | None) -> Way:
    """Return the fact to which each number belongs. Raises Refused if uncertain."""
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
    """Yield the possible assignments: all numbers to the main count, then one of them to each
    other fact in `others`."""
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
    """Return the facts, other than the main count, to which a number may belong in this deal. If
    there are exactly enough numbers for the main count, optional facts are left out."""
    found = [] if word in DASHES else readings(known.said, word)
    if not found:
        return []
    facts = known.view()
    count = main_count(known.agreed.rules, facts)
    is_whole = count is not None and numbers == len(counted_names(count, known.agreed))
    return [name for name in found if _may_be_meant(name, is_whole, facts)]


def _may_be_meant(name: str, is_whole: bool, facts: DealFacts) -> bool:
    rules = facts.agreed.rules
    thing = rules.facts.get(name) or rules.counts.get(name)
    return thing is None or (holds(thing.when, facts) and not (is_whole and thing.optional))


# --- complete entries ----------------------------------------------------------------------------
# Reading a complete entry: `key=value` words, and bare words where only one interpretation is
# possible.


MOST_WORDS = 500
OF_A_NAME = ("player", PLAYERS, "suit")  # what the beginning of a player's name may be too


class Typed(NamedTuple):
    """Parsed words: the facts by name, as they are stored and in the order of the rules; the
    problems of unreadable words; the facts to be removed (`trump=-`); and the words themselves."""

    facts: dict[str, Any]
    problems: tuple[Problem, ...]
    without: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


def split_line(line: str) -> list[str]:
    """Return the words of a line. Quotes keep words together; an unmatched quote is an ordinary
    character."""
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
    """Return the parsed words of an entry for the next deal, or of a correction of a deal with the
    facts `before`. The first bare numbers belong to the fact `asked` for, if any. Every
    unreadable word is a problem; nothing is guessed."""
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
    if entry.unread and (problem := happened(agreed, words, entry.unread)):
        return Typed({}, (problem,))
    in_order = [
        name
        for name in (CONTRACT, *agreed.rules.facts, *agreed.rules.counts)
        if name in entry.facts
    ]
    return Typed(
        {name: entry.facts[name] for name in in_order},
        tuple(p for n, p in enumerate(entry.problems) if p not in entry.problems[:n]),
        frozenset(entry.without),
        tuple(words),
    )


def in_signs(agreed: Agreed, words: Sequence[str]) -> Sequence[str]:
    """Return the words with each half as its sign, `½`, in games with numbers that need not be
    whole. A comma in a list of numbers stays a separator."""
    if not agreed.rules.goes_by_parts:
        return words
    return [with_signs(word, is_list=_is_list(agreed, word)) for word in words]


def read_codes(
    agreed: Agreed, state: State, words: Sequence[str], before: Facts | None = None
) -> Typed:
    """Return the parsed words of a page, a file or the program. Letters of cards are codes in any
    language."""
    with speaking(ENGLISH):
        return read_words(agreed, state, words, before)


def _is_list(agreed: Agreed, word: str) -> bool:
    """Return True if a comma in a word separates numbers of a count: after the count's name, and
    without a name unless a fact of the game has parts."""
    key, equals, _ = word.partition("=")
    if equals:
        return not agreed.rules.counts.keys().isdisjoint(facts_named(agreed.rules, key))
    return ":" not in word and not agreed.rules.is_entered_in_parts


def _with_names(agreed: Agreed, words: Sequence[str]) -> Sequence[str]:
    """Return the words, with a player's name as one word."""
    names = (*agreed.players, *agreed.resting)
    if len(words) < 2 or not any(" " in name for name in names):
        return words
    said = ReadingContext(agreed, tuple(agreed.rules.contracts), None, ())
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
) -> tuple[_Entry, Sequence[str]]:
    """Return the parsed entry, and the words that mean nothing. The line is read as pairs of a
    name and a number if this gives fewer problems."""
    entry = _Entry(agreed, state, before, asked).read(words)
    is_refused = any(problem.code != AMBIGUOUS for problem in entry.problems)
    pairs = in_pairs(words, entry.stands_for_a_name(words)) if is_refused else None
    if pairs is None:
        return entry, entry.unread
    in_turn = _Entry(agreed, state, before, asked).read(pairs)
    return min(in_turn, entry, key=_number_of_problems), entry.unread


def _number_of_problems(entry: _Entry) -> int:
    return len(entry.problems)


class _Entry:
    """The state of one entry during parsing."""

    def __init__(self, agreed: Agreed, state: State, before: Facts, asked: str | None) -> None:
        self.agreed, self.rules, self.before, self.asked = agreed, agreed.rules, before, asked
        self.open = turn(agreed, state).contracts
        self.state = state
        self.facts: dict[str, object] = {}
        self.problems: list[Problem] = []
        self.taken: set[str] = set()
        self.without: set[str] = set()
        self.unread: list[str] = []
        self.words: Sequence[str] = ()

    @property
    def known(self) -> Known:
        """Return the partial entry: everything read so far."""
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
        """Read every word, and return the entry."""
        self.words = words
        bare = [word for word in keyed(self.known, words) if not self.read_named(word)]
        self.read_bare(self._with_lists(bare) if len(bare) > 1 else bare)
        return self

    def _with_lists(self, words: Sequence[str]) -> Sequence[str]:
        """Return the bare words, with all pairs joined into one word, and the words of one list
        likewise."""
        kinds = {fact.kind for fact in self.rules.facts.values()}
        if not kinds.isdisjoint(LISTS):
            words = joined_words(self.known.said, words)
        if PAIRS not in kinds:
            return words
        return joined_pairs(self.agreed, words)

    # --- key=value ---------------------------------------------------------------------------

    def read_named(self, word: str) -> bool:
        """Read a `key=value` word. Return False for any other word."""
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
        """Read the text of one fact and store its value."""
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
        """Read the text of each fact of an interpretation."""
        for name, text in way.items():
            self.take(name, text)

    def _is_denied(self, name: str, text: str) -> bool:
        """Return True if the text is the "no" of a flag, `passed=no`, which is the same as
        omitting the flag."""
        fact = self.rules.facts.get(name)
        return fact is not None and fact.kind == "flag" and text.casefold() in NO

    def _may_go(self, name: str) -> bool:
        """Return True if a dash removes the fact. In a required count a dash is the number to be
        worked out."""
        return name in self.rules.facts or (
            name in self.rules.counts and self.rules.counts[name].optional
        )

    # --- bare words ----------------------------------------------------------------------------

    def read_bare(self, words: Sequence[str]) -> None:
        """Read the bare words. Numbers are assigned to the required facts, in order. Other words
        are read if there is only one way to assign each to a separate fact."""
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
        if numbers and not (any(map(self.is_a_person, self.unread)) or self._begins_unknown(words)):
            self._read_numbers(numbers)  # beside a name that could not be read nobody knows whose

    def _begins_unknown(self, words: Sequence[str]) -> bool:
        """Return True if a line is numbers after one unknown word, which resembles no word of the
        deal: it may be the name of what they count."""
        first = words[0]
        is_alone = first in self.unread and not self.facts
        return is_alone and not near(first, words_of_the_deal(self.known.said))

    def is_a_name(self, word: str) -> bool:
        """Return True if a word names a player and has no other meaning except possibly a suit."""
        facts = readings(self.known.said.with_nothing_taken(), word, ())
        is_known = len(sides_named(self.agreed, word)) == 1
        kinds = {self.rules.facts[name].kind for name in facts if name in self.rules.facts}
        return is_known and kinds.issubset(OF_A_NAME) and not contracts_said_whole(self.rules, word)

    def is_a_person(self, word: str) -> bool:
        """Return True if a word names a player, including one who sits out in this deal."""
        return self.is_a_name(word) or resting_problem(self.agreed, word, word) is not None

    def stands_for_a_name(self, words: Sequence[str]) -> Callable[[str], bool]:
        """Return a function that returns True if a word before a number is a name. If one of
        `words` is a name, every unreadable word counts as a name, even of an unknown person."""
        if not any(map(self.is_a_person, words)):
            return self.is_a_name
        return lambda word: self.is_a_name(word) or word in self.unread

    def _is_readable(self, word: str) -> bool:
        return bool(readings(self.known.said, word, self.rules.contracts))

    def _read_words(self, words: Sequence[str], numbers: Sequence[str]) -> None:
        """Read words separately or joined, as `no` and `trumps`, if there is only one way."""
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
        """Return an iterator over problems, one for each word that is the full name of a player
        who sits out."""
        names = {folded(name) for name in self.agreed.resting}
        found = (resting_problem(self.agreed, one, one) for one in words if folded(one) in names)
        return filter(None, found)

    def _way_meant(
        self, words: Sequence[str], spelt: Sequence[Sequence[str]], numbers: Sequence[str]
    ) -> Way:
        """Return the interpretation of the words. If there is none, words that together begin a
        name are joined, as in `no trump`."""
        try:
            return way_meant(self.known, words, spelt, numbers)
        except Refused:
            begun = joined(self.rules, words, begun=True)
            if len(begun) == len(words) or not self._readable([begun]):
                raise
            return way_meant(self.known, words, [begun], numbers)

    def _readable(self, spelt: Iterable[Sequence[str]]) -> list[Sequence[str]]:
        """Return the divisions of the line in which every word is readable."""
        return [some for some in spelt if all(map(self._is_readable, some))]

    def _unreadable(self, word: str) -> Problem:
        again = readings(self.known.said.with_nothing_taken(), word, self.rules.contracts)
        if again:
            return twice_as(self.known.agreed.rules, again[0], word)
        if resting := resting_problem(self.agreed, word, word):
            return resting
        is_name = len(players_named(self.agreed, word)) == 1
        unpaired = unpaired_problem(self.agreed, self.words, self.unread) if is_name else None
        return unpaired or unknown_word(self.known.said, word)

    # --- bare numbers ----------------------------------------------------------------------------

    def _read_numbers(self, words: Sequence[str]) -> None:
        try:
            self.take_all(numbers_meant(self.known, words, self.asked))
        except Refused as refusal:
            self.problems += refusal.problems


def _without_ends(words: Sequence[str]) -> list[str]:
    """Return `6, 6, 4` without the commas that only separate the words."""
    return [*(word.rstrip(",") or word for word in words[:-1]), *words[-1:]]
