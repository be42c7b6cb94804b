"""Two terminals with one session: whatever is recorded at the other one, an entry is recorded once,
on what stands by then, or refused with the news, and the chain holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from live import Evening, codes
from terminal import WITH_CHOICE, Person, Typed

from scorekeeper.record.entry_text import entry_words
from scorekeeper.record.session_head import read_session_log
from scorekeeper.store.ruleset_library import load_ruleset_file
from scorekeeper.table.conversation import reopened
from scorekeeper.table.table_state import Conversation
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

# What happens beside deals, as it is typed anywhere, by the kind of its entry. It is deal 3 then,
# and Cleo's turn to deal.
LINES = {
    "misdeal": "misdeal a card fell",
    "turn": "turn Björn",
    "penalty": "penalty Cleo 2 late",
    "agree": "agree late=yes",
    "seat": "seat Dora for Cleo",
    "places": "seat swap Anna Björn",
    "note": "note late",
    "finish": "finish",
    "insert": "insert 1 minus 6 6",
    "strike": "strike 1",
    "swap": "swap 1 2",
}
DEAL = "plus 4 8"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """A game without an end, in which the table has a choice."""
    path = tmp_path / "endless.toml"
    path.write_text(WITH_CHOICE, encoding="utf-8")
    return path


@pytest.fixture
def table(rules: Path) -> Evening:
    """A live table after two deals."""
    table = Evening(load_ruleset_file(str(rules)), "Anna", "Björn", "Cleo", asks=False)
    table.say("plus 6 6", "minus 5 6")
    return table


def elsewhere(table: Evening, line: str) -> None:
    """Somebody at a second terminal types a line."""
    here, table.table = table.table, Conversation(table.book(), asks=False)
    table.say(line)
    table.table = here


def recorded(table: Evening) -> list[str]:
    """The kinds of the entries."""
    return [entry.what for entry in table.book().log.entries]


def moved(table: Evening, line: str) -> str:
    """The refusal of a line of somebody who has not seen what stands by now, in a line; the table
    then looks at that."""
    with pytest.raises(Refused) as refused:
        table.say(line)
    (problem,) = refused.value.problems
    assert problem.code == "session-moved"
    table.table, _ = reopened(table.table, table.book())
    return text_of(problem.message)


@pytest.mark.parametrize("what", [what for what in LINES if what != "note"])
def test_a_deal_is_not_recorded_on_what_nobody_here_has_seen(table: Evening, what: str) -> None:
    """Whatever was recorded meanwhile, but a note, is told in the log's words; said again, the deal
    is judged on what stands now."""
    elsewhere(table, LINES[what])
    news = moved(table, DEAL)
    assert text_of(entry_words(table.book())[-1]) in news
    assert recorded(table) == ["deal", "deal", what]
    reply = table.say(*([DEAL] if table.table.is_idle else [""]))
    assert codes(reply) == (["session-over"] if what == "finish" else [])
    assert recorded(table)[3:] == ([] if what == "finish" else ["deal"])


def test_a_note_leaves_what_was_meant_as_it_is(table: Evening) -> None:
    """A deal is recorded after it; an undo, which would take the note back, is not."""
    elsewhere(table, LINES["note"])
    assert "note: late" in moved(table, "undo")
    elsewhere(table, LINES["note"])
    assert not table.say(DEAL).problems
    assert recorded(table) == ["deal", "deal", "note", "note", "deal"]


@pytest.mark.parametrize("what", LINES)
def test_what_is_about_the_coming_deal_waits_for_the_deal_that_was_faster(
    table: Evening, what: str
) -> None:
    """It would be about another deal than was meant: it is refused, and recorded when it is said
    again."""
    elsewhere(table, DEAL)
    assert "deal 3: contract plus" in moved(table, LINES[what])
    assert recorded(table) == ["deal"] * 3
    assert not table.say(LINES[what]).problems
    assert recorded(table) == [*["deal"] * 3, what]


def test_a_dispute_is_settled_once(table: Evening) -> None:
    """Who settles what another terminal has settled is told of it, and nothing is recorded twice."""
    table.say("plus 4 8 or 5 7")
    elsewhere(table, "settle 3 2")
    assert "deal 3 is settled" in moved(table, "settle 3 1")
    with pytest.raises(Refused, match="deal 3 is not disputed"):
        table.say("settle 3 1")
    assert recorded(table) == ["deal"] * 3 + ["settle"]
    assert not table.say(DEAL).problems


@pytest.mark.parametrize("what", LINES)
def test_a_question_holds_nobody_up(tmp_path: Path, rules: Path, what: str) -> None:
    """While somebody is asked whether a deal was typed twice, another terminal records: both are on
    disk, one after the other, unless the rules then say no."""
    person = Person(tmp_path / "home").with_rules(rules)
    person.after("new endless Anna Björn Cleo --name eve", "deal minus 6 6", "deal plus 6 6")

    class Slow(Typed):
        def readline(self, *_: Any) -> str:
            Person(person.home).does(LINES[what])
            return super().readline()

    said = person.types("deal", "plus", "6", "6", stdin=Slow("y\n", is_terminal=True))
    kinds = [entry.what for entry in read_session_log(person.file("eve")).entries]
    is_over = what == "finish"
    assert (said.code, kinds[2:]) == (int(is_over), [what, *([] if is_over else ["deal"])])
    assert person.types("check").code == 0
