"""Games without cards: dice, tiles, boards; one player alone, and sixteen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pages import faults_of, read
from shown import rules_text
from terminal import Person, Typed

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import State, first_state, turn
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import after
from scorekeeper.proof.proof_run import QUICK, certificate
from scorekeeper.record.entered_words import read_words
from scorekeeper.referee.question_parser import ANSWERS, WITHOUT_CARDS, answered
from scorekeeper.referee.self_test import refereeing
from scorekeeper.render.ruleset_builder import WAYS
from scorekeeper.report.upcoming_deal import turn_words
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused
from scorekeeper.text.translation import LANGUAGES, speak

NAMES = tuple(f"P{number:02}" for number in range(1, 17))
TABLES = """
name = "Tables"
source = "made up"
players = [1, 9, 16]
count.score.total = "3 * players"
outcome = [{ points = "score" }]
promise.sum = "3 * players"
"""
BOXES = """
name = "Boxes"
source = "made up"
players = [1, 2, 3]
fact.score = { max = 30 }
roles = { thrower = "declarer", others = "others" }
contract = { ones = {}, pair = {}, chance = {} }
outcome = [{ points = { thrower = "score", others = "0" } }]
[deals]
number = "3 * players"
declarer = "dealer"
contract = "declarer picks, each once"
"""
OF_CARDS = {
    "hand": "hand = 5",
    "talon": "talon = 2",
    "play": 'play.follow = "free"',
    "dealing": 'dealing.brief = "five each"',
    "misdeal": 'misdeal.source = "made up"',
    "exchange": 'exchange = [{ who = "dealer", gives = 1, to = "left" }]',
    "deals.leader": 'deals.leader = "dealer"',
    "contract.low.trump": 'contract.low = { trump = "spades", points = "score" }',
    "contract.low.stops": 'contract.low = { stops = { start = "7" }, points = "score" }',
    "count.score.cards": "count.score.cards = { A = 4 }",
    "fact.turned": 'fact.turned = { kind = "card", optional = true }',
    "fact.suit": 'fact.suit = { kind = "suit", optional = true }',
    "option.lazy.play": 'option.lazy = { default = false, play = { follow = "free" } }',
}


@pytest.mark.parametrize("place", OF_CARDS)
def test_what_a_page_says_of_cards_needs_a_pack(place: str) -> None:
    """One fault names every word that means nothing without cards, and nothing that follows from
    there being none."""
    said = faults_of(TABLES + OF_CARDS[place])
    assert said == [f"no `pack` says which cards are meant by `{place}`"]
    with_pack = faults_of(TABLES + OF_CARDS[place] + '\n[pack]\nextends = "french-52"\n')
    assert not any("pack" in one and place in one for one in with_pack)


def test_a_contract_may_say_that_it_has_no_trumps() -> None:
    """`none` is what a page without cards has in any case."""
    assert faults_of(TABLES + 'contract.low = { trump = "none", points = "score" }') == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_of_a_game_without_cards_say_nothing_of_cards(language: str) -> None:
    """Neither packs, trumps and tricks, nor who deals, in any language."""
    speak(language, catalogue(language))
    told = rules_text(read(BOXES)).casefold()
    words = r"dealer|deals first|declarer|trump|trick|\bsuit|pack|led\b|leads|donneur|atout|couleur"
    words += r"|carte|givaren|stick|färg|kort|trumf|spelförare"
    assert re.findall(words, told) == []


def test_nobody_deals_where_there_are_no_cards() -> None:
    """Who would deal begins, and who would declare chooses, a box that is still empty."""
    agreed = agree(read(BOXES), ("Ann", "Bo"))
    assert turn_words(agreed, turn(agreed, first_state(agreed))) == (
        "Ann begins and chooses; left: ones, pair, chance."
    )
    without = agree(read(TABLES), NAMES[:9])
    assert turn_words(without, turn(without, first_state(without))) == "P01 begins."


@pytest.mark.parametrize("question", [name for name in ANSWERS if name not in WITHOUT_CARDS])
def test_the_referee_has_nothing_to_judge(question: str) -> None:
    """Every question about cards is answered so, whatever cards are named."""
    agreed = agree(read(BOXES), ("Ann", "Bo"))
    with pytest.raises(Refused) as refusal:
        answered(agreed, first_state(agreed), {}, (question, "KH", "trump=S"))
    (problem,) = refusal.value.problems
    assert problem.code == "cards-none"
    assert text_of(problem.message) == (
        "Boxes is played without cards: the referee has nothing to judge"
    )


def test_a_whole_deal_of_no_cards_is_not_refereed(tmp_path: Path) -> None:
    """A record of cards of such a game is refused with the same words, and `prove` deals none."""
    assert refereeing(read(BOXES)) is None
    person = Person(tmp_path)
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "boxes.toml").write_text(BOXES, "utf-8")
    record = tmp_path / "deal.toml"
    record.write_text('rules = "boxes"\nplayers = ["A", "B"]\ntricks = ["KH QH"]\n', "utf-8")
    said = person.types("referee", "deal", str(record))
    assert "Boxes is played without cards" in said.err


def played(agreed: Agreed, state: State, line: str) -> tuple[State, tuple[int, ...]]:
    """The state after a deal as it is typed, and its points."""
    typed = read_words(agreed, state, line.split())
    scored = judged(agreed, state, typed.facts).scored
    assert not typed.problems and scored is not None
    return after(agreed, state, scored), scored.points


def test_a_box_is_filled_once_by_each_player() -> None:
    """Two fill three boxes each: one that a player has filled is no longer left to that player."""
    agreed = agree(read(BOXES), ("Ann", "Bo"))
    state = first_state(agreed)
    for line, left in (
        ("ones 3", 3), ("ones 4", 2), ("pair 12", 2), ("chance 20", 1), ("chance 7", 1),
    ):  # fmt: skip
        state, _ = played(agreed, state, line)
        assert len(turn(agreed, state).contracts) == left
    assert turn(agreed, state).contracts == ("pair",)
    assert (
        read_words(agreed, state, ["ones", "1"]).problems
        or not judged(agreed, state, {"contract": "ones", "score": 1}).scored
    )
    state, _ = played(agreed, state, "pair 8")
    assert state.totals == (22, 32) and state.over


def test_more_numbers_than_a_game_without_counts_asks_for() -> None:
    """Bare numbers are the facts that are asked for, in their order; one more has no place."""
    agreed = agree(read(BOXES), ("Ann",))
    state = first_state(agreed)
    assert read_words(agreed, state, ["ones", "3"]).facts == {"contract": "ones", "score": 3}
    (problem,) = read_words(agreed, state, ["ones", "3", "4"]).problems
    assert text_of(problem.message) == "2 numbers do not fit: they stand for score, in that order"


@settings(max_examples=25)
@given(st.lists(st.integers(0, 6), min_size=15, max_size=15))
def test_sixteen_share_what_there_is(given_points: Sequence[int]) -> None:
    """Fifteen numbers say the sixteenth where they leave something, and together they are what the
    page promises."""
    agreed = agree(read(TABLES), NAMES)
    state, rest = first_state(agreed), 48 - sum(given_points)
    typed = read_words(agreed, state, list(map(str, given_points)))
    scored = judged(agreed, state, typed.facts).scored
    assert (scored is not None) == (rest >= 0)
    if scored is not None:
        assert scored.points == (*given_points, rest)


def test_every_number_of_players_is_proved() -> None:
    """One alone by the one result there is; nine and sixteen, who have too many, by draws."""
    proof = certificate(read(TABLES), limits=QUICK)
    assert {line.players: (line.tried, line.drawn) for line in proof.lines} == {
        1: (1, 0),
        9: (250, 250),
        16: (250, 250),
    }


@pytest.mark.parametrize("width", [50, 80])
def test_sheets_of_sixteen_keep_to_the_terminal(tmp_path: Path, width: int) -> None:
    """Sheet, summary, the coming deal and the rules of sixteen, on a narrow screen and a usual
    one."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "tables.toml").write_text(TABLES, "utf-8")
    person = Person(tmp_path)
    person.types("new", "tables", *NAMES)
    person.types("deal", *["3"] * 14, "6")
    for command in ("sheet", "summary", "next", "rules show tables", "explain 1"):
        out = person.types(*command.split(), COLUMNS=str(width)).out
        assert max(map(len, out.splitlines())) <= width, command
        assert all(name in out for name in NAMES) or command in ("next", "rules show tables")
    assert all(name in person.does("sheet --format html").out for name in NAMES)
    assert person.reads("sheet")["ranking"][0][0] == "P15"
    assert person.does("sheet --format csv").out.count("P16") >= 1


