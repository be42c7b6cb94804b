"""A session in one row, which may be cached, with everything that a league needs."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper import __version__
from scorekeeper.base.exact_numbers import Part, in_json, of_decimal
from scorekeeper.game.deal_results import deal_of_seats
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.log import Entry
from scorekeeper.game.open_deals import every_way, is_over
from scorekeeper.game.schedule import deals_per_game
from scorekeeper.game.score_changes import ScoreChange, has_shares, score_changes
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import (
    Standing,
    final_totals,
    ranking,
    settled_totals,
    winners_by_rule,
)
from scorekeeper.record.open_session import Act, Book
from scorekeeper.record.session_head import evening_named, identity, times_entered
from scorekeeper.text.translation import Phrase

if TYPE_CHECKING:
    from scorekeeper.rules.ruleset import Ruleset


# --- a session's row ---------------------------------------------------------------------------


MOST = 10**30  # the maximum of a number in a row; real sums of squared points are far below

FORMAT = 15
KIND = f"{__version__}/{FORMAT}"  # the format of rows; rows of another format are computed again

_WRITE = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":"), check_circular=False, default=in_json
).encode
_READ = json.JSONDecoder(parse_float=of_decimal).decode


class Taken(NamedTuple):
    """The declarers' sums in a contract: deals, quotas, takes, squares of takes, deals with the
    quota `met`, points."""

    deals: int = 0
    quota: int = 0
    taken: int = 0
    squares: int = 0
    met: int = 0
    points: int = 0

    def plus(self, other: Sequence[int]) -> Taken:
        return Taken(*map(add, self, other))


class DepartedPlayer(NamedTuple):
    """A player who left a seat to another, with the number of deals played in it, and the points
    of these deals and of penalties."""

    name: str
    seat: int
    deals: int
    points: int


class Evening(NamedTuple):
    """A session in one row.

    `day` is the time of the first deal in UTC, which readers convert to their local day;
    `begun` then has the unconverted time. `sides` are indices of players, `leaders` indices of
    sides. `points` are those of all deals, penalties and bonuses; fewer are better if `lowest`.
    `results` rank the sides: with `match`, results of finished games or settled points, of
    which more are better; else the score. `places` rank the sides, the lowest first, where
    points per deal or a named winner decide instead of results; else empty.

    The session is invalid under its rules from deal `fails` on, and the row leaves these deals
    out; 0 if all is valid. `disputed` is the first disputed deal or, with `waits`, the first
    incomplete one; 0 if there is none. `early` is True if the players ended the session early.
    `of` is the number of deals in a game, 0 in a match or if a score ends it. `played` has each
    side's deals, empty if each played all.

    `id` identifies the session whatever its file's name; `entries` is the number of its
    entries, `last` the time of the latest. `evening` is the `id` of another session that began
    the evening, or empty. `left` are players who left a seat; the seat's present player did not
    make their deals and points. `high_low` has for each of `names` the points of the best deal,
    its number, the points of the worst deal and its number; empty without a deal. `declared`
    has by contract a flat list of declarers: index in `names`, deals, points, index, deals,
    points, …."""

    game: str
    day: str
    players: Sequence[str]
    sides: Sequence[Sequence[int]]
    leaders: Sequence[int]
    lowest: bool
    over: bool
    deals: int
    results: Sequence[int]
    points: Sequence[int]
    contracts: Mapping[str, Sequence[int]]
    fails: int = 0
    match: bool = False
    played: Sequence[int] = ()
    early: bool = False
    of: int = 0
    id: str = ""
    entries: int = 0
    last: str = ""
    left: Sequence[DepartedPlayer] = ()
    evening: str = ""
    disputed: int = 0
    places: Sequence[int] = ()
    waits: bool = False
    high_low: Sequence[Sequence[int]] = ()
    declared: Mapping[str, Sequence[int]] = {}
    begun: str = ""

    def deals_of(self, side: int) -> int:
        """Return the number of deals that a side played."""
        return self.played[side] if self.played else self.deals

    @property
    def names(self) -> Sequence[str]:
        """Return the names of all players: those at the end, then those who left."""
        return [*self.players, *(one.name for one in self.left)] if self.left else self.players

    @property
    def least_is_best(self) -> bool:
        """Return True if the lowest of the results is the best."""
        return self.lowest and not self.match


def places_of_sides(evening: Evening) -> Sequence[int]:
    """Return each side's place, from 0; tied sides share the best of their places.

    Leaders are first, the others in order of `places` or `results`."""
    told = evening.places or evening.results
    ladder = sorted(told, reverse=not (evening.places or evening.least_is_best))
    lead = len(evening.leaders)
    return [
        0 if side in evening.leaders else max(lead, ladder.index(mine))
        for side, mine in enumerate(told)
    ]


def places_of(evening: Evening) -> Sequence[int]:
    """Return the place of each side, from 1; all 0 if the evening is not finished."""
    if not evening.over:
        return [0] * len(evening.sides)
    return [1 + place for place in places_of_sides(evening)]


def merits(evening: Evening) -> Sequence[int]:
    """Return a number per side that ranks the sides; the highest is best."""
    if evening.places:
        return [-place for place in evening.places]
    return [-result for result in evening.results] if evening.least_is_best else evening.results


def row_of_evening(evening: Evening) -> str:
    """Return the evening as one line of JSON."""
    return _WRITE(evening)


def evening_of_row(row: str, is_kept: bool = True) -> Evening | None:
    """Return the evening in a line of JSON, or None if it has no valid one.

    `is_kept` is False for a line just made, which is not checked."""
    try:
        told = Evening(*_READ(row))
        evening = (
            told._replace(left=[DepartedPlayer(*one) for one in told.left]) if told.left else told
        )
        return evening if not is_kept or _is_evening(evening) else None
    except (ValueError, TypeError, AttributeError, RecursionError):
        return None


def _are_numbers(numbers: Sequence[int]) -> bool:
    """Return True if all numbers are whole and none exceeds MOST."""
    return {int}.issuperset(map(type, numbers)) and max(map(abs, numbers)) <= MOST


def _are_scores(numbers: Sequence[int]) -> bool:
    """Return True if all numbers are exact and none exceeds MOST."""
    return {int, Part}.issuperset(map(type, numbers)) and max(map(abs, numbers), default=0) <= MOST


def _flags_of(evening: Evening) -> tuple[object, ...]:
    return evening.lowest, evening.over, evening.match, evening.early, evening.waits


def _is_evening(evening: Evening) -> bool:
    """Return True if every field has its type and every index is valid."""
    game, day, players, sides, leaders, _, _, deals, results, points, contracts, fails, *_ = evening
    seats = list(chain(*sides))
    sizes = (deals, fails, evening.of, evening.entries, evening.disputed)
    of_left = [number for one in evening.left for number in one[1:]]
    of_sides = (*evening.played, *evening.places)
    declared = list(chain.from_iterable(evening.declared.values()))
    who, times = declared[::3], declared[1::3]
    numbers = (*sizes, *of_sides, *seats, *leaders, *who, *times)
    extremes = list(chain(*evening.high_low))
    scores = (*results, *points, *chain(*contracts.values()), *declared, *of_left, *extremes)
    texts = (game, day, evening.id, evening.last, evening.evening, evening.begun)
    names = (*evening.names, *contracts, *evening.declared)
    return (
        {str}.issuperset(map(type, (*texts, *names)))
        and _are_numbers(numbers)
        and _are_scores(scores)
        and {bool}.issuperset(map(type, _flags_of(evening)))
        and all(taken[0] > 0 for taken in contracts.values())
        and min(*sizes, *evening.played) >= 0
        and len(sides) == len(results) == len(points)
        and {len(evening.played), len(evening.places)} <= {0, len(sides)}
        and set(seats) == set(range(len(players)))
        and {one.seat for one in evening.left} <= set(seats)
        and set(leaders) <= set(range(len(sides)))
        and set(map(len, contracts.values())) <= {len(Taken._fields)}
        and set(map(len, evening.high_low)) <= {0, 4}
        and len(evening.high_low) in (0, len(evening.names))
        and not any(len(found) % 3 for found in evening.declared.values())
        and min(times, default=1) > 0
        and set(who) <= set(range(len(evening.names)))
    )


# --- The row of a session, computed from its active deals --------------------------------------


NO_DEAL = Taken()


def evening_of(book: Book) -> Evening:
    """Return the row of a session."""
    return _evening(book.log.head, book.log.entries, book.standing)


def evening_after(book: Book, act: Act) -> Evening:
    """Return the row of a session after a change."""
    return _evening(book.log.head, (*book.log.entries, *act.entries), act.standing)


def _evening(head: Mapping[str, object], entries: Sequence[Entry], now: Standing) -> Evening:
    agreed = now.agreed
    changes = [*score_changes(now)]
    deals, left = list(map(deal_of_seats, now.deals)), _left(now, changes)
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
    """Return the points of each side from all deals, penalties and bonuses of games."""
    points = [0] * len(now.agreed.sides)
    for change in changes:
        points[:] = map(add, points, change.points)
    return points


def _leaders(now: Standing) -> Sequence[int]:
    """Return the sides in first place; with open deals, in first place by at least one combination
    of versions."""
    if not now.ways:
        return ranking(now)[0]
    return sorted({side for way in every_way(now) for side in ranking(way)[0]})


def _deals_played(now: Standing) -> Sequence[int]:
    """Return each side's number of deals; empty if nobody sat out."""
    some_rest = any(deal.seating and deal.seating.people for deal in now.deals)
    return now.deals_played if some_rest else ()


