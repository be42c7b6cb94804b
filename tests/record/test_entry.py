"""Facts as people say them: every spelling that is read, and everything that is refused rather
than guessed."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from conftest import allowed, ruleset
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import State, first_state
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.record.entered_words import Typed, read_words, split_line
from scorekeeper.record.fact_values import contracts_named
from scorekeeper.record.required_facts import quoted
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import speak

TABLE = ("Anna", "Björn", "Cleo")
PARTNERS = ("Ann", "Bob", "Cal", "Dee")


def seated(game: str, *players: str) -> Agreed:
    return agree(ruleset(game), players or (PARTNERS if game == "bien" else TABLE))


def typed(line: str, game: str = "bismarck-swedish", players: tuple[str, ...] = ()) -> Typed:
    """What a line says at the first deal."""
    agreed = seated(game, *players)
    return read_words(agreed, first_state(agreed), split_line(line))


def said(line: str, game: str = "bismarck-swedish", *players: str) -> dict[str, Any]:
    """The facts of a line that is read without a question."""
    result = typed(line, game, players)
    assert result.problems == ()
    return result.facts


def refusal(line: str, game: str = "bismarck-swedish", *players: str) -> Problem:
    """The one reason for which a line is not read."""
    (problem,) = typed(line, game, players).problems
    return problem


# --- what is read ----------------------------------------------------------------------------------

SANG = {"contract": "sang", "tricks": [6, 6, None]}


@pytest.mark.parametrize(
    "line",
    [
        "sang 6 6", "6 6 sang", "6 sang 6", "Sang 6,6", "SANG 6,6,-", "sang 6 6 -", "sang 6 6 −", "sang +6 6",
        "contract=sang tricks=6,6", "contract=sang tricks=6,6,-", "contract=sang tricks=6,6,", "tricks=6,6 sang",
        "sang tricks=Anna:6,Björn:6", "sang Anna:6 Björn:6", "sang a:6,b:6", "sang björn:6 ANNA:6",
        "sang bjorn:6 anna:6", "sa 6 6", "spel 6 6", "grand 6 6", "gra 6 6", "'no trumps' 6 6", "no trumps 6 6",
        "no-trumps 6 6", "notrumps 6 6",
        "kontrakt=spel stick=6,6", "contract='No Trumps' tricks='6, 6'", "game 6 6",
    ],
)  # fmt: skip
def test_one_deal_in_many_words(line: str) -> None:
    """Keys or none, any order, any case, any of the ruleset's languages, whole names or
    beginnings."""
    assert said(line) == SANG


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("trumf spades 8 4", {"contract": "trumf", "trump": "spades", "tricks": [8, 4, None]}),
        ("spades trumf 8 4", {"contract": "trumf", "trump": "spades", "tricks": [8, 4, None]}),
        ("trumf S 8 4", {"contract": "trumf", "trump": "spades", "tricks": [8, 4, None]}),
        ("trumf ♠ 8 4", {"contract": "trumf", "trump": "spades", "tricks": [8, 4, None]}),
        ("valfri ♥️ 8 4", {"contract": "trumf", "trump": "hearts", "tricks": [8, 4, None]}),
        ("trumf pique 8 4", {"contract": "trumf", "trump": "spades", "tricks": [8, 4, None]}),
        ("trumf ruter 8 4", {"contract": "trumf", "trump": "diamonds", "tricks": [8, 4, None]}),
        ("trumf trump=klöver 8 4", {"contract": "trumf", "trump": "clubs", "tricks": [8, 4, None]}),
        ("trumf cœur 8 4", {"contract": "trumf", "trump": "hearts", "tricks": [8, 4, None]}),
        ("free choice clubs 8 4", {"contract": "trumf", "trump": "clubs", "tricks": [8, 4, None]}),
        ("spades 8 4", {"contract": "spader", "tricks": [8, 4, None]}),
        ("spader spades 8 4", {"contract": "spader", "trump": "spades", "tricks": [8, 4, None]}),
        ("misère 4 6", {"contract": "pass", "tricks": [4, 6, None]}),
        ("misere 4 6", {"contract": "pass", "tricks": [4, 6, None]}),
        ("p -,4,6", {"contract": "pass", "tricks": [None, 4, 6]}),
        ("p - 4 6", {"contract": "pass", "tricks": [None, 4, 6]}),
        ("hearts 8 4", {"trump": "hearts", "tricks": [8, 4, None]}),
        ("", {}),
    ],
)
def test_contracts_and_suits(line: str, facts: dict[str, Any]) -> None:
    """A suit by word, letter or symbol; where a word is a contract and a suit, a contract is
    meant while one must be said."""
    assert said(line) == facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Anna 20 0", {"bizon": "Anna", "gp": [20, 0, None]}),
        ("a 20 0 20", {"bizon": "Anna", "gp": [20, 0, 20]}),
        (
            "bison=Cleo plis=3,2,3 gp=20,0",
            {"bizon": "Cleo", "gp": [20, 0, None], "tricks": [3, 2, 3]},
        ),
        (
            "Cleo K♥ ♥ 20 0",
            {"bizon": "Cleo", "grass": "KH", "trump": "hearts", "gp": [20, 0, None]},
        ),
        (
            "Cleo 20 0 10c round=1",
            {"bizon": "Cleo", "round": 1, "grass": "10C", "gp": [20, 0, None]},
        ),
        (
            "herbe=TC tour=2 Cleo 20 0",
            {"bizon": "Cleo", "round": 2, "grass": "10C", "gp": [20, 0, None]},
        ),
        ("passed", {"passed": True}),
        ("passed=yes", {"passed": True}),
        ("passé", {"passed": True}),
        ("all passed", {"passed": True}),
        ("tout le monde a passé", {"passed": True}),
    ],
)
def test_players_cards_and_flags(line: str, facts: dict[str, Any]) -> None:
    """A player by a beginning, a card in any spelling, a flag by itself, and all of it in
    French."""
    assert said(line, "bizon") == facts


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        (
            "bob bid=120 meld=50 60 81",
            {"bidder": "Bob", "bid": 120, "meld": 50, "points": [60, 81]},
        ),
        (
            "bob bid=120 meld=50 Ann:60",
            {"bidder": "Bob", "bid": 120, "meld": 50, "points": [60, None]},
        ),
        (
            "bob bid=120 meld=50 Cal:60",
            {"bidder": "Bob", "bid": 120, "meld": 50, "points": [60, None]},
        ),
        (
            "bob bid=120 meld=50 Dee:81",
            {"bidder": "Bob", "bid": 120, "meld": 50, "points": [None, 81]},
        ),
        (
            "bob bid=120 meld=50 'points=Ann & Cal:60'",
            {"bidder": "Bob", "bid": 120, "meld": 50, "points": [60, None]},
        ),
        ("bob ponder 8 0", {"bidder": "Bob", "bid": "ponder", "tricks": [8, 0]}),
        ("bob laydown ponder", {"bidder": "Bob", "bid": "laydown"}),
        (
            "auction=p,100,p,p meld=0 60 81",
            {"auction": ["p", "100", "p", "p"], "meld": 0, "points": [60, 81]},
        ),
        (
            "'auction=p 100 p p' meld=0 60 81",
            {"auction": ["p", "100", "p", "p"], "meld": 0, "points": [60, 81]},
        ),
    ],
)
def test_sides_and_the_count_that_is_asked_for(line: str, facts: dict[str, Any]) -> None:
    """A side by its name or either partner's; bare numbers are the count that this deal has."""
    assert said(line, "bien") == facts


