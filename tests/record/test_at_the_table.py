"""What goes otherwise at the table: a misdeal, a dealer out of turn, a penalty, an early end, a
choice that is changed; as it is typed, at the live table, on every page."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import merged_ruleset
from evening import AT, Evening, two_deals
from terminal import Person, Typed

from scorekeeper.record.irregular_changes import (
    agreeing,
    finishing,
    misdealing,
    penalising,
    turning,
)
from scorekeeper.record.rescoring import agreed_under, rescoring
from scorekeeper.rules.ruleset_file import read_ruleset
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Refused

NEW = "new bismarck-swedish Anna Björn Cleo --name eve"


@pytest.fixture
def evening() -> Evening:
    """An evening of two deals."""
    return two_deals()


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a session of two deals."""
    return Person(tmp_path / "home").after(NEW, "deal sang 6 6", "deal pass 5 6")


def refused(act: object) -> str:
    """The code of a refusal."""
    with pytest.raises(Refused) as refusal:
        act()  # type: ignore[operator]
    return refusal.value.problems[0].code


# --- misdeals ------------------------------------------------------------------------------------


def test_after_a_misdeal_the_contract_stays() -> None:
    """Swedish Bismarck: "the cards must be thrown in and dealt again by the same dealer, but
    forehand is forced to choose the same contract again"."""
    evening = Evening("bismarck-swedish")
    act = evening.did(misdealing(evening.book, ["sang", "20", "cards"], AT))
    assert text_of(act.said) == "misdeal; Sang stays the contract"
    assert "20 cards" in text_of(act.notes[0])
    turn = evening.book.standing.next_turn
    assert turn is not None
    assert (turn.number, turn.dealer, turn.contracts) == (1, 0, ("sang",))
    assert refused(lambda: evening.deal("spader 4 8")) == "contract-held"
    evening.deal("4 8")
    assert evening.book.standing.deals[0].contract == "sang"
    coming = evening.book.standing.next_turn
    assert coming is not None
    assert len(coming.contracts) == 4


def test_another_misdeal_keeps_what_was_held() -> None:
    """The contract is named once; the second misdeal need not say it again."""
    evening = Evening("bismarck-swedish")
    evening.did(misdealing(evening.book, ["sang"], AT))
    evening.did(misdealing(evening.book, [], AT))
    assert evening.book.standing.state.held == "sang"
    evening.undo()
    evening.undo()
    assert evening.book.standing.state.held is None


def test_after_a_misdeal_the_deal_passes() -> None:
    """Bien: "If there are any mistakes such as three or five cards misdealt, the deal pases to the
    opponent to the left." The deal keeps its number, and nothing is scored."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    before = evening.book.standing.state
    evening.did(misdealing(evening.book, ["five", "at", "once"], AT))
    state = evening.book.standing.state
    assert (state.deal, state.dealer) == (before.deal, 1)
    assert state.totals == before.totals
    assert refused(lambda: misdealing(evening.book, ["contract=x"], AT)) == "contract-unknown"


def test_a_redeal_is_dealt_by_the_same_player() -> None:
    """Bisque: "In the extremely rare case a player is only holding single suited cards, a redeal
    takes place." """
    evening = Evening("bisque")
    act = evening.did(misdealing(evening.book, [], AT))
    assert evening.book.standing.state.dealer == 0
    assert [*map(text_of, act.notes)] == [
        "after a misdeal the same dealer deals again",
        "rulings on misdeals: scorekeeper referee ruling misdeal",
    ]


