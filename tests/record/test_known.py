"""What is known of the coming deal before its result is an entry: on disk at once, shown, corrected
like anything else, and completed by the result."""

from __future__ import annotations

import re
import signal
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from conftest import GAMES, ruleset
from evening import AT, Evening
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from live import Evening as Live
from live import codes
from shown import plain_sheet, sheet_markdown, sheet_text, summary_text
from terminal import Person, Typed
from test_durability import started
from test_merge import Kept
from work import PATIENCE

from scorekeeper.board.session_views import phone_parts, wall_parts
from scorekeeper.game.log import Entry
from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed, SitOutPlan
from scorekeeper.record.deal_changes import knowing, many_deals
from scorekeeper.record.disputed_counts import counting
from scorekeeper.record.diverged_copies import copies, named_steps
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.irregular_changes import (
    agreeing,
    finishing,
    misdealing,
    penalising,
    turning,
)
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.merge import merged
from scorekeeper.record.open_session import Act
from scorekeeper.record.required_facts import words_of
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_head import read_session_log
from scorekeeper.render.html.sheet_tables import sheet_section
from scorekeeper.report.change_text import act_lines
from scorekeeper.report.next_deal_summary import example, example_lines
from scorekeeper.report.sheet import sheet_of
from scorekeeper.report.summary import summary_of
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

FOUR = ("Ann", "Bo", "Cleo", "Dan")
BIDS = [1, 0, 2, 1]


def oh_hell(**options: Any) -> Evening:
    return Evening("more/oh-hell", *FOUR, **options)


def known(evening: Evening, line: str) -> Act:
    return evening.did(knowing(evening.book, split_line(line), AT))


def so_far(evening: Evening) -> dict[str, Any]:
    """The facts of the coming deal that are recorded."""
    return dict(evening.book.standing.known)


def told(evening: Evening, act: Callable[[], Act]) -> list[str]:
    """The lines that a person reads of an act."""
    before = evening.book
    return [line.strip() for line in act_lines(before, act())]


def refused(act: Callable[[], object]) -> list[str]:
    """The codes of a refusal."""
    with pytest.raises(Refused) as refusal:
        act()
    return [problem.code for problem in refusal.value.problems]


# --- before the result ---------------------------------------------------------------------------


def test_bids_are_recorded_before_the_tricks_and_the_tricks_complete_them() -> None:
    """The result needs nothing but what is not known, in bare numbers too."""
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    assert (so_far(evening), evening.book.standing.deals) == ({"bid": BIDS}, ())
    evening.deal("1 0 3 6")
    assert evening.facts(1) == {"bid": BIDS, "tricks": [1, 0, 3, 6]}
    assert so_far(evening) == {}


def test_what_is_said_again_replaces_what_was_said_of_it() -> None:
    """Each fact by itself; a dash takes one out."""
    evening = oh_hell()
    known(evening, "hearts")
    known(evening, "bids 1 0 2 1")
    known(evening, "bids 1 0 3 1")
    assert so_far(evening) == {"trump": "hearts", "bid": [1, 0, 3, 1]}
    known(evening, "trump=- bids=-")
    assert so_far(evening) == {}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("bids 3 3 2 2", "bid-hook"),  # they add up to the cards dealt
        ("bids 1 11 2 1", "bid-range"),
        ("bids 1 2", "bid-lacks"),
        ("frog", "word-unknown"),
        ("bids 1 0 2 1 tricks 1 0 2 7", "known-whole"),
        ("", "known-nothing"),
    ],
)
def test_what_the_rules_already_exclude_is_refused(line: str, code: str) -> None:
    """As far as the deal is decided, and with nothing recorded."""
    evening = oh_hell()
    before = evening.data
    found = refused(lambda: knowing(evening.book, split_line(line), AT))
    assert (len(found), evening.data) == (1, before)
    assert code in found or code == "bid-lacks"


def test_the_same_again_is_refused() -> None:
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    assert refused(lambda: knowing(evening.book, ["bids", "1,0,2,1"], AT)) == ["known-same"]


