"""Results told at once are all results; what was drawn or left out is never a bound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from conftest import raw_ruleset, ruleset
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.proof.deal_enumeration import each_count_entry, each_fact_entry, facts_of
from scorekeeper.proof.proof_run import QUICK, Limits, ProofReport, certificate, trial_of
from scorekeeper.proof.results import Tally, tally_of_one, try_all
from scorekeeper.render.proof_text import certificate_of, certificate_text
from scorekeeper.rules.formula_faults import deal_steps
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_page
from scorekeeper.text.message_text import text_of


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
TESTS = (
    "true", "tricks == bid", "bid > 1 and tricks <= bid", "not tricks or bid", "king.tricks >= 2",
    "sum(all.bid) == 3", "count(all.tricks, 0) == 1", "max(all.tricks) - tricks in (0, 2)",
    "1 <= bid < 3", "king.tricks != king.bid or n > 1", "tricks % 2", "given(n) and n == bid",
)  # fmt: skip
OF_FACTS = ("n", "2 - n", "-2 * n if role else 4", "value[2 * n]")  # which no count changes
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
    if is_settled := draw(st.booleans()):
        points, other = draw(st.sampled_from(OF_FACTS)), draw(st.sampled_from(OF_FACTS))
    outcomes = [{"name": "first", "when": test, "points": other}] * draw(st.integers(0, 1))
    return page(
        roles={"king": "fact king", "rest": "others"},
        fact={"king": {"kind": "player"}, "n": {"kind": "number", "min": 0, "max": 1}},
        ladder={"value": {"0": 1, "2": 5}},
        side={} if is_settled else {"gain": extra if "gain" not in extra else "tricks"},
        let={"extra": "sum(all.tricks) + n * 2"},
        check=[]
        if is_settled
        else [
            *[{"when": check, "message": "not so"}] * draw(st.integers(0, 1)),
            *[{"of": whose, "when": draw(st.sampled_from(OWN)), "message": "not so"}]
            * draw(st.integers(0, 1)),
        ],
        outcome=[*outcomes, {"name": "played", "points": points}],
        promise={"sum": draw(st.sampled_from([3, 9]))} if draw(st.booleans()) else {"sum": "n"},
    )


@given(games())
@settings(max_examples=40)
def test_what_is_told_at_once_is_what_comes_of_each_result(rules: Ruleset) -> None:
    """How many results there are and how many can be, each row's number, the least and the most
    by role, every sum, and the kinds of fault: those of scoring each result by itself."""
    trial = trial_of(rules)
    situation = trial.found[0]
    found = Tally()
    for _ in try_all(situation, trial.order, found):
        pass
    plain = [
        tally_of_one(situation, result)
        for entered in each_fact_entry(situation, trial.order)
        for result in each_count_entry(facts_of(situation, entered), trial.order)
    ]
    seen = sum((one.seen for one in plain), Counter())
    assert (found.tried, found.possible) == (len(plain), sum(one.possible for one in plain))
    assert found.seen == seen
    assert {*found.broken} == {code for one in plain for code in one.broken}


MOST = {"name": "most", "when": "max(all.tricks) == 3", "points": "n"}


def test_facts_that_settle_the_points_are_told_at_once() -> None:
    """The points hang on a number, and the row on the king's tricks: all splits of three tricks
    beside each king and each of two numbers."""
    first = {"name": "first", "when": "king.tricks > n", "points": "n"}
    king = {"king": {"kind": "player"}, "n": {"kind": "number", "min": 0, "max": 1}}
    rules = page(
        roles={"king": "fact king", "rest": "others"},
        fact=king,
        count={"tricks": {"total": 3}},
        outcome=[first, {"name": "rest", "points": "-n"}],
    )
    proved = certificate(rules)
    splits = [one for one in product(range(4), repeat=3) if sum(one) == 3]
    firsts = sum(one[0] > n for one in splits for n in (0, 1))
    assert (proved.tried, proved.grouped, proved.whole) == (6 * len(splits), 6 * len(splits), True)
    assert [row.tried for row in proved.rows] == [3 * firsts, 6 * len(splits) - 3 * firsts]


def test_who_has_a_role_counts_where_a_test_looks_at_seats() -> None:
    """The first seat has more than the king in no split where it is the king, in some of others."""
    rules = page(
        roles={"king": "fact king", "rest": "others"},
        fact={"king": {"kind": "player"}},
        count={"tricks": {"total": 3}},
        outcome=[
            {"name": "above", "when": "nth(all.tricks, 1) > king.tricks", "points": 1},
            {"name": "rest", "points": 0},
        ],
    )
    splits = [one for one in product(range(4), repeat=3) if sum(one) == 3]
    above = sum(one[0] > one[king] for one in splits for king in range(3))
    assert [row.tried for row in certificate(rules).rows] == [above, 3 * len(splits) - above]


def test_what_breaks_is_found_though_it_could_be_told_at_once() -> None:
    """Facts that settle the points also settle that these break the promise: one result of them is
    the example, with its counts."""
    rules = page(
        fact={"n": {"kind": "number", "min": 0, "max": 1}},
        count={"tricks": {"total": 3}},
        outcome=[MOST, {"name": "played", "points": "n"}],
        promise={"sum": "0"},
    )
    proved = certificate(rules)
    (broken,) = proved.broken
    assert (broken.facts["n"], sum(broken.facts["tricks"]), broken.points) == (1, 3, (1, 1, 1))


def test_refused_facts_are_tried_and_not_possible() -> None:
    """A number that a check refuses is refused beside every split."""
    rules = page(
        fact={"n": {"kind": "number", "min": 0, "max": 2}},
        count={"tricks": {"total": 3}},
        check=[{"when": "n == 1", "message": "no"}],
        outcome=[MOST, {"name": "played", "points": "n"}],
    )
    proved = certificate(rules)
    assert (proved.tried, proved.possible) == (3 * comb(5, 2), 2 * comb(5, 2))


# --- pairs, and numbers that decide what else is entered ------------------------------------------


def paired(points: str, **more: Any) -> Ruleset:
    """Three sides share three tricks, and may double each other."""
    raw: dict[str, Any] = {
        "count": {"tricks": {"total": 3}},
        "fact": {"double": {"kind": "pairs"}},
        "pair": {"gain": "(tricks - other.tricks) * (double + other.double)"},
        "outcome": [{"name": "played", "points": points}],
    }
    return page(**{**raw, **more})


@pytest.mark.parametrize(
    ("points", "reach"), [("tricks + sum(gain)", (-6, 15)), ("sum(double) * tricks", (0, 6))]
)  # fmt: skip
def test_pairs_are_all_tried(points: str, reach: tuple[int, int]) -> None:
    """The 64 ways to double each other, said or left out, beside every split of the tricks. Who
    has all three and is doubled by both, and doubles them, has 3 + 2 * 2 * 3; who has none loses
    2 * 3."""
    proved = certificate(paired(points))
    assert (proved.tried, proved.whole) == (64 * comb(5, 2), True)
    assert proved.lines[0].reach[""] == reach


def test_more_than_one_may_be_said_of_a_pair() -> None:
    """Each says of each other 0, 1 or 2: three numbers instead of two."""
    rules = paired("tricks + sum(gain)", fact={"double": {"kind": "pairs", "max": 2}})
    assert certificate(rules).tried == 3**6 * comb(5, 2)


def test_pairs_that_may_not_be_are_refused() -> None:
    """More doubles than one, of everybody together, are results that cannot be."""
    check = {"when": "sum(all.doubles) > 1", "message": "no"}
    proved = certificate(
        paired("tricks + sum(double)", check=[check], side={"doubles": "sum(double)"})
    )
    assert (proved.tried, proved.possible) == (64 * comb(5, 2), (1 + 6) * comb(5, 2))


@pytest.mark.parametrize("test", ["given(double)", "double == none"])
def test_a_rule_may_ask_whether_pairs_were_said(test: str) -> None:
    """No pair of anybody is nothing said."""
    points = "tricks + sum(double) + (1 if said else 0)"
    assert certificate(paired(points, let={"said": test})).whole


def test_a_gain_without_an_answer_is_found() -> None:
    """Where one side divides by none of the tricks of another nobody's points can be told."""
    rules = paired("nth(gain, 1)", pair={"gain": "double // other.tricks"})
    assert [one.code for one in certificate(rules).broken] == ["no-points"]


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ("meld < bid", lambda bid, meld: meld < bid),
        ("bid - meld in (4, 9)", lambda bid, meld: bid - meld in (4, 9)),
    ],
)
def test_numbers_that_decide_what_else_is_entered_are_all_tried(
    when: str, holds: Callable[[int, int], bool]
) -> None:
    """Whether a number is entered at all hangs on two others, which may be 234 things together."""
    bid, meld, n = (
        {"kind": "number", "min": least, "max": most} for least, most in ((5, 17), (0, 17), (0, 9))
    )
    rules = page(
        count={},
        fact={"bid": bid, "meld": meld, "n": {**n, "when": when}},
        outcome=[{"name": "played", "points": "bid + meld + (n if given(n) else 0)"}],
    )
    ways = [10 if holds(b, m) else 1 for b in range(5, 18) for m in range(18)]
    assert certificate(rules).tried == sum(ways)


