"""Words for what is of the whole table: a counter that all have together, a fact that names several
players, and who is the first to reach the end within a deal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import allowed
from live import Evening
from own_pages import FOUR, faults_of, read
from terminal import Person

from scorekeeper.board.entry_form import entry_part
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing, match_totals
from scorekeeper.proof.proof_run import certificate
from scorekeeper.proof.ruleset_checks import faults_and_untried
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.rules.ruleset import Ruleset

# Riichi mahjong: a deal that the dealer wins, or nobody, is played again with one more honba, and
# each is worth 300 to who wins.
HONBA = """
name = "Honba"
source = "rules of Japanese mahjong"
players = 4
deals.number = 8
fact.winner = { kind = "player", optional = true }
fact.han = { min = 0, max = 13, optional = true, default = "0" }
points = "3 * (han * 100 + 100 * honba) if me == winner else -(han * 100 + 100 * honba) if given(winner) else 0"
next.stays = "not given(winner) or winner == dealer"
[carry.honba]
of = "table"
show = true
next = "honba + 1 if not given(winner) or winner == dealer else 0"
"""
# Loo: who plays and takes no trick pays into the pool what is in it.
LOO = """
name = "Loo"
source = "the public game"
players = [3, 4]
deals.number = 12
count.tricks.total = 3
fact.playing = { kind = "players", min = 1 }
points = "tricks * (pool // 3) if me in playing and tricks > 0 else -pool if me in playing else 0"
[let]
looed = "sum(where(all.one, all.looed_each))"
[side]
one = "1"
looed_each = "1 if me in playing and tricks == 0 else 0"
[carry.pool]
of = "table"
show = true
start = 3
next = "3 + pool * looed"
[resting]
score = 0
[[check]]
when = "pool > 10"
tier = "flag"
message = "{pool} are in the pool"
"""
# Doppelkopf: who holds the queens of clubs plays together against the others.
RE = """
name = "Re"
source = "the public game"
players = 4
deals.number = 4
fact.re = { kind = "players", min = 1, max = 2 }
count.eyes.total = 240
let.eyes_re = "sum(where(all.eyes, all.is_re))"
each.is_re = "me in re"
promise.sum = 0
[[outcome]]
when = "eyes_re > 120"
points = "(4 - len(re)) if me in re else -len(re)"
[[outcome]]
points = "-(4 - len(re)) if me in re else len(re)"
"""
# Cribbage: pegs are counted in the play, then the hands from the dealer's left on, then the crib.
CRIBBAGE = """
name = "Crib"
source = "the public game"
players = 2
count.pegs = { max = 31 }
count.held = { max = 29 }
count.crib = { max = 29, optional = true }
points = "pegs + held + (crib if given(all.crib) else 0)"
game = { over = "max(all.total) >= 61", counting = ["pegs", "held", "crib"] }
match = { games = 2, result = "1 if won else 0" }
"""
# Klaberjass: who reaches 500 by melds has won before tricks are counted.
KLABERJASS = """
name = "Klab"
source = "the public game"
players = [2, 4]
count.melds = { max = 200, step = 10, optional = true }
count.cards = { total = 162 }
side.melded = "melds if given(all.melds) else 0"
points = "melded + cards"
game = { over = "max(all.total) >= 200", counting = ["melded", "cards"] }
match = { games = 1, result = "1 if won else 0" }
"""
PAGES = {"honba": HONBA, "loo": LOO, "re": RE, "crib": CRIBBAGE, "klab": KLABERJASS}


def played(page: str, players: int, *deals: dict[str, object]) -> Standing:
    """These deals of the game."""
    return allowed(agree(read(page), FOUR[:players]), *deals)


@pytest.mark.parametrize("name", PAGES)
def test_each_of_the_games_is_well(name: str) -> None:
    """The check has nothing to say of it."""
    assert faults_and_untried(read(PAGES[name])) == ([], [])


# --- a counter of the table -----------------------------------------------------------------------


def test_a_counter_of_the_table_goes_up_and_is_paid() -> None:
    """It is one number, whoever plays; in JSON it stands under `table`."""
    now = played(
        HONBA, 4, {}, {"winner": "Anna", "han": 2}, {"winner": "Björn", "han": 1}, {"winner": "Björn"},
    )  # fmt: skip
    value = sheet_value(sheet_of(now, "it"))
    assert [deal["carried"] for deal in value["deals"]] == [
        {"honba": {"table": n}} for n in (1, 2, 0, 1)
    ]  # type: ignore[attr-defined]
    assert [scored.points for scored in now.deals] == [
        (0, 0, 0, 0), (900, -300, -300, -300), (-300, 900, -300, -300), (0, 0, 0, 0),
    ]  # fmt: skip
    assert [scored.turn.dealer for scored in now.deals] == [0, 0, 0, 1]


def test_who_rests_has_the_same_pool(tmp_path: Path) -> None:
    """Whoever comes back plays for what is in it; a check sees it, and every page says it."""
    person = Person(tmp_path).with_rules()
    (tmp_path / "rulesets" / "loo.toml").write_text(LOO.replace("[3, 4]", "3"), encoding="utf-8")
    person.types("new", "loo", "A", "B", "C", "D", "--name", "eve")
    assert "\npool: 6\n" in person.types("deal", "playing=B,C", "3", "0", "0").out
    assert "\npool: 15\n" in person.types("deal", "playing=A,C,D", "3", "0", "0").out
    said = person.types("deal", "playing=D", "0", "3", "0")
    assert "\npool: 18\n" in said.out and "15 are in the pool" in said.err
    value = person.types("sheet", "--format", "json").json
    assert value["carried"] == {"pool": {"table": 18}}
    assert value["totals"]["D"] == -6 - 15
    assert "pool      6 → 15" in person.types("explain", "2").out
    assert "pool 18" in person.types("next").out
    assert person.types("sheet", "--format", "csv").out.splitlines()[1].endswith(",6")
    assert ",18\n" in person.types("summary", "--format", "csv").out


def test_its_formula_knows_no_side() -> None:
    """What one side has is not known of the whole table, and nobody has the counter as their own."""
    page = LOO.replace('next = "3 + pool * looed"', 'next = "pool + tricks + all.pool"')
    assert [code for code, *_ in faults_of(page)] != []


# --- several players ------------------------------------------------------------------------------


def test_a_fact_names_several_players(tmp_path: Path) -> None:
    """By name or bare, in the order of the seats; as many as there may be, each once, who play."""
    person = Person(tmp_path).with_rules()
    (tmp_path / "rulesets" / "re.toml").write_text(RE, encoding="utf-8")
    person.types("new", "re", "Ann", "Bob", "Cleo", "Dan", "--name", "eve")
    assert "re Ann, Cleo" in person.types("deal", "cleo", "ann", "100", "20", "100", "20").out
    assert "re Dan" in person.types("deal", "re=dan", "60", "60", "60", "60").out
    for said, told in (
        ("re=Ann,Bob,Dan", "re: 1 to 2 players belong here, not 3"),
        ("re=Ann,Ann", "Ann: said twice"),
        ("re=Ann,Zoe", "`Zoe` is not a player here"),
    ):
        assert told in person.types("deal", said, "60", "60", "60", "60").err
    assert "this deal needs the re" in person.types("deal", "60", "60", "60", "60").err
    value = person.types("sheet", "--format", "json").json
    assert [deal["facts"]["re"] for deal in value["deals"]] == [["Ann", "Cleo"], ["Dan"]]
    assert [deal["points"]["Ann"] for deal in value["deals"]] == [2, 1]
    person.types("seat", "Eve", "for", "Dan", "--from", "2")
    assert "re Eve" in person.types("explain", "2").out
    assert "re: 1 to 2 of the players" in person.types("rules", "show", "re").out


def test_several_players_are_typed_at_the_live_table() -> None:
    """A line names them with spaces or commas."""
    evening = Evening(read(RE), *FOUR)
    evening.say("anna cleo 100 20 100 20", "y")
    (deal,) = evening.book().standing.deals
    assert deal.facts["re"] == ["Anna", "Cleo"]


def test_several_players_are_tapped_on_a_phone() -> None:
    """The form has a box for each, of which several may be ticked."""
    form = str(entry_part(Evening(read(RE), *FOUR).book()))
    boxes = re.findall(r"<input[^>]*fact\.re[^>]*>", form)
    assert len(boxes) == 4 and all('type="checkbox"' in box for box in boxes)


def test_every_choice_of_players_is_tried() -> None:
    """Of four one or two play together: ten ways; with 30 ways to share three tricks in Loo and the
    seven choices of who plays, all are tried."""
    rules: Ruleset = read(LOO.replace("[3, 4]", "3"))
    assert certificate(rules).lines[0].tried == 7 * 10


# --- who is first within a deal -------------------------------------------------------------------


def crib(*deals: tuple[list[int], list[int], list[int]]) -> Standing:
    """These deals of the game of two."""
    return played(CRIBBAGE, 2, *({"pegs": p, "held": h, "crib": c} for p, h, c in deals))


NEAR = ([25, 25], [28, 28], [0, 5])  # Anna has dealt: 53 and 58; Björn deals


@pytest.mark.parametrize(
    ("deal", "first"),
    [
        (([8, 2], [0, 29], [0, 0]), (1, 0)),  # by pegs before anybody counts a hand
        (([8, 3], [0, 0], [0, 9]), (1, 0)),  # both by pegs: from the dealer's left on
        (([0, 0], [8, 29], [0, 0]), (1, 0)),  # the hand at the dealer's left is counted first
        (([0, 0], [7, 0], [0, 29]), (0, 1)),  # the crib comes last, and Anna is one short
    ],
)  # fmt: skip
def test_the_first_to_reach_the_end_has_won(
    deal: tuple[list[int], list[int], list[int]], first: tuple[int, int]
) -> None:
    """Whatever the totals are when all is counted."""
    now = crib(NEAR, deal)
    assert match_totals(now) == first


def test_melds_are_counted_before_the_cards() -> None:
    """Anna's cards would have brought more; Björn's melds came first. The outlook does not guess."""
    now = played(
        KLABERJASS, 2, {"cards": [100, 62]}, {"melds": [0, 140], "cards": [140, 22]},
    )  # fmt: skip
    assert now.deals[-1].totals == (240, 224)
    assert match_totals(now) == (0, 1)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ('counting = ["pegs", "hold"]', "`hold` is not a count of this game"),
        ('counting = ["pegs"], winner = "pegs > 9"', "`winner` and `counting` both say who wins"),
    ],
)
def test_what_is_counted_in_turn_is_what_a_side_has(tmp_path: Path, wrong: str, told: str) -> None:
    """And it says by itself who wins."""
    page = CRIBBAGE.replace('counting = ["pegs", "held", "crib"]', wrong)
    (tmp_path / "wrong.toml").write_text(page, encoding="utf-8")
    assert told in Person(tmp_path).types("rules", "check", str(tmp_path / "wrong.toml")).err
