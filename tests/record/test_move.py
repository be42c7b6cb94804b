"""A deal that was recorded in the wrong session: struck here and recorded there, matched by who
played; refused with nothing changed where either cannot be; a move that was cut short is seen."""

from __future__ import annotations

import errno
import fcntl
from pathlib import Path

import hand
import pytest
from evening import AT, Evening
from hypothesis import given, settings
from hypothesis import strategies as st
from machine import Machine, error, failing
from terminal import Person, Typed, environment

from scorekeeper.cli.move_deal import moved as moved_on_disk
from scorekeeper.game.session_settings import SitOutPlan
from scorekeeper.record.moved_deals import Leaving, arrived, arriving, half_moved, leaving
from scorekeeper.store.session_changes import both_held
from scorekeeper.text.message_text import hint_of
from scorekeeper.text.problems import Refused

MOVE = ("move", "3", "--to", "other", "-s", "eve")
LINES = ["sang 4 6 6", "pass 5 6 5", "spader 8 4 4"]
DEALS = [("sang", [4, 6, 6]), ("pass", [5, 6, 5]), ("spader", [8, 4, 4])]


@pytest.fixture
def evening() -> Evening:
    evening = Evening("bismarck-swedish")
    for line in LINES:
        evening.deal(line)
    return evening


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a session of three deals and another with none, of the same people."""
    return Person(tmp_path / "home").after(
        "new bismarck-swedish Cleo Anna Björn --name other",
        "new bismarck-swedish Anna Björn Cleo --name eve",
        *(f"deal {line}" for line in LINES),
    )


def moved(here: Evening, number: int, there: Evening, place: int | None = None) -> None:
    act, deal = leaving(here.book, number, "other", AT)
    there.did(arriving(there.book, deal, place, AT, {}))
    here.did(act)


def refusals(here: Evening, there: Evening, place: int | None = None) -> list[str]:
    """The codes with which the other session refuses the last deal, and stays as it was."""
    data = there.data
    _, deal = leaving(here.book, len(here.book.folded.deals), "other", AT)
    with pytest.raises(Refused) as refusal:
        arriving(there.book, deal, place, AT, {})
    assert there.data == data
    return [problem.code for problem in refusal.value.problems]


# --- struck here, recorded there ------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(
    st.integers(0, 2), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=1, max_size=3),
    st.integers(0, 2), st.permutations([0, 1, 2]),
)  # fmt: skip
def test_the_deals_of_both_are_as_by_hand(
    dealer: int, shares: list[tuple[int, int]], which: int, order: list[int]
) -> None:
    """Each by itself, whoever was named first: the numbers go with the people."""
    names, which = ["Anna", "Björn", "Cleo"], which % len(shares)
    contracts = ["sang", "pass", "spader"]
    played = [
        (contract, [first, second, 16 - first - second])
        for contract, (first, second) in zip(contracts, shares, strict=False)
    ]
    here = Evening("bismarck-swedish", *names, dealer=names[dealer])
    there = Evening("bismarck-swedish", *(names[place] for place in order))
    for contract, tricks in played:
        here.deal(f"{contract} {' '.join(map(str, tricks))}")
    moved(here, which + 1, there)
    contract, tricks = played.pop(which)
    arrived = [(contract, [tricks[place] for place in order])]
    assert here.totals == [tuple(row.totals) for row in hand.swedish(dealer, played)]
    assert there.totals == [tuple(row.totals) for row in hand.swedish(0, arrived)]


def test_both_acts_are_entries_that_are_taken_back_each_in_its_session(evening: Evening) -> None:
    other = Evening("bismarck-swedish")
    before = evening.book.standing, other.book.standing
    moved(evening, 3, other)
    assert [entry.what for entry in evening.book.log.entries][-1] == "strike"
    assert [entry.why for entry in other.book.log.entries] == ["eve →"]
    evening.undo()
    other.undo()
    assert (evening.book.standing, other.book.standing) == before


def test_it_may_come_before_deals_that_are_recorded_there(evening: Evening) -> None:
    """As an inserted one: those from there on move up."""
    other = Evening("bismarck-swedish")
    other.deal("pass 4 6 6")
    moved(evening, 3, other, place=1)
    expected = hand.swedish(0, [DEALS[2], ("pass", [4, 6, 6])])
    assert other.totals == [tuple(row.totals) for row in expected]
    assert [entry.what for entry in other.book.log.entries] == ["deal", "insert"]


def test_whoever_is_named_is_named_as_there() -> None:
    """The bidder, by the name of the same person; partners by their side."""
    here, there = Evening("bizon"), Evening("bizon", "Ann", "Björn", "Cleo")
    here.deal("bizon=Anna gp=20,10,10")
    _, deal = leaving(here.book, 1, "other", AT)
    there.did(arriving(there.book, deal, None, AT, {"Ann": "Anna"}))
    assert there.facts(1)["bizon"] == "Ann"
    one = Evening("bien", "Ann", "Bob", "Cal", "Dee")
    two = Evening("bien", "Dee", "Cal", "Bob", "Ann")
    one.deal("bidder=Ann bid=100 meld=80 points=61,80")
    before = one.book.standing.deals[0].points
    moved(one, 1, two)
    assert two.book.standing.deals[0].points == before[::-1]


def test_who_rests_does_not_play_there_either(evening: Evening) -> None:
    """Of four the dealer rests: Dora, so that the three play; then Anna, and they would not."""
    four = Evening(
        "bismarck-swedish", "Anna", "Björn", "Cleo", "Dora", dealer="Dora", turns=SitOutPlan()
    )
    moved(evening, 3, four)
    assert four.book.standing.deals[0].points == (0, 0, 0, 0)
    assert refusals(evening, four) == ["move-players"]


# --- refused --------------------------------------------------------------------------------------


def test_one_person_spelt_in_two_ways_may_be_merged(evening: Evening) -> None:
    """Bjorn there may be Björn here, and the deal then moves; Dora is somebody else."""
    other = Evening("bismarck-swedish", "Anna", "Bjorn", "Cleo")
    with pytest.raises(Refused) as refused:
        moved(evening, 1, other)
    (problem,) = refused.value.problems
    assert hint_of(problem) == "scorekeeper people merge Björn Bjorn"
    with pytest.raises(Refused) as refused:
        moved(evening, 1, Evening("bismarck-swedish", "Anna", "Dora", "Cleo"))
    assert refused.value.problems[0].mends == ()


def test_what_cannot_be_there_is_refused_with_every_reason(evening: Evening) -> None:
    """Other people, other rules, a contract that is spent, a session that is over, no such place,
    a later deal that would become impossible."""
    assert refusals(evening, Evening("bismarck-swedish", "Anna", "Björn", "Dora")) == [
        "move-players"
    ]
    assert "contract-unknown" in refusals(evening, Evening("bismarck-british"))
    other = Evening("bismarck-swedish")
    for _ in range(3):
        other.deal("spader 6 5 5")
    assert refusals(evening, other) == ["contract-used"]
    assert refusals(evening, other, place=9) == ["insert-place"]
    over = Evening("bismarck-swedish")
    for contract in ("spader", "trumf hearts", "sang", "pass"):
        for _ in range(3):
            over.deal(f"{contract} 6 5 5")
    assert refusals(evening, over) == ["session-over"]


def test_a_deal_that_cannot_be_struck_goes_nowhere(evening: Evening) -> None:
    """Each forehand plays each contract once: without deal 1 the fourth is another's."""
    for line in ("pass 4 4", "sang 5 5"):
        evening.deal(line)
    with pytest.raises(Refused, match="has already played"):
        leaving(evening.book, 2, "other", AT)


