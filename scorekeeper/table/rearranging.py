"""At the table: a forgotten deal is put in its place, a deal that never was goes, two change
places, somebody deals out of turn. They count at once, for `undo` takes them back; what is odd
waits for a yes."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.log import COMPLETE, INSERT, SETTLE, STRIKE, SWAP, TURN
from scorekeeper.record.at_the_table import to_session, turning
from scorekeeper.record.book import Act
from scorekeeper.record.events import LAST
from scorekeeper.record.reordering import inserting, striking, swapping
from scorekeeper.table.correcting import WHY, words_and_why
from scorekeeper.table.state import CONFIRM, Do, Pending, Reply, Table, Turned
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused
from scorekeeper.text.speech import text_of

YES, MOVE = "--yes", "move"


def numbered(word: str) -> int:
    """The number of a deal, as it is typed: `3`, or `last`."""
    return LAST if word.casefold() == "last" else int(word)


def insert(table: Table, words: Sequence[str]) -> Turned:
    """A forgotten deal; what of it is odd is asked about first."""
    facts, why = words_and_why([word for word in words[1:] if word != YES])
    do = Do(INSERT, table.seen, int(words[0]), tuple(facts), why)
    return asked(table, do, inserting(table.book, do.number, facts, "", why), YES in words)


def asked(table: Table, do: Do, act: Act, is_sure: bool) -> Turned:
    """Return the table where an act with questions waits for a yes. Raises Refused where nobody is
    there to be asked, and none was said."""
    if is_sure or not act.questions:
        return table, Reply(do=do)
    if not table.asks:
        problems = [odd._replace(mends=(say("say --yes if it is so"),)) for odd in act.questions]
        raise Refused(problems, say("this is odd, so it is asked about first"))
    words = (*(question.message for question in act.questions), *act.notes)
    pending = Pending(do, text_of(act.said), words, odd=True)
    return table._replace(at=CONFIRM, pending=pending), Reply()


def complete(table: Table, words: Sequence[str]) -> Turned:
    """What a deal waited for."""
    facts, why = words_and_why(words[1:])
    do = Do(COMPLETE, table.seen, numbered(words[0]), tuple(facts), why)
    return table, Reply(do=do)


def strike(table: Table, words: Sequence[str]) -> Turned:
    _, why = words_and_why([word for word in words[1:] if word != YES])
    do = Do(STRIKE, table.seen, numbered(words[0]), (), why)
    return asked(table, do, striking(table.book, do.number, "", why), YES in words)


def settle(table: Table, words: Sequence[str]) -> Turned:
    """Which count of a disputed deal holds."""
    number, reading, *why = words
    do = Do(SETTLE, table.seen, numbered(number), (reading,), " ".join(why))
    return table, Reply(do=do)


def move(table: Table, words: Sequence[str]) -> Turned:
    """A deal goes to another session, `3 --to other`, which whoever may open it does."""
    other, *more = to_session([word for word in words[1:] if word != YES])
    why = " ".join(word for word in more if word != WHY)
    do = Do(MOVE, table.seen, numbered(words[0]), (other,), why)
    return asked(table, do, striking(table.book, do.number, "", why), YES in words)


def swap(table: Table, words: Sequence[str]) -> Turned:
    _, why = words_and_why([word for word in words[2:] if word != YES])
    do = Do(SWAP, table.seen, int(words[0]), (words[1],), why)
    act = swapping(table.book, do.number, int(words[1]), "", why)
    return asked(table, do, act, YES in words)


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
