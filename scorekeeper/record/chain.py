"""The hash chain of a log. Each entry contains the digest of the entry above it; the first entry
with a digest has that of everything above. So any change above an entry is detected.

A digest is the SHA-256 of a block as it is in the file, from its heading to its mark, without
the comments below the mark."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import combinations, product
from typing import NamedTuple

from scorekeeper.game.log import ACCEPT, Entry
from scorekeeper.record.log_text import Log, entry_text
from scorekeeper.text.message import say
from scorekeeper.text.problems import refuse

# A seal is read aloud: no two of these letters sound or look alike in the program's languages.
LETTERS = "ABFHJKLMOQRUWXYZ"
_TO_LETTERS = str.maketrans("0123456789abcdef", LETTERS)


def digest_of(block: str) -> str:
    """Return the digest of a block of the file, without the end of its last line."""
    return sha256(block.removesuffix("\n").encode()).hexdigest()


def digest_above(blocks: Sequence[str], entries: Sequence[Entry]) -> str:
    """Return the digest that the next entry must contain. `blocks` are the header and the entries
    as they are in the file."""
    if any(entry.before for entry in reversed(entries)):
        return digest_of(blocks[-1])
    return digest_of("\n".join(block.removesuffix("\n") for block in blocks))


def block_of(entry: Entry) -> str:
    """Return an entry as it appears in the file."""
    return entry_text(entry).lstrip("\n")


def seal_of(block: str, number: int) -> str:
    """Return the seal of an entry, `ABFH-JKLM-12`: eight letters for its block, and so for
    everything above it, and its number in the log, from 1."""
    letters = seal_letters(digest_of(block))
    return f"{letters[:4]}-{letters[4:]}-{number}"


def seal_letters(digest: str) -> str:
    """Return the letters of a seal from the digest of its block."""
    return digest[:8].translate(_TO_LETTERS)


def seal_of_entry(entry: Entry, number: int) -> str:
    """Return the seal of an appended entry with this number; empty if it has no digest."""
    return seal_of(block_of(entry), number) if entry.before else ""


def chained(
    log: Log, more: Iterable[Entry], by: str, new_id: Callable[[], str]
) -> tuple[Entry, ...]:
    """Return new entries ready for a log: each with an id, a recorder (`by` if it names none), and
    the digest of the text above it."""
    found, before = list[Entry](), digest_above(log.blocks, log.entries)
    for entry in more:
        if found:
            before = digest_of(block_of(found[-1]))
        found.append(entry._replace(id=entry.id or new_id(), by=entry.by or by, before=before))
    return tuple(found)


# --- breaks ------------------------------------------------------------------------------------
# Breaks of the chain, and the manual edits there, as far as they can be known. An entry contains
# only the digest of the text above it, so the former text is guessed; a guess with that digest is
# right.


UNCHAINED = 1  # the format of sessions whose entries held no digest
MOST_GUESSED = 1 << 25  # letters of all guesses together
NUMBERS, SMALL = 1_000, 64  # a number alone may have been any below this; of two each below that
RULES = "\n[rules]\n"
NOTED = re.compile("([A-Z0]{8})([0-9]{0,6})")  # a seal without what parts it
VALUE = re.compile(r'(?<=[ \[])-?\d+(?=[],\s])|"[^"\\\n]*"')


class Break(NamedTuple):
    """An entry whose digest does not match the text above it: its index from 0, and a joint id of
    the entry and the one above. `wanted` is the digest in the entry, empty if it has none."""

    place: int
    joint: str
    wanted: str


def breaks_of(log: Log) -> list[Break]:
    """Return every break of the hash chain that was not accepted."""
    accepted = accepted_joints(log)
    return [found for found in all_breaks(log) if found.joint not in accepted]


def accepted_joints(log: Log) -> set[object]:
    """Return the accepted breaks of the hash chain."""
    taken_in = (entry for entry in log.entries if entry.what == ACCEPT)
    return {joint for entry in taken_in for joint in entry.facts["joints"]}


def all_breaks(log: Log) -> Iterator[Break]:
    """Yield every break of the hash chain, accepted ones included. Every entry has a digest except
    the oldest ones of an evening in format 1, which have no id either."""
    is_chained, is_begun = log.head.get("format") != UNCHAINED, False
    for place, entry in enumerate(log.entries):
        is_chained = is_chained or bool(entry.id or entry.before)
        if entry.before:
            above = (
                digest_of(log.blocks[place])
                if is_begun
                else digest_above(log.blocks[: place + 1], ())
            )
            if above != entry.before:
                yield Break(place, _joint(log, place), entry.before)
            is_begun = True
        elif is_chained:
            yield Break(place, _joint(log, place), "")


def _joint(log: Log, place: int) -> str:
    return digest_of("".join(map(digest_of, log.blocks[place : place + 2])))


def acceptance(log: Log, number: int, at: str) -> Entry:
    """Return the entry that accepts every open break of a log's chain. Raises Refused if there is
    none."""
    joints = [found.joint for found in breaks_of(log)]
    if not joints:
        raise refuse("accept-nothing", say("there is nothing to take in: every entry follows"))
    return Entry(ACCEPT, number, at, {"joints": joints})


# --- manual edits --------------------------------------------------------------------------------


class HandEdit(NamedTuple):
    """A manual edit above an entry whose digest does not match. `what` is `between` (the entries
    from index `first` up to this one were inserted), `moved` (this entry used to follow entry
    `first`), `ends` (only line endings differ), `edited` (`was` and `now` are the lines that
    differ) or `unknown`."""

    what: str
    first: int = 0
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


def change_of(log: Log, found: Break, words: Iterable[str]) -> HandEdit:
    """Return the manual edit that explains a break of the chain. `words` are texts that the edited
    block may have contained."""
    digests = [digest_of(block) for block in log.blocks]
    if found.wanted in digests[: found.place]:
        return HandEdit("between", digests.index(found.wanted))
    if found.wanted in digests:
        return HandEdit("moved", digests.index(found.wanted) - 1)
    block = _plain_ends(log.blocks[found.place])
    if digest_of(block) == found.wanted:
        return HandEdit("ends")
    guesses = _within(guessed(block, [*words, *_words_of(log)]), MOST_GUESSED)
    was = next((guess for guess in guesses if digest_of(guess) == found.wanted), None)
    return HandEdit("unknown") if was is None else HandEdit("edited", 0, *_different(was, block))


def _plain_ends(block: str) -> str:
    return block.removeprefix("\ufeff").replace("\r\n", "\n")


def _words_of(log: Log) -> list[str]:
    """Return every value in the entries."""
    return [word.strip('"') for block in log.blocks[1:] for word in VALUE.findall(block)]


def guessed(block: str, words: Iterable[str]) -> Iterator[str]:
    """Yield candidates for a block before its manual edit: without its comments, with one text or
    number replaced, or with two numbers replaced."""
    agreed, rules, rest = block.partition(RULES)
    yield "".join(line for line in block.splitlines(keepends=True) if line.lstrip()[:1] != "#")
    values = list(VALUE.finditer(agreed))
    known = [f'"{word}"' for word in dict.fromkeys(words)]
    for value in values:
        others = known if value[0].startswith('"') else map(str, range(NUMBERS))
        for other in others:
            yield _put(agreed, [(value, other)]) + rules + rest
    numbers = [value for value in values if not value[0].startswith('"')]
    for first, second in combinations(numbers, 2):
        for one, two in product(map(str, range(SMALL)), repeat=2):
            yield _put(agreed, [(first, one), (second, two)]) + rules + rest


def _put(text: str, changes: Sequence[tuple[re.Match[str], str]]) -> str:
    """Return the text with some of its values replaced."""
    for value, other in reversed(changes):
        text = text[: value.start()] + other + text[value.end() :]
    return text


def _within(guesses: Iterable[str], letters: int) -> Iterator[str]:
    """Yield the guesses until their total length exceeds `letters` characters."""
    for guess in guesses:
        letters -= len(guess)
        if letters < 0:
            return
        yield guess


def _different(was: str, now: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the former lines that are gone, and the present lines that are new."""
    before, after = was.split("\n"), now.split("\n")
    return (
        tuple(line for line in before if line not in after),
        tuple(line for line in after if line not in before),
    )


