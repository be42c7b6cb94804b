"""How often contracts may be declared: by one player, in a round, in a game."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import allowed, deals
from evening import Evening
from hypothesis import given, settings
from hypothesis import strategies as st
from own_pages import faults_of, read
from shown import explain_text, rules_text
from terminal import Person

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.entry_kinds import DEAL, INSERT, STRIKE, TURN, folded_entries
from scorekeeper.game.log import UNDO, Entry
from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.game.standing import Standing, standing
from scorekeeper.proof.coming_deals import reason_unknown
from scorekeeper.proof.impossible_parts import budgets_suffice
from scorekeeper.proof.possible_results import Possible
from scorekeeper.proof.ruleset_checks import lint_faults, lint_notes
from scorekeeper.render.next_deal_text import next_text
from scorekeeper.report.explain import explain_of, explain_value
from scorekeeper.report.next_deal_summary import card_of, card_value
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message_text import text_of

THREE = ("Anna", "Björn", "Cleo")
PAGE = """
name = "Budgeted"
source = "made up"
players = 3
pack = "french-24"
hand = 8
count.tricks = { total = "hand" }
deals = { number = 9, declarer = "dealer's left", contract = "declarer picks" }

[contract]
grand = { points = "tricks" }
solo = { points = "2 * tricks" }
misere = { points = "-tricks", group = "low" }
ramsch = { points = "-2 * tricks", group = "low" }

[budget.low]
name = "the low ones"
player = 2
round = 2
game = 4
source = "page 14"

[budget.big]
contracts = ["grand", "solo"]
each = true
player = 1
"""
NAMES = ("grand", "solo", "misere", "ramsch")


def deal(contract: str) -> dict[str, object]:
    """A deal of a contract, whatever it scores."""
    return {"contract": contract, "tricks": [4, 3, 1]}


def open_by_hand(played: list[str]) -> set[str]:
    """What is left of the coming deal: the declarer is forehand, a round is three deals; two low
    ones a player and a round and four a game, each big one once a player."""
    number = len(played)
    mine = [name for place, name in enumerate(played) if place % 3 == number % 3]
    low = [name in ("misere", "ramsch") for name in played]
    this_round = low[number - number % 3 :]
    found = {name for name in ("grand", "solo") if name not in mine}
    of_mine = sum(name in ("misere", "ramsch") for name in mine)
    if of_mine < 2 and sum(this_round) < 2 and sum(low) < 4:
        found |= {"misere", "ramsch"}
    return found


@settings(max_examples=25)
@given(st.lists(st.integers(0, 3), max_size=8))
def test_what_is_left_is_that_reckoned_by_hand(picks: list[int]) -> None:
    """After every deal, and the same where deals were inserted and taken back."""
    agreed, played = agree(read(PAGE), THREE), list[str]()
    now = standing(agreed, [])
    for pick in picks:
        coming = now.next_turn
        assert coming is not None
        assert {*coming.contracts} == open_by_hand(played)
        if not coming.contracts:
            break
        played.append(coming.contracts[pick % len(coming.contracts)])
        now = allowed(agreed, *map(deal, played))
    course = [Entry(DEAL, n, "", deal(name), line=n) for n, name in enumerate(played, 1)]
    at = len(played) + 1
    left = [*now.next_turn.contracts] if now.next_turn else []
    if not left:
        return
    course.append(Entry(INSERT, at, "", deal(left[0]), line=20))
    for back in (STRIKE, UNDO):
        again = folded_entries([*course, Entry(back, at, "", {}, line=21)])
        assert standing(agreed, again.course).state == now.state


@pytest.mark.parametrize(
    ("played", "contract", "said"),
    [
        (["misere", "ramsch"], "misere", "the low ones: 2 of 2 declared in this round; left to choose: grand or solo"),
        (["grand", "grand", "grand"], "grand", "Björn has declared grand 1 of 1 times in this game; left to choose: solo, misere or ramsch"),
        (["misere", "misere", "grand", "misere", "misere", "solo"], "ramsch", "Björn has declared the low ones 2 of 2 times in this game; left to choose: grand or solo"),
        (["misere", "ramsch", "misere"], "misere", ""),
    ],
)  # fmt: skip
def test_what_is_spent_is_refused_with_the_numbers(
    played: list[str], contract: str, said: str
) -> None:
    """And with what is left."""
    now = standing(agree(read(PAGE), THREE), deals(*map(deal, [*played, contract])))
    (problem,) = now.problems
    assert (problem.code, problem.fact) == ("contract-budget", "contract")
    assert said in text_of(problem.message)


def test_a_refusal_says_where_the_budget_is_written_and_what_may_be_declared() -> None:
    """The budget's own place; where it has none, that of the deals."""
    for page, place in (
        (PAGE, "page 14"),
        (PAGE.replace('source = "page 14"', "").replace("deals = { ", "deals = { source = 'page 3', "), "page 3"),
    ):  # fmt: skip
        now = allowed(agree(read(page), THREE), deal("misere"), deal("ramsch"))
        (problem,) = judged(now.agreed, now.state, deal("misere")).problems
        assert problem.rule is not None
        assert text_of(problem.rule) == place
        (mend,) = problem.mends
        assert text_of(mend) == "begin with one of them: scorekeeper deal grand …"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("was", "now", "played", "said"),
    [
        ('name = "the low ones"', "", ["misere", "ramsch", "misere"], "misere and ramsch: 2 of 2 declared in this round"),
        ("[budget.big]", "[budget.big]\nname = 'the big ones'", ["grand", "grand", "grand", "grand"], "Björn has declared grand 1 of 1"),
        ("round = 2\ngame = 4", "game = 2", ["misere", "ramsch", "misere"], "the low ones: 2 of 2 declared in this game"),
    ],
)  # fmt: skip
def test_what_is_counted_together_has_one_name(
    was: str, now: str, played: list[str], said: str
) -> None:
    """The budget's name, else those of its contracts; one contract by itself has its own."""
    rules = read(PAGE.replace(was, now))
    (problem,) = standing(agree(rules, THREE), deals(*map(deal, played))).problems
    assert text_of(problem.message).startswith(said)


