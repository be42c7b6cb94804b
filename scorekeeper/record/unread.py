"""What is said of words that cannot be read, or can be in more than one way."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.game.session import Agreed
from scorekeeper.record.bare import TRUMP, Said
from scorekeeper.record.names import facts_named, players_named
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.said import contract_typed, key_typed, options_named
from scorekeeper.text.message import CommandLine, Joined, Value, Words, listing, say
from scorekeeper.text.problems import Problem, did_you_mean, nearest

AMBIGUOUS = "word-ambiguous"
UNKNOWN_KEY, SEVERAL_KEYS = "fact-unknown", "fact-ambiguous"
NEAR = 0.65  # a bare word may be about anything, so it must be nearer than the value of one fact


def unknown_word(said: Said, word: str) -> Problem:
    """A word that is about nothing here; of somebody who plays, that every number wants a name
    or none; of a fact, how its value is said."""
    facts = facts_named(said.agreed.rules, word)
    if players_named(said.agreed, word):
        hint: Words = say("write a number after every name, or after none")
    elif len(facts) == 1:
        hint = say("say {words}", words=Joined((key_typed(said.agreed.rules, facts[0]), "=…")))
    else:
        contracts = [contract_typed(said.agreed.rules, name).shown() for name in said.opened]
        suits = [names[0] for names in _trumps_wanted(said)]
        words = dict.fromkeys([*contracts, *suits, *_flags(said), *said.agreed.players])
        known = say("known here: {words}", words=listing(words, "and"))
        hint = _meant(said, word) or known
    return Problem(
        "word-unknown", say("`{word}` is not a word of this deal", word=word), None, (hint,)
    )


def _flags(said: Said) -> list[str]:
    """The flags that are not said yet, as they are typed: `passed`."""
    rules = said.agreed.rules
    flags = (fact.id for fact in rules.facts.values() if fact.kind == "flag")
    return [key_typed(rules, name).shown() for name in flags if name not in said.taken]


def _meant(said: Said, word: str) -> Words | None:
    """What the word may have been meant to be; a fact as it is typed in the language spoken."""
    meant = nearest(word, near(word, words_of_the_deal(said)))
    rules = said.agreed.rules
    return say("did you mean `{meant}`?", meant=key_typed(rules, meant)) if meant else None


def words_of_the_deal(said: Said) -> list[str]:
    """What a word that is about nothing here may have been meant to be."""
    rules = said.agreed.rules
    spelt = [
        spelling
        for name in said.opened
        for spelling in (name, *rules.contracts[name].name.spellings())
    ]
    suits = [spelling for names in _trumps_wanted(said) for spelling in names]
    return [*suits, *spelt, *said.agreed.players, *rules.facts, *rules.counts]


def _trumps_wanted(said: Said) -> list[list[str]]:
    """The words of each suit, the one that is shown first, where the contract that was said, or one
    that still may be, leaves trumps open and nobody has named them."""
    rules = said.agreed.rules
    names = said.opened if said.contract is None else [said.contract]
    is_open = any(
        rules.contracts[name].trump == "open" for name in names if name in rules.contracts
    )
    suits = rules.pack.suits.values() if is_open and TRUMP not in said.taken else ()
    return [[suit.words.shown(), *suit.words.spellings()] for suit in suits]


def near(word: str, known: Iterable[str]) -> list[str]:
    """The known words that a bare word is near enough to."""
    from difflib import SequenceMatcher  # noqa: PLC0415 - 1 ms, only for what is refused

    meant = SequenceMatcher(b=word.casefold())
    found = []
    for name in known:
        meant.set_seq1(name.casefold())
        found += [name] if meant.ratio() >= NEAR else []
    return found


def too_many(rules: Ruleset, words: Sequence[str], facts: Sequence[str]) -> Problem:
    """More words than there are facts that they could be about."""
    quoted = listing([f"`{word}`" for word in words], "and")
    typed = [key_typed(rules, name) for name in facts]
    message = say(
        "{words} are too many words about {facts}", words=quoted, facts=listing(typed, "and")
    )
    return Problem("fact-twice", message, facts[0], (say("leave one of them out"),))


def several(words: str, choices: Iterable[Value]) -> Problem:
    """Words that may be any of these."""
    hint = say("say {words}", words=listing(choices))
    return Problem(
        AMBIGUOUS, say("`{word}` can be read in more than one way", word=words), None, (hint,)
    )


def no_use(items: Sequence[str]) -> Problem:
    """Numbers in a game that counts nothing."""
    message = say("this game has no use for the numbers {numbers}", numbers=" ".join(items))
    return Problem("word-unknown", message)


def no_place(rules: Ruleset, sizes: Mapping[str, int], given: int) -> Problem:
    """Numbers that are not as many as the deal asks for; `sizes` says how many each fact takes."""
    typed = [(key_typed(rules, name), size) for name, size in sizes.items()]
    things = [Joined((key, f" ({size})")) if size > 1 else key for key, size in typed]
    message = say(
        "{given} numbers do not fit: they stand for {things}, in that order",
        given=given,
        things=listing(things, "and"),
    )
    facts = [Joined((key, f"={','.join('…' * size)}")) for key, size in typed]
    code = f"{[*sizes][-1]}-number"
    return Problem(code, message, None, (say("say {words}", words=Joined(tuple(facts), " ")),))


def contract_first(rules: Ruleset, numbers: str, counts: Mapping[str, str | None]) -> Problem:
    """Numbers that can only be those of some contracts, of which none was said; `counts` says what
    is counted in each."""
    names = [rules.counts[name].name for name in dict.fromkeys(counts.values()) if name]
    message = say(
        "{numbers} can only be {things}, and no contract was said",
        numbers=numbers,
        things=listing(names),
    )
    typed = numbers.replace(",", " ")
    lines = listing(
        Joined(("`", contract_typed(rules, contract), f" {typed}`")) for contract in counts
    )
    return Problem("contract-first", message, "contract", (say("say {words}", words=lines),))


def twice(rules: Ruleset, name: str) -> Problem:
    """A fact that was said twice by its name."""
    message = say("`{fact}` is there twice", fact=key_typed(rules, name))
    return Problem("fact-twice", message, name, (say("leave one of them out"),))


def twice_as(rules: Ruleset, name: str, words: str) -> Problem:
    """A fact that was said once by its name, and once by bare words."""
    key = key_typed(rules, name)
    message = say("`{fact}` is there twice: as {fact}=… and as {words}", fact=key, words=words)
    return Problem("fact-twice", message, name, (say("leave one of them out"),))


def unknown_key(
    agreed: Agreed, key: str, text: str, found: Sequence[str], known: Iterable[str]
) -> Problem:
    """A key that names several facts, or none."""
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
    """Whether a word names a choice of the table."""
    return key in rules.options or bool(options_named(rules, key))


def _of_the_table(key: str, text: str) -> Problem:
    """A choice of the table that is typed as if it were a fact of the deal."""
    message = say("`{word}` is a choice of the table, and no fact of a deal", word=key)
    agree = CommandLine("agree", (f"{key}={text}",))
    hint = say("`{command}` changes it from the coming deal on", command=agree)
    return Problem(UNKNOWN_KEY, message, key, (hint,))
