"""The row of a session, from the deals of it that stand."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.book import Book
from scorekeeper.book.occasion import occasion_of
from scorekeeper.disputes import every_way, is_over
from scorekeeper.journal import evening_named, identity
from scorekeeper.league.evening import Evening, Left, Taken
from scorekeeper.schedule import deals_per_game
from scorekeeper.scoring import of_seats
from scorekeeper.session import Agreed
from scorekeeper.standing import Standing, match_totals, ranking


def evening_of(book: Book) -> Evening:
    """The row of a session, from the deals of it that stand."""
    now, agreed = book.standing, book.agreed
    results = _results(now)
    entries = book.journal.entries
    return Evening(
        game=agreed.rules.id,
        day=occasion_of(book).first,
        players=agreed.players,
        sides=agreed.sides,
        leaders=_leaders(now),
        lowest=agreed.rules.game.lowest_wins,
        over=is_over(now),
        deals=len(now.deals),
        results=results,
        points=[sum(column) for column in zip(*(deal.points for deal in now.deals), strict=True)]
        or [0] * len(results),
        contracts=_contracts(now),
        fails=len(now.deals) + 1 if now.problems else 0,
        match=bool(now.state.results),
        played=_deals_played(now),
        early=now.state.early,
        id=identity(book.journal.head),
        entries=len(entries),
        last=max((entry.at for entry in entries), default=""),
        of=(None if agreed.rules.match else deals_per_game(agreed)) or 0,
        left=_left(now),
        evening=evening_named(book.journal.head),
        disputed=min(now.readings, default=0) if now.ways else 0,
        places=_places(now),
    )


def _leaders(now: Standing) -> Sequence[int]:
    """The sides in first place, in one way at least in which disputed counts may be settled."""
    if not now.ways:
        return ranking(now)[0]
    return sorted({side for way in every_way(now) for side in ranking(way)[0]})


def _deals_played(now: Standing) -> Sequence[int]:
    """In how many deals each side played and did not rest; none where that is all."""
    some_rest = any(deal.seating and deal.seating.people for deal in now.deals)
    return now.deals_played if some_rest else ()


def _places(now: Standing) -> Sequence[int]:
    """The place of each side where points by the deals played rank; else none."""
    if not now.agreed.gone:
        return ()
    place_of = {side: place for place, sides in enumerate(ranking(now)) for side in sides}
    return [place_of[side] for side in range(len(now.agreed.sides))]


def _left(now: Standing) -> Sequence[Left]:
    """Those who played in a seat that somebody else has now."""
    found: dict[tuple[str, int], list[int]] = {}
    for table, deal in zip(now.tables, now.deals, strict=True):
        if table.players == now.agreed.players:
            continue
        for seat, name in enumerate(table.players):
            if name == now.agreed.players[seat]:
                continue
            points = found.setdefault((name, seat), [])
            if name in deal.agreed.players:
                points.append(deal.points[table.side_of[seat]])
    return [Left(name, seat, len(points), sum(points)) for (name, seat), points in found.items()]


def _results(now: Standing) -> Sequence[int]:
    """What ranks the sides: the games' results once one is finished, before that the score."""
    return (match_totals(now) if now.state.results else None) or now.state.totals


def _contracts(now: Standing) -> dict[str, Taken]:
    """What the declarers took in each contract that has a quota."""
    found, main = dict[str, Taken](), now.agreed.rules.main_count
    for deal in map(of_seats, now.deals):
        agreed, seat = deal.agreed, deal.turn.declarer
        if (
            main is None
            or seat is None
            or deal.contract is None
            or deal.quotas is None
            or main not in deal.facts
        ):
            continue
        side = agreed.side_of[seat]
        quota, taken = deal.quotas[side], _of_side(agreed, main, deal.facts[main], side)
        met = deal.points[side] >= 0
        one = Taken(1, quota, taken, taken * taken, int(met), deal.points[side])
        found[deal.contract] = found[deal.contract].plus(one) if deal.contract in found else one
    return found


def _of_side(agreed: Agreed, count: str, column: Sequence[int], side: int) -> int:
    """A side's number of a count that may be kept a player."""
    return (
        sum(column[seat] for seat in agreed.sides[side])
        if agreed.rules.counts[count].by_player
        else column[side]
    )
