"""Size costs work in proportion, and has limits that are told: what passes one is refused at
once, with its number."""

from __future__ import annotations

import tomllib
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import terminal
from evening import AT, Evening, seat_refusals
from own_pages import read
from terminal import Person
from work import calls_of

from scorekeeper.base import input_limits as limits
from scorekeeper.game.entry_kinds import folded_of
from scorekeeper.game.log import Entry
from scorekeeper.record.log_text import START, entry_text
from scorekeeper.record.open_session import opened
from scorekeeper.record.seat_changes import seating
from scorekeeper.record.session_head import read_session_log
from scorekeeper.render.report_formats import SHEETS
from scorekeeper.render.writers import Look
from scorekeeper.report.sheet import sheet_of
from scorekeeper.rules.inheritance import too_many
from scorekeeper.store import size_limits as size
from scorekeeper.store.ruleset_library import load_ruleset_file
from scorekeeper.store.session_changes import create_session
from scorekeeper.text.problems import Refused

ROOT = Path(__file__).parent.parent.parent
HEAD = Evening("bismarck-swedish").data
ENDLESS = terminal.ENDLESS.read_text(encoding="utf-8")


@pytest.fixture
def person(tmp_path: Path) -> Person:
    """Somebody with a game without an end, and a session of three deals of it."""
    somebody = Person(tmp_path / "home").with_rules(terminal.ENDLESS)
    return somebody.after("new endless Anna Bo Cleo --name eve", *["deal plus 6 6"] * 3)


def session(person: Person) -> Path:
    return person.path("eve")


# --- in proportion -------------------------------------------------------------------------------------

PARTS = {
    "comments": b"# a word that somebody wrote down beside it\n",
    "the shortest comments": b"#\n",
    "comments about the mark": b"# whole\n",
    "marks that are none": b"# whole = true\n",
    "blank lines": b"\n",
    "pictures": "# 🃏\n".encode(),
}


@pytest.mark.parametrize("part", PARTS)
def test_comments_cost_work_and_memory_in_proportion(part: str) -> None:
    """Ten times as many lines under the head are at most ten times the work, and no more memory
    than a dozen times the file, whatever they say."""
    few, many = (HEAD + PARTS[part] * number for number in (2_000, 20_000))
    assert calls_of(partial(read_session_log, many)) < 11 * calls_of(partial(read_session_log, few))
    tracemalloc.start()
    try:
        read_session_log(many)
        assert tracemalloc.get_traced_memory()[1] < 12 * len(many) + 2_000_000
    finally:
        tracemalloc.stop()


WIDE = """
name = "Wide"
players = [4, 16]
count.n.total = "players"
outcome = [{ points = "n" }]
"""


def test_a_wide_sheet_costs_work_in_proportion() -> None:
    """Four times as many sides, which stand on several pages, are at most eight times the work,
    however many layouts are tried."""
    work = []
    for players in (4, 16):
        evening = Evening(read(WIDE), *(f"P{number}" for number in range(players)))
        for _ in range(40):
            evening.deal("1 " * players)
        sheet = sheet_of(evening.book.standing, "eve")
        rules = evening.book.agreed.rules
        work.append(calls_of(partial(SHEETS["text"], sheet, rules, Look())))
    assert work[1] < 8 * work[0]


def seats(number: int) -> list[Entry]:
    """So many times somebody comes for Cleo or for Dora, before the first deal."""
    names = ("Dora", "Cleo", "Dora")
    pairs = ((names[n % 2], names[n % 2 + 1]) for n in range(number))
    return [Entry("seat", 1, AT, {"player": one, "for": other}) for one, other in pairs]


def test_who_came_before_many_deals_is_no_work_for_each() -> None:
    """Where no fact names anybody, no deal is another for it: ten times as many changes of seats
    before the same deals are less than twice the work."""
    dealt = [Entry("deal", number, AT, {}) for number in range(1, 401)]
    few, many = (calls_of(partial(folded_of, [*dealt, *seats(n)])) for n in (10, 100))
    assert many < 2 * few


