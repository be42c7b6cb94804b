"""CSV files: score sheets, summaries, empty sheets, leagues. No cell can be read as a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.base.exact_numbers import Part, decimal, is_number
from scorekeeper.league.league_rows import SessionPlayerRow as LeagueRow
from scorekeeper.record.paper_csv import guarded
from scorekeeper.record.paper_rows import ENTERED, SPLIT
from scorekeeper.report.blank import BlankRow, BlankSheet, chosen_words, own_facts, scheduled
from scorekeeper.report.columns import CSV, POINTS, TOTAL, SheetColumn, count_key, counter_key
from scorekeeper.report.deal_row import DealRow
from scorekeeper.report.league.league_value import LeaguePlayerRow, LeagueStandings, PairRow
from scorekeeper.report.shared_labels import RESTS, SUM, TABLE
from scorekeeper.report.sheet import GameBonus, Sheet, SheetPenalty
from scorekeeper.report.summary import ContractResult, RankingPlace, Summary, place_value
from scorekeeper.report.summary_document import results_of
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.terminal_text import safe

# --- the sheet and the summary as CSV ----------------------------------------------------------
# People enter names, so a cell that a spreadsheet would read as a formula becomes text.


BONUS, PENALTY = "bonus", "penalty"  # in the place of a deal's number


def sheet_csv(sheet: Sheet) -> str:
    """Return the score sheet as CSV: a row for each deal with schedule and facts, then counts,
    points and totals, a column for each side. Penalties and bonuses have rows of their own. A
    note ends the row of a disputed, split or incomplete deal. `import` reads the deals back."""
    return csv_text(sheet_rows(sheet))


def sheet_rows(sheet: Sheet) -> list[list[object]]:
    """Return the cells of the sheet's CSV, headers first."""
    columns = [column for column in sheet.columns if CSV not in column.left_out]
    heads = distinct_heads(
        f"{column.key} {name}" if name else column.key
        for column in columns
        for name in column.names or ("",)
    )
    bonuses = {one.deal: _bonus_row(one, columns) for one in sheet.bonuses}
    penalties = [(one.deal, _penalty_row(one, columns)) for one in sheet.penalties]
    if not any(deal.readings or deal.split for deal in sheet.deals):
        rows = ((deal.number, _deal_row(deal, columns)) for deal in sheet.deals)
        return [heads, *_with_others(rows, bonuses, penalties)]
    noted = ((deal.number, [*_deal_row(deal, columns), _note(deal)]) for deal in sheet.deals)
    noted_penalties = [(number, [*row, ""]) for number, row in penalties]
    return [[*heads, "note"], *_with_others(noted, bonuses, noted_penalties)]


def distinct_heads(heads: Iterable[str]) -> list[object]:
    """Return the headers, with `entered NAME` instead of a repeated NAME."""
    found = list[object]()
    for head in heads:
        found.append(f"{ENTERED} {head}" if head in found else head)
    return found


def _with_others(
    rows: Iterable[tuple[int, list[object]]],
    bonuses: Mapping[int, list[object]],
    penalties: Sequence[tuple[int, list[object]]],
) -> Iterable[list[object]]:
    """Yield the deals' rows, with penalties before the next deal or at the end, and each bonus
    after its game's last deal."""
    last = 0
    for number, row in rows:
        yield from (taken for before, taken in penalties if before == number)
        yield row
        if number in bonuses:
            yield bonuses[number]
        last = number
    yield from (taken for before, taken in penalties if before > last)


def _bonus_row(bonus: GameBonus, columns: Iterable[SheetColumn]) -> list[object]:
    """Return the row of a game's bonus, which `import` ignores: points and totals."""
    said: Mapping[str, Mapping[str, object]] = {
        "number": {"": BONUS},
        "game": {"": bonus.game},
        POINTS: bonus.points,
        TOTAL: bonus.totals,
    }
    return _row_of(said, columns)


def _penalty_row(penalty: SheetPenalty, columns: Iterable[SheetColumn]) -> list[object]:
    """Return the row of a penalty, which `import` ignores: points and totals."""
    said: Mapping[str, Mapping[str, object]] = {
        "number": {"": PENALTY},
        POINTS: penalty.points,
        TOTAL: penalty.totals,
    }
    return _row_of(said, columns)


def _row_of(
    said: Mapping[str, Mapping[str, object]], columns: Iterable[SheetColumn]
) -> list[object]:
    """Return a row of the values in `said`, by column key and name, "" elsewhere."""
    return [
        said.get(column.key, {}).get(name, "")
        for column in columns
        for name in column.names or ("",)
    ]


def _note(deal: DealRow) -> str:
    """Return the note of a deal, which `import` ignores: for a disputed or split deal the facts of
    later versions that differ from the first, for an incomplete deal its missing facts, else
    ""."""
    first, *others = deal.readings or deal.split or (deal,)
    if deal.waits:
        return " ".join(["waits for", *deal.waits])
    said = [" ".join(_different(first, other)) for other in others]
    what = SPLIT if deal.split else "disputed"
    return " ".join([what, *(f"or {words}" for words in said)]) if said else ""


