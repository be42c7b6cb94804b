"""What evenings show in their order, as tables: form, runs, who met whom, records, what everybody
declared, the calendar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from scorekeeper.base.exact import signed
from scorekeeper.league.course import Mark, Month, Runs
from scorekeeper.league.peaks import (
    BEST,
    BEST_DEAL,
    DAYS,
    LONGEST,
    MARGIN,
    WINS,
    WORST,
    WORST_DEAL,
    Record,
)
from scorekeeper.render.league_table import NOTHING, Games, Names, Table, contract_name, game_name
from scorekeeper.report.league.league_value import (
    DeclaredRow,
    FormRow,
    GameStandings,
    LeagueStandings,
    PairRow,
    StreakRow,
)
from scorekeeper.report.phrases import as_judged
from scorekeeper.text.days import MONTHS, days_words
from scorekeeper.text.language import marked, tr, trc, trn
from scorekeeper.text.money import signed_decimal
from scorekeeper.text.speech import labelled

CROWD = 12  # people whose crosstable a screen has room for
SHADES = 5
RECORDS = {
    BEST: marked("best evening"),
    WORST: marked("worst evening"),
    BEST_DEAL: marked("best deal"),
    WORST_DEAL: marked("worst deal"),
    MARGIN: marked("biggest margin"),
    LONGEST: marked("longest evening"),
    WINS: marked("most wins in a row"),
    DAYS: marked("most days in a row"),
}


# --- form and runs --------------------------------------------------------------------------------


def form_table(rows: Sequence[FormRow], names: Names) -> Iterator[Table]:
    """The last ten finished evenings of each, the latest last; nothing where none was finished."""
    if rows:
        caption = tr("the last ten, newest last: W won, S shared, else the place")
        shown = [[names.shown(row.player, 20, 10), form_words(row.evenings)] for row in rows]
        heads = [tr("player"), tr("last ten")]
        yield Table(tr("Form"), caption, heads, shown, caption, of_people=True)


def form_words(evenings: Iterable[Mark]) -> str:
    return " ".join(map(_mark, evenings))


def _mark(mark: Mark) -> str:
    """A place as a letter or a number, which are read aloud as they are seen."""
    if mark.place > 1:
        return str(mark.place)
    return trc("shared the first place", "S") if mark.shared else trc("won an evening", "W")


def runs_table(rows: Sequence[StreakRow], names: Names) -> Iterator[Table]:
    """The evenings that each won in a row, and the days of the league on which they came."""
    if rows:
        caption = tr("won alone, and days of the league taken part in: now, and at most")
        heads = [
            tr("player"), tr("wins in a row"), tr("most wins"), tr("days in a row"),
            tr("most days"),
        ]  # fmt: skip
        shown = [
            [names.shown(row.player, 20, 10), *_run(row.wins), *_run(row.days)] for row in rows
        ]
        yield Table(tr("Runs"), caption, heads, shown, of_people=True)


def _run(run: Runs) -> list[str]:
    return [str(run.now), str(run.most)]


# --- who met whom ---------------------------------------------------------------------------------


def pairs_table(pairs: Sequence[PairRow], names: Names) -> Iterator[Table]:
    """Each pair in a row, those who met most often first."""
    if pairs:
        heads = [tr("players"), tr("evenings"), tr("above"), tr("level")]
        caption = tr("how often each finished above the other")
        rows = [_pair_cells(row, names) for row in pairs]
        yield Table(tr("Head to head"), caption, heads, rows)


def _pair_cells(row: PairRow, names: Names) -> list[str]:
    first, second = row.players
    both = " – ".join(names.shown(name, 14, 14) for name in row.players)
    return [both, str(row.evenings), f"{row.above[first]} : {row.above[second]}", str(row.level)]


def crosstable(league: LeagueStandings, names: Names) -> Iterator[Table]:
    """A row and a column for everybody who met somebody; nothing where nobody did."""
    met = {name for pair in league.pairs for name in pair.players}
    people = [row.player for row in league.players if row.player in met]
    if not people:
        return
    cells = {pair.players: pair for pair in league.pairs}
    caption = tr("how often the row finished above the column : below it, and (level)")
    heads = [tr("player"), *(names.shown(name, 10, 5) for name in people)]
    rows = [
        [names.shown(name, 14, 8), *(_crossed(cells, name, other) for other in people)]
        for name in people
    ]
    note = tr("above : below (level)")
    yield Table(tr("Head to head"), caption, heads, rows, note, of_people=True)


def _crossed(cells: Mapping[tuple[str, str], PairRow], name: str, other: str) -> str:
    pair = cells.get((name, other)) or cells.get((other, name))
    if pair is None:
        return "" if name == other else NOTHING
    level = f" ({pair.level})" if pair.level else ""
    return f"{pair.above[name]}:{pair.above[other]}{level}"


# --- what everybody declared ----------------------------------------------------------------------


def heat_table(game: str, found: GameStandings, known: Games, names: Names) -> Iterator[Table]:
    """A row a contract and a column for everybody who declared one: points a deal, and deals. The
    shade says how good they are beside nothing: the stronger the better."""
    if not found.declared:
        return
    people = [one.player for one in found.players if one.player in _declarers(found)]
    cells = {(row.contract, row.player): row for row in found.declared}
    contracts = dict.fromkeys(row.contract for row in found.declared)
    most = max(abs(row.average) for row in found.declared)
    title = tr("{game}: what everybody declared", game=game_name(game, known))
    caption = tr("points a deal (deals)")
    yield Table(
        title,
        tr("{points}; the stronger the shade, the better", points=caption),
        [tr("contract"), *(names.shown(name, 10, 7) for name in people)],
        [
            [
                names.shown(contract_name(game, contract, known), 16, 10),
                *(_declared(cells.get((contract, name)), found.lowest) for name in people),
            ]
            for contract in contracts
        ],
        caption,
        shades=[
            [shade_of(cells.get((contract, name)), most, found.lowest) for name in people]
            for contract in contracts
        ],
    )


def _declarers(found: GameStandings) -> set[str]:
    return {row.player for row in found.declared}


def _declared(row: DeclaredRow | None, is_lowest: bool) -> str:
    if row is None:
        return NOTHING
    return f"{as_judged(signed_decimal(row.average, 2), is_lowest)} ({row.deals})"


def shade_of(row: DeclaredRow | None, most: float, is_lowest: bool) -> int:
    """One of five steps from the worst to the best, nothing in the middle; 0 of no deal."""
    if row is None:
        return 0
    good = -row.average if is_lowest else row.average
    return 1 + min(SHADES - 1, int((good / most + 1) * SHADES / 2)) if most else 1 + SHADES // 2


# --- records --------------------------------------------------------------------------------------


def record_tables(league: LeagueStandings, known: Games, names: Names) -> Iterator[Table]:
    """The records over all games, then those of each."""
    for game, found in groupby(league.records, key=lambda one: one.game):
        title = tr("{game}: records", game=game_name(game, known)) if game else tr("Records")
        lowest = game in league.games and league.games[game].lowest if game else False
        rows = [_record(record, lowest, league, names) for record in found]
        heads = [tr("record"), tr("number"), tr("who"), tr("when"), tr("session")]
        yield Table(title, tr("of what is alike the first counts"), heads, rows, words=(2, 3, 4))


def _record(record: Record, lowest: bool, league: LeagueStandings, names: Names) -> list[str]:
    return [
        tr(RECORDS[record.record]),
        _number(record, lowest, league),
        ", ".join(names.shown(name, 20, 14) for name in record.players),
        days_words(record.first, record.last),
        where(record.session, record.deal),
    ]


def _number(record: Record, lowest: bool, league: LeagueStandings) -> str:
    if record.record not in (BEST, WORST, BEST_DEAL, WORST_DEAL):
        return str(record.value)
    of_match = record.game is not None and league.games[record.game].of_match
    is_plain = lowest or (of_match and record.record in (BEST, WORST))
    return as_judged(signed(record.value), is_plain)


def where(session: str | None, deal: int | None) -> str:
    """The session, and the deal where it is of one."""
    if session is None:
        return NOTHING
    return tr("{session}, deal {number}", session=session, number=deal) if deal else session


# --- the calendar ---------------------------------------------------------------------------------


def calendar_table(months: Sequence[Month]) -> Iterator[Table]:
    """A row a month: how many evenings, and on which days, `6 13 20×2`."""
    if months:
        rows = [[month.month, str(month.evenings), _days(month.days)] for month in months]
        heads = [tr("month"), tr("evenings"), tr("days")]
        caption = tr("how many evenings each month, and on which days")
        yield Table(tr("Calendar"), caption, heads, rows, words=(2,))


def _days(days: Iterable[int]) -> str:
    return " ".join(
        f"{day}×{number}" if number > 1 else str(day)
        for day, number in enumerate(days, 1)
        if number
    )


def calendar_grids(months: Sequence[Month]) -> Iterator[Table]:
    """A table a year, a row a month, a column a day of it: how many evenings, the stronger
    the shade the more."""
    most = max((max(month.days) for month in months), default=0)
    for year, found in groupby(months, key=lambda month: month.month[:4]):
        of_year = [*found]
        number = sum(month.evenings for month in of_year)
        caption = labelled(year, trn(number, "{n} evening", "{n} evenings"))
        yield Table(
            tr("Calendar"),
            caption,
            [tr("month"), *map(str, range(1, 32)), tr("evenings")],
            [
                [
                    tr(MONTHS[int(month.month[5:]) - 1]),
                    *(str(number or "") for number in _whole(month.days)),
                    str(month.evenings),
                ]
                for month in of_year
            ],
            shades=[
                [*(-(-SHADES * number // max(most, 3)) for number in _whole(month.days)), 0]
                for month in of_year
            ],
        )


def _whole(days: Sequence[int]) -> list[int]:
    """The days of a month to its thirty-first."""
    return [*days, *[0] * (31 - len(days))]
