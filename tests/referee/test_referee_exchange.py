"""The exchange of cards before play: who takes how many from where, which cards may be given
away, and what contradicts it. A table of named players, whose last one deals, so that the first
is at the dealer's left."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from conftest import RULESETS, merged_ruleset, ruleset
from felt import Dealt, case, case_of, codes
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

from scorekeeper.proof.ruleset_checks import lint_faults
from scorekeeper.referee.deal_record import read_record
from scorekeeper.referee.exchange import (
    cards_dealt,
    cards_held,
    discard_answer,
    receivers,
    step_text,
    steps_of,
)
from scorekeeper.referee.exchange_replay import ExchangeResult, exchange_faults
from scorekeeper.referee.question_context import Case
from scorekeeper.referee.verdict import Verdict, deal_verdict
from scorekeeper.rules.cards import Card
from scorekeeper.rules.inheritance import whole_ruleset
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.rules.ruleset_play import referee_rules
from scorekeeper.text.message_text import spoken, text_of
from scorekeeper.text.problems import Problem, Refused

# Seat 0 is at the dealer's left, the last seat deals. What the sources say, written out: how many
# cards each seat is dealt, how many lie beside, how many are played from, and the steps: who takes
# how many, who gives how many of the hand, to whom (None: away), and whether that comes first.
FOREHAND = [(0, 4, 4, [None], False)]
DEALER = [(2, 4, 4, [None], False)]
SOURCES: dict[str, tuple[str, list[int], int, int, list[tuple[int, int, int, list[int | None], bool]]]] = {
    # "everyone has a hand of 16 cards … forehand picks up the four face up table cards for a total
    # of 20 cards, and discards any four of these cards face down, keeping 16 for the play"
    "bismarck-swedish": ("sang", [16, 16, 16], 4, 16, FOREHAND),
    # "As in the modern game forehand took the four face up cards and then discarded four"
    "bismarck-classic": ("sang", [16, 16, 16], 4, 16, FOREHAND),
    "bismarck-classic-extra": ("sang", [16, 16, 16], 4, 16, FOREHAND),
    "bismarck-kortman": ("nolle", [16, 16, 16], 4, 16, FOREHAND),
    # "deals out the cards one at a time until everyone has 16 and then takes the last four cards …
    # The dealer discards any four cards"
    "bismarck-british": ("no-trumps", [16, 16, 16], 4, 16, DEALER),
    "bismarck-british-choice": ("no-trumps", [16, 16, 16], 4, 16, DEALER),
    "bismarck-coleman": ("hearts", [16, 16, 16], 4, 16, DEALER),
    "bismarck-polley": ("misere", [16, 16, 16], 4, 16, DEALER),
    # "hands of only 15 cards, the dealer receives and extra 7 cards and discards 7"
    "bismarck-lever": ("no-trumps", [15, 15, 15], 7, 15, [(2, 7, 7, [None], False)]),
    # "the players are dealt 16 cards each with 4 extra cards … The dealer picks up the box,
    # discards any four cards"
    "bismarck-raf": ("miss", [16, 16, 16], 4, 16, DEALER),
    # "the dealer must first discard exactly four cards from hand and then pick up the four unknown
    # cards"
    "bismarck-portuguese": ("negatives", [16, 16, 16], 4, 16, [(2, 4, 4, [None], True)]),
    # "The dealer deals 12 cards to each player … places 4 cards face up on the table"; "The player
    # to the left of the dealer now picks up the four face-up cards and passes a packet of four
    # cards … to their partner. The player to dealer's right, who now has 16 cards, passes one card
    # to each of the other three players … Finally the dealer's partner passes a card face down to
    # the dealer who passes a card back … each player should have a hand of 13 cards"
    "bismarck-finnish": (
        "misere", [12, 12, 12, 12], 4, 13,
        [(0, 4, 4, [2], False), (2, 0, 1, [3, 0, 1], False), (1, 0, 1, [3], False), (3, 0, 1, [1], False)],
    ),
}  # fmt: skip
SEEDS, GAMES = st.integers(0, 10**9), st.sampled_from([*SOURCES])
NAMES = ("Ann", "Bob", "Cal", "Dee")


class Table:
    """A random deal of a game with its exchange, played out by the law; `record` is how it would
    be written down."""

    def __init__(self, game: str, seed: int) -> None:
        contract, sizes, beside, kept, steps = SOURCES[game]
        chance, self.case = random.Random(seed), case(game, contract)
        pack = list(self.case.pack.cards.values())
        chance.shuffle(pack)
        self.dealt = [[pack.pop() for _ in range(size)] for size in sizes]
        self.talon = pack
        assert len(self.talon) == beside
        hands, self.given = [[*hand] for hand in self.dealt], list[list[Card]]()
        for who, takes, gives, to, first in steps:
            talon = [self.talon.copy() if takes else []][0]
            hands[who] += [] if first else talon
            gifts = chance.sample(hands[who], gives * len(to))
            self.given.append(gifts)
            hands[who] = [card for card in hands[who] if card not in gifts] + (
                talon if first else []
            )
            for place, other in enumerate(to):
                if other is not None:
                    hands[other] += gifts[place * gives : (place + 1) * gives]
        self.hands = hands
        assert {len(hand) for hand in hands} == {kept}
        self.played = Dealt(self.case, seed, kept, hands=[[*hand] for hand in hands])

    @property
    def record(self) -> dict[str, Any]:
        names = self.case.agreed.players
        return {
            **self.played.record(hands=False),
            "talon": codes(self.talon),
            "dealt": {name: codes(hand) for name, hand in zip(names, self.dealt, strict=True)},
            "exchange": [codes(gift) for gift in self.given],
        }


def verdict(where: Case, raw: Mapping[str, Any]) -> Verdict:
    return deal_verdict(read_record(raw, where))


def found(where: Case, raw: Mapping[str, Any]) -> list[str]:
    """The codes of what is wrong with a record."""
    return [problem["code"] for problem in verdict(where, raw).answer.value["problems"]]


# --- what the sources say -----------------------------------------------------------------------------


def test_every_game_of_the_sources_that_exchanges_is_here() -> None:
    """The games whose rules have an exchange are those above, and the two versions of which
    nothing else is told."""
    games = {
        path.stem for path in RULESETS.glob("*.toml") if referee_rules(ruleset(path.stem)).exchange
    }
    assert games - {"bismarck-follett"} == set(SOURCES)


@pytest.mark.parametrize("game", SOURCES)
def test_how_many_cards_are_dealt_follows_from_the_exchange(game: str) -> None:
    """From how many are played, what is taken and what is given come the hands and the talon
    that the source has."""
    _, sizes, beside, _, _ = SOURCES[game]
    where = case(game)
    assert cards_dealt(where, steps_of(where, where.dealer, {})) == (tuple(sizes), beside)


@given(GAMES, SEEDS)
def test_an_exchange_by_the_rules_has_nothing_wrong(game: str, seed: int) -> None:
    """Cards dealt, taken, given and played as the source says: no fault, no revoke, everything
    scored."""
    table = Table(game, seed)
    told = verdict(table.case, table.record).answer.value
    assert (told["problems"], told["revokes"], told["complete"]) == ([], [], True)
    assert [card for gift in told["exchange"] for card in gift["cards"]] == [
        card.code for gift in table.given for card in gift
    ]
    for without in ("talon", "dealt", "exchange"):
        assert (
            found(table.case, {key: value for key, value in table.record.items() if key != without})
            == []
        )


@given(GAMES, SEEDS)
def test_the_hands_follow_from_what_was_dealt(game: str, seed: int) -> None:
    """With the exchange recorded a revoke is found where it is made, as with the hands: they are
    known."""
    table = Table(game, seed)
    hands = {
        name: codes(hand) for name, hand in zip(table.case.agreed.players, table.hands, strict=True)
    }
    assert found(table.case, {**table.record, "hands": hands}) == []
    half = {**table.record, "tricks": table.record["tricks"][:3]}
    assert "no revoke" in spoken(verdict(table.case, half).answer.lines)


@given(GAMES, SEEDS, st.data())
def test_one_wrong_card_is_found(game: str, seed: int, data: st.DataObject) -> None:
    """A card too few, a card of somebody else, a card that was kept: each is found, by its own
    code."""
    table = Table(game, seed)
    step = data.draw(st.integers(0, len(table.given) - 1))
    giver = SOURCES[game][4][step][0]
    given_now = [codes(gift) for gift in table.given]

    def with_gift(*cards: Card) -> dict[str, Any]:
        return {
            **table.record,
            "exchange": [*given_now[:step], codes(cards), *given_now[step + 1 :]],
        }

    gift = table.given[step]
    assert "exchange-number" in found(table.case, with_gift(*gift[:-1])) or len(gift) == 1
    other = next(seat for seat in range(len(table.hands)) if seat != giver)
    foreign = next(
        card for card in table.dealt[other] if all(card not in one for one in table.given)
    )
    assert "exchange-held" in found(table.case, with_gift(foreign, *gift[1:]))
    if SOURCES[game][4][step][3] == [None]:
        kept = data.draw(
            st.sampled_from([card for card in table.hands[giver] if card in table.dealt[giver]])
        )
        assert "exchange-hands" in found(table.case, with_gift(kept, *gift[1:]))


@given(GAMES, SEEDS)
def test_piles_that_overlap_or_do_not_add_up_are_found(game: str, seed: int) -> None:
    """A card in two places, a hand or a talon of another size: the pack has one of each, and so
    many are dealt."""
    table = Table(game, seed)
    dealt, first = table.record["dealt"], table.talon[0]
    name = table.case.agreed.players[1]
    twice = {**dealt, name: codes([first, *table.dealt[1][1:]])}
    assert "card-twice" in found(table.case, {**table.record, "dealt": twice})
    assert "dealt-cards" in found(table.case, {**table.record, "talon": codes(table.talon[1:])})
    short = {**dealt, name: codes(table.dealt[1][1:])}
    assert "dealt-cards" in found(table.case, {**table.record, "dealt": short})


def test_who_discards_first_cannot_discard_what_is_taken_then() -> None:
    """ "If exchanging the dealer must first discard exactly four cards from hand and then pick up
    the four unknown cards": one of these four is named as what it is, still in the talon."""
    table = Table("bismarck-portuguese", 1)
    late = {**table.record, "exchange": codes([table.talon[0], *table.given[0][1:]])}
    problem = verdict(table.case, late).faults[0]
    assert (problem.code, spoken(problem.place)) == ("exchange-held", "exchange, step 1")
    assert text_of(problem.message).startswith("Cal discards ") and text_of(
        problem.message
    ).endswith("which was still in the talon")
    assert "must first discard exactly four cards from hand" in text_of(problem.rule or "")