def _different(first: DealRow, other: DealRow) -> Iterable[str]:
    """Return the facts of another version that differ from the first version, as typed."""
    one, two = (
        {"contract": row.contract, "trump": row.trump, **row.facts, **_lists(row)}
        for row in (first, other)
    )
    return (f"{name}={_entered(two.get(name))}" for name in two if two[name] != one.get(name))


def _lists(row: DealRow) -> dict[str, list[int]]:
    """Return the numbers of each count, without players who sit out."""
    return {
        name: [number for number in numbers.values() if number is not None]
        for name, numbers in row.counts.items()
    }


def csv_heads(whose: Mapping[str, Sequence[str]], sides: Sequence[str]) -> list[str]:
    """Return the headers of counts, points and totals, one for each name; `whose` has the names by
    count."""
    named = [(count_key(count), names) for count, names in whose.items()]
    return [
        f"{what} {who}"
        for what, names in [*named, ("points", sides), ("total", sides)]
        for who in names
    ]


def _deal_row(deal: DealRow, columns: Iterable[SheetColumn]) -> list[object]:
    return [_cell(column, deal, name) for column in columns for name in column.names or ("",)]


def _cell(column: SheetColumn, deal: DealRow, name: str) -> object:
    """Return a cell's value: a dash for a player who sits out, "" if unknown or disputed."""
    if deal.is_ranged and len({repr(column.value(one, name)) for one in deal.in_every_way}) > 1:
        return ""
    value = column.value(deal, name)
    is_rest = value is None and name in deal.absent and column.is_used([deal])
    return RESTS if is_rest else _entered(value)


def _entered(value: object) -> object:
    """Return a value as typed."""
    if value is True:
        return "yes"
    return ",".join(map(_plain, value)) if isinstance(value, (list, tuple)) else value


def summary_csv(summary: Summary, rules: Ruleset) -> str:
    """Return the summary as CSV: a row for each side with place and total, then points and deals
    by contract, role or outcome. Players whose score a side took over have rows without place
    and total."""
    kinds = [
        (kind, sides) for _, found in results_of(summary, rules) for kind, sides in found.items()
    ]
    by_deals, carried = bool(summary.sheet.left), summary.sheet.carried
    head = [
        "place",
        "side",
        "total",
        *(("deals", "average") if by_deals else ()),
        *(counter_key(rules, name) for name in carried),
        *(f"{what} {kind}" for kind, _ in kinds for what in ("deals", "points")),
    ]
    rows = [
        [
            *(row.place, side, _total(summary, row)),
            *(_by_deals(row) if by_deals else ()),
            *_counters(summary, side),
            *_results(kinds, side),
        ]
        for row in summary.ranking
        for side in row.sides
    ]
    empty = len(head) - 2 - 2 * len(kinds)
    before = [name for name in summary.names if name not in summary.sheet.sides]
    rows += [["", name, *[""] * empty, *_results(kinds, name)] for name in before]
    return csv_text([head, *rows])


def _total(summary: Summary, row: RankingPlace) -> object:
    """Return the total of a place, "" if an incomplete deal affects totals."""
    is_known = row.range_ is None or row.range_.is_one
    return row.total if is_known or not _waits(summary) else ""


def _counters(summary: Summary, side: str) -> Iterable[object]:
    """Yield a side's counter values, "" if an incomplete deal affects them."""
    for name, by_side in summary.sheet.counters.items():
        whose = side if side in by_side else TABLE
        is_known = is_number(by_side[whose]) or not _waits(summary)
        yield summary.sheet.carried[name][whose] if is_known else ""


def _waits(summary: Summary) -> bool:
    """Return True if any deal is incomplete."""
    return summary.sheet.disputed is not None and bool(summary.sheet.disputed.waits)


def _by_deals(row: RankingPlace) -> Iterable[object]:
    """Return the deals and the average points a deal of a place in the ranking."""
    return place_value(row)["deals"], place_value(row)["average"]


def _results(
    kinds: Iterable[tuple[str, Mapping[str, ContractResult]]], side: str
) -> list[int | None]:
    """Return a side's deals and points for each kind of deal, None for both if it had no such
    deal."""
    return [number for _, sides in kinds for number in sides.get(side, (None, None))]


