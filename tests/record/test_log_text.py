"""The session file: what is written is read again, a cut is seen, and a hand may mend it."""

from __future__ import annotations

import tomllib
from functools import partial
from typing import Any

import pytest
from conftest import GAMES, merged_ruleset
from hypothesis import example, given
from hypothesis import strategies as st
from work import calls_of

from scorekeeper.game.entry_kinds import SESSION_LOG
from scorekeeper.game.log import Entry
from scorekeeper.record.log_text import MARK, START, Log, ParseCache, entry_text, read_entry
from scorekeeper.record.session_head import FORMAT, head_text, read_session_log
from scorekeeper.text.message_text import hint_of, text_of
from scorekeeper.text.problems import Problem, Refused

PLAYERS = ("Anna", 'Bo "7" \\ Å.', "🂡 Cleo")
AT = "2026-11-21T19:05:00Z"
RULES = {"players": 3, "name": {"en": "A game"}, "contract": {"pass": {"points": "quota - tricks"}}}
AGREED = {
    "name": "eve",
    "game": "a-game",
    "people": list(PLAYERS),
    "seats": {"order": list(PLAYERS), "dealer": "Anna"},
    "options": {},
    "rules": RULES,
}
HEAD = head_text({"format": FORMAT, **AGREED}).encode()
DEALS = [
    Entry("deal", 1, AT, {"contract": "sang", "tricks": [6, 6, 4]}),
    Entry("deal", 2, AT, {"contract": "pass", "tricks": [9, 2, 5]}),
    Entry(
        "amend", 1, AT, {"contract": "sang", "tricks": [8, 5, 3]}, 'Bo\'s pile, "miscounted" \\ é 🂡'
    ),
    Entry("undo", 1, AT, {}),
]
TEXTS = [entry_text(entry).encode() for entry in DEALS]
FILE = HEAD + b"".join(TEXTS)


def bare(entries: tuple[Entry, ...] | list[Entry]) -> list[Entry]:
    """Entries without the line that they were read from."""
    return [entry._replace(line=0) for entry in entries]


def refused(data: bytes) -> Problem:
    """The one problem for which this file is not read."""
    with pytest.raises(Refused) as refusal:
        read_session_log(data)
    (problem,) = refusal.value.problems
    return problem


def line_of(data: bytes, text: str) -> int:
    """The number, as an editor counts, of the first line that holds this text."""
    return data[: data.index(text.encode())].count(b"\n") + 1


def head_in(data: bytes) -> Log:
    """The file read, its head being as it was agreed."""
    journal = read_session_log(data)
    assert journal.head["people"] == list(PLAYERS)
    return journal


# --- what is written is read ---------------------------------------------------------------------

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=30)
numbers = st.integers(-(10**9), 10**9)
values = st.one_of(words, numbers, st.just(True), st.lists(st.one_of(words, numbers), max_size=12))
keys = st.from_regex(r"[A-Za-z0-9_-]{1,12}", fullmatch=True)
deal_facts = st.dictionaries(keys, values, max_size=6)
plain = st.builds(
    Entry,
    what=st.sampled_from(("deal", "amend", "undo", "redo")),
    number=st.integers(1, 10**6),
    at=words,
    facts=deal_facts,
    why=words,
    more=st.just(False),
    line=st.just(0),
    others=st.just(()),
    turns=st.just(()),
)
# Of what records a deal there may be other readings.
disputed = st.builds(
    lambda entry, what, others: entry._replace(what=what, others=tuple(others)),
    plain,
    st.sampled_from(("deal", "amend", "insert")),
    st.lists(deal_facts, max_size=2),
)
# What moves or corrects deals may name the dealers of recorded ones.
turned = st.builds(
    lambda entry, what, turns: entry._replace(what=what, turns=tuple(turns)),
    plain,
    st.sampled_from(("amend", "insert")),
    st.lists(
        st.fixed_dictionaries(
            {"number": st.integers(1, 10**6), "dealer": words}, optional={"then": words}
        ),
        max_size=2,
    ),
)
entries = st.one_of(plain, disputed, turned)


