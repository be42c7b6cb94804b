"""A session in two homes: how one stands to the other, and what is appended where one goes on from
the other."""

from typing import NamedTuple

from scorekeeper.record.journal import Journal
from scorekeeper.record.two_copies import has_all_of

# How a session here stands to the same one there. `merged`: that one was merged with this one, and
# has all of it, though not to the letter; `parted`: both went on from what they have in common;
# `changed`: a hand changed the head of one.
SAME, AHEAD, BEHIND = "same", "ahead", "behind"
MERGED, PARTED, CHANGED = "merged", "parted", "changed"


class Compared(NamedTuple):
    """How a session here stands to the same one there; how many entries they have in common, and
    how many each has beyond those."""

    state: str
    common: int
    here: int
    there: int


def compared(here: Journal, there: Journal) -> Compared:
    """How a session here stands to the same one there."""
    common = _common(here.blocks, there.blocks)
    own, others = len(here.blocks) - common, len(there.blocks) - common
    return Compared(_state(here, there, common), max(common - 1, 0), own, others)


def _common(here: tuple[str, ...], there: tuple[str, ...]) -> int:
    """How many blocks two sessions have in common, from the head on."""
    pairs = enumerate(zip(here, there, strict=False))
    differs = (place for place, (one, other) in pairs if _bare(one) != _bare(other))
    return next(differs, min(len(here), len(there)))


def _bare(block: str) -> str:
    """A block as its digest sees it: the end of its last line says nothing."""
    return block.removesuffix("\n")


def _state(here: Journal, there: Journal, common: int) -> str:
    if not common:
        return CHANGED
    if common == len(here.blocks):
        return SAME if common == len(there.blocks) else BEHIND
    if common == len(there.blocks):
        return AHEAD
    return MERGED if has_all_of(there, here) else PARTED


def text_beyond(longer: Journal, entries: int) -> str:
    """What a session has beyond its first entries, as it is appended to one that has just those."""
    return "".join(f"\n{_bare(block)}\n" for block in longer.blocks[entries + 1 :])
