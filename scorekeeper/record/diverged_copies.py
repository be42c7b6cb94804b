"""Copies of a session that diverged: their common entries, their differences, merges made and
undone."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from scorekeeper.game.entry_kinds import (
    COUNT,
    KINDS,
    MERGE,
    SESSION_LOG,
    UNMERGE,
    folded_entries,
    places_of,
)
from scorekeeper.game.log import UNDO, Entry, replay
from scorekeeper.game.session_settings import Agreed
from scorekeeper.record.chain import breaks_of, digest_of
from scorekeeper.record.entry_text import LOGGED, act_in_words, act_words, deals_after, table_after
from scorekeeper.record.log_text import Log
from scorekeeper.record.open_session import Act, Book, standing_of
from scorekeeper.record.session_head import identity
from scorekeeper.text.message import CommandLine, Words, listing, say, say_n
from scorekeeper.text.problems import Problem, Refused

# --- active and undone merges --------------------------------------------------------------------


class TakenBack(NamedTuple):
    """An undone merge: the indexes, from 0, of the merge's entry and of the undo's entry."""

    merge: int
    undo: int


class Merges(NamedTuple):
    """The merges of a log: the indexes of the active merges, and the undone merges that may be
    redone. The last of each is undone or redone first."""

    stand: tuple[int, ...]
    taken_back: tuple[TakenBack, ...]


def merges_among(entries: Sequence[Entry]) -> Merges:
    """Return the merges of a log, active and undone."""
    stand, taken_back = list[int](), list[TakenBack]()
    for place, entry in enumerate(entries):
        if entry.what == MERGE:
            stand.append(place)
        elif entry.what == UNMERGE:
            of = entry.facts["merge"]
            merge = next((at for at in stand if entries[at].id == of), None)
            known = next((one for one in taken_back if entries[one.merge].id == of), None)
            if not entry.facts.get("again") and merge is not None:
                stand.remove(merge)
                taken_back.append(TakenBack(merge, place))
            elif entry.facts.get("again") and known is not None:
                taken_back.remove(known)
                stand.append(known.merge)
    return Merges(tuple(stand), tuple(taken_back))


def standing_merges(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries of the active merges."""
    return [entries[place] for place in merges_among(entries).stand]


# --- two copies --------------------------------------------------------------------------------
# Two copies of one log: their common entries, and the reasons why two sessions cannot be merged.


# Keys that must be equal in both headers. Other differences are only notes.
AGREED = ("game", "people", "seats", "options", "rules")


def common_of(one: Log, other: Log) -> int:
    """Return the number of entries, counted from the first, that are equal character by character
    in both copies. The header and the end of the last line are ignored."""
    pairs = zip(one.blocks[1:], other.blocks[1:], strict=False)
    return sum(1 for _ in takewhile(lambda pair: _is_same_text(*pair), pairs))


def _is_same_text(one: str, other: str) -> bool:
    """Return True if two blocks have the same digest. The end of the last line is ignored."""
    return one == other or one.removesuffix("\n") == other.removesuffix("\n")


def has_all_of(longer: Log, shorter: Log) -> bool:
    """Return True if the first copy contains all entries of the second, or was merged with the
    second."""
    if common_of(longer, shorter) == len(shorter.entries):
        return True
    last = digest_of(shorter.blocks[-1])
    return any(last in merge.facts["heads"] for merge in standing_merges(longer.entries))


def copies_problems(one: Book, other: Book) -> list[Problem]:
    """Return every problem that prevents two files from being merged."""
    heads = one.log.head, other.log.head
    if identity(heads[0]) != identity(heads[1]):
        message = say(
            "{one} and {other} are two sessions, not copies of one", one=one.name, other=other.name
        )
        hint = say("`{command}` names the copies that there are", command=CommandLine("sessions"))
        return [Problem("merge-other", message, "session", (hint,))]
    return [*_agreed_otherwise(one, other), *_broken(one), *_broken(other)]


def _agreed_otherwise(one: Book, other: Book) -> Iterator[Problem]:
    for key in different_keys(one, other):
        if key in AGREED:
            message = say(
                "`{key}` is not the same in the heads of {one} and {other}: one of them was "
                "changed by hand",
                key=key, one=one.name, other=other.name,
            )  # fmt: skip
            hint = say("mend it in an editor, as it was agreed")
            yield Problem("merge-agreed", message, "session", (hint,))


