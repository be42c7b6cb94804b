"""Somebody takes a seat with a score of their own: a column more, and points by the deals played
compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from conftest import merged_ruleset
from evening import AT, Evening, seat_refusals, two_deals
from hand import Row, bizon_points, own_scores, places_by_deals
from terminal import Person, Typed

from scorekeeper.game.session_settings import SitOutPlan
from scorekeeper.game.standing import ranking
from scorekeeper.league.session_record import evening_of, evening_of_row, row_of_evening
from scorekeeper.record.irregular_changes import agreeing, penalising, turning
from scorekeeper.record.rescoring import agreed_under, rescoring
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_fingerprint import fingerprint
from scorekeeper.report.rescore import rescore_sheet
from scorekeeper.report.sheet import sheet_of
from scorekeeper.report.sheet_layouts import grid_rows
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused

NEW = "new bismarck-swedish Anna Björn Cleo --name eve"
OWN = "--own-score"


@pytest.fixture
def evening() -> Evening:
    """Two deals, after which Dora came for Cleo, who has −1, and a third."""
    evening = two_deals()
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", OWN, "late"], AT))
    evening.deal("spader 9 4")
    return evening


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with the same session."""
    lines = (NEW, "deal sang 6 6", "deal pass 5 6", f"seat Dora for Cleo {OWN}", "deal spader 9 4")
    return Person(tmp_path / "home").after(*lines)


def ranked(evening: Evening) -> list[list[str]]:
    now = evening.book.standing
    return [[now.agreed.players[side] for side in place] for place in ranking(now)]


# --- a column of one's own ------------------------------------------------------------------------


def test_who_came_has_a_column_from_nothing_and_who_left_keeps_theirs(evening: Evening) -> None:
    """Cleo keeps −1 of two deals; Dora begins with 0 and makes −1 in one."""
    now = evening.book.standing
    assert now.agreed.players == ("Anna", "Björn", "Cleo", "Dora")
    assert (now.agreed.gone, now.agreed.at_table) == (("Cleo",), ("Anna", "Björn", "Dora"))
    assert now.state.totals == (4, -2, -1, -1)
    assert now.deals_played == (3, 3, 2, 1)
    assert [deal.points for deal in now.deals] == [(2, -2, 0, 0), (1, 0, -1, 0), (1, 0, 0, -1)]
    assert now.deals[2].turn.dealer == 3


def test_places_go_by_the_points_of_a_deal_played(evening: Evening) -> None:
    """Anna 4/3, Cleo −1/2, Björn −2/3, Dora −1: although Cleo and Dora have as many points."""
    assert ranked(evening) == [["Anna"], ["Cleo"], ["Björn"], ["Dora"]]


def test_a_place_is_shared_by_exact_fractions() -> None:
    """Two points in six deals and one in three are the same, which no rounded number says."""
    evening = Evening("bizon")
    played = [("Anna", [20, 10, 10]), ("Anna", [20, 10, 10]), (None, None), (None, None)]
    played += [("Anna", [10, 20, 10]), ("Björn", [10, 20, 10])]
    happened: list[tuple[str, Any]] = []
    rows = []
    for number, (who, gp) in enumerate(played):
        if number == 3:
            evening.did(seating(evening.book, ["Dora", "for", "Cleo", OWN], AT))
            happened.append(("own", ("Dora", 2)))
        evening.deal(f"bizon={who} gp={','.join(map(str, gp))}" if gp else "passed")
        seat = None if who is None else ["Anna", "Björn"].index(who)
        points = bizon_points(seat, gp or [0, 0, 0])
        happened.append(("deal", None))
        rows.append(Row(0, None, None, points, []))
    ledger = own_scores(rows, happened, ("Anna", "Björn", "Cleo"))
    assert list(evening.book.standing.state.totals) == ledger.totals
    assert [set(place) for place in ranking(evening.book.standing)] == places_by_deals(ledger)


