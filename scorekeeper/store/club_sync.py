"""Syncing sessions between a folder and a club."""

from collections.abc import Collection, Iterator
from itertools import count
from typing import NamedTuple

from scorekeeper.event import read_event_log
from scorekeeper.record.chain import breaks_of
from scorekeeper.record.diverged_copies import (
    AHEAD,
    BEHIND,
    MERGED,
    PARTED,
    SAME,
    LogComparison,
    compared,
    text_beyond,
)
from scorekeeper.record.log_text import Log, ParseCache
from scorekeeper.record.session_head import first_lines, identity, read_session_log
from scorekeeper.store.club.club_home import DROPPED as GONE
from scorekeeper.store.club.club_home import ClubHome, Tip, tips_of
from scorekeeper.store.disk import file_errors_as_failures
from scorekeeper.store.home_interface import (
    ARCHIVE,
    EVENTS,
    PACKS,
    RULESETS,
    SESSIONS,
    TRASH,
    Home,
    LockedSession,
)
from scorekeeper.store.session_changes import append_to, move_session, numbered
from scorekeeper.store.sessions import is_current, make_current, session_name_fault
from scorekeeper.text.message import say
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import marked

CARRYING = marked("carrying {path} failed: {why}")
# What else may be said of a session than how that of the folder stands to that of the club: it is
# in one of them alone; or it stands in one, and was thrown away in the other, which stays so.
# Or it was changed by hand in the folder, and that was not taken in.
HERE, THERE, THROWN_HERE, THROWN_THERE = "here", "there", "thrown-here", "thrown-there"
BROKEN = "broken"
# How a session of the folder stands to the club's, by how the club's stands to it.
TURNED = {AHEAD: BEHIND, BEHIND: AHEAD, MERGED: PARTED}


class StoredSession(NamedTuple):
    """A session in a home: its shelf, its name, its bytes, and its parsed log."""

    home: Home
    shelf: str
    name: str
    data: bytes
    log: Log

    @property
    def path(self) -> str:
        return self.home.path(self.shelf, self.name)

    @property
    def whole(self) -> str:
        """Return the text of the session without the incomplete end that a power cut left."""
        return self.data[: self.log.whole].decode()


class SyncPair(NamedTuple):
    """A session of a folder and the same session of a club, one of which may be missing: the
    comparison of the first with the second, the number of common entries, and the number of further
    entries in each. `trashed` is the first one's name in the trash, if the second has just replaced
    it."""

    id: str
    state: str
    here: StoredSession | None
    there: Tip | None
    common: int = 0
    own: int = 0
    others: int = 0
    trashed: str = ""

    @property
    def is_event(self) -> bool:
        """Return True if the pair is an event, not a session."""
        return any(one is not None and one.shelf == EVENTS for one in (self.here, self.there))


# --- what there is -------------------------------------------------------------------------------