def test_facts_stand_in_the_order_of_the_rules() -> None:
    """However an entry is typed, it is kept in one order."""
    lines = [
        "bob bid=120 meld=50 60 81",
        "60 81 meld=50 bob bid=120",
        "points=60,81 bid=120 meld=50 bidder=bob",
    ]
    assert {tuple(said(line, "bien")) for line in lines} == {("bidder", "bid", "meld", "points")}


# --- numbers among other words ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["sang 6-6-4", "sang 6/6/4", "sang 6:6:4", "sang 6–6–4", "tricks=6/6/4 sang"]
)
def test_numbers_joined_by_one_sign_are_that_many_numbers(line: str) -> None:
    """A dash, a stroke or a colon between all the numbers of a column only keeps them apart."""
    assert said(line) == {"contract": "sang", "tricks": [6, 6, 4]}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("sang 6-6/4", "word-unknown"),
        ("sang 6-6-4-2", "word-unknown"),
        ("sang 6--4", "word-unknown"),
        ("sang tricks=6-6-4-2", "tricks-value"),
    ],
)
def test_numbers_joined_otherwise_are_not_guessed(line: str, code: str) -> None:
    """Two signs, more numbers than players, or nothing between two signs are read as nothing."""
    assert refusal(line).code == code


def test_a_sign_before_a_number_or_alone_means_what_it_did() -> None:
    """`-` alone is the number to be worked out, and a number below nought stays one for the
    rules to refuse."""
    assert said("sang 6 - 4")["tricks"] == [6, None, 4]
    assert said("sang -6 6 4")["tricks"] == [-6, 6, 4]


def test_a_player_called_like_a_number_keeps_the_colon() -> None:
    """`7:20` is twenty of the player 7 where somebody is called so."""
    assert said("7:20 Bo:0", "bizon", "7", "Bo", "Cleo") == {"gp": [20, 0, None]}


@pytest.mark.parametrize(
    ("line", "game", "facts"),
    [
        ("max 6 zoë 4", "bismarck-swedish", {"tricks": [6, 4, None]}),
        ("sang zoe 6 max 4", "bismarck-swedish", {"contract": "sang", "tricks": [4, 6, None]}),
        ("bo 6 zoë 6 max 4 sang", "bismarck-swedish", {"contract": "sang", "tricks": [4, 6, 6]}),
        ("max 20 zoë 0", "bizon", {"gp": [20, 0, None]}),
        ("bizon=max max 20 zoë 0", "bizon", {"bizon": "Max", "gp": [20, 0, None]}),
        ("max 20 0", "bizon", {"bizon": "Max", "gp": [20, 0, None]}),
        ("max 20", "bizon", {"bizon": "Max", "gp": [20, None, None]}),
    ],
)
def test_a_number_after_each_name_is_that_players(
    line: str, game: str, facts: dict[str, Any]
) -> None:
    """Names and numbers in turn, where the names can be nothing else."""
    assert said(line, game, "Max", "Zoë", "Bo") == facts