@given(st.lists(entries, max_size=6))
def test_what_is_written_is_read(written: list[Entry]) -> None:
    """read(write(x)) == x, whatever words and numbers the entries hold."""
    journal = head_in(HEAD + "".join(map(entry_text, written)).encode())
    assert bare(journal.entries) == written
    assert journal.cut == ""


@given(entries)
def test_what_is_read_is_written_as_it_was(entry: Entry) -> None:
    """write(read(x)) == x: reading a file and writing its entries again changes not a byte."""
    text = entry_text(entry)
    assert "".join(map(entry_text, read_session_log(HEAD + text.encode()).entries)) == text


@given(entries)
def test_every_line_of_an_entry_is_toml_by_itself(entry: Entry) -> None:
    """No line needs another, so that a person may change one without looking at the next."""
    blank, header, *lines = entry_text(entry).split("\n")
    assert (blank, header, lines[-2:]) == ("", START, [MARK, ""])
    for line in lines:
        tomllib.loads(line)


def test_a_whole_session_file_is_toml() -> None:
    """Any TOML reader can read the file, entries in order."""
    parsed = tomllib.loads(FILE.decode())
    assert parsed["format"] == FORMAT
    assert [entry["what"] for entry in parsed["entry"]] == ["deal", "deal", "amend", "undo"]
    assert parsed["entry"][2]["facts"] == DEALS[2].facts
    assert parsed["rules"]["contract"]["pass"]["points"] == "quota - tricks"


def test_each_entry_knows_its_line() -> None:
    """The line of an entry is that of its header, as an editor counts."""
    assert [entry.line for entry in read_session_log(FILE).entries] == headers(FILE)


# --- cut off ---------------------------------------------------------------------------------------

ENDS = [len(HEAD)]
for text in TEXTS:
    ENDS.append(ENDS[-1] + len(text))


def test_a_file_cut_at_any_byte_keeps_every_whole_entry() -> None:
    """Whatever byte a power cut ends the file at, the whole entries before are there, no half one
    is, the cut is named, and what is kept together with what was cut is the file."""
    for end in range(len(HEAD), len(FILE) + 1):
        data = FILE[:end]
        journal = read_session_log(data)
        # The mark without the end of its line says already that all of the entry is there.
        whole = sum(end >= stop - 1 for stop in ENDS[1:])
        assert bare(journal.entries) == DEALS[:whole], end
        assert bool(journal.cut.strip()) == bool(data[ENDS[whole] :].strip()), end
        assert data[: journal.whole].decode() + journal.cut == data.decode(errors="replace"), end
        assert read_session_log(data[: journal.whole]).entries == journal.entries, end


def test_a_file_cut_at_any_byte_can_be_gone_on_with() -> None:
    """After any cut the next entry is appended to what is whole, and then both are read."""
    for end in range(len(HEAD), len(FILE) + 1):
        kept = FILE[: read_session_log(FILE[:end]).whole]
        before = read_session_log(kept).entries
        more = read_session_log(kept + (b"" if kept.endswith(b"\n") else b"\n") + TEXTS[1])
        assert bare(more.entries) == [*bare(before), DEALS[1]], end
        assert more.cut == "", end


def test_a_file_cut_in_its_head_is_refused() -> None:
    """A head that is not whole says so, at whatever byte it ends: rules with a piece missing would
    score another game."""
    for end in range(1, len(HEAD) - 1):
        problem = refused(HEAD[:end])
        assert problem.code == "session-broken", end
        assert "head" in text_of(problem.message) or "not a scorekeeper session" in text_of(
            problem.message
        ), end


