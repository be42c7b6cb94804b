"""A deal in one line: what was entered, how each side's points come about, their sum."""

from __future__ import annotations

from collections.abc import Iterable

from scorekeeper.formula import Formula, Names, with_numbers
from scorekeeper.language import tr
from scorekeeper.ruleset.model import EVERY_SIDE
from scorekeeper.schedule import State
from scorekeeper.scoring import Scored, of_seats
from scorekeeper.scoring.counts import whose
from scorekeeper.scoring.facts import DealFacts, columns_of
from scorekeeper.session import Agreed
from scorekeeper.words.phrases import (
    SUM,
    contract_word,
    count_word,
    has_sum,
    signed,
    sum_word,
    trump_word,
    value_word,
)

LONGEST_SUM = 14
OF_A_SUM = frozenset("0123456789+-*() ")


def truth_line(table: Agreed, of_all: Scored) -> str:
    """`deal 3 · contract · Anna 8−8=0, Björn 5−4=+1, Cleo 3−4=−1 · Dora rests · Σ 0`."""
    scored = of_seats(of_all)
    agreed, state = scored.agreed, scored.state
    parts = [tr("deal {number}", number=scored.turn.number)]
    if scored.contract:
        parts.append(contract_word(agreed.rules, scored.contract).lower())
    if scored.trump:
        parts.append(tr("trump {suit}", suit=trump_word(agreed.rules, scored.trump)))
    parts += [
        f"{agreed.rules.facts[name].name.shown()} {value}"
        for name, value in _other_facts(agreed, scored)
    ]
    if scored.outcome and (settled := scored.outcome.name.shown()):
        parts.append(settled)
    parts += _counts_beside(agreed, scored)
    sides = zip(agreed.side_names, _sums(agreed, state, scored), scored.points, strict=True)
    parts.append(", ".join(f"{who} {worked}{signed(points)}" for who, worked, points in sides))
    parts += _resting(table, agreed, of_all)
    if has_sum(agreed.rules):
        parts.append(f"{SUM} {sum_word(of_all.points)}")
    return " · ".join(parts)


def _resting(table: Agreed, agreed: Agreed, of_all: Scored) -> Iterable[str]:
    """Those who rest, with what that scores where it scores."""
    for name in agreed.resting:
        points = of_all.points[table.seat_of[name]] if name in table.seat_of else 0
        rests = tr("{player} rests", player=name)
        yield f"{rests} {signed(points)}" if points else rests


def _other_facts(agreed: Agreed, scored: Scored) -> Iterable[tuple[str, str]]:
    """The facts that are neither the trump suit nor a word by itself, which the outcome says."""
    for name, value in scored.facts.items():
        fact = agreed.rules.facts.get(name)
        if fact is not None and name != "trump" and fact.kind not in ("flag", "auction"):
            yield name, value_word(agreed.rules, name, value)


def _counts_beside(agreed: Agreed, scored: Scored) -> Iterable[str]:
    """What was counted as well, `tricks 4, 2, 2`: everything that was said can be checked in the
    line."""
    shown = _counts_shown(agreed, scored)
    for name, count in agreed.rules.counts.items():
        if name in scored.facts and name not in shown:
            who = whose(count, scored.agreed, scored.facts[name])
            numbers = who or ", ".join(map(_counted, scored.facts[name]))
            yield f"{count_word(agreed.rules, name)} {numbers}"


def _sums(agreed: Agreed, state: State, scored: Scored) -> list[str]:
    """What stands before each side's points: its sum with the numbers put in, or its counts; of a
    deal that was split what each reading gives it."""
    if scored.split_of:
        readings = zip(*(of_seats(one).points for one in scored.split_of), strict=True)
        return ["/".join(map(signed, points)) + " → " for points in readings]
    facts = DealFacts(scored.agreed, state, scored.turn, scored.facts)
    contract = agreed.rules.contracts.get(scored.contract or "")
    formulas = contract.points if contract and scored.outcome is None else {}
    columns = columns_of(facts, scored.quotas)
    shown = _counts_shown(agreed, scored)
    worked = []
    for side, role in enumerate(facts.roles):
        formula = formulas.get(EVERY_SIDE) or formulas.get(role or "")
        counts = "/".join(_counted(columns[name][side]) for name in shown)
        worked.append(
            _worked(formula, facts.of_side(columns, side)) or (f"{counts} → " if counts else "")
        )
    return worked


def _counts_shown(agreed: Agreed, scored: Scored) -> list[str]:
    """The counts that a deal needs, in the order of the rules; of others the first that was
    said."""
    counts = agreed.rules.counts
    said = [name for name in counts if name in scored.facts]
    needed = [name for name in said if not counts[name].optional]
    return [name for name in needed if not counts[name].of_one] or needed[:1] or said[:1]


def _counted(value: object) -> str:
    """A side's count; partners who are counted apart as a sum."""
    return "+".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _worked(formula: Formula | None, facts: Names) -> str:
    """`8−4=`: the formula with its numbers, where it is plain arithmetic and short; else empty."""
    if (
        formula is None
        or not formula.names
        or not OF_A_SUM.issuperset(text := with_numbers(formula, facts))
    ):
        return ""
    text = text.replace(" ", "").replace("-", "−").replace("*", "×")
    return f"{text}=" if len(text) <= LONGEST_SUM else ""
