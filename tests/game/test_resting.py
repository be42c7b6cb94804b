"""More people at the table than there are hands: who rests, what that scores, how long a game is."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import allowed, deals, merged_ruleset, raw_ruleset, ruleset, split
from evening import Evening
from hand import with_rester
from hypothesis import given
from hypothesis import strategies as st
from terminal import ENDLESS, Person, Typed

from scorekeeper.game.deal_results import rest_scores
from scorekeeper.game.schedule import deals_per_game, first_state, seating_of
from scorekeeper.game.session_settings import Agreed, SitOutPlan, agree
from scorekeeper.game.standing import Standing, standing, winners
from scorekeeper.proof.examples import example_problems
from scorekeeper.proof.outlook import outlook_of
from scorekeeper.proof.possible_results import Possible
from scorekeeper.record.session_fingerprint import fingerprint
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import RESTERS, Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

FOUR = ("Anna", "Björn", "Cleo", "Dora")
FIVE = (*FOUR, "Einar")
SWEDISH = ruleset("bismarck-swedish")
CONTRACTS = ("spader", "trumf", "sang", "pass")


def of_file(name: str) -> Ruleset:
    """A game of tests/rulesets."""
    path = Path(__file__).parent.parent / "rulesets" / f"{name}.toml"
    raw = tomllib.loads(path.read_text(encoding="utf-8"))
    whole = whole_ruleset(raw, raw_ruleset, lambda pack: raw_ruleset(f"packs/{pack}"))
    return read_ruleset(whole, name)


def table(rules: Ruleset, people: tuple[str, ...], rest: str | None = None, **said: Any) -> Agreed:
    deals_said = said.pop("deals", None)
    return agree(rules, people, said.pop("dealer", None), said, SitOutPlan(rest, deals_said))


def refusal(rules: Ruleset, people: tuple[str, ...], *turns: Any) -> str:
    """Why these people cannot play it so."""
    with pytest.raises(Refused) as refused:
        agree(rules, people, None, None, SitOutPlan(*turns))
    return str(refused.value)


def resting(now: Standing) -> list[tuple[str, ...]]:
    """Who rested, deal by deal."""
    return [deal.agreed.resting for deal in now.deals]


# --- two published ways to keep a list of people who rest ----------------------------------------

SKAT_LIST: list[dict[str, Any]] = [
    {"soloist": "Björn", "value": 144},
    {"soloist": "Anna", "value": 54, "lost": True},
    {"passed": True},
    {"soloist": "Cleo", "value": 46},
    {"soloist": "Dora", "value": 20, "lost": True},
    {"soloist": "Anna", "value": 96},
    {"soloist": "Björn", "value": 36, "lost": True},
    {"soloist": "Björn", "value": 18},
]


def test_a_skat_list_of_four() -> None:
    """The list is summed up as Seeger and Fabian have it, column by column: the games of each, 50
    for each won and less 50 for each lost, and 30 for each that another of the four lost, "the
    dealer" who rests included."""
    now = allowed(table(of_file("list-of-four"), FOUR), *SKAT_LIST)
    totals = []
    for person in FOUR:
        own = [deal for deal in SKAT_LIST if deal.get("soloist") == person]
        others = [deal for deal in SKAT_LIST if deal.get("soloist") not in (person, None)]
        lost = [deal["value"] for deal in own if "lost" in deal]
        won = [deal["value"] for deal in own if "lost" not in deal]
        by_others = sum("lost" in deal for deal in others)
        totals.append(sum(won) - 2 * sum(lost) + 50 * (len(won) - len(lost)) + 30 * by_others)
    assert now.state.totals == tuple(totals) == (48, 200, 186, -30)
    assert resting(now)[:5] == [("Anna",), ("Björn",), ("Cleo",), ("Dora",), ("Anna",)]
    assert deals_per_game(now.agreed) == 48


def test_the_same_list_of_three_gives_forty() -> None:
    """Nobody rests among three: 40 for each game that another lost, and 36 games to a list."""
    three = [deal for deal in SKAT_LIST if deal.get("soloist") != "Dora"]
    now = allowed(table(of_file("list-of-four"), FOUR[:3]), *three)
    assert now.deals[1].points == (-158, 40, 40)
    assert (deals_per_game(now.agreed), resting(now)[0]) == (36, ())