def different_keys(one: Book, other: Book) -> list[str]:
    """Return the keys whose values differ between the headers of two copies."""
    first, second = one.log.head, other.log.head
    return [key for key in dict.fromkeys((*first, *second)) if first.get(key) != second.get(key)]


def _broken(book: Book) -> Iterator[Problem]:
    """Yield a problem if a copy was edited manually and the edit was not accepted."""
    if breaks_of(book.log):
        yield changed_by_hand(book.name)


def changed_by_hand(name: str, check: str = "check", option: str = "-s") -> Problem:
    """Return the problem that a session has a manual edit that nobody accepted. `check` is the
    command that shows it, `option` its option for the session's name."""
    words = (option, name)
    message = say(
        "{session} was changed by hand: `{command}` says where",
        session=name,
        command=CommandLine(check, words),
    )
    hint = say(
        "mend it, or take it in as it stands with `{command}`",
        command=CommandLine(check, (*words, "--accept")),
    )
    return Problem("chain", message, "session", (hint,))


def header_notes(one: Book, other: Book) -> list[Words]:
    """Return a note about each difference between the headers that changes no score."""
    return [
        say("`{key}` is not the same in both heads; that of {session} stays", key=key,
            session=one.name)
        for key in different_keys(one, other)
        if key not in AGREED
    ]  # fmt: skip


# --- comparison --------------------------------------------------------------------------------
# Two copies of a log, in one home or in two: how they relate, and the text to append if one
# continues the other.


# The state of one copy compared with the other. `merged`: the other was merged with this one, and
# this one contains all of it, though not literally; `parted`: both were continued after their
# common entries; `changed`: the header of one was edited.
SAME, AHEAD, BEHIND = "same", "ahead", "behind"
MERGED, PARTED, CHANGED = "merged", "parted", "changed"


class LogComparison(NamedTuple):
    """A comparison of two copies of a log: the state of the first, the number of common entries,
    and the number of further entries in each. If a header was edited, nothing is in common, and
    the header counts as an entry."""

    state: str
    common: int
    here: int
    there: int


def compared(here: Log, there: Log) -> LogComparison:
    """Return the comparison of two copies of a log."""
    own, others = len(here.entries), len(there.entries)
    if not _is_same_text(here.blocks[0], there.blocks[0]):
        return LogComparison(CHANGED, 0, own + 1, others + 1)
    common = common_of(here, there)
    if common == own:
        state = SAME if common == others else BEHIND
    elif common == others:
        state = AHEAD
    else:
        state = MERGED if has_all_of(there, here) else PARTED
    return LogComparison(state, common, own - common, others - common)


def text_beyond(longer: Log, entries: int) -> str:
    """Return the text of a log after its first `entries` entries, ready to be appended to a copy
    that has only those."""
    blocks = longer.blocks[entries + 1 :]
    return "".join("\n" + block.removesuffix("\n") + "\n" for block in blocks)


# --- acts that merge without a choice ------------------------------------------------------------


def nothing_more(book: Book) -> Act:
    """Return the empty change of a copy that has all of the other."""
    said = say("{session} has all of it already", session=book.name)
    return Act(entries=(), standing=book.standing, said=said)


def continued(book: Book, longer: Book) -> Act:
    """Return the change that appends the further entries of the `longer` copy."""
    more = longer.log.entries[len(book.log.entries) :]
    said = say_n(
        len(more),
        "{session} goes on with {n} entry of {other}",
        "{session} goes on with {n} entries of {other}",
        session=book.name,
        other=longer.name,
    )
    return Act(entries=more, standing=longer.standing, said=said, last=len(longer.log.entries))


# --- steps after the common entries --------------------------------------------------------------
# Two copies of one session side by side: the steps of each after the common entries. Entries are
# identified by their lines; those of the other copy are negative.


ActiveActs = tuple[Entry, ...]


class DivergedEntry(NamedTuple):
    """A step of a copy after the common entries. `entry` is an act, or the undo of `act`; `before`
    are the active acts without `act`. `made` is the copy's entry that made the step, number
    `place` after the common entries."""

    entry: Entry
    act: Entry
    before: ActiveActs
    made: Entry
    place: int