def table(*played: str) -> Standing:
    """These deals."""
    return allowed(agree(read(PAGE), THREE), *map(deal, played))


def test_the_card_the_completion_and_json_know_what_is_left() -> None:
    """What is spent is no longer offered; how much is used stands beside."""
    now = table("misere", "ramsch")
    card = card_of(now)
    assert card is not None
    assert card.coming.contracts == ("grand", "solo")
    assert card.coming.budgets == ("the low ones: 2 of 2 in the round", "the low ones: 2 of 4 in the game")  # fmt: skip
    assert (
        "declared  the low ones: 2 of 2 in the round; the low ones: 2 of 4 in the game"
        in next_text(card, now.agreed.rules, 80)
    )
    value = card_value(card)
    assert value is not None
    assert value["budgets"] == [*card.coming.budgets]
    assert card.coming.say == "Cleo deals, Anna declares; left: grand, solo."


def test_a_shell_completes_only_what_is_left(tmp_path: Path) -> None:
    """And the refusal at the command line leaves everything as it is."""
    person = Person(tmp_path / "home")
    page = person.home / "rulesets" / "budgeted.toml"
    page.parent.mkdir(parents=True)
    page.write_text(PAGE)
    person.does("new budgeted Anna Björn Cleo --name it")
    person.does("deal misere 4 4")
    person.does("deal ramsch 4 4")
    assert person.types("deal", "misere", "4", "4").code == 1
    assert len(person.reads("sheet")["deals"]) == 2
    person.does("check it")


def test_a_new_game_has_its_budgets_anew() -> None:
    """They are those of one game of a match."""
    page = PAGE.replace("number = 9", "number = 3") + "\n[match]\ngames = 2\nresult = 1\n"
    page = page.replace("game = 4", "game = 1").replace("round = 2\n", "")
    now = allowed(agree(read(page), THREE), *map(deal, ("misere", "grand", "solo")))
    assert now.next_turn is not None
    assert now.next_turn.contracts == NAMES


def test_explain_tells_how_much_is_used() -> None:
    """This deal with those before it."""
    now = table("misere", "grand", "solo", "ramsch")
    explained = explain_of(now.agreed, now.deals[3])
    assert [(step.per, step.used, step.most) for step in explained.budgets] == [
        ("player", 2, 2), ("round", 1, 2), ("game", 2, 4),
    ]  # fmt: skip
    assert "the low ones: Björn 2 of 2 in the game" in explain_text(explained, now.agreed.rules, 90)
    assert "budgets" not in explain_value(explain_of(plain().agreed, plain().deals[0]))


