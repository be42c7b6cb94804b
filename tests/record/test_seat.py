"""Who sits where, changed in mid-evening: somebody takes a seat, two change places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from evening import AT, Evening, seat_refusals, two_deals
from own_pages import read
from terminal import Person, Typed
from work import calls_of

from scorekeeper.game.session_settings import SitOutPlan
from scorekeeper.league.session_record import evening_of, evening_of_row, row_of_evening
from scorekeeper.record.corrections import inserting
from scorekeeper.record.irregular_changes import finishing, penalising, turning
from scorekeeper.record.rescoring import agreed_under, rescoring
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_fingerprint import fingerprint
from scorekeeper.table.table_state import typed_here
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused

NEW = "new bismarck-swedish Anna Björn Cleo --name eve"


@pytest.fixture
def evening() -> Evening:
    """An evening of two deals, of which Cleo declared the second, and three of the first round."""
    return two_deals()


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a session of two deals, after which Dora came for Cleo."""
    lines = (NEW, "deal sang 6 6", "deal pass 5 6", "seat Dora for Cleo")
    return Person(tmp_path / "home").after(*lines)


# --- somebody takes a seat ------------------------------------------------------------------------


def test_the_score_goes_on_under_the_new_name(evening: Evening) -> None:
    """Cleo had −1 and has declared pass: Dora has both from there."""
    act = evening.did(seating(evening.book, ["Dora", "for", "Cl", "the", "last", "train"], AT))
    assert text_of(act.said) == "Dora takes over from Cleo, with the score"
    assert act.entries[0].why == "the last train"
    now = evening.book.standing
    assert now.agreed.players == ("Anna", "Björn", "Dora")
    assert now.state.totals == (3, -2, -1)
    assert now.state.used[2] == {"pass"}
    assert [table.players[2] for table in now.tables] == ["Cleo", "Cleo"]
    evening.undo()
    assert evening.book.agreed.players == ("Anna", "Björn", "Cleo")
    evening.redo()
    assert evening.book.agreed.players == ("Anna", "Björn", "Dora")


def test_earlier_deals_are_corrected_by_the_names_of_then(evening: Evening) -> None:
    """Deal 2 was Cleo's; Dora had no part in it."""
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    evening.amend(2, "tricks=Anna:5,Björn:5,Cleo:6")
    assert evening.book.standing.deals[1].facts["tricks"] == [5, 5, 6]
    with pytest.raises(Refused):
        evening.amend(2, "tricks=Anna:5,Björn:6,Dora:5")
    evening.deal("spader Dora:4 Anna:8 Björn:4")
    assert evening.book.standing.deals[2].points == (0, 0, 0)
    evening.amend(1, "dealer=Cleo")
    assert evening.book.standing.deals[0].turn.dealer == 2
    with pytest.raises(Refused):
        turning(evening.book, ["Dora"], AT, 1)


def test_a_forgotten_deal_is_played_by_those_of_then(evening: Evening) -> None:
    """Deal 2 was forgotten: Cleo played it, and Dora came after it."""
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    evening.deal("spader 8 4")
    evening.did(inserting(evening.book, 2, ["sang", "Cleo:6", "Anna:5", "Björn:5"], AT))
    now = evening.book.standing
    assert [table.players[2] for table in now.tables] == ["Cleo", "Cleo", "Cleo", "Dora"]


def test_who_left_may_come_back(evening: Evening) -> None:
    """Into any seat."""
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    evening.deal("spader 8 4")
    evening.did(seating(evening.book, ["Cleo", "for", "Anna"], AT))
    assert evening.book.agreed.players == ("Cleo", "Björn", "Dora")


def test_a_seat_of_nobody_is_answered_with_a_line_to_type(evening: Evening) -> None:
    """Where no name is near."""
    with pytest.raises(Refused) as refused:
        seating(evening.book, ("Dora", "for", "nobody"), AT)
    assert hint_of(refused.value.problems[0]) == "scorekeeper seat Dora for Cleo"


def test_every_reason_is_named(evening: Evening) -> None:
    """A name that plays already, a name nobody has, a name that cannot be one."""
    assert seat_refusals(evening, "Anna", "for", "Cleo") == ["player-twice"]
    assert seat_refusals(evening, "ANNA", "for", "Zoe") == ["player-unknown", "player-twice"]
    assert seat_refusals(evening, "a,b", "for", "Zoe") == ["player-unknown", "player-name"]
    assert seat_refusals(evening, "a\x1b[2J", "for", "Cleo") == ["player-name"]
    assert seat_refusals(evening, "x" * 41, "for", "Cleo") == ["player-name"]
    assert seat_refusals(evening) == ["seat-words"]
    assert seat_refusals(evening, "Dora", "Cleo") == ["seat-words"]
    assert seat_refusals(evening, "Dora", "for", "Cleo", "a\x07") == ["why-text"]