class Copy(NamedTuple):
    """One of two copies: its session, its active acts, and its steps after the common entries."""

    book: Book
    done: ActiveActs
    steps: tuple[DivergedEntry, ...]


class Copies(NamedTuple):
    """Two copies of one session: the remaining copy (`kept`), the other, the number of their
    common entries, and the acts active after those entries."""

    kept: Copy
    other: Copy
    common: int
    done: ActiveActs


def copies(kept: Book, other: Book) -> Copies:
    """Return the pair of two copies of one session."""
    common = common_of(kept.log, other.log)
    both = kept.log.entries[:common]
    own = [entry._replace(line=-entry.line) for entry in other.log.entries[common:]]
    done = folded_entries(both).done
    return Copies(
        kept=_copy(kept, done, both, kept.log.entries[common:]),
        other=_copy(other, done, both, own),
        common=common,
        done=done,
    )


def _copy(book: Book, common: ActiveActs, both: Sequence[Entry], own: Sequence[Entry]) -> Copy:
    done = folded_entries([*both, *own]).done
    made = _made_by(both, own)
    steps = tuple(
        DivergedEntry(entry, act, before, own[made[act.line] - 1], made[act.line])
        for entry, act, before in steps_between(common, done, "")
    )
    return Copy(book, done, steps)


def _made_by(both: Sequence[Entry], own: Sequence[Entry]) -> Mapping[int, int]:
    """Return, by the line of each act, which of the entries `own`, from 1, last recorded, undid or
    redid the act."""
    moments = replay(SESSION_LOG, (*both, *own))
    return {
        moment.act[0].line: place
        for place, moment in enumerate(moments, 1 - len(both))
        if place > 0 and moment.act
    }


def steps_between(
    start: ActiveActs, end: ActiveActs, at: str
) -> Iterator[tuple[Entry, Entry, ActiveActs]]:
    """Yield the entries that lead from one list of active acts to another: undos of acts that the
    second lacks, then the acts that the first lacks. Each comes with its act and the acts
    before it."""
    same = 0
    while same < min(len(start), len(end)) and start[same] == end[same]:
        same += 1
    for number in range(len(start) - 1, same - 1, -1):
        yield Entry(UNDO, start[number].number, at, {}), start[number], start[:number]
    for number in range(same, len(end)):
        yield end[number], end[number], end[:number]


def is_alike(one: DivergedEntry, other: DivergedEntry) -> bool:
    """Return True if both steps record the same, whoever recorded it and when."""
    return _told(one) == _told(other)


def _told(step: DivergedEntry) -> tuple[object, ...]:
    """Return the parts of a step that are compared. For one person's count they include the
    person."""
    entry = step.entry
    said = step.act.line if entry.what == UNDO else entry.facts
    return entry.what, entry.number, said, entry.turns, entry.by if entry.what == COUNT else ""


def step_pairs(one: Copy, other: Copy) -> list[tuple[DivergedEntry | None, DivergedEntry | None]]:
    """Return the steps of both copies side by side."""
    return [*zip_longest(one.steps, other.steps)]


def named_steps(copy: Copy, letter: str) -> dict[str, DivergedEntry]:
    """Return the steps of a copy by the names with which they are chosen: `a1`, `a2`."""
    return {f"{letter}{number}": step for number, step in enumerate(copy.steps, 1)}


def step_words(begun: Agreed, step: DivergedEntry) -> Words:
    """Return a step as a sentence of the log."""
    agreed = table_after(begun, places_of(step.before))
    if step.entry.what == UNDO:
        return act_in_words(agreed, LOGGED, UNDO, step.act, deals_after(begun, step.before))
    return act_words(agreed, step.entry, deals_after(begun, step.before))


# --- steps chosen by the user --------------------------------------------------------------------


NOTHING = "-"
Named = Mapping[str, DivergedEntry]


