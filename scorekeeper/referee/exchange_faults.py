"""The exchange of a recorded deal held against its tricks and hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.referee.deal_record import Record, trick_place
from scorekeeper.referee.exchange_course import Course
from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.rules.cards import Card, words_of_card
from scorekeeper.text.message import Words, listing, say, say_n
from scorekeeper.text.problems import Problem


def exchange_faults(
    record: Record, course: Course, seats: Sequence[Sequence[int]]
) -> Iterator[Problem]:
    """Where the exchange contradicts the tricks or the recorded hands; `seats` say who played
    each card."""
    gone = {card: gift.giver for gift in course.gifts if gift.other is None for card in gift.cards}
    for number, (trick, row) in enumerate(zip(record.tricks, seats, strict=True), 1):
        for card, seat in zip(trick, row, strict=True):
            yield from _played(record, course, gone, trick_place(number), card, seat)
    for seat, hand in record.hands.items():
        yield from _kept(record, course, gone, seat, hand)


def _played(
    record: Record, course: Course, gone: Mapping[Card, int], place: Words, card: Card, seat: int
) -> Iterator[Problem]:
    """A card is played that was thrown away, or by somebody to whom it cannot have come."""
    players = record.case.agreed.players
    said = {"player": players[seat], "card": words_of_card(record.case.pack, card)}
    if card in gone:
        message = say(
            "{player} plays {card}, which {other} discarded", **said, other=players[gone[card]]
        )
        yield Problem("exchange-hands", message, "exchange", place=place)
    elif seat not in course.homes.get(card, (seat,)) and seat not in record.hands:
        owners = listing((players[home] for home in course.homes[card]), "and")
        message = say("{player} plays {card}, which only {other} can have", **said, other=owners)
        yield Problem("card-not-held", message, "hands", place=place)


def _kept(
    record: Record, course: Course, gone: Mapping[Card, int], seat: int, hand: Sequence[Card]
) -> Iterator[Problem]:
    """A recorded hand holds what was thrown away, or what the exchange did not bring."""
    pack, player = record.case.pack, record.case.agreed.players[seat]
    kept = [card for card in hand if card in gone]
    had = course.hands.get(seat, hand)
    other = [
        card for card in hand if card not in had or seat not in course.homes.get(card, (seat,))
    ]
    if kept:
        message = say_n(
            len(kept),
            "{cards} was discarded and is in {player}'s hand",
            "{cards} were discarded and are in {player}'s hand",
            cards=shown_cards(pack, kept), player=player,
        )  # fmt: skip
        yield Problem("exchange-hands", message, "hands")
    elif other:
        message = say(
            "{player}'s hand has {cards}, which the exchange did not bring",
            player=player, cards=shown_cards(pack, other),
        )  # fmt: skip
        yield Problem("exchange-hands", message, "hands")
