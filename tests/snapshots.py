"""Every report as it is printed: seven sessions, a season and an event, in four widths, three
languages and all formats.

The output stands in `tests/render/snapshots/`, a file for each session. An HTML page stands there
without its style sheet and its drawings, a tag a line.

    python -m tests.snapshots            names the reports that differ, and prints how
    python -m tests.snapshots --update   writes what is printed into the files
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from difflib import unified_diff
from pathlib import Path

if __name__ == "__main__":  # the modules of the tests find each other as they do under pytest
    sys.path.insert(0, str(Path(__file__).parent))

from conftest import ruleset
from evening import Evening
from kept_pages import NAMES, drawn_entries
from terminal import Person

from scorekeeper.game.session_settings import SitOutPlan, agree
from scorekeeper.record.irregular_changes import penalising
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.session_head import head_text, new_head

FOLDER = Path(__file__).parent / "render" / "snapshots"
WIDTHS = ("30", "50", "80", "120")
LANGUAGES = ("fr", "sv")
PAGES = ("markdown", "html", "csv", "json")
HEADING = "$ "
BRIEF = ("corrected", "disputed")  # sessions whose longest reports are kept too


# --- the sessions ------------------------------------------------------------------------------


def evening(
    game: str, *names: str, day: str, name: str, turns: SitOutPlan | None = None, **options: object
) -> Evening:
    """Return a session in memory in which nothing is recorded yet."""
    found = Evening(ruleset(game), *names, turns=turns)
    agreed = agree(ruleset(game), names, None, options, turns)
    head = new_head(agreed, name, f"{day}T19:05:00Z", "the club", name, day)
    found.data = head_text(head).encode()
    return found


def dealt(session: Evening, deals: int) -> Evening:
    """Return the session with so many deals, which are drawn by chance and always the same."""
    drawn = drawn_entries(session.book.agreed, deals)
    session.data += "".join(map(entry_text, drawn)).encode()
    return session


def corrected() -> Evening:
    """Return a session with a correction, a penalty and a note."""
    found = evening("bismarck-swedish", "Anna", "Björn", "Cleo", day="2026-01-10", name="corrected")
    for line in ("sang 6 6", "trumf hearts 9 2", "pass 3 5", "spader 8 4"):
        found.deal(line)
    found.amend(1, "tricks=7,5", "miscounted")
    found.did(penalising(found.book, ("Björn", "2", "revoked"), "2026-01-10T20:05:00Z"))
    found.note("began late")
    found.deal("sang 8 5")
    return found


def rested() -> Evening:
    """Return a session of four in which the dealer sits out."""
    names = ("Anna", "Björn", "Cleo", "Dora")
    found = evening(
        "bismarck-swedish", *names, day="2026-01-17", name="rested", turns=SitOutPlan("dealer")
    )
    for line in ("sang 6 6", "trumf hearts 9 2", "pass 3 5", "spader 8 4"):
        found.deal(line)
    return found


def disputed() -> Evening:
    """Return a session in which the count of a deal is disputed, and a later deal is known in
    part."""
    found = evening("bismarck-swedish", "Anna", "Björn", "Cleo", day="2026-01-17", name="disputed")
    for line in ("sang 6 6", "trumf hearts 9 2 --or 8 3", "pass 3 5", "spader 8 4"):
        found.deal(line)
    return found


def named() -> Evening:
    """Return a session of people whose names are Arabic, emoji and Chinese."""
    return dealt(evening("bismarck-swedish", *NAMES[1:4], day="2026-02-07", name="names"), 7)


def match() -> Evening:
    """Return a match of partners."""
    names = ("Ann", "Bob", "Cal", "Dee")
    return dealt(evening("bien", *names, day="2026-02-14", name="match", games=3), 30)


def long() -> Evening:
    """Return a session of five people with a points row, and a name that looks like markup."""
    names = ("Wilhelmina Charlotte", "Bo", "Donaudampfschifffahrt", "=Disa <b>", "O'Hara")
    return dealt(evening("more/oh-hell", *names, day="2026-02-21", name="long"), 8)


def grid() -> Evening:
    """Return a session with a large grid of contracts."""
    names = ("Anna", "Björn", "Maximilian Featherstonehaugh", "Dora")
    return dealt(evening("more/barbu", *names, day="2026-02-28", name="grid"), 10)


SESSIONS: dict[str, Callable[[], Evening]] = {
    "corrected": corrected, "rested": rested, "disputed": disputed, "names": named,
    "match": match, "long": long, "grid": grid,
}  # fmt: skip


def at_home(home: Path) -> Person:
    """Return somebody with all of these sessions and an event."""
    person = Person(home)
    (home / "sessions").mkdir(parents=True)
    for name, made in SESSIONS.items():
        person.path(name).write_bytes(made().data)
    people = "Anna,Björn,Cleo,Dora,Eva,Maximilian Featherstonehaugh,山田太郎"
    person.types(
        *("event", "new", "cup", "--game", "bizon", "--people", people),
        *("--rounds", "3", "--seed", "7"),
    )
    person.after(
        "event next --yes", "deal -s cup-r1-t1 bizon=Eva gp=20,12,8", "finish -s cup-r1-t1"
    )
    person.types("event", "penalty", "--round", "1", "Eva", "-3", "came late")
    return person


# --- the reports -------------------------------------------------------------------------------


Report = tuple[str, ...]


def of_session(name: str) -> Iterator[Report]:
    """Yield the commands whose output is kept of a session, each with its width."""
    of = ("-s", name)
    summary = ("summary", *of, "--stake", "0.10", "--currency", "kr")
    shown: list[Report] = [("sheet", *of), summary, ("explain", *of), ("next", *of)]
    if name in BRIEF:
        shown.append(("outlook", *of))
    for words in shown:
        yield from ((width, *words) for width in WIDTHS)
        yield ("80", *words, "--plain")
    for words in shown[:3]:
        yield from (("80", *words, "--lang", language) for language in LANGUAGES)
    for words in shown[:2]:
        yield from (("80", *words, "--format", form) for form in ("markdown", "csv"))
    yield ("80", *summary, "--format", "html")
    yield ("80", "log", *of)
    if name in BRIEF:
        yield ("80", "sheet", *of, "--format", "html")
        yield from (("80", *words, "--format", "json") for words in (*shown, ("log", *of)))


def of_season() -> Iterator[Report]:
    """Yield the commands on many evenings, and on one evening of several sessions."""
    season: Report = ("league", "--full")
    anna: Report = ("league", "--player", "Anna")
    lists: list[Report] = [("sessions",), ("people",)]
    for words in (season, anna, *lists):
        yield from ((width, *words) for width in WIDTHS)
        yield ("80", *words, "--plain")
    yield from (("80", *season, "--lang", language) for language in LANGUAGES)
    yield from (("80", "league", "--format", form) for form in ("markdown", "csv"))
    yield from (("80", *anna, "--format", form) for form in ("html", "json"))
    evening: Report = ("sheet", "-s", "rested", "--evening")
    rescored: Report = ("rescore", "corrected", "--as", "bismarck-classic")
    for words in (evening, rescored):
        yield from ((width, *words) for width in WIDTHS)
        yield ("80", *words, "--plain")
        yield from (("80", *words, "--format", form) for form in PAGES)
    yield ("80", "summary", *evening[1:])
    yield ("80", "summary", *evening[1:], "--format", "csv")


def of_games() -> Iterator[Report]:
    """Yield the commands on rules, and those that print empty sheets."""
    for game in ("bismarck-swedish", "bien", "barbu"):
        yield from ((width, "rules", "show", game) for width in ("50", "80"))
    yield ("80", "rules", "show", "bien", "--format", "markdown")
    yield ("80", "rules", "show", "whist", "--format", "json")
    yield ("80", "rules", "show", "barbu", "--lang", "fr")
    yield from ((width, "rules", "list") for width in WIDTHS)
    yield ("80", "rules", "list", "--plain")
    yield from ((width, "rules", "prove", "bismarck-swedish", "--quick") for width in ("50", "80"))
    yield ("80", "rules", "prove", "bismarck-swedish", "--quick", "--plain")
    for game, *names in (
        ("bismarck-swedish", "Anna", "Björn", "Cleo"), ("barbu", "Anna", "Björn", "Cleo", "Dora"),
        ("bien", "Ann", "Bob", "Cal", "Dee"),
    ):  # fmt: skip
        blank = ("sheet", "--blank", game, *names)
        yield from ((width, *blank) for width in WIDTHS)
        yield ("80", *blank, "--format", "csv")
    yield (
        "80",
        "sheet",
        "--blank",
        "bismarck-swedish",
        "Anna",
        "Björn",
        "Cleo",
        "--format",
        "html",
    )


def of_event() -> Iterator[Report]:
    """Yield the commands on an event."""
    for words in (("standings",), ("explain", "Eva"), ("seating",)):
        yield from ((width, "event", *words) for width in WIDTHS)
        yield ("80", "event", *words, "--plain")
        yield from (("80", "event", *words, "--format", form) for form in ("markdown", "html"))
    yield ("80", "event", "standings", "--format", "csv")
    yield ("80", "event", "standings", "--format", "json")
    yield ("80", "event", "seating", "--format", "csv")
    yield ("80", "event", "slips", "--format", "html")
    for words in (("round",), ("missing",), ("slips",)):
        yield from ((width, "event", *words) for width in WIDTHS)


FILES: dict[str, Callable[[], Iterable[Report]]] = {
    **{name: lambda name=name: of_session(name) for name in SESSIONS},  # type: ignore[misc]
    "season": of_season, "games": of_games, "event": of_event,
}  # fmt: skip


def printed(person: Person, report: Report) -> str:
    """Return what a command prints, and where it does not succeed what it says instead."""
    width, *words = report
    said = person.types(*words, COLUMNS=width)
    text = said.out if said.code == 0 else f"[exit {said.code}]\n{said.err}"
    return _page(text) if "html" in words else text


def _page(text: str) -> str:
    """Return a page without its style sheet and its drawings, each tag at the beginning of a
    line."""
    without = re.sub(r"(<(style|svg)\b[^>]*>).*?(?=</\2>)", r"\1", text, flags=re.DOTALL)
    return re.sub(r"(?<=>)(?=<(?!/))", "\n", without)


def heading(report: Report) -> str:
    """Return the line above what a command prints."""
    width, *words = report
    return f"{HEADING}{'' if width == '80' else f'COLUMNS={width} '}{' '.join(words)}"


def page_of(person: Person, name: str) -> str:
    """Return the whole file of a session, the season, the games or the event."""
    return "".join(f"{heading(one)}\n{printed(person, one)}\n" for one in FILES[name]())


def differing(was: str, now: str) -> list[str]:
    """Return the lines that differ, below the command that prints them."""
    lines = unified_diff(was.split("\n"), now.split("\n"), "kept", "printed", lineterm="", n=10**6)
    found, above, last = list[str](), "", ""
    for line in lines:
        if line[1:].startswith(HEADING):
            above = line[1:]
        if line[:1] in "+-" and not line.startswith(("+++", "---")):
            found += [above] if above != last else []
            found, last = [*found, line], above
    return found


def main() -> int:
    """Write the files, or print what differs from them."""
    with tempfile.TemporaryDirectory() as folder:
        person = at_home(Path(folder) / "home")
        chosen = [word for word in sys.argv[1:] if not word.startswith("-")] or [*FILES]
        differ = False
        for name in chosen:
            path, now = FOLDER / f"{name}.txt", page_of(person, name)
            was = path.read_text("utf-8") if path.exists() else ""
            differ |= was != now
            if was != now:
                print("\n".join(differing(was, now)) if was else f"{name}: new")
            if "--update" in sys.argv:
                FOLDER.mkdir(exist_ok=True)
                path.write_text(now, "utf-8")
    return int(differ and "--update" not in sys.argv)


if __name__ == "__main__":
    sys.exit(main())
