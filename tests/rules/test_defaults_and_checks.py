"""What a line of bare words and numbers is taken for where facts have defaults and the page refuses
what is played: the reading that the deal asks for, and a line to type that the page does take."""

from __future__ import annotations

import pytest
from own_pages import read

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import Agreed, SitOutPlan, agree
from scorekeeper.game.standing import standing
from scorekeeper.record.entered_words import Typed, read_words
from scorekeeper.record.partial_entry import amended
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.next_deal_summary import card_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import text_of

BIDDERS = read("""
name = "Bidders"
players = 3
pack = "french-24"
hand = 8
count.tricks.total = 8

[fact]
bidder = { kind = "player" }
bid = { min = 1, max = 8 }
level = { min = 1, max = 8, default = "bid" }
extra = { min = 0, max = 3, default = "0", when = "bid > 2" }

[[check]]
when = "bidder == dealer"
message = "the dealer does not bid"

[[check]]
of = "side"
when = "me == bidder and tricks < 5"
message = "{me} bid and did not take five"

[[outcome]]
points = "tricks * level + (extra if given(extra) else 0)"
""")

CONTRACTS = read("""
name = "Contracts"
players = 3
pack = "french-32"
hand = 10
talon = 2
deals = { declarer = "fact boss", contract = "declarer picks" }
roles = { boss = "fact boss", rest = "others" }

[fact]
boss = { kind = "player" }
eyes = { min = 0, max = 120, when = "contract != 'null'" }
lost = { kind = "flag", optional = true, when = "contract == 'null'" }
loud = { name = "hand", kind = "flag", optional = true }

[contract]
grand = {}
diamonds = { trump = "diamonds" }
null = {}

[[outcome]]
points = { boss = "eyes if given(eyes) else 23", rest = 0 }
""")


def seated(rules: Ruleset, *players: str) -> Agreed:
    return agree(rules, players)


def typed(rules: Ruleset, players: str, line: str) -> Typed:
    agreed = seated(rules, *players.split())
    return read_words(agreed, first_state(agreed), line.split())


def card_text(rules: Ruleset, players: str) -> str:
    """The dealer's card of the first deal."""
    card = card_of(standing(seated(rules, *players.split()), []))
    return next_text(card, rules, width=200)


def test_a_number_with_a_default_is_asked_for_last() -> None:
    """The numbers go to the bid and the tricks; what has a default is said behind them, or by
    name."""
    said = typed(BIDDERS, "Ann Bob Cal", "bob 5 3 5 0")
    assert said.facts == {"bidder": "Bob", "bid": 5, "tricks": [3, 5, 0]}
    said = typed(BIDDERS, "Ann Bob Cal", "bob 5 3 5 0 2")
    assert said.facts == {"bidder": "Bob", "bid": 5, "level": 2, "tricks": [3, 5, 0]}


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("ann 5 5 3 0", {"bidder": "Ann", "bid": 5, "tricks": [5, 3, 0]}),
        ("bob 5 5 3 0", {"bidder": "Bob", "bid": 5, "tricks": [5, 3, 0]}),
        ("bob 5 5 3", {"bidder": "Bob", "bid": 5, "tricks": [5, 3, None]}),
        ("bob 2 3 3", {"bidder": "Bob", "bid": 2, "tricks": [3, 3, None]}),
    ],
)
def test_a_whole_deal_that_the_page_refuses_is_what_is_meant(
    line: str, facts: dict[str, object]
) -> None:
    """Where the page's own check refuses the reading that the deal asks for, that is told, and no
    other reading of its numbers."""
    said = typed(BIDDERS, "Ann Bob Cal", line)
    assert (said.problems, said.facts) == ((), facts)


def test_the_card_asks_for_nothing_that_has_a_default_and_shows_a_line_that_holds() -> None:
    """What follows from other facts is not needed; the line is one that the page's checks let
    pass."""
    lines = card_text(BIDDERS, "Ann Bob Cal").splitlines()
    assert "  needed    bidder, bid, tricks (Ann first)" in lines
    (line,) = [line for line in lines if line.startswith("  type ")]
    for words in line.removeprefix("  type ").strip().split(" or "):  # the shortest and the whole
        assert typed(BIDDERS, "Ann Bob Cal", words).problems == ()
        assert not words.startswith("Ann")  # who deals


