"""The chain: whatever is changed in a session file is seen at the entry below it, a seal that was
noted down proves all above it, and a change that is meant is taken in."""

from __future__ import annotations

import json
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from own_pages import PAGES
from terminal import Person, Typed

from scorekeeper.game.entry_kinds import KINDS
from scorekeeper.record.chain import LETTERS, breaks_of, digest_of, seal_of
from scorekeeper.record.log_text import ParseCache
from scorekeeper.record.session_head import read_session_log

NEW = "new bismarck-swedish Anna Björn Cleo --name it"
LINES = ("deal sang 6 6 --by Anna", "deal pass 9 2", "note late", "amend 2 tricks=8,3,5", "undo")
OLD = Path(__file__).parent.parent / "old" / "1" / "bismarck-swedish.toml"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Person:
    """Somebody with a session of five entries."""
    return Person(tmp_path_factory.mktemp("host") / "home").after(NEW, *LINES)


@pytest.fixture
def somebody(host: Person, tmp_path: Path) -> Person:
    """Somebody with the same session."""
    return host.settled(tmp_path / "home")


def changed(somebody: Person, old: str, new: str, times: int = 1) -> Person:
    """The same person after somebody changed the file in an editor."""
    data = somebody.file("it")
    assert data.count(old.encode()) >= 1
    somebody.path("it").write_bytes(data.replace(old.encode(), new.encode(), times))
    return somebody


def told(somebody: Person, *words: str) -> list[tuple[str, str]]:
    """The codes and messages with which `check` refuses."""
    said = somebody.types("check", *words, "--format", "json")
    assert said.code == 1
    problems = [(problem["code"], problem["message"]) for problem in said.problems]
    return [(code, re.sub(r"^it · line \d+: ", "", message)) for code, message in problems]


def seals(somebody: Person) -> list[str]:
    return [row["seal"] for row in somebody.reads("log")]


# --- what is written -------------------------------------------------------------------------------


def test_each_entry_holds_the_digest_of_the_one_above_it(somebody: Person) -> None:
    """The first that of the head; each has an id of its own, and who recorded it where that was
    said."""
    journal = read_session_log(somebody.file("it"))
    assert [entry.before for entry in journal.entries] == [
        digest_of(block) for block in journal.blocks[:-1]
    ]
    assert len({entry.id for entry in journal.entries}) == len(LINES)
    assert all(re.fullmatch("[0-9a-f]{16}", entry.id) for entry in journal.entries)
    assert [entry.by for entry in journal.entries] == ["Anna", "", "", "", ""]
    assert re.fullmatch("[0-9a-f]{32}", journal.head["id"])


def test_no_two_sessions_have_one_id(somebody: Person) -> None:
    somebody.does("new bismarck-swedish Anna Björn Cleo --name other")
    heads = [read_session_log(somebody.file(name)).head for name in ("it", "other")]
    assert heads[0]["id"] != heads[1]["id"]


def test_many_deals_at_once_are_chained_too(somebody: Person, tmp_path: Path) -> None:
    (tmp_path / "more.csv").write_text('contract,tricks\nsang,"6,6,4"\npass,"6,6,4"\n')
    somebody.does(f"import {tmp_path / 'more.csv'}")
    journal = read_session_log(somebody.file("it"))
    assert breaks_of(journal) == []
    assert journal.entries[-1].before == digest_of(journal.blocks[-2])


def test_who_records_is_kept(somebody: Person) -> None:
    """`--by` before `$SCOREKEEPER_BY`; at the live table from the line `by` on."""
    somebody.does("undo", SCOREKEEPER_BY="Bo")
    somebody.does("redo --by Cleo", SCOREKEEPER_BY="Bo")
    somebody.types("play", stdin=Typed("note one\nby Dora Ek\nnote two\n"), SCOREKEEPER_BY="Bo")
    assert [row["by"] for row in somebody.reads("log")][5:] == ["Bo", "Cleo", "Bo", "Dora Ek"]
    assert "note: two (Dora Ek)\n" in somebody.does("log").out


