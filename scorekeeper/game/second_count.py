"""The counts of a deal that two people enter without seeing each other's: which of them wait, which
may be shown, and who counted a deal that is recorded."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from scorekeeper.game.log import (
    COUNT,
    DEAL,
    KINDS,
    NOTE,
    PENALTY,
    REDO,
    UNDO,
    Entry,
    Folded,
    ends_redo,
)

# A count goes on waiting beside these. After whatever else was recorded, the coming deal may be
# another one, or have other people in other seats, than was counted.
BESIDE = frozenset((COUNT, NOTE, PENALTY))
AND = ", "  # between the names of those who counted a deal, in its `by`


def person(name: str) -> str:
    """A name as it is compared: Anna and anna are one who counts."""
    return unicodedata.normalize("NFC", name).casefold()


def waiting(done: Sequence[Entry]) -> tuple[Entry, ...]:
    """The counts that wait for another after these acts, of each person the last one."""
    own: dict[str, Entry] = {}
    for count in _run(reversed(done)):
        own.setdefault(person(count.by), count)
    return tuple(reversed(own.values()))


def _run(acts: Iterable[Entry]) -> Iterator[Entry]:
    """The counts among these acts, the last first, up to one that they do not wait beside."""
    for act in acts:
        if act.what not in BESIDE:
            return
        if act.what == COUNT:
            yield act


def counters(folded: Folded) -> Mapping[int, tuple[str, ...]]:
    """Who counted each deal that two people counted alike, by the number of the deal now."""
    by_line = dict(_counted(folded.done))
    lines = enumerate((origin.line for origin in folded.origins), 1)
    return {number: by_line[line] for number, line in lines if line in by_line}


def _counted(done: Iterable[Entry]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The line of each deal that was recorded by two counts, and the names of the two."""
    first = False  # whether a count waits
    for act in done:
        if act.what == DEAL and first and AND in act.by:
            yield act.line, tuple(act.by.split(AND))
        first = act.what == COUNT or (first and act.what in BESIDE)


def shown_counts(entries: Sequence[Entry]) -> frozenset[int]:
    """The lines of the counts that may be shown: those beside which another person's stood, or
    after which the deal was recorded. All others are for nobody's eyes."""
    if not any(entry.what == COUNT for entry in entries):
        return frozenset()
    shown = set[int]()
    for entry, done in _replayed(entries):
        if entry.what == COUNT:
            counts = [*_run(reversed(done))]
            is_open = len({person(count.by) for count in counts}) > 1
        else:
            counts, is_open = [*_run(islice(reversed(done), 1, None))], entry.what == DEAL
        shown.update(count.line for count in counts if is_open)
    return frozenset(shown)


def _replayed(entries: Iterable[Entry]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Every entry, with the acts that stand after it."""
    done, undone = list[Entry](), list[Entry]()
    for entry in entries:
        if KINDS[entry.what].places:
            done.append(entry)
            if ends_redo(entry):
                undone.clear()
        elif entry.what == UNDO:
            undone.append(done.pop())
        elif entry.what == REDO:
            done.append(undone.pop())
        yield entry, done
