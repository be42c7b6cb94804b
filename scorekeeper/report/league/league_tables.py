"""The tables of the league, one a section: standings by game, form and streaks, head to head,
records, declared contracts, the calendar, and one player's tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from scorekeeper.base.exact_numbers import signed
from scorekeeper.league.player_form import Mark, Month, Runs
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
from scorekeeper.report.document import (
    PAGES,
    Cell,
    Column,
    Joined,
    Kind,
    Lines,
    Row,
    Section,
    Table,
    Wide,
)
from scorekeeper.report.league.league_value import (
    Best,
    BestDeal,
    Games,
    GameStandings,
    LeagueContractRow,
    LeagueDeclarerRow,
    LeaguePlayerRow,
    LeagueStandings,
    Matches,
    PairRow,
    Won,
    contract_name,
    game_name,
)
from scorekeeper.report.shared_labels import as_judged, better_words
from scorekeeper.text.local_formats import MONTHS, days_words, decimal_words, signed_decimal
from scorekeeper.text.message import JoinedWords, Name, Value
from scorekeeper.text.message_text import labelled, parted
from scorekeeper.text.translation import marked, tr, trc, trn

NOTHING = "-"
PLAYER = "player"  # the key of a first column with players
LEAST_NAME = 12  # columns to which the name of a game or contract is cut
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


# --- sections, columns and rows ----------------------------------------------------------------


def _section(
    title: Value, caption: Value, columns: Iterable[Column], rows: Iterable[Row], note: Value = ""
) -> Section:
    """Return a section with a table, written in lines where it does not fit."""
    table = Table(tuple(columns), tuple(rows), caption, note, Wide.LINES, Lines.LABELLED)
    return Section(title, (table,))


def _player_column() -> Column:
    return Column(PLAYER, tr("player"), Kind.NAME)


def _column(head: str, kind: Kind = Kind.TEXT) -> Column:
    return Column(head, head, kind)


def _cut_column(head: str) -> Column:
    """Return a column of game or contract names, cut on a narrow screen."""
    return Column(head, head, least=LEAST_NAME)


def _numbers(*heads: str) -> list[Column]:
    return [_column(head, Kind.NUMBER) for head in heads]


def _people_columns(people: Iterable[str]) -> Iterator[Column]:
    """Yield a column for each player, headed by the name."""
    for name in people:
        named = Joined(name, has_name=True)
        yield Column(name, Name(name), Kind.NUMBER, is_part=True, merged=named)


def _row(*cells: Value | Cell) -> Row:
    return Row(tuple(one if isinstance(one, Cell) else Cell(one) for one in cells))


def _names(names: Iterable[str], between: str = ", ") -> JoinedWords:
    return JoinedWords(tuple(map(Name, names)), between)


# --- the standings -----------------------------------------------------------------------------


def standings_sections(
    league: LeagueStandings, known: Games, has_declared: bool
) -> Iterator[Section]:
    """Yield the table of all games if there are several, then the tables of each game. Games
    missing from `known` appear by id."""
    if len(league.games) > 1:
        rows = (_row(*_won(row), str(row.deals)) for row in league.players)
        caption = tr("points of different games are not added")
        columns = [_player_column(), *_won_columns(), *_numbers(tr("deals"))]
        yield _section(tr("All games"), caption, columns, rows)
    for game, found in league.games.items():
        name = game_name(game, known)
        yield from _match_sections(name, found) if found.of_match else [_game_section(name, found)]
        if found.contracts:
            yield _contract_section(game, found, known)
        if has_declared and found.declared:
            yield _declared_section(game, found, known)


def _game_section(name: str, found: GameStandings) -> Section:
    """Return the table of a game's players with their points."""
    note, caption = _better(found)
    columns = [_player_column(), *_won_columns(), *_points_columns(), *_numbers(tr("best evening"))]
    rows = (_row(*_won(row), *_points(row, found), _best(row, found)) for row in found.players)
    return _section(name, caption, columns, rows, note)


def _match_sections(name: str, found: GameStandings) -> Iterator[Section]:
    """Yield two tables for a game played as matches: match results, and points of deals."""
    note, caption = _better(found)
    results = _numbers(tr("match points"), tr("an evening"), tr("best evening"))
    rows = (_row(*_won(row), *_matches(row.matches, row.best.result)) for row in found.players)
    more = tr("more match points are better")
    columns = [_player_column(), *_won_columns(), *results]
    yield _section(name, more, columns, rows, more if note else "")
    title = tr("{game}: points of the deals", game=name)
    points = (_row(row.player, *_points(row, found)) for row in found.players)
    yield _section(title, caption, [_player_column(), *_points_columns()], points, note)


def _better(found: GameStandings) -> tuple[str, str]:
    """Return the note for a screen, "" if more points are better, and the caption for a page."""
    note = better_words(found.lowest, of_match=False)
    return note, note or tr("more points are better")


