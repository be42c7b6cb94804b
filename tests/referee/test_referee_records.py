"""Recorded deals, to the word: what is wrong with them, what they come to, and the words that
enter them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from conftest import ruleset
from test_referee_deal import BIEN, BIZON, SWEDISH

from scorekeeper.game.session_settings import agree
from scorekeeper.referee.deal_record import parsed, read_record, same_table
from scorekeeper.referee.question_context import Case, table_case
from scorekeeper.referee.recorded_deal import refereed
from scorekeeper.referee.refereed_entry import dealer_of, heap_faults
from scorekeeper.referee.verdict import deal_verdict
from scorekeeper.rules.cards import words_of_code
from scorekeeper.text.message_text import hint_of, spoken, text_of
from scorekeeper.text.problems import Refused

PLAY = BIZON.partition("[hands]")[0]


def table(game: str, *names: str) -> Case:
    """A table of these players, the last of whom deals."""
    return table_case(agree(ruleset(game), names, names[-1]), True, len(names) - 1)


THREE = table("bizon", "You", "Goat", "Sheep")
FOUR = table("bien", "Ann", "Bob", "Cal", "Dee")


def told(text: str, words: Sequence[str] = (), where: Case = THREE) -> list[str]:
    """What is said of a record, the words that enter it, and its problems; or why it cannot be
    read."""
    try:
        verdict = deal_verdict(read_record(parsed(text, "it"), where, words))
    except Refused as refused:
        return [
            f"refused {p.code}, {p.fact or 'nothing'}, {text_of(p.place or 'nowhere')}: {text_of(p.message)}"
            + (f" | {hint_of(p)}" if hint_of(p) else "")
            for p in refused.problems
        ]
    return [
        *map(text_of, verdict.answer.lines),
        f"words: {' '.join(verdict.words)}",
        *(f"fault {p.code}, {p.fact}, {spoken(p.place)}, {spoken(p.rule)}" for p in verdict.faults),
        *(f"missing {p.code}, {p.fact}" for p in verdict.missing),
        *(f"revoke {p.code}, {p.fact}, {spoken(p.rule)}" for p in verdict.revokes),
    ]


def besides_tricks(lines: Sequence[str]) -> list[str]:
    """Without the tricks themselves."""
    return [line for line in lines if not line.startswith(("trick ", "Bizon ·", "Bien ·"))]


def test_a_record_card_by_card() -> None:
    """Every trick with its players and its winner, what each side has, the score, and the words
    of the entry."""
    assert told(BIZON, ["bizon=Goat"]) == [
        "Bizon · spades trumps",
        "trick 1: Goat A♠, Sheep J♦, You Q♠; Goat wins",
        "trick 2: Goat K♠, Sheep 10♣, You 9♠; Goat wins",
        "trick 3: Goat J♠, Sheep J♥, You 10♦; Goat wins",
        "trick 4: Goat 10♠, Sheep J♣, You 9♣; Goat wins",
        "trick 5: Goat A♣, Sheep Q♣, You K♣; Goat wins",
        "trick 6: Goat K♥, Sheep 9♥, You Q♥; Goat wins",
        "trick 7: Goat Q♦, Sheep K♦, You 9♦; Sheep wins",
        "trick 8: Sheep A♥, You 10♥, Goat A♦; Sheep wins",
        "no revoke",
        "tricks: You 0, Goat 6, Sheep 2",
        "GP: You 0, Goat 27, Sheep 13",
        "score: You 0, Goat +3, Sheep 0 (The Bizon won)",
        "words: bizon=Goat trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13",
    ]


@pytest.mark.parametrize(
    ("text", "words", "lines"),
    [
        (
            BIZON.replace('10S JC 9C', 'JC 9C 10S'), [],
            [
                'wrong: trick 4: Sheep led, but Goat won trick 3 and should have led',
                'revoke: trick 4: Goat played 10♠ and held A♣: clubs were led: who holds any must follow',
                'source: Bizon, guide 7',
                'what a revoke costs: the source is silent',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'words: trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
                'fault wrong-lead, leader, trick 4, None',
                'revoke revoke, tricks, guide 7',
            ],
        ),
        (
            BIZON.replace('leader = "Goat"', 'leader = "You"'), [],
            [
                'wrong: trick 1: Goat led, but You leads to the first trick and should have led',
                'no revoke',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'words: trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
                'fault wrong-lead, leader, trick 1, None',
            ],
        ),
        (
            PLAY.replace('leader = "Goat"', ''), [],
            [
                'wrong: the record does not say who led',
                'no revoke',
                'tricks: You 6, Goat 2, Sheep 0',
                'GP: You 27, Goat 13, Sheep 0',
                'words: trump=spades tricks=You:6,Goat:2,Sheep:0 gp=You:27,Goat:13,Sheep:0',
                'fault leader-missing, leader, None, None',
            ],
        ),
        (
            PLAY.replace('10S JC 9C', '10S JC KC'), [],
            [
                'wrong: trick 5: K♣ was already played in trick 4',
                'no revoke',
                'never played: 9♣',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 30, Sheep 13',
                'words: trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:30,Sheep:13',
                'fault card-twice, tricks, trick 5, None',
            ],
        ),
        (
            BIZON.replace('You = "KC 9C', 'You = "KC 10C').replace('QC JC 10C', 'QC JC 9C'), [],
            [
                "wrong: trick 2: Sheep is to play, and 10♣ was not in that hand; it was in You's",
                "wrong: trick 4: You is to play, and 9♣ was not in that hand; it was in Sheep's",
                'no revoke',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'words: trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
                'fault card-not-held, hands, trick 2, None',
                'fault card-not-held, hands, trick 4, None',
            ],
        ),
        (
            BIZON.replace(' JS 10S"', ' JS"'), [],
            [
                'wrong: trick 4: Goat is to play, and 10♠ was not in that hand',
                'no revoke',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'words: trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
                'fault card-not-held, hands, trick 4, None',
            ],
        ),
        (
            PLAY, [],
            [
                'no revoke',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'score: not known: this deal needs the Bizon (the player who ate the Bizon Grass); add bizon=…',
                'words: trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
                'missing bizon-missing, bizon',
            ],
        ),
        (
            PLAY, ['bizon=Goat'],
            [
                'no revoke',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'score: You 0, Goat +3, Sheep 0 (The Bizon won)',
                'words: bizon=Goat trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
            ],
        ),
        (
            PLAY + 'bizon = "Goat"\n[facts]\npassed = false\nround = 2\n', [],
            [
                'no revoke',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'score: You 0, Goat +3, Sheep 0 (The Bizon won)',
                'words: bizon=Goat round=2 trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
            ],
        ),
        (
            PLAY.partition('  "AC QC KC"')[0] + '  "AC QC"]', [],
            [
                'wrong: the deal is not over: not every trick is recorded',
                'no revoke is proven; a later play may still prove one',
                'tricks: You 0, Goat 4, Sheep 0',
                'GP: You 0, Goat 13, Sheep 0',
                'words: trump=spades tricks=You:0,Goat:4,Sheep:0 gp=You:0,Goat:13,Sheep:0',
                'fault deal-short, tricks, None, None',
            ],
        ),
        (
            PLAY.replace('KS 10C 9S', 'KS 10C 10D').replace('JS JH 10D', 'JS JH 9S'), ['bizon=Goat'],
            [
                'revoke: trick 2: You played 10♦ and held 9♠: spades were led: who holds any must follow',
                'source: Bizon, guide 7',
                'what a revoke costs: the source is silent',
                'tricks: You 0, Goat 6, Sheep 2',
                'GP: You 0, Goat 27, Sheep 13',
                'score: You 0, Goat +3, Sheep 0 (The Bizon won)',
                'words: bizon=Goat trump=spades tricks=You:0,Goat:6,Sheep:2 gp=You:0,Goat:27,Sheep:13',
                'revoke revoke, tricks, guide 7',
            ],
        ),
        (
            BIZON.replace('AS JD QS', 'AS JD'), [],
            [
                'refused trick-cards, tricks, trick 1: it has 2 cards; 3 players play one each',
            ],
        ),
        (
            BIZON.replace('AS JD QS', 'Goat:'), [],
            [
                'refused trick-cards, tricks, trick 1: it has 0 cards; 3 players play one each',
            ],
        ),
        (
            BIZON.replace('AS JD QS', 'AS JD QS KS'), [],
            [
                'refused trick-cards, tricks, trick 1: it has 4 cards; 3 players play one each',
            ],
        ),
        (
            'tricks = []\nleader = "X"\nzip = 1\ntrump = "stars"', [],
            [
                'refused record-key, zip, nowhere: `zip` says nothing in a recorded deal | it may have rules, players, dealer, options, leader, contract, trump, tricks, hands, facts, passed, bizon, round and grass',
                'refused player-unknown, leader, nowhere: `X` does not play here; You, Goat and Sheep do',
                'refused suit-unknown, trump, nowhere: `stars` is not a suit of this pack | say clubs, diamonds, hearts, spades or none',
                'refused tricks-missing, tricks, nowhere: the record has no tricks | add tricks = ["KC 9C AC", …], cards in order of play',
            ],
        ),
        (
            PLAY.replace('AS JD QS', 'Cow: AS JD QS'), [],
            [
                'refused player-unknown, tricks, trick 1: `Cow` does not play here; You, Goat and Sheep do',
            ],
        ),
        (
            'tricks = 3\nhands = 4\nfacts = 5\ntrump = "S"', [],
            [
                'refused record-value, tricks, nowhere: `tricks` must be a list of words in quotes',
                'refused tricks-missing, tricks, nowhere: the record has no tricks | add tricks = ["KC 9C AC", …], cards in order of play',
                'refused record-value, hands, nowhere: `[hands]` must be a table of players and their cards',
                'refused record-value, facts, nowhere: `[facts]` must be a table of facts',
            ],
        ),
        (
            'tricks = [1]\ntrump = "S"', [],
            [
                'refused record-value, tricks, nowhere: `tricks` must be a list of words in quotes',
                'refused tricks-missing, tricks, nowhere: the record has no tricks | add tricks = ["KC 9C AC", …], cards in order of play',
            ],
        ),
        (
            'tricks = ["AS JD QS"]\nleader = "Goat"\ntrump = "S"\n[hands]\nGoat = ["AS", "KS"]\nYou = 7\nSheep = [["AS"]]', [],
            [
                'refused record-value, hands, nowhere: `hands.You` must be cards in quotes',
                'refused record-value, hands, nowhere: `hands.Sheep` must be cards in quotes',
            ],
        ),
        (
            BIZON.replace('AH JH 9H', 'AH JH 9S'), [],
            [
                'refused card-twice, hands, nowhere: 9♠ is in the hands of You and Sheep',
            ],
        ),
        (
            BIZON.replace('[hands]', '[hands]\nCow = "9C"'), [],
            [
                "refused player-unknown, hands, Cow's hand: `Cow` does not play here; You, Goat and Sheep do",
            ],
        ),
        (
            PLAY.replace('trump = "spades"', ''), [],
            [
                'refused depends, trump, nowhere: the record does not say the trump, and its tricks depend on it | add trump = "…" to the record, or say --trump',
            ],
        ),
    ],
    ids=['the wrong leader by the hands', 'the wrong leader of all', 'no leader', 'a card played twice', 'a card of another hand', 'a card of no hand', 'no facts', 'a fact beside', 'facts in the record', 'still going on', 'a revoke', 'a trick too short', 'a trick without cards', 'a trick too long', 'nothing right', "nobody's trick", 'other values', 'numbers for cards', 'cards in a list', 'a card in two hands', 'a hand of nobody', 'no trumps said'],
)  # fmt: skip
def test_what_is_said_of_a_record(text: str, words: list[str], lines: list[str]) -> None:
    """Every fault is named with its place and its rule, and what can be told in spite of it is
    told."""
    assert besides_tricks(told(text, words)) == lines


def test_melds_that_were_not_said_are_asked_for() -> None:
    """What the hands held is said beside what is still missing; who leads is the bidder, unless
    it was said otherwise."""
    assert besides_tricks(told(BIEN, [], FOUR)) == [
        "no revoke",
        "tricks: Ann & Cal 5, Bob & Dee 3",
        "points: Ann & Cal 114, Bob & Dee 27",
        "melds that the hands held: Ann & Cal 20, Bob & Dee 20",
        'add said = "marriage" to the record if "marriage" was said in trick 1',
        "score: not known: this deal needs the meld; add meld=…, what was shown in time; the hands held Ann & Cal 20, Bob & Dee 20",
        "words: bid=100 trump=diamonds bidder=Bob points=Ann & Cal:114,Bob & Dee:27",
        "missing meld-missing, meld",
    ]
    assert besides_tricks(told(BIEN + 'bidder = "Ann"', ["meld=20"], FOUR)) == [
        "wrong: trick 1: Bob led, but the bidder, Ann, leads to the first trick",
        "no revoke",
        "tricks: Ann & Cal 5, Bob & Dee 3",
        "points: Ann & Cal 114, Bob & Dee 27",
        "melds that the hands held: Ann & Cal 20, Bob & Dee 20",
        'add said = "marriage" to the record if "marriage" was said in trick 1',
        "words: bid=100 bidder=Ann meld=20 trump=diamonds points=Ann & Cal:114,Bob & Dee:27",
        "fault wrong-lead, leader, trick 1, BIDDING; rulings 4 (10), (11)",
    ]


def test_a_record_is_of_this_table() -> None:
    """The same game, and the same players in the same order clockwise, whoever is named first."""
    raw = parsed(SWEDISH, "it")
    assert same_table(table("bismarck-swedish", "Cleo", "Anna", "Bo").agreed, raw) == []
    (game,) = same_table(table("bizon", "Anna", "Bo", "Cleo").agreed, raw)
    assert (game.code, game.fact) == ("record-game", "rules")
    assert text_of(game.message) == "the record is of `bismarck-swedish`, the session plays `bizon`"
    (players,) = same_table(table("bismarck-swedish", "Anna", "Cleo", "Bo").agreed, raw)
    assert (players.code, players.fact) == ("record-players", "players")
    assert (
        text_of(players.message)
        == "the record has Anna, Bo and Cleo; the session has Anna, Cleo and Bo, clockwise"
    )


def test_a_record_without_its_contract_is_of_no_contract() -> None:
    """Where the tricks depend on it the record must say the contract."""
    text = 'players = ["Anna", "Bo", "Cleo"]\ntricks = ["AD 7D 8D"]'
    assert told(text, (), table("bismarck-swedish", "Anna", "Bo", "Cleo")) == [
        "refused depends, contract, nowhere: the record does not say the contract, and its tricks depend on it"
        ' | add contract = "…" to the record, or say --contract'
    ]


@pytest.mark.parametrize(
    ("leads", "declares", "dealer"),
    [
        ("dealer's left", None, 0),
        ("dealer's right", None, 2),
        ("dealer", None, 1),
        ("declarer", "dealer's left", 0),
        ("declarer", "dealer", 1),
        ("declarer", "fact bidder", 2),
        (None, "dealer", 2),
    ],
)
def test_who_dealt_follows_from_who_led(
    leads: str | None, declares: str | None, dealer: int
) -> None:
    """Where the second of three led, the dealer sits beside that seat by the rules; else it is
    the one who was named."""
    where = table("bismarck-swedish", "Anna", "Bo", "Cleo")
    rules = replace(where.rules, deals=replace(where.rules.deals, leader=leads, declarer=declares))
    tied = where._replace(agreed=where.agreed._replace(rules=rules))
    assert dealer_of(tied, 1) == dealer
    assert dealer_of(tied._replace(facts={"dealer": "Cleo"}), 1) == 2


def test_who_dealt_follows_from_a_declarer_at_the_right() -> None:
    """Where the dealer's right declares and leads, the dealer sits at the left of who led."""
    where = table("bismarck-swedish", "Anna", "Bo", "Cleo")
    rules = replace(
        where.rules, deals=replace(where.rules.deals, leader="declarer", declarer="dealer's right")
    )
    assert dealer_of(where._replace(agreed=where.agreed._replace(rules=rules)), 0) == 1


