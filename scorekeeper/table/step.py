"""The conversation: a line in, an answer out, and what became of an act that was put on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from scorekeeper.game.log import (
    AGREE,
    AMEND,
    COMPLETE,
    COUNT,
    DEAL,
    FINISH,
    INSERT,
    KNOWN,
    MISDEAL,
    NOTE,
    PENALTY,
    REDO,
    SEAT,
    SETTLE,
    STRIKE,
    SWAP,
    TURN,
    UNDO,
)
from scorekeeper.record.amending import amendment, redoing, undoing
from scorekeeper.record.at_the_table import agreeing, finishing, misdealing, penalising, turning
from scorekeeper.record.book import Act, Book
from scorekeeper.record.disputing import settling
from scorekeeper.record.entry_words import entry_words
from scorekeeper.record.events import noting
from scorekeeper.record.knowing import knowing
from scorekeeper.record.reordering import inserting, striking, swapping
from scorekeeper.record.reseating import seating
from scorekeeper.record.waiting_deals import completing
from scorekeeper.report.act_lines import dropped_counts, seal_of_act
from scorekeeper.table import views
from scorekeeper.table.changing import at_change
from scorekeeper.table.commands import commanded, dropped, farewell, without_program
from scorekeeper.table.correcting import WAITING, at_correct
from scorekeeper.table.entering import at_field, at_top, gone_on, kept_line
from scorekeeper.table.help import tip
from scorekeeper.table.meant import command_meant
from scorekeeper.table.sentences import at_meant, sentence_meant
from scorekeeper.table.state import (
    ANOTHER,
    CHANGE,
    CONFIRM,
    CORRECT,
    FIELD,
    TOP,
    Do,
    Reply,
    Table,
    Turned,
    fitted,
    idle,
    on,
)
from scorekeeper.table.two_counts import after_count, alone, at_counter, deal_or_count, is_beside
from scorekeeper.table.two_readings import disputed
from scorekeeper.table.waiting import NO_ANSWER, at_another, at_confirm
from scorekeeper.text.language import YES
from scorekeeper.text.message import CommandLine, Words, in_turn, say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.speech import text_of

AT = {
    TOP: at_top, FIELD: at_field, CONFIRM: at_confirm, ANOTHER: at_another, CHANGE: at_change,
    CORRECT: at_correct,
}  # fmt: skip


def gone_on_with(table: Table, book: Book) -> Turned:
    """The table on the session that was begun after its own."""
    table, reply = begun(idle(table)._replace(book=book, counted=False, corrected=0))
    return table, reply._replace(lines=("", *reply.lines))


def begun(table: Table) -> Turned:
    """The first words of the table, before its first prompt."""
    told = (
        () if table.book.standing.state.over or not table.asks else fitted(table, ["", tip(table)])
    )
    return table, Reply(views.opening(table) + told)


def step(table: Table, line: str) -> Turned:
    """What a line comes to: the table after it, and the reply."""
    whole = without_program(table, line.strip())
    table, line = _anew(table, whole)
    asked, table = table, table._replace(counted=False, meant=())
    if asked.counted and table.at == TOP and line.casefold() in ("", *YES):
        return table, Reply()  # the yes to an entry that has counted already
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


def _at(table: Table) -> Callable[[Table, str], Turned]:
    """What reads a line that is no command."""
    return at_counter if table.lacks_counter else AT[table.at]


def _anew(table: Table, line: str) -> tuple[Table, str]:
    """`deal FACT…`, as the command line and its hints have it: a whole entry, begun anew; what
    waits for a yes is not dropped by it."""
    first, _, rest = line.partition(" ")
    if first.casefold() != "deal" or not rest.strip() or table.at == CORRECT:
        return table, line
    return idle(table) if table.at in (TOP, FIELD) else table, rest.strip()


# --- acts ----------------------------------------------------------------------------------------


def act_of(do: Do, book: Book, at: str) -> Act:
    """The act on the session as it is now; refused where it is not the one that was seen."""
    if len(book.journal.entries) != do.seen and not is_beside(do, book):
        raise outrun(book, do.seen)
    return ACTS[do.what](do, book, at)


# What is done on the session for each act of the table, by the kind of its entry.
ACTS: Mapping[str, Callable[[Do, Book, str], Act]] = {
    DEAL: deal_or_count,
    AMEND: lambda do, book, at: amendment(book, do.number, do.words, at, do.why),
    UNDO: lambda _, book, at: undoing(book, at),
    REDO: lambda _, book, at: redoing(book, at),
    COMPLETE: lambda do, book, at: completing(book, do.number, do.words, at, do.why),
    INSERT: lambda do, book, at: inserting(book, do.number, do.words, at, do.why),
    STRIKE: lambda do, book, at: striking(book, do.number, at, do.why),
    SWAP: lambda do, book, at: swapping(book, do.number, int(do.words[0]), at, do.why),
    SETTLE: lambda do, book, at: settling(book, do.number, do.words[0], at, do.why),
    NOTE: lambda do, book, at: noting(book, " ".join(do.words), at),
    MISDEAL: lambda do, book, at: misdealing(book, do.words, at),
    TURN: lambda do, book, at: turning(book, do.words, at),
    PENALTY: lambda do, book, at: penalising(book, do.words, at),
    FINISH: lambda do, book, at: finishing(book, do.words, at),
    SEAT: lambda do, book, at: seating(book, do.words, at),
    AGREE: lambda do, book, at: agreeing(book, do.words, at),
    KNOWN: lambda do, book, at: knowing(book, do.words, at),
}


# After these the coming deal is another one, or of others, than the one that was being entered.
DROPPING = (MISDEAL, TURN, SEAT)


def outrun(book: Book, seen: int) -> Refused:
    """The refusal of what was said of a session to which others have added since."""
    hint = say("look at what stands now, then say it again if it still holds")
    message = say(
        "this was not recorded: somebody else was faster ({news})", news=_news(book, seen)
    )
    return refuse("session-moved", message, None, hint)


def refuse_another(table: Table, book: Book) -> None:
    """Raises Refused where the session of this table was dropped, and `book` was begun under its
    name."""
    if book.journal.head == table.book.journal.head:
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
    """What was entered since, or that what had been entered is no longer so."""
    entries = book.journal.entries
    if len(entries) > seen:
        return in_turn(*entry_words(book)[seen:])
    return say("an entry is gone") if len(entries) < seen else say("an entry is different")


def caught_up(table: Table, book: Book) -> Turned:
    """The table on the session as it is now, with a word about what others did meanwhile."""
    if book.journal.entries == table.book.journal.entries:
        return table, Reply()
    news = fitted(
        table, [say("meanwhile, at another terminal: {news}", news=_news(book, table.seen))]
    )
    table, reply = _moved_on(table, book)
    return table, reply._replace(lines=(*news, *reply.lines))


def done(table: Table, do: Do, before: Book, act: Act, book: Book) -> Turned:
    """The table after an act that is on disk: `book` is the session with it."""
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
    """The same with words before it on what was recorded."""
    table, reply = turned
    return table, reply._replace(lines=(*fitted(table, words), *reply.lines))


def _followed(table: Table, do: Do, another: str, seal: str) -> Turned:
    """The table after a deal, and the next one if that was typed while this one waited."""
    shown = views.after_deal(table, do.number, seal)
    if not another:
        return table, Reply(shown)
    table, reply = step(table, another)
    return table, reply._replace(lines=(*shown, *reply.lines))


def reopened(table: Table, book: Book) -> Turned:
    """The table after an act that was not done, on the session as it is now."""
    known = table.seen
    table, reply = _moved_on(table, book)
    return table, reply._replace(
        lines=reply.lines + (views.card(table) if len(book.journal.entries) != known else ())
    )


def _moved_on(table: Table, book: Book) -> Turned:
    """The table on a session that has changed: an entry for the coming deal is judged anew, one
    for a deal that is no longer the coming one is dropped with a word."""
    deal = table.book.standing.state.deal
    if deal == book.standing.state.deal and not book.standing.state.over:
        return gone_on(on(table, book))
    return _dropped_by(table, book)


def _dropped_by(table: Table, book: Book) -> Turned:
    """The table on a session that has changed, without the entry; a word where one was begun."""
    word = say(
        "what was entered for deal {number} was dropped", number=table.book.standing.state.deal
    )
    lines = (text_of(word),) if table.unsaved or table.draft.partial else ()
    return idle(table)._replace(book=book), Reply(lines)


def interrupted(table: Table, typed: str = "") -> Turned:
    """Ctrl-C: drops what is half-entered; where there is nothing, leaves."""
    if table.is_idle and not typed.strip():
        return farewell(table)
    return dropped(table)
