"""Session files: bytes are opened, and every report of the evening is told."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any
from zlib import crc32

from scorekeeper.book import Book, opened
from scorekeeper.journal import Seen, head_text
from scorekeeper.render.json_text import json_text
from scorekeeper.render.renderings import SHEETS, SUMMARIES, Look

from .guard import Finding, check, guarded, said_is_harmless
from .harmless import csv_faults, html_faults, markdown_faults, terminal_faults
from .mutating import VALUES, WORDS, bytes_mutated, tree_mutated
from .seeds import sessions

FAULTS = {
    "text": terminal_faults,
    "json": terminal_faults,
    "csv": csv_faults,
    "markdown": markdown_faults,
    "html": html_faults,
}
_seen = Seen()  # as the program reads many sessions: the rules of one are those of another


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
    from scorekeeper.cli.opened_session import cut_words
    from scorekeeper.render.log import log_lines
    from scorekeeper.sheet.log_row import log_of
    from scorekeeper.words.width import safe

    check("\n".join(log_lines(book)))
    check(json_text(log_of(book)))
    if book.journal.cut:
        check(safe(cut_words(book)))


def _look(book: Book, number: int) -> Look:
    from scorekeeper.fingerprint import fingerprint
    from scorekeeper.sheet.log_row import corrections_of

    width = (80, 20, 1, 200, 40, 100)[number % 6]
    stake = (None, "5", "0.25 kr", "\x1b[2J")[number // 8 % 4]
    return Look(width, number % 5 == 0, stake, corrections_of(book), fingerprint(book))


def _tell_sheet(book: Book, number: int) -> None:
    from scorekeeper.sheet.sheet import sheet_of

    value, look = sheet_of(book.standing, book.name), _look(book, number)
    _tell(SHEETS, value, book, look, number)


def _tell_summary(book: Book, number: int) -> None:
    from scorekeeper.fingerprint import fingerprint
    from scorekeeper.sheet.summary import summary_of

    look = _look(book, number)
    value = summary_of(book.standing, book.name, fingerprint=fingerprint(book))
    _tell(SUMMARIES, value, book, look, number)


def _tell(renderings: Any, value: Any, book: Book, look: Look, number: int) -> None:
    names = list(FAULTS)
    for form in (names[number % 5], names[number // 5 % 5]):
        text = renderings[form](value, book.agreed.rules, look)
        for fault in FAULTS[form](text):
            raise Finding(f"{form}: {fault}")


def _tell_next(book: Book, number: int) -> None:
    from scorekeeper.render.dealer_card import next_text
    from scorekeeper.sheet.coming_card import card_of, card_value
    from scorekeeper.words.act_lines import over_line
    from scorekeeper.words.phrases import agreed_words

    coming = card_of(book.standing)
    check(json_text(card_value(coming)))
    card = next_text(coming, book.agreed.rules, 80, number % 2 == 0, number % 3 == 0)
    check(card if coming else over_line(book.standing))
    check("\n".join(agreed_words(book.agreed)))


def _tell_explanation(book: Book, number: int) -> None:
    from scorekeeper.render.steps import explain_text
    from scorekeeper.sheet.explain import explain_of, explain_value
    from scorekeeper.standing import state_before

    if not book.standing.deals:
        return
    place = number % len(book.standing.deals)
    value = explain_of(
        book.agreed, state_before(book.standing, place + 1), book.standing.deals[place]
    )
    check(json_text(explain_value(value)))
    check(explain_text(value, book.agreed.rules, 80, number % 2 == 0))


def _tell_row(book: Book, number: int) -> None:
    from scorekeeper.league.session_row import evening_of
    from scorekeeper.render.sessions_text import session_row, sessions_text

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


def mutated(chance: Random, data: bytes) -> bytes:
    """Spoilt in its bytes, in a line of what was entered, in who plays, or in its rules."""
    text = data.decode(errors="replace")
    place = max(text.find("[head]"), 0)
    what = chance.random()
    if what < 0.2:
        return bytes_mutated(chance, data, seeds())
    if what < 0.6:
        entries = bytes_mutated(
            chance, text[place:].encode(), [other[other.find(b"[head]") :] for other in seeds()]
        )
        return text[:place].encode() + entries
    if what < 0.85:
        return _line_respoken(chance, text).encode(errors="replace")
    return _head_mutated(chance, text, place).encode(errors="replace")


def _line_respoken(chance: Random, text: str) -> str:
    """A value of the head or of an entry made another, as TOML says it."""
    import tomli_w

    start, end = text.find("[rules]"), text.find("[head]")
    lines = text.split("\n")
    offsets = [0]
    for line in lines:
        offsets.append(offsets[-1] + len(line) + 1)
    open_lines = [
        n
        for n, (a, b) in enumerate(pairwise(offsets))
        if " = " in lines[n] and not start <= a < end
    ]
    for _ in range(chance.choice((1, 1, 2, 3))):
        if not open_lines:
            break
        number = chance.choice(open_lines)
        key, _, value = lines[number].partition(" = ")
        try:
            before = tomllib.loads(f"v = {value}")["v"]
            after = tree_mutated(chance, before) if chance.random() < 0.7 else chance.choice(VALUES)
            lines[number] = f"{key} = {tomli_w.dumps({'v': after})[4:-1]}"
        except (ValueError, TypeError, AttributeError, RecursionError):
            lines[number] = f"{key} = {chance.choice(WORDS)}"
    return "\n".join(lines)


def _head_mutated(chance: Random, text: str, place: int) -> str:
    """The head with its rules or what was agreed spoilt as a tree."""
    try:
        head = tomllib.loads(text[:place])
        for _ in range(chance.choice((1, 1, 2, 4))):
            head = tree_mutated(chance, head)
        return head_text({"options": {}, "rules": {}, **head}).partition("[head]")[0] + text[place:]
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return _line_respoken(chance, text)
