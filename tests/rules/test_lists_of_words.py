"""Several words of a list in one deal: entered, corrected, kept, scored, proved and told."""

from __future__ import annotations

from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest
from conftest import allowed
from hypothesis import given
from hypothesis import strategies as st
from live import Evening
from own_pages import FOUR, faults_of, read
from shown import rules_text
from terminal import Person

from scorekeeper.game.deal_facts import DealFacts
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state, turn
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.proof.domains import fact_values
from scorekeeper.proof.proof_run import certificate
from scorekeeper.proof.ruleset_checks import lint_faults
from scorekeeper.record.entered_words import read_words
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.paper_rows import lines_of
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.report.sheet import sheet_of
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.table.word_completion import completions
from scorekeeper.text.message import in_english
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import LANGUAGES, speak

PAGE = """
name = "Salad"
players = 4
pack = "french-52"
count.tricks.total = 13
outcome = [{ points = "sum(worth_of[dishes]) * tricks + (100 if \\"all tricks\\" in dishes else 0)" }]

[fact.dishes]
kind = "words"
values = ["tricks", "hearts", "queens", "all tricks"]
words = { king = { en = "king of hearts", fr = "roi de coeur", sv = "hjärter kung" } }
max = 3

[ladder.worth_of]
tricks = -1
hearts = -2
queens = -5
king = -10
"all tricks" = 0
"""
TRICKS = [6, 4, 2, 1]
WORTH = {"tricks": -1, "hearts": -2, "queens": -5, "king": -10, "all tricks": 0}


def table(page: str = PAGE) -> Agreed:
    """Four at the game."""
    return agree(read(page), FOUR)


def typed(line: str, before: dict[str, Any] | None = None) -> dict[str, Any]:
    """What a line says, where it can be read."""
    agreed = table()
    found = read_words(agreed, first_state(agreed), line.split(), before)
    assert found.problems == ()
    return found.facts


@given(st.sets(st.sampled_from(sorted(WORTH)), max_size=3))
def test_what_was_said_is_added_up(said: set[str]) -> None:
    """A ladder looked up for a list gives a list; of nothing said the sum is 0."""
    facts: dict[str, Any] = {"tricks": TRICKS, **({"dishes": sorted(said)} if said else {})}
    each, more = sum(WORTH[word] for word in said), 100 if "all tricks" in said else 0
    points = allowed(table(), facts).deals[0].points
    assert points == tuple(each * tricks + more for tricks in TRICKS)


@pytest.mark.parametrize(
    "line",
    [
        "6 4 2 1 dishes=hearts,queens",
        "6 4 2 1 dishes=queens,hearts",
        "6 4 2 1 hearts queens",
        "queens 6 4 2 1 hearts",
        "6 4 2 1 queens,hearts",
        "6 4 2 1 dishes=que,hea",
    ],
)
def test_words_are_typed_in_any_order(line: str) -> None:
    """They stand in the order of the page."""
    assert typed(line) == {"tricks": TRICKS, "dishes": ["hearts", "queens"]}


def test_none_may_be_said() -> None:
    """A deal without any needs no word of it."""
    agreed = table()
    assert judged(agreed, first_state(agreed), {"tricks": TRICKS}).scored is not None


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["hearts", "harts"], "the dishes cannot be `harts`"),
        (["hearts", "hearts"], "hearts: said twice"),
        (["king", "hearts", "king", "hearts"], "hearts and king of hearts: said twice"),
        (["tricks", "hearts", "queens", "king"], "0 to 3 words belong here, not 4"),
        ("hearts", "must be a list of words, not `hearts`"),
        ([3], "must be a list of words, not `[3]`"),
    ],
)
def test_what_cannot_be_said_is_refused(said: object, message: str) -> None:
    """A word that is none, one twice, too many, and what is no list at all."""
    agreed = table()
    found = judged(agreed, first_state(agreed), {"tricks": TRICKS, "dishes": said}).problems
    assert message in " | ".join(in_english(problem.message) for problem in found)


@pytest.mark.parametrize(("number", "is_right"), [(1, False), (2, True), (3, True), (4, False)])
def test_as_many_words_as_the_page_asks_for(number: int, is_right: bool) -> None:
    """From the least to the most, both of them too."""
    agreed = table(PAGE.replace("max = 3", "min = 2\nmax = 3"))
    facts = {"tricks": TRICKS, "dishes": [*WORTH][:number]}
    found = judged(agreed, first_state(agreed), facts)
    assert [one.code for one in found.problems] == ([] if is_right else ["dishes-number"])


