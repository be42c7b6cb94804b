"""A whole deal of a layout, refereed: who lays what, who may pass, what is left."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from conftest import merged_ruleset
from felt import case
from terminal import Person

from scorekeeper.referee.deal_record import read_record
from scorekeeper.referee.verdict import Verdict, deal_verdict
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

RANKS, SUITS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A"), "CDHS"
WHERE = {
    name: case("bismarck-estonian", name) for name in ("stops-up", "stops-down", "stops-chosen")
}
NAMES = WHERE["stops-up"].agreed.players


class Layout(NamedTuple):
    """A contract, the facts that it leaves to the deal, and the ranks from the first on."""

    contract: str
    facts: dict[str, str]
    order: tuple[str, ...]


LAYOUTS = (
    Layout("stops-up", {}, RANKS),
    Layout("stops-down", {}, RANKS[::-1]),
    # "if the choice is 8 downwards the order of each stack must be 8-7-6-A-K-Q-J-10-9"
    Layout(
        "stops-chosen", {"start": "8", "direction": "down"},
        ("8", "7", "6", "A", "K", "Q", "J", "10", "9"),
    ),
)  # fmt: skip


def fits(layout: Layout, card: str, piles: dict[str, int]) -> bool:
    """Whether a card is the next of its suit."""
    return layout.order.index(card[:-1]) == piles[card[-1]]


def played(layout: Layout, seed: int) -> tuple[list[list[str]], list[str]]:
    """Hands and turns of a deal in which everybody plays as the source says, by chance."""
    chance = random.Random(seed)
    pack = [rank + suit for suit in SUITS for rank in RANKS]
    chance.shuffle(pack)
    hands = [pack[at :: len(NAMES)] for at in range(len(NAMES))]
    left, piles, turns = [[*hand] for hand in hands], dict.fromkeys(SUITS, 0), list[str]()
    while all(left):
        mine = left[len(turns) % len(NAMES)]
        may = [card for card in mine if fits(layout, card, piles)]
        card = chance.choice(may) if may else "-"
        if may:
            mine.remove(card)
            piles[card[-1]] += 1
        turns.append(card)
    return hands, turns


def verdict(
    layout: Layout, turns: Sequence[str], hands: Sequence[Sequence[str]] = (), **more: Any
) -> Verdict:
    raw: dict[str, Any] = {"leader": NAMES[0], "plays": [*turns], **layout.facts, **more}
    if hands:
        raw["hands"] = {name: " ".join(hand) for name, hand in zip(NAMES, hands, strict=True)}
    return deal_verdict(read_record(raw, WHERE[layout.contract]))


def codes(judged: Verdict) -> list[str]:
    return [problem.code for problem in judged.faults]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.contract)
@pytest.mark.parametrize("is_known", (True, False))
def test_a_deal_played_by_the_rules_is_well(layout: Layout, seed: int, is_known: bool) -> None:
    """ "The play ends as soon as one of the players plays their last card. The other players then
    score -1 point for each card remaining in their hands, and the player who ran out score +1 for
    each unplayed card"."""
    hands, turns = played(layout, seed)
    judged = verdict(layout, turns, hands if is_known else ())
    laid = [sum(card != "-" for card in turns[at :: len(NAMES)]) for at in range(len(NAMES))]
    left = [12 - number for number in laid]
    assert (judged.faults, judged.revokes, judged.missing) == ((), (), ())
    assert judged.answer.value["counts"] == {"left": dict(zip(NAMES, left, strict=True))}
    points = [-number if number else sum(left) for number in left]
    assert judged.answer.value["points"] == dict(zip(NAMES, points, strict=True))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.contract)
def test_a_pass_with_a_card_that_fits_is_found(layout: Layout, seed: int) -> None:
    """ "If you have a card that fits on one of the piles you must play it: otherwise you must
    pass"; a later card proves it where the hands are not recorded."""
    hands, turns = played(layout, seed)
    first = next(at for at, card in enumerate(turns) if card != "-")
    turns = [*turns[:first], "-", *turns[first + 1 :]]
    (found,) = verdict(layout, turns[: first + 1], hands).revokes
    player = NAMES[first % len(NAMES)]
    assert text_of(found.message).startswith(f"turn {first + 1}: {player} passed and held ")
    assert "who has a card that fits must play one" in text_of(found.message)
    later = [*turns[: first + 1], "-", "-", played(layout, seed)[1][first]]
    assert [one.code for one in verdict(layout, later).revokes][:1] == ["revoke"]


