"""The outlook: what is still possible agrees with trying everything, and every proof is a run of
real deals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from conftest import deals, ruleset
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shown import outlook_text
from work import calls_of

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import turn
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing, after, standing
from scorekeeper.proof.coming_deals import (
    best_of_points,
    contract_sequences,
    margins_of,
    winning_run,
)
from scorekeeper.proof.independent_scoring import independent_deal, scores_independently
from scorekeeper.proof.outlook import Outlook, Prospect, blockers_of, outlook_of
from scorekeeper.proof.possible_results import Possible
from scorekeeper.proof.situations import Situation
from scorekeeper.proof.ways_to_win import Need, needs_of
from scorekeeper.record.open_session import opened
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.report.outlook_sheet import need_sentence, outlook_sheet
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.table.conversation import step
from scorekeeper.table.table_state import Conversation
from scorekeeper.table.word_completion import completions
from scorekeeper.text.message_text import text_of
from scorekeeper.text.translation import speak

THREE = st.tuples(*[st.integers(-4, 4)] * 3)


def small(number: int, total: int, quota: int, pick: str, lowest: bool) -> Ruleset:
    """A game of few deals and few tricks with a contract that wants tricks and one that does
    not."""
    raw: dict[str, Any] = {
        "format": 1, "name": "Small", "players": 3, "pack": ruleset("bismarck-swedish").raw["pack"],
        "deals": {"number": number, "dealer": "passes left", "declarer": "dealer", "contract": pick},
        "game": {"best": "lowest" if lowest else "highest"}, "roles": {"declarer": "declarer", "others": "others"},
        "count": {"tricks": {"total": total}},
        "contract": {
            "more": {"quota": {"declarer": quota, "others": 1}, "points": "tricks - quota"},
            "less": {"quota": {"declarer": 1, "others": quota}, "points": "2 * (quota - tricks)"},
        },
    }  # fmt: skip
    return read_ruleset(raw, "small")


def coming(now: Standing) -> Outlook:
    """What can still come of a session."""
    return outlook_of(now, Possible(now.agreed.rules))


def every_end(now: Standing) -> set[tuple[int, ...]]:
    """The final totals of every way to play the session to its end, each deal judged as at the
    table."""
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
    ends, found = every_end(now), coming(now)
    assert found.because is None
    wins = min if lowest else max
    for side, chance in enumerate(found.sides):
        mine = [end[side] for end in ends]
        assert (chance.best, chance.worst) == (
            (min(mine), max(mine)) if lowest else (max(mine), min(mine))
        )
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
    """For any points that deals may bring, greedy steps, bounds and search agree with trying
    them all."""
    fronts = [best_of_points(slot, 0, 1) for slot in slots]
    run = winning_run(margins_of(start, 0, 1), fronts)
    ends = [tuple(map(sum, zip(start, *choice, strict=True))) for choice in product(*slots)]
    assert (run is not None) == any(end[0] == max(end) for end in ends)
    if run is not None:
        assert all(points in slot for points, slot in zip(run, slots, strict=True))
        end = tuple(map(sum, zip(start, *run, strict=True)))
        assert end[0] == max(end)


@pytest.mark.parametrize(
    "game",
    ["bismarck-swedish", "bismarck-british", "bizon", "bismarck-estonian", "bismarck-finnish"],
)
def test_every_proof_can_be_played(game: str) -> None:
    """Each deal of a proof is a result that the judge accepts, and the run ends with the side in
    front."""
    rules = ruleset(game)
    agreed = agree(rules, "ABCD"[: rules.players[0]])
    start = standing(agreed, [])
    for side, chance in enumerate(coming(start).sides):
        state, totals = start.state, start.state.totals
        played = next(
            walk
            for walk in (
                _played(start, course, chance.proof or ())
                for course in contract_sequences(start, Possible(rules))
            )
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
    for one, points in zip(course, proof, strict=True):
        every = {
            c: possible.results(Situation(start.agreed, one.state, c), one.begins)
            for c in one.contracts
        }
        fitting = [
            (contract, r)
            for contract, results in every.items()
            for r in results
            if r.points == points
        ]
        if not fitting:
            return []
        contract, result = fitting[0]
        facts.append({**result.facts, **({"contract": contract} if contract else {})})
    return facts


def test_what_is_possible_only_shrinks() -> None:
    """From deal to deal the best never rises, the worst never falls, and who is out stays out."""
    agreed = agree(ruleset("bismarck-swedish"), ["Anna", "Bo", "Cleo"], "Cleo")
    rows = [(8, 4, 4), (10, 3, 3), (2, 12, 2), (16, 0, 0)]
    facts = [
        {"contract": c, "tricks": list(row)}
        for c, row in zip(["sang"] * 3 + ["pass"], rows, strict=True)
    ]
    before = coming(standing(agreed, []))
    for number in range(1, len(facts) + 1):
        now = coming(standing(agreed, deals(*facts[:number])))
        for old, new in zip(before.sides, now.sides, strict=True):
            assert new.best <= old.best
            assert new.worst >= old.worst
            assert old.can_win or not new.can_win
        before = now


def test_a_game_that_a_score_ends_is_not_guessed_at() -> None:
    """Without a fixed number of deals nothing is claimed, and the reason is named."""
    found = coming(standing(agree(ruleset("bien"), "ABCD"), []))
    assert "no fixed number of deals" in text_of(found.because or "")
    assert all(side == Prospect(None, None, None) for side in found.sides)
    assert not found.decided


def last_deal(head: tuple[int, int, int]) -> Standing:
    """The last deal of the modern Swedish game, pass left to A, at these totals."""
    agreed = agree(ruleset("bismarck-swedish"), "ABC", "A")
    now = standing(agreed, [])
    every = frozenset(agreed.rules.contracts)
    used = tuple(every - {"pass"} if seat == 0 else every for seat in range(3))
    return now._replace(state=now.state._replace(deal=12, dealer=2, used=used, totals=head))


def test_the_last_deal_says_exactly_what_wins() -> None:
    """Ahead by one rival's reach, the counts that win for sure and those that hang on others are
    told apart."""
    now = last_deal((0, 0, 0))
    needs = needs_of(now, 0, Possible(now.agreed.rules))
    assert [need.contract for need in needs] == ["pass"]
    for own in range(17):
        results = [(own, b, 16 - own - b) for b in range(17 - own)]
        wins = [4 - a == max(4 - a, 6 - b, 6 - c) for a, b, c in results]
        assert (own in needs[0].enough) == any(wins)
        assert (own in needs[0].sure) == all(wins)


@pytest.mark.parametrize(
    ("head", "decided", "can"),
    [((60, 0, -60), True, [True, False, False]), ((16, 0, -16), False, [True, True, False])],
)
def test_a_lead_that_nobody_can_reach_decides(
    head: tuple[int, int, int], decided: bool, can: list[bool]
) -> None:
    """A session is decided once one side alone can win or share; a share is enough to be in it."""
    found = coming(last_deal(head))
    assert [side.can_win for side in found.sides] == can
    assert found.decided == decided


@pytest.mark.parametrize(
    ("language", "quoted"), [("en", "“More, or all”"), ("sv", "”More, or all”")]
)
def test_a_contract_with_a_comma_is_quoted_as_the_language_quotes(
    language: str, quoted: str
) -> None:
    """A comma in a contract's name would divide the sentence, so it stands in quotation marks,
    each language's own."""
    raw = dict(small(1, 2, 1, "declarer picks", False).raw)
    raw["contract"]["more"]["name"] = "More, or all"
    now = standing(agree(read_ruleset(raw, "small"), ["A", "B", "C"]), [])
    needs = [Need("more", None, "tricks", None, (0, 1, 2), (2,))]
    try:
        speak(language, catalogue(language))
        assert quoted in need_sentence(now, 0, needs)
    finally:
        speak()


