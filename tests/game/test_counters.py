"""A counter that a page shows is on the sheet in every format, and wherever the totals stand."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from conftest import allowed
from live import Evening
from own_pages import FOUR, of_file, read
from shown import explain_text, sheet_markdown, sheet_text
from terminal import Person

from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.paper_rows import lines_of
from scorekeeper.render.blank_text import blank_text
from scorekeeper.render.csv_tables import blank_csv, sheet_csv
from scorekeeper.render.html.blank_page import blank_page
from scorekeeper.render.html.page import sheet_page, summary_page
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.blank import blank_of
from scorekeeper.report.explain import explain_of, explain_value
from scorekeeper.report.next_deal_summary import card_of, card_value
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.report.summary import summary_of, summary_value

# The king goes to the first two in turn, who so gain nothing; Dora has no trick at all.
DEALS = ([5, 4, 4, 0], [1, 0, 0, 0]), ([4, 5, 4, 0], [0, 1, 0, 0])
AFTER = [{"Anna": 1, "Björn": 0, "Cleo": 0, "Dora": 1}, {"Anna": 0, "Björn": 1, "Cleo": 0, "Dora": 2}]  # fmt: skip
TWO = """
name = "Two"
players = 4
pack = "french-52"
count.tricks.total = 13
carry.tricks_so_far = { name = "points", show = true, next = "tricks_so_far + tricks" }
carry.total = { show = true, next = "1" }
carry.unseen = { next = "2" }
outcome = [{ points = "tricks" }]
"""


@pytest.fixture
def now() -> Standing:
    """Two deals of the game with the king."""
    facts = [{"tricks": tricks, "kh": kh} for tricks, kh in DEALS]
    return allowed(agree(of_file("tall-king"), FOUR), *facts)


def test_programs_read_it_deal_by_deal(now: Standing) -> None:
    """JSON has what each side has after every deal, and now; so has that of `next` and of the
    summary."""
    rules, value = now.agreed.rules, sheet_value(sheet_of(now, "it"))
    assert [deal["carried"] for deal in value["deals"]] == [{"lean": after} for after in AFTER]  # type: ignore[attr-defined]
    card = card_value(card_of(now))
    assert card is not None
    for told in (value, card, summary_value(summary_of(now, "it"))):
        assert told["carried"] == {"lean": AFTER[-1]}
    assert rules.scoring.carry["lean"].show


def test_a_game_that_shows_none_has_no_key() -> None:
    """The JSON of other games is what it was."""
    plain = allowed(agree(read(TWO.replace("show = true", "show = false")), FOUR), {"tricks": [4, 4, 4, 1]})  # fmt: skip
    value = sheet_value(sheet_of(plain, "it"))
    assert "carried" not in value
    assert "carried" not in value["deals"][0]  # type: ignore[index]
    assert "carried" not in explain_value(explain_of(plain.agreed, plain.deals[0]))


def test_it_is_a_column_of_the_text(now: Standing) -> None:
    """A column with a number a side; on a page without room for it a line below says how it
    stands."""
    rules, sheet = now.agreed.rules, sheet_of(now, "it")
    wide = sheet_text(sheet, rules, 120).splitlines()
    assert "lean deals" in wide[2]
    assert [line.split()[2:6] for line in wide[4:6]] == [["1", "0", "0", "1"], ["0", "1", "0", "2"]]
    narrow = sheet_text(sheet, rules, 50)
    assert "no room for: lean deals" in narrow
    assert "lean deals: Anna 0, Björn 1, Cleo 0, Dora 2" in " ".join(narrow.split())


def test_it_is_read_aloud(now: Standing) -> None:
    """The plain page has it behind each side's total, and at the end by itself."""
    plain = sheet_text(sheet_of(now, "it"), now.agreed.rules, plain=True)
    assert "Dora: tricks 0, scores −4, total −4, lean deals 2" in plain
    assert "lean deals, Dora: 2" in plain


