"""The commands of a club's home: `club init push pull status merge`."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import click

from scorekeeper.cli.click_parts import (
    CliCommand,
    Recorded,
    by_option,
    format_option,
    note,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.merge_copies import MergedCopies, joined_copies, show_joined
from scorekeeper.cli.refusal import fitted
from scorekeeper.event.event_state import entry_said
from scorekeeper.record.diverged_copies import (
    AHEAD,
    BEHIND,
    CHANGED,
    MERGED,
    PARTED,
    SAME,
    changed_by_hand,
)
from scorekeeper.store.club.club_home import Tip
from scorekeeper.store.club_sync import (
    BROKEN,
    HERE,
    THERE,
    THROWN_HERE,
    THROWN_THERE,
    StoredSession,
    Survey,
    SyncPair,
    pulled,
    pulled_rules,
    pushed,
)
from scorekeeper.store.disk import is_club
from scorekeeper.store.home_choice import club_at, user_folder
from scorekeeper.store.optional_extras import without_extra
from scorekeeper.text.message import CommandLine, Words, in_turn, say, say_n
from scorekeeper.text.message_text import labelled, names_listed, text_of
from scorekeeper.text.problems import Problem, Refused, lists_them, refuse
from scorekeeper.text.translation import tr, trn

if TYPE_CHECKING:
    from scorekeeper.store.club.address import Address
    from scorekeeper.store.club.club_setup import SetUp


# --- The club of a command, and the package that connects to it --------------------------------


HOME = "SCOREKEEPER_HOME"


def refuse_without_extra() -> None:
    """Raise Refused if psycopg, which connects to a club's server, is not installed."""
    if importlib.util.find_spec("psycopg") is None:
        message = say("a club needs what is not installed: {names}", names="psycopg")
        raise without_extra("club-extra", message, "club")


def club_text(typed: str | None) -> str:
    """Return the club's address: as typed, else from $SCOREKEEPER_CLUB, else the home. Raises
    Refused if none of them is a club."""
    refuse_without_extra()
    said = typed or os.environ.get("SCOREKEEPER_CLUB", "")
    home = os.environ.get(HOME, "")
    if not said and not is_club(home):
        message = say("it is not said which club")
        hint = say("say it, or set SCOREKEEPER_CLUB: postgresql://HOST/DATABASE?club=NAME")
        raise refuse("club-none", message, None, hint)
    return said or home


def club_address(typed: str | None) -> Address:
    """Return the parsed address of the club."""
    text = club_text(typed)
    # 60 ms, only for a club
    from scorekeeper.store.club.address import address_of  # noqa: PLC0415

    return address_of(text)


@contextmanager
def as_home(address: str) -> Iterator[None]:
    """Make a club the home within the `with` block."""
    before = os.environ.get(HOME)
    os.environ[HOME] = address
    try:
        yield
    finally:
        if before is None:
            del os.environ[HOME]
        else:
            os.environ[HOME] = before


# --- syncing with a club -----------------------------------------------------------------------
# Sessions between a folder and a club: `club push`, `club pull`, `club status`.


STATUS = CommandLine("club status")
PUSHED, PULLED = (HERE, AHEAD), (THERE, BEHIND, MERGED)  # the states that each direction syncs
FEW_THERE = 3  # sessions only in the club that are listed singly
names_argument = click.argument(
    "names", metavar="[SESSION]…", nargs=-1, shell_complete=offered("sessions")
)
all_option = click.option("--all", "is_all", is_flag=True, help="Archived ones too.")
at_option = click.option(
    "--at", metavar="ADDRESS", help="Which club (default: $SCOREKEEPER_CLUB, else the home)."
)


class SyncRow(NamedTuple):
    """The comparison of a session in the folder and in the club: its names in both ("" if
    missing), the state of the folder's session compared with the club's, the numbers of common
    entries and of extra entries in each, and whether it is an event."""

    id: str
    state: str
    here: str
    there: str
    common: int
    own: int
    others: int
    is_event: bool

    @property
    def name(self) -> str:
        return self.here or self.there


