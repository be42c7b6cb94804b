"""Entering from a phone: what it comes to, who says yes to it, once and only once, and in the words
of the live table.

Where the extra `board` is not installed these tests are left out.
"""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from machine import Machine, failing
from terminal import Person

EXTRA = "the extra `board` is not installed: pip install 'tablescore[board]'"
for name in ("starlette", "uvicorn", "segno"):
    pytest.importorskip(name, reason=EXTRA)

from phones import Answer, Phone, Served, served  # noqa: E402

from scorekeeper.board.form_to_words import line_of_fields  # noqa: E402
from scorekeeper.board.request_checks import Bounds  # noqa: E402
from scorekeeper.board.session_watch import FollowedSession  # noqa: E402

BEGUN = "new bismarck-swedish Anna Björn Cleo --dealer Cleo --name friday"
MANY = Bounds(burst=10**6)


class Hand:
    """Somebody with a phone that may enter."""

    numbers = 0

    def __init__(self, board: Served, who: str, language: str = "en") -> None:
        self.who, self.phone = who, board.phone(board.codes.enter, language)

    @staticmethod
    def new_id() -> str:
        Hand.numbers += 1
        return f"{Hand.numbers:016x}"

    @property
    def follows(self) -> str:
        """The mark of the session that the phone shows."""
        match = re.search(r'data-follows="([^"]*)"', self.phone.gets("/").text)
        assert match is not None
        return match[1]

    def posts(self, path: str, **fields: str) -> tuple[int, dict[str, Any]]:
        """What a post comes to."""
        answer = self.phone.posts(path, {"who": self.who, **fields})
        return answer.code, json.loads(answer.text)

    def says(
        self, line: str, follows: str | None = None, id_: str | None = None
    ) -> tuple[int, Any]:
        """What a line comes to."""
        follows = self.follows if follows is None else follows
        return self.posts("/say", line=line, follows=follows, id=id_ or self.new_id())

    def answers(self, word: str) -> tuple[int, Any]:
        """Says yes or no to what waits."""
        match = re.search(r"answer:yes:([0-9a-f]+)", self.phone.gets("/").text)
        assert match is not None
        return self.posts(f"/{word}", id=match[1])


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    return Person(tmp_path / "home").after(BEGUN)