def test_a_newcomer_named_alone_is_told_of_both_ways_to_sit_down(evening: Evening) -> None:
    """In the seat of somebody, or as one more in the next session; partners have nobody rest."""
    with pytest.raises(Refused) as refused:
        seating(evening.book, ["Dora"], AT)
    (problem,) = refused.value.problems
    assert text_of(problem.message) == "Dora does not sit here; Anna, Björn and Cleo do"
    assert hint_of(problem, typed_here) == (
        "to take over the seat of Cleo: seat Dora for Cleo; to play with one more, who rests, "
        "once this session is over, or ended by `finish`: again Anna Björn Cleo Dora"
    )
    partners = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    with pytest.raises(Refused) as refused:
        seating(partners.book, ["Eve"], AT)
    assert hint_of(refused.value.problems[0], typed_here) == (
        "to take over the seat of Dee: seat Eve for Dee"
    )
    assert seat_refusals(evening, "Anna") == ["seat-words"]


def test_a_hand_edit_is_judged_as_what_is_typed(evening: Evening) -> None:
    """The file may be mended by hand: who is not there cannot leave."""
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    evening.data = evening.data.replace(b'"Dora"', b'"Anna"')
    assert [problem.code for problem in evening.book.standing.problems] == ["player-twice"]


def test_partners_are_called_by_who_sits_there() -> None:
    """The side has another name from there on, and its score."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    evening.did(seating(evening.book, ["Eve", "for", "Cal"], AT))
    assert evening.book.agreed.side_names == ("Ann & Eve", "Bob & Dee")
    assert seat_refusals(evening, "swap", "Ann", "Bob") == ["seat-partners"]


def test_partners_are_told_why_they_keep_their_seats() -> None:
    """Two sides would no longer sit across; two partners would, and have other turns."""
    for two, reason in (
        (("Ann", "Bob"), "partners sit across from each other, and Ann and Bob are no partners"),
        (("Ann", "Cal"), "partners keep their seats, and so their turns, for the whole session"),
    ):
        evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
        with pytest.raises(Refused) as refused:
            seating(evening.book, ["swap", *two], AT)
        assert [text_of(problem.message) for problem in refused.value.problems] == [reason]


def test_somebody_who_rests_may_leave() -> None:
    """Anna deals and rests in deal 1, and Emil comes for her: he rests there."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", "Dora", turns=SitOutPlan())
    evening.did(seating(evening.book, ["Emil", "for", "Anna"], AT))
    assert evening.book.standing.seating.agreed.resting == ("Emil",)
    evening.deal("sang 4 4 8")
    assert evening.book.standing.deals[0].agreed.players == ("Björn", "Cleo", "Dora")


# --- said too late --------------------------------------------------------------------------------


def test_a_seat_taken_before_a_past_deal_gives_the_deals_since_to_the_newcomer(
    evening: Evening,
) -> None:
    """Dora sat there from deal 2 on, and nobody said so: her numbers are those of that seat, and
    no total moves."""
    before = evening.book
    act = evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--from", "2", "late"], AT))
    assert text_of(act.said) == "Dora took over from Cleo before deal 2, with the score"
    assert [text_of(note) for note in act.notes] == ["deal 2 was played by Anna, Björn and Dora"]
    assert act.changed == ()
    now = evening.book.standing
    assert [table.players[2] for table in now.tables] == ["Cleo", "Dora"]
    assert now.state == before.standing.state
    evening.amend(2, "tricks=Anna:5,Björn:5,Dora:6")
    evening.undo()
    evening.undo()
    assert evening.book.standing == before.standing
    evening.redo()
    assert [table.players[2] for table in evening.book.standing.tables] == ["Cleo", "Dora"]


