"""`rescore`: what the same deals would have given under other rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import hand
import pytest
from conftest import FOUR, merged_ruleset, ruleset, split
from evening import AT, Evening
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.game.standing import ranking
from scorekeeper.record.irregular_changes import finishing, misdealing, turning
from scorekeeper.record.rescoring import Rescoring, agreed_under, rescoring
from scorekeeper.record.seat_changes import seating
from scorekeeper.report.rescore import rescore_sheet
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message import in_english
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

# Sang counts double, and misère may be called null; else as the game it is made from.
DOUBLED = """\
format = 1
extends = "bismarck-swedish"
name = { en = "Doubled <b>", fr = "Doublé", sv = "Dubblad" }
[contract.sang]
points = "2 * (tricks - quota)"
"""


def doubled() -> Ruleset:
    """Swedish rules under which Sang counts double."""
    raw = merged_ruleset("bismarck-swedish")
    sang = {**raw["contract"]["sang"], "points": "2 * (tricks - quota)"}
    contracts = {**raw["contract"], "sang": sang}
    return read_ruleset({**raw, "contract": contracts, "example": []}, "doubled")


def rescored(evening: Evening, rules: Ruleset, **options: Any) -> Rescoring:
    """The deals of an evening under other rules."""
    agreed = evening.book.agreed
    return rescoring(evening.book.standing, agreed_under(agreed, rules, options))


def swedish() -> Evening:
    """Five deals, of which the first and the last are Sang."""
    evening = Evening("bismarck-swedish")
    for line in ("sang 6 6", "spader 3 9", "pass 4 6", "spader 8 4", "sang 8 4"):
        evening.deal(line)
    return evening


def test_every_deal_stands_beside_what_it_would_have_given() -> None:
    """Sang counts double under the other rules, everything else as it did."""
    found = rescored(swedish(), doubled())
    points = [
        (deal.own.points, deal.other.points) for deal in found.deals if deal.own and deal.other
    ]
    sang = [(1, pair) for pair in points if pair[1] == tuple(2 * point for point in pair[0])]
    assert points[0] == ((2, -2, 0), (4, -4, 0))
    assert points[1] == ((-1, 5, -4), (-1, 5, -4))
    assert points[4] == ((4, 0, -4), (8, 0, -8))
    assert len(sang) == 3  # both Sang, and the deal in which all met their quota


def test_where_the_ranking_turns() -> None:
    """After deal 2 Björn leads by 3 to 1 and Anna would have led by 3 to 1; after deal 4 Anna
    leads by both."""
    found = rescored(swedish(), doubled())
    assert [deal.number for deal in found.turns] == [2, 4]
    assert ranking(found.turns[0].own_standing) == ((1,), (0,), (2,))
    assert ranking(found.turns[0].other_standing) == ((0,), (1,), (2,))


@given(data=st.data())
def test_under_its_own_rules_an_evening_is_what_it_was(data: st.DataObject) -> None:
    """Rescored by the rules it was played by, nothing is different and nothing turns."""
    evening = Evening("bizon")
    for _ in range(data.draw(st.integers(1, 6))):
        gp = data.draw(split(40, 3))
        evening.deal(f"bizon=Anna gp={','.join(map(str, gp))}")
    found = rescored(evening, ruleset("bizon"))
    played = [(deal.points, deal.totals, deal.outcome) for deal in evening.book.standing.deals]
    for scored in ([deal.own for deal in found.deals], [deal.other for deal in found.deals]):
        assert [(one.points, one.totals, one.outcome) for one in scored if one] == played
    assert not found.turns


@given(data=st.data())
def test_doubled_points_are_doubled_by_hand(data: st.DataObject) -> None:
    """The sheet that somebody keeps by hand, Sang counted twice, has the same numbers."""
    order = ["sang", "spader", "trumf", "pass"]
    played = [(contract, data.draw(split(16, 3))) for contract in order for _ in range(3)]
    evening = Evening("bismarck-swedish")
    for contract, tricks in played:
        suit = "hearts" if contract == "trumf" else ""
        evening.deal(f"{contract} {suit} {' '.join(map(str, tricks))}")
    found = rescored(evening, doubled())
    totals = [0, 0, 0]
    for deal, row, (contract, _) in zip(found.deals, hand.swedish(0, played), played, strict=True):
        factor = 2 if contract == "sang" else 1
        totals = [total + factor * point for total, point in zip(totals, row.points, strict=True)]
        assert deal.other is not None
        assert list(deal.other.totals) == totals


def test_a_deal_keeps_the_one_who_dealt_it() -> None:
    """Where the other game lets each deal four times running, deal 5 was dealt by Björn all the
    same, and there the dealer declares."""
    found = rescored(swedish(), ruleset("bismarck-british"))
    last = found.deals[4]
    assert last.own is not None
    assert last.other is not None
    assert last.own.turn.dealer == last.other.turn.dealer == 1
    assert last.other.turn.declarer == 1
    assert last.other.points == (4, -4, 0)  # 8 - 4, 4 - 8, 4 - 4


def test_what_was_not_entered_is_named() -> None:
    """What the other rules need of every deal and nobody said: the refusal names it all."""
    with pytest.raises(Refused) as refusal:
        rescored(swedish(), ruleset("bizon"))
    codes = [problem.code for problem in refusal.value.problems]
    assert codes.count("bizon-missing") == codes.count("gp-missing") == 5
    assert refusal.value.heading is not None
    assert in_english(refusal.value.heading) == "Bizon can score none of these deals"


def test_a_deal_that_the_other_rules_cannot_score_counts_on_neither_side() -> None:
    """The classic game has no Spader and another order: only deal 5 counts, for both."""
    found = rescored(swedish(), ruleset("bismarck-classic"))
    assert [deal.number for deal in found.deals if deal.own] == [5]
    assert [deal.number for deal in found.deals if deal.other] == [5]
    assert found.own_standing.state.totals == found.other_standing.state.totals == (4, 0, -4)
    said = [text_of(problem.message) for problem in found.deals[1].problems]
    assert said == ["`Spader` is not a contract of this game"]


def test_facts_that_the_other_rules_have_no_use_for_are_left_out() -> None:
    """Rules without a trump suit of one's choice score the deal, and the suit is named."""
    raw = merged_ruleset("bismarck-swedish")
    trumf = {key: word for key, word in raw["contract"]["trumf"].items() if key != "trump"}
    contracts = {**raw["contract"], "trumf": trumf}
    plain = read_ruleset({**raw, "contract": contracts, "check": [], "example": []}, "plain")
    evening = Evening("bismarck-swedish")
    evening.deal("trumf hearts 6 6")
    deal = rescored(evening, plain).deals[0]
    assert deal.left_out == ("trump",)
    assert deal.other is not None
    assert deal.other.points == (2, -2, 0)


