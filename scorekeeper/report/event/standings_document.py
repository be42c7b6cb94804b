"""Documents on an event: its standings, and the explanation of one player's place."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.base.exact_numbers import signed
from scorekeeper.event.event_settings import MEAN, OPEN, PLAYED, RANK, WINS
from scorekeeper.event.event_standings import TOTAL
from scorekeeper.report.document import (
    Document,
    Section,
    Table,
    document_of,
    listed_section,
    table_of,
)
from scorekeeper.report.event.standings_page import (
    FIXED,
    GONE,
    NOTHING,
    PENDING,
    PersonPage,
    RoundStep,
    ScoreCell,
    StandingRow,
    StandingsPage,
    TieStep,
    number_shown,
    part_word,
    spent_word,
    table_word,
)
from scorekeeper.text.local_formats import alphabet_key
from scorekeeper.text.message_text import labelled, names_listed, parted
from scorekeeper.text.translation import tr, trn

# --- standings sections ------------------------------------------------------------------------
# The standings of an event as pages: the table, the tie-breaks, missing results, how they are made.


def standings_document(page: StandingsPage) -> Document:
    """Return the document of an event's standings."""
    title = tr("{event}: standings", event=page.event)
    reasons = [row.ahead.say for row in page.rows if row.ahead and row.ahead.by != TOTAL]
    sections = [
        listed_section(title, [after_line(page)], [standings_table(page)]),
        listed_section(tr("What parted those who are level"), reasons),
        listed_section(tr("No result yet"), [*missing_lines(page)]),
        listed_section(tr("How it is counted"), [*page.plan, *_signs(page)]),
    ]
    return document_of(sections)


def after_line(page: StandingsPage) -> str:
    """Return the line on the rounds included: the end, the round with missing results, or the
    number."""
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
    """Return the rows by place; players who share a place are in alphabetical order."""
    return sorted(page.rows, key=lambda row: (row.place, alphabet_key(row.name)))


def standings_table(page: StandingsPage) -> Table:
    """Return the table of the standings: name, place, total, and every round. A narrow screen drops
    the earliest rounds first."""
    has_penalties = any(row.penalties for row in page.rows)
    kept = [tr("player"), tr("place"), tr("total")]
    heads = kept + [tr("R{number}", number=number) for number in range(1, page.rounds + 1)]
    heads += [tr("penalties")] if has_penalties else []
    rows = [_cells(row, has_penalties) for row in rows_shown(page)]
    last = len(kept) + page.rounds
    ranks = {place: 1 + last - place for place in range(len(kept), last)}
    return table_of(heads, rows, {**ranks, last: 1})


def _cells(row: StandingRow, has_penalties: bool) -> tuple[str, ...]:
    penalty = sum(one.points for one in row.penalties)
    shown = [signed(penalty) if penalty else ""] if has_penalties else []
    scores = [score_shown(one) for one in row.rounds]
    return (row.name, place_shown(row), number_shown(row.total), *scores, *shown)


def place_shown(row: StandingRow) -> str:
    """Return a place as text: `4`, `4=` if it is shared, `4×` for a player who left."""
    return f"{row.place}{'=' if row.shared else ''}{GONE if row.left else ''}"


def score_shown(one: ScoreCell) -> str:
    """Return a round's score as text: `12`, `~6` for a fixed score, `(3)` if it does not count, `…`
    before there is a result."""
    if one.how == OPEN:
        return PENDING
    if one.score is None:
        return NOTHING
    shown = ("" if one.how == PLAYED else FIXED) + number_shown(one.score)
    return shown if one.counts else f"({shown})"


def missing_lines(page: StandingsPage) -> Iterator[str]:
    """Yield a line for each table of players without a result: `round 2, table 3 (spring-r2-t3):
    the game is not over`."""
    for one in page.missing:
        place = tr(
            "round {number}, table {table}, {session}",
            number=one.round, table=one.table, session=one.session,
        )  # fmt: skip
        yield labelled(place, one.why)


def _signs(page: StandingsPage) -> Iterator[str]:
    """Yield a note on each sign used in the standings table."""
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
    """Yield the note on the sign for players who left the event, if any did."""
    if any(row.left for row in page.rows):
        yield tr("× left the event")


def standings_rows(page: StandingsPage) -> list[list[object]]:
    """Return the CSV rows of the standings, headers first: place, name, total and penalties of
    each player; for each round the score, its kind and whether it counts; and whether the
    player left."""
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
    return [[*heads], *rows]


# --- the explanation of a player's place at an event, as pages ---------------------------------


def person_document(page: PersonPage) -> Document:
    """Return the document on one player's place."""
    title = tr("{player} at {event}", player=page.name, event=page.event)
    sections = [
        listed_section(title, [*_place_lines(page)]),
        _rounds_section(page),
        listed_section(tr("Total"), [_sum_line(page), *_penalty_lines(page)]),
        listed_section(tr("Tie-breaks, in their order"), [*map(_tie_line, page.ties)]),
        listed_section(tr("How it is counted"), page.plan),
    ]
    return document_of(sections)


