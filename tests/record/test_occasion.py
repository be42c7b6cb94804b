"""When an evening was and where: what is kept of it, and what its pages say."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from evening import AT, Evening
from terminal import Person
from test_report_html import assert_readable_aloud, assert_sound

from scorekeeper.cli.begin import held_words
from scorekeeper.record.open_session import Book, Occasion, occasion_of
from scorekeeper.store.session_records import day_of
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.text.local_formats import days_words
from scorekeeper.text.translation import LANGUAGES, speak

NEW = "new bismarck-swedish Anna Björn Cleo --name raf"


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """What sets the clock's zone, which is put back at the end."""
    yield monkeypatch
    monkeypatch.undo()
    time.tzset()


def in_zone(zone: pytest.MonkeyPatch, name: str) -> None:
    zone.setenv("TZ", name)
    time.tzset()


def kept(home: Path, *times: str) -> Person:
    """Somebody with a session whose deals were entered at these times."""
    person = Person(home)
    person.does(f"{NEW} --place Camille")
    for number in range(len(times)):
        person.does(f"deal {('sang', 'pass', 'spader')[number // 3]} 9 2")
    file = home / "sessions" / "raf.toml"
    told = iter(times)
    text = re.sub(
        r'^at = ".*"$',
        lambda _: f'at = "{next(told)}"',
        file.read_text("utf-8"),
        flags=re.MULTILINE,
    )
    file.write_text(text, "utf-8")
    return person


# --- what is known --------------------------------------------------------------------------------


def test_an_evening_is_from_its_first_deal_to_its_last() -> None:
    """Corrections that came later are no part of it; before its first deal it is when it was
    begun."""
    evening = Evening("bismarck-swedish")
    assert occasion_of(evening.book) == Occasion(AT, AT)
    evening.deal("sang 6 6")
    evening.deal("pass 9 2")
    evening.amend(1, "tricks=7,5,4")
    begun, first, last, later = (
        "2026-10-01",
        "2026-11-20T20:00:00Z",
        "2026-11-21T01:00:00Z",
        "2027-01-01",
    )
    text = evening.data.decode().replace(AT, begun, 1)
    for at in (first, last, later):
        text = text.replace(AT, at, 1)
    evening.data = text.encode()
    assert occasion_of(evening.book) == Occasion(first, last)


def book_saying(line: str) -> Book:
    """A session in whose head somebody wrote a line."""
    evening = Evening("bismarck-swedish")
    evening.data = evening.data.replace(b"created = ", f"{line}\ncreated = ".encode(), 1)
    return evening.book


def test_the_place_is_kept_in_the_head(tmp_path: Path) -> None:
    """`new --place` and `play --place` keep it as it was said; a session without one has none, and
    neither has one in which somebody wrote what is no text."""
    person = Person(tmp_path)
    person.types("new", "bizon", "Ann", "Bo", "Cy", "--name", "it", "--place", "  Chez Zoë, 3e ")
    assert 'place = "Chez Zoë, 3e"' in person.file("it").decode()
    assert person.reads("summary")["place"] == "Chez Zoë, 3e"
    person.types("play", "bizon", "Ann", "Bo", "Cy", "--name", "live", "--place", "here")
    assert person.reads("summary -s live")["place"] == "here"
    person.does("new bizon Ann Bo Cy --name bare")
    assert b"place" not in person.file("bare").split(b"[rules]")[0]
    assert occasion_of(book_saying('place = "café"')).place == "café"
    assert occasion_of(book_saying("place = 5")).place == ""


@pytest.mark.parametrize("place", ["a\x1b[2Jb", "\u202eereht", "x" * 81])
def test_a_place_that_no_page_could_show_is_refused(tmp_path: Path, place: str) -> None:
    """What steers the writing and what fills a page is no place; nothing is begun."""
    person = Person(tmp_path)
    said = person.types("new", "bizon", "Ann", "Bo", "Cy", "--place", place, "--format", "json")
    assert (said.code, said.codes) == (1, ["place"])
    assert person.reads("sessions") == []