def test_a_dealer_who_rests_cannot_be_the_soloist() -> None:
    """The first deal of a list of four is Anna's to deal, so that she plays no game in it."""
    result = standing(table(of_file("list-of-four"), FOUR), deals({"soloist": "Anna", "value": 18}))
    assert [text_of(problem.message) for problem in result.problems] == [
        "Anna rests in this deal; Björn, Cleo and Dora play"
    ]


DOKO_LIST: list[dict[str, Any]] = [
    {"re": "Björn", "partner": "Dora", "value": 3},
    {"re": "Cleo", "value": 2},
    {"re": "Einar", "partner": "Anna", "value": -4},
    {"re": "Björn", "value": -1},
    {"re": "Anna", "partner": "Björn", "value": 1},
]


def test_a_table_of_five_at_doppelkopf() -> None:
    """By hand, deal by deal, in the order of the five; who deals has nothing: +3 for Björn and
    Dora; Cleo alone +6; Einar and Anna -4; Björn alone -3; Anna and Björn +1."""
    now = allowed(table(of_file("table-of-five"), FIVE), *DOKO_LIST)
    assert [deal.points for deal in now.deals] == [
        (0, 3, -3, 3, -3),
        (-2, 0, 6, -2, -2),
        (-4, 4, 0, 4, -4),
        (1, -3, 1, 0, 1),
        (1, 1, -1, -1, 0),
    ]
    assert now.state.totals == (-4, 5, 3, 4, -8)
    assert deals_per_game(now.agreed) == 30


# --- against a recomputation by hand -------------------------------------------------------------