def test_the_card_names_no_contract_that_needs_nothing_more() -> None:
    """Null needs no number: nothing is said of it."""
    (line,) = [
        line for line in card_text(CONTRACTS, "Ann Bob Cal").splitlines() if "needed" in line
    ]
    assert line.split(maxsplit=1)[1] == "contract, boss; eyes in grand and diamonds"


def test_whoever_rests_is_told_also_beside_words_that_may_be_several_things() -> None:
    """D rests, and would otherwise be the beginning of a contract beside another."""
    table = agree(CONTRACTS, ("A", "B", "C", "D"), "D", turns=SitOutPlan("dealer"))
    seating = standing(table, []).seating
    said = read_words(seating.agreed, seating.state, ["null", "D", "lost", "hand"])
    assert [text_of(problem.message) for problem in said.problems] == [
        "D rests in this deal; A, B and C play"
    ]


def test_a_card_may_be_that_of_another_fact() -> None:
    """Where nobody says it; it is kept as any card is."""
    page = """
name = "Turned"
players = 3
pack = "french-24"
fact.first = { kind = "card" }
fact.second = { kind = "card", default = "first" }
outcome = [{ points = "1 if second == 'KH' else 0" }]
"""
    agreed = agree(read(page), ("A", "B", "C"))
    verdict = judged(agreed, first_state(agreed), {"first": "KH"})
    assert verdict.scored is not None
    assert verdict.scored.facts == {"first": "KH", "second": "KH"}
    assert verdict.scored.points == (1, 1, 1)
    changed = amended(agreed, first_state(agreed), verdict.scored.facts, {"first": "KC"})
    assert changed["second"] == "KC"


def test_cards_may_be_those_of_another_fact() -> None:
    """Where nobody says them; each is kept by its code, as cards that are said are."""
    page = """
name = "Turned"
players = 3
pack = "french-24"
fact.first = { kind = "cards", min = 2, max = 2 }
fact.second = { kind = "cards", min = 2, max = 2, default = "first" }
outcome = [{ points = "len(second)" }]
"""
    agreed = agree(read(page), ("A", "B", "C"))
    verdict = judged(agreed, first_state(agreed), {"first": ["KH", "9C"]})
    assert verdict.problems == () and verdict.scored is not None
    assert verdict.scored.facts == {"first": ["KH", "9C"], "second": ["KH", "9C"]}
    assert verdict.scored.points == (2, 2, 2)


BESIDE = read("""
name = "Beside"
pack = "french-24"
players = 3
deals.contract = "declarer picks"
deals.declarer = "dealer's left"
count.tricks.total = 8
contract.one = { trump = "hearts" }
contract.two = { trump = "none" }
outcome = [{ points = "tricks" }]

[[check]]
when = "max(all.tricks) == 8"
message = "nobody takes all"

[[check]]
when = "given(trump) and max(all.tricks) == 8"
message = "nobody takes all with trumps"
""")


def test_a_check_that_does_not_ask_for_the_contract_is_told_beside_a_wrong_one() -> None:
    """One that asks for what the contract brings with it cannot be judged before that is mended."""
    agreed = agree(BESIDE, ("A", "B", "C"))
    found = judged(agreed, first_state(agreed), {"contract": "three", "tricks": (8, 0, 0)}).problems
    assert [text_of(one.message) for one in found][1:] == ["nobody takes all"]
    assert found[0].fact == "contract"


def test_a_count_that_nobody_said_is_missing_and_not_wrong() -> None:
    """So a deal may wait for it, where the rules let it; what is wrong never waits."""
    agreed = agree(BESIDE, ("A", "B", "C"))
    (said,) = judged(
        agreed, first_state(agreed), {"contract": "one", "tricks": (8, None, None)}
    ).problems
    assert (said.fact, said.is_missing) == ("tricks", True)
    (wrong,) = judged(
        agreed, first_state(agreed), {"contract": "one", "tricks": (8, 1, 0)}
    ).problems
    assert (wrong.fact, wrong.is_missing) == ("tricks", False)
