"""Recorded deals: every winner, every revoke, what each side won, and the entry into the
session."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import merged_ruleset
from felt import WAYS, Dealt, case
from hypothesis import assume, given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import agree
from scorekeeper.referee.deal_record import parsed, read_record
from scorekeeper.referee.question_context import table_case
from scorekeeper.referee.recorded_deal import refereed
from scorekeeper.referee.verdict import Verdict, deal_verdict
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Refused

SEEDS, ANY_WAY = st.integers(0, 10**9), st.sampled_from(WAYS)
SIZE = {
    "bizon": 8,
    "bien": 8,
    "bisque": 11,
    "bismarck-estonian": 12,
    "bismarck-finnish": 13,
    "bismarck-lever": 15,
    "more/spades": 13,
}


def dealt(
    chosen: tuple[str, str | None, str | None, dict[str, Any]], seed: int, slip: int | None = None
) -> Dealt:
    game, contract, trump, options = chosen
    return Dealt(case(game, contract, trump, **options), seed, SIZE.get(game, 16), slip)


def verdict_on(found: Dealt, hands: bool = True, **more: Any) -> Verdict:
    return deal_verdict(read_record({**found.record(hands), **more}, found.case))


# --- random deals ----------------------------------------------------------------------------------


@given(ANY_WAY, SEEDS, st.booleans())
def test_a_deal_of_legal_plays_has_no_revoke(
    chosen: tuple[Any, ...], seed: int, hands: bool
) -> None:
    """A deal of legal choices has the winners that it had, no revoke and nothing wrong, with
    hands or without."""
    found = dealt(chosen, seed)
    told = verdict_on(found, hands).answer.value
    assert told["winners"] == [found.case.agreed.players[seat] for seat in found.winners]
    assert (told["revokes"], told["problems"], told["complete"]) == ([], [], True)


@given(ANY_WAY, SEEDS, st.integers(0, 20), st.booleans())
def test_one_illegal_play_is_the_one_that_is_found(
    chosen: tuple[Any, ...], seed: int, slip: int, hands: bool
) -> None:
    """With one card played against the law, exactly that one is found: its trick, its player,
    the card."""
    found = dealt(chosen, seed, slip)
    assume(found.slipped is not None)
    assert found.slipped is not None
    number, seat, card = found.slipped
    revokes = verdict_on(found, hands).answer.value["revokes"]
    assert [(r["trick"], r["player"], r["played"]) for r in revokes] == [
        (number, found.case.agreed.players[seat], card.code)
    ]
    assert card.code not in revokes[0]["held"]
    assert revokes[0]["held"] and revokes[0]["because"] and revokes[0]["source"]


@given(ANY_WAY, SEEDS)
def test_what_is_won_adds_up(chosen: tuple[Any, ...], seed: int) -> None:
    """The tricks of the sides are the tricks of the deal, and card points those of the cards
    played."""
    found = dealt(chosen, seed)
    counts = verdict_on(found).answer.value["counts"]
    assert sum(counts["tricks"].values()) == len(found.tricks)
    whole = {"bizon": {"gp": 40}, "bien": {"points": 141}}.get(chosen[0], {})
    assert {
        name: sum(column.values()) for name, column in counts.items() if name != "tricks"
    } == whole


@given(SEEDS, st.integers(1, 7))
def test_a_revoke_is_proven_only_by_what_was_played_since(seed: int, cut: int) -> None:
    """While a deal is going on, a play counts as a revoke only once a card that proves it has
    been played."""
    found = dealt(WAYS[0], seed, 0)
    assume(found.slipped is not None)
    assert found.slipped is not None
    number, _, _ = found.slipped
    raw = found.record(hands=False)
    raw["tricks"] = raw["tricks"][:cut]
    told = deal_verdict(read_record(raw, found.case)).answer.value
    held = {code for r in verdict_on(found).answer.value["revokes"] for code in r["held"]}
    shown = {card.code for trick in found.tricks[number:cut] for card in trick}
    assert bool(told["revokes"]) == (number <= cut and bool(held & shown))
    assert not told["complete"]


# --- recorded deals that are wrong -----------------------------------------------------------------

BIZON = """
players = ["You", "Goat", "Sheep"]
trump = "spades"
leader = "Goat"
tricks = [
  "AS JD QS", "KS 10C 9S", "JS JH 10D", "10S JC 9C",
  "AC QC KC", "KH 9H QH", "QD KD 9D", "AH 10H AD",
]