def test_what_was_discarded_is_not_given_again() -> None:
    """Two who discard, one after the other: what the first laid away the second has not, and no
    other card is told so."""
    step = '[[exchange]]\nwho = "{who}"\ntakes = {takes}\ngives = 2\n'
    rules = own(step.format(who="declarer", takes=4) + step.format(who="dealer", takes=0))
    record = {"contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Ann"}
    twice, right = (
        verdict(case_of(rules, "sang"), {**record, "exchange": ["2H 3H", second]}).faults
        for second in ("2H 5H", "4H 5H")
    )
    assert [text_of(p.message) for p in twice if p.code == "exchange-held"] == [
        "Cal discards 2♥, which was discarded by Ann before"
    ]
    assert [p for p in right if p.code == "exchange-held"] == []


def test_an_exchange_may_be_left_out_where_the_rules_say_so() -> None:
    """ "the dealer may, but is not forced to exchange four cards": nothing was given, and the
    hand is as dealt; where it must be done, nothing is four too few."""
    for game, wrong in (("bismarck-portuguese", []), ("bismarck-british", ["exchange-number"])):
        table = Table(game, 2)
        whole = Dealt(table.case, 2, 16, hands=[[*hand] for hand in table.dealt])
        assert (
            found(table.case, {**table.record, **whole.record(hands=False), "exchange": ["-"]})[:1]
            == wrong
        )