@pytest.mark.parametrize(
    "tail",
    [
        pytest.param(b"\0" * 512, id="zeros"),
        pytest.param(
            b'\n[[entry]]\nwhat = "deal"\nnumber = 5\nat = "' + b"\0" * 90, id="zeros in an entry"
        ),
        pytest.param(b'\n[[entry]]\nwhat = "amend"\nwhy = "Bj\xc3', id="half a letter"),
        pytest.param(b"# a caf\xc3", id="half a letter in a comment"),
        pytest.param(b"\n[[ent", id="half a header"),
        pytest.param(
            b'\n[[entry]]\nwhat = "deal"\nfacts.tricks = [6, 6, 4]\nwhole = tru', id="half a mark"
        ),
    ],
)
def test_what_a_power_cut_leaves_is_named_and_left_out(tail: bytes) -> None:
    """Zeros, half a letter and half a word at the end are a cut, not an entry and not a fault."""
    journal = head_in(FILE + tail)
    assert bare(journal.entries) == DEALS
    assert journal.cut.strip()
    kept = (FILE + tail)[: journal.whole]
    assert kept.startswith(FILE)
    assert bare(read_session_log(kept + TEXTS[0]).entries) == [*DEALS, DEALS[0]]


def test_entries_made_together_count_all_or_none() -> None:
    """Of deals that were entered at once, a cut leaves none: they were acknowledged together."""
    group = [entry._replace(more=True) for entry in DEALS[:2]] + [DEALS[3]]
    texts = [entry_text(entry).encode() for entry in group]
    before, whole = FILE, FILE + b"".join(texts)
    for end in range(len(before) + 2, len(whole) - 1):
        journal = read_session_log(whole[:end])
        assert bare(journal.entries) == DEALS, end
        assert journal.cut, end
        assert whole[: journal.whole].rstrip() == before.rstrip(), end
    assert bare(read_session_log(whole).entries) == DEALS + group


# --- mended by hand --------------------------------------------------------------------------------


def test_a_changed_number_is_taken() -> None:
    """A number that a person changed in the file is the number that counts."""
    journal = read_session_log(FILE.replace(b"[9, 2, 5]", b"[8, 3, 5]"))
    assert journal.entries[1].facts["tricks"] == [8, 3, 5]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(
            '[[entry]]\nwhat = "deal"\nnumber = 3\nfacts.contract = "sang"\n'
            "facts.tricks = [\n  6, # Anna\n  6,\n  4,\n]\nwhole = true\n",
            id="several lines",
        ),
        pytest.param(
            '[[entry]]\nwhat="deal"\nnumber=3\nfacts={contract="sang",tricks=[6,6,4]}\nwhole=true\n',
            id="inline",
        ),
        pytest.param(
            '[[entry]]  # by hand\n  what = \'deal\' # yes\n\n  number = +3\n  facts.contract = """\nsang"""\n'
            "\tfacts . tricks = [6,6,4]\n whole = true # all of it\n",
            id="spaces, comments, other quotes",
        ),
        pytest.param(
            '[[entry]]\nfacts.tricks = [6, 6, 4]\nfacts.contract = "sang"\nnumber = 3\nwhat = "deal"\n'
            "at = 2026-11-21T19:05:00Z\nwhole = true",
            id="another order, a bare date",
        ),
    ],
)
def test_an_entry_in_another_spelling_reads_the_same(text: str) -> None:
    """Whatever TOML allows inside an entry is read, also at the end of the file."""
    for data in (HEAD + text.encode(), HEAD + text.encode() + b"\n" + TEXTS[3]):
        entry = read_session_log(data).entries[0]
        assert (entry.what, entry.number) == ("deal", 3)
        assert dict(entry.facts) == {"contract": "sang", "tricks": [6, 6, 4]}
        assert read_session_log(data).cut == ""


LINES = (
    'facts.contract = "sang"', "facts.tricks = [6, 6, 4]", "facts.tricks.anna = 6", "facts = { stock = 3 }", "facts = 10",
    'facts={contract="pass"}', "facts . stock = 2", ' facts.stock = 4 # "counted"', '"facts".stock = 5', "[facts]", "stock = 1",
    'why = "x"', "why = 'y'", "facts.stock = [", "]", "", "# by hand", "facts", 'facts.note = """', '"""', "[entry.facts]",
)  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=9))
@example(["", "facts = 10", "facts.stock = 5"])
@example(["", "facts = { stock = 3 }", 'facts.contract = "sang"'])
def test_lines_that_are_read_one_by_one_say_what_a_parser_reads(lines: list[str]) -> None:
    """What TOML does not allow is refused, and what is read is what TOML says."""
    body = "\n".join(['[[entry]]\nwhat = "deal"\nnumber = 3', *lines, "whole = true\n"])
    try:
        said = tomllib.loads(body)["entry"][0]
    except ValueError:
        said = None
    try:
        (entry,) = read_session_log(HEAD + body.encode()).entries
    except Refused:
        return
    assert (
        said is not None
        and dict(entry.facts) == said.get("facts", {})
        and entry.why == said.get("why", "")
    )


