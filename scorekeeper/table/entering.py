"""Making an entry: what was read is kept, what was wrong is asked for again, and when all is
there the whole truth is told before it counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.entry import Typed, amended, read_words, split_line
from scorekeeper.entry.bare import CONTRACT
from scorekeeper.entry.values import DASHES
from scorekeeper.language import tr
from scorekeeper.problems import Problem, refuse
from scorekeeper.report.line import truth_line
from scorekeeper.scoring import Judged, judged
from scorekeeper.session import DEAL, Facts
from scorekeeper.standing import state_before
from scorekeeper.table.fields import answer, may_skip, missing, named_field, next_field, question
from scorekeeper.table.state import (
    CHANGE,
    CONFIRM,
    CORRECT,
    FIELD,
    TOP,
    Do,
    Draft,
    Pending,
    Prompt,
    Reply,
    Table,
    Turned,
    fitted,
    idle,
    told,
    words_of,
    written,
)

NOTHING = Typed({}, ())
# Read whatever language is spoken: the people of one table need not share one.
YES, NO = ("y", "yes", "o", "oui", "j", "ja"), ("n", "no", "non", "nej")
# The facts of these problems are not wrong but pointless: they are left out, not asked for again.
POINTLESS = ("fact-unused", "fact-unknown", "trump-contract")


# --- a line at each prompt -----------------------------------------------------------------------------


def at_top(table: Table, line: str) -> Turned:
    """A whole entry or a part of one; an empty line begins to ask."""
    if table.book.standing.state.over:
        hint = tr("amend N corrects a deal, undo takes the last one back, quit leaves")
        raise refuse("session-over", tr("the session is over: nothing is left to play"), None, hint)
    if not line and not table.asks:
        return table, Reply()
    agreed, state = table.book.agreed, table.book.standing.state
    return entered(table, read_words(agreed, state, split_line(line)))


def at_field(table: Table, line: str) -> Turned:
    """The answer to one question; an empty line leaves open what may be left open."""
    agreed, state, draft = table.book.agreed, table.book.standing.state, table.draft
    if line not in DASHES:
        return entered(table, answer(agreed, state, draft, line))
    if not may_skip(agreed, draft.field or ""):
        return table, Reply(fitted(table, [tr("it is needed; `cancel` drops the entry")]))
    return entered(table._replace(draft=draft._replace(skipped=draft.skipped | {draft.field or ""})))


def at_confirm(table: Table, line: str) -> Turned:
    """Yes makes it count, no leads to what should be different; words change it straight away."""
    pending = table.pending
    assert pending is not None
    said = line.casefold()
    if said in YES or (not said and not pending.odd):
        return table, Reply(do=pending.do)
    if pending.do.what != DEAL:
        return not_counted(table) if said in NO or not said else (table, Reply((tr("say y or n"),)))
    if not said or said in NO:
        return table._replace(at=CHANGE, pending=None), Reply()
    agreed, state = table.book.agreed, table.book.standing.state
    is_whole = judged(agreed, state, read_words(agreed, state, split_line(line)).facts).scored is not None
    return taken_instead(table, at_change(table, line), is_whole)


def taken_instead(waiting: Table, turned: Turned, is_another: bool = True) -> Turned:
    """What a line comes to where a yes is awaited: refused, it leaves what waits, which now counts
    only after a spoken yes; another deal takes its place with a word."""
    after, reply = turned
    if waiting.pending is None:
        return after, reply
    if reply.problems:
        return waiting._replace(pending=waiting.pending._replace(odd=True)), reply
    gone = waiting.draft.facts != after.draft.facts
    lines = told(waiting, tr("not counted: {deal}", deal=waiting.pending.truth)) if is_another and gone else ()
    return after, reply._replace(lines=(*lines, *reply.lines))


def not_counted(table: Table) -> Turned:
    """An odd correction that was not meant: nothing changes, and the entry goes on where it was."""
    table, reply = gone_on(table)
    return table, reply._replace(lines=(tr("nothing was changed"), *reply.lines))


def at_change(table: Table, line: str) -> Turned:
    """Words that change the entry, or the name of the fact to ask for again."""
    agreed, state, draft = table.book.agreed, table.book.standing.state, table.draft
    if not line:
        return entered(table)
    field = named_field(agreed, line, draft.facts)
    if field:
        facts = {name: value for name, value in draft.facts.items() if name != field}
        return entered(table._replace(draft=draft._replace(facts=facts, again=(field,), skipped=frozenset())))
    typed = read_words(agreed, state, split_line(line), draft.facts)
    if is_answer(line) and (typed.problems or CONTRACT in typed.facts):
        return table, Reply(fitted(table, [tr("say what should be different; `cancel` drops the entry")]))
    return entered(table, typed)


def is_answer(line: str) -> bool:
    """Whether a line is the letter of a yes or a no, in any language: out of step it begins no name of a contract."""
    return len(line) == 1 and line.casefold() in (*YES, *NO)


AT = {TOP: at_top, FIELD: at_field, CONFIRM: at_confirm, CHANGE: at_change}


# --- the entry -----------------------------------------------------------------------------------------


def entered(table: Table, typed: Typed = NOTHING) -> Turned:
    """Takes into the entry what was read, sets aside what is wrong, and goes on to what is
    asked next. A line of which nothing could be read begins no entry."""
    agreed, state, draft = table.book.agreed, table.book.standing.state, table.draft
    is_said = typed.facts or typed.without
    facts = amended(agreed, state, draft.facts, typed.facts, typed.without) if is_said else draft.facts
    problems = _wrong(typed.problems, judged(agreed, state, facts), facts)
    kept = {name: value for name, value in facts.items() if name not in {p.fact for p in problems}}
    again = _asked_again(table, draft, problems, kept)
    if table.at == TOP and typed.problems and not kept and not again:
        return table, Reply(problems=problems)
    skipped = draft.skipped.union(name for name in typed.without if may_skip(agreed, name))
    draft = draft._replace(facts=kept, again=again, skipped=skipped)
    table = table._replace(draft=draft._replace(field=next_field(agreed, state, draft)), pending=None)
    return _next_prompt(table, problems)


def gone_on(table: Table) -> Turned:
    """Back to the entry being made, judged anew, or to the top where there is none."""
    return (idle(table), Reply()) if table.draft == Draft({}) else entered(table._replace(pending=None))


def _wrong(unread: Sequence[Problem], verdict: Judged, facts: Facts) -> tuple[Problem, ...]:
    """What could not be read and what cannot be; that something is still missing is no fault."""
    said = {problem.fact for problem in unread if problem.fact}
    absent = missing(verdict.problems, facts)
    return (*unread, *(p for p in verdict.problems if p.fact not in said and p.fact not in absent))


def _asked_again(table: Table, draft: Draft, problems: Iterable[Problem], kept: Facts) -> tuple[str, ...]:
    rules = table.book.agreed.rules
    known = {*rules.facts, *rules.counts, CONTRACT}
    wrong = [problem.fact for problem in problems if problem.fact in known and problem.code not in POINTLESS]
    return tuple(name for name in dict.fromkeys([*draft.again, *wrong]) if name and name not in kept)


def _next_prompt(table: Table, problems: tuple[Problem, ...]) -> Turned:
    reply = Reply(problems=problems)
    if table.draft.field:
        return table._replace(at=FIELD), reply
    verdict = judged(table.book.agreed, table.book.standing.state, table.draft.facts)
    if verdict.scored is None:
        return table._replace(at=CHANGE), reply._replace(problems=problems or verdict.problems)
    pending = _pending(table, verdict, bool(problems))
    if table.asks or problems or pending.odd or table.at == CONFIRM:
        return table._replace(at=CONFIRM, pending=pending), reply
    return table._replace(at=CONFIRM, pending=pending, counted=True), Reply(_told(table, pending), do=pending.do)


def _pending(table: Table, verdict: Judged, refused: bool) -> Pending:
    """What counts after a yes; where a part of the line was refused, the rest may have been read
    otherwise than it was meant, so only a spoken yes will do."""
    agreed, state, scored = table.book.agreed, table.book.standing.state, verdict.scored
    assert scored is not None
    notes = [tr("note: {words}", words=flag) for flag in scored.flags]
    odds = [tr("odd: {words}", words=odd.message) for odd in verdict.questions]
    do = Do(DEAL, table.seen, state.deal, words_of(table.draft.facts))
    return Pending(do, truth_line(agreed, state, scored), (*notes, *odds), refused or bool(verdict.questions))


# --- what is asked ---------------------------------------------------------------------------------------


def prompt(table: Table) -> Prompt:
    """What the table asks next."""
    state, draft = table.book.standing.state, table.draft
    if table.at == FIELD:
        asked = question(table.book.agreed, state, draft)
        return Prompt(fitted(table, [*_kept(draft), asked]), f"{draft.field}> ")
    if table.at == CONFIRM and table.pending:
        asked = tr("Count it? [y/N]> ") if table.pending.odd else tr("Count it? [Y/n]> ")
        return Prompt(_told(table, table.pending), asked)
    if table.at == CORRECT:
        return _deal_to_correct(table)
    if table.at == CHANGE:
        fields = ", ".join(words_of(draft.facts))
        asked = tr("What should be different? (now {facts}; `cancel` drops it)", facts=fields)
        return Prompt(fitted(table, [asked]), tr("change> "))
    return Prompt((), tr("over> ") if state.over else tr("deal {number}> ", number=state.deal))


def _deal_to_correct(table: Table) -> Prompt:
    """What stands in the deal whose correction was begun."""
    now, number = table.book.standing, table.corrected
    deal = now.deals[number - 1]
    fields = ", ".join(words_of(deal.facts))
    asked = tr("What should be different? (now {facts}; Enter leaves it)", facts=fields)
    truth = truth_line(now.agreed, state_before(now, number), deal)
    return Prompt((*told(table, truth), *fitted(table, [asked])), tr("amend {number}> ", number=number))


def _told(table: Table, pending: Pending) -> tuple[str, ...]:
    return (*told(table, pending.truth), *fitted(table, pending.words))


def _kept(draft: Draft) -> list[str]:
    """What stands while one wrong field is asked for again."""
    kept = ", ".join(f"{name} {written(value)}" for name, value in draft.facts.items())
    return [tr("kept: {facts}", facts=kept)] if kept and draft.field in draft.again else []
