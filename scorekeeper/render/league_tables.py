"""The league as tables, which text, Markdown and HTML only lay out."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.base.exact import signed
from scorekeeper.render.league_table import NOTHING, Games, Names, Table, contract_name, game_name
from scorekeeper.render.person_tables import person_tables
from scorekeeper.render.season_tables import (
    CROWD,
    calendar_table,
    crosstable,
    form_table,
    heat_table,
    pairs_table,
    record_tables,
    runs_table,
)
from scorekeeper.report.league.league_value import (
    ContractRow,
    GameStandings,
    LeagueStandings,
    Matches,
    PlayerRow,
    Won,
)
from scorekeeper.report.phrases import as_judged, better_words
from scorekeeper.text.days import days_words
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine
from scorekeeper.text.money import decimal_words, signed_decimal
from scorekeeper.text.speech import text_of

# --- the tables ---------------------------------------------------------------------------------


def league_title(league: LeagueStandings) -> str:
    """How many evenings and deals, and when."""
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
    """How evenings count that ended early, and sessions that are of one evening."""
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


def league_tables(league: LeagueStandings, known: Games, names: Names) -> Iterator[Table]:
    """Everything: whoever's page it is, the standings, and what the evenings show in their
    order."""
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


def met_tables(league: LeagueStandings, names: Names) -> Iterator[Table]:
    """Who finished above whom: a crosstable, or of a crowd the pairs."""
    is_crowd = len(league.players) > CROWD
    return pairs_table(league.pairs, names) if is_crowd else crosstable(league, names)


def standings_tables(
    league: LeagueStandings, known: Games, names: Names, has_declared: bool = False
) -> Iterator[Table]:
    """All games together where there are several, then each game; games that are not `known` stand
    under their ids."""
    if len(league.games) > 1:
        rows = [[*_won(row, names), str(row.deals)] for row in league.players]
        caption = tr("points of different games are not added")
        heads = [*_won_heads(), tr("deals")]
        yield Table(tr("All games"), caption, heads, rows, of_people=True)
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


def _game_table(name: str, found: GameStandings, names: Names) -> Table:
    """The players of a game, by the points of its deals."""
    note, caption = _better(found)
    heads = [*_won_heads(), *_points_heads(), tr("best evening")]
    rows = [[*_won(row, names), *_points(row, found), _best(row, found)] for row in found.players]
    return Table(name, caption, heads, rows, note, of_people=True)


def _match_tables(name: str, found: GameStandings, names: Names) -> Iterator[Table]:
    """The players of a game whose evenings are matches: their results, and apart from these the
    points of the deals."""
    note, caption = _better(found)
    heads = [*_won_heads(), tr("match points"), tr("an evening"), tr("best evening")]
    rows = [[*_won(row, names), *_matches(row.matches, row.best.result)] for row in found.players]
    more = tr("more match points are better")
    yield Table(name, more, heads, rows, more if note else "", of_people=True)
    rows = [[_who(row, names), *_points(row, found)] for row in found.players]
    title = tr("{game}: points of the deals", game=name)
    heads = [tr("player"), *_points_heads()]
    yield Table(title, caption, heads, rows, note, of_people=True)


def _better(found: GameStandings) -> tuple[str, str]:
    """The note for a screen where fewer points are better, and the caption for a page."""
    note = better_words(found.lowest, of_match=False)
    return note, note or tr("more points are better")


def _contract_table(game: str, found: GameStandings, known: Games, names: Names) -> Table:
    """What declarers take of each contract that has a quota."""
    rows = [
        [
            names.shown(contract_name(game, row.contract, known), 16, 10),
            *_contract_cells(row, found),
        ]
        for row in found.contracts
    ]
    title = tr("{game}: what declarers take", game=game_name(game, known))
    return Table(title, tr("on average, against the quota"), _contract_heads(), rows)


def _points_heads() -> list[str]:
    return [tr("deals"), tr("points"), tr("a deal")]


def _won_heads() -> list[str]:
    return [tr("player"), tr("evenings"), tr("won"), tr("shared")]


def _who(row: Won | PlayerRow, names: Names) -> str:
    return names.shown(row.player, 20, 7)


def _won(row: Won | PlayerRow, names: Names) -> list[str]:
    """Who, how many evenings, how many of them won alone, how many shared."""
    return [_who(row, names), str(row.evenings), str(row.wins), str(row.shared)]


def _points(row: PlayerRow, found: GameStandings) -> list[str]:
    """How many deals, their points, and those of a deal on average."""
    average = NOTHING if row.average is None else signed_decimal(row.average, 2)
    told = (signed(row.points), average)
    return [str(row.deals), *(as_judged(points, found.lowest) for points in told)]


def _best(row: PlayerRow, found: GameStandings) -> str:
    return NOTHING if row.best.result is None else as_judged(signed(row.best.result), found.lowest)


def _matches(matches: Matches | None, best: int | None) -> list[str]:
    """The results of the matches together, of one on average, and the best."""
    if matches is None or matches.average is None or best is None:
        return [NOTHING] * 3
    told = (signed(matches.points), signed_decimal(matches.average, 2), signed(best))
    return [points.removeprefix("+") for points in told]


def _contract_heads() -> list[str]:
    return [
        tr("contract"), tr("deals"), tr("quota"), tr("taken"), tr("spread"), tr("met"),
        tr("points"),
    ]  # fmt: skip


def _contract_cells(row: ContractRow, found: GameStandings) -> list[str]:
    return [
        str(row.deals),
        decimal_words(f"{round(row.quota, 2):g}"),
        decimal_words(f"{row.taken:.2f}"),
        decimal_words(f"±{row.spread:.2f}"),
        f"{row.met} %",
        as_judged(signed_decimal(row.average, 2), found.lowest),
    ]