def test_who_is_out_is_told_so() -> None:
    """A side that cannot win hears its best total, who is in the way, and by how much."""
    said = outlook_sheet(last_deal((60, 0, -60)), 1).for_.say
    assert (
        said
        == "B cannot win any more: at best +6; A, now at +60, will be at least 42 points ahead."
    )


def test_the_rival_in_the_way_is_named_and_not_the_leader() -> None:
    """In the last pass A, who leads, may yet be caught; it is C who stays ahead of B, or one of
    the two."""
    behind = last_deal((18, 0, 17))
    blockers = blockers_of(behind, 1, Possible(behind.agreed.rules))
    assert (blockers.rivals, blockers.ahead) == ((2,), 1)
    split = last_deal((10, 0, 12))
    assert blockers_of(split, 1, Possible(split.agreed.rules)) == ((0, 2), None)


# --- what is needed ------------------------------------------------------------------------------------


def teams(number: int, total: int, settled: bool, lowest: bool) -> Ruleset:
    """Partners who bid and take tricks; they score by a settlement table, or each side by its
    own alone."""
    rows = [
        {"name": "level", "when": "sum(all.tricks) == 2 * tricks_of_first", "points": 1},
        {"name": "bold", "when": "max(all.bid) > 1", "points": "2 * tricks - bid"},
        {"name": "plain", "points": "tricks"},
    ]
    raw: dict[str, Any] = {
        "format": 1, "name": "Small", "players": 4, "teams": True, "pack": ruleset("bien").raw["pack"],
        "deals": {"number": number, "dealer": "passes left"}, "game": {"best": "lowest" if lowest else "highest"},
        "let": {"tricks_of_first": "max(all.tricks)"},
        "count": {"bid": {"max": total}, "tricks": {"total": total}},
        "check": [{"code": "hook", "fact": "bid", "when": f"sum(all.bid) == {total}", "message": "not so"}],
        "outcome": rows if settled else [{"name": "own", "points": "3 + tricks if tricks == bid else 0"}],
    }  # fmt: skip
    return read_ruleset(raw, "small")


