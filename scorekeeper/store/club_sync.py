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
    """A session in a home: its shelf, name, bytes and parsed log."""

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
        """Return the text of the session, without an entry that a power cut left incomplete."""
        return self.data[: self.log.whole].decode()


class SyncPair(NamedTuple):
    """A folder's session and the same session in a club; either may be missing.

    `state` compares the folder's session with the club's. `common` is the number of common
    entries, `own` and `others` are the numbers of further entries in the folder and in the
    club. `trashed` is the trash name of the folder's session if the club's has just replaced
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


# --- comparing folder and club -------------------------------------------------------------------


class Survey:
    """The sessions and events of a folder and of a club; archived sessions too if `is_all`.
    `problems` has the problems of unreadable sessions."""

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
        """Yield the pairs with one of these names in the folder or in the club, or all pairs if
        `names` is empty."""
        met = {*self._misnamed}
        for session in self._of_the_folder(names):
            if identity(session.log.head) in self._misnamed:
                continue
            pair = self._paired(session)
            met.add(pair.id)
            yield pair
        yield from self._others(names, met)

    def _of_the_folder(self, names: Collection[str]) -> Iterator[StoredSession]:
        """Yield the readable sessions of the folder."""
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
        """Read a session of the club and return it."""
        return kept_as(self.club, tip.shelf, tip.name, self._seen)

    def _others(self, names: Collection[str], met: Collection[str]) -> Iterator[SyncPair]:
        """Yield the pairs of the club's sessions that the folder lacks or has only in its trash."""
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
    """Return the problem of a club's session whose name is not a valid file name."""
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
    """Return the shelf of each session by id. Unreadable sessions are left out. A session in
    several places counts in its active one."""
    found = dict[str, str]()
    for shelf in (TRASH, ARCHIVE, SESSIONS, EVENTS):  # of several copies, an active one counts
        for name in _names_on(home, shelf):
            try:
                data = home.session_bytes(home.path(shelf, name))
                found[identity(first_lines(data))] = shelf
            except (Refused, ValueError, RecursionError):
                continue
    return found


# --- copying -------------------------------------------------------------------------------------


def pushed(survey: Survey, pair: SyncPair) -> SyncPair:
    """Copy a session's entries from the folder to the club, if only the folder has the session or
    the folder's continues the club's. Return the comparison of both just before."""
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
    """Copy a session's entries from the club to the folder, if only the club has the session, the
    club's continues the folder's, or the club's merges both. After a merge, the folder's former
    session is moved to the trash. Return the comparison of both just before."""
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
    """The rulesets and packs copied from a club to a folder (`brought`), and those not copied
    because the folder has different ones of the same name."""

    brought: tuple[str, ...]
    different: tuple[str, ...]


def pulled_rules(folder: Home, club: Home) -> PulledRules:
    """Copy the club's own rulesets and packs to the folder, except those whose name is
    used there."""
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
    """Create a session in a home that lacks it, on the same shelf. If the name is used, add a
    number. Return the name."""
    for number in count(1):
        name = numbered(session.name, number)
        try:
            home.create(home.path(session.shelf, name), session.whole, CARRYING)
        except FileExistsError:
            continue
        return name
    raise AssertionError  # there is always another number


def _carried_on(session: StoredSession, home: Home, shelf: str, name: str) -> LogComparison:
    """Append to the session `name` of a home the further entries of another copy, `session`, under
    a lock. Return the comparison of both. Append nothing if the copy does not continue the
    session."""
    path = home.path(shelf, name)
    with file_errors_as_failures(CARRYING, path), home.held(path) as held:
        data = held.data()
        now = log_on(shelf, data)
        found = compared(session.log, now)
        if found.state == AHEAD:
            append_to(held, path, data, now.whole, text_beyond(session.log, found.common))
        return found


def _replaced(here: StoredSession, by: StoredSession) -> str:
    """Replace a session by its merged version, `by`, and move the former one to the trash. Return
    the name in the trash, or "" if the session was changed meanwhile; then nothing is replaced.
    A process killed in between leaves both."""
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
    """Move a locked session to the trash of its home. If the name is used there, add a number.
    Return the name."""
    names = (numbered(session.name, number) for number in count(1))
    return next(name for name in names if held.move_to(session.home.path(TRASH, name)))