def test_what_named_the_other_since_names_the_newcomer(evening: Evening) -> None:
    """A turn, a penalty and places changed after the seat was taken are Dora's, one before it is
    Cleo's; and who comes for Cleo later comes for Dora."""
    evening.did(penalising(evening.book, ["Cleo", "2"], AT))
    evening.deal("spader 8 4")
    evening.did(turning(evening.book, ["Cleo"], AT))
    evening.did(penalising(evening.book, ["Cleo", "4"], AT))
    evening.deal("trumf hearts 8 4")
    evening.did(seating(evening.book, ["Emil", "for", "Cleo"], AT))
    evening.did(penalising(evening.book, ["Emil", "6"], AT))
    totals = evening.book.standing.state.totals
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--from=3"], AT))
    now = evening.book.standing
    assert [table.players[2] for table in now.tables] == ["Cleo", "Cleo", "Dora", "Dora"]
    named = [event.facts.get("dealer") or event.facts.get("player") for event in now.events]
    assert named == ["Cleo", "Dora", "Dora", "Dora", "Emil", "Emil"]
    assert [event.facts["for"] for event in now.events if "for" in event.facts] == ["Cleo", "Dora"]
    assert now.state.totals == totals
    assert now.agreed.players == ("Anna", "Björn", "Emil")


def test_a_name_that_came_back_is_not_the_newcomers(evening: Evening) -> None:
    """Cleo left before deal 2, and came back for Björn after it: she is herself then."""
    evening.did(seating(evening.book, ["Emil", "for", "Cleo"], AT))
    evening.did(seating(evening.book, ["Cleo", "for", "Björn"], AT))
    evening.did(turning(evening.book, ["Cleo"], AT))
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--from", "2"], AT))
    now = evening.book.standing
    assert now.agreed.players == ("Anna", "Cleo", "Emil")
    assert now.state.dealer == 1


def test_a_fact_that_names_the_other_names_the_newcomer() -> None:
    """Whoever was written down as the bidder of a deal was the newcomer by then."""
    evening = Evening("bizon")
    for _ in range(3):
        evening.deal("bizon=Cleo gp=10,10,20")
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--from", "2"], AT))
    (entry,) = (event for event in evening.book.standing.events)
    assert entry.facts["named"] == ["bizon"]
    assert [deal.facts["bizon"] for deal in evening.book.standing.deals] == ["Cleo", "Dora", "Dora"]
    assert evening.book.standing.problems == ()


def test_a_seat_that_could_not_be_taken_then_is_refused(evening: Evening) -> None:
    """Somebody who came later, somebody who was not there yet, no such deal; and places: the
    numbers of the deals since are in the order of the seats."""
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    assert seat_refusals(evening, "Dora", "for", "Anna", "--from", "1") == ["player-twice"]
    assert seat_refusals(evening, "Emil", "for", "Dora", "--from", "1") == ["player-unknown"]
    assert seat_refusals(evening, "Emil", "for", "Cleo", "--from", "4") == ["deal-unknown"]
    assert seat_refusals(evening, "Emil", "for", "Cleo", "--from", "x") == ["deal-unknown"]
    assert seat_refusals(evening, "swap", "Anna", "Björn", "--from", "1") == ["players-moved"] * 2


def test_a_seat_of_the_past_may_be_said_when_all_is_over(evening: Evening) -> None:
    """The evening has ended, and then somebody says that Dora played the last deals."""
    evening.did(finishing(evening.book, [], AT))
    evening.did(seating(evening.book, ["Dora", "for", "Cleo", "--from", "2"], AT))
    assert evening.book.standing.state.over
    assert evening.book.agreed.players == ("Anna", "Björn", "Dora")


# --- two change places ----------------------------------------------------------------------------


def test_two_change_places(evening: Evening) -> None:
    """After a round: Anna would deal, and the deal stays at her place, where Björn sits now; on his
    left sits Anna. The columns stay."""
    evening.deal("spader 8 4")
    act = evening.did(seating(evening.book, ["swap", "Anna", "Björn"], AT))
    assert text_of(act.said) == "Anna and Björn change places"
    assert [text_of(note) for note in act.notes] == [
        "deal 4 is dealt by Björn",
        "numbers are typed in the order of the seats: Björn, Anna, Cleo",
    ]
    evening.deal("trumf hearts 4 9 3")
    deal = evening.book.standing.deals[3]
    assert (deal.turn.dealer, deal.turn.declarer) == (1, 0)
    assert deal.points == (1, 0, -1)
    coming = evening.book.standing.next_turn
    assert coming is not None
    assert coming.dealer == 0


