"""Sessions between a folder and a club: `club push`, `club pull`, `club status`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import click

from scorekeeper.cli.club_address import club_text
from scorekeeper.cli.common import (
    Command,
    Recorded,
    format_option,
    note,
    note_recorded,
    offered,
    show,
    show_json,
)
from scorekeeper.cli.fitted_lines import fitted
from scorekeeper.event.event_entries import entry_said
from scorekeeper.record.two_copies import changed_by_hand
from scorekeeper.record.two_homes import AHEAD, BEHIND, CHANGED, MERGED, PARTED, SAME
from scorekeeper.store.carrying import (
    BROKEN,
    HERE,
    THERE,
    THROWN_HERE,
    THROWN_THERE,
    Pair,
    Survey,
    pulled,
    pulled_rules,
    pushed,
)
from scorekeeper.store.homes import club_at, the_folder
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine, Words, in_turn, say, say_n
from scorekeeper.text.problems import Problem, Refused, lists_them
from scorekeeper.text.speech import labelled, names_listed, text_of

STATUS = CommandLine("club status")
PUSHED, PULLED = (HERE, AHEAD), (THERE, BEHIND, MERGED)  # what each way carries
FEW_THERE = 3  # sessions only in the club that are told one by one
names_argument = click.argument(
    "names", metavar="[SESSION]…", nargs=-1, shell_complete=offered("sessions")
)
all_option = click.option("--all", "is_all", is_flag=True, help="Archived ones too.")
at_option = click.option(
    "--at", metavar="ADDRESS", help="Which club (default: $SCOREKEEPER_CLUB, else the home)."
)


class Row(NamedTuple):
    """A session as it is told: what it is called in the folder and in the club, empty where it is
    not there; how the one stands to the other; how many entries they have in common, and how many
    each has beyond those; whether it is an event."""

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


@click.command("push", cls=Command)
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


@click.command("pull", cls=Command)
@names_argument
@all_option
@at_option
@format_option()
def pull(names: tuple[str, ...], is_all: bool, at: str | None, form: str) -> None:
    """Brings what the club has, and the folder has not, to the folder.

    As `club push`, the other way, and rules of the club's own too. What was thrown away in the
    folder stays so.
    """
    rules = pulled_rules(the_folder(), club_at(club_text(at)))
    if rules.brought:
        note_recorded(Recorded(STATUS, is_part=True))
        note(tr("rules brought from the club: {names}", names=names_listed(rules.brought)))
    if rules.different:
        names_there = names_listed(rules.different)
        note(tr("the club has other rules by these names: {names}", names=names_there))
    _carry(pulled, PULLED, names, is_all, at, form)


@click.command("status", cls=Command)
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
    """The folder and the club that is meant."""
    return Survey(the_folder(), club_at(club_text(at)), is_all)


def _carry(
    carry: Callable[[Survey, Pair], Pair], carried: Sequence[str], names: tuple[str, ...],
    is_all: bool, at: str | None, form: str,
) -> None:  # fmt: skip
    """Carries sessions one way, each for itself, and tells what was carried and what was not."""
    survey, pairs = survey_at(at, is_all), list[Pair]()
    for pair in survey.pairs(names):
        pairs.append(carry(survey, pair))
        if pairs[-1].state in carried:
            note_recorded(Recorded(STATUS, is_part=True))
    done = [row_of(pair) for pair in pairs if pair.state in carried]
    problems = [*_unread(survey, names, map(row_of, pairs)), *_left(pairs, carried, names)]
    if done or form == "json" or not problems:
        show_carried(done, form)
    _refuse(problems)


def show_carried(rows: Sequence[Row], form: str) -> None:
    """What was brought of each session."""
    if form == "json":
        show_json([row._asdict() for row in rows])
    else:
        lines = [*map(_carried_line, rows)] or [tr("there is nothing to bring")]
        show("\n".join(fitted(lines, sys.stdout)))


def row_of(pair: Pair) -> Row:
    here, there = pair.here.name if pair.here else "", pair.there.name if pair.there else ""
    return Row(pair.id, pair.state, here, there, pair.common, pair.own, pair.others, pair.is_event)


# --- what is said --------------------------------------------------------------------------------


def _carried_line(row: Row) -> str:
    """What was brought of a session."""
    return labelled(_called(row), carried_words(row))


def _called(row: Row) -> str:
    """The name of a session, and of an event, that it is one."""
    return tr("{name} (event)", name=row.name) if row.is_event else row.name


def carried_words(row: Row) -> str:
    """The same, without its name."""
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


def _status_lines(rows: Sequence[Row], is_each: bool) -> list[str]:
    """A line for each session and event that is not the same in both, then how many are. Those that
    are only in the club are told together, unless it `is_each` that is asked for."""
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


def _stands(row: Row) -> str:
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


def _why_not(row: Row) -> Words:
    """Why a session is not carried either way."""
    if row.state == CHANGED:
        return say("a hand changed its beginning in the folder or in the club")
    return say_n(
        row.common,
        "it went on in the folder and in the club, which have {n} entry in common",
        "it went on in the folder and in the club, which have {n} entries in common",
    )


# --- what is not carried -------------------------------------------------------------------------


def _left(pairs: Iterable[Pair], carried: Sequence[str], names: Sequence[str]) -> list[Problem]:
    """What to say of each session that was not carried and is not the same in both."""
    return [problem for pair in pairs if (problem := problem_of(pair, carried, bool(names)))]


def problem_of(pair: Pair, carried: Sequence[str], is_named: bool) -> Problem | None:
    """What to say of a session that is not carried by what carries these, where it `is_named`; None
    where nothing is."""
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


def _taken_away(row: Row) -> Problem:
    """What to say of a session without an entry that was taken away in the club."""
    message = say("it was taken away in the club, and nothing is recorded in it here")
    hint = say(
        "once something is, this brings it: {command}",
        command=CommandLine("club push", (row.here,)),
    )
    return Problem("club-thrown", message, "session", (hint,), place=row.name)


def _joined(row: Row) -> Words:
    """How what went on in both is made one."""
    return say("join them: {command}", command=CommandLine("club merge", (row.name,)))


def _parted_event(pair: Pair) -> Problem:
    """What to say of an event that went on in both: what the club lacks of it, and what to do."""
    row, here = row_of(pair), pair.here
    entries, path = (here.journal.entries[pair.common :], here.path) if here else ((), "")
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


def _unread(survey: Survey, names: Iterable[str], rows: Iterable[Row]) -> list[Problem]:
    """What to say of each session that cannot be read, and of each name that none has, in the
    folder or in the club."""
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


COMMANDS: dict[str, click.Command] = {"push": push, "pull": pull, "status": status}
