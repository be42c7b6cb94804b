"""Trying again: `deal --once ID`, and what is left of a beginning that failed."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from machine import Machine, error, failing
from terminal import Person

from scorekeeper.record.session_head import read_session_log

pytestmark = pytest.mark.surroundings

NEW = ("new", "bismarck-swedish", "Anna", "Björn", "Cleo", "--dealer", "Cleo", "--name", "it")
DEAL = ("deal", "sang", "6", "6", "--once", "a-1")


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    """Somebody with a session of one deal, recorded under an id."""
    person = Person(tmp_path / "home")
    assert person.types(*NEW).code == 0
    assert person.types(*DEAL).code == 0
    return person


def test_a_deal_of_the_same_id_is_recorded_once(somebody: Person) -> None:
    """A repeat adds nothing, and answers with the deal that stands: exit code 0."""
    before = somebody.file("it")
    again = somebody.types(*DEAL)
    assert (again.code, somebody.file("it")) == (0, before)
    assert again.out.splitlines()[:2] == [
        "deal 1 is recorded already",
        "  deal 1 · sang · Anna 6−8=−2, Björn 6−4=+2, Cleo 4−4=0 · Σ 0",
    ]
    assert read_session_log(before).entries[0].id == "a-1"


def test_a_program_is_told_whether_it_was_a_repeat(somebody: Person) -> None:
    """The JSON has the deal as it was recorded the first time, and `repeated`."""
    again = somebody.types(*DEAL, "--format", "json").json
    first = somebody.types("deal", "pass", "9", "2", "--once", "a-2", "--format", "json").json
    assert (again["repeated"], again["recorded"]["number"]) == (True, 1)
    assert ("repeated" in first, first["recorded"]["number"]) == (False, 2)


def test_a_repeat_is_known_after_later_deals_and_corrections(somebody: Person) -> None:
    """The entry that has the id is asked for, whatever came after it."""
    somebody.does("deal pass 9 2")
    somebody.does("amend 1 tricks=7,5,4")
    before = somebody.file("it")
    assert somebody.types(*DEAL).code == 0
    assert somebody.file("it") == before


def test_an_id_that_says_something_else_is_refused(somebody: Person) -> None:
    """A script that gives every deal the same id would lose the second: it is told."""
    other = somebody.types("deal", "sang", "7", "5", "--once", "a-1", "--format", "json")
    assert (other.code, other.codes) == (1, ["once-other"])
    assert len(read_session_log(somebody.file("it")).entries) == 1


def test_an_id_whose_deal_was_taken_back_is_refused(somebody: Person) -> None:
    """Trying again is no way to restore what somebody took back."""
    somebody.does("undo")
    again = somebody.types(*DEAL, "--format", "json")
    assert (again.code, again.codes) == (1, ["once-undone"])
    somebody.does("redo")
    assert somebody.types(*DEAL).code == 0
    assert len(somebody.reads("sheet")["deals"]) == 1


@pytest.mark.parametrize("word", ["", " ", "a\tb", "\x1b[2J", "x" * 101])
def test_an_id_can_be_seen(somebody: Person, word: str) -> None:
    """What is empty, too long or would steer the terminal is wrong usage."""
    said = somebody.types("deal", "pass", "9", "2", "--once", word)
    assert said.code == 2
    assert "\x1b" not in said.err


def test_a_beginning_that_may_stand_is_not_denied(tmp_path: Path) -> None:
    """A disk that fails for good once the file has its name: nobody is told that nothing was
    recorded, and the exit code says not to try again."""
    person, machine = Person(tmp_path / "home"), Machine()
    with failing(machine):
        assert person.types(*NEW).code == 0
    named = [name for name, _ in machine.calls].index("link") + 2
    other = Person(tmp_path / "other")
    with failing(Machine(error(errno.EIO), named, lasting=True)):
        said = other.types(*NEW)
    assert other.path("it").exists()
    assert said.code == 4
    assert "nothing was recorded" not in said.err
    assert "see whether" in said.err


def test_what_a_failed_beginning_left_is_removed_later(tmp_path: Path) -> None:
    """A file that could not be removed goes with a beginning an hour later; one that somebody may
    still be making stays."""
    person = Person(tmp_path / "home")
    assert person.types(*NEW).code == 0
    old, young = (person.home / "sessions" / name for name in (".1.abc.new", ".2.abc.new"))
    for path in (old, young):
        path.write_bytes(b"half")
    os.utime(old, (1, 1))
    assert person.types(*NEW[:-1], "other").code == 0
    assert (old.exists(), young.exists()) == (False, True)
