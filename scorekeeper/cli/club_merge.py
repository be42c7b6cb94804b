"""Joining what went on in a folder and in a club: `club merge`."""

from __future__ import annotations

import click

from scorekeeper.cli.club_address import as_home, club_text
from scorekeeper.cli.club_carry import (
    PULLED,
    PUSHED,
    STATUS,
    Row,
    at_option,
    carried_words,
    problem_of,
    row_of,
    show_carried,
    survey_at,
)
from scorekeeper.cli.common import Command, by_option, format_option, offered, show, show_json
from scorekeeper.cli.merge_copies import Joined, joined_copies, show_joined
from scorekeeper.record.two_homes import BEHIND, MERGED, PARTED, SAME
from scorekeeper.store.carrying import HERE, Kept, Pair, Survey, pulled
from scorekeeper.store.club.tips import Tip
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine, say
from scorekeeper.text.problems import Refused, lists_them, refuse
from scorekeeper.text.speech import labelled, text_of

CHOOSE = "merge-choose"


@click.command("merge", cls=Command)
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
            joined = _joined(session, there.name, path, take, form)
        survey = survey_at(at)
        _show_joined(joined, pulled(survey, _both(survey, session)[0]), form)
    elif pair.state in (BEHIND, MERGED):
        show_carried([row_of(pulled(survey, pair))], form)
    else:
        _show_unjoined(pair, form)


def _joined(session: str, there: str, path: str, take: str | None, form: str) -> Joined:
    """Merges the folder's session into the club's, which is the home just now."""
    try:
        return joined_copies(there, path, take, form)
    except Refused as refusal:
        if [problem.code for problem in refusal.problems] != [CHOOSE]:
            raise
        again = CommandLine("club merge", (session, "--take"), ("a1,b1…",))
        mend = say("say so: {command}", command=again)
        raise Refused([one._replace(mends=(mend,)) for one in refusal.problems]) from None


def _show_joined(joined: Joined, pair: Pair, form: str) -> None:
    """What was joined, and what the folder has of it now."""
    outcome = joined.outcome
    if outcome.taken or outcome.aside:
        said = say(
            "merged {one} of the club and {other} of the folder",
            one=joined.kept.name, other=joined.thrown.name,
        )  # fmt: skip
        outcome = outcome._replace(act=outcome.act._replace(said=said))
    show_joined(joined._replace(outcome=outcome, trashed=pair.trashed or None), _where(pair), form)


def _where(pair: Pair) -> str:
    """What the folder has after a merge in the club."""
    if pair.trashed:
        return tr(
            "the folder has that too now; what it had lies in its trash as {session}",
            session=pair.trashed,
        )
    if pair.state == BEHIND:
        return carried_words(row_of(pair))
    again = CommandLine("club merge", (row_of(pair).name,))
    return tr("the folder went on meanwhile: {command}", command=text_of(again))


def _show_unjoined(pair: Pair, form: str) -> None:
    """That there is nothing to join, and how the session stands."""
    problem = problem_of(pair, (*PUSHED, *PULLED), is_named=True)
    if problem is not None:
        raise Refused([problem])
    row = row_of(pair)
    if form == "json":
        show_json([row._asdict()])
    else:
        show(labelled(row.name, _unjoined(row)))


def _unjoined(row: Row) -> str:
    if row.state == SAME:
        return tr("there is nothing to join: it is the same in the folder and in the club")
    push = text_of(CommandLine("club push", (row.here,)))
    return trn(
        row.own,
        "there is nothing to join: {n} entry is only in the folder, and {command} brings it",
        "there is nothing to join: {n} entries are only in the folder, and {command} brings them",
        command=push,
    )


def _both(survey: Survey, session: str) -> tuple[Pair, Kept, Tip]:
    """A session that is in the folder and in the club."""
    for pair in survey.pairs([session]):
        if pair.here is not None and pair.there is not None and pair.state != HERE:
            return pair, pair.here, pair.there
    message = say("there is no session `{session}` in the folder and in the club", session=session)
    raise refuse("session-unknown", message, "session", lists_them(STATUS))


COMMANDS: dict[str, click.Command] = {"merge": merge}
