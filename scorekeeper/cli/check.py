"""Checks of sessions: `check`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

import click

from scorekeeper import store
from scorekeeper.cli.act_commands import record_act
from scorekeeper.cli.click_parts import (
    CliCommand,
    Recorded,
    by_option,
    clock,
    format_option,
    late_bar,
    note,
    note_recorded,
    offered,
    session_option,
    show,
    show_json,
)
from scorekeeper.cli.event_log import note_copies
from scorekeeper.cli.home_sessions import tell_copies
from scorekeeper.cli.main import naming
from scorekeeper.cli.open_log import (
    Repair,
    of_session,
    open_book,
    open_book_at,
    path_and_name,
    refuse_problems,
    repair_log,
    repair_words,
)
from scorekeeper.cli.refusal import no_answer
from scorekeeper.event import OpenEvent
from scorekeeper.event import opened as opened_event
from scorekeeper.game.standing import Standing
from scorekeeper.league.copy_detection import Trace, name_before_conflict, similar_names, trace_of
from scorekeeper.league.session_record import evening_of
from scorekeeper.record import open_session as book
from scorekeeper.record.changes_between_deals import accepting
from scorekeeper.record.log_text import ParseCache
from scorekeeper.record.moved_deals import Arrived, arrived, half_moved
from scorekeeper.record.open_session import Book
from scorekeeper.record.session_fingerprint import fingerprint, fingerprint_problems
from scorekeeper.record.session_head import first_lines, identity, read_session_log
from scorekeeper.report.event.event_values import event_problems
from scorekeeper.report.log_report import book_problems, book_seal_problems, held_line, held_of
from scorekeeper.rules.formula import FormulaError
from scorekeeper.rules.ruleset import Ruleset
from scorekeeper.rules.ruleset_file import read_page
from scorekeeper.store.disk import is_club
from scorekeeper.store.event_files import event_bytes, event_names, event_path
from scorekeeper.text.message import CommandLine
from scorekeeper.text.message_text import listed
from scorekeeper.text.problems import MachineFailure, Problem, Refused
from scorekeeper.text.translation import tr, trn

if TYPE_CHECKING:
    from scorekeeper.store.club_audit import OtherWriter


# --- related sessions --------------------------------------------------------------------------
# What a check says of other sessions of the home than those that it is of: copies of these, and
# deals that were moved to them and still stand where they came from.


# So many sessions may be checked, and so many others looked at, where not all of the home are. To
# look at one takes a thousandth of a check.
FEW, MOST = 10, 100


class RelatedSessions:
    """Data of the checked sessions that relates them to other sessions: traces by which copies are
    recognised, their names in the home, and the deals moved to them. `same` caches parsed data.
    If `among_all`, all other sessions of the home are searched."""

    def __init__(self, among_all: bool) -> None:
        self.among_all = among_all
        self.same = ParseCache()
        self.names: set[str] = set()
        self.traces: dict[str, Trace] = {}
        self.arrived: dict[str, Arrived] = {}

    def add(self, path: str, opened: Book) -> None:
        self.names.add(opened.name)
        self.arrived |= arrived(opened)
        if listed := store.listed_as(path):
            self.traces[listed] = trace_of(identity(opened.log.head), opened.log.entries)


# --- copies --------------------------------------------------------------------------------------


def tell_copies_of(checked: RelatedSessions) -> None:
    """Print a note about each copy of a checked session, and about names that look like copies."""
    listed = store.every_session() if checked.among_all else _nearest(checked.names)
    if len(listed) > 1:
        ids = {trace.id for trace in checked.traces.values()}
        tell = _teller(ids, checked.same)
        told = ((one, checked.traces.get(one) or tell(one)) for one in listed)
        tell_copies([(store.bare_name(one), trace) for one, trace in told if trace], checked.names)


def _nearest(names: Collection[str]) -> list[str]:
    """Return up to `MOST` listed sessions that are most likely copies of these: the sessions
    themselves, then those named by a synchroniser, then short names first. In a home with more
    sessions, only similar names are considered."""
    listed = store.every_session(similar_names(names) if store.are_more_than(MOST) else None)

    def distance(one: str) -> tuple[bool, bool, int, str]:
        name = store.bare_name(one)
        return name not in names, name_before_conflict(name) is None, len(name), name

    return sorted(listed, key=distance)[:MOST]


def _teller(ids: Collection[str], same: ParseCache) -> Callable[[str], Trace | None]:
    """Return a function from a session's listed name to the trace by which copies are recognised,
    None if it is unreadable. Only the first lines are read unless the session's id is in `ids`."""
    bytes_of = store.listed_sessions()

    def told(listed: str) -> Trace | None:
        with suppress(Refused, MachineFailure, ValueError, RecursionError):
            data = bytes_of(listed)
            own = identity(first_lines(data))
            if own not in ids:
                return Trace(own, 0, "")
            log = read_session_log(data, same)
            return trace_of(identity(log.head), log.entries)
        return None

    return told