@pytest.mark.parametrize(
    ("line", "points", "why"),
    [
        ("Anna 4 to Björn", [-4, 4, 0], ""),
        ("Anna 3 to björn for talking", [-3, 3, 0], "for talking"),
        ("Anna 4 till Cl", [-4, 0, 4], ""),
        ("Anna 4 à nobody", [-4, 0, 0], ""),
        ("Anna 4 to be fair", [-4, 2, 2], "to be fair"),
        ("Anna 4 to Berta", [-4, 2, 2], "to Berta"),
        ("Anna 4 --to Cleo to Björn", [-4, 0, 4], "to Björn"),
    ],
)
def test_to_whom_a_penalty_goes_may_be_said_plainly(
    evening: Evening, line: str, points: list[int], why: str
) -> None:
    """`to` and somebody of the table is no reason; a reason is told with the answer."""
    act = evening.did(penalising(evening.book, line.split(), AT))
    entry = act.entries[0]
    assert ([*entry.facts["points"]], entry.why) == (points, why)
    assert [*map(text_of, act.notes)] == ([f"reason: {why}"] if why else [])


def test_from_which_deal_on_a_choice_holds_may_be_said_plainly(evening: Evening) -> None:
    evening.deal("spader 8 4")
    act = evening.did(agreeing(evening.book, ["must_trump=yes", "from", "1", "at", "last"], AT))
    assert (act.entries[0].number, act.entries[0].why) == (1, "at last")
    act = evening.did(agreeing(evening.book, ["must_trump=no", "from", "now"], AT))
    assert (act.entries[0].number, act.entries[0].why) == (4, "from now")


def test_a_choice_that_is_said_in_words_is_told_as_it_is_typed(evening: Evening) -> None:
    for words in (["must", "trump"], ["must"]):
        with pytest.raises(Refused) as refused:
            agreeing(evening.book, words, AT)
        (problem,) = refused.value.problems
        assert "scorekeeper agree must_trump=yes" in text_of(hint_of(problem)), words


def test_where_the_source_is_silent_that_is_said() -> None:
    """Bizon says nothing of a misdeal: the same dealer deals again."""
    evening = Evening("bizon")
    act = evening.did(misdealing(evening.book, ["a", "card", "fell"], AT))
    assert [*map(text_of, act.notes)] == [
        "reason: a card fell",
        "the source is silent on misdeals: the same dealer deals again",
    ]
    assert evening.book.standing.state.dealer == 0


def test_a_contract_that_could_not_be_named_is_not_held(evening: Evening) -> None:
    """Björn has played Sang; and rules that hold none are not asked to."""
    evening.deal("spader 8 4")
    words = ["contract=sang"]
    assert refused(lambda: misdealing(evening.book, words, AT)) == "misdeal-contract"
    other = Evening("bismarck-british")
    words = ["contract=no-trumps"]
    assert refused(lambda: misdealing(other.book, words, AT)) == "misdeal-contract"


# --- out of turn ---------------------------------------------------------------------------------


def test_roles_and_quotas_follow_who_deals(evening: Evening) -> None:
    """Anna deals deal 3 in Cleo's place: Björn is forehand, and has the quota of 8."""
    act = evening.did(turning(evening.book, ["Anna"], AT))
    assert [text_of(note) for note in act.notes] == [
        "deal 3 is dealt by Anna, not by Cleo",
        "after this not everybody declares each contract once: Björn has none left at deal 12",
    ]
    evening.deal("spader 4 8")
    assert evening.book.standing.deals[2].points == (0, 0, 0)
    coming = evening.book.standing.next_turn
    assert coming is not None
    assert coming.dealer == 1


def test_the_turn_goes_back_where_that_is_said(evening: Evening) -> None:
    """After deal 3, which was Cleo's, comes Anna's turn, whoever dealt it."""
    evening.did(turning(evening.book, ["Björn", "--then", "returns"], AT))
    evening.deal("spader 4 4")
    coming = evening.book.standing.next_turn
    assert coming is not None
    assert coming.dealer == 0


def test_who_dealt_is_corrected_afterwards(evening: Evening) -> None:
    """Deal 2 was dealt by Anna: Björn declared pass there, 4 - 6 = -2, and Cleo had 6."""
    act = evening.amend(2, "dealer=Anna")
    deal = evening.book.standing.deals[1]
    assert (deal.turn.dealer, deal.turn.declarer) == (0, 1)
    assert deal.points == (1, -2, 1)
    assert act.recorded == 2
    evening.undo()
    assert evening.book.standing.deals[1].points == (1, 0, -1)


