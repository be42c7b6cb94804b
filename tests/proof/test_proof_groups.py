"""Results worked out in groups are all results: counts, bounds and sums are those of plain loops."""

from __future__ import annotations

from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, raw_ruleset, ruleset
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.game.agreement import agree
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.proof.certificate import (
    GROUPS,
    QUICK,
    Limits,
    ProofReport,
    certificate,
    trial_of,
    tried,
)
from scorekeeper.proof.deal_enumeration import Order
from scorekeeper.proof.groups import bounds_of, can_be_grouped, groups_of
from scorekeeper.proof.groups_begun import Starts, starts_of
from scorekeeper.proof.groups_ended import GroupTotals
from scorekeeper.proof.results import Tally, tried_all
from scorekeeper.proof.situations import Situation
from scorekeeper.render.certificate_text import certificate_of, certificate_text
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.whole_page import read_page
from scorekeeper.text.message_text import text_of

ALL = Limits(most=0, steps=10**6, draws=30)


def starts(situation: Situation, order: Order) -> Starts:
    """What the results of a deal begin with."""
    return starts_of(situation, order, slice(0, None, 1), lambda: None)


def grouped(situation: Situation, order: Order) -> GroupTotals:
    """Every result of a deal, in groups."""
    return groups_of(situation, starts(situation, order), lambda: None)


def page(**more: Any) -> Ruleset:
    """Three sides share some tricks; each bids a number."""
    raw: dict[str, Any] = {
        "format": 1,
        "name": "Made up",
        "players": 3,
        "pack": raw_ruleset("packs/french-52"),
        "count": {"bid": {"max": 2}, "tricks": {"total": 3}},
        "outcome": [{"name": "played", "points": "tricks"}],
    }
    rules, _ = read_page({**raw, **more}, "made-up")
    return rules.rules


# Conditions and numbers as pages have them; together they make some thousand games.
# Of cards, of players who are compared, of what a game asks besides the counts.
UNGROUPED = (
    "bisque", "more/briscola-chiamata", "more/pinochle", "more/rubber-bridge", "more/shengji", "more/yatzy",
)  # fmt: skip
TESTS = (
    "true", "tricks == bid", "bid > 1 and tricks <= bid", "not tricks or bid", "king.tricks >= 2",
    "sum(all.bid) == 3", "count(all.tricks, 0) == 1", "max(all.tricks) - tricks in (0, 2)",
    "1 <= bid < 3", "king.tricks != king.bid or n > 1", "tricks % 2", "given(n) and n == bid",
)  # fmt: skip
OWN = (
    "tricks > bid + 1",
    "tricks == 0 and gain > 0",
    "me == king and tricks > left.bid",
    "given(n) and n < bid",
)
NUMBERS = (
    "tricks", "10 + tricks", "tricks * bid", "-2 * n", "min(tricks, bid, 2)", "abs(tricks - bid)",
    "(tricks + n) // 2", "value[tricks]", "sum(all.bid) % 3", "king.tricks if role else bid",
    "sum(highest(all.tricks, 2))", "nth(lowest(all.bid), 2) - bid", "round_up(tricks - bid, 2)",
    "nth(highest(all.tricks), seat(king))", "round_down(0 - tricks, 2)", "tricks * seat(next(king))",
    "max(all.tricks) - max(tricks, bid)", "extra", "gain - 1", "tricks // bid",
)  # fmt: skip


@st.composite
def games(draw: st.DrawFn) -> Ruleset:
    """A small game of these parts."""
    test, check = draw(st.sampled_from(TESTS)), draw(st.sampled_from(TESTS[4:7]))
    whose = draw(st.sampled_from(["side", "player"]))
    one, other, extra = (draw(st.sampled_from(NUMBERS[:-4])) for _ in range(3))
    points = draw(st.sampled_from([f"{one} if {test} else {other}", f"{one} + {other}", *NUMBERS]))
    outcomes = [{"name": "first", "when": "king.tricks > 1", "points": other}] * draw(
        st.integers(0, 1)
    )
    return page(
        roles={"king": "fact king", "rest": "others"},
        fact={"king": {"kind": "player"}, "n": {"kind": "number", "min": 0, "max": 1}},
        ladder={"value": {"0": 1, "2": 5}},
        side={"gain": extra if "gain" not in extra else "tricks"},
        let={"extra": "sum(all.tricks) + n * 2"},
        check=[{"when": check, "message": "not so"}] * draw(st.integers(0, 1))
        + [{"of": whose, "when": draw(st.sampled_from(OWN)), "message": "not so"}]
        * draw(st.integers(0, 1)),
        outcome=[*outcomes, {"name": "played", "points": points}],
        promise={"sum": draw(st.sampled_from([3, 9]))} if draw(st.booleans()) else {"sum": "n"},
    )


