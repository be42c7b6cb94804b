"""Entries from phones: read, confirmed, recorded once, answered."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from threading import RLock
from typing import Any

from scorekeeper import store
from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.board.form_to_words import Fields, line_of_fields, typed_on_phone
from scorekeeper.board.session_watch import Followed, WatchedSession, mark_of
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.log import DEAL, may_move_points
from scorekeeper.record.book import Act, Book, appended, opened, recorder_kept
from scorekeeper.record.journal import entry_text
from scorekeeper.referee.question_context import RefereeAnswer, case_at
from scorekeeper.referee.question_parser import RefereeQuestion, answer
from scorekeeper.report.change_text import act_lines, seal_of_act
from scorekeeper.rules.cards import Pack, typed_card
from scorekeeper.store import MayStand
from scorekeeper.store.session_records import told_after
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.table import Conversation, Do, act_of, outrun, prompt, step
from scorekeeper.table.commands import record_asked
from scorekeeper.table.corrections_asked import MOVE
from scorekeeper.table.deal_entry import part_problems
from scorekeeper.table.state import CONFIRM, FIELD, TOP
from scorekeeper.table.two_counts import is_beside
from scorekeeper.text.message import Words, in_turn, say
from scorekeeper.text.message_text import hint_of, placed_text, text_of
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse
from scorekeeper.text.translation import LANGUAGES, Phrase, language, speak

# --- heard -------------------------------------------------------------------------------------
# What a line from a phone comes to: read by the live table, so that phone and terminal say the
# same of the same words.


WIDE = 10_000  # columns: a phone breaks lines itself
# What is of a terminal, or of another session than the one of the board.
ELSEWHERE = ("again", "by", "cancel", "exit", "move", "q", "quit")


class Heard(FrozenRecord):
    """What a line comes to: an act, which may have to wait for a yes, told in full then with what
    is odd of it; or lines that answer it, and what is `asked` where something lacks. `counts` are
    the numbers of a whole deal, the one that was worked out too; `field` is the fact or the count
    of a deal that is asked for."""

    do: Do | None = None
    waits: bool = False
    truth: str = ""
    words: tuple[str, ...] = ()
    odd: bool = False
    lines: tuple[str, ...] = ()
    asked: str = ""
    counts: Mapping[str, Sequence[str]] = {}
    field: str | None = None


def heard(book: Book, line: str, by: str) -> Heard:
    """What somebody says on this session; raises Refused where the rules say no to it."""
    _refuse_elsewhere(line)
    table, reply = step(Conversation(book, width=WIDE, plain=True, by=by, own=by), line)
    if reply.problems or table.draft.partial:
        raise Refused(reply.problems or part_problems(table), reply.heading)
    if reply.again is not None or table.gone or (reply.do and reply.do.what == MOVE):
        raise _elsewhere(line)
    if table.at == CONFIRM and table.pending and not reply.do:
        pending = table.pending
        words = tuple(text_of(one, typed_on_phone) for one in pending.words)
        counts = _counts(table) if pending.do.what == DEAL else {}
        waits = not pending.do.by  # a count waits for another count
        return Heard(pending.do, waits, pending.truth, words, pending.odd, (), "", counts)
    if reply.do and table.at != FIELD:
        return _act(book, reply.do, line, by)
    asked = prompt(table).lines if table.meant or table.at != TOP else ()
    field = table.draft.field if table.at == FIELD else None
    return Heard(reply.do, lines=reply.lines, asked=" ".join(asked), field=field)


def _act(book: Book, do: Do, line: str, by: str) -> Heard:
    """Return an act that nobody was asked about; in full where it may move points, which another
    person confirms. A count is for nobody's eyes, and everybody counts for themselves."""
    if do.by:
        if do.by != by:
            raise _elsewhere(line)
        return Heard(do)
    act = act_of(do, book, "")
    if not any(may_move_points(book.folded, entry) for entry in act.entries):
        return Heard(do)
    lines = [*act_lines(book, act, typed=typed_on_phone)]
    truth, *words = lines[:-1] if seal_of_act(act) else lines
    return Heard(do, True, truth, tuple(word.strip() for word in words))


