"""Facts that have a default: they are scored, proved and drawn alike."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import raw_ruleset

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.proof.proof_run import certificate
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset

TIMES = {"kind": "number", "min": 1, "max": 3, "default": "1", "optional": True}


def page(**more: Any) -> Ruleset:
    """Three players share five tricks, which count as often as is said, or once."""
    raw = {
        "format": 1,
        "name": "Times",
        "players": 3,
        "pack": raw_ruleset("packs/french-52"),
        "fact": {"times": TIMES},
        "count": {"tricks": {"total": 5}},
        "outcome": [{"name": "played", "points": "tricks * times"}],
    }
    return read_ruleset({**raw, **more}, "times")


def test_what_is_left_out_and_has_a_default_is_proved_as_it_is_scored() -> None:
    """Left out, said as 1, as 2 and as 3, beside each of 21 splits: all score, 15 at most."""
    proved = certificate(page())
    assert (proved.holds, proved.tried, proved.possible) == (True, 4 * 21, 4 * 21)
    assert [line.sums for line in proved.lines] == [(5, 10, 15)]
    assert proved.lines[0].reach[""] == (0, 15)


def test_a_default_that_hangs_on_a_count_is_known_once_that_is() -> None:
    """Who says nothing plays for as much as the first side's tricks: 1 + 4 + 9 + 16 + 25 at
    most for one of five."""
    rules = page(fact={"times": {**TIMES, "max": 5, "min": 0, "default": "max(all.tricks)"}})
    proved = certificate(rules)
    assert (proved.holds, proved.lines[0].reach[""]) == (True, (0, 25))


@pytest.mark.parametrize("typed", [[0, 5, 0], [0, 5, None]])
def test_a_default_that_hangs_on_a_count_waits_for_its_last_number(typed: list[int | None]) -> None:
    """Two sides have no trick, whether the last number was typed or is worked out."""
    rules = page(fact={"times": {**TIMES, "default": "count(all.tricks, 0)"}})
    agreed = agree(rules, ["A", "B", "C"])
    scored = judged(agreed, first_state(agreed), {"tricks": typed}).scored
    assert scored is not None
    assert (scored.facts["times"], scored.points) == (2, (0, 10, 0))


def test_a_later_fact_may_ask_about_a_default() -> None:
    """The stake is asked for where the game is played for 2 or more, which is what nobody
    says."""
    stake = {"kind": "number", "min": 7, "max": 8, "when": "times >= 2"}
    facts = {"stake": stake, "times": {**TIMES, "default": "2"}}
    proved = certificate(
        page(fact=facts, outcome=[{"name": "p", "points": "stake if given(stake) else 0"}])
    )
    # left out, 2 and 3 with either stake, 1 without
    assert (proved.holds, proved.tried) == (True, 3 * 2 + 1)


@pytest.mark.parametrize(
    "entered", [{"tricks": [1, 1, 3]}, {"tricks": [1, 1, 3], "times": 1}, {"passed": True}]
)
def test_a_default_stays_out_of_a_deal_that_has_no_use_for_it(entered: dict[str, Any]) -> None:
    """The default of a fact that only some deals have refuses no other deal, nor one in which
    everybody passed."""
    mood = {"kind": "number", "min": 1, "max": 3, "default": "2", "when": "given(big)"}
    flags = {"big": {"kind": "flag", "optional": True}, "passed": {"kind": "flag", "alone": True}}
    points = "0 if given(passed) else tricks * times * (mood if given(mood) else 1)"
    rules = page(
        fact={**flags, "times": TIMES, "mood": mood}, outcome=[{"name": "p", "points": points}]
    )
    agreed = agree(rules, ["Ann", "Bo", "Cleo"])
    verdict = judged(agreed, first_state(agreed), entered)
    assert verdict.problems == ()
    assert verdict.scored is not None
    assert verdict.scored.points == ((0, 0, 0) if "passed" in entered else (1, 1, 3))
    assert certificate(rules).holds
