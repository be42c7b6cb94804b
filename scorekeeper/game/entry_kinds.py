"""The kinds of entries in a session's log, and the active deals after its entries.

`KINDS` describes each kind once, for the file, the replay, the commands and the log."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.base.exact_numbers import signed
from scorekeeper.base.input_limits import SEATS
from scorekeeper.game.log import (
    ACCEPT,
    COMING,
    EITHER,
    FINISH,
    NOTE,
    RECORDED,
    REDO,
    SWAP,
    UNDO,
    Entry,
    EntryKind,
    LogForm,
    Numbers,
    accepted_said,
    note_said,
    refusal_at,
    replay,
)
from scorekeeper.game.session_settings import Agreed, Facts
from scorekeeper.rules.fact_names import choice_typed, option_typed
from scorekeeper.rules.ruleset import TableOption
from scorekeeper.text.message import CommandLine, JoinedWords, Words, say, say_n
from scorekeeper.text.problems import Problem, Refused
from scorekeeper.text.translation import marked

DEAL, AMEND, INSERT, STRIKE = "deal", "amend", "insert", "strike"
COUNT, SETTLE, COMPLETE, KNOWN = "count", "settle", "complete", "known"
MISDEAL, TURN, PENALTY, AGREE = "misdeal", "turn", "penalty", "agree"
SEAT, PLACES = "seat", "places"
MERGE, UNMERGE = "merge", "unmerge"
PLAYERS = "players"  # the fact of a KNOWN entry that names who plays, in the order of its counts


class LoggedDeal(NamedTuple):
    """An active deal with the events before it, and the entry that first recorded it; `is_amended`
    is True after a correction. The last element of a list has no deal yet."""

    events: tuple[Entry, ...] = ()
    deal: Entry | None = None
    origin: Entry | None = None
    is_amended: bool = False


# --- the effects of entries on the recorded deals ------------------------------------------------

Places = list[LoggedDeal]
NOTHING_YET = LoggedDeal()


def _dealt(places: Places, entry: Entry) -> None:
    places[-1] = LoggedDeal(places[-1].events, entry, entry)
    places.append(NOTHING_YET)


def _amended(places: Places, entry: Entry) -> None:
    at = entry.number - 1
    places[at] = places[at]._replace(deal=entry, is_amended=True)


def _completed(places: Places, entry: Entry) -> None:
    """Replace an incomplete deal by its complete entry. This does not count as a correction."""
    at = entry.number - 1
    places[at] = places[at]._replace(deal=entry)


def _inserted(places: Places, entry: Entry) -> None:
    """Insert a deal directly after the previous deal, before the events in between.

    An insertion after the last deal is not a correction."""
    is_amended = entry.number < len(places)
    places.insert(entry.number - 1, LoggedDeal(deal=entry, origin=entry, is_amended=is_amended))


def _struck(places: Places, entry: Entry) -> None:
    """Delete a deal. Its events move to before the next deal, except facts of the deleted deal."""
    gone = places.pop(entry.number - 1)
    after = places[entry.number - 1]
    kept = (event for event in gone.events if event.what != KNOWN)
    places[entry.number - 1] = after._replace(events=(*kept, *after.events))


def _swapped(places: Places, entry: Entry) -> None:
    """Swap two deals. The events between deals stay where they are."""
    one, other = entry.number - 1, entry.facts["with"] - 1
    first, second = places[one], places[other]
    places[one] = second._replace(events=first.events, is_amended=True)
    places[other] = first._replace(events=second.events, is_amended=True)


def _settled(places: Places, entry: Entry) -> None:
    """Settle a disputed deal by one version, or by an entry with all versions, which the rules
    split. Raises Refused for an invalid choice."""
    at = entry.number - 1
    deal, reading = places[at].deal, entry.facts.get("reading", 0)
    if not (deal and deal.others and deal.what != SETTLE and _is_decided(entry, len(deal.others))):
        raise _not_to_settle(entry)
    if reading:
        settled = deal._replace(facts=deal.readings[reading - 1], others=())
    else:
        settled = entry._replace(facts=deal.facts, others=deal.others)
    places[at] = places[at]._replace(deal=settled)


def _is_decided(entry: Entry, others: int) -> bool:
    """Return True if an entry has either an existing version or a split, not both."""
    reading, split = entry.facts.get("reading"), entry.facts.get("split")
    return split is True if reading is None else split is None and 1 <= reading <= others + 1


def _happened(places: Places, entry: Entry) -> None:
    at = entry.number - 1
    places[at] = places[at]._replace(events=(*places[at].events, entry))


def _seat_taken(places: Places, entry: Entry) -> None:
    """Record that a new player took a seat, and rename the player in deals recorded since then.

    The new name replaces the old one in these deals and in the events between them, until the
    new player leaves."""
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
    """Return the events with the new player's name, and True if the new player still sits there
    after them.

    After the new player has left, the old name means that the old player came back."""
    found: list[Entry] = []
    for event in events:
        names = taken.facts.get("named", ()) if event.what == KNOWN else KINDS[event.what].names
        now = _renamed(event, names, taken) if sits else event
        found.append(_of_columns(now, taken, sits) if event.what == PENALTY else now)
        sits = sits and not (event.what == SEAT and now.facts["for"] == taken.facts["player"])
    return tuple(found), sits


def _of_columns(penalty: Entry, taken: Entry, sits: bool) -> Entry:
    """Return a penalty adjusted to the columns of a player who took a seat.

    A new column gets 0. While the new player sits there, the points of the old player's column
    move to the new one. Other penalties are unchanged."""
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
    """Return True if a fact's value is a player's name or a list with the name."""
    return player in said if isinstance(said, (list, tuple)) else said == player


def with_name(said: object, other: str, player: str) -> object:
    """Return a fact's value, a name or a list, with `player` in place of `other`."""
    if isinstance(said, (list, tuple)):
        return [player if name == other else name for name in said]
    return player if said == other else said


