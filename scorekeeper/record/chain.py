"""The chain of a session file: each entry holds the digest of the entry above it, and the first
that holds one that of all that stands above. Whatever is changed above an entry is seen at it.

A digest is the SHA-256 of a block as it stands in the file, from its header to its mark; comments
under the mark are no part of it.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

from scorekeeper.game.log import Entry
from scorekeeper.record.entry import entry_text

# A seal is read aloud: no two of these letters sound alike in a language we speak, or look it.
LETTERS = "ABFHJKLMOQRUWXYZ"
_TO_LETTERS = str.maketrans("0123456789abcdef", LETTERS)


def digest_of(block: str) -> str:
    """The digest of a block of the file; the end of its last line says nothing."""
    return sha256(block.removesuffix("\n").encode()).hexdigest()


def digest_above(blocks: Sequence[str], entries: Sequence[Entry]) -> str:
    """What an entry holds that stands below these: `blocks` are the head and the entries as they
    stand in the file."""
    if any(entry.before for entry in reversed(entries)):
        return digest_of(blocks[-1])
    return digest_of("\n".join(block.removesuffix("\n") for block in blocks))


def chained(
    blocks: Sequence[str],
    entries: Sequence[Entry],
    more: Iterable[Entry],
    by: str,
    new_id: Callable[[], str],
) -> tuple[Entry, ...]:
    """More entries as they are appended below these: each with an id of its own, who records it, if
    it does not say so itself, and the digest of what stands above it."""
    found, before = list[Entry](), ""
    for entry in more:
        before = digest_of(block_of(found[-1])) if found else digest_above(blocks, entries)
        found.append(entry._replace(id=entry.id or new_id(), by=entry.by or by, before=before))
    return tuple(found)


def block_of(entry: Entry) -> str:
    """An entry as it stands in the file once it is appended."""
    return entry_text(entry).lstrip("\n")


def seal_of(block: str, number: int) -> str:
    """Return `ABFH-JKLM-12`: eight letters that stand for the block of an entry, and with it for
    all above it, and the number of the entry in its log, from 1."""
    letters = seal_letters(digest_of(block))
    return f"{letters[:4]}-{letters[4:]}-{number}"


def seal_letters(digest: str) -> str:
    """Return the letters of the seal of a block that has this digest."""
    return digest[:8].translate(_TO_LETTERS)


def seal_of_entry(entry: Entry, number: int) -> str:
    """Return the seal of an entry that was appended as the one with this number; empty of one that
    is not."""
    return seal_of(block_of(entry), number) if entry.before else ""