[hands]
You = "KC 9C 10D 9D QH 10H QS 9S"
Goat = "AC AD QD KH AS KS JS 10S"
Sheep = "QC JC 10C KD JD AH JH 9H"
"""


def bizon(text: str = BIZON, **more: Any) -> Mapping[str, Any]:
    where = case("bizon")
    named = where.agreed._replace(
        players=("You", "Goat", "Sheep"), side_names=("You", "Goat", "Sheep")
    )
    named = named._replace(seat_of={"You": 0, "Goat": 1, "Sheep": 2})
    verdict = deal_verdict(
        read_record({**parsed(text, "it"), **more}, where._replace(agreed=named))
    )
    return spoken(verdict.answer.value)


def test_a_recorded_deal() -> None:
    """The winner of each trick leads the next; the last two tricks are Sheep's, and the GP are
    those of the cards."""
    told = bizon(bizon="Goat")
    assert told["winners"] == ["Goat"] * 6 + ["Sheep"] * 2
    assert told["counts"] == {
        "tricks": {"You": 0, "Goat": 6, "Sheep": 2},
        "gp": {"You": 0, "Goat": 27, "Sheep": 13},
    }
    assert told["points"] == {"You": 0, "Goat": 3, "Sheep": 0}
    assert (told["revokes"], told["problems"], told["never"]) == ([], [], [])


def test_who_should_have_led() -> None:
    """A trick that the wrong player began is seen from the hands, and so is who should have led."""
    told = bizon(BIZON.replace("10S JC 9C", "JC 9C 10S"))
    assert [(p["code"], p["place"]) for p in told["problems"]] == [("wrong-lead", "trick 4")]
    assert "Goat won trick 3 and should have led" in told["problems"][0]["message"]


def test_who_led_may_be_said_without_hands() -> None:
    """Without the hands a leader's name in front of a trick says who began it."""
    told = bizon(BIZON.partition("[hands]")[0].replace("10S JC 9C", "Sheep: JC 9C 10S"))
    assert [p["code"] for p in told["problems"]] == ["wrong-lead"]


def test_a_card_played_twice_and_one_never() -> None:
    """A card that is played a second time is named, and the one that never appears."""
    told = bizon(BIZON.partition("[hands]")[0].replace("10S JC 9C", "10S JC KC"))
    assert [(p["code"], p["place"]) for p in told["problems"]] == [("card-twice", "trick 5")]
    assert told["never"] == ["9C"]
    assert told["points"] is None


def test_a_card_from_another_hand() -> None:
    """A card that its player did not hold is named with the hand that it was in."""
    told = bizon(BIZON.replace('You = "KC 9C', 'You = "KC 10C').replace("QC JC 10C", "QC JC 9C"))
    assert {p["code"] for p in told["problems"]} == {"card-not-held"}
    assert "it was in Sheep's" in told["problems"][-1]["message"]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (('"AS JD QS"', '"AS JD"'), "trick-cards"),
        (('"AS JD QS"', '"AS JX QS"'), "card-unknown"),
        (("trump =", "trumps ="), "record-key"),
        (('leader = "Goat"', 'leader = "Cow"'), "player-unknown"),
        (('trump = "spades"', 'trump = "stars"'), "suit-unknown"),
        (('trump = "spades"', ""), "depends"),
        (("[hands]", "[hands]\nCow = '9C'"), "player-unknown"),
        (("AH JH 9H", "AH JH 9S"), "card-twice"),
    ],
)
def test_a_record_that_cannot_be_read(change: tuple[str, str], code: str) -> None:
    """A record that is not one, or that leaves open what its tricks depend on, is refused with
    the reason."""
    with pytest.raises(Refused) as refused:
        bizon(BIZON.replace(*change))
    assert [problem.code for problem in refused.value.problems] == [code]


def test_what_is_not_toml() -> None:
    """A file that is not TOML is refused with its name."""
    with pytest.raises(Refused) as refused:
        parsed("tricks = [", "evening.toml")
    assert refused.value.problems[0].place == "evening.toml"


