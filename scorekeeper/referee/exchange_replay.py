"""The exchange of a recorded deal, replayed and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.game.schedule import first_state
from scorekeeper.record.entered_words import read_codes
from scorekeeper.referee.deal_record import (
    DealRecord,
    Exchanged,
    dealt_place,
    step_place,
    trick_place,
)
from scorekeeper.referee.exchange import (
    ExchangeStep,
    barred_cards_text,
    cards_dealt,
    cards_given,
    is_barred,
    receivers,
    steps_of,
    trump_of,
)
from scorekeeper.referee.question_context import Case, shown_cards
from scorekeeper.referee.refereed_entry import dealer_of
from scorekeeper.rules.cards import Card, words_of_card
from scorekeeper.rules.ruleset_play import DISCARD
from scorekeeper.text.message import Words, in_turn, listing, say, say_n
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import marked

# --- checks of the dealt cards -----------------------------------------------------------------
# Checks of a recorded exchange before its replay: the sizes of hands and talon, cards in two
# places, the number of steps.


def dealt_faults(case: Case, said: Exchanged, steps: Sequence[ExchangeStep]) -> list[Problem]:
    """Return the problems with the dealt hands and the talon."""
    return [*_wrong_sizes(case, said, steps), *_in_two_places(case, said)]


def _wrong_sizes(case: Case, said: Exchanged, steps: Sequence[ExchangeStep]) -> Iterator[Problem]:
    """Yield a problem for each dealt hand, and for the talon, whose size breaks the rules."""
    sizes = cards_dealt(case, steps)
    if sizes is None:
        return
    dealt, beside = sizes
    for seat, cards in said.dealt.items():
        if len(cards) != dealt[seat]:
            message = say_n(
                len(cards), "{player} was dealt {n} card, not {wanted}",
                "{player} was dealt {n} cards, not {wanted}",
                player=case.agreed.players[seat], wanted=dealt[seat],
            )  # fmt: skip
            yield Problem("dealt-cards", message, "dealt")
    if said.talon is not None and len(said.talon) != beside:
        message = say_n(
            len(said.talon), "the talon has {n} card, not {wanted}",
            "the talon has {n} cards, not {wanted}", wanted=beside,
        )  # fmt: skip
        yield Problem("dealt-cards", message, "talon")


def _in_two_places(case: Case, said: Exchanged) -> Iterator[Problem]:
    """Yield a problem for each card in two hands, or in a hand and the talon."""
    places: dict[Card, list[Words]] = {}
    for place, cards in _piles(case, said):
        for card in cards:
            places.setdefault(card, []).append(place)
    for card, found in places.items():
        if len(found) > case.pack.numbers[card.code]:
            shown = words_of_card(case.pack, card)
            message = say(
                "{card} is in {places}", card=shown, places=listing(dict.fromkeys(found), "and")
            )
            yield Problem("card-twice", message, "dealt")


def _piles(case: Case, said: Exchanged) -> Iterator[tuple[Words, Iterable[Card]]]:
    """Yield each dealt hand and the talon, with their names."""
    for seat, cards in said.dealt.items():
        yield dealt_place(case.agreed.players[seat]), cards
    yield say("the talon"), said.talon or ()


def steps_fault(
    players: Sequence[str], steps: Sequence[ExchangeStep], given: Sequence[Sequence[Card]]
) -> Problem | None:
    """Return a problem if the record lists cards for more or fewer steps than give cards away, or
    None."""
    giving = [step for step in steps if step.rule.gives]
    if len(given) == len(giving):
        return None
    message = say_n(
        len(given), "the exchange has {n} step, not {wanted}",
        "the exchange has {n} steps, not {wanted}", wanted=len(giving),
    )  # fmt: skip
    told = in_turn(message, *_orders(players, giving))
    return Problem("exchange-steps", told, "exchange")


def _orders(players: Sequence[str], giving: Sequence[ExchangeStep]) -> Iterator[Words]:
    """Yield a line with the order of givers for each step that has several."""
    for number, step in enumerate(giving, 1):
        if len(step.givers) > 1:
            names = listing((players[giver] for giver in step.givers), "and")
            yield say(
                "step {number} is one text with the cards of {players}, in this order",
                number=number, players=names,
            )  # fmt: skip


# --- replay of the exchange --------------------------------------------------------------------
# The exchange of a recorded deal, replayed: the resulting hands, and the contradictions.


class Gift(NamedTuple):
    """Cards given to another seat, or discarded where `other` is None."""

    giver: int
    other: int | None
    cards: tuple[Card, ...]


class ExchangeResult(NamedTuple):
    """The result of an exchange: the hands to play from, by seat; the gifts; the contradictions;
    and by card the seats that can have it.

    Unknown hands and cards are left out."""

    hands: Mapping[int, tuple[Card, ...]]
    gifts: tuple[Gift, ...]
    faults: tuple[Problem, ...]
    homes: Mapping[Card, tuple[int, ...]] = {}


def replayed_exchange(record: DealRecord) -> ExchangeResult:
    """Return the result of a record's exchange, replayed step by step.

    The result is empty if the record has no exchange or the dealer is unknown."""
    said, dealer = record.exchanged, _dealer(record)
    if said == Exchanged() or dealer is None:
        return ExchangeResult({}, (), ())
    return _Exchange(record.case, said, steps_of(record.case, dealer, _facts(record))).course()


def _dealer(record: DealRecord) -> int | None:
    """Return the dealer's seat: as recorded, or derived from the leader."""
    if "dealer" in record.case.facts:
        return record.case.dealer
    first = record.tricks[0][:1]
    owners = [
        seat
        for hands in (record.hands, record.exchanged.dealt)
        for seat in hands
        if {*first} & {*hands[seat]}
    ]
    leader = next(
        (seat for seat in (record.led[0], record.leader, *owners) if seat is not None), None
    )
    return None if leader is None else dealer_of(record.case, leader)


