"""The merge of two copies of a session. The copy that remains gets more entries and loses none."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.game.deal_scoring import Scored
from scorekeeper.game.entry_kinds import (
    COUNT,
    DEAL,
    KNOWN,
    MERGE,
    PENALTY,
    SEAT,
    SESSION_LOG,
    Folded,
    folded_entries,
    folded_of,
    origins_of,
)
from scorekeeper.game.log import SWAP, UNDO, Entry
from scorekeeper.game.open_deals import AND, shown_counts, waiting
from scorekeeper.game.session_settings import Agreed
from scorekeeper.game.standing import Standing
from scorekeeper.record.chain import all_breaks, digest_of
from scorekeeper.record.changes_between_deals import as_seated, moved_to_others, standing_until
from scorekeeper.record.disputed_counts import those_alike
from scorekeeper.record.diverged_copies import (
    ActiveActs,
    Copies,
    Copy,
    DivergedEntry,
    is_alike,
    steps_between,
)
from scorekeeper.record.entry_text import words_of_entries
from scorekeeper.record.log_text import entry_of_block
from scorekeeper.record.open_session import Book, standing_of
from scorekeeper.record.seat_changes import seat_facts
from scorekeeper.text.message import Words, listing, say
from scorekeeper.text.problems import Problem, Refused, refuse

# --- merge of two copies that were both continued ------------------------------------------------
# Entries are only appended to the remaining copy. Its entries that were not chosen are undone,
# the chosen entries of the other copy are entered again, and the merge's entry contains all that
# only the other copy had.


CANNOT_FOLLOW = say("what was chosen cannot be one evening; nothing was changed")
LEAVE_OUT = say("leave it out, or choose what it belongs to before it")


class Merged(NamedTuple):
    """The result of merging two copies: the entries to append to the remaining copy, and the
    standing after them. `counted` is the deal that the merge records because each copy has one
    of two equal counts; None if there is none."""

    entries: tuple[Entry, ...]
    standing: Standing
    counted: Entry | None = None


# --- chosen steps --------------------------------------------------------------------------------


def merged(two: Copies, chosen: Mapping[str, DivergedEntry], at: str, by: str) -> Merged:
    """Return the merge of two copies with the chosen steps, by name and in this order. Raises
    Refused with every problem: a step that cannot follow the others, or a deal that becomes
    invalid."""
    done = _acts_of(two, chosen)
    counted = _counted_alike(two, done, at)
    done = (*done, counted) if counted else done
    folded = folded_of(done)
    now = standing_of(two.kept.book.begun, _without_lines(folded))
    if now.problems:
        raise Refused([problem.without_command() for problem in now.problems], CANNOT_FOLLOW)
    if moved := _moved(two, folded, now):
        raise Refused(moved, CANNOT_FOLLOW)
    aside = [step.place for step in two.other.steps if not is_in(step, chosen.values())]
    entries = [_anew(entry, by) for entry, _, _ in steps_between(two.kept.done, done, at)]
    last = Entry(MERGE, len(folded.deals) + 1, at, _facts(two, aside), by=by)
    return Merged((*entries, last), now, counted)


def _counted_alike(two: Copies, done: ActiveActs, at: str) -> Entry | None:
    """Return the deal of which two pending counts are equal, or None. Return None also if the deal
    that the copies count is not the next deal after these acts."""
    alike = those_alike(waiting(done))
    number = len(folded_of(done).deals) + 1
    if not alike or any(copy.book.standing.state.deal != number for copy in (two.kept, two.other)):
        return None
    return Entry(DEAL, number, at, alike[0].facts, by=AND.join(one.by for one in alike))


def _without_lines(folded: Folded) -> Folded:
    """Return the replayed log with the lines of all entries set to 0."""
    return folded._replace(course=tuple(entry._replace(line=0) for entry in folded.course))


def is_in(step: DivergedEntry, chosen: Iterable[DivergedEntry]) -> bool:
    """Return True if the step, or an equal step of the other copy, was chosen."""
    return any(is_alike(step, one) for one in chosen)


def _anew(entry: Entry, by: str) -> Entry:
    """Return an undo by the person who merges, or a copy's act with its recorder. The entry is
    valid only together with those after it."""
    by = by if entry.what == UNDO else entry.by
    return entry._replace(id="", before="", line=0, more=True, by=by)


def _facts(two: Copies, aside: Sequence[int]) -> Mapping[str, object]:
    """Return the facts of a merge's entry. `OF_A_COPY` describes each."""
    blocks = two.other.book.log.blocks
    return {
        "from": two.other.book.name,
        "common": two.common,
        "heads": [digest_of(copy.book.log.blocks[-1]) for copy in (two.kept, two.other)],
        "tail": [block.removesuffix("\n") for block in blocks[two.common + 1 :]],
        "aside": list(aside),
    }


