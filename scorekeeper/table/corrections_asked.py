"""Corrections at the live table, and acts that need a confirmation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.game.deal_results import deal_of_seats
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import AMEND, DEAL
from scorekeeper.game.irregular_events import SPENT
from scorekeeper.game.log import LAST
from scorekeeper.record.acts import ACT_NAMED
from scorekeeper.record.changes_between_deals import MOVED
from scorekeeper.record.corrections import dealer_words, no_such_deal
from scorekeeper.record.entered_words import read_words, split_line
from scorekeeper.record.entry_text import UNCHANGED, correction_in_words
from scorekeeper.record.open_session import Act
from scorekeeper.record.partial_entry import amended
from scorekeeper.record.required_facts import words_of
from scorekeeper.report.deal_text import truth_line
from scorekeeper.table.act_words import change_made, words_and_why
from scorekeeper.table.deal_entry import is_answer, not_counted
from scorekeeper.table.fact_questions import named_field
from scorekeeper.table.table_state import (
    CONFIRM,
    CORRECT,
    Conversation,
    Do,
    Pending,
    Reply,
    Turned,
    fitted,
)
from scorekeeper.text.message import Words, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import NO

# --- correcting --------------------------------------------------------------------------------
# Corrections at the table: in one line, or with questions if only the deal was named. They are
# shown in full and are pending until a yes, as a deal is.


WAITING = "deal-waiting"  # the code for lines refused while an act is pending


def begun_correction(
    table: Conversation, number: int, words: Sequence[str], why: str = ""
) -> Turned:
    """Begin a correction of a deal, or extend the pending one. Raises Refused while a correction
    of another deal is pending: a yes would be ambiguous."""
    number = len(table.book.folded.deals) if number == LAST else number
    pending = table.pending
    if pending is None or pending.do.what != AMEND:
        return amend(table, number, words, why)
    if number != pending.do.number:
        hint = say("say y or n to that, then type the correction again")
        raise refuse(WAITING, correction_waits(pending), None, hint)
    if not words and not why:
        return table._replace(at=CORRECT, corrected=number), Reply()
    return further(table, pending.do, words, why)


def refuse_beside_a_correction(table: Conversation) -> None:
    """Raise Refused if a correction is pending, which another act would discard."""
    if table.pending and table.pending.do.what == AMEND:
        hint = say("say y or n to that, then type it again")
        if table.at == CORRECT:
            hint = say("press Enter, say y or n to that, then type it again")
        raise refuse(WAITING, correction_waits(table.pending), None, hint)
    if table.at == CORRECT:
        message = say("the correction of deal {number} still waits", number=table.corrected)
        hint = say("press Enter to leave that deal as it is, then type it again")
        raise refuse(WAITING, message, None, hint)


def correction_waits(pending: Pending) -> Words:
    """Return the message that a correction is pending, with the corrected deal."""
    return say(
        "the correction of deal {number} still waits for a yes or a no: {deal}",
        number=pending.do.number,
        deal=pending.truth,
    )


def amend(table: Conversation, number: int, facts: Sequence[str], why: str) -> Turned:
    """Return the table with a pending correction. Without facts, ask what to change. If nobody can
    be asked, a correction that is not irregular is recorded at once."""
    if not facts and not why and table.asks:
        if not 1 <= number <= len(table.book.standing.deals):
            raise no_such_deal(table.book, number)
        return table._replace(at=CORRECT, corrected=number, pending=None), Reply()
    do = Do(AMEND, table.seen, {"number": number, "facts": tuple(facts), "why": why})
    act = change_made(ACT_NAMED[AMEND], table.book, do.entered, "")
    if not (table.asks or act.questions):
        return table._replace(counted=True), Reply(do=do)
    return table._replace(at=CONFIRM, pending=_pending(table, do, act)), Reply()


def _pending(table: Conversation, do: Do, act: Act) -> Pending:
    truth = truth_line(act.standing.table_of(do.number), act.standing.deals[do.number - 1])
    return Pending(do, truth, tuple(_told(table, do, act)), bool(act.questions))


def _told(table: Conversation, do: Do, act: Act) -> Iterator[Words]:
    """Yield the lines with a correction's differences and irregularities."""
    if act.entries[0].what != AMEND:
        yield from (act.said, *act.notes)
        return
    if act.entries[0].others:
        yield act.said
        return
    book = table.book
    stored = book.folded.deals[do.number - 1].facts
    moved = correction_in_words(book.standing.played_by(do.number), stored, act.entries[0])
    yield say("to be corrected: {difference}", difference=moved or UNCHANGED)
    for odd in act.questions:
        yield odd.message if odd.code == MOVED else say("odd: {words}", words=odd.message)


