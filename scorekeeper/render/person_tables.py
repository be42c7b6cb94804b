"""What a league says of one person, as tables."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.base.exact import signed
from scorekeeper.league.course import Runs
from scorekeeper.league.peaks import BEST, BEST_DEAL, WORST, WORST_DEAL
from scorekeeper.render.league_table import NOTHING, Games, Names, Table, contract_name, game_name
from scorekeeper.render.season_tables import RECORDS, form_words, where
from scorekeeper.report.league.league_value import (
    Best,
    BestDeal,
    GameStandings,
    LeagueStandings,
    PlayerRow,
)
from scorekeeper.report.phrases import as_judged
from scorekeeper.text.days import days_words
from scorekeeper.text.language import tr
from scorekeeper.text.money import signed_decimal
from scorekeeper.text.speech import parted


def person_tables(
    league: LeagueStandings, person: str, known: Games, names: Names
) -> Iterator[Table]:
    """Somebody's totals of each game, form and runs, best and worst, what they declared, and whom
    they met."""
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


Played = dict[str, tuple[GameStandings, PlayerRow]]


def _totals(person: str, played: Played, known: Games, names: Names) -> Table:
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
    return Table(person, tr("the evenings of each game"), heads, rows)


def _course(league: LeagueStandings, person: str) -> Iterator[Table]:
    """Form and runs."""
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
    yield Table(title, caption, [tr("what"), tr("number")], rows, legend, words=(1,))


def _most(run: Runs) -> str:
    """How long the longest run was, and when."""
    if run.first is None or run.last is None:
        return str(run.most)
    return f"{run.most} ({days_words(run.first, run.last)})"


def _extremes(person: str, played: Played, known: Games, names: Names) -> Table:
    """The best and the worst evening and deal of each game; on a page with their sessions."""
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
    return Table(title, tr("of what is alike the first counts"), heads, rows, words=(1, 3, 4))


def _best_and_worst(
    row: PlayerRow, found: GameStandings
) -> Iterator[tuple[str, str, Best | BestDeal]]:
    is_plain = found.lowest or found.of_match
    for record, best in ((BEST, row.best), (WORST, row.worst)):
        if best.result is not None:
            yield record, as_judged(signed(best.result), is_plain), best
    for record, deal in ((BEST_DEAL, row.best_deal), (WORST_DEAL, row.worst_deal)):
        if deal.points is not None:
            yield record, as_judged(signed(deal.points), found.lowest), deal


def _declared(
    person: str, game: str, found: GameStandings, known: Games, names: Names
) -> Iterator[Table]:
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
        yield Table(title, tr("as declarer"), heads, rows)


def _met(league: LeagueStandings, person: str, names: Names) -> Iterator[Table]:
    rows = []
    for pair in league.pairs:
        if person in pair.players:
            (other,) = (name for name in pair.players if name != person)
            above = f"{pair.above[person]} : {pair.above[other]}"
            rows.append([names.shown(other, 20, 12), str(pair.evenings), above, str(pair.level)])
    if rows:
        heads = [tr("player"), tr("evenings"), tr("above"), tr("level")]
        title = tr("{player}: head to head", player=person)
        yield Table(title, tr("how often finished above and below"), heads, rows, of_people=True)
