"""Entries from phones: parsed, confirmed, recorded exactly once, and answered."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from threading import RLock
from typing import Any, NamedTuple

from scorekeeper import store
from scorekeeper.board.form_to_words import Fields, line_of_fields, typed_on_phone
from scorekeeper.board.session_watch import FollowedSession, WatchedSession, mark_of
from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.entry_kinds import DEAL, may_move_points
from scorekeeper.record.log_text import entry_text
from scorekeeper.record.open_session import Act, Book, appended, opened, recorder_kept
from scorekeeper.referee.question_context import RefereeAnswer, case_of_next_deal
from scorekeeper.referee.question_parser import RefereeQuestion, answer
from scorekeeper.report.change_text import act_lines, seal_of_act
from scorekeeper.rules.cards import Pack, typed_card
from scorekeeper.store import MayStand
from scorekeeper.store.session_records import rows_after
from scorekeeper.store.shipped_files import catalogue
from scorekeeper.table.commands import MOVE, record_asked
from scorekeeper.table.conversation import act_of, outrun, prompt, step
from scorekeeper.table.deal_entry import part_problems
from scorekeeper.table.table_state import CONFIRM, FIELD, TOP, Conversation, Do
from scorekeeper.table.two_counts import is_beside
from scorekeeper.text.message import Words, in_turn, say
from scorekeeper.text.message_text import hint_of, placed_text, text_of
from scorekeeper.text.problems import MachineFailure, Problem, Refused, refuse
from scorekeeper.text.translation import LANGUAGES, Phrase, language, speak

# --- parsed lines ------------------------------------------------------------------------------
# A line typed on a phone, read with the live table's parser, so that both accept the same and
# answer the same.


WIDE = 10_000  # columns: a phone breaks lines itself
# Commands of a terminal, or for another session than the board's.
ELSEWHERE = ("again", "by", "cancel", "exit", "move", "q", "quit")


class ParsedLine(NamedTuple):
    """A line from a phone, parsed: a change (`do`), or `lines` of an answer.

    If `waits`, another person must confirm the change, which `truth` and `words` describe;
    `odd` is True if it is irregular. `asked` is the question for a missing fact, and `field` is
    that fact or count. `counts` are the numbers of a complete deal, including computed ones."""

    do: Do | None = None
    waits: bool = False
    truth: str = ""
    words: tuple[str, ...] = ()
    odd: bool = False
    lines: tuple[str, ...] = ()
    asked: str = ""
    counts: Mapping[str, Sequence[str]] = {}
    field: str | None = None


def parsed_line(book: Book, line: str, by: str) -> ParsedLine:
    """Parse a line from a phone for this session. `by` is the person who enters it. Raises Refused
    if the line is invalid or not allowed on a phone."""
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
        return ParsedLine(pending.do, waits, pending.truth, words, pending.odd, (), "", counts)
    if reply.do and table.at != FIELD:
        return _act(book, reply.do, line, by)
    asked = prompt(table).lines if table.meant or table.at != TOP else ()
    field = table.draft.field if table.at == FIELD else None
    return ParsedLine(reply.do, lines=reply.lines, asked=" ".join(asked), field=field)


def _act(book: Book, do: Do, line: str, by: str) -> ParsedLine:
    """Return a change to which the live table has no question. If it may move points, another
    person must confirm it, and it is described in full. A count is not shown, and must be the
    person's own."""
    if do.by:
        if do.by != by:
            raise _elsewhere(line)
        return ParsedLine(do)
    act = act_of(do, book, "")
    if not any(may_move_points(book.folded, entry) for entry in act.entries):
        return ParsedLine(do)
    lines = [*act_lines(book, act, typed=typed_on_phone)]
    truth, *words = lines[:-1] if seal_of_act(act) else lines
    return ParsedLine(do, True, truth, tuple(word.strip() for word in words))


def _counts(table: Conversation) -> Mapping[str, Sequence[str]]:
    """Return the numbers of each count of a complete deal, {} if the deal is incomplete."""
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


# --- entries as values -------------------------------------------------------------------------
# An entry from a phone as a value: its line, and the revision it follows; and the pending entry.


class PhoneEntry(NamedTuple):
    """An entry from a phone: its id, the line, the person who enters it, and the revision that the
    phone showed (`follows`). `is_sure` confirms an irregular entry."""

    id: str
    line: str
    who: str
    follows: str
    is_sure: bool = False


class Waiting(NamedTuple):
    """An entry that is pending until another person confirms it. `told` is the parsed line by
    language."""

    id: str
    do: Do
    by: str
    follows: str
    told: Mapping[str, ParsedLine]

    @property
    def here(self) -> ParsedLine:
        """Return the line as parsed in the present language."""
        return self.told[language()]

    @property
    def truth(self) -> Words:
        """Return the line about the deal, in every language."""
        return Phrase({code: (found.truth,) for code, found in self.told.items()})


