"""What is said of a recorded deal against its cards: a record that contradicts itself is refused,
with the card and the places."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from conftest import merged_ruleset
from felt import NAMES, Dealt, case, case_of, codes
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person
from test_referee_deal import BIEN, BIZON
from test_referee_records import FOUR, THREE

from scorekeeper.game.schedule import first_state
from scorekeeper.referee.deal_record import parsed, read_record
from scorekeeper.referee.verdict import Verdict, deal_verdict
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Problem, Refused

SEEDS = st.integers(0, 10**9)


def verdict(found: Dealt, hands: bool | dict[str, str] = True, **more: Any) -> Verdict:
    """The verdict on a deal of which this is said as well; with its hands, without, or with
    these."""
    said = more if isinstance(hands, bool) else {**more, "hands": hands}
    return deal_verdict(read_record({**found.record(hands is True), **said}, found.case))


def wrong(where: Verdict) -> list[Problem]:
    """What is wrong, where the record is refused for it and has no points."""
    assert where.contradictions == where.faults and spoken(where.answer.value)["points"] is None
    return [*where.faults]


def played_by(found: Dealt) -> dict[str, tuple[int, str]]:
    """Of each card its trick and its player."""
    leads = [found.leader, *found.winners]
    names = found.case.agreed.players
    return {
        card.code: (number, names[(lead + place) % len(names)])
        for number, (trick, lead) in enumerate(zip(found.tricks, leads, strict=False), 1)
        for place, card in enumerate(trick)
    }


# --- a card in somebody's hand -------------------------------------------------------------------


@given(SEEDS, st.booleans(), st.integers(0, 23))
def test_the_turned_card_lies_in_the_hand_of_who_took_it(
    seed: int, hands: bool, place: int
) -> None:
    """ "Each of the three players will have the choice to include it in their own hand": the Bizon
    Grass is a card of the Bizon's, and refused with its places where another holds or plays it."""
    found = Dealt(case("bizon", None, "spades"), seed, 8)
    code = [card.code for hand in found.hands for card in hand][place]
    number, player = played_by(found)[code]
    judged = verdict(found, hands, bizon=player, grass=code)
    assert (judged.faults, judged.contradictions) == ((), ())
    other = next(name for name in NAMES if name != player)
    (problem,) = wrong(verdict(found, hands, bizon=other, grass=code))
    assert (problem.code, problem.fact, spoken(problem.rule)) == (
        "card-place",
        "grass",
        "guide 2, 5, 6",
    )
    assert f"belongs in {other}'s hand" in text_of(problem.message)
    assert f"played by {player} to trick {number}" in text_of(problem.message)
    assert (f"in {player}'s hand" in text_of(problem.message)) == hands


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["bizon=Goat", "grass=QH"],
            "the Bizon has eaten the Bizon Grass: Q♥ belongs in Goat's hand; recorded: in You's hand"
            " and played by You to trick 6",
        ),
        (
            ["bizon=You", "grass=AH"],
            "the Bizon has eaten the Bizon Grass: A♥ belongs in You's hand; recorded: in Sheep's hand"
            " and played by Sheep to trick 8",
        ),
    ],
)  # fmt: skip
def test_both_places_are_named(words: list[str], said: str) -> None:
    """The Bizon Grass is "included inside" the hand of the one who eats it."""
    judged = deal_verdict(read_record(parsed(BIZON, "it"), THREE, words))
    assert [text_of(problem.message) for problem in wrong(judged)] == [said]
    assert f"wrong: {said}" in [text_of(line) for line in judged.answer.lines]


def test_a_known_hand_without_the_card_is_enough() -> None:
    """A hand of which every card is known cannot have held another; one of which some are not may
    have."""
    tricks = (
        'players = ["You", "Goat", "Sheep"]\nleader = "Goat"\ntrump = "spades"\ntricks = ["AS"]\n'
    )
    whole = '[hands]\nGoat = "AS KS JS 10S AC KH QD AD"'

    def found(hand: str) -> list[str]:
        record = read_record(parsed(tricks + hand, "it"), THREE, ["bizon=Goat", "grass=9D"])
        return [
            text_of(problem.message)
            for problem in deal_verdict(record).faults
            if problem.code == "card-place"
        ]

    (said,) = found(whole)
    assert (
        "9♦ belongs in Goat's hand" in said
        and "not in that hand (A♠ K♠ J♠ 10♠ A♣ K♥ Q♦ A♦)" in said
    )
    assert found(whole.replace(" AD", "")) == []