# --- seals ---------------------------------------------------------------------------------------


class NotedSeal(NamedTuple):
    """A seal as a user noted it: its letters, and the number of its entry (None if not noted)."""

    letters: str
    number: int | None

    def is_of(self, block: str) -> bool:
        """Return True if the block has this seal."""
        return self.letters == seal_letters(digest_of(block))


class Sealed(NamedTuple):
    """An entry that has a seal, or had it before it was changed, by its index from 0."""

    place: int
    is_changed: bool


def noted_seal(text: str) -> NotedSeal:
    """Return a seal in any spelling: small letters, spaces for hyphens, a 0 for an O."""
    noted = NOTED.fullmatch("".join(filter(str.isalnum, text.upper())))
    if noted is None:
        return NotedSeal("", None)
    return NotedSeal(noted[1].replace("0", "O"), int(noted[2]) if noted[2] else None)


def sealed(log: Log, seal: NotedSeal) -> Sealed | None:
    """Return the entry that has or had this seal, or None."""
    letters = [seal_letters(digest_of(block)) for block in log.blocks]
    if seal.letters in letters[1:]:
        return Sealed(letters.index(seal.letters, 1) - 1, is_changed=False)
    before = [seal_letters(entry.before) or None for entry in log.entries]
    if seal.letters in before[1:]:
        return Sealed(before.index(seal.letters, 1) - 1, is_changed=True)
    return None