def test_who_are_level_by_points_per_deal_have_no_total_in_common(tmp_path: Path) -> None:
    """Six points in two deals and three in one are the same; the total of one is not the other's."""
    person = Person(tmp_path).after(
        "new bismarck-swedish Anna Björn Cleo", "deal sang 7 6", f"seat Dora for Anna {OWN}",
        "deal pass 3 9", "deal spader 11 3", "finish",
    )  # fmt: skip
    told = person.does("summary").out
    assert told.count("Anna and Dora shared the win with +3.00 a deal") == 2
    assert "1=  Dora   +6 in 2, +3.00 a deal" in told


def test_where_the_lowest_wins_the_fewest_points_of_a_deal_are_first() -> None:
    """The same deals, judged the other way round."""
    raw = merged_ruleset("bismarck-swedish")
    rules = read_ruleset({**raw, "game": {**raw.get("game", {}), "best": "lowest"}}, "low")
    evening = Evening(rules)
    evening.deal("sang 6 6")
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", OWN], AT))
    evening.deal("pass 5 6")
    assert evening.book.standing.state.totals == (3, -2, 0, -1)
    assert ranked(evening) == [["Björn", "Dora"], ["Cleo"], ["Anna"]]


def test_who_played_no_deal_is_last(evening: Evening) -> None:
    evening.did(seating(evening.book, ["Emil", "for", "Anna", OWN], AT))
    assert ranked(evening)[-1] == ["Emil"]


def test_it_is_taken_back_exactly(evening: Evening) -> None:
    """Undo and redo, one act after another."""
    after = evening.book.standing, fingerprint(evening.book)
    evening.undo()
    evening.undo()
    assert evening.book.agreed.players == ("Anna", "Björn", "Cleo")
    assert ranked(evening) == [["Anna"], ["Cleo"], ["Björn"]]
    evening.redo()
    evening.redo()
    assert (evening.book.standing, fingerprint(evening.book)) == after


def test_the_contracts_that_are_left_of_the_seat_are_the_newcomers() -> None:
    """Each seat declares each contract once, so that the game comes out: Cleo declared pass, and
    Dora has the other three; after twelve deals every contract was declared at every seat."""
    evening = Evening("bismarck-swedish")
    for line in ("sang 6 6", "pass 5 6"):
        evening.deal(line)
    act = evening.did(seating(evening.book, ["Dora", "for", "Cleo", OWN], AT))
    assert "Dora takes over the contracts that are left of the seat" in text_of(act.notes[-1])
    assert text_of(act.notes[-1]).endswith("Spader, Trumf and Sang")
    for contract in ("spader", "spader", "spader"):
        evening.deal(f"{contract} 6 5")
    assert evening.book.standing.state.used[3] == {"pass", "spader"}
    sheet = sheet_of(evening.book.standing, "eve")
    marks = {row.player: "".join(row.marks) for row in grid_rows(sheet, evening.book.agreed.rules)}
    assert marks == {"Anna": "X···", "Björn": "X·X·", "Cleo": "–––X", "Dora": "X··–"}
    for line in ("trumf hearts", "trumf hearts", "trumf hearts", "sang", "pass", "sang", "pass"):
        evening.deal(f"{line} 6 5")
    assert evening.book.standing.state.over


def test_who_left_may_come_back_to_their_column(evening: Evening) -> None:
    """With the score that they had; as a newcomer with another's score they would have two."""
    assert seat_refusals(evening, "Cleo", "for", "Anna") == ["player-twice"]
    assert seat_refusals(evening, "cleo", "for", "Anna", OWN) == ["player-twice"]
    evening.did(seating(evening.book, ["Cleo", "for", "Anna", OWN], AT))
    now = evening.book.standing
    assert (now.agreed.players, now.agreed.gone) == (("Anna", "Björn", "Cleo", "Dora"), ("Anna",))
    evening.deal("trumf hearts Cleo:4 Björn:8 Dora:4")
    assert evening.book.standing.state.totals == (4, -2, -1, -1)
    assert evening.book.standing.deals_played == (3, 4, 3, 2)


