"""Deals that wait for what is said later: until it is, what they score and all that hangs on them
is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from evening import AT, Evening
from own_pages import PAGES, faults_of, of_file, read
from shown import sheet_markdown, sheet_text, summary_markdown
from terminal import Person, Typed, environment

from scorekeeper.cli.completion import Completing
from scorekeeper.cli.main import commands
from scorekeeper.game.deal_facts import values_of
from scorekeeper.game.open_deals import every_completion, every_way, possible_winners, total_spans
from scorekeeper.league.session_record import evening_of, evening_of_row, row_of_evening
from scorekeeper.league.standings import EveningFilter, is_of_league
from scorekeeper.record.corrections import completing, undoing
from scorekeeper.record.deal_changes import knowing, many_deals
from scorekeeper.record.entered_words import split_line
from scorekeeper.record.irregular_changes import finishing, misdealing
from scorekeeper.record.open_session import Act
from scorekeeper.render.csv_tables import sheet_csv, summary_csv
from scorekeeper.render.html.sheet_tables import deals_table
from scorekeeper.report.change_text import act_lines
from scorekeeper.report.deal_text import reading_heads
from scorekeeper.report.game.deal_steps_text import entry_lines
from scorekeeper.report.log_report import book_problems
from scorekeeper.report.next_deal_summary import card_of, card_value
from scorekeeper.report.outlook_sheet import outlook_sheet
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.report.summary import summary_of, summary_value
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused

PAGE = (PAGES / "wager.toml").read_text("utf-8")
# After 5, 3, 0 tricks and a bet of 5 points that waits, and 4, 0, 4 with a bet that Anna won.
SPANS = [(14, 19), (3, 8), (4, 9)]


@pytest.fixture
def evening() -> Evening:
    """A deal whose bet nobody knows yet, and another after it."""
    evening = Evening(of_file("wager"))
    evening.deal("5 3")
    evening.deal("4 0 winner=Anna")
    return evening


def complete(evening: Evening, number: int, line: str, why: str = "") -> Act:
    return evening.did(completing(evening.book, number, split_line(line), AT, why))


def refused(act: Any, *words: Any) -> list[str]:
    """The codes of a refusal."""
    with pytest.raises(Refused) as refusal:
        act(*words)
    return [one.code for one in refusal.value.problems]


# --- what is open --------------------------------------------------------------------------------


def test_a_deal_that_waits_is_worked_out_for_every_value(evening: Evening) -> None:
    """A bet of 5 points that any of three may have won: three ways, and totals that are ranges."""
    now = evening.book.standing
    assert now.waits == (1,)
    won = [way.deals[0].facts["winner"] for way in every_way(now)]
    assert won == ["Anna", "Björn", "Cleo"]
    assert [way.state.totals for way in every_way(now)] == [(19, 3, 4), (14, 8, 4), (14, 3, 9)]
    assert list(total_spans(now)) == SPANS


def test_the_file_has_what_was_said_and_nothing_else(evening: Evening) -> None:
    assert evening.book.folded.deals[0].facts == {"tricks": [5, 3, 0]}
    complete(evening, 1, "winner=Cleo")
    assert 'what = "complete"\nnumber = 1\n' in evening.data.decode()
    assert evening.book.folded.deals[0].facts == {"winner": "Cleo", "tricks": [5, 3, 0]}


def test_every_format_shows_what_is_open(evening: Evening) -> None:
    """Text, plain, Markdown and HTML have the ranges, and say what is waited for."""
    book = evening.book
    sheet, rules = sheet_of(book.standing, "it"), book.agreed.rules
    texts = [
        sheet_text(sheet, rules, 100), sheet_text(sheet, rules, 100, plain=True), sheet_markdown(sheet, rules),
        str(deals_table(sheet, rules)),
    ]  # fmt: skip
    for text in texts:
        assert "+14…+19" in text
        assert "+5…+10" in text
    assert all("deal 1 waits for the winner" in text for text in texts[:3])


def test_csv_leaves_open_cells_empty_and_says_why(evening: Evening) -> None:
    """A number that is not known is none: no sum of a column may count it."""
    heads, first, second = (
        row.split(",") for row in sheet_csv(sheet_of(evening.book.standing, "it")).split("\n")
    )
    row = dict(zip(heads, first, strict=True))
    assert (row["winner"], row["points Anna"], row["total Cleo"]) == ("", "", "")
    assert (row["tricks Anna"], row["note"]) == ("5", "waits for winner")
    after = dict(zip(heads, second, strict=True))
    assert (after["points Anna"], after["total Anna"], after["note"]) == ("9", "", "")


def test_what_is_shown_of_a_counter_is_a_range_too() -> None:
    """Who has won how many bets hangs on the one that is open: on every page, and empty in CSV."""
    counter = """
