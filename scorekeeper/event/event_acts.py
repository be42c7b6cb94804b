"""Changes of an event.

Each function returns the entries to append, the event after them and the messages, or raises
Refused with every problem. No function writes to disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from scorekeeper.event import OpenEvent, event_of
from scorekeeper.event.event_settings import HAND, MOST_POINTS, STANDING, people_problems
from scorekeeper.event.event_state import (
    ABSENT,
    BEGIN,
    DROP,
    EVENT_LOG,
    JOIN,
    LATE,
    SCORE,
    Event,
    entry_said,
    event_after,
    no_such_round,
)
from scorekeeper.event.round_draws import Find, Seats, by_hand, drawn, redrawn, seats_for
from scorekeeper.event.round_score import EventPenalty
from scorekeeper.game.log import FINISH, NOTE, REDO, SWAP, UNDO, Entry, EntryGroup, acts_of
from scorekeeper.league.people import kept_name
from scorekeeper.record.chain import acceptance, chained
from scorekeeper.record.fact_values import seats_named
from scorekeeper.text.message import CommandLine, Words, listing, say, say_n
from scorekeeper.text.problems import (
    Problem,
    Refused,
    did_you_mean,
    gathered,
    lists_them,
    nearest,
    refuse,
)
from scorekeeper.text.translation import marked


class Done(NamedTuple):
    """The result of a change: the entries to append, the event after them, its sentences (`said`),
    and notes.

    `last` is the number of the log's last entry after appending; `questions` are problems to
    confirm first."""

    entries: tuple[Entry, ...]
    event: Event
    said: tuple[Words, ...]
    notes: tuple[Words, ...] = ()
    last: int = 0
    questions: tuple[Problem, ...] = ()


def appended(opened: OpenEvent, change: Done, by: str, new_id: Callable[[], str]) -> Done:
    """Return the change with complete entries, ready to append. `by` is the recorder of entries
    without one."""
    entries = chained(opened.log, change.entries, by, new_id)
    return change._replace(entries=entries, last=len(opened.log.entries) + len(entries))


def done(opened: OpenEvent, entries: Sequence[Entry], notes: Iterable[Words] = ()) -> Done:
    """Return the change made by these entries, which are undone together."""
    event = event_after(opened.event, entries)
    together = [entry._replace(more=True) for entry in entries[:-1]]
    said = tuple(entry_said(entry) for entry in entries)
    return Done((*together, *entries[-1:]), event, said, tuple(notes))


# --- people and rounds named ---------------------------------------------------------------------


def person_named(event: Event, word: str, among: Sequence[str] | None = None) -> str:
    """Return the person whose name is `word` or begins with it. Raises Refused unless there is
    exactly one."""
    names = event.names if among is None else among
    found = [names[place] for place in seats_named(names, word)]
    if len(found) == 1:
        return found[0]
    if found:
        message = say("`{word}` may be {names}", word=word, names=listing(found))
        raise refuse("event-person", message, "name", say("say the whole name"))
    list_ = lists_them(CommandLine("event round"))
    message = say("nobody is called `{name}`", name=word)
    raise refuse("event-person", message, "name", did_you_mean(word, names) or list_)


def later_round(event: Event, number: int | None, usual: int | None = None) -> int:
    """Return `number`, else `usual`, else the next round's number. Raises Refused if that round
    has begun or does not exist."""
    refuse_over(event)
    wanted = (event.coming if usual is None else usual) if number is None else number
    if wanted in event.later:
        return wanted
    if event.is_played_out and number is None:
        message = say_n(event.terms.rounds, "the one round has begun", "all {n} rounds have begun")
        command = CommandLine("event finish")
        raise refuse("event-round", message, "round", say("end it: `{command}`", command=command))
    if wanted > event.terms.rounds or wanted < 1:
        raise refuse("event-round", no_such_round(event, wanted), "round")
    message = say("round {number} has begun, and stays as it is", number=wanted)
    mends = [] if event.is_played_out else [say("name a later one: --round {n}", n=event.coming)]
    raise refuse("event-round", message, "round", *mends)


def refuse_over(event: Event) -> None:
    """Raise Refused if the event is over."""
    if event.finished:
        hint = say("take that back: `{command}`", command=CommandLine("event undo"))
        raise refuse("event-over", say("the event is over"), None, hint)


# --- people present ------------------------------------------------------------------------------


def joining(
    opened: OpenEvent, words: Sequence[str], number: int | None, at: str, why: str = "",
    find: Find = drawn,
) -> Done:  # fmt: skip
    """Return the change that lets new or returning people play from a round on.

    Here and below, `find` draws again the rounds whose people change."""
    event, first = opened.event, later_round(opened.event, number)
    names = [_known_or_new(event, word) for word in words]
    fresh = [name for name in names if name not in event.names]
    problems = [*people_problems(fresh, event.names), *_twice_named(names)]
    problems += [
        _there_already(name, first)
        for name in names
        if (person := event.person(name)) and all(person.plays[first - 1 :])
    ]
    entries = [Entry(JOIN, first, at, {"player": name}, why) for name in names]
    done = _changed(opened, entries, problems, find)
    notes = [_new(name, event.names) for name in fresh] + [*_came_back(opened, names)]
    return done._replace(notes=(*notes, *done.notes))


def _came_back(opened: OpenEvent, names: Sequence[str]) -> Iterable[Words]:
    """Yield a note for each person who left in the last act: undoing that act would also restore
    the draws."""
    last = opened.acts.done[-1] if opened.acts.done else ()
    for entry in last:
        if entry.what == DROP and entry.facts["player"] in names:
            yield say(
                "{player} left just before; where that was a slip, `{command}` twice takes both "
                "back, and the rounds are as they were drawn",
                player=entry.facts["player"], command=CommandLine("event undo"),
            )  # fmt: skip


def _new(name: str, names: Sequence[str]) -> Words:
    """Return the note about a new person, whose name may be a misspelling of another's."""
    meant = nearest(name, names)
    if meant is None:
        return say("{player} is new at the event", player=name)
    undo = CommandLine("event undo")
    return say(
        "{player} is new at the event; if {other} was meant: {command}",
        player=name, other=meant, command=undo,
    )  # fmt: skip


