"""Two people count a deal without seeing each other's count: alike, it is recorded under both
names; otherwise both are shown, and no deal is recorded until two agree or somebody decides."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from evening import AT, Evening, two_deals
from live import Evening as Live
from live import codes
from terminal import Person, Typed

from scorekeeper.game.entry_kinds import COUNT
from scorekeeper.game.log import Entry
from scorekeeper.record.changes_between_deals import with_entry
from scorekeeper.record.disputed_counts import CountDifference, counting, differences, waiting_words
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.irregular_changes import (
    agreeing,
    finishing,
    misdealing,
    penalising,
    turning,
)
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Act
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_head import read_session_log
from scorekeeper.report.sheet import counted_lines
from scorekeeper.table.live_table_text import tip
from scorekeeper.table.table_state import Conversation
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused

NEW = "new bismarck-swedish Anna Björn Cleo --two-counts --name eve"
ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def evening() -> Evening:
    """An evening of two deals."""
    return two_deals()


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a session that two people count, of one deal."""
    return Person(tmp_path / "home").after(
        NEW, "count --by Anna sang 6 6", "count --by Björn sang 6 6"
    )


def count(evening: Evening, by: str, line: str) -> Act:
    return evening.did(counting(evening.book, split_line(line), by, AT))


def waits(evening: Evening) -> list[str]:
    """Whose counts wait."""
    return [one.by for one in evening.book.standing.counts]


def refused(act: Any) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as refusal:
        act()
    return refusal.value.problems[0].code


# --- what comes of counts ------------------------------------------------------------------------


def test_a_count_alone_scores_nothing_and_waits(evening: Evening) -> None:
    before = evening.book.standing
    act = count(evening, "Anna", "spader 4 8")
    assert text_of(act.said) == (
        "one count of deal 3 is there, by Anna; another person's is awaited"
    )
    now = evening.book.standing
    assert (now.deals, now.state, waits(evening)) == (before.deals, before.state, ["Anna"])


def test_two_counts_alike_are_the_deal_under_both_names(evening: Evening) -> None:
    """However each of them typed it."""
    count(evening, "Anna", "spader 4 8")
    act = count(evening, "Björn", "contract=spader tricks=Cleo:4,Björn:8,Anna:4")
    assert [text_of(note) for note in act.notes] == ["counted alike by Anna and Björn"]
    (_, _, _, deal) = evening.book.log.entries
    assert (deal.what, deal.by, deal.facts["tricks"]) == ("deal", "Anna, Björn", [4, 8, 4])
    assert evening.book.standing.counters == {3: ("Anna", "Björn")}
    assert act.standing.counters == {3: ("Anna", "Björn")}
    assert (waits(evening), act.standing.counts) == ([], ())


def test_two_counts_that_differ_are_both_told_fact_by_fact(evening: Evening) -> None:
    count(evening, "Anna", "spader 4 8")
    act = count(evening, "Björn", "trumf hearts 4 7 5")
    assert len(evening.book.standing.deals) == 2
    assert differences(evening.book.standing) == [
        CountDifference("contract", "", ("spader", "trumf")),
        CountDifference("tricks", "Björn", (8, 7)),
        CountDifference("tricks", "Cleo", (4, 5)),
        CountDifference("trump", "", (None, "hearts")),
    ]
    assert text_of(act.said) == "the counts of deal 3 differ; no deal is recorded"
    assert [text_of(note) for note in act.notes[2:-1]] == [
        "contract: spader (Anna), trumf (Björn)",
        "tricks of Björn: 8 (Anna), 7 (Björn)",
        "tricks of Cleo: 4 (Anna), 5 (Björn)",
        "trump: (none) (Anna), hearts (Björn)",
        "count again: contract, tricks of Björn, tricks of Cleo and trump",
    ]


def test_whoever_counts_anew_replaces_their_own(evening: Evening) -> None:
    """A person is one by whatever case and beginning; two that are then alike are the deal."""
    count(evening, "Anna", "spader 4 8")
    count(evening, "anna", "spader 5 8")
    assert waits(evening) == ["Anna"]
    count(evening, "Bj", "spader 4 8")
    assert waits(evening) == ["Anna", "Björn"]
    act = count(evening, "An", "spader 4 8")
    assert act.entries[0].by == "Björn, Anna"
    assert evening.facts(3)["tricks"] == [4, 8, 4]