@given(SEEDS, st.booleans())
def test_who_begins_holds_the_card_that_makes_him_begin(seed: int, hands: bool) -> None:
    """ "It is the player holding the Ace of clubs who begins": a starter who did not hold it is
    refused."""
    found = Dealt(case("bismarck-estonian", "no-trumps"), seed, 12)
    number, holder = played_by(found)["AC"]
    leader = found.case.agreed.players[found.leader]
    judged = verdict(found, hands, starter=leader)
    if holder == leader:
        assert judged.faults == ()
    else:
        (problem,) = wrong(judged)
        assert (problem.code, problem.fact) == ("card-place", "starter")
        assert f"A♣ belongs in {leader}'s hand" in text_of(problem.message)
        assert f"played by {holder} to trick {number}" in text_of(problem.message)


def test_only_the_first_deal_is_begun_so() -> None:
    """ "In the very first hand of the session": in a second deal whoever sits at the dealer's left
    begins, with the ace or without; in the first nobody need be named, for who led is the
    starter."""
    found = next(d for d in (Dealt(case("bismarck-estonian", "no-trumps"), n, 12) for n in range(99))
                 if played_by(d)["AC"][1] != d.case.agreed.players[d.leader])  # fmt: skip
    record, state = read_record(found.record(), found.case), first_state(found.case.agreed)
    assert [p.code for p in deal_verdict(record, state).faults] == ["card-place"]
    second = state._replace(deal=2, dealer=(found.leader - 1) % 3)
    assert deal_verdict(record, second).faults == ()
    assert deal_verdict(record).faults == ()  # of no session it may be any deal of the round


# --- a card set aside ----------------------------------------------------------------------------


def soup(seed: int) -> tuple[Dealt, list[str]]:
    """Eleven tricks, and three goal cards that were set aside: one for each player, of the cards
    not played."""
    rules = case("bisque").rules
    for chance in range(seed, seed + 10**6):
        found = Dealt(case_of(rules), chance, 11)
        played = played_by(found)
        aside = [card.code for card in rules.pack.cards.values() if card.code not in played]
        if all(len(rules.pack.cards[code].suits) == 2 for code in aside):
            return found, aside
    raise AssertionError("no such deal")


def picks(found: Dealt) -> list[str]:
    """A pot: of every trick a card that did not win it."""
    leads = [found.leader, *found.winners]
    wins = [(won - lead) % 3 for won, lead in zip(found.winners, leads, strict=False)]
    return [
        next(c.code for n, c in enumerate(t) if n != won)
        for t, won in zip(found.tricks, wins, strict=True)
    ]


@given(SEEDS, st.integers(0, 2), st.integers(0, 10))
def test_a_goal_card_leaves_play(seed: int, seat: int, trick: int) -> None:
    """ "Picks a double suited card from his hand … and puts it in front of him, face down": one
    that lies in a trick is refused with the trick and its player, also where it was in the pot of
    nobody."""
    found, aside = soup(seed)
    well = verdict(found, goals=aside, pot=picks(found))
    assert (well.faults, well.contradictions) == ((), ())
    pack = found.case.pack
    card = next((c for c in found.tricks[trick] if len(c.suits) == 2), None)
    if card is None:
        return
    number, player = played_by(found)[card.code]
    goals = [*aside[:seat], card.code, *aside[seat + 1 :]]
    problems = [
        p
        for p in wrong(verdict(found, False, goals=goals, pot=picks(found)))
        if p.code == "card-place"
    ]
    assert [p.fact for p in problems] == ["goals"] and pack.cards[card.code] == card
    assert f"was set aside from {NAMES[seat]}'s hand" in text_of(problems[0].message)
    assert f"played by {player} to trick {number}" in text_of(problems[0].message)


