"""The explanation of a deal as a document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.base.exact_numbers import number_word, signed
from scorekeeper.game.deal_facts import Crosstable
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.document import (
    Cell,
    Column,
    Document,
    Kind,
    Output,
    Pair,
    Pairs,
    Row,
    Section,
    Table,
)
from scorekeeper.report.explain import Explained, OutcomeStep, QuotaStep
from scorekeeper.report.game.scoring_rules_text import bonus_word
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
from scorekeeper.rules.rule_text import term
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.message import Name, Value
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.terminal_text import cut, safe
from scorekeeper.text.translation import tr, trc

PAIR_NAME = 9  # letters of a name that a crosstable keeps


def explained_document(
    found: Sequence[Explained], heads: Sequence[str], rules: Ruleset
) -> Document:
    """Return the steps of a deal, or of each version below its head if there are several."""
    if len(found) == 1:
        steps = Pairs(tuple(steps_of(found[0], rules)))
        return Document(_title(found[0], rules), (steps,), first=_first(found[0], rules))
    return Document("", tuple(_version(*each, rules) for each in zip(found, heads, strict=True)))


def _version(explained: Explained, head: str, rules: Ruleset) -> Section:
    """Return the steps of a version of a deal, below its head."""
    steps = tuple(steps_of(explained, rules))
    shown = Section(
        _title(explained, rules), (Pairs(steps),), outputs=frozenset(Output) - {Output.PLAIN}
    )
    read = Section("", (Pairs((*_first(explained, rules), *steps)),), frozenset((Output.PLAIN,)))
    return Section(head, (shown, read))


def _first(explained: Explained, rules: Ruleset) -> tuple[Pair, ...]:
    """Return the pairs read aloud instead of the title: the deal's number and players."""
    number = str(explained.deal.number)
    return (Pair(tr("deal"), number), *_people(explained.deal, rules))


def _people(deal: DealRow, rules: Ruleset) -> Iterator[Pair]:
    """Yield the dealer, declarer, leader and the players who sit out, as far as the deal
    has them."""
    dealer, declarer = part_heads(rules)
    yield Pair(dealer, Name(deal.dealer))
    if deal.declarer:
        yield Pair(declarer, Name(deal.declarer))
    if deal.leader:
        yield Pair(trc("who leads to the first trick", "leader"), Name(deal.leader))
    if deal.resting:
        yield Pair(tr("resting"), ", ".join(deal.resting))


def _title(explained: Explained, rules: Ruleset) -> str:
    deal = explained.deal
    title = [tr("Deal {number}", number=deal.number), contract_word(rules, deal.contract)]
    people = who_does(rules, deal.dealer, deal.declarer, deal.leader, deal.resting)
    return " · ".join(filter(None, [*title, people]))


def steps_of(explained: Explained, rules: Ruleset) -> Iterator[Pair]:
    """Yield the labelled steps of a deal."""
    yield Pair(tr("entered"), parted(_entered(explained.deal, rules)))
    trump = explained.trump
    if trump.suit or (explained.deal.contract and rules.has_cards):
        suit = trump_word(rules, trump.suit) or tr("none")
        yield Pair(tr("trump"), labelled(suit, trump.because))
    yield from _headed(tr("quota"), (_quota(row, rules) for row in explained.quotas))
    yield from _headed(tr("budget"), (step.say for step in explained.budgets))
    for name, table in explained.pairs:
        yield Pair(text_of(term(rules, name)), _crosstable(table))
    yield from _headed(tr("worked out"), (step.say for step in explained.names))
    yield from _outcome_steps(explained)
    yield from _point_steps(explained, rules)
    yield from _carry_steps(explained, rules)
    if explained.promise:
        found, promised = signed(explained.promise.sum), signed(explained.promise.promised)
        yield Pair(
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


def _headed(label: str, rows: Iterable[str]) -> Iterator[Pair]:
    return (Pair(label, row) for row in rows)


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


def _outcome_steps(explained: Explained) -> Iterator[Pair]:
    """Yield each tested row of the settlement with its test, in order."""
    # Translators: whether a row of the settlement holds; in capitals that of the row that does.
    holds, fails = tr("YES"), tr("no")
    for row in explained.outcomes:
        said = ", ".join(filter(None, [row.name, _test(row)]))
        if row.name or row.test or len(explained.outcomes) > 1:
            yield Pair(tr("outcome"), said, holds if row.holds else fails)


def _test(row: OutcomeStep) -> str:
    if row.if_ is None:
        return tr("otherwise")
    return labelled(tr("if {test}", test=row.if_), row.because or "")


def _point_steps(explained: Explained, rules: Ruleset) -> Iterator[Pair]:
    """Yield each side's explained points, the penalties since the previous deal, and the totals,
    penalties included."""
    rows = explained.points
    yield from (Pair(tr("points"), row.say, Name(row.side)) for row in rows)
    yield from _headed(tr("penalty"), explained.penalties)
    for row in rows:
        yield _total(row.side, score(row.before, rules), row.points, score(row.total, rules))


def _total(side: str, before: str, points: int, total: str) -> Pair:
    sum_of = tr(
        "{before} and {points} make {total}", before=before, points=signed(points), total=total
    )
    return Pair(tr("total"), sum_of, Name(side))


def _end_steps(explained: Explained, rules: Ruleset) -> Iterator[Pair]:
    """Yield the winner and the bonuses of the game that the deal ended, where the rules define
    them."""
    if explained.won_by:
        yield Pair(tr("winner"), explained.won_by.say)
    rows, label = explained.bonus, bonus_word(rules)
    yield from (Pair(label, row.say, Name(row.side)) for row in rows)
    for row in rows:
        yield _total(row.side, score(row.before, rules), row.points, score(row.total, rules))


def _carry_steps(explained: Explained, rules: Ruleset) -> Iterator[Pair]:
    """Yield the values of the shown counters, before and after the deal."""
    for row in explained.carried:
        change = f"{number_word(row.before)} → {number_word(row.after)}"
        lead: Value = "" if row.counter in rules.tables_counters else Name(row.side)
        yield Pair(counter_word(rules, row.counter), change, lead)


def _crosstable(table: Crosstable) -> Table:
    """Return a crosstable with a row and a column for each side, and a dot on the diagonal."""
    columns = [Column("", "", Kind.NAME)]
    columns += [Column(side, _short(side), Kind.NUMBER, aloud=Name(side)) for side in table]
    rows = (
        Row((Cell(_short(side), aloud=Name(side)), *(_crossed(others, other) for other in table)))
        for side, others in table.items()
    )
    return Table(tuple(columns), tuple(rows))


def _short(side: str) -> str:
    return cut(safe(side), PAIR_NAME)


def _crossed(others: Mapping[str, int], other: str) -> Cell:
    return Cell(number_word(others[other])) if other in others else Cell("·", aloud="")
