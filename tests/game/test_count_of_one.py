"""A count whose total is 1: who has it is said by a name, wherever facts are entered."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import allowed
from live import Evening
from own_pages import FOUR, PAGES, of_file, read
from shown import plain_sheet, sheet_text
from terminal import Person

from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.record.entered_words import read_words
from scorekeeper.record.entry_text import given_line
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.paper_rows import lines_of
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.render.html.page import sheet_page
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.table.word_completion import completions
from scorekeeper.text.message_text import hint_of, text_of

TRICKS, DORA = [5, 3, 4, 1], [0, 0, 0, 1]
TWO = """
name = "Two cards"
players = 4
pack = "french-52"
count.tricks.total = 13
count.kh = { name = "king of hearts", total = 1 }
count.qs = { name = "queen of spades", total = 1, optional = true }
outcome = [{ points = "tricks - 5 * kh" }]
"""
PAIRS = """
name = "Pairs"
players = 4
teams = true
pack = "french-52"
count.kh.total = 1
count.first = { per = "player", total = 1 }
outcome = [{ points = "kh + sum(first)" }]
"""


def table(page: str = "") -> Agreed:
    """A table of four, at the game with the king unless another is given."""
    return agree(read(page) if page else of_file("tall-king"), FOUR)


def facts(line: str, page: str = "", before: dict[str, object] | None = None) -> dict[str, object]:
    """What a line says, where it can be read."""
    agreed = table(page)
    typed = read_words(agreed, first_state(agreed), line.split(), before)
    assert typed.problems == ()
    return typed.facts


@pytest.mark.parametrize(
    "line",
    [
        "5 3 4 1 kh=Dora",
        "5 3 4 1 king=d",
        "5 3 4 1 kh Dora",
        "kh=Dora 5 3 4 1",
        "5 3 4 1 Dora",
        "dora 5 3 4 1",
        "Anna 5 Björn 3 Cleo 4 Dora 1 kh=Dora",
        "5 3 4 1 kh=Dora:1",
        "5 3 4 1 0 0 0 1",
        "5 3 4 1 kh=-,-,-,1",
    ],
)
def test_a_name_says_who_has_it(line: str) -> None:
    """`kh=Dora` is one for Dora and none for the others, however it is typed."""
    assert facts(line) == {"tricks": TRICKS, "kh": DORA}


@pytest.mark.parametrize("word", ["kh=Dora", "kh=Dora:1", "king d"])
def test_a_correction_moves_it(word: str) -> None:
    """Who had it before has it no more."""
    before = {"tricks": TRICKS, "kh": [1, 0, 0, 0]}
    assert facts(word, before=before) == {"kh": DORA}


def problems(line: str, page: str = "") -> list[tuple[str, str | None]]:
    """What cannot be read of a line, and what would help."""
    agreed = table(page)
    typed = read_words(agreed, first_state(agreed), line.split())
    return [(text_of(problem.message), hint_of(problem)) for problem in typed.problems]


def test_a_name_of_nobody_is_refused() -> None:
    """It is told as any player who does not play."""
    message = "`Zoe` is not a player here"
    assert problems("5 3 4 1 kh=Zoe") == [(message, "there are Anna, Björn, Cleo and Dora")]


def test_a_bare_name_has_to_be_certain() -> None:
    """A name alone is taken for what the deal needs; where it may be two things it is refused with
    both."""
    assert facts("5 3 4 1 Dora", TWO) == {"tricks": TRICKS, "kh": DORA}
    assert facts("5 3 4 1 kh=Anna Dora", TWO)["qs"] == DORA
    assert facts("5 3 4 1 doubled=Anna Dora")["kh"] == DORA
    hints = ["say doubled=Dora or kh=Dora", "say kh=Cleo or doubled=Cleo"]
    assert [hint for _, hint in problems("5 3 4 1 Dora Cleo")] == hints


def test_partners_have_it_together_or_one_of_them() -> None:
    """A side is named by either of its partners; counted apart, a player has it."""
    assert facts("kh=Dora first=Dora", PAIRS) == {"kh": [0, 1], "first": DORA}


def test_who_is_called_by_a_number_is_a_name() -> None:
    """A player called 7 has it; 1 is a number."""
    agreed = agree(of_file("tall-king"), ("7", "Björn", "Cleo", "Dora"))
    read = [read_words(agreed, first_state(agreed), [word]).facts for word in ("kh=7", "kh=1")]
    assert read == [{"kh": [1, 0, 0, 0]}] * 2


def test_the_live_table_asks_whose_it_is() -> None:
    """The question names who may have it; a name answers, also one of two words."""
    evening = Evening(of_file("tall-king"), "Anna", "Björn", "Cleo", "Dora Maar")
    evening.say("5 3 4 1")
    assert "king of hearts: whose? (Anna, Björn, Cleo, Dora Maar)" in " ".join(evening.asked.lines)
    assert completions(evening.table, "", "dora") == ["Dora Maar"]
    evening.say("dora maar", "y")
    assert evening.deals[0]["kh"] == DORA


@pytest.mark.parametrize(
    "sheet",
    [
        'tricks,king\n"5,3,4,1",Dora\n',
        "tricks,king Anna,king Björn,king Cleo,king Dora\n5 3 4 1,,,,x\n",
        "tricks,kh Anna,kh Björn,kh Cleo,kh Dora\n5 3 4 1,0,0,0,1\n",
    ],
)
def test_paper_says_it_with_a_name_or_a_cross(sheet: str) -> None:
    """A column of names, or a cross under one of them."""
    agreed = table()
    (line,) = lines_of(agreed, paper_of(sheet))
    assert read_words(agreed, first_state(agreed), line.words).facts["kh"] == DORA


def test_it_is_recorded_corrected_and_imported_again(tmp_path: Path) -> None:
    """The line of the deal says the name; what the CSV of the sheet says is the same deal again."""
    person = Person(tmp_path / "home").with_rules(PAGES / "tall-king.toml")
    person.does("new tall-king Anna Björn Cleo Dora --name one")
    assert "· king of hearts Dora ·" in person.does("deal 5 3 4 1 kh=Dora").out
    assert "kh Dora → Anna" in person.does("amend 1 king=Anna").out
    (tmp_path / "sheet.csv").write_text(person.does("sheet --format csv").out, "utf-8")
    person.does("new tall-king Anna Björn Cleo Dora --name two")
    person.types("import", str(tmp_path / "sheet.csv"))
    first, second = (person.reads(f"sheet --session {name}")["deals"] for name in ("one", "two"))
    assert first == second
    assert first[0]["counts"]["kh"] == {"Anna": 1, "Björn": 0, "Cleo": 0, "Dora": 0}


def test_the_sheet_says_who_had_it() -> None:
    """A page has a name and not `0 0 0 1`; a spreadsheet and programs keep the numbers."""
    agreed = table(TWO)
    sheet = sheet_of(allowed(agreed, {"tricks": TRICKS, "kh": DORA}), "evening")
    texts = [
        sheet_text(sheet, agreed.rules, 200),
        sheet_page(sheet, agreed.rules),
        plain_sheet(sheet, agreed.rules),
    ]
    assert [text for text in texts if "0 0 0 1" in text] == []
    said = [line for line in texts[0].splitlines() if line.startswith("1 ")]
    assert [line.split().count("Dora") for line in said] == [1]
    assert "kh Dora" in sheet_csv(sheet).splitlines()[0]
    assert sheet_value(sheet)["deals"][0]["counts"]["kh"] == dict(zip(FOUR, DORA, strict=True))  # type: ignore[index]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("amend 1 kh=Cleo", "kh Anna → Cleo"),
        ("amend 1 kh=Anna", "kh Anna already"),
        ("strike 1", "tricks 5,3,4,1 · kh Anna"),
        ("amend 1 --or 5 3 4 1 kh=Cleo", "reading 1 (kh Anna) or reading 2 (kh Cleo)"),
        ("insert 1 5 3 4 1 kh=Anna", "inserted deal 1: tricks 5,3,4,1 · kh Anna"),
        ("explain 1", "king of hearts Anna\n"),
        ("log", "deal 2: tricks 5,3,4,1 · kh Eva"),
        ("deal 5 5 5 5 kh=Cleo", "kh Cleo"),
    ],
)
def test_every_line_says_the_name(tmp_path: Path, command: str, said: str) -> None:
    """What people read of a deal says who had it, by the name of who sat there then."""
    person = Person(tmp_path / "home").with_rules(PAGES / "tall-king.toml")
    person.does("new tall-king Anna Björn Cleo Dora --name one")
    person.does("deal 5 3 4 1 kh=Anna")
    person.does("seat Eva for Anna")
    person.does("deal 5 3 4 1 kh=Eva")
    told = person.types(*command.split())
    assert said in told.out + told.err
    assert "0,0,0" not in person.types("log").out


def test_an_undo_says_the_name_of_who_sat_there(tmp_path: Path) -> None:
    """A correction of a deal before somebody took a seat is told with the name of then, taken back
    and made again."""
    person = Person(tmp_path / "home").with_rules(PAGES / "tall-king.toml")
    person.does("new tall-king Anna Björn Cleo Dora --name one")
    person.does("deal 5 3 4 1 kh=Anna")
    person.does("seat Eva for Anna")
    person.does("amend 1 kh=Dora")
    assert "(kh Dora → Anna)" in person.does("undo").out
    assert "(kh Anna → Dora)" in person.does("redo").out
    assert "undo: the correction of deal 1 (kh Dora → Anna)" in person.does("log").out


def test_the_log_names_whoever_had_it_where_somebody_rests(tmp_path: Path) -> None:
    """Of those who played, not of those who sat there."""
    page = tmp_path / "three.toml"
    page.write_text(
        'name = "Three"\nplayers = 3\npack = "french-24"\nhand = 8\ndeals.number = 8\n'
        'count.tricks.total = 8\ncount.kh.total = 1\noutcome = [{ points = "tricks - kh" }]\n'
    )
    person = Person(tmp_path / "home").with_rules(page)
    person.does("new three Anna Björn Cleo Dora --name one")
    person.does("deal 4 4 kh=Björn")
    person.does("deal 4 4 kh=Dora")
    person.does("amend 2 kh=Anna")
    log = person.does("log").out
    assert "deal 1: tricks 4,4,0 · kh Björn" in log
    assert "deal 2: tricks 4,4,0 · kh Dora" in log
    assert "amend deal 2: kh Dora → Anna" in log


def test_two_who_have_it_are_told_by_numbers() -> None:
    """A refusal names nobody where the numbers give it to two."""
    agreed = table()
    assert text_of(given_line(agreed, 1, {"kh": [1, 0, 1, 0]}) or "") == (
        "deal 1 · Anna 1, Björn 0, Cleo 1, Dora 0"
    )
    assert text_of(given_line(agreed, 1, {"kh": DORA}) or "") == "deal 1 · Dora"


def test_a_page_s_own_words_name_whoever_has_it(tmp_path: Path) -> None:
    """`{kh}` in what a check says is the name of who has it."""
    page = tmp_path / "cautious.toml"
    page.write_text(
        'extends = "tall-king"\ncheck = [{ tier = "flag", when = "kh == 1 and tricks > 4", '
        'of = "side", message = "{all.kh} {kh}" }, { tier = "flag", when = "max(all.tricks) > 4", '
        'message = "the king: {kh}" }]\n'
    )
    person = Person(tmp_path / "home").with_rules(PAGES / "tall-king.toml").with_rules(page)
    person.does("new cautious Anna Björn Cleo Dora --name one")
    assert "the king: Dora" in person.does("deal 5 3 4 1 kh=Dora").err
