"""What only a deal shows: a page of rules is judged on deals that it allows, and the plainest in
which it fails is named by `rules check`, by whoever begins a session with it, and in the list."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from conftest import RULESETS, ruleset
from terminal import Person

from scorekeeper.base.input_limits import Steps
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.proof.impossible_parts import deal_possible
from scorekeeper.proof.omissions import unknown_names_in_messages, unknown_names_in_steps
from scorekeeper.proof.random_games import random_deals
from scorekeeper.proof.trial_deals import deal_faults
from scorekeeper.rules.formula_faults import DECIDED, formula_faults
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import page_of, read_page
from scorekeeper.text.message import in_english

HEAD = """
name = "Drawn"
players = 3
pack = "french-52"
count.tricks.total = 16
"""


def read(text: str) -> Ruleset:
    """The ruleset of a page."""
    pack = tomllib.loads((RULESETS / "packs" / "french-52.toml").read_text("utf-8"))
    merged = whole_ruleset(tomllib.loads(HEAD + text), lambda name: {}, lambda name: pack)
    page, faults = read_page(merged, "drawn")
    assert faults == []
    return page.rules


def told(text: str) -> list[tuple[str, str | None, str, str]]:
    """Code, place, message and mend of what the deals of a page show."""
    return [
        (one.code, one.fact, in_english(one.message), in_english(one.mend))
        for one in deal_faults(read(text), Steps(10**9))
    ]


def test_no_deal_is_judged_twice() -> None:
    """Of a game that has fewer deals than are drawn each is there once."""
    deals = [
        (id(situation), repr(entered)) for situation, entered in random_deals(ruleset("more/whist"))
    ]
    assert 100 < len(deals) == len(set(deals)) < 1000


def test_a_formula_that_fails_is_named_with_a_deal() -> None:
    """A division by the tricks of somebody who may have none."""
    ((code, path, message, _),) = told('[[outcome]]\npoints = "12 // tricks"')
    assert (code, path) == ("formula-fails", "outcome[0].points")
    assert message.startswith(
        "`points = '12 // tricks'` divides by zero; so in this deal of 3 players, "
    )
    assert message.rsplit("tricks=", 1)[1].count("0") >= 1


def test_a_name_that_may_be_left_out_is_told_as_such() -> None:
    """`extra` is optional, so adding it fails where nobody gave it; asking first mends it."""
    fact = "fact.extra = { max = 3, optional = true }\n[[outcome]]\npoints = "
    ((code, _, message, mend),) = told(f'{fact}"tricks + extra"')
    assert (code, mend) == ("formula-fails", "`extra` may be left out: ask `given(extra)` first")
    assert "extra" not in message.rsplit(" deals: ", 1)[1]
    assert told(f'{fact}"tricks + (extra if given(extra) else 0)"') == []


def test_a_table_without_a_row_for_what_may_be_bid() -> None:
    """A ladder from 3 on finds nothing for a bid of 1 or 2; a row below mends it."""
    text = 'fact.bid = { min = 1, max = 8 }\nladder.worth = { 3 = 10 }\n[[outcome]]\npoints = "worth[bid]"'
    ((code, _, message, _),) = told(text)
    assert code == "formula-fails"
    assert message.startswith(
        "`points = 'worth[bid]'` finds nothing for 1; so in this deal of 3 players, "
    )
    assert told(text.replace("{ 3 = 10 }", "{ 1 = 5, 3 = 10 }")) == []


def test_a_guarded_formula_is_well() -> None:
    """What an earlier row, a `when` or a refusal keeps from a formula never fails in it."""
    bid = 'fact.bid = { min = 1, max = 8, words = { all = "all" } }\n'
    rows = (
        '[[outcome]]\nwhen = \'bid == "all"\'\npoints = 1\n[[outcome]]\npoints = "tricks - bid"\n'
    )
    refused = (
        '[[check]]\nwhen = \'bid == "all"\'\nmessage = "no"\n[[outcome]]\npoints = "tricks - bid"\n'
    )
    assert told(bid + rows) == []
    assert told(bid + refused) == []
    assert [code for code, *_ in told(f'{bid}[[outcome]]\npoints = "tricks - bid"')] == [
        "formula-fails"
    ]


@pytest.mark.parametrize(
    ("end", "path"),
    [
        ('game.over = "12 // min(all.tricks) > 3"', "game.over"),
        ('deals.number = 3\nmatch = { games = 2, result = "12 // total" }', "match.result"),
    ],
)
def test_an_end_that_cannot_be_told(end: str, path: str) -> None:
    """Whether a game is over, and what it was worth, is worked out after every deal."""
    found = told(f'{end}\n[[outcome]]\npoints = "tricks"')
    assert {(code, where) for code, where, *_ in found} >= {("formula-fails", path)}
    assert found[0][2].startswith("the rules cannot end this game: ")


BID = """
fact.asked = { max = 9, min = 0, optional = true }
fact.bid = { max = 5, min = 0, default = "asked" }
[[outcome]]
points = "bid"
"""


def test_a_default_beyond_its_bounds() -> None:
    """Who is asked for more than five and says nothing bids what nobody can; one that stays within
    is well."""
    ((code, path, message, _),) = told(BID)
    assert (code, path) == ("formula-fails", "fact.bid.default")
    assert message.startswith("where nobody says it: the bid cannot be ")
    assert ": say 0 to 5; so in this deal of 3 players, A deals: asked=" in message
    assert told(BID.replace('"asked"', '"min(asked, 5)"')) == []
    assert told(BID.replace("max = 9", "max = 5")) == []


def test_a_default_that_cannot_be_is_answered_with_what_to_add() -> None:
    """Nobody typed the bid, so what is wrong with it is mended by saying one."""
    agreed = agree(read(BID), ["A", "B", "C"])
    verdict = judged(agreed, first_state(agreed), {"asked": 9, "tricks": [9, 4, 3]})
    (problem,) = verdict.problems
    assert in_english(problem.message) == "the bid cannot be 9: say 0 to 5"
    mend = "nobody said it, and that is its default: add bid=…"
    assert in_english(problem.mend) == mend
    said = judged(agreed, first_state(agreed), {"asked": 9, "bid": 9, "tricks": [9, 4, 3]})
    assert in_english(said.problems[0].mend) != mend


def test_a_deal_for_which_no_row_holds() -> None:
    """Eight tricks are neither more nor fewer than eight."""
    rows = '[[outcome]]\nwhen = "max(all.tricks) > 8"\npoints = 1\n[[outcome]]\nwhen = "max(all.tricks) < 8"\npoints = 0'
    ((code, _, message, mend),) = told(rows)
    assert (code, message.count("8")) == ("outcome-none", 1)
    assert message.startswith("no row of `[[outcome]]` holds; so in this deal of 3 players, ")
    assert mend.startswith("add a row without `when` at the end")
    assert told(f"{rows}\n[[outcome]]\npoints = 2") == []


ROLES = """
roles = { bidder = "fact bidder", dealer = "dealer", others = "others" }
fact.bidder.kind = "player"
outcome = [{ points = { bidder = 2, dealer = 1, others = 0 } }]
"""


def test_a_player_who_may_have_two_roles() -> None:
    """Who deals may bid, and then has the points of the bidder alone; the page may say so, or
    refuse it."""
    ((code, path, message, mend),) = told(ROLES)
    assert (code, path) == ("roles-meet", "roles.dealer")
    assert message.startswith(
        "one player may be `bidder` and `dealer`, and then has the points of `bidder`"
    )
    assert '`yields = "bidder"`' in mend
    assert told(f'{ROLES}\nrole.dealer.yields = "bidder"') == []
    assert told(ROLES.replace("dealer = 1", "dealer = 2")) == []


def test_roles_that_never_meet_are_well() -> None:
    """The dealer and the player on the dealer's left are two people."""
    assert (
        told(
            ROLES.replace('"fact bidder"', '"dealer\'s left"').replace(
                'fact.bidder.kind = "player"', ""
            )
        )
        == []
    )


