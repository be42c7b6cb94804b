"""The outlook: what is still possible agrees with trying everything, and every proof is a run of real deals."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from conftest import deals, ruleset
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.outlook.course import courses, step_results
from scorekeeper.outlook.need import needs_of
from scorekeeper.outlook.outlook import outlook_of
from scorekeeper.outlook.possible import Possible
from scorekeeper.outlook.winning import front_of, margins_of, winning_run
from scorekeeper.report.outlook import need_of
from scorekeeper.ruleset import Ruleset, read_ruleset
from scorekeeper.schedule import turn
from scorekeeper.scoring import judged
from scorekeeper.session import agree
from scorekeeper.standing import Standing, after, standing

THREE = st.tuples(*[st.integers(-4, 4)] * 3)


def small(number: int, total: int, quota: int, pick: str, lowest: bool) -> Ruleset:
    """A game of few deals and few tricks with a contract that wants tricks and one that does not."""
    raw: dict[str, Any] = {
        "format": 1, "name": "Small", "players": 3, "pack": {"suits": {"spades": "S"}, "ranks": ["A", "K"]},
        "deals": {"number": number, "dealer": "passes left", "declarer": "dealer", "contract": pick},
        "game": {"best": "lowest" if lowest else "highest"}, "roles": {"declarer": "declarer", "others": "others"},
        "count": {"tricks": {"total": total}},
        "contract": {
            "more": {"quota": {"declarer": quota, "others": 1}, "points": "tricks - quota"},
            "less": {"quota": {"declarer": 1, "others": quota}, "points": "2 * (quota - tricks)"},
        },
    }  # fmt: skip
    raw["pack"] = ruleset("bismarck-swedish").raw["pack"]
    return read_ruleset(raw, "small")


def every_end(now: Standing) -> set[tuple[int, ...]]:
    """The final totals of every way to play the session to its end, each deal judged as at the table."""
    states, ends = {now.state}, set()
    while states:
        state = states.pop()
        if state.over:
            ends.add(state.totals)
            continue
        total = now.agreed.rules.counts["tricks"].total
        there = total.constant if total and total.constant is not None else 0
        rows = [row for row in product(range(there + 1), repeat=3) if sum(row) == there]
        for contract, row in product(turn(now.agreed, state).contracts, rows):
            scored = judged(now.agreed, state, {"contract": contract, "tricks": list(row)}).scored
            assert scored is not None
            states.add(after(now.agreed, state, scored))
    return ends


@given(
    number=st.integers(1, 2), total=st.integers(1, 2), quota=st.integers(0, 3), lowest=st.booleans(), head=THREE,
    pick=st.sampled_from(["declarer picks, each once", "declarer picks"]),
)  # fmt: skip
def test_it_agrees_with_trying_every_way_to_play_on(
    number: int, total: int, quota: int, lowest: bool, head: tuple[int, ...], pick: str
) -> None:
    """Best, worst and who can win are what playing out every possible session finds."""
    agreed = agree(small(number, total, quota, pick, lowest), ["A", "B", "C"])
    now = standing(agreed, [])
    now = now._replace(state=now.state._replace(totals=head))
    ends, found = every_end(now), outlook_of(now)
    assert found.because is None
    wins = min if lowest else max
    for side, chance in enumerate(found.sides):
        mine = [end[side] for end in ends]
        assert (chance.best, chance.worst) == ((min(mine), max(mine)) if lowest else (max(mine), min(mine)))
        assert chance.can_win == any(end[side] == wins(end) for end in ends)
        if chance.proof is not None:
            end = tuple(map(sum, zip(head, *chance.proof, strict=True)))
            assert end in ends
            assert end[side] == wins(end)
    assert found.decided == (sum(bool(chance.can_win) for chance in found.sides) == 1)


@given(start=THREE, slots=st.lists(st.sets(THREE, min_size=1, max_size=5), max_size=4))
def test_the_search_finds_a_run_exactly_when_there_is_one(
    start: tuple[int, ...], slots: list[set[tuple[int, ...]]]
) -> None:
    """For any points that deals may bring, greedy steps, bounds and search agree with trying them all."""
    fronts = [front_of(slot, 0, 1) for slot in slots]
    run = winning_run(margins_of(start, 0, 1), fronts)
    ends = [tuple(map(sum, zip(start, *choice, strict=True))) for choice in product(*slots)]
    assert (run is not None) == any(end[0] == max(end) for end in ends)
    if run is not None:
        assert all(points in slot for points, slot in zip(run, slots, strict=True))
        end = tuple(map(sum, zip(start, *run, strict=True)))
        assert end[0] == max(end)


@pytest.mark.parametrize(
    "game", ["bismarck-swedish", "bismarck-british", "bizon", "bismarck-estonian", "bismarck-finnish"]
)
def test_every_proof_can_be_played(game: str) -> None:
    """Each deal of a proof is a result that the judge accepts, and the run ends with the side in front."""
    rules = ruleset(game)
    agreed = agree(rules, "ABCD"[: rules.players[0]])
    start = standing(agreed, [])
    for side, chance in enumerate(outlook_of(start).sides):
        state, totals = start.state, start.state.totals
        played = next(
            walk
            for walk in (_played(start, course, chance.proof or ()) for course in courses(start, Possible(rules)))
            if walk
        )
        for facts in played:
            scored = judged(agreed, state, facts).scored
            assert scored is not None
            state, totals = after(agreed, state, scored), scored.totals
        assert state.over
        assert totals[side] == max(totals)


def _played(start: Standing, course: Any, proof: Any) -> list[dict[str, Any]]:
    """Facts that bring a proof's points deal by deal, or nothing where this course does not."""
    possible, facts = Possible(start.agreed.rules), []
    for step, points in zip(course, proof, strict=True):
        fitting = [(c, r) for c, r in step_results(start, possible, step) if r.points == points]
        if not fitting:
            return []
        contract, result = fitting[0]
        facts.append({**result.facts, **({"contract": contract} if contract else {})})
    return facts