def test_a_goal_card_comes_from_the_own_hand() -> None:
    """ "From his hand": a hand as it was dealt holds the player's own goal card, and nobody
    else's."""
    found, aside = soup(1)
    dealt = {
        name: f"{codes(hand)} {code}"
        for name, hand, code in zip(NAMES, found.hands, aside, strict=False)
    }
    pot = picks(found)
    assert verdict(found, hands=dealt, goals=aside, pot=pot).faults == ()
    swapped = [aside[1], aside[0], aside[2]]
    problems = wrong(verdict(found, hands=dealt, goals=swapped, pot=pot))
    assert [p.code for p in problems] == ["card-place"] * 2
    assert "was set aside from Ann's hand; recorded: in Bob's hand" in text_of(problems[0].message)
    problems = wrong(verdict(found, hands={"Ann": dealt["Ann"]}, goals=swapped, pot=pot))
    assert "was set aside from Ann's hand; recorded: not in that hand (" in text_of(
        problems[0].message
    )
    assert "was set aside from Bob's hand; recorded: in Ann's hand" in text_of(problems[1].message)


@pytest.mark.parametrize("tricks", [11, 5])
def test_the_same_goal_card_twice_is_refused(tricks: int) -> None:
    """Each "picks a double suited card from his hand": a pack has one of each card, so no two
    players laid down the same, which is told before the deal is over too."""
    found, aside = soup(1)
    raw = {**found.record(), "goals": [aside[0], aside[0], aside[2]], "pot": picks(found)}
    judged = deal_verdict(read_record({**raw, "tricks": raw["tricks"][:tricks]}, found.case))
    (problem,) = [one for one in judged.contradictions if one.code == "card-twice"]
    assert (problem.fact, spoken(problem.rule)) == ("goals", "Goal Cards")
    assert (
        text_of(problem.message).endswith("is there twice")
        and spoken(judged.answer.value)["points"] is None
    )


# --- all the trumps in one hand ------------------------------------------------------------------


def test_a_laydown_is_all_eight_trumps() -> None:
    """ "If a player has all eight trump, when it is his turn to bid he may say, LAYDOWN PONDER":
    with other cards in that hand it is refused, and the trumps of the others are named with their
    places."""
    judged = deal_verdict(
        read_record(parsed(BIEN.replace("bid = 100", 'bid = "laydown"'), "it"), FOUR)
    )
    messages = [text_of(problem.message) for problem in wrong(judged)]
    assert all(
        message.startswith("a laydown ponder is all eight trumps in one hand: ")
        for message in messages
    )
    assert "J♦ belongs in Bob's hand; recorded: played by Cal to trick 1" in " ".join(messages)
    assert {spoken(problem.rule) for problem in judged.faults} == {"PONDER"}


def test_a_laydown_that_was_played_out_is_one() -> None:
    """All eight trumps in the bidder's hand: such a deal counts 7 whether somebody wrote the play
    down or not."""
    tricks = ["JD 7C 7S 7H", "9D 8C 8S 8H", "AD 9C 9S 9H", "KD 10C 10S 10H",
              "QD JC JS JH", "10D QC QS QH", "8D KC KS KH", "7D AC AS AH"]  # fmt: skip
    record = {"leader": "Ann", "bid": "laydown", "tricks": tricks}
    judged = deal_verdict(read_record(record, FOUR))
    assert (judged.faults, judged.answer.value["points"]) == ((), {"Ann & Cal": -7, "Bob & Dee": 0})


@given(SEEDS)
def test_a_hand_that_is_not_all_trumps_is_no_laydown(seed: int) -> None:
    """Five trumps and three other cards are no laydown, and no deal by chance is."""
    found = Dealt(case("bien", None, "spades"), seed, 8)
    judged = verdict(found, bid="laydown", bidder=NAMES[found.leader])
    assert {problem.code for problem in wrong(judged)} == {"card-place"}


# --- melds, counts, trumps -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meld", "codes"), [(0, []), (20, []), (30, ["meld-held"]), (300, ["meld-held"])]
)
def test_no_more_is_melded_than_was_held(meld: int, codes: list[str]) -> None:
    """ "That team must have been the highest bidder and the partner's meld may also be added on":
    the bidders' hands held 20; what was shown late counts less, and more than was held cannot
    count."""
    judged = deal_verdict(read_record(parsed(BIEN, "it"), FOUR, [f"meld={meld}"]))
    assert [problem.code for problem in judged.faults] == codes
    if codes:
        assert (
            text_of(wrong(judged)[0].message)
            == f"meld: entered {meld}; the hands of Bob & Dee held 20 at most"
        )