def test_an_auction_says_who_declares_and_leads() -> None:
    """Before the result as after it; of the calls the log has what they decided."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    known(evening, "auction=pass,100,pass,110")
    coming = evening.book.standing.next_turn
    assert coming is not None and coming.declarer == 0  # Ann, who deals, called last
    act = evening.deal("meld=50 80,61")
    assert not act.questions
    assert (evening.facts(1)["bidder"], evening.facts(1)["bid"]) == ("Ann", 110)


def test_a_suit_is_cut_before_the_deal() -> None:
    """Parlett, contract 2: the contract is next in order, and the suit is known before it is dealt."""
    evening = Evening("bismarck-british")
    evening.deal("9 4 3")
    known(evening, "hearts")
    evening.deal("6 5 5")
    assert evening.book.standing.deals[1].trump == "hearts"


# --- with the result -----------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["bids 1 0 2 1 tricks 1 0 3 6", "bids=1,0,2,1 tricks=1,0,3"])
def test_the_same_fact_with_the_result_is_no_question(line: str) -> None:
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    assert evening.deal(line).questions == ()


def test_another_fact_with_the_result_is_asked_about() -> None:
    """With both values; where it is so the result holds."""
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    (odd,) = evening.deal("bids 1 1 2 1 tricks 1 0 3 6").questions
    assert odd.code == "known-otherwise"
    assert text_of(odd.message) == (
        "bid: 1,1,2,1 entered, but 1,0,2,1 was recorded before the result"
    )
    assert evening.facts(1)["bid"] == [1, 1, 2, 1]


def test_another_bidder_than_the_auction_s_is_asked_about() -> None:
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    known(evening, "auction=pass,100,pass,110")
    act = evening.deal("bidder=Bob bid=100 meld=50 80,61")
    assert {odd.fact for odd in act.questions} >= {"bidder", "bid"}


def test_at_the_shell_a_conflict_needs_yes(tmp_path: Path) -> None:
    somebody = Person(tmp_path / "home").after(
        "new oh-hell Ann Bo Cleo Dan --name it", "known bids 1 0 2 1"
    )
    line = ("deal", "bids=1,1,2,1", "tricks=1,0,3,6")
    assert somebody.types(*line, "--format", "json").codes == ["known-otherwise"]
    assert somebody.types(*line, "--yes").code == 0


def test_rows_of_a_paper_sheet_complete_what_is_known() -> None:
    """The first row is of the coming deal; one that says something else is asked about."""
    for row, asked in (("tricks=1,0,3,6", 0), ("bid=1,1,2,1 tricks=1,0,3,6", 1)):
        evening = oh_hell()
        known(evening, "bids 1 0 2 1")
        act = many_deals(evening.book, [("row 2", row.split())], AT)
        assert len(act.questions) == asked


def test_another_reading_of_a_deal_has_what_is_known() -> None:
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    evening.deal("tricks=1,0,3,6 --or tricks=1,0,4,5")
    readings = evening.book.folded.deals[0].readings
    assert [facts["bid"] for facts in readings] == [BIDS, BIDS]


def test_two_who_count_each_complete_what_is_known() -> None:
    """What is known is for everybody's eyes, what was counted is not."""
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    evening.did(counting(evening.book, ["1", "0", "3", "6"], "Ann", AT))
    assert so_far(evening) == {"bid": BIDS}
    evening.did(counting(evening.book, ["1", "0", "3", "6"], "Bo", AT))
    assert evening.facts(1) == {"bid": BIDS, "tricks": [1, 0, 3, 6]}


# --- what happens between ------------------------------------------------------------------------


def test_after_a_misdeal_there_are_new_hands_and_no_bids() -> None:
    """It is said in words, and undo brings them back."""
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    lines = told(evening, lambda: evening.did(misdealing(evening.book, [], AT)))
    assert "new hands: no longer known of deal 1: bid Ann 1, Bo 0, Cleo 2, Dan 1" in lines
    assert so_far(evening) == {}
    evening.undo()
    assert so_far(evening) == {"bid": BIDS}


