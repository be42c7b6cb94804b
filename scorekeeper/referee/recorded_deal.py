"""A recorded deal, refereed: every winner, every revoke, what each side won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.cards import Card, words_of_card, words_of_suit, worth
from scorekeeper.language import Phrase
from scorekeeper.message import Option, Words, say
from scorekeeper.problems import Problem, Refused, refuse
from scorekeeper.referee.case import Case
from scorekeeper.referee.deal_record import Record, trick_place
from scorekeeper.referee.hand import hand_sizes
from scorekeeper.referee.plays import legal
from scorekeeper.referee.readings import possible_rules
from scorekeeper.referee.trick import winner
from scorekeeper.referee.trick_rules import TrickRules
from scorekeeper.ruleset.model import Count
from scorekeeper.session import Agreed

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
    before = [*_other_trumps(record, trick_rules), *turns, *_twice(record)]
    faults = [*before, *_not_held(record, seats), *_long_hands(record)]
    cards = [card for trick in record.tricks for card in trick]
    complete = sum(winner is not None for winner in winners) in _tricks_of_deal(record.case)
    never = tuple([card for card in record.case.pack.cards.values() if card not in cards])
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
    if case.rules.play.laws.get("trump") == "first card led":
        case = case._replace(trump=first.suits[0])
    found = possible_rules(case)
    if len(found) > 1:
        raise _unsaid(case)
    return found[0]


def _other_trumps(record: Record, trick_rules: TrickRules) -> Iterable[Problem]:
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
    rule = trick_rules.sources["trump"] or None
    yield Problem("trump-led", message, "trump", place=trick_place(1), rule=rule)


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


def _tricks_of_deal(case: Case) -> tuple[int, ...]:
    """How many tricks a deal may have: what the rules say, else one for every card of a hand."""
    tricks = case.rules.play.tricks
    return hand_sizes(case) if tricks is None else (tricks,)


# --- who played what -----------------------------------------------------------------------------


def _who_played(
    record: Record, trick_rules: TrickRules
) -> tuple[tuple[tuple[int, ...], ...], tuple[int | None, ...], list[Problem]]:
    """The seats of each trick's cards, the winners, and every lead that was out of turn."""
    count, rows, winners, faults = len(record.case.agreed.players), [], [], []
    owner = {card.code: seat for seat, hand in record.hands.items() for card in hand}
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
            faults.append(_wrong_lead(record, number, leads, due))
        seats = tuple((leads + place) % count for place in range(len(trick)))
        won = seats[winner(trick_rules, trick)] if len(trick) == count else None
        rows.append(seats)
        winners.append(won)
        due = won
    return tuple(rows), tuple(winners), faults


def _wrong_lead(record: Record, number: int, leads: int, due: int) -> Problem:
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


def _hands(record: Record, seats: Sequence[Sequence[int]]) -> dict[int, tuple[Card, ...]]:
    """Each hand as it is recorded, else the cards that its player is seen to play."""
    seen: dict[int, list[Card]] = {seat: [] for seat in range(len(record.case.agreed.players))}
    for trick, row in zip(record.tricks, seats, strict=True):
        for card, seat in zip(trick, row, strict=True):
            seen[seat].append(card)
    return {seat: record.hands.get(seat, tuple(cards)) for seat, cards in seen.items()}


# --- what cannot be ------------------------------------------------------------------------------


def _twice(record: Record) -> Iterable[Problem]:
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


def _not_held(record: Record, seats: Sequence[Sequence[int]]) -> Iterable[Problem]:
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


def _long_hands(record: Record) -> Iterable[Problem]:
    """A recorded hand is what was held when play began."""
    size = max(hand_sizes(record.case), default=None)
    for seat, cards in record.hands.items():
        if size is not None and len(cards) > size:
            message = say(
                "{player}'s hand has {number} cards; {kept} are kept for play",
                player=record.case.agreed.players[seat], number=len(cards), kept=size,
            )  # fmt: skip
            yield Problem("hand-cards", message, "hands", (say("record the hands after discards"),))


def _revokes(
    record: Record,
    trick_rules: TrickRules,
    seats: Sequence[Sequence[int]],
    hands: Mapping[int, tuple[Card, ...]],
) -> Iterable[Revoke]:
    """Every card that was not legal from the hand that its player then had. Where a hand is not
    recorded it is what the player plays from there on, so a later card proves the revoke."""
    left = {seat: list(hand) for seat, hand in hands.items()}
    for number, (trick, row) in enumerate(zip(record.tricks, seats, strict=True), 1):
        for place, (card, seat) in enumerate(zip(trick, row, strict=True)):
            hand = left[seat]
            if card not in hand:
                continue
            may = legal(trick_rules, hand, trick[:place])
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


# --- what each side won --------------------------------------------------------------------------


def counts_of(record: Record, done: Refereed) -> dict[str, dict[str, int]]:
    """The tricks of each side and, for every count that cards have points in, those points; by
    player in counts for which partners are counted apart."""
    agreed = record.case.agreed
    piles: list[list[Card]] = [[] for _ in agreed.players]
    tricks = [0] * len(agreed.players)
    for trick, won in zip(record.tricks, done.winners, strict=True):
        if won is not None:
            tricks[won] += 1
            piles[won] += trick
    columns = {agreed.rules.trick_count or "tricks": tricks}
    for count in agreed.rules.counts.values():
        if count.values:
            columns[count.id] = [
                worth(pile, count.values, done.trick_rules.trump, count.trump_values)
                for pile in piles
            ]
    return {
        name: _by_name(agreed, agreed.rules.counts.get(name), column)
        for name, column in columns.items()
    }


def _by_name(agreed: Agreed, count: Count | None, column: Sequence[int]) -> dict[str, int]:
    if count is not None and count.by_player:
        return dict(zip(agreed.players, column, strict=True))
    return {
        name: sum(column[seat] for seat in side)
        for name, side in zip(agreed.side_names, agreed.sides, strict=True)
    }
