"""What cannot be true of a recorded deal: cards played twice, or by somebody who did not hold them,
hands that are too long, a trick that the wrong player led to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.referee.deal_record import Record, trick_place
from scorekeeper.referee.hand import hand_sizes
from scorekeeper.referee.trick_rules import TrickRules
from scorekeeper.rules.cards import Card, Pack, words_of_card, words_of_suit
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem


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
    """Each card that was played again when all there are of it were gone."""
    pack = record.case.pack
    played: dict[Card, list[int]] = {}
    for number, trick in enumerate(record.tricks, 1):
        for card in trick:
            before = played.setdefault(card, [])
            if len(before) >= pack.numbers[card.code]:
                message = say(
                    "{card} was already played in trick {number}",
                    card=words_of_card(pack, card), number=listing(map(str, before), "and"),
                )  # fmt: skip
                yield Problem("card-twice", message, "tricks", place=trick_place(number))
            before.append(number)


def not_held(record: Record, seats: Sequence[Sequence[int]]) -> Iterable[Problem]:
    """Each card that is played by somebody in whose recorded hand it is not; `seats` has who
    played each card of each trick."""
    players, pack = record.case.agreed.players, record.case.pack
    owner = {code: players[seat] for code, seat in owners(pack, record.hands).items()}
    played = Counter[tuple[Card, int]]()
    for number, (trick, row) in enumerate(zip(record.tricks, seats, strict=True), 1):
        for card, seat in zip(trick, row, strict=True):
            other = owner.get(card.code)
            played[card, seat] += 1
            if _is_unheld(record, card, seat, played[card, seat]) or (
                other not in (None, players[seat])
            ):
                message = _elsewhere(players[seat], words_of_card(pack, card), other)
                yield Problem("card-not-held", message, "hands", place=trick_place(number))


def owners(pack: Pack, hands: Mapping[int, Sequence[Card]]) -> dict[str, int]:
    """The seat in whose hand every card of a kind lies that there is, by code: for cards of which
    there are several, only where one hand has them all."""
    held = Counter((card.code, seat) for seat, hand in hands.items() for card in hand)
    return {code: seat for (code, seat), number in held.items() if number >= pack.numbers[code]}


def _is_unheld(record: Record, card: Card, seat: int, played: int) -> bool:
    """Whether a seat whose hand is recorded has played more of a card than it held; that one card
    was played twice is told by itself."""
    if seat not in record.hands:
        return False
    held = record.hands[seat].count(card)
    return held == 0 or (played > held and record.case.pack.numbers[card.code] > 1)


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