# --- cut short ------------------------------------------------------------------------------------


def test_what_was_recorded_there_already_is_not_recorded_again(evening: Evening) -> None:
    """The same command finishes a move that was cut short; also where it was taken back there
    before, and moved again."""
    other = Evening("bismarck-swedish")
    _, deal = leaving(evening.book, 3, "other", AT)
    other.did(arriving(other.book, deal, None, AT, {}))
    origin = evening.book._replace(name="elsewhere")
    halves = half_moved(arrived(other.book), origin)
    assert [problem.code for _, problem in halves] == ["move-half"]
    other.undo()
    assert half_moved(arrived(other.book), origin) == []
    for _ in range(2):
        other.did(arriving(other.book, deal, None, AT, {}))
    assert len(other.book.folded.deals) == 1
    moved(evening, 3, other)
    assert len(other.book.folded.deals) == 1
    assert half_moved(arrived(other.book), evening.book) == []


def test_the_same_deal_has_the_same_id_whatever_its_number(evening: Evening) -> None:
    ids = [leaving(evening.book, number, "o", AT)[1].id for number in (1, 3)]
    evening.strike(2)
    assert [leaving(evening.book, number, "o", AT)[1].id for number in (1, 2)] == ids
    assert isinstance(leaving(evening.book, 1, "o", AT)[1], Leaving)


