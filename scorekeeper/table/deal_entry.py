"""The entry of a deal: parsed facts, invalid facts, and changes before the deal is recorded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorekeeper.base.exact_numbers import number_word
from scorekeeper.game.count_checks import Column, counted_names
from scorekeeper.game.deal_scoring import Judged, judged
from scorekeeper.game.entry_kinds import DEAL, KNOWN
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.game.standing import scored_for_all
from scorekeeper.record.deal_changes import (
    as_recorded,
    known_otherwise,
    refuse_spent,
    with_known_told,
)
from scorekeeper.record.disputed_counts import said_by
from scorekeeper.record.entered_words import Typed, read_words, split_line
from scorekeeper.record.entry_text import different
from scorekeeper.record.fact_values import DASHES, sides_named
from scorekeeper.record.number_order import order_questions
from scorekeeper.record.partial_entry import amended, lacks
from scorekeeper.record.required_facts import first_number, only_answer, standing_alone, words_of
from scorekeeper.record.word_assignment import CONTRACT
from scorekeeper.report.change_text import same_again
from scorekeeper.report.deal_text import truth_line
from scorekeeper.report.next_deal_summary import example_lines
from scorekeeper.report.shared_labels import facts_typed
from scorekeeper.rules.ruleset import OF_PLAYERS
from scorekeeper.table.fact_questions import answer, may_skip, named_field, next_field
from scorekeeper.table.table_state import (
    CHANGE,
    CONFIRM,
    FIELD,
    TOP,
    Conversation,
    Do,
    Draft,
    Pending,
    Reply,
    Turned,
    fitted,
    idle,
    told,
)
from scorekeeper.text.message import Words, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Problem, refuse
from scorekeeper.text.translation import NO, YES

# --- entering ----------------------------------------------------------------------------------
# Making an entry: facts that were read stay, invalid ones are asked for again, and when all are
# there, the complete deal is shown before it is recorded.


NOTHING = Typed({}, ())
# Accepted in every language: the players may speak different ones.


# --- a line at each prompt -----------------------------------------------------------------------


def at_top(table: Conversation, line: str) -> Turned:
    """Read an entry or a part of an entry. An empty line asks for the facts one by one."""
    if table.book.standing.state.over:
        hint = say("amend N corrects a deal, undo takes the last one back, quit leaves")
        message = say("the session is over: nothing is left to play")
        raise refuse("session-over", message, None, hint)
    refuse_spent(table.book.standing.agreed, table.book.standing.state)
    if not line:
        return _asked(table) if table.asks else (table, Reply())
    agreed, state, known = table.agreed, table.state, table.known
    asked = first_number(agreed, state, known) if known else None
    typed = read_words(agreed, state, split_line(line), known, asked)
    if anew := _counted_anew(table, typed, line):
        return anew
    if is_answer(line) and CONTRACT in typed.facts:
        message = say("nothing was asked that `{word}` answers", word=line)
        raise refuse("answer-stray", message, None, say("type the deal, or Enter to be asked"))
    if typed.facts.keys() == {CONTRACT} and _is_unknown(typed.problems):
        return table, Reply(problems=typed.problems)  # `no wait` may be no contract
    turned, reply = entered(table, typed)
    if known and reply.problems:
        problems = with_known_told(agreed, state, known, typed, reply.problems)
        return turned, reply._replace(problems=problems)
    return _with_numbers_kept(typed, (turned, reply))


def _with_numbers_kept(typed: Typed, turned: Turned) -> Turned:
    """Add a line with the accepted facts to the reply, if they include a complete count and other
    facts are still required."""
    table, reply = turned
    counts = typed.facts.keys() & table.draft.facts.keys() & table.agreed.rules.counts.keys()
    if table.at != FIELD or not counts or reply.do or reply.lines or reply.problems:
        return turned
    facts = {name: value for name, value in table.draft.facts.items() if name in typed.facts}
    return table, reply._replace(lines=fitted(table, [kept_line(table, facts)]))


def _counted_anew(table: Conversation, typed: Typed, line: str) -> Turned | None:
    """Return the table after a person corrects their own count, which differed from the other
    person's. Facts that the line does not name stay as first counted. Return None if the line
    is not such a correction."""
    own = said_by(table.book, table.by) if table.by and CONTRACT not in typed.facts else {}
    if not own:
        return None
    again = read_words(table.agreed, table.state, split_line(line), own)
    if again.problems or not again.facts:
        return None
    return entered(table._replace(draft=Draft(own)), again)


def _is_unknown(problems: Sequence[Problem]) -> bool:
    """Return True if all problems are unknown words, and there is at least one."""
    return bool(problems) and all(problem.code == "word-unknown" for problem in problems)


def _asked(table: Conversation) -> Turned:
    """Return the table at an entry's first question, with an example of an entry in one line."""
    lines = example_lines(table.agreed, table.state, table.known)
    table, reply = entered(table)
    if not lines:
        return table, reply
    return table, reply._replace(
        lines=fitted(table, [say("in one line: {example}", example=lines[0])])
    )


