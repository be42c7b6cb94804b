"""The sessions of an event's tables: their headers, results and assignment."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import Done, done
from scorekeeper.event.event_settings import LEFT, OUT, Terms
from scorekeeper.event.event_state import USE, Event, EventTable
from scorekeeper.event.round_score import (
    EventResults,
    Missing,
    TableResult,
    result_of,
    result_of_slip,
    why_not_whole,
)
from scorekeeper.game.log import Entry
from scorekeeper.game.schedule import number_problems
from scorekeeper.game.session_settings import NOTHING_SETTLED, Agreed, agree
from scorekeeper.league.session_record import Evening
from scorekeeper.record.session_head import head_text, new_head
from scorekeeper.rules.fact_names import option_chosen
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_reader import read_kept_ruleset
from scorekeeper.text.message import CommandLine, Words, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused, refuse

# --- table sessions ----------------------------------------------------------------------------
# The settings of a table's session, and the header of its file.


class TableSession(NamedTuple):
    """The session of a table: its present name and its row in the league."""

    name: str
    evening: Evening


def rules_of(terms: Terms) -> Ruleset:
    """Return the rules of an event."""
    return read_kept_ruleset(terms.rules, terms.game)


def agreed_at(terms: Terms, rules: Ruleset, people: Sequence[str]) -> Agreed:
    """Return the settings of a table of these people; the first deals first. Raises Refused if the
    settings are invalid."""
    turns = NOTHING_SETTLED if len(people) in rules.players else terms.turns
    return agree(rules, people, None, terms.options, turns)


def sizes_problems(terms: Terms, rules: Ruleset) -> list[Problem]:
    """Return the problems of the game at tables of an event's allowed sizes, each once."""
    found = dict[tuple[str, str | None], Problem]()
    for size in range(terms.wanted.least, terms.wanted.most + 1):
        names = [f"{number}." for number in range(1, size + 1)]
        try:
            problems = [*number_problems(agreed_at(terms, rules, names))]
        except Refused as refusal:
            problems = [*refusal.problems]
        for one in problems:
            placed = one._replace(place=say("tables of {number}", number=size))
            found.setdefault((one.code, one.fact), placed)
    return [*found.values()]


def session_head(event: Event, rules: Ruleset, table: EventTable) -> str:
    """Return the header of a table's session.

    The text does not depend on time or place, so that two people who begin the session have the
    same one."""
    terms, drawn = event.terms, event.drawn[table.round]
    head = new_head(
        agreed_at(terms, rules, table.people), table.session, drawn.begun, terms.place, table.id,
        terms.date, terms.two_counts,
        event={"id": terms.id, "name": terms.name, "round": table.round, "table": table.number},
    )  # fmt: skip
    return head_text(head)


# --- results of tables ---------------------------------------------------------------------------


def table_told(table: EventTable, told: Mapping[str, TableSession]) -> TableResult | Missing:
    """Return the result of a table, or the reason why it is missing.

    `told` are the available sessions by id. A slip counts until the session has a result."""
    found = told.get(table.id)
    if found is None:
        return _missing(table, table.session, say("its session is not here, or cannot be read"))
    evening = found.evening._replace(players=_as_drawn(table.people, found.evening.players))
    if not {*table.people} <= {*evening.players}:
        return _missing(table, found.name, say("fewer people play in its session than were drawn"))
    if table.slip and why_not_whole(evening):
        slip = dict(zip(table.people, table.slip, strict=True))
        return result_of_slip(evening, slip, table.round, table.number, found.name, table.fewer)
    return result_of(evening, table.round, table.number, found.name)


def points_of_deals(table: EventTable, told: Mapping[str, TableSession]) -> tuple[int, ...]:
    """Return the points of a table's recorded deals, in the order of its people.

    Empty if no deal is recorded, or if fewer people play than were drawn."""
    found = told.get(table.id)
    if found is None or not found.evening.deals:
        return ()
    evening, players = found.evening, _as_drawn(table.people, found.evening.players)
    of_seats = ((side, seat) for side, seats in enumerate(evening.sides) for seat in seats)
    points = {players[seat]: evening.results[side] for side, seat in of_seats}
    return tuple(points[name] for name in table.people if {*table.people} <= {*players})


def _missing(table: EventTable, session: str, why: Words) -> Missing:
    return Missing(table.round, table.number, session, table.people, why)


def stand_ins(table: EventTable, told: Mapping[str, TableSession]) -> Mapping[str, str]:
    """Return the substitutes at a table by the name of the drawn person."""
    found = told.get(table.id)
    players = found.evening.players if found else table.people
    now = _as_drawn(table.people, players)
    return {drawn: name for drawn, name in zip(now, players, strict=True) if drawn != name}


def _as_drawn(people: Sequence[str], players: Sequence[str]) -> list[str]:
    """Return a session's players with drawn people's names in place of their substitutes'."""
    gone = [name for name in people if name not in players]
    came = [name for name in players if name not in people]
    instead = dict(zip(came, gone, strict=False))
    return [instead.get(name, name) for name in players]