def test_a_third_persons_count_decides_between_two(evening: Evening) -> None:
    """It is told who had counted otherwise; one that is like neither is told beside them."""
    count(evening, "Anna", "spader 4 8")
    count(evening, "Björn", "spader 5 8")
    act = count(evening, "Zoe", "spader 6 8")
    assert [one.by for one in act.standing.counts] == ["Anna", "Björn", "Zoe"]
    assert differences(act.standing)[0].values == (4, 5, 6)
    act = count(evening, "Zoe", "spader 5 8")
    assert act.entries[0].by == "Björn, Zoe"
    assert [text_of(note) for note in act.notes] == [
        "counted alike by Björn and Zoe",
        "otherwise by Anna",
    ]


def both_counted(evening: Evening) -> None:
    """Two equal counts that wait beside each other, as a merge of two copies brought them once."""
    entries = [
        Entry(COUNT, 3, AT, {"contract": "spader", "tricks": [4, 8, 4]}, by=by)
        for by in ("Anna", "Björn")
    ]
    for entry in entries:
        evening.did(with_entry(evening.book, entry, ""))


def test_equal_counts_that_wait_are_no_difference(evening: Evening) -> None:
    """It is told that they are alike, and how the deal is recorded."""
    both_counted(evening)
    assert [text_of(line) for line in waiting_words(evening.book.standing)] == [
        "counted alike by Anna and Björn",
        "deal 3 is recorded once one of them says it again: scorekeeper count --by Anna FACT…",
    ]


@pytest.mark.parametrize("by", ["Anna", "Cleo"])
def test_nobody_who_counted_alike_is_said_to_have_counted_otherwise(
    evening: Evening, by: str
) -> None:
    """All whose counts are the one that is recorded have counted it."""
    both_counted(evening)
    act = count(evening, by, "spader 4 8")
    assert sorted(evening.book.standing.counters[3]) == sorted({"Anna", "Björn", by})
    assert len(act.notes) == 1


def test_a_third_count_of_the_deal_before_is_asked_about(evening: Evening) -> None:
    """Whoever comes late does not begin to count the next deal unasked."""
    for by in ("Anna", "Björn"):
        count(evening, by, "spader 4 8")
    assert counting(evening.book, ["spader", "4", "4"], "Zoe", AT).questions == ()
    act = counting(evening.book, ["spader", "4", "8"], "Zoe", AT)
    assert [text_of(question.message) for question in act.questions] == [
        "deal 3, which Anna and Björn counted, is just the same. Is this a count of deal 4?"
    ]


def test_a_count_is_judged_by_the_rules_before_it_waits(evening: Evening) -> None:
    """As a deal is, with the mend as a count; and somebody must count, one at a time."""
    data = evening.data
    with pytest.raises(Refused) as refusal:
        count(evening, "Anna", "spader 4 8 5")
    assert "count --by Anna " in str(hint_of(refusal.value.problems[0]))
    assert refused(lambda: count(evening, "", "spader 4 8")) == "count-by"
    assert refused(lambda: count(evening, "Anna, Björn", "spader 4 8")) == "count-by"
    assert refused(lambda: count(evening, "a\x1bb", "spader 4 8")) == "by-name"
    evening.did(finishing(evening.book, [], AT))
    ended = evening.data
    assert refused(lambda: count(evening, "Anna", "spader 4 8")) == "session-over"
    assert (data in ended, evening.data) == (True, ended)


# --- what else is recorded -----------------------------------------------------------------------

