"""The rules for playing a trick: the laws in force under a contract, a trump suit and the
options."""

from collections.abc import Mapping
from typing import NamedTuple

from scorekeeper.game.session import Agreed
from scorekeeper.referee.law_cards import cards_thrown, named_said, suits_closed
from scorekeeper.rules.cards import Card, Pack
from scorekeeper.rules.model import Contract, Ruleset
from scorekeeper.rules.model_laws import CLOSED, LAWS, THROW
from scorekeeper.rules.model_play import Play
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Joined, Words, say

TRUMPS = 100


class TrickRules(NamedTuple):
    """The laws in force and, for each, where it is written; `height` ranks the cards by code, every
    trump above every other card; `words` are those of the suits. `partners` says that players sit
    in two sides across. `closed` are the suits that may not be led before they were played,
    `thrown` the cards by code of which who cannot follow must throw one, both also in words."""

    contract: str | None
    trump: str | None
    laws: Mapping[str, str]
    sources: Mapping[str, Phrase | None]
    height: Mapping[str, int]
    suits: Mapping[str, tuple[str, ...]]
    words: Mapping[str, Phrase]
    seats: int
    partners: bool
    closed: frozenset[str] = frozenset()
    closed_said: Words = ""
    thrown: frozenset[str] = frozenset()
    thrown_said: Words = ""


def trick_rules_of(
    agreed: Agreed, play: Play, contract: Contract | None, trump: str | None
) -> TrickRules:
    """The laws of the game, changed by those of the contract and of the options taken."""
    rules = agreed.rules
    laws, sources = _laws(agreed, play, contract)
    ranks = (contract.ranks if contract else ()) or play.ranks or rules.pack.ranks
    return TrickRules(
        contract=contract.id if contract else None,
        trump=trump,
        laws=laws,
        sources=sources,
        height=heights(rules.pack, ranks, play.trump_ranks or ranks, trump),
        suits={code: card.suits for code, card in rules.pack.cards.items()},
        words={suit.id: suit.words for suit in rules.pack.suits.values()},
        seats=len(agreed.players),
        partners=rules.teams,
        closed=suits_closed(rules.pack, laws[CLOSED], trump),
        closed_said=named_said(rules.pack, laws[CLOSED]) if laws[CLOSED] else "",
        thrown=cards_thrown(rules.pack, laws[THROW], trump),
        thrown_said=named_said(rules.pack, laws[THROW]) if laws[THROW] else "",
    )


def _laws(
    agreed: Agreed, play: Play, contract: Contract | None
) -> tuple[dict[str, str], dict[str, Phrase | None]]:
    """The laws in force, and for each where it is written."""
    rules = agreed.rules
    changes = [(play.laws, play.source)]
    if contract is not None:
        changes.append((contract.play, contract.source))
    changes += [
        (option.play, option.source)
        for option in rules.options.values()
        if option.play and agreed.options.get(option.id) is True
    ]
    laws = {law: words[0] for law, words in LAWS.items()}
    sources: dict[str, Phrase | None] = dict.fromkeys(LAWS, play.source.if_any())
    for changed, source in changes:
        laws.update(changed)
        sources.update(dict.fromkeys(changed, source.if_any()))
    return laws, sources


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


def is_trump(trick_rules: TrickRules, card: Card) -> bool:
    """Whether the card is a trump."""
    return trick_rules.height[card.code] > TRUMPS


def as_words(rules: Ruleset, trick_rules: TrickRules) -> Words:
    """The contract and the trumps, in words."""
    contract = rules.contracts.get(trick_rules.contract or "")
    suit = trick_rules.words[trick_rules.trump] if trick_rules.trump else None
    if contract is None:
        return say("{suit} trumps", suit=suit) if suit else say("no trumps")
    if suit and contract.trump == "open":
        return Joined((contract.name, " (", suit, ")"))
    return contract.name
