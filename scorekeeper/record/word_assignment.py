"""Bare words assigned to facts: every assignment, the likely one, and the unreadable words."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice

from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.fact_values import (
    contracts_named,
    contracts_said_whole,
    facts_named,
    is_pairs,
    phrases_named,
    players_named,
    sides_named,
)
from scorekeeper.rules.cards import is_card, rank_named, suits_named
from scorekeeper.rules.fact_names import contract_typed, key_typed, loosely, options_named
from scorekeeper.rules.ruleset import LISTS, PAIRS, PLAYERS, WORDS, Count, Fact, Ruleset
from scorekeeper.text.message import CommandLine, JoinedWords, Value, Words, listing, say, say_n
from scorekeeper.text.problems import Problem, did_you_mean, nearest

# --- bare words ----------------------------------------------------------------------------------
# Every way to assign each word to a separate fact, and the possible interpretations.


CONTRACT, TRUMP = "contract", "trump"
MOST_WAYS = 1000
LEAST_OF_FLAG = 3  # letters by which a flag is begun
LEAST_OF_WORD = 2  # letters by which the last word of a name is begun
LENGTHS = (5, 4, 3, 2)  # of a name that is typed as several words

WordWay = dict[str, str]  # the word that each fact is read from


class ReadingContext:
    """The context for reading bare words: the available contracts (`opened`), the contract of the
    deal if entered or recorded, and the names of the facts already entered (`taken`)."""

    def __init__(
        self, agreed: Agreed, opened: Collection[str], contract: str | None, taken: Collection[str]
    ) -> None:
        self.agreed, self.opened, self.contract, self.taken = agreed, opened, contract, taken

    def with_nothing_taken(self) -> "ReadingContext":
        """Return the same context, as if no fact had been entered."""
        return ReadingContext(self.agreed, self.opened, self.contract, ())


def readings(said: ReadingContext, word: str, opened: Collection[str] | None = None) -> list[str]:
    """Return the facts not yet entered to which a word may belong, and the counts to which a name
    may belong. The contract comes first."""
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
    """Return True if a bare word may be the value of a fact."""
    if fact.kind == "flag":
        return fact.id in facts_named(agreed.rules, word) or _begins_flag(agreed.rules, fact, word)
    if fact.kind == "player":
        return bool(players_named(agreed, word))
    if fact.kind == "suit":
        return bool(suits_named(agreed.rules.pack, word))
    if fact.kind == "rank":
        return rank_named(agreed.rules.pack, word) is not None
    if fact.kind == PAIRS:
        return is_pairs(agreed, word)
    if fact.kind == "card":
        return is_card(agreed.rules.pack, word)
    if fact.kind == PLAYERS:
        return all(len(players_named(agreed, one)) == 1 for one in word.split(","))
    if fact.kind == WORDS:
        return all(phrases_named(fact.values, one) for one in word.split(","))
    return bool(fact.values) and bool(phrases_named(fact.values, word))


def joined_words(said: ReadingContext, words: Sequence[str]) -> list[str]:
    """Return the bare words, with the words that can only belong to one list joined at the index
    of the first."""
    found = list(words)
    for fact in said.agreed.rules.facts.values():
        own = [w for w in found if fact.kind in LISTS and readings(said, w) == [fact.id]]
        if len(own) > 1:
            first = found.index(own[0])
            found = [word for word in found if word not in own]
            found.insert(first, ",".join(own))
    return found


def _is_one(agreed: Agreed, count: Count, word: str) -> bool:
    """Return True if a bare word names a player or side, for a count that only one player or side
    has."""
    return bool((players_named if count.by_player else sides_named)(agreed, word))


def _begins_flag(rules: Ruleset, fact: Fact, word: str) -> bool:
    """Return True if a word is the beginning of a flag (`pass` of `passed`), but neither a
    contract nor a call."""
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
    """Return the words with adjacent ones joined that together are a name or, if `begun`, the
    beginning of one: `no trump` of `no trumps`."""
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
    """Return the numbers of letters that may abbreviate the last word of a name of several
    words."""
    return range(LEAST_OF_WORD, len(name[-1])) if len(name) > 1 else range(0)


def _names(rules: Ruleset) -> set[tuple[str, ...]]:
    phrases = [contract.name for contract in rules.contracts.values()]
    for fact in rules.facts.values():
        phrases += [fact.name, *fact.values.values()]
    return {_parted_words([spelling]) for phrase in phrases for spelling in phrase.spellings()}


def _parted_words(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words in the form for comparison with names: `up p` is not the word `upp`."""
    parts = " ".join(words).replace("-", " ").replace("_", " ").split()
    return tuple(filter(None, map(loosely, parts)))


