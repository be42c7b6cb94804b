"""The log: what happens between deals is an entry like any other, and stands where it took
effect."""

from __future__ import annotations

from pathlib import Path

import pytest
from evening import AT, Evening
from terminal import Person, Typed

from scorekeeper.game import standing
from scorekeeper.game.entry_kinds import DEAL, KINDS, folded_entries
from scorekeeper.game.log import NOTE, Entry, EntryKind
from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import AppliedEntry
from scorekeeper.record.changes_between_deals import happening, noting
from scorekeeper.record.entry_text import entry_words
from scorekeeper.record.irregular_changes import penalising
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.seat_changes import seating
from scorekeeper.text.message import say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

NEW = "new bismarck-swedish Anna Björn Cleo --name it"


@pytest.fixture
def evening() -> Evening:
    """An evening of two deals, with a note before each of them and after."""
    evening = Evening("bismarck-swedish")
    evening.did(noting(evening.book, "one", AT))
    evening.deal("sang 6 6")
    evening.did(noting(evening.book, "two", AT))
    evening.deal("pass 9 2")
    evening.did(noting(evening.book, "three", AT))
    return evening


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    """Somebody with a session of one deal."""
    return Person(tmp_path / "home").after(NEW, "deal sang 6 6")


def course(evening: Evening) -> list[tuple[int, str]]:
    return [(entry.number, entry.what) for entry in evening.book.folded.course]


def test_what_happens_stands_before_the_deal_that_was_coming(evening: Evening) -> None:
    """The course has deals and what happens between them, in the order in which it takes effect."""
    assert course(evening) == [(1, NOTE), (1, DEAL), (2, NOTE), (2, DEAL), (3, NOTE)]
    assert [event.facts["text"] for event in evening.book.standing.events] == [
        "one",
        "two",
        "three",
    ]


def test_a_note_changes_no_score(evening: Evening) -> None:
    """With notes and without them the deals are what they are."""
    plain = Evening("bismarck-swedish")
    plain.deal("sang 6 6")
    plain.deal("pass 9 2")
    assert evening.book.standing.deals == plain.book.standing.deals
    assert evening.book.standing.state == plain.book.standing.state


def test_an_undo_takes_back_whatever_was_recorded_last(evening: Evening) -> None:
    """A note and a deal are taken back one after the other, and restored; the log says which."""
    before = course(evening)
    assert text_of(evening.undo().said) == "took back: note: three"
    assert evening.undo().recorded is None
    assert course(evening) == before[:3]
    evening.redo()
    assert text_of(evening.redo().said) == "restored: note: three"
    assert course(evening) == before


def test_a_note_of_an_older_deal_stands_before_it(evening: Evening) -> None:
    """What is recorded late takes effect where it belongs, after what was recorded for that deal
    before it."""
    evening.did(happening(evening.book, NOTE, {"text": "late"}, AT, number=2))
    texts = [entry.facts.get("text", entry.what) for entry in evening.book.folded.course]
    assert texts == ["one", "deal", "two", "late", "deal", "three"]


@pytest.mark.parametrize("number", [0, 4])
def test_what_happens_is_about_a_deal_that_can_be(number: int) -> None:
    """An entry that is about no deal is refused with its line."""
    made = [Entry(DEAL, n, "", {}) for n in (1, 2)]
    with pytest.raises(Refused, match="but 2 deals are recorded"):
        folded_entries([*made, Entry(NOTE, number, "", {"text": "x"}, line=9)])


# --- as it is typed ------------------------------------------------------------------------------


def test_a_note_is_in_the_log_and_under_the_sheet(somebody: Person) -> None:
    """It is typed as it is said, and kept in one line."""
    said = somebody.types("note", "Cleo", " came\nlate ")
    assert said.out.splitlines()[0] == "note: Cleo came late"
    assert somebody.does("log").out.splitlines()[-1].endswith("  note: Cleo came late")
    assert "before deal 2: note: Cleo came late" in somebody.does("sheet").out
    assert "before deal 2: note: Cleo came late" in somebody.does("sheet --plain").out
    assert "before deal 2: note: Cleo came late" in somebody.does("sheet --format markdown").out
    assert "came late</li>" in somebody.does("sheet --format html").out


def test_programs_read_what_happened(somebody: Person) -> None:
    """`note` answers as `deal` does, with no deal recorded; the sheet has what happened."""
    said = somebody.reads("note late")
    assert (said["recorded"], said["changed"], said["next"]["deal"]) == (None, [], 2)
    happened = somebody.reads("sheet")["happened"]
    assert happened == [{"deal": 2, "what": "note", "facts": {"text": "late"}}]
    assert somebody.reads("log")[-1]["facts"] == {"text": "late"}


def test_a_sheet_where_nothing_happened_is_as_it_was(somebody: Person) -> None:
    assert "happened" not in somebody.reads("sheet")