def test_a_deal_with_words_is_kept_shown_and_corrected(tmp_path: Path) -> None:
    """On the command line, in the log, the sheet, JSON and CSV, and back by `import`."""
    page = tmp_path / "salad.toml"
    page.write_text(PAGE, "utf-8")
    person = Person(tmp_path / "home").with_rules(page).after("new salad Anna Björn Cleo Dora")
    assert "dishes hearts, queens" in person.does("deal 6 4 2 1 queens hearts").out
    assert "dishes hearts,queens → king" in person.does("amend 1 dishes=king").out
    assert person.reads("sheet")["deals"][0]["facts"] == {"dishes": ["king"]}
    assert "king of hearts" in person.does("sheet", COLUMNS="120").out
    assert person.does("amend 1 dishes=-").code == 0
    assert person.reads("sheet")["deals"][0]["facts"] == {}


def test_csv_reads_back() -> None:
    """What a spreadsheet has of a deal is the same entry."""
    facts = {"tricks": TRICKS, "dishes": ["hearts", "king"]}
    text = sheet_csv(sheet_of(allowed(table(), facts), "evening"))
    assert [line.words for line in lines_of(table(), paper_of(text))] == [
        ("dishes=hearts,king", "tricks=6,4,2,1")
    ]


def test_the_live_table_takes_and_offers_words() -> None:
    """In a line of a deal, and behind the name of the fact."""
    evening = Evening(read(PAGE), *FOUR)
    assert completions(evening.table, "", "dishes=he") == ["dishes=hearts"]
    evening.say("6 4 2 1 hearts queens", "y")
    assert evening.deals[0]["dishes"] == ["hearts", "queens"]


def test_every_choice_is_tried_once() -> None:
    """A proof tries each choice of one to three words, and the deal without any."""
    agreed = table()
    facts = DealFacts(agreed, first_state(agreed), turn(agreed, first_state(agreed)), {})
    ways = [tuple(way) for way in fact_values(agreed.rules.facts["dishes"], facts)]
    assert set(ways) == {some for n in (1, 2, 3) for some in combinations(WORTH_ORDER, n)}
    assert len(ways) == len(set(ways)) == 25
    found = certificate(read(PAGE))
    assert found.tried == (25 + 1) * comb(13 + 3, 3)  # the ways to share the tricks
    assert (found.whole, found.broken) == (True, ())


WORTH_ORDER = ("tricks", "hearts", "queens", "all tricks", "king")


@pytest.mark.parametrize(
    ("was", "now", "message"),
    [
        ('\\"all tricks\\" in dishes', '\\"al tricks\\" in dishes', "is never found in `dishes`"),
        ("sum(worth_of[dishes])", "worth_of[dishes]", "is a list of numbers, and a number"),
        ("max = 3", "max = 6", "of 5 words 0 to 6 cannot be said"),
        ("max = 3", "min = 4\nmax = 3", "of 5 words 4 to 3 cannot be said"),
        ('["tricks", "hearts", "queens", "all tricks"]', "[]", "of 1 words 0 to 3 cannot be said"),
        ('kind = "words"', 'kind = "wrds"', "`kind` cannot be `wrds`"),
    ],
)
def test_nonsense_is_a_fault_of_the_page(was: str, now: str, message: str) -> None:
    """A word that is none of the list, a list as a number, more words than there are."""
    text = PAGE.replace(was, now, 1)
    try:
        found = [text_of(problem.message) for problem in lint_faults(read(text))]
    except Refused:
        found = faults_of(text)
    assert message in " | ".join(found)
    assert lint_faults(read(PAGE)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_tell_what_may_be_said(language: str) -> None:
    """How many words, and which."""
    speak(language, catalogue(language))
    text = " ".join(rules_text(read(PAGE), 10_000).split())
    speak()
    assert {
        "en": "dishes: 0 to 3 of tricks, hearts, queens, all tricks and king of hearts",
        "fr": "0 à 3 de tricks, hearts, queens, all tricks et roi de coeur",
        "sv": "0 till 3 av tricks, hearts, queens, all tricks och hjärter kung",
    }[language] in text