@pytest.mark.parametrize("name", ["a\x1b[2Jb", "x" * 41])
def test_who_records_can_be_shown(somebody: Person, name: str) -> None:
    before = somebody.file("it")
    said = somebody.types("undo", "--by", name, "--format", "json")
    assert (said.code, said.codes, somebody.file("it")) == (1, ["by-name"], before)


# --- what is seen ----------------------------------------------------------------------------------


def test_a_file_as_it_was_recorded_is_well(somebody: Person) -> None:
    said = somebody.types("check")
    assert (said.code, said.out, said.err) == (0, "", "")


def test_every_character_of_every_entry_above_another_counts(somebody: Person) -> None:
    """Whatever character of the file is another, short of the last entry and of comments and blank
    lines, the chain does not hold, or the file is not read."""
    data = somebody.file("it").decode()
    journal = read_session_log(data.encode())
    ends = [data.index(block) + len(block) for block in journal.blocks]
    for start, end in pairwise([ends[0], *ends[:-1]]):
        for place in range(start + 1, end - 1):
            other = data[:place] + ("x" if data[place] != "x" else "y") + data[place + 1 :]
            try:
                found = read_session_log(other.encode())
            except Exception:
                continue
            assert breaks_of(found), (place, data[place - 20 : place + 20])


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tricks = [6, 6, 4]", "tricks = [7, 5, 4]", "entry 1 was changed by hand: `facts.tricks = [6, 6, 4]` is `facts.tricks = [7, 5, 4]` now"),
        ("tricks = [9, 2, 5]", "tricks = [9, 3, 5]", "entry 2 was changed by hand: `facts.tricks = [9, 2, 5]` is `facts.tricks = [9, 3, 5]` now"),
        ('contract = "sang"', 'contract = "spader"', 'entry 1 was changed by hand: `facts.contract = "sang"` is `facts.contract = "spader"` now'),
        ('dealer = "Anna"', 'dealer = "Cleo"', 'the head was changed by hand: `seats.dealer = "Anna"` is `seats.dealer = "Cleo"` now'),
        ('by = "Anna"\n', 'by = "Anna"\n# by hand\n', "entry 1 was changed by hand: `# by hand` was put in"),
        ('text = "late"', 'text = "later"', "entry 4 does not follow: entry 3 was changed by hand, or what stood between them is gone"),
    ],
)  # fmt: skip
def test_what_a_hand_changed_is_told(somebody: Person, old: str, new: str, message: str) -> None:
    """Numbers, words that the game knows and comments are guessed, and a guess that has the digest
    is right; anything else is named by the entries that it is between."""
    found = told(changed(somebody, old, new))
    assert ("chain", message) in found
    assert len([code for code, _ in found if code == "chain"]) == 1


def test_an_entry_that_was_taken_out_is_missed(somebody: Person) -> None:
    """The correction and its undo go together without a trace in the deals: the chain has one."""
    journal = read_session_log(somebody.file("it"))
    somebody.does("note end")
    _, _, _, _, amendment, undo = journal.blocks
    changed(somebody, f"\n{amendment}\n{undo}", "")
    (found,) = told(somebody)
    assert found[1].startswith("entry 4 does not follow: entry 3 was changed by hand, or what")


def test_an_entry_that_was_put_in_is_seen(somebody: Person) -> None:
    """One without a digest by itself, and a copy between two by what it stands between."""
    before = somebody.file("it")
    note = '[[entry]]\nwhat = "note"\nnumber = 3\nfacts.text = "x"\nwhole = true\n'
    somebody.path("it").write_bytes(before + f"\n{note}".encode())
    assert told(somebody) == [
        ("chain", "entry 6 has no line `before`: it was put in or changed by hand")
    ]
    third, fourth = read_session_log(before).blocks[3:5]
    somebody.path("it").write_bytes(before)
    changed(somebody, fourth, f"{third}\n{fourth}")
    assert (
        told(somebody)[0][1]
        == "entry 4 followed entry 2: what stands between them was put in or moved by hand"
    )


