"""Session files: bytes are opened, and every report of the evening is told."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from typing import Any
from zlib import crc32

import tomli_w
from hypothesis import strategies as st

from scorekeeper.record.log_text import ParseCache
from scorekeeper.record.open_session import Book, opened
from scorekeeper.record.session_head import head_text
from scorekeeper.render.report_formats import SHEETS, SUMMARIES, json_text
from scorekeeper.render.writers import Look

from .guard import Finding, check, guarded, said_is_harmless
from .harmless import csv_faults, html_faults, markdown_faults, svg_faults, terminal_faults
from .seeds import sessions
from .spoiling import VALUES, WORDS, spoilt_bytes, spoilt_tree

FAULTS = {
    "text": terminal_faults,
    "json": terminal_faults,
    "csv": csv_faults,
    "markdown": markdown_faults,
    "html": html_faults,
    "svg": svg_faults,
}
_seen = ParseCache()  # as the program reads many sessions: the rules of one are those of another


@guarded
def one_input(data: bytes) -> None:
    """Opens the file and tells it: the log, and two of the reports in two of their formats."""
    if len(_seen.rulesets) > 200:
        _seen.__init__()  # type: ignore[misc]
    book = opened(data, "eve", _seen)
    _tell_log(book)
    said_is_harmless(book.standing.problems)
    if book.standing.problems:
        return
    number = crc32(data)
    for report in (_REPORTS[number % len(_REPORTS)], _REPORTS[number // 64 % len(_REPORTS)]):
        report(book, number >> 8)


def _tell_log(book: Book) -> None:
    from scorekeeper.cli.open_log import cut_words
    from scorekeeper.render.session_lists import log_lines
    from scorekeeper.report.log_report import log_of
    from scorekeeper.text.terminal_text import safe

    check("\n".join(log_lines(book)))
    check(json_text(log_of(book)))
    if book.log.cut:
        check(safe(cut_words(book.log)))


def _look(book: Book, number: int) -> Look:
    from scorekeeper.record.session_fingerprint import fingerprint
    from scorekeeper.report.log_report import corrections_of

    width = (80, 20, 1, 200, 40, 100)[number % 6]
    stake = (None, "5", "0.25 kr", "\x1b[2J")[number // 8 % 4]
    return Look(width, number % 5 == 0, stake, corrections_of(book), fingerprint(book))


def _tell_sheet(book: Book, number: int) -> None:
    from scorekeeper.report.sheet import sheet_of

    value, look = sheet_of(book.standing, book.name), _look(book, number)
    _tell(SHEETS, value, book, look, number)


def _tell_summary(book: Book, number: int) -> None:
    from scorekeeper.record.session_fingerprint import fingerprint
    from scorekeeper.report.summary import summary_of

    look = _look(book, number)
    value = summary_of(book.standing, book.name, fingerprint=fingerprint(book))
    _tell(SUMMARIES, value, book, look, number)


def _tell(renderings: Any, value: Any, book: Book, look: Look, number: int) -> None:
    names = [name for name in FAULTS if name in renderings]
    for form in (names[number % len(names)], names[number // 7 % len(names)]):
        text = renderings[form](value, book.agreed.rules, look)
        for fault in FAULTS[form](text):
            raise Finding(f"{form}: {fault}")


def _tell_next(book: Book, number: int) -> None:
    from scorekeeper.render.next_deal_text import next_text
    from scorekeeper.report.change_text import over_line
    from scorekeeper.report.next_deal_summary import card_of, card_value
    from scorekeeper.report.shared_labels import agreed_words

    coming = card_of(book.standing)
    check(json_text(card_value(coming)))
    card = next_text(coming, book.agreed.rules, 80, number % 2 == 0, number % 3 == 0)
    check(card if coming else over_line(book.standing))
    check("\n".join(agreed_words(book.agreed)))


def _tell_explanation(book: Book, number: int) -> None:
    from shown import explain_text

    from scorekeeper.report.explain import explain_of, explain_value

    if not book.standing.deals:
        return
    place = number % len(book.standing.deals)
    value = explain_of(book.agreed, book.standing.deals[place])
    check(json_text(explain_value(value)))
    check(explain_text(value, book.agreed.rules, 80, number % 2 == 0))


def _tell_row(book: Book, number: int) -> None:
    from scorekeeper.league.session_record import evening_of
    from scorekeeper.render.session_lists import session_row, sessions_text

    row = session_row(book.name, evening_of(book), True)
    check(json_text(row))
    check(sessions_text([row], 80, number % 2 == 0))


_REPORTS: tuple[Callable[[Book, int], None], ...] = (
    _tell_sheet, _tell_sheet, _tell_summary, _tell_summary, _tell_next, _tell_explanation, _tell_row,
)  # fmt: skip


# --- where they come from ----------------------------------------------------------------------------


@cache
def seeds() -> tuple[bytes, ...]:
    return tuple(text.encode() for text in sessions())


@st.composite
def inputs(draw: st.DrawFn) -> bytes:
    """Spoilt in its bytes, in what was entered, in a value of a line, or in its head."""
    data = draw(st.sampled_from(seeds()))
    text, place = data.decode(errors="replace"), max(data.decode().find("[head]"), 0)
    match draw(st.sampled_from(("bytes", "entries", "entries", "line", "head"))):
        case "bytes":
            return draw(spoilt_bytes(data, seeds()))
        case "entries":
            others = [other[other.find(b"[head]") :] for other in seeds()]
            return text[:place].encode() + draw(spoilt_bytes(text[place:].encode(), others))
        case "line":
            return draw(_line_respoken(text)).encode(errors="replace")
        case _:
            return draw(_head_spoilt(text, place)).encode(errors="replace")


@st.composite
def _line_respoken(draw: st.DrawFn, text: str) -> str:
    """A value of the head or of an entry made another, as TOML says it."""
    lines = text.split("\n")
    first, last = lines.index("[rules]"), lines.index("[head]")
    there = [n for n, line in enumerate(lines) if " = " in line and not first <= n < last]
    for number in draw(st.lists(st.sampled_from(there), min_size=1, max_size=3)):
        key, _, value = lines[number].partition(" = ")
        try:
            after = draw(spoilt_tree(tomllib.loads(f"v = {value}")["v"]) | st.sampled_from(VALUES))
            lines[number] = f"{key} = {tomli_w.dumps({'v': after})[4:-1]}"
        except (ValueError, TypeError, AttributeError, RecursionError):
            lines[number] = f"{key} = {draw(st.sampled_from(WORDS))}"
    return "\n".join(lines)


@st.composite
def _head_spoilt(draw: st.DrawFn, text: str, place: int) -> str:
    """The head with its rules or what was agreed spoilt as a tree."""
    try:
        head = tomllib.loads(text[:place])
        for _ in range(draw(st.integers(1, 4))):
            head = draw(spoilt_tree(head))
        return head_text({"options": {}, "rules": {}, **head}).partition("[head]")[0] + text[place:]
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return draw(_line_respoken(text))
