"""The topics of rulings and of steps of dealing: what tables ask about, with the words for each in
every language.

A ruleset may have topics of its own, with words of their own: `[topic]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.rules.cards import folded
from scorekeeper.rules.model_casebook import Casebook
from scorekeeper.rules.said import hyphened
from scorekeeper.text.language import ENGLISH, LANGUAGES, Phrase, language

Words = tuple[str, ...]


def _topic(*words: Words) -> Phrase:
    """The words of one topic in the order of the languages; the first of each is the one shown."""
    return Phrase(dict(zip(LANGUAGES, words, strict=False)))


TOPICS: Mapping[str, Phrase] = {
    "misdeal": _topic(
        ("misdeal", "wrong deal", "redeal"),
        ("maldonne", "fausse donne", "donne à refaire"),
        ("felgiv", "omgiv", "felaktig giv"),
    ),
    "too-many-cards": _topic(
        ("too many cards", "wrong number of cards", "too few cards", "missing card"),
        ("trop de cartes", "trop peu de cartes", "nombre de cartes", "carte manquante"),
        ("för många kort", "för få kort", "fel antal kort", "kort saknas"),
    ),
    "revoke": _topic(
        ("revoke", "renege", "not following", "renounce"),
        ("renonce", "fausse renonce", "renoncer", "ne pas fournir", "ne pas servir"),
        ("revok", "inte bekänna", "bekänna fel"),
    ),
    "exposed-card": _topic(
        ("exposed card", "showing cards", "card shown", "face up", "dropped card"),
        ("carte exposée", "carte montrée", "montrer ses cartes", "face visible", "carte tombée"),
        ("visat kort", "visa kort", "öppet kort", "tappat kort"),
    ),
    "wrong-lead": _topic(
        ("wrong lead", "lead out of turn", "wrong leader"),
        ("mauvaise entame", "entame hors tour", "mauvais entameur"),
        ("fel utspel", "utspel i otur", "fel spelare spelade ut"),
    ),
    "out-of-turn": _topic(
        ("out of turn", "playing out of turn"),
        ("hors tour", "jouer hors tour", "jouer avant son tour"),
        ("i otur", "spela i otur", "fel tur"),
    ),
    "lead": _topic(
        ("lead", "who leads"),
        ("entame", "entamer", "qui entame"),
        ("utspel", "spela ut", "vem spelar ut"),
    ),
    "last-trick": _topic(
        ("last trick", "looking at a trick", "latest trick", "previous trick"),
        ("dernier pli", "voir un pli", "pli précédent", "revoir le pli"),
        ("sista sticket", "senaste sticket", "förra sticket", "se på ett stick"),
    ),
    "table-talk": _topic(
        ("table talk", "talking", "hints", "conventions"),
        ("parler à table", "paroles", "indices", "conventions"),
        ("prat vid bordet", "prat", "antydningar", "konventioner"),
    ),
    "discard": _topic(
        ("discard", "talon", "forgotten discard"),
        ("écart", "défausse", "talon", "écart oublié"),
        ("saka", "sakade kort", "talong", "glömt saka"),
    ),
    "exchange": _topic(
        ("exchange", "passing cards"),
        ("échange", "échanger", "donner des cartes"),
        ("kortbyte", "byta kort", "skicka kort"),
    ),
    "auction": _topic(
        ("auction", "bidding", "bid out of turn"),
        ("enchères", "annonces", "enchère hors tour"),
        ("budgivning", "bjuda", "bud i otur"),
    ),
    "passed-out": _topic(
        ("passed out", "all pass", "nobody bids"),
        ("tous passent", "donne passée", "personne n'enchérit"),
        ("alla passar", "ingen bjuder", "rundpass"),
    ),
    "first-dealer": _topic(
        ("first dealer", "who deals first"),
        ("premier donneur", "qui donne d'abord"),
        ("första givaren", "vem ger först"),
    ),
    "next-dealer": _topic(
        ("next dealer", "who deals next", "rotation"),
        ("donneur suivant", "qui donne ensuite", "tour de donne"),
        ("nästa givare", "vem ger sedan", "given går vidare"),
    ),
    "tie": _topic(
        ("tie", "level", "equal scores"),
        ("égalité", "ex æquo", "scores égaux"),
        ("lika", "lika ställning", "delad seger", "oavgjort"),
    ),
    "claim": _topic(
        ("claim", "claiming tricks", "conceding"),
        ("revendication", "revendiquer des plis", "concéder"),
        ("anspråk", "begära stick", "ge bort stick"),
    ),
    "cut": _topic(
        ("cut", "cutting the cards"), ("coupe", "couper les cartes"), ("kupering", "kupera")
    ),
    "shuffle": _topic(
        ("shuffle", "shuffling"),
        ("mélange", "battre les cartes", "mélanger"),
        ("blandning", "blanda"),
    ),
}

# The topics of the course of a game, which cost nothing; the others are faults.
COURSE = frozenset(("lead", "passed-out", "first-dealer", "next-dealer", "tie", "cut", "shuffle"))


def known_topics(casebook: Casebook) -> dict[str, Phrase]:
    """Every topic there is with its words: those of these rules first, in their words where they
    have any."""
    own = casebook.topic_words
    names = [*casebook.topics, *own, *TOPICS]
    named = {name: own.get(name) or TOPICS.get(name) for name in names}
    return {name: (words or Phrase({})).or_else(name) for name, words in named.items()}


def topic_shown(name: str, words: Phrase) -> str:
    """A topic as it is typed in the language spoken, in one word; in English that is its name."""
    return name if language() == ENGLISH else hyphened(words.shown())


def topics_named(topics: Mapping[str, Phrase], word: str) -> list[str]:
    """The topics that a word is in any language, or begins: in the language spoken or in
    English, and failing that in another."""
    wanted = hyphened(folded(word))
    if wanted in topics:
        return [wanted]
    near = {name: [name, *_spelt(words, (language(), ENGLISH))] for name, words in topics.items()}
    every = {name: [name, *_spelt(words, words.by_language)] for name, words in topics.items()}
    whole = [name for name, spelt in every.items() if wanted in spelt]
    return whole or _begun(near, wanted) or _begun(every, wanted)


def _spelt(words: Phrase, languages: Iterable[str]) -> list[str]:
    return [
        hyphened(folded(word)) for code in languages for word in words.by_language.get(code, ())
    ]


def _begun(spelt: Mapping[str, list[str]], wanted: str) -> list[str]:
    return [name for name, words in spelt.items() if any(word.startswith(wanted) for word in words)]
