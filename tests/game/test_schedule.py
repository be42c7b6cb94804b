"""Who deals, declares and leads, which round it is and which contracts are left, deal by deal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from conftest import allowed, ruleset

from scorekeeper.game.schedule import (
    Ended,
    Follows,
    Turn,
    deals_per_game,
    first_state,
    next_dealer,
    passed_on,
    turn,
)
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing, passed_over, state_before

SWEDISH, BRITISH, BIZON, BIEN = (
    ruleset(name) for name in ("bismarck-swedish", "bismarck-british", "bizon", "bien")
)
EVEN = {"tricks": (6, 5, 5)}
WON = {"bizon": "A", "gp": (20, 10, 10)}
PASSED = {"passed": True}
ALL = ("spader", "trumf", "sang", "pass")


def seats(result: Standing) -> list[tuple[str, str | None, str | None]]:
    """Dealer, declarer and leader of each deal, by name."""
    names = result.agreed.players

    def named(seat: int | None) -> str | None:
        return None if seat is None else names[seat]

    return [
        (names[deal.turn.dealer], named(deal.turn.declarer), named(deal.turn.leader))
        for deal in result.deals
    ]


def test_the_swedish_deal_passes_left_and_forehand_declares_and_leads() -> None:
    """12 deals: dealer C, A, B, C …; the player at dealer's left chooses the contract and leads
    (Deal and Contracts)."""
    played = [{"contract": name, **EVEN} for name in ALL for _ in range(3)]
    result = allowed(agree(SWEDISH, "ABC", "C"), *played)
    assert seats(result) == [("C", "A", "A"), ("A", "B", "B"), ("B", "C", "C")] * 4
    assert [deal.turn.round for deal in result.deals] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3
    assert [deal.turn.number for deal in result.deals] == list(range(1, 13))
    assert result.state.over and result.next_turn is None


def test_the_first_named_player_deals_first_unless_another_is_agreed() -> None:
    """`--dealer` is the first dealer; by default the first player named."""
    for dealer, first in ((None, "A"), ("B", "B"), ("C", "C")):
        assert (
            seats(allowed(agree(SWEDISH, "ABC", dealer), {"contract": "sang", **EVEN}))[0][0]
            == first
        )


def test_each_swedish_contract_is_left_until_its_declarer_has_played_it() -> None:
    """Each forehand has four contracts and plays each once; what the others played does not
    matter."""
    order = [
        "sang",
        "pass",
        "spader",
        "pass",
        "sang",
        "sang",
        "spader",
        "trumf",
        "pass",
        "trumf",
        "spader",
        "trumf",
    ]
    result = allowed(agree(SWEDISH, "ABC", "C"), *[{"contract": name, **EVEN} for name in order])
    left = [deal.turn.contracts for deal in result.deals]
    assert left[:3] == [ALL] * 3
    assert left[3:6] == [
        ("spader", "trumf", "pass"),
        ("spader", "trumf", "sang"),
        ("trumf", "sang", "pass"),
    ]
    assert left[6:9] == [("spader", "trumf"), ("spader", "trumf"), ("trumf", "pass")]
    assert left[9:] == [("trumf",), ("spader",), ("trumf",)]


def test_the_last_swedish_round_is_forced() -> None:
    """In the last three deals one contract is left to each declarer, and it is played without
    being named."""
    played = [
        {"contract": name, **EVEN} for name in ("sang", "pass", "spader") for _ in range(3)
    ] + [EVEN] * 3
    result = allowed(agree(SWEDISH, "ABC", "C"), *played)
    assert [deal.contract for deal in result.deals[9:]] == ["trumf"] * 3


def test_the_british_dealer_deals_four_in_succession_and_declares() -> None:
    """Each of the three players in turn deals four times in succession; dealer's left leads
    (British Bismarck)."""
    result = allowed(agree(BRITISH, "ABC", "B"), *[EVEN] * 12)
    assert seats(result) == [("B", "B", "C")] * 4 + [("C", "C", "A")] * 4 + [("A", "A", "B")] * 4
    assert [deal.contract for deal in result.deals] == [
        "no-trumps",
        "cut-trumps",
        "chosen-trumps",
        "misere",
    ] * 3
    assert [deal.turn.contracts for deal in result.deals[:2]] == [("no-trumps",), ("cut-trumps",)]
    assert [deal.turn.round for deal in result.deals] == [1] * 4 + [2] * 4 + [3] * 4
    assert result.state.over


def test_fifteen_bizon_deals_pass_left_whoever_is_the_bizon() -> None:
    """15 games are a set; everybody deals five, and dealer's left leads even if he is not the
    Bizon (guide 7, 8)."""
    result = allowed(agree(BIZON, "ABC"), *[WON] * 15)
    assert seats(result) == [("A", "A", "B"), ("B", "A", "C"), ("C", "A", "A")] * 5
    assert result.state.over


def test_a_passed_out_bizon_deal_counts_and_moves_the_deal() -> None:
    """All passed twice: everyone gets 0, the game did happen, and the left neighbour deals
    (guide 4, 8)."""
    result = allowed(agree(BIZON, "ABC"), PASSED, WON, PASSED, PASSED, *[WON] * 10)
    assert [dealer for dealer, _, _ in seats(result)] == list("ABC" * 4 + "AB")
    assert not result.state.over and result.next_turn == Turn(15, 1, 5, 2, None, 0, ())
    assert allowed(agree(BIZON, "ABC"), *[PASSED] * 15).state.over


def test_the_bizon_is_not_known_before_the_deal() -> None:
    """Who declares is left to the deal itself; the leader is not."""
    coming = allowed(agree(BIZON, "ABC")).next_turn
    assert coming is not None and (coming.declarer, coming.leader) == (None, 1)


BOB_TAKES_FOUR = {"bidder": "Bob", "bid": 200, "meld": 100, "points": (41, 100)}


def test_the_bien_bidder_leads_and_the_deal_passes_left() -> None:
    """The highest bidder leads; the deal passes left after every hand, passed out or not
    (rulings 4, 10 and 11)."""
    result = allowed(
        agree(BIEN, ["Ann", "Bob", "Cal", "Dee"], "Cal"), BOB_TAKES_FOUR, PASSED, BOB_TAKES_FOUR
    )
    assert seats(result) == [("Cal", "Bob", "Bob"), ("Dee", None, None), ("Ann", "Bob", "Bob")]


def test_a_bien_match_goes_on_from_twelve_until_its_games_are_played() -> None:
    """Each game starts at 12, deals are numbered through, and the next game begins with the next
    dealer."""
    agreed = agree(BIEN, ["Ann", "Bob", "Cal", "Dee"], options={"games": 4})
    result = allowed(agreed, *[BOB_TAKES_FOUR] * 12)
    assert [deal.turn.game for deal in result.deals] == [1] * 3 + [2] * 3 + [3] * 3 + [4] * 3
    assert [deal.totals[1] for deal in result.deals] == [8, 4, 0] * 4
    assert [deal.turn.number for deal in result.deals] == list(range(1, 13))
    assert [deal.turn.dealer for deal in result.deals] == [0, 1, 2, 3] * 3
    assert [deal.turn.round for deal in result.deals] == [1] * 12
    assert result.state.results == (
        (1, 3, (0, 12)),
        (4, 6, (0, 12)),
        (7, 9, (0, 12)),
        (10, 12, (0, 12)),
    )
    assert result.state.over


def test_a_single_bien_game_is_over_when_a_side_reaches_zero() -> None:
    """The first team to reach 0 wins the game; `games` is 1 unless the table says four."""
    result = allowed(agree(BIEN, ["Ann", "Bob", "Cal", "Dee"]), *[BOB_TAKES_FOUR] * 3)
    assert result.state.over and result.state.results == ((1, 3, (0, 12)),)


@pytest.mark.parametrize(
    ("rules", "names", "number"),
    [(SWEDISH, "ABC", 12), (BRITISH, "ABC", 12), (BIZON, "ABC", 15), (BIEN, "ABCD", None)],
)
def test_how_many_deals_a_game_has(rules: Any, names: str, number: int | None) -> None:
    """12 deals of Bismarck, 15 of Bizon; only the score ends a game of Bien."""
    assert deals_per_game(agree(rules, names)) == number


def test_a_deal_played_for_nothing_moves_the_schedule_on() -> None:
    """Looking ahead past a deal that is not played yet: the deal moves, no score does, and the
    end is the end."""
    agreed = agree(SWEDISH, "ABC", "C")
    state = first_state(agreed)
    for number in range(1, 13):
        assert (state.deal, state.dealer, state.over) == (number, (2 + number - 1) % 3, False)
        state = passed_over(agreed, state)
    assert state.over and passed_over(agreed, state) == state and state.totals == (0, 0, 0)


def test_the_state_before_a_deal_is_the_state_its_deal_was_judged_in() -> None:
    """Going back to deal N gives the dealer, the totals and the contracts left as they were
    then."""
    played = [{"contract": name, **EVEN} for name in ("sang", "pass", "spader", "pass", "sang")]
    result = allowed(agree(SWEDISH, "ABC", "C"), *played)
    for number, deal in enumerate(result.deals, 1):
        state = state_before(result, number)
        assert turn(result.agreed, state, deal.facts) == deal.turn
        assert state == allowed(result.agreed, *played[: number - 1]).state


def test_counters_begin_at_their_start_for_every_side() -> None:
    """What is carried from deal to deal begins with the ruleset's own number, once a side."""
    rules = ruleset("more/spades")
    assert first_state(agree(rules, "ABCD")).carry == ((0, 0),)
    later = {name: replace(one, start=7) for name, one in rules.scoring.carry.items()}
    started = replace(rules, scoring=replace(rules.scoring, carry=later))
    assert first_state(agree(started, "ABCD")).carry == ((7, 7),)