def meant(said: ReadingContext, words: Sequence[str]) -> list[WordWay]:
    """Return the possible interpretations of the words of a deal.

    If players choose the contract and it was not entered, one word must name it. The full name
    of a contract is always read as such, even if it is no longer available. If contracts come
    in a fixed order, none need be entered. If the contract leaves the trump suit open, one word
    may be a suit."""
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


def _not_open(said: ReadingContext, words: Sequence[str]) -> list[WordWay]:
    """Return the interpretations that contain the full name of any contract, available or not."""
    rules = said.agreed.rules
    found = _ways(said, words, rules.contracts)
    return [way for way in found if CONTRACT in way and contracts_said_whole(rules, way[CONTRACT])]


def _ways(said: ReadingContext, words: Sequence[str], opened: Collection[str]) -> list[WordWay]:
    found = sorted(
        ((word, readings(said, word, opened)) for word in words), key=lambda pair: len(pair[1])
    )
    return list(islice(_shared_out(found, {}), MOST_WAYS))


def _shared_out(found: Sequence[tuple[str, list[str]]], way: WordWay) -> Iterator[WordWay]:
    if not found:
        yield way
        return
    word, facts = found[0]
    for fact in facts:
        if fact not in way:
            yield from _shared_out(found[1:], {**way, fact: word})


def _leaves_trumps_open(said: ReadingContext, way: WordWay) -> bool:
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


# --- problems of unreadable and ambiguous words --------------------------------------------------


AMBIGUOUS = "word-ambiguous"
UNKNOWN_KEY, SEVERAL_KEYS = "fact-unknown", "fact-ambiguous"
NEAR = 0.65  # a bare word may be about anything, so it must be nearer than the value of one fact


def unknown_word(said: ReadingContext, word: str) -> Problem:
    """Return the problem of a word that means nothing here. For a player's name, the fix is a
    number after every name or after none; for a fact, the way to type its value."""
    facts = facts_named(said.agreed.rules, word)
    if players_named(said.agreed, word):
        hint: Words = say("write a number after every name, or after none")
    elif len(facts) == 1:
        hint = say("say {words}", words=JoinedWords((key_typed(said.agreed.rules, facts[0]), "=…")))
    else:
        contracts = [contract_typed(said.agreed.rules, name).shown() for name in said.opened]
        suits = [names[0] for names in _trumps_wanted(said)]
        words = dict.fromkeys([*contracts, *suits, *_flags(said), *said.agreed.players])
        known = say("known here: {words}", words=listing(words, "and"))
        hint = _meant(said, word) or known
    return Problem(
        "word-unknown", say("`{word}` is not a word of this deal", word=word), None, (hint,)
    )


def _flags(said: ReadingContext) -> list[str]:
    """Return the flags that were not entered yet, as typed: `passed`."""
    rules = said.agreed.rules
    flags = (fact.id for fact in rules.facts.values() if fact.kind == "flag")
    return [key_typed(rules, name).shown() for name in flags if name not in said.taken]


def _meant(said: ReadingContext, word: str) -> Words | None:
    """Return a suggestion for a mistyped word, or None. A fact is named in the user's language."""
    meant = nearest(word, near(word, words_of_the_deal(said)))
    rules = said.agreed.rules
    return say("did you mean `{meant}`?", meant=key_typed(rules, meant)) if meant else None


def words_of_the_deal(said: ReadingContext) -> list[str]:
    """Return the words of which an unknown word may be a misspelling."""
    rules = said.agreed.rules
    spelt = [
        spelling
        for name in said.opened
        for spelling in (name, *rules.contracts[name].name.spellings())
    ]
    suits = [spelling for names in _trumps_wanted(said) for spelling in names]
    return [*suits, *spelt, *said.agreed.players, *rules.facts, *rules.counts]


def _trumps_wanted(said: ReadingContext) -> list[list[str]]:
    """Return the spellings of each suit, the displayed one first. Empty if the trump suit was
    entered, or if no possible contract leaves it open."""
    rules = said.agreed.rules
    names = said.opened if said.contract is None else [said.contract]
    is_open = any(
        rules.contracts[name].trump == "open" for name in names if name in rules.contracts
    )
    suits = rules.pack.suits.values() if is_open and TRUMP not in said.taken else ()
    return [[suit.words.shown(), *suit.words.spellings()] for suit in suits]


