"""What phones enter: each entry once, after the entry that its phone knew of, and what is told in
full only after another person's yes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any

from scorekeeper import store
from scorekeeper.base.records import Record
from scorekeeper.board.followed import Followed, Now
from scorekeeper.board.heard import Heard, heard
from scorekeeper.board.phone_said import (
    Said,
    Waiting,
    in_every_language,
    is_recorded,
    not_counted,
    outrun_by,
    refuse_moved,
    seen_by,
    still_follows,
)
from scorekeeper.board.phone_words import typed_on_phone
from scorekeeper.record.book import Act, Book, appended, opened
from scorekeeper.record.journal import entry_text
from scorekeeper.record.recorder import recorder_kept
from scorekeeper.report.act_lines import act_lines
from scorekeeper.store.session_tables import told_after
from scorekeeper.table import Do, act_of
from scorekeeper.text.message import Words, in_turn, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.speech import text_of

Told = Mapping[str, Any]
MOST_ENDED = 500  # entries that were not counted, of which it is known that they were


class NotStanding(Refused):
    """The session cannot be read now; what was said may be said again once it can."""


class Shown(Record):
    """What all phones are shown: the session, the entry that waits, and what became of the one
    before; the `mark` is another one whenever one of these is."""

    now: Now
    waiting: Waiting | None
    notice: Words | None
    mark: str


class Entries:
    """What phones enter in one session. Where a deal need not be confirmed it is recorded at
    once. `recorded` is called once a phone was answered, which may have recorded something."""

    def __init__(
        self, followed: Followed, confirms: bool = True, recorded: Callable[[], None] = lambda: None
    ) -> None:
        self._followed, self.confirms = followed, confirms
        self.recorded = recorded
        self._lock = RLock()
        self._waiting: Waiting | None = None
        self._notice: Words | None = None
        self._turns = 0  # how often something else waited, or no longer did
        self._ended: dict[str, Words] = {}

    @property
    def name(self) -> str:
        """Return what the session is called by now."""
        return self._followed.name

    def shown(self) -> Shown:
        """What stands now. An entry that followed another session than this one no longer waits;
        it does while the session cannot be read."""
        with self._lock:
            now = self._followed.now()
            waiting = self._waiting
            if waiting and now.book and not _waits_still(waiting, now.book):
                self._overtaken(waiting, now.book)
            return Shown(now, self._waiting, self._notice, f"{now.mark} {self._turns} {self.name}")

    def tries(self, said: Said) -> Told:
        """What a line would come to; nothing is kept of it."""
        return _told_of(heard(self.book(), said.line, _name(said.who)))

    def says(self, said: Said) -> Told:
        """Does what a line says, or has it wait for a yes. The same id again does nothing."""
        book, who = self.book(), _name(said.who)
        if before := self._before(book, said.id):
            return before
        found = heard(book, said.line, who)
        if found.do is None:
            return _told_of(found)
        do = found.do._replace(seen=seen_by(said.follows))
        refuse_moved(book, said.follows, do)
        with self._lock:
            book = self.book()
            if before := self._before(book, said.id):
                return before
            refuse_moved(book, said.follows, do)
            if found.waits and self.confirms:
                told = in_every_language(book, said.line, who, found)
                return self._has_wait(Waiting(said.id, do, who, said.follows, told))
            if found.odd and not said.is_sure:
                return {**_told_of(found), "sure": True}
            told = self._recorded(do, said.id, who, said.follows)
            return {**told, "asked": found.asked} if found.asked else told

    def confirms_it(self, id_: str, who: str) -> Told:
        """Records the entry that waits, as somebody other than who entered it says yes."""
        with self._lock:
            self.book()
            waiting = self.shown().waiting
            if waiting is None or waiting.id != id_:
                return self._gone(id_)
            if _name(who) == waiting.by:
                message = say("{name} entered it: another person says yes", name=waiting.by)
                raise refuse("board-self", message, "by")
            try:
                told = self._recorded(waiting.do, waiting.id, waiting.by, waiting.follows)
            except Refused as refusal:
                self._end(in_turn(not_counted(waiting), refusal.messages))
                raise
            self._waiting, self._notice = None, None
            return told

    def drops_it(self, id_: str, who: str) -> Told:
        """Takes the entry that waits away, as somebody says no."""
        with self._lock:
            waiting = self.shown().waiting
            if waiting is None or waiting.id != id_:
                return self._gone(id_)
            self._end(say("{name} says no; {end}", name=_name(who), end=not_counted(waiting)))
            return {"dropped": waiting.here.truth}

    # --- what waits ------------------------------------------------------------------------------

    def _has_wait(self, waiting: Waiting) -> Told:
        if self._waiting:
            message = say(
                "somebody was quicker; this is what {name} entered, and it waits for a yes: {deal}",
                name=self._waiting.by, deal=self._waiting.truth,
            )  # fmt: skip
            raise refuse("session-moved", message)
        self._waiting, self._notice = waiting, None
        self._turns += 1
        return _told_waiting(waiting)

    def _overtaken(self, waiting: Waiting, book: Book) -> None:
        """What waited followed another session than this: others were faster, unless it is what
        was recorded itself."""
        if is_recorded(book, waiting.id):
            self._waiting = None
            return
        self._end(in_turn(not_counted(waiting), outrun_by(book, waiting.follows).messages))

    def _end(self, notice: Words) -> None:
        """What waited no longer does, and phones are told why."""
        if self._waiting:
            self._ended[self._waiting.id] = notice
            while len(self._ended) > MOST_ENDED:
                del self._ended[next(iter(self._ended))]
        self._waiting, self._notice = None, notice
        self._turns += 1

    def _before(self, book: Book, id_: str) -> Told | None:
        """What became of an entry that was said under this id before; None of a new one."""
        if self._waiting and self._waiting.id == id_:
            return _told_waiting(self._waiting)
        if is_recorded(book, id_):
            return {"done": [_text(say("this is recorded already"))], "recorded": True}
        if id_ in self._ended:
            return {"done": [_text(self._ended[id_])]}
        return None

    def _gone(self, id_: str) -> Told:
        before = self._before(self.book(), id_)
        if before is None or "waits" in before:
            raise refuse("board-gone", say("nothing waits for that answer any more"))
        return before

    # --- the file --------------------------------------------------------------------------------

    def length(self) -> int:
        """Return the number of entries of the session; 0 where it cannot be read."""
        book = self._followed.now().book
        return len(book.journal.entries) if book else 0

    def book(self) -> Book:
        """The session as it stands; refused where it cannot be shown."""
        now = self._followed.now()
        if now.book is None:
            raise NotStanding(now.problems)
        return now.book

    def _recorded(self, do: Do, id_: str, by: str, follows: str) -> Told:
        """Has an act on disk before it says so."""

        def decide(data: bytes) -> tuple[str, int, tuple[Book, Act]]:
            book = opened(data, self._followed.name)
            refuse_moved(book, follows, do)
            act = act_of(do._replace(seen=len(book.journal.entries)), book, _clock())
            first = [one._replace(id=one.id or id_) for one in act.entries[:1]]
            act = appended(book, act._replace(entries=(*first, *act.entries[1:])), by, _new_id)
            return "".join(map(entry_text, act.entries)), book.journal.whole, (book, act)

        before, act = store.change_session(self._followed.path, decide, tell=told_after)
        self._notice = None
        return {"done": [*act_lines(before, act, typed=typed_on_phone)], "recorded": True}


def _waits_still(waiting: Waiting, book: Book) -> bool:
    """Return True if an entry is not recorded and still means what it meant."""
    return not is_recorded(book, waiting.id) and still_follows(book, waiting.follows, waiting.do)


def _name(who: str) -> str:
    """Who says something; refused where nobody is named."""
    name = recorder_kept(who)
    if not name:
        raise refuse("board-who", say("say first who you are"), "by")
    return name


def _told_of(found: Heard) -> Told:
    """What is said of a line that has not counted."""
    return {
        "truth": found.truth, "words": found.words, "lines": found.lines, "asked": found.asked,
        "field": found.field, "counts": found.counts, "waits_for_yes": found.waits,
    }  # fmt: skip


def _told_waiting(waiting: Waiting) -> Told:
    return {"waits": waiting.here.truth, "words": waiting.here.words}


def _text(words: Words) -> str:
    return text_of(words, typed_on_phone)


def _clock() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _new_id() -> str:
    return os.urandom(8).hex()