def test_an_independent_count_of_one_deal_of_bids() -> None:
    """Oh Hell with two cards for three: of 27 bids times 6 splits those whose bids add up to 2
    are refused, which are six of the 27."""
    trial, found = trial_of(ruleset("more/oh-hell")), Tally()
    situation = next(
        one
        for one in trial.found
        if len(one.agreed.players) == 3 and one.state.deal == 9 and one.agreed.options["hook"]
    )
    for _ in try_all(situation, trial.order, found):
        pass
    bids = [*product(range(3), repeat=3)]
    fitting = [one for one in bids if sum(one) != 2]
    assert (found.tried, found.possible) == (len(bids) * 6, len(fitting) * 6)


# --- what is not all ------------------------------------------------------------------------------


def proved_by_draws() -> ProofReport:
    return certificate(ruleset("more/spades"), limits=Limits(most=1000, draws=50))


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


def test_what_takes_too_many_steps_is_drawn() -> None:
    """Few enough to be counted, and too many for the steps: none is told as tried."""
    rules = page(count={"tricks": {"total": 30}})
    each = deal_steps(rules)
    proved, short = (
        certificate(rules, limits=Limits(steps=comb(32, 2) * each - more, draws=20))
        for more in (0, each)
    )
    assert (proved.tried, proved.drawn, proved.whole) == (comb(32, 2), 0, True)
    assert (short.tried, short.whole) == (0, False)
    assert short.drawn == 100


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
    assert value["tried"] <= QUICK.most
    assert value["drawn"] > 0
