"""The columns of the score sheet, in one list for all renderings. To add a column, add an entry to
`columns_of` and its label to the catalogues: text, plain text, Markdown, HTML and CSV then show
the column."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from scorekeeper.base.exact_numbers import is_number, number_word, signed
from scorekeeper.game.count_checks import counted_names
from scorekeeper.game.session_settings import Agreed
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.shared_labels import (
    RESTS,
    SUM,
    TABLE,
    contract_word,
    count_word,
    counter_word,
    counters_shown,
    either_word,
    fact_word,
    has_sum,
    part_heads,
    range_word,
    score,
    settled_head,
    sum_word,
    trump_word,
    value_word,
)
from scorekeeper.rules.ruleset import Count, Fact, Ruleset
from scorekeeper.text.translation import tr, trc

# The renderings that use the columns; Markdown has the table of the text.
TEXT, PLAIN, HTML, CSV = "text", "plain", "html", "csv"
# The order in which a page takes columns if not all fit; the first three are on every page.
ALWAYS, BID, SETTLED, MAIN_COUNT, COUNTER, TRUMP, FACT, QUOTAS, LEADER, LATER = range(10)
POINTS, TOTAL = "points", "total"
WAITS = "?"  # what is said later
COMMON_KEYS = (
    "number", "game", "dealer", "declarer", "leader", "contract", "settled", "trump", "outcome",
    "quotas", "sum",
)  # fmt: skip


class SheetColumn(NamedTuple):
    """A column of the score sheet. `key` is its name for programs, `head` its header. `value`
    returns the value for a deal and a name, or None; without `names` it is called once a deal,
    with "". `said` turns a value into text. `aloud` turns that text into words that follow the
    side's name in plain output. `below` returns the text in rows of results and totals, from
    one number a side. A narrow page shows columns in the order of `rank`. `left_out` names the
    renderings without the column. A `person` column shows a dash for no player. In a dispute,
    `ranged` numbers become a range, other values a list of alternatives."""

    key: str
    head: str
    value: Callable[[DealRow, str], object]
    names: tuple[str, ...] = ()
    said: Callable[[Any], str] = str
    aloud: Callable[[str], str] | None = None
    below: Callable[[Iterable[int]], str] | None = None
    rank: int = LATER
    left_out: tuple[str, ...] = ()
    person: bool = False
    ranged: bool = False

    def word(self, deal: DealRow, name: str = "") -> str:
        """Return the cell's text in a deal's row: "" without a value, a question mark for a
        missing fact."""
        if self.key in deal.waits:
            return WAITS
        if deal.others:
            return self._in_every_way(deal, name)
        value = self.value(deal, name)
        if value is None:
            return RESTS if name in deal.absent else ""
        return self.said(value)

    def _in_every_way(self, deal: DealRow, name: str) -> str:
        rows = [row._replace(others=()) for row in deal.in_every_way]
        if self.ranged:
            rows.sort(key=lambda row: row.totals[name])
            return range_word(self.word(rows[0], name), self.word(rows[-1], name))
        numbers = [value for row in rows if is_number(value := self.value(row, name))]
        if deal.is_ranged and len(numbers) == len(rows):
            return range_word(self.said(min(numbers)), self.said(max(numbers)))
        return either_word(self.word(row, name) for row in rows)

    def words(self, deal: DealRow) -> list[str]:
        """Return the texts for the column's names that have a value or sit out; empty if no name
        has a value."""
        if not self.is_used([deal]):
            return []
        return [word for name in self.names if (word := self.word(deal, name))]

    def is_used(self, deals: Sequence[DealRow]) -> bool:
        """Return True if the column has a value in any of the deals."""
        each = self.names or ("",)
        for deal in deals:
            for name in each:
                if self.value(deal, name) is not None:
                    return True
        return False


def columns_of(agreed: Agreed) -> tuple[SheetColumn, ...]:
    """Return all columns of the score sheet in page order."""
    rules, sides = agreed.rules, tuple(agreed.side_names)
    facts = [fact for fact in rules.facts.values() if fact.id != "trump"]
    return (
        _number(),
        SheetColumn("game", tr("game"), lambda deal, _: deal.game, left_out=(TEXT, PLAIN, HTML)),
        *_people(rules),
        *_kinds(rules),
        SheetColumn(
            "trump",
            tr("trump"),
            lambda deal, _: deal.trump or None,
            said=partial(trump_word, rules),
            rank=TRUMP,
        ),
        *(_fact(rules, fact) for fact in facts),
        _outcome(),
        *(column for count in rules.counts.values() for column in _count(agreed, count)),
        _quotas(sides),
        _points(sides),
        _totals(rules, sides),
        *(_counter(rules, name, sides) for name in counters_shown(rules)),
        *([_sum()] if has_sum(rules) else []),
    )


def _number() -> SheetColumn:
    return SheetColumn("number", "#", lambda deal, _: deal.number, rank=ALWAYS, left_out=(PLAIN,))


def _people(rules: Ruleset) -> Iterable[SheetColumn]:
    """Yield the columns of dealer, declarer and leader. Text and HTML omit a declarer or leader
    shown in other columns; CSV omits the leader."""
    pages = (TEXT, HTML)
    declares = () if rules.deals.declarer is not None else pages
    leads = () if rules.deals.leader not in (None, "declarer", rules.deals.declarer) else pages
    person = partial(SheetColumn, person=True)
    dealer, declarer = part_heads(rules)
    yield person("dealer", dealer, lambda deal, _: deal.dealer, rank=ALWAYS)
    yield person(
        "declarer", declarer, lambda deal, _: deal.declarer, rank=ALWAYS, left_out=declares
    )
    yield person(
        "leader",
        trc("who leads to the first trick", "leader"),
        lambda deal, _: deal.leader,
        rank=LEADER,
        left_out=(CSV, *leads),
    )


def _kinds(rules: Ruleset) -> Iterable[SheetColumn]:
    """Yield the column of the contract as entered, and for text and HTML that of the contract or
    else the outcome."""
    yield SheetColumn(
        "contract",
        tr("contract"),
        lambda deal, _: deal.contract,
        said=partial(contract_word, rules),
        left_out=(TEXT, HTML),
    )
    yield SheetColumn(
        "settled",
        settled_head(rules),
        lambda deal, _: contract_word(rules, deal.contract) or deal.outcome,
        rank=SETTLED,
        left_out=(PLAIN, CSV),
    )


def _fact(rules: Ruleset, fact: Fact) -> SheetColumn:
    """Return the column of an entered fact. Text and HTML omit a fact shown elsewhere: the
    declarer, or a flag that is a deal's only entry."""
    is_told = not fact.alone and rules.deals.declarer != f"fact {fact.id}"
    return SheetColumn(
        fact.id,
        fact_word(rules, fact.id),
        lambda deal, _: deal.facts.get(fact.id),
        said=partial(value_word, rules, fact.id),
        rank=BID if fact.id in bid_facts(rules) else FACT,
        left_out=() if is_told else (TEXT, HTML),
    )