def test_a_card_of_the_talon_comes_to_who_takes_it_alone() -> None:
    """Forehand "picks up the four face up table cards": nobody else can play one, nor a card
    dealt to another."""
    table = Table("bismarck-swedish", 3)
    tricks = [[*trick] for trick in table.played.tricks]
    raw = {
        "tricks": [codes(trick) for trick in tricks],
        "leader": "Ann",
        "talon": codes([tricks[0][1], *table.talon[1:]]),
    }
    problem = verdict(table.case, raw).faults[0]
    assert (problem.code, spoken(problem.place)) == ("card-not-held", "trick 1")
    assert text_of(problem.message).startswith("Bob plays ") and text_of(problem.message).endswith(
        "which only Ann can have"
    )


def test_a_recorded_hand_is_held_against_the_exchange() -> None:
    """A hand with a card that was discarded, or that never came to it, is named with the card."""
    table = Table("bismarck-british", 4)
    hand, (gone, *_) = table.hands[2], table.given[0]
    kept = {**table.record, "hands": {"Cal": codes([gone, *hand[1:]])}}
    assert "exchange-hands" in found(table.case, kept)
    strange = {**table.record, "hands": {"Bob": codes([table.hands[0][0], *table.hands[1][1:]])}}
    assert "exchange-hands" in found(table.case, strange)


# --- rules of one's own ---------------------------------------------------------------------------------


def own(text: str, parent: str = "bismarck-swedish") -> Ruleset:
    """The rules in a text that extends a shipped game."""
    packs = {
        path.stem: tomllib.loads(path.read_text(encoding="utf-8"))
        for path in RULESETS.glob("packs/*.toml")
    }
    raw = tomllib.loads(f'extends = "{parent}"\nwithout = ["exchange"]\n{text}')
    return read_ruleset(
        whole_ruleset(raw, {parent: merged_ruleset(parent)}.__getitem__, packs.__getitem__), "own"
    )


