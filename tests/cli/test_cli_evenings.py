"""Whole evenings through the command line, with mistakes made and corrected on the way, against
sheets kept by hand; and any session that could be played, typed in from paper."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import hand
import pytest
from conftest import split
from hypothesis import given
from hypothesis import strategies as st
from terminal import Person

SWEDISH, BRITISH, BIZON, BIEN = "bismarck-swedish", "bismarck-british", "bizon", "bien"
THREE = ["Anna", "Björn", "Cleo"]
FOUR = ["Ann", "Bob", "Cal", "Dee"]


def sheet_by_hand(
    players: Sequence[str], sides: Sequence[str], rows: Sequence[hand.Row]
) -> list[dict[str, Any]]:
    """What the sheet's JSON should have of each row of a sheet kept by hand."""
    named = [
        None if seat is None else players[seat]
        for row in rows
        for seat in (row.dealer, row.declarer, row.leader)
    ]
    return [
        {
            "dealer": named[3 * place], "declarer": named[3 * place + 1], "leader": named[3 * place + 2],
            "points": dict(zip(sides, row.points, strict=True)), "totals": dict(zip(sides, row.totals, strict=True)),
        }
        for place, row in enumerate(rows)
    ]  # fmt: skip


def assert_as_by_hand(
    somebody: Person, players: Sequence[str], sides: Sequence[str], rows: Sequence[hand.Row]
) -> None:
    """The program's sheet is the one kept by hand, and holds."""
    deals = somebody.reads("sheet")["deals"]
    wanted = sheet_by_hand(players, sides, rows)
    kept = [{name: deal[name] for name in row} for deal, row in zip(deals, wanted, strict=True)]
    assert kept == wanted
    assert somebody.does("check").out == ""


# --- a whole Swedish game --------------------------------------------------------------------------

SWEDISH_DEALS = [
    ("sang", [6, 6, 4]), ("pass", [9, 2, 5]), ("trumf", [4, 4, 8]), ("pass", [4, 8, 4]), ("spader", [3, 9, 4]),
    ("sang", [5, 4, 7]), ("spader", [10, 3, 3]), ("trumf", [4, 9, 3]), ("pass", [6, 6, 4]), ("trumf", [16, 0, 0]),
    ("sang", [2, 8, 6]), ("spader", [4, 4, 8]),
]  # fmt: skip


def test_a_swedish_game(tmp_path: Path) -> None:
    """Twelve deals, a miscount noticed three deals later, a deal taken back, restored, taken
    back again and entered anew, a contract that was already used: the sheet is the one kept by
    hand, and so are the winners."""
    somebody = Person(tmp_path)
    somebody.does(f"new {SWEDISH} Anna Björn Cleo --dealer Cleo")
    for number, (contract, tricks) in enumerate(SWEDISH_DEALS, 1):
        typed = [5, 7, 4] if number == 2 else tricks  # the miscount
        if number == 4:
            assert somebody.types("deal", "sang", "4", "8", "4").code == 1  # Anna has played it
        suit = " hearts" if contract == "trumf" else ""
        if number == 5:
            somebody.does("deal spader 9 3 4")  # in the wrong order
            somebody.after("undo", "redo", "undo")
        somebody.does(f"deal {contract}{suit} {' '.join(map(str, typed))} --yes")
        if number == 5:
            said = somebody.does("amend 2 tricks=9,2,5 --why recounted").out
            assert "after deal 5: " in said
    assert_as_by_hand(somebody, THREE, THREE, hand.swedish(2, SWEDISH_DEALS))
    sheet = somebody.reads("sheet")
    totals = hand.tricks_alone(
        [tricks for _, tricks in SWEDISH_DEALS], [name == "pass" for name, _ in SWEDISH_DEALS]
    )
    assert sheet["totals"] == dict(zip(THREE, totals, strict=True))
    assert sheet["finished"]
    assert sheet["winners"] == [
        name for name, total in zip(THREE, totals, strict=True) if total == max(totals)
    ]
    assert somebody.types("deal", "sang", "6", "6").code == 1
    somebody.does("amend 12 tricks=5,4,7")  # also after the end
    corrected = [*SWEDISH_DEALS[:-1], ("spader", [5, 4, 7])]
    assert_as_by_hand(somebody, THREE, THREE, hand.swedish(2, corrected))
    assert [row["what"] for row in somebody.reads("log")].count("amend") == 2


# --- a whole British game --------------------------------------------------------------------------

BRITISH_DEALS = [
    [9, 4, 3], [6, 5, 5], [8, 4, 4], [2, 6, 8], [4, 8, 4], [3, 10, 3], [0, 16, 0], [7, 5, 4], [4, 4, 8], [5, 5, 6],
    [1, 2, 13], [6, 6, 4],
]  # fmt: skip