def bid_facts(rules: Ruleset) -> list[str]:
    """Return the ids of the number facts that an auction fills with the highest bid; empty if
    calls are not numbers."""
    if rules.auction is None or rules.auction.take is not None:
        return []
    given = {name for fact in rules.facts.values() if fact.kind == "auction" for name in fact.gives}
    return [fact.id for fact in rules.facts.values() if fact.id in given and fact.kind == "number"]


def _outcome() -> SheetColumn:
    return SheetColumn(
        "outcome", tr("outcome"), lambda deal, _: deal.outcome or None, left_out=(TEXT, HTML, CSV)
    )


def _count(agreed: Agreed, count: Count) -> Iterable[SheetColumn]:
    """Return the columns of a count. If only one player can have the count, pages show that
    player's name and CSV shows the numbers."""
    numbers = SheetColumn(
        count_key(count.id),
        count_word(agreed.rules, count.id),
        lambda deal, name: deal.counts.get(count.id, {}).get(name),
        names=tuple(counted_names(count, agreed)),
        rank=MAIN_COUNT if count.id == agreed.rules.main_count else LATER,
    )
    if not count.of_one:
        return [numbers]
    who = numbers._replace(value=lambda deal, _: deal.who_has(count.id), names=(), left_out=(CSV,))
    return [numbers._replace(left_out=(TEXT, PLAIN, HTML)), who]