def test_a_dealer_that_makes_a_later_deal_impossible_is_refused() -> None:
    """Björn would declare Sang a second time; nothing is lost."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.deal("sang 6 6")
    data = evening.data
    assert refused(lambda: evening.amend(2, "dealer=Anna")) == "contract-used"
    assert evening.data == data


def test_a_turn_that_changes_nothing_is_refused(evening: Evening) -> None:
    """Cleo deals deal 3 anyway; a word that does not say where the turn goes is none."""
    assert refused(lambda: turning(evening.book, ["Cleo"], AT)) == "turn-same"
    assert refused(lambda: turning(evening.book, ["Anna", "--then", "x"], AT)) == "turn-then"
    assert refused(lambda: turning(evening.book, ["Zoe"], AT)) == "player-unknown"
    assert refused(lambda: turning(evening.book, [], AT)) == "player-missing"
    assert refused(lambda: evening.amend(2, "dealer=Anna tricks=6,6,4")) == "amend-dealer"
    assert refused(lambda: evening.amend(9, "dealer=Anna")) == "deal-unknown"


# --- penalties -----------------------------------------------------------------------------------


def test_a_penalty_keeps_the_promised_sum(evening: Evening) -> None:
    """10 against Anna are 5 for each of the others; the check of the sheet still holds."""
    evening.did(penalising(evening.book, ["Anna", "10", "talking"], AT))
    assert evening.book.standing.state.totals == (-7, 3, 4)
    assert refused(lambda: penalising(evening.book, ["Anna", "5"], AT)) == "penalty-share"
    evening.did(penalising(evening.book, ["Anna", "5", "--to", "Cleo"], AT))
    assert evening.book.standing.state.totals == (-12, 3, 9)
    evening.did(penalising(evening.book, ["Björn", "3", "--to=nobody"], AT))
    assert evening.book.standing.state.totals == (-12, 0, 9)


def test_where_nothing_is_promised_nobody_wins_by_it() -> None:
    """Bisque promises no sum: the points are gone, unless somebody is to have them."""
    evening = Evening("bisque")
    evening.did(penalising(evening.book, ["Anna", "5"], AT))
    assert evening.book.standing.state.totals == (-5, 0, 0)
    evening.did(penalising(evening.book, ["Anna", "6", "--to", "others"], AT))
    assert evening.book.standing.state.totals == (-11, 3, 3)


def test_where_the_lowest_wins_a_penalty_adds() -> None:
    """In Bien one plays down from 12: a point against a side is a point up, and the side of a
    player pays."""
    evening = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    evening.did(penalising(evening.book, ["Dee", "2"], AT))
    assert evening.book.standing.state.totals == (12, 14)
    evening.did(penalising(evening.book, ["Ann", "2", "--to", "Bob"], AT))
    assert evening.book.standing.state.totals == (14, 12)


def test_the_rules_may_fix_a_penalty_by_topic() -> None:
    """A revoke costs 4 and gives 2 to each of the others, as the page says."""
    penalty = {"revoke": {"costs": 4, "gives": 2, "source": "page 9"}}
    raw = {**merged_ruleset("bismarck-swedish"), "penalty": penalty, "example": []}
    evening = Evening(read_ruleset(raw, "made-up"))
    evening.did(penalising(evening.book, ["Björn", "revoke"], AT))
    assert evening.book.standing.state.totals == (2, -4, 2)
    assert evening.book.standing.events[0].facts["topic"] == "revoke"
    assert refused(lambda: penalising(evening.book, ["Anna", "gossip"], AT)) == "penalty-points"


def test_a_penalty_says_how_much_and_to_whom(evening: Evening) -> None:
    """No amount, nothing, nobody that is known, and the side that pays itself are refused."""
    for words, code in (
        (["Anna"], "penalty-points"),
        (["Anna", "0"], "penalty-points"),
        (["Anna", "-3"], "penalty-points"),
        (["Anna", "10", "--to", "Zoe"], "penalty-to"),
        (["Anna", "10", "--to", "Anna"], "penalty-to"),
    ):
        assert refused(lambda words=words: penalising(evening.book, words, AT)) == code


def test_the_checks_of_the_sheet_know_penalties(person: Person) -> None:
    """Points that went to nobody are no fault of the deals, before the last deal and after it."""
    for line in ("penalty Anna 7 --to nobody", "deal spader 4 4 8", "penalty Cleo 7 --to nobody"):
        person.does(line)
    found = person.reads("sheet")
    assert found["checks"][0] == {"name": "zero-sum", "holds": True, "detail": "0"}
    assert sum(found["totals"].values()) == -14
    assert person.does("check").out == ""


def test_a_rescored_evening_keeps_its_penalties(evening: Evening) -> None:
    """What was taken for talking is taken under any rules, before a deal and after the last."""
    evening.did(penalising(evening.book, ["Anna", "10"], AT))
    evening.deal("spader 4 4 8")
    evening.did(penalising(evening.book, ["Cleo", "2"], AT))
    book = evening.book
    found = rescoring(book.standing, agreed_under(book.agreed, book.agreed.rules, {}))
    assert found.own_standing.state.totals == book.standing.state.totals
    assert found.other_standing.state.totals == book.standing.state.totals


# --- the end, and what was chosen ----------------------------------------------------------------


def test_an_early_end_leaves_the_places_as_they_stand(person: Person) -> None:
    """After 2 of 12 deals: on the sheet, the summary, in the list and the answer; undo takes it
    back."""
    said = person.does("finish 'last train'".replace("'", ""))
    assert said.out.splitlines()[-2] == "the session is over: Anna won, after 2 of 12 deals"
    for line in ("sheet", "sheet --plain", "summary", "summary --plain", "sheet --format markdown"):
        assert "after 2 of 12 deals" in person.does(line).out
    assert "after 2 of 12 deals" in person.does("summary --format html").out
    assert "(last train)" in person.does("sheet").out
    assert "2 early" in person.does("sessions").out
    found = person.reads("sheet")
    assert found["early"] == {"after": 2, "of": 12}
    assert (found["finished"], found["winners"], found["next"]) == (True, ["Anna"], None)
    refusal = person.types("deal", "spader", "8", "4", "--format", "json")
    assert refusal.codes == ["session-over"]
    assert "undo" in refusal.problems[0]["hint"]
    person.does("undo")
    assert "early" not in person.reads("sheet")
    person.does("deal spader 8 4")


def test_what_has_not_begun_does_not_end() -> None:
    """There is nothing to finish before the first deal, and not twice."""
    evening = Evening("bizon")
    assert refused(lambda: finishing(evening.book, [], AT)) == "finish-empty"
    evening.deal("passed")
    evening.did(finishing(evening.book, [], AT))
    for act in (finishing, misdealing):
        assert refused(lambda act=act: act(evening.book, [], AT)) == "session-over"


def test_the_league_shows_early_ends_apart(person: Person) -> None:
    """Nobody has won such an evening, unless the table counts it so; or it does not count."""
    person.does("finish")
    won = {row["player"]: row["wins"] for row in person.reads("league")["players"]}
    assert won["Anna"] == 0
    assert person.reads("league")["early"] == 1
    assert "1 ended early" in person.does("league").out
    counted = {row["player"]: row["wins"] for row in person.reads("league --early won")["players"]}
    assert counted["Anna"] == 1
    assert person.types("league", "--early", "not").code == 1


def test_a_choice_is_changed_from_a_deal_on() -> None:
    """Six hands were agreed; they play four, and earlier deals keep what held for them."""
    evening = Evening("bisque", hands=6)
    for _ in range(3):
        evening.deal("scores=10,11,9")
    evening.did(agreeing(evening.book, ["hands=4"], AT))
    assert [deal.agreed.options["hands"] for deal in evening.book.standing.deals] == [6, 6, 6]
    assert evening.book.agreed.options["hands"] == 4
    evening.deal("scores=10,11,9")
    assert evening.book.standing.state.over
    evening.did(agreeing(evening.book, ["hands=5"], AT))
    assert not evening.book.standing.state.over
    assert refused(lambda: agreeing(evening.book, ["hands=3"], AT)) == "agree-deals"


def test_a_choice_from_an_earlier_deal_on_scores_that_anew() -> None:
    """From deal 2 on the pot counts otherwise: deal 1 keeps its choice."""
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.deal("pass 5 6")
    act = evening.did(agreeing(evening.book, ["must_trump=yes", "--from", "2"], AT))
    assert text_of(act.said) == "agreed from deal 2 on: must_trump=yes"
    chosen = [deal.agreed.options["must_trump"] for deal in evening.book.standing.deals]
    assert chosen == [False, True]
    assert refused(lambda: agreeing(evening.book, ["must_trump=yes"], AT)) == "agree-same"
    assert refused(lambda: agreeing(evening.book, [], AT)) == "option-unknown"
    assert refused(lambda: agreeing(evening.book, ["x=1"], AT)) == "option-unknown"
    words = ["must_trump=no", "--from", "7"]
    assert refused(lambda: agreeing(evening.book, words, AT)) == "deal-unknown"


# --- at the live table, and in the log -----------------------------------------------------------


def test_the_same_words_at_the_live_table(person: Person) -> None:
    """Each is recorded there as it is on the command line."""
    lines = (
        "misdeal spader cards fell", "8 4 4", "turn Björn --then returns", "penalty Cleo 2 late",
        "agree must_trump=yes", "finish late", "quit",
    )  # fmt: skip
    person.types("play", stdin=Typed("\n".join(lines) + "\n"))
    what = [row["what"] for row in person.reads("log")]
    assert what == ["deal", "deal", "misdeal", "deal", "turn", "penalty", "agree", "finish"]
    assert person.reads("sheet")["early"] == {"after": 3, "of": 12}


def test_a_dealer_is_corrected_at_the_live_table(person: Person) -> None:
    """It is told in full and waits for a yes, as any correction."""
    stdin = Typed("amend 2 dealer=Anna\ny\nquit\n", is_terminal=True)
    said = person.types("play", stdin=stdin, at_screen=True)
    assert "deal 2 is dealt by Anna, not by Björn" in said.out
    assert person.reads("sheet")["deals"][1]["dealer"] == "Anna"


def test_the_log_and_the_sheet_tell_what_happened(person: Person) -> None:
    """A line in the log with the reason, a line under the sheet, and both as JSON."""
    person.does("misdeal a card fell")
    person.does("penalty Anna 10 talking")
    log = person.does("log").out.splitlines()
    assert log[2].endswith("misdeal (a card fell)")
    assert log[3].endswith("penalty for Anna: Anna −10, Björn +5, Cleo +5 (talking)")
    sheet = person.does("sheet").out
    assert "before deal 3: misdeal (a card fell)" in sheet
    happened = person.reads("sheet")["happened"]
    assert [one["what"] for one in happened] == ["misdeal", "penalty"]
    assert happened[1]["facts"]["points"] == [-10, 5, 5]


def test_words_that_would_steer_a_terminal_are_refused(person: Person) -> None:
    """A reason is somebody's words, and is kept as any other."""
    before = person.file("eve")
    assert person.types("misdeal", "a\x1b[2Jb").code == 1
    assert person.types("finish", "a\x07").code == 1
    assert person.file("eve") == before


