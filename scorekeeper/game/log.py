"""The log of a session: the entries in the order they were made, and what of them stands.

Nothing is ever overwritten. A correction, an undo and whatever happens between deals are entries
too; folding them gives what stands, in the order in which it takes effect. Each kind of entry is
described once, in `KINDS`: the file, the fold, the commands and the log read it there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.base.frozen_values import FrozenRecord
from scorekeeper.base.input_limits import SEATS
from scorekeeper.game.agreement import Agreed, Facts
from scorekeeper.rules.entry_names import choice_typed, option_typed
from scorekeeper.rules.model import TableOption
from scorekeeper.text.message import CommandLine, JoinedWords, Words, say, say_n
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import marked

DEAL, AMEND, UNDO, REDO, NOTE = "deal", "amend", "undo", "redo", "note"
MISDEAL, TURN, PENALTY, FINISH, AGREE = "misdeal", "turn", "penalty", "finish", "agree"
ACCEPT, MERGE, UNMERGE = "accept", "merge", "unmerge"
INSERT, STRIKE, SWAP = "insert", "strike", "swap"
SEAT, PLACES = "seat", "places"
COUNT, SETTLE, COMPLETE = "count", "settle", "complete"
KNOWN = "known"
PLAYERS = "players"  # the fact of a KNOWN entry that names who plays, in the order of its counts


class Entry(NamedTuple):
    """One entry of the log.

    `what` is its kind, `number` the deal that it is about; what happens between deals is about
    the deal before which it happens. Deals and corrections carry the whole facts of their deal
    as they then stood. `more` ties it to the next: many deals that were entered at once count
    all or not at all. `id` is the entry's own, `by` who recorded it, `before` the digest of what
    stands above it; those are empty where nobody knows. `others` are the other readings of a deal
    whose count is disputed, each the whole facts of it. `turns` are the dealers of deals, each the
    facts of a turn and the deal's `number` after the entry, where people rest and recorded deals
    keep those who played them.
    """

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
        """The facts of a deal in each reading of it, which is one where nothing is disputed."""
        return (self.facts, *self.others)


class LoggedDeal(NamedTuple):
    """A deal that stands, what happened before it, the entry that first recorded it, and whether it
    was corrected since. The last place of a log has no deal yet."""

    events: tuple[Entry, ...] = ()
    deal: Entry | None = None
    origin: Entry | None = None
    is_amended: bool = False


# --- what an entry does to the places of those before it ------------------------------------------

Places = list[LoggedDeal]
NOTHING_YET = LoggedDeal()


def _dealt(places: Places, entry: Entry) -> None:
    places[-1] = LoggedDeal(places[-1].events, entry, entry)
    places.append(NOTHING_YET)


def _amended(places: Places, entry: Entry) -> None:
    at = entry.number - 1
    places[at] = places[at]._replace(deal=entry, is_amended=True)


def _completed(places: Places, entry: Entry) -> None:
    """What a deal waited for is known: that corrects nothing."""
    at = entry.number - 1
    places[at] = places[at]._replace(deal=entry)


def _inserted(places: Places, entry: Entry) -> None:
    """The new deal stands right after the one before it; what happened before the deal in whose
    place it comes stays with that. One past the last deal corrects nothing."""
    is_amended = entry.number < len(places)
    places.insert(entry.number - 1, LoggedDeal(deal=entry, origin=entry, is_amended=is_amended))


def _struck(places: Places, entry: Entry) -> None:
    """What happened before the deal happened all the same, and stands before the next; what was
    known of the deal goes with it."""
    gone = places.pop(entry.number - 1)
    after = places[entry.number - 1]
    kept = (event for event in gone.events if event.what != KNOWN)
    places[entry.number - 1] = after._replace(events=(*kept, *after.events))


def _swapped(places: Places, entry: Entry) -> None:
    """The deals change places; what happened between stays where it is."""
    one, other = entry.number - 1, entry.facts["with"] - 1
    first, second = places[one], places[other]
    places[one] = second._replace(events=first.events, is_amended=True)
    places[other] = first._replace(events=second.events, is_amended=True)


def _settled(places: Places, entry: Entry) -> None:
    """One reading of a disputed deal counts from now on; or what the rules make of all of them,
    and then the deal is one that the entry stands for."""
    at = entry.number - 1
    deal, reading = places[at].deal, entry.facts.get("reading", 0)
    if not (deal and deal.others and deal.what != SETTLE and _is_decided(entry, len(deal.others))):
        raise Refused([_not_to_settle(entry)])
    if reading:
        settled = deal._replace(facts=deal.readings[reading - 1], others=())
    else:
        settled = entry._replace(facts=deal.facts, others=deal.others)
    places[at] = places[at]._replace(deal=settled)


def _is_decided(entry: Entry, others: int) -> bool:
    """Whether an entry says just one thing: which reading counts, or that they are split."""
    reading, split = entry.facts.get("reading"), entry.facts.get("split")
    return split is True if reading is None else split is None and 1 <= reading <= others + 1


def _happened(places: Places, entry: Entry) -> None:
    at = entry.number - 1
    places[at] = places[at]._replace(events=(*places[at].events, entry))


def _seat_taken(places: Places, entry: Entry) -> None:
    """Who took the seat sat there in the deals that were recorded since: in these, and in what
    happened between them until the seat was left again, the other was not at the table."""
    _happened(places, entry)
    sits, named = True, entry.facts.get("named", ())
    for at in range(entry.number - 1, len(places)):
        place = places[at]
        if place.events and at >= entry.number:
            events, sits = _events_since(place.events, entry, sits)
            places[at] = place = place._replace(events=events)
        if named and sits and place.deal:
            places[at] = place._replace(deal=_renamed(place.deal, named, entry))


def _events_since(
    events: tuple[Entry, ...], taken: Entry, sits: bool
) -> tuple[tuple[Entry, ...], bool]:
    """What happened since somebody took a seat, and whether they still sit there after it: from
    there on the other's name is of somebody who came back."""
    found: list[Entry] = []
    for event in events:
        names = taken.facts.get("named", ()) if event.what == KNOWN else KINDS[event.what].names
        now = _renamed(event, names, taken) if sits else event
        found.append(_of_columns(now, taken, sits) if event.what == PENALTY else now)
        sits = sits and not (event.what == SEAT and now.facts["for"] == taken.facts["player"])
    return tuple(found), sits


