"""The melds of a hand that did not count, and why, where the rules give the reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.referee.meld_choices import Meld, choices
from scorekeeper.rules.cards import Card, Pack
from scorekeeper.rules.model_melds import MeldKind, Melds
from scorekeeper.text.message import Words, say


class Uncounted(NamedTuple):
    """A meld that a hand holds and that did not count, and why."""

    meld: Meld
    why: Words


def uncounted(
    melds: Melds, pack: Pack, hand: Sequence[Card], trump: str, gone: Sequence[Card],
    taken: Sequence[Meld],
) -> Iterator[Uncounted]:  # fmt: skip
    """The melds of the hand beside those `taken`: of another suit than trumps where they must be
    of these, without the word that a card of theirs that is `gone` had to be played with, or of
    cards that count elsewhere as often as they may. Of a run that was taken in part nothing."""
    anywhere = melds._replace(kinds=tuple(kind._replace(trumps=False) for kind in melds.kinds))
    kinds = {kind.id: kind for kind in melds.kinds}
    for group in choices(anywhere, pack, hand, trump):
        if not any(meld in taken for meld in group):
            yield Uncounted(group[0], _why(kinds[group[0].kind], pack, group[0], trump, gone))


def _why(kind: MeldKind, pack: Pack, meld: Meld, trump: str, gone: Sequence[Card]) -> Words:
    """What the rules have against a meld."""
    if kind.trumps and not all(trump in card.suits for card in meld.cards):
        return say("it counts in the trump suit alone")
    played = [card for card in meld.cards if card in gone]
    if kind.say.by_language and played:
        cards = shown_cards(pack, played)
        return say('"{word}" was not said when {cards} was played', word=kind.say, cards=cards)
    return say("its cards are in other melds as often as they may be")
