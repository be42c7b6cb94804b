"""The rulings on the four games: where a source is silent or contradicts itself, what is played
here."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import allowed, deals, ruleset

from scorekeeper.game.deal_scoring import Scored, judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import Standing, standing, winners

THREE = ["You", "Goat", "Sheep"]
FOUR = ["Ann", "Bob", "Cal", "Dee"]


def bizon() -> Agreed:
    return agree(ruleset("bizon"), THREE)


def bien(**options: Any) -> Agreed:
    return agree(ruleset("bien"), FOUR, "Dee", options)


def one(agreed: Agreed, **facts: Any) -> Scored:
    return allowed(agreed, facts).deals[0]


def refused(agreed: Agreed, **facts: Any) -> list[str]:
    return [problem.code for problem in standing(agreed, deals(facts)).problems]


# --- Bizon --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gp", "points", "outcome"),
    [
        ((40, 0, 0), (10, 0, 0), "The Bizon won with 40 GP"), ((39, 1, 0), (3, 0, 0), "The Bizon won"), ((14, 13, 13), (3, 0, 0), "The Bizon won"),
        ((20, 0, 20), (1, 1, 1), "The Bizon wins in a tie"), ((16, 16, 8), (1, 1, 1), "The Bizon wins in a tie"), ((0, 30, 10), (-10, 10, 10), "The Bizon lost with 0 GP"),
        ((0, 20, 20), (-10, 10, 10), "The Bizon lost with 0 GP"), ((8, 0, 32), (-5, 3, 3), "The Bizon lost"), ((10, 15, 15), (-5, 3, 3), "The Bizon lost"),
        ((1, 0, 39), (-5, 3, 3), "The Bizon lost"),
    ],
)  # fmt: skip
def test_the_settlement_of_bizon_is_looked_at_in_order(
    gp: tuple[int, ...], points: tuple[int, ...], outcome: str
) -> None:
    """rulings 1, Settlement: 40 before won, a tie before lost, lost with 0 before lost; +10
    replaces +3, it is not added, and in a tie the third player gets +1 too, even with no GP at
    all."""
    deal = one(bizon(), bizon="You", gp=gp)
    assert deal.outcome is not None
    assert (deal.points, deal.outcome.name.shown()) == (points, outcome)


def test_a_bizon_lost_with_nothing_gives_each_otter_ten() -> None:
    """rulings 1 d: the two guides (+10) stand against the author's own program (+3)."""
    assert one(bizon(), bizon="Goat", gp=(15, 0, 25)).points == (10, -10, 10)


def test_two_otters_level_on_top_are_no_tie() -> None:
    """rulings 1, Settlement: a tie is the Bizon sharing the top with one Otter; two Otters tied
    on top is lost."""
    assert one(bizon(), bizon="You", gp=(4, 18, 18)).points == (-5, 3, 3)


def test_the_deal_passes_left_after_every_game_of_bizon() -> None:
    """rulings 1 a: also after a game that was played, so that everybody deals five times."""
    dealers = [
        deal.turn.dealer
        for deal in allowed(bizon(), *[{"bizon": "Sheep", "gp": (10, 10, 20)}] * 15).deals
    ]
    assert [dealers.count(seat) for seat in range(3)] == [5, 5, 5] and dealers[:4] == [0, 1, 2, 0]


def test_level_players_share_a_set_of_bizon() -> None:
    """rulings 1 b: the source is silent on ties of the set, and the author's program prints a
    tie: both have won."""
    result = allowed(
        bizon(),
        {"bizon": "You", "gp": (30, 5, 5)},
        {"bizon": "Goat", "gp": (5, 30, 5)},
        *[{"passed": True}] * 13,
    )
    assert winners(result) == (0, 1)


def test_a_passed_game_of_bizon_counts_among_the_fifteen() -> None:
    """rulings 1, End: passed-out games count, with 0 SP for everyone, because the game did
    happen."""
    result = allowed(bizon(), *[{"passed": True}] * 15)
    assert result.state.over and result.state.totals == (0, 0, 0) and winners(result) == (0, 1, 2)


