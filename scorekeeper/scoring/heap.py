"""Checks on a heap of cards: the suits they must bear, the cards they cannot be, the tricks
that they must have come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.cards import Card, Pack, find_card, printed
from scorekeeper.problems import Problem, listed
from scorekeeper.ruleset.model import Fact
from scorekeeper.session import Agreed, Facts


def card_problems(agreed: Agreed, fact: Fact, codes: Sequence[str], entered: Facts) -> Iterable[Problem]:
    """What is wrong with cards that are all cards of the pack and of the right number."""
    pack = agreed.rules.pack
    cards = _cards(pack, codes)
    wrong = [printed(pack, card) for card in cards if fact.suits is not None and len(card.suits) != fact.suits]
    if wrong:
        yield Problem(
            f"{fact.id}-suits",
            f"{fact.name.shown()}: each card must bear {fact.suits} suits, and {listed(wrong, 'and')} {'does' if len(wrong) == 1 else 'do'} not",
        )
    elsewhere = {code for name in fact.apart for code in entered.get(name, ())}
    both = [printed(pack, card) for card in cards if card.code in elsewhere]
    if both:
        yield Problem(
            "card-twice",
            f"{listed(both, 'and')} cannot be in the {fact.name.shown()}: already in {listed(fact.apart, 'and')}",
        )
    if fact.beaten and not (wrong or both):
        yield from _unbeaten(fact, pack, cards, _cards(pack, sorted(elsewhere)), len(agreed.players))


def _cards(pack: Pack, codes: Iterable[str]) -> list[Card]:
    return [card for code in codes if (card := find_card(pack, code)) is not None]


def _unbeaten(fact: Fact, pack: Pack, cards: Sequence[Card], out: Sequence[Card], players: int) -> Iterable[Problem]:
    """Every beaten card needs a winner of its trick, of its rank or higher, among the cards that
    are left. The highest of those are the winners: with them ranked beside the beaten cards, the
    highest against the highest, none may fall short; what remains fills the tricks."""
    gone = {card.code for card in (*cards, *out)}
    height = {rank: -place for place, rank in enumerate(pack.ranks)}
    rest = sorted((height[c.rank] for c in pack.cards.values() if c.code not in gone), reverse=True)
    beaten = sorted((card for card in cards), key=lambda card: -height[card.rank])
    if len(rest) < len(beaten) * (players - 1):
        yield Problem(
            f"{fact.id}-number", f"{len(beaten)} tricks need {len(beaten) * players} cards; the pack has not so many"
        )
        return
    for place, (card, winner) in enumerate(zip(beaten, rest, strict=False), 1):
        if winner < height[card.rank]:
            high = [printed(pack, c) for c in beaten[:place]]
            yield Problem(
                f"{fact.id}-tricks",
                f"no tricks could make this {fact.name.shown()}: each card of it lost to one of its rank or higher, and {listed(high, 'and')} are more than the cards left can beat",
            )
            return