def later_ends(
    now: Standing, state: Any, kept: dict[Any, set[tuple[int, ...]]]
) -> set[tuple[int, ...]]:
    """The final totals of every way to play on from a state."""
    if state.over:
        return {state.totals}
    if state not in kept:
        kept[state] = {
            end for _, then in every_deal(now, state) for end in later_ends(now, then, kept)
        }
    return kept[state]


def every_deal(now: Standing, state: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """Every deal that the judge accepts next, as entered, and the state after it."""
    rules, sides = now.agreed.rules, len(now.agreed.sides)
    columns = [
        [(name, list(row)) for row in product(range(4), repeat=sides)] for name in rules.counts
    ]
    for contract, *counts in product(turn(now.agreed, state).contracts or (None,), *columns):
        entered = dict(counts) | ({"contract": contract} if contract else {})
        scored = judged(now.agreed, state, entered).scored
        if scored is not None:
            yield entered, after(now.agreed, state, scored)


def compare(now: Standing) -> None:
    """The outlook and every need against playing out all there is."""
    kept: dict[Any, set[tuple[int, ...]]] = {}
    possible, wins = Possible(now.agreed.rules), min if now.agreed.rules.game.lowest_wins else max
    ends, found = later_ends(now, now.state, kept), outlook_of(now, possible)
    assert found.because is None
    for side, chance in enumerate(found.sides):
        assert {chance.best, chance.worst} == {
            min(e[side] for e in ends),
            max(e[side] for e in ends),
        }
        assert chance.can_win == any(end[side] == wins(end) for end in ends)
        can: dict[Any, list[tuple[bool, bool]]] = {}
        for entered, then in every_deal(now, now.state):
            come = [end[side] == wins(end) for end in later_ends(now, then, kept)]
            names = [name for name in now.agreed.rules.counts if name in entered]
            own = (
                entered[names[0]][side]
                if len(names) == 1
                else then.totals[side] - now.state.totals[side]
            )
            can.setdefault((entered.get("contract"), own), []).append((any(come), all(come)))
        needs = needs_of(now, side, possible)
        told = {(need.contract, own) for need in needs for own in need.possible}
        enough = {(need.contract, own) for need in needs for own in need.enough}
        sure = {(need.contract, own) for need in needs for own in need.sure}
        assert told == set(can)
        assert enough == {key for key, come in can.items() if any(some for some, _ in come)}
        if now.state.deal == now.state.game_start + number_left(now) - 1:
            assert sure == {key for key, come in can.items() if all(every for _, every in come)}


def number_left(now: Standing) -> int:
    number = now.agreed.rules.deals.number
    return number.constant if number and isinstance(number.constant, int) else 0


@given(
    number=st.integers(1, 2),
    total=st.integers(1, 2),
    quota=st.integers(0, 3),
    lowest=st.booleans(),
    head=THREE,
)
@settings(max_examples=10)
def test_what_is_needed_is_the_least(
    number: int, total: int, quota: int, lowest: bool, head: tuple[int, ...]
) -> None:
    """Of a quota game: with what is needed a side can still win, with any other number it
    cannot."""
    now = standing(
        agree(small(number, total, quota, "declarer picks", lowest), ["A", "B", "C"]), []
    )
    compare(now._replace(state=now.state._replace(totals=head)))


@pytest.mark.parametrize("few", [0, 2_000])
@given(number=st.integers(1, 2), total=st.integers(1, 2), lowest=st.booleans(), settled=st.booleans(),
       head=st.tuples(*[st.integers(-6, 6)] * 2))  # fmt: skip
@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_holds_of_partners_of_tables_and_of_sides_that_score_apart(
    monkeypatch: pytest.MonkeyPatch,
    few: int,
    number: int,
    total: int,
    lowest: bool,
    settled: bool,
    head: tuple[int, int],
) -> None:
    """Of partners too, by a settlement table or each side by its own numbers, and whether all
    results are tried or only those that say as much."""
    monkeypatch.setattr("scorekeeper.proof.independent_scoring.FEW", few)
    now = standing(agree(teams(number, total, settled, lowest), ["A", "B", "C", "D"]), [])
    compare(now._replace(state=now.state._replace(totals=head)))


@pytest.mark.parametrize(
    ("count", "extra"),
    [
        ({"total": 3, "min": "1 if contract == 'more' else 0"}, "0"),
        ({"total": 3}, "sum(all.tricks) * deal"),
        ({"total": 3}, "deal - 1 if given(all.tricks) else 0"),
    ],
)
def test_contracts_and_deals_that_score_alike_may_leave_different_results(
    count: dict[str, Any], extra: str
) -> None:
    """A least number that hangs on the contract, and a name that mixes tricks with the number of
    the deal."""
    raw = dict(small(2, 3, 1, "declarer picks", False).raw)
    raw |= {"count": {"tricks": count}, "let": {"extra": extra}}
    raw["contract"] = {
        name: {"points": {"declarer": "tricks + extra", "others": "tricks"}}
        for name in ("more", "less")
    }
    compare(standing(agree(read_ruleset(raw, "small"), ["A", "B", "C"]), []))


@pytest.mark.parametrize(
    ("change", "because"),
    [
        ({"deals": {"number": 100_000_000}}, "100000000 deals are still to come"),
        ({"count": {"tricks": {"total": 100_000_000}}}, "too many possible results"),
        ({"count": {"tricks": {}}}, "the rules set no limit to “tricks”"),
    ],
)
def test_rules_that_are_too_much_are_told_so_at_once(change: dict[str, Any], because: str) -> None:
    """However many deals or tricks a ruleset asks for, the answer is why it cannot be decided."""
    raw = dict(small(2, 2, 1, "declarer picks", False).raw)
    for table, values in change.items():
        raw[table] = {**(raw[table] if table == "deals" else {}), **values}
    said: list[str] = []
    agreed = agree(read_ruleset(raw, "small"), ["A", "B", "C"])
    calls_of(lambda: said.append(outlook_sheet(standing(agreed, []), 0).for_.say), most=300_000)
    assert said[0].startswith("A: cannot be decided: ")
    assert because in said[0]


def test_a_proof_says_who_declares_what_and_what_everybody_takes() -> None:
    """Below the table stand the deals of each proof; for a screen reader each is a line."""
    now = last_deal((16, 0, -16))
    value = outlook_sheet(now)
    text, plain = (outlook_text(value, now.agreed.rules, 60, plain) for plain in (False, True))
    assert "  12  A         Pass      16  −12  0  +6  0  +6" in text
    assert (
        "deal 12: A declares Pass; A 16 tricks, scores −12; B 0 tricks, scores +6; C 0 tricks, scores +6"
        in plain
    )
    assert "decided: no" in plain


def test_the_table_answers_who_can_still_win() -> None:
    """`outlook` and `outlook for` a player are answered at any prompt; another word is told what
    can be said."""
    data = head_text(
        new_head(agree(ruleset("bismarck-swedish"), ["Anna", "Bo B.", "Cleo"]), "end", "2026-01-02")
    )
    table = Conversation(opened(data.encode(), "end"), 80)
    assert step(table, "outlook")[1].lines[0].split() == ["best", "worst", "can", "win"]
    assert step(table, "outlook for bo b.")[1].lines == (
        "Bo B. can still win whatever comes of the coming deal.",
    )
    for line, code in (("outlook for Dan", "player-unknown"), ("outlook 3", "command-form")):
        assert [problem.code for problem in step(table, line)[1].problems] == [code]
    assert completions(table, "outlook ", "") == ["for"]
    assert completions(table, "outlook for ", "b") == ['"Bo B."']


@pytest.mark.parametrize("lowest", [False, True])
def test_the_last_deal_of_sides_that_score_apart_is_exact(
    monkeypatch: pytest.MonkeyPatch, lowest: bool
) -> None:
    """However far one side is ahead, the few results that are looked at say what all of them
    would."""
    monkeypatch.setattr("scorekeeper.proof.independent_scoring.FEW", 0)
    now = standing(agree(teams(1, 2, False, lowest), ["A", "B", "C", "D"]), [])
    assert (
        independent_deal(Possible(now.agreed.rules), Situation(now.agreed, now.state, None))
        is not None
    )
    for ahead in range(-6, 7):
        compare(now._replace(state=now.state._replace(totals=(ahead, 0))))


def test_a_settlement_table_that_looks_at_everybody_is_not_taken_apart() -> None:
    """Only where points look at a side's own numbers alone may a few results stand for all of
    them."""
    for settled in (False, True):
        rules = teams(1, 2, settled, False)
        assert scores_independently(rules, Possible(rules).order) is not settled