def test_after_a_misdeal_the_contract_stays_where_the_rules_hold_it() -> None:
    """Swedish: the same contract again; it was recorded, so nobody has to name it."""
    evening = Evening("bismarck-swedish")
    known(evening, "trumf hearts")
    lines = told(evening, lambda: evening.did(misdealing(evening.book, [], AT)))
    assert "new hands: no longer known of deal 1: trump hearts" in lines
    assert evening.book.standing.state.held == "trumf"


def test_a_correction_of_an_earlier_deal_leaves_it() -> None:
    """So do a note and a penalty."""
    evening = oh_hell()
    evening.deal("bid=1,0,2,1 tricks=1,0,3,6")
    known(evening, "bids 1 0 2 1")
    evening.amend(1, "tricks=1,0,4,5")
    evening.note("late")
    evening.did(penalising(evening.book, ["Ann", "4"], AT))
    evening.did(turning(evening.book, ["Ann"], AT))
    evening.did(agreeing(evening.book, ["hook=no"], AT))
    assert so_far(evening) == {"bid": BIDS}


def test_who_takes_a_seat_takes_what_was_said_there() -> None:
    """The bids are of the seats, and a bidder is whoever sits there now."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    known(evening, "Bob bid=100")
    evening.did(seating(evening.book, ["Eva", "for", "Bob"], AT))
    assert so_far(evening)["bidder"] == "Eva"
    late = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    late.deal("passed")
    known(late, "Bob bid=100")
    late.did(seating(late.book, ["Eva", "for", "Bob", "--from", "1"], AT))
    assert so_far(late)["bidder"] == "Eva"


def test_where_others_come_to_play_it_goes_to_nobody() -> None:
    """Four at a table of three: by the turn another rests, and the numbers would be another's; it
    is said with what to type where it still holds."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", "Dora", turns=SitOutPlan())
    known(evening, "trumf hearts")
    resting = evening.book.standing.seating.agreed.resting
    lines = told(evening, lambda: evening.did(turning(evening.book, ["Cleo"], AT)))
    assert evening.book.standing.seating.agreed.resting != resting
    assert so_far(evening) == {}
    (dropped,) = [line for line in lines if line.startswith("no longer known")]
    assert dropped.endswith("if it still holds: scorekeeper known contract=trumf trump=hearts")


def test_an_early_end_is_no_result() -> None:
    evening = oh_hell()
    evening.deal("bid=1,0,2,1 tricks=1,0,3,6")
    known(evening, "bids 1 0 2 1")
    lines = told(evening, lambda: evening.did(finishing(evening.book, [], AT)))
    assert "no longer known of deal 2: bid Ann 1, Bo 0, Cleo 2, Dan 1" in lines
    assert evening.book.standing.next_turn is None


def test_a_struck_deal_takes_with_it_what_was_known_of_it() -> None:
    """And an inserted one, which was forgotten, takes nothing of the coming deal."""
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    evening.deal("1 0 3 6")
    evening.strike(1)
    assert so_far(evening) == {}
    known(evening, "bids 1 0 2 1")
    evening.insert(1, "bid=2,3,1,3 tricks=2,3,2,3")
    assert so_far(evening) == {"bid": BIDS}
    assert evening.facts(1)["bid"] == [2, 3, 1, 3]


def test_undo_of_the_result_leaves_what_was_known() -> None:
    """Each is taken back by itself, and restored."""
    evening = oh_hell()
    known(evening, "bids 1 0 2 1")
    evening.deal("1 0 3 6")
    evening.undo()
    assert so_far(evening) == {"bid": BIDS}
    said = text_of(evening.undo().said)
    assert said == "took back: known of deal 1: bid Ann 1, Bo 0, Cleo 2, Dan 1"
    evening.redo()
    evening.redo()
    assert evening.facts(1) == {"bid": BIDS, "tricks": [1, 0, 3, 6]}


