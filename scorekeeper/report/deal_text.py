"""A deal and its disputed counts in one line each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from scorekeeper.base.exact_numbers import signed
from scorekeeper.game.count_checks import only_holder
from scorekeeper.game.deal_facts import DealFacts, columns_of
from scorekeeper.game.deal_results import deal_of_seats
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.open_deals import (
    by_readings,
    completing_command,
    every_completion,
    every_way,
    is_coming_alike,
    is_over,
    possible_winners,
    sure_winners,
)
from scorekeeper.game.schedule import State
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.record.entry_text import different, in_words
from scorekeeper.report.shared_labels import (
    SUM,
    contract_word,
    count_word,
    has_sum,
    range_word,
    sum_word,
    trump_word,
    value_word,
)
from scorekeeper.rules.formula import Formula, FormulaScope, with_numbers
from scorekeeper.rules.ruleset import EVERY_SIDE
from scorekeeper.text.message import CommandLine, listing, say
from scorekeeper.text.message_text import Typed, in_shell, labelled, listed, text_of
from scorekeeper.text.translation import tr

# --- deal line ---------------------------------------------------------------------------------
# A deal in one line: the entered facts, the calculation of each side's points, and their sum.


LONGEST_SUM = 14
OF_A_SUM = frozenset("0123456789½¼¾+-*() ")


def truth_line(table: Agreed, of_all: Scored, ways: Sequence[Scored] = ()) -> str:
    """Return the line of a deal: `deal 3 · contract · Anna 8−8=0, Björn 5−4=+1, Cleo 3−4=−1 · Dora
    rests · Σ 0`. With several possible results (`ways`), each side's points are a range."""
    scored = deal_of_seats(of_all)
    agreed, state = scored.agreed, scored.state
    if of_all.waits and not ways:
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
    """Return the line of a recorded deal, with ranges for points that are not yet known."""
    deal = now.deals[number - 1]
    ways = [way.deals[number - 1] for way in now.ways] if now.waits else []
    is_open = any(way.points != deal.points for way in ways)
    return truth_line(now.table_of(number), deal, ways if is_open else ())


def _worked_points(
    agreed: Agreed, state: State, scored: Scored, ways: Sequence[Scored]
) -> Iterable[str]:
    """Yield each side's points after their calculation. A range of points follows the side's
    counts."""
    sums = _sums(agreed, state, scored, is_one=not ways)
    columns = zip(*(deal_of_seats(way).points for way in ways or [scored]), strict=True)
    for worked, points in zip(sums, columns, strict=True):
        yield f"{worked}{range_word(signed(min(points)), signed(max(points)))}"


def _resting(table: Agreed, agreed: Agreed, of_all: Scored) -> Iterable[str]:
    """Yield a note on each player who sits out, with any points scored for sitting out."""
    for name in agreed.resting:
        points = of_all.points[table.seat_of[name]] if name in table.seat_of else 0
        rests = tr("{player} rests", player=name)
        yield f"{rests} {signed(points)}" if points else rests


def _other_facts(agreed: Agreed, scored: Scored) -> Iterable[tuple[str, str]]:
    """Yield the id and text of each entered fact, except trump, flags and auctions."""
    for name, value in scored.said.items():
        fact = agreed.rules.facts.get(name)
        if fact is not None and name != "trump" and fact.kind not in ("flag", "auction"):
            yield name, value_word(agreed.rules, name, value)


def _flags(agreed: Agreed, scored: Scored) -> Iterable[str]:
    """Yield the entered flags, without the flags that the outcome's name implies."""
    outcome = scored.outcome
    is_named = outcome is not None and outcome.name.shown()
    told = outcome.when.names if outcome and outcome.when and is_named else ()
    for name, value in scored.said.items():
        fact = agreed.rules.facts.get(name)
        if fact is not None and fact.kind == "flag" and value is True and name not in told:
            yield fact.name.shown()


def _counts_beside(agreed: Agreed, scored: Scored) -> Iterable[str]:
    """Yield each entered count that the calculations do not show: `tricks 4, 2, 2`."""
    shown = _counts_shown(agreed, scored)
    for name, count in agreed.rules.counts.items():
        if name in scored.facts and name not in shown:
            who = only_holder(count, scored.agreed, scored.facts[name])
            numbers = who or ", ".join(map(_counted, scored.facts[name]))
            yield f"{count_word(agreed.rules, name)} {numbers}"


def _sums(agreed: Agreed, state: State, scored: Scored, is_one: bool) -> list[str]:
    """Return the text before each side's points: the formula with its numbers if the points are
    one number (`is_one`), else the side's counts. For a split deal, return the points of each
    version."""
    if scored.split_of:
        readings = zip(*(deal_of_seats(one).points for one in scored.split_of), strict=True)
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
    """Return the ids of the required counts in rules order, or else of the first optional count
    entered."""
    counts = agreed.rules.counts
    said = [name for name in counts if name in scored.facts]
    needed = [name for name in said if not counts[name].optional]
    return [name for name in needed if not counts[name].of_one] or needed[:1] or said[:1]


def _counted(value: Any) -> str:
    """Return a side's count as text, as a sum if each partner has a number."""
    return "+".join(map(_counted, value)) if isinstance(value, (list, tuple)) else text_of(value)


def _worked(formula: Formula | None, facts: FormulaScope) -> str:
    """Return the formula with its numbers, `8−4=`, if it is short plain arithmetic, else ""."""
    if (
        formula is None
        or not formula.names
        or not OF_A_SUM.issuperset(text := with_numbers(formula, facts))
    ):
        return ""
    text = text.replace(" ", "").replace("-", "−").replace("*", "×")
    return f"{text}=" if len(text) <= LONGEST_SUM else ""