@pytest.mark.parametrize("lines", ["before = .*\n", "(before|id) = .*\n"])
@pytest.mark.parametrize("words", [[], ["--all"]])
def test_a_chain_that_was_taken_away_is_missed(
    somebody: Person, lines: str, words: list[str]
) -> None:
    """Each entry of a session of today holds a digest: without them nothing would tell that a deal
    was changed. Taken in, the file goes on as it is."""
    path = somebody.path("it")
    head, mark, entries = path.read_text("utf-8").partition("[[entry]]")
    taken = re.sub(rf"(?m)^{lines}", "", entries).replace("[6, 6, 4]", "[7, 5, 4]")
    path.write_text(f"{head}{mark}{taken}", "utf-8")
    message = "entries 1 to 5 have no line `before`: they were put in or changed by hand"
    assert told(somebody, *words) == [("chain", message)]
    somebody.after("check --accept", "deal sang 6 6", "check")
    path.write_text(path.read_text("utf-8").replace("[7, 5, 4]", "[8, 4, 4]"), "utf-8")
    assert [code for code, _ in told(somebody)] == ["chain"] * 2


def test_comments_are_no_part_of_the_chain(somebody: Person) -> None:
    """What somebody writes between the entries is kept, and is no change."""
    changed(somebody, "whole = true\n", "whole = true\n# a good deal\n\n", 9)
    assert somebody.types("check").code == 0


def test_another_editors_ends_of_lines_are_told_for_what_they_are(somebody: Person) -> None:
    changed(somebody, "\n", "\r\n", 10_000)
    assert told(somebody) == [
        (
            "chain",
            "above 5 entries only the ends of the lines are others, as another editor writes them",
        )
    ]
    somebody.does("note after all")
    somebody.does("check --accept")
    assert somebody.types("check").code == 0


def test_a_changed_file_still_opens_and_scores(somebody: Person) -> None:
    """The chain is spoken of by `check` alone; everything else takes the file as it stands."""
    changed(somebody, "tricks = [6, 6, 4]", "tricks = [7, 5, 4]")
    assert (
        somebody.reads("sheet")["totals"]["Anna"]
        == somebody.reads("sheet")["deals"][1]["totals"]["Anna"]
    )
    assert somebody.does("deal sang 6 6").err == ""


# --- seals -----------------------------------------------------------------------------------------


def test_a_seal_is_shown_after_whatever_is_recorded(somebody: Person) -> None:
    """As the last line of text, in the JSON, and at the live table."""
    said = somebody.does("deal sang 6 6").out.splitlines()[-1]
    assert said == f"seal: {seals(somebody)[-1]}"
    assert somebody.reads("undo")["seal"] == seals(somebody)[-1]
    lines = somebody.types("play", stdin=Typed("sang 6 6\n")).out.splitlines()
    assert f"recorded deal 3; seal: {seals(somebody)[-1]}" in lines
    assert seals(somebody)[-1] in somebody.does("log").out.splitlines()[-1]


def test_a_seal_can_be_read_aloud(somebody: Person) -> None:
    """Eight letters, of sixteen that are told apart; those of the digest's first figures."""
    assert len(set(LETTERS)) == 16
    assert not set(LETTERS) & set("CDEGINPSTV")
    for number, seal in enumerate(seals(somebody), 1):
        assert re.fullmatch(f"[{LETTERS}]{{4}}-[{LETTERS}]{{4}}-{number}", seal)
    assert seal_of("", 12) == "YHUA-WJJF-12"


@pytest.mark.parametrize(
    "spelt",
    [
        str,
        str.lower,
        lambda s: s.replace("-", " "),
        lambda s: s.replace("-", ""),
        lambda s: s.replace("O", "0"),
        lambda s: s.rpartition("-")[0],
    ],
)
def test_a_seal_that_was_noted_down_proves_all_above_it(somebody: Person, spelt: object) -> None:
    """However it is spelt: the entry that has it is named, and all up to it is as it was."""
    seal = seals(somebody)[1]
    assert callable(spelt)
    said = somebody.types("check", "--seal", spelt(seal))
    assert (
        said.out
        == f"{seal} is entry 2, deal 2: contract pass · tricks 9,2,5; all up to it is as it was\n"
    )
    held = json.loads(somebody.types("check", "--seal", seal, "--format", "json").out)
    assert (held["entry"], held["deal"], held["accepted"]) == (2, 2, 0)