def test_who_comes_back_to_a_column_of_their_own_has_no_part_in_the_one_they_left() -> None:
    """Dora goes on with the score of Cleo, who comes back later with one of their own: the tricks
    of a deal that Cleo played stand in the column that has its points."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    evening.deal("pass 5 6")
    evening.did(seating(evening.book, ["Cleo", "for", "Björn", OWN], AT))
    evening.deal("spader 5 5")
    rows = sheet_of(evening.book.standing, "eve").deals
    assert [row.counts["tricks"] for row in rows] == [
        {"Anna": 6, "Björn": 6, "Dora": 4, "Cleo": None},
        {"Anna": 5, "Björn": 6, "Dora": 5, "Cleo": None},
        {"Anna": 5, "Björn": None, "Dora": 6, "Cleo": 5},
    ]
    assert rows[0].quotas == {"Anna": 4, "Björn": 8, "Dora": 4, "Cleo": None}
    assert rows[0].points == {"Anna": 2, "Björn": -2, "Dora": 0, "Cleo": 0}


def test_a_deal_dealt_by_who_has_come_back_since_is_corrected() -> None:
    """Cleo has two columns by now, one of them as Dora: of the deals before they were at the table
    all the same."""
    evening = Evening("bismarck-swedish")
    for words in ("sang 6 6", "pass 5 6"):
        evening.deal(words)
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    evening.did(seating(evening.book, ["Cleo", "for", "Björn", OWN], AT))
    assert evening.book.standing.table_of(2).at_table == ("Anna", "Björn", "Cleo")
    evening.did(turning(evening.book, ["Cleo"], AT, 2))
    assert [row.dealer for row in sheet_of(evening.book.standing, "eve").deals] == ["Anna", "Cleo"]


def test_who_has_left_has_no_part_in_what_is_to_come(evening: Evening) -> None:
    """Cleo deals no more, and wins nothing of a penalty that the others share; but may be charged
    for what she did."""
    with pytest.raises(Refused, match="does not play here; Anna and Björn and Dora do"):
        turning(evening.book, ["Cleo"], AT)
    assert seat_refusals(evening, "swap", "Anna", "Cleo") == ["player-unknown"]
    assert seat_refusals(evening, "Emil", "for", "Cleo") == ["player-unknown"]
    evening.did(penalising(evening.book, ["Anna", "4"], AT))
    assert evening.book.standing.state.totals == (0, 0, -1, 1)
    evening.did(penalising(evening.book, ["Cleo", "3"], AT))
    assert evening.book.standing.state.totals == (1, 1, -4, 2)


def test_where_it_cannot_be_every_reason_is_named() -> None:
    """Partners have one score; of a match the finished games would be missing."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    assert seat_refusals(evening, "Eve", "for", "Cal", OWN) == ["seat-own-side", "seat-own-match"]
    assert seat_refusals(evening, "Eve", "for", "Zoe", OWN)[0] == "player-unknown"
    assert seat_refusals(evening, "swap", "Ann", "Bob", OWN) == ["seat-words"]


def test_somebody_who_rests_may_leave_so() -> None:
    """Five have columns, four are at the table, three play; who rests and who left have no part."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", "Dora", turns=SitOutPlan())
    evening.deal("sang 4 4 8")
    evening.did(seating(evening.book, ["Emil", "for", "Anna", OWN], AT))
    evening.deal("sang Cleo:8 Dora:4 Emil:4")
    now = evening.book.standing
    assert now.deals_played == (0, 1, 2, 2, 1)
    assert now.deals[1].agreed.resting == ("Björn",)
    assert now.agreed.people == 4


def test_corrections_speak_of_who_was_there(evening: Evening) -> None:
    """Deal 1 was Cleo's, and Dora had no part in it."""
    evening.amend(1, "tricks=Anna:5,Björn:6,Cleo:5")
    assert evening.book.standing.state.totals == (3, -2, 0, -1)
    with pytest.raises(Refused):
        evening.amend(1, "tricks=Anna:5,Björn:6,Dora:5")
    evening.amend(1, "dealer=Cleo")
    with pytest.raises(Refused, match="`Dora` does not play here"):
        turning(evening.book, ["Dora"], AT, 1)
    evening.strike(1)
    assert [table.at_table for table in evening.book.standing.tables] == [
        ("Anna", "Björn", "Cleo"),
        ("Anna", "Björn", "Dora"),
    ]