def _renamed(entry: Entry, names: Iterable[str], taken: Entry) -> Entry:
    """Return the entry with the new player's name in place of the old one, in the facts `names`."""
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
    """Return the players of a KNOWN entry's deal, in the order of its counts; empty if it has
    none."""
    names = facts.get(PLAYERS)
    return tuple(map(str, names)) if isinstance(names, list) else ()


# --- entries in sentences -------------------------------------------------------------------------


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
    """Return a changed option as typed, `option=value`."""
    name, value = entry.facts["option"], entry.facts["value"]
    option = agreed.rules.options.get(name)
    if option is None:
        return f"{name}={value}"
    typed = option_typed(agreed.rules, name), choice_typed(option, _of_file(option, value))
    return JoinedWords(typed, "=")


def _of_file(option: TableOption, value: str) -> bool | str:
    """Return an option's value from its text in a file: a bool for a flag, else the text."""
    return value == "true" if option.kind == "flag" else value


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
    """Return the message that a person counted a deal, without the count, which stays hidden for
    now."""
    return say("one count of deal {number}, by {name}", number=entry.number, name=entry.by)


def _settled_said(_: Agreed, entry: Entry) -> Words:
    if "split" in entry.facts:
        return say("deal {number} is settled: its readings are split", number=entry.number)
    return say(
        "deal {number} is settled: reading {reading} counts",
        number=entry.number,
        reading=entry.facts["reading"],
    )


def _out_of_order(entry: Entry, message: Words) -> Refused:
    """Return the refusal of an entry that cannot follow the earlier entries."""
    return refusal_at(entry, Problem("entry-order", message))


# --- the kinds ------------------------------------------------------------------------------------

SessionKind = EntryKind[Callable[[Places, Entry], None], Callable[[Agreed, Entry], Words]]