def near(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that a bare word is similar to."""
    meant = SequenceMatcher(b=word.casefold())
    found = []
    for name in known:
        meant.set_seq1(name.casefold())
        found += [name] if meant.ratio() >= NEAR else []
    return found


def too_many(rules: Ruleset, words: Sequence[str], facts: Sequence[str]) -> Problem:
    """Return the problem of more words than there are facts for them."""
    quoted = listing([f"`{word}`" for word in words], "and")
    typed = [key_typed(rules, name) for name in facts]
    message = say(
        "{words} are too many words about {facts}", words=quoted, facts=listing(typed, "and")
    )
    return Problem("fact-twice", message, facts[0], (say("leave one of them out"),))


def several(words: str, choices: Iterable[Value]) -> Problem:
    """Return the problem of words that may be any of these."""
    hint = say("say {words}", words=listing(choices))
    return Problem(
        AMBIGUOUS, say("`{word}` can be read in more than one way", word=words), None, (hint,)
    )


def no_use(items: Sequence[str]) -> Problem:
    """Return the problem of numbers in a game that counts nothing."""
    message = say("this game has no use for the numbers {numbers}", numbers=" ".join(items))
    return Problem("word-unknown", message)


def no_place(rules: Ruleset, sizes: Mapping[str, int], given: int) -> Problem:
    """Return the problem of too many or too few numbers for the deal. `sizes` gives the quantity
    of numbers for each fact."""
    typed = [(key_typed(rules, name), size) for name, size in sizes.items()]
    things = [JoinedWords((key, f" ({size})")) if size > 1 else key for key, size in typed]
    message = say_n(
        given, "{n} number does not fit: numbers stand for {things}, in that order",
        "{n} numbers do not fit: they stand for {things}, in that order",
        things=listing(things, "and"),
    )  # fmt: skip
    facts = [JoinedWords((key, f"={','.join('…' * size)}")) for key, size in typed]
    code = f"{[*sizes][-1]}-number"
    return Problem(code, message, None, (say("say {words}", words=JoinedWords(tuple(facts), " ")),))


def contract_first(rules: Ruleset, numbers: str, counts: Mapping[str, str | None]) -> Problem:
    """Return the problem of numbers that fit only contracts that were not entered. `counts` gives
    the count of each such contract."""
    names = [rules.counts[name].name for name in dict.fromkeys(counts.values()) if name]
    message = say(
        "{numbers} can only be {things}, and no contract was said",
        numbers=numbers,
        things=listing(names),
    )
    typed = numbers.replace(",", " ")
    lines = listing(
        JoinedWords(("`", contract_typed(rules, contract), f" {typed}`")) for contract in counts
    )
    return Problem("contract-first", message, "contract", (say("say {words}", words=lines),))


def twice(rules: Ruleset, name: str) -> Problem:
    """Return the problem of a fact that was entered twice by name."""
    message = say("`{fact}` is there twice", fact=key_typed(rules, name))
    return Problem("fact-twice", message, name, (say("leave one of them out"),))


def twice_as(rules: Ruleset, name: str, words: str) -> Problem:
    """Return the problem of a fact that was entered once by name and once by bare words."""
    key = key_typed(rules, name)
    message = say("`{fact}` is there twice: as {fact}=… and as {words}", fact=key, words=words)
    return Problem("fact-twice", message, name, (say("leave one of them out"),))


def unknown_key(
    agreed: Agreed, key: str, text: str, found: Sequence[str], known: Iterable[str]
) -> Problem:
    """Return the problem of a key that names several facts, or none."""
    if found:
        return Problem(
            SEVERAL_KEYS, say("`{word}` could be {choices}", word=key, choices=listing(found)), key
        )
    if names_option(agreed.rules, key):
        return _of_the_table(key, text)
    typed = {key_typed(agreed.rules, name).shown(): name for name in known}
    hint = did_you_mean(key, typed) or say("it asks for {facts}", facts=listing(typed, "and"))
    meant = typed.get(nearest(key, typed) or "")
    message = say("this game has no use for `{word}`", word=key)
    return Problem(UNKNOWN_KEY, message, key, (hint,), meant=meant)


def names_option(rules: Ruleset, key: str) -> bool:
    """Return True if a word names an option of the ruleset."""
    return key in rules.options or bool(options_named(rules, key))


def _of_the_table(key: str, text: str) -> Problem:
    """Return the problem of an option of the ruleset that was typed as a fact of the deal."""
    message = say("`{word}` is a choice of the table, and no fact of a deal", word=key)
    agree = CommandLine("agree", (f"{key}={text}",))
    hint = say("`{command}` changes it from the coming deal on", command=agree)
    return Problem(UNKNOWN_KEY, message, key, (hint,))
