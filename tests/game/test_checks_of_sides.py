"""Checks that are asked of each side, of each player or of every two, and how they are told."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_pages import FOUR, read
from shown import rules_text

from scorekeeper.game.deal_scoring import Judged, judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.proof.random_games import random_deals
from scorekeeper.proof.ruleset_checks import lint_faults
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import LANGUAGES, speak

PAGE = """
name = "Jacks"
players = 4
pack = "french-52"
count.tricks.total = 13
count.jh = { total = 1, optional = true, name = "jack" }
fact.lucky = { kind = "player", optional = true }
fact.double = { kind = "pairs" }
side.gain = "tricks * 2"
pair.due = "double * (gain - other.gain)"
outcome = [{ points = "gain + sum(due)" }]
"""
JACK = """
[[check]]
of = "side"
when = "jh > 0 and tricks == 0"
fact = "jh"
message = "the jack without a trick"
"""
DUE = """
[[check]]
of = "pair"
tier = "flag"
when = "due < 0"
message = "{me} owes {other} {due}: {gain} against {other.gain}"
"""
PARTNERS = """
name = "Partners"
players = 4
teams = true
pack = "french-52"
count.tricks.total = 13
count.bets = { per = "player", max = 9 }
each.bold = "bets * 2"
outcome = [{ points = "tricks" }]
"""


def of_deal(text: str, **entered: Any) -> Judged:
    """What the rules say to the first deal."""
    agreed = agree(read(text), FOUR)
    return judged(agreed, first_state(agreed), entered)


def told(problems: tuple[Problem, ...]) -> list[str]:
    """What is wrong, in English."""
    return [text_of(problem.message) for problem in problems]


def test_a_jack_for_somebody_without_a_trick_names_who() -> None:
    """A check of each side reads its own numbers, and its message begins with the side."""
    page = PAGE + JACK
    found = of_deal(page, tricks=[8, 5, 0, 0], jh=[0, 0, 1, 0])
    assert told(found.problems) == ["Cleo: the jack without a trick"]
    assert [problem.fact for problem in found.problems] == ["jh"]
    assert of_deal(page, tricks=[8, 4, 1, 0], jh=[0, 0, 1, 0]).scored is not None
    assert of_deal(page, tricks=[8, 5, 0, 0]).scored is not None  # nobody said who had it


def test_a_check_tells_its_mend_and_its_place() -> None:
    """In the words of the page, of each side and of the whole deal."""
    more = 'hint = "count again"\nsource = "page 7"\n'
    of_all = JACK.replace('of = "side"', "").replace(
        "jh > 0 and tricks == 0", "max(all.tricks) > 7"
    )
    for check in (JACK, of_all):
        (problem,) = of_deal(PAGE + check + more, tricks=[8, 5, 0, 0], jh=[0, 0, 1, 0]).problems
        assert [text_of(mend) for mend in problem.mends] == ["count again"]  # type: ignore[arg-type]
        assert text_of(problem.rule or "") == "page 7"
        assert (problem.code, problem.fact) == ("check", "jh")


@pytest.mark.parametrize(
    ("contract", "message", "said"),
    [
        ("solo", "{contract} in {trump}", "solo in spades"), ("free trump=hearts", "{contract} in {trump}", "free in hearts"),
        ("solo", "{all.total}; {tricks}; {other.tricks}; {total}", "1, 2, 3, 4; 8, 5, 0, 0; {other.tricks}; {total}"),
    ],
)  # fmt: skip
def test_what_a_deal_has_is_said_in_a_message(contract: str, message: str, said: str) -> None:
    """Its contract and its trumps, entered or the contract's own; all totals, and nothing for what
    only one side has."""
    page = PAGE.replace("outcome =", "# outcome =")
    page += 'deals = { declarer = "dealer", contract = "declarer picks" }\n'
    page += 'contract.solo = { trump = "spades", points = "tricks" }\n'
    page += 'contract.free = { trump = "open", points = "tricks" }\n'
    page += f'[[check]]\ntier = "flag"\nwhen = "max(all.tricks) > 7"\nmessage = "{message}"\n'
    agreed = agree(read(page), FOUR)
    state = first_state(agreed)._replace(totals=(1, 2, 3, 4))
    name, _, trump = contract.partition(" trump=")
    facts = {"contract": name, "tricks": [8, 5, 0, 0], **({"trump": trump} if trump else {})}
    found = judged(agreed, state, facts)
    assert found.problems == ()
    assert found.scored is not None
    assert [text_of(flag) for flag in found.scored.flags] == [said]


def test_a_check_of_two_reads_what_is_between_them() -> None:
    """`due`, `other.gain`, `{me}` and `{other}`; everybody whom it holds of is told."""
    found = of_deal(PAGE + DUE, tricks=[8, 5, 0, 0], double=["Cleo×Anna", "Dora×Björn"]).scored
    assert found is not None
    assert [text_of(flag) for flag in found.flags] == [
        "Cleo owes Anna −16: 0 against 16",
        "Dora owes Björn −10: 0 against 10",
    ]
    unsaid = of_deal(PAGE + DUE, tricks=[8, 5, 0, 0]).scored
    assert unsaid is not None and unsaid.flags == ()


def test_what_a_side_has_is_said_in_a_message() -> None:
    """Its total, what it was worked out to have, and those of the side on its left."""
    check = '[[check]]\nof = "side"\ntier = "flag"\nwhen = "tricks > 7"\nmessage = "{words}"\n'
    page = PAGE + check.format(words="{me} {total} {gain} {left.total} {left.tricks} {left.gain}")
    agreed = agree(read(page), FOUR)
    state = first_state(agreed)._replace(totals=(3, 4, 5, 6))
    found = judged(agreed, state, {"tricks": [8, 5, 0, 0]}).scored
    assert found is not None
    assert [text_of(flag) for flag in found.flags] == ["Anna 3 16 4 5 10"]


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ('of = "side"\nwhen = "not shot and tricks > 7"\nmessage = "{me}"', ["Anna"]),
        ('of = "pair"\nwhen = "double == 0 and tricks > other.tricks + 7"\nmessage = "{me} {other}"', ["Anna Cleo", "Anna Dora"]),
        ('of = "side"\nwhen = "lucky != me and tricks > 7"\nmessage = "{me}"', ["Anna"]),
        ('of = "side"\nwhen = "seat(lucky) < 9 and tricks > 7"\nmessage = "{me}"', []),
    ],
)  # fmt: skip
def test_what_nobody_said_is_none(check: str, said: list[str]) -> None:
    """A check asks of them without their being entered, as of any fact; one that needs the value of
    a fact finds nothing."""
    page = PAGE.replace("side.gain", 'fact.shot = { kind = "flag", optional = true }\nside.gain', 1)
    page += f'[[check]]\ntier = "flag"\n{check}\n'
    found = of_deal(page, tricks=[8, 5, 0, 0]).scored
    assert found is not None
    assert [text_of(flag) for flag in found.flags] == said


def test_a_check_of_each_player_is_of_each_partner() -> None:
    """Where partners play, a check of `player` sees one of them, one of `side` both."""
    check = '[[check]]\nof = "{of}"\ntier = "flag"\nwhen = "{when}"\nmessage = "{{bold}}"\n'
    page = PARTNERS + check.format(of="player", when="bold > 4 and me != none")
    page += check.format(of="side", when="sum(bold) > 10")
    found = of_deal(page, tricks=[9, 4], bets=[0, 3, 4, 3]).scored
    assert found is not None
    assert [text_of(flag) for flag in found.flags] == [
        "Björn: 6",
        "Cleo: 8",
        "Dora: 6",
        "Björn & Dora: 6, 6",
    ]


def test_several_checks_and_a_wrong_total_are_told_together() -> None:
    """What does not hang on the number that is wrong is told beside it."""
    lucky = '[[check]]\nof = "side"\nwhen = "lucky == me and jh > 0"\nmessage = "lucky"\n'
    found = of_deal(PAGE + JACK + lucky, tricks=[8, 5, 0, 1], jh=[0, 0, 1, 0], lucky="Cleo")
    assert [problem.code for problem in found.problems] == ["tricks-total", "check"]
    assert told(found.problems)[1] == "Cleo: lucky"
    right = of_deal(PAGE + JACK + lucky, tricks=[8, 5, 0, 0], jh=[0, 0, 1, 0], lucky="Cleo")
    assert told(right.problems) == ["Cleo: the jack without a trick", "Cleo: lucky"]


COLUMN = st.permutations([6, 4, 3, 0]) | st.permutations([13, 0, 0, 0])


@given(COLUMN, st.sets(st.sampled_from([*permutations(range(4), 2)])))
def test_a_check_of_two_finds_each_two_by_themselves(
    tricks: list[int], doubled: set[tuple[int, int]]
) -> None:
    """As many are told as a hand counts."""
    words = [f"{FOUR[me]}×{FOUR[other]}" for me, other in sorted(doubled)]
    found = of_deal(PAGE + DUE, tricks=tricks, double=words).scored
    assert found is not None
    assert len(found.flags) == sum(tricks[me] < tricks[other] for me, other in doubled)


@pytest.mark.parametrize(
    ("check", "message", "mend"),
    [
        ('when = "jh > 0 and tricks == 0"\nmessage = "x"', "is not a fact", 'say `of = "side"`'),
        ('of = "sides"\nwhen = "jh > 0"\nmessage = "x"', "`of` cannot be", "did you mean"),
        ('of = "side"\nwhen = "due > 0"\nmessage = "x"', "is a list of numbers", ""),
        ('of = "side"\nwhen = "me == \'x\' and other.jh > 0"\nmessage = "x"', "other.jh", ""),
        ('of = "side"\nwhen = "tricks > 14"\nmessage = "x"', "is never true", ""),
        ('of = "pair"\nwhen = "due > 5"\nmessage = "{owed}"', "nothing is put in for", ""),
        ('when = "max(all.tricks) > 9"\nmessage = "{me}"', "nothing is put in for", ""),
    ],
)
def test_nonsense_in_a_check_is_a_fault_of_the_page(check: str, message: str, mend: str) -> None:
    """A name that the check cannot know, a kind that it cannot have, a word that is none."""
    text = f"{PAGE}[[check]]\n{check}\n"
    try:
        found = lint_faults(read(text))
    except Refused as refusal:
        found = list(refusal.problems)
    assert [one.fact or "" for one in found if (one.fact or "").startswith("check[0]")] != []
    assert message in text_of(found[0].message)
    assert not mend or any(mend in text_of(one) for one in found[0].mends)  # type: ignore[arg-type]


def test_a_page_whose_checks_are_of_sides_is_well() -> None:
    """Nothing is found in the pages above, and deals are drawn that they let pass."""
    assert lint_faults(read(PAGE + JACK + DUE)) == []
    assert any(random_deals(read(PAGE + JACK + DUE)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_checks_are_told_in_words(language: str) -> None:
    """`rules show` says what is not recorded, and of whom."""
    speak(language, catalogue(language))
    lines = " ".join(rules_text(read(PAGE + JACK + DUE), 10_000).split())
    speak()
    assert {
        "en": "not recorded if the number of jack is more than 0 and the number of tricks is 0 "
        "(of each side)",
        "fr": "(de chaque camp)",
        "sv": "(för varje lag)",
    }[language] in lines
