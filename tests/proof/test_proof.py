"""Proving rulesets: every result tried, honest about what was not, and the plainest
counter-example."""

from __future__ import annotations

import copy
import re
from collections import Counter
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, merged_ruleset, ruleset
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.base.random_draws import RandomSource, below, one_of, some_of, split_of
from scorekeeper.game.deal_scoring import judged
from scorekeeper.proof.deal_enumeration import (
    each_count_entry,
    each_fact_entry,
    facts_of,
    order_of,
    random_entry,
)
from scorekeeper.proof.dependencies import dependencies_of
from scorekeeper.proof.domains import CountDomain, all_columns
from scorekeeper.proof.proof_run import Limits, certificate, estimated_results, trial_of
from scorekeeper.proof.results import Tally, try_all
from scorekeeper.proof.situations import situations
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.terminal_text import width_of
from scorekeeper.text.translation import LANGUAGES

LONG = 30_000


def changed(name: str, **changes: Any) -> Ruleset:
    """A shipped ruleset in which some keys, by their dotted path with `__` for a dot, are
    different."""
    raw = copy.deepcopy(merged_ruleset(name))
    for path, value in changes.items():
        *outer, last = path.split("__")
        table: Any = raw
        for key in outer:
            table = table[int(key) if key.isdecimal() else key.replace("_", "-")]
        table[last] = value
    return read_ruleset(raw, name)


# --- every shipped ruleset ------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_ruleset_is_proved(name: str) -> None:
    """Every result that there is keeps the ruleset's word; beyond some thousands, so many drawn by
    chance do. (To the end they are proved below.)"""
    proved = certificate(ruleset(name), limits=Limits(most=8_000, draws=1_000))
    assert (proved.broken, proved.never) == ((), ())
    assert proved.tried + proved.drawn > 0


@pytest.mark.thorough
def test_the_bidding_game_is_proved_whole() -> None:
    """Four bidders, 57 bids, 53 melds and 142 splits of 141 points, by both readings of a ponder,
    and what is beside: the tricks of a ponder by sides, or by players. All are tried."""
    proved = certificate(ruleset("bien"))
    numbered, laydown, passed = 4 * 57 * 53 * 142, 4, 1
    ponder = 4 * 9 + 4 * comb(11, 3)
    assert (proved.tried, proved.drawn) == (2 * (numbered + laydown + passed) + ponder, 0)
    assert proved.whole
    assert proved.holds
    assert [text_of(row.name) for row in proved.rows] == [
        row.name.shown() for row in ruleset("bien").scoring.outcomes
    ]


@pytest.mark.thorough
@pytest.mark.parametrize("name", [name for name in GAMES if name != "bien"])
def test_every_shipped_ruleset_is_proved_to_the_end(name: str) -> None:
    """The same with as many results as a proof tries."""
    assert certificate(ruleset(name)).holds


def test_sixteen_tricks_among_three_are_153_splits() -> None:
    """Modern Swedish has 4 contracts, 3 dealers and 153 splits of 16 tricks, each of which adds
    up to 0."""
    proved = certificate(ruleset("bismarck-swedish"))
    assert comb(18, 2) == 153
    assert [(line.tried, line.possible, line.dealers) for line in proved.lines] == [
        (3 * 153, 3 * 153, 3)
    ] * 4
    assert {line.sums for line in proved.lines} == {(0,)}
    assert proved.quota_total is True


def test_the_least_and_most_are_the_ends_of_the_quotas() -> None:
    """Declarer with quota 8 takes 0 to 16 tricks, so scores -8 to +8; in pass, quota 4, -12 to
    +4."""
    lines = {
        text_of(line.name): line.reach for line in certificate(ruleset("bismarck-swedish")).lines
    }
    assert lines["Sang"] == {"declarer": (-8, 8), "others": (-4, 12)}
    assert lines["Pass"] == {"declarer": (-12, 4), "others": (-10, 6)}


def test_each_side_is_told_apart_by_seat() -> None:
    """In 8-5-3 every seat has its own quota, from 3 to 8, and its own least and most."""
    line = certificate(ruleset("bismarck-raf")).lines[0]
    assert line.quotas == ((8, 5, 3),)
    assert line.reach == {"dealer": (-8, 8), "left": (-5, 11), "right": (-3, 13)}


