"""The board of an event: who sits where, what is missing, how everybody stands, as it changes."""

from __future__ import annotations

import errno
import importlib.util
import os
import re
import threading
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from machine import Machine, failing
from terminal import Person

for name in ("starlette", "uvicorn", "segno"):
    if importlib.util.find_spec(name) is None:
        pytest.skip(
            "the board is not installed: pip install 'tablescore[board]'", allow_module_level=True
        )

from phones import Phone, Served  # noqa: E402
from test_event_result import played  # noqa: E402

from scorekeeper.board.board_address import listening_address, new_codes  # noqa: E402
from scorekeeper.board.server import pages_server  # noqa: E402
from scorekeeper.board.session_watch import FollowedEvent  # noqa: E402
from scorekeeper.board.web_application import EventBoard  # noqa: E402
from scorekeeper.cli.event_tables import told_tables  # noqa: E402
from scorekeeper.text.translation import LANGUAGES  # noqa: E402


class ServedEvent(Served):
    """A board of an event, of this process."""

    def __init__(self, path: Path) -> None:
        self.at, self.codes = listening_address(None, 0, "http"), new_codes()
        self.failed: list[Exception] = []
        followed = FollowedEvent(str(path), told_tables)
        self.server = pages_server(
            EventBoard(followed, self.at, self.codes, failed=self.failed.append)
        )
        sockets = {"sockets": [*self.at.sockets]}
        self._thread = threading.Thread(target=self.server.run, kwargs=sockets)
        self._thread.start()


@pytest.fixture
def somebody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody after three rounds, of which one table has no result."""
    monkeypatch.setenv("SCOREKEEPER_HOME", str(tmp_path))
    return played(tmp_path)


@pytest.fixture
def board(somebody: Person, tmp_path: Path) -> Iterator[ServedEvent]:
    board = ServedEvent(tmp_path / "events" / "cup.toml")
    try:
        yield board
    finally:
        board.ends()
    assert board.failed == []


def words(page: str) -> str:
    """The words of a page, without its head."""
    body = page.partition("<body")[2]
    return " ".join(unescape(re.sub("<[^>]*>", " ", body)).split())


def shown(phone: Phone, view: str = "/") -> str:
    return words(phone.gets(view).text)


def test_a_phone_shows_ones_table_the_standings_and_what_is_missing(board: ServedEvent) -> None:
    """Each person with their table; places, totals, reasons; a table without a result says why."""
    page = shown(board.phone())
    assert "round 3 of 3" in page
    assert "Ada out Ben 3 Cleo 1" in page
    assert "Eva 1 21 12 9 …" in page
    assert "Eva is ahead of Dora by the direct meeting, 1 to 0" in page
    assert "table 3 Ida Ben Eva no deal is recorded" in page
    assert "table 1 Jon +3 Finn 0 Cleo 0" in page


def test_a_wall_shows_the_tables_beside_the_standings(board: ServedEvent) -> None:
    """The same for who stands in the hall."""
    page = shown(board.phone(), "/wall")
    assert "table 2 Dora +3 Hana 0 Gus 0" in page
    assert "Dora 2 21 (3) 9 12" in page


def test_a_recorded_table_is_shown_at_once(board: ServedEvent, somebody: Person) -> None:
    """Every page that is open is told when a table has another result, or the event goes on."""
    phone = board.phone()
    with phone.watches() as marks:
        before = next(marks)
        somebody.does("deal -s cup-r3-t3 bizon=Ida gp=20,12,8")
        assert next(mark for mark in marks if mark != before)
    assert "the game is not over" in shown(phone)
    with phone.watches() as marks:
        before = next(marks)
        somebody.does("finish -s cup-r3-t3")
        assert next(mark for mark in marks if mark != before)
    assert "Ida 1 24 (3) 9 12" not in shown(phone)
    assert "table 3 Ida +3 Ben 0 Eva 0" in shown(phone)
    somebody.does("event finish")
    assert "the event is over" in shown(phone)


def test_an_event_that_could_not_be_read_is_read_again(somebody: Person, tmp_path: Path) -> None:
    """Though nobody changes it: too many files were open, or a disk did not answer."""
    followed = FollowedEvent(str(tmp_path / "events" / "cup.toml"), told_tables)

    def unable(name: str, _: tuple[Any, ...]) -> None:
        if name == "open":
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with failing(Machine(unable=unable)):
        assert followed.shown().event is None
    assert followed.shown().event is not None


def test_an_event_with_an_act_that_cannot_be_shows_its_problem(
    somebody: Person, tmp_path: Path
) -> None:
    """As a session with a deal that its rules refuse; the standings before that act are not those
    of the event."""
    path = tmp_path / "events" / "cup.toml"
    text = path.read_text("utf-8")
    begin = text.rindex('what = "begin"\nnumber = 3')
    path.write_text(text[:begin] + text[begin:].replace("number = 3", "number = 2", 1), "utf-8")
    now = FollowedEvent(str(path), told_tables).shown()
    assert (now.event, [one.code for one in now.problems]) == (None, ["event-order"])


def test_an_earlier_table_without_a_result_and_who_plays_for_whom_are_told(
    board: ServedEvent, somebody: Person
) -> None:
    """As the text of a round has it."""
    somebody.does("undo -s cup-r1-t2")
    somebody.does("seat -s cup-r3-t3 Zoe for Ben")
    for view in ("/", "/wall"):
        page = shown(board.phone(), view)
        assert "round 1, table 2, cup-r1-t2: the game is not over" in page
        assert "table 3 Ida Zoe for Ben Eva no deal is recorded" in page


def test_nothing_is_shown_to_who_has_no_code(board: ServedEvent) -> None:
    """The door tells nothing of the event, and nothing is entered on its board."""
    stranger = board.stranger()
    door = stranger.gets("/")
    assert door.code == 401 and "cup" not in door.text and "Ada" not in door.text
    assert stranger.gets("/wall").code == 401
    assert stranger.gets("/events").code == 401
    assert stranger.gets("/event.css").code == 200
    assert board.phone().posts("/say", {"line": "note x"}).code == 403


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_board_speaks_to_each_reader(board: ServedEvent, lang: str) -> None:
    """In the language of their browser."""
    rounds = {"en": "round 3 of 3", "fr": "ronde 3 sur 3", "sv": "rond 3 av 3"}
    assert rounds[lang] in shown(board.phone(language=lang))


def test_an_event_that_cannot_be_read_says_why(board: ServedEvent, tmp_path: Path) -> None:
    """Another event of its name is not shown to those who have a link of this one."""
    phone = board.phone()
    assert "Eva" in shown(phone)
    path = tmp_path / "events" / "cup.toml"
    own = path.read_text(encoding="utf-8")
    path.write_text(own.replace('id = "', 'id = "0', 1), encoding="utf-8")
    assert "another event is now called `cup`" in shown(phone)
    path.write_text(own, encoding="utf-8")
    assert "Eva" in shown(phone)


def test_an_event_has_no_session_and_takes_no_entries(somebody: Person) -> None:
    """What does not go together is refused before anything listens."""
    for more in ("--no-confirm", "--session cup-r1-t1"):
        done = somebody.types("board", "--event", "cup", "--local", *more.split())
        assert done.code == 2
        assert "in which nothing is entered" in done.err
    assert somebody.types("board", "--event", "cap", "--local").code == 1
