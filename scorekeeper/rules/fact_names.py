"""The names of entered values, as shown and as typed, in every language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.base.exact_numbers import is_number, number_word
from scorekeeper.rules.cards import (
    Pack,
    folded,
    suits_typed,
    words_of_code,
    words_of_rank,
    words_of_suit,
)
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_entries import LISTS, Fact, TableOption
from scorekeeper.text.locale_data import LOCALES
from scorekeeper.text.message import JoinedWords, Words, say
from scorekeeper.text.translation import ENGLISH, LANGUAGES, Phrase, marked, own_words

CONTRACT, TRUMP = "contract", "trump"
CONTRACT_WORDS = own_words(CONTRACT)
# The roles that any game may have; a ruleset has the words of its own roles.
ROLES = (marked("dealer"), marked("declarer"), marked("others"))


@lru_cache(maxsize=1024)
def loosely(text: str) -> str:
    """Return text without case, accents, spaces, hyphens and quotes, for comparison with a game's
    words."""
    return (
        folded(text)
        .replace(" ", "")
        .replace("-", "")
        .replace("_", "")
        .replace("'", "")
        .replace("’", "")
    )


def hyphened(words: str) -> str:
    """Return words joined by hyphens, so that a shell does not split them: `last-trick`."""
    return words.replace(" ", "-").replace("_", "-").replace("'", "-").replace("’", "-")


# --- Facts, counts, contracts ---------------------------------------------------------------------


def keys(rules: Ruleset) -> dict[str, Phrase]:
    """Return the labels, by id, of all that an entry may name: facts, counts, and the contract."""
    named = {fact.id: fact.name for fact in rules.facts.values()}
    named |= {count.id: count.name for count in rules.counts.values()}
    return named | ({CONTRACT: CONTRACT_WORDS} if rules.contracts else {})


def keys_named(rules: Ruleset, word: str) -> list[str]:
    """Return the facts, counts and the contract that a word names in any language."""
    return said_whole(keys(rules), word)


def said_whole(phrases: Mapping[str, Phrase], word: str) -> list[str]:
    """Return the names whose id or spelling equals the word."""
    wanted = loosely(word)
    return [name for name, phrase in phrases.items() if wanted and wanted in spelt(name, phrase)]


def spelt(name: str, phrase: Phrase) -> list[str]:
    """Return all spellings of a name, changed by `loosely` for comparison."""
    return [loosely(name), *map(loosely, phrase.spellings())]


def key_typed(rules: Ruleset, name: str) -> Phrase:
    """Return the text to type before `=` for a fact, a count or the contract; any other name
    unchanged."""
    return _typed(keys(rules), name)


def contract_typed(rules: Ruleset, name: str) -> Phrase:
    """Return the text to type for a contract."""
    return _typed({contract.id: contract.name for contract in rules.contracts.values()}, name)


def _typed(phrases: Mapping[str, Phrase], name: str) -> Phrase:
    """Return the text to type for a name: its id in English; elsewhere a plain word with no other
    meaning, else the id."""
    words = phrases[name].by_language if name in phrases else {}
    others = {code: (_plain_word(phrases, name, words[code]),) for code in words if code != ENGLISH}
    return Phrase({ENGLISH: (name,), **others})


def _plain_word(phrases: Mapping[str, Phrase], name: str, words: tuple[str, ...]) -> str:
    """Return the first of these words that means only this name, else the id."""
    plain = [*filter(str.isalnum, words), *map(hyphened, words)]
    return next((word.lower() for word in plain if said_whole(phrases, word) == [name]), name)


def _by_id(name: str, phrase: Phrase | str) -> Phrase:
    """Return a phrase with the id in English and the words in other languages."""
    words = phrase if isinstance(phrase, Phrase) else Phrase({ENGLISH: (phrase,)})
    return Phrase({**{code: (words.of(code),) for code in LANGUAGES}, ENGLISH: (name,)})


# --- Options -------------------------------------------------------------------------------------

# The texts for yes and no, as values of options and flags.
YES = ("true", "on", "1", "", *(locale.yes[1] for locale in LOCALES.values()))
NO = ("false", "off", "0", *(locale.no[1] for locale in LOCALES.values()))


def options_named(rules: Ruleset, word: str) -> list[str]:
    """Return the options that a word names in any language."""
    return said_whole({option.id: option.name for option in rules.options.values()}, word)


def option_typed(rules: Ruleset, name: str) -> Phrase:
    """Return the text to type for an option."""
    return _typed({option.id: option.name for option in rules.options.values()}, name)


def choice_typed(option: TableOption, value: bool | int | str) -> Words:
    """Return the text to type for an option's value: yes or no, a number, or a word."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return _typed(option.words, str(value))


