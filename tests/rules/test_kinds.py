"""The kinds of names and formulas: what a page says that can never be is a fault of the page, with
what is possible and what was probably meant."""

from __future__ import annotations

import tomllib
from functools import cache

import pytest
from conftest import GAMES, RULESETS, allowed, ruleset

from scorekeeper.game.session_settings import agree
from scorekeeper.game.standing import Standing, match_totals
from scorekeeper.rules.formula import read_formula
from scorekeeper.rules.formula_faults import formula_faults
from scorekeeper.rules.formula_types import A_TEST, AN_AMOUNT, faults_of, kinds_of
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.name_types import DEAL, OF_DEAL, OF_SIDE, PLAYER, RESULT, SIDE, View
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_page
from scorekeeper.rules.ruleset_reader import COMMON_NAMES, SIDE_NAMES
from scorekeeper.rules.value_types import told
from scorekeeper.text.message import in_english

PAGE = """
name = "Kinds"
players = [3, 4]
pack = "french-52"
roles = { boss = "fact boss", rest = "others" }
let.half = "6"
each.good = "tricks > half"
side.gain = "tricks if good else 0"
side.twice = "2 * tricks"
carry.bags = { next = "bags + 1" }
ladder.value = { 1 = 2, 5 = 3, ponder = 10 }
match = { games = 2, result = "total" }

[option]
bonus = { default = true }
air = { default = "calm", values = ["calm", "wild"] }
limit = { default = 5, min = 1, max = 9 }

[fact]
boss = { kind = "player" }
winner = { kind = "player", optional = true }
bid = { min = 1, max = 7, words = { ponder = "ponder" } }
level = { min = 10, max = 50, step = 5 }
mood = { kind = "word", values = ["good", "bad"] }
doubled = { kind = "flag", optional = true }
turned = { kind = "card", optional = true }
kept = { kind = "cards", each = true }

[count.tricks]
total = 13

[contract]
klubbs = { trump = "clubs", quota = 4, points = "tricks", group = "plain" }
sang = { trump = "open", quota = 5, points = "tricks" }
"""


@cache
def page() -> Ruleset:
    """The game of these tests."""
    return read(PAGE)


def read(text: str) -> Ruleset:
    """The ruleset of a page that is well read."""
    packs = RULESETS / "packs"
    merged = whole_ruleset(
        tomllib.loads(text),
        lambda name: {},
        lambda name: tomllib.loads((packs / f"{name}.toml").read_text("utf-8")),
    )
    found, faults = read_page(merged, "kinds")
    assert faults == []
    return found.rules


def faults(text: str, view: View | None = None, wanted: str = A_TEST) -> list[tuple[str, str, str]]:
    """The code of each fault of a formula of the game, what is wrong, what may help."""
    rules = page()
    formula = read_formula(text, None, frozenset(rules.scoring.ladders))
    found = faults_of(kinds_of(rules), formula, SIDE if view is None else view, wanted)
    return [(fault.code, in_english(fault.message), in_english(fault.mend)) for fault in found]


def only(text: str, view: View | None = None, wanted: str = A_TEST) -> str:
    """The one fault of a formula, and behind a bar what may help."""
    (found,) = faults(text, view, wanted)
    return " | ".join(found[1:]).rstrip(" |")