@pytest.mark.parametrize(
    ("said", "held", "codes"),
    [
        ("", 20, ["meld-held"]), ('said = "marriage"', 40, []), ('said = ["MARIAGE"]', 40, []),
    ],
)  # fmt: skip
def test_a_marriage_counts_with_its_word(said: str, held: int, codes: list[str]) -> None:
    """ "If the king or queen is first played on a trick, you must say "marriage" when it is played
    in order to count it": Ann played the king of trump to the first trick."""
    led = BIEN.replace('leader = "Bob"', f'leader = "Bob"\nbidder = "Ann"\n{said}')
    judged = deal_verdict(read_record(parsed(led, "it"), FOUR, ["meld=40"]))
    assert judged.answer.value["melds"] == {"Ann & Cal": held, "Bob & Dee": 20}
    found = [problem for problem in judged.faults if problem.code == "meld-held"]
    assert [problem.code for problem in found] == codes
    assert [text_of(mend) for problem in found for mend in problem.mends] == [
        'add said = "marriage" to the record if "marriage" was said in trick 1' for _ in codes
    ]


def test_a_word_that_no_meld_needs_is_refused() -> None:
    """What is said in a record is the word of a meld; a game without such words has no such key."""
    for text, where, message, mend in [
        ('said = "mariage!"\n' + BIEN, FOUR, "no meld needs `mariage!` to be said", "`mariage`?"),
        ('said = "belote"\n' + BIEN, FOUR, "no meld needs `belote` to be said", "say marriage"),
        ('said = "marriage"\n' + BIZON, THREE, "`said` says nothing in a recorded deal", "it may"),
    ]:
        with pytest.raises(Refused) as refused:
            read_record(parsed(text, "it"), where)
        (problem,) = refused.value.problems
        assert (problem.fact, text_of(problem.message)) == ("said", message)
        assert mend in text_of(problem.mends[0])


def test_melds_are_known_from_whole_hands_too() -> None:
    """While the deal goes on, recorded hands of eight cards say what could be melded; hands of
    fewer do not."""
    hands = {"Ann": "QD KC JH 10S 9C 8H 7C 9S", "Bob": "9D AD 7D AC AS 9H 8D 7H",
             "Cal": "JD AH QS QH JS 8C JC KS", "Dee": "10D KD QC 7S 10H KH 10C 8S"}  # fmt: skip
    hands["Dee"] = hands["Dee"].replace("KD", "KS")
    hands["Cal"] = hands["Cal"].replace("KS", "KD")
    record = {"leader": "Bob", "bid": 100, "meld": 50, "tricks": ["9D JD 10D QD"], "hands": hands}
    found = [p.code for p in deal_verdict(read_record(record, FOUR)).faults]
    assert found == ["meld-held", "deal-short"]
    hands["Ann"] = hands["Ann"].replace(" 9S", "")
    assert [p.code for p in deal_verdict(read_record(record, FOUR)).faults] == ["deal-short"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["tricks=8,0,0"],
            "tricks: entered You 8, Goat 0, Sheep 0; the tricks recorded give You 0, Goat 6, Sheep 2",
        ),
        (
            ["gp=0,28,12"],
            "GP: entered You 0, Goat 28, Sheep 12; the tricks recorded give You 0, Goat 27, Sheep 13",
        ),
        (["trump=hearts"], "trump: entered hearts; the record says spades"),
    ],
)
def test_what_is_claimed_is_what_was_recorded(words: list[str], said: str) -> None:
    """ "All tricks will be shown face up and GP will be counted as such": numbers and trumps that
    the record itself contradicts are refused with both."""
    judged = deal_verdict(read_record(parsed(BIZON, "it"), THREE, ["bizon=Goat", *words]))
    assert [text_of(problem.message) for problem in wrong(judged)] == [said]
    assert (
        deal_verdict(
            read_record(parsed(BIZON, "it"), THREE, ["bizon=Goat", "tricks=0,6,2", "trump=spades"])
        ).faults
        == ()
    )