def _counts(table: Conversation) -> Mapping[str, Sequence[str]]:
    """The numbers of the deal that is whole, by what they count."""
    scored = judged(table.agreed, table.state, table.draft.facts).scored
    counts = table.agreed.rules.counts
    said = {name: scored.facts.get(name) for name in counts} if scored else {}
    return {name: [*map(str, one)] for name, one in said.items() if isinstance(one, list | tuple)}


def _refuse_elsewhere(line: str) -> None:
    first = line.split(maxsplit=1)[0].casefold() if line.split() else ""
    if first in ELSEWHERE or record_asked(line):
        raise _elsewhere(line)


def _elsewhere(line: str) -> Refused:
    message = say("`{line}` is not done from a phone", line=line)
    return refuse("board-command", message, None, say("do it at the terminal"))


# --- phone said --------------------------------------------------------------------------------
# An entry of a phone as a value: what was said, after what; what of it waits for a yes.


class PhoneEntry(FrozenRecord):
    """What a phone says: a line under an id of its own, who says it, and the mark of what it knew
    of; `is_sure` of what is odd."""

    id: str
    line: str
    who: str
    follows: str
    is_sure: bool = False


class Waiting(FrozenRecord):
    """An entry that waits for another person's yes, and what it came to, by language."""

    id: str
    do: Do
    by: str
    follows: str
    told: Mapping[str, Heard]

    @property
    def here(self) -> Heard:
        """What it came to, in the language of whoever reads it now."""
        return self.told[language()]

    @property
    def truth(self) -> Words:
        """The deal in a line, in whatever language."""
        return Phrase({code: (found.truth,) for code, found in self.told.items()})


def is_recorded(book: Book, id_: str) -> bool:
    """Whether an entry was recorded under an id."""
    return any(entry.id == id_ for entry in book.journal.entries)


def in_every_language(book: Book, line: str, by: str, found: Heard) -> Mapping[str, Heard]:
    """What a line came to that waits for a yes, by language: whoever reads it need not speak that
    in which it was entered and `found`. Where the line says nothing in a language, as it was
    found."""

    def told(code: str) -> Heard:
        speak(code, catalogue(code))
        with suppress(Refused):
            again = heard(book, line, by)
            if again.waits:
                return again
        return found

    here = language()
    return {code: found if code == here else copy_context().run(told, code) for code in LANGUAGES}


def still_follows(book: Book, follows: str, do: Do) -> bool:
    """Return True if an act is meant as it was said after this mark, whatever was added since."""
    if mark_of(book) == follows:
        return True
    return mark_of(book, do.seen) == follows and is_beside(do, book)


def refuse_moved(book: Book, follows: str, do: Do) -> None:
    """Raises Refused where others have added to what the phone knew of."""
    if not still_follows(book, follows, do):
        raise outrun_by(book, follows)


def outrun_by(book: Book, follows: str) -> Refused:
    """The refusal of what followed another session, with what others did since."""
    return outrun(book, seen_by(follows))


def seen_by(mark: str) -> int:
    """How many entries there were by a mark."""
    number = mark.partition(" ")[0]
    return int(number) if number.isdecimal() and len(number) < 10 else 0


def not_counted(waiting: Waiting) -> Words:
    """That an entry does not count."""
    return say("not counted: {deal}", deal=waiting.truth)


# --- phone entries -----------------------------------------------------------------------------
# What phones enter: each entry once, after the entry that its phone knew of, and what is told in
# full only after another person's yes.


Told = Mapping[str, Any]
MOST_ENDED = 500  # entries that were not counted, of which it is known that they were


class NotStanding(Refused):
    """The session cannot be read now; what was said may be said again once it can."""


class PhoneState(FrozenRecord):
    """What all phones are shown: the session, the entry that waits, and what became of the one
    before; the `mark` is another one whenever one of these is."""

    now: WatchedSession
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

    def shown(self) -> PhoneState:
        """What stands now. An entry that followed another session than this one no longer waits;
        it does while the session cannot be read."""
        with self._lock:
            now = self._followed.now()
            waiting = self._waiting
            if waiting and now.book and not _waits_still(waiting, now.book):
                self._overtaken(waiting, now.book)
            return PhoneState(
                now, self._waiting, self._notice, f"{now.mark} {self._turns} {self.name}"
            )

    def tries(self, said: PhoneEntry) -> Told:
        """What a line would come to; nothing is kept of it."""
        return _told_of(heard(self.book(), said.line, _name(said.who)))

    def says(self, said: PhoneEntry) -> Told:
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