def test_said_too_late_every_total_that_moves_is_shown() -> None:
    """The deals since are credited to the newcomer, penalties too: Cleo's of deal 3 was Dora's."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.deal("pass 5 6")
    evening.did(penalising(evening.book, ["Cleo", "2"], AT))
    evening.deal("spader 9 4")
    before = evening.book.standing
    assert before.state.totals == (5, -1, -4)
    act = evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--from", "2", OWN], AT))
    assert act.changed == (2, 3)
    now = evening.book.standing
    assert now.state.totals == (5, -1, 0, -4)
    assert [event.facts.get("player") for event in now.events] == ["Dora", "Dora"]
    evening.did(seating(evening.book, ["Emil", "for", "Anna", "--from", "3", OWN], AT))
    assert evening.book.standing.state.totals == (4, -1, 0, -4, 1)
    evening.did(seating(evening.book, ["Fia", "for", "Björn", "--from", "1", OWN], AT))
    assert evening.book.agreed.players == ("Anna", "Björn", "Cleo", "Fia", "Dora", "Emil")
    assert evening.book.standing.state.totals == (4, 0, 0, -1, -4, 1)
    for _ in range(3):
        evening.undo()
    assert evening.book.standing == before


@pytest.mark.parametrize("columns", ["[7, 3]", '["x", 3]', "[2]", "[-1, 3]"])
def test_a_hand_edit_of_columns_is_no_crash(columns: str) -> None:
    """Columns that there are not are of no penalty; what does not fit then is refused."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.deal("pass 5 6")
    evening.did(penalising(evening.book, ["Cleo", "2"], AT))
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--from", "2", OWN], AT))
    evening.data = evening.data.replace(b"[2, 3]", columns.encode())
    assert [problem.code for problem in evening.book.standing.problems] == ["penalty-points"]


def test_rescored_under_its_own_rules_it_is_what_it_was(evening: Evening) -> None:
    book = evening.book
    found = rescoring(book.standing, agreed_under(book.agreed, book.agreed.rules, {}))
    assert found.other_standing.state.totals == book.standing.state.totals
    assert ranking(found.other_standing) == ranking(book.standing)
    assert found.turns == ()


@pytest.mark.parametrize("deals", [0, 1])
def test_rescored_with_a_penalty_from_before_a_column_was_begun(deals: int) -> None:
    """The penalty has no number for whoever came later, who begins with nothing all the same."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.did(penalising(evening.book, ["Anna", "2"], AT))
    evening.did(seating(evening.book, ["Dora", "for", "Anna", OWN], AT))
    for _ in range(deals):
        evening.deal("sang 6 6")
    now = evening.book.standing
    found = rescoring(now, agreed_under(now.agreed, now.agreed.rules, {}))
    assert found.own_standing.state.totals == now.state.totals
    assert found.other_standing.state.totals == now.state.totals
    assert rescore_sheet(found, "eve").to.totals == sheet_of(now, "eve").final_totals


def test_rescored_after_a_dealer_left_who_was_to_deal_next() -> None:
    """Cleo would deal the third deal; Dora does, who sits there now."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.deal("pass 5 6")
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", OWN], AT))
    book = evening.book
    found = rescoring(book.standing, agreed_under(book.agreed, book.agreed.rules, {}))
    sheet = rescore_sheet(found, "eve")
    assert sheet.from_.totals == sheet.to.totals
    assert sheet.from_.totals == {"Anna": 3, "Björn": -2, "Cleo": -1, "Dora": 0}


# --- on every page --------------------------------------------------------------------------------


def test_the_sheet_says_by_what_places_go(person: Person) -> None:
    """And who left; a dash where somebody had no part."""
    said = (
        "Cleo left; ranked by points per deal: Anna +4 in 3, +1.33 a deal; Cleo −1 in 2,\n"
        "  −0.50 a deal; Björn −2 in 3, −0.67 a deal; Dora −1 in 1, −1.00 a deal"
    )
    sheet = person.does("sheet").out
    assert said in sheet
    assert "before deal 3: Dora takes over from Cleo, with a score of their own" in sheet
    assert "total                   +4       −2       −1       −1  0" in sheet
    together = said.replace("\n ", "")
    assert together in person.does("sheet --plain").out
    assert together in person.does("sheet --format markdown").out
    assert "ranked by points per deal: " in person.does("sheet --format html").out
    row = person.does("sheet --format csv").out.splitlines()[3]
    assert row == "3,1,Dora,Anna,spader,spades,9,4,–,3,1,0,–,-1,4,-2,-1,-1"