def is_recorded(book: Book, id_: str) -> bool:
    """Return True if an entry with this id is recorded."""
    return any(entry.id == id_ for entry in book.log.entries)


def in_every_language(
    book: Book, line: str, by: str, found: ParsedLine
) -> Mapping[str, ParsedLine]:
    """Return a pending line parsed in each language, by language code, since readers may use
    another language than the person who entered it. `found` is the line as parsed in the
    present language, and is used where parsing fails."""

    def told(code: str) -> ParsedLine:
        speak(code, catalogue(code))
        with suppress(Refused):
            again = parsed_line(book, line, by)
            if again.waits:
                return again
        return found

    here = language()
    return {code: found if code == here else copy_context().run(told, code) for code in LANGUAGES}


def still_follows(book: Book, follows: str, do: Do) -> bool:
    """Return True if no entry recorded after the revision `follows` affects the change."""
    if mark_of(book) == follows:
        return True
    return mark_of(book, do.seen) == follows and is_beside(do, book)


def refuse_moved(book: Book, follows: str, do: Do) -> None:
    """Raise Refused if entries that the phone did not show affect the change."""
    if not still_follows(book, follows, do):
        raise refusal_of_outdated(book, follows)


def refusal_of_outdated(book: Book, follows: str) -> Refused:
    """Return the refusal of an entry made at an earlier revision, with the entries
    recorded since."""
    return outrun(book, seen_by(follows))


def seen_by(mark: str) -> int:
    """Return the number of entries in a revision, 0 if it has none."""
    number = mark.partition(" ")[0]
    return int(number) if number.isdecimal() and len(number) < 10 else 0


def not_recorded_message(waiting: Waiting) -> Words:
    """Return the message that a pending entry was not recorded."""
    return say("not counted: {deal}", deal=waiting.truth)


# --- phone entries -----------------------------------------------------------------------------
# The entries from phones: each is recorded once, after the last entry that its phone showed, and in
# some cases only after another person has confirmed it.


Told = Mapping[str, Any]
MOST_ENDED = 500  # dropped entries that are remembered


class NotStanding(Refused):
    """A refusal because the session cannot be read now. The phone may send the entry again
    later."""


class PhoneState(NamedTuple):
    """The state shown on all phones: the session, the pending entry, and the notice about the
    entry before. `mark` is a revision that differs after every change."""

    now: WatchedSession
    waiting: Waiting | None
    notice: Words | None
    mark: str


class Entries:
    """The entries from phones for one session. If `confirms` is False, a deal is recorded without
    another person's yes. `recorded` is called after each answer to a phone."""

    def __init__(
        self,
        followed: FollowedSession,
        confirms: bool = True,
        recorded: Callable[[], None] = lambda: None,
    ) -> None:
        self._followed, self.confirms = followed, confirms
        self.recorded = recorded
        self._lock = RLock()
        self._waiting: Waiting | None = None
        self._notice: Words | None = None
        self._turns = 0  # number of changes of the pending entry
        self._ended: dict[str, Words] = {}

    @property
    def name(self) -> str:
        """Return the present name of the session."""
        return self._followed.name

    def shown(self) -> PhoneState:
        """Return the present state. If the session has changed since the pending entry was made,
        so that its meaning changes, drop the entry."""
        with self._lock:
            now = self._followed.now()
            waiting = self._waiting
            if waiting and now.book and not _waits_still(waiting, now.book):
                self._overtaken(waiting, now.book)
            return PhoneState(
                now, self._waiting, self._notice, f"{now.mark} {self._turns} {self.name}"
            )

    def tries(self, said: PhoneEntry) -> Told:
        """Return the result that an entry would have, without recording it."""
        return _told_of(parsed_line(self.book(), said.line, _name(said.who)))

    def says(self, said: PhoneEntry) -> Told:
        """Record an entry, or leave it pending until it is confirmed. An entry whose id was
        already used is not recorded again."""
        book, who = self.book(), _name(said.who)
        if before := self._before(book, said.id):
            return before
        found = parsed_line(book, said.line, who)
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
        """Record the pending entry. Raises Refused if `who` is the person who entered it."""
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
                self._end(in_turn(not_recorded_message(waiting), refusal.messages))
                raise
            self._waiting, self._notice = None, None
            return told

    def drops_it(self, id_: str, who: str) -> Told:
        """Drop the pending entry, rejected by `who`."""
        with self._lock:
            waiting = self.shown().waiting
            if waiting is None or waiting.id != id_:
                return self._gone(id_)
            self._end(
                say("{name} says no; {end}", name=_name(who), end=not_recorded_message(waiting))
            )
            return {"dropped": waiting.here.truth}

    # --- the pending entry -----------------------------------------------------------------------

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
        """Drop the pending entry because the session has changed, with a notice unless the entry
        is recorded."""
        if is_recorded(book, waiting.id):
            self._waiting = None
            return
        self._end(
            in_turn(
                not_recorded_message(waiting), refusal_of_outdated(book, waiting.follows).messages
            )
        )

    def _end(self, notice: Words) -> None:
        """Drop the pending entry, and show this notice on the phones."""
        if self._waiting:
            self._ended[self._waiting.id] = notice
            while len(self._ended) > MOST_ENDED:
                del self._ended[next(iter(self._ended))]
        self._waiting, self._notice = None, notice
        self._turns += 1

    def _before(self, book: Book, id_: str) -> Told | None:
        """Return the result of the earlier entry with this id, or None if there is none."""
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
        """Return the number of entries in the session, 0 if the session cannot be read."""
        book = self._followed.now().book
        return len(book.log.entries) if book else 0

    def book(self) -> Book:
        """Return the present session. Raises NotStanding if it cannot be shown."""
        now = self._followed.now()
        if now.book is None:
            raise NotStanding(now.problems)
        return now.book

    def _recorded(self, do: Do, id_: str, by: str, follows: str) -> Told:
        """Record a change, and return the result when the change is on disk."""

        def decide(data: bytes) -> tuple[str, int, tuple[Book, Act]]:
            book = opened(data, self._followed.name)
            refuse_moved(book, follows, do)
            act = act_of(do._replace(seen=len(book.log.entries)), book, _clock())
            first = [one._replace(id=one.id or id_) for one in act.entries[:1]]
            act = appended(book, act._replace(entries=(*first, *act.entries[1:])), by, _new_id)
            return "".join(map(entry_text, act.entries)), book.log.whole, (book, act)

        before, act = store.change_session(self._followed.path, decide, tell=rows_after)
        self._notice = None
        return {"done": [*act_lines(before, act, typed=typed_on_phone)], "recorded": True}


