"""Refusals: `tests/errors/*.md` has every code that the program can say, with what is typed and what is
printed, and `docs/errors.md` is written from it (`error_reference.py`)."""

from __future__ import annotations

import ast
import errno
import json
import os
import shlex
import sys
from collections.abc import Iterable
from contextlib import chdir
from functools import cache
from pathlib import Path

import codes
import error_reference
import pages
import pytest
from error_reference import FOLDER, HEADING, NO, PAGE, SOURCES, Section, sections
from terminal import Person, Typed, environment

from scorekeeper.base import input_limits as limits
from scorekeeper.cli.refusal import failure_lines, mistake, refusal_lines, unheard
from scorekeeper.event.round_draws import round_problems
from scorekeeper.event.round_tables import Round, Sizes, filled_sizes
from scorekeeper.record.open_session import opened
from scorekeeper.report.log_report import book_problems
from scorekeeper.store import disk
from scorekeeper.store import locked_file as locking
from scorekeeper.store import printer as pictures
from scorekeeper.text.problems import MachineFailure, Problem, Refused

# Codes that nobody is ever shown, with the reason.
NEVER_SHOWN = {
    "referee-disagrees": "two answers of the program that differ are a fault of the program, which "
    "no rules are known to cause; `tests/referee/test_referee_trials.py` shows how it is found"
}


# Those that only a server says: `tests/store/test_club_errors.py` makes them, where there is one.
OF_A_CLUB = frozenset(
    f"club-{name}"
    for name in (
        "extra", "none", "address", "password", "away", "login", "permission", "server", "schema",
        "newer", "older", "unknown", "which", "name", "taken", "role", "answer", "meanwhile", "path", "chain", "parted",
        "thrown", "known", "gone", "large", "unread", "owner", "league",
    )
)  # fmt: skip


ALL = [section for page in SOURCES for section in sections(page) if section.code]
DESCRIBED = {section.code: section for section in ALL if section.shown}
ON_PAGE = frozenset(HEADING.findall(PAGE.read_text(encoding="utf-8")))


@cache
def gone_through(page: Path) -> tuple[str, dict[str, set[str]]]:
    """The page with what its commands print as it is, and the codes that those below each heading
    say. A refusal records nothing, so it can be asked for again as JSON."""
    lines, below, heading = list[str](), dict[str, set[str]](), ""
    with pages.throw_away_home():
        for block in pages.blocks(page.read_text(encoding="utf-8")):
            if block.kind is None:
                headings = [match[1] for line in block.lines if (match := HEADING.fullmatch(line))]
                below |= {heading: set() for heading in headings}
                heading = headings[-1] if headings else heading
            lines += pages.run(block)
            for typed in pages.typed(block.lines) if block.kind == "console" else ():
                if typed.shown[-1:] in (("[exit 1]",), ("[exit 3]",)):
                    below.setdefault(heading, set()).update(_codes_of(typed.command))
    return "\n".join(lines), below


def _codes_of(command: str) -> set[str]:
    person = Person(Path.cwd())
    said = person.types(*shlex.split(command)[1:], "--format", "json")
    last = said.err.splitlines()[-1]
    return {problem["code"] for problem in json.loads(last)["problems"]}


def said_below() -> list[dict[str, set[str]]]:
    """The codes that the commands below each heading of each page say."""
    return [gone_through(page)[1] for page in SOURCES]


@pytest.mark.parametrize("page", SOURCES, ids=lambda page: page.name)
def test_the_gallery_shows_what_is_printed(page: Path) -> None:
    """As every page does (`tests/test_pages.py`)."""
    pages.assert_true(page, gone_through(page)[0])


# --- nothing is left out ---------------------------------------------------------------------------


def own_codes() -> list[str]:
    """The codes that belong into the gallery."""
    return sorted(codes.codes())


@pytest.mark.parametrize("code", own_codes())
def test_every_code_is_in_the_gallery(code: str) -> None:
    """Each code in the source has an entry on the page, its own or that of all codes of its kind."""
    there = [section.code for section in ALL if section.is_of(code) and section.code in ON_PAGE]
    assert bool(there) is (code not in NEVER_SHOWN)


def test_every_code_is_read() -> None:
    """No problem is made with a code that nobody finds in the source; each that is never shown is."""
    assert codes.unread() == []
    assert NEVER_SHOWN.keys() <= codes.codes().keys()


