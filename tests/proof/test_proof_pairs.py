"""What is said of pairs, and numbers that may be many things, are all tried in groups: what comes of
that is what comes of every result by itself."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
from conftest import ruleset
from hypothesis import given, settings
from hypothesis import strategies as st
from test_proof_groups import grouped, page

from scorekeeper.proof.certificate import QUICK, certificate, trial_of
from scorekeeper.proof.groups_ended import GroupTotals
from scorekeeper.proof.open_numbers import CannotBeLeft
from scorekeeper.proof.results import Tally, tried_all
from scorekeeper.rules.model import Ruleset

DOUBLE = {"double": {"kind": "pairs"}}
GAIN = {"gain": "(tricks - other.tricks) * (double + other.double)"}


def paired(points: str, **more: Any) -> Ruleset:
    """Three sides share three tricks, and may double each other."""
    raw: dict[str, Any] = {
        "count": {"tricks": {"total": 3}},
        "fact": DOUBLE,
        "pair": GAIN,
        "outcome": [{"name": "played", "points": points}],
    }
    return page(**{**raw, **more})


def in_both_ways(rules: Ruleset) -> tuple[GroupTotals, Tally]:
    """What comes of the first deal in groups, and one by one."""
    trial, tally = trial_of(rules), Tally()
    for _ in tried_all(trial.found[0], trial.order, tally):
        pass
    return grouped(trial.found[0], trial.order), tally


def assert_alike(rules: Ruleset) -> None:
    found, tally = in_both_ways(rules)
    assert (found.tried, found.possible) == (tally.tried, tally.possible)
    names = [row.name.in_english() for row in rules.scoring.outcomes]
    assert {names[place]: seen for place, seen in found.rows.items()} == tally.rows()
    assert {*found.broken} == {*tally.broken}


@pytest.mark.parametrize(
    "points",
    [
        "tricks + sum(gain)",
        "tricks + 2 * max(gain)",
        "sum(double) * tricks",
        "tricks if sum(double) == 0 else -1",
        "sum(gain) if tricks else sum(double)",
        "nth(double, 2) - tricks",
        "sum(double) // tricks",
        "3",
    ],
)
@pytest.mark.parametrize("promise", [None, "3", "4"])
def test_pairs_are_all_tried(points: str, promise: str | None) -> None:
    """The 64 ways to double each other, said or left out, beside every split of the tricks."""
    more = {} if promise is None else {"promise": {"sum": promise}}
    assert_alike(paired(points, **more))


SIDE = st.recursive(
    st.sampled_from(
        ["tricks", "sum(double)", "sum(gain)", "nth(gain, 2)", "left.tricks", "n", "2"]
    ),
    lambda one: (
        st.builds("({} {} {})".format, one, st.sampled_from(["+", "-", "*"]), one)
        | st.builds("({} if {} < {} else {})".format, one, one, one, one)
    ),
    max_leaves=5,
)
PAIR = st.recursive(
    st.sampled_from(["tricks", "other.tricks", "double", "other.double", "n"]),
    lambda one: (
        st.builds("({} {} {})".format, one, st.sampled_from(["+", "-", "*"]), one)
        | st.builds("({} if {} > {} else 1)".format, one, one, one)
    ),
    max_leaves=4,
)


@given(SIDE, PAIR, st.sampled_from(["3", "0", "n"]), st.sampled_from(["false", "n > 3 < tricks"]))
@settings(max_examples=15)
def test_any_rules_of_pairs_are_tried_whole(
    points: str, gain: str, promise: str, refused: str
) -> None:
    """Formulas of pairs made of such parts, beside a number, and one that there is only beside
    some of its values."""
    n = {"kind": "number", "min": 1, "max": 9, "step": 2}
    rules = paired(
        f"{points} + (m if given(m) else 0)",
        pair={"gain": gain},
        fact={**DOUBLE, "n": n, "m": {"kind": "number", "min": 0, "max": 2, "when": "n > 4"}},
        check=[{"of": "side", "when": refused, "message": "no"}],
        promise={"sum": promise},
    )
    with suppress(CannotBeLeft):  # numbers that could be too large are tried one by one
        assert_alike(rules)


def test_pairs_that_may_not_be_are_refused() -> None:
    """Doubles that a check refuses, of each side or of everybody's, are results that cannot be."""
    check = {"of": "side", "when": "sum(double) > tricks", "message": "no"}
    of_all = {"when": "sum(all.doubles) > 1", "message": "no"}
    assert_alike(paired("tricks + sum(gain)", check=[check]))
    assert_alike(paired("tricks", check=[of_all], side={"doubles": "sum(double)"}))


