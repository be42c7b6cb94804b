"""Where the chain of a session file does not hold, and what a hand changed there, as far as that
can be known: an entry keeps only the digest of what stood above it, so what stood there is guessed,
and a guess that has the digest is right."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from scorekeeper.journal import Journal
from scorekeeper.journal.chain import digest_above, digest_of, seal_of, seal_of_digest
from scorekeeper.log import ACCEPT

MOST_GUESSED = 1 << 25  # letters of all guesses together
NUMBERS, SMALL = 1_000, 64  # a number alone may have been any below this; of two each below that
RULES = "\n[rules]\n"
VALUE = re.compile(r'(?<=[ \[])-?\d+(?=[],\s])|"[^"\\\n]*"')


class Break(NamedTuple):
    """An entry that does not follow from what stands above it: its place among the entries from 0,
    and what it and the one above it are together. `wanted` is the digest that it holds, empty where
    it holds none though one above it does."""

    place: int
    joint: str
    wanted: str


def breaks_of(journal: Journal) -> list[Break]:
    """Every entry that does not follow, but for those that were taken in."""
    accepted = accepted_joints(journal)
    return [found for found in _breaks(journal) if found.joint not in accepted]


def accepted_joints(journal: Journal) -> set[object]:
    """The breaks that were taken in."""
    taken_in = (entry for entry in journal.entries if entry.what == ACCEPT)
    return {joint for entry in taken_in for joint in entry.facts["joints"]}


def _breaks(journal: Journal) -> Iterator[Break]:
    is_begun = False
    for place, entry in enumerate(journal.entries):
        if entry.before:
            above = (
                digest_of(journal.blocks[place])
                if is_begun
                else digest_above(journal.blocks[: place + 1], ())
            )
            if above != entry.before:
                yield Break(place, _joint(journal, place), entry.before)
            is_begun = True
        elif is_begun:
            yield Break(place, _joint(journal, place), "")


def _joint(journal: Journal, place: int) -> str:
    return digest_of("".join(map(digest_of, journal.blocks[place : place + 2])))


# --- what was changed ----------------------------------------------------------------------------


class Change(NamedTuple):
    """What a hand did above an entry that does not follow.

    `what` is `added` (it holds no digest), `between` (all from entry `first` to the one above it
    were put in), `moved` (it followed entry `first`), `ends` (only the ends of lines are others),
    `edited` (`was` and `now` are the lines that are different) or `unknown`.
    """

    what: str
    first: int = 0
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


def change_of(journal: Journal, found: Break, words: Iterable[str]) -> Change:
    """What was changed at a break; `words` are those that may have stood there."""
    if not found.wanted:
        return Change("added")
    digests = [digest_of(block) for block in journal.blocks]
    if found.wanted in digests[: found.place]:
        return Change("between", digests.index(found.wanted))
    if found.wanted in digests:
        return Change("moved", digests.index(found.wanted) - 1)
    block = _plain_ends(journal.blocks[found.place])
    if digest_of(block) == found.wanted:
        return Change("ends")
    guesses = _within(guessed(block, [*words, *_words_of(journal)]), MOST_GUESSED)
    was = next((guess for guess in guesses if digest_of(guess) == found.wanted), None)
    return Change("unknown") if was is None else Change("edited", 0, *_different(was, block))


def _plain_ends(block: str) -> str:
    return block.removeprefix("\ufeff").replace("\r\n", "\n")


def _words_of(journal: Journal) -> list[str]:
    """Every word that stands in the entries."""
    return [word.strip('"') for block in journal.blocks[1:] for word in VALUE.findall(block)]


def guessed(block: str, words: Iterable[str]) -> Iterator[str]:
    """What a block may have been before a hand changed it: comments in it less, one word or number
    another, two numbers others."""
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
    """The text with other values in the places of some."""
    for value, other in reversed(changes):
        text = text[: value.start()] + other + text[value.end() :]
    return text


def _within(guesses: Iterable[str], letters: int) -> Iterator[str]:
    """The guesses, until they come to so many letters."""
    for guess in guesses:
        letters -= len(guess)
        if letters < 0:
            return
        yield guess


def _different(was: str, now: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines of which one is not the other."""
    before, after = was.split("\n"), now.split("\n")
    return (
        tuple(line for line in before if line not in after),
        tuple(line for line in after if line not in before),
    )


# --- seals ---------------------------------------------------------------------------------------


class Sealed(NamedTuple):
    """An entry that bears a seal, by its place from 0, or that bore it before it was changed."""

    place: int
    is_changed: bool


def sealed(journal: Journal, seal: str) -> Sealed | None:
    """The entry with this seal; None where there is none."""
    seals = [_bare(seal_of(block)) for block in journal.blocks]
    if _bare(seal) in seals[1:]:
        return Sealed(seals.index(_bare(seal), 1) - 1, is_changed=False)
    before = [_bare(seal_of_digest(entry.before)) for entry in journal.entries]
    if _bare(seal) in before[1:]:
        return Sealed(before.index(_bare(seal), 1) - 1, is_changed=True)
    return None


def is_seal_of(seal: str, block: str) -> bool:
    """Whether a block bears a seal, however that was noted down."""
    return _bare(seal) == _bare(seal_of(block))


def _bare(seal: str) -> str:
    """The letters of a seal as somebody may have noted them down."""
    return "".join(letter for letter in seal.upper().replace("0", "O") if letter.isalpha())