STRICT = """
[[exchange]]
who = "declarer"
takes = 4
gives = 4
may_not_give = "trumps A 9C"
when = 'contract != "pass"'
source = "page 5"
"""


@pytest.mark.parametrize(
    ("contract", "trump", "barred"),
    [
        ("trumf", "hearts", ["2H", "AS", "9C"]),
        ("spader", None, ["AS", "9C"]),
        ("sang", None, ["AS", "9C"]),
    ],
)
def test_cards_that_may_not_be_given_are_named(
    contract: str, trump: str | None, barred: list[str]
) -> None:
    """Trumps by the suit that is trumps in this deal, ranks, and cards; each with the rule and
    its place."""
    where = case_of(own(STRICT), contract, trump)
    told = spoken(discard_answer(where, ["2H AS 9C KC"]).value)
    assert [p["code"] for p in told["problems"]] == ["exchange-barred"] * len(barred)
    free = discard_answer(where, [], ["2H AS 9C KC"])
    assert spoken(free.value)["may"] == [
        card for card in ("2H", "AS", "9C", "KC") if card not in barred
    ]
    record = {
        "contract": contract,
        "tricks": ["3C 4C 5C"],
        "leader": "Ann",
        "exchange": "2H AS 9C KC",
    }
    raw = record | ({"trump": trump} if trump else {})
    told_of = [p for p in verdict(where, raw).faults if p.code == "exchange-barred"]
    assert len(told_of) == len(barred)
    assert spoken(told_of[0].rule) == "page 5"


def test_a_barred_card_is_refused_in_words() -> None:
    """The card, what may not be given, and where that is written."""
    answer = discard_answer(case_of(own(STRICT), "trumf", "hearts"), ["2H KC QC JC"])
    lines = [text_of(line) for line in answer.lines]
    assert (
        lines[0]
        == "not in order: 2♥ may not be given away; not to be given away: trumps (hearts), A and 9♣"
    )
    assert lines[1].startswith(
        "rule: exchange, step 1: Ann takes 4 cards of the talon; Ann discards 4 cards; not to be"
    )
    assert lines[1].endswith("source: Bismarck (modern Swedish), page 5")


def test_a_step_is_only_in_the_deals_that_it_is_of() -> None:
    """Where the contract has no exchange nothing is given, and where trumps are not known it
    cannot be said."""
    rules = own(STRICT)
    with pytest.raises(Refused) as refused:
        discard_answer(case_of(rules, "pass"), ["KC QC JC 10C"])
    assert refused.value.problems[0].code == "exchange-none"
    with pytest.raises(Refused) as unknown:
        discard_answer(case_of(rules, "trumf"), ["KC QC JC 10C"])
    assert unknown.value.problems[0].code == "depends"


def test_who_takes_the_talon_is_said_by_the_facts_name_where_nobody_is_named() -> None:
    """A question about rules alone has no names: whoever the rules ask for is called as they
    call them."""
    rules = own(
        '[fact.bidder]\nkind = "player"\n[[exchange]]\nwho = "fact bidder"\ntakes = 4\ngives = 4\n'
    )
    where = case_of(rules, "sang")._replace(named=False)
    (step,) = steps_of(where, where.dealer, {})
    assert text_of(step_text(where, step)) == (
        "bidder takes 4 cards of the talon; bidder discards 4 cards"
    )


PASSING = """
[[exchange]]
who = "everybody"
gives = 3
to = "left"
source = "pagat, Hearts: passing"
"""


def test_everybody_passes_at_once() -> None:
    """Three cards to the left, all at once: nobody passes on what was just got, and hands are
    what they become."""
    where = case_of(own(PASSING, "bismarck-finnish"), "misere")
    pack = [*where.pack.cards.values()]
    dealt = [pack[seat * 13 : (seat + 1) * 13] for seat in range(4)]
    hands = [dealt[seat][3:] + dealt[seat - 1][:3] for seat in range(4)]
    raw = Dealt(where, 1, 13, hands=hands).record(hands=False)
    raw |= {"dealt": {name: codes(hand) for name, hand in zip(NAMES, dealt, strict=True)}}
    whole = [card for hand in dealt for card in hand[:3]]
    told = verdict(where, {**raw, "exchange": codes(whole)}).answer.value
    assert told["problems"] == []
    assert [(gift["player"], gift["to"]) for gift in told["exchange"]] == [
        ("Ann", "Bob"), ("Bob", "Cal"), ("Cal", "Dee"), ("Dee", "Ann"),
    ]  # fmt: skip
    passed_on = [*whole[:3], whole[0], *whole[4:]]
    assert "card-twice" in _codes_of_refusal(where, {**raw, "exchange": codes(passed_on)})


