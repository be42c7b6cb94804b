"""What piles of cards can be worth: compared with dealing every pack out in every way."""

from __future__ import annotations

from itertools import combinations

import pytest
from conftest import merged_ruleset, ruleset
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.game.slip_hints import bounds, can_hold, can_split, card_values
from scorekeeper.rules.ruleset_file import read_ruleset

BIZON = card_values(ruleset("bizon"), ruleset("bizon").counts["gp"])
BIEN = card_values(ruleset("bien"), ruleset("bien").counts["points"])


def every_deal(values: tuple[int, ...], sizes: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every way to deal these cards into piles of these sizes, as what each pile is worth."""
    if not sizes:
        return {()}
    found = set()
    for hand in combinations(range(len(values)), sizes[0]):
        rest = tuple(value for place, value in enumerate(values) if place not in hand)
        found |= {
            (sum(values[place] for place in hand), *others)
            for others in every_deal(rest, sizes[1:])
        }
    return found


SMALL_PACKS = st.lists(st.sampled_from([0, 0, 1, 2, 3, 4, 10]), min_size=3, max_size=7).map(
    lambda cards: tuple(sorted(cards))
)


@given(SMALL_PACKS, st.data())
def test_piles_are_possible_exactly_when_some_deal_gives_them(
    values: tuple[int, ...], data: st.DataObject
) -> None:
    """Three piles can hold what is claimed exactly when dealing the pack out in every way gives
    it once."""
    first = data.draw(st.integers(0, len(values)))
    second = data.draw(st.integers(0, len(values) - first))
    sizes = (first, second, len(values) - first - second)
    possible = every_deal(values, sizes)
    for one in range(sum(values) + 1):
        for two in range(sum(values) + 1 - one):
            worths = (one, two, sum(values) - one - two)
            assert can_split(values, list(zip(sizes, worths, strict=True))) == (worths in possible)


@given(SMALL_PACKS)
def test_a_pile_is_possible_exactly_when_some_of_the_cards_are_worth_it(
    values: tuple[int, ...],
) -> None:
    """A pile of so many cards can hold exactly the sums of so many cards of the pack, between
    its bounds."""
    for cards in range(len(values) + 1):
        sums = {sum(pile) for pile in combinations(values, cards)}
        assert {
            points for points in range(sum(values) + 2) if can_hold(values, cards, points)
        } == sums
        assert bounds(values, cards) == (min(sums), max(sums))


@pytest.mark.parametrize(("cards", "points"), [(-1, 0), (3, -1), (8, 0), (7, 99)])
def test_no_pile_holds_more_cards_than_there_are(cards: int, points: int) -> None:
    """Fewer than no cards, more than the pack, less than nothing: impossible, not an error."""
    assert not can_hold((0, 0, 1, 1, 2, 3, 4), cards, points)


def test_the_game_points_of_bizon_are_forty() -> None:
    """4*4 + 4*3 + 4*2 + 4*1 = 40 in 24 cards (guide 8)."""
    assert (len(BIZON), sum(BIZON)) == (24, 40)


@pytest.mark.parametrize(
    ("tricks", "least", "most"),
    [
        (0, 0, 0),
        (1, 0, 12),
        (2, 0, 22),
        (3, 1, 30),
        (4, 4, 36),
        (5, 10, 39),
        (6, 18, 40),
        (7, 28, 40),
        (8, 40, 40),
    ],
)
def test_what_so_many_tricks_of_bizon_can_hold(tricks: int, least: int, most: int) -> None:
    """A trick is three cards: one holds at most 12 GP, and seven at least 28, for what is left
    over is at most 12."""
    assert bounds(BIZON, tricks * 3) == (least, most)


def test_every_number_between_can_be_held_in_bizon() -> None:
    """Between the least and the most there is no gap, whatever the number of tricks."""
    for tricks in range(9):
        least, most = bounds(BIZON, tricks * 3)
        assert all(can_hold(BIZON, tricks * 3, points) for points in range(least, most + 1))


@pytest.mark.parametrize(
    ("piles", "possible"),
    [
        ([(24, 40), (0, 0), (0, 0)], True), ([(21, 40), (3, 0), (0, 0)], True), ([(21, 28), (3, 12), (0, 0)], True),
        ([(3, 12), (3, 12), (18, 16)], False), ([(3, 12), (3, 10), (18, 18)], True), ([(3, 12), (3, 11), (18, 17)], False),
        ([(9, 30), (6, 10), (9, 0)], False), ([(9, 30), (6, 9), (9, 1)], True), ([(12, 20), (12, 20), (0, 0)], True),
        ([(12, 20), (12, 19), (0, 0)], False), ([(12, 20), (12, 21), (0, 0)], False),
    ],
)  # fmt: skip
def test_piles_of_bizon_that_share_one_pack(piles: list[tuple[int, int]], possible: bool) -> None:
    """Each pile may be possible alone and all three not: there are only four aces."""
    assert can_split(BIZON, piles) == possible


def test_the_card_points_of_bien_are_141() -> None:
    """60 in trumps, where the ten counts 10, and 27 in each other suit (POINT CARDS; rulings 4,
    Arithmetic)."""
    assert (len(BIEN), sum(BIEN)) == (32, 141)


@pytest.mark.thorough
def test_every_pair_of_tricks_and_points_of_bizon() -> None:
    """For all three trick counts and all GP the answer is that of adding cards rank by rank."""
    by_rank = [4, 3, 2, 1, 0]
    copies = [4, 4, 4, 4, 8]
    sums: set[tuple[int, ...]] = {(0, 0, 0, 0)}
    for value, number in zip(by_rank, copies, strict=True):
        sums = {
            (a + one, x + one * value, b + two, y + two * value)
            for a, x, b, y in sums
            for one in range(number + 1)
            for two in range(number + 1 - one)
        }
    for one in range(9):
        for two in range(9 - one):
            for gp in range(41):
                for other in range(41 - gp):
                    piles = [
                        (one * 3, gp),
                        (two * 3, other),
                        (24 - one * 3 - two * 3, 40 - gp - other),
                    ]
                    assert can_split(BIZON, piles) == ((one * 3, gp, two * 3, other) in sums), piles


@given(SMALL_PACKS, st.data())
def test_piles_beside_cards_that_nobody_holds(values: tuple[int, ...], data: st.DataObject) -> None:
    """Two piles that leave some of the pack out are possible exactly when some deal gives them."""
    first = data.draw(st.integers(0, len(values) - 1))
    second = data.draw(st.integers(0, len(values) - 1 - first))
    possible = every_deal(values, (first, second))
    for one in range(sum(values) + 1):
        for two in range(sum(values) + 1 - one):
            assert can_split(values, [(first, one), (second, two)]) == ((one, two) in possible)


def test_what_would_take_too_long_to_disprove_is_possible() -> None:
    """Three odd piles of a pack of even cards cannot be; of thirty cards that are all different
    nobody waits to be told."""
    assert not can_split(tuple(range(0, 20, 2)), [(2, 19), (2, 19), (2, 19)])
    assert can_split(tuple(range(0, 60, 2)), [(7, 203), (7, 203), (7, 203)])


def test_a_pack_without_trumps_of_their_own_counts_every_suit_alike() -> None:
    """The values of a pack are those of its cards, lowest first; only the trumps of Bien are
    worth more."""
    assert tuple(sorted([4, 3, 2, 1, 0, 0] * 4)) == BIZON
    assert tuple(sorted([20, 14, 11, 10, 3, 2, 0, 0] + [11, 10, 3, 2, 1, 0, 0, 0] * 3)) == BIEN


def test_one_suit_is_worth_what_trumps_are_worth() -> None:
    """Where trumps have values of their own, the pack holds them once: the jack of trumps 20 and
    its nine 14, beside three suits of the others."""
    raw = merged_ruleset("bizon")
    own = {"A": 11, "J": 2, "9": 0}
    count = {**raw["count"]["gp"], "cards": own, "trump_cards": {**own, "J": 20, "9": 14}}
    rules = read_ruleset({**raw, "count": {**raw["count"], "gp": count}}, "jass")
    values = card_values(rules, rules.counts["gp"])
    assert (sum(values), values.count(20), values.count(14)) == (4 * 11 + 3 * 2 + 20 + 14, 1, 1)
