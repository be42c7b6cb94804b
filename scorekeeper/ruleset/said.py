"""How what was entered is said in the language spoken, and how it is typed: one place for every
page, every prompt and every refusal. In English a thing is typed by its id, elsewhere by the
game's word."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from scorekeeper.cards import code_shown, code_typed, folded, rank_shown, suit_word
from scorekeeper.language import ENGLISH, Phrase, language, own_words, tr
from scorekeeper.locales import LOCALES
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.ruleset.model_entered import Fact, Option

CONTRACT, TRUMP = "contract", "trump"
CONTRACT_WORDS = own_words(CONTRACT)


@lru_cache(maxsize=1024)
def loosely(text: str) -> str:
    """Text as words of a game are compared: no case, accents, spaces, hyphens or quotes."""
    return (
        folded(text)
        .replace(" ", "")
        .replace("-", "")
        .replace("_", "")
        .replace("'", "")
        .replace("’", "")
    )


def hyphened(words: str) -> str:
    """Words as one, which a shell does not take apart: `last-trick`."""
    return words.replace(" ", "-").replace("_", "-").replace("'", "-").replace("’", "-")


# --- what is entered ------------------------------------------------------------------------------


def keys(rules: Ruleset) -> dict[str, Phrase]:
    """Everything that an entry may name, with its words: facts, counts, and the contract."""
    named = {fact.id: fact.name for fact in rules.facts.values()}
    named |= {count.id: count.name for count in rules.counts.values()}
    return named | ({CONTRACT: CONTRACT_WORDS} if rules.contracts else {})


def keys_named(rules: Ruleset, word: str) -> list[str]:
    """The facts and counts that a word names, as `tricks` or its word in another language."""
    return said_whole(keys(rules), word)


def said_whole(phrases: Mapping[str, Phrase], word: str) -> list[str]:
    """The things whose id or any spelling is the word."""
    wanted = loosely(word)
    return [name for name, phrase in phrases.items() if wanted and wanted in spelt(name, phrase)]


def spelt(name: str, phrase: Phrase) -> list[str]:
    """Everything that is read as a thing, as it is compared."""
    return [loosely(name), *map(loosely, phrase.spellings())]


def key_typed(rules: Ruleset, name: str) -> str:
    """A fact, a count or the contract as it is typed before `=`; what the game has not stays as
    it is."""
    return _typed(keys(rules), name)


def contract_typed(rules: Ruleset, name: str) -> str:
    """A contract as it is typed."""
    return _typed({contract.id: contract.name for contract in rules.contracts.values()}, name)


def _typed(phrases: Mapping[str, Phrase], name: str) -> str:
    """The shortest way to say a thing in one plain word of the language spoken that is nothing
    else; failing that its id."""
    words = (
        phrases[name].by_language.get(language(), ())
        if name in phrases and language() != ENGLISH
        else ()
    )
    plain = [*filter(str.isalnum, words), *map(hyphened, words)]
    return next((word.lower() for word in plain if said_whole(phrases, word) == [name]), name)


# --- what a table chooses ------------------------------------------------------------------------

# What an option or a fact of yes and no is set to.
YES = ("true", "on", "1", "", *(locale.yes[1] for locale in LOCALES.values()))
NO = ("false", "off", "0", *(locale.no[1] for locale in LOCALES.values()))


def options_named(rules: Ruleset, word: str) -> list[str]:
    """The options that a word names in any language."""
    return said_whole({option.id: option.name for option in rules.options.values()}, word)


def option_typed(rules: Ruleset, name: str) -> str:
    """An option as it is typed."""
    return _typed({option.id: option.name for option in rules.options.values()}, name)


def choice_typed(option: Option, value: bool | int | str) -> str:
    """What is chosen, as it is typed: yes or no, a number, or a word."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return _typed(option.words, str(value))


def choices_typed(option: Option) -> list[str]:
    """What may be chosen where that is a short list; nothing for a number."""
    return [
        choice_typed(option, value)
        for value in ((True, False) if option.kind == "flag" else option.values)
    ]


# --- its value -----------------------------------------------------------------------------------


def value_said(rules: Ruleset, fact: str, value: Any) -> str:
    """A fact's value: a card, a rank, a suit or a word that the rules have words for in the
    language spoken, several one after another; anything else as it stands."""
    if value is True:
        return tr("yes")
    if isinstance(value, (list, tuple)):
        return " ".join([value_said(rules, fact, one) for one in value])
    known, word = rules.facts.get(fact), str(value)
    kind = known.kind if known is not None else ""
    if kind in ("card", "cards"):
        return code_shown(rules.pack, word)
    if kind == "rank":
        return rank_shown(rules.pack, word)
    if kind == "suit" or fact == TRUMP:
        return suit_word(rules.pack, word)
    if fact == CONTRACT:
        return contract_echoed(rules, word)
    return known.values[word].shown() if known is not None and word in known.values else word


def value_typed(rules: Ruleset, fact: str, value: Any) -> str:
    """A fact's value as it is typed, in one word that a shell leaves whole; in English by its
    id."""
    if isinstance(value, (list, tuple)):
        return ",".join("-" if one is None else value_typed(rules, fact, one) for one in value)
    if fact == CONTRACT:
        return contract_typed(rules, str(value))
    known = rules.facts.get(fact)
    if value is True or known is None or language() == ENGLISH:
        return value_said(rules, fact, value) if value is True else str(value)
    if known.kind in ("suit", "rank"):
        return value_said(rules, fact, value)
    if known.kind in ("card", "cards"):
        return code_typed(rules.pack, str(value))
    return _typed(known.values, str(value))


def typed_words(fact: Fact) -> list[str]:
    """The words that a fact may be, as they are typed."""
    return [_typed(fact.values, value) for value in fact.values]


def contract_echoed(rules: Ruleset, contract: str) -> str:
    """A contract as what somebody said of a deal is repeated: by its id in English, else by its
    word."""
    known = rules.contracts.get(contract)
    return contract if known is None or language() == ENGLISH else known.name.shown().lower()


def key_said(rules: Ruleset, name: str) -> str:
    """A fact, a count or the contract where what was entered is repeated: by its id in English,
    else by its word."""
    known = keys(rules)
    return known[name].shown() if name in known and language() != ENGLISH else name