@click.command("push", cls=CliCommand)
@names_argument
@all_option
@at_option
@format_option()
def push(names: tuple[str, ...], is_all: bool, at: str | None, form: str) -> None:
    """Brings what the folder has, and the club has not, to the club.

    Sessions are known by their ids, whatever they are called. The same again changes nothing, and
    goes on where it was interrupted. What went on in both stays as it is and is told: `club merge`
    joins it.
    """
    _carry(pushed, PUSHED, names, is_all, at, form)


@click.command("pull", cls=CliCommand)
@names_argument
@all_option
@at_option
@format_option()
def pull(names: tuple[str, ...], is_all: bool, at: str | None, form: str) -> None:
    """Brings what the club has, and the folder has not, to the folder.

    As `club push`, the other way, and rules of the club's own too. What was thrown away in the
    folder stays so.
    """
    rules = pulled_rules(user_folder(), club_at(club_text(at)))
    if rules.brought:
        note_recorded(Recorded(STATUS, is_part=True))
        note(tr("rules brought from the club: {names}", names=names_listed(rules.brought)))
    if rules.different:
        names_there = names_listed(rules.different)
        note(tr("the club has other rules by these names: {names}", names=names_there))
    _carry(pulled, PULLED, names, is_all, at, form)


@click.command("status", cls=CliCommand)
@names_argument
@all_option
@at_option
@format_option()
def status(names: tuple[str, ...], is_all: bool, at: str | None, form: str) -> None:
    """How the sessions of the folder stand to those of the club."""
    survey = survey_at(at, is_all)
    rows = [row_of(pair) for pair in survey.pairs(names)]
    if form == "json":
        show_json([row._asdict() for row in rows])
    else:
        show("\n".join(fitted(_status_lines(rows, is_all or bool(names)), sys.stdout)))
    _refuse(_unread(survey, names, rows))


def survey_at(at: str | None, is_all: bool = True) -> Survey:
    """Return the survey of the folder and the club; with archived sessions if `is_all`."""
    return Survey(user_folder(), club_at(club_text(at)), is_all)


def _carry(
    carry: Callable[[Survey, SyncPair], SyncPair], carried: Sequence[str], names: tuple[str, ...],
    is_all: bool, at: str | None, form: str,
) -> None:  # fmt: skip
    """Sync sessions in one direction with `carry`, and print the synced ones. `carried` are the
    states that count as synced. Raises Refused with the problems of the others."""
    survey, pairs = survey_at(at, is_all), list[SyncPair]()
    for pair in survey.pairs(names):
        pairs.append(carry(survey, pair))
        if pairs[-1].state in carried:
            note_recorded(Recorded(STATUS, is_part=True))
    done = [row_of(pair) for pair in pairs if pair.state in carried]
    problems = [*_unread(survey, names, map(row_of, pairs)), *_left(pairs, carried, names)]
    if done or form == "json" or not problems:
        show_carried(done, form)
    _refuse(problems)


def show_carried(rows: Sequence[SyncRow], form: str) -> None:
    """Print one line for each synced session."""
    if form == "json":
        show_json([row._asdict() for row in rows])
    else:
        lines = [*map(_carried_line, rows)] or [tr("there is nothing to bring")]
        show("\n".join(fitted(lines, sys.stdout)))


def row_of(pair: SyncPair) -> SyncRow:
    here, there = pair.here.name if pair.here else "", pair.there.name if pair.there else ""
    return SyncRow(
        pair.id, pair.state, here, there, pair.common, pair.own, pair.others, pair.is_event
    )


# --- results in words ----------------------------------------------------------------------------


def _carried_line(row: SyncRow) -> str:
    """Return the line about a synced session, beginning with its name."""
    return labelled(_called(row), carried_words(row))


def _called(row: SyncRow) -> str:
    """Return the name of a session, or of an event with `(event)`."""
    return tr("{name} (event)", name=row.name) if row.is_event else row.name


def carried_words(row: SyncRow) -> str:
    """Return the text about a synced session, without its name."""
    match row.state:
        case "here" if row.there != row.here:
            return tr("brought to the club, where it is called {name}", name=row.there)
        case "here":
            return tr("brought to the club")
        case "there" if row.here != row.there:
            return tr("brought from the club, where it is called {name}", name=row.there)
        case "there":
            return tr("brought from the club")
        case "ahead":
            return trn(row.own, "{n} entry brought to the club", "{n} entries brought to the club")
        case "behind":
            return trn(
                row.others, "{n} entry brought from the club", "{n} entries brought from the club"
            )
        case _:
            return tr("brought from the club, where it was merged; as it was it lies in the trash")


