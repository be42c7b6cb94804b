"""At the table: a forgotten deal is put in its place, a deal that never was goes, two change
places, somebody deals out of turn. They count at once, for `undo` takes them back; but what is odd
only where that is said."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.book.at_the_table import to_session, turning
from scorekeeper.book.events import LAST
from scorekeeper.book.reordering import inserting
from scorekeeper.log import COMPLETE, INSERT, SETTLE, STRIKE, SWAP, TURN
from scorekeeper.message import say
from scorekeeper.problems import Refused
from scorekeeper.speech import text_of
from scorekeeper.table.correcting import WHY, words_and_why
from scorekeeper.table.state import CONFIRM, Do, Pending, Reply, Table, Turned

YES, MOVE = "--yes", "move"


def numbered(word: str) -> int:
    """The number of a deal, as it is typed: `3`, or `last`."""
    return LAST if word.casefold() == "last" else int(word)


def insert(table: Table, words: Sequence[str]) -> Turned:
    """A forgotten deal; what of it is odd is asked about first."""
    facts, why = words_and_why([word for word in words[1:] if word != YES])
    do = Do(INSERT, table.seen, int(words[0]), tuple(facts), why)
    questions = inserting(table.book, do.number, facts, "", why).questions
    if questions and YES not in words:
        asked = [odd._replace(mends=(say("say --yes if it is so"),)) for odd in questions]
        raise Refused(asked, say("this is odd, so it is asked about first"))
    return table, Reply(do=do)


def complete(table: Table, words: Sequence[str]) -> Turned:
    """What a deal waited for."""
    facts, why = words_and_why(words[1:])
    do = Do(COMPLETE, table.seen, numbered(words[0]), tuple(facts), why)
    return table, Reply(do=do)


def strike(table: Table, words: Sequence[str]) -> Turned:
    _, why = words_and_why(words[1:])
    return table, Reply(do=Do(STRIKE, table.seen, numbered(words[0]), (), why))


def settle(table: Table, words: Sequence[str]) -> Turned:
    """Which count of a disputed deal holds."""
    number, reading, *why = words
    do = Do(SETTLE, table.seen, numbered(number), (reading,), " ".join(why))
    return table, Reply(do=do)


def move(table: Table, words: Sequence[str]) -> Turned:
    """A deal goes to another session, `3 --to other`, which whoever may open it does."""
    other, *more = to_session(words[1:])
    why = " ".join(word for word in more if word != WHY)
    return table, Reply(do=Do(MOVE, table.seen, numbered(words[0]), (other,), why))


def swap(table: Table, words: Sequence[str]) -> Turned:
    _, why = words_and_why(words[2:])
    return table, Reply(do=Do(SWAP, table.seen, int(words[0]), (words[1],), why))


def turn(table: Table, words: Sequence[str]) -> Turned:
    """Somebody deals out of turn. Where it leaves somebody without a contract, and somebody is
    there, it waits for a yes; an entry that was begun stays until then."""
    do = Do(TURN, table.seen, words=tuple(words))
    if not table.asks:
        return table, Reply(do=do)
    act = turning(table.book, words, "")
    if not act.questions:
        return table, Reply(do=do)
    pending = Pending(do, text_of(act.said), act.notes, odd=True)
    return table._replace(at=CONFIRM, pending=pending), Reply()