def test_the_summary_ranks_by_it(person: Person) -> None:
    """A row for each, with total, deals and points a deal; in JSON and CSV beside the total."""
    assert person.does("summary").out.splitlines()[2:6] == [
        "1  Anna   +4 in 3, +1.33 a deal",
        "2  Cleo   −1 in 2, −0.50 a deal",
        "3  Björn  −2 in 3, −0.67 a deal",
        "4  Dora   −1 in 1, −1.00 a deal",
    ]
    value = person.reads("summary")
    assert value["ranking"][1] == {
        "place": 2, "sides": ["Cleo"], "total": -1, "deals": 2, "average": -0.5,
    }  # fmt: skip
    sheet = person.reads("sheet")
    assert (sheet["left"], sheet["deals_played"]["Dora"]) == (["Cleo"], 1)
    assert sheet["averages"] == {"Anna": 1.33, "Björn": -0.67, "Cleo": -0.5, "Dora": -1.0}
    assert sheet["deals"][2]["counts"]["tricks"]["Cleo"] is None
    rows = person.does("summary --format csv").out.splitlines()
    assert rows[0].startswith("place,side,total,deals,average,")
    assert rows[2].startswith("2,Cleo,-1,2,-0.5,")
    settled = "settled by the totals, however many deals each played"
    assert settled in person.does("summary --stake 0.10").out
    html = person.does("summary --format html").out
    assert "+4 in 3, +1.33 a deal" in html


def test_while_a_count_is_disputed_the_points_of_a_deal_are_a_range(person: Person) -> None:
    """A third deal that brought Anna 0 or +1: +3 or +4 in three deals. JSON and CSV have the deals
    too, and both ends."""
    person.does("amend 3 spader 8 5 --or spader 9 4")
    assert "Anna +3…+4 in 3, +1.00…+1.33 a deal; " in person.does("sheet").out
    assert "Anna   +3…+4 in 3, +1.00…+1.33 a deal" in person.does("summary").out
    first = person.reads("summary")["ranking"][0]
    assert (first["deals"], first["average"], first["average_range"]) == (3, 1.0, [1.0, 1.33])
    rows = person.does("summary --format csv").out.splitlines()
    assert rows[1].startswith("1,Anna,3,3,1.0,")


def test_the_end_names_the_winner_by_it(person: Person) -> None:
    person.does("finish")
    assert "Anna won with +4, +1.33 a deal" in person.does("sheet").out
    assert "Anna won with +4, +1.33 a deal" in person.does("summary").out
    assert person.reads("sheet")["winners"] == ["Anna"]


def test_the_table_chooses_which_number_ranks(person: Person) -> None:
    """By the totals Björn is last with −2; both numbers stay on every page, and it can be taken
    back."""
    person.does("finish")
    said = person.does("agree ranking=totals").out
    assert "agreed from deal 4 on: ranking=totals" in said
    assert person.does("summary").out.splitlines()[2:6] == [
        "1   Anna   +4 in 3, +1.33 a deal",
        "2=  Cleo   −1 in 2, −0.50 a deal",
        "2=  Dora   −1 in 1, −1.00 a deal",
        "4   Björn  −2 in 3, −0.67 a deal",
    ]
    assert (
        "Anna won with +4, +1.33 a deal, 5 points ahead of Cleo and Dora"
        in person.does("summary").out
    )
    assert "Cleo left; ranked by totals: Anna +4 in 3" in person.does("sheet").out
    assert person.reads("summary")["ranked_by"] == "totals"
    card = person.does("summary --format svg").out
    assert "+4, +1.33 a deal" in card
    assert "points per deal" not in card
    assert person.reads("summary --evening")["by"] == "points"
    person.does("undo")
    assert person.reads("summary")["ranked_by"] == "average"


def test_who_played_none_is_last_by_totals_too(evening: Evening) -> None:
    """Nothing in no deal is not better than −1 in one."""
    evening.did(agreeing(evening.book, ["ranking=totals"], AT))
    evening.did(seating(evening.book, ["Emil", "for", "Anna", OWN], AT))
    assert ranked(evening) == [["Anna"], ["Cleo", "Dora"], ["Björn"], ["Emil"]]