[carry.bets]
name = "bets won"
show = true
next = "bets + (1 if winner == me else 0)"
"""
    evening = Evening(read(PAGE + counter))
    evening.deal("5 3")
    now, rules = evening.book.standing, evening.book.agreed.rules
    sheet, card, summary = sheet_of(now, "it"), card_of(now), summary_of(now, "it")
    assert card is not None
    assert "bets won, Anna: 0…1" in sheet_text(sheet, rules, 80, plain=True)
    assert "bets won: Anna 0…1, Björn 0…1, Cleo 0…1" in summary_markdown(summary, rules)
    value: Any = sheet_value(sheet)
    assert value["carried_range"]["bets"]["Anna"] == [0, 1]
    assert value["next"]["carried_range"] == value["carried_range"]
    assert sheet_csv(sheet).split("\n")[1].endswith(",,,,waits for winner")
    assert summary_csv(summary, rules).split("\n")[1].split(",")[:4] == ["1", "Anna", "", ""]


def test_json_has_ranges_and_what_is_waited_for(evening: Evening) -> None:
    value: Any = sheet_value(sheet_of(evening.book.standing, "it"))
    first, second = value["deals"]
    assert value["waits"] == {"1": ["winner"]}
    assert "disputed" not in value
    assert (first["waits"], first["facts"]) == (["winner"], {})
    assert first["points_range"] == {"Anna": [5, 10], "Björn": [3, 8], "Cleo": [0, 5]}
    assert "points_range" not in second
    assert second["totals_range"] == dict(
        zip(("Anna", "Björn", "Cleo"), map(list, SPANS), strict=True)
    )


def test_next_summary_and_outlook_say_that_a_deal_waits(evening: Evening) -> None:
    card: Any = card_value(card_of(evening.book.standing))
    assert (card["waits"], card["hangs_on_waiting"]) == ([1], False)
    assert "disputed" not in card
    rows: Any = summary_value(summary_of(evening.book.standing, "it"))["ranking"]
    assert {row["sides"][0]: tuple(row["total_range"]) for row in rows}["Anna"] == (14, 19)
    assert outlook_sheet(evening.book.standing).waits == (1,)


def test_explain_tells_each_way_it_may_come_out(evening: Evening) -> None:
    assert reading_heads(evening.book.standing, 1) == [
        "with winner Anna", "with winner Björn", "with winner Cleo",
    ]  # fmt: skip


def test_the_session_holds_and_does_not_count_in_a_league_yet(evening: Evening) -> None:
    """`check` finds nothing wrong; the row of the session says that it waits, also once kept."""
    # an evening in memory has no chain
    assert [one for one in book_problems(evening.book) if one.code != "chain"] == []
    row = evening_of(evening.book)
    assert (row.disputed, row.waits) == (1, True)
    assert not is_of_league(row, EveningFilter())
    assert evening_of_row(row_of_evening(row)) is not None


def test_a_deal_that_waits_is_scored_in_every_way_it_may_come_out(evening: Evening) -> None:
    """Whoever of the three won the bet: the points of the deal with each of them."""
    ways = every_completion(evening.book.standing.deals[0])
    assert [(way.facts["winner"], way.points) for way in ways] == [
        ("Anna", (10, 3, 0)), ("Björn", (5, 8, 0)), ("Cleo", (5, 3, 5)),
    ]  # fmt: skip


def test_the_answer_to_a_deal_has_ranges_and_the_command(evening: Evening) -> None:
    before = evening.book
    lines = list(act_lines(before, evening.deal("2 2")))
    assert lines[0] == "deal 3 · Anna 2 → +2…+7, Björn 2 → +2…+7, Cleo 4 → +4…+9"
    assert "deal 3 waits for the winner; `scorekeeper complete 3 winner=…` completes it" in lines


def test_an_evening_that_is_ended_says_who_may_have_won(evening: Evening) -> None:
    act = evening.did(finishing(evening.book, [], AT))
    assert act.standing.state.over
    assert possible_winners(act.standing) == (0,)
    said = list(act_lines(evening.book, act))
    assert "the session is over, and a deal still waits: Anna won, after 2 of 9 deals" in said
    assert "deal 1 waits for the winner; `scorekeeper complete 1 winner=…` completes it" in said


@pytest.mark.parametrize("act", [finishing, misdealing])
def test_what_may_be_over_is_completed_before_it_is_ended(act: Any) -> None:
    """Where the first way is over and another is not, the refusal says what to complete."""
    evening = Evening(read(PAGE + 'game.over = "max(all.total) >= 10"\n'))
    evening.deal("5 3")
    with pytest.raises(Refused) as refusal:
        act(evening.book, [], AT)
    (problem,) = refusal.value.problems
    assert text_of(problem.message).startswith("by one way deal 1, which still waits,")
    assert "complete 1 winner=…" in text_of(problem.mends[0])


# --- completed -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "totals"), [("Anna", (19, 3, 4)), ("Björn", (14, 8, 4)), ("Cleo", (14, 3, 9))]
)
def test_what_is_said_later_completes_the_deal(
    evening: Evening, winner: str, totals: tuple[int, ...]
) -> None:
    """It is then as if it had been said at once, and it was no correction."""
    act = complete(evening, 1, f"winner={winner}")
    now = evening.book.standing
    assert (len(now.waits), len(now.ways), now.state.totals) == (0, 0, totals)
    assert act.changed == (2,)
    assert not now.deals[0].amended
    at_once = Evening(of_file("wager"))
    at_once.deal(f"5 3 winner={winner}")
    at_once.deal("4 0 winner=Anna")
    assert at_once.book.standing.state == now.state


def test_undo_lets_it_wait_again(evening: Evening) -> None:
    complete(evening, 1, "winner=Cleo")
    act = evening.undo()
    assert text_of(act.said) == "took back: complete deal 1: winner Cleo"
    assert list(total_spans(evening.book.standing)) == SPANS
    evening.redo()
    assert evening.book.standing.waits == ()


def test_a_deal_that_waits_is_corrected_struck_swapped_and_put_in(evening: Evening) -> None:
    """Every act on deals leaves it waiting, wherever it then is."""
    steps: list[tuple[Callable[[], Act], int]] = [
        (lambda: evening.amend(1, "4 4"), 1),
        (lambda: evening.insert(1, "8 0 winner=Björn"), 2),
        (lambda: evening.swap(1, 2), 1),
        (evening.undo, 2),
        (lambda: evening.strike(1), 1),
        (lambda: evening.amend(2, "winner=-"), 1),
    ]
    for act, first in steps:
        act()
        assert evening.book.standing.waits[0] == first
    assert evening.book.standing.waits == (1, 2)


@pytest.mark.parametrize(
    ("number", "line", "codes"),
    [
        (1, "", ["complete-nothing"]), (1, "4 4", ["complete-said"]),
        (1, "winner=Anna 4 4", ["complete-said"]), (2, "winner=Anna", ["complete-whole"]),
        (3, "winner=Anna", ["deal-unknown"]),
    ],
)  # fmt: skip
def test_only_what_is_waited_for_completes(
    evening: Evening, number: int, line: str, codes: list[str]
) -> None:
    before = evening.data
    assert refused(complete, evening, number, line) == codes
    assert evening.data == before


def test_what_is_asked_for_does_not_name_what_may_be_said_later() -> None:
    """A deal that lacks something else is told that alone."""
    evening = Evening(of_file("wager"))
    with pytest.raises(Refused) as refusal:
        evening.deal("winner=Anna")
    assert [one.fact for one in refusal.value.problems] == ["tricks"]
    with pytest.raises(Refused) as refusal:
        evening.deal("5")
    assert "winner" not in {one.fact for one in refusal.value.problems}


# --- many ways -----------------------------------------------------------------------------------


def test_too_many_ways_are_refused_with_what_closes_them(evening: Evening) -> None:
    """Four deals of three ways each are 81, more than the 64 that are worked out."""
    evening.deal("2 2")
    evening.deal("2 2")
    assert refused(evening.deal, "2 2") == ["waiting-many"]


def test_deals_that_come_in_together_wait_as_well() -> None:
    evening = Evening(of_file("wager"))
    rows = [("row 1", split_line("5 3")), ("row 2", split_line("4 0 winner=Anna"))]
    act = evening.did(many_deals(evening.book, rows, AT))
    assert list(total_spans(act.standing)) == SPANS
    assert evening.book.standing.waits == (1,)


def test_a_value_that_the_rules_refuse_is_no_way() -> None:
    """Whoever took no trick cannot have won the bet: only two are left."""
    check = """