class Survey:
    """The sessions and events of a folder and of a club, with archived ones if requested.
    `problems` are those of the unreadable ones."""

    def __init__(self, folder: Home, club: ClubHome, is_all: bool) -> None:
        self.folder, self.club = folder, club
        self.problems: list[Problem] = []
        self._shelves = (SESSIONS, ARCHIVE, EVENTS) if is_all else (SESSIONS, EVENTS)
        self._tips = tips_of(club)
        self._misnamed = {
            id_
            for id_, tip in self._tips.items()
            if tip.shelf != GONE and session_name_fault(tip.name) is not None
        }
        self.problems += [_misnamed_problem(id_, self._tips[id_]) for id_ in sorted(self._misnamed)]
        self._seen = ParseCache()

    def pairs(self, names: Collection[str] = ()) -> Iterator[SyncPair]:
        """Yield the pairs that have one of these names in the folder or in the club; all pairs if
        no names are given."""
        met = {*self._misnamed}
        for session in self._of_the_folder(names):
            if identity(session.log.head) in self._misnamed:
                continue
            pair = self._paired(session)
            met.add(pair.id)
            yield pair
        yield from self._others(names, met)

    def _of_the_folder(self, names: Collection[str]) -> Iterator[StoredSession]:
        """Yield the sessions of the folder that can be read."""
        for shelf in self._shelves:
            for name in _names_on(self.folder, shelf):
                if not names or name in names:
                    session = self._read(shelf, name)
                    if session is not None:
                        yield session

    def _read(self, shelf: str, name: str) -> StoredSession | None:
        try:
            return kept_as(self.folder, shelf, name, self._seen)
        except Refused as refusal:
            self.problems += [problem._replace(place=name) for problem in refusal.problems]
            return None

    def _paired(self, session: StoredSession) -> SyncPair:
        id_ = identity(session.log.head)
        tip = self._tips.get(id_)
        if tip is None or tip.shelf == GONE:
            own = len(session.log.entries)
            state = HERE if own or tip is None else THROWN_THERE
            return SyncPair(id_, state, session, tip, own=own)
        if tip.is_of(session.log):
            return SyncPair(id_, SAME, session, tip, common=tip.entries)
        found = compared(session.log, self.of_club(tip).log)
        is_thrown = tip.shelf == TRASH and found.state == AHEAD
        state = THROWN_THERE if is_thrown else found.state
        return SyncPair(id_, state, session, tip, found.common, found.here, found.there)

    def of_club(self, tip: Tip) -> StoredSession:
        """Return a session of the club, read."""
        return kept_as(self.club, tip.shelf, tip.name, self._seen)

    def _others(self, names: Collection[str], met: Collection[str]) -> Iterator[SyncPair]:
        """Yield the pairs of the club's sessions that are nowhere in the folder."""
        others = [
            (tip.name, id_, tip)
            for id_, tip in self._tips.items()
            if id_ not in met and tip.shelf in self._shelves and (not names or tip.name in names)
        ]
        lying = _ids_of(self.folder) if others else {}
        for _, id_, tip in sorted(others):
            if lying.get(id_, TRASH) == TRASH:
                state = THROWN_HERE if id_ in lying else THERE
                yield SyncPair(id_, state, None, tip, others=tip.entries)


def _misnamed_problem(id_: str, tip: Tip) -> Problem:
    """Return what to say of a session of the club whose name no file may have."""
    message = say(
        "the club has `{session}`, which cannot be a session's name: {fault}; it stays there",
        session=tip.name, fault=session_name_fault(tip.name) or "",
    )  # fmt: skip
    quoted = id_.replace("'", "''")
    statement = (
        "INSERT INTO scorekeeper.names (club, kind, name, log, shelf) SELECT club, kind,"
        f" 'misnamed', log, shelf FROM scorekeeper.called WHERE log = '{quoted}'"
    )
    hint = say(
        "give it another name, in psql, as who records there: {statement}", statement=statement
    )
    return Problem("session-name", message, "session", (hint,))


def _names_on(home: Home, shelf: str) -> list[str]:
    """Return the names of the sessions on a shelf, in order."""
    return home.names_in(
        home.folder(shelf), lambda name: session_name_fault(name) is None, by_change=False
    )


def kept_as(home: Home, shelf: str, name: str, seen: ParseCache | None = None) -> StoredSession:
    """Return a session or event of a home. Raises Refused if it cannot be read."""
    data = home.session_bytes(home.path(shelf, name))
    return StoredSession(home, shelf, name, data, log_on(shelf, data, seen))


def log_on(shelf: str, data: bytes, seen: ParseCache | None = None) -> Log:
    """Return the parsed log of an event or session on a shelf."""
    return read_event_log(data) if shelf == EVENTS else read_session_log(data, seen)


def _ids_of(home: Home) -> dict[str, str]:
    """Return the shelf of the session of each id, as far as the first lines can be read."""
    found = dict[str, str]()
    for shelf in (TRASH, ARCHIVE, SESSIONS, EVENTS):  # of copies one that stands counts
        for name in _names_on(home, shelf):
            try:
                data = home.session_bytes(home.path(shelf, name))
                found[identity(first_lines(data))] = shelf
            except (Refused, ValueError, RecursionError):
                continue
    return found


# --- carrying ------------------------------------------------------------------------------------


