"""The sessions of one evening and their ranking, as a value and as a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scorekeeper.league.evening_ranking import (
    AVERAGE,
    PLACES,
    EveningPlace,
    Ranking,
    SideResult,
    ranked_evening,
)
from scorekeeper.league.session_record import Evening
from scorekeeper.record.open_session import Book, occasion_of
from scorekeeper.report.document import Bullets, Document, Items, Table, listed_section, table_of
from scorekeeper.report.shared_labels import as_judged, score
from scorekeeper.report.sheet import Sheet, sheet_of
from scorekeeper.report.sheet_text import heading, winners_line
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.text.local_formats import DateAndPlace, signed_decimal
from scorekeeper.text.message_text import listed
from scorekeeper.text.translation import tr, trn

# --- the value ------------------------------------------------------------------------------------


BEGUN, GOING_ON, FINISHED, EARLY = "begun", "going on", "finished", "early"


class EveningSession(NamedTuple):
    """A session of an evening: its sheet and rules, its first and last day, its progress, and
    whether it is archived."""

    sheet: Sheet
    rules: Ruleset
    first: str
    last: str
    state: str
    archived: bool


class EveningSheet(NamedTuple):
    """The sessions of an evening in order, the sessions counted in the ranking, the ranking, and
    the names of deleted sessions."""

    sessions: tuple[EveningSession, ...]
    counted: tuple[EveningSession, ...]
    ranking: Ranking
    deleted: tuple[str, ...] = ()


def evening_sheet(
    told: Sequence[tuple[Book, Evening]], archived: Sequence[str] = (), deleted: Sequence[str] = ()
) -> EveningSheet:
    """Return the evening of these sessions. Each comes with its ranking row, in which a player may
    have another name. A session without deals counts only if no session has deals."""
    sessions = tuple(_session(book, book.name in archived) for book, _ in told)
    counting = [place for place, (_, row) in enumerate(told) if row.deals] or [*range(len(told))]
    kept = [told[place][0].log.head["rules"] for place in counting]
    is_one_game = all(rules == kept[0] for rules in kept)
    return EveningSheet(
        sessions=sessions,
        counted=tuple(sessions[place] for place in counting),
        ranking=ranked_evening([told[place][1] for place in counting], is_one_game),
        deleted=tuple(deleted),
    )


def _session(book: Book, is_archived: bool) -> EveningSession:
    occasion, now = occasion_of(book), book.standing
    return EveningSession(
        sheet=sheet_of(now, book.name),
        rules=book.agreed.rules,
        first=occasion.first,
        last=occasion.last,
        state=_state(book),
        archived=is_archived,
    )


def _state(book: Book) -> str:
    now = book.standing
    if now.state.early:
        return EARLY
    return FINISHED if now.state.over else GOING_ON if now.deals else BEGUN


def evening_value(found: EveningSheet) -> dict[str, object]:
    """Return the JSON of an evening: its sessions without their sheets, the ranking, and the number
    that ranks."""
    names = [one.sheet.session for one in found.counted]
    return {
        "sessions": [
            {
                "session": one.sheet.session,
                "game": one.sheet.game,
                "first": one.first or None,
                "last": one.last or None,
                "deals": len(one.sheet.deals),
                "state": one.state,
                "archived": one.archived,
                "winners": list(one.sheet.winners),
            }
            for one in found.sessions
        ],
        "deleted": list(found.deleted),
        "by": found.ranking.by,
        "ranking": [
            {
                "place": row.place,
                "side": row.side,
                "people": list(row.people),
                "points": row.points,
                "won": row.won,
                "shared": row.shared,
                "deals": row.deals,
                "made": {
                    name: made and made._asdict()
                    for name, made in zip(names, row.made, strict=True)
                },
            }
            for row in found.ranking.rows
        ],
    }


# --- the document ---------------------------------------------------------------------------------


NOTHING = "–"


def evening_document(found: EveningSheet, held: DateAndPlace, plain: bool = False) -> Document:
    """Return the first part of an evening's report: the list of sessions and the ranking. `held`
    has the date and the place."""
    title = " · ".join(filter(None, [tr("The evening"), held.when, held.place]))
    sessions = Items(tuple(map(_session_line, found.sessions)), Bullets.STEPS)
    ranking = listed_section(
        tr("Ranking of the evening"), _notes(found), [_ranking_table(found, plain)]
    )
    return Document(title, (sessions, ranking))


def _session_line(one: EveningSession) -> str:
    """Return the line of a session: `friday · GAME · 2 deals, finished · Ann & Cal won with +3`."""
    name, game, deals = heading(one.sheet, one.rules)
    won = winners_line(one.sheet, one.rules)
    said = (
        [name, game, won] if won and one.sheet.early else [name, game, deals, *filter(None, [won])]
    )
    if one.state in (BEGUN, GOING_ON):
        said.append(tr("not over"))
    if one.archived:
        said.append(tr("archived"))
    return " · ".join(said)


def _notes(found: EveningSheet) -> Iterator[str]:
    """Yield notes on the ranking's method and on uncounted sessions."""
    by = found.ranking.by
    if by == PLACES:
        yield tr(
            "these were different games, so their points are not added: more games won, then more "
            "second places, and so on"
        )
    elif found.ranking.lowest:
        yield tr("fewer points are better")
    if by == AVERAGE:
        yield tr("not everybody was there for every deal: points a deal count")
    if len(found.counted) < len(found.sessions):
        yield tr("a session without a deal does not count")
    still = [one.sheet for one in found.counted if one.sheet.disputed]
    waiting = [sheet.session for sheet in still if sheet.disputed and sheet.disputed.waits]
    if waiting:
        yield tr(
            "a deal still waits in {sessions}, which counts by one way it may come out",
            sessions=listed(waiting, "and"),
        )
    disputed = [sheet.session for sheet in still if sheet.session not in waiting]
    if disputed:
        yield tr(
            "a count is disputed in {sessions}, which counts by its first reading",
            sessions=listed(disputed, "and"),
        )
    unfinished = [one.sheet.session for one in found.counted if one.state == GOING_ON]
    if unfinished and by == PLACES:
        yield trn(
            len(unfinished),
            "{sessions} is not over and does not count yet",
            "{sessions} are not over and do not count yet",
            sessions=listed(unfinished, "and"),
        )
    elif unfinished:
        yield trn(
            len(unfinished),
            "{sessions} is not over and counts as it stands",
            "{sessions} are not over and count as they stand",
            sessions=listed(unfinished, "and"),
        )
    if found.deleted:
        yield trn(
            len(found.deleted),
            "{sessions} was deleted and is left out",
            "{sessions} were deleted and are left out",
            sessions=listed(found.deleted, "and"),
        )