def test_the_log_says_of_which_deal_a_turn_is_and_has_one_word_for_a_redo(person: Person) -> None:
    """A deal and anything else that is restored begin with the same word, in every language."""
    person.does("turn Anna")
    for line in ("undo", "undo", "redo", "redo"):
        person.does(line)
    log = person.does("log").out.splitlines()
    assert log[2].endswith("Anna deals deal 3, and the turn goes on from there")
    for language in ("en", "fr", "sv"):
        deal, turn = person.does(f"log --lang {language}").out.splitlines()[-2:]
        assert deal.split("  ")[2].split(":")[0] == turn.split("  ")[2].split(":")[0]


# --- nobody has a contract left ------------------------------------------------------------------

FOUR_EACH = ("sang 4 8", "spader 4 8", "spader 4 4", "spader 8 4", "trumf-h 4 8", "trumf-h 4 4",
    "trumf-h 8 4", "pass 6 4", "sang 4 4", "sang 8 4")  # fmt: skip


def stuck(home: Path) -> Person:
    """Somebody whose turn at deal 2 leaves Björn without a contract at deal 11."""
    first, *rest = (f"deal {deal.replace('-h', ' trump=hearts')}" for deal in FOUR_EACH)
    person = Person(home).after(NEW, first)
    said = person.does("turn Anna").out
    assert (
        "after this not everybody declares each contract once: Björn has none left at deal 11"
    ) in said
    return person.after(*rest)


