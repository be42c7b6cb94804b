"""Pairs: what one side has with another, entered in one word, worked out with `me` and `other`."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from conftest import allowed
from hypothesis import given
from hypothesis import strategies as st
from live import Evening
from own_pages import FOUR, faults_of, of_file, read
from shown import explain_text, rules_text
from terminal import Person

from scorekeeper.game.deal_facts import pair_rows, pair_words
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.proof.domains import EveryPair
from scorekeeper.record.entered_words import read_words
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.paper_rows import lines_of
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.report.explain import explain_of, explain_value
from scorekeeper.report.sheet import sheet_of
from scorekeeper.table.word_completion import completions
from scorekeeper.text.message_text import text_of

TRICKS = [5, 4, 3, 1]
EVERY = [(one, other) for one, other in permutations(range(4), 2)]
TWICE = """
name = "Twice"
players = 4
pack = "french-52"
count.tricks.total = 13
fact.double = { kind = "pairs", max = 2 }
pair.owed = "tricks * double"
pair.back = "other.owed - owed"
side.most = "max(back)"
outcome = [{ points = "most" }]
"""


def word(pair: tuple[int, int]) -> str:
    """A pair as it is stored."""
    return f"{FOUR[pair[0]]}×{FOUR[pair[1]]}"


def by_hand(tricks: list[int], doubled: set[tuple[int, int]]) -> tuple[int, ...]:
    """Two a trick; every double settles the difference of the two between them."""
    points = [-2 * own for own in tricks]
    for one, other in doubled:
        difference = 2 * (tricks[other] - tricks[one])
        points[one] += difference
        points[other] -= difference
    return tuple(points)


@given(st.sets(st.sampled_from(EVERY)), st.permutations(TRICKS))
def test_what_is_between_two_is_worked_out_of_every_two(
    doubled: set[tuple[int, int]], tricks: list[int]
) -> None:
    """`double` is what I said of the other, `other.double` what the other said of me; `sum(gain)`
    is what I have against all of them."""
    facts: dict[str, Any] = {"tricks": tricks, "double": [word(pair) for pair in sorted(doubled)]}
    facts = facts if doubled else {"tricks": tricks}
    now = allowed(agree(of_file("crossed"), FOUR), facts)
    assert now.deals[0].points == by_hand(tricks, doubled)


def typed(line: str, agreed: Agreed | None = None) -> Any:
    """What a line says."""
    agreed = agreed or agree(of_file("crossed"), FOUR)
    return read_words(agreed, first_state(agreed), line.split())


@pytest.mark.parametrize(
    "line",
    [
        "5 4 3 1 anna×björn",
        "5 4 3 1 a×b",
        "5 4 3 1 Anna*Björn",
        "annaxbjorn 5 4 3 1",
        "5 4 3 1 double=Anna×Björn",
        "5 4 3 1 doubles a*b",
        "5 4 3 1 axb:1",
    ],
)
def test_a_pair_is_one_word(line: str) -> None:
    """With the cross, a star or, where that is plain, an x."""
    assert typed(line).facts == {"tricks": TRICKS, "double": ["Anna×Björn"]}


def test_several_pairs_stand_in_the_order_of_the_seats() -> None:
    """As bare words one after another, or with commas; however they were typed they are the same."""
    pairs = ["Anna×Björn", "Cleo×Anna", "Cleo×Björn"]
    for line in ("cxb axb 5 4 3 1 c×a", "5 4 3 1 double=c*b,c*a,a*b", "5 4 3 1 cxb,axb,cxa"):
        assert typed(line).facts == {"tricks": TRICKS, "double": pairs}


def test_an_x_in_a_name_is_no_cross() -> None:
    """Where one reading is left it is taken; a name that begins two players is not."""
    agreed = agree(of_file("crossed"), ("Max", "Maxim", "Rex", "Bo"))
    assert typed("double=maxxrex 5 4 3 1", agreed).facts["double"] == ["Max×Rex"]
    assert typed("rexxbo 5 4 3 1", agreed).facts["double"] == ["Rex×Bo"]
    (problem,) = typed("double=ma×bo 5 4 3 1", agreed).problems
    assert text_of(problem.message) == "`ma×bo` could be Max×Bo or Maxim×Bo"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["Anna×Zoe"], "`Anna×Zoe` is no pair of those who play"),
        (["Anna"], "`Anna` is no pair of those who play"),
        (["Anna×Anna"], "Anna×Anna: nobody is paired with themself"),
        (["Anna×Björn:2"], "Anna×Björn:2: at most 1 of a pair"),
        (["Anna×Björn:0"], "Anna×Björn:0: at most 1 of a pair"),
        (["Anna×Björn", "Anna×Björn"], "Anna×Björn is said twice"),
        ("Anna×Björn", "`double` must be a list of pairs, not `Anna×Björn`"),
        ([3], "`double` must be a list of pairs, not `[3]`"),
    ],
)
def test_what_is_no_pair_is_refused(said: object, message: str) -> None:
    """Also where it was written by hand into a session's file."""
    agreed = agree(of_file("crossed"), FOUR)
    problems = judged(agreed, first_state(agreed), {"tricks": TRICKS, "double": said}).problems
    assert [text_of(problem.message) for problem in problems] == [message]


