"""Which merges of a log stand, and which were taken back."""

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.game.log import MERGE, UNMERGE, Entry


class TakenBack(NamedTuple):
    """A merge that was taken back: the places of both entries in the log, from 0."""

    merge: int
    undo: int


class Merges(NamedTuple):
    """The places of the merges that stand, and those that were taken back and may be restored; the
    last of each comes first to be taken back, or restored."""

    stand: tuple[int, ...]
    taken_back: tuple[TakenBack, ...]


def merges_among(entries: Sequence[Entry]) -> Merges:
    """The merges of a log."""
    stand, taken_back = list[int](), list[TakenBack]()
    for place, entry in enumerate(entries):
        if entry.what == MERGE:
            stand.append(place)
        elif entry.what == UNMERGE:
            of = entry.facts["merge"]
            merge = next((at for at in stand if entries[at].id == of), None)
            known = next((one for one in taken_back if entries[one.merge].id == of), None)
            if not entry.facts.get("again") and merge is not None:
                stand.remove(merge)
                taken_back.append(TakenBack(merge, place))
            elif entry.facts.get("again") and known is not None:
                taken_back.remove(known)
                stand.append(known.merge)
    return Merges(tuple(stand), tuple(taken_back))


def standing_merges(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of the merges that stand."""
    return [entries[place] for place in merges_among(entries).stand]