def test_comments_stay_where_they_are() -> None:
    """Comments between the entries and after the last are no cut and no fault, and stay."""
    data = (
        FILE.replace(b"\n[[entry]]", b"\n# a good evening\n\n# and late [[entry]]\n[[entry]]")
        + b"\n# home by taxi"
    )
    journal = head_in(data)
    assert bare(journal.entries) == DEALS
    assert (journal.cut, journal.whole) == ("", len(data))


def test_an_editor_of_another_system_does_no_harm() -> None:
    """Ends of lines as on Windows and the mark that Notepad puts first are read."""
    data = b"\xef\xbb\xbf" + FILE.replace(b"\n", b"\r\n")
    journal = head_in(data)
    assert bare(journal.entries) == DEALS
    assert journal.cut == ""
    assert bare(read_session_log(data + TEXTS[0]).entries) == [*DEALS, DEALS[0]]


def headers(data: bytes) -> list[int]:
    """The lines on which the entries begin."""
    return [
        number
        for number, line in enumerate(data.split(b"\n"), 1)
        if line.startswith(START.encode())
    ]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("facts.tricks = [9, 2, 5]", "facts.tricks = [9, 2 5]", "Unclosed array"),
        (
            "facts.tricks = [9, 2, 5]",
            "facts.tricks = [9, 2, 5]\nfacts.tricks = [9, 2, 5]",
            "overwrite",
        ),
        ("number = 2", "number = 2\nnumber = 3", "overwrite"),
        ("number = 2", "number = 2.0", "`number` must be a whole number"),
        ("number = 2", "number = true", "`number` must be a whole number"),
        ("number = 2", "number = 2\nid = 7", "`id` must be words"),
        ("number = 2", "number = 02", "Expected newline"),
        ("number = 2", "number = 2\nnumbr = 3", "an entry has no `numbr`"),
        ("number = 2", "number = 2\n[other]\nx = 1", "one table"),
        ("number = 2", f"number = {'9' * 5000}", "limit"),
        (
            'facts.contract = "pass"',
            "facts.contract = 2026-11-21",
            "`facts.contract` must be words",
        ),
        ('facts.contract = "pass"', "facts.contract.x = 1", "`facts.contract` must be words"),
        ("facts.tricks = [9, 2, 5]", "facts.tricks = [9, [2], 5]", "`facts.tricks` must be words"),
        ("facts.tricks = [9, 2, 5]", "facts = 3", "overwrite"),
        ('what = "deal"\nnumber = 2', 'what = ["deal"]\nnumber = 2', "not `['deal']`"),
        ('what = "deal"\nnumber = 2', 'what = "dael"\nnumber = 2', "not `dael`"),
        ("[9, 2, 5]\nwhole = true", "[9, 2, 5]", "no last line `whole = true`"),
        ("[9, 2, 5]\nwhole = true", "[9, 2, 5]\nwhole = false", "no last line `whole = true`"),
        (
            'facts.contract = "pass"\nfacts.tricks = [9, 2, 5]\nwhole = true',
            '[entry.facts]\ncontract = "pass"\ntricks = [9, 2, 5]\nwhole = true',
            "its facts stand each in a line",
        ),
        (
            '[[entry]]\nwhat = "amend"',
            '[[ entry ]]\nwhat = "amend"',
            "one table; each begins with `[[entry]]`",
        ),
        (
            '[[entry]]\nwhat = "deal"\nnumber = 2',
            '[[entry]] x\nwhat = "deal"\nnumber = 2',
            "Expected newline",
        ),
    ],
)
def test_a_broken_entry_is_refused_with_its_line_and_reason(old: str, new: str, why: str) -> None:
    """What a slip of the hand broke in the middle is named with the line of its entry and the
    reason."""
    assert FILE.count(old.encode()) == 1
    data = FILE.replace(old.encode(), new.encode())
    problem = refused(data)
    assert problem.code == "session-broken"
    assert text_of(problem.place) == f"line {headers(data)[1]}"
    assert why in text_of(problem.message)
    assert hint_of(problem) is not None


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("[9, 2, 5]\nwhole = true", "[9, 2, 5]\nwhole = true\nfacts.x = 1", "facts.x = 1"),
        ("[9, 2, 5]\nwhole = true", "[9, 2, 5]\nwhole = true\nlate", "late"),
    ],
)
def test_what_stands_between_two_entries_is_refused(old: str, new: str, at: str) -> None:
    """Something under the mark of an entry belongs to none, and is named with its own line."""
    data = FILE.replace(old.encode(), new.encode())
    problem = refused(data)
    assert text_of(problem.place) == f"line {line_of(data, at)}"
    assert f"`{at}` stands after the last line of an entry" in text_of(problem.message)


