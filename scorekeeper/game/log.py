"""The log of a session or an event: its entries, their kinds, and the active acts.

Entries are never overwritten: a correction and an undo are entries too. A replay gives the
active acts in order."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from scorekeeper.game.session_settings import Facts
from scorekeeper.text.message import Words, say, say_n
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import marked

OR = "--or"  # precedes another version of a disputed deal
LAST = -(10**9)  # placeholder for the number of the last deal
# The kinds of entries that both sessions and events have.
UNDO, REDO, NOTE, SWAP, FINISH, ACCEPT = "undo", "redo", "note", "swap", "finish", "accept"


class Entry(NamedTuple):
    """One entry of the log.

    `what` is its kind, `number` its deal; an event between deals has the number of the next
    deal. Deals and corrections have all facts of their deal at that time. `more` is True if the
    next entry was recorded together with this one: both are active, or neither. `id` identifies
    the entry, `by` is its recorder, `before` the digest of earlier entries; each is empty if
    unknown. `others` are the other versions of a disputed deal, with all their facts. `turns`
    are changes of dealer by a correction where people sit out, so that recorded deals keep
    their players; each has the facts of a TURN entry and its deal's `number` after this entry."""

    what: str
    number: int
    at: str
    facts: Facts
    why: str = ""
    line: int = 0
    more: bool = False
    id: str = ""
    by: str = ""
    before: str = ""
    others: tuple[Facts, ...] = ()
    turns: tuple[Facts, ...] = ()

    @property
    def readings(self) -> tuple[Facts, ...]:
        """Return the facts of a deal in each version; just one if it is not disputed."""
        return (self.facts, *self.others)


class Numbers:
    """The type of a fact that is a list of numbers in a file."""


# The deal that an entry of a session may be about: the next deal, a recorded deal, or either.
COMING, RECORDED, EITHER = "coming", "recorded", "either"

Effect_co = TypeVar("Effect_co", covariant=True)
Sentence_co = TypeVar("Sentence_co", covariant=True)


class EntryKind(NamedTuple, Generic[Effect_co, Sentence_co]):
    """A kind of entry.

    `effect` changes the earlier deals or the event; None if nothing changes. `facts` are the
    types of required facts, `may` those of optional facts; `facts` is None if they are a deal's
    facts. `said` returns the entry as a sentence; None for deals and corrections, whose
    sentences need the earlier deals. `names` are the facts that name a person at the table.
    `about` is the deal that an entry may be about: COMING, RECORDED or EITHER. `adds` is the
    change in the number of deals."""

    effect: Effect_co | None = None
    about: str = EITHER
    adds: int = 0
    facts: Mapping[str, type] | None = {}
    may: Mapping[str, type] = {}
    said: Sentence_co | None = None
    names: tuple[str, ...] = ()
    # Can be undone. An undo, a redo, and an entry about the file itself cannot.
    is_act: bool = True
    # Leaves nothing to redo.
    ends_redo: bool = True
    # Has the facts of a deal, which it records, corrects or completes.
    is_deal: bool = False
    # Changes a recorded deal, or the order of the deals.
    is_correction: bool = False
    # May change points.
    moves_points: bool = True
    # Leaves the pending counts of the next deal pending.
    keeps_counts: bool = False
    # May have several versions of its deal (`Entry.others`).
    may_dispute: bool = False
    # May change the dealers of recorded deals (`Entry.turns`).
    may_turn: bool = False


class LogForm(NamedTuple):
    """The form of a log: a session's or an event's.

    `kinds` are its kinds of entries. `undoes_together` is True if an undo reverses all entries
    that were recorded together, False if only one. `broken` is the message, with a `{why}`, of
    an unreadable file, `empty` that of an empty file; `code` is the problem code of both.
    `out_of_order` returns the refusal of an entry that cannot follow the earlier ones.
    `of_another` is the message of an undo or a redo with a number other than its act's."""

    kinds: Mapping[str, EntryKind[object, object]]
    undoes_together: bool
    code: str
    broken: str
    empty: str
    out_of_order: Callable[[Entry, Words], Refused]
    of_another: str