@pytest.mark.parametrize(
    "facts", [{}, {"players": 3}, {"players": [*FOUR], "bid": "x", "frog": [1]}, {"bid": BIDS}]
)
def test_what_a_hand_spoilt_is_as_if_it_had_not_been_said(facts: dict[str, Any]) -> None:
    """The session opens, and its next deal is recorded."""
    evening = oh_hell()
    evening.data += entry_text(Entry("known", 1, AT, facts)).encode()
    assert so_far(evening) == {}
    evening.deal("bid=1,0,2,1 tricks=1,0,3,6")


# --- two copies ----------------------------------------------------------------------------------


def chosen(one: Kept, other: Kept, *names: str) -> list[str]:
    """The kinds of the entries that a merge with these steps appends."""
    two = copies(one.book, other.book)
    every = {**named_steps(two.kept, "a"), **named_steps(two.other, "b")}
    found = merged(two, {name: every[name] for name in names}, AT, "Ann")
    return [entry.what for entry in found.entries]


def test_copies_that_know_different_facts_are_merged_by_choice() -> None:
    """What the other copy knew is entered anew; where another deal is coming by then, refused."""
    one = Kept("more/oh-hell", *FOUR)
    other = one.copy()
    known(one, "hearts")
    known(other, "bids 1 0 2 1")
    assert chosen(one, other, "a1", "b1") == ["known", "merge"]
    one.deal("bid=1,0,2,1 tricks=1,0,3,6")
    assert refused(lambda: chosen(one, other, "a1", "a2", "b1")) == ["merge-order"]


# --- shown ---------------------------------------------------------------------------------------


@pytest.fixture
def somebody(tmp_path: Path) -> Person:
    """Somebody with a session of one deal, of whose second the bids are known."""
    return Person(tmp_path / "home").after(
        "new oh-hell Ann Bo Cleo Dan --name friday",
        "deal bids 1 0 2 1 tricks 1 0 3 6",
        "known hearts",
        "known bids 3 0 2 1",
    )


def test_programs_read_what_is_known(somebody: Person) -> None:
    """In `next`, wherever it stands, and only where something is."""
    bids = {"Ann": 3, "Bo": 0, "Cleo": 2, "Dan": 1}
    coming = somebody.reads("next")
    assert coming["known"] == {"trump": "hearts", "bid": bids}
    assert coming["needs"] == ["tricks"]
    assert somebody.reads("sheet")["next"]["known"]["bid"] == bids
    answer = somebody.reads("deal 3 0 2 4")
    assert "known" not in answer["next"]
    assert (answer["recorded"]["trump"], answer["recorded"]["counts"]["bid"]) == ("hearts", bids)


def test_the_card_says_what_is_known_and_what_is_needed(somebody: Person) -> None:
    card = somebody.does("next").out
    assert "  known     trump hearts · bid Ann 3, Bo 0, Cleo 2, Dan 1\n  needed    tricks\n" in card
    line = re.findall(r"  type +(.*)\n", card)[0]
    assert somebody.does(f"deal {line}").code == 0


def test_the_sheet_has_a_row_that_waits(somebody: Person) -> None:
    """In every rendering for people; a spreadsheet has the deals alone."""
    text = somebody.does("sheet").out
    assert re.search(r"^2…  Bo +hearts +Cleo +3 0 2 1 *$", text, re.MULTILINE)
    assert "… known before the result" in text
    assert re.search(r"\| +2… \| Bo +\|", somebody.does("sheet --format markdown").out)
    assert "2…" in somebody.does("sheet --format html").out
    plain = somebody.does("sheet --plain").out
    assert "deal: 2, known before the result" in plain and "Ann: bids 3\n" in plain
    assert somebody.does("sheet --format csv").out.count("\n") == 2
    assert len(somebody.reads("sheet")["deals"]) == 1


