"""The standings of an event and of one player, as values and in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from scorekeeper.base.exact_numbers import is_written
from scorekeeper.event.event_settings import (
    ABSENT,
    ALONE,
    BEST_ROUND,
    LAST_ROUND,
    LATE,
    LEFT,
    MARGIN,
    MEAN,
    MET,
    OPEN,
    OTHERS,
    OUT,
    PLAYED,
    POINTS,
    RANK,
    WINS,
    Plan,
)
from scorekeeper.event.event_standings import TOTAL, Ahead, EventStanding, EventStandings, TieBreak
from scorekeeper.event.round_score import EventPenalty, RoundScore
from scorekeeper.text.local_formats import decimal_words
from scorekeeper.text.message_text import text_of
from scorekeeper.text.translation import marked, tr, trc, trn

# --- event words -------------------------------------------------------------------------------
# The labels of an event's standings: scores, tie-breakers, ways to spend a round.


NOTHING, PENDING, FIXED, GONE = "–", "…", "~", "×"
SIGNS = {  # besides those that every number is written with
    (1, 3): "⅓", (2, 3): "⅔", (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘", (1, 6): "⅙",
    (5, 6): "⅚", (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞",
}  # fmt: skip

# The labels of tie-breakers, as they follow "by".
_PARTS = {
    TOTAL: marked("the total"), POINTS: marked("the points"), RANK: marked("the rank points"),
    WINS: marked("the games won"), ALONE: marked("the games won alone"),
    MET: marked("the direct meeting"), MARGIN: marked("the margin over the others"),
    BEST_ROUND: marked("the best round"), LAST_ROUND: marked("the last round"),
    OTHERS: marked("the totals of the others"),
}  # fmt: skip
_SPENT = {
    OUT: marked("sat out"), LATE: marked("was not there yet"), ABSENT: marked("was away"),
    LEFT: marked("had left"), OPEN: marked("no result yet"),
}  # fmt: skip


def part_word(by: str) -> str:
    """Return the label of a tie-breaker, to follow the word "by"."""
    return tr(_PARTS[by])


def table_word() -> str:
    """Return the header of a column of tables of players."""
    return trc("where people sit", "table")


def spent_word(how: str) -> str:
    """Return the label of a player's round without a game or without a result yet."""
    return tr(_SPENT[how])


def number_shown(number: int | None) -> str:
    """Return a number as text: `34`, `−2½`, `2⅓`, or `4.23` if its fraction has no sign of its own;
    a dash for None."""
    if number is None:
        return NOTHING
    minus, size = ("−" if number < 0 else ""), abs(number)
    if is_written(size):
        return f"{minus}{size}"
    whole, rest = divmod(size.numerator, size.denominator)
    sign = SIGNS.get((rest, size.denominator))
    return minus + (f"{whole or ''}{sign}" if sign else decimal_words(f"{float(size):.2f}"))


def ahead_line(name: str, other: str, ahead: Ahead) -> str:
    """Return the sentence `Ada is ahead of Ben by the games won, 4 to 3`."""
    return tr(
        "{player} is ahead of {other} by {what}, {mine} to {theirs}",
        player=name, other=other, what=part_word(ahead.by), mine=number_shown(ahead.mine),
        theirs=number_shown(ahead.theirs),
    )  # fmt: skip


def plan_lines(plan: Plan, fewer: bool) -> Iterator[str]:
    """Yield lines on the rules for the standings; `fewer` is True if the lowest total wins."""
    yield _counted_line(plan)
    yield tr("the least total is first") if fewer else tr("the greatest total is first")
    if plan.best:
        yield trn(
            plan.best,
            "only the best round counts",
            "only the best {n} rounds count; ( ) are struck",
        )
    fixed = {
        marked("who sits out has {points}"): plan.out,
        marked("who comes late has {points} for each round missed"): plan.late,
        marked("who is away has {points}"): plan.absent,
    }
    for sentence, points in fixed.items():
        if points is not None:
            yield tr(sentence, points=number_shown(points))
    if plan.parting:
        words = ", ".join(map(part_word, plan.parting))
        yield tr("those who are level are parted by, in this order: {what}", what=words)