NEVER = [
    ('contract == "klubs"', 'a contract ("klubbs" or "sang") | did you mean `"klubbs"`?'),
    ('role == "bos"', 'a role ("boss" or "rest") | did you mean `"boss"`?'),
    ('mood == "god"', 'a word ("good" or "bad") | did you mean `"good"`?'),
    ('air == "wilde"', 'a word ("calm" or "wild") | did you mean `"wild"`?'),
    ('group == "plane"', 'a kind of contract ("plain") | did you mean `"plain"`?'),
    ('turned == "JX"', "a card | cards are written like AC, KC"),
    ("turned == 10", 'a card | did you mean `"10S"`?'),
    ('bid == "pondr"', 'a number from 1 to 7 or "ponder" | did you mean `"ponder"`?'),
    ('bid == "5"', 'a number from 1 to 7 or "ponder" | did you mean `5`?'),
    ("bid == 8", 'a number from 1 to 7 or "ponder"'),
    ("level == 12", "a number from 10 to 50"),
    ("tricks == 14", "a number from 0 to 13"),
    ("tricks > 13", "a number from 0 to 13"),
    ("limit > 9", "a number from 1 to 9"),
    ("players == 5", "a number from 3 to 4"),
    ("total < 0", "a number from 0 on"),
    ("bags < 0", "a number from 0 on"),
    ("gain == 14", "a number from 0 to 13"),
    ("twice == 5", "a number from 0 to 26"),
    ("game == 3", "a number from 1 to 2"),
    ("winner == 3", "a player"),
    ('boss.tricks == "x"', "a number from 0 to 13"),
    ("all.tricks == 0", "a list of numbers | say `count(all.tricks, …)`, `max(all.tricks)` or `sum(all.tricks)`"),
    ("doubled == false", "said or not | say `not given(doubled)`"),
]  # fmt: skip


@pytest.mark.parametrize(("test", "is_what"), NEVER)
def test_what_can_never_be_equal_is_told(test: str, is_what: str) -> None:
    """A test that no deal can pass is named with what there is, and the likely value meant."""
    name = test.split(" ", maxsplit=1)[0]
    assert only(test) == f"`{test}` is never true: `{name}` is {is_what}"


NEVER_TOGETHER = [
    ("level == 15 and level == 20", "level"),
    ("tricks > 3 and tricks < 2", "tricks"),
    ("3 < tricks < 4", "tricks"),
    ("total > 5 and total < 3", "total"),
    ('contract == "sang" and contract == "klubbs"', "contract"),
    ('good and mood == "bad" and mood == "good"', "good` and `mood"),
    (
        "given(winner, doubled) and doubled == none and tricks < 3",
        "doubled` and `tricks` and `winner",
    ),
    ("winner == boss and winner != boss", "boss` and `winner"),
    ("max(all.total) > 9 and max(all.total) < 5", "all.total"),
    ("tricks > limit and limit == tricks", "limit` and `tricks"),
]


@pytest.mark.parametrize(("test", "names"), NEVER_TOGETHER)
def test_what_can_never_hold_together_is_told(test: str, names: str) -> None:
    """Each part may hold, and not all of them at once: found by trying every value of the names,
    or of what is compared."""
    assert only(test) == f"`{test}` is never true, whatever the values of `{names}`"


@pytest.mark.parametrize(("test", "role"), [('winner == "boss"', "boss"), ('me == "rest"', "rest")])
def test_no_player_is_called_as_a_role_is(test: str, role: str) -> None:
    """Who is to be asked for a role is compared with it in the place of `role`."""
    assert only(test).endswith(f'| say `role == "{role}"` of whoever has that role')


@pytest.mark.parametrize(("test", "name"), [('winner == "me"', "me"), ('me != "dealer"', "dealer")])
def test_who_is_meant_stands_without_quotes(test: str, name: str) -> None:
    """In quotes it would be somebody of that name."""
    assert only(test).endswith(f"| leave out the quotes: `{name}`")


@pytest.mark.parametrize(
    "test", ['winner == "nobody"', 'winner in ("Anna", "nobody")', "winner == mood", 'me == "Anna"']
)
def test_no_page_knows_what_the_players_are_called(test: str) -> None:
    """A player is compared with players only; where nobody is meant the mend asks for that."""
    found = faults(test)
    assert {code for code, *_ in found} == {"formula-decided"}
    assert (
        test != 'winner == "nobody"'
        or found[0][2] == "`not given(winner)` asks whether nobody was named"
    )