@given(SEEDS, st.integers(1, 7), st.integers(0, 8), st.integers(0, 8))
def test_while_a_deal_goes_on_a_claim_may_still_come_true(
    seed: int, cut: int, one: int, other: int
) -> None:
    """Of a deal that is not over, more tricks may be claimed than are recorded, and never fewer."""
    found = Dealt(case("bizon", None, "spades"), seed, 8)
    claim = [one, other, 8 - one - other]
    raw = {**found.record(), "tricks": [codes(trick) for trick in found.tricks[:cut]]}
    record = read_record(raw, found.case, [f"tricks={','.join(map(str, claim))}"])
    won = [found.winners[:cut].count(seat) for seat in range(3)]
    problems = [p.code for p in deal_verdict(record).faults]
    assert ("tricks-recorded" in problems) == any(a < b for a, b in zip(claim, won, strict=True))


def test_the_first_card_makes_trumps_whatever_is_said() -> None:
    """ "The first card played is ALWAYS trump - even if by mistake": a record that says another
    suit is refused."""
    judged = deal_verdict(read_record(parsed(BIEN + 'trump = "hearts"', "it"), FOUR, ["meld=20"]))
    assert [(p.code, spoken(p.place), text_of(p.message)) for p in wrong(judged)] == [
        (
            "trump-led",
            "trick 1",
            "9♦ was led first and makes diamonds trumps; the record says hearts",
        )
    ]
    assert spoken(judged.answer.value)["trump"] == "diamonds"


def test_a_passed_deal_has_no_tricks() -> None:
    """ "If everyone passes, the cards are all taken back": a record of tricks is not of such a
    deal, and nothing else is said."""
    text = BIZON.replace('bizon = "Goat"\n', "")
    assert [
        p.code for p in wrong(deal_verdict(read_record(parsed(text, "it"), THREE, ["passed"])))
    ] == ["record-alone"]


def test_a_card_of_one_hand_is_not_played_by_another() -> None:
    """Where only one hand is recorded, a card of it that somebody else plays is named all the
    same."""
    tricks, _, rest = BIZON.partition("[hands]")
    text = tricks + '[hands]\nSheep = "JD 10C JH JC 9H KD AH QH"'
    assert "QH" in rest
    faults = deal_verdict(read_record(parsed(text, "it"), THREE, ["bizon=Goat"])).faults
    assert ("card-not-held", "trick 6") in [(p.code, spoken(p.place)) for p in faults]


def test_who_took_a_card_is_who_won_its_trick() -> None:
    """The queen of spades counts against whoever took her: she is in that player's tricks, or the
    claim is refused."""
    found = Dealt(case("more/hearts"), 7, 13)
    number, _ = played_by(found)["QS"]
    winner = found.winners[number - 1]
    hearts = [3, 3, 3, 4]
    well = verdict(found, queen=NAMES[winner], hearts=hearts)
    assert [p for p in well.faults if p.code == "card-place"] == []
    other = NAMES[(winner + 1) % 4]
    (problem,) = [
        p for p in wrong(verdict(found, queen=other, hearts=hearts)) if p.code == "card-place"
    ]
    assert f"Q♠ belongs in {other}'s tricks" in text_of(problem.message)
    assert f"in trick {number}, which {NAMES[winner]} won" in text_of(problem.message)


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"), [([], 0), (["grass=QS"], 1), (["grass=AS"], 0), (["gp=9,27,13"], 1), (["bizon=You"], 1)]
)  # fmt: skip
def test_the_exit_code_says_whether_the_record_stands(
    tmp_path: Path, words: Sequence[str], code: int
) -> None:
    """Everything that can be told is told, and a record that contradicts itself is refused; one of
    which something is still to be said is not."""
    (tmp_path / "evening.toml").write_text(f'rules = "bizon"\n{BIZON}')
    said = Person(tmp_path / "home").types(
        "referee", "deal", str(tmp_path / "evening.toml"), "bizon=Goat", *words
    )
    assert (said.code, said.err != "") == (code, code == 1)
    assert said.err.startswith("refused: the record contradicts itself\n" if code else "")
    assert "trick 8: Sheep A♥, You 10♥, Goat A♦; Sheep wins" in said.out


