"""The explanation of a deal as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.deal_facts import Crosstable
from scorekeeper.render.linear_text import linear
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.explain import Explained, OutcomeStep, QuotaStep
from scorekeeper.report.game.scoring_text import bonus_word
from scorekeeper.report.shared_labels import (
    contract_word,
    count_word,
    counter_word,
    fact_word,
    part_heads,
    role_word,
    score,
    trump_word,
    value_word,
    who_does,
)
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.rule_text import term
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.terminal_text import NO_INK, Ink, cut, padded, safe, width_of, wrapped
from scorekeeper.text.translation import tr, trc

LABEL = 10
PAIR_NAME = 9  # letters of a name that a crosstable keeps
Labelled = Iterable[tuple[str, str]]


def readings_text(
    found: Sequence[Explained],
    heads: Sequence[str],
    rules: Ruleset,
    width: int,
    plain: bool = False,
    ink: Ink = NO_INK,
) -> str:
    """Return the steps of a deal. If it is disputed or incomplete, return those of each version
    under its header."""
    each = [explain_text(one, rules, width, plain, ink) for one in found]
    if len(each) == 1:
        return each[0]
    return "\n\n".join(f"{ink.bold(head)}\n{text}" for head, text in zip(heads, each, strict=True))


def explain_text(
    explained: Explained, rules: Ruleset, width: int, plain: bool = False, ink: Ink = NO_INK
) -> str:
    """Return the explanation of a deal's points as text, one step a line."""
    deal, steps = explained.deal, list(steps_told(explained, rules, plain))
    if plain:
        said = [(label, " ".join(text.split())) for label, text in steps]
        return linear([(tr("deal"), str(deal.number)), *_people(deal, rules), *said])
    title, before = wrapped(_title(explained, rules), width, "  "), ""
    lines = [*map(ink.bold, title)]
    room = max(LABEL, *(width_of(label) + 1 for label, _ in steps))
    for label, text in steps:
        head = padded("" if label == before else label, room)
        lines += wrapped(f"  {head}{text}", width, " " * (room + 4))
        before = label
    return "\n".join(lines)


def _people(deal: DealRow, rules: Ruleset) -> Labelled:
    """Yield the dealer, and the declarer, the leader and those who sit out if there are any."""
    dealer, declarer = part_heads(rules)
    yield dealer, deal.dealer
    if deal.declarer:
        yield declarer, deal.declarer
    if deal.leader:
        yield trc("who leads to the first trick", "leader"), deal.leader
    if deal.resting:
        yield tr("resting"), ", ".join(deal.resting)


def _title(explained: Explained, rules: Ruleset) -> str:
    deal = explained.deal
    title = [tr("Deal {number}", number=deal.number), contract_word(rules, deal.contract)]
    people = who_does(rules, deal.dealer, deal.declarer, deal.leader, deal.resting)
    return " · ".join(filter(None, [*title, people]))


def steps_told(explained: Explained, rules: Ruleset, plain: bool) -> Labelled:
    """Yield the steps of a deal, each after its label."""
    yield tr("entered"), parted(_entered(explained.deal, rules))
    trump = explained.trump
    if trump.suit or (explained.deal.contract and rules.has_cards):
        suit = trump_word(rules, trump.suit) or tr("none")
        yield tr("trump"), labelled(suit, trump.because)
    yield from _headed(tr("quota"), (_quota(row, rules) for row in explained.quotas))
    yield from _headed(tr("budget"), (step.say for step in explained.budgets))
    yield from _pair_steps(explained, rules, plain)
    yield from _headed(tr("worked out"), (step.say for step in explained.names))
    yield from _outcome_steps(explained)
    yield from _point_steps(explained, rules)
    yield from _carry_steps(explained, rules)
    if explained.promise:
        found, promised = signed(explained.promise.sum), signed(explained.promise.promised)
        yield (
            tr("sum"),
            tr("{found}, and the rules promise {promised}", found=found, promised=promised),
        )
    yield from _end_steps(explained, rules)
    yield from _headed(tr("source"), explained.sources)
    yield from _headed(
        tr("ruling"), (f"{ruling.text} ({ruling.source})" for ruling in explained.rulings)
    )
    yield from _headed(tr("note"), explained.deal.flags)


def _quota(row: QuotaStep, rules: Ruleset) -> str:
    said = f"{row.side} {row.quota}"
    return f"{said} ({role_word(rules, row.role)})" if row.role else said


def _headed(label: str, rows: Iterable[str]) -> Labelled:
    for row in rows:
        yield label, row