def _status_lines(rows: Sequence[SyncRow], is_each: bool) -> list[str]:
    """Return a line for each session or event that differs, then the number of equal ones. If many
    are only in the club, they are only counted, unless `is_each`."""
    same = Counter(row.is_event for row in rows if row.state == SAME)
    apart = [row for row in rows if row.state != SAME]
    others = [] if is_each else [row for row in apart if row.state == THERE]
    if len(others) <= FEW_THERE:
        others = []
    lines = [labelled(_called(row), _stands(row)) for row in apart if row not in others]
    if others:
        lines.append(
            trn(
                len(others),
                "{n} other is only in the club; {command} names it",
                "{n} others are only in the club; {command} names them",
                command=text_of(CommandLine("club status", ("--all",))),
            )
        )
    sessions = trn(
        same[False],
        "{n} session is the same in the folder and in the club",
        "{n} sessions are the same in the folder and in the club",
    )
    events = trn(
        same[True],
        "{n} event is the same in the folder and in the club",
        "{n} events are the same in the folder and in the club",
    )
    return [*lines, sessions, *([events] if same[True] else [])]


def _stands(row: SyncRow) -> str:
    match row.state:
        case "here":
            return tr("only in the folder")
        case "there":
            return tr("only in the club")
        case "ahead":
            return trn(
                row.own, "{n} entry is only in the folder", "{n} entries are only in the folder"
            )
        case "behind":
            return trn(
                row.others, "{n} entry is only in the club", "{n} entries are only in the club"
            )
        case "merged":
            pull_it = text_of(CommandLine("club pull", (row.there,)))
            return tr("was merged in the club; {command} brings that", command=pull_it)
        case "thrown-here":
            return tr("is in the club, and was thrown away in the folder")
        case "thrown-there":
            return tr("is in the folder, and was thrown away in the club")
        case _:
            return text_of(_why_not(row))


def _why_not(row: SyncRow) -> Words:
    """Return the reason why a session can be synced in neither direction."""
    if row.state == CHANGED:
        return say("a hand changed its beginning in the folder or in the club")
    return say_n(
        row.common,
        "it went on in the folder and in the club, which have {n} entry in common",
        "it went on in the folder and in the club, which have {n} entries in common",
    )


# --- sessions that are not synced ----------------------------------------------------------------


def _left(pairs: Iterable[SyncPair], carried: Sequence[str], names: Sequence[str]) -> list[Problem]:
    """Return the problems of the pairs that differ and were not synced."""
    return [problem for pair in pairs if (problem := problem_of(pair, carried, bool(names)))]


def problem_of(pair: SyncPair, carried: Sequence[str], is_named: bool) -> Problem | None:
    """Return the problem of a pair that was not synced, or None. `carried` are the states that the
    command syncs. Some problems are only reported for a session that `is_named`."""
    row = row_of(pair)
    if row.state == PARTED and row.is_event:
        return _parted_event(pair)
    if row.state in (PARTED, CHANGED):
        return Problem("club-parted", _why_not(row), "session", (_joined(row),), place=row.name)
    if row.state == BROKEN:
        return changed_by_hand(row.name)
    if row.state == THROWN_THERE and AHEAD in carried and not row.own:
        return _taken_away(row) if is_named else None
    if row.state == THROWN_THERE and AHEAD in carried:
        message = say("it was thrown away in the club, where nothing is recorded in it any more")
        back = CommandLine("sessions restore", (row.there,))
        hint = say("bring it back there: {command}", command=back)
        return Problem("club-thrown", message, "session", (hint,), place=row.name)
    if row.state == THROWN_HERE and THERE in carried and is_named:
        message = say("it was thrown away in the folder")
        back = CommandLine("sessions restore", (row.there,))
        hint = say("bring it back: {command}", command=back)
        return Problem("club-thrown", message, "session", (hint,), place=row.name)
    return None


def _taken_away(row: SyncRow) -> Problem:
    """Return the problem of a session without entries that was deleted in the club."""
    message = say("it was taken away in the club, and nothing is recorded in it here")
    hint = say(
        "once something is, this brings it: {command}",
        command=CommandLine("club push", (row.here,)),
    )
    return Problem("club-thrown", message, "session", (hint,), place=row.name)


