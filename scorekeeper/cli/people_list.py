"""Everybody who plays: `people list`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from scorekeeper import store
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
from scorekeeper.cli.home_people import known_people
from scorekeeper.cli.home_sessions import evenings
from scorekeeper.cli.session_copies import tell_copies, without_copies
from scorekeeper.league.evening import Evening
from scorekeeper.league.people_file import People
from scorekeeper.league.same_person import Tables, alike, counted, nearly_alike
from scorekeeper.render.people_text import PersonRow, people_text
from scorekeeper.rules.cards import folded
from scorekeeper.store.shelves import thrown_names
from scorekeeper.text.language import tr, trn
from scorekeeper.text.message import CommandLine
from scorekeeper.text.speech import listed, text_of


@click.command("list", cls=Command)
@format_option()
@plain_option
def list_(form: str, plain: bool) -> None:
    """Everybody who plays, and whose names may be one person's."""
    show_people(form, plain)


def show_people(form: str, plain: bool) -> None:
    """Shows everybody, and on standard error whose names are so alike that they may be one."""
    people = known_people()
    told = [counted(evening, people.counts_as) for evening in _evenings()]
    rows, tables = _rows(people, told), _tables(told)
    same = [*alike(tables, people.declared)]
    near = [*nearly_alike(tables, people.declared)]
    if form == "json":
        show_json({"people": rows, "alike": same, "near": near})
    elif rows:
        ink = ink_of_page(plain)
        show_page(people_text(rows, terminal_width(), plain, ink), ink)
    else:
        talk(_nobody_words())
    for names in (*same, *near):
        _propose(names)


def _nobody_words() -> str:
    """That nobody plays, and where sessions lie that do not count any more."""
    if thrown := thrown_names():
        return trn(
            len(thrown),
            "nobody plays here any more; {n} session lies in the trash: {command}",
            "nobody plays here any more; {n} sessions lie in the trash: {command}",
            command=text_of(CommandLine("sessions restore", (*thrown,))),
        )
    return tr("nobody has played yet; begin a session: scorekeeper new GAME PLAYER…")


def _evenings() -> Iterator[Evening]:
    every = evenings(store.every_session())
    told = [(store.bare_name(name), evening) for name, _, evening in every]
    tell_copies(told)
    return (evening for _, evening in without_copies(told))


def _rows(people: People, told: list[Evening]) -> list[PersonRow]:
    """Everybody by name: whom the file names, and whoever else plays."""
    sessions: dict[str, int] = dict.fromkeys((person.name for person in people.people), 0)
    last: dict[str, str] = {}
    for evening in told:
        for name in dict.fromkeys(evening.names):
            sessions[name] = sessions.get(name, 0) + 1
            last[name] = max(last.get(name, ""), evening.day)
    also = {person.name: person.also for person in people.people}
    return [
        PersonRow(name, also.get(name, ()), sessions[name], last.get(name, ""))
        for name in sorted(sessions, key=lambda name: (folded(name), name))
    ]


def _tables(told: list[Evening]) -> Tables:
    tables: dict[tuple[str, ...], int] = {}
    for evening in told:
        names = tuple(evening.players)
        tables[names] = tables.get(names, 0) + 1
    return tables


def _propose(names: tuple[str, ...]) -> None:
    """A word about names that may be one person's, with what says so and what says the opposite."""
    who = listed([f"`{name}`" for name in names], "and")
    note(
        tr(
            "{names} count as different people; if they are one: `{merge}`; if not: `{add}`",
            names=who,
            merge=text_of(CommandLine("people merge", names)),
            add=text_of(CommandLine("people add", names)),
        )
    )


COMMANDS = {"list": list_}
