"""What cannot be left over, and what three goal cards cannot find in one pot: each bound proved,
and reached."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest
from conftest import ruleset

from scorekeeper.game.deal_scoring import Judged, judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.referee.stops import PileRules, layout_of, next_cards
from scorekeeper.rules.cards import Card
from scorekeeper.text.message_text import text_of

ESTONIAN, BISQUE = ruleset("bismarck-estonian"), ruleset("bisque")
NAMES = ("Ann", "Bob", "Cal", "Dee")
MOST_LEFT = {3: 22, 4: 24}
LAYOUTS = [("stops-up", "6", "up", False), ("stops-down", "A", "down", False)]
LAYOUTS += [
    ("stops-chosen", rank, way, True) for rank in ESTONIAN.pack.ranks for way in ("up", "down")
]


def left_after(players: int, left: Sequence[int], contract: str = "stops-up") -> Judged:
    """The verdict on a round of stops that leaves so many cards."""
    agreed = agree(ESTONIAN, NAMES[:players])
    deal = {"stops-up": 4, "stops-down": 5, "stops-chosen": 6}[contract] * players + 1
    return judged(agreed, first_state(agreed)._replace(deal=deal), {"left": tuple(left)})


# --- cards left in a layout ----------------------------------------------------------------------

# A suit of the layout: how many cards of it lie, and whose the next one is.
MINE, THEIRS, NOBODYS = "mine", "theirs", "nobody's"
Suit = tuple[int, str]
Suits = tuple[Suit, ...]


def laid(suits: Suits, suit: Suit, length: int) -> Iterator[Suits]:
    """The layout after the next card of a suit, whoever holds the one after that."""
    rest = list(suits)
    rest.remove(suit)
    for owner in (MINE, THEIRS) if suit[0] + 1 < length else (NOBODYS,):
        yield tuple(sorted([*rest, (suit[0] + 1, owner)]))


def others_lay(suits: Suits, length: int, most: int) -> dict[Suits, int]:
    """The layouts after the others laid one card or more, with the fewest that they laid for it."""
    found: dict[Suits, int] = {}
    todo = [(0, suits)]
    while todo:
        number, now = todo.pop()
        for suit in {suit for suit in now if suit[1] == THEIRS and number < most}:
            for after in laid(now, suit, length):
                if number + 1 < found.get(after, most + 1):
                    found[after] = number + 1
                    todo.append((number + 1, after))
    return found


@cache
def fewest_laid_by_others(number: int, length: int, hand: int, others: int) -> int:
    """The fewest cards that the others lay before one player has laid a whole hand, whatever the
    deal and the play.

    Who holds a card is settled when it becomes the next of its suit. Between two turns of that
    player somebody else holds a card that fits or nobody does: who does must lay one, and here they
    may lay as they please. So whatever can happen at a table is tried, and more; it is a bound. A
    player who goes out holds no more cards than the hand.
    """
    best: dict[tuple[int, Suits], int] = {}
    heap: list[tuple[int, int, Suits]] = []

    def note(cost: int, own: int, suits: Suits) -> None:
        if own + sum(owner == MINE for _, owner in suits) <= hand and cost < best.get(
            (own, suits), 99
        ):
            best[own, suits] = cost
            heapq.heappush(heap, (cost, own, suits))

    for owners in combinations_with_replacement((MINE, THEIRS), number):
        begin = tuple(sorted((0, owner) for owner in owners))
        for suits, cost in {begin: 0, **others_lay(begin, length, others)}.items():
            note(cost, 0, suits)
    while heap:
        cost, own, suits = heapq.heappop(heap)
        if own == hand:
            return cost
        mine = {suit for suit in suits if suit[1] == MINE}
        turns = [(own + 1, after) for suit in mine for after in laid(suits, suit, length)] or [
            (own, suits)
        ]
        for done, after in turns:
            theirs = {} if done == hand else others_lay(after, length, others)
            for later, more in (theirs or {after: 0}).items():
                note(cost + more, done, later)
    raise AssertionError("nobody can go out")


@pytest.mark.parametrize("players", [3, 4])
def test_who_goes_out_makes_others_lay(players: int) -> None:
    """ "At your turn, if you have a card that fits on one of the piles you must play it": with
    three players the others lay two cards at least before somebody is out, with four three; the
    rest is the most that can remain."""
    hand = 36 // players
    fewest = fewest_laid_by_others(4, 9, hand, players - 1)
    assert (players - 1) * hand - fewest == MOST_LEFT[players]


def most_that_can_remain(layout: PileRules, players: int) -> list[int]:
    """What is left of a deal in which as much remains as can: the player who goes out first lays
    whole suits or long beginnings, and the first cards of the other suits last. Every turn is
    held to the rule."""
    pack = list(ESTONIAN.pack.cards.values())
    order = layout.orders[0]
    suits = [
        sorted((c for c in pack if suit in c.suits), key=lambda c: order.index(c.rank))
        for suit in ESTONIAN.pack.suits
    ]
    hand, long = 36 // players, 36 // players - 3
    out = [*suits[0][:long], suits[1][0], suits[2][0], suits[3][0]]
    last = [c for c in (*suits[0][long:], *suits[1][1:3], suits[2][1]) if c not in out]
    rest = [card for card in pack if card not in out and card not in last]
    hands = [
        out,
        *(rest[: hand * (players - 2)][n * hand : (n + 1) * hand] for n in range(players - 2)),
    ]
    hands.append([*last, *rest[hand * (players - 2) :]])
    assert sorted(len(held) for held in hands) == [hand] * players
    return played_out(layout, hands)


def played_out(layout: PileRules, hands: list[list[Card]]) -> list[int]:
    """Lays cards in turn until a hand is empty, each player the first of the hand that fits, as
    must be; what is left."""
    table: list[Card] = []
    left = [list(hand) for hand in hands]
    while True:
        for held in left:
            fitting = next_cards(layout, ESTONIAN.pack, table)
            card = next((card for card in held if card.code in fitting), None)
            if card is not None:
                held.remove(card)
                table.append(card)
            if not held:
                return [len(other) for other in left]


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize(("contract", "start", "direction", "ring"), LAYOUTS)
def test_as_much_can_remain(
    contract: str, start: str, direction: str, ring: bool, players: int
) -> None:
    """The bound is reached in every round of stops, whatever rank and direction were chosen:
    such a deal is scored, and one in which a card more remains is refused with the numbers."""
    left = most_that_can_remain(layout_of(ESTONIAN.pack, start, direction, ring), players)
    assert left[0] == 0 and sum(left) == MOST_LEFT[players]
    assert left_after(players, left, contract).scored is not None
    (problem,) = left_after(players, [0, left[1], *left[2:-1], left[-1] + 1], contract).problems
    assert (problem.code, problem.fact) == ("left-most", "left")
    assert f"makes {sum(left) + 1} cards left" in text_of(
        problem.message
    ) and f"at most {sum(left)}" in text_of(problem.message)


@pytest.mark.parametrize("left", [(0, 12, 12), (0, 11, 12), (12, 0, 11)])
def test_more_than_can_remain_is_refused(left: tuple[int, ...]) -> None:
    """ "The play ends as soon as one of the players plays their last card": the others cannot
    have kept nearly all of theirs."""
    assert [problem.code for problem in left_after(3, left).problems] == ["left-most"]


# --- three goal cards and one pot -----------------------------------------------------------------

PIPS = {rank: BISQUE.scoring.ladders["pips"].at(rank) for rank in BISQUE.pack.ranks}
CARDS = list(BISQUE.pack.cards.values())
BY_RANK = {rank: [card for card in CARDS if card.rank == rank] for rank in BISQUE.pack.ranks}
GOALS = [card for card in CARDS if len(card.suits) == 2]
POT, PARTS = 11, 4
MOST_TOGETHER, MOST_ALONE = 111, 45
Weights = dict[str, int]


def pots(goals: Sequence[Card], worths: Any, better: Any, begin: Any) -> Any:
    """Goes through the ranks from the highest and keeps for each number of pot cards what is best
    of them.

    A pot of eleven may be made when to each of its cards there is one of its rank or higher that
    won the trick, out of the cards that are neither in the pot nor goal cards: of each rank and
    those above it no more lie in the pot than not.
    """
    found = {0: begin}
    there = gone = 0
    for rank in BISQUE.pack.ranks:
        cards = [card for card in BY_RANK[rank] if card not in goals]
        there, gone = there + len(BY_RANK[rank]), gone + len(BY_RANK[rank]) - len(cards)
        after: dict[int, Any] = {}
        for number, best in found.items():
            for more, worth in worths(cards):
                total = number + more
                if total <= POT and 2 * total + gone <= there:
                    after[total] = better(after.get(total), best, worth)
        found = after
    return found[POT]


def weighted(goals: Sequence[Card], weights: Weights) -> int:
    """The most that a pot can be worth when each suit counts so often."""

    def worths(cards: Sequence[Card]) -> list[tuple[int, int]]:
        ranked = sorted(
            (PIPS[c.rank] * sum(weights.get(s, 0) for s in c.suits) for c in cards), reverse=True
        )
        return [(number, sum(ranked[:number])) for number in range(len(ranked) + 1)]

    def better(kept: int | None, best: int, worth: int) -> int:
        return max(best + worth, kept or 0)

    most: int = pots(goals, worths, better, 0)
    return most


def together_at_most(goals: Sequence[Card], shares: Sequence[int]) -> int:
    """What three goal cards score together at most: each scores the lower of its suits, which is
    no more than any mean of the two."""
    weights: Counter[str] = Counter()
    for goal, share in zip(goals, shares, strict=True):
        weights[goal.suits[0]] += share
        weights[goal.suits[1]] += PARTS - share
    return weighted(goals, weights) // PARTS


def lower_at_most(goals: Sequence[Card], suits: Sequence[str]) -> int:
    """The most that the lower of two suits can be worth, exactly: of every sum of the one the
    greatest of the other."""

    def worths(cards: Sequence[Card]) -> list[tuple[int, tuple[int, int]]]:
        chosen = (cs for number in range(len(cards) + 1) for cs in combinations(cards, number))
        sums = {
            (len(cs), *(sum(PIPS[c.rank] for c in cs if suit in c.suits) for suit in suits))
            for cs in chosen
        }
        return [(number, (one, other)) for number, one, other in sums]

    def better(
        kept: dict[int, int] | None, best: dict[int, int], worth: tuple[int, int]
    ) -> dict[int, int]:
        kept = {} if kept is None else kept
        for one, other in best.items():
            kept[one + worth[0]] = max(kept.get(one + worth[0], 0), other + worth[1])
        return kept

    most: int = max(min(sums) for sums in pots(goals, worths, better, {0: 0}).items())
    return most


def test_no_three_goal_cards_find_more_in_one_pot() -> None:
    """Every three goal cards together score 111 at most: by the half of both suits, or some
    other mean; where all three show the same two suits, by every pot there can be."""
    half = {goals: together_at_most(goals, (2, 2, 2)) for goals in combinations(GOALS, 3)}
    left = [goals for goals, most in half.items() if most > MOST_TOGETHER]
    means = list(product(range(PARTS + 1), repeat=3))
    left = [
        goals
        for goals in left
        if min(together_at_most(goals, shares) for shares in means) > MOST_TOGETHER
    ]
    assert {goal.suits for goals in left for goal in goals} == {
        ("wyrms", "knots"),
        ("waves", "leaves"),
    }
    assert all(len({goal.suits for goal in goals}) == 1 for goals in left)
    assert max(3 * lower_at_most(goals, goals[0].suits) for goals in left) == MOST_TOGETHER


def test_no_goal_card_finds_more_alone() -> None:
    """A goal card, itself out of play, scores 45 at most; and as much where two others that
    leave the pot alone are out."""
    assert max(lower_at_most((goal,), goal.suits) for goal in GOALS) == MOST_ALONE
    card = BISQUE.pack.cards
    assert lower_at_most((card["5YK"], card["2MK"], card["3MW"]), ("wyrms", "knots")) == MOST_ALONE


BEST = {
    "goals": ["8YK", "5YK", "4YK"],
    "pot": ["AY", "AK", "2SY", "6SY", "6LK", "7SK", "7WY", "9WY", "9LK", "CY", "CK"],
}


def soup(facts: dict[str, Any]) -> Judged:
    agreed = agree(BISQUE, NAMES[:3])
    return judged(agreed, first_state(agreed), facts)


def test_three_goal_cards_can_find_as_much() -> None:
    """The bound is reached: three times 37 from a pot that can be made."""
    found = soup(BEST).scored
    assert found is not None and found.points == (37, 37, 37) and sum(found.points) == MOST_TOGETHER


@pytest.mark.parametrize(
    ("scores", "codes"),
    [
        ((37, 37, 37), []), ((45, 45, 21), []), ((45, 45, 45), ["scores-together"]),
        ((37, 37, 38), ["scores-together"]),
        ((46, 0, 0), ["scores-range"]), ((45, 0, 0), []),
    ],
)  # fmt: skip
def test_scores_that_no_pot_gives_are_refused(scores: tuple[int, ...], codes: list[str]) -> None:
    """Counted by hand, three scores of more than 111 together are refused with the numbers and
    the reason."""
    problems = soup({"scores": scores}).problems
    assert [problem.code for problem in problems] == codes
    if codes == ["scores-together"]:
        assert f"{sum(scores)}" in text_of(problems[0].message) and "111" in text_of(
            problems[0].message
        )
