"""Every variant of the source documents: what it is called, who does what when, how whole
sessions score, what is refused. Whole sessions are compared with the hand calculations of
`hand_variants`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import combinations, pairwise
from typing import Any

import hand_variants as hand
import pytest
from conftest import allowed, deals, merged_ruleset, ruleset
from hand_variants import Line
from hypothesis import given
from hypothesis import strategies as st
from shown import rules_text

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import State, Turn, deals_per_game, first_state, turn
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.game.standing import Standing, passed_over, standing, winners
from scorekeeper.record.entered_words import read_words, split_line
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem, Refused

Deal = dict[str, Any]
NAMES = ("Ann", "Bo", "Cleo", "Dee")


# --- names ----------------------------------------------------------------------------------------

# The contracts in the order of the sheet, each with other words that are read for it.
CONTRACTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "bismarck-swedish": {
        "spader": ("spades",), "trumf": ("valfri", "trumps", "free choice"),
        "sang": ("spel", "no trumps", "grand"), "pass": ("misère", "misere"),
    },
    "bismarck-classic": {"trumf": ("trumps",), "sang": ("no trumps",), "noll": ("misère", "null")},
    "bismarck-classic-extra": {"trumf": (), "valfri": ("free choice",), "sang": (), "noll": ()},
    "bismarck-kortman": {
        "chosen-trumps": ("forehand chooses trump",), "turned-trumps": ("turned trump",),
        "sans-atout": ("no trumps",), "nolle": ("misère",),
    },
    "bismarck-british": {
        "no-trumps": ("nt",), "cut-trumps": ("random trumps",), "chosen-trumps": ("dealer's trumps",),
        "misere": ("misär",),
    },
    "bismarck-british-choice": {"no-trumps": (), "cut-trumps": (), "chosen-trumps": (), "misere": ("Misère",)},
    "bismarck-coleman": {
        "hearts": ("hjärter",), "clubs": ("klöver",), "diamonds": ("ruter",), "spades": ("spader",),
        "no-trumps": ("sang",), "chosen-trumps": ("dealer's choice",),
    },
    "bismarck-polley": {
        "hearts": (), "clubs": (), "diamonds": (), "spades": (), "no-trumps": (), "chosen-trumps": (),
        "misere": ("misère",),
    },
    "bismarck-follett": {
        "no-trumps": (), "trumps": (), "cut-trumps": (), "chosen-trumps": ("dealer chooses trumps",), "misere": (),
    },
    "bismarck-lever": {
        "chosen-trumps": (), "last-card-trumps": ("turned trumps",), "no-trumps": (), "misere": (),
    },
    "bismarck-raf": {
        "clubs": (), "diamonds": (), "hearts": (), "spades": (), "no-trumps": ("nt",), "miss": ("misère",),
    },
    "bismarck-finnish": {"trump": ("trumps",), "no-trumps": ("sang",), "misere": (), "free-choice": ("valfri",)},
    "bismarck-portuguese": {
        "no-trump": ("no trumps",), "negatives": ("misère",), "table-trump": ("bordstrumf",), "other-trump": (),
    },
    "bismarck-estonian": {
        "no-trumps": ("nt",), "no-trumps-lose": (), "trumps": ("trumf",), "trumps-lose": (),
        "stops-up": (), "stops-down": (), "stops-chosen": (),
    },
}  # fmt: skip

# id: players, cards in the pack, in the hand, beside, deals
TABLE = {
    "bismarck-swedish": (3, 52, 16, 4, 12), "bismarck-classic": (3, 52, 16, 4, 9),
    "bismarck-classic-extra": (3, 52, 16, 4, 12), "bismarck-kortman": (3, 52, 16, 4, 12),
    "bismarck-british": (3, 52, 16, 4, 12), "bismarck-british-choice": (3, 52, 16, 4, 12),
    "bismarck-coleman": (3, 52, 16, 4, 18), "bismarck-polley": (3, 52, 16, 4, 21),
    "bismarck-follett": (3, 52, 16, 4, 15),
    "bismarck-lever": (3, 52, 15, 7, 12), "bismarck-raf": (3, 52, 16, 4, 18), "bismarck-finnish": (4, 52, 13, 0, 16),
    "bismarck-portuguese": (3, 52, 16, 4, 12), "bisque": (3, 36, 12, 0, 6), "bizon": (3, 24, 8, 0, 15),
    "bien": (4, 32, 8, 0, None),
}  # fmt: skip


def table(name: str, first: int = 0, players: int | None = None) -> Agreed:
    """A table of players at this game, the player in a seat dealing first."""
    rules = ruleset(name)
    names = NAMES[: players or rules.players[0]]
    return agree(rules, names, names[first])


def turns(agreed: Agreed, number: int) -> list[Turn]:
    """The turns of a session in which nobody scores."""
    found, state = [], first_state(agreed)
    for _ in range(number):
        found.append(turn(agreed, state))
        state = passed_over(agreed, state)
    return found


@pytest.mark.parametrize("name", CONTRACTS)
def test_contracts_stand_in_sheet_order(name: str) -> None:
    """The contracts of a game, by the names that are typed, in the order of its sheet."""
    assert list(ruleset(name).contracts) == list(CONTRACTS[name])


@pytest.mark.parametrize("name", CONTRACTS)
def test_every_word_for_a_contract_is_read(name: str) -> None:
    """A contract is known by its id and by its words in any language, in any case, where it is
    open."""
    agreed = table(name)
    state = first_state(agreed)
    for contract, words in CONTRACTS[name].items():
        at = _open(agreed, state, contract)
        for word in (contract, contract.upper(), *words):
            typed = read_words(agreed, at, split_line(f'"contract={word}"'))
            assert typed.facts.get("contract") == contract, word
            assert typed.problems == ()


def _open(agreed: Agreed, state: State, contract: str) -> State:
    """The first state in which a contract is open."""
    while contract not in turn(agreed, state).contracts:
        state = passed_over(agreed, state)
    return state


@pytest.mark.parametrize("name", TABLE)
def test_the_cards_of_a_game(name: str) -> None:
    """Players, pack, hand, cards beside and deals are those of the source."""
    rules = ruleset(name)
    players, cards, in_hand, beside, number = TABLE[name]
    assert rules.players == (players,)
    assert (
        len(rules.pack.cards),
        rules.hand and rules.hand.constant,
        rules.talon.constant if rules.talon else 0,
    ) == (cards, in_hand, beside)
    assert deals_per_game(table(name)) == number


# --- who deals, declares and leads ----------------------------------------------------------------

FOREHAND = ["bismarck-swedish", "bismarck-classic", "bismarck-classic-extra", "bismarck-kortman"]
DEALER = [
    "bismarck-coleman", "bismarck-polley", "bismarck-follett", "bismarck-lever", "bismarck-raf", "bismarck-portuguese",
]  # fmt: skip
STINTS = ["bismarck-british", "bismarck-british-choice"]


@pytest.mark.parametrize("name", [*FOREHAND, *DEALER])
def test_the_deal_passes_left(name: str) -> None:
    """Whoever deals first, the deal passes left after every deal, and everybody deals equally
    often."""
    number = TABLE[name][4] or 0
    for first in range(3):
        dealers = [t.dealer for t in turns(table(name, first), number)]
        assert dealers == [(first + deal) % 3 for deal in range(number)]
        assert {dealers.count(seat) for seat in range(3)} == {number // 3}


@pytest.mark.parametrize("name", FOREHAND)
def test_in_sweden_forehand_declares_and_leads(name: str) -> None:
    """The player at the dealer's left declares and leads."""
    assert all(t.declarer == t.leader == (t.dealer + 1) % 3 for t in turns(table(name), 9))