def played_of(event: Event, told: Mapping[str, TableSession]) -> EventResults:
    """Return an event's results: each table's result or the reason why it is missing, and how
    other people spent their rounds."""
    found = [table_told(table, told) for table in event.tables]
    whole = [one for one in found if isinstance(one, TableResult)]
    next_ = min(event.coming, event.terms.rounds)
    return EventResults(
        people=event.names,
        rounds=event.begun,
        results=tuple(whole),
        missing=tuple(one for one in found if isinstance(one, Missing)),
        away=_away(event),
        penalties=event.penalties,
        lowest=_least_is_best(event, told, {one.session for one in whole}),
        left=tuple(one.name for one in event.people if one.away.get(next_) == LEFT),
    )


def _least_is_best(event: Event, told: Mapping[str, TableSession], whole: Collection[str]) -> bool:
    """Return True if fewer points are better, by slips and sessions with a result, else by all
    sessions.

    A match differs before its first game is finished."""
    slips = [table for table in event.tables if table.slip]
    counted = [one.evening for one in told.values() if one.name in whole]
    judged = [evening for evening in counted if not why_not_whole(evening)]
    if not slips and not judged:
        judged = [one.evening for one in told.values()]
    return any(one.fewer for one in slips) or any(one.least_is_best for one in judged)


def _away(event: Event) -> dict[tuple[int, str], str]:
    """Return by (round, person) how a round without a table was spent."""
    found = dict[tuple[int, str], str]()
    for number in range(1, event.coming):
        found |= dict.fromkeys(((number, name) for name in event.drawn[number].seating.out), OUT)
        for person in event.people:
            if not person.is_in(number):
                found[number, person.name] = person.away[number]
    return found


# --- assigning a session -----------------------------------------------------------------------
# A table may have been recorded in another session than the event began, for example on a laptop
# without a network. That session is then assigned to the table.


CODE = "event-use"


class Offered(NamedTuple):
    """A session that may be assigned to a table.

    `seated` are its first players, `of` the event's id, the round and the table in its header.
    `options` are its options if the user named it."""

    told: TableSession
    seated: tuple[str, ...]
    of: tuple[object, object, object] | None = None
    options: Mapping[str, object] = {}

    @property
    def people(self) -> tuple[str, ...]:
        """Return the session's present players."""
        return tuple(self.told.evening.players)

    def has(self, table: EventTable) -> bool:
        """Return True if a table's people are the session's players, now or before others took
        their seats."""
        left = {one.name for one in self.told.evening.left}
        known = {*self.people, *self.seated, *left}
        return {*table.people} <= known and len(self.people) == len(table.people)


def using(
    opened: OpenEvent, offered: Offered, told: Mapping[str, TableSession], number: int | None,
    place: int | None, at: str, why: str = "",
) -> Done:  # fmt: skip
    """Return the change that assigns a session to a table.

    The table is the given one, else the only one of these people without a deal. `told` are the
    tables' sessions by id."""
    event = opened.event
    among = [
        table
        for table in event.tables
        if number in (None, table.round) and place in (None, table.number)
    ]
    table = _meant(event, offered, told, among, is_named=number is not None and place is not None)
    session = offered.told
    facts = {"table": table.number, "session": session.name, "id": session.evening.id}
    notes = [*_notes(table, told), *_option_notes(event, table, offered)]
    return done(opened, [Entry(USE, table.round, at, facts, why)], notes)


def _meant(
    event: Event, offered: Offered, told: Mapping[str, TableSession], among: Sequence[EventTable],
    is_named: bool,
) -> EventTable:  # fmt: skip
    """Return the table in `among` that the session fits. Raises Refused unless there is exactly
    one."""
    if not among:
        raise refuse(CODE, say("no such table has begun"), "table", _see_round())
    faults = [*_own_faults(event, offered)]
    fitting = [table for table in among if not _faults(table, offered, told)]
    if not faults and len(fitting) == 1:
        return fitting[0]
    if not faults and len(fitting) > 1:
        raise _several(offered, fitting)
    likely = among[0] if is_named else max(among, key=lambda table: _likeness(table, offered))
    raise Refused([*faults, *_faults(likely, offered, told)])


def _likeness(table: EventTable, offered: Offered) -> tuple[int, bool, int]:
    """Return a sort key of a table's similarity to a session: common people, the table named in
    its header, a late round."""
    says = offered.of is not None and offered.of[1:] == (table.round, table.number)
    return len({*table.people} & {*offered.people}), says, table.round


def _several(offered: Offered, fitting: Sequence[EventTable]) -> Refused:
    message = say(
        "the people of `{session}` are those of {tables}",
        session=offered.told.name, tables=listing(map(_place, fitting), "and"),
    )  # fmt: skip
    mends = [
        say("if it is {table}: {command}", table=_place(one), command=_used(offered, one))
        for one in fitting
    ]
    return Refused([Problem(CODE, message, "table", tuple(mends))])


def _used(offered: Offered, table: EventTable) -> CommandLine:
    """Return the command that assigns a session to this table."""
    place = ("--round", str(table.round), "--table", str(table.number))
    return CommandLine("event use", (offered.told.name, *place))


# --- problems ------------------------------------------------------------------------------------


