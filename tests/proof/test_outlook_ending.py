"""Who can still win where a score ends the game: what is found can be played, and is as short as
can be."""

from __future__ import annotations

import pytest
from conftest import merged_ruleset, ruleset
from hypothesis import given
from hypothesis import strategies as st
from own_pages import read
from shown import outlook_text

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing, after, standing, winners
from scorekeeper.proof.outlook import ends_by_score, ways_to_win, winning_points
from scorekeeper.proof.possible_results import Possible
from scorekeeper.report.outlook_sheet import SideOutlook, outlook_sheet
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.translation import speak

BIEN = Possible(ruleset("bien"))
MOST = 7  # "Ponder (laydown) 7 points", and 350 to 390: no deal is worth more


def at(game: str, *totals: int, **options: str) -> Standing:
    """A session at these totals, or at the beginning."""
    names = ("Ann", "Bob", "Cal", "Dee")
    now = standing(agree(ruleset(game), names, None, options), [])
    return now._replace(state=now.state._replace(totals=totals or now.state.totals))


def played_on(now: Standing, value: SideOutlook) -> Standing:
    """The session after the deals of a proof, each entered as it is shown."""
    state, agreed = now.state, now.agreed
    for deal in value.deals:
        assert not state.over and deal.number == state.deal
        counts = {name: [*column.values()] for name, column in deal.counts.items()}
        verdict = judged(agreed, state, {**deal.facts, **counts})
        assert verdict.scored is not None and verdict.questions == ()
        sides = dict(zip(agreed.side_names, verdict.scored.points, strict=True))
        assert sides == deal.points
        state = after(agreed, state, verdict.scored)
    return now._replace(state=state)


