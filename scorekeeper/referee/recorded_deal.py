"""A recorded deal, refereed: every winner, every revoke, what each side won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.referee.case import Case
from scorekeeper.referee.deal_record import Record
from scorekeeper.referee.hand import kept_sizes
from scorekeeper.referee.plays import legal
from scorekeeper.referee.readings import possible_rules
from scorekeeper.referee.record_faults import (
    long_hands,
    not_held,
    other_trumps,
    owners,
    played_twice,
    wrong_lead,
)
from scorekeeper.referee.trick import winner
from scorekeeper.referee.trick_rules import TrickRules
from scorekeeper.rules.cards import Card, cards_left, suit_led
from scorekeeper.text.language import Phrase
from scorekeeper.text.message import Option, Words, say
from scorekeeper.text.problems import Problem, Refused, refuse

NOBODY_LED = "leader-missing"  # the problem of a record from which nobody can tell who led


class Revoke(NamedTuple):
    """A play that the laws forbade: the trick from 1, the seat, the card, what should have been
    played, and the law."""

    trick: int
    seat: int
    played: Card
    held: tuple[Card, ...]
    because: Words
    source: Phrase | None


class Refereed(NamedTuple):
    """What a recorded deal comes to. `seats` has who played each card of each trick; winners are
    seats, None for a trick still on the table; `never` are the cards that nobody played, `complete`
    says that every trick is there; `hands` are those recorded, else what each was seen to play."""

    trick_rules: TrickRules
    seats: tuple[tuple[int, ...], ...]
    winners: tuple[int | None, ...]
    revokes: tuple[Revoke, ...]
    faults: tuple[Problem, ...]
    never: tuple[Card, ...]
    complete: bool
    hands: Mapping[int, tuple[Card, ...]]


def refereed(record: Record) -> Refereed:
    """Goes through the tricks: the winner of each leads the next, and every card must have been
    legal from what its player then held."""
    trick_rules = _trick_rules(record)
    seats, winners, turns = _who_played(record, trick_rules)
    hands = _hands(record, seats)
    before = [*other_trumps(record, trick_rules), *turns, *played_twice(record)]
    faults = [*before, *not_held(record, seats), *long_hands(record)]
    cards = [card for trick in record.tricks for card in trick]
    complete = sum(winner is not None for winner in winners) in kept_sizes(record.case)
    never = tuple(cards_left(record.case.pack.every_card, cards))
    revokes = tuple(_revokes(record, trick_rules, seats, hands))
    return Refereed(
        trick_rules=trick_rules,
        seats=seats,
        winners=winners,
        revokes=revokes,
        faults=tuple(faults),
        never=never,
        complete=complete,
        hands=hands,
    )


def _trick_rules(record: Record) -> TrickRules:
    """The trick rules that were played by; where the first card led makes trumps, that card says
    which. Raises Refused where contract or trumps are unknown."""
    case, first = record.case, record.tricks[0][0]
    if case.referee.play.laws.get("trump") == "first card led":
        case = case._replace(trump=suit_led([first]))
    found = possible_rules(case)
    if len(found) > 1:
        raise _unsaid(case)
    return found[0]


def _unsaid(case: Case) -> Refused:
    """A recorded deal must say under which contract and trumps it was played."""
    what, message = "trump", say("the record does not say the trump, and its tricks depend on it")
    if case.contract is None and case.rules.contracts:
        what, message = (
            "contract",
            say("the record does not say the contract, and its tricks depend on it"),
        )
    hint = say(
        "add {line} to the record, or say {option}", line=f'{what} = "…"', option=Option(what)
    )
    return refuse("depends", message, what, hint)


# --- who played what -----------------------------------------------------------------------------


def _who_played(
    record: Record, trick_rules: TrickRules
) -> tuple[tuple[tuple[int, ...], ...], tuple[int | None, ...], list[Problem]]:
    """The seats of each trick's cards, the winners, and every lead that was out of turn."""
    count, rows, winners, faults = len(record.case.agreed.players), [], [], []
    owner = owners(record.case.pack, record.hands)
    due = record.case.leader if record.case.leader is not None else record.leader
    for number, (trick, said) in enumerate(zip(record.tricks, record.led, strict=True), 1):
        told = record.leader if number == 1 and record.leader is not None else due
        leads = said if said is not None else owner.get(trick[0].code, told)
        if leads is None:
            leads = 0
            hint = say("add {line}", line='leader = "…"')
            message = say("the record does not say who led")
            faults.append(Problem(NOBODY_LED, message, "leader", (hint,)))
        elif due is not None and leads != due:
            faults.append(wrong_lead(record, number, leads, due))
        seats = tuple((leads + place) % count for place in range(len(trick)))
        won = seats[winner(trick_rules, trick)] if len(trick) == count else None
        rows.append(seats)
        winners.append(won)
        due = won
    return tuple(rows), tuple(winners), faults


def _hands(record: Record, seats: Sequence[Sequence[int]]) -> dict[int, tuple[Card, ...]]:
    """Each hand as it is recorded, else the cards that its player is seen to play."""
    seen: dict[int, list[Card]] = {seat: [] for seat in range(len(record.case.agreed.players))}
    for trick, row in zip(record.tricks, seats, strict=True):
        for card, seat in zip(trick, row, strict=True):
            seen[seat].append(card)
    return {seat: record.hands.get(seat, tuple(cards)) for seat, cards in seen.items()}


# --- what cannot be ------------------------------------------------------------------------------


def _revokes(
    record: Record,
    trick_rules: TrickRules,
    seats: Sequence[Sequence[int]],
    hands: Mapping[int, tuple[Card, ...]],
) -> Iterable[Revoke]:
    """Every card that was not legal from the hand that its player then had. Where a hand is not
    recorded it is what the player plays from there on, so a later card proves the revoke."""
    left = {seat: list(hand) for seat, hand in hands.items()}
    broken = set[str]()
    for number, (trick, row) in enumerate(zip(record.tricks, seats, strict=True), 1):
        for place, (card, seat) in enumerate(zip(trick, row, strict=True)):
            hand = left[seat]
            if card not in hand:
                continue
            may = legal(trick_rules, hand, trick[:place], broken)
            if card not in may.cards:
                yield Revoke(
                    trick=number,
                    seat=seat,
                    played=card,
                    held=may.cards,
                    because=may.because,
                    source=may.source,
                )
            hand.remove(card)
        broken.update(suit for card in trick for suit in card.suits)


# --- what each side won --------------------------------------------------------------------------