# --- deals moved only half-way -------------------------------------------------------------------


def moved_by_half(checked: RelatedSessions) -> list[Problem]:
    """Return a problem for each deal that was moved to a checked session but never deleted from
    its source."""
    here, found = checked.arrived, list[tuple[Arrived, Problem]]()
    if not here:
        return []
    sources = sorted({deal.source for deal in here.values()})
    for name in store.session_names() if checked.among_all else sources:
        if store.session_name_fault(name) is None:
            with suppress(Refused, MachineFailure):
                found += half_moved(here, _opened(name, checked.same))
    in_order = sorted(found, key=lambda one: one[0])
    return [of_session(problem, deal.session) for deal, problem in in_order]


def _opened(name: str, same: ParseCache) -> Book:
    """Open a session, without a note about an incomplete last entry."""
    path = store.session_path(name)
    return book.opened(store.session_bytes(path), name, same)


# --- check -------------------------------------------------------------------------------------
# Whether sessions hold: `check`; and `check --repair`, which sets aside what a power cut left
# half-written.


@click.command("check", cls=CliCommand)
@click.argument("sessions", nargs=-1, metavar="[SESSION…]", shell_complete=offered("sessions"))
@session_option
@format_option()
@click.option("--all", "all_", is_flag=True, help="Every session and event in the home.")
@click.option(
    "--fingerprint", "said", metavar="XXXX-…", help="Is the fingerprint on a page this session's?"
)
@click.option(
    "--seal", metavar="XXXX-XXXX-N", help="Is all up to the entry of this seal as it was?"
)
@click.option("--accept", is_flag=True, help="Take in what was changed by hand.")
@by_option
@click.option(
    "--repair",
    is_flag=True,
    help="Set what a power cut left half-written aside, in a file beside it.",
)
def check(
    sessions: tuple[str, ...],
    session: str | None,
    form: str,
    all_: bool,
    said: str | None,
    seal: str | None,
    accept: bool,
    repair: bool,
) -> None:
    """Works everything out anew; silent when well.

    Under the rules as they stood then. Names what fails or was changed by hand.
    """
    if all_ and (sessions or session is not None):
        raise click.UsageError(tr("say --all or name a session, not both"))
    events = event_names(by_change=False) if all_ else []
    names: list[str | None] = [*(store.session_names() if all_ else sessions)]
    names = names or ([] if events else [session])
    if repair and said is not None:
        raise click.UsageError(
            tr("--repair looks at the file alone: ask for the fingerprint after it")
        )
    if said is not None and len(names) > 1:
        raise click.UsageError(tr("a fingerprint is of one session: name it"))
    if (accept or seal is not None) and len(names) > 1:
        raise click.UsageError(tr("--accept and --seal are about one session: name it"))
    if (accept or seal is not None) and (repair or said is not None or (accept and seal)):
        raise click.UsageError(tr("one at a time: --accept, --repair, --seal or --fingerprint"))
    if accept:
        record_act(names[0], form, True, lambda opened: accepting(opened, clock()))
    elif seal is not None:
        _check_seal(names[0], seal, form)
    elif repair:
        _mend(names, form)
    else:
        _check(names, events, said, form, all_ or len(names) > FEW)