@pytest.mark.parametrize("name", [*DEALER, *STINTS])
def test_elsewhere_the_dealer_declares_and_the_left_leads(name: str) -> None:
    """The dealer declares; the player at the dealer's left leads."""
    assert all(
        (t.declarer, t.leader) == (t.dealer, (t.dealer + 1) % 3) for t in turns(table(name), 12)
    )


@pytest.mark.parametrize("name", STINTS)
def test_each_deals_four_times_in_succession(name: str) -> None:
    """Stints of four, a round each."""
    found = turns(table(name, 1), 12)
    assert [t.dealer for t in found] == [1] * 4 + [2] * 4 + [0] * 4
    assert [t.round for t in found] == [1] * 4 + [2] * 4 + [3] * 4


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("bismarck-classic", ["trumf", "sang", "noll"]),
        ("bismarck-classic-extra", ["trumf", "valfri", "sang", "noll"]),
        ("bismarck-kortman", ["chosen-trumps", "turned-trumps", "sans-atout", "nolle"]),
        ("bismarck-coleman", hand.COLEMAN),
    ],
)
def test_a_contract_lasts_a_round(name: str, order: list[str]) -> None:
    """In rounds of three every contract is dealt by each player once."""
    assert [t.contracts for t in turns(table(name), 3 * len(order))] == [
        (contract,) for contract in order for _ in range(3)
    ]