def _of_columns(penalty: Entry, taken: Entry, sits: bool) -> Entry:
    """A penalty with the column that was begun for who took a seat, and while they sit there with
    what was written in that of the other; as it is where that is of no columns of it."""
    columns, points = taken.facts.get("columns", ()), [*penalty.facts["points"]]
    width = range(len(points) + ("begins" in taken.facts))
    if len(columns) != 2 or not all(n.__class__ is int and n in width for n in columns):
        return penalty
    other, own = columns
    if taken.facts.get("begins"):
        points.insert(own, 0)
    if sits:
        points[own], points[other] = points[own] + points[other], 0
    return penalty._replace(facts={**penalty.facts, "points": points})


def is_named(said: object, player: str) -> bool:
    """Return True if a fact names a player, alone or among others."""
    return player in said if isinstance(said, (list, tuple)) else said == player


def with_name(said: object, other: str, player: str) -> object:
    """Return what a fact says with `player` in the place of another, alone or among others."""
    if isinstance(said, (list, tuple)):
        return [player if name == other else name for name in said]
    return player if said == other else said


def _renamed(entry: Entry, names: Iterable[str], taken: Entry) -> Entry:
    """The entry with who took a seat where these facts name the other."""
    other, player = taken.facts["for"], taken.facts["player"]
    facts = {
        name: with_name(said, other, player)
        for name in names
        if is_named(said := entry.facts.get(name), other)
    }
    if entry.what == KNOWN:
        facts[PLAYERS] = with_name(list(players_of(entry.facts)), other, player)
    return entry._replace(facts={**entry.facts, **facts}) if facts else entry


def players_of(facts: Facts) -> tuple[str, ...]:
    """Return who plays the deal that a KNOWN entry is about, in the order of its counts."""
    names = facts.get(PLAYERS)
    return tuple(map(str, names)) if isinstance(names, list) else ()


def _waits(_: Places, __: Entry) -> None:
    """One person's count of the coming deal changes no deal: it waits for another person's."""


# --- the kinds ------------------------------------------------------------------------------------

# Which deal an entry may be about: the coming one, one that is recorded, or either.
COMING, RECORDED, EITHER = "coming", "recorded", "either"


class Numbers:
    """The type, in a file, of a fact that is a list of numbers."""


class EntryKind(FrozenRecord):
    """A kind of entry.

    `places` is what it does to the places of the entries before it; None where it takes back or
    restores one of them, or says something of the file, which is no act that could be undone.
    `about` says which deal its number may name, `adds` how many deals more there are after it.
    `facts` are the facts that it holds and of which type each is, `may` those that it may hold;
    None where they are those of a deal of this game. `said` is the entry as a sentence, for the
    log and for whoever recorded it; deals and corrections are told by what they changed. `names`
    are the facts in which somebody at the table is named. `moves_points` is False of a kind that
    never changes anybody's points.
    """

    places: Callable[[Places, Entry], None] | None
    about: str = EITHER
    adds: int = 0
    facts: Mapping[str, type] | None = {}
    may: Mapping[str, type] = {}
    said: Callable[[Agreed, Entry], Words] | None = None
    names: tuple[str, ...] = ()
    moves_points: bool = True


