"""Answers about a trick: who won it, and what may be played to it."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.referee.case import (
    NO_TRUMPS,
    PARTS,
    Answer,
    Case,
    asked_with,
    cited,
    how_said,
    ruled,
    seat_named,
)
from scorekeeper.referee.choice import check_heap, choice_lines, choice_value, choices, heap_of
from scorekeeper.referee.hand import long_hand
from scorekeeper.referee.in_a_row import shown_cards
from scorekeeper.referee.plays import Legal, legal
from scorekeeper.referee.read_cards import read_heap
from scorekeeper.referee.readings import settled
from scorekeeper.referee.trick import reason, winner, winning_law
from scorekeeper.rules.cards import Card, cards_over, typed_card, words_of_card, words_of_suit
from scorekeeper.text.message import Words, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused, gathered, refuse


def trick_answer(
    case: Case,
    words: Sequence[str],
    leader: str | None = None,
    pot: Sequence[str] = (),
    goal: Sequence[str] = (),
) -> Answer:
    """Who won the trick of these cards in order of play; by name where the leader is named.
    Where a card of it goes to a heap, which may: `pot` is what lies there, `goal` the card whose
    suits matter to who asks."""
    trick, first, heap, goals = gathered(
        lambda: read_heap(case, words),
        lambda: None if leader is None else seat_named(case.agreed, leader, "leader"),
        lambda: read_heap(case, pot, "heap"),
        lambda: read_heap(case, goal, "goal"),
    )
    players = case.agreed.players
    _check_trick(trick, len(players))
    trick_rules, index = settled(
        case,
        lambda trick_rules: winner(trick_rules, trick),
        lambda place: say("{who} wins", who=words_of_card(case.pack, trick[place])),
    )
    check_heap(case, trick, heap, goals)
    name = None if first is None else players[(first + index) % len(players)]
    because, source = reason(trick_rules, case.pack, trick), trick_rules.sources["wins"]
    value = {"winner": name, "index": index, "card": trick[index].code, "because": because}
    value["source"] = cited(case.rules, source)
    who = name or say("card {number}", number=index + 1)
    lines = [_won(who, because, len(trick), len(players))]
    if len(trick) == len(players) and heap_of(case.rules):
        found = choices(case, trick, index, heap)
        value["choices"] = choice_value(found, goals)
        lines += choice_lines(case, found, name or say("the winner"), bool(heap), goals)
    return Answer(value, (*lines, ruled(case, winning_law(trick_rules), source)))


def _check_trick(trick: Sequence[Card], players: int) -> None:
    """Refuses a trick without cards, or with more than one of each player."""
    if not trick:
        message = say("no cards: name those of the trick, in order of play")
        raise refuse("cards-missing", message, "cards")
    if len(trick) > players:
        message = say(
            "{number} cards are more than one trick of {players}",
            number=len(trick), players=players,
        )  # fmt: skip
        raise refuse("cards-number", message, "cards")


def _won(who: Words, why: Words, played: int, seats: int) -> Words:
    """Who wins, or does so until the trick is whole."""
    if played == seats:
        # Translators: {who} is a player's name, or "card 2".
        return say("{who} wins: {why}", who=who, why=why)
    return say_n(
        played,
        "{who} wins so far, {n} of {players} cards played: {why}",
        "{who} wins so far, {n} of {players} cards played: {why}",
        who=who,
        players=seats,
        why=why,
    )


def legal_answer(case: Case, hand_words: Sequence[str], trick_words: Sequence[str]) -> Answer:
    """Which cards of the hand may be played to the trick so far, and by which law."""
    hand, trick = gathered(
        lambda: read_heap(case, hand_words, "hand"), lambda: read_heap(case, trick_words, "trick")
    )
    _check_hand(case, hand, trick)
    may = _may(case, hand, trick, case.broken or frozenset())
    if not trick and case.broken is None:
        _check_broken(case, may, _may(case, hand, trick, frozenset(case.pack.suits)))
    value = {
        "legal": [card.code for card in may.cards],
        "because": may.because,
        "source": cited(case.rules, may.source),
    }
    lines = [say("may be played: {cards}", cards=shown_cards(case.pack, may.cards))]
    rest = [card for card in hand if card not in may.cards]
    if rest:
        lines.append(say("may not: {cards}", cards=shown_cards(case.pack, rest)))
    return Answer(value, (*lines, ruled(case, may.because, may.source)))


def _may(case: Case, hand: Sequence[Card], trick: Sequence[Card], broken: frozenset[str]) -> Legal:
    """What may be played by all trick rules that may be meant."""
    return settled(
        case,
        lambda trick_rules: legal(trick_rules, hand, trick, broken),
        lambda one: shown_cards(case.pack, one.cards),
    )[1]


def _check_broken(case: Case, before: Legal, after: Legal) -> None:
    """Refuses to say what may be led where that depends on what was played before."""
    if {*before.cards} == {*after.cards}:
        return
    suits = [suit for card in after.cards if card not in before.cards for suit in card.suits]
    names = listing((words_of_suit(case.pack, suit) for suit in dict.fromkeys(suits)), "and")
    message = say("it depends on whether {suits} were played to an earlier trick", suits=names)
    raise refuse("depends", message, "broken", how_said("broken", (suits[0], NO_TRUMPS)))


def _example(case: Case) -> Words:
    """The hint of a question about a hand of this pack and a card that was led."""
    cards = [typed_card(case.pack, card) for card in case.pack.cards.values()]
    hand = (cards[0], cards[len(cards) // 2], cards[-1])
    game = ("--rules", case.rules.id) if case.state is None else ()
    return say("for example {words}", words=asked_with("legal", *hand, PARTS, cards[1], *game))


def _check_hand(case: Case, hand: Sequence[Card], trick: Sequence[Card]) -> None:
    """Refuse a hand without cards or with too many, a trick that is whole, and a card in both."""
    seats, problems = len(case.agreed.players), [*long_hand(case, hand, "hand")]
    if not hand:
        problems.append(
            Problem(
                "hand-missing", say("no cards in the hand: name them"), "hand", (_example(case),)
            )
        )
    if len(trick) >= seats:
        message = say(
            "the trick is complete: {number} cards of {players} players",
            number=len(trick),
            players=seats,
        )
        problems.append(
            Problem("trick-complete", message, "trick", (say("name fewer cards of the trick"),))
        )
    both = [words_of_card(case.pack, card) for card in cards_over(case.pack, (*hand, *trick))]
    if both:
        message = say(
            "{cards} cannot be both in the hand and in the trick", cards=listing(both, "and")
        )
        problems.append(Problem("card-twice", message, "hand", (say("name each card once"),)))
    if problems:
        raise Refused(problems)