def test_polleys_dealers_meet_the_seven_contracts_in_three_orders() -> None:
    """Seven contracts and three dealers: the first meets hearts, spades, misère …, each of them
    all seven."""
    found = turns(table("bismarck-polley"), 21)
    met = [[t.contracts[0] for t in found if t.dealer == dealer] for dealer in range(3)]
    choice, none = "chosen-trumps", "no-trumps"
    assert met == [
        ["hearts", "spades", "misere", "diamonds", choice, "clubs", none],
        ["clubs", none, "hearts", "spades", "misere", "diamonds", choice],
        ["diamonds", choice, "clubs", none, "hearts", "spades", "misere"],
    ]


def test_levers_dealers_each_meet_the_four_contracts() -> None:
    """Four contracts and three dealers rotate cleanly."""
    found = turns(table("bismarck-lever"), 12)
    assert all(
        {t.contracts[0] for t in found if t.dealer == dealer} == set(CONTRACTS["bismarck-lever"])
        for dealer in range(3)
    )


def test_finnish_forehand_declares_for_the_team() -> None:
    """Four players in two teams across, sixteen deals, forehand declares and leads."""
    agreed = table("bismarck-finnish")
    assert agreed.side_names == ("Ann & Cleo", "Bo & Dee")
    found = turns(agreed, 16)
    assert [t.dealer for t in found] == [0, 1, 2, 3] * 4
    assert all(t.declarer == t.leader == (t.dealer + 1) % 4 for t in found)


