"""What penalties move stands in the sheet where it happened: without it no total follows from the
points."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from evening import AT, Evening
from shown import explain_text, sheet_markdown, sheet_text, summary_markdown, summary_text
from terminal import Person

from scorekeeper.game.session_settings import SitOutPlan
from scorekeeper.record.irregular_changes import penalising
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.render.html.sheet_tables import deals_table
from scorekeeper.report.explain import explain_value, explained_readings
from scorekeeper.report.sheet import Sheet, sheet_of
from scorekeeper.report.summary import summary_of

NAMES = ("Anna", "Björn", "Cleo", "David")


@pytest.fixture
def evening() -> Evening:
    """Two deals, two penalties, a deal, a penalty, each deal of no points."""
    evening = Evening("bismarck-swedish", *NAMES, turns=SitOutPlan())
    evening.deal("spader 8 4")
    evening.deal("sang 4 8")
    for words in (["Anna", "3", "beer"], ["Björn", "6"]):
        evening.did(penalising(evening.book, words, AT))
    evening.deal("pass 6 6")
    evening.did(penalising(evening.book, ["Cleo", "3"], AT))
    return evening


def sheet(evening: Evening) -> Sheet:
    return sheet_of(evening.book.standing, "it")


def test_every_total_follows_from_the_row_before_it(evening: Evening) -> None:
    """The CSV has a row for each penalty, so that points and totals can be added up again."""
    rows = [*csv.DictReader(io.StringIO(sheet_csv(sheet(evening))))]
    numbers = [row["number"] for row in rows]
    assert numbers == ["1", "2", "penalty", "penalty", "3", "penalty"]
    total = dict.fromkeys(NAMES, 0)
    for row in rows:
        for name in NAMES:
            points = row[f"points {name}"]
            total[name] += 0 if points == "–" else int(points)
            assert int(row[f"total {name}"]) == total[name]
    assert total == dict(zip(NAMES, evening.book.standing.state.totals, strict=True))


def test_the_deals_of_a_csv_sheet_with_penalties_are_read_back(
    evening: Evening, tmp_path: Path
) -> None:
    """A row of a penalty is no deal."""
    person = Person(tmp_path).after("new bismarck-swedish Anna Björn Cleo David --name other")
    paper = tmp_path / "paper.csv"
    paper.write_text(sheet_csv(sheet(evening)), encoding="utf-8")
    person.does(f"import {paper} --yes")
    assert [deal["contract"] for deal in person.reads("sheet")["deals"]] == [
        "spader", "sang", "pass",
    ]  # fmt: skip


def test_the_sheet_has_a_penalty_where_it_happened(evening: Evening) -> None:
    """Between the deals, with points and total as a deal has them; on screen and on paper."""
    shown, rules = sheet(evening), evening.book.agreed.rules
    text = [" ".join(line.split()) for line in sheet_text(shown, rules).splitlines()]
    assert "penalty −3 → −3 +1 → +1 +1 → +1 +1 → +1 0" in text
    assert "penalty +2 → −1 −6 → −5 +2 → +3 +2 → +3 0" in text
    assert sheet_markdown(shown, rules).count("penalty ") >= 3
    assert str(deals_table(shown, rules)).count("−6 → −5") == 1
    plain = sheet_text(shown, rules, plain=True).splitlines()
    assert plain.index("penalty: Anna −3, Björn +1, Cleo +1, David +1") < plain.index("deal: 3")


def test_explain_names_the_penalty_in_the_total(evening: Evening) -> None:
    """`−1 and 0 make −1` of Anna, who had nothing after the deal before, is said."""
    (explained,) = explained_readings(evening.book.standing, 3)
    text = explain_text(explained, evening.book.agreed.rules, 100)
    assert "penalty for Anna: Anna −3, Björn +1, Cleo +1, David +1 (beer)" in text
    assert "penalty for Björn: Anna +2, Björn −6, Cleo +2, David +2" in text
    (before,) = explained_readings(evening.book.standing, 2)
    assert before.penalties == ()
    assert "penalties" in explain_value(explained)
    assert "penalties" not in explain_value(before)


def test_tables_of_the_points_of_deals_say_what_they_leave_out(evening: Evening) -> None:
    """The summary's tables by contract and role do not add up to the totals."""
    summary, rules = summary_of(evening.book.standing, "it"), evening.book.agreed.rules
    said = "the totals have penalties, the tables below have not: Björn −4, David +4"
    assert said in summary_text(summary, rules, 100)
    assert said in summary_text(summary, rules, 100, plain=True)
    assert said in summary_markdown(summary, rules)


def test_a_penalty_after_the_last_deal_is_in_the_curve_the_lead_and_the_recap(
    tmp_path: Path,
) -> None:
    """Anna led with 8, and lost 10 of them: the curve ends with the totals that rank, the lead
    changed, and the winner of the ranking is the one who came from behind."""
    person = Person(tmp_path).after(
        "new bismarck-swedish Anna Björn Cleo", "deal sang 8 5", "deal pass 2 8",
        "penalty Anna 10", "finish",
    )  # fmt: skip
    told = person.does("summary").out
    chart = told[told.index("running totals") :].splitlines()
    assert chart[4:10] == [
        "+2 ┤             +", " 0 ┤ =···+·······x", "−2 ┤     x   +   o", "−4 ┤         x",
        "   └─────────────────", "         1   2   !",
    ]  # fmt: skip
    assert "the lead changed once: penalty after deal 2 Anna to Cleo" in told
    assert "Cleo had been 11 points behind and still won (deal 2)" in told
    assert "Anna had been" not in told
    value = person.reads("summary")
    assert value["lead_changes"] == [{"deal": 2, "from": "Anna", "to": "Cleo", "penalty": True}]
    assert [one["kind"] for one in value["recap"]] == ["won", "swing", "lead", "comeback"]
    drawn = person.does("summary --format svg").out
    assert "! penalty" in drawn
    assert "Anna −2" in person.does("summary --format html").out
