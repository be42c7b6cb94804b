"""The sessions of one evening and their ranking as one typed value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scorekeeper.league.evening_ranking import Ranking, ranked_evening
from scorekeeper.league.session_record import Evening
from scorekeeper.record.book import Book, occasion_of
from scorekeeper.report.sheet import Sheet, sheet_of
from scorekeeper.rules.model import Ruleset

BEGUN, GOING_ON, FINISHED, EARLY = "begun", "going on", "finished", "early"


class EveningSession(NamedTuple):
    """A session of an evening, and its rules: its dates, its progress, and whether it is
    archived."""

    sheet: Sheet
    rules: Ruleset
    first: str
    last: str
    state: str
    archived: bool


class EveningSheet(NamedTuple):
    """The sessions of an evening in order, those that count in its ranking, and the names of
    deleted ones."""

    sessions: tuple[EveningSession, ...]
    counted: tuple[EveningSession, ...]
    ranking: Ranking
    deleted: tuple[str, ...] = ()


def evening_sheet(
    told: Sequence[tuple[Book, Evening]], archived: Sequence[str] = (), deleted: Sequence[str] = ()
) -> EveningSheet:
    """Return the evening of these sessions, each with its row, in which a player may count under
    another name. Sessions without a deal do not count unless there are no others."""
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