# --- the ranking ---------------------------------------------------------------------------------


def _ranking_table(found: EveningSheet, plain: bool) -> Table:
    """Return the ranking table: a row for each side with its place, points or games won, and its
    result in each session."""
    rows = found.ranking.rows
    level = [row.place for row in rows]
    heads = [_who(found), tr("place"), *_heads(found), tr("deals"), *_sessions(found, plain)]
    return table_of(
        heads,
        (
            (
                row.side,
                f"{row.place}{'=' * (level.count(row.place) > 1)}",
                *_cells(found, row),
                str(row.deals),
                *_each(found, row),
            )
            for row in rows
        ),
    )


def _who(found: EveningSheet) -> str:
    return tr("side") if any(row.people[1:] for row in found.ranking.rows) else tr("player")


def _sessions(found: EveningSheet, plain: bool) -> list[str]:
    """Return the headers of the counted sessions: list numbers, or names if `plain`. Empty for one
    session."""
    heads = [
        one.sheet.session if plain else tr("session {number}", number=number)
        for number, one in enumerate(found.sessions, 1)
        if one in found.counted
    ]
    return heads if heads[1:] else []


def _heads(found: EveningSheet) -> list[str]:
    won = [tr("won"), tr("shared")]
    if found.ranking.by == PLACES:
        return won
    return [tr("points"), *([tr("a deal")] if found.ranking.by == AVERAGE else []), *won]


def _cells(found: EveningSheet, row: EveningPlace) -> list[str]:
    won = [str(row.won), str(row.shared)]
    if row.points is None:
        return won
    average = signed_decimal(row.points / row.deals, 2) if row.deals else NOTHING
    mean = [as_judged(average, found.ranking.lowest)] if found.ranking.by == AVERAGE else []
    return [score(row.points, found.counted[0].rules), *mean, *won]


def _each(found: EveningSheet, row: EveningPlace) -> list[str]:
    """Return a side's result in each counted session; empty if there is only one session."""
    made = [_made(found, place, one) for place, one in enumerate(row.made)]
    return made if made[1:] else []


def _made(found: EveningSheet, place: int, made: SideResult | None) -> str:
    """Return a side's result in a session as text: its points, or its place if points are not
    added."""
    if made is None:
        return NOTHING
    if found.ranking.by == PLACES:
        return NOTHING if made.place is None else str(made.place)
    return score(made.points, found.counted[place].rules)
