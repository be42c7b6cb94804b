"""The four games scored by hand: plain sums straight from the rules of each game, in a few lines
that share nothing with the program. Seats count from 0, clockwise; (seat + 1) is on the left."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

LEFT = 1


class Row(NamedTuple):
    """One line of a score sheet kept by hand."""

    dealer: int
    declarer: int | None
    leader: int | None
    points: list[int]
    totals: list[int]


def over_and_under(tricks: list[int], declarer: int, negative: bool) -> list[int]:
    """One point a trick over the quota: 8, 4, 4. In a negative contract one a trick under: 4, 6,
    6."""
    points = []
    for seat in range(3):
        if negative:
            points.append((4 if seat == declarer else 6) - tricks[seat])
        else:
            points.append(tricks[seat] - (8 if seat == declarer else 4))
    return points


def swedish(first_dealer: int, played: list[tuple[str, list[int]]]) -> list[Row]:
    """Modern Swedish Bismarck: the deal passes left, forehand declares and leads; only pass is
    negative."""
    rows, totals = [], [0, 0, 0]
    for number, (contract, tricks) in enumerate(played):
        dealer = (first_dealer + number) % 3
        forehand = (dealer + LEFT) % 3
        points = over_and_under(tricks, forehand, contract == "pass")
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        rows.append(Row(dealer, forehand, forehand, points, totals))
    return rows


def british(first_dealer: int, tricks_of_deals: list[list[int]]) -> list[Row]:
    """Parlett's: each deals four times running and declares; the fourth of each four is misère."""
    rows, totals = [], [0, 0, 0]
    for number, tricks in enumerate(tricks_of_deals):
        dealer = (first_dealer + number // 4) % 3
        points = over_and_under(tricks, dealer, number % 4 == 3)
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        rows.append(Row(dealer, dealer, (dealer + LEFT) % 3, points, totals))
    return rows


def tricks_alone(played: list[list[int]], negative: list[bool]) -> list[int]:
    """The note on quotas: count a point a trick, less in negative deals, and take 32 off at the
    end."""
    totals = [-32, -32, -32]
    for tricks, minus in zip(played, negative, strict=True):
        for seat in range(3):
            totals[seat] += -tricks[seat] if minus else tricks[seat]
    return totals


def bizon_points(bizon: int | None, gp: list[int]) -> list[int]:
    """The table of set points: won 3, won with 40 10, a tie 1 for everybody, lost -5 and 3, lost
    with 0 -10 and 10."""
    if bizon is None:
        return [0, 0, 0]
    mine, best = gp[bizon], max(gp[seat] for seat in range(3) if seat != bizon)
    if mine == best:
        return [1, 1, 1]
    won, lost = (10, 0) if mine == 40 else (3, 0), (-10, 10) if mine == 0 else (-5, 3)
    for_bizon, for_otters = won if mine > best else lost
    return [for_bizon if seat == bizon else for_otters for seat in range(3)]


def bizon(first_dealer: int, played: list[tuple[int | None, list[int]]]) -> list[Row]:
    """A set of Bizon: the deal passes left after every deal, passed out or not, and dealer's
    left leads."""
    rows, totals = [], [0, 0, 0]
    for number, (who, gp) in enumerate(played):
        dealer = (first_dealer + number) % 3
        points = bizon_points(who, gp)
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        rows.append(Row(dealer, who, (dealer + LEFT) % 3, points, totals))
    return rows


def bid_value(bid: int | str) -> int:
    """100-140 is worth 2, 150-190 3 and so on to 350-390, 7, and so is more; a ponder 6, a laydown
    ponder 7."""
    if isinstance(bid, str):
        return {"ponder": 6, "laydown": 7}[bid]
    return min(bid // 50, 7)


class BienDeal(NamedTuple):
    """A hand of Bien as it was played; `bidder` is None when all four passed. Sides are 0 and 1."""

    bidder: int | None
    bid: int | str = 0
    meld: int = 0
    points: tuple[int, int] = (0, 0)
    tricks: tuple[int, int] = (0, 0)


def bien_points(deal: BienDeal) -> list[int]:
    """A bid made comes off the bidders' score; a bid set is added to it, and comes off the
    opponents'."""
    if deal.bidder is None:
        return [0, 0]
    mine = deal.bidder % 2
    if deal.bid == "laydown":
        made = True
    elif deal.bid == "ponder":
        made = deal.tricks[mine] == 8
    else:
        made = deal.meld + deal.points[mine] >= int(deal.bid)
    value, points = bid_value(deal.bid), [0, 0]
    points[mine] = -value if made else value
    points[1 - mine] = 0 if made else -value
    return points


class BienMatch(NamedTuple):
    """A match kept by hand: its rows, the result of each game that ended, and whether it is
    over."""

    rows: list[Row]
    results: list[list[int]]
    over: bool


def bien(first_dealer: int, games: int, played: list[BienDeal]) -> BienMatch:
    """A match of Bien: from 12 down to 0 and again; the winners of a game get 12, the losers 12
    less what is left."""
    rows: list[Row] = []
    results: list[list[int]] = []
    scores = [12, 12]
    for number, deal in enumerate(played):
        if len(results) == games:
            break
        points = bien_points(deal)
        scores = [score + point for score, point in zip(scores, points, strict=True)]
        rows.append(Row((first_dealer + number) % 4, deal.bidder, deal.bidder, points, scores))
        if min(scores) <= 0:
            winner = scores.index(min(scores))
            results.append([12 if side == winner else 12 - scores[side] for side in range(2)])
            scores = [12, 12]
    return BienMatch(rows, results, len(results) == games)


def with_rester(people: int, rests: str, played: list[tuple[str, list[int]]]) -> list[Row]:
    """Modern Swedish Bismarck with one person more than hands: the deal passes left through all,
    one rests with nothing, and forehand is the next on the left who plays."""
    rows, totals = [], [0] * people
    for number, (contract, tricks) in enumerate(played):
        dealer = number % people
        away = {"dealer": 0, "dealer's left": LEFT, "dealer's right": -LEFT}[rests]
        rester = (dealer + away) % people
        playing = [person for person in range(people) if person != rester]
        forehand = (dealer + LEFT) % people
        if forehand == rester:
            forehand = (forehand + LEFT) % people
        own = over_and_under(tricks, playing.index(forehand), contract == "pass")
        points = [0] * people
        for person, point in zip(playing, own, strict=True):
            points[person] = point
        totals = [total + point for total, point in zip(totals, points, strict=True)]
        rows.append(Row(dealer, forehand, forehand, points, totals))
    return rows


class Table(NamedTuple):
    """An evening of Swedish Bismarck kept by hand, with whatever happened between its deals: the
    rows, the totals as they stand, who deals next, the contract that a misdeal left, and whether
    somebody has ended it; who has each column now and had it in each deal, the order around the
    table now and in each deal, and who deals after the coming deal where the turn goes back."""

    rows: list[Row]
    totals: list[int]
    dealer: int
    held: str | None
    ended: bool
    misdeals: int
    names: list[str]
    sat: list[list[str]]
    around: list[int]
    orders: list[list[int]]
    back: int | None
    must_trump: bool
    chosen: list[bool]


def waiting(acts: list[tuple[str, Any]]) -> dict[str, Any]:
    """The counts that wait after these acts: of each person the last, after whatever else than a
    penalty was done last."""
    found: dict[str, Any] = {}
    for what, told in acts:
        if what == "count":
            who, deal = told
            found.pop(who, None)
            found[who] = deal
        elif what != "penalty":
            found = {}
    return found


def on_the_left(around: list[int], person: int) -> int:
    """Who sits on somebody's left."""
    return around[(around.index(person) + LEFT) % len(around)]


def shared(around: list[int], dealer: int, back: int | None, left: int) -> list[list[int]]:
    """Who deals and who declares in the deals that are left, however often each."""
    dealers = []
    for _ in range(left):
        dealers.append(dealer)
        dealer, back = on_the_left(around, dealer) if back is None else back, None
    return [sorted(dealers), sorted(on_the_left(around, dealer) for dealer in dealers)]


def exchanged(one: int, other: int, person: int) -> int:
    """Who sits where this person sat, once these two have changed places."""
    return {one: other, other: one}.get(person, person)


def nobody_sits_twice(happened: list[tuple[str, Any]], names: list[str]) -> bool:
    """Whether everybody who takes a seat was not at the table, and has no column apart where it is
    taken with its score."""
    seats, apart = [*names], list[str]()
    for what, told in happened:
        if what not in ("seat", "own"):
            continue
        name, seat = told
        if name in seats or (what == "seat" and name in apart):
            return False
        if what == "own":
            apart = [*(other for other in apart if other != name), seats[seat]]
        seats[seat] = name
    return True


class Ledger(NamedTuple):
    """Who has which column where some have one of their own: the names of the columns, what stands
    in them, in how many deals whoever it is played; whose column each seat had in each deal, and
    has now."""

    names: list[str]
    totals: list[int]
    played: list[int]
    owners: list[list[int]]
    now: list[int]


def own_scores(rows: list[Row], happened: list[tuple[str, Any]], names: tuple[str, ...]) -> Ledger:
    """The points of the seats credited to whoever sat there: `seat` gives a column another name,
    `own` begins a new one, or goes on with the one that the newcomer has."""
    columns, now = [*names], [0, 1, 2]
    totals, played = [0, 0, 0], [0, 0, 0]
    owners: list[list[int]] = []
    for what, told in happened:
        if what == "deal":
            for seat, points in enumerate(rows[len(owners)].points):
                totals[now[seat]] += points
                played[now[seat]] += 1
            owners.append([*now])
        elif what == "penalty":
            for seat, points in enumerate(told):
                totals[now[seat]] += points
        elif what == "seat":
            columns[now[told[1]]] = told[0]
        elif what == "own" and told[0] in columns:
            now[told[1]] = columns.index(told[0])
        elif what == "own":
            now[told[1]] = len(columns)
            columns, totals, played = [*columns, told[0]], [*totals, 0], [*played, 0]
    return Ledger(columns, totals, played, owners, now)


def places_by_deals(ledger: Ledger) -> list[set[int]]:
    """Who shares which place by the points of a deal played, the best first; who played none is
    last."""
    rate = [
        Fraction(total, deals) if deals else None
        for total, deals in zip(ledger.totals, ledger.played, strict=True)
    ]
    known = sorted({one for one in rate if one is not None}, reverse=True)
    order: list[Fraction | None] = [*known, *([None] if None in rate else [])]
    return [{column for column, one in enumerate(rate) if one == place} for place in order]


def swedish_evening(
    first_dealer: int, happened: list[tuple[str, Any]], names: tuple[str, ...] = ("A", "B", "C")
) -> Table:
    """What happened, one after another: `deal` (contract, tricks of each column), `misdeal` (the
    contract that was named, or None), `turn` (who deals, whether it goes back after that),
    `penalty` (points of each), `seat` (who comes, in whose column), `own` (the same, with a score
    of their own, which `own_scores` tells apart), `places` (which two change), `agree` (whether
    they must trump from now on), `finish`. The deal passes left; after a misdeal the same player
    deals again and the contract stays; where two change places the deal stays at its place."""
    rows: list[Row] = []
    totals = [0, 0, 0]
    dealer = due = first_dealer
    back: int | None = None
    held: str | None = None
    ended, misdeals = False, 0
    columns, around = [*names], [0, 1, 2]
    sat: list[list[str]] = []
    orders: list[list[int]] = []
    must_trump, chosen = False, list[bool]()
    for what, told in happened:
        if what == "deal":
            contract, tricks = told
            forehand = on_the_left(around, dealer)
            points = over_and_under(tricks, forehand, contract == "pass")
            totals = [total + point for total, point in zip(totals, points, strict=True)]
            rows.append(Row(dealer, forehand, forehand, points, totals))
            sat.append(columns)
            orders.append(around)
            chosen.append(must_trump)
            dealer = on_the_left(around, dealer) if back is None else back
            due, back, held = dealer, None, None
        elif what == "misdeal":
            misdeals += 1
            held = held if told is None else str(told)
        elif what == "turn":
            dealer, returns = told
            back = on_the_left(around, due) if returns else None
        elif what == "penalty":
            totals = [total + point for total, point in zip(totals, told, strict=True)]
        elif what in ("seat", "own"):
            name, column = told
            columns = [*columns[:column], name, *columns[column + 1 :]]
        elif what == "places":
            around = [exchanged(told[0], told[1], person) for person in around]
            dealer, due = exchanged(told[0], told[1], dealer), exchanged(told[0], told[1], due)
            back = None if back is None else exchanged(told[0], told[1], back)
        elif what == "agree":
            must_trump = bool(told)
        else:
            ended = True
    return Table(
        rows, totals, dealer, held, ended, misdeals, columns, sat, around, orders, back, must_trump,
        chosen,
    )  # fmt: skip


def swedish_disputed(
    first_dealer: int, played: list[list[tuple[str, list[int]]]]
) -> list[list[Row]]:
    """An evening of which some deals were counted in more than one way, in each way in which that
    may be settled: the first count of each deal first, and the last deal's settled soonest."""
    return [swedish(first_dealer, list(way)) for way in product(*played)]
