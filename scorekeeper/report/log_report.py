"""The log of a session as rows, and the check of a session: sums, promises and hash chain, in
words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import count, groupby
from typing import NamedTuple

from scorekeeper.game.entry_kinds import COUNT, KINDS, MERGE
from scorekeeper.game.irregular_events import spent_problem
from scorekeeper.game.log import Entry
from scorekeeper.game.open_deals import shown_counts
from scorekeeper.record.chain import (
    Break,
    HandEdit,
    NotedSeal,
    accepted_joints,
    breaks_of,
    change_of,
    noted_seal,
    seal_of,
    sealed,
)
from scorekeeper.record.entry_text import entry_words
from scorekeeper.record.log_text import Log
from scorekeeper.record.merge import copy_of, holding_of, merges_of
from scorekeeper.record.open_session import Book
from scorekeeper.report.game.scoring_rules_text import bonus_word, points_said
from scorekeeper.report.sheet import RulePromise, checks_of
from scorekeeper.report.sheet_text import check_word
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.problems import Problem
from scorekeeper.text.translation import tr, trn

# --- rows of the log -----------------------------------------------------------------------------
# The names of the fields are the keys of the JSON of `log`, and promised.


class LogRow(NamedTuple):
    """An entry of the log: its time, kind, deal, facts (empty for a hidden count), reason and
    sentence; and its id, recorder and seal, each None if absent."""

    at: str
    what: str
    deal: int
    facts: Mapping[str, object]
    why: str | None
    say: str
    id: str | None = None
    by: str | None = None
    seal: str | None = None


def log_of(book: Book) -> tuple[LogRow, ...]:
    """Return the log rows of every entry of a session."""
    log = book.log
    shown = shown_counts(log.entries)
    rows = zip(
        count(1),
        (_to_show(entry, shown) for entry in log.entries),
        entry_words(book),
        log.blocks[1:],
        strict=False,
    )
    ends = _ends(book)
    return tuple(
        log_row(entry, parted([text_of(said), *ends.get(entry.line, ())]), block, number)
        for number, entry, said, block in rows
    )


def _ends(book: Book) -> Mapping[int, Sequence[str]]:
    """Return the bonus texts of ended games, by log line of the entry that recorded the game's
    last deal; empty during a dispute."""
    now = book.standing
    if now.ways or now.agreed.rules.game.bonus is None:
        return {}
    word = bonus_word(now.agreed.rules)
    return {
        book.folded.origins[one.deal - 1].line: [labelled(word, points_said(now.agreed, one.bonus))]
        for one in now.state.ended
    }


def _to_show(entry: Entry, shown: Container[int]) -> Entry:
    """Return the entry without the numbers of a hidden count (`shown` has the lines not hidden) or
    the verbatim text of a merged copy."""
    if entry.what == MERGE:
        return entry._replace(facts={k: v for k, v in entry.facts.items() if k != "tail"})
    return entry if entry.what != COUNT or entry.line in shown else entry._replace(facts={})


def log_row(entry: Entry, said: str, block: str, number: int) -> LogRow:
    """Return the row of an entry with its sentence, its block, and its number in the log, from
    1."""
    return LogRow(
        at=entry.at,
        what=entry.what,
        deal=entry.number,
        facts=entry.facts,
        why=entry.why or None,
        say=said,
        id=entry.id or None,
        by=entry.by or None,
        seal=seal_of(block, number) if entry.before else None,
    )


def log_with_copies(book: Book) -> list[tuple[LogRow, str | None]]:
    """Return a row for every entry, each with None; after a merge also the quarantined entries,
    each with the copy's name."""
    rows = list[tuple[LogRow, str | None]]()
    for entry, row in zip(book.log.entries, log_of(book), strict=True):
        rows.append((row, None))
        if entry.what == MERGE:
            rows += [
                (
                    log_row(kept.entry, text_of(kept.said), kept.block, kept.number),
                    entry.facts["from"],
                )
                for kept in copy_of(book, entry)
                if kept.is_aside
            ]
    return rows


def corrections_of(book: Book) -> tuple[LogRow, ...]:
    """Return every correction, undo and redo."""
    kinds = ((row, KINDS[row.what]) for row in log_of(book))
    return tuple(row for row, kind in kinds if kind.is_correction or not kind.is_act)


# --- check of a log ------------------------------------------------------------------------------
# The file of a session or an event: the breaks of its hash chain, its end, and the status of a
# seal.


class CheckedLog(NamedTuple):
    """A log to check. `words` are names that a manual edit may have replaced, `check` and `show`
    the commands that check and show the log, `code` the problem code of a half-written end."""

    log: Log
    words: Iterable[str]
    check: str
    show: str
    code: str

    @property
    def take_in(self) -> Words:
        """Return the fix that accepts an intended manual edit."""
        command = CommandLine(self.check, ("--accept",))
        return say("if it is meant so, `{command}` takes it in", command=command)


def checked_log(book: Book) -> CheckedLog:
    """Return a session's log, ready to check."""
    rules = book.agreed.rules
    words = [*book.agreed.players, *rules.contracts, *rules.pack.suits]
    return CheckedLog(book.log, words, "check", "log", code="session-cut")


def log_problems(checked: CheckedLog) -> list[Problem]:
    """Return the problems of a log's file: the breaks of its hash chain, and a half-written entry
    at its end."""
    return [*break_problems(checked), *([_cut(checked)] if checked.log.cut else [])]


