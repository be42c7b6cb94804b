"""Deals and entries in words: what was given, what each entry did."""

from collections.abc import Mapping, Sequence
from typing import Any

from scorekeeper.book import Book
from scorekeeper.language import marked, tr
from scorekeeper.ruleset.model import Count, Ruleset
from scorekeeper.ruleset.said import CONTRACT, key_said, value_said
from scorekeeper.scoring.counts import completed, counted
from scorekeeper.session import AMEND, DEAL, REDO, UNDO, Agreed, Entry, Facts


def given_line(agreed: Agreed, number: int, facts: Facts) -> str | None:
    """What was given for a deal in one line, `deal 3 · sort · Anna 8, Björn 5, Cleo 4`, a dash for
    what was not; None where nothing was. The values may be wrong in any way."""
    rules = agreed.rules
    counts = [name for name in rules.counts if name in facts]
    others = [
        name
        for name in dict.fromkeys([*rules.facts, *facts])
        if name in facts and name not in counts
    ]
    parts = [_shown(rules, CONTRACT, facts[CONTRACT])] if CONTRACT in facts else []
    parts += [_fact_in_words(rules, name, facts[name]) for name in others if name != CONTRACT]
    for name in counts:
        label = f"{key_said(rules, name)} " if len(counts) > 1 else ""
        parts.append(label + _column_in_words(agreed, rules.counts[name], facts[name]))
    return " · ".join([tr("deal {number}", number=number), *parts]) if parts else None


def _column_in_words(agreed: Agreed, count: Count, column: Any) -> str:
    names, total = counted(count, agreed), count.total.constant if count.total else None
    if not isinstance(column, (list, tuple)) or len(column) != len(names):
        return _shown(agreed.rules, count.id, column)
    if all(number is None or number.__class__ is int for number in column):
        column = completed(count, column, total)
    return ", ".join(
        f"{who} {'–' if number is None else number}"
        for who, number in zip(names, column, strict=True)
    )


def entry_words(book: Book) -> list[str]:
    """Every entry in words, in the order they were made: an undo says what it took back."""
    rules, said = book.agreed.rules, list[str]()
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in book.journal.entries:
        if entry.what == DEAL:
            said.append(
                tr(
                    "deal {number}: {facts}",
                    number=entry.number,
                    facts=in_words(rules, entry.facts),
                )
            )
        elif entry.what == AMEND:
            moved = difference(rules, _facts_of(entry.number, done), entry.facts) or tr(
                "nothing is different"
            )
            said.append(
                tr("amend deal {number}: {difference}", number=entry.number, difference=moved)
            )
        if entry.what in (DEAL, AMEND):
            done.append(entry)
            undone.clear()
        else:
            source, target = (done, undone) if entry.what == UNDO else (undone, done)
            act = source.pop()
            said.append(act_in_words(rules, LOGGED, entry.what, act, done))
            target.append(act)
    return said


def in_words(rules: Ruleset, facts: Facts) -> str:
    """The facts of a deal in a line."""
    return " · ".join(_fact_in_words(rules, name, value) for name, value in facts.items())


def _fact_in_words(rules: Ruleset, name: str, value: Any) -> str:
    """A fact and its value; what is a word by itself has none."""
    said = key_said(rules, name)
    return said if value is True else f"{said} {_shown(rules, name, value)}"


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


def act_in_words(
    rules: Ruleset,
    messages: Mapping[tuple[str, str], str],
    what: str,
    act: Entry,
    before: Sequence[Entry],
) -> str:
    """What was taken back or restored: the facts of a deal, or what is different without a
    correction or with it; `before` are the acts without it."""
    if act.what == DEAL:
        return tr(messages[what, DEAL], number=act.number, facts=in_words(rules, act.facts))
    then = _facts_of(act.number, before)
    moved = (
        difference(rules, act.facts, then) if what == UNDO else difference(rules, then, act.facts)
    )
    return tr(messages[what, AMEND], number=act.number, facts=moved or tr("nothing is different"))


def _facts_of(number: int, done: Sequence[Entry]) -> Facts:
    """What a deal is after these acts."""
    return next(act.facts for act in reversed(done) if act.number == number)


def difference(rules: Ruleset, before: Facts, now: Facts) -> str:
    """Each fact that is different, as it was and as it is; nothing where none is."""

    def changed(name: str) -> str:
        was, is_now = (_shown(rules, name, facts.get(name)) for facts in (before, now))
        return f"{key_said(rules, name)} {was} → {is_now}"

    return ", ".join(map(changed, different(before, now)))


def different(before: Facts, now: Facts) -> list[str]:
    """The facts that are not the same; a list that was read from a file is a list that was
    typed."""
    names = dict.fromkeys([*now, *before])
    return [name for name in names if _plain(before.get(name)) != _plain(now.get(name))]


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, (list, tuple)) else value


def _shown(rules: Ruleset, name: str, value: Any) -> str:
    if value is None:
        return tr("(none)")
    if isinstance(value, (list, tuple)):
        return ",".join(_shown(rules, name, one) for one in value)
    return value_said(rules, name, value)
