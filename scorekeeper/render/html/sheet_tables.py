"""The sheet as tables of a page: the grid of contracts, and a row a deal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.language import tr
from scorekeeper.render.html.element import (
    NOTHING,
    Html,
    cell,
    element,
    head,
    joined,
    name,
    row,
    section,
    table,
    text,
)
from scorekeeper.ruleset.model import Ruleset
from scorekeeper.sheet.columns import Line, has_leader, lines_of, told_facts
from scorekeeper.sheet.grid import grid_rows
from scorekeeper.words.phrases import (
    contract_word,
    count_word,
    fact_word,
    score,
    settled_head,
    signed,
    trump_word,
    value_word,
)
from scorekeeper.words.width import cut

Deal = Mapping[str, Any]
Sheet = Mapping[str, Any]
MANY, CROWDED = 13, 22
LONGEST_NAME, LONGEST_WORD = 13, 18  # letters that are kept in one line


def sheet_section(sheet: Sheet, rules: Ruleset, amended: Collection[int]) -> Html:
    """The sheet under its heading."""
    return section(
        tr("Sheet"), _grid(sheet, rules), deals_table(sheet, rules, amended), class_="deals"
    )


def _grid(sheet: Sheet, rules: Ruleset) -> Html:
    """A row a player, a column a contract, an X where it has been played; the points beside."""
    rows = [
        row(
            head(name(player), scope="row"),
            *(cell(text(mark), "c") for mark in marks),
            cell(text(total), "n total"),
        )
        for player, marks, total in grid_rows(sheet, rules)
    ]
    if not rows:
        return NOTHING
    contracts = [head(text(contract_word(rules, contract)), "c") for contract in rules.contracts]
    heads = row(head(text(tr("player"))), *contracts, head(text(tr("total")), "n"))
    return table(tr("X: a contract that has been played"), [heads], rows, class_="narrow")


def deals_table(sheet: Sheet, rules: Ruleset, amended: Collection[int]) -> Html:
    """A row a deal: who, what, and what each side counted, scored, and has."""
    if not sheet["deals"]:
        return element("p", text(tr("no deal has been played yet")))
    columns = _columns(sheet, rules)
    beside = _counts_of(sheet, rules, True)
    taken = len(columns) + len(sheet["sides"]) * (2 + len(beside)) + (rules.promise is not None)
    rows = [
        _row(line, sheet, rules, amended, columns, beside)
        for line in lines_of(sheet)
        if line is not None
    ]
    caption = tr("points of a deal (±), and the running total")
    return table(caption, _heads(sheet, rules, columns, beside), rows, class_=crowding(taken))


def crowding(columns: int) -> str | None:
    """How small a table of so many columns is written."""
    return "crowded" if columns > CROWDED else "many" if columns > MANY else None


def _counts_of(sheet: Sheet, rules: Ruleset, of_sides: bool) -> list[str]:
    """The counts that were entered: those that each side has one of, or those of each partner."""
    counted = [
        count for count in rules.counts if any(count in deal["counts"] for deal in sheet["deals"])
    ]
    is_apart = len(sheet["sides"]) != len(sheet["players"])
    return [count for count in counted if (rules.counts[count].by_player and is_apart) != of_sides]


def _columns(sheet: Sheet, rules: Ruleset) -> dict[str, str]:
    """The columns before those of the sides: what each is called, in the order they stand."""
    columns = {"number": "#", "dealer": tr("dealer")}
    if rules.deals.declarer is not None:
        columns["declarer"] = tr("declarer")
    if has_leader(rules):
        columns["leader"] = tr("leader")
    if what := settled_head(rules):
        columns["what"] = what
    if any(deal["trump"] for deal in sheet["deals"]):
        columns["trump"] = tr("trump")
    columns |= {f"fact {fact}": fact_word(rules, fact) for fact in told_facts(sheet, rules)}
    return columns | {
        f"count {count}": count_word(rules, count) for count in _counts_of(sheet, rules, False)
    }


def _heads(
    sheet: Sheet, rules: Ruleset, columns: Mapping[str, str], beside: Sequence[str]
) -> list[Html]:
    """Two rows: the sides over their columns, and what each column is."""
    span = 2 + len(beside)
    above = [
        head(NOTHING, span=len(columns)),
        *(head(name(side), "first c", span) for side in sheet["sides"]),
    ]
    below = [
        head(text(word), "n small" if key == "number" else None) for key, word in columns.items()
    ]
    has_quotas = any(deal["quotas"] for deal in sheet["deals"])
    words = [count_word(rules, count) for count in beside]
    words[:1] = [tr("{count} / quota", count=word) if has_quotas else word for word in words[:1]]
    below += side_heads([*words, "±", tr("total")]) * len(sheet["sides"])
    if rules.promise is not None:
        above.append(head(NOTHING))
        below.append(head(text("Σ"), "first n"))
    return [row(*above), row(*below)]


def side_heads(words: Iterable[str]) -> list[Html]:
    """The heads of one side's columns."""
    return [
        head(text(word), "n small" if place else "first n small")
        for place, word in enumerate(words)
    ]