def test_places_that_would_not_share_the_deals_alike_are_refused(evening: Evening) -> None:
    """In the middle of a round somebody would declare five times, and has four contracts."""
    assert seat_refusals(evening, "swap", "Anna", "Björn") == ["seat-round"]
    with pytest.raises(Refused) as refusal:
        seating(evening.book, ["swap", "Anna", "Björn"], AT)
    assert "after deal 3" in text_of(refusal.value.problems[0].mends[0])
    assert seat_refusals(evening, "swap", "Anna", "Anna") == ["seat-same"]
    assert seat_refusals(evening, "swap", "Anna", "Zoe") == ["player-unknown"]


def test_with_resters_places_change_between_rounds() -> None:
    """Everybody still rests equally often: 16 deals, four rests each."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "Cleo", "Dora", turns=SitOutPlan())
    evening.did(seating(evening.book, ["swap", "Anna", "Dora"], AT))
    assert evening.book.standing.seating.agreed.resting == ("Dora",)
    evening.deal("sang 4 4 8")
    assert seat_refusals(evening, "swap", "Anna", "Dora") == ["seat-round"]


LONG = """
name = "Long"
players = 3
count.n.total = 3
outcome = [{{ points = "n" }}]
deals = {{ number = {} }}
"""


def test_how_long_a_game_is_costs_nothing_where_places_change() -> None:
    """Of four people one rests in each deal: whether places may change is known by a round or two,
    and that is so in the middle of a round too."""
    few, many = (
        Evening(read(LONG.format(number)), "Anna", "Björn", "Cleo", "Dora", turns=SitOutPlan())
        for number in (40, 400_000_000)
    )
    words = ["swap", "Anna", "Björn"]
    work = calls_of(lambda: seating(few.book, words, AT))
    assert calls_of(lambda: seating(many.book, words, AT), most=2 * work) < 2 * work
    for evening in (few, many):
        evening.deal("1 1 1")
        assert seat_refusals(evening, *words) == ["seat-round"]


def test_where_a_score_ends_the_game_places_change_at_any_time() -> None:
    """Nothing is shared by rounds there."""
    evening = Evening("bizon")
    act = evening.did(seating(evening.book, ["swap", "Anna", "Cleo"], AT))
    assert act.standing.seating.agreed.players == ("Cleo", "Björn", "Anna")


# --- on every page --------------------------------------------------------------------------------


def test_the_sheet_and_the_log_tell_of_it(person: Person) -> None:
    """A line in the log, a mark under the sheet; in JSON a deal says who sat where."""
    person.does("deal spader 8 4")
    assert (
        person.does("log").out.splitlines()[2].endswith("Dora takes over from Cleo, with the score")
    )
    sheet = person.does("sheet").out
    assert "before deal 3: Dora takes over from Cleo, with the score" in sheet
    assert "before deal 3: Dora takes over from Cleo, with the score" in person.does("summary").out
    value = person.reads("sheet")
    assert value["players"] == ["Anna", "Björn", "Dora"]
    assert [deal["seats"][2] for deal in value["deals"]] == ["Cleo", "Cleo", "Dora"]
    assert value["deals"][1]["declarer"] == "Cleo"
    assert value["deals"][1]["points"] == {"Anna": 1, "Björn": 0, "Dora": -1}
    assert value["deals"][1]["counts"]["tricks"] == {"Anna": 5, "Björn": 6, "Dora": 5}
    assert value["totals"]["Dora"] == -1
    assert value["happened"] == [
        {"deal": 3, "what": "seat", "facts": {"player": "Dora", "for": "Cleo"}}
    ]
    assert "Cleo declares" in person.does("explain 2").out
    grid = next(line for line in sheet.splitlines() if line.startswith("Dora"))
    assert grid.split()[1:5] == ["·", "·", "·", "X"]


def test_the_fingerprint_is_of_who_sat_where(evening: Evening) -> None:
    """Taken back, it is what it was."""
    before = fingerprint(evening.book)
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    assert fingerprint(evening.book) != before
    evening.undo()
    assert fingerprint(evening.book) == before


def test_other_rules_score_the_same_people(evening: Evening) -> None:
    """Rescored under its own rules an evening is what it was, seats and places included."""
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    evening.deal("spader 8 4")
    evening.did(seating(evening.book, ["swap", "Anna", "Björn"], AT))
    evening.deal("trumf hearts 4 9 3")
    book = evening.book
    found = rescoring(book.standing, agreed_under(book.agreed, book.agreed.rules, {}))
    assert found.own_standing.state.totals == book.standing.state.totals
    assert found.other_standing.state.totals == book.standing.state.totals


def test_the_league_credits_each_with_the_deals_they_played(person: Person) -> None:
    """Cleo has two deals with −1 in them, Dora the one that she played."""
    person.does("deal spader 8 3")
    rows = {
        row["player"]: row for row in person.reads("league")["games"]["bismarck-swedish"]["players"]
    }
    assert {name: (row["deals"], row["points"]) for name, row in rows.items()} == {
        "Anna": (3, 3),
        "Björn": (3, -3),
        "Cleo": (2, -1),
        "Dora": (1, 1),
    }
    assert rows["Cleo"]["evenings"] == 1
    hers = person.reads("league --player Cleo")
    assert hers | {"person": None} == person.reads("league")


def test_the_row_of_an_evening_reads_back(evening: Evening) -> None:
    """Who left is in it."""
    evening.did(seating(evening.book, ["Dora", "for", "Cleo"], AT))
    row = evening_of(evening.book)
    assert [*row.left] == [("Cleo", 2, 2, -1)]
    read = evening_of_row(row_of_evening(row))
    assert read is not None
    assert [*read.left] == [*row.left]
    assert [*read.names] == ["Anna", "Björn", "Dora", "Cleo"]


def test_a_seat_of_the_past_in_the_log_and_in_json(person: Person) -> None:
    """With who recorded it; the league gives the deals since to the newcomer."""
    person.does("seat Emil for Björn --from 2 --by Anna")
    assert person.reads("log")[-1]["by"] == "Anna"
    row = person.does("log").out.splitlines()[-1]
    assert row.endswith("Emil took over from Björn before deal 2, with the score (Anna)")
    value = person.reads("sheet")
    assert [deal["seats"][1] for deal in value["deals"]] == ["Björn", "Emil"]
    said = "before deal 2: Emil took over from Björn before deal 2, with the score"
    assert said in person.does("sheet").out
    rows = person.reads("league")["games"]["bismarck-swedish"]["players"]
    deals = {row["player"]: row["deals"] for row in rows}
    assert deals == {"Anna": 2, "Björn": 1, "Cleo": 2, "Dora": 0, "Emil": 1}


def test_the_same_words_at_the_live_table(person: Person) -> None:
    """A seat taken, places changed, one of them taken back."""
    lines = "8 4 4 spader\nseat swap Anna Dora\nundo\nseat Cleo for Anna back\n"
    person.types("play", stdin=Typed(f"{lines}seat Emil for Björn --from 2\nquit\n"))
    what = [row["what"] for row in person.reads("log")]
    assert what == ["deal", "deal", "seat", "deal", "places", "undo", "seat", "seat"]
    assert person.reads("sheet")["players"] == ["Cleo", "Emil", "Dora"]


def test_a_whole_evening_with_places_changed_has_its_last_page() -> None:
    """Twelve deals, places changed after the first round: everybody declares each contract once."""
    evening = Evening("bismarck-swedish")
    for contract in ("spader", "trumf hearts", "sang", "pass"):
        for _ in range(3):
            evening.deal(f"{contract} 6 5 5")
        if contract == "spader":
            evening.did(seating(evening.book, ["swap", "Björn", "Cleo"], AT))
    now = evening.book.standing
    assert now.state.over
    assert [len(used) for used in now.state.used] == [4, 4, 4]


# --- mends that can be typed ----------------------------------------------------------------------


def mends(evening: Evening, *words: str) -> list[str]:
    """What is suggested instead of a refused seat."""
    with pytest.raises(Refused) as refusal:
        seating(evening.book, words, AT)
    return [hint for problem in refusal.value.problems if (hint := hint_of(problem))]


def test_places_that_cannot_be_changed_now_are_not_suggested() -> None:
    """At the start of a round they may change places, in the middle of it that is refused."""
    evening = Evening("bismarck-swedish")
    assert mends(evening, "Anna", "for", "Björn") == ["scorekeeper seat swap Anna Björn"]
    evening.deal("sang 6 6")
    assert mends(evening, "Anna", "for", "Björn") == []


def test_who_plays_already_is_not_suggested_with_the_score_either() -> None:
    """Partners have one score together; whoever comes may have that, who sits here may not."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    assert mends(evening, "Dee", "--own-score", "for", "Ann") == []
    eve = mends(evening, "Eve", "--own-score", "for", "Ann")
    assert set(eve) == {"scorekeeper seat Eve for Ann"}