def test_a_role_yields_to_a_role() -> None:
    """What a role gives way to is a role of the game; a misspelt one is told."""
    pack = tomllib.loads((RULESETS / "packs" / "french-52.toml").read_text("utf-8"))
    raw = tomllib.loads(f'{HEAD}{ROLES}\nrole.dealer.yields = "bider"')
    _, faults = read_page({**raw, "pack": pack}, "drawn")
    assert [(fault.fact, in_english(fault.message)) for fault in faults] == [
        ("role.dealer.yields", "`bider` is not a role of this game")
    ]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ('[[check]]\nwhen = "deal > 9"\nmessage = "{trikcs}?"', "check[0].message"),
        ('[[check]]\nwhen = "deal > 9"\nmessage = "no"\nhint = "{tricks}"', "check[0].hint"),
        ('game.last = "{player} washes up"', "game.last"),
        ('fact.trump = { kind = "suit", because = "{grass}" }', "fact.trump.because"),
    ],
)
def test_a_name_in_braces_that_nothing_fills(words: str, place: str) -> None:
    """`{trikcs}` would be printed as it stands."""
    rules = read(f"outcome = [{{ points = 1 }}]\n{words}")
    assert [(fault.code, fault.fact) for fault in unknown_names_in_messages(rules)] == [
        ("name-unfilled", place)
    ]


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ('dealing.steps = ["{dealer} deals {hand}.", "{grass} is turned."]', "dealing.steps"),
        ('dealing.steps = [{ text = "{dealr} deals.", when = "open" }]', "dealing.steps[0].text"),
        ('dealing.brief = "{hand} each, {eights} beside"', "dealing.brief"),
        (
            'dealing.steps = [{ text = "{dealer} deals.", brief = "{dealr}" }]',
            "dealing.steps[0].brief",
        ),
        ('contract.grand = { points = 1, dealing = "{rigth} cuts." }', "contract.grand.dealing"),
    ],
)
def test_a_name_in_a_step_of_dealing_that_nothing_fills(words: str, place: str) -> None:
    """The seats, the hand, the contracts and the options are put in, and nothing else."""
    page = page_of(read(f"option.open.default = true\noutcome = [{{ points = 1 }}]\n{words}"))
    found = unknown_names_in_steps(page)
    assert [(fault.code, fault.fact) for fault in found] == [("name-unfilled", place)]