def test_a_british_game(tmp_path: Path) -> None:
    """Twelve deals in stints of four in a fixed order; a contract out of order is refused, two
    deals corrected."""
    somebody = Person(tmp_path)
    somebody.does(f"new {BRITISH} Anna Björn Cleo")
    for number, tricks in enumerate(BRITISH_DEALS, 1):
        if number == 2:
            assert somebody.types("deal", "misere", "6", "5", "5").code == 1
        typed = tricks[::-1] if number in (3, 8) else tricks
        suit = "hearts " if number % 4 in (2, 3) else ""
        somebody.does(f"deal {suit}{' '.join(map(str, typed))} --yes")
    somebody.does("amend 8 tricks=7,5,4")
    somebody.does("amend 3 tricks=9,4,3")
    somebody.does("undo")
    somebody.does("amend 3 tricks=8,4,4")
    assert_as_by_hand(somebody, THREE, THREE, hand.british(0, BRITISH_DEALS))


# --- a set of Bizon --------------------------------------------------------------------------------

BIZON_DEALS: list[tuple[int | None, list[int]]] = [
    (0, [20, 0, 20]), (1, [8, 32, 0]), (None, []), (2, [0, 0, 40]), (2, [20, 20, 0]), (0, [13, 14, 13]),
    (None, []), (1, [15, 10, 15]), (1, [0, 25, 15]), (0, [40, 0, 0]), (2, [19, 2, 19]), (None, []),
    (0, [21, 19, 0]), (1, [14, 13, 13]), (2, [16, 12, 12]),
]  # fmt: skip


def test_a_set_of_bizon(tmp_path: Path) -> None:
    """Fifteen deals, three of them passed; a played deal entered as passed and corrected, and
    the other way round."""
    somebody = Person(tmp_path)
    somebody.does(f"new {BIZON} Anna Björn Cleo --dealer Björn")
    for number, (who, gp) in enumerate(BIZON_DEALS, 1):
        if number == 6:
            somebody.does("deal passed")
        elif number == 7:
            somebody.does("deal Cleo 20 10")
            somebody.does("amend 6 Anna 13 14")
            somebody.does("amend 7 passed")
        else:
            somebody.does(
                "deal passed" if who is None else f"deal {THREE[who][:3]} {gp[0]} {gp[1]}"
            )
    assert_as_by_hand(somebody, THREE, THREE, hand.bizon(1, BIZON_DEALS))
    assert somebody.reads("sheet")["finished"]


# --- a match of Bien -------------------------------------------------------------------------------

BIEN_DEALS = [
    hand.BienDeal(0, 120, 60, (70, 71)), hand.BienDeal(1, 200, 20, (60, 81)), hand.BienDeal(None),
    hand.BienDeal(3, "ponder", tricks=(1, 7)), hand.BienDeal(0, 140, 100, (40, 101)), hand.BienDeal(2, "laydown"),
    hand.BienDeal(1, 350, 300, (60, 81)), hand.BienDeal(3, 250, 200, (91, 50)),
    hand.BienDeal(2, "ponder", tricks=(8, 0)),
    hand.BienDeal(0, 300, 300, (141, 0)),
]  # fmt: skip


def bien_line(deal: hand.BienDeal) -> str:
    """A hand of Bien as it is typed."""
    if deal.bidder is None:
        return "passed"
    who = FOUR[deal.bidder]
    if deal.bid == "laydown":
        return f"{who} laydown"
    if deal.bid == "ponder":
        return f"{who} ponder {deal.tricks[0]}"
    return f"{who} bid={deal.bid} meld={deal.meld} {deal.points[0]}"


def test_a_match_of_bien(tmp_path: Path) -> None:
    """Two games to nothing, a hand entered for the wrong side and corrected when a game had
    ended on it."""
    somebody, sides = Person(tmp_path), ["Ann & Cal", "Bob & Dee"]
    somebody.does(f"new {BIEN} Ann Bob Cal Dee --dealer Dee --option games=2")
    by_hand = hand.bien(3, 2, BIEN_DEALS)
    assert by_hand.over
    for number, deal in enumerate(BIEN_DEALS[: len(by_hand.rows)], 1):
        somebody.does(f"deal {bien_line(deal._replace(bidder=1) if number == 5 else deal)}")
        if number == 6:
            somebody.does("amend 5 bidder=Ann")
    assert_as_by_hand(somebody, FOUR, sides, by_hand.rows)
    sheet = somebody.reads("sheet")
    assert [[*game["result"].values()] for game in sheet["match"]["games"]] == by_hand.results
    totals = [sum(column) for column in zip(*by_hand.results, strict=True)]
    assert [*sheet["match"]["totals"].values()] == totals
    assert sheet["finished"]
    assert sheet["winners"] == [
        side for side, total in zip(sides, totals, strict=True) if total == max(totals)
    ]


