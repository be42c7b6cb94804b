"""A disputed count: both counts are kept, everything that follows is worked out for each, and one of
them is settled on."""

from __future__ import annotations

import json
from pathlib import Path

import hand
import pytest
from conftest import merged_ruleset, ruleset
from evening import AT, Evening
from shown import sheet_markdown, sheet_text
from terminal import Person, Typed

from scorekeeper.game.open_deals import MOST_WAYS, every_way, place_spans, total_spans
from scorekeeper.league.session_record import evening_of
from scorekeeper.league.standings import EveningFilter, is_of_league
from scorekeeper.record.deal_changes import many_deals
from scorekeeper.record.disputed_counts import coming_deal
from scorekeeper.record.irregular_changes import finishing, penalising
from scorekeeper.record.moved_deals import leaving
from scorekeeper.record.paper_audit import audited
from scorekeeper.record.paper_csv import paper_of
from scorekeeper.record.paper_rows import lines_of
from scorekeeper.record.rescoring import agreed_under, rescoring
from scorekeeper.record.seat_changes import seating
from scorekeeper.render.csv_tables import sheet_csv
from scorekeeper.render.html.sheet_tables import deals_table
from scorekeeper.report.change_text import act_lines, over_line
from scorekeeper.report.deal_text import truth_line
from scorekeeper.report.explain import explained_readings
from scorekeeper.report.outlook_sheet import outlook_sheet
from scorekeeper.report.sheet import sheet_of, sheet_value
from scorekeeper.report.summary import summary_of, summary_value
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem, Refused

SANG = [("sang", [6, 6, 4]), ("sang", [7, 5, 4])]
SPADER = ("spader", [4, 6, 6])
NEW = "new bismarck-swedish Anna Björn Cleo --name it"


@pytest.fixture
def evening() -> Evening:
    """Two counts of the first deal, and another deal after it."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6 --or 7 5")
    evening.deal("spader 4 6")
    return evening


def problems(refusal: pytest.ExceptionInfo[Refused]) -> list[tuple[str, str]]:
    """The codes, and what is said."""
    return [(one.code, text_of(one.placed)) for one in refusal.value.problems]


def only(refusal: pytest.ExceptionInfo[Refused]) -> Problem:
    (problem,) = refusal.value.problems
    return problem


def rules_with(name: str, /, **words: object) -> Ruleset:
    """A shipped game whose page says more."""
    return read_ruleset({**merged_ruleset(name), **words}, "split")


# --- both are kept -------------------------------------------------------------------------------


def test_both_counts_are_kept_and_all_that_follows_is_worked_out_for_each(evening: Evening) -> None:
    """Totals, deal by deal, are those of each evening kept by hand."""
    by_hand = hand.swedish_disputed(0, [SANG, [SPADER]])
    ways = every_way(evening.book.standing)
    assert [[list(deal.totals) for deal in way.deals] for way in ways] == [
        [row.totals for row in rows] for rows in by_hand
    ]
    assert [way.readings for way in ways] == [{1: 1}, {1: 2}]


def test_totals_and_places_are_ranges(evening: Evening) -> None:
    """A place is told only where it holds in every way, else a range of places."""
    now = evening.book.standing
    assert list(total_spans(now)) == [(2, 3), (-1, 0), (-2, -2)]
    assert list(place_spans(now)) == [(1, 1), (2, 2), (3, 3)]
    evening.deal("spader 4 4 --or 0 8")
    assert list(total_spans(evening.book.standing)) == [(-6, -1), (-1, 4), (2, 2)]
    assert list(place_spans(evening.book.standing)) == [(2, 3), (1, 2), (1, 2)]


def test_each_way_keeps_the_promised_sum(evening: Evening) -> None:
    for way in every_way(evening.book.standing):
        assert sum(way.state.totals) == 0


def test_the_second_count_says_only_what_is_different() -> None:
    """As in a correction: the contract need not be said twice, and a third count may follow."""
    evening = Evening("bismarck-swedish")
    evening.deal("trumf hearts 6 6 --or 7 5 --or trump=spades")
    facts = evening.book.folded.deals[0].readings
    assert [(one["trump"], list(one["tricks"])) for one in facts] == [
        ("hearts", [6, 6, 4]), ("hearts", [7, 5, 4]), ("spades", [6, 6, 4]),
    ]  # fmt: skip


def test_the_file_can_be_read_by_hand() -> None:
    """The entry of the deal has the other counts under `or`, and a settlement is an entry."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6 --or 7 5")
    evening.settle(1, 2)
    text = evening.data.decode()
    assert 'or = [{contract = "sang", tricks = [7, 5, 4]}]\nwhole = true' in text
    assert 'what = "settle"\nnumber = 1\n' in text
    assert "facts.reading = 2\n" in text


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("sang 16 6 --or 7 5", "reading 1: 16 + 6 = 22 tricks are already 6 more than the 16"),
        ("sang 6 6 --or 9 9", "reading 2: 9 + 9 = 18 tricks are already 2 more than the 16"),
        ("sang 6 6 --or 7 5 --or 9 9", "reading 3: 9 + 9 = 18 tricks are already 2 more"),
        ("sang 6 6 --or 6 6 4", "reading 2: it is the same as reading 1: nothing is in dispute"),
        ("sang 6 6 --or 7 5 --or 7 5", "reading 3: it is the same as reading 2"),
        ("sang 6 6 --or", "reading 2: say what was counted otherwise"),
    ],
)
def test_a_count_that_cannot_be_is_refused_and_said_which(line: str, said: str) -> None:
    evening = Evening("bismarck-swedish")
    before = evening.data
    with pytest.raises(Refused) as refusal:
        evening.deal(line)
    assert problems(refusal)[0][1].startswith(said)
    assert evening.data == before


