"""The league as tables: standings, seasons, and the page of one person."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.league.form import Mark, Month, Runs
from scorekeeper.league.standings import (
    BEST,
    BEST_DEAL,
    DAYS,
    LONGEST,
    MARGIN,
    WINS,
    WORST,
    WORST_DEAL,
    BestResult,
)
from scorekeeper.report.league.league_value import (
    Best,
    BestDeal,
    FormRow,
    Games,
    GameStandings,
    LeagueContractRow,
    LeagueDeclarerRow,
    LeaguePlayerRow,
    LeagueStandings,
    Matches,
    PairRow,
    StreakRow,
    Won,
    contract_name,
    game_name,
)
from scorekeeper.report.shared_labels import as_judged, better_words
from scorekeeper.text.local_formats import MONTHS, days_words, decimal_words, signed_decimal
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import labelled, parted, text_of
from scorekeeper.text.terminal_text import cut
from scorekeeper.text.translation import marked, tr, trc, trn

# --- a table of the league as a value, and texts for cells -------------------------------------


WIDE = 76
NOTHING = "-"


class ReportTable(NamedTuple):
    """A table: title, caption, headers, and rows whose first cell names the row. `of_people` is
    True if that is a person. `note` tells on a screen which points are better. `shades` are the
    shades on a page of the cells after the first, by row: from 1 to 5, or 0 for none. `words` are
    the indexes of the text columns after the first."""

    title: str
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""
    shades: Sequence[Sequence[int]] = ()
    of_people: bool = False
    words: Sequence[int] = ()

    @property
    def aligned(self) -> list[str]:
        """Return the alignment of each column: text left, numbers right."""
        return [
            "left" if place in (0, *self.words) else "right" for place in range(len(self.heads))
        ]


class NameWidths(NamedTuple):
    """The width to which names are cut, from that of the screen. None stands for a page, which has
    names in full."""

    width: int | None = None

    def shown(self, name: str, wide: int, narrow: int) -> str:
        """Return the name cut to the width for a wide or for a narrow screen."""
        if self.width is None:
            return name
        return cut(name, wide if self.width >= WIDE else narrow)


# --- season tables -----------------------------------------------------------------------------
# Statistics of the evenings, as tables: form, streaks, head to head, records, declared contracts,
# the calendar.


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


# --- form and streaks -----------------------------------------------------------------------------


def form_table(rows: Sequence[FormRow], names: NameWidths) -> Iterator[ReportTable]:
    """Yield the table of each player's last ten finished evenings, the latest last; none if no
    evening was finished."""
    if rows:
        caption = tr("the last ten, newest last: W won, S shared, else the place")
        shown = [[names.shown(row.player, 20, 10), form_words(row.evenings)] for row in rows]
        heads = [tr("player"), tr("last ten")]
        yield ReportTable(tr("Form"), caption, heads, shown, caption, of_people=True)


def form_words(evenings: Iterable[Mark]) -> str:
    return " ".join(map(_mark, evenings))


def _mark(mark: Mark) -> str:
    """Return a place as a letter or a number, which can be read aloud."""
    if mark.place > 1:
        return str(mark.place)
    return trc("shared the first place", "S") if mark.shared else trc("won an evening", "W")


def runs_table(rows: Sequence[StreakRow], names: NameWidths) -> Iterator[ReportTable]:
    """Yield the table of each player's evenings won in a row, and days of the league attended in a
    row."""
    if rows:
        caption = tr("won alone, and days of the league taken part in: now, and at most")
        heads = [
            tr("player"), tr("wins in a row"), tr("most wins"), tr("days in a row"),
            tr("most days"),
        ]  # fmt: skip
        shown = [
            [names.shown(row.player, 20, 10), *_run(row.wins), *_run(row.days)] for row in rows
        ]
        yield ReportTable(tr("Runs"), caption, heads, shown, of_people=True)


def _run(run: Runs) -> list[str]:
    return [str(run.now), str(run.most)]


# --- head to head ---------------------------------------------------------------------------------


def pairs_table(pairs: Sequence[PairRow], names: NameWidths) -> Iterator[ReportTable]:
    """Yield the table of pairs, a row for each, those who met most often first."""
    if pairs:
        heads = [tr("players"), tr("evenings"), tr("above"), tr("level")]
        caption = tr("how often each finished above the other")
        rows = [_pair_cells(row, names) for row in pairs]
        yield ReportTable(tr("Head to head"), caption, heads, rows)


def _pair_cells(row: PairRow, names: NameWidths) -> list[str]:
    first, second = row.players
    both = " – ".join(names.shown(name, 14, 14) for name in row.players)
    return [both, str(row.evenings), f"{row.above[first]} : {row.above[second]}", str(row.level)]


def crosstable(league: LeagueStandings, names: NameWidths) -> Iterator[ReportTable]:
    """Yield the crosstable of all players who met another; none if nobody did."""
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
    yield ReportTable(tr("Head to head"), caption, heads, rows, note, of_people=True)


def _crossed(cells: Mapping[tuple[str, str], PairRow], name: str, other: str) -> str:
    pair = cells.get((name, other)) or cells.get((other, name))
    if pair is None:
        return "" if name == other else NOTHING
    level = f" ({pair.level})" if pair.level else ""
    return f"{pair.above[name]}:{pair.above[other]}{level}"


# --- declared contracts ---------------------------------------------------------------------------


def heat_table(
    game: str, found: GameStandings, known: Games, names: NameWidths
) -> Iterator[ReportTable]:
    """Yield the table of declarers: a row for each contract and a column for each player who
    declared one, with points a deal and deals. The shade shows how good the points are compared
    with zero: the stronger the better."""
    if not found.declared:
        return
    people = [one.player for one in found.players if one.player in _declarers(found)]
    cells = {(row.contract, row.player): row for row in found.declared}
    contracts = dict.fromkeys(row.contract for row in found.declared)
    most = max(abs(row.average) for row in found.declared)
    title = tr("{game}: what everybody declared", game=game_name(game, known))
    caption = tr("points a deal (deals)")
    yield ReportTable(
        title,
        tr("{points}; the stronger the shade, the better", points=caption),
        [tr("contract"), *(names.shown(name, 10, 7) for name in people)],
        [
            [
                names.shown(contract_name(game, contract, known), 16, 10),
                *(
                    _declared_by_season(cells.get((contract, name)), found.lowest)
                    for name in people
                ),
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


def _declared_by_season(row: LeagueDeclarerRow | None, is_lowest: bool) -> str:
    if row is None:
        return NOTHING
    return f"{as_judged(signed_decimal(row.average, 2), is_lowest)} ({row.deals})"


def shade_of(row: LeagueDeclarerRow | None, most: float, is_lowest: bool) -> int:
    """Return one of five shades from the worst to the best, with zero in the middle; 0 if there is
    no deal."""
    if row is None:
        return 0
    good = -row.average if is_lowest else row.average
    return 1 + min(SHADES - 1, int((good / most + 1) * SHADES / 2)) if most else 1 + SHADES // 2


# --- records --------------------------------------------------------------------------------------


def record_tables(
    league: LeagueStandings, known: Games, names: NameWidths
) -> Iterator[ReportTable]:
    """Yield the records over all games, then those of each game."""
    for game, found in groupby(league.records, key=lambda one: one.game):
        title = tr("{game}: records", game=game_name(game, known)) if game else tr("Records")
        lowest = game in league.games and league.games[game].lowest if game else False
        rows = [_record(record, lowest, league, names) for record in found]
        heads = [tr("record"), tr("number"), tr("who"), tr("when"), tr("session")]
        yield ReportTable(
            title, tr("of what is alike the first counts"), heads, rows, words=(2, 3, 4)
        )


def _record(
    record: BestResult, lowest: bool, league: LeagueStandings, names: NameWidths
) -> list[str]:
    return [
        tr(RECORDS[record.record]),
        _number(record, lowest, league),
        ", ".join(names.shown(name, 20, 14) for name in record.players),
        days_words(record.first, record.last),
        where(record.session, record.deal),
    ]


def _number(record: BestResult, lowest: bool, league: LeagueStandings) -> str:
    if record.record not in (BEST, WORST, BEST_DEAL, WORST_DEAL):
        return str(record.value)
    of_match = record.game is not None and league.games[record.game].of_match
    is_plain = lowest or (of_match and record.record in (BEST, WORST))
    return as_judged(signed(record.value), is_plain)


def where(session: str | None, deal: int | None) -> str:
    """Return the session of a record, and the deal if it is of one."""
    if session is None:
        return NOTHING
    return tr("{session}, deal {number}", session=session, number=deal) if deal else session


# --- the calendar ---------------------------------------------------------------------------------


def calendar_table(months: Sequence[Month]) -> Iterator[ReportTable]:
    """Yield the table of months: a row for each with the number of evenings and their days, `6 13
    20×2`."""
    if months:
        rows = [[month.month, str(month.evenings), _days(month.days)] for month in months]
        heads = [tr("month"), tr("evenings"), tr("days")]
        caption = tr("how many evenings each month, and on which days")
        yield ReportTable(tr("Calendar"), caption, heads, rows, words=(2,))


def _days(days: Iterable[int]) -> str:
    return " ".join(
        f"{day}×{number}" if number > 1 else str(day)
        for day, number in enumerate(days, 1)
        if number
    )


def calendar_grids(months: Sequence[Month]) -> Iterator[ReportTable]:
    """Yield a table for each year, with a row for each month and a column for each day. A cell has
    the number of evenings; the stronger the shade the more."""
    most = max((max(month.days) for month in months), default=0)
    for year, found in groupby(months, key=lambda month: month.month[:4]):
        of_year = [*found]
        number = sum(month.evenings for month in of_year)
        caption = labelled(year, trn(number, "{n} evening", "{n} evenings"))
        yield ReportTable(
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
    """Return the days of a month padded to 31."""
    return [*days, *[0] * (31 - len(days))]


# --- one person's tables -----------------------------------------------------------------------


def person_tables(
    league: LeagueStandings, person: str, known: Games, names: NameWidths
) -> Iterator[ReportTable]:
    """Yield a person's tables: totals of each game, form and streaks, best and worst results,
    contracts declared, and people met."""
    played = {
        game: (found, row)
        for game, found in league.games.items()
        for row in found.players
        if row.player == person
    }
    yield _totals(person, played, known, names)
    yield from _course(league, person)
    yield _extremes(person, played, known, names)
    for game, (found, _) in played.items():
        yield from _declared(person, game, found, known, names)
    yield from _met(league, person, names)


Played = dict[str, tuple[GameStandings, LeaguePlayerRow]]


def _totals(person: str, played: Played, known: Games, names: NameWidths) -> ReportTable:
    heads = [
        tr("game"), tr("evenings"), tr("won"), tr("shared"), tr("deals"), tr("points"),
        tr("a deal"),
    ]  # fmt: skip
    rows = [
        [
            names.shown(game_name(game, known), 24, 12),
            *map(str, (row.evenings, row.wins, row.shared, row.deals)),
            as_judged(signed(row.points), found.lowest),
            NOTHING
            if row.average is None
            else as_judged(signed_decimal(row.average, 2), found.lowest),
        ]
        for game, (found, row) in played.items()
    ]
    return ReportTable(person, tr("the evenings of each game"), heads, rows)


def _course(league: LeagueStandings, person: str) -> Iterator[ReportTable]:
    """Yield the table of a person's form and streaks."""
    rows = [
        [tr("last ten"), form_words(row.evenings)] for row in league.form if row.player == person
    ]
    for row in league.streaks:
        if row.player == person:
            rows += [
                [tr("wins in a row"), str(row.wins.now)],
                [tr("most wins"), _most(row.wins)],
                [tr("days in a row"), str(row.days.now)],
                [tr("most days"), _most(row.days)],
            ]
    title = tr("{player}: form and runs", player=person)
    legend = tr("the last ten, newest last: W won, S shared, else the place")
    caption = parted([legend, tr("won alone, and days of the league taken part in")])
    yield ReportTable(title, caption, [tr("what"), tr("number")], rows, legend, words=(1,))