@pytest.mark.parametrize(
    "line",
    [
        "pass Anna 10, Björn 3, Cleo 3",
        "pass, Anna 10, Björn 3, Cleo 3,",
        "pass Anna, 10, Björn, 3, Cleo 3",
    ],
)
def test_commas_part_names_and_numbers(line: str) -> None:
    """As one writes them."""
    assert said(line) == {"contract": "pass", "tricks": [10, 3, 3]}


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("max 6 zoë 4 6", ["word-unknown"]),
        ("max 6 max 4", ["tricks-twice"]),
        ("max 6 zoë", ["word-unknown"]),
    ],
)
def test_names_and_numbers_that_do_not_go_in_pairs_are_refused(line: str, codes: list[str]) -> None:
    """A number without a name, a name without a number, and a name that comes twice."""
    problems = typed(f"sang {line}", "bismarck-swedish", ("Max", "Zoë", "Bo")).problems
    assert [problem.code for problem in problems] == codes


def test_as_many_numbers_as_players_are_the_main_count() -> None:
    """A number that could be a rank as well is one of the column where the column is whole, or
    the deal names no rank."""
    for line in ("starter=Anna 6 3 3", "starter=Anna 6 3 -", "starter=Anna 6,3"):
        facts = said(line, "bismarck-estonian")
        assert (facts["starter"], facts["tricks"][:2]) == ("Anna", [6, 3])
    agreed, state = estonian_round(7)
    assert read_words(agreed, state, ["6", "1", "0"]).facts == {"left": [6, 1, 0]}
    (problem,) = read_words(agreed, state, ["6", "0"]).problems
    assert hint_of(problem) == "say start=6 or left=6"


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("Ann 120 60 81 60", {"bidder": "Ann", "bid": 120, "meld": 60, "points": [81, 60]}),
        ("120 60 81 60 Ann", {"bidder": "Ann", "bid": 120, "meld": 60, "points": [81, 60]}),
        ("Ann 120 60 81 -", {"bidder": "Ann", "bid": 120, "meld": 60, "points": [81, None]}),
        ("Ann 60 120 81 60", {"bidder": "Ann", "bid": 120, "meld": 60, "points": [81, 60]}),
        ("Ann bid=120 60 81 60", {"bidder": "Ann", "bid": 120, "meld": 60, "points": [81, 60]}),
        (
            "Ann bid=120 meld=60 81 60",
            {"bidder": "Ann", "bid": 120, "meld": 60, "points": [81, 60]},
        ),
        ("Ann 120 100 81 60", {"bidder": "Ann", "bid": 120, "meld": 100, "points": [81, 60]}),
        ("Ann 100 120 81 60", {"bidder": "Ann", "bid": 100, "meld": 120, "points": [81, 60]}),
        ("Ann 120 60 81", {"bidder": "Ann", "bid": 120, "meld": 60, "points": [81, None]}),
    ],
)
def test_numbers_for_all_that_is_still_to_be_said(line: str, facts: dict[str, Any]) -> None:
    """The numbers that single facts need go before the column, in the order in which they are
    asked for; in another order where each can be only one of them."""
    assert said(line, "bien") == facts


def test_a_number_that_cannot_be_in_its_place_is_refused_there() -> None:
    """It is said of the bid that it is too low; the numbers behind it keep their places."""
    agreed = seated("bien")
    facts = said("Ann 95 60 81 60", "bien")
    assert facts == {"bidder": "Ann", "bid": 95, "meld": 60, "points": [81, 60]}
    assert [problem.code for problem in judged(agreed, first_state(agreed), facts).problems] == [
        "bid-range"
    ]


@pytest.mark.parametrize("line", ["Ann 120 60 81 60 0", "Ann 120 60 81 60 5 5", "120 60 81 60 0"])
def test_numbers_that_are_too_many_are_not_guessed(line: str) -> None:
    """It is said what the numbers stand for, and what to type."""
    problem = refusal(line, "bien")
    assert problem.code == "points-number"
    assert hint_of(problem) == "say bid=… meld=… points=…,…"


def test_a_check_says_numbers_as_people_write_them() -> None:
    """Where a message has the numbers of a column put in, they come with commas and nothing
    around them."""
    agreed, state = estonian_round(5)
    (problem,) = judged(agreed, state, read_words(agreed, state, ["0", "0", "4"]).facts).problems
    assert text_of(problem.message).endswith("so exactly one 0 belongs in left=0, 0, 4")


# --- names of two words ----------------------------------------------------------------------------


def estonian_round(number: int) -> tuple[Agreed, State]:
    """The Estonian game before the first deal of a round."""
    agreed = agree(ruleset("bismarck-estonian"), TABLE)
    facts: list[dict[str, Any]] = [{"starter": "Anna", "tricks": [6, 3, 3]}, {"tricks": [3, 6, 3]}]
    facts += [{"tricks": [3, 3, 6]}] + [{"tricks": [6, 3, 3]}] * 9 + [{"left": [0, 1, 3]}] * 6
    return agreed, allowed(agreed, *facts[: 3 * number - 3]).state


@pytest.mark.parametrize("round_", [1, 4, 5, 6])
def test_the_name_of_a_contract_in_two_words_is_never_lost(round_: int) -> None:
    """Where its parts are the beginning of another and a word of their own, the whole name is
    what is said."""
    agreed, state = estonian_round(round_)
    result = read_words(agreed, state, ["stops", "up"])
    assert (result.facts, result.problems) == ({"contract": "stops-up"}, ())