def _facts(record: DealRecord) -> Mapping[str, Any]:
    agreed = record.case.agreed
    return {**record.case.facts, **read_codes(agreed, first_state(agreed), record.words).facts}


# The key is True for a discard, False for cards given to a player.
NUMBER = {
    True: marked("{player} discards {number} cards, not {wanted}"),
    False: marked("{player} gives {number} cards, not {wanted}"),
}
BARRED = {
    True: marked("{player} may not discard {card}; {rule}"),
    False: marked("{player} may not give {card}; {rule}"),
}
NOT_HELD = {
    True: marked("{player} discards {card}, which was not in that hand"),
    False: marked("{player} gives {card}, which was not in that hand"),
}
ELSEWHERE = {
    True: marked("{player} discards {card}, which was {place}"),
    False: marked("{player} gives {card}, which was {place}"),
}


class _Exchange:
    """An exchange in progress: each hand (None if unknown), the rest of the talon, gifts,
    problems."""

    def __init__(self, case: Case, said: Exchanged, steps: Sequence[ExchangeStep]) -> None:
        self.case, self.said, self.steps = case, said, steps
        self.players, self.trump = case.agreed.players, trump_of(case)
        self.held: dict[int, set[Card] | None] = {
            seat: set(said.dealt[seat]) if seat in said.dealt else None
            for seat in range(len(self.players))
        }
        self.talon = None if said.talon is None else set(said.talon)
        self.gifts: list[Gift] = []
        self.faults: list[Problem] = []

    def course(self) -> ExchangeResult:
        """Return the result of the exchange; without hands if there is any problem."""
        self.faults += dealt_faults(self.case, self.said, self.steps)
        if self.said.given is not None:
            self._go_through(self.said.given)
        elif not self.faults:
            self._without_gifts()
        hands = (
            {}
            if self.faults
            else {seat: tuple(held) for seat, held in self.held.items() if held is not None}
        )
        return ExchangeResult(hands, tuple(self.gifts), tuple(self.faults), self._homes())

    def _homes(self) -> dict[Card, tuple[int, ...]]:
        """Return the seats that may play each card: its dealt hand's or, for the talon, its
        takers'.

        Empty in games where players give cards to each other."""
        if any(step.rule.gives and step.rule.to != DISCARD for step in self.steps):
            return {}
        takers = tuple(giver for step in self.steps if step.rule.takes for giver in step.givers)
        homes = dict.fromkeys(self.said.talon or (), takers)
        return homes | {card: (seat,) for seat, cards in self.said.dealt.items() for card in cards}

    def _fault(self, code: str, message: Words, number: int, rule: Words | None) -> None:
        self.faults.append(Problem(code, message, "exchange", rule=rule, place=step_place(number)))

    def _without_gifts(self) -> None:
        """Mark the hands of all givers and receivers as unknown, because their gifts were not
        recorded."""
        for rule, givers in self.steps:
            for giver in givers:
                for seat in (giver, *receivers(rule, giver, len(self.players))):
                    self.held[seat] = None

    # --- step by step ----------------------------------------------------------------------------

    def _go_through(self, given: Sequence[Sequence[Card]]) -> None:
        """Replay every step in order; `given` has the cards of each step with gifts."""
        wrong = steps_fault(self.players, self.steps, given)
        if wrong is not None:
            self.faults.append(wrong)
            return
        rows = iter(enumerate(given, 1))
        for step in self.steps:
            number, cards = next(rows) if step.rule.gives else (0, ())
            if step.rule.optional and not cards:
                continue
            if not step.rule.gives_first:
                self._take(step)
            if step.rule.gives:
                self._give(step, number, cards)
            if step.rule.gives_first:
                self._take(step)

    def _take(self, step: ExchangeStep) -> None:
        """Add the talon to the taker's hand.

        The hand becomes unknown if the talon is unknown or not taken completely."""
        for giver in step.givers if step.rule.takes else ():
            held = self.held[giver]
            whole = self.talon is not None and len(self.talon) == step.rule.takes
            self.held[giver] = (
                held | self.talon if whole and held is not None and self.talon is not None else None
            )
            self.talon = set() if whole else None

    def _give(self, step: ExchangeStep, number: int, cards: Sequence[Card]) -> None:
        """Move the cards of a step, numbered from 1, from givers to receivers."""
        wanted = cards_given(step, len(self.players))
        if not step.givers:
            return
        if len(cards) != wanted:
            giver = listing((self.players[giver] for giver in step.givers), "and")
            message = say(
                NUMBER[step.rule.to == DISCARD], player=giver, number=len(cards), wanted=wanted
            )
            self._fault("exchange-number", message, number, step.rule.source.if_any())
        gifts = list(_gifts(step, cards, len(self.players)))
        for gift in gifts:
            for card in gift.cards:
                self._give_away(step, number, gift.giver, card)
        for gift in gifts:  # all give at once, so nobody passes on received cards
            held = None if gift.other is None else self.held[gift.other]
            if held is not None:
                held |= {*gift.cards}
        self.gifts += gifts

    def _give_away(self, step: ExchangeStep, number: int, giver: int, card: Card) -> None:
        """Remove one card from a hand. Reports a problem if that is forbidden or impossible."""
        discards, source = step.rule.to == DISCARD, step.rule.source.if_any()
        said = {"player": self.players[giver], "card": words_of_card(self.case.pack, card)}
        if is_barred(step.rule, card, self.trump):
            message = say(BARRED[discards], **said, rule=barred_cards_text(self.case, step.rule))
            self._fault("exchange-barred", message, number, source)
        held, elsewhere = self.held[giver], self._elsewhere(giver, card)
        if elsewhere:
            self._fault(
                "exchange-held", say(ELSEWHERE[discards], **said, place=elsewhere), number, source
            )
        elif held is not None and card not in held:
            self._fault("exchange-held", say(NOT_HELD[discards], **said), number, source)
        if held is not None:
            held.discard(card)

    def _elsewhere(self, giver: int, card: Card) -> Words | None:
        """Return where the card is instead of in this giver's hand; None if unknown."""
        for gift in self.gifts:
            if gift.other is None and card in gift.cards:
                return say("discarded by {player} before", player=self.players[gift.giver])
        for seat, held in self.held.items():
            if seat != giver and held is not None and card in held:
                return say("in {player}'s hand", player=self.players[seat])
        return say("still in the talon") if self.talon is not None and card in self.talon else None