def words(answer: Answer) -> str:
    """The text of a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"</?bdi>", "", answer.text)))


def entries(somebody: Person) -> list[dict[str, Any]]:
    """The entries of the file."""
    found: list[dict[str, Any]] = tomllib.loads(somebody.file("friday").decode()).get("entry", [])
    return found


# --- a deal and its yes ------------------------------------------------------------------------------


def test_a_deal_counts_once_another_person_says_yes(somebody: Person) -> None:
    """It waits on every phone, in full, and is recorded with the name of who entered it; who
    entered it cannot say yes."""
    with served(somebody.path("friday")) as board:
        anna, cleo, looking = Hand(board, "Anna"), Hand(board, "Cleo"), board.phone()
        code, told = anna.says("contract=sang tricks=6,6,-")
        assert (code, told["waits"]) == (
            200,
            "deal 1 · sang · Anna 6−8=−2, Björn 6−4=+2, Cleo 4−4=0 · Σ 0",
        )
        assert "Anna: deal 1 · sang · Anna 6−8=−2" in words(cleo.phone.gets("/"))
        assert "Is it so?" in words(looking.gets("/"))
        assert "answer:yes" not in looking.gets("/").text
        assert entries(somebody) == []
        assert anna.answers("yes")[1]["problems"][0]["code"] == "board-self"
        code, told = cleo.answers("yes")
        assert (code, told["done"][0]) == (
            200,
            "deal 1 · sang · Anna 6−8=−2, Björn 6−4=+2, Cleo 4−4=0 · Σ 0",
        )
        (entry,) = entries(somebody)
        assert entry["by"] == "Anna"
        assert "Is it so?" not in words(looking.gets("/"))
        assert somebody.types("check").code == 0


def test_a_no_drops_it_and_says_so(somebody: Person) -> None:
    """Everybody is told who said no; the next entry takes its place."""
    with served(somebody.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        id_ = anna.new_id()
        anna.says("sang 6 6", id_=id_)
        assert cleo.answers("no")[0] == 200
        assert "Cleo says no; not counted: deal 1 · sang" in words(anna.phone.gets("/"))
        assert "not counted" in anna.says("sang 6 6", id_=id_)[1]["done"][0]  # the same, sent again
        assert "waits" in cleo.says("sang 7 5")[1]
        assert cleo.posts("/yes", id=id_)[1]["done"]
        anna.answers("yes")
        assert [entry["facts"]["tricks"] for entry in entries(somebody)] == [[7, 5, 4]]


# What changes points, each said after the deals `sang 6 6` and `pass 5 5 --or 4 6`.
MOVING = (
    "sang 0 0 --or 0 1", "insert 1 pass 9 2", "strike 1", "swap 1 2", "penalty Björn 10", "finish",
    "settle 2 1", "amend 1 tricks=7,5,4", "amend 1 --or 7 5", "undo", "turn Anna",
    "agree must_trump=yes", "seat Dora for Cleo", "seat Dora for Cleo --own-score",
)  # fmt: skip


@pytest.fixture
def played(tmp_path: Path) -> Person:
    """An evening with a deal and a disputed one."""
    return Person(tmp_path / "home").after(BEGUN, "deal sang 6 6", "deal pass 5 5 --or 4 6")


@pytest.mark.parametrize("line", MOVING)
def test_whatever_changes_points_waits_for_another_persons_yes(played: Person, line: str) -> None:
    """By whatever line: nothing is recorded until another person has said yes to it."""
    with served(played.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        code, told = anna.says(line)
        assert (code, bool(told.get("waits"))) == (200, True), told
        assert len(entries(played)) == 2
        assert anna.answers("yes")[1]["problems"][0]["code"] == "board-self"
        assert cleo.answers("yes")[1]["done"]
        assert [entry["by"] for entry in entries(played)[2:]] == ["Anna"]
        assert played.types("check").code == 0


def test_what_is_taken_back_and_restored_waits_as_it_did_itself(played: Person) -> None:
    """The undo of a deal and its redo wait, those of a note and of a misdeal do not."""
    with served(played.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        for line in ("note the cat", "undo", "redo", "undo", "misdeal", "undo"):
            assert "done" in anna.says(line)[1], line
        for line in ("undo", "redo"):
            _, told = anna.says(line)
            assert "deal 2" in told["waits"]
            assert any(one.startswith("totals: ") for one in told["words"])
            assert not any("seal" in one for one in told["words"])
            assert cleo.answers("yes")[1]["done"]


def test_nobody_counts_for_another_on_a_phone(tmp_path: Path) -> None:
    """Two counts by one hand would be a deal that nobody else has confirmed."""
    home = Person(tmp_path / "home").after(f"{BEGUN} --two-counts")
    with served(home.path("friday")) as board:
        anna = Hand(board, "Anna")
        assert anna.says("count --by Anna sang 6 6")[1]["done"]
        code, told = anna.says("count --by Cleo sang 6 6")
        assert (code, told["problems"][0]["code"]) == (422, "board-command")
        assert "waits" in anna.says("deal --alone 'Cleo is out' sang 6 6")[1]
        assert [entry["what"] for entry in entries(home)] == ["count"]


def test_a_note_leaves_what_waits_waiting(somebody: Person) -> None:
    """From a terminal or a phone: the yes still counts, and so does what a phone says that has not
    heard of the note. An undo would take the note back, and waits no longer."""
    with served(somebody.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        follows = anna.follows
        somebody.does("note the cat")
        assert "waits" in anna.says("sang 6 6", follows)[1]
        assert cleo.says("note the dog", follows)[1]["done"]
        somebody.does("note the cow")
        assert "Anna: deal 1 · sang" in words(cleo.phone.gets("/"))
        assert cleo.answers("yes")[1]["done"]
        anna.says("undo")
        somebody.does("note the hen")
        assert "not counted: took back deal 1" in words(cleo.phone.gets("/"))
    assert [entry["what"] for entry in entries(somebody)] == [*["note"] * 3, "deal", "note"]


def test_without_confirming_it_counts_at_once(somebody: Person) -> None:
    """`--no-confirm`; what is odd is asked about first."""
    with served(somebody.path("friday"), confirms=False) as board:
        anna = Hand(board, "Anna")
        assert anna.says("sang 6 6")[1]["done"]
        odd = "amend 1 contract=pass"
        assert "done" in anna.says(odd)[1]
        assert len(entries(somebody)) == 2


def test_everybody_reads_what_waits_in_their_own_language(somebody: Person) -> None:
    """Entered in Swedish, asked in French, refused in French."""
    with served(somebody.path("friday")) as board:
        anna, cleo = Hand(board, "Anna", "sv"), Hand(board, "Cleo", "fr")
        assert anna.says("sang 6 6")[1]["waits"].startswith("giv 1 · sang")
        assert "donne 1 · sans atout" in words(cleo.phone.gets("/"))
        cleo.answers("yes")
        message = cleo.says("sang 8 9")[1]["problems"][0]["message"]
        assert "plis" in message


def test_what_did_not_count_is_told_to_everybody_in_their_own_language(somebody: Person) -> None:
    """Entered in Swedish, and somebody says no in French."""
    with served(somebody.path("friday")) as board:
        anna, cleo = Hand(board, "Anna", "sv"), Hand(board, "Cleo", "fr")
        assert anna.says("sang 6 6")[1]["waits"]
        assert cleo.answers("no")[1]["dropped"].startswith("donne 1 · sans atout")
        for hand, deal in ((anna, "giv 1 · sang"), (cleo, "donne 1 · sans atout")):
            page = words(hand.phone.gets("/"))
            assert deal in page.partition("Cleo")[2], page


# --- what a phone is told ------------------------------------------------------------------------------


def test_a_refusal_names_every_field_in_the_words_of_the_program(somebody: Person) -> None:
    """The same words as at the terminal, beside the fact that they are about, with the mend."""
    with served(somebody.path("friday")) as board:
        code, told = Hand(board, "Anna").posts(
            "/say",
            **{"contract": "sang", "count.tricks": "8", "id": Hand.new_id(), "follows": "0 x"},
        )
        assert code == 422
        assert told["problems"][0]["fact"] == "tricks"
        code, told = Hand(board, "Anna").says("contract=sang tricks=8,5,4")
        typed = somebody.types("deal", "contract=sang", "tricks=8,5,4", "--format", "json").problems
        assert [one["message"] for one in told["problems"]] == [one["message"] for one in typed]
        assert "deal sang 8 5 3" in told["problems"][0]["mend"]
        assert entries(somebody) == []


def test_what_would_come_of_it_is_worked_out_and_not_kept(somebody: Person) -> None:
    """The count left out, and the whole deal in a line."""
    with served(somebody.path("friday")) as board:
        anna = Hand(board, "Anna")
        fields = [
            ("contract", "sang"),
            ("count.tricks", "6"),
            ("count.tricks", "6"),
            ("count.tricks", ""),
        ]
        body = "&".join(
            f"{key}={value}" for key, value in [*fields, ("who", "Anna"), ("id", anna.new_id())]
        )
        answer = anna.phone.asks(
            "POST",
            "/try",
            body.encode(),
            Origin=board.at.origin,
            Content_Type="application/x-www-form-urlencoded",
        )
        told = json.loads(answer.text)
        assert told["counts"] == {"tricks": ["6", "6", "4"]}
        assert told["truth"].startswith("deal 1 · sang")
        assert "Is it so?" not in words(anna.phone.gets("/"))


def test_what_the_live_table_takes_is_taken_here(somebody: Person) -> None:
    """Undo, redo, notes, misdeals, corrections, seats and questions, as lines of words."""
    with served(somebody.path("friday"), confirms=False) as board:
        anna = Hand(board, "Anna")
        for line in ("sang 6 6", "note the cat", "undo", "redo", "misdeal", "seat Dora for Cleo",
                     "amend 1 tricks=7,5,4", "amend 1 --or 6 6", "settle 1 1"):  # fmt: skip
            code, told = anna.says(line)
            assert (code, bool(told.get("done"))) == (200, True), (line, told)
        assert "card 1 wins" in anna.says("? trick KH 2S 7H contract=sang")[1]["lines"][0]
        assert anna.says("outlook for Anna")[1]["lines"]
        assert {entry["by"] for entry in entries(somebody)} == {"Anna"}
        assert somebody.types("check").code == 0


def test_a_dispute_is_settled_and_a_line_begun_by_taps(somebody: Person) -> None:
    """Every reading has a button, and so have the lines that are said most often."""
    with served(somebody.path("friday"), confirms=False) as board:
        anna = Hand(board, "Anna")
        buttons = re.findall(r'data-do="((?:line|begin):[^"]*)"', anna.phone.gets("/").text)
        assert {"line:undo", "begin:note ", "begin:seat "} <= {*buttons}
        anna.says("sang 6 6")
        anna.says("amend 1 --or 7 5")
        page = anna.phone.gets("/")
        assert "which count holds? deal 1 · sang · Anna 6−8=−2" in words(page)
        buttons = re.findall(r'data-do="((?:line|begin):[^"]*)"', page.text)
        assert {"line:settle 1 1", "line:settle 1 2", "begin:amend 1 or "} <= {*buttons}
        assert anna.says("settle 1 2")[1]["done"]
        assert "settle" not in anna.phone.gets("/").text


@pytest.mark.parametrize("bidder", ['Anna "Ace" Berg', 'It\'s "x" y', "D'Arcy", "a\\b"])
def test_who_is_tapped_is_meant_however_they_are_called(tmp_path: Path, bidder: str) -> None:
    """Quotes and backslashes in a name are of the name."""
    somebody = Person(tmp_path / "home")
    people = (bidder, "Bo K", "Cleo", "O'Neil")
    assert somebody.types("new", "bien", *people, "--name", "friday").code == 0
    with served(somebody.path("friday"), MANY) as board:
        hand, form = Hand(board, "Cleo"), {"fact.bid": "250", "fact.meld": "200"}
        for who in people:
            fields = {**form, "fact.bidder": who, "count.points": "81", "id": hand.new_id()}
            _, told = hand.posts("/try", **fields)
            assert f"bidder {who} ·" in told["truth"]


def test_an_entry_that_lacks_something_is_asked_for_it(somebody: Person) -> None:
    """And nothing of it is kept."""
    with served(somebody.path("friday")) as board:
        code, told = Hand(board, "Anna").says("sang")
        assert code == 200
        assert "How many tricks" in told["asked"]
        assert "Is it so?" not in words(board.phone().gets("/"))


@pytest.mark.parametrize(
    "line", ["move 1 --to other", "again", "quit", "by Cleo", "? deal /etc/passwd"]
)
def test_what_is_of_the_terminal_is_refused(somebody: Person, line: str) -> None:
    """Another session, a file, the end of the conversation."""
    with served(somebody.path("friday"), confirms=False) as board:
        anna = Hand(board, "Anna")
        anna.says("sang 6 6")
        code, told = anna.says(line)
        assert (code, told["problems"][0]["code"]) == (422, "board-command")


def plain(text: str) -> str:
    """The words of a page, or of an answer, in which a phone may show nothing of a terminal."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", text))


