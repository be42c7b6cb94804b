"""The act that takes in what a hand changed in the file."""

from scorekeeper.game.log import ACCEPT, KINDS, Entry
from scorekeeper.record.book import Act, Book
from scorekeeper.record.breaks import breaks_of
from scorekeeper.record.events import with_entry
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse


def accepting(book: Book, at: str) -> Act:
    """Takes in every change by hand that the chain tells of, just as it stands: what is changed
    once more is told again."""
    joints = [found.joint for found in breaks_of(book.journal)]
    if not joints:
        raise refuse("accept-nothing", say("there is nothing to take in: every entry follows"))
    entry = Entry(ACCEPT, len(book.folded.deals) + 1, at, {"joints": joints})
    said = KINDS[ACCEPT].said
    assert said is not None  # it is told by its kind
    return with_entry(book, entry, said(book.agreed, entry))