def _won_columns() -> list[Column]:
    return _numbers(tr("evenings"), tr("won"), tr("shared"))


def _points_columns() -> list[Column]:
    return _numbers(tr("deals"), tr("points"), tr("a deal"))


def _won(row: Won | LeaguePlayerRow) -> list[str]:
    """Return a player's cells: name, evenings, sole wins and shared wins."""
    return [row.player, str(row.evenings), str(row.wins), str(row.shared)]


def _points(row: LeaguePlayerRow, found: GameStandings) -> list[str]:
    """Return a player's cells on deals: number, points and average."""
    average = NOTHING if row.average is None else signed_decimal(row.average, 2)
    told = (signed(row.points), average)
    return [str(row.deals), *(as_judged(points, found.lowest) for points in told)]


def _best(row: LeaguePlayerRow, found: GameStandings) -> str:
    return NOTHING if row.best.result is None else as_judged(signed(row.best.result), found.lowest)


def _matches(matches: Matches | None, best: int | None) -> list[str]:
    """Return a player's cells on matches: sum, average and best result."""
    if matches is None or matches.average is None or best is None:
        return [NOTHING] * 3
    told = (signed(matches.points), signed_decimal(matches.average, 2), signed(best))
    return [points.removeprefix("+") for points in told]


# --- contracts ---------------------------------------------------------------------------------


def _contract_section(game: str, found: GameStandings, known: Games) -> Section:
    """Return the table of declarers' results by contract with a quota."""
    numbers = (
        tr("deals"), tr("quota"), tr("taken"), tr("spread"), tr("met"), tr("points"),
    )  # fmt: skip
    rows = (
        _row(contract_name(game, row.contract, known), *_contract_cells(row, found))
        for row in found.contracts
    )
    title = tr("{game}: what declarers take", game=game_name(game, known))
    columns = [_cut_column(tr("contract")), *_numbers(*numbers)]
    return _section(title, tr("on average, against the quota"), columns, rows)


def _contract_cells(row: LeagueContractRow, found: GameStandings) -> list[str]:
    return [
        str(row.deals),
        decimal_words(f"{round(row.quota, 2):g}"),
        decimal_words(f"{row.taken:.2f}"),
        decimal_words(f"±{row.spread:.2f}"),
        f"{row.met} %",
        as_judged(signed_decimal(row.average, 2), found.lowest),
    ]


def _declared_section(game: str, found: GameStandings, known: Games) -> Section:
    """Return the table of points a deal and deals, by contract and declaring player. A stronger
    shade means better points."""
    declarers = {row.player for row in found.declared}
    people = [one.player for one in found.players if one.player in declarers]
    cells = {(row.contract, row.player): row for row in found.declared}
    most = max(abs(row.average) for row in found.declared)

    def cell(contract: str, name: str) -> Cell:
        row = cells.get((contract, name))
        return Cell(_declared_by_season(row, found.lowest), shade=shade_of(row, most, found.lowest))

    caption = tr("points a deal (deals)")
    return _section(
        tr("{game}: what everybody declared", game=game_name(game, known)),
        tr("{points}; the stronger the shade, the better", points=caption),
        [_cut_column(tr("contract")), *_people_columns(people)],
        (
            _row(contract_name(game, contract, known), *(cell(contract, name) for name in people))
            for contract in dict.fromkeys(row.contract for row in found.declared)
        ),
        caption,
    )


def _declared_by_season(row: LeagueDeclarerRow | None, is_lowest: bool) -> str:
    if row is None:
        return NOTHING
    return f"{as_judged(signed_decimal(row.average, 2), is_lowest)} ({row.deals})"


def shade_of(row: LeagueDeclarerRow | None, most: float, is_lowest: bool) -> int:
    """Return a shade from 1 (worst) to 5 (best), 3 for zero points; 0 without a deal. `most` is
    the largest absolute average."""
    if row is None:
        return 0
    good = -row.average if is_lowest else row.average
    return 1 + min(SHADES - 1, int((good / most + 1) * SHADES / 2)) if most else 1 + SHADES // 2


# --- form and streaks --------------------------------------------------------------------------


def form_section(league: LeagueStandings) -> Section:
    """Return the table of each player's last ten finished evenings, the latest last."""
    caption = tr("the last ten, newest last: W won, S shared, else the place")
    rows = (_row(row.player, _form(row.evenings)) for row in league.form)
    columns = [_player_column(), *_numbers(tr("last ten"))]
    return _section(tr("Form"), caption, columns, rows, caption)


def _form(evenings: Iterable[Mark]) -> str:
    return " ".join(map(_mark, evenings))