def test_a_name_like_an_option_can_be_typed_as_suggested(tmp_path: Path) -> None:
    somebody = Person(tmp_path / "home")
    somebody.does("new bismarck-swedish --name f -- Å. -x Bo")
    said = somebody.types("seat", "--", "-x", "for", "Å.")
    assert "scorekeeper seat swap -- -x Å." in said.err
    somebody.does("seat swap -- -x Å.")


def test_somebody_called_for_changes_places() -> None:
    """`swap for Anna` may seat somebody called swap, or exchange two who sit here: it is asked."""
    evening = Evening("bismarck-swedish", "Anna", "Björn", "for")
    assert seat_refusals(evening, "swap", "for", "Anna") == ["seat-words"]
    assert mends(evening, "swap", "for", "Anna") == ["scorekeeper seat swap Anna for"]
    evening.did(seating(evening.book, ["swap", "Anna", "for"], AT))
    evening.did(seating(evening.book, ["Dora", "for", "for"], AT))
    assert "Dora" in evening.book.agreed.players
    other = Evening("bismarck-swedish")
    other.did(seating(other.book, ["swap", "for", "Anna"], AT))
    assert other.book.agreed.players[0] == "swap"


def test_what_is_over_is_mended_by_whole_commands() -> None:
    """A deal too many: the corrections that are suggested say what is to be filled in."""
    evening = Evening("more/whist", "A", "B", "C", "D")
    evening.deal("hearts 11")
    with pytest.raises(Refused) as refusal:
        evening.deal("hearts 11")
    assert hint_of(refusal.value.problems[0]) == (
        "correct a deal with `scorekeeper amend N FACT…`,"
        " or begin anew with `scorekeeper new GAME PLAYER…`"
    )