def corrected_further(table: Conversation, do: Do, line: str) -> Turned:
    """Return the table with the pending correction extended by a line. Raises Refused if the line
    is invalid."""
    return further(table, do, *words_and_why(split_line(line)))


def further(table: Conversation, do: Do, words: Sequence[str], reason: str = "") -> Turned:
    """Return the table with the pending correction extended by words. A new `reason` replaces the
    former one. Raises Refused if the words are invalid."""
    dealer, more = dealer_words(table.book, words)
    if not dealer:
        dealer, _ = dealer_words(table.book, do.facts)
    played = deal_of_seats(corrected_so_far(table, do))
    agreed, state, now = played.agreed, played.state, played.facts
    typed = read_words(agreed, state, more, now)
    if typed.problems:
        raise Refused(typed.problems)
    facts = amended(agreed, state, now, typed.facts, typed.without)
    gone = [
        f"{name}=-" for name in table.book.standing.deals[do.number - 1].facts if name not in facts
    ]
    said = [*dealer, *words_of(agreed.rules, facts), *gone]
    return amend(table, do.number, said, reason or do.why)


def corrected_so_far(table: Conversation, do: Do) -> Scored:
    """Return the deal as corrected by the pending act."""
    act = change_made(ACT_NAMED[AMEND], table.book, do.entered, "")
    return act.standing.deals[do.number - 1]


def to_correct(table: Conversation) -> Scored:
    """Return the deal under correction: as corrected so far, or as recorded if nothing is
    pending."""
    if table.pending:
        return corrected_so_far(table, table.pending.do)
    return table.book.standing.deals[table.corrected - 1]


def at_correct(table: Conversation, line: str) -> Turned:
    """Read the changes to the deal under correction. An empty line leaves the deal unchanged; if a
    correction is pending, it returns to its yes-or-no question."""
    if not line and table.pending:
        odd = table.pending._replace(odd=True)
        return table._replace(at=CONFIRM, pending=odd), Reply()
    if not line or line.casefold() in NO:
        return not_counted(table)
    words = split_line(line)
    if words[1:] and words[0].casefold() == DEAL:
        raise _no_new_deal(table)
    facts = to_correct(table).facts
    field = named_field(table.agreed, line, facts)
    if field:
        (word,) = words_of(table.agreed.rules, {field: facts[field]})
        return table, Reply(fitted(table, [say("type: {word}, with what is right", word=word)]))
    if is_answer(line):
        return table, Reply(fitted(table, [_asked_again(table)]))
    if table.pending:
        return corrected_further(table, table.pending.do, line)
    return amend(table, table.corrected, *words_and_why(words))


def _asked_again(table: Conversation) -> Words:
    if table.pending:
        return say("say what should be different; `cancel` drops the correction")
    return say("say what should be different; Enter leaves the deal as it is")


def _no_new_deal(table: Conversation) -> Refused:
    """Return the refusal of a new deal typed while a deal is under correction."""
    if table.pending:
        hint = say("Enter, then say y or n to that, then type the deal again")
        return refuse(WAITING, correction_waits(table.pending), None, hint)
    message = say("the correction of deal {number} still waits", number=table.corrected)
    hint = say("press Enter to leave that deal as it is, then type the new one again")
    return refuse(WAITING, message, None, hint)


# --- acts that ask first ------------------------------------------------------------------------
# An act of one line is recorded at once, because `undo` undoes it; an irregular one is pending
# until a yes.


def asked(table: Conversation, do: Do, act: Act, is_sure: bool) -> Turned:
    """Return the table with an act, pending until a yes if it has questions. If nobody can be
    asked, such an act is refused unless `is_sure`; that a player will lack a contract is then
    no question."""
    questions = [odd for odd in act.questions if table.asks or odd.code != SPENT]
    if is_sure or not questions:
        return table, Reply(do=do)
    if not table.asks:
        problems = [odd._replace(mends=(say("say --yes if it is so"),)) for odd in questions]
        raise Refused(problems, say("this is odd, so it is asked about first"))
    told = [odd.message for odd in questions if odd.message not in act.notes]
    pending = Pending(do, text_of(act.said), (*told, *act.notes), odd=True)
    return table._replace(at=CONFIRM, pending=pending), Reply()
