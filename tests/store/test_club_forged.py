"""What somebody may write into a club who is let in as a recorder, past the program: other numbers
into the league, entries that are none, another one's name. It shows, and keeps nobody from
recording."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import servers

servers.refuse_without_server()

import psycopg
from clubs import Member, club_in, forget
from terminal import environment

from scorekeeper import store
from scorekeeper.league.league_rows import TABLES
from scorekeeper.store.club.address import address_of
from scorekeeper.store.club.club_setup import set_up

pytestmark = pytest.mark.server

FRIDAY = ("new bizon Ann Bo Cleo --name friday", "deal passed", "deal bizon=Ann gp=20,12,8")


class Club:
    """A club in which Anna recorded an evening, and Bo may record too."""

    def __init__(self, database: servers.Database, anna: Member, folder: Path) -> None:
        self.database, self.anna = database, anna
        set_up(address_of(database.url()), "bridge", [(database.login("bo"), "recorder")])
        self.bo = Member(folder / "bo", database.url("bo"))
        self.owner = Member(folder / "owner", database.url())
        anna.after(*FRIDAY)

    def asks(self, login: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """What somebody is answered in psql."""
        with self.database.connect(login) as connection:
            cursor = connection.execute(sql, values)
            return cursor.fetchall() if cursor.description else []

    def writes(self, *lines: str, login: str = "bo") -> None:
        """Has Bo append an entry of these lines, which follows from the one above it."""
        [(log, position, digest)] = self.asks(
            login, "SELECT log, position, digest FROM scorekeeper.entries ORDER BY position DESC LIMIT 1"
        )  # fmt: skip
        block = "\n".join(["", "[[entry]]", *lines, f'before = "{digest}"', "whole = true", ""])
        self.asks(
            login, "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES (1, %s, %s, %s)",
            log, position + 1, block,
        )  # fmt: skip

    def rows(self) -> dict[str, Any]:
        """The rows of the league that are there."""
        return {
            table: [row for (row,) in self.asks("bo", f"SELECT to_jsonb(t) FROM scorekeeper.{table} t")]
            for table in TABLES
        }  # fmt: skip

    def keeps(self, rows: dict[str, Any]) -> bool:
        """Has Bo keep other rows of the session."""
        [(kept,)] = self.asks(
            "bo", "SELECT scorekeeper.keep_league(1, session, told, %s) FROM scorekeeper.evenings",
            json.dumps(rows),
        )  # fmt: skip
        return bool(kept)


@pytest.fixture
def club(database: servers.Database, tmp_path: Path) -> Iterator[Club]:
    """A club of the test's own."""
    with club_in(database, tmp_path / "anna") as anna:
        yield Club(database, anna, tmp_path)


# --- the league ----------------------------------------------------------------------------------


DECLARED = {
    "game": "bizon", "contract": "bizon", "number": 0, "player": "Ann", "deals": 9, "points": 99,
}  # fmt: skip


