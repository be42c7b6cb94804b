"""The end of a game as the rules say it: who has won, and a bonus in a row of its own."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from conftest import allowed, deals
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pages import faults_of, read
from shown import readings_text, rules_text, sheet_text
from terminal import Person

from scorekeeper.game.entry_kinds import AGREE, DEAL, INSERT, STRIKE, folded_entries
from scorekeeper.game.log import FINISH, UNDO, Entry
from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.game.standing import Standing, ranking, standing, winners, winners_of_game
from scorekeeper.proof.coming_deals import reason_unknown
from scorekeeper.proof.outlook import ends_by_score
from scorekeeper.proof.possible_results import Possible
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.paper_rows import lines_of
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.render.html.page import sheet_page
from scorekeeper.report.explain import explained_readings, readings_value
from scorekeeper.report.recap import recap_of
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.report.summary import summary_of
from scorekeeper.text.message_text import text_of

THREE = ("Anna", "Björn", "Cleo")
PAGE = """
name = "Dozen"
source = "made up"
players = 3
pack = "french-52"
hand = 17
talon = 1
count.tricks = { total = "hand", tricks = true }
outcome = [{ points = "tricks" }]
deals.number = "deals"
option.deals = { default = 4, min = 1, max = 9, text = "how many deals" }
promise.sum = "hand"

[game]
over = "max(all.tricks) >= 12"
winner = "tricks >= 12"

