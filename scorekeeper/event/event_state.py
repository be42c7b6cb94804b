"""An event as it stands: who plays in which round, who sits where, which sessions the tables are.

A round that is begun is never changed again. A round that is drawn and not begun is of just those
people who play in it: whatever changes who they are takes the draw away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from scorekeeper.base.records import Record
from scorekeeper.event import plan
from scorekeeper.event.event_entries import (
    ABSENT,
    BEGIN,
    DRAW,
    DROP,
    JOIN,
    LATE,
    SCORE,
    SLIP,
    USE,
    out_of_order,
    tables_of,
    words_of,
)
from scorekeeper.event.round_score import Penalty
from scorekeeper.event.seated import Round, swapped
from scorekeeper.event.terms import SEATINGS, Terms
from scorekeeper.game.log import FINISH, SWAP, Entry
from scorekeeper.text.message import Words, listing, say


class Person(Record):
    """Somebody at an event; `plays` says of each round, from the first, whether they are there, and
    `away` why not, by the number of the round: `plan.LATE`, `plan.ABSENT` or `plan.LEFT`."""

    name: str
    plays: tuple[bool, ...]
    away: Mapping[int, str] = {}

    def is_in(self, number: int) -> bool:
        """Whether they are there in a round, from 1."""
        return self.plays[number - 1]


class Table(Record):
    """A table of a round that is begun, both counted from 1; its people in the order of their
    places, of whom the first deals first; the name and the id of its session. The name is the one
    that the session was begun under: it is found by its id. `is_other` where that is not the one
    that the event began for it; `slip` are the points of its people by its result slip,
    of which fewer are better where it says so."""

    round: int
    number: int
    people: tuple[str, ...]
    session: str
    id: str
    is_other: bool = False
    slip: tuple[int, ...] = ()
    fewer: bool = False


class Drawn(Record):
    """A round that is drawn: who sits where and who sits out, how that was found, with which seed;
    and its tables where it is begun."""

    number: int
    seating: Round
    how: str
    seed: int = 0
    tables: tuple[Table, ...] = ()
    begun: str = ""  # when

    @property
    def is_begun(self) -> bool:
        return bool(self.tables)


class Event(Record):
    """An event as it stands. `begun` is how many rounds have begun, `drawn` has every round that is
    drawn by its number, from 1."""

    terms: Terms
    people: tuple[Person, ...]
    drawn: Mapping[int, Drawn]
    begun: int = 0
    penalties: tuple[Penalty, ...] = ()
    finished: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody, in the order in which they came."""
        return tuple(person.name for person in self.people)

    @property
    def coming(self) -> int:
        """The number of the round that begins next."""
        return self.begun + 1

    @property
    def is_played_out(self) -> bool:
        """Whether all rounds that were planned have begun."""
        return self.begun == self.terms.rounds

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table of the rounds that have begun."""
        return tuple(
            table for number in range(1, self.coming) for table in self.drawn[number].tables
        )

    @property
    def later(self) -> range:
        """The numbers of the rounds that have not begun."""
        return range(self.coming, self.terms.rounds + 1)

    def playing(self, number: int) -> tuple[str, ...]:
        """Who is there in a round, in the order in which they came."""
        return tuple(person.name for person in self.people if person.is_in(number))

    def before(self, number: int) -> tuple[Round, ...]:
        """Who sat where in the rounds before one, as far as these are drawn."""
        return tuple(self.drawn[n].seating for n in range(1, number) if n in self.drawn)

    def person(self, name: str) -> Person | None:
        """Somebody by name; None where nobody has it."""
        return next((person for person in self.people if person.name == name), None)


def begun_event(terms: Terms) -> Event:
    """An event of which nothing is recorded yet: all are there in every round."""
    people = tuple(Person(name, (True,) * terms.rounds) for name in terms.people)
    return Event(terms, people, {})


def event_after(event: Event, entries: Iterable[Entry]) -> Event:
    """The event after these entries; raises Refused for one that cannot follow those before it."""
    for entry in entries:
        event = _EFFECTS.get(entry.what, _unchanged)(event, entry)
    return event


# --- who is there --------------------------------------------------------------------------------


def _joined(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, was: was or number >= entry.number)


def _late(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, _: number >= entry.number)


def _absent(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, was: was and number != entry.number)


def _dropped(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, was: was and number < entry.number)


# Why somebody is not there in the rounds that an entry takes from them.
_AWAY = {JOIN: plan.LATE, LATE: plan.LATE, ABSENT: plan.ABSENT, DROP: plan.LEFT}


def _present(event: Event, entry: Entry, is_in: Callable[[int, bool], bool]) -> Event:
    """The event with somebody there in other rounds, of those that have not begun."""
    _refuse_begun(event, entry)
    name = entry.facts["player"]
    known = event.person(name)
    if known is None and entry.what not in (JOIN, LATE):
        raise out_of_order(entry, say("nobody is called `{name}`", name=name))
    before = known or Person(name, (False,) * event.terms.rounds)
    plays = tuple(
        is_in(number, was) if number > event.begun else was
        for number, was in enumerate(before.plays, 1)
    )
    why = _AWAY[entry.what]
    away = {
        number: why if was else before.away.get(number, why)
        for number, (was, now) in enumerate(zip(before.plays, plays, strict=True), 1)
        if not now
    }
    now = Person(name, plays, away)
    people = tuple(now if person.name == name else person for person in event.people)
    return _without_stale(event._replace(people=people if known else (*people, now)))


def _without_stale(event: Event) -> Event:
    """The event without the draws that are of other people than those who are there now."""
    kept = {
        number: drawn
        for number, drawn in event.drawn.items()
        if drawn.is_begun or {*drawn.seating.people} == {*event.playing(number)}
    }
    return event._replace(drawn=kept)


# --- rounds --------------------------------------------------------------------------------------


def _drawn(event: Event, entry: Entry) -> Event:
    _refuse_begun(event, entry)
    facts = entry.facts
    seating = Round(tables_of(entry), words_of(entry, "out"))
    playing = event.playing(entry.number)
    if sorted(seating.people) != sorted(playing) or not seating.tables:
        raise out_of_order(
            entry, say("the draw of round {number} is not of those who play", number=entry.number)
        )
    if facts["how"] not in SEATINGS:
        message = say("`facts.{fact}` must be {seatings}", fact="how", seatings=listing(SEATINGS))
        raise out_of_order(entry, message)
    drawn = Drawn(entry.number, seating, facts["how"], facts.get("seed", 0))
    return event._replace(drawn={**event.drawn, entry.number: drawn})


def _swapped(event: Event, entry: Entry) -> Event:
    _refuse_begun(event, entry)
    drawn, names = event.drawn.get(entry.number), (entry.facts["player"], entry.facts["other"])
    if drawn is None or not {*names} <= {*drawn.seating.people}:
        raise out_of_order(
            entry, say("two change places in round {number} who have none", number=entry.number)
        )
    now = drawn._replace(seating=swapped(drawn.seating, *names))
    return event._replace(drawn={**event.drawn, entry.number: now})


def _begun(event: Event, entry: Entry) -> Event:
    _refuse_begun(event, entry)
    drawn = event.drawn.get(entry.number)
    names, ids = words_of(entry, "sessions"), words_of(entry, "ids")
    number = len(drawn.seating.tables) if drawn else 0
    if drawn is None or entry.number != event.coming or not len(names) == len(ids) == number:
        raise out_of_order(
            entry,
            say("round {number} begins, but it is not drawn, or not the next", number=entry.number),
        )
    tables = tuple(
        Table(entry.number, place, people, name, own)
        for place, (people, name, own) in enumerate(
            zip(drawn.seating.tables, names, ids, strict=True), 1
        )
    )
    now = drawn._replace(tables=tables, begun=entry.at)
    return event._replace(drawn={**event.drawn, entry.number: now}, begun=entry.number)


def _used(event: Event, entry: Entry) -> Event:
    table, own = _table_of(event, entry), entry.facts["id"]
    if any(other.id == own for other in event.tables):
        raise out_of_order(entry, say("two tables have one session"))
    return _with_table(event, table._replace(session=entry.facts["session"], id=own, is_other=True))


def _slipped(event: Event, entry: Entry) -> Event:
    table, points = _table_of(event, entry), tuple(entry.facts["points"])
    is_whole = len(points) == len(table.people) and all(type(number) is int for number in points)
    if words_of(entry, "people") != table.people or not is_whole:
        message = say("a slip needs a whole number for each of its table's people")
        raise out_of_order(entry, message)
    return _with_table(event, table._replace(slip=points, fewer=entry.facts["fewer"]))


def _table_of(event: Event, entry: Entry) -> Table:
    """Return the table of an entry, of a round that has begun; raise Refused for one that there is
    not."""
    drawn, place = event.drawn.get(entry.number), entry.facts["table"]
    if drawn is None or not 1 <= place <= len(drawn.tables):
        raise out_of_order(
            entry,
            say("round {number} has no table {table}", number=entry.number, table=place),
        )  # fmt: skip
    table: Table = drawn.tables[place - 1]
    return table


def _with_table(event: Event, now: Table) -> Event:
    """Return the event with a table changed."""
    drawn = event.drawn[now.round]
    tables = tuple(now if table.number == now.number else table for table in drawn.tables)
    return event._replace(drawn={**event.drawn, now.round: drawn._replace(tables=tables)})


def _refuse_begun(event: Event, entry: Entry) -> None:
    """Raises Refused for an entry about a round that has begun, that there is not, or of an event
    that is over."""
    if event.finished:
        raise out_of_order(entry, say("the event is over"))
    if entry.number not in event.later:
        has_begun = entry.number <= event.begun
        why = say("round {number} has begun", number=entry.number)
        raise out_of_order(entry, why if has_begun else no_such_round(event, entry.number))


def no_such_round(event: Event, number: int) -> Words:
    """That an event has no round of this number."""
    return say(
        "there is no round {number}: {rounds} are planned",
        number=number, rounds=event.terms.rounds,
    )  # fmt: skip


# --- the rest ------------------------------------------------------------------------------------


def _scored(event: Event, entry: Entry) -> Event:
    name = entry.facts["player"]
    if event.person(name) is None or not 1 <= entry.number <= event.begun:
        raise out_of_order(
            entry,
            say("points for `{name}` in round {number}, who has none there", name=name,
                number=entry.number),
        )  # fmt: skip
    penalty = Penalty(entry.number, name, entry.facts["points"], entry.why)
    return event._replace(penalties=(*event.penalties, penalty))


def _finished(event: Event, entry: Entry) -> Event:
    if event.finished or entry.number != event.coming:
        raise out_of_order(entry, say("the event is over"))
    kept = {number: drawn for number, drawn in event.drawn.items() if drawn.is_begun}
    return event._replace(finished=True, drawn=kept)


def _unchanged(event: Event, _: Entry) -> Event:
    return event


_EFFECTS: Mapping[str, Callable[[Event, Entry], Event]] = {
    JOIN: _joined,
    LATE: _late,
    ABSENT: _absent,
    DROP: _dropped,
    DRAW: _drawn,
    SWAP: _swapped,
    BEGIN: _begun,
    USE: _used,
    SLIP: _slipped,
    SCORE: _scored,
    FINISH: _finished,
}


def missing_draws(event: Event, until: int | None = None) -> Sequence[int]:
    """The rounds that have not begun and are not drawn, up to one."""
    last = event.terms.rounds if until is None else until
    return [number for number in event.later if number <= last and number not in event.drawn]
