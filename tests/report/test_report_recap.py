"""The recap: every sentence is true of the deals that it ends in, worked out here a second time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from conftest import allowed, corrected, deals, merged_ruleset, ruleset, split
from hypothesis import given, settings
from hypothesis import strategies as st
from terminal import Person
from test_laws import (
    PARTNERS,
    SEATS,
    at_table,
    bien_deals,
    bien_facts,
    swedish_evenings,
    swedish_facts,
)

from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing, standing
from scorekeeper.report.recap import numbers_words, recap_of
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.report.summary import summary_of
from scorekeeper.rules.ruleset_file import read_ruleset

THREE = ("You", "Björn", "Cleo")
Sheet = dict[str, Any]
Claim = Callable[[Sheet, bool, "re.Match[str]", list[int]], None]

# --- what is claimed, and how that is found out by hand --------------------------------------------


def listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def games(sheet: Sheet) -> list[list[dict[str, Any]]]:
    found: dict[int, list[dict[str, Any]]] = {}
    for deal in sheet["deals"]:
        found.setdefault(deal["game"], []).append(deal)
    return list(found.values())


def done(sheet: Sheet) -> list[list[dict[str, Any]]]:
    """The deals of each finished game."""
    if sheet["match"]:
        return games(sheet)[: len(sheet["match"]["games"])]
    return games(sheet) if sheet["finished"] else []


def front(deal: dict[str, Any], lowest: bool) -> list[str]:
    best = (min if lowest else max)(deal["totals"].values())
    return [side for side, total in deal["totals"].items() if total == best]


def won(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """Nobody has the winner's total; the best of the others is so far behind."""
    counted = sheet["match"]["totals"] if sheet["match"] else sheet["totals"]
    sign = -1 if lowest and not sheet["match"] else 1
    own = counted[said["who"]]
    others = {side: sign * total for side, total in counted.items() if side != said["who"]}
    assert sign * own - max(others.values()) == int(said["n"]) > 0
    assert said["others"] == listed(
        [side for side, total in others.items() if total == max(others.values())]
    )
    assert said["total"].replace("−", "-") in (str(own), f"+{own}")
    assert sheet["finished"]
    assert deals == [deal["number"] for deal in sheet["deals"]]