def _check(
    names: Sequence[str | None], events: Sequence[str], said: str | None, form: str, among_all: bool
) -> None:
    """Check these sessions and events, and print the result. Raises Refused with all problems.
    `said` is the expected fingerprint, if there is one session. If `among_all`, all other
    sessions are searched for copies and for deals that were moved only half-way."""
    prints: dict[str, str] = {}
    unsettled: dict[str, Standing] = {}
    others: dict[str, list[OtherWriter]] = {}
    found: list[Problem] = []
    checked, read = RelatedSessions(among_all), list[Ruleset]()
    with late_bar(len(names), tr("checking")) as tick:
        for name in names:
            told = prints if form == "json" else None
            found += _faults(name, checked, read, said, told, unsettled, others)
            tick(1)
    tell_copies_of(checked)
    disputed, waiting = _disputed(unsettled), _waiting(unsettled)
    for session, writers in others.items():
        for (by, login), group in groupby(sorted(writers, key=_names), _names):
            note(_other_writer(session, by, login, [one.entry for one in group]))
    for session, deals in disputed.items():
        note(disputed_session(session, deals))
    for session, deals in waiting.items():
        note(waiting_session(session, deals))
    found += moved_by_half(checked)
    read_events = dict[str, OpenEvent]()
    found += [problem for name in events for problem in _event_faults(name, read_events)]
    note_copies(read_events.items())
    refuse_problems(found)
    if form == "json":
        show_json(
            {
                "checked": len(names),
                **({"events": len(events)} if events else {}),
                "problems": [],
                "fingerprints": prints,
                **({"disputed": disputed} if disputed else {}),
                **({"waits": waiting} if waiting else {}),
                **({"written_by_others": others} if others else {}),
            }
        )


def _event_faults(name: str, read: dict[str, OpenEvent]) -> list[Problem]:
    """Return the problems of an event, with its name. Add the opened event to `read`."""
    try:
        read[name] = opened_event(event_bytes(event_path(name)), name)
        found = event_problems(read[name])
    except Refused as refusal:
        found = [*refusal.problems]
    named = naming(None, name)
    placed = [of_session(problem, name) for problem in found]
    return [one.with_commands(named) for one in placed] if named else placed


def _disputed(unsettled: Mapping[str, Standing]) -> dict[str, list[int]]:
    """Return the disputed deals of each session."""
    found = {
        name: [number for number in now.readings if number not in now.waits]
        for name, now in unsettled.items()
    }
    return {name: deals for name, deals in found.items() if deals}


def _waiting(unsettled: Mapping[str, Standing]) -> dict[str, list[int]]:
    """Return the numbers of the incomplete deals by session."""
    return {name: [*now.waits] for name, now in unsettled.items() if now.waits}


def waiting_session(session: str, deals: Sequence[int]) -> str:
    """Return the note about incomplete deals of a session."""
    return trn(
        len(deals),
        "deal {numbers} of {session} still waits",
        "deals {numbers} of {session} still wait",
        numbers=listed(map(str, deals), "and"),
        session=session,
    )


def disputed_session(session: str, deals: Sequence[int]) -> str:
    """Return the note about disputed deals of a session."""
    return trn(
        len(deals),
        "deal {numbers} of {session} is disputed",
        "deals {numbers} of {session} are disputed",
        numbers=listed(map(str, deals), "and"),
        session=session,
    )


def _check_seal(name: str | None, seal: str, form: str) -> None:
    """Print the entry that has this seal. Raises Refused if the log up to that entry was
    changed."""
    opened = open_book(name)
    refuse_problems(book_seal_problems(opened, seal))
    held = held_of(opened, seal)
    if form == "json":
        show_json(held)
    else:
        show(held_line(held))