def test_the_other_game_may_be_over_sooner() -> None:
    """Nine deals are a whole game there; the tenth counts for the evening alone."""
    raw = merged_ruleset("bismarck-swedish")
    short = {**raw, "deals": {**raw["deals"], "number": 4}, "example": []}
    found = rescored(swedish(), read_ruleset(short, "short"))
    assert [bool(deal.other) for deal in found.deals] == [True] * 4 + [False]
    assert all(deal.own for deal in found.deals)
    assert found.other_standing.state.over


def test_a_contract_that_a_misdeal_held_counts() -> None:
    """Anna declares Sang twice, the second time because a misdeal held it: both deals count, by its
    own rules and by others."""
    evening = Evening("bismarck-swedish", dealer="Cleo")
    evening.deal("sang 9 4 3")
    evening.did(misdealing(evening.book, ["contract=sang"], AT))
    evening.did(turning(evening.book, ["Cleo"], AT))
    evening.deal("7 5 4")
    for rules in (ruleset("bismarck-swedish"), doubled()):
        found = rescored(evening, rules)
        assert [deal.own is None or deal.other is None for deal in found.deals] == [False, False]
        assert found.own_standing.state.totals == evening.totals[-1]


def test_who_came_back_to_another_seat_declares_what_is_left_there() -> None:
    """Anna declares Spader, leaves, and comes back in the seat of Björn, who has not: that deal
    counts as it did."""
    evening = Evening("bismarck-swedish", dealer="Cleo")
    evening.deal("spader 9 4 3")
    for words in (["Dora", "for", "Anna"], ["Anna", "for", "Björn"]):
        evening.did(seating(evening.book, [*words, "--own-score"], AT))
    evening.deal("spader Dora:4 Anna:9 Cleo:3")
    for rules in (ruleset("bismarck-swedish"), doubled()):
        found = rescored(evening, rules)
        assert [deal.own is None or deal.other is None for deal in found.deals] == [False, False]
        assert found.own_standing.state.totals == evening.totals[-1]


def test_a_session_that_was_ended_early_is_over_by_both_rules() -> None:
    """Whoever was in front when all went home has won, and would have won."""
    evening = swedish()
    evening.did(finishing(evening.book, [], AT))
    sheet = rescore_sheet(rescored(evening, doubled()), "eve")
    assert (sheet.from_.finished, sheet.to.finished) == (True, True)
    assert (sheet.from_.winners, sheet.to.winners) == (("Anna",), ("Anna",))


def test_what_the_table_chose_holds_under_the_other_rules_too() -> None:
    """The same choice is not asked again, and can be changed."""
    evening = Evening("bismarck-swedish", must_trump=True)
    evening.deal("sang 6 6")
    assert rescored(evening, doubled()).other.options["must_trump"] is True
    assert rescored(evening, doubled(), must_trump=False).other.options["must_trump"] is False


def test_sides_that_do_not_match_are_refused() -> None:
    """Partners and single players have no points that could stand side by side."""
    evening = Evening("more/hearts", "Ann", "Bob", "Cal", "Dee")
    evening.deal("queen=Ann hearts=13,0,0,0")
    with pytest.raises(Refused, match="other sides"):
        rescored(evening, ruleset("more/whist"))


