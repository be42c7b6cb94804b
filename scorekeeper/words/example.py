"""An example of the coming deal, as a line that this very deal would accept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from scorekeeper.entry.asked import choices_of, fixed_total, needed, only_contract
from scorekeeper.entry.bare import CONTRACT
from scorekeeper.entry.words import read_words
from scorekeeper.entry.written import quoted
from scorekeeper.ruleset.model import WORDS, Count, Fact
from scorekeeper.ruleset.said import key_typed, value_typed
from scorekeeper.schedule import State, is_spent, turn
from scorekeeper.scoring import judged
from scorekeeper.scoring.counts import counted, whose
from scorekeeper.scoring.facts import DealFacts, quotas
from scorekeeper.session import Agreed, Facts
from scorekeeper.speech import text_of
from scorekeeper.words.phrases import facts_typed


def example(agreed: Agreed, state: State) -> Facts | None:
    """The facts of a deal that could be played now, or None where none is found at once."""
    if is_spent(agreed.rules, turn(agreed, state)):
        return None
    ways: list[dict[str, object]] = [{}]
    ways += [
        {count.id: _column(agreed, state, count, {})}
        for count in agreed.rules.counts.values()
        if count.optional
    ]
    return next((facts for way in ways if (facts := _filled(agreed, state, way)) is not None), None)


def _filled(agreed: Agreed, state: State, facts: dict[str, object]) -> dict[str, object] | None:
    """These facts with all that is missing put in, where the rules then have nothing to say."""
    verdict = judged(agreed, state, facts)
    while verdict.scored is None:
        wanted = needed(agreed, state, facts)
        if not wanted:
            return None
        facts[wanted[0]] = _value(agreed, state, wanted[0], facts)
        verdict = judged(agreed, state, facts)
    return facts


def _value(agreed: Agreed, state: State, field: str, facts: Facts) -> object:
    if field == CONTRACT:
        return turn(agreed, state).contracts[0]
    if field in agreed.rules.counts:
        return _column(agreed, state, agreed.rules.counts[field], facts)
    return _fact_value(agreed, agreed.rules.facts[field])


def _fact_value(agreed: Agreed, fact: Fact) -> object:
    codes = list(agreed.rules.pack.cards)
    if fact.kind == "number":
        return fact.least or 0
    if fact.kind == "rank":
        return agreed.rules.pack.ranks[0]
    if fact.kind == "cards":
        return codes[: fact.size or len(agreed.players)]
    if fact.kind == WORDS:
        return choices_of(agreed, fact)[: fact.least or 1]
    return codes[0] if fact.kind == "card" else next(iter(choices_of(agreed, fact)), True)


def _column(agreed: Agreed, state: State, count: Count, facts: Facts) -> list[int]:
    """A number for each: just the quotas where they fit, else about as much for each."""
    size, total = len(counted(count, agreed)), fixed_total(agreed, state, count, facts)
    view = DealFacts(
        agreed,
        state,
        turn(agreed, state, facts),
        {CONTRACT: only_contract(agreed, state) or "", **facts},
    )
    column = quotas(view)
    if total is None:
        return list(range(size))
    if column is not None and len(column) == size and sum(column) == total:
        return list(column)
    each = total // size // count.step * count.step
    return [total - each * (size - 1), *[each] * (size - 1)]


# --- as it is typed ------------------------------------------------------------------------------


def example_lines(agreed: Agreed, state: State) -> list[str]:
    """The example as a line, short and by name; a short form that reads otherwise is left out."""
    facts = example(agreed, state)
    if not facts:
        return []
    spare = _spared(agreed, state, facts)
    forms = [list(_bare_words(agreed, spare)), facts_typed(agreed, spare)]
    wanted = judged(agreed, state, facts).scored
    lines = [
        " ".join(map(quoted, form)) for form in forms if _scored(agreed, state, form) == wanted
    ]
    return list(dict.fromkeys(lines))


def _spared(agreed: Agreed, state: State, facts: Facts) -> Mapping[str, object]:
    """The facts without the last number of all, where that is worked out."""
    last = agreed.rules.counts.get([*facts][-1])
    if last is None or fixed_total(agreed, state, last, facts) is None:
        return facts
    return {**facts, last.id: facts[last.id][:-1]}


def _bare_words(agreed: Agreed, facts: Facts) -> Iterator[str]:
    """Names and numbers alone, in the order in which they are asked for."""
    rules = agreed.rules
    for name, value in facts.items():
        fact = rules.facts.get(name)
        if name in rules.counts and (who := whose(rules.counts[name], agreed, value)):
            yield f"{key_typed(rules, name).shown()}={who}"
        elif name in rules.counts:
            yield from map(str, value)
        elif name == CONTRACT or (fact is not None and fact.kind in ("player", "number")):
            yield text_of(value_typed(rules, name, value))
        else:
            yield from facts_typed(agreed, {name: value})


def _scored(agreed: Agreed, state: State, words: Iterable[str]) -> object:
    typed = read_words(agreed, state, list(words))
    return None if typed.problems else judged(agreed, state, typed.facts).scored