def test_seats_change_no_more_often_than_at_any_table() -> None:
    """A hundred times in one session; the next is refused, and so is a file that has it."""
    evening = Evening("bismarck-swedish")
    evening.data += "".join(map(entry_text, seats(limits.SEATS))).encode()
    assert seat_refusals(evening, "Emil", "for", "Cleo") == ["session-large"]
    evening.undo()
    evening.did(seating(evening.book, ["Emil", "for", "Dora"], AT))
    evening.data += "".join(map(entry_text, seats(1))).encode()
    with pytest.raises(Refused) as refused:
        opened(evening.data, "eve")
    assert [problem.code for problem in refused.value.problems] == ["session-large"]


@pytest.mark.parametrize("where", ["before", "after"])
def test_a_line_that_says_whole_all_along_is_looked_at_once(where: str) -> None:
    """A single line with the mark's word ten thousand times is one line."""
    line = b"# " + b"whole " * 10_000 + b"\n"
    data = HEAD + line if where == "after" else HEAD.replace(b"[options]", line + b"[options]")
    assert (
        calls_of(partial(read_session_log, data)) < calls_of(partial(read_session_log, HEAD)) + 100
    )


def faulty(number: int) -> str:
    """Rules with so many options that cannot be."""
    return ENDLESS + "".join(f'[option.o{place}]\nkind = "nonsense"\n' for place in range(number))


def contracts(number: int) -> str:
    """Rules with so many contracts."""
    return ENDLESS + "".join(
        f'[contract.c{place}]\nquota = {{ declarer = 8, others = 4 }}\npoints = "tricks - quota"\n'
        for place in range(number)
    )


@pytest.mark.parametrize("made", [faulty, contracts])
def test_rules_cost_work_in_proportion(tmp_path: Path, made: Callable[[int], str]) -> None:
    """Four times the contracts, or the faults, are about four times the work."""
    few, many = tmp_path / "few.toml", tmp_path / "many.toml"
    few.write_text(made(100), encoding="utf-8")
    many.write_text(made(400), encoding="utf-8")

    def loaded(path: Path) -> None:
        try:
            load_ruleset_file(str(path))
        except Refused as refusal:
            assert "nonsense" in str(refusal) or refusal.problems

    assert calls_of(partial(loaded, many)) < 5 * calls_of(partial(loaded, few))


def test_the_lines_of_a_file_are_parted_once_for_all_its_faults(tmp_path: Path) -> None:
    """The line of each fault is found without reading the file again for it."""
    file = tmp_path / "faulty.toml"
    parted: list[int] = []
    for number in (50, 400):
        file.write_text(faulty(number), encoding="utf-8")
        with pytest.raises(Refused) as refusal:
            load_ruleset_file(str(file))
        assert len(refusal.value.problems) >= number
        parted.append(calls_of(partial(_refused, file), only="splitlines"))
    assert parted[0] == parted[1] <= 4


def _refused(file: Path) -> None:
    with pytest.raises(Refused):
        load_ruleset_file(str(file))


# --- limits ----------------------------------------------------------------------------------------------


def test_every_limit_is_told_on_the_page_of_promises() -> None:
    """Each number stands there as people write it, in the row of its name."""
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    for name, number in vars(limits).items():
        if name.isupper():
            shown = f"{number >> 20} MiB" if number >= 1 << 20 else f"{number:,}"
            assert any(f"`{name}`" in row and shown in row for row in page.splitlines()), name


def test_no_shipped_game_is_near_a_limit() -> None:
    """Every file of rules is less than a tenth of the most, in bytes and in whatever it has most
    of."""
    files = [*(ROOT / "rulesets").rglob("*.toml")]
    assert files
    for path in files:
        data = path.read_bytes()
        assert len(data) * 10 < limits.RULESET
        most = max(
            len(value)
            for value in tomllib.loads(data.decode()).values()
            if isinstance(value, (dict, list))
        )
        assert most * 10 < limits.KIND


READERS = (
    "sheet",
    "deal plus 6 6",
    "undo",
    "amend 1 plus 7 5",
    "check",
    "log",
    "check --repair",
    "play",
)