def _mark(mark: Mark) -> str:
    """Return a place as text for reading aloud: W for a win, S for a shared win, else the
    number."""
    if mark.place > 1:
        return str(mark.place)
    return trc("shared the first place", "S") if mark.shared else trc("won an evening", "W")


def runs_section(league: LeagueStandings) -> Section:
    """Return the table of streaks: evenings won in a row, and league days attended in a row."""
    heads = (tr("wins in a row"), tr("most wins"), tr("days in a row"), tr("most days"))
    rows = (
        _row(row.player, *map(str, (row.wins.now, row.wins.most, row.days.now, row.days.most)))
        for row in league.streaks
    )
    caption = tr("won alone, and days of the league taken part in: now, and at most")
    return _section(tr("Runs"), caption, [_player_column(), *_numbers(*heads)], rows)


# --- head to head ------------------------------------------------------------------------------


def pairs_section(pairs: Iterable[PairRow]) -> Section:
    """Return the table of pairs of players, most frequent first."""
    columns = [_column(tr("players")), *_numbers(tr("evenings"), tr("above"), tr("level"))]
    caption = tr("how often each finished above the other")
    return _section(tr("Head to head"), caption, columns, map(_pair, pairs))


def _pair(row: PairRow) -> Row:
    first, second = row.players
    above = f"{row.above[first]} : {row.above[second]}"
    return _row(_names(row.players, " – "), str(row.evenings), above, str(row.level))


def crosstable_section(league: LeagueStandings) -> Section:
    """Return the crosstable of the players who met others."""
    met = {name for pair in league.pairs for name in pair.players}
    people = [row.player for row in league.players if row.player in met]
    cells = {pair.players: pair for pair in league.pairs}
    caption = tr("how often the row finished above the column : below it, and (level)")
    rows = (_row(name, *(_crossed(cells, name, other) for other in people)) for name in people)
    columns = [_player_column(), *_people_columns(people)]
    return _section(tr("Head to head"), caption, columns, rows, tr("above : below (level)"))


def _crossed(cells: Mapping[tuple[str, str], PairRow], name: str, other: str) -> str:
    pair = cells.get((name, other)) or cells.get((other, name))
    if pair is None:
        return "" if name == other else NOTHING
    level = f" ({pair.level})" if pair.level else ""
    return f"{pair.above[name]}:{pair.above[other]}{level}"


# --- records -----------------------------------------------------------------------------------


def record_sections(league: LeagueStandings, known: Games) -> Iterator[Section]:
    """Yield the records over all games, then of each game."""
    for game, found in groupby(league.records, key=lambda one: one.game):
        title = tr("{game}: records", game=game_name(game, known)) if game else tr("Records")
        lowest = game in league.games and league.games[game].lowest if game else False
        columns = [
            _column(tr("record")), *_numbers(tr("number")),
            *map(_column, (tr("who"), tr("when"), tr("session"))),
        ]  # fmt: skip
        rows = [_record(record, lowest, league) for record in found]
        yield _section(title, tr("of what is alike the first counts"), columns, rows)


def _record(record: BestResult, lowest: bool, league: LeagueStandings) -> Row:
    return _row(
        tr(RECORDS[record.record]),
        _number(record, lowest, league),
        _names(record.players),
        days_words(record.first, record.last),
        _where(record.session, record.deal),
    )


def _number(record: BestResult, lowest: bool, league: LeagueStandings) -> str:
    if record.record not in (BEST, WORST, BEST_DEAL, WORST_DEAL):
        return str(record.value)
    of_match = record.game is not None and league.games[record.game].of_match
    is_plain = lowest or (of_match and record.record in (BEST, WORST))
    return as_judged(signed(record.value), is_plain)


def _where(session: str | None, deal: int | None) -> str:
    """Return the session of a record, with the deal for a record of one deal."""
    if session is None:
        return NOTHING
    return tr("{session}, deal {number}", session=session, number=deal) if deal else session


# --- the calendar ------------------------------------------------------------------------------


def months_section(months: Iterable[Month]) -> Section:
    """Return the table of months: the number of evenings and their days, `6 13 20×2`."""
    rows = (_row(month.month, str(month.evenings), _days(month.days)) for month in months)
    columns = [_column(tr("month")), *_numbers(tr("evenings")), _column(tr("days"))]
    caption = tr("how many evenings each month, and on which days")
    return _section(tr("Calendar"), caption, columns, rows)


def _days(days: Iterable[int]) -> str:
    return " ".join(
        f"{day}×{number}" if number > 1 else str(day)
        for day, number in enumerate(days, 1)
        if number
    )


def years_section(months: Sequence[Month]) -> Section:
    """Return a table for each year, with months as rows and days as columns. A cell has the number
    of evenings; a stronger shade means more."""
    most = max((max(month.days) for month in months), default=0)
    years = groupby(months, key=lambda month: month.month[:4])
    return Section(tr("Calendar"), tuple(_year(year, [*found], most) for year, found in years))