def test_a_settlement_is_counted_row_by_row() -> None:
    """How often each row of the settlement applies is what plain loops over 861 splits and 3
    seats count."""
    counted: Counter[str] = Counter({"Everyone passed": 1})
    for one, two in product(range(41), repeat=2):
        others = (two, 40 - one - two)
        if min(others) < 0:
            continue
        row = (
            "won with 40 GP" if one == 40 else "won" if one > max(others) else "wins in a tie" if one == max(others)
            else "lost with 0 GP" if one == 0 else "lost"
        )  # fmt: skip
        counted[f"The Bizon {row}"] += 3
    assert {text_of(row.name): row.tried for row in certificate(ruleset("bizon")).rows} == counted


def test_a_score_that_does_not_add_up_is_told_so() -> None:
    """Three quotas of 5 leave one of 16 tricks over: every positive deal adds up to +1, as the
    ruleset promises."""
    proved = certificate(ruleset("bismarck-follett"))
    assert [line.sums for line in proved.lines] == [(1,)] * 4 + [(-1,)]
    assert (proved.quota_total, proved.holds) == (False, True)


def test_every_number_of_players_has_lines_of_its_own() -> None:
    """Estonian for three and for four: 12 and 9 tricks, and the first deal once for every
    starter."""
    proved = certificate(ruleset("bismarck-estonian"))
    three, four = (
        next(line for line in proved.lines if line.players == number) for number in (3, 4)
    )
    assert (three.quotas, three.tried) == (((6, 3, 3),), 3 * comb(14, 2) * (1 + 3))
    assert (four.quotas, four.tried) == (((3, 2, 2, 2),), 4 * comb(12, 3) * (1 + 4))


def test_refused_results_are_tried_and_not_possible() -> None:
    """In a stops round of three, of 13 x 13 x 13 numbers those with exactly one 0 can be, 3 x 12
    x 12, but for those of more than 22 together: 11 and 12, 12 and 11, 12 and 12."""
    lines = [
        line
        for line in certificate(ruleset("bismarck-estonian")).lines
        if text_of(line.name) == "Stops up"
    ]
    assert (lines[0].tried, lines[0].possible) == (13**3, 3 * (12**2 - 3))


@pytest.mark.parametrize(
    "extra", ["deal * 2", "sum(all.tricks) * deal", "deal - 1 if given(all.tricks) else 0"]
)
def test_deals_are_tried_apart_where_their_number_counts(extra: str) -> None:
    """A name of the rules' own that looks at the number of the deal, alone or beside the entry:
    twelve deals a table."""
    points = {"spader": {"points": "tricks - quota + extra"}}
    rules = changed("bismarck-swedish", let={"extra": extra}, contract=points)
    met = {
        (found.state.deal, found.contract) for found in situations(rules, dependencies_of(rules))
    }
    assert {deal for deal, contract in met if contract == "spader"} == set(range(1, 13))


# --- the quick way is the judge's way -------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "bismarck-swedish",
        "bismarck-finnish",
        "bismarck-estonian",
        "bizon",
        "more/whist",
        "more/hearts",
    ],
)
def test_what_is_tried_is_what_the_judge_would_say(name: str) -> None:
    """The proof scores without the judge's reading of each entry; over every result the two
    agree, refusals too."""
    rules = ruleset(name)
    reach = dependencies_of(rules)
    order = order_of(rules, reach.scoring)
    for situation in situations(rules, reach)[:6]:
        tally, points = Tally(), Counter[tuple[int, ...]]()
        for _ in try_all(situation, order, tally):
            pass
        entered = [
            result
            for facts in each_fact_entry(situation, order)
            for result in each_count_entry(facts_of(situation, facts), order)
        ]
        for result in entered:
            scored = judged(situation.agreed, situation.state, result).scored
            points.update([scored.points] if scored else [])
        assert tally.tried == len(entered)
        assert sum(points.values()) == tally.possible
        assert points == sum(
            (Counter({key[2]: number}) for key, number in tally.seen.items()), Counter()
        )


# --- what breaks ----------------------------------------------------------------------------------