def at_field(table: Conversation, line: str) -> Turned:
    """Read the answer to one question. An empty line skips an optional fact."""
    agreed, state, draft = table.agreed, table.state, table.draft
    field = draft.field or ""
    if line not in DASHES:
        typed = answer(agreed, state, draft, line)
        if is_answer(line) and CONTRACT in typed.facts and not _begins_a_choice(table, line):
            return table, Reply(fitted(table, [say("it is needed; `cancel` drops the entry")]))
        if anew := _said_anew(table, line):
            return entered(table._replace(draft=Draft({})), anew)
        return _echoed(field, typed, entered(table, typed))
    if not may_skip(agreed, field):
        return table, Reply(fitted(table, [say("it is needed; `cancel` drops the entry")]))
    return entered(table._replace(draft=draft._replace(skipped=draft.skipped | {field})))


def _said_anew(table: Conversation, line: str) -> Typed | None:
    """Return the parsed line if it is a complete deal, valid or not, that replaces every fact of
    the partial entry; else None."""
    agreed, state, draft = table.agreed, table.state, table.draft.facts
    if not draft:
        return None
    typed = read_words(agreed, state, split_line(line))
    if typed.problems or not {*draft, table.draft.field} <= typed.facts.keys():
        return None
    is_short = any(map(lacks, judged(agreed, state, typed.facts).problems))
    return None if is_short else typed


def _echoed(field: str, typed: Typed, turned: Turned) -> Turned:
    """Add a line with the accepted facts to the reply, if they do not answer the question, which
    is then asked again."""
    table, reply = turned
    is_in_part = field in (table.draft.partial or {})
    if reply.problems or not typed.facts or table.draft.field != field or is_in_part:
        return turned
    return table, reply._replace(lines=fitted(table, [kept_line(table, typed.facts)]))


def kept_line(table: Conversation, facts: Facts) -> Words:
    """Return the line with the facts entered so far, `kept: contract pass`."""
    words = facts_typed(table.agreed, facts)
    return say("kept: {facts}", facts=", ".join(word.replace("=", " ", 1) for word in words))


def kept_in_part(table: Conversation) -> list[Words]:
    """Return the line `kept: Anna 9` of each incomplete count."""
    kept = list[Words]()
    for name, column in (table.draft.partial or {}).items():
        names = counted_names(table.agreed.rules.counts[name], table.agreed)
        pairs = zip(names, column, strict=True)
        numbers = [f"{who} {number_word(n)}" for who, n in pairs if n is not None]
        kept.append(say("kept: {facts}", facts=", ".join(numbers)))
    return kept


def part_problems(table: Conversation) -> tuple[Problem, ...]:
    """Return the problems of incomplete counts."""
    partial = table.draft.partial or {}
    verdict = judged(table.agreed, table.state, {**table.draft.facts, **partial})
    return tuple(problem for problem in verdict.problems if problem.fact in partial)


def _begins_a_choice(table: Conversation, letter: str) -> bool:
    """Return True if a contract of the next deal begins with this letter."""
    contracts = table.book.standing.next_turn
    return contracts is not None and any(
        name.startswith(letter.casefold()) for name in contracts.contracts
    )


def is_answer(line: str) -> bool:
    """Return True if a line is a letter for yes or no in any language. At a prompt without a
    question, such a letter does not abbreviate a contract."""
    return len(line) == 1 and line.casefold() in (*YES, *NO)


