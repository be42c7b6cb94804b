"""Many at once: phones at two boards and a terminal in one session, and boards that are killed while
phones speak to them.

Where the extra `board` is not installed these tests are left out.
"""

from __future__ import annotations

import http.client
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from terminal import Person

EXTRA = "the extra `board` is not installed: pip install 'tablescore[board]'"
for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason=EXTRA)

from phones import Phone, served  # noqa: E402
from tapping import free_port, started  # noqa: E402
from test_board_entry import BEGUN, MANY, Hand, entries  # noqa: E402

PEOPLE = ("Anna", "Björn", "Cleo")


def ids(somebody: Person) -> Counter[str]:
    """How often each id stands in the file."""
    return Counter(entry["id"] for entry in entries(somebody))


def insists(hand: Hand, texts: list[str]) -> list[str]:
    """Says notes, each under an id of its own and twice, and anew where somebody was quicker; the ids
    of those that were acknowledged."""
    done = []
    for text in texts:
        while True:
            id_, follows = f"{hand.who.encode().hex():0<12.12}{len(done):04x}{text}", hand.follows
            code, told = hand.says(f"note {text}", follows, id_)
            if code == 200 and told.get("done"):
                assert hand.says(f"note {text}", follows, id_)[1]["done"] == [
                    "this is recorded already"
                ]
                done.append(id_)
                break
            assert code == 409, told
    return done


def test_two_boards_and_a_terminal_lose_and_double_nothing(tmp_path: Path) -> None:
    """Three phones at each of two boards and a terminal all record at once: what was acknowledged
    stands once, and the session is well."""
    somebody = Person(tmp_path / "home").after(BEGUN)
    file = somebody.path("friday")
    with served(file, MANY, confirms=False) as one, served(file, MANY, confirms=False) as other:
        hands = [Hand(board, who) for board in (one, other) for who in PEOPLE]
        texts = [[f"{place:02x}{number:02x}" for number in range(5)] for place in range(6)]
        with ThreadPoolExecutor(6) as phones:
            told = phones.map(insists, hands, texts)
            for line in ("deal spader 5 6", "undo", "redo", "deal spader 5 5"):
                somebody.does(line)
            acknowledged = [id_ for each in told for id_ in each]
    found = ids(somebody)
    assert len(acknowledged) == 30
    assert {found[id_] for id_ in acknowledged} == {1}
    assert len(found) == 34
    assert somebody.types("check").code == 0


@contextmanager
def killed_meanwhile(somebody: Person, port: int) -> Iterator[Phone]:
    """A phone at a board that is killed while the phone goes on to speak to it."""
    with started(somebody.home, port, "--no-confirm") as (board, link):
        at = SimpleNamespace(origin=link.origin, host="127.0.0.1", port=port, scheme="http")
        phone = Phone(at)  # type: ignore[arg-type]
        phone.opens(link.code)
        killing = threading.Timer(0.15, board.kill)
        killing.start()
        yield phone
        killing.join()


def hand_of(phone: Phone) -> Hand:
    hand = Hand.__new__(Hand)
    hand.who, hand.phone = "Anna", phone
    return hand


def said_until_killed(hand: Hand, unsure: tuple[str, ...], acknowledged: list[str]) -> Any:
    """Says again what may have been said, and then one note after another until the board is gone;
    gives what the last was."""
    said = unsure
    try:
        follows = hand.follows
        while True:
            said = said or (hand.new_id(), follows)
            told = hand.says("note x", said[1], said[0])[1]
            if "done" in told:
                acknowledged.append(said[0])
            said, follows = (), hand.follows
    except (OSError, http.client.HTTPException):
        return said


def test_a_board_killed_at_any_moment_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """What was acknowledged is in the file once; what was not is said again to the next board, and
    then is there once too, or is told that somebody was quicker."""
    somebody, port = Person(tmp_path / "home").after(BEGUN), free_port()
    acknowledged: list[str] = []
    unsure: Any = ()
    for _ in range(4):
        with killed_meanwhile(somebody, port) as phone:
            unsure = said_until_killed(hand_of(phone), unsure, acknowledged)
        found = ids(somebody)
        assert all(found[id_] == 1 for id_ in acknowledged)
        assert set(found) - set(acknowledged) <= set(unsure[:1])
        assert somebody.types("check").code == 0
    assert acknowledged