def plain() -> Standing:
    """The same without a budget."""
    return allowed(agree(read(PAGE[: PAGE.index("[budget.low]")]), THREE), deal("grand"))


def test_who_rests_keeps_what_they_declared() -> None:
    """The deals of everybody count in a round and a game, one's own wherever one sits."""
    page = PAGE.replace("number = 9", "number = 12").replace("game = 4", "game = 3")
    agreed = agree(read(page), (*THREE, "Dora"), turns=SitOutPlan())
    now = allowed(agreed, *map(deal, ("misere", "misere", "grand", "grand", "misere")))
    assert now.next_turn is not None
    assert not {"misere", "ramsch"} & {*now.next_turn.contracts}
    assert [who for _, who, _ in now.state.declared] == [s.turn.declarer for s in now.deals]
    assert {number for number, _, _ in now.state.declared} == {1, 2}


def test_who_deals_out_of_turn_makes_another_declare() -> None:
    """What is left is that of who declares then."""
    course = [
        *deals(*map(deal, ("grand", "grand", "grand"))),
        Entry(TURN, 4, "", {"dealer": "Cleo"}),
    ]
    now = standing(agree(read(PAGE), THREE), course)
    assert now.next_turn is not None
    assert now.next_turn.declarer == 0
    assert now.next_turn.contracts == NAMES[1:]


def test_the_outlook_says_that_it_does_not_look_ahead() -> None:
    """Its least and most would be of contracts that cannot all be declared."""
    now = table("misere")
    why = reason_unknown(now, Possible(now.agreed.rules))
    assert why is not None
    assert "how often a contract may be declared" in text_of(why)


def test_the_rules_say_it_in_words() -> None:
    """`rules show` has each budget with its contracts."""
    said = " ".join(rules_text(read(PAGE)).split())
    assert "the low ones (misere and ramsch): a player may declare it at most 2 times in a game; at most 2 times in a round; at most 4 times in a game [page 14]" in said  # fmt: skip
    assert "each of grand and solo: a player may declare it at most once in a game" in said


def with_budget(words: str) -> Ruleset:
    """The page with these budgets instead of its own."""
    return read(f"{words}\n{PAGE[: PAGE.index('[budget.low]')]}")


def test_budgets_that_leave_no_contract_to_some_deal_are_a_fault_of_check() -> None:
    """Where every contract has one, their sum must reach the number of deals."""
    low, big = (
        "budget.low.game = 2\n",
        'budget.big = { contracts = ["grand", "solo"], player = 2 }\n',
    )
    (problem,) = budgets_suffice(with_budget(low + big))
    assert "may be declared 8 times in a game of 9 deals" in text_of(problem.message)
    assert [*budgets_suffice(with_budget(low))] == []
    assert [*budgets_suffice(with_budget(low + big.replace("player = 2", "each = true, player = 2")))] == []  # fmt: skip
    assert [*budgets_suffice(with_budget("budget.low.round = 1\n" + big))] == []


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("budget.lo.player = 1", "`lo` is no contract and no group of this game"),
        ('budget.x = { contracts = ["grnd"], player = 1 }', "`grnd` is no contract and no group"),
        ("budget.low = {}", "nothing says how often these may be declared"),
        ("budget.low.player = 0", "`player` must be at least 1"),
        ('budget.low.game = "2"', "`game` must be a whole number"),
    ],
)
def test_what_cannot_be_a_budget_is_a_fault(words: str, fault: str) -> None:
    """It is told when the page is read."""
    assert any(
        fault in told for told in faults_of(f"{words}\n{PAGE[: PAGE.index('[budget.low]')]}")
    )


def test_an_order_that_is_fixed_has_no_budget() -> None:
    """Nobody picks there."""
    page = PAGE.replace('contract = "declarer picks"', 'contract = "in order, one a deal"')
    assert any("nobody picks a contract" in told for told in faults_of(page))