def test_the_log_has_an_entry_for_each(somebody: Person) -> None:
    rows = somebody.reads("log")[1:]
    assert [(row["what"], row["deal"]) for row in rows] == [("known", 2), ("known", 2)]
    assert rows[1]["say"] == "known of deal 2: trump hearts · bid Ann 3, Bo 0, Cleo 2, Dan 1"
    assert somebody.types("check").code == 0


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_a_part_of_a_deal_is_recorded_shown_and_completed(game: str) -> None:
    """What it asks for, without what the play shares out: first of all, and after a deal."""
    for played in (0, 1):
        players = [f"P{n}" for n in range(max(ruleset(game).players))]
        evening = Evening(game, *players)
        for _ in range(played):
            evening.deal(example_lines(*_coming(evening))[-1])
        agreed, state = _coming(evening)
        rules, facts = agreed.rules, example(agreed, state, {}) or {}
        part = {
            k: v for k, v in facts.items() if k not in rules.counts or not rules.counts[k].total
        }
        if not part or part == facts:
            continue
        evening.did(knowing(evening.book, words_of(evening.book.agreed.rules, part), AT))
        assert {*evening.book.standing.known} == {*part}
        now = evening.book.standing
        sheet = sheet_of(now, "eve")
        for shown in (
            sheet_text(sheet, rules), plain_sheet(sheet, rules), sheet_markdown(sheet, rules),
            str(sheet_section(sheet, rules)), summary_text(summary_of(now, "eve"), rules, 80),
            *map(str, (*phone_parts(evening.book), *wall_parts(evening.book))),
        ):  # fmt: skip
            assert shown is not None
        assert f"{played + 1}…" in sheet_text(sheet, rules)
        rest = {k: v for k, v in facts.items() if k not in part}
        assert not evening.deal(" ".join(words_of(evening.book.agreed.rules, rest))).questions
        assert {k: evening.facts(played + 1)[k] for k in facts} == facts


def _coming(evening: Evening) -> tuple[Agreed, State]:
    seating = evening.book.standing.seating
    return seating.agreed, seating.state


# --- at the live table ---------------------------------------------------------------------------


def test_bids_that_were_typed_at_the_table_are_on_disk_at_once() -> None:
    """Before the tricks are asked for; whoever comes back goes on with them."""
    table = Live("oh-hell", *FOUR)
    table.say("bids 1 0 2 1")
    assert table.book().standing.known == {"bid": BIDS}
    assert table.asked.short == "tricks> "
    again = Live("oh-hell", *FOUR)
    again.text = table.text
    again.table = again.table._replace(book=again.book())
    again.say("1 0 3 6", "")
    assert again.deals == [{"bid": BIDS, "tricks": [1, 0, 3, 6]}]


def test_an_answer_to_a_question_is_on_disk_too() -> None:
    table = Live("oh-hell", *FOUR)
    table.say("", "1 0 2 1")
    assert table.book().standing.known == {"bid": BIDS}


def test_a_word_of_nothing_begins_no_entry() -> None:
    """Where bids are known as well."""
    table = Live("oh-hell", *FOUR)
    table.say("bids 1 0 2 1", "cancel")
    assert codes(table.say("frog")) == ["word-unknown"]
    assert table.table.is_idle


def test_the_contract_may_come_after_its_suit() -> None:
    """Bare numbers are the tricks, whatever else is still needed."""
    evening = Evening("bismarck-swedish")
    known(evening, "hearts")
    evening.deal("trumf 6 6")
    assert evening.facts(1) == {"contract": "trumf", "trump": "hearts", "tricks": [6, 6, 4]}


def test_a_contract_alone_waits_for_more() -> None:
    """It begins most entries, and is one word to say again; `known` records it."""
    table = Live("bismarck-swedish", "Anna", "Björn", "Cleo")
    table.say("sang")
    assert table.book().standing.known == {}
    table.say("cancel", "known sang")
    assert table.book().standing.known == {"contract": "sang"}
    table.say("6 6", "")
    assert table.deals == [{"contract": "sang", "tricks": [6, 6, 4]}]


