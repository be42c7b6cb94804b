"""The columns of the sheet as on paper, and its lines: what stands in them, however wide they
may be."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from scorekeeper.language import tr
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.words.phrases import (
    contract_word,
    count_word,
    fact_word,
    score,
    settled_head,
    short_outcomes,
    signed,
    trump_word,
    value_word,
)

Deal = Mapping[str, Any]
LEAST_WORD, LEAST_AT_ALL = 13, 3


class Line(NamedTuple):
    """A line of the sheet: a deal, or a label with one number a side; `begins` says that deals
    follow which begin with those numbers."""

    deal: Deal | None
    label: str = ""
    numbers: Mapping[str, int] = {}
    begins: bool = False


class Column(NamedTuple):
    """A column: its cells, a cell a line, and how narrow it may become; where names stand in it
    that depends on how much they are shortened."""

    head: str
    cells: Sequence[str]
    right: bool = False
    least: int = 99
    named: bool = False


class Style(NamedTuple):
    """How closely a sheet is written: the gap between columns, the arrow between points and
    total, whether outcomes lose the words they share."""

    gap: int
    arrow: str
    short: bool


def lines_of(sheet: Mapping[str, Any]) -> Iterable[Line | None]:
    """Every deal; above a game what it starts from, where that is not nothing; under a finished
    game its result, at the end the totals; None is a line across."""
    match = sheet["match"]
    results = {game["deals"][1]: game["result"] for game in match["games"]} if match else {}
    last, game = None, 0
    for deal in sheet["deals"]:
        begins = deal["number"] == 1 or game not in (0, deal["game"])
        started = {side: total - deal["points"][side] for side, total in deal["totals"].items()}
        if begins and any(started.values()):
            yield Line(None, tr("start"), started, begins=True)
        game = deal["game"]
        yield Line(deal)
        last = deal["number"]
        if last in results:
            yield None
            yield Line(None, tr("game {number}", number=deal["game"]), results[last])
            yield None
    if last not in results:
        yield None
        begun = results and sheet["deals"]
        so_far = (
            tr("game {number} so far", number=sheet["deals"][-1]["game"]) if begun else tr("total")
        )
        yield Line(None, so_far, sheet["totals"])
    if results:
        yield Line(None, tr("match"), match["totals"])


# --- columns -------------------------------------------------------------------------------------


def base_columns(
    sides: Iterable[str],
    rules: Ruleset,
    lines: Sequence[Line],
    style: Style,
    amended: Collection[int],
) -> tuple[list[Column], list[Column]]:
    """Number, dealer, declarer, what was bid, contract or outcome; then the sides, and the sum
    that is promised."""
    short = short_outcomes(rules) if style.short else {}
    blank = " " if amended else ""
    number = _column(
        f"#{blank}",
        lines,
        lambda deal: f"{deal['number']}{'*' if deal['number'] in amended else blank}",
    )
    columns = [number._replace(right=True), _named("dealer", tr("dealer"), lines)]
    if rules.deals.declarer is not None:
        columns.append(_named("declarer", tr("declarer"), lines))
    columns += [_fact(fact, lines, rules) for fact in bid_facts(rules)]
    if rules.contracts:
        columns.append(
            _column(
                tr("contract"),
                lines,
                lambda deal: contract_word(rules, deal["contract"]),
                LEAST_WORD,
            )
        )
    else:
        columns.append(
            _column(
                settled_head(rules),
                lines,
                lambda deal: short.get(deal["outcome"], deal["outcome"] or ""),
                LEAST_WORD,
            )
        )
    labels = [line.label for line in lines]
    columns[-1] = columns[-1]._replace(
        cells=[label or cell for label, cell in zip(labels, columns[-1].cells, strict=True)]
    )
    after = [_side(side, lines, rules, style.arrow) for side in sides]
    return columns, after + ([_sums(lines)] if rules.promise is not None else [])


def bid_facts(rules: Ruleset) -> list[str]:
    """What the highest bid was, where the calls of an auction are numbers."""
    if rules.auction is None or rules.auction.take is not None:
        return []
    given = {name for fact in rules.facts.values() if fact.kind == "auction" for name in fact.gives}
    return [fact.id for fact in rules.facts.values() if fact.id in given and fact.kind == "number"]


def told_facts(sheet: Mapping[str, Any], rules: Ruleset) -> list[str]:
    """The facts that were entered, but for those that another column says: who declares, and an
    outcome that is a word by itself."""
    told = [
        fact.id
        for fact in rules.facts.values()
        if not fact.alone and rules.deals.declarer != f"fact {fact.id}"
    ]
    return [fact for fact in told if any(fact in deal["facts"] for deal in sheet["deals"])]


def has_leader(rules: Ruleset) -> bool:
    """Whether somebody leads who has not been named as the declarer."""
    return rules.deals.leader not in (None, "declarer", rules.deals.declarer)


def main_count(sheet: Mapping[str, Any], rules: Ruleset, lines: Sequence[Line]) -> list[Column]:
    """What is counted in a deal first of all."""
    main = rules.main_count
    return (
        [_counts(main, lines, rules)]
        if main and any(main in deal["counts"] for deal in sheet["deals"])
        else []
    )


def extra_columns(
    sheet: Mapping[str, Any], rules: Ruleset, lines: Sequence[Line]
) -> Iterable[Column]:
    """What a wider sheet shows as well, the most wanted first: what was counted, trump, the other
    facts, quotas, leader, the other counts."""
    yield from main_count(sheet, rules, lines)
    if any(deal["trump"] for deal in sheet["deals"]):
        yield _column(tr("trump"), lines, lambda deal: trump_word(rules, deal["trump"]))
    bids = bid_facts(rules)
    yield from (_fact(fact, lines, rules) for fact in told_facts(sheet, rules) if fact not in bids)
    if any(deal["quotas"] for deal in sheet["deals"]):
        yield _numbers(tr("quotas"), lines, lambda deal: deal["quotas"])
    if has_leader(rules):
        yield _named("leader", tr("leader"), lines)
    for count in rules.counts:
        if count != rules.main_count and any(count in deal["counts"] for deal in sheet["deals"]):
            yield _counts(count, lines, rules)


def _column(
    head: str, lines: Sequence[Line], cell: Callable[[Deal], str], least: int = 99
) -> Column:
    return Column(head, [cell(line.deal) if line.deal else "" for line in lines], least=least)


def _fact(fact: str, lines: Sequence[Line], rules: Ruleset) -> Column:
    return _column(
        fact_word(rules, fact),
        lines,
        lambda deal: value_word(rules, fact, deal["facts"].get(fact, "")),
    )


def _named(who: str, head: str, lines: Sequence[Line]) -> Column:
    return _column(head, lines, lambda deal: deal[who] or "-", LEAST_AT_ALL)._replace(named=True)


def _side(side: str, lines: Sequence[Line], rules: Ruleset, arrow: str) -> Column:
    """Points and running total, each figure under the other."""
    points = [signed(line.deal["points"][side]) if line.deal else "" for line in lines]
    totals = [
        score(line.deal["totals"][side] if line.deal else line.numbers[side], rules)
        for line in lines
    ]
    wide, wider = max(map(len, points)), max(map(len, totals))
    cells = [
        f"{p:>{wide}}{arrow}{t:>{wider}}" if p else t for p, t in zip(points, totals, strict=True)
    ]
    return Column(side, cells, right=True, least=max(map(len, cells)), named=True)


def _sums(lines: Sequence[Line]) -> Column:
    sums = [sum((line.deal["points"] if line.deal else line.numbers).values()) for line in lines]
    return Column("Σ", [signed(number) for number in sums], right=True)


def _counts(count: str, lines: Sequence[Line], rules: Ruleset) -> Column:
    return _numbers(count_word(rules, count), lines, lambda deal: deal["counts"].get(count, {}))


def _numbers(head: str, lines: Sequence[Line], of: Callable[[Deal], Mapping[str, int]]) -> Column:
    """A number for each, in one column, each under the other."""
    columns = [of(line.deal).values() if line.deal else () for line in lines]
    wide = max((len(str(number)) for numbers in columns for number in numbers), default=1)
    return Column(
        head, [" ".join(f"{number:>{wide}}" for number in numbers) for numbers in columns]
    )