def test_a_hand_before_its_discards_is_not_a_hand() -> None:
    """More cards than are kept for play are named: from those no revoke could be told."""
    found = dealt(WAYS[3], 1)
    spare = next(
        card
        for card in found.case.pack.cards.values()
        if not any(card in hand for hand in found.hands)
    )
    raw = found.record()
    raw["hands"]["Ann"] += f" {spare.code}"
    assert [p.code for p in deal_verdict(read_record(raw, found.case)).faults] == ["hand-cards"]


def test_the_first_card_makes_trumps() -> None:
    """Where the first card led is trump, the record need not say so."""
    found = dealt(
        ("bien", None, "hearts", {}), next(seed for seed in range(99) if leads_hearts(seed))
    )
    untold = found.case._replace(trump=None)
    assert refereed(read_record(found.record(), untold)).trick_rules.trump == "hearts"


def leads_hearts(seed: int) -> bool:
    return "hearts" in dealt(("bien", None, "hearts", {}), seed).tricks[0][0].suits


def test_a_deal_may_ask_for_the_tricks_of_every_player() -> None:
    """Where a table counts the bidder's own tricks in a ponder, the record that is entered has
    them, a number a player."""
    found = dealt(("bien", None, "hearts", {"ponder_alone": True}), 2)
    names = found.case.agreed.players
    own = [sum(won == seat for won in found.winners) for seat in range(4)]
    told = verdict_on(found, bidder=names[found.leader], bid="ponder")
    pairs = ",".join(f"{name}:{number}" for name, number in zip(names, own, strict=True))
    assert f"own={pairs}" in told.words
    assert "own" not in told.answer.value["counts"]


def test_a_pot_takes_one_beaten_card_of_every_trick() -> None:
    """A pot with the winning card of a trick, or with two of its cards, is not one that was
    played."""
    found = dealt(("bisque", None, None, {}), 5)
    seats = [0, 1, 2]
    picks = []
    for trick, won, lead in zip(
        found.tricks, found.winners, [found.leader, *found.winners], strict=False
    ):
        order = [(lead + place) % 3 for place in seats]
        picks.append(
            next(card.code for card, seat in zip(trick, order, strict=True) if seat != won)
        )
    well = verdict_on(found, pot=picks)
    assert [p for p in well.faults if p.code.startswith("heap")] == []
    wins = found.tricks[0][(found.winners[0] - found.leader) % 3].code
    wrong = verdict_on(found, pot=[wins, *picks[1:]])
    assert "heap-winner" in [p.code for p in wrong.faults]


def test_partners_who_are_counted_apart() -> None:
    """Where a count is kept by player, so is what each partner won; the points are still those
    of the side."""
    found = dealt(("more/spades", None, None, {}), 3)
    told = verdict_on(found, bid=[4, 3, 3, 2])
    assert told.answer.value["counts"] == {"tricks": {"Ann": 3, "Bob": 1, "Cal": 6, "Dee": 3}}
    assert told.words == ("bid=4,3,3,2", "tricks=Ann:3,Bob:1,Cal:6,Dee:3")
    assert told.answer.value["points"] == {"Ann & Cal": 72, "Bob & Dee": -50}


def test_who_led_is_entered_where_the_deal_decides_it() -> None:
    """In Estonia the holder of the ace of clubs begins the first deal and is entered; from then
    on the deal says who leads."""
    found = dealt(("bismarck-estonian", "no-trumps", None, {}), 3)
    first, record = first_state(found.case.agreed), read_record(found.record(), found.case)
    assert found.leader == 1
    tricks = "tricks=Ann:3,Bob:4,Cal:5"
    assert deal_verdict(record, first).words == ("contract=no-trumps", "starter=Bob", tricks)
    assert deal_verdict(record, first._replace(deal=2, dealer=0)).words == (
        "contract=no-trumps",
        tricks,
    )