def test_check_tells_of_a_move_that_was_cut_short(person: Person) -> None:
    """Struck again it is well; the command that does so is named."""
    person.does("move 3 --to other")
    assert person.types("check", "--all").code == 0
    person.does("undo -s eve")
    said = person.types("check", "other", "--format", "json")
    assert (said.code, said.codes) == (1, ["move-half"])
    assert "move 3 --to other --session eve" in person.types("check", "other").err
    person.does("move 3 --to other --session eve")
    assert person.types("check", "--all").code == 0
    assert len(person.reads("sheet -s other")["deals"]) == 1


def test_where_a_move_came_from_has_another_name_by_now(person: Person) -> None:
    """A check of one session looks where the log says that the deal came from, and opens no other;
    a check of all finds it under whatever name."""
    person.does("move 3 --to other")
    person.does("undo -s eve")
    person.does("new bizon Anna Bo Cleo --name aside")
    assert person.types("check", "other", "--format", "json").codes == ["move-half"]
    person.does("sessions rename eve later")
    assert person.types("check", "other").code == 0
    assert person.types("check", "--all", "--format", "json").codes == ["move-half"]
    assert "move 3 --to other --session later" in person.types("check", "--all").err


def test_a_disk_that_fails_between_the_two_loses_nothing(person: Person) -> None:
    """The deal stands in both, which is said; the same command does the rest."""
    files = {name: person.file(name) for name in ("eve", "other")}
    found = Machine()
    with failing(found):
        assert person.types(*MOVE).code == 0
    halves = 0
    for at in [at for at, (name, _) in enumerate(found.calls, 1) if name == "fsync"]:
        for name, data in files.items():
            person.path(name).write_bytes(data)
        with failing(Machine(error(errno.EIO), at)):
            said = person.types(*MOVE)
        if person.file("other") != files["other"] and person.file("eve") == files["eve"]:
            halves += 1
            assert said.code == 4
            assert "the deal is recorded in other, and striking it here failed" in said.err
            person.does("move 3 --to other -s eve")
        elif said.code == 3:
            assert person.file("other") == files["other"]
            continue
        assert len(person.reads("sheet -s eve")["deals"]) == 2
        assert len(person.reads("sheet -s other")["deals"]) == 1
    assert halves


# --- as it is typed -------------------------------------------------------------------------------


def test_what_it_says_in_words_and_as_json(person: Person) -> None:
    said = person.does("move 3 --to other --by Anna --why elsewhere")
    assert said.out.splitlines()[0] == "moved deal 3 to other"
    assert "in other it is deal 1; `scorekeeper undo --session other` takes that back" in said.out
    assert said.out.splitlines()[-1].startswith("totals in other: Cleo 0, Anna 0, Björn 0")
    rows = person.reads("log -s eve"), person.reads("log -s other")
    assert [(row[-1]["what"], row[-1]["by"]) for row in rows] == [
        ("strike", "Anna"),
        ("deal", "Anna"),
    ]
    assert [row[-1]["why"] for row in rows] == ["elsewhere", "eve →"]
    person.does("undo -s eve")
    person.does("undo -s other")
    value = person.reads("move 1 --to other --as 1 -s eve")
    assert (value["session"], value["recorded"]) == ("eve", None)
    assert (value["moved"]["session"], value["moved"]["recorded"]["number"]) == ("other", 1)