def test_words_that_are_one_name_or_two_are_what_they_can_be() -> None:
    """In the round of the contract that the first word begins, the whole name is of a contract
    that cannot be played: the two words are meant."""
    agreed, state = estonian_round(7)
    result = read_words(agreed, state, ["stops", "up"])
    assert (result.facts, result.problems) == ({"contract": "stops-chosen", "direction": "up"}, ())


# --- names that look like something else -----------------------------------------------------------

SPADES = {"bizon": "Spades", "trump": "spades", "gp": [20, 0, None]}


@pytest.mark.parametrize(
    ("players", "line", "facts"),
    [
        (("7", "Bo", "Cleo"), "bizon=7 20 0", {"bizon": "7", "gp": [20, 0, None]}),
        (("7", "Bo", "Cleo"), "Bo 7 20", {"bizon": "Bo", "gp": [7, 20, None]}),
        (("7", "Bo", "Cleo"), "7 gp=20,0", {"bizon": "7", "gp": [20, 0, None]}),
        (("7", "Bo", "Cleo"), "bizon=7 gp=7:20,Bo:0", {"bizon": "7", "gp": [20, 0, None]}),
        (("007", "Bo", "Cleo"), "bizon=007 20 0", {"bizon": "007", "gp": [20, 0, None]}),
        (("Spades", "Bo", "Cleo"), "bizon=Spades trump=spades 20 0", SPADES),
        (("Spades", "Bo", "Cleo"), "Spades Spades 20 0", SPADES),
        (("KH", "Bo", "Cleo"), "bizon=KH grass=KH 20 0", {"bizon": "KH", "grass": "KH", "gp": [20, 0, None]}),
        (("passed", "Bo", "Cleo"), "bizon=passed 20 0", {"bizon": "passed", "gp": [20, 0, None]}),
        (("--yes", "Bo", "Cleo"), "bizon=--yes 20 0", {"bizon": "--yes", "gp": [20, 0, None]}),
        (("a=b", "Bo", "Cleo"), "a=b 20 0", {"bizon": "a=b", "gp": [20, 0, None]}),
        (("a:b", "Bo", "Cleo"), "bizon=a:b gp=a:b:20,Bo:0", {"bizon": "a:b", "gp": [20, 0, None]}),
        (("Ann", "Anna", "Bo"), "Ann 20 0", {"bizon": "Ann", "gp": [20, 0, None]}),
        (("Ann Lee", "Anna", "Bo"), "'ann l' 20 0", {"bizon": "Ann Lee", "gp": [20, 0, None]}),
        (('"Q"', "O'Hara", "Bo"), "bizon=o'h 20 0", {"bizon": "O'Hara", "gp": [20, 0, None]}),
        (("🂡", "Å.", "Bo"), "å. 20 0", {"bizon": "Å.", "gp": [20, 0, None]}),
        (("🂡", "Å.", "Bo"), "A\u030a 20 0", {"bizon": "Å.", "gp": [20, 0, None]}),
        (("7", "Bo", "Cleo"), "7 20 0", {"bizon": "7", "gp": [20, 0, None]}),
        (("Spades", "Bo", "Cleo"), "spades 20 0", {"bizon": "Spades", "gp": [20, 0, None]}),
        (("KH", "Bo", "Cleo"), "KH 20 0", {"bizon": "KH", "gp": [20, 0, None]}),
        (("passed", "Bo", "Cleo"), "passed", {"passed": True}),
    ],
)  # fmt: skip
def test_names_that_look_like_something_else(
    players: tuple[str, ...], line: str, facts: dict[str, Any]
) -> None:
    """A player may be named like a number, a suit, a card, a flag, an option or a fact; the key
    says it, or that the line makes a whole deal in one way only."""
    assert said(line, "bizon", *players) == facts


@pytest.mark.parametrize(
    ("players", "line", "hint"),
    [
        (("7", "Bo", "Cleo"), "7 20", "say bizon=7 or gp=7"),
        (("Spades", "Bo", "Cleo"), "spades", "say bizon=Spades or trump=spades"),
        (("Spades", "Bo", "Cleo"), "spades 20", "say bizon=Spades or trump=spades"),
        (("KH", "Bo", "Cleo"), "KH", "say bizon=KH or grass=KH"),
        (("Cal S.", "Bo", "Ann"), "c", 'say "bizon=Cal S." or trump=clubs'),
    ],
)
def test_what_has_two_readings_is_never_guessed(
    players: tuple[str, ...], line: str, hint: str
) -> None:
    """A bare word that may be about two facts, and makes a whole deal of neither, is refused
    with both."""
    problem = refusal(line, "bizon", *players)
    assert (problem.code, hint_of(problem)) == ("word-ambiguous", hint)