def test_a_broken_promise_has_the_plainest_counter_example() -> None:
    """Somebody writes quota 7 for the declarer: no deal adds up to 0, and the example has the
    smallest numbers."""
    proved = certificate(
        changed("bismarck-swedish", contract__sang__quota={"declarer": 7, "others": 4})
    )
    assert [example.code for example in proved.broken] == ["promise"]
    example = proved.broken[0]
    assert (example.facts["contract"], sum(example.facts["tricks"]), sum(example.points or ())) == (
        "sang",
        16,
        1,
    )
    assert (proved.holds, proved.quota_total) == (False, False)


def test_only_some_results_may_break_a_promise() -> None:
    """A bonus for taking every trick breaks the promise in just those results; one of them is
    the example."""
    proved = certificate(
        changed(
            "bismarck-swedish", contract__sang__points="tricks - quota + (5 if tricks == 16 else 0)"
        )
    )
    assert sorted(proved.broken[0].facts["tricks"]) == [0, 0, 16]


def test_points_that_cannot_be_worked_out_are_found() -> None:
    """A table that begins too late has no value for low bids: the example is the lowest bid."""
    proved = certificate(
        changed("bien", ladder__value={"150": 3, "ponder": 6, "laydown": 7}),
        limits=Limits(most=1000, draws=3000),
    )
    assert [example.code for example in proved.broken] == ["no-points"]
    assert proved.broken[0].facts["bid"] < 150


def test_a_row_that_never_applies_is_a_fault() -> None:
    """Bizon points cannot be above 40, so such a row is dead."""
    raw = copy.deepcopy(merged_ruleset("bizon"))
    raw["outcome"].insert(1, {"name": "More than all", "when": "bizon.gp > 40", "points": 1})
    assert [text_of(message) for _, message in certificate(read_ruleset(raw, "bizon")).never] == [
        "the row `More than all` never applies: no result leads to it"
    ]


def test_a_row_that_hangs_on_earlier_deals_is_no_fault() -> None:
    """Nobody has points at the start of a game, where results are tried: that is said, and the row
    is not called dead."""
    raw = copy.deepcopy(merged_ruleset("more/whist"))
    raw["outcome"].insert(0, {"name": "Late", "when": "max(all.total) > 3", "points": 0})
    proved = certificate(read_ruleset(raw, "whist"))
    assert (proved.never, proved.holds) == ((), True)
    told = "at the start of a game no result leads to the row `Late`"
    assert told in [*map(text_of, proved.remarks)]


def test_a_contract_that_never_comes_up_is_a_fault() -> None:
    """Nine deals of rounds of three have room for three contracts, not for a fourth."""
    proved = certificate(changed("bismarck-classic-extra", deals__number=9))
    assert [place for place, _ in proved.never] == ["contract.noll"]


# --- what cannot be counted out -------------------------------------------------------------------


def test_cards_are_drawn_and_said_to_be() -> None:
    """Goals and pot cannot all be tried: the certificate says so, and how many draws could be."""
    proved = certificate(ruleset("bisque"), limits=Limits(most=1000, draws=600))
    assert "goals are too many to try: drawn by chance" in [*map(text_of, proved.remarks)]
    assert 0 < proved.drawn < 600
    assert proved.tried == 0


def test_what_can_be_counted_out_beside_cards_is_tried_too() -> None:
    """Of Bisque every result without a list of cards is tried, and besides some are drawn."""
    proved = certificate(ruleset("bisque"), limits=Limits(draws=100))
    assert proved.tried == 97_336
    assert 0 < proved.drawn <= 100


def test_the_same_seed_draws_the_same() -> None:
    """A certificate from draws can be had again: the same seed gives the same, another seed
    another."""
    first, again, other = (
        certificate(ruleset("more/spades"), seed, Limits(most=LONG, draws=300))
        for seed in (7, 7, 8)
    )
    assert first == again
    assert first.lines != other.lines


def test_a_limit_turns_trying_into_drawing() -> None:
    """With room for 500 results three contracts of 153 splits are tried whole for one dealer
    each, the rest drawn."""
    proved = certificate(ruleset("bismarck-swedish"), limits=Limits(most=500, draws=900))
    assert (proved.tried, proved.drawn) == (3 * 153, 9 * 100)
    assert proved.holds


