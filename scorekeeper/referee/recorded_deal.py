"""A recorded deal, refereed: winners, revokes, what each side won, where each card was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.agreement import Agreed
from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.entry_checks import codes_in
from scorekeeper.game.schedule import seat as seat_named
from scorekeeper.referee.deal_record import DealRecord, trick_place
from scorekeeper.referee.dealing import hand_sizes, kept_sizes
from scorekeeper.referee.question_context import Case, shown_cards, twice_problems
from scorekeeper.referee.trick_rules import TrickRules, possible_rules
from scorekeeper.referee.tricks import legal, winner
from scorekeeper.rules.cards import (
    Card,
    Pack,
    cards_left,
    find_card,
    suit_led,
    words_of_card,
    words_of_suit,
    worth,
)
from scorekeeper.rules.formula import FormulaError, value_of
from scorekeeper.rules.model import Count
from scorekeeper.rules.model_play import IN_HAND, IN_TRICKS, TRUMPS, CardPlace
from scorekeeper.text.message import (
    CommandOption,
    JoinedWords,
    Words,
    in_turn,
    listing,
    say,
    say_n,
    titled,
)
from scorekeeper.text.problems import Problem, Refused, refuse
from scorekeeper.text.translation import Phrase

# --- record faults -----------------------------------------------------------------------------
# What cannot be true of a recorded deal: cards played twice, or by somebody who did not hold
# them, hands that are too long, a trick that the wrong player led to.


def other_trumps(record: DealRecord, trick_rules: TrickRules) -> Iterable[Problem]:
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


def wrong_lead(record: DealRecord, number: int, leads: int, due: int) -> Problem:
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


def played_twice(record: DealRecord) -> Iterable[Problem]:
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


def not_held(record: DealRecord, seats: Sequence[Sequence[int]]) -> Iterable[Problem]:
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


def _is_unheld(record: DealRecord, card: Card, seat: int, played: int) -> bool:
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


def long_hands(record: DealRecord) -> Iterable[Problem]:
    """A recorded hand is what was held when play began."""
    size = max(hand_sizes(record.case), default=None)
    for seat, cards in record.hands.items():
        if size is not None and len(cards) > size:
            message = say(
                "{player}'s hand has {number} cards; {kept} are kept for play",
                player=record.case.agreed.players[seat], number=len(cards), kept=size,
            )  # fmt: skip
            yield Problem("hand-cards", message, "hands", (say("record the hands after discards"),))


# --- A recorded deal, refereed: every winner, every revoke, what each side won -----------------


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


def refereed(record: DealRecord) -> Refereed:
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


def _trick_rules(record: DealRecord) -> TrickRules:
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
        "add {line} to the record, or say {option}",
        line=f'{what} = "…"',
        option=CommandOption(what),
    )
    return refuse("depends", message, what, hint)


# --- who played what -----------------------------------------------------------------------------


def _who_played(
    record: DealRecord, trick_rules: TrickRules
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


def _hands(record: DealRecord, seats: Sequence[Sequence[int]]) -> dict[int, tuple[Card, ...]]:
    """Each hand as it is recorded, else the cards that its player is seen to play."""
    seen: dict[int, list[Card]] = {seat: [] for seat in range(len(record.case.agreed.players))}
    for trick, row in zip(record.tricks, seats, strict=True):
        for card, seat in zip(trick, row, strict=True):
            seen[seat].append(card)
    return {seat: record.hands.get(seat, tuple(cards)) for seat, cards in seen.items()}


# --- what cannot be ------------------------------------------------------------------------------


def _revokes(
    record: DealRecord,
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


# --- What each side won in a recorded deal: tricks and card points -----------------------------


def counts_of(
    record: DealRecord, done: Refereed, trick_counts: Iterable[str] = ()
) -> dict[str, dict[str, int]]:
    """The tricks of each side and, for every count that cards have points in, those points; by
    player in counts for which partners are counted apart. `trick_counts` are counts of the tricks
    beside the first."""
    agreed = record.case.agreed
    piles: list[list[Card]] = [[] for _ in agreed.players]
    tricks = [0] * len(agreed.players)
    for trick, won in zip(record.tricks, done.winners, strict=True):
        if won is not None:
            tricks[won] += 1
            piles[won] += trick
    columns = {agreed.rules.trick_count or "tricks": tricks}
    columns |= dict.fromkeys(trick_counts, tricks)
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
    """A number of each seat as one of each side, or of each player where partners are counted
    apart."""
    if count is not None and count.by_player:
        return dict(zip(agreed.players, column, strict=True))
    return {
        name: sum(column[seat] for seat in side)
        for name, side in zip(agreed.side_names, agreed.sides, strict=True)
    }


# --- places ------------------------------------------------------------------------------------
# Where each card of a recorded deal lay, and whether that is where the rules say it must lie.


Seats = tuple[int, ...]


class SeenCards(NamedTuple):
    """What a record shows of its cards, by code: the seat whose recorded hand holds each, and for
    each play its trick from 1, the seat that played it and the one that won it. `whole` are the
    hands of which every card is known; `complete` says that every trick is there."""

    held: Mapping[str, int]
    plays: Mapping[str, Sequence[tuple[int, int, int | None]]]
    whole: Mapping[int, Sequence[Card]]
    complete: bool


def seen(record: DealRecord, done: Refereed) -> SeenCards:
    """What a record shows of its cards."""
    held = owners(record.case.pack, record.hands)
    plays: dict[str, list[tuple[int, int, int | None]]] = {}
    for number, (trick, row) in enumerate(zip(record.tricks, done.seats, strict=True), 1):
        for card, player in zip(trick, row, strict=True):
            plays.setdefault(card.code, []).append((number, player, done.winners[number - 1]))
    return SeenCards(held, plays, whole_hands(record.case, done.hands), done.complete)


def whole_hands(case: Case, hands: Mapping[int, Sequence[Card]]) -> dict[int, Sequence[Card]]:
    """The hands that have as many cards as a hand can have: no other card was in them."""
    size = max(hand_sizes(case), default=None)
    return {seat: hand for seat, hand in hands.items() if size is not None and len(hand) >= size}


# --- what must lie where -------------------------------------------------------------------------


def place_problems(record: DealRecord, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """The cards that lie elsewhere than `[[card]]` says, each with where the record has it."""
    known = seen(record, done)
    for place in record.case.referee.card_places:
        if _applies(place, facts):
            yield from _claimed_twice(record.case, place, facts)
            for owners, cards in _cards_of(record.case, place, facts, done.trick_rules.trump):
                yield from _card_elsewhere(record.case, known, place, owners, cards)


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
    owner = seat_named(case.agreed, place.whose, coming.dealer, coming.declarer, facts.entered)
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


def _card_elsewhere(
    case: Case, known: SeenCards, place: CardPlace, owners: Seats, cards: Iterable[Card]
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


def _wrong_places(
    case: Case, known: SeenCards, lies: str, owners: Seats, card: Card
) -> Iterable[Words]:
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
        cards = JoinedWords(tuple(shown_cards(case.pack, hand) for hand in hands), ", ")
        # Translators: {cards} is the whole of a hand, and a card that should be among them is not.
        yield say("not in that hand ({cards})", cards=cards)


def _wrong_tricks(case: Case, known: SeenCards, owners: Seats, card: Card) -> Iterable[Words]:
    """The tricks of others that a card was in, or that it was in none."""
    plays = known.plays.get(card.code, ())
    for number, _, won in plays:
        if won is not None and won not in owners:
            player = case.agreed.players[won]
            yield say("in trick {number}, which {player} won", number=number, player=player)
    if not plays and known.complete:
        yield say("in no trick")
