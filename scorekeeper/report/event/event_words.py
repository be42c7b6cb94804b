"""The words of an event's standings: what is counted, what parts those who are level, how somebody
spent a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.base.exact import is_written
from scorekeeper.event.event_standings import TOTAL, Ahead
from scorekeeper.event.plan import (
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
    POINTS,
    RANK,
    WINS,
    Plan,
)
from scorekeeper.text.language import marked, tr, trc, trn
from scorekeeper.text.money import decimal_words

NOTHING, PENDING, FIXED, GONE = "–", "…", "~", "×"
SIGNS = {  # besides those that every number is written with
    (1, 3): "⅓", (2, 3): "⅔", (1, 5): "⅕", (2, 5): "⅖", (3, 5): "⅗", (4, 5): "⅘", (1, 6): "⅙",
    (5, 6): "⅚", (1, 8): "⅛", (3, 8): "⅜", (5, 8): "⅝", (7, 8): "⅞",
}  # fmt: skip

# What is said behind "by".
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
    """What parts two people, as it stands behind "by"."""
    return tr(_PARTS[by])


def table_word() -> str:
    """A table at which people sit, as the head of a column."""
    return trc("where people sit", "table")


def spent_word(how: str) -> str:
    """How somebody spent a round in which nothing of theirs was played, or is told yet."""
    return tr(_SPENT[how])


def number_shown(number: int | None) -> str:
    """`34`, `−2½`, `2⅓`, and of a part that has no sign `4.23`; a dash where there is none."""
    if number is None:
        return NOTHING
    minus, size = ("−" if number < 0 else ""), abs(number)
    if is_written(size):
        return f"{minus}{size}"
    whole, rest = divmod(size.numerator, size.denominator)
    sign = SIGNS.get((rest, size.denominator))
    return minus + (f"{whole or ''}{sign}" if sign else decimal_words(f"{float(size):.2f}"))


def ahead_line(name: str, other: str, ahead: Ahead) -> str:
    """`Ada is ahead of Ben by the games won, 4 to 3`."""
    return tr(
        "{player} is ahead of {other} by {what}, {mine} to {theirs}",
        player=name, other=other, what=part_word(ahead.by), mine=number_shown(ahead.mine),
        theirs=number_shown(ahead.theirs),
    )  # fmt: skip


def plan_lines(plan: Plan, fewer: bool) -> Iterator[str]:
    """How the standings are made."""
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