@pytest.mark.parametrize(
    ("table", "change", "shown"),
    [
        ("players", {"points": 999}, "Ann: points is 999, not "),
        ("players", {"player": "Eve"}, "Ann: player is Eve, not Ann"),
        ("evenings", {"line": "[]"}, "evenings: line is [], not "),
        ("evenings", {"counts": False}, "evenings: counts is False, not True"),
        ("declared", DECLARED, "declared: there are other rows"),
    ],
)
def test_rows_that_do_not_follow_from_the_log_are_shown_and_built_again(
    club: Club, table: str, change: dict[str, Any], shown: str
) -> None:
    """`check --all` names who kept them; after `league --anew` they are those of the log."""
    before = club.rows()
    club.anna.after("check --all")
    first, *others = before[table] or [{}]
    forged = {**before, table: [{**first, **change}, *others]}
    assert club.keeps(forged)
    said = club.anna.types("check", "--all", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-league"])
    [message] = [problem["message"] for problem in said.problems]
    assert shown in message and "bo kept them" in message
    club.anna.after("league --anew", "check --all")
    of_text = ("at", "by")
    assert without(club.rows(), of_text) == without(before, of_text)


def without(rows: dict[str, Any], columns: tuple[str, ...]) -> list[Any]:
    """Rows without some of their columns."""
    return [
        {name: value for name, value in row.items() if name not in columns}
        for found in rows.values()
        for row in found
    ]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", 1e300])
def test_a_number_of_the_league_is_one(club: Club, number: object) -> None:
    """What would spoil every sum is refused."""
    rows = club.rows()
    rows["players"][0]["points"] = number
    with pytest.raises(psycopg.errors.CheckViolation, match="points_is_number"):
        club.keeps(rows)


def test_rows_say_of_which_text_they_are_and_who_kept_them(club: Club) -> None:
    """By the server's word, whatever the rows say themselves."""
    rows = club.rows()
    rows["evenings"][0] |= {"digest": "0" * 64, "by": "anna", "at": "2001-01-01"}
    assert club.keeps(rows)
    found = club.asks(
        "anna", "SELECT v.by, v.digest = e.digest, v.at > e.at FROM scorekeeper.evenings v"
        " JOIN scorekeeper.entries e ON e.log = v.session AND e.position = v.told",
    )  # fmt: skip
    assert found == [("bo", True, True)]


def test_a_reader_builds_no_rows_again(club: Club) -> None:
    """Who may only look is told so."""
    set_up(address_of(club.database.url()), "bridge", [(club.database.login("rita"), "reader")])
    rita = Member(Path("/nowhere"), club.database.url("rita"))
    said = rita.types("league", "--anew", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-permission"])


# --- entries that are none -----------------------------------------------------------------------

NO_ENTRIES = {
    "no TOML": ("what = @@",),
    "another kind": ('what = "bid"', "number = 1", 'at = ""'),
    "two in one": ('what = "note"', "number = 1", 'at = ""', "[[ entry ]]", "x = 1"),
    "words for points": (
        'what = "penalty"',
        "number = 2",
        'facts.player = "Ann"',
        'facts.points = ["ten"]',
    ),
    "of a deal that is not there": ('what = "note"', "number = 99", 'facts.text = "x"'),
    "an undo of another deal": ('what = "undo"', "number = 1"),
    "a fact too few": ('what = "note"', "number = 1", 'at = ""'),
    "the rest is missing": ('what = "note"', "number = 1", 'facts.text = "x"', "more = true"),
}


@pytest.mark.parametrize("lines", NO_ENTRIES.values(), ids=NO_ENTRIES)
def test_an_entry_that_is_none_is_left_out(club: Club, lines: tuple[str, ...]) -> None:
    """Everything goes on without it, here and in a folder; `check` names it and who wrote it."""
    sheet, points = club.anna.does("sheet -s friday").out, club.anna.reads("league")
    text = club.anna.file("friday")
    club.writes(*lines)
    forget()
    assert club.anna.file("friday") == text
    assert club.anna.does("sheet -s friday").out == sheet
    assert club.anna.reads("league") == points
    said = club.anna.types("check", "friday", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-unread"])
    assert "entry 3, which the login bo wrote at" in said.problems[0]["message"]
    club.anna.after("deal passed -s friday", "undo -s friday", "note hello -s friday")
    assert [row["what"] for row in club.anna.reads("log -s friday")] == [
        "deal",
        "deal",
        "deal",
        "undo",
        "note",
    ]
    assert club.anna.types("check", "friday", "--format", "json").codes == ["club-unread"]


def test_the_owner_leaves_it_out_for_everybody(club: Club) -> None:
    """Nobody else does; after that nothing is wrong any more."""
    club.writes("what = @@")
    club.anna.after("deal passed -s friday")
    said = club.bo.types("check", "--repair", "friday", "--format", "json")
    assert (said.code, said.codes) == (1, ["club-owner"])
    forget()
    told = club.owner.does("check --repair friday").out
    assert told == "friday: what nobody can read is left out for everybody\n"
    club.anna.after("check --all", "deal passed -s friday", "check --all")
    assert club.anna.reads("league")["deals"] == 4
    again = club.owner.does("check --repair friday").out
    assert again == "friday: every entry is whole; there is nothing to mend\n"


def test_what_the_owner_leaves_out_may_be_any_entry(club: Club) -> None:
    """One that can be read, in the midst, whose like keeps everybody from recording; the rows of
    the league are told without it, and what follows it is a break that is taken in."""
    club.anna.after("note one -s friday")
    club.asks(
        servers.OWNER, "INSERT INTO scorekeeper.aside (club, log, position)"
        " SELECT club, log, position FROM scorekeeper.entries WHERE position = 3",
    )  # fmt: skip
    forget()
    club.anna.after("deal passed -s friday", "check --all")
    assert [row["what"] for row in club.anna.reads("log -s friday")] == ["deal", "deal", "deal"]


def test_what_a_recorder_leaves_out_is_shown_all_the_same(club: Club) -> None:
    """It can be read: nothing is taken away by that, and everybody goes on."""
    club.asks(
        "bo", "INSERT INTO scorekeeper.aside (club, log, position)"
        " SELECT club, log, position FROM scorekeeper.entries WHERE position = 2",
    )  # fmt: skip
    forget()
    club.anna.after("deal passed -s friday", "check --all")
    assert [row["what"] for row in club.anna.reads("log -s friday")] == ["deal", "deal", "deal"]


def test_an_event_goes_on_without_what_cannot_be_read(club: Club) -> None:
    """As a session does."""
    club.anna.after(
        "event new cup --game bizon --people Ann,Bo,Cleo,Dan,Eve,Fay --rounds 1 --seating random --seed 3"
    )
    [(log, position, digest)] = club.asks(
        "bo", "SELECT l.id, coalesce(max(e.position), 0), coalesce(max(e.digest), scorekeeper.digest(scorekeeper.body(l.head)))"
        " FROM scorekeeper.logs l LEFT JOIN scorekeeper.entries e ON e.log = l.id"
        " WHERE l.kind = 'event' GROUP BY l.id, l.head",
    )  # fmt: skip
    block = f'\n[[entry]]\nwhat = @@\nbefore = "{digest}"\nwhole = true\n'
    club.asks(
        "bo", "INSERT INTO scorekeeper.entries (club, log, position, block) VALUES (1, %s, %s, %s)",
        log, position + 1, block,
    )  # fmt: skip
    forget()
    club.anna.after("event next --event cup", "event check --event cup")


def test_what_is_too_large_is_refused(club: Club) -> None:
    """An entry, and a log that would be more than is read."""
    with pytest.raises(psycopg.errors.CheckViolation):
        club.writes(f'why = "{"x" * 2**20}"')
    club.writes(f'what = "note"\nnumber = 1\nat = ""\nfacts.text = "{"x" * (2**20 - 300)}"')
    with pytest.raises(psycopg.Error) as full:
        club.writes(f'what = "note"\nnumber = 1\nat = ""\nfacts.text = "{"x" * (2**20 - 300)}"')
    assert full.value.sqlstate == "SK005"
    club.anna.after("deal passed -s friday", "check friday")


# --- who wrote it --------------------------------------------------------------------------------


def test_an_entry_in_another_ones_name_is_shown(club: Club) -> None:
    """By the server's word, in the log and by `check`."""
    club.bo.after("deal passed -s friday", "deal passed -s friday --by anna")
    rows = club.anna.reads("log -s friday")
    assert [(row["by"], row["login"]) for row in rows] == [
        (None, "anna"), (None, "anna"), (None, "bo"), ("anna", "bo"),
    ]  # fmt: skip
    assert all(row["received"] >= row["at"] for row in rows)
    said = club.anna.types("check", "friday")
    assert (said.code, said.out) == (0, "")
    assert said.err == (
        "note: entry 4 of friday says that anna recorded it; the login bo wrote it\n"
    )
    told = club.anna.types("check", "friday", "--format", "json").json["written_by_others"]
    assert told == {"friday": [{"entry": 4, "by": "anna", "login": "bo"}]}
    lines = club.anna.does("log -s friday").out.splitlines()
    assert ["the login" in line for line in lines] == [False, False, False, True]


def test_a_time_that_is_another_than_the_servers_is_shown(club: Club) -> None:
    """In the log."""
    club.writes(
        'what = "note"',
        "number = 3",
        'at = "2001-01-01T00:00:00Z"',
        'facts.text = "x"',
        'by = "bo"',
    )
    forget()
    lines = club.anna.does("log -s friday").out.splitlines()
    assert "the login bo wrote it, 20" in lines[-1]


def test_a_folder_says_nothing_of_a_login(tmp_path: Path) -> None:
    """There is none."""
    person = Member(tmp_path / "mine", str(tmp_path / "mine")).after(*FRIDAY)
    assert "login" not in person.reads("log")[0]
    with environment(person.settings):
        assert store.session_bytes(store.session_path("friday"))
