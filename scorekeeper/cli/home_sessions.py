"""Every session of the home in one row each, as `sessions` lists them and `league` sums them up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import click

from scorekeeper import __version__, store
from scorekeeper.book import opened
from scorekeeper.cli.colour import ink_of_page, show_page
from scorekeeper.cli.common import (
    Command,
    format_option,
    note,
    plain_option,
    show_json,
    talk,
    terminal_width,
)
from scorekeeper.cli.local_day import day_of
from scorekeeper.cli.progress import late_bar
from scorekeeper.journal import Seen
from scorekeeper.language import tr
from scorekeeper.league.evening import FORMAT, Evening, evening_of_row, row_of_evening
from scorekeeper.league.session_row import evening_of
from scorekeeper.problems import as_typed, parted
from scorekeeper.render.sessions_text import session_row, sessions_text
from scorekeeper.speech import in_a_line
from scorekeeper.store.evenings import told_sessions

KIND = f"{__version__}/{FORMAT}"


def evenings(whole: bool = False) -> Iterator[tuple[str, str, Evening]]:
    """Every session of the home by its name, with the digest of its text and its row, which is kept
    as long as its file is the same; of those in which a deal does not hold a word is said, and
    they are left out where only `whole` ones are wanted."""
    names = store.session_names()
    with late_bar(len(names), tr("reading the sessions")) as tick:
        for name, digest, evening, why in told_sessions(KIND, names, _teller, evening_of_row):
            tick(1)
            if evening is None:
                note(tr("{session} cannot be read: {why}", session=name, why=in_a_line(why)))
                continue
            if evening.fails:
                _spoilt(name, evening.fails, whole)
            if not (whole and evening.fails):
                yield name, digest, evening._replace(day=day_of(evening.day))


def _teller() -> Callable[[bytes], str]:
    """Tells a session in one row; what the sessions have in common is read once."""
    same = Seen()
    return lambda data: row_of_evening(evening_of(opened(data, "", same)))


def _spoilt(name: str, deal: int, is_left_out: bool) -> None:
    """A word about a session of which a deal does not hold: what of it counts here."""
    if is_left_out:
        said = tr(
            "{session} is left out: deal {number} does not hold under its rules",
            session=name,
            number=deal,
        )
    else:
        said = tr(
            "deal {number} of {session} does not hold under its rules, and what follows is not "
            "counted",
            number=deal,
            session=name,
        )
    note(parted((said, tr("see `{command}`", command=f"scorekeeper check {as_typed(name)}"))))


@click.command("sessions", cls=Command)
@format_option()
@plain_option
def sessions(form: str, plain: bool) -> None:
    """The sessions there are: players, deals so far, leader.

    A star marks the one used last.
    """
    current = store.current_session()
    rows = [session_row(name, evening, name == current) for name, _, evening in evenings()]
    if form == "json":
        show_json(rows)
    elif not rows:
        talk(tr("there is no session yet; begin one: scorekeeper new GAME PLAYER…"))
    else:
        ink = ink_of_page(plain)
        show_page(sessions_text(rows, terminal_width(), plain, ink), ink)


COMMANDS = {"sessions": sessions}