@given(games())
@settings(max_examples=20)
def test_groups_are_all_results(rules: Ruleset) -> None:
    """How many results there are and how many can be, each row's number, the least and the most
    by role, every sum, and the kinds of fault: those of scoring each result by itself."""
    trial = trial_of(rules)
    situation = trial.found[0]
    assert can_be_grouped(situation, trial.order)
    tally = Tally()
    for _ in tried_all(situation, trial.order, tally):
        pass
    found = grouped(situation, trial.order)
    assert (found.tried, found.possible) == (tally.tried, tally.possible)
    names = [row.name.in_english() for row in rules.scoring.outcomes]
    assert {names[place]: seen for place, seen in found.rows.items()} == tally.rows()
    assert {*found.broken} == {*tally.broken}
    for code, facts in found.broken.items():  # the example is as plain as the plainest
        weight = sum(
            abs(n)
            for value in facts.values()
            for n in (value if isinstance(value, list) else [value])
            if isinstance(n, int)
        )
        assert weight == tally.broken[code].weight[1]


@pytest.mark.parametrize("name", [name for name in GAMES if name not in UNGROUPED])
def test_the_shipped_games_are_all_grouped(name: str) -> None:
    """Every shipped game without cards is worked out in groups, and those that are small enough
    are what comes of scoring every result by itself."""
    trial = trial_of(ruleset(name), Limits(most=0))
    found = [tried(trial, number) for number in range(min(3, len(trial.tasks)))]
    assert {one.way for one in found} == {GROUPS}
    every = trial_of(ruleset(name), Limits(most=6_000, steps=0))
    for one in found:
        if every.tasks[one.place].ways == ("each",):
            plain = tried(every, one.place)
            assert (plain.tried, plain.possible, plain.rows) == one[2:5]


def test_all_that_is_said_to_be_tried_is_there() -> None:
    """Spades: two bids a side of 0 to 13 each, and 13 tricks among four, are 14^4 * C(16, 3)
    results; the least and the most of a side are what the judge says of the two results reckoned
    by hand: four nils broken by turns, and 13 bid and made. All of that at the start of a game:
    bags from before may cost a hundred more, so the proof is not whole."""
    rules = ruleset("more/spades")
    proved = certificate(rules)
    assert (proved.tried, proved.whole, proved.drawn) == (14**4 * comb(16, 3), False, 0)
    (line,) = proved.lines
    assert (line.reach[""], line.exact) == ((-320, 230), False)
    agreed = agree(rules, ["Ann", "Bo", "Cleo", "Dee"])
    points = [
        judged(agreed, first_state(agreed), {"bid": bid, "tricks": tricks}).scored
        for bid, tricks in (([13, 13, 13, 3], [0, 7, 0, 6]), ([0, 0, 13, 13], [0, 0, 13, 0]))
    ]
    assert [one and (one.points[0]) for one in points] == [-260, 230]


def test_an_independent_count_of_one_deal_of_bids() -> None:
    """Oh Hell with two cards for three: of 27 bids times 6 splits those whose bids add up to 2
    are refused, which are six of the 27."""
    rules = ruleset("more/oh-hell")
    trial = trial_of(rules)
    place = next(
        place
        for place, one in enumerate(trial.found)
        if len(one.agreed.players) == 3 and one.state.deal == 9 and one.agreed.options["hook"]
    )
    found = grouped(trial.found[place], trial.order)
    bids = [*product(range(3), repeat=3)]
    fitting = [one for one in bids if sum(one) != 2]
    assert (found.tried, found.possible) == (len(bids) * 6, len(fitting) * 6)


@given(games())
@settings(max_examples=20)
def test_no_result_is_outside_the_bounds_of_the_formulas(rules: Ruleset) -> None:
    """What the formulas say that a role cannot score less or more than, no result does."""
    trial = trial_of(rules)
    situation = trial.found[0]
    bounds = bounds_of(starts(situation, trial.order))
    found = grouped(situation, trial.order)
    for seen in found.rows.values():
        for role, (least, most) in seen.reach.items():
            assert bounds[role][0] <= least
            assert most <= bounds[role][1]


# --- what is not all ------------------------------------------------------------------------------


def proved_by_draws() -> ProofReport:
    return certificate(ruleset("more/spades"), limits=Limits(most=1000, steps=0, draws=50))


def test_only_what_was_tried_whole_is_proved() -> None:
    """Where results were drawn, or tried as at the start of a game alone, none was found at fault:
    that is what is said, and how many there were."""
    drawn = proved_by_draws()
    head = certificate_text(drawn, 80, plain=True).partition("\n")[0]
    assert (
        head == f"{drawn.rules.name.shown()}: no fault found in {drawn.tried + drawn.drawn:,} deals"
    )
    assert certificate_of(drawn)["proved"] is False and certificate_of(drawn)["holds"] is True
    whole = certificate(ruleset("bismarck-swedish"))
    assert certificate_text(whole, 80, plain=True).partition("\n")[0].endswith(": proved")
    assert certificate_of(whole)["proved"] is True