def option_chosen(rules: Ruleset, name: str, value: Any) -> Words:
    """Return `option=value` as typed."""
    chosen = choice_typed(rules.options[name], value)
    return say("{one}={other}", one=option_typed(rules, name), other=chosen)


def choices_typed(option: TableOption) -> list[Words]:
    """Return the texts to type for the values of an option; an empty list for a number."""
    values = (True, False) if option.kind == "flag" else option.values
    return [choice_typed(option, value) for value in values]


# --- Values of facts -----------------------------------------------------------------------------


def value_said(rules: Ruleset, fact: str, value: Any) -> Words:
    """Return a fact's value as shown: cards, ranks, suits and words in the rules' words, several
    joined; other values as their own text."""
    if value is True:
        return say("yes")
    if isinstance(value, (list, tuple)):
        between = ", " if fact in rules.facts and rules.facts[fact].kind in LISTS else " "
        return JoinedWords(tuple(value_said(rules, fact, one) for one in value), between)
    word = number_word(value) if is_number(value) else str(value)
    known = rules.facts.get(fact)
    kind = known.kind if known is not None else ""
    if kind in ("card", "cards"):
        return words_of_code(rules.pack, word)
    if kind == "rank":
        return words_of_rank(rules.pack, word)
    if kind == "suit" or fact == TRUMP:
        return words_of_suit(rules.pack, word)
    if fact == CONTRACT:
        return contract_echoed(rules, word)
    return known.values.get(word, word) if known is not None else word


def value_typed(rules: Ruleset, fact: str, value: Any) -> Words:
    """Return the text to type for a fact's value, which a shell does not split; in English
    its id."""
    if value is True:
        return say("yes")
    if isinstance(value, (list, tuple)):
        parts = ("-" if one is None else value_typed(rules, fact, one) for one in value)
        return JoinedWords(tuple(parts), ",")
    known, word = rules.facts.get(fact), str(value)
    if fact == CONTRACT:
        return contract_typed(rules, word)
    if known is None:
        return word
    if known.kind == "suit":
        return _by_id(word, words_of_suit(rules.pack, word))
    if known.kind == "rank":
        return _by_id(word, words_of_rank(rules.pack, word))
    if known.kind in ("card", "cards"):
        return _code_typed(rules.pack, word)
    return _typed(known.values, word)


def _code_typed(pack: Pack, code: str) -> Words:
    """Return the text to type for the card with a code; any other word unchanged."""
    card = pack.cards.get(code)
    if card is None:
        return code
    rank = _by_id(card.rank, words_of_rank(pack, card.rank))
    return JoinedWords((rank, suits_typed(pack, card)))


def typed_words(fact: Fact) -> list[Phrase]:
    """Return the texts to type for a fact's possible words."""
    return [_typed(fact.values, value) for value in fact.values]


def contract_echoed(rules: Ruleset, contract: str) -> Phrase | str:
    """Return a contract as repeated after entry: its id in English, elsewhere its word."""
    known = rules.contracts.get(contract)
    if known is None:
        return contract
    lowered = Phrase({code: (known.name.of(code).lower(),) for code in LANGUAGES})
    return _by_id(contract, lowered)


def key_said(rules: Ruleset, name: str) -> Phrase | str:
    """Return a fact, a count or the contract as repeated after entry: its id in English, else its
    word."""
    known = keys(rules)
    return _by_id(name, known[name]) if name in known else name


def words_of_role(rules: Ruleset, role: str) -> Words:
    """Return the label of a role: the rules' own, else the common one."""
    if role in rules.about.role_words:
        return rules.about.role_words[role]
    return say(role) if role in ROLES else role