def test_a_column_for_somebody_who_left_again_since(person: Person) -> None:
    """Dora had the seat for one deal, before Emil came for Cleo: the deals are hers, and nothing
    is said of contracts that are left to her."""
    person.does("new bismarck-swedish Anna Björn Cleo --name past --dealer Anna")
    person.after("deal spader 8 4", "seat Emil for Cleo")
    said = person.types("seat", "Dora", "for", "Cleo", "--from", "1", "--own-score")
    assert (said.code, "takes over the contracts" in said.out) == (0, False)
    assert "deal 1 was played by" in said.out
    assert person.types("check").code == 0


def test_nobody_is_credited_with_deals_that_another_played(tmp_path: Path) -> None:
    """Anna made +10 and left; Dora went on with them. Every page names both and who played what,
    and the league has the same deals and points."""
    person = Person(tmp_path).after(
        "new bismarck-swedish Anna Björn Cleo", "deal sang 14 1", "seat Dora for Anna",
        "deal sang 5 9", "deal spader 5 5", "finish",
    )  # fmt: skip
    shared = "Anna and Dora played for one score, +8: Anna +10 (deal 1), Dora −2 (deals 2, 3)"
    swing = "the biggest swing was 17 points in one deal: Anna gained on Björn (deal 1)"
    for form in ("", "--plain", "--format markdown", "--format html", "--format svg"):
        told = " ".join(person.does(f"summary {form}").out.split())
        told = re.sub(r"<[^>]*>|\\", "", told).replace("\u00a0", " ")
        assert "Anna/Dora" in told
        assert "Dora gained" not in told
        assert form == "--format svg" or (shared in told and swing in told)
    value = person.reads("summary")
    assert value["played_by"] == {"Dora": [
        {"name": "Anna", "deals": [1], "points": 10, "penalties": 0},
        {"name": "Dora", "deals": [2, 3], "points": -2, "penalties": 0},
    ]}  # fmt: skip
    assert value["by_contract"]["sang"]["Anna"]["points"] == 10
    assert value["best_and_worst"]["Dora"]["best"] == {"deal": 2, "points": 1}
    rows = person.does("summary --format csv").out.splitlines()
    assert rows[1].startswith("1,Dora,8,1,-3,1,1,")
    assert rows[4].startswith(",Anna,,,,1,10,")
    assert "Anna: tricks 14, quota 4, scores +10, total +10" in person.does("sheet --plain").out
    league = person.reads("league --early won")["games"]["bismarck-swedish"]["players"]
    made = {row["player"]: (row["deals"], row["points"], row["wins"]) for row in league}
    assert (made["Anna"], made["Dora"]) == ((1, 10, 0), (2, -2, 1))


def test_partners_are_named_with_who_took_over(tmp_path: Path) -> None:
    """A side is called by all who played for it."""
    person = Person(tmp_path).after("new bien Ann Bob Cal Dee", "deal passed", "seat Eve for Cal")
    assert "Ann & Cal/Eve" in person.does("summary").out
