"""Parts of a page that have no effect beside another: each is a fault of `rules check` with its
place, and nothing is found where both have their effect."""

from __future__ import annotations

import pytest
from own_pages import FOUR, read

from scorekeeper.base.input_limits import Steps
from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import standing
from scorekeeper.proof.impossible_parts import deal_possible
from scorekeeper.proof.ineffective_parts import ineffective_parts
from scorekeeper.proof.ruleset_checks import lint_faults
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.next_deal_summary import card_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import text_of

HEAD = """
name = "Idle"
source = "made up"
count.points.max = 10
"""
POINTS = 'outcome = [{ points = "points" }]\n'
SCORED = "players = 4\n" + POINTS


def page(text: str) -> Ruleset:
    """A page without cards of which this is the rest."""
    return read(HEAD + text)


def places(text: str) -> list[tuple[str, str | None]]:
    """The code and the place of what has no effect in such a page."""
    return [(problem.code, problem.fact) for problem in ineffective_parts(page(text))]


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        (SCORED + 'roles = { a = "declarer", b = "others" }', "nobody-declares", "roles.a"),
        (SCORED + 'deals.declarer = "declarer"', "nobody-declares", "deals.declarer"),
        (SCORED + "game.bonus.points = '1'", "no-end", "game.bonus"),
        (SCORED + "game.winner = 'points > 5'", "no-end", "game.winner"),
        (SCORED + "match = { games = 2, result = 'total' }", "no-end", "match"),
        (POINTS + "teams = true\nplayers = [2, 4]", "one-side", "teams"),
        (SCORED + "fact.total = { min = 0 }", "name-twice", "fact.total"),
        (SCORED + "let.round = '5'", "name-twice", "let.round"),
        (SCORED + "side.points = '5'", "name-twice", "side.points"),
        (SCORED + "fact.bid = { min = 0 }\nlet.bid = '5'", "name-twice", "let.bid"),
        (
            SCORED + "fact.a = { kind = 'player', later = true }\n"
            "fact.b = { min = 0, max = 30, later = true }",
            "later-ways",
            "fact.b.later",
        ),
        ('players = 4\noutcome = [{ points = "1" }, { points = "2" }]', "row-behind", "outcome[1]"),
        (SCORED + "contract.a.points = '1'", "row-behind", "contract.a.points"),
    ],
)
def test_what_has_no_effect_is_a_fault_with_its_place(text: str, code: str, place: str) -> None:
    """Each pair of parts of which one is idle is told once, of that one."""
    assert places(text) == [(code, place)]


def test_what_has_its_effect_is_no_fault() -> None:
    """Rows that each apply, with points of a contract that the rows leave to it, a bonus of a game
    that ends, and facts that come out in few ways."""
    assert not places(
        """
players = 4
outcome = [{ when = "max(all.points) > 5", points = "points" }]
contract.a.points = "1"
roles = { chooser = "declarer", others = "others" }
deals = { number = 4, declarer = "dealer", contract = "declarer picks" }
game.bonus.points = "1"
fact.a = { kind = "player", later = true }
fact.b = { min = 0, max = 9, later = true }
let.most = "max(all.points)"
"""
    )


def test_the_dealers_card_of_a_seat_that_nobody_has() -> None:
    """Where nobody declares, the declarer leads nothing, and the card says nothing of it."""
    rules = read(
        'name = "X"\nsource = "made up"\nplayers = 4\npack = "french-52"\nhand = 13\n'
        'count.tricks.total = 13\ndeals.leader = "declarer"\noutcome = [{ points = "tricks" }]'
    )
    table = agree(rules, FOUR)
    card = next_text(card_of(standing(table, ())), rules)
    assert "deals     Anna" in card
    assert "leads" not in card


def test_somebody_who_has_none_of_the_roles() -> None:
    """Points by role leave nobody out."""
    (problem,) = lint_faults(
        page('players = 4\nroles.a = "dealer"\noutcome = [{ points = { a = "points" } }]')
    )
    assert "somebody has none of the roles" in text_of(problem.message)


STRICT = """
fact.drop = { kind = "pairs" }
roles = { box = "dealer", team = "others" }
pair.gain = "drop - other.drop"
outcome = [{ points = "sum(gain)" }]

[[check]]
of = "pair"
when = "drop > 0 and (other.drop > 0 or me != dealer and other != dealer)"
message = "{me} and {other} do not play each other, or both dropped"
"""


def test_a_page_that_lets_few_pairs_pass_allows_deals() -> None:
    """Of all ways to say pairs of four nearly none has only such as pass; nobody need say any."""
    rules = read(HEAD.replace("count.points.max = 10", "players = 4") + STRICT)
    assert [*deal_possible(rules, Steps(10**9))] == []
    assert lint_faults(rules) == []