def test_what_is_odd_about_either_count_is_asked_about() -> None:
    odd = [{"when": "max(all.tricks) > 12", "tier": "ask", "message": "so many?"}]
    evening = Evening(rules_with("bismarck-swedish", check=odd))
    for line in ("sang 14 1 --or 7 5", "sang 7 5 --or 14 1"):
        assert [text_of(one.message) for one in evening.deal(line).questions] == ["so many?"]
        evening.undo()


# --- later deals ---------------------------------------------------------------------------------


def test_a_later_deal_must_be_possible_in_every_way() -> None:
    """Here the contract itself is disputed, so that neither may be named again by its declarer."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6 --or contract=trumf hearts")
    evening.deal("pass 6 6")
    evening.deal("pass 6 6")
    with pytest.raises(Refused) as refusal:
        evening.deal("trumf spades 4 8")
    assert only(refusal).code == "contract-used"
    assert text_of(only(refusal).message).startswith("by reading 2 of deal 1: ")
    assert "settle N READING" in text_of(only(refusal).mend)
    evening.settle(1, 1)
    evening.deal("trumf spades 4 8")


def test_a_game_that_one_count_ends_goes_on_only_once_that_is_settled() -> None:
    """A game to a score is over by one of the counts: whichever is the first, no deal follows."""
    for first, second in (("4 4 8", "15 0 1"), ("15 0 1", "4 4 8")):
        rules = rules_with("bismarck-swedish", game={"over": "max(all.total) >= 10"})
        evening = Evening(rules)
        evening.deal(f"sang {first} --or {second}")
        assert {way.state.over for way in every_way(evening.book.standing)} == {False, True}
        assert sheet_of(evening.book.standing, "").finished is False
        with pytest.raises(Refused) as refusal:
            evening.deal("sang 6 6")
        assert only(refusal).code == "session-over"
        evening.settle(1, 1 if first.startswith("4 ") else 2)
        evening.deal("sang 6 6")


def test_a_count_that_makes_a_later_deal_impossible_cannot_be_added() -> None:
    """What is claimed afterwards is held against everything that was played since."""
    evening = Evening("bismarck-swedish")
    for line in ("sang 6 6", "pass 6 6", "pass 6 6", "trumf hearts 4 8"):
        evening.deal(line)
    with pytest.raises(Refused) as refusal:
        evening.amend(1, "--or contract=trumf hearts")
    assert text_of(only(refusal).message).startswith("by reading 2 of deal 1: ")


def test_there_are_at_most_so_many_ways() -> None:
    """Six deals of two counts each; the seventh is refused, and one more count of one of them."""
    evening = Evening("bismarck-swedish")
    for contract in ("sang", "sang", "sang", "pass", "pass", "pass"):
        evening.deal(f"{contract} 6 6 --or 7 5")
    assert len(every_way(evening.book.standing)) == MOST_WAYS
    for act in (lambda: evening.deal("spader 6 6 --or 7 5"), lambda: evening.amend(1, "--or 8 4")):
        with pytest.raises(Refused) as refusal:
            act()
        assert only(refusal).code == "dispute-many"
    evening.settle(6, 1)
    evening.deal("spader 6 6 --or 7 5")


def test_other_acts_are_judged_in_every_way(evening: Evening) -> None:
    """A penalty moves every way, many deals at once are held against each, and an early end too."""
    evening.did(penalising(evening.book, ["Anna", "2"], AT))
    assert list(total_spans(evening.book.standing)) == [(0, 1), (0, 1), (-1, -1)]
    act = evening.did(many_deals(evening.book, [("row 1", ["pass", "6", "6"])], AT))
    assert list(total_spans(act.standing)) == list(total_spans(evening.book.standing))
    evening.did(finishing(evening.book, [], AT))
    assert all(way.early for way in every_way(evening.book.standing))


# --- settled -------------------------------------------------------------------------------------


@pytest.mark.parametrize("reading", [1, 2])
def test_a_settlement_decides(evening: Evening, reading: int) -> None:
    """From then on all is as if that count had been the only one; undo opens it again, exactly."""
    before = evening.book.standing
    act = evening.settle(1, reading)
    rows = hand.swedish(0, [SANG[reading - 1], SPADER])
    assert [list(totals) for totals in evening.totals] == [row.totals for row in rows]
    assert evening.book.standing.ways == ()
    assert (act.recorded, act.changed) == (1, (2,))
    evening.undo()
    assert evening.book.standing == before
    evening.redo()
    assert [list(totals) for totals in evening.totals] == [row.totals for row in rows]


@pytest.mark.parametrize(
    ("number", "decision", "code"),
    [
        (1, 3, "settle-reading"), (1, 0, "settle-reading"), (1, "Anna", "settle-reading"),
        (2, 1, "settle-open"), (3, 1, "deal-unknown"), (1, "split", "settle-split"),
    ],
)  # fmt: skip
def test_what_cannot_be_settled_so_is_refused(
    evening: Evening, number: int, decision: object, code: str
) -> None:
    before = evening.data
    with pytest.raises(Refused) as refusal:
        evening.settle(number, decision)
    assert only(refusal).code == code
    assert evening.data == before


def test_a_settlement_shows_what_every_total_was(evening: Evening) -> None:
    """`+2…+3 → +3`: what was a range is one number now."""
    book = evening.book
    lines = list(act_lines(book, evening.settle(1, 2)))
    assert lines[0] == "deal 1 is settled, reading 2 counts: contract sang · tricks 7,5,4"
    assert lines[2] == "  after deal 2: Anna +2…+3 → +3, Björn −1…0 → −1"
    assert "totals: Anna +3, Björn −1, Cleo −2" in lines


# --- corrected, moved, taken back ----------------------------------------------------------------


def test_a_disputed_deal_is_not_corrected_before_it_is_settled(evening: Evening) -> None:
    with pytest.raises(Refused) as refusal:
        evening.amend(1, "8 4")
    assert only(refusal).code == "amend-disputed"
    assert "settle 1 1" in text_of(only(refusal).mend)


def test_a_count_may_be_disputed_afterwards(evening: Evening) -> None:
    """Another count of a deal that stands, and a third of one that is disputed already."""
    evening.amend(2, "--or 5 5")
    assert len(every_way(evening.book.standing)) == 4
    evening.amend(1, "--or 8 4")
    assert [way.readings for way in every_way(evening.book.standing)][-1] == {1: 3, 2: 2}
    evening.undo()
    evening.undo()
    assert [way.readings for way in every_way(evening.book.standing)] == [{1: 1}, {1: 2}]


def test_a_correction_may_leave_a_deal_disputed() -> None:
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.amend(1, "8 4 --or 7 5")
    assert [list(one["tricks"]) for one in evening.book.folded.deals[0].readings] == [
        [8, 4, 4], [7, 5, 4],
    ]  # fmt: skip


def test_a_disputed_deal_is_inserted_swapped_and_struck(evening: Evening) -> None:
    """It takes its counts with it wherever it goes."""
    evening.insert(1, "pass 6 6 --or 7 5")
    assert [dict(way.readings) for way in every_way(evening.book.standing)][-1] == {1: 2, 2: 2}
    evening.swap(2, 3)
    assert sorted(evening.book.standing.readings) == [1, 3]
    evening.strike(3)
    assert sorted(evening.book.standing.readings) == [1]
    for _ in range(3):
        evening.undo()
    assert sorted(evening.book.standing.readings) == [1]
    assert len(evening.book.standing.deals) == 2


def test_the_same_id_again_records_nothing() -> None:
    """Also where what it records is disputed; another count under it is refused."""
    evening = Evening("bismarck-swedish")
    words = ["sang", "6", "6", "--or", "7", "5"]
    evening.did(coming_deal(evening.book, words, AT, once="17"))
    assert coming_deal(evening.book, words, AT, once="17").entries == ()
    with pytest.raises(Refused) as refusal:
        coming_deal(evening.book, [*words[:-1], "6"], AT, once="17")
    assert only(refusal).code == "once-other"


@pytest.mark.parametrize(
    "broken", ["or = 3", "or = []", "or = [3]", "or = [{tricks = {a = 1}}]", "or = [[]]"]
)
def test_a_file_that_a_hand_broke_is_told_of(evening: Evening, broken: str) -> None:
    at = evening.data.index(b"or = [{")
    end = evening.data.index(b"\n", at)
    evening.data = evening.data[:at] + broken.encode() + evening.data[end:]
    with pytest.raises(Refused) as refusal:
        _ = evening.book
    assert "`or` must be a list of tables" in text_of(only(refusal).message)


@pytest.mark.parametrize("said", ["reading = 3", "reading = 0", "split = false", "reading = true"])
def test_a_settlement_that_a_hand_broke_is_told_of(evening: Evening, said: str) -> None:
    evening.settle(1, 2)
    evening.data = evening.data.replace(b"facts.reading = 2", f"facts.{said}".encode())
    with pytest.raises(Refused):
        _ = evening.book


def test_a_count_that_a_hand_made_impossible_does_not_keep_the_file_shut(evening: Evening) -> None:
    """`check` names the deal and the reading; what is before it stands."""
    evening.data = evening.data.replace(b"tricks = [7, 5, 4]", b"tricks = [7, 5, 9]")
    (problem,) = evening.book.standing.problems
    assert text_of(problem.placed).startswith("deal 1, line ")
    assert "by reading 2 of deal 1: " in text_of(problem.message)


# --- split ---------------------------------------------------------------------------------------

DOWN = {"split": "down", "source": "page 4"}


@pytest.mark.parametrize(
    ("rounded", "points"), [("down", [2, -2, 0]), ("up", [2, -2, 0]), ("whole", [2, -2, 0])]
)
def test_a_disputed_count_is_split_where_the_rules_say_so(rounded: str, points: list[int]) -> None:
    """Each side scores the mean of what the counts give it: +1 and +3, −1 and −3."""
    evening = Evening(rules_with("bismarck-swedish", dispute={"split": rounded}))
    evening.deal("sang 5 7 --or 7 5")
    before = evening.book.standing
    evening.settle(1, "split")
    assert [list(deal.points) for deal in evening.book.standing.deals] == [points]
    evening.deal("spader 4 6")
    assert list(evening.book.standing.state.totals) == [2, 0, -2]
    evening.undo()
    evening.undo()
    assert evening.book.standing == before


def test_what_the_rules_promise_is_kept_by_a_split() -> None:
    """+2 and +3, −2 and −3: rounded down the sides would score −1 together."""
    for rounded, code in (("down", "promise"), ("up", "promise"), ("whole", "settle-split")):
        evening = Evening(rules_with("bismarck-swedish", dispute={"split": rounded}))
        evening.deal("sang 6 6 --or 7 5")
        with pytest.raises(Refused) as refusal:
            evening.settle(1, "split")
        assert only(refusal).code == code
    assert (
        text_of(only(refusal).message) == "+2 and +3 cannot be split: the mean is no whole number"
    )


def test_two_kinds_of_deal_are_not_split() -> None:
    evening = Evening(rules_with("bismarck-swedish", dispute=DOWN))
    evening.deal("sang 6 6 --or contract=pass")
    with pytest.raises(Refused) as refusal:
        evening.settle(1, "split")
    assert "two kinds of deal" in text_of(only(refusal).message)


@pytest.fixture
def halved() -> Evening:
    """A deal that was settled as the mean of 6, 6, 4 tricks and 8, 4, 4, and one after it."""
    evening = Evening(rules_with("bismarck-swedish", dispute=DOWN))
    evening.deal("sang 6 6 --or 8 4")
    evening.settle(1, "split")
    evening.deal("spader 4 6")
    return evening


def test_a_split_deal_moves_only_as_one_reading(halved: Evening) -> None:
    """Elsewhere it would count as its first reading, which it was not; corrected to one, it
    moves."""
    with pytest.raises(Refused, match="the readings of deal 1 were split"):
        leaving(halved.book, 1, "other", AT)
    halved.amend(1, "tricks=7,5,4")
    assert leaving(halved.book, 1, "other", AT)[1].facts["tricks"] == [7, 5, 4]


def test_a_split_deal_is_rescored_by_all_its_readings(halved: Evening) -> None:
    """As played it is what it was; where Sang counts double it is the mean of +4 and +8."""
    raw = merged_ruleset("bismarck-swedish")
    sang = {**raw["contract"]["sang"], "points": "2 * (tricks - quota)"}
    words = {"contract": {**raw["contract"], "sang": sang}, "example": []}
    now = halved.book.standing
    found = rescoring(
        now, agreed_under(now.agreed, rules_with("bismarck-swedish", dispute=DOWN, **words), {})
    )
    assert found.own_standing.state.totals == now.state.totals
    first = found.deals[0]
    assert first.own is not None
    assert first.other is not None
    assert (first.own.points, first.other.points) == ((3, -3, 0), (6, -6, 0))
    plain = rescoring(now, agreed_under(now.agreed, ruleset("bismarck-swedish"), {})).deals[0]
    assert (plain.own, plain.other) == (None, None)
    assert [one.code for one in plain.problems] == ["settle-split"]


@pytest.mark.parametrize("is_later", [False, True])
def test_a_split_deal_is_told_as_one(halved: Evening, is_later: bool) -> None:
    """What each reading gives and what lies between, in its line and in its explanation, marked in
    the sheet in every format, also where somebody begins a column later."""
    if is_later:
        halved.did(seating(halved.book, ["Dora", "for", "Cleo", "--own-score"], AT))
    now, rules = halved.book.standing, halved.book.agreed.rules
    line = truth_line(now.table_of(1), now.deals[0])
    assert "Anna +2/+4 → +3, Björn −2/−4 → −3, Cleo 0/0 → 0" in line
    (explained,) = explained_readings(now, 1)
    steps = {step.side: step for step in explained.points}
    assert steps["Anna"].say == "the mean of +2 and +4 = +3"
    assert steps["Anna"].numbers == "(2 + 4) / 2"
    sheet = sheet_of(now, "it")
    assert "1~" in sheet_text(sheet, rules, 80)
    assert "~ the mean of the readings of a disputed count" in sheet_text(sheet, rules, 80)
    assert "deal: 1, split" in sheet_text(sheet, rules, 80, plain=True)
    assert "1~" in str(deals_table(sheet, rules))
    first, second = sheet_value(sheet)["deals"]
    assert [one["points"]["Anna"] for one in first["split"]] == [2, 4]
    assert "split" not in second
    assert sheet_csv(sheet).splitlines()[1].endswith(',"split or tricks=8,4,4"')


def test_the_sheet_of_a_split_deal_holds_in_an_audit(halved: Evening) -> None:
    """Its points are the mean of what the row and the note on it say; other points are told."""
    now = halved.book.standing
    text = sheet_csv(sheet_of(now, "it"))
    agreed = halved.book.begun
    assert audited(agreed, lines_of(agreed, paper_of(text))).faults == ()
    wrong = text.replace("split or tricks=8,4,4", "split or tricks=10,2,4")
    assert len(audited(agreed, lines_of(agreed, paper_of(wrong))).faults) == 1


@pytest.mark.parametrize(("rounded", "words"), [("down", "rounded down"), ("up", "rounded up")])
def test_a_mean_that_is_no_whole_number_is_told_as_rounded(rounded: str, words: str) -> None:
    """Of +2 and +3, and of −2 and −3, where nothing is promised of the sum."""
    raw = merged_ruleset("bismarck-swedish")
    page = {key: word for key, word in raw.items() if key != "promise"}
    page["dispute"] = {"split": rounded, "source": "page 4"}
    evening = Evening(read_ruleset(page, "split"))
    evening.deal("sang 6 6 --or 7 5")
    evening.settle(1, "split")
    (explained,) = explained_readings(evening.book.standing, 1)
    one, other = (2, -3) if rounded == "down" else (3, -2)
    assert [step.points for step in explained.points] == [one, other, 0]
    assert explained.points[0].say == f"the mean of +2 and +3, {words} = +{one}"


def test_no_shipped_game_splits() -> None:
    """No source says that a disputed count is split."""
    assert ruleset("bismarck-swedish").dispute is None


# --- shown ---------------------------------------------------------------------------------------


def test_the_sheet_tells_ranges_in_every_format(evening: Evening) -> None:
    """The mark is a question mark; each number that differs is told for every count."""
    sheet, rules = sheet_of(evening.book.standing, "it"), evening.book.agreed.rules
    for width in (50, 80, 200):
        text = sheet_text(sheet, rules, width)
        assert max(map(len, text.splitlines())) <= width
        for word in ("1?", "+2…+3", "−1…0", "deal 1 is disputed:", "settle 1 READING"):
            assert word in text.replace("\n  ", " ")
    plain = sheet_text(sheet, rules, 80, plain=True)
    assert "deal: 1, disputed" in plain
    assert "Anna: tricks 6/7, quota 4, scores +2/+3, total +2…+3" in plain
    markdown = sheet_markdown(sheet, rules)
    assert "6/7 6/5   4" in markdown
    html = str(deals_table(sheet, rules))
    assert "1?" in html
    assert "+2…+3" in html
    first, second, third = sheet_csv(sheet).splitlines()
    assert first.endswith(",note")
    assert second.endswith(',"disputed or tricks=7,5,4"')
    assert third.endswith(",")


def test_json_gains_keys_and_changes_none(evening: Evening) -> None:
    """The numbers stand as by the first counts; what is open has keys of its own."""
    value = sheet_value(sheet_of(evening.book.standing, "it"))
    assert value["disputed"] == [1]
    assert value["totals_range"] == {"Anna": [2, 3], "Björn": [-1, 0]}
    assert "places_range" not in value
    first, second = json.loads(json.dumps(value["deals"]))
    assert [one["counts"]["tricks"]["Anna"] for one in first["readings"]] == [6, 7]
    assert first["counts"]["tricks"]["Anna"] == 6
    assert "readings" not in second
    assert second["totals_range"] == {"Anna": [2, 3], "Björn": [-1, 0]}
    evening.settle(1, 1)
    settled = sheet_value(sheet_of(evening.book.standing, "it"))
    assert settled.keys() == value.keys() - {"disputed", "totals_range"}


def test_places_that_hang_on_the_dispute_are_ranges(evening: Evening) -> None:
    evening.deal("spader 4 4 --or 0 8")
    found = summary_of(evening.book.standing, "it")
    assert [(row.shown, *row.sides) for row in found.ranking] == [
("1–2", "Cleo"), ("1–2", "Björn"), ("2–3", "Anna"),
    ]  # fmt: skip
    assert found.sheet.leaders == ()
    value = json.loads(json.dumps(summary_value(found), default=str))
    assert value["ranking"][0] == {
        "place": 1, "sides": ["Cleo"], "total": 2, "worst_place": 2, "total_range": [2, 2],
    }  # fmt: skip


def test_the_recap_says_only_what_holds_however_it_is_settled(evening: Evening) -> None:
    both = {sentence.text for sentence in summary_of(evening.book.standing, "").recap}
    for reading in (1, 2):
        evening.settle(1, reading)
        assert both <= {sentence.text for sentence in summary_of(evening.book.standing, "").recap}
        evening.undo()


def test_the_outlook_holds_for_every_way(evening: Evening) -> None:
    """Best and worst are over all; what can be won can be by one of the counts."""
    found = outlook_sheet(evening.book.standing)
    assert found.disputed == (1,)
    each = []
    for reading in (1, 2):
        evening.settle(1, reading)
        each.append(outlook_sheet(evening.book.standing))
        evening.undo()
    for name, side in found.sides.items():
        assert side.best == max(one.sides[name].best or 0 for one in each)
        assert side.worst == min(one.sides[name].worst or 0 for one in each)
        assert side.can_win == any(one.sides[name].can_win for one in each)


def test_the_league_counts_no_evening_with_an_open_dispute(evening: Evening) -> None:
    """It counts once it is settled."""
    told = evening_of(evening.book)
    assert (told.disputed, is_of_league(told, EveningFilter())) == (1, False)
    evening.settle(1, 2)
    told = evening_of(evening.book)
    assert (told.disputed, is_of_league(told, EveningFilter())) == (0, True)


# --- typed ---------------------------------------------------------------------------------------


def test_it_is_typed_on_the_command_line(tmp_path: Path) -> None:
    somebody = Person(tmp_path)
    somebody.does(NEW)
    assert "Anna +2…+3" in somebody.does("deal sang 6 6 --or 7 5").out
    value = somebody.reads("deal spader 4 6")
    assert (value["disputed"], value["recorded"]["totals_range"]) == (
        [1], {"Anna": [2, 3], "Björn": [-1, 0]},
    )  # fmt: skip
    assert len(somebody.reads("explain 1")["readings"]) == 2
    assert somebody.reads("next")["disputed"] == [1]
    assert somebody.reads("check")["disputed"] == {"it": [1]}
    assert [row["disputed"] for row in somebody.reads("sessions")] == [True]
    assert "does not count yet: deal 1 is disputed" in somebody.types("league").err
    summary = somebody.does("summary --stake 1").out
    assert "nobody pays until the disputed count is settled" in summary
    somebody.does("settle 1 2 we counted again")
    rows = somebody.reads("log")
    assert [row["say"] for row in rows] == [
        "deal 1: contract sang · tricks 6,6,4 or tricks 7,5,4",
        "deal 2: contract spader · tricks 4,6,6",
        "deal 1 is settled: reading 2 counts",
    ]
    assert rows[-1]["why"] == "we counted again"


def test_it_is_typed_at_the_live_table(tmp_path: Path) -> None:
    """`or` in any language, at each prompt; a count of what waits for a yes; settled, taken back."""
    somebody = Person(tmp_path, COLUMNS="50")
    somebody.does(NEW)
    lines = (
        "sang 6 6 or 7 5\nspader\n4 6 eller 5 5\nsettle 1 2 because\nundo\nsettle 1\nsettle 2 1\n"
        "amend 2 or 5 5\nexplain 2\nquit\n"
    )
    said = somebody.types("play", stdin=Typed(lines))
    assert max(map(len, said.out.splitlines())) <= 50
    whats = [row["what"] for row in somebody.reads("log")]
    assert whats == ["deal", "deal", "settle", "undo", "settle", "amend"]
    assert "needs the number of a deal, and of a reading" in " ".join(said.err.split())


def test_somebody_may_be_called_or(tmp_path: Path) -> None:
    """Then only `--or` stands between two counts."""
    somebody = Person(tmp_path)
    somebody.does("new bismarck-swedish Or Ou Bo --name it")
    somebody.types("play", stdin=Typed("sang 6 6 or 7 5\nsang 6 6 --or 7 5\nquit\n"))
    assert [row["what"] for row in somebody.reads("log")] == ["deal"]


def test_an_evening_that_ends_with_an_open_dispute_says_so(tmp_path: Path) -> None:
    """Who won is told as who may have."""
    somebody = Person(tmp_path)
    somebody.does(NEW)
    somebody.does("deal sang 4 8 --or 5 8")
    said = somebody.does("finish").out
    assert "with a count in dispute" in said
    assert "`scorekeeper settle 1 READING` decides" in said
    for command in ("sheet", "summary", "next", "sheet --plain"):
        shown = " ".join(somebody.does(command).out.split())
        assert "deal 1 is disputed:" in shown
        assert "settle 1 READING` decides" in shown


@pytest.mark.parametrize("language", ["fr", "sv"])
def test_it_is_said_in_every_language(tmp_path: Path, language: str) -> None:
    """No English word of a dispute is left."""
    somebody = Person(tmp_path)
    somebody.does(NEW)
    lines = ("deal sang 6 6 --or 7 5", "sheet", "settle 1 2")
    said = "".join(somebody.does(f"{line} --lang {language}").out for line in lines)
    for word in ("reading", "READING", "disputed", "settled", "decides"):
        assert word not in said


def test_the_page_of_an_evening_says_what_is_disputed(tmp_path: Path) -> None:
    """Its one ranking counts the first reading, with a word."""
    somebody = Person(tmp_path)
    somebody.after(NEW, "deal sang 6 6 --or 7 5", "finish", "again", "deal sang 6 6")
    shown = " ".join(somebody.does("summary --evening").out.split())
    assert "a count is disputed in it, which counts by its first reading" in shown
    somebody.does("settle 1 2 -s it")
    assert "disputed" not in somebody.does("summary --evening").out


def test_the_command_of_the_league_is_typed_as_it_stands(tmp_path: Path) -> None:
    """A session's name with a space stands in quotes once."""
    somebody = Person(tmp_path / "home").after("new bismarck-swedish Anna Björn Cleo --name it")
    somebody.does("deal sang 6 6 --or 7 5")
    assert somebody.types("sessions", "rename", "it", "a b").code == 0
    said = " ".join(somebody.types("league").err.split())
    assert "`scorekeeper settle -s 'a b' 1 READING` decides" in said


def test_who_shares_a_win_whatever_the_dispute_comes_to_is_said_to_share_it() -> None:
    """Several who surely won are not named as if one of them did."""
    evening = Evening("bizon", "Anna", "Bo", "Cleo")
    evening.did(coming_deal(evening.book, ["Anna", "0", "20", "--or", "0", "18"], AT))
    evening.did(finishing(evening.book, [], AT))
    assert over_line(evening.book.standing).startswith(
        "the session is over, with a count in dispute: Bo and Cleo shared the win"
    )