def whole_game(columns: list[list[int]]) -> list[dict[str, Any]]:
    """Sixteen deals of four people: everybody declares each contract once, in this order."""
    return [
        {"contract": CONTRACTS[number // 4], "tricks": tuple(tricks)}
        for number, tricks in enumerate(columns)
    ]


SIXTEEN = st.lists(split(16, 3), min_size=16, max_size=16)


@pytest.mark.parametrize("rest", RESTERS)
@given(columns=SIXTEEN)
def test_a_whole_game_of_four(rest: str, columns: list[list[int]]) -> None:
    """What four people score at three hands is what a sheet kept by hand says; everybody declares
    each contract once, rests four times, and the totals add up to nothing."""
    facts = whole_game(columns)
    now = allowed(table(SWEDISH, FOUR, rest), *facts)
    rows = with_rester(4, rest, [(deal["contract"], list(deal["tricks"])) for deal in facts])
    assert [list(deal.points) for deal in now.deals] == [row.points for row in rows]
    assert [deal.turn.declarer for deal in now.deals] == [row.declarer for row in rows]
    assert now.state.over and sum(now.state.totals) == 0
    assert Counter(name for names in resting(now) for name in names) == dict.fromkeys(FOUR, 4)
    assert all(used == set(CONTRACTS) for used in now.state.used)


@given(columns=SIXTEEN, turned=st.integers(0, 3))
def test_turning_the_seats_turns_the_results(columns: list[list[int]], turned: int) -> None:
    """Who is named first does not matter: with the same first dealer everybody has the same."""
    names = (*FOUR[turned:], *FOUR[:turned])
    facts = []
    for number, deal in enumerate(whole_game(columns)):
        playing = [name for name in FOUR if name != FOUR[number % 4]]
        had = dict(zip(playing, deal["tricks"], strict=True))
        facts.append({**deal, "tricks": tuple(had[name] for name in names if name in had)})
    here = allowed(table(SWEDISH, FOUR), *whole_game(columns))
    there = allowed(table(SWEDISH, names, dealer="Anna"), *facts)
    assert dict(zip(FOUR, here.state.totals, strict=True)) == dict(
        zip(names, there.state.totals, strict=True)
    )


@pytest.mark.parametrize("rest", RESTERS)
@pytest.mark.parametrize("people", [4, 5, 6])
def test_everybody_rests_equally_often(rest: str, people: int) -> None:
    """With one, two or three who rest in a deal, a whole game gives everybody the same number of
    rests, and each contract once to declare."""
    names = tuple("ABCDEF"[:people])
    agreed = table(SWEDISH, names, rest)
    facts = [
        {"contract": CONTRACTS[number // people], "tricks": (6, 6, 4)}
        for number in range(4 * people)
    ]
    now = allowed(agreed, *facts)
    assert now.state.over
    rests = Counter(name for names in resting(now) for name in names)
    assert set(rests.values()) == {4 * (people - 3)} and len(rests) == people


# --- how long it is, and who may -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "people", "deals_there_are"),
    [
        ("bismarck-swedish", 4, 16),
        ("bismarck-swedish", 6, 24),
        ("bismarck-classic", 4, 12),
        ("bizon", 5, 15),
    ],
)
def test_the_number_of_deals(game: str, people: int, deals_there_are: int) -> None:
    """Each declares each contract once, or each contract lasts a round; fifteen games come out even
    among five."""
    assert deals_per_game(table(ruleset(game), tuple("ABCDEF"[:people]))) == deals_there_are


def test_what_does_not_come_out_even_is_settled_by_the_table() -> None:
    """Fifteen games of four people: somebody would rest more often."""
    bizon = ruleset("bizon")
    assert refusal(bizon, FOUR) == (
        "with 4 people 15 deals do not come out even: somebody would rest more often"
    )
    assert deals_per_game(table(bizon, FOUR, deals=16)) == 16
    assert "do not come out even" in refusal(bizon, FOUR, None, 15)


@pytest.mark.parametrize(
    ("game", "people", "turns", "why"),
    [
        ("bien", FIVE, (), "in partnerships, so nobody can rest"),
        ("bismarck-british", FOUR, ("dealer",), "the dealer has a part in the play"),
        ("bismarck-estonian", FIVE, (None, 28), "the first deal says who deals next"),
        ("bismarck-swedish", FOUR, ("nobody",), "nobody is called `nobody` at a table"),
        ("bismarck-swedish", FOUR[:3], ("dealer",), "has nobody rest"),
        ("bismarck-swedish", FOUR, (None, 20), "each declares each contract once, which is 16"),
        ("bismarck-swedish", tuple("ABCDEFG"), (), "is for 3 players; 7 were named"),
    ],
)
def test_why_somebody_cannot_rest(
    game: str, people: tuple[str, ...], turns: tuple[Any, ...], why: str
) -> None:
    """Partners, a dealer who plays, a number that does not suffice: each is refused by its
    reason."""
    assert why in refusal(ruleset(game), people, *turns)


def test_a_dealer_who_plays_lets_the_next_one_rest() -> None:
    """Where the dealer declares, the rules have the player at the dealer's left rest: the dealer
    declares, and the next one leads."""
    now = allowed(table(ruleset("bismarck-british"), FOUR, "dealer's-left"), {"tricks": (8, 4, 4)})
    (deal,) = now.deals
    assert (deal.agreed.resting, deal.turn.declarer, deal.turn.leader) == (("Björn",), 0, 2)
    assert deal.points == (0, 0, 0, 0)


def test_a_rule_may_say_who_rests() -> None:
    """`[resting]` says it where the table does not."""
    raw = {**merged_ruleset("bismarck-swedish"), "resting": {"who": "dealer's right"}}
    agreed = table(read_ruleset(raw, "own"), FOUR)
    now = allowed(agreed, {"contract": "sang", "tricks": (8, 4, 4)})
    assert resting(now) == [("Dora",)]


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"score": "1"}, "what those who rest score breaks `[promise]`"),
        ({"who": "nobody"}, "`who` cannot be `nobody`"),
        ({"deals": "tricks"}, "`tricks`"),
    ],
)
def test_rules_of_resting_that_cannot_be(words: dict[str, str], fault: str) -> None:
    """A score that breaks the promised sum, and words that are none, are faults of the page."""
    raw = {**merged_ruleset("bismarck-swedish"), "resting": words}
    with pytest.raises(Refused) as refused:
        read_ruleset(raw, "own")
    assert fault in str(refused.value)


def test_a_number_of_deals_that_has_no_answer_is_settled_by_the_table() -> None:
    """Where the formula of the rules divides by nothing, the table says how many deals there are."""
    raw = {**merged_ruleset("bismarck-swedish"), "resting": {"deals": "16 // (people - 4)"}}
    rules = read_ruleset(raw, "own")
    assert refusal(rules, FOUR) == "the rules cannot say how many deals there are where people rest"
    assert deals_per_game(table(rules, FOUR, deals=16)) == 16


# --- what people see -----------------------------------------------------------------------------


def evening(tmp_path: Path, *lines: str) -> Person:
    somebody = Person(tmp_path)
    somebody.does("new bismarck-swedish Anna Björn Cleo Dora --name it")
    for line in lines:
        somebody.does(line)
    return somebody


