"""The log and the state of an event: kinds of entries, people, seats and sessions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.event import event_settings as plan
from scorekeeper.event.event_settings import SEATINGS, Terms
from scorekeeper.event.round_score import EventPenalty
from scorekeeper.event.round_tables import Round, swapped
from scorekeeper.game.log import (
    ACCEPT,
    FINISH,
    NOTE,
    REDO,
    SWAP,
    UNDO,
    Entry,
    EntryKind,
    LogForm,
    accepted_said,
    note_said,
    refusal_at,
)
from scorekeeper.text.message import JoinedWords, Words, in_turn, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import marked

# --- event state -------------------------------------------------------------------------------
# The state of an event: people present, seats and sessions by round.
#
# A round that has begun never changes. A drawn round that has not begun has exactly the people
# present in it: an entry that changes these people deletes the draw.


class EventPerson(NamedTuple):
    """A person at an event.

    `plays` has for each round True if the person is present; `away` has the reason for absence
    by round number: `plan.LATE`, `plan.ABSENT` or `plan.LEFT`."""

    name: str
    plays: tuple[bool, ...]
    away: Mapping[int, str] = {}

    def is_in(self, number: int) -> bool:
        """Return True if the person is present in a round, from 1."""
        return self.plays[number - 1]


class EventTable(NamedTuple):
    """A table of people in a round that has begun. Rounds and tables are numbered from 1.

    `people` are in seat order; the first person deals first. `session` is the original name of
    the table's session, which is found by `id`. `is_other` is True if a session was assigned
    that the event did not begin. `slip` has the points of `people` on a result slip; `fewer` is
    True if fewer are better."""

    round: int
    number: int
    people: tuple[str, ...]
    session: str
    id: str
    is_other: bool = False
    slip: tuple[int, ...] = ()
    fewer: bool = False


class RoundDraw(NamedTuple):
    """A drawn round: its seating, the method and the seed of the draw, and its tables once it has
    begun."""

    number: int
    seating: Round
    how: str
    seed: int = 0
    tables: tuple[EventTable, ...] = ()
    begun: str = ""  # when

    @property
    def is_begun(self) -> bool:
        return bool(self.tables)


class Event(NamedTuple):
    """The state of an event. `begun` is the number of rounds begun; `drawn` has the draws by round
    number, from 1."""

    terms: Terms
    people: tuple[EventPerson, ...]
    drawn: Mapping[int, RoundDraw]
    begun: int = 0
    penalties: tuple[EventPenalty, ...] = ()
    finished: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Return everybody's names, in the order in which they joined."""
        return tuple(person.name for person in self.people)

    @property
    def coming(self) -> int:
        """Return the number of the next round."""
        return self.begun + 1

    @property
    def is_played_out(self) -> bool:
        """Return True if all planned rounds have begun."""
        return self.begun == self.terms.rounds

    @property
    def tables(self) -> tuple[EventTable, ...]:
        """Return every table of the rounds that have begun."""
        return tuple(
            table for number in range(1, self.coming) for table in self.drawn[number].tables
        )

    @property
    def later(self) -> range:
        """Return the numbers of the rounds that have not begun."""
        return range(self.coming, self.terms.rounds + 1)

    def playing(self, number: int) -> tuple[str, ...]:
        """Return the people present in a round, in the order in which they joined."""
        return tuple(person.name for person in self.people if person.is_in(number))

    def before(self, number: int) -> tuple[Round, ...]:
        """Return the seatings of the drawn rounds before this round."""
        return tuple(self.drawn[n].seating for n in range(1, number) if n in self.drawn)

    def person(self, name: str) -> EventPerson | None:
        """Return the person of a name, or None."""
        return next((person for person in self.people if person.name == name), None)


def begun_event(terms: Terms) -> Event:
    """Return an event without entries: everybody is present in every round."""
    people = tuple(EventPerson(name, (True,) * terms.rounds) for name in terms.people)
    return Event(terms, people, {})


def missing_draws(event: Event, until: int | None = None) -> Sequence[int]:
    """Return the numbers of the rounds up to `until` that are neither begun nor drawn."""
    last = event.terms.rounds if until is None else until
    return [number for number in event.later if number <= last and number not in event.drawn]