@pytest.mark.parametrize("players", [3, 4])
def test_the_holder_of_the_ace_of_clubs_begins_in_estonia(players: int) -> None:
    """In the first deal that player has forehand's part whoever dealt, and deals the second;
    then everybody is forehand once a round."""
    agreed = table("bismarck-estonian", 0, players)
    state = first_state(agreed)
    assert turn(agreed, state).declarer is None
    for starter in range(players):
        facts = {"starter": NAMES[starter], "tricks": [36 // players, *[0] * (players - 1)]}
        begun = standing(agreed, deals(facts))
        assert begun.deals[0].turn.declarer == begun.deals[0].turn.leader == starter
        following, now = [starter], begun.state
        for _ in range(players - 1):
            assert turn(agreed, now).dealer == following[-1]
            following.append(turn(agreed, now).declarer or 0)
            now = passed_over(agreed, now)
        assert sorted(following) == list(range(players))


@pytest.mark.parametrize("players", [3, 4])
def test_estonias_eighth_round_is_a_free_choice_of_the_first_six(players: int) -> None:
    """Seven rounds of one contract, then one in which every game but the last may be chosen
    again."""
    agreed = table("bismarck-estonian", 0, players)
    assert deals_per_game(agreed) == 8 * players
    found = turns(agreed, 8 * players)
    assert [t.contracts for t in found[: 7 * players]] == [
        (contract,) for contract in hand.ESTONIAN for _ in range(players)
    ]
    assert {t.contracts for t in found[7 * players :]} == {tuple(hand.ESTONIAN[:6])}


# --- whole sessions against the hand --------------------------------------------------------------


def tricks(chance: random.Random, total: int, sides: int) -> list[int]:
    """A total split among the sides by chance."""
    edges = [0, *sorted(chance.randint(0, total) for _ in range(sides - 1)), total]
    return [after - before for before, after in pairwise(edges)]


def each_once(chance: random.Random, contracts: list[str], order: list[int]) -> list[Deal]:
    """Deals in which those who declare, in this order, choose each contract once."""
    left = {seat: chance.sample(contracts, len(contracts)) for seat in set(order)}
    return [{"contract": left[seat].pop()} for seat in order]


def a_session(name: str, chance: random.Random, first: int) -> list[Deal]:
    """What is entered in a whole session: contracts where they are chosen, tricks."""
    contracts, number = list(CONTRACTS[name]), TABLE[name][4] or 0
    seats, total, sides = (
        (4, 13, 2) if name == "bismarck-finnish" else (3, 15 if name == "bismarck-lever" else 16, 3)
    )
    stint = 4 if name in STINTS else 1
    order = [(first + deal // stint) % seats for deal in range(number)]
    chosen: list[Deal] = [{} for _ in range(number)]
    if ruleset(name).deals.picked:
        chosen = each_once(chance, contracts, order)
    return [{**deal, "tricks": tricks(chance, total, sides)} for deal in chosen]


BY_HAND: Mapping[str, Callable[[int, list[Deal]], list[Line]]] = {
    "bismarck-swedish": hand.swedish, "bismarck-classic": hand.classic, "bismarck-classic-extra": hand.classic_extra,
    "bismarck-kortman": hand.kortman, "bismarck-british": hand.british, "bismarck-british-choice": hand.british_choice,
    "bismarck-coleman": hand.coleman, "bismarck-polley": hand.polley, "bismarck-follett": hand.follett,
    "bismarck-lever": hand.lever, "bismarck-raf": hand.raf, "bismarck-finnish": hand.finnish,
    "bismarck-portuguese": hand.portuguese,
}  # fmt: skip


def lines_of(scored: Standing) -> list[Line]:
    """The program's sheet as lines kept by hand."""
    return [
        Line(d.turn.dealer, d.turn.declarer or 0, d.turn.leader or 0, d.contract or "", list(d.points), list(d.totals))
        for d in scored.deals
    ]  # fmt: skip


@pytest.mark.parametrize("name", BY_HAND)
@given(chance=st.randoms(use_true_random=False), first=st.integers(0, 2))
def test_a_whole_session_is_scored_as_by_hand(name: str, chance: random.Random, first: int) -> None:
    """Any session from the first deal to the last: dealer, declarer, leader, contract, points
    and totals of every deal, and who has won, are those of a sheet kept by hand."""
    entered = a_session(name, chance, first)
    scored = allowed(table(name, first), *entered)
    by_hand = BY_HAND[name](first, entered)
    assert lines_of(scored) == by_hand
    assert scored.state.over
    best = max(by_hand[-1].totals)
    assert winners(scored) == tuple(
        side for side, total in enumerate(by_hand[-1].totals) if total == best
    )


def left_over(chance: random.Random, players: int) -> list[int]:
    """Cards left in hand after a stops round: one has none, the others each laid one at least."""
    left = [chance.randint(1, 36 // players - 1) for _ in range(players)]
    left[chance.randrange(players)] = 0
    return left


@pytest.mark.parametrize("players", [3, 4])
@given(chance=st.randoms(use_true_random=False), first=st.integers(0, 2), starter=st.integers(0, 2))
def test_a_whole_estonian_session_is_scored_as_by_hand(
    players: int, chance: random.Random, first: int, starter: int
) -> None:
    """Seven rounds and a free choice, stops rounds by the cards left, from any first dealer and
    any first starter."""
    entered: list[Deal] = []
    for number in range(8 * players):
        deal: Deal = {"starter": NAMES[starter]} if number == 0 else {}
        contract = ([*hand.ESTONIAN, chance.choice(hand.ESTONIAN[:6])])[number // players]
        if number >= 7 * players:
            deal["contract"] = contract
        deal |= (
            {"left": left_over(chance, players)}
            if contract.startswith("stops")
            else {"tricks": tricks(chance, 36 // players, players)}
        )
        entered.append(deal)
    scored = allowed(table("bismarck-estonian", first, players), *entered)
    assert lines_of(scored) == hand.estonian(first, entered, starter, players)
    assert scored.state.over


@pytest.mark.parametrize(
    "name", ["bismarck-swedish", "bismarck-raf", "bismarck-finnish", "bismarck-lever"]
)
@given(chance=st.randoms(use_true_random=False))
def test_points_always_add_up_to_nothing(name: str, chance: random.Random) -> None:
    """Where the quotas are the tricks, nobody wins a point that somebody has not lost."""
    assert {
        sum(deal.points) for deal in allowed(table(name), *a_session(name, chance, 0)).deals
    } == {0}


@given(chance=st.randoms(use_true_random=False))
def test_folletts_session_ends_where_nobody_began(chance: random.Random) -> None:
    """Twelve deals of +1 and three of -1 are +9: from -3 each the totals add up to 0 at the end."""
    assert (
        sum(
            allowed(
                table("bismarck-follett"), *a_session("bismarck-follett", chance, 0)
            ).state.totals
        )
        == 0
    )


# --- what cannot be -------------------------------------------------------------------------------


def codes(
    agreed: Agreed, facts: Deal, before: int = 0, played: list[Deal] | None = None
) -> list[str]:
    """The reasons to refuse a deal after so many that nobody scored in, or after these."""
    state = standing(agreed, deals(*played)).state if played else first_state(agreed)
    for _ in range(before):
        state = passed_over(agreed, state)
    return [problem.code for problem in judged(agreed, state, facts).problems]


@pytest.mark.parametrize("name", BY_HAND)
def test_tricks_must_be_those_of_the_deal(name: str) -> None:
    """One trick too many or too few, a trick below nothing, a number missing or too many are
    each refused."""
    agreed = table(name)
    first = turn(agreed, first_state(agreed)).contracts[0]
    sides, total = len(agreed.sides), ruleset(name).counts["tricks"].total
    assert total is not None
    most = total.constant or 0
    rest = [0] * (sides - 2)
    for wrong, code in [
        ([most, 1, *rest], "tricks-total"), ([most - 1, 0, *rest], "tricks-total"),
        ([most + 1, -1, *rest], "tricks-range"), ([most, 0, *rest, 0], "tricks-number"),
        ([most, None, *([None] * (sides - 2))], "tricks-missing" if sides > 2 else ""),
        ([1.5, most, *rest], "tricks-value"), ("many", "tricks-value"),
    ]:  # fmt: skip
        if code:
            assert code in codes(agreed, {"contract": first, "tricks": wrong}), wrong
    assert codes(agreed, {"contract": first}) == ["tricks-missing"]
    assert codes(agreed, {"contract": first, "tricks": [most, 0, *rest]}) == []


@pytest.mark.parametrize("name", [name for name in BY_HAND if not ruleset(name).deals.picked])
def test_a_contract_out_of_its_turn_is_refused(name: str) -> None:
    """Where the order is fixed only the contract whose turn it is can be played, in every deal
    of a session."""
    agreed, number = table(name), TABLE[name][4] or 0
    for before in range(number):
        open_now = turns(agreed, before + 1)[-1].contracts
        for contract in CONTRACTS[name]:
            found = codes(
                agreed,
                {"contract": contract, "tricks": [5, 5, 5 if name == "bismarck-lever" else 6]},
                before,
            )
            assert found == ([] if contract in open_now else ["contract-order"])


@pytest.mark.parametrize("name", [name for name in BY_HAND if ruleset(name).deals.picked])
def test_a_contract_chosen_twice_is_refused(name: str) -> None:
    """Whoever has played a contract cannot choose it again; everybody else still can."""
    agreed = table(name)
    entered = a_session(name, random.Random(4), 0)
    declared: dict[int, set[str]] = {}
    for number, deal in enumerate(entered):
        state = standing(agreed, deals(*entered[:number])).state
        declarer = turn(agreed, state).declarer or 0
        for contract in CONTRACTS[name]:
            found = [p.code for p in judged(agreed, state, {**deal, "contract": contract}).problems]
            assert found == (["contract-used"] if contract in declared.get(declarer, set()) else [])
        declared.setdefault(declarer, set()).add(deal["contract"])
    assert codes(agreed, {"tricks": entered[0]["tricks"]}) == ["contract-missing"]


@pytest.mark.parametrize("name", BY_HAND)
def test_no_deal_follows_the_last(name: str) -> None:
    """After the last deal a session is over, and one more is refused."""
    entered = a_session(name, random.Random(5), 0)
    assert codes(table(name), entered[-1], played=entered) == ["session-over"]


@pytest.mark.parametrize("name", CONTRACTS)
def test_trumps_are_those_of_the_contract(name: str) -> None:
    """No suit goes with a contract without trumps, no other with one whose suit is fixed, any
    with an open one; in a game whose suits are all fixed none is entered."""
    rules = ruleset(name)
    for contract, is_known in rules.contracts.items():
        agreed = table(name)
        state = _open(agreed, first_state(agreed), contract)
        for suit in rules.pack.suits:
            facts = {"contract": contract, "trump": suit, "tricks": [0, 0, 0], "left": [0, 1, 1]}
            refused = "trump" in [problem.fact for problem in judged(agreed, state, facts).problems]
            assert refused == (is_known.trump not in ("open", suit) or "trump" not in rules.facts)


@pytest.mark.parametrize("name", CONTRACTS)
def test_another_number_of_players_cannot_play(name: str) -> None:
    """A game is for the players it is for."""
    for number in {2, 3, 4, 5} - set(ruleset(name).players):
        with pytest.raises(Refused, match="players"):
            agree(ruleset(name), [*NAMES, "Eve"][:number])


@pytest.mark.parametrize(
    ("facts", "before", "found"),
    [
        ({"tricks": [4, 4, 4]}, 0, ["starter-missing"]),
        ({"tricks": [4, 4, 4], "starter": "Zoe"}, 0, ["player-unknown"]),
        ({"tricks": [4, 4, 4], "starter": "Ann"}, 1, ["fact-unused"]),
        ({"left": [0, 3, 4]}, 12, []),
        ({"left": [0, 0, 4]}, 12, ["left-finisher"]),
        ({"left": [2, 3, 4]}, 12, ["left-finisher"]),
        ({"left": [0, 13, 4]}, 12, ["left-range"]),
        ({"left": [0, 11, 12]}, 12, ["left-most"]),
        ({"tricks": [4, 4, 4]}, 12, ["left-missing", "fact-unused"]),
        ({"left": [0, 3, 4]}, 0, ["starter-missing", "tricks-missing", "fact-unused"]),
        ({"left": [0, 3, 4], "start": "8", "direction": "up"}, 18, []),
        ({"left": [0, 3, 4], "start": "5", "direction": "up"}, 18, ["start-value"]),
        ({"left": [0, 3, 4], "start": "8", "direction": "sideways"}, 18, ["direction-value"]),
        ({"left": [0, 3, 4], "start": "8", "direction": "up"}, 12, ["fact-unused", "fact-unused"]),
        ({"tricks": [4, 4, 4]}, 21, ["contract-missing"]),
        ({"contract": "stops-chosen", "left": [0, 3, 4]}, 21, ["contract-order"]),
        ({"contract": "stops-up", "left": [0, 3, 4]}, 21, []),
        ({"contract": "stops-up", "tricks": [4, 4, 4]}, 21, ["left-missing", "fact-unused"]),
    ],
)
def test_what_cannot_be_in_estonia(facts: Deal, before: int, found: list[str]) -> None:
    """The first deal's starter, one player out of cards, round seven's rank and direction, round
    eight's choice."""
    assert sorted(codes(table("bismarck-estonian"), facts, before)) == sorted(found)


def estonian_in_round_8(facts: Deal) -> Problem:
    """The one problem of a deal of the free choice."""
    agreed = table("bismarck-estonian", 2)
    state = first_state(agreed)
    for _ in range(21):
        state = passed_over(agreed, state)
    (problem,) = judged(agreed, state, facts).problems
    return problem


def test_round_7_is_not_repeated() -> None:
    """Round 8: "They are not allowed to repeat round 7." The refusal says so, with what is left
    and where it stands."""
    problem = estonian_in_round_8({"contract": "stops-chosen", "left": [0, 3, 4]})
    assert (problem.code, problem.fact) == ("contract-order", "contract")
    assert text_of(problem.message).startswith(
        "Stops chosen may not be repeated in round 8; Ann may choose “No trumps”, "
    )
    assert (
        problem.rule is not None
        and text_of(problem.rule) == "Bismarck in Estonia; rulings 2 (10), (12)"
    )
    assert [text_of(mend) for mend in problem.mends] == [
        "begin with one of them: scorekeeper deal no-trumps …"
    ]


def test_a_contract_whose_round_is_still_to_come_is_out_of_order() -> None:
    """Only of what had its round is said that it may not be repeated: where round 2 leaves two
    contracts to choose from, that of round 3 comes too early."""
    raw = merged_ruleset("bismarck-estonian")
    raw["deals"]["order"] = ["no-trumps", ["trumps", "trumps-lose"], "stops-up"]
    agreed = agree(read_ruleset(raw, "odd"), ("Ann", "Bob", "Cal"))
    state = first_state(agreed)
    for _ in range(3):
        state = passed_over(agreed, state)
    told = [
        text_of(judged(agreed, state, {"contract": name, "tricks": [4, 4, 4]}).problems[0].message)
        for name in ("no-trumps", "stops-up")
    ]
    assert told == [
        "No trumps may not be repeated in round 2; Bob may choose “Trumps” or “Trumps, lose”",
        "deal 4 is “Trumps” or “Trumps, lose”, not Stops up: the order is fixed",
    ]


def test_contracts_with_commas_in_their_names_do_not_run_together() -> None:
    """Round 8: "the player to dealer's left chooses any one of the contracts from rounds 1-6"."""
    problem = estonian_in_round_8({"tricks": [4, 4, 4]})
    choice = "“No trumps”, “No trumps, lose”, “Trumps”, “Trumps, lose”, “Stops up” or “Stops down”"
    assert text_of(problem.message) == f"the contract is missing; Ann may choose {choice}"


def test_the_free_choice_is_made_before_the_deal() -> None:
    """Round 8: "Before the deal, the player to dealer's left chooses"."""
    rules = ruleset("bismarck-estonian")
    assert rules.deals.before and not ruleset("bismarck-swedish").deals.before
    assert "In round 8 the player at the dealer's left chooses, before the deal, " in rules_text(
        rules
    )


# --- Bisque ---------------------------------------------------------------------------------------


def cards() -> list[str]:
    """The codes of the Decktet."""
    return list(ruleset("bisque").pack.cards)


def test_the_decktet_has_its_cards() -> None:
    """36 cards: six Aces and six Crowns of one suit each, and three cards of every rank between
    with two."""
    assert len(cards()) == 36
    assert sorted(code[0] for code in cards()) == sorted(
        "A" * 6 + "C" * 6 + "".join(rank * 3 for rank in "23456789")
    )
    assert all(len(code) == (2 if code[0] in "AC" else 3) for code in cards())


def test_every_suit_of_the_decktet_is_worth_59() -> None:
    """Ten cards bear each suit, worth 5 for the Ace, 10 for the Crown and their pips: 59."""
    worth = {"A": 5, "C": 10, **{str(pips): pips for pips in range(2, 10)}}
    for suit in "MSWLYK":
        bearing = [code for code in cards() if suit in code[1:]]
        assert (len(bearing), sum(worth[code[0]] for code in bearing)) == (10, 59)


def test_no_suit_is_repeated_at_a_rank_and_three_pairs_are_missing() -> None:
    """The three cards of a rank bear all six suits; moons and wyrms, suns and leaves, waves and
    knots never meet."""
    for rank in "23456789":
        assert sorted("".join(code[1:] for code in cards() if code[0] == rank)) == sorted("MSWLYK")
    pairs = {frozenset(code[1:]) for code in cards() if len(code) == 3}
    every = {frozenset(pair) for pair in combinations("MSWLYK", 2)}
    assert every - pairs == {frozenset("MY"), frozenset("SL"), frozenset("WK")}


GOALS = ["2MK", "2SY", "2WL"]


@given(st.randoms(use_true_random=False))
def test_a_pot_is_scored_as_by_hand(chance: random.Random) -> None:
    """Any goals and any pot that can be: the lower of the two sums of each goal card's suits."""
    doubles = [code for code in cards() if len(code) == 3]
    goals = chance.sample(doubles, 3)
    pot = chance.sample([code for code in cards() if code not in goals], 11)
    verdict = judged(table("bisque"), first_state(table("bisque")), {"goals": goals, "pot": pot})
    if verdict.scored is not None:
        assert list(verdict.scored.points) == [hand.pot_score(goal, pot) for goal in goals]
    else:
        assert {problem.code for problem in verdict.problems} == {"pot-tricks"}
        assert not can_be_beaten(goals, pot)


def can_be_beaten(goals: list[str], pot: list[str]) -> bool:
    """Whether every card of a pot can have lost to another of its rank or higher, trying the
    highest first."""
    height = "A23456789C".index
    others = sorted(
        (height(code[0]) for code in cards() if code not in (*goals, *pot)), reverse=True
    )
    losers = sorted((height(code[0]) for code in pot), reverse=True)
    return all(winner >= loser for winner, loser in zip(others, losers, strict=False))


def pot_codes(pot: list[str], goals: list[str] | None = None) -> list[str]:
    """The reasons to refuse this pot."""
    agreed = table("bisque")
    facts = {"goals": goals or GOALS, "pot": pot}
    return [problem.code for problem in judged(agreed, first_state(agreed), facts).problems]


LOW = ["AM", "AS", "AW", "AL", "AY", "AK", "3MW", "3SK", "3LY", "4MS", "4WL"]


def test_a_pot_that_eleven_tricks_can_make_is_taken() -> None:
    """Eleven low cards are a pot; so are three Crowns with eight of them, and three Crowns and
    one nine with seven."""
    assert pot_codes(LOW) == []
    assert pot_codes([*LOW[:8], "CM", "CS", "CW"]) == []
    assert pot_codes([*LOW[:7], "CM", "CS", "CW", "9MS"]) == []
    assert pot_codes([*LOW[:7], "9MS", "9WY", "9LK", "CM"]) == []


def test_more_than_three_crowns_are_refused() -> None:
    """A Crown loses only to another Crown, and there are six."""
    assert pot_codes([*LOW[:7], "CM", "CS", "CW", "CL"]) == ["pot-tricks"]


def test_more_than_four_cards_from_nine_up_are_refused() -> None:
    """Nine nines and Crowns: five of them in the pot cannot have lost to the four that are left."""
    assert pot_codes([*LOW[:6], "CM", "CS", "9MS", "9WY", "9LK"]) == ["pot-tricks"]
    assert pot_codes([*LOW[:6], "CM", "CS", "CW", "9MS", "9WY"]) == ["pot-tricks"]


@pytest.mark.parametrize(
    ("goals", "pot", "found"),
    [
        (["AM", "2SY", "2WL"], [*LOW[1:], "5ML"], ["goals-suits"]),
        (["CM", "2SY", "2WL"], LOW, ["goals-suits"]),
        (["2MK", "2MK", "2WL"], LOW, ["card-twice"]),
        (["2MK", "2SY"], LOW, ["goals-number"]),
        (GOALS, LOW[:10], ["pot-number"]),
        (GOALS, [*LOW, "5ML"], ["pot-number"]),
        (GOALS, [*LOW[:10], "AM"], ["card-twice"]),
        (GOALS, [*LOW[:10], "2MK"], ["card-twice"]),
        (GOALS, [*LOW[:10], "2MY"], ["card-unknown"]),
    ],
)
def test_goals_and_pot_are_cards_that_can_be(
    goals: list[str], pot: list[str], found: list[str]
) -> None:
    """Three different two-suited goals, and a pot of eleven different cards of which none is a
    goal."""
    assert pot_codes(pot, goals) == found


def test_scores_counted_by_hand_stand_alone() -> None:
    """Scores may be given instead of cards, never beside them; 45 is the most."""
    agreed = table("bisque")
    state = first_state(agreed)
    assert [p.code for p in judged(agreed, state, {"scores": [0, 45, 20]}).problems] == []
    assert [p.code for p in judged(agreed, state, {"scores": [0, 46, 20]}).problems] == [
        "scores-range"
    ]
    both = judged(agreed, state, {"scores": [0, 1, 2], "goals": GOALS, "pot": LOW})
    assert both.scored is None
    assert [p.code for p in judged(agreed, state, {}).problems] == ["goals-missing", "pot-missing"]
