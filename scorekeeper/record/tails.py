"""Two copies of one session side by side: by which steps each came to what it is from what both
have in common. Entries are told apart by their lines, which those of the other copy have
negative."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.game.log import (
    COUNT,
    KINDS,
    REDO,
    UNDO,
    Entry,
    ends_redo,
    folded_entries,
    places_of,
)
from scorekeeper.game.session import Agreed
from scorekeeper.record.book import Book
from scorekeeper.record.entry_words import LOGGED, act_in_words, act_words
from scorekeeper.record.places_so_far import deals_after, table_after
from scorekeeper.record.two_copies import common_of
from scorekeeper.text.message import Words

Acts = tuple[Entry, ...]


class Step(NamedTuple):
    """Something that a copy comes to after what both have in common: `entry` is an act, or the undo
    of `act`, where `before` are the acts without it; `made` is which of the copy's own entries made
    it, and `place` the how manieth that is, from 1."""

    entry: Entry
    act: Entry
    before: Acts
    made: Entry
    place: int


class Copy(NamedTuple):
    """One of two copies: the acts that stand in it, and by which steps it came there from what both
    have in common."""

    book: Book
    done: Acts
    steps: tuple[Step, ...]


class Copies(NamedTuple):
    """Two copies of one session: the one that is kept and the other, how many entries they have in
    common, and the acts that stood then."""

    kept: Copy
    other: Copy
    common: int
    done: Acts


def copies(kept: Book, other: Book) -> Copies:
    """Two copies, which are of one session."""
    common = common_of(kept.journal, other.journal)
    both = kept.journal.entries[:common]
    own = [entry._replace(line=-entry.line) for entry in other.journal.entries[common:]]
    done = folded_entries(both).done
    return Copies(
        kept=_copy(kept, done, both, kept.journal.entries[common:]),
        other=_copy(other, done, both, own),
        common=common,
        done=done,
    )


def _copy(book: Book, common: Acts, both: Sequence[Entry], own: Sequence[Entry]) -> Copy:
    done = folded_entries([*both, *own]).done
    made = _made_by(both, own)
    steps = tuple(
        Step(entry, act, before, own[made[act.line] - 1], made[act.line])
        for entry, act, before in way(common, done, "")
    )
    return Copy(book, done, steps)


def _made_by(both: Sequence[Entry], own: Sequence[Entry]) -> Mapping[int, int]:
    """By the line of each act which of a copy's own entries, from 1, last recorded it, took it back
    or restored it."""
    folded = folded_entries(both)
    done, undone, made = [*folded.done], [*folded.undone], dict[int, int]()
    for place, entry in enumerate(own, 1):
        if KINDS[entry.what].places:
            done.append(entry)
            if ends_redo(entry):
                undone.clear()
            made[entry.line] = place
        elif entry.what in (UNDO, REDO):
            source, target = (done, undone) if entry.what == UNDO else (undone, done)
            target.append(source.pop())
            made[target[-1].line] = place
    return made


def way(start: Acts, end: Acts, at: str) -> Iterator[tuple[Entry, Entry, Acts]]:
    """How one comes from some acts that stand to others: undos of those that are not among these,
    then those that follow; each with its act and the acts without it."""
    same = 0
    while same < min(len(start), len(end)) and start[same] == end[same]:
        same += 1
    for number in range(len(start) - 1, same - 1, -1):
        yield Entry(UNDO, start[number].number, at, {}), start[number], start[:number]
    for number in range(same, len(end)):
        yield end[number], end[number], end[:number]


def is_alike(one: Step, other: Step) -> bool:
    """Whether both copies say the same here, whoever recorded it and when."""
    return _told(one) == _told(other)


def _told(step: Step) -> tuple[object, ...]:
    """What a step says; of one person's count also whose it is."""
    entry = step.entry
    said = step.act.line if entry.what == UNDO else entry.facts
    return entry.what, entry.number, said, entry.turns, entry.by if entry.what == COUNT else ""


def rows_of(one: Copy, other: Copy) -> list[tuple[Step | None, Step | None]]:
    """The steps of both side by side."""
    return [*zip_longest(one.steps, other.steps)]


def named_steps(copy: Copy, letter: str) -> dict[str, Step]:
    """The steps of a copy by the names by which they are chosen: `a1`, `a2`."""
    return {f"{letter}{number}": step for number, step in enumerate(copy.steps, 1)}


def step_words(begun: Agreed, step: Step) -> Words:
    """A step as a sentence, as the log has it."""
    agreed = table_after(begun, places_of(step.before))
    if step.entry.what == UNDO:
        return act_in_words(agreed, LOGGED, UNDO, step.act, deals_after(begun, step.before))
    return act_words(agreed, step.entry, deals_after(begun, step.before))