# --- entries -------------------------------------------------------------------------------------

JOIN, LATE, ABSENT, DROP = "join", "late", "absent", "drop"
DRAW, BEGIN, USE, SLIP, SCORE = "draw", "begin", "use", "slip", "score"
BETWEEN = ","  # between the people of a table: no name holds one


def tables_of(entry: Entry) -> tuple[tuple[str, ...], ...]:
    """Return the people at each table of a DRAW entry."""
    return tuple(tuple(table.split(BETWEEN)) for table in words_of(entry, "tables"))


def words_of(entry: Entry, fact: str) -> tuple[str, ...]:
    """Return a fact that is a list of words. Raises Refused for any other value, as after a manual
    edit."""
    words = entry.facts[fact]
    if not all(isinstance(word, str) for word in words):
        raise _out_of_order(entry, say("`facts.{fact}` must be a list of words", fact=fact))
    return tuple(words)


def _out_of_order(entry: Entry, message: Words) -> Refused:
    """Return the refusal of an entry that cannot follow the earlier ones."""
    return refusal_at(entry, Problem("event-order", message))


# --- people present ------------------------------------------------------------------------------


def _joined(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, was: was or number >= entry.number)


def _late(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, _: number >= entry.number)


def _absent(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, was: was and number != entry.number)


def _dropped(event: Event, entry: Entry) -> Event:
    return _present(event, entry, lambda number, was: was and number < entry.number)


# The reason why a person is absent, by the kind of entry that makes them absent.
_AWAY = {JOIN: plan.LATE, LATE: plan.LATE, ABSENT: plan.ABSENT, DROP: plan.LEFT}


def _present(event: Event, entry: Entry, is_in: Callable[[int, bool], bool]) -> Event:
    """Return the event with a person's presence changed in the rounds that have not begun."""
    _refuse_begun(event, entry)
    name = entry.facts["player"]
    known = event.person(name)
    if known is None and entry.what not in (JOIN, LATE):
        raise _out_of_order(entry, say("nobody is called `{name}`", name=name))
    before = known or EventPerson(name, (False,) * event.terms.rounds)
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
    now = EventPerson(name, plays, away)
    people = tuple(now if person.name == name else person for person in event.people)
    return _without_stale(event._replace(people=people if known else (*people, now)))


def _without_stale(event: Event) -> Event:
    """Return the event without draws whose people are not exactly those now present."""
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
        raise _out_of_order(
            entry, say("the draw of round {number} is not of those who play", number=entry.number)
        )
    if facts["how"] not in SEATINGS:
        message = say("`facts.{fact}` must be {seatings}", fact="how", seatings=listing(SEATINGS))
        raise _out_of_order(entry, message)
    drawn = RoundDraw(entry.number, seating, facts["how"], facts.get("seed", 0))
    return event._replace(drawn={**event.drawn, entry.number: drawn})


