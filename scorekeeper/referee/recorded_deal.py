"""A recorded deal, refereed: winners, revokes, each side's counts, each card's location."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.entry_checks import codes_in
from scorekeeper.game.schedule import seat as seat_named
from scorekeeper.game.session_settings import Agreed
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
from scorekeeper.rules.ruleset import Count
from scorekeeper.rules.ruleset_play import IN_HAND, IN_TRICKS, TRUMPS, CardPlace
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

# --- contradictions in a record ----------------------------------------------------------------
# Cards played twice or by a player who did not have them, too long hands, tricks led by the wrong
# player.


def other_trumps(record: DealRecord, trick_rules: TrickRules) -> Iterable[Problem]:
    """Yield a problem if the first card led decides the trumps and the record names
    another suit."""
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
    """Return the problem that seat `leads` led to a trick (from 1) instead of seat `due`."""
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


def cards_played_twice(record: DealRecord) -> Iterable[Problem]:
    """Yield a problem for each card played more often than the pack has it."""
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


def cards_not_in_hand(record: DealRecord, seats: Sequence[Sequence[int]]) -> Iterable[Problem]:
    """Yield a problem for each played card missing from its player's recorded hand. `seats` has
    for each trick the seat that played each card."""
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
    """Return by card code the seat whose hand has the card; for a card with several copies, only
    if one hand has all of them."""
    held = Counter((card.code, seat) for seat, hand in hands.items() for card in hand)
    return {code: seat for (code, seat), number in held.items() if number >= pack.numbers[code]}


def _is_unheld(record: DealRecord, card: Card, seat: int, played: int) -> bool:
    """Return True if a seat played a card more often than its recorded hand has it.

    False if a single card was played twice, since `cards_played_twice` reports that."""
    if seat not in record.hands:
        return False
    held = record.hands[seat].count(card)
    return held == 0 or (played > held and record.case.pack.numbers[card.code] > 1)


def _elsewhere(player: str, card: Words, other: str | None) -> Words:
    """Return the message that the player's hand lacked the card, and the hand that had it, if
    known."""
    if other is None:
        return say("{player} is to play, and {card} was not in that hand", player=player, card=card)
    return say(
        "{player} is to play, and {card} was not in that hand; it was in {other}'s",
        player=player, card=card, other=other,
    )  # fmt: skip


def long_hands(record: DealRecord) -> Iterable[Problem]:
    """Yield a problem for each recorded hand with more cards than are held when play begins."""
    size = max(hand_sizes(record.case), default=None)
    for seat, cards in record.hands.items():
        if size is not None and len(cards) > size:
            message = say(
                "{player}'s hand has {number} cards; {kept} are kept for play",
                player=record.case.agreed.players[seat], number=len(cards), kept=size,
            )  # fmt: skip
            yield Problem("hand-cards", message, "hands", (say("record the hands after discards"),))


# --- the referee's result: winners, revokes, counts --------------------------------------------


NOBODY_LED = "leader-missing"  # the problem of a record without a known leader


class Revoke(NamedTuple):
    """An illegal play: the trick from 1, the seat, the card played, the legal cards, the law and
    its source."""

    trick: int
    seat: int
    played: Card
    held: tuple[Card, ...]
    because: Words
    source: Phrase | None


class Refereed(NamedTuple):
    """The referee's result for a recorded deal.

    `seats` has for each trick the seat that played each card. `winners` are seats, None for an
    unfinished trick. `never` are cards that nobody played. `complete` is True if every trick is
    recorded. An unrecorded hand in `hands` is the cards that the seat played."""

    trick_rules: TrickRules
    seats: tuple[tuple[int, ...], ...]
    winners: tuple[int | None, ...]
    revokes: tuple[Revoke, ...]
    faults: tuple[Problem, ...]
    never: tuple[Card, ...]
    complete: bool
    hands: Mapping[int, tuple[Card, ...]]


def refereed(record: DealRecord) -> Refereed:
    """Return the referee's result for a recorded deal. Each trick's winner must lead the next, and
    every card must have been legal when it was played."""
    trick_rules = _trick_rules(record)
    seats, winners, turns = _who_played(record, trick_rules)
    hands = _hands(record, seats)
    before = [*other_trumps(record, trick_rules), *turns, *cards_played_twice(record)]
    faults = [*before, *cards_not_in_hand(record, seats), *long_hands(record)]
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
    """Return the trick rules of the deal. The first card led decides the trumps if the rules say
    so.

    Raises Refused if contract or trumps are unknown."""
    case, first = record.case, record.tricks[0][0]
    if case.referee.play.laws.get("trump") == "first card led":
        case = case._replace(trump=suit_led([first]))
    found = possible_rules(case)
    if len(found) > 1:
        raise _unsaid(case)
    return found[0]


def _unsaid(case: Case) -> Refused:
    """Return the refusal of a record that lacks its contract or trumps."""
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
    """Return the seats of each trick's cards, the winners, and the problems of leads out
    of turn."""
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
    """Return each recorded hand, else the cards that the player played."""
    seen: dict[int, list[Card]] = {seat: [] for seat in range(len(record.case.agreed.players))}
    for trick, row in zip(record.tricks, seats, strict=True):
        for card, seat in zip(trick, row, strict=True):
            seen[seat].append(card)
    return {seat: record.hands.get(seat, tuple(cards)) for seat, cards in seen.items()}


# --- revokes -------------------------------------------------------------------------------------


def _revokes(
    record: DealRecord,
    trick_rules: TrickRules,
    seats: Sequence[Sequence[int]],
    hands: Mapping[int, tuple[Card, ...]],
) -> Iterable[Revoke]:
    """Yield a revoke for every card that was illegal when it was played.

    An unrecorded hand is taken to be the cards that the player still plays, so that a later
    card proves a revoke."""
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


# --- tricks and card points of each side -------------------------------------------------------


def counts_of(
    record: DealRecord, done: Refereed, trick_counts: Iterable[str] = ()
) -> dict[str, dict[str, int]]:
    """Return the tricks of each side, and each side's points for every count of card points.

    A count that separates partners is by player. `trick_counts` are the ids of further counts
    of tricks."""
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
    """Return numbers per seat as numbers by side name, or by player name if the count separates
    partners."""
    if count is not None and count.by_player:
        return dict(zip(agreed.players, column, strict=True))
    return {
        name: sum(column[seat] for seat in side)
        for name, side in zip(agreed.side_names, agreed.sides, strict=True)
    }


# --- locations of cards ------------------------------------------------------------------------
# The location of each card in a recorded deal, compared with the one that the rules require.


Seats = tuple[int, ...]


class SeenCards(NamedTuple):
    """The cards in a record, by code.

    `held` has the seat whose recorded hand has the card. `plays` has for each play the trick
    from 1, the player's seat and the seat that won the trick. `whole` are the completely known
    hands. `complete` is True if every trick is recorded."""

    held: Mapping[str, int]
    plays: Mapping[str, Sequence[tuple[int, int, int | None]]]
    whole: Mapping[int, Sequence[Card]]
    complete: bool


def seen_cards(record: DealRecord, done: Refereed) -> SeenCards:
    """Return the record's cards, each with its holder, player and winner."""
    held = owners(record.case.pack, record.hands)
    plays: dict[str, list[tuple[int, int, int | None]]] = {}
    for number, (trick, row) in enumerate(zip(record.tricks, done.seats, strict=True), 1):
        for card, player in zip(trick, row, strict=True):
            plays.setdefault(card.code, []).append((number, player, done.winners[number - 1]))
    return SeenCards(held, plays, whole_hands(record.case, done.hands), done.complete)