def coming_late(
    opened: OpenEvent, words: Sequence[str], number: int | None, at: str, why: str = "",
    find: Find = drawn,
) -> Done:  # fmt: skip
    """Return the change that lets people play only from a round on."""
    event = opened.event
    first = later_round(event, number, min(event.coming + 1, event.terms.rounds))
    names = gathered(*(partial(_known, event, word, first) for word in words))
    problems = _twice_named(names)
    if first == event.coming:
        message = say("round {number} is the next: nobody is late for it", number=first)
        command = CommandLine("event join", tuple(names))
        mend = say("`{command}` has them play in it", command=command)
        problems.append(Problem("event-round", message, "round", (mend,)))
    entries = [Entry(LATE, first, at, {"player": n}, why) for n in names]
    return _changed(opened, entries, problems, find)


def away(
    opened: OpenEvent, words: Sequence[str], number: int | None, at: str, why: str = "",
    find: Find = drawn,
) -> Done:  # fmt: skip
    """Return the change that makes people absent in one round."""
    which = later_round(opened.event, number)
    return _leave(opened, ABSENT, words, which, at, why, find)


def leaving(
    opened: OpenEvent, words: Sequence[str], number: int | None, at: str, why: str = "",
    find: Find = drawn,
) -> Done:  # fmt: skip
    """Return the change that makes people leave from a round on."""
    first = later_round(opened.event, number)
    return _leave(opened, DROP, words, first, at, why, find)


def _leave(
    opened: OpenEvent, what: str, words: Sequence[str], number: int, at: str, why: str, find: Find
) -> Done:
    event = opened.event
    names = gathered(*(partial(person_named, event, word) for word in words))
    rounds = [number] if what == ABSENT else [n for n in event.later if n >= number]
    here = {name for n in rounds for name in event.playing(n)}
    problems = [
        *_twice_named(names),
        *(_not_there(name, number) for name in names if name not in here),
    ]
    entries = [Entry(what, number, at, {"player": n}, why) for n in names]
    return _changed(opened, entries, problems, find)