def test_numbers_are_of_those_who_play(tmp_path: Path) -> None:
    """Bare numbers go to those who play, clockwise; the JSON has null for who rests."""
    somebody = evening(tmp_path, "deal sang 6 6")
    deal = somebody.reads("sheet")["deals"][0]
    assert deal["counts"] == {"tricks": {"Anna": None, "Björn": 6, "Cleo": 6, "Dora": 4}}
    assert deal["quotas"] == {"Anna": None, "Björn": 8, "Cleo": 4, "Dora": 4}
    assert deal["points"] == {"Anna": 0, "Björn": -2, "Cleo": 2, "Dora": 0}
    assert (deal["resting"], deal["seats"]) == (["Anna"], ["Björn", "Cleo", "Dora"])
    assert (deal["dealer"], deal["declarer"]) == ("Anna", "Björn")
    coming = somebody.reads("next")
    assert (coming["of"], coming["dealer"], coming["resting"]) == (16, "Björn", ["Björn"])
    assert coming["say"].startswith("Björn deals and rests, Cleo declares and leads")


def test_whoever_rests_is_refused_with_the_reason(tmp_path: Path) -> None:
    """A number by name for somebody who rests is no number of this deal; nothing is recorded."""
    somebody = evening(tmp_path)
    said = somebody.types("deal", "sang", "tricks=Anna:6,Cleo:6")
    assert (said.code, "Anna rests in this deal; Björn, Cleo and Dora play" in said.err) == (
        1,
        True,
    )
    assert somebody.reads("sheet")["deals"] == []


def test_the_sheet_has_a_dash(tmp_path: Path) -> None:
    """In the column of who rests stands a dash before the total, in text, CSV, HTML and
    Markdown."""
    somebody = evening(tmp_path, "deal sang 6 6", "deal pass 6 4")
    text = somebody.does("sheet").out
    assert "– 6 6 4  – → 0" in text and "6 – 4 6" in text
    assert (
        "1,1,Anna,Björn,sang,,–,6,6,4,–,-2,2,0,0,-2,2,0" in somebody.does("sheet --format csv").out
    )
    assert "– → 0" in somebody.does("sheet --format markdown").out
    assert "–" in somebody.does("sheet --format html").out


def test_what_the_sheet_says_is_read_back(tmp_path: Path) -> None:
    """The CSV of an evening with resters is typed in again, deal by deal, with the same totals."""
    somebody = evening(tmp_path, "deal sang 6 6", "deal pass 6 4", "deal spader 9 4")
    file = tmp_path / "paper.csv"
    file.write_text(somebody.does("sheet --format csv").out, encoding="utf-8")
    somebody.does("new bismarck-swedish Anna Björn Cleo Dora --name other")
    somebody.does(f"import {file}")
    assert somebody.reads("sheet")["totals"] == somebody.reads("sheet -s it")["totals"]


def test_an_evening_of_four_is_kept_and_corrected() -> None:
    """The session file holds who rests; corrections and undos are of the deal as it was played."""
    people = Evening(SWEDISH, *FOUR, turns=SitOutPlan("dealer's right"))
    people.deal("sang 6 6")
    people.deal("pass tricks=Björn:6,Cleo:6")
    people.amend(1, "tricks=4,8,4")
    now = people.book.standing
    assert resting(now) == [("Dora",), ("Anna",)]
    assert now.deals[0].points == (0, 0, 0, 0)
    before = people.totals
    people.undo()
    people.redo()
    assert people.totals == before
    assert people.book.agreed.rota is not None and people.book.agreed.rota.rests == "dealer's right"


@given(
    columns=st.lists(split(16, 3), min_size=8, max_size=8),
    number=st.integers(1, 8),
    other=split(16, 3),
)
def test_a_correction_is_of_those_who_played(
    columns: list[list[int]], number: int, other: list[int]
) -> None:
    """Whatever deal is corrected, the totals of all are those of a sheet kept by hand with the right
    numbers; taking the correction back, and the last deal, leaves what was there before."""
    people = Evening(SWEDISH, *FOUR, turns=SitOutPlan())
    played = [(deal["contract"], list(deal["tricks"])) for deal in whole_game(columns)]
    for contract, tricks in played:
        trump = " trump=hearts" if contract == "trumf" else ""
        people.deal(f"{contract} tricks={','.join(map(str, tricks))}{trump}")
    before = people.totals
    assert before == [tuple(row.totals) for row in with_rester(4, "dealer", played)]
    if other != played[number - 1][1]:
        people.amend(number, f"tricks={','.join(map(str, other))}")
        played[number - 1] = (played[number - 1][0], list(other))
        assert people.totals == [tuple(row.totals) for row in with_rester(4, "dealer", played)]
        people.undo()
        assert people.totals == before
    people.undo()
    assert people.totals == before[:-1]