@given(one=st.integers(1, 30), other=st.integers(1, 30))
def test_the_fewest_deals_are_those_of_the_greatest_value(one: int, other: int) -> None:
    """ "The first team to reach 0, wins the game": with the most that a deal is worth, each team
    needs its score over seven, rounded up, and the deals that are found bring it there."""
    now = at("bien", one, other)
    for side, found in enumerate(ways_to_win(now, BIEN)):
        assert found.can_win and found.proof is not None and found.best is found.worst is None
        assert len(found.proof) == -(-(one, other)[side] // MOST)
        assert (one, other)[side] + sum(points[side] for points in found.proof) <= 0


@pytest.mark.parametrize("totals", [(12, 12), (1, 30), (19, 5)])
def test_the_deals_that_are_shown_can_be_played(totals: tuple[int, int]) -> None:
    """Each is a deal that is recorded without a question, and after the last the team has won."""
    now = at("bien", *totals)
    value = outlook_sheet(now)
    assert not value.decided and value.because.startswith("no fixed number of deals")
    for side, (name, total) in enumerate(zip(now.agreed.side_names, totals, strict=True)):
        end = played_on(now, value.sides[name])
        assert value.sides[name].now == total
        assert end.state.over and winners(end) == (side,)


@pytest.mark.parametrize("total", range(1, 10))
def test_what_wins_with_the_coming_deal_is_the_table_of_values(total: int) -> None:
    """ "100 to 140 2 points … 350 to 390 7 points": a made bid of at least the score that is left
    wins at once."""
    now = at("bien", total, 20)
    assert winning_points(now, BIEN, 0) == tuple(sorted(-v for v in range(2, 8) if v >= total))
    assert winning_points(now, BIEN, 1) == ()


def test_four_games_are_played_to_their_end() -> None:
    """ "Four games are usually played in tournaments": the deals that are shown end all of them."""
    now = at("bien", games="4")
    for side, found in enumerate(outlook_sheet(now).sides.values()):
        end = played_on(now, found)
        assert end.state.over and len(end.state.results) == 4 and winners(end) == (side,)


@pytest.mark.parametrize(("game", "fewest"), [("more/whist", 1), ("more/hearts", 4)])
def test_so_it_is_of_other_games(game: str, fewest: int) -> None:
    """Seven odd tricks pass five at once; 26 points a deal need four for a hundred."""
    now = at(game)
    for side, found in enumerate(outlook_sheet(now).sides.values()):
        assert len(found.proof) == fewest
        end = played_on(now, found)
        assert end.state.over and side in winners(end)


def test_nothing_is_said_where_deals_hang_together() -> None:
    """In Spades ten bags cost a hundred, whenever they were taken: no deal can be looked at
    alone."""
    now = at("more/spades")
    value = outlook_sheet(now, 0)
    assert value.because == "the points of a deal depend on what was scored before it"
    assert {side.can_win for side in value.sides.values()} == {None}
    assert value.for_.say.startswith("Ann & Cal: cannot be decided: the points of a deal")


def test_a_game_that_nobody_can_end_is_not_known() -> None:
    """Where no result ends the game within the deals that are looked ahead, nothing is claimed."""
    raw = merged_ruleset("more/whist")
    rules = read_ruleset(
        {**raw, "game": {**raw["game"], "over": "max(all.total) >= 1000000"}}, "endless"
    )
    now = standing(agree(rules, ("Ann", "Bob", "Cal", "Dee")), [])
    possible = Possible(rules)
    assert ends_by_score(now, possible)
    assert [chance.can_win for chance in ways_to_win(now, possible)] == [None, None]
    assert outlook_text(outlook_sheet(now), rules, 80, plain=False).startswith("cannot be decided")


def test_what_a_side_needs_is_said_in_a_sentence() -> None:
    """What wins at once, and who else could win; or in how many deals."""
    now = at("bien", 5, 9)
    said = [outlook_sheet(now, side).for_.say for side in (0, 1)]
    assert (
        said[0]
        == "Ann & Cal, now at 5, can win with the coming deal, for example if it brings −7, −6 or −5."
    )
    assert said[1] == (
        "Bob & Dee, now at 9, can win in 2 deals, for example if they bring −7 and −7."
        " With the coming deal Ann & Cal can win too."
    )
    assert "can win in 8 deals." in outlook_sheet(at("bien", games="4"), 0).for_.say


def test_a_session_that_is_over_is_told_as_ever() -> None:
    """At the end the winner is told, not a way to win."""
    now = at("bien", 0, 4)
    over = now._replace(state=now.state._replace(over=True, results=((1, 3, (12, 8)),)))
    value = outlook_sheet(over, 0)
    assert value.because is None and value.decided
    assert "the session is over" in value.for_.say


@pytest.mark.parametrize(
    ("code", "heading", "deal"),
    [
        ("en", "Ann & Cal win or share for example so", ", score "),
        ("fr", "Ann & Cal\u00a0: victoire, seule ou partagée, par exemple ainsi", ", marquent "),
        ("sv", "Ann & Cal vinner eller delar segern till exempel så här", ", får "),
    ],
)
def test_partners_take_a_verb_in_the_plural(code: str, heading: str, deal: str) -> None:
    """A side of two wins together: "Ann & Cal win", in every language that tells one from two."""
    value = outlook_sheet(at("bien", 5, 9))
    speak(code, catalogue(code))
    lines = outlook_text(value, ruleset("bien"), 30).split("\n")
    said = " ".join(line.strip(" ") for line in lines)
    assert heading in said and deal in said


def test_one_who_plays_alone_is_shown_the_way_to_the_end() -> None:
    """Nobody is behind or ahead of them."""
    page = """
name = "Alone"
players = 1
game.over = "max(all.total) >= 5"
count.score.total = 2
outcome = [{ points = "score" }]
"""
    rules = read(page)
    now = standing(agree(rules, ("Anna",)), [])
    (found,) = ways_to_win(now, Possible(rules))
    assert (found.can_win, found.proof) == (True, ((2,), (2,), (2,)))
