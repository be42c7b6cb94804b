"""What the rule sheet and the proof say in words: what is entered and what it is where nobody says
it, who begins where nobody deals, and for how many players a bound is."""

from __future__ import annotations

from pathlib import Path

from own_pages import read
from shown import rules_text
from terminal import Person

from scorekeeper.game.session_settings import agree
from scorekeeper.proof.proof_run import certificate
from scorekeeper.render.proof_text import certificate_text
from scorekeeper.report.blank import blank_of
from scorekeeper.rules.ruleset import Ruleset

DICE = """
name = "Dice"
source = "made up"
players = [1, 2]

[fact]
mood = { kind = "word", values = ["calm", "wild"] }
bid = { min = -4, max = 4, words = { all = "all" } }
level = { min = 1, max = 3, default = "2" }
round = { min = 1, max = 2 }

[ladder.worth_of]
1 = 10
2 = 20

[option.legs]
default = 3
min = 1
max = 9

[game]
over = "max(all.total) >= 50"

[match]
games = "legs"
result = "total"

[next]
stays = "mood == 'wild'"
dealer = "total < 20"

[[next.say]]
when = "total > 30"
text = "{me} drinks {total} and sings"

[[outcome]]
points = "worth_of[level] if round == 1 else 0"
"""
CONTRACTS = """
name = "Contracts"
players = [3, 4]
pack = "french-24"
hand = "24 // players"
count.tricks.total = "hand"
fact.a = { min = 0, max = 100 }
fact.b = { min = 0, max = 100 }
fact.c = { min = 0, max = 100 }
contract.low = { points = "a * b * c * tricks - tricks" }
"""


def told(rules: Ruleset) -> str:
    """The rule sheet in one line."""
    return " ".join(rules_text(rules).split())


def test_what_is_entered_is_told_with_its_words_and_its_default() -> None:
    """The values of a word, the words beside a number, bounds with a proper minus, and what it is
    where nobody says it."""
    said = told(read(DICE))
    assert "- mood: calm or wild -" in said
    assert "- bid: a number from −4 to 4 or all -" in said
    assert "- level: a number from 1 to 3 (left out: 2) -" in said


def test_a_fact_goes_before_what_every_deal_has_under_its_name() -> None:
    """The page calls a fact `round`: its formulas mean that, and no number of a round."""
    said = told(read(DICE))
    assert "if the round is 1: the table's worth of the level; otherwise: 0" in said


def test_whoever_begins_where_nobody_deals() -> None:
    """Nobody deals in a game without cards; what is said of a player has no name in it yet."""
    said = told(read(DICE))
    assert "the same player begins again when the mood is wild" in said
    assert "next begins the first, from whose turn it is to the left" in said
    assert "it is said: PLAYER drinks (score so far) and sings" in said
    assert "deals again" not in said


def test_what_is_printed_beforehand_names_no_dealer_where_nobody_deals(tmp_path: Path) -> None:
    """The blank sheet leaves open who begins; a throw that is none is begun by the same player."""
    declared = DICE.replace(
        "[next]", "[deals]\ndeclarer = 'dealer'\n\n[next]\ndeclarer = 'total > 1'"
    )
    dice = read(declared)
    assert [*blank_of(agree(dice, ("Anna", "Björn"))).said] == [
        "who begins next follows from each deal: write it in",
        "who chooses next follows from each deal: write it in",
    ]
    page = tmp_path / "dice.toml"
    page.write_text(DICE, "utf-8")
    person = Person(tmp_path / "home").with_rules(page)
    person.does("new dice Anna Björn --name dice")
    assert "the same player begins again" in person.does("misdeal").out


def test_how_many_games_a_table_chooses_is_only_usual() -> None:
    """The number of games is an option: what is told is what it usually is."""
    assert "- games played: usually 3; each is worth" in told(read(DICE))


def test_a_counter_that_no_point_hangs_on_leaves_the_proof_whole() -> None:
    """What only ends the game is counted from deal to deal; the points of every deal are known."""
    counted = CONTRACTS.replace("[3, 4]", "3").replace("a * b * c * tricks - ", "a + ")
    counted += (
        'carry.turns = { show = true, next = "turns + 1" }\ngame.over = "min(all.turns) > 5"\n'
    )
    assert certificate(read(counted)).whole
    hanging = counted.replace("a + tricks", "a + tricks + turns")
    assert not certificate(read(hanging)).whole


def test_one_player_is_one() -> None:
    """The table of a game for one alone."""
    said = certificate_text(certificate(read(DICE)), 200, plain=False)
    assert "1 player\n" in said and "2 players\n" in said