# --- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code", "about", "words"),
    [
        ("s 8 4", "contract-ambiguous", "contract", "spader or sang"),
        ("zang 8 4", "word-unknown", None, "did you mean `Sang`?"),
        ("contract=zang 8 4", "contract-unknown", "contract", "did you mean `sang`?"),
        ("sang pass 6 6", "fact-twice", "contract", "`sang` and `pass`"),
        ("sang contract=pass 6 6", "fact-twice", "contract", "as contract=… and as sang"),
        ("sang contract=sang 6 6", "fact-twice", "contract", "as contract=… and as sang"),
        ("sang tricks=6,6 tricks=6,6", "fact-twice", "tricks", "`tricks` is there twice"),
        ("sang tricks=6,6 6 6", "fact-twice", "tricks", "as tricks=… and as 6 6"),
        ("sang 6 Anna:6", "tricks-mixed", "tricks", "all in order or all by name"),
        ("sang Anna:6 Anna:7", "tricks-twice", "tricks", "two numbers of tricks"),
        ("sang Zoe:6 Anna:7", "player-unknown", "tricks", "there are Anna, Björn and Cleo"),
        ("sang tricks=Anna:x", "tricks-value", "tricks", "`x`"),
        ("sang tricks=6,x,4", "tricks-value", "tricks", "`x`"),
        ("sang tricks=6.5,6,4", "tricks-value", "tricks", "`6.5`"),
        ("sang tricks=١,6,4", "tricks-value", "tricks", "`١`"),
        ("sang tricks=--6,6,4", "tricks-value", "tricks", "`--6`"),
        ("sang tricks=9999999999,6,4", "tricks-value", "tricks", "`9999999999`"),
        ("trumf trump=x 8 4", "suit-unknown", "trump", "clubs, diamonds, hearts and spades"),
        ("trik=6,6 sang", "fact-unknown", "trik", "did you mean `tricks`?"),
        ("=6,6 sang", "fact-unknown", "", "it asks for contract, trump and tricks"),
        ("sang '' 6 6", "word-unknown", None, "``"),
        ("sang 6 6 Anna", "word-unknown", None, "the number of Anna is missing"),
    ],
)
def test_what_cannot_be_read_is_refused(
    line: str, code: str, about: str | None, words: str
) -> None:
    """Each slip has a code, the fact that it is about, and what would be right."""
    problem = refusal(line)
    assert (problem.code, problem.fact) == (code, about)
    assert words in f"{text_of(problem.message)} {hint_of(problem)}"


@pytest.mark.parametrize(
    ("deal", "line", "facts"),
    [
        (
            1,
            "A 5 5",
            {"starter": "Anna", "tricks": [5, 5, None]},
        ),  # `start` is of the last round alone
        (7, "D 5 5", {"trump": "diamonds", "tricks": [5, 5, None]}),
        (20, "0 3 2 A up", {"start": "A", "direction": "up", "left": [0, 3, 2]}),
    ],
)
def test_what_a_deal_has_no_use_for_is_not_meant(
    deal: int, line: str, facts: dict[str, Any]
) -> None:
    """A word that could be of two facts is of the one that this deal has a use for."""
    agreed = agree(ruleset("bismarck-estonian"), ("Anna", "Bob", "Cleo"))
    assert (
        read_words(agreed, first_state(agreed)._replace(deal=deal), split_line(line)).facts == facts
    )


POT = "AW,CY,CK,2SY,2WL,3MW,3SK,3LY,4WL,4YK,5ML"


@pytest.mark.parametrize(
    "goals",
    [
        "7ML,4MS,9LK",
        "Chance Meeting,4MS,9LK",
        "Chance Meeting, 4MS, 9LK",
        "Bob:4MS,Cal:9LK,Ann:Chance Meeting",
    ],
)
def test_cards_by_their_own_names_and_by_whose_they_are(goals: str) -> None:
    """Between commas a card's name may be several words; where every player has one, names may
    stand before them."""
    read = said(f"'goals={goals}' pot={POT}", "bisque", "Ann", "Bob", "Cal")
    assert read == {"goals": ["7ML", "4MS", "9LK"], "pot": POT.split(",")}


@pytest.mark.parametrize(
    ("goals", "code"),
    [("Ann:7ML,Ann:4MS,Cal:9LK", "goals-twice"), ("Zed:7ML,Bob:4MS,Cal:9LK", "player-unknown")],
)
def test_cards_by_name_of_somebody_twice_or_of_a_stranger(goals: str, code: str) -> None:
    """Each player has one card, and only those who play have any."""
    assert refusal(f"goals={goals} pot={POT}", "bisque", "Ann", "Bob", "Cal").code == code


def test_numbers_alone_are_the_only_count_there_is() -> None:
    """Where no count is needed, bare numbers are the one that may be given."""
    assert said("12 5 7", "bisque", "Ann", "Bob", "Cal") == {"scores": [12, 5, 7]}


@pytest.mark.parametrize("dash", ["-", "−", "–"])
def test_a_dash_takes_a_fact_out(dash: str) -> None:
    """A fact, or a count that may be left out, is not to be there; in a count that is needed the
    dash is worked out."""
    read = typed(f"trumf trump={dash} tricks={dash},6,6")
    assert (read.facts, read.without, read.problems) == (
        {"contract": "trumf", "tricks": [None, 6, 6]},
        {"trump"},
        (),
    )
    assert typed(f"bizon=Anna gp=20,10,10 tricks={dash}", "bizon").without == {"tricks"}
    assert said(f"sang 6 {dash} 4") == {"contract": "sang", "tricks": [6, None, 4]}


def test_an_ambiguous_player_is_refused_with_the_candidates() -> None:
    """A beginning that two players share names both."""
    problem = refusal("an 20 0", "bizon", "Ann", "Anders", "Bo")
    assert (problem.code, text_of(problem.message)) == (
        "player-ambiguous",
        "`an` could be Ann or Anders",
    )