def test_a_place_begins_a_session(tmp_path: Path) -> None:
    """At a session that stands it is wrong usage, as the other choices of a beginning are."""
    person = kept(tmp_path, AT)
    assert person.types("play", "--place", "elsewhere").code == 2


# --- days -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "at", "day"),
    [
        ("UTC", "2026-03-01T23:30:00Z", "2026-03-01"),
        ("Europe/Stockholm", "2026-03-01T23:30:00Z", "2026-03-02"),
        ("America/New_York", "2026-03-02T02:00:00Z", "2026-03-01"),
        ("Asia/Kathmandu", "2026-03-01T18:10:00Z", "2026-03-01"),
        ("Asia/Kathmandu", "2026-03-01T18:20:00Z", "2026-03-02"),
        ("Europe/Stockholm", "2026-07-01T21:59:00Z", "2026-07-01"),
        ("Europe/Stockholm", "2026-07-01T22:00:00Z", "2026-07-02"),
        ("Europe/Stockholm", "2026-03-01T23:30:00+05:00", "2026-03-01"),
        ("UTC", "2026-03-01", "2026-03-01"),
        ("UTC", "some day in March", "some day i"),
        ("UTC", "", ""),
        ("UTC", "0001-01-01T00:00:00+14:00", "0001-01-01"),
    ],
)
def test_a_day_is_the_readers_own(zone: pytest.MonkeyPatch, name: str, at: str, day: str) -> None:
    """The day by the clock of whoever reads, summer time and half hours included; what is no time
    stays."""
    in_zone(zone, name)
    assert day_of(at) == day


DAYS = {
    ("2026-03-01", "2026-03-01"): ("1 March 2026", "1er mars 2026", "1 mars 2026"),
    ("2026-03-01", "2026-03-02"): ("1–2 March 2026", "1er–2 mars 2026", "1–2 mars 2026"),
    ("2026-04-30", "2026-05-01"): (
        "30 April – 1 May 2026", "30 avril – 1er mai 2026", "30 april – 1 maj 2026",
    ),
    ("2026-12-31", "2027-01-01"): (
        "31 December 2026 – 1 January 2027", "31 décembre 2026 – 1er janvier 2027",
        "31 december 2026 – 1 januari 2027",
    ),
    ("one day", "another"): ("one day – another",) * 3,
    ("\x1b[2J", "\x1b[2J"): ("\ufffd[2J",) * 3,
    ("2026-13-01", "2026-13-01"): ("2026-13-01",) * 3,
}  # fmt: skip


@pytest.mark.parametrize("days", DAYS)
def test_days_in_every_language(days: tuple[str, str]) -> None:
    """A day, days of a month, of a year, of two; what somebody wrote who mended the file stands
    harmless."""
    for code, said in zip(LANGUAGES, DAYS[days], strict=True):
        speak(code, None if code == "en" else catalogue(code))
        assert days_words(*days) == said


def test_an_evening_past_midnight_is_of_two_days(zone: pytest.MonkeyPatch) -> None:
    """From the first deal to the last, each by the reader's clock."""
    occasion = Occasion("2026-02-28T19:00:00Z", "2026-03-01T00:30:00Z")
    for name, said in (
        ("UTC", "28 February – 1 March 2026"),
        ("America/New_York", "28 February 2026"),
        ("Asia/Tokyo", "1 March 2026"),
    ):
        in_zone(zone, name)
        assert held_words(occasion).when == said


