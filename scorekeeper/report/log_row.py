"""The log: a row for each entry, in the order they were made. The names of the fields are the keys
of the JSON of `log`, and promised."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from scorekeeper.game.entry_kinds import COUNT, KINDS, MERGE
from scorekeeper.game.log import Entry
from scorekeeper.game.open_deals import shown_counts
from scorekeeper.record.book import Book
from scorekeeper.record.entry_text import entry_words
from scorekeeper.record.journal import seal_of
from scorekeeper.record.merge import copy_of
from scorekeeper.report.game.scoring_text import bonus_word, points_said
from scorekeeper.text.message_text import labelled, parted, text_of


class LogRow(NamedTuple):
    """An entry of the log: when it was made, its kind, its deal, its facts (none for a count that
    is still hidden), the reason if one was entered, and the same in words; its id, its recorder and
    its seal, if it has them."""

    at: str
    what: str
    deal: int
    facts: Mapping[str, object]
    why: str | None
    say: str
    id: str | None = None
    by: str | None = None
    seal: str | None = None


def log_of(book: Book) -> tuple[LogRow, ...]:
    """Return the log rows of every entry of a session."""
    journal = book.journal
    shown = shown_counts(journal.entries)
    rows = zip(
        count(1),
        (_to_show(entry, shown) for entry in journal.entries),
        entry_words(book),
        journal.blocks[1:],
        strict=False,
    )
    ends = _ends(book)
    return tuple(
        _row(entry, parted([text_of(said), *ends.get(entry.line, ())]), block, number)
        for number, entry, said, block in rows
    )


def _ends(book: Book) -> Mapping[int, Sequence[str]]:
    """Return the bonus texts of ended games, keyed by the line of the entry that first recorded a
    game's last deal; empty while a count is disputed."""
    now = book.standing
    if now.ways or now.agreed.rules.game.bonus is None:
        return {}
    word = bonus_word(now.agreed.rules)
    return {
        book.folded.origins[one.deal - 1].line: [labelled(word, points_said(now.agreed, one.bonus))]
        for one in now.state.ended
    }


def _to_show(entry: Entry, shown: Container[int]) -> Entry:
    """Return the entry without its hidden parts: the numbers of a pending count, and the verbatim
    text of a merged copy, which may contain one."""
    if entry.what == MERGE:
        return entry._replace(facts={k: v for k, v in entry.facts.items() if k != "tail"})
    return entry if entry.what != COUNT or entry.line in shown else entry._replace(facts={})


def _row(entry: Entry, said: str, block: str, number: int) -> LogRow:
    return LogRow(
        at=entry.at,
        what=entry.what,
        deal=entry.number,
        facts=entry.facts,
        why=entry.why or None,
        say=said,
        id=entry.id or None,
        by=entry.by or None,
        seal=seal_of(block, number) if entry.before else None,
    )


def log_with_copies(book: Book) -> list[tuple[LogRow, str | None]]:
    """Return every entry; after each merge also the entries of the copy that it quarantined, with
    the copy's name."""
    rows = list[tuple[LogRow, str | None]]()
    for entry, row in zip(book.journal.entries, log_of(book), strict=True):
        rows.append((row, None))
        if entry.what == MERGE:
            rows += [
                (_row(kept.entry, text_of(kept.said), kept.block, kept.number), entry.facts["from"])
                for kept in copy_of(book, entry)
                if kept.is_aside
            ]
    return rows


def corrections_of(book: Book) -> tuple[LogRow, ...]:
    """Return every correction, undo and redo."""
    kinds = ((row, KINDS[row.what]) for row in log_of(book))
    return tuple(row for row, kind in kinds if kind.is_correction or not kind.is_act)