def _cut(checked: CheckedLog) -> Problem:
    command = CommandLine(checked.check, ("--repair",))
    hint = say(
        "record anything, or say `{command}`: what was cut is then set aside in a file of its own",
        command=command,
    )
    message = tr("the file ends in a half-written entry, as a power cut leaves it")
    return Problem(checked.code, message, place=tr("end of file"), mends=(hint,))


def break_problems(checked: CheckedLog, upto: int | None = None) -> list[Problem]:
    """Return the problems of the hash chain up to the index `upto`, default all. Breaks of one
    cause in a row are one problem."""
    log = checked.log
    found = [one for one in breaks_of(log) if upto is None or one.place <= upto]
    changes = [(one, change_of(log, one, checked.words)) for one in found if one.wanted]
    others = [(one, _told(one, change)) for one, change in changes if change.what != "ends"]
    ends = [one for one, change in changes if change.what == "ends"]
    told = [
        *others,
        *([(ends[0], _ends_told(len(ends)))] if ends else []),
        *((run[0], _lacking_told(run)) for run in _runs([one for one in found if not one.wanted])),
    ]
    return [_problem(checked, one, said) for one, said in sorted(told)]


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


def _problem(checked: CheckedLog, found: Break, said: str) -> Problem:
    place = tr("line {line}", line=checked.log.entries[found.place].line)
    return Problem("chain", said, place=place, mends=(checked.take_in,))


def _told(found: Break, change: HandEdit) -> str:
    """Return the text on one manual edit. Entry numbers start at 1."""
    here, above = found.place + 1, _named_entry(found.place)
    if change.what == "between":
        return tr(
            "entry {number} followed {other}: what stands between them was put in or moved by hand",
            number=here,
            other=_named_entry(change.first),
        )
    if change.what == "moved":
        return tr(
            "entry {number} followed {other}, which stands below it now",
            number=here,
            other=_named_entry(change.first + 1),
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


def _named_entry(number: int) -> str:
    """Return the label `entry 3`, or the header's label for 0."""
    return tr("entry {number}", number=number) if number else tr("the head")


# --- a seal --------------------------------------------------------------------------------------


class SealStatus(NamedTuple):
    """A checked seal: its entry, counted from 1, the deal or event round, the entry in words, and
    the number of accepted manual edits. `copy` names the merged copy with the entry, or is
    None. The field names are JSON keys."""

    seal: str
    entry: int
    deal: int
    say: str
    accepted: int
    copy: str | None = None


def book_seal_problems(book: Book, seal: str) -> list[Problem]:
    """Return the problems that a noted seal, of the session or a merged copy, reveals."""
    checked, noted = checked_log(book), noted_seal(seal)
    if sealed(book.log, noted) is None and _of_copy(book, noted):
        return break_problems(checked)
    return seal_problems(checked, seal)


def seal_problems(checked: CheckedLog, seal: str) -> list[Problem]:
    """Return the problems that a noted seal reveals in a log; empty if all entries up to the
    seal's are unchanged."""
    noted = noted_seal(seal)
    found = sealed(checked.log, noted)
    if found is None:
        return [_unborne(checked, noted, seal)]
    if found.is_changed:
        message = tr(
            "entry {number} had the seal {seal}, and was changed since",
            number=found.place + 1,
            seal=seal,
        )
        return [Problem("seal", message, "seal"), *break_problems(checked, found.place + 1)]
    return break_problems(checked, found.place)


def _unborne(checked: CheckedLog, noted: NotedSeal, seal: str) -> Problem:
    """Return the problem that no entry has the seal; the seal's number helps explain why."""
    entries = len(checked.log.entries)
    show = CommandLine(checked.show)
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
    found = sealed(book.log, noted)
    if found is None:
        held = _of_copy(book, noted)
        assert held is not None
        return held
    return seal_status(book.log, found.place, entry_words(book)[found.place])


def seal_status(log: Log, place: int, words: Words) -> SealStatus:
    """Return the status of the seal of the entry at an index of the log. `words` are its
    sentence."""
    number, deal = place + 1, log.entries[place].number
    bearing = seal_of(log.blocks[number], number)
    return SealStatus(bearing, number, deal, text_of(words), len(accepted_joints(log)))


def _of_copy(book: Book, noted: NotedSeal) -> SealStatus | None:
    """Return the status of a merged copy's seal, or None if no copy has it."""
    accepted = len(accepted_joints(book.log))
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
    said = tr(
        "{seal} is {entry}, {words}; all up to it is as it was",
        seal=held.seal, entry=_entry_held(held), words=held.say,
    )  # fmt: skip
    if not held.accepted:
        return said
    return tr("{held}, but for what was changed by hand and taken in", held=said)


def _entry_held(held: SealStatus) -> str:
    if held.copy is None:
        return _named_entry(held.entry)
    return tr("entry {number} of {session}, which was merged", number=held.entry, session=held.copy)


# --- recount -----------------------------------------------------------------------------------
# `check`: all problems of a session, calculated again from its facts.


def book_problems(book: Book) -> list[Problem]:
    """Return the problems of a session: deals that the rules refuse, facts that differ from their
    stored form, broken promises, breaks of the hash chain, and a half-written last entry."""
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
    return [*problems, *log_problems(checked_log(book))]


def _broken(check: RulePromise, rules: Ruleset) -> Problem:
    name = check_word(check.name, rules)
    message = tr("the check {check} does not hold: {found}", check=name, found=check.detail)
    return Problem(f"check-{check.name}", message)


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