def _known(event: Event, word: str, number: int) -> str:
    """Return the event's person of this name. Raises Refused for a new name, with the command to
    join."""
    try:
        return person_named(event, word)
    except Refused as refusal:
        join = CommandLine("event join", ("--round", str(number), word))
        mend = say("somebody new joins: {command}", command=join)
        problems = [one._replace(mends=(*one.mends[:1], mend)) for one in refusal.problems]
        raise Refused(problems) from None


def _known_or_new(event: Event, word: str) -> str:
    """Return the event's person of this full name in any case, else the word as a new name."""
    found = [name for name in event.names if name.casefold() == word.strip().casefold()]
    return found[0] if len(found) == 1 else kept_name(word)


def _twice_named(names: Sequence[str]) -> list[Problem]:
    return [
        Problem("event-person", say("`{name}` is named twice", name=name), "name")
        for name in dict.fromkeys(names)
        if names.count(name) > 1
    ]


def _there_already(name: str, number: int) -> Problem:
    message = say("{player} plays in round {number} already", player=name, number=number)
    return Problem("event-person", message, "name")


def _not_there(name: str, number: int) -> Problem:
    message = say("{player} does not play in round {number}", player=name, number=number)
    return Problem("event-person", message, "name")


def _changed(
    opened: OpenEvent, entries: Sequence[Entry], problems: Sequence[Problem], find: Find
) -> Done:
    """Return the change of people's presence, with new draws of the affected rounds."""
    if problems:
        raise Refused(problems)
    before, after = opened.event, event_after(opened.event, entries)
    stale = [number for number in before.drawn if number not in after.drawn]
    again = [n for n in stale if before.drawn[n].how not in (HAND, STANDING)]
    try:
        draws = redrawn(after, again, before.drawn, find, entries[0].at)
    except Refused:  # they are too few by now to fill a table
        again, draws = [], []
    open_ = [number for number in stale if number not in again]
    notes = [
        say_n(
            len(open_),
            "round {numbers} is to be seated again: {command}",
            "rounds {numbers} are to be seated again: {command}",
            numbers=listing(open_, "and"), command=CommandLine("event seat"),
        )
    ] if open_ else []  # fmt: skip
    return done(opened, [*entries, *draws], notes)


# --- rounds --------------------------------------------------------------------------------------


def seating(
    opened: OpenEvent, numbers: Sequence[int], seats: Seats, at: str, why: str = ""
) -> Done:
    """Return the change that draws rounds, new or again."""
    refuse_over(opened.event)
    entries = seats_for(opened.event, numbers, seats, at)
    return done(opened, [entry._replace(why=why) for entry in entries])


def seating_by_hand(
    opened: OpenEvent, text: str, out: Sequence[str], number: int | None, at: str, why: str = ""
) -> Done:
    """Return the change that seats a round as typed; the next round by default."""
    which = later_round(opened.event, number)
    entries = by_hand(opened.event, which, text, out, at)
    return done(opened, [entry._replace(why=why) for entry in entries])


def swapping(
    opened: OpenEvent, word: str, other: str, number: int | None, at: str, why: str = ""
) -> Done:
    """Return the change that swaps two people in a round; one of them may sit out."""
    event, which = opened.event, later_round(opened.event, number)
    drawn = event.drawn.get(which)
    if drawn is None:
        message = say("round {number} is not drawn yet", number=which)
        command = CommandLine("event seat", ("--round", str(which)))
        raise refuse(
            "event-not-drawn", message, "round", say("draw it: {command}", command=command)
        )
    among = drawn.seating.people
    one, two = gathered(
        lambda: _seated(event, word, which, among), lambda: _seated(event, other, which, among)
    )
    if one == two:
        raise refuse("event-person", say("`{name}` is named twice", name=one), "name")
    entry = Entry(SWAP, which, at, {"player": one, "other": two}, why)
    return done(opened, [entry])