def _acts_of(two: Copies, chosen: Mapping[str, DivergedEntry]) -> ActiveActs:
    """Return the active acts after the common ones and then these steps. Raises Refused with each
    step that cannot follow."""
    done, problems = two.done, list[Problem]()
    for name, step in chosen.items():
        try:
            done = _after(done, step, two.kept.book.begun)
        except Refused as refusal:
            problems += [problem._replace(place=name) for problem in refusal.problems]
    if problems:
        raise Refused(problems, CANNOT_FOLLOW)
    return done


def _after(done: ActiveActs, step: DivergedEntry, begun: Agreed) -> ActiveActs:
    """Return the active acts after one more step. Raises Refused if it cannot follow them."""
    if step.entry.what == UNDO:
        if not done or done[-1].line != step.act.line:
            message = say("what it takes back is not what was recorded last here")
            raise refuse("merge-order", message, None, LEAVE_OUT)
        return done[:-1]
    if step.entry.what == PENALTY:
        points = step.entry.facts["points"]
        _refuse_others(*(_moved_by(begun, acts, points) for acts in (step.before, done)))
    if step.entry.what == KNOWN:
        _refuse_of_another_deal(step, done)
    entry = _renumbered(step, done)
    return (*done, _of_seat(entry, done, begun) if entry.what == SEAT else entry)


def _of_seat(entry: Entry, done: ActiveActs, begun: Agreed) -> Entry:
    """Return the entry of a changed seat, with its facts about later deals and penalties adapted
    to those here."""
    folded = folded_of(done)
    if entry.number > len(folded.deals):
        return entry._replace(facts=seat_facts(begun, folded, entry.number, entry.facts))
    table = standing_until(begun, folded, entry.number).agreed
    return entry._replace(facts=seat_facts(table, folded, entry.number, entry.facts))


def _refuse_of_another_deal(step: DivergedEntry, done: ActiveActs) -> None:
    """Raise Refused if the last deal before the step differs from that in its copy."""
    then, now = ([one.line for one in origins_of(acts)][-1:] for acts in (step.before, done))
    if then != now:
        message = say("it is about the coming deal of its copy, and here another deal comes next")
        raise refuse("merge-order", message, None, LEAVE_OUT)


def _renumbered(step: DivergedEntry, done: ActiveActs) -> Entry:
    """Return the step's entry with the number that its deal has here. Raises Refused if the deal
    is not here."""
    bare = step.entry._replace(turns=())
    entry = bare._replace(number=_number_now(step.before, done, bare.number))
    if entry.what == SWAP:
        other = _number_now(step.before, done, entry.facts["with"])
        entry = entry._replace(facts={**entry.facts, "with": other})
    before, after = (*step.before, bare), (*done, entry)
    turns = (
        {**turn, "number": _number_now(before, after, turn["number"])} for turn in step.entry.turns
    )
    return entry._replace(turns=tuple(turns))


def _number_now(before: ActiveActs, done: ActiveActs, number: int) -> int:
    """Return the number, after the acts `done`, of the deal with this number in its copy. Raises
    Refused if the deal is not here."""
    then, now = ([one.line for one in origins_of(acts)] for acts in (before, done))
    if number > len(then):
        return len(now) + 1
    if then[number - 1] in now:
        return now.index(then[number - 1]) + 1
    message = say(
        "it is about deal {number}, which is not among what was chosen before it", number=number
    )
    raise refuse("merge-order", message, None, LEAVE_OUT)