def _row(
    line: Line,
    sheet: Sheet,
    rules: Ruleset,
    amended: Collection[int],
    columns: Mapping[str, str],
    beside: Sequence[str],
) -> Html:
    deal, cells = line.deal, []
    if deal is None:
        cells.append(head(text(line.label), span=len(columns), scope="row"))
        for side in sheet["sides"]:
            cells.append(
                cell(text(score(line.numbers[side], rules)), "first n total", 2 + len(beside))
            )
        numbers = line.numbers
    else:
        cells += [_before(deal, key, rules, deal["number"] in amended) for key in columns]
        for side in sheet["sides"]:
            cells += _of_side(deal, side, rules, beside)
        numbers = deal["points"]
    if rules.promise is not None:
        cells.append(cell(text(signed(sum(numbers.values()))), "first n"))
    return row(*cells, class_=sum_class(line.begins) if deal is None else None)


def sum_class(begins: bool) -> str:
    """How a row with a label looks, and on which side of it no page ends."""
    return "sum start" if begins else "sum"


def _before(deal: Deal, column: str, rules: Ruleset, is_amended: bool) -> Html:
    kind, _, key = column.partition(" ")
    if kind == "number":
        return cell(text(f"{deal['number']}{'*' if is_amended else ''}"), "n")
    if kind == "what":
        word = contract_word(rules, deal["contract"]) or deal["outcome"] or ""
        return cell(text(word), word_class(word))
    if kind == "fact":
        return cell(text(value_word(rules, key, deal["facts"].get(key, ""))))
    if kind == "count":
        return cell(text(" ".join(map(str, deal["counts"].get(key, {}).values()))), "n")
    if kind == "trump":
        return cell(text(trump_word(rules, deal["trump"])))
    return cell(name(cut(deal[kind] or "–", LONGEST_NAME)), "who")  # in full it stands above


def word_class(word: str) -> str | None:
    """How the word for a kind of deal looks: in one line, unless it is long."""
    return "who" if len(word) <= LONGEST_WORD else None


def _of_side(deal: Deal, side: str, rules: Ruleset, beside: Sequence[str]) -> Iterable[Html]:
    """What the side counted, its quota beside the first; what it scored; what it has."""
    cells = [_counted(deal, side, count, not place) for place, count in enumerate(beside)]
    cells += [text(signed(deal["points"][side])), text(score(deal["totals"][side], rules))]
    looks = ["n"] * (len(cells) - 1) + ["n total"]
    return [
        cell(inner, f"first {look}" if not place else look)
        for place, (inner, look) in enumerate(zip(cells, looks, strict=True))
    ]


def _counted(deal: Deal, side: str, count: str, with_quota: bool) -> Html:
    number = deal["counts"].get(count, {}).get(side)
    quota = deal["quotas"].get(side) if with_quota else None
    parts = [text("" if number is None else number)]
    if quota is not None:
        parts.append(element("small", text(f" / {quota}")))
    return joined(parts)