def _places(now: Standing) -> Sequence[int]:
    """Return each side's place, from 0, if results do not rank the sides, else an empty
    sequence.

    Points per deal, sides without a deal or a named winner may decide instead."""
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


def _left(now: Standing, changes: Iterable[ScoreChange]) -> Sequence[DepartedPlayer]:
    """Return the players who played in a seat that another player has now."""
    found: dict[tuple[str, int], DepartedPlayer] = {}
    for change in changes if has_shares(now) else ():
        for name, seat in _others(now, change.players):
            side = now.agreed.side_of[seat]
            if not change.is_penalty or change.points[side]:
                _add(found, name, seat, int(side in change.sides), change.points[side])
    return list(found.values())


def _others(now: Standing, players: Sequence[str]) -> Sequence[tuple[str, int]]:
    """Return (name, seat) for each of `players` whose seat is another player's now."""
    sits = now.agreed.players
    if players == sits:
        return ()
    return [(name, seat) for seat, name in enumerate(players) if name != sits[seat]]


def _add(
    found: dict[tuple[str, int], DepartedPlayer], name: str, seat: int, deals: int, points: int
) -> None:
    before = found.get((name, seat), DepartedPlayer(name, seat, 0, 0))
    found[name, seat] = DepartedPlayer(name, seat, before.deals + deals, before.points + points)


