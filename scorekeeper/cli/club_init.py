"""Setting up a club: `club init`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from scorekeeper.cli.club_address import club_address
from scorekeeper.cli.common import Command, format_option, show, show_json
from scorekeeper.text.language import tr
from scorekeeper.text.speech import names_listed

if TYPE_CHECKING:
    from scorekeeper.store.club.setting_up import SetUp


@click.command("init", cls=Command)
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
    from scorekeeper.store.club.setting_up import set_up  # noqa: PLC0415

    let_in = [*((one, "recorder") for one in recorders), *((one, "reader") for one in readers)]
    done = set_up(at, name, let_in)
    if form == "json":
        show_json({"club": name, "address": at.bare, **done._asdict()})
    else:
        show("\n".join(_lines(at.bare, name, done)))


def _lines(address: str, name: str, done: SetUp) -> list[str]:
    """What was done, in lines."""
    from scorekeeper.store.club.club_failures import LATEST  # noqa: PLC0415 - only for a club

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


COMMANDS: dict[str, click.Command] = {"init": init}