def test_the_page_is_what_is_written() -> None:
    """`docs/errors.md` is made of the sections and of the messages in the source, letter for letter."""
    real = error_reference.text()
    assert PAGE.read_text(encoding="utf-8") == real, (
        "`python -m tests.error_reference --update` rewrites docs/errors.md"
    )


def test_every_page_of_refusals_is_written_from() -> None:
    """No file of the folder is left out."""
    assert sorted(SOURCES) == sorted(FOLDER.glob("*.md"))


@pytest.mark.parametrize("section", ALL, ids=lambda section: section.code)
def test_an_entry_has_a_cause_a_refusal_and_a_fix(section: Section) -> None:
    """The cause is a sentence; where the refusal names no fix the entry does."""
    assert section.cause.endswith(".")
    assert any(line.startswith(NO) for line in section.example)
    assert section.fix or any(line.startswith("try: ") for line in section.example)


def test_nothing_in_the_gallery_is_of_the_past() -> None:
    """Each section's code is one that the source says."""
    known = codes.codes()
    assert [section.code for section in ALL if not any(map(section.is_of, known))] == []


def test_no_section_is_there_twice() -> None:
    """Each code has one section."""
    assert sorted({section.code for section in ALL}) == sorted(section.code for section in ALL)


@pytest.mark.parametrize("section", ALL, ids=lambda section: section.code)
def test_a_section_shows_its_code(section: Section) -> None:
    """The commands of a section are refused with its code; one that has none is described, and
    tested below."""
    if section.commands:
        [said] = [below[section.code] for below in said_below() if section.code in below]
        assert any(map(section.pattern.fullmatch, said)), said
    else:
        assert section.code in SETUPS or section.code in OF_A_CLUB


def test_codes_are_found_however_they_are_made() -> None:
    """Plain, put together, passed on by a function, worked out before, out of a table, by a
    condition, a constant, given by a loop, as a part of a value."""
    text = """
ONE, OTHER = "is-one", "is-other"
KIND = "-kind"
FORM = Form(code="of-a-form")
TABLE = {1: ("of-a-table", "x")}
def _problem(count, code, message): return Problem(code, message)
def a(count): yield _problem(count, f"{count.id}-total", "…")
def b(): raise refuse("plain-one", "…")
def c(count):
    message, code = "…", f"{count}-gone"
    return Problem(code, message)
def d(n):
    code, hint = TABLE.get(n, None)
    return Problem(code, hint)
def e(found): return refuse("is-so" if found else "is-not", "…")
def f(check): return Problem("check-" + check, "…")
def g(count): return [Problem(ONE, "…"), Problem(f"{count.id}{KIND}", "…")]
def h(): yield "in-a-loop", "…"
def i():
    for code, message in h(): yield Problem(code, message)
"""
    assert codes.codes_in(text) == {
        "NAME-total",
        "plain-one",
        "NAME-gone",
        "of-a-table",
        "is-so",
        "is-not",
        "check-NAME",
        "is-one",
        "NAME-kind",
        "of-a-form",
        "in-a-loop",
    }
    assert [*codes.Module(ast.parse(UNREAD)).unread()] == ["Problem(made(), '…')"]


UNREAD = "def a(): return Problem(made(), '…')\ndef b(found): return Problem(found.code, '…')"


def test_messages_are_found_however_they_are_made() -> None:
    """In the call, worked out before, by a condition, by number, with a label, out of a table, by another
    function, passed on."""
    text = """
WORDS = {"file": marked("no file {path}"), "folder": marked("no folder {path}")}
def _of(problem_code, message): return Problem(problem_code, message)
def _why(found): return say("nothing known") if found else say("too much known")
def a(): raise refuse("plain", say("plain words"), None, say("a fix"))
def b(n):
    message = say_n(n, "one is left", "{n} are left")
    yield Problem("by-number", message)
    message = say("after it")
    yield Problem("second", message)
def c(name): raise refuse("labelled", titled(name, say("with a label")))
def d(what): raise refuse("missing", say(WORDS[what], path=what))
def e(found): raise refuse("known", _why(found))
def f(): return _of("passed-on", say("passed on"))
"""
    assert codes.messages_in(text) == {
        ("plain", ("plain words",)),
        ("by-number", ("{n} are left", "one is left")),
        ("second", ("after it",)),
        ("labelled", ("with a label",)),
        ("missing", ("no file {path}",)),
        ("missing", ("no folder {path}",)),
        ("known", ("nothing known",)),
        ("known", ("too much known",)),
        ("passed-on", ("passed on",)),
    }