def _joined(row: SyncRow) -> Words:
    """Return the fix for a session continued in both places: the command that merges it."""
    return say("join them: {command}", command=CommandLine("club merge", (row.name,)))


def _parted_event(pair: SyncPair) -> Problem:
    """Return the problem of an event continued in both places, with the entries that the club
    lacks and the commands to merge."""
    row, here = row_of(pair), pair.here
    entries, path = (here.log.entries[pair.common :], here.path) if here else ((), "")
    message = say(
        "it is an event, which went on in the folder and in the club; only the folder has: "
        "{entries}",
        entries=in_turn(*(entry_said(entry) for entry in entries)),
    )
    hint = say(
        "with the club as the home: {merge}; then put {path} elsewhere and take the club's: {pull}",
        merge=CommandLine("event merge", (path, "--event", row.there)), path=path,
        pull=CommandLine("club pull", (row.there,)),
    )  # fmt: skip
    return Problem("club-parted", message, "event", (hint,), place=row.name)


def _unread(survey: Survey, names: Iterable[str], rows: Iterable[SyncRow]) -> list[Problem]:
    """Return the problems of unreadable sessions, and of `names` that neither the folder nor the
    club has."""
    known = {name for row in rows for name in (row.here, row.there)}
    known.update(str(problem.place) for problem in survey.problems)
    return [*survey.problems, *_unknown(name for name in names if name not in known)]


def _unknown(names: Iterable[str]) -> list[Problem]:
    return [
        Problem(
            "session-unknown", say("there is no session `{session}`", session=name), "session",
            (lists_them(STATUS),),
        )
        for name in dict.fromkeys(names)
    ]  # fmt: skip


def _refuse(problems: Sequence[Problem]) -> None:
    if problems:
        raise Refused(problems)


# --- Setting up a club: `club init` ------------------------------------------------------------


@click.command("init", cls=CliCommand)
@click.argument("address", metavar="[ADDRESS]", required=False)
@click.option("--club", metavar="NAME", help="Which club (default: that of the address).")
@click.option(
    "--recorder", "recorders", multiple=True, metavar="LOGIN", help="Who may record in it."
)
@click.option("--reader", "readers", multiple=True, metavar="LOGIN", help="Who may only look.")
@format_option()
def init(
    address: str | None, club: str | None, recorders: tuple[str, ...], readers: tuple[str, ...],
    form: str,
) -> None:  # fmt: skip
    """Makes a club in a database, or carries it on to this version.

    ADDRESS is postgresql://LOGIN@HOST/DATABASE, and LOGIN owns the database and may make roles
    (default: $SCOREKEEPER_CLUB, else $SCOREKEEPER_HOME). The same again changes nothing. Logins to
    let in are made by the server's administrator.
    """
    at = club_address(address)
    name = club or at.club
    if not name:
        raise click.UsageError(tr("say which club: --club NAME"))
    # 60 ms, only for a club
    from scorekeeper.store.club.club_setup import set_up  # noqa: PLC0415

    let_in = [*((one, "recorder") for one in recorders), *((one, "reader") for one in readers)]
    done = set_up(at, name, let_in)
    if form == "json":
        show_json({"club": name, "address": at.bare, **done._asdict()})
    else:
        show("\n".join(_lines(at.bare, name, done)))


def _lines(address: str, name: str, done: SetUp) -> list[str]:
    """Return the lines about what `club init` has set up."""
    from scorekeeper.store.club.club_connection import LATEST  # noqa: PLC0415 - only for a club

    lines = []
    if not done.version:
        lines.append(
            tr("made the schema, version {version}, in {club}", version=LATEST, club=address)
        )
    elif done.version < LATEST:
        lines.append(
            tr(
                "carried the schema in {club} on from version {version} to {latest}",
                club=address, version=done.version, latest=LATEST,
            )
        )  # fmt: skip
    if done.is_new:
        lines.append(tr("made the club {name}", name=name))
    if done.roles:
        lines.append(tr("made the roles {roles}", roles=names_listed(done.roles)))
    if done.let_in:
        lines.append(tr("let in {logins}", logins=names_listed(done.let_in)))
    return lines or [tr("the club {name} is there; nothing had to be changed", name=name)]


