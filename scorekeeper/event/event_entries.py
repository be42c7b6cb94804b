"""The log of an event: its kinds of entries, each described once, and which acts of it stand.

It is the log of a session in everything but its kinds: nothing is overwritten, and an act that was
taken back is an entry too. What is entered at once, as the draw of three rounds, is one act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from scorekeeper.base.exact import signed
from scorekeeper.base.records import Record
from scorekeeper.game.log import ACCEPT, FINISH, NOTE, REDO, SWAP, UNDO, Entry, ends_redo
from scorekeeper.record.entry import Form
from scorekeeper.text.language import marked
from scorekeeper.text.message import Joined, Words, in_turn, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused

JOIN, LATE, ABSENT, DROP = "join", "late", "absent", "drop"
DRAW, BEGIN, USE, SLIP, SCORE = "draw", "begin", "use", "slip", "score"
BETWEEN = ","  # between the people of a table: no name holds one

Group = tuple[Entry, ...]


class Kind(Record):
    """A kind of entry: its sentence, the facts that it holds and of which type each is, and those
    that it may hold. `is_act` where it can be undone."""

    said: Callable[[Entry], Words]
    facts: Mapping[str, type] = {}
    may: Mapping[str, type] = {}
    is_act: bool = True


def tables_of(entry: Entry) -> tuple[tuple[str, ...], ...]:
    """The tables of a draw."""
    return tuple(tuple(table.split(BETWEEN)) for table in words_of(entry, "tables"))


def words_of(entry: Entry, fact: str) -> tuple[str, ...]:
    """A fact that is a list of words; raises Refused where a hand made it another one."""
    words = entry.facts[fact]
    if not all(isinstance(word, str) for word in words):
        raise out_of_order(entry, say("`facts.{fact}` must be a list of words", fact=fact))
    return tuple(words)


# --- each in words -------------------------------------------------------------------------------


def _join_said(entry: Entry) -> Words:
    return say(
        "{player} plays from round {number} on",
        player=entry.facts["player"], number=entry.number,
    )  # fmt: skip


def _late_said(entry: Entry) -> Words:
    return say(
        "{player} comes late, for round {number}",
        player=entry.facts["player"], number=entry.number,
    )  # fmt: skip


def _absent_said(entry: Entry) -> Words:
    return say(
        "{player} is away in round {number}", player=entry.facts["player"], number=entry.number
    )


def _drop_said(entry: Entry) -> Words:
    if entry.number == 1:
        return say("{player} does not play", player=entry.facts["player"])
    return say(
        "{player} leaves after round {number}",
        player=entry.facts["player"], number=entry.number - 1,
    )  # fmt: skip


DRAWN_SAID = {
    "even": marked("round {number} is drawn, as even as can be"),
    "standing": marked("round {number} is drawn, by the standings"),
    "random": marked("round {number} is drawn, by chance"),
    "hand": marked("round {number} is seated by hand"),
}
_DRAWN = marked("round {number} is drawn")


def _draw_said(entry: Entry) -> Words:
    tables = [" – ".join(table) for table in tables_of(entry)]
    drawn = say(DRAWN_SAID.get(entry.facts["how"], _DRAWN), number=entry.number)
    if not entry.facts["out"]:
        return say("{drawn}: {tables}", drawn=drawn, tables=in_turn(*tables))
    return say(
        "{drawn}: {tables}; out: {names}",
        drawn=drawn, tables=in_turn(*tables), names=listing(words_of(entry, "out"), "and"),
    )  # fmt: skip


def _swap_said(entry: Entry) -> Words:
    return say(
        "{player} and {other} change places in round {number}",
        player=entry.facts["player"], other=entry.facts["other"], number=entry.number,
    )  # fmt: skip


def _begin_said(entry: Entry) -> Words:
    return say_n(
        len(entry.facts["sessions"]),
        "round {number} begins at {n} table",
        "round {number} begins at {n} tables",
        number=entry.number,
    )


def _use_said(entry: Entry) -> Words:
    return say(
        "the session of round {number}, table {table}, is {session}",
        number=entry.number, table=entry.facts["table"], session=entry.facts["session"],
    )  # fmt: skip


def _slip_said(entry: Entry) -> Words:
    pairs = zip(words_of(entry, "people"), entry.facts["points"], strict=False)
    return say(
        "round {number}, table {table}, by its slip: {points}",
        number=entry.number, table=entry.facts["table"],
        points=listing([Joined((name, signed(points)), " ") for name, points in pairs], "and"),
    )  # fmt: skip


def _score_said(entry: Entry) -> Words:
    return say(
        "{player} {points} in round {number}, by the referee",
        player=entry.facts["player"], points=signed(entry.facts["points"]), number=entry.number,
    )  # fmt: skip


def _finish_said(entry: Entry) -> Words:
    return say("finished after round {number}", number=entry.number - 1)


def _note_said(entry: Entry) -> Words:
    return say("note: {text}", text=entry.facts["text"])


def _accept_said(entry: Entry) -> Words:
    number = len(entry.facts["joints"])
    return say_n(number, "{n} change by hand was taken in", "{n} changes by hand were taken in")


def _undo_said(_: Entry) -> Words:
    return say("took back the last act")


def _redo_said(_: Entry) -> Words:
    return say("restored what was taken back last")


_PERSON: Mapping[str, type] = {"player": str}

KINDS: Mapping[str, Kind] = {
    JOIN: Kind(_join_said, _PERSON),
    LATE: Kind(_late_said, _PERSON),
    ABSENT: Kind(_absent_said, _PERSON),
    DROP: Kind(_drop_said, _PERSON),
    DRAW: Kind(
        _draw_said,
        {"tables": list, "out": list, "how": str},
        {"seed": int, "found": str, "source": str},
    ),
    SWAP: Kind(_swap_said, {"player": str, "other": str}),
    BEGIN: Kind(_begin_said, {"sessions": list, "ids": list}),
    USE: Kind(_use_said, {"table": int, "session": str, "id": str}),
    SLIP: Kind(_slip_said, {"table": int, "people": list, "points": list, "fewer": bool}),
    SCORE: Kind(_score_said, {"player": str, "points": int}),
    FINISH: Kind(_finish_said),
    NOTE: Kind(_note_said, {"text": str}),
    ACCEPT: Kind(_accept_said, {"joints": list}, is_act=False),
    UNDO: Kind(_undo_said, is_act=False),
    REDO: Kind(_redo_said, is_act=False),
}

FORM = Form(
    kinds=KINDS,
    code="event-broken",
    broken=marked("the event's file is broken here: {why}"),
    empty=marked("the event's file is empty"),
)


def entry_said(entry: Entry) -> Words:
    """An entry as a sentence."""
    return KINDS[entry.what].said(entry)


# --- which acts stand ----------------------------------------------------------------------------


class Acts(Record):
    """The acts that stand, in their order, and those that can be restored, the next one last."""

    done: tuple[Group, ...]
    undone: tuple[Group, ...]


def acts_of(entries: Iterable[Entry]) -> Acts:
    """Which acts stand: an undo takes back the last that stands, a redo restores the one that was
    taken back last; a new act but a note leaves nothing to restore. Raises Refused for one that
    finds nothing, or an act of another round."""
    done, undone = list[Group](), list[Group]()
    for group in grouped(entries):
        first = group[0]
        if first.what in (UNDO, REDO):
            source, target = (done, undone) if first.what == UNDO else (undone, done)
            _refuse_other(source, first)
            target.append(source.pop())
        elif KINDS[first.what].is_act:
            done.append(group)
            if ends_redo(first):
                undone.clear()
    return Acts(tuple(done), tuple(undone))


def grouped(entries: Iterable[Entry]) -> Sequence[Group]:
    """The entries that were made at once together."""
    groups, open_group = list[Group](), list[Entry]()
    for entry in entries:
        open_group.append(entry)
        if not entry.more:
            groups.append(tuple(open_group))
            open_group = []
    return groups


_NOTHING = {UNDO: marked("there is nothing to undo"), REDO: marked("there is nothing to redo")}


def _refuse_other(source: Sequence[Group], entry: Entry) -> None:
    """Raises Refused where there is nothing that the entry could take, or it is of another round
    than that."""
    if not source:
        raise out_of_order(entry, say(_NOTHING[entry.what]))
    number = source[-1][0].number
    if entry.number != number:
        message = say(
            "the {entry} is of round {number}, but what it takes is of round {other}; an entry "
            "between is gone, or one too many",
            entry=entry.what, number=entry.number, other=number,
        )  # fmt: skip
        raise out_of_order(entry, message)


def out_of_order(entry: Entry, message: Words) -> Refused:
    """The refusal of an entry that cannot follow those before it."""
    place = say("line {line}", line=entry.line) if entry.line else ""
    hint = say("mend it there in an editor; nothing was changed")
    return Refused([Problem("event-order", message, place=place, mends=(hint,))])