# --- the entry -----------------------------------------------------------------------------------


def entered(table: Conversation, typed: Typed = NOTHING) -> Turned:
    """Add the parsed facts to the entry, leave out invalid ones, and determine the next prompt. A
    line without any readable fact does not begin an entry."""
    agreed, state, draft, before = table.agreed, table.state, table.begun, table
    table = table._replace(draft=draft)
    is_said = bool(typed.facts or typed.without)
    typed, partial = _in_part(table, typed)
    kept, problems = (
        _taken_in(table, typed) if is_said else _sorted_out(table, draft.facts, typed.problems)
    )
    is_nothing = kept == table.known and not _is_of_a_deal(table, problems)
    if table.at == TOP and typed.problems and is_nothing:
        return before, Reply(problems=problems)
    if problems and any(name in typed.facts for name in standing_alone(agreed)):
        kept = dict(draft.facts)  # it is unclear which of the two was meant
        if table.at == TOP:
            return before, Reply(problems=problems)
    skipped = draft.skipped.union(name for name in typed.without if may_skip(agreed, name))
    refused = bool(problems) or (draft.refused and not is_said)
    draft = _with_only_answers(
        table,
        Draft(
            facts=kept, field=None, wanted=_asked_again(problems, kept) or draft.wanted,
            skipped=skipped, refused=refused,
            typed=draft.typed if typed.facts.keys().isdisjoint(agreed.rules.counts) else typed,
            partial={name: column for name, column in partial.items() if name not in kept} or None,
        ),
    )  # fmt: skip
    field = next_field(agreed, state, draft)
    table = table._replace(draft=draft._replace(field=field), pending=None)
    turned = _next_prompt(table, problems)
    return _recorded_so_far(turned) if field and is_said and not refused else turned


def _asked_again(problems: Iterable[Problem], kept: Facts) -> str | None:
    """Return the first fact whose words are ambiguous, which is asked for next, or None."""
    unclear = (problem.fact for problem in problems if problem.code.endswith("-ambiguous"))
    return next((fact for fact in unclear if fact and fact not in kept), None)


def _in_part(table: Conversation, typed: Typed) -> tuple[Typed, Facts]:
    """Return the typed facts, with a count's numbers from earlier lines added, and separately the
    counts that are still incomplete. The numbers of a count may be typed one by one only if
    questions can be asked."""
    partial = dict(table.draft.partial or {})
    if not table.asks or table.at not in (TOP, FIELD) or typed.problems:
        return typed, partial
    facts, counts, said = dict(typed.facts), table.agreed.rules.counts, table.draft.facts
    for name in counts.keys() & typed.facts.keys() - said.keys():
        column = _filled_up(table.agreed, partial.get(name), typed.facts[name], typed.words)
        verdict = judged(table.agreed, table.state, {**said, **facts, name: column})
        problems = [problem for problem in verdict.problems if problem.fact == name]
        facts[name] = column
        if problems and all(map(lacks, problems)):
            partial[name] = facts.pop(name)
    return typed._replace(facts=facts), partial


def _filled_up(
    agreed: Agreed, before: Column | None, column: Column, words: Sequence[str]
) -> Column:
    """Return the count's numbers of earlier lines completed by this line's numbers, by name or in
    order. If the line has more numbers than are missing, return only its own."""
    given = [number for number in column if number is not None]
    if before is None or len(given) > list(before).count(None):
        return column
    if any(":" in word or sides_named(agreed, word) for word in words):
        return [old if new is None else new for old, new in zip(before, column, strict=True)]
    rest = iter(given)
    return [next(rest, None) if number is None else number for number in before]


def _recorded_so_far(turned: Turned) -> Turned:
    """Return the reply with the act that records the facts known before the result.

    Nothing is recorded yet if the contract is the only fact, since most entries begin with it;
    if there is a count with a total, a part of the result; if two people count, since neither
    may see the other's count; or if recorded facts change, which is asked about with the
    result."""
    table, reply = turned
    facts, known, counts = table.draft.facts, table.known, table.agreed.rules.counts
    has_result = any(counts[name].total is not None for name in facts if name in counts)
    if {*facts, *known} <= {CONTRACT} or has_result or table.book.counts_twice:
        return turned
    now = as_recorded(table.agreed, table.state, facts)
    if not different(known, now):
        return turned
    if different(known, {name: now.get(name) for name in known}):
        changed = {name: now[name] for name in different(known, now) if name in now}
        lines = fitted(table, [kept_line(table, changed)] if changed else [])
        return table, reply._replace(lines=lines)
    words = words_of(table.agreed.rules, facts)
    return table, reply._replace(do=Do(KNOWN, table.seen, {"facts": words}))


