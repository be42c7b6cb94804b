"""A deal in one line: what was entered, how each side's points come about, their sum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.base.exact import signed
from scorekeeper.game.counts import whose
from scorekeeper.game.facts import DealFacts, columns_of
from scorekeeper.game.judge import Scored
from scorekeeper.game.resting import of_seats
from scorekeeper.game.schedule import State
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.report.phrases import (
    SUM,
    contract_word,
    count_word,
    has_sum,
    range_word,
    sum_word,
    trump_word,
    value_word,
)
from scorekeeper.rules.formula import Formula, Names, with_numbers
from scorekeeper.rules.model import EVERY_SIDE
from scorekeeper.text.language import tr
from scorekeeper.text.speech import text_of

LONGEST_SUM = 14
OF_A_SUM = frozenset("0123456789½¼¾+-*() ")


def truth_line(table: Agreed, of_all: Scored, ways: Sequence[Scored] = ()) -> str:
    """`deal 3 · contract · Anna 8−8=0, Björn 5−4=+1, Cleo 3−4=−1 · Dora rests · Σ 0`; of one that
    may be several, with what each side scores in these `ways` as a range."""
    scored = of_seats(of_all)
    agreed, state = scored.agreed, scored.state
    if of_all.waits and not ways:
        # 0.6 ms, only for a deal that waits
        from scorekeeper.game.completions import every_completion  # noqa: PLC0415

        ways = every_completion(of_all)
    parts = [tr("deal {number}", number=scored.turn.number)]
    if scored.contract:
        parts.append(contract_word(agreed.rules, scored.contract).lower())
    if scored.trump and "trump" not in scored.waits:
        parts.append(tr("trump {suit}", suit=trump_word(agreed.rules, scored.trump)))
    parts += [
        f"{agreed.rules.facts[name].name.shown()} {value}"
        for name, value in _other_facts(agreed, scored)
    ]
    parts += _flags(agreed, scored)
    is_sure = all(way.outcome == scored.outcome for way in ways)
    if is_sure and scored.outcome and (settled := scored.outcome.name.shown()):
        parts.append(settled)
    parts += _counts_beside(agreed, scored)
    sides = zip(agreed.side_names, _worked_points(agreed, state, scored, ways), strict=True)
    parts.append(", ".join(f"{who} {points}" for who, points in sides))
    parts += _resting(table, agreed, of_all)
    if has_sum(agreed.rules):
        parts.append(f"{SUM} {sum_word(of_all.points)}")
    return " · ".join(parts)


def line_of(now: Standing, number: int) -> str:
    """The line of a deal that stands, with ranges where it is not known yet what it scores."""
    deal = now.deals[number - 1]
    ways = [way.deals[number - 1] for way in now.ways] if now.waits else []
    is_open = any(way.points != deal.points for way in ways)
    return truth_line(now.table_of(number), deal, ways if is_open else ())


def _worked_points(
    agreed: Agreed, state: State, scored: Scored, ways: Sequence[Scored]
) -> Iterable[str]:
    """What each side scores, behind what it comes of: a sum, or its counts where it is a range."""
    sums = _sums(agreed, state, scored, is_one=not ways)
    columns = zip(*(of_seats(way).points for way in ways or [scored]), strict=True)
    for worked, points in zip(sums, columns, strict=True):
        yield f"{worked}{range_word(signed(min(points)), signed(max(points)))}"


def _resting(table: Agreed, agreed: Agreed, of_all: Scored) -> Iterable[str]:
    """Those who rest, with what that scores where it scores."""
    for name in agreed.resting:
        points = of_all.points[table.seat_of[name]] if name in table.seat_of else 0
        rests = tr("{player} rests", player=name)
        yield f"{rests} {signed(points)}" if points else rests


def _other_facts(agreed: Agreed, scored: Scored) -> Iterable[tuple[str, str]]:
    """The facts that are neither the trump suit nor a word by itself, which the outcome says."""
    for name, value in scored.said.items():
        fact = agreed.rules.facts.get(name)
        if fact is not None and name != "trump" and fact.kind not in ("flag", "auction"):
            yield name, value_word(agreed.rules, name, value)


def _flags(agreed: Agreed, scored: Scored) -> Iterable[str]:
    """The words that were said by themselves, but for those by which the outcome has its name."""
    outcome = scored.outcome
    is_named = outcome is not None and outcome.name.shown()
    told = outcome.when.names if outcome and outcome.when and is_named else ()
    for name, value in scored.said.items():
        fact = agreed.rules.facts.get(name)
        if fact is not None and fact.kind == "flag" and value is True and name not in told:
            yield fact.name.shown()


def _counts_beside(agreed: Agreed, scored: Scored) -> Iterable[str]:
    """What was counted as well, `tricks 4, 2, 2`: everything that was said can be checked in the
    line."""
    shown = _counts_shown(agreed, scored)
    for name, count in agreed.rules.counts.items():
        if name in scored.facts and name not in shown:
            who = whose(count, scored.agreed, scored.facts[name])
            numbers = who or ", ".join(map(_counted, scored.facts[name]))
            yield f"{count_word(agreed.rules, name)} {numbers}"


def _sums(agreed: Agreed, state: State, scored: Scored, is_one: bool) -> list[str]:
    """What stands before each side's points: where that `is_one` number its sum with the numbers
    put in, or its counts; of a deal that was split what each reading gives it."""
    if scored.split_of:
        readings = zip(*(of_seats(one).points for one in scored.split_of), strict=True)
        return ["/".join(map(signed, points)) + " → " for points in readings]
    facts = DealFacts(scored.agreed, state, scored.turn, scored.facts)
    contract = agreed.rules.contracts.get(scored.contract or "")
    formulas = contract.points if contract and scored.outcome is None and is_one else {}
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


def _counted(value: Any) -> str:
    """A side's count; partners who are counted apart as a sum."""
    return "+".join(map(_counted, value)) if isinstance(value, (list, tuple)) else text_of(value)


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
