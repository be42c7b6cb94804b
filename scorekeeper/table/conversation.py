"""The live table's conversation: typed lines and replies, questions and confirmations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from scorekeeper.game.deal_scoring import judged
from scorekeeper.game.entry_checks import UNUSED
from scorekeeper.game.entry_kinds import AMEND, COUNT, DEAL, KNOWN, MISDEAL, SEAT, TURN
from scorekeeper.game.log import OR
from scorekeeper.game.schedule import Seating, seating_of
from scorekeeper.game.standing import after, scored_for_all
from scorekeeper.record.acts import ACT_NAMED
from scorekeeper.record.entered_words import read_words, split_line
from scorekeeper.record.entry_text import entry_words
from scorekeeper.record.fact_values import facts_named
from scorekeeper.record.open_session import Act, Book
from scorekeeper.record.word_assignment import joined, names_option
from scorekeeper.report.change_text import dropped_counts, seal_of_act
from scorekeeper.report.deal_text import truth_line
from scorekeeper.report.shared_labels import facts_typed
from scorekeeper.rules.fact_names import key_typed
from scorekeeper.table import live_table_text as views
from scorekeeper.table.act_words import change_made
from scorekeeper.table.commands import commanded, dropped, farewell, without_program
from scorekeeper.table.corrections_asked import (
    WAITING,
    at_correct,
    corrected_further,
    correction_waits,
    to_correct,
)
from scorekeeper.table.deal_entry import (
    at_change,
    at_field,
    at_top,
    entered,
    gone_on,
    kept_in_part,
    kept_line,
    not_counted,
    pending_lines,
)
from scorekeeper.table.fact_questions import question
from scorekeeper.table.live_table_text import tip
from scorekeeper.table.table_state import (
    ANOTHER,
    CHANGE,
    CONFIRM,
    CORRECT,
    FIELD,
    TOP,
    Conversation,
    Do,
    Draft,
    Pending,
    Prompt,
    Reply,
    Turned,
    fitted,
    idle,
    on,
    told,
)
from scorekeeper.table.two_counts import (
    after_count,
    alone,
    at_counter,
    deal_or_count,
    disputed,
    is_beside,
)
from scorekeeper.table.typo_hints import at_meant, command_meant, sentence_meant, typed_words
from scorekeeper.text.message import CommandLine, Message, Words, in_turn, say
from scorekeeper.text.message_text import text_of
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.translation import NO, YES

# --- pending acts ------------------------------------------------------------------------------
# Acts that are pending until a yes: they are recorded, changed, or the table asks if another deal
# was meant.


NO_ANSWER = "answer-unknown"  # the code for a word that is neither a yes nor a no


def at_confirm(table: Conversation, line: str) -> Turned:
    """Read the answer to a yes-or-no question about a pending act. A yes records the act; a no
    asks what to change; other words change it at once. If the words are another complete deal,
    ask which deal is meant."""
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


def _dropped(table: Conversation, pending: Pending) -> tuple[str, ...]:
    """Return the message that a pending correction was discarded, or () for a pending deal, whose
    entry remains."""
    if pending.do.what == DEAL:
        return ()
    return fitted(
        table,
        [say("the correction was dropped; deal {number} is as it was", number=pending.do.number)],
    )


def _refuse_an_option(table: Conversation, pending: Pending, line: str) -> None:
    """Raise Refused if the line sets an option of the rules while an entry is pending. The entry
    remains."""
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
    """Return True if the pending act is a new deal with two counts."""
    return pending.do.what == DEAL and OR in pending.do.facts


def _not_meant(table: Conversation, line: str) -> Turned:
    """Discard a pending act after a no or an empty line. Raises Refused for any other answer."""
    if line and line.casefold() not in NO:
        message = say("`{word}` is neither a yes nor a no", word=line)
        raise refuse(NO_ANSWER, message, None, say("say y or n"))
    return not_counted(table._replace(pending=None))


def _is_meant_as_answer(table: Conversation, line: str) -> bool:
    """Return True if an unknown word begins like a yes or a no (`yep`, `ouais`), or if a line
    begins with a no (`no wait`)."""
    if _begins_as_a_no(table, line):
        return True
    if not line.isalpha() or line[0].casefold() not in (*YES, *NO):
        return False
    typed = read_words(table.agreed, table.state, [line], table.draft.facts)
    return [problem.code for problem in typed.problems] == ["word-unknown"]


def _begins_as_a_no(table: Conversation, line: str) -> bool:
    """Return True if a line begins with a full word for no, unless that word is part of a name
    such as `no trumps`."""
    words = split_line(line)
    first = words[0].casefold().rstrip(",.;!") if words[1:] else ""
    return len(first) > 1 and first in NO and joined(table.agreed.rules, words)[0] == words[0]


def _to_be_changed(table: Conversation, pending: Pending) -> Conversation:
    """Return the table at the question what to change in the pending act."""
    if pending.do.what == DEAL:
        return table._replace(at=CHANGE, pending=None)
    return table._replace(at=CORRECT, corrected=pending.do.number, pending=None)


def _changed(table: Conversation, pending: Pending, line: str) -> Turned:
    """Change the pending entry by the typed line. A correction keeps its former changes.

    If the line is refused, the entry is unchanged, and the table asks what to change: a later
    yes, meant for the refused numbers, must not record it. A single word that the deal has no
    use for leaves the yes-or-no question open."""
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


def _is_a_deal(table: Conversation, pending: Pending, words: Sequence[str]) -> bool:
    """Return True if the words are a complete deal, either in place of the pending deal or
    following it."""
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


def _another(table: Conversation, pending: Pending, line: str) -> Turned:
    """Ask which deal is meant, when a second deal is typed while one is pending. Raises Refused if
    nobody can be asked."""
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


def at_another(table: Conversation, line: str) -> Turned:
    """Read the answer to the question which of two deals is meant. A yes records the pending deal
    and then reads the other; a no replaces the pending deal by the other."""
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


def _in_its_place(table: Conversation, pending: Pending, line: str) -> Turned:
    """Replace the pending deal by the deal in `line`, with a message."""
    agreed, state = table.agreed, table.state
    words = split_line(line)
    if _is_whole(table.book.standing.seating, words):
        turned = entered(table._replace(draft=Draft({})), read_words(agreed, state, words))
    else:
        turned = at_change(table, line)
    lines = told(table, say("not counted: {deal}", deal=pending.truth))
    return turned[0], turned[1]._replace(lines=(*lines, *turned[1].lines))


# --- one step ----------------------------------------------------------------------------------
# The conversation: a line in, an answer out, and the result of an act that was recorded.


AT = {
    TOP: at_top, FIELD: at_field, CONFIRM: at_confirm, ANOTHER: at_another, CHANGE: at_change,
    CORRECT: at_correct,
}  # fmt: skip


def gone_on_with(table: Conversation, book: Book) -> Turned:
    """Return the table with the next session, `book`, in place of its own."""
    table, reply = begun(idle(table)._replace(book=book, counted=False, corrected=0))
    return table, reply._replace(lines=("", *reply.lines))


def begun(table: Conversation) -> Turned:
    """Return the table, and the lines shown before the first prompt."""
    told = (
        () if table.book.standing.state.over or not table.asks else fitted(table, ["", tip(table)])
    )
    return table, Reply(views.opening(table) + told)


def step(table: Conversation, line: str) -> Turned:
    """Return the conversation after a typed line, and the reply."""
    whole = without_program(table, line.strip())
    table, line = _anew(table, whole)
    asked, table = table, table._replace(counted=False, meant=())
    if asked.counted and table.at == TOP and line.casefold() in ("", *YES):
        return table, Reply()  # a yes to an entry already recorded
    try:
        after, reply = (
            at_meant(asked, line)
            or alone(table, whole)
            or commanded(table, line)
            or disputed(table, line)
            or _at(table)(table, line)
        )
    except Refused as refusal:
        after, reply = table, Reply(problems=refusal.problems, heading=refusal.heading)
    is_sure = {problem.code for problem in reply.problems} <= {NO_ANSWER, WAITING}
    if is_sure:
        return after, reply
    if taken := sentence_meant(table, line):
        return taken
    problem = command_meant(table, line)
    return (table, Reply(problems=(problem,))) if problem else (after, reply)


def _at(table: Conversation) -> Callable[[Conversation, str], Turned]:
    """Return the function that reads lines other than commands at the present prompt."""
    return at_counter if table.lacks_counter else AT[table.at]


def _anew(table: Conversation, line: str) -> tuple[Conversation, str]:
    """Return the table and the line without a leading `deal`, as in the shell. Outside a
    confirmation, `deal` begins a new entry; a pending entry is not discarded."""
    first, _, rest = line.partition(" ")
    if first.casefold() != "deal" or not rest.strip() or table.at == CORRECT:
        return table, line
    return idle(table) if table.at in (TOP, FIELD) else table, rest.strip()


# --- acts ----------------------------------------------------------------------------------------


def act_of(do: Do, book: Book, at: str) -> Act:
    """Return the change that an act makes to the present session. Raises Refused if entries were
    added since the user saw the session, unless they do not affect the act."""
    if len(book.log.entries) != do.seen and not is_beside(do, book):
        raise outrun(book, do.seen)
    if do.what == DEAL:
        return deal_or_count(do, book, at)
    return change_made(ACT_NAMED[do.what], book, do.entered, at)


# After these acts the partial entry no longer fits the next deal.
DROPPING = (MISDEAL, TURN, SEAT)


def outrun(book: Book, seen: int) -> Refused:
    """Return the refusal of an act because entries were added since. `seen` is the number of
    entries that the user had seen."""
    hint = say("look at what stands now, then say it again if it still holds")
    message = say(
        "this was not recorded: somebody else was faster ({news})", news=_news(book, seen)
    )
    return refuse("session-moved", message, None, hint)


def refuse_another(table: Conversation, book: Book) -> None:
    """Raise Refused if the table's session was deleted and `book` is a new session of the same
    name."""
    if book.log.head == table.book.log.head:
        return
    message = say(
        "{session} is another session now: at another terminal it was begun again with {players};"
        " what was entered here was dropped",
        session=book.name,
        players=", ".join(book.agreed.players),
    )
    hint = say("go on with it: {command}", command=CommandLine("play", ("--session", book.name)))
    raise refuse("session-moved", message, None, hint)


def _news(book: Book, seen: int) -> Words:
    """Return the entries added after the first `seen` as text, or a text that an entry is gone or
    different."""
    entries = book.log.entries
    if len(entries) > seen:
        return in_turn(*entry_words(book)[seen:])
    return say("an entry is gone") if len(entries) < seen else say("an entry is different")


def caught_up(table: Conversation, book: Book) -> Turned:
    """Return the table with the present session, and a message about entries made elsewhere."""
    if book.log.entries == table.book.log.entries:
        return table, Reply()
    news = fitted(
        table, [say("meanwhile, at another terminal: {news}", news=_news(book, table.seen))]
    )
    table, reply = _moved_on(table, book)
    return table, reply._replace(lines=(*news, *reply.lines))


def done(table: Conversation, do: Do, before: Book, act: Act, book: Book) -> Turned:
    """Return the table after an act was recorded. `before` and `book` are the session before and
    after it."""
    if act.entries[-1].what == COUNT:
        return after_count(idle(table)._replace(book=book), act)
    if do.what == KNOWN and not table.is_idle:
        was, now = before.standing.known, book.standing.known
        said = {name: value for name, value in now.items() if was.get(name) != value}
        lines = fitted(table, [kept_line(table, said)] if said else [])
        draft = table.draft._replace(facts={**table.unsaved, **now})
        return table._replace(book=book, draft=draft), Reply(lines)
    if do.what == DEAL:
        followed = _followed(
            idle(table)._replace(book=book, by=table.own if do.by else table.by),
            do,
            table.another,
            seal_of_act(act),
        )
        return _with_words(followed, [*act.notes, *dropped_counts(before, act)])
    table, reply = _dropped_by(table, book) if do.what in DROPPING else _moved_on(table, book)
    return table, reply._replace(lines=reply.lines + views.after_act(table, before, act))


def _with_words(turned: Turned, words: Iterable[Words]) -> Turned:
    """Return the reply preceded by lines about the recorded act."""
    table, reply = turned
    return table, reply._replace(lines=(*fitted(table, words), *reply.lines))


def _followed(table: Conversation, do: Do, another: str, seal: str) -> Turned:
    """Return the table after a recorded deal. If `another` deal was typed while it was pending,
    read that line now."""
    shown = views.after_deal(table, do.number, seal)
    if not another:
        return table, Reply(shown)
    table, reply = step(table, another)
    return table, reply._replace(lines=(*shown, *reply.lines))


def reopened(table: Conversation, book: Book) -> Turned:
    """Return the table with the present session after an act was not carried out."""
    known = table.seen
    table, reply = _moved_on(table, book)
    return table, reply._replace(
        lines=reply.lines + (views.card(table) if len(book.log.entries) != known else ())
    )


def _moved_on(table: Conversation, book: Book) -> Turned:
    """Return the table with a changed session. A partial entry is checked again, or discarded with
    a message if its deal is no longer the next one."""
    deal = table.book.standing.state.deal
    if deal == book.standing.state.deal and not book.standing.state.over:
        return gone_on(on(table, book))
    return _dropped_by(table, book)


def _dropped_by(table: Conversation, book: Book) -> Turned:
    """Return the table with a changed session. A partial entry is discarded with a message."""
    word = say(
        "what was entered for deal {number} was dropped", number=table.book.standing.state.deal
    )
    lines = (text_of(word),) if table.unsaved or table.draft.partial else ()
    return idle(table)._replace(book=book), Reply(lines)


def interrupted(table: Conversation, typed: str = "") -> Turned:
    """Discard the partial entry and the `typed` text after Ctrl-C, or end the conversation if
    there are none."""
    if table.is_idle and not typed.strip():
        return farewell(table)
    return dropped(table)


# --- asking ------------------------------------------------------------------------------------
# The next prompt: the lines of the question, and the short text before the cursor.


def prompt(table: Conversation) -> Prompt:
    """Return the next prompt of the table."""
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


def _coming(table: Conversation) -> Message:
    """Return the prompt for the next deal: its number and, if two people count, the counter's
    name."""
    number = table.book.standing.state.deal
    if table.book.standing.state.over:
        return say("over> ")
    if table.lacks_counter:
        return say("who counts deal {number}> ", number=number)
    if table.book.counts_twice:
        return say("deal {number}, counted by {name}> ", number=number, name=table.by)
    return say("deal {number}> ", number=number)


def _which_deal(table: Conversation, pending: Pending) -> Prompt:
    """Return the prompt that asks if the pending deal or the deal typed after it is meant."""
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


def _entry_to_change(table: Conversation) -> Prompt:
    """Return the prompt that asks what to change in the entry. After a refused change it also
    shows the complete deal."""
    fields = ", ".join(facts_typed(table.agreed, table.draft.facts))
    asked = _asked_of_the_whole(fields)
    scored = judged(table.agreed, table.state, table.draft.facts).scored
    if not table.draft.refused or scored is None:
        return Prompt(fitted(table, [asked]), text_of(say("change> ")))
    truth = truth_line(table.agreed, scored)
    waits = told(table, say("still as it was, and not counted: {deal}", deal=truth))
    return Prompt((*waits, *fitted(table, [asked])), text_of(say("change> ")))


def _deal_to_correct(table: Conversation) -> Prompt:
    """Return the prompt that asks what to correct, with the deal as recorded or as corrected so
    far."""
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


def _kept(table: Conversation) -> list[Words]:
    """Return the lines with the partial entry, shown after a refusal and while the numbers of a
    count are incomplete."""
    draft, in_part = table.draft, kept_in_part(table)
    return [kept_line(table, draft.facts), *in_part] if draft.facts and draft.refused else in_part