def _codes_of_refusal(where: Case, raw: Mapping[str, Any]) -> list[str]:
    with pytest.raises(Refused) as refused:
        verdict(where, raw)
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize(
    ("text", "path", "message"),
    [
        (
            'who = "declarer"',
            "exchange[0]",
            "a step of the exchange must say what it `takes` or `gives`",
        ),
        ("gives = 1", "exchange[0].who", "`who` is missing"),
        ('who = "nobody"\ngives = 1', "exchange[0].who", "`nobody` is not somebody"),
        (
            'who = "fact taker"\ngives = 1',
            "exchange[0].who",
            "`fact taker`: there is no `[fact.taker]`",
        ),
        ('who = "dealer"\ngives = 1\nto = "up"', "exchange[0].to", "`to` cannot be `up`"),
        (
            'who = "dealer"\ngives = 1\nmay_not_give = "Z"',
            "exchange[0].may_not_give",
            "`Z` is no rank and no card of this pack",
        ),
        (
            'who = "dealer"\ngives = 1\nto = "across"',
            "exchange[0]",
            "nobody sits across where the players are an odd number",
        ),
        (
            'who = "dealer"\ngives = 1\nwhen = "given(cut)"',
            "exchange[0].when",
            "`when = 'given(cut)'` cannot depend on cut",
        ),
        (
            'who = "dealer"\ngives = 1\nwhen = "contrct == 1"',
            "exchange[0].when",
            "`when = 'contrct == 1'`: `contrct` is not a fact here; did you mean `contract`?",
        ),
    ],
)
def test_a_row_that_cannot_be_is_refused(text: str, path: str, message: str) -> None:
    """Each fault of a row is named with its place."""
    with pytest.raises(Refused) as refused:
        own(f"fact.cut = {{ kind = 'suit', optional = true }}\n[[exchange]]\n{text}")
    assert [(problem.fact, text_of(problem.message)) for problem in refused.value.problems] == [
        (path, message)
    ]


def test_more_cards_than_there_are_cannot_be_discarded() -> None:
    """Three hands of 16 and 8 cards discarded are 56; `rules check` says so."""
    rules = own('[[exchange]]\nwho = "dealer"\ntakes = 8\ngives = 8\nsource = "page 1"\n')
    problems: list[Problem] = lint_faults(rules)
    assert [text_of(problem.message) for problem in problems] == [
        "3 hands of 16 cards and 8 discarded are 56 cards; the pack has 52"
    ]


RANKS = "A K Q J 10 9 8 7 6 5 4 3 2"


@pytest.mark.parametrize(
    ("row", "path", "message"),
    [
        (
            'who = "everybody"\ngives = 17\nto = "left"',
            "exchange[0]",
            "a player is given 17 cards in this step; a hand has 16 at most",
        ),
        (
            'who = "everybody"\ngives = 9\nto = "each other"',
            "exchange[0]",
            "a player is given 18 cards in this step; a hand has 16 at most",
        ),
        (
            'who = "dealer"\ngives = 17\nto = "left"',
            "exchange[0]",
            "a player is given 17 cards in this step; a hand has 16 at most",
        ),
        (
            f'who = "dealer"\ntakes = 1\ngives = 1\nmay_not_give = "{RANKS}"',
            "exchange[0].may_not_give",
            "1 card is given away in this step; `may_not_give` leaves 0 of the pack",
        ),
        (
            f'who = "everybody"\ngives = 2\nto = "left"\nmay_not_give = "{RANKS[:-2]}"',
            "exchange[0].may_not_give",
            "6 cards are given away in this step; `may_not_give` leaves 4 of the pack",
        ),
    ],
)
@pytest.mark.parametrize("when", ["", "when = 'contract != \"pass\"'"])
def test_an_exchange_that_cannot_be_done_is_a_fault(
    row: str, path: str, message: str, when: str
) -> None:
    """More cards than a hand holds, or than may be given: `rules check` says so, with the
    numbers."""
    problems = lint_faults(own(f"[[exchange]]\n{row}\n{when}"))
    assert [(problem.fact, text_of(problem.message)) for problem in problems] == [(path, message)]