def _most(run: Runs) -> str:
    """Return the length of the longest run, and its dates if known."""
    if run.first is None or run.last is None:
        return str(run.most)
    return f"{run.most} ({days_words(run.first, run.last)})"


def _extremes(person: str, played: Played, known: Games, names: NameWidths) -> ReportTable:
    """Return the best and the worst evening and deal of each game; on a page with their
    sessions."""
    is_page = names.width is None
    rows = []
    for game, (found, row) in played.items():
        name = names.shown(game_name(game, known), 24, 12)
        for record, number, best in _best_and_worst(row, found):
            place = where(best.session, best.deal if isinstance(best, BestDeal) else None)
            when = days_words(best.day or "", best.day or "")
            rows.append([name, tr(RECORDS[record]), number, when, *([place] if is_page else [])])
    heads = [tr("game"), tr("record"), tr("points"), tr("when")]
    heads += [tr("session")] if is_page else []
    title = tr("{player}: best and worst", player=person)
    return ReportTable(title, tr("of what is alike the first counts"), heads, rows, words=(1, 3, 4))


def _best_and_worst(
    row: LeaguePlayerRow, found: GameStandings
) -> Iterator[tuple[str, str, Best | BestDeal]]:
    is_plain = found.lowest or found.of_match
    for record, best in ((BEST, row.best), (WORST, row.worst)):
        if best.result is not None:
            yield record, as_judged(signed(best.result), is_plain), best
    for record, deal in ((BEST_DEAL, row.best_deal), (WORST_DEAL, row.worst_deal)):
        if deal.points is not None:
            yield record, as_judged(signed(deal.points), found.lowest), deal