# The facts of a merged copy: its name, the number of entries in common with this file, the digests
# of the last entries of both, the entries that only the copy had, and the numbers, from 1, of those
# set aside.
OF_A_COPY: Mapping[str, type] = {
    "from": str, "common": int, "heads": list, "tail": list, "aside": list,
}  # fmt: skip

KINDS: Mapping[str, SessionKind] = {
    DEAL: EntryKind(_dealt, COMING, adds=1, facts=None, is_deal=True, may_dispute=True),
    AMEND: EntryKind(
        _amended, RECORDED, facts=None,
        is_deal=True, is_correction=True, may_dispute=True, may_turn=True,
    ),
    COMPLETE: EntryKind(_completed, RECORDED, facts=None, is_deal=True, is_correction=True),
    INSERT: EntryKind(
        _inserted, adds=1, facts=None,
        is_deal=True, is_correction=True, may_dispute=True, may_turn=True,
    ),
    STRIKE: EntryKind(_struck, RECORDED, adds=-1, is_correction=True, may_turn=True),
    SWAP: EntryKind(
        _swapped, RECORDED, facts={"with": int}, said=_swapped_said,
        is_correction=True, may_turn=True,
    ),
    SETTLE: EntryKind(
        _settled, RECORDED, may={"reading": int, "split": bool}, said=_settled_said,
        is_correction=True,
    ),
    COUNT: EntryKind(
        None, COMING, facts=None, said=_count_said, moves_points=False, keeps_counts=True
    ),
    KNOWN: EntryKind(_happened, COMING, facts=None, moves_points=False),
    NOTE: EntryKind(
        _happened, facts={"text": str}, said=lambda _, entry: note_said(entry),
        ends_redo=False, moves_points=False, keeps_counts=True,
    ),
    MISDEAL: EntryKind(
        _happened, may={"contract": str}, said=_misdeal_said, moves_points=False
    ),
    TURN: EntryKind(
        _happened, facts={"dealer": str}, may={"then": str}, said=_turn_said, names=("dealer",),
    ),
    PENALTY: EntryKind(
        _happened, facts={"player": str, "points": Numbers}, may={"topic": str}, said=_penalty_said,
        names=("player",), keeps_counts=True,
    ),
    FINISH: EntryKind(_happened, said=_finish_said),
    AGREE: EntryKind(
        _happened, facts={"option": str, "value": str}, said=_agree_said
    ),
    SEAT: EntryKind(
        _seat_taken, facts={"player": str, "for": str},
        may={"named": list, "own": bool, "columns": list, "begins": bool},
        said=_seat_said, names=("for",),
    ),
    PLACES: EntryKind(
        _happened, facts={"player": str, "other": str}, said=_places_said,
        names=("player", "other"),
    ),
    UNDO: EntryKind(facts=None, is_act=False),
    REDO: EntryKind(facts=None, is_act=False),
    ACCEPT: EntryKind(
        facts={"joints": list}, said=lambda _, entry: accepted_said(entry), is_act=False
    ),
    MERGE: EntryKind(facts=OF_A_COPY, said=_merged_said, is_act=False),
    UNMERGE: EntryKind(
        facts={"merge": str, "from": str}, may={"again": bool}, said=_unmerged_said, is_act=False
    ),
}  # fmt: skip

SESSION_LOG = LogForm(
    kinds=KINDS,
    undoes_together=False,
    code="session-broken",
    broken=marked("the session file is broken here: {why}"),
    empty=marked("the session file is empty"),
    out_of_order=_out_of_order,
    of_another=marked(
        "the {entry} is of deal {number}, but what it takes is of deal {other}; an entry between "
        "is gone, or one too many"
    ),
)


def may_move_points(before: "Folded", entry: Entry) -> bool:
    """Return True if an entry may change points. An undo or a redo is judged by the entry that it
    undoes or redoes."""
    acts = {UNDO: before.done, REDO: before.undone}.get(entry.what, (entry,))
    return KINDS[acts[-1].what].moves_points


# --- the replay of a log --------------------------------------------------------------------------