def _plain(value: object) -> str:
    """Return a value as text, with numbers in the form that every spreadsheet reads, `6.5`."""
    return decimal(value) if isinstance(value, Part) else str(value)


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """Return rows of cells as CSV, without the last line end."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(
        [[csv_cell(cell) for cell in row] for row in rows]
    )
    return text.getvalue().rstrip("\n")


def csv_cell(value: object) -> str:
    """Return a cell protected from being read as a formula by a spreadsheet."""
    return safe(guarded("" if value is None else _plain(value)))


# --- The empty sheet for a spreadsheet ---------------------------------------------------------


def blank_csv(blank: BlankSheet, rules: Ruleset) -> str:
    """Return an empty sheet as CSV: game and players, a header, and a row for each deal with known
    values. `import` and `audit` read the sheet once it is filled in."""
    chosen = chosen_words(rules)
    counts = {name: count.of for name, count in blank.counts.items()}
    named = ["deal", "dealer", *chosen, *own_facts(blank, rules), *csv_heads(counts, blank.sides)]
    named += [f"{counter} {side}" for counter in blank.counters for side in blank.sides]
    heads = distinct_heads([*named, *([SUM] if blank.sums else []), "notes"])
    above = [["game:", blank.game], ["players:", *blank.players]]
    people: list[str | None] = [
        None,
        None,
        *([None] * len(chosen)),
        *([None] * len(own_facts(blank, rules))),
    ]
    people += [who for whose in counts.values() for who in whose]
    people += [*blank.sides, *blank.sides, *(list(blank.sides) * len(blank.counters))]
    return csv_text([*above, heads, *(_row(row, chosen, people, len(heads)) for row in blank.rows)])


def _row(
    row: BlankRow, chosen: Iterable[str], people: Sequence[str | None], cells: int
) -> list[object]:
    """Return a deal's known values, then empty cells up to `cells`. `people` has each column's
    player or None; players who sit out get a dash."""
    known: list[object] = [row.deal, *scheduled(row, chosen)]
    rest = [RESTS if who in row.resting else "" for who in people[len(known) :]]
    return [*known, *rest, *[""] * (cells - len(known) - len(rest))]


# --- the league as CSV -------------------------------------------------------------------------
# A row for each value of the JSON, with its kind in the column `table`.


_LeagueCells = dict[str, str | int | float | None]  # by the head of their column


def league_csv(league: LeagueStandings) -> str:
    """Return the league as CSV. The column `table` names the kind of row: players over all games,
    players by game, contracts, pairs, declared contracts, form, streaks, records and calendar
    days. Cells that do not apply are empty."""
    rows = list(_league_rows(league))
    heads = list(dict.fromkeys(head for row in rows for head in row))
    return csv_text([heads, *([row.get(head) for head in heads] for row in rows)])


def _league_rows(league: LeagueStandings) -> Iterable[_LeagueCells]:
    for won in league.players:
        yield {"table": "all games", "game": None, **won._asdict()}
    for game, found in league.games.items():
        for player in found.players:
            yield {"table": "players", "game": game, **_league_player(player)}
    for game, found in league.games.items():
        for contract in found.contracts:
            yield {"table": "contracts", "game": game, **contract._asdict()}
    for pair in league.pairs:
        yield {"table": "pairs", "game": None, **_league_pair(pair)}
    yield from _season_rows(league)


def _season_rows(league: LeagueStandings) -> Iterable[_LeagueCells]:
    for game, found in league.games.items():
        for row in found.declared:
            yield {"table": "declared", "game": game, **row._asdict()}
    for form in league.form:
        for mark in form.evenings:
            yield {"table": "form", "game": mark.game, "player": form.player, **mark._asdict()}
    for runs in league.streaks:
        yield {"table": "streaks", "game": None, **_with_parts(runs._asdict())}
    for record in league.records:
        yield {"table": "records", **record._asdict(), "players": " & ".join(record.players)}
    for month in league.calendar:
        for day, evenings in enumerate(month.days, 1):
            if evenings:
                yield {"table": "calendar", "day": f"{month.month}-{day:02}", "evenings": evenings}


def _league_player(row: LeaguePlayerRow) -> _LeagueCells:
    """Return the cells of a player's row, without empty match results."""
    return _with_parts({
        name: value for name, value in row._asdict().items() if (name, value) != ("matches", None)
    })  # fmt: skip


def _with_parts(value: Mapping[str, Any]) -> _LeagueCells:
    """Return the cells of a value. A field of a nested value becomes a cell such as `best
    result`."""
    cells: _LeagueCells = {}
    for name, part in value.items():
        if hasattr(part, "_asdict"):
            title = name.replace("_", " ")
            cells |= {f"{title} {key}": cell for key, cell in part._asdict().items()}
        else:
            cells[name] = part
    return cells


def _league_pair(row: PairRow) -> _LeagueCells:
    first, second = row.players
    return {
        "player": first,
        "other": second,
        "evenings": row.evenings,
        "above": row.above[first],
        "below": row.above[second],
        "level": row.level,
    }


# --- The league's rows of players as CSV, for other programs -----------------------------------


def players_csv(players: Sequence[LeagueRow]) -> str:
    """Return the CSV of league players, a row each."""
    return csv_text([LeagueRow._fields, *([*map(_for_programs, row)] for row in players)])


def _for_programs(value: object) -> object:
    """Return a value in the form that every program reads, with `true` and `false` for a bool."""
    return str(value).lower() if isinstance(value, bool) else value