[game.bonus]
name = "for the game"
points = "10 + total // 2 if won else 0"
"""
WON = ([9, 8, 0], [8, 9, 0], [3, 2, 12])


def table(*tricks: list[int], page: str = PAGE) -> Standing:
    """These deals, which the rules allow."""
    return allowed(agree(read(page), THREE), *({"tricks": one} for one in tricks))


def by_hand(played: list[list[int]], deals: int = 4) -> tuple[list[int], set[int]]:
    """The totals and who won: 12 tricks win at once, else the most; the winner has ten and half of
    the total more."""
    totals, won = [0, 0, 0], set[int]()
    for tricks in played:
        totals = [a + b for a, b in zip(totals, tricks, strict=True)]
        won = {seat for seat in range(3) if tricks[seat] >= 12}
    if len(played) == deals and not won:
        won = {seat for seat in range(3) if totals[seat] == max(totals)}
    return [t + (10 + t // 2 if s in won else 0) for s, t in enumerate(totals)], won


def test_who_takes_twelve_tricks_wins_at_once() -> None:
    """ "A game ends at once when somebody takes 12 tricks, and is won by that player": not by the
    highest total."""
    now = table(*WON, page=PAGE.replace("10 + total // 2 if won else 0", "0"))
    assert now.state.totals == (20, 19, 12)
    assert winners(now) == (2,)
    assert ranking(now) == ((2,), (0,), (1,))
    summary = summary_of(now, "it")
    assert [row.sides for row in summary.ranking] == [("Cleo",), ("Anna",), ("Björn",)]
    assert recap_of(now)[0].text == "Cleo won with +12, as the rules name the winner (deals 1–3)"
    assert "Cleo won with +12" in sheet_text(summary.sheet, now.agreed.rules)


@pytest.mark.parametrize(
    ("test", "won"),
    [
        ("total == 19", (1,)), ("dozens > 0", (2,)), ("total > 0 and dozens == 0", (0, 1)),
        ("max(all.total) == 20 and total < 20", (1, 2)),
    ],
)  # fmt: skip
def test_who_wins_is_asked_of_the_totals_and_counters_after_the_last_deal(
    test: str, won: tuple[int, ...]
) -> None:
    """After it, and not before: only Björn has 19, only Cleo has had a dozen."""
    counter = 'carry.dozens.next = "dozens + (1 if tricks >= 12 else 0)"\npromise.sum'
    page = PAGE.replace('winner = "tricks >= 12"', f'winner = "{test}"')
    page = page.replace("promise.sum", counter).replace("10 + total // 2 if won else 0", "0")
    assert winners(table(*WON, page=page)) == won


def test_where_the_rules_name_nobody_the_best_score_wins() -> None:
    """After the last deal, and where the players stop before it."""
    course = [*deals({"tricks": [9, 8, 0]}), Entry(FINISH, 2, "", {})]
    broken_off = standing(agree(read(PAGE), THREE), course)
    assert broken_off.problems == ()
    for now in (table([9, 8, 0], [9, 8, 0], [9, 8, 0], [9, 8, 0]), broken_off):
        assert winners(now) == (0,)


def test_a_game_that_is_broken_off_has_no_bonus() -> None:
    """The bonus is for an end by the rules."""
    course = [*deals({"tricks": [9, 8, 0]}), Entry(FINISH, 2, "", {})]
    now = standing(agree(read(PAGE), THREE), course)
    assert now.state.totals == (9, 8, 0)
    assert sheet_of(now, "it").bonuses == ()


@settings(max_examples=25)
@given(st.lists(st.tuples(st.integers(0, 17), st.integers(0, 17)), max_size=6))
def test_totals_and_winners_are_those_reckoned_by_hand(numbers: list[tuple[int, int]]) -> None:
    """Points of the deals and the bonus, and nothing else; inserted, struck and taken back deals
    leave what deals in that order leave."""
    played, agreed = list[list[int]](), agree(read(PAGE), THREE)
    for one, two in numbers:
        first = min(one, 17)
        second = min(two, 17 - first)
        played.append([first, second, 17 - first - second])
        if max(played[-1]) >= 12 or len(played) == 4:
            break
    if not played:
        return
    now = allowed(agreed, *({"tricks": tricks} for tricks in played))
    totals, won = by_hand(played)
    assert [*now.state.totals] == totals
    assert set(winners(now)) == won
    sums = [sum(scored.points[side] for scored in now.deals) for side in range(3)]
    bonus = now.state.ended[0].bonus if now.state.over else (0, 0, 0)
    assert [a + b for a, b in zip(sums, bonus, strict=True)] == totals
    course = [Entry(DEAL, n, "", {"tricks": t}, line=n) for n, t in enumerate(played, 1)]
    course.append(Entry(INSERT, 1, "", {"tricks": [5, 6, 6]}, line=20))
    for back in (STRIKE, UNDO):
        folded = folded_entries([*course, Entry(back, 1, "", {}, line=21)])
        assert standing(agreed, folded.course).state == now.state


def test_level_winners_whom_the_rules_name_have_each_their_own_total() -> None:
    """Two may fulfil the test, and are first with different scores."""
    page = PAGE.replace(">= 12", ">= 6").replace("10 + total // 2 if won else 0", "0")
    now = table([3, 6, 8], page=page)
    summary = summary_of(now, "it")
    assert [(row.place, row.sides, row.total) for row in summary.ranking] == [
        (1, ("Björn",), 6), (1, ("Cleo",), 8), (3, ("Anna",), 3),
    ]  # fmt: skip
    assert "Björn and Cleo shared the win" in sheet_text(summary.sheet, now.agreed.rules)
    assert recap_of(now)[0].text == "Björn and Cleo shared the win, as the rules name them (deal 1)"


def test_the_bonus_is_a_row_of_its_own_in_every_format() -> None:
    """It is in the totals, and in no deal."""
    now = table(*WON)
    sheet, rules = sheet_of(now, "it"), now.agreed.rules
    assert [scored.totals for scored in now.deals][-1] == (20, 19, 12)
    assert sheet.totals == {"Anna": 20, "Björn": 19, "Cleo": 28}
    assert sheet_value(sheet)["bonuses"] == [
        {"game": 1, "deal": 3, "points": {"Anna": 0, "Björn": 0, "Cleo": 16}, "totals": sheet.totals}
    ]  # fmt: skip
    lines = [line.split() for line in sheet_text(sheet, rules).splitlines()]
    assert ["for", "the", "game", "0", "0", "+16", "+16"] in lines
    assert ["total", "+20", "+19", "+28", "+67"] in lines
    assert "for the game: Anna 0, Björn 0, Cleo +16" in sheet_text(sheet, rules, plain=True)
    assert ">for the game</th>" in sheet_page(sheet, rules)
    assert next(row for row in lines if row[:1] == ["Cleo"])[-2:] == ["+16", "+28"]


def test_csv_has_the_bonus_below_the_deal_and_import_passes_it_over() -> None:
    """A row whose number is `bonus`, with the points and the totals."""
    now = table(*WON)
    text = sheet_csv(sheet_of(now, "it"))
    *_, row = csv.DictReader(io.StringIO(text))
    assert (row["number"], row["points Cleo"], row["total Cleo"]) == ("bonus", "16", "28")
    assert [line.points for line in lines_of(now.agreed, paper_of(text))] == [
        scored.points for scored in now.deals
    ]


def test_the_promise_of_the_deals_holds_beside_a_bonus() -> None:
    """What all score in a deal is 17; the bonus is no part of it."""
    sheet = sheet_of(table(*WON), "it")
    assert {check.name: (check.holds, check.detail) for check in sheet.checks}["sum"] == (
        True,
        "51",
    )


def test_explain_tells_who_won_and_how_the_bonus_came_about() -> None:
    """With the last deal of the game, and with no other."""
    now = table(*WON)
    text = readings_text(explained_readings(now, 3), [""], now.agreed.rules, 100)
    assert "winner       Cleo: the number of tricks is at least 12" in text
    assert "= 10 + 6 = +16" in text
    assert "+12 and +16 make +28" in text
    value = readings_value(explained_readings(now, 3))
    assert value["won_by"].sides == ("Cleo",)  # type: ignore[attr-defined]
    assert value["bonus"][2].numbers == "10 + 12 // 2 if true else 0"  # type: ignore[index]
    assert not {"bonus", "won_by"} & {*readings_value(explained_readings(now, 2))}


def test_each_game_of_a_match_has_its_winner_and_its_bonus() -> None:
    """Whom the rules name wins the game, and what it is worth is of the total with the bonus."""
    page = PAGE + '\n[match]\ngames = 2\nresult = "total if won else 0"\n'
    now = table(*WON, [17, 0, 0], page=page)
    assert [one.won for one in now.state.ended] == [(2,), (0,)]
    assert [result for _, _, result in now.state.results] == [(0, 0, 28), (35, 0, 0)]
    assert winners_of_game(now, now.deals[2]) == (2,)
    assert [one.deal for one in sheet_of(now, "it").bonuses] == [3, 4]
    assert winners(now) == (0,)


def test_the_outlook_does_not_go_by_the_totals() -> None:
    """It says why it knows nothing."""
    named, given = (table([9, 8, 0], page=page) for page in (PAGE, _without("over", "winner")))
    for now, why in ((named, "name who wins"), (given, "a bonus is given")):
        possible = Possible(now.agreed.rules)
        said = reason_unknown(now, possible)
        assert said is not None
        assert why in text_of(said)
        assert not ends_by_score(now, possible)


def _without(*words: str) -> str:
    return "\n".join(line for line in PAGE.splitlines() if line.split(" =")[0] not in words)


def test_a_choice_that_would_end_the_game_is_refused_and_one_that_goes_on_takes_the_bonus_back() -> (
    None
):
    """The rules settle the end with the last deal, and no deal ends it then."""
    agreed = agree(read(_without("over", "winner")), THREE, options={"deals": 2})
    played = deals({"tricks": [9, 8, 0]}, {"tricks": [9, 8, 0]})
    over = standing(agreed, played)
    assert over.state.totals == (18 + 19, 16, 0)
    on = standing(agreed, [*played, Entry(AGREE, 3, "", {"option": "deals", "value": "3"})])
    assert (on.state.over, on.state.totals, on.state.ended) == (False, (18, 16, 0), ())
    now = standing(agreed, [*played[:1], Entry(AGREE, 2, "", {"option": "deals", "value": "1"})])
    (problem,) = now.problems
    assert problem.code == "agree-ends"
    assert "take the last deal back with `scorekeeper undo`" in text_of(problem.mends[0])


def test_the_rules_say_who_wins_and_what_the_end_brings() -> None:
    """`rules show` has both, in the words of the page where it has some."""
    said = " ".join(rules_text(read(PAGE)).split())
    assert "it is won by whoever fulfils: the number of tricks is at least 12" in said
    assert "where that is nobody, the highest total wins" in said
    assert "each side gets, as for the game: if the game is won: 10 +" in said
    own = PAGE.replace(
        "[game.bonus]", 'winning = "whoever has a dozen"\n[game.bonus]\nscoring = "ten and half"'
    )
    said = " ".join(rules_text(read(own)).split())
    assert "whoever fulfils: whoever has a dozen" in said
    assert "as for the game: ten and half" in said


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('game.winner = "trics >= 12"', "`trics` is not a fact here"),
        ("game.bonus = {}", "`points` is missing"),
        ('game.bonus.point = "1"', "`point`"),
        ('game.bonus = { points = "1", name = 3 }', "`name` must be words in quotes"),
    ],
)
def test_what_cannot_be_an_end_is_a_fault(words: str, fault: str) -> None:
    """It is told when the page is read."""
    page = 'name = "x"\nplayers = 3\npack = "french-32"\ncount.tricks.total = 10\noutcome = [{ points = "tricks" }]\n'
    assert any(fault in told for told in faults_of(page + words))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ('winner = "tricks"', "a test is needed"),
        ('bonus = { points = "tricks" }', "when a game is over"),
        ('bonus = { points = "won" }', "and a number is needed"),
        ('winner = "trump == 3"', "`trump == 3`"),
        ('bonus = { points = "total // (total - total)" }', "divides by zero"),
        ('winner = "tricks // (tricks - tricks) > 1"', "divides by zero"),
    ],
)
def test_nonsense_in_the_end_is_a_fault_of_check(tmp_path: Path, words: str, fault: str) -> None:
    """With its line, before anybody plays it."""
    page = tmp_path / "odd.toml"
    page.write_text(
        'name = "Odd"\nsource = "x"\nplayers = 3\npack = "french-32"\nhand = 10\ntalon = 2\n'
        'count.tricks = { total = "hand" }\noutcome = [{ points = "tricks" }]\n'
        f"deals.number = 2\n[game]\n{words}\n"
    )
    said = Person(tmp_path / "home").types("rules", "check", str(page))
    assert said.code == 1
    assert fault in said.err
    assert "odd.toml:11" in said.err
    assert said.err.count("odd.toml:") == 1


def test_a_result_that_names_a_counter_works() -> None:
    """`match.result = "won12"`, a counter: the game is worth what it says."""
    counter = 'carry.won12.next = "won12 + (1 if tricks >= 12 else 0)"'
    match = 'match = { games = 2, result = "won12" }'
    page = PAGE.replace("promise.sum", f"{counter}\n{match}\npromise.sum")
    now = table(*WON, page=page)
    assert [result for _, _, result in now.state.results] == [(0, 0, 1)]


def test_the_evening_the_log_and_the_league_tell_it(tmp_path: Path) -> None:
    """A person reads it when the last deal is recorded; the league counts a win by the rules."""
    person = Person(tmp_path / "home")
    page = person.home / "rulesets" / "dozen.toml"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE.replace("10 + total // 2 if won else 0", "3 if won else 1"))
    person.does("new dozen Anna Björn Cleo --name it")
    for tricks in WON:
        said = person.does(f"deal {' '.join(map(str, tricks))}").out
    assert "for the game: Anna +1, Björn +1, Cleo +3\n" in said
    assert "the session is over: Cleo won" in said
    assert "for the game: Anna +1, Björn +1, Cleo +3" in person.does("log").out
    games = person.reads("league")["games"]
    rows: dict[str, Any] = {row["player"]: row for row in games["dozen"]["players"]}
    assert {name: row["wins"] for name, row in rows.items()} == {"Anna": 0, "Björn": 0, "Cleo": 1}
    assert [rows[name]["points"] for name in THREE] == [21, 20, 15]
    person.does("check it")
    assert "for the game" not in person.does("undo").out
    assert person.reads("sheet")["totals"] == {"Anna": 17, "Björn": 17, "Cleo": 0}


def test_a_winner_is_one_of_those_who_played_the_last_deal() -> None:
    """Who rests has no tricks, and is not asked."""
    agreed = agree(read(PAGE), ("Anna", "Björn", "Cleo", "Dora"), turns=SitOutPlan())
    now = allowed(agreed, {"tricks": [1, 3, 13]})
    playing = now.deals[0].agreed.players
    assert now.agreed.players[winners(now)[0]] == playing[2]