def _own_faults(event: Event, offered: Offered) -> Iterable[Problem]:
    """Yield the problems that prevent assigning a session to any table of this event."""
    name, evening = offered.told.name, offered.told.evening
    other = next((table for table in event.tables if table.id == evening.id), None)
    if other is not None:
        message = say(
            "`{session}` is the session of {table} already", session=name, table=_place(other)
        )
        yield Problem(CODE, message, "session", (_see_round(),))
    if evening.game != event.terms.game:
        message = say(
            "`{session}` is played by {game}, the event by {own}",
            session=name, game=evening.game, own=event.terms.game,
        )  # fmt: skip
        yield Problem(CODE, message, "session", (say("name another session"),))


def _faults(table: EventTable, offered: Offered, told: Mapping[str, TableSession]) -> list[Problem]:
    """Return the problems that prevent assigning a session to this table."""
    name, found = offered.told.name, []
    if not offered.has(table):
        message = say(
            "`{session}` is of {number}, {names}; at {table} sit {own}, {people}",
            session=name, number=len(offered.people), names=listing(offered.people, "and"),
            table=_place(table), own=len(table.people), people=listing(table.people, "and"),
        )  # fmt: skip
        found.append(Problem(CODE, message, "people", (*_people_mends(table, offered),)))
    found += own_deals_problems(table, offered.told.evening.id, told)
    return found


def own_deals_problems(
    table: EventTable, session: str, told: Mapping[str, TableSession]
) -> Iterator[Problem]:
    """Yield a problem if a table has deals in a session other than `session`, an id."""
    own = told.get(table.id)
    if own is not None and own.evening.deals and own.evening.id != session:
        message = say_n(
            own.evening.deals,
            "{table} has {n} deal of its own, in `{session}`",
            "{table} has {n} deals of its own, in `{session}`",
            table=_place(table), session=own.name,
        )  # fmt: skip
        look = say(
            "see `{sheet}`; what does not count there is taken back: `{undo}`",
            sheet=CommandLine("sheet", ("-s", own.name)),
            undo=CommandLine("undo", ("-s", own.name)),
        )  # fmt: skip
        yield Problem(CODE, message, "table", (look,))


def _people_mends(table: EventTable, offered: Offered) -> Iterable[Words]:
    """Yield fixes for a session whose people differ from the table's: name another table, or
    rename a player to the drawn name."""
    yield say("name the table of these people, by `--round` and `--table`")
    gone = [name for name in offered.people if name not in table.people]
    lacking = [name for name in table.people if name not in offered.people]
    if len(gone) == len(lacking) == 1:
        command = CommandLine("seat", (lacking[0], "for", gone[0], "-s", offered.told.name))
        yield say(
            "if {name} is {other}: {command}", name=gone[0], other=lacking[0], command=command
        )


def _place(table: EventTable) -> Words:
    return say("round {round}, table {table}", round=table.round, table=table.number)


def _see_round() -> Words:
    return say("see `{command}`", command=CommandLine("event round"))


def _notes(table: EventTable, told: Mapping[str, TableSession]) -> Iterable[Words]:
    """Yield a note about the table's empty session, which is replaced."""
    if table.id in told:
        name = told[table.id].name
        yield say(
            "`{session}`, in which nobody played, counts no more: {command}",
            session=name, command=CommandLine("sessions delete", (name,)),
        )  # fmt: skip


def _option_notes(event: Event, table: EventTable, offered: Offered) -> Iterable[Words]:
    """Yield a note about options of the session that differ from the event's."""
    rules = rules_of(event.terms)
    wanted = agreed_at(event.terms, rules, table.people).options
    other = [n for n, value in offered.options.items() if n in wanted and wanted[n] != value]
    if other:
        chosen, own = (
            [option_chosen(rules, name, options[name]) for name in other]
            for options in (offered.options, wanted)
        )
        yield say(
            "`{session}` was played with {options}, where the event has {own}",
            session=offered.told.name, options=listing(chosen, "and"), own=listing(own, "and"),
        )  # fmt: skip


# --- likely sessions -----------------------------------------------------------------------------


def likely_sessions(
    event: Event, told: Mapping[str, TableSession], offers: Iterable[Offered]
) -> Mapping[tuple[int, int], str]:
    """Return the name of a session that may belong to a table without a deal, by (round, table).

    The session has the same people; the last one offered is chosen."""
    empty = [t for t in event.tables if t.id not in told or not told[t.id].evening.deals]
    found = ((_likeliest(event, empty, offered), offered.told.name) for offered in offers)
    return {(table.round, table.number): name for table, name in found if table is not None}


def _likeliest(event: Event, tables: Iterable[EventTable], offered: Offered) -> EventTable | None:
    """Return the table named in a session's header if the people fit.

    Else return the latest table of these people that had begun by the session's last entry,
    else their first table, or None."""
    fitting = [*filter(offered.has, tables)]
    for table in fitting:
        if offered.of == (event.terms.id, table.round, table.number):
            return table
    begun = [t for t in fitting if event.drawn[t.round].begun <= offered.told.evening.last]
    return next(iter(begun[-1:] or fitting), None)