def shared(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """All who are named have the best total, and nobody else has."""
    counted = sheet["match"]["totals"] if sheet["match"] else sheet["totals"]
    best = (min if lowest and not sheet["match"] else max)(counted.values())
    named = [side for side, total in counted.items() if total == best]
    assert len(named) > 1
    assert said["who"] == listed(named)
    assert deals == [deal["number"] for deal in sheet["deals"]]


def swung(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """No deal has two sides further apart, and every deal in which they are as far is named."""
    spans = {
        deal["number"]: max(a - b for a, b in product(deal["points"].values(), repeat=2))
        for deal in sheet["deals"]
    }
    assert int(said["n"]) == max(spans.values()) > 0
    assert deals == [number for number, span in spans.items() if span == max(spans.values())]
    moved = [gained_on(sheet["deals"][number - 1]["points"], lowest) for number in deals]
    assert said["moves"] == "; ".join(dict.fromkeys(moved))


def gained_on(points: dict[str, int], lowest: bool) -> str:
    """Who is furthest apart in a deal with these points, the better end first."""
    ends = [
        listed([s for s, own in points.items() if own == end])
        for end in (max(points.values()), min(points.values()))
    ]
    better, worse = reversed(ends) if lowest else ends
    return f"{better} gained on {worse}"


def led(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """The deals named are the runs of that length, the longest, in which one side was alone in
    front."""
    runs: list[tuple[str, list[int]]] = []
    for game in games(sheet):
        before: list[str] = []
        for deal in game:
            ahead = front(deal, lowest)
            if len(ahead) == 1 and ahead == before:
                runs[-1][1].append(deal["number"])
            elif len(ahead) == 1:
                runs.append((ahead[0], [deal["number"]]))
            before = ahead
    longest = max(len(run) for _, run in runs)
    assert int(said["n"]) == longest >= 2
    assert deals == [number for _, run in runs if len(run) == longest for number in run]
    own: dict[str, list[int]] = {}
    for side, run in runs:
        if len(run) == longest:
            own.setdefault(side, []).extend(run)
    told = [f"{side} (deals {numbers_words(numbers)})" for side, numbers in own.items()]
    assert said["leads"] == ", ".join(told)


def came_back(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """After each of these deals a side that won the game alone was so far behind; no winner was
    ever further."""
    gaps = {
        (side, deal["number"]): abs(deal["totals"][side] - deal["totals"][front(deal, lowest)[0]])
        for game in done(sheet)
        for side in front(game[-1], lowest)
        if len(front(game[-1], lowest)) == 1
        for deal in game
    }
    assert int(said["n"]) == max(gaps.values()) > 0
    furthest = [key for key, gap in gaps.items() if gap == max(gaps.values())]
    assert deals == [number for _, number in furthest]
    assert said["who"] == listed(list(dict.fromkeys(side for side, _ in furthest)))
    assert bool(said["game"]) == bool(sheet["match"])


def close(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """No finished game ended closer, and those that ended as close are named."""
    gaps = {
        game[0]["game"]: abs(int.__sub__(*sorted(game[-1]["totals"].values())[:2]))
        for game in done(sheet)
    }
    assert len(gaps) >= 2
    assert int(said["n"]) == min(gaps.values())
    closest = [number for number, gap in gaps.items() if gap == min(gaps.values())]
    assert said["games"] == numbers_words(closest)
    assert deals == [deal["number"] for deal in sheet["deals"] if deal["game"] in closest]


def of_declarers(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """In every deal of the contract the declarer's tricks lie on that side of the quota."""
    played = [deal for deal in sheet["deals"] if deal["contract"] == said["contract"].lower()]
    assert deals == [deal["number"] for deal in played]
    assert len(played) >= 2
    for deal in played:
        over = deal["counts"]["tricks"][deal["declarer"]] - deal["quotas"][deal["declarer"]]
        assert (over < 0, over >= 0, over > 0, over <= 0)[
            ("fell short of", "reached", "went over", "kept within").index(said["what"])
        ]
        assert (deal["contract"] == "pass") == (said["what"] in ("went over", "kept within"))


def exact(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """These are the deals with every side's tricks at its quota."""
    assert deals == [
        d["number"] for d in sheet["deals"] if d["quotas"] and d["counts"]["tricks"] == d["quotas"]
    ]


def certain(sheet: Sheet, lowest: bool, said: re.Match[str], deals: list[int]) -> None:
    """Said once, of a deal before the last; what it claims is tried out below."""
    assert len(deals) == 1
    assert (deals[0] == len(sheet["deals"])) == ("until" in said[0])


WHO, N = r"(?P<who>.+)", r"(?P<n>\d+) points?"
CLAIMS: dict[str, Claim] = {
    rf"{WHO} won with (?P<total>\S+), {N} ahead of (?P<others>.+)": won,
    rf"{WHO} shared the win with \S+": shared,
    rf"the biggest swing was {N} in one deal: (?P<moves>.+)": swung,
    r"the longest time alone in front was (?P<n>\d+) deals in a row: (?P<leads>.+)": led,
    rf"{WHO} had been {N} behind and still won(?P<game> the game)?": came_back,
    rf"the closest finish(es)? (was that|were those) of games? (?P<games>.+): {N} apart": close,
    r"in (?P<contract>\S+) the declarer (?P<what>fell short of|reached|went over|kept within) the quota every time": of_declarers,
    r"everybody had exactly the quota": exact,
    r"until the last deal somebody else could still win or share the win": certain,
    r"from then on nobody else could win or share the win": certain,
}


def assert_true(now: Standing) -> None:
    """Every sentence is of a known kind, ends in its deals, and holds."""
    sheet = sheet_value(sheet_of(now, ""))
    for told in recap_of(now):
        words, _, ending = told.text.rpartition(" (")
        word = "deal" if len(told.deals) == 1 else "deals"
        if "alone in front" in words:  # each side has its own deals behind its name
            words = told.text
        else:
            assert ending == f"{word} {numbers_words(told.deals)})"
        found = [
            (claim, match) for form, claim in CLAIMS.items() if (match := re.fullmatch(form, words))
        ]
        assert len(found) == 1, words
        found[0][0](sheet, now.agreed.rules.game.lowest_wins, found[0][1], [*told.deals])


# --- in sessions of every shape --------------------------------------------------------------------


@given(swedish_evenings())
def test_it_is_true_of_contracts_that_are_picked(
    evening: tuple[int, list[tuple[str, list[int]]]],
) -> None:
    """Whatever is played: with ties, unfinished, or over."""
    dealer, played = evening
    assert_true(allowed(at_table("bismarck-swedish", dealer), *swedish_facts(played)))


@given(swedish_evenings())
def test_it_is_true_where_the_lowest_wins(evening: tuple[int, list[tuple[str, list[int]]]]) -> None:
    """In front is then whoever has the least."""
    dealer, played = evening
    raw = {**merged_ruleset("bismarck-swedish"), "game": {"best": "lowest"}}
    assert_true(
        allowed(agree(read_ruleset(raw, "lowest"), THREE, THREE[dealer]), *swedish_facts(played))
    )


@given(SEATS, st.lists(st.tuples(st.none() | SEATS, split(40, 3)), max_size=15))
def test_it_is_true_of_outcomes(dealer: int, played: list[tuple[int | None, list[int]]]) -> None:
    """Where rows settle a deal there are no quotas to tell of, and the rest holds."""
    facts = [
        {"passed": True} if who is None else {"bizon": THREE[who], "gp": gp} for who, gp in played
    ]
    assert_true(allowed(agree(ruleset("bizon"), THREE, THREE[dealer]), *facts))


@given(st.integers(0, 3), st.integers(1, 4), st.lists(bien_deals(), max_size=40))
def test_it_is_true_of_matches(dealer: int, number: int, played: list[Any]) -> None:
    """Partners, games that count down, several of them: who wins the match has the most, who
    wins a game the least."""
    agreed = agree(ruleset("bien"), PARTNERS, PARTNERS[dealer], {"games": number})
    # what is played after the end does not stand
    assert_true(standing(agreed, deals(*map(bien_facts, played))))


# --- when it was certain ---------------------------------------------------------------------------


def points_of(deal: dict[str, Any]) -> Iterator[tuple[int, ...]]:
    """Everything that a deal of three quotas can bring."""
    sign = -1 if deal["contract"] == "pass" else 1
    for one, two in product(range(17), repeat=2):
        if one + two <= 16:
            tricks = (one, two, 16 - one - two)
            yield tuple(
                sign * (own - quota)
                for own, quota in zip(tricks, deal["quotas"].values(), strict=True)
            )


def others_can_win(sheet: Sheet, after: int) -> bool:
    """Whether somebody else than the winner could still have been first or level after these
    deals; each declarer's last contract is the only one left, so the schedule is what was
    played."""
    totals = tuple(sheet["deals"][after - 1]["totals"].values())
    winner = sheet["sides"].index(sheet["winners"][0])
    for run in product(*(list(points_of(deal)) for deal in sheet["deals"][after:])):
        ends = [sum(column) for column in zip(totals, *run, strict=True)]
        if any(end == max(ends) for side, end in enumerate(ends) if side != winner):
            return True
    return False


@settings(max_examples=25)
@given(swedish_evenings(whole=True))
def test_it_was_certain_after_that_deal_and_not_before(
    evening: tuple[int, list[tuple[str, list[int]]]],
) -> None:
    """Every way in which the last two deals could have gone is tried."""
    dealer, played = evening
    evening_ = allowed(at_table("bismarck-swedish", dealer), *swedish_facts(played))
    sheet = sheet_value(sheet_of(evening_, ""))
    told = [told.deals[0] for told in recap_of(evening_) if "win or share the win" in told.text]
    assert len(told) == (len(sheet["winners"]) == 1)
    for number in told:
        if number >= 11:
            assert number == 12 or not others_can_win(sheet, number)
            assert others_can_win(sheet, number - 1)
        else:
            assert not others_can_win(sheet, 10)


# --- by hand ---------------------------------------------------------------------------------------

EVENING = [
    {"contract": "sang", "tricks": (9, 4, 3)},
    {"contract": "sang", "tricks": (2, 9, 5)},
    {"contract": "sang", "tricks": (9, 4, 3)},
    {"contract": "pass", "tricks": (6, 4, 6)},
]


def texts(now: Standing) -> list[str]:
    return [told.text for told in recap_of(now)]


def test_what_is_told_of_an_evening() -> None:
    """The biggest swing, the longest lead, a deal at the quota, what was corrected; nothing of
    an end that is not yet."""
    now = allowed(agree(ruleset("bismarck-swedish"), THREE), *EVENING)
    assert texts(corrected(now, 2, 99)) == [
        "the biggest swing was 9 points in one deal: You gained on Björn (deal 1)",
        "the longest time alone in front was 4 deals in a row: You (deals 1–4)",
        "everybody had exactly the quota (deal 4)",
        "1 deal was corrected afterwards (deal 2)",
    ]


def test_two_who_led_as_long_have_each_their_own_deals() -> None:
    """Three deals each; in between they are level."""
    plus, minus = {"bizon": "You", "gp": (20, 8, 12)}, {"bizon": "Björn", "gp": (8, 20, 12)}
    now = allowed(agree(ruleset("bizon"), THREE), plus, plus, *[minus] * 5)
    [told] = [told for told in recap_of(now) if "alone in front" in told.text]
    assert told.text.endswith("3 deals in a row: You (deals 1–3), Björn (deals 5–7)")
    assert told.deals == (1, 2, 3, 5, 6, 7)


def test_a_swing_that_came_again_names_everybody() -> None:
    """Deals that moved somebody as far are told together, each pair once, in the order of the
    deals."""
    played = [
        {"contract": "spader", "tricks": (2, 10, 4)},
        {"contract": "sang", "tricks": (2, 4, 10)},
    ]
    now = allowed(agree(ruleset("bismarck-swedish"), THREE), *played)
    assert texts(now)[0] == (
        "the biggest swing was 4 points in one deal: Björn gained on You; Cleo gained on You (deals 1, 2)"
    )
    again = allowed(agree(ruleset("bizon"), THREE), *[{"bizon": "You", "gp": (20, 8, 12)}] * 2)
    words = "the biggest swing was 3 points in one deal: You gained on Björn and Cleo (deals 1, 2)"
    assert texts(again)[0] == words


def test_no_sentence_names_its_deal_twice() -> None:
    """The deal from which on all was certain stands at the end of the sentence, and there alone."""
    played = [
        {"contract": contract, "tricks": (16, 0, 0)}
        for contract in ("sang", "spader", "trumf")
        for _ in THREE
    ]
    passed = [
        {"contract": "pass", "tricks": tricks} for tricks in ((4, 6, 6), (4, 6, 6), (4, 6, 6))
    ]
    trumps = [
        {**deal, "trump": "hearts"} if deal["contract"] == "trumf" else deal
        for deal in [*played, *passed]
    ]
    told = texts(allowed(agree(ruleset("bismarck-swedish"), THREE), *trumps))
    assert "from then on nobody else could win or share the win (deal 7)" in told
    assert not any("this deal" in text for text in told)


def test_what_is_told_of_a_match() -> None:
    """A game lost by more is not the closest; the match is won by its results."""
    down = {"bid": 350, "meld": 300, "points": (60, 81)}
    played = [{"bidder": "Ann", **down}] * 2 + [{"bidder": "Bob", **down}] * 2
    now = allowed(agree(ruleset("bien"), PARTNERS, None, {"games": 2}), *played)
    assert texts(now)[:1] == ["Ann & Cal and Bob & Dee shared the win with 12 (deals 1–4)"]
    assert "the closest finishes were those of games 1, 2: 14 points apart (deals 1–4)" in texts(
        now
    )


def test_a_shared_win_is_no_comeback() -> None:
    """Who was behind and then shares the win has not won."""
    gp = [(5, 20, 15), (20, 5, 15), (20, 15, 5)]
    lost = [{"bizon": name, "gp": own} for name, own in zip(THREE, gp, strict=True)]
    now = allowed(agree(ruleset("bizon"), THREE), *[*lost, *[{"passed": True}] * 12])
    assert now.state.over
    assert texts(now)[0] == "You, Björn and Cleo shared the win with +1 (deals 1–15)"
    assert not any("behind" in text for text in texts(now))


@pytest.mark.parametrize(
    ("numbers", "words"),
    [([4], "4"), ([1, 2], "1, 2"), ([7, 2, 3, 4], "2–4, 7"), ([1, 2, 3, 5, 6], "1–3, 5, 6")],
)
def test_deals_in_a_row(numbers: list[int], words: str) -> None:
    """Three and more in a row are a run."""
    assert numbers_words(numbers) == words


def test_nothing_was_certain_in_an_evening_that_was_ended_early(tmp_path: Path) -> None:
    """Whoever led when the players stopped had not won before."""
    somebody = Person(tmp_path).after("new bizon Anna Björn Cleo", "deal bizon=Björn gp=10,20")
    somebody.does("finish")
    said = somebody.does("summary").out
    assert "Björn won with +3, 3 points ahead of Anna and Cleo (deal 1)" in said
    assert "somebody else could still" not in said and "from then on" not in said


def test_nothing_is_told_before_the_first_deal() -> None:
    """There is no deal that a sentence could end in."""
    assert recap_of(allowed(agree(ruleset("bizon"), THREE), *[])) == []


def test_the_summary_has_it_and_says_the_same_twice() -> None:
    """The same session gives the same sentences."""
    now = corrected(allowed(agree(ruleset("bismarck-swedish"), THREE), *EVENING), 2)
    assert summary_of(now, "").recap == recap_of(now) == recap_of(now)
