"""The standings of an event as a value. The names of the fields are the keys of the JSON, and
promised."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.event.event_standings import Ahead, EventRow, EventStandings
from scorekeeper.event.plan import Plan
from scorekeeper.event.round_score import Penalty, RoundScore
from scorekeeper.report.event.event_words import ahead_line, plan_lines
from scorekeeper.text.speech import text_of


class ScoreCell(NamedTuple):
    """What a round came to: how it was spent, its score, None where it has none, and whether it
    counts."""

    round: int
    how: str
    score: int | None
    counts: bool


class PenaltyCell(NamedTuple):
    """Points that the referee gave or took, and why."""

    round: int
    points: int
    why: str


class AheadCell(NamedTuple):
    """Why somebody is ahead of who follows: by what, the two numbers, and in words."""

    of: str
    by: str
    mine: int | None
    theirs: int | None
    say: str


class StandingRow(NamedTuple):
    """Somebody's place, their total, every round, penalties, why they are ahead of who follows,
    and whether they left the event."""

    place: int
    shared: bool
    name: str
    total: int
    rounds: tuple[ScoreCell, ...]
    penalties: tuple[PenaltyCell, ...]
    ahead: AheadCell | None
    left: bool
    player: str  # as the league and its ratings call them


class OpenTable(NamedTuple):
    """A table without a result, and why."""

    round: int
    table: int
    session: str
    people: tuple[str, ...]
    why: str


class StandingsPage(NamedTuple):
    """The standings of an event after so many of its rounds: what is counted, what parts those who
    are level, in words too; a row each, and the tables without a result."""

    event: str
    rounds: int
    of: int
    finished: bool
    by: str
    best: int
    ties: tuple[str, ...]
    fewer: bool
    plan: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    missing: tuple[OpenTable, ...]


def standings_page(
    found: EventStandings, event: str, of: int, finished: bool = False
) -> StandingsPage:
    """The standings of an event of so many rounds."""
    plan: Plan = found.plan
    return StandingsPage(
        event=event,
        rounds=found.rounds,
        of=of,
        finished=finished,
        by=plan.by,
        best=plan.best,
        ties=plan.parting,
        fewer=found.fewer,
        plan=tuple(plan_lines(plan, found.fewer)),
        rows=tuple(_rows(found.rows)),
        missing=tuple(
            OpenTable(one.round, one.table, one.session, one.people, text_of(one.why))
            for one in found.missing
        ),
    )


def _rows(rows: Sequence[EventRow]) -> list[StandingRow]:
    return [
        StandingRow(
            row.place, row.shared, row.name, row.total, tuple(map(score_cell, row.rounds)),
            tuple(map(_penalty, row.penalties)), ahead_cell(row.name, row.ahead, following),
            row.left, row.name,
        )
        for row, following in zip_longest(rows, rows[1:])
    ]  # fmt: skip


def score_cell(one: RoundScore) -> ScoreCell:
    return ScoreCell(one.round, one.how, one.score, one.counts)


def _penalty(one: Penalty) -> PenaltyCell:
    return PenaltyCell(one.round, one.points, one.reason)


def ahead_cell(name: str, ahead: Ahead | None, following: EventRow | None) -> AheadCell | None:
    """Why somebody is ahead of who follows them; None where nobody does, or not by anything."""
    if ahead is None or following is None:
        return None
    said = ahead_line(name, following.name, ahead)
    return AheadCell(following.name, ahead.by, ahead.mine, ahead.theirs, said)