def test_the_parsers_own_line_is_that_of_the_file() -> None:
    """Where TOML itself breaks, the message gives the line and the column in the file."""
    data = FILE.replace(b"[9, 2, 5]", b"[9, 2 5]")
    assert f"(at line {line_of(data, '[9, 2 5]')}, column" in text_of(refused(data).message)


def test_something_after_the_last_mark_is_refused() -> None:
    """A line that a person put under the last entry is neither taken nor thrown away."""
    problem = refused(FILE + b"facts.tricks = [9, 9, 9]\n")
    assert text_of(problem.place) == f"line {FILE.count(bytes([10])) + 1}"
    assert "`facts.tricks = [9, 9, 9]` stands after" in text_of(problem.message)


def test_a_letter_in_another_encoding_is_refused() -> None:
    """A file saved as Latin-1 is not taken for one that was cut: the entries after are whole."""
    data = FILE.replace("é".encode(), "é".encode("latin-1"))
    problem = refused(data)
    assert (
        text_of(problem.place) == f"line {data[: data.index(bytes([0xE9]))].count(bytes([10])) + 1}"
    )
    assert "UTF-8" in text_of(problem.message)


def test_a_header_written_otherwise_is_refused() -> None:
    """An entry that only TOML would see is not passed over."""
    problem = refused(HEAD + TEXTS[0].replace(b"[[entry]]", b"[[ entry ]]"))
    assert "an entry begins with `[[entry]]`" in text_of(problem.message)