# --- replay ---------------------------------------------------------------------------------------

EntryGroup = tuple[Entry, ...]  # the entries of one act, which are undone together


class Moment(NamedTuple):
    """A step of a replay: the entries recorded together, their act, and all active and undone acts
    after them.

    `act` is the act recorded, undone or redone; empty for entries about the file. The next act
    to redo is last in `undone`. Both lists change with the next step."""

    entries: EntryGroup
    act: EntryGroup
    done: list[EntryGroup]
    undone: list[EntryGroup]

    @property
    def is_new(self) -> bool:
        """Return True if an act was recorded, and none undone or redone."""
        return self.act is self.entries

    @property
    def is_undo(self) -> bool:
        return self.entries[0].what == UNDO


def replay(form: LogForm, entries: Iterable[Entry]) -> Iterator[Moment]:
    """Yield the moment after each act, undo and redo of a log, and after each entry about the
    file.

    An undo reverses the last active act, a redo restores the act undone last. A new act, except
    a note, leaves nothing to redo. Raises Refused, with the line, if there is nothing to undo
    or redo, or if the number of an undo or redo is not that of its act: an entry is missing."""
    kinds, done, undone = form.kinds, list[EntryGroup](), list[EntryGroup]()
    for group in _groups(entries) if form.undoes_together else zip(entries):
        first = group[0]
        kind = kinds[first.what]
        act: EntryGroup = ()
        if kind.is_act:
            act = group
            done.append(act)
            if undone and kind.ends_redo:
                undone.clear()
        elif first.what in _NOTHING:
            source, target = (done, undone) if first.what == UNDO else (undone, done)
            if not source:
                raise form.out_of_order(first, say(_NOTHING[first.what]))
            act = source.pop()
            _refuse_another(form, first, act[0].number)
            target.append(act)
        yield Moment(group, act, done, undone)


class Acts(NamedTuple):
    """The active acts of a log in order, and those that can be redone, the next one last."""

    done: tuple[EntryGroup, ...]
    undone: tuple[EntryGroup, ...]


def acts_of(form: LogForm, entries: Iterable[Entry]) -> Acts:
    """Return the active and the undone acts after all entries of a log."""
    moments = deque(replay(form, entries), maxlen=1)
    if not moments:
        return Acts((), ())
    return Acts(tuple(moments[0].done), tuple(moments[0].undone))


_NOTHING = {UNDO: marked("there is nothing to undo"), REDO: marked("there is nothing to redo")}


def _groups(entries: Iterable[Entry]) -> Iterator[EntryGroup]:
    """Yield the entries in groups that were recorded together."""
    group = list[Entry]()
    for entry in entries:
        group.append(entry)
        if not entry.more:
            yield tuple(group)
            group = []


def _refuse_another(form: LogForm, entry: Entry, number: int) -> None:
    """Raise Refused if an undo or a redo has another number than its act."""
    if entry.number != number:
        message = say(form.of_another, entry=entry.what, number=entry.number, other=number)
        raise form.out_of_order(entry, message)


def refusal_at(entry: Entry, problem: Problem) -> Refused:
    """Return the refusal of an entry of a log, with its line and the advice to fix that line."""
    place = say("line {line}", line=entry.line) if entry.line else ""
    hint = say("mend it there in an editor; nothing was changed")
    return Refused([problem._replace(place=place, mends=(hint,))])


# --- sentences of entries that both sessions and events have --------------------------------------


def note_said(entry: Entry) -> Words:
    """Return a note as a sentence."""
    return say("note: {text}", text=entry.facts["text"])


def accepted_said(entry: Entry) -> Words:
    """Return the acceptance of manual edits as a sentence."""
    number = len(entry.facts["joints"])
    return say_n(number, "{n} change by hand was taken in", "{n} changes by hand were taken in")
