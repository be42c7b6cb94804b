"""Which session a table of an event is, where another one was recorded than the event began: on a
laptop without a network, say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorekeeper.base.records import Record
from scorekeeper.event import OpenEvent
from scorekeeper.event.event_acts import Done, done
from scorekeeper.event.event_entries import USE
from scorekeeper.event.event_state import Event, Table
from scorekeeper.event.table_sessions import Told, agreed_at, rules_of
from scorekeeper.game.log import Entry
from scorekeeper.rules.said import option_chosen
from scorekeeper.text.message import CommandLine, Words, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused, refuse

CODE = "event-use"


class Offered(Record):
    """A session that may be a table's: what it is called and its row, who sat down in it at first,
    of which event (by its id), round and table its head says it is, if of any, and, where one is
    named to be used, by which options it is played."""

    told: Told
    seated: tuple[str, ...]
    of: tuple[object, object, object] | None = None
    options: Mapping[str, object] = {}

    @property
    def people(self) -> tuple[str, ...]:
        """Who plays in it now."""
        return tuple(self.told.evening.players)

    def has(self, table: Table) -> bool:
        """Whether those of a table are who plays in it, or whose seats somebody else took since."""
        left = {one.name for one in self.told.evening.left}
        known = {*self.people, *self.seated, *left}
        return {*table.people} <= known and len(self.people) == len(table.people)


def using(
    opened: OpenEvent, offered: Offered, told: Mapping[str, Told], number: int | None,
    place: int | None, at: str, why: str = "",
) -> Done:  # fmt: skip
    """The act that this session is a table's: of the round and table that are named, else of the
    one table of these people that has no deal. `told` are the sessions of the tables, by id."""
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
    event: Event, offered: Offered, told: Mapping[str, Told], among: Sequence[Table],
    is_named: bool,
) -> Table:  # fmt: skip
    """The table of those named that this session can be; raises Refused where none, or several."""
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


def _likeness(table: Table, offered: Offered) -> tuple[int, bool, int]:
    """How much a table is like that of a session: by its people, then by what its head says."""
    says = offered.of is not None and offered.of[1:] == (table.round, table.number)
    return len({*table.people} & {*offered.people}), says, table.round


def _several(offered: Offered, fitting: Sequence[Table]) -> Refused:
    message = say(
        "the people of `{session}` are those of {tables}",
        session=offered.told.name, tables=listing(map(_place, fitting), "and"),
    )  # fmt: skip
    mends = [
        say("if it is {table}: {command}", table=_place(one), command=_used(offered, one))
        for one in fitting
    ]
    return Refused([Problem(CODE, message, "table", tuple(mends))])


def _used(offered: Offered, table: Table) -> CommandLine:
    """The command that takes a session for this table."""
    place = ("--round", str(table.round), "--table", str(table.number))
    return CommandLine("event use", (offered.told.name, *place))


# --- what cannot be ------------------------------------------------------------------------------


def _own_faults(event: Event, offered: Offered) -> Iterable[Problem]:
    """Why a session is no table's of this event, whichever."""
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


def _faults(table: Table, offered: Offered, told: Mapping[str, Told]) -> list[Problem]:
    """Why a session cannot be that of a table."""
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


def own_deals_problems(table: Table, session: str, told: Mapping[str, Told]) -> Iterator[Problem]:
    """Why the session of this id cannot be that of a table: it has deals in another one."""
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


def _people_mends(table: Table, offered: Offered) -> Iterable[Words]:
    """What may be done where other people sit at a table: name another one, or say that one who is
    written otherwise is the one who was drawn."""
    yield say("name the table of these people, by `--round` and `--table`")
    gone = [name for name in offered.people if name not in table.people]
    lacking = [name for name in table.people if name not in offered.people]
    if len(gone) == len(lacking) == 1:
        command = CommandLine("seat", (lacking[0], "for", gone[0], "-s", offered.told.name))
        yield say(
            "if {name} is {other}: {command}", name=gone[0], other=lacking[0], command=command
        )


def _place(table: Table) -> Words:
    return say("round {round}, table {table}", round=table.round, table=table.number)


def _see_round() -> Words:
    return say("see `{command}`", command=CommandLine("event round"))


def _notes(table: Table, told: Mapping[str, Told]) -> Iterable[Words]:
    """A word about the session that the event began for the table, where it lies there empty."""
    if table.id in told:
        name = told[table.id].name
        yield say(
            "`{session}`, in which nobody played, counts no more: {command}",
            session=name, command=CommandLine("sessions delete", (name,)),
        )  # fmt: skip


def _option_notes(event: Event, table: Table, offered: Offered) -> Iterable[Words]:
    """A word about options by which the session was played, and the tables of the event are not."""
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


# --- which may be meant --------------------------------------------------------------------------


def likely_sessions(
    event: Event, told: Mapping[str, Told], offers: Iterable[Offered]
) -> Mapping[tuple[int, int], str]:
    """By round and number of a table without a deal the name of a session that may be its: of the
    same people. Of several the latest."""
    empty = [t for t in event.tables if t.id not in told or not told[t.id].evening.deals]
    found = ((_likeliest(event, empty, offered), offered.told.name) for offered in offers)
    return {(table.round, table.number): name for table, name in found if table is not None}


def _likeliest(event: Event, tables: Iterable[Table], offered: Offered) -> Table | None:
    """Of the tables of its people the one that a session says it is; else the latest that had begun
    by the time of its last entry."""
    fitting = [*filter(offered.has, tables)]
    for table in fitting:
        if offered.of == (event.terms.id, table.round, table.number):
            return table
    begun = [t for t in fitting if event.drawn[t.round].begun <= offered.told.evening.last]
    return next(iter(begun[-1:] or fitting), None)