@pytest.mark.parametrize(
    "test", ["tricks < 5 or tricks > 3", 'air in ("calm", "wild")', "not 3 < tricks < 4"]
)
def test_what_always_holds_is_told(test: str) -> None:
    """A choice between all that there is, is none."""
    assert "whatever the values of" in only(test)


def test_no_list_is_longer_than_there_are_players() -> None:
    """Four play at most, so never do five of them have one trick, nor four of them none of the 13;
    and there are two contracts."""
    assert "`count(all.good, 1)` is a number from 0 to 4" in only("count(all.good, 1) > 4")
    assert "`count(all.tricks, 0)` is a number from 0 to 3" in only("count(all.tricks, 0) > 3")
    assert "`len(open)` is a number from 0 to 2" in only("len(open) == 3")


@pytest.mark.parametrize("suit", ["herts", "H", "♥", "heart"])
def test_a_suit_is_named_by_its_id(suit: str) -> None:
    """A suit in another spelling than its id is never the trump suit; which was meant is told."""
    assert only(f'trump == "{suit}"').endswith('| did you mean `"hearts"`?')


def test_two_names_that_never_meet() -> None:
    """A suit is never a contract, whatever is entered."""
    assert only("trump == contract") == (
        '`trump == contract` is never true: `trump` is a suit ("clubs" or "diamonds" or "hearts" or '
        '"spades"), `contract` is a contract ("klubbs" or "sang")'
    )


def test_the_other_way_round_it_is_always_true() -> None:
    """What is never equal is always different, and a count is always from 0 on."""
    assert "is always true" in only('mood != "god"')
    assert only("tricks >= 0") == "`tricks >= 0` is always true: `tricks` is a number from 0 to 13"


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ('contract in ("sang", "pas")', '`"pas"` is never found in `contract in ("sang", "pas")`'),
        ('"sangg" in open', '`"sangg"` is never found in `open`: each value of it is a contract'),
        ("count(all.tricks, 20) == 0", "`20` is never found in `all.tricks`: each value of it is a number"),
        ("value[mood] == 2", "`value[mood]` never finds anything: `mood` is a word"),
    ],
)  # fmt: skip
def test_what_is_never_found_is_told(test: str, told: str) -> None:
    """A value that a list never holds, and a key that a table has no row for."""
    assert only(test).startswith(told)


KINDS = [
    ("mood + 1", '`mood` is a word ("good" or "bad"), and a number is needed'),
    ("doubled", "`doubled` is said or not, and a number is needed | say `1 if doubled else 0`"),
    ("tricks > 5", "`tricks > 5` is true or false, and a number is needed | say `1 if tricks > 5 else 0`"),
    ("true", "`true` is true or false, and a number is needed | say `1 if true else 0`"),
    ("all.tricks", "`all.tricks` is a list of numbers, and a number is needed | say `sum(all.tricks)` or `max(all.tricks)`"),
    ("min(all.tricks, winner)", "`winner` is a player, and a number is needed"),
    ("len(tricks)", "`tricks` is a number from 0 to 13, and a list is needed"),
    ("abs(1, 2)", "`abs` needs 1 values, and has 2"),
    ("1 if tricks else 0", "`tricks` is a number from 0 to 13, and a test is needed | say `tricks != 0`"),
    ("1 if winner else 0", "`winner` is a player, and a test is needed | say `given(winner)`"),
    ("1 if mood > 1 else 0", '`mood` is a word ("good" or "bad"), and only numbers are greater or less'),
    ('1 if "sang" in contract else 0', '`contract` is a contract ("klubbs" or "sang"), and a list is needed'),
    ('1 if suit(winner) == "clubs" else 0', "`winner` is a player, and a card is needed"),
]  # fmt: skip


@pytest.mark.parametrize(("amount", "told"), KINDS)
def test_a_value_of_another_kind_is_told(amount: str, told: str) -> None:
    """A word is no number, a number is no test, a list is no number, a player has no suit."""
    assert only(amount, wanted=AN_AMOUNT).replace("1 value,", "1 values,") == told