def _declared(
    person: str, game: str, found: GameStandings, known: Games, names: NameWidths
) -> Iterator[ReportTable]:
    rows = [
        [
            names.shown(contract_name(game, row.contract, known), 16, 10),
            str(row.deals),
            as_judged(signed(row.points), found.lowest),
            as_judged(signed_decimal(row.average, 2), found.lowest),
        ]
        for row in found.declared
        if row.player == person
    ]
    if rows:
        title = tr("{player}: declared at {game}", player=person, game=game_name(game, known))
        heads = [tr("contract"), tr("deals"), tr("points"), tr("a deal")]
        yield ReportTable(title, tr("as declarer"), heads, rows)


def _met(league: LeagueStandings, person: str, names: NameWidths) -> Iterator[ReportTable]:
    rows = []
    for pair in league.pairs:
        if person in pair.players:
            (other,) = (name for name in pair.players if name != person)
            above = f"{pair.above[person]} : {pair.above[other]}"
            rows.append([names.shown(other, 20, 12), str(pair.evenings), above, str(pair.level)])
    if rows:
        heads = [tr("player"), tr("evenings"), tr("above"), tr("level")]
        title = tr("{player}: head to head", player=person)
        yield ReportTable(
            title, tr("how often finished above and below"), heads, rows, of_people=True
        )