def whole_hands(case: Case, hands: Mapping[int, Sequence[Card]]) -> dict[int, Sequence[Card]]:
    """Return the hands that have as many cards as the rules deal."""
    size = max(hand_sizes(case), default=None)
    return {seat: hand for seat, hand in hands.items() if size is not None and len(hand) >= size}


# --- required locations --------------------------------------------------------------------------


def place_problems(record: DealRecord, done: Refereed, facts: DealFacts) -> Iterable[Problem]:
    """Yield a problem for cards outside the location that `[[card]]` requires, with the recorded
    one."""
    known = seen_cards(record, done)
    for place in record.case.referee.card_places:
        if _applies(place, facts):
            yield from _claimed_twice(record.case, place, facts)
            for owners, cards in _cards_of(record.case, place, facts, done.trick_rules.trump):
                yield from _card_elsewhere(record.case, known, place, owners, cards)


def _applies(place: CardPlace, facts: DealFacts) -> bool:
    """Return True if a location rule applies to this deal; False if unknown."""
    try:
        return place.when is None or bool(value_of(place.when, facts))
    except FormulaError:
        return False


def _claimed_twice(case: Case, place: CardPlace, facts: DealFacts) -> Iterable[Problem]:
    """Yield a problem for each card that two sides entered as their own."""
    cards = [] if place.whose else _named(case, place.which, facts, None)
    for problem in twice_problems(case.pack, cards, place.which.removeprefix("fact ")):
        yield problem._replace(rule=place.source.if_any())


def _cards_of(
    case: Case, place: CardPlace, facts: DealFacts, trump: str | None
) -> Iterable[tuple[Seats, list[Card]]]:
    """Yield cards that a `[[card]]` row is about, with the seats that may own them."""
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
    """Return the cards that a `[[card]]` row names: one card, the cards entered for a fact, or all
    trumps."""
    if which == TRUMPS:
        return [card for card in case.pack.cards.values() if trump in card.suits]
    fact = which.startswith("fact ")
    codes = codes_in(facts.entered.get(which[5:])) if fact else [which]
    return [card for code in codes if (card := find_card(case.pack, code)) is not None]


# --- recorded locations --------------------------------------------------------------------------


def _card_elsewhere(
    case: Case, known: SeenCards, place: CardPlace, owners: Seats, cards: Iterable[Card]
) -> Iterable[Problem]:
    """Yield a problem for each group of cards that were recorded in the same wrong locations."""
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
    """Return the line with the required location of the cards."""
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
    """Yield each wrong location in which the record has a card.

    Nothing is yielded for a card with several copies, since any copy may be the right one."""
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
    """Yield each trick with the card that no owner won, or that no trick has the card."""
    plays = known.plays.get(card.code, ())
    for number, _, won in plays:
        if won is not None and won not in owners:
            player = case.agreed.players[won]
            yield say("in trick {number}, which {player} won", number=number, player=player)
    if not plays and known.complete:
        yield say("in no trick")
