"""Phones at a table whose session is in a club: they are woken by whoever records, on whatever
machine, and what they enter stands there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import servers
from terminal import environment

servers.refuse_without_server()
for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason="the extra `board` is not installed")

from clubs import Member, club_in, forget
from phones import Served, served
from test_board_entry import BEGUN, MANY, Hand, words

from scorekeeper import store
from scorekeeper.cli.rules_check import SECONDS

pytestmark = pytest.mark.server


@pytest.fixture
def club(database: servers.Database, tmp_path: Path) -> Iterator[Member]:
    with club_in(database, tmp_path / "mine") as member:
        yield member.after(BEGUN)


@pytest.fixture
def board(club: Member) -> Iterator[Served]:
    """A board of the club's session, on which an entry counts at once."""
    with environment(club.settings):
        path = store.session_path("friday")
        with served(path, MANY, confirms=False) as board:
            yield board


def test_a_board_is_woken_by_another_machine(club: Member, board: Served) -> None:
    """Of its own session; of another one of the club it is told nothing."""
    phone = board.phone()
    with phone.watches() as marks:
        next(marks)
        club.does("new bizon Ann Bo Cleo --name herd")
        club.does("deal passed -s herd")
        club.does("deal sang 6 6 -s friday")
        assert next(marks).startswith("1 ")
    assert "Anna 6−8=−2" in words(phone.gets("/"))


def test_what_a_phone_enters_stands_in_the_club(club: Member, board: Served) -> None:
    """And a phone whose page is older than what another machine recorded is told."""
    anna = Hand(board, "Anna")
    before = anna.follows
    assert anna.says("contract=sang tricks=6,6,-")[0] == 200
    club.does("undo -s friday")
    code, told = anna.says("contract=pass tricks=6,6,-", follows=before)
    assert code == 409, told
    assert [entry["what"] for entry in club.reads("log -s friday")] == ["deal", "undo"]


def test_what_a_phone_enters_is_told_to_the_league(
    club: Member, board: Served, database: servers.Database
) -> None:
    """In the commit of the entry, before the phone is answered."""
    assert Hand(board, "Anna").says("contract=sang tricks=6,6,-")[0] == 200
    with database.connect() as owner:
        assert (1,) in owner.execute("SELECT deals FROM scorekeeper.evenings").fetchall()


def test_many_phones_enter_at_once(club: Member, board: Served) -> None:
    """Each entry stands once, in one chain, and nobody gets an answer that is another's."""
    hands = [Hand(board, f"P{number}") for number in range(8)]

    def notes(hand: Hand) -> int:
        return sum(
            hand.says(f"note {hand.who}-{n}", follows=hand.follows)[0] == 200 for n in range(4)
        )

    with ThreadPoolExecutor(8) as pool:
        stand = sum(pool.map(notes, hands))
    log = club.reads("log -s friday")
    assert len(log) == stand >= 4
    assert club.types("check", "friday").code == 0


def test_a_board_lives_through_a_server_that_is_started_anew(
    club: Member, board: Served, database: servers.Database
) -> None:
    """Its phones are told meanwhile, and then see what was recorded."""
    phone = board.phone()
    assert "Anna" in words(phone.gets("/"))
    database.server.stop()
    until = time.monotonic() + 20
    try:
        while "cannot be read just now" not in (said := words(phone.gets("/"))):
            assert time.monotonic() < until, said
            time.sleep(SECONDS)
    finally:
        database.server.start()
    forget()
    club.does("deal sang 6 6 -s friday")
    while "Anna 6−8=−2" not in (said := words(phone.gets("/"))):
        assert time.monotonic() < until, said
        time.sleep(SECONDS)
