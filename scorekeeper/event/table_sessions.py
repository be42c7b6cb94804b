"""The tables of an event as sessions: what is agreed at one, the head of its file, and what its
session has come to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from scorekeeper.base.records import Record
from scorekeeper.event.event_state import Event, Table
from scorekeeper.event.plan import LEFT, OUT
from scorekeeper.event.round_score import Played
from scorekeeper.event.table_result import Missing, TableResult, result_of, result_of_slip
from scorekeeper.event.terms import Terms
from scorekeeper.game.schedule import number_problems
from scorekeeper.game.seats import NOTHING_SETTLED
from scorekeeper.game.session import Agreed, agree
from scorekeeper.league.evening import Evening
from scorekeeper.record.book import new_head
from scorekeeper.record.journal import head_text
from scorekeeper.rules.model import Ruleset
from scorekeeper.rules.read import read_kept_ruleset
from scorekeeper.text.message import Words, say
from scorekeeper.text.problems import Problem, Refused


class Told(Record):
    """A session of a table as it was found: its name now, and its row."""

    name: str
    evening: Evening


def rules_of(terms: Terms) -> Ruleset:
    """The rules that an event is played by."""
    return read_kept_ruleset(terms.rules, terms.game)


def agreed_at(terms: Terms, rules: Ruleset, people: Sequence[str]) -> Agreed:
    """What is agreed at a table of these people, of whom the first deals first; raises Refused
    where they cannot play so."""
    turns = NOTHING_SETTLED if len(people) in rules.players else terms.turns
    return agree(rules, people, None, terms.options, turns)


def sizes_problems(terms: Terms, rules: Ruleset) -> list[Problem]:
    """Why the game cannot be played at tables of the sizes that an event may have; each
    reason once."""
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


def session_head(event: Event, rules: Ruleset, table: Table) -> str:
    """The head of a table's session: the same text whenever and wherever it is made, so that two
    who begin it have the same session."""
    terms, drawn = event.terms, event.drawn[table.round]
    head = new_head(
        agreed_at(terms, rules, table.people), table.session, drawn.begun, terms.place, table.id,
        terms.date, terms.two_counts,
        event={"id": terms.id, "name": terms.name, "round": table.round, "table": table.number},
    )  # fmt: skip
    return head_text(head)


# --- what they have come to ----------------------------------------------------------------------


def table_told(table: Table, told: Mapping[str, Told]) -> TableResult | Missing:
    """What a table has come to by its session; `told` are the sessions that were found, by id."""
    found = told.get(table.id)
    if found is None:
        return _missing(table, table.session, say("its session is not here, or cannot be read"))
    evening = found.evening._replace(players=_as_drawn(table.people, found.evening.players))
    if not {*table.people} <= {*evening.players}:
        return _missing(table, found.name, say("fewer people play in its session than were drawn"))
    if table.slip and not evening.deals:
        slip = dict(zip(table.people, table.slip, strict=True))
        return result_of_slip(evening, slip, table.round, table.number, found.name, table.fewer)
    return result_of(evening, table.round, table.number, found.name)


def _missing(table: Table, session: str, why: Words) -> Missing:
    return Missing(table.round, table.number, session, table.people, why)


def stand_ins(table: Table, told: Mapping[str, Told]) -> Mapping[str, str]:
    """Who plays at a table for whom: by those who were drawn the others."""
    found = told.get(table.id)
    players = found.evening.players if found else table.people
    now = _as_drawn(table.people, players)
    return {drawn: name for drawn, name in zip(now, players, strict=True) if drawn != name}


def _as_drawn(people: Sequence[str], players: Sequence[str]) -> list[str]:
    """The players of a session by the names that were drawn: whoever took somebody's seat plays for
    them."""
    gone = [name for name in people if name not in players]
    came = [name for name in players if name not in people]
    instead = dict(zip(came, gone, strict=False))
    return [instead.get(name, name) for name in players]


def played_of(event: Event, told: Mapping[str, Told]) -> Played:
    """What was played at an event: each table's result or that it is missing, and how everybody
    else spent their rounds."""
    found = [table_told(table, told) for table in event.tables]
    whole = [one for one in found if isinstance(one, TableResult)]
    next_ = min(event.coming, event.terms.rounds)
    return Played(
        people=event.names,
        rounds=event.begun,
        results=tuple(whole),
        missing=tuple(one for one in found if isinstance(one, Missing)),
        away=_away(event),
        penalties=event.penalties,
        lowest=_least_is_best(event, told, {one.session for one in whole}),
        left=tuple(one.name for one in event.people if one.away.get(next_) == LEFT),
    )


def _least_is_best(event: Event, told: Mapping[str, Told], whole: Collection[str]) -> bool:
    """Return True where fewer points are better, by the sessions that have a result: those of a
    match are judged otherwise before its first game is finished."""
    slips = [table for table in event.tables if table.slip]
    judged = [one.evening for one in told.values() if one.name in whole and one.evening.deals]
    if not slips and not judged:
        judged = [one.evening for one in told.values()]
    return any(one.fewer for one in slips) or any(one.least_is_best for one in judged)


def _away(event: Event) -> dict[tuple[int, str], str]:
    """By round and person how those spent it who had no table."""
    found = dict[tuple[int, str], str]()
    for number in range(1, event.coming):
        found |= dict.fromkeys(((number, name) for name in event.drawn[number].seating.out), OUT)
        for person in event.people:
            if not person.is_in(number):
                found[number, person.name] = person.away[number]
    return found