UP = LAYOUTS[0]


@pytest.mark.parametrize(
    ("turns", "said"),
    [("6C 8C", "turn 2: 8♣ fits on no pile"), ("6C 6D 6C", "turn 3: 6♣ was laid before")],
)
def test_a_card_that_cannot_be_laid_is_found(turns: str, said: str) -> None:
    """ "You can start a new pile by playing any 6, or you can add the next card in sequence"."""
    judged = verdict(UP, turns.split())
    assert text_of(judged.faults[0].placed) == said
    assert codes(judged)[1:] == ["deal-short"]


def test_what_a_record_of_a_layout_cannot_say() -> None:
    """A play after the end, a card that was not in the hand, another leader, other cards left."""
    hands, turns = played(UP, 1)
    assert codes(verdict(UP, [*turns, "-"])) == ["plays-over"]
    swapped = [hands[1], hands[0], *hands[2:]]
    assert {*codes(verdict(UP, turns, swapped))} == {"card-not-held"}
    left = ",".join(map(str, [0] * len(NAMES)))
    assert codes(verdict(UP, turns, left=left.split(","))) == ["left-recorded"]


def test_a_layout_of_the_deals_choice_needs_its_rank_and_direction() -> None:
    """ "Beginning with a rank and direction chosen by the player to dealer's left"."""
    with pytest.raises(Refused) as refused:
        verdict(LAYOUTS[2]._replace(facts={}), ["8C"])
    assert [(one.code, text_of(one.mends[0])) for one in refused.value.problems] == [
        ("start-missing", 'add start = "…"'),
        ("direction-missing", 'add direction = "…"'),
    ]


def test_the_count_of_cards_left_is_one_of_the_game() -> None:
    """A layout that names another count is a fault of the page."""
    raw = merged_ruleset("bismarck-estonian")
    raw["contract"]["stops-up"]["stops"]["count"] = "lefd"
    with pytest.raises(Refused) as refused:
        read_ruleset(raw, "laid")
    (problem,) = refused.value.problems
    assert problem.fact == "contract.stops-up.stops.count"


def test_a_layout_is_not_recorded_as_tricks() -> None:
    """Its record is asked for the turns."""
    with pytest.raises(Refused) as refused:
        read_record({"leader": NAMES[0], "tricks": ["6C 7C 8C"]}, WHERE["stops-up"])
    (problem,) = refused.value.problems
    with pytest.raises(Refused) as both:
        verdict(UP, ["6C"], tricks=["6C 7C 8C"])
    assert [one.code for one in both.value.problems] == ["record-alone"]
    with pytest.raises(Refused) as played_in_tricks:
        deal_verdict(read_record({"plays": "6C"}, case("bismarck-estonian", "trumps")))
    (other,) = played_in_tricks.value.problems
    assert other.code == "stops-contract"
    assert 'contract = "stops-up"' in text_of(other.mends[0])
    assert (problem.code, problem.fact) == ("tricks-missing", "plays")
    assert text_of(problem.mends[0]) == 'add plays = "7C 7D - 8C …", a card or - for each turn'


@pytest.mark.parametrize("dash", ["−", "–"])
def test_a_typographic_dash_passes_as_a_hyphen_does(dash: str) -> None:
    """The turns of a whole deal, with passes in it."""
    _, turns = played(UP, 3)
    assert "-" in turns
    where = WHERE["stops-up"]
    hyphens = read_record({"plays": " ".join(turns)}, where)
    assert read_record({"plays": " ".join(turns).replace("-", dash)}, where) == hyphens


def test_a_layout_is_recorded_into_its_session(tmp_path: Path) -> None:
    """Round 5 of an evening: the record enters the cards left."""
    person = Person(tmp_path).after("new bismarck-estonian Ann Bob Cal --name it", "deal Ann 6 3 3")
    for number in range(11):
        trump = " trump=hearts" if number >= 5 else ""
        person = person.after(f"deal 6 3 3{trump} --yes")
    _, turns = played(UP, 3)
    path = tmp_path / "deal.toml"
    path.write_text(f'plays = "{" ".join(turns)}"\n', "utf-8")
    done = person.does(f"referee deal {path} -s it --record --yes")
    assert done.code == 0, done.err
    assert "Stops up" in person.does("explain -s it").out
