"""At the table: two counts of one deal, `6 6 or 7 5`. They are shown and wait for a yes, as a deal
does; where nobody is there to be asked what is odd counts only where that is said."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from scorekeeper.game.log import DEAL
from scorekeeper.record.book import Act
from scorekeeper.record.disputing import deal_in_dispute
from scorekeeper.record.events import OR
from scorekeeper.record.words import split_line
from scorekeeper.record.written import words_of
from scorekeeper.report.deal_line import truth_line
from scorekeeper.report.dispute_lines import other_lines
from scorekeeper.table.rearranging import YES, asked
from scorekeeper.table.state import (
    ANOTHER,
    CHANGE,
    CONFIRM,
    CORRECT,
    Do,
    Pending,
    Reply,
    Table,
    Turned,
    told,
)
from scorekeeper.text.locales import LOCALES
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused

# What is typed between two counts, whatever language is spoken.
OR_WORDS = [word for locale in LOCALES.values() for word in locale.words.get("or", ())]


def disputed(table: Table, line: str) -> Turned | None:
    """A line with two counts of the coming deal, of which the rest may have been said before; None
    where it is none."""
    words = marked_words(table, split_line(line))
    if OR not in words or table.at in (CORRECT, CHANGE, ANOTHER):
        return None
    if table.pending and table.pending.do.what != DEAL:
        return None
    said = tuple(word for word in words if word != YES)
    said, act = _whole(table, said)
    do = Do(DEAL, table.seen, table.book.standing.state.deal, said)
    if not table.asks or YES in words:
        _, reply = asked(table, do, act, YES in words)
        return table, reply._replace(lines=tuple(_told(table, act)))
    truth, *others = _truths(table, act)
    odd = (say("odd: {words}", words=one.message) for one in act.questions)
    pending = Pending(do, truth, (*others, *odd), bool(act.questions))
    return table._replace(at=CONFIRM, pending=pending), Reply()


def _truths(table: Table, act: Act) -> Sequence[str]:
    """Return the line of the deal in each of its readings."""
    now, number = act.standing, table.book.standing.state.deal
    return truth_line(now.table_of(number), now.deals[number - 1]), *other_lines(now, number)


def _told(table: Table, act: Act) -> Iterator[str]:
    for truth in _truths(table, act):
        yield from told(table, truth)


def _whole(table: Table, said: tuple[str, ...]) -> tuple[tuple[str, ...], Act]:
    """All words of the deal, and what it comes to: those of the line, behind what of the entry was
    said before it where they are not all."""
    before = words_of(table.agreed.rules, table.draft.facts)
    if before:
        with suppress(Refused):
            return said, deal_in_dispute(table.book, said, "")
    return (*before, *said), deal_in_dispute(table.book, (*before, *said), "")


def marked_words(table: Table, words: Sequence[str]) -> list[str]:
    """The words with `or` before another count as the mark that the command line has for it; not
    where somebody is called so."""
    names = {name.casefold() for name in table.book.agreed.players}
    may_begin = bool(table.draft.facts)
    return [
        OR if _is_or(word, names) and (place or may_begin) and words[place + 1 :] else word
        for place, word in enumerate(words)
    ]


def _is_or(word: str, names: Collection[str]) -> bool:
    return word.casefold() in OR_WORDS and word.casefold() not in names
