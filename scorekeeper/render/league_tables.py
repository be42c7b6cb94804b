"""The league as tables, which text, Markdown and HTML only lay out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.language import tr, trn
from scorekeeper.league.game_words import GameWords
from scorekeeper.message import CommandLine
from scorekeeper.sheet.league_value import (
    ContractRow,
    GameStandings,
    LeagueStandings,
    Matches,
    PairRow,
    PlayerRow,
    Won,
)
from scorekeeper.speech import text_of
from scorekeeper.words.days import days_words
from scorekeeper.words.money import decimal_words, signed_decimal
from scorekeeper.words.phrases import as_judged, better_words, signed
from scorekeeper.words.width import cut

Games = Mapping[str, GameWords]  # the words that are at hand, by game
WIDE = 76
NOTHING = "-"


class Table(NamedTuple):
    """A table: title, caption, heads, and rows whose first cell names the row. `note` says on a
    screen which points are better."""

    title: str
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


class Names(NamedTuple):
    """The width that names are cut to, by that of the screen; None is a page, which has names in
    full."""

    width: int | None = None

    def shown(self, name: str, wide: int, narrow: int) -> str:
        """The name in so many columns of a wide screen, or of a narrow one."""
        if self.width is None:
            return name
        return cut(name, wide if self.width >= WIDE else narrow)


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
            "{n} that ended early stands apart, without a winner; `{command}` counts it as any "
            "other",
            "{n} that ended early stand apart, without a winner; `{command}` counts them as any "
            "other",
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
    """All games together where there are several, then each game, then who met whom; games that are
    not `known` stand under their ids."""
    if len(league.games) > 1:
        rows = [[*_won(row, names), str(row.deals)] for row in league.players]
        caption = tr("points of different games are not added")
        yield Table(tr("All games"), caption, [*_won_heads(), tr("deals")], rows)
    for game, found in league.games.items():
        words = known.get(game)
        name = words.name.shown() if words else game
        yield from (
            _match_tables(name, found, names)
            if found.of_match
            else [_game_table(name, found, names)]
        )
        if found.contracts:
            yield _contract_table(name, found, words, names)
    if league.pairs:
        heads = [tr("players"), tr("evenings"), tr("above"), tr("level")]
        caption = tr("how often each finished above the other")
        rows = [_pair_cells(row, names) for row in league.pairs]
        yield Table(tr("Head to head"), caption, heads, rows)


def _game_table(name: str, found: GameStandings, names: Names) -> Table:
    """The players of a game, by the points of its deals."""
    note, caption = _better(found)
    heads = [*_won_heads(), *_points_heads(), tr("best evening")]
    rows = [[*_won(row, names), *_points(row, found), _best(row, found)] for row in found.players]
    return Table(name, caption, heads, rows, note)


def _match_tables(name: str, found: GameStandings, names: Names) -> Iterator[Table]:
    """The players of a game whose evenings are matches: their results, and apart from these the
    points of the deals."""
    note, caption = _better(found)
    heads = [*_won_heads(), tr("match points"), tr("an evening"), tr("best evening")]
    rows = [[*_won(row, names), *_matches(row.matches, row.best.result)] for row in found.players]
    more = tr("more match points are better")
    yield Table(name, more, heads, rows, more if note else "")
    rows = [[_who(row, names), *_points(row, found)] for row in found.players]
    title = tr("{game}: points of the deals", game=name)
    yield Table(title, caption, [tr("player"), *_points_heads()], rows, note)


def _better(found: GameStandings) -> tuple[str, str]:
    """The note for a screen where fewer points are better, and the caption for a page."""
    note = better_words(found.lowest, of_match=False)
    return note, note or tr("more points are better")


def _contract_table(
    name: str, found: GameStandings, words: GameWords | None, names: Names
) -> Table:
    """What declarers take of each contract that has a quota."""
    rows = [_contract_cells(row, found, words, names) for row in found.contracts]
    title = tr("{game}: what declarers take", game=name)
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


def _contract_cells(
    row: ContractRow, found: GameStandings, words: GameWords | None, names: Names
) -> list[str]:
    known = words.contracts.get(row.contract) if words else None
    name = known.shown() if known else row.contract
    return [
        names.shown(name, 16, 10),
        str(row.deals),
        decimal_words(f"{row.quota:g}"),
        decimal_words(f"{row.taken:.2f}"),
        decimal_words(f"±{row.spread:.2f}"),
        f"{row.met} %",
        as_judged(signed_decimal(row.average, 2), found.lowest),
    ]


def _pair_cells(row: PairRow, names: Names) -> list[str]:
    first, second = row.players
    both = " – ".join(names.shown(name, 14, 14) for name in row.players)
    return [both, str(row.evenings), f"{row.above[first]} : {row.above[second]}", str(row.level)]


def aligned(heads: Sequence[str]) -> list[str]:
    """How the columns of a table are aligned: who or what to the left, numbers to the right."""
    return ["left", *["right"] * (len(heads) - 1)]