@pytest.mark.parametrize("game", FOUR)
def test_an_evening_without_deals_is_refused(game: str) -> None:
    """There is nothing to rescore, whatever the game."""
    players = ("Ann", "Bob", "Cal", "Dee")[: ruleset(game).players[0]]
    with pytest.raises(Refused, match="no deal has been recorded"):
        rescored(Evening(game, *players), ruleset(game))


# --- as it is typed ------------------------------------------------------------------------------


def person(folder: Path) -> Person:
    """Somebody who played three deals and has rules under which Sang counts double."""
    home = folder / "home"
    (home / "rulesets").mkdir(parents=True)
    (home / "rulesets" / "doubled.toml").write_text(DOUBLED, encoding="utf-8")
    lines = ("deal sang 6 6", "deal spader 3 9", "deal pass 4 6")
    return Person(home).after("new bismarck-swedish Anna =1+1 Cleo --name eve", *lines)


def test_nothing_is_recorded(tmp_path: Path) -> None:
    """The session is byte for byte what it was."""
    someone = person(tmp_path)
    before = someone.file("eve")
    someone.does("rescore eve --as doubled")
    assert someone.file("eve") == before


def test_json_has_both(tmp_path: Path) -> None:
    """Each deal from one to the other, and each turn of the ranking."""
    found = person(tmp_path).reads("rescore --as doubled")
    assert list(found) == ["session", "sides", "from", "to", "deals", "turns"]
    assert found["from"]["totals"] == {"Anna": 1, "=1+1": 3, "Cleo": -4}
    assert found["to"]["totals"] == {"Anna": 3, "=1+1": 1, "Cleo": -4}
    assert found["to"]["ranking"][0] == {"place": 1, "sides": ["Anna"], "total": 3}
    assert found["deals"][0]["to"]["points"] == {"Anna": 4, "=1+1": -4, "Cleo": 0}
    assert found["turns"] == [
        {"deal": 2, "from": [["=1+1"], ["Anna"], ["Cleo"]], "to": [["Anna"], ["=1+1"], ["Cleo"]]}
    ]


def test_every_rendering_keeps_names_and_titles_harmless(tmp_path: Path) -> None:
    """No formula in CSV, no markup in HTML, and the table in lines where it is read aloud."""
    someone = person(tmp_path)
    csv = someone.does("rescore --as doubled --format csv").out.splitlines()
    assert csv[0].startswith("deal,contract,points Anna,points =1+1,points Cleo,total Anna")
    assert csv[1] == "1,sang,2,-2,0,2,-2,0,4,-4,0,4,-4,0"
    page = someone.does("rescore --as doubled --format html").out
    assert "Doubled &lt;b&gt;" in page
    assert "<b>" not in page
    assert "| 1" in someone.does("rescore --as doubled --format markdown").out
    plain = someone.does("rescore --as doubled --plain").out
    assert "- 1: contract Sang, Anna +2 → +4, =1+1 −2 → −4, Cleo 0" in plain


def test_what_to_compare_with_has_to_be_said(tmp_path: Path) -> None:
    """Without other rules or another choice there is nothing to ask; a session is named once."""
    someone = person(tmp_path)
    assert someone.types("rescore").code == 2
    assert someone.types("rescore", "eve", "-s", "eve", "--as", "doubled").code == 2
    assert someone.types("rescore", "--as", "no-such-game").code == 1


def test_a_refusal_has_no_mend_and_the_contracts_their_own_names(tmp_path: Path) -> None:
    """Nothing of a deal that was played is typed here; a contract is called as in its game."""
    said = person(tmp_path).types("rescore", "--as", "bismarck-kortman", "--lang", "fr")
    assert said.code == 1
    assert "essayez" not in said.err
    assert "`Pique`" in said.err


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("bien", "with 4 people nobody rests in Bien, and in every deal of this session somebody"),
        ("bizon", "with 4 people 15 deals do not come out even"),
    ],
)
def test_people_who_rest_are_refused_with_the_plain_reason(
    tmp_path: Path, game: str, why: str
) -> None:
    """`rescore` has no option for who rests, and suggests none."""
    somebody = Person(tmp_path)
    somebody.does("new bismarck-swedish Anna Björn Cleo Dora --rest dealer")
    somebody.does("deal sang 10 3")
    said = somebody.types("rescore", "--as", game)
    assert said.code == 1
    assert why in said.err
    assert "try:" not in said.err


def test_a_misspelt_family_of_games_is_suggested_whole(tmp_path: Path) -> None:
    """Not one game of it, which nobody meant."""
    said = Person(tmp_path).types("new", "bismrck", "Ann", "Bo", "Cal")
    assert "did you mean `bismarck`?" in said.err


@pytest.mark.parametrize(
    ("language", "why"), [("fr", "enchère 200, et non"), ("sv", "bud är 200,")]
)
def test_a_fact_is_told_plainly_in_every_language(tmp_path: Path, language: str, why: str) -> None:
    """Its name stands in no quotes, as if it were to be typed."""
    somebody = Person(tmp_path)
    somebody.does("new bien Ann Bo Cal Dee")
    somebody.does("deal bidder=Ann bid=200 meld=150 points=60,81")
    said = " ".join(somebody.does(f"explain 1 --lang {language}").out.split())
    assert why in said