# --- what a page cannot type: the set-up is described, made here, and the text compared -------------


def table(home: Path, *lines: str) -> Person:
    """Somebody with a session of one deal."""
    somebody = Person(home)
    for line in lines or ("new bismarck-swedish Ann Bo Cleo --name it", "deal sang 6 6"):
        somebody.does(line)
    return somebody


def spoilt(somebody: Person, old: str, new: str) -> None:
    """The session's file as somebody might have mended it by hand."""
    path = somebody.path("it")
    text = path.read_text(encoding="utf-8")
    assert old in text
    head, _, rest = text.rpartition(old)
    path.write_text(head + new + rest, encoding="utf-8")


def seating_solver(home: Path) -> str:
    somebody = at_event(home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "clingo", None)
        return somebody.types("event", "seat", "--solver", "5").err


def picture_library(home: Path) -> str:
    """As where the extra is not installed: Python finds no such module."""
    there, name = sys.modules.get("resvg_py"), "resvg_py"
    sys.modules[name] = None  # type: ignore[assignment]
    try:
        return table(home).types("summary", "--format", "png").err
    finally:
        del sys.modules[name]
        if there:
            sys.modules[name] = there


def ratings_library(home: Path) -> str:
    somebody = table(home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "openskill.models", None)
        return somebody.types("league", "--ratings").err


def export_exists(home: Path) -> str:
    somebody = table(home)
    with chdir(home):
        Path("season.csv").touch()
        return somebody.types("league", "--export", "season.csv").err


def export_library(home: Path) -> str:
    somebody = table(home)
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "pyarrow", None)
        return somebody.types("league", "--export", str(home / "season.parquet")).err


def picture_fonts(home: Path) -> str:
    return "\n".join(map(str, refusal_lines(pictures.without_fonts().problems)))


def picture_terminal(home: Path) -> str:
    return table(home).types("summary", "--format", "png", at_screen=True, COLUMNS="200").err


def chain(home: Path) -> str:
    somebody = table(home).after("note late")
    spoilt(somebody, "[6, 6, 4]", "[7, 5, 4]")
    return somebody.types("check").err


def why_text(home: Path) -> str:
    return table(home).types("amend", "1", "pass", "--why", "a pile\x07").err


def game_session(home: Path) -> str:
    return table(home, "new bizon Ann Bo Cleo --name friday").types("play", "friday").err


def session_none(home: Path) -> str:
    return Person(home).types("sheet").err


def session_elsewhere(home: Path) -> str:
    somebody = table(home)
    (home / "away.toml").write_bytes(somebody.file("it"))
    (home / "sessions" / "linked.toml").symlink_to(home / "away.toml")
    return somebody.types("sheet", "-s", "linked").err


def session_link(home: Path) -> str:
    somebody = table(home)
    (home / "linked.toml").symlink_to(home / "sessions" / "it.toml")
    return somebody.types("deal", "sang", "6", "6", "-s", str(home / "linked.toml")).err


class Faster(Typed):
    """Somebody at the live table; before the first line is typed a deal is recorded in another
    terminal."""

    def __init__(self, somebody: Person) -> None:
        super().__init__("pass 6 6\n")
        self.somebody = somebody

    def readline(self, size: int = -1, /) -> str:
        line = super().readline(size)
        if line:
            self.somebody.does("deal sang 6 6")
        return line


def session_moved(home: Path) -> str:
    somebody = table(home, "new bismarck-swedish Ann Bo Cleo --name it")
    return somebody.types("play", stdin=Faster(somebody), COLUMNS="200").err


def command_form(home: Path) -> str:
    return table(home).types("play", stdin=Typed("sheet 3\n")).err


def answer_stray(home: Path) -> str:
    return (
        table(home, "new bismarck-swedish Ann Bo Cleo --name it")
        .types("play", stdin=Typed("n\n"))
        .err
    )