@pytest.mark.parametrize(
    ("players", "word", "named"),
    [
        (("Å.", "Anna", "Bo"), "Å", "Å."),
        (("Å.", "Anna", "Bo"), "å", "Å."),
        (("Å.", "Anna", "Bo"), "A.", "Å."),
        (("Å.", "Anna", "Bo"), "An", "Anna"),
        (("A", "Åsa", "Bo"), "Å", "Åsa"),
        (("Åke", "Bo", "Cleo"), "ak", "Åke"),
        (("Zoé", "Zoey", "Bo"), "zoe", "Zoé"),
    ],
)
def test_a_beginning_that_is_right_to_the_accent_comes_first(
    players: tuple[str, ...], word: str, named: str
) -> None:
    """Accents may be left out, and where they are typed they are meant; a whole name stays a
    whole name."""
    assert typed(f"{word} 20 0", "bizon", players).facts["bizon"] == named
    assert typed(f"sang {word}:6", players=players).facts["tricks"][players.index(named)] == 6


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("trumf heartz 8 4", "did you mean `heart`?"),
        ("trumf xyzzy 8 4", "spader, trumf, sang, pass, clubs, diamonds, hearts, spades, Anna"),
        ("xyzzy 8 4", "spader, trumf, sang, pass, clubs, diamonds, hearts, spades, Anna"),
        ("sang xyzzy 8 4", "spader, trumf, sang, pass, Anna"),
        ("trumf trump=hearts xyzzy 8 4", "spader, trumf, sang, pass, Anna"),
    ],
)
def test_suits_are_known_where_trumps_are_open(line: str, hint: str) -> None:
    """What an unknown word may have been: a suit too, where the contract, or one of those left,
    wants one."""
    assert hint in (hint_of(refusal(line)) or "")


def test_a_beginning_without_its_accent_may_be_anybodys() -> None:
    """Whoever leaves accents out is asked which of the two is meant."""
    problem = refusal("sang a:6 b:6", "bismarck-swedish", "Åsa", "Anna", "Bo")
    assert (problem.code, text_of(problem.message)) == (
        "player-ambiguous",
        "`a` could be Åsa or Anna",
    )


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("sang tricks 9 4", {"contract": "sang", "tricks": [9, 4, None]}),
        ("contract sang 9 4", {"contract": "sang", "tricks": [9, 4, None]}),
        ("sang stick 9 4", {"contract": "sang", "tricks": [9, 4, None]}),
        ("trumf h tricks 9, 4, 3", {"contract": "trumf", "trump": "hearts", "tricks": [9, 4, 3]}),
        ("trumf couleur hearts 9 4", None),
    ],
)
def test_a_fact_by_its_name_stands_before_its_value(
    line: str, facts: dict[str, Any] | None
) -> None:
    """`tricks 9 4` is read as `tricks=9,4`; a word that is nobody's name is not."""
    result = typed(line)
    assert (
        (result.facts, result.problems) == (facts, ())
        if facts
        else result.problems[0].code == "word-unknown"
    )


@pytest.mark.parametrize(
    ("line", "hint"), [("sang tricks", "say tricks=…"), ("9 4 contract", "say contract=…")]
)
def test_a_fact_by_its_name_alone_is_told_how_it_is_said(line: str, hint: str) -> None:
    """`tricks` with nothing behind it is no guess at a word that is not known."""
    found = [problem for problem in typed(line).problems if problem.code == "word-unknown"]
    assert [hint_of(problem) for problem in found] == [hint]


@pytest.mark.parametrize(
    "line",
    [
        "sang: 6 6", "sang: Anna 6, Björn 6", "sang Anna=6 Björn=6", "Anna=6, Björn=6, sang",
        "sang A6 B6", "A6 B6 C4 sang", "sang; Anna: 6; Björn: 6", "sang Anna 6 and Björn 6",
        "sang Anna 6 och Björn 6", "sang Anna 6 et Björn 6", "sang 6 & 6",
    ],
)  # fmt: skip
def test_numbers_are_read_as_they_stand_on_a_slip_of_paper(line: str) -> None:
    """A colon after the contract or a name, an equals sign, a number at its letter, an "and"."""
    facts = said(line)
    assert (facts["contract"], facts["tricks"][:2]) == ("sang", [6, 6])


def test_a_name_before_a_colon_is_whoever_a_game_asks_for() -> None:
    """The bidder of Bizon, not somebody's number."""
    assert said("Anna: Björn 13, Anna 14", "bizon") == {"bizon": "Anna", "gp": [14, 13, None]}
    assert said("Anna 14 and 13", "bizon") == {"bizon": "Anna", "gp": [14, 13, None]}


def test_a_letter_of_two_people_is_nobodys_beside_its_number() -> None:
    """`A14` of Anna and Axel is asked about, and no number of the line is taken."""
    result = typed("Cleo A14 C15", "bizon", ("Anna", "Axel", "Cleo"))
    (problem,) = result.problems
    assert text_of(problem.message) == "`A` could be Anna or Axel"
    assert "gp" not in result.facts


@pytest.mark.parametrize("word", ["no", "nej", "non", "N"])
def test_a_flag_that_is_denied_is_left_out(word: str) -> None:
    """`passed=no` says what leaving it out says."""
    result = typed(f"Anna 14 13 passed={word}", "bizon")
    assert (result.problems, result.without) == ((), {"passed"})
    assert result.facts == {"bizon": "Anna", "gp": [14, 13, None]}


