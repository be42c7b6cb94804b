"""What a line from a phone comes to: read by the live table, so that phone and terminal say the
same of the same words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scorekeeper.base.records import Record
from scorekeeper.board.phone_words import typed_on_phone
from scorekeeper.game.judge import judged
from scorekeeper.game.log import DEAL, may_move_points
from scorekeeper.record.book import Book
from scorekeeper.report.act_lines import act_lines, seal_of_act
from scorekeeper.table import Do, Table, act_of, prompt, step
from scorekeeper.table.commands import record_asked
from scorekeeper.table.entering import part_problems
from scorekeeper.table.rearranging import MOVE
from scorekeeper.table.state import CONFIRM, FIELD, TOP
from scorekeeper.text.message import say
from scorekeeper.text.problems import Refused, refuse
from scorekeeper.text.speech import text_of

WIDE = 10_000  # columns: a phone breaks lines itself
# What is of a terminal, or of another session than the one of the board.
ELSEWHERE = ("again", "by", "cancel", "exit", "move", "q", "quit")


class Heard(Record):
    """What a line comes to: an act, which may have to wait for a yes, told in full then with what
    is odd of it; or lines that answer it, and what is `asked` where something lacks. `counts` are
    the numbers of a whole deal, the one that was worked out too; `field` is the fact or the count
    of a deal that is asked for."""

    do: Do | None = None
    waits: bool = False
    truth: str = ""
    words: tuple[str, ...] = ()
    odd: bool = False
    lines: tuple[str, ...] = ()
    asked: str = ""
    counts: Mapping[str, Sequence[str]] = {}
    field: str | None = None


def heard(book: Book, line: str, by: str) -> Heard:
    """What somebody says on this session; raises Refused where the rules say no to it."""
    _refuse_elsewhere(line)
    table, reply = step(Table(book, width=WIDE, plain=True, by=by, own=by), line)
    if reply.problems or table.draft.partial:
        raise Refused(reply.problems or part_problems(table), reply.heading)
    if reply.again is not None or table.gone or (reply.do and reply.do.what == MOVE):
        raise _elsewhere(line)
    if table.at == CONFIRM and table.pending and not reply.do:
        pending = table.pending
        words = tuple(text_of(one, typed_on_phone) for one in pending.words)
        counts = _counts(table) if pending.do.what == DEAL else {}
        waits = not pending.do.by  # a count waits for another count
        return Heard(pending.do, waits, pending.truth, words, pending.odd, (), "", counts)
    if reply.do and table.at != FIELD:
        return _act(book, reply.do, line, by)
    asked = prompt(table).lines if table.meant or table.at != TOP else ()
    field = table.draft.field if table.at == FIELD else None
    return Heard(reply.do, lines=reply.lines, asked=" ".join(asked), field=field)


def _act(book: Book, do: Do, line: str, by: str) -> Heard:
    """Return an act that nobody was asked about; in full where it may move points, which another
    person confirms. A count is for nobody's eyes, and everybody counts for themselves."""
    if do.by:
        if do.by != by:
            raise _elsewhere(line)
        return Heard(do)
    act = act_of(do, book, "")
    if not any(may_move_points(book.folded, entry) for entry in act.entries):
        return Heard(do)
    lines = [*act_lines(book, act, typed=typed_on_phone)]
    truth, *words = lines[:-1] if seal_of_act(act) else lines
    return Heard(do, True, truth, tuple(word.strip() for word in words))


def _counts(table: Table) -> Mapping[str, Sequence[str]]:
    """The numbers of the deal that is whole, by what they count."""
    scored = judged(table.agreed, table.state, table.draft.facts).scored
    counts = table.agreed.rules.counts
    said = {name: scored.facts.get(name) for name in counts} if scored else {}
    return {name: [*map(str, one)] for name, one in said.items() if isinstance(one, list | tuple)}


def _refuse_elsewhere(line: str) -> None:
    first = line.split(maxsplit=1)[0].casefold() if line.split() else ""
    if first in ELSEWHERE or record_asked(line):
        raise _elsewhere(line)


def _elsewhere(line: str) -> Refused:
    message = say("`{line}` is not done from a phone", line=line)
    return refuse("board-command", message, None, say("do it at the terminal"))