@pytest.mark.parametrize("language", ["en", "fr", "sv"])
def test_a_phone_shows_nothing_of_a_terminal(played: Person, language: str) -> None:
    """No command as a shell has it, no option, no other terminal: on the page with a disputed deal, in
    what waits, what was outrun, what is told of a deal typed twice."""
    somebody = played.after("deal trumf 5 6")
    with served(somebody.path("friday"), MANY) as board:
        anna = Hand(board, "Anna", language)
        follows = anna.follows
        shown = [anna.phone.gets("/").text, anna.phone.gets("/wall").text]
        shown += [json.dumps(anna.says(line)[1]) for line in ("amend 3 or 4 4", "settle 2 3")]
        shown += [anna.phone.gets("/").text]
        somebody.does("undo")
        shown += [anna.phone.gets("/").text, json.dumps(anna.says("misdeal", follows)[1])]
    for one in shown:
        found = re.findall(r"scorekeeper \w+|--\w+|terminal", plain(one))
        assert found == [], one


def test_a_deal_typed_twice_is_dropped_by_the_no(tmp_path: Path) -> None:
    """A phone has a button for it, and no `cancel`."""
    home = Person(tmp_path / "home").after("new whist Anna Björn Cleo Dora --name friday", "deal 8")
    with served(home.path("friday")) as board:
        for language, no in (("en", "No"), ("fr", "Non"), ("sv", "Nej")):
            hand = Hand(board, "Anna", language)
            told = json.dumps(hand.posts("/try", line="8", id=Hand.new_id())[1]["words"])
            assert (f"`{no}`" in told, "cancel" in told) == (True, False), told