@pytest.mark.parametrize(
    ("said", "codes", "mends"),
    [
        (["Anna×Zoe"], ["double-unknown"], ["write Anna×Björn; there are Anna, Björn, Cleo and Dora"]),
        (["Cleo×Cleo"], ["double-self"], ["write Anna×Björn; there are Anna, Björn, Cleo and Dora"]),
        (["Anna×Björn:13"], ["double-range"], ["say 1 to 12"]),
        (["Anna×Björn:0"], ["double-range"], ["say 1 to 12"]),
        (["Anna×Björn:12", "Björn×Anna"], [], []),
        (["Anna×Björn", "Cleo×Anna", "Anna×Björn:3"], ["double-twice"], ["leave one of them out"]),
        (["Anna×Björn:٣"], ["double-unknown"], ["write Anna×Björn; there are Anna, Björn, Cleo and Dora"]),
        (["Anna×Björn:"], ["double-unknown"], ["write Anna×Björn; there are Anna, Björn, Cleo and Dora"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_pair_is_told_with_its_mend(
    said: list[str], codes: list[str], mends: list[str]
) -> None:
    """Each by its own code, of the fact that was entered; up to the most, that too."""
    agreed = agree(read(TWICE.replace("max = 2", "max = 12")), FOUR)
    problems = judged(agreed, first_state(agreed), {"tricks": TRICKS, "double": said}).problems
    assert [(one.code, one.fact) for one in problems] == [(code, "double") for code in codes]
    assert [text_of(mend) for one in problems for mend in one.mends] == mends  # type: ignore[arg-type]


@given(st.dictionaries(st.sampled_from(EVERY), st.integers(1, 12)))
def test_pairs_are_rows_and_rows_are_pairs(said: dict[tuple[int, int], int]) -> None:
    """What each has with the others from the left on, and back in the order of the seats."""
    agreed = agree(read(TWICE), FOUR)
    rows = [[said.get((me, (me + step) % 4), 0) for step in (1, 2, 3)] for me in range(4)]
    words = [word(pair) + (f":{said[pair]}" if said[pair] > 1 else "") for pair in sorted(said)]
    assert pair_words(agreed, rows) == words
    assert [[*row] for row in pair_rows(agreed, words)] == rows


def test_elsewhere_a_pair_is_a_list() -> None:
    """In a formula for a side it is what that side has with each of the others, from its left on;
    a pair may be said more often than once, and be worked out from another."""
    agreed = agree(read(TWICE), FOUR)
    said = typed("5 4 3 1 axb:2 bxa dxb", agreed).facts
    assert said["double"] == ["Anna×Björn:2", "Björn×Anna", "Dora×Björn"]
    scored = judged(agreed, first_state(agreed), said).scored
    owed = {(0, 1): 10, (1, 0): 4, (3, 1): 1}
    back = [
        [owed.get((other, me), 0) - owed.get((me, other), 0) for other in range(4) if other != me]
        for me in range(4)
    ]
    assert scored is not None
    assert scored.points == tuple(map(max, back)) == (0, 6, 0, 0)


def test_partners_are_paired_as_a_side() -> None:
    """Any of the partners stands for both."""
    rules = read(TWICE.replace("players = 4", "players = 4\nteams = true"))
    agreed = agree(rules, FOUR)
    facts = typed("9 4 cxd", agreed).facts
    assert facts["double"] == ["Anna & Cleo×Björn & Dora"]
    scored = judged(agreed, first_state(agreed), facts).scored
    assert scored is not None
    assert scored.points == (-9, 9)


@pytest.mark.parametrize(
    ("formula", "fault"),
    [
        ('side.a = "other.tricks"', "`other.tricks` is not a fact here"),
        ('let.a = "given(other)"', "`other` is not a fact here"),
        ('pair.a = "other.a"', "`a` goes round in a circle"),
        ('pair.a = "b"\nside.b = "sum(a)"', "`a` goes round in a circle: a → b → a"),
    ],
)
def test_other_is_known_of_pairs_alone(formula: str, fault: str) -> None:
    """Elsewhere it is no name, and pairs go round in no circle."""
    page = 'name = "x"\nplayers = 4\npack = "french-52"\noutcome = [{ points = "tricks" }]\n'
    told = faults_of(f"{page}count.tricks.total = 13\n{formula}")
    assert any(fault in one for one in told)


def test_steps_show_a_small_table() -> None:
    """`explain` has a row for the one and a column for the other; a plain page says it in words."""
    agreed = agree(of_file("crossed"), FOUR)
    now = allowed(agreed, {"tricks": TRICKS, "double": ["Anna×Björn", "Cleo×Björn"]})
    explained = explain_of(now.agreed, now.deals[0])
    lines = explain_text(explained, agreed.rules, 80).splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("  doubles"))
    assert [line.split()[-4:] for line in lines[first : first + 5]] == [
        ["Anna", "Björn", "Cleo", "Dora"],
        ["·", "1", "0", "0"],
        ["0", "·", "0", "0"],
        ["0", "1", "·", "0"],
        ["0", "0", "0", "·"],
    ]
    plain = explain_text(explained, agreed.rules, 80, plain=True)
    assert "doubles: Cleo: Anna 0, Björn 1, Dora 0" in plain
    assert "gain: Björn: Anna 2, Cleo −2, Dora 0" in plain
    value: Any = explain_value(explained)
    assert [step.name for step in value["pairs"]] == ["double", "gain"]
    assert value["pairs"][0].table["Anna"] == {"Björn": 1, "Cleo": 0, "Dora": 0}


def test_a_deal_in_which_nothing_is_between_two_has_no_table() -> None:
    """Nobody doubled anybody: a table of noughts says nothing."""
    now = allowed(agree(of_file("crossed"), FOUR), {"tricks": TRICKS})
    assert explain_of(now.agreed, now.deals[0]).pairs == ()


def test_a_game_without_pairs_has_no_table() -> None:
    """The JSON of other games is what it was."""
    now = allowed(agree(of_file("tall-king"), FOUR), {"tricks": TRICKS, "kh": [1, 0, 0, 0]})
    assert "pairs" not in explain_value(explain_of(now.agreed, now.deals[0]))


def test_what_was_said_comes_back_from_csv(tmp_path: Path) -> None:
    """What the sheet writes is read again, and so is what the log says."""
    agreed = agree(of_file("crossed"), FOUR)
    now = allowed(agreed, {"tricks": TRICKS, "double": ["Anna×Björn", "Cleo×Björn"]})
    (line,) = lines_of(agreed, paper_of(sheet_csv(sheet_of(now, "it"))))
    assert typed(" ".join(line.words)).facts == now.deals[0].facts
    person = Person(tmp_path / "home").with_rules(
        Path(__file__).parent.parent / "rulesets/crossed.toml"
    )
    person.does("new crossed Anna Björn Cleo Dora --name it")
    assert "· doubles Anna×Björn Cleo×Björn ·" in person.does("deal 5 4 3 1 axb c*b").out
    assert "double Anna×Björn,Cleo×Björn → Dora×Anna" in person.does("amend 1 dxa").out
    assert "double Anna×Björn,Cleo×Björn" in person.does("log").out
    facts = person.reads("sheet")["deals"][0]["facts"]
    assert facts == {"double": ["Dora×Anna"]}
    assert person.does("amend 1 double=-").code == 0


def test_the_live_table_takes_and_offers_pairs() -> None:
    """In a line of a deal, and behind the name of the fact."""
    evening = Evening(of_file("crossed"), *FOUR)
    assert completions(evening.table, "", "double=anna×b") == ["double=Anna×Björn"]
    evening.say("5 4 3 1 anna×björn", "y")
    assert evening.deals[0]["double"] == ["Anna×Björn"]


@pytest.mark.parametrize(("players", "most"), [(2, 1), (2, 2), (3, 1)])
def test_every_way_to_say_pairs_is_tried(players: int, most: int) -> None:
    """Each once, none with nothing in it; of far too many ways as many as can be counted."""
    agreed = agree(of_file("crossed"), FOUR)._replace(
        sides=tuple((seat,) for seat in range(players)), side_names=FOUR[:players]
    )
    ways = [tuple(way) for way in EveryPair(agreed, most)]
    number = (most + 1) ** (players * (players - 1)) - 1
    assert len({*ways}) == len(ways) == number
    eight = agreed._replace(sides=tuple((n,) for n in range(8)), side_names=tuple("ABCDEFGH"))
    many = EveryPair(eight, 2)
    assert many[len(many) - 1] != many[0]


def test_rules_tell_of_pairs() -> None:
    """The rule sheet says how a pair is worked out, and that pairs are entered."""
    text = " ".join(rules_text(of_file("crossed")).split())
    assert "gain (of each side with each other): (base − base (the other)) ×" in text
    assert "double: doubles, pairs, of one with another" in text