@pytest.mark.parametrize(
    ("when", "code"),
    [
        ('== "sagn"', "formula-decided"),
        ("> 3", "formula-kind"),
        ('== "sang" and contract == "pass"', "formula-decided"),
        ('== "sang" and group == "low"', "exchange-never"),
        ('== "sang"', ""),
        ('!= "pass"', ""),
    ],
)
def test_a_step_that_no_contract_has_is_a_fault(when: str, code: str) -> None:
    """A contract that is misspelt in `when` would leave the step out of every deal; what is wrong
    with it is told once."""
    row = f"who = 'dealer'\ntakes = 1\ngives = 1\nwhen = 'contract {when}'"
    rules = own(f"contract.pass.group = 'low'\n[[exchange]]\n{row}")
    found = [(problem.code, problem.fact) for problem in lint_faults(rules)]
    assert found == ([(code, "exchange[0].when")] if code else [])


def test_a_whole_hand_may_be_passed_on() -> None:
    """Sixteen of sixteen cards to the left, eight to each of two others: as much as there is."""
    for row in ('gives = 16\nto = "left"', 'gives = 8\nto = "each other"'):
        assert lint_faults(own(f'[[exchange]]\nwho = "everybody"\n{row}')) == []


def test_a_record_is_told_whose_cards_stand_where() -> None:
    """Where everybody gives, one text has all cards from the dealer's left on; a list is refused
    so."""
    where = case_of(own(PASSING), "sang")._replace(dealer=0)
    record = {"contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Bob"}
    (told, *_) = verdict(where, {**record, "exchange": ["2S", "3S", "4S"]}).faults
    assert text_of(told.message) == (
        "the exchange has 3 steps, not 1; step 1 is one text with the cards of Bob, Cal and Ann, in this order"
    )
    assert told.fact == "exchange"


@pytest.mark.parametrize(("cards", "said"), [("2H", "2♥ was"), ("2H 3H", "2♥ 3♥ were")])
def test_what_was_discarded_and_is_in_a_hand_is_said_by_its_number(cards: str, said: str) -> None:
    """One card was, two cards were."""
    record = {
        "contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Ann", "exchange": "2H 3H 4H 5H",
        "hands": {"Ann": f"{cards} 3C"},
    }  # fmt: skip
    faults = verdict(case("bismarck-swedish", "sang"), record).faults
    assert [
        text_of(p.message).partition(" discarded")[0] for p in faults if p.code == "exchange-hands"
    ] == [said]


# --- asking ---------------------------------------------------------------------------------------------

HAND = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AH KH QH"


def test_which_cards_are_kept() -> None:
    """ "forehand … discards any four of these cards face down, keeping 16 for the play"."""
    told = spoken(
        discard_answer(case("bismarck-swedish"), ["QH JH 10H 9H"], [HAND], ["JH 10H 9H 8H"]).value
    )
    assert (told["ok"], told["problems"]) == (True, [])
    assert told["kept"] == [*HAND.split()[:-1], "8H"]
    assert "keeping 16 for the play" in told["source"]