@pytest.mark.parametrize(
    ("more", "code", "number"),
    [
        (b"# a line\n" * (limits.SESSION // 9), "file-large", "2 MiB"),
        (
            b'\n[[entry]]\nwhat = "undo"\n' * (limits.ENTRIES + 1),
            "session-large",
            "10,004 entries; 10,000",
        ),
    ],
)
def test_a_session_beyond_a_limit_is_refused_at_once(
    person: Person, more: bytes, code: str, number: str
) -> None:
    """Every command names the limit and what is more than it; the file stays, and the work is no
    more than a look."""
    file = session(person)
    file.write_bytes(file.read_bytes() + more)
    before = file.read_bytes()
    for line in READERS:
        said = person.types(*line.split(), "-s", "eve")
        assert said.code == 1, line
        assert number in said.err, line
        assert "SCOREKEEPER_LIMITS=off" in said.err
    assert person.types("sheet", "--format", "json").codes == [code]
    assert file.read_bytes() == before
    assert calls_of(partial(_refused_session, before)) < 100


def _refused_session(data: bytes) -> None:
    with pytest.raises(Refused):
        size.session_within("eve.toml", data)


def test_rules_beyond_a_limit_at_the_head_of_a_session_are_refused(person: Person) -> None:
    """More before the first entry than rules could be is not parsed."""
    file = session(person)
    file.write_bytes(
        file.read_bytes().replace(
            b"\n[options]", b"\n" + b"# a line\n" * (limits.HEAD // 9) + b"[options]", 1
        )
    )
    said = person.types("sheet", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-large"])
    assert "1 MiB before its first entry" in said.problems[0]["message"]


def test_whoever_knows_it_is_their_own_reads_it_all_the_same(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SCOREKEEPER_LIMITS=off lifts the limits: an evening that was recorded before there were
    any can be read, gone on with and corrected."""
    monkeypatch.setattr(limits, "ENTRIES", 2)
    monkeypatch.setattr(limits, "DEALS", 2)
    assert person.types("sheet").code == 1
    for line in ("sheet", "deal plus 7 5", "amend 1 minus 6 6", "undo", "check", "league"):
        assert person.types(*line.split(), SCOREKEEPER_LIMITS="off").code == 0, line
    assert (
        len(person.types("sheet", "--format", "json", SCOREKEEPER_LIMITS="off").json["deals"]) == 4
    )


def test_a_session_with_the_most_deals_takes_no_more(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal beyond is refused with the numbers and what to do; what stands is read, corrected
    and taken back."""
    monkeypatch.setattr(limits, "DEALS", 3)
    before = person.file("eve")
    said = person.types("deal", "plus", "6", "6", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-full"])
    assert "it would have 4 deals" in said.problems[0]["message"]
    assert "3 deals" in said.problems[0]["message"]
    assert "scorekeeper new" in said.problems[0]["hint"]
    assert person.file("eve") == before
    for line in ("sheet", "amend 2 minus 6 6", "undo", "undo", "redo", "check"):
        assert person.types(*line.split()).code == 0, line


def test_many_deals_beyond_the_most_are_refused_together(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a paper sheet that is more than there is room for nothing is recorded."""
    monkeypatch.setattr(limits, "DEALS", 5)
    sheet = person.home / "sheet.csv"
    sheet.write_text('contract,tricks\nplus,"6,6,4"\nplus,"6,6,4"\nplus,"6,6,4"\n')
    before = person.file("eve")
    assert person.types("import", str(sheet), "--format", "json").codes == ["session-full"]
    assert person.file("eve") == before
    sheet.write_text('contract,tricks\nplus,"6,6,4"\nplus,"6,6,4"\n')
    assert person.types("import", str(sheet)).code == 0


@pytest.mark.parametrize("limit", ["ENTRIES", "SESSION"])
def test_nothing_is_recorded_that_could_not_be_read_again(
    person: Person, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """A correction that would make the file larger than is read is refused too, and the file is
    as it was."""
    before = person.file("eve")
    monkeypatch.setattr(limits, limit, {"ENTRIES": 3, "SESSION": len(before) + 50}[limit])
    said = person.types("amend", "1", "minus", "6", "6", "--format", "json")
    assert (said.code, said.codes) == (1, ["session-full"])
    assert person.file("eve") == before
    assert person.types("sheet").code == 0


def test_a_session_that_could_not_be_read_is_not_begun(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that are too much for the head of a session are refused before anything is written."""
    monkeypatch.setattr(limits, "HEAD", 100)
    said = person.types(
        "new", "endless", "Anna", "Bo", "Cleo", "--name", "other", "--format", "json"
    )
    assert (said.code, said.codes) == (1, ["session-large"])
    assert not (person.path("other")).exists()
    with pytest.raises(Refused):
        create_session("other", "x" * 101)


@pytest.mark.parametrize("kind", ["contract", "option", "fact", "role"])
def test_rules_with_more_of_a_kind_than_is_read_are_refused(person: Person, kind: str) -> None:
    """The kind, how many there are and how many are the most; by every command that would read
    them."""
    text = ENDLESS + "".join(f'[{kind}.x{place}]\nname = "x"\n' for place in range(limits.KIND + 1))
    (person.home / "rulesets" / "mine.toml").write_text(text, encoding="utf-8")
    for line in ("new mine A B C", "rules show mine", "rules check mine"):
        said = person.types(*line.split(), "--format", "json")
        assert (said.code, said.codes) == (1, ["ruleset-large"]), line
        assert f"`{kind}` has 50" in said.problems[0]["message"]
        assert "500 are the most" in said.problems[0]["message"]
    assert person.does("rules list").out


def test_every_table_and_list_is_counted() -> None:
    """Wherever it stands: at the top, in a table, in a list of tables."""
    many = list(range(limits.KIND + 1))
    for raw, fact in (
        ({"a": many}, "a"),
        ({"a": {"b": many}}, "a.b"),
        ({"a": [{"b": 1}, {"c": {"d": many}}]}, "a[1].c.d"),
        ({str(number): 1 for number in many}, None),
    ):
        (problem,) = too_many(raw)
        assert problem.fact == fact
    assert list(too_many({"a": many[1:], "b": {"c": many[1:]}})) == []


def test_a_paper_sheet_beyond_a_limit_is_refused(person: Person) -> None:
    """More rows or bytes than a session has deals: nothing of it is judged."""
    sheet = person.home / "sheet.csv"
    sheet.write_text("contract,tricks\n" + 'plus,"6,6,4"\n' * limits.ROWS)
    said = person.types("import", str(sheet), "--format", "json")
    assert (said.code, said.codes) == (1, ["import-csv"])
    assert "6000 rows are the most" in said.problems[0]["message"]
    sheet.write_text("contract,tricks\n" + f'plus,"6,6,4",{"x" * 1000}\n' * (limits.PAPER // 1000))
    assert person.types("import", str(sheet), "--format", "json").codes == ["file-large"]


CLAIMS = (
    "1" * 5_000,
    "0x" + "f" * 5_000,
    "[" * 5_000,
    f"[{'1,' * 100_000}]",
    "1e400",
    f'"{"x" * 100_000}"',
)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim[:4])
def test_a_value_that_claims_too_much_is_refused_in_words(person: Person, claim: str) -> None:
    """A number of five thousand figures, brackets without end, a list of a hundred thousand: in
    an entry and in the rules, a refusal with the line and never a fault of the program."""
    file = session(person)
    text = file.read_text(encoding="utf-8")
    for old in ("facts.tricks = [6, 6, 4]", "hand = 16"):
        assert old in text
        file.write_text(text.replace(old, f"{old.partition('=')[0]}= {claim}", 1), encoding="utf-8")
        for line in ("sheet", "deal plus 6 6", "check"):
            said = person.types(*line.split())
            assert said.code == 1, (line, said.err[:200])
            assert said.err.startswith("refused"), said.err[:200]


def test_the_store_knows_how_the_journal_begins_an_entry() -> None:
    """What is counted is what is written."""
    assert f"\n{START}".encode() == size.ENTRY
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.insert(1, "pass 6 6")
    assert [evening.data.count(mark) for mark in (*size.DEALS, size.ENTRY)] == [1, 1, 2]


def test_a_deal_that_is_inserted_counts_for_the_most_of_a_session(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As many deals as there may be, inserted or not; then neither one more is recorded, and a note
    is."""
    monkeypatch.setattr(size.limits, "DEALS", 2)
    evening = Evening("bismarck-swedish")
    evening.deal("sang 6 6")
    evening.insert(1, "pass 6 6")
    before = evening.data
    evening.insert(1, "sang 6 6")
    inserted = evening.data[len(before) :]
    evening.data = before
    evening.deal("spader 4 4")
    for more in (inserted, evening.data[len(before) :]):
        with pytest.raises(Refused) as refusal:
            size.refuse_full("eve", before, more)
        assert refusal.value.problems[0].code == "session-full"
    evening.note("late")
    size.refuse_full("eve", before, evening.data[-200:].partition(b"[[entry]]")[2])