def test_it_is_in_the_csv_and_left_out_again(now: Standing) -> None:
    """CSV has a column a side, which `import` passes over: it follows from the deals."""
    text = sheet_csv(sheet_of(now, "it"))
    rows = [*csv.DictReader(io.StringIO(text))]
    assert [[row[f"lean {name}"] for name in FOUR] for row in rows] == [
        [*map(str, after.values())] for after in AFTER
    ]
    agreed = agree(of_file("tall-king"), FOUR)
    assert [line.words for line in lines_of(agreed, paper_of(text))] == [
        ("tricks=5,4,4,0", "kh=1,0,0,0"),
        ("tricks=4,5,4,0", "kh=0,1,0,0"),
    ]


def test_it_is_on_the_pages_that_are_kept(now: Standing) -> None:
    """Markdown and HTML have the column; the page of the evening says how it stands."""
    rules, sheet, summary = now.agreed.rules, sheet_of(now, "it"), summary_of(now, "it")
    assert "| lean deals" in sheet_markdown(sheet, rules)
    assert "lean deals</th>" in sheet_page(sheet, rules)
    assert "<li>lean deals: " in summary_page(summary, rules)


def test_the_dealers_card_and_the_steps_have_it(now: Standing) -> None:
    """`next` says how it stands, `explain` what it was before the deal and is after it."""
    rules, card = now.agreed.rules, next_text(card_of(now), now.agreed.rules, 120)
    assert "  counters  lean deals Anna 0, Björn 1, Cleo 0, Dora 2" in card
    explained = explain_of(now.agreed, now.deals[1])
    lines = explain_text(explained, rules, 80).splitlines()
    place = next(n for n, line in enumerate(lines) if "lean deals" in line)
    assert [line.split()[-3:] for line in lines[place : place + 4]] == [
        ["1", "→", "0"], ["0", "→", "1"], ["0", "→", "0"], ["1", "→", "2"],
    ]  # fmt: skip
    value: Any = explain_value(explained)
    assert value["carried"][3].numbers == "1 + 1 if 0 <= 0 else 0"


def test_the_live_table_says_it_beside_the_totals() -> None:
    """After the first line of a session that goes on, and on the card after every deal."""
    evening = Evening(of_file("tall-king"), *FOUR)
    evening.say("5 4 4 0 Anna", "y")
    assert any("lean deals Anna 1, Björn 0, Cleo 0, Dora 1" in line for line in evening.shown)


def test_a_name_that_is_another_columns_is_told_apart() -> None:
    """A counter that is called like the total has a column of its own in CSV."""
    agreed = agree(read(TWO), FOUR)
    text = sheet_csv(sheet_of(allowed(agreed, {"tricks": [4, 4, 4, 1]}), "it"))
    heads = text.splitlines()[0].split(",")
    assert {"tricks_so_far Anna", "carried total Anna", "total Anna"} <= {*heads}
    assert not any("unseen" in head for head in heads)
    assert [line.words for line in lines_of(agreed, paper_of(text))] == [("tricks=4,4,4,1",)]


def test_a_recorded_deal_says_it(tmp_path: Path) -> None:
    """Below the totals, a line a counter."""
    person = Person(tmp_path / "home").with_rules(
        Path(__file__).parent.parent / "rulesets/tall-king.toml"
    )
    person.does("new tall-king Anna Björn Cleo Dora --name it")
    lines = person.does("deal 5 4 4 0 Anna").out.splitlines()
    assert lines[1].startswith("totals in it: ")
    assert lines[2] == "lean deals: Anna 1, Björn 0, Cleo 0, Dora 1"
    summary = person.does("summary --format csv").out.splitlines()
    assert summary[0].startswith("place,side,total,lean,")
    assert "lean deals: Anna 1" in person.does("summary").out


def test_an_empty_sheet_has_room_for_the_counters_that_are_shown() -> None:
    """On paper, as a page and for a spreadsheet, which `import` reads when it is filled in."""
    agreed = agree(of_file("tall-king"), FOUR)
    blank = blank_of(agreed)
    assert blank.counters == {"lean": "lean deals"}
    assert "lean deals" in blank_text(blank, agreed.rules, 200)
    assert blank_page(blank, agreed.rules).count("lean deals") == len(FOUR)
    heads, first, *_ = [*csv.reader(io.StringIO(blank_csv(blank, agreed.rules)))][2:]
    assert [head for head in heads if head.startswith("lean")] == [f"lean {who}" for who in FOUR]
    assert len(first) == len(heads)