def _year(year: str, months: Sequence[Month], most: int) -> Table:
    number = sum(month.evenings for month in months)
    days = (Column(day, day, Kind.NUMBER, is_part=True) for day in map(str, range(1, 32)))
    whole = Column("evenings", tr("evenings"), Kind.NUMBER, is_last=True)
    columns = [_column(tr("month")), *days, whole]
    rows = [
        _row(
            tr(MONTHS[int(month.month[5:]) - 1]),
            *(Cell(str(day or ""), shade=-(-SHADES * day // max(most, 3))) for day in month.days),
            *[""] * (31 - len(month.days)),
            str(month.evenings),
        )
        for month in months
    ]
    return Table(
        tuple(columns), tuple(rows), labelled(year, trn(number, "{n} evening", "{n} evenings"))
    )


# --- one person's tables -----------------------------------------------------------------------


_Played = dict[str, tuple[GameStandings, LeaguePlayerRow]]


def person_sections(league: LeagueStandings, person: str, known: Games) -> Iterator[Section]:
    """Yield a player's tables: totals by game, form and streaks, best and worst results, declared
    contracts, and players met."""
    played = {
        game: (found, row)
        for game, found in league.games.items()
        for row in found.players
        if row.player == person
    }
    yield _totals(person, played, known)
    yield _course(league, person)
    yield _extremes(person, played, known)
    for game, (found, _) in played.items():
        yield _declared(person, game, found, known)
    yield _met(league, person)


def _totals(person: str, played: _Played, known: Games) -> Section:
    columns = [_cut_column(tr("game")), *_won_columns(), *_points_columns()]
    rows = (
        _row(game_name(game, known), *_won(row)[1:], *_points(row, found))
        for game, (found, row) in played.items()
    )
    return _section(Name(person), tr("the evenings of each game"), columns, rows)


def _course(league: LeagueStandings, person: str) -> Section:
    """Return the table of a player's form and streaks."""
    rows = [
        _row(tr("last ten"), _form(row.evenings)) for row in league.form if row.player == person
    ]
    for row in league.streaks:
        if row.player == person:
            rows += [
                _row(tr("wins in a row"), str(row.wins.now)),
                _row(tr("most wins"), _most(row.wins)),
                _row(tr("days in a row"), str(row.days.now)),
                _row(tr("most days"), _most(row.days)),
            ]
    title = tr("{player}: form and runs", player=person)
    legend = tr("the last ten, newest last: W won, S shared, else the place")
    caption = parted([legend, tr("won alone, and days of the league taken part in")])
    return _section(title, caption, map(_column, (tr("what"), tr("number"))), rows, legend)


def _most(run: Runs) -> str:
    """Return the length of the longest run, and its dates if known."""
    if run.first is None or run.last is None:
        return str(run.most)
    return f"{run.most} ({days_words(run.first, run.last)})"


def _extremes(person: str, played: _Played, known: Games) -> Section:
    """Return a player's best and worst evening and deal by game, with the sessions on pages."""
    rows = (
        _row(
            game_name(game, known),
            tr(RECORDS[record]),
            number,
            days_words(best.day or "", best.day or ""),
            _where(best.session, best.deal if isinstance(best, BestDeal) else None),
        )
        for game, (found, row) in played.items()
        for record, number, best in _best_and_worst(row, found)
    )
    columns = [
        _cut_column(tr("game")), _column(tr("record")), *_numbers(tr("points")),
        _column(tr("when")), Column("session", tr("session"), outputs=PAGES),
    ]  # fmt: skip
    title = tr("{player}: best and worst", player=person)
    return _section(title, tr("of what is alike the first counts"), columns, rows)


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


def _declared(person: str, game: str, found: GameStandings, known: Games) -> Section:
    rows = (
        _row(
            contract_name(game, row.contract, known),
            str(row.deals),
            as_judged(signed(row.points), found.lowest),
            as_judged(signed_decimal(row.average, 2), found.lowest),
        )
        for row in found.declared
        if row.player == person
    )
    title = tr("{player}: declared at {game}", player=person, game=game_name(game, known))
    columns = [_cut_column(tr("contract")), *_points_columns()]
    return _section(title, tr("as declarer"), columns, rows)


def _met(league: LeagueStandings, person: str) -> Section:
    rows = []
    for pair in league.pairs:
        if person in pair.players:
            (other,) = (name for name in pair.players if name != person)
            above = f"{pair.above[person]} : {pair.above[other]}"
            rows.append(_row(other, str(pair.evenings), above, str(pair.level)))
    title = tr("{player}: head to head", player=person)
    columns = [_player_column(), *_numbers(tr("evenings"), tr("above"), tr("level"))]
    return _section(title, tr("how often finished above and below"), columns, rows)