def test_a_list_of_several_sides_has_no_order() -> None:
    """`rest.tricks > 0` of two or three others would fail at the table."""
    assert only("rest.tricks > 0").startswith(
        "`rest.tricks` is a list of numbers, and only numbers"
    )


WELL = [
    'turned == "JH"', 'turned == "the jack of hearts"', 'turned == "♥J"', 'turned in ("JH", "QS")', 'kept == "JH"',
    'bid == "ponder"', "bid == 7", "level == 15", 'trump == "hearts"', "trump == none", "bid == none",
    "players == 4", "doubled == true", "bonus == false", "winner == boss", "given(winner) and doubled",
    "good", "not good and gain > 2", 'rank(turned) == "10"', "boss.tricks == 13", "sum(rest.tricks) == 13",
    "count(all.tricks, 0) == 1", "tricks == max(all.tricks)", "min(tricks, 3) == 3", 'value[bid] > 2',
    '"sang" in open', "quota == 4", "deal % 2 == 0", "total < 5", "sum(all.bags) > 3", "3 <= tricks < 9",
]  # fmt: skip


@pytest.mark.parametrize("test", WELL)
def test_what_may_be_is_well(test: str) -> None:
    """A test that some deal passes and another does not has no fault; a card is a card in every
    spelling that an entry takes."""
    assert faults(test) == []


# --- which names are known where ------------------------------------------------------------------


def test_names_are_known_where_they_have_a_value() -> None:
    """The end of a game knows nothing that was entered of a deal, and only it who won: elsewhere a
    formula would find nothing at the table."""
    for text, view in [
        ("won", SIDE), ("won", PLAYER), ("tricks > 0", RESULT), ("bid == 3", RESULT), ("max(all.tricks) > 3", RESULT),
        ("quota > 3", RESULT), ("gain > 3", RESULT),
    ]:  # fmt: skip
        assert [code for code, *_ in faults(text, view)] == ["formula-name"], text
    for text, view in [
        ("tricks > 3", PLAYER), ('role == "boss"', PLAYER), ("good", SIDE), ("won", RESULT), ("bags > 3", RESULT),
        ("max(all.total) > 3", RESULT), ("me == winner", SIDE), ("left.tricks > 3", SIDE), ("max(all.gain) > 3", DEAL),
    ]:  # fmt: skip
        assert faults(text, view) == [], text


def test_every_name_of_the_format_has_a_kind() -> None:
    """What every formula may name, and what only a side's may, is in the table of kinds."""
    assert {*OF_DEAL, "all.total"} == {*COMMON_NAMES}
    assert {*OF_SIDE} == {*SIDE_NAMES}


def test_kinds_are_told_with_their_range() -> None:
    """A name's kind is known when the page is read."""
    kinds = kinds_of(page())
    shown = {
        name: in_english(told(kind))
        for name in ("hand", "half", "gain", "good", "quota", "tricks", "open", "kept", "bags")
        if (kind := kinds.of(name, SIDE)) is not None
    }
    assert shown == {
        "hand": "nothing",
        "half": "the number 6",
        "gain": "a number from 0 to 13",
        "good": "a number from 0 to 1",
        "quota": "a number from 4 to 5",
        "tricks": "a number from 0 to 13",
        "open": "a list of contracts",
        "kept": "a card",
        "bags": "a number from 0 on",
    }


# --- pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_no_shipped_page_has_a_fault(name: str) -> None:
    """No false alarm: every formula of a shipped game is of the kinds that it says."""
    assert [*formula_faults(ruleset(name))] == []


def test_a_fault_has_its_place() -> None:
    """The path to the formula leads to its line."""
    (found,) = formula_faults(read(PAGE.replace("tricks > half", 'tricks > \\"x\\"')))
    assert (found.code, found.fact) == ("formula-kind", "each.good")


