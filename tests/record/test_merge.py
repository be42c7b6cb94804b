"""Two copies of one session made one: `merge`."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import hand
import pytest
from evening import AT, Evening
from hypothesis import given, settings
from hypothesis import strategies as st
from machine import CALLS, Killed, Machine, failing, killed
from terminal import Person, Typed

from scorekeeper.record.chain import breaks_of, chained, seal_of
from scorekeeper.record.diverged_copies import Copies, copies, has_all_of, named_steps, steps_taken
from scorekeeper.record.irregular_changes import finishing, misdealing, penalising, turning
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.merge import copy_of, merged, merges_of
from scorekeeper.record.open_session import Act, Book, opened
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_head import read_session_log
from scorekeeper.text.problems import Refused

OLD = Path(__file__).parent.parent / "old" / "1" / "bismarck-swedish.toml"
CONFLICTS = (
    "friday (Anna's conflicted copy 2026-11-22)",
    "friday.sync-conflict-20261122-181500-ABCDEFG",
    "friday (conflicted copy 2026-11-22 181500)",
)
ids = count(1)


class Kept(Evening):
    """An evening whose entries are chained, as the program keeps one."""

    def did(self, act: Act) -> Act:
        self.data = appended(self.book, self.data, act.entries, "Anna")
        return act

    def copy(self) -> Kept:
        """Another file of it."""
        other = Kept.__new__(Kept)
        other.data, other.read = self.data, None
        return other


def appended(book: Book, data: bytes, entries: Sequence[object], by: str) -> bytes:
    """The file with these entries below it."""
    journal = book.log
    more = chained(journal, entries, by, lambda: f"{next(ids):016x}")  # type: ignore[arg-type]
    return data + "".join(map(entry_text, more)).encode()


def made_one(one: Kept, other: Kept, take: str) -> tuple[Book, Copies]:
    """What merging them comes to, as whoever opens the file then reads it."""
    two = copies(one.book, other.book)
    chosen = steps_taken(take, named_steps(two.kept, "a"), named_steps(two.other, "b"))
    done = merged(two, chosen, AT, "Cleo")
    return opened(appended(one.book, one.data, done.entries, ""), "eve"), two


# --- copies that part at every entry -------------------------------------------------------------

EVENING: tuple[Callable[[Kept], object], ...] = (
    lambda one: one.did(seating(one.book, ["swap", "Anna", "Björn"], AT)),
    lambda one: one.undo(),
    lambda one: one.deal("sang 6 6"),
    lambda one: one.note("late"),
    lambda one: one.did(turning(one.book, ["Cleo"], AT)),
    lambda one: one.undo(),
    lambda one: one.redo(),
    lambda one: one.deal("pass 9 2"),
    lambda one: one.amend(1, "tricks=8,5,3"),
    lambda one: one.insert(1, "spader 5 6"),
    lambda one: one.did(penalising(one.book, ["Anna", "4"], AT)),
    lambda one: one.swap(2, 3),
    lambda one: one.undo(),
    lambda one: one.did(misdealing(one.book, ["sang"], AT)),
    lambda one: one.did(seating(one.book, ["Dora", "for", "Björn"], AT)),
    lambda one: one.deal("7 5"),
    lambda one: one.undo(),
    lambda one: one.strike(2),
    lambda one: one.did(finishing(one.book, [], AT)),
)
OTHERWISE: tuple[Callable[[Kept], object], ...] = (
    lambda one: one.note("meanwhile"),
    lambda one: one.did(penalising(one.book, ["Cleo", "6", "--to", "nobody"], AT)),
)


def after(evening: Kept, acts: Sequence[Callable[[Kept], object]]) -> Kept:
    """The evening gone on with."""
    for act in acts:
        act(evening)
    return evening


def is_same(book: Book, other: Book) -> bool:
    """Whether two sessions stand alike: every deal with its points and people, all between."""
    first, second = book.standing, other.standing
    return (
        [(deal.facts, deal.points, deal.agreed.players) for deal in first.deals]
        == [(deal.facts, deal.points, deal.agreed.players) for deal in second.deals]
        and first.state == second.state
        and [(one.what, one.number, one.facts) for one in first.events]
        == [(one.what, one.number, one.facts) for one in second.events]
    )


@pytest.mark.parametrize("common", range(len(EVENING)))
def test_copies_that_part_at_every_entry(common: int) -> None:
    """All of one, all of the other or neither: the file is only appended to, its chain holds, what
    stands is what stood in that copy, and all that the other had is kept to the letter."""
    both = after(Kept("bismarck-swedish"), EVENING[:common])
    one, other = after(both.copy(), EVENING[common:]), after(both.copy(), OTHERWISE)
    each = ",".join(
        f"a{number}" for number in range(1, len(copies(one.book, other.book).kept.steps) + 1)
    )
    expected = {
        "a": one, "b": other, "-": both, f"{each},b1,b2": after(one.copy(), OTHERWISE),
    }  # fmt: skip
    for take, wanted in expected.items():
        book, two = made_one(one, other, take)
        assert two.common == common
        assert breaks_of(book.log) == []
        assert book.log.entries[: len(one.book.log.entries)] == one.book.log.entries
        assert is_same(book, wanted.book), take
        (merge,) = merges_of(book)
        assert [kept.block for kept in copy_of(book, merge)] == [
            block.removesuffix("\n") for block in other.book.log.blocks[common + 1 :]
        ]
        assert has_all_of(book.log, other.book.log)
        assert has_all_of(book.log, one.book.log)


@pytest.mark.parametrize("common", range(0, len(EVENING), 4))
@pytest.mark.parametrize("take", ["a", "b", "-", "b2,b1"])
def test_a_merge_is_taken_back_as_one_act(common: int, take: str) -> None:
    """`undo` gives what stood before it, `redo` what it made, and another `undo` lets the same copy
    be merged anew with another choice; the file is only appended to."""
    both = after(Kept("bismarck-swedish"), EVENING[:common])
    one, other = after(both.copy(), EVENING[common:]), after(both.copy(), OTHERWISE)
    before, entries = one.book, len(one.book.log.entries)
    together = one.copy()
    together.data = appended(one.book, one.data, made_entries(one, other, take), "")
    made = together.book
    assert together.undo().notes
    assert is_same(together.book, before)
    assert breaks_of(together.book.log) == []
    assert together.book.log.entries[:entries] == before.log.entries
    assert not has_all_of(together.book.log, other.book.log)
    together.redo()
    assert is_same(together.book, made)
    assert has_all_of(together.book.log, other.book.log)
    together.undo()
    assert is_same(together.book, before)
    if is_same(both.book, other.book):
        return
    anew, _ = made_one(together, other, "b")
    assert is_same(anew, other.book)


def test_what_came_after_a_merge_is_taken_back_first() -> None:
    """Then the merge, then what stood before it; `redo` goes the same way back, up to the merge."""
    one = Kept("bismarck-swedish")
    one.deal("sang 6 6")
    other = one.copy()
    one.deal("pass 10 2")
    other.deal("pass 5 6")
    one.data = appended(one.book, one.data, made_entries(one, other, "b1"), "")
    one.deal("spader 7 7")
    stood = [one.totals]
    for _ in range(3):
        one.undo()
        stood.append(one.totals)
    assert [len(totals) for totals in stood] == [3, 2, 2, 1]
    assert stood[1] != stood[2]
    for totals in (stood[2], stood[1]):
        one.redo()
        assert one.totals == totals
    with pytest.raises(Refused, match="recorded: restored the merge with eve"):
        one.redo()


def made_entries(one: Kept, other: Kept, take: str) -> Sequence[object]:
    """The entries of a merge."""
    two = copies(one.book, other.book)
    chosen = steps_taken(take, named_steps(two.kept, "a"), named_steps(two.other, "b"))
    return merged(two, chosen, AT, "Cleo").entries


def test_every_kind_of_entry_is_in_that_evening() -> None:
    """But for what needs a choice of the table."""
    one = after(Kept("bismarck-swedish"), EVENING)
    there = {entry.what for entry in one.book.log.entries}
    assert there >= {
        "deal", "amend", "undo", "redo", "insert", "strike", "swap", "note", "misdeal", "turn",
        "penalty", "seat", "places", "finish",
    }  # fmt: skip


shares = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), min_size=6, max_size=6)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 3), shares, st.permutations(range(6)), st.integers(0, 6))
def test_what_was_chosen_stands_as_if_it_alone_had_been_recorded(
    common: int, share: list[tuple[int, int]], order: list[int], number: int
) -> None:
    """Deals of both copies in any order, each judged again as the deal that it is now: the totals
    are those that are kept by hand."""
    lines = [(first, second, 16 - first - second) for first, second in share]
    one = Kept("bismarck-swedish", dealer="Anna")
    for _ in range(common):
        one.deal("pass 6 6")
    other = one.copy()
    for place, tricks in enumerate(lines):
        copy = one if place % 2 else other
        copy.deal(f"{('spader', 'sang', 'trumf hearts')[place // 2]} {tricks[0]} {tricks[1]}")
    names = [f"{'a' if place % 2 else 'b'}{place // 2 + 1}" for place in order[:number]]
    played = [("pass", [6, 6, 4])] * common
    played += [
        (("spader", "sang", "trumf")[place // 2], list(lines[place])) for place in order[:number]
    ]
    rows = hand.swedish(0, played)
    may = all(
        len({c for c, row in mine}) == len(mine)
        for seat in range(3)
        if (
            mine := [
                (c, row) for (c, _), row in zip(played, rows, strict=True) if row.declarer == seat
            ]
        )
    )
    if not may or not names:
        if names:
            with pytest.raises(Refused):
                made_one(one, other, ",".join(names))
        return
    book, _ = made_one(one, other, ",".join(names))
    assert list(book.standing.state.totals) == rows[-1].totals
    assert [deal.contract for deal in book.standing.deals] == [contract for contract, _ in played]
    assert breaks_of(book.log) == []
    (merge,) = merges_of(book)
    aside = [kept.number - common for kept in copy_of(book, merge) if kept.is_aside]
    taken = {*names, *(f"b{n}" for n in (1, 2, 3) if f"a{n}" in names and is_level(lines, n))}
    assert aside == [place for place in (1, 2, 3) if f"b{place}" not in taken]


def is_level(lines: Sequence[tuple[int, ...]], number: int) -> bool:
    """Whether both copies have the same as that entry."""
    return lines[2 * number - 2] == lines[2 * number - 1]


def test_an_act_is_about_the_deal_that_it_was_about() -> None:
    """A correction or a penalty of a deal that has another number now goes with it; without the
    deal it is refused, and so is what takes back something else than it did."""
    one = Kept("bismarck-swedish")
    other = one.copy()
    one.deal("pass 6 6")
    other.deal("sang 6 6")
    other.amend(1, "tricks=8,5,3")
    book, _ = made_one(one, other, "a1,b1,b2")
    assert [deal.facts["tricks"] for deal in book.standing.deals] == [[6, 6, 4], [8, 5, 3]]
    for take in ("b2", "b2,a1,b1", "a1,b2,b1"):
        with pytest.raises(Refused) as refused:
            made_one(one, other, take)
        assert [problem.code for problem in refused.value.problems] == ["merge-order"], take


def test_numbers_go_to_nobody_else() -> None:
    """A deal in which Cleo played is none of Dora's, and so are the points of a penalty; one that
    leaves Cleo out is the same."""
    one = Kept("bismarck-swedish")
    other = one.copy()
    one.did(seating(one.book, ["Dora", "for", "Cleo"], AT))
    other.deal("pass 6 6")
    other.did(penalising(other.book, ["Anna", "4"], AT))
    for take in ("a1,b1", "a1,b2"):
        with pytest.raises(Refused) as refused:
            made_one(one, other, take)
        assert [problem.code for problem in refused.value.problems] == ["players-moved"]
    other.did(penalising(other.book, ["Anna", "4", "--to", "Björn"], AT))
    assert made_one(one, other, "a1,b3")[0].standing.state.totals == (-4, 4, 0)
    book, _ = made_one(one, other, "b1,b2,a1")
    assert [table.players[2] for table in book.standing.tables] == ["Cleo"]
    assert book.agreed.players[2] == "Dora"


def totals(book: Book) -> dict[str, int]:
    """The points of each column, by name."""
    return dict(zip(book.agreed.side_names, book.standing.state.totals, strict=True))


def test_a_penalty_goes_to_who_sat_there_as_is_said_in_the_other_copy() -> None:
    """Björn's penalty after deal 2 is Anna's, who came back for that deal: the same two entries in
    one session say so, and in either order of the copies."""
    both = Kept("bismarck-swedish")
    both.deal("sang 6 6")
    both.did(seating(both.book, ["Dora", "for", "Anna", "--own-score"], AT))
    both.deal("sang 5 6")
    seat = ["Anna", "for", "Björn", "--own-score", "--from", "2"]
    one, other, in_one = both.copy(), both.copy(), both.copy()
    for copy in (one, in_one):
        copy.did(penalising(copy.book, ["Björn", "4", "--to", "nobody"], AT))
    for copy in (other, in_one):
        copy.did(seating(copy.book, seat, AT))
    assert totals(in_one.book)["Anna"] == 0
    for two, take in (((one, other), "a1,b1"), ((other, one), "b1,a1")):
        book, _ = made_one(*two, take)
        assert totals(book) == totals(in_one.book)


def test_a_column_is_begun_before_that_of_a_penalty_in_the_other_copy() -> None:
    """Emil came for Björn before deal 1, Dora for Anna after it: Dora's penalty stays Dora's."""
    one = Kept("bismarck-swedish")
    one.deal("sang 6 6")
    other = one.copy()
    one.did(seating(one.book, ["Dora", "for", "Anna", "--own-score"], AT))
    one.did(penalising(one.book, ["Dora", "4", "--to", "nobody"], AT))
    other.did(seating(other.book, ["Emil", "for", "Björn", "--own-score", "--from", "1"], AT))
    book, _ = made_one(one, other, "a1,a2,b1")
    assert totals(book) == {"Anna": 2, "Björn": 0, "Cleo": 0, "Emil": -2, "Dora": -4}
    with pytest.raises(Refused) as refused:
        made_one(one, other, "b1,a1,a2")
    assert [problem.code for problem in refused.value.problems] == ["players-moved"]


def test_who_is_named_in_a_deal_of_the_other_copy_is_who_took_the_seat() -> None:
    """The king of Cleo's deal, in which it was Dora who sat there, is Dora's."""
    one = Kept("bizon")
    one.deal("bizon=Anna gp=20,10,10")
    other = one.copy()
    one.deal("bizon=Cleo gp=10,10,20")
    other.did(seating(other.book, ["Dora", "for", "Cleo", "--from", "1"], AT))
    book, _ = made_one(one, other, "a1,b1")
    assert [deal.facts["bizon"] for deal in book.folded.deals] == ["Anna", "Dora"]


def test_everything_that_cannot_follow_is_named() -> None:
    """Each entry that cannot stand there by its name; a deal that the rules refuse with theirs."""
    one = Kept("bismarck-swedish")
    one.deal("sang 6 6")
    other = one.copy()
    one.undo()
    one.deal("pass 6 6")
    other.note("x")
    with pytest.raises(Refused) as refused:
        made_one(one, other, "b1,a1,a2")
    assert [problem.place for problem in refused.value.problems] == ["a1"]


# --- as it is typed ------------------------------------------------------------------------------


def somebody(home: Path, name: str, *lines: str) -> Person:
    """Somebody with an evening of two deals and a copy of it, gone on with by these lines."""
    person = Person(home).after(
        "new bismarck-swedish Anna Björn Cleo --name friday --place Malmö",
        "deal sang 6 6",
        "deal pass 6 6 --by Anna",
    )
    shutil.copy(person.path("friday"), person.path(name))
    for line in lines:
        person.types(*line.split(), "-s", name)
    return person


def files_of(person: Person) -> dict[str, bytes]:
    """Every file of the home but the note of the session used last."""
    paths = [path for path in person.home.rglob("*") if path.is_file() and path.name != "current"]
    return {str(path.relative_to(person.home)): path.read_bytes() for path in paths}


def parted(home: Path) -> Person:
    """Two copies that were both gone on with: `friday` and `other`."""
    person = somebody(home, "other", "note late", "deal spader 5 6 --by Björn")
    return person.after("deal spader 8 4 -s friday --by Anna", "undo -s friday", "redo -s friday")


@pytest.mark.parametrize("name", CONFLICTS)
@pytest.mark.parametrize("is_first", [True, False])
def test_one_that_goes_on_from_the_other(tmp_path: Path, name: str, is_first: bool) -> None:
    """Nothing is asked: all of it stands under the name that no synchroniser gave, to the letter;
    the other lies in the trash and comes back."""
    person = somebody(tmp_path, name, "deal spader 8 4", "note late")
    longer = person.file(name)
    names = (name, "friday") if is_first else ("friday", name)
    said = person.types("merge", *names)
    assert said.code == 0
    assert said.out.startswith(f"friday goes on with 2 entries of {name}\n")
    assert person.file("friday") == longer
    assert files_of(person) == {"sessions/friday.toml": longer, f"trash/{name}.toml": longer}
    assert person.reads("sheet")["session"] == "friday"
    assert person.types("check").code == 0
    assert person.types("sessions", "restore", name).code == 0
    again = person.types("merge", *names, "--format", "json").json
    assert (again["session"], again["merged"], again["taken"]) == ("friday", name, [])
    assert person.file("friday") == longer


def test_one_that_has_all_of_the_other(tmp_path: Path) -> None:
    person = somebody(tmp_path, "other").after("deal spader 8 4 -s friday")
    before = person.file("friday")
    assert person.does("merge friday other").out.startswith("friday has all of it already\n")
    assert person.file("friday") == before
    assert person.types("sheet", "-s", "other").code == 1


def test_both_were_gone_on_with(tmp_path: Path) -> None:
    """The file that is kept is only appended to; who recorded a deal, and when, stays with it; what
    was not taken is in the log with `--all`; the seals that were noted down for both are found."""
    person = parted(tmp_path)
    before = person.file("friday")
    seals = [row["seal"] for name in ("friday", "other") for row in person.reads(f"log -s {name}")]
    rows = person.reads("log -s other")
    done = person.types(
        *["merge", "friday", "other", "--take", "b2", "--by", "Cleo", "--format", "json"]
    ).json
    assert {key: done[key] for key in ("session", "merged", "common", "taken", "aside", "trash")} == {
        "session": "friday", "merged": "other", "common": 2, "taken": ["b2"], "aside": ["a1", "b1"],
        "trash": "other",
    }  # fmt: skip
    assert person.file("friday").startswith(before)
    log = person.reads("log")
    assert [(row["what"], row["by"]) for row in log[5:]] == [
        ("undo", "Cleo"), ("deal", "Björn"), ("merge", "Cleo"),
    ]  # fmt: skip
    assert log[6]["at"] == rows[3]["at"]
    assert done["seal"] == log[-1]["seal"]
    assert len(set(seals)) == len(seals) - 2
    for seal in seals:
        assert person.types("check", "--seal", seal).code == 0, seal
    held = person.types("check", "--seal", seals[-2]).out
    assert held == (
        f"{seals[-2]} is entry 3 of other, which was merged, note: late; all up to it is as it was\n"
    )
    aside = [row for row in person.reads("log --all") if "set_aside" in row]
    assert [(row["say"], row["set_aside"], row["seal"]) for row in aside] == [
        ("note: late", "other", seals[-2])
    ]
    assert person.does("log --all").out.splitlines()[-1].startswith("  set aside: ")
    assert person.types("check", "--all").code == 0


def test_what_was_merged_is_known_for_it(tmp_path: Path) -> None:
    """A copy that comes back is one of which the session has all: nothing is asked again."""
    person = parted(tmp_path).after("merge friday other --take a", "sessions restore other")
    before = person.file("friday")
    assert "other is a copy of friday, which has all of it" in person.types("sessions").err
    person.does("merge friday other")
    assert person.file("friday") == before


def test_two_that_say_the_same(tmp_path: Path) -> None:
    """The same deal entered on both: nobody is asked, and it stands once."""
    person = somebody(tmp_path, "other", "deal spader 8 4").after("deal spader 8 4 -s friday")
    done = person.reads("merge friday other")
    assert (done["taken"], done["aside"]) == (["a1"], [])
    assert len(person.reads("sheet")["deals"]) == 3


def test_without_an_answer_both_are_shown_and_nothing_is_changed(tmp_path: Path) -> None:
    """Side by side, at any width; what to type is named."""
    person = parted(tmp_path)
    before = files_of(person)
    for width in ("80", "50", "30"):
        said = person.types("merge", "friday", "other", COLUMNS=width)
        assert said.code == 1
        assert "scorekeeper merge friday other --take a1,b1…" in said.err
        lines = said.out.splitlines()
        assert all(len(line) <= int(width) for line in lines)
        assert lines[0].startswith("friday and other have 2 entries"[: int(width) // 2])
    assert person.types("merge", "friday", "other", "--format", "json").codes == ["merge-choose"]
    assert files_of(person) == before


def test_the_table_is_asked_entry_by_entry(tmp_path: Path) -> None:
    """At a terminal: all of one, or one row after another."""
    person = parted(tmp_path)
    said = person.types("merge", "friday", "other", stdin=Typed("x\n\nba\ny\n", is_terminal=True))
    assert said.code == 0, said.err
    assert "Error: say a or b\n" in said.err  # `x` is neither
    tricks = [deal["counts"]["tricks"]["Anna"] for deal in person.reads("sheet")["deals"]]
    assert tricks == [6, 6, 8, 5]
    assert [(row["deal"], row["say"]) for row in person.reads("log") if row["what"] == "note"] == [
        (3, "note: late")
    ]


def test_copies_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """By where they lie, and when each was gone on with last."""
    person = parted(tmp_path / "home")
    folder = tmp_path / "usb"
    folder.mkdir()
    shutil.move(person.path("other"), folder / "friday.toml")
    said = Person(person.home, COLUMNS="200").types("merge", "friday", f"{folder}/friday.toml").out
    common, _, heads, *_ = said.splitlines()
    assert common.startswith("the copies of friday have 2 entries in common; ")
    ours, _, theirs = heads.partition(" | ")
    assert re.match(r"a: friday of this computer; last entry \d{4}-\d\d-\d\d \d\d:\d\d +$", ours)
    assert theirs.startswith(f"b: friday in {folder}"[: len(theirs.split(";")[0])])


@pytest.mark.parametrize(("answer", "deals"), [("a\n", 3), ("b\n", 3), ("\n-\nn\n", 2)])
def test_all_of_one_or_nothing(tmp_path: Path, answer: str, deals: int) -> None:
    person = parted(tmp_path)
    said = person.types("merge", "friday", "other", stdin=Typed(answer, is_terminal=True))
    assert said.code == 0, said.err
    assert len(person.reads("sheet")["deals"]) == deals


def test_enter_keeps_a_deal_that_one_copy_has(tmp_path: Path) -> None:
    """It was played: only a no leaves it out."""
    person = parted(tmp_path)
    asked = Typed("\na\n\n", is_terminal=True)
    said = person.types("merge", "friday", "other", stdin=asked)
    assert said.code == 0, said.err
    assert "take b2? [Y/n]:" in said.err
    assert len(person.reads("sheet")["deals"]) == 4


def test_a_merge_is_taken_back_and_chosen_anew(tmp_path: Path) -> None:
    """What was set aside is not lost: `undo`, then the same copy with another choice."""
    person = parted(tmp_path)
    person.path("other").rename(tmp_path / "other.toml")
    other = str(tmp_path / "other.toml")
    before = person.reads("sheet")
    person.types("merge", "friday", other, "--take", "b")
    back = person.does("undo").out
    assert back.startswith("took back the merge with other\n")
    assert "  `scorekeeper merge` with the same copy lets you choose anew\n" in back
    assert person.reads("sheet") == before
    assert person.does("redo").out.startswith("restored the merge with other\n")
    person.does("undo")
    assert person.reads("log")[-1]["say"] == "took back the merge with other"
    assert person.types("merge", "friday", other, "--take", "a1,b2").code == 0
    assert len(person.reads("sheet")["deals"]) == 4
    assert person.types("check").code == 0


def test_a_question_that_nobody_answers_changes_nothing(tmp_path: Path) -> None:
    person = parted(tmp_path)
    before = files_of(person)
    assert person.types("merge", "friday", "other", stdin=Typed("\n", is_terminal=True)).code == 1
    assert files_of(person) == before


class Meanwhile(Typed):
    """What is typed by somebody while another terminal records something."""

    def __init__(self, text: str, person: Person, line: str) -> None:
        super().__init__(text, is_terminal=True)
        self.person, self.line = person, line

    def readline(self, size: int = -1, /) -> str:
        path = self.person.path(self.line)
        path.write_bytes(path.read_bytes() + b"# read\n")
        return super().readline(size)


@pytest.mark.parametrize("name", ["friday", "other"])
def test_a_copy_that_was_gone_on_with_meanwhile(tmp_path: Path, name: str) -> None:
    """What was shown is no longer so: it is said, and nothing is changed but by the other."""
    person = parted(tmp_path)
    before = person.file("friday")
    said = person.types(
        "merge", "friday", "other", "--format", "json", stdin=Meanwhile("a\n", person, name)
    )
    assert said.code == 1
    assert '"code": "merge-changed"' in said.err or '"code":"merge-changed"' in said.err
    assert person.file("friday").removesuffix(b"# read\n") == before
    assert person.path("other").exists()


# --- what cannot be merged -----------------------------------------------------------------------


def edited(person: Person, name: str, old: str, new: str) -> None:
    data = person.file(name)
    assert old.encode() in data
    person.path(name).write_bytes(data.replace(old.encode(), new.encode(), 1))


def by_hand(old: str, new: str) -> Callable[[Person], None]:
    return lambda person: edited(person, "other", old, new)


SPOILT: dict[str, tuple[Callable[[Person], object], tuple[str, ...], list[str]]] = {
    "itself": (lambda _: None, ("friday", "friday"), ["merge-same"]),
    "itself by its path": (
        lambda person: None, ("friday", "{home}/sessions/friday.toml"), ["merge-same"],
    ),
    "nobody": (lambda _: None, ("friday", "fryday"), ["session-unknown"]),
    "another session": (
        lambda person: person.does("new bismarck-swedish Anna Björn Cleo --name x"),
        ("friday", "x"), ["merge-other"],
    ),
    "other people": (
        by_hand('people = ["Anna", "Björn", "Cleo"]', 'people = ["Anna", "Björn", "Cleo", "Dan"]'),
        ("friday", "other"), ["merge-agreed", "chain"],
    ),
    "changed by hand": (
        by_hand("facts.tricks = [6, 6, 4]", "facts.tricks = [7, 5, 4]"), ("friday", "other"), ["chain"],
    ),
    "damaged": (by_hand("whole = true\n\n[[entry]]", "x"), ("friday", "other"), ["session-broken"]),
    "an unknown entry": (lambda _: None, ("friday", "other", "--take", "a1,c1,b9"), ["merge-take"] * 2),
    "one twice": (lambda _: None, ("friday", "other", "--take", "a1,a1"), ["merge-take"]),
    "no list": (lambda _: None, ("friday", "other", "--take", ","), ["merge-take"]),
    "a deal of a contract that is gone": (
        lambda person: person.after("deal trumf hearts 6 6 -s other", "deal sang 6 6 -s other"),
        ("friday", "other", "--take", "b2,b4"), ["contract-used"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SPOILT)
def test_what_cannot_be_merged_is_refused_and_nothing_changed(tmp_path: Path, what: str) -> None:
    person = parted(tmp_path)
    spoil, words, codes = SPOILT[what]
    spoil(person)
    before = files_of(person)
    typed = [word.replace("{home}", str(person.home)) for word in words]
    said = person.types("merge", *typed, "--format", "json")
    assert (said.code, said.codes) == (1, codes), said.err
    assert files_of(person) == before


def test_a_change_that_was_taken_in_is_chosen_as_any_other(tmp_path: Path) -> None:
    """A copy with a deal changed by hand and taken in parts at that deal."""
    person = somebody(tmp_path, "other")
    edited(person, "other", "facts.tricks = [6, 6, 4]", "facts.tricks = [7, 5, 4]")
    person.does("check --accept -s other")
    assert person.types("merge", "friday", "other").code == 1
    person.does("merge friday other --take b")
    assert person.reads("sheet")["deals"][0]["counts"]["tricks"]["Anna"] == 7
    assert person.types("check").code == 0


def test_another_head_is_told(tmp_path: Path) -> None:
    """A place that somebody wrote into one of them changes no score."""
    person = somebody(tmp_path, "other", "deal spader 8 4")
    edited(person, "friday", 'place = "Malmö"', 'place = "Lund"')
    person.does("check --accept -s friday")
    said = person.does("merge friday other --take b")
    assert "`place` is not the same in both heads; that of friday stays" in said.err
    assert person.types("check").code == 0
    assert len(person.reads("sheet")["deals"]) == 3


# --- what fails in the middle --------------------------------------------------------------------


@pytest.mark.surroundings
def test_a_kill_at_any_call_is_finished_by_the_same_again(tmp_path: Path) -> None:
    """Whichever call is the last: the file that is kept has all that was chosen or nothing of it,
    the other is there whole, and the same command again ends where it would have ended."""
    person = parted(tmp_path / "home")
    words = ("merge", "friday", "other", "--take", "b2")
    began, copy = person.file("friday"), person.file("other")
    paths = person.path("friday"), person.path("other"), person.home / "trash" / "other.toml"
    calm = Machine()
    with failing(calm):
        assert person.types(*words).code == 0
    number = len(read_session_log(person.file("friday")).entries)
    for at in [at for at, (name, _) in enumerate(calm.calls, 1) if name in CALLS]:
        paths[0].write_bytes(began)
        paths[1].write_bytes(copy)
        paths[2].unlink(missing_ok=True)
        machine = killed(at)
        with suppress(Killed), failing(machine):
            person.types(*words, stdin=Typed())
        machine.died()
        assert len(read_session_log(person.file("friday")).entries) in (number, number - 3), at
        where = [path for path in paths[1:] if path.exists()]
        assert where, at
        assert all(path.read_bytes() == copy for path in where)
        if paths[1].exists():
            assert person.types(*words).code == 0, at
        assert len(read_session_log(person.file("friday")).entries) == number, at
        assert [path.exists() for path in paths] == [True, False, True], at


# --- where the files are -------------------------------------------------------------------------


def test_an_evening_of_old(tmp_path: Path) -> None:
    """Copies of format 1 have no ids and no chain: they are merged all the same, the file begins as
    it did, and the chain begins with what is appended."""
    person = Person(tmp_path / "home").after("new bizon Anna Bo Cleo --name x")
    for name in ("friday", "other"):
        person.path(name).write_bytes(OLD.read_bytes())
    last = read_session_log(OLD.read_bytes()).entries[-1]
    person.after("undo -s friday", "note one -s friday", "note two -s other")
    before = person.file("friday")
    done = person.reads("merge friday other --take b1,a2")
    assert done["common"] == len(read_session_log(OLD.read_bytes()).entries)
    assert person.file("friday").startswith(before)
    said = [row["say"] for row in person.reads("log -s friday")]
    assert said[-3:-1] == ["note: two", "note: one"]
    assert last.what
    assert person.types("check", "friday").code == 0


def test_copies_of_old_that_only_one_went_on_with(tmp_path: Path) -> None:
    person = Person(tmp_path / "home").after("new bizon Anna Bo Cleo --name x")
    for name in ("friday", "other"):
        person.path(name).write_bytes(OLD.read_bytes())
    person.does("note two -s other")
    longer = person.file("other")
    person.does("merge friday other")
    assert person.file("friday") == longer


def test_a_copy_that_lies_elsewhere(tmp_path: Path) -> None:
    """It is read where it lies and stays there; of two the one of the home is kept."""
    person = parted(tmp_path / "home")
    away = tmp_path / "away.toml"
    person.path("other").rename(away)
    said = person.types("merge", str(away), "friday", "--take", "a2")
    assert said.code == 0, said.err
    assert f"  {away} stays where it is" in said.out
    assert away.exists()
    assert person.reads("sheet")["deals"][2]["counts"]["tricks"]["Anna"] == 5


def test_an_archived_copy(tmp_path: Path) -> None:
    """One that stands is kept before one that is archived; nothing is recorded in two of those."""
    person = parted(tmp_path).after("sessions archive friday")
    done = person.reads("merge friday other --take b")
    assert (done["session"], done["trash"]) == ("other", "friday")
    person.does("sessions archive other")
    shutil.copy(
        person.home / "sessions/archive/other.toml", person.home / "sessions/archive/x.toml"
    )
    said = person.types("merge", "other", "x", "--format", "json")
    assert said.codes == ["session-archived"]


def test_what_a_power_cut_left_is_set_aside(tmp_path: Path) -> None:
    """In the file that is kept it is moved to a file of its own; in the other it stays."""
    person = parted(tmp_path)
    for name in ("friday", "other"):
        person.path(name).write_bytes(person.file(name) + b"\n[[entry]]\nwhat = ")
    person.does("merge friday other --take b")
    assert (person.home / "sessions" / "friday.cut-1").exists()
    assert (person.home / "trash" / "other.toml").read_bytes().endswith(b"what = ")
    assert person.types("check").code == 0


def test_whoever_tells_of_copies_names_the_command(tmp_path: Path) -> None:
    """And at the live table it is told where it is typed."""
    person = parted(tmp_path)
    for line in ("sessions", "league", "check friday"):
        assert "scorekeeper merge friday other makes one of them" in person.types(*line.split()).err
    said = person.types("play", "--session", "friday", stdin=Typed("merge friday other\n"))
    assert "`merge` is a command of the shell" in said.out + said.err


def test_three_copies_are_merged_two_at_a_time(tmp_path: Path) -> None:
    person = parted(tmp_path)
    shutil.copy(person.path("other"), person.path("third"))
    person.after("undo -s third", "deal spader 7 7 -s third", "merge friday other --take b")
    person.does("merge friday third --take b")
    assert person.types("check").code == 0
    assert person.reads("sheet")["deals"][2]["counts"]["tricks"]["Björn"] == 7
    assert len(person.reads("sessions")) == 1


def test_a_name_that_steers_a_terminal_is_harmless(tmp_path: Path) -> None:
    person = parted(tmp_path / "home")
    away = tmp_path / "a\x1b[2Jb.toml"
    person.path("other").rename(away)
    assert "\x1b" not in person.types("merge", "friday", str(away)).out
    said = person.types("merge", "friday", str(away), "--take", "b")
    assert (said.code, "\x1b" in said.out + said.err) == (0, False)
    assert "\x1b" not in person.does("log").out + person.does("log --all").out


def test_a_seal_of_a_copy_that_was_changed_is_none(tmp_path: Path) -> None:
    """What is kept of the other copy is held by its own chain, wherever it is changed."""
    person = parted(tmp_path)
    seal = person.reads("log -s other")[-1]["seal"]
    person.does("merge friday other --take a")
    edited(person, "friday", '\\"late\\"', '\\"later\\"')
    said = person.types("check", "--seal", seal, "--format", "json")
    assert (said.code, said.codes) == (1, ["seal"])
    assert seal_of("", 3) != seal


def test_a_count_that_waits_is_for_nobodys_eyes(tmp_path: Path) -> None:
    """Two people counted the same on two laptops: neither count is shown, nor that they are alike."""
    person = Person(tmp_path).after(
        "new bismarck-swedish Anna Björn Cleo --name friday --two-counts"
    )
    shutil.copy(person.path("friday"), person.path("other"))
    person.after("count --by Anna sang 9 4 3 -s friday", "count --by Björn sang 9 4 3 -s other")
    said = person.types("merge", "friday", "other")
    assert "a1" in said.out
    assert " = " not in said.out
    person.does("merge friday other --take a1")
    shown = said.out + "".join(
        person.does(line).out for line in ("log", "log --all", "log --format json")
    )
    assert not re.search(r"sang|tricks|9, ?4", shown)
    assert "set aside: " in shown


@pytest.mark.parametrize(
    ("kept", "thrown", "names"),
    [
        pytest.param("friday", "other", "Anna and Björn", id="into the copy of the one"),
        pytest.param("other", "friday", "Björn and Anna", id="into the copy of the other"),
    ],
)
def test_two_equal_counts_one_in_each_copy_are_the_deal(
    tmp_path: Path, kept: str, thrown: str, names: str
) -> None:
    """It is recorded under both names, and taken back with the merge."""
    person = Person(tmp_path).after(
        "new bismarck-swedish Anna Björn Cleo --name friday --two-counts"
    )
    shutil.copy(person.path("friday"), person.path("other"))
    person.after("count --by Anna sang 9 4 3 -s friday", "count --by Björn sang 9 4 3 -s other")
    said = person.does(f"merge {kept} {thrown} --take a1,b1")
    assert "recorded deal 1" in said.out
    assert f"counted alike by {names}" in said.out
    (deal,) = person.reads(f"sheet -s {kept}")["deals"]
    assert deal["counts"]["tricks"] == {"Anna": 9, "Björn": 4, "Cleo": 3}
    assert sorted(deal["counted"]) == ["Anna", "Björn"]
    person.does(f"undo -s {kept}")
    assert person.reads(f"sheet -s {kept}")["deals"] == []


def test_equal_counts_of_another_deal_are_not_taken_for_the_coming_one(tmp_path: Path) -> None:
    """The one copy had a deal more when it was counted, so these are counts of two deals."""
    person = Person(tmp_path).after(
        "new bismarck-swedish Anna Björn Cleo --name friday --two-counts"
    )
    shutil.copy(person.path("friday"), person.path("other"))
    person.after(
        "deal --alone agreed spader 4 8 -s friday",
        "count --by Anna sang 9 4 3 -s friday",
        "count --by Björn sang 9 4 3 -s other",
        "merge friday other --take a1,a2,b1",
    )
    assert len(person.reads("sheet")["deals"]) == 1