def _note_said(_: Agreed, entry: Entry) -> Words:
    return say("note: {text}", text=entry.facts["text"])


def _misdeal_said(agreed: Agreed, entry: Entry) -> Words:
    contract = agreed.rules.contracts.get(entry.facts.get("contract", ""))
    if contract is None:
        return say("misdeal")
    return say("misdeal; {contract} stays the contract", contract=contract.name)


def _turn_said(_: Agreed, entry: Entry) -> Words:
    dealer = entry.facts["dealer"]
    if entry.facts.get("then") == "returns":
        return say(
            "{player} deals deal {number}, and the turn goes back after it",
            player=dealer,
            number=entry.number,
        )
    return say(
        "{player} deals deal {number}, and the turn goes on from there",
        player=dealer,
        number=entry.number,
    )


def _penalty_said(agreed: Agreed, entry: Entry) -> Words:
    points = ", ".join(
        f"{side} {signed(number)}"
        for side, number in zip(agreed.side_names, entry.facts["points"], strict=False)
        if number
    )
    return say("penalty for {player}: {points}", player=entry.facts["player"], points=points)


def _finish_said(_: Agreed, entry: Entry) -> Words:
    return say("finished after deal {number}", number=entry.number - 1)


def _agree_said(agreed: Agreed, entry: Entry) -> Words:
    choice = _choice(agreed, entry)
    return say("agreed from deal {number} on: {choice}", number=entry.number, choice=choice)


def _seat_said(_: Agreed, entry: Entry) -> Words:
    who = {"player": entry.facts["player"], "other": entry.facts["for"]}
    if entry.facts.get("own") and "named" not in entry.facts:
        return say("{player} takes over from {other}, with a score of their own", **who)
    if entry.facts.get("own"):
        return say(
            "{player} took over from {other} before deal {number}, with a score of their own",
            **who, number=entry.number,
        )  # fmt: skip
    if "named" not in entry.facts:
        return say("{player} takes over from {other}, with the score", **who)
    return say(
        "{player} took over from {other} before deal {number}, with the score",
        **who, number=entry.number,
    )  # fmt: skip


def _places_said(_: Agreed, entry: Entry) -> Words:
    player, other = entry.facts["player"], entry.facts["other"]
    return say("{player} and {other} change places", player=player, other=other)


def _choice(agreed: Agreed, entry: Entry) -> Words:
    """`option=value`, as it is typed."""
    name, value = entry.facts["option"], entry.facts["value"]
    option = agreed.rules.options.get(name)
    if option is None:
        return f"{name}={value}"
    typed = option_typed(agreed.rules, name), choice_typed(option, _of_file(option, value))
    return JoinedWords(typed, "=")


def _of_file(option: TableOption, value: str) -> bool | str:
    """What was chosen, of which a file has the words."""
    return value == "true" if option.kind == "flag" else value


def _accepted_said(_: Agreed, entry: Entry) -> Words:
    number = len(entry.facts["joints"])
    return say_n(number, "{n} change by hand was taken in", "{n} changes by hand were taken in")


def _merged_said(_: Agreed, entry: Entry) -> Words:
    if not entry.facts["aside"]:
        return say("merged with {session}", session=entry.facts["from"])
    return say_n(
        len(entry.facts["aside"]),
        "merged with {session}; {n} entry of it was set aside",
        "merged with {session}; {n} entries of it were set aside",
        session=entry.facts["from"],
    )


def _unmerged_said(_: Agreed, entry: Entry) -> Words:
    if entry.facts.get("again"):
        return say("restored the merge with {session}", session=entry.facts["from"])
    return say("took back the merge with {session}", session=entry.facts["from"])


def _swapped_said(_: Agreed, entry: Entry) -> Words:
    return say("deals {one} and {other} swapped", one=entry.number, other=entry.facts["with"])


def _count_said(_: Agreed, entry: Entry) -> Words:
    """Who counted, and not what: that is for nobody's eyes before another person has counted."""
    return say("one count of deal {number}, by {name}", number=entry.number, name=entry.by)


def _settled_said(_: Agreed, entry: Entry) -> Words:
    if "split" in entry.facts:
        return say("deal {number} is settled: its readings are split", number=entry.number)
    return say(
        "deal {number} is settled: reading {reading} counts",
        number=entry.number,
        reading=entry.facts["reading"],
    )