def test_what_a_step_of_dealing_may_name_is_filled() -> None:
    says = "{dealer}{left}{right}{across}{hand}{contracts}{open}"
    words = f'dealing = {{ steps = ["{says}"], brief = "{says}" }}'
    page = read(f"option.open.default = true\noutcome = [{{ points = 1 }}]\n{words}")
    assert not [*unknown_names_in_steps(page_of(page))]


def test_a_step_of_dealing_that_there_never_is() -> None:
    """The test of a step is looked through as any other; only a contract may be another game's."""
    page = """
outcome = [{ points = 1 }]
option.wild = { default = "yes", values = ["yes", "no"] }
[[dealing.steps]]
text = "one more"
when = "wild == 'yess'"
[[dealing.steps]]
text = "all of it"
when = "contract == 'grand'"
"""
    found = [fault for fault in formula_faults(read(page)) if fault.code == DECIDED]
    assert [fault.fact for fault in found] == ["dealing.steps[0].when"]


# --- who refuses such a page ----------------------------------------------------------------------


def with_page(home: Path, text: str) -> Person:
    """Somebody who has a page of their own."""
    (home / "rulesets").mkdir()
    (home / "rulesets" / "drawn.toml").write_text(HEAD + text, encoding="utf-8")
    return Person(home)


@pytest.mark.parametrize("begin", ["new drawn A B C", "play drawn A B C"])
def test_a_page_that_check_refuses_begins_no_session(tmp_path: Path, begin: str) -> None:
    """10 cards each for three are 30 of 52: `new` and `play` name what `check` names."""
    person = with_page(tmp_path, 'hand = 10\noutcome = [{ points = "tricks" }]')
    said = person.types(*begin.split())
    assert said.code == 1
    assert "3 players with 10 cards each are 30 cards; the pack has 52" in said.err
    assert "drawn.toml:6" in said.err
    assert [*(tmp_path / "sessions").glob("*.toml")] == []


def test_the_list_of_games_marks_a_page_that_check_refuses(tmp_path: Path) -> None:
    """The list counts its faults, and says which command names them."""
    person = with_page(tmp_path, 'outcome = [{ points = "12 // tricks" }]')
    assert "drawn has 1 fault; see `scorekeeper rules check drawn`" in person.does("rules list").err


def test_a_session_goes_on_by_rules_that_would_be_refused_today(tmp_path: Path) -> None:
    """A session holds its rules as they were agreed: faults found anew are faults of the page."""
    person = with_page(tmp_path, 'outcome = [{ points = "12 // (tricks + 1)" }]').after(
        "new drawn A B C --name it"
    )
    path = person.path("it")
    path.write_text(path.read_text("utf-8").replace("12 // (tricks + 1)", "12 // tricks"), "utf-8")
    person.does("deal 6 6 4")
    assert "divides by zero" in person.types("deal", "16", "0", "0").err
    person.does("sheet")