# --- what a formula finds at the table ------------------------------------------------------------

SMALL = """
name = "Small"
players = 3
pack = "french-24"
count.tricks = { total = 8, optional = true }
fact.turned = { kind = "card", optional = true }
fact.kept = { kind = "cards", optional = true }
fact.last = { kind = "flag", optional = true }
carry.jacks = { next = "jacks + (1 if turned == 'JH' else 0)" }
game.over = "given(last)"
match = { games = 9, result = "jacks" }

[[outcome]]
points = "5 if turned == 'JH' else 1 if turned in ('the queen of spades', '♣9') else tricks if given(tricks) else 7"

[[outcome]]
points = "count(kept, 'jh')"
"""


def points(*deals: dict[str, object], text: str = SMALL) -> Standing:
    """What comes of these deals in a small game of three."""
    return allowed(agree(read(text), ("A", "B", "C")), *deals)


@pytest.mark.parametrize(
    ("turned", "points_of_each"), [("JH", 5), ("♥J", 5), ("QS", 1), ("9C", 1), ("JD", 7), ("9H", 7)]
)
def test_a_card_is_its_name_in_every_spelling(turned: str, points_of_each: int) -> None:
    """`turned == "JH"` holds where the jack of hearts was turned, however card and literal are
    spelt."""
    assert points({"turned": turned}).deals[0].points == (points_of_each,) * 3


def test_cards_are_counted_by_their_names() -> None:
    """A literal is found in a list of cards, and another card is not."""
    text = SMALL.replace(
        "[[outcome]]\npoints", "[[outcome]]\nwhen = '\"the jack of hearts\" in kept'\npoints", 1
    )
    assert points({"kept": ["JH", "QS"], "tricks": [8, 0, 0]}, text=text).deals[0].points == (
        8,
        0,
        0,
    )
    assert points({"kept": ["JD", "QS"]}, text=text).deals[0].points == (0, 0, 0)


def test_a_count_that_was_left_out_is_not_given() -> None:
    """`given(count)` in a side's formula is no where nobody gave it; it found nothing before."""
    assert points({}).deals[0].points == (7, 7, 7)
    assert points({"tricks": [8, 0, 0]}).deals[0].points == (8, 0, 0)


def test_a_counter_is_known_when_a_game_is_over() -> None:
    """What a game is worth may be what a counter stands at after its last deal."""
    now = points({"turned": "JH"}, {"turned": "♥J", "last": True})
    assert match_totals(now) == (2, 2, 2)


@pytest.mark.parametrize(
    ("default", "told"),
    [
        ("'\"god\"'", '`"god"` is the word "god", and `mood` is a word ("good" or "bad")'),
        ('"3"', '`3` is the number 3, and `mood` is a word ("good" or "bad")'),
        ('\'"good" if deal > 1 else "god"\'', '`"god"` is the word "god", and `mood` is a word'),
    ],
)
def test_a_default_is_what_its_fact_may_be(default: str, told: str) -> None:
    """What a fact is when nobody says is one of its values."""
    text = PAGE.replace(
        'values = ["good", "bad"]', f'values = ["good", "bad"], default = {default}'
    )
    (found,) = formula_faults(read(text))
    assert (found.code, found.fact) == ("formula-kind", "fact.mood.default")
    assert told in in_english(found.message)


def test_a_word_is_no_number_of_a_side() -> None:
    """`[each]` and `[side]` name numbers, or tests, whichever branch of a choice holds."""
    found = [
        *formula_faults(
            read(PAGE.replace('"tricks if good else 0"', "'tricks if good else \"no\"'"))
        )
    ]
    assert [(one.code, one.fact) for one in found] == [("formula-kind", "side.gain")]


def test_a_word_in_quotes_is_always_given() -> None:
    """`given("bid")` asks for nothing."""
    assert (
        only('given("bid")') == '`"bid"` is always given: name what may be left out, without quotes'
    )
