"""Corrections at the table: in one line, or asked for where only the deal was named. They are told
in full and wait for a yes, as a deal does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorekeeper.book import Act
from scorekeeper.book.amending import amendment, no_such_deal
from scorekeeper.book.entry_words import UNCHANGED, difference
from scorekeeper.entry.amend import amended
from scorekeeper.entry.words import read_words, split_line
from scorekeeper.entry.written import words_of
from scorekeeper.language import NO
from scorekeeper.log import AMEND
from scorekeeper.message import Words, say
from scorekeeper.problems import Refused
from scorekeeper.scoring import of_seats
from scorekeeper.table.entering import is_answer, not_counted
from scorekeeper.table.fields import named_field
from scorekeeper.table.state import CONFIRM, CORRECT, Do, Pending, Reply, Table, Turned, fitted
from scorekeeper.words.deal_line import truth_line

WHY = "--why"


def amend(table: Table, words: Sequence[str]) -> Turned:
    """A correction, told in full before it counts; at once where nobody is there to be asked,
    but for one that is odd. Where nothing but the deal is said, it is asked what should be
    different."""
    last = len(table.book.folded.deals)
    number = last if words[0].casefold() == "last" else int(words[0])
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


def _pending(table: Table, do: Do, act: Act) -> Pending:
    truth = truth_line(act.standing.table_of(do.number), act.standing.deals[do.number - 1])
    return Pending(do, truth, tuple(_told(table, do, act)), bool(act.questions))


def _told(table: Table, do: Do, act: Act) -> Iterator[Words]:
    """What is different, and what of it is odd."""
    if act.entries[0].what != AMEND:
        yield from (act.said, *act.notes)
        return
    moved = difference(
        table.book.agreed.rules, table.book.folded.deals[do.number - 1].facts, act.entries[0].facts
    )
    yield say("to be corrected: {difference}", difference=moved or UNCHANGED)
    yield from (say("odd: {words}", words=odd.message) for odd in act.questions)


def corrected_further(table: Table, do: Do, line: str) -> Turned:
    """The correction that waits, with more that is different; raises Refused where that cannot
    be."""
    played = of_seats(table.book.standing.deals[do.number - 1])
    agreed, state = played.agreed, played.state
    now = amendment(table.book, do.number, do.words, "", do.why).standing.deals[do.number - 1].facts
    typed = read_words(agreed, state, split_line(line), now)
    if typed.problems:
        raise Refused(typed.problems)
    facts = amended(agreed, state, now, typed.facts, typed.without)
    gone = [
        f"{name}=-" for name in table.book.standing.deals[do.number - 1].facts if name not in facts
    ]
    return amend(
        table, [str(do.number), *words_of(facts), *gone, *([WHY, do.why] if do.why else [])]
    )


def at_correct(table: Table, line: str) -> Turned:
    """What should be different in the deal that was named; an empty line leaves it as it is."""
    if not line or line.casefold() in NO:
        return not_counted(table)
    facts = table.book.standing.deals[table.corrected - 1].facts
    field = named_field(table.agreed, line, facts)
    if field:
        (word,) = words_of({field: facts[field]})
        return table, Reply(fitted(table, [say("type: {word}, with what is right", word=word)]))
    if is_answer(line):
        return table, Reply(
            fitted(table, [say("say what should be different; Enter leaves the deal as it is")])
        )
    return amend(table, [str(table.corrected), *split_line(line)])


def words_and_why(words: Sequence[str]) -> tuple[list[str], str]:
    """The facts, and the reason after `--why`."""
    for place, word in enumerate(words):
        if word == WHY or word.startswith(f"{WHY}="):
            return list(words[:place]), " ".join(
                [*filter(None, [word[len(WHY) + 1 :]]), *words[place + 1 :]]
            )
    return list(words), ""