def test_a_contradiction_is_not_recorded(tmp_path: Path) -> None:
    """What the referee refuses is not entered into the session either."""
    (tmp_path / "evening.toml").write_text(BIZON)
    somebody = Person(tmp_path / "home")
    somebody.does("new bizon You Goat Sheep --dealer You")
    said = somebody.types(
        "referee", "deal", str(tmp_path / "evening.toml"), "bizon=Goat", "grass=QH", "--record"
    )
    assert said.code == 1 and "played by You to trick 6" in said.err
    assert somebody.types("sheet", "--format", "json").json["deals"] == []


# --- the word of the format ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "path"),
    [
        ({"which": "5C", "whose": "dealer"}, "card[0].which"),
        ({"which": "fact nobody", "whose": "dealer"}, "card[0].which"),
        ({"which": "fact bizon", "whose": "dealer"}, "card[0].which"),
        ({"which": "AC", "whose": "the winner"}, "card[0].whose"),
        ({"which": "AC", "whose": "fact nobody"}, "card[0].whose"),
        ({"which": "AC"}, "card[0].whose"),
        ({"which": "fact grass"}, "card[0].whose"),
        ({"which": "AC", "whose": "dealer", "lies": "somewhere"}, "card[0].lies"),
        ({"which": "AC", "whose": "dealer", "when": "nothing_known"}, "card[0].when"),
    ],
)
def test_a_row_names_cards_and_somebody(row: dict[str, Any], path: str) -> None:
    """A row about cards that there are not, or about nobody, is a fault of the page."""
    with pytest.raises(Refused) as refused:
        read_ruleset({**merged_ruleset("bizon"), "card": [row]}, "bizon")
    assert path in [problem.fact for problem in refused.value.problems]


def test_a_row_without_a_reason_says_the_places_alone() -> None:
    """Rules need not say why a card must lie where it must; then no mark stands before it."""
    row = {"which": "AS", "whose": "dealer", "source": "page 3"}
    rules = read_ruleset({**merged_ruleset("bizon"), "card": [row]}, "bizon")
    where = case_of(rules)._replace(dealer=2)
    raw = {"leader": "Ann", "trump": "spades", "tricks": ["AS KS QS"]}
    (problem,) = [p for p in deal_verdict(read_record(raw, where)).faults if p.code == "card-place"]
    assert (
        text_of(problem.message) == "A♠ belongs in Cal's hand; recorded: played by Ann to trick 1"
    )
    assert (problem.fact, spoken(problem.rule)) == ("hands", "page 3")


@pytest.mark.parametrize(
    ("game", "fact", "value", "is_wrong"),
    [
        ("bismarck-swedish", "contract", "sang", True), ("bismarck-swedish", "contract", "pass", False),
        ("bizon", "trump", "hearts", True), ("bizon", "trump", "clubs", False),
    ],
)  # fmt: skip
def test_a_row_may_be_of_one_contract_or_trump_alone(
    game: str, fact: str, value: str, is_wrong: bool
) -> None:
    """The contract and the trumps that the play shows decide whether a row is about the deal."""
    when = f'{fact} in ("sang", "hearts")'
    row = {"which": "AS", "whose": "dealer", "when": when, "source": "page 3"}
    rules = read_ruleset({**merged_ruleset(game), "card": [row]}, "own")
    raw = {"leader": "Ann", fact: value, "tricks": ["AS KS QS"]}
    faults = deal_verdict(read_record(raw, case_of(rules)._replace(dealer=2))).faults
    assert ("card-place" in [problem.code for problem in faults]) == is_wrong


def test_a_card_that_lies_in_no_trick_of_a_whole_deal_was_taken_by_nobody() -> None:
    """Only once every trick is there is a card that was never played in none of them."""
    row = {"which": "9C", "lies": "in tricks", "whose": "dealer", "source": "page 3"}
    rules = read_ruleset({**merged_ruleset("bizon"), "card": [row]}, "own")
    where, text = case_of(rules), BIZON.partition("[hands]")[0].replace("10S JC 9C", "10S JC KC")
    raw = {**parsed(text, "it"), "players": [*where.agreed.players], "leader": "Ann"}

    def found(tricks: list[str]) -> list[str]:
        verdict_on = deal_verdict(read_record({**raw, "tricks": tricks}, where))
        return [text_of(p.message) for p in verdict_on.faults if p.code == "card-place"]

    assert found(raw["tricks"]) == ["9♣ belongs in Cal's tricks; recorded: in no trick"]
    assert found(raw["tricks"][:-1]) == []