def steps_taken(typed: str, first: Named, second: Named) -> dict[str, DivergedEntry]:
    """Return the steps chosen by `a` (all of the first copy), `b`, `-` (none), or a list such as
    `a1,b1,a2`, in this order. Raises Refused with every word that names no step."""
    whole: Mapping[str, Named] = {"a": first, "b": second, NOTHING: {}}
    words = typed.casefold().replace(",", " ").split()
    if len(words) == 1 and words[0] in whole:
        return dict(whole[words[0]])
    known = {**first, **second}
    unknown = [word for word in dict.fromkeys(words) if word not in known]
    twice = [word for word in dict.fromkeys(words) if words.count(word) > 1]
    if unknown or twice or not words:
        raise Refused(
            [
                *(_unknown(word, known) for word in unknown or (() if words else [typed])),
                *(_twice(word) for word in twice),
            ]
        )
    return {word: known[word] for word in words}


def _unknown(word: str, known: Named) -> Problem:
    message = say("`{word}` is no entry of either copy", word=word)
    hint = say(
        "say a, b or - for all of one or nothing, or some of {names}", names=listing(known, "and")
    )
    return Problem("merge-take", message, "take", (hint,))


def _twice(word: str) -> Problem:
    message = say("`{word}` is named twice", word=word)
    return Problem("merge-take", message, "take", (say("an entry is taken once"),))


# --- undo and redo of a merge --------------------------------------------------------------------
# The log is only appended to. So entries from the copy are undone, entries that the merge undid are
# entered again, and one more entry tells that this undoes the merge. `undo` undoes a merge if the
# active acts are those that the merge made; `redo` redoes it if nothing was recorded since it was
# undone.


def unmerging(book: Book, at: str) -> Act | None:
    """Return the change that undoes the last merge, or None if the last act to undo is not a
    merge."""
    entries = book.log.entries
    if not _was_merged(entries) or not (stand := merges_among(entries).stand):
        return None
    merge = stand[-1]
    if not _is_alike(folded_entries(entries[: merge + 1]).done, book.folded.done):
        return None
    before = folded_entries(entries[: _beginning(entries, merge)]).done
    said = say("took back the merge with {session}", session=entries[merge].facts["from"])
    anew = say("`{command}` with the same copy lets you choose anew", command=CommandLine("merge"))
    return _led_to(book, before, _unmerge(entries[merge], at), said)._replace(notes=(anew,))


def remerging(book: Book, at: str) -> Act | None:
    """Return the change that redoes the last undone merge, or None if the act to redo is not a
    merge or something was recorded since."""
    entries = book.log.entries
    if not _was_merged(entries) or not (gone := merges_among(entries).taken_back):
        return None
    merge, undo = gone[-1]
    since = entries[undo + 1 :]
    if any(KINDS[entry.what].is_act for entry in since) or not _is_alike(
        folded_entries(entries[: undo + 1]).done, book.folded.done
    ):
        return None
    merged = folded_entries(entries[: merge + 1]).done
    said = say("restored the merge with {session}", session=entries[merge].facts["from"])
    return _led_to(book, merged, _unmerge(entries[merge], at, {"again": True}), said)


def _was_merged(entries: Sequence[Entry]) -> bool:
    return any(entry.what == MERGE for entry in entries)


def _beginning(entries: Sequence[Entry], merge: int) -> int:
    """Return the index of the first entry recorded together with a merge."""
    while merge and entries[merge - 1].more:
        merge -= 1
    return merge


def _is_alike(one: ActiveActs, other: ActiveActs) -> bool:
    """Return True if the same acts are active, even if some of them were entered again."""
    return [_as_said(act) for act in one] == [_as_said(act) for act in other]


def _as_said(act: Entry) -> Entry:
    """Return an act without the fields that depend on its place in the file."""
    return act._replace(line=0, id="", before="", more=False, by="")


def _unmerge(merge: Entry, at: str, again: dict[str, bool] | None = None) -> Entry:
    facts = {"merge": merge.id, "from": merge.facts["from"], **(again or {})}
    return Entry(UNMERGE, 0, at, facts)


def _led_to(book: Book, acts: ActiveActs, last: Entry, said: Words) -> Act:
    """Return the change that makes these acts active: undos and acts entered again, valid only
    together, and the entry `last` that names the change."""
    steps = [
        entry._replace(id="", before="", line=0, more=True)
        for entry, _, _ in steps_between(book.folded.done, acts, last.at)
    ]
    folded = folded_entries([*book.log.entries, *steps])
    last = last._replace(number=len(folded.deals) + 1)
    return Act(entries=(*steps, last), standing=standing_of(book.begun, folded), said=said)