def test_what_was_changed_above_a_seal_is_told(somebody: Person) -> None:
    """Above it, in it, and not what came below it."""
    first, second, third = seals(somebody)[:3]
    changed(somebody, "tricks = [9, 2, 5]", "tricks = [9, 3, 4]")
    assert somebody.types("check", "--seal", first).code == 0
    assert told(somebody, "--seal", second)[0] == (
        "seal",
        f"entry 2 had the seal {second}, and was changed since",
    )
    assert [code for code, _ in told(somebody, "--seal", third)] == ["chain"]


def test_a_seal_of_nothing_here_is_told(somebody: Person) -> None:
    assert told(somebody, "--seal", "AAAA-AAAA") == [("seal", "no entry has the seal AAAA-AAAA")]
    assert told(somebody, "--seal", "AAAA-AAAA-5") == [
        ("seal", "entry 5 has another seal than AAAA-AAAA-5")
    ]
    assert told(somebody, "--seal", "it") == [("seal", "no entry has the seal it")]


def test_a_log_that_is_shorter_than_a_seal_is_told(somebody: Person) -> None:
    """Entries cut off at the end leave a chain that holds: a seal tells how many there were."""
    last = seals(somebody)[-1]
    journal = read_session_log(somebody.file("it"))
    changed(somebody, "\n" + "\n".join(journal.blocks[4:]), "")
    assert somebody.types("check").code == 0
    assert told(somebody, "--seal", last) == [
        (
            "seal",
            f"{last} is the seal of entry 5, but the log has 3 entries: its end was "
            "cut off, or the seal is of another log",
        )
    ]
    somebody.after("note three", "note two", "note one")
    assert told(somebody, "--seal", last) == [("seal", f"entry 5 has another seal than {last}")]


# --- taken in --------------------------------------------------------------------------------------


def test_a_change_that_is_meant_is_taken_in(somebody: Person) -> None:
    """With who did so, in the log; from there on the chain holds, and what is changed once more is
    told again."""
    changed(somebody, "tricks = [6, 6, 4]", "tricks = [7, 5, 4]")
    said = somebody.types("check", "--accept", "--by", "Cleo")
    assert said.out.splitlines()[0] == "1 change by hand was taken in"
    assert somebody.types("check").code == 0
    row = somebody.reads("log")[-1]
    assert (row["what"], row["by"], row["say"]) == (
        "accept",
        "Cleo",
        "1 change by hand was taken in",
    )
    somebody.does("deal sang 6 6")
    assert somebody.types("check").code == 0
    held = somebody.types("check", "--seal", seals(somebody)[-1]).out
    assert held.endswith("as it was, but for what was changed by hand and taken in\n")
    changed(somebody, "tricks = [7, 5, 4]", "tricks = [8, 4, 4]")
    assert [code for code, _ in told(somebody)] == ["chain"]


def test_taking_in_is_no_act_that_is_undone(somebody: Person) -> None:
    """An undo after it takes back what was recorded before it."""
    changed(somebody, "tricks = [6, 6, 4]", "tricks = [7, 5, 4]")
    somebody.does("check --accept")
    assert somebody.does("undo").out.splitlines()[0] == "took back: note: late"
    assert somebody.types("check").code == 0


def test_where_nothing_was_changed_nothing_is_taken_in(somebody: Person) -> None:
    assert told(somebody, "--accept")[0][0] == "accept-nothing"


# --- an evening of old -----------------------------------------------------------------------------


def test_the_chain_of_an_old_evening_begins_with_its_first_new_entry(tmp_path: Path) -> None:
    """It holds the digest of all that stands above; nothing above can be changed from then on."""
    somebody = Person(tmp_path / "home").after(NEW)
    path = somebody.path("it")
    path.write_bytes(OLD.read_bytes())
    old = read_session_log(path.read_bytes())
    somebody.after("note gone on with", "undo")
    assert somebody.types("check").code == 0
    entries = read_session_log(path.read_bytes()).entries
    assert entries[: len(old.entries)] == old.entries
    assert [bool(entry.before) for entry in entries[-3:]] == [False, True, True]
    assert [row["seal"] is None for row in somebody.reads("log")][-3:] == [True, False, False]
    data = path.read_bytes()
    path.write_bytes(re.sub(rb"(?m)^before = .*\n", b"", data))
    number = len(old.entries)
    message = f"entries {number + 1} to {number + 2} have no line `before`: they were put in or changed by hand"
    assert told(somebody) == [("chain", message)]
    path.write_bytes(data)
    path.write_bytes(path.read_bytes().replace(b"2026-", b"1999-", 1))
    assert [code for code, _ in told(somebody)] == ["chain"]