[[check]]
when = "winner == 'Cleo'"
message = "not Cleo"
"""
    evening = Evening(read(PAGE + check))
    evening.deal("5 3")
    assert [way.deals[0].facts["winner"] for way in every_way(evening.book.standing)] == [
        "Anna", "Björn",
    ]  # fmt: skip


def test_several_facts_may_wait_and_come_one_by_one() -> None:
    """Each is said when it is known; what is still missing is still waited for."""
    page = PAGE.replace("winner == me", "winner == me and stake == 'high'")
    stake = 'fact.stake = { kind = "word", values = ["high", "low"], later = true }\n'
    evening = Evening(read(page + stake))
    evening.deal("5 3")
    assert evening.book.standing.deals[0].waits == ("winner", "stake")
    ways = [way.deals[0].facts for way in every_way(evening.book.standing)]
    assert [(facts["winner"], facts["stake"]) for facts in ways] == [
        (name, stake) for name in ("Anna", "Björn", "Cleo") for stake in ("high", "low")
    ]
    complete(evening, 1, "stake=low")
    now = evening.book.standing
    assert (now.deals[0].waits, list(total_spans(now))) == (("winner",), [(5, 5), (3, 3), (0, 0)])
    complete(evening, 1, "winner=Anna")
    assert evening.book.standing.ways == ()


@pytest.mark.parametrize(
    ("fact", "values"),
    [
        ('kind = "rank"', ["A", "K", "Q", "J", "10", "9"]),
        ('kind = "suit"', ["clubs", "diamonds", "hearts", "spades"]),
        ("min = 2, max = 6, step = 2", [2, 4, 6]),
        ('min = 1, max = 2, values = ["none"]', [1, 2, "none"]),
        ('kind = "word", values = ["high", "low"]', ["high", "low"]),
        ('kind = "player"', ["Anna", "Björn", "Cleo"]),
    ],
)
def test_every_value_that_may_be_said_later_is_a_way(fact: str, values: list[object]) -> None:
    """Each rank or suit of the pack, each number of the range, each word, each player."""
    agreed = Evening(read(f"{PAGE}fact.more = {{ later = true, {fact} }}\n")).book.agreed
    assert [*values_of(agreed.rules.facts["more"], agreed.players, agreed.rules.pack)] == values


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        ('kind = "flag", later = true', "only a player, number, word, rank or suit may be said"),
        ("later = true", "a number that may be said later needs a least and a greatest one"),
        ("min = 0, max = 99, later = true", "it may be one of 100 numbers"),
        ('kind = "suit", later = true, optional = true', "`optional` contradicts `later`"),
        ('kind = "suit", later = true, default = "winner"', "`default` contradicts `later`"),
        (
            'kind = "suit", when = "given(winner)"',
            "whether it is asked for hangs on `winner`, which may be said later",
        ),
    ],
)
def test_what_cannot_wait_is_a_fault_of_the_page(fact: str, fault: str) -> None:
    (found,) = faults_of(f"{PAGE}fact.more = {{ {fact} }}\n")
    assert found.startswith(fault)


def test_rules_show_says_that_it_may_be_said_later() -> None:
    lines = entry_lines(of_file("wager"))
    assert any("may be said later" in line for line in lines)


def _offered(somebody: Person, *said: str) -> list[str]:
    """What a shell may complete the last word to."""
    with environment(somebody.settings):
        asked = Completing(commands, {}, "scorekeeper", "_SCOREKEEPER_COMPLETE")
        return [item.value for item in asked.get_completions([*said[:-1]], said[-1])]


def test_a_deal_is_completed_at_the_command_line(tmp_path: Path) -> None:
    """The sheet has ranges until then, and `check` holds after it."""
    somebody = Person(tmp_path).with_rules(PAGES / "wager.toml")
    somebody.after("new wager Anna Björn Cleo --name bets", "deal 5 3")
    assert "+5…+10" in somebody.does("sheet").out
    assert somebody.reads("check")["waits"] == {"bets": [1]}
    somebody.does("complete 1 winner=Björn")
    assert "waits" not in somebody.reads("check")


def test_a_deal_is_completed_at_the_live_table(tmp_path: Path) -> None:
    """The table does not ask for what may be said later, and knows the command."""
    somebody = Person(tmp_path).with_rules(PAGES / "wager.toml")
    somebody.after("new wager Anna Björn Cleo --name bets")
    said = somebody.types("play", stdin=Typed("5 3\ncomplete 1 winner=Björn\nquit\n"))
    assert "deal 1 waits for the winner; `complete 1 winner=…` completes it" in said.out
    assert "completed deal 1: winner Björn" in said.out


def test_a_shell_completes_what_is_waited_for(tmp_path: Path) -> None:
    """`complete 1` offers the fact, and `winner=` who it may be."""
    somebody = Person(tmp_path).with_rules(PAGES / "wager.toml")
    somebody.after("new wager Anna Björn Cleo --name bets", "deal 5 3", "deal 4 0 winner=Anna")
    assert _offered(somebody, "complete", "1", "") == ["winner="]
    assert _offered(somebody, "complete", "1", "winner=") == [
        "winner=Anna", "winner=Björn", "winner=Cleo",
    ]  # fmt: skip
    assert _offered(somebody, "complete", "2", "") == []


class Looked(tuple[Any, ...]):
    """Deals that count how often all of them are looked through."""

    times = 0

    def __iter__(self) -> Iterator[Any]:
        Looked.times += 1
        return super().__iter__()


def test_an_undo_looks_for_what_waits_once() -> None:
    """Not for each deal anew, which would make an undo among many deals slow."""
    endless = (
        'name = "Endless"\nplayers = 3\ncount.tricks.total = 8\noutcome = [{ points = "tricks" }]'
    )
    evening = Evening(read(endless))
    for _ in range(20):
        evening.deal("5 3")
    now = evening.book.standing
    undoing(evening.book._replace(standing=now._replace(deals=Looked(now.deals))), AT)
    assert 0 < Looked.times < 10


def test_a_deal_of_which_something_was_known_before_may_wait() -> None:
    """The facts entered before the deal are no version of it."""
    stake = 'fact.stake = { kind = "word", values = ["high", "low"], later = true }\n'
    evening = Evening(read(PAGE + stake))
    evening.did(knowing(evening.book, ["stake=low"], AT))
    evening.deal("5 3")
    won = [way.deals[0].facts["winner"] for way in every_way(evening.book.standing)]
    assert won == ["Anna", "Björn", "Cleo"]