def test_forty_game_points_are_there_in_every_deal() -> None:
    """rulings 1, Facts: the GP of the three are always 40."""
    assert refused(bizon(), bizon="You", gp=(20, 10, 9)) == ["gp-total"]


# --- Bismarck -----------------------------------------------------------------------------------


def test_the_two_deals_that_the_source_prints() -> None:
    """Scoring: sang 6 6 4, then pass 9 2 5: -2 +2 0 and -3 +2 +1, running totals -5 +4 +1."""
    result = allowed(
        agree(ruleset("bismarck-swedish"), "ABC", "C"),
        {"contract": "sang", "tricks": (6, 6, 4)},
        {"contract": "pass", "tricks": (9, 2, 5)},
    )
    assert [deal.points for deal in result.deals] == [(-2, 2, 0), (-3, 2, 1)]
    assert [deal.quotas for deal in result.deals] == [(8, 4, 4), (6, 4, 6)]
    assert result.state.totals == (-5, 4, 1)


def whole_swedish() -> Standing:
    order = ("spader", "trumf", "sang", "pass")
    return allowed(
        agree(ruleset("bismarck-swedish"), "ABC", "C"),
        *[{"contract": order[deal // 3], "tricks": (8, 4, 4)} for deal in range(12)],
    )


def test_the_modern_game_has_twelve_deals() -> None:
    """rulings 2, ruling 1: the "16-deal game" of the note is a slip; 32 is what twelve deals
    take off."""
    result = whole_swedish()
    assert result.state.over and len(result.deals) == 12
    assert [
        sum(
            deal.quotas[seat] * (-1 if deal.contract == "pass" else 1)
            for deal in result.deals
            if deal.quotas
        )
        for seat in range(3)
    ] == [32] * 3


def test_quotas_are_irrelevant_to_the_whole_game() -> None:
    """rulings 2, ruling 2: tricks alone, less 32, come to the same totals."""
    # nine positive deals and three negative ones of 8 4 4
    tricks = [3 * (3 * n - n) for n in (8, 4, 4)]
    assert whole_swedish().state.totals == tuple(number - 32 for number in tricks)


def test_the_british_game_scores_minus_points() -> None:
    """rulings 2, ruling 5: the reading by which only plus points count is rejected by the
    source's own note."""
    deal = one(agree(ruleset("bismarck-british"), "ABC"), tricks=(2, 7, 7))
    assert deal.points == (-6, 3, 3)


def test_a_contract_used_up_is_refused_and_the_last_three_deals_are_forced() -> None:
    """rulings 2, ruling 15: no contract is played twice by a player; in the last round one is
    left to each."""
    agreed = agree(ruleset("bismarck-swedish"), "ABC", "C")
    result = whole_swedish()
    assert [deal.turn.contracts for deal in result.deals[9:]] == [("pass",)] * 3
    again = standing(agreed, deals(*[{"contract": "sang", "tricks": (8, 4, 4)}] * 4))
    assert [problem.code for problem in again.problems] == ["contract-used"] and len(
        again.deals
    ) == 3


def test_trumf_may_be_spades_again() -> None:
    """rulings 2, Modern Swedish: trumf is any suit, spades allowed again."""
    assert (
        one(
            agree(ruleset("bismarck-swedish"), "ABC", "C"),
            contract="trumf",
            trump="spades",
            tricks=(8, 4, 4),
        ).trump
        == "spades"
    )


@pytest.mark.parametrize("game", ["bismarck-swedish", "bismarck-british"])
def test_level_players_share_the_win_of_bismarck(game: str) -> None:
    """rulings 2, End: all deals played, highest total wins; ties are not spoken of, so they
    share."""
    order = ruleset(game).contracts
    by_round = game == "bismarck-swedish"
    played = [
        {"contract": [*order][deal // 3 if by_round else deal % 4], "tricks": (6, 6, 4)}
        for deal in range(12)
    ]
    result = allowed(agree(ruleset(game), "ABC", "C"), *played)
    assert result.state.totals == (4, 4, -8) and winners(result) == (0, 1)


# --- Bien ---------------------------------------------------------------------------------------


def numbers(bid: int, meld: int, mine: int, bidder: str = "Ann") -> dict[str, Any]:
    points = (mine, 141 - mine) if bidder in ("Ann", "Cal") else (141 - mine, mine)
    return {"bidder": bidder, "bid": bid, "meld": meld, "points": points}


def test_the_game_that_ends_nought_to_four() -> None:
    """The table's last paragraph: 0 - 4 = 12 & 8."""
    result = allowed(
        bien(),
        numbers(200, 150, 81, "Bob"),
        numbers(200, 150, 60, "Dee"),
        numbers(350, 350, 70),
        numbers(250, 250, 50),
    )
    assert result.state.totals == (0, 4)
    assert result.state.results == ((1, 4, (12, 8)),)


def test_there_are_141_card_points() -> None:
    """rulings 4, Arithmetic: with the trump ten at 10 there are 141 in all; 140 or 142 cannot
    be."""
    assert refused(bien(), bidder="Ann", bid=100, meld=0, points=(100, 40)) == ["points-total"]
    assert refused(bien(), bidder="Ann", bid=100, meld=0, points=(100, 42)) == ["points-total"]


@pytest.mark.parametrize(
    ("meld", "mine", "points"),
    [
        (50, 100, (-3, 0)),
        (40, 109, (3, -3)),
        (40, 110, (-3, 0)),
        (0, 141, (3, -3)),
        (160, 0, (-3, 0)),
    ],
)
def test_a_bid_is_made_with_meld_and_card_points_together(
    meld: int, mine: int, points: tuple[int, int]
) -> None:
    """rulings 4 (5): made is meld + card points >= bid, and takes the value off the bidders'
    score, the opponents' unchanged."""
    assert one(bien(), **numbers(150, meld, mine)).points == points


def test_a_set_bid_is_added_to_the_bidders_and_taken_off_the_opponents() -> None:
    """Set: the value is added to the bidders' score and the opponents have the same removed."""
    assert allowed(bien(), numbers(200, 0, 30, "Bob")).state.totals == (8, 16)


def test_a_score_above_twelve_stands_and_the_result_may_be_negative() -> None:
    """rulings 4 (6): 12 less what is left, literally: a side left with 18 has -6; the winners of
    a game always have 12."""
    result = allowed(bien(), numbers(300, 0, 40, "Bob"), numbers(300, 300, 70))
    assert result.state.totals == (0, 18)
    assert result.state.results == ((1, 2, (12, -6)),)


def test_the_winners_have_twelve_even_below_nought() -> None:
    """rulings 4 (6): a side at -2 has won 12, not 14."""
    result = allowed(bien(), numbers(350, 350, 70), numbers(350, 350, 70))
    assert result.state.totals == (-2, 12) and result.state.results == ((1, 2, (12, 0)),)


def test_a_set_can_win_the_game_for_the_opponents() -> None:
    """rulings 4 (6): what is taken off the opponents can bring them to 0."""
    result = allowed(bien(), numbers(300, 300, 70), numbers(300, 0, 41, "Bob"))
    assert result.state.totals == (0, 18) and result.state.over and winners(result) == (0,)


def test_a_bid_above_the_table_is_asked_about_and_worth_its_last_row() -> None:
    """rulings 4 (7): nothing forbids it; more than 661 no team can make."""
    high = judged(bien(), first_state(bien()), numbers(400, 300, 100))
    assert [problem.code for problem in high.questions] == ["bid-high"]
    assert high.scored is not None and high.scored.points == (-7, 0)
    assert judged(bien(), first_state(bien()), numbers(390, 300, 100)).questions == ()
    assert refused(bien(), **numbers(670, 520, 141)) == ["bid-range"]


@pytest.mark.parametrize("meld", [10, 30])
def test_a_meld_that_no_cards_make_is_refused(meld: int) -> None:
    """The least melds are worth 20 and 40: nothing is worth 10 or 30."""
    assert refused(bien(), **numbers(100, meld, 100)) == ["meld-odd"]


def test_bids_go_by_tens() -> None:
    """rulings 4 (8): the bands 100-140 and 150-190 leave no 145."""
    assert refused(bien(), **numbers(145, 300, 100)) == ["bid-step"]


@pytest.mark.parametrize(
    ("bid", "value"),
    [
        (100, 2),
        (140, 2),
        (150, 3),
        (190, 3),
        (200, 4),
        (240, 4),
        (250, 5),
        (290, 5),
        (300, 6),
        (340, 6),
        (350, 7),
        (390, 7),
    ],
)
def test_the_value_of_a_bid(bid: int, value: int) -> None:
    """The table of bids, by bands of fifty."""
    assert one(bien(), **numbers(bid, 400, 0)).points == (-value, 0)


def test_a_meld_is_at_most_520() -> None:
    """rulings 4 (7), computed: a team can hold 520 in melds and no more."""
    assert refused(bien(), **numbers(390, 530, 100)) == ["meld-range"]
    assert one(bien(), **numbers(390, 520, 100)).points == (-7, 0)


def test_a_ponder_needs_all_eight_tricks_of_the_side() -> None:
    """rulings 4 (9): the bidding side must take all 8; worth 6, and 6 the other way if it does
    not."""
    assert one(bien(), bidder="Ann", bid="ponder", tricks=(8, 0)).points == (-6, 0)
    assert one(bien(), bidder="Ann", bid="ponder", tricks=(7, 1)).points == (6, -6)
    assert one(bien(), bidder="Bob", bid="ponder", tricks=(0, 8)).points == (0, -6)


@pytest.mark.parametrize(
    ("bidder", "own", "points"),
    [
        ("Ann", (8, 0, 0, 0), (-6, 0)),
        ("Ann", (7, 0, 1, 0), (6, -6)),
        ("Cal", (8, 0, 0, 0), (6, -6)),
        ("Bob", (0, 8, 0, 0), (0, -6)),
    ],
)
def test_a_ponder_may_be_the_bidder_s_alone(
    bidder: str, own: tuple[int, ...], points: tuple[int, int]
) -> None:
    """rulings 4 (9), to the letter: "If the bidder loses a trick, he is set"."""
    table = agree(ruleset("bien"), ("Ann", "Bob", "Cal", "Dee"), options={"ponder_alone": True})
    assert one(table, bidder=bidder, bid="ponder", own=own).points == points


def test_a_laydown_ponder_is_worth_seven_and_is_not_played() -> None:
    """rulings 4 (9): eight cards of one suit, shown, scored 7 without play."""
    assert one(bien(), bidder="Ann", bid="laydown").points == (-7, 0)
    assert set(refused(bien(), bidder="Ann", bid="laydown", tricks=(8, 0))) == {"fact-unused"}


def test_four_passes_score_nothing_and_move_the_deal() -> None:
    """rulings 4 (10): the source is silent: no score, and the deal passes left."""
    result = allowed(bien(), {"passed": True}, {"passed": True})
    assert result.state.totals == (12, 12) and [deal.turn.dealer for deal in result.deals] == [3, 0]


def test_the_highest_bidder_leads() -> None:
    """rulings 4 (11): the highest bidder leads the first trick."""
    assert one(bien(), **numbers(100, 0, 100, "Bob")).turn.leader == 1


def test_four_games_are_usual_and_one_is_played_unless_said() -> None:
    """Four games are usually played in tournaments: `games=4`; a table that says nothing plays
    one."""
    quick = [numbers(350, 350, 70)] * 2
    assert allowed(bien(), *quick).state.over
    four = allowed(bien(games=4), *quick * 3)
    assert not four.state.over and len(four.state.results) == 3
    assert allowed(bien(games=4), *quick * 4).state.over