# --- the league as tables, for text, Markdown and HTML -----------------------------------------


# --- the tables ---------------------------------------------------------------------------------


def league_title(league: LeagueStandings) -> str:
    """Return the number of evenings and of deals, and the dates."""
    said = [
        trn(league.evenings, "{n} evening", "{n} evenings"),
        trn(league.deals, "{n} deal", "{n} deals"),
    ]
    if league.early:
        said.append(trn(league.early, "{n} ended early", "{n} ended early"))
    if league.first and league.last:
        said.append(days_words(league.first, league.last))
    return " · ".join(said)


def league_notes(league: LeagueStandings) -> Iterator[str]:
    """Yield notes on how evenings that ended early count, and on several sessions of one
    evening."""
    if league.apart:
        yield trn(
            league.apart,
            "{n} that ended early stands apart, its win is not counted; `{command}` counts it",
            "{n} that ended early stand apart, their wins are not counted; `{command}` counts them",
            command=text_of(CommandLine("league", ("--early", "won"))),
        )
    if league.further:
        yield trn(
            league.further,
            "each session counts as an evening, also {n} that went on with an evening that "
            "another began",
            "each session counts as an evening, also {n} that went on with an evening that "
            "another began",
        )


def league_tables(
    league: LeagueStandings, known: Games, names: NameWidths
) -> Iterator[ReportTable]:
    """Yield all tables: those of the person whose page it is, the standings, and statistics of the
    evenings."""
    if league.person is not None:
        yield from person_tables(league, league.person, known, names)
        yield from calendar_table(league.calendar)
    yield from standings_tables(league, known, names, has_declared=True)
    yield from form_table(league.form, names)
    yield from runs_table(league.streaks, names)
    yield from met_tables(league, names)
    yield from record_tables(league, known, names)
    if league.person is None:
        yield from calendar_table(league.calendar)


def met_tables(league: LeagueStandings, names: NameWidths) -> Iterator[ReportTable]:
    """Return the tables of who finished above whom: a crosstable, or a list of pairs if there are
    many players."""
    is_crowd = len(league.players) > CROWD
    return pairs_table(league.pairs, names) if is_crowd else crosstable(league, names)


