"""Joining what went on in a folder and in a club: `club merge`."""

from __future__ import annotations

import click

from scorekeeper.book.two_homes import PARTED
from scorekeeper.cli.club_address import as_home, club_text
from scorekeeper.cli.club_carry import STATUS, at_option, row_of, show_carried, survey_at
from scorekeeper.cli.common import Command, by_option, format_option, offered
from scorekeeper.cli.merge_copies import merge as merge_copies
from scorekeeper.message import CommandLine, say
from scorekeeper.problems import Refused, lists_them, refuse
from scorekeeper.store.carrying import Kept, Pair, Survey, pulled
from scorekeeper.store.club.tips import Tip

CHOOSE = "merge-choose"


@click.command("merge", cls=Command)
@click.argument("session", metavar="SESSION", shell_complete=offered("sessions"))
@click.option(
    "--take", metavar="a1,b1…", help="What is taken: a, b, or entries in their order, a1,b1,a2."
)
@at_option
@by_option
@format_option()
@click.pass_context
def merge(ctx: click.Context, session: str, take: str | None, at: str | None, form: str) -> None:
    """Joins what went on in the folder and in the club.

    As `merge` does it with two copies: a is the club's, b the folder's. It is recorded in the club;
    the folder then has what the club has, and what it had lies in its trash.
    """
    pair, here, there = _both(survey_at(at), session)
    path = here.path  # in the folder, which is not the home while it is merged
    if pair.state == PARTED:
        with as_home(club_text(at)):
            _merged(ctx, session, there.name, path, take, form)
        if form == "json":
            return
    survey = survey_at(at)
    show_carried([row_of(pulled(survey, _both(survey, session)[0]))], form)


def _merged(
    ctx: click.Context, session: str, there: str, path: str, take: str | None, form: str
) -> None:
    """Merges the folder's session into the club's, which is the home just now."""
    try:
        ctx.invoke(merge_copies, one=there, other=path, take=take, form=form)
    except Refused as refusal:
        if [problem.code for problem in refusal.problems] != [CHOOSE]:
            raise
        again = CommandLine("club merge", (session, "--take"), ("a1,b1…",))
        mend = say("say so: {command}", command=again)
        raise Refused([one._replace(mends=(mend,)) for one in refusal.problems]) from None


def _both(survey: Survey, session: str) -> tuple[Pair, Kept, Tip]:
    """A session that is in the folder and in the club."""
    for pair in survey.pairs([session]):
        if pair.here is not None and pair.there is not None:
            return pair, pair.here, pair.there
    message = say("there is no session `{session}` in the folder and in the club", session=session)
    raise refuse("session-unknown", message, "session", lists_them(STATUS))


COMMANDS: dict[str, click.Command] = {"merge": merge}