def test_where_no_contract_is_left_every_command_says_what_can_be_done(tmp_path: Path) -> None:
    """Swedish Bismarck: each of the three players declares each of the four contracts once."""
    person = stuck(tmp_path / "home")
    told = "Björn declares deal 11 and has no contract left"
    mend = "scorekeeper turn Björn, scorekeeper undo or scorekeeper finish"
    card = person.does("next").out
    assert told in card and mend in card
    coming = person.reads("next")
    assert (coming["contracts"], coming["needs"], coming["example"]) == ([], [], None)
    assert "Björn has no contract left" in coming["say"]
    for line in ("deal pass 4 8", "deal sang 4 8", "deal 4 8", "check"):
        said = person.types(*line.split())
        assert told in said.err, line
        assert mend in said.err
    assert person.does("turn Björn").out.count("left: pass") == 1
    person.does("undo")
    assert "over" in person.does("finish").out


def test_the_live_table_opens_where_no_contract_is_left(tmp_path: Path) -> None:
    person = stuck(tmp_path / "home")
    lines = ("", "pass 4 8", "scorekeeper turn Björn", "6 6", "4 8", "quit")
    said = person.types("play", stdin=Typed("\n".join(lines) + "\n"))
    assert "Björn declares deal 11 and has no contract left" in said.out
    assert said.err.count("turn Björn, undo or finish") == 2
    assert "over> " in said.err