@pytest.mark.parametrize("players", [1, 2, 16])
@pytest.mark.parametrize("scoring", WAYS)
def test_a_page_without_cards_is_begun(tmp_path: Path, players: int, scoring: str) -> None:
    """What `rules new --without-cards` writes is whole, and has no word of cards."""
    person = Person(tmp_path)
    person.does(
        f"rules new ours --without-cards --players {players} --scoring {scoring} --total 30"
    )
    page = (tmp_path / "rulesets" / "ours.toml").read_text("utf-8")
    assert not re.findall("pack|hand =|talon|leader|trick", page)
    assert "well; 1 worked example holds" in person.does("rules check ours").out
    asked = person.types("rules", "new", "asked", "--without-cards", stdin=Typed("\n" * 4, True))
    assert (
        asked.code == 0
        and "[points]" in asked.err
        and "in all? (0: not always as many) [0]" in (" ".join(asked.err.split()))
    )
    refused = person.types("rules", "new", "third", "--from", "bizon", "--without-cards")
    assert "--from begins with a whole game" in refused.err


def test_one_alone_has_nobody_in_front(tmp_path: Path) -> None:
    """What is told of a lead is told of several; one alone has a total."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "boxes.toml").write_text(BOXES, "utf-8")
    person = Person(tmp_path)
    person.does("new boxes Ann")
    for line in ("ones 3", "pair 10", "chance 20"):
        person.does(f"deal {line}")
    told = person.does("summary").out
    assert "+33" in told and "lead" not in told and "in front" not in told
    page = person.does("summary --format html").out
    assert "+33" in page and "Lead changes" not in page


def test_a_blank_sheet_says_who_begins_and_who_chooses(tmp_path: Path) -> None:
    """On paper as on the sheet; a game that counts nothing has nothing to miscount."""
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "boxes.toml").write_text(BOXES, "utf-8")
    person = Person(tmp_path)
    for form in ("text", "html"):
        told = person.does(f"sheet --blank boxes Ann Bo --format {form}").out
        assert "begins" in told and "chooses" in told
        assert "dealer" not in told and "declarer" not in told
    said = person.types("referee", "miscount", "3", "--rules", "boxes")
    assert said.err == "refused: nothing is counted in Boxes\n"
