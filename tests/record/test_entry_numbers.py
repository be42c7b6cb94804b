"""Bare numbers: they are read in the order in which the deal asks for them, and only where one
reading is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from conftest import ruleset, split
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.schedule import first_state
from scorekeeper.game.session_settings import Agreed, agree
from scorekeeper.record.entered_words import Typed, read_words, split_line
from scorekeeper.record.fact_values import number_in
from scorekeeper.text.message_text import hint_of, text_of

THREE, FOUR = ("Ann", "Bob", "Cal"), ("Ann", "Bob", "Cal", "Dee")


def seated(game: str, **options: Any) -> Agreed:
    rules = ruleset(game)
    return agree(rules, THREE if 3 in rules.players else FOUR, None, options)


def typed(
    line: str,
    game: str,
    before: dict[str, Any] | None = None,
    asked: str | None = None,
    **options: Any,
) -> Typed:
    agreed = seated(game, **options)
    return read_words(agreed, first_state(agreed), split_line(line), before, asked)


@pytest.mark.parametrize(
    ("game", "line", "facts"),
    [
        ("bizon", "a 20 10 4 2 2", {"bizon": "Ann", "gp": [20, 10, None], "tricks": [4, 2, 2]}),
        ("bizon", "a 20 10 10 4 2 2", {"bizon": "Ann", "gp": [20, 10, 10], "tricks": [4, 2, 2]}),
        ("bizon", "a 20 10 10 4 2", {"bizon": "Ann", "gp": [20, 10, 10], "tricks": [4, 2, None]}),
        ("bizon", "a 20 10 4 2", {"bizon": "Ann", "gp": [20, 10, None], "tricks": [4, 2, None]}),
        ("bizon", "20 10 4 2 2 a", {"bizon": "Ann", "gp": [20, 10, None], "tricks": [4, 2, 2]}),
        ("bizon", "a 20,10 4,2,2", {"bizon": "Ann", "gp": [20, 10, None], "tricks": [4, 2, 2]}),
        ("bizon", "a 20-10-10 4-2-2", {"bizon": "Ann", "gp": [20, 10, 10], "tricks": [4, 2, 2]}),
        ("bizon", "a gp=20,10 4 2 2", {"bizon": "Ann", "gp": [20, 10, None], "tricks": [4, 2, 2]}),
        ("bizon", "a gp 20 10 tricks 4 2", {"bizon": "Ann", "gp": [20, 10, None], "tricks": [4, 2, None]}),
        ("bien", "cal 200 50 100", {"bidder": "Cal", "bid": 200, "meld": 50, "points": [100, None]}),
        ("bien", "cal 200 100 90", {"bidder": "Cal", "bid": 200, "meld": 100, "points": [90, None]}),
        ("bien", "d 200 50 100", {"bidder": "Dee", "bid": 200, "meld": 50, "points": [100, None]}),
        ("bien", "cal 200 meld=50 100", {"bidder": "Cal", "bid": 200, "meld": 50, "points": [100, None]}),
        ("bien", "cal 200 50", {"bidder": "Cal", "bid": 200, "meld": 50}),
        ("bien", "cal ponder 8 0", {"bidder": "Cal", "bid": "ponder", "tricks": [8, 0]}),
        ("more/spades", "4 3 3 0 6 3 4 0", {"bid": [4, 3, 3, 0], "tricks": [6, 3, 4, 0]}),
        ("more/spades", "4 3 3 0 6 3 4", {"bid": [4, 3, 3, 0], "tricks": [6, 3, 4, None]}),
        ("more/spades", "bid 4 3 3 0 tricks 6 3 4", {"bid": [4, 3, 3, 0], "tricks": [6, 3, 4, None]}),
        ("more/spades", "4 3 3 0", {"bid": [4, 3, 3, 0]}),
        ("more/oh-hell", "h 1 0 0 1 0 0", {"trump": "hearts", "bid": [1, 0, 0], "tricks": [1, 0, 0]}),
        ("bisque", "scores 10 11 9", {"scores": [10, 11, 9]}),
    ],
)  # fmt: skip
def test_numbers_stand_in_the_order_in_which_they_are_asked_for(
    game: str, line: str, facts: dict[str, Any]
) -> None:
    """First what single facts need, then a column after the other; the last number of a total
    may be left out."""
    result = typed(line, game)
    assert (result.facts, result.problems) == (facts, ())


def test_a_count_of_an_option_comes_last() -> None:
    """What a deal can do without takes what is left; as many numbers as a column has are that
    column."""
    assert typed("8 2 2", "more/whist", honours=True).facts == {"tricks": [8, None], "held": [2, 2]}
    assert typed("8 5 2 2", "more/whist", honours=True).facts == {"tricks": [8, 5], "held": [2, 2]}
    assert typed("8 5", "more/whist", honours=True).facts == {"tricks": [8, 5]}


def test_a_question_is_answered_first() -> None:
    """Behind what was asked for come the numbers of what is asked next, and what was said stays."""
    before = {"bidder": "Cal"}
    assert typed("200 50 100", "bien", before, "bid").facts == {
        "bid": 200,
        "meld": 50,
        "points": [100, None],
    }
    assert typed("50 91", "bien", {**before, "bid": 200}, "meld").facts == {
        "meld": 50,
        "points": [91, None],
    }
    # refused as a bid, and no points
    assert typed("60 81", "bien", before, "bid").facts["bid"] == 60


def test_a_correction_may_say_everything_anew() -> None:
    """More numbers than the column has are all that was said, in its order."""
    before = {"bidder": "Cal", "bid": 200, "meld": 50, "points": [100, 41]}
    assert typed("210 60 90", "bien", before).facts == {
        "bid": 210,
        "meld": 60,
        "points": [90, None],
    }
    assert typed("90 51", "bien", before).facts == {"points": [90, 51]}


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("a 8 30 2 3 3", "say gp=8,30,2 tricks=3,3 or gp=8,30 tricks=2,3,3"),
        ("a 12 27 1 4 3", "say gp=12,27,1 tricks=4,3 or gp=12,27 tricks=1,4,3"),
    ],
)
def test_two_readings_of_a_line_are_refused_with_both(line: str, hint: str) -> None:
    """Where the second row may begin at one number or the next, both are shown as they are
    typed."""
    (problem,) = typed(line, "bizon").problems
    assert (problem.code, hint_of(problem)) == ("word-ambiguous", hint)


def test_numbers_that_hold_in_no_order_say_why_not_in_each() -> None:
    """Each reading is named with what is wrong with it."""
    problems = typed("a 20 10 4 2 3", "bizon").problems
    assert [(problem.code, text_of(problem.place or "")) for problem in problems] == [
        ("gp-total", "gp=20,10,4 tricks=2,3"),
        ("tricks-total", "gp=20,10 tricks=4,2,3"),
    ]


@pytest.mark.parametrize(
    ("game", "line", "code", "hint"),
    [
        ("bizon", "a 20 10 10 4 2 2 1", "tricks-number", "say gp=…,…,… tricks=…,…,…"),
        ("more/spades", "4 3 3 0 6 3", "tricks-number", "say bid=…,…,…,… tricks=…,…,…,…"),
        ("bizon", "a gp=20,10,10 20 10 10", "fact-twice", "leave one of them out"),
        ("bizon", "a tricks=4,2,2 gp=20,10,10 4 2 2", "fact-twice", "leave one of them out"),
    ],
)
def test_numbers_that_fit_nowhere_are_refused(game: str, line: str, code: str, hint: str) -> None:
    """Too many, too few, or a count that was said."""
    (problem,) = typed(line, game).problems
    assert (problem.code, hint_of(problem)) == (code, hint)


def test_commas_only_part_one_number_from_the_next() -> None:
    """`6, 6` are two numbers and no third between them; a comma at the end still is a number
    left out."""
    assert typed("sang 6, 6", "bismarck-swedish").facts["tricks"] == [6, 6, None]
    assert typed("sang 6, 6, 4", "bismarck-swedish").facts["tricks"] == [6, 6, 4]
    assert typed("sang 6,6,", "bismarck-swedish").facts["tricks"] == [6, 6, None]


# --- names, suits and passes ---------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["c", "C", "cal", "Cal"])
def test_a_name_that_begins_like_a_suit_is_the_name_where_a_player_is_needed(letter: str) -> None:
    """`c 0 0 40` with a player Cal makes a whole deal in one way only."""
    assert typed(f"{letter} 0 0 40", "bizon").facts == {"bizon": "Cal", "gp": [0, 0, 40]}
    assert typed(f"{letter} c 0 0 40", "bizon").facts == {
        "bizon": "Cal",
        "trump": "clubs",
        "gp": [0, 0, 40],
    }


@pytest.mark.parametrize(
    "players", [("Hans", "Klas", "Rut"), ("Pia", "Tove", "Ced"), ("Dan", "Sue", "Kim")]
)
def test_the_letters_of_suits_in_any_language_may_begin_a_name(players: tuple[str, ...]) -> None:
    """Hjärter, klöver and ruter, pique, trèfle and carreau, diamonds and spades."""
    agreed = agree(ruleset("bizon"), players)
    for name in players:
        result = read_words(agreed, first_state(agreed), [name[0].lower(), "20", "10"])
        assert (result.facts.get("bizon"), result.problems) == (name, ())
    pairs = [word for name in players for word in (name[0], "0")]
    assert read_words(agreed, first_state(agreed), [*pairs[:-1], "40"]).facts == {"gp": [0, 0, 40]}


def test_pass_is_passed_where_nothing_else_is_called_so() -> None:
    """In a game with a call or a contract of that name it is not."""
    assert typed("pass", "bizon").facts == {"passed": True}
    assert typed("passed=pass", "bizon").facts == {"passed": True}
    assert [problem.code for problem in typed("pa", "bizon").problems] == ["word-unknown"]
    assert [hint_of(problem) for problem in typed("pass", "bien").problems] == [
        "did you mean `passed`?"
    ]
    assert typed("pass 9 2", "bismarck-swedish").facts == {
        "contract": "pass",
        "tricks": [9, 2, None],
    }


# --- laws ------------------------------------------------------------------------------------------


class Asks(NamedTuple):
    """What a game asks numbers for: how many of each, and whether the last of them may be left
    out; and the words that stand before them."""

    before: str
    takes: Sequence[tuple[str, int, bool]]


ASKS = {
    "bizon": Asks("Ann", [("gp", 3, True), ("tricks", 3, True)]),
    "bien": Asks("Cal", [("bid", 1, False), ("meld", 1, False), ("points", 2, True)]),
    "more/spades": Asks("", [("bid", 4, False), ("tricks", 4, True)]),
    "more/oh-hell": Asks("", [("bid", 3, False), ("tricks", 3, True)]),
    "bismarck-swedish": Asks("sang", [("tricks", 3, True)]),
}
TOTALS = {"gp": 40, "points": 141, "bid": 3}


def in_order(
    takes: Sequence[tuple[str, int, bool]], numbers: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Every way to cut a row of numbers into the columns that are asked for, from the first on."""
    if not numbers:
        yield {}
    elif takes:
        (name, size, spare), *rest = takes
        for taken in {size, size - spare}:
            own = [*numbers[:taken], *[None] * (size - taken)]
            for more in in_order(rest, numbers[taken:]) if taken <= len(numbers) else ():
                yield {name: own if size > 1 else own[0], **more}