def test_what_one_of_two_counts_is_nobody_s_before_the_other_s() -> None:
    table = Live("oh-hell", *FOUR)
    table.text = table.text.replace("\npeople =", "\ntwo_counts = true\npeople =", 1)
    table.table = table.table._replace(book=table.book())
    table.say("Ann", "bids 1 0 2 1")
    assert table.book().standing.known == {}


def test_undo_at_the_table_takes_back_what_was_typed_last() -> None:
    table = Live("oh-hell", *FOUR)
    table.say("hearts", "bids 1 0 2 1", "undo")
    assert table.book().standing.known == {"trump": "hearts"}
    table.say("undo")
    assert table.book().standing.known == {}


def test_cancel_leaves_what_is_known_and_says_so() -> None:
    table = Live("oh-hell", *FOUR)
    table.say("bids 1 0 2 1", "cancel")
    assert table.book().standing.known == {"bid": BIDS}
    assert "what is known of the deal stays; `undo` takes it back" in table.shown


def test_a_conflict_at_the_table_needs_a_spoken_yes() -> None:
    table = Live("oh-hell", *FOUR)
    table.say("bids 1 0 2 1", "cancel", "bids 1 1 2 1 tricks 1 0 3 6")
    assert (
        "odd: bid: 1,1,2,1 entered, but 1,0,2,1 was recorded before the result" in table.asked.lines
    )
    table.say("y")
    assert table.deals == [{"bid": [1, 1, 2, 1], "tricks": [1, 0, 3, 6]}]


@pytest.mark.parametrize("asks", [True, False])
def test_the_table_asks_before_a_result_changes_what_is_known(asks: bool) -> None:
    """Typed in two lines, a part of the deal that changes what is known waits for the result."""
    table = Live("bien", *FOUR)
    table.say("known bidder=Cleo bid=150")
    table.table = table.table._replace(asks=asks)
    table.say("ponder Dan")
    assert "kept: bidder Dan, bid ponder" in table.shown
    assert table.book().standing.known == {"bidder": "Cleo", "bid": 150}
    table.say("0 8")
    assert table.deals == []
    odd = "odd: bid: ponder entered, but 150 was recorded before the result"
    assert odd in table.asked.lines
    table.say("y")
    assert table.deals == [{"bidder": "Dan", "bid": "ponder", "tricks": [0, 8]}]


def test_numbers_that_others_still_lack_are_told_as_kept() -> None:
    """Whoever types the result without the bidder sees what was read of it."""
    table = Live("bien", *FOUR, asks=False)
    table.say("known bid=150", "50 90")
    assert table.shown[-1] == "kept: meld 50, points 90,-"
    assert table.asked.short == "bidder> "


def test_a_refusal_says_which_number_is_known() -> None:
    """The first bare number is the next that the deal needs, and not the one that is known."""
    table = Live("bien", *FOUR)
    evening = Evening("bien", *FOUR)
    known(evening, "bid=150")
    with pytest.raises(Refused) as refusal:
        evening.deal("Bo 400 300 20")
    hint = "bid 150 was recorded before the result, so 400 was read as meld"
    for problems in (table.say("known bid=150", "Bo 400 300 20").problems, refusal.value.problems):
        assert hint in text_of(problems[0].mend)


def test_what_is_refused_at_the_table_is_not_recorded() -> None:
    table = Live("oh-hell", *FOUR)
    assert codes(table.say("bids 3 3 2 2")) == ["bid-hook"]
    assert table.book().standing.known == {}


def test_quitting_between_says_what_is_recorded(tmp_path: Path) -> None:
    somebody = Person(tmp_path / "home").after("new oh-hell Ann Bo Cleo Dan --name it")
    said = somebody.types("play", stdin=Typed("bids 1 0 2 1\nquit\n"))
    assert "known of deal 1: bid Ann 1, Bo 0, Cleo 2, Dan 1" in said.out
    assert "nothing half-entered was kept" not in said.out
    assert somebody.reads("next")["known"]["bid"]["Cleo"] == 2


