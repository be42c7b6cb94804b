"""The standings of an event as pages: a table, why those who are level are parted, what is missing,
how it is counted."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.base.exact import signed
from scorekeeper.event.event_standings import TOTAL
from scorekeeper.event.plan import OPEN, PLAYED
from scorekeeper.render.csv_tables import csv_text
from scorekeeper.render.section import Chart, Section
from scorekeeper.report.event.event_words import FIXED, GONE, NOTHING, PENDING, number_shown
from scorekeeper.report.event.standings_page import ScoreCell, StandingRow, StandingsPage
from scorekeeper.text.alphabet import alphabet_key
from scorekeeper.text.language import tr, trn
from scorekeeper.text.speech import labelled


def standings_sections(page: StandingsPage) -> list[Section]:
    """The page in sections."""
    title = tr("{event}: standings", event=page.event)
    reasons = [row.ahead.say for row in page.rows if row.ahead and row.ahead.by != TOTAL]
    return [
        Section(title, [after_line(page)], [standings_chart(page)]),
        Section(tr("What parted those who are level"), reasons),
        Section(tr("No result yet"), [*missing_lines(page)]),
        Section(tr("How it is counted"), [*page.plan, *_signs(page)]),
    ]


def after_line(page: StandingsPage) -> str:
    """After how many of its rounds, at its end, or in which round while results are missing."""
    if page.finished:
        return trn(page.rounds, "at the end, after {n} round", "at the end, after {n} rounds")
    if page.missing:
        return trn(
            len(page.missing),
            "in round {number} of {rounds}; {n} result is missing",
            "in round {number} of {rounds}; {n} results are missing",
            number=page.rounds, rounds=page.of,
        )  # fmt: skip
    return tr("after {number} of {rounds} rounds", number=page.rounds, rounds=page.of)


def rows_shown(page: StandingsPage) -> list[StandingRow]:
    """The rows as people read them: those who share a place in the order of the alphabet."""
    return sorted(page.rows, key=lambda row: (row.place, alphabet_key(row.name)))


def standings_chart(page: StandingsPage) -> Chart:
    """A row each: name, place, total, and every round, of which a narrow screen goes without the
    first ones first."""
    has_penalties = any(row.penalties for row in page.rows)
    kept = [tr("player"), tr("place"), tr("total")]
    heads = kept + [tr("R{number}", number=number) for number in range(1, page.rounds + 1)]
    heads += [tr("penalties")] if has_penalties else []
    rows = tuple(_cells(row, has_penalties) for row in rows_shown(page))
    return Chart(tuple(heads), rows, giving=range(len(kept), len(heads)))


def _cells(row: StandingRow, has_penalties: bool) -> tuple[str, ...]:
    penalty = sum(one.points for one in row.penalties)
    shown = [signed(penalty) if penalty else ""] if has_penalties else []
    scores = [score_shown(one) for one in row.rounds]
    return (row.name, place_shown(row), number_shown(row.total), *scores, *shown)


def place_shown(row: StandingRow) -> str:
    """`4`, `4=` where others share the place, `4×` of somebody who left."""
    return f"{row.place}{'=' if row.shared else ''}{GONE if row.left else ''}"


def score_shown(one: ScoreCell) -> str:
    """`12`, `~6` of a fixed score, `(3)` where it is struck, `…` before there is a result."""
    if one.how == OPEN:
        return PENDING
    if one.score is None:
        return NOTHING
    shown = ("" if one.how == PLAYED else FIXED) + number_shown(one.score)
    return shown if one.counts else f"({shown})"


def missing_lines(page: StandingsPage) -> Iterator[str]:
    """`round 2, table 3 (spring-r2-t3): the game is not over`, a line a table."""
    for one in page.missing:
        place = tr(
            "round {number}, table {table}, {session}",
            number=one.round, table=one.table, session=one.session,
        )  # fmt: skip
        yield labelled(place, one.why)


def _signs(page: StandingsPage) -> Iterator[str]:
    """What the signs of the table mean, as far as they stand in it."""
    cells = [one for row in page.rows for one in row.rounds]
    shown = {sign for one in cells for sign in score_shown(one)}
    said = {
        FIXED: tr("~ a fixed score, without a table"),
        NOTHING: tr("– no score"),
        PENDING: tr("… no result yet"),
    }
    yield from (words for sign, words in said.items() if sign in shown)
    if any(row.shared for row in page.rows):
        yield tr("= the place is shared")
    yield from left_lines(page)


def left_lines(page: StandingsPage) -> Iterator[str]:
    """Yield the meaning of the sign at those who left, where there are any."""
    if any(row.left for row in page.rows):
        yield tr("× left the event")


def standings_csv(page: StandingsPage) -> str:
    """A row each: place, name, total, penalties, of every round the score and whether it counts,
    and whether they left."""
    numbers = range(1, page.rounds + 1)
    heads = ["place", "shared", "name", "total", "penalties"]
    heads += [
        head for n in numbers for head in (f"round {n}", f"round {n} how", f"round {n} counts")
    ]
    heads.append("left")
    rows = [
        [row.place, row.shared, row.name, row.total, sum(one.points for one in row.penalties)]
        + [cell for one in row.rounds for cell in (one.score, one.how, one.counts)]
        + [row.left]
        for row in page.rows
    ]
    return csv_text([heads, *rows])