def test_the_work_is_known_beforehand() -> None:
    """What a progress bar is measured by is the number of results tried."""
    assert (
        estimated_results(trial_of(ruleset("bismarck-swedish")))
        == certificate(ruleset("bismarck-swedish")).tried
        == 1836
    )


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_the_progress_of_a_proof_fits_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    """A bar is one line, never as wide as the terminal: a wider one would go on to the next line
    at every step."""
    monkeypatch.setattr("scorekeeper.cli.click_parts.PATIENCE", 0.0)
    for code in LANGUAGES:
        words = f"rules prove bien --most 2000 --draws 100 --lang {code}".split()
        shown = Person(tmp_path).types(*words, at_screen=True, COLUMNS=str(columns)).err
        steps = [
            width_of(step)
            for line in shown.splitlines()
            for step in re.split(r"\r|\x1b\[\?25[lh]", line)
        ]
        assert 0 < max(steps) < columns


@pytest.mark.parametrize("columns", [40, 60])
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", ["bien", "bizon"])
def test_the_tables_of_a_proof_fit_the_terminal(
    tmp_path: Path, game: str, code: str, columns: int
) -> None:
    """A table too wide for the terminal is set in parts, each behind its first column."""
    shown = (
        Person(tmp_path)
        .does(f"rules prove {game} --most 2000 --draws 100 --lang {code}", COLUMNS=str(columns))
        .out
    )
    assert [line for line in shown.splitlines() if width_of(line) > columns] == []


def test_facts_that_change_no_points_are_tried_apart() -> None:
    """Grass, round and trump of Bizon change no points: 25 x 3 x 5 ways, those against the guide
    refused."""
    beside = certificate(ruleset("bizon")).beside
    assert [(b.names, b.tried) for b in beside] == [(("round", "grass", "trump"), 3 * 25 * 5)]
    # with the Grass: round 1 and its suit or none said, round 2 and another suit or none said, or
    # round unsaid; without the Grass nothing can be against it
    assert beside[0].possible == 24 * ((1 + 1) + (1 + 3) + 5) + 3 * 5


# --- chance and splits ----------------------------------------------------------------------------


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_chance_stays_below_its_limit(seed: int, limit: int) -> None:
    """A number drawn below a limit is one from 0 up to it, and drawing it again gives it again."""
    number, after = below(RandomSource(seed), limit)
    assert 0 <= number < limit
    assert below(RandomSource(seed), limit) == (number, after)
    assert after != RandomSource(seed)


def test_chance_leaves_nothing_out() -> None:
    """In a thousand draws of six each comes up about as often as the others."""
    seen: Counter[str] = Counter()
    chance = RandomSource(1)
    for _ in range(1000):
        face, chance = one_of(chance, "abcdef")
        seen[face] += 1
    assert len(seen) == 6
    assert min(seen.values()) > 120


@given(st.integers(0, 2**64 - 1), st.integers(0, 40), st.integers(2, 5))
def test_drawn_splits_and_cards_are_well(seed: int, total: int, parts: int) -> None:
    """A drawn split adds up and has no negative part; drawn cards are all different."""
    column, chance = split_of(RandomSource(seed), total, parts)
    cards, _ = some_of(chance, range(10), 4)
    assert (len(column), sum(column), min(column) >= 0) == (parts, total, True)
    assert len(set(cards)) == 4


@given(
    st.integers(2, 4),
    st.integers(0, 3),
    st.integers(0, 9),
    st.integers(1, 3),
    st.none() | st.integers(0, 14),
)
def test_splits_are_those_of_plain_loops(
    parts: int, least: int, most: int, step: int, total: int | None
) -> None:
    """Every column in range, by steps, with the total: no more, no fewer, none twice; their
    number is known before."""
    columns = CountDomain(parts, least, most, step, total)
    plain = [
        row for row in product(range(least, most + 1), repeat=parts)
        if all(number % step == 0 for number in row) and (total is None or sum(row) == total)
    ]  # fmt: skip
    assert sorted(all_columns(columns)) == sorted(plain)
    assert columns.size == len(plain)