def test_a_card_that_is_none_is_named_with_where_it_was_said() -> None:
    """Among those that are given away, in the hand, in the talon."""
    with pytest.raises(Refused) as refused:
        discard_answer(case("bismarck-swedish"), ["1X"], ["2X"], ["3X"])
    assert [(one.code, one.fact) for one in refused.value.problems] == [
        ("card-unknown", "cards"), ("card-unknown", "hand"), ("card-unknown", "talon"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "cards", "hand", "talon", "problem"),
    [
        ("bismarck-swedish", "QH JH", "", "", ("exchange-number", "cards", "4 cards are given away, not 2")),
        ("bismarck-swedish", "2C QH KH AH", HAND, "JH 10H 9H 8H", ("exchange-held", "cards", "2♣ is not in the hand")),
        ("bismarck-swedish", "JS QH KH AH", HAND, "", ("hand-cards", "hand", "20 cards are held then, not 16")),
        (
            "bismarck-portuguese", "JS QH KH JH", HAND, "JH 10H 9H 8H",
            ("exchange-held", "cards", "J♥ may not be given away: the talon is taken up afterwards"),
        ),
        ("bismarck-lever", "JS QH KH AH", "", "", ("exchange-number", "cards", "7 cards are given away, not 4")),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_discard(
    game: str, cards: str, hand: str, talon: str, problem: tuple[str, str, str]
) -> None:
    """How many, from where, which: each with its number or its card."""
    told = spoken(discard_answer(case(game), [cards], [hand], [talon]).value)
    rows = [(p["code"], p["fact"], p["message"]) for p in told["problems"]]
    assert (told["ok"], rows) == (False, [problem])


def test_of_several_steps_the_one_that_fits_is_meant() -> None:
    """ "passes one card to each of the other three players" is the step of three cards; one may
    be named."""
    where = case("bismarck-finnish")
    assert [
        spoken(discard_answer(where, [cards]).value)["step"]
        for cards in ("2C 3C 4C 5C", "2C 3C 4C", "2C")
    ] == [1, 2, 3]
    told = spoken(discard_answer(where, ["2C"], number="4").value)
    assert told["rule"] == "Dee gives 1 card to Bob"
    with pytest.raises(Refused) as refused:
        discard_answer(where, ["2C"], number="5")
    assert refused.value.problems[0].code == "exchange-steps"


def test_a_question_on_the_command_line_and_at_the_table(tmp_path: Path) -> None:
    """`referee discard` answers by the game's rules, and refuses where there is no exchange."""
    somebody = Person(tmp_path)
    told = somebody.types(
        "referee", "discard", "QH", "JH", "10H", "9H", "--rules", "bismarck-raf", "--format", "json"
    )
    assert (told.code, told.json["ok"], told.json["step"]) == (0, True, 1)
    assert somebody.types(
        "referee", "discard", "QH", "--rules", "bizon", "--format", "json"
    ).codes == ["exchange-none"]
    assert somebody.types(
        "referee", "discard", "--rules", "bismarck-raf", "--format", "json"
    ).codes == ["cards-missing"]


@pytest.mark.parametrize(
    ("row", "number"),
    [
        ('gives = 1\nto = "left"', 1),
        ('gives = 1\nto = "each other"', 2),
        ("takes = 1\ngives = 1", 1),
    ],
)
def test_a_question_is_about_one_hand_where_everybody_gives(row: str, number: int) -> None:
    """What one player gives is in order; the cards of all players are too many for one hand."""
    where = case_of(own(f'[[exchange]]\nwho = "everybody"\n{row}'), "sang")
    cards = ["2S", "3S", "4S", "5S", "6S", "7S"]
    one = spoken(discard_answer(where, cards[:number]).value)
    all_hands = spoken(discard_answer(where, cards[: 3 * number]).value)
    given_away = "1 card is" if number == 1 else f"{number} cards are"
    assert one["problems"] == []
    assert [p["message"] for p in all_hands["problems"]] == [
        f"{given_away} given away, not {3 * number}"
    ]


# --- to the word ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"exchange": "2H XX 4H 5H"}, ("card-unknown", "exchange", "exchange, step 1", "`XX` is not a card of this pack: the international 52-card pack")),
        ({"exchange": [7]}, ("record-value", "exchange", "exchange, step 1", "`exchange` must be cards in quotes")),
        ({"exchange": {}}, ("record-value", "exchange", None, "`exchange` must be a list of words in quotes")),
        ({"talon": 7}, ("record-value", "talon", None, "`talon` must be cards in quotes")),
        ({"talon": "2H 2H"}, ("card-twice", "talon", None, "2♥ is there twice")),
        ({"dealt": 7}, ("record-value", "dealt", None, "`[dealt]` must be a table of players and their cards")),
        ({"dealt": {"Ann": 7}}, ("record-value", "dealt", "Ann's hand as dealt", "`dealt` must be cards in quotes")),
        ({"dealt": {"Zoe": "2H"}}, ("player-unknown", "dealt", None, "`Zoe` does not play here; Ann, Bob and Cal do")),
    ],
)  # fmt: skip
def test_what_cannot_be_read_of_an_exchange_is_named_with_its_place(
    said: dict[str, Any], problem: tuple[str, str, str | None, str]
) -> None:
    """Each fault has its code, the key that it is about, its place and its sentence."""
    raw = {"contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Ann", **said}
    with pytest.raises(Refused) as refused:
        read_record(raw, case("bismarck-swedish", "sang"))
    (found,) = refused.value.problems
    place = None if found.place is None else text_of(found.place)
    assert (found.code, found.fact, place, text_of(found.message)) == problem


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"dealt": {"Ann": "2H"}}, ("dealt-cards", "dealt", "Ann was dealt 1 card, not 16")),
        ({"talon": "2H"}, ("dealt-cards", "talon", "the talon has 1 card, not 4")),
        ({"talon": "2H 3H 4H 5H", "dealt": {"Bob": "2H KC QC JC 10C 9C 8C 7C 6C AS KS QS JS 10S 9S 8S"}},
         ("card-twice", "dealt", "2♥ is in Bob's hand as dealt and the talon")),
        ({"exchange": ["2H 3H 4H 5H", "-"]}, ("exchange-steps", "exchange", "the exchange has 2 steps, not 1")),
        ({"exchange": "2H 3H 4H 3C"}, ("exchange-hands", "exchange", "Ann plays 3♣, which Ann discarded")),
    ],
)  # fmt: skip
def test_what_was_dealt_and_given_is_named_with_its_numbers(
    said: dict[str, Any], problem: tuple[str, str, str]
) -> None:
    """How many there are and should be, and where a card is twice."""
    raw = {"contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Ann", **said}
    faults = verdict(case("bismarck-swedish", "sang"), raw).faults
    assert problem in [(p.code, p.fact, text_of(p.message)) for p in faults]