def test_another_word_for_the_ranking_is_refused(evening: Evening) -> None:
    """And so is the same again; where partners play it is no choice at all."""
    for words, code in (("ranking=best", "option-value"), ("ranking=average", "agree-same")):
        with pytest.raises(Refused) as refusal:
            agreeing(evening.book, [words], AT)
        assert [problem.code for problem in refusal.value.problems] == [code]
    partners = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    with pytest.raises(Refused) as refusal:
        agreeing(partners.book, ["ranking=totals"], AT)
    assert [problem.code for problem in refusal.value.problems] == ["option-unknown"]


def test_rescored_the_totals_rank_as_the_table_chose(evening: Evening) -> None:
    evening.did(agreeing(evening.book, ["ranking=totals"], AT))
    book = evening.book
    found = rescoring(book.standing, agreed_under(book.agreed, book.agreed.rules, {}))
    assert ranking(found.other_standing) == ranking(book.standing)


def test_every_other_page_holds(person: Person) -> None:
    """The coming deal, how a deal came about, the outlook, the proof of the totals, the log."""
    card = person.reads("next")
    assert (card["dealer"], card["quotas"]["trumf"]) == (
        "Anna",
        {"Anna": 4, "Björn": 8, "Cleo": None, "Dora": 4},
    )
    explained = " ".join(person.does("explain 3").out.split())
    assert "Dora tricks − quota = 3 − 4 = −1" in explained
    assert "not all play as many deals" in person.reads("outlook")["because"]
    assert person.types("check").code == 0
    checks = {check["name"]: check["holds"] for check in person.reads("sheet")["checks"]}
    assert checks == {"zero-sum": True, "tricks-total": True}
    assert "with a score of their own" in person.does("log").out
    assert person.types("rescore", "--as", "bismarck-british").code == 0
    assert person.reads("sessions")[0]["leader"] == ["Anna"]


def test_the_league_credits_each_with_their_own(person: Person) -> None:
    """And who finished above whom goes by the place, not by the total."""
    person.does("finish")
    league = person.reads("league --early won")
    rows = {row["player"]: row for row in league["games"]["bismarck-swedish"]["players"]}
    assert {name: (row["deals"], row["points"], row["wins"]) for name, row in rows.items()} == {
        "Anna": (3, 4, 1), "Björn": (3, -2, 0), "Cleo": (2, -1, 0), "Dora": (1, -1, 0),
    }  # fmt: skip


def test_the_row_of_an_evening_reads_back(evening: Evening) -> None:
    row = evening_of(evening.book)
    assert [*row.places] == [0, 2, 1, 3]
    assert evening_of_row(row_of_evening(row)) == evening_of_row(row_of_evening(row))
    read = evening_of_row(row_of_evening(row))
    assert read is not None
    assert [*read.played] == [3, 3, 2, 1]


def test_a_csv_of_the_sheet_is_typed_in_again(person: Person, tmp_path: Path) -> None:
    """By the columns that there are: a dash is of who had no part."""
    rows = person.does("sheet --format csv").out.splitlines()
    person.does("undo")
    (tmp_path / "more.csv").write_text(f"{rows[0]}\n{rows[3]}\n")
    assert person.types("import", str(tmp_path / "more.csv")).code == 0
    assert person.does("sheet --format csv").out.splitlines() == rows


def test_the_same_words_at_the_live_table(person: Person) -> None:
    """A column more, a deal with it, and taken back."""
    lines = "seat Emil for Björn --own-score\ntrumf hearts Anna:4 Emil:8 Dora:4\nundo\nundo\nquit\n"
    said = person.types("play", stdin=Typed(lines)).out
    assert "Emil takes over from Björn, with a score of their own" in said
    assert "recorded deal 4" in said
    assert person.reads("sheet")["players"] == ["Anna", "Björn", "Cleo", "Dora"]


@pytest.mark.parametrize(
    ("language", "said"),
    [("fr", "classés par points par donne"), ("sv", "rankade efter poäng per giv")],
)
def test_in_every_language(person: Person, language: str, said: str) -> None:
    assert said in " ".join(person.does(f"summary --lang {language}").out.split())