class Folded(NamedTuple):
    """A replayed log: the active deals, numbered from 1, and in `origins` the entries that first
    recorded them.

    `course` has the deals and the events between them in order, with present deal numbers.
    `done` and `undone` are the entries that can be undone and redone, `amended` the numbers of
    corrected deals."""

    deals: tuple[Entry, ...]
    done: tuple[Entry, ...]
    undone: tuple[Entry, ...]
    amended: frozenset[int]
    course: tuple[Entry, ...] = ()
    origins: tuple[Entry, ...] = ()


def folded_entries(entries: Iterable[Entry]) -> Folded:
    """Replay the entries of a session.

    Raises Refused, with the line, on an entry that cannot follow the earlier ones."""
    deals, moment = 0, None
    for moment in replay(SESSION_LOG, entries):
        for act in moment.act:
            kind = KINDS[act.what]
            if moment.is_new and not _may_follow(kind, act, deals):
                raise _no_such_deal(act, deals)
            deals += -kind.adds if moment.is_undo else kind.adds
    if moment is None:
        return folded_of(())
    return folded_of(*([act for (act,) in acts] for acts in (moment.done, moment.undone)))


def folded_of(done: Sequence[Entry], undone: Sequence[Entry] = ()) -> Folded:
    """Return the replay of these entries, each of which must be about an existing deal.

    Raises Refused after more than SEATS seat changes, because each may affect every
    later deal."""
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
    """Return the active deals after these entries, each with its events, and a last element
    without a deal."""
    places = [NOTHING_YET]
    for act in done:
        put_act(places, act)
    return places


def put_act(places: Places, act: Entry) -> None:
    """Apply an entry to the list of deals, including the changes of dealer in it."""
    if put := KINDS[act.what].effect:
        put(places, act)
    for turn in act.turns:
        facts = {name: value for name, value in turn.items() if name != "number"}
        _happened(places, Entry(TURN, turn["number"], act.at, facts, line=act.line, by=act.by))


def origins_of(done: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the entry that first recorded each active deal after these entries."""
    return tuple(place.origin for place in places_of(done) if place.origin)


def _numbered(entry: Entry, number: int) -> Entry:
    return entry if entry.number == number else entry._replace(number=number)


def _may_follow(kind: SessionKind, entry: Entry, deals: int) -> bool:
    """Return True if an entry's deal number is valid when `deals` deals are recorded."""
    if any(turn["number"] > deals + kind.adds + 1 for turn in entry.turns):
        return False
    if kind.about == COMING:
        return entry.number == deals + 1
    numbers = (entry.number, entry.facts["with"]) if entry.what == SWAP else (entry.number,)
    return all(1 <= number <= deals + (kind.about == EITHER) for number in numbers)


_OUT_OF_ORDER = {
    DEAL: marked("an entry is for deal {number}, but deal {coming} should come next"),
    AMEND: marked("an entry is for deal {number}, but there are {deals} deals to amend"),
}
_NO_SUCH_DEAL = marked("an entry is about deal {number}, but {deals} deals are recorded")


def _no_such_deal(entry: Entry, deals: int) -> Refused:
    words = _OUT_OF_ORDER.get(entry.what, _NO_SUCH_DEAL)
    message = say(words, number=entry.number, coming=deals + 1, deals=deals)
    return _out_of_order(entry, message)


def _too_many_seats(entry: Entry) -> Problem:
    message = say(
        "seats changed more than {most} times, which is the most in a session", most=SEATS
    )
    hint = say("begin another session: {command}", command=CommandLine("again"))
    place = say("line {line}", line=entry.line) if entry.line else ""
    return Problem("session-large", message, "session", (hint,), place=place)


def _not_to_settle(entry: Entry) -> Refused:
    """Return the refusal of an entry that settles an undisputed deal, or chooses a version that
    does not exist."""
    message = say(
        "an entry settles deal {number}, which is not disputed so by then", number=entry.number
    )
    return _out_of_order(entry, message)