# --- Merging sessions continued in a folder and in a club: `club merge` ------------------------


CHOOSE = "merge-choose"


@click.command("merge", cls=CliCommand)
@click.argument("session", metavar="SESSION", shell_complete=offered("sessions"))
@click.option(
    "--take", metavar="a1,b1…", help="What is taken: a, b, or entries in their order, a1,b1,a2."
)
@at_option
@by_option
@format_option()
def merge(session: str, take: str | None, at: str | None, form: str) -> None:
    """Joins what went on in the folder and in the club.

    As `merge` does it with two copies: a is the club's, b the folder's. It is recorded in the club;
    the folder then has what the club has, and what it had lies in its trash.
    """
    survey = survey_at(at)
    pair, here, there = _both(survey, session)
    if pair.state == PARTED and not pair.is_event:
        path = here.path  # in the folder, which is not the home while it is merged
        with as_home(club_text(at)):
            joined = _merged_logs(session, there.name, path, take, form)
        survey = survey_at(at)
        _show_joined(joined, pulled(survey, _both(survey, session)[0]), form)
    elif pair.state in (BEHIND, MERGED):
        show_carried([row_of(pulled(survey, pair))], form)
    else:
        _show_unjoined(pair, form)


def _merged_logs(session: str, there: str, path: str, take: str | None, form: str) -> MergedCopies:
    """Merge the folder's session, at `path`, into the club's session `there`. The club must be the
    home."""
    try:
        return joined_copies(there, path, take, form)
    except Refused as refusal:
        if [problem.code for problem in refusal.problems] != [CHOOSE]:
            raise
        again = CommandLine("club merge", (session, "--take"), ("a1,b1…",))
        mend = say("say so: {command}", command=again)
        raise Refused([one._replace(mends=(mend,)) for one in refusal.problems]) from None


def _show_joined(joined: MergedCopies, pair: SyncPair, form: str) -> None:
    """Print the result of merging two copies, and the present state of the folder's copy."""
    outcome = joined.outcome
    if outcome.taken or outcome.aside:
        said = say(
            "merged {one} of the club and {other} of the folder",
            one=joined.kept.name, other=joined.thrown.name,
        )  # fmt: skip
        outcome = outcome._replace(act=outcome.act._replace(said=said))
    show_joined(joined._replace(outcome=outcome, trashed=pair.trashed or None), _where(pair), form)


def _where(pair: SyncPair) -> str:
    """Return the line about the folder's copy after the club's copy was merged."""
    if pair.trashed:
        return tr(
            "the folder has that too now; what it had lies in its trash as {session}",
            session=pair.trashed,
        )
    if pair.state == BEHIND:
        return carried_words(row_of(pair))
    again = CommandLine("club merge", (row_of(pair).name,))
    return tr("the folder went on meanwhile: {command}", command=text_of(again))


def _show_unjoined(pair: SyncPair, form: str) -> None:
    """Print that nothing needs merging, and the session's state. Raises Refused if it cannot be
    synced."""
    problem = problem_of(pair, (*PUSHED, *PULLED), is_named=True)
    if problem is not None:
        raise Refused([problem])
    row = row_of(pair)
    if form == "json":
        show_json([row._asdict()])
    else:
        show(labelled(row.name, _unjoined(row)))


def _unjoined(row: SyncRow) -> str:
    if row.state == SAME:
        return tr("there is nothing to join: it is the same in the folder and in the club")
    push = text_of(CommandLine("club push", (row.here,)))
    return trn(
        row.own,
        "there is nothing to join: {n} entry is only in the folder, and {command} brings it",
        "there is nothing to join: {n} entries are only in the folder, and {command} brings them",
        command=push,
    )


def _both(survey: Survey, session: str) -> tuple[SyncPair, StoredSession, Tip]:
    """Return the pair of a session that is in the folder and in the club, and both copies. Raises
    Refused if either is missing."""
    for pair in survey.pairs([session]):
        if pair.here is not None and pair.there is not None and pair.state != HERE:
            return pair, pair.here, pair.there
    message = say("there is no session `{session}` in the folder and in the club", session=session)
    raise refuse("session-unknown", message, "session", lists_them(STATUS))


COMMANDS = {"push": push, "pull": pull, "status": status, "init": init, "merge": merge}
