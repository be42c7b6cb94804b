"""Answers about a trick: who won it, and what may be played to it."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.cards import Card, printed
from scorekeeper.problems import Problem, Refused, listed
from scorekeeper.referee.case import Answer, Case, cited, read_heap, ruled, seat_named, settled, shown_cards
from scorekeeper.referee.plays import legal
from scorekeeper.referee.trick import reason, winner, winning_law


def trick_answer(case: Case, words: Sequence[str], leader: str | None = None) -> Answer:
    """Who won the trick of these cards in order of play; by name where the leader is named."""
    trick = read_heap(case, words)
    seats = len(case.agreed.players)
    if not trick:
        raise Refused([Problem("cards-missing", "no cards: name those of the trick, in order of play", "cards")])
    if len(trick) > seats:
        raise Refused([Problem("cards-number", f"{len(trick)} cards are more than one trick of {seats}", "cards")])
    way, index = settled(case, lambda way: winner(way, trick), lambda place: f"{printed(case.pack, trick[place])} wins")
    seat = None if leader is None else (seat_named(case.agreed, leader, "leader") + index) % seats
    name = None if seat is None else case.agreed.players[seat]
    because, source = reason(way, case.pack, trick), way.sources["wins"]
    value = {"winner": name, "index": index, "card": trick[index].code, "because": because}
    value["source"] = cited(case.rules, source)
    so_far = f" so far, {len(trick)} of {seats} cards played" if len(trick) < seats else ""
    verdict = f"{name or f'card {index + 1}'} wins{so_far}: {because}"
    return Answer(value, (verdict, *ruled(case, winning_law(way), source)))


def legal_answer(case: Case, hand_words: Sequence[str], trick_words: Sequence[str]) -> Answer:
    """Which cards of the hand may be played to the trick so far, and by which law."""
    hand, trick = read_heap(case, hand_words, "hand"), read_heap(case, trick_words, "trick")
    _check_hand(case, hand, trick)
    _, may = settled(case, lambda way: legal(way, hand, trick), lambda one: shown_cards(case.pack, one.cards))
    value = {
        "legal": [card.code for card in may.cards],
        "because": may.because,
        "source": cited(case.rules, may.source),
    }
    lines = [f"may be played: {shown_cards(case.pack, may.cards)}"]
    rest = [card for card in hand if card not in may.cards]
    if rest:
        lines.append(f"may not: {shown_cards(case.pack, rest)}")
    return Answer(value, (*lines, *ruled(case, may.because, may.source)))


def _check_hand(case: Case, hand: Sequence[Card], trick: Sequence[Card]) -> None:
    seats, problems = len(case.agreed.players), []
    if not hand:
        problems.append(Problem("hand-missing", "no cards in the hand: name them", "hand", '--hand "2H KH 3S"'))
    if len(trick) >= seats:
        problems.append(
            Problem("trick-complete", f"the trick is complete: {len(trick)} cards of {seats} players", "trick")
        )
    both = [printed(case.pack, card) for card in hand if card in trick]
    if both:
        problems.append(
            Problem("card-twice", f"{listed(both, 'and')} cannot be both in the hand and in the trick", "hand")
        )
    if problems:
        raise Refused(problems)
