"""Every word of a ruleset that a person is shown, with its place and its kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from scorekeeper.language import Phrase, marked
from scorekeeper.ruleset.model import Ruleset

# The kind, the place, the words.
Wording = tuple[str, str, Phrase]
KINDS = {
    "name": marked("names"),
    "word": marked("words"),
    "text": marked("texts"),
    "ask": marked("questions"),
    "message": marked("messages"),
    "hint": marked("hints"),
    "ruling": marked("rulings"),
    "step": marked("steps of dealing"),
}
# The program itself has words for these.
COMMON_ROLES = ("dealer", "declarer", "others")


def wordings(rules: Ruleset) -> list[Wording]:
    """The words of the game in the order of `KINDS`; what it is called itself is a proper name,
    and stays."""
    found = chain(_of_the_game(rules), _of_deals(rules), _of_scoring(rules), _of_play(rules))
    return sorted(found, key=lambda wording: list(KINDS).index(wording[0]))


def _of_the_game(rules: Ruleset) -> Iterator[Wording]:
    yield "name", "pack.name", rules.pack.name
    yield from (
        ("name", f"pack.suit.{suit.id}.words", suit.words) for suit in rules.pack.suits.values()
    )
    for role in rules.roles:
        if role in rules.role_words or role not in COMMON_ROLES:
            yield "name", f"roles.{role}", rules.role_words.get(role, Phrase({"en": (role,)}))
    yield from (("text", f"role.{role}.aim", aim) for role, aim in rules.told.aims.items())
    yield "text", "caution", rules.caution
    yield "text", "object", rules.told.object
    yield "text", "length", rules.told.length
    yield "text", "pack.prepare", rules.pack.prepare
    yield from (
        ("ruling", f"ruling[{place}].text", ruling.text)
        for place, ruling in enumerate(rules.rulings)
    )
    for name, option in rules.options.items():
        yield "text", f"option.{name}.text", option.text
        if "name" in _table(rules, "option", name):
            yield "name", f"option.{name}.name", option.name
        worded = _table(rules, "option", name, "words")
        yield from (
            ("word", f"option.{name}.words.{value}", option.words[value]) for value in worded
        )
        yield from (
            ("word", f"option.{name}.says.{value}", words) for value, words in option.says.items()
        )


def _of_deals(rules: Ruleset) -> Iterator[Wording]:
    for name, contract in rules.contracts.items():
        yield "name", f"contract.{name}.name", contract.name
        yield "text", f"contract.{name}.text", contract.text
        yield "text", f"contract.{name}.scoring", contract.scoring
        yield from (("step", f"contract.{name}.dealing", step) for step in contract.dealing[:1])
    # The steps of a game, or of a contract, are in all of its languages or in none of a language.
    of_rows = any(step.when for step in rules.dealing)
    yield from (
        ("step", "dealing.steps", step.text)
        for step in (rules.dealing if of_rows else rules.dealing[:1])
    )
    yield "step", "dealing.brief", rules.brief
    for name, fact in rules.facts.items():
        if name in _table(rules, "fact"):
            yield "name", f"fact.{name}.name", fact.name
            yield "ask", f"fact.{name}.ask", fact.ask
            yield "text", f"fact.{name}.because", fact.because
            yield "text", f"fact.{name}.who", fact.who
        worded = _table(rules, "fact", name, "words")
        yield from (
            ("word", f"fact.{name}.words.{word}", fact.values[word])
            for word in fact.values
            if word in worded
        )
    yield from (("name", f"count.{name}.name", count.name) for name, count in rules.counts.items())
    yield from (("name", f"count.{name}.one", count.one) for name, count in rules.counts.items())
    yield from (("name", f"words.{name}", words) for name, words in rules.words.items())


def _of_scoring(rules: Ruleset) -> Iterator[Wording]:
    for place, outcome in enumerate(rules.outcomes):
        yield "name", f"outcome[{place}].name", outcome.name
        yield "text", f"outcome[{place}].test", outcome.test
        yield "text", f"outcome[{place}].scoring", outcome.scoring
    yield "text", "game.end", rules.game.end
    yield "text", "game.last", rules.game.last
    yield "text", "match.scoring", rules.match.scoring if rules.match else Phrase({})
    for place, check in enumerate(rules.checks):
        yield "message", f"check[{place}].message", check.message
        yield "hint", f"check[{place}].hint", check.hint


def _of_play(rules: Ruleset) -> Iterator[Wording]:
    if rules.auction is not None:
        yield "word", "auction.pass", rules.auction.passing
        yield "word", "auction.take", rules.auction.take or Phrase({})
    for place, card in enumerate(rules.card_places):
        yield "text", f"card[{place}].because", card.because
    if rules.melds is None:
        return
    for key, words in (
        ("whose", rules.melds.whose),
        ("when", rules.melds.when),
        ("reading", rules.melds.reading),
    ):
        yield "text", f"melds.{key}", words
    for kind in rules.melds.kinds:
        yield "name", f"meld.{kind.id}.name", kind.name
        yield "word", f"meld.{kind.id}.say", kind.say


def _table(rules: Ruleset, *path: str) -> Mapping[str, object]:
    """A table of the file, empty where it has none."""
    here: object = rules.raw
    for key in path:
        here = here.get(key) if isinstance(here, Mapping) else None
    return here if isinstance(here, Mapping) else {}
