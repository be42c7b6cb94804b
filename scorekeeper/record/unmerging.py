"""Taking back a merge as one act, and restoring it.

The log is only appended to: what the merge took from the copy is taken back by undos, what it had
taken back is entered anew, and an entry says that all of this was the merge. It is the next that
`undo` takes where what stands is what the merge made, and the next of `redo` where nothing was
recorded since it was taken back.
"""

from collections.abc import Sequence

from scorekeeper.game.log import KINDS, MERGE, UNMERGE, Entry, folded_entries
from scorekeeper.record.book import Act, Book, standing_of
from scorekeeper.record.merges import merges_among
from scorekeeper.record.tails import Acts, way
from scorekeeper.text.message import CommandLine, Words, say


def unmerging(book: Book, at: str) -> Act | None:
    """Takes back the last merge; None where something else comes first."""
    entries = book.journal.entries
    if not _was_merged(entries) or not (stand := merges_among(entries).stand):
        return None
    merge = stand[-1]
    if not _is_alike(folded_entries(entries[: merge + 1]).done, book.folded.done):
        return None
    before = folded_entries(entries[: _beginning(entries, merge)]).done
    said = say("took back the merge with {session}", session=entries[merge].facts["from"])
    anew = say("`{command}` with the same copy lets you choose anew", command=CommandLine("merge"))
    return _led_to(book, before, _unmerge(entries[merge], at), said)._replace(notes=(anew,))


def remerging(book: Book, at: str) -> Act | None:
    """Restores the merge that was taken back last; None where something else comes first, or
    something was recorded since."""
    entries = book.journal.entries
    if not _was_merged(entries) or not (gone := merges_among(entries).taken_back):
        return None
    merge, undo = gone[-1]
    since = entries[undo + 1 :]
    if any(KINDS[entry.what].places for entry in since) or not _is_alike(
        folded_entries(entries[: undo + 1]).done, book.folded.done
    ):
        return None
    merged = folded_entries(entries[: merge + 1]).done
    said = say("restored the merge with {session}", session=entries[merge].facts["from"])
    return _led_to(book, merged, _unmerge(entries[merge], at, {"again": True}), said)


def _was_merged(entries: Sequence[Entry]) -> bool:
    return any(entry.what == MERGE for entry in entries)


def _beginning(entries: Sequence[Entry], merge: int) -> int:
    """The place of the first entry that was recorded together with a merge."""
    while merge and entries[merge - 1].more:
        merge -= 1
    return merge


def _is_alike(one: Acts, other: Acts) -> bool:
    """Whether the same acts stand, some of which may have been entered anew."""
    return [_as_said(act) for act in one] == [_as_said(act) for act in other]


def _as_said(act: Entry) -> Entry:
    """An act without what only says where it stands in the file."""
    return act._replace(line=0, id="", before="", more=False, by="")


def _unmerge(merge: Entry, at: str, again: dict[str, bool] | None = None) -> Entry:
    facts = {"merge": merge.id, "from": merge.facts["from"], **(again or {})}
    return Entry(UNMERGE, 0, at, facts)


def _led_to(book: Book, acts: Acts, last: Entry, said: Words) -> Act:
    """The act after which these acts stand: undos and acts entered anew, all or none of which
    count, and the entry that says what it was."""
    steps = [
        entry._replace(id="", before="", line=0, more=True)
        for entry, _, _ in way(book.folded.done, acts, last.at)
    ]
    folded = folded_entries([*book.journal.entries, *steps])
    last = last._replace(number=len(folded.deals) + 1)
    return Act(entries=(*steps, last), standing=standing_of(book.begun, folded), said=said)