def _counted_line(plan: Plan) -> str:
    if plan.by == POINTS:
        return tr("the points of the tables are added up")
    if plan.by == MEAN:
        return tr("the points a deal of each table are added up, of the deals that somebody played")
    if plan.by == WINS:
        return tr("the games won are added up; a first place that is shared is shared out")
    if not plan.rank_points:
        return tr(
            "rank points are added up: 12 for the first place of a table, none for the last, equal "
            "steps between; who shares a place has the mean"
        )
    return tr(
        "rank points are added up, by place: {points}; who shares a place has the mean",
        points=" / ".join(map(_by_place, plan.rank_points)),
    )


def _by_place(points: Sequence[int]) -> str:
    return ", ".join(map(number_shown, points))


# --- The standings of an event as a value ------------------------------------------------------
# The names of the fields are the keys of the JSON, and promised.


class ScoreCell(NamedTuple):
    """A player's round in the standings: `how` it was spent, its score or None, and whether it
    counts."""

    round: int
    how: str
    score: int | None
    counts: bool


class PenaltyCell(NamedTuple):
    """A referee's penalty: the points, positive or negative, and the reason."""

    round: int
    points: int
    why: str


class AheadCell(NamedTuple):
    """The reason why a player is ahead of the next one: the tie-breaker, the two numbers, and the
    same in words."""

    of: str
    by: str
    mine: int | None
    theirs: int | None
    say: str


class StandingRow(NamedTuple):
    """A player's row of the standings: place, total, rounds, penalties, why the player is ahead of
    the next, and whether the player left the event."""

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
    """A table of players without a result, and the reason."""

    round: int
    table: int
    session: str
    people: tuple[str, ...]
    why: str


class StandingsPage(NamedTuple):
    """The standings after `rounds` of the `of` rounds of an event: the scoring method and
    tie-breakers, also in words (`plan`); a row for each player; and the tables without a
    result."""

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
    """Return the standings of an event. `of` is the number of rounds planned."""
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


def _rows(rows: Sequence[EventStanding]) -> list[StandingRow]:
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


def _penalty(one: EventPenalty) -> PenaltyCell:
    return PenaltyCell(one.round, one.points, one.reason)


def ahead_cell(name: str, ahead: Ahead | None, following: EventStanding | None) -> AheadCell | None:
    """Return why a player is ahead of the next player (`following`); None for the last player or a
    tie."""
    if ahead is None or following is None:
        return None
    said = ahead_line(name, following.name, ahead)
    return AheadCell(following.name, ahead.by, ahead.mine, ahead.theirs, said)


# --- event person ------------------------------------------------------------------------------
# The explanation of a player's place at an event: rounds, penalties, tie-breaks. The names of the
# fields are the keys of the JSON, and promised.


class RoundStep(NamedTuple):
    """A player's round; `how` says how it was spent. For a round at a table: the table's number
    and session, the other players and the partners, the points, the place from 1, the number of
    sides that share it (`sharing`), the number of sides, the rank points, and the share of the
    win (1, or a fraction if tied). `score` is the score by the event's method, `stand_in` the
    substitute, `deals` the number played."""

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
    """A player's numbers in a tie-break."""

    name: str
    numbers: tuple[int | None, ...]


class TieStep(NamedTuple):
    """A tie-break with the numbers of all tied players; empty if it could not be applied, for
    example because not all of them had met."""

    by: str
    numbers: tuple[TieNumber, ...]


class PersonPage(NamedTuple):
    """The explanation of a player's place among `people` players: total, rounds, penalties and
    tie-breaks; the next player ahead (`before`), and the reasons for both neighbours."""

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
    """Return the explanation of a player's place; `name` must be in the standings. `plan` has
    lines on the rules for the standings, `instead` the substitutes by round."""
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


def _ties(row: EventStanding, rows: Sequence[EventStanding]) -> Iterator[TieStep]:
    """Yield each tie-break that was applied, with the numbers of all players tied at that point."""
    asked = {(other.name, tie.by): tie for other in rows for tie in other.ties}
    for tie in row.ties:
        yield TieStep(tie.by, tuple(_numbers(tie, asked)))


def _numbers(tie: TieBreak, asked: dict[tuple[str, str], TieBreak]) -> Iterator[TieNumber]:
    for name in tie.among:
        numbers = asked[name, tie.by].numbers
        if numbers is not None:
            yield TieNumber(name, numbers)
