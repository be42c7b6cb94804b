"""The best melds of a hand, found exactly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.game.session import Agreed
from scorekeeper.referee.meld_choices import Meld, choices
from scorekeeper.referee.table_choices import holds_for, with_choices
from scorekeeper.rules.cards import Card, Pack
from scorekeeper.rules.model_melds import MeldKind, Melds
from scorekeeper.rules.model_play import RefereeRules
from scorekeeper.text.message import RulesSentence


def melds_of(agreed: Agreed, referee: RefereeRules) -> Melds | None:
    """The melds of the game as this table plays them; None in a game that has none."""
    melds = referee.melds
    if melds is None:
        return None

    def chosen(kind: MeldKind) -> MeldKind:
        adds = kind.adds_when is None or holds_for(kind.adds_when, agreed.known)
        return kind if adds else kind._replace(adds_to="")

    return melds._replace(kinds=tuple(map(chosen, melds.kinds)))


def best_melds(melds: Melds, pack: Pack, hand: Sequence[Card], trump: str) -> tuple[Meld, ...]:
    """The melds of the hand that are worth most together, no card in more of them than it may be.

    Every choice is tried, but for those that could no longer catch up with the best so far. Melds
    that may add to another come after the others, for it must be known whether that is taken.
    """
    added = {kind.id: kind.adds_to for kind in melds.kinds if kind.adds_to}
    groups = sorted(
        choices(melds, pack, hand, trump),
        key=lambda group: (group[0].kind in added, -group[0].points),
    )
    most = [0]
    for group in reversed(groups):
        most.append(most[-1] + group[0].points)
    most.reverse()
    uses = {card.code: uses_of(melds, card, trump) for card in hand}
    best: tuple[int, tuple[Meld, ...]] = (0, ())

    def search(place: int, points: int, taken: tuple[Meld, ...]) -> None:
        nonlocal best
        if points > best[0]:
            best = (points, taken)
        if place == len(groups) or points + most[place] <= best[0]:
            return
        for meld in groups[place]:
            used = () if _is_added(meld, added, taken) else meld.cards
            if all(uses[card.code] for card in used):
                for card in used:
                    uses[card.code] -= 1
                search(place + 1, points + meld.points, (*taken, meld))
                for card in used:
                    uses[card.code] += 1
        search(place + 1, points, taken)

    search(0, 0, ())
    return best[1]


def counted_melds(
    melds: Melds, pack: Pack, hand: Sequence[Card], trump: str, gone: Sequence[Card]
) -> tuple[Meld, ...]:
    """Return the best melds without those that need a word said, of which a card is `gone`: played
    before melds were shown, and not with the word."""
    kinds = tuple(
        kind
        for kind in melds.kinds
        if not (kind.say.by_language and _was_played(kind, gone, trump))
    )
    return best_melds(melds._replace(kinds=kinds), pack, hand, trump)


def _was_played(kind: MeldKind, gone: Sequence[Card], trump: str) -> bool:
    """Return True if a card that melds of this kind are made of is among those played."""
    return any(
        card.rank in kind.cards and (trump in card.suits or not kind.trumps) for card in gone
    )


def _is_added(meld: Meld, added: Mapping[str, str], taken: Iterable[Meld]) -> bool:
    """Whether the meld counts with one taken before that holds its cards: no further use of
    them."""
    to = added.get(meld.kind)
    return any(other.kind == to and set(meld.cards) <= set(other.cards) for other in taken)


def uses_of(melds: Melds, card: Card, trump: str) -> int:
    """In how many melds the card may count."""
    return melds.trump_uses.get(card.rank, melds.uses) if trump in card.suits else melds.uses


def total(melds: Iterable[Meld]) -> int:
    """What melds are worth together."""
    return sum(meld.points for meld in melds)


def reading_of(agreed: Agreed, melds: Melds) -> RulesSentence:
    """How the source is read, with what this table chose put in; empty where it is plain."""
    return with_choices(agreed, melds.reading)