def test_nothing_changes_where_it_is_refused(person: Person) -> None:
    """To itself, to nowhere, a deal that there is not."""
    before = person.file("eve"), person.file("other")
    for words, code in (
        ("move 3 --to eve", "move-same"),
        ("move 3 --to nope", "session-unknown"),
        ("move 9 --to other", "deal-unknown"),
        ("move 3 --to other --as 2", "insert-place"),
    ):
        said = person.types(*words.split(), "-s", "eve", "--format", "json")
        assert (said.code, said.codes) == (1, [code])
    assert (person.file("eve"), person.file("other")) == before


def test_one_person_by_two_names_is_the_same(person: Person) -> None:
    """As the file of people says."""
    person.does("new bismarck-swedish Ann Björn Cleo --name third")
    person.does("people merge Anna Ann")
    person.does("move 3 --to third -s eve")
    assert person.reads("sheet -s third")["deals"][0]["counts"]["tricks"]["Ann"] == 8


def test_the_same_word_at_the_live_table(person: Person) -> None:
    lines = "move\nmove last --to other wrong table\nundo\nquit\n"
    said = person.types("play", "-s", "eve", stdin=Typed(lines))
    assert "`move` needs the number of a deal and a session" in said.err + said.out
    assert "moved deal 3 to other" in said.out
    assert "in other it is deal 1" in said.out
    log = person.reads("log -s eve")
    assert [row["what"] for row in log][-2:] == ["strike", "undo"]
    assert log[-2]["why"] == "wrong table"
    assert len(person.reads("sheet -s other")["deals"]) == 1


def is_free(path: Path) -> bool:
    """Whether nobody holds a file."""
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


@pytest.mark.parametrize(("here", "there"), [("eve", "other"), ("other", "eve")])
def test_both_sessions_are_held_before_either_is_read(
    person: Person, here: str, there: str
) -> None:
    """In one order, whichever is moved from: two who move in opposite directions never wait for
    each other."""
    paths = [str(person.path(name)) for name in (here, there)]
    with both_held(*paths) as files:
        assert [*files] == sorted(paths)
    person.does("deal trumf hearts 4 6 -s other")
    free = list[bool]()
    with environment({**person.settings}):
        moved_on_disk(here, 1, there, look=lambda _: free.extend(map(is_free, map(Path, paths))))
    assert free == [False, False]


def test_who_takes_back_half_of_a_move_is_told_the_other(person: Person) -> None:
    """Taken back where it came to, the deal would be in neither session, and in both where it came
    from; of any other deal nothing is said."""
    person.does("move 3 --to other -s eve")
    half = (
        "that was half of a move; unless that is done, take the other half back too: "
        "`scorekeeper undo --session {}`"
    )
    assert half.format("eve") in person.does("undo -s other").out
    assert half.format("other") in person.does("undo -s eve").out
    assert "half of a move" not in person.does("undo -s eve").out


@pytest.mark.parametrize("words", ["other", "to other", "till other", "--to other"])
def test_the_session_is_named_as_people_say_it(person: Person, words: str) -> None:
    """With dashes, with a word or with none, in the shell and at the live table."""
    person.does(f"move 3 {words} -s eve")
    assert len(person.reads("sheet -s other")["deals"]) == 1
    person.types("play", "-s", "eve", stdin=Typed(f"move 2 {words} it was there\nquit\n"))
    assert len(person.reads("sheet -s other")["deals"]) == 2
    assert person.reads("log -s eve")[-1]["why"] == "it was there"