def gone_on(table: Conversation) -> Turned:
    """Check the partial entry again and continue it, or return to the top if there is none."""
    if table.draft == Draft({}):
        return idle(table), Reply()
    return entered(table._replace(pending=None, another=""))


def not_counted(table: Conversation) -> Turned:
    """Discard a pending correction or act, say that nothing was changed, and continue the partial
    entry."""
    table, reply = gone_on(table)
    return table, reply._replace(lines=(text_of(say("nothing was changed")), *reply.lines))


def _taken_in(table: Conversation, typed: Typed) -> tuple[dict[str, object], tuple[Problem, ...]]:
    """Return the entry with the valid typed facts, and the problems of the others. A refused fact
    removes no other fact, such as numbers that fit only the former contract."""
    agreed, state, before = table.agreed, table.state, table.draft.facts
    facts = amended(agreed, state, before, typed.facts, typed.without)
    kept, problems = _sorted_out(table, facts, typed.problems)
    refused = typed.facts.keys() - kept.keys()
    if not refused:
        return kept, problems
    rest = {name: value for name, value in typed.facts.items() if name not in refused}
    before = {name: value for name, value in before.items() if name not in refused}
    facts = amended(agreed, state, before, rest, typed.without)
    return _sorted_out(table, facts, ())[0], problems


def _sorted_out(
    table: Conversation, facts: Facts, unread: Sequence[Problem]
) -> tuple[dict[str, object], tuple[Problem, ...]]:
    """Return the valid facts, and the problems of the invalid ones. `unread` are the problems of
    unreadable words. Missing facts are not problems."""
    agreed, state = table.agreed, table.state
    problems, said = [*unread], {problem.fact or "" for problem in unread}
    kept = {name: value for name, value in facts.items() if name not in said}
    while True:
        found = judged(agreed, state, kept).problems
        wrong = [p for p in found if p.fact not in said and not (lacks(p) and p.fact not in kept)]
        problems += wrong
        about = {problem.fact or "" for problem in wrong}
        if about.isdisjoint(kept):
            return kept, tuple(problems)
        said |= about
        kept = {name: value for name, value in kept.items() if name not in about}


def _is_of_a_deal(table: Conversation, problems: Sequence[Problem]) -> bool:
    """Return True if any problem is about a fact, a count or the contract, not only about unknown
    words."""
    rules = table.book.agreed.rules
    return any(problem.fact in {*rules.facts, *rules.counts, CONTRACT} for problem in problems)


def _with_only_answers(table: Conversation, draft: Draft) -> Draft:
    """Return the entry with all facts that have only one possible value; they are not asked for."""
    agreed, state = table.agreed, table.state
    while (field := next_field(agreed, state, draft)) and (
        value := only_answer(agreed, field)
    ) is not None:
        draft = draft._replace(facts={**draft.facts, field: value})
    return draft


def _next_prompt(table: Conversation, problems: tuple[Problem, ...]) -> Turned:
    reply = Reply(problems=problems)
    if table.draft.field:
        return table._replace(at=FIELD), reply
    verdict = judged(table.agreed, table.state, table.draft.facts)
    if verdict.scored is None:
        return table._replace(at=CHANGE), reply._replace(problems=problems or verdict.problems)
    pending = _pending(table, verdict)
    if table.asks or pending.odd or table.at == CONFIRM:
        return table._replace(at=CONFIRM, pending=pending), reply
    lines = pending_lines(table, pending)
    return table._replace(at=CONFIRM, pending=pending, counted=True), Reply(lines, do=pending.do)