# --- dispute lines -----------------------------------------------------------------------------
# Disputes in words: the other versions of a deal, the open results, and the fix.


def by_reading(now: Standing, number: int) -> list[Standing]:
    """Return a standing for each version of a disputed deal, with every other deal in its first
    version; empty without a dispute."""
    if number not in now.readings:
        return []
    return [
        way
        for way in every_way(now)
        if all(reading == 1 for deal, reading in way.readings.items() if deal != number)
    ]


def readings_said(now: Standing, number: int) -> tuple[str, ...]:
    """Return the text of each version of a disputed deal, with only the differing facts: `tricks
    6,6,4`."""
    facts = [way.deals[number - 1].facts for way in by_reading(now, number)]
    apart = {name for one in facts for name in different(facts[0], one)}
    players = now.played_by(number)
    return tuple(
        text_of(in_words(players, {name: one[name] for name in one if name in apart}))
        for one in facts
    )


def dispute_words(number: int, readings: Sequence[str], typed: Typed) -> str:
    """Return the line on a disputed deal: `deal 3 is disputed: reading 1 (tricks 6,6,4) or reading
    2 (tricks 7,5,4); … decides`."""
    numbered = [
        tr("reading {number} ({facts})", number=place, facts=facts)
        for place, facts in enumerate(readings, 1)
    ]
    command = CommandLine("settle", (str(number), say("READING")))
    return tr(
        "deal {number} is disputed: {readings}; `{command}` decides",
        number=number,
        readings=listed(numbered),
        command=text_of(command, typed),
    )


def open_words(now: Standing, number: int, typed: Typed = in_shell) -> str:
    """Return the line on a disputed or incomplete deal, with the command that fixes it."""
    if number in now.waits:
        return waiting_words(now, number, typed)
    return dispute_words(number, readings_said(now, number), typed)


def waiting_words(now: Standing, number: int, typed: Typed = in_shell) -> str:
    """Return the line on an incomplete deal: `deal 3 waits for the winner; `complete 3 winner=…`
    completes it`."""
    rules, names = now.agreed.rules, now.deals[number - 1].waits
    facts = [say("the {fact}", fact=rules.facts[name].name) for name in names]
    return tr(
        "deal {number} waits for {facts}; `{command}` completes it",
        number=number,
        facts=text_of(listing(facts, "and")),
        command=text_of(completing_command(rules, number, names), typed),
    )


def reading_heads(now: Standing, number: int) -> list[str]:
    """Return a header for each disputed version of a deal, or for each possible result of an
    incomplete one."""
    deal = now.deals[number - 1]
    ways = by_reading(now, number)
    if not deal.waits:
        return [tr("reading {number}", number=place) for place in range(1, len(ways) + 1)]
    facts = [way.deals[number - 1].facts for way in ways]
    return [
        tr(
            "with {facts}",
            facts=text_of(
                in_words(deal.agreed, {name: one[name] for name in deal.waits if name in one})
            ),
        )
        for one in facts
    ]


def other_lines(now: Standing, number: int) -> Iterable[str]:
    """Yield the lines of a deal's other versions. For an undisputed deal, yield the lines that
    differ by the settlement of other disputes. Yield nothing while any deal is incomplete."""
    if now.waits:
        return
    first = truth_line(now.table_of(number), now.deals[number - 1])
    seen = {first}
    for way in by_reading(now, number) or now.ways:
        line = truth_line(way.table_of(number), way.deals[number - 1])
        if line not in seen:
            yield labelled(_label(way, number), line)
            seen.add(line)


def _label(way: Standing, number: int) -> str:
    if number in way.readings:
        return tr("reading {number}", number=way.readings[number])
    return text_of(by_readings(way.readings))


def open_lines(
    now: Standing, recorded: int | None = None, typed: Typed = in_shell
) -> Iterable[str]:
    """Yield a line with the fix for each disputed or incomplete deal. After an undisputed
    `recorded` deal, yield one short line on all of them instead. Last, yield a note if the next
    deal depends on a dispute."""
    if recorded and recorded not in now.readings:
        yield still_words(now)
    elif now.ways:
        for number in now.readings:
            yield open_words(now, number, typed)
    if now.ways and not is_coming_alike(now):
        yield _next_hangs(now)


def still_words(now: Standing) -> str:
    """Return a short line that names the disputed or incomplete deals."""
    if now.waits:
        return tr("still open: {deals}", deals=deals_words(now))
    return tr("still disputed: {deals}", deals=deals_words(now))


def _next_hangs(now: Standing) -> str:
    """Return the message that the next deal depends on a disputed or incomplete deal."""
    if now.waits:
        return tr("what comes next hangs on what is open; it is told as one way has it")
    return tr("what comes next hangs on the dispute; it is told as the first reading has it")


def deals_words(now: Standing) -> str:
    """Return the disputed or incomplete deals as text: `deal 1 and deal 3`."""
    return listed([tr("deal {number}", number=number) for number in now.readings], "and")


def over_words(now: Standing) -> str:
    """Return the line on the possible winners if every version ends the session, else the message
    that the end depends on disputes."""
    if now.waits and not is_over(now):
        return tr("whether the session is over hangs on what is open")
    if not is_over(now):
        return tr("whether the session is over hangs on the dispute")
    may = [now.agreed.side_names[side] for side in possible_winners(now)]
    is_sure = possible_winners(now) == sure_winners(now)
    if now.waits:
        return tr(
            "the session is over, and a deal still waits: {winners} won",
            winners=listed(may, "and" if is_sure else "or"),
        )
    if is_sure and len(may) > 1:
        return tr(
            "the session is over, with a count in dispute: {winners} shared the win",
            winners=listed(may, "and"),
        )
    return tr(
        "the session is over, with a count in dispute: {winners} won", winners=listed(may, "or")
    )