def count_key(count: str) -> str:
    """Return the key of a count's column: its id, or `counted ID` if the id is the key of the
    points or the total."""
    return f"counted {count}" if count in (POINTS, TOTAL) else count


def _quotas(sides: tuple[str, ...]) -> SheetColumn:
    """Return the column of quotas. HTML omits it, as the count's column shows the quota."""
    return SheetColumn(
        "quotas",
        tr("quotas"),
        lambda deal, side: deal.quotas.get(side),
        names=sides,
        aloud=lambda quota: tr("quota {quota}", quota=quota),
        rank=QUOTAS,
        left_out=(HTML, CSV),
    )


def _points(sides: tuple[str, ...]) -> SheetColumn:
    """Return the column of the deal's points. Text omits it, as the total's column includes the
    points."""
    return SheetColumn(
        POINTS,
        "±",
        points_of,
        names=sides,
        said=signed,
        # Translators: said of a side, whose name stands before it
        aloud=lambda points: tr("scores {points}", points=points),
        left_out=(TEXT,),
    )


def points_of(deal: DealRow, side: str) -> int | None:
    """Return a side's points in a deal; None before the result, or if the side sat out without
    points."""
    points = deal.points.get(side)
    return None if side in deal.absent and not points else points


def points_word(deal: DealRow, side: str) -> str:
    """Return a side's points as the text of a cell: "" before the result, a dash for a side that
    sat out."""
    if deal.is_coming:
        return ""
    if deal.is_ranged and side not in deal.absent:
        return range_word(*map(signed, deal.points_span(side)))
    if deal.others:
        return either_word(_points_said(row, side) for row in deal.in_every_way)
    return _points_said(deal, side)


def _points_said(deal: DealRow, side: str) -> str:
    points = points_of(deal, side)
    return RESTS if points is None else signed(points)


def _totals(rules: Ruleset, sides: tuple[str, ...]) -> SheetColumn:
    return SheetColumn(
        TOTAL,
        tr("total"),
        lambda deal, side: deal.totals.get(side),
        names=sides,
        said=lambda total: score(total, rules),
        aloud=lambda total: tr("total {total}", total=total),
        left_out=(TEXT,),
        ranged=True,
    )


def _counter(rules: Ruleset, name: str, sides: tuple[str, ...]) -> SheetColumn:
    """Return the column of a shown counter: its values after the deal, one a side or one for all
    players."""
    is_of_table = name in rules.tables_counters
    return SheetColumn(
        counter_key(rules, name),
        counter_word(rules, name),
        lambda deal, side: deal.carried.get(name, {}).get(side or TABLE),
        names=() if is_of_table else sides,
        said=number_word,
        rank=COUNTER,
    )


def counter_key(rules: Ruleset, name: str) -> str:
    """Return the key of a counter's column: its NAME, or `carried NAME` if another column has that
    key."""
    taken = {POINTS, TOTAL, *rules.facts, *rules.counts, *COMMON_KEYS}
    return f"carried {name}" if name in taken else name


def _sum() -> SheetColumn:
    """Return the column of the sum of all sides' points, which the rules promise."""
    return SheetColumn(
        "sum",
        SUM,
        lambda deal, _: None if deal.is_coming else sum_word(deal.points.values()),
        below=sum_word,
        left_out=(PLAIN, CSV),
    )