def test_a_contract_may_be_picked_again_where_the_rules_do_not_say_once() -> None:
    """What a declarer has played stays open to that declarer, and before it is known who
    declares everything is."""
    free = replace(SWEDISH, deals=replace(SWEDISH.deals, picking=(True, False, False)))
    played = [{"contract": "sang", **EVEN}] * 4
    assert allowed(agree(free, "ABC", "C"), *played).deals[3].turn.contracts == ALL
    unknown = replace(SWEDISH, deals=replace(SWEDISH.deals, declarer=None))
    assert (
        turn(agree(unknown, "ABC", "C"), first_state(agree(unknown, "ABC", "C"))).contracts == ALL
    )


def test_the_first_named_seat_deals_and_leads_like_any_other() -> None:
    """The turn goes back to the first named as to anybody, and a deal before can have made that
    player declare and lead."""
    agreed = agree(SWEDISH, "ABC", "B")
    state = first_state(agreed)
    assert next_dealer(agreed, state._replace(back=0)) == 0
    settled = Follows(declarer=0, leader=0, trump=None)
    coming = turn(agreed, state._replace(follows=settled))
    assert (coming.dealer, coming.declarer, coming.leader) == (1, 0, 0)


def test_only_after_the_very_first_deal_does_the_dealing_go_to_who_began() -> None:
    """In Estonia the holder of the ace of clubs begins, and deals next; from then on the deal passes
    left."""
    agreed = agree(ruleset("bismarck-estonian"), "ABC", "A")
    first = first_state(agreed)
    begun = turn(agreed, first, {"starter": "C"})
    assert next_dealer(agreed, first, begun) == 2
    assert next_dealer(agreed, first._replace(deal=2), begun) == 1


def test_games_that_ended_stay_known_through_the_deals_after() -> None:
    """What held for one deal alone is past; how the games before ended is not."""
    ended = (Ended(deal=3, won=(1,), bonus=(0, 5, 0)),)
    state = first_state(agree(SWEDISH, "ABC"))._replace(ended=ended, held="sang", back=1, due=2)
    after = passed_on(state, 2)
    assert (after.deal, after.dealer, after.ended) == (2, 2, ended)
    assert (after.held, after.back, after.due) == (None, None, None)
