"""What a page says of cards, where it names no pack: a game without cards has no use for it."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.table import Table
from scorekeeper.text.message import listing, say

# The words of a page, of its schedule, of a contract, of an option and of an auction that are about
# cards, and the kinds of facts that are.
OF_PAGE = (
    "hand", "talon", "dealing", "exchange", "play", "melds", "meld", "pile", "card", "misdeal",
)  # fmt: skip
OF_DEALS = ("leader", "trump_unsaid")
OF_NEXT = ("trump",)
OF_CONTRACT = ("trump", "ranks", "play", "stops", "dealing")
OF_COUNT = ("cards", "trump_cards", "piles")
OF_OPTION = ("play",)
OF_AUCTION = ("take", "turned")
KINDS = ("rank", "suit", "card", "cards")


def note_said_of_cards(top: Table, rules: Ruleset) -> None:
    """Words about cards need a pack that says which: told once, with every such word."""
    said = [] if top.has("pack") else [*_said_of_cards(top, rules)]
    if said:
        words = listing((f"`{path}`" for path in said), "and")
        message = say("no `pack` says which cards are meant by {words}", words=words)
        hint = say('add `pack = "…"`, or leave them out: then it is played without cards')
        top.fault("pack", message, hint)


def _said_of_cards(top: Table, rules: Ruleset) -> Iterator[str]:
    """The places of the page that speak of cards."""
    yield from (word for word in OF_PAGE if top.has(word))
    yield from _among(top.table("deals"), OF_DEALS)
    yield from _among(top.table("next"), OF_NEXT)
    yield from _among(top.table("auction"), OF_AUCTION)
    for key, words in (("contract", OF_CONTRACT), ("count", OF_COUNT), ("option", OF_OPTION)):
        for table in top.tables(key).values():
            yield from _among(table, words)
    for name, fact in rules.facts.items():
        if fact.kind in KINDS:
            yield f"fact.{name}"


def _among(table: Table, words: tuple[str, ...]) -> Iterator[str]:
    """The places of those words of a table that are said; a contract may say that it has no
    trumps."""
    for word in words:
        if table.has(word) and table.raw[word] != "none":
            yield table.at(word)