def test_more_than_one_may_be_said_of_a_pair() -> None:
    """Each says of each other 0, 1 or 2: three numbers instead of two."""
    assert_alike(paired("tricks + sum(gain)", fact={"double": {"kind": "pairs", "max": 2}}))


@pytest.mark.parametrize("test", ["given(double)", "double == none"])
def test_a_rule_that_asks_whether_pairs_were_said_is_not_grouped(test: str) -> None:
    """No pair of anybody is not the same as nothing said where the rules ask which it is."""
    for more in ({"let": {"said": test}}, {"check": [{"when": test, "message": "no"}]}):
        rules = paired(
            "tricks + sum(double) + (1 if said else 0)" if "let" in more else "sum(double)", **more
        )
        with pytest.raises(CannotBeLeft):
            in_both_ways(rules)
        assert certificate(rules).whole


def test_a_gain_without_an_answer_for_one_has_none_for_all() -> None:
    """Where one side divides by none of the tricks of another nobody's points can be told: that is
    left to results one by one."""
    rules = paired("nth(gain, 1)", pair={"gain": "double // other.tricks"})
    with pytest.raises(CannotBeLeft):
        in_both_ways(rules)
    assert [one.code for one in certificate(rules).broken] == ["no-points"]


@pytest.mark.parametrize(
    "points",
    [
        "1 if n > 7 else tricks",
        "tricks if n in (3, 11) else 0",
        "min(n, 5) + tricks",
        "tricks + n // 10",
        "n * tricks",
        "tricks if 4 < n * tricks <= 17 else n // (n - 13)",
    ],
)
def test_numbers_that_may_be_many_things_are_all_tried(points: str) -> None:
    """Twenty values, of which many lead to the same, are tried as one where they do."""
    rules = page(
        count={"tricks": {"total": 3}},
        fact={"n": {"kind": "number", "min": 1, "max": 40, "step": 2}},
        check=[{"when": "n == 5 and sum(all.tricks) == 3", "message": "no"}],
        outcome=[
            {"name": "high", "when": "n > 30", "points": "2"},
            {"name": "played", "points": points},
        ],
    )
    assert_alike(rules)


@pytest.mark.parametrize("when", ["meld < bid", "bid - meld in (4, 9)", "meld % 3 == bid % 2"])
@pytest.mark.parametrize("test", ["meld >= bid or meld + n >= bid", "given(n) and n > bid"])
def test_numbers_that_decide_what_else_is_entered_are_all_tried(when: str, test: str) -> None:
    """Whether a number is entered at all hangs on two others, which may be 234 things together."""
    bid, meld, n = (
        {"kind": "number", "min": least, "max": most} for least, most in ((5, 17), (0, 17), (0, 9))
    )
    rules = page(
        count={},
        fact={"king": {"kind": "player"}, "bid": bid, "meld": meld, "n": {**n, "when": when}},
        roles={"king": "fact king", "rest": "others"},
        outcome=[
            {"name": "high", "when": test, "points": {"king": "2 * bid", "rest": "-bid"}},
            {"name": "played", "points": {"king": "-4", "rest": "2 if given(n) else 1"}},
        ],
        promise={"sum": "0"},
    )
    assert_alike(rules)


def test_every_deal_of_the_game_of_doubles_is_tried() -> None:
    """Barbu: 4,096 ways to double beside 560 splits of the tricks, 2,240 of the hearts and their
    ace, 35 of the queens, 4 of the king, 16 of the last two and 44 columns of places that add up
    to ten. Who takes every heart and is doubled by three, and doubles them, loses seven times as
    much; also in two seconds."""
    for limits in ({}, {"limits": QUICK}):
        proved = certificate(ruleset("more/barbu"), **limits)
        assert proved.tried == 4096 * (2 * 560 + 2240 + 35 + 4 + 16 + 44)
        assert (proved.whole, proved.drawn) == (True, 0)
        least = [line.reach["declarer"][0] for line in proved.lines]
        assert least[:2] == [7 * -26, 7 * -30]


def test_places_are_counted_by_hand() -> None:
    """The 44 columns of places from 1 to 4 that add up to ten, of the test above."""
    assert sum(sum(column) == 10 for column in product(range(1, 5), repeat=4)) == 44