def _pending(table: Conversation, verdict: Judged) -> Pending:
    """Return the deal to be recorded after a yes. If a part of its line was refused, the rest may
    be misread, and an empty line does not count as a yes."""
    assert verdict.scored is not None
    now = table.book.standing
    scored = scored_for_all(now.seating, now.state, verdict.scored)
    typed = table.draft.typed or NOTHING
    questions = (
        *verdict.questions, *_known_otherwise(table, scored.said),
        *order_questions(table.agreed, table.state, typed.words, typed.facts, verdict.scored),
    )  # fmt: skip
    is_odd = table.draft.refused or bool(questions)
    waits = table.asks or is_odd or table.at == CONFIRM
    flags = (*scored.flags, *same_again(now.deals, scored, waits))
    notes = [say("note: {words}", words=flag) for flag in flags]
    odds = [say("odd: {words}", words=odd.message) for odd in questions]
    words = words_of(table.agreed.rules, table.draft.facts)
    do = Do(DEAL, table.seen, {"number": now.state.deal, "facts": words})
    do = do._replace(by=table.by) if table.book.counts_twice else do
    return Pending(do, truth_line(now.agreed, scored), (*notes, *odds), is_odd)


def _known_otherwise(table: Conversation, result: Facts) -> Sequence[Problem]:
    """Return a question for each fact that differs from what was recorded before the result."""
    if not table.known:
        return ()
    return known_otherwise(table.agreed, table.state, table.known, result)


def pending_lines(table: Conversation, pending: Pending) -> tuple[str, ...]:
    """Return the lines that show a pending deal in full."""
    return (*told(table, pending.truth), *fitted(table, pending.words))


# --- changing ----------------------------------------------------------------------------------
# Changes of the entry being made. A complete deal remains complete if the change is refused.


def at_change(table: Conversation, line: str) -> Turned:
    """Read a line that changes the entry: words of facts, or the name of a fact to be
    asked again."""
    agreed, state, draft = table.agreed, table.state, table.draft
    if not line:
        return entered(table)
    field = named_field(agreed, line, draft.facts)
    if field:
        facts = {name: value for name, value in draft.facts.items() if name != field}
        return entered(table._replace(draft=Draft(facts, wanted=field)))
    typed = read_words(agreed, state, split_line(line), draft.facts)
    if is_answer(line) and (typed.problems or CONTRACT in typed.facts):
        return table, Reply(
            fitted(table, [say("say what should be different; `cancel` drops the entry")])
        )
    if not typed.problems and any(name in agreed.rules.counts for name in typed.facts):
        _hold_to_one_deal(table, line, typed)
    turned, reply = entered(table, typed)
    if reply.problems and judged(agreed, state, draft.facts).scored is not None:
        return _as_it_was(table, typed), reply
    return turned, reply


def _as_it_was(table: Conversation, typed: Typed) -> Conversation:
    """Return the table with the complete deal as it was before a refused line. The contract and
    players that the line named instead are noted."""
    facts, rules = table.draft.facts, table.book.agreed.rules
    whose = {CONTRACT, *(fact.id for fact in rules.facts.values() if fact.kind in OF_PLAYERS)}
    named = {name: typed.facts[name] for name in facts if name in typed.facts and name in whose}
    other = {name: value for name, value in named.items() if value != facts[name]}
    earlier = table.draft.named or {}
    kept = {name: value for name, value in earlier.items() if name not in typed.facts}
    draft = table.draft._replace(refused=True, named={**kept, **other})
    return table._replace(at=CHANGE, draft=draft, pending=None)


def _hold_to_one_deal(table: Conversation, line: str, typed: Typed) -> None:
    """Raise Refused for numbers that may belong either to the present deal or to the deal of a
    line refused before."""
    facts, other = table.draft.facts, table.draft.named or {}
    if other.keys() <= typed.facts.keys():
        return
    named = " ".join(facts_typed(table.agreed, other))
    stands = " ".join(facts_typed(table.agreed, {name: facts[name] for name in other}))
    message = say(
        "`{named}` was refused with its line; is `{line}` of that, or of `{stands}`?",
        named=named, line=line, stands=stands,
    )  # fmt: skip
    hint = say("say `{named} {line}` or `{stands} {line}`", named=named, line=line, stands=stands)
    raise refuse("change-unclear", message, None, hint)
