"""The chain of a session in words: which entries do not follow, and what is known of a seal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scorekeeper.book import Book
from scorekeeper.book.entry_words import entry_words
from scorekeeper.book.merged_copy import holding_of, merges_of
from scorekeeper.journal import Journal, seal_of
from scorekeeper.journal.breaks import (
    Break,
    Change,
    accepted_joints,
    breaks_of,
    change_of,
    is_seal_of,
    sealed,
)
from scorekeeper.language import tr, trn
from scorekeeper.message import CommandLine, Words, say
from scorekeeper.problems import Problem
from scorekeeper.speech import parted, text_of

TAKE_IN = say(
    "if it is meant so, `{command}` takes it in", command=CommandLine("check", ("--accept",))
)


def chain_problems(book: Book, upto: int | None = None) -> list[Problem]:
    """Every entry that does not follow from what stands above it, to a place among them."""
    rules = book.agreed.rules
    words = [*book.agreed.players, *rules.contracts, *rules.pack.suits]
    return break_problems(book.journal, words, TAKE_IN, upto)


def break_problems(
    journal: Journal, words: Iterable[str], mend: Words, upto: int | None = None
) -> list[Problem]:
    """The same of any journal; `words` are those that may have stood where a hand changed one."""
    found = [one for one in breaks_of(journal) if upto is None or one.place <= upto]
    changes = [(one, change_of(journal, one, words)) for one in found]
    others = [(one, _told(one, change)) for one, change in changes if change.what != "ends"]
    ends = [one for one, change in changes if change.what == "ends"]
    told = [*others, *([(ends[0], _ends_told(len(ends)))] if ends else [])]
    return [_problem(journal, one, said, mend) for one, said in sorted(told)]


def _ends_told(number: int) -> str:
    return trn(
        number,
        "above {n} entry only the ends of the lines are others, as another editor writes them",
        "above {n} entries only the ends of the lines are others, as another editor writes them",
    )


def _problem(journal: Journal, found: Break, said: str, mend: Words) -> Problem:
    place = tr("line {line}", line=journal.entries[found.place].line)
    return Problem("chain", said, place=place, mends=(mend,))


def _told(found: Break, change: Change) -> str:
    """What was changed; entries are counted as the log shows them, from 1."""
    here, above = found.place + 1, named_entry(found.place)
    if change.what == "added":
        return tr(
            "entry {number} was put in by hand: nothing says what stood above it", number=here
        )
    if change.what == "between":
        return tr(
            "entry {number} followed {other}: what stands between them was put in or moved by hand",
            number=here,
            other=named_entry(change.first),
        )
    if change.what == "moved":
        return tr(
            "entry {number} followed {other}, which stands below it now",
            number=here,
            other=named_entry(change.first + 1),
        )
    if change.what == "edited":
        return _edited(above, change)
    return tr(
        "entry {number} does not follow: {entry} was changed by hand, or what stood between them "
        "is gone",
        number=here,
        entry=above,
    )


def _edited(entry: str, change: Change) -> str:
    was, now = map(parted, (change.was, change.now))
    if not was:
        return tr("{entry} was changed by hand: `{now}` was put in", entry=entry, now=now)
    return tr("{entry} was changed by hand: `{was}` is `{now}` now", entry=entry, was=was, now=now)


def named_entry(number: int) -> str:
    """`entry 3`, counted from 1, or what stands above all."""
    return tr("entry {number}", number=number) if number else tr("the head")


# --- a seal --------------------------------------------------------------------------------------


class Held(NamedTuple):
    """What is known of a seal: the entry that bears it, counted from 1, its deal, all of it in
    words, and how many changes by hand were taken in; the name of the copy where it is of one that
    was merged. The names are keys of the JSON."""

    seal: str
    entry: int
    deal: int
    say: str
    accepted: int
    copy: str | None = None


def seal_problems(book: Book, seal: str) -> list[Problem]:
    """What is wrong where somebody noted this seal down; nothing where all up to its entry is as
    it was."""
    found = sealed(book.journal, seal)
    if found is None and _of_copy(book, seal):
        return chain_problems(book)
    if found is None:
        hint = say(
            "it is of another session, or its entry was changed since: `{command}` shows the seals",
            command=CommandLine("log"),
        )
        return [Problem("seal", tr("no entry has the seal {seal}", seal=seal), "seal", (hint,))]
    if found.is_changed:
        message = tr(
            "entry {number} had the seal {seal}, and was changed since",
            number=found.place + 1,
            seal=seal,
        )
        return [Problem("seal", message, "seal"), *chain_problems(book, found.place + 1)]
    return chain_problems(book, found.place)


def held_of(book: Book, seal: str) -> Held:
    """The entry that bears a seal; it must be there."""
    found = sealed(book.journal, seal)
    if found is None:
        held = _of_copy(book, seal)
        assert held is not None
        return held
    entry, words = book.journal.entries[found.place], entry_words(book)[found.place]
    bearing = seal_of(book.journal.blocks[found.place + 1])
    accepted = len(accepted_joints(book.journal))
    return Held(bearing, found.place + 1, entry.number, text_of(words), accepted)


def _of_copy(book: Book, seal: str) -> Held | None:
    """The entry of a copy that was merged with this seal; None where none has it."""
    accepted = len(accepted_joints(book.journal))
    for merge in merges_of(book):
        for kept in holding_of(book, merge):
            if is_seal_of(seal, kept.block):
                said, bearing = text_of(kept.said), seal_of(kept.block)
                number, copy = kept.entry.number, merge.facts["from"]
                return Held(bearing, kept.number, number, said, accepted, copy)
    return None


def held_line(held: Held) -> str:
    """`ABFH-JKLM is entry 3, deal 3: …; all up to it is as it was`."""
    said = tr(
        "{seal} is {entry}, {words}; all up to it is as it was",
        seal=held.seal,
        entry=_entry_held(held),
        words=held.say,
    )
    if not held.accepted:
        return said
    return tr("{held}, but for what was changed by hand and taken in", held=said)


def _entry_held(held: Held) -> str:
    if held.copy is None:
        return tr("entry {number}", number=held.entry)
    return tr("entry {number} of {session}, which was merged", number=held.entry, session=held.copy)
