"""Melds: the best set of a hand, found exactly, with no card used more often than it may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from conftest import ruleset
from felt import cards, case, codes
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.referee.melds import (
    best_melds,
    meld_points,
    melds_answer,
    melds_of,
    possible_melds,
    uses_of,
)
from scorekeeper.rules.cards import Card
from scorekeeper.rules.ruleset_play import Melds, referee_rules
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Refused

BIEN = ruleset("bien")
MELDS: Melds = referee_rules(BIEN).melds  # type: ignore[assignment]
PACK = BIEN.pack
HANDS = st.lists(st.sampled_from([*PACK.cards.values()]), min_size=8, max_size=8, unique=True)
SUITS = st.sampled_from([*PACK.suits])
NATURAL = ["A", "K", "Q", "J", "10", "9", "8", "7"]


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        # the sums that the table at the foot of the page prints
        ("7H 8H 9H", 20),
        ("JS QS KS", 40),
        ("10H JH QH KH", 50),
        ("JS QS KS AS", 70),
        ("7H 8H 9H 10H JH", 100),
        ("10S JS QS KS AS", 120),
        # MELD VALUE: marriage, "six card run has the same value as 5 card run", the fours
        ("KS QS", 20),
        ("KH QH", 0),
        ("7H 8H 9H 10H JH QH", 100),
        ("AS AH AD AC", 100),
        ("KS KH KD KC", 100),
        ("JS JH JD JC", 200),
        ("10S 10H 10D 10C", 0),
        # "If you had 4 jacks and the jack, queen and king, you cannot count the jack as part of the
        # run"
        ("JS JH JD JC QH KH", 200),
        # but the marriage of the king and queen of trump beside them counts
        ("JS JH JD JC QS KS", 220),
        # "If any of the runs contain the king and queen of trump, add an additional 20 points", and
        # the king "may be used twice", in the run and in the four: 50 + 20 + 100
        ("AS KS QS JS KH KD KC", 170),
        ("KS QS JS KH KD KC", 140),
        # without a run the marriage is one of the two uses
        ("KS QS KH KD KC QH QD QC", 220),
        # an unbroken run is one meld: eight cards are not five and three
        ("AH KH QH JH 10H 9H 8H 7H", 100),
        ("AS KS QS JS 10S 9S 8S 7S", 120),
        # a shorter run leaves the ace for the four
        ("AH KH QH JH AS AD AC", 120),
    ],
)
def test_what_a_hand_melds(hand: str, points: int) -> None:
    """Each sum that the source prints, and each ruling on what it leaves open, with spades as
    trumps."""
    assert meld_points(best_melds(MELDS, PACK, cards("bien", hand), "spades")) == points


def test_a_set_that_need_not_be_of_trumps_counts_in_every_suit() -> None:
    """Where a marriage may be of any suit, both of these count, with spades as trumps; in Bien
    only that of spades."""
    anywhere = replace(MELDS, kinds=tuple(replace(kind, trumps=False) for kind in MELDS.kinds))
    assert meld_points(best_melds(anywhere, PACK, cards("bien", "KS QS KH QH"), "spades")) == 40
    assert meld_points(best_melds(MELDS, PACK, cards("bien", "KS QS KH QH"), "spades")) == 20


AS_MARRIAGE = case("bien", run_bonus="marriage")
BY_MARRIAGE: Melds = melds_of(AS_MARRIAGE.agreed, AS_MARRIAGE.referee)  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        # the sums of the table are the same under both readings
        ("JS QS KS", 40),
        ("JS QS KS AS", 70),
        ("10S JS QS KS AS", 120),
        ("JS JH JD JC QS KS", 220),
        # rulings 4 (3): a run and four kings use the king of trump twice, so no marriage is left
        ("AS KS QS JS KH KD KC", 150),
        ("KS QS JS KH KD KC", 120),
    ],
)
def test_what_a_hand_melds_where_the_added_20_is_the_marriage(hand: str, points: int) -> None:
    """ "You may use a card only once … EXCEPT the king and queen of trump - they may be used
    twice": the second reading, which a table may choose, counts the marriage as one of the two."""
    assert meld_points(best_melds(BY_MARRIAGE, PACK, cards("bien", hand), "spades")) == points