def test_who_alone_can_have_a_card_is_said_of_all_who_can() -> None:
    """A card that was dealt to one of two, and is played by a third."""
    where = case("bismarck-swedish", "sang")
    record = read_record({"contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Ann"}, where)
    course = ExchangeResult({}, (), (), {where.pack.cards["4C"]: (0, 2)})
    (fault,) = exchange_faults(record, course, [(0, 1, 2)])
    assert text_of(fault.message) == "Bob plays 4♣, which only Ann and Cal can have"
    assert (fault.code, fault.fact, spoken(fault.place)) == ("card-not-held", "hands", "trick 1")


def test_what_the_exchange_did_not_bring_is_named() -> None:
    """A recorded hand with a card that went to somebody else: the player and the card."""
    where = case("bismarck-swedish", "sang")
    raw = {"contract": "sang", "tricks": ["3C 4C 5C"], "leader": "Ann", "hands": {"Bob": "4C 6C"}}
    mine, other = (where.pack.cards[code] for code in ("4C", "6C"))
    course = ExchangeResult({1: (mine,)}, (), (), {mine: (1,), other: (0,)})
    (fault,) = exchange_faults(read_record(raw, where), course, [(0, 1, 2)])
    assert text_of(fault.message) == "Bob's hand has 6♣, which the exchange did not bring"
    assert (fault.code, fault.fact) == ("exchange-hands", "hands")


@pytest.mark.parametrize(
    ("to", "others"),
    [("left", "Bob Cal Dee Ann"), ("right", "Dee Ann Bob Cal"), ("across", "Cal Dee Ann Bob")],
)
def test_everybody_passes_to_the_side_that_the_rules_name(to: str, others: str) -> None:
    """The left is the next player clockwise, the right the one before."""
    rules = own(PASSING.replace('to = "left"', f'to = "{to}"'), "bismarck-finnish")
    where = case_of(rules, "misere")
    (step,) = steps_of(where, where.dealer, {})
    rows = zip(NAMES, others.split(), strict=True)
    wanted = {NAMES.index(giver): (NAMES.index(other),) for giver, other in rows}
    assert {giver: receivers(step.rule, giver, 4) for giver in step.givers} == wanted


@pytest.mark.parametrize(
    ("row", "named", "unnamed", "dealt", "held"),
    [
        ('who = "declarer"\ngives = 2\nto = "left"\nmay_not_give = "A trumps 9C"',
         "Ann gives 2 cards to Bob; not to be given away: A, trumps (hearts) and 9♣",
         "the player at the dealer's left gives 2 cards to the player at the left; not to be given away: A, trumps (hearts) and 9♣",
         [18, 14, 16], 18),
        ('who = "dealer"\ntakes = 1\ngives = 1',
         "Cal takes 1 card of the talon; Cal discards 1 card",
         "the dealer takes 1 card of the talon; the dealer discards 1 card", [16, 16, 16], 17),
        ('who = "dealer"\ntakes = 1\ngives = 1\nfirst = "give"',
         "Cal discards 1 card; Cal takes 1 card of the talon",
         "the dealer discards 1 card; the dealer takes 1 card of the talon", [16, 16, 16], 16),
        ('who = "everybody"\ngives = 1\nto = "right"',
         "every player gives 1 card to the player at the right",
         "every player gives 1 card to the player at the right", [16, 16, 16], 16),
        ('who = "dealer\'s right"\ngives = 1\nto = "each other"\noptional = true',
         "Bob gives 1 card to each of the others, or nothing of it",
         "the player at the dealer's right gives 1 card to each of the others, or nothing of it",
         [15, 18, 15], 18),
    ],
)  # fmt: skip
def test_a_step_is_said_with_its_seats_and_its_cards(
    row: str, named: str, unnamed: str, dealt: list[int], held: int
) -> None:
    """By name where there are names, else by place; and so many cards are dealt before it, and held
    when cards are given."""
    where = case_of(own(f"[[exchange]]\n{row}\n"), "trumf", "hearts")
    steps = steps_of(where, 2, {})
    assert [text_of(step_text(where, step)) for step in steps] == [named]
    assert [text_of(step_text(where._replace(named=False), step)) for step in steps] == [unnamed]
    assert cards_dealt(where, steps) == ((*dealt,), 52 - sum(dealt))
    assert cards_held(where, steps, steps[0]) == held
