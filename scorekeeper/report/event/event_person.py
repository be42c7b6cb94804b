"""How somebody came to their place at an event: round by round, penalties, tie-breaks. The names of
the fields are the keys of the JSON, and promised."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.event.event_standings import EventRow, EventStandings, TieBreak
from scorekeeper.event.plan import PLAYED
from scorekeeper.event.round_score import RoundScore
from scorekeeper.report.event.standings_page import AheadCell, PenaltyCell, ahead_cell


class RoundStep(NamedTuple):
    """A round: how it was spent, and where there was a table its number, its session, the others,
    who of these were partners; points, place from 1 and how many sides share it, rank points, the
    part of a won game. `score` is what the plan makes of it; `stand_in` who played for them; in how
    many `deals` they played."""

    round: int
    how: str
    table: int | None
    session: str | None
    others: tuple[str, ...]
    partners: tuple[str, ...]
    points: int | None
    place: int | None
    sharing: int
    sides: int
    rank_points: int | None
    won: int | None
    score: int | None
    counts: bool
    stand_in: str | None = None
    deals: int | None = None


class TieNumber(NamedTuple):
    """The numbers of somebody in a tie-break."""

    name: str
    numbers: tuple[int | None, ...]


class TieStep(NamedTuple):
    """A tie-break, and the numbers of everybody who was level; none where it did not apply, as
    when not all of them had met."""

    by: str
    numbers: tuple[TieNumber, ...]


class PersonPage(NamedTuple):
    """Somebody's place and total at an event, of how many people; the rounds, penalties and
    tie-breaks that made it; who is next before them and why, whom they are ahead of and why."""

    event: str
    name: str
    place: int
    shared: bool
    people: int
    total: int
    by: str
    best: int
    rounds: tuple[RoundStep, ...]
    penalties: tuple[PenaltyCell, ...]
    ties: tuple[TieStep, ...]
    level_with: tuple[str, ...]
    behind: AheadCell | None
    before: str | None
    ahead: AheadCell | None
    plan: tuple[str, ...]


def person_page(
    found: EventStandings, event: str, name: str, plan: Sequence[str],
    instead: Mapping[int, str] = {},
) -> PersonPage:  # fmt: skip
    """How somebody stands, who is among these; `plan` says how it is counted, `instead` who played
    for them, by round."""
    rows = found.rows
    row = next(row for row in rows if row.name == name)
    level = [one for one in rows if one.place == row.place]
    first, last = rows.index(level[0]), rows.index(level[-1])
    before = rows[first - 1] if first else None
    after = rows[last + 1] if last + 1 < len(rows) else None
    return PersonPage(
        event=event,
        name=name,
        place=row.place,
        shared=row.shared,
        people=len(rows),
        total=row.total,
        by=found.plan.by,
        best=found.plan.best,
        rounds=tuple(_step(one, name, instead.get(one.round)) for one in row.rounds),
        penalties=tuple(PenaltyCell(one.round, one.points, one.reason) for one in row.penalties),
        ties=tuple(_ties(row, rows)),
        level_with=tuple(one.name for one in level if one is not row),
        behind=ahead_cell(before.name, before.ahead, row) if before else None,
        before=before.name if before else None,
        ahead=ahead_cell(name, level[-1].ahead, after),
        plan=tuple(plan),
    )


def _step(one: RoundScore, name: str, stand_in: str | None) -> RoundStep:
    is_played = one.how == PLAYED
    return RoundStep(
        round=one.round,
        how=one.how,
        table=one.table or None,
        session=one.session or None,
        others=one.others,
        partners=tuple(other for other in one.partners if other != name),
        points=one.points if is_played else None,
        place=one.place + 1 if is_played else None,
        sharing=one.sharing,
        sides=one.sides,
        rank_points=one.rank if is_played else None,
        won=one.won if is_played else None,
        score=one.score,
        counts=one.counts,
        stand_in=stand_in,
        deals=one.deals if is_played else None,
    )


def _ties(row: EventRow, rows: Sequence[EventRow]) -> Iterator[TieStep]:
    """Each tie-break that they were asked for, with the numbers of all who were level then."""
    asked = {(other.name, tie.by): tie for other in rows for tie in other.ties}
    for tie in row.ties:
        yield TieStep(tie.by, tuple(_numbers(tie, asked)))


def _numbers(tie: TieBreak, asked: dict[tuple[str, str], TieBreak]) -> Iterator[TieNumber]:
    for name in tie.among:
        numbers = asked[name, tie.by].numbers
        if numbers is not None:
            yield TieNumber(name, numbers)
