"""What the table asks next: the lines that ask, and the few letters before the cursor."""

from __future__ import annotations

from scorekeeper.game.judge import judged
from scorekeeper.report.deal_line import truth_line
from scorekeeper.report.phrases import facts_typed
from scorekeeper.rules.said import key_typed
from scorekeeper.table.correcting import to_correct
from scorekeeper.table.entering import kept_in_part, kept_line, pending_lines
from scorekeeper.table.fields import question
from scorekeeper.table.sentences import typed_words
from scorekeeper.table.state import (
    ANOTHER,
    CHANGE,
    CONFIRM,
    CORRECT,
    FIELD,
    Pending,
    Prompt,
    Table,
    fitted,
    told,
)
from scorekeeper.text.message import Message, Words, say
from scorekeeper.text.speech import text_of


def prompt(table: Table) -> Prompt:
    """What the table asks next."""
    draft = table.draft
    if table.meant:
        meant = say("this could be meant: {command}", command=f"`{typed_words(table.meant)}`")
        return Prompt(fitted(table, [meant]), text_of(say("Do it? [Y/n]> ")))
    if table.at == FIELD:
        asked = question(table.agreed, table.state, draft)
        return Prompt(
            fitted(table, [*_kept(table), asked]),
            f"{key_typed(table.book.agreed.rules, draft.field or '').shown()}> ",
        )
    if table.at == CONFIRM and table.pending:
        count = say("Count it? [y/N]> ") if table.pending.odd else say("Count it? [Y/n]> ")
        return Prompt(pending_lines(table, table.pending), text_of(count))
    if table.at == ANOTHER and table.pending:
        return _which_deal(table, table.pending)
    if table.at == CORRECT:
        return _deal_to_correct(table)
    if table.at == CHANGE:
        return _entry_to_change(table)
    return Prompt((), text_of(_coming(table)))


def _coming(table: Table) -> Message:
    """What is asked before an entry: the coming deal, and who counts it where two people do."""
    number = table.book.standing.state.deal
    if table.book.standing.state.over:
        return say("over> ")
    if table.lacks_counter:
        return say("who counts deal {number}> ", number=number)
    if table.book.counts_twice:
        return say("deal {number}, counted by {name}> ", number=number, name=table.by)
    return say("deal {number}> ", number=number)


def _which_deal(table: Table, pending: Pending) -> Prompt:
    """A deal that waits, and another that was typed."""
    asked = say(
        "`{line}` is a deal of its own. y: deal {number} counts, and this is the next; n: this is "
        "deal {number} instead;"
        " Enter: neither",
        line=table.another, number=pending.do.number,
    )  # fmt: skip
    return Prompt(
        (*told(table, pending.truth), *fitted(table, [asked])),
        text_of(say("Count it first? [y/n]> ")),
    )


def _entry_to_change(table: Table) -> Prompt:
    """The entry of which something should be different; it is told in full where a change of it
    was refused."""
    fields = ", ".join(facts_typed(table.agreed, table.draft.facts))
    asked = _asked_of_the_whole(fields)
    scored = judged(table.agreed, table.state, table.draft.facts).scored
    if not table.draft.refused or scored is None:
        return Prompt(fitted(table, [asked]), text_of(say("change> ")))
    truth = truth_line(table.agreed, scored)
    waits = told(table, say("still as it was, and not counted: {deal}", deal=truth))
    return Prompt((*waits, *fitted(table, [asked])), text_of(say("change> ")))


def _deal_to_correct(table: Table) -> Prompt:
    """What stands in the deal whose correction was begun, or is said of it already."""
    deal = to_correct(table)
    fields = ", ".join(facts_typed(deal.agreed, deal.said))
    truth: Words = truth_line(table.book.standing.table_of(table.corrected), deal)
    asked = say("What should be different? (now {facts}; Enter leaves it)", facts=fields)
    if table.pending:
        truth = say("still as it was, and not counted: {deal}", deal=truth)
        asked = _asked_of_the_whole(fields)
    return Prompt(
        (*told(table, truth), *fitted(table, [asked])),
        text_of(say("amend {number}> ", number=table.corrected)),
    )


def _asked_of_the_whole(fields: str) -> Message:
    return say(
        "What should be different? (now {facts}; Enter leaves it, `cancel` drops it)", facts=fields
    )


def _kept(table: Table) -> list[Words]:
    """What stands while something that was refused, or the rest of it, is asked for."""
    draft, in_part = table.draft, kept_in_part(table)
    return [kept_line(table, draft.facts), *in_part] if draft.facts and draft.refused else in_part