def _gifts(step: ExchangeStep, cards: Sequence[Card], seats: int) -> Iterator[Gift]:
    """Yield the gifts of a step by giver, and for each giver by receiver."""
    size = step.rule.gives
    pairs = [
        (giver, other)
        for giver in step.givers
        for other in receivers(step.rule, giver, seats) or (None,)
    ]
    for place, (giver, other) in enumerate(pairs):
        yield Gift(giver, other, tuple(cards[place * size : (place + 1) * size]))


# --- the exchange compared with the tricks and hands -------------------------------------------


def exchange_faults(
    record: DealRecord, course: ExchangeResult, seats: Sequence[Sequence[int]]
) -> Iterator[Problem]:
    """Yield the contradictions between the exchange and the tricks or recorded hands.

    `seats` has the seat of each card, by trick."""
    gone = {card: gift.giver for gift in course.gifts if gift.other is None for card in gift.cards}
    for number, (trick, row) in enumerate(zip(record.tricks, seats, strict=True), 1):
        for card, seat in zip(trick, row, strict=True):
            yield from _played(record, course, gone, trick_place(number), card, seat)
    for seat, hand in record.hands.items():
        yield from _kept(record, course, gone, seat, hand)


def _played(
    record: DealRecord,
    course: ExchangeResult,
    gone: Mapping[Card, int],
    place: Words,
    card: Card,
    seat: int,
) -> Iterator[Problem]:
    """Yield a problem if a played card was discarded, or cannot have reached its player."""
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
    record: DealRecord,
    course: ExchangeResult,
    gone: Mapping[Card, int],
    seat: int,
    hand: Sequence[Card],
) -> Iterator[Problem]:
    """Yield a problem if a recorded hand has discarded cards, or others that the exchange
    excludes."""
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