def by_exhaustion(hand: Sequence[Card], trump: str, bonus: int = 0) -> int:
    """The most that a hand can meld, from every set of melds written out from the rules of the
    game alone; `bonus` is what a run with the king and queen of trump counts more, the marriage
    not being counted beside it."""
    held = {(card.suits[0], card.rank) for card in hand}
    melds: list[tuple[int, frozenset[tuple[str, str]], tuple[str, int] | None]] = []
    royal = frozenset({(trump, "K"), (trump, "Q")})
    if {(trump, "K"), (trump, "Q")} <= held:
        melds.append((20, royal, None))
    for rank, points in (("A", 100), ("K", 100), ("Q", 100), ("J", 200)):
        four = frozenset((suit, rank) for suit in PACK.suits)
        if four <= held:
            melds.append((points, four, None))
    for suit in PACK.suits:
        for length in range(3, 9):
            for start in range(9 - length):
                run = frozenset((suit, rank) for rank in NATURAL[start : start + length])
                if run <= held:
                    begin = next(
                        at
                        for at in range(start, -1, -1)
                        if at == 0 or (suit, NATURAL[at - 1]) not in held
                    )
                    more = bonus if royal <= run else 0
                    melds.append(({3: 20, 4: 50}.get(length, 100) + more, run, (suit, begin)))
    most = 0
    for number in range(min(6, len(melds)) + 1):
        for chosen in combinations(melds, number):
            uses = Counter(card for _, used, _ in chosen for card in used)
            runs = [whole for _, _, whole in chosen if whole]
            cap = {(trump, "K"): 2, (trump, "Q"): 2}
            twice = any(used == royal for _, used, _ in chosen) and any(
                whole and royal <= used for _, used, whole in chosen
            )
            if bonus and twice:
                continue  # J-Q-K of trump would be 60; the table prints 40
            if all(times <= cap.get(card, 1) for card, times in uses.items()) and len(
                set(runs)
            ) == len(runs):
                most = max(most, sum(points for points, _, _ in chosen))
    return most


@given(HANDS, SUITS)
def test_the_best_melds_are_the_best_of_all(hand: list[Card], trump: str) -> None:
    """On random hands no set of melds is worth more than the one that is found, under either
    reading."""
    assert meld_points(best_melds(MELDS, PACK, hand, trump)) == by_exhaustion(hand, trump, bonus=20)
    assert meld_points(best_melds(BY_MARRIAGE, PACK, hand, trump)) == by_exhaustion(hand, trump)


@given(
    st.lists(
        st.sampled_from([c for c in PACK.cards.values() if c.rank in "AKQJ"]),
        min_size=8,
        max_size=8,
        unique=True,
    ),
    SUITS,
)
def test_the_best_melds_of_rich_hands_are_the_best_of_all(hand: list[Card], trump: str) -> None:
    """The same on hands of court cards and aces, where melds compete for their cards."""
    assert meld_points(best_melds(MELDS, PACK, hand, trump)) == by_exhaustion(hand, trump, bonus=20)
    assert meld_points(best_melds(BY_MARRIAGE, PACK, hand, trump)) == by_exhaustion(hand, trump)


@given(HANDS, SUITS, st.integers(1, 3))
def test_more_uses_never_make_less(hand: list[Card], trump: str, uses: int) -> None:
    """When the cap on uses rises, the best melds never fall: of the king and queen of trump, and
    of every card."""
    fewer = replace(MELDS, trump_uses={"K": uses, "Q": uses})
    more = replace(MELDS, trump_uses={"K": uses + 1, "Q": uses + 1})
    assert meld_points(best_melds(fewer, PACK, hand, trump)) <= meld_points(
        best_melds(more, PACK, hand, trump)
    )
    for_all = replace(MELDS, uses=MELDS.uses + 1)
    assert meld_points(best_melds(MELDS, PACK, hand, trump)) <= meld_points(
        best_melds(for_all, PACK, hand, trump)
    )


@given(HANDS, SUITS)
def test_no_card_is_used_more_often_than_it_may_be(hand: list[Card], trump: str) -> None:
    """The melds found are of cards that are held, none in more melds than it may be in, and one
    from each group; where the added 20 comes with the run, the marriage within it is no use."""
    runs = [set(meld.cards) for meld in best_melds(MELDS, PACK, hand, trump) if meld.kind == "run"]
    for melds in (MELDS, BY_MARRIAGE):
        found = best_melds(melds, PACK, hand, trump)
        added = [
            m
            for m in found
            if melds is MELDS and m.kind == "marriage" and any(run >= set(m.cards) for run in runs)
        ]
        uses = Counter(card for meld in found if meld not in added for card in meld.cards)
        assert all(
            times <= uses_of(melds, card, trump) and card in hand for card, times in uses.items()
        )
        assert all(
            sum(meld in group for meld in found) <= 1
            for group in possible_melds(melds, PACK, hand, trump)
        )