def _rounds_section(page: PersonPage) -> Section:
    if not page.rounds:
        return listed_section(tr("Rounds"), [tr("no round has begun yet")])
    return listed_section(tr("Rounds"), _round_notes(page), [_rounds(page)])


def _place_lines(page: PersonPage) -> Iterator[str]:
    """Yield lines on a player's place: tied players, and the reasons for the order."""
    total = number_shown(page.total)
    yield tr(
        "place {place} of {people}, total {total}",
        place=page.place, people=page.people, total=total,
    )  # fmt: skip
    if page.level_with:
        yield tr("nothing parts them from {others}", others=names_listed(page.level_with))
    for reason in (page.behind, page.ahead):
        if reason is not None:
            yield reason.say


def _rounds(page: PersonPage) -> Table:
    """Return a player's table of rounds: with deals if the mean a deal ranks, with rank points if
    these rank or broke a tie."""
    has_deals, has_ranks = page.by == MEAN, RANK in (page.by, *(tie.by for tie in page.ties))
    heads = (tr("round"), table_word(), tr("with"), tr("points"),
             *([tr("deals")] if has_deals else []), tr("place"),
             *([tr("rank points")] if has_ranks else []), tr("counts"))  # fmt: skip
    return table_of(heads, (_round_cells(one, has_deals, has_ranks) for one in page.rounds))


def _round_cells(one: RoundStep, has_deals: bool, has_ranks: bool) -> tuple[str, ...]:
    score = score_shown(ScoreCell(one.round, one.how, one.score, one.counts))
    if one.how != PLAYED:
        with_ = names_listed(one.others) if one.others else ""
        told = with_ or spent_word(one.how)
        empty = [""] * (2 + has_deals + has_ranks)
        return (str(one.round), str(one.table or ""), told, *empty, score)
    shared = "=" if one.sharing > 1 else ""
    deals = [str(one.deals)] if has_deals else []
    ranks = [number_shown(one.rank_points)] if has_ranks else []
    return (
        str(one.round), str(one.table), _company(one), number_shown(one.points), *deals,
        f"{one.place}{shared}", *ranks, score,
    )  # fmt: skip


def _company(one: RoundStep) -> str:
    """Return the other players at a player's table as text, partners first."""
    others = names_listed(one.others)
    if not one.partners:
        return others
    return tr("{partners} against {others}", partners=names_listed(one.partners), others=others)


def _round_notes(page: PersonPage) -> Iterator[str]:
    """Yield notes on rounds that do not count, have a fixed score or share a place."""
    struck = [one for one in page.rounds if not one.counts]
    if struck:
        rounds = ", ".join(str(one.round) for one in struck)
        yield trn(
            len(struck),
            "round {rounds} is struck: only the best {best} count",
            "rounds {rounds} are struck: only the best {best} count",
            rounds=rounds, best=page.best,
        )  # fmt: skip
    for one in page.rounds:
        if one.stand_in:
            yield tr(
                "round {round}: {player} played for {other}",
                round=one.round, player=one.stand_in, other=page.name,
            )  # fmt: skip
        if one.how == PLAYED and one.sharing > 1 and page.by in (RANK, WINS):
            yield _shared_line(page, one)
        elif one.how not in (PLAYED, OPEN):
            yield _away_line(one)


def _shared_line(page: PersonPage, one: RoundStep) -> str:
    number = one.won if page.by == WINS else one.rank_points
    return tr(
        "round {round}: {number} sides share place {place}, and what it counts: {points} each",
        round=one.round, number=one.sharing, place=one.place, points=number_shown(number),
    )  # fmt: skip


def _away_line(one: RoundStep) -> str:
    words = tr("round {round}: {how}", round=one.round, how=spent_word(one.how))
    if one.score is None:
        return words
    return parted((words, tr("the plan gives {points}", points=number_shown(one.score))))


def _sum_line(page: PersonPage) -> str:
    """Return the sum of the counted rounds and the penalties as text: `9 + 5 − 3 = 11`."""
    scores = [one.score for one in page.rounds if one.counts and one.score is not None]
    numbers = [*scores, *(one.points for one in page.penalties)]
    if len(numbers) <= 1:
        return number_shown(page.total)
    first, *others = numbers
    rest = "".join(f" {'−' if n < 0 else '+'} {number_shown(abs(n))}" for n in others)
    return f"{number_shown(first)}{rest} = {number_shown(page.total)}"


def _penalty_lines(page: PersonPage) -> Iterator[str]:
    for one in page.penalties:
        words = tr("by the referee, round {round}: {points}", round=one.round,
                   points=signed(one.points))  # fmt: skip
        yield labelled(words, one.why) if one.why else words


def _tie_line(tie: TieStep) -> str:
    """Return the line of a tie-break: `the games won: Ada 3, Ben 2`."""
    if not tie.numbers:
        return labelled(part_word(tie.by), tr("does not apply: not all of them met equally often"))
    told = [
        f"{one.name} {', '.join(map(number_shown, one.numbers or (None,)))}" for one in tie.numbers
    ]
    return labelled(part_word(tie.by), parted(told))
