"""Corrections at the table: in one line, or asked for where only the deal was named."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.book.correcting import amendment, no_such_deal
from scorekeeper.entry import split_line
from scorekeeper.language import tr
from scorekeeper.report.line import truth_line
from scorekeeper.session import AMEND
from scorekeeper.standing import state_before
from scorekeeper.table.entering import NO, is_answer, not_counted
from scorekeeper.table.fields import named_field
from scorekeeper.table.state import CONFIRM, CORRECT, Do, Pending, Reply, Table, Turned, fitted, words_of

WHY = "--why"


def amend(table: Table, words: Sequence[str]) -> Turned:
    """A correction counts at once; one that is odd is told in full and asked about first. Where
    nothing but the deal is said, and somebody is there, it is asked what should be different."""
    number, (facts, why) = int(words[0]), _why(words[1:])
    if not facts and not why and table.asks:
        if not 1 <= number <= len(table.book.standing.deals):
            raise no_such_deal(table.book, number)
        return table._replace(at=CORRECT, corrected=number, pending=None), Reply()
    do = Do(AMEND, table.seen, number, tuple(facts), why)
    act = amendment(table.book, number, facts, "", why)
    if not act.questions:
        return table, Reply(do=do)
    truth = truth_line(table.book.agreed, state_before(act.standing, number), act.standing.deals[number - 1])
    pending = Pending(do, truth, tuple(tr("odd: {words}", words=odd.message) for odd in act.questions), True)
    return table._replace(at=CONFIRM, pending=pending), Reply()


def at_correct(table: Table, line: str) -> Turned:
    """What should be different in the deal that was named; an empty line leaves it as it is."""
    if not line or line.casefold() in NO:
        return not_counted(table)
    facts = table.book.standing.deals[table.corrected - 1].facts
    field = named_field(table.book.agreed, line, facts)
    if field:
        (word,) = words_of({field: facts[field]})
        return table, Reply(fitted(table, [tr("type: {word}, with what is right", word=word)]))
    if is_answer(line):
        return table, Reply(fitted(table, [tr("say what should be different; Enter leaves the deal as it is")]))
    return amend(table, [str(table.corrected), *split_line(line)])


def _why(words: Sequence[str]) -> tuple[list[str], str]:
    """The facts, and the reason after `--why`."""
    for place, word in enumerate(words):
        if word == WHY or word.startswith(f"{WHY}="):
            return list(words[:place]), " ".join([*filter(None, [word[len(WHY) + 1 :]]), *words[place + 1 :]])
    return list(words), ""