@pytest.mark.parametrize(
    ("deals", "barred", "scored"),
    [
        (15, "deal < 15", True), (15, "deal < 16", False), (15, "deal > 1", True), (15, "deal > 0", False),
        (5000, "deal < 1000", True), (5000, "deal < 1001", False),
        (None, "deal > 1", True), (None, "deal == 1", False),
    ],
)  # fmt: skip
def test_a_record_by_itself_may_be_of_a_later_deal(
    deals: int | None, barred: str, scored: bool
) -> None:
    """A record of no session is scored as any deal that its game has, of the first thousand;
    without a number as the first."""
    raw = merged_ruleset("bizon")
    raw["deals"]["number"] = deals
    if deals is None:
        del raw["deals"]["number"]
        raw["game"] = {"over": "max(all.total) >= 30"}
    raw["check"].append({
        "code": "spades-barred", "fact": "trump", "when": f'trump == "spades" and ({barred})',
        "message": {"en": "spades are not trumps in this deal"}, "source": "a rule of this house",
    })  # fmt: skip
    agreed = agree(read_ruleset(raw, "odd"), ["You", "Goat", "Sheep"])
    told = deal_verdict(
        read_record(parsed(BIZON, "it"), table_case(agreed, True, 2), ["bizon=Goat"])
    )
    assert told.answer.value["points"] == ({"You": 0, "Goat": 3, "Sheep": 0} if scored else None)
    assert [text_of(problem.message) for problem in told.missing] == (
        [] if scored else ["spades are not trumps in this deal"]
    )


@pytest.mark.parametrize(
    ("deal", "tricks", "complete"), [(1, 10, True), (1, 9, False), (3, 8, True), (19, 10, True)]
)
def test_how_many_tricks_a_deal_has_may_hang_on_its_number(
    deal: int, tricks: int, complete: bool
) -> None:
    """Where the hands shrink from deal to deal, the deal is over when the hands of that deal are
    played."""
    found = Dealt(case("more/oh-hell", trump="hearts"), 3, tricks)
    state = first_state(found.case.agreed)._replace(deal=deal)
    record = read_record({**found.record(), "bid": [0, 0, 0]}, found.case._replace(state=state))
    verdict = deal_verdict(record, state)
    assert verdict.answer.value["complete"] is complete
    assert [problem.code for problem in verdict.faults] == ([] if complete else ["deal-short"])


def test_a_record_by_itself_may_be_of_a_deal_of_any_size() -> None:
    """Of no session, a record of six tricks is the deal of that game that has six; eleven are
    none."""
    six, eleven = (Dealt(case("more/oh-hell", trump="hearts"), 3, number) for number in (6, 11))
    assert verdict_on(six, bid=[1, 2, 2]).answer.value["points"] is not None
    assert verdict_on(eleven, bid=[1, 2, 2]).answer.value["complete"] is False


# --- into the session ------------------------------------------------------------------------------

SWEDISH = """
rules = "bismarck-swedish"
contract = "sang"
leader = "Anna"
players = ["Anna", "Bo", "Cleo"]
tricks = [
  "AD 7D 8D", "5S QS 2S", "AC 9C 6C", "AH 3H 9H", "KC 5C 10C", "KD QC 3D", "KH 10H 6H", "JD 10S 6D",
  "JS KS 9S", "AS QD 3S", "8C 4C 7C", "8H 2H 7H", "7S 5D 8S", "4D 2C 10D", "JC 4H 3C", "9D 2D 6S",
]
"""
BIEN = """
rules = "bien"
players = ["Ann", "Bob", "Cal", "Dee"]
leader = "Bob"
bid = 100
tricks = [
  "9D JD 10D KD", "AH QC 8H AC", "QS 7S 7C AD", "7D QH KC QD",
  "JH AS JS 10H", "10S 9H 8C KH", "9C 8D JC 10C", "7H KS 8S 9S",
]
"""