# --- killed --------------------------------------------------------------------------------------

# Types bids at the live table, then waits for the tricks until somebody kills it.
TYPING = """
import sys
from scorekeeper.cli.main import main
main(["play", "--session", "it"])
"""


def test_a_kill_between_bids_and_result_loses_nothing(tmp_path: Path) -> None:
    """Once the table asks for the tricks, the bids are in the file, whole and chained."""
    somebody = Person(tmp_path / "home").after("new oh-hell Ann Bo Cleo Dan --name it")
    table = started(somebody, program=TYPING, stdin=subprocess.PIPE)
    table.stdin.write("bids 1 0 2 1\n")
    table.stdin.flush()
    for line in table.stdout:
        if line.startswith("kept: "):
            break
    table.send_signal(signal.SIGKILL)
    table.communicate(timeout=PATIENCE)
    journal = read_session_log(somebody.file("it"))
    assert [(entry.what, entry.facts["bid"]) for entry in journal.entries] == [("known", BIDS)]
    assert journal.cut == ""
    assert somebody.types("check").code == 0
    assert somebody.types("deal", "1", "0", "3", "6").code == 0
    assert somebody.reads("sheet")["deals"][0]["counts"]["bid"]["Cleo"] == 2


# --- any order -----------------------------------------------------------------------------------

bids = st.lists(st.integers(0, 1), min_size=4, max_size=4)


class Paper(RuleBasedStateMachine):
    """A session beside a list of what stands on paper: the deals' bids, and the bids and the suit
    known of the coming one, after each act that stands."""

    def __init__(self) -> None:
        super().__init__()
        self.evening = oh_hell(hook=False)
        self.done: list[tuple[list[list[int]], dict[str, Any]]] = [([], {})]
        self.undone: list[tuple[list[list[int]], dict[str, Any]]] = []

    def stands(self, deals: list[list[int]], facts: dict[str, Any]) -> None:
        self.done.append((deals, facts))
        self.undone.clear()

    @rule(bid=bids)
    def bids_are_known(self, bid: list[int]) -> None:
        deals, facts = self.done[-1]
        if facts.get("bid") != bid:
            known(self.evening, f"bids={','.join(map(str, bid))}")
            self.stands(deals, {**facts, "bid": bid})

    @rule(suit=st.sampled_from(["hearts", "clubs", "-"]))
    def a_suit_is_known(self, suit: str) -> None:
        deals, facts = self.done[-1]
        if facts.get("trump", "-") != suit:
            known(self.evening, f"trump={suit}")
            rest = {name: value for name, value in facts.items() if name != "trump"}
            self.stands(deals, rest if suit == "-" else {**rest, "trump": suit})

    @rule(bid=bids)
    def a_result_comes(self, bid: list[int]) -> None:
        deals, facts = self.done[-1]
        if len(deals) < 18:  # the last but one: more can be known of the coming deal
            said = "" if "bid" in facts else f" bid={','.join(map(str, bid))}"
            self.evening.deal(f"tricks=0,0,0{said}")
            self.stands([*deals, facts.get("bid", bid)], {})

    @rule()
    def hands_are_dealt_again(self) -> None:
        deals, _ = self.done[-1]
        self.evening.did(misdealing(self.evening.book, [], AT))
        self.stands(deals, {})

    @rule()
    def the_last_is_taken_back(self) -> None:
        if len(self.done) > 1:
            self.evening.undo()
            self.undone.append(self.done.pop())

    @rule()
    def the_last_taken_back_is_restored(self) -> None:
        if self.undone:
            self.evening.redo()
            self.done.append(self.undone.pop())

    @invariant()
    def both_say_the_same(self) -> None:
        deals, facts = self.done[-1]
        assert so_far(self.evening) == facts
        assert [deal.facts["bid"] for deal in self.evening.book.folded.deals] == deals


Paper.TestCase.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
TestAnyOrder = Paper.TestCase
