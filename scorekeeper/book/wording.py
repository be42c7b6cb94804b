"""Deals and entries in words: what was given, what each entry did."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.book import Book
from scorekeeper.language import marked, tr
from scorekeeper.ruleset.model import Count
from scorekeeper.scoring.counts import completed, counted
from scorekeeper.session import AMEND, DEAL, REDO, UNDO, Agreed, Entry, Facts


def given_line(agreed: Agreed, number: int, facts: Facts) -> str | None:
    """What was given for a deal in one line, `deal 3 · sort · Anna 8, Björn 5, Cleo 4`, a dash for
    what was not; None where nothing was. The values may be wrong in any way."""
    counts = [name for name in agreed.rules.counts if name in facts]
    others = [name for name in dict.fromkeys([*agreed.rules.facts, *facts]) if name in facts and name not in counts]
    parts = [_shown(facts["contract"])] if "contract" in facts else []
    parts += [name if facts[name] is True else f"{name} {_shown(facts[name])}" for name in others if name != "contract"]
    for name in counts:
        label = f"{name} " if len(counts) > 1 else ""
        parts.append(label + _column_in_words(agreed, agreed.rules.counts[name], facts[name]))
    return " · ".join([tr("deal {number}", number=number), *parts]) if parts else None


def _column_in_words(agreed: Agreed, count: Count, column: Any) -> str:
    names, total = counted(count, agreed), count.total.constant if count.total else None
    if not isinstance(column, (list, tuple)) or len(column) != len(names):
        return _shown(column)
    if all(number is None or number.__class__ is int for number in column):
        column = completed(count, column, total)
    return ", ".join(f"{who} {'–' if number is None else number}" for who, number in zip(names, column, strict=True))


def entry_words(book: Book) -> list[str]:
    """Every entry in words, in the order they were made: an undo says what it took back."""
    said: list[str] = []
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in book.journal.entries:
        if entry.what == DEAL:
            said.append(tr("deal {number}: {facts}", number=entry.number, facts=in_words(entry.facts)))
        elif entry.what == AMEND:
            moved = difference(_facts_of(entry.number, done), entry.facts) or tr("nothing is different")
            said.append(tr("amend deal {number}: {difference}", number=entry.number, difference=moved))
        if entry.what in (DEAL, AMEND):
            done.append(entry)
            undone.clear()
        else:
            source, target = (done, undone) if entry.what == UNDO else (undone, done)
            act = source.pop()
            said.append(act_in_words(LOGGED, entry.what, act, done))
            target.append(act)
    return said


def in_words(facts: Facts) -> str:
    """The facts of a deal in a line."""
    return " · ".join(name if value is True else f"{name} {_shown(value)}" for name, value in facts.items())


DONE = {
    (UNDO, DEAL): marked("took back deal {number} ({facts})"),
    (UNDO, AMEND): marked("took back the correction of deal {number} ({facts})"),
    (REDO, DEAL): marked("restored deal {number} ({facts})"),
    (REDO, AMEND): marked("restored the correction of deal {number} ({facts})"),
}
LOGGED = {
    (UNDO, DEAL): marked("undo: deal {number} ({facts})"),
    (UNDO, AMEND): marked("undo: the correction of deal {number} ({facts})"),
    (REDO, DEAL): marked("redo: deal {number} ({facts})"),
    (REDO, AMEND): marked("redo: the correction of deal {number} ({facts})"),
}


def act_in_words(messages: Mapping[tuple[str, str], str], what: str, act: Entry, before: Sequence[Entry]) -> str:
    """What was taken back or restored: the facts of a deal, or what is different without a correction
    or with it; `before` are the acts without it."""
    if act.what == DEAL:
        return tr(messages[what, DEAL], number=act.number, facts=in_words(act.facts))
    then = _facts_of(act.number, before)
    moved = difference(act.facts, then) if what == UNDO else difference(then, act.facts)
    return tr(messages[what, AMEND], number=act.number, facts=moved or tr("nothing is different"))


def _facts_of(number: int, done: Sequence[Entry]) -> Facts:
    """What a deal is after these acts."""
    return next(act.facts for act in reversed(done) if act.number == number)


def difference(before: Facts, now: Facts) -> str:
    """Each fact that is different, as it was and as it is; nothing where none is."""
    names = dict.fromkeys([*now, *before])
    pairs = [(name, _shown(before.get(name)), _shown(now.get(name))) for name in names]
    return ", ".join(f"{name} {old} → {new}" for name, old, new in pairs if old != new)


def _shown(value: Any) -> str:
    if value is None:
        return tr("(none)")
    if value is True:
        return tr("yes")
    return ",".join(map(_shown, value)) if isinstance(value, (list, tuple)) else str(value)