@st.composite
def lines(draw: st.DrawFn) -> tuple[str, list[int]]:
    """A game and a row of numbers, mostly such as its deals have."""
    game = draw(st.sampled_from(sorted(ASKS)))
    row: list[int] = []
    for name, size, _ in ASKS[game].takes:
        total = {
            "tricks": 8
            if game == "bizon"
            else 13
            if game == "more/spades"
            else 1
            if "hell" in game
            else 16
        }
        single = draw(st.sampled_from([50, 100, 150, 200]))
        row += [single] if size == 1 else draw(split({**TOTALS, **total}[name], size))
    for _ in range(draw(st.integers(0, 2))):
        del row[draw(st.integers(0, len(row) - 1)) :][:1]
    return game, draw(st.one_of(st.just(row), st.lists(st.integers(0, 40), min_size=1, max_size=9)))


@given(lines())
def test_a_line_that_is_accepted_has_one_reading(drawn: tuple[str, list[int]]) -> None:
    """What makes a whole deal is the only way to cut the row that does, or the column that the
    game counts first; where several ways do, none is taken."""
    game, numbers = drawn
    agreed, asks = seated(game), ASKS[game]
    state = first_state(agreed)
    words = read_words(agreed, state, split_line(asks.before)).facts
    whole = {}
    for way in in_order(asks.takes, numbers):
        scored = judged(agreed, state, {**words, **way}).scored
        if scored is not None:
            whole[repr(scored.facts)] = way
    result = read_words(agreed, state, split_line(f"{asks.before} {' '.join(map(str, numbers))}"))
    scored = None if result.problems else judged(agreed, state, result.facts).scored
    if len(whole) == 1:
        assert scored is not None and repr(scored.facts) in whole
    elif whole:
        columns = [way for way in whole.values() if len(way) == 1]
        assert (scored is None) == (not columns)
    elif scored is not None:  # out of order, where that is the only order
        assert game == "bien" and sorted([scored.facts["bid"], scored.facts["meld"]]) == sorted(
            numbers[:2]
        )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sang 99999999999 5 3", ["`99999999999` in `tricks` is too large"]),
        ("sang -99999999999 5 99999999999", ["`-99999999999` and `99999999999` in `tricks` are too large"]),
        ("sang Ann:99999999999 Bob:5", ["`99999999999` in `Ann:99999999999` is too large"]),
    ],
)  # fmt: skip
def test_a_number_that_is_too_large_is_called_that(line: str, said: list[str]) -> None:
    """It is a number, as it is one in a session's file, so the refusal names the limit; nobody is
    told that it is no word of the deal."""
    problems = typed(line, "bismarck-swedish").problems
    assert [text_of(problem.message) for problem in problems] == [
        f"{words}: 1,000,000,000 is the most" for words in said
    ]


def test_what_is_no_number_and_what_is_too_large_are_both_named() -> None:
    """One refusal has every fault of a column."""
    problems = typed("sang tricks=six,99999999999,4", "bismarck-swedish").problems
    assert [text_of(problem.message) for problem in problems] == [
        "`six` in `tricks` cannot be read as a number",
        "`99999999999` in `tricks` is too large: 1,000,000,000 is the most",
    ]


def test_a_number_of_a_paper_is_none_where_it_is_too_large() -> None:
    """A sum on paper that no rules can reach is no number: its cell is named, not counted with."""
    assert (number_in("1000000000"), number_in("1000000001")) == (10**9, None)
