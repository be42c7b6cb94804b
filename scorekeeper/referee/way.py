"""One way of playing tricks: the laws in force under a contract, a trump suit and the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.cards import Card, Pack
from scorekeeper.language import Phrase, tr
from scorekeeper.ruleset.model import Contract, Ruleset
from scorekeeper.ruleset.play import LAWS
from scorekeeper.session import Agreed

TRUMPS = 100


class Way(NamedTuple):
    """The laws in force and where each is written; `height` ranks the cards by code, every trump
    above every other card; `words` are those of the suits. `partners` says that players sit in
    two sides across."""

    contract: str | None
    trump: str | None
    laws: Mapping[str, str]
    sources: Mapping[str, str]
    height: Mapping[str, int]
    suits: Mapping[str, tuple[str, ...]]
    words: Mapping[str, Phrase]
    seats: int
    partners: bool


def way_of(agreed: Agreed, contract: Contract | None, trump: str | None) -> Way:
    """The way of playing: the game's laws, those of the contract, those of options taken."""
    rules = agreed.rules
    laws, sources = (
        {law: words[0] for law, words in LAWS.items()},
        dict.fromkeys(LAWS, rules.play.source.shown()),
    )
    changes = [(rules.play.laws, rules.play.source)]
    if contract is not None:
        changes.append((contract.play, contract.source))
    changes += [
        (o.play, o.source)
        for o in rules.options.values()
        if o.play and agreed.options.get(o.id) is True
    ]
    for changed, source in changes:
        laws.update(changed)
        sources.update(dict.fromkeys(changed, source.shown()))
    ranks = (contract.ranks if contract else ()) or rules.play.ranks or rules.pack.ranks
    height = heights(rules.pack, ranks, rules.play.trump_ranks or ranks, trump)
    suits = {code: card.suits for code, card in rules.pack.cards.items()}
    words = {suit.id: suit.words for suit in rules.pack.suits.values()}
    name = contract.id if contract else None
    return Way(name, trump, laws, sources, height, suits, words, len(agreed.players), rules.teams)


def heights(
    pack: Pack, ranks: tuple[str, ...], trump_ranks: tuple[str, ...], trump: str | None
) -> dict[str, int]:
    """How high each card of the pack is, by its code; trumps by their own order."""
    plain = {rank: len(ranks) - place for place, rank in enumerate(ranks)}
    high = {rank: TRUMPS + len(trump_ranks) - place for place, rank in enumerate(trump_ranks)}
    return {
        code: (high if trump in card.suits else plain)[card.rank]
        for code, card in pack.cards.items()
    }


def is_trump(way: Way, card: Card) -> bool:
    """Whether the card is a trump."""
    return way.height[card.code] > TRUMPS


def suit_said(way: Way, suit: str) -> str:
    """A suit as it is said in the language spoken."""
    return way.words[suit].shown()


def as_words(rules: Ruleset, way: Way) -> str:
    """The way as it is said: the contract and the trumps."""
    contract = rules.contracts.get(way.contract or "")
    if contract is None:
        return tr("{suit} trumps", suit=suit_said(way, way.trump)) if way.trump else tr("no trumps")
    name = contract.name.shown()
    return (
        f"{name} ({suit_said(way, way.trump)})" if way.trump and contract.trump == "open" else name
    )