def test_who_enters_says_who_they_are(somebody: Person) -> None:
    """Else it is refused, and so is an entry without an id."""
    with served(somebody.path("friday")) as board:
        assert Hand(board, " ").says("sang 6 6")[1]["problems"][0]["code"] == "board-who"
        for id_ in ("", "x" * 16, "0" * 100):
            code, told = Hand(board, "Anna").posts("/say", line="undo", follows="0 x", id=id_)
            assert (code, told["problems"][0]["code"]) == (422, "board-id")


def test_two_people_count_blindly_from_two_phones(tmp_path: Path) -> None:
    """Neither phone shows what the other counted; equal counts make the deal."""
    home = Person(tmp_path / "home").after(f"{BEGUN} --two-counts")
    with served(home.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        seen = cleo.follows
        assert anna.says("sang 6 6")[1]["done"]
        assert "6−8" not in words(cleo.phone.gets("/"))
        assert cleo.says("sang 6 6", follows=seen)[0] == 200
        assert "deal 1 · sang · Anna 6−8=−2" in words(board.phone().gets("/"))


# --- once, and after what ------------------------------------------------------------------------------


def test_the_same_id_is_recorded_once(somebody: Person) -> None:
    """A phone that did not hear the answer sends it again; so after the board was started anew."""
    with served(somebody.path("friday"), confirms=False) as board:
        anna, id_ = Hand(board, "Anna"), Hand.new_id()
        follows = anna.follows
        assert anna.says("sang 6 6", follows, id_)[1]["done"]
        assert anna.says("sang 6 6", follows, id_)[1]["done"] == ["this is recorded already"]
        note = Hand.new_id()
        anna.says("note late", None, note)
        anna.says("note late", None, note)
    with served(somebody.path("friday")) as board:
        assert Hand(board, "Anna").says("sang 6 6", follows, id_)[1]["done"] == [
            "this is recorded already"
        ]
    assert [(entry["what"], entry["id"]) for entry in entries(somebody)] == [
        ("deal", id_),
        ("note", note),
    ]


def test_of_two_at_once_one_is_told_that_somebody_was_quicker(somebody: Person) -> None:
    """Two phones that know of the same session say two things at the same moment: one counts, and
    the other is told what it was."""
    with served(somebody.path("friday"), confirms=False) as board:
        hands = [Hand(board, "Anna"), Hand(board, "Cleo")]
        follows = hands[0].follows
        with ThreadPoolExecutor(2) as both:
            found = [*both.map(lambda hand: hand.says("sang 6 6", follows), hands)]
        assert sorted(code for code, _ in found) == [200, 409]
        (late,) = [told for code, told in found if code == 409]
        assert "somebody else was faster (deal 1: " in late["problems"][0]["message"]
        assert late["said"] == "sang 6 6"
        assert len(entries(somebody)) == 1


def test_two_boards_of_one_session_are_one_truth(somebody: Person) -> None:
    """What is entered at one is shown by the other, which refuses what did not follow it; what waits
    at the other is dropped with a word."""
    with served(somebody.path("friday")) as one, served(somebody.path("friday")) as other:
        anna, cleo = Hand(one, "Anna"), Hand(other, "Cleo")
        follows = cleo.follows
        cleo.says("sang 7 5")
        anna.says("sang 6 6")
        Hand(one, "Björn").answers("yes")
        page = words(cleo.phone.gets("/"))
        assert "deal 1 · sang · Anna 6−8=−2" in page
        assert "not counted: deal 1 · sang · Anna 7−8=−1" in page
        assert cleo.says("sang 7 5", follows)[0] == 409
        assert len(entries(somebody)) == 1


def test_a_second_entry_is_told_of_the_one_that_waits(somebody: Person) -> None:
    """Nobody's entry is put away unseen."""
    with served(somebody.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        anna.says("sang 6 6")
        code, told = cleo.says("sang 7 5")
        assert code == 409
        assert "this is what Anna entered" in told["problems"][0]["message"]
        assert "Anna 6−8=−2" in told["problems"][0]["message"]


def test_a_terminal_that_is_quicker_drops_what_waits(somebody: Person) -> None:
    """The phones are told what was not counted, and what was."""
    with served(somebody.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        id_ = anna.new_id()
        anna.says("sang 6 6", id_=id_)
        somebody.does("deal pass 4 6")
        page = words(cleo.phone.gets("/"))
        assert "not counted: deal 1 · sang" in page
        assert "somebody else was faster (deal 1: " in page
        assert "not counted" in cleo.posts("/yes", id=id_)[1]["done"][0]
        assert len(entries(somebody)) == 1


def test_while_the_session_cannot_be_read_everything_waits(somebody: Person) -> None:
    """Its file is gone for a moment: the phone is told to say it again later, and what waits for a
    yes still does."""
    with served(somebody.path("friday")) as board:
        anna, cleo = Hand(board, "Anna"), Hand(board, "Cleo")
        follows, id_ = anna.follows, anna.new_id()
        anna.says("sang 6 6", id_=id_)
        away = somebody.path("friday").rename(somebody.home / "away")
        for code, told in (anna.says("note x", follows), cleo.posts("/yes", id=id_)):
            assert (code, told["later"]) == (503, True)
            assert told["problems"]
        page = cleo.phone.gets("/").text
        assert 'src="/enter.js"' in page
        assert 'id="answer"' in page
        away.rename(somebody.path("friday"))
        assert "done" in cleo.posts("/yes", id=id_)[1]
        assert len(entries(somebody)) == 1


def test_a_session_that_could_not_be_read_is_read_again(somebody: Person) -> None:
    """Though nobody changes it: too many files were open, or a disk did not answer."""
    followed = FollowedSession(str(somebody.path("friday")))

    def unable(name: str, _: tuple[Any, ...]) -> None:
        if name == "open":
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with failing(Machine(unable=unable)):
        assert followed.now().book is None
    assert followed.now().book is not None


def test_a_page_says_of_which_session_it_is(somebody: Person) -> None:
    """Whatever it is called: a phone sends what waits in it to no other."""
    first = somebody.path("friday").read_bytes()
    with served(somebody.path("friday")) as board:
        own = re.search(r'data-session="([^"]+)"', board.phone().gets("/").text)
    somebody.does("new bismarck-swedish Anna Björn Cleo --name saturday")
    with served(somebody.path("saturday")) as board:
        other = re.search(r'data-session="([^"]+)"', board.phone().gets("/").text)
    assert own is not None
    assert other is not None
    assert own[1] != other[1]
    assert own[1].encode() in first


def test_what_was_acknowledged_is_on_disk_when_the_board_is_killed(somebody: Person) -> None:
    """Killed right after the answer, nothing is lost and nothing is half written."""
    settings = {**os.environ, "SCOREKEEPER_HOME": str(somebody.home)}
    call = [sys.executable, "-m", "scorekeeper", "board", "--local", "--port", "0", "--no-confirm"]
    board = subprocess.Popen(
        call, env=settings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert board.stdout is not None
    board.stdout.readline()
    match = re.search(r"(http://([0-9.]+):([0-9]+))/#([\w-]+)", board.stdout.readline())
    assert match is not None
    at = SimpleNamespace(origin=match[1], host=match[2], port=int(match[3]), scheme="http")
    phone = Phone(at)  # type: ignore[arg-type]
    phone.opens(match[4])
    hand = Hand.__new__(Hand)
    hand.who, hand.phone = "Anna", phone
    try:
        assert hand.says("sang 6 6")[1]["done"]
    finally:
        board.send_signal(signal.SIGKILL)
        _, err = board.communicate()
    assert len(entries(somebody)) == 1
    assert somebody.types("check").code == 0
    assert match[4] not in err


# --- who may ---------------------------------------------------------------------------------------------


def test_who_may_look_may_not_enter(somebody: Person) -> None:
    """Neither by the form, which is not there, nor by a post."""
    with served(somebody.path("friday")) as board:
        phone = board.phone()
        assert 'id="enter"' not in phone.gets("/").text
        for path in ("/say", "/try", "/yes", "/no"):
            fields = {"id": Hand.new_id(), "who": "Anna", "line": "note x", "follows": "0 x"}
            assert phone.posts(path, fields).code == 403
            assert board.stranger().posts(path, fields).code == 401
        assert entries(somebody) == []


def test_who_may_enter_still_may_after_opening_the_link_to_look(somebody: Person) -> None:
    """The two links open one page; the lesser takes nothing away."""
    with served(somebody.path("friday")) as board:
        phone = board.phone(board.codes.enter)
        answer = phone.posts("/open", {"code": board.codes.look})
        assert (answer.code, "set-cookie" in answer.headers) == (303, False)
        assert 'id="enter"' in phone.gets("/").text


def test_a_board_to_read_only_has_no_code_to_enter(somebody: Person) -> None:
    """An empty code opens nothing there."""
    from scorekeeper.board.board_address import ENTER, LOOK, new_codes

    codes = new_codes()._replace(enter="")
    assert codes.may("") is None
    assert codes.may(codes.look) == LOOK
    both = new_codes()
    assert both.may(both.enter) == ENTER
    assert both.look != both.enter


def test_an_entry_from_another_page_is_refused(somebody: Person) -> None:
    """Another site that has a phone send one comes from another origin."""
    with served(somebody.path("friday"), confirms=False) as board:
        phone = board.phone(board.codes.enter)
        fields = {"id": Hand.new_id(), "who": "Anna", "line": "note x", "follows": "0 x"}
        for origin in (None, "null", "http://evil.example"):
            assert phone.posts("/say", fields, Origin=origin).code == 403
        assert entries(somebody) == []


@pytest.fixture(scope="module")
def open_board(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A board in which anything may be said."""
    home = Person(tmp_path_factory.mktemp("fuzzed") / "home").after(BEGUN)
    with served(home.path("friday"), MANY) as board:
        yield board


WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)
SENSIBLE = st.sampled_from(
    [
        "deal",
        "sang",
        "6",
        "6,6",
        "amend",
        "1",
        "undo",
        "?",
        "trick",
        "KH",
        "seat",
        "for",
        "Anna",
        "note",
        "--or",
        "tricks=",
    ]
)


@given(
    path=st.sampled_from(["/say", "/try", "/yes", "/no"]),
    line=st.one_of(WORDS, st.lists(SENSIBLE, max_size=5).map(" ".join)),
    fields=st.dictionaries(st.sampled_from(["who", "follows", "id", "contract", "count.tricks", "fact.trump", "flag.x", "sure"]), WORDS),
    known=st.booleans(),
)  # fmt: skip
def test_nothing_said_makes_it_fail(
    open_board: Served, path: str, line: str, fields: dict[str, str], known: bool
) -> None:
    """Whatever is said, it is taken, asked about or refused."""
    hand = Hand(open_board, "Anna")
    own = {"who": "Anna", "id": Hand.new_id(), "follows": hand.follows} if known else {}
    answer = hand.phone.posts(path, {"line": line, **fields, **own})
    assert answer.code in (200, 409, 422)
    assert open_board.failed == []


def test_fields_are_the_words_of_the_live_table() -> None:
    """A number left out is a dash, an empty field says nothing, a name with a space is in quotes."""
    fields = {
        "contract": ["sang"], "count.tricks": ["6", "", "5"], "fact.trump": [""], "fact.bizon": ["Ann Lee"],
        "fact.dishes": ["a", "b"], "flag.passed": ["yes"], "line": ["x y"], "who": ["Anna"],
    }  # fmt: skip
    assert (
        line_of_fields(fields) == 'contract=sang tricks=6,-,5 bizon="Ann Lee" dishes=a,b passed x y'
    )


def test_phones_record_and_show_it(tmp_path: Path) -> None:
    """By the same line; no other person's yes is needed for what scores nothing yet."""
    somebody = Person(tmp_path / "home").after("new oh-hell Ann Bo Cleo Dan --name friday")
    with served(somebody.path("friday")) as board:
        ann = Hand(board, "Ann")
        _, tried = ann.posts("/try", line="bids 1 0 2 1", id=ann.new_id())
        assert "How many tricks" in tried["asked"] and "known" not in somebody.reads("next")
        _, answer = ann.says("bids 1 0 2 1")
        assert answer["done"][0].startswith("known of deal 1") and "How many" in answer["asked"]
        for path in ("/", "/wall"):
            assert "bid Ann 1, Bo 0, Cleo 2, Dan 1" in words(board.phone().gets(path))
        assert "need not be entered again" in words(ann.phone.gets("/"))
        assert "Ann 1/1" in ann.says("1 0 3 6")[1]["waits"]