def _seated(event: Event, word: str, number: int, among: Sequence[str]) -> str:
    """Return the person of a drawn round whom a word names. Raises Refused, also for a person
    absent in that round."""
    if not seats_named(among, word) and len(found := seats_named(event.names, word)) == 1:
        problem = _not_there(event.names[found[0]], number)
        join = CommandLine("event join", (event.names[found[0]], "--round", str(number)))
        mend = say("`{command}` has them play in it", command=join)
        raise Refused([problem._replace(mends=(mend,))])
    return person_named(event, word, among)


def beginning(
    opened: OpenEvent, sessions: Callable[[int], str], new_id: Callable[[], str], seats: Seats,
    at: str,
) -> Done:  # fmt: skip
    """Return the change that begins the next round, and first draws it if necessary.

    `sessions` returns the name for each table's session."""
    event = opened.event
    number = later_round(event, None)
    draws = [] if number in event.drawn else seats_for(event, [number], seats, at)
    tables = range(1, len(event_after(event, draws).drawn[number].seating.tables) + 1)
    facts: Mapping[str, object] = {
        "sessions": [*map(sessions, tables)], "ids": [new_id() for _ in tables],
    }  # fmt: skip
    return done(opened, [*draws, Entry(BEGIN, number, at, facts)])


# --- other acts ----------------------------------------------------------------------------------


def noting(opened: OpenEvent, text: str, at: str) -> Done:
    """Return the change that adds a note."""
    return done(opened, [Entry(NOTE, opened.event.coming, at, {"text": text})])


def scoring(
    opened: OpenEvent, word: str, points: int, number: int | None, at: str, why: str
) -> Done:
    """Return the change that gives or takes points in a round that has begun; the latest by
    default."""
    event = opened.event
    which = event.begun if number is None else number
    name = person_named(event, word)
    if abs(points) > MOST_POINTS:
        message = say("{points} points are too many", points=points)
        raise refuse("event-points", message, "points")
    if not 1 <= which <= event.begun:
        message = say("round {number} has not begun", number=max(which, 1))
        raise refuse("event-round", message, "round")
    notes = [
        say(
            "the same penalty of {player} stands already; if this one was typed twice, `{command}` "
            "takes it back",
            player=name, command=CommandLine("event undo"),
        )
    ] if EventPenalty(which, name, points, why) in event.penalties else []  # fmt: skip
    return done(opened, [Entry(SCORE, which, at, {"player": name, "points": points}, why)], notes)


def finishing(opened: OpenEvent, at: str, why: str = "") -> Done:
    """Return the change that ends the event."""
    refuse_over(opened.event)
    return done(opened, [Entry(FINISH, opened.event.coming, at, {}, why)])


TOOK = {UNDO: marked("took back: {what}"), REDO: marked("restored: {what}")}


def undoing(opened: OpenEvent, at: str) -> Done:
    """Return the change that undoes the last active act."""
    return _turned(opened, UNDO, opened.acts.done, at)


def redoing(opened: OpenEvent, at: str) -> Done:
    """Return the change that restores the act undone last."""
    return _turned(opened, REDO, opened.acts.undone, at)


def _turned(opened: OpenEvent, what: str, acts: Sequence[EntryGroup], at: str) -> Done:
    if not acts:
        nothing = (
            say("there is nothing to undo") if what == UNDO else say("there is nothing to redo")
        )
        raise refuse("event-nothing", nothing)
    entry = Entry(what, acts[-1][0].number, at, {})
    after, _ = event_of(opened.terms, acts_of(EVENT_LOG, [*opened.log.entries, entry]))
    said = [entry_said(one) for one in acts[-1]]
    took = TOOK[what]
    return Done((entry,), after, tuple(say(took, what=one) for one in said))


def accepting(opened: OpenEvent, at: str) -> Done:
    """Return the change that accepts all manual edits of the event's file. Raises Refused if there
    are none."""
    return done(opened, [acceptance(opened.log, opened.event.coming, at)])