def _entered(deal: DealRow, rules: Ruleset) -> Iterable[str]:
    if deal.contract:
        yield tr("contract {contract}", contract=contract_word(rules, deal.contract))
    for fact, value in deal.facts.items():
        yield (
            fact_word(rules, fact)
            if value is True
            else f"{fact_word(rules, fact)} {value_word(rules, fact, value)}"
        )
    for count, numbers in deal.counts.items():
        who = deal.who_has(count) if rules.counts[count].of_one else None
        each = who or ", ".join(
            f"{side} {number_word(n)}" for side, n in numbers.items() if n is not None
        )
        yield f"{count_word(rules, count)} {each}"


def _outcome_steps(explained: Explained) -> Labelled:
    """Yield each row of the settlement that was tested, in order, with its test."""
    # Translators: whether a row of the settlement holds; in capitals that of the row that does.
    holds, fails = tr("YES"), tr("no")
    room = max(width_of(holds), width_of(fails))
    for row in explained.outcomes:
        said = ", ".join(filter(None, [row.name, _test(row)]))
        if row.name or row.test or len(explained.outcomes) > 1:
            yield tr("outcome"), f"{padded(holds if row.holds else fails, room)} {said}"


def _test(row: OutcomeStep) -> str:
    if row.if_ is None:
        return tr("otherwise")
    return labelled(tr("if {test}", test=row.if_), row.because or "")


def _point_steps(explained: Explained, rules: Ruleset) -> Labelled:
    """Yield each side's points with their explanation, the penalties since the deal before, and
    each total, which includes these."""
    rows = explained.points
    names = max(width_of(safe(row.side)) for row in rows)
    for row in rows:
        yield tr("points"), f"{padded(row.side, names)}  {row.say}"
    yield from _headed(tr("penalty"), explained.penalties)
    for row in rows:
        before, total = score(row.before, rules), score(row.total, rules)
        sum_of = tr(
            "{before} and {points} make {total}",
            before=before,
            points=signed(row.points),
            total=total,
        )
        yield tr("total"), f"{padded(row.side, names)}  {sum_of}"


def _end_steps(explained: Explained, rules: Ruleset) -> Labelled:
    """Yield the winner of the game that ended with the deal, if the rules name one, and each side's
    bonus."""
    if explained.won_by:
        yield tr("winner"), explained.won_by.say
    rows, label = explained.bonus, bonus_word(rules)
    names = max((width_of(safe(row.side)) for row in rows), default=0)
    for row in rows:
        yield label, f"{padded(row.side, names)}  {row.say}"
    for row in rows:
        before, total = score(row.before, rules), score(row.total, rules)
        sum_of = tr(
            "{before} and {points} make {total}",
            before=before, points=signed(row.points), total=total,
        )  # fmt: skip
        yield tr("total"), f"{padded(row.side, names)}  {sum_of}"


def _carry_steps(explained: Explained, rules: Ruleset) -> Labelled:
    """Yield the values of the shown counters, before and after the deal."""
    rows = explained.carried
    names = max((width_of(safe(row.side)) for row in rows), default=0)
    for row in rows:
        change = f"{number_word(row.before)} → {number_word(row.after)}"
        is_of_table = row.counter in rules.tables_counters
        said = change if is_of_table else f"{padded(row.side, names)}  {change}"
        yield counter_word(rules, row.counter), said


def _pair_steps(explained: Explained, rules: Ruleset, plain: bool) -> Labelled:
    """Yield the crosstables of pairs: a row for the one side, a column for the other. In plain
    output, yield a line for each side."""
    for name, table in explained.pairs:
        label = text_of(term(rules, name))
        for line in _aloud(table) if plain else _crossed(table):
            yield label, line


def _aloud(table: Crosstable) -> Iterable[str]:
    for side, others in table.items():
        yield labelled(side, ", ".join(f"{one} {number_word(n)}" for one, n in others.items()))


def _crossed(table: Crosstable) -> Iterable[str]:
    """Yield the rows of a crosstable, each cell under the other side's name, with a dot where a
    side meets itself."""
    cells = [
        [number_word(others[other]) if other in others else "·" for other in table]
        for others in table.values()
    ]
    heads = [cut(safe(side), PAIR_NAME) for side in table]
    first = max(map(width_of, heads))
    wide = [max(map(width_of, column)) for column in zip(heads, *cells, strict=True)]
    for name, row in zip(["", *heads], [heads, *cells], strict=True):
        shown = (padded(cell, room, right=True) for cell, room in zip(row, wide, strict=True))
        yield "  ".join([padded(name, first), *shown])
