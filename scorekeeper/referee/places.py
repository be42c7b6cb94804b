"""Where each card of a recorded deal lay, and whether that is where the rules say it must lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.facts import DealFacts
from scorekeeper.game.heap import codes_in
from scorekeeper.game.schedule import seat
from scorekeeper.referee.case import Case
from scorekeeper.referee.deal_record import Record
from scorekeeper.referee.hand import hand_sizes
from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.referee.read_cards import twice_problems
from scorekeeper.referee.record_faults import owners
from scorekeeper.referee.recorded_deal import Refereed
from scorekeeper.rules.cards import Card, find_card
from scorekeeper.rules.formula import FormulaError, value_of
from scorekeeper.rules.model_exchange import TRUMPS
from scorekeeper.rules.model_play import IN_HAND, IN_TRICKS, CardPlace
from scorekeeper.text.message import Joined, Words, in_turn, listing, say, say_n, titled
from scorekeeper.text.problems import Problem

Seats = tuple[int, ...]


class Seen(NamedTuple):
    """What a record shows of its cards, by code: the seat whose recorded hand holds each, and for
    each play its trick from 1, the seat that played it and the one that won it. `whole` are the
    hands of which every card is known; `complete` says that every trick is there."""

    held: Mapping[str, int]
    plays: Mapping[str, Sequence[tuple[int, int, int | None]]]
    whole: Mapping[int, Sequence[Card]]
    complete: bool


def seen(record: Record, done: Refereed) -> Seen:
    """What a record shows of its cards."""
    held = owners(record.case.pack, record.hands)
    plays: dict[str, list[tuple[int, int, int | None]]] = {}
    for number, (trick, row) in enumerate(zip(record.tricks, done.seats, strict=True), 1):
        for card, player in zip(trick, row, strict=True):
            plays.setdefault(card.code, []).append((number, player, done.winners[number - 1]))
    return Seen(held, plays, whole_hands(record.case, done.hands), done.complete)


def whole_hands(case: Case, hands: Mapping[int, Sequence[Card]]) -> dict[int, Sequence[Card]]:
    """The hands that have as many cards as a hand can have: no other card was in them."""
    size = max(hand_sizes(case), default=None)
    return {seat: hand for seat, hand in hands.items() if size is not None and len(hand) >= size}


# --- what must lie where -------------------------------------------------------------------------


def place_problems(record: Record, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """The cards that lie elsewhere than `[[card]]` says, each with where the record has it."""
    known = seen(record, done)
    for place in record.case.referee.card_places:
        if _applies(place, facts):
            yield from _claimed_twice(record.case, place, facts)
            for owners, cards in _cards_of(record.case, place, facts, done.trick_rules.trump):
                yield from _elsewhere(record.case, known, place, owners, cards)


def _applies(place: CardPlace, facts: DealFacts) -> bool:
    """Whether the deal is certainly one that the row is about."""
    try:
        return place.when is None or bool(value_of(place.when, facts))
    except FormulaError:
        return False


def _claimed_twice(case: Case, place: CardPlace, facts: DealFacts) -> Iterable[Problem]:
    """A card that two sides claim as their own; a pack has one of each."""
    cards = [] if place.whose else _named(case, place.which, facts, None)
    for problem in twice_problems(case.pack, cards, place.which.removeprefix("fact ")):
        yield problem._replace(rule=place.source.if_any())


def _cards_of(
    case: Case, place: CardPlace, facts: DealFacts, trump: str | None
) -> Iterable[tuple[Seats, list[Card]]]:
    """The cards that the row is about and the seats of one of which they must be."""
    if not place.whose:
        codes = codes_in(facts.entered.get(place.which.removeprefix("fact ")))
        cards = [find_card(case.pack, code) for code in codes]
        for side, card in zip(case.agreed.sides, cards, strict=False):
            yield tuple(side), [card] if card is not None else []
        return
    coming = facts.turn
    owner = seat(case.agreed, place.whose, coming.dealer, coming.declarer, facts.entered)
    if owner is not None:
        yield (owner,), _named(case, place.which, facts, trump)


def _named(case: Case, which: str, facts: DealFacts, trump: str | None) -> list[Card]:
    """The cards that a row names: one, those of a fact as far as it was said, or all the trumps."""
    if which == TRUMPS:
        return [card for card in case.pack.cards.values() if trump in card.suits]
    fact = which.startswith("fact ")
    codes = codes_in(facts.entered.get(which[5:])) if fact else [which]
    return [card for code in codes if (card := find_card(case.pack, code)) is not None]


# --- where they lie ------------------------------------------------------------------------------


def _elsewhere(
    case: Case, known: Seen, place: CardPlace, owners: Seats, cards: Iterable[Card]
) -> Iterable[Problem]:
    """A problem for all the cards that the record has in the same wrong places."""
    together: dict[tuple[Words, ...], list[Card]] = {}
    for card in cards:
        places = tuple(_wrong_places(case, known, place.lies, owners, card))
        if places:
            together.setdefault(places, []).append(card)
    about = place.which if place.which.startswith("fact ") else place.whose
    for places, found in together.items():
        recorded = say("recorded: {places}", places=listing(places, "and"))
        said = in_turn(_belongs(case, place.lies, owners, found), recorded)
        message = titled(place.because, said) if place.because.by_language else said
        fact = about.removeprefix("fact ") if about.startswith("fact ") else "hands"
        yield Problem("card-place", message, fact, rule=place.source.if_any())


def _belongs(case: Case, lies: str, owners: Seats, cards: Sequence[Card]) -> Words:
    """Where the cards must lie."""
    player = listing(case.agreed.players[owner] for owner in owners)
    shown, number = shown_cards(case.pack, cards), len(cards)
    if lies == IN_HAND:
        return say_n(
            number, "{cards} belongs in {player}'s hand", "{cards} belong in {player}'s hand",
            cards=shown, player=player,
        )  # fmt: skip
    if lies == IN_TRICKS:
        return say_n(
            number, "{cards} belongs in {player}'s tricks", "{cards} belong in {player}'s tricks",
            cards=shown, player=player,
        )  # fmt: skip
    return say_n(
        number, "{cards} was set aside from {player}'s hand",
        "{cards} were set aside from {player}'s hand",
        cards=shown, player=player,
    )  # fmt: skip


def _wrong_places(case: Case, known: Seen, lies: str, owners: Seats, card: Card) -> Iterable[Words]:
    """Where the record has a card that must lie elsewhere; nothing where it may be in its place, as
    one of several that are alike may always be."""
    if case.pack.numbers[card.code] > 1:
        return
    if lies == IN_TRICKS:
        yield from _wrong_tricks(case, known, owners, card)
        return
    players, found = case.agreed.players, False
    holder = known.held.get(card.code)
    if holder is not None and holder not in owners:
        found = True
        yield say("in {player}'s hand", player=players[holder])
    for number, player, _ in known.plays.get(card.code, ()):
        if lies != IN_HAND or player not in owners:
            found = True
            yield say("played by {player} to trick {number}", player=players[player], number=number)
    hands = [known.whole[owner] for owner in owners if owner in known.whole]
    if not found and len(hands) == len(owners) and not any(card in hand for hand in hands):
        cards = Joined(tuple(shown_cards(case.pack, hand) for hand in hands), ", ")
        # Translators: {cards} is the whole of a hand, and a card that should be among them is not.
        yield say("not in that hand ({cards})", cards=cards)


def _wrong_tricks(case: Case, known: Seen, owners: Seats, card: Card) -> Iterable[Words]:
    """The tricks of others that a card was in, or that it was in none."""
    plays = known.plays.get(card.code, ())
    for number, _, won in plays:
        if won is not None and won not in owners:
            player = case.agreed.players[won]
            yield say("in trick {number}, which {player} won", number=number, player=player)
    if not plays and known.complete:
        yield say("in no trick")