def test_a_variant_is_not_told_what_its_parent_asks_for(tmp_path: Path) -> None:
    """A variant without a contract keeps the parent's rows about it, which now never apply; its own
    such test is a fault."""
    person = Person(tmp_path)
    (tmp_path / "rulesets").mkdir()
    page = tmp_path / "rulesets" / "short.toml"
    parent = 'name = "P"\nplayers = 3\npack = "french-52"\noutcome = [{ points = "1 if contract == \'low\' else 2" }]\n'
    (tmp_path / "rulesets" / "parent.toml").write_text(
        f"{parent}contract.low = {{}}\ncontract.high = {{}}\n", "utf-8"
    )
    page.write_text('extends = "parent"\nwithout = ["contract.low"]\n', "utf-8")
    assert person.types("rules", "check", "short").code == 0
    page.write_text(
        'extends = "parent"\nwithout = ["contract.low"]\nlet.low = "contract == \'low\'"\n', "utf-8"
    )
    assert person.types("rules", "check", "short", "--format", "json").codes == ["formula-decided"]


def test_points_that_break_the_promise_are_named_with_a_deal() -> None:
    """Each deal of 16 tricks would be refused at the table, which promises 0; the plainest is
    told, and nothing where the promise is kept."""
    row = '[[outcome]]\npoints = "tricks"\n[promise]\nsum = '
    ((code, path, message, mend),) = told(f"{row}0")
    assert (code, path) == ("promise", "promise")
    assert message.startswith(
        "the points of this deal add up to 16, and the rules promise 0; so in this deal of 3 players"
    )
    assert mend == "mend the points that the rules give, or what they promise of their sum"
    assert told(f"{row}16") == []


@pytest.mark.parametrize(
    ("text", "path", "why"),
    [
        ("count.a = { total = 7, step = 2 }", "count.a", "the a of this deal add up to 0; there are 7"),
        ("count.a = { total = 10, max = 3 }", "count.a", "add up to 0; there are 10"),
        ("count.a = { total = 2, min = 1 }", "count.a", "add up to 3; there are 2"),
        ('fact.c = { kind = "cards", size = 60 }', "fact.c", "c: 60 cards belong here, not 52"),
        ('check = [{ when = "sum(all.tricks) == 16", message = "so not" }]', "check", "so not"),
    ],
)  # fmt: skip
def test_a_page_of_which_no_deal_can_be_entered(text: str, path: str, why: str) -> None:
    """Numbers that cannot add up, cards that the pack has not, a check that always holds: told with
    why the first deal is refused."""
    rules = read(f"{text}\noutcome = [{{ points = 1 }}]")
    ((code, place, message),) = [
        (one.code, one.fact, in_english(one.message)) for one in deal_possible(rules, Steps(10**9))
    ]
    assert (code, place, message.partition(": ")[0]) == (
        "deal-impossible",
        path,
        "no deal can be entered",
    )
    assert why in message


def test_a_page_with_one_deal_that_can_be_entered_is_no_fault() -> None:
    """Most deals may be refused."""
    rare = 'check = [{ when = "max(all.tricks) < 14", message = "no" }]\noutcome = [{ points = 1 }]'
    assert [*deal_possible(read(rare), Steps(10**9))] == []


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("count.contract = { total = 6 }", "count.contract"),
        ("count.trump = { total = 6 }", "count.trump"),
        ("fact.contract = { max = 3 }", "fact.contract"),
        ("fact.trump = { max = 3 }", "fact.trump"),
    ],
)
def test_nothing_is_called_like_the_contract_or_the_trump_suit(text: str, path: str) -> None:
    """A deal has these of its own; the trump suit may be a fact, of kind `suit`."""
    pack = tomllib.loads((RULESETS / "packs" / "french-52.toml").read_text("utf-8"))
    page = f"{HEAD}{text}\noutcome = [{{ points = 1 }}]"
    merged = whole_ruleset(tomllib.loads(page), lambda name: {}, lambda name: pack)
    assert [fault.fact for fault in read_page(merged, "taken")[1]] == [path]
