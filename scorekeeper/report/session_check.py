"""The check of a session: sums, promises and the hash chain, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from scorekeeper.game.irregular_events import spent_problem
from scorekeeper.record.book import Book
from scorekeeper.record.chain_breaks import (
    Break,
    HandEdit,
    NotedSeal,
    accepted_joints,
    breaks_of,
    change_of,
    noted_seal,
    sealed,
)
from scorekeeper.record.entry_text import entry_words
from scorekeeper.record.fingerprint import fingerprint, is_fingerprint_of
from scorekeeper.record.journal import Journal, seal_of
from scorekeeper.record.merge import holding_of, merges_of
from scorekeeper.report.sheet import RulePromise, checks_of
from scorekeeper.report.sheet_text import check_word
from scorekeeper.rules.model import Ruleset
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.message_text import parted, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import tr, trn

# --- chain words -------------------------------------------------------------------------------
# The hash chain of a session or an event in words: its breaks, and the status of a seal.


class ChainedLog(NamedTuple):
    """A log whose hash chain is checked: its journal, the words that may have been there before a
    manual edit, and the names of the commands that check it and show it."""

    journal: Journal
    words: Iterable[str]
    check: str
    show: str

    @property
    def take_in(self) -> Words:
        """Return the fix that accepts an intended manual edit."""
        command = CommandLine(self.check, ("--accept",))
        return say("if it is meant so, `{command}` takes it in", command=command)


def chained_log(book: Book) -> ChainedLog:
    """Return the log of a session for the check of its hash chain."""
    rules = book.agreed.rules
    words = [*book.agreed.players, *rules.contracts, *rules.pack.suits]
    return ChainedLog(book.journal, words, "check", "log")


def break_problems(log: ChainedLog, upto: int | None = None) -> list[Problem]:
    """Return a problem for each break of the hash chain, up to the index `upto` if given.
    Consecutive breaks are reported together."""
    journal = log.journal
    found = [one for one in breaks_of(journal) if upto is None or one.place <= upto]
    changes = [(one, change_of(journal, one, log.words)) for one in found if one.wanted]
    others = [(one, _told(one, change)) for one, change in changes if change.what != "ends"]
    ends = [one for one, change in changes if change.what == "ends"]
    told = [
        *others,
        *([(ends[0], _ends_told(len(ends)))] if ends else []),
        *((run[0], _lacking_told(run)) for run in _runs([one for one in found if not one.wanted])),
    ]
    return [_problem(log, one, said) for one, said in sorted(told)]


def _runs(found: list[Break]) -> Iterator[list[Break]]:
    """Yield the breaks in groups of consecutive ones."""
    for _, run in groupby(enumerate(found), lambda one: one[1].place - one[0]):
        yield [one for _, one in run]


def _lacking_told(run: list[Break]) -> str:
    return trn(
        len(run),
        "entry {first} has no line `before`: it was put in or changed by hand",
        "entries {first} to {last} have no line `before`: they were put in or changed by hand",
        first=run[0].place + 1,
        last=run[-1].place + 1,
    )


def _ends_told(number: int) -> str:
    return trn(
        number,
        "above {n} entry only the ends of the lines are others, as another editor writes them",
        "above {n} entries only the ends of the lines are others, as another editor writes them",
    )


def _problem(log: ChainedLog, found: Break, said: str) -> Problem:
    place = tr("line {line}", line=log.journal.entries[found.place].line)
    return Problem("chain", said, place=place, mends=(log.take_in,))


def _told(found: Break, change: HandEdit) -> str:
    """Return the text on one manual edit. Entries are numbered from 1, as the log shows them."""
    here, above = found.place + 1, named_entry(found.place)
    if change.what == "between":
        return tr(
            "entry {number} followed {other}: what stands between them was put in or moved by hand",
            number=here,
            other=named_entry(change.first),
        )
    if change.what == "moved":
        return tr(
            "entry {number} followed {other}, which stands below it now",
            number=here,
            other=named_entry(change.first + 1),
        )
    if change.what == "edited":
        return _edited(above, change)
    return tr(
        "entry {number} does not follow: {entry} was changed by hand, or what stood between them "
        "is gone",
        number=here,
        entry=above,
    )


def _edited(entry: str, change: HandEdit) -> str:
    was, now = map(parted, (change.was, change.now))
    if not was:
        return tr("{entry} was changed by hand: `{now}` was put in", entry=entry, now=now)
    return tr("{entry} was changed by hand: `{was}` is `{now}` now", entry=entry, was=was, now=now)


def named_entry(number: int) -> str:
    """Return `entry 3`, counted from 1, or for 0 the label of the header."""
    return tr("entry {number}", number=number) if number else tr("the head")


# --- a seal --------------------------------------------------------------------------------------


class SealStatus(NamedTuple):
    """A checked seal: the entry that has it, counted from 1, its deal, the result in words, and the
    number of accepted manual edits. `copy` names the merged copy if the seal is from one. The names
    of the fields are keys of the JSON."""

    seal: str
    entry: int
    deal: int
    say: str
    accepted: int
    copy: str | None = None


def book_seal_problems(book: Book, seal: str) -> list[Problem]:
    """Return the problems of a session with regard to a noted seal, which may be of a copy that was
    merged."""
    log, noted = chained_log(book), noted_seal(seal)
    if sealed(book.journal, noted) is None and _of_copy(book, noted):
        return break_problems(log)
    return seal_problems(log, seal)


def seal_problems(log: ChainedLog, seal: str) -> list[Problem]:
    """Return the problems of a log with regard to a noted seal; empty if everything up to its entry
    is unchanged."""
    noted = noted_seal(seal)
    found = sealed(log.journal, noted)
    if found is None:
        return [_unborne(log, noted, seal)]
    if found.is_changed:
        message = tr(
            "entry {number} had the seal {seal}, and was changed since",
            number=found.place + 1,
            seal=seal,
        )
        return [Problem("seal", message, "seal"), *break_problems(log, found.place + 1)]
    return break_problems(log, found.place)


def _unborne(log: ChainedLog, noted: NotedSeal, seal: str) -> Problem:
    """Return the problem that no entry has a seal, with what the seal's number tells about the
    log."""
    entries = len(log.journal.entries)
    show = CommandLine(log.show)
    if noted.number is None:
        hint = say(
            "it is of another log, its entry was changed since, or it was cut off at the end: "
            "`{command}` shows the seals",
            command=show,
        )
        return Problem("seal", tr("no entry has the seal {seal}", seal=seal), "seal", (hint,))
    hint = say(
        "it is of another log, or its entry was changed since: `{command}` shows the seals",
        command=show,
    )
    if noted.number <= entries:
        message = tr("entry {number} has another seal than {seal}", number=noted.number, seal=seal)
        return Problem("seal", message, "seal", (hint,))
    message = trn(
        entries,
        "{seal} is the seal of entry {number}, but the log has {n} entry: its end was cut off, or "
        "the seal is of another log",
        "{seal} is the seal of entry {number}, but the log has {n} entries: its end was cut off, "
        "or the seal is of another log",
        seal=seal,
        number=noted.number,
    )
    hint = say(
        "look for a copy that has it; `{command}` shows the seals that are here", command=show
    )
    return Problem("seal", message, "seal", (hint,))


def held_of(book: Book, seal: str) -> SealStatus:
    """Return the status of a seal that an entry of the session has. The seal must exist."""
    noted = noted_seal(seal)
    found = sealed(book.journal, noted)
    if found is None:
        held = _of_copy(book, noted)
        assert held is not None
        return held
    entry, words = book.journal.entries[found.place], entry_words(book)[found.place]
    number = found.place + 1
    bearing = seal_of(book.journal.blocks[number], number)
    accepted = len(accepted_joints(book.journal))
    return SealStatus(bearing, number, entry.number, text_of(words), accepted)


def _of_copy(book: Book, noted: NotedSeal) -> SealStatus | None:
    """Return the status of a seal that an entry of a merged copy has; None if no copy has it."""
    accepted = len(accepted_joints(book.journal))
    for merge in merges_of(book):
        for kept in holding_of(book, merge):
            if noted.is_of(kept.block):
                bearing = seal_of(kept.block, kept.number)
                number, copy = kept.entry.number, merge.facts["from"]
                return SealStatus(bearing, kept.number, number, text_of(kept.said), accepted, copy)
    return None


def held_line(held: SealStatus) -> str:
    """Return the line of a checked seal: `ABFH-JKLM-3 is entry 3, deal 3: …; all up to it is as it
    was`."""
    return held_said(held.seal, _entry_held(held), held.say, held.accepted)


def held_said(seal: str, entry: str, words: str, accepted: int) -> str:
    """Return the message that everything up to the entry with a seal is unchanged."""
    said = tr(
        "{seal} is {entry}, {words}; all up to it is as it was", seal=seal, entry=entry, words=words
    )
    if not accepted:
        return said
    return tr("{held}, but for what was changed by hand and taken in", held=said)


def _entry_held(held: SealStatus) -> str:
    if held.copy is None:
        return named_entry(held.entry)
    return tr("entry {number} of {session}, which was merged", number=held.entry, session=held.copy)


# --- recount -----------------------------------------------------------------------------------
# `check`: all problems of a session, calculated again from its facts.


def book_problems(book: Book) -> list[Problem]:
    """Return the problems of a session: deals that the rules refuse, facts that differ from their
    stored form, broken promises, breaks of the hash chain, and an entry cut off at the end."""
    problems = list(book.standing.problems)
    problems += [
        _restated(deal.turn.number, book)
        for deal in book.standing.deals
        if _is_restated(deal.turn.number, book)
    ]
    rules = book.agreed.rules
    problems += [_broken(check, rules) for check in checks_of(book.standing) if not check.holds]
    if stuck := spent_problem(book.standing.agreed, book.standing.state):
        problems.append(stuck)
    problems += break_problems(chained_log(book))
    return [*problems, _cut()] if book.journal.cut else problems


def _broken(check: RulePromise, rules: Ruleset) -> Problem:
    name = check_word(check.name, rules)
    message = tr("the check {check} does not hold: {found}", check=name, found=check.detail)
    return Problem(f"check-{check.name}", message)


def _cut() -> Problem:
    return Problem(
        "session-cut",
        tr("the file ends in a half-written entry, as a power cut leaves it"),
        place=tr("end of file"),
        mends=(
            say(
                "record the next deal, or say `{command}`: what was cut is then set aside in a "
                "file of its own",
                command=CommandLine("check", ("--repair",)),
            ),
        ),
    )


def fingerprint_problems(book: Book, said: str) -> list[Problem]:
    """Return the problem of a page whose fingerprint is not the session's; empty if it matches."""
    if is_fingerprint_of(book, said):
        return []
    message = tr("the fingerprint is {code}, not {said}", code=fingerprint(book), said=said)
    hint = say(
        "the page is of another session, or a deal was entered or corrected since: see `{command}`",
        command=CommandLine("log"),
    )
    return [Problem("fingerprint", message, "fingerprint", (hint,))]


def _is_restated(number: int, book: Book) -> bool:
    stored, scored = book.folded.deals[number - 1].facts, book.standing.deals[number - 1].said
    return {k: _plain(v) for k, v in stored.items()} != {k: _plain(v) for k, v in scored.items()}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, (list, tuple)) else value


def _restated(number: int, book: Book) -> Problem:
    entry = book.folded.deals[number - 1]
    return Problem(
        "deal-incomplete",
        tr("deal {number} leaves out what its facts imply", number=number),
        place=tr("line {line}", line=entry.line),
        mends=(
            say(
                "{command} with any fact writes it in full",
                command=CommandLine("amend", (str(number),)),
            ),
        ),
    )