def test_draws_are_never_bounds() -> None:
    """Where results were drawn no line is exact, and the certificate does not say that all were
    tried."""
    proved = proved_by_draws()
    assert not proved.whole
    assert [line.exact for line in (*proved.lines, *proved.rows)] == [False, False]
    assert [(line.tried, line.drawn) for line in proved.lines] == [(100, 100)]


def test_numbers_without_an_end_are_no_bounds() -> None:
    """A count that may be anything is tried to a hundred, and what comes of that is no bound."""
    proved = certificate(page(count={"tricks": {}}), limits=Limits(most=10))
    assert (proved.whole, proved.lines[0].exact) == (False, False)
    assert any("no end" in text_of(said) for said in proved.remarks)


def test_choices_of_options_that_are_left_out_are_told() -> None:
    """Of 64 choices of six options 32 are tried: then not every result was."""
    options = {f"o{n}": {"default": False, "text": "more"} for n in range(6)}
    points = " + ".join(["tricks", *options])
    rules = page(
        option=options,
        count={"tricks": {"total": 1}},
        outcome=[{"name": "played", "points": points}],
    )
    proved = certificate(rules)
    assert (proved.whole, proved.lines[0].exact) == (False, False)
    assert "of 64 choices of the options the first 32 were tried" in [*map(text_of, proved.remarks)]


def test_more_groups_than_there_may_be_are_drawn() -> None:
    """Points in which every number counts differently leave no two results alike: they are
    drawn, and said to be."""
    count = {f"c{n}": {"max": 99} for n in range(3)}
    points = "c0 * 7919 + c1 * 104729 + c2 * c0 * all.c0[0]".replace(" * all.c0[0]", "")
    rules = page(count=count, outcome=[{"name": "played", "points": points}])
    proved = certificate(rules, limits=Limits(most=10, steps=3_000, draws=20))
    assert (proved.tried, proved.whole) == (0, False)
    assert proved.drawn > 0
    (line,) = proved.lines
    assert line.bounds is not None
    assert line.bounds[""] == (0, 99 * 7919 + 99 * 104729 + 99 * 99)
    assert line.bounds[""][1] > line.reach[""][1]
    assert not line.is_sure("")


def test_draws_that_reach_the_bounds_of_the_formulas_are_bounds() -> None:
    """A side of which no formula can say more than 0 or 1 has these as bounds, though what led
    there was drawn."""
    count = {f"c{n}": {"max": 99} for n in range(3)}
    points = "1 if c0 * 7919 + c1 * 104729 + c2 * c0 > 5000000 else 0"
    rules = page(count=count, outcome=[{"name": "played", "points": points}])
    proved = certificate(rules, limits=Limits(most=10, steps=300, draws=60))
    (line,) = proved.lines
    assert (line.exact, line.reach[""], line.is_sure("")) == (False, (0, 1), True)


# --- at the terminal ------------------------------------------------------------------------------


def test_what_was_seen_is_marked(tmp_path: Path) -> None:
    """The pot of Bisque is drawn: its lines say `seen`, how many were drawn, and that this is no
    bound; JSON says that they are not exact."""
    somebody = Person(tmp_path)
    said = somebody.does("rules prove bisque --most 1000 --draws 200").out
    assert "seen 0 to" in said
    assert "no bound" in said
    assert "every one there is" not in said
    value = somebody.reads("rules prove bisque --most 1000 --draws 200")
    assert (value["whole"], value["lines"][0]["exact"]) == (False, False)
    assert value["lines"][0]["drawn"] == 200


def test_processes_prove_what_one_does(tmp_path: Path) -> None:
    """The certificate is the same by several processes and by one."""
    proved = certificate(ruleset("bismarck-estonian"))
    value = Person(tmp_path).reads("rules prove bismarck-estonian")
    assert (value["tried"], value["possible"]) == (proved.tried, proved.possible)
    assert [line["reach"] for line in value["lines"]] == [
        {
            role or "each": {"least": least, "most": most}
            for role, (least, most) in one.reach.items()
        }
        for one in proved.lines
    ]


def test_a_quick_proof_says_what_it_left_out(tmp_path: Path) -> None:
    """With --quick less is tried, and no more is said of it."""
    value = Person(tmp_path).reads("rules prove oh-hell --quick")
    assert value["holds"]
    assert value["whole"] is False
    assert 0 < value["grouped"] <= value["tried"]
    assert value["tried"] - value["grouped"] <= QUICK.most