def test_the_fingerprint_is_of_who_rests_too() -> None:
    """The same deals with another to rest are another session."""
    sessions = [Evening(SWEDISH, *FOUR, turns=SitOutPlan(rest)) for rest in RESTERS]
    assert len({fingerprint(evening.book) for evening in sessions}) == 3


@pytest.mark.parametrize(
    ("deals", "noted"), [("", "5ab3-572a-ac37-80d4"), (" --deals 4", "d551-143d-0874-ea37")]
)
def test_a_fingerprint_noted_from_an_earlier_version_holds(
    tmp_path: Path, deals: str, noted: str
) -> None:
    """The fingerprint of a session in which somebody sits out is that of version 0.1."""
    somebody = Person(tmp_path)
    somebody.does(f"new bismarck-swedish Anna Björn Cleo Dora --dealer Cleo --name friday{deals}")
    somebody.does("deal sang 6 6")
    somebody.does(f"check --fingerprint {noted}")


def test_a_blank_sheet_has_a_dash_for_who_rests(tmp_path: Path) -> None:
    """On the empty sheet stands who deals and declares, and a dash in the columns of who rests; in
    the JSON their names."""
    somebody = Person(tmp_path)
    sheet = "sheet --blank bismarck-swedish Anna Björn Cleo Dora"
    text = somebody.does(sheet).out
    assert re.search(r"(?m)^ *1 +Anna +Björn .* – __ __ __$", text)
    assert re.search(r"(?m)^ *1 +Anna +– +___→____  ___→____  ___→____", text)
    rows = somebody.reads(sheet)["rows"]
    assert [row["resting"] for row in rows[:5]] == [[name] for name in (*FOUR, "Anna")]
    assert len(rows) == 16
    assert "1,Anna,Björn,,,–,,,,–," in somebody.does(f"{sheet} --format csv").out
    assert somebody.does(f"{sheet} --format html").out.count("–") >= 16 * 3


def test_the_league_credits_the_deals_that_were_played(tmp_path: Path) -> None:
    """Who rested in a deal did not play it."""
    somebody = evening(tmp_path, "deal sang 6 6", "deal pass 6 4")
    rows = somebody.reads("league")["games"]["bismarck-swedish"]["players"]
    assert {row["player"]: row["deals"] for row in rows} == {
        "Anna": 1, "Björn": 1, "Cleo": 2, "Dora": 2,
    }  # fmt: skip


def test_rescore_knows_who_rests(tmp_path: Path) -> None:
    """The same deals under other rules have the same people resting."""
    somebody = evening(tmp_path, "deal trumf hearts 6 6", "deal trumf clubs 6 4")
    said = somebody.reads("rescore it --as bismarck-classic")
    assert said["to"]["totals"] == {"Anna": 2, "Björn": -2, "Cleo": -2, "Dora": 2}


def test_the_live_table_says_who_rests(tmp_path: Path) -> None:
    """The card before each deal has who rests, and the question is for those who play."""
    somebody = Person(tmp_path)
    said = somebody.types(
        *["play", "bismarck-swedish", "Anna", "Björn", "Cleo", "Dora"],
        stdin=Typed("sang 6 6\nquit\n"),
    )
    assert re.search(r"rests +Anna", said.out) and re.search(r"rests +Björn", said.out)
    assert "Anna rests" in said.out


def test_the_outlook_counts_with_resters() -> None:
    """Before the last deal of a game of four, Dora, who rests in it, keeps her total at best and at
    worst; the outlook agrees with trying every result."""
    facts = whole_game([[6, 6, 4]] * 15)
    now = allowed(table(SWEDISH, FOUR), *facts)
    found = outlook_of(now, Possible(SWEDISH))
    total = now.state.totals[3]
    assert (found.sides[3].best, found.sides[3].worst, found.left) == (total, total, 1)
    ends = [
        allowed(now.agreed, *facts, {"contract": "pass", "tricks": (a, b, 16 - a - b)})
        for a in range(17)
        for b in range(17 - a)
    ]
    for side in range(4):
        every = [end.state.totals[side] for end in ends]
        assert (found.sides[side].best, found.sides[side].worst) == (max(every), min(every))
        assert found.sides[side].can_win == any(side in winners(end) for end in ends)


