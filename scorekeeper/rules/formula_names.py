"""The words for what formulas name: counts, facts, roles, options, tables, and what every deal
has."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.base.exact import is_number, number_word
from scorekeeper.rules.cards import Card, find_card, words_of_card, words_of_suit
from scorekeeper.rules.model import CARDS, LEFT, ME, OTHER, Fact, Ruleset
from scorekeeper.rules.said import words_of_role
from scorekeeper.text.language import Phrase, marked
from scorekeeper.text.message import Words, listing, say

MINUS = "−"
# What every deal has, as it is said in a sentence …
COMMON: Mapping[str, str] = {
    "players": marked("the number of players"),
    "people": marked("the number of people at the table"),
    "sides": marked("the number of sides"),
    "deal": marked("the number of the deal"),
    "round": marked("the number of the round"),
    "game": marked("the number of the game"),
    "hand": marked("the number of cards in a hand"),
    "contract": marked("the contract"),
    "group": marked("the kind of contract"),
    "trump": marked("the trump suit"),
    "open": marked("the contracts left"),
    "quota": marked("the quota"),
    "total": marked("the score so far"),
    "role": marked("the role"),
    "won": marked("the game is won"),
    "dealer": marked("the dealer"),
    ME: marked("this player"),
    OTHER: marked("the other player"),
    "all.total": marked("everybody's score so far"),
}
# Which score wins.
BEST_WORDS = {"highest": marked("highest"), "lowest": marked("lowest")}
# … and as a term of a sum, where that is another word.
TERMS: Mapping[str, str] = {"quota": marked("quota"), "total": marked("score so far")}


def parted_name(name: str) -> tuple[str, str]:
    """Whose a name of a formula is, and what: `declarer.tricks`; of the side itself where nobody
    is named."""
    whose, _, what = name.rpartition(".")
    return whose, what


def own_word(rules: Ruleset, name: str) -> Phrase | None:
    """The word that the rules themselves have for a name; None where they have none."""
    if name in rules.about.words:
        return rules.about.words[name]
    known = rules.counts.get(name) or rules.facts.get(name)
    if known is not None:
        return known.name
    counter = rules.scoring.carry.get(name)
    return counter.name if counter and counter.name.by_language else None


def term(rules: Ruleset, name: str) -> Words:
    """A name as a term of a sum: `tricks`, `GP (declarer)`, `everybody's bids`."""
    whose, what = parted_name(name)
    word: Words | None = own_word(rules, what) or (say(TERMS[what]) if what in TERMS else None)
    if word is None and name in COMMON:
        return say(COMMON[name])
    if word is None and what in rules.scoring.ladders:
        word = _plain(what.removesuffix("_of"))  # of what, is said behind it
    return of_whom(rules, word or _plain(what), whose)


def of_whom(rules: Ruleset, word: Words, whose: str) -> Words:
    """A word with those whose it is."""
    if not whose:
        return word
    if whose == "all":
        return say("everybody's {things}", things=word)
    if whose == LEFT and LEFT not in rules.roles:
        # Translators: what is counted, of the side that sits on the left of the one meant
        return say("{things} (on the left)", things=word)
    if whose == OTHER and OTHER not in rules.roles:
        # Translators: what is counted, of the other of two players
        return say("{things} (the other)", things=word)
    # Translators: what is counted, and in brackets the role of those who have it, as in
    # "tricks (declarer)"
    return say("{things} ({role})", things=word, role=words_of_role(rules, whose))


def entered(rules: Ruleset, name: str) -> Words:
    """A name as what was entered: of a count that everybody has, the count."""
    return term(rules, parted_name(name)[1] if name.startswith("all.") else name)


def subject(rules: Ruleset, name: str) -> Words:
    """A name as the subject of a sentence: `the number of tricks`, `the bid`."""
    whose, what = parted_name(name)
    if what in rules.counts and what not in rules.about.words:
        number = say("the number of {things}", things=rules.counts[what].name)
        return of_whom(rules, number, whose)
    if name in COMMON and what not in rules.about.words and not _is_own(rules, name):
        return say(COMMON[name])
    return say("the {thing}", thing=term(rules, name)) if what in rules.facts else term(rules, name)


def _is_own(rules: Ruleset, name: str) -> bool:
    """Whether a fact of the page goes before what every deal has under that name; its trump suit is
    the deal's."""
    return name in rules.facts and name != "trump"


def _plain(name: str) -> str:
    """A name that nobody has a word for, without what only a formula needs."""
    return name.replace("_", " ").replace("-", " ")


# --- values --------------------------------------------------------------------------------------


def value_word(rules: Ruleset, value: object, about: str = "") -> Words:
    """A value as it is said; `about` is the name that it is a value of."""
    if value is None:
        return say("nothing")
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if is_number(value):
        return number_word(value)
    if isinstance(value, Card):
        return words_of_card(rules.pack, value)
    if isinstance(value, (tuple, list)):
        return listing([value_word(rules, one, about) for one in value], "and")
    return _literal(rules, str(value), parted_name(about)[1])


def _literal(rules: Ruleset, word: str, about: str) -> Words:
    """A word of a formula as it is said: a contract, a role, a suit, a fact's own value."""
    fact: Fact | None = rules.facts.get(about)
    if fact is not None and word in fact.values:
        return fact.values[word]
    card = find_card(rules.pack, word) if fact is not None and fact.kind in CARDS else None
    if card is not None:
        return words_of_card(rules.pack, card)
    if about == "role":
        return words_of_role(rules, word)
    if about in ("contract", "open") or (about == "" and word in rules.contracts):
        return rules.contracts[word].name if word in rules.contracts else _plain(word)
    if word in rules.about.words:
        return rules.about.words[word]
    if word in rules.pack.suits:
        return words_of_suit(rules.pack, word)
    return say(BEST_WORDS[word]) if word in BEST_WORDS else _plain(word)