def test_a_record_in_values() -> None:
    """A program reads who won, the counts, the points, and nothing where there is nothing."""
    value = spoken(
        deal_verdict(
            read_record(parsed(SWEDISH, "it"), table("bismarck-swedish", "Anna", "Bo", "Cleo"))
        ).answer.value
    )
    assert value["winners"] == [*["Anna"], *["Bo"] * 7, *["Cleo"] * 4, "Bo", *["Anna"] * 3]
    assert (value["points"], value["outcome"]) == ({"Anna": -4, "Bo": 4, "Cleo": 0}, None)
    assert (value["contract"], value["trump"], value["complete"], value["melds"]) == (
        "sang",
        None,
        True,
        None,
    )
    assert (value["never"], value["revokes"], value["problems"]) == (
        ["QH", "JH", "5H", "4S"],
        [],
        [],
    )
    melds = spoken(deal_verdict(read_record(parsed(BIEN, "it"), FOUR, ["meld=20"])).answer.value)
    assert (melds["outcome"], melds["melds"]) == ("Set", {"Ann & Cal": 20, "Bob & Dee": 20})


def test_melds_are_not_known_before_the_end() -> None:
    """While a deal goes on nothing is said of what the hands held."""
    text = BIEN.partition('  "JH AS JS 10H"')[0] + "]"
    assert besides_tricks(told(text, [], FOUR))[:3] == [
        "wrong: the deal is not over: not every trick is recorded",
        "no revoke is proven; a later play may still prove one",
        "tricks: Ann & Cal 3, Bob & Dee 1",
    ]


