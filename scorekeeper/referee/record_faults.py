"""What cannot be true of a recorded deal: cards played twice, or by somebody who did not hold them,
hands that are too long, a trick that the wrong player led to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.cards import words_of_card, words_of_suit
from scorekeeper.message import Words, say
from scorekeeper.problems import Problem
from scorekeeper.referee.deal_record import Record, trick_place
from scorekeeper.referee.hand import hand_sizes
from scorekeeper.referee.trick_rules import TrickRules


def other_trumps(record: Record, trick_rules: TrickRules) -> Iterable[Problem]:
    """Where the first card led makes trumps, no other suit can be said to be trumps."""
    case, first = record.case, record.tricks[0][0]
    if trick_rules.laws["trump"] != "first card led" or case.trump in (None, trick_rules.trump):
        return
    message = say(
        "{card} was led first and makes {suit} trumps; the record says {trump}",
        card=words_of_card(case.pack, first),
        suit=words_of_suit(case.pack, trick_rules.trump or ""),
        trump=words_of_suit(case.pack, case.trump),
    )
    rule = trick_rules.sources["trump"]
    yield Problem("trump-led", message, "trump", place=trick_place(1), rule=rule)


def wrong_lead(record: Record, number: int, leads: int, due: int) -> Problem:
    """The seat `leads` began a trick, numbered from 1, that the seat `due` should have led to."""
    leader, other = record.case.agreed.players[leads], record.case.agreed.players[due]
    if number > 1:
        message = say(
            "{player} led, but {other} won trick {number} and should have led",
            player=leader, other=other, number=number - 1,
        )  # fmt: skip
    else:
        message = say(
            "{player} led, but {other} leads to the first trick and should have led",
            player=leader,
            other=other,
        )
    return Problem("wrong-lead", message, "leader", place=trick_place(number))


def played_twice(record: Record) -> Iterable[Problem]:
    """Each card that was played a second time."""
    first: dict[str, int] = {}
    for number, trick in enumerate(record.tricks, 1):
        for card in trick:
            before = first.setdefault(card.code, number)
            if before != number:
                shown = words_of_card(record.case.pack, card)
                message = say(
                    "{card} was already played in trick {number}", card=shown, number=before
                )
                yield Problem("card-twice", message, "tricks", place=trick_place(number))


def not_held(record: Record, seats: Sequence[Sequence[int]]) -> Iterable[Problem]:
    """Each card that is played by somebody in whose recorded hand it is not; `seats` has who
    played each card of each trick."""
    players = record.case.agreed.players
    owner = {card.code: players[seat] for seat, hand in record.hands.items() for card in hand}
    for number, (trick, row) in enumerate(zip(record.tricks, seats, strict=True), 1):
        for card, seat in zip(trick, row, strict=True):
            other = owner.get(card.code)
            unheld = seat in record.hands and card not in record.hands[seat]
            if unheld or other not in (None, players[seat]):
                message = _elsewhere(players[seat], words_of_card(record.case.pack, card), other)
                yield Problem("card-not-held", message, "hands", place=trick_place(number))


def _elsewhere(player: str, card: Words, other: str | None) -> Words:
    """A card is played that was not in the hand, and whose it was where that is known."""
    if other is None:
        return say("{player} is to play, and {card} was not in that hand", player=player, card=card)
    return say(
        "{player} is to play, and {card} was not in that hand; it was in {other}'s",
        player=player, card=card, other=other,
    )  # fmt: skip


def long_hands(record: Record) -> Iterable[Problem]:
    """A recorded hand is what was held when play began."""
    size = max(hand_sizes(record.case), default=None)
    for seat, cards in record.hands.items():
        if size is not None and len(cards) > size:
            message = say(
                "{player}'s hand has {number} cards; {kept} are kept for play",
                player=record.case.agreed.players[seat], number=len(cards), kept=size,
            )  # fmt: skip
            yield Problem("hand-cards", message, "hands", (say("record the hands after discards"),))