def _swapped(event: Event, entry: Entry) -> Event:
    _refuse_begun(event, entry)
    drawn, names = event.drawn.get(entry.number), (entry.facts["player"], entry.facts["other"])
    if drawn is None or not {*names} <= {*drawn.seating.people}:
        raise _out_of_order(
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
        raise _out_of_order(
            entry,
            say("round {number} begins, but it is not drawn, or not the next", number=entry.number),
        )
    tables = tuple(
        EventTable(entry.number, place, people, name, own)
        for place, (people, name, own) in enumerate(
            zip(drawn.seating.tables, names, ids, strict=True), 1
        )
    )
    now = drawn._replace(tables=tables, begun=entry.at)
    return event._replace(drawn={**event.drawn, entry.number: now}, begun=entry.number)


def _used(event: Event, entry: Entry) -> Event:
    table, own = _table_of(event, entry), entry.facts["id"]
    if any(other.id == own for other in event.tables):
        raise _out_of_order(entry, say("two tables have one session"))
    return _with_table(event, table._replace(session=entry.facts["session"], id=own, is_other=True))


def _slipped(event: Event, entry: Entry) -> Event:
    table, points = _table_of(event, entry), tuple(entry.facts["points"])
    is_whole = len(points) == len(table.people) and all(type(number) is int for number in points)
    if words_of(entry, "people") != table.people or not is_whole:
        message = say("a slip needs a whole number for each of its table's people")
        raise _out_of_order(entry, message)
    return _with_table(event, table._replace(slip=points, fewer=entry.facts["fewer"]))


def _table_of(event: Event, entry: Entry) -> EventTable:
    """Return the table that an entry is about. Raises Refused if its round has not begun or lacks
    that table."""
    drawn, place = event.drawn.get(entry.number), entry.facts["table"]
    if drawn is None or not 1 <= place <= len(drawn.tables):
        raise _out_of_order(
            entry,
            say("round {number} has no table {table}", number=entry.number, table=place),
        )  # fmt: skip
    table: EventTable = drawn.tables[place - 1]
    return table


def _with_table(event: Event, now: EventTable) -> Event:
    """Return the event with a changed table."""
    drawn = event.drawn[now.round]
    tables = tuple(now if table.number == now.number else table for table in drawn.tables)
    return event._replace(drawn={**event.drawn, now.round: drawn._replace(tables=tables)})


def _refuse_begun(event: Event, entry: Entry) -> None:
    """Raise Refused for an entry about a round that has begun or does not exist, or if the event
    is over."""
    if event.finished:
        raise _out_of_order(entry, say("the event is over"))
    if entry.number not in event.later:
        has_begun = entry.number <= event.begun
        why = say("round {number} has begun", number=entry.number)
        raise _out_of_order(entry, why if has_begun else no_such_round(event, entry.number))


def no_such_round(event: Event, number: int) -> Words:
    """Return the message that an event has no round of this number."""
    return say(
        "there is no round {number}: {rounds} are planned",
        number=number, rounds=event.terms.rounds,
    )  # fmt: skip


# --- other acts ----------------------------------------------------------------------------------


def _scored(event: Event, entry: Entry) -> Event:
    name = entry.facts["player"]
    if event.person(name) is None or not 1 <= entry.number <= event.begun:
        raise _out_of_order(
            entry,
            say("points for `{name}` in round {number}, who has none there", name=name,
                number=entry.number),
        )  # fmt: skip
    penalty = EventPenalty(entry.number, name, entry.facts["points"], entry.why)
    return event._replace(penalties=(*event.penalties, penalty))


def _finished(event: Event, entry: Entry) -> Event:
    if event.finished or entry.number != event.coming:
        raise _out_of_order(entry, say("the event is over"))
    kept = {number: drawn for number, drawn in event.drawn.items() if drawn.is_begun}
    return event._replace(finished=True, drawn=kept)


# --- entries in sentences ------------------------------------------------------------------------


def _join_said(entry: Entry) -> Words:
    return say(
        "{player} plays from round {number} on",
        player=entry.facts["player"], number=entry.number,
    )  # fmt: skip


def _late_said(entry: Entry) -> Words:
    return say(
        "{player} comes late, for round {number}",
        player=entry.facts["player"], number=entry.number,
    )  # fmt: skip


def _absent_said(entry: Entry) -> Words:
    return say(
        "{player} is away in round {number}", player=entry.facts["player"], number=entry.number
    )


def _drop_said(entry: Entry) -> Words:
    if entry.number == 1:
        return say("{player} does not play", player=entry.facts["player"])
    return say(
        "{player} leaves after round {number}",
        player=entry.facts["player"], number=entry.number - 1,
    )  # fmt: skip


DRAWN_SAID = {
    "even": marked("round {number} is drawn, as even as can be"),
    "standing": marked("round {number} is drawn, by the standings"),
    "random": marked("round {number} is drawn, by chance"),
    "hand": marked("round {number} is seated by hand"),
}
_DRAWN = marked("round {number} is drawn")


def _draw_said(entry: Entry) -> Words:
    tables = [" – ".join(table) for table in tables_of(entry)]
    drawn = say(DRAWN_SAID.get(entry.facts["how"], _DRAWN), number=entry.number)
    if not entry.facts["out"]:
        return say("{drawn}: {tables}", drawn=drawn, tables=in_turn(*tables))
    return say(
        "{drawn}: {tables}; out: {names}",
        drawn=drawn, tables=in_turn(*tables), names=listing(words_of(entry, "out"), "and"),
    )  # fmt: skip


def _swap_said(entry: Entry) -> Words:
    return say(
        "{player} and {other} change places in round {number}",
        player=entry.facts["player"], other=entry.facts["other"], number=entry.number,
    )  # fmt: skip


def _begin_said(entry: Entry) -> Words:
    return say_n(
        len(entry.facts["sessions"]),
        "round {number} begins at {n} table",
        "round {number} begins at {n} tables",
        number=entry.number,
    )


def _use_said(entry: Entry) -> Words:
    return say(
        "the session of round {number}, table {table}, is {session}",
        number=entry.number, table=entry.facts["table"], session=entry.facts["session"],
    )  # fmt: skip


def _slip_said(entry: Entry) -> Words:
    pairs = zip(words_of(entry, "people"), entry.facts["points"], strict=False)
    return say(
        "round {number}, table {table}, by its slip: {points}",
        number=entry.number, table=entry.facts["table"],
        points=listing([JoinedWords((name, signed(points)), " ") for name, points in pairs], "and"),
    )  # fmt: skip


def _score_said(entry: Entry) -> Words:
    return say(
        "{player} {points} in round {number}, by the referee",
        player=entry.facts["player"], points=signed(entry.facts["points"]), number=entry.number,
    )  # fmt: skip


def _finish_said(entry: Entry) -> Words:
    return say("finished after round {number}", number=entry.number - 1)


# --- the kinds -----------------------------------------------------------------------------------
# An event's log differs from a session's in its kinds of entries, and in that entries recorded
# together, such as the draws of three rounds, are one act.

EventKind = EntryKind[Callable[[Event, Entry], Event], Callable[[Entry], Words]]

_PERSON: Mapping[str, type] = {"player": str}

KINDS: Mapping[str, EventKind] = {
    JOIN: EntryKind(_joined, facts=_PERSON, said=_join_said),
    LATE: EntryKind(_late, facts=_PERSON, said=_late_said),
    ABSENT: EntryKind(_absent, facts=_PERSON, said=_absent_said),
    DROP: EntryKind(_dropped, facts=_PERSON, said=_drop_said),
    DRAW: EntryKind(
        _drawn, facts={"tables": list, "out": list, "how": str},
        may={"seed": int, "found": str, "source": str}, said=_draw_said,
    ),
    SWAP: EntryKind(_swapped, facts={"player": str, "other": str}, said=_swap_said),
    BEGIN: EntryKind(_begun, facts={"sessions": list, "ids": list}, said=_begin_said),
    USE: EntryKind(_used, facts={"table": int, "session": str, "id": str}, said=_use_said),
    SLIP: EntryKind(
        _slipped, facts={"table": int, "people": list, "points": list, "fewer": bool},
        said=_slip_said,
    ),
    SCORE: EntryKind(_scored, facts={"player": str, "points": int}, said=_score_said),
    FINISH: EntryKind(_finished, said=_finish_said),
    NOTE: EntryKind(
        facts={"text": str}, said=note_said, ends_redo=False, moves_points=False
    ),
    ACCEPT: EntryKind(facts={"joints": list}, said=accepted_said, is_act=False),
    UNDO: EntryKind(is_act=False),
    REDO: EntryKind(is_act=False),
}  # fmt: skip

EVENT_LOG = LogForm(
    kinds=KINDS,
    undoes_together=True,
    code="event-broken",
    broken=marked("the event's file is broken here: {why}"),
    empty=marked("the event's file is empty"),
    out_of_order=_out_of_order,
    of_another=marked(
        "the {entry} is of round {number}, but what it takes is of round {other}; an entry "
        "between is gone, or one too many"
    ),
)


def entry_said(entry: Entry) -> Words:
    """Return an entry as a sentence."""
    said = KINDS[entry.what].said
    assert said is not None
    return said(entry)


# --- the event after a log ------------------------------------------------------------------------


def event_after(event: Event, entries: Iterable[Entry]) -> Event:
    """Return the event after these entries. Raises Refused at an entry that cannot follow the
    earlier ones."""
    for entry in entries:
        if effect := KINDS[entry.what].effect:
            event = effect(event, entry)
    return event