def _faults(
    name: str | None,
    checked: RelatedSessions,
    read: list[Ruleset],
    said: str | None,
    prints: dict[str, str] | None,
    unsettled: dict[str, Standing],
    others: dict[str, list[OtherWriter]],
) -> list[Problem]:
    """Return the problems of one session, with its name. Also collect: its relations to other
    sessions in `checked`, its fingerprint in `prints`, its standing in `unsettled` if a deal is
    disputed or incomplete, its rules in `read`, and entries written by another login than they
    name in `others`."""
    try:
        path, shown = path_and_name(name)
        opened = open_book_at(path, shown, checked.same, is_named=name is not None)
    except Refused as refusal:
        return [_told_of(problem, name, name) for problem in refusal.problems]
    checked.add(path, opened)
    if prints is not None:
        prints[opened.name] = fingerprint(opened)
    if opened.standing.ways:
        unsettled[opened.name] = opened.standing
    strange = fingerprint_problems(opened, said) if said is not None else []
    found = [*_page_problems(opened.agreed.rules, read), *_deal_problems(opened), *strange]
    if is_club(path):
        # 4 ms, only in a club
        from scorekeeper.store.club_audit import club_problems, other_writers  # noqa: PLC0415

        found += club_problems(path, opened)
        if writers := other_writers(path, opened.log.entries):
            others[opened.name] = writers
    return [_told_of(problem, opened.name, name) for problem in found]


def _deal_problems(opened: Book) -> list[Problem]:
    """Return the problems of a session's deals, or the reason why they cannot be scored."""
    try:
        evening_of(opened)  # which every list of sessions works out
        return book_problems(opened)
    except FormulaError as error:
        return [*no_answer(error).problems]


def _names(writer: OtherWriter) -> tuple[str, str]:
    return writer.by, writer.login


def _other_writer(session: str, by: str, login: str, entries: Sequence[int]) -> str:
    """Return the note about entries whose recorder is `by` but which the club's login `login`
    wrote."""
    return trn(
        len(entries),
        "entry {numbers} of {session} says that {by} recorded it; the login {login} wrote it",
        "entries {numbers} of {session} say that {by} recorded them; the login {login} wrote them",
        numbers=listed(map(str, entries), "and"),
        session=session,
        by=by,
        login=login,
    )


def _told_of(problem: Problem, shown: str | None, name: str | None) -> Problem:
    """Return the problem with the session's name `shown`. If the user named the session, `name`,
    the suggested commands name it too."""
    named, placed = naming(name), of_session(problem, shown)
    return placed.with_commands(named) if named else placed


def _page_problems(rules: Ruleset, read: list[Ruleset]) -> list[Problem]:
    """Return the problems of the ruleset saved in a session, even in parts that its deals do not
    use. Return [] if the same ruleset is in `read`, else add it."""
    if any(rules is other for other in read):
        return []
    read.append(rules)
    return read_page(rules.raw, rules.id)[1]


# --- repairing -----------------------------------------------------------------------------------


def _mend(names: Iterable[str | None], form: str) -> None:
    """Move the incomplete last entry of each session to a separate file, and print its path.
    Raises Refused with all problems that this cannot fix."""
    mended: list[Repair] = []
    refused: list[Problem] = []
    for name in names:
        try:
            mended.append(_mended(name))
        except Refused as refusal:
            refused += [_told_of(problem, name, name) for problem in refusal.problems]
    if form == "json" and (mended or not refused):
        show_json({"repaired": mended})
    elif mended:
        show("\n".join(map(repair_words, mended)))
    if refused and all(problem.code == "club-owner" for problem in refused):
        raise Refused(refused)
    if refused:
        raise Refused(
            refused,
            tr(
                "only a half-written entry at the end of a file can be set aside; this is another "
                "fault"
            ),
        )


def _mended(name: str | None) -> Repair:
    repair = repair_log(*path_and_name(name), read_session_log)
    if repair.file is not None:
        note_recorded(Recorded(CommandLine("check"), stands=False))
    return repair


COMMANDS = {"check": check}