# What is kept of a copy that was merged: its name, how many entries it had in common with this
# file, the digests of the last entries of both, its own entries as they stood in it, and which of
# those, from 1, were set aside.
OF_A_COPY: Mapping[str, type] = {
    "from": str, "common": int, "heads": list, "tail": list, "aside": list,
}  # fmt: skip

KINDS: Mapping[str, EntryKind] = {
    DEAL: EntryKind(_dealt, COMING, adds=1, facts=None),
    AMEND: EntryKind(_amended, RECORDED, facts=None),
    COMPLETE: EntryKind(_completed, RECORDED, facts=None),
    INSERT: EntryKind(_inserted, adds=1, facts=None),
    STRIKE: EntryKind(_struck, RECORDED, adds=-1),
    SWAP: EntryKind(_swapped, RECORDED, facts={"with": int}, said=_swapped_said),
    COUNT: EntryKind(_waits, COMING, facts=None, said=_count_said, moves_points=False),
    KNOWN: EntryKind(_happened, COMING, facts=None, moves_points=False),
    SETTLE: EntryKind(_settled, RECORDED, may={"reading": int, "split": bool}, said=_settled_said),
    UNDO: EntryKind(None, facts=None),
    REDO: EntryKind(None, facts=None),
    ACCEPT: EntryKind(None, facts={"joints": list}, said=_accepted_said),
    MERGE: EntryKind(None, facts=OF_A_COPY, said=_merged_said),
    UNMERGE: EntryKind(
        None, facts={"merge": str, "from": str}, may={"again": bool}, said=_unmerged_said
    ),
    NOTE: EntryKind(_happened, facts={"text": str}, said=_note_said, moves_points=False),
    MISDEAL: EntryKind(_happened, may={"contract": str}, said=_misdeal_said, moves_points=False),
    TURN: EntryKind(
        _happened, facts={"dealer": str}, may={"then": str}, said=_turn_said, names=("dealer",)
    ),
    PENALTY: EntryKind(
        _happened, facts={"player": str, "points": Numbers}, may={"topic": str}, said=_penalty_said,
        names=("player",),
    ),
    FINISH: EntryKind(_happened, said=_finish_said),
    AGREE: EntryKind(_happened, facts={"option": str, "value": str}, said=_agree_said),
    SEAT: EntryKind(
        _seat_taken,
        facts={"player": str, "for": str},
        may={"named": list, "own": bool, "columns": list, "begins": bool},
        said=_seat_said,
        names=("for",),
    ),
    PLACES: EntryKind(
        _happened, facts={"player": str, "other": str}, said=_places_said,
        names=("player", "other"),
    ),
}  # fmt: skip


# What happens between deals, and is no deal or change of one.
HAPPENINGS = frozenset(
    what for what, kind in KINDS.items() if kind.places in (_happened, _seat_taken)
)


def may_move_points(before: "Folded", entry: Entry) -> bool:
    """Return True if an entry may change somebody's points; an undo or a redo as the act that it
    takes back or restores."""
    acts = {UNDO: before.done, REDO: before.undone}.get(entry.what, (entry,))
    return KINDS[acts[-1].what].moves_points


def ends_redo(act: Entry) -> bool:
    """Whether after this act what was taken back before it can no longer be restored; a note
    changes no deal."""
    return act.what != NOTE


# --- folding --------------------------------------------------------------------------------------


class Folded(FrozenRecord):
    """What stands: the deals by number from 1, and the entry that first recorded each; `course` has
    the deals and what happens between them in the order in which it takes effect, each with the
    number that its deal has now. `done` and `undone` are the acts that can be undone and redone."""

    deals: tuple[Entry, ...]
    done: tuple[Entry, ...]
    undone: tuple[Entry, ...]
    amended: frozenset[int]
    course: tuple[Entry, ...] = ()
    origins: tuple[Entry, ...] = ()


def folded_entries(entries: Iterable[Entry]) -> Folded:
    """Folds the entries into what stands.

    An undo takes back the last act that stands, a redo restores the last one taken back; a new act
    but a note leaves nothing to redo. Raises Refused on entries that cannot follow each other,
    naming the line.
    """
    done: list[Entry] = []
    undone: list[Entry] = []
    deals = 0
    for entry in entries:
        kind = KINDS[entry.what]
        if kind.places:
            if not _may_follow(kind, entry, deals):
                raise Refused([_out_of_order(entry, deals)])
            deals += kind.adds
            done.append(entry)
            if undone and ends_redo(entry):
                undone.clear()
            continue
        if entry.what not in (UNDO, REDO):
            continue
        source, target = (done, undone) if entry.what == UNDO else (undone, done)
        if not source:
            raise Refused([_out_of_order(entry, deals)])
        act = source.pop()
        if entry.number != act.number:
            raise Refused([_of_another_deal(entry, act)])
        deals += KINDS[act.what].adds * (1 if entry.what == REDO else -1)
        target.append(act)
    return folded_of(done, undone)