def _waits_still(waiting: Waiting, book: Book) -> bool:
    """Return True if a pending entry is not recorded and its meaning has not changed."""
    return not is_recorded(book, waiting.id) and still_follows(book, waiting.follows, waiting.do)


def _name(who: str) -> str:
    """Return the name of the person who enters. Raises Refused if it is empty."""
    name = recorder_kept(who)
    if not name:
        raise refuse("board-who", say("say first who you are"), "by")
    return name


def _told_of(found: ParsedLine) -> Told:
    """Return a parsed line as the JSON object of an answer."""
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


# --- the referee's answer about tapped cards ---------------------------------------------------


KEYS = ("contract", "trump")


def ruled(book: Book, fields: Fields) -> Mapping[str, object]:
    """Return the referee's answer about tapped cards: the codes of the cards that may be played
    from the hand or, without a hand, the winner of the trick. Raises Refused if the referee has
    no answer."""
    given = {key: fields[key][0] for key in KEYS if any(fields.get(key, []))}
    pack = book.agreed.rules.pack
    trick, hand = _typed(pack, fields.get("trick", ())), _typed(pack, fields.get("hand", ()))
    if hand:
        found = _answer(book, RefereeQuestion("legal", (hand, trick), given))
        return {"lines": _lines(found), "legal": found.value["legal"]}
    found = _answer(book, RefereeQuestion("trick", (trick,), given))
    return {"lines": _lines(found), "legal": []}


def _typed(pack: Pack, codes: Iterable[str]) -> tuple[str, ...]:
    """Return cards, given by code, as they are typed in the present language."""
    known = pack.cards
    return tuple(text_of(typed_card(pack, known[one])) if one in known else one for one in codes)


def _answer(book: Book, question: RefereeQuestion) -> RefereeAnswer:
    seating = book.standing.seating
    return answer(case_of_next_deal(seating.agreed, seating.state, {}), question, seating.state)


def _lines(found: RefereeAnswer) -> list[str]:
    return [text_of(line, typed_on_phone) for line in found.lines]


# --- phone answers -----------------------------------------------------------------------------
# The answers to a phone: the result of its entry, or every problem with the field it is about, in
# the phone's language.


ID = r"[0-9a-f]{16,64}"  # long enough that no two are equal
OUTRUN = "session-moved"
DONE, OTHERS_FIRST, REFUSED, FAILED = 200, 409, 422, 503


def answered(entries: Entries, path: str, fields: Fields) -> tuple[Told, int]:
    """Return the answer to a posted entry as a JSON object, and the status code. `entries` in the
    answer is the number of entries afterwards; `later` is True if the phone must send the entry
    again."""
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
    """Return the referee's answer about the tapped cards, or the problems, and a status code."""
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
    """Return the first value of a field, "" if the field is missing."""
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