@given(st.integers(0, 2**64 - 1))
def test_a_drawn_deal_is_filled_in_like_a_real_one(seed: int) -> None:
    """A drawn deal of the bidding game has what its bid asks for and nothing else, so the judge
    can score it, but for melds that no cards make."""
    rules = ruleset("bien")
    reach = dependencies_of(rules)
    situation = situations(rules, reach)[0]
    entered, _ = random_entry(situation, order_of(rules, reach.scoring), RandomSource(seed))
    is_possible = entered.get("meld") not in (10, 30)
    assert (judged(situation.agreed, situation.state, entered).scored is not None) == is_possible
    assert ("tricks" in entered) == (entered["bid"] == "ponder")


# --- at the terminal ------------------------------------------------------------------------------


def test_a_certificate_is_printed(tmp_path: Path) -> None:
    """`rules prove` prints what was tried and what holds, exits 0, and says the same as JSON."""
    somebody = Person(tmp_path)
    said = somebody.does("rules prove bismarck-swedish")
    assert said.out.startswith("Bismarck (modern Swedish): proved\n")
    assert "1,836 results were tried, every one there is" in said.out
    value = somebody.reads("rules prove bismarck-swedish")
    assert (value["holds"], value["tried"], value["drawn"], value["seed"]) == (True, 1836, 0, None)
    assert value["lines"][0]["reach"]["declarer"] == {"least": -8, "most": 8}


@pytest.mark.parametrize(("code", "tried"), [("fr", "1\u202f836"), ("sv", "1\u00a0836")])
def test_large_numbers_of_a_certificate_are_written_as_in_the_language(
    tmp_path: Path, code: str, tried: str
) -> None:
    """The results that were tried are counted with the language's own sign between thousands."""
    said = Person(tmp_path).does(f"rules prove bismarck-swedish --lang {code}").out
    assert tried in said
    assert "1,836" not in said


def test_a_limit_of_a_ruleset_is_written_as_in_the_language(tmp_path: Path) -> None:
    """What a file or a sum may hold at most is said with the language's own sign between
    thousands."""
    path = tmp_path / "great.toml"
    path.write_text('extends = "bismarck-swedish"\n[count.tricks]\ncards = { A = 10001 }\n')
    said = {
        code: Person(tmp_path).types("rules", "check", str(path), "--lang", code).err
        for code in ("en", "fr", "sv")
    }
    assert "10,000" in said["en"]
    assert "10\u202f000" in said["fr"]
    assert "10\u00a0000" in said["sv"]


def test_a_certificate_can_be_read_aloud(tmp_path: Path) -> None:
    """With --plain there is no table: a line for each number."""
    said = Person(tmp_path).does("rules prove bizon --plain").out
    assert "row: The Bizon won\ntried: 837\n" in said
    assert "──" not in said


def test_rules_that_break_their_word_exit_1_with_an_example(tmp_path: Path) -> None:
    """A wrong quota is refused with deal, players, facts and points, and the certificate says
    NOT proved."""
    path = tmp_path / "wrong.toml"
    path.write_text(
        'format = 1\nextends = "bismarck-swedish"\nname = "Wrong"\n[contract.sang.quota]\ndeclarer = 7\n'
    )
    said = Person(tmp_path).types("rules", "prove", str(path))
    assert (said.code, said.out.splitlines()[0]) == (1, "Wrong: NOT proved")
    assert "the points add up to 1, and the rules promise 0" in said.err
    assert "deal 1 · 3 players, A deals: contract=sang tricks=0,0,16" in said.err
    assert "points −4 −7 +12" in said.err


def test_a_dead_row_is_named_with_its_line(tmp_path: Path) -> None:
    """What can never apply is named with the file and line where it stands."""
    path = tmp_path / "dead.toml"
    row = (
        '[[outcome]]\nname = "More than all"\nwhen = "given(bizon) and bizon.gp > 40"\npoints = 1\n'
    )
    path.write_text(f'format = 1\nextends = "bizon"\n{row}')
    said = Person(tmp_path).types("rules", "prove", str(path), "--format", "json")
    assert (said.code, said.codes, said.json["holds"]) == (1, ["never"], False)
    assert (
        f"{path}:3: the row `More than all` never applies"
        in Person(tmp_path).types("rules", "prove", str(path)).err
    )
