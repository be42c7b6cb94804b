"""A fact that stands alone, `passed`, in a game in which a contract is picked in each deal."""

from __future__ import annotations

from pathlib import Path

import pytest
from terminal import Person

PAGE = """
name = "Passed"
source = "made up"
players = 3
pack = "french-32"
hand = 10
talon = 2
deals = { number = 4, declarer = "fact soloist", contract = "declarer picks, each once" }
roles = { solo = "fact soloist", rest = "others" }
contract = { red = {}, black = {} }
fact.soloist.kind = "player"
fact.eyes = { min = 0, max = 120 }
fact.open = { kind = "flag", optional = true, name = "ouvert" }
fact.passed = { kind = "flag", alone = true }
outcome = [{ when = "given(passed)", points = 0 }, { points = { solo = "eyes", rest = 0 } }]
"""


@pytest.fixture
def table(tmp_path: Path) -> Person:
    """Three people at this game."""
    person = Person(tmp_path).with_rules()
    (tmp_path / "rulesets" / "out.toml").write_text(PAGE, encoding="utf-8")
    return person.after("new out A B C --name eve")


def test_a_deal_that_was_passed_out_has_no_contract(table: Person) -> None:
    """`passed` alone is the whole deal: nothing is scored, no contract is used up, and the line
    says what it was."""
    assert "deal 1 · passed · A 0, B 0, C 0" in table.types("deal", "passed").out
    said = table.types("next", "--format", "json").json
    assert said["contracts"] == ["red", "black"]
    assert table.types("sheet", "--format", "json").json["deals"][0]["contract"] is None
    assert table.types("check").code == 0


def test_any_other_deal_needs_one(table: Person) -> None:
    """Without the word that stands alone the contract is missing as ever."""
    assert "contract" in table.types("deal", "A", "50").err


def test_words_that_were_said_by_themselves_are_in_the_line(table: Person) -> None:
    """So that everything that was typed can be checked in it."""
    assert (
        "red · soloist A · eyes 50 · ouvert · A +50"
        in table.types("deal", "red", "A", "50", "ouvert").out
    )