@pytest.mark.parametrize(
    ("new", "text", "more", "counts", "points"),
    [
        (
            "new bizon You Goat Sheep --dealer You", BIZON, ["bizon=Goat"],
            {"tricks": {"You": 0, "Goat": 6, "Sheep": 2}, "gp": {"You": 0, "Goat": 27, "Sheep": 13}},
            {"You": 0, "Goat": 3, "Sheep": 0},
        ),
        (
            "new bien Ann Bob Cal Dee", BIEN, ["meld=20"],
            {"points": {"Ann & Cal": 114, "Bob & Dee": 27}}, {"Ann & Cal": -2, "Bob & Dee": 2},
        ),
        (
            "new bismarck-swedish Anna Bo Cleo --dealer Cleo", SWEDISH, [],
            {"tricks": {"Anna": 4, "Bo": 8, "Cleo": 4}}, {"Anna": -4, "Bo": 4, "Cleo": 0},
        ),
    ],
)  # fmt: skip
def test_a_recorded_deal_is_entered(
    tmp_path: Path,
    new: str,
    text: str,
    more: list[str],
    counts: dict[str, Any],
    points: dict[str, int],
) -> None:
    """A recorded deal is refereed and entered: the session then holds what was counted, and its
    points."""
    (tmp_path / "evening.toml").write_text(text)
    somebody = Person(tmp_path / "home")
    somebody.does(new)
    said = somebody.types(
        "referee", "deal", str(tmp_path / "evening.toml"), *more, "--record", "--format", "json"
    )
    assert (said.code, said.err) == (0, "")
    assert (said.json["revokes"], said.json["points"]) == ([], points)
    assert said.json["recorded"]["counts"] == counts
    sheet = somebody.types("sheet", "--format", "json").json
    assert [deal["points"] for deal in sheet["deals"]] == [points]


def test_a_record_of_others_is_not_entered(tmp_path: Path) -> None:
    """A record of another game, or of other players, is not a deal of this session."""
    (tmp_path / "evening.toml").write_text(SWEDISH)
    for new, code in (
        ("new bizon Anna Bo Cleo", "record-game"),
        ("new bismarck-swedish Anna Cleo Bo", "record-players"),
    ):
        somebody = Person(tmp_path / code)
        somebody.does(new)
        said = somebody.types(
            "referee", "deal", str(tmp_path / "evening.toml"), "--record", "--format", "json"
        )
        assert (said.code, said.codes) == (1, [code])


def test_a_record_whose_leader_was_not_to_lead_is_not_entered(tmp_path: Path) -> None:
    """Where the schedule says who leads, a record that somebody else began is refused."""
    (tmp_path / "evening.toml").write_text(SWEDISH)
    somebody = Person(tmp_path / "home")
    somebody.does("new bismarck-swedish Anna Bo Cleo --dealer Anna")
    said = somebody.types(
        "referee", "deal", str(tmp_path / "evening.toml"), "--record", "--format", "json"
    )
    assert (said.code, said.codes) == (1, ["wrong-lead"])


def test_a_revoke_is_asked_about_before_it_is_entered(tmp_path: Path) -> None:
    """No penalty is invented: a deal with a revoke is entered as it was played, but only with a
    `--yes`."""
    (tmp_path / "evening.toml").write_text(
        SWEDISH.replace("9D 2D 6S", "9D 6S 2D")
        .replace("8C 4C 7C", "8C QD 7C")
        .replace("AS QD 3S", "AS 4C 3S")
    )
    somebody = Person(tmp_path / "home")
    somebody.does("new bismarck-swedish Anna Bo Cleo --dealer Cleo")
    line = ("referee", "deal", str(tmp_path / "evening.toml"), "--record", "--format", "json")
    said = somebody.types(*line)
    assert (said.code, set(said.codes)) == (1, {"revoke"})
    assert somebody.types(*line, "--yes").code == 0


def test_a_choice_of_the_table_holds_for_a_question_and_not_for_a_record(tmp_path: Path) -> None:
    """Said beside a recorded deal it is asked under; what is entered is as the session agreed."""
    (tmp_path / "evening.toml").write_text(
        'contract = "spader"\nleader = "Bo"\ntricks = ["KC 9D AC", "2S 3S 4S"]\n'
    )
    somebody = Person(tmp_path / "home")
    somebody.does("new bismarck-swedish Anna Bo Cleo --dealer Anna")
    line = ("referee", "deal", str(tmp_path / "evening.toml"))
    choice = ("--option", "must_trump=yes")
    assert "no revoke is proven" in somebody.types(*line).out
    assert "revoke: trick 1: Cleo played 9♦ and held 4♠" in somebody.types(*line, *choice).out
    said = somebody.types(*line, *choice, "--record")
    assert said.code == 2 and "leave out --option, --players and --dealer to record" in said.err