def folded_of(done: Sequence[Entry], undone: Sequence[Entry] = ()) -> Folded:
    """What stands after these acts, of which none is for a deal that is not there. Raises Refused
    where seats change more often than at any table: each may be of every deal since."""
    seats = [act for act in done if act.what == SEAT]
    if len(seats) > SEATS:
        raise Refused([_too_many_seats(seats[SEATS])])
    places = places_of(done)
    deals, course, origins = list[Entry](), list[Entry](), list[Entry]()
    for number, place in enumerate(places, 1):
        for event in place.events:
            course.append(_numbered(event, number))
        if place.deal and place.origin:
            deal = _numbered(place.deal, number)
            deals.append(deal)
            course.append(deal)
            origins.append(place.origin)
    return Folded(
        deals=tuple(deals),
        done=tuple(done),
        undone=tuple(undone),
        amended=frozenset(number for number, place in enumerate(places, 1) if place.is_amended),
        course=tuple(course),
        origins=tuple(origins),
    )


def places_of(done: Iterable[Entry]) -> Places:
    """The deals that stand after these acts, each with what happened before it."""
    places = [NOTHING_YET]
    for act in done:
        put_act(places, act)
    return places


def put_act(places: Places, act: Entry) -> None:
    """Change the places by one act more, and by the dealers that it names."""
    if put := KINDS[act.what].places:
        put(places, act)
    for turn in act.turns:
        facts = {name: value for name, value in turn.items() if name != "number"}
        _happened(places, Entry(TURN, turn["number"], act.at, facts, line=act.line, by=act.by))


def origins_of(done: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entry that first recorded each deal that stands after these acts."""
    return tuple(place.origin for place in places_of(done) if place.origin)


def _numbered(entry: Entry, number: int) -> Entry:
    return entry if entry.number == number else entry._replace(number=number)


def _may_follow(kind: EntryKind, entry: Entry, deals: int) -> bool:
    """Whether an entry may be about this deal, where so many are recorded."""
    if any(turn["number"] > deals + kind.adds + 1 for turn in entry.turns):
        return False
    if kind.about == COMING:
        return entry.number == deals + 1
    numbers = (entry.number, entry.facts["with"]) if entry.what == SWAP else (entry.number,)
    return all(1 <= number <= deals + (kind.about == EITHER) for number in numbers)


_OUT_OF_ORDER = {
    DEAL: marked("an entry is for deal {number}, but deal {coming} should come next"),
    AMEND: marked("an entry is for deal {number}, but there are {deals} deals to amend"),
    UNDO: marked("there is nothing to undo"),
    REDO: marked("there is nothing to redo"),
}
_NO_SUCH_DEAL = marked("an entry is about deal {number}, but {deals} deals are recorded")


def _out_of_order(entry: Entry, deals: int) -> Problem:
    words = _OUT_OF_ORDER.get(entry.what, _NO_SUCH_DEAL)
    message = say(words, number=entry.number, coming=deals + 1, deals=deals)
    return Problem("entry-order", message, place=say("line {line}", line=entry.line))


def _too_many_seats(entry: Entry) -> Problem:
    message = say(
        "seats changed more than {most} times, which is the most in a session", most=SEATS
    )
    hint = say("begin another session: {command}", command=CommandLine("again"))
    place = say("line {line}", line=entry.line) if entry.line else ""
    return Problem("session-large", message, "session", (hint,), place=place)


def _not_to_settle(entry: Entry) -> Problem:
    """An entry that settles what is not disputed, or by a reading that there is not."""
    message = say(
        "an entry settles deal {number}, which is not disputed so by then", number=entry.number
    )
    return Problem("entry-order", message, place=say("line {line}", line=entry.line))


def _of_another_deal(entry: Entry, act: Entry) -> Problem:
    """An undo or a redo that says another deal than the one whose turn it is."""
    message = say(
        "the {entry} is of deal {number}, but what it takes is of deal {other}; an entry between "
        "is gone, or one too many",
        entry=entry.what, number=entry.number, other=act.number,
    )  # fmt: skip
    return Problem("entry-order", message, place=say("line {line}", line=entry.line))