@pytest.mark.parametrize("text", ["", " \n", "a\x1b[2Jb", "x" * 1001])
def test_a_note_that_cannot_be_kept_is_refused(somebody: Person, text: str) -> None:
    """Nothing, too much, and what would steer a terminal."""
    before = somebody.file("it")
    said = somebody.types("note", text, "--format", "json")
    assert (said.code, somebody.file("it")) == (1, before)
    assert "\x1b" not in said.err


def test_the_live_table_takes_a_note_while_a_deal_is_half_entered(somebody: Person) -> None:
    """A note at any prompt leaves the entry as it is; both are taken back one after the other."""
    lines = "trumf\nnote Cleo is not sure\nhearts\n6 6\nundo\nundo\n"
    said = somebody.types("play", stdin=Typed(lines))
    assert "note: Cleo is not sure" in said.out
    assert [row["what"] for row in somebody.reads("log")][1:] == [
        "note",
        "known",
        "deal",
        "undo",
        "undo",
    ]


def test_a_deal_may_say_why(somebody: Person) -> None:
    """`--why` on a deal is a word for the log, as on a correction."""
    somebody.types("deal", "pass", "9", "2", "--why", "counted  twice")
    assert somebody.reads("log")[-1]["why"] == "counted twice"


# --- a kind more -----------------------------------------------------------------------------------


def test_a_kind_is_added_by_its_description_and_its_effect(monkeypatch: pytest.MonkeyPatch) -> None:
    """The recipe of CONTRIBUTING: an entry in `KINDS`, a function in `EFFECTS`, and then it is
    written, read, folded, undone, told in the log and shown under the sheet."""

    def passed_on(agreed: Agreed, state: State, entry: Entry) -> AppliedEntry:
        seats = len(agreed.players)
        return AppliedEntry(
            agreed, state._replace(dealer=(state.dealer + entry.facts["by"]) % seats)
        )

    kind = EntryKind(
        KINDS[NOTE].effect,
        facts={"by": int},
        said=lambda _, entry: say("the deal passes by {n}", n=entry.facts["by"]),
    )
    monkeypatch.setitem(KINDS, "pass on", kind)  # type: ignore[arg-type]
    monkeypatch.setitem(standing.EFFECTS, "pass on", passed_on)  # type: ignore[arg-type]
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.did(happening(evening.book, "pass on", {"by": 1}, AT))
    evening.deal("pass 9 2")
    assert [deal.turn.dealer for deal in evening.book.standing.deals] == [0, 2]
    assert text_of(evening.undo().said).startswith("took back deal 2")
    assert text_of(evening.undo().said) == "took back: the deal passes by 1"
    assert evening.book.standing.state.dealer == 1
    evening.data += entry_text(Entry("pass on", 2, AT, {})).encode()
    with pytest.raises(Refused, match=r"needs `facts\.by`"):
        assert evening.book


# --- whose points a penalty has ------------------------------------------------------------------


def said_of(evening: Evening) -> list[str]:
    return [text_of(words) for words in entry_words(evening.book)]


def test_a_penalty_is_told_of_the_columns_that_there_were() -> None:
    """Emil's column was begun later and stands before Dora's: the penalty is Dora's all the
    same, taken back and restored as well."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--own-score"], AT))
    evening.did(penalising(evening.book, ["Dora", "4", "--to", "nobody"], AT))
    evening.undo()
    evening.redo()
    seat = ["Emil", "for", "Cleo", "--from", "1", "--own-score"]
    evening.did(seating(evening.book, seat, AT))
    assert evening.book.agreed.players == ("Anna", "Björn", "Cleo", "Emil", "Dora")
    penalties = [said for said in said_of(evening) if "penalty" in said]
    assert penalties == [
        "penalty for Dora: Dora −4",
        "undo: penalty for Dora: Dora −4",
        "redo: penalty for Dora: Dora −4",
    ]


def test_a_penalty_is_told_of_who_was_there() -> None:
    """Whoever has the seat since, with its score, had no penalty."""
    evening = Evening("bismarck-swedish")
    evening.did(penalising(evening.book, ["Anna", "4"], AT))
    evening.did(seating(evening.book, ["Dora", "for", "Anna"], AT))
    evening.did(penalising(evening.book, ["Dora", "2"], AT))
    evening.undo()
    evening.undo()
    evening.did(penalising(evening.book, ["Anna", "2"], AT))
    assert [said for said in said_of(evening) if said.startswith("penalty")] == [
        "penalty for Anna: Anna −4, Björn +2, Cleo +2",
        "penalty for Dora: Dora −2, Björn +1, Cleo +1",
        "penalty for Anna: Anna −2, Björn +1, Cleo +1",
    ]


def test_a_hyphen_in_a_name_is_no_minus() -> None:
    evening = Evening("bismarck-swedish", "Anne-Marie", "Björn", "Cleo")
    act = evening.did(penalising(evening.book, ["Anne-Marie", "4", "--to", "nobody"], AT))
    assert text_of(act.said) == "penalty for Anne-Marie: Anne-Marie −4"