@pytest.mark.parametrize("then", [[], ["--then", "returns"]])
def test_a_turn_that_goes_back_leaves_somebody_without_a_contract(then: list[str]) -> None:
    """Where the turn stays from the first deal on, everybody declares as often as before; where it
    goes back, somebody once more."""
    evening = Evening("bismarck-swedish")
    act = evening.did(turning(evening.book, ["Björn", *then], AT))
    said = [text_of(note) for note in act.notes]
    assert any("not everybody declares" in note for note in said) == bool(then)


def test_a_corrected_dealer_that_leaves_somebody_without_a_contract_is_told(tmp_path: Path) -> None:
    person = Person(tmp_path / "home").after(NEW, "deal sang 4 8", "deal spader 4 4")
    said = person.does("amend 2 dealer=Anna").out
    assert "not everybody declares each contract once: Björn has none left at deal 11" in said


def test_a_dealer_under_whom_a_recorded_deal_had_no_contract_left_is_refused(
    tmp_path: Path,
) -> None:
    person = stuck(tmp_path / "home").after("turn Björn", "deal 4 4")
    said = person.types("amend", "11", "dealer=Anna")
    assert "Björn has already played Pass, and has no contract left" in said.err


SPENT = "not everybody declares each contract once: Björn has none left at deal 11"