# --- cut off ---------------------------------------------------------------------------------------

EVERY_KIND = (
    "redo", "insert 1 pass 6 6", "seat swap Anna Björn", "undo", "strike 1", "amend 1 --or 7 5", "settle 1 2",
    "swap 1 2", "known hearts", "turn Björn",
    "penalty Anna 4", "misdeal", "seat Dora for Cleo",
    "seat Emil for Anna --from 1", "seat Anna for Emil --own-score", "agree must_trump=yes",
    "count --by Anna spader 6 6", "finish",
)  # fmt: skip


def test_a_session_of_every_kind_of_entry_cut_anywhere_keeps_every_whole_one(
    somebody: Person,
) -> None:
    """Whatever byte a power cut ends it at: the whole entries before stand, the chain of what is
    left holds, but for what a hand changed until that is taken in, and the next entry is chained
    to it."""
    somebody.after(*EVERY_KIND)
    somebody.path("copy").write_bytes(somebody.file("it"))
    somebody.after("note one -s copy", "note two -s it", "merge it copy --take a", "undo")
    changed(somebody, 'text = "late"', 'text = "later"').does("check --accept")
    data = somebody.file("it")
    whole = read_session_log(data)
    assert {one.what for one in whole.entries} == set(KINDS) - {"complete"}, "no deal waits here"

    def is_told(number: int) -> bool:
        """Whether of so many entries the fourth follows a note that a hand changed."""
        return 4 <= number < len(whole.entries)

    ends, place = [], 0
    for block in whole.blocks:
        place = data.index(block.encode(), place) + len(block.encode())
        ends.append(place)
    seen = ParseCache()
    for end in range(ends[0], len(data) + 1):
        journal = read_session_log(data[:end], seen)
        number = sum(stop - 1 <= end for stop in ends[1:])
        assert journal.entries == whole.entries[:number], end
        assert len(breaks_of(journal)) == is_told(number), end
    for end in range(ends[0] + 1, len(data), 197):
        somebody.path("it").write_bytes(data[:end])
        assert somebody.types("note", "on we go").code == 0
        number = len(read_session_log(data[:end], seen).entries)
        assert somebody.types("check").code == is_told(number)


def test_an_entry_that_completes_a_deal_is_cut_like_any(somebody: Person) -> None:
    """Cut anywhere in it, the deal waits again, and is completed anew."""
    rulesets = somebody.path("it").parents[1] / "rulesets"
    rulesets.mkdir(exist_ok=True)
    shutil.copy(PAGES / "wager.toml", rulesets)
    somebody.does("new wager Anna Björn Cleo --name bet")
    somebody.after("deal 5 3")
    before = somebody.file("bet")
    somebody.after("complete 1 winner=Anna")
    data = somebody.file("bet")
    for end in range(len(before), len(data), 9):
        somebody.path("bet").write_bytes(data[:end])
        assert len(read_session_log(data[:end]).entries) == 1
        somebody.after("complete 1 winner=Anna", "check")
        assert len(read_session_log(somebody.file("bet")).entries) == 2


@pytest.mark.parametrize("words", [["it"], ["-s", "it"], ["--all"]])
def test_a_mend_is_for_the_session_that_was_checked(somebody: Person, words: list[str]) -> None:
    """Another one is the current one by then, and the command would take in what is in that."""
    changed(somebody, "tricks = [6, 6, 4]", "tricks = [7, 5, 4]")
    somebody.does("new bismarck-swedish Anna Björn Cleo --name other")
    said = " ".join(somebody.types("check", *words).err.split())
    assert "scorekeeper check -s it --accept" in said
    assert "scorekeeper check --accept" not in said