def standings_tables(
    league: LeagueStandings, known: Games, names: NameWidths, has_declared: bool = False
) -> Iterator[ReportTable]:
    """Yield all games together if there are several, then each game. Games that are not `known`
    appear under their ids."""
    if len(league.games) > 1:
        rows = [[*_won(row, names), str(row.deals)] for row in league.players]
        caption = tr("points of different games are not added")
        heads = [*_won_heads(), tr("deals")]
        yield ReportTable(tr("All games"), caption, heads, rows, of_people=True)
    for game, found in league.games.items():
        name = game_name(game, known)
        yield from (
            _match_tables(name, found, names)
            if found.of_match
            else [_game_table(name, found, names)]
        )
        if found.contracts:
            yield _contract_table(game, found, known, names)
        if has_declared:
            yield from heat_table(game, found, known, names)


def _game_table(name: str, found: GameStandings, names: NameWidths) -> ReportTable:
    """Return the table of a game's players, with the points of its deals."""
    note, caption = _better(found)
    heads = [*_won_heads(), *_points_heads(), tr("best evening")]
    rows = [[*_won(row, names), *_points(row, found), _best(row, found)] for row in found.players]
    return ReportTable(name, caption, heads, rows, note, of_people=True)


def _match_tables(name: str, found: GameStandings, names: NameWidths) -> Iterator[ReportTable]:
    """Yield the tables of a game whose evenings are matches: the players' results, and separately
    the points of the deals."""
    note, caption = _better(found)
    heads = [*_won_heads(), tr("match points"), tr("an evening"), tr("best evening")]
    rows = [[*_won(row, names), *_matches(row.matches, row.best.result)] for row in found.players]
    more = tr("more match points are better")
    yield ReportTable(name, more, heads, rows, more if note else "", of_people=True)
    rows = [[_who(row, names), *_points(row, found)] for row in found.players]
    title = tr("{game}: points of the deals", game=name)
    heads = [tr("player"), *_points_heads()]
    yield ReportTable(title, caption, heads, rows, note, of_people=True)


def _better(found: GameStandings) -> tuple[str, str]:
    """Return the note for a screen, which is "" unless fewer points are better, and the caption for
    a page."""
    note = better_words(found.lowest, of_match=False)
    return note, note or tr("more points are better")


def _contract_table(
    game: str, found: GameStandings, known: Games, names: NameWidths
) -> ReportTable:
    """Return the table of the declarers' results in each contract that has a quota."""
    rows = [
        [
            names.shown(contract_name(game, row.contract, known), 16, 10),
            *_contract_cells(row, found),
        ]
        for row in found.contracts
    ]
    title = tr("{game}: what declarers take", game=game_name(game, known))
    return ReportTable(title, tr("on average, against the quota"), _contract_heads(), rows)


def _points_heads() -> list[str]:
    return [tr("deals"), tr("points"), tr("a deal")]


def _won_heads() -> list[str]:
    return [tr("player"), tr("evenings"), tr("won"), tr("shared")]


def _who(row: Won | LeaguePlayerRow, names: NameWidths) -> str:
    return names.shown(row.player, 20, 7)


def _won(row: Won | LeaguePlayerRow, names: NameWidths) -> list[str]:
    """Return the cells of a player: the name, the number of evenings, of wins alone and of shared
    wins."""
    return [_who(row, names), str(row.evenings), str(row.wins), str(row.shared)]


def _points(row: LeaguePlayerRow, found: GameStandings) -> list[str]:
    """Return the cells of a player's deals: their number, their points and the average points a
    deal."""
    average = NOTHING if row.average is None else signed_decimal(row.average, 2)
    told = (signed(row.points), average)
    return [str(row.deals), *(as_judged(points, found.lowest) for points in told)]


def _best(row: LeaguePlayerRow, found: GameStandings) -> str:
    return NOTHING if row.best.result is None else as_judged(signed(row.best.result), found.lowest)


def _matches(matches: Matches | None, best: int | None) -> list[str]:
    """Return the cells of matches: the sum of the results, their average, and the best."""
    if matches is None or matches.average is None or best is None:
        return [NOTHING] * 3
    told = (signed(matches.points), signed_decimal(matches.average, 2), signed(best))
    return [points.removeprefix("+") for points in told]


def _contract_heads() -> list[str]:
    return [
        tr("contract"), tr("deals"), tr("quota"), tr("taken"), tr("spread"), tr("met"),
        tr("points"),
    ]  # fmt: skip


def _contract_cells(row: LeagueContractRow, found: GameStandings) -> list[str]:
    return [
        str(row.deals),
        decimal_words(f"{round(row.quota, 2):g}"),
        decimal_words(f"{row.taken:.2f}"),
        decimal_words(f"±{row.spread:.2f}"),
        f"{row.met} %",
        as_judged(signed_decimal(row.average, 2), found.lowest),
    ]
