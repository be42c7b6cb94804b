"""The places of a log whose entries are gone through one by one."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from scorekeeper.game.log import SEAT, STRIKE, SWAP, Entry, Places, places_of, put_act
from scorekeeper.game.session import Agreed, Facts, renamed, with_column


class Kept(NamedTuple):
    """A deal that stands: the table that played it, and its facts."""

    table: Agreed
    facts: Facts


DealOf = Callable[[int], Kept]


class PlacesSoFar:
    """The places of the acts so far, of which the last can be taken back: what it changed is put as
    it was then, so that no act is folded twice, however many corrections there are."""

    def __init__(self, begun: Agreed) -> None:
        self.begun = begun
        self.places = places_of(())
        self._before: list[tuple[int, int, Places]] = []

    def add(self, act: Entry) -> None:
        """One act more stands."""
        number = len(self.places)
        first, end = _changed_by(act, number)
        self._before.append((first, number - end, self.places[first:end]))
        put_act(self.places, act)

    def take_back(self) -> None:
        """The last act stands no more."""
        first, after, before = self._before.pop()
        self.places[first : len(self.places) - after] = before

    @property
    def table(self) -> Agreed:
        """The table of the coming deal after the acts so far."""
        return table_after(self.begun, self.places)

    def deal_of(self, number: int) -> Kept:
        """What a deal is after the acts so far."""
        return _deal_of(self.begun, self.places, number)


def table_after(begun: Agreed, places: Places) -> Agreed:
    """The columns, and what they are called, once all that stands in these places has happened."""
    table = begun
    for seat in (event for place in places for event in place.events if event.what == SEAT):
        player, other = seat.facts["player"], seat.facts["for"]
        if seat.facts.get("own") is not True:
            names = tuple(player if name == other else name for name in table.players)
            table = renamed(table, names)
        elif player not in table.seat_of:
            table = with_column(table, player)
    return table


def _changed_by(act: Entry, number: int) -> tuple[int, int]:
    """Of so many places those that an act may change: from the first to before the end."""
    if act.what == SEAT:
        return act.number - 1, number
    others = (act.facts["with"],) if act.what == SWAP else ()
    turned = (turn["number"] + 1 for turn in act.turns)
    numbers = (act.number, *others)
    end = max(max(numbers) + (act.what == STRIKE), *turned, 0)
    return min(numbers) - 1, min(end, number)


def deals_after(begun: Agreed, done: Iterable[Entry]) -> DealOf:
    """What gives a deal after these acts, which are only folded where it is asked."""
    return lambda number: _deal_of(begun, places_of(done), number)


def _deal_of(begun: Agreed, places: Places, number: int) -> Kept:
    deal = places[number - 1].deal
    return Kept(table_after(begun, places[:number]), deal.facts if deal else {})
