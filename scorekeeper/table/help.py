"""What can be typed, with an example that this very deal would accept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from scorekeeper.entry import read_words
from scorekeeper.entry.bare import CONTRACT
from scorekeeper.language import tr
from scorekeeper.report.width import padded, wrapped
from scorekeeper.ruleset.model import Count, Fact
from scorekeeper.schedule import State, turn
from scorekeeper.scoring import Judged, judged
from scorekeeper.scoring.facts import DealFacts, quotas
from scorekeeper.session import Agreed, Facts
from scorekeeper.table.fields import choices_of, fixed_total, missing, only_contract, standing_alone
from scorekeeper.table.state import Table, quoted, words_of, written

TYPED = 20  # columns for what is typed, before what it does


def example(agreed: Agreed, state: State) -> Facts | None:
    """The facts of a deal that could be played now, or None where none is found at once."""
    ways: list[dict[str, Any]] = [{}]
    ways += [{count.id: _column(agreed, state, count, {})} for count in agreed.rules.counts.values() if count.optional]
    return next((facts for way in ways if (facts := _filled(agreed, state, way)) is not None), None)


def _filled(agreed: Agreed, state: State, facts: dict[str, Any]) -> dict[str, Any] | None:
    """These facts with all that is missing put in, where the rules then have nothing to say."""
    verdict = judged(agreed, state, facts)
    while verdict.scored is None:
        wanted = missing(verdict.problems, facts)
        if not wanted:
            return None
        facts[wanted[0]] = _value(agreed, state, wanted[0], facts)
        verdict = judged(agreed, state, facts)
    return facts


def _value(agreed: Agreed, state: State, field: str, facts: Facts) -> Any:
    if field == CONTRACT:
        return turn(agreed, state).contracts[0]
    if field in agreed.rules.counts:
        return _column(agreed, state, agreed.rules.counts[field], facts)
    return _fact_value(agreed, agreed.rules.facts[field])


def _fact_value(agreed: Agreed, fact: Fact) -> Any:
    codes = list(agreed.rules.pack.cards)
    if fact.kind == "number":
        return fact.least or 0
    if fact.kind == "cards":
        return codes[: fact.size or len(agreed.players)]
    return codes[0] if fact.kind == "card" else next(iter(choices_of(agreed, fact)), True)


def _column(agreed: Agreed, state: State, count: Count, facts: Facts) -> list[int]:
    """A number a side: just the quotas where they fit, else about as much for each."""
    sides, total = len(agreed.sides), fixed_total(agreed, state, count, facts)
    view = DealFacts(agreed, state, turn(agreed, state, facts), {CONTRACT: only_contract(agreed, state) or "", **facts})
    column = quotas(view)
    if total is None:
        return list(range(sides))
    if column is not None and sum(column) == total:
        return list(column)
    each = total // sides // count.step * count.step
    return [total - each * (sides - 1), *[each] * (sides - 1)]


# --- as it is typed ------------------------------------------------------------------------------------


def example_lines(agreed: Agreed, state: State) -> list[str]:
    """The example as a line, short and by name; a short form that reads otherwise is left out."""
    facts = example(agreed, state)
    if facts is None:
        return []
    spare = {name: _shortened(agreed, state, name, value, facts) for name, value in facts.items()}
    forms = [list(_bare_words(agreed, spare)), list(words_of(spare))]
    lines = [" ".join(map(quoted, form)) for form in forms if _read(agreed, state, form).scored]
    return list(dict.fromkeys(lines))


def _shortened(agreed: Agreed, state: State, name: str, value: Any, facts: Facts) -> Any:
    """A column without its last number, where that is worked out."""
    count = agreed.rules.counts.get(name)
    return value[:-1] if count and fixed_total(agreed, state, count, facts) is not None else value


def _bare_words(agreed: Agreed, facts: Facts) -> Iterator[str]:
    for name, value in facts.items():
        fact = agreed.rules.facts.get(name)
        if name in agreed.rules.counts and not agreed.rules.counts[name].optional:
            yield from map(str, value)
        elif name == CONTRACT or (fact is not None and fact.kind == "player"):
            yield value
        else:
            yield f"{name}={written(value)}"


def _read(agreed: Agreed, state: State, words: Iterable[str]) -> Judged:
    typed = read_words(agreed, state, list(words))
    return Judged(None) if typed.problems else judged(agreed, state, typed.facts)


# --- help ----------------------------------------------------------------------------------------------


def tip(table: Table) -> str:
    """One line before the first prompt: what to do here."""
    lines = example_lines(table.book.agreed, table.book.standing.state)
    if not lines:
        return tr("type the deal — or Enter to be asked; help; quit")
    return tr("type the deal, like: {example} — or Enter to be asked; help; quit", example=lines[0])


def help_lines(table: Table, commands: Iterable[tuple[str, str]]) -> list[str]:
    """Everything that can be typed; the commands come as pairs of what to type and what it does."""
    agreed, state = table.book.agreed, table.book.standing.state
    rows = [] if state.over else [*_entry_rows(agreed, state), ("", "")]
    return [line for typed, does in [*rows, *commands] for line in _row(table, typed, does)]


def _entry_rows(agreed: Agreed, state: State) -> Iterator[tuple[str, str]]:
    said = (tr("records a deal, for example"), tr("the same by name, in any order"))
    yield from zip(example_lines(agreed, state), said, strict=False)
    yield tr("(Enter)"), tr("asks for what the deal needs, one thing after the other")
    for name in standing_alone(agreed):
        yield name, tr("is a whole deal by itself")
    spare = [
        thing.id for things in (agreed.rules.facts, agreed.rules.counts) for thing in things.values() if thing.optional
    ]
    if spare:
        yield " ".join(f"{name}=…" for name in spare), tr("may be added")


def _row(table: Table, typed: str, does: str) -> list[str]:
    """What is typed and what it does beside it; below it where there is no room, or for a
    screen reader on one line."""
    if table.plain or not typed:
        return wrapped(f"{typed}: {does}" if typed else "", table.width, "  ")
    if len(typed) > TYPED:
        return [*wrapped(typed, table.width, "  "), *wrapped(" " * (TYPED + 2) + does, table.width, " " * (TYPED + 2))]
    return wrapped(f"{padded(typed, TYPED)}  {does}", table.width, " " * (TYPED + 2))
