"""The row of a session, from the deals of it that stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import add

from scorekeeper.game.disputes import every_way, is_over
from scorekeeper.game.judge import Scored
from scorekeeper.game.log import Entry
from scorekeeper.game.resting import of_seats
from scorekeeper.game.schedule import deals_per_game
from scorekeeper.game.score_changes import ScoreChange, has_shares, score_changes
from scorekeeper.game.session import Agreed
from scorekeeper.game.standing import (
    Standing,
    final_totals,
    ranking,
    settled_totals,
    winners_by_rule,
)
from scorekeeper.league.evening import Evening, Left, Taken
from scorekeeper.record.book import Act, Book
from scorekeeper.record.journal import evening_named, identity, times_entered

NO_DEAL = Taken()


def evening_of(book: Book) -> Evening:
    """The row of a session, from the deals of it that stand."""
    return _evening(book.journal.head, book.journal.entries, book.standing)


def evening_after(book: Book, act: Act) -> Evening:
    """The row of a session once the entries of an act stand in it."""
    return _evening(book.journal.head, (*book.journal.entries, *act.entries), act.standing)


def _evening(head: Mapping[str, object], entries: Sequence[Entry], now: Standing) -> Evening:
    agreed = now.agreed
    changes = [*score_changes(now)]
    deals, left = list(map(of_seats, now.deals)), _left(now, changes)
    names = [*agreed.players, *(one.name for one in left)]
    return Evening(
        game=agreed.rules.id,
        day=min(times_entered(head, entries)),
        players=agreed.players,
        sides=agreed.sides,
        leaders=_leaders(now),
        lowest=agreed.rules.game.lowest_wins,
        over=is_over(now),
        deals=len(now.deals),
        results=final_totals(now),
        points=_points(now, changes),
        contracts=_contracts(agreed.rules.main_count, deals),
        fails=len(now.deals) + 1 if now.problems else 0,
        match=bool(now.state.results) or settled_totals(now) is not None,
        played=_deals_played(now),
        early=now.state.early,
        id=identity(head),
        entries=len(entries),
        last=max([entry.at for entry in entries], default=""),
        of=(None if agreed.rules.match else deals_per_game(agreed)) or 0,
        left=left,
        evening=evening_named(head),
        disputed=min(now.readings, default=0) if now.ways else 0,
        places=_places(now),
        waits=bool(now.waits) and min(now.readings) in now.waits,
        high_low=_high_low(deals, names, agreed.rules.game.lowest_wins),
        declared=_declared(deals, names),
    )


def _points(now: Standing, changes: Iterable[ScoreChange]) -> Sequence[int]:
    """What each side made in all deals, penalties and bonuses of games."""
    points = [0] * len(now.agreed.sides)
    for change in changes:
        points[:] = map(add, points, change.points)
    return points


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
    """The place of each side where its result does not rank: where points by the deals played do,
    or who played none is last, or the rules name who won; else none."""
    if not (now.agreed.gone or winners_by_rule(now)):
        return ()
    found, results = ranking(now), final_totals(now)
    best_first = sorted(set(results), reverse=not now.agreed.rules.game.lowest_wins)
    if now.agreed.by_totals and [{results[side] for side in sides} for sides in found] == [
        {result} for result in best_first
    ]:
        return ()
    place_of = {side: place for place, sides in enumerate(found) for side in sides}
    return [place_of[side] for side in range(len(now.agreed.sides))]


def _left(now: Standing, changes: Iterable[ScoreChange]) -> Sequence[Left]:
    """Those who played in a seat that somebody else has now."""
    found: dict[tuple[str, int], Left] = {}
    for change in changes if has_shares(now) else ():
        for name, seat in _others(now, change.players):
            side = now.agreed.side_of[seat]
            if not change.is_penalty or change.points[side]:
                _add(found, name, seat, int(side in change.sides), change.points[side])
    return list(found.values())


def _others(now: Standing, players: Sequence[str]) -> Sequence[tuple[str, int]]:
    """Those of these players whose seat somebody else has now, each with that seat."""
    sits = now.agreed.players
    if players == sits:
        return ()
    return [(name, seat) for seat, name in enumerate(players) if name != sits[seat]]


def _add(found: dict[tuple[str, int], Left], name: str, seat: int, deals: int, points: int) -> None:
    before = found.get((name, seat), Left(name, seat, 0, 0))
    found[name, seat] = Left(name, seat, before.deals + deals, before.points + points)


def _contracts(main: str | None, deals: Iterable[Scored]) -> dict[str, Taken]:
    """What the declarers took in each contract that has a quota."""
    sums: dict[str, Sequence[int]] = {}
    for deal in deals:
        seat = deal.turn.declarer
        if main is None or seat is None or deal.contract is None or deal.quotas is None:
            continue
        if main not in deal.facts:
            continue
        side = deal.agreed.side_of[seat]
        quota, taken = deal.quotas[side], _of_side(deal.agreed, main, deal.facts[main], side)
        points = deal.points[side]
        one = (1, quota, taken, taken * taken, points >= 0, points)
        sums[deal.contract] = [*map(add, sums.get(deal.contract, NO_DEAL), one)]
    return {contract: Taken(*found) for contract, found in sums.items()}


def _high_low(
    deals: Sequence[Scored], names: Sequence[str], fewer_are_better: bool
) -> Sequence[Sequence[int]]:
    """The best and the worst deal of each of these, the first where several are alike: points and
    number of each; nothing of who played none."""
    found: dict[str, list[int]] = {}
    best, worst = (min, max) if fewer_are_better else (max, min)
    for first, end in _alike(deals):
        agreed = deals[first].agreed
        columns = [*zip(*(deal.points for deal in deals[first:end]), strict=True)]
        for name, side in zip(agreed.players, agreed.side_of, strict=True):
            column, have = columns[side], found.get(name)
            most, least = best(column), worst(column)
            of_most, of_least = first + 1 + column.index(most), first + 1 + column.index(least)
            if have is None:
                found[name] = [most, of_most, least, of_least]
                continue
            if best(have[0], most) != have[0]:
                have[:2] = most, of_most
            if worst(have[2], least) != have[2]:
                have[2:] = least, of_least
    return [found.get(name, []) for name in names]


def _alike(deals: Sequence[Scored]) -> Iterator[tuple[int, int]]:
    """Where the deals begin and end that the same people played."""
    first = 0
    for end in range(1, len(deals) + 1):
        if end == len(deals) or deals[end].agreed is not deals[first].agreed:
            yield first, end
            first = end


def _declared(deals: Iterable[Scored], names: Sequence[str]) -> dict[str, list[int]]:
    """By contract those who declared it, each with the deals and their points."""
    points: dict[tuple[str, str], list[int]] = {}
    for deal in deals:
        seat, agreed = deal.turn.declarer, deal.agreed
        if deal.contract is not None and seat is not None:
            made = points.setdefault((deal.contract, agreed.players[seat]), [])
            made.append(deal.points[agreed.side_of[seat]])
    found: dict[str, list[int]] = {}
    for (contract, name), made in points.items():
        found.setdefault(contract, []).extend((names.index(name), len(made), sum(made)))
    return found


def _of_side(agreed: Agreed, count: str, column: Sequence[int], side: int) -> int:
    """A side's number of a count that may be kept a player."""
    return (
        sum(column[seat] for seat in agreed.sides[side])
        if agreed.rules.counts[count].by_player
        else column[side]
    )