@pytest.mark.parametrize(
    ("line", "more"), [("turn Anna", "turn Cleo"), ("amend 2 dealer=Anna", "turn Cleo")]
)
def test_a_turn_that_leaves_somebody_without_a_contract_is_asked_about(
    tmp_path: Path, line: str, more: str
) -> None:
    """At a terminal, as whatever is odd; `--yes` says so before. One that leaves nobody so is
    not."""
    deals = ["deal sang 4 8", *(["deal spader 4 4"] if "amend" in line else [])]
    person = Person(tmp_path / "home").after(NEW, *deals)
    before = person.file("eve")
    no = person.types(*line.split(), stdin=Typed("n\n", is_terminal=True))
    assert (no.code, person.file("eve")) == (1, before)
    assert SPENT in " ".join(no.err.split())
    yes = person.types(*line.split(), stdin=Typed("y\n", is_terminal=True))
    assert (yes.code, person.reads("log")[-1]["what"]) == (0, "turn")
    person.does("undo")
    assert person.types(*line.split(), "--yes", stdin=Typed("", is_terminal=True)).code == 0


def test_at_the_live_table_such_a_turn_waits_for_a_yes(tmp_path: Path) -> None:
    person = Person(tmp_path / "home").after(NEW, "deal sang 4 8")
    lines = "turn Anna\n\nturn Anna\nperhaps\nn\n"
    said = person.types("play", stdin=Typed(lines, is_terminal=True), at_screen=True)
    shown = " ".join((said.out + said.err).split())
    assert (shown.count(SPENT), len(person.reads("log"))) == (3, 1)
    assert "neither a yes nor a no" in said.err
    person.types("play", stdin=Typed("turn Anna\ny\n", is_terminal=True), at_screen=True)
    assert [row["what"] for row in person.reads("log")] == ["deal", "turn"]


def test_a_dealer_is_corrected_with_where_the_turn_goes_then(evening: Evening) -> None:
    """Deal 2 was dealt by Anna; deal 3 is then dealt by Björn, or by Cleo whose turn it was."""
    for words, dealer in ((["stays"], 1), (["returns"], 2)):
        evening.amend(2, f"dealer=Anna --then {words[0]}")
        now = evening.book.standing
        assert (now.deals[1].turn.dealer, now.state.dealer) == (0, dealer)
        evening.undo()
    assert refused(lambda: evening.amend(2, "dealer=Anna --then x")) == "turn-then"
    assert refused(lambda: evening.amend(2, "tricks=6,6,4 --then stays")) == "turn-then"


def test_the_same_on_the_command_line_and_at_the_live_table(person: Person) -> None:
    for line in ("deal spader 4 4 8", "amend 2 dealer=Anna --then returns"):
        person.does(line)
    assert person.reads("log")[-1]["facts"]["then"] == "returns"
    person.does("undo")
    typed = Typed("amend 2 dealer=Anna --then returns\ny\n", is_terminal=True)
    person.types("play", stdin=typed, at_screen=True)
    assert person.reads("log")[-1]["facts"]["then"] == "returns"


def test_what_happened_after_the_end_is_before_no_deal(tmp_path: Path) -> None:
    """On every page it is said after which deal; before the end it is before the coming one."""
    deals = ("passed", "passed", "passed")
    person = Person(tmp_path / "home").after("new bizon A B C --name eve")
    person.after(*(f"deal {deal}" for deal in deals), "note late", "finish", "note home")
    for form in ("", " --plain", " --format html", " --format markdown"):
        page = person.does(f"sheet{form}").out
        assert "before deal 4" not in page and "after deal 3" in page, form
    person.after("undo", "undo")
    assert "before deal 4: note: late" in person.does("sheet").out