# --- any session, from paper -----------------------------------------------------------------------


def imported(
    home: Path,
    game: str,
    players: Sequence[str],
    dealer: int,
    rows: list[dict[str, Any]],
    *more: str,
) -> Person:
    """Somebody who typed these rows in from paper."""
    paper = home / "paper.csv"
    home.mkdir(parents=True, exist_ok=True)
    with paper.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(dict.fromkeys(key for row in rows for key in row)))
        writer.writeheader()
        writer.writerows(rows)
    somebody = Person(home)
    assert somebody.types("new", game, *players, "--dealer", players[dealer], *more).code == 0
    said = somebody.types("import", str(paper), "--yes")
    assert said.code == 0, said.err
    return somebody


def listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))


@given(
    dealer=st.integers(0, 2),
    orders=st.tuples(*[st.permutations(["spader", "trumf", "sang", "pass"])] * 3),
    tricks=st.lists(split(16, 3), min_size=1, max_size=12),
)
def test_any_swedish_game(
    tmp_path_factory: pytest.TempPathFactory,
    dealer: int,
    orders: Sequence[Sequence[str]],
    tricks: list[list[int]],
) -> None:
    """Each declarer plays the four contracts in any order; the sheet is the one kept by hand."""
    played = [(orders[number % 3][number // 3], column) for number, column in enumerate(tricks)]
    rows = [{"contract": contract, "tricks": listed(column)} for contract, column in played]
    somebody = imported(tmp_path_factory.mktemp("home"), SWEDISH, THREE, dealer, rows)
    assert_as_by_hand(somebody, THREE, THREE, hand.swedish(dealer, played))


@given(dealer=st.integers(0, 2), tricks=st.lists(split(16, 3), min_size=1, max_size=12))
def test_any_british_game(
    tmp_path_factory: pytest.TempPathFactory, dealer: int, tricks: list[list[int]]
) -> None:
    """Any tricks in the fixed order of the contracts; the sheet is the one kept by hand."""
    rows = [{"tricks": listed(column)} for column in tricks]
    somebody = imported(tmp_path_factory.mktemp("home"), BRITISH, THREE, dealer, rows)
    assert_as_by_hand(somebody, THREE, THREE, hand.british(dealer, tricks))


@given(
    dealer=st.integers(0, 2),
    played=st.lists(
        st.tuples(st.none() | st.integers(0, 2), split(40, 3)), min_size=1, max_size=15
    ),
)
def test_any_set_of_bizon(
    tmp_path_factory: pytest.TempPathFactory,
    dealer: int,
    played: list[tuple[int | None, list[int]]],
) -> None:
    """Any GP for anybody as the Bizon, or all passed; the sheet is the one kept by hand."""
    rows = [
        {"passed": "yes"} if who is None else {"bizon": THREE[who], "gp": listed(column)}
        for who, column in played
    ]
    somebody = imported(tmp_path_factory.mktemp("home"), BIZON, THREE, dealer, rows)
    assert_as_by_hand(somebody, THREE, THREE, hand.bizon(dealer, played))


PLAIN_BIDS = st.builds(
    lambda bidder, bid, meld, column: hand.BienDeal(bidder, 10 * bid, 10 * meld, tuple(column)),
    st.integers(0, 3), st.integers(10, 39),
    st.sampled_from([tens for tens in range(53) if tens not in (1, 3)]), split(141, 2),
)  # fmt: skip
PONDERS = st.builds(
    lambda bidder, column: hand.BienDeal(bidder, "ponder", tricks=tuple(column)),
    st.integers(0, 3),
    split(8, 2),
)
OTHERS = st.just(hand.BienDeal(None)) | st.builds(
    hand.BienDeal, st.integers(0, 3), st.just("laydown")
)


def bien_row(deal: hand.BienDeal) -> dict[str, Any]:
    """A hand of Bien as it stands on paper."""
    if deal.bidder is None:
        return {"passed": "yes"}
    row: dict[str, Any] = {"bidder": FOUR[deal.bidder], "bid": deal.bid}
    if deal.bid == "ponder":
        row["tricks"] = listed(deal.tricks)
    elif deal.bid != "laydown":
        row |= {"meld": deal.meld, "points": listed(deal.points)}
    return row


@given(
    dealer=st.integers(0, 3),
    games=st.integers(1, 4),
    played=st.lists(PLAIN_BIDS | PONDERS | OTHERS, min_size=1, max_size=25),
)
def test_any_match_of_bien(
    tmp_path_factory: pytest.TempPathFactory, dealer: int, games: int, played: list[hand.BienDeal]
) -> None:
    """Any bids, ponders and passes until the match is over; rows, results and totals are those
    kept by hand."""
    by_hand = hand.bien(dealer, games, played)
    rows = [bien_row(deal) for deal in played[: len(by_hand.rows)]]
    somebody = imported(
        tmp_path_factory.mktemp("home"), BIEN, FOUR, dealer, rows, "--option", f"games={games}"
    )
    sheet = somebody.reads("sheet")
    assert_as_by_hand(somebody, FOUR, ["Ann & Cal", "Bob & Dee"], by_hand.rows)
    assert [[*game["result"].values()] for game in sheet["match"]["games"]] == by_hand.results
    assert sheet["finished"] is by_hand.over
    coming = somebody.reads("next")
    assert (sheet["next"] is None) == (coming is None)
    assert (sheet["next"] or {}).items() <= (coming or {}).items()


# --- answers that newcomers missed ---------------------------------------------------------------


def bien_of_two_games(tmp_path: Path) -> Person:
    """Two games of Bien agreed, of which the first is over after four deals, the second begun."""
    person = Person(tmp_path / "home")
    person.does("new bien Ann Bob Cal Dee --dealer Dee --option games=2")
    for deal in ("Bob 200 150 60 81", "Cal 350 300 - 71") * 3:
        person.does(f"deal {deal}")
    return person


def test_a_correction_tells_of_games_that_end_otherwise(tmp_path: Path) -> None:
    """Of a game that was over already and whose result it changes."""
    person = bien_of_two_games(tmp_path)
    assert "game 1 is over: Ann & Cal 12, Bob & Dee 4" in person.does("amend 1 passed").out
    assert "game 1 is over: Ann & Cal 12, Bob & Dee 8" in person.does("undo").out


def test_a_game_that_an_undo_reopens_is_said_to_be_so(tmp_path: Path) -> None:
    person = bien_of_two_games(tmp_path)
    for _ in range(2):
        assert "no longer over" not in person.does("undo").out
    assert "game 1 is no longer over" in person.does("undo").out


def test_the_games_together_are_told_when_one_ends(tmp_path: Path) -> None:
    person = bien_of_two_games(tmp_path)
    person.does("deal Bob 200 150 60 81")
    said = person.does("deal Cal 350 300 - 71").out
    assert "game 2 is over: Ann & Cal 12, Bob & Dee 8" in said
    assert "all games together: Ann & Cal 24, Bob & Dee 16" in said


def test_a_sheet_that_another_began_to_deal_is_not_that_of_the_last_session(tmp_path: Path) -> None:
    """It is audited by the game of that session, and by what it says itself."""
    person = Person(tmp_path / "home")
    person.does("new bismarck-swedish Anna Björn Cleo --dealer Cleo --name fredag")
    for deal in ("spader 9 4 3", "pass 4 6", "sang 7 5"):
        person.does(f"deal {deal}")
    sheet = tmp_path / "sheet.csv"
    sheet.write_text(person.does("sheet --format csv").out, encoding="utf-8")
    person.does("new bismarck-swedish Anna Björn Cleo --dealer Anna --name lördag")
    for said in (f"audit {sheet}", f"audit {sheet} --dealer Cleo"):
        assert "the paper is right: 3 deals" in person.does(said).out


def test_a_half_written_entry_is_told_with_its_session(tmp_path: Path) -> None:
    person = Person(tmp_path / "home")
    person.does("new bismarck-swedish Anna Björn Cleo --name fredag")
    with (person.home / "sessions" / "fredag.toml").open("a", encoding="utf-8") as file:
        file.write("\n[[entry]]\nwhat")
    said = person.types("check", "--all")
    assert "fredag: the file ends in a half-written entry" in said.err


def test_rules_of_cards_without_a_pack_are_told_what_to_add(tmp_path: Path) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text("format = 1\nhand = 13\n", encoding="utf-8")
    said = Person(tmp_path / "home").types("rules", "check", str(rules))
    assert "no `pack` says which cards are meant by `hand`" in said.err
    assert 'add `pack = "…"`' in said.err
    assert "ranks" not in said.err


def test_the_mend_of_an_example_is_what_its_file_should_say(tmp_path: Path) -> None:
    """No command: it would record the deal in the session used last."""
    rules = tmp_path / "mine.toml"
    rules.write_text(
        """
extends = "bismarck-swedish"
source = "x"
[[example]]
players = ["A", "B", "C"]
[[example.deal]]
enter = "spader 4 9 4"
points = [0, 0, 0]
""",
        encoding="utf-8",
    )
    said = Person(tmp_path / "home").types("rules", "check", str(rules))
    assert "scorekeeper deal" not in said.err
    assert 'enter = "spader ' in said.err