def test_sums_hold_and_the_sheet_is_whole() -> None:
    """The checks of the sheet hold with people who rest."""
    now = allowed(table(SWEDISH, FOUR), *whole_game([[7, 5, 4]] * 16))
    value = sheet_value(sheet_of(now, "it"))
    assert {check["holds"] for check in value["checks"]} == {True}  # type: ignore[index,attr-defined]


def test_the_same_numbers_of_others_are_not_the_same_deal(tmp_path: Path) -> None:
    """Where another rests the next deal is of other people, whatever its numbers; where the same
    people play it is told, and asked about at a terminal."""
    person = Person(tmp_path / "home").with_rules(ENDLESS)
    person.after("new endless Anna Björn Cleo Dora --name four")
    for times in range(2):
        said = person.types("deal", "plus", "6", "6", stdin=Typed("", is_terminal=True))
        assert (said.code, "just the same" in said.err) == (0, False), times
    person.does("new endless Anna Björn Cleo --name three")
    person.does("deal plus 6 6")
    assert "just the same" in person.does("deal plus 6 6").err


@pytest.mark.parametrize("line", ["Anna 9 9", "Anna 20 10 10"])
def test_a_bare_name_of_who_rests_is_told_so(line: str) -> None:
    """Not that the name is no word; and no other word is proposed for it."""
    evening = Evening("bizon", *FOUR, "Emil", dealer="Anna", turns=SitOutPlan())
    with pytest.raises(Refused) as refusal:
        evening.deal(line)
    said = [text_of(problem.message) for problem in refusal.value.problems]
    assert any(words.startswith("Anna rests in this deal; ") for words in said)
    assert not any("is not a word" in words for words in said)


EXAMPLE = """
name = "Examples"
source = "made up"
players = 3
count.points.max = 10
resting.score = "max(all.points)"
outcome = [{ points = "points" }]

[[example]]
players = ["A", "B", "C", "D"]
deal = [{ enter = "2 3 4", points = [4, 2, 3, 4] }, { enter = "1 2 3", totals = [5, 5, 5, 7] }]
"""


def test_a_worked_example_may_have_somebody_who_rests() -> None:
    """The dealer rests, the numbers are of those who play from the first-named on, and the points
    are everybody's; what does not come out is told."""
    whole = whole_ruleset(tomllib.loads(EXAMPLE), raw_ruleset, raw_ruleset)
    assert example_problems(read_ruleset(whole, "examples")) == []
    wrong = tomllib.loads(EXAMPLE.replace("[4, 2, 3, 4]", "[0, 2, 3, 4]"))
    (problem,) = example_problems(read_ruleset(whole_ruleset(wrong, raw_ruleset, raw_ruleset), "w"))
    assert "the rules give [4, 2, 3, 4]" in text_of(problem.message)


def test_a_deal_knows_who_deals_though_that_player_rests() -> None:
    """Those who play, those who rest, and the name of who deals."""
    agreed = table(SWEDISH, FOUR, "dealer", dealer="Björn")
    seen = seating_of(agreed, first_state(agreed)).agreed
    assert (seen.players, seen.resting) == (("Anna", "Cleo", "Dora"), ("Björn",))
    assert seen.rota is not None and seen.rota.dealer == "Björn"


def test_who_left_the_table_scores_nothing_by_resting() -> None:
    """Of five people four are around: the three who play are replaced by their own points."""
    agreed = table(SWEDISH, (*FOUR, "Emil"), "dealer", dealer="Björn")
    assert agreed.rota is not None
    around = agreed._replace(rota=agreed.rota._replace(around=(0, 1, 2, 3)))
    assert rest_scores(agreed, 5, 3) == [3, 3, 3, 3, 3]
    assert rest_scores(around, 5, 3) == [3, 3, 3, 3, 0]
    assert rest_scores(agree(SWEDISH, FOUR[:3]), 3, 3) == [0, 0, 0]