OTHERS = {
    "misdeal": lambda evening: misdealing(evening.book, [], AT),
    "turn": lambda evening: turning(evening.book, ["Björn"], AT),
    "agree": lambda evening: agreeing(evening.book, ["must_trump=yes"], AT),
    "seat": lambda evening: seating(evening.book, ["Dora", "for", "Cleo"], AT),
    "finish": lambda evening: finishing(evening.book, [], AT),
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_count_does_not_outlive_the_table_that_it_was_of(evening: Evening, what: str) -> None:
    """After any of these the deal may be another one, or of others; undo brings the count back."""
    count(evening, "Anna", "spader 4 8")
    evening.did(OTHERS[what](evening))
    assert waits(evening) == []
    evening.undo()
    assert waits(evening) == ["Anna"]


@pytest.mark.parametrize("what", ["amend", "insert", "strike", "swap", "deal"])
def test_a_count_does_not_outlive_a_change_of_the_deals(evening: Evening, what: str) -> None:
    count(evening, "Anna", "spader 4 8")
    {
        "amend": lambda: evening.amend(1, "tricks=5,6,5"),
        "insert": lambda: evening.insert(1, "pass 6 6"),
        "strike": lambda: evening.strike(2),
        "swap": lambda: evening.swap(1, 2),
        "deal": lambda: evening.deal("trumf hearts 4 8"),
    }[what]()
    assert waits(evening) == []
    evening.undo()
    assert waits(evening) == ["Anna"]


def test_a_count_waits_beside_a_note_and_a_penalty(evening: Evening) -> None:
    count(evening, "Anna", "spader 4 8")
    evening.note("a long look")
    evening.did(penalising(evening.book, ["Cleo", "2"], AT))
    assert waits(evening) == ["Anna"]
    count(evening, "Björn", "spader 4 8")
    assert evening.book.standing.counters == {3: ("Anna", "Björn")}


def test_undo_takes_back_a_count_and_what_two_recorded(evening: Evening) -> None:
    """The deal alone, so that the first count waits again; then that. Redo restores both."""
    data = []
    for by in ("Anna", "Björn"):
        data.append(evening.book.standing)
        count(evening, by, "spader 4 8")
    data.append(evening.book.standing)
    said = [text_of(evening.undo().said) for _ in range(2)]
    assert said == [
        "took back deal 3 (contract spader · tricks 4,8,4)",
        "took back: one count of deal 3, by Anna",
    ]
    assert evening.book.standing == data[0]
    evening.redo()
    assert evening.book.standing == data[1]
    evening.redo()
    assert evening.book.standing == data[2]


def test_who_counted_goes_with_the_deal(evening: Evening) -> None:
    """Whatever number it has; and not with a deal that is struck."""
    for by in ("Anna", "Björn"):
        count(evening, by, "spader 4 8")
    evening.strike(1)
    assert evening.book.standing.counters == {2: ("Anna", "Björn")}
    evening.strike(2)
    assert evening.book.standing.counters == {}


def test_a_count_that_was_spoilt_by_hand_is_told_as_it_stands(evening: Evening) -> None:
    """A number too few in the file: the lists are told whole, and nothing breaks."""
    count(evening, "Anna", "spader 4 8")
    evening.data = evening.data.replace(b"tricks = [4, 8, 4]", b"tricks = [4, 8]")
    count(evening, "Björn", "spader 4 7")
    assert differences(evening.book.standing) == [
        CountDifference("tricks", "", ([4, 8], [4, 7, 5]))
    ]


def test_a_name_with_a_comma_has_not_counted(evening: Evening) -> None:
    """`--by "Anna, Björn"` on a deal is what somebody said, and no two counts."""
    act = evening.deal("spader 4 8")
    evening.data = evening.data[: -len(entry_text(act.entries[0]).encode())]
    evening.did(act._replace(entries=(act.entries[0]._replace(by="Anna, Björn"),)))
    assert evening.book.standing.counters == {}


# --- nobody sees it ------------------------------------------------------------------------------

BOTH = ("sheet", "log", "next", "summary", "explain 1", "outlook", "rescore --as bismarck-swedish")
LOOKS = [
    *(f"{what} -s eve" for what in BOTH), *(f"{what} -s eve --format json" for what in BOTH),
    "sheet -s eve --plain", "next -s eve --plain", "sheet -s eve --format html",
    "sheet -s eve --format csv", "sheet -s eve --format markdown", "summary -s eve --format html",
    "sessions", "league", "check -s eve",
]  # fmt: skip


def test_no_command_shows_what_waits(tmp_path: Path) -> None:
    """Whatever Anna counted, every page and answer is the same, to the byte; also what `check`
    says of entries that are not chained, as these are."""
    said = []
    for line in ("spader 4 8", "trumf hearts 3 11"):
        person = Person(tmp_path / line.split()[0])
        evening = Evening("bismarck-swedish")
        evening.deal("sang 6 6")
        count(evening, "Anna", line)
        path = person.path("eve")
        path.parent.mkdir(parents=True)
        path.write_bytes(evening.data)
        said.append([person.types(*look.split()) for look in LOOKS])
        said[-1].append(person.types("play", "-s", "eve", stdin=Typed("sheet\nlog\nnext\nquit\n")))
    for look, one, other in zip([*LOOKS, "play"], *said, strict=True):
        assert (one.code, one.err) == (look.startswith("check"), other.err), (look, one)
        assert one.out == other.out, look
    assert "one count of deal 2, by Anna" in said[0][1].out


def test_what_was_shown_is_told_in_the_log(person: Person) -> None:
    """Once another person's stands beside it, or the deal is recorded; one that was taken back
    before is not."""
    for line in ("count --by Anna pass 6 6", "undo", "count --by Anna pass 5 6"):
        person.does(line)
    rows = person.reads("log")
    assert [row["facts"] for row in rows[2:]] == [{}, {}, {}]
    person.does("count --by Cleo pass 6 5")
    rows = person.reads("log")
    assert [row["facts"].get("tricks") for row in rows[2:]] == [None, None, [5, 6, 5], [6, 5, 5]]
    lines = person.does("log").out.splitlines()
    assert lines[4].endswith("one count of deal 2, by Anna: contract pass · tricks 5,6,5")
    assert lines[1].endswith("deal 1: contract sang · tricks 6,6,4 (Anna, Björn)")


# --- on every page -------------------------------------------------------------------------------


def test_a_deal_by_one_alone_is_refused_where_two_count(person: Person) -> None:
    """With what to type instead; `--alone WHY` records it, and the log says why."""
    before = person.file("eve")
    said = person.types("deal", "pass", "6", "6", "--format", "json")
    assert (said.codes, person.file("eve")) == (["deal-alone"], before)
    hint = said.problems[0]["hint"]
    assert "count --by NAME pass 6 6" in hint and "deal --alone WHY pass 6 6" in hint
    person.types("deal", "--alone", "the cards lie there", "pass", "6", "6")
    assert person.reads("log")[-1]["why"] == "the cards lie there"
    assert [deal.get("counted") for deal in person.reads("sheet")["deals"]] == [
        ["Anna", "Björn"],
        None,
    ]


def test_a_count_is_dropped_with_a_word(person: Person) -> None:
    person.does("count --by Anna pass 6 6")
    told = "what Anna counted of deal 2 waits no longer"
    assert told in person.does("misdeal").out
    person.does("count --by Anna pass 6 6")
    assert told in person.types("deal", "--alone", "late", "pass", "6", "6").out


def test_next_keeps_what_is_awaited_to_the_width(tmp_path: Path) -> None:
    """A terminal of 50 columns has it in two, the second set in."""
    somebody = Person(tmp_path, COLUMNS="50").after(NEW, "count --by Anna sang 6 6")
    said = somebody.does("next").out.splitlines()
    assert said[-2:] == ["one count of deal 1 is there, by Anna; another", "  person's is awaited"]


def test_the_pages_say_who_counted_and_who_is_awaited(person: Person) -> None:
    person.does("count --by Anna pass 6 6")
    counted = "deal 1 was counted alike by Anna and Björn"
    awaited = "one count of deal 2 is there, by Anna; another person's is awaited"
    for form in ("", " --format markdown", " --format html", " --plain"):
        page = person.does(f"sheet{form}").out
        page = unescape(re.sub("<[^>]*>", "", page))
        assert counted in page and awaited in page, form
    assert awaited in person.does("next").out
    coming = person.reads("next")
    assert coming["counts"] == [{"by": "Anna", "facts": None}]
    answer = json.loads(
        person.types(*["count", "--by", "Cleo", "pass", "6", "5", "--format", "json"]).out
    )
    assert (answer["recorded"], answer["by"]) == (None, "Cleo")
    assert answer["counts"][1] == {"by": "Cleo", "facts": {"contract": "pass", "tricks": [6, 5, 5]}}
    assert answer["differ"][0] == {
        "fact": "tricks", "of": "Björn", "counted": {"Anna": 6, "Cleo": 5},
    }  # fmt: skip
    assert person.reads("sheet")["deals"][0]["counted"] == ["Anna", "Björn"]


def test_what_was_agreed_stands_in_the_head_only_where_it_was(tmp_path: Path) -> None:
    person = Person(tmp_path / "home").after(
        NEW, NEW.replace("--two-counts --name eve", "--name x")
    )
    assert read_session_log(person.file("eve")).head["two_counts"] is True
    assert "two_counts" not in read_session_log(person.file("x")).head
    assert "two people count each deal" in person.does("next -s eve").out
    assert "two people" not in person.does("next -s x").out
    person.types("play", "bizon", "A", "B", "C", "--two-counts", "--name", "y", stdin=Typed(""))
    assert read_session_log(person.file("y")).head["two_counts"] is True


def test_any_session_may_be_counted_twice(tmp_path: Path) -> None:
    """Where it was not agreed, one deal may be, and the next is entered as ever."""
    person = Person(tmp_path / "home").after(NEW.replace("--two-counts ", ""))
    for line in ("count --by Anna sang 6 6", "count --by Cleo sang 6 6", "deal pass 6 6"):
        person.does(line)
    assert [deal.get("counted") for deal in person.reads("sheet")["deals"]] == [
        ["Anna", "Cleo"],
        None,
    ]
    assert person.types("check").code == 0


# --- at the live table ---------------------------------------------------------------------------


def at_table(asks: bool = True, own: str = "") -> Live:
    """A live table of a session that two people count."""
    table = Live("bismarck-swedish", "Anna", "Björn", "Cleo", asks=asks)
    head, _, rest = table.text.partition("\npeople = ")
    table.text = f"{head}\ntwo_counts = true\npeople = {rest}"
    table.table = Conversation(table.book(), asks=asks, by=own, own=own)
    return table


def test_one_after_the_other_at_table() -> None:
    """Each says who counts and then the deal; after the first the screen is cleared, and nothing
    that is shown from then on tells what was counted."""
    table = at_table()
    assert table.asked.short == "who counts deal 1> "
    table.say("An")
    assert table.asked.short == "deal 1, counted by Anna> "
    table.say("sang 3 11")
    assert table.asked.short == "Count it? [Y/n]> "
    table.shown.clear()
    table.say("")
    assert table.asked.short == "who counts deal 1> "
    assert not any("11" in line for line in table.shown)
    table.say("Björn", "sang 3 11", "y")
    assert table.deals == [{"contract": "sang", "tricks": [3, 11, 2]}]
    assert "counted alike by Anna and Björn" in table.shown
    assert table.asked.short == "who counts deal 2> "


def test_the_screen_is_cleared_after_the_first_count_alone() -> None:
    table = at_table(asks=False)
    table.say("Anna", "sang 3 11", "Björn", "sang 4 11", "Anna", "sang 4 11")
    assert table.cleared == [True, False, False]


def test_nothing_is_entered_before_somebody_counts() -> None:
    table = at_table()
    assert codes(table.say("sang 6 6")) == ["count-by"]
    assert codes(table.say("")) == ["count-by"]
    table.say("by Zoe")
    assert table.asked.short == "deal 1, counted by Zoe> "
    table.say("sang 6 6", "sang 5 6")
    assert table.asked.short == "Count it? [Y/n]> "  # another deal gives way to none here


def test_a_terminal_of_ones_own_asks_for_no_name() -> None:
    table = at_table(own="Anna")
    table.say("sang 6 6", "")
    assert table.asked.short == "deal 1, counted by Anna> "


def test_a_count_in_one_line_and_what_is_decided_at_table() -> None:
    table = at_table()
    table.say("count --by Anna sang 6 6", "count --by=Cleo sang 5 6")
    assert len(table.book().standing.counts) == 2
    table.say('deal --alone "the piles lie there" sang 6 6')
    entry = table.book().log.entries[-1]
    assert (entry.what, entry.why) == ("deal", "the piles lie there")
    assert codes(table.say("deal --alone")) == ["deal-alone"]
    assert codes(table.say("count sang 6 6")) == ["count-by"]


def test_counts_of_others_hold_nobody_up_at_table() -> None:
    """While Anna is asked whether her count is so, Björn counts at another terminal: hers is the
    second, and records the deal."""
    table = at_table()
    table.say("Anna", "sang 6 6")
    act = counting(table.book(), ["sang", "6", "6"], "Björn", AT)
    table.text += "".join(map(entry_text, act.entries))
    table.say("y")
    assert table.book().log.entries[-1].by == "Björn, Anna"


def test_a_deal_that_two_others_counted_meanwhile_is_not_counted_again() -> None:
    table = at_table()
    table.say("Anna", "sang 6 6")
    for by in ("Björn", "Cleo"):
        act = counting(table.book(), ["sang", "6", "6"], by, AT)
        table.text += "".join(map(entry_text, act.entries))
    assert refused(lambda: table.say("y")) == "session-moved"


def test_where_nothing_can_be_cleared_that_is_said(person: Person) -> None:
    """From a pipe it goes on all the same, with a word."""
    said = person.types("play", stdin=Typed("Anna\npass 6 6\nBjörn\npass 6 6\n"))
    assert "cannot be cleared away" in said.err
    assert person.reads("sheet")["deals"][1]["counted"] == ["Anna", "Björn"]


# --- two at once ---------------------------------------------------------------------------------


def started(person: Person, *words: str) -> subprocess.Popen[str]:
    env = {**os.environ, **person.settings, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", *words],
        env=env, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.surroundings
@pytest.mark.parametrize(("other", "kinds"), [("6", ["count", "deal"]), ("5", ["count", "count"])])
def test_two_people_count_at_the_same_moment(person: Person, other: str, kinds: list[str]) -> None:
    """Whoever is first, the deal is recorded once under both names, or both are told."""
    counts = [
        started(person, "count", "--by", by, "pass", "6", tricks)
        for by, tricks in (("Anna", "6"), ("Björn", other))
    ]
    assert [one.communicate(timeout=60)[1] for one in counts] == ["", ""]
    entries = read_session_log(person.file("eve")).entries[2:]
    assert [entry.what for entry in entries] == kinds
    assert {name for entry in entries for name in entry.by.split(", ")} == {"Anna", "Björn"}
    assert person.types("check").code == 0


# --- what is told to type can be typed -----------------------------------------------------------


def test_the_first_words_of_the_table_ask_who_counts() -> None:
    """A deal typed there would be refused."""
    table = at_table()
    assert table.book().counts_twice
    assert text_of(tip(table.table)) == (
        "say who counts, like: Anna; then what they counted, like: spader 4 8; help; quit"
    )
    assert not table.say("Anna").problems
    assert not table.say("spader 4 8").problems
    assert table.asked.short.startswith("Count it?")


def test_after_a_difference_numbers_alone_count_again() -> None:
    """The contract was no part of the difference, and need not be said anew."""
    table = at_table()
    table.say("Anna", "sang 4 8", "", "Björn", "sang 5 8", "", "Anna")
    assert not table.say("5 8 3").problems
    assert "sang" in table.asked.lines[0]
    table.say("")
    assert table.deals == [{"contract": "sang", "tricks": [5, 8, 3]}]


def test_a_reason_of_several_words_needs_no_quotes() -> None:
    """Words that say nothing of a deal are of the reason; what both counted alike holds."""
    for line in ("Björn counted again 4 4 8", "Björn counted again sang 4 4 8"):
        table = at_table()
        table.say("Anna", "sang 4 8", "", "Björn", "sang 5 8", "")
        reply = table.say(f"deal --alone {line}")
        assert not reply.problems
        assert table.deals == [{"contract": "sang", "tricks": [4, 4, 8]}]
        assert table.book().log.entries[-1].why == "Björn counted again"
        assert "reason: Björn counted again" in "\n".join(table.shown)


@pytest.mark.parametrize(
    "line", ["checked spadr 4 4 8", "checked 44 8", "checked Anna said so 4 4 8"]
)
def test_what_may_be_meant_for_the_deal_is_no_reason(line: str) -> None:
    """A misspelt contract is refused, and not taken for a word of the reason."""
    table = at_table()
    table.say("Anna", "sang 4 8", "", "Björn", "sang 5 8", "")
    assert table.say(f"deal --alone {line}").problems
    assert table.deals == []


def test_a_reason_of_several_words_at_the_command_line(tmp_path: Path) -> None:
    somebody = Person(tmp_path).after(NEW, "count --by Anna sang 4 8", "count --by Björn sang 5 8")
    said = somebody.does("deal --alone Björn counted again 4 4 8").out
    assert "  reason: Björn counted again\n" in said
    assert somebody.reads("sheet")["deals"][0]["counts"]["tricks"]["Cleo"] == 8


@pytest.mark.parametrize("columns", ["50", "80"])
def test_what_is_told_of_a_session_of_two_counts_fits_the_terminal(
    tmp_path: Path, columns: str
) -> None:
    """No line of `new` and `again` is wider than the screen."""
    person = Person(tmp_path / "home")
    shown = person.types(*NEW.split(), at_screen=True, COLUMNS=columns).out
    shown += person.types("again", "--name", "other", at_screen=True, COLUMNS=columns).out
    assert "two people count each deal" in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= int(columns)


def test_a_deal_that_was_corrected_since_is_told_apart(evening: Evening) -> None:
    """What two counted alike is no more what one of them corrected."""
    for by in ("Anna", "Björn"):
        count(evening, by, "spader 4 8")
    evening.amend(3, "tricks=5,8,3")
    assert [*counted_lines(evening.book.standing)] == [
        "deal 3 was counted alike by Anna and Björn, and corrected since"
    ]