@pytest.mark.parametrize(("line", "flag"), [("no 5 4", "no"), ("nil 5 4", "nil")])
def test_a_flag_that_is_called_as_a_denial_is_said(line: str, flag: str) -> None:
    """A bare `no`, which is what players call a deal without trumps, is the flag of that name."""
    flags = {flag: {"kind": "flag", "optional": True}}
    page = {
        "name": "No", "source": "made up", "players": 3, "fact": flags,
        "count": {"points": {"total": 10}}, "outcome": [{"points": "points"}],
    }  # fmt: skip
    agreed = agree(read_ruleset(page, "no"), TABLE)
    result = read_words(agreed, first_state(agreed), split_line(line))
    assert (result.problems, result.facts.get(flag)) == ((), True)


@pytest.mark.parametrize("line", ["sang X6 B6", "sang A6 B", "and", "pass Bo=x"])
def test_what_is_no_name_with_its_number_is_refused_still(line: str) -> None:
    """Only a name that is known is taken off its number, and an "and" alone says nothing."""
    assert {problem.code for problem in typed(line).problems} <= {"word-unknown", "fact-unknown"}
    assert typed(line).problems


def test_every_slip_of_a_line_is_named_at_once() -> None:
    """All problems of a line come together, and what could be read is kept."""
    result = typed("zang tricks=6,x trik=3 trump=q")
    codes = [problem.code for problem in result.problems]
    assert codes == ["tricks-value", "fact-unknown", "suit-unknown", "word-unknown"]
    assert typed("zang trumf hearts 8 4").facts == {
        "contract": "trumf",
        "trump": "hearts",
        "tricks": [8, 4, None],
    }


# --- what is open ----------------------------------------------------------------------------------


def after(
    game: str, *facts: dict[str, Any], players: tuple[str, ...] = TABLE
) -> tuple[Agreed, State]:
    agreed = agree(ruleset(game), players)
    return agreed, allowed(agreed, *facts).state


def test_a_beginning_is_among_the_contracts_left() -> None:
    """`s` is one contract once the other that begins so has been played, and a whole name stays
    its own."""
    agreed, state = after(
        "bismarck-swedish", *({"contract": "spader", "tricks": [8, 4, 4]} for _ in range(3))
    )
    assert read_words(agreed, state, ["s", "6", "6"]).facts == SANG
    verdict = judged(agreed, state, read_words(agreed, state, ["spades", "8", "4", "4"]).facts)
    assert [problem.code for problem in verdict.problems] == ["contract-used"]


def test_the_name_of_a_contract_that_was_played_is_not_taken_for_a_suit() -> None:
    """With one contract left that has a suit of its own, a played contract's name is still that
    contract."""
    played = [
        {"contract": name, "tricks": [6, 6, 4]}
        for name in ("spader", "sang", "pass")
        for _ in range(3)
    ]
    agreed, state = after("bismarck-swedish", *played)
    for word in ("spader", "spades"):
        verdict = judged(agreed, state, read_words(agreed, state, [word, "8", "4"]).facts)
        assert [problem.code for problem in verdict.problems] == ["contract-used"]
    for line in ("trumf spades 8 4", "trump=spades 8 4", "S 8 4", "♠ 8 4"):
        verdict = judged(agreed, state, read_words(agreed, state, line.split()).facts)
        assert verdict.scored is not None and verdict.scored.trump == "spades"


def test_a_whole_name_is_never_the_beginning_of_another() -> None:
    """A contract that was played is not mistaken for one that only begins like it."""
    raw = {**ruleset("bismarck-swedish").raw}
    contracts = dict(raw["contract"])
    contracts["pass-on"] = {**contracts["pass"], "name": "Pass on"}
    agreed = agree(read_ruleset({**raw, "contract": contracts}, "house"), TABLE)
    now = allowed(agreed, *[{"contract": "pass", "tricks": [4, 6, 6]}] * 3)
    assert read_words(agreed, now.state, ["pass", "4", "6"]).facts["contract"] == "pass"
    assert read_words(agreed, now.state, ["pas", "4", "6"]).facts["contract"] == "pass-on"


def test_a_contract_that_is_fixed_need_not_be_said() -> None:
    """Where the order is fixed a suit is a suit, the contract's own name is read, and another is
    refused."""
    agreed, state = after("bismarck-british", {"tricks": [8, 4, 4]})
    assert read_words(agreed, state, ["c", "8", "4"]).facts == {
        "trump": "clubs",
        "tricks": [8, 4, None],
    }
    assert read_words(agreed, state, ["cut", "c", "8", "4"]).facts == {
        "contract": "cut-trumps", "trump": "clubs", "tricks": [8, 4, None],
    }  # fmt: skip
    wrong = read_words(agreed, state, ["misere", "8", "4"])
    assert [p.code for p in judged(agreed, state, wrong.facts).problems] == ["contract-order"]


# --- corrections -----------------------------------------------------------------------------------


def corrected(line: str, before: dict[str, Any]) -> Typed:
    agreed = seated("bismarck-swedish")
    return read_words(agreed, first_state(agreed), split_line(line), before)


def test_a_correction_by_name_keeps_the_others() -> None:
    """Of a correction one name and one number are enough; two of three leave the third to be
    worked out."""
    before = {"contract": "sang", "tricks": [6, 6, 4]}
    assert corrected("Anna:8", before).facts == {"tricks": [8, 6, 4]}
    assert corrected("Anna:8 Cleo:2", before).facts == {"tricks": [8, None, 2]}