def deal_waiting(home: Path) -> str:
    somebody = table(home, "new bien Ann Bob Cal Dee --name it")
    return somebody.types(
        "play", stdin=Typed("Ann 200 410 70\nBob 250 100 70\n"), COLUMNS="200"
    ).err


def change_unclear(home: Path) -> str:
    lines = "Ann 200 410 70\nBob points=999,9\npoints=80\n"
    said = (
        table(home, "new bien Ann Bob Cal Dee --name it")
        .types("play", stdin=Typed(lines), COLUMNS="200")
        .err
    )
    return said[said.rindex("refused: ") :]


def question_unknown(home: Path) -> str:
    return table(home).types("play", stdin=Typed("? tricks KH 2S 7H\n")).err


def blank_format(home: Path) -> str:
    return Person(home).types("sheet", "--blank", "bizon", "--format", "markdown").err


def entry_order(home: Path) -> str:
    somebody = table(
        home, "new bismarck-swedish Ann Bo Cleo --name it", "deal sang 6 6", "deal sang 6 6"
    )
    spoilt(somebody, "number = 2", "number = 4")
    return somebody.types("sheet").err


def session_cut(home: Path) -> str:
    somebody = table(home)
    with (home / "sessions" / "it.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[entry]]\nwhat = "de')
    return somebody.types("check").err


def deal_incomplete(home: Path) -> str:
    somebody = table(home, "new bizon Ann Bo Cleo --name it", "deal Ann 20 10 grass=10C round=1")
    spoilt(somebody, 'facts.trump = "clubs"\n', "")
    return somebody.types("check").err


def check_name(home: Path) -> str:
    book = opened(table(home).file("it"), "it")
    (deal,) = book.standing.deals
    book = book._replace(
        standing=book.standing._replace(
            deals=(deal._replace(points=(-2, 3, 0), totals=(-2, 3, 0)),)
        )
    )
    return "\n".join(map(str, refusal_lines(book_problems(book))))


def file_encoding(home: Path) -> str:
    somebody = table(home)
    (home / "evening.csv").write_bytes(b"\xe9t\xe9, contract")
    return somebody.types("import", str(home / "evening.csv")).err


def file_large(home: Path) -> str:
    somebody = table(home)
    with (home / "evening.csv").open("wb") as file:
        file.truncate(limits.PAPER + 1)
    return somebody.types("import", str(home / "evening.csv")).err


def session_large(home: Path) -> str:
    somebody = table(home)
    file = home / "sessions" / "it.toml"
    file.write_bytes(file.read_bytes() + b"\n[[entry]]\n" * 12_344)
    return somebody.types("sheet").err


def session_full(home: Path) -> str:
    somebody, before = table(home), limits.DEALS
    try:
        limits.DEALS = 1
        return somebody.types("deal", "pass", "6", "6").err
    finally:
        limits.DEALS = before


def ruleset_large(home: Path) -> str:
    (home / "rulesets").mkdir()
    (home / "rulesets" / "mine.toml").write_text(
        "".join(f"[option.o{place}]\n" for place in range(5_000))
    )
    return Person(home).types("new", "mine", "Ann", "Bo").err


def file_name(home: Path) -> str:
    return table(home).types("sheet", "-s", "evening\0.toml").err


def import_csv(home: Path) -> str:
    somebody = table(home)
    (home / "evening.csv").write_text(f"contract,tricks\n{'x' * 200_000},6\n")
    return somebody.types("import", str(home / "evening.csv")).err


def failed(
    number: int, what: str = "recording in {path}", path: str = "sessions/friday.toml"
) -> str:
    """What is shown when the machine gives this number."""
    error = OSError(number, os.strerror(number))
    return "\n".join(
        map(str, failure_lines(disk.file_failure(f"{what} failed: {{why}}", path, error)))
    )


def locked(home: Path) -> str:
    import fcntl

    somebody = table(home)
    patience, locking.PATIENCE = locking.PATIENCE, 0.01
    try:
        with (home / "sessions" / "it.toml").open() as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            return somebody.types("undo").err
    finally:
        locking.PATIENCE = patience


def board_extra(home: Path) -> str:
    import sys

    somebody = table(home)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("segno", "starlette", "uvicorn"):
            patch.setitem(sys.modules, name, None)
        return somebody.types("board", "--local").err


def board_port(home: Path) -> str:
    import socket

    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        return table(home).types("board", "--local", "--port", port, COLUMNS="200").err


def board_said(home: Path, path: str, **fields: str) -> str:
    from scorekeeper.board.phone_entry import Entries, answered
    from scorekeeper.board.session_watch import FollowedSession

    somebody = table(home, "new bismarck-swedish Ann Bo Cleo --name it")
    with environment(somebody.settings):
        entries = Entries(FollowedSession(str(somebody.path("it"))))
        follows = entries.shown().now.mark
        waiting = {"id": "0" * 16, "who": "Ann", "line": "sang 6 6", "follows": follows}
        answered(entries, "/say", {name: [value] for name, value in waiting.items()})
        told, _ = answered(
            entries, path, {name: [value] for name, value in (waiting | fields).items()}
        )
    (problem,) = told["problems"]
    return f"refused: {problem['message']}\ntry: {problem['mend']}"


def board_session(home: Path) -> str:
    from scorekeeper.board.session_watch import FollowedSession

    somebody = table(home, "new bismarck-swedish Ann Bo Cleo --name friday")
    somebody.does("new bien Ann Bo Cal Dee --name other")
    with environment(somebody.settings):
        followed = FollowedSession(str(somebody.path("friday")))
        assert followed.now().book is not None
        somebody.path("friday").write_bytes(somebody.file("other"))
        return "\n".join(map(str, refusal_lines(followed.now().problems)))


def board_missing(home: Path) -> str:
    from scorekeeper.board.session_watch import FollowedSession

    somebody = table(home, "new bismarck-swedish Ann Bo Cleo --name friday")
    with environment(somebody.settings):
        followed = FollowedSession(str(somebody.path("friday")))
        somebody.path("friday").unlink()
        return "\n".join(map(str, refusal_lines(followed.now().problems)))


def board_certificate(home: Path) -> str:
    pytest.importorskip("uvicorn")
    (home / "x.pem").write_text("no certificate")
    words = ["--cert", str(home / "x.pem"), "--key", str(home / "x.pem"), "--port", "0"]
    return table(home).types("board", "--local", *words, COLUMNS="200").err


def deal_twice(home: Path) -> str:
    somebody = table(home)
    somebody.does("deal sang 6 6")
    return _after_no(somebody.types("deal", "sang", "6", "6", stdin=Typed("n\n", True)).err)


def import_twice(home: Path) -> str:
    somebody = table(home, "new bizon Ann Bo Cleo --name it")
    sheet = home / "sheet.csv"
    sheet.write_text("bizon,gp\nAnn,20 10 10\nBo,20 10 10\n")
    assert somebody.types("import", str(sheet)).code == 0
    return _after_no(somebody.types("import", str(sheet), stdin=Typed("n\n", True)).err)


def people_file(home: Path) -> str:
    person = Person(home)
    (home / "people.toml").symlink_to(home / "other.toml")
    return person.types("people").err


def copied(home: Path) -> Person:
    """Somebody with a session of a deal, and a copy of it from before that."""
    somebody = table(home, "new bismarck-swedish Ann Bo Cleo --name friday")
    somebody.path("other").write_bytes(somebody.file("friday"))
    return somebody.after("deal sang 6 6 -s friday")


def merge_agreed(home: Path) -> str:
    somebody = copied(home)
    other = somebody.file("other").replace(b'people = ["Ann"', b'people = ["Dan", "Ann"')
    somebody.path("other").write_bytes(other)
    return somebody.types("merge", "friday", "other").err


def merge_changed(home: Path) -> str:
    somebody = copied(home).after("deal pass 6 6 -s other")

    class Meanwhile(Typed):
        def readline(self, size: int = -1, /) -> str:
            somebody.does("note meanwhile -s other")
            return super().readline(size)

    return somebody.types("merge", "friday", "other", stdin=Meanwhile("a\n", True)).err.partition(
        "Enter]: "
    )[2]


def fact_ambiguous(home: Path) -> str:
    """The rules that an old session keeps have two facts of one name."""
    somebody = table(home, "new bizon Ann Bo Cleo --name it")
    kept = somebody.file("it").replace(b'    "tricks",\n', b'    "tricks", "gp",\n')
    somebody.path("it").write_bytes(kept)
    return somebody.types("deal", "Ann", "gp=20,10").err


def seating(*tables: str, out: str = "", tables_there: int = 0) -> str:
    """What is said of a round of Ann, Bob, Cal, Dee and Eva that is seated by hand."""
    one = Round(tuple(tuple(table.split()) for table in tables), tuple(out.split()))
    sizes = Sizes(2 if tables_there else 3, 4, 3, tables_there)
    return _lines(round_problems(one, ["Ann", "Bob", "Cal", "Dee", "Eva"], sizes))


def too_few_seated(home: Path) -> str:
    with pytest.raises(Refused) as refusal:
        filled_sizes(["Ann", "Bob", "Cal", "Dee"], Sizes(5, 6, 5))
    return _lines(refusal.value.problems)


def _lines(problems: Iterable[Problem]) -> str:
    return "\n".join(map(str, refusal_lines([*problems])))


def at_event(home: Path, *lines: str) -> Person:
    """Somebody with an event of which nothing is drawn, who then typed these lines."""
    begun = "event new cup --game bizon --rounds 3 --people Ann,Bob,Cal,Dee,Eve,Fay"
    return Person(home).after(begun, *lines)


def event_spoilt(home: Path, old: str, new: str) -> str:
    """What is said of an event's file that a hand has changed."""
    somebody, path = at_event(home, "event next"), home / "events" / "cup.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    return somebody.types("event", "round").err


def event_cut(home: Path) -> str:
    somebody = at_event(home)
    with (home / "events" / "cup.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[entry]]\nwhat = "no')
    said = somebody.types("event", "check").err
    return said[said.index("refused: ") :]


def turn_spent(home: Path) -> str:
    somebody = table(home, "new bismarck-swedish Anna Björn Cleo --name it", "deal sang 6 6")
    return _after_no(somebody.types("turn", "Anna", stdin=Typed("n\n", is_terminal=True)).err)


def number_order(home: Path) -> str:
    somebody = table(home, "new bizon Anna Björn Cleo --name it")
    answer = Typed("n\n", is_terminal=True)
    return _after_no(somebody.types("deal", "Björn", "20", "14", stdin=answer).err)


def _after_no(said: str) -> str:
    """What is said after a question was answered with a no."""
    return said[said.index("refused: ") :]


def answer_unknown(home: Path) -> str:
    somebody = table(home, "new bismarck-swedish Ann Bo Cleo --name it")
    said = somebody.types("play", stdin=Typed("pass 16 0 0\nno wait\n"), COLUMNS="200").err
    return said[said.index("refused: ") :]


def not_tried(home: Path) -> str:
    facts = (
        f"fact.f{n} = {{ max = 9, min = 0, optional = true, default = '1' }}" for n in range(60)
    )
    head = 'name = "Large"\nsource = "made up"\nplayers = 3\ndeals.number = 6\ncount.pegs.max = 9\n'
    page = home / "large.toml"
    page.write_text("\n".join([f'{head}points = "pegs"', *facts]), encoding="utf-8")
    return Person(home).types("rules", "check", str(page), "--strict").err


def event_meanwhile(home: Path) -> str:
    somebody = at_event(home)

    def others_first(_: object) -> tuple[()]:
        patch.undo()
        somebody.does("event next")
        return ()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorekeeper.cli.event_rounds.begin_missing", others_first)
        return somebody.types("event", "next").err


def session_doubt(home: Path) -> str:
    somebody = table(home)
    somebody.types("new", "bismarck-swedish", "Ann")
    return somebody.types("deal", "sang", "6", "6").err


SETUPS = {
    "home-address": lambda home: (
        Person(home).types("sessions", SCOREKEEPER_HOME="https://example.org").err
    ),
    "session-doubt": session_doubt,
    "event-none": lambda home: Person(home).types("event", "round").err,
    "event-meanwhile": event_meanwhile,
    "event-broken": lambda home: event_spoilt(home, 'what = "begin"', 'what = "start"'),
    "event-order": lambda home: event_spoilt(home, "number = 1", "number = 2"),
    "event-newer": lambda home: event_spoilt(home, '"event 1"', '"event 2"'),
    "event-cut": event_cut,
    "event-too-few": too_few_seated,
    "seating-unknown": lambda home: seating("Ann Bob Cal Dora", out="Dee Eva"),
    "seating-twice": lambda home: seating("Ann Bob Cal Ann", out="Dee Eva"),
    "seating-left": lambda home: seating("Ann Bob Cal"),
    "seating-size": lambda home: seating("Ann Bob", out="Cal Dee Eva"),
    "seating-tables": lambda home: seating("Ann Bob Cal", "Dee Eva", tables_there=1),
    "seating-solver": seating_solver,
    "picture-terminal": picture_terminal,
    "picture-library": picture_library,
    "ratings-library": ratings_library,
    "export-exists": export_exists,
    "export-library": export_library,
    "picture-fonts": picture_fonts,
    "fact-ambiguous": fact_ambiguous,
    "merge-agreed": merge_agreed,
    "merge-changed": merge_changed,
    "people-file": people_file,
    "board-certificate": board_certificate,
    "board-command": lambda home: board_said(home, "/say", id="1" * 16, line="again"),
    "board-gone": lambda home: board_said(home, "/yes", id="1" * 16, who="Bo"),
    "board-id": lambda home: board_said(home, "/say", id=""),
    "board-self": lambda home: board_said(home, "/yes"),
    "board-who": lambda home: board_said(home, "/say", id="1" * 16, who=""),
    "board-extra": board_extra,
    "board-port": board_port,
    "board-missing": board_missing,
    "board-session": board_session,
    "chain": chain,
    "turn-spent": turn_spent,
    "number-order": number_order,
    "answer-unknown": answer_unknown,
    "not-tried": not_tried,
    "deal-twice": deal_twice,
    "import-twice": import_twice,
    "why-text": why_text,
    "game-session": game_session,
    "session-none": session_none,
    "session-elsewhere": session_elsewhere,
    "session-link": session_link,
    "session-moved": session_moved,
    "command-form": command_form,
    "answer-stray": answer_stray,
    "deal-waiting": deal_waiting,
    "change-unclear": change_unclear,
    "question-unknown": question_unknown,
    "blank-format": blank_format,
    "entry-order": entry_order,
    "session-cut": session_cut,
    "deal-incomplete": deal_incomplete,
    "check-NAME": check_name,
    "file-encoding": file_encoding,
    "file-large": file_large,
    "session-large": session_large,
    "session-full": session_full,
    "ruleset-large": ruleset_large,
    "file-name": file_name,
    "import-csv": import_csv,
    "disk-full": lambda home: failed(errno.ENOSPC),
    "no-permission": lambda home: failed(errno.EACCES),
    "read-only": lambda home: failed(errno.EROFS),
    "no-folder": lambda home: failed(errno.EEXIST, "making the folder {path}", "sessions"),
    "name-long": lambda home: failed(errno.ENAMETOOLONG, "reading {path}", "evening.csv"),
    "no-locks": lambda home: failed(errno.ENOLCK),
    "disk-failure": lambda home: failed(errno.EIO),
    "locked": locked,
    "output": lambda home: "\n".join(
        map(str, failure_lines(unheard(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))))
    ),
    "mistake": lambda home: "\n".join(map(str, failure_lines(mistake(ZeroDivisionError())))),
}


@pytest.mark.parametrize("code", sorted(SETUPS))
def test_what_is_described_is_what_is_said(tmp_path: Path, code: str) -> None:
    """The text of a section without commands is what is printed in the case that it describes."""
    with environment({"TMPDIR": str(tmp_path)}):
        said = SETUPS[code](tmp_path)
    assert_described(code, said.replace(f"{tmp_path}/", ""))


def assert_described(code: str, said: str) -> None:
    """What was said is what the section of a code shows."""
    shown = DESCRIBED[code].shown
    plain = said.rstrip("\n").split("\n")
    first = next(
        place for place, line in enumerate(plain) if line.startswith(shown[0].partition(" ")[0])
    )
    assert pages._fits(shown, plain[first : first + len(shown)]), plain


def test_a_failure_is_never_a_refusal() -> None:
    """What the machine did is told apart from what the rules say: by its word and by its exit
    code."""
    assert not issubclass(MachineFailure, Refused)
    assert all(
        DESCRIBED[code].shown[0].startswith("failed: ")
        for code in ("disk-full", "locked", "output", "mistake")
    )
