"""Corrections at the live table, and changes of the order of deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.game.deal_results import of_seats
from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import AMEND, COMPLETE, DEAL, INSERT, SETTLE, STRIKE, TURN
from scorekeeper.game.log import SWAP
from scorekeeper.record.book import Act
from scorekeeper.record.corrections import (
    amendment,
    dealer_words,
    inserting,
    no_such_deal,
    striking,
    swapping,
)
from scorekeeper.record.entered_words import read_words, split_line
from scorekeeper.record.entry_text import UNCHANGED, correction_in_words
from scorekeeper.record.happening_acts import LAST, MOVED
from scorekeeper.record.irregular_acts import to_session, turning
from scorekeeper.record.open_facts import words_of
from scorekeeper.record.partial_entry import amended
from scorekeeper.report.deal_text import truth_line
from scorekeeper.table.deal_entry import is_answer, not_counted
from scorekeeper.table.fact_questions import named_field
from scorekeeper.table.state import (
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


WHY = "--why"
WAITING = "deal-waiting"  # the code of what is not read while something waits for a yes or a no


def begun_correction(table: Conversation, words: Sequence[str]) -> Turned:
    """Begin a correction, `amend N FACT…`, or extend the pending one. Raises Refused while a
    correction of another deal is pending, because one yes cannot answer two."""
    pending = table.pending
    if pending is None or pending.do.what != AMEND:
        return amend(table, words)
    number, facts = corrected_number(table, words[0]), words[1:]
    if number != pending.do.number:
        hint = say("say y or n to that, then type the correction again")
        raise refuse(WAITING, correction_waits(pending), None, hint)
    if not facts:
        return table._replace(at=CORRECT, corrected=number), Reply()
    return further(table, pending.do, facts)


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
    """Return a text which says that a correction is pending, and which one."""
    return say(
        "the correction of deal {number} still waits for a yes or a no: {deal}",
        number=pending.do.number,
        deal=pending.truth,
    )


def corrected_number(table: Conversation, word: str) -> int:
    """Return the number of the deal to correct, typed as `3` or `last`."""
    return len(table.book.folded.deals) if word.casefold() == "last" else int(word)


def amend(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the table with a pending correction, shown in full before it is recorded. It is
    recorded at once if nobody can be asked, unless it is irregular. If only the deal is named, the
    table asks what to change."""
    number = corrected_number(table, words[0])
    facts, why = words_and_why(words[1:])
    if not facts and not why and table.asks:
        if not 1 <= number <= len(table.book.standing.deals):
            raise no_such_deal(table.book, number)
        return table._replace(at=CORRECT, corrected=number, pending=None), Reply()
    do = Do(what=AMEND, seen=table.seen, number=number, words=tuple(facts), why=why)
    act = amendment(table.book, number, facts, "", why)
    if not (table.asks or act.questions):
        return table._replace(counted=True), Reply(do=do)
    return table._replace(at=CONFIRM, pending=_pending(table, do, act)), Reply()


def _pending(table: Conversation, do: Do, act: Act) -> Pending:
    truth = truth_line(act.standing.table_of(do.number), act.standing.deals[do.number - 1])
    return Pending(do, truth, tuple(_told(table, do, act)), bool(act.questions))


def _told(table: Conversation, do: Do, act: Act) -> Iterator[Words]:
    """Yield the lines with the differences that a correction makes, and what is irregular in
    them."""
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
    """Return the table with the pending correction extended by a line. Raises Refused if that is
    invalid."""
    return further(table, do, split_line(line))


def further(table: Conversation, do: Do, words: Sequence[str]) -> Turned:
    """Return the table with the pending correction extended by the words of a line. A reason among
    them replaces the former one."""
    more, reason = words_and_why(words)
    why = reason or do.why
    dealer, more = dealer_words(table.book, more)
    if not dealer:
        dealer, _ = dealer_words(table.book, do.words)
    played = of_seats(corrected_so_far(table, do))
    agreed, state, now = played.agreed, played.state, played.facts
    typed = read_words(agreed, state, more, now)
    if typed.problems:
        raise Refused(typed.problems)
    facts = amended(agreed, state, now, typed.facts, typed.without)
    gone = [
        f"{name}=-" for name in table.book.standing.deals[do.number - 1].facts if name not in facts
    ]
    said = [*dealer, *words_of(agreed.rules, facts), *gone, *([WHY, why] if why else [])]
    return amend(table, [str(do.number), *said])


def corrected_so_far(table: Conversation, do: Do) -> Scored:
    """Return the deal as the pending correction would make it."""
    act = amendment(table.book, do.number, do.words, "", do.why)
    return act.standing.deals[do.number - 1]