def _contracts(main: str | None, deals: Iterable[Scored]) -> dict[str, Taken]:
    """Return the declarers' sums by contract, for contracts with quotas."""
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
    """Return for each name the points and number of the best deal, then of the worst; the first of
    equal ones. Empty without a deal."""
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
    """Yield (first, end) for each series of deals with the same settings, as a range of indices."""
    first = 0
    for end in range(1, len(deals) + 1):
        if end == len(deals) or deals[end].agreed is not deals[first].agreed:
            yield first, end
            first = end


def _declared(deals: Iterable[Scored], names: Sequence[str]) -> dict[str, list[int]]:
    """Return by contract a flat list of declarers: index in `names`, number of deals, points."""
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
    """Return a side's number in a count, summed if counted by player."""
    return (
        sum(column[seat] for seat in agreed.sides[side])
        if agreed.rules.counts[count].by_player
        else column[side]
    )


# --- The names of a game and its contracts -----------------------------------------------------


class GameWords(NamedTuple):
    """The name of a game, and its contracts' names by id."""

    name: Phrase
    contracts: Mapping[str, Phrase]


def words_of_game(rules: Ruleset) -> GameWords:
    """Return the names of a game and its contracts."""
    contracts = {name: contract.name for name, contract in rules.contracts.items()}
    return GameWords(rules.name, contracts)


def words_as_table(words: GameWords) -> dict[str, Any]:
    """Return the names as JSON data, with spellings by language."""
    contracts = {name: phrase.by_language for name, phrase in words.contracts.items()}
    return {"name": words.name.by_language, "contracts": contracts}


def words_of_table(table: Mapping[str, Any]) -> GameWords:
    """Return the names from the data of `words_as_table`. Raises LookupError, TypeError or
    AttributeError for any other data."""
    contracts = {name: _phrase(spellings) for name, spellings in table["contracts"].items()}
    return GameWords(_phrase(table["name"]), contracts)


def _phrase(by_language: Mapping[str, Any]) -> Phrase:
    return Phrase({code: tuple(spellings) for code, spellings in by_language.items()})


# --- Possible duplicates among the ids of very many sessions -----------------------------------


class Ids:
    """A set of session ids that detects possible duplicates.

    Only a hash of each id is stored, in eight bytes, so a second pass must find the real
    duplicates."""

    def __init__(self) -> None:
        self._met = array("q")

    def add(self, identity: str) -> None:
        if identity:
            self._met.append(hash(identity))

    @property
    def are_alike(self) -> bool:
        """Return True if two of the added identities have the same hash."""
        return len({*self._met}) < len(self._met)