def test_a_correction_never_guesses_between_contract_and_suit() -> None:
    """`spades` may be the contract or the suit that was named: where both can be, it is refused."""
    trumf = {"contract": "trumf", "trump": "hearts", "tricks": [8, 4, 4]}
    (problem,) = corrected("spades", trumf).problems
    assert (problem.code, hint_of(problem)) == (
        "word-ambiguous",
        "say contract=spader or trump=spades",
    )
    assert corrected("clubs", trumf).facts == {"trump": "clubs"}
    assert corrected("spades", {"contract": "sang", "tricks": [8, 4, 4]}).facts == {
        "contract": "spader"
    }


# --- laws ------------------------------------------------------------------------------------------

scraps = st.sampled_from(
    ["sang", "s", "pass", "passed", "Anna", "a", "7", "6", "6,6", "-", ",", "=", "tricks", "tricks=", "Anna:6",
     "Anna:", ":", "♠", "KH", "bid=ponder", "p", "contract=", "trump=S", "no", "trumps", "no trumps", "", "−",
     "gp=20", "6-6", "6/6/4", "stops", "up", "120", "auction=p,100", "'", '"', "\\", "\udcff"]
)  # fmt: skip
words = st.lists(st.one_of(scraps, st.text(max_size=6)), max_size=8)
games = st.sampled_from(
    ["bizon", "bismarck-swedish", "bismarck-british", "bismarck-estonian", "bien"]
)


@given(games, words, st.booleans())
def test_reading_never_raises_and_never_loses_a_word(
    game: str, line: list[str], again: bool
) -> None:
    """Whatever is typed is facts or problems, and a line of which nothing was read says why."""
    agreed = seated(game)
    state = first_state(agreed)
    before = {"tricks": [1, 2], "contract": "trumf", "trump": "hearts"} if again else None
    result = read_words(agreed, state, line, before)
    assert result.facts or result.problems or not line
    verdict = judged(agreed, state, result.facts)
    assert verdict.scored is not None or verdict.problems


class LastFirst(Random):
    """A chance that turns a list round."""

    def shuffle(self, x: Any) -> None:
        x.reverse()


@given(games, words, st.randoms())
@example("bismarck-estonian", ["p", "up"], LastFirst())  # `up p` is not the Swedish `upp`
def test_the_order_of_words_says_nothing(game: str, line: list[str], chance: Any) -> None:
    """Words that are read in one order are read the same in any, but for the numbers among
    themselves."""
    agreed = seated(game)
    state = first_state(agreed)
    line = [
        word for word in line if not any(letter.isdigit() or letter in "-−," for letter in word)
    ]
    first = read_words(agreed, state, line)
    shuffled = line[:]
    chance.shuffle(shuffled)
    joined = {" ".join(line[i : i + n]) for i in range(len(line)) for n in (2, 3)}
    if not first.problems and not any(_is_name(agreed, text) for text in joined):
        assert read_words(agreed, state, shuffled).facts == first.facts


def _is_name(agreed: Agreed, text: str) -> bool:
    """Whether words next to each other make a name together, which another order would break."""
    facts = read_words(agreed, first_state(agreed), [text]).facts
    return " " in text.strip() and not facts.keys().isdisjoint(("contract", "bid", "passed"))


@given(st.text(max_size=60))
def test_any_line_can_be_cut_into_words(line: str) -> None:
    """A quote that is never closed is just a letter."""
    assert isinstance(split_line(line), list)


def test_more_words_than_any_deal_has_are_not_read() -> None:
    """Thousands of words are refused by their number."""
    problem = refusal(" ".join(["6"] * 501))
    assert (problem.code, text_of(problem.message)) == (
        "word-unknown",
        "501 words are more than a deal has",
    )


def test_many_words_take_no_time() -> None:
    """Hundreds of words that fit nowhere, or anywhere, are refused at once."""
    for word in ("Ann", "passed", "x", "spades", "KH"):
        assert typed(" ".join([word] * 200), "bien").problems


def test_a_house_game_may_have_many_players_to_name() -> None:
    """Where eight facts could each be any word, the ways to read them are not gone through one
    by one."""
    facts = {f"who{number}": {"kind": "player", "optional": True} for number in range(9)}
    raw = {**ruleset("bizon").raw, "fact": {**ruleset("bizon").raw["fact"], **facts}}
    agreed = agree(read_ruleset(raw, "house"), TABLE)
    result = read_words(agreed, first_state(agreed), ["Anna", "Björn", "Cleo"] * 3)
    assert {problem.code for problem in result.problems} == {"word-ambiguous"}


def test_a_beginning_is_read_in_the_language_spoken_first() -> None:
    """The beginning of a name in the language spoken or in English is not made unclear, or
    something else, by a name in another; where it begins nothing there, three letters of another
    language will do, and two are too few."""
    agreed = seated("bismarck-swedish")
    names = dict(agreed.rules.contracts)
    assert contracts_named(agreed.rules, "j", names) == []
    assert contracts_named(agreed.rules, "je", names) == []
    assert contracts_named(agreed.rules, "jeu", names) == ["spader"]
    speak("fr")
    assert contracts_named(agreed.rules, "j", names) == ["spader"]


WORD = st.text(st.characters(exclude_categories=("C", "Z"), include_characters=" "), min_size=1)


@given(st.lists(WORD, min_size=1))
@example(['Anna "Ace" Berg', "D'Arcy", "a\\b", 'bidder=It\'s "x"', 'say "x"=3'])
def test_words_in_quotes_are_read_back(words: list[str]) -> None:
    """Whatever signs they hold, each as it was."""
    assert split_line(" ".join(map(quoted, words))) == words
