"""What the players agree before the first deal, and how entries fold into the deals that stand."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import ruleset

from scorekeeper.game.entry_kinds import AMEND, DEAL, folded_entries
from scorekeeper.game.log import REDO, UNDO, Entry
from scorekeeper.game.session_settings import NAME_LIMIT, agree
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

SWEDISH, BIEN = ruleset("bismarck-swedish"), ruleset("bien")
ANNA, BJORN, CLEO = "Anna", "Björn", "Cleo"


def refused(*args: Any, **options: Any) -> list[str]:
    with pytest.raises(Refused) as refusal:
        agree(*args, **options)
    return [problem.code for problem in refusal.value.problems]


def test_players_are_seated_clockwise_in_the_order_they_were_named() -> None:
    """Seat 0 is the first named; in a game for three each is a side of their own, and the first
    deals."""
    agreed = agree(SWEDISH, [ANNA, BJORN, CLEO])
    assert (agreed.players, agreed.dealer) == ((ANNA, BJORN, CLEO), 0)
    assert (agreed.sides, agreed.side_names, agreed.side_of) == (
        ((0,), (1,), (2,)),
        (ANNA, BJORN, CLEO),
        (0, 1, 2),
    )


def test_partners_sit_across() -> None:
    """In Bien the first and the third named are a side, and it is the first side."""
    agreed = agree(BIEN, ["Ann", "Bob", "Cal", "Dee"], "Bob")
    assert (agreed.sides, agreed.side_of, agreed.dealer) == (((0, 2), (1, 3)), (0, 1, 0, 1), 1)
    assert agreed.side_names == ("Ann & Cal", "Bob & Dee")


@pytest.mark.parametrize("names", [["A"], ["A", "B"], ["A", "B", "C", "D"], []])
def test_a_game_has_its_number_of_players(names: list[str]) -> None:
    """Bismarck is for three."""
    assert "players-number" in refused(SWEDISH, names)


@pytest.mark.parametrize(
    "name",
    ["", "   ", "x" * (NAME_LIMIT + 1), "A\nB", "A\tB", "A\x00", "\x1b[31mA", "A\u202eB", "A\u2066B", "\ufeffA", "A\u200bB", "\u200d", "\u0301", "A,B", "-",
     "A\u2028B", "\udc80A", "\x7f", "A\x85B", "A\u2060"],
)  # fmt: skip
def test_a_name_must_be_seen_and_told_apart(name: str) -> None:
    """Empty, too long, invisible, turning the writing round, breaking the line, or read as a
    list: no name."""
    assert refused(SWEDISH, [name, BJORN, CLEO]) == ["player-name"]


@pytest.mark.parametrize(
    "name",
    [
        "x" * NAME_LIMIT,
        "Åsa",
        "李",
        "O'Brien",
        "Ann B.",
        "007",
        "👩‍👧",
        "مریم",
        "नीति",
        "Ann & Cal",
        "=1+1",
        "[bold]",
        "<b>",
    ],
)
def test_a_name_may_be_written_in_any_script(name: str) -> None:
    """Letters of any alphabet, figures, signs and emoji are names."""
    assert agree(SWEDISH, [name, BJORN, CLEO]).players[0] == name


@pytest.mark.parametrize(
    "names",
    [
        ["Anna", "Anna", CLEO],
        ["Anna", "ANNA", CLEO],
        [CLEO, "Straße", "STRASSE"],
        ["Zoe\u0308", "Zo\u00eb", CLEO],
        ["Anna ", "Anna", CLEO],
    ],
)
def test_no_two_players_have_the_same_name(names: list[str]) -> None:
    """Names that differ only in capitals, in how an accent is stored or in outer spaces are the
    same name."""
    assert refused(SWEDISH, names) == ["player-twice"]


def test_names_are_kept_without_outer_spaces_and_with_accents_joined() -> None:
    """However a name was typed, it is stored one way."""
    assert agree(SWEDISH, [" Anna ", "Zoe\u0308", CLEO], "Zo\u00eb").players == (
        "Anna",
        "Zo\u00eb",
        CLEO,
    )


def test_the_first_dealer_must_play() -> None:
    """A dealer who does not sit at the table is refused, with the likely one."""
    assert refused(SWEDISH, [ANNA, BJORN, CLEO], "Dora") == ["player-unknown"]
    assert agree(SWEDISH, [ANNA, BJORN, CLEO], " Cleo ").dealer == 2


@pytest.mark.parametrize(
    ("rules", "given", "settled"),
    [
        (SWEDISH, {}, {"must_trump": False, "see_hand_first": False, "table_cards": "first-four"}), (SWEDISH, {"must_trump": "yes"}, {"must_trump": True}),
        (SWEDISH, {"must_trump": ""}, {"must_trump": True}), (SWEDISH, {"must_trump": "OFF"}, {"must_trump": False}), (SWEDISH, {"must_trump": True}, {"must_trump": True}),
        (SWEDISH, {"table_cards": "any-four"}, {"table_cards": "any-four"}), (BIEN, {}, {"games": 1}), (BIEN, {"games": "4"}, {"games": 4}), (BIEN, {"games": 99}, {"games": 99}),
    ],
)  # fmt: skip
def test_options_are_settled_or_have_their_default(
    rules: Any, given: dict[str, Any], settled: dict[str, Any]
) -> None:
    """What the table chose, else what the ruleset says."""
    names = [ANNA, BJORN, CLEO, "Dora"][: rules.players[0]]
    assert agree(rules, names, options=given).options.items() >= settled.items()


@pytest.mark.parametrize(
    ("rules", "given", "code"),
    [
        (SWEDISH, {"must_trumps": "yes"}, "option-unknown"), (SWEDISH, {"must_trump": "perhaps"}, "option-value"), (SWEDISH, {"must_trump": 3}, "option-value"),
        (SWEDISH, {"table_cards": "all"}, "option-value"), (SWEDISH, {"table_cards": ["any-four"]}, "option-value"), (BIEN, {"games": 0}, "option-value"),
        (BIEN, {"games": 100}, "option-value"), (BIEN, {"games": "four"}, "option-value"), (BIEN, {"games": True}, "option-value"), (BIEN, {"games": "-1"}, "option-value"),
        (BIEN, {"games": 1.5}, "option-value"), (BIEN, {"games": "٤"}, "option-value"), (BIEN, {"games": None}, "option-value"), (BIEN, {"games": "9" * 99}, "option-value"),
    ],
)  # fmt: skip
def test_an_option_that_cannot_be_is_refused(rules: Any, given: dict[str, Any], code: str) -> None:
    """Only the options that the ruleset declares, and of each only what it may be."""
    names = [ANNA, BJORN, CLEO, "Dora"][: rules.players[0]]
    assert refused(rules, names, options=given) == [code]


def test_everything_wrong_with_what_is_agreed_is_said_at_once() -> None:
    """Number, names, dealer and options: one refusal."""
    codes = refused(SWEDISH, ["", "Anna", "anna", "Bo"], "Eve", {"must": 1, "table_cards": "x"})
    assert codes == [
        "players-number",
        "player-name",
        "player-twice",
        "option-unknown",
        "option-value",
        "player-unknown",
    ]


# --- folding ----------------------------------------------------------------------------------


def entries(*acts: str) -> list[Entry]:
    """`d1` a deal, `a1x` an amendment of deal 1, `u` an undo and `r` a redo of whatever it is
    the turn of, `u1` of deal 1."""
    kinds = {"d": DEAL, "a": AMEND, "u": UNDO, "r": REDO}
    found: list[Entry] = []
    done: list[int] = []
    undone: list[int] = []
    for line, act in enumerate(acts, 10):
        if act[0] in "da":
            done.append(int(act[1]))
            undone.clear()
            number = done[-1]
        else:
            source, target = (done, undone) if act[0] == "u" else (undone, done)
            target += [source.pop()] if source else []
            number = int(act[1]) if len(act) > 1 else target[-1] if target else 0
        found.append(Entry(kinds[act[0]], number, "", {"tag": act}, line=line))
    return found


def tags(*acts: str) -> list[str]:
    return [entry.facts["tag"] for entry in folded_entries(entries(*acts)).deals]


@pytest.mark.parametrize(
    ("acts", "stand"),
    [
        ("", ""), ("d1 d2 d3", "d1 d2 d3"), ("d1 d2 a1x", "a1x d2"), ("d1 a1x a1y", "a1y"), ("d1 d2 u", "d1"), ("d1 d2 u u", ""), ("d1 d2 u r", "d1 d2"),
        ("d1 d2 u u r", "d1"), ("d1 a1x u", "d1"), ("d1 a1x u r", "a1x"), ("d1 a1x u u", ""), ("d1 a1x u u r r", "a1x"), ("d1 d2 a1x u u d2z", "d1 d2z"),
        ("d1 d2 u a1x", "a1x"), ("d1 u d1z", "d1z"), ("d1 a1x a1y u", "a1x"),
    ],
)  # fmt: skip
def test_the_deals_that_stand(acts: str, stand: str) -> None:
    """An amendment takes a deal's place; an undo takes back the last act that stands, a redo
    restores it."""
    assert tags(*acts.split()) == stand.split()


@pytest.mark.parametrize(
    ("acts", "message"),
    [
        ("u", "there is nothing to undo"), ("r", "there is nothing to redo"), ("d1 u u", "there is nothing to undo"), ("d1 r", "nothing to redo"),
        ("d1 d2 u d2 r", "nothing to redo"), ("d1 d2 u a1 r", "nothing to redo"), ("d2", "deal 1 should come next"), ("d1 d1", "deal 2 should come next"),
        ("d1 d3", "deal 2 should come next"), ("a1", "there are 0 deals to amend"), ("a0", "there are 0 deals to amend"), ("d1 a2", "there are 1 deals to amend"),
        ("d1 a0", "there are 1 deals to amend"), ("d1 d2 u a2", "there are 1 deals to amend"), ("d0", "deal 1 should come next"),
    ],
)  # fmt: skip
def test_entries_that_cannot_follow_each_other_are_refused_with_their_line(
    acts: str, message: str
) -> None:
    """A hand-made file may hold any order; the first entry that cannot be is named by its line."""
    with pytest.raises(Refused, match=message) as refusal:
        folded_entries(entries(*acts.split()))
    assert text_of(refusal.value.problems[0].place or "") == f"line {9 + len(acts.split())}"


@pytest.mark.parametrize("acts", ["d1 d2 u1", "d1 a1x u2", "d1 d2 u r1", "d1 d2 d3 a1x u1 u2"])
def test_an_undo_of_another_deal_than_it_takes_is_refused(acts: str) -> None:
    """Where an entry before it is gone, what an undo or a redo says no longer fits, and it takes
    nothing."""
    with pytest.raises(Refused, match=r"is of deal ., but what it takes is of deal .") as refusal:
        folded_entries(entries(*acts.split()))
    assert refusal.value.problems[0].code == "entry-order"


def test_what_can_be_undone_and_redone_is_known() -> None:
    """The acts that stand in the order they were made, those taken back, and which deals were
    amended."""
    folded = folded_entries(entries("d1", "d2", "a1x", "d3", "u"))
    assert [entry.facts["tag"] for entry in folded.done] == ["d1", "d2", "a1x"]
    assert [entry.facts["tag"] for entry in folded.undone] == ["d3"]
    assert folded.amended == {1}
    assert folded_entries(entries("d1", "a1x", "u")).amended == frozenset()
