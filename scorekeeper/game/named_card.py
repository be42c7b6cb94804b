"""Cards as formulas see them."""

from __future__ import annotations

from scorekeeper.rules.cards import Card, Pack, find_card


class NamedCard(Card):
    """A card of a deal: it also equals its name, in every spelling that an entry takes (`KC`, `♣K`,
    `the king of ♣`)."""

    pack: Pack

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return tuple.__eq__(self, find_card(self.pack, other) or ())
        return tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Card.__hash__


def named_card(pack: Pack, text: str) -> NamedCard | None:
    """The card that a person wrote, as formulas see it, or None."""
    card = find_card(pack, text)
    if card is None:
        return None
    named = NamedCard(*card)
    named.pack = pack
    return named
