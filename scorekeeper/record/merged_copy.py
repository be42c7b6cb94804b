"""What an entry of a merge keeps of the copy that was merged."""

from typing import NamedTuple

from scorekeeper.game.log import COUNT, MERGE, Entry, folded_entries
from scorekeeper.game.second_count import shown_counts
from scorekeeper.record.book import Book
from scorekeeper.record.breaks import all_breaks
from scorekeeper.record.entry_words import words_of_entries
from scorekeeper.record.journal import entry_of_block
from scorekeeper.text.message import Words


class Kept(NamedTuple):
    """An entry that a copy had of its own: which of that copy's it was, from 1, as it stood there
    and in words, and whether it was set aside."""

    number: int
    entry: Entry
    block: str
    said: Words
    is_aside: bool


def merges_of(book: Book) -> list[Entry]:
    """Every merge of a session."""
    return [entry for entry in book.journal.entries if entry.what == MERGE]


def copy_of(book: Book, merge: Entry) -> list[Kept]:
    """The entries that the copy had of its own; raises Refused where a hand has spoilt them."""
    common, blocks = merge.facts["common"], [*map(str, merge.facts["tail"])]
    read = [entry_of_block(block, merge.line) for block in blocks]
    own = [entry._replace(line=-place) for place, entry in enumerate(read, 1)]
    entries = [*book.journal.entries[:common], *own]
    folded_entries(entries)
    said, shown = words_of_entries(book.begun, entries)[common:], shown_counts(entries)
    own = [one if one.what != COUNT or one.line in shown else one._replace(facts={}) for one in own]
    return [
        Kept(common + place, entry, block, words, place in merge.facts["aside"])
        for place, (entry, block, words) in enumerate(zip(own, blocks, said, strict=True), 1)
    ]


def holding_of(book: Book, merge: Entry) -> list[Kept]:
    """Return the same up to the first entry that does not follow from what stands above it."""
    common, own, journal = merge.facts["common"], copy_of(book, merge), book.journal
    copy = journal._replace(
        entries=(*journal.entries[:common], *(kept.entry for kept in own)),
        blocks=(*journal.blocks[: common + 1], *(kept.block for kept in own)),
    )
    places = (found.place - common for found in all_breaks(copy) if found.place >= common)
    return own[: next(places, len(own))]
