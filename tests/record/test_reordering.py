"""A forgotten deal, a deal that never was, two in the wrong order: later deals are judged again, and
what happened between deals keeps its deal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import hand
import pytest
from evening import AT, Evening
from terminal import Person, Typed

from scorekeeper.game.log import NOTE
from scorekeeper.record.changes_between_deals import happening
from scorekeeper.record.irregular_changes import finishing, turning
from scorekeeper.record.seat_changes import seating
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

DEALS = [("sang", [6, 6, 4]), ("pass", [9, 2, 5]), ("trumf", [8, 4, 4])]
LINES = ["sang 6 6", "pass 9 2", "trumf hearts 8 4"]
NEW = "new bismarck-swedish Anna Björn Cleo --name it"


@pytest.fixture
def evening() -> Evening:
    evening = Evening("bismarck-swedish")
    for line in LINES:
        evening.deal(line)
    return evening


def by_hand(*deals: tuple[str, list[int]]) -> list[tuple[int, ...]]:
    """The running totals of these deals, worked out apart from the program."""
    return [tuple(row.totals) for row in hand.swedish(0, list(deals))]


def notes(evening: Evening) -> list[tuple[int, str]]:
    events = evening.book.standing.events
    return [(event.number, event.facts["text"]) for event in events]


def test_a_forgotten_deal_is_put_in_its_place(evening: Evening) -> None:
    """Those after it are dealt by others then, and all is as if it had never been forgotten."""
    act = evening.insert(2, "spader 4 8")
    assert evening.totals == by_hand(DEALS[0], ("spader", [4, 8, 4]), *DEALS[1:])
    assert (act.recorded, act.changed) == (2, (3, 4))
    assert act.numbers_before == {3: 2, 4: 3}


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_a_deal_may_be_inserted_anywhere_to_one_past_the_last(
    evening: Evening, number: int
) -> None:
    evening.insert(number, "spader 4 8")
    deals = [*DEALS]
    deals.insert(number - 1, ("spader", [4, 8, 4]))
    assert evening.totals == by_hand(*deals)


@pytest.mark.parametrize("number", [-1, 0, 5])
def test_a_deal_is_inserted_nowhere_else(evening: Evening, number: int) -> None:
    with pytest.raises(Refused) as refusal:
        evening.insert(number, "spader 4 8")
    assert [problem.code for problem in refusal.value.problems] == ["insert-place"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_deal_that_never_was_goes(evening: Evening, number: int) -> None:
    before = evening.book.standing
    evening.strike(number)
    assert evening.totals == by_hand(*DEALS[: number - 1], *DEALS[number:])
    evening.undo()
    assert evening.book.standing == before


def test_two_deals_change_places(evening: Evening) -> None:
    act = evening.swap(1, 3)
    assert evening.totals == by_hand(DEALS[2], DEALS[1], DEALS[0])
    assert act.recorded is None
    evening.undo()
    evening.redo()
    assert evening.totals == by_hand(DEALS[2], DEALS[1], DEALS[0])


def test_what_would_make_a_later_deal_impossible_is_refused(evening: Evening) -> None:
    """Each forehand plays each contract once: a deal less, and the fourth is another's."""
    evening.deal("pass 4 4")
    evening.deal("sang 5 5")
    before = evening.data
    with pytest.raises(Refused, match="Björn has already played Sang"):
        evening.strike(2)
    with pytest.raises(Refused, match="than the 16 there are"):
        evening.insert(2, "spader 9 9")
    assert evening.data == before


def test_who_declares_now_is_told(evening: Evening) -> None:
    """By turn it is another for each deal that moved, at three a head."""
    (told,) = evening.strike(1).notes
    assert text_of(told) == "declared by another now: deal 1 by Björn, deal 2 by Cleo"
    evening.undo()
    (told,) = evening.swap(1, 3).notes
    assert text_of(told) == "declared by another now: deal 1 by Björn, deal 3 by Anna"
    evening.undo()
    (told,) = evening.insert(3, "spader 4 8").notes
    assert text_of(told) == "declared by another now: deal 4 by Björn"
    assert evening.insert(5, "sang 6 6").notes == ()


def test_what_happened_keeps_its_deal(evening: Evening) -> None:
    """A note before deal 2 stays before it when a deal comes before or goes, and before the next
    one when its own goes."""
    evening.did(happening(evening.book, NOTE, {"text": "x"}, AT, number=2))
    evening.insert(2, "spader 4 8")
    assert notes(evening) == [(3, "x")]
    evening.strike(1)
    assert notes(evening) == [(2, "x")]
    evening.strike(2)
    assert notes(evening) == [(2, "x")]
    evening.undo()
    evening.swap(1, 2)
    assert notes(evening) == [(2, "x")]


