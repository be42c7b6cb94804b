"""What a proof has not tried is said, and it calls itself whole no more."""

from __future__ import annotations

import tomllib

import pytest

from scorekeeper.proof.proof_run import certificate
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset_file import read_page
from scorekeeper.text.message import in_english

HEAD = """
name = "Partly"
source = "made up"
players = 3
count.a = { total = 3 }
promise.sum = 3
"""
PAGES = [
    # each page, a part of what is said of it, and what breaks the promise at the table
    ('option.m = { default = 1, min = 1, max = 3 }\noutcome = [{ points = "a * m" }]', "m: tried as 1"),
    ('outcome = [{ points = "a + (people - players)" }]', "without anybody who rests"),
    ('outcome = [{ points = "a + (1 if game == 2 else 0)" }]\nmatch = { games = 2, result = "total" }\ndeals.number = 3', "tried as the first"),
    ('outcome = [{ points = "a + (1 if round == 9 else 0)" }]', "other deals and rounds"),
    ('outcome = [{ points = "a + (1 if deal == 9 else 0)" }]\ndeals.number = "n"\noption.n = { default = 3, min = 3, max = 20 }', "other deals and rounds"),
    ('outcome = [{ points = "a + lean" }]\ncarry.lean.next = "1"', "as at the start of a game"),
    ('contract = { x = { points = "a" }, y = { points = "a + (1 if len(open) == 1 else 0)" } }\n[deals]\ndeclarer = "dealer\'s left"\ncontract = "declarer picks, each once"', "tried as all of them"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), PAGES)
def test_what_was_not_tried_is_said(text: str, said: str) -> None:
    """At a number that the table may agree, at another deal, game or number of people the promise
    is broken; none of that is tried, and the certificate says so."""
    page, faults = read_page(
        whole_ruleset(tomllib.loads(HEAD + text), lambda name: {}, lambda name: {}), "partly"
    )
    assert faults == []
    found = certificate(page.rules)
    assert found.holds
    assert not found.whole
    assert not any(line.exact for line in found.lines)
    assert any(said in in_english(one) for one in found.remarks)


@pytest.mark.parametrize(
    "text",
    [
        'outcome = [{ points = "a" }]',
        'option.m = { default = 1, min = 1, max = 1 }\noutcome = [{ points = "a * m" }]',
        'outcome = [{ points = "a + deal - deal" }]\ndeals.number = 4',
    ],
)
def test_what_was_tried_in_every_way_is_whole(text: str) -> None:
    """An option with one value, and a number of deals that is fixed, leave nothing out."""
    merged = whole_ruleset(tomllib.loads(HEAD + text), lambda name: {}, lambda name: {})
    assert certificate(read_page(merged, "whole")[0].rules).whole
