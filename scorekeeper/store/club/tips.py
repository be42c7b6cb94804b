"""How far each session of a club has come, without a look at what it holds."""

from typing import NamedTuple

from scorekeeper.record.journal import Journal, digest_of
from scorekeeper.store.club.club_home import ClubHome
from scorekeeper.store.club.club_queries import IS_OUT
from scorekeeper.store.home import ARCHIVE, EVENTS, SESSIONS, TRASH

GONE = "gone"  # where a session lies that was dropped
SHELVES = {
    ("session", "standing"): SESSIONS, ("session", "archive"): ARCHIVE,
    ("session", "trash"): TRASH, ("event", "standing"): EVENTS,
}  # fmt: skip
TIPS = f"""
SELECT n.log, n.kind, n.shelf, n.name, (SELECT count(*) FROM scorekeeper.entries e
        WHERE e.club = n.club AND e.log = n.log AND NOT {IS_OUT}),
    coalesce(last.digest, scorekeeper.digest(scorekeeper.body(l.head))), coalesce(last.before, '')
FROM scorekeeper.called n
JOIN scorekeeper.logs l ON l.club = n.club AND l.id = n.log
LEFT JOIN LATERAL (SELECT e.position, e.digest, e.before FROM scorekeeper.entries e
    WHERE e.club = n.club AND e.log = n.log AND NOT {IS_OUT}
    ORDER BY e.position DESC LIMIT 1) AS last ON true
WHERE n.club = $1::bigint
"""


class Tip(NamedTuple):
    """Where a session of a club lies, what it is called there, how many entries it has, the digest
    of the last, and whether that says one of all above it."""

    shelf: str
    name: str
    entries: int
    digest: str
    is_chained: bool

    def is_of(self, journal: Journal) -> bool:
        """Whether it is the same as this one, as far as that is known without reading it."""
        if self.entries != len(journal.entries) or self.digest != digest_of(journal.blocks[-1]):
            return False
        return self.is_chained or not self.entries


def tips_of(club: ClubHome) -> dict[str, Tip]:
    """The sessions and events of a club by their ids."""
    return {row[0] or "": _tip(*row[1:]) for row in club.reached.ask(TIPS, club.number)}


def _tip(kind: str | None, shelf: str | None, name: str | None, *more: str | None) -> Tip:
    entries, digest, before = more
    lies = SHELVES.get((kind or "", shelf or ""), GONE)
    return Tip(lies, name or "", int(entries or 0), digest or "", bool(before))