def test_a_deal_that_was_moved_can_be_corrected_and_taken_back(evening: Evening) -> None:
    """Its number is the one that it has now; the correction goes with it."""
    evening.insert(1, "spader 4 8")
    evening.amend(2, "tricks=7,5,4")
    evening.strike(1)
    assert evening.totals == by_hand(("sang", [7, 5, 4]), *DEALS[1:])
    assert evening.book.folded.amended == {1}


# --- as it is typed --------------------------------------------------------------------------------


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    return Person(tmp_path / "home").after(NEW, *(f"deal {line}" for line in LINES))


def test_each_is_in_the_log_and_in_the_json(somebody: Person) -> None:
    said = somebody.reads("insert 2 spader 4 8 --by Anna")
    assert (said["recorded"]["number"], [deal["number"] for deal in said["changed"]]) == (2, [3, 4])
    assert somebody.reads("strike 2 --why never")["recorded"] is None
    somebody.does("swap 1 3")
    somebody.does("undo")
    assert [row["say"] for row in somebody.reads("log")][3:] == [
        "insert deal 2: contract spader · tricks 4,8,4",
        "strike deal 2: contract spader · tricks 4,8,4",
        "deals 1 and 3 swapped",
        "undo: deals 1 and 3 swapped",
    ]
    assert somebody.types("check").code == 0


def test_totals_that_move_are_shown_with_both_numbers(somebody: Person) -> None:
    out = somebody.does("insert 1 spader 4 8").out
    assert "  after deal 2 (1 before): " in out


def test_the_last_deal_needs_no_number(somebody: Person) -> None:
    somebody.does("amend last tricks=7,5,4")
    assert somebody.reads("sheet")["deals"][2]["counts"]["tricks"] == {
        "Anna": 7, "Björn": 5, "Cleo": 4,
    }  # fmt: skip
    somebody.does("strike last")
    assert len(somebody.reads("sheet")["deals"]) == 2


def test_the_live_table_takes_them_too(somebody: Person) -> None:
    lines = "insert 2 spader 4 8\nstrike last\nswap 1 2\nundo\nswap 1\nstrike 99\n"
    said = somebody.types("play", stdin=Typed(lines))
    whats = [row["what"] for row in somebody.reads("log")][3:]
    assert whats == ["insert", "strike", "swap", "undo"]
    assert "needs the numbers of two deals" in said.err
    assert "there is no deal 99" in said.err


# --- what waits behind the last deal --------------------------------------------------------------


def ended(evening: Evening) -> None:
    evening.did(finishing(evening.book, [], AT))


def turned(evening: Evening) -> None:
    evening.did(turning(evening.book, ["C"], AT))


@pytest.mark.parametrize(("before", "happens"), [(1, ended), (0, turned)])
@pytest.mark.parametrize("line", ["hearts 11", "spades 4 --or hearts 11"])
def test_what_happened_since_the_last_deal_still_can_be(
    before: int, happens: Callable[[Evening], None], line: str
) -> None:
    """A deal that would end the game is not inserted before an end, or a turn, that was said: each
    would be one of a game that is over."""
    evening = Evening("more/whist", "A", "B", "C", "D")
    for _ in range(before):
        evening.deal("spades 4")
    happens(evening)
    data = evening.data
    with pytest.raises(Refused, match="the session is over"):
        evening.insert(before + 1, line)
    assert evening.data == data


def test_no_deal_more_than_the_game_has_is_inserted_before_its_early_end() -> None:
    """The players ended it after the eleventh of twelve; with one more all are played."""
    evening = Evening("bismarck-swedish")
    for contract in ("sang", "spader", "trumf hearts", "pass"):
        for _ in range(3):
            if len(evening.totals) < 11:
                evening.deal(f"{contract} 6 6")
    ended(evening)
    with pytest.raises(Refused, match="the session is over"):
        evening.insert(12, "pass 5 5")
    assert evening.book.standing.problems == ()


def test_no_deal_is_inserted_by_which_two_could_not_have_changed_places() -> None:
    """At the start of a round they may; after one deal of it somebody would deal more often."""
    evening = Evening("bismarck-swedish")
    evening.did(seating(evening.book, ["swap", "Anna", "Björn"], AT))
    with pytest.raises(Refused, match="in the middle of a round"):
        evening.insert(1, "sang 6 6")