def test_a_session_is_opened_again_as_it_was() -> None:
    """Read from its file, the same is left."""
    evening = Evening(read(PAGE), *THREE)
    for line in ("misere 4 4", "ramsch 4 4", "solo 4 4"):
        evening.deal(line)
    coming = evening.book.standing.next_turn
    assert coming is not None
    assert {*coming.contracts} == open_by_hand(["misere", "ramsch", "solo"])


ENDLESS = """
name = "Endless"
source = "made up"
players = [3, 4]
contract.up = { points = "n" }
contract.down = { points = "-n" }
count.n = { total = 8, source = "made up" }
"""
ONCE = 'deals = { declarer = "dealer", contract = "declarer picks, each once" }\n'
PICKS = ONCE.replace(", each once", "")
SPENT = "budget = { up.player = 2, down.game = 3 }\n"
OVER = 'game.over = "max(all.total) > 50"\n'


@pytest.mark.parametrize(
    ("words", "faults", "notes"),
    [
        (ONCE, [("deals.contract", 'number = "2 * players"')], []),
        (ONCE + OVER, [], [("deals.contract", 'number = "2 * players"')]),
        (PICKS + SPENT, [("deals.contract", "number = 9")], []),
        (PICKS + "budget.up.player = 1\n", [], []),
        (PICKS + "budget = { up.round = 1, down.round = 2 }\n", [], []),
        (ONCE.replace("{ ", "{ number = '2 * players', "), [], []),
        (
            ONCE.replace("{ ", "{ number = '2 * players', ") + "next.declarer = 'n > 3'\n",
            [],
            [("next.declarer", "`declarer picks`")],
        ),
    ],
)
def test_a_game_that_runs_out_of_contracts_is_told(
    words: str, faults: list[tuple[str, str]], notes: list[tuple[str, str]]
) -> None:
    """Each once a player, or all of them budgeted, and nothing that ends the game: a fault with the
    number to say; a note where a score ends it, and where another may come to declare."""
    rules = read(ENDLESS + words)
    for wanted, found in ((faults, lint_faults(rules)), (notes, lint_notes(rules))):
        told = [one for one in found if one.code == "contracts-run-out"]
        assert [one.fact for one in told] == [place for place, _ in wanted]
        for one, (_, mend) in zip(told, wanted, strict=True):
            assert mend in text_of(one.mend)


PARTNERS = """
name = "Partners"
source = "made up"
players = 4
teams = true
pack = "french-24"
hand = 6
count.tricks = { total = "hand" }
deals = { number = 4, declarer = "dealer's left", contract = "declarer picks" }
contract.high = { points = "tricks" }
contract.low = { points = "-tricks" }
budget.all = { contracts = ["high", "low"], each = true, side = 1 }
"""


def test_partners_use_up_a_budget_of_their_side_together() -> None:
    """Each side declares each contract once: after Björn's high one Dora has none left."""
    agreed = agree(read(PARTNERS), ("Anna", "Björn", "Cleo", "Dora"))
    high, low = ({"contract": name, "tricks": [4, 2]} for name in ("high", "low"))
    now = allowed(agreed, high, low)
    card = card_of(now)
    assert card is not None and card.coming.declarer == "Dora"
    assert card.coming.contracts == ("low",)
    assert card.coming.budgets == ("high: Björn & Dora 1 of 1 in the game",)
    (problem,) = judged(now.agreed, now.state, high).problems
    assert text_of(problem.message).startswith("Björn & Dora have declared high 1 of 1 times")
    assert len(allowed(agreed, high, low, low, high).deals) == 4


def test_who_has_no_partner_has_no_budget_of_a_side() -> None:
    """Where each plays alone the word is `player`."""
    alone = PARTNERS.replace("teams = true", "teams = false")
    assert faults_of(alone) == ["nobody has a partner in this game: each player is a side"]


def test_a_budget_of_sides_must_leave_a_contract_to_every_deal() -> None:
    """Two sides with two contracts each have four deals and no fifth; the rule sheet says why."""
    more = PARTNERS.replace("number = 4", "number = 5")
    assert [*map(str, (one.code for one in budgets_suffice(read(more))))] == ["deals-budget"]
    assert [*budgets_suffice(read(PARTNERS))] == []
    assert "partners together may declare it at most once in a game" in " ".join(
        rules_text(read(PARTNERS)).split()
    )