# --- pages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_pages_that_are_kept_say_when_and_where(
    tmp_path: Path, zone: pytest.MonkeyPatch, code: str
) -> None:
    """Summary and sheet as HTML and Markdown, and the summary on a screen, are called by game,
    people and day in the language spoken, and say the place."""
    in_zone(zone, "Europe/Stockholm")
    person = kept(tmp_path, "2026-03-01T19:00:00Z", "2026-03-01T23:30:00Z")
    when = {"en": "1–2 March 2026", "fr": "1er–2 mars 2026", "sv": "1–2 mars 2026"}[code]
    game = {
        "en": "Bismarck (modern Swedish)",
        "fr": "Bismarck (suédois moderne)",
        "sv": "Bismarck (modern svensk)",
    }[code]
    title = f"{game} · Anna, Björn, Cleo · {when}"
    for report in ("summary", "sheet"):
        page = person.does(f"{report} --format html --lang {code}").out
        assert f"<title>{title}</title>" in page
        assert_readable_aloud(page)
        heading = re.findall(r"<h1>(.*?)</h1>", page)
        assert ["".join(assert_sound(inner).words) for inner in heading] == [
            title.replace(" · ", " ", 1)
        ]
        assert "<bdi>Camille</bdi> · " in page
        markdown = person.does(f"{report} --format markdown --lang {code}").out.split("\n")
        assert markdown[0] == f"# {title}"
        assert markdown[2].startswith("Camille · ")
    assert person.does(f"summary --lang {code}").out.startswith(f"{title} · Camille\n\n")
    plain = person.does(f"summary --plain --lang {code}").out.split("\n")
    assert [re.split(" ?: ", line)[1] for line in plain[:2]] == [when, "Camille"]


def test_a_page_without_a_place_says_nothing_of_one(tmp_path: Path) -> None:
    """An evening of an old session has its day all the same."""
    person = Person(tmp_path)
    person.does(NEW)
    person.does("deal sang 9 2")
    assert person.does("summary").out.split("\n")[0].count("·") == 2
    assert person.does("summary --plain").out.startswith("date: ")
    assert "place: " not in person.does("summary --plain").out.split("\n\n")[0].replace(
        "place 1: ", ""
    )


def test_a_hostile_place_is_words(tmp_path: Path) -> None:
    """A place is no markup, on no page."""
    person = Person(tmp_path)
    person.types(
        "new", "bizon", "Ann", "Bo", "Cy", "--name", "it", "--place", "<script>x</script> *y*"
    )
    person.does("deal passed")
    assert "<script>x</script> *y*" in assert_sound(person.does("summary --format html").out).words
    assert "&lt;script&gt;x&lt;/script&gt; \\*y\\*" in person.does("summary --format markdown").out


def test_programs_read_times_as_they_are_kept(tmp_path: Path, zone: pytest.MonkeyPatch) -> None:
    """JSON says when the first deal and the last were entered, the same wherever it is made."""
    person = kept(tmp_path, "2026-03-01T19:00:00Z", "2026-03-01T23:30:00Z")
    told = set()
    for name in ("UTC", "Asia/Tokyo"):
        in_zone(zone, name)
        told |= {
            person.does("sheet --format json").out,
            person.does("sheet --format json --lang fr").out,
        }
        summary = person.reads("summary")
        assert [summary[key] for key in ("first", "last", "place")] == [
            "2026-03-01T19:00:00Z", "2026-03-01T23:30:00Z", "Camille",
        ]  # fmt: skip
    assert len(told) == 1


def test_the_fingerprint_knows_no_place(tmp_path: Path) -> None:
    """Where and when an evening was is not what was agreed and entered."""
    person = kept(tmp_path, AT)
    person.does("new bismarck-swedish Anna Björn Cleo --name other")
    person.does("deal sang 9 2")
    told = [person.reads(f"summary -s {name}")["fingerprint"] for name in ("raf", "other")]
    assert told[0] == told[1]


def test_the_list_and_the_league_take_days_by_the_readers_clock(
    tmp_path: Path, zone: pytest.MonkeyPatch
) -> None:
    """`sessions` shows the day of the first deal, and `league --since` chooses by it, kept rows or
    not."""
    person = kept(tmp_path, "2026-03-01T23:30:00Z")
    for name, day in (
        ("UTC", "2026-03-01"),
        ("Europe/Stockholm", "2026-03-02"),
        ("UTC", "2026-03-01"),
    ):
        in_zone(zone, name)
        assert person.reads("sessions")[0]["day"] == day
        assert day in person.does("sessions").out
        assert person.reads(f"league --since {day} --until {day}")["first"] == day
        assert person.types("league", "--since", "2026-03-03").code == 1