# --- players of merged deals ---------------------------------------------------------------------


def _moved_by(begun: Agreed, done: ActiveActs, points: Sequence[int]) -> list[str]:
    """Return the names of the sides whose score these points change, recorded after these acts."""
    now = standing_of(begun, folded_of(done)).agreed
    return [name for name, number in zip(now.side_names, points, strict=False) if number]


def _refuse_others(then: Sequence[str], now: Sequence[str]) -> None:
    if then != now:
        message = say(
            "its points are those of {players}, and would go to {others}",
            players=listing(then, "and"), others=listing(now, "and"),
        )  # fmt: skip
        raise refuse("players-moved", message, None, LEAVE_OUT)


def _moved(two: Copies, folded: Folded, now: Standing) -> list[Problem]:
    """Return a problem for each deal that would get other players than in its copy. A player who
    takes a seat from an earlier deal on may have the former player's numbers."""
    there = [_dealt(two.other), _dealt(two.kept)]
    problems = []
    for origin, deal in zip(folded.origins, now.deals, strict=True):
        was = [dealt[origin.line] for dealt in there if origin.line in dealt]
        later = _after_it(folded.done, origin)
        if was and not any(deal.agreed.players in _players(one, later) for one in was):
            problems.append(moved_to_others(was[-1], deal).without_command())
    return problems


def _dealt(copy: Copy) -> Mapping[int, Scored]:
    """Return the deals of a copy, by the line of the entry that first recorded each."""
    pairs = zip(origins_of(copy.done), copy.book.standing.deals, strict=False)
    return {origin.line: deal for origin, deal in pairs}


def _after_it(done: ActiveActs, origin: Entry) -> ActiveActs:
    """Return the acts after the one that first recorded a deal."""
    lines = [act.line for act in done]
    return done[lines.index(origin.line) + 1 :]


def _players(deal: Scored, later: ActiveActs) -> list[tuple[str, ...]]:
    """Return the groups of players that may have played a deal: the group in its copy, and the
    group after each later change of a seat."""
    found = [deal.agreed.players]
    for act in later:
        found.append(as_seated(found[-1], act))
    return found


# --- entries of the merged copy ------------------------------------------------------------------


class MergedEntry(NamedTuple):
    """An entry that only the merged copy had: its number in that copy (from 1), the entry, its
    block, its text, and True if it was left out of the merge."""

    number: int
    entry: Entry
    block: str
    said: Words
    is_aside: bool


def merges_of(book: Book) -> list[Entry]:
    """Return every merge of a session."""
    return [entry for entry in book.log.entries if entry.what == MERGE]


def copy_of(book: Book, merge: Entry) -> list[MergedEntry]:
    """Return the entries that only the merged copy had. Raises Refused if a manual edit spoilt
    them."""
    common, blocks = merge.facts["common"], [*map(str, merge.facts["tail"])]
    read = [entry_of_block(block, merge.line, SESSION_LOG) for block in blocks]
    own = [entry._replace(line=-place) for place, entry in enumerate(read, 1)]
    entries = [*book.log.entries[:common], *own]
    folded_entries(entries)
    said, shown = words_of_entries(book.begun, entries)[common:], shown_counts(entries)
    own = [one if one.what != COUNT or one.line in shown else one._replace(facts={}) for one in own]
    return [
        MergedEntry(common + place, entry, block, words, place in merge.facts["aside"])
        for place, (entry, block, words) in enumerate(zip(own, blocks, said, strict=True), 1)
    ]


def holding_of(book: Book, merge: Entry) -> list[MergedEntry]:
    """Return the entries that only the merged copy had, up to the first with a broken hash
    chain."""
    common, own, log = merge.facts["common"], copy_of(book, merge), book.log
    copy = log._replace(
        entries=(*log.entries[:common], *(kept.entry for kept in own)),
        blocks=(*log.blocks[: common + 1], *(kept.block for kept in own)),
    )
    places = (found.place - common for found in all_breaks(copy) if found.place >= common)
    return own[: next(places, len(own))]
