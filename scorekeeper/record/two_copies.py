"""Two copies of one session: what they have in common, and why two files cannot be merged."""

from collections.abc import Iterator

from scorekeeper.game.log import Entry
from scorekeeper.record.book import Act, Book
from scorekeeper.record.breaks import breaks_of
from scorekeeper.record.journal import Journal, digest_of, identity
from scorekeeper.record.merges import standing_merges
from scorekeeper.text.message import CommandLine, Words, say, say_n
from scorekeeper.text.problems import Problem

# What must be the same in both heads; whatever else is different in them is only told.
AGREED = ("game", "people", "seats", "options", "rules")


def common_of(one: Journal, other: Journal) -> int:
    """How many entries the two have in common, from the first on."""
    pairs = zip(one.entries, other.entries, strict=False)
    number = 0
    for first, second in pairs:
        if _bare(first) != _bare(second):
            break
        number += 1
    return number


def _bare(entry: Entry) -> Entry:
    return entry._replace(line=0)


def has_all_of(longer: Journal, shorter: Journal) -> bool:
    """Whether one copy has whatever is in the other: all entries of that, or it was merged with
    it."""
    if common_of(longer, shorter) == len(shorter.entries):
        return True
    last = digest_of(shorter.blocks[-1])
    return any(last in merge.facts["heads"] for merge in standing_merges(longer.entries))


def goes_on_word_for_word(longer: Journal, shorter: Journal) -> bool:
    """Whether the whole of one copy is the beginning of the other, to the letter: what follows in
    that can stand below it, and its chain holds."""
    return longer.blocks[: len(shorter.blocks)] == shorter.blocks


def copies_problems(one: Book, other: Book) -> list[Problem]:
    """Everything that keeps two files from being merged."""
    heads = one.journal.head, other.journal.head
    if identity(heads[0]) != identity(heads[1]):
        message = say(
            "{one} and {other} are two sessions, not copies of one", one=one.name, other=other.name
        )
        hint = say("`{command}` names the copies that there are", command=CommandLine("sessions"))
        return [Problem("merge-other", message, "session", (hint,))]
    return [*_agreed_otherwise(one, other), *_broken(one), *_broken(other)]


def _agreed_otherwise(one: Book, other: Book) -> Iterator[Problem]:
    for key in different_keys(one, other):
        if key in AGREED:
            message = say(
                "`{key}` is not the same in the heads of {one} and {other}: one of them was "
                "changed by hand",
                key=key, one=one.name, other=other.name,
            )  # fmt: skip
            hint = say("mend it in an editor, as it was agreed")
            yield Problem("merge-agreed", message, "session", (hint,))


def different_keys(one: Book, other: Book) -> list[str]:
    """What the heads of two copies say otherwise."""
    first, second = one.journal.head, other.journal.head
    return [key for key in dict.fromkeys((*first, *second)) if first.get(key) != second.get(key)]


def _broken(book: Book) -> Iterator[Problem]:
    """What was changed by hand in a copy and not taken in."""
    if breaks_of(book.journal):
        yield changed_by_hand(book.name)


def changed_by_hand(name: str, check: str = "check", option: str = "-s") -> Problem:
    """What to say of a session that was changed by hand, which nobody has taken in; `check` is the
    command that looks at one, and `option` names it."""
    words = (option, name)
    message = say(
        "{session} was changed by hand: `{command}` says where",
        session=name,
        command=CommandLine(check, words),
    )
    hint = say(
        "mend it, or take it in as it stands with `{command}`",
        command=CommandLine(check, (*words, "--accept")),
    )
    return Problem("chain", message, "session", (hint,))


def told_of_heads(one: Book, other: Book) -> list[Words]:
    """A word about each thing that the heads say otherwise and that changes no score."""
    return [
        say("`{key}` is not the same in both heads; that of {session} stays", key=key,
            session=one.name)
        for key in different_keys(one, other)
        if key not in AGREED
    ]  # fmt: skip


# --- acts that merge without a choice ------------------------------------------------------------


def nothing_more(book: Book) -> Act:
    """The act of a copy that has all of the other: it adds nothing."""
    said = say("{session} has all of it already", session=book.name)
    return Act(entries=(), standing=book.standing, said=said)


def gone_on(book: Book, longer: Book) -> Act:
    """The act of a copy to which all is added by which the other goes on from it."""
    more = longer.journal.entries[len(book.journal.entries) :]
    said = say_n(
        len(more),
        "{session} goes on with {n} entry of {other}",
        "{session} goes on with {n} entries of {other}",
        session=book.name,
        other=longer.name,
    )
    return Act(entries=more, standing=longer.standing, said=said, last=len(longer.journal.entries))