# --- the answer ------------------------------------------------------------------------------------


def test_the_partners_melds_are_added() -> None:
    """A team's meld is that of both hands, each by itself."""
    told = melds_answer(case("bien", trump="spades"), ["KS QS 7H"], ["JS 10S 9S"]).value
    assert (told["total"], told["own"]) == (40, 20)
    assert told["melds"] == [{"kind": "marriage", "cards": ["KS", "QS"], "points": 20}]
    assert told["partner"] == [{"kind": "run", "cards": ["JS", "10S", "9S"], "points": 20}]


def test_a_marriage_counts_only_if_it_was_said() -> None:
    """A king of trump that went to the first trick counts in a marriage only where "marriage"
    was said with it."""
    where = case("bien", trump="spades")
    assert melds_answer(where, ["KS QS 7H"], played=["KS"]).value["total"] == 0
    assert melds_answer(where, ["KS QS 7H"], played=["KS"], said=True).value["total"] == 20
    assert melds_answer(where, ["KS QS JS"], played=["KS"]).value["total"] == 20
    assert melds_answer(where, ["KS QS 7H"], played=["7H"]).value["total"] == 20


def test_melds_shown_late_do_not_count() -> None:
    """What is shown after its moment is worth nothing, and the answer says when the moment was."""
    told = melds_answer(case("bien", trump="spades"), ["JS JH JD JC"], late=True)
    assert spoken(told.value)["total"] == 0
    assert any(
        "and the second is led to; what is shown after" in line for line in spoken(told.lines)
    )


def test_the_answer_states_its_reading() -> None:
    """The reading of the use cap and its place stand in the answer."""
    told = spoken(melds_answer(case("bien", trump="spades"), ["JS QS KS"]).value)
    assert (
        "the king and queen of trump in two; a run that holds both counts 20 more"
        in told["reading"]
    )
    assert "rulings 4 (2), (3), (4)" in told["source"]
    chosen = case("bien", trump="spades", run_bonus="marriage")
    assert (
        "in two; the marriage is one of the two"
        in spoken(melds_answer(chosen, ["JS QS KS"]).value)["reading"]
    )


def test_an_evening_from_before_the_choice_counts_as_it_did(tmp_path: Path) -> None:
    """A session keeps the rules that it was begun under: one whose rules know of one reading
    alone answers by that, and a new one by the letter."""
    evening = Path(__file__).parent.parent / "old" / "1" / "bien.toml"
    somebody = Person(tmp_path)
    asked = ("referee", "melds", "AS KS QS JS KH KD KC", "--trump", "spades", "--format", "json")
    then = somebody.types(*asked, "--session", str(evening)).json
    assert (then["total"], "the marriage is one of the two" in then["reading"]) == (150, True)
    assert somebody.types(*asked, "--rules", "bien").json["total"] == 170
    assert (
        somebody.types(*asked, "--rules", "bien", "--option", "run_bonus=marriage").json["total"]
        == 150
    )


@pytest.mark.parametrize(
    ("hand", "partner", "played", "code"),
    [
        ("", "", "", "hand-missing"),
        ("KS", "KS", "", "card-twice"),
        ("KS", "", "QS", "card-not-held"),
        ("2S", "", "", "card-unknown"),
    ],
)
def test_hands_that_cannot_be_are_refused(hand: str, partner: str, played: str, code: str) -> None:
    """A hand of nothing, a card in two hands or one that was not held is named."""
    words = ([hand], [partner] if partner else [], [played] if played else [])
    with pytest.raises(Refused) as refused:
        melds_answer(case("bien", trump="spades"), *words)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_a_card_that_is_none_is_named_with_whose_it_was() -> None:
    """In the hand, in the partner's, among those that were played."""
    with pytest.raises(Refused) as refused:
        melds_answer(case("bien", trump="spades"), ["1X"], ["2X"], ["3X"])
    assert [(one.code, one.fact) for one in refused.value.problems] == [
        ("card-unknown", "hand"), ("card-unknown", "partner"), ("card-unknown", "played"),
    ]  # fmt: skip