# --- as people say it -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "Emil for Björn, own score", "Emil for Björn with own score", "Emil for Björn avec un score à part",
        "Emil for Björn med egna poäng", "Emil for Björn own score he was tired, at last",
    ],
)  # fmt: skip
def test_an_own_score_is_said_in_words_too(evening: Evening, line: str) -> None:
    """As the first words of the reason, in any language; the rest is the reason."""
    act = evening.did(seating(evening.book, line.split(), AT))
    assert act.entries[-1].facts["own"] is True
    assert act.entries[-1].why == ("he was tired, at last" if "tired" in line else "")


@pytest.mark.parametrize(
    "line", ["from deal 2 own score", "own score from 2", "från giv 2 own score"]
)
def test_from_which_deal_on_is_said_in_words_too(evening: Evening, line: str) -> None:
    """Before or behind it."""
    act = evening.did(seating(evening.book, ["Emil", "for", "Björn", *line.split()], AT))
    assert (act.entries[-1].number, act.entries[-1].facts["own"]) == (2, True)


def test_what_only_sounds_like_it_is_a_reason(evening: Evening) -> None:
    act = evening.did(seating(evening.book, ["Emil", "for", "Björn", "from", "Stockholm"], AT))
    assert (act.entries[-1].number, act.entries[-1].why) == (4, "from Stockholm")


def test_the_quotas_stand_in_the_order_in_which_numbers_are_typed(person: Person) -> None:
    """Dora sits where Cleo sat, before Anna's successor; who left has none."""
    person.does(f"seat Emil for Anna {OWN}")
    card = person.does("next").out
    (heads,) = (line.split()[1:] for line in card.splitlines() if line.split()[:1] == ["quotas"])
    assert heads == ["Emil", "Björn", "Dora"]
    (pique,) = (line.split()[-3:] for line in card.splitlines() if " Trumf " in line)
    quota = dict(zip(heads, pique, strict=True))
    assert quota == {
        name: str(number)
        for name, number in person.reads("next")["quotas"]["trumf"].items()
        if name in heads
    }


def test_who_has_just_sat_down_with_the_score_is_told_how_to_have_an_own_one(
    person: Person,
) -> None:
    person.does("seat Emil for Björn")
    said = person.types("seat", "Emil", "for", "Björn", OWN)
    assert "Emil took the seat of Björn just now, with the score" in said.err
    assert "then: scorekeeper seat Emil for Björn --own-score" in " ".join(said.err.split())


def test_a_seat_before_a_penalty_for_other_columns_is_refused_in_words(evening: Evening) -> None:
    """Cleo comes back with her column; were it somebody else's, hers would be a column more."""
    evening.did(seating(evening.book, ["Cleo", "for", "Anna", OWN], AT))
    evening.did(penalising(evening.book, ["Björn", "4"], AT))
    with pytest.raises(Refused) as refusal:
        seating(evening.book, ["Frida", "for", "Cleo", "--from", "1"], AT)
    (problem,) = refusal.value.problems
    assert "Anna, Björn, Cleo and Dora" in text_of(problem.message)
    assert hint_of(problem) == (
        "from the coming deal on it can be: scorekeeper seat Frida for Cleo; or take back what was "
        "recorded since, each with `scorekeeper undo`"
    )
    assert seating(evening.book, ["Frida", "for", "Cleo"], AT)


def test_a_summary_has_no_column_for_who_played_no_deal(person: Person) -> None:
    """Emil came after the last deal."""
    person.does(f"seat Emil for Björn {OWN}")
    lines = person.does("summary").out.splitlines()
    (heads,) = (line.split() for line in lines if line.startswith("by contract"))
    assert heads == ["by", "contract", "Anna", "Björn", "Cleo", "Dora"]


def test_the_card_is_shown_where_somebody_else_plays(person: Person) -> None:
    """At the live table, after the seat is taken."""
    said = person.types("play", stdin=Typed("seat Emil for Björn\nswap Anna Emil\nquit\n"))
    shown = said.out.partition("Emil takes over from Björn")[2]
    assert "Emil" in shown.partition("quotas")[2]
    assert "Anna and Emil change places" in said.out  # `swap` of two people is no swap of deals