# --- other files -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "code", "why"),
    [
        (b"", "session-broken", "is empty"),
        (b"\n\n", "session-broken", "is empty"),
        (b"\0" * 4096, "session-broken", "is empty"),
        (b"title = 'something else'\n", "session-broken", "not a scorekeeper session file"),
        (b"\x89PNG\r\n\x1a\n", "session-broken", "UTF-8"),
        ("format = 1\n".encode("utf-16"), "session-broken", "UTF-8"),
        (b"format = true\n", "session-broken", "not a scorekeeper session file"),
        (b"format = 1\n", "session-broken", "not whole"),
        (b"x = " + b"[" * 5000, "session-broken", "head"),
        (b"format = 3\nevening = 'of a later year'\n", "session-newer", "format 3"),
        (HEAD.replace(b"game = ", b"gmae = "), "session-broken", "`gmae`"),
        (HEAD.replace(b"whole = true", b"whole = false"), "session-broken", "not whole"),
        (b"".join(TEXTS), "session-broken", "not a scorekeeper session file"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_another_file_is_refused_with_the_reason(data: bytes, code: str, why: str) -> None:
    """What is no session file of this format is refused before anything of it is believed."""
    problem = refused(data)
    assert (problem.code, hint_of(problem) is None) == (code, False)
    assert why in text_of(problem.message)


def test_a_newer_file_says_what_to_do() -> None:
    """A file of a later scorekeeper asks for that one."""
    problem = refused(FILE.replace(b"format = 2", b"format = 7", 1))
    assert problem.code == "session-newer"
    assert hint_of(problem) == "install a newer scorekeeper; nothing was changed"


@given(st.binary(max_size=300), st.integers(0, len(FILE)), st.integers(0, 400))
def test_no_bytes_break_the_reading(noise: bytes, place: int, length: int) -> None:
    """Whatever is written over a session file, it is read or refused."""
    try:
        journal = read_session_log(FILE[:place] + noise + FILE[place + length :])
    except Refused as refusal:
        assert all(
            problem.code in ("session-broken", "session-newer") for problem in refusal.problems
        )
    else:
        assert isinstance(journal, Log)


# --- long sessions ---------------------------------------------------------------------------------


def evening(number: int) -> bytes:
    """A session of so many deals, a minute after another."""

    def at(n: int) -> str:
        return f"2026-11-21T{n // 3600 % 24:02}:{n // 60 % 60:02}:{n % 60:02}Z"

    def facts(n: int) -> dict[str, Any]:
        return {"contract": "sang", "tricks": [6, n % 7, 10 - n % 7]}

    deals = [Entry("deal", n, at(n), facts(n)) for n in range(1, number + 1)]
    return HEAD + "".join(map(entry_text, deals)).encode()


def work_of_reading(data: bytes) -> int:
    """The calls that it takes."""
    return calls_of(partial(read_session_log, data))


def test_entries_that_end_alike_are_parsed_once() -> None:
    """An evening repeats itself: of many entries that differ in number and time alone, reading one
    more takes a small part of what a parser takes."""
    other = evening(1000).replace(b"at = ", b"at  = ")
    assert work_of_reading(evening(1000)) < work_of_reading(other) / 5
    assert read_session_log(evening(1000)).entries == read_session_log(other).entries


@pytest.mark.parametrize(
    ("old", "new"), [("\n", "\r\n"), ("[6, ", "[\n6, "), ("number = ", "number =  ")]
)
def test_another_spelling_is_the_same_work_for_every_entry(old: str, new: str) -> None:
    """A file that an editor wrote in its own way takes a parser for each entry, and no more for
    the last than for the first."""

    def spelt(number: int) -> bytes:
        head, body = evening(number)[: len(HEAD)], evening(number)[len(HEAD) :]
        return head + body.replace(old.encode(), new.encode())

    few, many = work_of_reading(spelt(100)), work_of_reading(spelt(1000))
    assert many < 11 * few


def test_the_work_grows_with_the_file_and_no_faster() -> None:
    """Twenty times as many entries are at most twenty times the work, and a tenth for what is
    not kept in mind."""
    few, many = work_of_reading(evening(500)), work_of_reading(evening(10_000))
    assert read_session_log(evening(10_000)).entries[-1].number == 10_000
    assert many < 22 * few


def test_the_line_of_a_broken_entry_is_said_once() -> None:
    """It stands before the message, and so not in it."""
    problem = refused(FILE.replace(b"number = 2", b"numbr = 2", 1))
    assert problem.place is not None
    assert text_of(problem.place) not in text_of(problem.message)


# --- entries that resemble others ------------------------------------------------------------------

LINES = st.sampled_from(
    [
        "", " ", "# a comment", "why = 'x'", 'why = "x"', 'why = "x" "y"', "facts.a = 1", "facts.a = 2", "facts.a.b = 3",
        "facts = {a = 1}", "facts.b = [1, 'x']", "facts.b = [1,", "2]", '"facts.a" = 4', "'' = 5", "[entry.facts]",
        " [entry.facts]", "[a]", "[[entry]]", 'why = """', "why = '''", '"""', "'''", 'why = "# no {comment"',
        "why = 'x' # {", "facts.a = 1\r", "\rfacts.a = 1", "a", "= 1", "facts.a = 1 facts.b = 2", 'facts.c = "x\\n"',
        'id = "other"', 'before = "other"', "number = 9", 'what = "undo"', 'at = "later"', "more = true", "whole = false",
        'by = "é ☃"', "facts.d = 2020-01-01T00:00:00Z", "facts.d = 0x1", "\u2028", "facts.e = 'x\u2028y'", "\0", MARK,
    ]
)  # fmt: skip
BEGINNINGS = (
    'what = "deal"\nnumber = 1\nat = "now"',
    'what = "deal"\nnumber = 2\nat = "now"\nid = "ab"',
    'what = "deal"\nnumber = 3\nat = "now"\nid = "ab"\nbefore = "cd"',
    'what = "undo"\nnumber = 4\nat = ""',
)
ENDS_OF_ENTRIES = st.lists(LINES, max_size=4) | st.lists(LINES, max_size=3).map(
    lambda lines: [*lines, MARK]
)


@given(st.lists(ENDS_OF_ENTRIES, max_size=3), st.permutations(BEGINNINGS))
@example([['id = "other"', MARK]], list(BEGINNINGS))
@example([['before = "other"', MARK]], list(BEGINNINGS))
def test_an_entry_is_the_same_whatever_was_read_before(
    ends: list[list[str]], beginnings: list[str]
) -> None:
    """What is remembered of entries with the same end changes none: neither what it is, nor that
    it is refused."""
    seen = ParseCache()
    for lines in ends:
        for line, beginning in enumerate(beginnings, 1):
            block = "\n".join([START, beginning, *lines, ""])
            assert _entry_or_fault(block, line, seen) == _entry_or_fault(block, line, ParseCache())


def _entry_or_fault(block: str, line: int, seen: ParseCache) -> object:
    try:
        return read_entry(block, line, seen, SESSION_LOG)
    except Refused as refusal:
        return [*refusal.problems]


def test_an_entry_like_one_read_before_is_not_parsed() -> None:
    """Sessions of a home repeat each other's deals."""
    seen = ParseCache()
    one, other = (
        f'{START}\nwhat = "deal"\nnumber = {n}\nat = "{n} o\'clock"\nfacts.tricks = [6,6,4] # so\n{MARK}\n'
        for n in (1, 2)
    )
    first = calls_of(lambda: read_entry(one, 1, seen, SESSION_LOG))
    assert read_entry(other, 1, seen, SESSION_LOG).facts == {"tricks": [6, 6, 4]}
    assert 3 * calls_of(lambda: read_entry(other, 1, seen, SESSION_LOG)) < first


# --- the rules that a session keeps --------------------------------------------------------------

RULING = (
    '[[rules.ruling]]\nsource = "the table"\n\n[rules.ruling.text]\nen = "Cut the pack first."\n'
)
WITH_RULING = HEAD.replace(b"[rules.contract.pass]", f"{RULING}\n[rules.contract.pass]".encode())


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_a_session_are_those_that_were_agreed(game: str) -> None:
    """What a session keeps of any shipped game is what was agreed, in the order of the file."""
    rules = {key: value for key, value in merged_ruleset(game).items() if key != "example"}
    data = head_text({"format": FORMAT, **AGREED, "rules": rules}).encode()
    kept = read_session_log(data).head["rules"]
    assert kept == rules
    assert list(kept) == list(tomllib.loads(data.decode())["rules"])


@pytest.mark.parametrize(
    "there",
    [
        pytest.param('ruling = "another"', id="said twice"),
        pytest.param("[ rules.count.x ]\nmin = 0", id="a table written otherwise"),
        pytest.param('caution = """\n[rules.ruling.x]\n"""', id="a text of several lines"),
    ],
)
def test_rules_that_somebody_edited_are_read_as_toml(there: str) -> None:
    """What is not a plain line is left to the standard reader, and what is said twice is
    refused."""
    data = WITH_RULING.replace(b"[rules]\n", f"[rules]\n{there}\n".encode())
    try:
        told = tomllib.loads(data.decode())["rules"]
    except tomllib.TOMLDecodeError:
        assert refused(data).code == "session-broken"
    else:
        assert read_session_log(data).head["rules"] == told
