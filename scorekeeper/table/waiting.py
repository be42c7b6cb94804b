"""What waits for a yes: it counts, it is changed, or it is asked whether another deal was meant."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.game.deal_problems import UNUSED
from scorekeeper.game.judge import judged
from scorekeeper.game.log import AMEND, DEAL
from scorekeeper.game.schedule import Seating, seating_of
from scorekeeper.game.standing import after, scored_for_all
from scorekeeper.record.bare import joined
from scorekeeper.record.events import OR
from scorekeeper.record.names import facts_named
from scorekeeper.record.unread import names_option
from scorekeeper.record.words import read_words, split_line
from scorekeeper.table.changing import at_change
from scorekeeper.table.correcting import WAITING, corrected_further, correction_waits
from scorekeeper.table.entering import entered, not_counted
from scorekeeper.table.state import (
    ANOTHER,
    CHANGE,
    CONFIRM,
    CORRECT,
    Draft,
    Pending,
    Reply,
    Table,
    Turned,
    fitted,
    told,
)
from scorekeeper.text.language import NO, YES
from scorekeeper.text.message import CommandLine, Words, say
from scorekeeper.text.problems import Refused, refuse

NO_ANSWER = "answer-unknown"  # the code of a word that is meant as a yes or a no and is neither


def at_confirm(table: Table, line: str) -> Turned:
    """Yes makes it count, no leads to what should be different; words change it straight away,
    but those of another deal: that is asked about first."""
    pending, said = table.pending, line.casefold()
    assert pending is not None
    if said in YES or (not said and not pending.odd):
        return table, Reply(do=pending.do)
    if pending.do.what not in (DEAL, AMEND) or _is_disputed(pending):
        return _not_meant(table, line)
    if not said or said in NO:
        return _to_be_changed(table, pending), Reply(_dropped(table, pending))
    _refuse_an_option(table, pending, line)
    if not _begins_as_a_no(table, line) and _is_a_deal(table, pending, split_line(line)):
        return _another(table, pending, line)
    if _is_meant_as_answer(table, line):
        message = say("`{word}` is neither a yes nor a no", word=line)
        raise refuse(NO_ANSWER, message, None, say("say y or n"))
    return _changed(table, pending, line)


def _dropped(table: Table, pending: Pending) -> tuple[str, ...]:
    """That a correction that waited is gone; an entry stays as it is."""
    if pending.do.what == DEAL:
        return ()
    return fitted(
        table,
        [say("the correction was dropped; deal {number} is as it was", number=pending.do.number)],
    )


def _refuse_an_option(table: Table, pending: Pending, line: str) -> None:
    """Raises Refused for a choice of the table, which is no part of what waits: that stays."""
    rules = table.agreed.rules
    typed = [word.partition("=") for word in split_line(line)]
    choices = [
        f"{key}={text}"
        for key, sign, text in typed
        if sign and names_option(rules, key) and not facts_named(rules, key)
    ]
    if choices:
        waits = _deal_waits if pending.do.what == DEAL else correction_waits
        command = CommandLine("agree", (choices[0],))
        hint = say("say y or n to that, then type `{command}`", command=command)
        raise refuse(WAITING, waits(pending), None, hint)


def _is_disputed(pending: Pending) -> bool:
    """Return True if two counts of a new deal wait."""
    return pending.do.what == DEAL and OR in pending.do.words


def _not_meant(table: Table, line: str) -> Turned:
    """An act of one line that was not meant; anything but a no is asked for again."""
    if line and line.casefold() not in NO:
        message = say("`{word}` is neither a yes nor a no", word=line)
        raise refuse(NO_ANSWER, message, None, say("say y or n"))
    return not_counted(table._replace(pending=None))


def _is_meant_as_answer(table: Table, line: str) -> bool:
    """Whether a word that says nothing of the deal begins as a yes or a no does: `yep`, `ouais`;
    or a line as a no, `no wait`."""
    if _begins_as_a_no(table, line):
        return True
    if not line.isalpha() or line[0].casefold() not in (*YES, *NO):
        return False
    typed = read_words(table.agreed, table.state, [line], table.draft.facts)
    return [problem.code for problem in typed.problems] == ["word-unknown"]


def _begins_as_a_no(table: Table, line: str) -> bool:
    """Whether a line begins with the whole word of a no that is no part of a name: not `no
    trumps`."""
    words = split_line(line)
    first = words[0].casefold().rstrip(",.;!") if words[1:] else ""
    return len(first) > 1 and first in NO and joined(table.agreed.rules, words)[0] == words[0]


def _to_be_changed(table: Table, pending: Pending) -> Table:
    """The table where it is asked what should be different."""
    if pending.do.what == DEAL:
        return table._replace(at=CHANGE, pending=None)
    return table._replace(at=CORRECT, corrected=pending.do.number, pending=None)


def _changed(table: Table, pending: Pending, line: str) -> Turned:
    """What waits with what was typed. Where that is refused it stays as it was, and is not counted
    by the yes that was meant for the other numbers: it is asked what should be different, in a
    correction beside what was said of it already. One word that is of no use here leaves the
    question as it was."""
    if pending.do.what == DEAL:
        turned = at_change(table, line)
        codes = {problem.code for problem in turned[1].problems}
        is_one_word = len(split_line(line)) == 1
        return (table, turned[1]) if codes == {UNUSED} and is_one_word else turned
    try:
        return corrected_further(table, pending.do, line)
    except Refused as refusal:
        reply = Reply(problems=refusal.problems, heading=refusal.heading)
        return _to_be_changed(table, pending)._replace(pending=pending), reply


# --- another deal --------------------------------------------------------------------------------


def _is_a_deal(table: Table, pending: Pending, words: Sequence[str]) -> bool:
    """Whether words are a whole deal by themselves: in the place of the one that waits, or after
    it."""
    if _is_whole(table.book.standing.seating, words):
        return True
    waiting = judged(table.agreed, table.state, table.draft.facts).scored
    if pending.do.what != DEAL or waiting is None:
        return False
    now = table.book.standing
    coming = after(now.agreed, now.state, scored_for_all(now.seating, now.state, waiting))
    return not coming.over and _is_whole(seating_of(now.agreed, coming), words)


def _is_whole(seating: Seating, words: Sequence[str]) -> bool:
    typed = read_words(seating.agreed, seating.state, words)
    scored = judged(seating.agreed, seating.state, typed.facts).scored
    return not typed.problems and scored is not None


def _another(table: Table, pending: Pending, line: str) -> Turned:
    """Another deal while one waits: it is asked which is meant; where nobody is there, refused."""
    if table.asks and pending.do.what == DEAL and not pending.do.by:
        return table._replace(at=ANOTHER, another=line), Reply()
    waits = _deal_waits if pending.do.what == DEAL else correction_waits
    raise refuse(WAITING, waits(pending), None, say("say y or n to that, then type the deal again"))


def _deal_waits(pending: Pending) -> Words:
    return say(
        "deal {number} still waits for a yes or a no: {deal}",
        number=pending.do.number,
        deal=pending.truth,
    )


def at_another(table: Table, line: str) -> Turned:
    """Whether the deal that waits counts before another, or gives way to it."""
    pending, said = table.pending, line.casefold()
    assert pending is not None
    if said in YES:
        # the other follows once it is recorded
        return table._replace(at=CONFIRM), Reply(do=pending.do)
    if said in NO:
        return _in_its_place(table._replace(at=CONFIRM, another=""), pending, table.another)
    if said:
        return table, Reply(fitted(table, [say("say y or n; Enter leaves out what was typed")]))
    return table._replace(at=CONFIRM, another=""), Reply(
        fitted(table, [say("left out: {line}", line=table.another)])
    )


def _in_its_place(table: Table, pending: Pending, line: str) -> Turned:
    """The other deal instead of the one that waited, with a word."""
    agreed, state = table.agreed, table.state
    words = split_line(line)
    if _is_whole(table.book.standing.seating, words):
        turned = entered(table._replace(draft=Draft({})), read_words(agreed, state, words))
    else:
        turned = at_change(table, line)
    lines = told(table, say("not counted: {deal}", deal=pending.truth))
    return turned[0], turned[1]._replace(lines=(*lines, *turned[1].lines))