def to_correct(table: Conversation) -> Scored:
    """Return the deal under correction: as it is recorded, or with the changes entered before
    something was refused."""
    if table.pending:
        return corrected_so_far(table, table.pending.do)
    return table.book.standing.deals[table.corrected - 1]


def at_correct(table: Conversation, line: str) -> Turned:
    """Read the changes to the deal under correction. An empty line leaves the deal unchanged, or
    returns to the yes or no of a correction of which a part was refused."""
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
        return further(table, table.pending.do, words)
    return amend(table, [str(table.corrected), *words])


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


def words_and_why(words: Sequence[str]) -> tuple[list[str], str]:
    """Return the words of the facts, and the reason after `--why`."""
    for place, word in enumerate(words):
        if word == WHY or word.startswith(f"{WHY}="):
            return list(words[:place]), " ".join(
                [*filter(None, [word[len(WHY) + 1 :]]), *words[place + 1 :]]
            )
    return list(words), ""


# --- rearranging -------------------------------------------------------------------------------
# Inserting a forgotten deal, deleting one that was never played, swapping two, and another dealer,
# at the live table. They are recorded at once, because `undo` undoes them; an irregular one is
# pending until a yes.


YES, MOVE = "--yes", "move"


def numbered(word: str) -> int:
    """Return the number of a deal typed as `3` or `last`. For `last` it is LAST."""
    return LAST if word.casefold() == "last" else int(word)


def insert(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the table with an act that inserts a forgotten deal. The table asks first if it is
    irregular."""
    facts, why = words_and_why([word for word in words[1:] if word != YES])
    do = Do(INSERT, table.seen, int(words[0]), tuple(facts), why)
    return asked(table, do, inserting(table.book, do.number, facts, "", why), YES in words)


def asked(table: Conversation, do: Do, act: Act, is_sure: bool) -> Turned:
    """Return the table with an act that is pending until a yes, if it has questions. Raises Refused
    if nobody can be asked and it was not confirmed."""
    if is_sure or not act.questions:
        return table, Reply(do=do)
    if not table.asks:
        problems = [odd._replace(mends=(say("say --yes if it is so"),)) for odd in act.questions]
        raise Refused(problems, say("this is odd, so it is asked about first"))
    words = (*(question.message for question in act.questions), *act.notes)
    pending = Pending(do, text_of(act.said), words, odd=True)
    return table._replace(at=CONFIRM, pending=pending), Reply()


def complete(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the act that completes an incomplete deal with the typed facts."""
    facts, why = words_and_why(words[1:])
    do = Do(COMPLETE, table.seen, numbered(words[0]), tuple(facts), why)
    return table, Reply(do=do)


def strike(table: Conversation, words: Sequence[str]) -> Turned:
    _, why = words_and_why([word for word in words[1:] if word != YES])
    do = Do(STRIKE, table.seen, numbered(words[0]), (), why)
    return asked(table, do, striking(table.book, do.number, "", why), YES in words)


def settle(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the act that settles a disputed deal with the typed version."""
    number, reading, *why = words
    do = Do(SETTLE, table.seen, numbered(number), (reading,), " ".join(why))
    return table, Reply(do=do)


def move(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the table with an act that moves a deal to another session, `3 --to other`. A caller
    that may open the session carries it out."""
    other, *more = to_session([word for word in words[1:] if word != YES])
    why = " ".join(word for word in more if word != WHY)
    do = Do(MOVE, table.seen, numbered(words[0]), (other,), why)
    return asked(table, do, striking(table.book, do.number, "", why), YES in words)


def swap(table: Conversation, words: Sequence[str]) -> Turned:
    _, why = words_and_why([word for word in words[2:] if word != YES])
    do = Do(SWAP, table.seen, int(words[0]), (words[1],), why)
    act = swapping(table.book, do.number, int(words[1]), "", why)
    return asked(table, do, act, YES in words)


def turn(table: Conversation, words: Sequence[str]) -> Turned:
    """Return the table with an act that sets another dealer. If it leaves a player without a
    contract, and somebody can be asked, it is pending until a yes; a partial entry remains until
    then."""
    do = Do(TURN, table.seen, words=tuple(words))
    if not table.asks:
        return table, Reply(do=do)
    act = turning(table.book, words, "")
    if not act.questions:
        return table, Reply(do=do)
    pending = Pending(do, text_of(act.said), act.notes, odd=True)
    return table._replace(at=CONFIRM, pending=pending), Reply()