def test_a_pot_of_a_record() -> None:
    """A pot takes a beaten card of every trick: winners, two of one trick, none of one, and
    cards never played are named."""
    where = table("bisque", "Ann", "Bob", "Cal")
    record = read_record(
        parsed('leader = "Ann"\ntricks = ["2MK CM 9LK", "3MW AM 4MS"]', "it"), where
    )
    done, pot = refereed(record), where.rules.facts["pot"]

    def found(*codes: str) -> list[tuple[str, str | None]]:
        return [(p.code, spoken(p.place)) for p in heap_faults(record, done, codes, pot)]

    assert found("2MK", "AM") == []
    assert found("CM", "AM") == [("heap-winner", "trick 1")]
    assert found("2MK", "9LK", "AM") == [("heap-cards", "trick 1")]
    assert found("AM") == [("heap-cards", "trick 1")]
    # the deal goes on, and the winner of its last trick is still to choose
    assert found("2MK") == []
    done = done._replace(complete=True)
    assert found("2MK") == [("heap-cards", "trick 2")]
    assert found("2MK", "AM", "CW") == [("heap-unplayed", None)]


def test_what_is_wrong_with_a_pot_is_said_with_its_cards() -> None:
    """The heap by the rules' own word, the cards that are in it, and the place."""
    where = table("bisque", "Ann", "Bob", "Cal")
    text = 'leader = "Ann"\ntricks = ["2MK CM 9LK", "3MW AM 4MS"]'
    record = read_record(parsed(text, "it"), where)
    done = refereed(record)._replace(complete=True)

    def found(*codes: str) -> list[tuple[str, str | None]]:
        faults = heap_faults(record, done, codes, where.rules.facts["pot"])
        return [(text_of(p.message), p.fact) for p in faults]

    pack = where.pack
    shown = {code: text_of(words_of_code(pack, code)) for code in ("2MK", "9LK", "AM", "CW", "CS")}
    assert found("CM", "AM") == [("the winning card of the trick is in the pot", "pot")]
    assert found("2MK", "9LK", "AM") == [
        (f"{shown['2MK']} {shown['9LK']} are in the pot; one of them belongs there", "pot")
    ]
    assert found("2MK") == [("none of its cards is in the pot; one of them belongs there", "pot")]
    assert found("2MK", "AM", "CW", "CS") == [
        (f"{shown['CS']} and {shown['CW']} in the pot were never played", "pot")
    ]