def test_what_is_possible_only_shrinks() -> None:
    """From deal to deal the best never rises, the worst never falls, and who is out stays out."""
    agreed = agree(ruleset("bismarck-swedish"), ["Anna", "Bo", "Cleo"], "Cleo")
    rows = [(8, 4, 4), (10, 3, 3), (2, 12, 2), (16, 0, 0)]
    facts = [{"contract": c, "tricks": list(row)} for c, row in zip(["sang"] * 3 + ["pass"], rows, strict=True)]
    before = outlook_of(standing(agreed, []))
    for number in range(1, len(facts) + 1):
        now = outlook_of(standing(agreed, deals(*facts[:number])))
        for old, new in zip(before.sides, now.sides, strict=True):
            assert (new.best or 0) <= (old.best or 0)
            assert (new.worst or 0) >= (old.worst or 0)
            assert old.can_win or not new.can_win
        before = now


def test_a_game_that_a_score_ends_is_not_guessed_at() -> None:
    """Without a fixed number of deals nothing is claimed, and the reason is named."""
    found = outlook_of(standing(agree(ruleset("bien"), "ABCD"), []))
    assert "no fixed number of deals" in (found.because or "")
    assert all(side == (None, None, None, None) for side in found.sides)
    assert not found.decided


def last_deal(head: tuple[int, int, int]) -> Standing:
    """The last deal of the modern Swedish game, pass left to C, at these totals."""
    agreed = agree(ruleset("bismarck-swedish"), "ABC", "A")
    now = standing(agreed, [])
    every = frozenset(agreed.rules.contracts)
    used = (
        (every, every, every)
        if turn(agreed, now.state).declarer is None
        else tuple(every - {"pass"} if seat == 0 else every for seat in range(3))
    )
    return now._replace(state=now.state._replace(deal=12, dealer=2, used=used, totals=head))


def test_the_last_deal_says_exactly_what_wins() -> None:
    """Ahead by one rival's reach, the counts that win for sure and those that hang on others are told apart."""
    needs = needs_of(last_deal((0, 0, 0)), 0)
    assert [need.contract for need in needs] == ["pass"]
    for own in range(17):
        results = [(own, b, 16 - own - b) for b in range(17 - own)]
        wins = [4 - a == max(4 - a, 6 - b, 6 - c) for a, b, c in results]
        assert (own in needs[0].enough) == any(wins)
        assert (own in needs[0].sure) == all(wins)


@pytest.mark.parametrize(
    ("head", "decided", "can"), [((60, 0, -60), True, [True, False, False]), ((16, 0, -16), False, [True, True, False])]
)
def test_a_lead_that_nobody_can_reach_decides(head: tuple[int, int, int], decided: bool, can: list[bool]) -> None:
    """A session is decided once one side alone can win or share; a share is enough to be in it."""
    found = outlook_of(last_deal(head))
    assert [side.can_win for side in found.sides] == can
    assert found.decided == decided


def test_who_is_out_is_told_so() -> None:
    """A side that cannot win hears its best total and what the leader has."""
    said = need_of(last_deal((60, 0, -60)), 1)["say"]
    assert said.startswith("B cannot win any more: at best ")
    assert said.endswith("A has +60.")
