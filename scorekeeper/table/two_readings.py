"""At the table: two counts of one deal, `6 6 or 7 5`. Both are kept at once, for `undo` takes
them back; but what is odd only where that is said."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from scorekeeper.book import Act
from scorekeeper.book.disputing import deal_in_dispute
from scorekeeper.book.events import OR
from scorekeeper.entry.words import split_line
from scorekeeper.entry.written import words_of
from scorekeeper.locales import LOCALES
from scorekeeper.log import DEAL
from scorekeeper.message import say
from scorekeeper.problems import Refused
from scorekeeper.table.rearranging import YES
from scorekeeper.table.state import ANOTHER, CHANGE, CORRECT, Do, Reply, Table, Turned, told
from scorekeeper.words.deal_line import truth_line
from scorekeeper.words.dispute_lines import other_lines

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
    if act.questions and YES not in words:
        asked = [odd._replace(mends=(say("say --yes if it is so"),)) for odd in act.questions]
        raise Refused(asked, say("this is odd, so it is asked about first"))
    now, number = act.standing, table.book.standing.state.deal
    truths = (truth_line(now.table_of(number), now.deals[number - 1]), *other_lines(now, number))
    lines = tuple(line for truth in truths for line in told(table, truth))
    return table, Reply(lines, do=Do(DEAL, table.seen, number, said))


def _whole(table: Table, said: tuple[str, ...]) -> tuple[tuple[str, ...], Act]:
    """All words of the deal, and what it comes to: those of the line, behind what of the entry was
    said before it where they are not all."""
    before = words_of(table.draft.facts)
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