def test_without_trumps_melds_are_known_only_where_all_suits_agree() -> None:
    """Four jacks are 200 whatever the trumps; a king and queen are not."""
    assert melds_answer(case("bien"), ["JS JH JD JC"]).value["total"] == 200
    with pytest.raises(Refused) as refused:
        melds_answer(case("bien"), ["KS QS"])
    assert "spades: 20" in text_of(refused.value.problems[0].message)


@pytest.mark.parametrize("game", ["bizon", "bisque", "bismarck-swedish", "bismarck-estonian"])
def test_a_game_without_melds_says_so(game: str) -> None:
    """Where there are no melds the question is refused in so many words."""
    with pytest.raises(Refused) as refused:
        melds_answer(case(game), [])
    assert refused.value.problems[0].code == "melds-none"


def test_a_meld_counts_from_one_point_on() -> None:
    """What the rules give a point for is a meld, and what they give none for is not."""
    (four,) = (kind for kind in MELDS.kinds if kind.four)
    hand = cards("bien", "JS JH JD JC 10S 10H 10D 10C")
    rules = replace(MELDS, kinds=(replace(four, four={"J": 1, "10": 0}),))
    found = [meld for group in possible_melds(rules, PACK, hand, "spades") for meld in group]
    assert [(meld.kind, meld.points) for meld in found] == [(four.id, 1)]


@pytest.mark.parametrize(
    ("hand", "played", "why"),
    [
        ("KH QH", "", ["marriage K♥ Q♥ does not count: it counts in the trump suit alone"]),
        ("KS QS 7H", "KS", ['marriage K♠ Q♠ does not count: "marriage" was not said when K♠ was played']),
        ("KS QS 7H", "7H", []),
        # "you cannot count the jack as part of the run"
        ("JS JH JD JC QH KH", "", [
            "marriage K♥ Q♥ does not count: it counts in the trump suit alone",
            "run K♥ Q♥ J♥ does not count: its cards are in other melds as often as they may be",
        ]),
        ("7H 8H 9H 10H JH", "", []),
    ],
)  # fmt: skip
def test_a_meld_that_does_not_count_is_named_with_its_reason(
    hand: str, played: str, why: list[str]
) -> None:
    """Whoever hoped for a meld is told what the rules have against it; a part of a run that counts
    is no meld by itself."""
    where = case("bien", trump="spades")
    told = melds_answer(where, [hand], played=[played] if played else [])
    assert [line for line in spoken(told.lines) if "does not count:" in line] == why
    assert len(told.value["uncounted"]) == len(why)


def test_what_is_shown_late_has_one_reason() -> None:
    """Where nothing counts the total says why, and no meld is told apart."""
    told = melds_answer(case("bien", trump="spades"), ["KH QH"], late=True)
    assert told.value["uncounted"] == []
    assert melds_answer(case("bien", trump="spades"), ["KS QS"], ["KH QH"]).value["uncounted"] != []


def kinds(*rows: dict[str, Any]) -> Melds:
    """Melds of these kinds alone."""
    (first, *_) = MELDS.kinds
    plain = replace(
        first, name=first.name, cards=(), trumps=False, points=0, run=(), four={}, adds_to=""
    )
    return replace(MELDS, kinds=tuple(replace(plain, **row) for row in rows))


def melded(melds: Melds, hand: str) -> list[tuple[str, str, int]]:
    """Every meld that the hand could show: its kind, its cards, its points."""
    groups = possible_melds(melds, PACK, cards("bien", hand), "spades")
    return [(m.kind, codes(m.cards), m.points) for group in groups for m in group]


@pytest.mark.parametrize("points", [0, 1])
def test_a_meld_that_is_worth_nothing_is_none(points: int) -> None:
    """Of any kind; one that is worth a single point is one."""
    every = kinds(
        {"id": "set", "cards": ("K", "J"), "points": points},
        {"id": "four", "four": {"A": points}},
        {"id": "run", "run": ((3, points),)},
    )
    hand = "AS AH AD AC KS JS 9H 8H 7H"
    assert melded(every, hand) == [
        ("set", "KS JS", 1), ("four", "AC AD AH AS", 1), ("run", "9H 8H 7H", 1),
    ][: 3 * points]  # fmt: skip


def test_the_cards_of_a_set_are_shown_from_the_highest() -> None:
    """In the order of the pack, however the hand was named, and whatever kind was looked for
    first."""
    both = kinds(
        {"id": "four", "four": {"A": 100}}, {"id": "set", "cards": ("K", "J"), "points": 20}
    )
    assert melded(both, "JS KS AC AD AH AS") == [("four", "AC AD AH AS", 100), ("set", "KS JS", 20)]