def pushed(survey: Survey, pair: SyncPair) -> SyncPair:
    """Copy to the club what the folder has of a session, if it is only in the folder or continues
    the club's. Return the comparison of the two just before."""
    session, tip, club = pair.here, pair.there, survey.club
    if session is None or pair.state not in (HERE, AHEAD):
        return pair
    if breaks_of(session.log):
        return pair._replace(state=BROKEN)
    if tip is None or tip.shelf == GONE:
        name = _created(session, club)
        return pair._replace(there=Tip(session.shelf, name, pair.own, "", False))
    found = _carried_on(session, club, tip.shelf, tip.name)
    state = pair.state if found.state == AHEAD else found.state
    return SyncPair(pair.id, state, session, tip, found.common, found.here, found.there)


def pulled(survey: Survey, pair: SyncPair) -> SyncPair:
    """Copy to the folder what the club has of a session, if it is only in the club, continues the
    folder's, or was merged with it. Return the comparison of the two just before. If it was merged
    in the club, the folder's former session is moved to the trash."""
    tip, here = pair.there, pair.here
    if tip is None or pair.state not in (THERE, BEHIND, MERGED):
        return pair
    session = survey.of_club(tip)
    if here is None:
        name = _created(session, survey.folder)
        return pair._replace(here=session._replace(home=survey.folder, name=name))
    if pair.state == MERGED:
        trashed = _replaced(here, session)
        return pair._replace(trashed=trashed) if trashed else pair._replace(state=PARTED)
    found = _carried_on(session, survey.folder, here.shelf, here.name)
    state = TURNED.get(found.state, found.state)
    return SyncPair(pair.id, state, here, tip, found.common, found.there, found.here)


class PulledRules(NamedTuple):
    """The rulesets and packs that were copied from a club to a folder, and those that were not
    because the folder has different ones with the same name."""

    brought: tuple[str, ...]
    different: tuple[str, ...]


def pulled_rules(folder: Home, club: Home) -> PulledRules:
    """Copy the club's own rulesets and packs to the folder, where it has none of the name."""
    brought, different = list[str](), list[str]()
    own = {**club.own_rules(), **{f"{PACKS}/{name}": at for name, at in club.own_packs().items()}}
    for name, path in sorted(own.items()):
        if session_name_fault(name.removeprefix(f"{PACKS}/")) is not None:
            continue
        here, data = folder.path(RULESETS, name), club.rules_bytes(path)
        try:
            folder.create(here, data.decode(), CARRYING)
        except FileExistsError:
            if folder.rules_bytes(here) != data:
                different.append(name)
        else:
            brought.append(name)
    return PulledRules(tuple(brought), tuple(different))


def _created(session: StoredSession, home: Home) -> str:
    """Create a session in a home that lacks it, on the same shelf and under its name, or the name
    with a number after it. Return the name."""
    for number in count(1):
        name = numbered(session.name, number)
        try:
            home.create(home.path(session.shelf, name), session.whole, CARRYING)
        except FileExistsError:
            continue
        return name
    raise AssertionError  # there is always another number


def _carried_on(session: StoredSession, home: Home, shelf: str, name: str) -> LogComparison:
    """Append to a session the entries that another copy has in addition, while nobody else records
    there. Return the comparison of the two. If the other copy does not continue the session,
    nothing is done."""
    path = home.path(shelf, name)
    with file_errors_as_failures(CARRYING, path), home.held(path) as held:
        data = held.data()
        now = log_on(shelf, data)
        found = compared(session.log, now)
        if found.state == AHEAD:
            append_to(held, path, data, now.whole, text_beyond(session.log, found.common))
        return found


def _replaced(here: StoredSession, by: StoredSession) -> str:
    """Replace a session by the merged one from elsewhere, and move the former one to the trash.
    Return its name in the trash, empty if it was continued meanwhile. A process killed in between
    leaves both."""
    path, was_current = here.path, is_current(here.path)
    with file_errors_as_failures(CARRYING, path), here.home.held(path) as held:
        if held.data() != here.data:
            return ""
        fresh = _created(by._replace(shelf=here.shelf, name=here.name), here.home)
        trashed = _throw_away(held, here)
    move_session(here.home.path(here.shelf, fresh), path)
    if was_current:
        make_current(path)
    return trashed


def _throw_away(held: LockedSession, session: StoredSession) -> str:
    """Move a session to the trash of its home, under its name or the name with a number after it.
    Return the name."""
    names = (numbered(session.name, number) for number in count(1))
    return next(name for name in names if held.move_to(session.home.path(TRASH, name)))