# --- What the referee says of cards that were tapped -------------------------------------------


KEYS = ("contract", "trump")


def ruled(book: Book, fields: Fields) -> Mapping[str, object]:
    """Who wins the cards of the trick, and which of the hand may be played to it, by code; raises
    Refused where the referee has no answer."""
    given = {key: fields[key][0] for key in KEYS if any(fields.get(key, []))}
    pack = book.agreed.rules.pack
    trick, hand = _typed(pack, fields.get("trick", ())), _typed(pack, fields.get("hand", ()))
    if hand:
        found = _answer(book, RefereeQuestion("legal", (hand, trick), given))
        return {"lines": _lines(found), "legal": found.value["legal"]}
    found = _answer(book, RefereeQuestion("trick", (trick,), given))
    return {"lines": _lines(found), "legal": []}


def _typed(pack: Pack, codes: Iterable[str]) -> tuple[str, ...]:
    """Return the cards of these codes as they are typed in the language spoken."""
    known = pack.cards
    return tuple(text_of(typed_card(pack, known[one])) if one in known else one for one in codes)


def _answer(book: Book, question: RefereeQuestion) -> RefereeAnswer:
    seating = book.standing.seating
    return answer(case_at(seating.agreed, seating.state, {}), question, seating.state)


def _lines(found: RefereeAnswer) -> list[str]:
    return [text_of(line, typed_on_phone) for line in found.lines]


# --- phone answers -----------------------------------------------------------------------------
# What a phone is answered: what became of its entry, or every problem beside the field it is
# about, in its own language.


ID = r"[0-9a-f]{16,64}"  # chance enough that no two are alike
OUTRUN = "session-moved"
DONE, OTHERS_FIRST, REFUSED, FAILED = 200, 409, 422, 503


def answered(entries: Entries, path: str, fields: Fields) -> tuple[Told, int]:
    """Return what a post to one of the paths for entering comes to, with how many `entries` there
    are then, and the code of the answer; `later` where the phone is to say it again."""
    told, code = _answered(entries, path, fields)
    return {**told, "entries": entries.length()}, code


def _answered(entries: Entries, path: str, fields: Fields) -> tuple[Told, int]:
    try:
        return _done(entries, path, fields), DONE
    except NotStanding as refusal:
        return {**_refused(refusal.problems, ""), "later": True}, FAILED
    except Refused as refusal:
        heading = text_of(refusal.heading, typed_on_phone) if refusal.heading else ""
        told = _refused(refusal.problems, heading)
        if all(problem.code != OUTRUN for problem in refusal.problems):
            return told, REFUSED
        return {**told, "said": line_of_fields(fields)}, OTHERS_FIRST
    except MachineFailure as failure:
        told = _refused([failure.problem], "")
        return {**told, "later": isinstance(failure, MayStand)}, FAILED


def refereed(entries: Entries, fields: Fields) -> tuple[Told, int]:
    """What the referee says of the cards that were tapped, or why nothing."""
    try:
        return ruled(entries.book(), fields), DONE
    except Refused as refusal:
        return _refused(refusal.problems, ""), REFUSED


def _done(entries: Entries, path: str, fields: Fields) -> Told:
    id_, who = _one(fields, "id"), _one(fields, "who")
    if re.fullmatch(ID, id_) is None:
        raise refuse("board-id", say("an entry has an id of 16 to 64 letters of 0-9 and a-f"))
    if path == "/yes":
        return entries.confirms_it(id_, who)
    if path == "/no":
        return entries.drops_it(id_, who)
    said = PhoneEntry(
        id_, line_of_fields(fields), who, _one(fields, "follows"), bool(_one(fields, "sure"))
    )
    return entries.tries(said) if path == "/try" else entries.says(said)


def _one(fields: Mapping[str, Sequence[str]], name: str) -> str:
    """What a field says; nothing where it is not there."""
    return fields.get(name, [""])[0].strip()


def _refused(problems: Sequence[Problem], heading: str) -> dict[str, Any]:
    rows = [
        {
            "code": problem.code,
            "fact": problem.fact,
            "message": placed_text(problem, typed_on_phone),
            "mend": hint_of(problem, typed_on_phone),
        }
        for problem in problems
    ]
    return {"problems": rows, "heading": heading}
